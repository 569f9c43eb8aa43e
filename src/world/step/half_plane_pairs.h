// Pairs with half-planes, which the broad phase does not hold.
#ifndef AUK_WORLD_STEP_HALF_PLANE_PAIRS_H
#define AUK_WORLD_STEP_HALF_PLANE_PAIRS_H

#include "world/state/world_state.h"

// Adds the pairs of all half-planes to the filtered pairs of the step, and sorts them. `grids` is set if one of them is
// a grid of tiles. AUK_ERROR_OUT_OF_MEMORY, AUK_ERROR_PAIR_LIMIT.
AukStatus auk__half_plane_pairs_add(AukWorld *world, bool *grids);

#endif
