// Within a strip, each box is compared with the boxes after it until one begins right of its end. Several boxes are
// compared at a time without branches, since a processor cannot predict the length of the run. The boxes after the end
// of a run and the padding of a strip do not touch the box, so they add no pairs.
// Invariant: a pair is emitted in the one strip that has entries of both boxes and is the first strip of one of them.
#include "broad/sweep_strip.h"

#include <math.h>

enum { LANES = 4 };

typedef struct Entries {
    const AukBounds *bounds;
    const uint32_t *slots;
} Entries;

// Compares the box of `slot` with the four entries from j. False if the run has ended.
static inline bool compare_four(AukPairList *found, const Entries *entries, AukF32x4 limits, uint32_t slot, int j)
{
    unsigned mask = 0;
    uint64_t *keys = found->keys.items;
    int count = found->keys.count;
    for (int k = 0; k < LANES; k++) {
        uint32_t other = entries->slots[j + k];
        mask = auk__bounds_mask(&entries->bounds[j + k], limits);
        keys[count] = auk__found_key(slot, other);
        count += (int)((mask + 1) >> 4 & (slot | other) >> 31);
    }
    found->keys.count = count;
    return (mask & AUK_TOUCH_BEGINS_X) != 0;
}

AukStatus auk__sweep_strip(AukSweepRun *run, int strip)
{
    Entries entries = {run->layout->bounds.items, run->layout->slots.items};
    int i = ((const int *)run->layout->starts.items)[strip];
    for (; entries.bounds[i].min_x < INFINITY; i++) {
        AukF32x4 limits = auk__bounds_limits(&entries.bounds[i]);
        int j = i + 1;
        for (bool more = true; more; j += LANES) {
            AukStatus status = auk__found_room(run->found, LANES);
            if (status) {
                return status;
            }
            int before = run->found->keys.count;
            more = compare_four(run->found, &entries, limits, entries.slots[i], j);
            auk__sweep_discount(run, auk__found_drop_masked(run->found, before));
        }
        run->compared += (j - i - 1 + AUK_SWEEP_LANES - 1) / AUK_SWEEP_LANES * AUK_SWEEP_LANES;
        if (auk__sweep_is_crowded(run, run->compared, run->found->keys.count)) {
            break;
        }
    }
    return AUK_OK;
}
