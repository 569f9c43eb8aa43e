// What the benchmark runs: every engine gets the same boxes and gives its pairs.
// An engine has one state, kept in its own file.
#ifndef AUK_BENCH_ENGINES_H
#define AUK_BENCH_ENGINES_H

#include "auk/broad.h"

typedef struct BenchEngine {
    const char *name;
    int bodies_max; // beyond this it would take all day; 0 is no limit
    void (*begin)(const AukBox *boxes, const AukVec2 *velocities, int count);
    AukBroadPairs (*step)(const AukBox *boxes, const AukVec2 *velocities); // timed; pairs in any order
    void (*end)(void);
} BenchEngine;

extern const BenchEngine engine_auk;
extern const BenchEngine engine_auk_brute_force;
extern const BenchEngine engine_naive_sweep;
extern const BenchEngine engine_memory_floor;

#ifdef BENCH_CHIPMUNK
extern const BenchEngine engine_chipmunk_bbtree;
extern const BenchEngine engine_chipmunk_hash;
extern const BenchEngine engine_chipmunk_sweep1d;
#endif

// A growing list of pairs. Writing one past the end grows it, or ends the program.
typedef struct BenchPairs {
    AukBroadPair *items;
    int count, capacity;
} BenchPairs;

void bench_pairs_add(BenchPairs *pairs, uint32_t i, uint32_t j);
void bench_pairs_free(BenchPairs *pairs);

#endif
