// Finds the pairs of touching boxes in one layout.
#ifndef AUK_BROAD_SWEEP_H
#define AUK_BROAD_SWEEP_H

#include "broad/found.h"
#include "broad/strips.h"

// The result of a sweep. `crowded`: too many comparisons found no pair, since too many boxes of a strip overlap in x.
// The keys found so far must then be dropped.
typedef struct AukSwept {
    AukStatus status;
    bool crowded;
    int64_t compared; // pairs of entries
} AukSwept;

// Adds the pairs of touching boxes to `found`, each once, unsorted. The layout of `count` boxes must have been built
// with the same `work`.
AukSwept auk__sweep_pairs(const AukLayout *layout, AukWork *work, int count, AukPairList *found);

#endif
