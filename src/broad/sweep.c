// Within a strip, each box is compared with those after it until one begins right of its end. Four are compared at a
// time without branches, since the length of the run is what a processor cannot guess; what follows the end of a run,
// and the padding of a strip, cannot match.
// Invariant: a pair is emitted in the one strip where one of the two is at home and both are entries.
#include "broad/sweep.h"
#include "broad/sweep_entry.h"

#include <math.h>

enum {
    WASTE_PER_BOX = 256, // comparisons; about what auk__divide_pairs would cost instead
    WASTE_PER_PAIR = 16
};

// Compares entry i with the four from j. False if the run has ended.
static inline bool compare_four(AukSweepRun *run, AukFloat4 reach, uint32_t slot, int j)
{
    unsigned mask = 0;
    for (int k = 0; k < AUK_SWEEP_LANES; k++) {
        uint32_t other = run->slots[j + k];
        mask = auk__bounds_mask(&run->bounds[j + k], reach);
        run->keys[run->count] = auk__found_key(slot, other);
        run->count += (int)((mask + 1) >> 4 & (slot | other) >> 31);
    }
    return (mask & AUK_TOUCH_BEGINS_X) != 0;
}

AukStatus auk__sweep_entry(AukSweepRun *run, AukPairList *found, int i)
{
    AukFloat4 reach = auk__bounds_reach(&run->bounds[i]);
    int j = i + 1;
    for (bool more = true; more; j += AUK_SWEEP_LANES) {
        AukStatus status = auk__sweep_room(run, found);
        if (status) {
            return status;
        }
        more = compare_four(run, reach, run->slots[i], j);
    }
    run->compared += j - i;
    return AUK_OK;
}

// Sweeps one strip from its first entry to its padding.
static AukStatus strip_sweep(AukSweepRun *run, AukPairList *found, int i, int64_t waste_max, bool wide)
{
    AukStatus status = AUK_OK;
    for (; run->bounds[i].min_x < INFINITY && !status; i++) {
        status = wide ? auk__sweep_entry_wide(run, found, i) : auk__sweep_entry(run, found, i);
        if (run->compared - (int64_t)run->count * WASTE_PER_PAIR > waste_max) {
            break;
        }
    }
    return status;
}

AukSwept auk__sweep_pairs(const AukLayout *layout, int count, AukPairList *found)
{
    AukSwept swept = {AUK_OK, false, 0};
    const int *starts = layout->starts.items;
    AukSweepRun run = {layout->bounds.items, layout->slots.items, found->keys.items, found->keys.count, 0};
    int64_t waste_max = (int64_t)count * WASTE_PER_BOX;
    bool wide = auk__sweep_is_wide();
    for (int s = 0; s < layout->strips.count && !swept.status && !swept.crowded; s++) {
        swept.status = strip_sweep(&run, found, starts[s], waste_max, wide);
        swept.crowded = run.compared - (int64_t)run.count * WASTE_PER_PAIR > waste_max;
    }
    found->keys.count = run.count;
    swept.compared = run.compared;
    return swept;
}
