// GJK on two cores, in double precision.
#ifndef AUK_GEOM_GJK_H
#define AUK_GEOM_GJK_H

#include "auk/geom.h"
#include "geom/support_shape.h"

enum { AUK_GJK_ITERATION_LIMIT = 128 };

typedef struct AukGjk {
    bool overlap;    // the cores share a point, up to rounding: point_a and point_b are that point, computed on each
                     // core; the members from here to `normal` are otherwise unset
    bool beyond;     // farther apart than `max_distance`: `distance` is a lower bound, along `normal`
    double distance; // distance of the cores, > 0
    AukDvec point_a, point_b;
    AukDvec normal; // unit, a to b
    int iterations;
    AukStatus status;
} AukGjk;

// Ends as soon as the cores are certainly farther apart than `max_distance` (INFINITY: never). `cache` and `trace` may
// be null.
AukGjk auk__gjk(const AukSupportShape *a, const AukSupportShape *b, double max_distance, AukGjkCache *cache,
                AukGjkTrace *trace);

#endif
