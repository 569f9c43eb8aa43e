// Temporal coherence: boxes that hardly move, or move evenly, are not swept each update. Such a mover is cached: it has
// a fat box, which it is expected to stay in for some updates, and the pairs of fat boxes (and of fat boxes with
// indexed static ones) are kept, sorted. All other movers are uncached.
// Invariant: while `valid`, two slots whose boxes touch, each of them a cached mover or a static that was indexed when
// the list was made and has not been set since, are a pair of the list. A pair of the list proves nothing: it is
// published if the boxes touch, whatever has become of the slots. A slot without a box has one that touches nothing.
#ifndef AUK_BROAD_PAIR_CACHE_H
#define AUK_BROAD_PAIR_CACHE_H

#include "broad/fat_margin.h"
#include "broad/static_index.h"
#include "broad/statics.h"

typedef struct AukCachedPairs {
    AukBuffer fats;          // AukBounds per slot: of a cached mover; nowhere for all others
    AukBuffer members;       // uint32_t: the uncached movers; while the list is made, the cached ones
    AukStaticIndex cached;   // the fat boxes
    AukPairList list;        // AukBroadPair
    AukFatMargin fat_margin; // how long the list will last, and how fat the boxes are
    bool mixed; // a slot has become static or meets others now: the list may hold pairs that no longer count
} AukCachedPairs;

typedef struct AukPairCache {
    AukCachedPairs now;   // without a valid list, the layout of its index is free for other use
    AukCachedPairs next;  // what is made over some updates to take its place
    AukBuffer references; // AukBounds per slot: where a mover was some updates ago; nowhere if that is not known
    bool valid;           // whether there is a list now
    int stage;            // of the next: AUK_STAGE_NONE ...
} AukPairCache;

enum {
    AUK_STAGE_OFF = -1, // making the next one ahead does not pay
    AUK_STAGE_NONE = 0,
    AUK_STAGE_FAT, // what has been done: fat boxes ...
    AUK_STAGE_LAID,
    AUK_STAGE_SWEPT,
    AUK_STAGE_READY
};

// How many uncached movers an update handles beside a list; if there are more, none is kept.
static inline int auk__pair_cache_uncached_max(int movers)
{
    return movers / 16 + 32;
}

// Makes room for slots 0 .. slots - 1; the new ones, from `known` on, are not movers. False, and nothing lost, if there
// is no memory.
bool auk__pair_cache_reserve(AukPairCache *cache, int known, int slots);

// The longest list that is kept where the last update published `pairs`.
static inline int64_t auk__pair_cache_list_max(int movers, int pairs)
{
    return 2 * (int64_t)pairs + movers;
}

// Makes room for lists of up to `slots` movers and for updates of up to `pairs` pairs.
bool auk__pair_cache_reserve_list(AukPairCache *cache, AukWork *work, int slots, int pairs);

// Called for every slot that becomes a mover or ceases to be one ...
static inline void auk__pair_cache_forget(AukPairCache *cache, uint32_t slot)
{
    ((AukBounds *)cache->now.fats.items)[slot] = auk__bounds_nowhere();
    ((AukBounds *)cache->next.fats.items)[slot] = auk__bounds_nowhere();
    ((AukBounds *)cache->references.items)[slot] = auk__bounds_nowhere();
}

// ... and for those that become static or meet other boxes from now on.
static inline void auk__pair_cache_mix(AukPairCache *cache)
{
    cache->now.mixed = true;
    cache->next.mixed = true;
}

// Begins an update: puts the next list in place if it is ready, finds the movers that are uncached, and gives up the
// list where it is no longer worth keeping.
void auk__pair_cache_watch(AukPairCache *cache, const AukParallel *parallel, const AukBounds *bounds,
                           const AukBuffer *movers, const AukStatics *statics);

// Makes `members` the movers that their fat boxes do not hold.
void auk__pair_cache_list_uncached(AukPairCache *cache, const AukParallel *parallel, const AukBounds *bounds,
                                   const AukBuffer *movers);

// What lists are made from.
typedef struct AukPairCacheInput {
    AukWork *work;
    AukBuffer *scratch; // for sorting
    const AukBounds *bounds;
    const AukBuffer *movers;
    const AukStatics *statics; // fresh
    const AukSlot *slots;
    int slot_count;
    int published; // pairs of the last update
} AukPairCacheInput;

// Without a valid list: decides whether to make one, and makes it. With one: works on the next.
AukStatus auk__pair_cache_build(AukPairCache *cache, const AukPairCacheInput *input);

// Adds the pairs of the uncached movers, which `uncached` shows, and of the waiting static boxes with the cached
// movers.
AukStatus auk__pair_cache_uncached_pairs(const AukPairCache *cache, const AukLayout *uncached,
                                         const AukStatics *statics, const AukBounds *bounds, AukPairList *found);

// Adds to `merged` the listed pairs that touch and the pairs in `found`, both sorted, each pair once. Both have masks.
AukStatus auk__pair_cache_merge(AukPairCache *cache, const AukParallel *parallel, const AukBounds *bounds,
                                const AukSlot *slots, bool static_pairs, const AukBuffer *found, AukPairList *merged);

void auk__pair_cache_free(AukPairCache *cache);

#endif
