// A step does not need at one time what the broad phase writes besides its pairs and what is made of these pairs: in a
// world of a million bodies the first takes 30 bytes for each of them, the second 26.
// Invariant: outside of these functions the broad phase has none of this memory.
#include "world/state/broad_memory.h"

// Of the two sets of contacts a step writes one and reads the other. One of them is lent if both have room for the
// boxes of all slots: neither has to grow for it then, and one is lent in every step from then on. With less than about
// one contact for five bodies the broad phase has memory of its own.
static bool contacts_have_room(const AukWorld *world)
{
    int64_t needed = auk__layout_entries_max(world->broad->slot_capacity) * (int64_t)sizeof(AukBounds);
    int last = world->output.solids.contacts.capacity, next = world->next.solids.contacts.capacity;
    return (int64_t)(last < next ? last : next) * (int64_t)sizeof(AukContact) >= needed;
}

// Steps sort and expand pairs from one buffer into the other and exchange the two. The larger one has room for what the
// broad phase asked for, so it is the one to lend.
static void lend_pairs(AukPairWork *pairs, AukBuffer *scratch)
{
    AukBuffer records = pairs->records;
    if (pairs->spare.capacity > records.capacity) {
        pairs->records = pairs->spare;
        pairs->spare = records;
    }
    auk__buffer_lend(&pairs->records, sizeof(AukPair), scratch, sizeof(uint64_t));
}

// Says whether contacts are lent.
static bool lend(AukWorld *world)
{
    AukBroad *broad = world->broad;
    AukBuffer *bounds = &broad->pair_cache.index.layout.bounds;
    lend_pairs(&world->pairs, &broad->work.scratch);
    auk__buffer_lend(&world->index.moved, sizeof(uint32_t), &broad->pair_cache.members, sizeof(uint32_t));
    bool contacts = contacts_have_room(world);
    if (contacts || !bounds->items) { // after a loan a capacity is left
        auk__buffer_free(bounds);
    }
    if (contacts) {
        auk__buffer_lend(&world->next.solids.contacts, sizeof(AukContact), bounds, sizeof(AukBounds));
    }
    return contacts;
}

static AukStatus take_back(AukWorld *world, bool contacts, AukStatus status)
{
    AukBroad *broad = world->broad;
    auk__buffer_return(&world->pairs.records, sizeof(AukPair), &broad->work.scratch, sizeof(uint64_t));
    auk__buffer_return(&world->index.moved, sizeof(uint32_t), &broad->pair_cache.members, sizeof(uint32_t));
    if (contacts) {
        auk__buffer_return(&world->next.solids.contacts, sizeof(AukContact), &broad->pair_cache.index.layout.bounds,
                           sizeof(AukBounds));
    }
    return status;
}

AukStatus auk__broad_memory_update(AukWorld *world)
{
    bool contacts = lend(world);
    return take_back(world, contacts, auk_broad_update(world->broad));
}

AukStatus auk__broad_memory_reserve_pairs(AukWorld *world, int pairs, bool paths)
{
    bool contacts = lend(world);
    return take_back(world, contacts, auk__broad_reserve_pairs(world->broad, pairs, paths));
}

AukStatus auk__broad_memory_reserve_statics(AukWorld *world)
{
    bool contacts = lend(world);
    return take_back(world, contacts, auk__broad_reserve_statics(world->broad));
}
