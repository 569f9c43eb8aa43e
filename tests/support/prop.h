// Runs a check over many random pairs of two kinds of shapes, in all families and sizes, and notes the largest errors.
#ifndef AUK_TESTS_SUPPORT_PROP_H
#define AUK_TESTS_SUPPORT_PROP_H

#include "support/pair.h"

// Pairs of kinds in either order count once; which is a and which is b is random. A test takes a group of them: under
// Criterion it is a process, whose start takes longer than the shapes of two kinds do.
enum { PROP_KIND_PAIRS = PAIR_KIND_COUNT * (PAIR_KIND_COUNT + 1) / 2, PROP_GROUPS = PAIR_KIND_COUNT };

typedef enum PropQuestion {
    PROP_DISTANCE,
    PROP_UP_TO,
    PROP_LEAST,
    PROP_SWAP,
    PROP_RIGID,
    PROP_PLACE,
    PROP_GJK,
    PROP_EPA,
    PROP_TWINS,
    PROP_EPA_SCALING,
    PROP_MINKOWSKI,
    PROP_MANIFOLD,
    PROP_MANIFOLD_TWIN,
    PROP_MANIFOLD_SCALING,
    PROP_CAST,
    PROP_CAST_EXACT,
    PROP_IMPACT,
    PROP_SCALING,
    PROP_CAST_SCALING,
    PROP_IMPACT_SCALING,
    PROP_POINT,
    PROP_SUPPORT,
    PROP_BOUNDS,
    PROP_MEASURE,
    PROP_RAY,
    PROP_SHAPE_SCALING,
    PROP_QUESTION_COUNT
} PropQuestion;

const char *prop_question_name(PropQuestion question);

// Returns null, or what is wrong. `random` is for what the check itself needs.
typedef const char *(*PropCheck)(Random *random, const Pair *pair);

// True if all pairs of shapes of all pairs of kinds in the group pass; `group` is below PROP_GROUPS. Each pair of
// shapes has a generator of its own, so the first failure of two kinds, which is printed as C with its seed, can be
// repeated alone: AUK_SEED and AUK_PROP_ONLY. 1,500 pairs for each two kinds; AUK_PROP_COUNT asks for another number.
bool prop_holds(PropQuestion question, int group, PropCheck check);

// The same for two kinds, by a number below PROP_KIND_PAIRS.
bool prop_holds_of_two(PropQuestion question, int kinds, PropCheck check);

// How many pairs that is.
int prop_repeats(void);

// The same for questions about one shape: both shapes of the pairs are of this kind.
bool prop_holds_of_one(PropQuestion question, PairKind kind, PropCheck check);

#endif
