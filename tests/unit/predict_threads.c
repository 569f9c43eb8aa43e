// Predictions from several threads at once, on one world: each thread gets the answers that one alone gets. What a
// prediction writes besides its own workspace, ThreadSanitizer would see.
#include "auk/auk.h"
#include "base/thread.h"

#include "support/world_scene.h"

#include <criterion/criterion.h>

enum { SHOTS = 40, PREDICTORS = 4 };

typedef struct Shots {
    const AukWorld *world;
    AukBodyId body;
    AukTransform ends[SHOTS];
    bool failed;
} Shots;

static void shoot(void *context)
{
    Shots *shots = context;
    AukPredictWork *work = auk_predict_work_create(NULL);
    for (int i = 0; i < SHOTS; i++) {
        AukPredict predict = {.dt = 0.05f, .steps = 40, .with_velocity = true};
        predict.velocity = auk_rot_apply(auk_transform(auk_vec(0.0f, 0.0f), 0.15f * (float)i).q, auk_vec(20.0f, 0.0f));
        AukPredicted answer;
        shots->failed = auk_world_predict(shots->world, work, shots->body, &predict, &answer) || shots->failed;
        shots->ends[i] = answer.pose;
    }
    auk_predict_work_destroy(work);
}

Test(predict_threads, many_threads_at_once_predict_what_one_predicts)
{
    static Shots alone, together[PREDICTORS];
    AukThread threads[PREDICTORS];
    AukWorld *world = scene_world();
    scene_wall(world, -2.0f, 0.0f, 1.0f, 50.0f);
    scene_wall(world, 12.0f, 0.0f, 1.0f, 50.0f);
    AukBodyId ball =
        scene_bullet(world, auk_shape_circle(0.3f), auk_vec(4.5f, 0.0f), auk_vec(0.0f, 0.0f), AUK_RESPONSE_BOUNCE);
    for (int i = 0; i < 60; i++) {
        AukVec2 p = auk_vec((float)(i % 10), (float)(i / 10 * 2 - 6) + 1.0f);
        scene_bullet(world, auk_shape_circle(0.2f), p, auk_vec(1.0f, 0.0f), (AukResponse)(i % 4));
    }
    cr_assert_eq(auk_world_step(world, 0.01f), AUK_OK);
    alone.world = world;
    alone.body = ball;
    for (int i = 0; i < PREDICTORS; i++) {
        together[i] = alone;
        cr_assert(auk__thread_start(&threads[i], shoot, &together[i]));
    }
    for (int i = 0; i < PREDICTORS; i++) {
        auk__thread_join(&threads[i]);
    }
    shoot(&alone);
    for (int i = 0; i < PREDICTORS; i++) {
        cr_assert(!together[i].failed);
        cr_assert_eq(memcmp(together[i].ends, alone.ends, sizeof alone.ends), 0, "thread %d", i);
    }
    auk_world_destroy(world);
}
