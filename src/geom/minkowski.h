// A walk around the Minkowski difference a - b of two cores with vertices, edge by edge in order of angle.
#ifndef AUK_GEOM_MINKOWSKI_H
#define AUK_GEOM_MINKOWSKI_H

#include "geom/support_shape.h"

// A walk along one outline: the present vertex and the number of edges left.
typedef struct AukWalker {
    const AukSupportShape *core;
    int index, left;
    AukDvec vertex, edge;
    double sign; // 1 for a, -1 for b, whose edges are negated
} AukWalker;

typedef struct AukMinkowskiWalk {
    AukWalker a, b;
    AukDvec last; // the edge taken last
} AukMinkowskiWalk;

// One edge of the difference: it starts at from_a - from_b, and its vector is edge_a - edge_b. One of these two is zero
// unless edges of both outlines are parallel.
typedef struct AukMinkowskiEdge {
    AukDvec from_a, from_b;
    AukDvec edge_a, edge_b;
} AukMinkowskiEdge;

AukMinkowskiWalk auk__minkowski_start(const AukSupportShape *a, const AukSupportShape *b);

// The next edge, counter-clockwise. False after the last one, and at once for two points.
bool auk__minkowski_next(AukMinkowskiWalk *walk, AukMinkowskiEdge *edge);

#endif
