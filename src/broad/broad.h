// Sweep and prune in strips. Boxes are dealt into horizontal strips, each strip is sorted by the left sides of its
// boxes and swept; a pair is reported by the strip that owns the higher of its two lower sides. Where strips fail
// (everything in one column), divide.c splits instead. Boxes that rest lie in a static index (static_index.h); pairs of
// boxes that move little are kept from update to update (pair_cache.h). The innermost loop has a second form for AVX2
// (sweep_strip_wide.c), chosen when the program runs. Long work is shared among workers (base/parallel.h); choosing
// strips, dealing boxes to them and lookups stay with the caller.
//
// What the world layer uses of the broad phase besides the public header: boxes by slot number instead of by proxy.
// The caller chooses the slots (the world uses its shape indices); a broad phase is driven either by slots or by
// proxies, not by both.
// Invariant: a slot is in the list that its state names, and in no other.
#ifndef AUK_BROAD_BROAD_H
#define AUK_BROAD_BROAD_H

#include "auk/broad.h"
#include "base/buffer.h"
#include "broad/bounds.h"
#include "broad/box_slots.h"
#include "broad/divide.h"
#include "broad/found.h"
#include "broad/pair_cache.h"
#include "broad/statics.h"
#include "broad/strips.h"

struct AukBroad {
    AukBroadDef def;
    int slot_capacity;
    AukBuffer bounds; // AukBounds per slot
    AukBuffer slots;  // AukSlot per slot
    AukBuffer masks;  // AukMask per slot
    int choosy;       // number of masks that do not meet all, slots without a box included
    AukBuffer movers; // uint32_t: slots that are swept each update
    AukStatics statics;
    AukPairCache pair_cache; // the cached movers
    AukLayout uncached;      // the others, while a list of pairs is kept
    AukWork work;
    AukDivideWork divide;
    AukPairList found;  // the update under way
    AukPairList merged; // AukBroadPair: those found and those kept
    AukBuffer pairs;    // AukBroadPair: the last update
    AukBuffer proxies;  // uint32_t: heap of free proxies, the lowest on top
    int proxy_count;    // proxies ever handed out
};

// Makes room for slots 0 .. slots - 1 and their boxes. AUK_ERROR_OUT_OF_MEMORY changes nothing.
AukStatus auk__broad_reserve(AukBroad *broad, int slots);

// Makes room for updates that find up to `pairs` pairs among all the slots reserved so far, so that they do not
// allocate. (Only inputs on which strips fail, say ten thousand boxes in one column within one strip, may still.)
AukStatus auk__broad_reserve_pairs(AukBroad *broad, int pairs);

// Lets the pool's threads share in updates; null: the caller works alone. The pairs are the same.
void auk__broad_workers(AukBroad *broad, AukPool *pool);

// Sets the box and the class of a reserved slot; AUK_BROAD_NONE removes it. Never allocates, never fails.
// The box must be finite with min <= max.
void auk__broad_set(AukBroad *broad, uint32_t slot, AukBox box, AukBroadClass class);

// Sets whom a reserved slot meets; it stays so when the slot is removed and set again: where such slots come and go,
// the next one is mostly of the same sort. At first it is {1, 0, 0}. Never allocates, never fails.
void auk__broad_mask(AukBroad *broad, uint32_t slot, AukMask mask);

// Moves the box of a slot that is AUK_BROAD_MOVING: one store, for the step's loop.
static inline void auk__broad_write(AukBroad *broad, uint32_t slot, AukBox box)
{
    ((AukBounds *)broad->bounds.items)[slot] = auk__bounds_of(box);
}

// The strips that movers were last swept in; none before the first update, and none with brute force.
static inline AukStrips auk__broad_strips(const AukBroad *broad)
{
    return broad->pair_cache.now.cached.layout.strips;
}

static inline AukBox auk__broad_box(const AukBroad *broad, uint32_t slot)
{
    return auk__bounds_box(((const AukBounds *)broad->bounds.items)[slot]);
}

#endif
