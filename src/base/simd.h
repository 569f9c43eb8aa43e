// Four floats at once, for the loops that compare boxes. SSE2 where the compiler has it (every x86-64), plain C
// elsewhere or with AUK_NO_SIMD; the plain form is always compiled, so a test can compare the two.
// Invariant: both forms give the same bits.
#ifndef AUK_BASE_SIMD_H
#define AUK_BASE_SIMD_H

#include <stdbool.h>

#if defined(__SSE2__) && !defined(AUK_NO_SIMD)
#    define AUK_SIMD_SSE2 1
#    include <emmintrin.h>
#else
#    define AUK_SIMD_SSE2 0
#endif

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

#if AUK_SIMD_SSE2

typedef __m128 AukFloat4;

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

typedef AukFloat4Plain AukFloat4;

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
