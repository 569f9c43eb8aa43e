// Pairs of bodies that were told not to meet, as a set: found by hashing, and listed by body for when one dies.
#ifndef AUK_WORLD_STATE_EXCLUDED_PAIRS_H
#define AUK_WORLD_STATE_EXCLUDED_PAIRS_H

#include "auk/world.h"
#include "base/buffer.h"

// Two bodies, the smaller index first. For each of them the entry is in a ring of its entries, in order of the other.
typedef struct AukExcludedPair {
    uint32_t body[2];
    uint32_t next[2], prev[2]; // entries; next[0] of an unused one: the entry + 1 that was freed before it
} AukExcludedPair;

// {0} is an empty set.
typedef struct AukExcludedPairs {
    AukBuffer entries; // AukExcludedPair
    AukBuffer table;   // uint32_t: open addressing, entry + 1, 0 is empty; a power of two in size
    AukBuffer first; // uint32_t per body: its entry with the smallest other body, or UINT32_MAX; later bodies have none
    uint32_t unused; // entry + 1 that was freed last; 0 ends the chain
    int count;
} AukExcludedPairs;

// Room for `count` pairs of bodies below `bodies`. False if there is no memory, and nothing has changed.
bool auk__excluded_pairs_reserve(AukExcludedPairs *set, int count, int bodies);
void auk__excluded_pairs_free(AukExcludedPairs *set);

// Empties the set and keeps its memory.
void auk__excluded_pairs_clear(AukExcludedPairs *set);

// Adds a pair that is not in the set, a < b; the room has been reserved.
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

// Walks all pairs in ascending order: AukExcludedPairCursor c = {0, UINT32_MAX}; while (auk__excluded_pairs_next(set,
// &c, pair))
// ...
typedef struct AukExcludedPairCursor {
    uint32_t body, entry; // UINT32_MAX: the body's first is next
} AukExcludedPairCursor;

bool auk__excluded_pairs_next(const AukExcludedPairs *set, AukExcludedPairCursor *cursor, uint32_t pair[2]);

// Forgets all pairs of bodies that do not meet and of which this is one.
void auk__body_meet_all(AukWorld *world, uint32_t index);

#endif
