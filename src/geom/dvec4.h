// Four numbers at once with AVX2: a number of each of four pairs of shapes, one pair in each lane. Whoever includes
// this has asked AUK_FOUR_EXISTS first, and calls it from functions that are AUK_FOUR_CODE themselves. Truths are
// masks; of a mask only the sign counts, so that it may be turned round with four_not().
#ifndef AUK_GEOM_DVEC4_H
#define AUK_GEOM_DVEC4_H

#include "base/simd.h"
#include "geom/dvec.h"

#if AUK_SIMD_SSE2 && defined(__GNUC__) && defined(__x86_64__)
#    define AUK_FOUR_EXISTS 1
#else
#    define AUK_FOUR_EXISTS 0
#endif

#if AUK_FOUR_EXISTS

#    include <immintrin.h>

#    define AUK_FOUR_CODE __attribute__((target("avx2")))
#    define AUK_FOUR AUK_FOUR_CODE static inline

typedef __m256d AukFour;

typedef struct AukFourVec {
    AukFour x, y;
} AukFourVec;

typedef struct AukFourPlace {
    AukFour x, y, c, s;
} AukFourPlace;

AUK_FOUR AukFour four(double x)
{
    return _mm256_set1_pd(x);
}

AUK_FOUR AukFour four_load(const double *from)
{
    return _mm256_loadu_pd(from);
}

// A mask from 0 or -1 of each.
AUK_FOUR AukFour four_load_mask(const int64_t *from)
{
    return _mm256_castsi256_pd(_mm256_loadu_si256((const __m256i *)(const void *)from));
}

// The mask that is set everywhere.
AUK_FOUR AukFour four_all(void)
{
    return _mm256_castsi256_pd(_mm256_set1_epi32(-1));
}

AUK_FOUR AukFour four_add(AukFour a, AukFour b)
{
    return _mm256_add_pd(a, b);
}

AUK_FOUR AukFour four_sub(AukFour a, AukFour b)
{
    return _mm256_sub_pd(a, b);
}

AUK_FOUR AukFour four_mul(AukFour a, AukFour b)
{
    return _mm256_mul_pd(a, b);
}

AUK_FOUR AukFour four_div(AukFour a, AukFour b)
{
    return _mm256_div_pd(a, b);
}

AUK_FOUR AukFour four_sqrt(AukFour v)
{
    return _mm256_sqrt_pd(v);
}

AUK_FOUR AukFour four_min(AukFour a, AukFour b)
{
    return _mm256_min_pd(a, b);
}

AUK_FOUR AukFour four_max(AukFour a, AukFour b)
{
    return _mm256_max_pd(a, b);
}

AUK_FOUR AukFour four_abs(AukFour v)
{
    return _mm256_andnot_pd(four(-0.0), v);
}

AUK_FOUR AukFour four_neg(AukFour v)
{
    return _mm256_xor_pd(v, four(-0.0));
}

AUK_FOUR AukFour four_less(AukFour a, AukFour b)
{
    return _mm256_cmp_pd(a, b, _CMP_LT_OQ);
}

AUK_FOUR AukFour four_at_most(AukFour a, AukFour b)
{
    return _mm256_cmp_pd(a, b, _CMP_LE_OQ);
}

AUK_FOUR AukFour four_and(AukFour a, AukFour b)
{
    return _mm256_and_pd(a, b);
}

AUK_FOUR AukFour four_or(AukFour a, AukFour b)
{
    return _mm256_or_pd(a, b);
}

AUK_FOUR AukFour four_not(AukFour mask)
{
    return _mm256_xor_pd(mask, four(-0.0));
}

// Bit k: lane k of a mask.
AUK_FOUR unsigned four_bits(AukFour mask)
{
    return (unsigned)_mm256_movemask_pd(mask);
}

// a where the mask is set, else b.
AUK_FOUR AukFour four_pick(AukFour mask, AukFour a, AukFour b)
{
    return _mm256_blendv_pd(b, a, mask);
}

AUK_FOUR __m128 four_floats(AukFour v)
{
    return _mm256_cvtpd_ps(v);
}

// Whole numbers, kept as doubles since these can be picked by lanes.
AUK_FOUR __m128i four_integers(AukFour v)
{
    return _mm256_cvtpd_epi32(v);
}

AUK_FOUR AukFour four_of_integers(const int from[4])
{
    return _mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)(const void *)from));
}

// The mask for floats and integers.
AUK_FOUR __m128 four_mask(AukFour mask)
{
    return _mm_shuffle_ps(_mm_castpd_ps(_mm256_castpd256_pd128(mask)), _mm_castpd_ps(_mm256_extractf128_pd(mask, 1)),
                          _MM_SHUFFLE(3, 1, 3, 1));
}

// ---- vectors and placements, as in dvec.h ----

AUK_FOUR AukFourVec four_vec(AukFour x, AukFour y)
{
    AukFourVec v = {x, y};
    return v;
}

AUK_FOUR AukFourVec four_vec_add(AukFourVec a, AukFourVec b)
{
    return four_vec(four_add(a.x, b.x), four_add(a.y, b.y));
}

AUK_FOUR AukFourVec four_vec_sub(AukFourVec a, AukFourVec b)
{
    return four_vec(four_sub(a.x, b.x), four_sub(a.y, b.y));
}

AUK_FOUR AukFourVec four_vec_scale(AukFour k, AukFourVec v)
{
    return four_vec(four_mul(k, v.x), four_mul(k, v.y));
}

// v + k w
AUK_FOUR AukFourVec four_vec_mul_add(AukFourVec v, AukFour k, AukFourVec w)
{
    return four_vec_add(v, four_vec_scale(k, w));
}

AUK_FOUR AukFourVec four_vec_neg(AukFourVec v)
{
    return four_vec(four_neg(v.x), four_neg(v.y));
}

AUK_FOUR AukFourVec four_vec_pick(AukFour mask, AukFourVec a, AukFourVec b)
{
    return four_vec(four_pick(mask, a.x, b.x), four_pick(mask, a.y, b.y));
}

AUK_FOUR AukFour four_dot(AukFourVec a, AukFourVec b)
{
    return four_add(four_mul(a.x, b.x), four_mul(a.y, b.y));
}

AUK_FOUR AukFour four_cross(AukFourVec a, AukFourVec b)
{
    return four_sub(four_mul(a.x, b.y), four_mul(a.y, b.x));
}

AUK_FOUR AukFour four_vec_length(AukFourVec v)
{
    return four_sqrt(four_dot(v, v));
}

// The larger of the two magnitudes.
AUK_FOUR AukFour four_vec_size(AukFourVec v)
{
    return four_max(four_abs(v.x), four_abs(v.y));
}

AUK_FOUR AukFourVec four_position(const AukFourPlace *place)
{
    return four_vec(place->x, place->y);
}

AUK_FOUR AukFourVec four_rotate(const AukFourPlace *place, AukFourVec v)
{
    return four_vec(four_sub(four_mul(place->c, v.x), four_mul(place->s, v.y)),
                    four_add(four_mul(place->s, v.x), four_mul(place->c, v.y)));
}

AUK_FOUR AukFourVec four_unrotate(const AukFourPlace *place, AukFourVec v)
{
    return four_vec(four_add(four_mul(place->c, v.x), four_mul(place->s, v.y)),
                    four_sub(four_mul(place->c, v.y), four_mul(place->s, v.x)));
}

AUK_FOUR AukFourVec four_apply(const AukFourPlace *place, AukFourVec v)
{
    return four_vec_add(four_position(place), four_rotate(place, v));
}

AUK_FOUR AukFour four_turn_square(const AukFourPlace *place)
{
    return four_add(four_mul(place->c, place->c), four_mul(place->s, place->s));
}

// As auk__place_shrink().
AUK_FOUR AukFour four_shrink(const AukFourPlace *place)
{
    AukFour e = four_sub(four_turn_square(place), four(1.0));
    AukFour third = four_sub(four(0.375), four_mul(e, four(0.3125)));
    return four_sub(four(1.0), four_mul(e, four_sub(four(0.5), four_mul(e, third))));
}

AUK_FOUR AukFourPlace four_places(const AukPlace places[4])
{
    AukFour p = _mm256_loadu_pd(&places[0].x), q = _mm256_loadu_pd(&places[1].x);
    AukFour r = _mm256_loadu_pd(&places[2].x), t = _mm256_loadu_pd(&places[3].x);
    AukFour x_c = _mm256_unpacklo_pd(p, q), y_s = _mm256_unpackhi_pd(p, q);
    AukFour more_x_c = _mm256_unpacklo_pd(r, t), more_y_s = _mm256_unpackhi_pd(r, t);
    AukFourPlace place = {_mm256_permute2f128_pd(x_c, more_x_c, 0x20), _mm256_permute2f128_pd(y_s, more_y_s, 0x20),
                          _mm256_permute2f128_pd(x_c, more_x_c, 0x31), _mm256_permute2f128_pd(y_s, more_y_s, 0x31)};
    return place;
}

AUK_FOUR AukFourVec four_points(const AukVec2 *p, const AukVec2 *q, const AukVec2 *r, const AukVec2 *t)
{
    __m128 none = _mm_setzero_ps();
    __m128 first = _mm_loadh_pi(_mm_loadl_pi(none, (const __m64 *)(const void *)p), (const __m64 *)(const void *)q);
    __m128 last = _mm_loadh_pi(_mm_loadl_pi(none, (const __m64 *)(const void *)r), (const __m64 *)(const void *)t);
    return four_vec(_mm256_cvtps_pd(_mm_shuffle_ps(first, last, _MM_SHUFFLE(2, 0, 2, 0))),
                    _mm256_cvtps_pd(_mm_shuffle_ps(first, last, _MM_SHUFFLE(3, 1, 3, 1))));
}

#endif

#endif
