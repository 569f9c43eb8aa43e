// Signed distance, and the queries that follow from it: overlap, containment, projection. Small polygons are answered
// by the separating axis test, other pairs by GJK. If cores overlap, GJK is followed by a search over the edges of
// their Minkowski difference, or by EPA for curves. Invariant of every answer: point_b - point_a = distance * normal,
// and both points lie on the rounded surfaces.
#include "geom/distance.h"

#include "auk/geom.h"
#include "base/predicates.h"
#include "geom/difference.h"
#include "geom/epa.h"
#include "geom/half_plane.h"
#include "geom/penetration.h"
#include "geom/sat.h"

#include <string.h>

// The accepted error of GJK's normals on curves, in radians; a tenth of the error that the header promises.
#define NORMAL_ERROR 1e-6
// The largest first step of the search for a better normal, in radians.
#define REFINE_FIRST_TURN 1e-4

// Improves the normal of curves. GJK ends when the distance no longer improves, which gives the normal only to the
// square root of that error. For separated cores, the slope of the support function grows at least by `distance` per
// radian, so slope / distance bounds the error of the angle.
static void refine_normal(const AukSupportShape *a, const AukSupportShape *b, AukSeparation *found)
{
    AukDifferencePoint at = auk__difference_support(a, b, found->normal);
    double slope = fabs(auk__difference_slope(&at));
    if (slope <= NORMAL_ERROR * found->distance) {
        return;
    }
    double first = slope < REFINE_FIRST_TURN * found->distance ? 1.5 * (slope / found->distance) : REFINE_FIRST_TURN;
    AukValley valley = auk__difference_valley(a, b, &at, first);
    AukDifferenceMinimum least = auk__difference_minimum(a, b, valley, dvec_larger_size(at.a, at.b));
    found->normal = least.normal;
    found->point_a = least.point_a;
    found->point_b = least.point_b;
}

static void search_pair(const AukSupportShape *a, const AukSupportShape *b, double max_distance, AukGjkCache *cache,
                        AukSeparation *found)
{
    bool curved = auk__support_shape_is_curved(a) || auk__support_shape_is_curved(b);
    if (curved && auk__has_half_plane(a, b)) {
        auk__half_plane_separate(a, b, cache, found);
        return;
    }
    AukGjk gjk = auk__gjk(a, b, max_distance, cache, NULL);
    AukSeparation apart = {gjk.distance, gjk.point_a, gjk.point_b, gjk.normal, -1, -1, gjk.iterations, gjk.status};
    *found = apart;
    if (curved && !gjk.overlap && !gjk.beyond) {
        refine_normal(a, b, found);
    }
    if (gjk.overlap) {
        AukPenetration deep = curved ? auk__epa(a, b, NULL) : auk__penetration(a, b);
        found->iterations += deep.iterations;
        found->status = deep.status;
        found->distance = -deep.depth;
        found->point_a = deep.point_a;
        found->point_b = deep.point_b;
        found->normal = deep.normal;
    }
}

static inline void separate_pair(const AukSupportShape *a, const AukSupportShape *b, double max, bool tried,
                                 AukGjkCache *cache, AukSeparation *separation)
{
    double radius_a = a->radius, radius_b = b->radius, radius = radius_a + radius_b;
    // two circles first: they take so little time that the other tests would slow them down
    bool answered = a->count == 1 && b->count == 1 && auk__sat_two_points(a, b, separation);
    if (answered && cache) {
        auk__sat_remember_corners(separation, cache);
    }
    if (answered || auk__sat(a, b, max + radius, tried, cache, separation)) {
        separation->iterations = 1;
        separation->status = AUK_OK;
    } else {
        search_pair(a, b, max + radius, cache, separation);
    }
    separation->distance -= radius;
    separation->point_a = dvec_mul_add(separation->point_a, radius_a, separation->normal);
    separation->point_b = dvec_mul_add(separation->point_b, -radius_b, separation->normal);
}

void auk__separate(const AukSupportShape *a, const AukSupportShape *b, double max, AukGjkCache *cache,
                   AukSeparation *separation)
{
    separate_pair(a, b, max, false, cache, separation);
}

void auk__separate_near(const AukSupportShape *a, const AukSupportShape *b, double max, AukGjkCache *cache,
                        AukSeparation *separation)
{
    separate_pair(a, b, max, true, cache, separation);
}

static AukDistance refused_distance(AukStatus status)
{
    AukDistance result;
    memset(&result, 0, sizeof result);
    result.normal.y = 1.0f;
    result.status = status;
    return result;
}

static AukDistance measure_pair(const AukShape *a, const AukTransform *pose_a, const AukShape *b,
                                const AukTransform *pose_b, double max)
{
    AukSupportShape core_a, core_b;
    AukStatus status = auk__pair_init(a, pose_a, b, pose_b, &core_a, &core_b);
    if (status) {
        return refused_distance(status);
    }
    AukSeparation separation;
    auk__separate(&core_a, &core_b, max, NULL, &separation);
    AukDvec origin = dvec_from(pose_a->p);
    AukDistance result;
    result.distance = (float)separation.distance;
    result.point_a = dvec_to_float(dvec_add(origin, separation.point_a));
    result.point_b = dvec_to_float(dvec_add(origin, separation.point_b));
    result.normal = dvec_to_float(separation.normal);
    result.iterations = separation.iterations;
    result.status = separation.status;
    return result;
}

AukDistance auk_distance(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    return measure_pair(a, &pose_a, b, &pose_b, INFINITY);
}

AukDistance auk_distance_up_to(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                               float max)
{
    if (max - max != 0.0f) {
        return refused_distance(AUK_ERROR_NOT_FINITE);
    }
    // slightly more than `max`: distances that round to `max` as floats are still measured, and a lower bound is above
    // `max` as a float
    return measure_pair(a, &pose_a, b, &pose_b, max > 0.0f ? (double)max * (1.0 + 0x1p-22) + 0x1p-149 : 0x1p-149);
}

static bool cores_overlap(const AukSupportShape *a, const AukSupportShape *b)
{
    double radius = a->radius + b->radius;
    AukSeparation found;
    if (auk__sat(a, b, radius, false, NULL, &found)) {
        return found.distance <= radius;
    }
    AukGjk gjk = auk__gjk(a, b, radius, NULL, NULL);
    return gjk.overlap || gjk.distance <= radius;
}

bool auk_overlap(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    AukSupportShape core_a, core_b;
    if (auk__pair_init(a, &pose_a, b, &pose_b, &core_a, &core_b)) {
        return false;
    }
    return cores_overlap(&core_a, &core_b);
}

// Sets up a shape and a point for a query, in a frame centred on the shape.
static AukStatus set_point(const AukShape *shape, AukTransform pose, AukVec2 point, AukSupportShape *a,
                           AukSupportShape *b)
{
    AukStatus status = auk__shape_check(shape);
    status = status ? status : auk__check_pose(pose);
    status = status ? status : auk__check_vec(point);
    if (!status) {
        auk__support_shape_init(a, shape, auk__dtransform(pose, pose.p));
        auk__support_shape_init_point(b, dvec_sub(dvec_from(point), dvec_from(pose.p)));
    }
    return status;
}

bool auk_contains(const AukShape *shape, AukTransform pose, AukVec2 point)
{
    AukSupportShape a, b;
    return set_point(shape, pose, point, &a, &b) == AUK_OK && cores_overlap(&a, &b);
}

AukProjection auk_project_point(const AukShape *shape, AukTransform pose, AukVec2 point)
{
    AukProjection result;
    memset(&result, 0, sizeof result);
    result.normal.y = 1.0f;
    AukSupportShape a, b;
    result.status = set_point(shape, pose, point, &a, &b);
    if (result.status) {
        return result;
    }
    AukSeparation separation = auk__separation(&a, &b, INFINITY, NULL);
    result.point = dvec_to_float(dvec_add(dvec_from(pose.p), separation.point_a));
    result.normal = dvec_to_float(separation.normal);
    result.distance = (float)separation.distance;
    result.status = separation.status;
    return result;
}

AukSeparation auk__separation_from(const AukSupportShape *a, const AukSupportShape *b, double max, AukDvec *side)
{
    if (!auk__have_no_inside(a, b)) {
        return auk__separation(a, b, max, NULL);
    }
    AukSeparation separation = auk__separation(a, b, INFINITY, NULL);
    if (dvec_dot(*side, separation.normal) < -0.5) { // a normal turns by less from one look at a path to the next
        separation.distance = -fabs(separation.distance);
        separation.normal = dvec_neg(separation.normal);
    }
    *side = separation.normal;
    return separation;
}
