// The check of what a world is created with: by auk_world_create(), and by the text about it.
#ifndef AUK_WORLD_STATE_WORLD_DEF_H
#define AUK_WORLD_STATE_WORLD_DEF_H

#include "auk/world.h"
#include "base/fault.h"

// A note is at the members of AukWorldDef.
AukStatus auk__world_def_check(const AukWorldDef *def, AukFault *fault);

#endif
