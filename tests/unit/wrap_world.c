// Worlds that wrap around: questions, characters, drawing, and that a world is the same however it came to be.
#include "auk/auk.h"

#include "support/random.h"
#include "support/world_record.h"
#include "support/world_scene.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { BODIES = 120 };

static AukWorldDef usual_def(void)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.wrap.max = auk_vec(64.0f, 32.0f);
    def.history = 8;
    return def;
}

static AukWorld *world_of(AukWorldDef def)
{
    AukStatus status;
    AukWorld *world = auk_world_create(&def, &status);
    cr_assert_eq(status, AUK_OK, "%s", auk_status_text(status));
    return world;
}

static AukWorld *usual_world(void)
{
    return world_of(usual_def());
}

// Bodies of all sorts everywhere. Places and velocities are multiples of powers of two, moved by `by`.
static void fill(AukWorld *world, uint64_t stream, AukVec2 by, bool responds)
{
    Random random = random_start(random_seed(), stream);
    for (int i = 0; i < BODIES; i++) {
        AukBodyDef def;
        memset(&def, 0, sizeof def);
        def.shape = i % 3 == 0 ? auk_shape_circle(0.75f)
                               : (i % 3 == 1 ? auk_shape_box(1.0f, 0.5f) : auk_shape_ellipse(1.0f, 0.5f));
        def.position =
            auk_vec((float)random_int(&random, 0, 4095) / 64.0f, (float)random_int(&random, 0, 2047) / 64.0f);
        def.position = auk_vec_add(def.position, by);
        def.angle = random_float(&random, -3.0f, 3.0f);
        def.motion = (AukMotion)random_int(&random, 0, AUK_MOTION_COUNT - 1);
        if (def.motion != AUK_MOTION_STATIC) {
            int speed = def.motion == AUK_MOTION_SWEPT ? 100 : 20;
            def.velocity =
                auk_vec((float)random_int(&random, -speed, speed), (float)random_int(&random, -speed, speed));
            def.response =
                scene_response(def.motion, responds ? (AukResponse)random_int(&random, 0, 3) : AUK_RESPONSE_CROSS);
            def.spin = responds ? random_float(&random, -3.0f, 3.0f) : 0.0f;
        }
        def.sensor = random_chance(&random, 0.2);
        cr_assert(auk_body_exists(world, auk_body_create(world, &def)));
    }
}

static void run(AukWorld *world, int steps)
{
    for (int i = 0; i < steps; i++) {
        AukStatus status = auk_world_step(world, 0.0625f);
        cr_assert_eq(status, AUK_OK, "%s", auk_status_text(status));
    }
}

// Where few bodies move they alone are asked whether they need other images, else all bodies.
Test(wrap_world, steps_are_the_same_among_many_bodies_at_rest)
{
    AukWorld *worlds[2];
    for (int k = 0; k < 2; k++) {
        worlds[k] = usual_world();
        fill(worlds[k], 17, auk_vec(0.0f, 0.0f), true);
        AukBodyDef def = {.motion = AUK_MOTION_STATIC, .shape = auk_shape_circle(1.0f), .disabled = true};
        for (int i = 0; i < 20 * BODIES * k; i++) {
            cr_assert(auk_body_exists(worlds[k], auk_body_create(worlds[k], &def)));
        }
    }
    int met = 0;
    for (int step = 0; step < 40; step++) {
        run(worlds[0], 1);
        run(worlds[1], 1);
        AukContacts some = auk_world_contacts(worlds[0]), many = auk_world_contacts(worlds[1]);
        AukHits some_hits = auk_world_hits(worlds[0]), many_hits = auk_world_hits(worlds[1]);
        cr_assert(some.count == many.count && some_hits.count == many_hits.count, "step %d", step);
        for (int i = 0; i < some.count; i++) {
            cr_assert(scene_same_contact(&some.items[i], &many.items[i]), "step %d", step);
        }
        met += some.count + some_hits.count;
    }
    cr_assert_gt(met, 100);
    auk_world_destroy(worlds[0]);
    auk_world_destroy(worlds[1]);
}

// ---- questions -----------------------------------------------------------------------------------------------------

Test(wrap_world, rays_go_around_as_often_as_they_are_long)
{
    AukWorld *world = usual_world();
    AukBodyId ball = scene_ball(world, 32.0f, 16.0f, 1.0f);
    AukFound found, all[4];
    cr_assert(auk_world_cast_ray(world, auk_vec(34.0f, 16.0f), auk_vec(100.0f, 0.0f), NULL, &found));
    cr_assert(auk_body_id_equal(found.body, ball) && fabsf(found.fraction - 0.61f) < 1e-6f);
    cr_assert_eq(found.point.x, 95.0f); // where the ray meets it
    cr_assert_not(auk_world_cast_ray(world, auk_vec(34.0f, 16.0f), auk_vec(60.0f, 0.0f), NULL, &found));
    cr_assert_not(auk_world_cast_ray_any(world, auk_vec(34.0f, 16.0f), auk_vec(60.0f, 0.0f), NULL));
    cr_assert(auk_world_cast_ray_any(world, auk_vec(34.0f, 16.0f), auk_vec(62.0f, 0.0f), NULL));
    cr_assert_eq(auk_world_cast_ray_all(world, auk_vec(34.0f, 16.0f), auk_vec(1000.0f, 0.0f), NULL, all, 4), 1);
    // a slope that comes by only after some rounds
    cr_assert(auk_world_cast_ray(world, auk_vec(0.0f, 10.0f), auk_vec(3200.0f, 50.0f), NULL, &found));
    double met = 3200.0 * (double)found.fraction;
    cr_assert(fabs(met - floor(met / 64.0) * 64.0 - 31.0) < 1.0 && met > 300.0 && met < 400.0, "%f", met);
    // from anywhere
    cr_assert(auk_world_cast_ray(world, auk_vec(34.0f + 640.0f, 16.0f - 320.0f), auk_vec(100.0f, 0.0f), NULL, &found));
    cr_assert_eq(found.point.x, 95.0f + 640.0f);
    auk_world_destroy(world);
}

Test(wrap_world, questions_over_too_many_images_are_refused)
{
    AukWorld *world = usual_world();
    scene_ball(world, 32.0f, 16.0f, 1.0f);
    AukFound found;
    cr_assert_not(auk_world_cast_ray(world, auk_vec(0.0f, 0.5f), auk_vec(1e9f, 1.0f), NULL, &found));
    cr_assert_eq(found.status, AUK_ERROR_RANGE);
    cr_assert_not(auk_world_cast_ray_any(world, auk_vec(0.0f, 0.5f), auk_vec(1e15f, 1e15f), NULL));
    cr_assert_eq(auk_world_cast_ray_all(world, auk_vec(0.0f, 0.5f), auk_vec(1e9f, 0.0f), NULL, &found, 1),
                 -(int)AUK_ERROR_RANGE);
    AukShape huge = auk_shape_circle(1e6f);
    AukTransform pose = auk_transform(auk_vec(0.0f, 0.0f), 0.0f);
    cr_assert_eq(auk_world_overlap(world, &huge, pose, NULL, &found, 1), -(int)AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_nearest(world, &huge, pose, 1.0f, NULL, &found, 1), -(int)AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_nearest(world, NULL, pose, INFINITY, NULL, &found, 1), 1);
    cr_assert_not(auk_world_cast_ray(world, auk_vec(0.0f, 0.5f), auk_vec(NAN, 0.0f), NULL, &found));
    cr_assert_eq(found.status, AUK_ERROR_NOT_FINITE);
    auk_world_destroy(world);
}

Test(wrap_world, what_overlaps_in_several_images_is_found_once_where_it_is_deepest)
{
    AukWorld *world = usual_world();
    AukBodyId ball = scene_ball(world, 63.0f, 16.0f, 2.0f);
    AukFound found[4];
    AukBox box = auk_box(auk_vec(0.5f, 10.0f), auk_vec(62.0f, 20.0f)); // both ends are in the ball
    cr_assert_eq(auk_world_overlap_box(world, box, NULL, found, 4), 1);
    cr_assert(auk_body_id_equal(found[0].body, ball) && found[0].distance == -1.0f && found[0].point.x > 60.0f);
    box = auk_box(auk_vec(0.5f, 10.0f), auk_vec(61.25f, 20.0f));
    cr_assert_eq(auk_world_overlap_box(world, box, NULL, found, 4), 1);
    cr_assert(found[0].distance == -0.5f && found[0].point.x < 4.0f);
    cr_assert_eq(auk_world_overlap_point(world, auk_vec(0.25f, 16.0f), NULL, found, 4), 1);
    cr_assert_eq(auk_world_nearest(world, NULL, auk_transform(auk_vec(3.0f, 16.0f), 0.0f), 5.0f, NULL, found, 4), 1);
    cr_assert(fabsf(found[0].distance - 2.0f) < 1e-6f && fabsf(found[0].point.x - 1.0f) < 1e-6f);
    auk_world_destroy(world);
}

// Up to whole periods away: 64 along x, 32 along y.
Test(wrap_world, of_what_overlaps_and_is_skipped_the_nearest_other_image_is_found)
{
    AukWorld *world = usual_world();
    scene_ball(world, 10.0f, 16.0f, 2.0f);
    AukQuery query = {.skip_overlapping = true};
    AukShape disc = auk_shape_circle(8.0f);
    AukTransform pose = auk_transform(auk_vec(10.0f, 16.0f), 0.0f);
    AukFound found;
    cr_assert_eq(auk_world_nearest(world, &disc, pose, 21.5f, &query, NULL, 0), 0);
    cr_assert_eq(auk_world_nearest(world, &disc, pose, INFINITY, &query, NULL, 0), 1);
    cr_assert_eq(auk_world_nearest(world, &disc, pose, 22.0f, &query, &found, 1), 1);
    cr_assert_eq(found.distance, 22.0f); // 32 - 8 - 2
    pose.p.y = 24.0f;
    cr_assert_eq(auk_world_nearest(world, &disc, pose, INFINITY, &query, &found, 1), 1);
    cr_assert(found.distance == 14.0f && found.point.y == 46.0f);
    auk_world_destroy(world);
}

Test(wrap_world, the_past_is_found_on_the_side_where_it_was)
{
    AukWorld *world = usual_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(0.5f), 63.0f, 16.0f);
    def.velocity = auk_vec(8.0f, 0.0f);
    AukBodyId ball = auk_body_create(world, &def);
    for (int i = 0; i < 40; i++) { // others, or every body would be one of the fast ones
        def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(0.25f), (float)i, 2.0f);
        def.velocity = auk_vec(8.0f, 0.0f);
        auk_body_create(world, &def);
    }
    run(world, 6); // at 66 - 64 = 2
    for (int back = 0; back <= auk_world_history(world); back++) {
        float x = 66.0f - 0.5f * (float)back;
        AukFound found;
        cr_assert(auk_world_cast_ray_at(world, back, auk_vec(x, 20.0f), auk_vec(0.0f, -10.0f), NULL, &found),
                  "%d steps ago", back);
        cr_assert(auk_body_id_equal(found.body, ball) && fabsf(found.point.y - 16.5f) < 1e-5f);
        cr_assert(auk_world_cast_ray_at(world, back, auk_vec(x - 64.0f, 20.0f), auk_vec(0.0f, -10.0f), NULL, &found));
        cr_assert_not(auk_world_cast_ray_at(world, back, auk_vec(x + 1.0f, 20.0f), auk_vec(0.0f, -10.0f), NULL, NULL));
        AukShape probe = auk_shape_circle(0.125f);
        cr_assert_eq(auk_world_overlap_at(world, back, &probe, auk_transform(auk_vec(x, 16.0f), 0.0f), NULL, NULL, 0),
                     1);
        float was = auk_body_get_pose_at(world, ball, back).p.x;
        cr_assert_eq(was, x >= 64.0f ? x - 64.0f : x);
    }
    auk_world_destroy(world);
}

// ---- characters ----------------------------------------------------------------------------------------------------

Test(wrap_world, a_character_walks_around_the_world)
{
    AukWorld *world = usual_world();
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    def.motion = AUK_MOTION_STATIC;
    AukBodyId ground = auk_body_create(world, &def);
    uint8_t cells[64];
    memset(cells, AUK_TILE_FULL, sizeof cells);
    AukTilesDef tiles = {64, 1, 1.0f, 0.0f, cells};
    cr_assert(auk_body_add_tiles(world, ground, &tiles, NULL).generation != 0);
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    mover.shape = auk_shape_capsule(auk_vec(0.0f, -0.5f), auk_vec(0.0f, 0.5f), 0.5f);
    mover.pose = auk_transform(auk_vec(60.0f, 2.25f), 0.0f);
    double far = 0.0;
    for (int i = 0; i < 300; i++) {
        mover.velocity = auk_vec(16.0f, mover.velocity.y - 1.0f);
        cr_assert(auk_world_move(world, &mover, 0.0625f, NULL, 0) >= 0);
        far += (double)mover.moved.x;
        cr_assert(mover.pose.p.x >= 0.0f && mover.pose.p.x < 64.0f);
        cr_assert(i < 30 || (mover.floor && !mover.wall && fabsf(mover.pose.p.y - 2.0f) < 1e-3f), "move %d", i);
        cr_assert(i < 30 || auk_body_id_equal(mover.support, ground));
    }
    cr_assert(fabs(far - 300.0) < 0.1, "%f", far);
    auk_world_destroy(world);
}

Test(wrap_world, a_character_as_wide_as_half_the_world_is_refused)
{
    AukWorld *world = usual_world();
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    mover.shape = auk_shape_circle(8.5f);
    mover.velocity = auk_vec(1.0f, 0.0f);
    AukMover before = mover;
    cr_assert_eq(auk_world_move(world, &mover, 1.0f, NULL, 0), -(int)AUK_ERROR_RANGE);
    cr_assert(memcmp(&mover, &before, sizeof mover) == 0);
    mover.shape = auk_shape_circle(7.5f);
    mover.velocity = auk_vec(1000.0f, 300.0f); // often around
    cr_assert_eq(auk_world_move(world, &mover, 1.0f, NULL, 0), 0);
    auk_world_destroy(world);
}

Test(wrap_world, a_platform_carries_a_character_over_the_seam)
{
    AukWorld *world = usual_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_box(2.0f, 0.5f), 60.0f, 10.0f);
    AukBodyId platform = auk_body_create(world, &def);
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    mover.shape = auk_shape_box(0.5f, 0.5f);
    mover.snap = 0.5f;
    mover.pose = auk_transform(auk_vec(61.0f, 11.0f), 0.0f);
    for (int i = 0; i < 60; i++) {
        cr_assert_eq(auk_body_set_velocity(world, platform, i > 0 ? auk_vec(8.0f, -8.0f) : auk_vec(0.0f, 0.0f)),
                     AUK_OK);
        mover.velocity = auk_vec(0.0f, -1.0f);
        cr_assert(auk_world_move(world, &mover, 0.0625f, NULL, 0) >= 0);
        run(world, 1);
        AukVec2 p = auk_body_get_pose(world, platform).p;
        float x = mover.pose.p.x - p.x, y = mover.pose.p.y - p.y;
        x = x < -32.0f ? x + 64.0f : x;
        y = y < -16.0f ? y + 32.0f : y;
        cr_assert(mover.floor && auk_body_id_equal(mover.support, platform), "step %d", i);
        cr_assert(i == 0 || (fabsf(x - 1.0f) < 1e-3f && fabsf(y - 1.0f) < 1e-3f), "step %d: %f, %f", i, (double)x,
                  (double)y);
    }
    auk_world_destroy(world);
}

Test(wrap_world, a_crowd_is_kept_apart_across_the_seam)
{
    AukWorld *world = usual_world();
    AukCrowd *crowd = auk_crowd_create(NULL);
    AukShape shapes[2] = {auk_shape_circle(1.0f), auk_shape_circle(1.0f)};
    AukTransform poses[2] = {auk_transform(auk_vec(63.75f, 31.75f), 0.0f), auk_transform(auk_vec(0.25f, 0.25f), 0.0f)};
    AukCrowdDef def;
    memset(&def, 0, sizeof def);
    def.count = 2;
    def.shapes = shapes;
    def.poses = poses;
    def.world = world;
    cr_assert_eq(auk_crowd_separate(crowd, &def), 1);
    for (int i = 0; i < 30; i++) {
        cr_assert(auk_crowd_separate(crowd, &def) >= 0);
    }
    cr_assert(poses[0].p.x > 62.0f && poses[0].p.y > 30.0f && poses[1].p.x < 2.0f && poses[1].p.y < 2.0f);
    float x = poses[1].p.x + 64.0f - poses[0].p.x, y = poses[1].p.y + 32.0f - poses[0].p.y;
    cr_assert(x * x + y * y > 3.99f);
    def.world = NULL; // and without a world they are far apart
    poses[0].p = auk_vec(63.75f, 31.75f);
    cr_assert_eq(auk_crowd_separate(crowd, &def), 0);
    auk_crowd_destroy(crowd);
    auk_world_destroy(world);
}

// ---- drawing -------------------------------------------------------------------------------------------------------

Test(wrap_world, what_is_at_the_seam_is_drawn_on_both_sides)
{
    AukWorld *world = usual_world();
    scene_ball(world, 63.5f, 0.5f, 1.0f);
    scene_ball(world, 32.0f, 16.0f, 1.0f);
    AukDrawItem items[8];
    int count = auk_world_draw(world, NULL, items, 8);
    cr_assert_eq(count, 5); // four images of the one, one of the other
    cr_assert_eq(auk_world_draw(world, NULL, NULL, 0), 5);
    int corners = 0;
    for (int i = 0; i < count; i++) {
        AukVec2 c = items[i].center;
        corners += (c.x == 63.5f || c.x == -0.5f) && (c.y == 0.5f || c.y == 32.5f);
    }
    cr_assert_eq(corners, 4);
    AukDrawOptions options;
    memset(&options, 0, sizeof options);
    options.region = auk_box(auk_vec(60.0f, 10.0f), auk_vec(124.0f, 20.0f)); // a camera beyond the seam
    cr_assert_eq(auk_world_draw(world, &options, items, 8), 1);
    cr_assert(items[0].center.x == 96.0f && items[0].center.y == 16.0f);
    options.region = auk_box(auk_vec(-1e9f, -1e9f), auk_vec(1e9f, 1e9f));
    cr_assert_eq(auk_world_draw(world, &options, items, 8), -(int)AUK_ERROR_RANGE);
    auk_world_destroy(world);
}

// A line over several periods, an image of it for each; whatever wide shapes there are or were.
Test(wrap_world, a_long_velocity_is_drawn_in_every_image_that_crosses_the_region)
{
    AukWorldDef def = {.wrap = {{0.0f, 0.0f}, {16.0f, 0.0f}}};
    AukWorld *world = auk_world_create(&def, NULL);
    AukBodyDef body = scene_def(AUK_MOTION_MOVING, auk_shape_circle(0.5f), 10.0f, 0.0f);
    body.velocity = auk_vec(100.0f, 0.0f);
    auk_body_create(world, &body);
    AukDrawOptions options = {.show = AUK_SHOW_VELOCITIES, .region = {{1.0f, -1.0f}, {3.0f, 1.0f}}, .seconds = 0.5f};
    AukBodyId wide = {0};
    for (int i = 0; i < 3; i++) {
        AukDrawItem found[8];
        cr_assert_eq(auk_world_draw(world, &options, found, 8), 3, "%d", i);
        cr_assert(found[0].p.x == -6.0f && found[1].p.x == -22.0f && found[2].p.x == -38.0f);
        if (i == 0) {
            wide = scene_ball(world, 8.0f, 50.0f, 3.5f);
        } else {
            auk_body_destroy(world, wide);
        }
    }
    options.seconds = 1e9f;
    cr_assert_eq(auk_world_draw(world, &options, NULL, 0), -(int)AUK_ERROR_RANGE);
    auk_world_destroy(world);
}

// ---- memory --------------------------------------------------------------------------------------------------------

// What a small game does; the hash of the world, or 0 if there was no memory for it.
static uint64_t play(FailingAllocator *memory, int fail_at, int *asked)
{
    memory->calls = 0;
    memory->fail_at = fail_at;
    AukWorldDef def = usual_def();
    AukWorld *world = auk_world_create(&def, NULL);
    bool whole = world != NULL;
    for (int i = 0; i < 24 && world; i++) {
        AukBodyDef body = scene_def((AukMotion)(i % 3), auk_shape_circle(1.0f), (float)(i % 3) - 1.0f, (float)(i % 7));
        body.velocity = i % 3 != AUK_MOTION_STATIC ? auk_vec((float)(i % 5) * 20.0f - 40.0f, 7.0f) : body.velocity;
        body.response = scene_response(body.motion, i % 2 ? AUK_RESPONSE_BOUNCE : AUK_RESPONSE_CROSS);
        whole = auk_body_exists(world, auk_body_create(world, &body)) && whole;
    }
    for (int i = 0; i < 6 && world; i++) {
        uint64_t hash = auk_world_hash(world);
        AukStatus status = auk_world_step(world, 0.0625f);
        cr_assert(status == AUK_OK || (status == AUK_ERROR_OUT_OF_MEMORY && auk_world_hash(world) == hash));
        whole = whole && status == AUK_OK;
    }
    *asked = memory->calls;
    uint64_t hash = whole ? auk_world_hash(world) : 0;
    auk_world_destroy(world);
    return hash;
}

Test(wrap_world, running_out_of_memory_changes_nothing)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    int all, some;
    uint64_t hash = play(&memory, -1, &all);
    cr_assert(hash != 0 && all > 20);
    for (int fail_at = 0; fail_at < all; fail_at++) {
        cr_assert_eq(play(&memory, fail_at, &some), 0);
    }
    cr_assert_eq(play(&memory, all, &some), hash);
    auk_set_allocator(NULL);
}

Test(wrap_world, steps_and_questions_come_to_need_no_memory)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    AukWorld *world = usual_world();
    fill(world, 3, auk_vec(0.0f, 0.0f), false);
    run(world, 100);
    int before = 0;
    for (int i = 0; i < 20; i++) {
        before = i == 10 ? memory.calls : before;
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
        (void)auk_world_cast_ray_any(world, auk_vec(60.0f, 30.0f), auk_vec(300.0f, 50.0f), NULL);
        (void)auk_world_nearest(world, NULL, auk_transform(auk_vec(63.0f, 31.0f), 0.0f), INFINITY, NULL, NULL, 0);
    }
    cr_assert_eq(memory.calls, before, "%d allocations", memory.calls - before);
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}

// ---- one world however made ----------------------------------------------------------------------------------------

Test(wrap_world, broad_phases_and_workers_give_the_same_bits)
{
    for (uint64_t stream = 0; stream < 3; stream++) {
        AukWorldDef defs[3] = {usual_def(), usual_def(), usual_def()};
        defs[1].broad = AUK_BROAD_BRUTE_FORCE;
        defs[2].worker_count = 3;
        uint64_t hashes[3];
        for (int i = 0; i < 3; i++) {
            AukWorld *world = world_of(defs[i]);
            fill(world, stream, auk_vec(0.0f, 0.0f), true);
            run(world, 30);
            hashes[i] = auk_world_hash(world);
            auk_world_destroy(world);
        }
        cr_assert(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
    }
}

// Without turning every place is exact, so nothing depends on where the seam is.
Test(wrap_world, moving_everything_changes_nothing_but_places)
{
    AukWorld *here = usual_world(), *there = usual_world();
    fill(here, 5, auk_vec(0.0f, 0.0f), false);
    fill(there, 5, auk_vec(23.0f + 0.125f, 17.5f), false);
    int contacts = 0, hits = 0;
    for (int i = 0; i < 40; i++) {
        run(here, 1);
        run(there, 1);
        AukContacts a = auk_world_contacts(here), b = auk_world_contacts(there);
        cr_assert_eq(a.count, b.count, "step %d: %d contacts and %d", i, a.count, b.count);
        for (int k = 0; k < a.count; k++) {
            cr_assert(memcmp(&a.items[k], &b.items[k], offsetof(AukContact, began)) == 0);
            cr_assert_eq(a.items[k].manifold.points[0].distance, b.items[k].manifold.points[0].distance);
        }
        cr_assert_eq(auk_world_hits(here).count, auk_world_hits(there).count);
        for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
            cr_assert_eq(auk_world_events(here, (AukEventKind)kind).count,
                         auk_world_events(there, (AukEventKind)kind).count);
        }
        contacts += a.count;
        hits += auk_world_hits(here).count;
    }
    cr_assert(contacts > 500 && hits > 100, "%d contacts, %d hits", contacts, hits);
    auk_world_destroy(here);
    auk_world_destroy(there);
}

Test(wrap_world, a_restored_world_has_the_same_future)
{
    AukWorld *world = usual_world(), *other = usual_world();
    fill(world, 7, auk_vec(0.0f, 0.0f), true);
    fill(other, 8, auk_vec(0.0f, 0.0f), true);
    run(world, 10);
    run(other, 3);
    uint64_t size = auk_world_snapshot_size(world);
    void *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    uint64_t hash = auk_world_hash(world);
    AukFound expected, found;
    AukVec2 from = auk_vec(60.0f, 5.0f), delta = auk_vec(20.0f, 3.0f);
    bool hits = auk_world_cast_ray(world, from, delta, NULL, &expected);
    run(world, 20);
    uint64_t later = auk_world_hash(world);
    for (int i = 0; i < 3; i++) { // over a future of its own, and over another world
        AukWorld *to = i < 2 ? world : other;
        cr_assert_eq(auk_world_restore(to, buffer, size), AUK_OK);
        cr_assert_eq(auk_world_hash(to), hash);
        cr_assert_eq(auk_world_cast_ray(to, from, delta, NULL, &found), hits);
        cr_assert(!hits || memcmp(&found, &expected, sizeof found) == 0);
        run(to, 20);
        cr_assert_eq(auk_world_hash(to), later);
    }
    AukWorldDef foreign = usual_def();
    foreign.wrap.max.x = 65.0f;
    AukWorld *wrong = world_of(foreign);
    hash = auk_world_hash(wrong);
    cr_assert_eq(auk_world_restore(wrong, buffer, size), AUK_ERROR_WORLD_DEF);
    cr_assert_eq(auk_world_hash(wrong), hash);
    auk_world_destroy(wrong);
    free(buffer);
    auk_world_destroy(world);
    auk_world_destroy(other);
}

Test(wrap_world, a_record_of_a_world_that_wraps_replays)
{
    AukWorld *world = usual_world();
    fill(world, 9, auk_vec(0.0f, 0.0f), true);
    run(world, 2);
    Tape tape = {NULL, 0, 0};
    cr_assert_eq(tape_start(&tape, world, 1), AUK_OK);
    run(world, 10);
    cr_assert_eq(auk_world_shift_origin(world, 10.0, -3.0, NULL), AUK_OK);
    run(world, 10);
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    AukReplay *replay = auk_replay_open(tape.bytes, tape.size, NULL, NULL);
    cr_assert(auk_replay_run(replay));
    auk_replay_close(replay);
    tape_free(&tape);
    auk_world_destroy(world);
}

Test(wrap_world, the_rectangle_moves_with_the_origin)
{
    AukWorld *world = usual_world(), *other = usual_world();
    fill(world, 11, auk_vec(0.0f, 0.0f), false);
    fill(other, 11, auk_vec(0.0f, 0.0f), false);
    run(world, 3);
    run(other, 3);
    cr_assert_eq(auk_world_shift_origin(world, 40.0, -100.5, NULL), AUK_OK);
    for (int i = 0; i < 20; i++) {
        run(world, 1);
        run(other, 1);
        cr_assert_eq(auk_world_contacts(world).count, auk_world_contacts(other).count);
        cr_assert_eq(auk_world_hits(world).count, auk_world_hits(other).count);
        for (uint32_t k = 0; k < BODIES; k++) {
            AukBodyId id = {k, 1};
            AukVec2 p = auk_body_get_pose(world, id).p, q = auk_body_get_pose(other, id).p;
            cr_assert(p.x >= -40.0f && p.x < 24.0f && p.y >= 100.5f && p.y < 132.5f);
            cr_assert(p.x + 40.0f == q.x && p.y - 100.5f == q.y);
        }
    }
    AukFound here[64], there[64];
    AukShape shape = auk_shape_circle(4.0f);
    int count = auk_world_overlap(world, &shape, auk_transform(auk_vec(-40.0f, 100.5f), 0.0f), NULL, here, 64);
    cr_assert_eq(count, auk_world_overlap(other, &shape, auk_transform(auk_vec(0.0f, 0.0f), 0.0f), NULL, there, 64));
    for (int i = 0; i < count; i++) {
        cr_assert(auk_body_id_equal(here[i].body, there[i].body));
    }
    // back, into a world that has not moved
    uint64_t size = auk_world_snapshot_size(world);
    void *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    cr_assert_eq(auk_world_restore(other, buffer, size), AUK_OK);
    run(world, 10);
    run(other, 10);
    cr_assert_eq(auk_world_hash(world), auk_world_hash(other));
    free(buffer);
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_world_shift_origin(world, 1e15, 0.0, NULL), AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_hash(world), hash);
    auk_world_destroy(world);
    auk_world_destroy(other);
}
