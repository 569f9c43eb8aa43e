// Strips are swept one by one, on several threads where there are workers: each range of them has room in the list in
// proportion to its entries, and what the ranges found is closed up in order. So the keys, and their order, are the
// same for any number of workers. Boxes that lie on top of each other in x make a sweep quadratic: it ends as crowded
// once the comparisons in vain have cost what auk__divide_pairs() would.
#include "broad/sweep.h"
#include "base/f64x4.h"
#include "broad/sweep_strip.h"

#include <math.h>
#include <string.h>

enum {
    WASTE_PER_BOX = 256, // comparisons; about what auk__divide_pairs would cost instead
    WASTE_RANGES = 8     // the part of it that a range may have
};

// All boxes of the strip have one mask, which does not meet itself.
static bool ignore_each_other(const AukSweepRun *run, int strip)
{
    const AukMask *masks = run->found->masks;
    const AukBounds *bounds = run->layout->bounds.items;
    const uint32_t *slots = run->layout->slots.items;
    int i = ((const int *)run->layout->starts.items)[strip];
    AukMask sort = masks[slots[i] & ~AUK_ENTRY_HOME];
    while (!auk__masks_meet(sort, sort) && bounds[i].min_x < INFINITY &&
           auk__masks_equal(sort, masks[slots[i] & ~AUK_ENTRY_HOME])) {
        i++;
    }
    return !(bounds[i].min_x < INFINITY);
}

// What a range of strips reports.
enum { SWEPT_KEYS, SWEPT_CROWDED };

static void strips_sweep(AukSweepRun *run, AukRange *range)
{
    bool wide = auk__f64x4_is_supported();
    for (int s = range->first; s < range->end && !range->status && !range->counts[SWEPT_CROWDED]; s++) {
        if (run->found->masks && ignore_each_other(run, s)) {
            continue;
        }
        range->status = wide ? auk__sweep_strip_wide(run, s) : auk__sweep_strip(run, s);
        range->counts[SWEPT_CROWDED] = auk__sweep_is_crowded(run, run->compared, run->found->keys.count);
    }
}

// A range of the strips, and where in the list there is room for what it finds: in proportion to its entries.
typedef struct StripSweep {
    AukSweepRun run; // of the whole
    int before;      // keys in the list
} StripSweep;

static uint64_t *room_for(const StripSweep *sweep, int strip)
{
    const AukBuffer *keys = &sweep->run.found->keys;
    const AukLayout *layout = sweep->run.layout;
    int64_t room = keys->capacity - sweep->before;
    return (uint64_t *)keys->items + sweep->before +
           room * ((const int *)layout->starts.items)[strip] / layout->bounds.count;
}

static void range_sweep(void *context, AukRange *range)
{
    const StripSweep *sweep = context;
    uint64_t *keys = room_for(sweep, range->first);
    const AukMask *masks = sweep->run.found->masks;
    AukPairList part = {{keys, 0, (int)(room_for(sweep, range->end) - keys)}, {NULL, 0, 0}, 0, true, masks};
    AukSweepRun run = sweep->run;
    run.found = &part;
    run.waste_max /= WASTE_RANGES;
    strips_sweep(&run, range);
    range->counts[SWEPT_KEYS] = part.keys.count;
    range->effort = run.compared;
}

// Closes up what the ranges found. Those that ran out of room are swept again at the end of the list, which can grow.
static void ranges_join(StripSweep *sweep, AukRanges *ranges, AukSwept *swept)
{
    AukPairList *found = sweep->run.found;
    for (int i = 0; i < ranges->count; i++) {
        const AukRange *range = &ranges->items[i];
        swept->crowded |= range->counts[SWEPT_CROWDED] != 0;
        if (!range->status && range->counts[SWEPT_KEYS] > 0) {
            memmove((uint64_t *)found->keys.items + found->keys.count, room_for(sweep, range->first),
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
    AukSweepRun run = {layout, found, work->staged.items, (int64_t)count * WASTE_PER_BOX, 0};
    int strips = layout->strips.count;
    if (work->parallel.pool) {
        StripSweep sweep = {run, found->keys.count};
        AukRanges ranges;
        AukParallel parallel = auk__layout_parallel(layout, &work->parallel);
        (void)auk__parallel_run(&parallel, strips, range_sweep, &sweep, &ranges); // the join looks at each status
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
