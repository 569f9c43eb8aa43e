// A batch of consecutive pairs, sorted by the kinds of their shapes and computed four at a time (geom/pairs4.h). Tried:
// the pairs one at a time in the order of their kinds took a tenth longer than in their own order.
#ifndef AUK_WORLD_STEP_CONTACT_BATCH_H
#define AUK_WORLD_STEP_CONTACT_BATCH_H

#include "geom/pairs4.h"
#include "world/state/world_state.h"
#include "world/step/pair_frame.h"

// Large enough that every kind fills its groups of four, small enough that the answers stay in the cache.
enum { AUK_CONTACT_BATCH = 128 };

// The list of a kind has its number. Pairs of two plain bodies have a list with a number higher by
// AUK_PAIRS4_KIND_COUNT, unless they touch across a side of a world that wraps around.
enum { AUK_CONTACT_LISTS = 2 * AUK_PAIRS4_KIND_COUNT };

typedef struct AukContactBatch {
    AukPairs4Answer answers[AUK_CONTACT_BATCH]; // by place in the batch
    uint8_t listed[AUK_CONTACT_LISTS][AUK_CONTACT_BATCH + AUK_PAIRS4_LANES];
    uint8_t *ends[AUK_CONTACT_LISTS];
} AukContactBatch;

static inline void auk__contact_batch_clear(AukContactBatch *batch)
{
    for (int list = 0; list < AUK_CONTACT_LISTS; list++) {
        batch->ends[list] = batch->listed[list];
    }
}

// Lists a pair of parts of which neither belongs to a surface, if it is wanted. Branch-free: pairs of kinds without a
// four-at-once routine are listed too.
static inline void auk__contact_batch_list(AukContactBatch *batch, int place, int list, bool wanted)
{
    *batch->ends[list] = (uint8_t)place;
    batch->ends[list] += wanted;
}

// Computes all listed pairs; `first` is the pair at place 0. Call it only if auk__pairs4_is_supported().
void auk__contact_batch_answer(AukContactBatch *batch, const AukWorld *world, const AukPair *first);

#endif
