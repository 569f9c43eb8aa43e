// The sweep of a strip with AVX2: eight boxes at a time, with the same side of all eight in one register. For that the
// strip is transposed to three rows of sides; the fourth side, max x, is not tested, since entries are sorted by min x.
// If masks are in use, two rows of masks are added. The keys of boxes that touch are moved together by permutations.
// Only these functions are compiled for AVX2, so the library runs on any x86-64. Tried before: two untransposed boxes
// per register; half as fast.
#include "broad/sweep_strip.h"

#include "base/f32x8.h"

#if AUK_AVX2_EXISTS

#    include <math.h>

typedef struct Rows {
    float *min_x, *min_y, *neg_max_y;
    uint32_t *bits, *group; // if masks are in use; `bits` has the category in its low half, `ignore` in its high half
} Rows;

_Static_assert(sizeof(AukStaged) >= 5 * sizeof(float), "room for five rows");

// Transposes eight entries.
AUK_F32X8 void transpose_eight(const AukBounds *boxes, const Rows *rows, int at)
{
    AukF32x8 min_x, min_y, neg_max_y;
    f32x8_load_columns(&boxes->min_x, &min_x, &min_y, &neg_max_y);
    f32x8_store(rows->min_x + at, min_x);
    f32x8_store(rows->min_y + at, min_y);
    f32x8_store(rows->neg_max_y + at, neg_max_y);
}

static void mask_eight(const AukFilterMask *masks, const uint32_t *slots, const Rows *rows, int at)
{
    for (int k = at; k < at + AUK_STRIP_BLOCK; k++) {
        AukFilterMask mask = masks[slots[k] & AUK_ENTRY_SLOT];
        rows->bits[k] = (uint32_t)mask.ignore << 16 | mask.category;
        rows->group[k] = mask.group;
    }
}

// Bit k is set if the masks of entries i and j + k meet, for eight entries from j on.
AUK_F32X8 unsigned meet_eight(const Rows *rows, int i, int j)
{
    uint32_t bits = rows->bits[i], group = rows->group[i];
    AukU32x8 shared = u32x8_and(u32x8_load(rows->bits + j), u32x8(bits << 16 | bits >> 16));
    AukU32x8 lets = u32x8_equal(shared, u32x8(0));
    AukU32x8 same = u32x8_equal(u32x8_load(rows->group + j), u32x8(group));
    AukU32x8 apart = u32x8_and(same, u32x8(group != 0 ? UINT32_MAX : 0));
    return f32x8_bits(u32x8_as_floats(u32x8_and_not(apart, lets)));
}

// Permutations of the 32-bit halves of four keys that move the keys in a bit mask to the front.
static const uint32_t pack[16][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 0, 1, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7},
    {4, 5, 0, 1, 2, 3, 6, 7}, {0, 1, 4, 5, 2, 3, 6, 7}, {2, 3, 4, 5, 0, 1, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7},
    {6, 7, 0, 1, 2, 3, 4, 5}, {0, 1, 6, 7, 2, 3, 4, 5}, {2, 3, 6, 7, 0, 1, 4, 5}, {0, 1, 2, 3, 6, 7, 4, 5},
    {4, 5, 6, 7, 0, 1, 2, 3}, {0, 1, 4, 5, 6, 7, 2, 3}, {2, 3, 4, 5, 6, 7, 0, 1}, {0, 1, 2, 3, 4, 5, 6, 7}};

// Writes a key of `slot` and one of four other slots for each bit of `touch`, in order. Memory for four keys must be
// reserved. Returns the number of keys. `last` selects the last four of `others`.
AUK_F32X8 int keys_write(uint64_t *keys, uint32_t slot, AukU32x8 others, bool last, unsigned touch)
{
    u32x8_store_keys(keys, slot, others, last, pack[touch]);
    return __builtin_popcount(touch);
}

// Inlined into two functions, with and without masks, since one function for both needs too many registers.
AUK_F32X8 AukStatus sweep_strip(AukSweepRun *run, int strip, const AukFilterMask *masks)
{
    const int *starts = (const int *)run->layout->starts.items + strip;
    const AukBounds *boxes = (const AukBounds *)run->layout->bounds.items + starts[0];
    const uint32_t *slots = (const uint32_t *)run->layout->slots.items + starts[0];
    int length = starts[1] - starts[0];
    float *memory = (float *)(void *)(run->spare + starts[0]);
    uint32_t *more_memory = (uint32_t *)(void *)(memory + 3 * length);
    Rows rows = {memory, memory + length, memory + 2 * length, more_memory, more_memory + length};
    for (int at = 0; at < length; at += AUK_STRIP_BLOCK) {
        transpose_eight(&boxes[at], &rows, at);
        if (masks) {
            mask_eight(masks, slots, &rows, at);
        }
    }
    AukPairList *found = run->found;
    uint64_t *keys = found->keys.items;
    int count = found->keys.count;
    for (int i = 0; rows.min_x[i] < INFINITY; i++) {
        AukF32x8 max_x = f32x8(-boxes[i].neg_max_x), max_y = f32x8(-boxes[i].neg_max_y);
        AukF32x8 neg_min_y = f32x8(-boxes[i].min_y);
        const uint32_t first = slots[i]; // keys are written below: the compiler must assume that they change slots[i]
        AukU32x8 slot = u32x8(first);
        int j = i + 1;
        for (bool more = true; more; j += AUK_SWEEP_LANES) {
            if (count > found->keys.capacity - AUK_SWEEP_LANES) {
                AukStatus status = auk__found_grow(found, count, AUK_SWEEP_LANES);
                if (status) {
                    return status;
                }
                keys = found->keys.items;
            }
            AukF32x8 begins = f32x8_at_most(f32x8_load(rows.min_x + j), max_x);
            AukF32x8 above = f32x8_at_most(f32x8_load(rows.min_y + j), max_y);
            AukF32x8 below = f32x8_at_most(f32x8_load(rows.neg_max_y + j), neg_min_y);
            AukU32x8 others = u32x8_load(&slots[j]);
            AukF32x8 in_first_strip = u32x8_as_floats(u32x8_or(others, slot));
            unsigned mask = f32x8_bits(f32x8_and(f32x8_and(begins, in_first_strip), f32x8_and(above, below)));
            if (masks) {
                unsigned meet = meet_eight(&rows, i, j);
                auk__sweep_discount(run, __builtin_popcount(mask & ~meet));
                mask &= meet;
            }
            count += keys_write(keys + count, first, others, false, mask & 15);
            count += keys_write(keys + count, first, others, true, mask >> 4);
            more = f32x8_bits(begins) == 255;
        }
        found->keys.count = count;
        run->compared += j - i - 1;
        if (auk__sweep_is_crowded(run, run->compared, count)) {
            break;
        }
    }
    return AUK_OK;
}

AUK_F32X8_CODE static AukStatus strip_unmasked(AukSweepRun *run, int strip)
{
    return sweep_strip(run, strip, NULL);
}

AUK_F32X8_CODE static AukStatus strip_masked(AukSweepRun *run, int strip)
{
    return sweep_strip(run, strip, run->found->masks);
}

AukStatus auk__sweep_strip_wide(AukSweepRun *run, int strip)
{
    static AukStatus (*const forms[2])(AukSweepRun *, int) = {strip_unmasked, strip_masked};
    return forms[run->found->masks != NULL](run, strip);
}

#else

AukStatus auk__sweep_strip_wide(AukSweepRun *run, int strip)
{
    return auk__sweep_strip(run, strip);
}

#endif
