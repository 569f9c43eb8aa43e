// Snapshots in memory of their own.
#ifndef AUK_TESTS_SUPPORT_SAVED_H
#define AUK_TESTS_SUPPORT_SAVED_H

#include "auk/snapshot.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

// A snapshot, or a delta between two. The test frees the bytes.
typedef struct Saved {
    unsigned char *bytes;
    uint64_t size;
} Saved;

// Writes a snapshot into memory that holds another byte each time, so that comparisons show a byte that is not written.
static inline Saved take_snapshot(const AukWorld *world)
{
    static unsigned char garbage;
    garbage = (unsigned char)(garbage + 0x5b);
    Saved snapshot = {NULL, auk_world_snapshot_size(world)};
    snapshot.bytes = malloc((size_t)snapshot.size);
    memset(snapshot.bytes, garbage, (size_t)snapshot.size);
    cr_assert_eq(auk_world_snapshot(world, snapshot.bytes, snapshot.size), AUK_OK);
    return snapshot;
}

static inline bool same_bytes(const Saved *a, const Saved *b)
{
    return a->size == b->size && memcmp(a->bytes, b->bytes, (size_t)a->size) == 0;
}

#endif
