// Gives back memory that only a burst of events needed, as where a world begins with all its contacts at once: of a
// million bodies 26 bytes for each.
#ifndef AUK_WORLD_STEP_BURST_MEMORY_H
#define AUK_WORLD_STEP_BURST_MEMORY_H

#include "world/state/world_state.h"

// To be called after each step. Keeps what was reserved.
void auk__burst_memory_update(AukWorld *world);

#endif
