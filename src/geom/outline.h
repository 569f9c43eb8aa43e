// The rings of a polygon, linked and sorted for a sweep from left to right.
// Invariant: edge e runs from vertex e to next[e] and has the polygon's inside on its left, for any winding of the
// input. Vertices are ordered along x, then y. That is the order along (1, tiny), so no edge is vertical in that order.
#ifndef AUK_GEOM_OUTLINE_H
#define AUK_GEOM_OUTLINE_H

#include "auk/types.h"
#include "base/predicates.h"

typedef struct AukOutline {
    const AukVec2 *points;  // the caller's
    const int *hole_starts; // the caller's
    int count, hole_count;
    int *next, *prev; // along the ring
    int *order;       // vertices from left to right
    int *rank;        // place of each vertex in `order`
    int *below;       // for each vertex the next edge below it (not one that ends there), or -1;
                      // filled by auk__outline_check()
} AukOutline;

// Two edges, named by their first vertices in the order of the caller's points.
typedef struct AukCrossing {
    int edge_a, edge_b;
} AukCrossing;

// Links and sorts the rings. AUK_ERROR_ZERO_AREA if all points of some ring lie on one line, or
// AUK_ERROR_OUT_OF_MEMORY. The caller must call auk__outline_free() in all cases. The counts must be those of valid
// rings: at least 3 points in each.
AukStatus auk__outline_init(AukOutline *outline, const AukVec2 *points, int count, const int *hole_starts,
                            int hole_count);
void auk__outline_free(AukOutline *outline);

// The sweep that decides whether the rings are simple, disjoint and the holes inside: AUK_OK and `below` is filled,
// AUK_ERROR_NOT_SIMPLE and `crossing` names the edges, or AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__outline_check(AukOutline *outline, AukCrossing *crossing);

static inline bool auk__outline_is_left(const AukOutline *outline, int a, int b)
{
    return outline->rank[a] < outline->rank[b];
}

// The sign of the turn a -> b -> c at b, exact; above 0 is counter-clockwise.
static inline int auk__outline_turn(const AukOutline *outline, int a, int b, int c)
{
    return auk__orientation(outline->points[a], outline->points[b], outline->points[c]);
}

#endif
