// A box in the form that the broad phase uses: the maxima are negated, so that one comparison of four lanes decides
// whether two boxes touch. Boxes are closed: boxes that share only a border touch. Only this file decides that.
#ifndef AUK_BROAD_BOUNDS_H
#define AUK_BROAD_BOUNDS_H

#include "auk/types.h"
#include "base/f32x4.h"

#include <math.h>

static inline double auk__larger(double a, double b)
{
    return a > b ? a : b;
}

typedef struct AukBounds {
    float min_x, min_y, neg_max_x, neg_max_y;
} AukBounds;

enum {
    AUK_TOUCH_BEGINS_X = 1, // lane 0 of auk__bounds_mask: the box does not begin right of the other's end
    AUK_TOUCH_ALL = 15
};

static inline AukBounds auk__bounds_of(AukBox box)
{
    AukBounds bounds = {box.min.x, box.min.y, -box.max.x, -box.max.y};
    return bounds;
}

// As auk__bounds_of(), in a register.
static inline AukF32x4 auk__bounds_make(const AukBox *box)
{
    return auk__f32x4_negate_high(auk__f32x4_load(&box->min.x));
}

static inline AukBox auk__bounds_box(AukBounds bounds)
{
    AukBox box = {{bounds.min_x, bounds.min_y}, {-bounds.neg_max_x, -bounds.neg_max_y}};
    return box;
}

static inline AukF32x4 auk__bounds_load(const AukBounds *bounds)
{
    return auk__f32x4_load(&bounds->min_x);
}

// The limits that the bounds of a touching box do not exceed: {max_x, max_y, -min_x, -min_y}.
static inline AukF32x4 auk__bounds_limits(const AukBounds *bounds)
{
    return auk__f32x4_flip(auk__bounds_load(bounds));
}

// AUK_TOUCH_ALL if the box touches the box from which `limits` were made.
static inline unsigned auk__bounds_mask(const AukBounds *bounds, AukF32x4 limits)
{
    return auk__f32x4_mask_le(auk__bounds_load(bounds), limits);
}

// A box that touches nothing and holds nothing.
static inline AukBounds auk__bounds_nowhere(void)
{
    AukBounds nowhere = {INFINITY, INFINITY, INFINITY, INFINITY};
    return nowhere;
}

static inline bool auk__bounds_anywhere(const AukBounds *bounds)
{
    return bounds->min_x < INFINITY;
}

// Bounds that are wider on every side by at least `by`.
static inline AukF32x4 auk__bounds_grown(AukF32x4 bounds, float by)
{
    AukF32x4 room = auk__f32x4_all(by), sizes = auk__f32x4_max(bounds, auk__f32x4_sub(auk__f32x4_all(0.0f), bounds));
    AukF32x4 rounding = auk__f32x4_mul(auk__f32x4_add(sizes, room), auk__f32x4_all(0x1p-22f));
    return auk__f32x4_sub(auk__f32x4_sub(bounds, room), rounding);
}

// AUK_TOUCH_ALL if `inner` lies within `outer`, borders included.
static inline unsigned auk__bounds_hold(const AukBounds *outer, const AukBounds *inner)
{
    return auk__f32x4_mask_le(auk__bounds_load(outer), auk__bounds_load(inner));
}

static inline bool auk__bounds_touch(const AukBounds *a, const AukBounds *b)
{
    return auk__bounds_mask(a, auk__bounds_limits(b)) == AUK_TOUCH_ALL;
}

#endif
