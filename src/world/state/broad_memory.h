// The broad phase of a world, which works in memory that later phases of a step use for other things.
#ifndef AUK_WORLD_STATE_BROAD_MEMORY_H
#define AUK_WORLD_STATE_BROAD_MEMORY_H

#include "world/state/world_state.h"

// As auk_broad_update(), of the broad phase of the world.
AukStatus auk__broad_memory_update(AukWorld *world);

// As auk__broad_reserve_pairs() and auk__broad_reserve_statics().
AukStatus auk__broad_memory_reserve_pairs(AukWorld *world, int pairs, bool paths);
AukStatus auk__broad_memory_reserve_statics(AukWorld *world);

#endif
