// Runs a check over many random pairs of two kinds of shapes, in all families, sizes and places.
#ifndef AUK_TESTS_SUPPORT_PROP_H
#define AUK_TESTS_SUPPORT_PROP_H

#include "support/pair.h"

enum { PROP_KIND_PAIRS = PAIR_KIND_COUNT * PAIR_KIND_COUNT };

// Returns null, or what is wrong. `random` is for what the check itself needs.
typedef const char *(*PropCheck)(Random *random, const Pair *pair);

// True if all pairs pass. `kinds` is below PROP_KIND_PAIRS and numbers the two kinds. Each pair has a generator of its
// own, so the first failure, which is printed as C with its seed, can be repeated alone: AUK_SEED and AUK_PROP_ONLY.
// `usual` is how many pairs of small shapes there are; polygons of many vertices are tried less often.
bool prop_holds(const char *name, int kinds, int usual, PropCheck check);

#endif
