/// @file
/// Inline arithmetic on vectors, rotations, poses and boxes, for games and for auk itself.
/// Single-precision IEEE operations in the written order: results are the same on every machine if the compiler does
/// not contract expressions (-ffp-contract=off).
#ifndef AUK_MATH2D_H
#define AUK_MATH2D_H

#include "auk/types.h"

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The rotation by `angle` radians, counter-clockwise. Same bits on every machine (no libm inside).
/// The rotation is always valid, but angles beyond 1e8 have no digits left for a direction. NaN counts as 0.
AUK_API AukRot auk_rot(float angle);

/// The angle of a rotation in radians, in [-pi, pi]; 0 for the identity {0, 0}, and where there is none (NaN, two
/// infinities). Same bits on every machine. The length of `q` does not count.
AUK_API float auk_rot_angle(AukRot q);

/// The vector (x, y).
static inline AukVec2 auk_vec(float x, float y)
{
    AukVec2 v;
    v.x = x;
    v.y = y;
    return v;
}

/// a + b.
static inline AukVec2 auk_vec_add(AukVec2 a, AukVec2 b)
{
    return auk_vec(a.x + b.x, a.y + b.y);
}

/// a - b: the way from b to a.
static inline AukVec2 auk_vec_sub(AukVec2 a, AukVec2 b)
{
    return auk_vec(a.x - b.x, a.y - b.y);
}

/// k v.
static inline AukVec2 auk_vec_scale(float k, AukVec2 v)
{
    return auk_vec(k * v.x, k * v.y);
}

/// -v.
static inline AukVec2 auk_vec_neg(AukVec2 v)
{
    return auk_vec(-v.x, -v.y);
}

/// Linear interpolation: a + t (b - a).
static inline AukVec2 auk_vec_lerp(AukVec2 a, AukVec2 b, float t)
{
    return auk_vec(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y));
}

/// The dot product: above 0 if the angle between a and b is below a quarter turn.
static inline float auk_vec_dot(AukVec2 a, AukVec2 b)
{
    return a.x * b.x + a.y * b.y;
}

/// The z component of the cross product: positive if b is counter-clockwise of a.
static inline float auk_vec_cross(AukVec2 a, AukVec2 b)
{
    return a.x * b.y - a.y * b.x;
}

/// a + k b: where a point at `a` with velocity `b` is after `k` seconds.
static inline AukVec2 auk_vec_add_scaled(AukVec2 a, float k, AukVec2 b)
{
    return auk_vec(a.x + k * b.x, a.y + k * b.y);
}

/// v rotated by a quarter turn counter-clockwise.
static inline AukVec2 auk_vec_perp(AukVec2 v)
{
    return auk_vec(-v.y, v.x);
}

/// The length of v; infinite where its square is beyond the floats (above about 1.8e19), 0 or a few digits of it where
/// that is below them (1e-19).
static inline float auk_vec_length(AukVec2 v)
{
    return sqrtf(v.x * v.x + v.y * v.y);
}

/// The square of the length of v, without a root: for comparisons.
static inline float auk_vec_length_squared(AukVec2 v)
{
    return v.x * v.x + v.y * v.y;
}

/// The unit vector along v, also of lengths whose square is beyond the floats; {0, 0} for {0, 0} and for a v that is
/// not finite.
static inline AukVec2 auk_vec_normalize(AukVec2 v)
{
    float square = auk_vec_length_squared(v);
    if (!(square > 1e-30f && square < 1e38f)) { // a square may underflow or overflow: times 2^100 or 2^-66 none does
        v = auk_vec_scale(square < 1.0f ? 1267650600228229401496703205376.0f : 1.35525271560688054e-20f, v);
        square = auk_vec_length_squared(v);
        if (!(square > 0.0f && square < 1e38f)) {
            return auk_vec(0.0f, 0.0f);
        }
    }
    float length = sqrtf(square);
    return auk_vec(v.x / length, v.y / length);
}

/// The angle of v in radians, counter-clockwise from the x axis, in [-pi, pi]; 0 for {0, 0}. Same bits on every
/// machine, unlike atan2f().
static inline float auk_vec_angle(AukVec2 v)
{
    AukRot q;
    q.c = v.x;
    q.s = v.y;
    return auk_rot_angle(q);
}

/// The rotation by 0, as (1, 0).
static inline AukRot auk_rot_identity(void)
{
    AukRot q;
    q.c = 1.0f;
    q.s = 0.0f;
    return q;
}

/// The rotation that turns the x axis along v; by 0 if auk_vec_normalize() gives {0, 0}.
static inline AukRot auk_rot_towards(AukVec2 v)
{
    AukVec2 along = auk_vec_normalize(v);
    AukRot q = auk_rot_identity();
    if (along.x != 0.0f || along.y != 0.0f) {
        q.c = along.x;
        q.s = along.y;
    }
    return q;
}

/// Rotates v by q. q must have unit length, as from auk_rot(): here {0, 0} is not the identity, unlike in arguments of
/// library calls.
static inline AukVec2 auk_rot_apply(AukRot q, AukVec2 v)
{
    return auk_vec(q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y);
}

/// Rotates v by the inverse of q; q as for auk_rot_apply().
static inline AukVec2 auk_rot_apply_inverse(AukRot q, AukVec2 v)
{
    return auk_vec(q.c * v.x + q.s * v.y, q.c * v.y - q.s * v.x);
}

/// The rotation by `b` and then by `a`; both of unit length. After many products the length has drifted: every product
/// adds at most 2^-22 of it. The library takes any length near 1.
static inline AukRot auk_rot_multiply(AukRot a, AukRot b)
{
    AukRot q;
    q.c = a.c * b.c - a.s * b.s;
    q.s = a.s * b.c + a.c * b.s;
    return q;
}

/// The rotation that undoes q.
static inline AukRot auk_rot_inverse(AukRot q)
{
    q.s = -q.s;
    return q;
}

/// The pose at the origin that is not rotated.
static inline AukTransform auk_transform_identity(void)
{
    AukTransform t;
    t.p = auk_vec(0.0f, 0.0f);
    t.q = auk_rot_identity();
    return t;
}

/// The pose at `p`, rotated by `angle` radians.
static inline AukTransform auk_transform(AukVec2 p, float angle)
{
    AukTransform t;
    t.p = p;
    t.q = auk_rot(angle);
    return t;
}

/// Maps v from the frame of t to the frame in which t is given. t.q as in auk_rot_apply().
static inline AukVec2 auk_transform_apply(AukTransform t, AukVec2 v)
{
    return auk_vec_add(t.p, auk_rot_apply(t.q, v));
}

/// The inverse of auk_transform_apply(): maps v into the frame of t.
static inline AukVec2 auk_transform_apply_inverse(AukTransform t, AukVec2 v)
{
    return auk_rot_apply_inverse(t.q, auk_vec_sub(v, t.p));
}

/// The pose in the world of something whose pose in the frame of `a` is `b`: applying the product to v is applying `b`
/// and then `a`. Rotations as in auk_rot_apply().
static inline AukTransform auk_transform_multiply(AukTransform a, AukTransform b)
{
    AukTransform t;
    t.p = auk_transform_apply(a, b.p);
    t.q = auk_rot_multiply(a.q, b.q);
    return t;
}

/// The pose that undoes t. The pose of b in the frame of a is auk_transform_multiply(auk_transform_inverse(a), b). t.q
/// as in auk_rot_apply().
static inline AukTransform auk_transform_inverse(AukTransform t)
{
    AukTransform inverse;
    inverse.q = auk_rot_inverse(t.q);
    inverse.p = auk_rot_apply(inverse.q, auk_vec_neg(t.p));
    return inverse;
}

/// The box with these corners. min <= max is not checked here, but by the calls that take a box.
static inline AukBox auk_box(AukVec2 min, AukVec2 max)
{
    AukBox box;
    box.min = min;
    box.max = max;
    return box;
}

/// True if the closed boxes share a point.
static inline bool auk_box_overlap(AukBox a, AukBox b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/// True if no point of `inner` is outside `outer`.
static inline bool auk_box_contains(AukBox outer, AukBox inner)
{
    return outer.min.x <= inner.min.x && inner.max.x <= outer.max.x && outer.min.y <= inner.min.y &&
           inner.max.y <= outer.max.y;
}

/// True if the point is in the closed box.
static inline bool auk_box_contains_point(AukBox box, AukVec2 p)
{
    return box.min.x <= p.x && p.x <= box.max.x && box.min.y <= p.y && p.y <= box.max.y;
}

/// The smallest box that contains both.
static inline AukBox auk_box_union(AukBox a, AukBox b)
{
    AukBox box;
    box.min.x = a.min.x < b.min.x ? a.min.x : b.min.x;
    box.min.y = a.min.y < b.min.y ? a.min.y : b.min.y;
    box.max.x = a.max.x > b.max.x ? a.max.x : b.max.x;
    box.max.y = a.max.y > b.max.y ? a.max.y : b.max.y;
    return box;
}

/// A filter given by a mask, as in other engines: it collides with the categories whose bits are set in `mask`.
static inline AukFilter auk_filter_mask(uint64_t category, uint64_t mask)
{
    AukFilter filter;
    filter.category = category;
    filter.ignore = ~mask;
    filter.group = 0;
    return filter;
}

/// True if two shapes with these filters can collide. (Queries have their own rule for category 0, see AukQuery.)
static inline bool auk_filter_meets(AukFilter a, AukFilter b)
{
    uint64_t category_a = a.category ? a.category : 1;
    uint64_t category_b = b.category ? b.category : 1;
    if (a.group != 0 && a.group == b.group) {
        return false;
    }
    return (a.ignore & category_b) == 0 && (b.ignore & category_a) == 0;
}

/// True if both ids name the same body, or both are null.
static inline bool auk_body_id_equal(AukBodyId a, AukBodyId b)
{
    return a.index == b.index && a.generation == b.generation;
}

/// True for {0}, which names no body. An id that is not null may still be stale, see auk_body_exists().
static inline bool auk_body_id_is_null(AukBodyId id)
{
    return id.generation == 0;
}

/// True if both ids name the same shape, or both are null.
static inline bool auk_shape_id_equal(AukShapeId a, AukShapeId b)
{
    return a.index == b.index && a.generation == b.generation;
}

/// True for {0}, which names no shape.
static inline bool auk_shape_id_is_null(AukShapeId id)
{
    return id.generation == 0;
}

#ifdef __cplusplus
}
#endif

#endif
