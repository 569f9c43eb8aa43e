// How deep two overlapping cores are, and along which normal.
#ifndef AUK_GEOM_PENETRATION_H
#define AUK_GEOM_PENETRATION_H

#include "geom/core.h"

typedef struct AukPenetration {
    double depth; // >= 0
    AukDvec point_a, point_b;
    AukDvec normal; // unit, a to b
} AukPenetration;

// The exact minimum over all edges of the Minkowski difference. O(vertices of both). The cores must share a point.
AukPenetration auk__penetration(const AukCore *a, const AukCore *b);

#endif
