// Alternating projection of two cores, in double precision. Shares no code with GJK.
#ifndef AUK_GEOM_PROJECTION_H
#define AUK_GEOM_PROJECTION_H

#include "auk/geom.h"
#include "geom/support_shape.h"

enum { AUK_PROJECTION_LIMIT = 10000 };

typedef struct AukApproach {
    bool overlap;    // the shapes share a point: point_a, equal to point_b; distance and normal are zero
    double distance; // distance of the rounded surfaces
    AukDvec point_a, point_b;
    AukDvec normal; // unit, a to b
    int projections;
    AukStatus status;
} AukApproach;

// `trace` may be null.
AukApproach auk__approach(const AukSupportShape *a, const AukSupportShape *b, double epsilon,
                          AukProjectionTrace *trace);

#endif
