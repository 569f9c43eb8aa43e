// Buried cells of grids make contacts only with shapes that overlap no cell with a surface: the surface pushes the
// others out.
#ifndef AUK_WORLD_STEP_BURIED_CELLS_H
#define AUK_WORLD_STEP_BURIED_CELLS_H

#include "world/state/world_state.h"

// The pairs among which to look: sorted, of pieces. All cells of two shapes have one answer, so the last one is kept:
// without it a shape deep in n cells took n squared tests.
typedef struct AukSortedPairs {
    const AukWorld *world;
    const AukPair *first, *end;
    const AukPair *answered; // of the last answer, or null
    bool reaches_out;        // the last answer
} AukSortedPairs;

// True if the other shape of a pair with a buried cell, which is one of `all`, overlaps a surface of its grid, or of a
// grid that continues it.
bool auk__buried_reaches_out(AukSortedPairs *all, const AukPair *pair);

#endif
