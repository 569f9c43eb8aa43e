// The rectangle of a world that wraps around; wrap.h computes with it.
#ifndef AUK_WORLD_STATE_WRAP_RECTANGLE_H
#define AUK_WORLD_STATE_WRAP_RECTANGLE_H

#include "base/buffer.h"
#include "broad/bounds.h"
#include "geom/dvec.h"

// Limits of boxes that have one image alone, the box itself: they lie well inside the rectangle and are narrow. Most
// bodies of a step have such boxes, and need no shift.
typedef struct AukWrapInside {
    AukBounds bounds; // a box within these lies in the rectangle, however its coordinates were rounded
    float quarter[4]; // a quarter of the period of x and y, twice; the limit of sizes and displacements
} AukWrapInside;

// The rectangle that repeats, in present coordinates, and the arrays of wrap.h.
typedef struct AukWrap {
    bool on;              // false: the periods are 0, and the arrays are not used
    AukDvec min, period;  // an axis of period 0 does not wrap
    AukWrapInside inside; // follows from `min` and `period`
    AukBuffer whole;      // AukBox per part: of its whole path, see auk__wrap_before()
    AukBuffer ghosts;     // uint8_t per part: images in the broad phase, see wrap_broad.c
    AukBuffer pairs;      // AukBroadPair: candidates as pairs of parts
} AukWrap;

#endif
