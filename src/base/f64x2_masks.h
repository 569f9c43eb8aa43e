// Masks as registers: each lane of two doubles has all bits set or none. Only for machines with vector registers of 128
// bits; f64x2_lanes.h has choices that also exist in plain C.
#ifndef AUK_BASE_F64X2_MASKS_H
#define AUK_BASE_F64X2_MASKS_H

#include "base/f64x2_f32x4.h"

#if AUK_SIMD_SSE2

static inline AukF64x2 auk__f64x2_load_mask(const int64_t *from)
{
    return _mm_castsi128_pd(_mm_loadu_si128((const __m128i *)(const void *)from));
}

static inline AukF64x2 auk__f64x2_mask_less(AukF64x2 a, AukF64x2 b)
{
    return _mm_cmplt_pd(a, b);
}

static inline AukF64x2 auk__f64x2_mask_at_most(AukF64x2 a, AukF64x2 b)
{
    return _mm_cmple_pd(a, b);
}

static inline AukF64x2 auk__f64x2_mask_and(AukF64x2 a, AukF64x2 b)
{
    return _mm_and_pd(a, b);
}

static inline AukF64x2 auk__f64x2_mask_or(AukF64x2 a, AukF64x2 b)
{
    return _mm_or_pd(a, b);
}

static inline AukF64x2 auk__f64x2_mask_xor(AukF64x2 a, AukF64x2 b)
{
    return _mm_xor_pd(a, b);
}

static inline AukF64x2 auk__f64x2_mask_all(void)
{
    return _mm_castsi128_pd(_mm_set1_epi32(-1));
}

static inline AukF64x2 auk__f64x2_pick_by_mask(AukF64x2 mask, AukF64x2 a, AukF64x2 b)
{
    return auk__f64x2_pick(mask, a, b);
}

static inline unsigned auk__f64x2_bits_of_mask(AukF64x2 mask)
{
    return auk__f64x2_pick_bits(mask);
}

static inline AukF64x2 auk__f64x2_of_integers(const int from[2])
{
    return _mm_cvtepi32_pd(_mm_loadl_epi64((const __m128i *)(const void *)from));
}

#elif AUK_SIMD_NEON

static inline uint64x2_t auk__f64x2_as_bits(AukF64x2 v)
{
    return vreinterpretq_u64_f64(v);
}

static inline AukF64x2 auk__f64x2_of_bits(uint64x2_t bits)
{
    return vreinterpretq_f64_u64(bits);
}

static inline AukF64x2 auk__f64x2_load_mask(const int64_t *from)
{
    return vreinterpretq_f64_s64(vld1q_s64(from));
}

static inline AukF64x2 auk__f64x2_mask_less(AukF64x2 a, AukF64x2 b)
{
    return auk__f64x2_of_bits(vcltq_f64(a, b));
}

static inline AukF64x2 auk__f64x2_mask_at_most(AukF64x2 a, AukF64x2 b)
{
    return auk__f64x2_of_bits(vcleq_f64(a, b));
}

static inline AukF64x2 auk__f64x2_mask_and(AukF64x2 a, AukF64x2 b)
{
    return auk__f64x2_of_bits(vandq_u64(auk__f64x2_as_bits(a), auk__f64x2_as_bits(b)));
}

static inline AukF64x2 auk__f64x2_mask_or(AukF64x2 a, AukF64x2 b)
{
    return auk__f64x2_of_bits(vorrq_u64(auk__f64x2_as_bits(a), auk__f64x2_as_bits(b)));
}

static inline AukF64x2 auk__f64x2_mask_xor(AukF64x2 a, AukF64x2 b)
{
    return auk__f64x2_of_bits(veorq_u64(auk__f64x2_as_bits(a), auk__f64x2_as_bits(b)));
}

static inline AukF64x2 auk__f64x2_mask_all(void)
{
    return auk__f64x2_of_bits(vdupq_n_u64(UINT64_MAX));
}

static inline AukF64x2 auk__f64x2_pick_by_mask(AukF64x2 mask, AukF64x2 a, AukF64x2 b)
{
    return auk__f64x2_pick(auk__f64x2_as_bits(mask), a, b);
}

static inline unsigned auk__f64x2_bits_of_mask(AukF64x2 mask)
{
    return auk__f64x2_pick_bits(auk__f64x2_as_bits(mask));
}

static inline AukF64x2 auk__f64x2_of_integers(const int from[2])
{
    return vcvtq_f64_s64(vmovl_s32(vld1_s32(from)));
}

#elif AUK_SIMD_WASM

static inline AukF64x2 auk__f64x2_load_mask(const int64_t *from)
{
    return wasm_v128_load(from);
}

static inline AukF64x2 auk__f64x2_mask_less(AukF64x2 a, AukF64x2 b)
{
    return wasm_f64x2_lt(a, b);
}

static inline AukF64x2 auk__f64x2_mask_at_most(AukF64x2 a, AukF64x2 b)
{
    return wasm_f64x2_le(a, b);
}

static inline AukF64x2 auk__f64x2_mask_and(AukF64x2 a, AukF64x2 b)
{
    return wasm_v128_and(a, b);
}

static inline AukF64x2 auk__f64x2_mask_or(AukF64x2 a, AukF64x2 b)
{
    return wasm_v128_or(a, b);
}

static inline AukF64x2 auk__f64x2_mask_xor(AukF64x2 a, AukF64x2 b)
{
    return wasm_v128_xor(a, b);
}

static inline AukF64x2 auk__f64x2_mask_all(void)
{
    return wasm_i64x2_splat(-1);
}

static inline AukF64x2 auk__f64x2_pick_by_mask(AukF64x2 mask, AukF64x2 a, AukF64x2 b)
{
    return auk__f64x2_pick(mask, a, b);
}

static inline unsigned auk__f64x2_bits_of_mask(AukF64x2 mask)
{
    return auk__f64x2_pick_bits(mask);
}

static inline AukF64x2 auk__f64x2_of_integers(const int from[2])
{
    return wasm_f64x2_convert_low_i32x4(wasm_v128_load64_zero(from));
}

#endif

#endif
