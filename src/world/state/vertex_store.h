// The vertices of a world's polygons: copied once, shared by all shapes with the same vertices, counted by reference.
#ifndef AUK_WORLD_STATE_VERTEX_STORE_H
#define AUK_WORLD_STATE_VERTEX_STORE_H

#include "auk/types.h"
#include "base/buffer.h"

typedef struct AukVertexBlock {
    AukVec2 *vertices; // a block of its own: it does not move; at least AUK_PAIRS4_VERTICES, the first ones again
    int count;
    uint32_t references; // 0: a free entry
    uint64_t hash;
} AukVertexBlock;

typedef struct AukVertexStore {
    AukBuffer entries; // AukVertexBlock
    AukBuffer table;   // uint32_t: open addressing, entry + 1, 0 is empty; a power of two in size
    uint32_t live;
    uint32_t unused; // entry + 1 that was freed last; its `count` holds the one before; 0 ends the chain
} AukVertexStore;

// Adds a reference to vertices that are known already; false if they are not. Needs no memory.
bool auk__vertex_store_share(AukVertexStore *store, const AukVec2 *vertices, int count, uint32_t *entry);

// Finds or copies the vertices and adds a reference. False if there is no memory.
bool auk__vertex_store_acquire(AukVertexStore *store, const AukVec2 *vertices, int count, uint32_t *entry);

// Drops a reference; the last one frees the copy.
void auk__vertex_store_drop(AukVertexStore *store, uint32_t entry);

// Takes back the references that were added since the store had `entries` of them, in the order in which they were
// added; UINT32_MAX stands for none. The store is then what it was, free entries included.
void auk__vertex_store_undo(AukVertexStore *store, int entries, const uint32_t *added, int count);

const AukVec2 *auk__vertex_store_vertices(const AukVertexStore *store, uint32_t entry);

void auk__vertex_store_free(AukVertexStore *store);

// ---- for snapshots --------------------------------------------------------------------------------------------------

// An entry in a snapshot. Without references the count is a link of the chain of unused entries, as in AukVertexBlock.
typedef struct AukVertexBlockRecord {
    uint32_t references;
    int32_t count;
} AukVertexBlockRecord;

// Makes `draft`, which holds nothing, a store of the entries in `records`, without references as yet. `vertices` are
// those of all entries that have some; neither needs to be aligned. What `store` has under the same number is shared
// with it until the draft is adopted or discarded. AUK_ERROR_OUT_OF_MEMORY, or AUK_ERROR_DAMAGED for entries that no
// store holds: then the draft holds nothing.
AukStatus auk__vertex_store_draft(const AukVertexStore *store, AukVertexStore *draft, const void *records, int count,
                                  uint32_t unused, const void *vertices, uint64_t vertex_count);

// Makes the draft the store, and frees what only the store had. The draft holds nothing then.
void auk__vertex_store_adopt(AukVertexStore *store, AukVertexStore *draft);

// Frees what only the draft has. It holds nothing then.
void auk__vertex_store_discard(const AukVertexStore *store, AukVertexStore *draft);

#endif
