// Exact decisions about points and numbers. All of them are in this file.
#ifndef AUK_BASE_PREDICATES_H
#define AUK_BASE_PREDICATES_H

#include "auk/types.h"

#include <math.h>

// Sign of the turn a -> b -> c: 1 counter-clockwise, -1 clockwise, 0 exactly on one line. Exact for all finite floats.
int auk__orientation(AukVec2 a, AukVec2 b, AukVec2 c);

// Twice the signed area of the triangle a, b, c, with a relative error below 2^-39 however flat it is; its sign is that
// of auk__orientation(), and it is 0 exactly on one line.
double auk__turn_area(AukVec2 a, AukVec2 b, AukVec2 c);

// True if the number is neither NaN nor infinite.
static inline bool auk__is_finite(float x)
{
    return x - x == 0.0f;
}

// True of the seconds of a step: 0 or more, and finite.
static inline bool auk__is_duration(float dt)
{
    return dt >= 0.0f && auk__is_finite(dt);
}

static inline bool auk__is_finite_vec(AukVec2 v)
{
    return auk__is_finite(v.x) && auk__is_finite(v.y);
}

// True if the number is finite and within AUK_COORDINATE_MAX; NaN fails the comparison.
static inline bool auk__is_in_range(float x)
{
    return fabsf(x) <= AUK_COORDINATE_MAX;
}

static inline bool auk__is_in_range_vec(AukVec2 v)
{
    return auk__is_in_range(v.x) && auk__is_in_range(v.y);
}

// True for equal coordinates; -0 equals 0.
static inline bool auk__is_same_point(AukVec2 a, AukVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

// The error of a number that is not a coordinate: AUK_ERROR_NOT_FINITE or AUK_ERROR_RANGE.
AukStatus auk__why_not_in_range(float x);

// AUK_OK, AUK_ERROR_NOT_FINITE or AUK_ERROR_RANGE.
static inline AukStatus auk__check_number(float x)
{
    return auk__is_in_range(x) ? AUK_OK : auk__why_not_in_range(x);
}

// The error of a number that is not a size: AUK_ERROR_NOT_FINITE, AUK_ERROR_NEGATIVE or AUK_ERROR_RANGE.
AukStatus auk__why_no_size(float x);

// AUK_OK for a number from 0 to AUK_COORDINATE_MAX, or its error.
static inline AukStatus auk__check_size(float x)
{
    return x >= 0.0f && x <= AUK_COORDINATE_MAX ? AUK_OK : auk__why_no_size(x);
}

static inline AukStatus auk__check_vec(AukVec2 v)
{
    AukStatus status = auk__check_number(v.x);
    return status ? status : auk__check_number(v.y);
}

static inline AukStatus auk__check_pose(AukTransform pose)
{
    AukVec2 q = {pose.q.c, pose.q.s};
    AukStatus status = auk__check_vec(pose.p);
    return status ? status : auk__check_vec(q);
}

#endif
