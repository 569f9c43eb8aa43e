// A step does not need at one time what the broad phase writes besides its pairs and what is made of these pairs: in a
// world of a million bodies the first takes 30 bytes for each of them, the second 26.
// Invariant: outside of these functions the broad phase has none of this memory.
#include "world/state/broad_memory.h"

static void lend(AukWorld *world)
{
    auk__buffer_lend(&world->pairs.records, sizeof(AukPair), &world->broad->work.scratch, sizeof(uint64_t));
    auk__buffer_lend(&world->index.moved, sizeof(uint32_t), &world->broad->pair_cache.members, sizeof(uint32_t));
}

static AukStatus take_back(AukWorld *world, AukStatus status)
{
    auk__buffer_return(&world->pairs.records, sizeof(AukPair), &world->broad->work.scratch, sizeof(uint64_t));
    auk__buffer_return(&world->index.moved, sizeof(uint32_t), &world->broad->pair_cache.members, sizeof(uint32_t));
    return status;
}

AukStatus auk__broad_memory_update(AukWorld *world)
{
    lend(world);
    return take_back(world, auk_broad_update(world->broad));
}

AukStatus auk__broad_memory_reserve_pairs(AukWorld *world, int pairs, bool paths)
{
    lend(world);
    return take_back(world, auk__broad_reserve_pairs(world->broad, pairs, paths));
}

AukStatus auk__broad_memory_reserve_statics(AukWorld *world)
{
    lend(world);
    return take_back(world, auk__broad_reserve_statics(world->broad));
}
