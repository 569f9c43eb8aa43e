// The static index is rebuilt at once if pending boxes and dead entries are many compared with the indexed ones.
// Otherwise it is rebuilt when the pending boxes have cost about as much, over all updates, as the rebuild will. So a
// game that adds a few boxes every frame and a game that moves a single platform for ever both pay a bounded multiple
// of the least possible cost.
#include "broad/statics.h"

#include "base/sort.h"

enum {
    STATICS_CHANGED_PART = 4,  // rebuild when the changes exceed 1 / STATICS_CHANGED_PART of
    STATICS_CHANGED_FREE = 64, // (indexed boxes + STATICS_CHANGED_FREE)
    COST_PER_BOX = 4           // cost of a rebuild per indexed box, in pending boxes times updates
};

static int pending_max(int slots)
{
    int most = slots / STATICS_CHANGED_PART + STATICS_CHANGED_FREE;
    return most < slots ? most : slots;
}

bool auk__statics_reserve(AukStatics *statics, AukWork *work, int slots)
{
    return auk__buffer_reserve(&statics->gathered, sizeof(uint32_t), slots) &&
           auk__static_index_reserve(&statics->index, work, slots) &&
           auk__static_cells_reserve(&statics->cells, work, slots) &&
           auk__static_index_reserve(&statics->pending_index, work, pending_max(slots));
}

bool auk__statics_due(const AukStatics *statics)
{
    int64_t indexed = statics->index.count;
    int64_t pending = statics->pending.count;
    return (pending + statics->dead) * STATICS_CHANGED_PART > indexed + STATICS_CHANGED_FREE ||
           statics->pending_cost > (indexed + pending) * COST_PER_BOX;
}

static AukStatus index_all(AukStatics *statics, AukWork *work, const AukBounds *bounds, AukSlot *slots, int slot_count)
{
    int count = statics->index.count - statics->dead + statics->pending.count;
    if (!auk__buffer_reserve(&statics->gathered, sizeof(uint32_t), count) ||
        !auk__static_index_reserve(&statics->index, work, count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    uint32_t *gathered = statics->gathered.items;
    int at = 0;
    for (int slot = 0; slot < slot_count; slot++) {
        if (slots[slot].list == AUK_LIST_PENDING || slots[slot].list == AUK_LIST_INDEXED) {
            slots[slot].list = AUK_LIST_INDEXED;
            gathered[at++] = (uint32_t)slot;
        }
    }
    statics->gathered.count = count;
    auk__static_index_build(&statics->index, work, bounds, gathered, count);
    statics->pending_index.count = 0;
    statics->pending.count = 0;
    statics->dead = 0;
    statics->pending_cost = 0;
    statics->stale = false;
    statics->cells_made = false;
    return AUK_OK;
}

AukStatus auk__statics_refresh(AukStatics *statics, AukWork *work, const AukBounds *bounds, AukSlot *slots,
                               int slot_count)
{
    if (auk__statics_due(statics)) {
        return index_all(statics, work, bounds, slots, slot_count);
    }
    int count = statics->pending.count;
    if (statics->stale) {
        if (!auk__static_index_reserve(&statics->pending_index, work, count)) {
            return AUK_ERROR_OUT_OF_MEMORY;
        }
        auk__static_index_build(&statics->pending_index, work, bounds, statics->pending.items, count);
        statics->stale = false;
    }
    statics->pending_cost += count;
    return AUK_OK;
}

static AukStatus indexed_pairs(const AukStatics *statics, const AukLayout *movers, const AukSlot *slots,
                               const AukBroadPath *paths, AukPairList *found)
{
    if (statics->index.count <= statics->dead) {
        return AUK_OK;
    }
    AukPairSieve before = auk__found_sieve_begin(found, (AukPairSieve){.slots = slots, .dead = statics->dead > 0});
    AukStatus status = auk__static_index_lookup(&statics->index, movers, paths, NULL, found);
    auk__found_sieve_end(found, before);
    return status;
}

AukStatus auk__statics_index_pairs(const AukStatics *statics, const AukStaticIndex *movers, const AukSlot *slots,
                                   AukPairList *found)
{
    if (statics->index.count >= movers->count) {
        return indexed_pairs(statics, &movers->layout, slots, NULL, found);
    }
    const AukLayout *layout = &statics->index.layout;
    const AukBounds *entries = layout->bounds.items;
    const uint32_t *entry_slots = layout->slots.items;
    AukStatus status = AUK_OK;
    for (int i = 0; i < (statics->index.count > 0 ? layout->bounds.count : 0) && !status; i++) {
        uint32_t slot = entry_slots[i] & ~AUK_ENTRY_FIRST;
        if (slot != entry_slots[i] && slots[slot].list == AUK_LIST_INDEXED) {
            status = auk__static_index_lookup_box(movers, &entries[i], slot, NULL, found);
        }
    }
    return status;
}

AukStatus auk__statics_pairs(const AukStatics *statics, const AukLayout *movers, const AukSlot *slots,
                             const AukBroadPath *paths, AukPairList *found)
{
    AukStatus status = indexed_pairs(statics, movers, slots, paths, found);
    if (!status && statics->pending_index.count > 0) {
        status = auk__static_index_lookup(&statics->pending_index, movers, paths, NULL, found);
    }
    return status;
}

// The boxes of the cells are those of the last rebuild of the static index. Dead ones are left out here, those that die
// later are dropped from the pairs.
static AukStatus make_cells(AukStatics *statics, AukWork *work, const AukBounds *bounds, const AukSlot *slots)
{
    uint32_t *gathered = statics->gathered.items;
    int count = 0;
    for (int i = 0; i < statics->gathered.count; i++) {
        gathered[count] = gathered[i];
        count += slots[gathered[i]].list == AUK_LIST_INDEXED;
    }
    statics->gathered.count = count;
    AukStatus status = auk__static_cells_build(&statics->cells, work, bounds, gathered, count);
    statics->cells_made = !status;
    return status;
}

// Sorts the movers with a path by the tiles in which their boxes begin, so that walks read cells that the walks before
// have read: without, a third of the time of a walk was that of waiting for memory. Ten thousand movers take 30
// microseconds.
static AukStatus order_flyers(const AukStatics *statics, AukWork *work, const AukPaths *paths, const AukBounds *bounds)
{
    int count = paths->flyers.count;
    uint32_t *flyers = paths->flyers.items;
    if (count > INT32_MAX / 2 || !auk__buffer_reserve(&work->scratch, sizeof(uint64_t), 2 * count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    uint64_t *order = work->scratch.items;
    for (int i = 0; i < count; i++) {
        order[i] = (uint64_t)auk__static_cells_tile(&statics->cells, &bounds[flyers[i]]) << 32 | flyers[i];
    }
    auk__sort_u64(order, order + count, count, 32, 32 + AUK_CELL_TILE_BITS);
    for (int i = 0; i < count; i++) {
        flyers[i] = (uint32_t)order[i];
    }
    return AUK_OK;
}

// Adds the pairs of the movers with a path with the indexed static boxes.
static AukStatus cell_pairs(const AukStatics *statics, const AukPaths *paths, const AukBounds *bounds,
                            const AukSlot *slots, AukPairList *found)
{
    const bool beside = statics->cells.large_index.count > 0; // these are found by their boxes alone
    AukPairSieve before =
        auk__found_sieve_begin(found, (AukPairSieve){beside ? paths : NULL, bounds, slots, statics->dead > 0, true});
    AukStatus status = auk__static_cells_pairs(&statics->cells, paths->items.items, bounds, paths->flyers.items,
                                               paths->flyers.count, found);
    auk__found_sieve_end(found, before);
    return status;
}

// The same of those that are not indexed.
static AukStatus pending_pairs(const AukStatics *statics, const AukPaths *paths, const AukBounds *bounds,
                               const AukSlot *slots, AukPairList *found)
{
    const uint32_t *flyers = paths->flyers.items;
    AukStatus status = AUK_OK;
    AukPairSieve before = auk__found_sieve_begin(found, (AukPairSieve){paths, bounds, slots, false, false});
    for (int i = 0; i < paths->flyers.count && !status; i++) {
        status = auk__static_index_lookup_box(&statics->pending_index, &bounds[flyers[i]], flyers[i], NULL, found);
    }
    auk__found_sieve_end(found, before);
    return status;
}

AukStatus auk__statics_path_pairs(AukStatics *statics, AukWork *work, AukPaths *paths, const AukBounds *bounds,
                                  const AukSlot *slots, AukPairList *found)
{
    AukStatus status = statics->cells_made ? AUK_OK : make_cells(statics, work, bounds, slots);
    status = status || statics->gathered.count == 0 ? status : order_flyers(statics, work, paths, bounds);
    status = status ? status : cell_pairs(statics, paths, bounds, slots, found);
    return status || statics->pending_index.count == 0 ? status : pending_pairs(statics, paths, bounds, slots, found);
}

void auk__statics_free(AukStatics *statics)
{
    auk__static_cells_free(&statics->cells);
    auk__static_index_free(&statics->index);
    auk__static_index_free(&statics->pending_index);
    auk__buffer_free(&statics->pending);
    auk__buffer_free(&statics->gathered);
}
