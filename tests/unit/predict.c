// Predictions of one body: legs, hits and ends whose numbers are known, what is not changed, and what is refused.
#include "world/query/predict.h"
#include "auk/auk.h"

#include "support/terrain_scene.h"
#include "unit/failing_allocator.h"

#include <math.h>

static AukPredicted predicted(const AukWorld *world, AukPredictWork *work, AukBodyId body, const AukPredict *predict)
{
    AukPredicted answer;
    uint64_t hash = auk_world_hash(world);
    AukStatus status = auk_world_predict(world, work, body, predict, &answer);
    cr_assert_eq(status, AUK_OK, "%s", auk_status_text(status));
    cr_assert_eq(auk_world_hash(world), hash);
    return answer;
}

static void expect_leg(const AukLeg *leg, AukVec2 from, AukVec2 to, float start, float end)
{
    cr_assert(near(leg->from.p.x, from.x, 1e-4f) && near(leg->from.p.y, from.y, 1e-4f), "from (%g, %g)",
              (double)leg->from.p.x, (double)leg->from.p.y);
    cr_assert(near(leg->to.p.x, to.x, 1e-4f) && near(leg->to.p.y, to.y, 1e-4f), "to (%g, %g)", (double)leg->to.p.x,
              (double)leg->to.p.y);
    cr_assert(near(leg->start, start, 1e-5f) && near(leg->end, end, 1e-5f), "%g to %g", (double)leg->start,
              (double)leg->end);
}

// A ball of radius 0.5 between walls whose faces are at x = -1 and x = 9.
static AukBodyId between_walls(AukWorld *world, AukResponse response)
{
    AukBodyId left = scene_wall(world, -2.0f, 0.0f, 1.0f, 50.0f), right = scene_wall(world, 10.0f, 0.0f, 1.0f, 50.0f);
    auk_body_set_user_data(world, left, 1);
    auk_body_set_user_data(world, right, 2);
    return scene_bullet(world, auk_shape_circle(0.5f), auk_vec(4.5f, 0.0f), auk_vec(8.0f, 2.0f), response);
}

Test(predict, a_bouncing_ball_has_a_leg_between_any_two_walls)
{
    AukWorld *world = scene_world();
    AukPredictWork *work = auk_predict_work_create(NULL);
    AukBodyId ball = between_walls(world, AUK_RESPONSE_BOUNCE);
    AukPredict predict = {.dt = 0.25f, .steps = 8};
    AukPredicted answer = predicted(world, work, ball, &predict);
    cr_assert_eq(answer.legs.count, 3);
    expect_leg(&answer.legs.items[0], auk_vec(4.5f, 0.0f), auk_vec(8.5f, 1.0f), 0.0f, 0.5f);
    expect_leg(&answer.legs.items[1], auk_vec(8.5f, 1.0f), auk_vec(-0.5f, 3.25f), 0.5f, 1.625f);
    expect_leg(&answer.legs.items[2], auk_vec(-0.5f, 3.25f), auk_vec(2.5f, 4.0f), 1.625f, 2.0f);
    cr_assert_eq(answer.hits.count, 2);
    cr_assert(answer.legs.items[0].hit == 0 && answer.legs.items[1].hit == 1 && answer.legs.items[2].hit == -1);
    cr_assert(answer.hits.items[0].hit.user_data_b == 2 && answer.hits.items[1].hit.user_data_b == 1);
    cr_assert(answer.hits.items[0].hit.normal.x == 1.0f && near(answer.hits.items[0].hit.point.x, 9.0f, 1e-4f));
    cr_assert(answer.hits.items[1].step == 6 && near(answer.hits.items[1].time, 1.625f, 1e-5f));
    cr_assert(answer.end == AUK_PREDICT_END_TIME && answer.steps == 8 && answer.time == 2.0f);
    cr_assert(near(answer.length, 2.0f * sqrtf(68.0f), 1e-3f) && answer.velocity.x == 8.0f);
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
}

Test(predict, a_body_that_stops_has_come_to_rest_at_its_hit)
{
    AukWorld *world = scene_world();
    AukPredictWork *work = auk_predict_work_create(NULL);
    AukBodyId ball = between_walls(world, AUK_RESPONSE_TOUCH);
    AukPredict predict = {.dt = 0.3f, .steps = 100, .acceleration = {0.0f, -1.0f}};
    AukPredicted answer = predicted(world, work, ball, &predict);
    cr_assert(answer.end == AUK_PREDICT_END_REST && answer.steps == 2 && answer.hits.count == 1);
    cr_assert(near(answer.time, 0.5f, 1e-5f) && near(answer.pose.p.x, 8.5f, 1e-5f));
    cr_assert(answer.velocity.x == 0.0f && answer.velocity.y == 0.0f);
    cr_assert_eq(answer.legs.items[answer.legs.count - 1].hit, 0);
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
}

Test(predict, the_line_may_end_at_any_response)
{
    AukWorld *world = scene_world();
    AukPredictWork *work = auk_predict_work_create(NULL);
    AukBodyId ball = between_walls(world, AUK_RESPONSE_BOUNCE);
    for (int most = 1; most <= 4; most++) {
        AukPredict predict = {.dt = 1.0f, .steps = 100, .max_responses = most};
        AukPredicted answer = predicted(world, work, ball, &predict);
        cr_assert(answer.end == AUK_PREDICT_END_RESPONSES && answer.hits.count == most);
        cr_assert(answer.legs.count == most && answer.legs.items[most - 1].hit == most - 1);
        cr_assert(near(answer.time, 0.5f + 1.125f * (float)(most - 1), 1e-4f), "%g", (double)answer.time);
        cr_assert(near(answer.pose.p.x, most % 2 ? 8.5f : -0.5f, 1e-4f));
        cr_assert_eq(answer.velocity.x, most % 2 ? 8.0f : -8.0f);
    }
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
}

Test(predict, a_thrown_grenade_follows_the_line_that_was_drawn)
{
    AukWorld *world = scene_world();
    AukPredictWork *work = auk_predict_work_create(NULL);
    scene_wall(world, 0.0f, -1.0f, 50.0f, 1.0f);
    scene_wall(world, 12.0f, 5.0f, 1.0f, 5.0f);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.2f), 0.0f, 0.0f);
    def.response = AUK_RESPONSE_BOUNCE;
    def.bounce_loss = 0.4f;
    def.disabled = true; // in the hand
    AukBodyId grenade = auk_body_create(world, &def);
    const float dt = 1.0f / 60.0f;
    AukPredict predict = {.dt = dt, .steps = 90, .with_pose = true, .with_velocity = true};
    predict.pose.p = auk_vec(1.0f, 2.0f);
    predict.velocity = auk_vec(14.0f, 6.0f);
    predict.spin = 3.0f;
    predict.acceleration = auk_vec(0.0f, -9.8f);
    AukPredicted answer = predicted(world, work, grenade, &predict);
    cr_assert(answer.hits.count >= 2 && answer.steps == 90);
    cr_assert_eq(auk_body_set_enabled(world, grenade, true), AUK_OK);
    cr_assert_eq(auk_body_set_pose(world, grenade, predict.pose), AUK_OK);
    cr_assert_eq(auk_body_set_velocity(world, grenade, predict.velocity), AUK_OK);
    cr_assert_eq(auk_body_set_spin(world, grenade, predict.spin), AUK_OK);
    int hits = 0;
    for (int i = 0; i < 90; i++) {
        AukVec2 velocity = auk_vec_add_scaled(auk_body_get_velocity(world, grenade), dt, predict.acceleration);
        cr_assert_eq(auk_body_set_velocity(world, grenade, velocity), AUK_OK);
        cr_assert_eq(auk_world_step(world, dt), AUK_OK);
        hits += auk_world_hits(world).count;
    }
    AukTransform pose = auk_body_get_pose(world, grenade);
    cr_assert_eq(memcmp(&pose, &answer.pose, sizeof pose), 0);
    cr_assert(hits == answer.hits.count && auk_body_get_velocity(world, grenade).y == answer.velocity.y);
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
}

Test(predict, piercings_are_used_up_along_the_line_and_not_in_the_world)
{
    AukWorld *world = scene_world();
    AukPredictWork *work = auk_predict_work_create(NULL);
    for (int i = 0; i < 4; i++) {
        scene_wall(world, 2.0f + 2.0f * (float)i, 0.0f, 0.1f, 1.0f);
    }
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.1f), 0.0f, 0.0f);
    def.response = AUK_RESPONSE_TOUCH;
    def.velocity = auk_vec(10.0f, 0.0f);
    def.pierce = 2;
    AukBodyId bullet = auk_body_create(world, &def);
    for (int again = 0; again < 2; again++) {
        AukPredict predict = {.dt = 0.03f, .steps = 100};
        AukPredicted answer = predicted(world, work, bullet, &predict);
        cr_assert(answer.end == AUK_PREDICT_END_REST && near(answer.pose.p.x, 5.8f, 1e-5f));
        int first = 0;
        for (int i = 0; i < answer.hits.count; i++) {
            first += answer.hits.items[i].hit.first;
        }
        cr_assert_eq(first, 3);
    }
    cr_assert_eq(auk_body_get_pierce(world, bullet), 2);
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
}

Test(predict, what_moves_in_the_world_stands_still_in_a_prediction)
{
    AukWorld *world = scene_world();
    AukPredictWork *work = auk_predict_work_create(NULL);
    AukBodyId lift = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(1.0f, 1.0f), 5.0f, 0.0f);
    cr_assert_eq(auk_body_set_velocity(world, lift, auk_vec(0.0f, 100.0f)), AUK_OK);
    cr_assert_eq(auk_body_move_to(world, lift, auk_transform(auk_vec(50.0f, 50.0f), 1.0f)), AUK_OK);
    AukBodyId ball =
        scene_bullet(world, auk_shape_circle(0.5f), auk_vec(0.0f, 0.0f), auk_vec(7.0f, 0.0f), AUK_RESPONSE_TOUCH);
    AukPredicted answer = predicted(world, work, ball, &(AukPredict){.dt = 1.0f});
    cr_assert(answer.hits.count == 1 && near(answer.pose.p.x, 3.5f, 1e-5f));
    cr_assert_eq(answer.hits.items[0].hit.velocity_b.y, 0.0f);
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
}

Test(predict, a_ball_that_is_hit_rolls_on_and_hits_the_next)
{
    AukWorld *world = scene_world();
    AukPredictWork *work = auk_predict_work_create(NULL);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.5f), 0.0f, 0.0f);
    def.response = AUK_RESPONSE_BOUNCE;
    def.bounce_loss = 0.5f;
    AukBodyId cue = auk_body_create(world, &def);
    def.position.x = 3.0f;
    auk_body_create(world, &def);
    scene_wall(world, 7.0f, 0.0f, 1.0f, 1.0f);
    AukPredict predict = {.dt = 0.3f, .steps = 8, .with_velocity = true, .velocity = {4.0f, 0.0f}};
    AukPredicted answer = predicted(world, work, cue, &predict);
    // a closing speed of 4 becomes one of 2 apart: 1 and 3. The other comes back from the wall at half its speed.
    cr_assert_eq(answer.hits.count, 2);
    cr_assert(near(answer.hits.items[0].time, 0.5f, 1e-5f) && near(answer.hits.items[1].time, 2.0f, 1e-4f));
    cr_assert(near(answer.legs.items[1].velocity.x, 1.0f, 1e-5f) && near(answer.velocity.x, -0.875f, 1e-5f));
    cr_assert_eq(answer.end, AUK_PREDICT_END_TIME);
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
}

Test(predict, a_body_that_is_not_swept_goes_through_walls)
{
    AukWorld *world = scene_world();
    AukPredictWork *work = auk_predict_work_create(NULL);
    scene_wall(world, 5.0f, 0.0f, 1.0f, 1.0f);
    AukBodyId ball = scene_ball(world, 0.0f, 0.0f, 0.5f);
    AukPredict predict = {.dt = 1.0f, .with_velocity = true, .velocity = {9.0f, 0.0f}};
    AukPredicted answer = predicted(world, work, ball, &predict);
    cr_assert(answer.hits.count == 0 && answer.legs.count == 1 && answer.pose.p.x == 9.0f);
    cr_assert(near(answer.length, 9.0f, 1e-5f));
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
}

Test(predict, a_disabled_shape_of_the_body_meets_nothing_as_in_a_step)
{
    AukWorld *worlds[2] = {scene_world(), scene_world()};
    AukPredictWork *work = auk_predict_work_create(NULL);
    float ends[2];
    for (int i = 0; i < 2; i++) {
        scene_wall(worlds[i], 5.0f, 0.0f, 1.0f, 4.0f);
        AukBodyId body = scene_bullet(worlds[i], auk_shape_circle(0.5f), auk_vec(0.0f, 0.0f), auk_vec(10.0f, 0.0f),
                                      AUK_RESPONSE_TOUCH);
        AukShapeId shape;
        cr_assert_eq(auk_body_get_shapes(worlds[i], body, &shape, 1), 1);
        cr_assert_eq(auk_world_shape_set_enabled(worlds[i], shape, false), AUK_OK);
        cr_assert_eq(predicted(worlds[i], work, body, &(AukPredict){.dt = 1.0f}).pose.p.x, 10.0f);
        auk_body_add_shape(worlds[i], body, &(AukShapeDef){.shape = auk_shape_circle(0.125f)});
        cr_assert(near(predicted(worlds[i], work, body, &(AukPredict){.dt = 1.0f}).pose.p.x, 3.875f, 1e-5f));
        AukPredicted answer;
        cr_assert_eq(i ? auk_body_advance(worlds[i], body, 1.0f, &answer) : auk_world_step(worlds[i], 1.0f), AUK_OK);
        ends[i] = auk_body_get_position(worlds[i], body).x;
    }
    cr_assert(ends[0] == ends[1] && near(ends[0], 3.875f, 1e-5f), "%g, %g", (double)ends[0], (double)ends[1]);
    auk_predict_work_destroy(work);
    auk_world_destroy(worlds[0]);
    auk_world_destroy(worlds[1]);
}

Test(predict, zero_is_one_step_of_no_length)
{
    AukWorld *world = scene_world();
    AukPredictWork *work = auk_predict_work_create(NULL);
    AukBodyId ball = scene_ball(world, 3.0f, 4.0f, 0.5f);
    for (int i = 0; i < 2; i++) {
        AukPredict none = {0};
        AukPredicted answer = predicted(world, work, ball, i == 0 ? NULL : &none);
        cr_assert(answer.legs.count == 1 && answer.hits.count == 0 && answer.length == 0.0f && answer.time == 0.0f);
        cr_assert(answer.pose.p.x == 3.0f && answer.pose.q.c == 1.0f && answer.end == AUK_PREDICT_END_REST);
    }
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
}

// Where it is after being advanced is where it was, also if it has not moved.
Test(predict, a_body_that_is_advanced_has_no_previous_pose_behind_it)
{
    AukWorld *world = scene_world();
    AukBodyId ball =
        scene_bullet(world, auk_shape_circle(0.5f), auk_vec(0.0f, 0.0f), auk_vec(1.0f, 0.0f), AUK_RESPONSE_CROSS);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        cr_assert_eq(auk_body_get_previous_pose(world, ball).p.x, auk_body_get_position(world, ball).x - 1.0f);
        cr_assert_eq(auk_body_advance(world, ball, (float)i, NULL), AUK_OK);
        cr_assert_eq(auk_body_get_previous_pose(world, ball).p.x, auk_body_get_position(world, ball).x);
    }
    auk_world_destroy(world);
}

Test(predict, a_shot_around_a_wrapped_world_comes_back_from_the_other_side)
{
    AukWorldDef def = {.wrap = {{-10.0f, -10.0f}, {10.0f, 10.0f}}};
    AukWorld *world = auk_world_create(&def, NULL);
    AukPredictWork *work = auk_predict_work_create(NULL);
    scene_wall(world, -6.0f, 0.0f, 1.0f, 1.0f);
    AukBodyId shot =
        scene_bullet(world, auk_shape_circle(0.5f), auk_vec(5.0f, 0.0f), auk_vec(8.0f, 0.0f), AUK_RESPONSE_TOUCH);
    AukPredicted answer = predicted(world, work, shot, &(AukPredict){.dt = 0.25f, .steps = 9});
    cr_assert(answer.end == AUK_PREDICT_END_REST && near(answer.pose.p.x, -7.5f, 1e-4f));
    cr_assert(near(answer.length, 7.5f, 1e-4f) && answer.legs.count == 2);
    expect_leg(&answer.legs.items[0], auk_vec(5.0f, 0.0f), auk_vec(11.0f, 0.0f), 0.0f, 0.75f);
    expect_leg(&answer.legs.items[1], auk_vec(-9.0f, 0.0f), auk_vec(-7.5f, 0.0f), 0.75f, 0.9375f);
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
}

Test(predict, one_workspace_serves_worlds_that_grow_and_shrink)
{
    AukPredictWork *work = auk_predict_work_create(NULL);
    for (int round = 0; round < 6; round++) {
        AukWorld *world = scene_world();
        AukBodyId ball = between_walls(world, AUK_RESPONSE_BOUNCE), last = ball;
        for (int i = 0; i < (round % 3) * 400; i++) {
            last = scene_wall(world, 200.0f + 3.0f * (float)i, 200.0f, 1.0f, 1.0f);
        }
        AukPredict predict = {.dt = 0.25f, .steps = 8};
        cr_assert_eq(predicted(world, work, ball, &predict).hits.count, 2);
        if (round % 3 > 0) {
            cr_assert_eq(auk_body_destroy(world, last), AUK_OK);
        }
        AukBodyId wall = scene_wall(world, 6.5f, 0.5f, 0.5f, 0.5f); // in the freed slot
        AukPredicted answer = predicted(world, work, ball, &predict);
        cr_assert(answer.hits.count > 0 && auk_body_id_equal(answer.hits.items[0].hit.body_b, wall));
        auk_world_destroy(world);
    }
    auk_predict_work_destroy(work);
}

Test(predict, bad_questions_are_refused_and_nothing_is_written)
{
    AukWorld *world = scene_world();
    AukPredictWork *work = auk_predict_work_create(NULL);
    AukBodyId wall = scene_wall(world, 0.0f, 5.0f, 1.0f, 1.0f), ball = scene_ball(world, 0.0f, 0.0f, 0.5f);
    AukBodyId none = {0, 0}, absurd = {UINT32_MAX, UINT32_MAX}, stale = scene_ball(world, 9.0f, 0.0f, 0.5f);
    cr_assert_eq(auk_body_destroy(world, stale), AUK_OK);
    AukPredicted out, before;
    memset(&out, 77, sizeof out);
    before = out;
    const AukPredict good = {.dt = 0.1f, .steps = 3};
    cr_assert_eq(auk_world_predict(NULL, work, ball, &good, &out), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_predict(world, NULL, ball, &good, &out), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_predict(world, work, ball, &good, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_predict(world, work, none, &good, &out), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_world_predict(world, work, absurd, &good, &out), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_world_predict(world, work, stale, &good, &out), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_world_predict(world, work, wall, &good, &out), AUK_ERROR_STATIC_BODY);
    const struct {
        AukPredict predict;
        AukStatus status;
    } cases[] = {
        {{.dt = -0.1f}, AUK_ERROR_TIME_STEP},
        {{.dt = NAN}, AUK_ERROR_TIME_STEP},
        {{.dt = INFINITY}, AUK_ERROR_TIME_STEP},
        {{.dt = 0.1f, .steps = -1}, AUK_ERROR_COUNT},
        {{.dt = 0.1f, .steps = AUK_PREDICT_STEPS_MAX + 1}, AUK_ERROR_COUNT},
        {{.dt = 0.1f, .max_responses = -1}, AUK_ERROR_COUNT},
        {{.dt = 0.1f, .acceleration = {NAN, 0.0f}}, AUK_ERROR_NOT_FINITE},
        {{.dt = 0.1f, .acceleration = {0.0f, 1e20f}}, AUK_ERROR_RANGE},
        {{.dt = 0.1f, .with_velocity = true, .velocity = {0.0f, INFINITY}}, AUK_ERROR_NOT_FINITE},
        {{.dt = 0.1f, .with_velocity = true, .spin = NAN}, AUK_ERROR_NOT_FINITE},
        {{.dt = 0.1f, .with_pose = true, .pose = {{NAN, 0.0f}, {1.0f, 0.0f}}}, AUK_ERROR_NOT_FINITE},
        {{.dt = 0.1f, .with_pose = true, .pose = {{0.0f, 0.0f}, {1.0f, INFINITY}}}, AUK_ERROR_NOT_FINITE},
        {{.dt = 0.1f, .with_pose = true, .pose = {{1e16f, 0.0f}, {1.0f, 0.0f}}}, AUK_ERROR_RANGE},
        {{.dt = 1e9f, .steps = 9, .with_velocity = true, .velocity = {1e9f, 0.0f}}, AUK_ERROR_RANGE},
        {{.dt = 1e3f, .steps = 9, .acceleration = {1e14f, 0.0f}}, AUK_ERROR_RANGE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AukStatus status = auk_world_predict(world, work, ball, &cases[i].predict, &out);
        cr_assert_eq(status, cases[i].status, "case %d: %s", (int)i, auk_status_text(status));
        cr_assert_eq(memcmp(&out, &before, sizeof out), 0);
    }
    cr_assert_eq(predicted(world, work, ball, &good).steps, 1); // the workspace still works; the ball rests
    auk_predict_work_destroy(work);
    auk_predict_work_destroy(NULL);
    auk_world_destroy(world);
}

Test(predict, without_memory_a_prediction_is_refused_and_the_next_one_works)
{
    static FailingAllocator memory;
    failing_allocator_install(&memory);
    AukStatus status;
    memory.fail_at = 0;
    cr_assert(!auk_predict_work_create(&status) && status == AUK_ERROR_OUT_OF_MEMORY);
    memory.fail_at = -1;
    AukWorld *world = scene_world();
    AukBodyId ball = between_walls(world, AUK_RESPONSE_BOUNCE);
    scene_bullet(world, auk_shape_circle(0.5f), auk_vec(7.0f, 0.6f), auk_vec(0.0f, 0.0f), AUK_RESPONSE_SLIDE);
    int refused = 0;
    AukPredicted out;
    memset(&out, 0, sizeof out);
    const AukPredict predict = {.dt = 0.25f, .steps = 12};
    for (int room = 0;; room++) {
        AukPredictWork *work = auk_predict_work_create(NULL);
        memory.calls = 0;
        memory.fail_at = room;
        status = auk_world_predict(world, work, ball, &predict, &out);
        memory.fail_at = -1;
        refused += status == AUK_ERROR_OUT_OF_MEMORY;
        cr_assert(status == AUK_OK || status == AUK_ERROR_OUT_OF_MEMORY);
        cr_assert_eq(auk_world_predict(world, work, ball, &predict, &out), AUK_OK);
        cr_assert_gt(out.hits.count, 0);
        auk_predict_work_destroy(work);
        if (status == AUK_OK) {
            break;
        }
    }
    cr_assert_gt(refused, 10);
    AukPredictWork *work = auk_predict_work_create(NULL);
    cr_assert_eq(auk_world_predict(world, work, ball, &predict, &out), AUK_OK);
    memory.fail_at = memory.calls;
    cr_assert_eq(auk_world_predict(world, work, ball, &predict, &out), AUK_OK); // warm: it allocates nothing
    memory.fail_at = -1;
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}

// A pair that only the turned path brings stands at the end of the list, where other pairs come between it and the hit
// of the same two shapes: the second edge was hit too, if there was another pair anywhere.
Test(predict, a_chain_that_is_crossed_after_a_bounce_is_hit_once_whatever_else_there_is)
{
    const AukVec2 points[3] = {{7.0f, 0.05f}, {4.0f, 1.0f}, {7.0f, 2.0f}};
    for (int others = 0; others < 3; others++) {
        AukWorld *world = scene_world();
        AukResponseRule rule = {.other = 2, .response = AUK_RESPONSE_CROSS};
        cr_assert_eq(auk_world_set_response_rules(world, &rule, 1), AUK_OK);
        AukBodyId ball =
            scene_bullet(world, auk_shape_circle(0.1f), auk_vec(0.0f, 0.0f), auk_vec(10.0f, 0.0f), AUK_RESPONSE_BOUNCE);
        scene_body(world, AUK_MOTION_STATIC, auk_shape_segment(auk_vec(4.0f, -1.0f), auk_vec(6.0f, 1.0f)), 0.0f, 0.0f);
        AukBodyDef def = {.motion = AUK_MOTION_STATIC, .filter = {.category = 2}};
        AukBodyId body = auk_body_create(world, &def);
        AukShapeId chain = auk_body_add_chain(world, body, points, 3, false, NULL);
        cr_assert_not(auk_shape_id_is_null(chain));
        for (int i = 0; i < others; i++) {
            float x = 100.0f + 10.0f * (float)i;
            scene_bullet(world, auk_shape_circle(1.0f), auk_vec(x, 100.0f), auk_vec(0.0f, 0.0f), AUK_RESPONSE_CROSS);
            scene_wall(world, x + 1.0f, 100.0f, 1.0f, 1.0f);
        }
        AukPredictWork *work = auk_predict_work_create(NULL);
        AukPredict predict = {.dt = 1.0f};
        AukPredicted answer = predicted(world, work, ball, &predict);
        cr_assert_eq(answer.hits.count, 2);
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        AukHits hits = auk_world_hits(world);
        int own = 0;
        for (int i = 0; i < hits.count; i++) {
            if (auk_body_id_equal(hits.items[i].body_a, ball)) {
                cr_assert_eq(hits.items[i].fraction, answer.hits.items[own].hit.fraction, "%d others", others);
                cr_assert_eq(hits.items[i].child_b, answer.hits.items[own].hit.child_b);
                own++;
            }
        }
        cr_assert_eq(own, 2, "%d others: %d hits", others, own);
        auk_predict_work_destroy(work);
        auk_world_destroy(world);
    }
}

// The body on the platform drops through it, and the platform leaves and comes back: as the world's step has it.
Test(predict, a_platform_that_leaves_what_drops_through_it_catches_it_when_it_comes_back)
{
    AukWorld *world = scene_world();
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_SLIDE, .shape = auk_shape_box(0.5f, 0.5f)};
    def.position = auk_vec(0.0f, 0.5f);
    AukBodyId rider = auk_body_create(world, &def);
    AukBodyDef floor = {.shape = auk_shape_box(2.0f, 0.25f), .position = {0.0f, -0.25f}, .one_way = {0.0f, 1.0f}};
    AukBodyId platform = auk_body_create(world, &floor);
    cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
    cr_assert_eq(auk_world_contacts(world).count, 1);
    cr_assert_eq(auk_body_drop_through(world, rider), AUK_OK);
    AukPredictWork *work = auk_predict_work_create(NULL);
    AukPredict ask = {.dt = 0.1f, .steps = 12, .with_velocity = true, .velocity = {0.0f, -10.0f}};
    ask.acceleration = auk_vec(0.0f, 20.0f);
    AukPredicted told;
    cr_assert_eq(auk_world_predict(world, work, platform, &ask, &told), AUK_OK);
    auk_body_set_velocity(world, platform, ask.velocity);
    int hits = 0;
    for (int i = 0; i < 12; i++) {
        AukVec2 velocity = auk_vec_add_scaled(auk_body_get_velocity(world, platform), 0.1f, ask.acceleration);
        auk_body_set_velocity(world, platform, velocity);
        cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
        hits += auk_world_hits(world).count;
    }
    cr_assert(hits > 0 && told.hits.count == hits, "%d hits, told %d", hits, told.hits.count);
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
}

// The body goes its way in the world as told, with the same hits.
static void expect_hits_as_told(AukWorld *world, AukBodyId body, float dt, const AukPredicted *told)
{
    cr_assert_eq(auk_world_step(world, dt), AUK_OK);
    AukHits hits = auk_world_hits(world);
    cr_assert_eq(hits.count, told->hits.count, "%d hits, told %d", hits.count, told->hits.count);
    for (int i = 0; i < hits.count; i++) {
        const AukHit *hit = &hits.items[i], *expected = &told->hits.items[i].hit;
        cr_assert(hit->body_a.index == expected->body_a.index && hit->shape_b.index == expected->shape_b.index);
        cr_assert(hit->fraction == expected->fraction && hit->normal.x == expected->normal.x, "hit %d: %g, told %g", i,
                  (double)hit->fraction, (double)expected->fraction);
    }
    AukTransform pose = auk_body_get_pose(world, body);
    cr_assert(memcmp(&pose, &told->pose, sizeof pose) == 0);
}

// Two grids of a cell each, side by side on one body.
static void add_two_cells(AukWorld *world, AukBodyId body)
{
    const uint8_t full = AUK_TILE_FULL;
    AukTilesDef tiles = {.width = 1, .height = 1, .cell = 1.0f, .cells = &full};
    for (int i = 0; i < 2; i++) {
        AukShapeDef def = {.position = {(float)i, 0.0f}};
        cr_assert(auk_body_add_tiles(world, body, &tiles, &def).generation);
    }
}

// It touches the first grid, so it meets the second, which continues it. The lists of contacts, by which a step finds
// that touch, are not made for a prediction.
Test(predict, a_one_way_body_that_touched_a_grid_meets_the_one_that_is_joined_to_it)
{
    AukWorld *world = scene_world();
    AukPredictWork *work = auk_predict_work_create(NULL);
    AukBodyDef ground = {.motion = AUK_MOTION_STATIC};
    add_two_cells(world, auk_body_create(world, &ground));
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .shape = auk_shape_box(0.25f, 0.25f), .one_way = {0.0f, 1.0f}};
    def.position = auk_vec(0.5f, -0.5f);
    def.velocity = auk_vec(0.0f, 0.5f);
    AukBodyId body = auk_body_create(world, &def);
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    cr_assert_eq(auk_world_contacts(world).count, 1);
    auk_body_set_velocity(world, body, auk_vec(1.0f, 0.25f));
    AukPredicted told = predicted(world, work, body, &(AukPredict){.dt = 1.0f});
    cr_assert_gt(told.hits.count, 0);
    expect_hits_as_told(world, body, 1.0f, &told);
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
}

// The post goes from cell to cell: the side between the two is none, as it will be when the body is enabled.
Test(predict, the_grids_of_a_disabled_body_are_joined_in_its_prediction)
{
    AukWorld *world = scene_world();
    AukPredictWork *work = auk_predict_work_create(NULL);
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .velocity = {-1.0f, 0.0f}, .disabled = true};
    AukBodyId body = auk_body_create(world, &def);
    add_two_cells(world, body);
    scene_wall(world, 0.5f, -0.75f, 0.125f, 1.0f);
    AukPredicted told = predicted(world, work, body, &(AukPredict){.dt = 1.0f});
    cr_assert_eq(auk_body_set_enabled(world, body, true), AUK_OK);
    expect_hits_as_told(world, body, 1.0f, &told);
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
}

// A ball that bounces to and fro until it is stopped. The line that ends at that response ends where the step does, to
// the last bit.
Test(predict, a_line_that_ends_at_a_stop_ends_where_the_step_does)
{
    AukPredictWork *work = auk_predict_work_create(NULL);
    int stopped = 0;
    for (int i = 0; i < 200; i++) {
        AukWorld *world = scene_world();
        for (int side = -1; side <= 1; side += 2) {
            AukBodyDef wall = scene_def(AUK_MOTION_STATIC, auk_shape_box(10.0f, 1.0f), 1000.0f, 300.0f);
            wall.angle = (float)side * 0.0001f * (float)i;
            wall.position.y += 1.2f * (float)side;
            auk_body_create(world, &wall);
        }
        AukBodyId ball = scene_bullet(world, auk_shape_circle(0.15f), auk_vec(999.0f, 300.01f), auk_vec(2.0f, 30.0f),
                                      AUK_RESPONSE_BOUNCE);
        AukPredict ask = {.dt = 1.0f};
        AukPredicted told = predicted(world, work, ball, &ask);
        for (int k = 0; k < told.legs.count; k++) {
            ask.max_responses += told.legs.items[k].hit >= 0;
        }
        const AukLeg *last = &told.legs.items[told.legs.count - 1];
        if (told.end == AUK_PREDICT_END_REST || (last->hit < 0 && last->velocity.x == 0.0f)) {
            told = predicted(world, work, ball, &ask);
            AukTransform end = told.pose;
            cr_assert_eq(told.end, AUK_PREDICT_END_RESPONSES);
            cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
            AukTransform pose = auk_body_get_pose(world, ball);
            cr_assert(memcmp(&pose, &end, sizeof pose) == 0, "%d: at (%.9g, %.9g), told (%.9g, %.9g)", i,
                      (double)pose.p.x, (double)pose.p.y, (double)end.p.x, (double)end.p.y);
            stopped++;
        }
        auk_world_destroy(world);
    }
    cr_assert_gt(stopped, 50);
    auk_predict_work_destroy(work);
}

// A copy of all grids and of all piercings took most of a prediction in a world that has many.
Test(predict, what_is_far_from_the_path_is_not_copied)
{
    AukWorld *world = scene_world();
    AukPredictWork *work = auk_predict_work_create(NULL);
    AukBodyId bullets[20];
    for (int i = 0; i < 20; i++) {
        AukBodyDef ground = {.motion = AUK_MOTION_STATIC, .position = {0.0f, 10.0f * (float)i}};
        add_two_cells(world, auk_body_create(world, &ground));
        AukVec2 from = auk_vec(-1.0f, 10.0f * (float)i + 0.5f);
        bullets[i] = scene_bullet(world, auk_shape_circle(0.25f), from, auk_vec(1.5f, 0.0f), AUK_RESPONSE_TOUCH);
        cr_assert_eq(auk_body_set_pierce(world, bullets[i], 1), AUK_OK);
    }
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    AukBodyId ball =
        scene_bullet(world, auk_shape_circle(0.5f), auk_vec(0.0f, -50.0f), auk_vec(1.0f, 0.0f), AUK_RESPONSE_BOUNCE);
    (void)predicted(world, work, ball, &(AukPredict){.dt = 1.0f, .steps = 3});
    cr_assert_eq(work->local.own.piercing.now.count, 0);
    cr_assert_eq(work->local.own.grids.count, 0);
    AukPredicted told = predicted(world, work, bullets[3], &(AukPredict){.dt = 1.0f});
    cr_assert_eq(work->local.own.piercing.now.count, 1);
    cr_assert(told.pose.p.x == 2.0f && told.velocity.x == 1.5f, "it is stopped by what it is piercing");
    cr_assert_eq(auk_body_advance(world, bullets[3], 1.0f, NULL), AUK_OK);
    cr_assert_eq(auk_world_step(world, 0.25f), AUK_OK); // the others go on as well
    for (int i = 0; i < 20; i++) {
        cr_assert_eq(auk_body_get_velocity(world, bullets[i]).x, 1.5f, "bullet %d", i);
    }
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
}
