// Pairs with a half-plane by closed forms: one support point of the other core decides. One of the two cores must be a
// half-plane, the other not. Radii are left to the callers, as in GJK, except in casts.
#ifndef AUK_GEOM_HALF_PLANE_H
#define AUK_GEOM_HALF_PLANE_H

#include "geom/cast.h"

// The surface of a half-plane in the frame of the pair: the points x with dot(normal, x - from) = offset.
typedef struct AukSurface {
    AukDvec normal; // unit
    AukDvec from;
    double offset;
} AukSurface;

AukSurface auk__half_plane_surface(const AukSupportShape *plane);

static inline double auk__surface_distance(const AukSurface *surface, AukDvec point)
{
    return dvec_dot(surface->normal, dvec_sub(point, surface->from)) - surface->offset;
}

// The separation of the cores, for auk__separate().
void auk__half_plane_separate(const AukSupportShape *a, const AukSupportShape *b, AukGjkCache *cache,
                              AukSeparation *found);

// The answer of auk__gjk().
AukGjk auk__half_plane_gjk(const AukSupportShape *a, const AukSupportShape *b, double max_distance, AukGjkCache *cache);

// The answer of auk__cast(), radii included.
AukImpact auk__half_plane_cast(const AukSupportShape *a, const AukSupportShape *b, AukDvec delta,
                               bool skip_overlapping);

#endif
