// What the world needs of bodies besides the public calls.
#ifndef AUK_WORLD_BODIES_H
#define AUK_WORLD_BODIES_H

#include "world/state.h"

// Room for `count` bodies.
AukStatus auk__bodies_reserve(AukWorld *world, int count);

#endif
