// Two more ways to the signed distance of two convex polygons, in double precision and slower than auk's: they find the
// hull on the input's own digits, and they know the depth of an overlap.
#ifndef DEMOS_TOOLS_POLYGON_EXACT_H
#define DEMOS_TOOLS_POLYGON_EXACT_H

#include "tools/polygon_reader.h"

#include "support/calipers.h"

typedef struct PolygonHull {
    int count;
    CalipersPoint points[2 * POLYGON_COUNT_MAX]; // counter-clockwise; twice the room: the hull is built in it
} PolygonHull;

typedef struct PolygonWay {
    double distance; // below 0: the depth, negated
    PolygonPoint one, two;
    int steps; // turns of the calipers, or pairs of a vertex and an edge
} PolygonWay;

void polygon_hull(const Polygon *polygon, PolygonHull *hull);

// Rotating calipers, O(n + m).
PolygonWay polygon_by_calipers(const PolygonHull *one, const PolygonHull *two);

// Every vertex against every edge, O(n m).
PolygonWay polygon_by_brute_force(const PolygonHull *one, const PolygonHull *two);

#endif
