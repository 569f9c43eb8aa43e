// An update with a list tests for every mover whether it is still within its fat box, tests the boxes of every listed
// pair, and sweeps the few uncached movers: against each other, against the static boxes, and by lookups in the index
// of fat boxes. A mover is uncached while it is outside its fat box. A new list is made when there are many uncached
// movers, or when uncached movers and listed pairs that do not touch have cost as much as a new list.
#include "broad/pair_cache.h"

#include "base/prefetch.h"
#include <limits.h>
#include <string.h>

enum {
    BLOCK = 64,          // pairs tested per check of the list's capacity
    PREFETCH_PAIRS = 128 // between the prefetch of a box and its test, which takes two nanoseconds
};

typedef struct Watch {
    const AukBounds *bounds, *fats;
    const uint32_t *movers;
    uint32_t *uncached;
} Watch;

// Tests four movers at a time, since hardly any mover is uncached.
static void range_watch(void *context, AukRange *range)
{
    const Watch *watch = context;
    const AukBounds *bounds = watch->bounds, *fats = watch->fats;
    uint32_t *uncached = watch->uncached + range->place;
    int count = 0;
    int i = range->first;
    for (; i + 4 <= range->end; i += 4) {
        const uint32_t *four = watch->movers + i;
        unsigned mask =
            auk__bounds_hold(&fats[four[0]], &bounds[four[0]]) & auk__bounds_hold(&fats[four[1]], &bounds[four[1]]) &
            auk__bounds_hold(&fats[four[2]], &bounds[four[2]]) & auk__bounds_hold(&fats[four[3]], &bounds[four[3]]);
        for (int k = 0; k < 4 && mask != AUK_TOUCH_ALL; k++) {
            uncached[count] = four[k];
            count += auk__bounds_hold(&fats[four[k]], &bounds[four[k]]) != AUK_TOUCH_ALL;
        }
    }
    for (; i < range->end; i++) {
        uint32_t slot = watch->movers[i];
        uncached[count] = slot;
        count += auk__bounds_hold(&fats[slot], &bounds[slot]) != AUK_TOUCH_ALL;
    }
    range->counts[0] = count;
}

void auk__pair_cache_list_uncached(AukPairCache *cache, const AukParallel *parallel, const AukBounds *bounds,
                                   const AukBuffer *movers)
{
    AukBuffer *members = &cache->members;
    Watch watch = {bounds, cache->now.fats.items, movers->items, members->items};
    AukRanges ranges;
    AukGathered gathered = {members->items, sizeof(uint32_t), 0};
    (void)auk__parallel_gather(parallel, movers->count, range_watch, &watch, &ranges, &gathered, 1);
    members->count = auk__ranges_sum(&ranges, 0);
}

typedef struct Reference {
    const AukBounds *bounds;
    const uint32_t *movers;
    AukBounds *references;
} Reference;

static void range_refer(void *context, AukRange *range)
{
    const Reference *work = context;
    for (int i = range->first; i < range->end; i++) {
        work->references[work->movers[i]] = work->bounds[work->movers[i]];
    }
}

void auk__pair_cache_refer(AukPairCache *cache, const AukParallel *parallel, const AukBounds *bounds,
                           const AukBuffer *movers)
{
    Reference work = {bounds, movers->items, cache->next.fats.items};
    AukRanges ranges;
    (void)auk__parallel_run(parallel, movers->count, range_refer, &work, &ranges);
    cache->now.fat_margin.has_references = true;
    cache->now.fat_margin.since = 0;
}

void auk__pair_cache_watch(AukPairCache *cache, const AukParallel *parallel, const AukBounds *bounds,
                           const AukBuffer *movers, const AukStatics *statics)
{
    AukFatMargin *fat_margin = &cache->now.fat_margin;
    fat_margin->since += fat_margin->since < INT_MAX;
    fat_margin->age += fat_margin->age < INT_MAX;
    if (!cache->valid) {
        return;
    }
    cache->next.fat_margin.age++;
    cache->next.fat_margin.since = fat_margin->since;
    int most = auk__pair_cache_uncached_max(movers->count);
    auk__pair_cache_list_uncached(cache, parallel, bounds, movers);
    // After its planned end a list is given up at a quarter of the limit, counted from what it began with: its movers
    // now leave their fat boxes in growing numbers.
    most = fat_margin->age > fat_margin->steps ? most / 4 + fat_margin->baseline : most;
    bool strays = cache->members.count + statics->pending.count > most;
    if (strays || auk__fat_margin_due(fat_margin) || auk__statics_due(statics)) {
        cache->valid = false;
        auk__fat_margin_end(fat_margin, strays, false);
    }
}

AukStatus auk__pair_cache_uncached_pairs(const AukPairCache *cache, const AukLayout *uncached,
                                         const AukStatics *statics, const AukBounds *bounds, AukPairList *found)
{
    AukStaticIndexExact exact = {bounds, cache->now.fats.items};
    const uint32_t *pending = statics->pending.items;
    AukStatus status = auk__static_index_lookup(&cache->index, uncached, NULL, &exact, found);
    for (int i = 0; i < statics->pending.count && !status; i++) {
        status = auk__static_index_lookup_box(&cache->index, &bounds[pending[i]], pending[i], &exact, found);
    }
    return status;
}

// Removes pairs whose masks do not meet, pairs of movers that are no longer cached, which are found anew, and, if
// `statics`, pairs of two static boxes.
static void list_drop(AukPairList *list, const AukSlot *slots, const AukBounds *fats, bool statics)
{
    AukBroadPair *pairs = list->keys.items;
    int kept = 0;
    for (int i = 0; i < list->keys.count; i++) {
        AukBroadPair pair = pairs[i];
        bool both = slots[pair.a].class == AUK_BROAD_STATIC && slots[pair.b].class == AUK_BROAD_STATIC;
        bool uncached = (slots[pair.a].class == AUK_BROAD_MOVING && !auk__bounds_anywhere(&fats[pair.a])) ||
                        (slots[pair.b].class == AUK_BROAD_MOVING && !auk__bounds_anywhere(&fats[pair.b]));
        pairs[kept] = pair;
        kept += !uncached && !(statics && both) &&
                (!list->masks || auk__masks_meet(list->masks[pair.a], list->masks[pair.b]));
    }
    list->keys.count = kept;
}

static uint64_t pair_rank(AukBroadPair pair)
{
    return (uint64_t)pair.a << 32 | pair.b;
}

// The first listed pair from `first` on that is not before the given pair. Steps double until they pass it, since it
// is usually near.
static int list_find(const AukBroadPair *list, int first, int count, AukBroadPair pair)
{
    int step = 1;
    while (first + step <= count && pair_rank(list[first + step - 1]) < pair_rank(pair)) {
        first += step;
        step = step < INT_MAX / 4 ? 2 * step : step;
    }
    int end = first + step - 1 < count ? first + step - 1 : count;
    while (first < end) {
        int middle = first + (end - first) / 2;
        if (pair_rank(list[middle]) < pair_rank(pair)) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

typedef struct ListMerge {
    const AukBuffer *list, *uncached; // AukBroadPair
    const AukBounds *bounds;
    AukPairList *merged;
} ListMerge;

// Adds the listed pairs in [from, to) that touch. The first boxes of the pairs are read in order, the second ones at
// random. Prefetching the second ones saves half of the time at a million boxes and costs nothing at ten thousand;
// with 24 pairs between the prefetch and the test it saved a third. A pair is read as one number, since the test is
// symmetric and byte order does not matter.
static AukStatus list_filter(const ListMerge *merge, int from, int to, AukPairList *merged)
{
    const AukBroadPair *list = merge->list->items;
    const AukBounds *bounds = merge->bounds;
    const int prefetched = merge->list->count - PREFETCH_PAIRS;
    for (int block = from; block < to; block += BLOCK) {
        int end = to - block < BLOCK ? to : block + BLOCK;
        AukStatus status = auk__found_room(merged, BLOCK);
        if (status) {
            return status;
        }
        AukBroadPair *out = (AukBroadPair *)merged->keys.items + merged->keys.count;
        const AukBroadPair *soon = list + (end <= prefetched ? block + PREFETCH_PAIRS : block);
        for (int i = block; i < end; i++, soon++) {
            AUK_PREFETCH(&bounds[soon->b]);
            uint64_t pair;
            memcpy(&pair, &list[i], sizeof pair);
            memcpy(out, &pair, sizeof pair);
            unsigned mask = auk__bounds_mask(&bounds[(uint32_t)pair], auk__bounds_limits(&bounds[pair >> 32]));
            out += (mask + 1) >> 4;
        }
        merged->keys.count = (int)(out - (AukBroadPair *)merged->keys.items);
    }
    return AUK_OK;
}

// Merges the uncached pairs [uncached_from, uncached_to) with those of the listed pairs [from, to) that touch.
static AukStatus range_merge(const ListMerge *merge, int from, int to, int uncached_from, int uncached_to,
                             AukPairList *merged)
{
    const AukBroadPair *list = merge->list->items;
    const AukBroadPair *uncached = merge->uncached->items;
    int at = from;
    for (int i = uncached_from; i < uncached_to; i++) {
        int next = list_find(list, at, to, uncached[i]);
        AukStatus status = list_filter(merge, at, next, merged);
        status = status ? status : auk__found_room(merged, 1);
        if (status) {
            return status;
        }
        ((AukBroadPair *)merged->keys.items)[merged->keys.count++] = uncached[i];
        at = next + (next < to && pair_rank(list[next]) == pair_rank(uncached[i]));
    }
    return list_filter(merge, at, to, merged);
}

// The number of uncached pairs before the listed pair at `place`.
static int uncached_before(const ListMerge *merge, int place)
{
    const AukBroadPair *list = merge->list->items;
    if (place == 0 || place == merge->list->count) {
        return place == 0 ? 0 : merge->uncached->count;
    }
    return list_find(merge->uncached->items, 0, merge->uncached->count, list[place]);
}

// Each range writes at most as many pairs as it reads, and memory for all pairs is reserved, so the capacity checks of
// the list that a range writes are not needed.
static void merge_of_range(void *context, AukRange *range)
{
    const ListMerge *merge = context;
    int uncached_from = uncached_before(merge, range->first), uncached_to = uncached_before(merge, range->end);
    range->place = range->first + uncached_from;
    uint64_t *items = (uint64_t *)merge->merged->keys.items + range->place;
    AukPairList part = {.keys = {items, 0, INT_MAX}, .borrowed = true};
    range->status = range_merge(merge, range->first, range->end, uncached_from, uncached_to, &part);
    range->counts[0] = part.keys.count;
}

AukStatus auk__pair_cache_merge(AukPairCache *cache, const AukParallel *parallel, const AukBounds *bounds,
                                const AukSlot *slots, bool static_pairs, const AukBuffer *found, AukPairList *merged)
{
    AukBuffer *list = &cache->list.keys;
    if (cache->now.needs_filter) {
        list_drop(&cache->list, slots, cache->now.fats.items, !static_pairs);
    }
    cache->now.needs_filter = false;
    ListMerge merge = {list, found, bounds, merged};
    // with room for all pairs no range of them can fail
    if (parallel->pool && list->count > parallel->grain && found->count <= INT_MAX - list->count &&
        auk__buffer_reserve(&merged->keys, sizeof(AukBroadPair), list->count + found->count)) {
        AukRanges ranges;
        AukGathered gathered = {merged->keys.items, sizeof(AukBroadPair), 0};
        (void)auk__parallel_gather(parallel, list->count, merge_of_range, &merge, &ranges, &gathered, 1);
        merged->keys.count = auk__ranges_sum(&ranges, 0);
    } else {
        AukStatus status = range_merge(&merge, 0, list->count, 0, found->count, merged);
        if (status) {
            return status;
        }
    }
    if (merged->limit > 0 && merged->keys.count > merged->limit) {
        return AUK_ERROR_PAIR_LIMIT;
    }
    auk__fat_margin_charge(&cache->now.fat_margin, cache->members.count,
                           list->count + found->count - merged->keys.count);
    return AUK_OK;
}
