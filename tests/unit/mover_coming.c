// Small characters and bodies that come near in the coming step, farther away now than a few extents of the character.
#include "support/mover_scene.h"

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
