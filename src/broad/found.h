// Pairs on their way out: found in any order, then sorted and published.
// Invariant: each key is a << 32 | b with a < b; the room left is checked before keys are written.
#ifndef AUK_BROAD_FOUND_H
#define AUK_BROAD_FOUND_H

#include "auk/broad.h"
#include "base/buffer.h"

typedef struct AukPairList {
    AukBuffer keys;    // uint64_t
    AukBuffer scratch; // uint64_t, for sorting
    int limit;         // more pairs than this are an error; 0 is no limit
} AukPairList;

// Makes room for `extra` more keys behind the first `count`. AUK_ERROR_PAIR_LIMIT if `count` passes the limit already.
AukStatus auk__found_grow(AukPairList *found, int count, int extra);

static inline uint64_t auk__found_key(uint32_t i, uint32_t j)
{
    return i < j ? (uint64_t)i << 32 | j : (uint64_t)j << 32 | i;
}

// Adds one key.
static inline AukStatus auk__found_add(AukPairList *found, uint64_t key)
{
    if (found->keys.count == found->keys.capacity) {
        AukStatus status = auk__found_grow(found, found->keys.count, 1);
        if (status) {
            return status;
        }
    }
    ((uint64_t *)found->keys.items)[found->keys.count++] = key;
    return AUK_OK;
}

// Sorts the keys and makes them the contents of `pairs`. `slots` is above every number in a key.
// On failure `pairs` is untouched.
AukStatus auk__found_publish(AukPairList *found, int slots, AukBuffer *pairs);

void auk__found_free(AukPairList *found);

#endif
