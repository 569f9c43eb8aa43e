// auk through its public header.
#include "auk/many.h"
#include "bench.h"
#include "memory.h"
#include "world_engines.h"

static AukWorld *world;
static AukBodyId *ids, *several;
static int room; // bodies

AukWorld *world_auk_get(void)
{
    return world;
}

static void check(AukStatus status)
{
    if (status) {
        bench_fail("%s", auk_status_text(status));
    }
}

static bool begin(WorldOptions *options)
{
    AukWorldDef def = {0};
    def.worker_count = options->workers;
    def.max_pairs = options->max_pairs;
    def.history = options->history;
    def.wrap =
        auk_box(auk_vec(-options->wrap_half, -options->wrap_half), auk_vec(options->wrap_half, options->wrap_half));
    def.broad = options->brute_force ? AUK_BROAD_BRUTE_FORCE : AUK_BROAD_SWEEP;
    world = auk_world_create(&def, &options->refused);
    if (!world) {
        return false;
    }
    room = options->bodies;
    ids = bench_allocate((size_t)options->bodies, sizeof *ids);
    several = bench_allocate((size_t)options->bodies, sizeof *several);
    return true;
}

static void add(int slot, const AukBodyDef *def)
{
    ids[slot] = auk_body_create(world, def);
    check(auk_world_last_status(world));
}

static void take_away(int slot)
{
    check(auk_body_destroy(world, ids[slot]));
}

// A slot's id comes and goes by way of `several`, as slots are in no order.
static void add_many(const int *slots, const AukBodyDef *defs, int count)
{
    if (auk_world_body_count(world) == 0) { // on the clock, as a game does that knows how many there will be
        check(auk_world_reserve(world, room, 0, 0));
    }
    check(auk_body_create_many(world, defs, count, several));
    for (int i = 0; i < count; i++) {
        ids[slots[i]] = several[i];
    }
}

static void take_away_many(const int *slots, int count)
{
    for (int i = 0; i < count; i++) {
        several[i] = ids[slots[i]];
    }
    check(auk_body_destroy_many(world, several, count));
}

static AukVec2 position(int slot)
{
    return auk_body_get_pose(world, ids[slot]).p;
}

static AukVec2 velocity(int slot)
{
    return auk_body_get_velocity(world, ids[slot]);
}

static void set_velocity(int slot, AukVec2 value)
{
    check(auk_body_set_velocity(world, ids[slot], value));
}

void world_auk_fire(int slot, AukVec2 place, AukVec2 value)
{
    AukTransform pose = auk_transform_identity();
    pose.p = place;
    check(auk_body_set_pose(world, ids[slot], pose));
    check(auk_body_set_velocity(world, ids[slot], value));
}

static AukStatus step(float dt)
{
    return auk_world_step(world, dt);
}

static WorldCounts counts(void)
{
    AukWorldStats stats = auk_world_stats(world);
    WorldCounts counts = {0};
    counts.pairs = stats.candidates;
    counts.contacts = stats.contacts;
    return counts;
}

static void end(void)
{
    auk_world_destroy(world);
    world = NULL;
    bench_release(ids);
    bench_release(several);
}

const WorldEngine world_auk = {.name = "auk",
                               .begin = begin,
                               .add = add,
                               .remove = take_away,
                               .add_many = add_many,
                               .remove_many = take_away_many,
                               .position = position,
                               .velocity = velocity,
                               .set_velocity = set_velocity,
                               .step = step,
                               .counts = counts,
                               .end = end};
