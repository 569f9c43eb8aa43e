// What polygon-distance computes: the answer of every algorithm.
#ifndef DEMOS_TOOLS_POLYGON_H
#define DEMOS_TOOLS_POLYGON_H

#include "input/polygon_reader.h"

typedef struct PolygonDistance {
    double distance;       // below 0: the depth of an overlap, negated
    PolygonPoint one, two; // the nearest points of polygon one and two, or those between which the depth is measured
    int rounds;            // of the algorithm
    bool converged;
} PolygonDistance;

#endif
