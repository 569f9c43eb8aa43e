// Everything at one spot: pairs grow with the square of the bodies, so the time for each pair is what may not grow, and
// the limit on pairs is what saves a game. Bodies start as gas and all arrive in the middle with the last frame.
#include "broad_run.h"
#include "memory.h"
#include "report.h"
#include "scenes/setups.h"
#include "world_run.h"

#include <stdio.h>

enum { FRAMES = 60, CROWD_PAIRS = 1000000 };
enum { PILED_PAIRS = 4 };   // for each body, as in clumps; with fewer pairs a step takes the time of its bodies
enum { PILED_BYTES = 500 }; // what a pair takes, roughly

static void begin_world(int bodies, int max_pairs)
{
    WorldOptions world = {0};
    world.bodies = bodies;
    world.max_pairs = max_pairs;
    if (!world_auk.begin(&world)) {
        bench_fail("%s", auk_status_text(world.refused));
    }
}

static void fill_converging(const BenchOptions *options, int bodies, float seconds)
{
    DemoRandom random = {options->seed};
    Setup setup = gas_setup(bodies);
    for (int i = 0; i < bodies; i++) {
        AukBodyDef def = gas_body(&setup, &random, i);
        def.velocity = auk_vec_scale(-1.0f / seconds, def.position);
        world_auk.add(i, &def);
    }
}

static ReportRow row_of(int bodies, const char *phase)
{
    ReportRow row = {0};
    snprintf(row.scene, sizeof row.scene, "pileup");
    snprintf(row.engine, sizeof row.engine, "auk");
    snprintf(row.phase, sizeof row.phase, "%s", phase);
    row.bodies = bodies;
    row.workers = 1;
    return row;
}

static double timed_step(AukStatus *status)
{
    double begun = bench_clock(1);
    *status = world_auk.step(BENCH_DT);
    return bench_clock(1) - begun;
}

// Whole steps until there are more pairs than `max_pairs`.
static void run_steps(const BenchOptions *options, int bodies, int max_pairs)
{
    ReportRow row = row_of(bodies, "step");
    Samples samples = {0};
    AukStatus status = AUK_OK;
    bench_touch((size_t)max_pairs * PILED_BYTES);
    begin_world(bodies, max_pairs);
    fill_converging(options, bodies, (float)FRAMES * BENCH_DT);
    for (int frame = 0; frame < FRAMES && !status; frame++) {
        double taken = timed_step(&status);
        if (!status) {
            samples_add(&samples, taken);
            row.pairs = world_auk.counts().pairs;
            double per_pair = row.pairs >= (int64_t)bodies * PILED_PAIRS ? taken * 1e6 / (double)row.pairs : 0.0;
            row.worst_per_pair = per_pair > row.worst_per_pair ? per_pair : row.worst_per_pair;
        }
    }
    if (status != AUK_OK && status != AUK_ERROR_PAIR_LIMIT) {
        bench_fail("pileup: %s", auk_status_text(status));
    }
    row.time = samples_summary(&samples);
    report_row(&row);
    report_note("%d steps until more than %d pairs: %s; worst step %.0f ns for each pair", samples.count, max_pairs,
                auk_status_text(status), row.worst_per_pair);
    samples_free(&samples);
    world_auk.end();
}

// All bodies at one spot from the beginning: the step must answer with the limit, and soon.
static void run_refusal(const BenchOptions *options, int bodies)
{
    ReportRow row = row_of(bodies, "refused step");
    Samples samples = {0};
    DemoRandom random = {options->seed};
    Setup setup = gas_setup(bodies);
    begin_world(bodies, CROWD_PAIRS);
    for (int i = 0; i < bodies; i++) {
        AukBodyDef def = gas_body(&setup, &random, i);
        def.position = demo_random_in_disc(&random);
        world_auk.add(i, &def);
    }
    for (int frame = 0; frame < 3; frame++) {
        AukStatus status = AUK_OK;
        samples_add(&samples, timed_step(&status));
        if (status != AUK_ERROR_PAIR_LIMIT) {
            bench_fail("pileup: max_pairs is passed, and the step says: %s", auk_status_text(status));
        }
    }
    row.time = samples_summary(&samples);
    report_row(&row);
    samples_free(&samples);
    world_auk.end();
}

void bench_pileup(const BenchOptions *options)
{
    static const BenchSizes sizes = {{1000}, {1000, 10000}, {0}};
    int bodies[2 * BENCH_SIZES_MAX];
    bench_sizes(options, &sizes, bodies);
    report_scene("pileup", "all bodies arrive at one spot in 60 frames: mean and worst matter, not the median");
    for (int i = 0; bodies[i] > 0; i++) {
        BroadRun broad = {"pileup", MOVING_PILEUP, bodies[i], 0, FRAMES, 2000};
        broad_run(options, &broad);
        run_steps(options, bodies[i], bodies[i] <= 1000 ? 100000 : 2000000);
    }
    run_refusal(options, options->quick ? 100000 : 1000000);
}
