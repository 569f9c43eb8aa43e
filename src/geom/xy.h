// Vectors and placements with x and y side by side in a register: what geom/dvec.h does one after the other, with the
// same bits.
#ifndef AUK_GEOM_XY_H
#define AUK_GEOM_XY_H

#include "base/simd_pick.h"
#include "geom/dvec.h"

static inline AukDouble2 auk__lanes(AukDvec v)
{
    return auk__d2_make(v.x, v.y);
}

static inline AukDouble2 auk__lanes_position(const AukPlace *place)
{
    return auk__d2_make(place->x, place->y);
}

// In one piece, to be read in one piece.
static inline void auk__lanes_write(AukDvec *v, AukDouble2 lanes)
{
    auk__d2_store(&v->x, lanes);
}

// By the angle of the axis (c, s), and back.
static inline AukDouble2 auk__lanes_turn(AukDouble2 axis, AukDouble2 v)
{
    AukDouble2 c = auk__d2_low(axis, axis), s = auk__d2_neg_first(auk__d2_high(axis, axis));
    return auk__d2_add(auk__d2_mul(c, v), auk__d2_mul(s, auk__d2_swap(v)));
}

static inline AukDouble2 auk__lanes_unturn(AukDouble2 axis, AukDouble2 v)
{
    AukDouble2 c = auk__d2_low(axis, axis), s = auk__d2_neg_second(auk__d2_high(axis, axis));
    return auk__d2_add(auk__d2_mul(c, v), auk__d2_mul(s, auk__d2_swap(v)));
}

static inline AukDouble2 auk__lanes_rotate(const AukPlace *place, AukDouble2 v)
{
    return auk__lanes_turn(auk__d2_make(place->c, place->s), v);
}

static inline AukDouble2 auk__lanes_unrotate(const AukPlace *place, AukDouble2 v)
{
    return auk__lanes_unturn(auk__d2_make(place->c, place->s), v);
}

static inline AukDouble2 auk__lanes_apply(const AukPlace *place, AukDouble2 v)
{
    return auk__d2_add(auk__lanes_position(place), auk__lanes_rotate(place, v));
}

// The first lane and the second one, added.
static inline double auk__lanes_sum(AukDouble2 v)
{
    return auk__d2_first(v) + auk__d2_second(v);
}

// As dvec_size(): the larger magnitude.
static inline double auk__lanes_size(AukDouble2 v)
{
    return auk__d2_most(auk__d2_abs(v));
}

#endif
