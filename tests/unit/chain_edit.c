// Chains and outlines that are read and changed in place.
#include "auk/shapes.h"
#include "auk/terrain.h"
#include "auk/world.h"

#include "support/random.h"
#include "support/world_scene.h"
#include "world/state/world_state.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#define DT (1.0f / 64.0f)

enum { POINTS = 6 };

static const AukVec2 line[POINTS] = {{-3.0f, 0.0f}, {-2.0f, 0.0f}, {-1.0f, 0.0f},
                                     {1.0f, 0.0f},  {2.0f, 0.0f},  {3.0f, 1.0f}};
static const AukVec2 corner[6] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 0.5f}, {0.5f, 0.5f}, {0.5f, 2.0f}, {0.0f, 2.0f}};
static const AukVec2 square[4] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 2.0f}, {0.0f, 2.0f}};

static AukBodyId ground(AukWorld *world)
{
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    return auk_body_create(world, &def);
}

static int found_at(const AukWorld *world, float x, float y)
{
    AukQuery all = {.sensors = true};
    AukBox box = auk_box(auk_vec(x, y), auk_vec(x, y));
    return auk_world_overlap_box(world, box, &all, NULL, 0);
}

static void expect_points(const AukWorld *world, AukShapeId chain, AukChainKind kind, const AukVec2 *points, int count)
{
    AukVec2 read[16];
    cr_assert_eq(auk_world_shape_get_chain_kind(world, chain), kind);
    cr_assert_eq(auk_world_shape_get_chain_points(world, chain, NULL, 0), count);
    cr_assert_eq(auk_world_shape_get_chain_points(world, chain, read, 16), count);
    cr_assert_eq(memcmp(read, points, (size_t)count * sizeof *read), 0);
    for (int some = -1; some < count; some++) {
        AukVec2 less[16] = {{0.0f, 0.0f}};
        cr_assert_eq(auk_world_shape_get_chain_points(world, chain, less, some), some < 0 ? 0 : some);
        cr_assert(some < 1 || memcmp(less, points, (size_t)some * sizeof *less) == 0);
    }
}

// ---- reading ----

Test(chain_edit, points_and_kinds_are_read_as_they_were_given)
{
    AukWorld *world = scene_world();
    AukBodyId body = ground(world);
    AukShapeDef thick = {.shape = {.radius = 0.25f}, .sensor = true, .proximity = 0.5f, .position = {9.0f, 9.0f}};
    expect_points(world, auk_body_add_chain(world, body, line, POINTS, false, NULL), AUK_CHAIN_OPEN, line, POINTS);
    expect_points(world, auk_body_add_chain(world, body, line, POINTS, true, NULL), AUK_CHAIN_CLOSED, line, POINTS);
    expect_points(world, auk_body_add_chain_section(world, body, line, POINTS, &thick), AUK_CHAIN_SECTION, line,
                  POINTS);
    expect_points(world, auk_body_add_chain_section(world, body, line, 4, NULL), AUK_CHAIN_SECTION, line, 4);
    expect_points(world, auk_body_add_chain(world, body, line, 2, false, NULL), AUK_CHAIN_OPEN, line, 2);
    expect_points(world, auk_body_add_chain(world, body, line, 3, true, NULL), AUK_CHAIN_CLOSED, line, 3);
    const AukVec2 back[5] = {line[1], line[0], line[1], line[0], line[1]},
                  loop[4] = {line[0], line[1], line[5], line[0]};
    expect_points(world, auk_body_add_chain_section(world, body, back, 5, NULL), AUK_CHAIN_SECTION, back, 5);
    expect_points(world, auk_body_add_chain(world, body, loop, 4, false, NULL), AUK_CHAIN_OPEN, loop, 4);
    const AukVec2 round[6] = {line[5], line[0], line[1], line[5], line[0], line[1]};
    expect_points(world, auk_body_add_chain_section(world, body, round, 6, NULL), AUK_CHAIN_CLOSED, loop, 3);
    auk_world_destroy(world);
}

Test(chain_edit, pieces_are_read_in_the_order_of_their_numbers)
{
    AukWorld *world = scene_world();
    AukBodyId body = ground(world);
    AukTilesDef tiles = {2, 2, 1.0f, 0.0f, NULL};
    AukShapeDef thick = {.shape = {.radius = 0.25f}};
    AukShapeId chain = auk_body_add_chain(world, body, line, POINTS, true, &thick);
    AukShapeId outline = auk_body_add_outline(world, body, corner, 6, NULL, 0, NULL);
    AukShapeId grid = auk_body_add_tiles(world, body, &tiles, NULL), none = {0, 0};
    AukShape pieces[16];
    cr_assert_eq(auk_world_shape_get_pieces(world, chain, NULL, 0), POINTS);
    cr_assert_eq(auk_world_shape_get_pieces(world, chain, pieces, 16), POINTS);
    for (int i = 0; i < POINTS; i++) {
        cr_assert(pieces[i].kind == AUK_SHAPE_CAPSULE && pieces[i].radius == 0.25f);
        cr_assert(pieces[i].core.segment[0].x == line[i].x && pieces[i].core.segment[1].x == line[(i + 1) % POINTS].x);
    }
    int count = auk_world_shape_get_pieces(world, outline, pieces, 16);
    cr_assert_eq(count, auk_world_shape_get_pieces(world, outline, NULL, 0));
    float area = 0.0f;
    for (int i = 0; i < count; i++) {
        cr_assert_eq(pieces[i].kind, AUK_SHAPE_POLYGON);
        area += auk_shape_measure(&pieces[i]).area;
    }
    cr_assert(count > 1);
    cr_assert_float_eq(area, 1.75f, 1e-6f);
    cr_assert_eq(auk_world_shape_get_pieces(world, outline, pieces, 1), 1);
    cr_assert_eq(auk_world_shape_get_pieces(world, outline, pieces, -1), 0);
    AukShapeId ball;
    auk_body_get_shapes(world, scene_ball(world, 0.0f, 9.0f, 1.0f), &ball, 1);
    cr_assert(auk_world_shape_get_pieces(world, ball, pieces, 16) == 1 && pieces[0].kind == AUK_SHAPE_CIRCLE);
    const AukShapeId others[4] = {grid, ball, outline, none};
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(auk_world_shape_get_chain_kind(world, others[i]), AUK_CHAIN_NONE);
        cr_assert_eq(auk_world_shape_get_chain_points(world, others[i], NULL, 0), 0);
    }
    cr_assert(auk_world_shape_get_pieces(world, grid, NULL, 0) == 0);
    cr_assert(auk_world_shape_get_pieces(world, none, NULL, 0) == 0);
    cr_assert(auk_world_shape_get_pieces(NULL, ball, NULL, 0) == 0);
    cr_assert(auk_world_shape_get_chain_points(NULL, chain, NULL, 0) == 0);
    cr_assert(auk_world_shape_get_chain_kind(NULL, chain) == AUK_CHAIN_NONE);
    auk_world_destroy(world);
}

// ---- changing ----

Test(chain_edit, what_lies_on_a_chain_that_moves_under_it_goes_on_touching)
{
    AukWorld *world = scene_world();
    AukShapeId chain = auk_body_add_chain(world, ground(world), line, POINTS, false, NULL);
    scene_ball(world, 0.0f, 0.25f, 0.5f);
    scene_ball(world, -2.75f, 0.25f, 0.5f);
    cr_assert_eq(scene_step(world, DT), 200000);
    const AukVec2 lower[2] = {{-1.0f, -0.125f}, {1.0f, -0.125f}};
    cr_assert_eq(auk_world_shape_set_chain_points(world, chain, 2, lower, 2), AUK_OK);
    cr_assert_eq(scene_step(world, DT), 20000);
    cr_assert_float_eq(auk_world_contacts(world).items[0].manifold.distance, -0.125f, 1e-6f);
    cr_assert_eq(auk_world_contacts(world).items[0].child_a, 2);
    const AukVec2 deep[2] = {{-1.0f, -1.0f}, {1.0f, -1.0f}};
    cr_assert_eq(auk_world_shape_set_chain_points(world, chain, 2, deep, 2), AUK_OK);
    cr_assert_eq(scene_step(world, DT), 11000);
    cr_assert_eq(auk_world_shape_set_chain_points(world, chain, 2, line + 2, 2), AUK_OK);
    cr_assert_eq(scene_step(world, DT), 110000);
    expect_points(world, chain, AUK_CHAIN_OPEN, line, POINTS);
    auk_world_destroy(world);
}

Test(chain_edit, a_chain_gets_more_and_fewer_edges_with_the_same_id)
{
    AukWorld *world = scene_world();
    AukBodyId body = ground(world);
    AukShapeDef traits = {.filter = {2, 0, 0}, .position = {0.0f, 5.0f}, .sensor = true, .user_data = 9};
    AukShapeId chain = auk_body_add_chain(world, body, line, 2, false, &traits);
    AukShapeDef more = {.shape = auk_shape_circle(0.5f), .position = {40.0f, 0.0f}};
    AukShapeId behind = auk_body_add_shape(world, body, &more), shapes[4];
    scene_ball(world, 2.5f, 5.5f, 0.25f);
    scene_ball(world, -2.5f, 5.0f, 0.25f);
    cr_assert_eq(scene_step(world, DT), 100);
    for (int round = 0; round < 3; round++) {
        cr_assert_eq(auk_world_shape_set_chain(world, chain, line, POINTS, round == 1), AUK_OK);
        cr_assert_eq(scene_step(world, DT), 110, "%d", round);
        cr_assert_eq(auk_world_shape_get_pieces(world, chain, NULL, 0), round == 1 ? POINTS : POINTS - 1);
        cr_assert(found_at(world, 1.5f, 5.0f) == 1 && found_at(world, 40.0f, 0.0f) == 1);
        AukOverlaps inside = auk_world_shape_overlaps(world, chain);
        cr_assert_eq(inside.count, 2);
        cr_assert(auk_world_shape_set_chain_section(world, chain, line, 4) == AUK_OK &&
                  found_at(world, -2.5f, 5.0f) == 1);
        cr_assert_eq(scene_step(world, DT), 2);
        cr_assert_eq(auk_world_shape_set_chain(world, chain, line, 2, false), AUK_OK);
        cr_assert_eq(scene_step(world, DT), 100);
        cr_assert(auk_body_get_shapes(world, body, shapes, 4) == 2 && auk_shape_id_equal(shapes[1], behind));
    }
    cr_assert_eq(auk_world_shape_set_chain(world, chain, line, POINTS, false), AUK_OK);
    for (uint32_t i = chain.index; i != AUK_NO_INDEX; i = auk__part_next_piece(&world->parts, i)) {
        const AukPart *part = auk__part(&world->parts, i);
        cr_assert(auk__part_own_filter(&world->parts, i)->category == 2 && part->sensor &&
                  auk__part_local(&world->parts, i)->p.y == 5.0f);
        cr_assert_eq(auk__part_user_data(&world->parts, i), i == chain.index ? 9u : 0u); // that of an edge is its own
    }
    cr_assert_eq(auk_world_shape_remove(world, behind), AUK_OK);
    cr_assert_eq(auk_world_shape_set_chain(world, chain, line, 3, false), AUK_OK);
    cr_assert_eq(auk_world_shape_set_chain(world, chain, line, POINTS, true), AUK_OK);
    more.position.x = 50.0f;
    cr_assert_neq(auk_body_add_shape(world, body, &more).generation, 0);
    cr_assert(found_at(world, 50.0f, 0.0f) == 1 && auk_world_shape_remove(world, chain) == AUK_OK);
    cr_assert(found_at(world, 50.0f, 0.0f) == 1 && found_at(world, 1.5f, 5.0f) == 0);
    cr_assert_eq(auk_world_stats(world).shapes, 3);
    auk_world_destroy(world);
}

Test(chain_edit, a_chain_keeps_its_thickness_proximity_and_one_way_side)
{
    AukWorld *world = scene_world();
    AukBodyId body = ground(world);
    AukShapeDef thick = {.shape = {.radius = 0.25f}, .sensor = true, .proximity = 0.5f};
    AukShapeId chain = auk_body_add_chain(world, body, line, 3, false, &thick);
    AukShapeDef floor = {.one_way = {0.0f, 1.0f}, .position = {0.0f, 20.0f}};
    AukShapeId one_way = auk_body_add_chain(world, body, line, 3, false, &floor);
    cr_assert_eq(auk_world_shape_set_chain(world, chain, line, POINTS, false), AUK_OK);
    cr_assert_eq(auk_world_shape_set_chain(world, one_way, line, POINTS, false), AUK_OK);
    cr_assert(found_at(world, 1.5f, 0.7f) == 1 && found_at(world, 1.5f, 0.8f) == 0);
    cr_assert_eq(auk_world_shape_set_proximity(world, chain, 0.0f), AUK_OK);
    cr_assert(found_at(world, 1.5f, 0.24f) == 1 && found_at(world, 1.5f, 0.3f) == 0);
    AukBodyId jumper = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(0.25f, 0.25f), 1.5f, 19.5f);
    auk_body_set_velocity(world, jumper, auk_vec(0.0f, 8.0f));
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        cr_assert_eq(auk_world_contacts(world).count, 0, "it jumps through a new edge too");
    }
    auk_world_destroy(world);
}

Test(chain_edit, edges_that_stay_are_not_touched)
{
    AukWorld *world = scene_world();
    AukShapeId chain = auk_body_add_chain(world, ground(world), line, POINTS, false, NULL);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    }
    AukVec2 up = {-2.0f, 1.0f};
    cr_assert_eq(auk_world_shape_set_chain_points(world, chain, 1, &up, 1), AUK_OK);
    int number = 0;
    for (uint32_t i = chain.index; i != AUK_NO_INDEX; i = auk__part_next_piece(&world->parts, i)) {
        bool changed = auk__part(&world->parts, i)->changed == (uint8_t)world->steps;
        cr_assert_eq(changed, number < 3, "edge %d", number); // the third has another neighbour
        number++;
    }
    auk_world_destroy(world);
}

Test(chain_edit, an_outline_becomes_another_outline_with_the_same_id)
{
    AukWorld *world = scene_world();
    AukBodyId body = ground(world);
    AukShapeId outline = auk_body_add_outline(world, body, corner, 6, NULL, 0, NULL);
    scene_ball(world, 0.25f, 2.25f, 0.5f);
    cr_assert_eq(scene_step(world, DT), 100000);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(auk_world_shape_set_outline(world, outline, square, 4, NULL, 0), AUK_OK);
        cr_assert(auk_world_shape_get_pieces(world, outline, NULL, 0) == 1 && found_at(world, 1.5f, 1.5f) == 1);
        cr_assert_eq(scene_step(world, DT), 10000);
        cr_assert_eq(auk_world_shape_set_outline(world, outline, corner, 6, NULL, 0), AUK_OK);
        cr_assert(auk_world_shape_get_pieces(world, outline, NULL, 0) > 1 && found_at(world, 1.5f, 1.5f) == 0);
        cr_assert_eq(scene_step(world, DT), 10000);
    }
    static const AukVec2 ring[8] = {{-4.0f, -4.0f}, {6.0f, -4.0f}, {6.0f, 6.0f}, {-4.0f, 6.0f},
                                    {-2.0f, -2.0f}, {-2.0f, 4.0f}, {4.0f, 4.0f}, {4.0f, -2.0f}};
    static const int hole[1] = {4};
    cr_assert_eq(auk_world_shape_set_outline(world, outline, ring, 8, hole, 1), AUK_OK);
    cr_assert(found_at(world, -3.0f, 0.0f) == 1 && found_at(world, 3.0f, -3.0f) == 1 &&
              found_at(world, 1.0f, 1.0f) == 0);
    cr_assert_eq(scene_step(world, DT), 1000);
    AukShapeDef triangle = {.shape = auk_shape_polygon(corner, 3, 0.125f), .position = {20.0f, 0.0f}};
    AukShapeId polygon = auk_body_add_shape(world, body, &triangle);
    cr_assert_eq(auk_world_shape_set_outline(world, polygon, corner, 6, NULL, 0), AUK_OK);
    cr_assert_eq(auk_world_shape_get(world, polygon).radius, 0.125f);
    cr_assert_eq(found_at(world, 20.25f, 2.1f), 1);
    auk_world_destroy(world);
}

Test(chain_edit, a_disabled_chain_changes_and_comes_back_changed)
{
    AukWorld *world = scene_world();
    AukShapeId chain = auk_body_add_chain(world, ground(world), line, 3, false, NULL);
    cr_assert_eq(auk_world_shape_set_enabled(world, chain, false), AUK_OK);
    cr_assert_eq(auk_world_shape_set_chain(world, chain, line, POINTS, false), AUK_OK);
    cr_assert(found_at(world, 1.5f, 0.0f) == 0 && found_at(world, -2.5f, 0.0f) == 0);
    cr_assert_eq(auk_world_shape_set_enabled(world, chain, true), AUK_OK);
    cr_assert(found_at(world, 1.5f, 0.0f) == 1 && found_at(world, -2.5f, 0.0f) == 1);
    auk_world_destroy(world);
}

// ---- saved, refused ----

Test(chain_edit, snapshots_of_edited_chains_are_whole)
{
    Random random = random_start(random_seed(), 91);
    AukWorld *world = scene_world(), *other = scene_world();
    AukBodyId body = ground(world);
    AukShapeId chains[3] = {auk_body_add_chain(world, body, line, 2, false, NULL),
                            auk_body_add_chain(world, body, line, 4, true, NULL),
                            auk_body_add_outline(world, body, corner, 6, NULL, 0, NULL)};
    scene_ball(world, 0.0f, 0.25f, 0.5f);
    for (int i = 0; i < 60; i++) {
        int which = random_int(&random, 0, 2);
        if (which == 2) {
            bool whole = random_chance(&random, 0.5);
            cr_assert_eq(auk_world_shape_set_outline(world, chains[2], whole ? square : corner, whole ? 4 : 6, NULL, 0),
                         AUK_OK);
        } else {
            cr_assert_eq(auk_world_shape_set_chain(world, chains[which], line, random_int(&random, 3, POINTS),
                                                   random_chance(&random, 0.5)),
                         AUK_OK);
        }
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        uint64_t size = auk_world_snapshot_size(world);
        void *bytes = malloc((size_t)size);
        cr_assert_eq(auk_world_snapshot(world, bytes, size), AUK_OK);
        cr_assert_eq(auk_world_restore(other, bytes, size), AUK_OK);
        cr_assert_eq(auk_world_hash(other), auk_world_hash(world), "%d", i);
        free(bytes);
    }
    auk_world_destroy(world);
    auk_world_destroy(other);
}

Test(chain_edit, bad_points_are_refused_and_leave_the_chain)
{
    AukWorld *world = scene_world();
    AukBodyId body = ground(world);
    AukShapeId chain = auk_body_add_chain(world, body, line, POINTS, true, NULL), none = {0, 0}, ball;
    AukShapeId outline = auk_body_add_outline(world, body, corner, 6, NULL, 0, NULL);
    auk_body_get_shapes(world, scene_ball(world, 0.0f, 9.0f, 1.0f), &ball, 1);
    uint64_t hash = auk_world_hash(world);
    AukVec2 bad[3] = {{NAN, 0.0f}, {2e15f, 0.0f}, {-3.0f, 0.0f}};
    static const AukStatus expected[3] = {AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE, AUK_ERROR_ZERO_AREA};
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(auk_world_shape_set_chain_points(world, chain, POINTS - 1, &bad[i], 1), expected[i], "%d", i);
    }
    cr_assert_eq(auk_world_shape_set_chain_points(world, chain, -1, line, 1), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_set_chain_points(world, chain, POINTS, line, 1), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_set_chain_points(world, chain, INT32_MAX, line, INT32_MAX), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_set_chain_points(world, chain, 0, line, INT32_MAX), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_set_chain_points(world, chain, 0, line, -1), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_set_chain_points(world, chain, 0, NULL, 1), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_shape_set_chain(world, chain, NULL, 4, false), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_shape_set_chain(world, chain, line, 1, false), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_set_chain(world, chain, line, -5, true), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_set_chain(world, chain, line, INT32_MAX, true), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_set_chain_section(world, chain, line, 3), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_set_outline(world, outline, corner, 2, NULL, 0), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_shape_set_outline(world, outline, NULL, 6, NULL, 0), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_shape_set_outline(world, outline, bad, 3, NULL, 0), AUK_ERROR_NOT_FINITE);
    const AukShapeId wrong[3] = {none, ball, outline};
    for (int i = 0; i < 3; i++) {
        AukStatus status = i == 0 ? AUK_ERROR_STALE_ID : AUK_ERROR_UNSUPPORTED;
        cr_assert_eq(auk_world_shape_set_chain(world, wrong[i], line, POINTS, true), status);
        cr_assert_eq(auk_world_shape_set_chain_section(world, wrong[i], line, POINTS), status);
        cr_assert_eq(auk_world_shape_set_chain_points(world, wrong[i], 0, line, 1), status);
        cr_assert_eq(auk_world_shape_set_outline(world, i == 2 ? chain : wrong[i], corner, 6, NULL, 0), status);
    }
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert_eq(auk_world_shape_set_chain_points(world, chain, POINTS, line, 0), AUK_OK);
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert_eq(auk_world_shape_set_chain(NULL, chain, line, POINTS, true), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_shape_set_chain_section(NULL, chain, line, POINTS), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_shape_set_chain_points(NULL, chain, 0, line, 1), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_shape_set_outline(NULL, outline, corner, 6, NULL, 0), AUK_ERROR_NULL);
    auk_world_destroy(world);
}

Test(chain_edit, in_a_world_that_wraps_an_edge_that_gets_too_wide_is_refused)
{
    AukWorldDef def = {.wrap = {{-8.0f, -8.0f}, {8.0f, 8.0f}}};
    AukWorld *world = auk_world_create(&def, NULL);
    AukShapeId chain = auk_body_add_chain(world, ground(world), line, POINTS, false, NULL);
    AukVec2 far = {6.0f, 0.0f};
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_world_shape_set_chain_points(world, chain, 2, &far, 1), AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_hash(world), hash);
    far.x = 4.0f;
    cr_assert_eq(auk_world_shape_set_chain_points(world, chain, 2, &far, 1), AUK_OK);
    auk_world_destroy(world);
}
