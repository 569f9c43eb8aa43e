// The life of worlds, bodies and shapes; how bodies move; what setters and getters say; what is refused.
#include "auk/world.h"
#include "auk/many.h"

#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

static const AukBodyId nobody = {0, 0};
static const AukShapeId no_shape = {0, 0};

static AukShape ball(void)
{
    return auk_shape_circle(1.0f);
}

// ---- life ---------------------------------------------------------------------------------------------------

Test(world, a_fresh_world_hands_out_0_1_2)
{
    AukWorld *world = scene_world();
    for (uint32_t i = 0; i < 50; i++) {
        AukBodyId id = scene_body(world, AUK_MOTION_MOVING, ball(), (float)i, 0.0f);
        AukShapeId shape;
        cr_assert(id.index == i && id.generation != 0);
        cr_assert(auk_body_get_shapes(world, id, &shape, 1) == 1 && shape.index == i && shape.generation != 0);
    }
    cr_assert_eq(auk_world_body_count(world), 50);
    auk_world_destroy(world);
}

Test(world, a_zeroed_definition_is_a_moving_body_at_the_origin_without_a_shape)
{
    AukWorld *world = scene_world();
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    AukBodyId id = auk_body_create(world, &def);
    AukTransform pose = auk_body_get_pose(world, id);
    cr_assert(auk_body_exists(world, id) && auk_world_last_status(world) == AUK_OK);
    cr_assert(pose.p.x == 0.0f && pose.p.y == 0.0f && pose.q.c == 1.0f && pose.q.s == 0.0f);
    cr_assert_eq(auk_body_get_motion(world, id), AUK_MOTION_MOVING);
    cr_assert(auk_body_is_enabled(world, id) && auk_body_get_response(world, id) == AUK_RESPONSE_CROSS);
    cr_assert_eq(auk_body_get_shapes(world, id, NULL, 0), 0);
    AukBox bounds = auk_body_get_bounds(world, id);
    cr_assert(bounds.min.x == 0.0f && bounds.max.x == 0.0f && bounds.min.y == 0.0f && bounds.max.y == 0.0f);
    cr_assert_eq(scene_step(world, 1.0f), 0);
    auk_world_destroy(world);
}

Test(world, getters_answer_what_the_definition_said)
{
    AukWorld *world = scene_world();
    AukBodyId owner = scene_body(world, AUK_MOTION_MOVING, ball(), 9.0f, 9.0f);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_box(1.0f, 2.0f), 3.0f, 4.0f);
    def.angle = 0.5f;
    def.velocity = auk_vec(5.0f, 6.0f);
    def.spin = 7.0f;
    def.filter = (AukFilter){2, 4, 8};
    def.sensor = true;
    def.disabled = true;
    def.owner = owner;
    def.response = AUK_RESPONSE_TOUCH;
    def.user_data = 0xfedcba9876543210u;
    AukBodyId id = auk_body_create(world, &def);
    AukTransform pose = auk_body_get_pose(world, id);
    AukRot q = auk_rot(0.5f);
    cr_assert(pose.p.x == 3.0f && pose.p.y == 4.0f && pose.q.c == q.c && pose.q.s == q.s);
    cr_assert(auk_body_get_velocity(world, id).y == 6.0f && auk_body_get_spin(world, id) == 7.0f);
    AukFilter filter = auk_body_get_filter(world, id);
    cr_assert(filter.category == 2 && filter.ignore == 4 && filter.group == 8);
    cr_assert(auk_body_id_equal(auk_body_get_owner(world, id), owner) && !auk_body_is_enabled(world, id));
    cr_assert_eq(auk_body_get_response(world, id), AUK_RESPONSE_TOUCH);
    cr_assert_eq(auk_body_get_user_data(world, id), 0xfedcba9876543210u);
    AukShapeId shape;
    cr_assert_eq(auk_body_get_shapes(world, id, &shape, 1), 1);
    cr_assert(auk_world_shape_is_sensor(world, shape) && auk_world_shape_get(world, shape).kind == AUK_SHAPE_BOX);
    auk_world_destroy(world);
}

Test(world, getters_answer_zero_for_stale_ids)
{
    AukWorld *world = scene_world();
    AukBodyId id = scene_body(world, AUK_MOTION_SWEPT, ball(), 3.0f, 4.0f);
    AukShapeId shape;
    auk_body_get_shapes(world, id, &shape, 1);
    auk_body_set_user_data(world, id, 5);
    cr_assert_eq(auk_body_destroy(world, id), AUK_OK);
    AukBodyId bad[] = {id, nobody, {77, 1}, {id.index, id.generation + 5}, {UINT32_MAX, UINT32_MAX}, {0, UINT32_MAX}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_assert(!auk_body_exists(world, bad[i]) && auk_body_get_pose(world, bad[i]).p.x == 0.0f);
        cr_assert(auk_body_get_previous_pose(world, bad[i]).p.y == 0.0f && auk_body_get_motion(world, bad[i]) == 0);
        cr_assert(auk_body_get_velocity(world, bad[i]).x == 0.0f && auk_body_get_spin(world, bad[i]) == 0.0f);
        cr_assert(auk_body_get_filter(world, bad[i]).category == 0 && !auk_body_is_enabled(world, bad[i]));
        cr_assert(auk_body_get_user_data(world, bad[i]) == 0 && auk_body_get_owner(world, bad[i]).generation == 0);
        cr_assert(auk_body_get_bounds(world, bad[i]).max.x == 0.0f && auk_body_get_response(world, bad[i]) == 0);
        cr_assert_eq(auk_body_get_shapes(world, bad[i], NULL, 0), 0);
        cr_assert_eq(auk_body_contacts(world, bad[i], NULL, 0), 0);
    }
    AukShapeId bad_shapes[] = {shape, no_shape, {99, 1}, {UINT32_MAX, UINT32_MAX}};
    for (size_t i = 0; i < sizeof bad_shapes / sizeof *bad_shapes; i++) {
        cr_assert(!auk_world_shape_exists(world, bad_shapes[i]) && !auk_world_shape_is_sensor(world, bad_shapes[i]));
        cr_assert(auk_world_shape_get_body(world, bad_shapes[i]).generation == 0);
        cr_assert(auk_world_shape_get(world, bad_shapes[i]).kind == AUK_SHAPE_NONE);
        cr_assert(auk_world_shape_get_pose(world, bad_shapes[i]).p.x == 0.0f);
        cr_assert_eq(auk_world_shape_get_user_data(world, bad_shapes[i]), 0);
    }
    auk_world_destroy(world);
}

Test(world, a_slot_that_nothing_names_is_used_again_under_another_generation)
{
    AukWorld *world = scene_world();
    AukBodyId old = scene_body(world, AUK_MOTION_MOVING, ball(), 0.0f, 0.0f);
    for (int i = 0; i < 100; i++) {
        auk_body_destroy(world, old);
        AukBodyId id = scene_body(world, AUK_MOTION_MOVING, ball(), 0.0f, 0.0f);
        cr_assert(id.index == old.index && id.generation != old.generation && !auk_body_exists(world, old));
        cr_assert_eq(auk_body_destroy(world, old), AUK_ERROR_STALE_ID);
        old = id;
    }
    cr_assert_eq(auk_world_body_count(world), 1);
    auk_world_destroy(world);
}

Test(world, a_slot_is_not_used_again_and_user_data_stays_readable_while_an_array_names_it)
{
    AukWorld *world = scene_world();
    AukBodyId a = scene_ball(world, 0.0f, 0.0f, 1.0f), b = scene_ball(world, 1.0f, 0.0f, 1.0f);
    auk_body_set_user_data(world, b, 42);
    cr_assert_eq(scene_step(world, 0.0f), 100000);
    auk_body_destroy(world, b); // named by contact and begin
    cr_assert_eq(auk_body_get_user_data(world, b), 42);
    cr_assert(scene_ball(world, 50.0f, 0.0f, 1.0f).index == 2);
    cr_assert_eq(scene_step(world, 0.0f), 1000); // named by the end
    cr_assert_eq(auk_body_get_user_data(world, b), 42);
    cr_assert(scene_ball(world, 60.0f, 0.0f, 1.0f).index == 3);
    cr_assert_eq(scene_step(world, 0.0f), 0);
    cr_assert_eq(auk_body_get_user_data(world, b), 0);
    AukBodyId again = scene_ball(world, 70.0f, 0.0f, 1.0f);
    cr_assert(again.index == b.index && again.generation != b.generation && auk_body_exists(world, a));
    cr_assert_eq(auk_body_get_user_data(world, b), 0);
    auk_world_destroy(world);
}

Test(world, a_shape_slot_is_not_used_again_while_an_array_names_it)
{
    AukWorld *world = scene_world();
    scene_ball(world, 0.0f, 0.0f, 1.0f);
    AukBodyId b = scene_ball(world, 1.0f, 0.0f, 1.0f);
    AukShapeId shape;
    auk_body_get_shapes(world, b, &shape, 1);
    AukShapeDef far_off;
    memset(&far_off, 0, sizeof far_off);
    far_off.shape = ball();
    far_off.position = auk_vec(100.0f, 0.0f);
    scene_step(world, 0.0f);
    auk_world_shape_remove(world, shape);
    cr_assert(auk_body_add_shape(world, b, &far_off).index != shape.index);
    cr_assert_eq(scene_step(world, 0.0f), 1000);
    far_off.position.x = 200.0f;
    cr_assert(auk_body_add_shape(world, b, &far_off).index != shape.index);
    scene_step(world, 0.0f);
    far_off.position.x = 300.0f;
    AukShapeId again = auk_body_add_shape(world, b, &far_off);
    cr_assert(again.index == shape.index && again.generation != shape.generation);
    auk_world_destroy(world);
}

Test(world, worlds_do_not_know_of_each_other)
{
    AukWorld *one = scene_world(), *two = scene_world();
    AukBodyId id = scene_ball(one, 0.0f, 0.0f, 1.0f);
    cr_assert(!auk_body_exists(two, id) && auk_world_body_count(two) == 0);
    scene_ball(two, 0.5f, 0.0f, 1.0f);
    cr_assert(scene_step(one, 1.0f) == 0 && scene_step(two, 1.0f) == 0);
    auk_world_destroy(one);
    auk_world_destroy(two);
    auk_world_destroy(NULL);
}

// ---- how bodies move ----------------------------------------------------------------------------------------

Test(world, velocity_and_spin_move_a_body_evenly)
{
    AukWorld *world = scene_world();
    AukMotion motions[2] = {AUK_MOTION_MOVING, AUK_MOTION_SWEPT};
    for (int i = 0; i < 2; i++) {
        AukBodyDef def = scene_def(motions[i], ball(), 1.0f, 10.0f * (float)i);
        def.velocity = auk_vec(2.0f, -4.0f);
        def.spin = 3.0f;
        AukBodyId id = auk_body_create(world, &def);
        cr_assert_eq(auk_world_step(world, 0.25f), AUK_OK);
        AukTransform pose = auk_body_get_pose(world, id), before = auk_body_get_previous_pose(world, id);
        cr_assert(pose.p.x == 1.5f && pose.p.y == 10.0f * (float)i - 1.0f && before.p.x == 1.0f);
        cr_assert_float_eq(pose.q.c, cosf(0.75f), 1e-6f);
        cr_assert_float_eq(pose.q.s, sinf(0.75f), 1e-6f);
        cr_assert(auk_body_get_velocity(world, id).x == 2.0f && auk_body_get_spin(world, id) == 3.0f);
    }
    auk_world_destroy(world);
}

Test(world, rotations_keep_their_length_over_many_steps)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, ball(), 0.0f, 0.0f);
    def.spin = 5.3f;
    AukBodyId id = auk_body_create(world, &def);
    for (int i = 0; i < 20000; i++) {
        auk_world_step(world, 0.01f);
    }
    AukRot q = auk_body_get_pose(world, id).q;
    cr_assert_float_eq(q.c * q.c + q.s * q.s, 1.0f, 1e-6f);
    cr_assert_float_eq(q.c, cosf(1060.0f), 2e-3f);
    auk_world_destroy(world);
}

Test(world, a_step_of_zero_seconds_moves_nothing_and_keeps_targets)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, ball(), 1.0f, 2.0f);
    def.velocity = auk_vec(100.0f, 0.0f);
    AukBodyId id = auk_body_create(world, &def);
    auk_body_move_to(world, id, auk_transform(auk_vec(7.0f, 8.0f), 1.0f));
    auk_world_step(world, 0.0f);
    cr_assert_eq(auk_body_get_pose(world, id).p.x, 1.0f);
    auk_world_step(world, 0.5f);
    cr_assert_eq(auk_body_get_pose(world, id).p.x, 7.0f);
    auk_world_destroy(world);
}

Test(world, move_to_arrives_exactly_and_leaves_the_velocity_as_it_was)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, ball(), 0.1f, 0.2f);
    def.velocity = auk_vec(1.0f, 0.0f);
    def.spin = 2.0f;
    def.angle = 3.0f;
    AukBodyId id = auk_body_create(world, &def);
    AukTransform target = auk_transform(auk_vec(123.456f, -7.89f), -3.0f);
    cr_assert_eq(auk_body_move_to(world, id, target), AUK_OK);
    cr_assert_eq(auk_body_get_pose(world, id).p.x, 0.1f);
    auk_world_step(world, 1.0f / 60.0f);
    AukTransform pose = auk_body_get_pose(world, id);
    cr_assert(pose.p.x == target.p.x && pose.p.y == target.p.y && pose.q.c == target.q.c && pose.q.s == target.q.s);
    cr_assert(auk_body_get_velocity(world, id).x == 1.0f && auk_body_get_spin(world, id) == 2.0f);
    auk_world_step(world, 0.0f);
    auk_world_step(world, 0.5f);
    cr_assert_float_eq(auk_body_get_pose(world, id).p.x, target.p.x + 0.5f, 1e-5f);
    auk_world_destroy(world);
}

// The pose half way is seen by a swept peg that is hit only on the shorter way round.
Test(world, move_to_turns_the_shorter_way_round)
{
    for (int side = -1; side <= 1; side += 2) {
        AukWorld *world = scene_world();
        AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_segment(auk_vec(0.0f, 0.0f), auk_vec(5.0f, 0.0f)), 0, 0);
        def.angle = 3.0f;
        AukBodyId rod = auk_body_create(world, &def);
        scene_wall(world, 4.0f * (float)side, 0.0f, 0.05f, 0.05f);
        auk_body_move_to(world, rod, auk_transform(auk_vec(0.0f, 0.0f), -3.0f)); // across pi, not across 0
        auk_world_step(world, 1.0f);
        cr_assert_eq(auk_world_hits(world).count, side < 0 ? 1 : 0);
        auk_world_destroy(world);
    }
}

Test(world, a_teleport_is_not_motion_and_forgets_the_target)
{
    AukWorld *world = scene_world();
    AukBodyId id = scene_ball(world, 1.0f, 0.0f, 1.0f);
    auk_body_move_to(world, id, auk_transform(auk_vec(50.0f, 0.0f), 0.0f));
    cr_assert_eq(scene_put(world, id, 9.0f, 0.0f), AUK_OK);
    cr_assert(auk_body_get_pose(world, id).p.x == 9.0f && auk_body_get_previous_pose(world, id).p.x == 9.0f);
    auk_world_step(world, 1.0f);
    cr_assert_eq(auk_body_get_pose(world, id).p.x, 9.0f);
    auk_world_destroy(world);
}

Test(world, becoming_static_zeroes_velocity_spin_target_and_the_way_of_the_last_step)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, ball(), 0.0f, 0.0f);
    def.velocity = auk_vec(1.0f, 1.0f);
    def.spin = 1.0f;
    AukBodyId id = auk_body_create(world, &def);
    auk_world_step(world, 1.0f);
    auk_body_move_to(world, id, auk_transform_identity());
    cr_assert_eq(auk_body_set_motion(world, id, AUK_MOTION_STATIC), AUK_OK);
    cr_assert(auk_body_get_velocity(world, id).x == 0.0f && auk_body_get_spin(world, id) == 0.0f);
    auk_world_step(world, 1.0f);
    cr_assert(auk_body_get_pose(world, id).p.x == 1.0f && auk_body_get_previous_pose(world, id).p.x == 1.0f);
    cr_assert_eq(auk_body_set_motion(world, id, AUK_MOTION_MOVING), AUK_OK);
    auk_world_step(world, 1.0f);
    cr_assert_eq(auk_body_get_pose(world, id).p.x, 1.0f);
    auk_world_destroy(world);
}

Test(world, a_disabled_body_still_moves)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, ball(), 0.0f, 0.0f);
    def.velocity = auk_vec(2.0f, 0.0f);
    def.disabled = true;
    AukBodyId id = auk_body_create(world, &def);
    auk_world_step(world, 1.0f);
    cr_assert_eq(auk_body_get_pose(world, id).p.x, 2.0f);
    auk_world_destroy(world);
}

// ---- shapes of bodies ---------------------------------------------------------------------------------------

Test(world, shapes_are_listed_oldest_first_and_sit_where_they_were_put)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, ball(), 10.0f, 0.0f);
    def.angle = 1.57079633f;
    AukBodyId id = auk_body_create(world, &def);
    AukShapeDef more;
    memset(&more, 0, sizeof more);
    more.shape = auk_shape_box(1.0f, 2.0f);
    more.position = auk_vec(5.0f, 0.0f);
    more.user_data = 7;
    AukShapeId second = auk_body_add_shape(world, id, &more);
    more.sensor = true;
    AukShapeId third = auk_body_add_shape(world, id, &more), listed[3];
    cr_assert(auk_body_get_shapes(world, id, NULL, 0) == 3 && auk_body_get_shapes(world, id, listed, 2) == 2);
    cr_assert(auk_body_get_shapes(world, id, listed, 3) == 3 && auk_shape_id_equal(listed[1], second));
    cr_assert(auk_shape_id_equal(listed[2], third) && auk_world_shape_is_sensor(world, third));
    cr_assert(auk_body_id_equal(auk_world_shape_get_body(world, second), id) &&
              auk_world_shape_get_user_data(world, second) == 7);
    AukTransform pose = auk_world_shape_get_pose(world, second);
    cr_assert_float_eq(pose.p.x, 10.0f, 1e-5f);
    cr_assert_float_eq(pose.p.y, 5.0f, 1e-5f);
    AukBox bounds = auk_body_get_bounds(world, id);
    cr_assert(bounds.min.x <= 8.0f && bounds.max.x >= 12.0f && bounds.min.y <= -1.0f && bounds.max.y >= 6.0f);
    cr_assert(bounds.min.x > 7.999f && bounds.max.y < 6.001f);
    cr_assert_eq(auk_world_shape_remove(world, second), AUK_OK);
    cr_assert(auk_body_get_shapes(world, id, listed, 3) == 2 && auk_shape_id_equal(listed[1], third));
    auk_world_shape_remove(world, listed[0]);
    auk_world_shape_remove(world, third);
    cr_assert_eq(auk_body_get_shapes(world, id, NULL, 0), 0);
    cr_assert_neq(auk_body_add_shape(world, id, &more).generation, 0);
    cr_assert_eq(auk_body_get_shapes(world, id, listed, 3), 1);
    auk_world_destroy(world);
}

Test(world, vertices_are_copied_and_equal_polygons_outlive_each_other)
{
    AukWorld *world = scene_world();
    AukVec2 points[5] = {{1.0f, 1.0f}, {-1.0f, -1.0f}, {0.0f, 0.0f}, {1.0f, -1.0f}, {-1.0f, 1.0f}};
    AukBodyId a = scene_ball(world, 0.0f, 0.0f, 0.1f), b = scene_ball(world, 50.0f, 0.0f, 0.1f);
    AukShapeId one = auk_body_add_polygon(world, a, points, 5, NULL),
               two = auk_body_add_polygon(world, b, points, 5, NULL);
    memset(points, 0, sizeof points);
    cr_assert_eq(auk_world_shape_get(world, one).core.polygon.count, 4);
    auk_body_destroy(world, a);
    AukShape shape = auk_world_shape_get(world, two);
    cr_assert(shape.kind == AUK_SHAPE_POLYGON && shape.core.polygon.count == 4 && shape.radius == 0.0f);
    cr_assert(shape.core.polygon.vertices[0].x == -1.0f && shape.core.polygon.vertices[0].y == -1.0f);
    AukShapeDef rounded;
    memset(&rounded, 0, sizeof rounded);
    rounded.shape.radius = 0.5f;
    rounded.sensor = true;
    AukVec2 triangle[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    AukShapeId three = auk_body_add_polygon(world, b, triangle, 3, &rounded);
    cr_assert(auk_world_shape_get(world, three).radius == 0.5f && auk_world_shape_is_sensor(world, three));
    auk_world_destroy(world);
}

Test(world, a_shape_without_a_filter_of_its_own_follows_the_filter_of_its_body)
{
    AukWorld *world = scene_world();
    AukBodyId a = scene_ball(world, 0.0f, 0.0f, 1.0f), b = scene_ball(world, 1.0f, 0.0f, 1.0f);
    AukShapeId shape;
    auk_body_get_shapes(world, a, &shape, 1);
    cr_assert_eq(scene_step(world, 0.0f), 100000);
    AukFilter ghost = {0, UINT64_MAX, 0}, none = {0, 0, 0}, plain = {1, 0, 0};
    auk_body_set_filter(world, a, ghost);
    cr_assert_eq(scene_step(world, 0.0f), 1000);
    cr_assert_eq(auk_world_shape_set_filter(world, shape, plain), AUK_OK);
    cr_assert_eq(scene_step(world, 0.0f), 100000);
    auk_world_shape_set_filter(world, shape, none);
    cr_assert_eq(scene_step(world, 0.0f), 1000);
    cr_assert(auk_body_exists(world, b));
    auk_world_destroy(world);
}

// All bodies in one spot. Gives what a step says, and how many pairs of boxes it had.
static AukStatus step_of_crowd(AukWorld *world, AukBodyId first, AukFilter filter, int *pairs)
{
    cr_assert_eq(auk_body_set_filter(world, first, filter), AUK_OK);
    AukStatus status = auk_world_step(world, 0.01f);
    *pairs = auk_world_stats(world).box_pairs;
    return status;
}

Test(world, a_crowd_that_ignores_itself_has_no_pairs_of_boxes)
{
    enum { CROWD = 1500 };
    const AukFilter sorts[] = {{2, 2, 0}, {1u << 15, 1u << 15, 0}, {0, 1, 0}, {0, 0, 9}, {1u << 16, 1u << 16, 0}};
    const AukFilter all = {0, 0, 0}, many = {~0ull, 0, 0};
    for (int i = 0; i < 15; i++) {
        AukFilter sort = sorts[i % 5];
        AukWorldDef def = {.max_pairs = 4000, .broad = i < 10 ? AUK_BROAD_SWEEP : AUK_BROAD_BRUTE_FORCE};
        def.wrap.max.x = i % 2 == 0 ? 100.0f : 0.0f;
        AukWorld *world = auk_world_create(&def, NULL);
        AukBodyDef body = {.shape = ball(), .filter = sort, .velocity = {3.0f, 1.0f}, .position = {99.5f, 0.0f}};
        AukBodyId first = auk_body_create(world, &body);
        for (int k = 1; k < CROWD; k++) {
            body.motion = k < 4 ? AUK_MOTION_SWEPT : (k % 2 == 0 ? AUK_MOTION_MOVING : AUK_MOTION_STATIC);
            body.velocity = auk_vec(body.motion == AUK_MOTION_STATIC ? 0.0f : 3.0f, 0.0f);
            auk_body_create(world, &body);
        }
        int pairs;
        if (i % 5 == 4) { // categories above the sixteenth are looked at later
            cr_assert_eq(step_of_crowd(world, first, sort, &pairs), AUK_ERROR_PAIR_LIMIT);
            auk_world_destroy(world);
            continue;
        }
        for (int round = 0; round < 3; round++) {
            AukFilter other = i % 2 == 0 ? many : all;
            bool meet = auk_filter_meets(sort, other);
            cr_assert(step_of_crowd(world, first, sort, &pairs) == AUK_OK && pairs == 0, "%d, %d: %d", i, round, pairs);
            cr_assert_eq(step_of_crowd(world, first, other, &pairs), AUK_OK);
            cr_assert(pairs == (meet ? CROWD - 1 : 0), "%d, %d: %d", i, round, pairs);
        }
        cr_assert(auk_world_contacts(world).count == pairs || body.motion == AUK_MOTION_SWEPT);
        auk_world_destroy(world);
    }
}

Test(world, its_bodies_are_listed_in_the_order_of_their_indices)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyId made[8], listed[8];
    AukBodyDef def = {0};
    def.shape = auk_shape_circle(1.0f);
    for (int i = 0; i < 8; i++) {
        made[i] = auk_body_create(world, &def);
    }
    cr_assert_eq(auk_world_get_bodies(world, listed, 8), 8);
    cr_assert_eq(memcmp(listed, made, sizeof made), 0);
    auk_body_destroy(world, made[2]);
    auk_body_destroy(world, made[7]);
    cr_assert_eq(auk_world_get_bodies(world, NULL, 0), 6);
    listed[3] = made[7];
    cr_assert_eq(auk_world_get_bodies(world, listed, 3), 3);
    cr_assert(auk_body_id_equal(listed[1], made[1]) && auk_body_id_equal(listed[2], made[3]));
    cr_assert(auk_body_id_equal(listed[3], made[7]), "more was written than there is room for");
    cr_assert_eq(auk_world_get_bodies(world, listed, 8), 6);
    cr_assert(auk_body_id_equal(listed[5], made[6]));
    auk_world_step(world, 0.1f); // slots are given out again, the last freed one first
    AukBodyId again = auk_body_create(world, &def);
    cr_assert_eq(auk_world_get_bodies(world, listed, 8), 7);
    cr_assert(auk_body_id_equal(listed[again.index == 2 ? 2 : 6], again));
    cr_assert_eq(auk_world_get_bodies(world, listed, -1), 0);
    cr_assert_eq(auk_world_get_bodies(NULL, listed, 8), 0);
    auk_world_destroy(world);
}

Test(world, a_shape_tells_its_own_filter_and_none_where_it_has_its_bodys)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef def = {0};
    def.shape = auk_shape_circle(1.0f);
    def.filter.category = 4;
    AukBodyId body = auk_body_create(world, &def);
    AukShapeDef more = {0};
    more.shape = auk_shape_circle(2.0f);
    more.filter.category = 8;
    more.filter.ignore = 3;
    more.filter.group = 5;
    AukShapeId second = auk_body_add_shape(world, body, &more), first;
    cr_assert_eq(auk_body_get_shapes(world, body, &first, 1), 1);
    AukFilter filter = auk_world_shape_get_filter(world, first);
    cr_assert(filter.category == 0 && filter.ignore == 0 && filter.group == 0);
    filter = auk_world_shape_get_filter(world, second);
    cr_assert(filter.category == 8 && filter.ignore == 3 && filter.group == 5);
    AukFilter other = {16, 1, 2};
    cr_assert_eq(auk_world_shape_set_filter(world, first, other), AUK_OK);
    cr_assert(auk_world_shape_get_filter(world, first).category == 16 &&
              auk_world_shape_get_filter(world, first).group == 2);
    auk_world_shape_remove(world, second);
    cr_assert_eq(auk_world_shape_get_filter(world, second).category, 0);
    cr_assert_eq(auk_world_shape_get_filter(NULL, first).category, 0);
    auk_world_destroy(world);
}

Test(world, a_body_keeps_the_bits_of_rotations_that_are_normal_within_float_rounding)
{
    AukWorld *world = scene_world();
    AukBodyId body = scene_ball(world, 0.0f, 0.0f, 1.0f);
    Random random = random_start(random_seed(), 801);
    for (int i = 0; i < 100000; i++) {
        AukTransform pose = {{0.0f, 0.0f}, auk_rot(random_float(&random, -4.0f, 4.0f))};
        cr_assert_eq(auk_body_set_pose(world, body, pose), AUK_OK);
        AukTransform kept = auk_body_get_pose(world, body);
        cr_assert(memcmp(&kept, &pose, sizeof pose) == 0, "%a %a became %a %a", (double)pose.q.c, (double)pose.q.s,
                  (double)kept.q.c, (double)kept.q.s);
    }
    auk_world_destroy(world);
}

// One rotation, in every way in which it can come in, and what it has to become: within a millionth of one the same
// bits, else normalised as doubles are.
Test(world, every_way_into_the_world_reads_rotations_alike)
{
    const AukRot cases[] = {{0.6f, 0.8f}, {0.60000014f, 0.8f}, {0.6000005f, 0.8f}, {0.600002f, 0.8f}, {3.0f, 4.0f},
                            {0.0f, 0.0f}, {-1e-30f, 1e-30f},   {1e15f, -1e15f},    {1e-45f, 0.0f}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AukRot q = cases[i];
        double c = q.c, s = q.s, length = sqrt(c * c + s * s);
        bool unit = fabs(c * c + s * s - 1.0) <= 1e-6;
        AukRot wanted = unit ? q : (AukRot){(float)(c / length), (float)(s / length)};
        wanted = length > 0.0 ? wanted : (AukRot){1.0f, 0.0f};
        AukTransform pose = {{1.0f, 2.0f}, q};
        AukWorld *world = scene_world();
        AukBodyId put = scene_ball(world, 0.0f, 0.0f, 1.0f), many = scene_ball(world, 9.0f, 0.0f, 1.0f);
        AukBodyId sent = scene_ball(world, 18.0f, 0.0f, 1.0f);
        cr_assert_eq(auk_body_set_pose(world, put, pose), AUK_OK);
        cr_assert_eq(auk_body_set_pose_many(world, &many, 1, &pose), AUK_OK);
        cr_assert_eq(auk_body_move_to(world, sent, pose), AUK_OK);
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        AukRot kept[3] = {auk_body_get_pose(world, put).q, auk_body_get_pose(world, many).q,
                          auk_body_get_pose(world, sent).q};
        for (int k = 0; k < 3; k++) {
            cr_assert(kept[k].c == wanted.c && kept[k].s == wanted.s, "case %zu, way %d: %a %a", i, k,
                      (double)kept[k].c, (double)kept[k].s);
        }
        // a query with that rotation finds what one with the wanted rotation does
        AukShape box = auk_shape_box(2.0f, 0.01f);
        AukTransform asked[2] = {{{0.0f, 0.0f}, q}, {{0.0f, 0.0f}, wanted}};
        AukFound found[2];
        cr_assert(auk_world_nearest(world, &box, asked[0], 100.0f, NULL, &found[0], 1) == 1);
        cr_assert(auk_world_nearest(world, &box, asked[1], 100.0f, NULL, &found[1], 1) == 1);
        cr_assert_float_eq(found[0].distance, found[1].distance, 1e-6f);
        auk_world_destroy(world);
    }
}

Test(world, a_step_too_short_to_move_a_body_leaves_no_minus_zero)
{
    for (int motion = AUK_MOTION_MOVING; motion <= AUK_MOTION_SWEPT; motion++) {
        for (int k = 0; k < 4; k++) {
            AukWorldDef world_def;
            memset(&world_def, 0, sizeof world_def);
            world_def.wrap.max = k & 2 ? auk_vec(8.0f, 8.0f) : auk_vec(0.0f, 0.0f);
            AukWorld *world = auk_world_create(&world_def, NULL);
            AukBodyDef def = scene_def((AukMotion)motion, auk_shape_circle(1.0f), 0.0f, 0.0f);
            def.velocity = auk_vec(-1e-11f, -1e-12f);
            def.spin = k & 1 ? -1e-11f : 0.0f;
            AukBodyId body = auk_body_create(world, &def);
            cr_assert_eq(auk_world_step(world, 1e-36f), AUK_OK);
            AukTransform pose = auk_body_get_pose(world, body);
            if (!(k & 2)) { // else it has come in on the other side
                cr_assert(pose.p.x == 0.0f && pose.p.y == 0.0f);
            }
            cr_assert(!signbit(pose.p.x) && !signbit(pose.p.y), "motion %d, case %d", motion, k);
            auk_world_destroy(world);
        }
    }
}
