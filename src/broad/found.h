// Pairs as they are found, in any order, then sorted and published. A key is one slot << 32 | the other. Publishing
// puts the smaller slot first and drops the top bit of each (AUK_ENTRY_HOME). Invariant: the room left is checked
// before keys are written.
#ifndef AUK_BROAD_FOUND_H
#define AUK_BROAD_FOUND_H

#include "auk/broad.h"
#include "base/buffer.h"
#include "base/parallel.h"
#include "broad/box_slots.h"

typedef struct AukPairList {
    AukBuffer keys;    // uint64_t
    AukBuffer scratch; // uint64_t, for sorting
    int limit;         // more pairs than this are an error; 0 is no limit
    bool borrowed;     // the memory is part of another list's and cannot grow

    const AukMask *masks; // by slot: those that do not meet are left out; null if all do
} AukPairList;

// Makes room for `extra` more keys behind the first `count`. AUK_ERROR_PAIR_LIMIT if `count` passes the limit already.
AukStatus auk__found_grow(AukPairList *found, int count, int extra);

// Room for `extra` more keys behind those there are, so that they can be written without looking.
static inline AukStatus auk__found_room(AukPairList *found, int extra)
{
    return found->keys.count <= found->keys.capacity - extra ? AUK_OK
                                                             : auk__found_grow(found, found->keys.count, extra);
}

static inline uint64_t auk__found_key(uint32_t i, uint32_t j)
{
    return (uint64_t)i << 32 | j;
}

static inline bool auk__key_meets(const AukMask *masks, uint64_t key)
{
    return auk__masks_meet(masks[(uint32_t)(key >> 32) & 0x7fffffffu], masks[(uint32_t)key & 0x7fffffffu]);
}

// Leaves out those keys from `first` on whose slots do not meet. Gives their number.
static inline int auk__found_sift(AukPairList *found, int first)
{
    if (!found->masks) {
        return 0;
    }
    uint64_t *keys = found->keys.items;
    int kept = first, count = found->keys.count;
    for (int i = first; i < count; i++) {
        uint64_t key = keys[i];
        keys[kept] = key;
        kept += auk__key_meets(found->masks, key);
    }
    found->keys.count = kept;
    return count - kept;
}

// Adds one key, if its two slots meet.
static inline AukStatus auk__found_add(AukPairList *found, uint64_t key)
{
    if (found->masks && !auk__key_meets(found->masks, key)) {
        return AUK_OK;
    }
    AukStatus status = auk__found_room(found, 1);
    if (!status) {
        ((uint64_t *)found->keys.items)[found->keys.count++] = key;
    }
    return status;
}

// Sorts the keys and turns each into an AukBroadPair, in place. `slots` is above every number in a key.
AukStatus auk__found_sort(AukBuffer *keys, AukBuffer *scratch, int slots, const AukParallel *parallel);

// Sorts the keys and makes them the contents of `pairs`. `slots` is above every number in a key.
// On failure `pairs` is untouched.
AukStatus auk__found_publish(AukPairList *found, int slots, const AukParallel *parallel, AukBuffer *pairs);

// Makes what is in `found`, sorted pairs by now, the contents of `pairs`, and `found` empty.
void auk__found_swap(AukPairList *found, AukBuffer *pairs);

void auk__found_free(AukPairList *found);

#endif
