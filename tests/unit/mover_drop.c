// Movers that pass one-way floors: that drop through them, or jump up through them.
#include "auk/terrain.h"
#include "support/mover_scene.h"

static AukBodyId platform(AukWorld *world, AukMotion motion, float x, float y, float half_width)
{
    AukBodyDef def = scene_def(motion, auk_shape_box(half_width, 0.125f), x, y - 0.125f);
    def.one_way = auk_vec(0.0f, 1.0f);
    return auk_body_create(world, &def);
}

// Falls until there is a floor; the height at which it stands then.
static float fall(AukWorld *world, AukMover *mover, float speed)
{
    for (int i = 0; i < 300; i++) {
        walk(world, mover, speed);
        if (mover->floor) {
            break;
        }
    }
    cr_assert(mover->floor && !mover->drop);
    return mover->pose.p.y - 1.0f;
}

Test(mover_drop, drops_through_one_floor_and_lands_on_the_next)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 50.0f, 1.0f);
    platform(world, AUK_MOTION_STATIC, 0.0f, 3.0f, 5.0f);
    platform(world, AUK_MOTION_STATIC, 0.0f, 3.25f, 5.0f); // nearer than the mover is high
    platform(world, AUK_MOTION_STATIC, 0.0f, 6.0f, 5.0f);
    AukMover mover = penguin(0.0f, 7.5f);
    const float heights[5] = {6.0f, 3.25f, 3.0f, 0.0f, 0.0f};
    for (int i = 0; i < 5; i++) {
        float height = fall(world, &mover, 0.0f);
        cr_assert(near(height, heights[i], 1e-4f), "%d: %g", i, (double)height);
        for (int k = 0; k < 10; k++) {
            walk(world, &mover, 0.0f);
            cr_assert(mover.floor);
        }
        mover.drop = true;
    }
    auk_world_destroy(world);
}

Test(mover_drop, without_any_speed_it_waits_until_it_falls)
{
    AukWorld *world = scene_world();
    platform(world, AUK_MOTION_STATIC, 0.0f, 3.0f, 5.0f);
    AukMover mover = penguin(0.0f, 4.5f);
    fall(world, &mover, 0.0f);
    mover.drop = true;
    for (int i = 0; i < 5; i++) {
        mover.velocity = auk_vec(0.0f, 0.0f);
        cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
        cr_assert(mover.drop && !mover.floor);
    }
    walk(world, &mover, 0.0f);
    walk(world, &mover, 0.0f);
    cr_assert(!mover.drop && !mover.floor && mover.pose.p.y < 4.0f);
    auk_world_destroy(world);
}

Test(mover_drop, solid_ground_beside_a_one_way_floor_holds_it)
{
    AukWorld *world = scene_world();
    scene_wall(world, -5.0f, 2.0f, 5.0f, 1.0f);
    platform(world, AUK_MOTION_STATIC, 5.0f, 3.0f, 5.0f);
    AukMover mover = penguin(-0.1f, 4.5f);
    fall(world, &mover, 0.0f);
    mover.drop = true;
    walk(world, &mover, 0.0f);
    cr_assert(mover.floor && !mover.drop && near(mover.pose.p.y, 4.0f, 1e-4f));
    for (int i = 0; i < 20; i++) {
        walk(world, &mover, 4.0f); // and the wish is forgotten
    }
    cr_assert(mover.floor && mover.pose.p.x > 1.0f && near(mover.pose.p.y, 4.0f, 1e-4f));
    auk_world_destroy(world);
}

Test(mover_drop, jumps_up_again_through_the_floor_that_it_left)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 50.0f, 1.0f);
    platform(world, AUK_MOTION_STATIC, 0.0f, 1.0f, 5.0f);
    AukMover mover = penguin(0.0f, 2.5f);
    cr_assert(near(fall(world, &mover, 0.0f), 1.0f, 1e-4f));
    mover.drop = true;
    cr_assert(near(fall(world, &mover, 0.0f), 0.0f, 1e-4f));
    mover.velocity.y = 9.0f;
    walk(world, &mover, 0.0f);
    cr_assert(near(fall(world, &mover, 0.0f), 1.0f, 1e-4f));
    auk_world_destroy(world);
}

// A column of rows of one-way tiles, with a solid row below.
static void tile_rows(AukWorld *world, float angle)
{
    static uint8_t cells[20 * 9];
    for (int i = 0; i < 20 * 9; i++) {
        int row = i / 20;
        cells[i] = (uint8_t)(row == 0 ? AUK_TILE_FULL : row % 4 == 0 ? AUK_TILE_ONE_WAY_HIGH : AUK_TILE_EMPTY);
    }
    AukTilesDef tiles = {.width = 20, .height = 9, .cell = 1.0f, .cells = cells};
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.0f), 0.0f, 0.0f);
    memset(&def.shape, 0, sizeof def.shape);
    def.angle = angle;
    AukShapeDef place = {.position = {-10.0f, -1.0f}};
    auk_body_add_tiles(world, auk_body_create(world, &def), &tiles, &place);
}

Test(mover_drop, drops_through_a_row_of_tiles_at_a_run_and_lands_on_the_next_row)
{
    for (int direction = -1; direction <= 1; direction++) {
        AukWorld *world = scene_world();
        tile_rows(world, 0.0f);
        AukMover mover = penguin(-4.0f * (float)direction, 9.5f);
        mover.snap = 0.25f;
        const float heights[4] = {8.0f, 4.0f, 0.0f, 0.0f};
        for (int i = 0; i < 4; i++) {
            float height = fall(world, &mover, 6.0f * (float)direction);
            cr_assert(near(height, heights[i], 1e-4f), "%d: %g", i, (double)height);
            mover.drop = true;
        }
        auk_world_destroy(world);
    }
}

Test(mover_drop, drops_off_a_lift_that_rises_or_sinks)
{
    for (int direction = -1; direction <= 1; direction++) {
        AukWorld *world = scene_world();
        scene_wall(world, 0.0f, -1.0f, 50.0f, 1.0f);
        AukBodyId lift = platform(world, AUK_MOTION_MOVING, 0.0f, 5.0f, 3.0f);
        AukMover mover = penguin(0.0f, 6.0f);
        cr_assert_eq(auk_body_set_velocity(world, lift, auk_vec(0.0f, 2.0f * (float)direction)), AUK_OK);
        for (int i = 0; i < 20; i++) {
            walk(world, &mover, 0.0f);
            cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        }
        cr_assert(mover.floor && auk_body_id_equal(mover.support, lift));
        mover.drop = true;
        mover.velocity = direction < 0 ? mover.support_velocity : mover.velocity; // else the lift sinks faster
        for (int i = 0; i < 100 && (i == 0 || !mover.floor); i++) {
            walk(world, &mover, 0.0f);
            cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        }
        cr_assert(mover.floor && near(mover.pose.p.y, 1.0f, 1e-4f), "%d: %g", direction, (double)mover.pose.p.y);
        auk_world_destroy(world);
    }
}

Test(mover_drop, drops_through_every_edge_of_a_one_way_chain_and_where_y_points_down)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        float s = (float)sign;
        AukWorldDef world_def = {.up = {0.0f, s}};
        AukWorld *world = auk_world_create(&world_def, NULL);
        scene_wall(world, 0.0f, -s, 50.0f, 1.0f);
        AukVec2 points[6] = {{-5.0f, 4.0f * s}, {-1.0f, 4.0f * s}, {-0.2f, 4.1f * s},
                             {0.3f, 4.0f * s},  {2.0f, 3.8f * s},  {9.0f, 4.0f * s}};
        AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.0f), 0.0f, 0.0f);
        memset(&def.shape, 0, sizeof def.shape);
        AukShapeDef one_way = {.one_way = {0.0f, s}};
        auk_body_add_chain(world, auk_body_create(world, &def), points, 6, false, &one_way);
        AukMover mover = penguin(0.0f, 6.0f * s);
        for (int i = 0; i < 400; i++) {
            mover.drop = mover.drop || i == 200;
            mover.velocity = auk_vec(i >= 200 ? 5.0f : 0.0f, mover.velocity.y - 20.0f * s * DT);
            cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
            cr_assert(i >= 200 || i < 100 || mover.floor);
        }
        cr_assert(mover.floor && near(mover.pose.p.y * s, 1.0f, 1e-4f), "%g", (double)mover.pose.p.y);
        auk_world_destroy(world);
    }
}

// A one-way slope of an angle that leads down to the right, as a chain, a polygon, a segment, or an outline.
static void slope_of_kind(AukWorld *world, int kind, float angle)
{
    AukRot q = auk_rot(-angle);
    AukVec2 end = auk_vec(20.0f * q.c, 20.0f * q.s), start = auk_vec_neg(end), low = auk_vec(0.0f, -0.25f);
    AukVec2 bend = auk_vec(0.0f, 0.25f);
    AukVec2 strip[6] = {start, bend, end, auk_vec_add(end, low), auk_vec_add(bend, low), auk_vec_add(start, low)};
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.0f), 0.0f, 0.0f);
    memset(&def.shape, 0, sizeof def.shape);
    AukShapeDef shape = {.one_way = {-q.s, q.c}};
    AukBodyId body = auk_body_create(world, &def);
    if (kind == 0) {
        auk_body_add_chain(world, body, strip, 3, false, &shape);
    } else if (kind == 1) {
        AukVec2 points[4] = {start, end, auk_vec_add(end, low), auk_vec_add(start, low)};
        auk_body_add_polygon(world, body, points, 4, &shape);
    } else if (kind == 2) {
        shape.shape = auk_shape_segment(start, end);
        auk_body_add_shape(world, body, &shape);
    } else {
        auk_body_add_outline(world, body, strip, 6, NULL, 0, &shape);
    }
}

Test(mover_drop, falls_through_a_slope_that_it_runs_down)
{
    for (int i = 0; i < 4 * 7 * 5; i++) {
        AukWorld *world = scene_world();
        slope_of_kind(world, i % 4, 0.1f * (float)(1 + i / 4 % 7));
        float speed = 2.0f * (float)(1 + i / 28);
        AukMover mover = penguin(-8.0f, 10.0f);
        mover.snap = 0.25f;
        fall(world, &mover, 0.0f);
        for (int k = 0; k < 10; k++) {
            walk(world, &mover, speed);
        }
        cr_assert(mover.floor, "%d", i);
        mover.drop = true;
        for (int k = 0; k < 30; k++) {
            walk(world, &mover, speed);
            cr_assert(!mover.floor, "%d: at move %d", i, k);
        }
        auk_world_destroy(world);
    }
}

Test(mover_drop, does_nothing_on_solid_ground_in_the_air_or_afloat)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 5.0f, 1.0f);
    platform(world, AUK_MOTION_STATIC, 20.0f, 3.0f, 5.0f);
    AukMover mover = penguin(0.0f, 1.5f), twin = mover, afloat = penguin(20.0f, 4.5f);
    for (int i = 0; i < 100; i++) {
        mover.drop = true;
        walk(world, &mover, 1.0f);
        walk(world, &twin, 1.0f);
        cr_assert(!mover.drop && same(mover.pose, twin.pose));
    }
    afloat.floating = true;
    for (int i = 0; i < 100; i++) {
        afloat.drop = true;
        afloat.velocity = auk_vec(0.0f, -1.0f);
        cr_assert_geq(auk_world_move(world, &afloat, DT, NULL, 0), 0);
    }
    cr_assert(near(afloat.pose.p.y, 4.0f, 1e-4f) && !afloat.drop);
    auk_world_destroy(world);
}

// ---- from below -----------------------------------------------------------------------------------------------------

// A floor, at x from 8 to 12 and y = 4, beside solid ground on its left that is as high.
static AukWorld *bridge_beside_ground(int bridge)
{
    enum { WIDTH = 16, HEIGHT = 4 };
    static uint8_t cells[WIDTH * HEIGHT];
    memset(cells, AUK_TILE_EMPTY, sizeof cells);
    memset(cells, AUK_TILE_FULL, WIDTH);
    for (int y = 1; y < HEIGHT; y++) {
        memset(cells + y * WIDTH, AUK_TILE_FULL, 8);
    }
    memset(cells + 3 * WIDTH + 8, bridge, 4);
    AukTileKind thin = {.points = {{0.0f, 1.0f}, {1.0f, 1.0f}}, .count = 2, .one_way = {0.0f, 1.0f}};
    AukTileKind thick = {
        .points = {{0.0f, 0.75f}, {1.0f, 0.75f}, {1.0f, 1.0f}, {0.0f, 1.0f}}, .count = 4, .one_way = {0.0f, 1.0f}};
    AukWorld *world = scene_world();
    cr_assert_eq(auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &thin), AUK_OK);
    cr_assert_eq(auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST + 1, &thick), AUK_OK);
    AukTilesDef tiles = {.width = WIDTH, .height = HEIGHT, .cell = 1.0f, .cells = cells};
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.0f), 0.0f, 0.0f);
    memset(&def.shape, 0, sizeof def.shape);
    auk_body_add_tiles(world, auk_body_create(world, &def), &tiles, NULL);
    return world;
}

// Jumps up beside the ground, towards it. True if the mover stands in the end, on the floor below or on the ground.
static bool lands(const AukWorld *world, AukShape shape, float half, float x, float speed, float jump)
{
    AukMover mover = mover_of(shape, x, 1.0f + half + 0.001f);
    mover.snap = 0.2f;
    mover.step_height = 0.25f;
    stand(world, &mover);
    mover.velocity.y = jump - GRAVITY * DT;
    for (int i = 0; i < 120; i++) {
        walk(world, &mover, speed);
    }
    float feet = mover.pose.p.y - half;
    return mover.floor && (near(feet, 1.0f, 1e-4f) || near(feet, 4.0f, 1e-4f));
}

// The side of the ground was covered by the floor for a mover up to a sixteenth of a cell below it, which passed
// through that floor: it came to rest in the air, at a corner that did not carry it.
Test(mover_drop, a_mover_that_jumps_up_through_a_floor_beside_solid_ground_never_hangs_there)
{
    static const int bridges[3] = {AUK_TILE_ONE_WAY_HIGH, AUK_TILE_KIND_FIRST, AUK_TILE_KIND_FIRST + 1};
    AukShape shapes[3] = {auk_shape_capsule(auk_vec(0.0f, -0.15f), auk_vec(0.0f, 0.15f), 0.25f),
                          auk_shape_circle(0.35f), auk_shape_box(0.25f, 0.4f)};
    const float halves[3] = {0.4f, 0.35f, 0.4f};
    for (int kind = 0; kind < 3; kind++) {
        AukWorld *world = bridge_beside_ground(bridges[kind]);
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 500; k++) {
                float x = 8.41f + 0.04f * (float)(k % 10), speed = -0.5f * (float)(k / 10 % 5);
                float jump = 10.5f + 0.05f * (float)(k / 50);
                cr_assert(lands(world, shapes[i], halves[i], x, speed, jump), "bridge %d, shape %d: %g, %g, %g", kind,
                          i, (double)x, (double)speed, (double)jump);
            }
        }
        auk_world_destroy(world);
    }
}

Test(mover_drop, a_long_frame_of_a_jump_leads_up_through_floors_as_short_ones_do)
{
    for (int k = -1; k <= 1; k++) {
        AukWorld *world = scene_world();
        tile_rows(world, 0.0f); // floors are 4 apart
        AukMover mover = penguin(0.0f, 1.5f);
        stand(world, &mover);
        float across = 12.0f * (float)k;
        mover.velocity = auk_vec(across, 14.0f);
        cr_assert_geq(auk_world_move(world, &mover, 0.25f, NULL, 0), 0);
        cr_assert(!mover.stuck && !mover.ceiling && !mover.floor, "%d", k);
        cr_assert(near(mover.pose.p.y, 4.5f, 1e-4f) && near(mover.pose.p.x, 3.0f * (float)k, 1e-4f), "%d: (%g, %g)", k,
                  (double)mover.pose.p.x, (double)mover.pose.p.y);
        cr_assert(mover.velocity.x == across && mover.velocity.y == 14.0f, "%d", k);
        auk_world_destroy(world);
    }
}

// A round bottom hangs down beside the end of a floor that it stands on, so it is not wholly in front of it.
Test(mover_drop, who_stands_on_the_end_of_a_one_way_floor_stays_there)
{
    for (int kind = 0; kind < 2; kind++) {
        for (int i = 0; i <= 6; i++) {
            AukWorld *world = scene_world();
            AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(2.0f, 0.1f), 0.0f, 0.0f);
            def.shape = kind ? auk_shape_segment(auk_vec(-2.0f, 0.1f), auk_vec(2.0f, 0.1f)) : def.shape;
            def.one_way = auk_vec(0.0f, 1.0f);
            AukBodyId floor = auk_body_create(world, &def);
            float x = 1.85f + 0.05f * (float)i;
            AukMover mover = mover_of(auk_shape_capsule(auk_vec(0.0f, -0.3f), auk_vec(0.0f, 0.3f), 0.4f), x, 1.0f);
            bool stood = false;
            for (int k = 0; k < 200; k++) {
                walk(world, &mover, 0.0f);
                stood = stood || (mover.floor && auk_body_id_equal(mover.support, floor));
                cr_assert(!stood || mover.floor, "kind %d, x %g: fell in move %d", kind, (double)x, k);
            }
            cr_assert(stood || i > 4, "kind %d, x %g", kind, (double)x);
            auk_world_destroy(world);
        }
    }
}

// The upright end of a turned platform bears a mover that climbs steps, at the edge of its top. It lands there from a
// place in front of the whole platform, in a long frame.
Test(mover_drop, who_stands_on_the_end_of_a_turned_one_way_platform_stays_there)
{
    int stood = 0;
    for (int i = 0; i <= 40; i++) {
        AukWorld *world = scene_world();
        AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(1.66766f, 0.293815f), 0.15783f, 0.222886f);
        def.angle = -0.429081f;
        def.one_way = auk_vec(0.0f, 1.0f);
        auk_body_create(world, &def);
        AukMover mover = mover_of(auk_shape_box(0.282116f, 0.741217f), -1.53f + 0.0005f * (float)i, 2.54f);
        mover.step_height = 0.08f;
        mover.velocity.y = -6.0f;
        bool stands = false;
        for (int k = 0; k < 20; k++) {
            mover.velocity.y -= 2.0f;
            cr_assert_geq(auk_world_move(world, &mover, 0.1f, NULL, 0), 0);
            cr_assert(!stands || mover.floor, "%d: fell in move %d", i, k);
            stands = mover.floor;
        }
        stood += stands;
        auk_world_destroy(world);
    }
    cr_assert_gt(stood, 20);
}

// Where rounding has left a mover a little more than two gaps above the slope that it walks on, it stands there too.
static void walk_up_one_way_slope(AukWorld *world, AukMover *mover, float slope, bool is_thin, int moves)
{
    AukVec2 points[4] = {{8.0f, -8.0f * slope}, {-8.0f, 8.0f * slope}, {-8.0f, -4.0f}, {8.0f, -4.0f}};
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_polygon(points, 4, 0.0f), 0.0f, 0.0f);
    def.shape = is_thin ? auk_shape_segment(points[0], points[1]) : def.shape;
    def.one_way = auk_vec(0.0f, 1.0f);
    cr_assert(!auk_body_id_is_null(auk_body_create(world, &def)));
    mover->snap = 0.2f;
    mover->velocity = auk_vec(0.0f, -300.0f);
    for (int i = 0; i < moves; i++) {
        cr_assert_geq(auk_world_move(world, mover, i == 0 ? 1.0f : 0.04f, NULL, 0), 0);
        cr_assert(mover->floor, "slope %g: no floor after move %d", (double)slope, i);
        mover->velocity = auk_vec(-2.6f, mover->velocity.y - 0.4f);
    }
}

Test(mover_drop, who_walks_up_a_one_way_slope_stays_on_it_and_drops_through_it_anywhere)
{
    for (int i = 0; i < 4000; i++) {
        AukWorld *world = scene_world();
        AukMover mover = mover_of(i % 2 ? auk_shape_circle(0.3f) : auk_shape_box(0.3f, 0.3f), 3.0f, 4.0f);
        walk_up_one_way_slope(world, &mover, 0.02f + 0.0001f * (float)i, i % 4 < 2, 20 + i % 60);
        mover.drop = true;
        cr_assert_geq(auk_world_move(world, &mover, 0.04f, NULL, 0), 0);
        cr_assert(mover.drop && !mover.floor, "%d does not drop", i);
        auk_world_destroy(world);
    }
}

// The floor under a character lets it pass, and the end of the next floor of that row holds it. From there it drops
// again: it is a little in the first floor, which covered that end.
Test(mover_drop, a_character_beside_the_joint_of_two_floors_falls_after_some_drops)
{
    for (int k = 0; k < 60; k++) {
        AukWorld *world = scene_world();
        AukBodyId body = scene_body(world, AUK_MOTION_STATIC, (AukShape){0}, 0.0f, 0.0f);
        AukTileKind block = {.one_way = {0.0f, 1.0f}};
        cr_assert_eq(auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &block), AUK_OK);
        uint8_t cells[32] = {0};
        memset(cells, AUK_TILE_FULL, 8);
        memset(cells + 24, AUK_TILE_ONE_WAY_HIGH, 4);
        memset(cells + 28, AUK_TILE_KIND_FIRST, 4);
        AukTilesDef tiles = {8, 4, 1.0f, 1.0f, cells};
        cr_assert_neq(auk_body_add_tiles(world, body, &tiles, NULL).generation, 0);
        AukMover mover = {.shape = auk_shape_circle(0.4f)};
        mover.pose = auk_transform(auk_vec(4.0f + 0.01f * (float)k, 4.6f), 0.0f);
        for (int i = 0; i < 180 && mover.pose.p.y > 2.0f; i++) {
            mover.drop = i >= 60 && (mover.drop || mover.floor);
            mover.velocity = auk_vec(0.0f, mover.velocity.y - 10.0f / 60.0f);
            cr_assert_geq(auk_world_move(world, &mover, 1.0f / 60.0f, NULL, 0), 0);
        }
        cr_assert_lt(mover.pose.p.y, 2.0f, "start %d: still at (%g, %g)", k, (double)mover.pose.p.x,
                     (double)mover.pose.p.y);
        auk_world_destroy(world);
    }
}

// Over a dip of slopes a mover that is half through one piece is still in front of another one. It is a chain of long
// or of short edges, from either side, or an outline.
static void add_dip(AukWorld *world, int kind)
{
    AukVec2 points[52];
    int count = 0;
    AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    AukShapeDef def = {.one_way = {0.0f, 1.0f}};
    for (int i = 0; i <= 24; i += kind == 1 ? 1 : 8) {
        float x = -3.0f + 0.25f * (float)i;
        points[count++] = auk_vec(x, x < 0.0f ? -0.5f * x : 0.1f * x);
    }
    if (kind == 2) {
        for (int i = 0; i < count / 2; i++) {
            AukVec2 point = points[i];
            points[i] = points[count - 1 - i];
            points[count - 1 - i] = point;
        }
    }
    if (kind < 3) {
        cr_assert(!auk_shape_id_is_null(auk_body_add_chain(world, body, points, count, false, &def)));
        return;
    }
    for (int i = count - 1; i >= 0; i--, count++) {
        points[count] = auk_vec_sub(points[i], auk_vec(0.0f, 0.2f));
    }
    for (int i = 0; i < count / 2; i++) { // counter-clockwise
        AukVec2 point = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = point;
    }
    cr_assert(!auk_shape_id_is_null(auk_body_add_outline(world, body, points, count, NULL, 0, &def)));
}

Test(mover_drop, who_is_half_through_a_chain_or_an_outline_is_not_held_by_another_piece_of_it)
{
    for (int k = 0; k < 4 * 3 * 40; k++) {
        AukWorld *world = scene_world();
        add_dip(world, k % 4);
        const AukShape shapes[] = {auk_shape_box(0.35f, 0.45f), auk_shape_circle(0.4f),
                                   auk_shape_capsule(auk_vec(0.0f, -0.3f), auk_vec(0.0f, 0.3f), 0.3f)};
        AukMover mover = mover_of(shapes[k / 4 % 3], -1.0f + 0.05f * (float)(k / 12), 1.6f);
        fall(world, &mover, 0.0f);
        mover.drop = true;
        for (int i = 0; i < 60; i++) {
            walk(world, &mover, 0.0f);
            cr_assert(!mover.floor && !mover.stuck, "%d: held at (%g, %g) after %d moves", k, (double)mover.pose.p.x,
                      (double)mover.pose.p.y, i);
        }
        auk_world_destroy(world);
    }
}
