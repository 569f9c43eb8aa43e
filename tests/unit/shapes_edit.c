// Shapes of a body that move on it and that are switched off and on.
#include "auk/record.h"
#include "auk/shapes.h"
#include "auk/terrain.h"
#include "auk/world.h"

#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#define DT (1.0f / 64.0f)

static AukShapeId only_shape(const AukWorld *world, AukBodyId body)
{
    AukShapeId id = {0, 0};
    auk_body_get_shapes(world, body, &id, 1);
    return id;
}

static AukTransform at(float x, float y, float angle)
{
    return auk_transform(auk_vec(x, y), angle);
}

static bool same_pose(AukTransform a, AukTransform b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static int found_at(const AukWorld *world, float x, float y)
{
    AukQuery all = {.sensors = true};
    AukBox box = auk_box(auk_vec(x, y), auk_vec(x, y));
    return auk_world_overlap_box(world, box, &all, NULL, 0);
}

// ---- on its body ----

Test(shapes_edit, a_shape_that_moves_along_a_wall_goes_on_touching_and_then_leaves)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 4.0f, 1.0f);
    AukBodyId body = scene_ball(world, 0.0f, 0.25f, 0.5f);
    AukShapeId shape = only_shape(world, body);
    cr_assert_eq(scene_step(world, DT), 100000);
    for (int i = 1; i <= 3; i++) {
        cr_assert_eq(auk_world_shape_set_local_pose(world, shape, at((float)i, 0.0f, 0.5f)), AUK_OK);
        cr_assert_eq(found_at(world, (float)i, 0.25f), 1);
        cr_assert_eq(found_at(world, 0.0f, 0.25f), 0);
        cr_assert_eq(scene_step(world, DT), 10000, "still touching, %d", i);
        cr_assert_float_eq(auk_world_contacts(world).items[0].manifold.points[0].point.x, (float)i, 1e-4f);
        cr_assert_not(auk_world_contacts(world).items[0].began);
    }
    cr_assert_eq(auk_world_shape_set_local_pose(world, shape, at(0.0f, 3.0f, 0.0f)), AUK_OK);
    cr_assert_eq(scene_step(world, DT), 1000);
    cr_assert(auk_world_shape_exists(world, shape));
    auk_world_destroy(world);
}

Test(shapes_edit, a_shape_is_where_it_was_put_also_when_its_body_turns)
{
    AukWorld *world = scene_world();
    AukBodyId body = scene_ball(world, 1.0f, 1.0f, 0.25f);
    AukShapeId shape = only_shape(world, body);
    cr_assert(same_pose(auk_world_shape_get_local_pose(world, shape), auk_transform_identity()));
    cr_assert_eq(auk_world_shape_set_local_pose(world, shape, at(2.0f, 0.0f, 1.0f)), AUK_OK);
    cr_assert(same_pose(auk_world_shape_get_local_pose(world, shape), at(2.0f, 0.0f, 1.0f)));
    cr_assert_eq(auk_body_set_pose(world, body, at(1.0f, 1.0f, 1.57079633f)), AUK_OK);
    cr_assert_eq(found_at(world, 1.0f, 3.0f), 1);
    cr_assert_float_eq(auk_rot_angle(auk_world_shape_get_pose(world, shape).q), 2.57079633f, 1e-6f);
    AukTransform zero = {{0.0f, 0.0f}, {0.0f, 0.0f}};
    cr_assert_eq(auk_world_shape_set_local_pose(world, shape, zero), AUK_OK);
    cr_assert(same_pose(auk_world_shape_get_local_pose(world, shape), auk_transform_identity()));
    auk_body_set_spin(world, body, 1.0f);
    auk_body_set_velocity(world, body, auk_vec(1.0f, 0.0f));
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    cr_assert(found_at(world, 2.0f, 1.0f) == 1 && found_at(world, 1.0f, 1.0f) == 0);
    auk_world_destroy(world);
}

Test(shapes_edit, walls_that_rest_notice_a_change_of_a_shape_on_them)
{
    AukWorld *world = scene_world();
    AukBodyId wall = scene_wall(world, 0.0f, 0.0f, 1.0f, 0.25f);
    scene_ball(world, 5.0f, 0.0f, 0.5f); // rests where the wall will be
    AukShapeId shape = only_shape(world, wall);
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(scene_step(world, DT), 0);
    }
    cr_assert_eq(auk_world_shape_set_local_pose(world, shape, at(4.0f, 0.0f, 0.0f)), AUK_OK);
    cr_assert_eq(scene_step(world, DT), 100000);
    cr_assert_eq(scene_step(world, DT), 10000);
    AukShape wide = auk_shape_box(2.0f, 0.25f), narrow = auk_shape_box(0.25f, 0.25f);
    cr_assert_eq(auk_world_shape_set(world, shape, &wide), AUK_OK);
    cr_assert_eq(scene_step(world, DT), 10000);
    cr_assert_eq(auk_world_shape_set(world, shape, &narrow), AUK_OK);
    cr_assert_eq(scene_step(world, DT), 1000);
    cr_assert_eq(auk_world_shape_set(world, shape, &wide), AUK_OK);
    cr_assert_eq(scene_step(world, DT), 100000);
    cr_assert_eq(auk_world_shape_set_enabled(world, shape, false), AUK_OK);
    cr_assert_eq(scene_step(world, DT), 1000);
    cr_assert_eq(auk_world_shape_set_enabled(world, shape, true), AUK_OK);
    cr_assert_eq(scene_step(world, DT), 100000);
    auk_world_destroy(world);
}

Test(shapes_edit, chains_outlines_and_grids_move_with_all_their_pieces)
{
    static const AukVec2 line[4] = {{-2.0f, 0.0f}, {-1.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}};
    static const AukVec2 corner[6] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 0.5f},
                                      {0.5f, 0.5f}, {0.5f, 2.0f}, {0.0f, 2.0f}};
    static const uint8_t cells[3] = {AUK_TILE_FULL, AUK_TILE_EMPTY, AUK_TILE_FULL};
    AukWorld *world = scene_world();
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    AukTilesDef tiles = {3, 1, 1.0f, 0.0f, cells};
    AukBodyId ground = auk_body_create(world, &def);
    AukShapeId chain = auk_body_add_chain(world, ground, line, 4, false, NULL);
    AukShapeId outline = auk_body_add_outline(world, ground, corner, 6, NULL, 0, NULL);
    AukShapeId grid = auk_body_add_tiles(world, ground, &tiles, NULL);
    cr_assert_eq(auk_world_shape_set_local_pose(world, chain, at(0.0f, 10.0f, 0.0f)), AUK_OK);
    cr_assert_eq(auk_world_shape_set_local_pose(world, outline, at(0.0f, 20.0f, 0.0f)), AUK_OK);
    cr_assert_eq(auk_world_shape_set_local_pose(world, grid, at(0.0f, 30.0f, 0.0f)), AUK_OK);
    cr_assert(found_at(world, 1.5f, 10.0f) == 1 && found_at(world, -1.5f, 10.0f) == 1 &&
              found_at(world, 1.5f, 0.0f) == 0);
    cr_assert(found_at(world, 1.5f, 20.25f) == 1 && found_at(world, 0.25f, 21.5f) == 1 &&
              found_at(world, 0.25f, 0.25f) == 0);
    cr_assert(found_at(world, 2.5f, 30.5f) == 1 && found_at(world, 1.5f, 30.5f) == 0);
    AukBodyId ball = scene_ball(world, 1.5f, 10.25f, 0.5f);
    cr_assert_eq(scene_step(world, DT), 100000);
    cr_assert_eq(auk_world_contacts(world).items[0].child_a, 2);
    cr_assert_eq(auk_world_shape_set_enabled(world, chain, false), AUK_OK);
    cr_assert_eq(auk_world_shape_set_enabled(world, outline, false), AUK_OK);
    cr_assert_eq(auk_world_shape_set_enabled(world, grid, false), AUK_OK);
    cr_assert(found_at(world, -1.5f, 10.0f) == 0 && found_at(world, 0.25f, 21.5f) == 0 &&
              found_at(world, 2.5f, 30.5f) == 0);
    cr_assert_eq(scene_step(world, DT), 1000);
    cr_assert_eq(auk_world_shape_set_tile(world, grid, 1, 0, AUK_TILE_FULL), AUK_OK);
    cr_assert_eq(auk_world_shape_set_enabled(world, grid, true), AUK_OK);
    cr_assert_eq(auk_world_shape_set_enabled(world, chain, true), AUK_OK);
    cr_assert(found_at(world, 1.5f, 30.5f) == 1 && found_at(world, -1.5f, 10.0f) == 1);
    cr_assert_eq(scene_step(world, DT), 100000);
    (void)ball;
    auk_world_destroy(world);
}

// ---- off and on ----

Test(shapes_edit, a_disabled_shape_ends_its_contacts_and_comes_back_the_same)
{
    AukWorld *world = scene_world();
    AukBodyId wall = scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(0.5f), 1.25f, 0.0f);
    def.sensor = true;
    AukShapeId sensor = only_shape(world, auk_body_create(world, &def));
    def.sensor = false;
    AukShapeId solid = only_shape(world, auk_body_create(world, &def));
    AukShapeId shape = only_shape(world, wall);
    cr_assert_eq(auk_world_shape_set_user_data(world, shape, 77), AUK_OK);
    cr_assert_eq(scene_step(world, DT), 100200);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(auk_world_shape_set_enabled(world, shape, false), AUK_OK);
        cr_assert_eq(auk_world_shape_set_enabled(world, shape, false), AUK_OK);
        cr_assert_not(auk_world_shape_is_enabled(world, shape));
        cr_assert(auk_world_shape_exists(world, shape) && auk_body_get_shapes(world, wall, NULL, 0) == 1);
        cr_assert_eq(found_at(world, 0.0f, 0.0f), 0);
        cr_assert_not(auk_world_cast_ray(world, auk_vec(-5.0f, 0.0f), auk_vec(5.5f, 0.0f), NULL, NULL));
        cr_assert_eq(auk_body_get_bounds(world, wall).min.x, auk_world_get_bounds(world).min.x);
        cr_assert_eq(scene_step(world, DT), 1011, "%d", i);
        cr_assert_eq(scene_step(world, DT), 10);
        cr_assert_eq(auk_world_why(world, wall, auk_world_shape_get_body(world, solid)).reason, AUK_WHY_DISABLED);
        cr_assert_eq(auk_world_shape_set_enabled(world, shape, true), AUK_OK);
        cr_assert(auk_world_shape_is_enabled(world, shape) && auk_world_shape_get_user_data(world, shape) == 77);
        cr_assert_eq(found_at(world, 0.0f, 0.0f), 1);
        cr_assert_eq(scene_step(world, DT), 100110, "%d", i);
    }
    (void)sensor;
    auk_world_destroy(world);
}

Test(shapes_edit, off_and_on_between_two_steps_is_no_event)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    AukShapeId shape = only_shape(world, scene_ball(world, 1.25f, 0.0f, 0.5f));
    cr_assert_eq(scene_step(world, DT), 100000);
    auk_world_shape_set_enabled(world, shape, false);
    auk_world_shape_set_enabled(world, shape, true);
    cr_assert_eq(scene_step(world, DT), 10000);
    auk_world_destroy(world);
}

Test(shapes_edit, of_a_body_with_two_shapes_only_the_enabled_one_meets)
{
    AukWorld *world = scene_world();
    AukShapeDef sword = {.shape = auk_shape_box(1.0f, 0.125f), .position = {1.5f, 0.0f}, .disabled = true};
    AukBodyId hero = scene_ball(world, 0.0f, 0.0f, 0.5f);
    AukShapeId blade = auk_body_add_shape(world, hero, &sword);
    cr_assert(!auk_world_shape_is_enabled(world, blade) && auk_world_shape_is_enabled(world, only_shape(world, hero)));
    scene_ball(world, 2.0f, 0.0f, 0.25f);
    auk_body_set_velocity(world, hero, auk_vec(0.125f, 0.0f));
    cr_assert_eq(scene_step(world, DT), 0);
    cr_assert_eq(auk_world_shape_set_enabled(world, blade, true), AUK_OK);
    cr_assert_eq(scene_step(world, DT), 100000);
    cr_assert(auk_shape_id_equal(auk_world_contacts(world).items[0].shape_a, blade));
    cr_assert_eq(auk_world_shape_set_enabled(world, blade, false), AUK_OK);
    cr_assert_eq(scene_step(world, DT), 1000);
    auk_world_destroy(world);
}

Test(shapes_edit, bullets_fly_through_a_disabled_shape_and_swept_bodies_lose_theirs)
{
    AukWorld *world = scene_world();
    AukShapeId wall = only_shape(world, scene_wall(world, 5.0f, 0.0f, 0.125f, 4.0f));
    AukBodyId bullet =
        scene_bullet(world, auk_shape_circle(0.125f), auk_vec(0.0f, 0.0f), auk_vec(640.0f, 0.0f), AUK_RESPONSE_TOUCH);
    AukShapeId tip = only_shape(world, bullet);
    cr_assert_eq(auk_world_shape_set_enabled(world, wall, false), AUK_OK);
    cr_assert(auk_world_step(world, DT) == AUK_OK && auk_world_hits(world).count == 0);
    cr_assert_eq(auk_body_get_position(world, bullet).x, 10.0f);
    cr_assert_eq(auk_world_shape_set_enabled(world, wall, true), AUK_OK);
    cr_assert_eq(auk_world_shape_set_enabled(world, tip, false), AUK_OK);
    auk_body_set_velocity(world, bullet, auk_vec(-640.0f, 0.0f));
    cr_assert(auk_world_step(world, DT) == AUK_OK && auk_world_hits(world).count == 0);
    cr_assert_eq(auk_world_shape_set_enabled(world, tip, true), AUK_OK);
    auk_body_set_velocity(world, bullet, auk_vec(640.0f, 0.0f));
    cr_assert(auk_world_step(world, DT) == AUK_OK && auk_world_hits(world).count == 1);
    auk_world_destroy(world);
}

Test(shapes_edit, a_disabled_body_keeps_what_is_set_for_its_shapes)
{
    AukWorld *world = scene_world();
    AukBodyId body = scene_ball(world, 0.0f, 0.0f, 1.0f);
    AukShapeId shape = only_shape(world, body);
    auk_body_set_enabled(world, body, false);
    cr_assert(auk_world_shape_is_enabled(world, shape));
    cr_assert_eq(auk_world_shape_set_enabled(world, shape, false), AUK_OK);
    cr_assert_eq(auk_world_shape_set_local_pose(world, shape, at(4.0f, 0.0f, 0.0f)), AUK_OK);
    auk_body_set_enabled(world, body, true);
    cr_assert_eq(found_at(world, 4.0f, 0.0f), 0);
    cr_assert_eq(auk_world_shape_set_enabled(world, shape, true), AUK_OK);
    cr_assert_eq(found_at(world, 4.0f, 0.0f), 1);
    auk_world_destroy(world);
}

Test(shapes_edit, what_lies_on_a_one_way_floor_that_moves_away_falls)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(5.0f, 0.125f), 0.0f, 0.0f);
    def.one_way = auk_vec(0.0f, 1.0f);
    AukShapeId floor = only_shape(world, auk_body_create(world, &def));
    AukBodyId crate =
        scene_bullet(world, auk_shape_box(0.5f, 0.5f), auk_vec(0.0f, 1.0f), auk_vec(0.0f, -1.0f), AUK_RESPONSE_SLIDE);
    for (int i = 0; i < 60; i++) {
        auk_body_set_velocity(world, crate, auk_vec(0.0f, -1.0f));
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    }
    cr_assert_float_eq(auk_body_get_position(world, crate).y, 0.625f, 1e-3f);
    cr_assert_eq(auk_world_shape_set_local_pose(world, floor, at(0.0f, -2.0f, 0.0f)), AUK_OK);
    cr_assert_eq(auk_world_shape_get_one_way(world, floor).y, 1.0f);
    for (int i = 0; i < 200; i++) {
        auk_body_set_velocity(world, crate, auk_vec(0.0f, -1.0f));
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    }
    cr_assert_float_eq(auk_body_get_position(world, crate).y, -1.375f, 1e-3f);
    auk_world_destroy(world);
}

// ---- saved ----

Test(shapes_edit, snapshots_keep_what_is_off_and_where_shapes_are)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    AukShapeId shape = only_shape(world, scene_ball(world, 1.25f, 0.0f, 0.5f));
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    uint64_t on = auk_world_hash(world), size = auk_world_snapshot_size(world);
    void *before = malloc((size_t)size), *off = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, before, size), AUK_OK);
    cr_assert_eq(auk_world_shape_set_enabled(world, shape, false), AUK_OK);
    cr_assert_eq(auk_world_shape_set_local_pose(world, shape, at(0.25f, 0.0f, 0.0f)), AUK_OK);
    uint64_t hash = auk_world_hash(world);
    cr_assert_neq(hash, on);
    cr_assert_eq(auk_world_snapshot(world, off, size), AUK_OK);
    cr_assert_eq(auk_world_restore(world, before, size), AUK_OK);
    cr_assert(auk_world_hash(world) == on && auk_world_shape_is_enabled(world, shape));
    cr_assert_eq(found_at(world, 1.5f, 0.0f), 1);
    cr_assert_eq(auk_world_restore(world, off, size), AUK_OK);
    cr_assert(auk_world_hash(world) == hash && !auk_world_shape_is_enabled(world, shape));
    cr_assert_eq(auk_world_shape_get_local_pose(world, shape).p.x, 0.25f);
    cr_assert_eq(found_at(world, 1.5f, 0.0f), 0);
    cr_assert_eq(scene_step(world, DT), 1000);
    cr_assert_eq(auk_world_shape_set_enabled(world, shape, true), AUK_OK);
    cr_assert_eq(scene_step(world, DT), 100000);
    free(before);
    free(off);
    auk_world_destroy(world);
}

// ---- worlds that wrap, and bad input ----

Test(shapes_edit, in_a_world_that_wraps_a_shape_that_gets_too_wide_is_refused)
{
    AukWorldDef def = {.wrap = {{0.0f, 0.0f}, {16.0f, 64.0f}}};
    AukWorld *world = auk_world_create(&def, NULL);
    AukBodyId body = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(1.0f, 8.0f), 8.0f, 8.0f);
    AukShapeId shape = only_shape(world, body);
    cr_assert_eq(auk_world_shape_set_local_pose(world, shape, at(0.0f, 0.0f, 1.5f)), AUK_ERROR_RANGE);
    cr_assert(same_pose(auk_world_shape_get_local_pose(world, shape), auk_transform_identity()));
    cr_assert_eq(auk_world_shape_set_local_pose(world, shape, at(100.0f, 0.0f, 0.0f)), AUK_OK);
    cr_assert(found_at(world, 12.0f, 8.0f) == 1 && found_at(world, 8.0f, 8.0f) == 0);
    cr_assert_eq(auk_world_shape_set_enabled(world, shape, false), AUK_OK);
    cr_assert_eq(auk_body_set_pose(world, body, at(8.0f, 8.0f, 1.5f)), AUK_OK, "it may turn meanwhile");
    auk_body_set_spin(world, body, 1.0f);
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    uint64_t size = auk_world_snapshot_size(world), hash = auk_world_hash(world);
    void *bytes = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, bytes, size), AUK_OK);
    cr_assert_eq(auk_world_restore(world, bytes, size), AUK_OK);
    cr_assert_eq(auk_world_shape_set_enabled(world, shape, true), AUK_ERROR_RANGE);
    cr_assert(!auk_world_shape_is_enabled(world, shape) && auk_world_hash(world) == hash);
    auk_body_set_enabled(world, body, false);
    cr_assert_eq(auk_world_shape_set_enabled(world, shape, true), AUK_OK);
    cr_assert_eq(auk_body_set_enabled(world, body, true), AUK_ERROR_RANGE);
    cr_assert_eq(auk_body_set_pose(world, body, at(8.0f, 8.0f, 0.0f)), AUK_OK);
    cr_assert_eq(auk_body_set_enabled(world, body, true), AUK_OK);
    free(bytes);
    auk_world_destroy(world);
}

Test(shapes_edit, bad_poses_and_stale_ids_are_refused)
{
    AukWorld *world = scene_world();
    AukBodyId body = scene_ball(world, 0.0f, 0.0f, 1.0f);
    AukShapeDef def = {.shape = auk_shape_circle(1.0f)};
    AukShapeId shape = only_shape(world, body), gone = auk_body_add_shape(world, body, &def), none = {0, 0};
    auk_world_shape_remove(world, gone);
    uint64_t hash = auk_world_hash(world);
    AukTransform bad[4] = {at(0.0f, 0.0f, 0.0f), at(0.0f, 0.0f, 0.0f), at(0.0f, 0.0f, 0.0f), at(0.0f, 0.0f, 0.0f)};
    bad[0].p.x = NAN;
    bad[1].p.y = INFINITY;
    bad[2].p.x = 2e15f;
    bad[3].q.s = NAN;
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(auk_world_shape_set_local_pose(world, shape, bad[i]),
                     i == 2 ? AUK_ERROR_RANGE : AUK_ERROR_NOT_FINITE, "%d", i);
        cr_assert_eq(auk_world_hash(world), hash);
    }
    const AukShapeId stale[2] = {gone, none};
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(auk_world_shape_set_local_pose(world, stale[i], at(1.0f, 0.0f, 0.0f)), AUK_ERROR_STALE_ID);
        cr_assert_eq(auk_world_shape_set_enabled(world, stale[i], true), AUK_ERROR_STALE_ID);
        cr_assert_eq(auk_world_last_status(world), AUK_ERROR_STALE_ID);
        cr_assert_not(auk_world_shape_is_enabled(world, stale[i]));
        cr_assert_eq(auk_world_shape_get_local_pose(world, stale[i]).q.c, 0.0f);
    }
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert(!auk_world_shape_is_enabled(NULL, shape) && auk_world_shape_get_local_pose(NULL, shape).q.c == 0.0f);
    auk_world_destroy(world);
}
