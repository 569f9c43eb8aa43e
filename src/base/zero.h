// Replaces -0 by +0 in every struct that a world stores. Then stored numbers that compare equal have equal bits, so
// worlds that behave alike have equal hashes, and a snapshot, which compares numbers with 0 to leave out unused data,
// loses no bit. The functions test bits, so the result does not depend on the floating-point mode of the calling
// thread.
#ifndef AUK_BASE_ZERO_H
#define AUK_BASE_ZERO_H

#include "auk/types.h"

#include <string.h>

static inline bool auk__is_minus_zero(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits == 0x80000000u;
}

static inline bool auk__vec_has_minus_zero(AukVec2 v)
{
    return auk__is_minus_zero(v.x) || auk__is_minus_zero(v.y);
}

static inline float auk__one_zero(float x)
{
    return auk__is_minus_zero(x) ? 0.0f : x;
}

static inline AukVec2 auk__one_zero_vec(AukVec2 v)
{
    AukVec2 same = {auk__one_zero(v.x), auk__one_zero(v.y)};
    return same;
}

static inline AukBox auk__one_zero_box(AukBox box)
{
    AukBox same = {auk__one_zero_vec(box.min), auk__one_zero_vec(box.max)};
    return same;
}

#endif
