// Straight paths of movers. The box of a mover that flies far in an update is that of its whole path, and mostly empty:
// a bullet that flies 20 units diagonally has a box of 200 square units and passes through 5 of them. A mover may
// therefore say by how much it flies. It then meets a static box only if that touches what its box sweeps.
// Invariant: a pair depends on the two boxes and the path alone, not on the index that finds it, so that every kind of
// broad phase finds the same pairs. Two movers are a pair if their boxes touch, whatever their paths.
#ifndef AUK_BROAD_PATHS_H
#define AUK_BROAD_PATHS_H

#include "base/buffer.h"
#include "base/f64x2_lanes.h"
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
    AukF64x2 min = auk__f64x2_load_point(&around->min_x),
             max = auk__f64x2_neg(auk__f64x2_load_point(&around->neg_max_x)), delta = auk__f64x2_load_point(&path.x),
             by_half = auk__f64x2_both(0.5);
    AukF64x2 sizes = auk__f64x2_add(auk__f64x2_abs(min), auk__f64x2_abs(max));
    double margin = 0x1p-20 * (auk__f64x2_first(sizes) + auk__f64x2_second(sizes));
    AukF64x2 moving = auk__f64x2_sub(auk__f64x2_sub(max, min), auk__f64x2_abs(delta));
    AukF64x2 half = auk__f64x2_add(auk__f64x2_mul(by_half, moving), auk__f64x2_both(margin));
    AukF64x2 from = auk__f64x2_mul(by_half, auk__f64x2_sub(auk__f64x2_add(min, max), delta));
    AukSweptBox swept;
    auk__f64x2_store(&swept.x, delta);
    auk__f64x2_store(&swept.half_x, half);
    auk__f64x2_store(&swept.from_x, from);
    return swept;
}

// True if a box that touches the box around a path touches what is swept along it: no line along the path divides them.
static inline bool auk__swept_box_meets(const AukSweptBox *swept, const AukBounds *box)
{
    AukF64x2 min = auk__f64x2_load_point(&box->min_x), max = auk__f64x2_neg(auk__f64x2_load_point(&box->neg_max_x)),
             delta = auk__f64x2_load(&swept->x), by_half = auk__f64x2_both(0.5);
    AukF64x2 apart = auk__f64x2_sub(auk__f64x2_mul(by_half, auk__f64x2_add(min, max)), auk__f64x2_load(&swept->from_x));
    AukF64x2 halves =
        auk__f64x2_add(auk__f64x2_load(&swept->half_x), auk__f64x2_mul(by_half, auk__f64x2_sub(max, min)));
    AukF64x2 rooms = auk__f64x2_mul(auk__f64x2_abs(delta), auk__f64x2_swap(halves)),
             crossed = auk__f64x2_mul(delta, auk__f64x2_swap(apart));
    double room = auk__f64x2_first(rooms) + auk__f64x2_second(rooms);
    return fabs(auk__f64x2_first(crossed) - auk__f64x2_second(crossed)) <= room;
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
