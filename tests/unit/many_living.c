// Copies of one definition, and calls for lists of ids some of which are stale.
#include "auk/many.h"
#include "auk/world.h"

#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

enum { COUNT = 60 };

static const AukVec2 dart[3] = {{1.0f, 0.0f}, {-0.5f, 0.5f}, {-0.5f, -0.5f}};

static AukBodyDef dart_def(void)
{
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_polygon(dart, 3, 0.1f), 77.0f, 77.0f);
    def.angle = 0.5f;
    def.velocity = auk_vec(1.0f, 2.0f);
    return def;
}

static void expect_same(AukWorld *one, AukWorld *two)
{
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(auk_world_hash(one), auk_world_hash(two), "AUK_SEED=%llu", (unsigned long long)random_seed());
        cr_assert(auk_world_step(one, 0.02f) == AUK_OK && auk_world_step(two, 0.02f) == AUK_OK);
    }
    auk_world_destroy(one);
    auk_world_destroy(two);
}

Test(many_living, copies_are_the_bodies_that_as_many_definitions_make)
{
    Random random = random_start(random_seed(), 5);
    for (int turned = 0; turned < 2; turned++) {
        AukWorld *one = scene_world(), *copies = scene_world();
        AukBodyDef def = dart_def();
        AukVec2 positions[COUNT];
        float angles[COUNT];
        AukBodyId ids[COUNT];
        for (int i = 0; i < COUNT; i++) {
            positions[i] = random_vec(&random, -10.0f, 10.0f);
            angles[i] = random_float(&random, -3.0f, 3.0f);
            AukBodyDef single = def;
            single.position = positions[i];
            single.angle = turned ? angles[i] : def.angle;
            auk_body_create(one, &single);
        }
        cr_assert_eq(auk_body_create_copies(copies, &def, positions, turned ? angles : NULL, COUNT, ids), AUK_OK);
        for (uint32_t i = 0; i < COUNT; i++) {
            cr_assert(ids[i].index == i && auk_body_exists(copies, ids[i]));
        }
        expect_same(one, copies);
    }
}

Test(many_living, one_bad_position_or_angle_makes_no_copy)
{
    AukWorld *world = scene_world();
    AukBodyDef def = dart_def();
    AukVec2 positions[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}};
    float angles[3] = {0.0f, 1.0f, NAN};
    AukBodyId ids[3] = {{7, 7}, {7, 7}, {7, 7}};
    cr_assert_eq(auk_body_create_copies(world, &def, positions, angles, 3, ids), AUK_ERROR_NOT_FINITE);
    positions[1].y = 2e15f;
    cr_assert_eq(auk_body_create_copies(world, &def, positions, NULL, 3, ids), AUK_ERROR_RANGE);
    cr_assert_eq(auk_body_create_copies(world, NULL, positions, NULL, 3, ids), AUK_ERROR_NULL);
    cr_assert_eq(auk_body_create_copies(world, &def, NULL, NULL, 3, ids), AUK_ERROR_NULL);
    cr_assert_eq(auk_body_create_copies(world, &def, positions, NULL, -1, ids), AUK_ERROR_COUNT);
    cr_assert_eq(auk_body_create_copies(NULL, &def, positions, NULL, 3, ids), AUK_ERROR_NULL);
    cr_assert_eq(auk_body_create_copies(world, &def, NULL, NULL, 0, ids), AUK_OK);
    cr_assert(auk_world_body_count(world) == 0 && ids[0].index == 7 && ids[2].generation == 7);
    positions[1].y = 0.0f;
    cr_assert_eq(auk_body_create_copies(world, &def, positions, NULL, 3, NULL), AUK_OK);
    cr_assert_eq(auk_world_body_count(world), 3);
    auk_world_destroy(world);
}

typedef struct List {
    AukWorld *world;
    AukBodyId ids[COUNT];
    int stale;
} List;

// Bodies of which some have been destroyed; the slots of some are in use again.
static List list_of(uint64_t stream)
{
    Random random = random_start(random_seed(), stream);
    List list = {scene_world(), {{0, 0}}, 0};
    AukBodyDef def = dart_def();
    AukVec2 positions[COUNT];
    for (int i = 0; i < COUNT; i++) {
        positions[i] = random_vec(&random, -10.0f, 10.0f);
    }
    cr_assert_eq(auk_body_create_copies(list.world, &def, positions, NULL, COUNT, list.ids), AUK_OK);
    for (int i = 0; i < COUNT; i++) {
        if (random_chance(&random, 0.3)) {
            cr_assert_eq(auk_body_destroy(list.world, list.ids[i]), AUK_OK);
            list.stale++;
        }
    }
    auk_body_create(list.world, &def);
    return list;
}

Test(many_living, stale_ids_are_skipped_with_their_items_and_counted)
{
    Random random = random_start(random_seed(), 9);
    List one = list_of(3), many = list_of(3);
    AukTransform poses[COUNT], targets[COUNT];
    AukVec2 velocities[COUNT];
    float spins[COUNT];
    for (int i = 0; i < COUNT; i++) {
        poses[i] = random_pose(&random, 10.0f);
        targets[i] = random_pose(&random, 10.0f);
        velocities[i] = random_vec(&random, -5.0f, 5.0f);
        spins[i] = random_float(&random, -5.0f, 5.0f);
        (void)auk_body_set_pose(one.world, one.ids[i], poses[i]);
        (void)auk_body_set_velocity(one.world, one.ids[i], velocities[i]);
        (void)auk_body_set_spin(one.world, one.ids[i], spins[i]);
        if (i % 2) {
            (void)auk_body_move_to(one.world, one.ids[i], targets[i]);
        }
        if (!auk_body_exists(many.world, many.ids[i])) { // what is skipped is not looked at
            poses[i].p.x = targets[i].q.c = velocities[i].y = spins[i] = NAN;
        }
        targets[i / 2] = i % 2 ? targets[i] : targets[i / 2];
    }
    AukBodyId odd[COUNT / 2];
    int stale_odd = 0;
    for (int i = 0; i < COUNT / 2; i++) {
        odd[i] = many.ids[2 * i + 1];
        stale_odd += !auk_body_exists(many.world, odd[i]);
    }
    cr_assert_gt(many.stale, 3);
    cr_assert_eq(auk_body_set_pose_many(many.world, many.ids, COUNT, poses),
                 AUK_ERROR_STALE_ID); // still all or nothing
    cr_assert_eq(auk_body_set_pose_living(many.world, many.ids, COUNT, poses), many.stale);
    cr_assert_eq(auk_body_set_velocity_living(many.world, many.ids, COUNT, velocities), many.stale);
    cr_assert_eq(auk_body_set_spin_living(many.world, many.ids, COUNT, spins), many.stale);
    cr_assert_eq(auk_body_move_to_living(many.world, odd, COUNT / 2, targets), stale_odd);
    expect_same(one.world, many.world);
}

Test(many_living, destroys_what_lives_once)
{
    List list = list_of(4);
    AukBodyId twice[2 * COUNT];
    for (int i = 0; i < COUNT; i++) {
        twice[i] = twice[COUNT + i] = list.ids[i];
    }
    cr_assert_eq(auk_body_destroy_living(list.world, twice, 2 * COUNT), COUNT + list.stale);
    cr_assert_eq(auk_world_body_count(list.world), 1);
    cr_assert_eq(auk_body_destroy_living(list.world, twice, 2 * COUNT), 2 * COUNT);
    auk_world_destroy(list.world);
}

Test(many_living, other_errors_change_nothing)
{
    List list = list_of(6);
    AukTransform poses[COUNT] = {{{0.0f, 0.0f}, {0.0f, 0.0f}}};
    AukVec2 velocities[COUNT] = {{0.0f, 0.0f}};
    float spins[COUNT] = {0.0f};
    uint64_t hash = auk_world_hash(list.world);
    int living = COUNT - 1;
    while (!auk_body_exists(list.world, list.ids[living])) {
        living--;
    }
    poses[living].p.x = NAN;
    velocities[living].y = INFINITY;
    spins[living] = NAN;
    cr_assert_eq(auk_body_set_pose_living(list.world, list.ids, COUNT, poses), -(int)AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_body_move_to_living(list.world, list.ids, COUNT, poses), -(int)AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_body_set_velocity_living(list.world, list.ids, COUNT, velocities), -(int)AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_body_set_spin_living(list.world, list.ids, COUNT, spins), -(int)AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_body_set_spin_living(list.world, list.ids, -1, spins), -(int)AUK_ERROR_COUNT);
    cr_assert_eq(auk_body_set_spin_living(list.world, list.ids, 1, NULL), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_body_set_spin_living(list.world, NULL, 1, spins), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_body_set_spin_living(NULL, list.ids, 1, spins), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_body_destroy_living(list.world, NULL, 1), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_hash(list.world), hash);
    auk_world_destroy(list.world);
}
