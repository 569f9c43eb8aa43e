// Where a line meets the rounded Minkowski difference of two cores.
#ifndef AUK_GEOM_MPR_H
#define AUK_GEOM_MPR_H

#include "geom/support_shape.h"

// What rounding leaves of a difference vertex, relative to the coordinates it was computed from.
#define AUK_MPR_ROUNDING 2e-15

typedef struct AukMpr {
    bool hit;                 // the line meets the difference; else only the fields up to `size` are set
    bool limit;               // the iteration limit was reached
    int iterations;           // support points looked for
    double aside;             // how far the line passes it by; 0 with a hit
    double size;              // largest coordinate that entered
    double along;             // where on the line, from the origin, may be negative
    AukDvec point_a, point_b; // of the cores: point_a - point_b = along * direction - radius * normal
    AukDvec normal;           // unit, a to b; not along the direction
} AukMpr;

// The first crossing of the line {s * direction} with a - b rounded by `radius`, for a unit direction. A line that
// passes by at less than `slack` times the size still meets it, in the place that it comes nearest to. The answer is a
// support plane's: on its outer side, or within a few units of rounding of it, lies nothing.
AukMpr auk__mpr(const AukSupportShape *a, const AukSupportShape *b, double radius, AukDvec direction, double slack);

#endif
