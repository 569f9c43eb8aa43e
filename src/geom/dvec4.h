// Four numbers at once with AVX2: a number of each of four pairs of shapes, one pair in each lane. Whoever includes
// this has asked AUK_F64X4_EXISTS first, and calls it from functions that are AUK_F64X4_CODE themselves. Truths are
// masks; of a mask only the sign counts, so that it may be turned round with f64x4_not().
#ifndef AUK_GEOM_DVEC4_H
#define AUK_GEOM_DVEC4_H

#include "base/simd.h"
#include "geom/dvec.h"

#if AUK_SIMD_SSE2 && defined(__GNUC__) && defined(__x86_64__)
#    define AUK_F64X4_EXISTS 1
#else
#    define AUK_F64X4_EXISTS 0
#endif

#if AUK_F64X4_EXISTS

#    include <immintrin.h>

#    define AUK_F64X4_CODE __attribute__((target("avx2")))
#    define AUK_F64X4 AUK_F64X4_CODE static inline

typedef __m256d AukF64x4;

typedef struct AukDvec4 {
    AukF64x4 x, y;
} AukDvec4;

typedef struct AukDtransform4 {
    AukF64x4 x, y, c, s;
} AukDtransform4;

AUK_F64X4 AukF64x4 f64x4(double x)
{
    return _mm256_set1_pd(x);
}

AUK_F64X4 AukF64x4 f64x4_load(const double *from)
{
    return _mm256_loadu_pd(from);
}

// A mask from 0 or -1 of each.
AUK_F64X4 AukF64x4 f64x4_load_mask(const int64_t *from)
{
    return _mm256_castsi256_pd(_mm256_loadu_si256((const __m256i *)(const void *)from));
}

// The mask that is set everywhere.
AUK_F64X4 AukF64x4 f64x4_all(void)
{
    return _mm256_castsi256_pd(_mm256_set1_epi32(-1));
}

AUK_F64X4 AukF64x4 f64x4_add(AukF64x4 a, AukF64x4 b)
{
    return _mm256_add_pd(a, b);
}

AUK_F64X4 AukF64x4 f64x4_sub(AukF64x4 a, AukF64x4 b)
{
    return _mm256_sub_pd(a, b);
}

AUK_F64X4 AukF64x4 f64x4_mul(AukF64x4 a, AukF64x4 b)
{
    return _mm256_mul_pd(a, b);
}

AUK_F64X4 AukF64x4 f64x4_div(AukF64x4 a, AukF64x4 b)
{
    return _mm256_div_pd(a, b);
}

AUK_F64X4 AukF64x4 f64x4_sqrt(AukF64x4 v)
{
    return _mm256_sqrt_pd(v);
}

AUK_F64X4 AukF64x4 f64x4_min(AukF64x4 a, AukF64x4 b)
{
    return _mm256_min_pd(a, b);
}

AUK_F64X4 AukF64x4 f64x4_max(AukF64x4 a, AukF64x4 b)
{
    return _mm256_max_pd(a, b);
}

AUK_F64X4 AukF64x4 f64x4_abs(AukF64x4 v)
{
    return _mm256_andnot_pd(f64x4(-0.0), v);
}

AUK_F64X4 AukF64x4 f64x4_neg(AukF64x4 v)
{
    return _mm256_xor_pd(v, f64x4(-0.0));
}

AUK_F64X4 AukF64x4 f64x4_less(AukF64x4 a, AukF64x4 b)
{
    return _mm256_cmp_pd(a, b, _CMP_LT_OQ);
}

AUK_F64X4 AukF64x4 f64x4_at_most(AukF64x4 a, AukF64x4 b)
{
    return _mm256_cmp_pd(a, b, _CMP_LE_OQ);
}

AUK_F64X4 AukF64x4 f64x4_and(AukF64x4 a, AukF64x4 b)
{
    return _mm256_and_pd(a, b);
}

AUK_F64X4 AukF64x4 f64x4_or(AukF64x4 a, AukF64x4 b)
{
    return _mm256_or_pd(a, b);
}

AUK_F64X4 AukF64x4 f64x4_not(AukF64x4 mask)
{
    return _mm256_xor_pd(mask, f64x4(-0.0));
}

// Bit k: lane k of a mask.
AUK_F64X4 unsigned f64x4_bits(AukF64x4 mask)
{
    return (unsigned)_mm256_movemask_pd(mask);
}

// a where the mask is set, else b.
AUK_F64X4 AukF64x4 f64x4_pick(AukF64x4 mask, AukF64x4 a, AukF64x4 b)
{
    return _mm256_blendv_pd(b, a, mask);
}

AUK_F64X4 __m128 f64x4_floats(AukF64x4 v)
{
    return _mm256_cvtpd_ps(v);
}

// Whole numbers, kept as doubles since these can be picked by lanes.
AUK_F64X4 __m128i f64x4_integers(AukF64x4 v)
{
    return _mm256_cvtpd_epi32(v);
}

AUK_F64X4 AukF64x4 f64x4_of_integers(const int from[4])
{
    return _mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)(const void *)from));
}

// The mask for floats and integers.
AUK_F64X4 __m128 f64x4_mask(AukF64x4 mask)
{
    return _mm_shuffle_ps(_mm_castpd_ps(_mm256_castpd256_pd128(mask)), _mm_castpd_ps(_mm256_extractf128_pd(mask, 1)),
                          _MM_SHUFFLE(3, 1, 3, 1));
}

// ---- vectors and placements, as in dvec.h ----

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

AUK_F64X4 AukDvec4 dtransform4_position(const AukDtransform4 *place)
{
    return dvec4(place->x, place->y);
}

AUK_F64X4 AukDvec4 dtransform4_rotate(const AukDtransform4 *place, AukDvec4 v)
{
    return dvec4(f64x4_sub(f64x4_mul(place->c, v.x), f64x4_mul(place->s, v.y)),
                 f64x4_add(f64x4_mul(place->s, v.x), f64x4_mul(place->c, v.y)));
}

AUK_F64X4 AukDvec4 dtransform4_unrotate(const AukDtransform4 *place, AukDvec4 v)
{
    return dvec4(f64x4_add(f64x4_mul(place->c, v.x), f64x4_mul(place->s, v.y)),
                 f64x4_sub(f64x4_mul(place->c, v.y), f64x4_mul(place->s, v.x)));
}

AUK_F64X4 AukDvec4 dtransform4_apply(const AukDtransform4 *place, AukDvec4 v)
{
    return dvec4_add(dtransform4_position(place), dtransform4_rotate(place, v));
}

AUK_F64X4 AukF64x4 dtransform4_turn_square(const AukDtransform4 *place)
{
    return f64x4_add(f64x4_mul(place->c, place->c), f64x4_mul(place->s, place->s));
}

// As auk__dtransform_shrink().
AUK_F64X4 AukF64x4 dtransform4_shrink(const AukDtransform4 *place)
{
    AukF64x4 e = f64x4_sub(dtransform4_turn_square(place), f64x4(1.0));
    AukF64x4 third = f64x4_sub(f64x4(0.375), f64x4_mul(e, f64x4(0.3125)));
    return f64x4_sub(f64x4(1.0), f64x4_mul(e, f64x4_sub(f64x4(0.5), f64x4_mul(e, third))));
}

AUK_F64X4 AukDtransform4 dtransform4_load(const AukDtransform places[4])
{
    AukF64x4 p = _mm256_loadu_pd(&places[0].x), q = _mm256_loadu_pd(&places[1].x);
    AukF64x4 r = _mm256_loadu_pd(&places[2].x), t = _mm256_loadu_pd(&places[3].x);
    AukF64x4 x_c = _mm256_unpacklo_pd(p, q), y_s = _mm256_unpackhi_pd(p, q);
    AukF64x4 more_x_c = _mm256_unpacklo_pd(r, t), more_y_s = _mm256_unpackhi_pd(r, t);
    AukDtransform4 place = {_mm256_permute2f128_pd(x_c, more_x_c, 0x20), _mm256_permute2f128_pd(y_s, more_y_s, 0x20),
                            _mm256_permute2f128_pd(x_c, more_x_c, 0x31), _mm256_permute2f128_pd(y_s, more_y_s, 0x31)};
    return place;
}

AUK_F64X4 AukDvec4 dvec4_load(const AukVec2 *p, const AukVec2 *q, const AukVec2 *r, const AukVec2 *t)
{
    __m128 none = _mm_setzero_ps();
    __m128 first = _mm_loadh_pi(_mm_loadl_pi(none, (const __m64 *)(const void *)p), (const __m64 *)(const void *)q);
    __m128 last = _mm_loadh_pi(_mm_loadl_pi(none, (const __m64 *)(const void *)r), (const __m64 *)(const void *)t);
    return dvec4(_mm256_cvtps_pd(_mm_shuffle_ps(first, last, _MM_SHUFFLE(2, 0, 2, 0))),
                 _mm256_cvtps_pd(_mm_shuffle_ps(first, last, _MM_SHUFFLE(3, 1, 3, 1))));
}

#endif

#endif
