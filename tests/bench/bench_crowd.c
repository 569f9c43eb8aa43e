// A crowd of circles of diameter 0.9 at random places, half a unit of area for each, is pushed apart for a second:
// auk_crowd_separate() with no world around it, and what a game writes itself: a loop over all pairs, which pushes each
// that overlaps once.
#include "auk/mover.h"
#include "bench.h"
#include "memory.h"
#include "report.h"
#include "scenes/random.h"

#include <math.h>
#include <stdio.h>

#define RADIUS 0.45f
#define AREA_FOR_EACH 0.512f // 500 of them in 16 x 16, as in the table of auk/mover.h
#define STRENGTH 0.5f

enum { LOOP_MAX = 500 }; // beyond it a loop over all pairs is no longer what a game would write

typedef struct People {
    AukCrowd *crowd;
    AukShape *shapes;
    AukTransform *poses;
    int count;
} People;

static void place(People *people, uint64_t seed)
{
    DemoRandom random = {seed};
    float half = 0.5f * sqrtf(AREA_FOR_EACH * (float)people->count);
    for (int i = 0; i < people->count; i++) {
        people->shapes[i] = auk_shape_circle(RADIUS);
        people->poses[i] = auk_transform(demo_random_in_square(&random, half), 0.0f);
    }
}

// How deep two of them overlap; 0 if they do not.
static float depth_of(AukVec2 way)
{
    float squared = auk_vec_dot(way, way);
    return squared < 4.0f * RADIUS * RADIUS ? 2.0f * RADIUS - sqrtf(squared) : 0.0f;
}

// The number of pairs that overlap before it.
static int separate_by_loop(People *people)
{
    int pairs = 0;
    for (int i = 0; i < people->count; i++) {
        for (int k = i + 1; k < people->count; k++) {
            AukVec2 way = auk_vec_sub(people->poses[k].p, people->poses[i].p);
            float depth = depth_of(way);
            if (depth > 0.0f) {
                AukVec2 push = auk_vec_scale(0.5f * STRENGTH * depth, auk_vec_normalize(way));
                people->poses[i].p = auk_vec_sub(people->poses[i].p, push);
                people->poses[k].p = auk_vec_add(people->poses[k].p, push);
                pairs++;
            }
        }
    }
    return pairs;
}

static int separate_by_auk(People *people)
{
    AukCrowdDef def = {.count = people->count, .shapes = people->shapes, .poses = people->poses, .strength = STRENGTH};
    int pairs = auk_crowd_separate(people->crowd, &def);
    if (pairs < 0) {
        bench_fail("crowd: %s", auk_status_text((AukStatus)-pairs));
    }
    return pairs;
}

typedef struct Overlaps {
    int pairs;
    double depth; // of all pairs together
} Overlaps;

static Overlaps overlaps_of(const People *people)
{
    Overlaps found = {0, 0.0};
    for (int i = 0; i < people->count; i++) {
        for (int k = i + 1; k < people->count; k++) {
            float depth = depth_of(auk_vec_sub(people->poses[k].p, people->poses[i].p));
            found.pairs += depth > 0.0f;
            found.depth += (double)depth;
        }
    }
    return found;
}

static void run(const BenchOptions *options, People *people, const char *engine, int (*separate)(People *))
{
    int calls = options->frames > 0 ? options->frames : (options->quick ? 6 : 60);
    Samples samples = {0};
    ReportRow row = {.bodies = people->count, .workers = 1};
    place(people, options->seed);
    Overlaps before = overlaps_of(people);
    for (int call = 0; call < calls; call++) {
        double begun = bench_clock(1);
        int pairs = separate(people);
        samples_add(&samples, bench_clock(1) - begun);
        if (call == 0 && separate == separate_by_auk && abs(pairs - before.pairs) > 1) { // one may just touch
            bench_fail("crowd: auk finds %d pairs that overlap, a loop %d", pairs, before.pairs);
        }
        row.pairs = pairs;
    }
    Overlaps after = overlaps_of(people);
    if (after.depth >= before.depth) {
        bench_fail("crowd, %s: the overlaps add up to %g before and %g after %d calls", engine, before.depth,
                   after.depth, calls);
    }
    snprintf(row.scene, sizeof row.scene, "crowd");
    snprintf(row.engine, sizeof row.engine, "%s", engine);
    snprintf(row.phase, sizeof row.phase, "separate");
    row.time = samples_summary(&samples);
    report_row(&row);
    report_note("%s: overlaps of %.0f together before, %.1f after %d calls", engine, before.depth, after.depth, calls);
    samples_free(&samples);
}

void bench_crowd(const BenchOptions *options)
{
    static const BenchSizes sizes = {{500}, {500, 5000}, {0}};
    int counts[2 * BENCH_SIZES_MAX];
    bench_sizes(options, &sizes, counts);
    report_scene("crowd", "circles at random places are pushed apart for a second; pairs: that overlap at the end");
    for (int i = 0; counts[i] > 0; i++) {
        People people = {.crowd = auk_crowd_create(NULL), .count = counts[i]};
        people.shapes = bench_allocate((size_t)people.count, sizeof *people.shapes);
        people.poses = bench_allocate((size_t)people.count, sizeof *people.poses);
        run(options, &people, "auk", separate_by_auk);
        if (people.count <= LOOP_MAX) {
            run(options, &people, "plain loop", separate_by_loop);
        }
        auk_crowd_destroy(people.crowd);
        bench_release(people.shapes);
        bench_release(people.poses);
    }
}
