// Half-planes in a world: contacts, events, sensors, swept bodies, queries, movers, saving, and what is refused.
#include "auk/auk.h"

#include "support/random.h"
#include "support/terrain_scene.h"

#include <stdlib.h>
#include <string.h>

static AukShape plane(float x, float y, float offset)
{
    return auk_shape_half_plane(auk_vec(x, y), offset);
}

static AukBodyId ground(AukWorld *world)
{
    AukBodyId body = scene_body(world, AUK_MOTION_STATIC, plane(0.0f, 1.0f, 0.0f), 0.0f, 0.0f);
    cr_assert(!auk_body_id_is_null(body));
    return body;
}

Test(half_plane_world, only_static_bodies_of_worlds_that_do_not_wrap_have_half_planes)
{
    AukWorld *world = scene_world();
    cr_assert(auk_body_id_is_null(scene_body(world, AUK_MOTION_MOVING, plane(0.0f, 1.0f, 0.0f), 0.0f, 0.0f)));
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_HALF_PLANE);
    cr_assert(auk_body_id_is_null(scene_body(world, AUK_MOTION_SWEPT, plane(0.0f, 1.0f, 0.0f), 0.0f, 0.0f)));
    AukBodyId ball = scene_ball(world, 0.0f, 5.0f, 1.0f), floor = ground(world);
    AukShapeDef def = {.shape = plane(0.0f, 1.0f, 0.0f)};
    cr_assert(auk_shape_id_is_null(auk_body_add_shape(world, ball, &def)));
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_HALF_PLANE);
    AukShapeId round;
    cr_assert_eq(auk_body_get_shapes(world, ball, &round, 1), 1);
    cr_assert_eq(auk_world_shape_set(world, round, &def.shape), AUK_ERROR_HALF_PLANE);
    cr_assert_eq(auk_body_set_motion(world, floor, AUK_MOTION_MOVING), AUK_ERROR_HALF_PLANE);
    cr_assert_eq(auk_body_get_motion(world, floor), AUK_MOTION_STATIC);
    def.shape = plane(0.0f, 0.0f, 0.0f);
    cr_assert(auk_shape_id_is_null(auk_body_add_shape(world, floor, &def)));
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_ZERO_AREA);
    def.shape = plane(0.0f, 1.0f, 0.0f);
    def.one_way = auk_vec(0.0f, 1.0f);
    cr_assert(auk_shape_id_is_null(auk_body_add_shape(world, floor, &def)));
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_UNSUPPORTED);
    auk_world_destroy(world);

    AukWorldDef wraps = {.wrap = {{0.0f, 0.0f}, {100.0f, 100.0f}}};
    world = auk_world_create(&wraps, NULL);
    cr_assert(auk_body_id_is_null(scene_body(world, AUK_MOTION_STATIC, plane(0.0f, 1.0f, 0.0f), 50.0f, 50.0f)));
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_HALF_PLANE);
    AukBodyId wall = scene_wall(world, 50.0f, 50.0f, 1.0f, 1.0f);
    def.one_way = auk_vec(0.0f, 0.0f);
    cr_assert(auk_shape_id_is_null(auk_body_add_shape(world, wall, &def)));
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_HALF_PLANE);
    auk_world_destroy(world);
}

// Where few bodies move their parts alone are tested, not those of all that rests.
Test(half_plane_world, contacts_are_the_same_among_many_bodies_at_rest)
{
    AukWorld *worlds[2];
    for (int k = 0; k < 2; k++) {
        Random random = random_start(random_seed(), 41);
        worlds[k] = scene_world();
        ground(worlds[k]);
        for (int i = 0; i < 40; i++) {
            AukMotion motion = i % 4 == 0 ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
            float x = random_float(&random, -20.0f, 20.0f), y = random_float(&random, -0.5f, 3.0f);
            AukBodyId body = scene_body(worlds[k], motion, auk_shape_box(0.5f, 0.25f), x, y);
            AukShapeDef arm = {.shape = auk_shape_circle(0.5f), .position = {0.0f, -0.75f}};
            cr_assert(i % 3 != 0 || !auk_shape_id_is_null(auk_body_add_shape(worlds[k], body, &arm)));
            cr_assert_eq(auk_body_set_velocity(worlds[k], body, auk_vec(1.0f, random_float(&random, -9.0f, 3.0f))),
                         AUK_OK);
        }
        for (int i = 0; i < 400 * k; i++) { // they touch nothing but each other and the ground
            scene_wall(worlds[k], (float)i, -10.0f, 0.5f, 0.5f);
        }
    }
    int touched = 0;
    for (int step = 0; step < 30; step++) {
        AukContacts contacts[2];
        AukHits hits[2];
        for (int k = 0; k < 2; k++) {
            cr_assert_eq(auk_world_step(worlds[k], DT), AUK_OK);
            contacts[k] = auk_world_contacts(worlds[k]);
            hits[k] = auk_world_hits(worlds[k]);
        }
        touched += contacts[0].count;
        cr_assert_eq(contacts[0].count, contacts[1].count, "step %d", step);
        cr_assert_eq(hits[0].count, hits[1].count);
        for (int i = 0; i < contacts[0].count; i++) {
            cr_assert(scene_same_contact(&contacts[0].items[i], &contacts[1].items[i]), "step %d", step);
        }
    }
    cr_assert_gt(touched, 100);
    auk_world_destroy(worlds[0]);
    auk_world_destroy(worlds[1]);
}

Test(half_plane_world, a_ball_anywhere_on_the_ground_has_a_contact_and_its_events)
{
    AukWorld *world = scene_world();
    AukBodyId floor = ground(world), balls[3];
    for (int i = 0; i < 3; i++) {
        balls[i] = scene_ball(world, (float)i * 1e5f, 0.5f, 0.5f);
    }
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    AukContacts contacts = auk_world_contacts(world);
    cr_assert_eq(contacts.count, 3);
    for (int i = 0; i < 3; i++) {
        cr_assert(auk_body_id_equal(contacts.items[i].body_a, floor));
        cr_assert(auk_body_id_equal(contacts.items[i].body_b, balls[i]) && contacts.items[i].began);
        cr_assert(contacts.items[i].manifold.normal.y == 1.0f);
    }
    cr_assert_eq(scene_events(world, AUK_EVENT_BEGIN), 3);
    scene_put(world, balls[1], 1e5f, 0.52f);
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    cr_assert(auk_world_contacts(world).count == 2 && scene_events(world, AUK_EVENT_END) == 1);
    auk_body_set_enabled(world, floor, false);
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    cr_assert(auk_world_contacts(world).count == 0 && scene_events(world, AUK_EVENT_END) == 2);
    auk_world_destroy(world);
}

Test(half_plane_world, a_ground_that_is_moved_or_reshaped_or_removed_is_so_at_once)
{
    AukWorld *world = scene_world();
    AukBodyId floor = ground(world);
    scene_ball(world, 0.0f, 5.5f, 0.5f);
    AukShapeId shape;
    auk_body_get_shapes(world, floor, &shape, 1);
    cr_assert_eq(scene_step(world, DT), 0);
    auk_body_set_pose(world, floor, auk_transform(auk_vec(-40.0f, 5.0f), 0.0f));
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    cr_assert_eq(auk_world_contacts(world).count, 1);
    AukShape box = auk_shape_box(1.0f, 1.0f), back = plane(0.0f, 2.0f, 2.0f);
    cr_assert_eq(auk_world_shape_set(world, shape, &box), AUK_OK);
    cr_assert(!auk_world_cast_ray_any(world, auk_vec(-20.0f, 5.0f), auk_vec(0.0f, -100.0f), NULL));
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    cr_assert_eq(auk_world_contacts(world).count, 0);
    cr_assert_eq(auk_world_shape_set(world, shape, &back), AUK_OK); // at height 6
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    cr_assert_eq(auk_world_contacts(world).count, 1);
    cr_assert(near(auk_world_contacts(world).items[0].manifold.distance, -1.0f, 1e-5f));
    cr_assert_eq(auk_world_shape_remove(world, shape), AUK_OK);
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    cr_assert_eq(auk_world_contacts(world).count, 0);
    cr_assert_eq(auk_body_set_motion(world, floor, AUK_MOTION_MOVING), AUK_OK);
    auk_world_destroy(world);
}

Test(half_plane_world, filters_and_owners_hold_for_half_planes)
{
    AukWorld *world = scene_world();
    AukBodyId floor = ground(world), ball = scene_ball(world, 0.0f, 0.25f, 0.5f);
    auk_body_set_filter(world, ball, (AukFilter){.category = 2});
    auk_body_set_filter(world, floor, (AukFilter){.ignore = 2});
    auk_world_step(world, DT);
    cr_assert_eq(auk_world_contacts(world).count, 0);
    auk_body_set_filter(world, floor, (AukFilter){.ignore = 4});
    auk_world_step(world, DT);
    cr_assert_eq(auk_world_contacts(world).count, 1);
    auk_body_set_owner(world, ball, floor);
    auk_world_step(world, DT);
    cr_assert_eq(auk_world_contacts(world).count, 0);
    auk_world_destroy(world);
}

Test(half_plane_world, a_half_plane_can_be_a_sensor_with_a_proximity)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, plane(1.0f, 0.0f, 0.0f), 0.0f, 0.0f);
    def.sensor = true;
    def.proximity = 2.0f;
    AukBodyId zone = auk_body_create(world, &def), ball = scene_ball(world, 2.25f, 7.0f, 0.5f);
    cr_assert(!auk_body_id_is_null(zone));
    auk_world_step(world, DT);
    cr_assert_eq(scene_events(world, AUK_EVENT_ENTER), 1);
    scene_put(world, ball, 2.75f, 7.0f);
    auk_world_step(world, DT);
    cr_assert_eq(scene_events(world, AUK_EVENT_LEAVE), 1);
    AukBodyId bullet =
        scene_bullet(world, auk_shape_circle(0.1f), auk_vec(10.0f, 0.0f), auk_vec(-640.0f, 0.0f), AUK_RESPONSE_CROSS);
    cr_assert(!auk_body_id_is_null(bullet));
    auk_world_step(world, 1.0f / 32.0f);
    AukEvents events = auk_world_events(world, AUK_EVENT_ENTER);
    cr_assert(events.count == 1 && near(events.items[0].fraction, 7.9f / 20.0f, 1e-5f));
    auk_world_destroy(world);
}

Test(half_plane_world, swept_bodies_bounce_slide_and_stop_at_half_planes)
{
    AukWorld *world = scene_world();
    AukBodyId floor = ground(world);
    AukShape ball = auk_shape_circle(0.5f);
    AukBodyId bounces = scene_bullet(world, ball, auk_vec(0.0f, 4.5f), auk_vec(3.0f, -8.0f), AUK_RESPONSE_BOUNCE);
    AukBodyId slides = scene_bullet(world, ball, auk_vec(50.0f, 4.5f), auk_vec(3.0f, -8.0f), AUK_RESPONSE_SLIDE);
    AukBodyId stops = scene_bullet(world, ball, auk_vec(100.0f, 4.5f), auk_vec(3.0f, -8.0f), AUK_RESPONSE_TOUCH);
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    AukHits hits = auk_world_hits(world);
    cr_assert_eq(hits.count, 3);
    for (int i = 0; i < 3; i++) {
        cr_assert(near(hits.items[i].fraction, 0.5f, 1e-6f) && auk_body_id_equal(hits.items[i].body_b, floor));
        cr_assert(near(hits.items[i].normal.y, -1.0f, 1e-6f));
    }
    AukVec2 p = auk_body_get_pose(world, bounces).p, q = auk_body_get_pose(world, slides).p;
    cr_assert(near(p.x, 3.0f, 1e-5f) && near(p.y, 4.5f, 1e-5f));
    cr_assert(near(auk_body_get_velocity(world, bounces).y, 8.0f, 1e-5f));
    cr_assert(near(q.x, 53.0f, 1e-4f) && near(q.y, 0.5f, 1e-5f));
    cr_assert(near(auk_body_get_pose(world, stops).p.x, 101.5f, 1e-5f));
    cr_assert_eq(auk_world_contacts(world).count, 2);
    auk_world_destroy(world);
}

Test(half_plane_world, a_bullet_that_bounces_from_one_half_plane_finds_the_next)
{
    AukWorld *world = scene_world();
    ground(world);
    scene_body(world, AUK_MOTION_STATIC, plane(-1.0f, 0.0f, 0.0f), 10.0f, 0.0f); // solid beyond x = 10
    scene_body(world, AUK_MOTION_STATIC, plane(0.0f, -1.0f, 0.0f), 0.0f, 10.0f);
    AukBodyId ball =
        scene_bullet(world, auk_shape_circle(0.5f), auk_vec(5.0f, 2.5f), auk_vec(9.0f, -4.0f), AUK_RESPONSE_BOUNCE);
    cr_assert_eq(auk_world_step(world, 4.0f), AUK_OK);
    cr_assert_eq(auk_world_hits(world).count, 3);
    AukVec2 p = auk_body_get_pose(world, ball).p; // x: 5 + 4.5 there, 31.5 back; y: 2 down, 9 up, 5 down
    cr_assert(near(p.x, 9.5f - 31.5f, 1e-4f) && near(p.y, 9.5f - 5.0f, 1e-4f), "%g %g", (double)p.x, (double)p.y);
    auk_world_destroy(world);
}

Test(half_plane_world, a_turning_swept_box_hits_with_its_corner)
{
    AukWorld *world = scene_world();
    ground(world);
    AukBodyId box =
        scene_bullet(world, auk_shape_box(1.0f, 1.0f), auk_vec(0.0f, 1.2f), auk_vec(0.0f, 0.0f), AUK_RESPONSE_TOUCH);
    auk_body_set_spin(world, box, 1.5f);
    auk_world_step(world, 1.0f);
    AukHits hits = auk_world_hits(world);
    float angle = 0.785398163f - acosf(1.2f / sqrtf(2.0f));
    cr_assert(hits.count == 1 && near(hits.items[0].fraction, angle / 1.5f, 1e-5f));
    auk_world_destroy(world);
}

Test(half_plane_world, every_query_finds_half_planes)
{
    AukWorld *world = scene_world();
    AukBodyId floor = ground(world);
    scene_wall(world, 3.0f, 0.0f, 1.0f, 1.0f);
    AukFound found[4];
    cr_assert(auk_world_cast_ray(world, auk_vec(-9.0f, 4.0f), auk_vec(4.0f, -8.0f), NULL, found));
    cr_assert(auk_body_id_equal(found->body, floor) && near(found->fraction, 0.5f, 1e-6f));
    cr_assert(near(found->normal.y, 1.0f, 1e-6f) && near(found->point.x, -7.0f, 1e-5f));
    cr_assert(auk_world_cast_ray_any(world, auk_vec(-9.0f, 4.0f), auk_vec(4.0f, -8.0f), NULL));
    cr_assert(!auk_world_cast_ray_any(world, auk_vec(-9.0f, 4.0f), auk_vec(4.0f, 8.0f), NULL));
    cr_assert_eq(auk_world_cast_ray_all(world, auk_vec(3.0f, 4.0f), auk_vec(0.0f, -8.0f), NULL, found, 4), 2);
    cr_assert(near(found[0].fraction, 0.375f, 1e-6f) && near(found[1].fraction, 0.5f, 1e-6f));
    AukShape box = auk_shape_box(1.0f, 1.0f);
    AukTransform high = auk_transform(auk_vec(-9.0f, 4.0f), 0.0f), low = auk_transform(auk_vec(-9.0f, 0.5f), 0.0f);
    cr_assert(auk_world_cast_shape(world, &box, high, auk_vec(0.0f, -6.0f), NULL, found));
    cr_assert(near(found->fraction, 0.5f, 1e-6f) && auk_body_id_equal(found->body, floor));
    cr_assert(auk_world_cast_shape_turning(world, &box, high, auk_vec(0.0f, -6.0f), 0.785398163f, NULL, found));
    cr_assert(found->fraction > 0.4f && found->fraction < 0.5f && auk_body_id_equal(found->body, floor));
    cr_assert_eq(auk_world_overlap(world, &box, low, NULL, found, 4), 1);
    cr_assert(near(found->distance, -0.5f, 1e-6f) && near(found->normal.y, 1.0f, 1e-6f));
    cr_assert_eq(auk_world_overlap(world, &box, high, NULL, NULL, 0), 0);
    cr_assert_eq(auk_world_overlap_point(world, auk_vec(1e6f, -1.0f), NULL, found, 4), 1);
    cr_assert_eq(auk_world_overlap_box(world, auk_box(auk_vec(-9.0f, 0.1f), auk_vec(-8.0f, 1.0f)), NULL, NULL, 0), 0);
    cr_assert_eq(auk_world_nearest(world, NULL, high, INFINITY, NULL, found, 1), 1);
    cr_assert(near(found->distance, 4.0f, 1e-6f) && auk_body_id_equal(found->body, floor));
    cr_assert_eq(auk_world_nearest(world, NULL, high, 3.9f, NULL, NULL, 0), 0);
    AukQuery not_floor = {.exclude = floor};
    cr_assert(!auk_world_cast_ray(world, auk_vec(-9.0f, 4.0f), auk_vec(4.0f, -8.0f), &not_floor, found));
    cr_assert_eq(auk_world_overlap_point(world, auk_vec(1e6f, -1.0f), &not_floor, found, 4), 0);
    AukShape asked = plane(0.0f, 1.0f, 0.0f);
    cr_assert_eq(auk_world_overlap(world, &asked, high, NULL, found, 4), -(int)AUK_ERROR_UNSUPPORTED);
    cr_assert_eq(auk_world_nearest(world, &asked, high, 1.0f, NULL, found, 4), -(int)AUK_ERROR_UNSUPPORTED);
    cr_assert(!auk_world_cast_shape(world, &asked, high, auk_vec(1.0f, 0.0f), NULL, found));
    cr_assert_eq(found->status, AUK_ERROR_UNSUPPORTED);
    auk_world_destroy(world);
}

Test(half_plane_world, the_span_of_a_ray_ends_at_the_surface_or_inside)
{
    AukWorld *world = scene_world();
    ground(world);
    AukSpanWork *work = auk_span_work_create(NULL);
    AukRaySpan span;
    cr_assert_eq(auk_world_cast_ray_spans(world, work, auk_vec(0.0f, 2.0f), auk_vec(0.0f, -8.0f), NULL, &span, 1), 1);
    cr_assert(near(span.enter, 0.25f, 1e-6f) && span.exit == 1.0f && span.ends_inside && !span.starts_inside);
    cr_assert_eq(auk_world_cast_ray_spans(world, work, auk_vec(0.0f, -2.0f), auk_vec(0.0f, 8.0f), NULL, &span, 1), 1);
    cr_assert(span.enter == 0.0f && near(span.exit, 0.25f, 1e-6f) && span.starts_inside && !span.ends_inside);
    cr_assert(near(span.exit_normal.y, 1.0f, 1e-6f) && near(span.thickness, 2.0f, 1e-5f));
    auk_span_work_destroy(work);
    auk_world_destroy(world);
}

Test(half_plane_world, a_mover_stands_on_a_half_plane_and_slides_down_a_steep_one)
{
    AukWorld *world = scene_world();
    AukBodyId floor = ground(world);
    scene_body(world, AUK_MOTION_STATIC, plane(-1.0f, 0.0f, 0.0f), 5.0f, 0.0f);
    AukMover mover = penguin(0.0f, 3.0f);
    stand(world, &mover);
    cr_assert(near(mover.pose.p.y, 1.0f, 1e-3f) && auk_body_id_equal(mover.support, floor));
    for (int i = 0; i < 200; i++) {
        walk(world, &mover, 4.0f);
    }
    cr_assert(mover.wall && mover.floor && near(mover.pose.p.x, 4.5f, 1e-3f) && near(mover.pose.p.y, 1.0f, 1e-3f));
    cr_assert(near(mover.wall_normal.x, -1.0f, 1e-5f));
    mover.shape = plane(0.0f, 1.0f, 0.0f);
    cr_assert_eq(auk_world_move(world, &mover, DT, NULL, 0), -(int)AUK_ERROR_UNSUPPORTED);
    auk_world_destroy(world);
}

Test(half_plane_world, a_mover_reports_the_sensor_that_a_half_plane_is)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, plane(-1.0f, 0.0f, 0.0f), 4.0f, 0.0f); // beyond x = 4
    def.sensor = true;
    AukBodyId zone = auk_body_create(world, &def);
    AukMover mover = mover_of(auk_shape_circle(0.5f), 0.0f, 0.0f);
    mover.floating = true;
    mover.velocity = auk_vec(7.0f, 0.0f);
    AukMoverSensor sensor;
    AukMoveReport report = {.sensors = &sensor, .sensor_capacity = 1};
    cr_assert(auk_world_move_report(world, &mover, 1.0f, &report) >= 0);
    cr_assert(report.sensor_count == 1 && auk_body_id_equal(sensor.body, zone));
    cr_assert(near(sensor.fraction, 0.5f, 1e-4f) && sensor.inside && sensor.exit == 1.0f && !sensor.was_inside);
    auk_world_destroy(world);
}

Test(half_plane_world, two_half_planes_never_meet_and_why_says_static)
{
    AukWorldDef def = {.static_pairs = true};
    AukWorld *world = auk_world_create(&def, NULL);
    AukBodyId floor = ground(world), other = ground(world), wall = scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    auk_world_step(world, DT);
    cr_assert_eq(auk_world_contacts(world).count, 2); // of the wall
    cr_assert_eq(auk_world_why(world, floor, other).reason, AUK_WHY_STATIC);
    AukWhy why = auk_world_why(world, floor, wall);
    cr_assert(why.reason == AUK_WHY_TOUCHING && near(why.distance, -1.0f, 1e-6f));
    scene_put(world, wall, 0.0f, 3.0f);
    auk_world_step(world, DT);
    cr_assert_eq(auk_world_why(world, wall, floor).reason, AUK_WHY_BOXES_APART);
    auk_world_destroy(world);
}

Test(half_plane_world, a_grid_of_tiles_that_falls_touches_with_its_corner_only)
{
    AukWorld *world = scene_world();
    scene_body(world, AUK_MOTION_STATIC, plane(0.6f, 0.8f, 0.0f), 0.0f, 0.0f);
    AukBodyId raft = empty_body(world, AUK_MOTION_MOVING, 0.0f, -0.1f);
    const uint8_t cells[6] = {AUK_TILE_FULL, AUK_TILE_FULL, AUK_TILE_FULL, AUK_TILE_FULL, AUK_TILE_FULL, AUK_TILE_FULL};
    grid_of(world, raft, 3, 2, cells);
    auk_world_step(world, DT);
    AukContacts contacts = auk_world_contacts(world);
    cr_assert_eq(contacts.count, 1);
    cr_assert(contacts.items[0].child_b == 0 && near(contacts.items[0].manifold.distance, -0.08f, 1e-5f));
    auk_world_destroy(world);
}

Test(half_plane_world, a_snapshot_keeps_half_planes_and_a_restored_world_goes_on_alike)
{
    AukWorld *world = scene_world(), *other = scene_world();
    ground(world);
    scene_bullet(world, auk_shape_circle(0.5f), auk_vec(0.0f, 4.5f), auk_vec(3.0f, -8.0f), AUK_RESPONSE_BOUNCE);
    scene_ball(world, 3.0f, 0.25f, 0.5f);
    auk_world_step(world, 0.25f);
    uint64_t size = auk_world_snapshot_size(world);
    void *buffer = malloc(size);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    cr_assert_eq(auk_world_restore(other, buffer, size), AUK_OK);
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(auk_world_hash(world), auk_world_hash(other));
        auk_world_step(world, 0.25f);
        auk_world_step(other, 0.25f);
        cr_assert(auk_world_contacts(other).count >= 1);
    }
    AukFound found;
    cr_assert(auk_world_cast_ray(other, auk_vec(50.0f, 1.0f), auk_vec(0.0f, -2.0f), NULL, &found));
    AukWorld *empty = scene_world();
    uint64_t small = auk_world_snapshot_size(empty);
    void *nothing = malloc(small);
    auk_world_snapshot(empty, nothing, small);
    cr_assert_eq(auk_world_restore(other, nothing, small), AUK_OK);
    cr_assert(!auk_world_cast_ray(other, auk_vec(50.0f, 1.0f), auk_vec(0.0f, -2.0f), NULL, &found));
    free(buffer);
    free(nothing);
    auk_world_destroy(world);
    auk_world_destroy(other);
    auk_world_destroy(empty);
}

Test(half_plane_world, queries_of_the_past_find_half_planes_where_they_were)
{
    AukWorldDef def = {.history = 8};
    AukWorld *world = auk_world_create(&def, NULL);
    AukBodyId floor = ground(world);
    auk_world_step(world, DT);
    auk_world_step(world, DT);
    auk_body_set_pose(world, floor, auk_transform(auk_vec(0.0f, 2.0f), 0.0f));
    AukFound found;
    AukVec2 from = auk_vec(9.0f, 4.0f), down = auk_vec(0.0f, -8.0f);
    for (int i = 0; i < 2; i++) { // after the change, and a step later
        cr_assert(auk_world_cast_ray_at(world, 0, from, down, NULL, &found) && near(found.fraction, 0.25f, 1e-6f));
        cr_assert(auk_world_cast_ray_at(world, 1 + i, from, down, NULL, &found) && near(found.fraction, 0.5f, 1e-6f));
        AukShape ball = auk_shape_circle(0.5f);
        AukTransform pose = auk_transform(auk_vec(3.0f, 1.0f), 0.0f);
        cr_assert_eq(auk_world_overlap_at(world, 1 + i, &ball, pose, NULL, NULL, 0), 0);
        cr_assert_eq(auk_world_overlap_at(world, 0, &ball, pose, NULL, NULL, 0), 1);
        auk_world_step(world, DT);
    }
    auk_world_destroy(world);
}

Test(half_plane_world, its_surface_is_drawn_across_the_region)
{
    AukWorld *world = scene_world();
    ground(world);
    AukDrawOptions options = {.region = {{-5.0f, -1.0f}, {7.0f, 2.0f}}, .show = AUK_SHOW_ALL};
    AukDrawItem item;
    cr_assert_eq(auk_world_draw(world, &options, &item, 1), 1);
    cr_assert(item.kind == AUK_DRAW_SEGMENT && item.category == AUK_DRAW_STATIC);
    cr_assert(item.p.y == 0.0f && item.q.y == 0.0f && fabsf(item.p.x - item.q.x) == 12.0f);
    options.region = auk_box(auk_vec(0.0f, 1.0f), auk_vec(1.0f, 2.0f));
    cr_assert_eq(auk_world_draw(world, &options, &item, 1), 0);
    AukBox bounds = auk_world_get_bounds(world);
    cr_assert(bounds.min.x == 0.0f && bounds.max.x == 0.0f);
    auk_world_destroy(world);
}

Test(half_plane_world, the_pair_limit_counts_pairs_with_half_planes)
{
    AukWorldDef def = {.max_pairs = 2};
    AukWorld *world = auk_world_create(&def, NULL);
    ground(world);
    for (int i = 0; i < 3; i++) {
        scene_ball(world, 5.0f * (float)i, 0.25f, 0.5f);
    }
    scene_ball(world, 0.0f, 50.0f, 0.5f); // far above: no pair
    cr_assert_eq(auk_world_step(world, DT), AUK_ERROR_PAIR_LIMIT);
    cr_assert_eq(auk_world_contacts(world).count, 0);
    auk_world_destroy(world);
}

Test(half_plane_world, a_prediction_bounces_off_half_planes_as_the_steps_do)
{
    const float dt = 1.0f / 60.0f;
    AukPredictWork *work = auk_predict_work_create(NULL);
    for (int i = 0; i < 24; i++) {
        AukWorld *world = scene_world();
        AukVec2 normals[] = {{0.0f, 1.0f}, {-1.0f, 0.0f}, {0.6f, -0.8f}};
        for (int k = 0; k < 3; k++) {
            scene_body(world, AUK_MOTION_STATIC, auk_shape_half_plane(normals[k], -6.0f), 0.0f, 0.0f);
        }
        AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_BOUNCE, .spin = 3.0f * (float)(i % 3)};
        def.shape = i % 2 == 0 ? auk_shape_circle(0.5f) : auk_shape_box(0.5f, 0.25f);
        def.velocity = auk_rot_apply(auk_rot(0.26f * (float)i), auk_vec(300.0f, 0.0f));
        AukBodyId body = auk_body_create(world, &def);
        AukPredict predict = {.dt = dt, .steps = 10};
        AukPredicted predicted;
        cr_assert_eq(auk_world_predict(world, work, body, &predict, &predicted), AUK_OK);
        int hits = 0;
        for (int step = 0; step < 10; step++) {
            cr_assert_eq(auk_world_step(world, dt), AUK_OK);
            hits += auk_world_hits(world).count;
        }
        AukTransform pose = auk_body_get_pose(world, body);
        cr_assert(hits > 0);
        cr_assert_eq(predicted.hits.count, hits);
        cr_assert_eq(memcmp(&predicted.pose, &pose, sizeof pose), 0);
        auk_world_destroy(world);
    }
    auk_predict_work_destroy(work);
}

Test(half_plane_world, a_body_that_is_advanced_alone_stops_at_a_half_plane)
{
    AukWorld *world = scene_world();
    ground(world);
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_TOUCH, .shape = auk_shape_circle(0.5f)};
    def.position = auk_vec(1000.0f, 3.0f);
    def.velocity = auk_vec(0.0f, -300.0f);
    AukBodyId body = auk_body_create(world, &def);
    AukPredicted moved;
    cr_assert_eq(auk_body_advance(world, body, 1.0f / 60.0f, &moved), AUK_OK);
    cr_assert_eq(moved.hits.count, 1);
    cr_assert_float_eq(auk_body_get_position(world, body).y, 0.5f, 1e-4f);
    auk_world_destroy(world);
}

// A half-plane has no place from which it could be cast, and no middle: queries and crowds only find it.
Test(half_plane_world, no_query_and_no_member_of_a_crowd_is_a_half_plane)
{
    AukWorld *world = scene_world();
    scene_ball(world, 0.0f, 0.5f, 1.0f);
    AukShape shapes[2] = {auk_shape_circle(1.0f), plane(0.0f, 1.0f, 0.0f)}, *shape = &shapes[1];
    AukTransform poses[2] = {{{0.0f, 0.0f}, {0.0f, 0.0f}}};
    AukVec2 delta = auk_vec(0.0f, 3.0f);
    AukFound found, list[2];
    int counts[2], refused = -(int)AUK_ERROR_UNSUPPORTED;
    cr_assert_eq(auk_world_overlap(world, shape, poses[0], NULL, list, 2), refused);
    cr_assert_eq(auk_world_nearest(world, shape, poses[0], 9.0f, NULL, list, 2), refused);
    cr_assert_eq(auk_world_cast_shape_all(world, shape, poses[0], delta, NULL, list, 2), refused);
    cr_assert_eq(auk_world_overlap_many(world, shape, poses, 2, NULL, NULL, list, 1, counts), refused);
    cr_assert_eq(auk_world_nearest_many(world, shape, poses, 2, 9.0f, NULL, NULL, list, 1, counts), refused);
    cr_assert(!auk_world_cast_shape(world, shape, poses[0], delta, NULL, &found) &&
              found.status == AUK_ERROR_UNSUPPORTED);
    cr_assert(!auk_world_cast_shape_turning(world, shape, poses[0], delta, 1.0f, NULL, &found) &&
              found.status == AUK_ERROR_UNSUPPORTED);
    cr_assert(!auk_world_cast_shape_any(world, shape, poses[0], delta, NULL));
    cr_assert_eq(auk_world_overlap_at(world, 0, shape, poses[0], NULL, list, 2), refused);
    AukCrowd *crowd = auk_crowd_create(NULL);
    cr_assert_eq(auk_crowd_separate(crowd, &(AukCrowdDef){.count = 2, .shapes = shapes, .poses = poses}), refused);
    cr_assert(poses[0].p.x == 0.0f && poses[1].p.y == 0.0f);
    auk_crowd_destroy(crowd);
    auk_world_destroy(world);
}
