// Constructors of shapes, which check their arguments.
// Invariant: a shape whose kind is not AUK_SHAPE_NONE is finite, in range and, if it is a polygon, strictly convex, so
// these properties are not checked again.
#include "geom/shape.h"

#include "auk/geom.h"
#include "base/predicates.h"
#include "base/trig.h"
#include "geom/support_shape.h"

#include <float.h>
#include <string.h>

enum { REGULAR_VERTICES_MAX = 4096 }; // the middle of three vertices is then beyond the chord by 20 rounding errors

static AukShape refused_shape(AukStatus status)
{
    AukShape shape;
    memset(&shape, 0, sizeof shape);
    shape.status = status;
    return shape;
}

// Shapes are made where they stay: a copy waits for the stores of its members.
static void begin_shape(AukShape *shape, AukShapeKind kind, float radius)
{
    memset(shape, 0, sizeof *shape);
    shape->kind = kind;
    shape->radius = radius;
}

// Makes a shape empty if its numbers are invalid.
static void check_made(AukShape *shape)
{
    AukStatus status = auk__shape_check(shape);
    if (status) {
        *shape = refused_shape(status);
    }
}

AukShape auk_shape_circle(float radius)
{
    AukShape shape;
    begin_shape(&shape, AUK_SHAPE_CIRCLE, radius);
    check_made(&shape);
    return shape;
}

static AukShape segment_shape(AukShapeKind kind, AukVec2 p, AukVec2 q, float radius)
{
    AukShape shape;
    begin_shape(&shape, kind, radius);
    shape.core.segment[0] = p;
    shape.core.segment[1] = q;
    check_made(&shape);
    return shape;
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
    AukShape shape;
    begin_shape(&shape, AUK_SHAPE_BOX, 0.0f);
    shape.core.half = auk_vec(half_width, half_height);
    check_made(&shape);
    return shape;
}

AukStatus auk_regular_polygon(int count, float radius, AukVec2 *out)
{
    if (!out || count < 3 || count > REGULAR_VERTICES_MAX) {
        return out ? AUK_ERROR_COUNT : AUK_ERROR_NULL;
    }
    AukShape circle = auk_shape_circle(radius);
    if (circle.status || radius < FLT_MIN) {
        return circle.status ? circle.status : AUK_ERROR_ZERO_AREA;
    }
    for (int i = 0; i < count; i++) {
        AukCosSin direction = auk__cos_sin(2.0 * AUK_PI * i / count);
        out[i] = auk_vec((float)((double)radius * direction.c), (float)((double)radius * direction.s));
    }
    return AUK_OK;
}

static bool point_precedes(AukVec2 a, AukVec2 b)
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

// Left turns at every corner are not enough, since a pentagram has them too. A convex outline goes around once, so it
// has exactly one corner that precedes both its neighbours in lexicographic order.
static AukStatus check_convex(const AukVec2 *vertices, int count, AukFault *fault)
{
    int turns_left = 0, lowest = 0, other = -1;
    for (int i = 0; i < count; i++) {
        AukVec2 before = vertices[i > 0 ? i - 1 : count - 1];
        AukVec2 after = vertices[i + 1 < count ? i + 1 : 0];
        int turn = auk__orientation(before, vertices[i], after);
        turns_left += turn > 0;
        other = turn <= 0 && other < 0 ? i : other;
        lowest += point_precedes(vertices[i], before) && point_precedes(vertices[i], after);
    }
    if (turns_left == count && lowest == 1) {
        return AUK_OK;
    }
    bool flat = all_on_one_line(vertices, count);
    AukStatus status = auk__fault_note(fault, flat ? AUK_ERROR_ZERO_AREA : AUK_ERROR_NOT_CONVEX, AUK_FIELD_VERTICES);
    return flat ? status : auk__fault_at(fault, status, other);
}

AukStatus auk__polygon_find_fault(const AukShape *polygon, AukFault *fault)
{
    AukStatus status = auk__shape_is_right(polygon) ? AUK_OK : auk__shape_find_fault(polygon, fault);
    if (status) {
        return status;
    }
    const AukVec2 *vertices = polygon->core.polygon.vertices;
    int count = polygon->core.polygon.count;
    for (int i = 0; i < count && !status; i++) {
        status = auk__fault_at(fault, auk__fault_vec(fault, vertices[i], AUK_FIELD_VERTICES), i);
    }
    status = status ? status : check_convex(vertices, count, fault);
    return auk__fault_in(fault, auk__fault_in(fault, status, AUK_FIELD_POLYGON), AUK_FIELD_CORE);
}

AukShape auk_shape_polygon(const AukVec2 *vertices, int count, float radius)
{
    AukShape shape;
    begin_shape(&shape, AUK_SHAPE_POLYGON, radius);
    shape.core.polygon.vertices = vertices;
    shape.core.polygon.count = count;
    AukStatus status = auk__polygon_find_fault(&shape, NULL);
    return status ? refused_shape(status) : shape;
}

AukShape auk_shape_ellipse(float half_width, float half_height)
{
    AukShape shape;
    begin_shape(&shape, AUK_SHAPE_ELLIPSE, 0.0f);
    shape.core.half = auk_vec(half_width, half_height);
    check_made(&shape);
    return shape;
}

AukShape auk_shape_custom(const AukCustomShape *custom, float radius)
{
    AukShape shape;
    begin_shape(&shape, AUK_SHAPE_CUSTOM, radius);
    shape.core.custom = custom;
    check_made(&shape);
    return shape;
}

AukShape auk_shape_half_plane(AukVec2 normal, float offset)
{
    AukShape shape;
    begin_shape(&shape, AUK_SHAPE_HALF_PLANE, 0.0f);
    shape.core.half_plane.normal = normal;
    shape.core.half_plane.offset = offset;
    check_made(&shape);
    return shape;
}

AukShape auk_shape_rounded(AukShape shape, float radius)
{
    AukStatus status = auk__shape_check(&shape);
    status = status ? status : auk__check_size(radius);
    if (status) {
        return refused_shape(status);
    }
    shape.radius += radius;
    check_made(&shape);
    return shape;
}

AukVec2 auk_support(const AukShape *shape, AukTransform pose, AukVec2 direction)
{
    // a direction may have any length: it is no place
    if (auk__shape_check(shape) || auk__check_pose(pose) || !auk__is_finite_vec(direction)) {
        return auk_vec(0.0f, 0.0f);
    }
    AukSupportShape core;
    auk__support_shape_init(&core, shape, auk__dtransform(pose, pose.p));
    AukDvec d = dvec_from(direction);
    if (auk__support_shape_is_half_plane(&core)) {
        d = auk__dtransform_rotate(&core.transform, core.half);
    } else if (dvec_size(d) == 0.0) {
        d.x = 1.0;
    }
    AukDvec point = dvec_mul_add(auk__support_shape_farthest(&core, d).point, core.radius / dvec_length(d), d);
    return dvec_to_float(dvec_add(point, dvec_from(pose.p)));
}
