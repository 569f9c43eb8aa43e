// Casts that other libraries got wrong, as bullets of a world; and crowds of bullets against the model.
#include "auk/world.h"

#include "support/random.h"
#include "support/world_model.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

// The fraction at which a swept shape, moving by `delta`, hits the only other body. Negative if it does not.
static float fraction_of(AukShape shape, AukVec2 from, AukVec2 delta, AukShape target, AukVec2 at, AukVec2 *rest)
{
    AukWorld *world = scene_world();
    scene_body(world, AUK_MOTION_STATIC, target, at.x, at.y);
    AukBodyId id = scene_bullet(world, shape, from, delta, AUK_RESPONSE_TOUCH);
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    AukHits hits = auk_world_hits(world);
    float fraction = hits.count == 1 ? hits.items[0].fraction : -1.0f;
    *rest = auk_body_get_pose(world, id).p;
    auk_world_destroy(world);
    return fraction;
}

Test(motion_cases, box_against_a_taller_box)
{
    AukVec2 rest;
    float fraction = fraction_of(auk_shape_box(1.0f, 1.0f), auk_vec(0.0f, 0.0f), auk_vec(10.0f, 0.0f),
                                 auk_shape_box(1.0f, 1.5f), auk_vec(10.0f, 0.0f), &rest);
    cr_assert_float_eq(fraction, 0.8f, 1e-6f);
    cr_assert_float_eq(rest.x, 8.0f, 2e-6f);
}

Test(motion_cases, a_ball_stops_on_a_box_with_an_error_that_does_not_grow_with_the_box)
{
    float widths[4] = {5.0f, 50.0f, 500.0f, 50000.0f};
    for (int i = 0; i < 4; i++) {
        AukVec2 rest;
        float fraction = fraction_of(auk_shape_circle(0.5166f), auk_vec(0.3f, 10.0f), auk_vec(0.0f, -20.0f),
                                     auk_shape_box(widths[i], 1.0f), auk_vec(0.0f, 0.0f), &rest);
        cr_assert_float_eq(fraction, (10.0f - 1.5166f) / 20.0f, 1e-6f);
        cr_assert_float_eq(rest.y, 1.5166f, 5e-7f, "width %g: rests at %.9g", (double)widths[i], (double)rest.y);
    }
}

Test(motion_cases, a_small_fall_onto_a_square)
{
    AukVec2 rest;
    float fraction = fraction_of(auk_shape_circle(0.5f), auk_vec(2.34812546f, 40.4136238f),
                                 auk_vec(0.0f, -0.106166691f), auk_shape_box(0.5f, 0.5f), auk_vec(1.5f, 39.5f), &rest);
    cr_assert_float_eq(fraction, 0.5155f, 1e-4f);
}

Test(motion_cases, a_fast_circle_against_a_pillar)
{
    AukVec2 rest;
    float fraction = fraction_of(auk_shape_circle(50.0f), auk_vec(0.0f, 500.0f), auk_vec(5000.0f, 0.0f),
                                 auk_shape_box(10.0f, 360.0f), auk_vec(1270.0f, 360.0f), &rest);
    cr_assert_float_eq(fraction, 0.242f, 1e-6f);
}

Test(motion_cases, a_ball_falling_steeply_onto_a_slanted_platform_is_never_inside)
{
    AukVec2 points[5] = {
        {48.8525f, 68.1519f}, {49.1821f, 68.1152f}, {68.8477f, 68.1152f}, {68.8477f, 70.2393f}, {48.8525f, 70.2393f}};
    AukWorld *world = scene_world();
    AukBodyDef ground = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.0f), 0.0f, 0.0f);
    memset(&ground.shape, 0, sizeof ground.shape);
    AukBodyId platform = auk_body_create(world, &ground);
    cr_assert_neq(auk_body_add_polygon(world, platform, points, 5, NULL).generation, 0);
    AukBodyId ball = scene_bullet(world, auk_shape_circle(0.3f), auk_vec(58.924305f, 77.540146f),
                                  auk_vec(104.868881f, -281.073883f), AUK_RESPONSE_TOUCH);
    for (int i = 0; i < 5; i++) {
        cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
        AukHits hits = auk_world_hits(world);
        cr_assert_eq(hits.count, i == 1, "step %d", i);
        cr_assert(i != 1 || (fabsf(hits.items[0].fraction - 0.4944f) < 1e-4f && hits.items[0].normal.y == -1.0f));
        cr_assert_geq(auk_body_get_pose(world, ball).p.y, 70.5393f - 1e-5f);
    }
    auk_world_destroy(world);
}

Test(motion_cases, shapes_that_overlap_at_the_start_end_the_step)
{
    AukVec2 rest;
    AukShape box = auk_shape_box(1.0f, 1.0f);
    fraction_of(box, auk_vec(0.0f, 0.0f), auk_vec(3.0f, 0.0f), box, auk_vec(0.0f, 0.0f), &rest);
    cr_assert(isfinite(rest.x) && isfinite(rest.y));
    cr_assert_eq(fraction_of(box, auk_vec(0.5f, 0.0f), auk_vec(-3.0f, 0.0f), box, auk_vec(0.0f, 0.0f), &rest), 0.0f);
}

// Shots of a gun whose bullets are made where the barrel ends, at both frame rates of a game.
Test(motion_cases, a_hail_of_bullets_at_a_slow_frame_rate_agrees_with_the_model)
{
    AukWorld *world = scene_world();
    Model *model = model_create();
    Random random = random_start(random_seed(), 5);
    for (int i = 0; i < 40; i++) {
        AukVec2 p = random_vec(&random, -20.0f, 20.0f);
        AukBodyDef def = scene_def(i % 2 ? AUK_MOTION_STATIC : AUK_MOTION_MOVING, auk_shape_box(0.8f, 0.05f), p.x, p.y);
        def.angle = random_float(&random, -3.0f, 3.0f);
        if (def.motion == AUK_MOTION_MOVING) {
            def.velocity = random_vec(&random, -5.0f, 5.0f);
            def.spin = random_float(&random, -8.0f, 8.0f);
        }
        AukBodyId id = auk_body_create(world, &def);
        cr_assert_null(model_add_body(model, world, id, &def));
    }
    for (int shot = 0; shot < 100; shot++) {
        AukVec2 direction = random_direction(&random);
        AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_box(0.1f, 0.02f), direction.x, direction.y);
        def.velocity = auk_vec_scale(80.0f, direction);
        def.spin = random_float(&random, -30.0f, 30.0f);
        def.response = shot % 3 ? AUK_RESPONSE_TOUCH : AUK_RESPONSE_CROSS;
        AukBodyId id = auk_body_create(world, &def);
        cr_assert_null(model_add_body(model, world, id, &def));
        cr_assert_eq(auk_world_step(world, 0.25f), AUK_OK);
        const char *wrong = model_check_step(model, world, 0.25f);
        cr_assert_null(wrong, "shot %d: %s", shot, wrong);
    }
    cr_assert_gt(model->hits, 15);
    model_destroy(model);
    auk_world_destroy(world);
}
