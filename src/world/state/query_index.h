// The grid that queries read (world->index.grid): every part of an enabled body, with the box of its present pose.
// Every call that changes a pose, a shape or an `enabled` flag updates the grid before it returns; a step and a restore
// update it for all movers at once. Queries only read it.
//
// Static parts that the grid has packed have notes, see AukGridNote: copies of what a ray needs of a plain box and its
// body, in the order of cells. Invariant: a note says AUK_GRID_NO_NOTE or the truth. So whoever changes a pose, a
// shape, a filter, an owner, a sensor or user data writes the note again; a pose or a shape by auk__part_refresh(),
// filters and owners by auk__part_update_filters().
#ifndef AUK_WORLD_STATE_QUERY_INDEX_H
#define AUK_WORLD_STATE_QUERY_INDEX_H

#include "broad/grid_keep.h"
#include "world/state/world_state.h"

// An entry of world->index.moved with this bit is a part. An entry without it is a body, all of whose parts are
// checked. Counts are ints, so the bit is free.
#define AUK_MOVED_PART (UINT32_C(1) << 31)

// The categories that have a class of their own in the grid. The others share one, AUK_GRID_OTHER_CLASS.
#define AUK_INDEX_CATEGORIES UINT64_C(127)

// The classes of parts that a query with such a filter never finds.
static inline uint8_t auk__query_index_ignores(const AukFilter *query)
{
    return (uint8_t)(query->ignore & AUK_INDEX_CATEGORIES);
}

// Writes the tight boxes of those parts of a body that stay in their cells. Only nodes of this body are written, so
// threads may call it for different bodies. False if some part leaves its cell.
bool auk__query_index_keep(AukWorld *world, const AukGridKeeper *keeper, const AukBody *body);

// Moves the bodies and parts that the ranges of publish() have listed in world->index.moved.
void auk__query_index_move(AukWorld *world);

// Writes what rays read of a static part beside its bounds, after anything of it has changed. Does nothing for parts
// that are not packed.
void auk__query_index_note(AukWorld *world, uint32_t part);

// The same for all parts of a body, after its user data has changed.
void auk__query_index_note_body(AukWorld *world, const AukBody *body);

// Writes the notes of all packed parts, if the grid has packed them anew. Until then rays read the parts themselves.
void auk__query_index_note_all(AukWorld *world);

// Sets the classes of a part, after anything of its filter has changed.
void auk__query_index_classify(AukWorld *world, uint32_t part, uint64_t categories);

// A batch of parts whose tight boxes have changed; a full batch is moved at once.
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

// Reserves memory for the movers of so many bodies. False if there is no memory.
bool auk__query_index_reserve(AukQueryIndex *index, int bodies);

// Makes room for static bodies in the broad phase. In a world for which memory was reserved: reserves also what they
// need here and there, so that steps need not allocate it. To be called before there is a static body.
// AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__statics_admit(AukWorld *world);

// Releases the memory of the index.
void auk__query_index_release(AukQueryIndex *index);

#endif
