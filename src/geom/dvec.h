// Double-precision vectors and transforms: all pair arithmetic is done in them. Floats enter exactly, products of two
// of them are exact, and no square of a length can overflow or underflow; so the geometry needs no absolute tolerance,
// and answers scale exactly with powers of two.
#ifndef AUK_GEOM_DVEC_H
#define AUK_GEOM_DVEC_H

#include "auk/types.h"

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
    return sqrt(v.x * v.x + v.y * v.y);
}

static inline AukDvec dvec_min(AukDvec a, AukDvec b)
{
    return dvec(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y);
}

static inline AukDvec dvec_max(AukDvec a, AukDvec b)
{
    return dvec(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y);
}

// The larger of the two magnitudes: a length that costs no root.
static inline double dvec_size(AukDvec v)
{
    double x = fabs(v.x), y = fabs(v.y);
    return x > y ? x : y;
}

// The larger size of two.
static inline double dvec_larger_size(AukDvec a, AukDvec b)
{
    double size_a = dvec_size(a), size_b = dvec_size(b);
    return size_a > size_b ? size_a : size_b;
}

// The part of an edge, 0 to 1, at which a point lies that is `along` from the start, both multiplied by the edge's
// length, whose square is `square`.
static inline double dvec_edge_part(double along, double square)
{
    return along <= 0.0 || square == 0.0 ? 0.0 : (along >= square ? 1.0 : along / square);
}

// The rule of AukRot. A millionth leaves room for the rounding of floats (a squared length off by 1e-7) and for
// products of some rotations; NaN is no unit.
static inline bool auk__rot_is_unit(AukRot q)
{
    double c = q.c, s = q.s;
    return fabs(c * c + s * s - 1.0) <= 1e-6;
}

// A rotation from outside as cosine and sine: as it is if that is near enough, else normalised; (0, 0) is the identity.
// Rotations come in through here and no other way.
static inline AukDvec auk__rot_read(AukRot q)
{
    AukDvec unit = {q.c, q.s};
    if (!auk__rot_is_unit(q)) {
        double length = sqrt(unit.x * unit.x + unit.y * unit.y);
        unit.x = length > 0.0 ? unit.x / length : 1.0;
        unit.y = length > 0.0 ? unit.y / length : 0.0;
    }
    return unit;
}

// Reads a pose from outside, relative to `origin`.
static inline AukDtransform auk__dtransform(AukTransform pose, AukVec2 origin)
{
    AukDvec q = auk__rot_read(pose.q);
    AukDtransform place = {(double)pose.p.x - origin.x, (double)pose.p.y - origin.y, q.x, q.y};
    return place;
}

// 1 / sqrt(c^2 + s^2) of a placement: 1, but for the rounding of floats. Four terms of the series leave less than
// 1e-20, and cost less than a root and a division.
static inline double auk__dtransform_shrink(const AukDtransform *place)
{
    double e = (place->c * place->c + place->s * place->s) - 1.0;
    return 1.0 - e * (0.5 - e * (0.375 - e * 0.3125));
}

static inline AukDvec auk__dtransform_rotate(const AukDtransform *place, AukDvec v)
{
    return dvec(place->c * v.x - place->s * v.y, place->s * v.x + place->c * v.y);
}

static inline AukDvec auk__dtransform_unrotate(const AukDtransform *place, AukDvec v)
{
    return dvec(place->c * v.x + place->s * v.y, place->c * v.y - place->s * v.x);
}

static inline AukDvec auk__dtransform_apply(const AukDtransform *place, AukDvec v)
{
    return dvec(place->x + (place->c * v.x - place->s * v.y), place->y + (place->s * v.x + place->c * v.y));
}

// First `inner`, then `outer`.
static inline AukDtransform auk__dtransform_compose(const AukDtransform *outer, const AukDtransform *inner)
{
    AukDvec p = auk__dtransform_apply(outer, dvec(inner->x, inner->y));
    AukDtransform place = {p.x, p.y, outer->c * inner->c - outer->s * inner->s,
                           outer->s * inner->c + outer->c * inner->s};
    return place;
}

#endif
