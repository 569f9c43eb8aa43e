// Conservative advancement on fixed axes. At the current fraction GJK gives a separating axis n with gap g. Along n,
// kept fixed, the separation s(h) is the minimum over pairs of points of smooth functions whose slope is at most
// `closing` and whose second derivative is at most K = turn_a^2 reach_a + turn_b^2 reach_b. So over [0, h]
//     s(x) >= (1 - x/h) s(0) + (x/h) s(h) - K x (h - x) / 2,
// and where the right side stays positive nothing touches: that step is taken whole, however close the shapes are. Near
// a contact s(h) = 0 is solved on the axis and the next round takes a new axis there, which converges quadratically.
// Invariant: nothing touches before the current fraction. (Bilateral advancement as in Catto, "Continuous Collision",
// GDC 2013, picks the deepest points at the end of the step only, and misses contacts in between; the chord bound
// is what makes this one safe.)
#include "geom/toi.h"

#include "auk/geom.h"
#include "base/predicates.h"
#include "base/trig.h"

#include <string.h>

enum { TOI_ITERATION_LIMIT = 4096, ROOT_ITERATION_LIMIT = 32, LEAVE_ITERATION_LIMIT = 4096 };

// Gaps that count as contact, relative to the pair's size. The first is far below a float's digits; when a contact is
// so grazing that many rounds pass, the second is reached, still a quarter of tau.
#define GAP 1e-11
#define GAP_LATE 1e-7
enum { LATE_ITERATIONS = 256 };

AukPlace auk__path_place(const AukPlace *start, AukDvec delta, double turn, double fraction)
{
    AukPlace place = *start;
    place.x += fraction * delta.x;
    place.y += fraction * delta.y;
    if (turn != 0.0) {
        AukCosSin turned = auk__cos_sin(fraction * turn);
        place.c = start->c * turned.c - start->s * turned.s;
        place.s = start->s * turned.c + start->c * turned.s;
    }
    return place;
}

void auk__mover_place(AukMover *mover, double fraction)
{
    AukPlace body = auk__path_place(&mover->start, mover->delta, mover->turn, fraction);
    mover->core.place = auk__place_compose(&body, &mover->local);
}

// Separation of the two shapes along a fixed axis from a to b.
static double axis_separation(AukMover *a, AukMover *b, AukDvec axis, double fraction)
{
    auk__mover_place(a, fraction);
    auk__mover_place(b, fraction);
    AukDvec point_a = auk__core_farthest(&a->core, axis).point;
    AukDvec point_b = auk__core_farthest(&b->core, dvec_neg(axis)).point;
    return dvec_dot(axis, dvec_sub(point_b, point_a)) - (a->core.radius + b->core.radius);
}

// The bound of the file's head: true if nothing touches within a step of h that starts at gap and ends at separation
// end.
static bool chord_is_clear(double gap, double end, double curvature, double h)
{
    if (end < 0.0) {
        return false;
    }
    double slope = (end - gap) / h - 0.5 * curvature * h;
    double x = -slope / curvature; // where the bound is lowest
    if (x <= 0.0 || x >= h) {
        return true;
    }
    return gap - 0.5 * curvature * x * x > 0.0;
}

// The largest safe step at which the axis still separates: between `low` (safe, separated) and `high` (not separated).
// Regula falsi with the Illinois weights; any step it ends on is safe.
static double solve_axis(AukMover *a, AukMover *b, AukDvec axis, double fraction, double low, double high, double gap,
                         double tolerance)
{
    double at_low = axis_separation(a, b, axis, fraction + low);
    double at_high = axis_separation(a, b, axis, fraction + high);
    double weight_low = at_low, weight_high = at_high;
    for (int i = 0; i < ROOT_ITERATION_LIMIT && at_low > tolerance && at_low > 1e-3 * gap; i++) {
        double share = weight_low / (weight_low - weight_high);
        double middle = low + (high - low) * (share > 0.0 && share < 1.0 ? share : 0.5);
        double at_middle = axis_separation(a, b, axis, fraction + middle);
        if (at_middle >= 0.0) {
            low = middle;
            at_low = weight_low = at_middle;
            weight_high *= 0.5;
        } else {
            high = middle;
            weight_high = at_middle;
            weight_low *= 0.5;
        }
    }
    return low;
}

typedef struct Motion {
    double closing_turn; // largest speed that turning can add
    double curvature;    // K
    AukDvec delta;       // of b relative to a
    double size;         // what rounding and tolerances are relative to
} Motion;

static Motion measure(const AukMover *a, const AukMover *b, const AukGjk *gjk)
{
    Motion motion;
    motion.closing_turn = fabs(a->turn) * a->reach + fabs(b->turn) * b->reach;
    motion.curvature = a->turn * a->turn * a->reach + b->turn * b->turn * b->reach;
    motion.delta = dvec_sub(b->delta, a->delta);
    double apart = dvec_size(dvec(b->start.x - a->start.x, b->start.y - a->start.y));
    double reach = a->reach + b->reach + a->core.radius + b->core.radius;
    motion.size = (gjk->overlap ? 0.0 : gjk->distance) + (apart > reach ? apart : reach);
    return motion;
}

// How far the pair may safely go from `fraction` on, at most `remaining`.
static double safe_step(AukMover *a, AukMover *b, const Motion *motion, AukDvec normal, double gap, double fraction,
                        double remaining)
{
    double closing = motion->closing_turn - dvec_dot(normal, motion->delta);
    if (closing * remaining <= gap) {
        return remaining;
    }
    double by_slope = gap / closing;
    double tried = sqrt(8.0 * gap / motion->curvature);
    tried = tried < remaining ? tried : remaining;
    if (tried > by_slope) {
        double end = axis_separation(a, b, normal, fraction + tried);
        if (chord_is_clear(gap, end, motion->curvature, tried)) {
            return tried;
        }
    }
    // within this step the bound holds for every end that is still separated
    double by_curvature = sqrt(2.0 * gap / motion->curvature);
    by_curvature = by_curvature < remaining ? by_curvature : remaining;
    if (by_curvature <= by_slope) {
        return by_slope;
    }
    if (axis_separation(a, b, normal, fraction + by_curvature) >= 0.0) {
        return by_curvature;
    }
    return solve_axis(a, b, normal, fraction, by_slope, by_curvature, gap, GAP * motion->size);
}

static double separate_at(AukMover *a, AukMover *b, double fraction, AukSeparation *separation)
{
    auk__mover_place(a, fraction);
    auk__mover_place(b, fraction);
    *separation = auk__separation(&a->core, &b->core, INFINITY, NULL);
    return separation->distance;
}

typedef enum Departure { STAYS, PARTS, CLOSES } Departure;

// Goes on until the pair is apart by more than `touching`, or, if that is asked for and it begins to close before, to
// the last sample before it does. Only what touched and goes in closes: of what is deep in, the nearest way out may
// change from sample to sample while it leaves. An overlap of depth d lasts at least d / speed; steps are never below
// 1/1024 of the way, so what comes and goes within one is not noticed.
static Departure depart(AukMover *a, AukMover *b, double touching, bool may_close, double *fraction)
{
    double speed = dvec_length(dvec_sub(b->delta, a->delta)) + fabs(a->turn) * a->reach + fabs(b->turn) * b->reach;
    double widest = -INFINITY, at_widest = *fraction;
    for (int i = 0; i < LEAVE_ITERATION_LIMIT; i++) {
        AukSeparation separation;
        double distance = separate_at(a, b, *fraction, &separation);
        if (distance > touching) {
            return PARTS;
        }
        if (may_close && widest >= -touching && distance < widest - touching) {
            *fraction = at_widest;
            return CLOSES;
        }
        if (distance >= widest) {
            widest = distance;
            at_widest = *fraction;
        }
        double step = (touching - distance) / speed;
        step = step > 1.0 / 1024.0 ? step : 1.0 / 1024.0;
        if (!(*fraction + step <= 1.0)) {
            return STAYS;
        }
        *fraction += step;
    }
    return STAYS;
}

// The contact of a pair that touches at a fraction.
static AukImpact contact_at(AukMover *a, AukMover *b, double fraction)
{
    AukImpact impact;
    memset(&impact, 0, sizeof impact);
    AukSeparation separation;
    separate_at(a, b, fraction, &separation);
    impact.hit = true;
    impact.fraction = fraction;
    impact.normal = separation.normal;
    impact.point = dvec_scale(0.5, dvec_add(separation.point_a, separation.point_b));
    impact.iterations = 1;
    impact.status = separation.status;
    return impact;
}

static AukImpact advance(AukMover *a, AukMover *b, double fraction)
{
    AukImpact impact;
    memset(&impact, 0, sizeof impact);
    AukGjkCache cache;
    memset(&cache, 0, sizeof cache);
    Motion motion;
    memset(&motion, 0, sizeof motion);
    AukGjk apart;
    memset(&apart, 0, sizeof apart);
    for (;;) {
        impact.iterations++;
        auk__mover_place(a, fraction);
        auk__mover_place(b, fraction);
        AukGjk gjk = auk__gjk(&a->core, &b->core, INFINITY, &cache, NULL);
        double radius = a->core.radius + b->core.radius;
        double gap = gjk.overlap ? -radius : gjk.distance - radius;
        if (impact.iterations == 1) {
            motion = measure(a, b, &gjk);
        }
        bool late = impact.iterations > LATE_ITERATIONS;
        bool limit = impact.iterations >= TOI_ITERATION_LIMIT;
        if (gap <= (late ? GAP_LATE : GAP) * motion.size || limit) {
            impact.hit = true;
            impact.overlapping = impact.iterations == 1;
            impact.fraction = fraction < 1.0 ? fraction : 1.0;
            AukSeparation separation = auk__separation(&a->core, &b->core, INFINITY, NULL);
            impact.normal = gjk.overlap && impact.iterations > 1 ? apart.normal : separation.normal;
            impact.point = dvec_scale(0.5, dvec_add(separation.point_a, separation.point_b));
            impact.status = limit ? AUK_ERROR_ITERATION_LIMIT : AUK_OK;
            return impact;
        }
        if (fraction >= 1.0) {
            return impact;
        }
        double step = safe_step(a, b, &motion, gjk.normal, gap, fraction, 1.0 - fraction);
        double next = fraction + step;
        if (next <= fraction) {
            next = fraction + 0x1p-50; // a step lost to rounding
        }
        fraction = next;
        apart = gjk;
    }
}

// Without turning, or with shapes that turning does not move, the exact linear cast answers.
static AukImpact cast_straight(AukMover *a, AukMover *b, double from, bool skip_overlapping)
{
    auk__mover_place(a, from);
    auk__mover_place(b, from);
    AukDvec delta = dvec_scale(1.0 - from, dvec_sub(b->delta, a->delta));
    AukImpact impact = auk__cast(&a->core, &b->core, delta, skip_overlapping);
    if (impact.hit) {
        double part = impact.fraction;
        impact.fraction = from + part * (1.0 - from);
        // the cast held a fast: move its answer along
        impact.point = dvec_mul_add(impact.point, part * (1.0 - from), a->delta);
    }
    return impact;
}

AukImpact auk__time_of_impact(AukMover *a, AukMover *b, double from, AukOverlapRule rule, double touching)
{
    bool turning = a->turn * a->reach != 0.0 || b->turn * b->reach != 0.0;
    if (!turning) {
        return cast_straight(a, b, from, rule != AUK_OVERLAP_HITS);
    }
    double fraction = from;
    if (rule != AUK_OVERLAP_HITS) {
        Departure departure = depart(a, b, touching, rule == AUK_OVERLAP_OPENS, &fraction);
        if (departure == CLOSES) {
            return contact_at(a, b, fraction);
        }
        if (departure == STAYS) {
            AukImpact none;
            memset(&none, 0, sizeof none);
            none.iterations = 1;
            return none;
        }
    }
    AukImpact impact = advance(a, b, fraction);
    impact.overlapping = impact.overlapping && rule == AUK_OVERLAP_HITS;
    return impact;
}

static AukStatus set_mover(AukMover *mover, const AukShape *shape, const AukPath *path, AukVec2 origin)
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
    status = status ? status : auk__check_number(path->turn);
    if (status) {
        return status;
    }
    AukPlace identity = {0.0, 0.0, 1.0, 0.0};
    mover->start = auk__place(path->start, origin);
    mover->local = identity;
    mover->delta = dvec_from(path->delta);
    mover->turn = path->turn;
    auk__core_init(&mover->core, shape, mover->start);
    mover->reach = auk__core_reach(&mover->core, &identity);
    return AUK_OK;
}

AukTransform auk_path_pose(const AukPath *path, float fraction)
{
    AukPlace start = auk__place(path->start, auk_vec(0.0f, 0.0f));
    AukPlace place = auk__path_place(&start, dvec_from(path->delta), path->turn, fraction);
    AukTransform pose;
    pose.p = auk_vec((float)place.x, (float)place.y);
    pose.q.c = (float)place.c;
    pose.q.s = (float)place.s;
    return pose;
}

AukCast auk_time_of_impact(const AukShape *a, const AukPath *path_a, const AukShape *b, const AukPath *path_b,
                           const AukCastOptions *options)
{
    AukCast result;
    memset(&result, 0, sizeof result);
    AukMover mover_a, mover_b;
    AukVec2 origin = path_a ? path_a->start.p : auk_vec(0.0f, 0.0f);
    result.status = set_mover(&mover_a, a, path_a, origin);
    result.status = result.status ? result.status : set_mover(&mover_b, b, path_b, origin);
    result.status = result.status ? result.status : auk__options_check(options);
    if (result.status) {
        return result;
    }
    mover_b.core.radius += options ? options->distance : 0.0f;
    AukOverlapRule rule = options && options->skip_overlapping ? AUK_OVERLAP_LEAVES : AUK_OVERLAP_HITS;
    double extent_a = auk__core_extent(&mover_a.core), extent_b = auk__core_extent(&mover_b.core);
    double touching = auk__tau(extent_a > extent_b ? extent_a : extent_b);
    AukImpact impact = auk__time_of_impact(&mover_a, &mover_b, 0.0, rule, touching);
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
