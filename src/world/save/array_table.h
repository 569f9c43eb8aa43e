// The one description of the state: which arrays of records a world is made of, and for each of them all that is done
// with it. Saving, comparing, hashing, checking and restoring walk this table.
#ifndef AUK_WORLD_SAVE_ARRAY_TABLE_H
#define AUK_WORLD_SAVE_ARRAY_TABLE_H

#include "world/save/sink.h"
#include "world/save/snapshot.h"

// A buffer that is being checked, and what has been met so far.
typedef struct AukSnapshotCheck {
    const AukSnapshotView *view;
    AukSection section; // the one that is being checked
    const AukWorld *world;
    AukVertexStore *store;        // those of the snapshot; references are counted here
    unsigned char *marks;         // per slot: met in a list
    uint64_t bodies[3], parts[3]; // slots of each state
    uint64_t movers;              // bodies that are not static
    uint64_t edges, grids, cells; // of parts that live
    uint64_t unvisited;           // parts that live and have not been met in the list of a body
} AukSnapshotCheck;

typedef struct AukArrayKind {
    uint32_t size;   // of a record
    uint32_t wide;   // numbers of 64 bits at its beginning; the others have 32
    uint32_t hashed; // bytes at its beginning that the hash takes
    bool detail;     // structure that a restore changes where nothing else of it differs
    size_t buffer;   // in AukWorld, of the AukBuffer that has as many items
    bool raw;        // and whose items lie in memory as in a snapshot; `buffer` is then all there is to write and read
    uint64_t (*count)(const AukWorld *world); // where no buffer has as many items
    void (*write)(const AukWorld *world, AukSink *sink);
    bool (*check)(AukSnapshotCheck *check);                     // null: it is checked with another
    void (*read)(AukWorld *world, const AukSnapshotView *view); // null: it is read with another
} AukArrayKind;

extern const AukArrayKind auk__array_kinds[AUK_SECTION_COUNT];

// The buffer of an array that has one.
static inline AukBuffer *auk__array_buffer(const AukWorld *world, AukSection section)
{
    return (AukBuffer *)((char *)(uintptr_t)world + auk__array_kinds[section].buffer);
}

uint64_t auk__array_count(const AukWorld *world, AukSection section);

// Flushes the sink, too.
void auk__array_write(const AukWorld *world, AukSection section, AukSink *sink);

// True if it has been found good, or is checked with another.
bool auk__array_check(AukSnapshotCheck *check, AukSection section);

void auk__array_read(AukWorld *world, AukSnapshotView *view, AukSection section);

#endif
