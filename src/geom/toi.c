// A motion without turning is a linear cast of the relative motion. With turning it is conservative advancement
// (advance.h). The common part of both bodies' motions is subtracted first and added to the result, so the result for
// two bodies that fly side by side is as exact as for two at rest.
#include "geom/toi.h"

#include "auk/geom.h"
#include "base/predicates.h"
#include "base/trig.h"
#include "geom/advance.h"

#include <string.h>

// The steps of a search for the end of an overlap take at least this fraction of the motion, so there are at most
// LEAVE_STEPS + 1 samples. Changes that revert within a step are not noticed.
enum { LEAVE_STEPS = 1024 };

AukDtransform auk__path_dtransform(const AukDtransform *start, AukDvec delta, double turn, double fraction)
{
    AukDtransform transform = *start;
    transform.x += fraction * delta.x;
    transform.y += fraction * delta.y;
    double angle = fraction * turn;
    if (angle != 0.0) {
        AukCosSin turned = auk__cos_sin(angle);
        transform.c = start->c * turned.c - start->s * turned.s;
        transform.s = start->s * turned.c + start->c * turned.s;
    }
    return transform;
}

void auk__shape_path_set(AukShapePath *path, double fraction)
{
    const AukDtransform *local = &path->local;
    AukDtransform body = auk__path_dtransform(&path->start, path->delta, path->turn, fraction);
    bool centred = local->x == 0.0 && local->y == 0.0 && local->c == 1.0 && local->s == 0.0;
    path->core.transform = centred ? body : auk__dtransform_compose(&body, local);
}

static AukSeparation separation_at(AukShapePath *a, AukShapePath *b, double fraction, AukDvec *side)
{
    auk__shape_path_set(a, fraction);
    auk__shape_path_set(b, fraction);
    return auk__separation_from(&a->core, &b->core, INFINITY, side);
}

// A fraction just after that between two others at which a pair is widest; the first of the two if it is not wider by
// `least` anywhere. Between them a corner may have left what it touched, and another one met it.
static double widest_between(AukShapePath *a, AukShapePath *b, double first, double second, double least, AukDvec side)
{
    enum { THIRDS = 24 };
    double from = first, to = second, widest = -INFINITY;
    for (int i = 0; i < THIRDS; i++) {
        double low = from + (to - from) / 3.0, high = to - (to - from) / 3.0;
        AukDvec of_low = side, of_high = side;
        double at_low = separation_at(a, b, low, &of_low).distance;
        widest = separation_at(a, b, high, &of_high).distance;
        from = at_low < widest ? low : from;
        to = at_low < widest ? to : high;
    }
    return widest > least ? to : first;
}

typedef enum OverlapEnd { OVERLAP_STAYS, OVERLAP_PARTS, OVERLAP_CLOSES } OverlapEnd;

// Samples the motion until the distance exceeds `touching` (PARTS) or the motion ends (STAYS). If the rule is one of
// those of a pair that opens, it goes back to the widest sample so far if that overlaps by `touching` at most (OPENS),
// or by as much as the first (OPENS_DEEP), and the distance has fallen below it by more than `touching` (CLOSES).
// Deeper overlaps never close: their direction of least penetration may change from sample to sample while the shapes
// separate. An overlap of depth d lasts at least d / speed, which is the length of a step. Within one step a pair may
// open and close again, with another corner; then it goes to the widest fraction in that step.
// `side` is given the normal at the fraction it goes back to. While the pair overlaps deeply the normal jumps from
// sample to sample and tells no side, so shapes without an inside may come apart on any side: only a pair that opens
// keeps a side, and only from a sample on that is not deep.
static OverlapEnd leave_overlap(AukShapePath *a, AukShapePath *b, AukOverlapRule rule, double touching,
                                double *fraction, AukDvec *side)
{
    double speed = auk__shape_path_speed(a, b);
    double widest = -INFINITY, at_widest = *fraction, after_widest = *fraction, depth = touching;
    const double least_step = 1.0 / LEAVE_STEPS;
    const bool may_close = rule == AUK_OVERLAP_OPENS || rule == AUK_OVERLAP_OPENS_DEEP;
    AukDvec from = may_close ? *side : dvec(0.0, 0.0);
    while (*fraction <= 1.0) {
        double distance = separation_at(a, b, *fraction, &from).distance;
        if (distance > touching) {
            return OVERLAP_PARTS;
        }
        depth = rule == AUK_OVERLAP_OPENS_DEEP && widest == -INFINITY && distance < -depth ? -distance : depth;
        if (may_close && widest >= -depth && distance < widest - touching) {
            *fraction = widest_between(a, b, at_widest, after_widest, widest + 0.5 * touching, *side);
            from = *side;
            return separation_at(a, b, *fraction, &from).distance > touching ? OVERLAP_PARTS : OVERLAP_CLOSES;
        }
        if (distance >= widest) {
            widest = distance;
            at_widest = *fraction;
            *side = from;
        }
        from = may_close && widest >= -depth ? from : dvec(0.0, 0.0);
        double step = (touching - distance) / speed;
        bool is_widest = at_widest == *fraction;
        *fraction += step > least_step ? step : least_step;
        after_widest = is_widest ? *fraction : after_widest;
    }
    return OVERLAP_STAYS;
}

// The contact of a pair that touches at a fraction.
static AukImpact contact_at(AukShapePath *a, AukShapePath *b, double fraction, AukDvec side)
{
    AukImpact impact;
    memset(&impact, 0, sizeof impact);
    AukSeparation separation = separation_at(a, b, fraction, &side);
    impact.hit = true;
    impact.fraction = fraction;
    impact.normal = separation.normal;
    impact.point = dvec_scale(0.5, dvec_add(separation.point_a, separation.point_b));
    impact.iterations = 1;
    impact.status = separation.status;
    return impact;
}

// The exact linear cast, for motions without turning and for shapes that turning does not change. a does not move.
static AukImpact cast_straight(AukShapePath *a, AukShapePath *b, double from, bool skip_overlapping)
{
    auk__shape_path_set(a, from);
    auk__shape_path_set(b, from);
    AukImpact impact = auk__cast(&a->core, &b->core, dvec_scale(1.0 - from, b->delta), skip_overlapping);
    impact.fraction = from + impact.fraction * (1.0 - from);
    return impact;
}

static AukImpact first_contact(AukShapePath *a, AukShapePath *b, double from, AukOverlapRule rule, double touching,
                               AukDvec side)
{
    bool turning = auk__shape_path_turns(a) || auk__shape_path_turns(b);
    if (!turning) {
        return cast_straight(a, b, from, rule != AUK_OVERLAP_HITS);
    }
    double fraction = from;
    if (rule != AUK_OVERLAP_HITS) {
        OverlapEnd overlap_end = leave_overlap(a, b, rule, touching, &fraction, &side);
        if (overlap_end == OVERLAP_CLOSES) {
            return contact_at(a, b, fraction, side);
        }
        if (overlap_end == OVERLAP_STAYS) {
            AukImpact none;
            memset(&none, 0, sizeof none);
            none.iterations = 1;
            return none;
        }
    }
    AukImpact impact = auk__advance(a, b, fraction);
    impact.overlapping = impact.overlapping && rule == AUK_OVERLAP_HITS;
    return impact;
}

AukImpact auk__time_of_impact(AukShapePath *a, AukShapePath *b, double from, AukOverlapRule rule, double touching,
                              AukDvec side)
{
    AukDvec delta_a = a->delta, delta_b = b->delta;
    a->delta = dvec(0.0, 0.0);
    b->delta = dvec_sub(delta_b, delta_a);
    AukImpact impact = first_contact(a, b, from, rule, touching, side);
    a->delta = delta_a;
    b->delta = delta_b;
    if (impact.hit) {
        impact.point = dvec_mul_add(impact.point, impact.fraction, delta_a);
    }
    return impact;
}

static AukStatus path_status(const AukShape *shape, const AukPath *path)
{
    AukStatus status = auk__shape_check(shape);
    if (status) {
        return status;
    }
    if (!path) {
        return AUK_ERROR_NULL;
    }
    status = auk__check_pose(path->start);
    status = status ? status : auk__check_vec(path->delta);
    return status ? status : auk__check_number(path->turn);
}

static inline bool path_is_right(const AukPath *path)
{
    return path && (int)auk__pose_is_right(&path->start) & (int)auk__is_in_range(path->delta.x) &
                       (int)auk__is_in_range(path->delta.y) & (int)auk__is_in_range(path->turn);
}

// The turn radius of a core at its body's origin.
static inline double centred_turn_radius(const AukSupportShape *core)
{
    static const AukDtransform identity = {0.0, 0.0, 1.0, 0.0};
    return core->box ? dvec_length(dvec_from(core->own[2])) : auk__support_shape_turn_radius(core, &identity);
}

static inline AukStatus set_path(AukShapePath *shape_path, const AukShape *shape, const AukPath *path, AukVec2 origin)
{
    if (!path_is_right(path) || !auk__shape_is_right(shape)) {
        AukStatus status = path_status(shape, path);
        if (status) {
            return status;
        }
    }
    shape_path->start = auk__dtransform(path->start, origin);
    shape_path->local.x = shape_path->local.y = shape_path->local.s = 0.0;
    shape_path->local.c = 1.0;
    shape_path->delta = dvec_from(path->delta);
    shape_path->turn = path->turn;
    auk__support_shape_init(&shape_path->core, shape, shape_path->start);
    shape_path->turn_radius = centred_turn_radius(&shape_path->core);
    return AUK_OK;
}

AukTransform auk_path_pose(const AukPath *path, float fraction)
{
    AukTransform pose = {{0.0f, 0.0f}, {0.0f, 0.0f}};
    if (!path) {
        return pose;
    }
    AukDtransform start = auk__dtransform(path->start, auk_vec(0.0f, 0.0f));
    AukDtransform transform = auk__path_dtransform(&start, dvec_from(path->delta), path->turn, fraction);
    pose.p = auk_vec((float)transform.x, (float)transform.y);
    pose.q.c = (float)transform.c;
    pose.q.s = (float)transform.s;
    return pose;
}

static double tau_of(const AukSupportShape *a, const AukSupportShape *b)
{
    double extent_a = auk__support_shape_extent(a), extent_b = auk__support_shape_extent(b);
    return auk__tau(extent_a > extent_b ? extent_a : extent_b);
}

AukCast auk_time_of_impact(const AukShape *a, const AukPath *path_a, const AukShape *b, const AukPath *path_b,
                           const AukCastOptions *options)
{
    AukCast result;
    memset(&result, 0, sizeof result);
    AukShapePath shape_path_a, shape_path_b;
    AukVec2 origin = path_a ? path_a->start.p : auk_vec(0.0f, 0.0f);
    result.status = set_path(&shape_path_a, a, path_a, origin);
    result.status = result.status ? result.status : set_path(&shape_path_b, b, path_b, origin);
    result.status = result.status ? result.status : auk__options_check(options);
    if (!result.status && (shape_path_a.core.count & shape_path_b.core.count) < 0) {
        result.status = AUK_ERROR_UNSUPPORTED; // two half-planes
    }
    if (result.status) {
        return result;
    }
    shape_path_b.core.radius += options ? options->distance : 0.0f;
    AukOverlapRule rule = options && options->skip_overlapping ? AUK_OVERLAP_LEAVES : AUK_OVERLAP_HITS;
    double touching = rule == AUK_OVERLAP_HITS ? 0.0 : tau_of(&shape_path_a.core, &shape_path_b.core);
    AukImpact impact = auk__time_of_impact(&shape_path_a, &shape_path_b, 0.0, rule, touching, dvec(0.0, 0.0));
    result.hit = impact.hit;
    result.fraction = (float)impact.fraction;
    result.iterations = impact.iterations;
    result.status = impact.status;
    if (impact.hit) {
        result.point = dvec_to_float(dvec_add(dvec_from(origin), impact.point));
        result.normal = dvec_to_float(impact.overlapping ? dvec(0.0, 0.0) : impact.normal);
    }
    return result;
}
