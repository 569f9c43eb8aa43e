// Conveyors: how they carry characters, what the getters say of them, and how they are kept.
#include "support/mover_scene.h"

#include "auk/shapes.h"
#include "auk/terrain.h"
#include "failing_allocator.h"

static AukShapeId shape_of(const AukWorld *world, AukBodyId body)
{
    AukShapeId shape = {0, 0};
    cr_assert(auk_body_get_shapes(world, body, &shape, 1) == 1);
    return shape;
}

// A box of 40 by 2 whose top is at y = 0 where x = 0.
static AukBodyId belt(AukWorld *world, AukMotion motion, float angle, AukVec2 velocity)
{
    AukBodyDef def = scene_def(motion, auk_shape_box(20.0f, 1.0f), sinf(angle), -cosf(angle));
    def.angle = angle;
    AukBodyId body = auk_body_create(world, &def);
    cr_assert_eq(auk_world_shape_set_conveyor(world, shape_of(world, body), velocity), AUK_OK);
    return body;
}

static bool near_vec(AukVec2 a, float x, float y, float within)
{
    return near(a.x, x, within) && near(a.y, y, within);
}

// ---- characters -----------------------------------------------------------------------------------------------------

Test(conveyor, carries_a_mover_by_its_velocity_times_the_time_on_level_ground_and_on_slopes)
{
    const AukShape shapes[] = {auk_shape_box(0.4f, 0.9f), auk_shape_circle(0.5f),
                               auk_shape_capsule(auk_vec(0.0f, -0.5f), auk_vec(0.0f, 0.5f), 0.5f)};
    for (int k = 0; k < 3 * 5 * 2; k++) {
        float angle = -0.6f + 0.3f * (float)(k / 3 % 5), speed = k % 2 ? 3.0f : -3.0f;
        AukWorld *world = scene_world();
        AukBodyId body = belt(world, AUK_MOTION_STATIC, angle, auk_vec(speed, 0.0f));
        AukMover mover = mover_of(shapes[k % 3], 0.0f, 3.0f);
        mover.snap = 0.1f;
        stand(world, &mover);
        AukVec2 start = mover.pose.p;
        for (int i = 0; i < 128; i++) {
            walk(world, &mover, 0.0f);
            cr_assert(mover.floor && auk_body_id_equal(mover.support, body));
            cr_assert(near_vec(mover.support_velocity, speed * cosf(angle), speed * sinf(angle), 1e-4f), "%d: %g, %g",
                      k, (double)mover.support_velocity.x, (double)mover.support_velocity.y);
            cr_assert(mover.velocity.x == 0.0f && mover.velocity.y == 0.0f);
        }
        AukVec2 along = auk_vec_sub(mover.pose.p, start);
        cr_assert(near_vec(along, 2.0f * speed * cosf(angle), 2.0f * speed * sinf(angle), 1e-3f), "%d: %g, %g", k,
                  (double)along.x, (double)along.y);
        auk_world_destroy(world);
    }
}

Test(conveyor, goes_with_the_platform_that_it_is_on)
{
    AukWorld *world = scene_world();
    AukBodyId body = belt(world, AUK_MOTION_MOVING, 0.0f, auk_vec(2.0f, 0.0f));
    AukMover mover = penguin(0.0f, 1.5f);
    stand(world, &mover);
    AukVec2 start = mover.pose.p;
    auk_body_set_velocity(world, body, auk_vec(-1.0f, 3.0f));
    for (int i = 0; i < 64; i++) {
        walk(world, &mover, 0.5f);
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    }
    cr_assert(near_vec(auk_vec_sub(mover.pose.p, start), 1.5f, 3.0f, 1e-3f));
    cr_assert(near_vec(mover.support_velocity, 1.0f, 3.0f, 1e-3f) && near(mover.velocity.x, 0.5f, 1e-6f));
    auk_world_destroy(world);
}

Test(conveyor, turns_with_its_body)
{
    AukWorld *world = scene_world();
    AukBodyId body = belt(world, AUK_MOTION_STATIC, 0.0f, auk_vec(2.0f, 0.0f));
    const AukShapeId shape = shape_of(world, body);
    auk_body_set_pose(world, body, auk_transform(auk_vec(0.0f, -1.0f), 3.14159265f));
    AukMover mover = penguin(0.0f, 1.5f);
    stand(world, &mover);
    for (int i = 0; i < 64; i++) {
        walk(world, &mover, 0.0f);
    }
    cr_assert(near(mover.pose.p.x, -2.0f, 1e-2f));
    cr_assert(near_vec(auk_world_shape_get_conveyor(world, shape), 2.0f, 0.0f, 0.0f));
    auk_world_destroy(world);
}

Test(conveyor, a_mover_that_walks_against_it_stays)
{
    AukWorld *world = scene_world();
    belt(world, AUK_MOTION_STATIC, 0.2f, auk_vec(2.0f, 0.0f));
    AukMover mover = penguin(0.0f, 2.0f);
    mover.snap = 0.1f;
    stand(world, &mover);
    AukVec2 start = mover.pose.p;
    for (int i = 0; i < 256; i++) {
        walk(world, &mover, -2.0f);
        cr_assert(mover.floor && near_vec(mover.pose.p, start.x, start.y, 1e-4f));
    }
    auk_world_destroy(world);
}

Test(conveyor, presses_a_mover_against_a_wall_and_leaves_its_velocity_alone)
{
    AukWorld *world = scene_world();
    belt(world, AUK_MOTION_STATIC, 0.0f, auk_vec(8.0f, 0.0f));
    AukBodyId wall = scene_wall(world, 4.0f, 2.0f, 1.0f, 5.0f);
    AukMover mover = penguin(0.0f, 1.5f);
    stand(world, &mover);
    for (int i = 0; i < 64; i++) {
        walk(world, &mover, 0.0f);
    }
    AukTransform rest = mover.pose;
    cr_assert(mover.wall && near(rest.p.x, 2.5f, 1e-4f));
    AukMoverContact met[4];
    mover.velocity = auk_vec(0.0f, -1.0f);
    cr_assert_eq(auk_world_move(world, &mover, DT, met, 4), 2);
    cr_assert(same(mover.pose, rest));
    cr_assert(met[0].fraction == 0.0f && met[1].fraction == 0.0f && auk_body_id_equal(met[1].body, wall));
    walk(world, &mover, -1.0f);
    cr_assert(near(mover.velocity.x, -1.0f, 1e-6f));
    auk_world_destroy(world);
}

Test(conveyor, ends_where_its_shape_ends)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(5.0f, 0.5f), 0.0f, -0.5f);
    AukBodyId body = auk_body_create(world, &def);
    AukShapeDef rest = {.shape = auk_shape_box(5.0f, 0.5f), .position = {10.0f, 0.0f}};
    AukShapeId beside = auk_body_add_shape(world, body, &rest);
    auk_world_shape_set_conveyor(world, shape_of(world, body), auk_vec(4.0f, 0.0f));
    AukMover mover = mover_of(auk_shape_box(0.5f, 0.5f), 0.0f, 1.0f);
    stand(world, &mover);
    for (int i = 0; i < 256; i++) {
        walk(world, &mover, 0.0f);
    }
    cr_assert(mover.pose.p.x >= 5.5f && mover.pose.p.x < 5.5f + 4.5f * DT, "%g", (double)mover.pose.p.x);
    auk_world_shape_set_conveyor(world, beside, auk_vec(-1.0f, 0.0f));
    walk(world, &mover, 0.0f);
    cr_assert(near(mover.support_velocity.x, -1.0f, 1e-6f));
    auk_world_destroy(world);
}

Test(conveyor, follows_the_edges_of_a_chain)
{
    const AukVec2 hills[5] = {{-10.0f, 0.0f}, {0.0f, 0.0f}, {4.0f, 2.0f}, {8.0f, 0.0f}, {30.0f, 0.0f}};
    AukWorld *world = scene_world();
    AukBodyId ground = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    AukShapeId chain = auk_body_add_chain(world, ground, hills, 5, false, &(AukShapeDef){.conveyor = {3.0f, 0.0f}});
    cr_assert(near_vec(auk_world_shape_get_conveyor(world, chain), 3.0f, 0.0f, 0.0f));
    AukMover mover = mover_of(auk_shape_circle(0.1f), -4.0f, 0.5f);
    mover.snap = 0.3f;
    stand(world, &mover);
    for (int i = 0; i < 64 * 6; i++) {
        walk(world, &mover, 0.0f);
    }
    // 18 along the ground from x = -4: 4 level, 2 * sqrt(20) over the hill, the rest level again
    cr_assert(near(mover.pose.p.x, 8.0f + 14.0f - 2.0f * sqrtf(20.0f), 0.1f), "%g", (double)mover.pose.p.x);
    auk_world_destroy(world);
}

Test(conveyor, does_not_carry_who_jumps_off_or_floats_or_only_touches_its_side)
{
    AukWorld *world = scene_world();
    AukBodyId body = belt(world, AUK_MOTION_STATIC, 0.0f, auk_vec(4.0f, 0.0f));
    AukMover mover = penguin(0.0f, 1.5f);
    stand(world, &mover);
    AukMover jumper = mover, swimmer = mover, still = mover;
    jumper.velocity = auk_vec(0.0f, 8.0f);
    jumper.support = (AukBodyId){0, 0};
    cr_assert_geq(auk_world_move(world, &jumper, DT, NULL, 0), 0);
    cr_assert(jumper.pose.p.x == mover.pose.p.x && jumper.pose.p.y > mover.pose.p.y);
    swimmer.floating = true;
    swimmer.velocity = auk_vec(0.0f, 0.0f);
    cr_assert_geq(auk_world_move(world, &swimmer, DT, NULL, 0), 0);
    cr_assert(swimmer.pose.p.x == mover.pose.p.x);
    cr_assert_geq(auk_world_move(world, &still, 0.0f, NULL, 0), 0);
    cr_assert(still.pose.p.x == mover.pose.p.x && near(still.support_velocity.x, 4.0f, 1e-6f));
    auk_body_set_enabled(world, body, false);
    cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
    cr_assert(mover.pose.p.x == still.pose.p.x);
    auk_world_destroy(world);
}

Test(conveyor, carries_through_sensors_that_the_report_names)
{
    AukWorld *world = scene_world();
    belt(world, AUK_MOTION_STATIC, 0.0f, auk_vec(640.0f, 0.0f));
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(0.1f, 3.0f), 5.0f, 0.0f);
    def.sensor = true;
    AukBodyId gate = auk_body_create(world, &def);
    AukMover mover = penguin(0.0f, 1.5f);
    stand(world, &mover);
    mover.pose.p.x = 0.0f;
    mover.velocity = auk_vec(0.0f, -1.0f);
    AukMoverSensor sensors[2];
    AukMoveReport report = {.sensors = sensors, .sensor_capacity = 2};
    cr_assert_eq(auk_world_move_report(world, &mover, DT, &report), AUK_OK);
    cr_assert(near(mover.pose.p.x, 10.0f, 1e-2f), "%g", (double)mover.pose.p.x);
    cr_assert(report.sensor_count == 1 && auk_body_id_equal(sensors[0].body, gate));
    cr_assert(sensors[0].fraction == 0.0f && !sensors[0].was_inside && !sensors[0].inside);
    auk_world_destroy(world);
}

Test(conveyor, leads_around_a_world_that_wraps)
{
    AukWorld *world = auk_world_create(&(AukWorldDef){.wrap = {{-8.0f, -8.0f}, {8.0f, 8.0f}}}, NULL);
    AukBodyId ground = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    const AukVec2 line[5] = {{-8.0f, 0.0f}, {-4.0f, 0.0f}, {0.0f, 0.0f}, {4.0f, 0.0f}, {8.0f, 0.0f}};
    auk_body_add_chain(world, ground, line, 5, false, &(AukShapeDef){.conveyor = {-5.0f, 0.0f}});
    AukMover mover = penguin(0.0f, 1.5f);
    stand(world, &mover);
    float start = mover.pose.p.x, moved = 0.0f;
    for (int i = 0; i < 64 * 4; i++) {
        walk(world, &mover, 0.0f);
        moved += mover.moved.x;
    }
    cr_assert(near(moved, -20.0f, 1e-2f) && near(mover.pose.p.x, start - 20.0f + 16.0f, 1e-2f), "%g",
              (double)mover.pose.p.x);
    auk_world_destroy(world);
}

Test(conveyor, that_is_too_fast_for_its_path_refuses_the_move)
{
    AukWorld *world = scene_world();
    belt(world, AUK_MOTION_STATIC, 0.0f, auk_vec(AUK_COORDINATE_MAX, 0.0f));
    AukMover mover = penguin(0.0f, 1.5f);
    stand(world, &mover);
    AukMover before = mover;
    cr_assert_eq(auk_world_move(world, &mover, 2.0f, NULL, 0), -(int)AUK_ERROR_RANGE);
    cr_assert_eq(memcmp(&mover, &before, sizeof mover), 0);
    auk_world_destroy(world);
}

// ---- setters and getters --------------------------------------------------------------------------------------------

Test(conveyor, has_a_velocity_along_every_side)
{
    AukWorld *world = scene_world();
    AukShapeId shape = shape_of(world, belt(world, AUK_MOTION_STATIC, 0.5f, auk_vec(3.0f, 0.0f)));
    float c = cosf(0.5f), s = sinf(0.5f);
    for (int sign = -1; sign <= 1; sign += 2) {
        AukVec2 top = auk_vec_scale((float)sign * 7.0f, auk_vec(-s, c));
        cr_assert(near_vec(auk_world_shape_get_conveyor_along(world, shape, top), 3.0f * c, 3.0f * s, 1e-5f));
        AukVec2 end = auk_vec_scale((float)sign, auk_vec(c, s));
        cr_assert(near_vec(auk_world_shape_get_conveyor_along(world, shape, end), 0.0f, 0.0f, 0.0f));
    }
    cr_assert(near_vec(auk_world_shape_get_conveyor_along(world, shape, auk_vec(0.0f, 1.0f)), 3.0f, 0.0f, 1e-5f));
    cr_assert(near_vec(auk_world_shape_get_conveyor_along(world, shape, auk_vec(0.0f, 0.0f)), 0.0f, 0.0f, 0.0f));
    for (float length = 1e-38f; length < 1e38f; length *= 1e4f) {
        cr_assert(near_vec(auk_world_shape_get_conveyor_along(world, shape, auk_vec(0.0f, length)), 3.0f, 0.0f, 1e-5f));
    }
    cr_assert(near_vec(auk_world_shape_get_conveyor_along(world, shape, auk_vec(INFINITY, 1.0f)), 0.0f, 0.0f, 0.0f));
    cr_assert(near_vec(auk_world_shape_get_conveyor_along(world, shape, auk_vec(NAN, 1.0f)), 0.0f, 0.0f, 0.0f));
    cr_assert(near_vec(auk_world_shape_get_conveyor_along(NULL, shape, auk_vec(0.0f, 1.0f)), 0.0f, 0.0f, 0.0f));
    auk_world_destroy(world);
}

Test(conveyor, refuses_bad_numbers_and_stale_ids_and_changes_nothing)
{
    AukWorld *world = scene_world();
    AukShapeId shape = shape_of(world, belt(world, AUK_MOTION_STATIC, 0.0f, auk_vec(3.0f, 0.0f)));
    cr_assert_eq(auk_world_shape_set_conveyor(NULL, shape, auk_vec(1.0f, 0.0f)), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_shape_set_conveyor(world, shape, auk_vec(NAN, 0.0f)), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_world_shape_set_conveyor(world, shape, auk_vec(0.0f, -INFINITY)), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_world_shape_set_conveyor(world, shape, auk_vec(2e15f, 0.0f)), AUK_ERROR_RANGE);
    AukShapeId stale = {shape.index, shape.generation + 1};
    cr_assert_eq(auk_world_shape_set_conveyor(world, stale, auk_vec(1.0f, 0.0f)), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_world_shape_set_conveyor(world, (AukShapeId){0, 0}, auk_vec(1.0f, 0.0f)), AUK_ERROR_STALE_ID);
    cr_assert(near_vec(auk_world_shape_get_conveyor(world, stale), 0.0f, 0.0f, 0.0f));
    cr_assert(near_vec(auk_world_shape_get_conveyor(world, shape), 3.0f, 0.0f, 0.0f));
    AukShapeDef def = {.shape = auk_shape_circle(1.0f), .conveyor = {NAN, 0.0f}};
    cr_assert_eq(auk_body_add_shape(world, auk_world_shape_get_body(world, shape), &def).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_NOT_FINITE);
    auk_world_destroy(world);
}

Test(conveyor, leaves_with_its_shape)
{
    AukWorld *world = scene_world();
    AukShapeId shape = shape_of(world, belt(world, AUK_MOTION_STATIC, 0.0f, auk_vec(3.0f, 0.0f)));
    AukShapeId other = shape_of(world, belt(world, AUK_MOTION_STATIC, 0.0f, auk_vec(5.0f, 0.0f)));
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_body_destroy(world, auk_world_shape_get_body(world, shape)), AUK_OK);
    AukShapeId next = shape_of(world, scene_body(world, AUK_MOTION_STATIC, auk_shape_box(20.0f, 1.0f), 0.0f, -1.0f));
    cr_assert_eq(next.index, shape.index);
    cr_assert(near_vec(auk_world_shape_get_conveyor(world, next), 0.0f, 0.0f, 0.0f));
    cr_assert(near_vec(auk_world_shape_get_conveyor(world, other), 5.0f, 0.0f, 0.0f));
    cr_assert_neq(auk_world_hash(world), hash);
    auk_world_destroy(world);
}

// ---- keeping --------------------------------------------------------------------------------------------------------

Test(conveyor, is_hashed_saved_restored_and_compared)
{
    AukWorld *world = scene_world();
    AukShapeId shape = shape_of(world, belt(world, AUK_MOTION_STATIC, 0.0f, auk_vec(0.0f, 0.0f)));
    uint64_t plain = auk_world_hash(world);
    unsigned char before[8192], after[8192];
    uint64_t size = auk_world_snapshot_size(world);
    cr_assert_eq(auk_world_snapshot(world, before, sizeof before), AUK_OK);
    cr_assert_eq(auk_world_shape_set_conveyor(world, shape, auk_vec(3.0f, -0.0f)), AUK_OK);
    uint64_t moving = auk_world_hash(world), next = auk_world_snapshot_size(world);
    cr_assert(moving != plain && next > size);
    cr_assert_eq(auk_world_snapshot(world, after, sizeof after), AUK_OK);
    AukSnapshotDifference difference;
    cr_assert_eq(auk_snapshot_compare(before, size, after, next, &difference), AUK_OK);
    cr_assert_str_eq(difference.array, "conveyors");
    cr_assert_eq(auk_world_restore(world, before, size), AUK_OK);
    cr_assert_eq(auk_world_hash(world), plain);
    cr_assert(near_vec(auk_world_shape_get_conveyor(world, shape), 0.0f, 0.0f, 0.0f));
    cr_assert_eq(auk_world_restore(world, after, next), AUK_OK);
    cr_assert_eq(auk_world_hash(world), moving);
    cr_assert(near_vec(auk_world_shape_get_conveyor(world, shape), 3.0f, 0.0f, 0.0f));
    cr_assert_eq(auk_world_shape_set_conveyor(world, shape, auk_vec(0.0f, 0.0f)), AUK_OK);
    cr_assert_eq(auk_world_hash(world), plain);
    auk_world_destroy(world);
}

Test(conveyor, without_memory_changes_nothing)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    AukWorld *world = scene_world();
    AukBodyId body = scene_body(world, AUK_MOTION_STATIC, auk_shape_box(20.0f, 1.0f), 0.0f, -1.0f);
    AukShapeId shape = shape_of(world, body);
    AukShapeDef def = {.shape = auk_shape_circle(1.0f), .conveyor = {1.0f, 0.0f}};
    uint64_t hash = auk_world_hash(world);
    for (int k = 0; k < 2; k++) {
        memory.fail_at = memory.calls;
        AukStatus status = AUK_OK;
        if (k == 0) {
            status = auk_world_shape_set_conveyor(world, shape, auk_vec(1.0f, 0.0f));
        } else {
            (void)auk_body_add_shape(world, body, &def);
            status = auk_world_last_status(world);
        }
        memory.fail_at = -1;
        cr_assert_eq(status, AUK_ERROR_OUT_OF_MEMORY);
        cr_assert_eq(auk_world_hash(world), hash);
    }
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}
