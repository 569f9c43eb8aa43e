// What a world needs: the bytes of all its blocks, as it asked for them, after a hundred steps of gas. The query index
// is among them. Once the world is destroyed no byte may be left.
#include "auk/query.h"
#include "memory.h"
#include "report.h"
#include "scenes/setups.h"
#include "world_run.h"

#include <stddef.h>
#include <stdio.h>

enum { STEPS = 100, AT_ONCE = 1000 };

// In front of each block, as large as malloc's alignment. One thread allocates.
typedef union Header {
    uint64_t size;
    max_align_t alignment;
} Header;

typedef struct Tally {
    uint64_t live, most;
} Tally;

static void *reallocate(void *block, uint64_t size, void *context)
{
    Tally *tally = context;
    Header *old = block ? (Header *)block - 1 : NULL;
    uint64_t before = old ? old->size : 0;
    Header *grown = realloc(old, (size_t)size + sizeof *grown);
    if (!grown) {
        return NULL;
    }
    tally->live += size - before;
    tally->most = tally->live > tally->most ? tally->live : tally->most;
    grown->size = size;
    return grown + 1;
}

static void release(void *block, void *context)
{
    Tally *tally = context;
    if (block) {
        Header *header = (Header *)block - 1;
        tally->live -= header->size;
        free(header);
    }
}

// As in gas: auk is told how many there will be.
static void fill(int bodies, uint64_t seed)
{
    DemoRandom random = {seed};
    Setup setup = gas_setup(bodies);
    int slots[AT_ONCE];
    AukBodyDef *defs = bench_allocate(AT_ONCE, sizeof *defs);
    for (int i = 0; i < bodies; i += AT_ONCE) {
        int count = bodies - i < AT_ONCE ? bodies - i : AT_ONCE;
        for (int k = 0; k < count; k++) {
            slots[k] = i + k;
            defs[k] = gas_body(&setup, &random, i + k);
        }
        world_add_many(&world_auk, slots, defs, count);
    }
    bench_release(defs);
}

static void run_steps(Samples *samples, int steps)
{
    for (int i = 0; i < steps; i++) {
        double begun = bench_clock(1);
        AukStatus status = world_auk.step(BENCH_DT);
        samples_add(samples, bench_clock(1) - begun);
        if (status) {
            bench_fail("memory: %s", auk_status_text(status));
        }
    }
    auk_world_cast_ray_any(world_auk_get(), auk_vec(0.0f, 0.0f), auk_vec(1.0f, 0.0f), NULL); // the index is ready
}

static void run(const BenchOptions *options, int bodies)
{
    Tally tally = {0, 0};
    AukAllocator counting = {reallocate, release, &tally};
    WorldOptions world = {0};
    Samples samples = {0};
    ReportRow row = {.bodies = bodies, .workers = 1};
    auk_set_allocator(&counting);
    world.bodies = bodies;
    if (!world_auk.begin(&world)) {
        bench_fail("memory: %s", auk_status_text(world.refused));
    }
    fill(bodies, options->seed);
    run_steps(&samples, options->frames > 0 ? options->frames : STEPS);
    snprintf(row.scene, sizeof row.scene, "memory");
    snprintf(row.engine, sizeof row.engine, "auk");
    snprintf(row.phase, sizeof row.phase, "live bytes");
    row.time = samples_summary(&samples);
    row.pairs = (int64_t)tally.live;
    report_row(&row);
    report_note("%.0f bytes for each body after %d steps, at most %.0f at any time", (double)tally.live / bodies,
                samples.count, (double)tally.most / bodies);
    world_auk.end();
    if (tally.live != 0) {
        bench_fail("memory: a destroyed world keeps %llu bytes", (unsigned long long)tally.live);
    }
    auk_set_allocator(NULL);
    samples_free(&samples);
}

void bench_memory(const BenchOptions *options)
{
    static const BenchSizes sizes = {{10000}, {100000}, {1000000}};
    int bodies[2 * BENCH_SIZES_MAX];
    bench_sizes(options, &sizes, bodies);
    report_scene("memory", "gas, whose blocks are counted; times are those of its steps, `pairs` the bytes that live");
    for (int i = 0; bodies[i] > 0; i++) {
        run(options, bodies[i]);
    }
}
