// Any number of workers, tasks of the game in any order, and ranges of any size give the same bits in every step.
#include "auk/auk.h"
#include "broad/broad.h"
#include "world/state/world_state.h"

#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { BODIES = 400, STEPS = 40, STATIC_EACH = 9 };

static AukBodyDef random_body(Random *random)
{
    static const AukVec2 corners[5] = {{0.5f, 0.0f}, {0.1f, 0.5f}, {-0.4f, 0.3f}, {-0.4f, -0.3f}, {0.1f, -0.5f}};
    float size = random_float(random, 0.3f, 1.0f);
    AukShape shapes[4] = {auk_shape_circle(0.5f * size), auk_shape_box(0.5f * size, 0.3f * size),
                          auk_shape_polygon(corners, 5, 0.1f), auk_shape_ellipse(0.6f * size, 0.3f * size)};
    AukBodyDef def = {.position = random_vec(random, -8.0f, 8.0f),
                      .angle = random_float(random, -3.0f, 3.0f),
                      .velocity = random_vec(random, -5.0f, 5.0f),
                      .spin = random_float(random, -3.0f, 3.0f),
                      .shape = shapes[random_int(random, 0, 3)],
                      .sensor = random_chance(random, 0.1)};
    if (random_chance(random, 0.15)) {
        def.motion = AUK_MOTION_SWEPT;
        def.response = (AukResponse)random_int(random, 0, AUK_RESPONSE_COUNT - 1);
        def.bounce_loss = random_float(random, 0.0f, 0.5f);
        def.pierce = random_chance(random, 0.2) ? 1 : 0;
    } else if (random_chance(random, 0.2)) {
        def.motion = AUK_MOTION_STATIC;
        def.velocity = auk_vec(0.0f, 0.0f);
        def.spin = 0.0f;
        def.one_way = random_chance(random, 0.3) ? random_direction(random) : auk_vec(0.0f, 0.0f);
    }
    return def;
}

// Bodies of all motions, some of two shapes; the same for the same seed.
static void fill(AukWorld *world, uint64_t seed)
{
    Random random = random_start(seed, 1);
    for (int i = 0; i < BODIES; i++) {
        AukBodyDef def = random_body(&random);
        AukBodyId body = auk_body_create(world, &def);
        cr_assert(auk_body_exists(world, body));
        if (random_chance(&random, 0.2)) {
            AukShapeDef more = {.shape = auk_shape_circle(0.3f), .position = {0.4f, 0.2f}};
            cr_assert_neq(auk_body_add_shape(world, body, &more).generation, 0);
        }
    }
}

// A scheduler that takes the last index first.
static void run_backwards(void *user, int count, AukTask *task, void *context)
{
    for (int i = count - 1; i >= 0; i--) {
        task(context, i);
        ++*(int *)user;
    }
}

static void step_and_hash(AukWorld *world, uint64_t hashes[STEPS])
{
    for (int i = 0; i < STEPS; i++) {
        cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
        hashes[i] = auk_world_hash(world);
        if (i % 4 == 0) { // a different body each time, so that slots are given back and out again
            AukBodyId body = {(uint32_t)(i * 7) % BODIES, 1};
            auk_body_destroy(world, body);
        }
    }
}

Test(workers, any_number_of_them_and_ranges_of_any_size_give_the_same_bits)
{
    static const struct {
        int workers, records;
    } rows[] = {{2, 512}, {2, 1}, {3, 7}, {5, 64}, {8, 3}};
    uint64_t seed = 20261120, expected[STEPS], found[STEPS];
    AukWorld *alone = auk_world_create(NULL, NULL);
    fill(alone, seed);
    step_and_hash(alone, expected);
    cr_assert_gt(auk_world_contacts(alone).count, 100, "a crowd");
    auk_world_destroy(alone);
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        AukWorldDef def = {.worker_count = rows[row].workers};
        AukWorld *world = auk_world_create(&def, NULL);
        world->parallel.grain = rows[row].records;
        world->broad->work.parallel.grain = rows[row].records;
        fill(world, seed);
        step_and_hash(world, found);
        for (int i = 0; i < STEPS; i++) {
            cr_assert_eq(found[i], expected[i], "step %d with %d workers and ranges of %d", i, rows[row].workers,
                         rows[row].records);
        }
        auk_world_destroy(world);
    }
}

// How a disc on a chain gets from one edge to another that is not its neighbour within a step.
typedef enum Way { IN_PLACE, BY_TELEPORT, BY_ANOTHER_CHAIN, BY_ANOTHER_BOX, WAYS } Way;

// Rows of discs in pairs, and a disc on a chain, which touches it with one edge before the last step and with another
// one after it. Returns that world.
static AukWorld *world_of_edges(int workers, Way way)
{
    static const AukVec2 points[4] = {{0.0f, 0.0f}, {10.0f, 0.0f}, {20.0f, 0.0f}, {30.0f, 0.0f}};
    AukWorldDef def = {.worker_count = workers};
    AukWorld *world = auk_world_create(&def, NULL);
    world->parallel.grain = 4;
    for (int i = 0; i < 30; i++) {
        AukBodyDef disc = {.shape = auk_shape_circle(0.5f), .position = {0.9f * (float)i, 100.0f}};
        auk_body_create(world, &disc);
    }
    AukBodyDef rest = {.motion = AUK_MOTION_STATIC}, walker = {.shape = auk_shape_circle(1.0f)};
    AukBodyId ground = auk_body_create(world, &rest);
    AukShapeId chain = auk_body_add_chain(world, ground, points, 4, false, NULL);
    walker.position = way == BY_ANOTHER_CHAIN ? auk_vec(25.0f, 0.9f) : auk_vec(5.0f, 0.9f);
    AukBodyId body = auk_body_create(world, &walker);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(auk_world_step(world, 0.01f), AUK_OK);
    }
    if (way == BY_TELEPORT) {
        cr_assert_eq(auk_body_set_position(world, body, auk_vec(25.0f, 0.9f)), AUK_OK);
    } else if (way == BY_ANOTHER_CHAIN) {
        const AukVec2 ends[2] = {points[0], points[3]};
        cr_assert_eq(auk_world_shape_set_chain(world, chain, ends, 2, false), AUK_OK);
    } else if (way == BY_ANOTHER_BOX) {
        AukShapeDef box = {.shape = auk_shape_box(2.0f, 0.5f), .position = {5.0f, 0.0f}};
        cr_assert_neq(auk_body_add_shape(world, ground, &box).generation, 0);
        cr_assert_eq(auk_body_set_position(world, body, auk_vec(5.0f, 0.95f)), AUK_OK);
    }
    cr_assert_eq(auk_world_step(world, 0.01f), AUK_OK);
    return world;
}

Test(workers, shapes_that_go_on_touching_with_other_pieces_have_no_events)
{
    for (int way = 0; way < WAYS; way++) {
        AukWorld *alone = world_of_edges(1, (Way)way);
        int begins = auk_world_events(alone, AUK_EVENT_BEGIN).count,
            ends = auk_world_events(alone, AUK_EVENT_END).count;
        cr_assert(begins == (way == BY_ANOTHER_BOX) && ends == 0, "way %d: %d begin, %d end", way, begins, ends);
        for (int workers = 2; workers <= 4; workers++) {
            AukWorld *world = world_of_edges(workers, (Way)way);
            cr_assert_eq(auk_world_events(world, AUK_EVENT_BEGIN).count, begins, "way %d", way);
            cr_assert_eq(auk_world_events(world, AUK_EVENT_END).count, ends, "way %d", way);
            cr_assert_eq(auk_world_hash(world), auk_world_hash(alone), "way %d", way);
            auk_world_destroy(world);
        }
        auk_world_destroy(alone);
    }
}

Test(workers, the_game_may_run_the_tasks_in_any_order)
{
    uint64_t seed = 20261121, expected[STEPS], found[STEPS];
    int calls = 0;
    AukWorldDef def = {.worker_count = 4, .tasks = {run_backwards, &calls}};
    AukWorld *alone = auk_world_create(NULL, NULL), *world = auk_world_create(&def, NULL);
    world->parallel.grain = 16;
    world->broad->work.parallel.grain = 16;
    fill(alone, seed);
    fill(world, seed);
    step_and_hash(alone, expected);
    step_and_hash(world, found);
    cr_assert_gt(calls, 20 * STEPS);
    for (int i = 0; i < STEPS; i++) {
        cr_assert_eq(found[i], expected[i], "step %d", i);
    }
    auk_world_destroy(alone);
    auk_world_destroy(world);
}

// Boxes of many sizes: enough pairs, listed and found, for ranges of every kind of work.
static AukBroad *broad_of(AukPool *pool, int grain)
{
    AukBroad *broad = auk_broad_create(NULL, NULL);
    auk__broad_workers(broad, pool);
    broad->work.parallel.grain = grain;
    return broad;
}

static void boxes_make(AukBox *boxes, int count, int step)
{
    for (int i = 0; i < count; i++) {
        Random random = random_start(20261122, (uint64_t)i);
        float size = (float)random_log(&random, 0.1, 30.0);
        AukVec2 at = random_vec(&random, -60.0f, 60.0f), velocity = random_vec(&random, -0.1f, 0.1f);
        at.x += i % STATIC_EACH == 0 ? 0.0f : velocity.x * (float)step;
        at.y += i % STATIC_EACH == 0 ? 0.0f : velocity.y * (float)step;
        AukBox box = {at, {at.x + size, at.y + size}};
        boxes[i] = box;
    }
}

Test(workers, the_broad_phase_alone_finds_the_same_pairs_with_any_number_of_them)
{
    enum { COUNT = 3000, UPDATES = 30 };
    static AukBox boxes[COUNT];
    AukPool *pools[3] = {NULL, NULL, NULL};
    AukBroad *broads[4] = {broad_of(NULL, 1), NULL, NULL, NULL};
    for (int p = 0; p < 3; p++) {
        cr_assert_eq(auk__pool_create(p + 2, NULL, &pools[p]), AUK_OK);
        broads[p + 1] = broad_of(pools[p], p == 0 ? 100 : 7);
    }
    int kept = 0;
    for (int update = 0; update < UPDATES; update++) {
        boxes_make(boxes, COUNT, update);
        for (int b = 0; b < 4; b++) {
            for (int i = 0; i < COUNT && update == 0; i++) {
                uint32_t proxy = 0;
                cr_assert_eq(auk_broad_add(broads[b], boxes[i], i % STATIC_EACH == 0, &proxy), AUK_OK);
            }
            cr_assert_eq(auk_broad_move_many(broads[b], NULL, boxes, COUNT), AUK_OK);
            cr_assert_eq(auk_broad_update(broads[b]), AUK_OK);
            AukBroadPairs pairs = auk_broad_pairs(broads[b]), expected = auk_broad_pairs(broads[0]);
            cr_assert_gt(pairs.count, COUNT);
            cr_assert_eq(pairs.count, expected.count);
            cr_assert_eq(memcmp(pairs.items, expected.items, (size_t)pairs.count * sizeof *pairs.items), 0);
            kept += broads[b]->pair_cache.valid;
        }
    }
    cr_assert_gt(kept, 2 * UPDATES, "lists are kept");
    for (int b = 0; b < 4; b++) {
        auk_broad_destroy(broads[b]);
        auk_pool_destroy(b < 3 ? pools[b] : NULL);
    }
}
