// A batch of consecutive pairs, sorted by the kinds of their shapes and computed four at a time (geom/pairs4.h). Tried:
// the pairs one at a time in the order of their kinds took a tenth longer than in their own order.
#ifndef AUK_WORLD_STEP_CONTACT_BATCH_H
#define AUK_WORLD_STEP_CONTACT_BATCH_H

#include "geom/pairs4.h"
#include "world/state/world_state.h"
#include "world/step/pair_frame.h"

// Large enough that every kind fills its groups of four, small enough that the answers stay in the cache.
enum { AUK_CONTACT_BATCH = 128 };

typedef struct AukContactBatch {
    AukPairs4Answer answers[AUK_CONTACT_BATCH]; // by place in the batch
    uint8_t listed[AUK_PAIRS4_KIND_COUNT][AUK_CONTACT_BATCH + AUK_PAIRS4_LANES];
    uint8_t *ends[AUK_PAIRS4_KIND_COUNT]; // of the lists
} AukContactBatch;

static inline void auk__contact_batch_clear(AukContactBatch *batch)
{
    for (int kind = 0; kind < AUK_PAIRS4_KIND_COUNT; kind++) {
        batch->ends[kind] = batch->listed[kind];
    }
}

// Lists a pair of parts of which neither belongs to a surface. Branch-free: pairs of kinds without a four-at-once
// routine are listed too.
static inline void auk__contact_batch_list(AukContactBatch *batch, int place, AukPairs4Kind kind)
{
    *batch->ends[kind]++ = (uint8_t)place;
}

// Computes all listed pairs; `first` is the pair at place 0. Call it only if auk__pairs4_is_supported().
void auk__contact_batch_answer(AukContactBatch *batch, const AukWorld *world, const AukPair *first);

#endif
