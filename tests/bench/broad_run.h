// Runs broad phases over the boxes of a scene, one after the other, and compares their pairs.
#ifndef AUK_BENCH_BROAD_RUN_H
#define AUK_BENCH_BROAD_RUN_H

#include "bench.h"
#include "broad_engines.h"
#include "moving_boxes.h"

typedef struct BroadRun {
    const char *scene;
    MovingKind kind;
    int bodies;
    int warm_up, frames;
    int peers_max; // above this number of bodies only auk and the memory floor run; 0 is no limit
} BroadRun;

void broad_run(const BenchOptions *options, const BroadRun *run);

#endif
