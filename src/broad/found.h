// The pairs of an update: a list of unsorted keys, which is then sorted and published. A key is one slot << 32 | the
// other slot. Sorting puts the smaller slot first and clears the top bit of each (AUK_ENTRY_FIRST).
// Invariant: keys are written only after memory for them has been reserved.
#ifndef AUK_BROAD_FOUND_H
#define AUK_BROAD_FOUND_H

#include "auk/broad.h"
#include "base/buffer.h"
#include "broad/box_slots.h"
#include "broad/strips.h"

typedef struct AukPairList {
    AukBuffer keys; // uint64_t
    int limit;      // more pairs than this are an error; 0 is no limit
    bool borrowed;  // the memory belongs to another list and cannot grow

    const AukFilterMask *masks; // by slot: pairs whose masks do not meet are left out; null if all masks meet
} AukPairList;

// Reserves memory for `extra` keys after the first `count`. AUK_ERROR_PAIR_LIMIT if `count` exceeds the limit.
AukStatus auk__found_grow(AukPairList *found, int count, int extra);

// Reserves memory for `extra` keys after the present ones, so that a loop can write them without further checks.
static inline AukStatus auk__found_room(AukPairList *found, int extra)
{
    return found->keys.count <= found->keys.capacity - extra ? AUK_OK
                                                             : auk__found_grow(found, found->keys.count, extra);
}

static inline uint64_t auk__found_key(uint32_t i, uint32_t j)
{
    return (uint64_t)i << 32 | j;
}

static inline bool auk__key_meets(const AukFilterMask *masks, uint64_t key)
{
    return auk__masks_meet(masks[(uint32_t)(key >> 32) & 0x7fffffffu], masks[(uint32_t)key & 0x7fffffffu]);
}

// Removes the keys from `first` on whose masks do not meet. Returns the number of removed keys.
static inline int auk__found_drop_masked(AukPairList *found, int first)
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

// Adds one key if the masks of its slots meet.
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

// Sorts the keys and turns each into an AukBroadPair, in place. `slots` is above every slot in a key.
AukStatus auk__found_sort(AukBuffer *keys, AukWork *work, int slots);

// Sorts the keys and makes them the contents of `pairs`. `slots` is above every slot in a key. On failure `pairs` is
// unchanged.
AukStatus auk__found_publish(AukPairList *found, AukWork *work, int slots, AukBuffer *pairs);

// Moves the contents of `found`, which must be sorted pairs, to `pairs` and empties `found`.
void auk__found_swap(AukPairList *found, AukBuffer *pairs);

void auk__found_free(AukPairList *found);

#endif
