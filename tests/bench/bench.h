// What all scenes of the benchmark share: options, frame counts, and how a scene ends the program.
#ifndef AUK_BENCH_BENCH_H
#define AUK_BENCH_BENCH_H

#include <stdbool.h>
#include <stdint.h>

typedef struct BenchOptions {
    bool quick, large;
    int bodies; // 0: the sizes that the scene chooses
    int frames; // 0: as many as suit the size
    uint64_t seed;
} BenchOptions;

// Ended by 0. The large ones come on top of the normal ones.
enum { BENCH_SIZES_MAX = 6 };
typedef struct BenchSizes {
    int quick[BENCH_SIZES_MAX], normal[BENCH_SIZES_MAX], large[BENCH_SIZES_MAX];
} BenchSizes;

// The sizes to run, ended by 0; `out` has room for 2 * BENCH_SIZES_MAX.
void bench_sizes(const BenchOptions *options, const BenchSizes *sizes, int *out);

int bench_frames(const BenchOptions *options, int bodies);

// Prints a message and ends the program: a benchmark of wrong answers is worth nothing.
void bench_fail(const char *format, ...);

#define BENCH_DT (1.0f / 60.0f)

void bench_gas(const BenchOptions *options);
void bench_small(const BenchOptions *options);
void bench_tiles(const BenchOptions *options);
void bench_map(const BenchOptions *options);
void bench_rest(const BenchOptions *options);
void bench_bullets(const BenchOptions *options);
void bench_clumps(const BenchOptions *options);
void bench_rays(const BenchOptions *options);
void bench_queries(const BenchOptions *options);
void bench_characters(const BenchOptions *options);
void bench_crowd(const BenchOptions *options);
void bench_pairs(const BenchOptions *options);
void bench_churn(const BenchOptions *options);
void bench_pileup(const BenchOptions *options);
void bench_memory(const BenchOptions *options);
void bench_rollback(const BenchOptions *options);

#endif
