// Grids of tiles: edits, one-way cells, joints of slopes, ground that is deep, and what is refused.
#include "auk/auk.h"
#include "support/random.h"
#include "support/world_scene.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

static AukShapeId add_tiles(AukWorld *world, int width, int height, const uint8_t *cells)
{
    AukBodyDef body = {.motion = AUK_MOTION_STATIC};
    AukTilesDef tiles = {width, height, 1.0f, 0.0f, cells};
    return auk_body_add_tiles(world, auk_body_create(world, &body), &tiles, NULL);
}

static AukBodyId add_body(AukWorld *world, AukShape shape, float x, float y)
{
    AukBodyDef def = {.shape = shape};
    def.position = auk_vec(x, y);
    return auk_body_create(world, &def);
}

Test(tiles, a_box_on_a_row_of_tiles_touches_each_with_the_normal_of_the_row)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    uint8_t cells[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    AukShapeId grid = add_tiles(world, 4, 2, cells);
    add_body(world, auk_shape_box(0.75f, 0.5f), 2.0f, 2.49f);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    AukContacts contacts = auk_world_contacts(world);
    cr_assert_eq(contacts.count, 2);
    for (int i = 0; i < 2; i++) {
        cr_assert(auk_shape_id_equal(contacts.items[i].shape_a, grid));
        cr_assert_eq(contacts.items[i].child_a, 4 + 1 + i);
        cr_assert(contacts.items[i].manifold.normal.x == 0.0f && contacts.items[i].manifold.normal.y == 1.0f);
        cr_assert_eq(contacts.items[i].manifold.count, 2);
        cr_assert_float_eq(contacts.items[i].manifold.distance, -0.01f, 1e-6f);
    }
    cr_assert_eq(auk_world_events(world, AUK_EVENT_BEGIN).count, 1);
    cr_assert_eq(auk_world_stats(world).shapes, 2);
    auk_world_destroy(world);
}

Test(tiles, an_edit_shows_in_the_next_step_and_in_the_hash)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukShapeId grid = add_tiles(world, 3, 1, NULL);
    add_body(world, auk_shape_circle(0.5f), 1.5f, 1.25f);
    auk_world_step(world, 0.0f);
    cr_assert_eq(auk_world_contacts(world).count, 0);
    uint64_t before = auk_world_hash(world);
    cr_assert_eq(auk_world_shape_set_tile(world, grid, 1, 0, AUK_TILE_FULL), AUK_OK);
    cr_assert_eq(auk_world_shape_get_tile(world, grid, 1, 0), AUK_TILE_FULL);
    cr_assert_eq(auk_world_shape_get_tiles(world, grid).cells[1], AUK_TILE_FULL);
    cr_assert_neq(auk_world_hash(world), before);
    auk_world_step(world, 0.0f);
    cr_assert_eq(auk_world_events(world, AUK_EVENT_BEGIN).count, 1);
    cr_assert_eq(auk_world_shape_set_tiles(world, grid, 0, 0, 3, 1, NULL), AUK_OK);
    auk_world_step(world, 0.0f);
    cr_assert_eq(auk_world_events(world, AUK_EVENT_END).count, 1);
    auk_world_destroy(world);
}

Test(tiles, slopes_join_floors_and_each_other_without_sideways_normals)
{
    // a hill: up by a gentle slope of two cells, along the top, down by a steep one
    const uint8_t cells[12] = {
        1, 1, 1, 1, 1, 1, 0, AUK_TILE_GENTLE_LOW_1, AUK_TILE_GENTLE_LOW_2, 1, AUK_TILE_SLOPE_LEFT_LOW, 0};
    AukWorld *world = auk_world_create(NULL, NULL);
    add_tiles(world, 6, 2, cells);
    AukBodyId ball = add_body(world, auk_shape_circle(0.3f), 0.0f, 0.0f);
    for (int i = 20; i < 580; i++) {
        float x = (float)i * 0.01f, surface = x < 1 ? 1 : x < 3 ? 1 + (x - 1) / 2 : x < 4 ? 2 : x < 5 ? 6 - x : 1;
        AukTransform pose = {{x, surface + 0.29f}, {1.0f, 0.0f}};
        auk_body_set_pose(world, ball, pose);
        auk_world_step(world, 0.0f);
        AukContacts contacts = auk_world_contacts(world);
        cr_assert_geq(contacts.count, 1, "nothing at %g", x);
        for (int k = 0; k < contacts.count; k++) {
            AukVec2 n = contacts.items[k].manifold.normal;
            // between the normals of the two slopes, both of which lead up
            cr_assert(n.y > 0.7f && n.x > -0.4473f && n.x < 0.7072f, "%g, %g at %g", n.x, n.y, x);
        }
    }
    auk_world_destroy(world);
}

Test(tiles, a_one_way_tile_carries_what_falls_on_it_and_lets_pass_what_comes_from_below_or_beside)
{
    for (int way = 0; way < 3; way++) {
        AukWorld *world = auk_world_create(NULL, NULL);
        const uint8_t cells[3] = {AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_HIGH};
        add_tiles(world, 3, 1, cells);
        AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_TOUCH};
        def.shape = auk_shape_box(0.2f, 0.4f);
        def.position = way == 0 ? auk_vec(1.5f, 3.0f) : way == 1 ? auk_vec(1.5f, -3.0f) : auk_vec(-3.0f, 0.7f);
        def.velocity = way == 0 ? auk_vec(0.1f, -5.0f) : way == 1 ? auk_vec(0.0f, 3.0f) : auk_vec(3.0f, 0.0f);
        AukBodyId body = auk_body_create(world, &def);
        int contacts = 0;
        for (int i = 0; i < 24; i++) {
            auk_world_step(world, 0.1f);
            contacts += auk_world_contacts(world).count;
        }
        AukTransform pose = auk_body_get_pose(world, body);
        if (way == 0) {
            cr_assert_float_eq(pose.p.y, 1.4f, 1e-4f);
            cr_assert_gt(contacts, 0);
        } else {
            cr_assert_eq(contacts, 0);
            cr_assert(way == 1 ? pose.p.y > 4.0f : pose.p.x > 4.0f);
        }
        auk_world_destroy(world);
    }
}

Test(tiles, what_sinks_into_a_one_way_floor_stays_in_contact_while_it_slides_along)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    uint8_t cells[16];
    memset(cells, AUK_TILE_ONE_WAY_HIGH, sizeof cells);
    add_tiles(world, 16, 1, cells);
    AukBodyId body = add_body(world, auk_shape_box(0.3f, 0.3f), 0.5f, 1.35f);
    auk_world_step(world, 0.0f);
    cr_assert_eq(auk_world_contacts(world).count, 0);
    auk_body_set_velocity(world, body, auk_vec(0.0f, -0.1f));
    auk_world_step(world, 1.0f);
    auk_body_set_velocity(world, body, auk_vec(0.7f, 0.0f));
    for (int i = 0; i < 18; i++) {
        auk_world_step(world, 1.0f);
        AukContacts contacts = auk_world_contacts(world);
        cr_assert_geq(contacts.count, 1, "lost at step %d", i);
        cr_assert(contacts.items[0].manifold.normal.x == 0.0f && contacts.items[0].manifold.normal.y == 1.0f);
    }
    auk_world_destroy(world);
}

// Each cell asked for the surface by itself: in the large ground that took a minute.
Test(tiles, what_is_deep_in_the_ground_touches_and_what_reaches_out_is_pushed_out_by_the_surface)
{
    static uint8_t cells[256 * 256];
    memset(cells, AUK_TILE_FULL, sizeof cells);
    for (int side = 8; side <= 256; side *= 32) {
        AukWorld *world = auk_world_create(NULL, NULL);
        float half = 0.375f * (float)side, middle = 0.5f * (float)side;
        add_tiles(world, side, side, cells);
        AukBodyId body = add_body(world, auk_shape_box(half - 0.25f, half - 0.25f), middle, middle);
        auk_world_step(world, 0.0f);
        cr_assert_eq(auk_world_contacts(world).count, (int)(4.0f * half * half));
        AukTransform pose = {{middle + 0.1f, (float)side - half + 1.5f}, {1.0f, 0.0f}}; // deeper than a cell
        auk_body_set_pose(world, body, pose);
        auk_world_step(world, 0.0f);
        AukContacts contacts = auk_world_contacts(world);
        cr_assert_eq(contacts.count, (int)(2.0f * half));
        for (int i = 0; i < contacts.count; i++) {
            cr_assert(contacts.items[i].manifold.normal.x == 0.0f && contacts.items[i].manifold.normal.y == 1.0f);
            cr_assert_float_eq(contacts.items[i].manifold.distance, 1.75f - 2.0f * half, 1e-4f);
        }
        auk_world_destroy(world);
    }
}

Test(tiles, two_grids_touch_cell_by_cell)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    const uint8_t first[4] = {1, 1, 1, 0}, second[4] = {0, 1, 1, 1};
    add_tiles(world, 2, 2, first);
    AukBodyDef def = {.position = {1.0f, 1.0f}};
    AukTilesDef tiles = {2, 2, 1.0f, 0.0f, second};
    AukBodyId body = auk_body_create(world, &def);
    auk_body_add_tiles(world, body, &tiles, NULL);
    auk_world_step(world, 0.0f); // the second's empty corner lies in the first's, and all around they touch
    int touching = auk_world_contacts(world).count;
    cr_assert_geq(touching, 2);
    AukTransform pose = {{1.5f, 1.5f}, {1.0f, 0.0f}};
    auk_body_set_pose(world, body, pose);
    auk_world_step(world, 0.0f);
    cr_assert_eq(auk_world_contacts(world).count, 0);
    pose.p = auk_vec(0.75f, 1.0f);
    auk_body_set_pose(world, body, pose);
    auk_world_step(world, 0.0f);
    AukContacts contacts = auk_world_contacts(world);
    cr_assert_geq(contacts.count, 1);
    cr_assert_eq(auk_world_events(world, AUK_EVENT_BEGIN).count, 1);
    for (int i = 0; i < contacts.count; i++) {
        cr_assert(contacts.items[i].child_a < 4 && contacts.items[i].child_b < 4);
        cr_assert(first[contacts.items[i].child_a] && second[contacts.items[i].child_b]);
    }
    auk_world_destroy(world);
}

Test(tiles, a_million_cells_are_one_box_and_a_bullet_walks_along_its_way)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukShapeId grid = add_tiles(world, 1024, 1024, NULL);
    for (int i = 0; i < 1024; i++) {
        auk_world_shape_set_tile(world, grid, i, 1023 - i, AUK_TILE_FULL);
        auk_world_shape_set_tile(world, grid, i, 0, AUK_TILE_FULL);
    }
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_TOUCH};
    def.shape = auk_shape_circle(0.1f);
    def.position = auk_vec(2.0f, 2.0f);
    def.velocity = auk_vec(1000.0f, 1000.0f);
    auk_body_create(world, &def);
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    AukHits hits = auk_world_hits(world);
    cr_assert_eq(hits.count, 1);
    cr_assert_float_eq(hits.items[0].point.x, 511.5f, 1.0f);
    cr_assert_lt(auk_world_stats(world).swept_candidates, 10);
    auk_world_destroy(world);
}

Test(tiles, bad_grids_and_edits_are_refused_and_change_nothing)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    AukBodyId body = auk_body_create(world, &def), none = {7, 1};
    const uint8_t good[4] = {0, 1, 2, 3}, bad[4] = {0, 1, 2, AUK_TILE_COUNT};
    AukTilesDef tiles = {2, 2, 1.0f, 0.0f, good};
    AukShapeId grid = auk_body_add_tiles(world, body, &tiles, NULL);
    AukShapeDef ball = {.shape = auk_shape_circle(1.0f)};
    AukShapeId round = auk_body_add_shape(world, body, &ball), gone = {9, 1};
    uint64_t hash = auk_world_hash(world);
    struct {
        AukTilesDef tiles;
        AukStatus status;
    } cases[] = {{{0, 2, 1.0f, 0.0f, good}, AUK_ERROR_COUNT},         {{2, -1, 1.0f, 0.0f, good}, AUK_ERROR_COUNT},
                 {{65536, 65536, 1.0f, 0.0f, NULL}, AUK_ERROR_COUNT}, {{2, 2, 0.0f, 0.0f, good}, AUK_ERROR_ZERO_AREA},
                 {{2, 2, -1.0f, 0.0f, good}, AUK_ERROR_NEGATIVE},     {{2, 2, NAN, 0.0f, good}, AUK_ERROR_NOT_FINITE},
                 {{2, 2, 8e14f, 0.0f, good}, AUK_ERROR_RANGE},        {{2, 2, 1.0f, 0.0f, bad}, AUK_ERROR_ENUM},
                 {{2, 2, 1e-45f, 0.0f, good}, AUK_ERROR_ZERO_AREA}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_assert_eq(auk_body_add_tiles(world, body, &cases[i].tiles, NULL).generation, 0);
        cr_assert_eq(auk_world_last_status(world), cases[i].status, "case %zu", i);
    }
    cr_assert_eq(auk_body_add_tiles(world, none, &tiles, NULL).generation, 0);
    cr_assert_eq(auk_body_add_tiles(world, body, NULL, NULL).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_NULL);
    cr_assert_eq(auk_body_add_tiles(NULL, body, &tiles, NULL).generation, 0);
    cr_assert_eq(auk_world_shape_set_tile(NULL, grid, 0, 0, AUK_TILE_FULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_shape_set_tile(world, gone, 0, 0, AUK_TILE_FULL), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_world_shape_set_tile(world, round, 0, 0, AUK_TILE_FULL), AUK_ERROR_NOT_TILES);
    cr_assert_eq(auk_world_shape_set_tile(world, grid, 2, 0, AUK_TILE_FULL), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_set_tile(world, grid, 0, -1, AUK_TILE_FULL), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_set_tile(world, grid, 0, 0, AUK_TILE_COUNT), AUK_ERROR_ENUM);
    cr_assert_eq(auk_world_shape_set_tiles(world, grid, 1, 0, 2, 1, NULL), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_set_tiles(world, grid, 0, 0, INT32_MAX, 1, NULL), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_set_tiles(world, grid, 0, 0, -1, 1, NULL), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_set_tiles(world, grid, 0, 0, 2, 2, bad), AUK_ERROR_ENUM);
    cr_assert_eq(auk_world_shape_get_tile(world, round, 0, 0), AUK_TILE_EMPTY);
    cr_assert_eq(auk_world_shape_get_tile(world, grid, 5, 0), AUK_TILE_EMPTY);
    cr_assert_eq(auk_world_shape_get_tiles(world, gone).width, 0);
    cr_assert_eq(auk_world_hash(world), hash);
    auk_world_destroy(world);
}

// One of 1 x INT32_MAX was accepted, and a ray along it took seconds.
Test(tiles, absurdly_many_cells_are_refused)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    AukBodyId body = auk_body_create(world, &def);
    const int sizes[][2] = {{1, INT32_MAX},
                            {INT32_MAX, 1},
                            {AUK_TILES_SIDE_MAX + 1, 1},
                            {1, AUK_TILES_SIDE_MAX + 1},
                            {AUK_TILES_SIDE_MAX, AUK_TILES_CELLS_MAX / AUK_TILES_SIDE_MAX + 1},
                            {INT32_MAX, INT32_MAX}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        AukTilesDef tiles = {sizes[i][0], sizes[i][1], 1.0f, 0.0f, NULL};
        cr_assert_eq(auk_body_add_tiles(world, body, &tiles, NULL).generation, 0);
        cr_assert_eq(auk_world_last_status(world), AUK_ERROR_COUNT, "case %zu", i);
    }
    AukTilesDef half = {AUK_TILES_CELLS_MAX / 2 >> 13, 1 << 13, 1.0f, 0.0f, NULL}, one = {1, 1, 1.0f, 0.0f, NULL};
    cr_assert(auk_body_add_tiles(world, body, &half, NULL).generation);
    AukShapeId last = auk_body_add_tiles(world, body, &half, NULL);
    cr_assert(last.generation);
    cr_assert_eq(auk_body_add_tiles(world, body, &one, NULL).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_remove(world, last), AUK_OK);
    cr_assert(auk_body_add_tiles(world, body, &one, NULL).generation);
    auk_world_destroy(world);
}

Test(tiles, out_of_memory_changes_nothing_and_a_snapshot_comes_back_without_it)
{
    FailingAllocator state;
    failing_allocator_install(&state);
    AukWorld *world = auk_world_create(NULL, NULL), *other = auk_world_create(NULL, NULL);
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    AukBodyId body = auk_body_create(world, &def);
    const uint8_t cells[4] = {1, 2, 3, 4};
    AukTilesDef tiles = {2, 2, 1.0f, 0.0f, cells};
    uint64_t hash = auk_world_hash(world), other_hash = auk_world_hash(other);
    int failures = 0;
    for (bool added = false; !added; failures++) {
        state.calls = 0;
        state.fail_at = failures;
        added = auk_body_add_tiles(world, body, &tiles, NULL).generation != 0;
        cr_assert(added || auk_world_last_status(world) == AUK_ERROR_OUT_OF_MEMORY);
        cr_assert(added || auk_world_hash(world) == hash);
    }
    cr_assert_gt(failures, 2);
    uint64_t size = auk_world_snapshot_size(world);
    state.fail_at = -1;
    add_body(world, auk_shape_circle(1.0f), 1.0f, 1.0f);
    cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
    size = auk_world_snapshot_size(world);
    void *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    failures = 0;
    for (bool restored = false; !restored; failures++) {
        state.calls = 0;
        state.fail_at = failures;
        restored = auk_world_restore(other, buffer, size) == AUK_OK;
        cr_assert(restored || auk_world_hash(other) == other_hash);
    }
    cr_assert_gt(failures, 2);
    cr_assert_eq(auk_world_hash(other), auk_world_hash(world));
    cr_assert_eq(auk_world_restore(world, buffer, size), AUK_OK);
    state.fail_at = state.calls = 0; // back once more into a world that has the grid: no memory is needed
    cr_assert_eq(auk_world_restore(world, buffer, size), AUK_OK);
    state.fail_at = -1;
    free(buffer);
    auk_world_destroy(other);
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}

Test(tiles, a_step_among_tiles_asks_for_no_memory_once_it_has_run)
{
    FailingAllocator state;
    failing_allocator_install(&state);
    AukWorld *world = auk_world_create(NULL, NULL);
    uint8_t cells[64];
    memset(cells, AUK_TILE_FULL, sizeof cells);
    add_tiles(world, 32, 2, cells);
    for (int i = 0; i < 8; i++) {
        AukBodyDef def = {.shape = auk_shape_box(1.0f, 0.5f), .position = {(float)i * 3.0f + 2.0f, 2.4f}};
        def.motion = i % 2 ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
        def.velocity = auk_vec(i % 4 < 2 ? 3.0f : -3.0f, 0.0f);
        auk_body_create(world, &def);
    }
    for (int i = 0; i < 200; i++) {
        if (i == 100) {
            state.fail_at = state.calls = 0;
        }
        for (uint32_t k = 0; k < 8; k++) { // there and back
            AukBodyId id = {k + 1, 1};
            AukVec2 v = auk_body_get_velocity(world, id);
            auk_body_set_velocity(world, id, i % 20 == 0 ? auk_vec_neg(v) : v);
        }
        cr_assert_eq(auk_world_step(world, 0.05f), AUK_OK);
        cr_assert_gt(auk_world_contacts(world).count, 0);
    }
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}

// Three hundred boxes and balls above hilly tiles, a third of them swept.
static uint64_t hash_of_run(const AukWorldDef *def)
{
    enum { COLUMNS = 200, ROWS = 4 };
    static uint8_t cells[COLUMNS * ROWS];
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        cells[i] = (uint8_t)(i < 2 * COLUMNS ? AUK_TILE_FULL : (i * 7) % AUK_TILE_COUNT);
    }
    AukWorld *world = auk_world_create(def, NULL);
    add_tiles(world, COLUMNS, ROWS, cells);
    for (int i = 0; i < 300; i++) {
        AukBodyDef body = {.shape = i % 2 ? auk_shape_box(1.0f, 0.3f) : auk_shape_circle(0.8f)};
        body.motion = i % 3 ? AUK_MOTION_MOVING : AUK_MOTION_SWEPT;
        body.response = scene_response(body.motion, i % 2 ? AUK_RESPONSE_TOUCH : AUK_RESPONSE_CROSS);
        body.position = auk_vec((float)(i * 2 % COLUMNS), 4.5f + 0.01f * (float)i);
        body.velocity = auk_vec((float)(i % 7 - 3), -2.0f);
        body.spin = (float)(i % 5 - 2);
        auk_body_create(world, &body);
    }
    for (int i = 0; i < 20; i++) {
        cr_assert_eq(auk_world_step(world, 0.05f), AUK_OK);
    }
    cr_assert_gt(auk_world_contacts(world).count, 600);
    uint64_t hash = auk_world_hash(world);
    auk_world_destroy(world);
    return hash;
}

Test(tiles, results_do_not_depend_on_workers_nor_on_the_broad_phase)
{
    AukWorldDef plain = {0}, workers = {.worker_count = 2}, brute = {.broad = AUK_BROAD_BRUTE_FORCE};
    uint64_t hash = hash_of_run(&plain);
    cr_assert_eq(hash_of_run(&workers), hash);
    cr_assert_eq(hash_of_run(&brute), hash);
}

Test(tiles, cells_count_for_the_limit_of_pairs)
{
    AukWorldDef def = {.max_pairs = 8};
    AukWorld *world = auk_world_create(&def, NULL);
    uint8_t cells[64];
    memset(cells, AUK_TILE_FULL, sizeof cells);
    add_tiles(world, 8, 8, cells);
    AukBodyId body = add_body(world, auk_shape_circle(0.4f), 3.0f, 3.0f);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    add_body(world, auk_shape_circle(2.0f), 5.0f, 5.0f);
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_ERROR_PAIR_LIMIT);
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert(auk_body_exists(world, body));
    auk_world_destroy(world);
}

Test(tiles, cells_that_are_not_square_have_their_width_and_height)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef body = {.motion = AUK_MOTION_STATIC};
    const uint8_t cells[4] = {AUK_TILE_FULL, AUK_TILE_SLOPE_RIGHT_LOW, AUK_TILE_FULL, AUK_TILE_HALF_LOW};
    AukTilesDef tiles = {.width = 4, .height = 1, .cell = 2.0f, .cell_height = 1.0f, .cells = cells};
    AukShapeId grid = auk_body_add_tiles(world, auk_body_create(world, &body), &tiles, NULL);
    cr_assert(grid.generation);
    cr_assert_eq(auk_world_shape_get_tiles(world, grid).cell, 2.0f);
    cr_assert_eq(auk_world_shape_get_tiles(world, grid).cell_height, 1.0f);
    AukShape outline = auk_world_shape_get(world, grid);
    AukBox box = auk_shape_bounds(&outline, auk_transform(auk_vec(0.0f, 0.0f), 0.0f));
    cr_assert(box.max.x == 8.0f && box.max.y == 1.0f);
    const struct {
        AukVec2 from, normal;
        float y;
    } rays[4] = {{{1.0f, 4.0f}, {0.0f, 1.0f}, 1.0f},
                 {{3.0f, 4.0f}, {-0.4472136f, 0.8944272f}, 0.5f},
                 {{5.0f, 4.0f}, {0.0f, 1.0f}, 1.0f},
                 {{7.0f, 4.0f}, {0.0f, 1.0f}, 0.5f}};
    for (int i = 0; i < 4; i++) {
        AukFound found;
        cr_assert(auk_world_cast_ray(world, rays[i].from, auk_vec(0.0f, -8.0f), NULL, &found));
        cr_assert_eq(found.child, i);
        cr_assert_float_eq(found.point.y, rays[i].y, 1e-6f);
        cr_assert_float_eq(found.normal.x, rays[i].normal.x, 1e-6f);
        cr_assert_float_eq(found.normal.y, rays[i].normal.y, 1e-6f);
    }
    auk_world_destroy(world);
}

Test(tiles, slopes_of_cells_that_are_not_square_join_floors_without_sideways_normals)
{
    const uint8_t cells[12] = {
        1, 1, 1, 1, 1, 1, 0, AUK_TILE_GENTLE_LOW_1, AUK_TILE_GENTLE_LOW_2, 1, AUK_TILE_SLOPE_LEFT_LOW, 0};
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef body = {.motion = AUK_MOTION_STATIC};
    AukTilesDef tiles = {.width = 6, .height = 2, .cell = 1.0f, .cell_height = 0.5f, .cells = cells};
    cr_assert(auk_body_add_tiles(world, auk_body_create(world, &body), &tiles, NULL).generation);
    AukBodyId ball = add_body(world, auk_shape_circle(0.3f), 0.0f, 0.0f);
    for (int i = 20; i < 580; i++) {
        float x = (float)i * 0.01f, surface = x < 1 ? 1 : x < 3 ? 1 + (x - 1) / 2 : x < 4 ? 2 : x < 5 ? 6 - x : 1;
        AukTransform pose = {{x, 0.5f * surface + 0.29f}, {1.0f, 0.0f}};
        auk_body_set_pose(world, ball, pose);
        auk_world_step(world, 0.0f);
        AukContacts contacts = auk_world_contacts(world);
        cr_assert_geq(contacts.count, 1, "nothing at %g", x);
        for (int k = 0; k < contacts.count; k++) {
            AukVec2 n = contacts.items[k].manifold.normal; // between those of the slopes: 1 in 4, and 1 in 2
            cr_assert(n.y > 0.894f && n.x > -0.2427f && n.x < 0.4473f, "%g, %g at %g", n.x, n.y, x);
        }
    }
    auk_world_destroy(world);
}

Test(tiles, widths_and_heights_of_cells_that_make_no_sense_are_refused)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    AukBodyId body = auk_body_create(world, &def);
    const struct {
        float cell, cell_height;
        AukStatus status;
    } cases[8] = {{1.0f, -1.0f, AUK_ERROR_NEGATIVE},      {-1.0f, 1.0f, AUK_ERROR_NEGATIVE},
                  {0.0f, 1.0f, AUK_ERROR_ZERO_AREA},      {1.0f, NAN, AUK_ERROR_NOT_FINITE},
                  {1.0f, INFINITY, AUK_ERROR_NOT_FINITE}, {1.0f, 1e-45f, AUK_ERROR_ZERO_AREA},
                  {1.0f, 1e30f, AUK_ERROR_RANGE},         {1.0f, AUK_COORDINATE_MAX, AUK_ERROR_RANGE}};
    for (int i = 0; i < 8; i++) {
        AukTilesDef tiles = {.width = 2, .height = 2, .cell = cases[i].cell, .cell_height = cases[i].cell_height};
        cr_assert_eq(auk_body_add_tiles(world, body, &tiles, NULL).generation, 0);
        cr_assert_eq(auk_world_last_status(world), cases[i].status, "case %d: %d", i, auk_world_last_status(world));
    }
    auk_world_destroy(world);
}

Test(tiles, grids_of_cells_that_are_not_square_come_back_from_a_snapshot)
{
    AukWorld *world = auk_world_create(NULL, NULL), *other = auk_world_create(NULL, NULL);
    AukBodyDef body = {.motion = AUK_MOTION_STATIC};
    AukTilesDef tiles = {.width = 2, .height = 2, .cell = 1.0f, .cell_height = 3.0f};
    AukShapeId grid = auk_body_add_tiles(world, auk_body_create(world, &body), &tiles, NULL);
    static unsigned char buffer[65536];
    uint64_t size = auk_world_snapshot_size(world);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    cr_assert_eq(auk_world_restore(other, buffer, size), AUK_OK);
    cr_assert_eq(auk_world_hash(other), auk_world_hash(world));
    cr_assert_eq(auk_world_shape_get_tiles(other, grid).cell_height, 3.0f);
    auk_world_destroy(other);
    auk_world_destroy(world);
}

// As from a copy, from wherever in the grid the cells are.
Test(tiles, cells_of_the_grid_itself_may_be_written_to_another_place_in_it)
{
    enum { MOST = 9 };
    Random random = random_start(random_seed(), 91);
    for (int i = 0; i < 3000; i++) {
        int width = random_int(&random, 1, MOST), height = random_int(&random, 1, MOST), count = width * height;
        uint8_t cells[MOST * MOST], expected[MOST * MOST], copy[MOST * MOST];
        for (int k = 0; k < count; k++) {
            cells[k] = expected[k] = (uint8_t)random_int(&random, 0, AUK_TILE_ONE_WAY_LOW);
        }
        AukWorld *world = auk_world_create(NULL, NULL);
        AukShapeId grid = add_tiles(world, width, height, cells);
        int w = random_int(&random, 1, width), h = random_int(&random, 1, height);
        int x = random_int(&random, 0, width - w), y = random_int(&random, 0, height - h);
        int from = random_int(&random, 0, count - w * h);
        memcpy(copy, cells + from, (size_t)(w * h));
        for (int k = 0; k < w * h; k++) {
            expected[(y + k / w) * width + x + k % w] = copy[k];
        }
        const uint8_t *own = auk_world_shape_get_tiles(world, grid).cells;
        cr_assert_eq(auk_world_shape_set_tiles(world, grid, x, y, w, h, own + from), AUK_OK);
        own = auk_world_shape_get_tiles(world, grid).cells;
        cr_assert_eq(memcmp(own, expected, (size_t)count), 0, "seed %llu: grid %d, %d x %d",
                     (unsigned long long)random_seed(), i, width, height);
        auk_world_destroy(world);
    }
}
