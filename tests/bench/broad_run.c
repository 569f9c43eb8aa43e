// Every engine's pairs of the last frame are compared: auk's with brute force and a naive sweep while those are
// affordable, the others' with auk's. Chipmunk computes in double, so there pairs that touch exactly may go either way.
#include "broad_run.h"

#include "memory.h"
#include "report.h"

#include <string.h>

typedef struct Reference {
    AukBroadPair *pairs; // sorted
    int count;
} Reference;

static const BroadEngine *const engines[] = {
    &broad_auk,
    &broad_auk_brute_force,
#ifdef BENCH_CHIPMUNK
    &broad_chipmunk_bbtree,
    &broad_chipmunk_hash,
    &broad_chipmunk_sweep1d,
#endif
#ifdef BENCH_BOX2D3
    &broad_box2d_tree,
#endif
    &broad_naive_sweep,
    &broad_memory_floor,
};

enum { ENGINES = (int)(sizeof engines / sizeof engines[0]) };

static int compare_pairs(const void *left, const void *right)
{
    const AukBroadPair *a = left;
    const AukBroadPair *b = right;
    if (a->a != b->a) {
        return a->a < b->a ? -1 : 1;
    }
    return (a->b > b->b) - (a->b < b->b);
}

static bool touch_exactly(AukBox a, AukBox b)
{
    return a.min.x == b.max.x || b.min.x == a.max.x || a.min.y == b.max.y || b.min.y == a.max.y;
}

// Counts the pairs that only one side has, except those that touch exactly if these are `excused`.
static int pairs_differ(AukBroadPairs found, const Reference *reference, const AukBox *boxes, bool excused)
{
    AukBroadPair *sorted = bench_allocate((size_t)found.count, sizeof *sorted);
    if (found.count > 0) {
        memcpy(sorted, found.items, (size_t)found.count * sizeof *sorted);
    }
    qsort(sorted, (size_t)found.count, sizeof *sorted, compare_pairs);
    int wrong = 0;
    for (int i = 0, j = 0; i < found.count || j < reference->count;) {
        int order = i == found.count ? 1 : j == reference->count ? -1 : compare_pairs(&sorted[i], &reference->pairs[j]);
        AukBroadPair pair = order <= 0 ? sorted[i] : reference->pairs[j];
        wrong += order != 0 && !(excused && touch_exactly(boxes[pair.a], boxes[pair.b]));
        i += order <= 0;
        j += order >= 0;
    }
    free(sorted);
    return wrong;
}

static void reference_keep(Reference *reference, AukBroadPairs pairs)
{
    reference->pairs = bench_allocate((size_t)pairs.count, sizeof *reference->pairs);
    if (pairs.count > 0) {
        memcpy(reference->pairs, pairs.items, (size_t)pairs.count * sizeof *reference->pairs);
    }
    reference->count = pairs.count;
}

// What auk promises: each pair once, the smaller index first, in order.
static void check_order(AukBroadPairs pairs)
{
    for (int i = 0; i < pairs.count; i++) {
        AukBroadPair pair = pairs.items[i];
        if (pair.a >= pair.b || (i > 0 && compare_pairs(&pairs.items[i - 1], &pair) >= 0)) {
            bench_fail("auk's pair %d is out of order", i);
        }
    }
}

static void check_pairs(const BroadEngine *engine, AukBroadPairs pairs, Reference *reference, const AukBox *boxes)
{
    if (engine == &broad_auk) {
        check_order(pairs);
        reference_keep(reference, pairs);
        return;
    }
    if (engine == &broad_memory_floor) {
        return;
    }
    bool excused = strncmp(engine->name, "chipmunk", strlen("chipmunk")) == 0;
    int wrong = pairs_differ(pairs, reference, boxes, excused);
    if (wrong > 0) {
        bench_fail("%s and auk differ in %d pairs", engine->name, wrong);
    }
}

static void engine_run(const BroadEngine *engine, const BroadRun *run, uint64_t seed, Reference *reference)
{
    ReportRow row = {0};
    Samples samples = {0};
    MovingBoxes moving = moving_boxes_create(run->kind, run->bodies, run->frames, seed);
    engine->begin(moving.boxes, moving.velocities, run->bodies);
    for (int frame = -run->warm_up; frame < run->frames; frame++) {
        moving_boxes_step(&moving);
        double begun = bench_clock(1);
        AukBroadPairs pairs = engine->step(moving.boxes, moving.velocities);
        double taken = bench_clock(1) - begun;
        if (frame >= 0) {
            samples_add(&samples, taken);
            double per_pair = pairs.count > 0 ? taken * 1e6 / pairs.count : 0.0;
            row.worst_per_pair = per_pair > row.worst_per_pair ? per_pair : row.worst_per_pair;
        }
        if (frame == run->frames - 1) {
            row.pairs = pairs.count;
            check_pairs(engine, pairs, reference, moving.boxes);
        }
    }
    engine->end();
    moving_boxes_destroy(&moving);
    snprintf(row.scene, sizeof row.scene, "%s", run->scene);
    snprintf(row.engine, sizeof row.engine, "%s", engine->name);
    snprintf(row.phase, sizeof row.phase, "broad");
    row.bodies = run->bodies;
    row.workers = 1;
    row.time = samples_summary(&samples);
    report_row(&row);
    samples_free(&samples);
}

static bool runs(const BroadEngine *engine, const BroadRun *run)
{
    bool own = engine == &broad_auk || engine == &broad_memory_floor;
    return (engine->bodies_max == 0 || run->bodies <= engine->bodies_max) &&
           (own || run->peers_max == 0 || run->bodies <= run->peers_max);
}

void broad_run(const BenchOptions *options, const BroadRun *run)
{
    Reference reference = {NULL, 0};
    for (int i = 0; i < ENGINES; i++) {
        if (runs(engines[i], run)) {
            engine_run(engines[i], run, options->seed, &reference);
        }
    }
    free(reference.pairs);
}
