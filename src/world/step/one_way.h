// The rule of one-way shapes, for whatever moves in the world.
#ifndef AUK_WORLD_STEP_ONE_WAY_H
#define AUK_WORLD_STEP_ONE_WAY_H

#include "world/state/pieces.h"

// True if a one-way shape blocks another: the other is wholly in front of it along `direction` (any length but zero),
// within tau. Both are placed in one frame as they were before the motion in question. (What touched the shape when it
// was blocked last stays blocked: that is for who calls it to know.)
bool auk__one_way_blocks(const AukCore *one_way, AukDvec direction, const AukCore *other, double tau);

// The same of a piece of a one-way shape. An edge of a chain also blocks what is on its outer side: nothing that walks
// up a slope is in front of all of it.
bool auk__one_way_piece_blocks(const AukPartPiece *piece, const AukCore *core, AukDvec direction, const AukCore *other,
                               double tau);

#endif
