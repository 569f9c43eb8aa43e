// The distance of two convex polygons, given as points in any order, in double precision.
#ifndef DEMOS_TOOLS_POLYGON_GAP_H
#define DEMOS_TOOLS_POLYGON_GAP_H

#include "tools/polygon_reader.h"

// Where to start: two vertices of the Minkowski difference, each as a point of polygon one and a point of polygon two.
typedef struct PolygonSeed {
    int one[2];
    int two[2];
} PolygonSeed;

typedef struct PolygonGap {
    double distance;       // 0 where they touch or overlap; the points are then unset
    PolygonPoint one, two; // nearest to each other, of polygon one and of polygon two
    int rounds;
    bool converged;
} PolygonGap;

PolygonGap polygon_gap(const Polygon *one, const Polygon *two, const PolygonSeed *seed);

#endif
