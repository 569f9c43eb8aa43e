// Within a strip, each box is compared with those after it until one begins right of its end. Several are compared at a
// time without branches, since the length of the run is what a processor cannot guess; what follows the end of a run,
// and the padding of a strip, cannot match.
// Invariant: a pair is emitted in the one strip where one of the two is at home and both are entries.
#include "broad/sweep.h"
#include "base/f64x4.h"
#include "broad/sweep_strip.h"

#include <math.h>
#include <string.h>

enum {
    LANES = 4,
    WASTE_PER_BOX = 256, // comparisons; about what auk__divide_pairs would cost instead
    WASTE_SHARES = 8     // the part of it that a share may have
};

typedef struct Entries {
    const AukBounds *bounds;
    const uint32_t *slots;
} Entries;

// Compares the box of `slot` with the four entries from j. False if the run has ended.
static inline bool compare_four(AukPairList *found, const Entries *entries, AukF32x4 reach, uint32_t slot, int j)
{
    unsigned mask = 0;
    uint64_t *keys = found->keys.items;
    int count = found->keys.count;
    for (int k = 0; k < LANES; k++) {
        uint32_t other = entries->slots[j + k];
        mask = auk__bounds_mask(&entries->bounds[j + k], reach);
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
        AukF32x4 reach = auk__bounds_reach(&entries.bounds[i]);
        int j = i + 1;
        for (bool more = true; more; j += LANES) {
            AukStatus status = auk__found_room(run->found, LANES);
            if (status) {
                return status;
            }
            int before = run->found->keys.count;
            more = compare_four(run->found, &entries, reach, entries.slots[i], j);
            auk__sweep_excuse(run, auk__found_sift(run->found, before));
        }
        run->compared += (j - i - 1 + AUK_SWEEP_LANES - 1) / AUK_SWEEP_LANES * AUK_SWEEP_LANES;
        if (auk__sweep_is_crowded(run, run->compared, run->found->keys.count)) {
            break;
        }
    }
    return AUK_OK;
}

// A crowd that ignores itself: boxes of one sort, which does not meet its own.
static bool ignore_each_other(const AukSweepRun *run, int strip)
{
    const AukMask *masks = run->found->masks;
    Entries entries = {run->layout->bounds.items, run->layout->slots.items};
    int i = ((const int *)run->layout->starts.items)[strip];
    AukMask sort = masks[entries.slots[i] & ~AUK_ENTRY_HOME];
    while (!auk__masks_meet(sort, sort) && entries.bounds[i].min_x < INFINITY &&
           auk__masks_equal(sort, masks[entries.slots[i] & ~AUK_ENTRY_HOME])) {
        i++;
    }
    return !(entries.bounds[i].min_x < INFINITY);
}

static void strips_sweep(AukSweepRun *run, AukShare *share)
{
    bool wide = auk__f64x4_is_supported();
    for (int s = share->first; s < share->end && !share->status && !share->crowded; s++) {
        if (run->found->masks && ignore_each_other(run, s)) {
            continue;
        }
        share->status = wide ? auk__sweep_strip_wide(run, s) : auk__sweep_strip(run, s);
        share->crowded = auk__sweep_is_crowded(run, run->compared, run->found->keys.count);
    }
}

// A share of the strips, and where in the list there is room for what it finds: in proportion to its entries.
typedef struct Sweep {
    AukSweepRun run; // of the whole
    int before;      // keys in the list
} Sweep;

static uint64_t *room_for(const Sweep *sweep, int strip)
{
    const AukBuffer *keys = &sweep->run.found->keys;
    const AukLayout *layout = sweep->run.layout;
    int64_t room = keys->capacity - sweep->before;
    return (uint64_t *)keys->items + sweep->before +
           room * ((const int *)layout->starts.items)[strip] / layout->bounds.count;
}

static void share_sweep(void *context, AukShare *share)
{
    const Sweep *sweep = context;
    uint64_t *keys = room_for(sweep, share->first);
    const AukMask *masks = sweep->run.found->masks;
    AukPairList part = {{keys, 0, (int)(room_for(sweep, share->end) - keys)}, {NULL, 0, 0}, 0, true, masks};
    AukSweepRun run = sweep->run;
    run.found = &part;
    run.waste_max /= WASTE_SHARES;
    strips_sweep(&run, share);
    share->count = part.keys.count;
    share->compared = run.compared;
}

// Closes up what the shares found. Those that ran out of room are swept again at the end of the list, which can grow.
static void shares_join(Sweep *sweep, AukShares *shares, AukSwept *swept)
{
    AukPairList *found = sweep->run.found;
    for (int i = 0; i < shares->count; i++) {
        const AukShare *share = &shares->items[i];
        swept->crowded |= share->crowded;
        if (!share->status && share->count > 0) {
            memmove((uint64_t *)found->keys.items + found->keys.count, room_for(sweep, share->first),
                    (size_t)share->count * sizeof(uint64_t));
            found->keys.count += share->count;
            sweep->run.compared += share->compared;
        }
    }
    for (int i = 0; i < shares->count && !swept->status && !swept->crowded; i++) {
        AukShare *share = &shares->items[i];
        if (share->status) {
            share->status = AUK_OK;
            strips_sweep(&sweep->run, share);
            swept->status = share->status;
        }
    }
    swept->crowded |= auk__sweep_is_crowded(&sweep->run, sweep->run.compared, found->keys.count - sweep->before);
}

AukSwept auk__sweep_pairs(const AukLayout *layout, AukWork *work, int count, AukPairList *found)
{
    AukSwept swept = {AUK_OK, false, 0};
    AukSweepRun run = {layout, found, work->staged.items, (int64_t)count * WASTE_PER_BOX, 0};
    int strips = layout->strips.count;
    if (work->crew.pool) {
        Sweep sweep = {run, found->keys.count};
        AukShares shares;
        auk__shares_run(&work->crew, strips, auk__layout_grain(layout, &work->crew), share_sweep, &sweep, &shares);
        shares_join(&sweep, &shares, &swept);
        swept.compared = sweep.run.compared;
        return swept;
    }
    AukShare all = {0, 0, strips, 0, 0, AUK_OK, false, 0};
    strips_sweep(&run, &all);
    swept.status = all.status;
    swept.crowded = all.crowded;
    swept.compared = run.compared;
    return swept;
}
