// The table of all arrays of records that a world consists of, with the functions for each. Saving, comparing, hashing,
// checking and restoring walk this table.
#ifndef AUK_WORLD_SAVE_ARRAY_TABLE_H
#define AUK_WORLD_SAVE_ARRAY_TABLE_H

#include "world/save/sink.h"
#include "world/save/snapshot.h"
#include "world/state/tile_map.h"

// The state of a check of a buffer.
typedef struct AukSnapshotCheck {
    const AukSnapshotView *view;
    AukSection section; // the section being checked
    const AukWorld *world;
    AukVertexStore *store;        // the blocks of the snapshot; references are counted here
    unsigned char *marks;         // per slot: 1 if it was found in a list
    uint64_t bodies[3], parts[3]; // number of slots in each state
    uint64_t movers;              // bodies that are not static
    bool targets;                 // some body has a target
    uint64_t edges, grids, cells; // of live parts
    AukTileValues tiles;          // that cells may have
    uint64_t unvisited;           // live parts not yet found in the list of a body
} AukSnapshotCheck;

typedef struct AukArrayKind {
    uint32_t size;   // of a record
    uint32_t wide;   // number of 64-bit members at its beginning, hashed as such; the others have 32 bits
    uint32_t hashed; // number of bytes at its beginning that are hashed
    bool detail;     // of the structure; if it alone differs, a restore writes just the details, see restore_rest()
    size_t buffer;   // offset in AukWorld of the AukBuffer with the same number of items
    bool raw;        // same layout in memory and in a snapshot; `buffer` is then all that is written and read
    uint64_t (*count)(const AukWorld *world); // if no buffer has the same number of items
    void (*write)(const AukWorld *world, AukSink *sink);
    bool (*check)(AukSnapshotCheck *check);                     // null: it is checked together with another array
    void (*read)(AukWorld *world, const AukSnapshotView *view); // null: it is read together with another array
} AukArrayKind;

extern const AukArrayKind auk__array_kinds[AUK_SECTION_COUNT];

// The buffer of an array that has one.
static inline AukBuffer *auk__array_buffer(const AukWorld *world, AukSection section)
{
    return (AukBuffer *)((char *)(uintptr_t)world + auk__array_kinds[section].buffer);
}

uint64_t auk__array_count(const AukWorld *world, AukSection section);

// Also flushes the sink.
void auk__array_write(const AukWorld *world, AukSection section, AukSink *sink);

// True if the array is valid, or is checked together with another.
bool auk__array_check(AukSnapshotCheck *check, AukSection section);

void auk__array_read(AukWorld *world, AukSnapshotView *view, AukSection section);

#endif
