// Characters at the seam of a world that wraps around, beside the same scene in a world that does not: on supports that
// turn, on floors that let them drop, on conveyors.
#include "auk/auk.h"

#include <criterion/criterion.h>
#include <math.h>

#define PERIOD 16.0f

static AukWorld *make_world(bool wraps)
{
    AukWorldDef def = {.wrap = {{0.0f, 0.0f}, {wraps ? PERIOD : 0.0f, 0.0f}}};
    AukWorld *world = auk_world_create(&def, NULL);
    cr_assert_not_null(world);
    return world;
}

// A chain that reaches from 3 to 12 units from the axis on which it turns: its end is more than half a period away.
static AukMover ride(bool wraps, float spin)
{
    AukWorld *world = make_world(wraps);
    AukBodyDef def = {.position = {2.0f, 0.0f}};
    AukBodyId wheel = auk_body_create(world, &def);
    const AukVec2 points[4] = {{12.0f, 0.0f}, {9.0f, 0.0f}, {6.0f, 0.0f}, {3.0f, 0.0f}};
    auk_body_add_chain(world, wheel, points, 4, false, NULL);
    AukMover mover = {.shape = auk_shape_circle(0.5f), .pose.p = {13.0f, 0.5f}, .snap = 0.02f};
    for (int i = 0; i < 12; i++) {
        auk_body_set_spin(world, wheel, i < 4 ? 0.0f : spin); // it stands before that
        mover.velocity = auk_vec(0.0f, mover.velocity.y - 0.1f);
        cr_assert_geq(auk_world_move(world, &mover, 1.0f / 60.0f, NULL, 0), 0);
        cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
    }
    auk_world_destroy(world);
    return mover;
}

Test(wrap_mover, a_support_carries_along_the_arc_on_which_it_turns)
{
    for (float spin = -0.6f; spin < 1.0f; spin += 0.4f) {
        AukMover plain = ride(false, spin), wrapped = ride(true, spin);
        cr_assert(plain.floor && wrapped.floor, "spin %g", (double)spin);
        cr_assert_float_eq(wrapped.pose.p.x, plain.pose.p.x, 1e-4, "spin %g", (double)spin);
        cr_assert_float_eq(wrapped.pose.p.y, plain.pose.p.y, 1e-4, "spin %g", (double)spin);
        cr_assert_float_eq(wrapped.support_velocity.x, plain.support_velocity.x, 1e-2, "spin %g", (double)spin);
        cr_assert_float_eq(wrapped.support_velocity.y, plain.support_velocity.y, 1e-2, "spin %g", (double)spin);
        cr_assert_gt(fabsf(plain.support_velocity.y), 10.5f * fabsf(spin));
    }
}

enum { MOVES = 16 };

// Walks right over the seam on a one-way floor, and drops in one of the moves.
static float height_after_drop(bool wraps, float snap, int drops_in)
{
    AukWorld *world = make_world(wraps);
    AukBodyDef def = {.motion = AUK_MOTION_STATIC,
                      .position = {0.0f, -0.3f},
                      .shape = auk_shape_box(3.0f, 0.2f),
                      .one_way = {0.0f, 1.0f}};
    auk_body_create(world, &def);
    AukMover mover = {.shape = auk_shape_box(0.25f, 0.25f), .pose.p = {-1.0f, 0.6f}, .snap = snap};
    mover.pose.p.x += wraps ? PERIOD : 0.0f;
    for (int i = 0; i < MOVES; i++) {
        mover.velocity = auk_vec(1.5f, mover.velocity.y - 2.0f);
        mover.drop = mover.drop || i == drops_in;
        cr_assert_geq(auk_world_move(world, &mover, 0.1f, NULL, 0), 0);
    }
    auk_world_destroy(world);
    return mover.pose.p.y;
}

Test(wrap_mover, a_floor_lets_drop_in_every_move_before_and_after_the_seam)
{
    for (int drops_in = 4; drops_in < MOVES - 3; drops_in++) {
        for (int wraps = 0; wraps <= 1; wraps++) {
            cr_assert_lt(height_after_drop(wraps, 0.0f, drops_in), -0.5f, "move %d, wraps %d", drops_in, wraps);
            cr_assert_lt(height_after_drop(wraps, 0.1f, drops_in), -0.5f, "move %d, wraps %d, snap", drops_in, wraps);
        }
    }
}

Test(wrap_mover, a_conveyor_carries_in_every_move_across_the_seam)
{
    for (float snap = 0.0f; snap < 0.2f; snap += 0.1f) {
        for (float speed = -2.0f; speed <= 2.0f; speed += 4.0f) {
            AukWorld *world = make_world(true);
            AukBodyDef def = {.motion = AUK_MOTION_STATIC};
            AukShapeDef belt = {.shape = auk_shape_box(3.0f, 0.2f), .conveyor = {speed, 0.0f}};
            cr_assert_neq(auk_body_add_shape(world, auk_body_create(world, &def), &belt).generation, 0);
            AukMover mover = {.shape = auk_shape_box(0.25f, 0.25f), .pose.p = {1.0f, 0.6f}, .snap = snap};
            mover.pose.p.x = speed > 0.0f ? PERIOD - 1.0f : 1.0f;
            for (int i = 0; i < MOVES; i++) {
                mover.velocity = auk_vec(0.0f, mover.velocity.y - 2.0f);
                cr_assert_geq(auk_world_move(world, &mover, 0.1f, NULL, 0), 0);
                cr_assert(i < 3 || fabsf(mover.moved.x - 0.1f * speed) < 1e-3f, "move %d, speed %g, moved %g", i,
                          (double)speed, (double)mover.moved.x);
            }
            auk_world_destroy(world);
        }
    }
}
