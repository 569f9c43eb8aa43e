// The limit of speed of bodies that respond, and which bodies may have a response.
#include "unit/response_scene.h"

#include "support/random.h"

#include <stdlib.h>

enum { BOUNCERS = 200, MOVERS = 1800, STEPS = 240 };

#define FIELD 60.0f
#define SPEED 4.0f

static float speed_of(AukVec2 velocity)
{
    return auk_vec_length(velocity);
}

// Bouncers among movers that go their way, in a world that wraps around.
static AukWorld *crowd(uint64_t stream, float max_speed)
{
    Random random = random_start(random_seed(), stream);
    AukWorldDef def = {.wrap = {{0.0f, 0.0f}, {FIELD, FIELD}}};
    AukWorld *world = auk_world_create(&def, NULL);
    for (int i = 0; i < BOUNCERS + MOVERS; i++) {
        AukVec2 p = auk_vec(random_float(&random, 0.0f, FIELD), random_float(&random, 0.0f, FIELD));
        AukBodyDef body =
            scene_def(i < BOUNCERS ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING, auk_shape_circle(0.3f), p.x, p.y);
        body.velocity = auk_vec_scale(random_float(&random, 0.0f, SPEED), random_direction(&random));
        body.response = scene_response(body.motion, i % 4 ? AUK_RESPONSE_BOUNCE : AUK_RESPONSE_SLIDE);
        body.max_speed = i < BOUNCERS ? max_speed : 0.0f;
        cr_assert(auk_body_exists(world, auk_body_create(world, &body)));
    }
    return world;
}

// The largest speed of the bouncers, in hits and after steps.
static float fastest_of(AukWorld *world)
{
    float fastest = 0.0f;
    for (int i = 0; i < STEPS; i++) {
        AukHits hits = step(world, 1.0f / 60.0f);
        for (int k = 0; k < hits.count; k++) {
            float speed = speed_of(hits.items[k].velocity_a);
            fastest = speed > fastest ? speed : fastest;
        }
        for (uint32_t k = 0; k < BOUNCERS; k++) {
            float speed = speed_of(auk_body_get_velocity(world, (AukBodyId){k, 1}));
            fastest = speed > fastest ? speed : fastest;
        }
    }
    return fastest;
}

Test(max_speed, no_bouncer_in_a_crowd_of_movers_gets_faster_than_its_limit)
{
    AukWorld *free = crowd(1, 0.0f), *limited = crowd(1, SPEED);
    float without = fastest_of(free), with = fastest_of(limited);
    cr_assert_gt(without, 4.0f * SPEED, "the crowd does not speed anything up: %g", (double)without);
    cr_assert_leq(with, SPEED * (1.0f + 1e-6f), "%g instead of %g", (double)with, (double)SPEED);
    auk_world_destroy(free);
    auk_world_destroy(limited);
}

Test(max_speed, a_limit_that_is_never_reached_changes_no_bit)
{
    AukWorld *free = crowd(2, 0.0f), *limited = crowd(2, 1e9f);
    for (int i = 0; i < STEPS / 4; i++) {
        step(free, 1.0f / 60.0f);
        step(limited, 1.0f / 60.0f);
        for (uint32_t k = 0; k < BOUNCERS; k++) {
            AukBodyId id = {k, 1};
            AukVec2 p = auk_body_get_position(free, id), q = auk_body_get_position(limited, id);
            AukVec2 v = auk_body_get_velocity(free, id), w = auk_body_get_velocity(limited, id);
            cr_assert(p.x == q.x && p.y == q.y && v.x == w.x && v.y == w.y, "body %u, step %d", k, i);
        }
    }
    auk_world_destroy(free);
    auk_world_destroy(limited);
}

Test(max_speed, a_bounce_is_shortened_and_keeps_its_direction)
{
    AukWorld *world = scene_world();
    scene_wall(world, 5.0f, 0.0f, 1.0f, 10.0f);
    AukBodyId ball = shoot(world, auk_shape_circle(0.5f), 0.0f, 0.0f, 30.0f, 40.0f, AUK_RESPONSE_BOUNCE);
    cr_assert_eq(auk_body_set_max_speed(world, ball, 5.0f), AUK_OK);
    cr_assert_eq(auk_body_get_max_speed(world, ball), 5.0f);
    expect_velocity(world, ball, 30.0f, 40.0f, 0.0f); // what the game sets is not limited
    cr_assert_eq(step(world, 0.25f).count, 1);
    expect_velocity(world, ball, -3.0f, 4.0f, 1e-6f);
    float met = 3.5f / 30.0f, left = 0.25f - met;
    expect_at(world, ball, 3.5f - 3.0f * left, 40.0f * met + 4.0f * left, 1e-5f);
    auk_world_destroy(world);
}

Test(max_speed, a_slide_is_shortened_too)
{
    AukWorld *world = scene_world();
    scene_wall(world, 5.0f, 0.0f, 1.0f, 100.0f);
    AukBodyId ball = shoot(world, auk_shape_circle(0.5f), 0.0f, 0.0f, 30.0f, 40.0f, AUK_RESPONSE_SLIDE);
    auk_body_set_max_speed(world, ball, 5.0f);
    cr_assert_eq(step(world, 0.25f).count, 1);
    expect_velocity(world, ball, 0.0f, 5.0f, 1e-5f);
    auk_world_destroy(world);
}

// What a slide leaves of the speed along the normal is rounding, which must not count as a push.
Test(max_speed, a_slide_is_shortened_on_slopes_of_every_angle)
{
    for (int degrees = 0; degrees < 360; degrees++) {
        AukWorld *world = scene_world();
        AukBodyDef slope = scene_def(AUK_MOTION_STATIC, auk_shape_box(50.0f, 1.0f), 0.0f, 0.0f);
        slope.angle = 0.0174533f * (float)degrees;
        auk_body_create(world, &slope);
        AukVec2 up = auk_rot_apply(auk_rot(slope.angle), auk_vec(0.0f, 1.0f)), along = auk_vec(up.y, -up.x);
        AukVec2 velocity = auk_vec_add(auk_vec_scale(10.0f, along), auk_vec_scale(-10.0f, up));
        AukBodyId ball =
            shoot(world, auk_shape_circle(0.5f), 2.0f * up.x, 2.0f * up.y, velocity.x, velocity.y, AUK_RESPONSE_SLIDE);
        auk_body_set_max_speed(world, ball, 1.0f);
        cr_assert_eq(step(world, 1.0f).count, 1);
        float way = auk_vec_dot(auk_body_get_position(world, ball), along);
        cr_assert_lt(fabsf(way - 1.45f), 1e-4f, "%d degrees: %g", degrees, (double)way);
        auk_world_destroy(world);
    }
}

// Without the rule for what pushes, the lift would hit the body until it reaches the limit of responses, and go
// through it.
Test(max_speed, a_lift_faster_than_the_limit_pushes_the_body_along)
{
    AukResponse responses[2] = {AUK_RESPONSE_BOUNCE, AUK_RESPONSE_SLIDE};
    for (int i = 0; i < 2; i++) {
        AukWorld *world = scene_world();
        AukBodyDef lift = scene_def(AUK_MOTION_MOVING, auk_shape_box(5.0f, 0.5f), 0.0f, -2.0f);
        lift.velocity = auk_vec(0.0f, 20.0f);
        AukBodyId platform = auk_body_create(world, &lift);
        AukBodyId ball = shoot(world, auk_shape_circle(0.5f), 0.0f, 0.0f, 0.0f, 0.0f, responses[i]);
        auk_body_set_max_speed(world, ball, 2.0f);
        for (int k = 0; k < 30; k++) {
            AukHits hits = step(world, 1.0f / 60.0f);
            for (int n = 0; n < hits.count; n++) {
                cr_assert(!hits.items[n].limit);
            }
            float gap = auk_body_get_position(world, ball).y - auk_body_get_position(world, platform).y - 1.0f;
            cr_assert_gt(gap, -1e-4f, "step %d: %g deep", k, -(double)gap);
            cr_assert_leq(speed_of(auk_body_get_velocity(world, ball)), 2.0f * (1.0f + 1e-6f));
        }
        auk_world_destroy(world);
    }
}

Test(max_speed, of_two_that_bounce_off_each_other_each_keeps_its_own_limit)
{
    AukWorld *world = scene_world();
    AukBodyId slow = shoot(world, auk_shape_circle(0.5f), -3.0f, 0.0f, 1.0f, 0.0f, AUK_RESPONSE_BOUNCE);
    AukBodyId fast = shoot(world, auk_shape_circle(0.5f), 3.0f, 0.0f, -9.0f, 0.0f, AUK_RESPONSE_BOUNCE);
    auk_body_set_max_speed(world, slow, 2.0f);
    cr_assert_eq(step(world, 1.0f).count, 1);
    expect_velocity(world, slow, -2.0f, 0.0f, 1e-5f); // -9 without a limit
    expect_velocity(world, fast, 1.0f, 0.0f, 1e-5f);
    auk_world_destroy(world);
}

// Of two in a row the one behind is the faster: the limit of the one in front must not make them overlap.
Test(max_speed, a_body_that_is_hit_from_behind_by_a_faster_one_does_not_let_it_through)
{
    AukWorld *world = scene_world();
    AukBodyId front = shoot(world, auk_shape_circle(0.5f), 2.0f, 0.0f, 1.0f, 0.0f, AUK_RESPONSE_BOUNCE);
    AukBodyId behind = shoot(world, auk_shape_circle(0.5f), -2.0f, 0.0f, 50.0f, 0.0f, AUK_RESPONSE_SLIDE);
    auk_body_set_max_speed(world, front, 1.0f);
    for (int i = 0; i < 20; i++) {
        step(world, 0.1f);
        float gap = auk_body_get_position(world, front).x - auk_body_get_position(world, behind).x - 1.0f;
        cr_assert_gt(gap, -1e-4f, "step %d: %g deep", i, -(double)gap);
    }
    auk_world_destroy(world);
}

Test(max_speed, is_in_snapshots_and_gone_with_its_body)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.5f), 0.0f, 0.0f);
    def.max_speed = 7.0f;
    AukBodyId id = auk_body_create(world, &def);
    uint64_t size = auk_world_snapshot_size(world), hash = auk_world_hash(world);
    void *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    cr_assert_eq(auk_body_set_max_speed(world, id, 0.0f), AUK_OK);
    cr_assert_neq(auk_world_hash(world), hash);
    cr_assert_eq(auk_world_restore(world, buffer, size), AUK_OK);
    cr_assert(auk_body_get_max_speed(world, id) == 7.0f && auk_world_hash(world) == hash);
    auk_body_destroy(world, id);
    cr_assert(auk_body_get_max_speed(world, id) == 0.0f && auk_body_get_max_speed(NULL, id) == 0.0f);
    free(buffer);
    auk_world_destroy(world);
}

// ---- responses need a swept body --------------------------------------------------------------------------------

Test(max_speed, a_body_that_is_not_swept_cannot_be_given_a_response)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(0.5f), 0.0f, 0.0f);
    def.response = AUK_RESPONSE_BOUNCE;
    cr_assert_eq(auk_body_create(world, &def).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_NOT_SWEPT);
    def.response = AUK_RESPONSE_CROSS;
    AukBodyId id = auk_body_create(world, &def);
    cr_assert_eq(auk_body_set_response(world, id, AUK_RESPONSE_SLIDE), AUK_ERROR_NOT_SWEPT);
    cr_assert_eq(auk_body_set_response(world, id, AUK_RESPONSE_CROSS), AUK_OK);
    cr_assert_eq(auk_body_set_motion(world, id, AUK_MOTION_SWEPT), AUK_OK);
    cr_assert_eq(auk_body_set_response(world, id, AUK_RESPONSE_SLIDE), AUK_OK);
    auk_world_destroy(world);
}

Test(max_speed, a_body_with_a_response_stays_swept_until_the_response_is_taken_off)
{
    AukWorld *world = scene_world();
    AukBodyId id = shoot(world, auk_shape_circle(0.5f), 0.0f, 0.0f, 3.0f, 0.0f, AUK_RESPONSE_BOUNCE);
    AukMotion others[2] = {AUK_MOTION_MOVING, AUK_MOTION_STATIC};
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(auk_body_set_motion(world, id, others[i]), AUK_ERROR_NOT_SWEPT);
        cr_assert_eq(auk_body_get_motion(world, id), AUK_MOTION_SWEPT);
        expect_velocity(world, id, 3.0f, 0.0f, 0.0f);
    }
    cr_assert_eq(auk_body_set_motion(world, id, AUK_MOTION_SWEPT), AUK_OK);
    cr_assert_eq(auk_body_set_response(world, id, AUK_RESPONSE_CROSS), AUK_OK);
    cr_assert_eq(auk_body_set_motion(world, id, AUK_MOTION_STATIC), AUK_OK);
    auk_world_destroy(world);
}
