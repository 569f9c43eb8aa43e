// The lattice of a mask: pixel centres are its points, and the outline crosses its edges.
// Invariant: the floats of neighbouring lattice lines are at least 63 units in the last place of the coordinates apart,
// so a crossing, at least 1/64 of the way from both ends, is strictly between them after rounding.
#ifndef AUK_GEOM_MASK_H
#define AUK_GEOM_MASK_H

#include "auk/outline.h"

#include <stddef.h>

// Replaces defaults by what they stand for and checks the mask.
AukStatus auk__mask_read(const AukMask *mask, AukMask *out);

// Null stands for all squares. AUK_ERROR_COUNT for a region that is not within the mask.
AukStatus auk__mask_region(const AukMask *mask, const AukMaskRegion *region, AukMaskRegion *out);

// Between the outermost pixel centres of a region.
AukBox auk__mask_frame(const AukMask *mask, const AukMaskRegion *region);

static inline bool auk__mask_contains(const AukMask *mask, int x, int y)
{
    return x >= 0 && y >= 0 && x < mask->width && y < mask->height;
}

static inline int auk__mask_value(const AukMask *mask, int x, int y)
{
    return mask->values[(ptrdiff_t)y * mask->stride + x];
}

// Also for pixels outside the picture, which are empty.
static inline bool auk__mask_is_solid(const AukMask *mask, int x, int y)
{
    return auk__mask_contains(mask, x, y) && auk__mask_value(mask, x, y) >= mask->threshold;
}

// The coordinate of pixel centres.
static inline float auk__mask_x(const AukMask *mask, int x)
{
    return (float)((double)mask->origin.x + ((double)x + 0.5) * (double)mask->cell);
}

static inline float auk__mask_y(const AukMask *mask, int y)
{
    return (float)((double)mask->origin.y + ((double)y + 0.5) * (double)mask->cell);
}

// Where the outline crosses the lattice edge from the pixel (x, y) to the next one on the right, or above. One of them
// is solid and one is not.
AukVec2 auk__mask_cross_right(const AukMask *mask, int x, int y);
AukVec2 auk__mask_cross_up(const AukMask *mask, int x, int y);

// The sides of a square.
typedef enum AukSquareSide { AUK_SQUARE_LOW, AUK_SQUARE_RIGHT, AUK_SQUARE_HIGH, AUK_SQUARE_LEFT } AukSquareSide;

// The edges of the outline in a square whose solid corners are the bits 1 (left low), 2 (right low), 4 (right high) and
// 8 (left high): [corners][from side] is the side to which an edge runs, with the solid on its left, or -1.
extern const signed char auk__mask_edges[16][4];

#endif
