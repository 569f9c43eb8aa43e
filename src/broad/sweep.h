// The pairs among the boxes of one layout.
#ifndef AUK_BROAD_SWEEP_H
#define AUK_BROAD_SWEEP_H

#include "broad/found.h"
#include "broad/strips.h"

// What became of a sweep. Crowded means that strips do not suit these boxes: the comparisons without a find passed a
// bound, and the keys found so far must be dropped.
typedef struct AukSwept {
    AukStatus status;
    bool crowded;
    int64_t compared; // pairs of entries
} AukSwept;

// Adds the pairs of touching boxes to `found`, each once, in no particular order. `work` is what the layout, of `count`
// boxes, was built with.
AukSwept auk__sweep_pairs(const AukLayout *layout, AukWork *work, int count, AukPairList *found);

#endif
