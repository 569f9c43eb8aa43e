// Shapes made from shapes, and poses between poses.
// Invariant: changes of sign and multiplications by powers of two are exact, so a shape mirrored twice is the same
// shape bit by bit.
#include "auk/geom.h"
#include "base/predicates.h"
#include "base/trig.h"
#include "geom/support_shape.h"

#include <string.h>

static AukShape refused_reshape(AukStatus status)
{
    AukShape shape;
    memset(&shape, 0, sizeof shape);
    shape.status = status;
    return shape;
}

// The status of an argument for multiplying points: an error for an invalid shape, too little space for its vertices,
// or a custom curve, whose points only its support function has.
static AukStatus check_reshape(const AukShape *shape, const AukVec2 *vertices)
{
    AukStatus status = auk__shape_check(shape);
    if (!status && shape->kind == AUK_SHAPE_CUSTOM) {
        status = AUK_ERROR_UNSUPPORTED;
    }
    return status || shape->kind != AUK_SHAPE_POLYGON || vertices ? status : AUK_ERROR_NULL;
}

static AukVec2 times(AukVec2 v, AukVec2 by)
{
    return auk_vec(v.x * by.x, v.y * by.y);
}

// Multiplies all points of a checked shape. The first vertex stays the first. If the product of the factors is
// negative, the order of the others is reversed, so that the vertices are counter-clockwise again.
static AukShape multiply(const AukShape *shape, AukVec2 by, float radius, AukVec2 *vertices)
{
    AukShape result = *shape;
    AukVec2 size = auk_vec(fabsf(by.x), fabsf(by.y));
    result.radius = radius;
    switch (shape->kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT:
        result.core.segment[0] = times(shape->core.segment[0], by);
        result.core.segment[1] = times(shape->core.segment[1], by);
        break;
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: result.core.half = times(shape->core.half, size); break;
    case AUK_SHAPE_POLYGON: {
        const AukVec2 *from = shape->core.polygon.vertices;
        int count = shape->core.polygon.count;
        bool turned = (by.x < 0.0f) != (by.y < 0.0f);
        vertices[0] = times(from[0], by);
        for (int low = 1, high = count - 1; low <= high; low++, high--) {
            AukVec2 a = times(from[low], by),
                    b = times(from[high], by); // read before they are written: `from` may be `vertices`
            vertices[low] = turned ? b : a;
            vertices[high] = turned ? a : b;
        }
        return auk_shape_polygon(vertices, count, radius);
    }
    case AUK_SHAPE_HALF_PLANE: // the normal has any length, so only signs count
        result.core.half_plane.normal =
            times(shape->core.half_plane.normal, auk_vec(by.x < 0.0f ? -1.0f : 1.0f, by.y < 0.0f ? -1.0f : 1.0f));
        result.core.half_plane.offset = shape->core.half_plane.offset * size.x; // both factors have one size
        break;
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_CUSTOM:
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
    AukStatus status = auk__shape_check(&result);
    return status ? refused_reshape(status) : result;
}

AukShape auk_shape_mirror(const AukShape *shape, bool x, bool y, AukVec2 *vertices)
{
    AukStatus status = check_reshape(shape, vertices);
    return status ? refused_reshape(status)
                  : multiply(shape, auk_vec(x ? -1.0f : 1.0f, y ? -1.0f : 1.0f), shape->radius, vertices);
}

AukShape auk_shape_scale(const AukShape *shape, float factor, AukVec2 *vertices)
{
    AukStatus status = auk__check_size(factor);
    status = status ? status : check_reshape(shape, vertices);
    status = status || factor > 0.0f ? status : AUK_ERROR_ZERO_AREA;
    return status ? refused_reshape(status)
                  : multiply(shape, auk_vec(factor, factor), shape->radius * factor, vertices);
}

AukTransform auk_transform_between(AukTransform from, AukTransform to, float alpha)
{
    if (!(alpha > 0.0f) || alpha >= 1.0f) {
        AukTransform end = alpha > 0.0f ? to : from;
        AukDvec q = auk__rot_read(end.q);
        end.q.c = (float)q.x;
        end.q.s = (float)q.y;
        return end;
    }
    AukDtransform start = auk__dtransform(from, auk_vec(0.0f, 0.0f)), end = auk__dtransform(to, from.p);
    AukTransform pose;
    pose.p = auk_vec((float)(start.x + (double)alpha * end.x), (float)(start.y + (double)alpha * end.y));
    double angle = auk__angle_of(start.c * end.c + start.s * end.s, start.c * end.s - start.s * end.c);
    AukCosSin turned = auk__cos_sin((double)alpha * angle);
    pose.q.c = (float)(start.c * turned.c - start.s * turned.s);
    pose.q.s = (float)(start.s * turned.c + start.c * turned.s);
    return pose;
}
