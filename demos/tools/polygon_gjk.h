// The distance of two convex polygons by GJK in double precision, from a start that auk's algorithms found in floats.
#ifndef DEMOS_TOOLS_POLYGON_GJK_H
#define DEMOS_TOOLS_POLYGON_GJK_H

#include "tools/polygon.h"

// The start: two vertices of the Minkowski difference, each as an index into polygon one and an index into polygon two.
typedef struct PolygonSeed {
    int one[2];
    int two[2];
} PolygonSeed;

// `distance` is 0 where the polygons touch or overlap; the points are then unset.
PolygonDistance polygon_by_gjk(const Polygon *one, const Polygon *two, const PolygonSeed *seed);

#endif
