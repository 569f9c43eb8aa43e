// The scenes that are steps of a world from beginning to end: gas, clumps, tiles, rest, churn, small.
#include "broad_run.h"
#include "memory.h"
#include "report.h"
#include "scenes/setups.h"
#include "world_run.h"

#include <math.h>

enum { WARM_UP = 20, TILES_MOVERS = 1000, CHURN_PART = 10, HASHED_BODIES = 1000, HASHED_STEPS = 20, AT_ONCE = 1000 };
enum { SMALL_BODIES = 100, SMALL_STEPS = 10 };
enum { REST_MOVERS = 100, REST_SIDE_MIN = 100, REST_HISTORY = 8 };
enum { BULLET_BODIES_MAX = 100000 }; // a million would take half a minute

enum { FILLED_BYTES = 1500 }; // what any engine takes for a body of gas, roughly

#define REST_PITCH 1.5f
#define SMALL_SIDE 0.85f // of the side of gas: half as many pairs touch as there are bodies

// What fills a world, and goes on to fill its gaps.
typedef struct Filling {
    Setup setup;
    DemoRandom random;
    int slots[AT_ONCE];
    AukBodyDef defs[AT_ONCE];
} Filling;

static void fill_gas(WorldRun *run, const WorldEngine *engine)
{
    Filling *filling = run->state;
    filling->random.state = run->seed;
    filling->setup = gas_setup(run->bodies);
    run->half = filling->setup.half;
    for (int i = 0; i < run->bodies; i += AT_ONCE) {
        int count = run->bodies - i < AT_ONCE ? run->bodies - i : AT_ONCE;
        for (int k = 0; k < count; k++) {
            filling->slots[k] = i + k;
            filling->defs[k] = gas_body(&filling->setup, &filling->random, i + k);
        }
        world_add_many(engine, filling->slots, filling->defs, count);
    }
}

// The same, with one body that is swept.
static void fill_gas_and_bullet(WorldRun *run, const WorldEngine *engine)
{
    fill_gas(run, engine);
    AukBodyDef def = gas_body(&((Filling *)run->state)->setup, &((Filling *)run->state)->random, 0);
    def.motion = AUK_MOTION_SWEPT;
    engine->remove(0);
    engine->add(0, &def);
}

// Bodies of gas, closer together.
static void fill_small(WorldRun *run, const WorldEngine *engine)
{
    Filling *filling = run->state;
    filling->random.state = run->seed;
    filling->setup = gas_setup(run->bodies);
    filling->setup.half *= SMALL_SIDE;
    run->half = filling->setup.half;
    for (int i = 0; i < run->bodies; i++) {
        AukBodyDef def = gas_body(&filling->setup, &filling->random, i);
        engine->add(i, &def);
    }
}

static void fill_tiles(WorldRun *run, const WorldEngine *engine)
{
    Filling *filling = run->state;
    filling->random.state = run->seed;
    filling->setup = tiles_setup();
    run->half = filling->setup.half;
    for (int i = 0; i < run->bodies; i++) {
        bool rests = i < TILES_COUNT;
        AukBodyDef def = rests ? tiles_tile(i) : tiles_mover(&filling->setup, &filling->random, i - TILES_COUNT);
        engine->add(i, &def);
    }
}

// The boxes of tiles in a square; bodies move among the 10,000 in its middle.
static void fill_rest(WorldRun *run, const WorldEngine *engine)
{
    Filling *filling = run->state;
    filling->random.state = run->seed;
    filling->setup.half = run->half = 0.5f * REST_PITCH * (float)(REST_SIDE_MIN - 1);
    int resting = run->bodies - run->movers, side = (int)sqrt(resting);
    for (int i = 0; i < resting; i++) {
        AukBodyDef def = tiles_tile(i);
        def.position.x = REST_PITCH * ((float)(i % side) - 0.5f * (float)(side - 1));
        def.position.y = REST_PITCH * ((float)(i / side) - 0.5f * (float)(side - 1));
        engine->add(i, &def);
    }
    for (int i = 0; i < run->movers; i++) {
        AukBodyDef def = tiles_mover(&filling->setup, &filling->random, i);
        engine->add(resting + i, &def);
    }
}

// The same with what must not make bodies at rest cost more: one of them is a half-plane under the movers, one mover is
// a ball that bounces.
static void fill_rest_mixed(WorldRun *run, const WorldEngine *engine)
{
    fill_rest(run, engine);
    Filling *filling = run->state;
    AukBodyDef floor = tiles_tile(0), ball = tiles_mover(&filling->setup, &filling->random, 0);
    floor.shape = auk_shape_half_plane(auk_vec(0.0f, 1.0f), -filling->setup.half);
    floor.position = auk_vec(0.0f, 0.0f);
    ball.motion = AUK_MOTION_SWEPT;
    ball.response = AUK_RESPONSE_BOUNCE;
    engine->remove(0);
    engine->add(0, &floor);
    engine->remove(run->bodies - 1);
    engine->add(run->bodies - 1, &ball);
}

// One mover in turn goes, and another one comes, as bullets do.
static void replace_one(WorldRun *run, const WorldEngine *engine, int frame)
{
    Filling *filling = run->state;
    int slot = run->bodies - run->movers + frame % (run->movers - 1);
    AukBodyDef def = tiles_mover(&filling->setup, &filling->random, slot);
    engine->remove(slot);
    engine->add(slot, &def);
}

// The movers gather in the middle and spread again: the index of queries chooses other cells for them.
static void gather(WorldRun *run, const WorldEngine *engine, int frame)
{
    const Filling *filling = run->state;
    DemoRandom random = {run->seed};
    float part = 0.5f + 0.5f * cosf((float)frame * 0.05f);
    for (int slot = run->bodies - run->movers; slot < run->bodies; slot++) {
        AukVec2 goal = demo_random_in_square(&random, filling->setup.half * part);
        AukVec2 way = auk_vec_sub(goal, engine->position(slot));
        engine->set_velocity(slot, auk_vec_scale(1.0f / BENCH_DT, way));
    }
}

static void fill_clumps(WorldRun *run, const WorldEngine *engine)
{
    DemoRandom random = {run->seed};
    ClumpsSetup setup = {0};
    if (!clumps_setup(&setup, &random, run->bodies)) {
        bench_fail("out of memory");
    }
    run->half = setup.common.half;
    for (int i = 0; i < run->bodies; i++) {
        AukBodyDef def = clumps_body(&setup, &random, i);
        engine->add(i, &def);
    }
    clumps_setup_release(&setup);
}

// A tenth of the bodies go, one of every ten, and as many come somewhere else.
static void churn(WorldRun *run, const WorldEngine *engine, int frame)
{
    (void)frame;
    Filling *filling = run->state;
    int all = run->bodies / CHURN_PART;
    for (int i = 0; i < all; i += AT_ONCE) {
        int count = all - i < AT_ONCE ? all - i : AT_ONCE;
        for (int k = 0; k < count; k++) {
            filling->slots[k] = CHURN_PART * (i + k) + demo_random_below(&filling->random, CHURN_PART);
            filling->defs[k] = gas_body(&filling->setup, &filling->random, filling->slots[k]);
        }
        world_remove_many(engine, filling->slots, count);
        world_add_many(engine, filling->slots, filling->defs, count);
    }
}

static WorldRun steps_of(const BenchOptions *options, const char *scene, int bodies)
{
    static Filling filling;
    WorldRun run = {0};
    run.scene = scene;
    run.phase = "step";
    run.bodies = run.movers = bodies;
    run.warm_up = options->quick ? WARM_UP / 4 : WARM_UP;
    run.frames = bench_frames(options, bodies);
    run.seed = options->seed;
    run.state = &filling;
    return run;
}

static uint64_t hash_after_steps(const BenchOptions *options, bool brute_force)
{
    WorldRun run = steps_of(options, "gas", HASHED_BODIES);
    WorldOptions world = {0};
    world.bodies = HASHED_BODIES;
    world.brute_force = brute_force;
    if (!world_auk.begin(&world)) {
        bench_fail("%s", auk_status_text(world.refused));
    }
    fill_gas(&run, &world_auk);
    for (int i = 0; i < HASHED_STEPS; i++) {
        world_auk.step(BENCH_DT);
    }
    uint64_t hash = auk_world_hash(world_auk_get());
    world_auk.end();
    return hash;
}

static void check_hashes(const BenchOptions *options)
{
    if (hash_after_steps(options, false) != hash_after_steps(options, true)) {
        bench_fail("auk's world and its brute-force twin differ");
    }
}

static BroadRun broad_of(const BenchOptions *options, const char *scene, MovingKind kind, int bodies)
{
    BroadRun run = {0};
    run.scene = scene;
    run.kind = kind;
    run.bodies = bodies;
    run.warm_up = options->quick ? WARM_UP / 4 : WARM_UP;
    run.frames = bodies > 200000 && options->frames == 0 ? 30 : bench_frames(options, bodies);
    return run;
}

void bench_gas(const BenchOptions *options)
{
    static const BenchSizes sizes = {{1000, 10000}, {1000, 10000, 100000}, {1000000}};
    int bodies[2 * BENCH_SIZES_MAX];
    bench_sizes(options, &sizes, bodies);
    report_scene("gas", "discs, boxes and pentagons fly about; every pair is a pair of movers");
    check_hashes(options);
    for (int i = 0; bodies[i] > 0; i++) {
        BroadRun broad = broad_of(options, "gas", MOVING_GAS, bodies[i]);
        broad_run(options, &broad);
        WorldRun steps = steps_of(options, "gas", bodies[i]);
        steps.fill = fill_gas;
        steps.fill_counts = true;
        bench_touch((size_t)bodies[i] * FILLED_BYTES);
        world_run_all(&steps);
        world_run_beside(&steps);
        steps.phase = "step, one bullet";
        steps.workers = 1;
        steps.fill = fill_gas_and_bullet;
        steps.fill_counts = false;
        if (bodies[i] <= BULLET_BODIES_MAX) {
            world_run(&steps, &world_auk);
            steps.phase = "step, wrapped";
            steps.fill = fill_gas;
            steps.wrap_half = gas_setup(bodies[i]).half;
            world_run(&steps, &world_auk);
        }
    }
}

void bench_clumps(const BenchOptions *options)
{
    static const BenchSizes sizes = {{1000, 10000}, {1000, 10000, 100000}, {0}};
    int bodies[2 * BENCH_SIZES_MAX];
    bench_sizes(options, &sizes, bodies);
    report_scene("clumps", "sizes from 0.1 to 50 in clusters, about six pairs for each body at 100,000");
    for (int i = 0; bodies[i] > 0; i++) {
        BroadRun broad = broad_of(options, "clumps", MOVING_CLUMPS, bodies[i]);
        broad.frames = broad.frames / 3 + 1; // the peers are slow here
        broad_run(options, &broad);
        WorldRun steps = steps_of(options, "clumps", bodies[i]);
        steps.frames = broad.frames;
        steps.fill = fill_clumps;
        world_run_all(&steps);
    }
}

void bench_tiles(const BenchOptions *options)
{
    report_scene("tiles", "100,000 boxes that rest, 1,000 movers");
    WorldRun steps = steps_of(options, "tiles", TILES_COUNT + TILES_MOVERS);
    steps.movers = TILES_MOVERS;
    steps.frames = bench_frames(options, TILES_MOVERS);
    steps.fill = fill_tiles;
    world_run_all(&steps);
}

void bench_rest(const BenchOptions *options)
{
    static const BenchSizes sizes = {{10000}, {10000, 1000000}, {0}};
    int bodies[2 * BENCH_SIZES_MAX];
    bench_sizes(options, &sizes, bodies);
    report_scene("rest", "100 movers in the same place, among more and more boxes that rest");
    for (int i = 0; bodies[i] > 0; i++) {
        WorldRun steps = steps_of(options, "rest", bodies[i] + REST_MOVERS);
        steps.movers = REST_MOVERS;
        steps.workers = 1;
        steps.frames = bench_frames(options, REST_MOVERS);
        steps.fill = fill_rest;
        world_run(&steps, &world_auk);
        steps.phase = "step, gathering";
        steps.disturb = gather;
        world_run(&steps, &world_auk);
        steps.phase = "step, mixed";
        steps.fill = fill_rest_mixed;
        steps.disturb = replace_one;
        steps.history = REST_HISTORY;
        world_run(&steps, &world_auk);
        steps.phase = "step, wrapped";
        steps.fill = fill_rest;
        steps.wrap_half = 0.5f * REST_PITCH * ((float)sqrt(bodies[i]) + 2.0f);
        world_run(&steps, &world_auk);
    }
}

void bench_churn(const BenchOptions *options)
{
    static const BenchSizes sizes = {{10000}, {10000, 100000}, {0}};
    int bodies[2 * BENCH_SIZES_MAX];
    bench_sizes(options, &sizes, bodies);
    report_scene("churn", "gas, of which a tenth is destroyed and created on the clock of each step");
    for (int i = 0; bodies[i] > 0; i++) {
        WorldRun steps = steps_of(options, "churn", bodies[i]);
        steps.fill = fill_gas;
        steps.disturb = churn;
        steps.peers_frames = bodies[i] > 10000 ? 3 : 0; // cpSpace looks at all contacts for each shape that goes
        world_run_all(&steps);
    }
}

void bench_small(const BenchOptions *options)
{
    report_scene("small",
                 "100 bodies as in gas, about 50 pairs touch; ten steps are timed together, the figures are of one");
    WorldRun steps = steps_of(options, "small", SMALL_BODIES);
    steps.steps_at_once = SMALL_STEPS;
    steps.fill = fill_small;
    world_run_all(&steps);
}
