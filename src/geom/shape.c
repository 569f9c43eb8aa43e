// Constructors that check what they are given, and the bounds of a shape.
// Invariant: a shape whose kind is not AUK_SHAPE_NONE is finite, in range and, if a polygon, strictly convex; so what
// works with shapes need not look again.
#include "auk/geom.h"
#include "base/predicates.h"
#include "geom/bounds.h"
#include "geom/core.h"

#include <string.h>

static AukShape refused(AukStatus status)
{
    AukShape shape;
    memset(&shape, 0, sizeof shape);
    shape.status = status;
    return shape;
}

static AukShape accepted(AukShapeKind kind, float radius)
{
    AukShape shape;
    memset(&shape, 0, sizeof shape);
    shape.kind = kind;
    shape.radius = radius;
    return shape;
}

// The shape, or a refused one if its numbers are wrong.
static AukShape checked(AukShape shape)
{
    AukStatus status = auk__shape_check(&shape);
    return status ? refused(status) : shape;
}

AukShape auk_shape_circle(float radius)
{
    return checked(accepted(AUK_SHAPE_CIRCLE, radius));
}

static AukShape segment_shape(AukShapeKind kind, AukVec2 p, AukVec2 q, float radius)
{
    AukShape shape = accepted(kind, radius);
    shape.core.segment[0] = p;
    shape.core.segment[1] = q;
    return checked(shape);
}

AukShape auk_shape_capsule(AukVec2 p, AukVec2 q, float radius)
{
    return segment_shape(AUK_SHAPE_CAPSULE, p, q, radius);
}

AukShape auk_shape_segment(AukVec2 p, AukVec2 q)
{
    return segment_shape(AUK_SHAPE_SEGMENT, p, q, 0.0f);
}

AukShape auk_shape_box(float half_width, float half_height)
{
    AukShape shape = accepted(AUK_SHAPE_BOX, 0.0f);
    shape.core.half = auk_vec(half_width, half_height);
    return checked(shape);
}

static bool precedes(AukVec2 a, AukVec2 b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

static bool all_on_one_line(const AukVec2 *vertices, int count)
{
    int other = 1;
    while (other < count && vertices[other].x == vertices[0].x && vertices[other].y == vertices[0].y) {
        other++;
    }
    for (int i = other + 1; i < count; i++) {
        if (auk__orientation(vertices[0], vertices[other], vertices[i]) != 0) {
            return false;
        }
    }
    return true;
}

// Left turns at every corner are not enough: a pentagram has them too. A convex outline goes around once, so it has
// one lexicographically lowest corner.
static AukStatus check_convex(const AukVec2 *vertices, int count)
{
    int turns_left = 0, lowest = 0;
    for (int i = 0; i < count; i++) {
        AukVec2 before = vertices[i > 0 ? i - 1 : count - 1];
        AukVec2 after = vertices[i + 1 < count ? i + 1 : 0];
        int turn = auk__orientation(before, vertices[i], after);
        turns_left += turn > 0;
        lowest += precedes(vertices[i], before) && precedes(vertices[i], after);
    }
    if (turns_left == count && lowest == 1) {
        return AUK_OK;
    }
    return all_on_one_line(vertices, count) ? AUK_ERROR_ZERO_AREA : AUK_ERROR_NOT_CONVEX;
}

AukShape auk_shape_polygon(const AukVec2 *vertices, int count, float radius)
{
    AukShape shape = accepted(AUK_SHAPE_POLYGON, radius);
    shape.core.polygon.vertices = vertices;
    shape.core.polygon.count = count;
    AukStatus status = auk__shape_check(&shape);
    for (int i = 0; i < count && !status; i++) {
        status = auk__check_vec(vertices[i]);
    }
    status = status ? status : check_convex(vertices, count);
    return status ? refused(status) : shape;
}

AukShape auk_shape_ellipse(float half_width, float half_height)
{
    AukShape shape = accepted(AUK_SHAPE_ELLIPSE, 0.0f);
    shape.core.half = auk_vec(half_width, half_height);
    return checked(shape);
}

AukShape auk_shape_custom(const AukCustomShape *custom, float radius)
{
    AukShape shape = accepted(AUK_SHAPE_CUSTOM, radius);
    shape.core.custom = custom;
    return checked(shape);
}

AukShape auk_shape_rounded(AukShape shape, float radius)
{
    AukStatus status = auk__shape_check(&shape);
    if (!status && radius < 0.0f) {
        status = AUK_ERROR_NEGATIVE;
    }
    if (status) {
        return refused(status);
    }
    shape.radius += radius;
    return checked(shape);
}

typedef struct Reach {
    AukDvec min, max;
} Reach;

// Of the core alone, relative to the pair's origin. All bounds of a frame go through here, so what is small and
// straight is not asked for its support points.
static Reach core_reach(const AukCore *core)
{
    static const AukDvec right = {1.0, 0.0}, up = {0.0, 1.0}, left = {-1.0, 0.0}, down = {0.0, -1.0};
    Reach reach;
    const AukPlace *place = &core->place;
    if (core->box) {
        double x = (double)core->own[2].x, y = (double)core->own[2].y;
        AukDvec half = dvec(fabs(place->c) * x + fabs(place->s) * y, fabs(place->s) * x + fabs(place->c) * y);
        reach.min = dvec(place->x - half.x, place->y - half.y);
        reach.max = dvec(place->x + half.x, place->y + half.y);
    } else if (core->count == 0 || core->count > AUK_SCANNED_VERTICES) {
        reach.min = dvec(auk__core_farthest(core, left).point.x, auk__core_farthest(core, down).point.y);
        reach.max = dvec(auk__core_farthest(core, right).point.x, auk__core_farthest(core, up).point.y);
    } else {
        reach.min = reach.max = auk__core_vertex(core, 0);
        for (int i = 1; i < core->count; i++) {
            AukDvec v = auk__core_vertex(core, i);
            reach.min.x = v.x < reach.min.x ? v.x : reach.min.x;
            reach.min.y = v.y < reach.min.y ? v.y : reach.min.y;
            reach.max.x = v.x > reach.max.x ? v.x : reach.max.x;
            reach.max.y = v.y > reach.max.y ? v.y : reach.max.y;
        }
    }
    return reach;
}

// A float that is not above x: rounding to nearest is off by at most 2^-24 of x, or 2^-150 where floats thin out.
static inline float below(double x)
{
    return (float)(x - (fabs(x) * 0x1p-23 + 0x1p-149));
}

AukBox auk__core_bounds(const AukCore *core, AukVec2 origin, double margin)
{
    double grow = core->radius + margin;
    Reach reach = core_reach(core);
    AukBox box;
    if (margin > 0.0) { // not the tightest then: a float more than enough costs a third
        box.min.x = below(reach.min.x - grow + origin.x);
        box.min.y = below(reach.min.y - grow + origin.y);
        box.max.x = -below(-(reach.max.x + grow + origin.x));
        box.max.y = -below(-(reach.max.y + grow + origin.y));
        return box;
    }
    box.min.x = auk__round_down(reach.min.x - grow + origin.x);
    box.min.y = auk__round_down(reach.min.y - grow + origin.y);
    box.max.x = auk__round_up(reach.max.x + grow + origin.x);
    box.max.y = auk__round_up(reach.max.y + grow + origin.y);
    return box;
}

AukBox auk_shape_bounds(const AukShape *shape, AukTransform pose)
{
    if (auk__shape_check(shape) || auk__check_pose(pose)) {
        AukBox none = {{0.0f, 0.0f}, {0.0f, 0.0f}};
        return none;
    }
    AukCore core;
    auk__core_init(&core, shape, auk__place(pose, pose.p));
    return auk__core_bounds(&core, pose.p, 0.0);
}

AukVec2 auk_support(const AukShape *shape, AukTransform pose, AukVec2 direction)
{
    if (auk__shape_check(shape) || auk__check_pose(pose) || auk__check_vec(direction)) {
        return auk_vec(0.0f, 0.0f);
    }
    AukCore core;
    auk__core_init(&core, shape, auk__place(pose, pose.p));
    AukDvec d = dvec_from(direction);
    if (dvec_size(d) == 0.0) {
        d.x = 1.0;
    }
    AukDvec point = dvec_mul_add(auk__core_farthest(&core, d).point, core.radius / dvec_length(d), d);
    return dvec_to_float(dvec_add(point, dvec_from(pose.p)));
}
