// Phases that treat each record by itself are cut into chunks for the workers. What a chunk finds it writes at its own
// place, and the places are then closed up in order: the same arrays for any number of workers, and for none, when all
// is one chunk and there is nothing to close up.
#ifndef AUK_WORLD_STATE_CHUNKS_H
#define AUK_WORLD_STATE_CHUNKS_H

#include "base/pool.h"
#include "world/state/world_state.h"

// Records in a chunk: enough that handing one out costs nothing beside it. (Tests make them smaller.)
enum { AUK_CHUNK_RECORDS = 512 };

// What a chunk reports.
typedef struct AukChunk {
    AukWorld *world;
    float dt;
    int first, end; // records; of contacts moved on to where the pairs of two bodies begin
    AukStatus status;
    int count, sensors, candidates; // of what it wrote, see the phases
    bool sorted, in_pieces;
    int events[AUK_EVENT_ENTER]; // of one sort by kind: how many, then where they go
    int place;                   // where what it wrote is closed up to
} AukChunk;

// Runs `phase` on chunks of `records` records and leaves their reports in world->chunks. AUK_ERROR_OUT_OF_MEMORY, or
// the status of the first chunk that failed.
AukStatus auk__chunks_run(AukWorld *world, int records, float dt, void (*phase)(AukChunk *chunk));

// Runs another phase on the chunks of the last run, with their reports. The status of the first chunk that failed.
AukStatus auk__chunks_again(AukWorld *world, void (*phase)(AukChunk *chunk));

// The reports of the last run.
static inline const AukChunk *auk__chunks(const AukWorld *world)
{
    return world->chunks.items;
}

// Closes up the `count` items that each chunk wrote behind its first record's place. Returns their number.
int auk__chunks_close_up(AukWorld *world, void *items, size_t item_size, int count_of(const AukChunk *chunk));

#endif
