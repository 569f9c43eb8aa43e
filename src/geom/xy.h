// Vectors and transforms with x and y in one register. The results have the same bits as those of geom/dvec.h.
#ifndef AUK_GEOM_XY_H
#define AUK_GEOM_XY_H

#include "base/f64x2_lanes.h"
#include "geom/dvec.h"

static inline AukF64x2 auk__xy(AukDvec v)
{
    return auk__f64x2_make(v.x, v.y);
}

static inline AukF64x2 auk__xy_position(const AukDtransform *transform)
{
    return auk__f64x2_make(transform->x, transform->y);
}

// Stored as a whole register, so that a load of the whole register does not stall.
static inline void auk__xy_write(AukDvec *v, AukF64x2 lanes)
{
    auk__f64x2_store(&v->x, lanes);
}

// Rotation by the angle of the axis (c, s), and its inverse.
static inline AukF64x2 auk__xy_turn(AukF64x2 axis, AukF64x2 v)
{
    AukF64x2 c = auk__f64x2_low(axis, axis), s = auk__f64x2_neg_first(auk__f64x2_high(axis, axis));
    return auk__f64x2_add(auk__f64x2_mul(c, v), auk__f64x2_mul(s, auk__f64x2_swap(v)));
}

static inline AukF64x2 auk__xy_unturn(AukF64x2 axis, AukF64x2 v)
{
    AukF64x2 c = auk__f64x2_low(axis, axis), s = auk__f64x2_neg_second(auk__f64x2_high(axis, axis));
    return auk__f64x2_add(auk__f64x2_mul(c, v), auk__f64x2_mul(s, auk__f64x2_swap(v)));
}

static inline AukF64x2 auk__xy_rotate(const AukDtransform *transform, AukF64x2 v)
{
    return auk__xy_turn(auk__f64x2_make(transform->c, transform->s), v);
}

static inline AukF64x2 auk__xy_unrotate(const AukDtransform *transform, AukF64x2 v)
{
    return auk__xy_unturn(auk__f64x2_make(transform->c, transform->s), v);
}

static inline AukF64x2 auk__xy_apply(const AukDtransform *transform, AukF64x2 v)
{
    return auk__f64x2_add(auk__xy_position(transform), auk__xy_rotate(transform, v));
}

// The first lane and the second one, added.
static inline double auk__xy_sum(AukF64x2 v)
{
    return auk__f64x2_first(v) + auk__f64x2_second(v);
}

// As dvec_size(): the larger magnitude.
static inline double auk__xy_size(AukF64x2 v)
{
    return auk__f64x2_most(auk__f64x2_abs(v));
}

#endif
