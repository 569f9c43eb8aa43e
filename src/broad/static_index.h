// A layout of boxes that stay, with what it takes to look up one box in it: work is proportional to the strips the box
// spans and the matches, not to the boxes on the shelf.
// Invariant: blocks of AUK_STRIP_BLOCK entries never cross a strip; begins[] and reaches[] ascend within a strip.
#ifndef AUK_BROAD_STATIC_INDEX_H
#define AUK_BROAD_STATIC_INDEX_H

#include "broad/found.h"
#include "broad/strips.h"

enum { AUK_SHELF_LEVELS = 10 }; // 8^10 blocks are more than an int can number

typedef struct AukShelf {
    AukLayout layout;
    AukBuffer begins;  // float per block: its first min x
    AukBuffer reaches; // float per block: the largest max x from the strip's beginning to the block's end
    AukBuffer tree;    // float: the largest max x of each block, then of each 8 blocks, of each 64 ...
    int level_starts[AUK_SHELF_LEVELS];
    int level_count;
    int count; // boxes
} AukShelf;

// What auk__shelf_build() does after the layout of `count` boxes is built.
void auk__shelf_index(AukShelf *shelf, int count);

// Where the boxes on the shelf are fatter than those that count: the exact ones, by slot. Slots that are not where
// their fat box is are passed over.
typedef struct AukShelfExact {
    const AukBounds *boxes, *fats;
} AukShelfExact;

// Makes room for `count` boxes. False, and nothing lost, if there is no memory.
bool auk__shelf_reserve(AukShelf *shelf, AukWork *work, int count);

// Replaces the contents. There must be room: this cannot fail.
void auk__shelf_build(AukShelf *shelf, AukWork *work, const AukBounds *bounds, const uint32_t *slots, int count);

// Adds the pairs of one box with the entries that touch it: keys with the slot of the shelf below. A null `exact`
// takes the entries as they are.
AukStatus auk__shelf_lookup_box(const AukShelf *shelf, const AukBounds *box, uint32_t slot, const AukShelfExact *exact,
                                AukPairList *found);

// The same for all boxes of a layout.
AukStatus auk__shelf_lookup(const AukShelf *shelf, const AukLayout *boxes, const AukShelfExact *exact,
                            AukPairList *found);

void auk__shelf_free(AukShelf *shelf);

#endif
