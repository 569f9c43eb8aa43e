// Bodies that walk, and which way is up.
#include "auk/record.h"
#include "auk/shapes.h"
#include "auk/terrain.h"
#include "support/mover_scene.h"
#include "support/random.h"
#include "support/world_record.h"

#include <stdlib.h>

static AukBodyDef hero_def(float x, float y)
{
    return scene_def(AUK_MOTION_MOVING, penguin(0.0f, 0.0f).shape, x, y);
}

// A frame of a game: the body wants to walk, and falls; then the world steps.
static void frame(AukWorld *world, AukBodyId body, AukMover *mover, float speed)
{
    mover->velocity = auk_vec(speed, mover->velocity.y + GRAVITY * DT);
    cr_assert_eq(auk_body_walk(world, body, mover, DT, NULL), AUK_OK);
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
}

static void stairs(AukWorld *world)
{
    scene_wall(world, 0.0f, -1.0f, 50.0f, 1.0f);
    for (int i = 0; i < 4; i++) {
        scene_wall(world, 4.0f + (float)i, 0.125f * (float)(i + 1), 0.5f, 0.125f * (float)(i + 1));
    }
}

Test(mover_walk, moves_a_body_as_auk_world_move_moves_a_mover)
{
    AukWorld *world = scene_world();
    stairs(world);
    AukMover twin = penguin(0.0f, 1.5f), mover;
    memset(&mover, 0, sizeof mover);
    AukBodyDef def = hero_def(0.0f, 1.5f);
    AukBodyId hero = auk_body_create(world, &def);
    twin.pose = auk_body_get_pose(world, hero);
    twin.query.exclude = hero;
    twin.step_height = mover.step_height = 0.3f;
    for (int i = 0; i < 200; i++) {
        walk(world, &twin, 3.0f);
        frame(world, hero, &mover, 3.0f);
        cr_assert(same(mover.pose, twin.pose) && same(auk_body_get_pose(world, hero), twin.pose), "frame %d", i);
        cr_assert(mover.floor == twin.floor && mover.velocity.x == twin.velocity.x);
        cr_assert(mover.shape.kind == AUK_SHAPE_NONE && mover.query.exclude.generation == 0);
    }
    cr_assert(twin.pose.p.x > 7.0f);
    auk_world_destroy(world);
}

Test(mover_walk, a_shape_beside_the_middle_of_its_body_walks_and_rests_where_the_shape_is)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 50.0f, 1.0f);
    scene_wall(world, 6.0f, 3.0f, 1.0f, 3.0f);
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(0.0f), 0.1f, 0.7f);
    memset(&def.shape, 0, sizeof def.shape);
    def.angle = 0.3f;
    AukBodyId hero = auk_body_create(world, &def);
    AukShapeDef boots = {.shape = auk_shape_box(0.5f, 0.25f), .position = {0.3f, 1.7f}, .angle = -0.3f};
    AukShapeId shape = auk_body_add_shape(world, hero, &boots);
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    for (int i = 0; i < 64; i++) {
        frame(world, hero, &mover, 0.0f);
    }
    AukTransform rest = mover.pose;
    AukShape box = auk_world_shape_get(world, shape);
    AukBox bounds = auk_shape_bounds(&box, auk_world_shape_get_pose(world, shape));
    cr_assert(mover.floor && near(bounds.min.y, 0.0f, 1e-5f) && bounds.min.y >= 0.0f, "%g", (double)bounds.min.y);
    for (int i = 0; i < 300; i++) {
        frame(world, hero, &mover, 0.0f);
        cr_assert(same(mover.pose, rest), "frame %d", i);
    }
    for (int i = 0; i < 200; i++) {
        frame(world, hero, &mover, 4.0f);
    }
    bounds = auk_shape_bounds(&box, auk_world_shape_get_pose(world, shape));
    cr_assert(mover.wall && near(bounds.max.x, 5.0f, 1e-4f) && bounds.max.x <= 5.0f, "%g", (double)bounds.max.x);
    auk_world_destroy(world);
}

Test(mover_walk, takes_the_oldest_solid_shape_and_the_filter_that_it_has)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 50.0f, 1.0f);
    AukBodyId bars = scene_wall(world, 3.0f, 2.0f, 0.5f, 2.0f), glass = scene_wall(world, 6.0f, 2.0f, 0.5f, 2.0f);
    cr_assert_eq(auk_body_set_filter(world, bars, (AukFilter){.category = 4}), AUK_OK);
    cr_assert_eq(auk_body_set_filter(world, glass, (AukFilter){.ignore = 1}), AUK_OK); // whoever has no category
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(5.0f), 0.0f, 1.0f);
    def.sensor = true;
    AukBodyId hero = auk_body_create(world, &def);
    AukShapeDef solid = {.shape = auk_shape_circle(0.5f), .filter = {.ignore = 4}};
    auk_body_add_shape(world, hero, &solid);
    solid.shape = auk_shape_circle(3.0f);
    auk_body_add_shape(world, hero, &solid);
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    for (int i = 0; i < 200; i++) {
        frame(world, hero, &mover, 4.0f);
    }
    cr_assert(mover.floor && near(mover.pose.p.y, 0.5f, 1e-5f) && mover.pose.p.x > 10.0f);
    auk_world_destroy(world);
}

// What stands on a body is a roof for it. Left out of its move, it rides along.
Test(mover_walk, a_stack_rides_a_lift_if_each_leaves_out_those_above_it)
{
    enum { CRATES = 3 };
    AukWorld *world = scene_world();
    AukBodyDef lift = scene_def(AUK_MOTION_MOVING, auk_shape_box(2.0f, 0.5f), 0.0f, -0.5f);
    lift.velocity = auk_vec(0.5f, 1.5f);
    AukBodyId below = auk_body_create(world, &lift), crates[CRATES];
    AukMover movers[CRATES];
    memset(movers, 0, sizeof movers);
    for (int i = 0; i < CRATES; i++) {
        AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_box(0.5f, 0.5f), 0.0f, 0.51f + (float)i);
        crates[i] = auk_body_create(world, &def);
    }
    for (int i = 0; i < CRATES; i++) {
        movers[i].query.excludes = &crates[i + 1 < CRATES ? i + 1 : i];
        movers[i].query.exclude_count = CRATES - 1 - i;
    }
    for (int step = 0; step < 240; step++) {
        for (int i = 0; i < CRATES; i++) {
            movers[i].velocity = auk_vec(0.0f, movers[i].velocity.y + GRAVITY * DT);
            cr_assert_eq(auk_body_walk(world, crates[i], &movers[i], DT, NULL), AUK_OK);
            cr_assert(!movers[i].stuck && movers[i].query.exclude_count == CRATES - 1 - i);
        }
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    }
    AukVec2 top = auk_body_get_position(world, below);
    for (int i = 0; i < CRATES; i++) {
        AukVec2 at = auk_body_get_position(world, crates[i]);
        cr_assert(near(at.x, top.x, 0.02f) && near(at.y - top.y, 1.0f + (float)i, 0.01f),
                  "crate %d at %g %g, lift %g %g", i, (double)at.x, (double)at.y, (double)top.x, (double)top.y);
    }
    auk_world_destroy(world);
}

Test(mover_walk, the_coming_step_sees_the_body_move)
{
    AukWorld *world = scene_world();
    AukBodyId plate = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(0.5f, 0.5f), 2.0f, 0.0f);
    AukBodyDef def = hero_def(0.0f, 0.0f);
    def.motion = AUK_MOTION_SWEPT;
    AukBodyId hero = auk_body_create(world, &def);
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    mover.floating = true;
    mover.velocity = auk_vec(4.0f, 0.0f);
    cr_assert_eq(auk_body_walk(world, hero, &mover, 1.0f, NULL), AUK_OK);
    cr_assert_eq(auk_body_get_position(world, hero).x, 0.0f);
    cr_assert_eq(mover.pose.p.x, 4.0f);
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    cr_assert_eq(auk_body_get_position(world, hero).x, 4.0f);
    AukEvents events = auk_world_events(world, AUK_EVENT_ENTER);
    cr_assert(events.count == 1 && auk_body_id_equal(events.items[0].body_a, plate));
    auk_world_destroy(world);
}

Test(mover_walk, a_record_of_it_replays)
{
    Tape tape = {NULL, 0, 0};
    AukWorldDef upside_down = {.up = {0.0f, -2.0f}};
    AukWorld *world = auk_world_create(&upside_down, NULL);
    cr_assert_eq(tape_start(&tape, world, 1), AUK_OK);
    stairs(world);
    AukBodyDef def = hero_def(0.0f, 1.5f);
    AukBodyId hero = auk_body_create(world, &def);
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    for (int i = 0; i < 100; i++) {
        mover.step_height = i == 50 ? -1.0f : 0.3f; // a refused walk in between
        (void)auk_body_walk(world, hero, &mover, DT, NULL);
        mover.velocity = auk_vec(3.0f, mover.velocity.y - DT);
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    }
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    auk_world_destroy(world);
    AukReplay *replay = auk_replay_open(tape.bytes, tape.size, NULL, NULL);
    cr_assert(auk_replay_run(replay));
    cr_assert_eq(auk_replay_report(replay).hash, hash);
    memset(&mover, 0, sizeof mover); // the replayed world knows which way is up
    mover.velocity = auk_vec(0.0f, -3.0f);
    cr_assert_eq(auk_body_walk((AukWorld *)auk_replay_world(replay), hero, &mover, 0.0f, NULL), AUK_OK);
    auk_replay_close(replay);
    tape_free(&tape);
}

static void walk_refused(AukWorld *world, AukBodyId body, AukMover mover, float dt, AukStatus status)
{
    AukMover before = mover;
    AukMoveReport report = {.contact_count = -7}, untouched = report;
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_body_walk(world, body, &mover, dt, &report), status);
    cr_assert(memcmp(&before, &mover, sizeof mover) == 0 && memcmp(&report, &untouched, sizeof report) == 0);
    cr_assert_eq(auk_world_hash(world), hash);
}

Test(mover_walk, a_body_walks_with_its_oldest_shape_that_is_enabled)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 90.0f, 1.0f);
    scene_wall(world, 0.0f, 3.0f, 50.0f, 1.5f); // a passage as high as the small shape
    AukShapeDef small = {.shape = auk_shape_box(0.25f, 0.5f), .position = {0.0f, -0.5f}};
    AukBodyId hero = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(0.25f, 1.0f), -60.0f, 1.0f);
    AukShapeId tall, low = auk_body_add_shape(world, hero, &small);
    auk_body_get_shapes(world, hero, &tall, 1);
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(auk_world_shape_set_enabled(world, tall, i == 0), AUK_OK);
        for (int k = 0; k < 60; k++) {
            mover.velocity = auk_vec(30.0f, 0.0f);
            cr_assert_eq(auk_body_walk(world, hero, &mover, DT, NULL), AUK_OK);
            cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        }
        float x = auk_body_get_position(world, hero).x;
        cr_assert(i == 0 ? x < -50.2f && x > -50.4f : x > -45.0f, "%g", (double)x);
    }
    cr_assert_eq(auk_world_shape_set_enabled(world, low, false), AUK_OK);
    cr_assert_eq(auk_body_walk(world, hero, &mover, DT, NULL), AUK_ERROR_NO_SHAPE);
    auk_world_destroy(world);
}

Test(mover_walk, refuses_bad_input_and_changes_nothing)
{
    AukWorld *world = scene_world();
    AukVec2 points[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 1.0f}};
    AukBodyDef bare_def = {.motion = AUK_MOTION_MOVING};
    AukBodyId hero = scene_ball(world, 0.0f, 0.0f, 1.0f), wall = scene_wall(world, 9.0f, 0.0f, 1.0f, 1.0f);
    AukBodyId gone = scene_ball(world, 5.0f, 5.0f, 1.0f), none = {0, 0};
    AukBodyId bare = auk_body_create(world, &bare_def), chain = auk_body_create(world, &bare_def);
    AukBodyId field = scene_sensor(world, AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 9.0f);
    auk_body_add_chain(world, chain, points, 3, false, NULL);
    auk_body_destroy(world, gone);
    AukMover good, bad;
    memset(&good, 0, sizeof good);
    walk_refused(world, none, good, DT, AUK_ERROR_STALE_ID);
    walk_refused(world, gone, good, DT, AUK_ERROR_STALE_ID);
    walk_refused(world, wall, good, DT, AUK_ERROR_STATIC_BODY);
    walk_refused(world, bare, good, DT, AUK_ERROR_NO_SHAPE);
    walk_refused(world, field, good, DT, AUK_ERROR_NO_SHAPE);
    walk_refused(world, chain, good, DT, AUK_ERROR_UNSUPPORTED);
    walk_refused(world, hero, good, -1.0f, AUK_ERROR_TIME_STEP);
    walk_refused(world, hero, good, NAN, AUK_ERROR_TIME_STEP);
    bad = good, bad.velocity.x = NAN;
    walk_refused(world, hero, bad, DT, AUK_ERROR_NOT_FINITE);
    bad = good, bad.velocity.x = AUK_COORDINATE_MAX;
    walk_refused(world, hero, bad, 2.0f, AUK_ERROR_RANGE);
    cr_assert_eq(auk_body_walk(NULL, hero, &good, DT, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_body_walk(world, hero, NULL, DT, NULL), AUK_ERROR_NULL);
    AukMoveReport report = {.sensor_capacity = -1};
    cr_assert_eq(auk_body_walk(world, hero, &good, DT, &report), AUK_ERROR_COUNT);
    auk_world_destroy(world);
}

// ---- up -----------------------------------------------------------------------------------------------------------

Test(mover_up, a_mover_stands_on_floors_where_y_points_down)
{
    AukWorldDef def = {.up = {0.0f, -3.0f}};
    AukWorld *world = auk_world_create(&def, NULL);
    scene_wall(world, 0.0f, 5.0f, 50.0f, 1.0f);
    AukMover mover = penguin(0.0f, 0.0f), own = penguin(0.0f, 0.0f);
    own.up = auk_vec(0.0f, 1.0f);
    for (int i = 0; i < 200; i++) {
        mover.velocity.y += 20.0f * DT;
        own.velocity.y += 20.0f * DT;
        cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
        cr_assert_geq(auk_world_move(world, &own, DT, NULL, 0), 0);
    }
    cr_assert(mover.floor && !mover.ceiling && mover.floor_normal.y == -1.0f && near(mover.pose.p.y, 3.0f, 1e-5f));
    cr_assert(own.ceiling && !own.floor);
    auk_world_destroy(world);
}

Test(mover_up, of_a_world_is_checked_and_a_snapshot_keeps_it)
{
    static unsigned char buffer[1 << 16];
    AukStatus status;
    const AukVec2 bad[4] = {{NAN, 0.0f}, {0.0f, INFINITY}, {-INFINITY, 1.0f}, {1e30f, 0.0f}};
    for (int i = 0; i < 4; i++) {
        AukWorldDef def = {.up = bad[i]};
        cr_assert_null(auk_world_create(&def, &status));
        cr_assert_eq(status, i < 3 ? AUK_ERROR_NOT_FINITE : AUK_ERROR_RANGE);
    }
    const AukVec2 ups[4] = {{0.0f, 0.0f}, {-0.0f, 1.0f}, {0.0f, -1.0f}, {-0.0f, -0.0f}};
    for (int i = 0; i < 4; i++) {
        AukWorldDef from = {.up = ups[i]};
        AukWorld *source = auk_world_create(&from, NULL);
        uint64_t size = auk_world_snapshot_size(source);
        cr_assert(size <= sizeof buffer && auk_world_snapshot(source, buffer, size) == AUK_OK);
        for (int k = 0; k < 4; k++) {
            AukWorldDef to = {.up = ups[k]};
            AukWorld *world = auk_world_create(&to, NULL);
            bool same_up = (i == 2) == (k == 2);
            cr_assert_eq(auk_world_restore(world, buffer, size), same_up ? AUK_OK : AUK_ERROR_WORLD_DEF);
            cr_assert_eq(auk_world_hash(world), auk_world_hash(source));
            auk_world_destroy(world);
        }
        auk_world_destroy(source);
    }
}

// It ended on one of the slopes, out of touch with the other, and had no floor: a character could never jump out.
Test(mover_walk, a_corner_between_two_steep_slopes_is_a_floor)
{
    const float angles[2] = {0.393435329f, 0.377450824f};
    const AukVec2 vee[3] = {{-20.0f * cosf(angles[0]), 20.0f * sinf(angles[0])},
                            {0.0f, 0.0f},
                            {20.0f * cosf(angles[1]), 20.0f * sinf(angles[1])}};
    const AukVec2 vertices[4] = {{-0.19671987f, 0.0941497684f},
                                 {0.0141150951f, -0.203262061f},
                                 {0.262196928f, -0.203193769f},
                                 {0.279671818f, 0.305168897f}};
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef def = {.motion = AUK_MOTION_STATIC, .position = {3.02971268f, -9.0995121f}};
    auk_body_add_chain(world, auk_body_create(world, &def), vee, 3, false, NULL);
    AukMover mover = {.shape = auk_shape_polygon(vertices, 4, 0.0f), .slope_limit = 0.338506699f};
    mover.pose.p = auk_vec(3.02971268f, -3.0995121f);
    mover.pose.q.c = 0.234631643f;
    mover.pose.q.s = 0.972084343f;
    for (int i = 0; i < 100; i++) {
        mover.velocity = auk_vec(1.17884254f, mover.velocity.y - 20.0f * 0.109380774f);
        cr_assert_geq(auk_world_move(world, &mover, 0.109380774f, NULL, 0), 0);
        cr_assert(i < 50 || (mover.floor && auk_vec_length(mover.moved) < 1e-4f), "move %d", i);
    }
    auk_world_destroy(world);
}

// ---- feet of ramps, crests and joints -------------------------------------------------------------------------------

static void fall_and_walk(AukWorld *world, AukMover *mover, float speed, int moves)
{
    for (int i = 0; i < moves; i++) {
        mover->velocity = auk_vec(speed, mover->velocity.y - 20.0f / 60.0f);
        cr_assert_geq(auk_world_move(world, mover, 1.0f / 60.0f, NULL, 0), 0);
    }
}

// Two convex shapes of one body. A corner that was about a gap before the foot met the tip of the ramp, a wall, and no
// move went on to the face behind it.
Test(mover_walk, a_box_that_stops_anywhere_before_the_foot_of_a_ramp_walks_up)
{
    const float x = 1000.0f, gap = 0x1p-21f * x; // about one
    for (int k = 0; k < 250; k++) {
        AukWorld *world = scene_world();
        AukBodyId body = scene_body(world, AUK_MOTION_STATIC, (AukShape){0}, x, 0.0f);
        const AukVec2 floor[4] = {{-10.0f, 0.0f}, {-10.0f, -2.0f}, {0.0f, -2.0f}, {0.0f, 0.0f}};
        const AukVec2 ramp[4] = {{0.0f, 0.0f}, {0.0f, -2.0f}, {10.0f, -2.0f}, {10.0f, 4.0f}};
        cr_assert_neq(auk_body_add_polygon(world, body, floor, 4, NULL).generation, 0);
        cr_assert_neq(auk_body_add_polygon(world, body, ramp, 4, NULL).generation, 0);
        AukMover mover = {.shape = auk_shape_box(0.4f, 0.9f), .pose = auk_transform(auk_vec(x - 3.0f, 1.0f), 0.0f)};
        fall_and_walk(world, &mover, 0.0f, 60);
        float goal = x - 0.4f - 0.01f * (float)k * gap;
        mover.velocity = auk_vec(60.0f * (goal - mover.pose.p.x), -20.0f / 60.0f);
        cr_assert_geq(auk_world_move(world, &mover, 1.0f / 60.0f, NULL, 0), 0);
        fall_and_walk(world, &mover, 4.0f, 60);
        cr_assert_gt(mover.pose.p.x, x + 1.0f, "stopped %g gaps before the foot", 0.01 * k);
        auk_world_destroy(world);
    }
}

// A map in four chunks, each a grid, whose positions are rounded, and a staircase of slopes through their corner.
Test(mover_walk, characters_walk_over_slopes_where_grids_join)
{
    enum { SIDE = 111, LONG = 20 };
    const float cell = 0.497966f;
    static uint8_t cells[SIDE * SIDE];
    AukWorld *world = scene_world();
    AukBodyId body = scene_body(world, AUK_MOTION_STATIC, (AukShape){0}, 0.0f, 0.0f);
    for (int chunk = 0; chunk < 4; chunk++) {
        int left = (chunk % 2 - 1) * SIDE, low = (chunk / 2 - 1) * SIDE;
        for (int i = 0; i < SIDE * SIDE; i++) {
            int x = left + i % SIDE, y = low + i / SIDE, top = x < -LONG ? -LONG : (x > LONG ? LONG : x);
            cells[i] = (uint8_t)(y < top ? AUK_TILE_FULL
                                         : (y == top && abs(x) <= LONG ? AUK_TILE_SLOPE_RIGHT_LOW : AUK_TILE_EMPTY));
        }
        AukTilesDef tiles = {SIDE, SIDE, cell, cell, cells};
        AukShapeDef def = {.position = {(float)left * cell, (float)low * cell}};
        cr_assert_neq(auk_body_add_tiles(world, body, &tiles, &def).generation, 0);
    }
    for (int k = 0; k < 100; k++) {
        AukMover mover = {.shape = auk_shape_circle(1.2f * cell), .slope_limit = 1.0f};
        mover.snap = k % 2 ? 0.1f * cell : 0.0f;
        mover.pose = auk_transform(auk_vec_scale(cell, auk_vec(-8.0f - 0.037f * (float)k, 6.0f)), 0.0f);
        for (int i = 0; i < 1500 && mover.pose.p.x < 6.0f * cell; i++) {
            mover.velocity =
                mover.floor ? auk_vec(3.0f * cell, 0.0f) : auk_vec(0.0f, mover.velocity.y - 100.0f * cell / 60.0f);
            cr_assert_geq(auk_world_move(world, &mover, 1.0f / 60.0f, NULL, 0), 0);
        }
        cr_assert_geq(mover.pose.p.x, 6.0f * cell, "character %d is at (%g, %g)", k, (double)mover.pose.p.x,
                      (double)mover.pose.p.y);
    }
    auk_world_destroy(world);
}

// Kinds that are one-way, a grid that is, and a chain: level, up by 45 degrees, level. Over the crest a round shape is
// in front neither of the slope's line nor of the floor beyond.
Test(mover_walk, one_way_hills_of_all_sorts_are_walked_over)
{
    for (int k = 0; k < 120; k++) {
        const int sort = k % 3;
        AukWorld *world = scene_world();
        AukBodyId body = scene_body(world, AUK_MOTION_STATIC, (AukShape){0}, 0.0f, 0.0f);
        AukTileKind full = {0}, slope = {.points = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}}, .count = 3};
        full.one_way = slope.one_way = sort == 0 ? auk_vec(0.0f, 1.0f) : auk_vec(0.0f, 0.0f);
        enum { FULL = AUK_TILE_KIND_FIRST, SLOPE };
        cr_assert_eq(auk_world_set_tile_kind(world, FULL, &full), AUK_OK);
        cr_assert_eq(auk_world_set_tile_kind(world, SLOPE, &slope), AUK_OK);
        uint8_t cells[24] = {0};
        memset(cells, FULL, 12);
        memset(cells + 18, FULL, 6);
        cells[17] = SLOPE;
        AukTilesDef tiles = {12, 2, 1.0f, 1.0f, cells};
        AukShapeDef def = {.one_way = {0.0f, sort == 0 ? 0.0f : 1.0f}};
        const AukVec2 line[4] = {{0.0f, 1.0f}, {5.0f, 1.0f}, {6.0f, 2.0f}, {12.0f, 2.0f}};
        AukShapeId made = sort < 2 ? auk_body_add_tiles(world, body, &tiles, &def)
                                   : auk_body_add_chain(world, body, line, 4, false, &def);
        cr_assert_neq(made.generation, 0);
        AukMover mover = {.shape = auk_shape_circle(0.4f), .snap = k % 2 ? 0.3f : 0.0f};
        mover.pose = auk_transform(auk_vec(2.0f + 0.01f * (float)k, 1.6f), 0.0f);
        fall_and_walk(world, &mover, 3.0f, 120);
        cr_assert(mover.pose.p.x > 7.0f && mover.pose.p.y > 2.3f, "hill %d: at (%g, %g)", k, (double)mover.pose.p.x,
                  (double)mover.pose.p.y);
        auk_world_destroy(world);
    }
}

// Level ground and a slope that leads down from it, of one-way kinds or beside a built-in floor. Who comes down on the
// slope a little below the crest, with the other way to go, is not in front of the level ground and not on the grid.
Test(mover_walk, who_lands_on_a_one_way_slope_below_its_crest_walks_over_it)
{
    enum { LEVEL = AUK_TILE_KIND_FIRST, SLOPE };
    for (int k = 0; k < 600; k++) {
        AukWorld *world = scene_world();
        AukTileKind level = {.points = {{0.0f, 1.0f}, {1.0f, 1.0f}}, .count = 2, .one_way = {0.0f, 1.0f}};
        AukTileKind slope = {.points = {{0.0f, 1.0f}, {1.0f, 0.5f}, {0.0f, 0.0f}, {1.0f, 0.0f}},
                             .one_way = {0.0f, 1.0f}};
        slope.count = k % 2 ? 4 : 2;
        cr_assert_eq(auk_world_set_tile_kind(world, LEVEL, &level), AUK_OK);
        cr_assert_eq(auk_world_set_tile_kind(world, SLOPE, &slope), AUK_OK);
        uint8_t cells[8];
        memset(cells, k % 3 ? LEVEL : AUK_TILE_ONE_WAY_HIGH, sizeof cells);
        cells[7] = SLOPE;
        AukBodyId body = scene_body(world, AUK_MOTION_STATIC, (AukShape){0}, -7.0f, -1.0f);
        cr_assert_neq(auk_body_add_tiles(world, body, &(AukTilesDef){8, 1, 1.0f, 1.0f, cells}, NULL).generation, 0);
        AukMover mover = {.shape = auk_shape_circle(0.2f), .velocity = {-6.0f, -6.0f}};
        mover.pose.p = auk_vec(0.2f + 0.02f * (float)(k % 20), 0.15f + 0.005f * (float)(k / 20));
        for (int i = 0; i < 10; i++) {
            cr_assert_geq(auk_world_move(world, &mover, 1.0f / 16.0f, NULL, 0), 0);
            mover.velocity = auk_vec(-6.0f, mover.velocity.y - 20.0f / 16.0f);
        }
        cr_assert(mover.pose.p.x < -2.0f && mover.pose.p.y > 0.19f, "%d: at (%g, %g)", k, (double)mover.pose.p.x,
                  (double)mover.pose.p.y);
        auk_world_destroy(world);
    }
}

// A mover before a step at the origin, under a roof. A place on the step that it just reaches is `reach` behind the
// edge.
typedef struct LowRoof {
    AukWorld *world;
    AukMover mover;
    float direction, size, step, reach;
} LowRoof;

static LowRoof low_roof(Random *random, float lean)
{
    LowRoof scene = {.world = scene_world(), .direction = random_chance(random, 0.5) ? 1.0f : -1.0f};
    float size = random_float(random, 0.5f, 1.0f), room = size * (float)random_log(random, 0.01, 0.3);
    AukShape shapes[4] = {auk_shape_circle(size), auk_shape_box(0.5f * size, size),
                          auk_shape_capsule(auk_vec(0.0f, -0.5f * size), auk_vec(0.0f, 0.5f * size), 0.5f * size),
                          auk_shape_rounded(auk_shape_box(0.4f * size, 0.7f * size), 0.3f * size)};
    scene.size = size;
    scene.step = size * random_float(random, 0.1f, 0.6f);
    scene.reach = size * random_float(random, 0.6f, 3.0f);
    scene_wall(scene.world, 0.0f, -4.0f, 30.0f, 4.0f);
    scene_wall(scene.world, scene.direction * 10.0f, 0.0f, 10.0f, scene.step);
    AukMover mover = mover_of(shapes[random_int(random, 0, 3)], -scene.direction * 3.0f * size, 1.05f * size);
    AukVec2 normal = auk_vec_normalize(auk_vec(scene.direction * lean, 1.0f));
    float reach = auk_vec_dot(auk_support(&mover.shape, auk_transform_identity(), normal), normal) + room;
    AukVec2 at = auk_vec_add(auk_vec(scene.direction * scene.reach, scene.step + size), auk_vec_scale(reach, normal));
    AukVec2 along = auk_vec(20.0f * normal.y, -20.0f * normal.x);
    AukShape roof = auk_shape_segment(auk_vec_neg(along), along);
    scene_body(scene.world, AUK_MOTION_STATIC, roof, at.x, at.y);
    mover.step_height = scene.step * random_float(random, 1.01f, 1.5f);
    mover.snap = random_chance(random, 0.5) ? 0.0f : 0.2f * size;
    scene.mover = mover;
    return scene;
}

// Walks until it gets no further. The place along its way.
static float walk_to_the_end(LowRoof *scene, float speed)
{
    int still = 0;
    for (int i = 0; i < 3000 && still < 4; i++) {
        scene->mover.velocity = auk_vec(scene->direction * speed, scene->mover.velocity.y + GRAVITY * DT);
        cr_assert(auk_world_move(scene->world, &scene->mover, DT, NULL, 0) >= 0 && !scene->mover.stuck);
        still = fabsf(scene->mover.moved.x) < 1e-4f * speed * DT ? still + 1 : 0;
    }
    return scene->direction * scene->mover.pose.p.x;
}

Test(mover_walk, climbs_a_step_that_it_just_can_climb_under_a_roof_that_slopes_down)
{
    Random random = random_start(random_seed(), 73);
    for (int i = 0; i < 1000; i++) {
        LowRoof scene = low_roof(&random, random_float(&random, 0.02f, 0.5f));
        float speed = scene.size * (float)random_log(&random, 0.5, 16.0);
        stand(scene.world, &scene.mover);
        float at = walk_to_the_end(&scene, speed);
        cr_assert(at > scene.reach && scene.mover.pose.p.y > scene.step, "%d: at %g of %g", i, (double)at,
                  (double)scene.reach);
        auk_world_destroy(scene.world);
    }
}

// The roof is lower before the step than over it.
Test(mover_walk, a_step_that_it_cannot_climb_under_a_roof_is_a_wall)
{
    Random random = random_start(random_seed(), 74);
    int stopped = 0, walls = 0;
    for (int i = 0; i < 1000; i++) {
        LowRoof scene = low_roof(&random, random_float(&random, -0.2f, 0.0f));
        AukTransform pose = scene.mover.pose;
        if (auk_world_overlap(scene.world, &scene.mover.shape, pose, NULL, NULL, 0) == 0) {
            stand(scene.world, &scene.mover);
            float at = walk_to_the_end(&scene, 4.0f * scene.size);
            stopped += at < 0.0f;
            walls += at < 0.0f && scene.mover.wall;
            cr_assert(at > 0.0f || (scene.mover.floor && (scene.mover.wall || scene.mover.ceiling)), "%d: at %g", i,
                      (double)at);
            cr_assert(!scene.mover.wall || scene.mover.wall_normal.x * scene.direction < 0.0f);
        }
        auk_world_destroy(scene.world);
    }
    cr_assert(stopped > 20 && walls > 10, "%d, %d", stopped, walls);
}

Test(mover_walk, a_slope_that_ends_a_walk_is_a_wall_and_keeps_it_on_its_floor)
{
    Random random = random_start(random_seed(), 75);
    for (int i = 0; i < 1000; i++) {
        float direction = random_chance(&random, 0.5) ? 1.0f : -1.0f, size = random_float(&random, 0.25f, 0.75f);
        float steep = random_float(&random, 0.36f, 0.6f), slope = random_float(&random, -0.3f, 0.3f);
        AukVec2 joint = random_vec(&random, -16.0f, 16.0f);
        AukVec2 points[3] = {{joint.x - direction * 10.0f, joint.y - 10.0f * slope},
                             joint,
                             {joint.x + direction * cosf(steep) * 10.0f, joint.y + sinf(steep) * 10.0f}};
        AukWorld *world = scene_world();
        AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.0f), 0.0f, 0.0f);
        memset(&def.shape, 0, sizeof def.shape);
        AukShapeId ground = auk_body_add_chain(world, auk_body_create(world, &def), points, 3, false, NULL);
        cr_assert(!auk_shape_id_is_null(ground));
        AukMover mover = mover_of(auk_shape_box(size, random_float(&random, 0.5f, 2.0f) * size),
                                  joint.x - direction * 3.0f, joint.y + 3.0f);
        mover.slope_limit = 0.35f;
        stand(world, &mover);
        float speed = size * (float)random_log(&random, 0.5, 16.0);
        for (int k = 0, still = 0; k < 3000 && still < 3; k++) {
            walk(world, &mover, direction * speed);
            still = fabsf(mover.moved.x) < 1e-4f * speed * DT ? still + 1 : 0;
            cr_assert(mover.floor && (still < 2 || mover.wall), "%d: at (%g, %g)", i, (double)mover.pose.p.x,
                      (double)mover.pose.p.y);
        }
        auk_world_destroy(world);
    }
}

Test(mover_walk, climbs_no_thin_wall_that_leans_away_for_the_floor_behind_it)
{
    for (int i = 0; i < 40; i++) {
        float direction = i % 2 ? 1.0f : -1.0f, lean = 0.02f * (float)(1 + i / 4);
        AukWorld *world = scene_world();
        scene_wall(world, 0.0f, -1.0f, 50.0f, 1.0f);
        AukShape wall = auk_shape_segment(auk_vec(-direction * lean, -1.0f), auk_vec(direction * 9.0f * lean, 9.0f));
        scene_body(world, AUK_MOTION_STATIC, wall, 0.0f, 0.0f);
        AukMover mover =
            i & 2 ? penguin(-direction * 2.0f, 1.0f) : mover_of(auk_shape_box(0.5f, 1.0f), -direction * 2.0f, 1.0f);
        mover.step_height = 0.5f;
        stand(world, &mover);
        for (int k = 0; k < 80; k++) {
            walk(world, &mover, direction * 4.0f);
            cr_assert(mover.floor && near(mover.pose.p.y, 1.0f, 1e-4f), "%d: %g", i, (double)mover.pose.p.y);
        }
        cr_assert(mover.wall && mover.wall_normal.x * direction < -0.9f, "%d", i);
        auk_world_destroy(world);
    }
}
