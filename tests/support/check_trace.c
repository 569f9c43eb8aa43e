// Records of GJK and EPA, and the Minkowski difference that both work on. A point p belongs to a - b exactly if a moved
// by -p touches b, so the oracle for two shapes is the oracle for the difference, too.
#include "support/check.h"
#include "support/check_text.h"

#include <math.h>
#include <stddef.h>

// How far a recorded support point stays behind the true one.
static double behind(const OracleShape *shape, OracleVec direction, AukVec2 support)
{
    OracleVec found = oracle_sub(oracle_support(shape, direction), oracle_of(support));
    return oracle_dot(found, direction) / oracle_length(direction);
}

static double difference_error(AukVec2 a, AukVec2 b, AukVec2 difference)
{
    return oracle_length(oracle_sub(oracle_of(difference), oracle_sub(oracle_of(a), oracle_of(b))));
}

// Signed distance of a point from a - b.
static double off_difference(const OracleShape *a, const OracleShape *b, AukVec2 point)
{
    return oracle_turn(a, oracle_of(auk_vec_neg(point)), b).core;
}

// The support points of a round: where they should be, on both shapes, and their difference.
static const char *check_supports(const OracleShape *a, const OracleShape *b, AukVec2 along, const AukVec2 support[3])
{
    double scale = oracle_scale(a, b), bound = check__tolerance(a, b) * scale;
    OracleVec direction = oracle_of(along), against = oracle_scale_vec(-1.0, direction);
    if (!check__within(fabs(behind(a, direction, support[0])), bound, scale) ||
        !check__within(fabs(behind(b, against, support[1])), bound, scale)) {
        return check__say("support points are %g and %g behind", behind(a, direction, support[0]),
                          behind(b, against, support[1]));
    }
    return difference_error(support[0], support[1], support[2]) <= bound ? NULL : "support is not a's minus b's";
}

static const char *check_simplex(const OracleShape *a, const OracleShape *b, const AukGjkStep *step)
{
    double scale = oracle_scale(a, b), bound = check__tolerance(a, b) * scale;
    if (step->count < 1 || step->count > 3) {
        return check__say("a simplex of %d points", step->count);
    }
    for (int i = 0; i < step->count; i++) {
        if (!(difference_error(step->simplex_a[i], step->simplex_b[i], step->simplex[i]) <= bound)) {
            return "a point of the simplex is not a's minus b's";
        }
    }
    return NULL;
}

const char *check__gjk_trace(const OracleShape *a, const OracleShape *b, const AukGjkTrace *trace,
                             const AukGjkResult *result)
{
    double scale = oracle_scale(a, b), bound = check__tolerance(a, b) * scale, last = HUGE_VAL;
    if (trace->total != result->iterations || trace->count < 1 || trace->count > trace->total) {
        return check__say("%d rounds on record, %d taken, %d said", trace->count, trace->total, result->iterations);
    }
    for (int i = 0; i < trace->count; i++) {
        const AukGjkStep *step = &trace->steps[i];
        const AukVec2 support[3] = {step->support_a, step->support_b, step->support};
        bool final = i + 1 == trace->total, looks = step->direction.x != 0.0f || step->direction.y != 0.0f;
        const char *wrong = check_simplex(a, b, step);
        wrong = wrong || !looks ? wrong : check_supports(a, b, step->direction, support);
        double distance = oracle_length(oracle_of(step->closest));
        if (wrong || distance > last + bound || looks == final) {
            return wrong ? wrong : check__say("round %d: %g after %g, looks on: %d", i, distance, last, looks);
        }
        last = distance;
    }
    const AukGjkStep *end = &trace->steps[trace->count - 1];
    if (trace->count < trace->total) {
        return NULL;
    }
    for (int i = 0; i < end->count; i++) {
        if (!check__within(off_difference(a, b, end->simplex[i]), bound, scale)) {
            return "the last simplex leaves a - b";
        }
    }
    double off = fabs(last - (double)result->distance);
    return off <= bound ? NULL : check__say("the record ends %g from the answer", off);
}

// Each edge bounds the depth from below, each support point from above; the best of these is the answer.
const char *check__epa_trace(const OracleShape *a, const OracleShape *b, const AukEpaTrace *trace,
                             const AukEpaResult *result)
{
    double scale = oracle_scale(a, b), bound = check__tolerance(a, b) * scale, last = -HUGE_VAL;
    double best = HUGE_VAL;
    if (trace->total != result->iterations || trace->count > trace->total) {
        return check__say("%d rounds on record, %d taken, %d said", trace->count, trace->total, result->iterations);
    }
    for (int i = 0; i < trace->count; i++) {
        const AukEpaStep *step = &trace->steps[i];
        const AukVec2 support[3] = {step->support_a, step->support_b, step->support};
        const char *wrong = check__unit(step->normal) ? NULL : "a normal is not a unit vector";
        wrong = wrong ? wrong : check_supports(a, b, step->normal, support);
        double lower = (double)step->distance;
        double upper = oracle_dot(oracle_of(step->support), oracle_of(step->normal));
        double depth = (double)result->depth;
        if (wrong || lower < last - bound || lower > depth + bound || upper < depth - bound) {
            return wrong ? wrong
                         : check__say("round %d: %g after %g, at most %g, in the end %g", i, lower, last, upper, depth);
        }
        last = lower;
        best = fmin(best, upper);
    }
    if (trace->count == 0 || trace->count < trace->total) {
        return NULL;
    }
    const AukEpaStep *end = &trace->steps[trace->count - 1];
    double off = fmax(off_difference(a, b, end->edge[0]), off_difference(a, b, end->edge[1]));
    off = fmax(off, fabs(best - (double)result->depth));
    return check__within(off, bound, scale) ? NULL : check__say("the record ends %g from the answer", off);
}

// ---- the Minkowski difference ---------------------------------------------------------------------------------

static OracleShape placed_a, placed_b, hull, origin;

// How much of the scale may be missing: between two of 64 directions lies a part of a curve or a flat corner.
static double bulge(void)
{
    return placed_a.count == 0 || placed_b.count == 0 ? 0.1 : CHECK_TOLERANCE;
}

static const char *check_hull_is_convex(void)
{
    double scale = oracle_scale(&placed_a, &placed_b);
    for (int i = 0; i < hull.count && hull.count >= 3; i++) {
        OracleVec p = hull.points[i], q = hull.points[(i + 1) % hull.count], r = hull.points[(i + 2) % hull.count];
        double turn = oracle_cross(oracle_sub(q, p), oracle_sub(r, q));
        double length = oracle_length(oracle_sub(q, p)) + oracle_length(oracle_sub(r, q));
        if (!(turn >= -4.0 * CHECK_ULP * scale * length)) {
            return check__say("it is not convex at vertex %d of %d", (i + 1) % hull.count, hull.count);
        }
    }
    return NULL;
}

static const char *check_hull_is_the_difference(const AukVec2 *vertices)
{
    double scale = oracle_scale(&placed_a, &placed_b), bound = check__tolerance(&placed_a, &placed_b) * scale;
    int stride = 1 + hull.count / 4;
    for (int i = 0; i < hull.count; i += stride) {
        double off = fabs(off_difference(&placed_a, &placed_b, vertices[i]));
        if (!check__within(off, bound, scale)) {
            return check__say("vertex %d of %d is %g off a - b, bound %g", i, hull.count, off, bound);
        }
    }
    for (int i = 0; i < 24; i++) {
        OracleVec n = {cos(0.2618 * i + 0.1), sin(0.2618 * i + 0.1)};
        OracleVec on_b = oracle_support(&placed_b, oracle_scale_vec(-1.0, n));
        double reach = oracle_dot(oracle_sub(oracle_support(&placed_a, n), on_b), n);
        double missing = reach - oracle_dot(oracle_support(&hull, n), n);
        if (!(missing <= bulge() * scale && missing >= -bound)) {
            return check__say("%g of the scale is missing of a - b along (%g, %g)", missing / scale, n.x, n.y);
        }
    }
    return NULL;
}

const char *check_minkowski(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    static AukVec2 vertices[ORACLE_POINTS_MAX];
    oracle_place(&placed_a, a, pose_a, pose_a.p);
    oracle_place(&placed_b, b, pose_b, pose_a.p);
    placed_a.radius = placed_b.radius = 0.0;
    bool curved = placed_a.count == 0 || placed_b.count == 0;
    int capacity = curved ? 65 + 2 * (placed_a.count + placed_b.count) : placed_a.count + placed_b.count;
    int count = auk_minkowski_difference(a, pose_a, b, pose_b, vertices, capacity);
    if (count < 1 || count > capacity) {
        return check__say("%d vertices, capacity %d", count, capacity);
    }
    oracle_place_point(&origin, oracle_vec(0.0, 0.0));
    oracle_place_point(&hull, oracle_vec(0.0, 0.0));
    hull.count = count;
    for (int i = 0; i < count; i++) {
        hull.points[i] = oracle_of(vertices[i]);
    }
    const char *wrong = check_hull_is_convex();
    wrong = wrong ? wrong : check_hull_is_the_difference(vertices);
    hull.count = oracle_hull(hull.points, hull.count); // rounding may have dented it
    double expected = oracle_distance(&placed_a, &placed_b), found = oracle_distance(&hull, &origin);
    double scale = oracle_scale(&placed_a, &placed_b);
    if (!wrong && !(fabs(found - expected) <= bulge() * scale)) {
        wrong = check__say("the origin is %.9g from it, the shapes are %.9g apart, off by %g of the scale", found,
                           expected, fabs(found - expected) / scale);
    }
    return wrong;
}
