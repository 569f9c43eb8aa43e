// Characters that something else moves: platforms that carry, walls that push, and the way out of what they start in.
#include "auk/shapes.h"

#include "support/mover_scene.h"
#include "support/terrain_scene.h"

// ---- platforms ------------------------------------------------------------------------------------------------

// A platform that goes wherever `velocity` and `spin` lead, the mover without a wish of its own.
static AukMover ride(AukVec2 velocity, float spin, int frames, bool by_target)
{
    AukWorld *world = scene_world();
    AukBodyId platform = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(8.0f, 0.5f), 0.0f, -0.5f);
    AukMover mover = penguin(2.0f, 1.5f);
    stand(world, &mover);
    if (!by_target) {
        auk_body_set_velocity(world, platform, velocity);
        auk_body_set_spin(world, platform, spin);
    }
    for (int i = 0; i < frames; i++) {
        if (by_target) {
            float time = DT * (float)(i + 1);
            AukTransform pose = auk_transform(auk_vec(velocity.x * time, -0.5f + velocity.y * time), spin * time);
            cr_assert_eq(auk_body_move_to(world, platform, pose), AUK_OK);
        }
        walk(world, &mover, 0.0f);
        cr_assert(mover.floor && auk_body_id_equal(mover.support, platform));
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        AukDistance gap = auk_distance(&mover.shape, mover.pose, &(AukShape){0}, mover.pose);
        cr_assert_eq(gap.status, AUK_ERROR_NO_SHAPE);
        AukShapeId shape;
        cr_assert_eq(auk_body_get_shapes(world, platform, &shape, 1), 1);
        AukShape box = auk_world_shape_get(world, shape);
        float distance = auk_distance(&box, auk_body_get_pose(world, platform), &mover.shape, mover.pose).distance;
        cr_assert(distance > 0.0f && distance < 2e-5f, "frame %d: %g", i, (double)distance);
    }
    auk_world_destroy(world);
    return mover;
}

Test(mover_ride, is_carried_by_what_it_stands_on)
{
    for (int k = 0; k < 2; k++) {
        AukMover mover = ride(auk_vec(3.0f, 0.0f), 0.0f, 64, k == 1);
        cr_assert(near(mover.pose.p.x, 5.0f, 1e-4f) && near(mover.support_velocity.x, 3.0f, 1e-3f));
        mover = ride(auk_vec(0.0f, 3.0f), 0.0f, 64, k == 1);
        cr_assert(near(mover.pose.p.y, 4.0f, 1e-4f) && near(mover.support_velocity.y, 3.0f, 1e-3f));
        mover = ride(auk_vec(1.0f, -30.0f), 0.0f, 64, k == 1);
        cr_assert(near(mover.pose.p.y, -29.0f, 1e-3f) && near(mover.pose.p.x, 3.0f, 1e-3f));
        mover = ride(auk_vec(0.0f, 0.0f), 0.25f, 64, k == 1);
        // it turns about the platform's origin, with the centre of its lower end 1 unit above that, and stays upright
        float x = 2.0f * cosf(0.25f) - sinf(0.25f), y = 2.0f * sinf(0.25f) + cosf(0.25f) - 0.5f;
        cr_assert(near(mover.pose.p.x, x, 1e-3f) && near(mover.pose.p.y, y + 0.5f, 1e-3f));
    }
}

// Puts a platform out of the mover's way in one of several manners.
static void crumble(AukWorld *world, AukBodyId platform, AukShapeId top, AukMover *mover, int how)
{
    switch (how) {
    case 0: cr_assert_eq(auk_body_set_enabled(world, platform, false), AUK_OK); break;
    case 1: cr_assert_eq(auk_world_shape_set_enabled(world, top, false), AUK_OK); break;
    case 2: cr_assert_eq(auk_world_shape_remove(world, top), AUK_OK); break;
    case 3: cr_assert_eq(auk_world_shape_set_sensor(world, top, true), AUK_OK); break;
    case 4: mover->query.exclude = platform; break;
    case 5: mover->query.filter.ignore = 2; break;
    default: break; // it still holds the mover
    }
}

// The platform crumbles, and is put elsewhere in the same frame.
Test(mover_ride, is_not_carried_by_what_can_no_longer_hold_it)
{
    for (int how = 0; how <= 6; how++) {
        AukWorld *world = scene_world();
        AukBodyId platform = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(8.0f, 0.5f), 0.0f, -0.5f);
        AukFilter filter = {.category = 2};
        AukShapeId top;
        cr_assert_eq(auk_body_set_filter(world, platform, filter), AUK_OK);
        cr_assert_eq(auk_body_get_shapes(world, platform, &top, 1), 1);
        AukMover mover = penguin(2.0f, 1.5f);
        stand(world, &mover);
        crumble(world, platform, top, &mover, how);
        cr_assert_eq(auk_body_set_position(world, platform, auk_vec(-7.0f, -0.5f)), AUK_OK);
        walk(world, &mover, 0.0f);
        cr_assert(near(mover.pose.p.x, how < 6 ? 2.0f : -5.0f, 1e-4f), "%d: at %g", how, (double)mover.pose.p.x);
        auk_world_destroy(world);
    }
}

// A one-way lift that rises, and a mover that falls on it from many heights: the step puts the lift into the mover
// before this one moves.
Test(mover_ride, lands_on_a_one_way_lift_that_rises_whichever_goes_first)
{
    for (int k = 0; k < 200; k++) {
        AukWorld *world = scene_world();
        AukBodyDef def = {.shape = auk_shape_box(3.0f, 0.25f), .one_way = {0.0f, 1.0f}};
        AukBodyId lift = auk_body_create(world, &def);
        AukMover mover = {.shape = auk_shape_box(0.4f, 0.5f), .pose.p = {0.0f, 1.0f + 0.01f * (float)k}, .snap = 0.1f};
        float height = 0.0f;
        for (int i = 0; i < 60; i++) {
            height += 2.0f * DT;
            cr_assert_eq(auk_body_move_to(world, lift, auk_transform(auk_vec(0.0f, height), 0.0f)), AUK_OK);
            cr_assert(k % 2 == 0 || auk_world_step(world, DT) == AUK_OK);
            mover.velocity = auk_vec(0.0f, mover.velocity.y - 20.0f * DT);
            cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
            cr_assert(k % 2 == 1 || auk_world_step(world, DT) == AUK_OK);
        }
        cr_assert(mover.floor && near(mover.pose.p.y, height + 0.75f, 1e-3f), "mover %d at %g, the lift at %g", k,
                  (double)mover.pose.p.y, (double)height);
        auk_world_destroy(world);
    }
}

// The lift comes 0.01 to 0.5 past the bottom of the mover in one move, which is 0.6 high.
Test(mover_ride, lands_on_a_one_way_lift_of_tiles_that_comes_past_its_middle)
{
    const uint8_t cells[4] = {AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_HIGH,
                              AUK_TILE_ONE_WAY_HIGH};
    const AukShape shapes[3] = {auk_shape_box(0.3f, 0.3f), auk_shape_circle(0.3f),
                                auk_shape_capsule(auk_vec(0.0f, -0.1f), auk_vec(0.0f, 0.1f), 0.2f)};
    for (int k = 0; k < 3 * 50; k++) {
        AukWorld *world = scene_world();
        AukBodyId lift = empty_body(world, AUK_MOTION_MOVING, -2.0f, -1.0f);
        auk_body_add_tiles(world, lift, &(AukTilesDef){4, 1, 1.0f, 0.0f, cells}, NULL);
        float way = 0.01f * (float)(k / 3 + 1);
        AukMover mover = {.shape = shapes[k % 3], .pose.p = {0.2f, 0.305f}, .velocity = {0.0f, -0.1f}};
        auk_body_move_to(world, lift, auk_transform(auk_vec(-2.0f, way - 1.0f), 0.0f));
        cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
        cr_assert(mover.floor && near(mover.pose.p.y, way + 0.3f, 1e-4f), "%d: at %g, the lift at %g", k,
                  (double)mover.pose.p.y, (double)way);
        auk_world_destroy(world);
    }
}

// The lift, of cells or a chain, goes up and sideways and comes past the middle of the mover, which then overlaps
// another piece than the one that it was above. It was pushed out below the lift.
Test(mover_ride, is_not_pushed_out_below_a_lift_that_comes_with_its_next_piece)
{
    const uint8_t cells[8] = {AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_HIGH,
                              AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_HIGH,
                              AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_HIGH};
    const AukShape shape = auk_shape_capsule(auk_vec(0.0f, -0.113f), auk_vec(0.0f, 0.113f), 0.13f);
    for (int k = 0; k < 3 * 50; k++) {
        AukWorld *world = scene_world();
        AukBodyId lift = empty_body(world, AUK_MOTION_MOVING, 0.0f, 0.0f);
        AukVec2 points[9];
        for (int i = 0; i < 9; i++) {
            points[i] = auk_vec(4.0f - (float)i, 0.0f);
        }
        if (k % 3 == 0) {
            auk_body_add_tiles(world, lift, &(AukTilesDef){8, 1, 1.0f, 0.0f, cells},
                               &(AukShapeDef){.position = {-4.0f, -1.0f}});
        } else {
            auk_body_add_chain(world, lift, points, 9, false, &(AukShapeDef){.one_way = {0.0f, (float)(k % 3 - 1)}});
        }
        AukMover mover = {.shape = shape, .pose.p = {0.02f * (float)(k / 3), 0.246f}, .velocity = {0.0f, -0.2f}};
        auk_body_move_to(world, lift, auk_transform(auk_vec(0.2f, 0.35f), 0.0f));
        cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
        cr_assert(mover.floor && near(mover.pose.p.y, 0.35f + 0.243f, 1e-4f), "%d: at %g", k, (double)mover.pose.p.y);
        auk_world_destroy(world);
    }
}

// A one-way lift that sinks and stops, below a mover that falls faster: it has come to rest where the last move met it.
Test(mover_ride, lands_on_a_one_way_lift_that_has_just_sunk)
{
    for (int k = 0; k < 400; k++) {
        AukWorld *world = scene_world();
        AukBodyDef def = {.shape = auk_shape_box(3.0f, 0.25f), .one_way = {0.0f, 1.0f}, .position = {0.0f, 2.0f}};
        AukBodyId lift = auk_body_create(world, &def);
        AukMover mover = {.shape = auk_shape_box(0.4f, 0.5f), .pose.p = {0.0f, 2.75f + 0.005f * (float)k}};
        float height = 2.0f;
        for (int i = 0; i < 40; i++) {
            height = fmaxf(height - 12.0f * DT, 0.0f);
            cr_assert_eq(auk_body_move_to(world, lift, auk_transform(auk_vec(0.0f, height), 0.0f)), AUK_OK);
            mover.velocity = auk_vec(0.0f, -14.0f - 2.0f * (float)(k % 4));
            cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
            cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        }
        cr_assert(mover.floor && near(mover.pose.p.y, 0.75f, 1e-3f), "mover %d at %g", k, (double)mover.pose.p.y);
        auk_world_destroy(world);
    }
}

Test(mover_ride, is_carried_also_where_the_world_steps_first)
{
    AukWorld *world = scene_world();
    AukBodyId platform = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(8.0f, 0.5f), 0.0f, -0.5f);
    AukMover mover = penguin(2.0f, 1.5f);
    stand(world, &mover);
    for (int i = 0; i < 64; i++) {
        auk_body_move_to(world, platform, auk_transform(auk_vec(0.05f * (float)(i + 1), -0.5f), 0.0f));
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        walk(world, &mover, 0.0f);
        cr_assert(mover.floor && near(mover.pose.p.x, 2.0f + 0.05f * (float)(i + 1), 1e-4f));
    }
    auk_world_destroy(world);
}

// One long frame, in which the lift goes far beyond what is near the mover, or turns away, and the mover falls.
static float ride_far(AukVec2 by, float angle, float falling)
{
    AukWorld *world = scene_world();
    AukBodyId lift = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(4.0f, 0.25f), 0.0f, -0.25f);
    AukMover mover = penguin(1.0f, 1.5f);
    stand(world, &mover);
    cr_assert(auk_body_id_equal(mover.support, lift));
    cr_assert_eq(auk_body_move_to(world, lift, auk_transform(auk_vec_add(auk_vec(0.0f, -0.25f), by), angle)), AUK_OK);
    mover.velocity = auk_vec(0.0f, -falling);
    cr_assert_geq(auk_world_move(world, &mover, 1.0f, NULL, 0), 0);
    cr_assert(mover.floor && auk_body_id_equal(mover.support, lift), "by (%g, %g), turned by %g", (double)by.x,
              (double)by.y, (double)angle);
    float x = mover.pose.p.x - by.x, y = mover.pose.p.y - 1.0f - by.y;
    auk_world_destroy(world);
    return angle == 0.0f ? fmaxf(fabsf(x - 1.0f), fabsf(y)) : 0.0f;
}

Test(mover_ride, is_carried_however_far_its_lift_goes_in_a_step)
{
    for (int i = 0; i < 12; i++) {
        float way = ldexpf(1.5f, i), within = 1e-4f + 1e-6f * way;
        for (int k = 0; k < 2; k++) {
            float falling = k * 25.0f;
            cr_assert_lt(ride_far(auk_vec(way, 0.0f), 0.0f, falling), within, "%g", (double)way);
            cr_assert_lt(ride_far(auk_vec(-way, way), 0.0f, falling), within, "%g", (double)way);
            cr_assert_lt(ride_far(auk_vec(0.0f, way), 0.0f, falling), within, "%g", (double)way);
            cr_assert_lt(ride_far(auk_vec(0.0f, -way), 0.0f, falling), within, "%g", (double)way);
            ride_far(auk_vec(way, 0.0f), 0.25f, falling);
        }
    }
}

Test(mover_ride, is_not_carried_by_a_wall_that_it_touches)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 10.0f, 1.0f);
    AukBodyId lift = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(0.5f, 5.0f), 2.0f, 0.0f);
    AukMover mover = penguin(1.0f, 1.5f);
    for (int i = 0; i < 60; i++) {
        walk(world, &mover, 4.0f);
    }
    cr_assert(mover.floor && mover.wall);
    AukTransform rest = mover.pose;
    auk_body_set_velocity(world, lift, auk_vec(0.0f, 2.0f));
    for (int i = 0; i < 60; i++) {
        walk(world, &mover, 4.0f);
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        cr_assert(same(mover.pose, rest));
    }
    auk_body_set_velocity(world, lift, auk_vec(1.0f, 0.0f));
    mover.velocity = auk_vec(0.0f, 0.0f);
    walk(world, &mover, 0.0f);
    cr_assert(same(mover.pose, rest));
    auk_world_destroy(world);
}

Test(mover_ride, is_pushed_by_a_wall_that_comes_and_says_when_it_is_crushed)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 10.0f, 1.0f);
    scene_wall(world, 4.0f, 5.0f, 1.0f, 5.0f);
    AukBodyId press = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(0.5f, 5.0f), -1.5f, 5.5f);
    AukMover mover = penguin(0.0f, 1.5f);
    stand(world, &mover);
    auk_body_set_velocity(world, press, auk_vec(4.0f, 0.0f));
    bool was_crushed = false;
    for (int i = 0; i < 64; i++) {
        mover.velocity = auk_vec(0.0f, -0.3f);
        cr_assert(auk_world_move(world, &mover, DT, NULL, 0) >= 0);
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        float right = auk_body_get_pose(world, press).p.x + 0.5f;
        was_crushed |= mover.stuck;
        cr_assert(mover.pose.p.x < 2.5f && (was_crushed || mover.pose.p.x >= right + 0.4999f), "frame %d", i);
    }
    cr_assert(was_crushed);
    auk_world_destroy(world);
}

// Rises from below to the roof, and through it.
static void crush(float half, AukShape shape, AukVec2 velocity)
{
    AukWorld *world = scene_world();
    AukBodyId lift = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(50.0f, half), 0.0f, -half);
    AukBodyId roof = scene_body(world, AUK_MOTION_STATIC, auk_shape_box(90.0f, 0.5f), 0.0f, 2.75f);
    AukMover mover = mover_of(shape, 0.0f, 1.5f);
    stand(world, &mover);
    auk_body_set_velocity(world, lift, velocity);
    float start = mover.pose.p.y, highest = 0.0f, ahead = mover.pose.p.x;
    int stuck = 0;
    for (int i = 0; i < 128; i++) {
        mover.velocity = auk_vec(0.0f, mover.stuck && i % 3 == 0 ? 2.0f : mover.velocity.y + GRAVITY * DT);
        cr_assert(auk_world_move(world, &mover, DT, NULL, 0) >= 0);
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        highest = mover.pose.p.y > highest ? mover.pose.p.y : highest;
        cr_assert(mover.pose.p.y >= start && mover.pose.p.y > highest - 0.01f, "half %g, frame %d", (double)half, i);
        cr_assert(!mover.stuck || auk_body_id_equal(mover.support, lift));
        stuck += mover.stuck;
    }
    cr_assert_gt(stuck, 32);
    cr_assert(near(mover.pose.p.x, ahead + 2.0f * velocity.x, 0.3f), "half %g: at %g", (double)half,
              (double)mover.pose.p.x);
    auk_body_destroy(world, roof);
    auk_body_set_velocity(world, lift, auk_vec(0.0f, 0.0f));
    walk(world, &mover, 0.0f);
    float top = auk_body_get_pose(world, lift).p.y + half;
    cr_assert(mover.floor && near(mover.pose.p.y, start + top, 0.05f), "half %g: at %g", (double)half,
              (double)mover.pose.p.y);
    auk_world_destroy(world);
}

Test(mover_ride, is_never_pressed_out_through_the_far_side_of_a_lift)
{
    for (int i = 0; i < 4; i++) {
        float half = 0.05f * (float)(1 << i);
        crush(half, auk_shape_box(0.3f, 0.7f), auk_vec(0.0f, 1.0f));
        crush(half, auk_shape_capsule(auk_vec(0.0f, -0.4f), auk_vec(0.0f, 0.4f), 0.3f), auk_vec(0.0f, 1.0f));
        crush(half, auk_shape_box(0.3f, 0.7f), auk_vec(1.0f, 1.0f));
    }
}

// ---- inside ---------------------------------------------------------------------------------------------------

Test(mover_ride, is_pushed_out_the_shortest_way)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 2.0f, 1.0f);
    AukMover mover = mover_of(auk_shape_box(0.5f, 0.5f), 1.2f, 0.9f);
    cr_assert_eq(auk_world_move(world, &mover, 0.0f, NULL, 0), 1);
    cr_assert(mover.floor && !mover.stuck && mover.pose.p.x == 1.2f && near(mover.pose.p.y, 1.5f, 1e-5f));
    mover = mover_of(auk_shape_circle(0.5f), 1.9f, 0.0f);
    cr_assert_eq(auk_world_move(world, &mover, 0.0f, NULL, 0), 1);
    cr_assert(mover.wall && near(mover.pose.p.x, 2.5f, 1e-5f) && near(mover.pose.p.y, 0.0f, 1e-6f));
    auk_world_destroy(world);
}

// In the ground, with a roof above it: the ways out to the left and to the right are equally long.
Test(mover_ride, of_two_ways_out_it_takes_that_to_the_side_to_which_it_goes)
{
    for (int i = 0; i < 32; i++) {
        float speed = i % 2 ? 2.0f : -2.0f, depth = 0.25f + 0.125f * (float)(i / 2 % 4), y = i / 8 % 2 ? -1.0f : 1.0f;
        AukWorld *world = scene_world();
        scene_wall(world, 0.0f, -2.0f * y, 8.0f, 2.0f);
        scene_wall(world, 0.0f, (1.25f - depth) * y, 0.125f + 0.0625f * (float)(i / 16), 0.125f);
        AukMover mover = mover_of(auk_shape_circle(0.5f), 0.0f, (0.5f - depth) * y);
        mover.up = auk_vec(0.0f, y);
        mover.velocity = auk_vec(speed, 0.0f);
        cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
        cr_assert(!mover.stuck && mover.pose.p.y * y > 0.499f && mover.pose.p.x * speed > 0.2f, "%d: (%g, %g)", i,
                  (double)mover.pose.p.x, (double)mover.pose.p.y);
        auk_world_destroy(world);
    }
}

Test(mover_ride, finds_its_floor_in_the_move_that_pushes_it_out)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 50.0f, 1.0f);
    const AukShape shapes[] = {auk_shape_circle(0.3f), auk_shape_box(0.3f, 0.3f),
                               auk_shape_capsule(auk_vec(0.0f, -0.1f), auk_vec(0.0f, 0.1f), 0.2f)};
    for (int k = 0; k < 3 * 200; k++) {
        AukMover mover = mover_of(shapes[k % 3], 0.0f, 0.3f - 0.006f * (float)(1 + k / 3));
        cr_assert_eq(auk_world_move(world, &mover, 0.0f, NULL, 0), 1, "shape %d, start %d", k % 3, k / 3);
        cr_assert(mover.floor && !mover.stuck && near(mover.pose.p.y, 0.3f, 1e-5f));
    }
    auk_world_destroy(world);
}

Test(mover_ride, is_pushed_out_of_two_boxes_and_of_a_floor_of_tiles)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 10.0f, 1.0f);
    scene_wall(world, 5.0f, 2.0f, 1.0f, 2.0f);
    AukMover mover = mover_of(auk_shape_box(0.5f, 0.5f), 3.7f, 0.4f);
    cr_assert_eq(auk_world_move(world, &mover, 0.0f, NULL, 0), 2);
    cr_assert(!mover.stuck && mover.floor && mover.wall);
    cr_assert(near(mover.pose.p.x, 3.5f, 1e-5f) && near(mover.pose.p.y, 0.5f, 1e-5f));
    for (int i = 0; i < 8; i++) {
        scene_wall(world, 100.0f + (float)i, -0.5f, 0.5f, 0.5f);
        scene_wall(world, 100.0f + (float)i, -1.5f, 0.5f, 0.5f);
    }
    mover = mover_of(auk_shape_box(0.4f, 0.4f), 103.4f, -0.35f);
    cr_assert(auk_world_move(world, &mover, 0.0f, NULL, 0) >= 1);
    cr_assert(!mover.stuck && mover.floor && near(mover.pose.p.x, 103.4f, 1e-4f) && near(mover.pose.p.y, 0.4f, 1e-3f));
    auk_world_destroy(world);
}

// ---- one-way platforms ------------------------------------------------------------------------------------------

static AukBodyId ledge(AukWorld *world, AukMotion motion, float y)
{
    AukBodyDef def = scene_def(motion, auk_shape_box(3.0f, 0.25f), 0.0f, y);
    def.one_way = auk_vec(0.0f, 1.0f);
    return auk_body_create(world, &def);
}

Test(mover_ride, jumps_up_through_a_one_way_platform_and_lands_on_it)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 10.0f, 1.0f);
    AukBodyId upper = ledge(world, AUK_MOTION_STATIC, 3.0f);
    AukMover mover = penguin(0.0f, 1.5f);
    stand(world, &mover);
    mover.velocity.y = 16.0f;
    for (int i = 0; i < 200; i++) {
        walk(world, &mover, i < 40 ? 0.5f : 0.0f);
        cr_assert(!mover.ceiling && !mover.wall);
    }
    cr_assert(mover.floor && auk_body_id_equal(mover.support, upper) && near(mover.pose.p.y, 4.25f, 1e-5f));
    AukTransform rest = mover.pose;
    for (int i = 0; i < 100; i++) {
        walk(world, &mover, 0.0f);
        cr_assert(same(mover.pose, rest));
    }
    auk_world_destroy(world);
}

Test(mover_ride, a_one_way_platform_that_rises_carries_who_stands_on_it_and_passes_who_does_not)
{
    AukWorld *world = scene_world();
    AukBodyId lift = ledge(world, AUK_MOTION_MOVING, 0.0f);
    AukMover above = penguin(1.0f, 1.5f), beneath = penguin(-1.0f, -2.0f);
    stand(world, &above);
    beneath.floating = true;
    auk_body_set_velocity(world, lift, auk_vec(0.0f, -1.0f));
    for (int i = 0; i < 160; i++) {
        if (i == 100) {
            auk_body_set_velocity(world, lift, auk_vec(0.0f, 2.0f));
        }
        walk(world, &above, 0.0f);
        cr_assert(auk_world_move(world, &beneath, DT, NULL, 0) >= 0);
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        float top = auk_body_get_pose(world, lift).p.y + 0.25f;
        cr_assert(above.floor && near(above.pose.p.y, top + 1.0f, 1e-4f), "frame %d", i);
        cr_assert(beneath.pose.p.y == -2.0f && !beneath.stuck, "frame %d", i);
    }
    auk_world_destroy(world);
}

// ---- out of ground that has risen -----------------------------------------------------------------------------

enum { CHAIN_OF_TWO, CHAIN_OF_FOUR, CLOSED_CHAIN, TILE_FLOOR, RISEN };

// Ground whose surface is y = 0 from x = -10 to x = 10.
static void add_ground(AukWorld *world, int kind)
{
    static const AukVec2 chain[5] = {{-10.0f, 0.0f}, {-5.0f, 0.0f}, {0.0f, 0.0f}, {5.0f, 0.0f}, {10.0f, 0.0f}};
    static const AukVec2 ends[3] = {{-10.0f, 0.0f}, {0.0f, 0.0f}, {10.0f, 0.0f}};
    static const AukVec2 loop[5] = {{-10.0f, -9.0f}, {10.0f, -9.0f}, {10.0f, 0.0f}, {1.0f, 0.0f}, {-10.0f, 0.0f}};
    static const uint8_t cells[20] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    bool tiles = kind == TILE_FLOOR;
    AukBodyId body = empty_body(world, AUK_MOTION_STATIC, tiles ? -10.0f : 0.0f, tiles ? -1.0f : 0.0f);
    switch (kind) {
    case CHAIN_OF_TWO: cr_assert(auk_body_add_chain(world, body, ends, 3, false, NULL).generation); break;
    case CHAIN_OF_FOUR: cr_assert(auk_body_add_chain(world, body, chain, 5, false, NULL).generation); break;
    case CLOSED_CHAIN: cr_assert(auk_body_add_chain(world, body, loop, 5, true, NULL).generation); break;
    default: grid_of(world, body, 20, 1, cells); break;
    }
}

Test(mover, comes_out_of_the_ground_over_every_edge_and_cell_of_it)
{
    static const float depths[6] = {1e-4f, 1e-3f, 0.02f, 0.1f, 0.25f, 0.4f};
    for (int kind = CHAIN_OF_TWO; kind < RISEN; kind++) {
        AukWorld *world = scene_world();
        add_ground(world, kind);
        for (int i = 0; i < 6 * 37; i++) {
            float x = -9.0f + 0.5f * (float)(i / 6), depth = depths[i % 6];
            AukMover mover = {.shape = auk_shape_circle(0.5f), .pose.p = {x, 0.5f - depth}, .pose.q = {1.0f, 0.0f}};
            cr_assert_geq(auk_world_move(world, &mover, 0.0f, NULL, 0), 0);
            cr_assert(!mover.stuck, "ground %d, x %g, %g deep", kind, (double)x, (double)depth);
            cr_assert(fabsf(mover.pose.p.y - 0.5f) < 1e-4f && fabsf(mover.pose.p.x - x) < 1e-4f,
                      "ground %d, x %g, %g deep: at (%.9g, %.9g)", kind, (double)x, (double)depth,
                      (double)mover.pose.p.x, (double)mover.pose.p.y);
        }
        auk_world_destroy(world);
    }
}

// A rectangle of `width` x `height` cells, its low left corner at the origin of `body`: a box, or a grid.
static void add_block(AukWorld *world, AukBodyId body, int width, int height, bool tiles)
{
    uint8_t cells[64];
    memset(cells, AUK_TILE_FULL, sizeof cells);
    AukShapeDef def = {.shape = auk_shape_box(0.5f * (float)width, 0.5f * (float)height)};
    def.position = auk_vec(0.5f * (float)width, 0.5f * (float)height);
    if (tiles) {
        grid_of(world, body, width, height, cells);
    } else {
        cr_assert(auk_body_add_shape(world, body, &def).generation);
    }
}

// The mover is built into a wall, as when a chunk of the map is loaded over it. No cell but those at the surface knows
// the way out, and most of them have neighbours on three sides.
Test(mover, comes_out_of_a_wall_of_tiles_where_it_comes_out_of_a_box)
{
    for (int i = 0; i < 3 * 2 * 100; i++) {
        int width = 1 + i % 3;
        AukTransform ends[2];
        for (int tiles = 0; tiles < 2; tiles++) {
            AukWorld *world = scene_world();
            add_block(world, empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f), width, 20, tiles);
            AukMover mover = {.shape = auk_shape_circle(0.4f), .floating = i / 3 % 2 == 1, .pose.q = {1.0f, 0.0f}};
            mover.pose.p.x = (float)width * ((float)(i / 6 % 10) + 0.3f) / 10.0f;
            mover.pose.p.y = 9.0f + ((float)(i / 60) + 0.4f) / 10.0f;
            cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
            cr_assert(!mover.stuck, "tiles %d, case %d", tiles, i);
            ends[tiles] = mover.pose;
            auk_world_destroy(world);
        }
        cr_assert(near(ends[0].p.x, ends[1].p.x, 1e-4f) && near(ends[0].p.y, ends[1].p.y, 1e-4f),
                  "case %d: (%g, %g) and (%g, %g)", i, (double)ends[0].p.x, (double)ends[0].p.y, (double)ends[1].p.x,
                  (double)ends[1].p.y);
    }
}

Test(mover, slips_off_no_lift_of_tiles_that_would_hold_it_as_a_box)
{
    for (int i = 0; i < 40; i++) {
        AukMover ends[2];
        for (int tiles = 0; tiles < 2; tiles++) {
            AukWorld *world = scene_world();
            add_block(world, empty_body(world, AUK_MOTION_STATIC, -4.0f, 3.0f), 8, 1, tiles);
            AukBodyId lift = empty_body(world, AUK_MOTION_MOVING, -4.0f, -0.01f);
            add_block(world, lift, 8, 1, tiles);
            AukMover mover = {.shape = auk_shape_box(0.3f, 0.9f), .pose.p = {-3.8f + 0.19f * (float)i, 1.9f}};
            for (int frame = 0; frame < 12; frame++) {
                auk_body_move_to(world, lift, auk_transform(auk_vec(-4.0f, 0.05f * (float)frame), 0.0f));
                mover.velocity = auk_vec(0.0f, -1.0f);
                cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
                cr_assert_eq(auk_world_step(world, DT), AUK_OK);
            }
            ends[tiles] = mover;
            auk_world_destroy(world);
        }
        cr_assert(ends[0].stuck == ends[1].stuck && near(ends[0].pose.p.x, ends[1].pose.p.x, 1e-3f),
                  "case %d: stuck %d at %g, of tiles %d at %g", i, ends[0].stuck, (double)ends[0].pose.p.x,
                  ends[1].stuck, (double)ends[1].pose.p.x);
    }
}

// The lift moves, and the roof is too near, when the mover is moved for the first time: no move has seen the lift
// below.
Test(mover, stays_on_a_lift_that_has_pressed_it_against_a_roof_since_its_first_move)
{
    for (int i = 0; i < 8; i++) {
        const float step = 0.02f * (float)(i + 1);
        AukWorld *world = scene_world();
        scene_wall(world, 0.0f, 3.0f, 4.0f, 1.0f);
        AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_box(2.0f, 0.3f), 0.0f, -0.3f);
        AukBodyId lift = auk_body_create(world, &def);
        AukMover mover = {.shape = auk_shape_box(0.5f, 0.995f), .pose.p = {0.0f, 1.0f}};
        for (int frame = 1; frame <= 6; frame++) {
            auk_body_move_to(world, lift, auk_transform(auk_vec(0.0f, step * (float)frame - 0.3f), 0.0f));
            mover.velocity = auk_vec(0.0f, -1.0f);
            cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
            cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        }
        cr_assert(mover.stuck && mover.floor && auk_body_id_equal(mover.support, lift), "step %g", (double)step);
        cr_assert(near(mover.pose.p.y, 1.0f, 0.01f), "step %g: at %g", (double)step, (double)mover.pose.p.y);
        for (int frame = 6; frame-- > 0;) {
            auk_body_move_to(world, lift, auk_transform(auk_vec(0.0f, step * (float)frame - 0.3f), 0.0f));
            mover.velocity = auk_vec(0.0f, -1.0f);
            cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
            cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        }
        cr_assert(!mover.stuck && mover.floor && near(mover.pose.p.y, 0.995f, 1e-4f), "step %g", (double)step);
        auk_world_destroy(world);
    }
}

// The way of the platform over such a time is more than a float can hold.
Test(mover_ride, a_support_that_was_moved_has_a_finite_velocity_in_the_shortest_move)
{
    AukWorld *world = scene_world();
    AukBodyId platform = scene_wall(world, 0.0f, -1.0f, 10.0f, 1.0f);
    AukMover mover = penguin(0.0f, 1.5f);
    stand(world, &mover);
    cr_assert_eq(auk_body_set_pose(world, platform, auk_transform(auk_vec(1.0f, 0.0f), 0.0f)), AUK_OK);
    cr_assert_geq(auk_world_move(world, &mover, 1e-40f, NULL, 0), 0);
    cr_assert(mover.floor && mover.support_velocity.x == 0.0f && mover.support_velocity.y == 0.0f);
    auk_world_destroy(world);
}

// The mover was pushed out of the wall's way, no longer found the wall from there, and walked into it.
Test(mover_ride, does_not_walk_into_what_has_just_pushed_it_far)
{
    for (float travel = 0.25f; travel <= 1.0f; travel += 0.25f) {
        AukWorld *world = scene_world();
        AukBodyId wall = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(1.0f, 4.0f), -1.0f, 0.0f);
        cr_assert_eq(auk_body_move_to(world, wall, auk_transform(auk_vec(travel - 1.0f, 0.0f), 0.0f)), AUK_OK);
        AukMover mover = mover_of(auk_shape_box(0.125f, 0.125f), 0.125f + 1e-6f, 0.0f);
        mover.velocity = auk_vec(-2.0f, 0.0f);
        cr_assert_eq(auk_world_move(world, &mover, DT, NULL, 0), 1);
        cr_assert(near(mover.pose.p.x, travel + 0.125f, 1e-5f) && mover.wall && !mover.stuck, "travel %g: at %g",
                  (double)travel, (double)mover.pose.p.x);
        auk_world_destroy(world);
    }
}
