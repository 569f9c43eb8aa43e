// Two doubles at once. The plain form in C is always compiled, so a test can compare it with the vector form.
// Invariant: all forms give the same bits.
#ifndef AUK_BASE_F64X2_H
#define AUK_BASE_F64X2_H

#include "base/simd.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

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

// Loads two consecutive points of floats.
static inline void auk__f64x2_plain_load_points(const float *from, AukF64x2Plain *x, AukF64x2Plain *y)
{
    x->lane[0] = (double)from[0];
    y->lane[0] = (double)from[1];
    x->lane[1] = (double)from[2];
    y->lane[1] = (double)from[3];
}

// Bit k is set if lane k of a equals lane k of b.
static inline unsigned auk__f64x2_plain_mask_equal(AukF64x2Plain a, AukF64x2Plain b)
{
    return (unsigned)(a.lane[0] == b.lane[0]) | (unsigned)(a.lane[1] == b.lane[1]) << 1;
}

// If the lanes are equal, or one is NaN, the result is the lane of b, as with SSE2.
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

// _least(): the smaller lane. _most(): the larger lane.
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

// Read from memory, which is the fastest way if the index of the lane is not a compile-time constant.
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

// By a comparison, since NEON's minimum treats zeros of different sign and NaN differently.
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

// pmin is "b < a ? b : a", so the arguments are swapped.
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

#endif

#endif
