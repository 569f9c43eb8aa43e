// Getters of bodies and worlds that are computed, not stored, and user data of shapes.
#include "auk/world.h"

#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const AukBodyId nobody = {0, 0};
static const AukShapeId no_shape = {0, 0};

static AukShape ball(void)
{
    return auk_shape_circle(1.0f);
}

Test(world_get, position_and_angle_are_those_of_the_pose_and_each_is_set_without_the_other)
{
    AukWorld *world = scene_world();
    AukBodyId id = scene_body(world, AUK_MOTION_MOVING, ball(), 1.0f, 2.0f);
    cr_assert_eq(auk_body_set_pose(world, id, auk_transform(auk_vec(3.0f, 4.0f), 0.5f)), AUK_OK);
    AukVec2 position = auk_body_get_position(world, id);
    cr_assert(position.x == 3.0f && position.y == 4.0f);
    cr_assert_float_eq(auk_body_get_angle(world, id), 0.5f, 1e-6);
    AukRot q = auk_body_get_pose(world, id).q;
    cr_assert_eq(auk_body_set_position(world, id, auk_vec(-1.0f, 7.0f)), AUK_OK);
    AukTransform pose = auk_body_get_pose(world, id);
    cr_assert(pose.p.x == -1.0f && pose.p.y == 7.0f && pose.q.c == q.c && pose.q.s == q.s);
    cr_assert_eq(auk_body_set_angle(world, id, -2.0f), AUK_OK);
    const AukTransform turned = auk_transform(auk_vec(-1.0f, 7.0f), -2.0f);
    pose = auk_body_get_pose(world, id);
    cr_assert(memcmp(&pose, &turned, sizeof pose) == 0);
    pose = auk_body_get_previous_pose(world, id);
    cr_assert(memcmp(&pose, &turned, sizeof pose) == 0, "it is teleported");
    cr_assert_eq(auk_body_set_position(world, id, auk_vec(NAN, 0.0f)), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_body_set_angle(world, id, INFINITY), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_body_set_angle(world, nobody, 0.0f), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_body_set_angle(NULL, id, 0.0f), AUK_ERROR_NULL);
    pose = auk_body_get_pose(world, id);
    cr_assert(memcmp(&pose, &turned, sizeof pose) == 0, "an error changes nothing");
    cr_assert_eq(auk_body_set_position(world, nobody, auk_vec(0.0f, 0.0f)), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_body_set_position(NULL, id, auk_vec(0.0f, 0.0f)), AUK_ERROR_NULL);
    cr_assert(auk_body_get_position(world, nobody).x == 0.0f && auk_body_get_angle(world, nobody) == 0.0f);
    auk_world_destroy(world);
}

Test(world_get, the_velocity_at_a_point_is_where_a_short_step_takes_it)
{
    AukWorld *world = scene_world();
    AukBodyId id = scene_body(world, AUK_MOTION_MOVING, ball(), 5.0f, -3.0f);
    auk_body_set_velocity(world, id, auk_vec(2.0f, 1.0f));
    auk_body_set_spin(world, id, 1.5f);
    AukVec2 point = auk_vec(5.5f, -2.0f), velocity = auk_body_get_velocity_at(world, id, point);
    AukVec2 local = auk_transform_apply_inverse(auk_body_get_pose(world, id), point);
    const float dt = 1.0f / 256.0f;
    auk_world_step(world, dt);
    AukVec2 moved = auk_vec_sub(auk_transform_apply(auk_body_get_pose(world, id), local), point);
    cr_assert_float_eq(moved.x / dt, velocity.x, 0.01);
    cr_assert_float_eq(moved.y / dt, velocity.y, 0.01);
    cr_assert(velocity.x == 0.5f && velocity.y == 1.75f);
    cr_assert_eq(auk_body_get_velocity_at(world, nobody, point).x, 0.0f);
    cr_assert_eq(auk_body_get_velocity_at(world, id, auk_vec(INFINITY, 0.0f)).x, 0.0f);
    auk_world_destroy(world);
}

Test(world_get, in_a_world_that_wraps_the_velocity_is_that_of_the_nearest_image)
{
    AukWorldDef def = {.wrap = {{0.0f, 0.0f}, {16.0f, 16.0f}}};
    AukWorld *world = auk_world_create(&def, NULL);
    AukBodyId id = scene_body(world, AUK_MOTION_MOVING, ball(), 15.5f, 8.0f);
    auk_body_set_spin(world, id, 1.0f);
    AukVec2 velocity = auk_body_get_velocity_at(world, id, auk_vec(0.5f, 8.0f));
    cr_assert(velocity.x == 0.0f && velocity.y == 1.0f, "%g %g", (double)velocity.x, (double)velocity.y);
    auk_world_destroy(world);
}

Test(world_get, the_box_of_the_world_is_that_of_all_its_bodies)
{
    AukWorld *world = scene_world();
    AukBox none = auk_world_get_bounds(world);
    cr_assert(none.min.x == 0.0f && none.max.x == 0.0f && auk_world_get_bounds(NULL).max.y == 0.0f);
    AukBodyId far = scene_body(world, AUK_MOTION_MOVING, ball(), 50.0f, 0.0f);
    AukBodyId first = scene_body(world, AUK_MOTION_STATIC, ball(), 10.0f, 20.0f);
    AukBodyId second = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(3.0f, 4.0f), 7.0f, -6.0f);
    AukBodyDef bare = {.position = {900.0f, 900.0f}};
    (void)auk_body_create(world, &bare);
    auk_body_destroy(world, far);
    auk_body_set_enabled(world, first, false);
    AukBox expected = auk_box_union(auk_body_get_bounds(world, first), auk_body_get_bounds(world, second));
    AukBox bounds = auk_world_get_bounds(world);
    cr_assert_eq(memcmp(&bounds, &expected, sizeof bounds), 0);
    auk_world_destroy(world);
}

Test(world_get, user_data_of_a_shape_can_be_changed)
{
    AukWorld *world = scene_world();
    AukBodyId id = scene_body(world, AUK_MOTION_MOVING, ball(), 0.0f, 0.0f);
    AukShapeId shape;
    cr_assert_eq(auk_body_get_shapes(world, id, &shape, 1), 1);
    cr_assert(auk_shape_id_equal(auk_body_get_shape(world, id), shape));
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_world_shape_set_user_data(world, shape, UINT64_MAX), AUK_OK);
    cr_assert_eq(auk_world_shape_get_user_data(world, shape), UINT64_MAX);
    cr_assert_eq(auk_world_hash(world), hash, "user data is not hashed");
    cr_assert_eq(auk_world_shape_set_user_data(world, no_shape, 1), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_world_shape_set_user_data(NULL, shape, 1), AUK_ERROR_NULL);
    auk_world_destroy(world);
}

Test(world_get, an_owner_that_is_null_is_none_whatever_its_index)
{
    const AukBodyId null = {7, 0};
    uint64_t hashes[3];
    for (int i = 0; i < 3; i++) {
        AukWorld *world = scene_world();
        AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.0f);
        AukBodyId other = auk_body_create(world, &def);
        def.owner = i == 1 ? null : (AukBodyId){0, 0};
        AukBodyId body = auk_body_create(world, &def);
        cr_assert_eq(auk_body_set_owner(world, other, body), AUK_OK); // so that owners are kept
        cr_assert_eq(auk_body_set_owner(world, other, i == 2 ? null : (AukBodyId){0, 0}), AUK_OK);
        AukBodyId a = auk_body_get_owner(world, other), b = auk_body_get_owner(world, body);
        cr_assert(a.index == 0 && a.generation == 0 && b.index == 0 && b.generation == 0);
        hashes[i] = auk_world_hash(world);
        auk_world_destroy(world);
    }
    cr_assert(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
}
