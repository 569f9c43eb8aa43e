// Swept bodies that turn, that touch or overlap something as the step begins, and that fly through sensors.
#include "auk/world.h"

#include "support/random.h"
#include "support/world_stage.h"

#include <criterion/criterion.h>
#include <math.h>

#define FRAME (1.0f / 60.0f)

// ---- turning ------------------------------------------------------------------------------------------------

Test(motion_contact, a_turning_rod_hits_a_thin_peg_however_many_turns_it_makes)
{
    for (float turns = 0.5f; turns < 200.0f; turns *= 1.7f) {
        Stage stage = stage_open();
        AukBodyDef peg = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.001f), -4.0f, -3.0f);
        stage_add(&stage, &peg);
        AukBodyDef rod = scene_def(AUK_MOTION_SWEPT, auk_shape_segment(auk_vec(4.9f, 0.0f), auk_vec(5.1f, 0.0f)), 0, 0);
        rod.spin = -2.0f * 3.14159265f * turns;
        rod.response = AUK_RESPONSE_TOUCH;
        AukBodyId id = stage_add(&stage, &rod);
        AukHits hits = stage_step(&stage, 1.0f);
        double angle = 3.14159265358979 - atan2(3.0, 4.0) - asin(0.0002);
        cr_assert_eq(hits.count, 1, "%g turns", (double)turns);
        cr_assert_float_eq((double)hits.items[0].fraction * 2.0 * 3.14159265358979 * (double)turns, angle, 1e-5);
        cr_assert(hits.items[0].spin_a == rod.spin && auk_body_get_spin(stage.world, id) == 0.0f);
        cr_assert_eq(scene_tally(stage.world), 100000);
        stage_close(&stage);
    }
}

// The rod crosses the beam as the step begins. It comes off the end of the beam, where it had overlapped in the middle.
Test(motion_contact, a_rod_that_turns_out_of_a_thin_beam_hits_it_from_the_other_end)
{
    for (int way = -1; way <= 1; way += 2) {
        Stage stage = stage_open();
        AukBodyDef beam =
            scene_def(AUK_MOTION_STATIC, auk_shape_segment(auk_vec(-2.0f, 0.0f), auk_vec(2.0f, 0.0f)), 0, 0);
        stage_add(&stage, &beam);
        AukShape line = auk_shape_segment(auk_vec(0.0f, 0.5f), auk_vec(0.0f, 3.0f));
        AukBodyDef rod = scene_def(AUK_MOTION_SWEPT, line, 0.0f, -1.0f);
        rod.spin = 9.0f * (float)way;
        stage_add(&stage, &rod);
        AukHits hits = stage_step(&stage, 1.0f);
        double angle = 2.0 * 3.14159265358979 - atan2(2.0, 1.0);
        cr_assert_eq(hits.count, 1);
        cr_assert_float_eq((double)hits.items[0].fraction, angle / 9.0, 1e-5, "%g", (double)hits.items[0].fraction);
        stage_close(&stage);
    }
}

Test(motion_contact, a_box_that_rests_on_a_floor_and_turns_is_stopped_at_once)
{
    for (int way = -1; way <= 1; way += 2) {
        for (int place = -2; place <= 2; place++) {
            Stage stage = stage_open();
            stage_wall(&stage, 0.0f, -1.0f, 10.0f, 1.0f);
            AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_box(1.0f, 1.0f), 4.0f * (float)place, 1.0f);
            def.spin = (float)way;
            def.response = AUK_RESPONSE_TOUCH;
            AukBodyId id = stage_add(&stage, &def);
            AukHits hits = stage_step(&stage, 0.5f);
            cr_assert(hits.count == 1 && hits.items[0].fraction == 0.0f && hits.items[0].normal.y == -1.0f);
            cr_assert_eq(auk_body_get_pose(stage.world, id).q.s, 0.0f);
            stage_close(&stage);
        }
    }
}

Test(motion_contact, what_touches_and_then_curves_into_a_surface_does_not_pass_through)
{
    for (int way = -1; way <= 1; way += 2) {
        Stage stage = stage_open();
        stage_wall(&stage, 0.0f, -0.1f, 10.0f, 0.1f);
        AukShape fist = auk_shape_capsule(auk_vec(0.0f, 2.5f), auk_vec(0.0f, 2.5f), 0.5f); // far above the pivot
        AukBodyDef hammer = scene_def(AUK_MOTION_SWEPT, fist, 0.0f, -2.0f);
        hammer.spin = (float)way;
        hammer.response = AUK_RESPONSE_TOUCH;
        AukBodyId id = stage_add(&stage, &hammer);
        AukHits hits = stage_step(&stage, 1.0f);
        cr_assert(hits.count == 1 && hits.items[0].fraction < 0.01f && hits.items[0].normal.y == -1.0f);
        cr_assert_lt(fabsf(auk_body_get_pose(stage.world, id).q.s), 0.01f);
        stage_close(&stage);
    }
}

Test(motion_contact, a_door_that_opens_hits_whoever_stands_behind_it)
{
    Stage stage = stage_open();
    AukShape leaf = auk_shape_capsule(auk_vec(0.0f, 0.0f), auk_vec(2.0f, 0.0f), 0.05f);
    AukBodyDef door = scene_def(AUK_MOTION_SWEPT, leaf, 0.0f, 0.0f);
    door.response = AUK_RESPONSE_TOUCH;
    door.spin = 6.0f;
    AukBodyId id = stage_add(&stage, &door);
    AukBodyDef man = scene_def(AUK_MOTION_MOVING, auk_shape_circle(0.3f), 1.0f, 1.0f);
    stage_add(&stage, &man);
    AukHits hits = stage_step(&stage, 0.25f);
    cr_assert_eq(hits.count, 1);
    double expected = 0.785398163 - asin(0.35 / sqrt(2.0));
    AukRot q = auk_body_get_pose(stage.world, id).q;
    cr_assert_float_eq(atan2((double)q.s, (double)q.c), expected, 1e-5);
    stage_close(&stage);
}

// ---- starting in contact --------------------------------------------------------------------------------------

Test(motion_contact, what_overlaps_and_moves_in_hits_at_zero_with_the_normal_of_the_manifold)
{
    Stage stage = stage_open();
    stage_wall(&stage, 0.0f, 0.0f, 1.0f, 1.0f);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_box(0.5f, 0.5f), -1.25f, 0.0f);
    def.velocity = auk_vec(10.0f, 3.0f);
    def.response = AUK_RESPONSE_TOUCH;
    AukBodyId id = stage_add(&stage, &def);
    AukHits hits = stage_step(&stage, 1.0f);
    cr_assert(hits.count == 1 && hits.items[0].fraction == 0.0f && hits.items[0].normal.x == 1.0f);
    cr_assert(stage_x(&stage, id) == -1.25f && scene_tally(stage.world) == 100000);
    stage_close(&stage);
}

// The end of a box that lies deeper by a hair goes up as it turns, and the other one down.
Test(motion_contact, what_is_deep_in_and_hardly_tilted_turns_no_further)
{
    for (int way = -1; way <= 1; way += 2) {
        Stage stage = stage_open();
        stage_wall(&stage, 0.0f, -1.0f, 10.0f, 1.0f);
        AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_box(1.0f, 1.0f), 0.0f, 0.75f);
        def.angle = -1e-5f * (float)way;
        def.spin = (float)way;
        def.response = AUK_RESPONSE_TOUCH;
        stage_add(&stage, &def);
        AukHits hits = stage_step(&stage, 0.5f);
        cr_assert(hits.count == 1 && hits.items[0].fraction == 0.0f && hits.items[0].normal.y < -0.99f);
        stage_close(&stage);
    }
}

Test(motion_contact, what_overlaps_and_moves_out_is_not_held)
{
    Stage stage = stage_open();
    stage_wall(&stage, 0.0f, 0.0f, 1.0f, 1.0f);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_box(0.5f, 0.5f), -1.25f, 0.0f);
    def.velocity = auk_vec(-10.0f, 3.0f);
    def.response = AUK_RESPONSE_TOUCH;
    AukBodyId id = stage_add(&stage, &def);
    cr_assert_eq(stage_step(&stage, 0.1f).count, 0);
    cr_assert_eq(stage_x(&stage, id), -2.25f);
    cr_assert_eq(scene_tally(stage.world), 0);
    stage_close(&stage);
}

Test(motion_contact, a_circle_barely_in_a_platform_is_held_going_in_and_not_going_out)
{
    for (int way = -1; way <= 1; way += 2) {
        Stage stage = stage_open();
        stage_wall(&stage, 0.0f, -1824.0f, 1280.0f, 96.0f);
        AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(96.0f), 216.02324f, -1632.0032f);
        def.velocity = auk_vec(10.6066f * (float)way, 10.6066f * (float)way);
        def.response = AUK_RESPONSE_TOUCH;
        AukBodyId id = stage_add(&stage, &def);
        AukHits hits = stage_step(&stage, 1.0f);
        cr_assert_eq(hits.count, way < 0);
        cr_assert(way < 0 ? hits.items[0].fraction == 0.0f && stage_x(&stage, id) == 216.02324f
                          : fabsf(stage_x(&stage, id) - 226.62984f) < 1e-4f);
        stage_close(&stage);
    }
}

Test(motion_contact, sliding_along_a_surface_hits_nothing)
{
    static const float angles[] = {0.0f, 0.3f, 1.2f, -0.7f};
    static const AukVec2 places[] = {{0.0f, 0.0f}, {100.0f, 50.0f}, {-3000.0f, 777.0f}};
    for (int a = 0; a < 4; a++) {
        for (int p = 0; p < 3; p++) {
            AukWorld *world = scene_world();
            AukShape slope = auk_shape_segment(auk_vec(-50.0f, 0.0f), auk_vec(50.0f, 0.0f));
            AukBodyDef def = scene_def(AUK_MOTION_STATIC, slope, places[p].x, places[p].y);
            def.angle = angles[a];
            auk_body_create(world, &def);
            AukVec2 along = auk_vec(cosf(angles[a]), sinf(angles[a]));
            AukVec2 start = auk_vec_add(places[p], auk_vec_scale(0.5f, auk_vec_perp(along)));
            AukBodyId id =
                scene_bullet(world, auk_shape_circle(0.5f), start, auk_vec_scale(3.0f, along), AUK_RESPONSE_TOUCH);
            for (int i = 0; i < 100; i++) {
                auk_world_step(world, FRAME);
                cr_assert_eq(auk_world_hits(world).count, 0, "angle %d, place %d, step %d", a, p, i);
            }
            AukVec2 way = auk_vec_sub(auk_body_get_pose(world, id).p, start);
            cr_assert_float_eq(auk_vec_dot(way, along), 5.0f, 0.02f);
            auk_world_destroy(world);
        }
    }
}

// Two lines have nothing that could overlap, so rounding may put one behind the other. Neither may go on from there.
Test(motion_contact, of_two_lines_that_stop_at_each_other_none_comes_out_behind_the_other)
{
    Random random = random_start(random_seed(), 71);
    for (int i = 0; i < 3000; i++) {
        AukWorld *world = auk_world_create(NULL, NULL);
        float size = (float)random_log(&random, 1e-3, 1e3), away = (float)random_log(&random, 1.0, 1e3) * size;
        float aside = size * random_float(&random, -1.0f, 1.0f), way = size * random_float(&random, 0.1f, 4.0f);
        AukShape line = auk_shape_segment(auk_vec(0.0f, -size), auk_vec(0.0f, size));
        AukBodyDef moving = scene_def(AUK_MOTION_SWEPT, line, random_chance(&random, 0.5) ? away : -away, 0.0f);
        AukBodyDef resting = moving;
        resting.shape = auk_shape_segment(auk_vec(aside, -size), auk_vec(aside, size));
        resting.position.x -= aside + way * random_float(&random, 0.01f, 0.99f);
        moving.velocity.x = -way / FRAME;
        resting.response = moving.response = AUK_RESPONSE_TOUCH;
        AukBodyId body = auk_body_create(world, &resting), other = auk_body_create(world, &moving);
        double place = (double)fmaxf(fabsf(moving.position.x), fabsf(resting.position.x)) * 0x1p-23;
        for (int k = 0; k < 4; k++) {
            cr_assert_eq(auk_world_step(world, FRAME), AUK_OK);
            cr_assert(k > 0 || auk_world_hits(world).count == 1);
            double rest = (double)auk_body_get_pose(world, body).p.x, from = (double)resting.position.x;
            double gap = (double)auk_body_get_pose(world, other).p.x - (rest + (double)aside);
            cr_assert(fabs(rest - from) <= 2.0 * place && gap >= 0.0 && gap <= 2.0 * place,
                      "step %d of round %d, AUK_SEED=%llu: pushed by %g, gap %g, floats there %g", k, i,
                      (unsigned long long)random.seed, rest - from, gap, place);
            auk_body_set_velocity(world, other, moving.velocity);
        }
        auk_world_destroy(world);
    }
}

// Where rounding had put it into the floor, it flew on below the wall that stands there.
Test(motion_contact, a_line_that_stops_on_a_floor_is_stopped_by_what_stands_on_it)
{
    Random random = random_start(random_seed(), 31);
    for (int round = 0; round < 200; round++) {
        Stage stage = stage_open();
        float top = random_float(&random, -3.0f, 3.0f), offset = random_float(&random, -1.0f, 1.0f);
        stage_wall(&stage, 0.0f, top - 1.0f, 50.0f, 1.0f);
        stage_wall(&stage, 10.0f, top + 1.0f, 1.0f, 1.0f);
        float floor = top - 1.0f + 1.0f, foot = top + 1.0f - 1.0f; // as rounded
        AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_segment(auk_vec(-0.1f, offset), auk_vec(0.1f, offset)),
                                   0.0f, top + 2.0f);
        def.velocity = auk_vec(random_float(&random, -1.0f, 1.0f), -5.0f);
        def.response = AUK_RESPONSE_TOUCH;
        AukBodyId line = stage_add(&stage, &def);
        cr_assert_eq(stage_step(&stage, 1.0f).count, 1);
        stage_velocity(&stage, line, 20.0f, 0.0f);
        stage_step(&stage, 1.0f);
        cr_assert(foot > floor || stage_x(&stage, line) < 9.0f, "seed %llu round %d: at %g",
                  (unsigned long long)random.seed, round, (double)stage_x(&stage, line));
        stage_close(&stage);
    }
}

Test(motion_contact, a_bullet_that_leaves_a_wall_can_hit_it_again_in_a_later_step)
{
    Stage stage = stage_open();
    stage_wall(&stage, 0.0f, 0.0f, 1.0f, 1.0f);
    AukBodyId id = stage_bullet(&stage, -3.0f, 0.0f, 10.0f, 0.0f, AUK_RESPONSE_TOUCH);
    cr_assert_eq(stage_step(&stage, 1.0f).count, 1);
    stage_velocity(&stage, id, -10.0f, 0.0f);
    cr_assert_eq(stage_step(&stage, 0.1f).count, 0);
    cr_assert_eq(scene_tally(stage.world), 1000);
    stage_velocity(&stage, id, 10.0f, 0.0f);
    cr_assert_eq(stage_step(&stage, 1.0f).count, 1);
    cr_assert_eq(scene_tally(stage.world), 100000);
    stage_close(&stage);
}

Test(motion_contact, a_bullet_never_hits_its_owner_or_its_like_or_what_it_ignores)
{
    Stage stage = stage_open();
    AukBodyId shooter = stage_wall(&stage, 0.0f, 0.0f, 1.0f, 1.0f);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.1f), 0.0f, 0.0f);
    def.response = AUK_RESPONSE_TOUCH;
    def.owner = shooter;
    def.velocity = auk_vec(10.0f, 0.0f);
    AukBodyId one = stage_add(&stage, &def);
    def.position.x = 5.0f;
    def.velocity.x = -10.0f;
    AukBodyId two = stage_add(&stage, &def);
    def.owner = (AukBodyId){0, 0};
    def.filter.ignore = 1;
    def.filter.category = 2;
    AukBodyId ghost = stage_add(&stage, &def);
    cr_assert_eq(stage_step(&stage, 1.0f).count, 0);
    cr_assert(stage_x(&stage, one) == 10.0f && stage_x(&stage, two) == -5.0f && stage_x(&stage, ghost) == -5.0f);
    cr_assert_eq(scene_tally(stage.world), 0);
    stage_close(&stage);
}

// ---- sensors on the way -----------------------------------------------------------------------------------------

Test(motion_contact, a_sensor_crossed_within_a_step_is_entered_and_left)
{
    float steps[2] = {FRAME, 1.0f};
    for (int i = 0; i < 2; i++) {
        Stage stage = stage_open();
        AukBodyDef wall = scene_def(AUK_MOTION_STATIC, auk_shape_box(0.5f, 4.0f), 1.5f, 4.0f);
        wall.sensor = true;
        stage_add(&stage, &wall);
        AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.1f), 7.39814f, 4.0f);
        def.velocity = auk_vec(-20.0f, 0.0f);
        def.response = AUK_RESPONSE_TOUCH;
        stage_add(&stage, &def);
        int enters = 0, leaves = 0, together = 0;
        for (int k = 0; k < (i == 0 ? 60 : 1); k++) {
            cr_assert_eq(stage_step(&stage, steps[i]).count, 0);
            AukEvents entered = auk_world_events(stage.world, AUK_EVENT_ENTER);
            enters += entered.count;
            leaves += scene_events(stage.world, AUK_EVENT_LEAVE);
            together += entered.count && scene_events(stage.world, AUK_EVENT_LEAVE);
            if (entered.count && i == 1) {
                cr_assert_float_eq(entered.items[0].fraction, (7.39814f - 2.1f) / 20.0f, 1e-6f);
                cr_assert(entered.items[0].body_a.index == 0 && entered.items[0].bodies);
            }
        }
        cr_assert(enters == 1 && leaves == 1 && together == i, "dt %g", (double)steps[i]);
        stage_close(&stage);
    }
}

Test(motion_contact, a_sensor_on_a_bullet_sees_what_it_flies_through)
{
    Stage stage = stage_open();
    stage_wall(&stage, 5.0f, 0.0f, 0.01f, 1.0f);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.1f), 0.0f, 0.0f);
    def.sensor = true;
    def.velocity = auk_vec(10.0f, 0.0f);
    def.response = AUK_RESPONSE_TOUCH;
    AukBodyId eye = stage_add(&stage, &def);
    cr_assert_eq(stage_step(&stage, 1.0f).count, 0);
    cr_assert_eq(scene_tally(stage.world), 101);
    AukEvent e = auk_world_events(stage.world, AUK_EVENT_ENTER).items[0];
    cr_assert(auk_body_id_equal(e.body_a, eye) && stage_x(&stage, eye) == 10.0f);
    cr_assert_float_eq(e.fraction, 0.489f, 1e-6f);
    stage_close(&stage);
}

Test(motion_contact, a_moving_body_is_tested_where_it_ends_up_only)
{
    Stage stage = stage_open();
    stage_wall(&stage, 5.0f, 0.0f, 0.01f, 1.0f);
    stage_moving(&stage, AUK_MOTION_MOVING, auk_shape_circle(0.1f), auk_vec(0.0f, 0.0f), auk_vec(10.0f, 0.0f));
    stage_bullet(&stage, 0.0f, 50.0f, 1.0f, 0.0f, AUK_RESPONSE_TOUCH); // somewhere else: others must not notice
    cr_assert_eq(stage_step(&stage, 1.0f).count, 0);
    cr_assert_eq(scene_tally(stage.world), 0);
    stage_close(&stage);
}
