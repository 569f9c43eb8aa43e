// The signed distance of two convex polygons in double precision, by rotating calipers and by brute force. Slower than
// auk's algorithms, but they take the hull of the input in doubles and also give the depth of an overlap.
#ifndef DEMOS_TOOLS_POLYGON_EXACT_H
#define DEMOS_TOOLS_POLYGON_EXACT_H

#include "tools/polygon.h"

#include "support/calipers.h"

typedef struct PolygonHull {
    int count;
    CalipersPoint
        points[2 * POLYGON_COUNT_MAX]; // counter-clockwise; twice as many as in the hull, since it is built here
} PolygonHull;

void polygon_hull(const Polygon *polygon, PolygonHull *hull);

// Rotating calipers, O(n + m). `rounds` are turns of the calipers.
PolygonDistance polygon_by_calipers(const PolygonHull *one, const PolygonHull *two);

// Every vertex against every edge, O(n m). `rounds` are pairs of a vertex and an edge.
PolygonDistance polygon_by_brute_force(const PolygonHull *one, const PolygonHull *two);

#endif
