// The static index is rebuilt at once if pending boxes and dead entries are many compared with the indexed ones.
// Otherwise it is rebuilt when the pending boxes have cost about as much, over all updates, as the rebuild will. So a
// game that adds a few boxes every frame and a game that moves a single platform for ever both pay a bounded multiple
// of the least possible cost.
#include "broad/statics.h"

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

bool auk__statics_reserve(AukStatics *statics, AukWork *work, int slots, bool indices)
{
    return auk__buffer_reserve(&statics->pending, sizeof(uint32_t), slots) &&
           (!indices || (auk__buffer_reserve(&statics->gathered, sizeof(uint32_t), slots) &&
                         auk__static_index_reserve(&statics->index, work, slots) &&
                         auk__static_index_reserve(&statics->pending_index, work, pending_max(slots))));
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
    auk__static_index_build(&statics->index, work, bounds, gathered, count);
    statics->pending_index.count = 0;
    statics->pending.count = 0;
    statics->dead = 0;
    statics->pending_cost = 0;
    statics->stale = false;
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

// Drops the keys from `first` on whose static slot is dead in the static index.
static void dead_drop(AukPairList *found, int first, const AukSlot *slots)
{
    uint64_t *keys = found->keys.items;
    int kept = first;
    for (int i = first; i < found->keys.count; i++) {
        uint32_t slot = (uint32_t)keys[i] & ~AUK_ENTRY_FIRST;
        keys[kept] = keys[i];
        kept += slots[slot].list == AUK_LIST_INDEXED;
    }
    found->keys.count = kept;
}

static AukStatus indexed_pairs(const AukStatics *statics, const AukLayout *movers, const AukSlot *slots,
                               AukPairList *found)
{
    AukStatus status = AUK_OK;
    int first = found->keys.count;
    int limit = found->limit;
    if (statics->index.count > statics->dead) {
        found->limit = statics->dead > 0 ? 0 : limit; // pairs of dead entries must not exceed the limit
        status = auk__static_index_lookup(&statics->index, movers, NULL, found);
        found->limit = limit;
    }
    if (statics->dead > 0) {
        dead_drop(found, first, slots);
    }
    return status;
}

AukStatus auk__statics_index_pairs(const AukStatics *statics, const AukStaticIndex *movers, const AukSlot *slots,
                                   AukPairList *found)
{
    if (statics->index.count >= movers->count) {
        return indexed_pairs(statics, &movers->layout, slots, found);
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
                             AukPairList *found)
{
    AukStatus status = indexed_pairs(statics, movers, slots, found);
    if (!status && statics->pending_index.count > 0) {
        status = auk__static_index_lookup(&statics->pending_index, movers, NULL, found);
    }
    return status;
}

void auk__statics_free(AukStatics *statics)
{
    auk__static_index_free(&statics->index);
    auk__static_index_free(&statics->pending_index);
    auk__buffer_free(&statics->pending);
    auk__buffer_free(&statics->gathered);
}
