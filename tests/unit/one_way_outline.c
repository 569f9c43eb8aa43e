// Bodies and one-way outlines of several pieces, whose slopes are nowhere wholly below what lands on them.
#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

enum { OUTLINE_TOPS = 8 };

// Hills and dells of random heights over a level base; not convex. The direction is up.
static float hills(AukWorld *world, Random *random)
{
    AukVec2 points[OUTLINE_TOPS + 2];
    int count = random_int(random, 4, OUTLINE_TOPS), low = random_int(random, 1, count - 2);
    for (int i = 0; i < count; i++) {
        float height = i == low ? 0.2f : random_float(random, 0.5f, 1.5f);
        points[i] = auk_vec(1.5f * (float)i, height);
    }
    float width = 1.5f * (float)(count - 1);
    points[count] = auk_vec(width, -1.0f);
    points[count + 1] = auk_vec(0.0f, -1.0f);
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.0f), 0.0f, 0.0f);
    memset(&def.shape, 0, sizeof def.shape);
    AukShapeDef shape = {.one_way = {0.0f, 1.0f}};
    AukBodyId body = auk_body_create(world, &def);
    cr_assert(auk_body_add_outline(world, body, points, count + 2, NULL, 0, &shape).generation);
    return width;
}

static AukBodyId random_bullet(AukWorld *world, Random *random, AukVec2 at, AukVec2 velocity)
{
    float half = random_float(random, 0.1f, 0.5f);
    AukShape shape = random_chance(random, 0.5) ? auk_shape_circle(half) : auk_shape_box(half, half);
    AukResponse response = random_chance(random, 0.5) ? AUK_RESPONSE_TOUCH : AUK_RESPONSE_SLIDE;
    return scene_bullet(world, shape, at, velocity, response);
}

Test(one_way_outline, a_swept_body_lands_on_slopes_and_slides_along_them)
{
    Random random = random_start(random_seed(), 81);
    for (int i = 0; i < 400; i++) {
        AukWorld *world = scene_world();
        float width = hills(world, &random);
        AukVec2 at = auk_vec(random_float(&random, 0.75f, width - 0.75f), random_float(&random, 2.2f, 3.0f));
        AukVec2 velocity = auk_vec(random_float(&random, -0.5f, 0.5f), random_float(&random, -6.0f, -0.5f));
        AukBodyId body = random_bullet(world, &random, at, velocity);
        for (int k = 0; k < 300; k++) {
            AukVec2 now = auk_body_get_velocity(world, body);
            cr_assert_eq(auk_body_set_velocity(world, body, auk_vec(now.x, fminf(now.y, -0.3f))), AUK_OK);
            cr_assert_eq(auk_world_step(world, 1.0f / 64.0f), AUK_OK);
            AukVec2 p = auk_body_get_position(world, body);
            if (p.x < 0.25f || p.x > width - 0.25f) {
                break; // it has left over the side
            }
            cr_assert(p.y > 0.2f, "%d: at (%g, %g) after %d steps", i, (double)p.x, (double)p.y, k);
        }
        auk_world_destroy(world);
    }
}

Test(one_way_outline, a_swept_body_passes_from_below)
{
    Random random = random_start(random_seed(), 82);
    for (int i = 0; i < 400; i++) {
        AukWorld *world = scene_world();
        float width = hills(world, &random);
        AukVec2 at = auk_vec(random_float(&random, -1.0f, width + 1.0f), random_float(&random, -3.0f, -1.6f));
        AukBodyId body = random_bullet(world, &random, at, auk_vec(random_float(&random, -1.0f, 1.0f), 4.0f));
        for (int k = 0; k < 100; k++) {
            cr_assert_eq(auk_world_step(world, 1.0f / 64.0f), AUK_OK);
            float height = auk_body_get_position(world, body).y;
            cr_assert(height > 0.2f || auk_world_contacts(world).count + auk_world_hits(world).count == 0, "%d: at %g",
                      i, (double)height);
        }
        auk_world_destroy(world);
    }
}
