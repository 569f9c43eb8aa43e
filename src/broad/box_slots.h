// What the broad phase knows of a slot besides its box: its class, and a mask of sixteen categories, those it ignores,
// and a group. Pairs that masks keep apart are never made, since a crowd that ignores itself would have millions. A
// mask depends on the filter alone and not on the past, so `max_pairs` refuses the same steps in a restored world.
#ifndef AUK_BROAD_BOX_SLOTS_H
#define AUK_BROAD_BOX_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum AukBroadClass {
    AUK_BROAD_NONE = 0, // no box
    AUK_BROAD_STATIC,
    AUK_BROAD_MOVING
} AukBroadClass;

// Where the slot is kept.
enum {
    AUK_LIST_NONE = 0,
    AUK_LIST_MOVERS,  // swept each update
    AUK_LIST_WAITING, // static, added or moved lately
    AUK_LIST_INDEXED  // static, in the static index
};

typedef struct AukSlot {
    uint8_t class; // AukBroadClass
    uint8_t list;
    int32_t place; // where in the list of movers or of waiting slots
} AukSlot;

// Which boxes a box meets, from its owner's filter. Two do not meet if one ignores the category of the other, or if
// both are of one group; group 0 is none.
typedef struct AukMask {
    uint16_t category, ignore;
    uint32_t group;
} AukMask;

static inline bool auk__masks_meet(AukMask a, AukMask b)
{
    return ((a.category & b.ignore) | (b.category & a.ignore)) == 0 && (a.group == 0 || a.group != b.group);
}

static inline bool auk__masks_equal(AukMask a, AukMask b)
{
    return a.category == b.category && a.ignore == b.ignore && a.group == b.group;
}

static inline bool auk__mask_meets_all(AukMask mask)
{
    return mask.ignore == 0 && mask.group == 0;
}

#endif
