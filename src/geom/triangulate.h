// Cuts a simple polygon with holes into triangles, with the neighbour across each cut.
#ifndef AUK_GEOM_TRIANGULATE_H
#define AUK_GEOM_TRIANGULATE_H

#include "geom/outline.h"

// Side 3t + k runs from corner k of triangle t to the next corner of t, counter-clockwise.
// Invariant: no triangle is flat; across[across[s]] == s for all sides s that are not on the outline.
typedef struct AukTriangulation {
    int *corners; // the vertex at which each side starts
    int *across;  // side of the neighbour triangle at the same cut; -1: an edge of the outline
    int triangle_count;
} AukTriangulation;

// The outline must have passed auk__outline_check(). AUK_OK or AUK_ERROR_OUT_OF_MEMORY; the caller must call
// auk__triangulation_free() in both cases. O(n).
AukStatus auk__triangulate(const AukOutline *outline, AukTriangulation *triangulation);
void auk__triangulation_free(AukTriangulation *triangulation);

static inline int auk__side_after(int side)
{
    return side % 3 < 2 ? side + 1 : side - 2;
}

static inline int auk__side_before(int side)
{
    return side % 3 > 0 ? side - 1 : side + 2;
}

#endif
