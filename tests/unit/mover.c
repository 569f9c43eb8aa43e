// Characters: one sentence each about what a move does. Random levels are in prop/world_mover.c.
#include "auk/terrain.h"
#include "support/mover_scene.h"
#include "support/random.h"

static AukBodyId slope(AukWorld *world, float angle)
{
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(50.0f, 1.0f), 0.0f, 0.0f);
    def.angle = angle;
    def.position = auk_vec(sinf(angle), -cosf(angle));
    return auk_body_create(world, &def);
}

// ---- floors ---------------------------------------------------------------------------------------------------

Test(mover, lands_on_a_floor_and_rests_there_bit_by_bit)
{
    AukWorld *world = scene_world();
    AukBodyId floor = scene_wall(world, 0.0f, -1.0f, 10.0f, 1.0f);
    AukMover mover = penguin(0.3f, 3.0f);
    AukMoverContact contacts[4];
    mover.velocity = auk_vec(0.0f, -100.0f);
    cr_assert_eq(auk_world_move(world, &mover, DT * 4.0f, contacts, 4), 1);
    cr_assert(auk_body_id_equal(contacts[0].body, floor) && contacts[0].kind == AUK_MOVER_FLOOR);
    cr_assert(near(contacts[0].fraction, 2.0f / 6.25f, 1e-5f) && near(contacts[0].normal.y, 1.0f, 1e-6f));
    cr_assert(near(contacts[0].point.x, 0.3f, 1e-5f) && near(contacts[0].point.y, 0.0f, 1e-5f));
    cr_assert(mover.floor && !mover.wall && !mover.ceiling && mover.floor_normal.y == 1.0f);
    cr_assert(auk_body_id_equal(mover.support, floor) && mover.velocity.y == 0.0f);
    cr_assert(mover.pose.p.y > 1.0f && mover.pose.p.y < 1.0f + 4e-6f && mover.pose.p.x == 0.3f);
    AukTransform rest = mover.pose;
    for (int i = 0; i < 1000; i++) {
        walk(world, &mover, 0.0f);
        cr_assert(same(mover.pose, rest) && mover.floor && mover.velocity.y == 0.0f);
    }
    auk_world_destroy(world);
}

Test(mover, walks_up_and_down_a_slope_at_the_same_speed)
{
    AukWorld *world = scene_world();
    slope(world, 0.5f);
    for (int direction = -1; direction <= 1; direction += 2) {
        AukMover mover = penguin(0.0f, 2.0f);
        stand(world, &mover);
        AukVec2 from = mover.pose.p;
        for (int i = 0; i < 64; i++) {
            walk(world, &mover, 4.0f * (float)direction);
            cr_assert(mover.floor && near(mover.velocity.x, 4.0f * (float)direction, 1e-5f));
            cr_assert(near(auk_vec_length(mover.moved), 4.0f * DT, 1e-5f));
        }
        AukVec2 way = auk_vec_sub(mover.pose.p, from);
        cr_assert(near(way.x, 4.0f * (float)direction * cosf(0.5f), 1e-4f));
        cr_assert(near(way.y, 4.0f * (float)direction * sinf(0.5f), 1e-4f));
    }
    auk_world_destroy(world);
}

Test(mover, neither_climbs_a_steep_slope_nor_rests_on_it)
{
    AukWorld *world = scene_world();
    slope(world, 1.0f);
    AukMover mover = penguin(0.0f, 2.5f);
    float highest = 2.5f;
    for (int i = 0; i < 200; i++) {
        walk(world, &mover, 30.0f);
        cr_assert(!mover.floor && mover.pose.p.y <= highest);
        highest = mover.pose.p.y;
    }
    cr_assert(mover.wall && mover.pose.p.y < 0.5f);
    auk_world_destroy(world);
}

Test(mover, stands_on_steep_slopes_if_told_so)
{
    AukWorld *world = scene_world();
    slope(world, 1.0f);
    AukMover mover = penguin(0.0f, 2.5f);
    mover.slope_limit = 1.01f;
    stand(world, &mover);
    AukTransform rest = mover.pose;
    walk(world, &mover, 0.0f);
    cr_assert(same(mover.pose, rest));
    auk_world_destroy(world);
}

Test(mover, walks_up_stairs_and_down_again)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 30.0f, 1.0f);
    for (int i = 0; i < 5; i++) {
        scene_wall(world, 5.5f + (float)i, 0.125f * (float)(i + 1), 0.5f, 0.125f * (float)(i + 1));
    }
    AukShape shapes[2] = {penguin(0.0f, 0.0f).shape, auk_shape_box(0.4f, 1.0f)};
    for (int k = 0; k < 2; k++) {
        AukMover mover = mover_of(shapes[k], 2.0f, 1.5f);
        stand(world, &mover);
        mover.step_height = 0.3f;
        mover.snap = 0.3f;
        for (int i = 0; i < 400 && mover.pose.p.x < 9.5f; i++) {
            walk(world, &mover, 3.0f);
            cr_assert(mover.floor);
        }
        cr_assert(near(mover.pose.p.y, 2.25f, 0.01f), "%g", (double)mover.pose.p.y);
        for (int i = 0; i < 400 && mover.pose.p.x > 3.0f; i++) {
            walk(world, &mover, -3.0f);
            cr_assert(mover.floor);
        }
        cr_assert(near(mover.pose.p.y, 1.0f, 1e-5f) && mover.pose.p.x <= 3.0f);
    }
    auk_world_destroy(world);
}

Test(mover, does_not_step_higher_than_it_may)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 30.0f, 1.0f);
    scene_wall(world, 6.0f, 0.25f, 1.0f, 0.25f);
    AukMover mover = mover_of(auk_shape_box(0.4f, 1.0f), 2.0f, 1.5f);
    stand(world, &mover);
    mover.step_height = 0.49f;
    for (int i = 0; i < 200; i++) {
        walk(world, &mover, 3.0f);
    }
    cr_assert(mover.wall && mover.wall_normal.x == -1.0f && near(mover.pose.p.x, 4.6f, 1e-5f));
    mover.step_height = 0.51f;
    for (int i = 0; i < 100; i++) {
        walk(world, &mover, 3.0f);
    }
    cr_assert(mover.pose.p.x > 6.0f);
    auk_world_destroy(world);
}

Test(mover, does_not_step_onto_what_is_too_steep)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 30.0f, 1.0f);
    AukVec2 roof[3] = {{5.0f, 0.0f}, {6.0f, 0.0f}, {6.0f, 2.0f}};
    scene_body(world, AUK_MOTION_STATIC, auk_shape_polygon(roof, 3, 0.0f), 0.0f, 0.0f);
    AukMover mover = mover_of(auk_shape_box(0.4f, 1.0f), 2.0f, 1.5f);
    stand(world, &mover);
    mover.step_height = 0.4f;
    for (int i = 0; i < 200; i++) {
        walk(world, &mover, 3.0f);
    }
    cr_assert(near(mover.pose.p.x, 4.6f, 1e-5f) && mover.floor && mover.velocity.x == 0.0f);
    auk_world_destroy(world);
}

Test(mover, snaps_to_a_floor_that_falls_away_but_not_when_it_jumps)
{
    AukWorld *world = scene_world();
    scene_wall(world, -5.0f, -1.0f, 5.0f, 1.0f);
    scene_wall(world, 5.0f, -1.2f, 5.0f, 1.0f);
    for (int k = 0; k < 3; k++) {
        AukMover mover = mover_of(auk_shape_box(0.4f, 1.0f), 0.39f, 1.5f);
        stand(world, &mover);
        mover.snap = k == 0 ? 0.25f : (k == 1 ? 0.15f : 0.25f);
        mover.velocity = auk_vec(4.0f, k == 2 ? 3.0f : -0.3f);
        cr_assert(auk_world_move(world, &mover, DT, NULL, 0) >= 0);
        cr_assert_eq(mover.floor, k == 0);
        cr_assert(k != 0 || near(mover.pose.p.y, 0.8f, 1e-5f));
        cr_assert(k != 2 || (mover.velocity.y == 3.0f && mover.pose.p.y > 1.04f));
    }
    auk_world_destroy(world);
}

Test(mover, bumps_its_head_and_slides_on)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 4.0f, 10.0f, 1.0f);
    AukMover mover = penguin(0.0f, 1.5f);
    mover.velocity = auk_vec(2.0f, 64.0f);
    cr_assert_eq(auk_world_move(world, &mover, DT, NULL, 0), 1);
    cr_assert(mover.ceiling && !mover.floor && !mover.wall && mover.ceiling_normal.y == -1.0f);
    cr_assert(mover.velocity.x == 2.0f && mover.velocity.y == 0.0f);
    cr_assert(near(mover.pose.p.x, 2.0f * DT, 1e-6f) && near(mover.pose.p.y, 2.0f, 1e-5f) && mover.pose.p.y < 2.0f);
    auk_world_destroy(world);
}

// ---- corners --------------------------------------------------------------------------------------------------

Test(mover, rests_in_a_corner_without_jitter)
{
    AukWorld *world = scene_world();
    slope(world, 0.3f);
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(1.0f, 20.0f), 5.0f, 0.0f);
    def.angle = 0.1f;
    auk_body_create(world, &def);
    AukShape shapes[3] = {penguin(0.0f, 0.0f).shape, auk_shape_box(0.4f, 1.0f), auk_shape_ellipse(0.5f, 1.0f)};
    for (int k = 0; k < 6; k++) {
        AukMover mover = mover_of(shapes[k / 2], 0.0f, 3.0f);
        mover.floating = k % 2 == 1;
        for (int i = 0; i < 200; i++) {
            mover.velocity = auk_vec(7.0f, -3.0f);
            cr_assert(auk_world_move(world, &mover, DT, NULL, 0) >= 0);
        }
        AukTransform rest = mover.pose;
        for (int i = 0; i < 1000; i++) {
            mover.velocity = auk_vec(7.0f, -3.0f);
            cr_assert(auk_world_move(world, &mover, DT, NULL, 0) >= 2);
            cr_assert(same(mover.pose, rest), "shape %d, frame %d", k, i);
            cr_assert(mover.velocity.x == 0.0f && mover.velocity.y == 0.0f && mover.wall);
        }
    }
    auk_world_destroy(world);
}

Test(mover, comes_to_rest_in_an_acute_wedge_without_passing_its_tip)
{
    AukWorld *world = scene_world();
    AukVec2 above[2] = {{0.0f, 1.0f}, {10.0f, 0.0f}}, below[2] = {{0.0f, -1.0f}, {10.0f, 0.0f}};
    scene_body(world, AUK_MOTION_STATIC, auk_shape_segment(above[0], above[1]), 0.0f, 0.0f);
    scene_body(world, AUK_MOTION_STATIC, auk_shape_segment(below[0], below[1]), 0.0f, 0.0f);
    AukMover mover = mover_of(auk_shape_circle(0.25f), 0.0f, 0.1f);
    mover.floating = true;
    mover.velocity = auk_vec(1000.0f, 30.0f);
    cr_assert_eq(auk_world_move(world, &mover, 1.0f, NULL, 0), 2);
    float tip = 0.25f / sinf(atanf(0.1f));
    cr_assert(near(mover.pose.p.x, 10.0f - tip, 1e-3f) && near(mover.pose.p.y, 0.0f, 1e-4f));
    AukTransform rest = mover.pose;
    for (int i = 0; i < 100; i++) {
        mover.velocity = auk_vec(1000.0f, 30.0f);
        cr_assert(auk_world_move(world, &mover, 1.0f, NULL, 0) == 2 && same(mover.pose, rest));
    }
    auk_world_destroy(world);
}

// The wall leans over the mover, and the tip of another stands out of it, by two gaps at first. A slide that the wish
// does not lead out ends there, however shallow the notch is.
Test(mover, rests_in_a_notch_of_any_depth_and_leaves_it_by_a_way_that_leads_out)
{
    const AukVec2 down = {0.28f, -0.96f};
    for (float depth = 0x1p-20f; depth < 1.0f; depth *= 8.0f) {
        AukWorld *world = scene_world();
        AukVec2 tip = auk_vec(1.0f - depth, 0.0f);
        scene_body(world, AUK_MOTION_STATIC, auk_shape_segment(auk_vec_scale(-4.0f, down), down), 1.0f, 0.0f);
        scene_body(world, AUK_MOTION_STATIC, auk_shape_segment(auk_vec(0.0f, 0.0f), auk_vec(2.0f, -6.0f)), tip.x, 0.0f);
        AukMover mover = mover_of(auk_shape_box(0.5f, 0.5f), -1.0f, -0.45f + 2.0f * depth);
        mover.floating = true;
        for (int i = 0; i < 100; i++) {
            AukTransform before = mover.pose;
            mover.velocity = auk_vec(60.0f, 10.0f);
            cr_assert(auk_world_move(world, &mover, DT * 4.0f, NULL, 0) >= 1);
            cr_assert(i < 3 || same(mover.pose, before), "depth %g, move %d", (double)depth, i);
        }
        float top = mover.pose.p.y + 0.5f;
        cr_assert(mover.wall && near(top, depth * 0.96f / 0.28f, 4e-6f), "depth %g: top %g", (double)depth,
                  (double)top);
        mover.velocity = auk_vec(60.0f, -20.0f);
        cr_assert(auk_world_move(world, &mover, DT * 4.0f, NULL, 0) >= 1);
        cr_assert(mover.moved.y < -0.5f, "depth %g: moved %g", (double)depth, (double)mover.moved.y);
        auk_world_destroy(world);
    }
}

Test(mover, stands_between_two_steep_slopes)
{
    AukWorld *world = scene_world();
    AukVec2 left[2] = {{-1.0f, 3.0f}, {0.0f, 0.0f}}, right[2] = {{0.0f, 0.0f}, {1.0f, 3.0f}};
    scene_body(world, AUK_MOTION_STATIC, auk_shape_segment(left[0], left[1]), 0.0f, 0.0f);
    scene_body(world, AUK_MOTION_STATIC, auk_shape_segment(right[0], right[1]), 0.0f, 0.0f);
    AukMover mover = mover_of(auk_shape_circle(0.4f), 0.1f, 3.0f);
    stand(world, &mover);
    cr_assert(mover.floor_normal.y == 1.0f && mover.wall && mover.support.generation == 0);
    AukTransform rest = mover.pose;
    walk(world, &mover, 1.0f);
    cr_assert(mover.floor && same(mover.pose, rest));
    auk_world_destroy(world);
}

Test(mover, slides_over_the_seams_of_a_row_of_tiles)
{
    AukWorld *world = scene_world();
    for (int i = 0; i < 300; i++) {
        scene_wall(world, 0.37f * (float)i, -0.185f, 0.185f, 0.185f);
    }
    AukShape shapes[3] = {penguin(0.0f, 0.0f).shape, auk_shape_box(0.3f, 0.7f), auk_shape_circle(0.05f)};
    for (int k = 0; k < 3; k++) {
        AukMover mover = mover_of(shapes[k], 1.0f, 1.2f);
        stand(world, &mover);
        float y = mover.pose.p.y;
        for (int i = 0; i < 600; i++) {
            walk(world, &mover, 10.0f);
            cr_assert(mover.floor && !mover.wall && near(mover.pose.p.y, y, 1e-4f) && mover.velocity.x == 10.0f);
            cr_assert(near(mover.moved.x, 10.0f * DT, 2e-5f));
        }
    }
    auk_world_destroy(world);
}

Test(mover, slides_its_whole_way_along_a_wall_however_flat_the_angle)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -501.0f, 1000.0f, 501.0f);
    for (float lean = 0.3f; lean > 1e-7f; lean *= 0.3f) {
        AukMover mover = mover_of(auk_shape_circle(0.5f), -20.0f, 0.51f);
        mover.floating = true;
        for (int i = 0; i < 4; i++) {
            AukVec2 from = mover.pose.p;
            mover.velocity = auk_vec(8.0f, -8.0f * lean);
            cr_assert(auk_world_move(world, &mover, 1.0f, NULL, 0) >= 0 && !mover.limit);
            cr_assert(near(mover.pose.p.x, from.x + 8.0f, 1e-4f) && mover.pose.p.y > 0.5f);
        }
    }
    auk_world_destroy(world);
}

Test(mover, goes_through_no_wall_at_any_speed)
{
    AukWorld *world = scene_world();
    scene_body(world, AUK_MOTION_STATIC, auk_shape_segment(auk_vec(0.0f, -3.0f), auk_vec(0.0f, 3.0f)), 1e5f, 0.0f);
    for (float speed = 1e5f; speed < 1e14f; speed *= 10.0f) {
        AukMover mover = mover_of(auk_shape_circle(0.5f), 0.0f, 0.5f);
        mover.floating = true;
        mover.velocity = auk_vec(speed, 0.0f);
        cr_assert(auk_world_move(world, &mover, 1.0f, NULL, 0) >= 0);
        cr_assert(mover.pose.p.x < 1e5f - 0.49f);
    }
    auk_world_destroy(world);
}

// ---- symmetries -----------------------------------------------------------------------------------------------

// A little course: falls, walks, climbs, bumps, jumps. Returns where it came to lie.
static AukMover course(float scale, AukRot q, float far)
{
    AukWorld *world = scene_world();
    float boxes[5][4] = {{0, -1, 30, 1}, {4, 0.1f, 1, 0.1f}, {7, 0.2f, 1, 0.2f}, {12, 5, 1, 5}, {6, 4, 3, 1}};
    AukVec2 origin = auk_vec(far * scale, -far * scale);
    for (int i = 0; i < 5; i++) {
        AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(scale * boxes[i][2], scale * boxes[i][3]), 0, 0);
        def.position = auk_vec_add(origin, auk_vec_scale(scale, auk_rot_apply(q, auk_vec(boxes[i][0], boxes[i][1]))));
        def.angle = auk_rot_angle(q);
        auk_body_create(world, &def);
    }
    AukMover mover =
        mover_of(auk_shape_capsule(auk_vec(0, -0.5f * scale), auk_vec(0, 0.5f * scale), 0.4f * scale), 0, 0);
    mover.pose.p = auk_vec_add(origin, auk_vec_scale(scale, auk_rot_apply(q, auk_vec(0.0f, 2.0f))));
    mover.pose.q = q;
    mover.up = auk_rot_apply(q, auk_vec(0.0f, 1.0f));
    mover.step_height = 0.25f * scale;
    mover.snap = 0.25f * scale;
    for (int i = 0; i < 300; i++) {
        float rise = auk_vec_dot(mover.velocity, mover.up) / scale + (i == 230 ? 9.0f : GRAVITY * DT);
        mover.velocity = auk_vec_scale(scale, auk_rot_apply(q, auk_vec(i < 250 ? 3.0f : -8.0f, rise)));
        cr_assert(auk_world_move(world, &mover, DT, NULL, 0) >= 0 && !mover.limit && !mover.stuck);
    }
    mover.pose.p = auk_vec_sub(mover.pose.p, origin);
    auk_world_destroy(world);
    return mover;
}

Test(mover, does_the_same_at_every_power_of_two)
{
    AukRot upright = auk_rot_identity();
    AukMover plain = course(1.0f, upright, 0.0f), tiny = course(0x1p-20f, upright, 0.0f);
    AukMover huge = course(0x1p20f, upright, 0.0f);
    cr_assert(plain.pose.p.x * 0x1p-20f == tiny.pose.p.x && plain.pose.p.y * 0x1p-20f == tiny.pose.p.y);
    cr_assert(plain.pose.p.x * 0x1p20f == huge.pose.p.x && plain.pose.p.y * 0x1p20f == huge.pose.p.y);
    cr_assert(plain.velocity.x * 0x1p20f == huge.velocity.x && plain.floor == huge.floor && plain.floor == tiny.floor);
}

Test(mover, does_the_same_in_turned_worlds)
{
    AukMover plain = course(1.0f, auk_rot_identity(), 0.0f);
    for (int i = 1; i < 16; i++) {
        AukRot q = auk_rot(0.4f * (float)i);
        AukMover turned = course(1.0f, q, 0.0f);
        AukVec2 back = auk_rot_apply_inverse(q, turned.pose.p);
        cr_assert(near(back.x, plain.pose.p.x, 1e-2f) && near(back.y, plain.pose.p.y, 1e-3f), "angle %d: %g %g", i,
                  (double)back.x, (double)back.y);
        cr_assert_eq(turned.floor, plain.floor);
    }
}

// ---- what it meets --------------------------------------------------------------------------------------------

Test(mover, passes_sensors_and_what_its_query_leaves_out)
{
    AukWorld *world = scene_world();
    scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(0.5f, 5.0f), 2.0f, 0.0f);
    AukBodyId own = scene_wall(world, 4.0f, 0.0f, 0.5f, 5.0f);
    AukBodyDef glass = scene_def(AUK_MOTION_STATIC, auk_shape_box(0.5f, 5.0f), 6.0f, 0.0f);
    glass.filter.category = 4;
    auk_body_create(world, &glass);
    AukBodyDef off = scene_def(AUK_MOTION_STATIC, auk_shape_box(0.5f, 5.0f), 8.0f, 0.0f);
    off.disabled = true;
    auk_body_create(world, &off);
    AukMover start = mover_of(auk_shape_circle(0.5f), 0.0f, 0.0f);
    start.velocity = auk_vec(10.0f, 0.0f);
    AukMover mover = start;
    cr_assert_eq(auk_world_move(world, &mover, 1.0f, NULL, 0), 1);
    cr_assert(near(mover.pose.p.x, 3.0f, 1e-5f));
    mover = start;
    mover.query.exclude = own;
    cr_assert_eq(auk_world_move(world, &mover, 1.0f, NULL, 0), 1);
    cr_assert(near(mover.pose.p.x, 5.0f, 1e-5f));
    mover = start;
    mover.query.exclude = own;
    mover.query.filter.ignore = 4;
    cr_assert_eq(auk_world_move(world, &mover, 1.0f, NULL, 0), 0);
    cr_assert(mover.pose.p.x == 10.0f && mover.velocity.x == 10.0f && mover.moved.x == 10.0f);
    auk_world_destroy(world);
}

Test(mover, lists_what_it_met_in_order_of_time)
{
    AukWorld *world = scene_world();
    AukBodyId right = scene_wall(world, 5.0f, 0.0f, 0.5f, 50.0f);
    AukBodyId left = scene_wall(world, -5.0f, 3.0f, 1.0f, 1.0f);
    AukBodyId top = scene_wall(world, 4.0f, 12.0f, 1.0f, 1.0f);
    (void)left;
    AukMover start = mover_of(auk_shape_circle(0.5f), 0.0f, 0.0f), mover = start;
    start.velocity = auk_vec(20.0f, 40.0f);
    AukMoverContact contacts[3];
    mover = start;
    cr_assert_eq(auk_world_move(world, &mover, 1.0f, contacts, 3), 2);
    cr_assert(auk_body_id_equal(contacts[0].body, right) && contacts[0].kind == AUK_MOVER_WALL);
    cr_assert(auk_body_id_equal(contacts[1].body, top) && contacts[1].kind == AUK_MOVER_CEILING);
    cr_assert(near(contacts[0].fraction, 0.2f, 1e-5f) && near(contacts[1].fraction, 10.5f / 40.0f, 1e-5f));
    cr_assert(mover.velocity.x == 0.0f && mover.velocity.y == 0.0f && mover.wall && mover.ceiling);
    AukMoverContact first[1];
    AukMover again = start;
    cr_assert_eq(auk_world_move(world, &again, 1.0f, first, 1), 1);
    cr_assert(memcmp(first, contacts, sizeof *first) == 0 && same(again.pose, mover.pose));
    again = start;
    cr_assert_eq(auk_world_move(world, &again, 1.0f, NULL, 0), 2);
    again = start;
    cr_assert_eq(auk_world_move(world, &again, 1.0f, contacts, 0), 0);
    cr_assert(same(again.pose, mover.pose));
    auk_world_destroy(world);
}

Test(mover, may_be_any_shape)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 50.0f, 1.0f);
    scene_wall(world, 10.0f, 0.0f, 1.0f, 10.0f);
    AukVec2 hexagon[6] = {{1, 0}, {0.5f, 0.9f}, {-0.5f, 0.9f}, {-1, 0}, {-0.5f, -0.9f}, {0.5f, -0.9f}};
    AukShape shapes[] = {auk_shape_circle(0.0f),
                         auk_shape_circle(0.7f),
                         auk_shape_box(0.5f, 1.0f),
                         auk_shape_ellipse(0.5f, 1.0f),
                         auk_shape_polygon(hexagon, 6, 0.1f),
                         auk_shape_rounded(auk_shape_box(0.3f, 0.6f), 0.2f),
                         auk_shape_segment(auk_vec(-0.5f, -0.5f), auk_vec(0.5f, 0.5f))};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        AukMover mover = mover_of(shapes[k], 0.0f, 3.0f);
        stand(world, &mover);
        for (int i = 0; i < 200; i++) {
            walk(world, &mover, 5.0f);
        }
        AukBox box = auk_shape_bounds(&mover.shape, mover.pose);
        cr_assert(mover.floor && mover.wall && near(box.min.y, 0.0f, 1e-4f) && near(box.max.x, 9.0f, 1e-4f));
        cr_assert(box.min.y >= 0.0f && box.max.x <= 9.0f);
    }
    auk_world_destroy(world);
}

// ---- bad input ------------------------------------------------------------------------------------------------

static void refused(const AukWorld *world, AukMover mover, float dt, int capacity, AukStatus status)
{
    AukMover before = mover;
    AukMoverContact contact;
    cr_assert_eq(auk_world_move(world, &mover, dt, &contact, capacity), -(int)status);
    cr_assert(memcmp(&before, &mover, sizeof mover) == 0);
}

Test(mover, refuses_bad_input_and_stays_as_it_was)
{
    AukWorld *world = scene_world();
    AukMover good = penguin(0.0f, 0.0f), bad;
    cr_assert_eq(auk_world_move(world, NULL, DT, NULL, 0), -(int)AUK_ERROR_NULL);
    refused(NULL, good, DT, 1, AUK_ERROR_NULL);
    refused(world, good, -1.0f, 1, AUK_ERROR_TIME_STEP);
    refused(world, good, NAN, 1, AUK_ERROR_TIME_STEP);
    refused(world, good, INFINITY, 1, AUK_ERROR_TIME_STEP);
    refused(world, good, DT, -1, AUK_ERROR_COUNT);
    bad = good, memset(&bad.shape, 0, sizeof bad.shape);
    refused(world, bad, DT, 1, AUK_ERROR_NO_SHAPE);
    bad = good, bad.pose.p.x = NAN;
    refused(world, bad, DT, 1, AUK_ERROR_NOT_FINITE);
    bad = good, bad.velocity.y = INFINITY;
    refused(world, bad, DT, 1, AUK_ERROR_NOT_FINITE);
    bad = good, bad.velocity.y = 1e15f;
    refused(world, bad, 2.0f, 1, AUK_ERROR_RANGE);
    bad = good, bad.up.x = NAN;
    refused(world, bad, DT, 1, AUK_ERROR_NOT_FINITE);
    bad = good, bad.slope_limit = NAN;
    refused(world, bad, DT, 1, AUK_ERROR_NOT_FINITE);
    bad = good, bad.slope_limit = 1.6f;
    refused(world, bad, DT, 1, AUK_ERROR_RANGE);
    bad = good, bad.step_height = -1.0f;
    refused(world, bad, DT, 1, AUK_ERROR_NEGATIVE);
    bad = good, bad.snap = NAN;
    refused(world, bad, DT, 1, AUK_ERROR_NOT_FINITE);
    bad = good, bad.support.index = 7, bad.support.generation = 9, bad.support_pose.p.x = NAN;
    cr_assert_eq(auk_world_move(world, &bad, DT, NULL, 0), 0);
    auk_world_destroy(world);
}

static float extreme(Random *random)
{
    switch (random_int(random, 0, 5)) {
    case 0: return 0.0f;
    case 1: return random_finite(random);
    case 2: return random_float(random, -1e14f, 1e14f);
    case 3: return random_float(random, -1e-30f, 1e-30f);
    default: return random_float(random, -10.0f, 10.0f);
    }
}

static AukShape extreme_shape(Random *random)
{
    float a = fabsf(extreme(random)), b = fabsf(extreme(random));
    switch (random_int(random, 0, 3)) {
    case 0: return auk_shape_circle(a);
    case 1: return auk_shape_box(a, b);
    case 2: return auk_shape_ellipse(a, b);
    default: return auk_shape_capsule(auk_vec(extreme(random), a), auk_vec(b, extreme(random)), a);
    }
}

Test(mover, gives_finite_answers_to_extreme_numbers)
{
    Random random = random_start(random_seed(), 601);
    int moved = 0;
    for (int round = 0; round < 300; round++) {
        AukWorld *world = scene_world();
        for (int i = random_int(&random, 0, 10); i > 0; i--) {
            (void)scene_body(world, (AukMotion)random_int(&random, 0, 1), extreme_shape(&random), extreme(&random),
                             extreme(&random));
        }
        AukMover mover = mover_of(extreme_shape(&random), extreme(&random), extreme(&random));
        mover.up = auk_vec(extreme(&random), extreme(&random));
        mover.step_height = fabsf(extreme(&random));
        mover.snap = fabsf(extreme(&random));
        mover.floating = random_chance(&random, 0.3);
        for (int i = 0; i < 10; i++) {
            mover.velocity = auk_vec(extreme(&random), extreme(&random));
            AukMover before = mover;
            int met = auk_world_move(world, &mover, random_float(&random, 0.0f, 2.0f), NULL, 0);
            cr_assert(met >= 0 || memcmp(&before, &mover, sizeof mover) == 0);
            float sum = fabsf(mover.pose.p.x) + fabsf(mover.pose.p.y);
            sum += met >= 0 ? fabsf(mover.velocity.x) + fabsf(mover.moved.x) + fabsf(mover.floor_normal.x) : 0.0f;
            cr_assert(met < 0 || sum - sum == 0.0f, "round %d, AUK_SEED=%llu", round, (unsigned long long)random.seed);
            moved += met >= 0;
        }
        auk_world_destroy(world);
    }
    cr_assert(moved > 500, "%d", moved);
}

Test(mover, changes_nothing_in_the_world)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 10.0f, 1.0f);
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    uint64_t hash = auk_world_hash(world);
    AukMover mover = penguin(0.0f, 3.0f);
    stand(world, &mover);
    cr_assert_eq(auk_world_hash(world), hash);
    auk_world_destroy(world);
}

// A box meets the free end with its side. An end of a one-sided edge has no such normal and lends the box one of its
// own. Whether a cast ends at that end or begins there is decided by rounding, and must not matter.
Test(mover, the_free_end_of_a_one_sided_edge_turns_a_box_aside_whatever_the_rounding)
{
    const AukVec2 points[2] = {{0.0f, 0.0f}, {-1.915955f, -0.573697f}};
    const AukShapeDef edge = {.one_sided = true};
    AukWorld *world = scene_world();
    AukBodyDef def = {.motion = AUK_MOTION_STATIC, .position = {77.244141f, 100.0f}};
    auk_body_add_chain(world, auk_body_create(world, &def), points, 2, false, &edge);
    for (int i = 0; i < 64; i++) {
        AukMover mover = mover_of(auk_shape_box(0.25f, 0.494452f), def.position.x + 0.7f, 100.190729f);
        mover.pose.p = auk_vec_add(mover.pose.p, auk_vec(3e-5f * (float)(i % 8), 3e-5f * (float)(i / 8)));
        mover.floating = true;
        mover.velocity = auk_vec(-4.0f, -0.288932f);
        auk_world_move(world, &mover, 0.25f, NULL, 0);
        cr_assert(near(mover.moved.x, -0.484f, 1e-2f) && near(mover.moved.y, 0.082f, 1e-2f), "%d: %g %g", i,
                  (double)mover.moved.x, (double)mover.moved.y);
    }
    auk_world_destroy(world);
}
