// Four floats at once, mainly for boxes. The plain form in C is always compiled, so a test can compare it with the
// vector form.
// Invariant: all forms give the same bits.
#ifndef AUK_BASE_F32X4_H
#define AUK_BASE_F32X4_H

#include "base/simd.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

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

// Bit k is set if lane k of a is at most lane k of b.
static inline unsigned auk__f32x4_plain_mask_le(AukF32x4Plain a, AukF32x4Plain b)
{
    return (unsigned)(a.lane[0] <= b.lane[0]) | (unsigned)(a.lane[1] <= b.lane[1]) << 1 |
           (unsigned)(a.lane[2] <= b.lane[2]) << 2 | (unsigned)(a.lane[3] <= b.lane[3]) << 3;
}

// True if no magnitude is above the limit; false for NaN.
static inline bool auk__f32x4_plain_all_within(const float *four, float limit)
{
    return fabsf(four[0]) <= limit && fabsf(four[1]) <= limit && fabsf(four[2]) <= limit && fabsf(four[3]) <= limit;
}

static inline void auk__f32x4_plain_store(float *to, AukF32x4Plain v)
{
    for (int k = 0; k < 4; k++) {
        to[k] = v.lane[k];
    }
}

static inline AukF32x4Plain auk__f32x4_plain_all(float x)
{
    AukF32x4Plain v = {{x, x, x, x}};
    return v;
}

static inline AukF32x4Plain auk__f32x4_plain_make(float a, float b, float c, float d)
{
    AukF32x4Plain v = {{a, b, c, d}};
    return v;
}

// {v0, v1, -v2, -v3}
static inline AukF32x4Plain auk__f32x4_plain_negate_high(AukF32x4Plain v)
{
    AukF32x4Plain negated = {{v.lane[0], v.lane[1], -v.lane[2], -v.lane[3]}};
    return negated;
}

static inline AukF32x4Plain auk__f32x4_plain_sub(AukF32x4Plain a, AukF32x4Plain b)
{
    AukF32x4Plain v = {{a.lane[0] - b.lane[0], a.lane[1] - b.lane[1], a.lane[2] - b.lane[2], a.lane[3] - b.lane[3]}};
    return v;
}

static inline AukF32x4Plain auk__f32x4_plain_mul(AukF32x4Plain a, AukF32x4Plain b)
{
    AukF32x4Plain v = {{a.lane[0] * b.lane[0], a.lane[1] * b.lane[1], a.lane[2] * b.lane[2], a.lane[3] * b.lane[3]}};
    return v;
}

static inline AukF32x4Plain auk__f32x4_plain_add(AukF32x4Plain a, AukF32x4Plain b)
{
    AukF32x4Plain v = {{a.lane[0] + b.lane[0], a.lane[1] + b.lane[1], a.lane[2] + b.lane[2], a.lane[3] + b.lane[3]}};
    return v;
}

// {v1, v2, v3, v0}
static inline AukF32x4Plain auk__f32x4_plain_turn(AukF32x4Plain v)
{
    AukF32x4Plain turned = {{v.lane[1], v.lane[2], v.lane[3], v.lane[0]}};
    return turned;
}

// Bit k is set if lane k of a is at most lane k of b, and lane k of c at most lane k of d.
static inline unsigned auk__f32x4_plain_mask_le_both(AukF32x4Plain a, AukF32x4Plain b, AukF32x4Plain c, AukF32x4Plain d)
{
    return auk__f32x4_plain_mask_le(a, b) & auk__f32x4_plain_mask_le(c, d);
}

// If the lanes are equal, or one is NaN, the result is the lane of b, as with SSE2.
static inline AukF32x4Plain auk__f32x4_plain_max(AukF32x4Plain a, AukF32x4Plain b)
{
    AukF32x4Plain v = {{a.lane[0] > b.lane[0] ? a.lane[0] : b.lane[0], a.lane[1] > b.lane[1] ? a.lane[1] : b.lane[1],
                        a.lane[2] > b.lane[2] ? a.lane[2] : b.lane[2], a.lane[3] > b.lane[3] ? a.lane[3] : b.lane[3]}};
    return v;
}

// The rule of auk__f32x4_max() applies.
static inline AukF32x4Plain auk__f32x4_plain_min(AukF32x4Plain a, AukF32x4Plain b)
{
    AukF32x4Plain v = {{a.lane[0] < b.lane[0] ? a.lane[0] : b.lane[0], a.lane[1] < b.lane[1] ? a.lane[1] : b.lane[1],
                        a.lane[2] < b.lane[2] ? a.lane[2] : b.lane[2], a.lane[3] < b.lane[3] ? a.lane[3] : b.lane[3]}};
    return v;
}

// Lane k of v[i] becomes lane i of v[k].
static inline void auk__f32x4_plain_transpose(AukF32x4Plain v[4])
{
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < i; k++) {
            float lane = v[i].lane[k];
            v[i].lane[k] = v[k].lane[i];
            v[k].lane[i] = lane;
        }
    }
}

// Bit k is set if number k has any of these bits.
static inline unsigned auk__f32x4_plain_mask_any(const uint32_t four[4], uint32_t bits)
{
    return (unsigned)((four[0] & bits) != 0) | (unsigned)((four[1] & bits) != 0) << 1 |
           (unsigned)((four[2] & bits) != 0) << 2 | (unsigned)((four[3] & bits) != 0) << 3;
}

// The lowest four bits of lane k become first + k, which must be below 16.
static inline AukF32x4Plain auk__f32x4_plain_number(AukF32x4Plain v, uint32_t first)
{
    uint32_t bits[4];
    memcpy(bits, v.lane, sizeof bits);
    for (uint32_t k = 0; k < 4; k++) {
        bits[k] = (bits[k] & ~UINT32_C(15)) | (first + k);
    }
    memcpy(v.lane, bits, sizeof bits);
    return v;
}

typedef unsigned AukMask4Plain; // bit k is the truth of lane k

static inline AukMask4Plain auk__mask4_plain_le_both(AukF32x4Plain a, AukF32x4Plain b, AukF32x4Plain c, AukF32x4Plain d)
{
    return auk__f32x4_plain_mask_le_both(a, b, c, d);
}

// Bit k is set if all lanes of mask k are true.
static inline unsigned auk__mask4_plain_all(const AukMask4Plain masks[4])
{
    return (unsigned)(masks[0] == 15) | (unsigned)(masks[1] == 15) << 1 | (unsigned)(masks[2] == 15) << 2 |
           (unsigned)(masks[3] == 15) << 3;
}

#if AUK_SIMD_SSE2

typedef __m128 AukF32x4;
typedef __m128 AukMask4;

static inline AukMask4 auk__mask4_le_both(AukF32x4 a, AukF32x4 b, AukF32x4 c, AukF32x4 d)
{
    return _mm_and_ps(_mm_cmple_ps(a, b), _mm_cmple_ps(c, d));
}

// Saturation keeps 0 and -1.
static inline unsigned auk__mask4_all(const AukMask4 masks[4])
{
    __m128i low = _mm_packs_epi32(_mm_castps_si128(masks[0]), _mm_castps_si128(masks[1]));
    __m128i high = _mm_packs_epi32(_mm_castps_si128(masks[2]), _mm_castps_si128(masks[3]));
    __m128i all = _mm_cmpeq_epi32(_mm_packs_epi16(low, high), _mm_set1_epi32(-1));
    return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(all));
}

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

static inline void auk__f32x4_store(float *to, AukF32x4 v)
{
    _mm_storeu_ps(to, v);
}

static inline AukF32x4 auk__f32x4_all(float x)
{
    return _mm_set1_ps(x);
}

static inline AukF32x4 auk__f32x4_make(float a, float b, float c, float d)
{
    return _mm_setr_ps(a, b, c, d);
}

static inline AukF32x4 auk__f32x4_negate_high(AukF32x4 v)
{
    return _mm_xor_ps(v, _mm_setr_ps(0.0f, 0.0f, -0.0f, -0.0f));
}

static inline AukF32x4 auk__f32x4_sub(AukF32x4 a, AukF32x4 b)
{
    return _mm_sub_ps(a, b);
}

static inline AukF32x4 auk__f32x4_mul(AukF32x4 a, AukF32x4 b)
{
    return _mm_mul_ps(a, b);
}

static inline AukF32x4 auk__f32x4_add(AukF32x4 a, AukF32x4 b)
{
    return _mm_add_ps(a, b);
}

static inline AukF32x4 auk__f32x4_turn(AukF32x4 v)
{
    return _mm_shuffle_ps(v, v, _MM_SHUFFLE(0, 3, 2, 1));
}

static inline unsigned auk__f32x4_mask_le_both(AukF32x4 a, AukF32x4 b, AukF32x4 c, AukF32x4 d)
{
    return (unsigned)_mm_movemask_ps(_mm_and_ps(_mm_cmple_ps(a, b), _mm_cmple_ps(c, d)));
}

static inline AukF32x4 auk__f32x4_max(AukF32x4 a, AukF32x4 b)
{
    return _mm_max_ps(a, b);
}

static inline AukF32x4 auk__f32x4_min(AukF32x4 a, AukF32x4 b)
{
    return _mm_min_ps(a, b);
}

static inline void auk__f32x4_transpose(AukF32x4 v[4])
{
    _MM_TRANSPOSE4_PS(v[0], v[1], v[2], v[3]);
}

static inline unsigned auk__f32x4_mask_any(const uint32_t four[4], uint32_t bits)
{
    __m128i chosen = _mm_and_si128(_mm_loadu_si128((const __m128i *)(const void *)four), _mm_set1_epi32((int)bits));
    return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(chosen, _mm_setzero_si128()))) ^ 15u;
}

static inline AukF32x4 auk__f32x4_number(AukF32x4 v, uint32_t first)
{
    __m128i numbers = _mm_setr_epi32((int)first, (int)first + 1, (int)first + 2, (int)first + 3);
    return _mm_castsi128_ps(_mm_or_si128(_mm_andnot_si128(_mm_set1_epi32(15), _mm_castps_si128(v)), numbers));
}

#elif AUK_SIMD_NEON

typedef float32x4_t AukF32x4;
typedef uint32x4_t AukMask4;

static inline AukMask4 auk__mask4_le_both(AukF32x4 a, AukF32x4 b, AukF32x4 c, AukF32x4 d)
{
    return vandq_u32(vcleq_f32(a, b), vcleq_f32(c, d));
}

static inline unsigned auk__f32x4_bits(uint32x4_t lanes)
{
    static const uint32_t bits[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(lanes, vld1q_u32(bits)));
}

static inline unsigned auk__mask4_all(const AukMask4 masks[4])
{
    return auk__f32x4_bits(vpminq_u32(vpminq_u32(masks[0], masks[1]), vpminq_u32(masks[2], masks[3])));
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

static inline void auk__f32x4_store(float *to, AukF32x4 v)
{
    vst1q_f32(to, v);
}

static inline AukF32x4 auk__f32x4_all(float x)
{
    return vdupq_n_f32(x);
}

static inline AukF32x4 auk__f32x4_make(float a, float b, float c, float d)
{
    const float four[4] = {a, b, c, d};
    return vld1q_f32(four);
}

static inline AukF32x4 auk__f32x4_negate_high(AukF32x4 v)
{
    return vcombine_f32(vget_low_f32(v), vneg_f32(vget_high_f32(v)));
}

static inline AukF32x4 auk__f32x4_sub(AukF32x4 a, AukF32x4 b)
{
    return vsubq_f32(a, b);
}

static inline AukF32x4 auk__f32x4_mul(AukF32x4 a, AukF32x4 b)
{
    return vmulq_f32(a, b);
}

static inline AukF32x4 auk__f32x4_add(AukF32x4 a, AukF32x4 b)
{
    return vaddq_f32(a, b);
}

static inline AukF32x4 auk__f32x4_turn(AukF32x4 v)
{
    return vextq_f32(v, v, 1);
}

static inline unsigned auk__f32x4_mask_le_both(AukF32x4 a, AukF32x4 b, AukF32x4 c, AukF32x4 d)
{
    return auk__f32x4_bits(vandq_u32(vcleq_f32(a, b), vcleq_f32(c, d)));
}

// By a comparison, since NEON's maximum treats zeros of different sign and NaN differently.
static inline AukF32x4 auk__f32x4_max(AukF32x4 a, AukF32x4 b)
{
    return vbslq_f32(vcgtq_f32(a, b), a, b);
}

static inline AukF32x4 auk__f32x4_min(AukF32x4 a, AukF32x4 b)
{
    return vbslq_f32(vcltq_f32(a, b), a, b);
}

static inline void auk__f32x4_transpose(AukF32x4 v[4])
{
    float32x4x2_t first = vzipq_f32(v[0], v[2]), second = vzipq_f32(v[1], v[3]);
    float32x4x2_t low = vzipq_f32(first.val[0], second.val[0]), high = vzipq_f32(first.val[1], second.val[1]);
    v[0] = low.val[0];
    v[1] = low.val[1];
    v[2] = high.val[0];
    v[3] = high.val[1];
}

static inline unsigned auk__f32x4_mask_any(const uint32_t four[4], uint32_t bits)
{
    return auk__f32x4_bits(vtstq_u32(vld1q_u32(four), vdupq_n_u32(bits)));
}

static inline AukF32x4 auk__f32x4_number(AukF32x4 v, uint32_t first)
{
    const uint32_t numbers[4] = {first, first + 1, first + 2, first + 3};
    return vreinterpretq_f32_u32(vorrq_u32(vbicq_u32(vreinterpretq_u32_f32(v), vdupq_n_u32(15)), vld1q_u32(numbers)));
}

#elif AUK_SIMD_WASM

typedef v128_t AukF32x4;
typedef v128_t AukMask4;

static inline AukMask4 auk__mask4_le_both(AukF32x4 a, AukF32x4 b, AukF32x4 c, AukF32x4 d)
{
    return wasm_v128_and(wasm_f32x4_le(a, b), wasm_f32x4_le(c, d));
}

// Saturation keeps 0 and -1.
static inline unsigned auk__mask4_all(const AukMask4 masks[4])
{
    v128_t low = wasm_i16x8_narrow_i32x4(masks[0], masks[1]), high = wasm_i16x8_narrow_i32x4(masks[2], masks[3]);
    v128_t all = wasm_i32x4_eq(wasm_i8x16_narrow_i16x8(low, high), wasm_i32x4_splat(-1));
    return (unsigned)wasm_i32x4_bitmask(all);
}

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

static inline void auk__f32x4_store(float *to, AukF32x4 v)
{
    wasm_v128_store(to, v);
}

static inline AukF32x4 auk__f32x4_all(float x)
{
    return wasm_f32x4_splat(x);
}

static inline AukF32x4 auk__f32x4_make(float a, float b, float c, float d)
{
    return wasm_f32x4_make(a, b, c, d);
}

static inline AukF32x4 auk__f32x4_negate_high(AukF32x4 v)
{
    return wasm_v128_xor(v, wasm_f32x4_make(0.0f, 0.0f, -0.0f, -0.0f));
}

static inline AukF32x4 auk__f32x4_sub(AukF32x4 a, AukF32x4 b)
{
    return wasm_f32x4_sub(a, b);
}

static inline AukF32x4 auk__f32x4_mul(AukF32x4 a, AukF32x4 b)
{
    return wasm_f32x4_mul(a, b);
}

static inline AukF32x4 auk__f32x4_add(AukF32x4 a, AukF32x4 b)
{
    return wasm_f32x4_add(a, b);
}

static inline AukF32x4 auk__f32x4_turn(AukF32x4 v)
{
    return wasm_i32x4_shuffle(v, v, 1, 2, 3, 0);
}

static inline unsigned auk__f32x4_mask_le_both(AukF32x4 a, AukF32x4 b, AukF32x4 c, AukF32x4 d)
{
    return (unsigned)wasm_i32x4_bitmask(wasm_v128_and(wasm_f32x4_le(a, b), wasm_f32x4_le(c, d)));
}

// pmax is "a < b ? b : a", so the arguments are swapped.
static inline AukF32x4 auk__f32x4_max(AukF32x4 a, AukF32x4 b)
{
    return wasm_f32x4_pmax(b, a);
}

static inline AukF32x4 auk__f32x4_min(AukF32x4 a, AukF32x4 b)
{
    return wasm_f32x4_pmin(b, a);
}

static inline void auk__f32x4_transpose(AukF32x4 v[4])
{
    v128_t first = wasm_i32x4_shuffle(v[0], v[2], 0, 4, 1, 5), second = wasm_i32x4_shuffle(v[1], v[3], 0, 4, 1, 5);
    v128_t third = wasm_i32x4_shuffle(v[0], v[2], 2, 6, 3, 7), fourth = wasm_i32x4_shuffle(v[1], v[3], 2, 6, 3, 7);
    v[0] = wasm_i32x4_shuffle(first, second, 0, 4, 1, 5);
    v[1] = wasm_i32x4_shuffle(first, second, 2, 6, 3, 7);
    v[2] = wasm_i32x4_shuffle(third, fourth, 0, 4, 1, 5);
    v[3] = wasm_i32x4_shuffle(third, fourth, 2, 6, 3, 7);
}

static inline unsigned auk__f32x4_mask_any(const uint32_t four[4], uint32_t bits)
{
    v128_t chosen = wasm_v128_and(wasm_v128_load(four), wasm_u32x4_splat(bits));
    return (unsigned)wasm_i32x4_bitmask(wasm_i32x4_ne(chosen, wasm_i32x4_splat(0)));
}

static inline AukF32x4 auk__f32x4_number(AukF32x4 v, uint32_t first)
{
    v128_t numbers = wasm_u32x4_make(first, first + 1, first + 2, first + 3);
    return wasm_v128_or(wasm_v128_andnot(v, wasm_u32x4_splat(15)), numbers);
}

#else

typedef AukF32x4Plain AukF32x4;
typedef AukMask4Plain AukMask4;

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

#    define auk__f32x4_store auk__f32x4_plain_store
#    define auk__f32x4_all auk__f32x4_plain_all
#    define auk__f32x4_make auk__f32x4_plain_make
#    define auk__f32x4_negate_high auk__f32x4_plain_negate_high
#    define auk__f32x4_sub auk__f32x4_plain_sub
#    define auk__f32x4_mul auk__f32x4_plain_mul
#    define auk__f32x4_add auk__f32x4_plain_add
#    define auk__f32x4_turn auk__f32x4_plain_turn
#    define auk__f32x4_mask_le_both auk__f32x4_plain_mask_le_both
#    define auk__f32x4_max auk__f32x4_plain_max
#    define auk__f32x4_min auk__f32x4_plain_min
#    define auk__f32x4_transpose auk__f32x4_plain_transpose
#    define auk__f32x4_mask_any auk__f32x4_plain_mask_any
#    define auk__f32x4_number auk__f32x4_plain_number
#    define auk__mask4_le_both auk__mask4_plain_le_both
#    define auk__mask4_all auk__mask4_plain_all

#endif

// ---- sixteen lanes ----

// The bits of the least lane of four registers.
static inline uint32_t auk__f32x16_least_bits(const AukF32x4 v[4])
{
    AukF32x4 least = auk__f32x4_min(auk__f32x4_min(v[0], v[1]), auk__f32x4_min(v[2], v[3]));
    least = auk__f32x4_min(least, auk__f32x4_turn(auk__f32x4_turn(least)));
    least = auk__f32x4_min(least, auk__f32x4_turn(least));
    float lanes[4];
    uint32_t bits;
    auk__f32x4_store(lanes, least);
    memcpy(&bits, lanes, sizeof bits);
    return bits;
}

// As auk__f32x4_mask_le() for four registers against one.
static inline unsigned auk__f32x16_mask_le(const AukF32x4 v[4], AukF32x4 limit)
{
#if AUK_SIMD_SSE2
    __m128i low =
        _mm_packs_epi32(_mm_castps_si128(_mm_cmple_ps(v[0], limit)), _mm_castps_si128(_mm_cmple_ps(v[1], limit)));
    __m128i high =
        _mm_packs_epi32(_mm_castps_si128(_mm_cmple_ps(v[2], limit)), _mm_castps_si128(_mm_cmple_ps(v[3], limit)));
    return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(low, high));
#else
    return auk__f32x4_mask_le(v[0], limit) | auk__f32x4_mask_le(v[1], limit) << 4 |
           auk__f32x4_mask_le(v[2], limit) << 8 | auk__f32x4_mask_le(v[3], limit) << 12;
#endif
}

#endif
