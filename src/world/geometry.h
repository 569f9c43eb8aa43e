// The vertices of a world's polygons: copied once, shared by all shapes with the same vertices, counted by reference.
#ifndef AUK_WORLD_GEOMETRY_H
#define AUK_WORLD_GEOMETRY_H

#include "auk/types.h"
#include "base/buffer.h"

typedef struct AukGeometry {
    AukVec2 *vertices; // a block of its own: it does not move
    int count;
    uint32_t references; // 0: a free entry
    uint64_t hash;
} AukGeometry;

typedef struct AukGeometryStore {
    AukBuffer entries; // AukGeometry
    AukBuffer table;   // uint32_t: open addressing, entry + 1, 0 is empty; a power of two in size
    uint32_t live;
    uint32_t unused; // entry + 1 that was freed last; its `count` holds the one before; 0 ends the chain
} AukGeometryStore;

// Adds a reference to vertices that are known already; false if they are not. Needs no memory.
bool auk__geometry_share(AukGeometryStore *store, const AukVec2 *vertices, int count, uint32_t *entry);

// Finds or copies the vertices and adds a reference. False if there is no memory.
bool auk__geometry_acquire(AukGeometryStore *store, const AukVec2 *vertices, int count, uint32_t *entry);

// Drops a reference; the last one frees the copy.
void auk__geometry_drop(AukGeometryStore *store, uint32_t entry);

const AukVec2 *auk__geometry_vertices(const AukGeometryStore *store, uint32_t entry);

void auk__geometry_free(AukGeometryStore *store);

#endif
