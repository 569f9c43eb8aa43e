// Rollback: a game that keeps a snapshot, steps on, and goes back to it. Beside it the copying of as many bytes, in the
// same place between the steps, so that the caches are as cold.
#include "memory.h"
#include "report.h"
#include "scenes/setups.h"
#include "world_run.h"

#include <stdio.h>
#include <string.h>

enum { WARM_UP = 30, ROLLED_BACK = 8, OF_OTHERS = 100 };

typedef struct Rollback {
    AukWorld *world;
    AukBodyId *ids;
    void *buffer, *copy;
    uint64_t size, room;
    Samples copies, snapshots, restores, others, hashes;
} Rollback;

static void check(AukStatus status)
{
    if (status) {
        bench_fail("rollback: %s", auk_status_text(status));
    }
}

static void fill(Rollback *rollback, int bodies, uint64_t seed)
{
    DemoRandom random = {seed};
    Setup setup = gas_setup(bodies);
    AukStatus status = AUK_OK;
    rollback->world = auk_world_create(NULL, &status);
    check(status);
    rollback->ids = bench_allocate((size_t)bodies, sizeof *rollback->ids);
    for (int i = 0; i < bodies; i++) {
        AukBodyDef def = gas_body(&setup, &random, i);
        rollback->ids[i] = auk_body_create(rollback->world, &def);
        check(auk_world_last_status(rollback->world));
    }
    for (int i = 0; i < WARM_UP; i++) {
        check(auk_world_step(rollback->world, BENCH_DT));
    }
}

// Both buffers have been written before, so that no page is new to the program.
static void make_room(Rollback *rollback)
{
    rollback->size = auk_world_snapshot_size(rollback->world);
    if (rollback->size > rollback->room) {
        rollback->room = 2 * rollback->size;
        rollback->buffer = bench_reallocate(rollback->buffer, (size_t)rollback->room);
        rollback->copy = bench_reallocate(rollback->copy, (size_t)rollback->room);
        memset(rollback->buffer, 1, (size_t)rollback->room);
        memset(rollback->copy, 1, (size_t)rollback->room);
    }
}

static void step_on(Rollback *rollback)
{
    for (int i = 0; i < ROLLED_BACK; i++) {
        check(auk_world_step(rollback->world, BENCH_DT));
    }
}

static double timed_snapshot(Rollback *rollback)
{
    double begun = bench_clock(1);
    check(auk_world_snapshot(rollback->world, rollback->buffer, rollback->size));
    return bench_clock(1) - begun;
}

static double timed_copy(Rollback *rollback)
{
    double begun = bench_clock(1);
    memcpy(rollback->copy, rollback->buffer, (size_t)rollback->size);
    return bench_clock(1) - begun;
}

static double timed_restore(Rollback *rollback)
{
    double begun = bench_clock(1);
    check(auk_world_restore(rollback->world, rollback->buffer, rollback->size));
    return bench_clock(1) - begun;
}

static double timed_hash(Rollback *rollback, uint64_t *hash)
{
    double begun = bench_clock(1);
    *hash = auk_world_hash(rollback->world);
    return bench_clock(1) - begun;
}

// Of a hundred bodies one goes and another comes, as bullets do.
static void exchange(Rollback *rollback, int bodies)
{
    AukBodyDef def = {0};
    def.shape = auk_shape_circle(0.5f);
    for (int i = 0; i < bodies; i += OF_OTHERS) {
        def.position = auk_body_get_pose(rollback->world, rollback->ids[i]).p;
        check(auk_body_destroy(rollback->world, rollback->ids[i]));
        auk_body_create(rollback->world, &def);
        check(auk_world_last_status(rollback->world));
    }
}

// The snapshot is taken right after a step, as a game does it.
static void run_round(Rollback *rollback, bool counts)
{
    step_on(rollback);
    make_room(rollback);
    double snapshot = timed_snapshot(rollback);
    uint64_t before, after;
    (void)timed_hash(rollback, &before);
    step_on(rollback);
    double restore = timed_restore(rollback), hash = timed_hash(rollback, &after);
    if (after != before) {
        bench_fail("rollback: another world came back");
    }
    exchange(rollback, auk_world_body_count(rollback->world));
    step_on(rollback);
    double others = timed_restore(rollback);
    if (auk_world_hash(rollback->world) != before) {
        bench_fail("rollback: another world came back after other bodies");
    }
    step_on(rollback);
    double copy = timed_copy(rollback);
    if (counts) {
        samples_add(&rollback->snapshots, snapshot);
        samples_add(&rollback->copies, copy);
        samples_add(&rollback->restores, restore);
        samples_add(&rollback->others, others);
        samples_add(&rollback->hashes, hash);
    }
}

static Summary print_row(const char *phase, int bodies, Samples *samples)
{
    ReportRow row = {0};
    snprintf(row.scene, sizeof row.scene, "rollback");
    snprintf(row.engine, sizeof row.engine, "auk");
    snprintf(row.phase, sizeof row.phase, "%s", phase);
    row.bodies = bodies;
    row.workers = 1;
    row.time = samples_summary(samples);
    report_row(&row);
    samples_free(samples);
    return row.time;
}

static void run(const BenchOptions *options, int bodies)
{
    Rollback rollback = {0};
    int rounds = options->frames > 0 ? options->frames : (options->quick ? 5 : 40);
    fill(&rollback, bodies, options->seed);
    for (int round = -2; round < rounds; round++) {
        run_round(&rollback, round >= 0);
    }
    double copy = print_row("memcpy", bodies, &rollback.copies).median;
    double snapshot = print_row("snapshot", bodies, &rollback.snapshots).median;
    double restore = print_row("restore", bodies, &rollback.restores).median;
    double others = print_row("restore, others", bodies, &rollback.others).median;
    double hash = print_row("hash", bodies, &rollback.hashes).median;
    report_note("%.0f bytes for each body; of the time of memcpy a snapshot takes %.2f times as much, a restore %.2f, "
                "one where "
                "a hundredth of the bodies are others %.2f, a hash %.2f",
                (double)rollback.size / bodies, snapshot / copy, restore / copy, others / copy, hash / copy);
    auk_world_destroy(rollback.world);
    bench_release(rollback.ids);
    bench_release(rollback.buffer);
    bench_release(rollback.copy);
}

void bench_rollback(const BenchOptions *options)
{
    static const BenchSizes sizes = {{1000}, {10000}, {0}};
    int bodies[2 * BENCH_SIZES_MAX];
    bench_sizes(options, &sizes, bodies);
    report_scene(
        "rollback",
        "gas: a snapshot after a step, a restore eight steps later, another where bodies came and went, a hash, "
        "and memcpy of its bytes");
    for (int i = 0; bodies[i] > 0; i++) {
        run(options, bodies[i]);
    }
}
