// Straight paths of movers. The box of a mover that flies far in an update is that of its whole path, and mostly empty:
// a bullet that flies 20 units diagonally has a box of 200 square units and passes through 5 of them. A mover may
// therefore say by how much it flies. It then meets a static box only if that touches what its box sweeps.
// Invariant: a pair depends on the two boxes and the path alone, not on the index that finds it, so that every kind of
// broad phase finds the same pairs. Two movers are a pair if their boxes touch, whatever their paths.
#ifndef AUK_BROAD_PATHS_H
#define AUK_BROAD_PATHS_H

#include "base/buffer.h"
#include "broad/bounds.h"
#include "broad/found.h"
#include "broad/strips.h"

// The displacement of a mover within the box of its path; {0}: its box is all that is known.
typedef struct AukBroadPath {
    float x, y;
} AukBroadPath;

typedef struct AukPaths {
    AukBuffer items;  // AukBroadPath per slot, once they are used
    AukBuffer flyers; // uint32_t: movers with a path, as of the update
    bool on;          // movers have set their paths for the update
} AukPaths;

static inline bool auk__path_is_given(AukBroadPath path)
{
    return path.x != 0.0f || path.y != 0.0f;
}

// The strip that a path sweeps, and half the size of the box that moves along it. Both are wider than they are by
// 2^-20 of all numbers that they follow from, for the roundings of callers.
typedef struct AukSweptBox {
    double x, y;           // the displacement
    double half_x, half_y; // of the box that moves
    double from_x, from_y; // its middle at the start
} AukSweptBox;

static inline AukSweptBox auk__swept_box(AukBroadPath path, const AukBounds *around)
{
    double min_x = around->min_x, min_y = around->min_y, max_x = -around->neg_max_x, max_y = -around->neg_max_y;
    double wide = fabs(min_x) + fabs(max_x) + fabs(min_y) + fabs(max_y);
    AukSweptBox swept = {path.x, path.y, 0.0, 0.0, 0.0, 0.0};
    swept.half_x = 0.5 * (max_x - min_x - fabs(swept.x)) + 0x1p-20 * wide;
    swept.half_y = 0.5 * (max_y - min_y - fabs(swept.y)) + 0x1p-20 * wide;
    swept.from_x = 0.5 * (min_x + max_x - swept.x);
    swept.from_y = 0.5 * (min_y + max_y - swept.y);
    return swept;
}

// True if a box that touches the box around a path touches what is swept along it: no line along the path divides them.
static inline bool auk__swept_box_meets(const AukSweptBox *swept, const AukBounds *box)
{
    double min_x = box->min_x, min_y = box->min_y, max_x = -box->neg_max_x, max_y = -box->neg_max_y;
    double apart_x = 0.5 * (min_x + max_x) - swept->from_x, apart_y = 0.5 * (min_y + max_y) - swept->from_y;
    double room = fabs(swept->x) * (swept->half_y + 0.5 * (max_y - min_y)) +
                  fabs(swept->y) * (swept->half_x + 0.5 * (max_x - min_x));
    return fabs(swept->x * apart_y - swept->y * apart_x) <= room;
}

// True if a path is so long on both axes that knowing it saves more than it costs, and not so steep or flat that its
// fractions would be inexact; `around` is the box of the path.
static inline bool auk__path_is_long(AukBroadPath path, const AukBounds *around)
{
    float x = fabsf(path.x), y = fabsf(path.y);
    float wide = -around->neg_max_x - around->min_x, high = -around->neg_max_y - around->min_y;
    return x > 2.0f * (wide - x) && y > 2.0f * (high - y) && x < 0x1p20f * y && y < 0x1p20f * x;
}

// Reserves memory for slots 0 .. slots - 1. False if there is no memory.
bool auk__paths_reserve(AukPaths *paths, int slots);

// Lists the movers with a path.
void auk__paths_list(AukPaths *paths, const AukBuffer *movers);

// Lists the movers without a path in `others`, which has memory for all movers.
void auk__paths_list_others(const AukPaths *paths, const AukBuffer *movers, AukBuffer *others);

// Removes the pairs from `first` on of a mover and a static box off its path.
void auk__paths_drop(const AukPaths *paths, const AukBounds *bounds, const AukSlot *slots, AukPairList *found,
                     int first);

void auk__paths_free(AukPaths *paths);

#endif
