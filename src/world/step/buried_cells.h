// Buried cells of grids make contacts only with shapes that overlap no cell with a surface: the surface pushes the
// others out.
#ifndef AUK_WORLD_STEP_BURIED_CELLS_H
#define AUK_WORLD_STEP_BURIED_CELLS_H

#include "world/state/world_state.h"

// The pairs among which to look: sorted, of pieces.
typedef struct AukSortedPairs {
    const AukWorld *world;
    const AukPair *first, *end;
} AukSortedPairs;

// True if the other shape of a pair with a buried cell, which is one of `all`, overlaps a surface of its grid, or of a
// grid that continues it.
bool auk__buried_reaches_out(const AukSortedPairs *all, const AukPair *pair);

#endif
