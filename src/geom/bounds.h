// Boxes of placed shapes, rounded outward.
#ifndef AUK_GEOM_BOUNDS_H
#define AUK_GEOM_BOUNDS_H

#include "auk/types.h"
#include "geom/core.h"

#include <string.h>

// Moves a float by one place (0 or 1) down or up; own code, because nextafterf is libm's, and without branches, because
// a processor cannot guess which way a number was rounded. Floats are in order as integers once those of negative ones
// are reversed; both zeros are one number, hence the extra step.
static inline float auk__step_float(float x, bool down, bool places)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    int32_t step = (int32_t)places + (int32_t)(places && bits == (down ? 0 : INT32_MIN));
    bits ^= (bits < 0) * INT32_MAX;
    bits += down ? -step : step;
    bits ^= (bits < 0) * INT32_MAX;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// The largest float that is not above x.
static inline float auk__round_down(double x)
{
    float f = (float)x;
    return auk__step_float(f, true, (double)f > x);
}

// The smallest float that is not below x.
static inline float auk__round_up(double x)
{
    float f = (float)x;
    return auk__step_float(f, false, (double)f < x);
}

// The box of a core placed relative to `origin`, with its radius.
AukBox auk__core_bounds(const AukCore *core, AukVec2 origin);

// The box of a shape placed relative to `origin`, with its radius, grown by `margin`; a float or two wider than need
// be.
AukBox auk__wide_bounds(const AukShape *shape, const AukPlace *place, AukVec2 origin, double margin);

#endif
