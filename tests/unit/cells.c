// The grid of the queries where nobody asked for a while, and after a restore: late until a question comes, or a step
// that expects one, then as if it had never been.
#include "world/state/query_index.h"

#include "support/random.h"
#include "support/world_crowd.h"
#include "support/world_scene.h"
#include "world/state/parts.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { BODIES = 120, RESTING = 20, ROUNDS = 12, APART = 8, QUIET_STEPS = 60 };

// Every part that lives has in the grid the box that it has where its body is.
static void expect_boxes(const AukWorld *world, const AukGrid *grid, const char *when)
{
    for (uint32_t i = 0; i < (uint32_t)world->parts.count; i++) {
        if (!world->shape_slots.live[i] || !auk__body(world, auk__part(world, i)->body)->enabled) {
            continue;
        }
        const AukPart *part = auk__part(world, i);
        AukBounds expected = auk__bounds_of(auk__part_box(part, auk__body(world, part->body)->pose));
        cr_assert(memcmp(&auk__grid_node(grid, (int32_t)i)->bounds, &expected, sizeof expected) == 0,
                  "seed %llu: part %u %s", (unsigned long long)random_seed(), i, when);
    }
}

static void expect_all(const AukWorld *world, const char *when)
{
    expect_boxes(world, auk__cells(world), when);
    cr_assert(!auk__cells_are_late(world));
}

static void put_somewhere(AukWorld *world, Random *random, int bodies)
{
    for (int i = 0; i < bodies; i++) {
        AukBodyId id = auk__body_id(world, (uint32_t)random_int(random, 0, world->bodies.count - 1));
        AukVec2 p = random_vec(random, -30.0f, 30.0f);
        (void)auk_body_set_pose(world, id, auk_transform(p, random_float(random, -3.0f, 3.0f)));
    }
}

// What may happen before anybody asks. A step takes movers along if somebody `asked` lately.
static void happen(AukWorld *world, Random *random, int what, bool asked)
{
    AukBodyId some = auk__body_id(world, (uint32_t)random_int(random, 0, world->bodies.count - 1));
    switch (what) {
    case 0: break;
    case 1:
    case 2:
        cr_assert_eq(auk_world_step(world, what == 1 ? 0.02f : 0.0f), AUK_OK);
        cr_assert(!asked || !auk__cells_are_late(world));
        break;
    case 3: { // a step that fails half way
        AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.0f);
        def.velocity = auk_vec(1e15f, 0.0f);
        AukBodyId id = auk_body_create(world, &def);
        cr_assert_neq(auk_world_step(world, 10.0f), AUK_OK);
        cr_assert_eq(auk_body_destroy(world, id), AUK_OK);
        break;
    }
    case 4:
        (void)auk_body_destroy(world, some);
        scene_ball(world, 3.0f, 4.0f, 1.0f);
        break;
    case 5: (void)auk_body_set_motion(world, some, AUK_MOTION_STATIC); break;
    case 6: (void)auk_body_set_enabled(world, some, !auk_body_is_enabled(world, some)); break;
    default: put_somewhere(world, random, 3); break;
    }
}

static void restore_and_ask(CrowdKind kind, int what, uint64_t stream)
{
    Random random = random_start(random_seed(), stream);
    AukWorld *world = scene_world();
    crowd_register(world);
    crowd_fill(world, &random, kind, BODIES);
    for (int i = 0; i < RESTING; i++) {
        scene_ball(world, random_float(&random, -30.0f, 30.0f), random_float(&random, -30.0f, 30.0f), 0.5f);
    }
    (void)crowd_step(world, &random, kind);
    uint64_t size = auk_world_snapshot_size(world), hash = auk_world_hash(world);
    void *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    for (int round = 0; round < ROUNDS; round++) {
        put_somewhere(world, &random, 10); // of those that rest, too
        for (int i = round % APART; i > 0; i--) {
            (void)auk_world_step(world, 0.05f);
        }
        cr_assert_eq(auk_world_restore(world, buffer, size), AUK_OK);
        cr_assert(auk__cells_are_late(world) || what > 2); // bodies that came or went are restored the long way
        cr_assert_eq(auk_world_hash(world), hash);
        happen(world, &random, what, round > 0);
        expect_all(world, "after a restore");
        cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
        cr_assert(!auk__cells_are_late(world));
        expect_boxes(world, &world->grid, "after a step");
    }
    free(buffer);
    auk_world_destroy(world);
}

Test(cells, whatever_comes_after_a_restore_finds_all_where_they_are)
{
    for (int what = 0; what < 8; what++) {
        restore_and_ask(CROWD_GAS, what, (uint64_t)what);
        restore_and_ask(CROWD_TUXES, what, 100 + (uint64_t)what);
    }
}

Test(cells, a_world_that_nobody_asks_takes_no_movers_along)
{
    Random random = random_start(random_seed(), 200);
    AukWorld *world = scene_world();
    crowd_register(world);
    crowd_fill(world, &random, CROWD_GAS, BODIES);
    for (int what = 0; what < 8; what++) {
        for (int i = 0; i < 5; i++) {
            cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
            cr_assert(auk__cells_are_late(world));
            happen(world, &random, what, false);
        }
        expect_all(world, "when somebody asks");
        for (int i = 1; i <= QUIET_STEPS; i++) {
            cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
            cr_assert(!auk__cells_are_late(world), "%d steps after a question", i);
            expect_boxes(world, &world->grid, "after a step");
        }
        cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
        cr_assert(auk__cells_are_late(world));
    }
    auk_world_destroy(world);
}

// Those that wrap around take them along always: images of what lies at a seam come and go.
Test(cells, a_new_world_puts_movers_in_when_somebody_asks)
{
    for (int wraps = 0; wraps < 2; wraps++) {
        AukWorldDef def = {0};
        def.wrap.max = wraps ? auk_vec(50.0f, 50.0f) : auk_vec(0.0f, 0.0f);
        AukWorld *world = auk_world_create(&def, NULL);
        AukBodyId mover = scene_ball(world, 3.0f, 4.0f, 1.0f);
        cr_assert_eq(auk_body_set_motion(world, mover, AUK_MOTION_STATIC), AUK_OK);
        cr_assert_eq(auk_body_set_motion(world, mover, AUK_MOTION_MOVING), AUK_OK);
        AukBodyId other = scene_ball(world, 13.0f, 4.0f, 1.0f);
        cr_assert_eq(auk__cells_are_late(world), !wraps);
        AukFound found;
        cr_assert_eq(auk_world_overlap_point(world, auk_vec(13.0f, 4.0f), NULL, &found, 1), 1);
        cr_assert(auk_body_id_equal(found.body, other));
        cr_assert_eq(auk_world_overlap_point(world, auk_vec(3.0f, 4.0f), NULL, &found, 1), 1);
        cr_assert(auk_body_id_equal(found.body, mover));
        auk_world_destroy(world);
    }
}
