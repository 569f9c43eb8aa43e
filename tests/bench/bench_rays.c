// Rays of length 50 over boxes that rest: the closest hit of each. Unit boxes at random angles, 25 units of area for
// each, so that nine rays of ten hit something, on average half way. No ray starts in a box, since engines differ in
// what they say of those.
#include "memory.h"
#include "report.h"
#include "world_run.h"

#include "scenes/random.h"

#include <math.h>

#define RAY_LENGTH 50.0f
#define AREA_FOR_EACH 25.0f

// A ray that grazes a corner may hit it in one engine and pass it in the other. More rays than these must not differ.
enum { GRAZING_IN_A_MILLION = 200, SEARCHED = 20 };

typedef struct Rays {
    AukVec2 *from, *delta;
    float *fractions; // auk's answers
    int count;
    float half;
} Rays;

static AukBodyDef box_of(DemoRandom *random, float half)
{
    AukBodyDef def = {0};
    def.motion = AUK_MOTION_STATIC;
    def.shape = auk_shape_box(0.5f, 0.5f);
    def.position = demo_random_in_square(random, half);
    def.angle = demo_random_angle(random);
    return def;
}

static void fill(const WorldEngine *engine, const Rays *rays, uint64_t seed)
{
    DemoRandom random = {seed};
    WorldOptions options = {0};
    options.bodies = rays->count;
    if (!engine->begin(&options)) {
        bench_fail("%s: %s", engine->name, auk_status_text(options.refused));
    }
    for (int i = 0; i < rays->count; i++) {
        AukBodyDef def = box_of(&random, rays->half);
        engine->add(i, &def);
    }
    engine->step(BENCH_DT); // whatever is put off until the first step
}

// Draws the rays in auk's world.
static void aim(Rays *rays, uint64_t seed)
{
    DemoRandom random = {~seed};
    for (int i = 0; i < rays->count; i++) {
        AukBox point;
        do {
            rays->from[i] = demo_random_in_square(&random, rays->half);
            point = auk_box(rays->from[i], rays->from[i]);
        } while (auk_world_overlap_box(world_auk_get(), point, NULL, NULL, 0) != 0);
        rays->delta[i] = auk_vec_scale(RAY_LENGTH, demo_random_direction(&random));
    }
}

// The nearest hit of a few rays over all boxes, without a world.
static void search(const Rays *rays, uint64_t seed)
{
    float nearest[SEARCHED];
    for (int i = 0; i < SEARCHED; i++) {
        nearest[i] = 2.0f;
    }
    DemoRandom random = {seed};
    for (int box = 0; box < rays->count; box++) {
        AukBodyDef def = box_of(&random, rays->half);
        AukTransform pose = auk_transform(def.position, def.angle);
        for (int i = 0; i < SEARCHED; i++) {
            AukCast cast = auk_cast_ray(&def.shape, pose, rays->from[i], rays->delta[i], NULL);
            nearest[i] = cast.hit && cast.fraction < nearest[i] ? cast.fraction : nearest[i];
        }
    }
    for (int i = 0; i < SEARCHED; i++) {
        if (nearest[i] != rays->fractions[i]) {
            bench_fail("ray %d: auk %g, the nearest of all boxes %g", i, (double)rays->fractions[i],
                       (double)nearest[i]);
        }
    }
}

static void check_rays(const WorldEngine *engine, const Rays *rays)
{
    int differ = 0;
    float largest = 0.0f; // difference of a ray that counts as equal
    for (int i = 0; i < rays->count; i++) {
        float off = fabsf(engine->cast_ray(rays->from[i], rays->delta[i]) - rays->fractions[i]);
        bool equal = off <= engine->ray_slack;
        differ += !equal;
        largest = equal && off > largest ? off : largest;
    }
    if (engine != &world_auk) {
        report_note("%s: %d of %d rays differ from auk's by more than %g of their length, the others by at most %.1g",
                    engine->name, differ, rays->count, (double)engine->ray_slack, (double)largest);
    }
    if (differ > 1 + (int)((int64_t)rays->count * GRAZING_IN_A_MILLION / 1000000)) {
        bench_fail("%s and auk differ in %d of %d rays", engine->name, differ, rays->count);
    }
}

static void run_engine(const BenchOptions *options, const WorldEngine *engine, Rays *rays)
{
    ReportRow row = {0};
    Samples samples = {0};
    int rounds = options->frames > 0 ? options->frames : (options->quick ? 3 : 9);
    for (int round = -1; round < rounds; round++) {
        double begun = bench_clock(1);
        row.pairs = 0;
        for (int i = 0; i < rays->count; i++) {
            float fraction = engine->cast_ray(rays->from[i], rays->delta[i]);
            row.pairs += fraction <= 1.0f;
            if (engine == &world_auk) {
                rays->fractions[i] = fraction;
            }
        }
        if (round >= 0) {
            samples_add(&samples, bench_clock(1) - begun);
        }
    }
    snprintf(row.scene, sizeof row.scene, "rays");
    snprintf(row.engine, sizeof row.engine, "%s", engine->name);
    snprintf(row.phase, sizeof row.phase, "closest hit");
    row.bodies = row.calls = rays->count;
    row.workers = 1;
    row.time = samples_summary(&samples);
    report_row(&row);
    samples_free(&samples);
    check_rays(engine, rays);
}

void bench_rays(const BenchOptions *options)
{
    static const BenchSizes sizes = {{10000}, {100000}, {0}};
    int counts[2 * BENCH_SIZES_MAX];
    bench_sizes(options, &sizes, counts);
    report_scene("rays", "rays of length 50 over as many boxes that rest, closest hit; one batch is all rays");
    for (int i = 0; counts[i] > 0; i++) {
        Rays rays = {0};
        rays.count = counts[i];
        rays.half = 0.5f * sqrtf(AREA_FOR_EACH * (float)counts[i]);
        rays.from = bench_allocate((size_t)rays.count, sizeof *rays.from);
        rays.delta = bench_allocate((size_t)rays.count, sizeof *rays.delta);
        rays.fractions = bench_allocate((size_t)rays.count, sizeof *rays.fractions);
        for (int e = 0; e < world_engine_count; e++) {
            fill(world_engines[e], &rays, options->seed);
            if (world_engines[e] == &world_auk) {
                aim(&rays, options->seed);
            }
            run_engine(options, world_engines[e], &rays);
            world_engines[e]->end();
        }
        search(&rays, options->seed);
        bench_release(rays.from);
        bench_release(rays.delta);
        bench_release(rays.fractions);
    }
}
