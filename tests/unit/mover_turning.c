// Characters on ground that turns: they keep their place on it, whatever their size and wherever the origin of their
// body is.
#include "support/mover_scene.h"

// A planet turns evenly under a rider that stands still, or walks along it with `speed`. Returns the angle by which the
// rider has gone round on it, in radians.
static double go_round(float radius, float spin, float speed, int frames)
{
    AukWorld *world = scene_world();
    AukBodyId planet = scene_body(world, AUK_MOTION_MOVING, auk_shape_circle(20.0f), 0.0f, 0.0f);
    cr_assert_eq(auk_body_set_spin(world, planet, spin), AUK_OK);
    AukMover mover = mover_of(auk_shape_circle(radius), 0.0f, 20.0f + radius);
    mover.snap = 0.25f;
    double angle = 0.0;
    AukVec2 last = {0.0f, 0.0f};
    for (int i = 0; i < frames; i++) {
        mover.up = auk_vec_normalize(mover.pose.p);
        mover.velocity =
            auk_vec_add(auk_vec_scale(GRAVITY * DT, mover.up), auk_vec_scale(speed, auk_vec_perp(mover.up)));
        cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
        cr_assert(mover.floor && !mover.stuck && auk_body_id_equal(mover.support, planet));
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        AukVec2 place = auk_transform_apply_inverse(auk_body_get_pose(world, planet), mover.pose.p);
        angle += i > 0 ? atan2((double)auk_vec_cross(last, place), (double)auk_vec_dot(last, place)) : 0.0;
        last = place;
    }
    auk_world_destroy(world);
    return angle;
}

Test(mover_turning, a_round_rider_does_not_slide_over_ground_that_turns)
{
    for (int i = 0; i < 4; i++) {
        float radius = ldexpf(0.25f, i);
        for (float spin = -1.0f; spin <= 1.0f; spin += 0.5f) {
            double stays = go_round(radius, spin, 0.0f, 640), walks = go_round(radius, spin, 3.0f, 640);
            double way = 3.0 * 639.0 * (double)DT / (20.0 + (double)radius); // as far as on a planet that rests
            cr_assert_lt(fabs(stays), 1e-4, "radius %g, spin %g: %g", (double)radius, (double)spin, stays);
            cr_assert_lt(fabs(walks - way), 2e-3 * way, "radius %g, spin %g: %g, not %g", (double)radius, (double)spin,
                         walks, way);
        }
    }
}

// Stands on a slab that turns, as a body whose origin is at `origin` from the middle of its capsule. Returns where the
// centre of the lower end is on the slab.
static AukVec2 tilt(AukVec2 origin, float spin)
{
    AukWorld *world = scene_world();
    AukBodyId slab = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(20.0f, 0.5f), 0.0f, 0.0f);
    AukBodyDef def = {.position = auk_vec_add(auk_vec(5.0f, 1.5f), origin)};
    AukBodyId rider = auk_body_create(world, &def);
    AukShapeDef part = {.shape = penguin(0.0f, 0.0f).shape, .position = auk_vec_neg(origin)};
    cr_assert(!auk_shape_id_is_null(auk_body_add_shape(world, rider, &part)));
    AukMover mover = {0};
    for (int i = 0; i < 256; i++) {
        cr_assert(i != 1 || auk_body_set_spin(world, slab, spin) == AUK_OK);
        mover.velocity = auk_vec(0.0f, mover.velocity.y + GRAVITY * DT);
        cr_assert_eq(auk_body_walk(world, rider, &mover, DT, NULL), AUK_OK);
        cr_assert(mover.floor && !mover.stuck, "origin (%g, %g), frame %d", (double)origin.x, (double)origin.y, i);
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    }
    AukVec2 low = auk_vec_sub(auk_vec_sub(mover.pose.p, origin), auk_vec(0.0f, 0.5f));
    low = auk_transform_apply_inverse(auk_body_get_pose(world, slab), low);
    auk_world_destroy(world);
    return low;
}

Test(mover_turning, rides_alike_wherever_the_origin_of_its_body_is)
{
    for (int k = 0; k < 2; k++) {
        AukVec2 place = tilt(auk_vec(0.0f, 0.0f), k ? 0.125f : -0.125f);
        cr_assert(near(place.y, 1.0f, 1e-4f) && near(place.x, 5.0f, 0.02f), "(%g, %g)", (double)place.x,
                  (double)place.y);
        for (int i = 0; i < 8; i++) {
            AukRot way = auk_rot(0.7853982f * (float)i);
            AukVec2 other = tilt(auk_vec(4.0f * way.c, 4.0f * way.s), k ? 0.125f : -0.125f);
            cr_assert(near(other.x, place.x, 1e-4f) && near(other.y, place.y, 1e-4f), "(%g, %g)", (double)other.x,
                      (double)other.y);
        }
    }
}
