// The grid that queries look into (world->index.grid): every part of an enabled body, with the box of its present pose.
// Whatever changes a pose, a shape or who is enabled brings it up to date before it returns; a step and a restore do so
// for all movers at once. Queries only read it.
#ifndef AUK_WORLD_STATE_QUERY_INDEX_H
#define AUK_WORLD_STATE_QUERY_INDEX_H

#include "world/state/world_state.h"

// In the list of what leaves its cell, a part; without it a body, all of whose parts are looked at. Counts are ints, so
// the bit is free.
#define AUK_MOVED_PART (UINT32_C(1) << 31)

// Writes the tight boxes of the body's parts that stay in their cells; only their own nodes are written, so threads may
// do so for different bodies. False if some part does not stay.
bool auk__query_index_keep(AukWorld *world, const AukBody *body);

// Moves those that the ranges of publish() have listed in world->index.moved.
void auk__query_index_move(AukWorld *world);

// Parts whose tight boxes have changed, moved some at a time.
typedef struct AukIndexMoves {
    AukWorld *world;
    int count;
    uint32_t parts[256];
} AukIndexMoves;

static inline void auk__index_moves_begin(AukIndexMoves *moves, AukWorld *world)
{
    moves->world = world;
    moves->count = 0;
}

void auk__index_moves_end(AukIndexMoves *moves);

static inline void auk__index_moves_add(AukIndexMoves *moves, uint32_t part)
{
    moves->parts[moves->count++] = part;
    if (moves->count == AUK_COUNT_OF(moves->parts)) {
        auk__index_moves_end(moves);
    }
}

// Room for the movers of so many bodies. False if there is no memory.
bool auk__query_index_reserve(AukQueryIndex *index, int bodies);

// Releases its memory.
void auk__query_index_release(AukQueryIndex *index);

#endif
