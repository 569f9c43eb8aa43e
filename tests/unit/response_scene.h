// Short forms for tests of swept bodies that respond.
#ifndef AUK_TESTS_UNIT_RESPONSE_SCENE_H
#define AUK_TESTS_UNIT_RESPONSE_SCENE_H

#include "auk/world.h"

#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

static inline AukBodyId shoot(AukWorld *world, AukShape shape, float x, float y, float vx, float vy,
                              AukResponse response)
{
    return scene_bullet(world, shape, auk_vec(x, y), auk_vec(vx, vy), response);
}

static inline void expect_at(const AukWorld *world, AukBodyId body, float x, float y, float off)
{
    AukVec2 p = auk_body_get_pose(world, body).p;
    cr_assert(fabsf(p.x - x) <= off && fabsf(p.y - y) <= off, "at (%.9g, %.9g) instead of (%.9g, %.9g)", (double)p.x,
              (double)p.y, (double)x, (double)y);
}

static inline void expect_velocity(const AukWorld *world, AukBodyId body, float x, float y, float off)
{
    AukVec2 v = auk_body_get_velocity(world, body);
    cr_assert(fabsf(v.x - x) <= off && fabsf(v.y - y) <= off, "velocity (%.9g, %.9g) instead of (%.9g, %.9g)",
              (double)v.x, (double)v.y, (double)x, (double)y);
}

static inline AukHits step(AukWorld *world, float dt)
{
    cr_assert_eq(auk_world_step(world, dt), AUK_OK);
    return auk_world_hits(world);
}

#endif
