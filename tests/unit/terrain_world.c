// Chains and grids of tiles together with everything else that a world does: responses, movers, records, rollbacks,
// drawing, origins, questions.
#include "auk/auk.h"

#include "support/random.h"
#include "support/terrain_scene.h"
#include "support/world_record.h"

#include <stdlib.h>

enum { LONG = 1100 };

// A floor whose surface is y = 0, from x = 0 to x = LONG: a row of tiles, or a chain.
static AukBodyId long_floor(AukWorld *world, bool chain)
{
    AukBodyId body = scene_body(world, AUK_MOTION_STATIC, (AukShape){0}, 0.0f, 0.0f);
    if (chain) {
        static AukVec2 points[LONG + 1];
        for (int i = 0; i <= LONG; i++) {
            points[i] = auk_vec((float)i, 0.0f);
        }
        auk_body_add_chain(world, body, points, LONG + 1, false, NULL);
    } else {
        static uint8_t cells[2 * LONG];
        memset(cells, AUK_TILE_FULL, sizeof cells);
        AukTilesDef tiles = {LONG, 2, 1.0f, 0.0f, cells};
        AukShapeDef def = {0};
        def.position = auk_vec(0.0f, -2.0f);
        auk_body_add_tiles(world, body, &tiles, &def);
    }
    cr_assert_eq(auk_world_last_status(world), AUK_OK);
    return body;
}

// ---- movers ---------------------------------------------------------------------------------------------------

Test(terrain_world, a_mover_walks_over_a_thousand_joints_at_constant_speed_and_meets_no_wall)
{
    AukShape shapes[3] = {penguin(0.0f, 0.0f).shape, auk_shape_box(0.3f, 0.7f), auk_shape_circle(0.25f)};
    for (int chain = 0; chain < 2; chain++) {
        AukWorld *world = scene_world();
        long_floor(world, chain == 1);
        for (int k = 0; k < 3; k++) {
            AukMover mover = mover_of(shapes[k], 2.0f, 1.2f);
            stand(world, &mover);
            float y = mover.pose.p.y;
            for (int i = 0; i < 1050 && mover.pose.p.x < (float)LONG - 10.0f; i++) {
                AukMoverContact contacts[8];
                mover.velocity = auk_vec(64.0f, mover.velocity.y + GRAVITY * DT);
                int count = auk_world_move(world, &mover, DT, contacts, 8);
                for (int c = 0; c < count; c++) {
                    cr_assert(contacts[c].normal.x == 0.0f && contacts[c].normal.y == 1.0f, "chain %d, shape %d", chain,
                              k);
                }
                cr_assert(mover.floor && !mover.wall && near(mover.pose.p.y, y, 1e-3f) && mover.velocity.x == 64.0f);
                cr_assert(near(mover.moved.x, 1.0f, 2e-4f), "chain %d, shape %d: %g", chain, k, mover.moved.x);
            }
            cr_assert(mover.pose.p.x > 1000.0f);
        }
        auk_world_destroy(world);
    }
}

// Rows from below: ground, nothing, nothing, a one-way floor at y = 4.
static void check_jump(bool tiles)
{
    static const uint8_t cells[4 * 6] = {1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 18, 18, 18, 18, 18, 18};
    cr_assert_eq(AUK_TILE_ONE_WAY_HIGH, 18);
    AukWorld *world = scene_world();
    if (tiles) {
        grid_of(world, empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f), 6, 4, cells);
    } else {
        scene_wall(world, 3.0f, 0.5f, 3.0f, 0.5f);
        AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(3.0f, 0.5f), 3.0f, 3.5f);
        def.one_way = auk_vec(0.0f, 2.0f);
        auk_body_create(world, &def);
    }
    AukMover mover = mover_of(auk_shape_box(0.4f, 0.5f), 2.0f, 2.0f);
    stand(world, &mover);
    cr_assert(near(mover.pose.p.y, 1.5f, 1e-4f), "%g", mover.pose.p.y);
    mover.velocity.y = 15.0f;
    float highest = 0.0f;
    for (int i = 0; i < 200; i++) {
        walk(world, &mover, 1.0f * (i < 64));
        cr_assert(!mover.ceiling && !mover.wall, "step %d", i);
        highest = mover.pose.p.y > highest ? mover.pose.p.y : highest;
    }
    cr_assert(highest > 6.0f && mover.floor && near(mover.pose.p.y, 4.5f, 1e-4f), "%g", mover.pose.p.y);
    for (int i = 0; i < 64; i++) {
        walk(world, &mover, 1.0f);
        cr_assert(mover.floor && near(mover.pose.p.y, 4.5f, 1e-4f));
    }
    auk_world_destroy(world);
}

Test(terrain_world, a_mover_jumps_up_through_a_one_way_floor_and_lands_on_it)
{
    check_jump(true);
    check_jump(false);
}

Test(terrain_world, a_mover_stays_on_a_one_way_lift_that_rises_and_sinks)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_box(3.0f, 0.25f), 0.0f, 0.0f);
    def.one_way = auk_vec(0.0f, 1.0f);
    AukBodyId lift = auk_body_create(world, &def);
    AukMover mover = penguin(0.5f, 2.0f);
    stand(world, &mover);
    for (int i = 0; i < 256; i++) {
        float speed = i % 128 < 64 ? 3.0f : -3.0f;
        cr_assert_eq(auk_body_set_velocity(world, lift, auk_vec(0.0f, speed)), AUK_OK);
        walk(world, &mover, 0.0f);
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        float top = auk_body_get_pose(world, lift).p.y + 0.25f;
        cr_assert(mover.floor && near(mover.pose.p.y, top + 1.0f, 1e-3f), "step %d: %g above %g", i, mover.pose.p.y,
                  top);
    }
    auk_world_destroy(world);
}

Test(terrain_world, a_mover_walks_up_a_slope_onto_a_one_way_floor_and_over_a_one_way_hill)
{
    // full, then a slope up to y = 2, then a one-way floor at y = 2
    static const uint8_t cells[2 * 8] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 3, 18, 18, 18, 18};
    cr_assert_eq(AUK_TILE_SLOPE_RIGHT_LOW, 3);
    AukWorld *world = scene_world();
    grid_of(world, empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f), 8, 2, cells);
    for (int k = 0; k < 2; k++) {
        AukMover mover = mover_of(k ? auk_shape_box(0.3f, 0.5f) : auk_shape_circle(0.4f), 1.0f, 2.0f);
        mover.snap = 0.1f;
        stand(world, &mover);
        for (int i = 0; i < 100; i++) {
            walk(world, &mover, 3.0f);
            cr_assert(mover.floor && !mover.wall, "shape %d, step %d", k, i);
        }
        cr_assert(near(mover.pose.p.y, k ? 2.5f : 2.4f, 1e-3f), "%g, %g", mover.pose.p.x, mover.pose.p.y);
    }
    AukVec2 hill[5] = {{100.0f, 0.0f}, {105.0f, 0.0f}, {108.0f, 2.0f}, {111.0f, 0.0f}, {116.0f, 0.0f}};
    AukShapeDef def = {0};
    def.one_way = auk_vec(0.0f, 1.0f);
    auk_body_add_chain(world, empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f), hill, 5, false, &def);
    AukMover mover = mover_of(auk_shape_circle(0.4f), 101.0f, 2.0f);
    mover.snap = 0.1f;
    stand(world, &mover);
    float highest = 0.0f;
    for (int i = 0; i < 300; i++) {
        walk(world, &mover, 3.0f);
        cr_assert(mover.floor, "step %d", i);
        highest = mover.pose.p.y > highest ? mover.pose.p.y : highest;
    }
    cr_assert(highest > 2.3f && near(mover.pose.p.y, 0.4f, 1e-3f), "%g", mover.pose.p.y);
    auk_world_destroy(world);
}

// Walks to the left over a chain whose slope changes by a quarter of a degree, and lands on it at a run.
static AukMover walk_over_joints(AukVec2 one_way, bool conveyor, float start)
{
    static const AukVec2 points[4] = {{12.0f, -0.0776f}, {4.0f, -0.083f}, {-4.0f, -0.0164f}, {-12.0f, 0.0212f}};
    AukWorld *world = scene_world();
    AukShapeDef def = {.one_way = one_way, .conveyor = {conveyor ? -2.5f : 0.0f, 0.0f}};
    auk_body_add_chain(world, empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f), points, 4, false, &def);
    AukMover mover = mover_of(auk_shape_box(0.31f, 0.2765f), start, 0.5f);
    mover.snap = 0.3f;
    for (int i = 0; i < 100; i++) {
        walk(world, &mover, conveyor ? 0.0f : -2.5f);
    }
    auk_world_destroy(world);
    return mover;
}

Test(terrain_world, a_box_walks_over_gentle_joints_of_a_one_way_chain_as_over_one_without_a_direction)
{
    for (int i = 0; i < 64; i++) {
        bool conveyor = i % 2;
        float start = -3.0f + 0.05f * (float)i;
        AukMover mover = walk_over_joints(auk_vec(0.0f, 1.0f), conveyor, start);
        AukMover other = walk_over_joints(auk_vec(0.0f, 0.0f), conveyor, start);
        cr_assert(mover.floor && memcmp(&mover.pose, &other.pose, sizeof mover.pose) == 0,
                  "start %g: at %g, %g instead of %g, %g", (double)start, (double)mover.pose.p.x,
                  (double)mover.pose.p.y, (double)other.pose.p.x, (double)other.pose.p.y);
    }
}

// Flat, up to y = 2, flat and down again; as a grid or an outline, all of it one-way.
static AukWorld *one_way_hill(bool outline)
{
    enum { FULL = AUK_TILE_FULL, UP = AUK_TILE_SLOPE_RIGHT_LOW, DOWN = AUK_TILE_SLOPE_LEFT_LOW };
    static const uint8_t cells[2 * 8] = {FULL, FULL, FULL, FULL, FULL, FULL, FULL, FULL, 0, 0, 0, UP, FULL, DOWN, 0, 0};
    static const AukVec2 points[8] = {{0, 0}, {8, 0}, {8, 1}, {6, 1}, {5, 2}, {4, 2}, {3, 1}, {0, 1}};
    AukWorld *world = scene_world();
    AukBodyId body = empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f);
    AukTilesDef tiles = {.width = 8, .height = 2, .cell = 1.0f, .cells = cells};
    AukShapeDef def = {.one_way = {0.0f, 1.0f}};
    AukShapeId shape = outline ? auk_body_add_outline(world, body, points, 8, NULL, 0, &def)
                               : auk_body_add_tiles(world, body, &tiles, &def);
    cr_assert(!auk_shape_id_is_null(shape));
    return world;
}

Test(terrain_world, a_mover_walks_over_a_hill_of_a_one_way_grid_or_outline)
{
    for (int i = 0; i < 4; i++) {
        AukWorld *world = one_way_hill(i % 2);
        AukMover mover = mover_of(i < 2 ? auk_shape_box(0.25f, 0.25f) : auk_shape_circle(0.25f), 1.0f, 2.5f);
        mover.snap = 0.2f;
        stand(world, &mover);
        float highest = 0.0f;
        for (int k = 0; mover.pose.p.x < 7.0f && k < 400; k++) {
            walk(world, &mover, 2.0f);
            cr_assert(mover.floor && mover.pose.p.y > 1.249f, "%d: step %d at %g", i, k, (double)mover.pose.p.y);
            highest = mover.pose.p.y > highest ? mover.pose.p.y : highest;
        }
        cr_assert(near(highest, 2.25f, 1e-3f) && near(mover.pose.p.y, 1.25f, 1e-3f), "%d: %g", i, (double)highest);
        auk_world_destroy(world);
    }
}

// At the beginning of a frame its bottom is lower than the top of the slope, but above the slope.
Test(terrain_world, what_falls_beside_the_top_of_a_slope_of_a_one_way_grid_or_outline_lands_on_it)
{
    for (int i = 0; i < 64; i++) {
        AukWorld *world = one_way_hill(i % 2);
        AukMover mover = mover_of(i % 4 < 2 ? auk_shape_box(0.2f, 0.2f) : auk_shape_circle(0.2f), 3.4f, 2.2f);
        mover.pose.p.y += 0.02f * (float)i;
        stand(world, &mover);
        cr_assert(mover.pose.p.y > 1.6f, "%d: %g", i, (double)mover.pose.p.y);
        auk_world_destroy(world);
    }
}

// ---- responses ------------------------------------------------------------------------------------------------

Test(terrain_world, a_body_slides_over_a_thousand_joints_and_keeps_its_speed)
{
    AukShape shapes[2] = {auk_shape_box(0.3f, 0.5f), auk_shape_circle(0.5f)};
    for (int chain = 0; chain < 2; chain++) {
        for (int k = 0; k < 2; k++) {
            AukWorld *world = scene_world();
            long_floor(world, chain == 1);
            AukBodyId body =
                scene_bullet(world, shapes[k], auk_vec(2.0f, 0.75f), auk_vec(70.0f, -10.0f), AUK_RESPONSE_SLIDE);
            for (int i = 0; i < 900; i++) {
                AukVec2 velocity = auk_body_get_velocity(world, body);
                velocity.y -= 0.25f;
                cr_assert_eq(auk_body_set_velocity(world, body, velocity), AUK_OK);
                cr_assert_eq(auk_world_step(world, DT), AUK_OK);
                AukTransform pose = auk_body_get_pose(world, body);
                cr_assert(near(auk_body_get_velocity(world, body).x, 70.0f, 1e-4f), "chain %d, shape %d, step %d: %g",
                          chain, k, i, auk_body_get_velocity(world, body).x);
                cr_assert(i < 4 || near(pose.p.y, 0.5f, 1e-3f), "chain %d, shape %d, step %d: %g", chain, k, i,
                          pose.p.y);
            }
            cr_assert(near(auk_body_get_pose(world, body).p.x, 2.0f + 900.0f * 70.0f * DT, 0.5f));
            auk_world_destroy(world);
        }
    }
}

// Down a slope of many edges, to a wall: the edge that it slid along first is far behind when it comes to the corner.
static void check_corner(float fall)
{
    AukVec2 points[34];
    for (int i = 0; i <= 32; i++) {
        points[i] = auk_vec((float)i, fall * (32.0f - (float)i));
    }
    points[33] = auk_vec(32.0f, 10.0f);
    AukWorld *world = scene_world();
    auk_body_add_chain(world, empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f), points, 34, false, NULL);
    AukBodyId ball = scene_bullet(world, auk_shape_circle(0.5f), auk_vec(20.0f, fall * 12.0f + 0.875f),
                                  auk_vec(1800.0f, -1800.0f * fall - 64.0f), AUK_RESPONSE_SLIDE);
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    AukHits hits = auk_world_hits(world);
    for (int i = 0; i < hits.count; i++) {
        cr_assert(!hits.items[i].limit);
    }
    cr_assert(hits.count > 0 && hits.count <= 3, "%d", hits.count);
    AukVec2 velocity = auk_body_get_velocity(world, ball), p = auk_body_get_pose(world, ball).p;
    cr_assert(auk_vec_length(velocity) < 1e-3f && near(p.x, 31.5f, 1e-3f), "%g %g at %g %g", velocity.x, velocity.y,
              p.x, p.y);
    auk_world_destroy(world);
}

Test(terrain_world, what_slides_into_the_corner_of_a_slope_and_a_wall_rests_there)
{
    check_corner(0.25f);
    check_corner(1.0f);
}

enum { SIDE = 20, BALLS = 12 };

// Full cells around, some cells of any kind but one-way inside.
static AukBodyId room_of_tiles(AukWorld *world, Random *random, uint8_t cells[SIDE * SIDE], int kinds)
{
    memset(cells, AUK_TILE_EMPTY, SIDE * SIDE);
    for (int i = 0; i < 2 * SIDE; i++) {
        cells[random_int(random, 0, SIDE * SIDE - 1)] = (uint8_t)random_int(random, 1, kinds);
    }
    for (int i = 0; i < SIDE; i++) {
        cells[i] = cells[(SIDE - 1) * SIDE + i] = cells[i * SIDE] = cells[i * SIDE + SIDE - 1] = AUK_TILE_FULL;
    }
    AukBodyId level = empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f);
    grid_of(world, level, SIDE, SIDE, cells);
    return level;
}

// A ring of edges with teeth that point inward.
static AukBodyId room_of_edges(AukWorld *world)
{
    AukVec2 ring[4 * SIDE];
    for (int i = 0; i < SIDE; i++) {
        float tooth = i % 4 == 2 ? 0.75f : 0.0f, at = (float)i;
        ring[i] = auk_vec(at, tooth);
        ring[SIDE + i] = auk_vec((float)SIDE - tooth, at);
        ring[2 * SIDE + i] = auk_vec((float)SIDE - at, (float)SIDE - tooth);
        ring[3 * SIDE + i] = auk_vec(tooth, (float)SIDE - at);
    }
    AukBodyId level = empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f);
    auk_body_add_chain(world, level, ring, 4 * SIDE, true, NULL);
    cr_assert_eq(auk_world_last_status(world), AUK_OK);
    return level;
}

// True if the middle of a ball is in the level, or outside of it.
static bool is_lost(const AukWorld *world, AukBodyId level, AukVec2 p)
{
    AukFound found[BALLS + 8];
    AukShape middle = auk_shape_circle(0.15f);
    int count = auk_world_overlap(world, &middle, auk_transform(p, 0.0f), NULL, found, BALLS + 8);
    bool lost = !(p.x > 0.19f && p.y > 0.19f && p.x < (float)SIDE - 0.19f && p.y < (float)SIDE - 0.19f);
    for (int i = 0; i < count; i++) {
        lost = lost || auk_body_id_equal(found[i].body, level);
    }
    return lost;
}

static void check_room(int number, int kinds)
{
    Random random = random_start(random_seed(), (uint64_t)(701 + number));
    uint8_t cells[SIDE * SIDE];
    memset(cells, AUK_TILE_EMPTY, sizeof cells);
    AukWorld *world = scene_world();
    AukBodyId balls[BALLS], level = kinds ? room_of_tiles(world, &random, cells, kinds) : room_of_edges(world);
    for (int i = 0; i < BALLS; i++) {
        int place, x, y;
        do {
            x = random_int(&random, 2, SIDE - 3);
            y = random_int(&random, 2, SIDE - 3);
            place = y * SIDE + x;
        } while (cells[place]);
        cells[place] = AUK_TILE_FULL; // taken
        AukShape shape = i % 2 ? auk_shape_box(0.2f, 0.2f) : auk_shape_circle(0.2f);
        balls[i] = scene_bullet(world, shape, auk_vec((float)x + 0.5f, (float)y + 0.5f),
                                auk_vec((float)random_int(&random, -300, 300), (float)random_int(&random, -300, 300)),
                                i % 3 ? AUK_RESPONSE_BOUNCE : AUK_RESPONSE_SLIDE);
    }
    for (int step = 0; step < 300; step++) {
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        for (int i = 0; i < BALLS; i++) {
            AukVec2 p = auk_body_get_pose(world, balls[i]).p;
            cr_assert(!is_lost(world, level, p), "seed %llu, room %d, step %d, ball %d: %g %g",
                      (unsigned long long)random_seed(), number, step, i, p.x, p.y);
        }
    }
    auk_world_destroy(world);
}

Test(terrain_world, what_bounces_or_slides_in_a_room_of_tiles_stays_in_it)
{
    for (int i = 0; i < 6; i++) {
        check_room(i, i % 2 ? AUK_TILE_FULL : AUK_TILE_GENTLE_HIGH_4);
    }
}

Test(terrain_world, what_bounces_or_slides_in_a_ring_of_edges_stays_in_it)
{
    for (int i = 0; i < 4; i++) {
        check_room(10 + i, 0);
    }
}

// ---- states ---------------------------------------------------------------------------------------------------

// A level that is edited while it runs, by good calls and bad ones.
static void play(AukWorld *world, AukBodyId *body, AukShapeId *tiles)
{
    static const uint8_t some[4] = {1, 3, 18, 0}, bad[4] = {1, 2, 255, 0};
    static const AukVec2 hills[4] = {{-20.0f, 3.0f}, {-5.0f, 0.0f}, {5.0f, 0.0f}, {20.0f, 6.0f}};
    AukShapeDef thick = {0};
    thick.shape.radius = 0.25f;
    *body = empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f);
    auk_body_add_chain(world, *body, hills, 4, false, NULL);
    auk_body_add_chain(world, *body, hills, 4, true, &thick);
    auk_body_add_chain(world, *body, hills, 1, false, NULL);
    auk_body_add_chain(world, *body, NULL, 4, false, NULL);
    AukTilesDef defs[5] = {{2, 2, 1.0f, 0.5f, some},
                           {2, 2, 1.0f, 0.0f, bad},
                           {-1, 2, 1.0f, 0.0f, some},
                           {2, 2, 0.0f, 0.0f, some},
                           {9, 9, 1, 0, 0}};
    for (int i = 0; i < 5; i++) {
        AukShapeId id = auk_body_add_tiles(world, *body, &defs[i], i == 0 ? &thick : NULL);
        *tiles = i == 4 ? id : *tiles;
    }
    auk_body_add_tiles(world, *body, NULL, NULL);
    scene_bullet(world, auk_shape_circle(0.25f), auk_vec(4.0f, 12.0f), auk_vec(1.0f, -9.0f), AUK_RESPONSE_BOUNCE);
    for (int i = 0; i < 40; i++) {
        auk_world_shape_set_tile(world, *tiles, i % 9, i % 4, (AukTile)(i % (AUK_TILE_COUNT + 1)));
        auk_world_shape_set_tile(world, *tiles, i % 11, 2, AUK_TILE_FULL);
        auk_world_shape_set_tiles(world, *tiles, i % 9, 5, 2, 2, i % 5 ? some : NULL);
        auk_world_shape_set_tiles(world, *tiles, i % 3, 5, i % 2, 2, bad);
        auk_world_shape_set_tiles(world, *tiles, 0, 0, 1 << 20, 1 << 20, some);
        auk_world_shape_set_tiles(world, (AukShapeId){7777, 1}, 0, 0, 1, 1, some);
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    }
}

Test(terrain_world, calls_with_terrain_are_replayed_to_the_same_hashes)
{
    Tape tape = {NULL, 0, 0};
    AukWorld *world = scene_world();
    AukBodyId body;
    AukShapeId tiles;
    cr_assert_eq(tape_start(&tape, world, 1), AUK_OK);
    play(world, &body, &tiles);
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    AukReplayReport report = tape_play(&tape, 1);
    cr_assert(report.status == AUK_OK && report.ended && !report.cut && !report.difference, "%s: call %d",
              report.function, (int)report.call);
    cr_assert_eq(report.hash, auk_world_hash(world));
    tape_free(&tape);
    auk_world_destroy(world);
}

Test(terrain_world, a_rollback_brings_edited_cells_back)
{
    AukWorld *world = scene_world();
    AukBodyId body;
    AukShapeId tiles;
    play(world, &body, &tiles);
    uint64_t size = auk_world_snapshot_size(world), hash = auk_world_hash(world);
    unsigned char *bytes = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, bytes, size), AUK_OK);
    AukTile before = auk_world_shape_get_tile(world, tiles, 8, 8);
    for (int way = 0; way < 3; way++) {
        if (way < 2) {
            cr_assert_eq(auk_world_shape_set_tile(world, tiles, 8, 8, AUK_TILE_HALF_LEFT), AUK_OK);
            cr_assert_neq(auk_world_hash(world), hash);
        }
        if (way > 0) {
            cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        }
        cr_assert_eq(auk_world_restore(world, bytes, size), AUK_OK);
        cr_assert_eq(auk_world_hash(world), hash, "way %d", way);
        cr_assert_eq(auk_world_shape_get_tile(world, tiles, 8, 8), before);
    }
    free(bytes);
    auk_world_destroy(world);
}

Test(terrain_world, a_delta_carries_an_edit)
{
    AukWorld *world = scene_world();
    AukBodyId body;
    AukShapeId tiles;
    play(world, &body, &tiles);
    uint64_t size = auk_world_snapshot_size(world), bound = auk_snapshot_delta_bound(size), length = 0, written = 0;
    unsigned char *base = malloc((size_t)size), *target = malloc((size_t)size), *delta = malloc((size_t)bound);
    cr_assert_eq(auk_world_snapshot(world, base, size), AUK_OK);
    cr_assert_eq(auk_world_shape_set_tile(world, tiles, 8, 8, AUK_TILE_HALF_LEFT), AUK_OK);
    cr_assert_eq(auk_world_snapshot(world, target, size), AUK_OK);
    cr_assert_eq(auk_snapshot_delta(base, size, target, size, delta, bound, &length), AUK_OK);
    cr_assert_lt(length, size / 8);
    memset(target, 0, (size_t)size);
    cr_assert_eq(auk_snapshot_apply(base, size, delta, length, target, size, &written), AUK_OK);
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_world_restore(world, base, size), AUK_OK);
    cr_assert_eq(auk_world_restore(world, target, size), AUK_OK);
    cr_assert_eq(auk_world_hash(world), hash);
    free(base);
    free(target);
    free(delta);
    auk_world_destroy(world);
}

Test(terrain_world, chains_and_grids_are_not_made_other_shapes)
{
    AukWorld *world = scene_world();
    AukBodyId body = empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f);
    const AukVec2 points[2] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    AukShapeId shapes[2] = {auk_body_add_chain(world, body, points, 2, false, NULL), grid_of(world, body, 2, 2, NULL)};
    AukShape circle = auk_shape_circle(1.0f);
    uint64_t hash = auk_world_hash(world);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(auk_world_shape_set(world, shapes[i], &circle), AUK_ERROR_UNSUPPORTED);
        cr_assert_eq(auk_world_hash(world), hash);
    }
    auk_world_destroy(world);
}

Test(terrain_world, contacts_with_terrain_outlive_a_shift_of_the_origin)
{
    AukWorld *world = scene_world();
    long_floor(world, false);
    AukBodyId floor = empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f);
    const AukVec2 points[3] = {{-100.0f, 0.0f}, {-50.0f, 0.0f}, {-10.0f, 0.0f}};
    auk_body_add_chain(world, floor, points, 3, false, NULL);
    scene_body(world, AUK_MOTION_MOVING, auk_shape_box(0.5f, 0.5f), 7.0f, 0.5f);
    scene_body(world, AUK_MOTION_MOVING, auk_shape_box(0.5f, 0.5f), -50.0f, 0.5f);
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    int count = auk_world_contacts(world).count;
    cr_assert_geq(count, 4);
    cr_assert_eq(auk_world_shift_origin(world, 1024.0, -512.0, NULL), AUK_OK);
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    cr_assert_eq(auk_world_contacts(world).count, count);
    cr_assert_eq(auk_world_events(world, AUK_EVENT_BEGIN).count, 0);
    cr_assert_eq(auk_world_events(world, AUK_EVENT_END).count, 0);
    auk_world_destroy(world);
}
