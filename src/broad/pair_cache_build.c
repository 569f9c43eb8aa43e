// A list is made in one update if there is none. If the end of a list is near, the next one is made in two updates, to
// spread its cost: one makes the layout; the next one finds and sorts the pairs, which take the place of the last list.
// An update asks the index of a list before it makes the layout of the next one, so both have the same memory.
// Tried: four updates, of which the longest was as long as one of these, and each list served two updates less. A slot
// that changes meanwhile becomes uncached in both. A list fails if it is too long, if too many movers are uncached, or
// if its sweep is crowded. A failure costs only the time of the attempt: without a list, updates sweep all movers.
#include "broad/pair_cache.h"
#include "broad/sweep.h"

#include <limits.h>
#include <string.h>

enum {
    SLACK = 64, // spare pairs: capacity for one block of tests, and padding that list_filter() prefetches
    // a list has held if the uncached movers above the baseline are less than 1 / HELD_PART of the limit; at 1 / 8 the
    // margins shrank until uncached movers took a tenth of the whole time
    HELD_PART = 64
};

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
    return listed <= INT_MAX && auk__static_index_reserve(&cache->index, work, slots) &&
           auk__buffer_reserve(&cache->members, sizeof(uint32_t), auk__pair_cache_members_room(slots)) &&
           auk__buffer_reserve(&cache->list.keys, sizeof(uint64_t), (int)listed);
}

// Where the movers that are to be cached are listed while their fat boxes are made.
static uint32_t *cached_movers(const AukPairCache *cache)
{
    return (uint32_t *)cache->members.items + cache->members.count;
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

// Sets the fat box of every mover that is to be cached. Lists these movers behind the members and sets their count.
// Returns the number of the others.
static int movers_fatten(AukPairCache *cache, AukCachedPairs *kept, const AukPairCacheInput *input)
{
    Fattening work = {auk__fat_margin_fat(&kept->fat_margin),
                      input->movers->items,
                      input->bounds,
                      cache->next.fats.items,
                      kept->fats.items,
                      cached_movers(cache),
                      input->paths};
    const AukParallel *parallel = &input->work->parallel;
    AukRanges ranges;
    AukGathered gathered = {work.cached, sizeof(uint32_t), 0};
    (void)auk__parallel_gather(parallel, input->movers->count, range_fatten, &work, &ranges, &gathered, 1);
    kept->cached = auk__ranges_sum(&ranges, 0);
    kept->needs_filter = false;
    kept->fat_margin.age = 0;
    return input->movers->count - kept->cached;
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
    kept->list_max = (int)limit;
    kept->fat_margin.baseline = movers_fatten(cache, kept, input);
    return kept->fat_margin.baseline <= auk__pair_cache_uncached_max(count) - input->statics->pending.count;
}

// Builds the layout of the fat boxes. AUK_ERROR_OUT_OF_MEMORY.
static AukStatus kept_lay(AukPairCache *cache, const AukCachedPairs *kept, const AukPairCacheInput *input)
{
    if (!auk__static_index_reserve(&cache->index, input->work, kept->cached)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    auk__static_index_build(&cache->index, input->work, kept->fats.items, cached_movers(cache), kept->cached);
    return AUK_OK;
}

// Finds and sorts the pairs. AUK_ERROR_PAIR_LIMIT if there are too many or the sweep is crowded.
static AukStatus list_make(AukPairCache *cache, const AukPairCacheInput *input)
{
    AukPairList *list = &cache->list;
    list->keys.count = 0;
    list->limit = cache->now.list_max;
    AukSwept swept = auk__sweep_pairs(&cache->index.layout, input->work, cache->now.cached, list);
    AukStatus status = swept.crowded ? AUK_ERROR_PAIR_LIMIT : swept.status;
    status = status ? status : auk__statics_index_pairs(input->statics, &cache->index, input->slots, list);
    status = status ? status : auk__found_room(list, SLACK);
    if (!status && list->keys.count > list->limit) {
        return AUK_ERROR_PAIR_LIMIT;
    }
    status = status ? status : auk__found_sort(&list->keys, input->work, input->slot_count);
    if (!status) {
        memset((AukBroadPair *)list->keys.items + list->keys.count, 0, SLACK * sizeof(AukBroadPair));
    }
    return status;
}

// Makes the list of `now`, which is laid out.
static AukStatus list_begin(AukPairCache *cache, const AukPairCacheInput *input)
{
    const AukParallel *parallel = &input->work->parallel;
    AukFatMargin *fat_margin = &cache->now.fat_margin;
    AukStatus status = list_make(cache, input);
    cache->valid = !status && auk__fat_margin_begin(fat_margin, input->movers->count, fat_margin->baseline,
                                                    cache->list.keys.count);
    if (!cache->valid) {
        auk__fat_margin_fail(fat_margin);
        return status == AUK_ERROR_OUT_OF_MEMORY ? status : AUK_OK;
    }
    auk__pair_cache_list_uncached(cache, parallel, input->bounds, input->movers);
    // a list made ahead may have lost many movers since its layout: memory is reserved for as many uncached ones as an
    // update may have beside a list
    int uncached = cache->members.count + input->statics->pending.count;
    if (uncached > auk__pair_cache_uncached_max(input->movers->count)) {
        cache->valid = false;
        auk__fat_margin_end(fat_margin, true, false);
        return AUK_OK;
    }
    auk__pair_cache_refer(cache, parallel, input->bounds, input->movers);
    fat_margin->baseline = cache->members.count;
    return AUK_OK;
}

static AukStatus renew_now(AukPairCache *cache, const AukPairCacheInput *input)
{
    AukFatMargin *fat_margin = &cache->now.fat_margin;
    if (fat_margin->pause > 0) {
        fat_margin->pause--;
        return AUK_OK;
    }
    if (!fat_margin->has_references) {
        auk__pair_cache_refer(cache, &input->work->parallel, input->bounds, input->movers);
        return AUK_OK;
    }
    cache->members.count = 0;
    if (!kept_begin(cache, &cache->now, input)) {
        auk__fat_margin_back_off(fat_margin);
        return AUK_OK;
    }
    AukStatus status = kept_lay(cache, &cache->now, input);
    if (status) {
        auk__fat_margin_fail(fat_margin);
    }
    return status ? status : list_begin(cache, input);
}

AukStatus auk__pair_cache_build_ahead(AukPairCache *cache, const AukPairCacheInput *input)
{
    AukCachedPairs *next = &cache->next;
    if (cache->stage != AUK_STAGE_NONE || !auk__fat_margin_ends_soon(&cache->now.fat_margin)) {
        return AUK_OK;
    }
    next->fat_margin = cache->now.fat_margin;
    cache->strips = cache->index.layout.strips;
    bool begun = kept_begin(cache, next, input);
    AukStatus status = begun ? kept_lay(cache, next, input) : AUK_OK;
    cache->stage = begun && !status ? AUK_STAGE_LAID : AUK_STAGE_OFF;
    if (cache->stage == AUK_STAGE_OFF) { // its fat boxes have replaced the reference boxes
        auk__pair_cache_refer(cache, &input->work->parallel, input->bounds, input->movers);
    }
    return status;
}

static void next_take(AukPairCache *cache, int movers)
{
    AukCachedPairs now = cache->next;
    const AukFatMargin *last = &cache->now.fat_margin;
    if (cache->valid) {
        int above = cache->members.count - last->baseline, most = auk__pair_cache_uncached_max(movers);
        auk__fat_margin_end(&cache->now.fat_margin, false, above * HELD_PART < most);
    }
    now.fat_margin.pause = last->pause;
    now.fat_margin.last_pause = last->last_pause;
    now.fat_margin.stray = last->stray;
    now.fat_margin.steps_most = last->steps_most;
    cache->next = cache->now;
    cache->now = now;
    cache->stage = AUK_STAGE_NONE;
}

AukStatus auk__pair_cache_build(AukPairCache *cache, const AukPairCacheInput *input)
{
    if (auk__pair_cache_is_ahead(cache)) {
        if (!auk__layout_refill(&cache->index.layout, &input->work->parallel, cache->next.fats.items)) {
            return AUK_ERROR_OUT_OF_MEMORY;
        }
        next_take(cache, input->movers->count);
        return list_begin(cache, input);
    }
    if (cache->valid) {
        return AUK_OK;
    }
    cache->stage = AUK_STAGE_NONE;
    return renew_now(cache, input);
}

void auk__pair_cache_free(AukPairCache *cache)
{
    auk__buffer_free(&cache->now.fats);
    auk__buffer_free(&cache->next.fats);
    auk__static_index_free(&cache->index);
    auk__found_free(&cache->list);
    auk__buffer_free(&cache->members);
}
