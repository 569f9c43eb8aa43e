// Runs whole steps of a world, and what surrounds them: creating the bodies, turning movers round at the border.
#ifndef AUK_BENCH_WORLD_RUN_H
#define AUK_BENCH_WORLD_RUN_H

#include "bench.h"
#include "report.h"
#include "world_engines.h"

typedef struct WorldRun WorldRun;

struct WorldRun {
    const char *scene, *phase;
    int bodies; // all of them, in slots 0 up
    int movers; // the last slots; the scene keeps them inside the square [-half, half]
    float half; // written by fill()
    int warm_up, frames;
    int steps_at_once; // in each frame, where one is too short for the clock; 0 is 1
    int workers;
    float wrap_half;  // of a square that repeats; 0: none; auk only
    int history;      // steps whose poses are kept; auk only
    int peers_frames; // of auk's peers, after one to warm up, where they would take all day; 0: as many as auk's
    bool fill_counts; // also a row for filling the world
    uint64_t seed;
    void (*fill)(WorldRun *run, const WorldEngine *engine);
    // Between two steps, on the clock; may be null.
    void (*disturb)(WorldRun *run, const WorldEngine *engine, int frame);
    void *state; // fill's and disturb's
};

extern const WorldEngine *const world_engines[];
extern const int world_engine_count;

// One row. False if the engine refuses this run, which is then said in a line.
bool world_run(const WorldRun *run, const WorldEngine *engine);

// All engines that can take so many bodies, and auk with two workers.
void world_run_all(const WorldRun *run);

// Two worlds of auk beside each other, which share nothing: a row with the time for each step that one of them takes.
// It says what two threads of this machine can do.
void world_run_beside(const WorldRun *run);

#endif
