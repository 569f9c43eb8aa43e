// Calls a function of the library and holds its whole answer against the oracle and against the contract in geom.h.
// Every check returns null, or a text that says what is wrong with the answer.
#ifndef AUK_TESTS_SUPPORT_CHECK_H
#define AUK_TESTS_SUPPORT_CHECK_H

#include "auk/geom.h"

// How far an answer may be off, as a part of the scale: the pair's extents and relative position. Places in the world
// are given a little more, in units of their own last place.
#define CHECK_TOLERANCE 1e-6

// tau of geom.h is 4 units in the last place; this is one of them, relative.
#define CHECK_ULP 0x1p-23

const char *check_distance(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);

// `start` may be null: a cold start.
const char *check_gjk(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                      AukGjkCache *cache);

const char *check_manifold(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);

// Both auk_project_point() and auk_contains().
const char *check_point(const AukShape *shape, AukTransform pose, AukVec2 point);

const char *check_cast_ray(const AukShape *shape, AukTransform pose, AukVec2 from, AukVec2 delta,
                           const AukCastOptions *options);

const char *check_cast_shape(const AukShape *a, AukTransform pose_a, AukVec2 delta, const AukShape *b,
                             AukTransform pose_b, const AukCastOptions *options);

// *undecided counts the motions that the oracle gave up on (sliding along a surface for a long time), and those that
// the library did; then its fraction must still be safe.
const char *check_time_of_impact(const AukShape *a, const AukPath *path_a, const AukShape *b, const AukPath *path_b,
                                 const AukCastOptions *options, int *undecided);

#endif
