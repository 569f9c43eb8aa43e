// The innermost loop of the sweep with AVX2: two boxes in a register, and the keys of those that touch are moved
// together by one permutation. The compiler is told of AVX2 for these functions alone, so the library runs on any
// x86-64.
#include "broad/sweep_entry.h"

#if AUK_SIMD_SSE2 && defined(__GNUC__) && defined(__x86_64__)

#    include <immintrin.h>

// Which halves of four keys to take so that those in the mask come first.
static const uint32_t pack[16][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 0, 1, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7},
    {4, 5, 0, 1, 2, 3, 6, 7}, {0, 1, 4, 5, 2, 3, 6, 7}, {2, 3, 4, 5, 0, 1, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7},
    {6, 7, 0, 1, 2, 3, 4, 5}, {0, 1, 6, 7, 2, 3, 4, 5}, {2, 3, 6, 7, 0, 1, 4, 5}, {0, 1, 2, 3, 6, 7, 4, 5},
    {4, 5, 6, 7, 0, 1, 2, 3}, {0, 1, 4, 5, 6, 7, 2, 3}, {2, 3, 4, 5, 6, 7, 0, 1}, {0, 1, 2, 3, 4, 5, 6, 7}};

// Bit 4k + lane of the four boxes from j on, as auk__bounds_mask() has it.
__attribute__((target("avx2"))) static inline unsigned masks_of_four(const AukBounds *boxes, __m256 reach)
{
    __m256 low = _mm256_cmp_ps(_mm256_loadu_ps(&boxes[0].min_x), reach, _CMP_LE_OQ);
    __m256 high = _mm256_cmp_ps(_mm256_loadu_ps(&boxes[2].min_x), reach, _CMP_LE_OQ);
    return (unsigned)_mm256_movemask_ps(low) | (unsigned)_mm256_movemask_ps(high) << 8;
}

// Bit k is set if all four bits of box k are.
static inline unsigned whole_nibbles(unsigned masks)
{
    unsigned pairs = masks & masks >> 1;
    unsigned whole = pairs & pairs >> 2 & 0x1111u;
    return (whole | whole >> 3 | whole >> 6 | whole >> 9) & 15u;
}

__attribute__((target("avx2,popcnt"))) AukStatus auk__sweep_entry_wide(AukSweepRun *run, AukPairList *found, int i)
{
    AukFloat4 reach = auk__bounds_reach(&run->bounds[i]);
    __m256 both = _mm256_set_m128(reach, reach);
    __m128i slot = _mm_set1_epi32((int)run->slots[i]);
    __m256i first = _mm256_set1_epi64x((int64_t)((uint64_t)run->slots[i] << 32));
    int j = i + 1;
    for (bool more = true; more; j += AUK_SWEEP_LANES) {
        AukStatus status = auk__sweep_room(run, found);
        if (status) {
            return status;
        }
        unsigned masks = masks_of_four(&run->bounds[j], both);
        __m128i others = _mm_loadu_si128((const __m128i *)(const void *)&run->slots[j]);
        unsigned home = (unsigned)_mm_movemask_ps(_mm_castsi128_ps(_mm_or_si128(others, slot)));
        unsigned touch = whole_nibbles(masks) & home;
        __m256i keys = _mm256_or_si256(first, _mm256_cvtepu32_epi64(others));
        __m256i order = _mm256_loadu_si256((const __m256i *)(const void *)pack[touch]);
        _mm256_storeu_si256((__m256i *)(void *)&run->keys[run->count], _mm256_permutevar8x32_epi32(keys, order));
        run->count += __builtin_popcount(touch);
        more = (masks >> 12 & AUK_TOUCH_BEGINS_X) != 0;
    }
    run->compared += j - i;
    return AUK_OK;
}

bool auk__sweep_is_wide(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

#else

AukStatus auk__sweep_entry_wide(AukSweepRun *run, AukPairList *found, int i)
{
    return auk__sweep_entry(run, found, i);
}

bool auk__sweep_is_wide(void)
{
    return false;
}

#endif
