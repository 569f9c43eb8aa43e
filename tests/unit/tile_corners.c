// Corners of grids that bend inward, where walls are as thick as one cell: the cell across the corner has a free face
// on its far side alone.
#include "auk/auk.h"
#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

enum { SIDE = 8 };

// A room of 6 x 6 between walls of `thick` cells around the origin of a body.
static void add_tiles(AukWorld *world, AukBodyId body, int thick)
{
    uint8_t cells[(SIDE + 2) * (SIDE + 2)];
    int side = 6 + 2 * thick;
    for (int i = 0; i < side * side; i++) {
        int x = i % side, y = i / side;
        cells[i] = x < thick || y < thick || x >= side - thick || y >= side - thick;
    }
    AukTilesDef tiles = {side, side, 1.0f, 0.0f, cells};
    AukShapeDef place = {.position = {-0.5f * (float)side, -0.5f * (float)side}};
    cr_assert_not(auk_shape_id_is_null(auk_body_add_tiles(world, body, &tiles, &place)));
}

// Such a room around the origin, of tiles or of four boxes.
static void add_room(AukWorld *world, int thick, bool of_tiles)
{
    if (!of_tiles) {
        for (int i = 0; i < 4; i++) {
            AukVec2 out = auk_vec_scale(3.0f + 0.5f * (float)thick, auk_vec((i == 0) - (i == 1), (i == 2) - (i == 3)));
            float half = 0.5f * (float)thick, length = 3.0f + (float)thick;
            scene_wall(world, out.x, out.y, i < 2 ? half : length, i < 2 ? length : half);
        }
        return;
    }
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    add_tiles(world, auk_body_create(world, &def), thick);
}

static AukVec2 turned(AukVec2 v, int quarters)
{
    for (int i = 0; i < quarters; i++) {
        v = auk_vec(-v.y, v.x);
    }
    return v;
}

// Half a second takes a body from `from` by (1, 0), in a world that is turned by quarters.
static void check_slides_by_one(AukWorld *world, AukBodyId body, AukVec2 from, int quarters, int i)
{
    cr_assert_eq(auk_world_step(world, 0.5f), AUK_OK);
    AukVec2 moved = auk_vec_sub(auk_body_get_position(world, body), from);
    AukVec2 wanted = turned(auk_vec(1.0f, 0.0f), quarters);
    cr_assert_lt(auk_vec_length(auk_vec_sub(moved, wanted)), 1e-5f, "%d: moved by (%g, %g)", i, (double)moved.x,
                 (double)moved.y);
}

// A box that lay in such a corner hit the far face of the cell across it, and stayed.
Test(tile_corners, a_body_leaves_the_corner_of_walls_of_any_thickness)
{
    const AukResponse responses[3] = {AUK_RESPONSE_TOUCH, AUK_RESPONSE_SLIDE, AUK_RESPONSE_BOUNCE};
    const AukShape shapes[3] = {auk_shape_box(0.25f, 0.25f), auk_shape_circle(0.25f),
                                auk_shape_capsule(auk_vec(-0.125f, 0.0f), auk_vec(0.125f, 0.0f), 0.125f)};
    for (int i = 0; i < 2 * 3 * 3 * 4 * 5; i++) {
        int thick = 1 + i % 2, quarters = i / 18 % 4;
        float gap = 4e-7f * (float)(i / 72);
        AukWorld *world = auk_world_create(NULL, NULL);
        add_room(world, thick, true);
        AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = responses[i / 2 % 3], .shape = shapes[i / 6 % 3]};
        float high = i / 6 % 3 == 2 ? 0.125f : 0.25f; // of the capsule
        def.angle = 1.57079633f * (float)quarters;
        def.position = turned(auk_vec(-2.75f + gap, -3.0f + high + gap), quarters);
        def.velocity = turned(auk_vec(2.0f, 0.0f), quarters);
        AukBodyId body = auk_body_create(world, &def);
        check_slides_by_one(world, body, def.position, quarters, i);
        auk_world_destroy(world);
    }
}

// The end of a needle that is a rounding away from a corner of a turning room hit the far face of the cell across it,
// and was held there until it could move no more.
Test(tile_corners, a_room_that_turns_meets_what_stands_in_its_corner_from_inside)
{
    Random random = random_start(random_seed(), 0);
    for (int i = 0; i < 4000; i++) {
        AukWorld *world = auk_world_create(NULL, NULL);
        AukBodyDef def = {.position = random_vec(&random, -5.0f, 5.0f), .angle = random_float(&random, -3.0f, 3.0f)};
        def.velocity = random_vec(&random, -5.0f, 5.0f);
        def.spin = random_float(&random, -12.0f, 12.0f);
        AukBodyId room = auk_body_create(world, &def);
        add_tiles(world, room, 1);
        AukTransform pose = auk_body_get_pose(world, room);
        float gap = random_float(&random, 0.0f, 4e-6f), length = random_float(&random, 0.1f, 0.9f);
        AukRot up = auk_rot(random_float(&random, 0.1f, 1.5f));
        AukBodyDef needle = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_SLIDE, .angle = def.angle};
        needle.shape = auk_shape_segment(auk_vec(0.0f, 0.0f), auk_vec(-length * up.c, length * up.s));
        needle.position = auk_transform_apply(pose, auk_vec(3.0f - gap, -3.0f + gap));
        needle.velocity = random_vec(&random, -60.0f, 60.0f);
        auk_body_create(world, &needle);
        cr_assert_eq(auk_world_step(world, 1.0f / 64.0f), AUK_OK);
        AukHits hits = auk_world_hits(world);
        for (int k = 0; k < hits.count; k++) {
            AukTransform then = auk_transform_between(pose, auk_body_get_pose(world, room), hits.items[k].fraction);
            AukVec2 normal = auk_rot_apply_inverse(then.q, hits.items[k].normal); // out of the needle, in the room
            bool across = hits.items[k].child_b == SIDE - 1 && (normal.x < -0.5f || normal.y > 0.5f);
            cr_assert(!across, "AUK_SEED=%llu %d: (%g, %g)", (unsigned long long)random.seed, i, (double)normal.x,
                      (double)normal.y);
        }
        auk_world_destroy(world);
    }
}

// What is deep in a corner is as deep as in a corner of two boxes.
Test(tile_corners, contacts_are_those_of_walls_that_are_boxes)
{
    for (int i = 0; i < 2000; i++) {
        int thick = 1 + i % 2, quarters = i / 2 % 4, kind = i / 8 % 3;
        float in_x = 0.05f * (float)(i / 24 % 9) / 9.0f, in_y = 0.05f * (float)(i / 216 % 9) / 9.0f;
        AukVec2 place = turned(auk_vec(-2.75f - in_x, -2.75f - in_y), quarters);
        AukShape shape = kind == 0 ? auk_shape_box(0.25f, 0.25f) : auk_shape_circle(0.25f);
        shape = kind == 2 ? auk_shape_rounded(auk_shape_box(0.125f, 0.125f), 0.125f) : shape;
        float deepest[2] = {0.0f, 0.0f};
        AukVec2 sums[2] = {{0.0f, 0.0f}, {0.0f, 0.0f}};
        for (int of_tiles = 0; of_tiles < 2; of_tiles++) {
            AukWorld *world = auk_world_create(NULL, NULL);
            add_room(world, thick, of_tiles == 1);
            AukBodyDef def = {.shape = shape, .position = place};
            auk_body_create(world, &def);
            cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
            AukContacts contacts = auk_world_contacts(world);
            for (int k = 0; k < contacts.count; k++) {
                const AukManifold *manifold = &contacts.items[k].manifold;
                deepest[of_tiles] = fminf(deepest[of_tiles], manifold->distance);
                sums[of_tiles] = auk_vec_add(sums[of_tiles], auk_vec_scale(-manifold->distance, manifold->normal));
            }
            auk_world_destroy(world);
        }
        cr_assert_float_eq(deepest[0], deepest[1], 1e-5f, "%d: %g and %g deep", i, (double)deepest[0],
                           (double)deepest[1]);
        cr_assert_lt(auk_vec_length(auk_vec_sub(sums[0], sums[1])), 1e-4f, "%d: out by (%g, %g) and (%g, %g)", i,
                     (double)sums[0].x, (double)sums[0].y, (double)sums[1].x, (double)sums[1].y);
    }
}

// The floor of a one-way kind covers the side of the wall that it joins.
Test(tile_corners, a_box_leaves_the_corner_of_a_wall_and_a_one_way_floor)
{
    uint8_t cells[SIDE * SIDE];
    memset(cells, 0, sizeof cells);
    for (int i = 0; i < SIDE; i++) {
        cells[i * SIDE] = AUK_TILE_FULL;
        cells[2 * SIDE + i] = i == 0 ? AUK_TILE_FULL : AUK_TILE_ONE_WAY_HIGH;
    }
    AukWorld *world = auk_world_create(NULL, NULL);
    AukTilesDef tiles = {SIDE, SIDE, 1.0f, 0.0f, cells};
    AukBodyDef level = {.motion = AUK_MOTION_STATIC};
    auk_body_add_tiles(world, auk_body_create(world, &level), &tiles, NULL);
    AukBodyId box = scene_bullet(world, auk_shape_box(0.25f, 0.25f), auk_vec(2.0f, 4.0f), auk_vec(-2.0f, -2.0f),
                                 AUK_RESPONSE_SLIDE);
    for (int i = 0; i < 10; i++) {
        auk_body_set_velocity(world, box, auk_vec(-2.0f, -2.0f));
        cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
    }
    AukVec2 at = auk_body_get_position(world, box);
    cr_assert(fabsf(at.x - 1.25f) < 1e-5f && fabsf(at.y - 3.25f) < 1e-5f, "(%g, %g)", (double)at.x, (double)at.y);
    cr_assert_eq(auk_world_contacts(world).count, 2);
    auk_body_set_velocity(world, box, auk_vec(2.0f, 0.0f));
    cr_assert_eq(auk_world_step(world, 0.5f), AUK_OK);
    cr_assert_float_eq(auk_body_get_position(world, box).x, 2.25f, 1e-5f);
    auk_world_destroy(world);
}

static AukWorld *level_world(const uint8_t *cells, int width, int height)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukTilesDef tiles = {width, height, 1.0f, 0.0f, cells};
    AukBodyDef level = {.motion = AUK_MOTION_STATIC};
    cr_assert_not(auk_shape_id_is_null(auk_body_add_tiles(world, auk_body_create(world, &level), &tiles, NULL)));
    return world;
}

// The buried cell across a corner had no normal, so hits with it had any: a box that was pressed in slid up or out.
Test(tile_corners, what_is_pressed_into_a_corner_of_thick_walls_stays)
{
    const uint8_t cells[16] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1};
    for (int i = 0; i < 60; i++) {
        float half_x = 0.1f + 0.0062f * (float)i, half_y = 0.5f - 0.0061f * (float)i;
        AukWorld *world = level_world(cells, 4, 4);
        AukShape shape =
            i % 2 ? auk_shape_box(half_x, half_y) : auk_shape_segment(auk_vec(0.0f, -half_y), auk_vec(0.0f, half_y));
        AukBodyId body = scene_bullet(world, shape, auk_vec(0.8f, 3.2f), auk_vec(0.0f, 0.0f), AUK_RESPONSE_SLIDE);
        AukVec2 corner = auk_vec(i % 2 ? 2.0f - half_x : 2.0f, 2.0f + half_y);
        for (int k = 0; k < 200; k++) {
            float fall = auk_body_get_velocity(world, body).y - 20.0f / 60.0f;
            auk_body_set_velocity(world, body, auk_vec(3.0f, fall));
            cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
            float off = auk_vec_length(auk_vec_sub(auk_body_get_position(world, body), corner));
            cr_assert(k < 120 || off < 1e-4f, "%d, step %d: %g away", i, k, (double)off);
        }
        auk_world_destroy(world);
    }
}

// The cell under the foot of a ramp had its underside as the only normal.
Test(tile_corners, a_body_leaves_the_foot_of_a_ramp_on_a_thin_floor)
{
    const uint8_t cells[8] = {1, 1, 1, 1, 0, 0, AUK_TILE_SLOPE_RIGHT_LOW, 1};
    const float ulp = 0x1p-23f;
    for (int i = 0; i < 17 * 17 * 3; i++) {
        AukVec2 from = auk_vec(2.0f + ulp * (float)(i % 17 - 8), 1.25f + ulp * (float)(i / 17 % 17 - 8));
        AukWorld *world = level_world(cells, 4, 2);
        AukShape upright = auk_shape_segment(auk_vec(0.0f, -0.25f), auk_vec(0.0f, 0.25f));
        AukBodyId body = scene_bullet(world, upright, from, auk_vec(0.0f, 0.5f), (AukResponse)(1 + i / 289));
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        AukVec2 moved = auk_vec_sub(auk_body_get_position(world, body), from);
        cr_assert(fabsf(moved.y - 0.5f) < 1e-3f && fabsf(moved.x) < 1e-3f, "%d: moved by (%g, %g)", i, (double)moved.x,
                  (double)moved.y);
        auk_world_destroy(world);
    }
}

// A floor covers the sides of the walls beside it for what stands on it, but not for what flies close under its top.
Test(tile_corners, what_flies_under_a_one_way_floor_hits_the_wall_beside_it)
{
    const uint8_t floors[2] = {AUK_TILE_ONE_WAY_HIGH, AUK_TILE_KIND_FIRST};
    const AukShape shapes[3] = {auk_shape_circle(0.0f), auk_shape_circle(0.01f), auk_shape_box(0.1f, 0.01f)};
    for (int i = 0; i < 2 * 3 * 4 * 100; i++) {
        uint8_t p = floors[i % 2];
        const uint8_t cells[12] = {0, 0, 0, 1, 0, p, p, 1, 0, 0, 0, 1};
        AukWorld *world = auk_world_create(NULL, NULL);
        AukTileKind thin = {.points = {{0.0f, 1.0f}, {1.0f, 1.0f}}, .count = 2, .one_way = {0.0f, 1.0f}};
        cr_assert_eq(auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &thin), AUK_OK);
        AukTilesDef tiles = {4, 3, 1.0f, 0.0f, cells};
        AukBodyDef level = {.motion = AUK_MOTION_STATIC};
        auk_body_add_tiles(world, auk_body_create(world, &level), &tiles, NULL);
        float y = 1.7f + 0.0028f * (float)(i / 24); // to 1.98
        scene_bullet(world, shapes[i / 2 % 3], auk_vec(0.5f, y), auk_vec(5.0f, 0.0f), (AukResponse)(i / 6 % 4));
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        AukHits hits = auk_world_hits(world);
        bool wall = false;
        for (int k = 0; k < hits.count; k++) {
            wall = wall || fabsf(hits.items[k].normal.x) > 0.5f;
        }
        cr_assert(wall, "%d: through the wall at a height of %g", i, (double)y);
        auk_world_destroy(world);
    }
}

// The cell across the corner is a slope that ends there, and whose surface looks the other way.
Test(tile_corners, a_box_leaves_a_corner_at_which_a_slope_ends)
{
    const uint8_t tips[2] = {AUK_TILE_SLOPE_LEFT_HIGH, AUK_TILE_SLOPE_RIGHT_LOW};
    for (int i = 0; i < 17 * 17 * 3 * 2; i++) {
        const uint8_t cells[4] = {tips[i % 2], 1, 1, 0};
        AukVec2 from = auk_vec(1.25f + 0x1p-23f * (float)(i / 2 % 17 - 8), 1.25f + 0x1p-23f * (float)(i / 34 % 17 - 8));
        AukVec2 way = i % 2 ? auk_vec(0.3f, 0.2f) : auk_vec(0.2f, 0.3f);
        AukWorld *world = level_world(cells, 2, 2);
        AukBodyId body = scene_bullet(world, auk_shape_box(0.25f, 0.25f), from, way, (AukResponse)(1 + i / 578));
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        AukVec2 moved = auk_vec_sub(auk_body_get_position(world, body), from);
        cr_assert_lt(auk_vec_length(auk_vec_sub(moved, way)), 1e-3f, "%d: moved by (%g, %g)", i, (double)moved.x,
                     (double)moved.y);
        auk_world_destroy(world);
    }
}

// Whether the floors beside a corner are under the body was not asked, so contacts were left to floors that let it
// pass.
Test(tile_corners, a_body_deep_in_walls_beside_one_way_cells_touches_the_walls)
{
    const uint8_t up = AUK_TILE_ONE_WAY_HIGH, right = AUK_TILE_ONE_WAY_RIGHT, left = AUK_TILE_ONE_WAY_LEFT;
    const struct {
        int width, height;
        uint8_t cells[6];
        AukShape shape;
        AukVec2 at;
        float angle;
    } cases[3] = {
        {3,
         2,
         {1, 1, 1, right, 0, left},
         auk_shape_capsule(auk_vec(0.0f, -0.43f), auk_vec(0.0f, 0.43f), 0.22f),
         auk_vec(0.61f, 0.69f),
         0.0f},
        {2, 3, {right, 0, 1, 1, 0, 1}, auk_shape_box(0.35f, 0.76f), auk_vec(0.57f, 1.48f), 0.0f},
        {2,
         3,
         {right, 0, 1, 1, 1, up},
         auk_shape_capsule(auk_vec(0.0f, -0.41f), auk_vec(0.0f, 0.41f), 0.38f),
         auk_vec(0.65f, 1.27f),
         -0.42f},
    };
    for (int i = 0; i < 3; i++) {
        int counts[2];
        float distances[2];
        for (int solid = 0; solid < 2; solid++) { // without the one-way cells, and with them
            uint8_t cells[6];
            for (int k = 0; k < 6; k++) {
                cells[k] = solid || cases[i].cells[k] == AUK_TILE_FULL ? cases[i].cells[k] : AUK_TILE_EMPTY;
            }
            AukWorld *world = level_world(cells, cases[i].width, cases[i].height);
            AukBodyDef def = {.shape = cases[i].shape, .position = cases[i].at, .angle = cases[i].angle};
            auk_body_create(world, &def);
            cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
            AukContacts contacts = auk_world_contacts(world);
            counts[solid] = contacts.count;
            cr_assert_gt(contacts.count, 0, "%d, %d: no contact", i, solid);
            distances[solid] = contacts.items[0].manifold.distance;
            auk_world_destroy(world);
        }
        cr_assert(counts[0] == counts[1] && fabsf(distances[0] - distances[1]) < 1e-6f, "%d: %d contacts, %g; %d, %g",
                  i, counts[0], (double)distances[0], counts[1], (double)distances[1]);
    }
}

// Moves a box from places within some rounding errors of the corner at (1, 1) of a grid of 2 x 2 cells, in the four
// diagonal directions: it goes as far as the walls let it.
static void leave_corner(const uint8_t *cells, float half)
{
    for (int i = 0; i < 17 * 17 * 4; i++) {
        float x = 0x1p-23f * (float)(i % 17 - 8), y = 0x1p-23f * (float)(i / 17 % 17 - 8);
        AukVec2 from = auk_vec(1.0f + half + x, 1.0f + half + y), none = auk_vec(-1e-7f, -1e-7f);
        AukVec2 way = auk_vec(i / 289 % 2 ? 0.06f : -0.04f, i / 578 ? 0.04f : -0.06f);
        AukWorld *world = level_world(cells, 2, 2);
        AukBodyId body = scene_bullet(world, auk_shape_box(half, half), from, none, AUK_RESPONSE_SLIDE);
        cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
        auk_body_set_velocity(world, body, way);
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        AukVec2 moved = auk_vec_sub(auk_body_get_position(world, body), from);
        cr_assert(fabsf(moved.x - fmaxf(way.x, 0.0f)) < 1e-3f && fabsf(moved.y - fmaxf(way.y, 0.0f)) < 1e-3f,
                  "%d: moved by (%g, %g)", i, (double)moved.x, (double)moved.y);
        auk_world_destroy(world);
    }
}

// The cell across such a corner has both of its sides there covered.
Test(tile_corners, a_box_leaves_the_corner_of_two_one_way_floors)
{
    const uint8_t cells[4] = {1, AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_RIGHT, 0};
    leave_corner(cells, 0.25f);
}

// A slope or a floor that is not at the corner, or lets pass what is there, leaves as much room as an empty cell.
Test(tile_corners, a_box_leaves_a_corner_that_shares_its_cell_with_a_slope_or_a_floor)
{
    for (int across = AUK_TILE_EMPTY; across < AUK_TILE_COUNT; across++) {
        const bool room = across == AUK_TILE_EMPTY || across == AUK_TILE_SLOPE_RIGHT_HIGH ||
                          across == AUK_TILE_HALF_HIGH || across == AUK_TILE_HALF_RIGHT ||
                          across >= AUK_TILE_ONE_WAY_HIGH;
        if (room) {
            const uint8_t walls[4] = {1, 1, 1, (uint8_t)across};
            const uint8_t floors[4] = {1, AUK_TILE_ONE_WAY_HIGH, 1, (uint8_t)across};
            leave_corner(walls, 0.125f);
            leave_corner(floors, 0.125f);
        }
    }
}

// A box that stood in a corner of a wall and a floor hit the far side of the wall's cell when another floor was above.
Test(tile_corners, a_box_jumps_from_a_floor_beside_a_wall_through_the_floor_above)
{
    const uint8_t up = AUK_TILE_ONE_WAY_HIGH, cells[6] = {up, 1, up, 1, 1, up};
    for (int i = 0; i < 400; i++) {
        float half_x = 0.1f + 0.00125f * (float)i, half_y = 0.8f - 0.0017f * (float)i;
        AukWorld *world = level_world(cells, 3, 2);
        AukBodyId body = scene_bullet(world, auk_shape_box(half_x, half_y), auk_vec(2.01f + half_x, 1.05f + half_y),
                                      auk_vec(-2.0f, -9.0f), AUK_RESPONSE_SLIDE);
        cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
        auk_body_set_velocity(world, body, auk_vec(-1.0f, -0.4f));
        cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
        AukVec2 from = auk_body_get_position(world, body);
        cr_assert_float_eq(from.y, 1.0f + half_y, 1e-5f);
        auk_body_set_velocity(world, body, auk_vec(i % 2 ? -3.0f : 0.0f, 5.0f));
        cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
        AukVec2 moved = auk_vec_sub(auk_body_get_position(world, body), from);
        cr_assert_lt(auk_vec_length(auk_vec_sub(moved, auk_vec(0.0f, 0.1f))), 1e-5f, "%d: moved by (%g, %g)", i,
                     (double)moved.x, (double)moved.y);
        auk_world_destroy(world);
    }
}

// A one-way cell at (0, 0) and a full one beside it, as one grid or as two grids on bodies of their own.
static void add_floor_and_wall(AukWorld *world, bool joined)
{
    const uint8_t cells[2] = {AUK_TILE_ONE_WAY_HIGH, AUK_TILE_FULL};
    for (int i = 0; i < 1 + (int)joined; i++) {
        AukTilesDef tiles = {joined ? 1 : 2, 1, 1.0f, 0.0f, &cells[i]};
        AukBodyDef level = {.motion = AUK_MOTION_STATIC, .position = {(float)i, 0.0f}};
        auk_body_add_tiles(world, auk_body_create(world, &level), &tiles, NULL);
    }
}

static float distance_from_wall(AukVec2 p, float radius)
{
    float x = fmaxf(fmaxf(1.0f - p.x, p.x - 2.0f), 0.0f), y = fmaxf(fmaxf(p.y - 1.0f, -p.y), 0.0f);
    return sqrtf(x * x + y * y) - radius;
}

// The final pose alone decided whether the floor covers the side of the wall, also for what it lets pass.
Test(tile_corners, what_rises_through_a_one_way_floor_keeps_its_contact_with_the_wall_beside_it)
{
    int passed = 0;
    for (int i = 0; i < 4 * 3000; i++) {
        bool joined = i % 2 == 1, last = i / 2 % 2 == 1;
        float radius = 0.15f + 0.05f * (float)(i / 4 % 8), x = 0.6f + 0.0171f * (float)(i / 32 % 37);
        AukVec2 from = auk_vec(x, 0.5f + 0.0237f * (float)(i / 64 % 41));
        AukVec2 to = auk_vec(x + 0.0127f * (float)(i / 16 % 7), 0.8f + 0.0139f * (float)(i / 4 % 47));
        AukWorld *world = auk_world_create(NULL, NULL);
        if (!last) {
            add_floor_and_wall(world, joined);
        }
        AukBodyDef def = {.shape = auk_shape_circle(radius), .position = from};
        AukBodyId body = auk_body_create(world, &def);
        if (last) {
            add_floor_and_wall(world, joined);
        }
        cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
        cr_assert_eq(auk_body_move_to(world, body, auk_transform(to, 0.0f)), AUK_OK);
        cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
        bool overlaps = distance_from_wall(to, radius) < -1e-4f;
        passed += overlaps && to.y > 1.0f && from.y - radius < 0.9f;
        cr_assert(!overlaps || auk_world_contacts(world).count > 0, "%d: %g deep in the wall", i,
                  (double)-distance_from_wall(to, radius));
        auk_world_destroy(world);
    }
    cr_assert_gt(passed, 1000);
}

// A contact at rest is taken over from the last step only if the floors beside it do what they did then.
Test(tile_corners, what_drops_through_a_floor_meets_the_side_of_the_wall_beside_it)
{
    for (int joined = 0; joined < 2; joined++) {
        AukWorld *world = auk_world_create(NULL, NULL);
        add_floor_and_wall(world, joined == 1);
        AukBodyDef def = {.shape = auk_shape_box(0.3f, 0.3f), .position = {0.71f, 1.3f}};
        AukBodyId body = auk_body_create(world, &def);
        cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
        cr_assert_eq(auk_body_move_to(world, body, auk_transform(auk_vec(0.71f, 1.25f), 0.0f)), AUK_OK);
        for (int i = 0; i < 4; i++) {
            cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
            cr_assert_eq(auk_world_contacts(world).count, 2);
            for (int k = 0; k < 2; k++) {
                cr_assert_gt(fabsf(auk_world_contacts(world).items[k].manifold.normal.y), 0.99f);
            }
        }
        cr_assert_eq(auk_body_drop_through(world, body), AUK_OK);
        cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
        AukContacts contacts = auk_world_contacts(world);
        cr_assert_eq(contacts.count, 1);
        cr_assert_float_eq(contacts.items[0].manifold.distance, -0.01f, 1e-5f);
        cr_assert_gt(fabsf(contacts.items[0].manifold.normal.x), 0.99f);
        auk_world_destroy(world);
    }
}

// A grid of one row, turned by quarters around the origin: two cells of one value, then two of another. The surface is
// at x = 0 to 4 and y = 0 of the grid's frame.
static AukWorld *flush_row(int left, int right, int quarters)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    const uint8_t cells[4] = {(uint8_t)left, (uint8_t)left, (uint8_t)right, (uint8_t)right};
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    AukBodyId body = auk_body_create(world, &def);
    AukTilesDef tiles = {4, 1, 1.0f, 0.0f, cells};
    AukShapeDef place = {.position = {0.0f, -1.0f}};
    cr_assert_not(auk_shape_id_is_null(auk_body_add_tiles(world, body, &tiles, &place)));
    AukVec2 x = turned(auk_vec(1.0f, 0.0f), quarters);
    AukTransform pose = {{0.0f, 0.0f}, {x.x, x.y}};
    cr_assert_eq(auk_body_set_pose(world, body, pose), AUK_OK);
    return world;
}

static const int flush_pairs[9][2] = {{AUK_TILE_HALF_HIGH, AUK_TILE_FULL},
                                      {AUK_TILE_SLOPE_LEFT_HIGH, AUK_TILE_SLOPE_LEFT_HIGH},
                                      {AUK_TILE_FULL, AUK_TILE_SLOPE_LEFT_HIGH},
                                      {AUK_TILE_SLOPE_LEFT_HIGH, AUK_TILE_HALF_HIGH},
                                      {AUK_TILE_GENTLE_HIGH_1, AUK_TILE_FULL},
                                      {AUK_TILE_ONE_WAY_HIGH, AUK_TILE_FULL},
                                      {AUK_TILE_FULL, AUK_TILE_SLOPE_RIGHT_HIGH},
                                      {AUK_TILE_HALF_HIGH, AUK_TILE_GENTLE_HIGH_1},
                                      {AUK_TILE_ONE_WAY_HIGH, AUK_TILE_SLOPE_RIGHT_HIGH}};

// The side of the second cell, or the slope below its top, is open. A box a rounding above the joint was held by it.
Test(tile_corners, a_box_slides_over_a_level_joint_with_a_cell_that_covers_the_side_in_part)
{
    for (int i = 0; i < 9 * 4 * 9 * 9; i++) {
        const int *pair = flush_pairs[i % 9];
        int quarters = i / 9 % 4;
        float high = 1.2e-7f * (float)(i / 36 % 9), gap = 1.2e-7f * (float)(i / 324);
        AukWorld *world = flush_row(pair[0], pair[1], quarters);
        AukBodyDef def = {
            .motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_SLIDE, .shape = auk_shape_box(.25f, .25f)};
        def.position = turned(auk_vec(1.75f - gap, 0.25f + high), quarters);
        AukBodyId body = auk_body_create(world, &def);
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK); // it stands there
        cr_assert_eq(auk_body_set_velocity(world, body, turned(auk_vec(2.0f, -1.0f), quarters)), AUK_OK);
        check_slides_by_one(world, body, def.position, quarters, i);
        auk_world_destroy(world);
    }
}

// A cast along the ground, from a place that rounding put a little into it, found that side, also beyond the end of a
// one-way floor.
Test(tile_corners, a_cast_along_the_ground_meets_no_level_joint)
{
    AukShape box = auk_shape_box(0.25f, 0.25f);
    AukQuery query = {.skip_overlapping = true};
    for (int i = 0; i < 9 * 4 * 8; i++) {
        int quarters = i / 9 % 4;
        AukWorld *world = flush_row(flush_pairs[i % 9][0], flush_pairs[i % 9][1], quarters);
        AukVec2 place = turned(auk_vec(1.0f, 0.25f - 0x1p-24f * (float)(i / 36)), quarters);
        AukFound found;
        bool hit = auk_world_cast_shape(world, &box, auk_transform(place, 0.0f), turned(auk_vec(2.0f, 0.0f), quarters),
                                        &query, &found);
        cr_assert(!hit, "%d: at %g", i, (double)found.fraction);
        place = turned(auk_vec(1.0f, -0.125f), quarters); // deep in the first cell
        hit = auk_world_cast_shape(world, &box, auk_transform(place, 0.0f), turned(auk_vec(2.0f, 0.0f), quarters),
                                   &query, &found);
        AukVec2 against = turned(auk_vec(-1.0f, 0.0f), quarters);
        cr_assert(hit && auk_vec_dot(found.normal, against) > 0.4f, "%d: no side", i);
        auk_world_destroy(world);
    }
}
