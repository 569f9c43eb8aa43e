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

double check__off_surface(const OracleShape *shape, OracleVec point)
{
    static OracleShape single;
    oracle_place_point(&single, point);
    return fabs(oracle_distance(shape, &single));
}

static OracleShape placed_a, placed_b;

static const char *check_witnesses(const AukDistance *d, AukVec2 origin, double bound)
{
    OracleVec a = oracle_sub(oracle_of(d->point_a), oracle_of(origin));
    OracleVec b = oracle_sub(oracle_of(d->point_b), oracle_of(origin));
    double off_a = check__off_surface(&placed_a, a), off_b = check__off_surface(&placed_b, b);
    if (off_a > bound || off_b > bound) {
        return check__say("witness points are %g and %g off the surfaces, bound %g", off_a, off_b, bound);
    }
    OracleVec expected = oracle_scale_vec((double)d->distance, oracle_of(d->normal));
    double off = oracle_length(oracle_sub(oracle_sub(b, a), expected));
    return off > bound ? check__say("point_b - point_a is %g off distance * normal, bound %g", off, bound) : NULL;
}

const char *check_distance(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    AukDistance d = auk_distance(a, pose_a, b, pose_b);
    oracle_place(&placed_a, a, pose_a, pose_a.p);
    oracle_place(&placed_b, b, pose_b, pose_a.p);
    double expected = oracle_distance(&placed_a, &placed_b);
    double bound = CHECK_TOLERANCE * oracle_scale(&placed_a, &placed_b);
    if (d.status != AUK_OK) {
        return check__say("status: %s", auk_status_text(d.status));
    }
    if (!isfinite(d.distance) || !check__finite(d.point_a) || !check__finite(d.point_b) || !check__unit(d.normal)) {
        return "a number is not finite, or the normal is not a unit vector";
    }
    if (!(fabs((double)d.distance - expected) <= bound)) {
        return check__say("distance %.9g, expected %.9g, bound %g", (double)d.distance, expected, bound);
    }
    double along = oracle_separation(&placed_a, &placed_b, oracle_of(d.normal));
    if (along < expected - bound) {
        return check__say("along the normal the shapes are %.9g apart, not %.9g", along, expected);
    }
    if (auk_overlap(a, pose_a, b, pose_b) != (d.distance <= 0.0f)) {
        return "auk_overlap disagrees with auk_distance";
    }
    double world = bound + fmax(check__rounding(d.point_a), check__rounding(d.point_b));
    const char *wrong = check_witnesses(&d, pose_a.p, world);
    if (wrong || d.distance >= 0.0f) {
        return wrong;
    }
    oracle_move(&placed_b, oracle_scale_vec(-(double)d.distance, oracle_of(d.normal)));
    double left = oracle_distance(&placed_a, &placed_b);
    return fabs(left) > bound ? check__say("after moving b by depth * normal the distance is %g", left) : NULL;
}

const char *check_gjk(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                      AukGjkCache *cache)
{
    AukGjkResult g = auk_gjk(a, pose_a, b, pose_b, cache, NULL);
    oracle_place(&placed_a, a, pose_a, pose_a.p);
    oracle_place(&placed_b, b, pose_b, pose_a.p);
    placed_a.radius = placed_b.radius = 0.0;
    double expected = fmax(0.0, oracle_distance(&placed_a, &placed_b));
    double bound = CHECK_TOLERANCE * oracle_scale(&placed_a, &placed_b);
    if (g.status != AUK_OK) {
        return check__say("status: %s", auk_status_text(g.status));
    }
    if (!(fabs((double)g.distance - expected) <= bound)) {
        return check__say("distance of the cores %.9g, expected %.9g", (double)g.distance, expected);
    }
    if (g.overlap) {
        bool zero = g.distance == 0.0f && g.normal.x == 0.0f && g.normal.y == 0.0f;
        return zero ? NULL : "overlap, but the distance or the normal is not zero";
    }
    if (!check__unit(g.normal) || oracle_separation(&placed_a, &placed_b, oracle_of(g.normal)) < expected - bound) {
        return "the normal of GJK does not separate the cores";
    }
    double world = bound + fmax(check__rounding(g.point_a), check__rounding(g.point_b));
    AukDistance d = {g.distance, g.point_a, g.point_b, g.normal, g.iterations, g.status};
    return check_witnesses(&d, pose_a.p, world);
}

// An index, or an index with the edge bit, of a vertex that the shape has.
static bool feature_exists(uint32_t feature, const OracleShape *shape)
{
    return (feature & ~AUK_FEATURE_EDGE) < (uint32_t)shape->count;
}

// A point lies on the outlines of both cores, each moved outward by its radius along the common normal. (On a rounded
// edge that is tilted against the normal this is a little inside of the surface, by radius * (1 - cos of the tilt).)
static const char *check_manifold_point(const AukManifold *m, int i, AukVec2 origin, double bound)
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
    bound += check__rounding(p->point);
    if (off_a > bound || off_b > bound) {
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
    double scale = oracle_scale(&placed_a, &placed_b);
    double bound = CHECK_TOLERANCE * scale;
    if (m.status != AUK_OK || m.count < 0 || m.count > 2) {
        return check__say("status: %s, count %d", auk_status_text(m.status), m.count);
    }
    if (expected < 1e-9 * scale ? m.count == 0 : (expected > 8.0 * CHECK_ULP * scale && m.count > 0)) {
        return check__say("%d points at a distance of %g", m.count, expected);
    }
    if (m.count == 0) {
        return NULL;
    }
    if (!(fabs((double)m.distance - expected) <= bound) || !check__unit(m.normal)) {
        return check__say("distance %.9g, expected %.9g, or the normal is bad", (double)m.distance, expected);
    }
    if (oracle_separation(&placed_a, &placed_b, oracle_of(m.normal)) < expected - bound) {
        return "the manifold's normal is not the shortest way out";
    }
    double deepest = HUGE_VAL;
    for (int i = 0; i < m.count; i++) {
        const char *wrong = check_manifold_point(&m, i, pose_a.p, bound);
        if (wrong) {
            return wrong;
        }
        deepest = fmin(deepest, (double)m.points[i].distance);
    }
    bool distinct =
        m.count < 2 || m.points[0].feature_a != m.points[1].feature_a || m.points[0].feature_b != m.points[1].feature_b;
    if (fabs(deepest - expected) > bound || !distinct) {
        return check__say("deepest point %g, expected %g, distinct features: %d", deepest, expected, distinct);
    }
    return NULL;
}

const char *check_point(const AukShape *shape, AukTransform pose, AukVec2 point)
{
    AukProjection p = auk_project_point(shape, pose, point);
    oracle_place(&placed_a, shape, pose, pose.p);
    oracle_place_point(&placed_b, oracle_sub(oracle_of(point), oracle_of(pose.p)));
    double expected = oracle_distance(&placed_a, &placed_b);
    double scale = oracle_scale(&placed_a, &placed_b);
    double bound = CHECK_TOLERANCE * scale;
    if (p.status != AUK_OK || !check__unit(p.normal) || !check__finite(p.point)) {
        return check__say("status: %s, or the normal is bad", auk_status_text(p.status));
    }
    if (!(fabs((double)p.distance - expected) <= bound)) {
        return check__say("distance %.9g, expected %.9g", (double)p.distance, expected);
    }
    if (oracle_separation(&placed_a, &placed_b, oracle_of(p.normal)) < expected - bound) {
        return "the normal is not the surface's";
    }
    OracleVec on = oracle_sub(oracle_of(p.point), oracle_of(pose.p));
    OracleVec back = oracle_add(on, oracle_scale_vec((double)p.distance, oracle_of(p.normal)));
    double off = fmax(check__off_surface(&placed_a, on), oracle_length(oracle_sub(back, placed_b.center)));
    if (off > bound + check__rounding(p.point)) {
        return check__say("the projection is %g off", off);
    }
    bool inside = auk_contains(shape, pose, point);
    return fabs(expected) > 1e-9 * scale && inside != (expected < 0.0) ? "auk_contains is wrong" : NULL;
}
