// The static boxes. Most are indexed: they are in the static index, which is rarely rebuilt. Boxes added or moved since
// the last rebuild are pending: they are in a small index of their own. A removed box stays in the static index as a
// dead entry until the next rebuild.
// Invariant: after auk__statics_refresh() every static slot has a live entry in exactly one index, the one that its
// list names.
#ifndef AUK_BROAD_STATICS_H
#define AUK_BROAD_STATICS_H

#include "broad/box_slots.h"
#include "broad/static_cells.h"
#include "broad/static_index.h"

typedef struct AukStatics {
    AukStaticIndex index;
    AukStaticIndex pending_index;
    AukBuffer pending;    // uint32_t: slots in AUK_LIST_PENDING; lazy, with room for all slots
    AukBuffer gathered;   // uint32_t: slots of a rebuild
    AukStaticCells cells; // of the indexed boxes, for paths
    bool cells_made;      // since the static index was built
    int dead;             // entries of the static index whose slots are no longer in AUK_LIST_INDEXED
    bool stale;           // the pending slots have changed since their index was built
    int64_t pending_cost; // sum of the number of pending boxes over the updates since the last rebuild
} AukStatics;

// Reserves memory for rebuilds of the indices with so many boxes. False if there is no memory.
bool auk__statics_reserve(AukStatics *statics, AukWork *work, int slots);

// True if the next refresh rebuilds the static index.
bool auk__statics_due(const AukStatics *statics);

// Brings the indices up to date with the slots' lists. A rebuild moves all pending slots to AUK_LIST_INDEXED. On
// AUK_ERROR_OUT_OF_MEMORY nothing has changed.
AukStatus auk__statics_refresh(AukStatics *statics, AukWork *work, const AukBounds *bounds, AukSlot *slots,
                               int slot_count);

// True if static boxes are so few that each of them is looked up among the movers, instead of each mover among the
// static boxes.
static inline bool auk__statics_few(const AukStatics *statics, int movers)
{
    return statics->index.count + statics->pending.count < movers / 4;
}

// Adds the pairs of the boxes in `movers` with the indexed static boxes.
AukStatus auk__statics_index_pairs(const AukStatics *statics, const AukStaticIndex *movers, const AukSlot *slots,
                                   AukPairList *found);

// Adds the pairs of the boxes in `movers` with all static boxes, except those with a path if `paths` are given.
AukStatus auk__statics_pairs(const AukStatics *statics, const AukLayout *movers, const AukSlot *slots,
                             const AukBroadPath *paths, AukPairList *found);

// Adds the pairs of the movers with a path with all static boxes, and sorts these movers. AUK_ERROR_OUT_OF_MEMORY; the
// limit of pairs is left to the caller, since pairs are dropped again.
AukStatus auk__statics_path_pairs(AukStatics *statics, AukWork *work, AukPaths *paths, const AukBounds *bounds,
                                  const AukSlot *slots, AukPairList *found);

void auk__statics_free(AukStatics *statics);

#endif
