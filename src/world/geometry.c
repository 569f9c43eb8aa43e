// Interning by content: a hash table with linear probing, kept at most half full; removal moves the followers up, so
// there are no tombstones. Unused entries form a chain through their count.
#include "world/geometry.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <string.h>

static AukGeometry *entry_at(const AukGeometryStore *store, uint32_t entry)
{
    return (AukGeometry *)store->entries.items + entry;
}

static uint64_t hash_vertices(const AukVec2 *vertices, int count)
{
    uint64_t hash = AUK_HASH_START;
    for (int i = 0; i < count; i++) {
        hash = auk__hash_float(auk__hash_float(hash, vertices[i].x), vertices[i].y);
    }
    return hash;
}

// The table slot that holds the entry, or the empty one where it would go.
static uint32_t *find(const AukGeometryStore *store, uint64_t hash, const AukVec2 *vertices, int count)
{
    uint32_t *table = store->table.items;
    uint32_t mask = (uint32_t)store->table.count - 1;
    for (uint32_t i = (uint32_t)hash & mask;; i = (i + 1) & mask) {
        if (table[i] == 0) {
            return &table[i];
        }
        const AukGeometry *geometry = entry_at(store, table[i] - 1);
        if (geometry->hash == hash && geometry->count == count &&
            memcmp(geometry->vertices, vertices, (size_t)count * sizeof *vertices) == 0) {
            return &table[i];
        }
    }
}

static void fill_table(AukGeometryStore *store)
{
    memset(store->table.items, 0, (size_t)store->table.count * sizeof(uint32_t));
    for (uint32_t i = 0; i < (uint32_t)store->entries.count; i++) {
        const AukGeometry *geometry = entry_at(store, i);
        if (geometry->references > 0) {
            *find(store, geometry->hash, geometry->vertices, geometry->count) = i + 1;
        }
    }
}

// Keeps the table at most half full.
static bool grow_table(AukGeometryStore *store)
{
    uint32_t wanted = 16;
    while (wanted < 2 * (store->live + 1)) {
        wanted *= 2;
    }
    if ((uint32_t)store->table.count >= wanted) {
        return true;
    }
    if (!auk__buffer_resize(&store->table, sizeof(uint32_t), (int)wanted)) {
        return false;
    }
    fill_table(store);
    return true;
}

static bool free_entry(AukGeometryStore *store, uint32_t *entry)
{
    if (store->unused > 0) {
        *entry = store->unused - 1;
        store->unused = (uint32_t)entry_at(store, *entry)->count;
        return true;
    }
    AukGeometry *fresh = auk__buffer_push(&store->entries, sizeof *fresh);
    if (!fresh) {
        return false;
    }
    memset(fresh, 0, sizeof *fresh);
    *entry = (uint32_t)store->entries.count - 1;
    return true;
}

bool auk__geometry_share(AukGeometryStore *store, const AukVec2 *vertices, int count, uint32_t *entry)
{
    const uint32_t *slot = store->table.count > 0 ? find(store, hash_vertices(vertices, count), vertices, count) : NULL;
    if (!slot || *slot == 0) {
        return false;
    }
    *entry = *slot - 1;
    entry_at(store, *entry)->references++;
    return true;
}

bool auk__geometry_acquire(AukGeometryStore *store, const AukVec2 *vertices, int count, uint32_t *entry)
{
    if (auk__geometry_share(store, vertices, count, entry)) {
        return true;
    }
    if (!grow_table(store)) {
        return false;
    }
    uint64_t hash = hash_vertices(vertices, count);
    uint32_t *slot = find(store, hash, vertices, count);
    size_t size = (size_t)count * sizeof *vertices;
    AukVec2 *copy = auk__reallocate(NULL, size);
    uint32_t index;
    if (!copy || !free_entry(store, &index)) {
        auk__release(copy);
        return false;
    }
    memcpy(copy, vertices, size);
    AukGeometry *geometry = entry_at(store, index);
    geometry->vertices = copy;
    geometry->count = count;
    geometry->references = 1;
    geometry->hash = hash;
    store->live++;
    *slot = index + 1;
    *entry = index;
    return true;
}

// Takes an entry out of the table and moves the entries behind it up, so that no search meets a hole before its goal.
static void remove_from_table(AukGeometryStore *store, uint32_t *slot)
{
    uint32_t *table = store->table.items;
    uint32_t mask = (uint32_t)store->table.count - 1;
    uint32_t hole = (uint32_t)(slot - table);
    for (uint32_t i = (hole + 1) & mask; table[i] != 0; i = (i + 1) & mask) {
        uint32_t home = (uint32_t)entry_at(store, table[i] - 1)->hash & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            table[hole] = table[i];
            hole = i;
        }
    }
    table[hole] = 0;
}

void auk__geometry_drop(AukGeometryStore *store, uint32_t entry)
{
    AukGeometry *geometry = entry_at(store, entry);
    if (--geometry->references > 0) {
        return;
    }
    remove_from_table(store, find(store, geometry->hash, geometry->vertices, geometry->count));
    auk__release(geometry->vertices);
    memset(geometry, 0, sizeof *geometry);
    geometry->count = (int)store->unused;
    store->unused = entry + 1;
    store->live--;
}

const AukVec2 *auk__geometry_vertices(const AukGeometryStore *store, uint32_t entry)
{
    return entry_at(store, entry)->vertices;
}

void auk__geometry_free(AukGeometryStore *store)
{
    for (uint32_t i = 0; i < (uint32_t)store->entries.count; i++) {
        auk__release(entry_at(store, i)->vertices);
    }
    auk__buffer_free(&store->entries);
    auk__buffer_free(&store->table);
    store->live = 0;
}
