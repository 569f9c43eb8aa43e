// The signed distance of two cores with their radii. It is negative if they overlap.
#ifndef AUK_GEOM_DISTANCE_H
#define AUK_GEOM_DISTANCE_H

#include "geom/gjk.h"

typedef struct AukSeparation {
    double distance; // signed distance of the rounded surfaces
    AukDvec point_a, point_b;
    AukDvec normal;           // unit, a to b
    int support_a, support_b; // vertices at the ends of the nearest features; -1 if not known
    int iterations;
    AukStatus status;
} AukSeparation;

// For shapes that are farther apart than `max` (INFINITY: any) the search ends early, and `distance` is a lower bound.
// `cache` (may be null) holds the features to test first, and receives the features found. It does not change the
// answer.
void auk__separate(const AukSupportShape *a, const AukSupportShape *b, double max, AukGjkCache *cache,
                   AukSeparation *separation);

// The same without the tests of auk__early_out(): for a pair for which it returned false, or that is so likely to touch
// that the tests are not worth their time.
void auk__separate_near(const AukSupportShape *a, const AukSupportShape *b, double max, AukGjkCache *cache,
                        AukSeparation *separation);

static inline AukSeparation auk__separation(const AukSupportShape *a, const AukSupportShape *b, double max,
                                            AukGjkCache *cache)
{
    AukSeparation separation;
    auk__separate(a, b, max, cache, &separation);
    return separation;
}

// The separation of shapes on their way; they come from the side where the normal was `side`, which follows the normal.
// Points and segments without a radius have no inside: behind a surface, or on it by rounding, they are apart again.
// That is made an overlap here, along the normal of the side that they come from.
AukSeparation auk__separation_from(const AukSupportShape *a, const AukSupportShape *b, double max, AukDvec *side);

#endif
