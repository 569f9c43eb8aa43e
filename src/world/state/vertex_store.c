// Interning by content: a hash table with linear probing, at most half full. Removal moves the entries that follow up,
// so there are no tombstones. Unused entries form a chain through their `count`.
#include "world/state/vertex_store.h"

#include "auk/geom.h"
#include "base/alloc.h"
#include "base/hash64.h"
#include "base/zero.h"
#include "geom/pairs4.h"

#include <string.h>

static AukVertexBlock *vertex_store_entry_at(const AukVertexStore *store, uint32_t entry)
{
    return (AukVertexBlock *)store->entries.items + entry;
}

// A copy of three or more vertices. The copy of a small polygon is padded by repeating its first vertices, as far as
// pairs4.c reads.
static AukVec2 *copy_vertices(const void *vertices, int count)
{
    int room = count < AUK_PAIRS4_VERTICES ? AUK_PAIRS4_VERTICES : count;
    AukVec2 *copy = auk__reallocate(NULL, (size_t)room * sizeof *copy);
    if (copy) {
        memcpy(copy, vertices, (size_t)count * sizeof *copy);
        for (int i = 0; i < count; i++) {
            copy[i] = auk__one_zero_vec(copy[i]);
        }
        for (int i = count; i < room; i++) {
            copy[i] = copy[i - count];
        }
    }
    return copy;
}

static uint64_t hash_vertices(const AukVec2 *vertices, int count)
{
    uint64_t hash = AUK_HASH_START;
    for (int i = 0; i < count; i++) {
        AukVec2 vertex = auk__one_zero_vec(vertices[i]);
        hash = auk__hash_float(auk__hash_float(hash, vertex.x), vertex.y);
    }
    return hash;
}

static bool same_vertices(const AukVec2 *kept, const AukVec2 *vertices, int count)
{
    bool same = true;
    for (int i = 0; i < count && same; i++) {
        AukVec2 vertex = auk__one_zero_vec(vertices[i]);
        same = memcmp(&kept[i], &vertex, sizeof vertex) == 0;
    }
    return same;
}

// The table slot of the entry with these vertices, or the empty slot for it.
static uint32_t *vertex_store_find(const AukVertexStore *store, uint64_t hash, const AukVec2 *vertices, int count)
{
    uint32_t *table = store->table.items;
    uint32_t mask = (uint32_t)store->table.count - 1;
    for (uint32_t i = (uint32_t)hash & mask;; i = (i + 1) & mask) {
        if (table[i] == 0) {
            return &table[i];
        }
        const AukVertexBlock *block = vertex_store_entry_at(store, table[i] - 1);
        if (block->hash == hash && block->count == count && same_vertices(block->vertices, vertices, count)) {
            return &table[i];
        }
    }
}

static void fill_table(AukVertexStore *store)
{
    memset(store->table.items, 0, (size_t)store->table.count * sizeof(uint32_t));
    for (uint32_t i = 0; i < (uint32_t)store->entries.count; i++) {
        const AukVertexBlock *block = vertex_store_entry_at(store, i);
        if (block->references > 0) {
            *vertex_store_find(store, block->hash, block->vertices, block->count) = i + 1;
        }
    }
}

// Keeps the table at most half full.
static bool grow_table(AukVertexStore *store)
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

static bool free_entry(AukVertexStore *store, uint32_t *entry)
{
    if (store->unused > 0) {
        *entry = store->unused - 1;
        store->unused = (uint32_t)vertex_store_entry_at(store, *entry)->count;
        return true;
    }
    AukVertexBlock *fresh = auk__buffer_push(&store->entries, sizeof *fresh);
    if (!fresh) {
        return false;
    }
    memset(fresh, 0, sizeof *fresh);
    *entry = (uint32_t)store->entries.count - 1;
    return true;
}

bool auk__vertex_store_share(AukVertexStore *store, const AukVec2 *vertices, int count, uint32_t *entry)
{
    const uint32_t *slot =
        store->table.count > 0 ? vertex_store_find(store, hash_vertices(vertices, count), vertices, count) : NULL;
    if (!slot || *slot == 0) {
        return false;
    }
    *entry = *slot - 1;
    vertex_store_entry_at(store, *entry)->references++;
    return true;
}

bool auk__vertex_store_acquire(AukVertexStore *store, const AukVec2 *vertices, int count, uint32_t *entry)
{
    if (auk__vertex_store_share(store, vertices, count, entry)) {
        return true;
    }
    if (!grow_table(store)) {
        return false;
    }
    uint64_t hash = hash_vertices(vertices, count);
    uint32_t *slot = vertex_store_find(store, hash, vertices, count);
    AukVec2 *copy = copy_vertices(vertices, count);
    uint32_t index;
    if (!copy || !free_entry(store, &index)) {
        auk__release(copy);
        return false;
    }
    AukVertexBlock *block = vertex_store_entry_at(store, index);
    block->vertices = copy;
    block->count = count;
    block->references = 1;
    block->hash = hash;
    store->live++;
    *slot = index + 1;
    *entry = index;
    return true;
}

// Removes an entry from the table, and moves the entries that follow it up, so that no search ends at a hole before its
// goal.
static void remove_from_table(AukVertexStore *store, uint32_t *slot)
{
    uint32_t *table = store->table.items;
    uint32_t mask = (uint32_t)store->table.count - 1;
    uint32_t hole = (uint32_t)(slot - table);
    for (uint32_t i = (hole + 1) & mask; table[i] != 0; i = (i + 1) & mask) {
        uint32_t home = (uint32_t)vertex_store_entry_at(store, table[i] - 1)->hash & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            table[hole] = table[i];
            hole = i;
        }
    }
    table[hole] = 0;
}

void auk__vertex_store_drop(AukVertexStore *store, uint32_t entry)
{
    AukVertexBlock *block = vertex_store_entry_at(store, entry);
    if (--block->references > 0) {
        return;
    }
    remove_from_table(store, vertex_store_find(store, block->hash, block->vertices, block->count));
    auk__release(block->vertices);
    memset(block, 0, sizeof *block);
    block->count = (int)store->unused;
    store->unused = entry + 1;
    store->live--;
}

void auk__vertex_store_undo(AukVertexStore *store, int entries, const uint32_t *added, int count)
{
    for (int i = count - 1; i >= 0; i--) {
        if (added[i] == UINT32_MAX) {
            continue;
        }
        auk__vertex_store_drop(store, added[i]);
        if (store->entries.count > entries && store->unused == (uint32_t)store->entries.count) {
            store->unused = (uint32_t)vertex_store_entry_at(store, store->unused - 1)->count;
            store->entries.count--;
        }
    }
}

const AukVec2 *auk__vertex_store_vertices(const AukVertexStore *store, uint32_t entry)
{
    return vertex_store_entry_at(store, entry)->vertices;
}

void auk__vertex_store_free(AukVertexStore *store)
{
    for (uint32_t i = 0; i < (uint32_t)store->entries.count; i++) {
        auk__release(vertex_store_entry_at(store, i)->vertices);
    }
    auk__buffer_free(&store->entries);
    auk__buffer_free(&store->table);
    store->live = 0;
}

// ---- for snapshots --------------------------------------------------------------------------------------------

// Sets the vertices of an entry: the store's block if it holds the same vertices, else a copy, which is checked.
static AukStatus draft_vertices(const AukVertexStore *store, uint32_t entry, const void *vertices, int count,
                                AukVertexBlock *block)
{
    size_t size = (size_t)count * sizeof(AukVec2);
    block->count = count;
    if (entry < (uint32_t)store->entries.count) {
        const AukVertexBlock *known = vertex_store_entry_at(store, entry);
        if (known->references > 0 && known->count == count && memcmp(known->vertices, vertices, size) == 0) {
            block->vertices = known->vertices;
            block->hash = known->hash;
            return AUK_OK;
        }
    }
    block->vertices = copy_vertices(vertices, count);
    if (!block->vertices) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    block->hash = hash_vertices(block->vertices, count);
    bool good = memcmp(block->vertices, vertices, size) == 0 && // false for -0, which the copy lacks
                auk_shape_polygon(block->vertices, count, 0.0f).status == AUK_OK;
    return good ? AUK_OK : AUK_ERROR_DAMAGED;
}

static AukStatus draft_entries(const AukVertexStore *store, AukVertexStore *draft, const char *records, int count,
                               const char *vertices, uint64_t vertex_count)
{
    AukStatus status = AUK_OK;
    for (int i = 0; i < count && !status; i++) {
        AukVertexBlockRecord record;
        memcpy(&record, records + (size_t)i * sizeof record, sizeof record);
        AukVertexBlock *block = vertex_store_entry_at(draft, (uint32_t)draft->entries.count++);
        memset(block, 0, sizeof *block);
        if (record.references == 0) {
            block->count = record.count;
        } else if (record.count < 3 || (uint64_t)record.count > vertex_count) {
            status = AUK_ERROR_DAMAGED;
        } else {
            status = draft_vertices(store, (uint32_t)i, vertices, record.count, block);
            vertices += (size_t)record.count * sizeof(AukVec2);
            vertex_count -= (uint64_t)record.count;
            draft->live++;
        }
    }
    return status || vertex_count == 0 ? status : AUK_ERROR_DAMAGED;
}

// Builds the table of a draft. False if two entries are equal.
static bool draft_table(AukVertexStore *draft)
{
    memset(draft->table.items, 0, (size_t)draft->table.count * sizeof(uint32_t));
    for (uint32_t i = 0; i < (uint32_t)draft->entries.count; i++) {
        const AukVertexBlock *block = vertex_store_entry_at(draft, i);
        uint32_t *slot = block->vertices ? vertex_store_find(draft, block->hash, block->vertices, block->count) : NULL;
        if (slot && *slot != 0) {
            return false;
        }
        if (slot) {
            *slot = i + 1;
        }
    }
    return true;
}

// True if the chain has as many links as there are unused entries and then ends: then it visits each of them once.
static bool draft_chain(const AukVertexStore *draft)
{
    uint32_t count = (uint32_t)draft->entries.count, next = draft->unused;
    for (uint32_t i = draft->live; i < count; i++) {
        if (next == 0 || next > count || vertex_store_entry_at(draft, next - 1)->vertices) {
            return false;
        }
        next = (uint32_t)vertex_store_entry_at(draft, next - 1)->count;
    }
    return next == 0;
}

// Reserves the buffers of a draft: as large as those of the store, since the two are swapped, and large enough for the
// table to be half full.
static bool draft_room(const AukVertexStore *store, AukVertexStore *draft, int count)
{
    int wanted = store->table.count > 16 ? store->table.count : 16;
    while (wanted < 2 * ((int64_t)count + 1) && wanted < 1 << 30) {
        wanted *= 2;
    }
    int entries = store->entries.capacity > count ? store->entries.capacity : count;
    // A buffer that grows becomes larger than was asked for. If the draft grew, the two would overtake each other, and
    // with each restore they were larger by a fifth. A new one has the exact size, and the old one holds nothing.
    if (draft->entries.capacity < entries) {
        auk__buffer_free(&draft->entries);
    }
    return count < 1 << 28 && auk__buffer_reserve(&draft->entries, sizeof(AukVertexBlock), entries) &&
           auk__buffer_resize(&draft->table, sizeof(uint32_t), wanted);
}

AukStatus auk__vertex_store_draft(const AukVertexStore *store, AukVertexStore *draft, const void *records, int count,
                                  uint32_t unused, const void *vertices, uint64_t vertex_count)
{
    if (!draft_room(store, draft, count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    draft->live = 0;
    draft->unused = unused;
    AukStatus status = draft_entries(store, draft, records, count, vertices, vertex_count);
    if (!status && !(draft_chain(draft) && draft_table(draft))) {
        status = AUK_ERROR_DAMAGED;
    }
    if (status) {
        auk__vertex_store_discard(store, draft);
    }
    return status;
}

// Frees the blocks of `store` that `other` does not share.
static void vertex_store_release_unshared(const AukVertexStore *store, const AukVertexStore *other)
{
    for (uint32_t i = 0; i < (uint32_t)store->entries.count; i++) {
        AukVec2 *vertices = vertex_store_entry_at(store, i)->vertices;
        if (i >= (uint32_t)other->entries.count || vertex_store_entry_at(other, i)->vertices != vertices) {
            auk__release(vertices);
        }
    }
}

void auk__vertex_store_adopt(AukVertexStore *store, AukVertexStore *draft)
{
    vertex_store_release_unshared(store, draft);
    AukVertexStore old = *store;
    *store = *draft;
    *draft = old;
    draft->entries.count = 0;
}

void auk__vertex_store_discard(const AukVertexStore *store, AukVertexStore *draft)
{
    vertex_store_release_unshared(draft, store);
    draft->entries.count = 0;
}
