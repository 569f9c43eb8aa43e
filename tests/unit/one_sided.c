// Chains whose edges are solid from their right side alone.
#include "support/mover_scene.h"
#include "support/random.h"

#include "auk/outline.h"
#include "auk/query.h"
#include "auk/snapshot.h"
#include "auk/terrain.h"

// From right to left, so that the front is above.
static const AukVec2 floor_line[3] = {{10.0f, 0.0f}, {0.0f, 0.0f}, {-10.0f, 0.0f}};

static AukShapeId chain_of(AukWorld *world, const AukVec2 *points, int count, bool closed)
{
    AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    AukShapeId chain = auk_body_add_chain(world, body, points, count, closed, &(AukShapeDef){.one_sided = true});
    cr_assert(!auk_shape_id_is_null(chain) && auk_world_shape_is_one_sided(world, chain));
    return chain;
}

static AukWorld *floor_world(void)
{
    AukWorld *world = scene_world();
    chain_of(world, floor_line, 3, false);
    return world;
}

static int contacts_at(AukShape shape, float x, float y, AukManifold *manifold)
{
    AukWorld *world = floor_world();
    scene_body(world, AUK_MOTION_MOVING, shape, x, y);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    AukContacts contacts = auk_world_contacts(world);
    if (contacts.count > 0) {
        *manifold = contacts.items[0].manifold;
    }
    auk_world_destroy(world);
    return contacts.count;
}

// ---- contacts -------------------------------------------------------------------------------------------------------

Test(one_sided, a_contact_is_of_the_front_however_deep_and_there_is_none_behind)
{
    const AukShape shapes[] = {auk_shape_box(0.5f, 1.0f), auk_shape_circle(1.0f),
                               auk_shape_capsule(auk_vec(0.0f, -0.5f), auk_vec(0.0f, 0.5f), 0.5f)};
    for (int k = 0; k < 3; k++) {
        for (int i = -12; i <= 12; i++) {
            float y = 0.1f * (float)i;
            AukManifold manifold;
            int count = contacts_at(shapes[k], 5.0f, y, &manifold);
            cr_assert_eq(count, i >= 0 && i <= 10, "shape %d at %g", k, (double)y);
            if (count > 0) {
                cr_assert(manifold.normal.x == 0.0f && manifold.normal.y == 1.0f);
                cr_assert(near(manifold.distance, y - 1.0f, 1e-6f), "%g at %g", (double)manifold.distance, (double)y);
            }
        }
    }
}

Test(one_sided, a_body_that_comes_from_behind_is_not_hit_and_lands_from_the_front)
{
    AukWorld *world = floor_world();
    AukBodyId up =
        scene_bullet(world, auk_shape_box(0.5f, 0.5f), auk_vec(5.0f, -3.0f), auk_vec(0.0f, 30.0f), AUK_RESPONSE_TOUCH);
    AukBodyId down =
        scene_bullet(world, auk_shape_box(0.5f, 0.5f), auk_vec(-5.0f, 3.0f), auk_vec(0.0f, -30.0f), AUK_RESPONSE_TOUCH);
    for (int i = 0; i < 20; i++) {
        cr_assert_eq(auk_world_step(world, 0.01f), AUK_OK);
        AukHits hits = auk_world_hits(world);
        for (int k = 0; k < hits.count; k++) {
            cr_assert(auk_body_id_equal(hits.items[k].body_a, down) && hits.items[k].normal.y == -1.0f);
        }
    }
    cr_assert(near(auk_body_get_position(world, up).y, 3.0f, 1e-4f));
    cr_assert(near(auk_body_get_position(world, down).y, 0.5f, 1e-4f));
    auk_body_set_velocity(world, up, auk_vec(0.0f, -300.0f));
    cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
    cr_assert(near(auk_body_get_position(world, up).y, 0.5f, 1e-4f));
    auk_world_destroy(world);
}

Test(one_sided, what_slides_over_flat_joints_is_not_held_up)
{
    AukWorld *world = scene_world();
    AukVec2 points[41];
    for (int i = 0; i <= 40; i++) {
        points[i] = auk_vec(20.0f - (float)i, 0.0f);
    }
    chain_of(world, points, 41, false);
    AukBodyId box = scene_bullet(world, auk_shape_box(0.5f, 0.5f), auk_vec(-15.0f, 0.5f), auk_vec(10.0f, -5.0f),
                                 AUK_RESPONSE_SLIDE);
    for (int i = 0; i < 30; i++) {
        cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
        AukContacts contacts = auk_world_contacts(world);
        for (int k = 0; k < contacts.count; k++) {
            cr_assert_eq(contacts.items[k].manifold.normal.x, 0.0f);
        }
        auk_body_set_velocity(world, box, auk_vec(10.0f, -5.0f));
    }
    cr_assert(near(auk_body_get_position(world, box).x, 15.0f, 1e-3f));
    auk_world_destroy(world);
}

Test(one_sided, a_counter_clockwise_outline_holds_what_is_outside)
{
    const AukVec2 square[4] = {{-2.0f, -2.0f}, {2.0f, -2.0f}, {2.0f, 2.0f}, {-2.0f, 2.0f}};
    AukWorld *world = scene_world();
    chain_of(world, square, 4, true);
    for (int i = 0; i < 4; i++) {
        AukVec2 out = auk_rot_apply(auk_rot(0.5f * 3.14159265f * (float)i), auk_vec(1.0f, 0.0f));
        AukFound found;
        cr_assert(auk_world_cast_ray(world, auk_vec_scale(5.0f, out), auk_vec_scale(-10.0f, out), NULL, &found));
        cr_assert(near(found.fraction, 0.3f, 1e-6f) && auk_vec_dot(found.normal, out) > 0.9999f);
        cr_assert(!auk_world_cast_ray(world, auk_vec(0.1f, 0.2f), auk_vec_scale(10.0f, out), NULL, &found));
    }
    AukVec2 corner = auk_vec(1.0f, 1.0f); // a corner has the normals of its arc
    AukShape disc = auk_shape_circle(0.5f);
    AukFound found;
    cr_assert(auk_world_cast_shape(world, &disc, auk_transform(auk_vec(5.0f, 5.0f), 0.0f), auk_vec_scale(-4.0f, corner),
                                   NULL, &found));
    cr_assert(near(found.normal.x, sqrtf(0.5f), 1e-5f) && near(found.normal.y, sqrtf(0.5f), 1e-5f));
    auk_world_destroy(world);
}

Test(one_sided, the_front_turns_and_moves_with_the_body_whichever_of_the_two_comes_first)
{
    for (int k = 0; k < 4; k++) {
        bool last = k % 2 != 0, turned = k / 2 != 0;
        AukWorld *world = scene_world();
        AukBodyId ball = last ? scene_ball(world, 3.0f, 0.25f, 0.5f) : (AukBodyId){0, 0};
        AukBodyId ground = auk_body_create(world, &(AukBodyDef){.velocity = {0.0f, 1.0f}});
        auk_body_add_chain(world, ground, floor_line, 3, false, &(AukShapeDef){.one_sided = true});
        auk_body_set_pose(world, ground, auk_transform(auk_vec(0.0f, -0.1f), turned ? 3.14159265f : 0.0f));
        ball = last ? ball : scene_ball(world, 3.0f, 0.25f, 0.5f);
        AukBodyId bullet = scene_bullet(world, auk_shape_circle(0.2f), auk_vec(-3.0f, 8.0f), auk_vec(0.0f, -100.0f),
                                        AUK_RESPONSE_CROSS);
        cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
        AukContacts contacts = auk_world_contacts(world);
        AukHits hits = auk_world_hits(world);
        cr_assert(contacts.count == !turned && hits.count == !turned, "%d: %d, %d", k, contacts.count, hits.count);
        if (!turned) {
            cr_assert_float_eq(contacts.items[0].manifold.normal.y, last ? -1.0f : 1.0f, 1e-6f);
            cr_assert(auk_body_id_equal(hits.items[0].body_a, bullet) && hits.items[0].normal.y < -0.999f);
            cr_assert(auk_body_id_equal(last ? contacts.items[0].body_a : contacts.items[0].body_b, ball));
        }
        auk_world_destroy(world);
    }
}

Test(one_sided, outlines_of_masks_hold_what_is_in_the_open)
{
    uint8_t picture[8 * 8] = {0};
    for (int i = 0; i < 16; i++) {
        picture[8 * (2 + i / 4) + 2 + i % 4] = 255;
    }
    AukMask mask = {.values = picture, .width = 8, .height = 8, .cell = 1.0f};
    AukVec2 vertices[32];
    AukLoop loops[2];
    int hole_starts[2];
    AukOutlineSet set = {
        .vertices = vertices, .vertex_capacity = 32, .loops = loops, .loop_capacity = 2, .hole_starts = hole_starts};
    cr_assert_eq(auk_outline_trace(&mask, NULL, &set), AUK_OK);
    cr_assert_eq(set.loop_count, 1);
    AukWorld *world = scene_world();
    chain_of(world, vertices + loops[0].first, loops[0].count, true);
    for (int i = 0; i < 8; i++) {
        AukVec2 out = auk_rot_apply(auk_rot(0.78539816f * (float)i), auk_vec(10.0f, 0.0f)),
                middle = auk_vec(4.0f, 4.0f);
        cr_assert(auk_world_cast_ray_any(world, auk_vec_add(middle, out), auk_vec_neg(out), NULL));
        cr_assert(!auk_world_cast_ray_any(world, middle, out, NULL));
    }
    auk_world_destroy(world);
}

// Where a chain turns back along itself each edge has its own right side; the half circle of the joint is of both.
Test(one_sided, an_edge_that_the_chain_folds_back_along_is_open_from_behind)
{
    const AukVec2 points[3] = {{10.0f, 0.0f}, {0.0f, 0.0f}, {2.0f, 0.0f}};
    AukWorld *world = scene_world();
    chain_of(world, points, 3, false);
    AukFound found;
    const AukVec2 up = {0.0f, 6.0f}, down = {0.0f, -6.0f};
    cr_assert(!auk_world_cast_ray_any(world, auk_vec(7.0f, -3.0f), up, NULL));
    cr_assert(auk_world_cast_ray(world, auk_vec(7.0f, 3.0f), down, NULL, &found) && found.child == 0);
    cr_assert(auk_world_cast_ray(world, auk_vec(1.0f, -3.0f), up, NULL, &found) && found.child == 1);
    AukBodyId disc =
        scene_bullet(world, auk_shape_circle(0.3f), auk_vec(7.0f, -3.0f), auk_vec(0.0f, 6.0f), AUK_RESPONSE_TOUCH);
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    cr_assert_eq(auk_body_get_position(world, disc).y, 3.0f);
    auk_body_destroy(world, disc);
    AukShape tip = auk_shape_circle(0.25f);
    for (int i = -8; i <= 8; i++) { // the end of the fold is met from all around
        AukVec2 way = auk_rot_apply(auk_rot(0.19f * (float)i), auk_vec(4.0f, 0.0f));
        AukTransform from = auk_transform(auk_vec(-0.75f * way.x, -0.75f * way.y), 0.0f);
        cr_assert(auk_world_cast_shape(world, &tip, from, way, NULL, &found), "%d", i);
        cr_assert(near(found.fraction, 0.6875f, 1e-5f), "%d: %g", i, (double)found.fraction);
    }
    auk_world_destroy(world);
}

// ---- queries --------------------------------------------------------------------------------------------------------

Test(one_sided, casts_meet_the_front_alone)
{
    AukWorld *world = floor_world();
    AukShape shapes[] = {auk_shape_circle(0.0f), auk_shape_circle(0.5f), auk_shape_box(0.5f, 0.25f)};
    for (int side = -1; side <= 1; side += 2) {
        bool front = side > 0;
        AukVec2 from = auk_vec(3.0f, 2.0f * (float)side), delta = auk_vec(0.5f, -4.0f * (float)side);
        AukFound found;
        cr_assert_eq(auk_world_cast_ray(world, from, delta, NULL, &found), front);
        cr_assert(!front || (found.normal.x == 0.0f && found.normal.y == 1.0f));
        cr_assert_eq(auk_world_cast_ray_any(world, from, delta, NULL), front);
        cr_assert_eq(auk_world_cast_ray_all(world, from, delta, NULL, NULL, 0), front);
        for (int k = 0; k < 3; k++) {
            AukTransform pose = auk_transform(from, 0.0f);
            cr_assert_eq(auk_world_cast_shape(world, &shapes[k], pose, delta, NULL, &found), front, "shape %d", k);
            for (int turn = 0; turn < 3; turn++) {
                cr_assert_eq(auk_world_cast_shape_turning(world, &shapes[k], pose, delta, (float)turn, NULL, &found),
                             front, "shape %d, turn %d", k, turn);
            }
        }
        AukSpanWork *work = auk_span_work_create(NULL);
        AukRaySpan spans[2];
        cr_assert_eq(auk_world_cast_ray_spans(world, work, from, delta, NULL, spans, 2), front);
        auk_span_work_destroy(work);
    }
    auk_world_destroy(world);
}

Test(one_sided, casts_that_start_overlapping_find_it_if_their_middle_is_in_front)
{
    AukWorld *world = floor_world();
    AukShape box = auk_shape_box(0.5f, 0.5f);
    for (int i = -4; i <= 4; i++) {
        AukTransform pose = auk_transform(auk_vec(3.0f, 0.1f * (float)i), 0.0f);
        AukFound found;
        bool hit = auk_world_cast_shape(world, &box, pose, auk_vec(0.0f, -2.0f), NULL, &found);
        cr_assert_eq(hit, i >= 0, "%d", i);
        cr_assert(!hit || (found.fraction == 0.0f && found.normal.x == 0.0f && found.normal.y == 0.0f));
        cr_assert_eq(auk_world_cast_shape_turning(world, &box, pose, auk_vec(0.0f, -2.0f), 1.0f, NULL, &found), i >= 0);
    }
    auk_world_destroy(world);
}

Test(one_sided, overlaps_nearest_and_sensors_find_it_from_both_sides)
{
    AukWorld *world = floor_world();
    AukShape box = auk_shape_box(0.5f, 0.5f);
    AukBodyId sensors[2];
    for (int k = 0; k < 2; k++) {
        AukTransform pose = auk_transform(auk_vec(3.0f, k ? 0.25f : -0.25f), 0.0f);
        AukFound found;
        cr_assert_eq(auk_world_overlap(world, &box, pose, NULL, &found, 1), 1);
        cr_assert_eq(auk_world_nearest(world, &box, pose, 1.0f, NULL, &found, 1), 1);
        pose.p.y *= 8.0f;
        cr_assert_eq(auk_world_nearest(world, &box, pose, 3.0f, NULL, &found, 1), 1);
        cr_assert(near(found.distance, 1.5f, 1e-6f));
        sensors[k] = scene_sensor(world, AUK_MOTION_MOVING, box, k ? 5.0f : 8.0f, k ? 0.25f : -0.25f);
    }
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    cr_assert_eq(auk_world_overlaps(world).count, 2);
    cr_assert(auk_body_exists(world, sensors[0]) && auk_body_exists(world, sensors[1]));
    auk_world_destroy(world);
}

Test(one_sided, why_says_that_it_lets_pass)
{
    AukWorld *world = floor_world();
    AukBodyId ground = {0, 1}, behind = scene_ball(world, 3.0f, -0.25f, 0.5f),
              front = scene_ball(world, 6.0f, 0.25f, 0.5f);
    cr_assert_eq(auk_world_why(world, ground, behind).reason, AUK_WHY_ONE_WAY);
    cr_assert_eq(auk_world_why(world, ground, front).reason, AUK_WHY_TOUCHING);
    auk_world_destroy(world);
}

// ---- characters -----------------------------------------------------------------------------------------------------

Test(one_sided, a_mover_jumps_up_through_it_without_a_push_and_lands_on_it)
{
    const AukShape shapes[] = {auk_shape_box(0.4f, 0.9f), auk_shape_circle(0.5f),
                               auk_shape_capsule(auk_vec(0.0f, -0.5f), auk_vec(0.0f, 0.5f), 0.5f)};
    for (int k = 0; k < 3 * 8; k++) {
        AukWorld *world = floor_world();
        AukMover mover = mover_of(shapes[k % 3], 5.0f, -3.0f);
        mover.velocity.y = 14.0f + 0.3f * (float)(k / 3);
        float speed = mover.velocity.y;
        for (int i = 0; i < 200; i++) {
            AukVec2 before = mover.pose.p;
            walk(world, &mover, 0.0f);
            speed += GRAVITY * DT;
            bool flies = near(mover.pose.p.y - before.y, speed * DT, 1e-4f);
            cr_assert(flies || mover.floor, "shape %d, frame %d: %g", k % 3, i, (double)(mover.pose.p.y - before.y));
            cr_assert(!mover.wall && !mover.ceiling);
            if (mover.floor) {
                break;
            }
        }
        AukVec2 low = auk_support(&mover.shape, mover.pose, auk_vec(0.0f, -1.0f));
        cr_assert(mover.floor && near(low.y, 0.0f, 1e-4f));
        auk_world_destroy(world);
    }
}

Test(one_sided, a_mover_that_does_not_get_high_enough_falls_back_through_it)
{
    for (int k = 0; k < 20; k++) {
        AukWorld *world = floor_world();
        AukMover mover = mover_of(auk_shape_box(0.4f, 0.9f), 5.0f, -3.0f);
        mover.velocity.y = 7.0f + 0.2f * (float)k; // at most 12 of 12.5
        for (int i = 0; i < 100; i++) {
            walk(world, &mover, 0.0f);
            cr_assert(!mover.floor && !mover.ceiling && mover.pose.p.y < 0.9f, "speed %d, frame %d", k, i);
        }
        cr_assert(mover.pose.p.y < -5.0f);
        auk_world_destroy(world);
    }
}

Test(one_sided, a_mover_that_comes_more_than_half_through_in_one_move_is_not_pushed)
{
    for (int k = 0; k < 8; k++) {
        AukWorld *world = floor_world();
        AukMover mover = mover_of(auk_shape_box(0.4f, 0.9f), 5.0f, -1.1f);
        float rise = 1.15f + 0.1f * (float)k;
        mover.velocity.y = rise / DT;
        cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
        cr_assert(near(mover.pose.p.y, -1.1f + rise, 1e-5f) && !mover.floor && !mover.stuck, "%g", (double)rise);
        mover.velocity = auk_vec(0.0f, -5.0f / DT);
        cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
        cr_assert(near(mover.pose.p.y, -6.1f + rise, 1e-4f));
        auk_world_destroy(world);
    }
}

Test(one_sided, a_mover_walks_over_hills_and_along_walls)
{
    const AukVec2 hills[7] = {{20.0f, 0.0f}, {12.0f, 0.0f},  {8.0f, 2.0f},   {5.0f, 0.5f},
                              {0.0f, 0.0f},  {-10.0f, 0.0f}, {-10.0f, 20.0f}};
    AukWorld *world = scene_world();
    chain_of(world, hills, 7, false);
    AukMover mover = penguin(-5.0f, 1.5f);
    mover.snap = 0.3f;
    stand(world, &mover);
    for (int i = 0; i < 64 * 6; i++) {
        walk(world, &mover, -4.0f);
        cr_assert(mover.floor && mover.pose.p.x >= -9.5f && mover.pose.p.y > 0.99f);
    }
    cr_assert(mover.wall && near(mover.pose.p.x, -9.5f, 1e-4f));
    for (int i = 0; i < 64 * 6; i++) {
        walk(world, &mover, i % 3 == 0 ? 14.0f : 4.0f);
        cr_assert(mover.floor || mover.pose.p.x > 20.0f, "frame %d", i);
    }
    cr_assert(mover.pose.p.x > 20.0f);
    auk_world_destroy(world);
}

// The normal of its side against the end is replaced by one of the front, along which it slides: parallel up to
// rounding.
Test(one_sided, a_box_slides_over_a_free_end_wherever_rounding_puts_it)
{
    const AukVec2 ends[2] = {{0.0f, 0.0f}, {-0x1.7450d4p+0f, -0x1.5f7612p+0f}};
    AukWorld *world = scene_world();
    AukBodyId body =
        auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC, .position = {0x1.29c156p6f, 100.0f}});
    auk_body_add_chain(world, body, ends, 2, false, &(AukShapeDef){.one_sided = true});
    for (int k = 0; k < 400; k++) {
        AukMover mover = mover_of(auk_shape_box(0.25f, 0x1.8c7004p-2f), 0.0f, 0.0f);
        mover.pose.p = auk_vec(75.138808f + 1e-5f * (float)(k % 20), 100.3232f + 1e-5f * (float)(k / 20));
        mover.floating = true;
        mover.velocity = auk_vec(-4.0f, 0x1.06d408p-4f);
        cr_assert_geq(auk_world_move(world, &mover, 0.25f, NULL, 0), 0);
        cr_assert(near(mover.moved.y, 0.286f, 2e-3f), "place %d: %g, %g", k, (double)mover.moved.x,
                  (double)mover.moved.y);
    }
    auk_world_destroy(world);
}

// ---- numbers and state ----------------------------------------------------------------------------------------------

Test(one_sided, is_for_chains_alone)
{
    AukWorld *world = scene_world();
    AukBodyId body = scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    AukShapeDef def = {.shape = auk_shape_segment(auk_vec(0.0f, 0.0f), auk_vec(1.0f, 0.0f)), .one_sided = true};
    cr_assert(auk_shape_id_is_null(auk_body_add_shape(world, body, &def)));
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_UNSUPPORTED);
    def.shape.radius = 0.0f;
    cr_assert(auk_shape_id_is_null(auk_body_add_polygon(world, body, floor_line, 3, &def)));
    AukTilesDef tiles = {.width = 2, .height = 2, .cell = 1.0f};
    cr_assert(auk_shape_id_is_null(auk_body_add_tiles(world, body, &tiles, &def)));
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_UNSUPPORTED);
    const AukVec2 corner[3] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {0.0f, 2.0f}};
    cr_assert(auk_shape_id_is_null(auk_body_add_outline(world, body, corner, 3, NULL, 0, &def)));
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_UNSUPPORTED);
    AukShapeId shape;
    cr_assert_eq(auk_body_get_shapes(world, body, &shape, 1), 1);
    cr_assert(!auk_world_shape_is_one_sided(world, shape) && !auk_world_shape_is_one_sided(NULL, shape));
    cr_assert(!auk_world_shape_is_one_sided(world, (AukShapeId){9, 9}));
    auk_world_destroy(world);
}

Test(one_sided, is_hashed_saved_and_restored)
{
    static unsigned char saved[16384];
    AukWorld *world = floor_world(), *two_sided = scene_world();
    AukBodyId body = auk_body_create(two_sided, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    auk_body_add_chain(two_sided, body, floor_line, 3, false, NULL);
    uint64_t hash = auk_world_hash(world);
    cr_assert_neq(hash, auk_world_hash(two_sided));
    cr_assert_eq(auk_world_snapshot(world, saved, sizeof saved), AUK_OK);
    cr_assert_eq(auk_world_restore(two_sided, saved, sizeof saved), AUK_OK);
    cr_assert_eq(auk_world_hash(two_sided), hash);
    cr_assert(!auk_world_cast_ray_any(two_sided, auk_vec(3.0f, -1.0f), auk_vec(0.0f, 2.0f), NULL));
    auk_world_destroy(world);
    auk_world_destroy(two_sided);
}

Test(one_sided, holds_a_point_that_rests_on_it_far_from_the_origin)
{
    AukWorld *world = scene_world();
    const AukVec2 line[2] = {{1010.0f, 1001.0f}, {990.0f, 997.0f}};
    chain_of(world, line, 2, false);
    AukBodyId point = scene_bullet(world, auk_shape_circle(0.0f), auk_vec(1003.0f, 1010.0f), auk_vec(0.0f, -40.0f),
                                   AUK_RESPONSE_SLIDE);
    for (int i = 0; i < 60; i++) {
        cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
        AukVec2 at = auk_body_get_position(world, point);
        cr_assert(at.x < 990.0f || at.y > 999.0f + 0.2f * (at.x - 1000.0f) - 1e-2f, "step %d: %g, %g", i, (double)at.x,
                  (double)at.y);
        auk_body_set_velocity(world, point, auk_vec(0.0f, -2.0f));
    }
    auk_world_destroy(world);
}

Test(one_sided, works_across_the_sides_of_a_world_that_wraps)
{
    AukWorld *world = auk_world_create(&(AukWorldDef){.wrap = {{-8.0f, -8.0f}, {8.0f, 8.0f}}}, NULL);
    const AukVec2 line[3] = {{10.0f, 7.9f}, {7.0f, 7.9f}, {4.0f, 7.9f}};
    chain_of(world, line, 3, false);
    AukShape disc = auk_shape_circle(0.25f);
    AukFound found;
    cr_assert(auk_world_cast_shape(world, &disc, auk_transform(auk_vec(-7.0f, -7.0f), 0.0f), auk_vec(0.0f, -2.0f), NULL,
                                   &found));
    cr_assert(!auk_world_cast_shape(world, &disc, auk_transform(auk_vec(-7.0f, 7.0f), 0.0f), auk_vec(0.0f, 2.0f), NULL,
                                    &found));
    scene_ball(world, -7.0f, -7.95f, 0.25f);
    scene_ball(world, 6.0f, 7.75f, 0.25f);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    cr_assert(auk_world_contacts(world).count == 1 && auk_world_contacts(world).items[0].body_b.index == 1);
    auk_world_destroy(world);
}

// The speed at which a box closes along the normal of a hit, where it closes fastest of all that overlaps the floor.
static float fastest_closing(const AukBodyDef *box, const AukHit *hit)
{
    AukPath path = {auk_transform(box->position, box->angle), box->velocity, box->spin};
    AukTransform pose = auk_path_pose(&path, hit->fraction);
    float fastest = -INFINITY;
    for (int i = 0; i <= 60; i++) {
        AukVec2 point = auk_vec(-3.0f + 0.1f * (float)i, 0.0f);
        AukVec2 arm = auk_vec_sub(point, pose.p);
        AukVec2 speed = auk_vec_add(box->velocity, auk_vec_scale(box->spin, auk_vec(-arm.y, arm.x)));
        if (auk_project_point(&box->shape, pose, point).distance < 0.02f) {
            fastest = fmaxf(fastest, auk_vec_dot(speed, hit->normal));
        }
    }
    return fastest;
}

// It was asked again while it overlapped an edge, and hit the edge from its front when its middle was through.
Test(one_sided, a_box_that_turns_passes_from_behind)
{
    const AukVec2 points[4] = {{3.0f, 0.0f}, {1.0f, 0.0f}, {-1.0f, 0.0f}, {-3.0f, 0.0f}};
    Random random = random_start(1, 0);
    for (int i = 0; i < 5000; i++) {
        AukWorld *world = scene_world();
        AukBodyDef def =
            scene_def(AUK_MOTION_SWEPT, auk_shape_box(0.15f, 1.0f), random_float(&random, -2.0f, 2.0f), -5.0f);
        def.response = AUK_RESPONSE_TOUCH;
        def.angle = random_float(&random, -4.0f, 4.0f);
        def.velocity = auk_vec(random_float(&random, -5.0f, 5.0f), random_float(&random, 8.0f, 30.0f));
        def.spin = random_float(&random, -10.0f, 10.0f);
        auk_body_create(world, &def);
        chain_of(world, points, 4, false);
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        AukHits hits = auk_world_hits(world);
        for (int k = 0; k < hits.count; k++) {
            float closing = fastest_closing(&def, &hits.items[k]);
            cr_assert_gt(closing, -0.01f, "flight %d: a hit at %g opens by %g", i, (double)hits.items[k].fraction,
                         (double)-closing);
        }
        auk_world_destroy(world);
    }
}
