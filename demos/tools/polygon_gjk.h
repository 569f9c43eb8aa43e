// The distance of two convex polygons by GJK in double precision, from a start that auk's algorithms found in floats.
#ifndef DEMOS_TOOLS_POLYGON_GJK_H
#define DEMOS_TOOLS_POLYGON_GJK_H

#include "tools/polygon.h"

// The start: two vertices of the Minkowski difference, each as an index into polygon one and an index into polygon two.
typedef struct PolygonSeed {
    int one[2];
    int two[2];
} PolygonSeed;

// When to end early. {0}: not before the distance is known to the rounding of doubles.
typedef struct PolygonLimits {
    double tolerance; // ends when the upper bound exceeds the lower one by at most this part of the upper one
    int rounds;       // ends after so many rounds; 0: no limit
} PolygonLimits;

// `distance` is 0 where the polygons touch or overlap; the points are then unset. Where the rounds are used up it is an
// upper bound, `converged` is false, and the polygons may even overlap.
PolygonDistance polygon_by_gjk(const Polygon *one, const Polygon *two, const PolygonSeed *seed,
                               const PolygonLimits *limits);

#endif
