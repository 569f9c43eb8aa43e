// The rule of one-way shapes, for whatever moves in the world.
#ifndef AUK_WORLD_STEP_ONE_WAY_H
#define AUK_WORLD_STEP_ONE_WAY_H

#include "geom/toi.h"
#include "world/state/pieces.h"

// True if a one-way shape blocks another: the other is wholly in front of it along `direction` (any length but zero),
// within tau. Both are placed in one frame as they were before the motion in question. (What touched the shape when it
// was blocked last stays blocked: that is for who calls it to know.)
bool auk__one_way_blocks(const AukSupportShape *one_way, AukDvec direction, const AukSupportShape *other, double tau);

// The same of a piece of a one-way shape. An edge of a chain also blocks what is on its outer side: nothing that walks
// up a slope is in front of all of it.
bool auk__one_way_piece_blocks(const AukPartPiece *piece, const AukSupportShape *core, AukDvec direction,
                               const AukSupportShape *other, double tau);

// Drops the pairs that a one-way shape or cell does not block; `grids` says that there are pairs with cells.
void auk__one_way_sift(AukWorld *world, bool grids);

// Whether a pair meets as far as one-way shapes are concerned.
bool auk__one_way_lets_meet(const AukWorld *world, const AukPair *pair);

// Whether two shapes that come to touch there hit, as far as one-way shapes are concerned.
bool auk__one_way_lets_hit(const AukParts *parts, const AukCcdWork *ccd, const AukPair *pair, const AukShapePath *a,
                           const AukShapePath *b, double fraction, AukDvec point);

#endif
