// Sensors see everything: what rests, moves and flies by, other sensors, and what only comes near.
#include "auk/world.h"

#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

// Tallies: begins, persists, ends, enters, stays, leaves.

Test(sensors, a_pair_of_sensors_enters_and_leaves_with_the_smaller_body_first)
{
    AukWorld *world = scene_world();
    AukBodyId first = scene_sensor(world, AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.0f);
    AukBodyId second = scene_sensor(world, AUK_MOTION_MOVING, auk_shape_circle(1.0f), 3.0f, 0.0f);
    cr_assert_eq(scene_step(world, 0.1f), 0);
    scene_put(world, second, 1.0f, 0.0f);
    cr_assert_eq(scene_step(world, 0.1f), 100);
    AukEvent event = auk_world_events(world, AUK_EVENT_ENTER).items[0];
    cr_assert(auk_body_id_equal(event.body_a, first) && auk_body_id_equal(event.body_b, second) && event.bodies);
    cr_assert_eq(scene_step(world, 0.1f), 10);
    scene_put(world, first, -9.0f, 0.0f);
    cr_assert_eq(scene_step(world, 0.1f), 1);
    auk_world_destroy(world);
}

// The order is that of contacts, by the smaller body: here the sensors are the bodies 0 and 3, and each is `body_a`.
Test(sensors, events_are_in_the_order_of_contacts_whichever_body_is_the_sensor)
{
    AukWorld *world = scene_world();
    AukBodyId first = scene_sensor(world, AUK_MOTION_MOVING, auk_shape_circle(1.0f), 9.0f, 0.0f);
    AukBodyId ball = scene_ball(world, 0.0f, 0.0f, 1.0f), other = scene_ball(world, 9.0f, 0.0f, 1.0f);
    AukBodyId last = scene_sensor(world, AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.0f);
    AukBodyId far_ball = scene_ball(world, 9.0f, 0.5f, 1.0f);
    cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
    AukEvents enters = auk_world_events(world, AUK_EVENT_ENTER);
    cr_assert_eq(enters.count, 3);
    const AukBodyId sensors[] = {first, first, last}, found[] = {other, far_ball, ball};
    for (int i = 0; i < 3; i++) {
        cr_assert(auk_body_id_equal(enters.items[i].body_a, sensors[i]));
        cr_assert(auk_body_id_equal(enters.items[i].body_b, found[i]));
    }
    // the sensor with the largest index has the pair (0, 3) now, which comes first
    scene_put(world, last, 9.0f, 0.0f);
    scene_put(world, ball, 9.0f, 0.0f);
    auk_world_shape_set_sensor(world, auk_body_get_shape(world, first), false);
    cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
    enters = auk_world_events(world, AUK_EVENT_ENTER);
    cr_assert_eq(enters.count, 3);
    const AukBodyId now[] = {first, other, far_ball};
    for (int i = 0; i < 3; i++) {
        cr_assert(auk_body_id_equal(enters.items[i].body_a, last) && auk_body_id_equal(enters.items[i].body_b, now[i]));
    }
    auk_world_destroy(world);
}

Test(sensors, static_sensors_see_static_bodies_where_static_pairs_are_asked_for)
{
    for (int pairs = 0; pairs < 2; pairs++) {
        AukWorldDef def;
        memset(&def, 0, sizeof def);
        def.static_pairs = pairs;
        AukWorld *world = auk_world_create(&def, NULL);
        AukBodyId wall = scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
        scene_sensor(world, AUK_MOTION_STATIC, auk_shape_circle(1.0f), 0.5f, 0.0f);
        cr_assert_eq(scene_step(world, 0.1f), pairs ? 100 : 0);
        scene_put(world, wall, 20.0f, 0.0f);
        cr_assert_eq(scene_step(world, 0.1f), pairs ? 1 : 0);
        auk_world_destroy(world);
    }
}

Test(sensors, whatever_flies_through_within_a_step_enters_and_leaves)
{
    AukWorld *world = scene_world();
    scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(0.01f, 1.0f), 5.0f, 0.0f);
    scene_sensor(world, AUK_MOTION_MOVING, auk_shape_circle(0.1f), 7.0f, 0.0f);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.1f), 0.0f, 0.0f);
    def.velocity = auk_vec(1000.0f, 0.0f);
    def.response = AUK_RESPONSE_BOUNCE;
    auk_body_create(world, &def);
    def.sensor = true; // a flying sensor sees the resting ones, the other bullet and what is solid
    def.position.y = 0.15f;
    auk_body_create(world, &def);
    scene_wall(world, 8.0f, 0.15f, 0.01f, 0.1f);
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    // solid bullet with two sensors, sensor bullet with two sensors, with the bullet and with the wall; and the bullet
    // meets the wall, so it comes back by everything
    cr_assert_eq(scene_events(world, AUK_EVENT_ENTER), 6);
    cr_assert_eq(scene_events(world, AUK_EVENT_LEAVE), 6);
    cr_assert(auk_world_hits(world).count == 1 && scene_events(world, AUK_EVENT_BEGIN) == 1);
    auk_world_destroy(world);
}

Test(sensors, what_a_bounce_brings_into_a_sensor_is_seen_in_the_same_step)
{
    AukWorld *world = scene_world();
    scene_wall(world, 5.0f, 0.0f, 0.5f, 5.0f);
    scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(0.5f, 5.0f), -20.0f, 0.0f);
    AukBodyId ball =
        scene_bullet(world, auk_shape_circle(0.5f), auk_vec(0.0f, 0.0f), auk_vec(60.0f, 0.0f), AUK_RESPONSE_BOUNCE);
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    cr_assert(scene_events(world, AUK_EVENT_ENTER) == 1 && scene_events(world, AUK_EVENT_LEAVE) == 1);
    float met = auk_world_events(world, AUK_EVENT_ENTER).items[0].fraction;
    cr_assert_float_eq(met, (4.0f + 23.0f) / 60.0f, 1e-5f);
    cr_assert_lt(auk_body_get_pose(world, ball).p.x, -40.0f);
    auk_world_destroy(world);
}

Test(sensors, proximity_is_entered_and_left_at_its_distance_for_every_kind_of_shape)
{
    static const AukVec2 corners[3] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}};
    AukShape shapes[] = {auk_shape_circle(1.0f),
                         auk_shape_box(1.0f, 0.5f),
                         auk_shape_capsule(auk_vec(0.0f, 0.0f), auk_vec(0.5f, 0.0f), 0.5f),
                         auk_shape_segment(auk_vec(0.0f, 0.0f), auk_vec(1.0f, 0.0f)),
                         auk_shape_ellipse(1.0f, 0.3f),
                         auk_shape_polygon(corners, 3, 0.0f)}; // all reach 1 to the right
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        AukWorld *world = scene_world();
        AukBodyDef def = scene_def(AUK_MOTION_STATIC, shapes[i], 0.0f, 0.0f);
        def.sensor = true;
        def.proximity = 2.0f;
        cr_assert_neq(auk_body_create(world, &def).generation, 0);
        AukBodyId ball = scene_ball(world, 3.51f, 0.0f, 0.5f);
        cr_assert_eq(scene_step(world, 0.1f), 0, "shape %d", (int)i);
        scene_put(world, ball, 3.49f, 0.0f);
        cr_assert_eq(scene_step(world, 0.1f), 100, "shape %d", (int)i);
        scene_put(world, ball, 3.51f, 0.0f);
        cr_assert_eq(scene_step(world, 0.1f), 1, "shape %d", (int)i);
        auk_world_destroy(world);
    }
}

Test(sensors, proximity_also_grows_shapes_that_are_added)
{
    AukWorld *world = scene_world();
    AukBodyId tower = scene_body(world, AUK_MOTION_STATIC, auk_shape_box(1.0f, 1.0f), 0.0f, 0.0f);
    static const AukVec2 corners[6] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 0.4f},
                                       {0.4f, 0.4f}, {0.4f, 2.0f}, {0.0f, 2.0f}};
    AukShapeDef def = {.sensor = true, .proximity = 3.0f};
    AukShapeId zone = auk_body_add_outline(world, tower, corners, 6, NULL, 0, &def);
    cr_assert(auk_world_shape_exists(world, zone) && auk_world_shape_get(world, zone).radius == 3.0f);
    scene_ball(world, 5.4f, 0.2f, 0.5f);
    cr_assert_eq(scene_step(world, 0.1f), 100);
    def.sensor = false;
    cr_assert(!auk_world_shape_exists(world, auk_body_add_outline(world, tower, corners, 6, NULL, 0, &def)));
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_NOT_SENSOR);
    auk_world_destroy(world);
}

Test(sensors, who_leaves_a_shape_that_was_the_sensor_leaves_what_is_the_sensor_then)
{
    float places[] = {1.5f, 10.0f}; // the boxes still touch; nothing does
    for (int i = 0; i < 2; i++) {
        AukWorld *world = scene_world();
        AukBodyId was = scene_sensor(world, AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.0f);
        AukBodyId is = scene_body(world, AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.0f);
        cr_assert_eq(scene_step(world, 0.0f), 100);
        cr_assert_eq(auk_world_shape_set_sensor(world, auk_body_get_shape(world, was), false), AUK_OK);
        cr_assert_eq(auk_world_shape_set_sensor(world, auk_body_get_shape(world, is), true), AUK_OK);
        scene_put(world, is, places[i], places[i]);
        cr_assert_eq(scene_step(world, 0.0f), 1);
        AukEvent event = auk_world_events(world, AUK_EVENT_LEAVE).items[0];
        cr_assert(auk_body_id_equal(event.body_a, is) && auk_body_id_equal(event.body_b, was), "at %g",
                  (double)places[i]);
        auk_world_destroy(world);
    }
}

Test(sensors, proximity_goes_with_the_sensor_and_not_with_the_shape)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.1f), 0.0f, 0.0f);
    def.sensor = true;
    def.proximity = 2.3f;
    AukBodyId alarm = auk_body_create(world, &def);
    AukShapeId shape;
    cr_assert_eq(auk_body_get_shapes(world, alarm, &shape, 1), 1);
    cr_assert(auk_world_shape_get_proximity(world, shape) == 2.3f);
    AukBodyId ball = scene_ball(world, 3.29f, 0.0f, 0.5f);
    AukShape larger = auk_shape_circle(0.5f);
    cr_assert_eq(scene_step(world, 0.1f), 0);
    cr_assert_eq(auk_world_shape_set(world, shape, &larger), AUK_OK);
    cr_assert(auk_world_shape_get(world, shape).radius == 0.5f + 2.3f &&
              auk_world_shape_get_proximity(world, shape) == 2.3f);
    cr_assert_eq(scene_step(world, 0.1f), 100);
    cr_assert_eq(auk_world_shape_set_sensor(world, shape, false), AUK_OK);
    cr_assert(auk_world_shape_get(world, shape).radius == 0.5f && auk_world_shape_get_proximity(world, shape) == 0.0f);
    AukFound found;
    cr_assert(auk_world_cast_ray(world, auk_vec(-4.5f, 0.0f), auk_vec(8.0f, 0.0f), NULL, &found));
    cr_assert(found.fraction == 0.5f);
    cr_assert_eq(auk_world_shape_set_proximity(world, shape, 1.0f), AUK_ERROR_NOT_SENSOR);
    cr_assert_eq(auk_world_shape_set_sensor(world, shape, true), AUK_OK);
    cr_assert_eq(auk_world_shape_set_proximity(world, shape, 1.0f), AUK_OK);
    scene_put(world, ball, 1.99f, 0.0f);
    scene_step(world, 0.1f);
    cr_assert_eq(scene_stays(world), 1);
    auk_world_destroy(world);
}

Test(sensors, set_proximity_refuses_what_is_no_distance)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.5f), 0.0f, 0.0f);
    def.sensor = true;
    def.proximity = 2.0f;
    AukBodyId body = auk_body_create(world, &def);
    AukShapeId shape;
    cr_assert_eq(auk_body_get_shapes(world, body, &shape, 1), 1);
    uint64_t hash = auk_world_hash(world);
    AukShape large = auk_shape_circle(AUK_COORDINATE_MAX);
    cr_assert_eq(auk_world_shape_set_proximity(world, shape, -1.0f), AUK_ERROR_NEGATIVE);
    cr_assert_eq(auk_world_shape_set_proximity(world, shape, NAN), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_world_shape_set_proximity(world, shape, INFINITY), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_world_shape_set_proximity(world, shape, 2e15f), AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_shape_set_proximity(world, (AukShapeId){7, 1}, 1.0f), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_world_shape_set_proximity(NULL, shape, 1.0f), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_shape_set_proximity(world, shape, 2e14f), AUK_OK);
    cr_assert_neq(auk_world_hash(world), hash);
    cr_assert_eq(auk_world_shape_set(world, shape, &large), AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_shape_set_proximity(world, shape, 2.0f), AUK_OK);
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert(auk_world_shape_get_proximity(NULL, shape) == 0.0f);
    auk_world_destroy(world);
}

Test(sensors, proximity_comes_back_with_a_snapshot)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.1f), 0.0f, 0.0f);
    def.sensor = true;
    def.proximity = 2.3f;
    AukBodyId body = auk_body_create(world, &def);
    AukShapeId shape;
    cr_assert_eq(auk_body_get_shapes(world, body, &shape, 1), 1);
    static unsigned char buffer[1 << 16];
    cr_assert_eq(auk_world_snapshot(world, buffer, sizeof buffer), AUK_OK);
    uint64_t hash = auk_world_hash(world);
    for (int i = 0; i < 3; i++) {
        AukWorld *other = i == 2 ? scene_world() : world;
        if (i == 0) {
            cr_assert_eq(auk_world_shape_set_sensor(world, shape, false), AUK_OK);
        }
        cr_assert_eq(auk_world_restore(other, buffer, sizeof buffer), AUK_OK);
        cr_assert_eq(auk_world_hash(other), hash);
        cr_assert(auk_world_shape_get_proximity(other, shape) == 2.3f);
        cr_assert_eq(auk_world_shape_set_sensor(other, shape, false), AUK_OK);
        cr_assert(auk_world_shape_get(other, shape).radius == 0.1f);
        if (other != world) {
            auk_world_destroy(other);
        }
    }
    auk_world_destroy(world);
}

// ---- platforms that go by velocity ----

Test(sensors, velocity_to_arrives_and_its_velocity_is_in_the_hits)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_box(2.0f, 0.25f), 0.0f, 0.0f);
    AukBodyId lift = auk_body_create(world, &def);
    AukBodyId box =
        scene_bullet(world, auk_shape_box(0.25f, 0.25f), auk_vec(2.0f, 4.0f), auk_vec(0.0f, 0.0f), AUK_RESPONSE_TOUCH);
    AukTransform goal = auk_transform(auk_vec(3.0f, 6.0f), 3.0f);
    cr_assert_eq(auk_body_velocity_to(world, lift, goal, 2.0f), AUK_OK);
    cr_assert(auk_body_get_velocity(world, lift).y == 3.0f && fabsf(auk_body_get_spin(world, lift) - 1.5f) < 1e-6f);
    int hits = 0;
    for (int i = 0; i < 8; i++) {
        cr_assert_eq(auk_world_step(world, 0.25f), AUK_OK);
        AukHits met = auk_world_hits(world);
        for (int k = 0; k < met.count; k++) {
            cr_assert(auk_body_id_equal(met.items[k].body_a, box) && met.items[k].velocity_b.y == 3.0f);
        }
        hits += met.count;
    }
    AukTransform pose = auk_body_get_pose(world, lift);
    cr_assert(fabsf(pose.p.x - 3.0f) < 1e-5f && fabsf(pose.p.y - 6.0f) < 1e-5f && fabsf(pose.q.c - goal.q.c) < 1e-5f);
    cr_assert(hits >= 1 && auk_body_get_velocity(world, lift).y == 3.0f);
    auk_world_destroy(world);
}
