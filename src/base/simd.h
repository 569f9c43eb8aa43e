// Four floats or two doubles at once, for the loops that compare boxes and corners. SSE2 where the compiler has it
// (every x86-64), NEON on 64-bit ARM, SIMD128 of WebAssembly, plain C elsewhere or with AUK_NO_SIMD; the plain form is
// always compiled, so a test can compare the two. Invariant: all forms give the same bits.
#ifndef AUK_BASE_SIMD_H
#define AUK_BASE_SIMD_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define AUK_SIMD_SSE2 0
#define AUK_SIMD_NEON 0
#define AUK_SIMD_WASM 0
#if defined(AUK_NO_SIMD)
// plain C
#elif defined(__SSE2__)
#    undef AUK_SIMD_SSE2
#    define AUK_SIMD_SSE2 1
#    include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
#    undef AUK_SIMD_NEON
#    define AUK_SIMD_NEON 1
#    include <arm_neon.h>
#elif defined(__wasm_simd128__)
#    undef AUK_SIMD_WASM
#    define AUK_SIMD_WASM 1
#    include <wasm_simd128.h>
#endif

// The number of the lowest bit that is set; there must be one.
static inline int auk__lowest_bit(unsigned mask)
{
#if defined(__GNUC__)
    return __builtin_ctz(mask);
#else
    int bit = 0;
    while (!(mask >> bit & 1u)) {
        bit++;
    }
    return bit;
#endif
}

typedef struct AukF32x4Plain {
    float lane[4];
} AukF32x4Plain;

static inline AukF32x4Plain auk__f32x4_plain_load(const float *from)
{
    AukF32x4Plain v = {{from[0], from[1], from[2], from[3]}};
    return v;
}

// {-v2, -v3, -v0, -v1}
static inline AukF32x4Plain auk__f32x4_plain_flip(AukF32x4Plain v)
{
    AukF32x4Plain flipped = {{-v.lane[2], -v.lane[3], -v.lane[0], -v.lane[1]}};
    return flipped;
}

// Bit k is set if lane k of a is not above lane k of b.
static inline unsigned auk__f32x4_plain_mask_le(AukF32x4Plain a, AukF32x4Plain b)
{
    return (unsigned)(a.lane[0] <= b.lane[0]) | (unsigned)(a.lane[1] <= b.lane[1]) << 1 |
           (unsigned)(a.lane[2] <= b.lane[2]) << 2 | (unsigned)(a.lane[3] <= b.lane[3]) << 3;
}

// No magnitude is above the limit. False for NaN.
static inline bool auk__f32x4_plain_all_within(const float *four, float limit)
{
    return fabsf(four[0]) <= limit && fabsf(four[1]) <= limit && fabsf(four[2]) <= limit && fabsf(four[3]) <= limit;
}

typedef struct AukF64x2Plain {
    double lane[2];
} AukF64x2Plain;

static inline AukF64x2Plain auk__f64x2_plain_load(const double *from)
{
    AukF64x2Plain v = {{from[0], from[1]}};
    return v;
}

static inline AukF64x2Plain auk__f64x2_plain_make(double first, double second)
{
    AukF64x2Plain v = {{first, second}};
    return v;
}

// The second lane of a, the first lane of b.
static inline AukF64x2Plain auk__f64x2_plain_slide(AukF64x2Plain a, AukF64x2Plain b)
{
    AukF64x2Plain v = {{a.lane[1], b.lane[0]}};
    return v;
}

static inline double auk__f64x2_plain_lane(const AukF64x2Plain *v, int lane)
{
    return v->lane[lane];
}

static inline AukF64x2Plain auk__f64x2_plain_both(double x)
{
    AukF64x2Plain v = {{x, x}};
    return v;
}

static inline AukF64x2Plain auk__f64x2_plain_add(AukF64x2Plain a, AukF64x2Plain b)
{
    AukF64x2Plain v = {{a.lane[0] + b.lane[0], a.lane[1] + b.lane[1]}};
    return v;
}

static inline AukF64x2Plain auk__f64x2_plain_mul(AukF64x2Plain a, AukF64x2Plain b)
{
    AukF64x2Plain v = {{a.lane[0] * b.lane[0], a.lane[1] * b.lane[1]}};
    return v;
}

static inline AukF64x2Plain auk__f64x2_plain_sub(AukF64x2Plain a, AukF64x2Plain b)
{
    AukF64x2Plain v = {{a.lane[0] - b.lane[0], a.lane[1] - b.lane[1]}};
    return v;
}

static inline AukF64x2Plain auk__f64x2_plain_div(AukF64x2Plain a, AukF64x2Plain b)
{
    AukF64x2Plain v = {{a.lane[0] / b.lane[0], a.lane[1] / b.lane[1]}};
    return v;
}

static inline AukF64x2Plain auk__f64x2_plain_abs(AukF64x2Plain a)
{
    AukF64x2Plain v = {{fabs(a.lane[0]), fabs(a.lane[1])}};
    return v;
}

// Two points of floats that lie one behind the other.
static inline void auk__f64x2_plain_load_points(const float *from, AukF64x2Plain *x, AukF64x2Plain *y)
{
    x->lane[0] = (double)from[0];
    y->lane[0] = (double)from[1];
    x->lane[1] = (double)from[2];
    y->lane[1] = (double)from[3];
}

// Bit k is set if lane k of a is that of b.
static inline unsigned auk__f64x2_plain_mask_equal(AukF64x2Plain a, AukF64x2Plain b)
{
    return (unsigned)(a.lane[0] == b.lane[0]) | (unsigned)(a.lane[1] == b.lane[1]) << 1;
}

// Of equal lanes, or with a NaN, the second's: as the processor does it.
static inline AukF64x2Plain auk__f64x2_plain_min(AukF64x2Plain a, AukF64x2Plain b)
{
    AukF64x2Plain v = {{a.lane[0] < b.lane[0] ? a.lane[0] : b.lane[0], a.lane[1] < b.lane[1] ? a.lane[1] : b.lane[1]}};
    return v;
}

static inline AukF64x2Plain auk__f64x2_plain_max(AukF64x2Plain a, AukF64x2Plain b)
{
    AukF64x2Plain v = {{a.lane[0] > b.lane[0] ? a.lane[0] : b.lane[0], a.lane[1] > b.lane[1] ? a.lane[1] : b.lane[1]}};
    return v;
}

// The smaller lane, the larger lane.
static inline double auk__f64x2_plain_least(AukF64x2Plain v)
{
    return v.lane[0] < v.lane[1] ? v.lane[0] : v.lane[1];
}

static inline double auk__f64x2_plain_most(AukF64x2Plain v)
{
    return v.lane[0] > v.lane[1] ? v.lane[0] : v.lane[1];
}

#if AUK_SIMD_SSE2

typedef __m128d AukF64x2;

static inline AukF64x2 auk__f64x2_load(const double *from)
{
    return _mm_loadu_pd(from);
}

static inline AukF64x2 auk__f64x2_make(double first, double second)
{
    return _mm_set_pd(second, first);
}

static inline AukF64x2 auk__f64x2_slide(AukF64x2 a, AukF64x2 b)
{
    return _mm_shuffle_pd(a, b, 1);
}

// From memory: a lane whose number is not known when this is compiled is quickest there.
static inline double auk__f64x2_lane(const AukF64x2 *v, int lane)
{
    return ((const double *)v)[lane];
}

static inline AukF64x2 auk__f64x2_both(double x)
{
    return _mm_set1_pd(x);
}

static inline AukF64x2 auk__f64x2_add(AukF64x2 a, AukF64x2 b)
{
    return _mm_add_pd(a, b);
}

static inline AukF64x2 auk__f64x2_mul(AukF64x2 a, AukF64x2 b)
{
    return _mm_mul_pd(a, b);
}

static inline AukF64x2 auk__f64x2_sub(AukF64x2 a, AukF64x2 b)
{
    return _mm_sub_pd(a, b);
}

static inline AukF64x2 auk__f64x2_div(AukF64x2 a, AukF64x2 b)
{
    return _mm_div_pd(a, b);
}

static inline AukF64x2 auk__f64x2_abs(AukF64x2 a)
{
    return _mm_andnot_pd(_mm_set1_pd(-0.0), a);
}

static inline void auk__f64x2_load_points(const float *from, AukF64x2 *x, AukF64x2 *y)
{
    __m128 both = _mm_loadu_ps(from);
    __m128d first = _mm_cvtps_pd(both), second = _mm_cvtps_pd(_mm_movehl_ps(both, both));
    *x = _mm_unpacklo_pd(first, second);
    *y = _mm_unpackhi_pd(first, second);
}

static inline unsigned auk__f64x2_mask_equal(AukF64x2 a, AukF64x2 b)
{
    return (unsigned)_mm_movemask_pd(_mm_cmpeq_pd(a, b));
}

static inline AukF64x2 auk__f64x2_min(AukF64x2 a, AukF64x2 b)
{
    return _mm_min_pd(a, b);
}

static inline AukF64x2 auk__f64x2_max(AukF64x2 a, AukF64x2 b)
{
    return _mm_max_pd(a, b);
}

static inline double auk__f64x2_least(AukF64x2 v)
{
    return _mm_cvtsd_f64(_mm_min_sd(v, _mm_unpackhi_pd(v, v)));
}

static inline double auk__f64x2_most(AukF64x2 v)
{
    return _mm_cvtsd_f64(_mm_max_sd(v, _mm_unpackhi_pd(v, v)));
}

typedef __m128 AukF32x4;

static inline bool auk__f32x4_all_within(const float *four, float limit)
{
    __m128 magnitudes = _mm_andnot_ps(_mm_set1_ps(-0.0f), _mm_loadu_ps(four));
    return _mm_movemask_ps(_mm_cmple_ps(magnitudes, _mm_set1_ps(limit))) == 15;
}

static inline AukF32x4 auk__f32x4_load(const float *from)
{
    return _mm_loadu_ps(from);
}

static inline AukF32x4 auk__f32x4_flip(AukF32x4 v)
{
    return _mm_xor_ps(_mm_shuffle_ps(v, v, _MM_SHUFFLE(1, 0, 3, 2)), _mm_set1_ps(-0.0f));
}

static inline unsigned auk__f32x4_mask_le(AukF32x4 a, AukF32x4 b)
{
    return (unsigned)_mm_movemask_ps(_mm_cmple_ps(a, b));
}

#elif AUK_SIMD_NEON

typedef float64x2_t AukF64x2;

static inline AukF64x2 auk__f64x2_load(const double *from)
{
    return vld1q_f64(from);
}

static inline AukF64x2 auk__f64x2_make(double first, double second)
{
    return vcombine_f64(vdup_n_f64(first), vdup_n_f64(second));
}

static inline AukF64x2 auk__f64x2_slide(AukF64x2 a, AukF64x2 b)
{
    return vextq_f64(a, b, 1);
}

static inline double auk__f64x2_lane(const AukF64x2 *v, int lane)
{
    return ((const double *)v)[lane];
}

static inline AukF64x2 auk__f64x2_both(double x)
{
    return vdupq_n_f64(x);
}

static inline AukF64x2 auk__f64x2_add(AukF64x2 a, AukF64x2 b)
{
    return vaddq_f64(a, b);
}

static inline AukF64x2 auk__f64x2_mul(AukF64x2 a, AukF64x2 b)
{
    return vmulq_f64(a, b);
}

static inline AukF64x2 auk__f64x2_sub(AukF64x2 a, AukF64x2 b)
{
    return vsubq_f64(a, b);
}

static inline AukF64x2 auk__f64x2_div(AukF64x2 a, AukF64x2 b)
{
    return vdivq_f64(a, b);
}

static inline AukF64x2 auk__f64x2_abs(AukF64x2 a)
{
    return vabsq_f64(a);
}

static inline void auk__f64x2_load_points(const float *from, AukF64x2 *x, AukF64x2 *y)
{
    float32x2x2_t points = vld2_f32(from);
    *x = vcvt_f64_f32(points.val[0]);
    *y = vcvt_f64_f32(points.val[1]);
}

static inline unsigned auk__f64x2_mask_equal(AukF64x2 a, AukF64x2 b)
{
    uint64x2_t equal = vceqq_f64(a, b);
    return (unsigned)(vgetq_lane_u64(equal, 0) & 1u) | (unsigned)(vgetq_lane_u64(equal, 1) & 2u);
}

// By a comparison: this processor's own minimum treats equal zeros and NaN otherwise.
static inline AukF64x2 auk__f64x2_min(AukF64x2 a, AukF64x2 b)
{
    return vbslq_f64(vcltq_f64(a, b), a, b);
}

static inline AukF64x2 auk__f64x2_max(AukF64x2 a, AukF64x2 b)
{
    return vbslq_f64(vcgtq_f64(a, b), a, b);
}

static inline double auk__f64x2_least(AukF64x2 v)
{
    double first = vgetq_lane_f64(v, 0), second = vgetq_lane_f64(v, 1);
    return first < second ? first : second;
}

static inline double auk__f64x2_most(AukF64x2 v)
{
    double first = vgetq_lane_f64(v, 0), second = vgetq_lane_f64(v, 1);
    return first > second ? first : second;
}

typedef float32x4_t AukF32x4;

static inline unsigned auk__f32x4_bits(uint32x4_t lanes)
{
    static const uint32_t bits[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(lanes, vld1q_u32(bits)));
}

static inline bool auk__f32x4_all_within(const float *four, float limit)
{
    return auk__f32x4_bits(vcleq_f32(vabsq_f32(vld1q_f32(four)), vdupq_n_f32(limit))) == 15;
}

static inline AukF32x4 auk__f32x4_load(const float *from)
{
    return vld1q_f32(from);
}

static inline AukF32x4 auk__f32x4_flip(AukF32x4 v)
{
    return vnegq_f32(vextq_f32(v, v, 2));
}

static inline unsigned auk__f32x4_mask_le(AukF32x4 a, AukF32x4 b)
{
    return auk__f32x4_bits(vcleq_f32(a, b));
}

#elif AUK_SIMD_WASM

typedef v128_t AukF64x2;

static inline AukF64x2 auk__f64x2_load(const double *from)
{
    return wasm_v128_load(from);
}

static inline AukF64x2 auk__f64x2_make(double first, double second)
{
    return wasm_f64x2_make(first, second);
}

static inline AukF64x2 auk__f64x2_slide(AukF64x2 a, AukF64x2 b)
{
    return wasm_i64x2_shuffle(a, b, 1, 2);
}

static inline double auk__f64x2_lane(const AukF64x2 *v, int lane)
{
    return ((const double *)v)[lane];
}

static inline AukF64x2 auk__f64x2_both(double x)
{
    return wasm_f64x2_splat(x);
}

static inline AukF64x2 auk__f64x2_add(AukF64x2 a, AukF64x2 b)
{
    return wasm_f64x2_add(a, b);
}

static inline AukF64x2 auk__f64x2_mul(AukF64x2 a, AukF64x2 b)
{
    return wasm_f64x2_mul(a, b);
}

static inline AukF64x2 auk__f64x2_sub(AukF64x2 a, AukF64x2 b)
{
    return wasm_f64x2_sub(a, b);
}

static inline AukF64x2 auk__f64x2_div(AukF64x2 a, AukF64x2 b)
{
    return wasm_f64x2_div(a, b);
}

static inline AukF64x2 auk__f64x2_abs(AukF64x2 a)
{
    return wasm_f64x2_abs(a);
}

static inline void auk__f64x2_load_points(const float *from, AukF64x2 *x, AukF64x2 *y)
{
    v128_t both = wasm_v128_load(from);
    *x = wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(both, both, 0, 2, 0, 2));
    *y = wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(both, both, 1, 3, 1, 3));
}

static inline unsigned auk__f64x2_mask_equal(AukF64x2 a, AukF64x2 b)
{
    return (unsigned)wasm_i64x2_bitmask(wasm_f64x2_eq(a, b));
}

// pmin is "b < a ? b : a", so the arguments change places.
static inline AukF64x2 auk__f64x2_min(AukF64x2 a, AukF64x2 b)
{
    return wasm_f64x2_pmin(b, a);
}

static inline AukF64x2 auk__f64x2_max(AukF64x2 a, AukF64x2 b)
{
    return wasm_f64x2_pmax(b, a);
}

static inline double auk__f64x2_least(AukF64x2 v)
{
    double first = wasm_f64x2_extract_lane(v, 0), second = wasm_f64x2_extract_lane(v, 1);
    return first < second ? first : second;
}

static inline double auk__f64x2_most(AukF64x2 v)
{
    double first = wasm_f64x2_extract_lane(v, 0), second = wasm_f64x2_extract_lane(v, 1);
    return first > second ? first : second;
}

typedef v128_t AukF32x4;

static inline bool auk__f32x4_all_within(const float *four, float limit)
{
    v128_t magnitudes = wasm_f32x4_abs(wasm_v128_load(four));
    return wasm_i32x4_all_true(wasm_f32x4_le(magnitudes, wasm_f32x4_splat(limit)));
}

static inline AukF32x4 auk__f32x4_load(const float *from)
{
    return wasm_v128_load(from);
}

static inline AukF32x4 auk__f32x4_flip(AukF32x4 v)
{
    return wasm_f32x4_neg(wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
}

static inline unsigned auk__f32x4_mask_le(AukF32x4 a, AukF32x4 b)
{
    return (unsigned)wasm_i32x4_bitmask(wasm_f32x4_le(a, b));
}

#else

typedef AukF64x2Plain AukF64x2;
#    define auk__f64x2_load auk__f64x2_plain_load
#    define auk__f64x2_make auk__f64x2_plain_make
#    define auk__f64x2_slide auk__f64x2_plain_slide
#    define auk__f64x2_lane auk__f64x2_plain_lane
#    define auk__f64x2_both auk__f64x2_plain_both
#    define auk__f64x2_add auk__f64x2_plain_add
#    define auk__f64x2_mul auk__f64x2_plain_mul
#    define auk__f64x2_sub auk__f64x2_plain_sub
#    define auk__f64x2_div auk__f64x2_plain_div
#    define auk__f64x2_abs auk__f64x2_plain_abs
#    define auk__f64x2_load_points auk__f64x2_plain_load_points
#    define auk__f64x2_mask_equal auk__f64x2_plain_mask_equal
#    define auk__f64x2_min auk__f64x2_plain_min
#    define auk__f64x2_max auk__f64x2_plain_max
#    define auk__f64x2_least auk__f64x2_plain_least
#    define auk__f64x2_most auk__f64x2_plain_most

typedef AukF32x4Plain AukF32x4;

static inline bool auk__f32x4_all_within(const float *four, float limit)
{
    return auk__f32x4_plain_all_within(four, limit);
}

static inline AukF32x4 auk__f32x4_load(const float *from)
{
    return auk__f32x4_plain_load(from);
}

static inline AukF32x4 auk__f32x4_flip(AukF32x4 v)
{
    return auk__f32x4_plain_flip(v);
}

static inline unsigned auk__f32x4_mask_le(AukF32x4 a, AukF32x4 b)
{
    return auk__f32x4_plain_mask_le(a, b);
}

#endif

#endif
