// Conversions between two doubles and four floats, for values that are computed in doubles and stored in floats, and of
// integers to floats. All forms give the same bits, and the plain form is always compiled. gcc 12 omits a rounding to
// float and back in code that it vectorises by itself, so both conversions are explicit instructions here.
#ifndef AUK_BASE_F64X2_F32X4_H
#define AUK_BASE_F64X2_F32X4_H

#include "base/f32x4.h"
#include "base/f64x2_lanes.h"
#include "base/square_root.h"

// The first two lanes as doubles.
static inline AukF64x2Plain auk__f64x2_plain_of_low(AukF32x4Plain v)
{
    return auk__f64x2_plain_load_point(v.lane);
}

// {a0, a1, b0, b1}, rounded to nearest
static inline AukF32x4Plain auk__f32x4_plain_of_doubles(AukF64x2Plain a, AukF64x2Plain b)
{
    AukF32x4Plain v = {{(float)a.lane[0], (float)a.lane[1], (float)b.lane[0], (float)b.lane[1]}};
    return v;
}

// Two integers as floats, twice: {i0, i1, i0, i1}.
static inline AukF32x4Plain auk__f32x4_plain_of_integers(const int32_t *two)
{
    return auk__f32x4_plain_make((float)two[0], (float)two[1], (float)two[0], (float)two[1]);
}

static inline void auk__f32x4_plain_store_low(float *to, AukF32x4Plain v)
{
    to[0] = v.lane[0];
    to[1] = v.lane[1];
}

// Correctly rounded.
static inline AukF64x2Plain auk__f64x2_plain_sqrt(AukF64x2Plain v)
{
    AukF64x2Plain root = {{auk__square_root(v.lane[0]), auk__square_root(v.lane[1])}};
    return root;
}

// Two consecutive points, in the form that auk__f64x2_load_points() reads.
static inline void auk__f64x2_plain_store_points(float *to, AukF64x2Plain x, AukF64x2Plain y)
{
    to[0] = (float)x.lane[0];
    to[1] = (float)y.lane[0];
    to[2] = (float)x.lane[1];
    to[3] = (float)y.lane[1];
}

// {a0, a1, b2, b3}
static inline AukF32x4Plain auk__f32x4_plain_join(AukF32x4Plain a, AukF32x4Plain b)
{
    AukF32x4Plain v = {{a.lane[0], a.lane[1], b.lane[2], b.lane[3]}};
    return v;
}

// True if no magnitude is above the limit; false for NaN.
static inline bool auk__f32x4_plain_within(AukF32x4Plain v, float limit)
{
    return auk__f32x4_plain_all_within(v.lane, limit);
}

#if AUK_SIMD_SSE2

static inline AukF64x2 auk__f64x2_of_low(AukF32x4 v)
{
    return _mm_cvtps_pd(v);
}

static inline AukF32x4 auk__f32x4_of_doubles(AukF64x2 a, AukF64x2 b)
{
    return _mm_movelh_ps(_mm_cvtpd_ps(a), _mm_cvtpd_ps(b));
}

static inline AukF32x4 auk__f32x4_of_integers(const int32_t *two)
{
    return _mm_cvtepi32_ps(_mm_shuffle_epi32(_mm_loadl_epi64((const __m128i *)(const void *)two), 0x44));
}

static inline void auk__f32x4_store_low(float *to, AukF32x4 v)
{
    _mm_storel_pi((__m64 *)(void *)to, v);
}

static inline AukF64x2 auk__f64x2_sqrt(AukF64x2 v)
{
    return _mm_sqrt_pd(v);
}

static inline void auk__f64x2_store_points(float *to, AukF64x2 x, AukF64x2 y)
{
    auk__f32x4_store(to, auk__f32x4_of_doubles(_mm_unpacklo_pd(x, y), _mm_unpackhi_pd(x, y)));
}

static inline AukF32x4 auk__f32x4_join(AukF32x4 a, AukF32x4 b)
{
    return _mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 2, 1, 0));
}

static inline bool auk__f32x4_within(AukF32x4 v, float limit)
{
    __m128 magnitudes = _mm_andnot_ps(_mm_set1_ps(-0.0f), v);
    return _mm_movemask_ps(_mm_cmple_ps(magnitudes, _mm_set1_ps(limit))) == 15;
}

#elif AUK_SIMD_NEON

static inline AukF64x2 auk__f64x2_of_low(AukF32x4 v)
{
    return vcvt_f64_f32(vget_low_f32(v));
}

static inline AukF32x4 auk__f32x4_of_doubles(AukF64x2 a, AukF64x2 b)
{
    return vcombine_f32(vcvt_f32_f64(a), vcvt_f32_f64(b));
}

static inline AukF32x4 auk__f32x4_of_integers(const int32_t *two)
{
    int32x2_t both = vld1_s32(two);
    return vcvtq_f32_s32(vcombine_s32(both, both));
}

static inline void auk__f32x4_store_low(float *to, AukF32x4 v)
{
    vst1_f32(to, vget_low_f32(v));
}

static inline AukF64x2 auk__f64x2_sqrt(AukF64x2 v)
{
    return vsqrtq_f64(v);
}

static inline void auk__f64x2_store_points(float *to, AukF64x2 x, AukF64x2 y)
{
    auk__f32x4_store(to, auk__f32x4_of_doubles(vzip1q_f64(x, y), vzip2q_f64(x, y)));
}

static inline AukF32x4 auk__f32x4_join(AukF32x4 a, AukF32x4 b)
{
    return vcombine_f32(vget_low_f32(a), vget_high_f32(b));
}

static inline bool auk__f32x4_within(AukF32x4 v, float limit)
{
    return auk__f32x4_bits(vcleq_f32(vabsq_f32(v), vdupq_n_f32(limit))) == 15;
}

#elif AUK_SIMD_WASM

static inline AukF64x2 auk__f64x2_of_low(AukF32x4 v)
{
    return wasm_f64x2_promote_low_f32x4(v);
}

static inline AukF32x4 auk__f32x4_of_doubles(AukF64x2 a, AukF64x2 b)
{
    return wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero(a), wasm_f32x4_demote_f64x2_zero(b), 0, 2);
}

static inline AukF32x4 auk__f32x4_of_integers(const int32_t *two)
{
    return wasm_f32x4_convert_i32x4(wasm_v128_load64_splat(two));
}

static inline void auk__f32x4_store_low(float *to, AukF32x4 v)
{
    wasm_v128_store64_lane(to, v, 0);
}

static inline AukF64x2 auk__f64x2_sqrt(AukF64x2 v)
{
    return wasm_f64x2_sqrt(v);
}

static inline void auk__f64x2_store_points(float *to, AukF64x2 x, AukF64x2 y)
{
    auk__f32x4_store(to, auk__f32x4_of_doubles(wasm_i64x2_shuffle(x, y, 0, 2), wasm_i64x2_shuffle(x, y, 1, 3)));
}

static inline AukF32x4 auk__f32x4_join(AukF32x4 a, AukF32x4 b)
{
    return wasm_i64x2_shuffle(a, b, 0, 3);
}

static inline bool auk__f32x4_within(AukF32x4 v, float limit)
{
    return wasm_i32x4_all_true(wasm_f32x4_le(wasm_f32x4_abs(v), wasm_f32x4_splat(limit)));
}

#else

#    define auk__f64x2_of_low auk__f64x2_plain_of_low
#    define auk__f32x4_of_doubles auk__f32x4_plain_of_doubles
#    define auk__f32x4_of_integers auk__f32x4_plain_of_integers
#    define auk__f32x4_store_low auk__f32x4_plain_store_low
#    define auk__f64x2_sqrt auk__f64x2_plain_sqrt
#    define auk__f64x2_store_points auk__f64x2_plain_store_points
#    define auk__f32x4_join auk__f32x4_plain_join
#    define auk__f32x4_within auk__f32x4_plain_within

#endif

#endif
