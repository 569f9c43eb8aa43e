// Four vectors and four transforms at once, one in each lane, with the operations of geom/dvec.h.
#ifndef AUK_GEOM_DVEC4_H
#define AUK_GEOM_DVEC4_H

#include "base/f64x4.h"
#include "geom/dvec.h"

#if AUK_F64X4_EXISTS

typedef struct AukDvec4 {
    AukF64x4 x, y;
} AukDvec4;

typedef struct AukDtransform4 {
    AukF64x4 x, y, c, s;
} AukDtransform4;

AUK_F64X4 AukDvec4 dvec4(AukF64x4 x, AukF64x4 y)
{
    AukDvec4 v = {x, y};
    return v;
}

AUK_F64X4 AukDvec4 dvec4_add(AukDvec4 a, AukDvec4 b)
{
    return dvec4(f64x4_add(a.x, b.x), f64x4_add(a.y, b.y));
}

AUK_F64X4 AukDvec4 dvec4_sub(AukDvec4 a, AukDvec4 b)
{
    return dvec4(f64x4_sub(a.x, b.x), f64x4_sub(a.y, b.y));
}

AUK_F64X4 AukDvec4 dvec4_scale(AukF64x4 k, AukDvec4 v)
{
    return dvec4(f64x4_mul(k, v.x), f64x4_mul(k, v.y));
}

// v + k w
AUK_F64X4 AukDvec4 dvec4_mul_add(AukDvec4 v, AukF64x4 k, AukDvec4 w)
{
    return dvec4_add(v, dvec4_scale(k, w));
}

AUK_F64X4 AukDvec4 dvec4_neg(AukDvec4 v)
{
    return dvec4(f64x4_neg(v.x), f64x4_neg(v.y));
}

AUK_F64X4 AukDvec4 dvec4_pick(AukF64x4 mask, AukDvec4 a, AukDvec4 b)
{
    return dvec4(f64x4_pick(mask, a.x, b.x), f64x4_pick(mask, a.y, b.y));
}

AUK_F64X4 AukF64x4 dvec4_dot(AukDvec4 a, AukDvec4 b)
{
    return f64x4_add(f64x4_mul(a.x, b.x), f64x4_mul(a.y, b.y));
}

AUK_F64X4 AukF64x4 dvec4_cross(AukDvec4 a, AukDvec4 b)
{
    return f64x4_sub(f64x4_mul(a.x, b.y), f64x4_mul(a.y, b.x));
}

AUK_F64X4 AukF64x4 dvec4_length(AukDvec4 v)
{
    return f64x4_sqrt(dvec4_dot(v, v));
}

// The larger of the two magnitudes.
AUK_F64X4 AukF64x4 dvec4_size(AukDvec4 v)
{
    return f64x4_max(f64x4_abs(v.x), f64x4_abs(v.y));
}

AUK_F64X4 AukDvec4 dtransform4_position(const AukDtransform4 *transform)
{
    return dvec4(transform->x, transform->y);
}

AUK_F64X4 AukDvec4 dtransform4_rotate(const AukDtransform4 *transform, AukDvec4 v)
{
    return dvec4(f64x4_sub(f64x4_mul(transform->c, v.x), f64x4_mul(transform->s, v.y)),
                 f64x4_add(f64x4_mul(transform->s, v.x), f64x4_mul(transform->c, v.y)));
}

AUK_F64X4 AukDvec4 dtransform4_unrotate(const AukDtransform4 *transform, AukDvec4 v)
{
    return dvec4(f64x4_add(f64x4_mul(transform->c, v.x), f64x4_mul(transform->s, v.y)),
                 f64x4_sub(f64x4_mul(transform->c, v.y), f64x4_mul(transform->s, v.x)));
}

AUK_F64X4 AukDvec4 dtransform4_apply(const AukDtransform4 *transform, AukDvec4 v)
{
    return dvec4_add(dtransform4_position(transform), dtransform4_rotate(transform, v));
}

AUK_F64X4 AukF64x4 dtransform4_turn_square(const AukDtransform4 *transform)
{
    return f64x4_add(f64x4_mul(transform->c, transform->c), f64x4_mul(transform->s, transform->s));
}

// As auk__dtransform_shrink().
AUK_F64X4 AukF64x4 dtransform4_shrink(const AukDtransform4 *transform)
{
    AukF64x4 e = f64x4_sub(dtransform4_turn_square(transform), f64x4(1.0));
    AukF64x4 third = f64x4_sub(f64x4(0.375), f64x4_mul(e, f64x4(0.3125)));
    return f64x4_sub(f64x4(1.0), f64x4_mul(e, f64x4_sub(f64x4(0.5), f64x4_mul(e, third))));
}

AUK_F64X4 AukDvec4 dvec4_load(const AukVec2 from[4])
{
    AukDvec4 v;
    f64x4_load_points(&from->x, &v.x, &v.y);
    return v;
}

AUK_F64X4 AukDvec4 dvec4_gather(const AukVec2 *p, const AukVec2 *q, const AukVec2 *r, const AukVec2 *t)
{
    AukDvec4 v;
    f64x4_gather_points(&p->x, &q->x, &r->x, &t->x, &v.x, &v.y);
    return v;
}

#endif

#endif
