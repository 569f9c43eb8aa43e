// A layout of boxes with an index for looking up one box. The time of a lookup is proportional to the number of strips
// that the box spans and of boxes that it touches, not to the number of boxes in the index.
// Invariant: blocks of AUK_STRIP_BLOCK entries never cross a strip; begins[] and prefix_max[] ascend within a strip.
#ifndef AUK_BROAD_STATIC_INDEX_H
#define AUK_BROAD_STATIC_INDEX_H

#include "broad/found.h"
#include "broad/paths.h"
#include "broad/strips.h"

enum { AUK_STATIC_INDEX_LEVELS = 10 }; // 8^10 blocks exceed the range of int

typedef struct AukStaticIndex {
    AukLayout layout;
    AukBuffer begins;     // float per block: its least min x
    AukBuffer prefix_max; // float per block: largest max x from the strip's first entry to the block's last
    AukBuffer tree;       // float: largest max x of each block, then of each 8 blocks, of each 64 and so on
    int level_starts[AUK_STATIC_INDEX_LEVELS];
    int level_count;
    int count; // boxes
} AukStaticIndex;

// Builds the index of a layout of `count` boxes that is already built.
void auk__static_index_index(AukStaticIndex *index, int count);

// For an index of fat boxes: the exact boxes and the fat boxes, by slot. A lookup tests the exact boxes, and skips
// slots that are outside their fat boxes. It reads no bounds of the layout, whose memory may serve something else.
typedef struct AukStaticIndexExact {
    const AukBounds *boxes, *fats;
} AukStaticIndexExact;

// Reserves memory for `count` boxes. False if there is no memory; existing contents are kept.
bool auk__static_index_reserve(AukStaticIndex *index, AukWork *work, int count);

// Replaces the contents. Cannot fail: the memory must be reserved.
void auk__static_index_build(AukStaticIndex *index, AukWork *work, const AukBounds *bounds, const uint32_t *slots,
                             int count);

// Adds the pairs of one box with the entries that touch it. The slot of the entry is in the low half of a key. With a
// null `exact` the boxes of the entries are exact.
AukStatus auk__static_index_lookup_box(const AukStaticIndex *index, const AukBounds *box, uint32_t slot,
                                       const AukStaticIndexExact *exact, AukPairList *found);

// The same for all boxes of a layout, except those with a path if `paths` are given.
AukStatus auk__static_index_lookup(const AukStaticIndex *index, const AukLayout *boxes, const AukBroadPath *paths,
                                   const AukStaticIndexExact *exact, AukPairList *found);

void auk__static_index_free(AukStaticIndex *index);

#endif
