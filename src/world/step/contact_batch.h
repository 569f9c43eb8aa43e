// Pairs that are next to each other in the list, sorted by the kinds of their shapes and answered four at once. (One at
// a time, in the order of their kinds, they took a tenth longer than in their own order.)
#ifndef AUK_WORLD_STEP_CONTACT_BATCH_H
#define AUK_WORLD_STEP_CONTACT_BATCH_H

#include "geom/pairs4.h"
#include "world/state/world_state.h"
#include "world/step/pair_frame.h"

enum { AUK_CONTACT_BATCH = 128 }; // so many pairs that all kinds fill their quartets, so few that the answers stay near

typedef struct AukContactBatch {
    AukPairs4Answer answers[AUK_CONTACT_BATCH]; // by places in the window
    uint8_t listed[AUK_PAIRS4_KIND_COUNT][AUK_CONTACT_BATCH + AUK_PAIRS4_LANES];
    int counts[AUK_PAIRS4_KIND_COUNT];
} AukContactBatch;

static inline void auk__contact_batch_clear(AukContactBatch *window)
{
    memset(window->counts, 0, sizeof window->counts);
}

// Lists a pair of parts that are complete in themselves. Without a branch: what there are no quartets for is listed
// too.
static inline void auk__contact_batch_list(AukContactBatch *window, int place, const AukPart *a, const AukPart *b)
{
    AukPairs4Kind kind = auk__pairs4_kind(&a->shape, &b->shape);
    window->listed[kind][window->counts[kind]++] = (uint8_t)place;
}

// Answers what is listed; `first` is the pair at place 0. Only where auk__pairs4_is_supported().
void auk__contact_batch_answer(AukContactBatch *window, const AukWorld *world, const AukPair *first);

#endif
