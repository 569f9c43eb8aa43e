// Are two shapes clearly apart? A test before auk__separate_near(), for callers that drop most of their pairs: it looks
// along the sides only, without roots or divisions, and writes no answer.
#ifndef AUK_GEOM_EARLY_OUT_H
#define AUK_GEOM_EARLY_OUT_H

#include "geom/distance.h"

// Gaps that are a larger part of the pair's size are no rounding: neither that of this test, which takes rotations for
// exact, nor that of auk__separate().
#define AUK_EARLY_OUT_SHOWS 1e-5

// The same where not both are points.
bool auk__early_out_cores(const AukSupportShape *a, const AukSupportShape *b, double limit, const AukGjkCache *cache);

// True only if auk__separate() would find the two farther apart than `limit` (0 or more); false says nothing. Never
// true of curves and polygons other than boxes, which auk__separate() looks at in this way by itself.
static inline bool auk__early_out(const AukSupportShape *a, const AukSupportShape *b, double limit,
                                  const AukGjkCache *cache)
{
    if (a->count != 1 || b->count != 1) {
        return auk__early_out_cores(a, b, limit, cache);
    }
    AukDvec p = auk__support_shape_vertex(a, 0), q = auk__support_shape_vertex(b, 0), apart = dvec_sub(q, p);
    double max_distance = (a->radius + b->radius + limit) * (1.0 + AUK_EARLY_OUT_SHOWS);
    return dvec_dot(apart, apart) > max_distance * max_distance;
}

#endif
