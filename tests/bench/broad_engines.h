// Broad phases side by side: every engine gets the same boxes and gives its pairs.
// An engine has one state, kept in its own file.
#ifndef AUK_BENCH_BROAD_ENGINES_H
#define AUK_BENCH_BROAD_ENGINES_H

#include "auk/broad.h"

typedef struct BroadEngine {
    const char *name;
    int bodies_max; // beyond this it would take all day; 0 is no limit
    void (*begin)(const AukBox *boxes, const AukVec2 *velocities, int count);
    AukBroadPairs (*step)(const AukBox *boxes, const AukVec2 *velocities); // timed; pairs in any order
    void (*end)(void);
} BroadEngine;

extern const BroadEngine broad_auk;
extern const BroadEngine broad_auk_brute_force;
extern const BroadEngine broad_naive_sweep;
extern const BroadEngine broad_memory_floor;

#ifdef BENCH_CHIPMUNK
extern const BroadEngine broad_chipmunk_bbtree;
extern const BroadEngine broad_chipmunk_hash;
extern const BroadEngine broad_chipmunk_sweep1d;
#endif

#ifdef BENCH_BOX2D3
extern const BroadEngine broad_box2d_tree;
#endif

// A growing list of pairs. Writing one past the end grows it, or ends the program.
typedef struct BenchPairs {
    AukBroadPair *items;
    int count, capacity;
} BenchPairs;

void bench_pairs_put(BenchPairs *pairs, AukBroadPair pair);
// The smaller index first.
void bench_pairs_add(BenchPairs *pairs, uint32_t i, uint32_t j);
void bench_pairs_free(BenchPairs *pairs);

#endif
