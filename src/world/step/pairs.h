// Phase three: filters the candidates of the broad phase. The broad phase itself applies groups and the low 16
// categories to parts that are filtered by mask; late pairs are filtered in ccd_pairs.c, by auk__filters_meet() too.
#ifndef AUK_WORLD_STEP_PAIRS_H
#define AUK_WORLD_STEP_PAIRS_H

#include "world/state/world_state.h"

// pairs of the broad phase -> pairs that pass the filters, sorted by (body a, body b, shape a, shape b)
AukStatus auk__pairs_filter(AukWorld *world);

// The same for given pairs of parts, which the masks of the broad phase do not exclude.
AukStatus auk__pairs_filter_found(AukWorld *world, AukBroadPairs found);

// auk__parts_meet() is true if no filter excludes two parts, at any distance. Most parts are unfiltered and need only
// their flag. auk__filters_meet() checks the rest: filters, owners and excluded pairs. Parts that are filtered by cell
// are left to auk__cells_let_meet().
bool auk__filters_meet(const AukBodies *bodies, const AukParts *parts, const AukExcludedPairs *excluded,
                       const AukPart *a, const AukPart *b);

static inline bool auk__parts_meet(const AukBodies *bodies, const AukParts *parts, const AukExcludedPairs *excluded,
                                   const AukPart *a, const AukPart *b)
{
    return a->body != b->body && ((a->unfiltered && b->unfiltered) || auk__filters_meet(bodies, parts, excluded, a, b));
}

bool auk__same_owner(const AukBodies *bodies, uint32_t a, uint32_t b);

// The pair of two parts; a is the part of the body with the smaller index.
AukPair auk__pair_make(const AukBodies *bodies, const AukParts *parts, uint32_t part_a, uint32_t part_b);

bool auk__pair_precedes(const AukPair *a, const AukPair *b);

// Reserves memory for `count` pairs and for sorting `sorted` records. False if there is no memory.
bool auk__pairs_reserve(AukPairWork *pairs, int count, int sorted);

// Sorts the pairs of the step. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__pairs_sort(AukPairWork *pair_work);

// Releases its memory.
void auk__pairs_release(AukPairWork *pairs);

#endif
