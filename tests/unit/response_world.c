// Responses in crowds: memory, scale, seams of floors, shapes of several pieces.
#include "auk/terrain.h"
#include "support/random.h"
#include "unit/failing_allocator.h"
#include "unit/response_scene.h"

// Bouncers and sliders in a box, fast enough to leave the boxes of their first motion.
static AukWorld *busy_world(float scale)
{
    AukWorld *world = scene_world();
    Random random = random_start(4711, 1);
    for (int i = 0; i < 4; i++) {
        bool upright = i < 2;
        scene_wall(world, upright ? scale * (i ? 21.0f : -21.0f) : 0.0f,
                   upright ? 0.0f : scale * (i == 2 ? 21.0f : -21.0f), scale * (upright ? 1.0f : 30.0f),
                   scale * (upright ? 30.0f : 1.0f));
    }
    for (int i = 0; i < 40; i++) {
        AukVec2 p = auk_vec((float)(5 * (i % 7) - 15), (float)(5 * (i / 7) - 14));
        AukBodyDef def =
            scene_def(i % 4 ? AUK_MOTION_SWEPT : AUK_MOTION_STATIC, auk_shape_circle(scale), scale * p.x, scale * p.y);
        def.shape = i % 3 ? auk_shape_circle(scale * 0.5f) : auk_shape_box(scale, scale * 0.75f);
        def.response = i % 2 ? AUK_RESPONSE_BOUNCE : AUK_RESPONSE_SLIDE;
        def.bounce_loss = i % 5 == 0 ? 0.25f : 0.0f;
        AukVec2 velocity = random_vec(&random, -50.0f, 50.0f);
        def.velocity = i % 4 ? auk_vec_scale(scale, velocity) : auk_vec(0.0f, 0.0f);
        auk_body_create(world, &def);
    }
    return world;
}

Test(response_world, multiplying_all_lengths_by_a_power_of_two_multiplies_all_results)
{
    for (int power = -18; power <= 18; power += 6) {
        float scale = ldexpf(1.0f, power);
        AukWorld *one = busy_world(1.0f), *other = busy_world(scale);
        for (int i = 0; i < 12; i++) {
            AukHits hits = step(one, 0.125f), scaled = step(other, 0.125f);
            cr_assert_eq(hits.count, scaled.count, "scale 2^%d, step %d: %d and %d", power, i, hits.count,
                         scaled.count);
            for (uint32_t k = 4; k < 44; k++) {
                AukBodyId id = {k, 1};
                AukTransform a = auk_body_get_pose(one, id), b = auk_body_get_pose(other, id);
                AukVec2 v = auk_body_get_velocity(one, id), w = auk_body_get_velocity(other, id);
                cr_assert(a.p.x * scale == b.p.x && a.p.y * scale == b.p.y && a.q.s == b.q.s, "2^%d, body %u", power,
                          k);
                cr_assert(v.x * scale == w.x && v.y * scale == w.y, "2^%d, body %u", power, k);
            }
        }
        auk_world_destroy(one);
        auk_world_destroy(other);
    }
}

// Around 0 floats are as close together as they get: none of them is a better place than 0.
Test(response_world, a_slide_that_ends_at_zero_ends_at_zero_at_every_scale)
{
    float ends[2] = {0.0f, 0.0f};
    for (int i = 0; i < 2; i++) {
        float s = i ? 0x1p-16f : 1.0f;
        AukWorld *world = scene_world();
        scene_wall(world, -2.5f * s, -0.5f * s, 2.0f * s, 1.5f * s);
        AukBodyId disc =
            shoot(world, auk_shape_circle(0.5f * s), 0.5f * s, -s, -32.0f * s, 64.0f * s, AUK_RESPONSE_SLIDE);
        cr_assert_eq(step(world, 1.0f / 64.0f).count, 1);
        AukVec2 p = auk_body_get_position(world, disc);
        cr_assert_eq(p.y, 0.0f, "scale %g: %g", (double)s, (double)p.y);
        ends[i] = p.x / s;
        auk_world_destroy(world);
    }
    cr_assert_eq(ends[0], ends[1]);
}

Test(response_world, a_step_that_runs_out_of_memory_anywhere_leaves_the_world_as_it_was)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    AukWorld *twin = busy_world(1.0f);
    step(twin, 0.125f);
    uint64_t expected = auk_world_hash(twin);
    int refused = 0;
    for (int fail = 0; fail < 400; fail++) {
        AukWorld *world = busy_world(1.0f);
        uint64_t before = auk_world_hash(world);
        memory.calls = 0;
        memory.fail_at = fail;
        AukStatus status = auk_world_step(world, 0.125f);
        memory.fail_at = -1;
        cr_assert(status == AUK_OK || status == AUK_ERROR_OUT_OF_MEMORY);
        cr_assert_eq(auk_world_hash(world), status ? before : expected, "call %d", fail);
        refused += status != AUK_OK;
        cr_assert(!status || auk_world_step(world, 0.125f) == AUK_OK);
        cr_assert_eq(auk_world_hash(world), expected, "call %d, again", fail);
        auk_world_destroy(world);
        if (!status) {
            break;
        }
    }
    cr_assert_gt(refused, 20);
    auk_world_destroy(twin);
    auk_set_allocator(NULL);
}

Test(response_world, steps_come_to_need_no_memory)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    for (int reserved = 0; reserved < 2; reserved++) {
        AukWorld *world = busy_world(1.0f);
        cr_assert_eq(auk_world_reserve(world, 100, reserved ? 4000 : 0, reserved ? 4000 : 0), AUK_OK);
        for (int i = 0; i < 120; i++) {
            memory.calls = 0;
            step(world, 0.0625f);
            // what rests settles in the grid of the queries once in the first steps
            cr_assert(memory.calls == 0 || i < (reserved ? 16 : 100), "step %d asks %d times", i, memory.calls);
        }
        auk_world_destroy(world);
    }
    auk_set_allocator(NULL);
}

Test(response_world, a_slide_over_seams_is_not_stopped_without_gravity_either)
{
    AukWorld *world = scene_world();
    for (int i = 0; i < 200; i++) {
        scene_wall(world, (float)i, -0.5f, 0.5f, 0.5f);
    }
    AukBodyId box = shoot(world, auk_shape_box(0.4f, 0.4f), 0.0f, 0.6f, 30.0f, -1.0f, AUK_RESPONSE_SLIDE);
    for (int i = 0; i < 300; i++) {
        step(world, 1.0f / 60.0f);
    }
    expect_velocity(world, box, 30.0f, 0.0f, 1e-5f);
    cr_assert(auk_body_get_pose(world, box).p.x > 149.0f);
    auk_world_destroy(world);
}

Test(response_world, the_fastest_bodies_make_no_nonsense)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 1e14f, 1.0f);
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_box(1.0f, 1.0f), 4e14f, 4e14f);
    def.velocity = auk_vec(-9e14f, -9e14f);
    auk_body_create(world, &def);
    for (int i = 0; i < 8; i++) {
        AukBodyId id = shoot(world, auk_shape_circle(1.0f), (float)i * 3e13f, 4e14f, (float)i * 1e14f - 5e14f, -9e14f,
                             i % 2 ? AUK_RESPONSE_BOUNCE : AUK_RESPONSE_SLIDE);
        AukStatus status = auk_world_step(world, i % 3 ? 1.0f : 1e-30f);
        cr_assert(status == AUK_OK || status == AUK_ERROR_RANGE);
        AukVec2 p = auk_body_get_pose(world, id).p, v = auk_body_get_velocity(world, id);
        cr_assert(fabsf(p.x) <= 1e15f && fabsf(p.y) <= 1e15f && fabsf(v.x) <= 1e15f && fabsf(v.y) <= 1e15f);
    }
    auk_world_destroy(world);
}

// ---- shapes of several pieces -------------------------------------------------------------------------------------

Test(response_world, a_corner_between_two_pieces_of_one_outline_stops_a_slide_and_turns_a_bounce_round)
{
    static const AukVec2 corner[6] = {{0.0f, 0.0f}, {10.0f, 0.0f}, {10.0f, 1.0f},
                                      {1.0f, 1.0f}, {1.0f, 10.0f}, {0.0f, 10.0f}};
    for (int bounces = 0; bounces < 2; bounces++) {
        AukWorld *world = scene_world();
        AukBodyId ground = scene_body(world, AUK_MOTION_STATIC, auk_shape_circle(0.01f), 5.0f, 0.5f);
        cr_assert(auk_world_shape_exists(world, auk_body_add_outline(world, ground, corner, 6, NULL, 0, NULL)));
        scene_put(world, ground, 0.0f, 0.0f);
        AukBodyId ball = shoot(world, auk_shape_circle(0.5f), 6.0f, 4.0f, -8.0f, -4.0f,
                               bounces ? AUK_RESPONSE_BOUNCE : AUK_RESPONSE_SLIDE);
        cr_assert_eq(step(world, 1.0f).count, 2);
        expect_velocity(world, ball, bounces ? 8.0f : 0.0f, bounces ? 4.0f : 0.0f, 1e-5f);
        expect_at(world, ball, bounces ? 5.0f : 1.5f, bounces ? 3.0f : 1.5f, 1e-4f);
        auk_world_destroy(world);
    }
}

Test(response_world, a_body_of_two_shapes_slides_and_bounces_with_the_one_that_meets_first)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 100.0f, 1.0f);
    AukBodyId body = shoot(world, auk_shape_circle(0.5f), 0.0f, 5.0f, 2.0f, -8.0f, AUK_RESPONSE_BOUNCE);
    AukShapeDef foot = {.shape = auk_shape_box(0.25f, 0.25f), .position = {1.0f, -1.75f}};
    auk_body_add_shape(world, body, &foot);
    AukHits hits = step(world, 1.0f);
    cr_assert(hits.count == 1 && hits.items[0].fraction == 0.375f);
    expect_velocity(world, body, 2.0f, 8.0f, 0.0f);
    expect_at(world, body, 2.0f, 7.0f, 1e-5f);
    auk_world_destroy(world);
}

Test(response_world, a_body_is_pierced_once_also_if_the_bullet_is_not_swept_for_a_step)
{
    for (int others = 0; others < 2; others++) {
        AukWorld *world = scene_world();
        scene_wall(world, 5.0f, 0.0f, 2.0f, 10.0f);
        scene_wall(world, 0.0f, 50.0f, 1.0f, 1.0f);
        if (others) { // another swept pair made a difference
            shoot(world, auk_shape_circle(1.0f), 0.0f, 50.0f, 0.0f, 0.0f, AUK_RESPONSE_CROSS);
        }
        AukBodyId bullet = shoot(world, auk_shape_circle(0.1f), 0.0f, 0.0f, 3.5f, 0.0f, AUK_RESPONSE_TOUCH);
        auk_body_set_pierce(world, bullet, 2);
        cr_assert_eq(step(world, 1.0f).count, 1);
        auk_body_set_response(world, bullet, AUK_RESPONSE_CROSS);
        auk_body_set_motion(world, bullet, AUK_MOTION_MOVING);
        step(world, 0.125f);
        auk_body_set_motion(world, bullet, AUK_MOTION_SWEPT);
        auk_body_set_response(world, bullet, AUK_RESPONSE_TOUCH);
        step(world, 0.125f);
        cr_assert_eq(auk_body_get_pierce(world, bullet), 1);
        auk_world_destroy(world);
    }
}

// ---- shapes without an inside -------------------------------------------------------------------------------------

// Corners counter-clockwise.
static bool is_in_triangle(const AukVec2 corners[3], AukVec2 p)
{
    bool inside = true;
    for (int i = 0; i < 3; i++) {
        AukVec2 edge = auk_vec_sub(corners[(i + 1) % 3], corners[i]);
        inside = inside && auk_vec_cross(edge, auk_vec_sub(p, corners[i])) > -1e-4f * auk_vec_length(edge);
    }
    return inside;
}

Test(response_world, a_point_bounces_between_segments_and_never_comes_out_behind_one)
{
    static const AukVec2 corners[3] = {{-9.33438396f, -10.0f}, {12.457818f, -10.0f}, {4.71002769f, 10.0f}};
    for (float factor = 1.0f; factor < 1e4f; factor *= 7.0f) { // the fast ones end most steps at a wall
        AukWorld *world = scene_world();
        for (int i = 0; i < 3; i++) {
            scene_body(world, AUK_MOTION_STATIC, auk_shape_segment(corners[i], corners[(i + 1) % 3]), 0.0f, 0.0f);
        }
        AukVec2 velocity = auk_vec_scale(factor, auk_vec(-10.0323486f, -10.0153427f));
        AukBodyId point =
            shoot(world, auk_shape_circle(0.0f), 0.0f, -2.0f, velocity.x, velocity.y, AUK_RESPONSE_BOUNCE);
        for (int i = 0; i < 3000; i++) {
            AukHits hits = step(world, i % 3 ? 0.016f : 1.0f);
            for (int k = 1; k < hits.count; k++) {
                bool same = auk_shape_id_equal(hits.items[k].shape_b, hits.items[k - 1].shape_b);
                cr_assert(!same, "step %d: a wall is hit from both sides", i);
            }
            cr_assert(is_in_triangle(corners, auk_body_get_pose(world, point).p), "step %d, factor %g", i,
                      (double)factor);
        }
        float speed = auk_vec_length(auk_body_get_velocity(world, point)) / auk_vec_length(velocity);
        cr_assert_float_eq(speed, 1.0f, 1e-5f);
        auk_world_destroy(world);
    }
}

// ---- long ways along a surface ------------------------------------------------------------------------------------

// How deep a ball comes to be that slides 3000 steps along a slope, there and back, as fast as that.
static float deepest_on_slope(AukVec2 direction, float radius, float speed)
{
    AukWorld *world = scene_world();
    AukShape slope = auk_shape_segment(auk_vec_scale(-5000.0f, direction), auk_vec_scale(5000.0f, direction));
    AukShape ball = auk_shape_circle(radius);
    AukVec2 up = auk_vec(-direction.y, direction.x);
    AukVec2 from = auk_vec_add(auk_vec_scale(-4900.0f, direction), auk_vec_scale(radius + 0.5f, up));
    AukVec2 velocity = auk_vec_add(auk_vec_scale(speed, direction), auk_vec_scale(-10.0f, up));
    scene_body(world, AUK_MOTION_STATIC, slope, 0.0f, 0.0f);
    AukBodyId body = shoot(world, ball, from.x, from.y, velocity.x, velocity.y, AUK_RESPONSE_SLIDE);
    float least = INFINITY;
    for (int i = 0; i < 3000; i++) {
        AukVec2 v = auk_body_get_velocity(world, body), p = auk_body_get_pose(world, body).p;
        if (auk_vec_length(p) > 4950.0f && auk_vec_dot(p, v) > 0.0f) {
            auk_body_set_velocity(world, body, auk_vec_neg(v));
        }
        step(world, 1.0f / 60.0f);
        AukTransform pose = auk_body_get_pose(world, body);
        float gap = auk_distance(&slope, auk_transform_identity(), &ball, pose).distance;
        least = gap < least ? gap : least;
        cr_assert(auk_vec_dot(pose.p, up) > -1e-3f, "behind the slope after %d steps", i); // floats there: 5e-4
    }
    auk_world_destroy(world);
    return -least;
}

Test(response_world, a_ball_that_slides_along_a_slope_for_long_neither_sinks_in_nor_comes_out_below)
{
    for (int i = 0; i < 12; i++) {
        AukVec2 direction = auk_rot_apply(auk_rot(0.2f * (float)i - 1.3f), auk_vec(1.0f, 0.0f));
        for (int size = 0; size < 3; size++) {
            static const float radii[3] = {1.0f, 0.01f, 0.0f};
            float depth = deepest_on_slope(direction, radii[size], 100.0f + 70.0f * (float)i);
            cr_assert(depth <= 1e-6f, "%g deep on slope %d", (double)depth, i);
        }
    }
}

// A box that slides over slopes at (800, 600), where floats are coarse, and in one of two worlds through a sensor.
static AukWorld *slide_at(float angle, bool sensor, AukBodyId *body)
{
    AukVec2 direction = auk_rot_apply(auk_rot(angle), auk_vec(1.0f, 0.0f));
    AukWorld *world = scene_world();
    AukVec2 place = auk_vec(800.0f, 600.0f), up = auk_vec(-direction.y, direction.x);
    AukVec2 from = auk_vec_add(place, auk_vec_scale(1.1f, up));
    AukVec2 velocity = auk_vec_add(auk_vec_scale(2.0f, direction), auk_vec_scale(-2.0f, up));
    AukBodyDef slope = scene_def(AUK_MOTION_STATIC, auk_shape_box(9.0f, 1.0f), place.x, place.y);
    slope.position = auk_vec_add(place, auk_vec_scale(-1.0f, up));
    slope.angle = angle;
    auk_body_create(world, &slope);
    *body = shoot(world, auk_shape_box(0.5f, 1.0f), from.x, from.y, velocity.x, velocity.y, AUK_RESPONSE_SLIDE);
    if (sensor) {
        AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(20.0f), place.x, place.y);
        def.sensor = true;
        auk_body_create(world, &def);
    }
    return world;
}

Test(response_world, a_sensor_does_not_change_where_a_sliding_body_ends)
{
    for (int i = 0; i < 200; i++) {
        float angle = 0.03f * (float)i;
        AukBodyId body, twin;
        AukWorld *world = slide_at(angle, false, &body), *other = slide_at(angle, true, &twin);
        for (int k = 0; k < 60; k++) {
            step(world, 1.0f / 60.0f);
            step(other, 1.0f / 60.0f);
            AukTransform pose = auk_body_get_pose(world, body), beside = auk_body_get_pose(other, twin);
            cr_assert(memcmp(&pose, &beside, sizeof pose) == 0, "slope %d, step %d: (%.9g, %.9g), (%.9g, %.9g)", i, k,
                      (double)pose.p.x, (double)pose.p.y, (double)beside.p.x, (double)beside.p.y);
        }
        auk_world_destroy(world);
        auk_world_destroy(other);
    }
}

// Bullets of `kinds` categories bounce off walls, each into a target that crosses the way behind it and ignores all
// other bullets: only turned paths meet the targets. `aside` is how far bullets begin beside the normal of the wall.
static int bounce_into_targets(int kinds, float aside)
{
    AukWorld *world = scene_world();
    uint32_t every = (1u << kinds) - 1u;
    for (int i = 0; i < kinds; i++) {
        float y = 20.0f * (float)i;
        scene_wall(world, 1.0f, y, 1.0f, 8.0f);
        AukBodyDef bullet = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.25f), -2.0f, y - aside);
        bullet.velocity = auk_vec(100.0f, 8.0f * aside);
        bullet.response = AUK_RESPONSE_BOUNCE;
        bullet.bounces = 1; // then it stops
        bullet.filter.category = 1u << i;
        auk_body_create(world, &bullet);
        AukBodyDef target = scene_def(AUK_MOTION_SWEPT, auk_shape_box(0.5f, 0.5f), -6.0f, y + 2.2f);
        target.velocity = auk_vec(0.0f, -32.0f);
        target.filter.category = 1u << 12;
        target.filter.ignore = every & ~(1u << i);
        auk_body_create(world, &target);
    }
    AukHits hits = step(world, 0.125f);
    int found = hits.count;
    for (int i = 0; i < hits.count; i++) {
        cr_assert((i < kinds) == (hits.items[i].fraction < 0.2f), "hit %d at %g", i, (double)hits.items[i].fraction);
    }
    auk_world_destroy(world);
    return found;
}

Test(response_world, a_turned_path_meets_movers_however_many_filters_there_are)
{
    for (int kinds = 1; kinds <= 10; kinds++) {
        cr_assert_eq(bounce_into_targets(kinds, 0.0f), 2 * kinds, "%d kinds", kinds);
        cr_assert_eq(bounce_into_targets(kinds, 1.0f), 2 * kinds, "%d kinds, obliquely", kinds);
        cr_assert_eq(bounce_into_targets(kinds, 4.0f), kinds, "%d kinds, past the targets", kinds);
    }
}

// Something slides down a wall, inside of the box that its first path had, towards something that comes from the side
// and is not there yet. One of them is a grid of one cell that lies askew, and no cell of it is along the first path.
Test(response_world, a_turned_path_meets_the_cells_of_a_grid_that_is_on_its_way)
{
    const uint8_t full = AUK_TILE_FULL;
    const AukTilesDef tiles = {1, 1, 0.25f, 0.0f, &full};
    const AukShapeDef centred = {.position = {-0.125f, -0.125f}};
    for (int slides = 0; slides < 2; slides++) {
        AukWorld *world = scene_world();
        scene_wall(world, 1.0f, 0.0f, 1.0f, 10.0f);
        AukBodyDef slider = {.motion = AUK_MOTION_SWEPT, .position = {-0.25f, 0.0f}, .velocity = {2.0f, -2.0f}};
        AukBodyDef comer = {.position = {-2.0f, -1.7f}, .velocity = {1.875f, 0.0f}};
        AukBodyDef *grid = slides ? &slider : &comer, *ball = slides ? &comer : &slider;
        slider.response = AUK_RESPONSE_SLIDE;
        ball->shape = auk_shape_circle(0.125f);
        grid->angle = 0.785398163f;
        AukBodyId id = auk_body_create(world, &slider), other = auk_body_create(world, &comer);
        cr_assert_neq(auk_body_add_tiles(world, slides ? id : other, &tiles, &centred).generation, 0);
        AukHits hits = step(world, 1.0f);
        cr_assert_eq(hits.count, 2, "the grid %s: %d hits", slides ? "slides" : "comes", hits.count);
        cr_assert_eq(hits.items[1].body_b.index, other.index);
        cr_assert_gt(auk_body_get_position(world, id).y, -1.1f, "the grid %s", slides ? "slides" : "comes");
        auk_world_destroy(world);
    }
}

// A crosses B, which slides: the hits are named by the body with the smaller index, and their number is not.
static int first_hits(bool slider_is_first)
{
    AukWorld *world = scene_world();
    AukBodyId slider = {0, 0};
    for (int i = 0; i < 2; i++) {
        bool slides = (i == 0) == slider_is_first;
        AukBodyId body =
            scene_bullet(world, auk_shape_circle(1.0f), auk_vec(slides ? 0.0f : -3.0f, 0.0f),
                         auk_vec(slides ? 0.0f : 1.5f, 0.0f), slides ? AUK_RESPONSE_SLIDE : AUK_RESPONSE_CROSS);
        slider = slides ? body : slider;
    }
    int hits = 0, firsts = 0;
    for (int i = 0; i < 4; i++) {
        auk_body_set_velocity(world, slider, auk_vec(0.0f, 0.0f));
        cr_assert_eq(auk_world_step(world, 0.5f), AUK_OK);
        AukHits of_step = auk_world_hits(world);
        hits += of_step.count;
        for (int k = 0; k < of_step.count; k++) {
            firsts += of_step.items[k].first;
        }
    }
    cr_assert_gt(hits, 2);
    auk_world_destroy(world);
    return firsts;
}

Test(response_world, a_body_that_is_crossed_is_hit_first_once_whichever_was_made_first)
{
    cr_assert_eq(first_hits(false), 1);
    cr_assert_eq(first_hits(true), 1);
}
