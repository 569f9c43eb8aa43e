// Strips are swept one by one, on several threads where there are workers: each share of them has room in the list in
// proportion to its entries, and what the shares found is closed up in order. So the keys, and their order, are the
// same for any number of workers. Boxes that lie on top of each other in x make a sweep quadratic: it ends as crowded
// once the comparisons in vain have cost what auk__divide_pairs() would.
#include "broad/sweep.h"
#include "base/f64x4.h"
#include "broad/sweep_strip.h"

#include <math.h>
#include <string.h>

enum {
    WASTE_PER_BOX = 256, // comparisons; about what auk__divide_pairs would cost instead
    WASTE_SHARES = 8     // the part of it that a share may have
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

static void share_sweep(void *context, AukShare *share)
{
    const StripSweep *sweep = context;
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
static void shares_join(StripSweep *sweep, AukShares *shares, AukSwept *swept)
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
        StripSweep sweep = {run, found->keys.count};
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
