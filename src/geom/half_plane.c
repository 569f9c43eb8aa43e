// See the header. The support point of the other core against the normal is its nearest point if it is outside, and its
// deepest point if it is inside; the surface has no other features.
#include "geom/half_plane.h"

#include <string.h>

// Surfaces touch if their gap is below this part of the pair's size, as in cast.c.
#define HALF_PLANE_GAP 1e-12

// The half-plane of a pair, its surface, and the nearest or deepest point of the other core.
typedef struct PlanePair {
    const AukSupportShape *plane, *other;
    AukSurface surface;
    AukSupport nearest;
    double gap;      // of the cores
    double side;     // 1 if a is the half-plane, else -1: the normal from a to b is side * surface.normal
    AukDvec on_line; // the projection of the nearest point on the surface
} PlanePair;

AukSurface auk__half_plane_surface(const AukSupportShape *plane)
{
    double shrink = auk__dtransform_shrink(&plane->transform);
    AukSurface surface = {dvec_scale(shrink, auk__dtransform_rotate(&plane->transform, plane->half)),
                          dvec(plane->transform.x, plane->transform.y), plane->offset / shrink};
    return surface;
}

static PlanePair plane_pair_of(const AukSupportShape *a, const AukSupportShape *b)
{
    bool first = auk__support_shape_is_half_plane(a);
    PlanePair pair;
    pair.plane = first ? a : b;
    pair.other = first ? b : a;
    pair.side = first ? 1.0 : -1.0;
    pair.surface = auk__half_plane_surface(pair.plane);
    pair.nearest = auk__support_shape_farthest(pair.other, dvec_neg(pair.surface.normal));
    pair.gap = auk__surface_distance(&pair.surface, pair.nearest.point);
    pair.on_line = dvec_mul_add(pair.nearest.point, -pair.gap, pair.surface.normal);
    return pair;
}

void auk__half_plane_separate(const AukSupportShape *a, const AukSupportShape *b, AukGjkCache *cache,
                              AukSeparation *found)
{
    PlanePair pair = plane_pair_of(a, b);
    bool first = pair.plane == a;
    found->distance = pair.gap;
    found->normal = dvec_scale(pair.side, pair.surface.normal);
    found->point_a = first ? pair.on_line : pair.nearest.point;
    found->point_b = first ? pair.nearest.point : pair.on_line;
    found->support_a = first ? -1 : pair.nearest.index;
    found->support_b = first ? pair.nearest.index : -1;
    found->iterations = 1;
    found->status = AUK_OK;
    if (cache) {
        memset(cache, 0, sizeof *cache);
    }
}

AukGjk auk__half_plane_gjk(const AukSupportShape *a, const AukSupportShape *b, double max_distance, AukGjkCache *cache)
{
    AukSeparation found;
    auk__half_plane_separate(a, b, cache, &found);
    AukGjk gjk;
    gjk.overlap = found.distance <= 0.0;
    gjk.beyond = found.distance > max_distance;
    gjk.distance = found.distance;
    gjk.point_a = gjk.overlap && auk__support_shape_is_half_plane(a) ? found.point_b : found.point_a;
    gjk.point_b = gjk.overlap ? gjk.point_a : found.point_b;
    gjk.normal = found.normal;
    gjk.iterations = 1;
    gjk.status = AUK_OK;
    return gjk;
}

AukImpact auk__half_plane_cast(const AukSupportShape *a, const AukSupportShape *b, AukDvec delta, bool skip_overlapping)
{
    PlanePair pair = plane_pair_of(a, b);
    AukImpact impact;
    memset(&impact, 0, sizeof impact);
    impact.iterations = 1;
    double radius = a->radius + b->radius, gap = pair.gap - radius;
    double size = dvec_size(dvec_sub(pair.nearest.point, pair.surface.from)) + fabs(pair.surface.offset) + radius;
    if (gap <= HALF_PLANE_GAP * size) {
        impact.hit = impact.overlapping = !skip_overlapping;
        impact.point = impact.hit ? auk__common_point(a, b) : impact.point;
        return impact;
    }
    AukDvec normal = dvec_scale(pair.side, pair.surface.normal);
    double closing = -dvec_dot(normal, delta);
    if (!(closing > 0.0) || gap > closing + HALF_PLANE_GAP * size) {
        return impact;
    }
    impact.hit = true;
    impact.fraction = gap < closing ? gap / closing : 1.0;
    impact.normal = normal;
    // on the surface beside the point that arrives first; a does not move
    AukDvec arrives = pair.side > 0.0 ? dvec_mul_add(pair.on_line, impact.fraction, delta) : pair.nearest.point;
    double along = pair.side > 0.0 ? auk__surface_distance(&pair.surface, arrives) : 0.0;
    arrives = dvec_mul_add(arrives, -along, pair.surface.normal);
    impact.point = dvec_mul_add(arrives, a->radius, normal);
    return impact;
}
