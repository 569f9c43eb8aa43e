// More operations on two doubles at once: points of floats, exchanged and negated lanes, and branch-free choices
// between lanes. The same four forms as in f64x2.h, with the same invariant: all give the same bits.
#ifndef AUK_BASE_F64X2_LANES_H
#define AUK_BASE_F64X2_LANES_H

#include "base/f64x2.h"

// For each lane, true if the first operand is picked.
typedef struct AukPick2Plain {
    bool lane[2];
} AukPick2Plain;

static inline AukF64x2Plain auk__f64x2_plain_load_point(const float *from)
{
    return auk__f64x2_plain_make((double)from[0], (double)from[1]);
}

static inline void auk__f64x2_plain_store_point(float *to, AukF64x2Plain v)
{
    to[0] = (float)v.lane[0];
    to[1] = (float)v.lane[1];
}

static inline void auk__f64x2_plain_store(double *to, AukF64x2Plain v)
{
    to[0] = v.lane[0];
    to[1] = v.lane[1];
}

static inline double auk__f64x2_plain_first(AukF64x2Plain v)
{
    return v.lane[0];
}

static inline double auk__f64x2_plain_second(AukF64x2Plain v)
{
    return v.lane[1];
}

static inline AukF64x2Plain auk__f64x2_plain_swap(AukF64x2Plain v)
{
    return auk__f64x2_plain_make(v.lane[1], v.lane[0]);
}

// _low: the first lane of a and of b. _high: the second lane of each.
static inline AukF64x2Plain auk__f64x2_plain_low(AukF64x2Plain a, AukF64x2Plain b)
{
    return auk__f64x2_plain_make(a.lane[0], b.lane[0]);
}

static inline AukF64x2Plain auk__f64x2_plain_high(AukF64x2Plain a, AukF64x2Plain b)
{
    return auk__f64x2_plain_make(a.lane[1], b.lane[1]);
}

static inline AukF64x2Plain auk__f64x2_plain_neg(AukF64x2Plain v)
{
    return auk__f64x2_plain_make(-v.lane[0], -v.lane[1]);
}

static inline AukF64x2Plain auk__f64x2_plain_neg_first(AukF64x2Plain v)
{
    return auk__f64x2_plain_make(-v.lane[0], v.lane[1]);
}

static inline AukF64x2Plain auk__f64x2_plain_neg_second(AukF64x2Plain v)
{
    return auk__f64x2_plain_make(v.lane[0], -v.lane[1]);
}

static inline AukPick2Plain auk__f64x2_plain_less(AukF64x2Plain a, AukF64x2Plain b)
{
    AukPick2Plain pick = {{a.lane[0] < b.lane[0], a.lane[1] < b.lane[1]}};
    return pick;
}

static inline AukPick2Plain auk__f64x2_plain_pick_if(bool first)
{
    AukPick2Plain pick = {{first, first}};
    return pick;
}

// Bit k is set if lane k is picked from the first operand.
static inline unsigned auk__f64x2_plain_pick_bits(AukPick2Plain pick)
{
    return (unsigned)pick.lane[0] | (unsigned)pick.lane[1] << 1;
}

static inline AukF64x2Plain auk__f64x2_plain_pick(AukPick2Plain pick, AukF64x2Plain a, AukF64x2Plain b)
{
    return auk__f64x2_plain_make(pick.lane[0] ? a.lane[0] : b.lane[0], pick.lane[1] ? a.lane[1] : b.lane[1]);
}

#if AUK_SIMD_SSE2

typedef __m128d AukPick2;

static inline AukF64x2 auk__f64x2_load_point(const float *from)
{
    return _mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)from)));
}

static inline void auk__f64x2_store_point(float *to, AukF64x2 v)
{
    _mm_storel_epi64((__m128i *)(void *)to, _mm_castps_si128(_mm_cvtpd_ps(v)));
}

static inline void auk__f64x2_store(double *to, AukF64x2 v)
{
    _mm_storeu_pd(to, v);
}

static inline double auk__f64x2_first(AukF64x2 v)
{
    return _mm_cvtsd_f64(v);
}

static inline double auk__f64x2_second(AukF64x2 v)
{
    return _mm_cvtsd_f64(_mm_unpackhi_pd(v, v));
}

static inline AukF64x2 auk__f64x2_swap(AukF64x2 v)
{
    return _mm_shuffle_pd(v, v, 1);
}

static inline AukF64x2 auk__f64x2_low(AukF64x2 a, AukF64x2 b)
{
    return _mm_unpacklo_pd(a, b);
}

static inline AukF64x2 auk__f64x2_high(AukF64x2 a, AukF64x2 b)
{
    return _mm_unpackhi_pd(a, b);
}

static inline AukF64x2 auk__f64x2_neg(AukF64x2 v)
{
    return _mm_xor_pd(v, _mm_set1_pd(-0.0));
}

static inline AukF64x2 auk__f64x2_neg_first(AukF64x2 v)
{
    return _mm_xor_pd(v, _mm_set_pd(0.0, -0.0));
}

static inline AukF64x2 auk__f64x2_neg_second(AukF64x2 v)
{
    return _mm_xor_pd(v, _mm_set_pd(-0.0, 0.0));
}

static inline AukPick2 auk__f64x2_less(AukF64x2 a, AukF64x2 b)
{
    return _mm_cmplt_pd(a, b);
}

static inline AukPick2 auk__f64x2_pick_if(bool first)
{
    return _mm_castsi128_pd(_mm_set1_epi32(-(int)first));
}

static inline unsigned auk__f64x2_pick_bits(AukPick2 pick)
{
    return (unsigned)_mm_movemask_pd(pick);
}

static inline AukF64x2 auk__f64x2_pick(AukPick2 pick, AukF64x2 a, AukF64x2 b)
{
    return _mm_or_pd(_mm_and_pd(pick, a), _mm_andnot_pd(pick, b));
}

#elif AUK_SIMD_NEON

typedef uint64x2_t AukPick2;

static inline AukF64x2 auk__f64x2_load_point(const float *from)
{
    return vcvt_f64_f32(vld1_f32(from));
}

static inline void auk__f64x2_store_point(float *to, AukF64x2 v)
{
    vst1_f32(to, vcvt_f32_f64(v));
}

static inline void auk__f64x2_store(double *to, AukF64x2 v)
{
    vst1q_f64(to, v);
}

static inline double auk__f64x2_first(AukF64x2 v)
{
    return vgetq_lane_f64(v, 0);
}

static inline double auk__f64x2_second(AukF64x2 v)
{
    return vgetq_lane_f64(v, 1);
}

static inline AukF64x2 auk__f64x2_swap(AukF64x2 v)
{
    return vextq_f64(v, v, 1);
}

static inline AukF64x2 auk__f64x2_low(AukF64x2 a, AukF64x2 b)
{
    return vzip1q_f64(a, b);
}

static inline AukF64x2 auk__f64x2_high(AukF64x2 a, AukF64x2 b)
{
    return vzip2q_f64(a, b);
}

static inline AukF64x2 auk__f64x2_neg(AukF64x2 v)
{
    return vnegq_f64(v);
}

static inline AukF64x2 auk__f64x2_neg_first(AukF64x2 v)
{
    return vcopyq_laneq_f64(v, 0, vnegq_f64(v), 0);
}

static inline AukF64x2 auk__f64x2_neg_second(AukF64x2 v)
{
    return vcopyq_laneq_f64(v, 1, vnegq_f64(v), 1);
}

static inline AukPick2 auk__f64x2_less(AukF64x2 a, AukF64x2 b)
{
    return vcltq_f64(a, b);
}

static inline AukPick2 auk__f64x2_pick_if(bool first)
{
    return vdupq_n_u64(first ? UINT64_MAX : 0);
}

static inline unsigned auk__f64x2_pick_bits(AukPick2 pick)
{
    return (unsigned)(vgetq_lane_u64(pick, 0) & 1u) | (unsigned)(vgetq_lane_u64(pick, 1) & 2u);
}

static inline AukF64x2 auk__f64x2_pick(AukPick2 pick, AukF64x2 a, AukF64x2 b)
{
    return vbslq_f64(pick, a, b);
}

#elif AUK_SIMD_WASM

typedef v128_t AukPick2;

static inline AukF64x2 auk__f64x2_load_point(const float *from)
{
    return wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(from));
}

static inline void auk__f64x2_store_point(float *to, AukF64x2 v)
{
    wasm_v128_store64_lane(to, wasm_f32x4_demote_f64x2_zero(v), 0);
}

static inline void auk__f64x2_store(double *to, AukF64x2 v)
{
    wasm_v128_store(to, v);
}

static inline double auk__f64x2_first(AukF64x2 v)
{
    return wasm_f64x2_extract_lane(v, 0);
}

static inline double auk__f64x2_second(AukF64x2 v)
{
    return wasm_f64x2_extract_lane(v, 1);
}

static inline AukF64x2 auk__f64x2_swap(AukF64x2 v)
{
    return wasm_i64x2_shuffle(v, v, 1, 0);
}

static inline AukF64x2 auk__f64x2_low(AukF64x2 a, AukF64x2 b)
{
    return wasm_i64x2_shuffle(a, b, 0, 2);
}

static inline AukF64x2 auk__f64x2_high(AukF64x2 a, AukF64x2 b)
{
    return wasm_i64x2_shuffle(a, b, 1, 3);
}

static inline AukF64x2 auk__f64x2_neg(AukF64x2 v)
{
    return wasm_f64x2_neg(v);
}

static inline AukF64x2 auk__f64x2_neg_first(AukF64x2 v)
{
    return wasm_v128_xor(v, wasm_f64x2_const(-0.0, 0.0));
}

static inline AukF64x2 auk__f64x2_neg_second(AukF64x2 v)
{
    return wasm_v128_xor(v, wasm_f64x2_const(0.0, -0.0));
}

static inline AukPick2 auk__f64x2_less(AukF64x2 a, AukF64x2 b)
{
    return wasm_f64x2_lt(a, b);
}

static inline AukPick2 auk__f64x2_pick_if(bool first)
{
    return wasm_i64x2_splat(first ? -1 : 0);
}

static inline unsigned auk__f64x2_pick_bits(AukPick2 pick)
{
    return (unsigned)wasm_i64x2_bitmask(pick);
}

static inline AukF64x2 auk__f64x2_pick(AukPick2 pick, AukF64x2 a, AukF64x2 b)
{
    return wasm_v128_bitselect(a, b, pick);
}

#else

typedef AukPick2Plain AukPick2;
#    define auk__f64x2_load_point auk__f64x2_plain_load_point
#    define auk__f64x2_store_point auk__f64x2_plain_store_point
#    define auk__f64x2_store auk__f64x2_plain_store
#    define auk__f64x2_first auk__f64x2_plain_first
#    define auk__f64x2_second auk__f64x2_plain_second
#    define auk__f64x2_swap auk__f64x2_plain_swap
#    define auk__f64x2_low auk__f64x2_plain_low
#    define auk__f64x2_high auk__f64x2_plain_high
#    define auk__f64x2_neg auk__f64x2_plain_neg
#    define auk__f64x2_neg_first auk__f64x2_plain_neg_first
#    define auk__f64x2_neg_second auk__f64x2_plain_neg_second
#    define auk__f64x2_less auk__f64x2_plain_less
#    define auk__f64x2_pick_if auk__f64x2_plain_pick_if
#    define auk__f64x2_pick_bits auk__f64x2_plain_pick_bits
#    define auk__f64x2_pick auk__f64x2_plain_pick

#endif

#endif
