// Four doubles at once: in the 256 bits of AVX2, or in two registers where a machine has only 128 bits. AVX2 is enabled
// for single functions, so the library runs on any x86-64. Code that uses this header must be in functions marked
// AUK_F64X4_CODE, under #if AUK_F64X4_EXISTS, and may be called only if auk__f64x4_is_supported(). Code that uses what
// only AVX2 has stands under #if AUK_AVX2_EXISTS, and asks auk__avx2_is_supported().
// Invariant: each lane has the bits that the same operation on one double gives. Comparisons give masks. With AVX2 only
// the sign bit of a mask's lane counts, so f64x4_not() flips the sign; elsewhere all bits of the lane are set or none.
#ifndef AUK_BASE_F64X4_H
#define AUK_BASE_F64X4_H

#include "base/words4.h"

#if AUK_SIMD_SSE2 && defined(__GNUC__) && defined(__x86_64__) && !defined(AUK_NO_AVX2)
#    define AUK_AVX2_EXISTS 1
#else
#    define AUK_AVX2_EXISTS 0
#endif

// 32-bit x86 has too few registers. An x86-64 without AVX2 computes pairs one by one, since two forms in one library
// would be one too many; AUK_NO_AVX2 gives it the form of two registers, which compilers without GNU's extensions
// always have.
#if AUK_AVX2_EXISTS || (AUK_SIMD_SSE2 && (defined(__x86_64__) || defined(_M_X64))) || AUK_SIMD_NEON || AUK_SIMD_WASM
#    define AUK_F64X4_EXISTS 1
#else
#    define AUK_F64X4_EXISTS 0
#endif

// True if the processor and the operating system support AVX2.
static inline bool auk__avx2_is_supported(void)
{
#if AUK_AVX2_EXISTS
    return __builtin_cpu_supports("avx2") != 0;
#else
    return false;
#endif
}

static inline bool auk__f64x4_is_supported(void)
{
    return AUK_F64X4_EXISTS && (!AUK_AVX2_EXISTS || auk__avx2_is_supported());
}

#if AUK_AVX2_EXISTS

#    include <immintrin.h>

#    define AUK_F64X4_CODE __attribute__((target("avx2")))
#    define AUK_F64X4 AUK_F64X4_CODE static inline

typedef __m256d AukF64x4;

AUK_F64X4 AukF64x4 f64x4(double x)
{
    return _mm256_set1_pd(x);
}

AUK_F64X4 AukF64x4 f64x4_load(const double *from)
{
    return _mm256_loadu_pd(from);
}

AUK_F64X4 AukF64x4 f64x4_make(double first, double second, double third, double fourth)
{
    return _mm256_setr_pd(first, second, third, fourth);
}

AUK_F64X4 void f64x4_store(double *to, AukF64x4 v)
{
    _mm256_storeu_pd(to, v);
}

// A mask from four numbers that are 0 or -1.
AUK_F64X4 AukF64x4 f64x4_load_mask(const int64_t *from)
{
    return _mm256_castsi256_pd(_mm256_loadu_si256((const __m256i *)(const void *)from));
}

// The mask with all lanes set.
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

// The exclusive or of two masks. Also flips the signs of the lanes of one operand where the other is -0.
AUK_F64X4 AukF64x4 f64x4_xor(AukF64x4 a, AukF64x4 b)
{
    return _mm256_xor_pd(a, b);
}

AUK_F64X4 AukF64x4 f64x4_not(AukF64x4 mask)
{
    return _mm256_xor_pd(mask, f64x4(-0.0));
}

// Bit k is lane k of a mask.
AUK_F64X4 unsigned f64x4_bits(AukF64x4 mask)
{
    return (unsigned)_mm256_movemask_pd(mask);
}

// a where the mask is set, else b.
AUK_F64X4 AukF64x4 f64x4_pick(AukF64x4 mask, AukF64x4 a, AukF64x4 b)
{
    return _mm256_blendv_pd(b, a, mask);
}

AUK_F64X4 AukWords4 f64x4_floats(AukF64x4 v)
{
    return _mm256_cvtpd_ps(v);
}

// Integers are stored as doubles, so that f64x4_pick() works on them.
AUK_F64X4 AukWords4 f64x4_integers(AukF64x4 v)
{
    return _mm_castsi128_ps(_mm256_cvtpd_epi32(v));
}

AUK_F64X4 AukF64x4 f64x4_of_integers(const int from[4])
{
    return _mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)(const void *)from));
}

// The mask as four masks of 32 bits, of which all bits count.
AUK_F64X4 AukWords4 f64x4_mask(AukF64x4 mask)
{
    __m128 high = _mm_shuffle_ps(_mm_castpd_ps(_mm256_castpd256_pd128(mask)),
                                 _mm_castpd_ps(_mm256_extractf128_pd(mask, 1)), _MM_SHUFFLE(3, 1, 3, 1));
    return _mm_castsi128_ps(_mm_srai_epi32(_mm_castps_si128(high), 31));
}

// Four points of two floats each: two in `first`, then two in `last`.
AUK_F64X4 void f64x4_of_points(__m128 first, __m128 last, AukF64x4 *x, AukF64x4 *y)
{
    *x = _mm256_cvtps_pd(_mm_shuffle_ps(first, last, _MM_SHUFFLE(2, 0, 2, 0)));
    *y = _mm256_cvtps_pd(_mm_shuffle_ps(first, last, _MM_SHUFFLE(3, 1, 3, 1)));
}

// Loads four consecutive points.
AUK_F64X4 void f64x4_load_points(const float *from, AukF64x4 *x, AukF64x4 *y)
{
    f64x4_of_points(_mm_loadu_ps(from), _mm_loadu_ps(from + 4), x, y);
}

// Loads four points from separate addresses.
AUK_F64X4 void f64x4_gather_points(const float *p, const float *q, const float *r, const float *t, AukF64x4 *x,
                                   AukF64x4 *y)
{
    __m128 none = _mm_setzero_ps();
    __m128 first = _mm_loadh_pi(_mm_loadl_pi(none, (const __m64 *)(const void *)p), (const __m64 *)(const void *)q);
    __m128 last = _mm_loadh_pi(_mm_loadl_pi(none, (const __m64 *)(const void *)r), (const __m64 *)(const void *)t);
    f64x4_of_points(first, last, x, y);
}

// ---- what only AVX2 has ----

AUK_F64X4 void f64x4_store_points(float *to, AukF64x4 x, AukF64x4 y)
{
    __m128 all_x = _mm256_cvtpd_ps(x), all_y = _mm256_cvtpd_ps(y);
    _mm_storeu_ps(to, _mm_unpacklo_ps(all_x, all_y));
    _mm_storeu_ps(to + 4, _mm_unpackhi_ps(all_x, all_y));
}

AUK_F64X4 AukF64x4 f64x4_equal(AukF64x4 a, AukF64x4 b)
{
    return _mm256_cmp_pd(a, b, _CMP_EQ_OQ);
}

// f64x4_least(): the smallest lane. f64x4_most(): the largest.
AUK_F64X4 double f64x4_least(AukF64x4 v)
{
    __m128d pair = _mm_min_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd(v, 1));
    return _mm_cvtsd_f64(_mm_min_sd(pair, _mm_unpackhi_pd(pair, pair)));
}

AUK_F64X4 double f64x4_most(AukF64x4 v)
{
    __m128d pair = _mm_max_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd(v, 1));
    return _mm_cvtsd_f64(_mm_max_sd(pair, _mm_unpackhi_pd(pair, pair)));
}

// The first lane in all lanes.
AUK_F64X4 AukF64x4 f64x4_first(AukF64x4 v)
{
    return _mm256_permute4x64_pd(v, 0);
}

// {v1, v2, v3, last3}
AUK_F64X4 AukF64x4 f64x4_following(AukF64x4 v, AukF64x4 last)
{
    return _mm256_blend_pd(_mm256_permute4x64_pd(v, _MM_SHUFFLE(3, 3, 2, 1)), last, 8);
}

#elif AUK_F64X4_EXISTS

#    define AUK_F64X4_CODE
#    define AUK_F64X4 static inline

// Lanes 0 and 1, lanes 2 and 3.
typedef struct AukF64x4 {
    AukF64x2 low, high;
} AukF64x4;

// ---- four lanes: every operation on both halves ----

AUK_F64X4 AukF64x4 f64x4_of_halves(AukF64x2 low, AukF64x2 high)
{
    AukF64x4 v = {low, high};
    return v;
}

AUK_F64X4 AukF64x4 f64x4(double x)
{
    return f64x4_of_halves(auk__f64x2_both(x), auk__f64x2_both(x));
}

AUK_F64X4 AukF64x4 f64x4_load(const double *from)
{
    return f64x4_of_halves(auk__f64x2_load(from), auk__f64x2_load(from + 2));
}

AUK_F64X4 AukF64x4 f64x4_make(double first, double second, double third, double fourth)
{
    return f64x4_of_halves(auk__f64x2_make(first, second), auk__f64x2_make(third, fourth));
}

AUK_F64X4 void f64x4_store(double *to, AukF64x4 v)
{
    auk__f64x2_store(to, v.low);
    auk__f64x2_store(to + 2, v.high);
}

AUK_F64X4 AukF64x4 f64x4_load_mask(const int64_t *from)
{
    return f64x4_of_halves(auk__f64x2_load_mask(from), auk__f64x2_load_mask(from + 2));
}

AUK_F64X4 AukF64x4 f64x4_all(void)
{
    return f64x4_of_halves(auk__f64x2_mask_all(), auk__f64x2_mask_all());
}

AUK_F64X4 AukF64x4 f64x4_add(AukF64x4 a, AukF64x4 b)
{
    return f64x4_of_halves(auk__f64x2_add(a.low, b.low), auk__f64x2_add(a.high, b.high));
}

AUK_F64X4 AukF64x4 f64x4_sub(AukF64x4 a, AukF64x4 b)
{
    return f64x4_of_halves(auk__f64x2_sub(a.low, b.low), auk__f64x2_sub(a.high, b.high));
}

AUK_F64X4 AukF64x4 f64x4_mul(AukF64x4 a, AukF64x4 b)
{
    return f64x4_of_halves(auk__f64x2_mul(a.low, b.low), auk__f64x2_mul(a.high, b.high));
}

AUK_F64X4 AukF64x4 f64x4_div(AukF64x4 a, AukF64x4 b)
{
    return f64x4_of_halves(auk__f64x2_div(a.low, b.low), auk__f64x2_div(a.high, b.high));
}

AUK_F64X4 AukF64x4 f64x4_sqrt(AukF64x4 v)
{
    return f64x4_of_halves(auk__f64x2_sqrt(v.low), auk__f64x2_sqrt(v.high));
}

AUK_F64X4 AukF64x4 f64x4_min(AukF64x4 a, AukF64x4 b)
{
    return f64x4_of_halves(auk__f64x2_min(a.low, b.low), auk__f64x2_min(a.high, b.high));
}

AUK_F64X4 AukF64x4 f64x4_max(AukF64x4 a, AukF64x4 b)
{
    return f64x4_of_halves(auk__f64x2_max(a.low, b.low), auk__f64x2_max(a.high, b.high));
}

AUK_F64X4 AukF64x4 f64x4_abs(AukF64x4 v)
{
    return f64x4_of_halves(auk__f64x2_abs(v.low), auk__f64x2_abs(v.high));
}

AUK_F64X4 AukF64x4 f64x4_neg(AukF64x4 v)
{
    return f64x4_of_halves(auk__f64x2_neg(v.low), auk__f64x2_neg(v.high));
}

AUK_F64X4 AukF64x4 f64x4_less(AukF64x4 a, AukF64x4 b)
{
    return f64x4_of_halves(auk__f64x2_mask_less(a.low, b.low), auk__f64x2_mask_less(a.high, b.high));
}

AUK_F64X4 AukF64x4 f64x4_at_most(AukF64x4 a, AukF64x4 b)
{
    return f64x4_of_halves(auk__f64x2_mask_at_most(a.low, b.low), auk__f64x2_mask_at_most(a.high, b.high));
}

AUK_F64X4 AukF64x4 f64x4_and(AukF64x4 a, AukF64x4 b)
{
    return f64x4_of_halves(auk__f64x2_mask_and(a.low, b.low), auk__f64x2_mask_and(a.high, b.high));
}

AUK_F64X4 AukF64x4 f64x4_or(AukF64x4 a, AukF64x4 b)
{
    return f64x4_of_halves(auk__f64x2_mask_or(a.low, b.low), auk__f64x2_mask_or(a.high, b.high));
}

AUK_F64X4 AukF64x4 f64x4_xor(AukF64x4 a, AukF64x4 b)
{
    return f64x4_of_halves(auk__f64x2_mask_xor(a.low, b.low), auk__f64x2_mask_xor(a.high, b.high));
}

AUK_F64X4 AukF64x4 f64x4_not(AukF64x4 mask)
{
    return f64x4_xor(mask, f64x4_all());
}

AUK_F64X4 unsigned f64x4_bits(AukF64x4 mask)
{
    return auk__f64x2_bits_of_mask(mask.low) | auk__f64x2_bits_of_mask(mask.high) << 2;
}

AUK_F64X4 AukF64x4 f64x4_pick(AukF64x4 mask, AukF64x4 a, AukF64x4 b)
{
    return f64x4_of_halves(auk__f64x2_pick_by_mask(mask.low, a.low, b.low),
                           auk__f64x2_pick_by_mask(mask.high, a.high, b.high));
}

AUK_F64X4 AukWords4 f64x4_floats(AukF64x4 v)
{
    return auk__f32x4_of_doubles(v.low, v.high);
}

AUK_F64X4 AukWords4 f64x4_integers(AukF64x4 v)
{
    return words4_of_numbers(v.low, v.high);
}

AUK_F64X4 AukF64x4 f64x4_of_integers(const int from[4])
{
    return f64x4_of_halves(auk__f64x2_of_integers(from), auk__f64x2_of_integers(from + 2));
}

AUK_F64X4 AukWords4 f64x4_mask(AukF64x4 mask)
{
    return words4_of_masks(mask.low, mask.high);
}

AUK_F64X4 void f64x4_load_points(const float *from, AukF64x4 *x, AukF64x4 *y)
{
    auk__f64x2_load_points(from, &x->low, &y->low);
    auk__f64x2_load_points(from + 4, &x->high, &y->high);
}

AUK_F64X4 void f64x4_gather_points(const float *p, const float *q, const float *r, const float *t, AukF64x4 *x,
                                   AukF64x4 *y)
{
    AukF64x2 first = auk__f64x2_load_point(p), second = auk__f64x2_load_point(q);
    AukF64x2 third = auk__f64x2_load_point(r), fourth = auk__f64x2_load_point(t);
    *x = f64x4_of_halves(auk__f64x2_low(first, second), auk__f64x2_low(third, fourth));
    *y = f64x4_of_halves(auk__f64x2_high(first, second), auk__f64x2_high(third, fourth));
}

#endif

#endif
