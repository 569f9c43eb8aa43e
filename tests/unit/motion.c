// Swept bodies: what they hit, when, and where they stop. Every step is also held against the model, which knows
// nothing of how the world finds out.
#include "auk/terrain.h"
#include "auk/world.h"

#include "support/random.h"
#include "support/world_stage.h"

#include <criterion/criterion.h>
#include <math.h>

#define FRAME (1.0f / 60.0f)

// ---- walls --------------------------------------------------------------------------------------------------

Test(motion, bullets_stop_at_thin_walls_at_any_speed)
{
    for (float speed = 1.0f; speed < 1e9f; speed *= 10.0f) {
        for (int way = -1; way <= 1; way += 2) {
            Stage stage = stage_open();
            stage_wall(&stage, 0.0f, 0.0f, 0.001f, 5.0f);
            AukBodyId bullet =
                stage_bullet(&stage, -0.5f * (float)way, 0.0f, speed * (float)way, 0.0f, AUK_RESPONSE_TOUCH);
            AukHits hits = stage_step(&stage, 1.0f);
            cr_assert_eq(hits.count, 1, "speed %g", (double)speed);
            cr_assert(hits.items[0].normal.x == (float)way && auk_body_id_equal(hits.items[0].body_a, bullet));
            cr_assert(hits.items[0].velocity_a.x == speed * (float)way && !hits.items[0].limit);
            cr_assert_float_eq(hits.items[0].fraction, 0.399f / speed, 1e-6f / speed + 4.8e-7f); // tau of the way
            cr_assert_float_eq(stage_x(&stage, bullet), -0.101f * (float)way, 1e-7f);
            stage_close(&stage);
        }
    }
}

Test(motion, a_stopped_bullet_rests_on_the_wall_without_drift_or_flicker)
{
    Stage stage = stage_open();
    AukBodyDef wall = scene_def(AUK_MOTION_STATIC, auk_shape_box(3.0f, 0.5f), 40.0f, 7.0f);
    wall.angle = 0.4f;
    stage_add(&stage, &wall);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_box(0.2f, 0.1f), 39.0f, 27.0f);
    def.velocity = auk_vec(3.0f, -1000.0f);
    def.spin = 30.0f;
    def.response = AUK_RESPONSE_TOUCH;
    AukBodyId bullet = stage_add(&stage, &def);
    AukHits hits = stage_step(&stage, FRAME);
    for (int i = 0; i < 10 && hits.count == 0; i++) {
        hits = stage_step(&stage, FRAME);
    }
    cr_assert(hits.count == 1 && hits.items[0].spin_a == 30.0f && hits.items[0].velocity_a.y == -1000.0f);
    cr_assert(hits.items[0].response == AUK_RESPONSE_TOUCH);
    cr_assert(auk_body_get_spin(stage.world, bullet) == 0.0f && auk_body_get_velocity(stage.world, bullet).y == 0.0f);
    AukTransform rest = auk_body_get_pose(stage.world, bullet);
    AukEvents begins = auk_world_events(stage.world, AUK_EVENT_BEGIN);
    cr_assert(begins.count == 1 && begins.items[0].fraction == hits.items[0].fraction);
    cr_assert_float_eq(auk_world_contacts(stage.world).items[0].manifold.distance, 0.0f, 4e-5f);
    for (int i = 0; i < 600; i++) {
        cr_assert_eq(stage_step(&stage, FRAME).count, 0);
        cr_assert_eq(scene_tally(stage.world), 10000);
    }
    AukTransform pose = auk_body_get_pose(stage.world, bullet);
    cr_assert(pose.p.x == rest.p.x && pose.p.y == rest.p.y && pose.q.c == rest.q.c && pose.q.s == rest.q.s);
    stage_close(&stage);
}

Test(motion, stopped_bullets_touch_from_every_side_at_every_place)
{
    Random random = random_start(random_seed(), 1);
    for (int i = 0; i < 3000; i++) {
        AukWorld *world = scene_world();
        float away = i % 3 == 0 ? 0.0f : (float)random_log(&random, 1.0, 1e4);
        AukVec2 middle = auk_vec_scale(away, random_direction(&random));
        AukBodyDef wall = scene_def(AUK_MOTION_STATIC, auk_shape_box(1.0f, 0.3f), middle.x, middle.y);
        wall.angle = random_float(&random, -3.0f, 3.0f);
        auk_body_create(world, &wall);
        AukVec2 from = auk_vec_scale(5.0f, random_direction(&random));
        AukVec2 start = auk_vec_add(middle, from), velocity = auk_vec_scale(-100.0f, from);
        AukShape shape = i % 2 ? auk_shape_circle(0.2f) : auk_shape_box(0.2f, 0.1f);
        AukBodyId bullet = scene_bullet(world, shape, start, velocity, AUK_RESPONSE_TOUCH);
        cr_assert_eq(scene_step(world, 0.1f), 100000);
        cr_assert_eq(auk_world_hits(world).count, 1);
        float depth = -auk_world_contacts(world).items[0].manifold.distance;
        cr_assert_leq(fabsf(depth), 1e-5f + 4e-7f * away, "away %g: depth %g", (double)away, (double)depth);
        cr_assert_eq(scene_step(world, 0.1f), 10000);
        auk_body_set_velocity(world, bullet, velocity); // against the wall again: a hit at once, and it stays
        cr_assert_eq(scene_step(world, 0.1f), 10000);
        cr_assert(auk_world_hits(world).count == 1 && auk_world_hits(world).items[0].fraction < 1e-5f);
        auk_world_destroy(world);
    }
}

Test(motion, crossing_bullets_report_every_wall_in_order)
{
    Stage stage = stage_open();
    for (int i = 0; i < 20; i++) {
        stage_wall(&stage, (float)((i * 7) % 20 + 1), 0.0f, 0.01f, 1.0f);
    }
    AukBodyId bullet = stage_bullet(&stage, 0.0f, 0.0f, 25.0f, 0.0f, AUK_RESPONSE_CROSS);
    AukHits hits = stage_step(&stage, 1.0f);
    cr_assert_eq(hits.count, 20);
    for (int i = 0; i < 20; i++) {
        cr_assert_float_eq(hits.items[i].fraction, ((float)i + 1.0f - 0.11f) / 25.0f, 1e-6f);
        cr_assert(hits.items[i].response == AUK_RESPONSE_CROSS && hits.items[i].velocity_a.x == 25.0f);
    }
    cr_assert(scene_tally(stage.world) / 1000 == 20 * 100 + 20 && stage_x(&stage, bullet) == 25.0f);
    cr_assert_eq(auk_body_get_velocity(stage.world, bullet).x, 25.0f);
    stage_close(&stage);
}

Test(motion, a_touching_bullet_does_not_reach_what_is_behind_the_wall)
{
    Stage stage = stage_open();
    stage_wall(&stage, 5.0f, 0.0f, 0.1f, 1.0f);
    stage_wall(&stage, 5.5f, 0.0f, 0.1f, 1.0f);
    AukBodyDef area = scene_def(AUK_MOTION_STATIC, auk_shape_box(0.1f, 1.0f), 6.0f, 0.0f);
    area.sensor = true;
    stage_add(&stage, &area);
    area.position.x = 3.0f;
    stage_add(&stage, &area);
    stage_bullet(&stage, 0.0f, 0.0f, 100.0f, 0.0f, AUK_RESPONSE_TOUCH);
    cr_assert_eq(stage_step(&stage, 1.0f).count, 1);
    cr_assert_eq(scene_tally(stage.world), 100101); // the near sensor is crossed, the far one never met
    stage_close(&stage);
}

Test(motion, two_walls_met_at_the_same_time_are_both_hit_with_the_velocity_before)
{
    Stage stage = stage_open();
    stage_wall(&stage, 5.0f, 0.0f, 1.0f, 10.0f);
    stage_wall(&stage, 0.0f, 5.0f, 10.0f, 1.0f);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.5f), 0.0f, 0.0f);
    def.velocity = auk_vec(8.0f, 8.0f);
    def.spin = 2.0f;
    def.response = AUK_RESPONSE_TOUCH;
    AukBodyId bullet = stage_add(&stage, &def);
    AukHits hits = stage_step(&stage, 1.0f);
    cr_assert_eq(hits.count, 2);
    for (int i = 0; i < 2; i++) {
        cr_assert(hits.items[i].fraction == 0.4375f && auk_body_id_equal(hits.items[i].body_a, bullet));
        cr_assert(hits.items[i].velocity_a.x == 8.0f && hits.items[i].spin_a == 2.0f &&
                  hits.items[i].body_b.index == (uint32_t)i);
    }
    cr_assert(hits.items[0].normal.x == 1.0f && hits.items[1].normal.y == 1.0f);
    stage_close(&stage);
}

Test(motion, hits_of_the_whole_world_come_in_order_of_time_then_of_ids)
{
    Stage stage = stage_open();
    stage_wall(&stage, 10.0f, 0.0f, 0.1f, 100.0f);
    for (int i = 0; i < 40; i++) {
        stage_bullet(&stage, (float)((i * 13) % 8), (float)i, 100.0f, 0.0f,
                     i % 2 ? AUK_RESPONSE_TOUCH : AUK_RESPONSE_CROSS);
    }
    AukHits hits = stage_step(&stage, 0.25f);
    cr_assert_eq(hits.count, 40);
    for (int i = 1; i < hits.count; i++) {
        const AukHit *a = &hits.items[i - 1], *b = &hits.items[i];
        cr_assert(a->fraction < b->fraction || (a->fraction == b->fraction && a->body_a.index < b->body_a.index));
    }
    stage_close(&stage);
}

Test(motion, a_step_of_zero_seconds_hits_nothing)
{
    Stage stage = stage_open();
    stage_wall(&stage, 0.0f, 0.0f, 1.0f, 1.0f);
    stage_bullet(&stage, 0.5f, 0.0f, 100.0f, 0.0f, AUK_RESPONSE_TOUCH);
    cr_assert_eq(stage_step(&stage, 0.0f).count, 0);
    cr_assert_eq(scene_tally(stage.world), 100000);
    stage_close(&stage);
}

// ---- moving targets -----------------------------------------------------------------------------------------

Test(motion, a_bullet_meets_a_moving_target_where_both_are)
{
    Stage stage = stage_open();
    AukBodyId target = stage_moving(&stage, AUK_MOTION_MOVING, auk_shape_box(0.05f, 0.5f), auk_vec(10.0f, 3.0f),
                                    auk_vec(-6.0f, -6.0f));
    stage_bullet(&stage, 0.0f, 0.0f, 14.0f, 0.0f, AUK_RESPONSE_TOUCH);
    AukHits hits = stage_step(&stage, 1.0f);
    cr_assert_eq(hits.count, 1);
    cr_assert_float_eq(hits.items[0].fraction, 9.85f / 20.0f, 1e-6f);
    cr_assert(hits.items[0].velocity_b.y == -6.0f && stage_x(&stage, target) == 4.0f);
    cr_assert_eq(auk_body_get_velocity(stage.world, target).x, -6.0f);
    cr_assert_eq(scene_tally(stage.world), 101000); // met and left: it went on without the bullet
    stage_close(&stage);
}

Test(motion, two_bullets_meet_head_on_and_both_stop)
{
    Stage stage = stage_open();
    AukBodyId a = stage_bullet(&stage, -5.0f, 0.0f, 10.0f, 0.0f, AUK_RESPONSE_TOUCH);
    AukBodyId b = stage_bullet(&stage, 5.0f, 0.0f, -30.0f, 0.0f, AUK_RESPONSE_TOUCH);
    AukHits hits = stage_step(&stage, 1.0f);
    cr_assert(hits.count == 1 && auk_body_id_equal(hits.items[0].body_a, a) && hits.items[0].normal.x == 1.0f);
    cr_assert_float_eq(hits.items[0].fraction, 9.8f / 40.0f, 1e-6f);
    cr_assert(hits.items[0].velocity_a.x == 10.0f && hits.items[0].velocity_b.x == -30.0f);
    cr_assert_float_eq(stage_x(&stage, a), -2.55f, 1e-5f);
    cr_assert_float_eq(stage_x(&stage, b), -2.35f, 1e-5f);
    cr_assert_eq(scene_tally(stage.world), 100000);
    cr_assert_eq(stage_step(&stage, 1.0f).count, 0);
    cr_assert_eq(scene_tally(stage.world), 10000);
    stage_close(&stage);
}

Test(motion, of_two_bullets_only_the_one_that_touches_stops)
{
    Stage stage = stage_open();
    AukBodyId a = stage_bullet(&stage, -5.0f, 0.0f, 10.0f, 0.0f, AUK_RESPONSE_CROSS);
    AukBodyId b = stage_bullet(&stage, 5.0f, 0.0f, -10.0f, 0.0f, AUK_RESPONSE_TOUCH);
    AukHits hits = stage_step(&stage, 1.0f);
    cr_assert(hits.count == 1 && hits.items[0].response == AUK_RESPONSE_CROSS && stage_x(&stage, a) == 5.0f);
    cr_assert_float_eq(stage_x(&stage, b), 0.1f, 1e-6f);
    stage_close(&stage);
}

Test(motion, a_second_bullet_hits_the_first_where_it_was_stopped)
{
    Stage stage = stage_open();
    stage_wall(&stage, 10.0f, 0.0f, 0.5f, 5.0f);
    AukBodyId first = stage_bullet(&stage, 8.0f, 0.0f, 100.0f, 0.0f, AUK_RESPONSE_TOUCH);
    AukBodyId second = stage_bullet(&stage, 0.0f, 0.0f, 20.0f, 0.0f, AUK_RESPONSE_TOUCH);
    AukHits hits = stage_step(&stage, 1.0f);
    cr_assert(hits.count == 2 && auk_body_id_equal(hits.items[1].body_b, second));
    cr_assert(auk_body_id_equal(hits.items[1].body_a, first) && hits.items[1].velocity_a.x == 0.0f);
    cr_assert_float_eq(hits.items[1].fraction, 9.2f / 20.0f, 1e-6f);
    cr_assert_float_eq(stage_x(&stage, second), 9.2f, 1e-5f);
    stage_close(&stage);
}

Test(motion, a_target_that_runs_into_a_stopped_bullet_in_the_same_step_is_hit)
{
    for (int order = 0; order < 2; order++) { // the bullet before or behind the wall in the list of bodies
        Stage stage = stage_open();
        if (order == 0) {
            stage_wall(&stage, 10.0f, 0.0f, 0.5f, 0.5f);
        }
        AukBodyId bullet = stage_bullet(&stage, 0.0f, 0.0f, 100.0f, 0.0f, AUK_RESPONSE_TOUCH);
        AukBodyId truck = stage_moving(&stage, AUK_MOTION_MOVING, auk_shape_box(0.5f, 0.5f), auk_vec(9.4f, 20.0f),
                                       auk_vec(0.0f, -20.0f));
        if (order == 1) {
            stage_wall(&stage, 10.0f, 0.0f, 0.5f, 0.5f);
        }
        AukHits hits = stage_step(&stage, 1.0f);
        cr_assert(hits.count == 2 && auk_body_id_equal(hits.items[1].body_a, bullet));
        cr_assert(auk_body_id_equal(hits.items[1].body_b, truck) && hits.items[1].normal.y == 1.0f);
        cr_assert_float_eq(hits.items[1].fraction, 19.4f / 20.0f, 1e-6f);
        cr_assert(hits.items[1].velocity_a.x == 0.0f && hits.items[1].velocity_b.y == -20.0f);
        stage_close(&stage);
    }
}

// Without the wall the bullet would be far away when the truck passes; with it, the truck must not pass through.
Test(motion, a_chain_of_stops_is_followed_to_its_end)
{
    Stage stage = stage_open();
    stage_wall(&stage, 20.0f, 0.0f, 0.5f, 5.0f);
    for (int i = 9; i >= 0; i--) {
        stage_bullet(&stage, (float)i, 0.0f, 100.0f, 0.0f, AUK_RESPONSE_TOUCH);
    }
    AukHits hits = stage_step(&stage, 1.0f);
    cr_assert_eq(hits.count, 10);
    for (int i = 0; i < 10; i++) {
        AukBodyId id = {(uint32_t)i + 1, 1};
        cr_assert_float_eq(stage_x(&stage, id), 19.4f - 0.2f * (float)i, 1e-5f);
    }
    cr_assert_eq(stage_step(&stage, 1.0f).count, 0);
    stage_close(&stage);
}

Test(motion, a_resting_swept_body_between_bullet_and_wall_takes_the_hit)
{
    Stage stage = stage_open();
    stage_wall(&stage, 10.0f, 0.0f, 0.5f, 5.0f);
    AukBodyId between = stage_bullet(&stage, 5.0f, 0.0f, 0.0f, 0.0f, AUK_RESPONSE_TOUCH);
    AukBodyId bullet = stage_bullet(&stage, 0.0f, 0.0f, 1000.0f, 0.0f, AUK_RESPONSE_TOUCH);
    AukHits hits = stage_step(&stage, 1.0f);
    cr_assert(hits.count == 1 && auk_body_id_equal(hits.items[0].body_a, between) && stage_x(&stage, between) == 5.0f);
    cr_assert_float_eq(stage_x(&stage, bullet), 4.8f, 1e-5f);
    stage_close(&stage);
}

Test(motion, a_platform_that_runs_into_a_resting_swept_body_is_a_hit)
{
    Stage stage = stage_open();
    AukBodyId target = stage_bullet(&stage, 5.0f, 0.0f, 0.0f, 0.0f, AUK_RESPONSE_TOUCH);
    AukBodyId platform =
        stage_moving(&stage, AUK_MOTION_MOVING, auk_shape_box(0.5f, 0.5f), auk_vec(0.0f, 0.0f), auk_vec(0.0f, 0.0f));
    AukTransform goal = auk_transform(auk_vec(9.0f, 0.0f), 0.0f);
    auk_body_move_to(stage.world, platform, goal);
    model_body(stage.model, platform)->target = goal;
    model_body(stage.model, platform)->has_target = true;
    AukHits hits = stage_step(&stage, 0.5f);
    cr_assert(hits.count == 1 && auk_body_id_equal(hits.items[0].body_a, target) && hits.items[0].normal.x == -1.0f);
    cr_assert(fabsf(hits.items[0].velocity_b.x - 18.0f) < 1e-5f && hits.items[0].velocity_a.x == 0.0f);
    cr_assert(stage_x(&stage, platform) == 9.0f && scene_tally(stage.world) == 101000);
    stage_close(&stage);
}

Test(motion, velocities_of_hits_are_finite_however_short_the_step)
{
    AukWorld *world = scene_world();
    scene_wall(world, 5.0f, 0.0f, 1.0f, 1.0f);
    AukBodyId id = scene_bullet(world, auk_shape_circle(0.5f), auk_vec(0, 0), auk_vec(0, 0), AUK_RESPONSE_TOUCH);
    auk_body_move_to(world, id, auk_transform(auk_vec(10.0f, 0.0f), 1.0f));
    cr_assert_eq(auk_world_step(world, 1e-45f), AUK_OK);
    AukHits hits = auk_world_hits(world);
    cr_assert(hits.count == 1 && isfinite(hits.items[0].velocity_a.x) && isfinite(hits.items[0].spin_a));
    cr_assert(hits.items[0].velocity_a.x > 1e14f && hits.items[0].velocity_a.y == 0.0f);
    auk_world_destroy(world);
}

// ---- first hits ---------------------------------------------------------------------------------------------------

// A crossing bullet on its way through a wall of width 2, in steps of dt seconds. Returns the number of first hits.
static int first_hits(float dt, float speed, AukResponse response, int *hits)
{
    AukWorld *world = scene_world();
    scene_wall(world, 5.0f, 0.0f, 1.0f, 9.0f);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.1f), 0.0f, 0.0f);
    def.velocity = auk_vec(speed, 0.0f);
    def.response = response;
    def.pierce = response == AUK_RESPONSE_CROSS ? 0 : 1;
    def.user_data = 77;
    auk_body_create(world, &def);
    int first = 0;
    *hits = 0;
    for (double t = 0.0; t * (double)speed < 20.0; t += (double)dt) {
        cr_assert_eq(auk_world_step(world, dt), AUK_OK);
        AukHits list = auk_world_hits(world);
        for (int i = 0; i < list.count; i++) {
            first += list.items[i].first;
            cr_assert(list.items[i].user_data_a == 77 && list.items[i].user_data_b == 0);
        }
        *hits += list.count;
    }
    auk_world_destroy(world);
    return first;
}

Test(motion, a_bullet_that_crosses_or_pierces_a_wall_has_one_first_hit_at_every_frame_rate)
{
    for (int pierces = 0; pierces < 2; pierces++) {
        int most = 0;
        for (int i = 1; i <= 240; i += 7) {
            int hits;
            AukResponse response = pierces ? AUK_RESPONSE_TOUCH : AUK_RESPONSE_CROSS;
            cr_assert_eq(first_hits(1.0f / (float)i, 10.0f, response, &hits), 1, "%d frames a second", i);
            most = hits > most ? hits : most;
        }
        cr_assert_gt(most, 10, "at high frame rates the bullet is inside for many steps");
    }
}

Test(motion, a_bullet_that_comes_back_hits_for_the_first_time_again)
{
    AukWorld *world = scene_world();
    scene_wall(world, 5.0f, 0.0f, 1.0f, 9.0f);
    AukBodyId bullet =
        scene_bullet(world, auk_shape_circle(0.1f), auk_vec(0.0f, 0.0f), auk_vec(10.0f, 0.0f), AUK_RESPONSE_CROSS);
    int first = 0;
    for (int i = 0; i < 40; i++) {
        if (i == 20) {
            auk_body_set_velocity(world, bullet, auk_vec(-10.0f, 0.0f));
        }
        auk_world_step(world, 0.05f);
        for (int k = 0; k < auk_world_hits(world).count; k++) {
            first += auk_world_hits(world).items[k].first;
        }
    }
    cr_assert_eq(first, 2);
    auk_world_destroy(world);
}

Test(motion, a_bullet_that_is_put_back_before_the_wall_hits_it_for_the_first_time_again)
{
    for (int pieces = 0; pieces < 2; pieces++) {
        AukWorld *world = scene_world();
        AukBodyId wall = scene_wall(world, 5.0f, 0.0f, 1.0f, 9.0f);
        if (pieces) { // a shape of several pieces, of which each has hits of its own
            static const AukVec2 angle[6] = {{-1, -9}, {1, -9}, {1, 0}, {3, 0}, {3, 9}, {-1, 9}};
            auk_body_add_outline(world, wall, angle, 6, NULL, 0, NULL);
        }
        AukBodyId bullet =
            scene_bullet(world, auk_shape_circle(0.1f), auk_vec(0.0f, 0.5f), auk_vec(10.0f, 0.0f), AUK_RESPONSE_CROSS);
        for (int shot = 0; shot < 3; shot++) {
            auk_body_set_position(world, bullet, auk_vec(0.0f, 0.5f));
            cr_assert_eq(auk_world_step(world, 0.45f), AUK_OK); // it ends within the wall
            AukHits hits = auk_world_hits(world);
            cr_assert_eq(hits.count, 1 + pieces);
            for (int i = 0; i < hits.count; i++) {
                cr_assert(hits.items[i].first, "shot %d", shot);
            }
            cr_assert_eq(auk_world_step(world, 0.01f), AUK_OK);
            for (int i = 0; i < auk_world_hits(world).count; i++) {
                cr_assert_not(auk_world_hits(world).items[i].first, "shot %d is still inside", shot);
            }
        }
        auk_world_destroy(world);
    }
}

Test(motion, a_bullet_that_bounces_back_through_what_it_had_left_hits_it_for_the_first_time_again)
{
    AukResponseRule cross = {.other = 2, .response = AUK_RESPONSE_CROSS};
    for (int i = 1; i <= 40; i++) {
        AukWorld *world = scene_world();
        auk_world_set_response_rules(world, &cross, 1);
        AukBodyId thing = scene_wall(world, 5.0f, 0.0f, 1.0f, 9.0f);
        auk_body_set_filter(world, thing, (AukFilter){.category = 2});
        scene_wall(world, 9.0f, 0.0f, 1.0f, 9.0f);
        scene_bullet(world, auk_shape_circle(0.1f), auk_vec(0.0f, 0.0f), auk_vec(10.0f, 0.0f), AUK_RESPONSE_BOUNCE);
        cr_assert_eq(auk_world_step(world, 0.55f), AUK_OK); // it is beyond the middle of the thing
        int first = auk_world_hits(world).items[0].first;
        for (int k = 0; k < i; k++) {
            cr_assert_eq(auk_world_step(world, 0.7f / (float)i), AUK_OK);
            AukHits hits = auk_world_hits(world);
            for (int h = 0; h < hits.count; h++) {
                first += hits.items[h].body_b.index == thing.index && hits.items[h].first;
            }
        }
        cr_assert_eq(first, 2, "%d steps", i);
        auk_world_destroy(world);
    }
}

// Water is a thick chain that lets the ball through; the floor lies within it.
Test(motion, a_ball_that_bounces_within_water_enters_it_once_at_any_length_of_step)
{
    static const AukVec2 points[3] = {{-10.0f, 0.0f}, {0.0f, 0.0f}, {10.0f, -0.5f}};
    const AukResponseRule rule = {.other = 2, .response = AUK_RESPONSE_CROSS};
    for (int steps = 1; steps <= 64; steps *= 2) {
        AukWorld *world = scene_world();
        auk_world_set_response_rules(world, &rule, 1);
        AukBodyId water = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
        AukShapeDef thick = {.shape = auk_shape_circle(1.0f), .filter = {.category = 2}};
        auk_body_add_chain(world, water, points, 3, false, &thick);
        scene_wall(world, 0.0f, -1.25f, 10.0f, 0.5f);
        AukBodyId ball = scene_bullet(world, auk_shape_circle(0.25f), auk_vec(-5.0f, 3.0f), auk_vec(4.0f, -4.0f),
                                      AUK_RESPONSE_BOUNCE);
        int first = 0, hits = 0;
        for (int i = 0; i < steps; i++) {
            cr_assert_eq(auk_world_step(world, 1.2f / (float)steps), AUK_OK);
            AukHits all = auk_world_hits(world);
            for (int k = 0; k < all.count; k++) {
                bool wet =
                    auk_body_id_equal(all.items[k].body_a, water) || auk_body_id_equal(all.items[k].body_b, water);
                hits += wet;
                first += wet && all.items[k].first;
            }
        }
        cr_assert(hits > 1 && first == 1, "%d steps: %d hits, %d of them first", steps, hits, first);
        cr_assert_gt(auk_body_get_velocity(world, ball).y, 0.0f);
        auk_world_destroy(world);
    }
}
