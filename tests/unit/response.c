// Swept bodies that slide, bounce and pierce, against what a pencil says.
#include "auk/snapshot.h"
#include "unit/response_scene.h"

#include <stdlib.h>

// ---- bouncing -------------------------------------------------------------------------------------------------

Test(response, a_mirror_bounce_turns_the_normal_part_of_the_velocity_round)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 100.0f, 1.0f);
    AukBodyId ball = shoot(world, auk_shape_circle(0.5f), 0.0f, 2.5f, 3.0f, -4.0f, AUK_RESPONSE_BOUNCE);
    AukHits hits = step(world, 1.0f);
    cr_assert_eq(hits.count, 1);
    cr_assert_float_eq(hits.items[0].fraction, 0.5f, 1e-6f);
    cr_assert(hits.items[0].velocity_a.y == -4.0f && hits.items[0].response == AUK_RESPONSE_BOUNCE);
    expect_velocity(world, ball, 3.0f, 4.0f, 0.0f);
    expect_at(world, ball, 3.0f, 2.5f, 1e-6f);
    cr_assert_eq(scene_tally(world), 101000);
    auk_world_destroy(world);
}

Test(response, a_ball_between_two_walls_hits_them_in_turn_as_often_as_its_way_is_long)
{
    AukWorld *world = scene_world();
    AukBodyId left = scene_wall(world, -6.0f, 0.0f, 1.0f, 10.0f), right = scene_wall(world, 6.0f, 0.0f, 1.0f, 10.0f);
    AukBodyId ball = shoot(world, auk_shape_circle(1.0f), 0.0f, 0.0f, 8.0f, 0.0f, AUK_RESPONSE_BOUNCE);
    AukHits hits = step(world, 10.0f); // 80 units, the first after 4, then one each 8
    cr_assert_eq(hits.count, 10);
    for (int i = 0; i < hits.count; i++) {
        cr_assert_float_eq(hits.items[i].fraction, (4.0f + 8.0f * (float)i) / 80.0f, 1e-6f);
        cr_assert(auk_body_id_equal(hits.items[i].body_a, ball));
        cr_assert(auk_body_id_equal(hits.items[i].body_b, i % 2 ? left : right));
        cr_assert(hits.items[i].velocity_a.x == (i % 2 ? -8.0f : 8.0f) &&
                  hits.items[i].normal.x == (i % 2 ? -1.0f : 1.0f));
        cr_assert(!hits.items[i].limit);
    }
    expect_at(world, ball, 0.0f, 0.0f, 1e-5f);
    expect_velocity(world, ball, 8.0f, 0.0f, 0.0f);
    auk_world_destroy(world);
}

Test(response, a_bounce_loses_the_fraction_it_is_told_to)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 100.0f, 1.0f);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.5f), 0.0f, 2.5f);
    def.velocity = auk_vec(3.0f, -4.0f);
    def.response = AUK_RESPONSE_BOUNCE;
    def.bounce_loss = 0.25f;
    AukBodyId ball = auk_body_create(world, &def);
    cr_assert(auk_body_get_bounce_loss(world, ball) == 0.25f);
    step(world, 1.0f);
    expect_velocity(world, ball, 3.0f, 3.0f, 1e-6f);
    expect_at(world, ball, 3.0f, 2.0f, 1e-5f);
    cr_assert_eq(auk_body_set_bounce_loss(world, ball, 1.0f), AUK_OK);
    auk_body_set_velocity(world, ball, auk_vec(3.0f, -4.0f));
    step(world, 1.0f);
    expect_velocity(world, ball, 3.0f, 0.0f, 1e-6f); // nothing comes back
    expect_at(world, ball, 6.0f, 0.5f, 3e-5f);       // half a tau of the wide floor
    auk_world_destroy(world);
}

Test(response, after_sixteen_changes_a_body_rests_for_the_step_and_its_last_hit_says_so)
{
    AukWorld *world = scene_world();
    scene_wall(world, -2.0f, 0.0f, 1.0f, 10.0f);
    scene_wall(world, 2.0f, 0.0f, 1.0f, 10.0f);
    AukBodyId ball = shoot(world, auk_shape_circle(0.5f), 0.0f, 0.0f, 1000.0f, 0.0f, AUK_RESPONSE_BOUNCE);
    AukHits hits = step(world, 1.0f);
    cr_assert_eq(hits.count, AUK_RESPONSES_MAX);
    for (int i = 0; i < hits.count; i++) {
        cr_assert_eq(hits.items[i].limit, i == AUK_RESPONSES_MAX - 1);
    }
    expect_velocity(world, ball, 1000.0f, 0.0f, 0.0f);
    expect_at(world, ball, -0.5f, 0.0f, 1e-5f);
    cr_assert_eq(step(world, 1.0f).count, AUK_RESPONSES_MAX);
    auk_world_destroy(world);
}

// Between two that close a held body goes to and fro, and each push was a hit of its own: 33 of one squeeze.
Test(response, what_is_crushed_has_no_hit_twice)
{
    const AukResponse responses[2] = {AUK_RESPONSE_SLIDE, AUK_RESPONSE_BOUNCE};
    for (int i = 0; i < 4; i++) {
        AukWorld *world = scene_world();
        scene_wall(world, 5.0f, 0.0f, 0.5f, 5.0f);
        scene_bullet(world, auk_shape_box(0.5f, 5.0f), auk_vec(-5.0f, 0.0f), auk_vec(9.0f, 0.0f), AUK_RESPONSE_CROSS);
        for (int k = 0; k <= i / 2; k++) {
            scene_bullet(world, auk_shape_circle(0.5f), auk_vec(2.0f - 1.5f * (float)k, 0.1f * (float)k),
                         auk_vec(0.0f, 0.0f), responses[i % 2]);
        }
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        AukHits hits = auk_world_hits(world);
        for (int a = 0; a < hits.count; a++) {
            for (int b = 0; b < a; b++) {
                AukHit one = hits.items[a], other = hits.items[b];
                one.limit = other.limit;
                one.point = other.point;
                cr_assert_neq(memcmp(&one, &other, sizeof one), 0, "%d: hits %d and %d of %d", i, b, a, hits.count);
            }
        }
        cr_assert(hits.count > 2 && hits.count < (i / 2 ? 40 : 22), "%d: %d hits", i, hits.count);
        auk_world_destroy(world);
    }
}

Test(response, both_walls_of_a_corner_met_at_once_are_hit_and_turn_the_velocity_round)
{
    AukWorld *world = scene_world();
    scene_wall(world, 5.0f, 0.0f, 1.0f, 10.0f);
    scene_wall(world, 0.0f, 5.0f, 10.0f, 1.0f);
    AukBodyId ball = shoot(world, auk_shape_circle(0.5f), 0.0f, 0.0f, 8.0f, 8.0f, AUK_RESPONSE_BOUNCE);
    AukHits hits = step(world, 1.0f);
    cr_assert_eq(hits.count, 2);
    cr_assert(hits.items[0].fraction == 0.4375f && hits.items[1].fraction == 0.4375f);
    cr_assert(hits.items[1].velocity_a.x == 8.0f && hits.items[1].velocity_a.y == 8.0f); // before that moment
    expect_velocity(world, ball, -8.0f, -8.0f, 0.0f);
    expect_at(world, ball, -1.0f, -1.0f, 1e-5f);
    auk_world_destroy(world);
}

Test(response, two_tiles_met_at_their_seam_are_both_hit_and_the_ball_bounces_once)
{
    AukWorld *world = scene_world();
    scene_wall(world, -1.0f, -1.0f, 1.0f, 1.0f);
    scene_wall(world, 1.0f, -1.0f, 1.0f, 1.0f);
    AukBodyId ball = shoot(world, auk_shape_circle(0.5f), 0.0f, 2.5f, 0.0f, -4.0f, AUK_RESPONSE_BOUNCE);
    cr_assert_eq(step(world, 1.0f).count, 2);
    expect_velocity(world, ball, 0.0f, 4.0f, 0.0f);
    auk_world_destroy(world);
}

Test(response, two_bouncing_bodies_exchange_their_velocities)
{
    AukWorld *world = scene_world();
    AukBodyId a = shoot(world, auk_shape_circle(0.5f), -5.0f, 0.0f, 6.0f, 1.0f, AUK_RESPONSE_BOUNCE);
    AukBodyId b = shoot(world, auk_shape_circle(0.5f), 5.0f, 0.0f, -3.0f, 1.0f, AUK_RESPONSE_BOUNCE);
    AukHits hits = step(world, 2.0f);
    cr_assert_eq(hits.count, 1);
    cr_assert_float_eq(hits.items[0].fraction, 0.5f, 1e-6f);
    expect_velocity(world, a, -3.0f, 1.0f, 1e-5f);
    expect_velocity(world, b, 6.0f, 1.0f, 1e-5f);
    expect_at(world, a, -2.0f, 2.0f, 1e-5f);
    expect_at(world, b, 8.0f, 2.0f, 1e-5f);
    auk_world_destroy(world);
}

// Whether it stopped in this step or before, a bullet in a wall is part of the wall.
Test(response, what_has_stopped_is_bounced_off_as_a_wall_at_every_length_of_step)
{
    for (int steps = 1; steps <= 64; steps *= 2) {
        AukWorld *world = scene_world();
        scene_wall(world, 2.0f, 0.0f, 0.5f, 5.0f);
        AukBodyId bullet = shoot(world, auk_shape_circle(0.5f), 0.0f, 0.0f, 10.0f, 0.0f, AUK_RESPONSE_TOUCH);
        AukBodyId ball = shoot(world, auk_shape_circle(0.5f), -5.0f, 0.0f, 10.0f, 0.0f, AUK_RESPONSE_BOUNCE);
        for (int i = 0; i < steps; i++) {
            step(world, 1.0f / (float)steps);
        }
        expect_velocity(world, ball, -10.0f, 0.0f, 1e-5f);
        expect_at(world, ball, -5.0f, 0.0f, 1e-4f);
        expect_at(world, bullet, 1.0f, 0.0f, 1e-5f);
        auk_world_destroy(world);
    }
}

Test(response, a_body_pushed_into_another_hits_it_in_the_same_step)
{
    AukWorld *world = scene_world(); // Newton's cradle
    AukBodyId balls[5];
    for (int i = 0; i < 5; i++) {
        balls[i] = shoot(world, auk_shape_circle(0.5f), 3.0f * (float)i, 0.0f, i == 0 ? 20.0f : 0.0f, 0.0f,
                         AUK_RESPONSE_BOUNCE);
    }
    AukHits hits = step(world, 1.0f);
    cr_assert_eq(hits.count, 4);
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(hits.items[i].body_a.index, balls[i].index);
        cr_assert_float_eq(hits.items[i].fraction, 2.0f * (float)(i + 1) / 20.0f, 1e-6f);
        expect_velocity(world, balls[i], 0.0f, 0.0f, 1e-5f);
    }
    expect_velocity(world, balls[4], 20.0f, 0.0f, 1e-5f);
    auk_world_destroy(world);
}

Test(response, what_was_not_in_the_box_of_the_first_motion_is_hit_after_a_bounce)
{
    for (int moving = 0; moving < 2; moving++) {
        AukWorld *world = scene_world();
        scene_wall(world, 10.0f, 0.0f, 1.0f, 50.0f);
        AukBodyDef def =
            scene_def(moving ? AUK_MOTION_MOVING : AUK_MOTION_STATIC, auk_shape_box(0.5f, 50.0f), -20.0f, 0.0f);
        def.velocity = auk_vec(moving ? 10.0f : 0.0f, 0.0f);
        AukBodyId behind = auk_body_create(world, &def);
        AukBodyId ball = shoot(world, auk_shape_circle(0.5f), 0.0f, 0.0f, 100.0f, 0.0f, AUK_RESPONSE_BOUNCE);
        AukHits hits = step(world, 0.5f); // 8.5 to the wall, then back
        cr_assert_eq(hits.count, 2);
        cr_assert(auk_body_id_equal(hits.items[1].body_b, behind) && auk_body_id_equal(hits.items[1].body_a, ball));
        auk_world_destroy(world);
    }
}

Test(response, a_moving_wall_gives_its_velocity_to_what_bounces)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_box(0.5f, 5.0f), 10.0f, 0.0f);
    def.velocity = auk_vec(-2.0f, 0.0f);
    AukBodyId racket = auk_body_create(world, &def);
    AukBodyId ball = shoot(world, auk_shape_circle(0.5f), 0.0f, 0.0f, 7.0f, 0.0f, AUK_RESPONSE_BOUNCE);
    AukHits hits = step(world, 2.0f);
    cr_assert(hits.count == 1 && hits.items[0].velocity_b.x == -2.0f);
    cr_assert_float_eq(hits.items[0].fraction, 0.5f, 1e-6f);
    expect_velocity(world, ball, -11.0f, 0.0f, 1e-5f);
    expect_at(world, ball, -4.0f, 0.0f, 1e-5f);
    expect_at(world, racket, 6.0f, 0.0f, 0.0f);
    auk_world_destroy(world);
}

Test(response, rotation_ends_at_the_first_hit)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 100.0f, 1.0f);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_box(1.0f, 0.1f), 0.0f, 2.0f);
    def.velocity = auk_vec(0.0f, -4.0f);
    def.spin = 3.0f;
    def.response = AUK_RESPONSE_BOUNCE;
    AukBodyId axe = auk_body_create(world, &def);
    AukHits hits = step(world, 1.0f);
    cr_assert(hits.count == 1 && hits.items[0].spin_a == 3.0f);
    expect_velocity(world, axe, 0.0f, 4.0f, 1e-5f);
    AukRot q = auk_body_get_pose(world, axe).q;
    double angle = atan2((double)q.s, (double)q.c);
    cr_assert(auk_body_get_spin(world, axe) == 0.0f && fabs(angle - 3.0 * (double)hits.items[0].fraction) < 1e-5);
    auk_world_destroy(world);
}

// ---- sliding ----------------------------------------------------------------------------------------------------

Test(response, a_slide_goes_on_along_the_surface)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 100.0f, 1.0f);
    AukBodyId box = shoot(world, auk_shape_box(0.5f, 0.5f), 0.0f, 2.5f, 3.0f, -4.0f, AUK_RESPONSE_SLIDE);
    cr_assert_eq(step(world, 1.0f).count, 1);
    expect_velocity(world, box, 3.0f, 0.0f, 0.0f);
    expect_at(world, box, 3.0f, 0.5f, 3e-5f);
    cr_assert_eq(auk_world_contacts(world).count, 1);
    cr_assert_eq(step(world, 1.0f).count, 0); // it does not close any more
    expect_at(world, box, 6.0f, 0.5f, 3e-5f);
    auk_world_destroy(world);
}

Test(response, a_slide_down_a_slope_stays_on_it_under_gravity_at_any_place)
{
    for (float away = 0.0f; away < 2e4f; away = away == 0.0f ? 1.0f : away * 10.0f) {
        AukWorld *world = scene_world();
        AukBodyDef slope = scene_def(AUK_MOTION_STATIC, auk_shape_box(1000.0f, 1.0f), away, away);
        slope.angle = 0.3f;
        AukBodyId ground = auk_body_create(world, &slope);
        AukVec2 up = auk_vec(-sinf(0.3f), cosf(0.3f));
        AukVec2 start = auk_vec_add(slope.position, auk_vec_scale(2.0f, up));
        AukBodyId ball = shoot(world, auk_shape_circle(0.5f), start.x, start.y, 0.0f, 0.0f, AUK_RESPONSE_SLIDE);
        for (int i = 0; i < 300; i++) {
            AukVec2 v = auk_body_get_velocity(world, ball);
            auk_body_set_velocity(world, ball, auk_vec(v.x, v.y - 10.0f / 60.0f));
            step(world, 1.0f / 60.0f);
            AukShapeId shapes[2];
            auk_body_get_shapes(world, ground, &shapes[0], 1);
            auk_body_get_shapes(world, ball, &shapes[1], 1);
            AukShape a = auk_world_shape_get(world, shapes[0]), b = auk_world_shape_get(world, shapes[1]);
            float distance =
                auk_distance(&a, auk_body_get_pose(world, ground), &b, auk_body_get_pose(world, ball)).distance;
            cr_assert(distance > -1e-6f * 2.0f - 1e-7f * away, "away %g, step %d: %g", (double)away, i,
                      (double)distance);
            cr_assert(i < 60 || distance < 1e-3f + 1e-6f * away, "away %g, step %d: %g", (double)away, i,
                      (double)distance);
        }
        auk_world_destroy(world);
    }
}

Test(response, a_slide_into_a_right_or_sharp_corner_stops_and_stays)
{
    for (int lean = 0; lean < 2; lean++) {
        AukWorld *world = scene_world();
        scene_wall(world, 0.0f, -1.0f, 100.0f, 1.0f);
        AukBodyDef wall = scene_def(AUK_MOTION_STATIC, auk_shape_box(1.0f, 20.0f), 10.0f, 0.0f);
        wall.angle = lean ? 0.5f : 0.0f;
        auk_body_create(world, &wall);
        AukBodyId ball = shoot(world, auk_shape_circle(0.5f), 0.0f, 2.0f, 30.0f, -4.0f, AUK_RESPONSE_SLIDE);
        AukHits hits = step(world, 1.0f);
        cr_assert(hits.count >= 2 && hits.count < 6, "%d hits", hits.count);
        for (int i = 0; i < 20; i++) {
            expect_velocity(world, ball, 0.0f, 0.0f, 1e-4f);
            AukVec2 before = auk_body_get_pose(world, ball).p;
            auk_body_set_velocity(world, ball, auk_vec(30.0f, -4.0f));
            step(world, 0.1f);
            expect_at(world, ball, before.x, before.y, 1e-5f);
        }
        auk_world_destroy(world);
    }
}

Test(response, a_slide_into_a_wide_corner_goes_up_the_other_surface)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 100.0f, 1.0f);
    AukBodyDef ramp = scene_def(AUK_MOTION_STATIC, auk_shape_box(30.0f, 1.0f), 20.0f, 0.0f);
    ramp.angle = 0.5f;
    auk_body_create(world, &ramp);
    AukBodyId ball = shoot(world, auk_shape_circle(0.5f), 0.0f, 0.5f, 30.0f, 0.0f, AUK_RESPONSE_SLIDE);
    for (int i = 0; i < 3; i++) {
        step(world, 0.25f);
    }
    expect_velocity(world, ball, 30.0f * cosf(0.5f) * cosf(0.5f), 30.0f * cosf(0.5f) * sinf(0.5f), 1e-3f);
    auk_world_destroy(world);
}

Test(response, a_slide_over_many_boxes_in_a_row_under_gravity_is_never_stopped)
{
    AukWorld *world = scene_world();
    for (int i = 0; i < 200; i++) {
        scene_wall(world, (float)i, -0.5f, 0.5f, 0.5f);
    }
    AukBodyId box = shoot(world, auk_shape_box(0.4f, 0.4f), 0.0f, 0.4f, 30.0f, 0.0f, AUK_RESPONSE_SLIDE);
    for (int i = 0; i < 300; i++) {
        auk_body_set_velocity(world, box, auk_vec(30.0f, -0.2f));
        AukHits hits = step(world, 1.0f / 60.0f);
        for (int k = 0; k < hits.count; k++) {
            cr_assert(hits.items[k].normal.y == -1.0f, "step %d: normal (%g, %g)", i, (double)hits.items[k].normal.x,
                      (double)hits.items[k].normal.y);
        }
    }
    cr_assert(auk_body_get_pose(world, box).p.x > 149.0f);
    auk_world_destroy(world);
}

Test(response, a_platform_carries_up_what_stands_on_it)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_box(5.0f, 0.5f), 0.0f, 0.0f);
    def.velocity = auk_vec(0.0f, 2.0f);
    AukBodyId lift = auk_body_create(world, &def);
    AukBodyId box = shoot(world, auk_shape_box(0.5f, 0.5f), 0.0f, 1.0f, 1.0f, 0.0f, AUK_RESPONSE_SLIDE);
    for (int i = 0; i < 60; i++) {
        auk_body_set_velocity(world, box, auk_vec(1.0f, -1.0f));
        AukHits hits = step(world, 1.0f / 60.0f);
        cr_assert(hits.count == 1 && hits.items[0].velocity_b.y == 2.0f && !hits.items[0].limit);
        float top = auk_body_get_pose(world, lift).p.y + 1.0f;
        cr_assert(fabsf(auk_body_get_pose(world, box).p.y - top) < 1e-5f, "step %d", i);
    }
    expect_velocity(world, box, 1.0f, 2.0f, 1e-5f);
    auk_world_destroy(world);
}

Test(response, pushing_another_slider_against_a_wall_ends_after_a_few_hits)
{
    AukWorld *world = scene_world();
    scene_wall(world, 10.0f, 0.0f, 1.0f, 10.0f);
    AukBodyId first = shoot(world, auk_shape_box(0.5f, 0.5f), 0.0f, 0.0f, 20.0f, 3.0f, AUK_RESPONSE_SLIDE);
    AukBodyId second = shoot(world, auk_shape_box(0.5f, 0.5f), 5.0f, 0.0f, 0.0f, 0.0f, AUK_RESPONSE_SLIDE);
    AukHits hits = step(world, 1.0f);
    cr_assert(hits.count <= 4 && !hits.items[hits.count - 1].limit, "%d hits", hits.count);
    expect_velocity(world, first, 0.0f, 3.0f, 1e-5f);
    expect_velocity(world, second, 0.0f, 0.0f, 1e-5f);
    expect_at(world, second, 8.5f, 0.0f, 1e-4f);
    auk_world_destroy(world);
}

// ---- piercing -----------------------------------------------------------------------------------------------------

Test(response, pierce_counts_the_bodies_that_are_crossed_first)
{
    for (int pierce = 0; pierce < 4; pierce++) {
        for (int steps = 1; steps <= 1000; steps *= 10) {
            AukWorld *world = scene_world();
            for (int i = 0; i < 4; i++) {
                scene_wall(world, 2.0f + 2.0f * (float)i, 0.0f, 0.5f, 1.0f);
            }
            AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.1f), 0.0f, 0.0f);
            def.velocity = auk_vec(20.0f, 0.0f);
            def.response = AUK_RESPONSE_TOUCH;
            def.pierce = pierce;
            AukBodyId bullet = auk_body_create(world, &def);
            int crossed = 0, touched = 0;
            for (int i = 0; i < steps; i++) {
                AukHits hits = step(world, 1.0f / (float)steps);
                for (int k = 0; k < hits.count; k++) {
                    touched += hits.items[k].response == AUK_RESPONSE_TOUCH;
                }
                crossed += scene_events(world, AUK_EVENT_BEGIN);
            }
            cr_assert(touched == 1 && crossed == pierce + 1, "pierce %d, %d steps: %d %d", pierce, steps, touched,
                      crossed);
            expect_at(world, bullet, 1.4f + 2.0f * (float)pierce, 0.0f, 1e-5f);
            cr_assert_eq(auk_body_get_pierce(world, bullet), 0);
            auk_world_destroy(world);
        }
    }
}

Test(response, pierce_is_for_the_categories_that_it_names)
{
    enum { PAPER = 2, STONE = 4 };
    AukWorld *world = scene_world();
    AukBodyDef wall = scene_def(AUK_MOTION_STATIC, auk_shape_box(0.5f, 1.0f), 2.0f, 0.0f);
    wall.filter.category = PAPER;
    auk_body_create(world, &wall);
    wall.position.x = 4.0f;
    wall.filter.category = STONE | PAPER;
    auk_body_create(world, &wall);
    wall.position.x = 6.0f;
    wall.filter.category = STONE;
    auk_body_create(world, &wall);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.1f), 0.0f, 0.0f);
    def.velocity = auk_vec(20.0f, 0.0f);
    def.response = AUK_RESPONSE_TOUCH;
    def.pierce = 9;
    def.pierce_categories = PAPER;
    AukBodyId bullet = auk_body_create(world, &def);
    cr_assert_eq(auk_body_get_pierce_categories(world, bullet), PAPER);
    cr_assert_eq(step(world, 1.0f).count, 3);
    expect_at(world, bullet, 5.4f, 0.0f, 1e-5f);
    cr_assert_eq(auk_body_get_pierce(world, bullet), 7);
    cr_assert_eq(auk_body_set_pierce_categories(world, bullet, 0), AUK_OK);
    auk_body_set_velocity(world, bullet, auk_vec(20.0f, 0.0f));
    cr_assert_eq(step(world, 1.0f).items[0].response, AUK_RESPONSE_CROSS);
    expect_at(world, bullet, 25.4f, 0.0f, 1e-4f);
    cr_assert_eq(auk_body_set_pierce_categories(NULL, bullet, 0), AUK_ERROR_NULL);
    auk_body_destroy(world, bullet);
    cr_assert_eq(auk_body_set_pierce_categories(world, bullet, 1), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_body_get_pierce_categories(world, bullet), 0);
    auk_world_destroy(world);
}

// ---- bounces that come to an end ----------------------------------------------------------------------------------

Test(response, a_ball_stops_at_the_hit_after_its_last_bounce_in_one_step_or_in_many)
{
    for (int bounces = 1; bounces < 5; bounces++) {
        for (int steps = 1; steps <= 1000; steps *= 10) {
            AukWorld *world = scene_world();
            scene_wall(world, -6.0f, 0.0f, 1.0f, 10.0f);
            scene_wall(world, 6.0f, 0.0f, 1.0f, 10.0f);
            AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(1.0f), 0.0f, 0.0f);
            def.velocity = auk_vec(8.0f, 0.0f);
            def.response = AUK_RESPONSE_BOUNCE;
            def.bounces = bounces;
            AukBodyId ball = auk_body_create(world, &def);
            int bounced = 0, touched = 0;
            for (int i = 0; i < steps; i++) {
                AukHits hits = step(world, 10.0f / (float)steps);
                for (int k = 0; k < hits.count; k++) {
                    bounced += hits.items[k].response == AUK_RESPONSE_BOUNCE;
                    touched += hits.items[k].response == AUK_RESPONSE_TOUCH;
                }
                cr_assert_eq(auk_body_get_bounced(world, ball), bounced);
            }
            cr_assert(bounced == bounces && touched == 1, "%d bounces, %d steps: %d %d", bounces, steps, bounced,
                      touched);
            expect_at(world, ball, bounces % 2 ? -4.0f : 4.0f, 0.0f, 1e-4f);
            expect_velocity(world, ball, 0.0f, 0.0f, 0.0f);
            auk_world_destroy(world);
        }
    }
}

Test(response, bounces_are_counted_anew_when_their_limit_is_set_and_not_without_one)
{
    AukWorld *world = scene_world();
    scene_wall(world, -2.0f, 0.0f, 1.0f, 10.0f);
    scene_wall(world, 2.0f, 0.0f, 1.0f, 10.0f);
    AukBodyId ball = shoot(world, auk_shape_circle(0.5f), 0.0f, 0.0f, 3.0f, 0.0f, AUK_RESPONSE_BOUNCE);
    cr_assert_eq(step(world, 1.0f).count, 3);
    cr_assert(auk_body_get_bounces(world, ball) == 0 && auk_body_get_bounced(world, ball) == 0);
    cr_assert_eq(auk_body_set_bounces(world, ball, 2), AUK_OK);
    cr_assert_eq(step(world, 0.4f).count, 1);
    cr_assert(auk_body_get_bounces(world, ball) == 2 && auk_body_get_bounced(world, ball) == 1);
    cr_assert_eq(auk_body_set_bounces(world, ball, 2), AUK_OK);
    cr_assert_eq(auk_body_get_bounced(world, ball), 0);
    cr_assert_eq(auk_body_set_bounces(world, ball, -1), AUK_ERROR_COUNT);
    cr_assert_eq(auk_body_set_bounces(NULL, ball, 1), AUK_ERROR_NULL);
    cr_assert_eq(auk_body_get_bounces(world, ball), 2);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.5f), 0.0f, 0.0f);
    def.bounces = -1;
    cr_assert_eq(auk_body_create(world, &def).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_COUNT);
    auk_body_destroy(world, ball);
    cr_assert_eq(auk_body_set_bounces(world, ball, 1), AUK_ERROR_STALE_ID);
    cr_assert(auk_body_get_bounces(world, ball) == 0 && auk_body_get_bounced(NULL, ball) == 0);
    auk_world_destroy(world);
}

Test(response, two_that_bounce_off_each_other_have_one_bounce_each_and_who_has_none_left_stops)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.5f), -2.0f, 0.0f);
    def.velocity = auk_vec(2.0f, 0.0f);
    def.response = AUK_RESPONSE_BOUNCE;
    def.bounces = 1;
    AukBodyId left = auk_body_create(world, &def);
    def.position.x = 2.0f;
    def.velocity.x = -2.0f;
    def.bounces = 5;
    AukBodyId right = auk_body_create(world, &def);
    cr_assert_eq(step(world, 1.0f).count, 1);
    cr_assert(auk_body_get_bounced(world, left) == 1 && auk_body_get_bounced(world, right) == 1);
    auk_body_set_velocity(world, left, auk_vec(2.0f, 0.0f));
    auk_body_set_velocity(world, right, auk_vec(-2.0f, 0.0f));
    uint64_t size = auk_world_snapshot_size(world);
    void *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    cr_assert_eq(step(world, 1.0f).count, 1);
    uint64_t hash = auk_world_hash(world);
    cr_assert(auk_body_get_bounced(world, left) == 1 && auk_body_get_bounced(world, right) == 2);
    expect_velocity(world, left, 0.0f, 0.0f, 0.0f);
    cr_assert_eq(auk_world_restore(world, buffer, size), AUK_OK);
    cr_assert(auk_body_get_bounced(world, right) == 1);
    step(world, 1.0f);
    cr_assert_eq(auk_world_hash(world), hash);
    free(buffer);
    auk_world_destroy(world);
}

// ---- rules --------------------------------------------------------------------------------------------------------

Test(response, the_first_rule_that_fits_decides)
{
    enum { GLASS = 2, RUBBER = 4, BULLET = 8 };
    AukWorld *world = scene_world();
    AukBodyDef wall = scene_def(AUK_MOTION_STATIC, auk_shape_box(0.1f, 5.0f), 3.0f, 0.0f);
    wall.filter.category = GLASS;
    auk_body_create(world, &wall);
    wall.position.x = 6.0f;
    wall.filter.category = RUBBER;
    auk_body_create(world, &wall);
    AukResponseRule rules[] = {{BULLET, GLASS, AUK_RESPONSE_CROSS, 0.0f},
                               {BULLET, RUBBER, AUK_RESPONSE_BOUNCE, 0.5f},
                               {0, 0, AUK_RESPONSE_SLIDE, 0.0f}};
    cr_assert_eq(auk_world_set_response_rules(world, rules, 3), AUK_OK);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.1f), 0.0f, 0.0f);
    def.velocity = auk_vec(10.0f, 0.0f);
    def.response = AUK_RESPONSE_TOUCH;
    def.filter.category = BULLET;
    AukBodyId bullet = auk_body_create(world, &def);
    AukHits hits = step(world, 2.0f);
    cr_assert_eq(hits.count, 3);
    cr_assert(hits.items[0].response == AUK_RESPONSE_CROSS && hits.items[1].response == AUK_RESPONSE_BOUNCE);
    cr_assert(hits.items[2].response == AUK_RESPONSE_CROSS); // the glass again, on the way back
    expect_velocity(world, bullet, -5.0f, 0.0f, 1e-5f);
    AukResponseRule out[2];
    cr_assert(auk_world_get_response_rules(world, NULL, 0) == 3 && auk_world_get_response_rules(world, out, 2) == 2);
    cr_assert(out[1].other == RUBBER && out[1].bounce_loss == 0.5f);
    auk_world_destroy(world);
}

Test(response, bad_rules_are_refused_and_change_nothing)
{
    AukWorld *world = scene_world();
    AukResponseRule rules[AUK_RESPONSE_RULES_MAX + 1];
    memset(rules, 0, sizeof rules);
    cr_assert_eq(auk_world_set_response_rules(world, rules, AUK_RESPONSE_RULES_MAX), AUK_OK);
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_world_set_response_rules(world, rules, AUK_RESPONSE_RULES_MAX + 1), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_set_response_rules(world, rules, -1), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_set_response_rules(world, NULL, 1), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_set_response_rules(NULL, rules, 1), AUK_ERROR_NULL);
    rules[1].response = AUK_RESPONSE_COUNT;
    cr_assert_eq(auk_world_set_response_rules(world, rules, 2), AUK_ERROR_ENUM);
    rules[1].response = AUK_RESPONSE_BOUNCE;
    rules[1].bounce_loss = NAN;
    cr_assert_eq(auk_world_set_response_rules(world, rules, 2), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert_eq(auk_world_set_response_rules(world, NULL, 0), AUK_OK);
    cr_assert(auk_world_get_response_rules(world, NULL, 0) == 0 && auk_world_hash(world) != hash);
    auk_world_destroy(world);
}
