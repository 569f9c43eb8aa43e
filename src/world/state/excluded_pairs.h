// Pairs of bodies that were told not to meet, as a set: found by hashing, and listed by body for when one dies.
#ifndef AUK_WORLD_STATE_EXCLUDED_PAIRS_H
#define AUK_WORLD_STATE_EXCLUDED_PAIRS_H

#include "auk/world.h"
#include "base/buffer.h"

// Two bodies, the smaller index first. For each of them the entry is in a ring of its entries, in order of the other.
typedef struct AukIgnored {
    uint32_t body[2];
    uint32_t next[2], prev[2]; // entries; next[0] of an unused one: the entry + 1 that was freed before it
} AukIgnored;

// {0} is an empty set.
typedef struct AukIgnoreSet {
    AukBuffer entries; // AukIgnored
    AukBuffer table;   // uint32_t: open addressing, entry + 1, 0 is empty; a power of two in size
    AukBuffer first; // uint32_t per body: its entry with the smallest other body, or UINT32_MAX; later bodies have none
    uint32_t unused; // entry + 1 that was freed last; 0 ends the chain
    int count;
} AukIgnoreSet;

// Room for `count` pairs of bodies below `bodies`. False if there is no memory, and nothing has changed.
bool auk__ignored_reserve(AukIgnoreSet *set, int count, int bodies);
void auk__ignored_free(AukIgnoreSet *set);

// Empties the set and keeps its memory.
void auk__ignored_clear(AukIgnoreSet *set);

// Adds a pair that is not in the set, a < b; the room has been reserved.
void auk__ignored_add(AukIgnoreSet *set, uint32_t a, uint32_t b);

// Removes a pair that is in the set.
void auk__ignored_remove(AukIgnoreSet *set, uint32_t a, uint32_t b);

bool auk__ignored_find(const AukIgnoreSet *set, uint32_t a, uint32_t b);

// The other body of the first pair that a body is in, or UINT32_MAX.
static inline uint32_t auk__ignored_partner(const AukIgnoreSet *set, uint32_t body)
{
    uint32_t entry = body < (uint32_t)set->first.count ? ((const uint32_t *)set->first.items)[body] : UINT32_MAX;
    if (entry == UINT32_MAX) {
        return UINT32_MAX;
    }
    const AukIgnored *it = (const AukIgnored *)set->entries.items + entry;
    return it->body[0] == body ? it->body[1] : it->body[0];
}

static inline bool auk__is_ignored(const AukIgnoreSet *set, uint32_t a, uint32_t b)
{
    return set->count > 0 && auk__ignored_find(set, a, b);
}

// Walks all pairs in ascending order: AukIgnoredCursor c = {0, UINT32_MAX}; while (auk__ignored_next(set, &c, pair))
// ...
typedef struct AukIgnoredCursor {
    uint32_t body, entry; // UINT32_MAX: the body's first is next
} AukIgnoredCursor;

bool auk__ignored_next(const AukIgnoreSet *set, AukIgnoredCursor *cursor, uint32_t pair[2]);

// Forgets all pairs of bodies that do not meet and of which this is one.
void auk__body_meet_all(AukWorld *world, uint32_t index);

#endif
