// The class, the list and the mask of a slot. A mask has sixteen categories, sixteen ignored categories and a group.
// Pairs whose masks do not meet are never made: a dense crowd of bodies that ignore each other would have millions of
// them. A mask depends on the owner's filter alone, not on the past, so a restored world exceeds `max_pairs` in the
// same steps.
#ifndef AUK_BROAD_BOX_SLOTS_H
#define AUK_BROAD_BOX_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum AukBroadClass {
    AUK_BROAD_NONE = 0, // no box
    AUK_BROAD_STATIC,
    AUK_BROAD_MOVING
} AukBroadClass;

// The list that has the slot.
enum {
    AUK_LIST_NONE = 0,
    AUK_LIST_MOVERS,  // swept each update
    AUK_LIST_PENDING, // static, added or moved since the static index was built
    AUK_LIST_INDEXED  // static, in the static index
};

// As many as the places in AukSlot; a world of so many bodies takes 124 GB.
enum { AUK_BROAD_SLOTS_MAX = 1 << 28 };

typedef struct AukSlot {
    uint32_t class : 2; // AukBroadClass
    uint32_t list : 2;
    uint32_t place : 28; // index in the list of movers or of pending slots
} AukSlot;

_Static_assert(sizeof(AukSlot) == 4, "sixteen in a cache line");

// Decides which boxes a box meets; follows from its owner's filter. Two masks do not meet if one ignores a category of
// the other, or if both have the same group; group 0 is no group.
typedef struct AukFilterMask {
    uint16_t category, ignore;
    uint32_t group;
} AukFilterMask;

// The mask of a slot to which none was given: of the category of shapes without one.
static inline AukFilterMask auk__mask_of_new(void)
{
    AukFilterMask mask = {1, 0, 0};
    return mask;
}

static inline bool auk__masks_meet(AukFilterMask a, AukFilterMask b)
{
    return ((a.category & b.ignore) | (b.category & a.ignore)) == 0 && (a.group == 0 || a.group != b.group);
}

static inline bool auk__masks_equal(AukFilterMask a, AukFilterMask b)
{
    return a.category == b.category && a.ignore == b.ignore && a.group == b.group;
}

static inline bool auk__mask_meets_all(AukFilterMask mask)
{
    return mask.ignore == 0 && mask.group == 0;
}

#endif
