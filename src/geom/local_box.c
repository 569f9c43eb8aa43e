// Boxes of placed shapes. The header computes them for the common kinds; this file does for curves and large polygons,
// from support points.
// Invariant: the last rounding is outward, so no point of a shape, as doubles compute it, lies outside of its box.
#include "geom/local_box.h"

#include "auk/geom.h"
#include "base/predicates.h"

// The corners are in order also for a custom shape whose function is wrong.
static AukLocalBox local_box_by_support(const AukSupportShape *core)
{
    AukDvec at = dvec(core->transform.x, core->transform.y);
    AukDvec low = dvec(auk__support_shape_farthest(core, dvec(-1.0, 0.0)).point.x - at.x,
                       auk__support_shape_farthest(core, dvec(0.0, -1.0)).point.y - at.y);
    AukDvec high = dvec(auk__support_shape_farthest(core, dvec(1.0, 0.0)).point.x - at.x,
                        auk__support_shape_farthest(core, dvec(0.0, 1.0)).point.y - at.y);
    AukDvec min = dvec_min(low, high), max = dvec_max(low, high);
    AukLocalBox local = {auk__f64x2_make(min.x, min.y), auk__f64x2_make(max.x, max.y)};
    return local;
}

// Infinite except on the side that an upright or level surface closes.
static AukLocalBox local_box_of_half_plane(const AukSupportShape *core)
{
    AukDvec normal = auk__dtransform_rotate(&core->transform, core->half), least, most;
    double far = core->offset / auk__dtransform_shrink(&core->transform);
    least = dvec(normal.y == 0.0 && normal.x < 0.0 ? -far : -INFINITY,
                 normal.x == 0.0 && normal.y < 0.0 ? -far : -INFINITY);
    most = dvec(normal.y == 0.0 && normal.x > 0.0 ? far : INFINITY, normal.x == 0.0 && normal.y > 0.0 ? far : INFINITY);
    AukLocalBox local = {auk__f64x2_make(least.x, least.y), auk__f64x2_make(most.x, most.y)};
    return local;
}

AukLocalBox auk__local_box_of_support(const AukSupportShape *core)
{
    if (auk__support_shape_is_half_plane(core)) {
        return local_box_of_half_plane(core);
    }
    if (core->box) {
        return auk__local_box_of_box(core->own[2], &core->transform);
    }
    if (core->count == 0 || core->count > AUK_SCANNED_VERTICES) {
        return local_box_by_support(core);
    }
    return auk__local_box_of_vertices(core->vertices, core->count, &core->transform);
}

AukLocalBox auk__local_box_by_support(const AukShape *shape, const AukDtransform *transform)
{
    AukSupportShape core;
    auk__support_shape_init(&core, shape, *transform);
    return auk__local_box_of_support(&core);
}

static AukBox tight_box(const AukLocalBox *local, AukDvec at, double radius)
{
    AukDvec min = dvec(auk__f64x2_lane(&local->min, 0) - radius, auk__f64x2_lane(&local->min, 1) - radius);
    AukDvec max = dvec(auk__f64x2_lane(&local->max, 0) + radius, auk__f64x2_lane(&local->max, 1) + radius);
    return auk__box_outward(dvec_add(at, min), dvec_add(at, max));
}

AukBox auk__support_shape_bounds(const AukSupportShape *core, AukVec2 origin)
{
    AukLocalBox local = auk__local_box_of_support(core);
    return tight_box(&local, dvec((double)origin.x + core->transform.x, (double)origin.y + core->transform.y),
                     core->radius);
}

static AukBox loose_box(AukLocalBox local, AukVec2 origin, const AukDtransform *transform)
{
    AukBox box;
    auk__f32x4_store(&box.min.x,
                     auk__local_box_at(local, auk__f64x2_make(origin.x + transform->x, origin.y + transform->y)));
    return box;
}

AukBox auk__support_shape_around(const AukSupportShape *core, AukVec2 origin)
{
    return loose_box(auk__local_box_grown(auk__local_box_of_support(core), core->radius), origin, &core->transform);
}

AukBox auk__widened_bounds(const AukShape *shape, const AukDtransform *transform, AukVec2 origin, double margin)
{
    return loose_box(auk__local_box_widened(shape, transform, margin), origin, transform);
}

AukBox auk_shape_bounds(const AukShape *shape, AukTransform pose)
{
    if (auk__shape_check(shape) || auk__check_pose(pose)) {
        AukBox none = {{0.0f, 0.0f}, {0.0f, 0.0f}};
        return none;
    }
    AukDtransform transform = auk__dtransform(pose, pose.p);
    AukLocalBox local = auk__local_box_of_shape(shape, &transform);
    return tight_box(&local, dvec_from(pose.p), (double)shape->radius);
}
