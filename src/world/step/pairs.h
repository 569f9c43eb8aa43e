// Phase three: which candidates of the broad phase count. The one filter of pairs.
#ifndef AUK_WORLD_STEP_PAIRS_H
#define AUK_WORLD_STEP_PAIRS_H

#include "world/state/world_state.h"

// pairs of the broad phase -> pairs that count, sorted by (body a, body b, shape a, shape b)
AukStatus auk__pairs_filter(AukWorld *world);

// True if two parts meet at all, whether near or not: the one filter of pairs. Most parts are plain and need no more
// than a look; what is asked of the others; and a part of that, by bodies.
bool auk__filters_meet(const AukBodies *bodies, const AukExcludedPairs *excluded, const AukPart *a, const AukPart *b);

static inline bool auk__parts_meet(const AukBodies *bodies, const AukExcludedPairs *excluded, const AukPart *a,
                                   const AukPart *b)
{
    return a->body != b->body && ((a->unfiltered && b->unfiltered) || auk__filters_meet(bodies, excluded, a, b));
}

bool auk__same_owner(const AukBodies *bodies, uint32_t a, uint32_t b);

// The pair of two parts, a being the one of the smaller body.
AukPair auk__pair_make(const AukBodies *bodies, const AukParts *parts, uint32_t part_a, uint32_t part_b);

bool auk__pair_precedes(const AukPair *a, const AukPair *b);

// Room for so many pairs, and for sorting so many records. False if there is no memory.
bool auk__pairs_reserve(AukPairWork *pairs, int count, int sorted);

// Sorts the pairs of the step. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__pairs_sort(AukPairWork *pair_work);

// Releases its memory.
void auk__pairs_release(AukPairWork *pairs);

#endif
