// Bodies that come to a character in a step: to small ones in the coming step, from farther away than a few extents of
// theirs, and in the last one, where a game steps first and moves its characters afterwards.
#include "support/mover_scene.h"
#include "support/random.h"

// The cast down found the platform, from the box around its path. From where it ended the platform was not found any
// more: the mover lost all its velocity, had no floor, and was inside the platform a move later.
Test(mover_coming, lands_on_a_platform_that_rises_by_many_times_its_size)
{
    for (int i = 0; i < 12; i++) {
        float rise = 0.1f + 0.1f * (float)(i % 3), high = rise + 0.05f;
        bool sideways = i / 3 % 2 == 1, floating = i / 6 == 1;
        AukWorld *world = scene_world();
        AukBodyId platform = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(2.0f, 2.0f), 0.0f, -2.0f);
        auk_body_set_velocity(world, platform, auk_vec(sideways ? 1.0f : 0.0f, rise / DT));
        AukMover mover = mover_of(auk_shape_circle(0.01f), 0.0f, high);
        mover.floating = floating;
        for (int frame = 1; frame <= 3; frame++) {
            mover.velocity = auk_vec(2.0f, -rise / DT);
            cr_assert_eq(auk_world_move(world, &mover, DT, NULL, 0), 1);
            cr_assert(floating ? mover.wall : mover.floor && auk_body_id_equal(mover.support, platform));
            cr_assert(!mover.stuck && near(mover.velocity.x, 2.0f, 1e-4f), "%d: %g is left", i,
                      (double)mover.velocity.x);
            cr_assert(near(mover.pose.p.y, rise * (float)frame + 0.01f, 1e-4f), "%d: at %g", i, (double)mover.pose.p.y);
            cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        }
        auk_world_destroy(world);
    }
}

// A plunger comes by equal ways in each step towards a wall behind the mover, and stops before it reaches the wall.
typedef struct Squeeze {
    AukVec2 toward; // the wall is there
    float half;     // of the plunger, along the way
    float way;      // in a step
    bool step_first;
} Squeeze;

static void squeeze(const Squeeze *squeeze)
{
    AukWorld *world = scene_world();
    const AukVec2 toward = squeeze->toward;
    bool level = toward.y == 0.0f;
    scene_body(world, AUK_MOTION_STATIC, auk_shape_box(level ? 1.0f : 20.0f, level ? 20.0f : 1.0f), 1.5f * toward.x,
               1.5f * toward.y);
    AukShape plunger = auk_shape_box(level ? squeeze->half : 5.0f, level ? 5.0f : squeeze->half);
    float at = -0.52f - squeeze->half - 3.0f * squeeze->way;
    AukBodyId body = scene_body(world, AUK_MOTION_MOVING, plunger, at * toward.x, at * toward.y);
    AukMover mover = mover_of(auk_shape_box(0.5f, 0.5f), 0.0f, 0.0f);
    mover.floating = true;
    while (!mover.stuck && at + squeeze->half + squeeze->way < 0.45f) {
        at += squeeze->way;
        cr_assert_eq(auk_body_move_to(world, body, auk_transform(auk_vec_scale(at, toward), 0.0f)), AUK_OK);
        if (squeeze->step_first) {
            cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        }
        mover.velocity = auk_vec(0.0f, 0.0f);
        cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
        if (!squeeze->step_first) {
            cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        }
        cr_assert(mover.stuck || auk_vec_dot(mover.pose.p, toward) > at,
                  "the plunger of %g, %g a step, is at %g, the mover at %g", 2.0 * (double)squeeze->half,
                  (double)squeeze->way, (double)at, (double)auk_vec_dot(mover.pose.p, toward));
    }
    auk_world_destroy(world);
}

Test(mover_coming, is_never_pushed_through_what_presses_it_against_a_wall)
{
    static const AukVec2 sides[4] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}};
    Random random = random_start(random_seed(), 95);
    for (int i = 0; i < 400; i++) {
        Squeeze of = {sides[i % 4], random_float(&random, 0.05f, 1.0f), 0.0f, i / 4 % 2 == 1};
        of.way = random_float(&random, 0.02f, 0.4f); // less than half of the mover
        squeeze(&of);
    }
}
