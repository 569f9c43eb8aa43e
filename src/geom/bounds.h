// Boxes of placed shapes, rounded outward.
#ifndef AUK_GEOM_BOUNDS_H
#define AUK_GEOM_BOUNDS_H

#include "auk/types.h"
#include "geom/core.h"

#include <string.h>

// The next float towards minus infinity (`down`) or plus infinity; own code, because nextafterf is libm's.
static inline float auk__next_float(float x, bool down)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    if (x == 0.0f) {
        bits = down ? 0x80000001u : 0x00000001u;
    } else {
        bits += (x < 0.0f) == down ? 1u : UINT32_MAX;
    }
    memcpy(&x, &bits, sizeof x);
    return x;
}

// The largest float that is not above x.
static inline float auk__round_down(double x)
{
    float f = (float)x;
    return (double)f > x ? auk__next_float(f, true) : f;
}

// The smallest float that is not below x.
static inline float auk__round_up(double x)
{
    float f = (float)x;
    return (double)f < x ? auk__next_float(f, false) : f;
}

// The box of a core placed relative to `origin`, grown by its radius and by `margin`.
AukBox auk__core_bounds(const AukCore *core, AukVec2 origin, double margin);

#endif
