// Functions on one pair of shapes, side by side: every engine gets the same pairs, in two poses that are a small step
// apart. Seeded calls start from what the last call on that pair, in its other pose, left behind.
#ifndef AUK_BENCH_PAIR_ENGINES_H
#define AUK_BENCH_PAIR_ENGINES_H

#include "auk/geom.h"

#include <stdbool.h>

// How far a and b turn on the way to a rotating impact, in radians: a fast turn for one step.
#define PAIR_TURN_A 0.3f
#define PAIR_TURN_B (-0.15f)

enum { PAIR_COUNT = 512, PAIR_POSES = 2, PAIR_VERTICES = 9 };

typedef struct PairItem {
    AukTransform a, b[PAIR_POSES];
    AukVec2 motion; // of a, towards b and past its surface
} PairItem;

typedef struct PairSet {
    AukShape a, b;
    AukVec2 vertices_a[PAIR_VERTICES], vertices_b[PAIR_VERTICES]; // behind the last ones the first ones again
    PairItem items[PAIR_COUNT];
} PairSet;

typedef struct PairEngine {
    const char *name;
    const char *mode; // "cold", "seeded", or a kind of cast
    bool boxes_only;  // and separated ones: casts
    bool by_four;     // only what there are quartets for
    void (*prepare)(const PairSet *set);
    int (*run)(const PairSet *set, int pose); // timed; gives the number of pairs that touch or hit
    void (*release)(void);
} PairEngine;

extern const PairEngine pair_auk_gjk_cold, pair_auk_distance_cold, pair_auk_collide_cold, pair_auk_placed_cold,
    pair_auk_gjk_seeded, pair_auk_placed_seeded, pair_auk_four_cold, pair_auk_four_seeded, pair_auk_cast,
    pair_auk_impact;

#ifdef BENCH_CHIPMUNK
extern const PairEngine pair_chipmunk_cold, pair_chipmunk_seeded;
#endif

#ifdef BENCH_BOX2D3
extern const PairEngine pair_box2d_cold, pair_box2d_seeded, pair_box2d_cast, pair_box2d_impact;
#endif

#endif
