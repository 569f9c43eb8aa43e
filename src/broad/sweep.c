// Strips are swept one by one, or by several workers in ranges of strips. Each range writes to a part of the list that
// is proportional to its entries; then the parts are moved together in order. So the keys and their order are the same
// for any number of workers. If many boxes overlap in x, a sweep takes quadratic time. It stops as crowded once the
// comparisons that found no pair have cost as much as auk__divide_pairs() would.
#include "broad/sweep.h"
#include "base/f64x4.h"
#include "broad/sweep_strip.h"

#include <math.h>
#include <string.h>

enum {
    WASTE_PER_BOX = 256, // most comparisons without a pair, about the cost of auk__divide_pairs()
    WASTE_RANGES = 8     // a single range may waste 1 / WASTE_RANGES of the total
};

// True if all boxes of the strip have one mask, which does not meet itself.
static bool ignore_each_other(const AukSweepRun *run, int strip)
{
    const AukFilterMask *masks = run->found->masks;
    const AukBounds *bounds = run->layout->bounds.items;
    const uint32_t *slots = run->layout->slots.items;
    int i = ((const int *)run->layout->starts.items)[strip];
    AukFilterMask sort = masks[slots[i] & AUK_ENTRY_SLOT];
    while (!auk__masks_meet(sort, sort) && bounds[i].min_x < INFINITY &&
           auk__masks_equal(sort, masks[slots[i] & AUK_ENTRY_SLOT])) {
        i++;
    }
    return !(bounds[i].min_x < INFINITY);
}

// The counts that a range of strips reports.
enum { SWEPT_KEYS, SWEPT_CROWDED };

static void strips_sweep(AukSweepRun *run, AukRange *range)
{
    bool wide = auk__avx2_is_supported();
    for (int s = range->first; s < range->end && !range->status && !range->counts[SWEPT_CROWDED]; s++) {
        if (run->found->masks && ignore_each_other(run, s)) {
            continue;
        }
        range->status = wide ? auk__sweep_strip_wide(run, s) : auk__sweep_strip(run, s);
        range->counts[SWEPT_CROWDED] = auk__sweep_is_crowded(run, run->compared, run->found->keys.count);
    }
}

// The context of range_sweep().
typedef struct StripSweep {
    AukSweepRun run; // of all strips
    int before;      // keys in the list before the sweep
} StripSweep;

// The part of the list for the keys of the strips from `strip` on: free keys are divided in proportion to entries.
static uint64_t *keys_of_range_at(const StripSweep *sweep, int strip)
{
    const AukBuffer *keys = &sweep->run.found->keys;
    const AukLayout *layout = sweep->run.layout;
    int64_t room = keys->capacity - sweep->before;
    int64_t before = room * ((const int *)layout->starts.items)[strip] / layout->bounds.count;
    return auk__buffer_at(keys, sizeof(uint64_t), sweep->before + (int)before);
}

static void range_sweep(void *context, AukRange *range)
{
    const StripSweep *sweep = context;
    uint64_t *keys = keys_of_range_at(sweep, range->first);
    const AukFilterMask *masks = sweep->run.found->masks;
    AukPairList part = {
        .keys = {keys, 0, (int)(keys_of_range_at(sweep, range->end) - keys)}, .borrowed = true, .masks = masks};
    AukSweepRun run = sweep->run;
    run.found = &part;
    run.waste_max /= WASTE_RANGES;
    strips_sweep(&run, range);
    range->counts[SWEPT_KEYS] = part.keys.count;
    range->effort = run.compared;
}

// Moves the keys of the ranges together. A range that has filled its part of the list is swept again at the end of the
// list, which can grow.
static void ranges_join(StripSweep *sweep, AukRanges *ranges, AukSwept *swept)
{
    AukPairList *found = sweep->run.found;
    for (int i = 0; i < ranges->count; i++) {
        const AukRange *range = &ranges->items[i];
        swept->crowded |= range->counts[SWEPT_CROWDED] != 0;
        if (!range->status && range->counts[SWEPT_KEYS] > 0) {
            memmove((uint64_t *)found->keys.items + found->keys.count, keys_of_range_at(sweep, range->first),
                    (size_t)range->counts[SWEPT_KEYS] * sizeof(uint64_t));
            found->keys.count += range->counts[SWEPT_KEYS];
            sweep->run.compared += range->effort;
        }
    }
    for (int i = 0; i < ranges->count && !swept->status && !swept->crowded; i++) {
        AukRange *range = &ranges->items[i];
        if (range->status) {
            range->status = AUK_OK;
            strips_sweep(&sweep->run, range);
            swept->status = range->status;
        }
    }
    swept->crowded |= auk__sweep_is_crowded(&sweep->run, sweep->run.compared, found->keys.count - sweep->before);
}

AukSwept auk__sweep_pairs(const AukLayout *layout, AukWork *work, int count, AukPairList *found)
{
    AukSwept swept = {AUK_OK, false, 0};
    AukSweepRun run = {layout, found, auk__work_staged(work), (int64_t)count * WASTE_PER_BOX, 0};
    int strips = layout->strips.count;
    if (work->parallel.pool) {
        StripSweep sweep = {run, found->keys.count};
        AukRanges ranges;
        AukParallel parallel = auk__layout_parallel(layout, &work->parallel);
        (void)auk__parallel_run(&parallel, strips, range_sweep, &sweep, &ranges); // ranges_join() checks each status
        ranges_join(&sweep, &ranges, &swept);
        swept.compared = sweep.run.compared;
        return swept;
    }
    AukRange all = {.end = strips};
    strips_sweep(&run, &all);
    swept.status = all.status;
    swept.crowded = all.counts[SWEPT_CROWDED] != 0;
    swept.compared = run.compared;
    return swept;
}
