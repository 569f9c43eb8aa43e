// The vertices of a world's polygons. Each list of vertices is copied once, shared by all shapes with the same
// vertices, and counted by reference.
#ifndef AUK_WORLD_STATE_VERTEX_STORE_H
#define AUK_WORLD_STATE_VERTEX_STORE_H

#include "auk/types.h"
#include "base/buffer.h"

typedef struct AukVertexBlock {
    AukVec2 *vertices; // its own allocation, never moved; padded to AUK_PAIRS4_VERTICES by repeating the first ones
    int count;
    uint32_t references; // 0: an unused entry
    uint64_t hash;
} AukVertexBlock;

typedef struct AukVertexStore {
    AukBuffer entries; // AukVertexBlock
    AukBuffer table;   // uint32_t: open addressing, entry + 1; 0 is empty; the size is a power of two
    uint32_t live;
    uint32_t unused; // 1 + the entry that was freed last; its `count` holds the previous link; 0 ends the chain
} AukVertexStore;

// Adds a reference to vertices that the store holds already; false if it does not hold them. Needs no memory.
bool auk__vertex_store_share(AukVertexStore *store, const AukVec2 *vertices, int count, uint32_t *entry);

// Finds or copies the vertices, and adds a reference. False if there is no memory.
bool auk__vertex_store_acquire(AukVertexStore *store, const AukVec2 *vertices, int count, uint32_t *entry);

// Drops a reference; the last one frees the copy.
void auk__vertex_store_drop(AukVertexStore *store, uint32_t entry);

// Takes back the references in `added`, which were added, in that order, since the store had `entries` entries;
// UINT32_MAX stands for none. The store is then in its earlier state, including the chain of unused entries.
void auk__vertex_store_undo(AukVertexStore *store, int entries, const uint32_t *added, int count);

const AukVec2 *auk__vertex_store_vertices(const AukVertexStore *store, uint32_t entry);

void auk__vertex_store_free(AukVertexStore *store);

// ---- for snapshots --------------------------------------------------------------------------------------------------

// An entry in a snapshot. If it has no references, the count is a link of the chain of unused entries, as in
// AukVertexBlock.
typedef struct AukVertexBlockRecord {
    uint32_t references;
    int32_t count;
} AukVertexBlockRecord;

// Fills the empty store `draft` with the entries in `records`, as yet without references. `vertices` holds the vertices
// of all entries that have references; neither array needs to be aligned. A block that `store` has under the same
// number with the same vertices is shared until the draft is adopted or discarded. AUK_ERROR_OUT_OF_MEMORY, or
// AUK_ERROR_DAMAGED for entries that no store can hold; then the draft is empty.
AukStatus auk__vertex_store_draft(const AukVertexStore *store, AukVertexStore *draft, const void *records, int count,
                                  uint32_t unused, const void *vertices, uint64_t vertex_count);

// Replaces the store by the draft, and frees the blocks that only the store had. The draft is empty afterwards.
void auk__vertex_store_adopt(AukVertexStore *store, AukVertexStore *draft);

// Frees the blocks that only the draft has. The draft is empty afterwards.
void auk__vertex_store_discard(const AukVertexStore *store, AukVertexStore *draft);

#endif
