// Four floats or two doubles at once, for the loops that compare boxes and corners. SSE2 where the compiler has it
// (every x86-64), plain C elsewhere or with AUK_NO_SIMD; the plain form is always compiled, so a test can compare the
// two. Invariant: both forms give the same bits.
#ifndef AUK_BASE_SIMD_H
#define AUK_BASE_SIMD_H

#include <math.h>
#include <stdbool.h>

#if defined(__SSE2__) && !defined(AUK_NO_SIMD)
#    define AUK_SIMD_SSE2 1
#    include <emmintrin.h>
#else
#    define AUK_SIMD_SSE2 0
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

typedef struct AukFloat4Plain {
    float lane[4];
} AukFloat4Plain;

static inline AukFloat4Plain auk__f4_plain_load(const float *from)
{
    AukFloat4Plain v = {{from[0], from[1], from[2], from[3]}};
    return v;
}

// {-v2, -v3, -v0, -v1}
static inline AukFloat4Plain auk__f4_plain_flip(AukFloat4Plain v)
{
    AukFloat4Plain flipped = {{-v.lane[2], -v.lane[3], -v.lane[0], -v.lane[1]}};
    return flipped;
}

// Bit k is set if lane k of a is not above lane k of b.
static inline unsigned auk__f4_plain_mask_le(AukFloat4Plain a, AukFloat4Plain b)
{
    return (unsigned)(a.lane[0] <= b.lane[0]) | (unsigned)(a.lane[1] <= b.lane[1]) << 1 |
           (unsigned)(a.lane[2] <= b.lane[2]) << 2 | (unsigned)(a.lane[3] <= b.lane[3]) << 3;
}

// No magnitude is above the limit. False for NaN.
static inline bool auk__f4_plain_all_within(const float *four, float limit)
{
    return fabsf(four[0]) <= limit && fabsf(four[1]) <= limit && fabsf(four[2]) <= limit && fabsf(four[3]) <= limit;
}

typedef struct AukDouble2Plain {
    double lane[2];
} AukDouble2Plain;

static inline AukDouble2Plain auk__d2_plain_load(const double *from)
{
    AukDouble2Plain v = {{from[0], from[1]}};
    return v;
}

static inline AukDouble2Plain auk__d2_plain_make(double first, double second)
{
    AukDouble2Plain v = {{first, second}};
    return v;
}

// The second lane of a, the first lane of b.
static inline AukDouble2Plain auk__d2_plain_slide(AukDouble2Plain a, AukDouble2Plain b)
{
    AukDouble2Plain v = {{a.lane[1], b.lane[0]}};
    return v;
}

static inline double auk__d2_plain_lane(const AukDouble2Plain *v, int lane)
{
    return v->lane[lane];
}

static inline AukDouble2Plain auk__d2_plain_both(double x)
{
    AukDouble2Plain v = {{x, x}};
    return v;
}

static inline AukDouble2Plain auk__d2_plain_add(AukDouble2Plain a, AukDouble2Plain b)
{
    AukDouble2Plain v = {{a.lane[0] + b.lane[0], a.lane[1] + b.lane[1]}};
    return v;
}

static inline AukDouble2Plain auk__d2_plain_mul(AukDouble2Plain a, AukDouble2Plain b)
{
    AukDouble2Plain v = {{a.lane[0] * b.lane[0], a.lane[1] * b.lane[1]}};
    return v;
}

static inline AukDouble2Plain auk__d2_plain_sub(AukDouble2Plain a, AukDouble2Plain b)
{
    AukDouble2Plain v = {{a.lane[0] - b.lane[0], a.lane[1] - b.lane[1]}};
    return v;
}

static inline AukDouble2Plain auk__d2_plain_div(AukDouble2Plain a, AukDouble2Plain b)
{
    AukDouble2Plain v = {{a.lane[0] / b.lane[0], a.lane[1] / b.lane[1]}};
    return v;
}

static inline AukDouble2Plain auk__d2_plain_abs(AukDouble2Plain a)
{
    AukDouble2Plain v = {{fabs(a.lane[0]), fabs(a.lane[1])}};
    return v;
}

// Two points of floats that lie one behind the other.
static inline void auk__d2_plain_load_points(const float *from, AukDouble2Plain *x, AukDouble2Plain *y)
{
    x->lane[0] = (double)from[0];
    y->lane[0] = (double)from[1];
    x->lane[1] = (double)from[2];
    y->lane[1] = (double)from[3];
}

// Bit k is set if lane k of a is that of b.
static inline unsigned auk__d2_plain_mask_equal(AukDouble2Plain a, AukDouble2Plain b)
{
    return (unsigned)(a.lane[0] == b.lane[0]) | (unsigned)(a.lane[1] == b.lane[1]) << 1;
}

// Of equal lanes, or with a NaN, the second's: as the processor does it.
static inline AukDouble2Plain auk__d2_plain_min(AukDouble2Plain a, AukDouble2Plain b)
{
    AukDouble2Plain v = {
        {a.lane[0] < b.lane[0] ? a.lane[0] : b.lane[0], a.lane[1] < b.lane[1] ? a.lane[1] : b.lane[1]}};
    return v;
}

static inline AukDouble2Plain auk__d2_plain_max(AukDouble2Plain a, AukDouble2Plain b)
{
    AukDouble2Plain v = {
        {a.lane[0] > b.lane[0] ? a.lane[0] : b.lane[0], a.lane[1] > b.lane[1] ? a.lane[1] : b.lane[1]}};
    return v;
}

// The smaller lane, the larger lane.
static inline double auk__d2_plain_least(AukDouble2Plain v)
{
    return v.lane[0] < v.lane[1] ? v.lane[0] : v.lane[1];
}

static inline double auk__d2_plain_most(AukDouble2Plain v)
{
    return v.lane[0] > v.lane[1] ? v.lane[0] : v.lane[1];
}

#if AUK_SIMD_SSE2

typedef __m128d AukDouble2;

static inline AukDouble2 auk__d2_load(const double *from)
{
    return _mm_loadu_pd(from);
}

static inline AukDouble2 auk__d2_make(double first, double second)
{
    return _mm_set_pd(second, first);
}

static inline AukDouble2 auk__d2_slide(AukDouble2 a, AukDouble2 b)
{
    return _mm_shuffle_pd(a, b, 1);
}

// From memory: a lane whose number is not known when this is compiled is quickest there.
static inline double auk__d2_lane(const AukDouble2 *v, int lane)
{
    return ((const double *)v)[lane];
}

static inline AukDouble2 auk__d2_both(double x)
{
    return _mm_set1_pd(x);
}

static inline AukDouble2 auk__d2_add(AukDouble2 a, AukDouble2 b)
{
    return _mm_add_pd(a, b);
}

static inline AukDouble2 auk__d2_mul(AukDouble2 a, AukDouble2 b)
{
    return _mm_mul_pd(a, b);
}

static inline AukDouble2 auk__d2_sub(AukDouble2 a, AukDouble2 b)
{
    return _mm_sub_pd(a, b);
}

static inline AukDouble2 auk__d2_div(AukDouble2 a, AukDouble2 b)
{
    return _mm_div_pd(a, b);
}

static inline AukDouble2 auk__d2_abs(AukDouble2 a)
{
    return _mm_andnot_pd(_mm_set1_pd(-0.0), a);
}

static inline void auk__d2_load_points(const float *from, AukDouble2 *x, AukDouble2 *y)
{
    __m128 both = _mm_loadu_ps(from);
    __m128d first = _mm_cvtps_pd(both), second = _mm_cvtps_pd(_mm_movehl_ps(both, both));
    *x = _mm_unpacklo_pd(first, second);
    *y = _mm_unpackhi_pd(first, second);
}

static inline unsigned auk__d2_mask_equal(AukDouble2 a, AukDouble2 b)
{
    return (unsigned)_mm_movemask_pd(_mm_cmpeq_pd(a, b));
}

static inline AukDouble2 auk__d2_min(AukDouble2 a, AukDouble2 b)
{
    return _mm_min_pd(a, b);
}

static inline AukDouble2 auk__d2_max(AukDouble2 a, AukDouble2 b)
{
    return _mm_max_pd(a, b);
}

static inline double auk__d2_least(AukDouble2 v)
{
    return _mm_cvtsd_f64(_mm_min_sd(v, _mm_unpackhi_pd(v, v)));
}

static inline double auk__d2_most(AukDouble2 v)
{
    return _mm_cvtsd_f64(_mm_max_sd(v, _mm_unpackhi_pd(v, v)));
}

typedef __m128 AukFloat4;

static inline bool auk__f4_all_within(const float *four, float limit)
{
    __m128 magnitudes = _mm_andnot_ps(_mm_set1_ps(-0.0f), _mm_loadu_ps(four));
    return _mm_movemask_ps(_mm_cmple_ps(magnitudes, _mm_set1_ps(limit))) == 15;
}

static inline AukFloat4 auk__f4_load(const float *from)
{
    return _mm_loadu_ps(from);
}

static inline AukFloat4 auk__f4_flip(AukFloat4 v)
{
    return _mm_xor_ps(_mm_shuffle_ps(v, v, _MM_SHUFFLE(1, 0, 3, 2)), _mm_set1_ps(-0.0f));
}

static inline unsigned auk__f4_mask_le(AukFloat4 a, AukFloat4 b)
{
    return (unsigned)_mm_movemask_ps(_mm_cmple_ps(a, b));
}

#else

typedef AukDouble2Plain AukDouble2;
#    define auk__d2_load auk__d2_plain_load
#    define auk__d2_make auk__d2_plain_make
#    define auk__d2_slide auk__d2_plain_slide
#    define auk__d2_lane auk__d2_plain_lane
#    define auk__d2_both auk__d2_plain_both
#    define auk__d2_add auk__d2_plain_add
#    define auk__d2_mul auk__d2_plain_mul
#    define auk__d2_sub auk__d2_plain_sub
#    define auk__d2_div auk__d2_plain_div
#    define auk__d2_abs auk__d2_plain_abs
#    define auk__d2_load_points auk__d2_plain_load_points
#    define auk__d2_mask_equal auk__d2_plain_mask_equal
#    define auk__d2_min auk__d2_plain_min
#    define auk__d2_max auk__d2_plain_max
#    define auk__d2_least auk__d2_plain_least
#    define auk__d2_most auk__d2_plain_most

typedef AukFloat4Plain AukFloat4;

static inline bool auk__f4_all_within(const float *four, float limit)
{
    return auk__f4_plain_all_within(four, limit);
}

static inline AukFloat4 auk__f4_load(const float *from)
{
    return auk__f4_plain_load(from);
}

static inline AukFloat4 auk__f4_flip(AukFloat4 v)
{
    return auk__f4_plain_flip(v);
}

static inline unsigned auk__f4_mask_le(AukFloat4 a, AukFloat4 b)
{
    return auk__f4_plain_mask_le(a, b);
}

#endif

#endif
