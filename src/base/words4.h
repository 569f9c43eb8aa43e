// Four 32-bit words in a register, each the bits of a float or of an integer. Only for machines with vector registers
// of 128 bits.
#ifndef AUK_BASE_WORDS4_H
#define AUK_BASE_WORDS4_H

#include "base/f64x2_masks.h"

typedef AukF32x4 AukWords4;

#if AUK_SIMD_SSE2

// All words the same.
static inline AukWords4 words4(uint32_t word)
{
    return _mm_castsi128_ps(_mm_set1_epi32((int)word));
}

static inline AukWords4 words4_and(AukWords4 a, AukWords4 b)
{
    return _mm_and_ps(a, b);
}

static inline AukWords4 words4_or(AukWords4 a, AukWords4 b)
{
    return _mm_or_ps(a, b);
}

// a where the mask is set, else b. All bits of a word of a mask are the same.
static inline AukWords4 words4_pick(AukWords4 mask, AukWords4 a, AukWords4 b)
{
    return _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b));
}

// {a0, a1, b0, b1} as integers, which the doubles are.
static inline AukWords4 words4_of_numbers(AukF64x2 low, AukF64x2 high)
{
    return _mm_castsi128_ps(_mm_unpacklo_epi64(_mm_cvtpd_epi32(low), _mm_cvtpd_epi32(high)));
}

// {a0, a1, b0, b1}, a mask of words from masks of doubles.
static inline AukWords4 words4_of_masks(AukF64x2 low, AukF64x2 high)
{
    return _mm_shuffle_ps(_mm_castpd_ps(low), _mm_castpd_ps(high), _MM_SHUFFLE(2, 0, 2, 0));
}

#elif AUK_SIMD_NEON

static inline AukWords4 words4(uint32_t word)
{
    return vreinterpretq_f32_u32(vdupq_n_u32(word));
}

static inline AukWords4 words4_and(AukWords4 a, AukWords4 b)
{
    return vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
}

static inline AukWords4 words4_or(AukWords4 a, AukWords4 b)
{
    return vreinterpretq_f32_u32(vorrq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
}

static inline AukWords4 words4_pick(AukWords4 mask, AukWords4 a, AukWords4 b)
{
    return vbslq_f32(vreinterpretq_u32_f32(mask), a, b);
}

static inline AukWords4 words4_of_numbers(AukF64x2 low, AukF64x2 high)
{
    return vreinterpretq_f32_s32(vcombine_s32(vmovn_s64(vcvtq_s64_f64(low)), vmovn_s64(vcvtq_s64_f64(high))));
}

static inline AukWords4 words4_of_masks(AukF64x2 low, AukF64x2 high)
{
    return vreinterpretq_f32_u32(vcombine_u32(vmovn_u64(auk__f64x2_as_bits(low)), vmovn_u64(auk__f64x2_as_bits(high))));
}

#elif AUK_SIMD_WASM

static inline AukWords4 words4(uint32_t word)
{
    return wasm_u32x4_splat(word);
}

static inline AukWords4 words4_and(AukWords4 a, AukWords4 b)
{
    return wasm_v128_and(a, b);
}

static inline AukWords4 words4_or(AukWords4 a, AukWords4 b)
{
    return wasm_v128_or(a, b);
}

static inline AukWords4 words4_pick(AukWords4 mask, AukWords4 a, AukWords4 b)
{
    return wasm_v128_bitselect(a, b, mask);
}

static inline AukWords4 words4_of_numbers(AukF64x2 low, AukF64x2 high)
{
    return wasm_i64x2_shuffle(wasm_i32x4_trunc_sat_f64x2_zero(low), wasm_i32x4_trunc_sat_f64x2_zero(high), 0, 2);
}

static inline AukWords4 words4_of_masks(AukF64x2 low, AukF64x2 high)
{
    return wasm_i32x4_shuffle(low, high, 0, 2, 4, 6);
}

#endif

#if AUK_SIMD_SSE2 || AUK_SIMD_NEON || AUK_SIMD_WASM

static inline void words4_store(void *to, AukWords4 v)
{
    auk__f32x4_store(to, v);
}

#endif

#endif
