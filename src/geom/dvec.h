// Double-precision vectors and transforms, used for all arithmetic on pairs. Floats convert exactly, products of two
// floats are exact, and no square of a length can overflow or underflow. So the geometry needs no absolute tolerance,
// and its results scale exactly with powers of two.
#ifndef AUK_GEOM_DVEC_H
#define AUK_GEOM_DVEC_H

#include "auk/types.h"
#include "base/square_root.h"

#include <math.h>

typedef struct AukDvec {
    double x, y;
} AukDvec;

// A pose in doubles: rotate by (c, s), then move by (x, y).
typedef struct AukDtransform {
    double x, y, c, s;
} AukDtransform;

static inline AukDvec dvec(double x, double y)
{
    AukDvec v = {x, y};
    return v;
}

static inline AukDvec dvec_from(AukVec2 v)
{
    return dvec(v.x, v.y);
}

static inline AukVec2 dvec_to_float(AukDvec v)
{
    AukVec2 f = {(float)v.x, (float)v.y};
    return f;
}

static inline AukDvec dvec_add(AukDvec a, AukDvec b)
{
    return dvec(a.x + b.x, a.y + b.y);
}

static inline AukDvec dvec_sub(AukDvec a, AukDvec b)
{
    return dvec(a.x - b.x, a.y - b.y);
}

static inline AukDvec dvec_scale(double k, AukDvec v)
{
    return dvec(k * v.x, k * v.y);
}

// v + k w
static inline AukDvec dvec_mul_add(AukDvec v, double k, AukDvec w)
{
    return dvec(v.x + k * w.x, v.y + k * w.y);
}

static inline AukDvec dvec_neg(AukDvec v)
{
    return dvec(-v.x, -v.y);
}

static inline double dvec_dot(AukDvec a, AukDvec b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double dvec_cross(AukDvec a, AukDvec b)
{
    return a.x * b.y - a.y * b.x;
}

static inline double dvec_length(AukDvec v)
{
    return auk__square_root(v.x * v.x + v.y * v.y);
}

static inline AukDvec dvec_min(AukDvec a, AukDvec b)
{
    return dvec(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y);
}

static inline AukDvec dvec_max(AukDvec a, AukDvec b)
{
    return dvec(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y);
}

// The larger of the two magnitudes: an estimate of the length without a square root.
static inline double dvec_size(AukDvec v)
{
    double x = fabs(v.x), y = fabs(v.y);
    return x > y ? x : y;
}

// The larger dvec_size() of two vectors.
static inline double dvec_larger_size(AukDvec a, AukDvec b)
{
    double size_a = dvec_size(a), size_b = dvec_size(b);
    return size_a > size_b ? size_a : size_b;
}

// The parameter on an edge, clamped to [0, 1]. `along` is the dot product of (point - start) and the edge, `square` the
// square of the edge's length.
static inline double dvec_edge_part(double along, double square)
{
    return along <= 0.0 || square == 0.0 ? 0.0 : (along >= square ? 1.0 : along / square);
}

// True if a rotation counts as having unit length (see AukRot). The tolerance of 1e-6 covers float rounding, which
// changes the squared length by 1e-7, and products of a few rotations. False for NaN.
static inline bool auk__rot_is_unit(AukRot q)
{
    double c = q.c, s = q.s;
    return fabs(c * c + s * s - 1.0) <= 1e-6;
}

// Converts a caller's rotation: kept if its length is 1 within the tolerance, otherwise normalised; (0, 0) is the
// identity. All rotations of callers are read by this function.
static inline AukDvec auk__rot_read(AukRot q)
{
    AukDvec unit = {q.c, q.s};
    if (!auk__rot_is_unit(q)) {
        double length = auk__square_root(unit.x * unit.x + unit.y * unit.y);
        unit.x = length > 0.0 ? unit.x / length : 1.0;
        unit.y = length > 0.0 ? unit.y / length : 0.0;
    }
    return unit;
}

// Converts a caller's pose, relative to `origin`.
static inline AukDtransform auk__dtransform(AukTransform pose, AukVec2 origin)
{
    AukDvec q = auk__rot_read(pose.q);
    AukDtransform transform = {(double)pose.p.x - origin.x, (double)pose.p.y - origin.y, q.x, q.y};
    return transform;
}

// 1 / sqrt(c^2 + s^2) of a transform: 1 up to float rounding. Four terms of the series have an error below 1e-20 and
// cost less than a square root and a division.
static inline double auk__dtransform_shrink(const AukDtransform *transform)
{
    double e = (transform->c * transform->c + transform->s * transform->s) - 1.0;
    return 1.0 - e * (0.5 - e * (0.375 - e * 0.3125));
}

static inline AukDvec auk__dtransform_rotate(const AukDtransform *transform, AukDvec v)
{
    return dvec(transform->c * v.x - transform->s * v.y, transform->s * v.x + transform->c * v.y);
}

static inline AukDvec auk__dtransform_unrotate(const AukDtransform *transform, AukDvec v)
{
    return dvec(transform->c * v.x + transform->s * v.y, transform->c * v.y - transform->s * v.x);
}

static inline AukDvec auk__dtransform_apply(const AukDtransform *transform, AukDvec v)
{
    return dvec(transform->x + (transform->c * v.x - transform->s * v.y),
                transform->y + (transform->s * v.x + transform->c * v.y));
}

// First `inner`, then `outer`.
static inline AukDtransform auk__dtransform_compose(const AukDtransform *outer, const AukDtransform *inner)
{
    AukDvec p = auk__dtransform_apply(outer, dvec(inner->x, inner->y));
    AukDtransform transform = {p.x, p.y, outer->c * inner->c - outer->s * inner->s,
                               outer->s * inner->c + outer->c * inner->s};
    return transform;
}

#endif
