// An update with a list costs a look at every mover (does its fat box still hold it?), a test of every listed pair,
// and a sweep of the few that are uncached: against each other, against the static boxes, and by lookups in the cached
// ones. A mover is uncached while it is outside its fat box. A new list is made when the uncached and the pairs
// listed in vain have cost as much as making it will, or when there are many uncached.
#include "broad/pair_cache.h"

#include "base/prefetch.h"
#include <limits.h>
#include <string.h>

enum {
    BLOCK = 64, // pairs tested between two looks at the room there is
    HELD_PART =
        64, // of the most uncached movers: hardly any; at 8 margins shrank until the uncached cost a tenth of it all
    PREFETCH_PAIRS = 24 // so many pairs are between asking for a box and testing it
};

typedef struct Watch {
    const AukBounds *bounds, *fats;
    const uint32_t *movers;
    uint32_t *uncached;
} Watch;

// Four at once, since hardly any mover is uncached.
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
    AukBuffer *members = &cache->now.members;
    Watch watch = {bounds, cache->now.fats.items, movers->items, members->items};
    AukRanges ranges;
    (void)auk__parallel_run(parallel, movers->count, range_watch, &watch, &ranges);
    members->count = auk__parallel_close_up(parallel, &ranges, 0, members->items, sizeof(uint32_t));
}

static void next_take(AukPairCache *cache, int most)
{
    AukCachedPairs now = cache->next;
    auk__fat_margin_end(&cache->now.fat_margin, false,
                        (cache->now.members.count - cache->now.fat_margin.baseline) * HELD_PART < most);
    now.fat_margin.rest = cache->now.fat_margin.rest;
    now.fat_margin.last_rest = cache->now.fat_margin.last_rest;
    now.fat_margin.stray = cache->now.fat_margin.stray;
    now.fat_margin.steps_most = cache->now.fat_margin.steps_most;
    cache->next = cache->now;
    cache->now = now;
    cache->stage = AUK_STAGE_NONE;
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
    bool fresh = cache->stage == AUK_STAGE_READY;
    if (fresh) {
        next_take(cache, most);
    }
    auk__pair_cache_list_uncached(cache, parallel, bounds, movers);
    fat_margin->baseline = fresh ? cache->now.members.count : fat_margin->baseline;
    // when a list ends, its movers leave their fat boxes all at once: waiting until they are many gains nothing
    most = fat_margin->age > fat_margin->steps ? most / 4 + fat_margin->baseline : most;
    bool strays = cache->now.members.count + statics->waiting.count > most;
    if (strays || auk__fat_margin_worn(fat_margin) || auk__statics_due(statics)) {
        cache->valid = false;
        auk__fat_margin_end(fat_margin, strays, false);
    }
}

AukStatus auk__pair_cache_uncached_pairs(const AukPairCache *cache, const AukLayout *uncached,
                                         const AukStatics *statics, const AukBounds *bounds, AukPairList *found)
{
    AukStaticIndexExact exact = {bounds, cache->now.fats.items};
    const uint32_t *waiting = statics->waiting.items;
    AukStatus status = auk__static_index_lookup(&cache->now.cached, uncached, &exact, found);
    for (int i = 0; i < statics->waiting.count && !status; i++) {
        status = auk__static_index_lookup_box(&cache->now.cached, &bounds[waiting[i]], waiting[i], &exact, found);
    }
    return status;
}

// Leaves out pairs of static boxes, if `statics`, and of those that do not meet.
static void list_sift(AukPairList *list, const AukSlot *slots, bool statics)
{
    AukBroadPair *pairs = list->keys.items;
    int kept = 0;
    for (int i = 0; i < list->keys.count; i++) {
        AukBroadPair pair = pairs[i];
        bool both = slots[pair.a].class == AUK_BROAD_STATIC && slots[pair.b].class == AUK_BROAD_STATIC;
        pairs[kept] = pair;
        kept += !(statics && both) && (!list->masks || auk__masks_meet(list->masks[pair.a], list->masks[pair.b]));
    }
    list->keys.count = kept;
}

static uint64_t pair_rank(AukBroadPair pair)
{
    return (uint64_t)pair.a << 32 | pair.b;
}

// The first listed pair from `first` on that does not precede the given one.
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

// Adds the listed pairs in [from, to) that touch. The first boxes of pairs come in order, the second ones lie anywhere;
// prefetching them saves a third of the time at a million boxes, and costs nothing at ten thousand. A pair is read as
// one number: the test of both boxes does not ask which half is which.
static AukStatus list_filter(const AukBroadPair *list, int from, int to, const AukBounds *bounds, AukPairList *merged)
{
    for (int block = from; block < to; block += BLOCK) {
        int end = to - block < BLOCK ? to : block + BLOCK;
        AukStatus status = auk__found_room(merged, BLOCK);
        if (status) {
            return status;
        }
        AukBroadPair *out = (AukBroadPair *)merged->keys.items + merged->keys.count;
        for (int i = block; i < end; i++) {
            AUK_PREFETCH(&bounds[list[i + PREFETCH_PAIRS].b]);
            uint64_t pair;
            memcpy(&pair, &list[i], sizeof pair);
            memcpy(out, &pair, sizeof pair);
            unsigned mask = auk__bounds_mask(&bounds[(uint32_t)pair], auk__bounds_reach(&bounds[pair >> 32]));
            out += (mask + 1) >> 4;
        }
        merged->keys.count = (int)(out - (AukBroadPair *)merged->keys.items);
    }
    return AUK_OK;
}

typedef struct ListMerge {
    const AukBuffer *list, *uncached; // AukBroadPair
    const AukBounds *bounds;
    AukPairList *merged;
} ListMerge;

// Adds what touches of the listed pairs [from, to), and the uncached pairs [uncached_from, uncached_to) among them.
static AukStatus range_merge(const ListMerge *merge, int from, int to, int uncached_from, int uncached_to,
                             AukPairList *merged)
{
    const AukBroadPair *list = merge->list->items;
    const AukBroadPair *uncached = merge->uncached->items;
    int at = from;
    for (int i = uncached_from; i < uncached_to; i++) {
        int next = list_find(list, at, to, uncached[i]);
        AukStatus status = list_filter(list, at, next, merge->bounds, merged);
        status = status ? status : auk__found_room(merged, 1);
        if (status) {
            return status;
        }
        ((AukBroadPair *)merged->keys.items)[merged->keys.count++] = uncached[i];
        at = next + (next < to && pair_rank(list[next]) == pair_rank(uncached[i]));
    }
    return list_filter(list, at, to, merge->bounds, merged);
}

// The uncached pairs before the listed one at `place`.
static int uncached_before(const ListMerge *merge, int place)
{
    const AukBroadPair *list = merge->list->items;
    if (place == 0 || place == merge->list->count) {
        return place == 0 ? 0 : merge->uncached->count;
    }
    return list_find(merge->uncached->items, 0, merge->uncached->count, list[place]);
}

// There is room for all, so it does not matter how often it is checked.
static void merge_of_range(void *context, AukRange *range)
{
    const ListMerge *merge = context;
    int uncached_from = uncached_before(merge, range->first), uncached_to = uncached_before(merge, range->end);
    range->place = range->first + uncached_from;
    uint64_t *items = (uint64_t *)merge->merged->keys.items + range->place;
    AukPairList part = {{items, 0, INT_MAX}, {NULL, 0, 0}, 0, true, NULL};
    range->status = range_merge(merge, range->first, range->end, uncached_from, uncached_to, &part);
    range->counts[0] = part.keys.count;
}

AukStatus auk__pair_cache_merge(AukPairCache *cache, const AukParallel *parallel, const AukBounds *bounds,
                                const AukSlot *slots, bool static_pairs, const AukBuffer *found, AukPairList *merged)
{
    AukBuffer *list = &cache->now.list.keys;
    if (cache->now.mixed) {
        list_sift(&cache->now.list, slots, !static_pairs);
    }
    cache->now.mixed = false;
    ListMerge merge = {list, found, bounds, merged};
    if (parallel->pool && list->count > parallel->grain && found->count <= INT_MAX - list->count &&
        auk__buffer_reserve(&merged->keys, sizeof(AukBroadPair), list->count + found->count)) {
        AukRanges ranges;
        (void)auk__parallel_run(parallel, list->count, merge_of_range, &merge, &ranges); // there is room
        merged->keys.count = auk__parallel_close_up(parallel, &ranges, 0, merged->keys.items, sizeof(AukBroadPair));
    } else {
        AukStatus status = range_merge(&merge, 0, list->count, 0, found->count, merged);
        if (status) {
            return status;
        }
    }
    if (merged->limit > 0 && merged->keys.count > merged->limit) {
        return AUK_ERROR_PAIR_LIMIT;
    }
    auk__fat_margin_charge(&cache->now.fat_margin, cache->now.members.count,
                           list->count + found->count - merged->keys.count);
    return AUK_OK;
}
