// Positions in worlds that wrap around: the way from one to another, and the same place in the rectangle.
#include "auk/world.h"
#include "auk/wrap.h"

#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

// From 0 to 100 in x, from 0 to 50 in y.
static AukWorld *usual_world(void)
{
    return scene_world_around(auk_box(auk_vec(0.0f, 0.0f), auk_vec(100.0f, 50.0f)));
}

// Against all images around the rectangle.
Test(wrap_position, the_difference_of_two_positions_leads_to_the_nearest_image)
{
    AukWorld *world = usual_world(), *tube = scene_world_around(auk_box(auk_vec(0.0f, 0.0f), auk_vec(100.0f, 0.0f)));
    for (int i = 0; i < 400; i++) {
        AukVec2 from = auk_vec((float)(i * 37 % 100), (float)(i * 13 % 50)),
                to = auk_vec((float)(i * 53 % 97), (float)(i % 49));
        AukVec2 near = auk_world_difference(world, from, to), along = auk_world_difference(tube, from, to);
        float best = INFINITY;
        for (int k = 0; k < 9; k++) {
            AukVec2 image = auk_vec(to.x + 100.0f * (float)(k % 3 - 1), to.y + 50.0f * (float)(k / 3 - 1));
            best = fminf(best, auk_vec_length(auk_vec_sub(image, from)));
        }
        cr_assert_eq(auk_vec_length(near), best, "%d", i);
        cr_assert(along.x == near.x && along.y == to.y - from.y, "%d", i);
    }
    AukVec2 half = auk_world_difference(world, auk_vec(0.0f, 0.0f), auk_vec(50.0f, 25.0f));
    cr_assert(half.x == 50.0f && half.y == 25.0f);
    AukVec2 none = auk_world_difference(world, auk_vec(0.0f, NAN), auk_vec(1.0f, 1.0f));
    AukVec2 null = auk_world_difference(NULL, auk_vec(0.0f, 0.0f), auk_vec(1.0f, 1.0f));
    cr_assert(none.x == 0.0f && none.y == 0.0f && null.x == 0.0f && null.y == 0.0f);
    auk_world_destroy(tube);
    auk_world_destroy(world);
}

// A body that is put there lies where the position is.
Test(wrap_position, a_position_is_where_a_body_would_be)
{
    AukWorld *worlds[3] = {usual_world(), scene_world_around(auk_box(auk_vec(-7.0f, 0.0f), auk_vec(93.5f, 0.0f))),
                           auk_world_create(NULL, NULL)};
    for (int i = 0; i < 3 * 400; i++) {
        AukWorld *world = worlds[i % 3];
        AukVec2 at = auk_vec(0.7f * (float)(i * 37 % 1000 - 500), 0.3f * (float)(i * 13 % 1000 - 500));
        AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(0.25f), at.x, at.y);
        AukBodyId body = auk_body_create(world, &def);
        AukVec2 there = auk_body_get_position(world, body), here = auk_world_wrap_position(world, at);
        cr_assert(here.x == there.x && here.y == there.y, "%d", i);
        auk_body_destroy(world, body);
    }
    AukVec2 none = auk_world_wrap_position(worlds[0], auk_vec(NAN, 1.0f));
    AukVec2 null = auk_world_wrap_position(NULL, auk_vec(1.0f, 1.0f));
    cr_assert(none.x == 0.0f && none.y == 0.0f && null.x == 0.0f && null.y == 0.0f);
    for (int i = 0; i < 3; i++) {
        auk_world_destroy(worlds[i]);
    }
}
