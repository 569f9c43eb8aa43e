// Finds the pairs of any boxes in O(n log n + pairs) time, for boxes whose sweep is crowded.
#ifndef AUK_BROAD_DIVIDE_H
#define AUK_BROAD_DIVIDE_H

#include "broad/found.h"
#include "broad/strips.h"

// Memory that is reused from call to call.
typedef struct AukDivideWork {
    AukBuffer order; // uint64_t: min x as a key << 32 | slot, sorted
    AukBuffer ranks; // uint32_t: ranks of all boxes, then the last ranks of their intervals
    AukBuffer lists; // uint32_t: a stack of lists
} AukDivideWork;

// Adds the pairs among the boxes of `slots`, whose bounds are bounds[slot], each once. `work` must be reserved for
// `count` boxes.
AukStatus auk__divide_pairs(AukDivideWork *divide, AukWork *work, const AukBounds *bounds, const uint32_t *slots,
                            int count, AukPairList *found);

void auk__divide_free(AukDivideWork *divide);

#endif
