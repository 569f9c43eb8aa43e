// Many bodies in one call: the same as the calls one by one, and all or nothing.
#include "auk/many.h"
#include "world/state/world_state.h"

#include "support/random.h"
#include "support/world_scene.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>

enum { COUNT = 300 };

typedef struct Crowd {
    AukBodyDef defs[COUNT];
    AukBodyId ids[COUNT];
} Crowd;

static const AukVec2 triangle[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
static const AukVec2 kite[4] = {{-1.0f, 0.0f}, {0.0f, -0.5f}, {0.7f, 0.0f}, {0.0f, 0.5f}};
static const AukVec2 dented[4] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {0.5f, 0.5f}, {0.0f, 2.0f}};

static AukShape some_shape(int i)
{
    switch (i % 6) {
    case 0: return auk_shape_circle(0.5f);
    case 1: return auk_shape_box(0.5f, 0.25f);
    case 2: return auk_shape_polygon(triangle, 3, 0.0f);
    case 3: return auk_shape_polygon(kite, 4, 0.125f);
    case 4: return auk_shape_capsule(auk_vec(-1.0f, 0.0f), auk_vec(1.0f, 0.0f), 0.25f);
    default: {
        AukShape none;
        memset(&none, 0, sizeof none);
        return none;
    }
    }
}

// Bodies of all sorts. The first one of the world is everybody's owner now and then.
static void make_defs(Crowd *crowd, uint64_t stream)
{
    Random random = random_start(random_seed(), stream);
    for (int i = 0; i < COUNT; i++) {
        AukVec2 p = random_vec(&random, -15.0f, 15.0f);
        AukMotion motion = (AukMotion)random_int(&random, 0, AUK_MOTION_COUNT - 1);
        AukBodyDef def = scene_def(motion, some_shape(random_int(&random, 0, 11)), p.x, p.y);
        def.angle = random_float(&random, -3.0f, 3.0f);
        if (motion != AUK_MOTION_STATIC) {
            def.velocity = random_vec(&random, -20.0f, 20.0f);
            def.spin = random_float(&random, -4.0f, 4.0f);
        }
        def.response = scene_response(motion, random_chance(&random, 0.5) ? AUK_RESPONSE_TOUCH : AUK_RESPONSE_CROSS);
        def.sensor = random_chance(&random, 0.2);
        def.disabled = random_chance(&random, 0.1);
        def.filter.group = random_chance(&random, 0.1) ? 3 : 0;
        def.owner.generation = random_chance(&random, 0.1) ? 1 : 0;
        def.user_data = (uint64_t)i;
        crowd->defs[i] = def;
    }
}

static AukWorld *world_with_first(void)
{
    AukWorld *world = scene_world();
    scene_wall(world, 100.0f, 0.0f, 1.0f, 1.0f);
    return world;
}

static void expect_equal(AukWorld *one, AukWorld *many, const char *when)
{
    cr_assert_eq(auk_world_hash(one), auk_world_hash(many), "%s, AUK_SEED=%llu", when,
                 (unsigned long long)random_seed());
}

static void step_both(AukWorld *one, AukWorld *many)
{
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(auk_world_step(one, 0.02f), AUK_OK);
        cr_assert_eq(auk_world_step(many, 0.02f), AUK_OK);
        expect_equal(one, many, "after a step");
    }
}

static void create_one_by_one(AukWorld *world, Crowd *crowd)
{
    for (int i = 0; i < COUNT; i++) {
        crowd->ids[i] = auk_body_create(world, &crowd->defs[i]);
        cr_assert_neq(crowd->ids[i].generation, 0);
    }
}

Test(many, bodies_created_at_once_are_those_created_one_by_one)
{
    static Crowd crowd, second;
    make_defs(&crowd, 1);
    make_defs(&second, 2);
    AukWorld *one = world_with_first(), *many = world_with_first();
    create_one_by_one(one, &crowd);
    AukBodyId ids[COUNT];
    cr_assert_eq(auk_body_create_many(many, crowd.defs, COUNT, ids), AUK_OK);
    cr_assert_eq(auk_world_last_status(many), AUK_OK);
    for (int i = 0; i < COUNT; i++) {
        cr_assert(auk_body_id_equal(ids[i], crowd.ids[i]) && auk_body_get_user_data(many, ids[i]) == (uint64_t)i);
    }
    expect_equal(one, many, "after creating");
    step_both(one, many);

    for (int i = 0; i < COUNT; i += 3) { // holes, some of them not to be used yet
        cr_assert_eq(auk_body_destroy(one, ids[i]), AUK_OK);
        cr_assert_eq(auk_body_destroy(many, ids[i]), AUK_OK);
    }
    create_one_by_one(one, &second);
    cr_assert_eq(auk_body_create_many(many, second.defs, COUNT, NULL), AUK_OK);
    expect_equal(one, many, "after creating into holes");
    step_both(one, many);
    cr_assert(auk_world_stats(one).contacts > 20 && auk_world_stats(one).sensor_overlaps > 5);
    auk_world_destroy(one);
    auk_world_destroy(many);
}

Test(many, bodies_destroyed_at_once_are_as_gone_as_one_by_one)
{
    static Crowd crowd, second;
    make_defs(&crowd, 3);
    make_defs(&second, 4);
    AukWorld *one = world_with_first(), *many = world_with_first();
    create_one_by_one(one, &crowd);
    create_one_by_one(many, &crowd);
    step_both(one, many);
    AukBodyId gone[COUNT / 2];
    for (int i = 0; i < COUNT / 2; i++) {
        gone[i] = crowd.ids[2 * (COUNT / 2 - 1 - i)];
        cr_assert_eq(auk_body_destroy(one, gone[i]), AUK_OK);
    }
    cr_assert_eq(auk_body_destroy_many(many, gone, COUNT / 2), AUK_OK);
    cr_assert(!auk_body_exists(many, gone[0]) && auk_body_exists(many, crowd.ids[1]));
    expect_equal(one, many, "after destroying");
    create_one_by_one(one, &second);
    create_one_by_one(many, &second);
    step_both(one, many);
    auk_world_destroy(one);
    auk_world_destroy(many);
}

// Ids of the bodies that can move, in another order than that of their creation; one of them comes twice.
static int movers_of(const Crowd *crowd, AukBodyId *movers)
{
    int count = 0;
    for (int i = COUNT - 1; i >= 0; i--) {
        if (crowd->defs[i].motion != AUK_MOTION_STATIC) {
            movers[count++] = crowd->ids[i];
        }
    }
    movers[count / 2] = movers[0];
    return count;
}

Test(many, setters_for_many_do_what_the_single_ones_do)
{
    static Crowd crowd;
    make_defs(&crowd, 5);
    AukWorld *one = world_with_first(), *many = world_with_first();
    create_one_by_one(one, &crowd);
    create_one_by_one(many, &crowd);
    AukBodyId movers[COUNT];
    int count = movers_of(&crowd, movers);
    AukTransform poses[COUNT], targets[COUNT];
    AukVec2 velocities[COUNT];
    float spins[COUNT];
    Random random = random_start(random_seed(), 6);
    for (int i = 0; i < count; i++) {
        poses[i] = auk_transform(random_vec(&random, -15.0f, 15.0f), random_float(&random, -3.0f, 3.0f));
        targets[i] = auk_transform(random_vec(&random, -15.0f, 15.0f), random_float(&random, -3.0f, 3.0f));
        velocities[i] = random_vec(&random, -9.0f, 9.0f);
        spins[i] = random_float(&random, -9.0f, 9.0f);
        auk_body_set_pose(one, movers[i], poses[i]);
        auk_body_set_velocity(one, movers[i], velocities[i]);
        auk_body_set_spin(one, movers[i], spins[i]);
    }
    cr_assert_eq(auk_body_set_pose_many(many, movers, count, poses), AUK_OK);
    cr_assert_eq(auk_body_set_velocity_many(many, movers, count, velocities), AUK_OK);
    cr_assert_eq(auk_body_set_spin_many(many, movers, count, spins), AUK_OK);
    expect_equal(one, many, "after setting");
    AukBox box = auk_box(auk_vec(-8.0f, -8.0f), auk_vec(8.0f, 8.0f));
    int found = auk_world_overlap_box(many, box, NULL, NULL, 0);
    cr_assert(found > 20 && found == auk_world_overlap_box(one, box, NULL, NULL, 0));
    step_both(one, many);
    for (int i = 0; i < count; i += 2) {
        cr_assert_eq(auk_body_move_to(one, movers[i], targets[i]), AUK_OK);
        cr_assert_eq(auk_body_move_to_many(many, &movers[i], 1, &targets[i]), AUK_OK);
    }
    cr_assert_eq(auk_body_move_to_many(many, movers, count, targets), AUK_OK);
    for (int i = 0; i < count; i++) {
        cr_assert_eq(auk_body_move_to(one, movers[i], targets[i]), AUK_OK);
    }
    step_both(one, many);
    auk_world_destroy(one);
    auk_world_destroy(many);
}

Test(many, getters_for_many_answer_as_the_single_ones_and_count_the_living)
{
    static Crowd crowd;
    make_defs(&crowd, 7);
    AukWorld *world = world_with_first();
    create_one_by_one(world, &crowd);
    auk_world_step(world, 0.1f);
    for (int i = 0; i < 10; i++) {
        auk_body_destroy(world, crowd.ids[7 * i]);
    }
    static AukTransform poses[COUNT];
    static AukVec2 velocities[COUNT];
    static float spins[COUNT];
    memset(poses, 0x55, sizeof poses);
    memset(velocities, 0x55, sizeof velocities);
    memset(spins, 0x55, sizeof spins);
    cr_assert_eq(auk_body_get_pose_many(world, crowd.ids, COUNT, poses), COUNT - 10);
    cr_assert_eq(auk_body_get_velocity_many(world, crowd.ids, COUNT, velocities), COUNT - 10);
    cr_assert_eq(auk_body_get_spin_many(world, crowd.ids, COUNT, spins), COUNT - 10);
    for (int i = 0; i < COUNT; i++) {
        AukTransform pose = auk_body_get_pose(world, crowd.ids[i]);
        AukVec2 velocity = auk_body_get_velocity(world, crowd.ids[i]);
        cr_assert(pose.p.x == poses[i].p.x && pose.p.y == poses[i].p.y && pose.q.s == poses[i].q.s);
        cr_assert(velocity.x == velocities[i].x && velocity.y == velocities[i].y);
        cr_assert_eq(auk_body_get_spin(world, crowd.ids[i]), spins[i]);
    }
    cr_assert(poses[0].q.c == 0.0f && velocities[0].x == 0.0f && spins[0] == 0.0f); // destroyed
    auk_world_destroy(world);
}

// ---- all or nothing -----------------------------------------------------------------------------------------------

static AukBodyDef bad_def(int kind, AukStatus *expected)
{
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.0f);
    static const AukStatus answers[] = {AUK_ERROR_NOT_FINITE, AUK_ERROR_STALE_ID,    AUK_ERROR_NEGATIVE,
                                        AUK_ERROR_NOT_CONVEX, AUK_ERROR_STATIC_BODY, AUK_ERROR_ENUM};
    *expected = answers[kind];
    switch (kind) {
    case 0: def.position.y = NAN; break;
    case 1: def.owner.generation = 77; break;
    case 2: def.shape = auk_shape_circle(-1.0f); break;
    case 3:
        def.shape = auk_shape_polygon(kite, 4, 0.0f);
        def.shape.core.polygon.vertices = dented;
        break;
    case 4:
        def.motion = AUK_MOTION_STATIC;
        def.spin = 1.0f;
        break;
    default: def.motion = AUK_MOTION_COUNT; break;
    }
    return def;
}

Test(many, one_bad_definition_and_no_body_is_created)
{
    static Crowd crowd;
    static const int places[] = {0, 1, COUNT / 2, COUNT - 1};
    make_defs(&crowd, 8);
    AukWorld *world = world_with_first();
    uint64_t hash = auk_world_hash(world);
    for (int kind = 0; kind < 6; kind++) {
        for (int i = 0; i < 4; i++) {
            AukBodyDef kept = crowd.defs[places[i]];
            AukStatus expected;
            crowd.defs[places[i]] = bad_def(kind, &expected);
            cr_assert_eq(auk_body_create_many(world, crowd.defs, COUNT, crowd.ids), expected, "bad %d", kind);
            cr_assert_eq(auk_world_last_status(world), expected);
            cr_assert(auk_world_hash(world) == hash && auk_world_body_count(world) == 1);
            cr_assert_eq(world->vertices.live, 0, "vertices of bodies that are not there are kept");
            crowd.defs[places[i]] = kept;
        }
    }
    for (int i = 0; i < COUNT; i++) {
        cr_assert(crowd.ids[i].index == 0 && crowd.ids[i].generation == 0);
    }
    cr_assert_eq(auk_body_create_many(world, crowd.defs, COUNT, crowd.ids), AUK_OK);
    auk_world_destroy(world);
}

Test(many, one_bad_item_and_no_body_is_changed)
{
    AukWorld *world = scene_world();
    AukBodyId ball = scene_ball(world, 0.0f, 0.0f, 1.0f), other = scene_ball(world, 5.0f, 0.0f, 1.0f);
    AukBodyId wall = scene_wall(world, 9.0f, 0.0f, 1.0f, 1.0f), stale = scene_ball(world, 0.0f, 9.0f, 1.0f);
    auk_body_destroy(world, stale);
    AukBodyId good[2] = {ball, other}, with_stale[2] = {ball, stale}, with_wall[2] = {ball, wall};
    AukTransform poses[2] = {auk_transform(auk_vec(1.0f, 2.0f), 3.0f), auk_transform(auk_vec(4.0f, 5.0f), 6.0f)};
    AukTransform bad_poses[2] = {poses[0], poses[1]};
    bad_poses[1].p.x = INFINITY;
    AukVec2 velocities[2] = {{1.0f, 2.0f}, {3.0f, 4.0f}}, bad_velocities[2] = {{1.0f, 2.0f}, {3.0f, NAN}};
    float spins[2] = {1.0f, 2.0f}, bad_spins[2] = {1.0f, 2e15f};
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_body_set_pose_many(world, with_stale, 2, poses), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_body_set_pose_many(world, good, 2, bad_poses), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_body_move_to_many(world, with_stale, 2, poses), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_body_move_to_many(world, with_wall, 2, poses), AUK_ERROR_STATIC_BODY);
    cr_assert_eq(auk_body_move_to_many(world, good, 2, bad_poses), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_body_set_velocity_many(world, with_stale, 2, velocities), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_body_set_velocity_many(world, with_wall, 2, velocities), AUK_ERROR_STATIC_BODY);
    cr_assert_eq(auk_body_set_velocity_many(world, good, 2, bad_velocities), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_body_set_spin_many(world, with_stale, 2, spins), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_body_set_spin_many(world, with_wall, 2, spins), AUK_ERROR_STATIC_BODY);
    cr_assert_eq(auk_body_set_spin_many(world, good, 2, bad_spins), AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_RANGE);
    cr_assert_eq(auk_body_destroy_many(world, with_stale, 2), AUK_ERROR_STALE_ID);
    AukBodyId twice[3] = {other, ball, other};
    cr_assert_eq(auk_body_destroy_many(world, twice, 3), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert_eq(auk_body_destroy_many(world, good, 2), AUK_OK); // the refusals have left no trace
    cr_assert_eq(auk_world_body_count(world), 1);
    auk_world_destroy(world);
}

Test(many, missing_arrays_and_negative_counts_are_refused_and_nothing_is_nothing)
{
    AukWorld *world = scene_world();
    AukBodyId ball = scene_ball(world, 0.0f, 0.0f, 1.0f), out = {0, 0};
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.0f);
    AukTransform pose = auk_transform(auk_vec(1.0f, 2.0f), 3.0f);
    AukVec2 v = {1.0f, 2.0f};
    float spin = 1.0f;
    uint64_t hash = auk_world_hash(world);
    static const struct {
        int count;
        bool missing;
        AukStatus answer;
    } cases[] = {{-1, false, AUK_ERROR_COUNT},
                 {INT_MIN, true, AUK_ERROR_COUNT},
                 {1, true, AUK_ERROR_NULL},
                 {INT_MAX, true, AUK_ERROR_NULL},
                 {0, true, AUK_OK},
                 {0, false, AUK_OK}};
    for (int i = 0; i < 6; i++) {
        int n = cases[i].count;
        bool missing = cases[i].missing;
        AukStatus answer = cases[i].answer;
        cr_assert_eq(auk_body_create_many(world, missing ? NULL : &def, n, &out), answer);
        cr_assert_eq(auk_world_last_status(world), answer);
        cr_assert_eq(auk_body_destroy_many(world, missing ? NULL : &ball, n), answer);
        cr_assert_eq(auk_body_set_pose_many(world, missing ? NULL : &ball, n, &pose), answer);
        cr_assert_eq(auk_body_set_pose_many(world, &ball, n, missing ? NULL : &pose), answer);
        cr_assert_eq(auk_body_move_to_many(world, &ball, n, missing ? NULL : &pose), answer);
        cr_assert_eq(auk_body_set_velocity_many(world, &ball, n, missing ? NULL : &v), answer);
        cr_assert_eq(auk_body_set_spin_many(world, &ball, n, missing ? NULL : &spin), answer);
        cr_assert_eq(auk_body_get_pose_many(world, &ball, n, missing ? NULL : &pose), -(int)answer);
        cr_assert_eq(auk_body_get_velocity_many(world, missing ? NULL : &ball, n, &v), -(int)answer);
        cr_assert_eq(auk_body_get_spin_many(world, &ball, n, missing ? NULL : &spin), -(int)answer);
    }
    cr_assert(auk_world_hash(world) == hash && out.generation == 0);
    cr_assert_eq(auk_body_create_many(NULL, &def, 1, &out), AUK_ERROR_NULL);
    cr_assert_eq(auk_body_destroy_many(NULL, &ball, 1), AUK_ERROR_NULL);
    cr_assert_eq(auk_body_set_pose_many(NULL, &ball, 1, &pose), AUK_ERROR_NULL);
    cr_assert_eq(auk_body_move_to_many(NULL, &ball, 1, &pose), AUK_ERROR_NULL);
    cr_assert_eq(auk_body_set_velocity_many(NULL, &ball, 1, &v), AUK_ERROR_NULL);
    cr_assert_eq(auk_body_set_spin_many(NULL, &ball, 1, &spin), AUK_ERROR_NULL);
    cr_assert_eq(auk_body_get_pose_many(NULL, &ball, 1, &pose), -AUK_ERROR_NULL);
    auk_world_destroy(world);
}

// ---- memory -------------------------------------------------------------------------------------------------------

Test(many, without_memory_no_body_is_created_and_later_all_are)
{
    static Crowd crowd;
    static FailingAllocator memory;
    make_defs(&crowd, 9);
    failing_allocator_install(&memory);
    AukWorld *plain = world_with_first();
    int before = memory.calls;
    cr_assert_eq(auk_body_create_many(plain, crowd.defs, COUNT, NULL), AUK_OK);
    int all = memory.calls - before;
    uint64_t hash = auk_world_hash(plain);
    auk_world_destroy(plain);
    cr_assert_gt(all, 10);
    for (int i = 0; i < all; i++) {
        AukWorld *world = world_with_first();
        uint64_t empty = auk_world_hash(world);
        memory.fail_at = memory.calls + i;
        AukBodyId ids[COUNT] = {{0, 0}};
        cr_assert_eq(auk_body_create_many(world, crowd.defs, COUNT, ids), AUK_ERROR_OUT_OF_MEMORY, "allocation %d", i);
        cr_assert(auk_world_hash(world) == empty && ids[0].generation == 0 && world->vertices.live == 0);
        memory.fail_at = -1;
        cr_assert_eq(auk_body_create_many(world, crowd.defs, COUNT, ids), AUK_OK);
        cr_assert_eq(auk_world_hash(world), hash);
        auk_world_destroy(world);
    }
    auk_set_allocator(NULL);
}

Test(many, room_is_made_once_however_many_bodies_come)
{
    static FailingAllocator memory;
    enum { LARGE = 30000 };
    AukBodyDef *defs = calloc(LARGE, sizeof *defs);
    for (int i = 0; i < LARGE; i++) {
        defs[i] = scene_def(AUK_MOTION_MOVING, auk_shape_circle(0.25f), (float)(i % 173), (float)(i / 173));
    }
    failing_allocator_install(&memory);
    int calls[2];
    for (int i = 0; i < 2; i++) {
        AukWorld *world = scene_world();
        int before = memory.calls;
        cr_assert_eq(auk_body_create_many(world, defs, i == 0 ? 300 : LARGE, NULL), AUK_OK);
        calls[i] = memory.calls - before;
        auk_world_destroy(world);
    }
    cr_assert_eq(calls[0], calls[1]);
    free(defs);
    auk_set_allocator(NULL);
}
