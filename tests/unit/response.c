// Swept bodies that slide, bounce and pierce, against what a pencil says.
#include "auk/world.h"

#include "support/random.h"
#include "support/world_scene.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <math.h>

static AukBodyId shoot(AukWorld *world, AukShape shape, float x, float y, float vx, float vy, AukResponse response)
{
    return scene_bullet(world, shape, auk_vec(x, y), auk_vec(vx, vy), response);
}

static void expect_at(const AukWorld *world, AukBodyId body, float x, float y, float off)
{
    AukVec2 p = auk_body_get_pose(world, body).p;
    cr_assert(fabsf(p.x - x) <= off && fabsf(p.y - y) <= off, "at (%.9g, %.9g) instead of (%.9g, %.9g)", (double)p.x,
              (double)p.y, (double)x, (double)y);
}

static void expect_velocity(const AukWorld *world, AukBodyId body, float x, float y, float off)
{
    AukVec2 v = auk_body_get_velocity(world, body);
    cr_assert(fabsf(v.x - x) <= off && fabsf(v.y - y) <= off, "velocity (%.9g, %.9g) instead of (%.9g, %.9g)",
              (double)v.x, (double)v.y, (double)x, (double)y);
}

static AukHits step(AukWorld *world, float dt)
{
    cr_assert_eq(auk_world_step(world, dt), AUK_OK);
    return auk_world_hits(world);
}

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
            AukShape a = auk_shape_get(world, shapes[0]), b = auk_shape_get(world, shapes[1]);
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

// ---- memory, scale, seams -----------------------------------------------------------------------------------------

// Bouncers and sliders in a box, fast enough to leave the boxes of their first motion.
static AukWorld *busy_world(float scale)
{
    AukWorld *world = scene_world();
    Random random = random_start(4711, 1);
    for (int i = 0; i < 4; i++) {
        bool upright = i < 2;
        scene_wall(world, upright ? scale * (i ? 21.0f : -21.0f) : 0.0f,
                   upright ? 0.0f : scale * (i == 2 ? 21.0f : -21.0f), scale * (upright ? 1.0f : 30.0f),
                   scale * (upright ? 30.0f : 1.0f));
    }
    for (int i = 0; i < 40; i++) {
        AukVec2 p = auk_vec((float)(5 * (i % 7) - 15), (float)(5 * (i / 7) - 14));
        AukBodyDef def =
            scene_def(i % 4 ? AUK_MOTION_SWEPT : AUK_MOTION_STATIC, auk_shape_circle(scale), scale * p.x, scale * p.y);
        def.shape = i % 3 ? auk_shape_circle(scale * 0.5f) : auk_shape_box(scale, scale * 0.75f);
        def.response = i % 2 ? AUK_RESPONSE_BOUNCE : AUK_RESPONSE_SLIDE;
        def.bounce_loss = i % 5 == 0 ? 0.25f : 0.0f;
        AukVec2 velocity = random_vec(&random, -50.0f, 50.0f);
        def.velocity = i % 4 ? auk_vec_scale(scale, velocity) : auk_vec(0.0f, 0.0f);
        auk_body_create(world, &def);
    }
    return world;
}

Test(response, multiplying_all_lengths_by_a_power_of_two_multiplies_all_results)
{
    for (int power = -18; power <= 18; power += 6) {
        float scale = ldexpf(1.0f, power);
        AukWorld *one = busy_world(1.0f), *other = busy_world(scale);
        for (int i = 0; i < 12; i++) {
            AukHits hits = step(one, 0.125f), scaled = step(other, 0.125f);
            cr_assert_eq(hits.count, scaled.count, "scale 2^%d, step %d: %d and %d", power, i, hits.count,
                         scaled.count);
            for (uint32_t k = 4; k < 44; k++) {
                AukBodyId id = {k, 1};
                AukTransform a = auk_body_get_pose(one, id), b = auk_body_get_pose(other, id);
                AukVec2 v = auk_body_get_velocity(one, id), w = auk_body_get_velocity(other, id);
                cr_assert(a.p.x * scale == b.p.x && a.p.y * scale == b.p.y && a.q.s == b.q.s, "2^%d, body %u", power,
                          k);
                cr_assert(v.x * scale == w.x && v.y * scale == w.y, "2^%d, body %u", power, k);
            }
        }
        auk_world_destroy(one);
        auk_world_destroy(other);
    }
}

Test(response, a_step_that_runs_out_of_memory_anywhere_leaves_the_world_as_it_was)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    AukWorld *twin = busy_world(1.0f);
    step(twin, 0.125f);
    uint64_t expected = auk_world_hash(twin);
    int refused = 0;
    for (int fail = 0; fail < 400; fail++) {
        AukWorld *world = busy_world(1.0f);
        uint64_t before = auk_world_hash(world);
        memory.calls = 0;
        memory.fail_at = fail;
        AukStatus status = auk_world_step(world, 0.125f);
        memory.fail_at = -1;
        cr_assert(status == AUK_OK || status == AUK_ERROR_OUT_OF_MEMORY);
        cr_assert_eq(auk_world_hash(world), status ? before : expected, "call %d", fail);
        refused += status != AUK_OK;
        cr_assert(!status || auk_world_step(world, 0.125f) == AUK_OK);
        cr_assert_eq(auk_world_hash(world), expected, "call %d, again", fail);
        auk_world_destroy(world);
        if (!status) {
            break;
        }
    }
    cr_assert_gt(refused, 20);
    auk_world_destroy(twin);
    auk_set_allocator(NULL);
}

Test(response, steps_come_to_need_no_memory)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    for (int reserved = 0; reserved < 2; reserved++) {
        AukWorld *world = busy_world(1.0f);
        cr_assert_eq(auk_world_reserve(world, 100, reserved ? 4000 : 0, reserved ? 4000 : 0), AUK_OK);
        for (int i = 0; i < 120; i++) {
            memory.calls = 0;
            step(world, 0.0625f);
            // what rests settles in the grid of the queries once in the first steps
            cr_assert(memory.calls == 0 || i < (reserved ? 16 : 100), "step %d asks %d times", i, memory.calls);
        }
        auk_world_destroy(world);
    }
    auk_set_allocator(NULL);
}

Test(response, a_slide_over_seams_is_not_stopped_without_gravity_either)
{
    AukWorld *world = scene_world();
    for (int i = 0; i < 200; i++) {
        scene_wall(world, (float)i, -0.5f, 0.5f, 0.5f);
    }
    AukBodyId box = shoot(world, auk_shape_box(0.4f, 0.4f), 0.0f, 0.6f, 30.0f, -1.0f, AUK_RESPONSE_SLIDE);
    for (int i = 0; i < 300; i++) {
        step(world, 1.0f / 60.0f);
    }
    expect_velocity(world, box, 30.0f, 0.0f, 1e-5f);
    cr_assert(auk_body_get_pose(world, box).p.x > 149.0f);
    auk_world_destroy(world);
}

Test(response, the_fastest_bodies_make_no_nonsense)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 1e14f, 1.0f);
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_box(1.0f, 1.0f), 4e14f, 4e14f);
    def.velocity = auk_vec(-9e14f, -9e14f);
    auk_body_create(world, &def);
    for (int i = 0; i < 8; i++) {
        AukBodyId id = shoot(world, auk_shape_circle(1.0f), (float)i * 3e13f, 4e14f, (float)i * 1e14f - 5e14f, -9e14f,
                             i % 2 ? AUK_RESPONSE_BOUNCE : AUK_RESPONSE_SLIDE);
        AukStatus status = auk_world_step(world, i % 3 ? 1.0f : 1e-30f);
        cr_assert(status == AUK_OK || status == AUK_ERROR_RANGE);
        AukVec2 p = auk_body_get_pose(world, id).p, v = auk_body_get_velocity(world, id);
        cr_assert(fabsf(p.x) <= 1e15f && fabsf(p.y) <= 1e15f && fabsf(v.x) <= 1e15f && fabsf(v.y) <= 1e15f);
    }
    auk_world_destroy(world);
}

// ---- shapes of several pieces -------------------------------------------------------------------------------------

Test(response, a_corner_between_two_pieces_of_one_outline_stops_a_slide_and_turns_a_bounce_round)
{
    static const AukVec2 corner[6] = {{0.0f, 0.0f}, {10.0f, 0.0f}, {10.0f, 1.0f},
                                      {1.0f, 1.0f}, {1.0f, 10.0f}, {0.0f, 10.0f}};
    for (int bounces = 0; bounces < 2; bounces++) {
        AukWorld *world = scene_world();
        AukBodyId ground = scene_body(world, AUK_MOTION_STATIC, auk_shape_circle(0.01f), 5.0f, 0.5f);
        cr_assert(auk_shape_exists(world, auk_body_add_outline(world, ground, corner, 6, NULL, 0, NULL)));
        scene_put(world, ground, 0.0f, 0.0f);
        AukBodyId ball = shoot(world, auk_shape_circle(0.5f), 6.0f, 4.0f, -8.0f, -4.0f,
                               bounces ? AUK_RESPONSE_BOUNCE : AUK_RESPONSE_SLIDE);
        cr_assert_eq(step(world, 1.0f).count, 2);
        expect_velocity(world, ball, bounces ? 8.0f : 0.0f, bounces ? 4.0f : 0.0f, 1e-5f);
        expect_at(world, ball, bounces ? 5.0f : 1.5f, bounces ? 3.0f : 1.5f, 1e-4f);
        auk_world_destroy(world);
    }
}

Test(response, a_body_of_two_shapes_slides_and_bounces_with_the_one_that_meets_first)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 100.0f, 1.0f);
    AukBodyId body = shoot(world, auk_shape_circle(0.5f), 0.0f, 5.0f, 2.0f, -8.0f, AUK_RESPONSE_BOUNCE);
    AukShapeDef foot = {.shape = auk_shape_box(0.25f, 0.25f), .position = {1.0f, -1.75f}};
    auk_body_add_shape(world, body, &foot);
    AukHits hits = step(world, 1.0f);
    cr_assert(hits.count == 1 && hits.items[0].fraction == 0.375f);
    expect_velocity(world, body, 2.0f, 8.0f, 0.0f);
    expect_at(world, body, 2.0f, 7.0f, 1e-5f);
    auk_world_destroy(world);
}
