// Decisions about points that must be right, not nearly right. All of them live in this file.
#ifndef AUK_BASE_PREDICATES_H
#define AUK_BASE_PREDICATES_H

#include "auk/types.h"

// Sign of the turn a -> b -> c: 1 counter-clockwise, -1 clockwise, 0 exactly on one line. Exact for all finite floats.
int auk__orientation(AukVec2 a, AukVec2 b, AukVec2 c);

// True if the number is neither NaN nor infinite.
static inline bool auk__is_finite(float x)
{
    return x - x == 0.0f;
}

static inline bool auk__is_finite_vec(AukVec2 v)
{
    return auk__is_finite(v.x) && auk__is_finite(v.y);
}

// AUK_OK, AUK_ERROR_NOT_FINITE or AUK_ERROR_RANGE.
AukStatus auk__check_number(float x);
AukStatus auk__check_vec(AukVec2 v);
AukStatus auk__check_pose(AukTransform pose);

#endif
