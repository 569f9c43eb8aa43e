// Shapes that are cast, overlaps and nearest shapes over the boxes of the scene `rays`; and the nearest enemy between
// two camps, which is the worst case of a search that looks at the nearest shapes first: those are friends.
#include "memory.h"
#include "query_run.h"
#include "scenes/random.h"

#include <math.h>

// A shape that is cast starts in no box: its longest half diagonal is 0.56.
#define CLEARANCE 0.75f

enum { QUESTIONS = 20000 };

typedef struct Queries {
    QueryField field;
    QueryQuestion *questions;
    QueryKept *kept[QUERY_KINDS];
    int count;
} Queries;

static const char *const phases[QUERY_KINDS] = {[QUERY_CAST_DISC] = "cast disc",
                                                [QUERY_CAST_BOX] = "cast box",
                                                [QUERY_OVERLAP_BOUNDS] = "overlap bounding boxes",
                                                [QUERY_OVERLAP_BOX] = "overlap box",
                                                [QUERY_OVERLAP_SHAPE] = "overlap turned box",
                                                [QUERY_NEAREST] = "nearest within 10",
                                                [QUERY_NEAREST_FEW] = "8 nearest within 10",
                                                [QUERY_NEAREST_ENEMY] = "nearest enemy"};

static int rounds_of(const BenchOptions *options, int rounds)
{
    return options->frames > 0 ? options->frames : (options->quick ? rounds / 3 : rounds);
}

// ---- boxes ----

static void run_engine(const BenchOptions *options, Queries *queries, const QueryEngine *engine)
{
    query_field_fill(&queries->field, engine->world);
    if (engine == &query_auk) {
        query_aim(&queries->field, queries->questions, queries->count, CLEARANCE, options->seed);
    }
    if (engine->begin) {
        engine->begin();
    }
    for (QueryKind kind = QUERY_CAST_DISC; kind <= QUERY_NEAREST_FEW; kind++) {
        QueryRun run = {.scene = "queries", .phase = phases[kind], .kind = kind, .field = &queries->field};
        run.questions = queries->questions;
        run.count = queries->count;
        run.rounds = rounds_of(options, 9);
        run.kept = queries->kept[kind];
        query_run(&run, engine);
        if (engine == &query_auk) {
            query_search(&run);
        }
    }
    if (engine->end) {
        engine->end();
    }
    engine->world->end();
}

static void run_boxes(const BenchOptions *options, int boxes)
{
    Queries queries = {.field = query_field_create(boxes, options->seed)};
    queries.count = boxes < QUESTIONS ? boxes : QUESTIONS;
    queries.questions = bench_allocate((size_t)queries.count, sizeof *queries.questions);
    for (QueryKind kind = QUERY_CAST_DISC; kind <= QUERY_NEAREST_FEW; kind++) {
        queries.kept[kind] = bench_allocate((size_t)queries.count, sizeof *queries.kept[kind]);
    }
    for (int e = 0; e < query_engine_count; e++) {
        run_engine(options, &queries, query_engines[e]);
    }
    for (QueryKind kind = QUERY_CAST_DISC; kind <= QUERY_NEAREST_FEW; kind++) {
        bench_release(queries.kept[kind]);
    }
    bench_release(queries.questions);
    query_field_destroy(&queries.field);
}

// ---- two camps ----

// Discs of radius 0.4, 1.2 apart in 16 columns, which walk about a little; the camps are 24 apart.
enum { CAMP = 250, UNITS = 2 * CAMP, COLUMNS = 16, WALKED = 10 };
enum { RED = 1 << 2, BLUE = 1 << 3 }; // categories

#define UNIT_RADIUS 0.4f
#define UNIT_APART 1.2f

static void fill_camps(const WorldEngine *engine, uint64_t seed)
{
    DemoRandom random = {seed};
    WorldOptions options = {0};
    options.bodies = UNITS;
    if (!engine->begin(&options)) {
        bench_fail("%s: %s", engine->name, auk_status_text(options.refused));
    }
    for (int i = 0; i < UNITS; i++) {
        AukBodyDef def = {0};
        int k = i % CAMP;
        def.position.x = (i < CAMP ? -30.0f : 12.0f) + UNIT_APART * (float)(k % COLUMNS);
        def.position.y = UNIT_APART * (float)(k / COLUMNS) - 9.0f;
        def.velocity = demo_random_in_disc(&random);
        def.shape = auk_shape_circle(UNIT_RADIUS);
        def.filter.category = i < CAMP ? RED : BLUE;
        def.filter.ignore = RED | BLUE;
        engine->add(i, &def);
    }
    for (int i = 0; i < WALKED; i++) {
        engine->step(BENCH_DT);
    }
}

// The positions lie in one array, as a game may have them.
static float enemy_by_loop(const AukVec2 *positions, int unit)
{
    float least = INFINITY;
    int first = unit < CAMP ? CAMP : 0;
    for (int i = first; i < first + CAMP; i++) {
        AukVec2 way = auk_vec_sub(positions[i], positions[unit]);
        float squared = auk_vec_dot(way, way);
        least = squared < least ? squared : least;
    }
    return sqrtf(least) - UNIT_RADIUS;
}

// Its answers are auk's but for rounding.
static void run_loop(const QueryRun *run, const AukVec2 *positions)
{
    Samples samples = {0};
    float distances[UNITS];
    for (int round = -1; round < run->rounds; round++) {
        double begun = bench_clock(1);
        for (int i = 0; i < UNITS; i++) {
            distances[i] = enemy_by_loop(positions, i);
        }
        if (round >= 0) {
            samples_add(&samples, bench_clock(1) - begun);
        }
    }
    query_report(run, "plain loop", 1, &samples, UNITS);
    for (int i = 0; i < UNITS; i++) {
        if (run->kept[i].count != 1 || fabsf(distances[i] - run->kept[i].value) > 1e-5f) {
            bench_fail("unit %d: auk's nearest enemy is %g away, that of a loop %g", i, (double)run->kept[i].value,
                       (double)distances[i]);
        }
    }
}

static void run_camps(const BenchOptions *options)
{
    QueryField field = {.count = UNITS};
    QueryQuestion questions[UNITS];
    QueryKept kept[UNITS];
    AukVec2 positions[UNITS];
    QueryRun run = {.scene = "queries", .phase = phases[QUERY_NEAREST_ENEMY], .kind = QUERY_NEAREST_ENEMY};
    run.field = &field;
    run.questions = questions;
    run.count = UNITS;
    run.rounds = rounds_of(options, 60);
    run.kept = kept;
    for (int e = 0; e < query_engine_count; e++) {
        const QueryEngine *engine = query_engines[e];
        if (engine->ask[QUERY_NEAREST_ENEMY]) {
            fill_camps(engine->world, options->seed);
            for (int i = 0; i < UNITS && engine == &query_auk; i++) {
                positions[i] = engine->world->position(i);
                questions[i] = (QueryQuestion){.from = positions[i], .category = i < CAMP ? BLUE : RED};
            }
            query_run(&run, engine);
            engine->world->end();
        }
    }
    run_loop(&run, positions);
}

void bench_queries(const BenchOptions *options)
{
    static const BenchSizes sizes = {{10000}, {100000}, {0}};
    int counts[2 * BENCH_SIZES_MAX];
    bench_sizes(options, &sizes, counts);
    report_scene("queries", "casts of length 50, overlaps and nearest shapes over boxes that rest; one batch is all");
    for (int i = 0; counts[i] > 0; i++) {
        run_boxes(options, counts[i]);
    }
    run_camps(options);
}
