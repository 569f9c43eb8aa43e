// Legs of a prediction on which the body does not go at its velocity.
#include "auk/auk.h"

#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

// A slow slider hits a ball, which comes back from a wall and pushes it faster than its limit, until a post stops the
// ball. Legs before and after that had the same velocity and were one.
Test(predict_legs, a_leg_on_which_a_body_is_pushed_beyond_its_limit_ends_with_its_step)
{
    AukWorld *world = scene_world();
    AukResponseRule rule = {.category = 2, .other = 1, .response = AUK_RESPONSE_SLIDE};
    cr_assert_eq(auk_world_set_response_rules(world, &rule, 1), AUK_OK);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.5f), 0.0f, 0.0f);
    def.velocity = auk_vec(30.0f, 0.0f);
    def.response = AUK_RESPONSE_SLIDE;
    def.max_speed = 1.0f;
    def.filter.ignore = 8;
    AukBodyId slider = auk_body_create(world, &def);
    AukBodyDef ball = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.5f), 3.0f, 0.0f);
    ball.response = AUK_RESPONSE_BOUNCE;
    ball.filter.category = 2;
    auk_body_create(world, &ball);
    AukBodyDef wall = scene_def(AUK_MOTION_STATIC, auk_shape_box(1.0f, 5.0f), 7.0f, 0.0f);
    wall.filter.category = 4;
    auk_body_create(world, &wall);
    AukBodyDef post = scene_def(AUK_MOTION_STATIC, auk_shape_box(0.5f, 5.0f), 0.45f, 0.0f);
    post.filter.category = 8;
    auk_body_create(world, &post);

    AukPredictWork *work = auk_predict_work_create(NULL);
    AukPredict ask = {.dt = 0.25f, .steps = 8};
    AukPredicted told;
    cr_assert_eq(auk_world_predict(world, work, slider, &ask, &told), AUK_OK);
    int pushed = 0;
    for (int i = 0; i < told.legs.count; i++) {
        const AukLeg *leg = &told.legs.items[i];
        double goes = (double)leg->to.p.x - (double)leg->from.p.x, takes = (double)leg->end - (double)leg->start;
        bool even = fabs(goes - (double)leg->velocity.x * takes) < 1e-4;
        cr_assert(even || takes < 0.2501, "leg %d of %g s goes %g", i, takes, goes);
        pushed += !even;
    }
    cr_assert_eq(pushed, 3);
    cr_assert_eq(told.legs.items[told.legs.count - 1].end, 2.0f);
    auk_predict_work_destroy(work);
    auk_world_destroy(world);
}
