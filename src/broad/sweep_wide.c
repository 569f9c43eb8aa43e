// A strip swept with AVX2: eight boxes at a time, one side of theirs in a register. For that the strip is turned into
// three rows of sides; the fourth side, max x, need not be asked, since entries come in order of min x. Where some do
// not meet, two rows of masks stand beside them. The keys of those that touch are moved together by permutations. The
// compiler is told of AVX2 for these functions alone, so the library runs on any x86-64. Tried before: two boxes in a
// register as they lie; half as fast.
#include "broad/sweep_strip.h"

#if AUK_SIMD_SSE2 && defined(__GNUC__) && defined(__x86_64__)

#    include <immintrin.h>
#    include <math.h>

#    define WIDE __attribute__((target("avx2,popcnt")))

typedef struct Rows {
    float *min_x, *min_y, *neg_max_y;
    uint32_t *bits, *group; // where there are masks: categories below, what is ignored above
} Rows;

_Static_assert(sizeof(AukStaged) >= 5 * sizeof(float), "room for five rows");

// Turns eight entries.
WIDE static inline void turn_eight(const AukBounds *boxes, const Rows *rows, int at)
{
    const float *from = &boxes->min_x;
    __m256 pairs[4]; // box k and box k + 4
    for (int k = 0; k < 4; k++) {
        pairs[k] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(from + 4 * k)),
                                        _mm_loadu_ps(from + 4 * k + 16), 1);
    }
    __m256 low01 = _mm256_unpacklo_ps(pairs[0], pairs[1]); // min x, min x, min y, min y
    __m256 low23 = _mm256_unpacklo_ps(pairs[2], pairs[3]);
    __m256 high01 = _mm256_unpackhi_ps(pairs[0], pairs[1]);
    __m256 high23 = _mm256_unpackhi_ps(pairs[2], pairs[3]);
    _mm256_storeu_ps(rows->min_x + at, _mm256_shuffle_ps(low01, low23, _MM_SHUFFLE(1, 0, 1, 0)));
    _mm256_storeu_ps(rows->min_y + at, _mm256_shuffle_ps(low01, low23, _MM_SHUFFLE(3, 2, 3, 2)));
    _mm256_storeu_ps(rows->neg_max_y + at, _mm256_shuffle_ps(high01, high23, _MM_SHUFFLE(3, 2, 3, 2)));
}

static void mask_eight(const AukMask *masks, const uint32_t *slots, const Rows *rows, int at)
{
    for (int k = at; k < at + AUK_STRIP_BLOCK; k++) {
        AukMask mask = masks[slots[k] & ~AUK_ENTRY_HOME];
        rows->bits[k] = (uint32_t)mask.ignore << 16 | mask.category;
        rows->group[k] = mask.group;
    }
}

WIDE static inline __m256i load_eight(const uint32_t *from)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

// Which of eight entries from j on meet entry i.
WIDE static inline unsigned meet_eight(const Rows *rows, int i, int j)
{
    uint32_t bits = rows->bits[i], group = rows->group[i];
    __m256i against = _mm256_set1_epi32((int)(bits << 16 | bits >> 16));
    __m256i lets = _mm256_cmpeq_epi32(_mm256_and_si256(load_eight(rows->bits + j), against), _mm256_setzero_si256());
    __m256i same = _mm256_cmpeq_epi32(load_eight(rows->group + j), _mm256_set1_epi32((int)group));
    __m256i apart = _mm256_and_si256(same, _mm256_set1_epi32(group != 0 ? -1 : 0));
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_andnot_si256(apart, lets)));
}

// Which halves of four keys to take so that those in the mask come first.
static const uint32_t pack[16][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 0, 1, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7},
    {4, 5, 0, 1, 2, 3, 6, 7}, {0, 1, 4, 5, 2, 3, 6, 7}, {2, 3, 4, 5, 0, 1, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7},
    {6, 7, 0, 1, 2, 3, 4, 5}, {0, 1, 6, 7, 2, 3, 4, 5}, {2, 3, 6, 7, 0, 1, 4, 5}, {0, 1, 2, 3, 6, 7, 4, 5},
    {4, 5, 6, 7, 0, 1, 2, 3}, {0, 1, 4, 5, 6, 7, 2, 3}, {2, 3, 4, 5, 6, 7, 0, 1}, {0, 1, 2, 3, 4, 5, 6, 7}};

// Writes the keys of those of four in the mask, in order; there is room for all. Gives their number.
WIDE static inline int keys_write(uint64_t *keys, __m256i slot_above, __m128i others, unsigned touch)
{
    __m256i all = _mm256_or_si256(slot_above, _mm256_cvtepu32_epi64(others));
    __m256i order = _mm256_loadu_si256((const __m256i *)(const void *)pack[touch]);
    _mm256_storeu_si256((__m256i *)(void *)keys, _mm256_permutevar8x32_epi32(all, order));
    return __builtin_popcount(touch);
}

// Compiled twice, with and without masks, as functions of their own: one for both kept too much in registers.
WIDE static inline AukStatus sweep_strip(AukSweepRun *run, int strip, const AukMask *masks)
{
    const int *starts = (const int *)run->layout->starts.items + strip;
    const AukBounds *boxes = (const AukBounds *)run->layout->bounds.items + starts[0];
    const uint32_t *slots = (const uint32_t *)run->layout->slots.items + starts[0];
    int length = starts[1] - starts[0];
    float *memory = (float *)(void *)(run->spare + starts[0]);
    uint32_t *more_memory = (uint32_t *)(void *)(memory + 3 * length);
    Rows rows = {memory, memory + length, memory + 2 * length, more_memory, more_memory + length};
    for (int at = 0; at < length; at += AUK_STRIP_BLOCK) {
        turn_eight(&boxes[at], &rows, at);
        if (masks) {
            mask_eight(masks, slots, &rows, at);
        }
    }
    AukPairList *found = run->found;
    uint64_t *keys = found->keys.items;
    int count = found->keys.count;
    for (int i = 0; rows.min_x[i] < INFINITY; i++) {
        __m256 max_x = _mm256_set1_ps(-boxes[i].neg_max_x);
        __m256 max_y = _mm256_set1_ps(-boxes[i].neg_max_y);
        __m256 neg_min_y = _mm256_set1_ps(-boxes[i].min_y);
        __m256i slot = _mm256_set1_epi32((int)slots[i]);
        __m256i slot_above = _mm256_slli_epi64(slot, 32);
        int j = i + 1;
        for (bool more = true; more; j += AUK_SWEEP_LANES) {
            if (count > found->keys.capacity - AUK_SWEEP_LANES) {
                AukStatus status = auk__found_grow(found, count, AUK_SWEEP_LANES);
                if (status) {
                    return status;
                }
                keys = found->keys.items;
            }
            __m256 begins = _mm256_cmp_ps(_mm256_loadu_ps(rows.min_x + j), max_x, _CMP_LE_OQ);
            __m256 above = _mm256_cmp_ps(_mm256_loadu_ps(rows.min_y + j), max_y, _CMP_LE_OQ);
            __m256 below = _mm256_cmp_ps(_mm256_loadu_ps(rows.neg_max_y + j), neg_min_y, _CMP_LE_OQ);
            __m256i others = load_eight(&slots[j]);
            __m256 home = _mm256_castsi256_ps(_mm256_or_si256(others, slot));
            __m256 touch = _mm256_and_ps(_mm256_and_ps(begins, home), _mm256_and_ps(above, below));
            unsigned mask = (unsigned)_mm256_movemask_ps(touch);
            if (masks) {
                unsigned meet = meet_eight(&rows, i, j);
                auk__sweep_excuse(run, __builtin_popcount(mask & ~meet));
                mask &= meet;
            }
            count += keys_write(keys + count, slot_above, _mm256_castsi256_si128(others), mask & 15);
            count += keys_write(keys + count, slot_above, _mm256_extracti128_si256(others, 1), mask >> 4);
            more = _mm256_movemask_ps(begins) == 255;
        }
        found->keys.count = count;
        run->compared += j - i - 1;
        if (auk__sweep_is_crowded(run, run->compared, count)) {
            break;
        }
    }
    return AUK_OK;
}

WIDE static AukStatus strip_unmasked(AukSweepRun *run, int strip)
{
    return sweep_strip(run, strip, NULL);
}

WIDE static AukStatus strip_masked(AukSweepRun *run, int strip)
{
    return sweep_strip(run, strip, run->found->masks);
}

AukStatus auk__sweep_strip_wide(AukSweepRun *run, int strip)
{
    static AukStatus (*const forms[2])(AukSweepRun *, int) = {strip_unmasked, strip_masked};
    return forms[run->found->masks != NULL](run, strip);
}

bool auk__sweep_is_wide(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

#else

AukStatus auk__sweep_strip_wide(AukSweepRun *run, int strip)
{
    return auk__sweep_strip(run, strip);
}

bool auk__sweep_is_wide(void)
{
    return false;
}

#endif
