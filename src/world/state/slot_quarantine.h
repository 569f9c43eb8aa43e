// Which slots the arrays of the last step name: a destroyed one is not given out again while they do.
#ifndef AUK_WORLD_STATE_SLOT_QUARANTINE_H
#define AUK_WORLD_STATE_SLOT_QUARANTINE_H

#include "world/state/world_state.h"

// True if an array of the last step names this body, this shape. The first question after a step is linear in the
// number of events.
bool auk__quarantine_holds_body(AukWorld *world, uint32_t index);
bool auk__quarantine_holds_part(AukWorld *world, uint32_t index);

// Gives back the slots of destroyed bodies and shapes that the arrays, just replaced, no longer name.
void auk__quarantine_update(AukWorld *world);

#endif
