// Along a straight motion the distance of two convex shapes is a convex function, so Newton's method from the left
// never passes the first contact: each step goes to where the current supporting plane would be met. On flat features
// that is exact at once; on corners of rounded shapes it converges quadratically, and halves the gap when grazing.
// Invariant: at every fraction visited nothing has been touched before it.
#include "geom/cast.h"

#include "base/predicates.h"

#include <string.h>

// The surfaces have met when their gap is below this part of the pair's size: a float shows 1e-7.
#define GAP 1e-12

enum { CAST_ITERATION_LIMIT = 96 };

static void report(AukImpact *impact, double fraction, const AukGjk *gjk, double radius_a)
{
    impact->hit = true;
    impact->fraction = fraction < 1.0 ? fraction : 1.0;
    impact->normal = gjk->normal;
    impact->point = dvec_mul_add(gjk->point_a, radius_a, gjk->normal);
    impact->status = AUK_OK;
}

AukImpact auk__cast(const AukCore *a, AukCore *b, AukDvec delta, bool skip_overlapping)
{
    AukImpact impact;
    memset(&impact, 0, sizeof impact);
    const AukPlace start = b->place;
    const double radius = a->radius + b->radius;
    AukGjkCache cache;
    memset(&cache, 0, sizeof cache);
    AukGjk apart; // the last configuration that was apart
    memset(&apart, 0, sizeof apart);
    double fraction = 0.0, size = 0.0;
    impact.status = AUK_ERROR_ITERATION_LIMIT;
    while (impact.iterations++ < CAST_ITERATION_LIMIT) {
        b->place.x = start.x + fraction * delta.x;
        b->place.y = start.y + fraction * delta.y;
        AukGjk gjk = auk__gjk(a, b, INFINITY, &cache, NULL);
        double gap = gjk.overlap ? -radius : gjk.distance - radius;
        if (impact.iterations == 1) {
            size = gjk.distance + radius + dvec_size(gjk.point_a) + dvec_size(gjk.point_b);
            if (gap <= GAP * size) {
                impact.status = AUK_OK;
                impact.hit = impact.overlapping = !skip_overlapping;
                AukSeparation separation = auk__separation(a, b, INFINITY, NULL);
                impact.point = dvec_scale(0.5, dvec_add(separation.point_a, separation.point_b));
                break;
            }
        }
        if (gjk.overlap) {
            // only rounding brings the cores together before their plane was met: this is the contact
            AukSeparation separation = auk__separation(a, b, INFINITY, NULL);
            apart.point_a = dvec_mul_add(separation.point_a, -a->radius, separation.normal);
            report(&impact, fraction, &apart, a->radius);
            break;
        }
        double closing = -dvec_dot(gjk.normal, delta);
        if (gap <= GAP * size) {
            // one last step makes the fraction exact where the contact is slow to close
            double last = closing > 0.0 && gap > 0.0 ? gap / closing : 0.0;
            if (closing <= 0.0) {
                gjk.normal = apart.normal; // rounding has carried it through a surface without thickness
            }
            report(&impact, fraction + (last < 1e-6 ? last : 0.0), &gjk, a->radius);
            break;
        }
        if (closing <= 0.0 || fraction + gap / closing > 1.0) {
            impact.status = AUK_OK;
            break;
        }
        fraction += gap / closing;
        apart = gjk;
    }
    if (impact.status == AUK_ERROR_ITERATION_LIMIT) {
        report(&impact, fraction, &apart, a->radius);
        impact.status = AUK_ERROR_ITERATION_LIMIT;
    }
    b->place = start;
    return impact;
}

AukStatus auk__options_check(const AukCastOptions *options)
{
    if (!options) {
        return AUK_OK;
    }
    AukStatus status = auk__check_number(options->distance);
    return status ? status : (options->distance < 0.0f ? AUK_ERROR_NEGATIVE : AUK_OK);
}

AukCast auk_cast_shape(const AukShape *a, AukTransform pose_a, AukVec2 delta, const AukShape *b, AukTransform pose_b,
                       const AukCastOptions *options)
{
    AukCast result;
    memset(&result, 0, sizeof result);
    result.status = auk__pair_check(a, pose_a, b, pose_b);
    result.status = result.status ? result.status : auk__check_vec(delta);
    result.status = result.status ? result.status : auk__options_check(options);
    if (result.status) {
        return result;
    }
    AukCore core_a, core_b;
    auk__core_init(&core_a, a, auk__place(pose_a, pose_a.p));
    auk__core_init(&core_b, b, auk__place(pose_b, pose_a.p));
    core_b.radius += options ? options->distance : 0.0f; // stopping short of b is meeting a larger b
    AukImpact impact = auk__cast(&core_a, &core_b, dvec_neg(dvec_from(delta)), options && options->skip_overlapping);
    result.hit = impact.hit;
    result.fraction = (float)impact.fraction;
    result.iterations = impact.iterations;
    result.status = impact.status;
    if (impact.hit) {
        AukDvec moved = dvec_mul_add(dvec_from(pose_a.p), impact.fraction, dvec_from(delta));
        result.point = dvec_to_float(dvec_add(moved, impact.point));
        result.normal = dvec_to_float(impact.overlapping ? dvec(0.0, 0.0) : impact.normal);
    }
    return result;
}

AukCast auk_cast_ray(const AukShape *shape, AukTransform pose, AukVec2 from, AukVec2 delta,
                     const AukCastOptions *options)
{
    AukCast result;
    memset(&result, 0, sizeof result);
    result.status = auk__shape_check(shape);
    result.status = result.status ? result.status : auk__check_pose(pose);
    result.status = result.status ? result.status : auk__check_vec(from);
    result.status = result.status ? result.status : auk__check_vec(delta);
    result.status = result.status ? result.status : auk__options_check(options);
    if (result.status) {
        return result;
    }
    AukCore core, point;
    auk__core_init(&core, shape, auk__place(pose, pose.p));
    auk__core_init_point(&point, dvec_sub(dvec_from(from), dvec_from(pose.p)));
    point.radius = options ? options->distance : 0.0f;
    AukImpact impact = auk__cast(&core, &point, dvec_from(delta), options && options->skip_overlapping);
    result.hit = impact.hit;
    result.fraction = (float)impact.fraction;
    result.iterations = impact.iterations;
    result.status = impact.status;
    if (impact.hit) {
        result.point = dvec_to_float(dvec_mul_add(dvec_from(from), impact.fraction, dvec_from(delta)));
        result.normal = dvec_to_float(impact.overlapping ? dvec(0.0, 0.0) : impact.normal);
    }
    return result;
}
