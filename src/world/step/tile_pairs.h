// Pairs with the cells of grids, in place of pairs with grids.
#ifndef AUK_WORLD_STEP_TILE_PAIRS_H
#define AUK_WORLD_STEP_TILE_PAIRS_H

#include "world/state/world_state.h"

// Replaces the pairs with grids in world->pairs.records by pairs with the cells that may meet, in order.
AukStatus auk__tiles_expand(AukWorld *world);

// Puts into world->pairs.spare the pairs of pieces that may meet of a pair of parts (of the pair itself if none is a
// grid), their bodies being on the paths that they go from that fraction on.
AukStatus auk__tiles_expand_pair(AukWorld *world, const AukPair *pair, double fraction);

#endif
