// Kinds of tiles that the game makes: how they are kept, what they hold back, and what names them.
#include "auk/record.h"
#include "support/forged.h"
#include "support/saved.h"
#include "support/world_record.h"
#include "unit/failing_allocator.h"
#include "unit/tile_kind_scene.h"

#include <stdlib.h>

static const AukTileKind full;

static AukBodyId body_of(const AukWorld *world, AukShapeId shape)
{
    return auk_world_shape_get_body(world, shape);
}

// ---- what a kind is -------------------------------------------------------------------------------------------------

Test(tile_kinds, are_kept_as_the_hull_of_their_rounded_points)
{
    AukWorld *world = scene_world();
    AukTileKind kind = {.points = {{0.5f, 0.5f}, {1.0f, 0.0f}, {1.0f / 3.0f, 1.0f}, {0.0f, 0.0f}, {0.5f, 0.0f}},
                        .count = 5,
                        .filter = {2, 4, 7},
                        .one_way = {0.0f, 2.0f},
                        .conveyor = {-3.0f, 0.0f},
                        .user_data = 99};
    make_kind(world, K + 5, kind);
    AukTileKind out;
    cr_assert(auk_world_get_tile_kind(world, K + 5, &out));
    cr_assert_eq(out.count, 3);
    cr_assert(out.points[0].x == 0.0f && out.points[0].y == 0.0f && out.points[1].x == 1.0f && out.points[1].y == 0.0f);
    cr_assert(out.points[2].x == 21845.0f / 65536.0f && out.points[2].y == 1.0f);
    cr_assert(out.filter.category == 2 && out.filter.ignore == 4 && out.filter.group == 7 && out.user_data == 99);
    cr_assert(out.one_way.y == 2.0f && out.conveyor.x == -3.0f);
    make_kind(world, K, full);
    cr_assert(auk_world_get_tile_kind(world, AUK_TILE_KIND_FIRST, &out));
    cr_assert(out.count == 4 && out.points[2].x == 1.0f && out.points[2].y == 1.0f);
    make_kind(world, AUK_TILE_KIND_LAST, out);
    cr_assert(auk_world_get_tile_kind(world, AUK_TILE_KIND_LAST, &out) && out.count == 4);
    cr_assert(!auk_world_get_tile_kind(world, K + 1, &out));
    cr_assert(!auk_world_get_tile_kind(world, AUK_TILE_FULL, &out));
    cr_assert(!auk_world_get_tile_kind(world, AUK_TILE_KIND_FIRST, NULL));
    cr_assert(!auk_world_get_tile_kind(NULL, AUK_TILE_KIND_FIRST, &out));
    auk_world_destroy(world);
}

Test(tile_kinds, that_are_wrong_are_refused_and_change_nothing)
{
    AukWorld *world = scene_world();
    make_kind(world, K, plank);
    uint64_t hash = auk_world_hash(world);
    AukTileKind wrong[14];
    AukStatus expected[14] = {AUK_ERROR_COUNT,      AUK_ERROR_COUNT,      AUK_ERROR_COUNT,     AUK_ERROR_COUNT,
                              AUK_ERROR_NOT_FINITE, AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE,     AUK_ERROR_RANGE,
                              AUK_ERROR_ZERO_AREA,  AUK_ERROR_ZERO_AREA,  AUK_ERROR_ZERO_AREA, AUK_ERROR_NOT_FINITE,
                              AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE};
    for (int i = 0; i < 14; i++) {
        wrong[i] = plank;
    }
    wrong[0].count = -1;
    wrong[1].count = 1;
    wrong[2].count = INT32_MAX;
    wrong[3] = (AukTileKind){.points = {{0.0f, 0.0f}, {1.0f, 1.0f}}, .count = 2}; // thin, without a direction
    wrong[4].points[3].x = NAN;
    wrong[5].points[0].y = INFINITY;
    wrong[6].points[1].x = 1.0001f;
    wrong[7].points[1].y = -0.25f;
    wrong[8].points[2] = wrong[8].points[3] = auk_vec(0.5f, 0.75f);
    wrong[9] = (AukTileKind){.points = {{0.0f, 0.0f}, {1.0f, 1.0f}}, .count = 2, .one_way = {2.0f, 2.0f}};
    wrong[10] = (AukTileKind){.points = {{0.5f, 0.0f}, {0.5f, 0.0f}}, .count = 2, .one_way = {2.0f, 0.0f}};
    wrong[11].one_way.x = NAN;
    wrong[12].conveyor.y = -INFINITY;
    wrong[13].conveyor.y = 1e30f;
    for (int i = 0; i < 14; i++) {
        cr_expect_eq(auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &wrong[i]), expected[i], "%d", i);
        cr_assert_eq(auk_world_last_status(world), expected[i]);
    }
    const int numbers[] = {-1, AUK_TILE_EMPTY, AUK_TILE_FULL, AUK_TILE_COUNT, K - 1, AUK_TILE_KIND_LAST + 1, INT32_MAX};
    for (int i = 0; i < 7; i++) {
        cr_expect_eq(auk_world_set_tile_kind(world, numbers[i], &plank), AUK_ERROR_ENUM, "%d", i);
        cr_expect_eq(auk_world_set_tile_kind(world, numbers[i], NULL), AUK_ERROR_ENUM, "%d", i);
    }
    cr_assert_eq(auk_world_set_tile_kind(NULL, AUK_TILE_KIND_FIRST, &plank), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_hash(world), hash);
    auk_world_destroy(world);
}

Test(tile_kinds, must_exist_before_cells_have_them_and_stay_while_cells_have_them)
{
    AukWorld *world = scene_world();
    uint8_t cells[4] = {AUK_TILE_FULL, K + 3, AUK_TILE_EMPTY, AUK_TILE_FULL};
    AukShapeId grid = grid_at(world, 0.0f, 0.0f, 2, 2, NULL);
    AukTilesDef tiles = {2, 2, 1.0f, 0.0f, cells};
    const int bad[] = {K + 3, AUK_TILE_COUNT, K - 1, 256, -1};
    for (int i = 0; i < 5; i++) {
        cr_assert_eq(auk_world_shape_set_tile(world, grid, 0, 0, (AukTile)bad[i]), AUK_ERROR_ENUM);
    }
    cr_assert_eq(auk_world_shape_set_tiles(world, grid, 0, 0, 2, 2, cells), AUK_ERROR_ENUM);
    cr_assert_eq(auk_body_add_tiles(world, body_of(world, grid), &tiles, NULL).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_ENUM);
    make_kind(world, K + 3, full);
    cr_assert_eq(auk_world_shape_set_tiles(world, grid, 0, 0, 2, 2, cells), AUK_OK);
    cr_assert_eq(auk_world_shape_get_tile(world, grid, 1, 0), (AukTile)(K + 3));
    cr_assert_eq(auk_world_set_tile_kind(world, K + 3, NULL), AUK_ERROR_IN_USE);
    cr_assert_eq(auk_world_shape_set_tile(world, grid, 1, 0, AUK_TILE_EMPTY), AUK_OK);
    cr_assert_eq(auk_world_set_tile_kind(world, K + 3, NULL), AUK_OK);
    cr_assert_eq(auk_world_set_tile_kind(world, K + 3, NULL), AUK_OK, "there is none any more");
    cr_assert_eq(auk_world_shape_set_tile(world, grid, 1, 0, (AukTile)(K + 3)), AUK_ERROR_ENUM);
    auk_world_destroy(world);
}

Test(tile_kinds, are_named_by_contacts_hits_and_rays)
{
    AukWorld *world = scene_world();
    AukTileKind ice = {.user_data = 7}, out;
    make_kind(world, K, ice);
    AukShapeId grid = grid_at(world, 0.0f, -1.0f, 3, 1, (const uint8_t[]){AUK_TILE_FULL, K, AUK_TILE_EMPTY});
    AukBodyId box = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(0.25f, 0.5f), 1.5f, 0.4f);
    AukBodyId bullet =
        scene_bullet(world, auk_shape_circle(0.1f), auk_vec(1.75f, 5.0f), auk_vec(0.0f, -9.0f), AUK_RESPONSE_TOUCH);
    auk_world_ignore_pair(world, box, bullet, true);
    auk_world_step(world, 1.0f);
    AukContact contact = auk_world_contacts(world).items[0];
    AukHit hit = auk_world_hits(world).items[0];
    AukFound found;
    cr_assert(auk_world_cast_ray(world, auk_vec(1.1f, 3.0f), auk_vec(0.0f, -4.0f), NULL, &found));
    cr_assert(contact.child_a == 1 && hit.child_b == 1 && found.child == 1);
    cr_assert_eq(auk_world_shape_get_tile_user_data(world, contact.shape_a, contact.child_a), 7);
    cr_assert_eq(auk_world_shape_get_tile_user_data(world, hit.shape_b, hit.child_b), 7);
    cr_assert(auk_world_shape_get_tile_kind(world, found.shape, found.child, &out) && out.user_data == 7);
    const int others[] = {0, 2, 3, -1, INT32_MIN, INT32_MAX};
    for (int i = 0; i < 6; i++) {
        cr_assert(!auk_world_shape_get_tile_kind(world, grid, others[i], &out));
        cr_assert_eq(auk_world_shape_get_tile_user_data(world, grid, others[i]), 0);
    }
    AukShapeId shape;
    auk_body_get_shapes(world, box, &shape, 1);
    cr_assert(!auk_world_shape_get_tile_kind(world, shape, 0, &out) &&
              !auk_world_shape_get_tile_kind(NULL, grid, 1, &out));
    auk_world_shape_remove(world, grid);
    cr_assert(!auk_world_shape_get_tile_kind(world, grid, 1, &out));
    cr_assert_eq(auk_world_shape_get_tile_user_data(world, grid, 1), 0);
    auk_world_destroy(world);
}

Test(tile_kinds, apply_at_once_when_they_change)
{
    AukWorld *world = scene_world();
    make_kind(world, K, full);
    grid_at(world, 0.0f, -1.0f, 1, 1, (const uint8_t[]){K});
    AukBodyId box = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(0.25f, 0.5f), 0.5f, 0.49f);
    auk_world_step(world, 0.0f);
    auk_world_step(world, 0.0f);
    cr_assert_eq(auk_world_contacts(world).count, 1);
    AukTileKind low = {.points = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.5f}, {0.0f, 0.5f}}, .count = 4};
    make_kind(world, K, low);
    AukFound found;
    cr_assert(auk_world_cast_ray(world, auk_vec(0.1f, 1.0f), auk_vec(0.0f, -2.0f), NULL, &found));
    cr_assert(near(found.fraction, 0.75f, 1e-6f));
    auk_world_step(world, 0.0f);
    cr_assert_eq(auk_world_contacts(world).count, 0);
    cr_assert_eq(auk_world_events(world, AUK_EVENT_END).count, 1);
    auk_body_set_position(world, box, auk_vec(0.5f, -0.02f));
    auk_world_step(world, 0.0f);
    cr_assert_eq(auk_world_contacts(world).count, 1);
    low.filter.ignore = 1;
    make_kind(world, K, low);
    auk_world_step(world, 0.0f);
    cr_assert_eq(auk_world_contacts(world).count, 0);
    make_kind(world, K, full);
    auk_world_step(world, 0.0f);
    cr_assert_eq(auk_world_contacts(world).count, 1);
    auk_world_destroy(world);
}

// ---- filters --------------------------------------------------------------------------------------------------------

enum { GHOSTS = 4, WALLS = 8 };

// A fence that ghosts pass, to the left of a wall that they do not pass.
static AukWorld *fence_world(AukShapeId *grid)
{
    AukWorld *world = scene_world();
    AukTileKind fence = {.filter = {WALLS, GHOSTS, 0}};
    make_kind(world, K, fence);
    *grid = grid_at(world, 0.0f, 0.0f, 3, 1, (const uint8_t[]){K, K, AUK_TILE_FULL});
    return world;
}

static AukBodyId ghost_at(AukWorld *world, AukMotion motion, uint64_t category, float x)
{
    AukBodyDef def = scene_def(motion, auk_shape_box(0.25f, 0.25f), x, 0.5f);
    def.filter.category = category;
    def.response = scene_response(motion, AUK_RESPONSE_TOUCH);
    return auk_body_create(world, &def);
}

Test(tile_kinds, with_a_filter_hold_only_what_meets_it)
{
    AukShapeId grid;
    AukWorld *world = fence_world(&grid);
    AukBodyId ghost = ghost_at(world, AUK_MOTION_MOVING, GHOSTS, 1.0f);
    AukBodyId plain = ghost_at(world, AUK_MOTION_MOVING, 1, -0.125f);
    auk_world_ignore_pair(world, ghost, plain, true);
    auk_world_step(world, 0.0f);
    AukContacts contacts = auk_world_contacts(world);
    cr_assert(contacts.count == 1 && auk_body_id_equal(contacts.items[0].body_b, plain));
    cr_assert_eq(auk_world_why(world, body_of(world, grid), ghost).reason, AUK_WHY_BOXES_APART);
    auk_body_set_position(world, ghost, auk_vec(1.8f, 0.5f)); // into the wall, through the fence
    auk_body_set_position(world, plain, auk_vec(-5.0f, 0.5f));
    auk_world_step(world, 0.0f);
    contacts = auk_world_contacts(world);
    cr_assert_eq(contacts.count, 1);
    cr_assert(contacts.items[0].child_a == 2 && contacts.items[0].manifold.normal.x == -1.0f,
              "the side of the wall is open to what the fence lets through");
    cr_assert_eq(auk_world_shape_set_tile(world, grid, 2, 0, AUK_TILE_EMPTY), AUK_OK);
    cr_assert_eq(auk_world_why(world, body_of(world, grid), ghost).reason, AUK_WHY_CATEGORY);
    auk_world_destroy(world);
}

Test(tile_kinds, let_swept_bodies_through_that_they_do_not_meet)
{
    for (int k = 0; k < 2; k++) {
        AukShapeId grid;
        AukWorld *world = fence_world(&grid);
        AukBodyId ghost = ghost_at(world, AUK_MOTION_SWEPT, k ? GHOSTS : 1, -3.0f);
        auk_body_set_velocity(world, ghost, auk_vec(9.0f, 0.0f));
        auk_world_step(world, 1.0f);
        cr_assert_eq(auk_world_hits(world).count, 1);
        cr_assert_eq(auk_world_hits(world).items[0].child_b + auk_world_hits(world).items[0].child_a, k ? 2 : 0);
        cr_assert(near(auk_body_get_position(world, ghost).x, k ? 1.75f : -0.25f, 1e-4f));
        auk_world_destroy(world);
    }
}

Test(tile_kinds, choose_the_response_by_the_category_of_the_cell)
{
    AukShapeId grid;
    AukWorld *world = fence_world(&grid);
    AukResponseRule rule = {.other = WALLS, .response = AUK_RESPONSE_BOUNCE};
    cr_assert_eq(auk_world_set_response_rules(world, &rule, 1), AUK_OK);
    AukBodyId bullet = ghost_at(world, AUK_MOTION_SWEPT, 1, -1.25f);
    auk_body_set_velocity(world, bullet, auk_vec(2.0f, 0.0f));
    auk_world_step(world, 1.0f);
    cr_assert_eq(auk_body_get_velocity(world, bullet).x, -2.0f);
    auk_world_destroy(world);
}

Test(tile_kinds, are_found_by_queries_whose_filter_finds_them)
{
    AukShapeId grid;
    AukWorld *world = fence_world(&grid);
    AukQuery ghost = {.filter = {.category = GHOSTS}}, no_walls = {.filter = {.ignore = WALLS}};
    AukQuery no_plain = {.filter = {.ignore = 1}};
    const AukQuery *queries[4] = {NULL, &ghost, &no_walls, &no_plain};
    const int first[4] = {0, 2, 2, 0}, count[4] = {3, 1, 1, 2};
    AukShape band = auk_shape_box(3.0f, 0.1f), dot = auk_shape_circle(0.1f);
    AukTransform middle = auk_transform(auk_vec(1.5f, 0.5f), 0.0f), left = auk_transform(auk_vec(-2.0f, 0.5f), 0.0f);
    AukSpanWork *work = auk_span_work_create(NULL);
    for (int k = 0; k < 4; k++) {
        AukFound found[4];
        AukRaySpan span;
        AukVec2 right = {9.0f, 0.0f};
        cr_assert(auk_world_cast_ray(world, left.p, right, queries[k], found) && found[0].child == first[k], "%d", k);
        cr_assert(auk_world_cast_ray_all(world, left.p, right, queries[k], found, 4) == 1 &&
                  found[0].child == first[k]);
        cr_assert(auk_world_cast_shape(world, &dot, left, right, queries[k], found) && found[0].child == first[k]);
        cr_assert(auk_world_cast_shape_turning(world, &band, left, right, 0.1f, queries[k], found));
        cr_assert(auk_world_nearest(world, &dot, left, 9.0f, queries[k], found, 1) == 1 && found[0].child == first[k]);
        cr_assert_eq(auk_world_overlap(world, &band, middle, queries[k], found, 4), count[k]);
        cr_assert_eq(found[0].child, first[k]);
        cr_assert_eq(auk_world_cast_ray_spans(world, work, left.p, right, queries[k], &span, 1), 1);
        cr_assert(span.enter_child == first[k] && near(span.thickness, (float)count[k], 1e-4f));
    }
    auk_span_work_destroy(work);
    auk_world_destroy(world);
}

Test(tile_kinds, are_found_in_the_past)
{
    AukWorldDef def = {.history = 4};
    AukWorld *world = auk_world_create(&def, NULL);
    AukTileKind fence = {.filter = {WALLS, GHOSTS, 0}};
    make_kind(world, K, fence);
    AukShapeId grid = grid_at(world, 0.0f, 0.0f, 2, 1, (const uint8_t[]){K, AUK_TILE_FULL});
    auk_world_step(world, 0.0f);
    auk_body_set_position(world, body_of(world, grid), auk_vec(0.0f, 5.0f));
    auk_world_step(world, 0.0f);
    AukQuery ghost = {.filter = {.category = GHOSTS}};
    AukFound found;
    cr_assert(auk_world_cast_ray_at(world, 1, auk_vec(-1.0f, 0.5f), auk_vec(4.0f, 0.0f), &ghost, &found));
    cr_assert(found.child == 1 && near(found.fraction, 0.5f, 1e-6f));
    AukShape band = auk_shape_box(3.0f, 0.1f);
    cr_assert_eq(auk_world_overlap_at(world, 1, &band, auk_transform(auk_vec(0.0f, 0.5f), 0.0f), &ghost, &found, 1), 1);
    auk_world_destroy(world);
}

Test(tile_kinds, hold_movers_that_meet_them)
{
    for (int k = 0; k < 2; k++) {
        AukShapeId grid;
        AukWorld *world = fence_world(&grid);
        AukMover mover = mover_of(auk_shape_box(0.25f, 0.25f), -2.0f, 0.5f);
        mover.floating = true;
        mover.query.filter.category = k ? GHOSTS : 1;
        mover.velocity = auk_vec(9.0f, 0.0f);
        cr_assert(auk_world_move(world, &mover, 1.0f, NULL, 0) >= 0);
        cr_assert(near(mover.pose.p.x, k ? 1.75f : -0.25f, 1e-4f), "%g", (double)mover.pose.p.x);
        auk_world_destroy(world);
    }
}

// ---- saving ---------------------------------------------------------------------------------------------------------

// A world with kinds, grids and something that falls on them.
static AukWorld *saved_world(void)
{
    AukShapeId grid;
    AukWorld *world = fence_world(&grid);
    AukTileKind ramp = {.points = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.75f}, {0.25f, 0.5f}, {0.0f, 0.125f}},
                        .count = 5,
                        .one_way = {-1.0f, 2.0f},
                        .conveyor = {1.0f, 0.0f},
                        .user_data = 11};
    make_kind(world, K + 100, ramp);
    cr_assert_eq(auk_world_shape_set_tile(world, grid, 1, 0, (AukTile)(K + 100)), AUK_OK);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.25f), 1.3f, 3.0f);
    def.velocity = auk_vec(0.0f, -4.0f);
    def.response = AUK_RESPONSE_SLIDE;
    auk_body_create(world, &def);
    return world;
}

Test(tile_kinds, come_back_from_a_snapshot_into_worlds_with_other_kinds)
{
    AukWorld *world = saved_world(), *others[3] = {scene_world(), saved_world(), scene_world()};
    Saved saved = take_snapshot(world);
    AukTileKind changed = {.filter = {1, 2, 3}}, out;
    make_kind(others[1], K, changed);
    for (int tile = K; tile <= AUK_TILE_KIND_LAST; tile++) {
        make_kind(others[2], tile, changed);
    }
    auk_world_step(world, 1.0f);
    for (int i = 0; i < 3; i++) {
        cr_assert_neq(auk_world_hash(others[i]), auk_world_hash(world));
        cr_assert_eq(auk_world_restore(others[i], saved.bytes, saved.size), AUK_OK);
        Saved again = take_snapshot(others[i]);
        cr_assert(same_bytes(&saved, &again));
        free(again.bytes);
        cr_assert(auk_world_get_tile_kind(others[i], K + 100, &out) && out.user_data == 11);
        cr_assert(!auk_world_get_tile_kind(others[i], K + 101, &out));
        auk_world_step(others[i], 1.0f);
        cr_assert_eq(auk_world_hash(others[i]), auk_world_hash(world), "%d", i);
        auk_world_destroy(others[i]);
    }
    free(saved.bytes);
    auk_world_destroy(world);
}

Test(tile_kinds, count_for_hashes_and_comparisons_but_user_data_not_for_hashes)
{
    AukWorld *worlds[2] = {saved_world(), saved_world()};
    AukTileKind kind;
    AukSnapshotDifference difference;
    cr_assert(auk_world_get_tile_kind(worlds[1], K + 100, &kind));
    cr_assert_eq(auk_world_hash(worlds[0]), auk_world_hash(worlds[1]));
    kind.user_data = 12;
    make_kind(worlds[1], K + 100, kind);
    cr_assert_eq(auk_world_hash(worlds[0]), auk_world_hash(worlds[1]));
    for (int i = 0; i < 2; i++) {
        Saved a = take_snapshot(worlds[0]), b = take_snapshot(worlds[1]);
        cr_assert_eq(auk_snapshot_compare(a.bytes, a.size, b.bytes, b.size, &difference), AUK_OK);
        cr_assert_str_eq(difference.array, "kinds of tiles");
        cr_assert_str_eq(difference.field, i ? "points[1].y" : "user_data");
        cr_assert_eq(difference.index, 1);
        free(a.bytes);
        free(b.bytes);
        kind.points[1].y = 0.0625f;
        make_kind(worlds[1], K + 100, kind);
        cr_assert_neq(auk_world_hash(worlds[0]), auk_world_hash(worlds[1]));
    }
    auk_world_destroy(worlds[0]);
    auk_world_destroy(worlds[1]);
}

Test(tile_kinds, that_are_forged_in_a_snapshot_are_refused)
{
    AukWorld *world = saved_world(), *other = scene_world();
    uint64_t hash = auk_world_hash(other);
    Saved saved = take_snapshot(world);
    AukSnapshotHeader header;
    memcpy(&header, saved.bytes, sizeof header);
    cr_assert_eq(header.counts[AUK_SECTION_TILE_KINDS], 2);
    unsigned char *first = saved.bytes + auk__snapshot_layout(header.counts).offsets[AUK_SECTION_TILE_KINDS];
    AukTileKindRecord good[2], bad[2];
    memcpy(good, first, sizeof good);
    for (int i = 0; i < 12; i++) {
        memcpy(bad, good, sizeof good);
        switch (i) {
        case 0: bad[0].tile = AUK_TILE_FULL; break;
        case 1: bad[1].tile = AUK_TILE_KIND_LAST + 1; break;
        case 2: bad[1].tile = bad[0].tile; break;
        case 3: bad[1].tile++; break; // a cell has the kind that is no longer there
        case 4: bad[0].count = UINT32_MAX; break;
        case 5: bad[0].count = 0; break;
        case 6: bad[1].points[1].x = NAN; break;
        case 7: bad[1].points[2].y = 0.7f; break; // not rounded
        case 8: bad[1].points[7].y = 0.5f; break; // not used
        case 9: bad[1].zero = 1; break;
        case 10: bad[1].one_way.x = INFINITY; break;
        default: bad[1].conveyor.y = -0.0f; break;
        }
        memcpy(first, bad, sizeof bad);
        sum_up(saved.bytes);
        cr_expect_eq(auk_world_restore(other, saved.bytes, saved.size), AUK_ERROR_DAMAGED, "%d", i);
        cr_assert_eq(auk_world_hash(other), hash);
    }
    memcpy(first, good, sizeof good);
    sum_up(saved.bytes);
    cr_assert_eq(auk_world_restore(other, saved.bytes, saved.size), AUK_OK);
    free(saved.bytes);
    auk_world_destroy(world);
    auk_world_destroy(other);
}

Test(tile_kinds, are_recorded_and_replayed_also_calls_that_are_refused)
{
    Tape tape = {NULL, 0, 0};
    AukWorld *world = scene_world();
    cr_assert_eq(tape_start(&tape, world, 1), AUK_OK);
    AukTileKind wrong = plank;
    wrong.count = -7;
    make_kind(world, K, plank);
    (void)auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &wrong);
    (void)auk_world_set_tile_kind(world, AUK_TILE_FULL, &plank);
    AukShapeId grid = grid_at(world, 0.0f, -1.0f, 1, 1, (const uint8_t[]){K});
    scene_body(world, AUK_MOTION_MOVING, auk_shape_box(0.25f, 0.5f), 0.5f, 0.5f);
    auk_world_step(world, 0.25f);
    (void)auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, NULL);
    make_kind(world, K, full);
    auk_world_step(world, 0.25f);
    auk_world_shape_remove(world, grid);
    cr_assert_eq(auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, NULL), AUK_OK);
    auk_world_step(world, 0.25f);
    auk_world_destroy(world);
    AukReplayReport report = tape_play(&tape, 1);
    cr_assert_eq(report.status, AUK_OK);
    tape_free(&tape);
}

Test(tile_kinds, without_memory_change_nothing)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    AukWorld *world = scene_world();
    uint64_t hash = auk_world_hash(world);
    memory.fail_at = memory.calls;
    cr_assert_eq(auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &plank), AUK_ERROR_OUT_OF_MEMORY);
    AukTileKind out;
    cr_assert(!auk_world_get_tile_kind(world, AUK_TILE_KIND_FIRST, &out));
    cr_assert_eq(auk_world_hash(world), hash);
    memory.fail_at = -1;
    make_kind(world, K, plank);
    memory.fail_at = memory.calls;
    make_kind(world, K + 1, plank); // the table is there
    memory.fail_at = -1;
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}
