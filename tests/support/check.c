// Distances, manifolds and points. Positions are compared relative to a's, where the oracle works.
#include "support/check.h"

#include "support/check_text.h"
#include "support/oracle.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

const char *check__say(const char *format, ...)
{
    static char texts[4][256]; // an argument may be an earlier text
    static unsigned next;
    char *text = texts[next++ % 4];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof texts[0], format, arguments);
    va_end(arguments);
    return text;
}

bool check__finite(AukVec2 v)
{
    return isfinite(v.x) && isfinite(v.y);
}

bool check__unit(AukVec2 v)
{
    return check__finite(v) && fabs(oracle_length(oracle_of(v)) - 1.0) < 1e-6;
}

double check__rounding(AukVec2 world)
{
    return 2.0 * CHECK_ULP * fmax(fabs((double)world.x), fabs((double)world.y));
}

double check__above_surface(const OracleShape *shape, OracleVec point)
{
    static OracleShape single;
    oracle_place_point(&single, point);
    return oracle_distance(shape, &single);
}

double check__off_surface(const OracleShape *shape, OracleVec point)
{
    return fabs(check__above_surface(shape, point));
}

double check__tolerance(const OracleShape *a, const OracleShape *b)
{
    return a->count == 0 || b->count == 0 ? CHECK_TOLERANCE_CURVED : CHECK_TOLERANCE;
}

static CheckSeen seen;

CheckSeen check_seen(void)
{
    return seen;
}

void check_reset(void)
{
    seen = (CheckSeen){0.0, 0};
}

bool check__within(double error, double bound, double scale)
{
    if (scale > 0.0) {
        seen.error = fmax(seen.error, error / scale);
    }
    return error <= bound;
}

const char *check__status(AukStatus status)
{
    seen.limits += status == AUK_ERROR_ITERATION_LIMIT;
    return status == AUK_OK ? NULL : check__say("status: %s", auk_status_text(status));
}

bool check_scales(float before, float after, float k)
{
    const float least = 0x1p-115f;
    return after == k * before || (fabsf(before) < least && fabsf(after) < least);
}

bool check_scales_vec(AukVec2 before, AukVec2 after, float k)
{
    return check_scales(before.x, after.x, k) && check_scales(before.y, after.y, k);
}

static OracleShape placed_a, placed_b;

static const char *check_witnesses(const AukDistance *d, AukVec2 origin, double scale)
{
    OracleVec a = oracle_sub(oracle_of(d->point_a), oracle_of(origin));
    OracleVec b = oracle_sub(oracle_of(d->point_b), oracle_of(origin));
    double world = fmax(check__rounding(d->point_a), check__rounding(d->point_b));
    double bound = check__tolerance(&placed_a, &placed_b) * scale;
    double off_a = check__off_surface(&placed_a, a) - world, off_b = check__off_surface(&placed_b, b) - world;
    if (!check__within(fmax(off_a, off_b), bound, scale)) {
        return check__say("witness points are %g and %g off the surfaces, bound %g", off_a, off_b, bound);
    }
    OracleVec expected = oracle_scale_vec((double)d->distance, oracle_of(d->normal));
    double off = oracle_length(oracle_sub(oracle_sub(b, a), expected)) - world;
    return check__within(off, bound, scale)
               ? NULL
               : check__say("point_b - point_a is %g off distance * normal, bound %g", off, bound);
}

// `d` claims that the shapes in placed_a and placed_b are `expected` apart.
static const char *check_numbers(const AukDistance *d, double expected, double scale)
{
    double bound = check__tolerance(&placed_a, &placed_b) * scale;
    if (!isfinite(d->distance) || !check__finite(d->point_a) || !check__finite(d->point_b) || !check__unit(d->normal)) {
        return "a number is not finite, or the normal is not a unit vector";
    }
    if (!check__within(fabs((double)d->distance - expected), bound, scale)) {
        return check__say("distance %.9g, expected %.9g, bound %g", (double)d->distance, expected, bound);
    }
    double along = oracle_separation(&placed_a, &placed_b, oracle_of(d->normal));
    return check__within(expected - along, bound, scale)
               ? NULL
               : check__say("along the normal the shapes are %.9g apart, not %.9g", along, expected);
}

const char *check_distance(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    AukDistance d = auk_distance(a, pose_a, b, pose_b);
    oracle_place(&placed_a, a, pose_a, pose_a.p);
    oracle_place(&placed_b, b, pose_b, pose_a.p);
    double scale = oracle_scale(&placed_a, &placed_b);
    double expected = oracle_distance(&placed_a, &placed_b);
    const char *wrong = check__status(d.status);
    wrong = wrong ? wrong : check_numbers(&d, expected, scale);
    if (wrong) {
        return wrong;
    }
    if (auk_overlap(a, pose_a, b, pose_b) != (d.distance <= 0.0f)) {
        return check__say("auk_overlap disagrees with auk_distance, which says %g of the scale",
                          (double)d.distance / scale);
    }
    wrong = check_witnesses(&d, pose_a.p, scale);
    if (wrong || d.distance >= 0.0f) {
        return wrong;
    }
    oracle_move(&placed_b, oracle_scale_vec(-(double)d.distance, oracle_of(d.normal)));
    double left = fabs(oracle_distance(&placed_a, &placed_b));
    bool apart = check__within(left, check__tolerance(&placed_a, &placed_b) * scale, scale);
    return apart ? NULL : check__say("after moving b by depth * normal the distance is %g", left);
}

const char *check_distance_up_to(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                                 float max)
{
    AukDistance up_to = auk_distance_up_to(a, pose_a, b, pose_b, max), d = auk_distance(a, pose_a, b, pose_b);
    float level = fmaxf(max, 0.0f);
    if (up_to.status != AUK_OK || d.status != AUK_OK) {
        return check__status(up_to.status != AUK_OK ? up_to.status : d.status);
    }
    oracle_place(&placed_a, a, pose_a, pose_a.p);
    oracle_place(&placed_b, b, pose_b, pose_a.p);
    double scale = oracle_scale(&placed_a, &placed_b), bound = check__tolerance(&placed_a, &placed_b) * scale;
    // iterations on a curve may end on either side of the level
    bool curved = placed_a.count == 0 || placed_b.count == 0;
    if ((double)d.distance <= (double)level - (curved ? 1e-7 * scale : 0.0)) {
        bool same = up_to.distance == d.distance && up_to.normal.x == d.normal.x && up_to.normal.y == d.normal.y &&
                    up_to.point_a.x == d.point_a.x && up_to.point_a.y == d.point_a.y &&
                    up_to.point_b.x == d.point_b.x && up_to.point_b.y == d.point_b.y;
        return same ? NULL
                    : check__say("%a, not %a, which is below %a", (double)up_to.distance, (double)d.distance,
                                 (double)level);
    }
    double over = (double)up_to.distance - (double)d.distance;
    if (!(curved || up_to.distance > level) || !check__within(over, bound, scale)) {
        return check__say("%a is no lower bound of %a above %a", (double)up_to.distance, (double)d.distance,
                          (double)level);
    }
    double along = oracle_separation(&placed_a, &placed_b, oracle_of(up_to.normal));
    if (!check__unit(up_to.normal) || !check__finite(up_to.point_a) || !check__finite(up_to.point_b) ||
        !check__within((double)up_to.distance - along, bound, scale)) {
        return check__say("the axis shows %.9g, not %.9g", along, (double)up_to.distance);
    }
    return NULL;
}

const char *check_gjk(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                      AukGjkCache *cache)
{
    enum { STEPS_MAX = 64 };
    AukGjkStep steps[STEPS_MAX];
    AukGjkTrace trace = {.steps = steps, .capacity = STEPS_MAX};
    AukGjkResult g = auk_gjk(a, pose_a, b, pose_b, cache, &trace);
    oracle_place(&placed_a, a, pose_a, pose_a.p);
    oracle_place(&placed_b, b, pose_b, pose_a.p);
    placed_a.radius = placed_b.radius = 0.0;
    double expected = fmax(0.0, oracle_distance(&placed_a, &placed_b));
    double scale = oracle_scale(&placed_a, &placed_b);
    const char *wrong = check__status(g.status);
    wrong = wrong ? wrong : check__gjk_trace(&placed_a, &placed_b, &trace, &g);
    if (wrong) {
        return wrong;
    }
    if (g.overlap) {
        bool zero = g.distance == 0.0f && g.normal.x == 0.0f && g.normal.y == 0.0f;
        if (!check__within(expected, check__tolerance(&placed_a, &placed_b) * scale, scale)) {
            return check__say("the cores overlap, but are %g apart", expected);
        }
        return zero ? NULL : "overlap, but the distance or the normal is not zero";
    }
    AukDistance d = {g.distance, g.point_a, g.point_b, g.normal, g.iterations, g.status};
    wrong = check_numbers(&d, expected, scale);
    return wrong ? wrong : check_witnesses(&d, pose_a.p, scale);
}

const char *check_epa(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    enum { STEPS_MAX = 1100 };
    static AukEpaStep steps[STEPS_MAX];
    AukEpaTrace trace = {steps, STEPS_MAX, 0, 0};
    AukEpaResult e = auk_epa(a, pose_a, b, pose_b, &trace);
    oracle_place(&placed_a, a, pose_a, pose_a.p);
    oracle_place(&placed_b, b, pose_b, pose_a.p);
    placed_a.radius = placed_b.radius = 0.0;
    double expected = oracle_distance(&placed_a, &placed_b);
    double scale = oracle_scale(&placed_a, &placed_b), bound = check__tolerance(&placed_a, &placed_b) * scale;
    const char *wrong = check__status(e.status);
    if (wrong) {
        return wrong;
    }
    if (!e.overlap) {
        bool zero = e.depth == 0.0f && e.normal.x == 0.0f && e.normal.y == 0.0f;
        bool apart = check__within(-expected, bound, scale);
        return zero && apart ? NULL : check__say("no overlap at %g, depth %g", expected, (double)e.depth);
    }
    AukDistance d = {-e.depth, e.point_a, e.point_b, e.normal, e.iterations, e.status};
    wrong = check_numbers(&d, fmin(expected, 0.0), scale);
    wrong = wrong || !check__within(expected, bound, scale) ? wrong : check_witnesses(&d, pose_a.p, scale);
    return wrong ? wrong : check__epa_trace(&placed_a, &placed_b, &trace, &e);
}

// An index, or an index with the edge bit, of a vertex that the shape has. A curve counts as one vertex.
static bool feature_exists(uint32_t feature, const OracleShape *shape)
{
    return (feature & ~AUK_FEATURE_EDGE) < (uint32_t)(shape->count > 0 ? shape->count : 1);
}

// A point lies on the outlines of both cores, each moved outward by its radius along the common normal. (On a rounded
// edge that is tilted against the normal this is a little inside of the surface, by radius * (1 - cos of the tilt).)
static const char *check_manifold_point(const AukManifold *m, int i, AukVec2 origin, double scale)
{
    const AukManifoldPoint *p = &m->points[i];
    if (!check__finite(p->point) || !isfinite(p->distance)) {
        return "a manifold point is not finite";
    }
    OracleVec middle = oracle_sub(oracle_of(p->point), oracle_of(origin));
    OracleVec normal = oracle_of(m->normal);
    double radius_a = placed_a.radius, radius_b = placed_b.radius;
    double half = 0.5 * (double)p->distance;
    OracleVec on_a = oracle_sub(middle, oracle_scale_vec(half + radius_a, normal));
    OracleVec on_b = oracle_add(middle, oracle_scale_vec(half + radius_b, normal));
    placed_a.radius = placed_b.radius = 0.0;
    double off_a = check__off_surface(&placed_a, on_a), off_b = check__off_surface(&placed_b, on_b);
    placed_a.radius = radius_a;
    placed_b.radius = radius_b;
    double off = fmax(off_a, off_b) - check__rounding(p->point), bound = check__tolerance(&placed_a, &placed_b) * scale;
    if (!check__within(off, bound, scale)) {
        return check__say("point %d of %d is %g and %g off the surfaces, bound %g", i, m->count, off_a, off_b, bound);
    }
    if (!feature_exists(p->feature_a, &placed_a) || !feature_exists(p->feature_b, &placed_b)) {
        return check__say("features %x and %x do not exist", p->feature_a, p->feature_b);
    }
    return NULL;
}

const char *check_manifold(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    AukManifold m = auk_collide(a, pose_a, b, pose_b);
    oracle_place(&placed_a, a, pose_a, pose_a.p);
    oracle_place(&placed_b, b, pose_b, pose_a.p);
    double expected = oracle_distance(&placed_a, &placed_b);
    double scale = oracle_scale(&placed_a, &placed_b), bound = check__tolerance(&placed_a, &placed_b) * scale;
    const char *wrong = check__status(m.status);
    if (wrong || m.count < 0 || m.count > 2) {
        return wrong ? wrong : check__say("count %d", m.count);
    }
    if (expected < 1e-9 * scale ? m.count == 0 : (expected > 8.0 * CHECK_ULP * scale && m.count > 0)) {
        return check__say("%d points at a distance of %g", m.count, expected);
    }
    if (m.count == 0) {
        return NULL;
    }
    if (!check__within(fabs((double)m.distance - expected), bound, scale) || !check__unit(m.normal)) {
        return check__say("distance %.9g, expected %.9g, or the normal is bad", (double)m.distance, expected);
    }
    if (!check__within(expected - oracle_separation(&placed_a, &placed_b, oracle_of(m.normal)), bound, scale)) {
        return "the manifold's normal is not the shortest way out";
    }
    double deepest = HUGE_VAL;
    for (int i = 0; i < m.count; i++) {
        wrong = check_manifold_point(&m, i, pose_a.p, scale);
        if (wrong) {
            return wrong;
        }
        deepest = fmin(deepest, (double)m.points[i].distance);
    }
    bool distinct =
        m.count < 2 || m.points[0].feature_a != m.points[1].feature_a || m.points[0].feature_b != m.points[1].feature_b;
    if (!check__within(fabs(deepest - expected), bound, scale) || !distinct) {
        return check__say("deepest point %g, expected %g, distinct features: %d", deepest, expected, distinct);
    }
    return NULL;
}
