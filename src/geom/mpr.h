// The intersection of a line with the rounded Minkowski difference of two cores.
#ifndef AUK_GEOM_MPR_H
#define AUK_GEOM_MPR_H

#include "geom/support_shape.h"

// The rounding error of a difference vertex, relative to the coordinates from which it was computed.
#define AUK_MPR_ROUNDING 2e-15

typedef struct AukMpr {
    bool hit;                 // the line meets the difference; otherwise only the members up to `size` are set
    bool limit;               // the iteration limit was reached
    int iterations;           // number of support points computed
    double aside;             // distance between the line and the difference; 0 if there is a hit
    double size;              // largest coordinate of the pair
    double along;             // position of the crossing on the line, from the origin; may be negative
    AukDvec point_a, point_b; // of the cores: point_a - point_b = along * direction - radius * normal
    AukDvec normal;           // unit, a to b; its dot product with the direction is not above 0
} AukMpr;

// The first crossing of the line {s * direction} with a - b rounded by `radius`. `direction` must be a unit vector. A
// line that misses the difference by less than `slack` times the size still hits it, at the nearest point. The result
// is a supporting line of the difference: no point of the difference is beyond it by more than a few rounding errors.
AukMpr auk__mpr(const AukSupportShape *a, const AukSupportShape *b, double radius, AukDvec direction, double slack);

#endif
