// A motion of b against a is a ray from the origin against the rounded difference a - b. Its crossing with the outline
// is found directly (mpr.h), exactly on polygons, without iteration over distances. The distance at the start is
// computed only if the motion starts at the outline or behind it.
// Tried before: Newton's method on the distance, with one GJK per step. Grazing a sliver it reported contacts too late
// by 1e-8 of the size, and head-on it missed tips without thickness, since GJK's normal is noisy near contact.
#include "geom/cast.h"

#include "base/predicates.h"
#include "geom/half_plane.h"
#include "geom/mpr.h"

#include <string.h>

// Surfaces touch if their gap is below this fraction of the pair's size; the resolution of floats is 1e-7.
#define CAST_GAP 1e-12

AukDvec auk__meeting_point(const AukGjk *gjk, double radius_a, double radius_b)
{
    // divides the segment between the cores in proportion to the radii
    double first = gjk->distance - radius_b, last = gjk->distance < radius_a ? gjk->distance : radius_a;
    return dvec_mul_add(gjk->point_a, 0.5 * ((first > 0.0 ? first : 0.0) + last), gjk->normal);
}

AukDvec auk__common_point(const AukSupportShape *a, const AukSupportShape *b)
{
    AukGjk gjk = auk__gjk(a, b, INFINITY, NULL, NULL);
    return gjk.overlap ? gjk.point_a : auk__meeting_point(&gjk, a->radius, b->radius);
}

static bool touches_at_start(const AukSupportShape *a, const AukSupportShape *b, AukImpact *impact)
{
    AukGjk gjk = auk__gjk(a, b, INFINITY, NULL, NULL);
    double radius = a->radius + b->radius;
    double size = gjk.distance + radius + dvec_size(gjk.point_a) + dvec_size(gjk.point_b);
    impact->iterations += gjk.iterations;
    impact->status = gjk.status;
    return gjk.overlap || gjk.distance - radius <= CAST_GAP * size;
}

// True if the line leaves the difference ahead of its start. If it also enters behind the start, the start is inside.
static bool leaves_ahead(const AukSupportShape *a, const AukSupportShape *b, double radius, AukDvec direction)
{
    AukMpr back = auk__mpr(a, b, radius, dvec_neg(direction), AUK_MPR_ROUNDING);
    return back.hit && back.along <= 0.0;
}

// The normal of a face of a segment or a box that is turned to b, which need not be the face nearest to it.
static AukDvec face_towards(const AukSupportShape *a, const AukSupportShape *b)
{
    const AukDtransform *at = &a->transform;
    AukDvec apart = auk__dtransform_unrotate(at, dvec(b->transform.x - at->x, b->transform.y - at->y)), local;
    if (a->box) {
        AukDvec half = dvec_from(a->own[2]);
        bool beside = fabs(apart.x) * half.y > fabs(apart.y) * half.x;
        local = beside ? dvec(apart.x < 0.0 ? -1.0 : 1.0, 0.0) : dvec(0.0, apart.y < 0.0 ? -1.0 : 1.0);
    } else {
        AukDvec from = dvec_from(a->vertices[0]), along = dvec_sub(dvec_from(a->vertices[1]), from);
        double side = dvec_cross(along, dvec_sub(apart, from)) < 0.0 ? 1.0 : -1.0;
        local = dvec_scale(side / dvec_length(along), dvec(along.y, -along.x));
    }
    return dvec_scale(auk__dtransform_shrink(at), auk__dtransform_rotate(at, local));
}

// True if b is clearly in front of a face of a on its whole way. Something that walks along the ground meets the boxes
// of many pieces, and is in front of most of them: a tenth of the time of a move over a chain. A ray seldom is.
static bool stays_in_front(const AukSupportShape *a, const AukSupportShape *b, AukDvec delta, AukImpact *impact)
{
    AukDvec normal = face_towards(a, b);
    AukDvec top = auk__support_shape_farthest(a, normal).point,
            low = auk__support_shape_farthest(b, dvec_neg(normal)).point;
    double apart = dvec_dot(normal, dvec_sub(low, top)) - (a->radius + b->radius), rise = dvec_dot(normal, delta);
    double size = dvec_size(top) + dvec_size(low) + dvec_size(delta) + a->radius + b->radius;
    bool stays = (rise < 0.0 ? apart + rise : apart) > CAST_GAP * size;
    impact->apart = stays ? apart : 0.0;
    return stays;
}

// The fast paths. False if they are not certain.
static inline bool cast_by_faces(const AukSupportShape *a, const AukSupportShape *b, AukDvec delta, AukImpact *impact)
{
    if (a->box && b->box) {
        return auk__cast_boxes(a, b, delta, impact);
    }
    if ((a->box && b->count == 1) || (b->box && a->count == 1)) {
        return auk__cast_disc_box(a, b, delta, impact);
    }
    bool has_face = a->box || a->count == 2, is_ray = b->count == 1 && a->radius + b->radius == 0.0;
    return has_face && !is_ray && b->count > 0 && b->count <= AUK_SCANNED_VERTICES &&
           stays_in_front(a, b, delta, impact);
}

AukImpact auk__cast(const AukSupportShape *a, const AukSupportShape *b, AukDvec delta, bool skip_overlapping)
{
    AukImpact impact;
    memset(&impact, 0, sizeof impact);
    if (cast_by_faces(a, b, delta, &impact)) {
        impact.iterations = 1;
        return impact;
    }
    if (auk__has_half_plane(a, b)) {
        return auk__half_plane_cast(a, b, delta, skip_overlapping);
    }
    double length = dvec_length(delta), radius = a->radius + b->radius;
    AukDvec direction = length > 0.0 ? dvec_scale(1.0 / length, delta) : dvec(1.0, 0.0);
    AukMpr met = auk__mpr(a, b, radius, direction, AUK_MPR_ROUNDING);
    impact.iterations = met.iterations;
    double size = met.size + radius;
    // a lower bound on the distance at the start
    double gap = met.hit ? -met.along * dvec_dot(met.normal, direction) : met.aside;
    // GJK's distance of a curve may be less accurate, but a motion that starts on a surface must not pass through it
    bool enters_here = met.hit && met.along < 0.0 && gap >= -CAST_GAP * size;
    if (gap <= CAST_GAP * size &&
        (touches_at_start(a, b, &impact) || (enters_here && leaves_ahead(a, b, radius, direction)))) {
        impact.hit = impact.overlapping = !skip_overlapping;
        impact.point = impact.hit ? auk__common_point(a, b) : impact.point;
        return impact;
    }
    if (!met.hit || met.along < 0.0 || met.along > length + AUK_MPR_ROUNDING * size) {
        impact.apart = gap > 0.0 ? gap : 0.0;
        return impact;
    }
    impact.hit = true;
    impact.fraction = met.along < length ? met.along / length : 1.0;
    impact.normal = met.normal;
    impact.point = dvec_mul_add(met.point_a, a->radius, met.normal);
    impact.status = met.limit ? AUK_ERROR_ITERATION_LIMIT : impact.status;
    return impact;
}

AukStatus auk__options_check(const AukCastOptions *options)
{
    if (!options) {
        return AUK_OK;
    }
    return auk__check_size(options->distance);
}

AukCast auk_cast_shape(const AukShape *a, AukTransform pose_a, AukVec2 delta, const AukShape *b, AukTransform pose_b,
                       const AukCastOptions *options)
{
    AukCast result;
    memset(&result, 0, sizeof result);
    AukSupportShape core_a, core_b;
    result.status = auk__pair_init(a, &pose_a, b, &pose_b, &core_a, &core_b);
    result.status = result.status ? result.status : auk__check_vec(delta);
    result.status = result.status ? result.status : auk__options_check(options);
    if (result.status) {
        return result;
    }
    core_b.radius += options ? options->distance : 0.0f; // stopping at a distance from b is touching a larger b
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
    AukSupportShape core, point;
    auk__support_shape_init(&core, shape, auk__dtransform(pose, pose.p));
    auk__support_shape_init_point(&point, dvec_sub(dvec_from(from), dvec_from(pose.p)));
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
