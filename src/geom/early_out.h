// A quick test for shapes that are clearly apart, to be called before auk__separate_near() by callers that drop most of
// their pairs. It tests the side normals only, without square roots or divisions, and returns no distance.
#ifndef AUK_GEOM_EARLY_OUT_H
#define AUK_GEOM_EARLY_OUT_H

#include "geom/distance.h"

// The least gap that is certain, relative to the pair's size. It exceeds the errors of this test, which treats
// rotations as exact, and those of auk__separate().
#define AUK_EARLY_OUT_GAP 1e-5

// The same if at least one shape is not a point.
bool auk__early_out_extended(const AukSupportShape *a, const AukSupportShape *b, double limit,
                             const AukGjkCache *cache);

// True only if auk__separate() would find a distance above `limit` (0 or more); false decides nothing. Always false for
// curves and for polygons other than boxes: auk__separate() has this test for them itself.
static inline bool auk__early_out(const AukSupportShape *a, const AukSupportShape *b, double limit,
                                  const AukGjkCache *cache)
{
    if (a->count != 1 || b->count != 1) {
        return auk__early_out_extended(a, b, limit, cache);
    }
    AukDvec p = auk__support_shape_vertex(a, 0), q = auk__support_shape_vertex(b, 0), apart = dvec_sub(q, p);
    double max_distance = (a->radius + b->radius + limit) * (1.0 + AUK_EARLY_OUT_GAP);
    return dvec_dot(apart, apart) > max_distance * max_distance;
}

#endif
