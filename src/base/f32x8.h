// Eight floats or eight 32-bit integers at once, in the 256 bits of AVX2, for the sweep of boxes. The rules of
// base/f64x4.h apply.
#ifndef AUK_BASE_F32X8_H
#define AUK_BASE_F32X8_H

#include "base/f64x4.h"

#if AUK_AVX2_EXISTS

#    define AUK_F32X8_CODE __attribute__((target("avx2,popcnt")))
#    define AUK_F32X8 AUK_F32X8_CODE static inline

typedef __m256 AukF32x8;
typedef __m256i AukU32x8;

AUK_F32X8 AukF32x8 f32x8(float x)
{
    return _mm256_set1_ps(x);
}

AUK_F32X8 AukF32x8 f32x8_load(const float *from)
{
    return _mm256_loadu_ps(from);
}

AUK_F32X8 void f32x8_store(float *to, AukF32x8 v)
{
    _mm256_storeu_ps(to, v);
}

// A mask of the lanes with a <= b.
AUK_F32X8 AukF32x8 f32x8_at_most(AukF32x8 a, AukF32x8 b)
{
    return _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}

AUK_F32X8 AukF32x8 f32x8_and(AukF32x8 a, AukF32x8 b)
{
    return _mm256_and_ps(a, b);
}

// Bit k is the sign of lane k.
AUK_F32X8 unsigned f32x8_bits(AukF32x8 mask)
{
    return (unsigned)_mm256_movemask_ps(mask);
}

// Numbers 0, 1 and 3 of eight consecutive records of four floats each.
AUK_F32X8 void f32x8_load_columns(const float *from, AukF32x8 *first, AukF32x8 *second, AukF32x8 *fourth)
{
    AukF32x8 pairs[4]; // records k and k + 4
    for (int k = 0; k < 4; k++) {
        pairs[k] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(from + 4 * k)),
                                        _mm_loadu_ps(from + 4 * k + 16), 1);
    }
    AukF32x8 low = _mm256_unpacklo_ps(pairs[0], pairs[1]), more_low = _mm256_unpacklo_ps(pairs[2], pairs[3]);
    AukF32x8 high = _mm256_unpackhi_ps(pairs[0], pairs[1]), more_high = _mm256_unpackhi_ps(pairs[2], pairs[3]);
    *first = _mm256_shuffle_ps(low, more_low, _MM_SHUFFLE(1, 0, 1, 0));
    *second = _mm256_shuffle_ps(low, more_low, _MM_SHUFFLE(3, 2, 3, 2));
    *fourth = _mm256_shuffle_ps(high, more_high, _MM_SHUFFLE(3, 2, 3, 2));
}

AUK_F32X8 AukU32x8 u32x8(uint32_t x)
{
    return _mm256_set1_epi32((int)x);
}

AUK_F32X8 AukU32x8 u32x8_load(const uint32_t *from)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

AUK_F32X8 AukU32x8 u32x8_and(AukU32x8 a, AukU32x8 b)
{
    return _mm256_and_si256(a, b);
}

AUK_F32X8 AukU32x8 u32x8_or(AukU32x8 a, AukU32x8 b)
{
    return _mm256_or_si256(a, b);
}

// b & ~a.
AUK_F32X8 AukU32x8 u32x8_and_not(AukU32x8 a, AukU32x8 b)
{
    return _mm256_andnot_si256(a, b);
}

// A mask of the equal lanes.
AUK_F32X8 AukU32x8 u32x8_equal(AukU32x8 a, AukU32x8 b)
{
    return _mm256_cmpeq_epi32(a, b);
}

// Reinterprets the bits as floats.
AUK_F32X8 AukF32x8 u32x8_as_floats(AukU32x8 v)
{
    return _mm256_castsi256_ps(v);
}

// Stores four 64-bit numbers. The upper half of each is `upper`; the lower halves are the lanes 0 to 3 of v, or its
// lanes 4 to 7 if `last`. `order` is a permutation of the eight halves. `to` must have space for four numbers.
AUK_F32X8 void u32x8_store_keys(uint64_t *to, uint32_t upper, AukU32x8 v, bool last, const uint32_t order[8])
{
    AukU32x8 above = _mm256_slli_epi64(u32x8(upper), 32);
    __m128i four = last ? _mm256_extracti128_si256(v, 1) : _mm256_castsi256_si128(v);
    AukU32x8 keys = _mm256_or_si256(above, _mm256_cvtepu32_epi64(four));
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_permutevar8x32_epi32(keys, u32x8_load(order)));
}

#endif

#endif
