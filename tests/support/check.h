// Calls a function of the library and holds its whole answer against the oracle and against the contract in geom.h.
// Every check returns null, or a text that says what is wrong with the answer.
#ifndef AUK_TESTS_SUPPORT_CHECK_H
#define AUK_TESTS_SUPPORT_CHECK_H

#include "auk/geom.h"

// How far an answer may be off, as a part of the scale: the pair's extents and relative position. Places in the world
// are given a little more, in units of their own last place. The second is for curved cores.
#define CHECK_TOLERANCE 1e-6
#define CHECK_TOLERANCE_CURVED 1e-5

// What geom.h promises of an overlap, points as a part of the scale.
#define CHECK_NORMAL 1e-5
#define CHECK_DEPTH 1e-6

// tau of geom.h is 4 units in the last place; this is one of them, relative.
#define CHECK_ULP 0x1p-23

// What the checks since the last reset have seen.
typedef struct CheckSeen {
    double error; // the largest, as a part of the scale
    int limits;   // answers with AUK_ERROR_ITERATION_LIMIT
} CheckSeen;

CheckSeen check_seen(void);
void check_reset(void);

// True if an answer is exactly k, a power of two up to 1024, times another. Next to the smallest floats, where
// distances of touching shapes come out, there are no digits to keep; both must then be next to nothing.
bool check_scales(float before, float after, float k);
bool check_scales_vec(AukVec2 before, AukVec2 after, float k);

const char *check_distance(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);
const char *check_distance_up_to(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                                 float max);
// Of a pair that overlaps: normals and points of auk_distance(), auk_epa() and auk_collide(), in both orders, against
// oracle_least(). Where the least depth is isolated they must be right to CHECK_NORMAL; the depth along the normal
// always to CHECK_DEPTH.
const char *check_least(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);

const char *check_manifold(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);

// With its trace. `cache` may be null.
const char *check_gjk(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                      AukGjkCache *cache);

// With its trace.
const char *check_epa(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);

const char *check_minkowski(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);

// Both auk_project_point() and auk_contains().
const char *check_point(const AukShape *shape, AukTransform pose, AukVec2 point);

const char *check_support(const AukShape *shape, AukTransform pose, AukVec2 direction);
const char *check_bounds(const AukShape *shape, AukTransform pose);
const char *check_measure(const AukShape *shape);

const char *check_cast_ray(const AukShape *shape, AukTransform pose, AukVec2 from, AukVec2 delta,
                           const AukCastOptions *options);

const char *check_cast_shape(const AukShape *a, AukTransform pose_a, AukVec2 delta, const AukShape *b,
                             AukTransform pose_b, const AukCastOptions *options);

// *undecided counts the motions that the oracle gave up on (sliding along a surface for a long time), and those that
// the library did; then its fraction must still be safe.
const char *check_time_of_impact(const AukShape *a, const AukPath *path_a, const AukShape *b, const AukPath *path_b,
                                 const AukCastOptions *options, int *undecided);

#endif
