// Pairs of shapes to try, by kind of shape and by how they lie: most bugs need a coincidence that uniform random
// numbers never produce, so each coincidence is a family of its own.
#ifndef AUK_TESTS_SUPPORT_PAIR_H
#define AUK_TESTS_SUPPORT_PAIR_H

#include "auk/geom.h"
#include "support/pair_curve.h"
#include "support/random.h"

enum { PAIR_VERTICES_MAX = 2000 };

typedef enum PairKind {
    PAIR_CIRCLE,
    PAIR_CAPSULE,
    PAIR_SEGMENT,
    PAIR_BOX,
    PAIR_POLYGON, // 3 to 12 vertices
    PAIR_ROUNDED_BOX,
    PAIR_ROUNDED, // polygon with a radius
    PAIR_BIG,     // 50 to 2000 vertices
    PAIR_ELLIPSE,
    PAIR_ROUNDED_ELLIPSE,
    PAIR_CUSTOM, // see pair_curve.h; one in three with a radius
    PAIR_KIND_COUNT
} PairKind;

typedef enum PairFamily {
    PAIR_RANDOM,
    PAIR_TOUCHING_CORNERS, // the farthest points along some direction coincide
    PAIR_TOUCHING_EDGES,   // an edge of each lies on one line, facing each other, up to rounding
    PAIR_GAP,              // as the two before, then 1e-4 of the size apart or into each other
    PAIR_COLLINEAR,        // edges or axes on one line, end to end or overlapping
    PAIR_NESTED,
    PAIR_IDENTICAL, // same pose, and same shape where the kinds allow
    PAIR_CONCENTRIC,
    PAIR_SLIVERS,    // aspect 1e5
    PAIR_DUPLICATES, // hulls of few, repeated and collinear points; capsules and segments of no length
    PAIR_INTEGERS,   // integer sizes and places, quarter turns
    PAIR_LEVEL,      // not turned, side by side or one above the other, into each other; half of them of integer sizes
    PAIR_UNEQUAL,    // one up to 1e4 times as large as the other
    PAIR_FAR,        // any of the above at up to 1e5 times its size from the origin
    PAIR_FAMILY_COUNT
} PairFamily;

typedef struct PairSide {
    AukShape shape;
    AukTransform pose;
    AukCustomShape custom;
    PairCurve curve;
    AukVec2 vertices[PAIR_VERTICES_MAX];
} PairSide;

// `shape` may point into its own side: do not copy, see pair_side_scaled().
typedef struct Pair {
    PairSide a, b;
} Pair;

const char *pair_kind_name(PairKind kind);
const char *pair_family_name(PairFamily family);

// Sizes are about `size`, positions within a few of it.
void pair_random(Random *random, PairKind kind_a, PairKind kind_b, PairFamily family, float size, Pair *pair);
void pair_random_shape(Random *random, PairKind kind, float size, float aspect, PairSide *side);

// The same with all lengths multiplied by k.
void pair_side_scaled(const PairSide *side, float k, PairSide *out);

AukPath pair_resting(AukTransform pose);

// `motion` after `pose`, worked out in double.
AukTransform pair_moved(AukTransform motion, AukTransform pose);

// A constructor's answer, which must not have been refused.
AukShape pair_checked(AukShape shape);

// An upright box of about that size around about that place. Half of these boxes have a centre and half extents that
// are floats.
AukBox pair_random_box(Random *random, AukVec2 middle, float size);

// How far two boxes are apart along the axis on which they are farthest apart; negative if they overlap.
float pair_box_gap(AukBox a, AukBox b);

#endif
