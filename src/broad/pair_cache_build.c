// A list is made in one update if there is none. If the end of a list is near, the next one is made ahead in two
// updates, to spread its cost: one makes the layout, the next one finds and sorts the pairs. Tried: four updates, of
// which the longest was as long as one of these, and each list served two updates less. A slot that changes meanwhile
// becomes uncached in both lists. A list fails if it is too long, if too many movers are uncached, or if its sweep is
// crowded. A failure costs only the time of the attempt: without a list, updates sweep all movers.
#include "broad/pair_cache.h"
#include "broad/sweep.h"

#include <limits.h>
#include <string.h>

enum { SLACK = 64 }; // spare pairs: capacity for one block of tests, and padding that list_filter() prefetches

bool auk__pair_cache_reserve(AukPairCache *cache, int known, int slots)
{
    if (!auk__buffer_reserve(&cache->now.fats, sizeof(AukBounds), slots) ||
        !auk__buffer_reserve(&cache->next.fats, sizeof(AukBounds), slots)) {
        return false;
    }
    AukBounds *fats[2] = {cache->now.fats.items, cache->next.fats.items};
    for (int slot = known; slot < slots; slot++) {
        fats[0][slot] = fats[1][slot] = auk__bounds_nowhere();
    }
    return true;
}

bool auk__pair_cache_reserve_list(AukPairCache *cache, AukWork *work, int slots, int pairs)
{
    int64_t listed = auk__pair_cache_list_max(slots, pairs) + SLACK;
    return listed <= INT_MAX && auk__static_index_reserve(&cache->now.cached, work, slots) &&
           auk__static_index_reserve(&cache->next.cached, work, slots) &&
           auk__buffer_reserve(&cache->members, sizeof(uint32_t), slots) &&
           auk__buffer_reserve(&cache->now.list.keys, sizeof(uint64_t), (int)listed) &&
           auk__buffer_reserve(&cache->next.list.keys, sizeof(uint64_t), (int)listed);
}

typedef struct Fattening {
    AukFat fat;
    const uint32_t *movers;
    const AukBounds *bounds, *references;
    AukBounds *fats; // may be the references
    uint32_t *cached;
    const AukBroadPath *paths; // may be null
} Fattening;

static void range_fatten(void *context, AukRange *range)
{
    const Fattening *work = context;
    uint32_t *cached = work->cached + range->place;
    int count = 0;
    for (int i = range->first; i < range->end; i++) {
        uint32_t slot = work->movers[i];
        AukBounds box = work->bounds[slot];
        AukBounds fat_box = auk__fat_box(&work->fat, &work->references[slot], &box);
        if (work->paths && auk__path_is_given(work->paths[slot])) {
            fat_box = auk__bounds_nowhere();
        }
        work->fats[slot] = fat_box;
        cached[count] = slot;
        count += auk__bounds_anywhere(&fat_box);
    }
    range->counts[0] = count;
}

// Sets the fat box of every mover that is to be cached. Lists these movers in the memory of the list and sets their
// count. Returns the number of the others.
static int movers_fatten(AukPairCache *cache, AukCachedPairs *kept, const AukPairCacheInput *input)
{
    Fattening work = {auk__fat_margin_fat(&kept->fat_margin),
                      input->movers->items,
                      input->bounds,
                      cache->next.fats.items,
                      kept->fats.items,
                      kept->list.keys.items,
                      input->paths};
    const AukParallel *parallel = &input->work->parallel;
    AukRanges ranges;
    AukGathered gathered = {work.cached, sizeof(uint32_t), 0};
    (void)auk__parallel_gather(parallel, input->movers->count, range_fatten, &work, &ranges, &gathered, 1);
    kept->cached.count = auk__ranges_sum(&ranges, 0);
    kept->needs_filter = false;
    kept->fat_margin.age = 0;
    return input->movers->count - kept->cached.count;
}

// Reserves memory for the list of cached movers. False if there is no memory.
static bool kept_reserve(AukCachedPairs *kept, const AukPairCacheInput *input)
{
    kept->list.keys.count = 0;
    return auk__buffer_reserve(&kept->list.keys, sizeof(uint64_t), (input->movers->count + 1) / 2);
}

// Chooses the margins and makes the fat boxes. False if a list would not save time.
static bool kept_begin(AukPairCache *cache, AukCachedPairs *kept, const AukPairCacheInput *input)
{
    int count = input->movers->count;
    int64_t limit = auk__pair_cache_list_max(count, input->published);
    if (limit > INT_MAX - SLACK || !auk__fat_margin_choose(&kept->fat_margin, cache->next.fats.items, input->bounds,
                                                           input->movers, input->published, limit)) {
        return false;
    }
    kept->list.limit = (int)limit;
    kept->fat_margin.baseline = movers_fatten(cache, kept, input);
    return kept->fat_margin.baseline <= auk__pair_cache_uncached_max(count) - input->statics->pending.count;
}

static AukStatus list_sort(AukCachedPairs *kept, const AukPairCacheInput *input)
{
    AukStatus status = auk__statics_index_pairs(input->statics, &kept->cached, input->slots, &kept->list);
    status = status ? status : auk__found_room(&kept->list, SLACK);
    if (!status && kept->list.keys.count > kept->list.limit) {
        return AUK_ERROR_PAIR_LIMIT;
    }
    status = status ? status : auk__found_sort(&kept->list.keys, input->work, input->slot_count);
    if (!status) {
        memset((AukBroadPair *)kept->list.keys.items + kept->list.keys.count, 0, SLACK * sizeof(AukBroadPair));
    }
    return status;
}

// Runs the stage after `stage`. AUK_ERROR_PAIR_LIMIT if there are too many pairs or the sweep is crowded.
static AukStatus list_advance(AukCachedPairs *kept, const AukPairCacheInput *input, int stage)
{
    int count = kept->cached.count;
    if (stage == AUK_STAGE_FAT) {
        if (!auk__static_index_reserve(&kept->cached, input->work, count)) {
            return AUK_ERROR_OUT_OF_MEMORY;
        }
        auk__static_index_build(&kept->cached, input->work, kept->fats.items, kept->list.keys.items, count);
        return AUK_OK;
    }
    if (stage == AUK_STAGE_LAID) {
        kept->list.keys.count = 0;
        AukSwept swept = auk__sweep_pairs(&kept->cached.layout, input->work, count, &kept->list);
        return swept.crowded ? AUK_ERROR_PAIR_LIMIT : swept.status;
    }
    return list_sort(kept, input);
}

static AukStatus renew_now(AukPairCache *cache, const AukPairCacheInput *input)
{
    AukCachedPairs *kept = &cache->now;
    AukFatMargin *fat_margin = &kept->fat_margin;
    if (fat_margin->pause > 0) {
        fat_margin->pause--;
        return AUK_OK;
    }
    if (!fat_margin->has_references) {
        auk__pair_cache_refer(cache, &input->work->parallel, input->bounds, input->movers);
        return AUK_OK;
    }
    if (!kept_reserve(kept, input)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    if (!kept_begin(cache, kept, input)) {
        auk__fat_margin_back_off(fat_margin);
        return AUK_OK;
    }
    AukStatus status = AUK_OK;
    int uncached = fat_margin->baseline;
    for (int stage = AUK_STAGE_FAT; stage < AUK_STAGE_READY && !status; stage++) {
        status = list_advance(kept, input, stage);
    }
    if (status || !auk__fat_margin_begin(fat_margin, input->movers->count, uncached, kept->list.keys.count)) {
        auk__fat_margin_fail(fat_margin);
        return status == AUK_ERROR_OUT_OF_MEMORY ? status : AUK_OK;
    }
    auk__pair_cache_list_uncached(cache, &input->work->parallel, input->bounds, input->movers);
    auk__pair_cache_refer(cache, &input->work->parallel, input->bounds, input->movers);
    cache->valid = true;
    return AUK_OK;
}

// Makes the next list, from the present stage on, up to the stage `end`.
static AukStatus next_advance(AukPairCache *cache, const AukPairCacheInput *input, int end)
{
    AukStatus status = AUK_OK;
    while (cache->stage >= AUK_STAGE_FAT && cache->stage < end) {
        status = list_advance(&cache->next, input, cache->stage);
        cache->stage = status ? AUK_STAGE_OFF : cache->stage + 1;
    }
    return status == AUK_ERROR_OUT_OF_MEMORY ? status : AUK_OK;
}

static AukStatus next_begin(AukPairCache *cache, const AukPairCacheInput *input)
{
    AukCachedPairs *next = &cache->next;
    next->fat_margin = cache->now.fat_margin;
    if (!kept_reserve(next, input)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    cache->stage = kept_begin(cache, next, input) ? AUK_STAGE_FAT : AUK_STAGE_OFF;
    return next_advance(cache, input, AUK_STAGE_LAID);
}

static AukStatus next_finish(AukPairCache *cache, const AukPairCacheInput *input)
{
    AukCachedPairs *next = &cache->next;
    AukStatus status = next_advance(cache, input, AUK_STAGE_READY);
    if (cache->stage == AUK_STAGE_READY && !auk__fat_margin_begin(&next->fat_margin, input->movers->count,
                                                                  next->fat_margin.baseline, next->list.keys.count)) {
        cache->stage = AUK_STAGE_OFF;
    }
    return status;
}

static AukStatus renew_ahead(AukPairCache *cache, const AukPairCacheInput *input)
{
    bool begins = cache->stage == AUK_STAGE_NONE && auk__fat_margin_ends_soon(&cache->now.fat_margin);
    if (!begins && cache->stage != AUK_STAGE_LAID) {
        return AUK_OK;
    }
    AukStatus status = begins ? next_begin(cache, input) : next_finish(cache, input);
    if (cache->stage == AUK_STAGE_OFF) { // its fat boxes have replaced the reference boxes
        auk__pair_cache_refer(cache, &input->work->parallel, input->bounds, input->movers);
    }
    return status;
}

AukStatus auk__pair_cache_build(AukPairCache *cache, const AukPairCacheInput *input)
{
    if (cache->valid) {
        return renew_ahead(cache, input);
    }
    if (auk__pair_cache_is_ahead(cache)) {
        cache->now.fat_margin.has_references = false;
    }
    cache->stage = AUK_STAGE_NONE;
    return renew_now(cache, input);
}

static void kept_free(AukCachedPairs *kept)
{
    auk__buffer_free(&kept->fats);
    auk__static_index_free(&kept->cached);
    auk__found_free(&kept->list);
}

void auk__pair_cache_free(AukPairCache *cache)
{
    kept_free(&cache->now);
    kept_free(&cache->next);
    auk__buffer_free(&cache->members);
}
