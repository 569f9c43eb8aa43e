// What a step does for most bodies: those of one centred part, in a world where nothing is swept, that go by their
// velocity.
#ifndef AUK_WORLD_STEP_INTEGRATE_FAST_H
#define AUK_WORLD_STEP_INTEGRATE_FAST_H

#include "world/state/chunks.h"

// bodies_advance for some movers in a world where nothing is swept, with a dt above zero; those that have several parts
// or a target are left to auk__body_advance().
void auk__straight_chunk(AukChunk *chunk);

// Sets the next pose of any mover, the boxes of its parts, and its travel if any body is swept. AUK_ERROR_RANGE.
AukStatus auk__body_advance(AukWorld *world, uint32_t index, float dt);

#endif
