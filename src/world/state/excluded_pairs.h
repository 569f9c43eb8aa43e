// The set of pairs of bodies that were told not to meet. Pairs are found by hashing, and listed by body so that the
// pairs of a destroyed body can be removed.
#ifndef AUK_WORLD_STATE_EXCLUDED_PAIRS_H
#define AUK_WORLD_STATE_EXCLUDED_PAIRS_H

#include "auk/world.h"
#include "base/buffer.h"

// Two bodies, the smaller index first. The entry is in one ring for each of the two bodies; a ring is sorted by the
// other body.
typedef struct AukExcludedPair {
    uint32_t body[2];
    uint32_t next[2], prev[2]; // entries; in an unused entry next[0] is 1 + the entry that was freed before it
} AukExcludedPair;

// {0} is an empty set.
typedef struct AukExcludedPairs {
    AukBuffer entries; // AukExcludedPair
    AukBuffer table;   // uint32_t: open addressing, entry + 1; 0 is empty; the size is a power of two
    AukBuffer first;   // uint32_t per body: its entry with the smallest other body, or UINT32_MAX; the rest have none
    uint32_t unused;   // 1 + the entry that was freed last; 0 ends the chain
    int count;
} AukExcludedPairs;

// Reserves memory for `count` pairs of bodies below `bodies`. False if there is no memory; then nothing has changed.
bool auk__excluded_pairs_reserve(AukExcludedPairs *set, int count, int bodies);
void auk__excluded_pairs_free(AukExcludedPairs *set);

// Empties the set and keeps its memory.
void auk__excluded_pairs_clear(AukExcludedPairs *set);

// Adds a pair that is not in the set, with a < b. The memory has been reserved.
void auk__excluded_pairs_add(AukExcludedPairs *set, uint32_t a, uint32_t b);

// Removes a pair that is in the set.
void auk__excluded_pairs_remove(AukExcludedPairs *set, uint32_t a, uint32_t b);

bool auk__excluded_pairs_find(const AukExcludedPairs *set, uint32_t a, uint32_t b);

// The other body of the first pair that a body is in, or UINT32_MAX.
static inline uint32_t auk__excluded_pairs_partner(const AukExcludedPairs *set, uint32_t body)
{
    uint32_t entry = body < (uint32_t)set->first.count ? ((const uint32_t *)set->first.items)[body] : UINT32_MAX;
    if (entry == UINT32_MAX) {
        return UINT32_MAX;
    }
    const AukExcludedPair *it = (const AukExcludedPair *)set->entries.items + entry;
    return it->body[0] == body ? it->body[1] : it->body[0];
}

static inline bool auk__is_excluded(const AukExcludedPairs *set, uint32_t a, uint32_t b)
{
    return set->count > 0 && auk__excluded_pairs_find(set, a, b);
}

// Walks all pairs in ascending order:
// AukExcludedPairCursor c = {0, UINT32_MAX}; while (auk__excluded_pairs_next(set, &c, pair)) ...
typedef struct AukExcludedPairCursor {
    uint32_t body, entry; // UINT32_MAX: the first entry of the body is next
} AukExcludedPairCursor;

bool auk__excluded_pairs_next(const AukExcludedPairs *set, AukExcludedPairCursor *cursor, uint32_t pair[2]);

// Removes all excluded pairs of a body.
void auk__body_meet_all(AukWorld *world, uint32_t index);

#endif
