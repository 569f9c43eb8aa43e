// The pairs of any boxes in O(n log n + pairs), for those that strips do not suit.
#ifndef AUK_BROAD_DIVIDE_H
#define AUK_BROAD_DIVIDE_H

#include "broad/found.h"
#include "broad/strips.h"

// Memory, kept from call to call.
typedef struct AukDivideWork {
    AukBuffer ranks; // uint32_t: ranks of all boxes, then the ends of their intervals
    AukBuffer lists; // uint32_t: a stack
} AukDivideWork;

// Adds the pairs of the boxes that the layout just built with `work` holds, each once.
AukStatus auk__divide_pairs(AukDivideWork *divide, AukWork *work, const AukBounds *bounds, AukPairList *found);

void auk__divide_free(AukDivideWork *divide);

#endif
