// How deep two overlapping cores are, and along which normal.
#ifndef AUK_GEOM_PENETRATION_H
#define AUK_GEOM_PENETRATION_H

#include "geom/support_shape.h"

typedef struct AukPenetration {
    double depth; // >= 0
    AukDvec point_a, point_b;
    AukDvec normal; // unit, a to b
    int iterations;
    AukStatus status;
} AukPenetration;

// The exact minimum over all edges of the Minkowski difference. O(vertices of both). The cores must share a point and
// have vertices; see epa.h for curves.
AukPenetration auk__penetration(const AukSupportShape *a, const AukSupportShape *b);

#endif
