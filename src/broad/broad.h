// Sweep and prune in strips. Boxes are distributed to horizontal strips. Each strip is sorted by the left sides of its
// boxes and swept. A pair is reported by the strip of the larger of the two min y. If many boxes overlap in x, a sweep
// would take quadratic time, and divide.c finds the pairs instead. Static boxes are in a static index (static_index.h).
// Pairs of boxes that move little are kept from update to update (pair_cache.h). The innermost loop has a second form
// for AVX2 (sweep_strip_wide.c), chosen at run time. Long loops are shared among workers (base/parallel.h); the choice
// of strips, the distribution of boxes and lookups run on the caller's thread alone.
//
// Besides the public header, the world layer uses the functions below, which name boxes by slot number instead of by
// proxy. The caller chooses the slots (the world uses its shape indices). A broad phase is used either by slots or by
// proxies, not by both.
// Invariant: a slot is in the list that its state names, and in no other.
#ifndef AUK_BROAD_BROAD_H
#define AUK_BROAD_BROAD_H

#include "auk/broad.h"
#include "base/buffer.h"
#include "base/inline.h"
#include "base/lazy_buffer.h"
#include "base/prefetch.h"
#include "broad/bounds.h"
#include "broad/box_slots.h"
#include "broad/divide.h"
#include "broad/found.h"
#include "broad/pair_cache.h"
#include "broad/paths.h"
#include "broad/statics.h"
#include "broad/strips.h"

struct AukBroad {
    AukBroadDef def;
    int slot_capacity;
    AukBuffer bounds; // AukBounds per slot
    AukBuffer slots;  // AukSlot per slot
    AukBuffer masks;  // AukFilterMask per slot; lazy: without it all slots have the first mask
    AukPaths paths;
    int filtering_masks; // number of masks that do not meet all others, slots without a box included
    AukBuffer movers;    // uint32_t: slots of movers
    AukStatics statics;
    AukPairCache pair_cache; // cached movers and their list of pairs
    AukLayout uncached;      // uncached movers, while a list of pairs is kept; its bounds: see uncached_exchange()
    AukWork work;
    AukDivideWork divide;
    AukPairList found;  // pairs of the present update
    AukPairList merged; // AukBroadPair: found pairs and listed pairs that touch
    AukBuffer pairs;    // AukBroadPair: pairs of the last update
    int published;      // number of pairs of the last update that succeeded
    bool forgets;       // an update may overwrite the pairs of the last one
    AukBuffer proxies;  // uint32_t: heap of free proxies, the lowest on top; a world has none
    int proxy_count;    // number of proxies ever used
};

// Reserves memory for slots 0 .. slots - 1. On AUK_ERROR_OUT_OF_MEMORY nothing has changed.
AukStatus auk__broad_reserve(AukBroad *broad, int slots);

// Reserves memory for updates that find up to `pairs` pairs among all reserved slots, so that they allocate nothing.
// Exception: a crowded sweep (for instance ten thousand boxes above each other in one strip) may still allocate.
// Without `paths` auk__broad_use_paths() may allocate, and without auk__broad_reserve_statics() the first update with
// static boxes.
AukStatus auk__broad_reserve_pairs(AukBroad *broad, int pairs, bool paths);

// From now on the pairs of the last update are not needed while the next one merges: one list less. An update that
// fails may leave no pairs then.
void auk__broad_forget_pairs(AukBroad *broad);

// Makes room for static boxes in all slots. To be called before a slot is AUK_BROAD_STATIC. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__broad_admit_statics(AukBroad *broad);

// Reserves memory for the index of static boxes in all reserved slots. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__broad_reserve_statics(AukBroad *broad);

// Uses the pool's threads in updates; null: the caller's thread alone. The pairs are the same.
void auk__broad_workers(AukBroad *broad, AukPool *pool);

// Sets the box and the class of a reserved slot; AUK_BROAD_NONE removes it. Never allocates, never fails.
// The box must be finite with min <= max.
void auk__broad_set(AukBroad *broad, uint32_t slot, AukBox box, AukBroadClass class);

// Prefetches what auk__broad_set() needs of a slot.
static AUK_ALWAYS_INLINE void auk__broad_expect(const AukBroad *broad, uint32_t slot)
{
    AUK_PREFETCH_TO_WRITE((const AukSlot *)broad->slots.items + slot);
    AUK_PREFETCH_TO_WRITE((const AukBounds *)broad->bounds.items + slot);
    AUK_PREFETCH_TO_WRITE((const AukBounds *)broad->pair_cache.now.fats.items + slot);
    AUK_PREFETCH_TO_WRITE((const AukBounds *)broad->pair_cache.next.fats.items + slot);
}

// Makes room for masks of all slots. To be called before a slot has another mask than at first.
// AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__broad_admit_masks(AukBroad *broad);

// Sets the mask of a reserved slot. At first it is auk__mask_of_new(). The mask is kept when the slot is removed, since
// the next box in the slot usually has the same mask. Never allocates, never fails.
void auk__broad_mask(AukBroad *broad, uint32_t slot, AukFilterMask mask);

// Moves the box of a slot that is AUK_BROAD_MOVING. Inline, since the step calls it for every mover.
static inline void auk__broad_write(AukBroad *broad, uint32_t slot, AukBox box)
{
    ((AukBounds *)broad->bounds.items)[slot] = auk__bounds_of(box);
}

// Says whether all movers set their boxes with auk__broad_write_path() until the next update. With `static_pairs` paths
// are not used. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__broad_use_paths(AukBroad *broad, bool used);

// Moves the box of a slot that is AUK_BROAD_MOVING to the box around the straight path of a box: `path` is the
// displacement. {0}: not a straight path.
static inline void auk__broad_write_path(AukBroad *broad, uint32_t slot, AukBox box, AukBroadPath path)
{
    AukBounds around = auk__bounds_of(box);
    AukBroadPath none = {0.0f, 0.0f};
    ((AukBounds *)broad->bounds.items)[slot] = around;
    ((AukBroadPath *)broad->paths.items.items)[slot] = auk__path_is_long(path, &around) ? path : none;
}

static inline AukFilterMask auk__broad_mask_of(const AukBroad *broad, uint32_t slot)
{
    const AukFilterMask *masks = broad->masks.items;
    return auk__lazy_exists(&broad->masks) ? masks[slot] : auk__mask_of_new();
}

// The strips of the movers' last sweep; {0} before the first update and with brute force.
static inline AukStrips auk__broad_strips(const AukBroad *broad)
{
    return auk__pair_cache_strips(&broad->pair_cache);
}

static inline AukBox auk__broad_box(const AukBroad *broad, uint32_t slot)
{
    return auk__bounds_box(((const AukBounds *)broad->bounds.items)[slot]);
}

#endif
