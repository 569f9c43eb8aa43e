// The pairs of an update: a list of unsorted keys, which is then sorted and published. A key is one slot << 32 | the
// other slot. Sorting puts the smaller slot first and clears the top bit of each (AUK_ENTRY_FIRST).
// Invariant: keys are written only after memory for them has been reserved. Some searches also find what is no pair. It
// must not take the memory that pairs were promised, nor count for their limit: a list that is full is sieved before it
// grows.
#ifndef AUK_BROAD_FOUND_H
#define AUK_BROAD_FOUND_H

#include "auk/broad.h"
#include "base/buffer.h"
#include "broad/box_slots.h"
#include "broad/strips.h"

// Which keys are no pairs. {0}: none.
typedef struct AukPairSieve {
    const struct AukPaths *paths; // those of a mover and a static box off its path; null: all are on it
    const AukBounds *bounds;      // of slots, for `paths`
    const AukSlot *slots;         // for `paths` and `dead`
    bool dead;                    // those whose second slot has left the index that was searched
    bool masked;                  // those whose masks do not meet
} AukPairSieve;

typedef struct AukPairList {
    AukBuffer keys; // uint64_t
    int limit;      // more pairs than this are an error; 0 is no limit
    bool borrowed;  // the memory belongs to another list and cannot grow

    const AukFilterMask *masks; // by slot: pairs whose masks do not meet are left out; null if all masks meet

    AukPairSieve sieve;
    int sieved; // keys before this one are pairs
} AukPairList;

// From here on keys are added that the sieve drops too, besides the one that the list has, which is returned.
AukPairSieve auk__found_sieve_begin(AukPairList *found, AukPairSieve more);

// Drops them, and gives the list the sieve that it had before.
void auk__found_sieve_end(AukPairList *found, AukPairSieve before);

// Reserves memory for `extra` keys after the first `count`: all keys, if the list has a sieve, which may then have
// fewer. AUK_ERROR_PAIR_LIMIT if there are more than the limit.
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
