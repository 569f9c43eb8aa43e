// Replaces pairs with grids by pairs with cells of grids.
#ifndef AUK_WORLD_STEP_TILE_PAIRS_H
#define AUK_WORLD_STEP_TILE_PAIRS_H

#include "world/state/world_state.h"

// Replaces each pair with a grid in world->pairs.records by pairs with the cells that may meet, in order.
AukStatus auk__tiles_expand(AukWorld *world);

// Fills world->pairs.spare with the pairs of pieces that may meet, for one pair of parts whose bodies follow their
// current segments from that fraction on. If neither part is a grid, that is the pair itself.
AukStatus auk__tiles_expand_pair(AukWorld *world, const AukPair *pair, double fraction);

#endif
