// The static boxes. Most are in the static index, which is rarely rebuilt; those added or moved since are in a small
// index of their own. A removed box stays in the static index as a dead entry until that is rebuilt. Invariant: after
// auk__statics_refresh() every static slot is live in exactly one index, the one its list names.
#ifndef AUK_BROAD_STATICS_H
#define AUK_BROAD_STATICS_H

#include "broad/box_slots.h"
#include "broad/static_index.h"

typedef struct AukStatics {
    AukStaticIndex index;
    AukStaticIndex fresh; // the waiting ones
    AukBuffer waiting;    // uint32_t: slots in AUK_LIST_WAITING
    AukBuffer gathered;   // uint32_t: slots of a rebuild
    int dead;             // boxes of the static index that are no longer in AUK_LIST_INDEXED
    bool stale;           // the fresh index no longer shows the waiting slots
    int64_t debt;         // boxes met in the fresh index by the updates since the last rebuild
} AukStatics;

// Room for slots 0 .. slots - 1 to wait; with `indices` also for the rebuilds of that many.
bool auk__statics_reserve(AukStatics *statics, AukWork *work, int slots, bool indices);

// Whether the next refresh moves all waiting slots to AUK_LIST_INDEXED.
bool auk__statics_due(const AukStatics *statics);

// Brings the indices up to date with the slots' lists; may move all waiting slots to AUK_LIST_INDEXED.
// On AUK_ERROR_OUT_OF_MEMORY nothing has changed.
AukStatus auk__statics_refresh(AukStatics *statics, AukWork *work, const AukBounds *bounds, AukSlot *slots,
                               int slot_count);

// Whether to look static boxes up among so many movers, rather than movers among static boxes.
static inline bool auk__statics_few(const AukStatics *statics, int movers)
{
    return statics->index.count + statics->waiting.count < movers / 4;
}

// Adds the pairs of the boxes in the index with the indexed static boxes.
AukStatus auk__statics_index_pairs(const AukStatics *statics, const AukStaticIndex *movers, const AukSlot *slots,
                                   AukPairList *found);

// Adds the pairs of the boxes in the layout with all static boxes.
AukStatus auk__statics_pairs(const AukStatics *statics, const AukLayout *movers, const AukSlot *slots,
                             AukPairList *found);

void auk__statics_free(AukStatics *statics);

#endif
