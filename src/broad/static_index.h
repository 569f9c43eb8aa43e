// A layout of boxes that stay, with what it takes to look up one box in it: work is proportional to the strips the box
// spans and the matches, not to the boxes in the index.
// Invariant: blocks of AUK_STRIP_BLOCK entries never cross a strip; begins[] and reaches[] ascend within a strip.
#ifndef AUK_BROAD_STATIC_INDEX_H
#define AUK_BROAD_STATIC_INDEX_H

#include "broad/found.h"
#include "broad/strips.h"

enum { AUK_STATIC_INDEX_LEVELS = 10 }; // 8^10 blocks are more than an int can number

typedef struct AukStaticIndex {
    AukLayout layout;
    AukBuffer begins;  // float per block: its first min x
    AukBuffer reaches; // float per block: the largest max x from the strip's beginning to the block's end
    AukBuffer tree;    // float: the largest max x of each block, then of each 8 blocks, of each 64 ...
    int level_starts[AUK_STATIC_INDEX_LEVELS];
    int level_count;
    int count; // boxes
} AukStaticIndex;

// What auk__static_index_build() does after the layout of `count` boxes is built.
void auk__static_index_index(AukStaticIndex *index, int count);

// Where the boxes in the index are fatter than those that count: the exact ones, by slot. Slots that are not where
// their fat box is are passed over.
typedef struct AukStaticIndexExact {
    const AukBounds *boxes, *fats;
} AukStaticIndexExact;

// Makes room for `count` boxes. False, and nothing lost, if there is no memory.
bool auk__static_index_reserve(AukStaticIndex *index, AukWork *work, int count);

// Replaces the contents. There must be room: this cannot fail.
void auk__static_index_build(AukStaticIndex *index, AukWork *work, const AukBounds *bounds, const uint32_t *slots,
                             int count);

// Adds the pairs of one box with the entries that touch it: keys with the slot of the index below. A null `exact`
// takes the entries as they are.
AukStatus auk__static_index_lookup_box(const AukStaticIndex *index, const AukBounds *box, uint32_t slot,
                                       const AukStaticIndexExact *exact, AukPairList *found);

// The same for all boxes of a layout.
AukStatus auk__static_index_lookup(const AukStaticIndex *index, const AukLayout *boxes,
                                   const AukStaticIndexExact *exact, AukPairList *found);

void auk__static_index_free(AukStaticIndex *index);

#endif
