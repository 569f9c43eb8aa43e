// Temporal coherence: boxes that hardly move, or move evenly, are not swept each update. Such a mover is cached: its
// box is expected to stay in a fat box for some updates. A sorted list keeps the pairs of fat boxes that touch each
// other or indexed static boxes. All other movers are uncached.
// Covered slots are the cached movers, and the static slots that were indexed when the list was made and have not been
// set since. Invariant: while `valid`, every two covered slots whose boxes touch are in the list. The converse does not
// hold: a listed pair is published only if its present boxes touch. The box of a slot without a box touches nothing.
#ifndef AUK_BROAD_PAIR_CACHE_H
#define AUK_BROAD_PAIR_CACHE_H

#include "broad/fat_margin.h"
#include "broad/static_index.h"
#include "broad/statics.h"

typedef struct AukCachedPairs {
    AukBuffer fats;          // AukBounds per slot: the fat box of a cached mover; nowhere for other slots, or forgotten
    AukFatMargin fat_margin; // lifetime of the list and size of the fat boxes
    int cached;              // number of cached movers
    int list_max;            // limit on the length of the list
    bool needs_filter;       // the list may have pairs of two static slots, or pairs whose masks do not meet
} AukCachedPairs;

typedef struct AukPairCache {
    AukCachedPairs now;
    // What the next list is of, laid out in an update before it replaces `now`. While it is not laid out, its fat boxes
    // are the reference boxes: that of a mover is its box some updates ago, and not anywhere if that is unknown.
    AukCachedPairs next;
    // The fat boxes of `now`, from the end of the update in which they are laid out ahead those of `next`: `now` is not
    // asked again. Without a valid list free for other use. The bounds of its layout are valid within an update only.
    AukStaticIndex index;
    AukStrips strips;  // while `next` is laid out: those of `now`
    AukPairList list;  // AukBroadPair: of `now`
    AukBuffer members; // uint32_t: the uncached movers of the update; behind them, while fat boxes are made, the cached
    bool valid;        // `now` has a list
    int stage;         // of `next`: AUK_STAGE_OFF .. AUK_STAGE_LAID
} AukPairCache;

enum {
    AUK_STAGE_OFF = -1, // the next list is not made ahead, since the attempt failed
    AUK_STAGE_NONE = 0,
    AUK_STAGE_LAID // the layout of the fat boxes is built
};

// The most uncached movers (pending static boxes included) beside a list. With more of them the list is given up.
static inline int auk__pair_cache_uncached_max(int movers)
{
    return movers / 16 + 32;
}

// The most uncached movers at the end of a list, see auk__pair_cache_watch().
static inline int auk__pair_cache_members_max(int movers)
{
    int most = auk__pair_cache_uncached_max(movers);
    return most + most / 4;
}

// Reserves memory for slots 0 .. slots - 1; new slots, from `known` on, are not movers. False if there is no memory;
// existing contents are kept.
bool auk__pair_cache_reserve(AukPairCache *cache, int known, int slots);

// The limit on the length of a list if the last update published `pairs` pairs.
static inline int64_t auk__pair_cache_list_max(int movers, int pairs)
{
    return 2 * (int64_t)pairs + movers;
}

// Reserves memory for lists of up to `slots` movers and for updates of up to `pairs` pairs.
bool auk__pair_cache_reserve_list(AukPairCache *cache, AukWork *work, int slots, int pairs);

// In place of the fat box of a slot that was cached: nowhere, but the list may still have its pairs.
static inline AukBounds auk__fat_forgotten(void)
{
    AukBounds forgotten = {INFINITY, INFINITY, INFINITY, 0.0f};
    return forgotten;
}

// True if a list may have pairs of a slot.
static inline bool auk__fat_is_listed(const AukCachedPairs *kept, uint32_t slot)
{
    const AukBounds *fat = (const AukBounds *)kept->fats.items + slot;
    return auk__bounds_anywhere(fat) || fat->neg_max_y < INFINITY;
}

static inline void auk__cached_forget(AukCachedPairs *kept, uint32_t slot)
{
    ((AukBounds *)kept->fats.items)[slot] =
        auk__fat_is_listed(kept, slot) ? auk__fat_forgotten() : auk__bounds_nowhere();
}

// Memory for the members of an update with so many movers.
static inline int auk__pair_cache_members_room(int movers)
{
    return movers > 0 ? movers + auk__pair_cache_members_max(movers) : 0;
}

// True if the next list is laid out, so that its fat boxes are not the reference boxes.
static inline bool auk__pair_cache_is_ahead(const AukPairCache *cache)
{
    return cache->stage > AUK_STAGE_NONE;
}

// The strips of the last sweep of movers.
static inline AukStrips auk__pair_cache_strips(const AukPairCache *cache)
{
    return auk__pair_cache_is_ahead(cache) ? cache->strips : cache->index.layout.strips;
}

// Makes a slot uncached. Must be called for every slot that becomes a mover or ceases to be one.
static inline void auk__pair_cache_forget(AukPairCache *cache, uint32_t slot)
{
    auk__cached_forget(&cache->now, slot);
    if (auk__pair_cache_is_ahead(cache)) {
        auk__cached_forget(&cache->next, slot);
    } else {
        ((AukBounds *)cache->next.fats.items)[slot] = auk__bounds_nowhere();
    }
}

// Makes the next merge remove from the lists the pairs that are not to be published. Must be called when a slot becomes
// static or its mask changes.
static inline void auk__pair_cache_require_filter(AukPairCache *cache)
{
    cache->now.needs_filter = true;
    cache->next.needs_filter = true;
}

// Makes the boxes of the movers the reference boxes. The next list is not being made.
void auk__pair_cache_refer(AukPairCache *cache, const AukParallel *parallel, const AukBounds *bounds,
                           const AukBuffer *movers);

// Begins an update: finds the uncached movers, and gives up the list if it no longer saves time. There is memory for
// the members.
void auk__pair_cache_watch(AukPairCache *cache, const AukParallel *parallel, const AukBounds *bounds,
                           const AukBuffer *movers, const AukStatics *statics);

// Sets `members` to the movers that are not within their fat boxes.
void auk__pair_cache_list_uncached(AukPairCache *cache, const AukParallel *parallel, const AukBounds *bounds,
                                   const AukBuffer *movers);

// The input for making a list.
typedef struct AukPairCacheInput {
    AukWork *work;
    const AukBounds *bounds;
    const AukBuffer *movers;
    const AukStatics *statics; // after auk__statics_refresh()
    const AukSlot *slots;
    int slot_count;
    int published;             // number of pairs of the last update
    const AukBroadPath *paths; // movers with a path are not cached; null: none has one
} AukPairCacheInput;

// Without a valid list: decides whether to make one, and makes it. With one of which half is made: makes the other
// half, which replaces the list.
AukStatus auk__pair_cache_build(AukPairCache *cache, const AukPairCacheInput *input);

// Makes half of the next list, if that is due. To be called after the last lookup of an update with a list, since it
// replaces the index.
AukStatus auk__pair_cache_build_ahead(AukPairCache *cache, const AukPairCacheInput *input);

// Adds the pairs of the cached movers with the uncached ones (laid out in `uncached`) and with the pending static
// boxes.
AukStatus auk__pair_cache_uncached_pairs(const AukPairCache *cache, const AukLayout *uncached,
                                         const AukStatics *statics, const AukBounds *bounds, AukPairList *found);

// Makes a mover with a path uncached, and the next merge remove its pairs from the lists, where boxes alone are tested.
// Its slot may have been another mover's when they were listed.
static inline void auk__pair_cache_forget_flyer(AukPairCache *cache, uint32_t slot)
{
    if (auk__fat_is_listed(&cache->now, slot) ||
        (auk__pair_cache_is_ahead(cache) && auk__fat_is_listed(&cache->next, slot))) {
        auk__pair_cache_forget(cache, slot);
        ((AukBounds *)cache->now.fats.items)[slot] = ((AukBounds *)cache->next.fats.items)[slot] =
            auk__bounds_nowhere();
        auk__pair_cache_require_filter(cache);
    }
}

// Adds to `merged` the listed pairs that touch and the pairs in `found`, each pair once. Both are sorted, and masks
// have been applied to both.
AukStatus auk__pair_cache_merge(AukPairCache *cache, const AukParallel *parallel, const AukBounds *bounds,
                                const AukSlot *slots, bool static_pairs, const AukBuffer *found, AukPairList *merged);

void auk__pair_cache_free(AukPairCache *cache);

#endif
