// Grids side by side: no sides inside, whatever bodies they are on, and open again when one leaves.
#include "auk/auk.h"
#include "support/saved.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

enum { CHUNK = 4 };

// A chunk of full cells whose low left corner is at (x, y), on a static body of its own.
static AukShapeId add_chunk(AukWorld *world, float x, float y, AukTile tile)
{
    uint8_t cells[CHUNK * CHUNK];
    for (int i = 0; i < CHUNK * CHUNK; i++) {
        cells[i] = (uint8_t)tile;
    }
    AukBodyDef body = {.motion = AUK_MOTION_STATIC, .position = {x, y}};
    AukTilesDef tiles = {CHUNK, CHUNK, 1.0f, 0.0f, cells};
    return auk_body_add_tiles(world, auk_body_create(world, &body), &tiles, NULL);
}

// A box that moves right in steps of 1/16, sunk a little into ground whose surface is at y = 0.
static int count_ghosts(AukWorld *world, AukBodyId box, float from, float to)
{
    int ghosts = 0;
    for (float x = from; x < to; x += 0.0625f) {
        auk_body_set_position(world, box, auk_vec(x, 0.48f));
        auk_world_step(world, 0.0f);
        AukContacts contacts = auk_world_contacts(world);
        for (int i = 0; i < contacts.count; i++) {
            ghosts += fabsf(contacts.items[i].manifold.normal.x) > 1e-3f;
        }
    }
    return ghosts;
}

static AukBodyId add_box(AukWorld *world)
{
    AukBodyDef def = {.shape = auk_shape_box(0.5f, 0.5f)};
    return auk_body_create(world, &def);
}

Test(tile_seams, a_box_that_slides_over_the_border_of_two_grids_touches_no_side)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    add_chunk(world, 0.0f, -4.0f, AUK_TILE_FULL);
    AukShapeId right = add_chunk(world, 4.0f, -4.0f, AUK_TILE_FULL);
    AukBodyId box = add_box(world);
    cr_assert_eq(count_ghosts(world, box, 1.0f, 7.0f), 0);
    auk_world_shape_remove(world, right);
    cr_assert_gt(count_ghosts(world, box, 1.0f, 7.0f), 0, "the side is open again");
    add_chunk(world, 4.0f, -4.0f, AUK_TILE_FULL);
    cr_assert_eq(count_ghosts(world, box, 1.0f, 7.0f), 0);
    auk_world_destroy(world);
}

Test(tile_seams, a_contact_at_rest_changes_when_the_grid_beside_it_comes_and_goes)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    add_chunk(world, 0.0f, -4.0f, AUK_TILE_FULL);
    AukBodyId box = add_box(world);
    auk_body_set_position(world, box, auk_vec(4.375f, -0.125f)); // 1/8 deep in the side, 3/8 + 1/4 in the surface
    for (int i = 0; i < 4; i++) {
        auk_world_step(world, 0.0f);
    }
    cr_assert_eq(auk_world_contacts(world).items[0].manifold.normal.x, 1.0f);
    AukShapeId right = add_chunk(world, 4.0f, -8.0f, AUK_TILE_FULL);
    for (int i = 0; i < 4; i++) {
        auk_world_step(world, 0.0f);
    }
    cr_assert_eq(auk_world_contacts(world).items[0].manifold.normal.x, 1.0f, "a grid at the corner covers no side");
    auk_body_set_position(world, auk_world_shape_get_body(world, right), auk_vec(4.0f, -4.0f));
    auk_world_step(world, 0.0f);
    AukContacts contacts = auk_world_contacts(world);
    cr_assert_eq(contacts.count, 2);
    for (int i = 0; i < contacts.count; i++) {
        cr_assert_eq(fabsf(contacts.items[i].manifold.normal.y), 1.0f);
    }
    cr_assert_eq(auk_world_shape_set_tile(world, right, 0, 3, AUK_TILE_EMPTY), AUK_OK);
    auk_world_step(world, 0.0f);
    cr_assert_eq(auk_world_contacts(world).items[0].manifold.normal.x, 1.0f, "an edit of the border shows beside it");
    auk_world_destroy(world);
}

// The cell beside the upper right cell of the chunk is in the middle of a larger grid.
Test(tile_seams, an_edit_in_the_middle_of_a_grid_shows_in_one_that_overlaps_it)
{
    for (int around = 0; around < 2; around++) {
        AukWorld *world = auk_world_create(NULL, NULL);
        add_chunk(world, 0.0f, -4.0f, AUK_TILE_FULL);
        AukTilesDef tiles = {12, 12, 1.0f, 0.0f, NULL};
        AukBodyDef body = {.motion = AUK_MOTION_STATIC, .position = {-4.0f, -8.0f}};
        AukShapeId wide = auk_body_add_tiles(world, auk_body_create(world, &body), &tiles, NULL);
        for (int i = 0; around && i < 13; i++) { // so many neighbours that it has no list of them
            add_chunk(world, -8.0f, (float)i - 12.0f, AUK_TILE_EMPTY);
        }
        AukBodyId box = add_box(world);
        auk_body_set_position(world, box, auk_vec(4.375f, -0.125f)); // 1/8 deep in the side of the chunk
        for (int i = 0; i < 4; i++) {
            auk_world_step(world, 0.0f);
        }
        cr_assert_eq(auk_world_contacts(world).items[0].manifold.normal.x, 1.0f);
        cr_assert_eq(auk_world_shape_set_tile(world, wide, 8, 7, AUK_TILE_FULL), AUK_OK);
        auk_world_step(world, 0.0f);
        AukContacts contacts = auk_world_contacts(world);
        cr_assert_eq(contacts.count, 2);
        for (int i = 0; i < contacts.count; i++) {
            cr_assert_eq(fabsf(contacts.items[i].manifold.normal.y), 1.0f, "%d around: the side is covered", around);
        }
        auk_world_destroy(world);
    }
}

Test(tile_seams, grids_that_meet_other_things_or_are_out_of_line_keep_their_sides)
{
    for (int i = 0; i < 6; i++) {
        AukWorld *world = auk_world_create(NULL, NULL);
        add_chunk(world, 0.0f, -4.0f, AUK_TILE_FULL);
        AukShapeId right = add_chunk(world, i == 0 ? 4.25f : 4.0f, i == 1 ? -4.25f : -4.0f, AUK_TILE_FULL);
        AukBodyId body = auk_world_shape_get_body(world, right), box = add_box(world);
        switch (i) {
        case 2: auk_world_shape_set_filter(world, right, (AukFilter){2, 1, 0}); break;
        case 3: auk_body_set_enabled(world, body, false); break;
        case 4: auk_world_shape_set_sensor(world, right, true); break;
        case 5: auk_body_set_motion(world, body, AUK_MOTION_MOVING); break;
        default: break;
        }
        cr_assert_gt(count_ghosts(world, box, 1.0f, 7.0f), 0, "case %d", i);
        auk_world_destroy(world);
    }
}

Test(tile_seams, positions_that_are_rounded_to_floats_leave_no_seam)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    float cell = 0.1f;
    uint8_t cells[16 * 2] = {0};
    for (int i = 0; i < 32; i++) {
        cells[i] = AUK_TILE_FULL;
    }
    for (int i = 0; i < 100; i++) {
        AukBodyDef def = {.motion = AUK_MOTION_STATIC, .position = {1.6f * (float)i, -0.2f}};
        AukTilesDef tiles = {16, 2, cell, 0.0f, cells};
        cr_assert(auk_body_add_tiles(world, auk_body_create(world, &def), &tiles, NULL).generation);
    }
    AukBodyDef def = {.shape = auk_shape_box(0.05f, 0.05f)};
    AukBodyId box = auk_body_create(world, &def);
    for (int i = 0; i < 2000; i++) {
        auk_body_set_position(world, box, auk_vec(0.1f + 0.0793f * (float)i, 0.049f));
        auk_world_step(world, 0.0f);
        AukContacts contacts = auk_world_contacts(world);
        for (int k = 0; k < contacts.count; k++) {
            cr_assert_lt(fabsf(contacts.items[k].manifold.normal.x), 1e-3f, "place %d", i);
        }
    }
    auk_world_destroy(world);
}

Test(tile_seams, a_grid_with_more_neighbours_than_its_list_holds_has_no_seams)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    uint8_t cells[64];
    for (int i = 0; i < 64; i++) {
        cells[i] = AUK_TILE_FULL;
    }
    AukBodyDef def = {.motion = AUK_MOTION_STATIC, .position = {0.0f, -2.0f}};
    AukTilesDef wide = {64, 1, 1.0f, 0.0f, cells}, small = {2, 1, 1.0f, 0.0f, cells};
    auk_body_add_tiles(world, auk_body_create(world, &def), &wide, NULL);
    AukShapeId chunks[32];
    for (int i = 0; i < 32; i++) {
        AukBodyDef above = {.motion = AUK_MOTION_STATIC, .position = {2.0f * (float)i, -1.0f}};
        chunks[i] = auk_body_add_tiles(world, auk_body_create(world, &above), &small, NULL);
    }
    AukBodyId box = add_box(world);
    cr_assert_eq(count_ghosts(world, box, 1.0f, 62.0f), 0);
    for (int i = 0; i < 32; i += 2) { // a comb: its gaps are floored by the wide grid
        auk_world_shape_remove(world, chunks[i]);
    }
    auk_body_set_position(world, box, auk_vec(1.0f, -0.52f));
    auk_world_step(world, 0.0f);
    AukContacts contacts = auk_world_contacts(world);
    cr_assert_eq(contacts.count, 2);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(contacts.items[i].manifold.normal.y, 1.0f);
    }
    auk_world_destroy(world);
}

// A row of full cells whose low left corner is at (x, y).
static AukShapeId add_row(AukWorld *world, int width, float x, float y)
{
    static const uint8_t cells[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    AukBodyDef body = {.motion = AUK_MOTION_STATIC, .position = {x, y}};
    AukTilesDef tiles = {width, 1, 1.0f, 0.0f, cells};
    return auk_body_add_tiles(world, auk_body_create(world, &body), &tiles, NULL);
}

// A floor under so many single cells that it has no list of its neighbours, once enabled and once not, and a box that
// is sunk into the first cell from below. `smaller`: the second floor is another, in the same slot.
static void expect_the_floor_gone(bool smaller)
{
    AukWorld *world = auk_world_create(NULL, NULL), *anew = auk_world_create(NULL, NULL);
    for (int i = 0; i < 16; i++) {
        (void)add_row(world, 1, (float)i, 0.0f);
    }
    AukShapeId floor = add_row(world, 16, 0.0f, -1.0f);
    const uint32_t slot = floor.index;
    AukBodyId box = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(0.25f, 0.25f), 0.5f, 0.125f);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    Saved with = take_snapshot(world);
    if (smaller) {
        cr_assert_eq(auk_world_shape_remove(world, floor), AUK_OK);
        for (int i = 0; i < 3; i++) { // no result names the slot any more
            cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
        }
        floor = add_row(world, 8, 0.0f, -1.0f);
        cr_assert_eq(floor.index, slot);
    }
    cr_assert_eq(auk_world_shape_set_enabled(world, floor, false), AUK_OK);
    Saved without = take_snapshot(world);
    cr_assert_eq(auk_world_restore(world, with.bytes, with.size), AUK_OK);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    cr_assert_eq(auk_world_restore(world, without.bytes, without.size), AUK_OK);
    cr_assert_eq(auk_world_restore(anew, without.bytes, without.size), AUK_OK);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    cr_assert_eq(auk_world_step(anew, 0.0f), AUK_OK);
    AukContacts contacts = auk_world_contacts(world);
    cr_assert_eq(contacts.count, 1);
    const AukContact *contact = &contacts.items[0];
    const float down = auk_body_id_equal(contact->body_b, box) ? -1.0f : 1.0f;
    cr_assert_eq(contact->manifold.normal.y, down, "nothing is below the cell");
    cr_assert_eq(auk_world_hash(world), auk_world_hash(anew));
    auk_world_destroy(world);
    auk_world_destroy(anew);
    free(with.bytes);
    free(without.bytes);
}

Test(tile_seams, a_restore_takes_a_grid_that_is_disabled_then_from_the_lists_of_the_others)
{
    expect_the_floor_gone(false);
    expect_the_floor_gone(true);
}

Test(tile_seams, grids_of_one_moving_body_are_joined_while_it_turns)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef def = {.spin = 0.5f, .velocity = {1.0f, 0.0f}};
    AukBodyId body = auk_body_create(world, &def);
    const uint8_t cells[4] = {1, 1, 1, 1};
    for (int i = 0; i < 2; i++) {
        AukTilesDef tiles = {4, 1, 1.0f, 0.0f, cells};
        AukShapeDef shape = {.position = {4.0f * (float)i - 4.0f, -1.0f}};
        cr_assert(auk_body_add_tiles(world, body, &tiles, &shape).generation);
    }
    AukBodyId box = add_box(world);
    for (int i = 0; i < 100; i++) {
        AukTransform pose = auk_body_get_pose(world, body), at = pose;
        at.p = auk_transform_apply(pose, auk_vec(-2.0f + 0.04f * (float)i, 0.48f));
        auk_body_set_pose(world, box, at);
        auk_world_step(world, 0.0f);
        AukContacts contacts = auk_world_contacts(world);
        cr_assert_geq(contacts.count, 1);
        for (int k = 0; k < contacts.count; k++) {
            AukVec2 normal = auk_rot_apply_inverse(pose.q, contacts.items[k].manifold.normal);
            cr_assert(fabsf(normal.x) < 1e-3f && normal.y > 0.0f);
        }
        auk_world_step(world, 0.1f);
    }
    auk_world_destroy(world);
}

Test(tile_seams, grids_join_across_the_side_of_a_world_that_wraps_around)
{
    AukWorldDef def = {.wrap = {{0.0f, -16.0f}, {16.0f, 16.0f}}};
    AukWorld *world = auk_world_create(&def, NULL);
    AukShapeId chunks[4];
    for (int i = 0; i < 4; i++) {
        chunks[i] = add_chunk(world, 4.0f * (float)i, -4.0f, AUK_TILE_FULL);
    }
    AukBodyId box = add_box(world);
    cr_assert_eq(count_ghosts(world, box, 0.0f, 32.0f), 0);
    auk_world_shape_remove(world, chunks[3]);
    cr_assert_gt(count_ghosts(world, box, 0.0f, 16.0f), 0);
    auk_world_destroy(world);
}

// The same ground, whatever number of times its right half goes around the world.
Test(tile_seams, grids_join_however_many_periods_away_from_their_body_they_are)
{
    for (int periods = -3; periods <= 3; periods++) {
        for (int turned = 0; turned <= 1; turned++) {
            AukWorldDef world_def = {.wrap = {{0.0f, -16.0f}, {32.0f, 16.0f}}};
            AukWorld *world = auk_world_create(&world_def, NULL);
            AukBodyDef def = {.motion = AUK_MOTION_STATIC, .angle = turned ? 3.14159265f : 0.0f};
            AukBodyId ground = auk_body_create(world, &def);
            uint8_t cells[CHUNK * CHUNK];
            memset(cells, AUK_TILE_FULL, sizeof cells);
            const float side = turned ? -1.0f : 1.0f; // of the middles of the grids, seen from the body
            for (int i = 0; i < 2; i++) {
                AukShapeDef place = {
                    .position = {side * (8.0f + 4.0f * (float)i + 32.0f * (float)(i * periods)), -2.0f * side}};
                AukTilesDef tiles = {CHUNK, CHUNK, 1.0f, 0.0f, cells};
                place.position = auk_vec_sub(place.position, auk_vec(2.0f, 2.0f)); // of its low left corner
                auk_body_add_tiles(world, ground, &tiles, &place);
            }
            cr_assert_eq(count_ghosts(world, add_box(world), 8.0f, 12.0f), 0, "%d periods, turned %d", periods, turned);
            cr_assert_gt(auk_world_contacts(world).count, 0);
            auk_world_destroy(world);
        }
    }
}

Test(tile_seams, a_question_about_the_past_finds_the_sides_of_that_time)
{
    AukWorldDef def = {.history = 8};
    AukWorld *world = auk_world_create(&def, NULL);
    add_chunk(world, 0.0f, 0.0f, AUK_TILE_FULL);
    AukShapeId right = add_chunk(world, 20.0f, 0.0f, AUK_TILE_FULL);
    for (int i = 0; i < 3; i++) {
        auk_world_step(world, 0.1f);
    }
    auk_body_set_position(world, auk_world_shape_get_body(world, right), auk_vec(4.0f, 0.0f));
    auk_world_step(world, 0.1f);
    // a disc that flies down just beside the first chunk, over the second: then it met the corner of the first
    AukShape disc = auk_shape_circle(0.5f);
    AukTransform from = {{4.25f, 6.0f}, {1.0f, 0.0f}};
    AukFound now, then;
    cr_assert(auk_world_cast_shape(world, &disc, from, auk_vec(0.0f, -4.0f), NULL, &now));
    cr_assert(auk_world_cast_shape_at(world, 2, &disc, from, auk_vec(0.0f, -4.0f), NULL, &then));
    cr_assert_float_eq(now.fraction, 1.5f / 4.0f, 1e-6f);
    cr_assert(now.normal.x == 0.0f && now.normal.y == 1.0f);
    cr_assert_gt(then.fraction, now.fraction);
    cr_assert_float_eq(then.normal.x, 0.5f, 1e-5f);
    AukFound at_side;
    cr_assert(auk_world_cast_ray_at(world, 2, auk_vec(6.0f, 1.5f), auk_vec(-4.0f, 0.0f), NULL, &at_side));
    cr_assert_eq(at_side.normal.x, 1.0f);
    auk_world_destroy(world);
}

Test(tile_seams, a_body_sunk_into_a_one_way_floor_is_carried_across_the_border_of_two_grids)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    add_chunk(world, 0.0f, -4.0f, AUK_TILE_ONE_WAY_HIGH);
    add_chunk(world, 4.0f, -4.0f, AUK_TILE_ONE_WAY_HIGH);
    AukBodyId box = add_box(world);
    auk_body_set_position(world, box, auk_vec(2.0f, 0.5f));
    auk_world_step(world, 0.0f);
    for (int i = 0; i < 40; i++) {
        auk_body_set_position(world, box, auk_vec(2.0f + 0.1f * (float)i, 0.4f));
        auk_world_step(world, 0.0f);
        cr_assert_gt(auk_world_contacts(world).count, 0, "lost at %d", i);
    }
    auk_world_destroy(world);
}

Test(tile_seams, a_body_that_drops_through_a_floor_is_not_caught_by_the_same_floor_of_the_next_grid)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    add_chunk(world, 0.0f, -4.0f, AUK_TILE_EMPTY);
    uint8_t cells[4] = {AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_HIGH};
    for (int i = 0; i < 2; i++) {
        AukBodyDef def = {.motion = AUK_MOTION_STATIC, .position = {4.0f * (float)i, 0.0f}};
        AukTilesDef tiles = {4, 1, 1.0f, 0.0f, cells};
        auk_body_add_tiles(world, auk_body_create(world, &def), &tiles, NULL);
    }
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_SLIDE, .shape = auk_shape_box(0.25f, 0.25f)};
    def.position = auk_vec(3.5f, 1.25f);
    def.velocity = auk_vec(6.0f, -0.5f);
    AukBodyId body = auk_body_create(world, &def);
    auk_body_set_velocity(world, body, auk_vec(0.0f, -1.0f));
    auk_world_step(world, 0.1f);
    cr_assert_gt(auk_world_contacts(world).count, 0);
    cr_assert_eq(auk_body_drop_through(world, body), AUK_OK);
    auk_body_set_velocity(world, body, auk_vec(6.0f, -0.5f));
    for (int i = 0; i < 5; i++) {
        auk_world_step(world, 0.1f);
    }
    cr_assert_lt(auk_body_get_position(world, body).y, 1.05f);
    auk_world_destroy(world);
}

// What is under the border was left out of the sensor by turns, and a swept body entered and left it in each step.
static void expect_both(bool swept, bool grids_sense, AukShape shape)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    for (int i = 0; i < 2; i++) {
        AukShapeId chunk = add_chunk(world, (float)(i * CHUNK), 0.0f, AUK_TILE_FULL);
        cr_assert_eq(auk_world_shape_set_sensor(world, chunk, grids_sense), AUK_OK);
    }
    AukBodyDef def = {.shape = shape, .sensor = !grids_sense, .position = {3.75f, 2.0f}, .velocity = {0.5f, 0.0f}};
    def.motion = swept ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
    auk_body_create(world, &def);
    for (int i = 0; i < 8; i++) { // to 4.25
        cr_assert_eq(auk_world_step(world, 0.125f), AUK_OK);
        cr_assert_eq(auk_world_overlaps(world).count, 2, "step %d", i);
        cr_assert_eq(auk_world_events(world, AUK_EVENT_ENTER).count, i == 0 ? 2 : 0, "step %d", i);
        cr_assert_eq(auk_world_events(world, AUK_EVENT_LEAVE).count, 0, "step %d", i);
    }
    auk_world_destroy(world);
}

Test(tile_seams, a_sensor_on_the_border_contains_both_grids)
{
    const AukShape shapes[3] = {auk_shape_circle(0.5f), auk_shape_box(0.4f, 0.4f), auk_shape_circle(2.25f)};
    for (int i = 0; i < 12; i++) {
        expect_both(i % 2 != 0, i / 2 % 2 != 0, shapes[i / 4]);
    }
}

Test(tile_seams, a_mover_on_the_border_is_in_the_sensors_of_both_grids)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    for (int i = 0; i < 2; i++) {
        AukShapeId chunk = add_chunk(world, (float)(i * CHUNK), 0.0f, AUK_TILE_FULL);
        cr_assert_eq(auk_world_shape_set_sensor(world, chunk, true), AUK_OK);
    }
    AukMover mover = {.shape = auk_shape_circle(0.5f), .pose = {{3.75f, 2.0f}, {1.0f, 0.0f}}, .floating = true};
    for (int i = 0; i < 8; i++) {
        AukMoverSensor met[4];
        AukMoveReport report = {.sensors = met, .sensor_capacity = 4};
        mover.velocity = auk_vec(0.5f, 0.0f);
        cr_assert_eq(auk_world_move_report(world, &mover, 0.125f, &report), AUK_OK);
        cr_assert_eq(report.sensor_count, 2, "move %d", i);
    }
    auk_world_destroy(world);
}

// A map of 4 columns: a grid of its lowest row, and one of the two rows above, on one static body or on two. A mover
// that starts there falls for a second; where it is then.
static AukMover fall_in_map(const uint8_t *cells, int bodies, AukMover mover)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    AukBodyId low = auk_body_create(world, &def), high = bodies == 1 ? low : auk_body_create(world, &def);
    AukTilesDef row = {.width = 4, .height = 1, .cell = 1.0f, .cells = cells},
                rows = {.width = 4, .height = 2, .cell = 1.0f, .cells = cells + 4};
    AukShapeDef above = {.position = {0.0f, 1.0f}};
    cr_assert_neq(auk_body_add_tiles(world, low, &row, NULL).generation, 0);
    cr_assert_neq(auk_body_add_tiles(world, high, &rows, &above).generation, 0);
    for (int i = 0; i < 60; i++) {
        mover.velocity = auk_vec(0.0f, mover.velocity.y - 20.0f / 60.0f);
        cr_assert_geq(auk_world_move(world, &mover, 1.0f / 60.0f, NULL, 0), 0);
    }
    auk_world_destroy(world);
    return mover;
}

// The mover is in the floor, and the cell above its right half leaves no straight way out. On two bodies the floor was
// taken for a lift that presses the mover against that cell, and it was stuck for ever.
Test(tile_seams, a_mover_in_a_floor_beside_a_roof_gets_out_whatever_bodies_they_are_on)
{
    const uint8_t cells[2][12] = {{1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0}, {0, 0, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0}};
    for (int i = 0; i < 4; i++) {
        float x = i / 2 ? 2.11f : 1.89f, free = i / 2 ? 2.8f : 1.2f;
        AukMover mover = {.shape = auk_shape_box(0.8f, 0.6f), .pose = {{x, 1.37f}, {1.0f, 0.0f}}};
        mover = fall_in_map(cells[i / 2], 1 + i % 2, mover);
        cr_assert(!mover.stuck && mover.floor, "%d: at %g, %g", i, (double)mover.pose.p.x, (double)mover.pose.p.y);
        cr_assert(fabsf(mover.pose.p.x - free) < 1e-4f && fabsf(mover.pose.p.y - 1.6f) < 1e-4f);
    }
}

// On one body the floor, taken for a lift, carried the mover farther into the roof.
Test(tile_seams, a_mover_too_high_for_a_passage_stays_there_whatever_bodies_floor_and_roof_are_on)
{
    const uint8_t cells[12] = {1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1};
    for (int i = 0; i < 2; i++) {
        AukMover mover = {.shape = auk_shape_box(0.5f, 0.6f), .pose = {{2.0f, 1.45f}, {1.0f, 0.0f}}};
        mover = fall_in_map(cells, 1 + i, mover);
        cr_assert(mover.stuck && mover.floor, "%d: at %g, %g", i, (double)mover.pose.p.x, (double)mover.pose.p.y);
        cr_assert(mover.pose.p.x == 2.0f && mover.pose.p.y == 1.45f, "%d: at %g", i, (double)mover.pose.p.y);
    }
}
