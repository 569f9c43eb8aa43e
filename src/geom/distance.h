// Signed distance of two cores with their radii: GJK outside, penetration inside.
#ifndef AUK_GEOM_DISTANCE_H
#define AUK_GEOM_DISTANCE_H

#include "geom/gjk.h"

typedef struct AukSeparation {
    double distance; // signed, of the rounded surfaces
    AukDvec point_a, point_b;
    AukDvec normal;           // unit, a to b
    int support_a, support_b; // vertices at the ends of the features that meet; -1 if not known
    int iterations;
    AukStatus status;
} AukSeparation;

// Shapes that are farther apart than `max` (INFINITY: any) are left early, with a lower bound as distance. `cache` (may
// be null) says where to look first, and then where it was found; the answer does not depend on it.
void auk__separate(const AukSupportShape *a, const AukSupportShape *b, double max, AukGjkCache *cache,
                   AukSeparation *separation);

// The same of two for which auk__early_out() had no answer: what it tried is not tried again.
void auk__separate_near(const AukSupportShape *a, const AukSupportShape *b, double max, AukGjkCache *cache,
                        AukSeparation *separation);

static inline AukSeparation auk__separation(const AukSupportShape *a, const AukSupportShape *b, double max,
                                            AukGjkCache *cache)
{
    AukSeparation separation;
    auk__separate(a, b, max, cache, &separation);
    return separation;
}

#endif
