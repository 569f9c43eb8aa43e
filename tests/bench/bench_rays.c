// Rays of length 50 over boxes that rest: the closest hit, any hit, all hits. Unit boxes at random angles, 25 units of
// area for each, so that nine rays of ten hit something, on average half way. No ray starts in a box, since engines
// differ in what they say of those.
#include "auk/query.h"
#include "memory.h"
#include "query_run.h"

enum { FROM_ONE_POINT = 64 };

typedef struct Rays {
    QueryField field;
    QueryQuestion *questions, *fans; // fans: FROM_ONE_POINT after each other start at one point
    QueryKept *kept[QUERY_KINDS], *kept_fans;
    int count;
} Rays;

static const char *const phases[QUERY_KINDS] = {
    [QUERY_RAY_CLOSEST] = "closest hit", [QUERY_RAY_ANY] = "any hit", [QUERY_RAY_ALL] = "all hits"};

static int rounds_of(const BenchOptions *options)
{
    return options->frames > 0 ? options->frames : (options->quick ? 3 : 9);
}

static QueryRun run_of(const BenchOptions *options, const Rays *rays, QueryKind kind)
{
    QueryRun run = {.scene = "rays", .phase = phases[kind], .kind = kind, .field = &rays->field};
    run.questions = rays->questions;
    run.count = rays->count;
    run.rounds = rounds_of(options);
    run.kept = rays->kept[kind];
    return run;
}

// As a lamp or an eye sends them out.
static QueryRun fans_of(const BenchOptions *options, const Rays *rays)
{
    QueryRun run = run_of(options, rays, QUERY_RAY_CLOSEST);
    run.phase = "closest hit, 64 from a point";
    run.questions = rays->fans;
    run.kept = rays->kept_fans;
    return run;
}

static void aim(Rays *rays, uint64_t seed)
{
    query_aim(&rays->field, rays->questions, rays->count, 0.0f, seed);
    for (int i = 0; i < rays->count; i++) {
        float turn = 6.2831853f * (float)(i % FROM_ONE_POINT) / FROM_ONE_POINT;
        rays->fans[i].from = rays->questions[i - i % FROM_ONE_POINT].from;
        rays->fans[i].delta = auk_rot_apply(auk_rot(turn), auk_vec(QUERY_LENGTH, 0.0f));
    }
}

// A batch of so many rays by each call, by so many threads.
typedef struct Batches {
    int rays, threads;
} Batches;

// The same rays in batches. The answers have to be those of single rays, bit by bit.
static void run_batches(const QueryRun *run, Batches batches)
{
    AukPool *pool = auk_pool_create(batches.threads, NULL, NULL);
    if (!pool) {
        report_note("no pool of %d threads here", batches.threads);
        return;
    }
    AukQuery query = {.pool = pool};
    Samples samples = {0};
    AukVec2 *from = bench_allocate((size_t)run->count, sizeof *from);
    AukVec2 *delta = bench_allocate((size_t)run->count, sizeof *delta);
    AukFound *found = bench_allocate((size_t)run->count, sizeof *found);
    for (int i = 0; i < run->count; i++) {
        from[i] = run->questions[i].from;
        delta[i] = run->questions[i].delta;
    }
    int64_t hits = 0;
    for (int round = -1; round < run->rounds; round++) {
        double begun = bench_clock(batches.threads);
        hits = 0;
        for (int i = 0; i < run->count; i += batches.rays) {
            int count = run->count - i < batches.rays ? run->count - i : batches.rays;
            hits += auk_world_cast_ray_many(world_auk_get(), &from[i], &delta[i], count, &query, NULL, &found[i]);
        }
        if (round >= 0) {
            samples_add(&samples, bench_clock(batches.threads) - begun);
        }
    }
    query_report(run, "auk batch", batches.threads, &samples, hits);
    for (int i = 0; i < run->count; i++) {
        bool hit = found[i].body.generation != 0;
        if (hit != run->kept[i].count || (hit && found[i].fraction != run->kept[i].value)) {
            bench_fail("%s: ray %d hits at %g in a batch, alone at %g", run->phase, i, (double)found[i].fraction,
                       (double)run->kept[i].value);
        }
    }
    bench_release(from);
    bench_release(delta);
    bench_release(found);
    auk_pool_destroy(pool);
}

static void run_engine(const BenchOptions *options, Rays *rays, const QueryEngine *engine)
{
    query_field_fill(&rays->field, engine->world);
    if (engine == &query_auk) {
        aim(rays, options->seed);
    }
    for (QueryKind kind = QUERY_RAY_CLOSEST; kind <= QUERY_RAY_ALL; kind++) {
        QueryRun run = run_of(options, rays, kind);
        query_run(&run, engine);
        if (engine == &query_auk) {
            query_search(&run);
        }
        if (engine == &query_auk && kind == QUERY_RAY_CLOSEST) {
            run_batches(&run, (Batches){rays->count, 1});
            run_batches(&run, (Batches){rays->count, 2});
        }
    }
    QueryRun fans = fans_of(options, rays);
    query_run(&fans, engine);
    if (engine == &query_auk) {
        query_search(&fans);
        run_batches(&fans, (Batches){FROM_ONE_POINT, 1});
    }
    engine->world->end();
}

void bench_rays(const BenchOptions *options)
{
    static const BenchSizes sizes = {{10000}, {100000}, {0}};
    int counts[2 * BENCH_SIZES_MAX];
    bench_sizes(options, &sizes, counts);
    report_scene("rays", "rays of length 50 over as many boxes that rest; one batch is all rays");
    for (int i = 0; counts[i] > 0; i++) {
        Rays rays = {.field = query_field_create(counts[i], options->seed), .count = counts[i]};
        rays.questions = bench_allocate((size_t)rays.count, sizeof *rays.questions);
        rays.fans = bench_allocate((size_t)rays.count, sizeof *rays.fans);
        rays.kept_fans = bench_allocate((size_t)rays.count, sizeof *rays.kept_fans);
        for (QueryKind kind = QUERY_RAY_CLOSEST; kind <= QUERY_RAY_ALL; kind++) {
            rays.kept[kind] = bench_allocate((size_t)rays.count, sizeof *rays.kept[kind]);
        }
        for (int e = 0; e < query_engine_count; e++) {
            run_engine(options, &rays, query_engines[e]);
        }
        for (QueryKind kind = QUERY_RAY_CLOSEST; kind <= QUERY_RAY_ALL; kind++) {
            bench_release(rays.kept[kind]);
        }
        bench_release(rays.kept_fans);
        bench_release(rays.questions);
        bench_release(rays.fans);
        query_field_destroy(&rays.field);
    }
}
