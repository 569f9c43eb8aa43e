// Polygons as polygon-distance reads them, and the answer of every algorithm.
#ifndef DEMOS_TOOLS_POLYGON_H
#define DEMOS_TOOLS_POLYGON_H

#include <stdbool.h>

enum { POLYGON_COUNT_MIN = 3, POLYGON_COUNT_MAX = 10000 };

typedef struct PolygonPoint {
    double x, y;
} PolygonPoint;

// The hull of these points is meant; they may stand in any order.
typedef struct Polygon {
    int count;
    PolygonPoint points[POLYGON_COUNT_MAX];
} Polygon;

typedef struct PolygonDistance {
    double distance;       // below 0: the depth of an overlap, negated
    PolygonPoint one, two; // the nearest points of polygon one and two, or those between which the depth is measured
    int rounds;            // of the algorithm
    bool converged;
} PolygonDistance;

#endif
