// At the current fraction GJK gives an axis n from a to b with gap g. Let n turn with the body whose edge it is normal
// to, at the rate p, or be fixed, p = 0. Let s(h) be the separation along it at the time h after the current fraction;
// s(0) = g. It is the smallest, over pairs of points, of functions whose second derivative is at most
//     K = p^2 |origins' distance| + 2 |p| |relative motion| + (turn_a - p)^2 radius_a + (turn_b - p)^2 radius_b,
// where the radii are those of the circles around the bodies' origins that contain the cores (`turn_radius`).
// So over [0, h]
//     s(x) >= (1 - x/h) s(0) + (x/h) s(h) - K x (h - x) / 2,
// and the shapes do not touch where the right side is positive. If it is positive on all of [0, h], the whole step is
// taken, however close the shapes are. For h <= sqrt(2 g / K) it is enough that s(h) >= 0. Near a contact s(h) = 0 is
// solved on the axis. The next round takes a new axis there, which converges quadratically.
// Invariant: the shapes do not touch before the current fraction.
// Boxes, capsules, segments and discs are followed by their sides and corners first (advance_boxes.c), which takes half
// of the time. The rounds here begin where these end without an answer.
// (Bilateral advancement as in Catto, "Continuous Collision", GDC 2013, tests only the deepest points at the end of the
// step, and misses contacts in between; the chord bound prevents that here. With fixed axes only, a shape that slides
// along a turning edge took steps of gap / speed of the edge's far end: a thousand rounds, and some motions in a
// million reached the limit.)
#include "geom/advance.h"

#include "base/predicates.h"
#include "geom/sat.h"

#include <string.h>

// A turn by fifty radians, within a thousandth of the size of an outline of hundreds of corners, took 4,000 rounds.
enum { ADVANCE_ROUND_LIMIT = 16384, ROOT_ROUND_LIMIT = 32 };

// The gap that counts as contact after LATE_ROUNDS rounds, which only grazing contacts take: a quarter of tau.
#define GAP_LATE 1e-7
enum { LATE_ROUNDS = 256 };

// A root on an axis is accurate enough when this fraction of the gap is left, since the next axis has another root.
#define ROOT_GAP 1e-2
// With a large gap a fixed axis often allows longer steps. An axis turns with a body if the gap is below NEAR_GAP times
// the size, or if its K is below STEEP_CURVATURE times the K of the fixed axis.
#define NEAR_GAP 0.1
#define STEEP_CURVATURE 16.0
// If the measured turn of a normal between two corners differs from a body's turn by no more than this fraction of it,
// the normal is taken to belong to an edge of that body.
#define SAME_TURN 0.01

// An axis from a to b that turns with a body, or is fixed.
typedef struct Axis {
    AukDvec normal;                // at the start of the step
    const AukShapePath *reference; // body with which the axis turns; null: fixed
    AukDvec local_normal;          // the normal in the frame of the reference's core
} Axis;

typedef struct Pair {
    AukShapePath *a, *b;
    AukDvec delta;       // motion of b relative to a
    double speed;        // length of `delta`
    double closing_turn; // largest closing speed due to turning
    double size;         // size of the pair, to which rounding and tolerances are relative
    double fraction;     // current fraction
    double placed;       // fraction at which the cores are placed
    double gap;          // at `fraction`
    AukGjk gjk;          // at `fraction`
    AukGjkCache cache;
    Axis axis;     // axis of the last step; it also separates the shapes at the end of the step
    double turned; // rate at which the normal turned during the last step
    bool clear;    // the shapes do not touch up to the end
} Pair;

static double smaller(double x, double y)
{
    return x < y ? x : y;
}

static void place_both(Pair *pair, double fraction)
{
    if (pair->placed != fraction) {
        auk__shape_path_set(pair->a, fraction);
        auk__shape_path_set(pair->b, fraction);
        pair->placed = fraction;
    }
}

static AukDvec origin_of(const AukShapePath *path, double fraction)
{
    return dvec_mul_add(dvec(path->start.x, path->start.y), fraction, path->delta);
}

static void measure_paths(Pair *pair)
{
    const AukShapePath *a = pair->a, *b = pair->b;
    pair->closing_turn = AUK_TURN_RADIUS_SLACK * (fabs(a->turn) * a->turn_radius + fabs(b->turn) * b->turn_radius);
    pair->delta = dvec_sub(b->delta, a->delta);
    pair->speed = dvec_length(pair->delta);
    double apart = dvec_size(dvec(b->start.x - a->start.x, b->start.y - a->start.y));
    double radius = a->core.radius + b->core.radius;
    radius += auk__support_shape_is_half_plane(&a->core) ? 0.0 : a->turn_radius;
    radius += auk__support_shape_is_half_plane(&b->core) ? 0.0 : b->turn_radius;
    pair->size = (pair->gjk.overlap ? 0.0 : pair->gjk.distance) + (apart > radius ? apart : radius);
}

// ---- the axis -------------------------------------------------------------------------------------------------

// The reference body must be placed at the start of the step.
static Axis make_axis(const AukShapePath *reference, AukDvec normal)
{
    Axis axis = {normal, reference, normal};
    if (reference) {
        const AukDtransform *transform = &reference->core.transform;
        double square =
            transform->c * transform->c + transform->s * transform->s; // a rotation has unit length within 1e-6
        axis.local_normal = dvec_scale(1.0 / square, auk__dtransform_unrotate(transform, normal));
    }
    return axis;
}

// K while the bodies' origins are no farther apart than `apart`.
static double curvature_of(const Pair *pair, const AukShapePath *reference, double apart)
{
    double turn = reference ? reference->turn : 0.0;
    double turn_a = pair->a->turn - turn, turn_b = pair->b->turn - turn;
    double of_a = turn_a * turn_a * pair->a->turn_radius, of_b = turn_b * turn_b * pair->b->turn_radius;
    return turn * turn * apart + 2.0 * fabs(turn) * pair->speed + AUK_TURN_RADIUS_SLACK * (of_a + of_b);
}

// The body whose turn is nearest to that of the normal during the last step; null if a fixed axis is nearer.
static const AukShapePath *nearest_turn(const Pair *pair)
{
    const AukShapePath *a = pair->a, *b = pair->b;
    double turned = pair->turned, off_a = fabs(turned - a->turn), off_b = fabs(turned - b->turn);
    const AukShapePath *nearest = off_a < off_b ? a : b;
    return smaller(off_a, off_b) < fabs(turned) ? nearest : NULL;
}

// The body with which the axis turns; null for a fixed axis. Curves: nearest_turn(). Polygons: the body on whose edge
// the last simplex lies. If it lies on edges of both, they are parallel, or one is so short that rounding hides its
// direction: nearest_turn(), but only if the normal turned at the rate of that body within SAME_TURN, otherwise the
// body that turns less. If the nearest points are two corners, nearest_turn() with the same condition, otherwise none.
static const AukShapePath *find_reference(const Pair *pair)
{
    const AukShapePath *a = pair->a, *b = pair->b, *reference = nearest_turn(pair);
    const AukGjkCache *cache = &pair->cache;
    if (!auk__support_shape_is_curved(&a->core) && !auk__support_shape_is_curved(&b->core)) {
        bool on_a = cache->index_a[0] != cache->index_a[1], on_b = cache->index_b[0] != cache->index_b[1];
        if (reference && fabs(pair->turned - reference->turn) > SAME_TURN * fabs(reference->turn)) {
            reference = NULL;
        }
        if (cache->count == 2 && !(on_a && on_b && reference)) {
            reference = on_a && (!on_b || fabs(a->turn) < fabs(b->turn)) ? a : b;
        }
    }
    return reference && reference->turn != 0.0 ? reference : NULL;
}

// The half-plane of a pair; null if there is none.
static const AukShapePath *half_plane_of(const Pair *pair)
{
    bool a = auk__support_shape_is_half_plane(&pair->a->core), b = auk__support_shape_is_half_plane(&pair->b->core);
    return a ? pair->a : (b ? pair->b : NULL);
}

// A half-plane has one axis, its normal.
static Axis choose_axis(const Pair *pair, double apart)
{
    const AukShapePath *plane = half_plane_of(pair);
    if (plane) {
        return make_axis(plane->turn != 0.0 ? plane : NULL, pair->gjk.normal);
    }
    const AukShapePath *reference = find_reference(pair);
    if (reference && pair->gap >= NEAR_GAP * pair->size &&
        curvature_of(pair, reference, apart) >= STEEP_CURVATURE * curvature_of(pair, NULL, apart)) {
        reference = NULL;
    }
    return make_axis(reference, pair->gjk.normal);
}

static AukDvec axis_normal(const Axis *axis)
{
    return axis->reference ? auk__dtransform_rotate(&axis->reference->core.transform, axis->local_normal)
                           : axis->normal;
}

// The largest extent of a core from its position along a direction.
static double extent_along(const AukSupportShape *core, AukDvec direction)
{
    if (core->box) {
        AukDvec local = auk__dtransform_unrotate(&core->transform, direction);
        return fabs(core->own[2].x * local.x) + fabs(core->own[2].y * local.y);
    }
    AukDvec point = auk__support_shape_farthest(core, direction).point;
    return dvec_dot(direction, dvec(point.x - core->transform.x, point.y - core->transform.y));
}

// The separation of the shapes along an axis after a step.
static double axis_separation(Pair *pair, const Axis *axis, double step)
{
    place_both(pair, pair->fraction + step);
    const AukSupportShape *a = &pair->a->core, *b = &pair->b->core;
    AukDvec n = axis_normal(axis), apart = dvec(b->transform.x - a->transform.x, b->transform.y - a->transform.y);
    return dvec_dot(n, apart) - (extent_along(a, n) + extent_along(b, dvec_neg(n))) - (a->radius + b->radius);
}

// ---- steps ----------------------------------------------------------------------------------------------------

// Nearly the largest step up to `high` at which the axis still separates the shapes. `at_high` is the separation at
// `high` if that is negative; otherwise it is unknown. Regula falsi with Illinois weights; secant steps from the left
// until a right end is known. The target is slightly above 0: the shapes then count as touching, but GJK can still find
// their nearest points.
static double solve_axis(Pair *pair, const Axis *axis, double guess, double high, double at_high)
{
    double aim = 0.25 * AUK_ADVANCE_GAP * pair->size;
    double low = 0.0, at_low = pair->gap - aim, weight_low = at_low, weight_high = at_high - aim;
    double enough =
        ROOT_GAP * pair->gap > 2.0 * aim ? ROOT_GAP * pair->gap : 2.0 * aim; // together less than AUK_ADVANCE_GAP
    bool enclosed = at_high < 0.0;
    double next = guess;
    for (int i = 0; i < ROOT_ROUND_LIMIT && at_low > enough && low < high; i++) {
        double at_next = axis_separation(pair, axis, next) - aim;
        if (at_next < 0.0) {
            high = next;
            weight_high = at_next;
            weight_low = enclosed ? 0.5 * weight_low : at_low;
            enclosed = true;
        } else {
            double rate = (at_low - at_next) / (next - low);
            low = next;
            at_low = weight_low = at_next;
            weight_high *= 0.5;
            if (!enclosed) {
                next = rate > 0.0 ? smaller(high, low + at_low / rate) : high;
                continue;
            }
        }
        double share = weight_low / (weight_low - weight_high);
        next = low + (high - low) * (share > 0.0 && share < 1.0 ? share : 0.5);
    }
    return low;
}

// The closing speed of the nearest points.
static double approach_speed(const Pair *pair)
{
    const AukShapePath *a = pair->a, *b = pair->b;
    AukDvec arm_a = dvec_sub(pair->gjk.point_a, origin_of(a, pair->fraction));
    AukDvec arm_b = dvec_sub(pair->gjk.point_b, origin_of(b, pair->fraction));
    AukDvec relative = dvec(pair->delta.x - b->turn * arm_b.y + a->turn * arm_a.y,
                            pair->delta.y + b->turn * arm_b.x - a->turn * arm_a.x);
    return -dvec_dot(pair->gjk.normal, relative);
}

// The longer of a step on the axis and the step that the fastest point allows.
static double longer_step(Pair *pair, const Axis *axis, double step, double by_speed)
{
    if (step <= by_speed) {
        return by_speed;
    }
    pair->axis = *axis;
    return step;
}

// The length of a step, at most `remaining`, during which the shapes do not touch.
static double safe_step(Pair *pair, double remaining)
{
    pair->axis = make_axis(NULL, pair->gjk.normal);
    double gap = pair->gap, tolerance = AUK_ADVANCE_GAP * pair->size;
    double fastest = pair->closing_turn - dvec_dot(pair->gjk.normal, pair->delta);
    if (fastest * remaining <= gap - tolerance) {
        pair->clear = true;
        return remaining;
    }
    double by_speed = smaller(remaining, gap / fastest);
    double apart = dvec_length(dvec_sub(origin_of(pair->b, pair->fraction), origin_of(pair->a, pair->fraction)));
    Axis axis = choose_axis(pair, apart);
    // a separation of curvature K that is `gap` at both ends of a step h is at least gap - K h^2 / 8 between them: not
    // negative up to h = sqrt(8 gap / K)
    double most = smaller(remaining, auk__square_root(8.0 * gap / curvature_of(pair, axis.reference, apart)));
    double curvature = curvature_of(pair, axis.reference, apart + most * pair->speed);
    double tried = smaller(most, auk__square_root(8.0 * gap / curvature)),
           held = smaller(remaining, auk__square_root(2.0 * gap / curvature));
    if (tried <= by_speed) {
        return by_speed;
    }
    double closing = approach_speed(pair);
    if (closing * held > gap) {
        return longer_step(pair, &axis, solve_axis(pair, &axis, gap / closing, held, 0.0), by_speed);
    }
    double end = axis_separation(pair, &axis, tried);
    if (auk__chord_is_clear(gap, end, curvature, tried)) {
        pair->clear = tried >= remaining && end > tolerance;
        return longer_step(pair, &axis, tried, by_speed);
    }
    if (held < tried) {
        end = axis_separation(pair, &axis, held);
    }
    double step = end < 0.0 ? solve_axis(pair, &axis, held * (gap / (gap - end)), held, end) : held;
    return longer_step(pair, &axis, step, by_speed);
}

// ---- rounds ---------------------------------------------------------------------------------------------------

// Finds the nearest points of the cores at the current fraction, and the gap of the shapes.
static void measure_gap(Pair *pair)
{
    place_both(pair, pair->fraction);
    const AukSupportShape *a = &pair->a->core, *b = &pair->b->core;
    double radius = a->radius + b->radius;
    AukSeparation found;
    if (auk__sat(a, b, INFINITY, false, &pair->cache, &found)) {
        AukGjk gjk = {found.distance <= 0.0, false, found.distance, found.point_a, found.point_b,
                      found.normal,          1,     AUK_OK};
        pair->gjk = gjk;
    } else {
        pair->gjk = auk__gjk(a, b, INFINITY, &pair->cache, NULL);
    }
    pair->gap = pair->gjk.overlap ? -radius : pair->gjk.distance - radius;
}

// If the cores overlap after they were apart, only rounding has made them overlap. The axis of the last step is then
// the normal.
static void report_impact(const Pair *pair, bool at_once, AukImpact *impact)
{
    const AukSupportShape *a = &pair->a->core, *b = &pair->b->core;
    impact->hit = true;
    impact->fraction = pair->fraction;
    if (!pair->gjk.overlap) {
        impact->normal = pair->gjk.normal;
        impact->point = auk__meeting_point(&pair->gjk, a->radius, b->radius);
        return;
    }
    impact->normal = at_once ? auk__separation(a, b, INFINITY, NULL).normal : axis_normal(&pair->axis);
    impact->point = auk__common_point(a, b);
}

// Restricts the motion, from *enter on, to the fractions at which the circles around the bodies' origins that contain
// the shapes meet. False if they never meet. A body that spins in place beside another, out of its range, then takes no
// round, however often it turns.
static bool circles_meet(const AukShapePath *a, const AukShapePath *b, double *enter, double *leave)
{
    AukDvec from = dvec_sub(origin_of(b, *enter), origin_of(a, *enter)), delta = dvec_sub(b->delta, a->delta);
    double radius = (a->turn_radius + b->turn_radius + a->core.radius + b->core.radius) * AUK_TURN_RADIUS_SLACK +
                    1e-12 * (dvec_size(from) + dvec_size(delta));
    AukDvec last = dvec_mul_add(from, *leave - *enter, delta);
    if (dvec_dot(from, from) <= radius * radius && dvec_dot(last, last) <= radius * radius) {
        return true;
    }
    double square = dvec_dot(delta, delta), aside = dvec_cross(from, delta), along = -dvec_dot(from, delta);
    if (!(square > 0.0)) {
        return dvec_dot(from, from) <= radius * radius;
    }
    double half = radius * radius * square - aside * aside;
    if (half < 0.0) {
        return false;
    }
    double in = (along - auk__square_root(half)) / square, out = (along + auk__square_root(half)) / square;
    *leave = smaller(1.0, *enter + out);
    *enter += in > 0.0 ? in : 0.0;
    return out >= 0.0 && *enter <= 1.0;
}

AukImpact auk__advance(AukShapePath *a, AukShapePath *b, double fraction)
{
    AukImpact impact;
    memset(&impact, 0, sizeof impact);
    const AukGjkCache cold = {0, {0, 0, 0}, {0, 0, 0}};
    double start = fraction, end = 1.0;
    if (!circles_meet(a, b, &start, &end) || auk__advance_boxes(a, b, &start, end, &impact)) {
        return impact;
    }
    Pair pair; // the other members are set in the first round; clearing all of them took longer than that round
    pair.a = a;
    pair.b = b;
    pair.cache = cold;
    pair.axis = make_axis(NULL, dvec(0.0, 0.0));
    pair.turned = 0.0;
    pair.clear = false;
    pair.fraction = start;
    pair.placed = -1.0;
    double step = 0.0;
    int first = ++impact.iterations;
    for (;; impact.iterations++) {
        measure_gap(&pair);
        if (impact.iterations == first) {
            measure_paths(&pair);
        } else if (!pair.gjk.overlap) {
            pair.turned = dvec_cross(pair.axis.normal, pair.gjk.normal) / step;
        }
        bool limit = impact.iterations >= ADVANCE_ROUND_LIMIT;
        if (pair.gap <= (impact.iterations > LATE_ROUNDS ? GAP_LATE : AUK_ADVANCE_GAP) * pair.size || limit) {
            report_impact(&pair, impact.iterations == first, &impact);
            impact.overlapping = impact.iterations == first && pair.fraction == fraction;
            impact.status = limit ? AUK_ERROR_ITERATION_LIMIT : AUK_OK;
            return impact;
        }
        if (pair.fraction >= end) {
            return impact;
        }
        step = safe_step(&pair, end - pair.fraction);
        if (pair.clear) {
            return impact;
        }
        double next = smaller(end, pair.fraction + step);
        pair.fraction = next > pair.fraction ? next : smaller(end, pair.fraction + 0x1p-50); // at least one ulp
    }
}
