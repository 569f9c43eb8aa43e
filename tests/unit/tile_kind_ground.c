// Ground of kinds of tiles: seams, one-way floors, and conveyors.
#include "auk/shapes.h"
#include "unit/tile_kind_scene.h"

static const AukTileKind thin_slope = {.points = {{0.0f, 0.0f}, {1.0f, 1.0f}}, .count = 2, .one_way = {0.0f, 1.0f}};
static const AukTileKind thick_slope = {
    .points = {{0.0f, 0.0f}, {1.0f, 1.0f}, {1.0f, 0.75f}, {0.25f, 0.0f}}, .count = 4, .one_way = {0.0f, 1.0f}};

// ---- seams ----------------------------------------------------------------------------------------------------------

// Contacts with a normal that leans, of a box that moves right in steps of 1/16 with its low side at `y`.
static int count_ghosts(AukWorld *world, float from, float to, float y)
{
    int ghosts = 0, contacts_seen = 0;
    AukBodyId box = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(0.5f, 0.5f), from, 9.0f);
    for (float x = from; x <= to; x += 0.0625f) {
        auk_body_set_position(world, box, auk_vec(x, y + 0.5f));
        auk_world_step(world, 0.0f);
        AukContacts contacts = auk_world_contacts(world);
        contacts_seen += contacts.count;
        for (int i = 0; i < contacts.count; i++) {
            ghosts += fabsf(contacts.items[i].manifold.normal.x) > 1e-3f;
        }
    }
    cr_assert_gt(contacts_seen, 0);
    auk_body_destroy(world, box);
    return ghosts;
}

// Level, up, level, down, level: the height of the surface at x.
static float hill(float x)
{
    float up = fminf(fmaxf(x - 2.0f, 0.0f), 1.0f), down = fminf(fmaxf(x - 4.0f, 0.0f), 1.0f);
    return 0.6f + 0.3f * (up - down);
}

Test(tile_kind_ground, has_no_seams_where_sides_coincide_in_one_grid_and_across_grids)
{
    const AukTileKind kinds[4] = {
        {.points = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.6f}, {0.0f, 0.6f}}, .count = 4},
        {.points = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.9f}, {0.0f, 0.6f}}, .count = 4},
        {.points = {{0.0f, 0.0f}, {0.5f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.9f}, {0.5f, 0.9f}, {0.0f, 0.9f}}, .count = 6},
        {.points = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.6f}, {0.0f, 0.9f}}, .count = 4}};
    for (int cut = 0; cut < 2; cut++) {
        AukWorld *world = scene_world();
        for (int i = 0; i < 4; i++) {
            make_kind(world, K + i, kinds[i]);
        }
        const uint8_t cells[8] = {K, K, K + 1, K + 2, K + 3, K, K, K};
        if (cut) {
            grid_at(world, 0.0f, 0.0f, 3, 1, cells);
            grid_at(world, 3.0f, 0.0f, 5, 1, cells + 3);
        } else {
            grid_at(world, 0.0f, 0.0f, 8, 1, cells);
        }
        AukBodyId ball = scene_ball(world, 0.0f, 0.0f, 0.25f);
        for (float x = 0.5f; x < 7.5f; x += 0.015625f) {
            auk_body_set_position(world, ball, auk_vec(x, hill(x) + 0.22f));
            auk_world_step(world, 0.0f);
            AukContacts contacts = auk_world_contacts(world);
            cr_assert(contacts.count > 0);
            for (int i = 0; i < contacts.count; i++) {
                cr_assert(fabsf(contacts.items[i].manifold.normal.x) < 0.3f, "%d: at %g", cut, (double)x);
            }
        }
        auk_body_destroy(world, ball);
        cr_assert_eq(count_ghosts(world, 5.6f, 7.25f, 0.58f), 0);
        auk_world_destroy(world);
    }
}

Test(tile_kind_ground, continues_built_in_tiles)
{
    AukWorld *world = scene_world();
    const AukTileKind low = {.points = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.5f}, {0.0f, 0.5f}}, .count = 4};
    make_kind(world, K, low);
    grid_at(world, 0.0f, -1.0f, 4, 1, (const uint8_t[]){AUK_TILE_HALF_LOW, K, AUK_TILE_HALF_LOW, K});
    cr_assert_eq(count_ghosts(world, 0.75f, 3.25f, -0.52f), 0);
    make_kind(world, K,
              (AukTileKind){.points = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.55f}, {0.0f, 0.55f}}, .count = 4});
    cr_assert_gt(count_ghosts(world, 0.75f, 3.25f, -0.52f), 0, "a step has a side");
    auk_world_destroy(world);
}

Test(tile_kind_ground, with_floors_of_two_kinds_and_solid_cells_is_one_surface)
{
    AukWorld *world = scene_world();
    make_kind(world, K, plank);
    make_kind(world, K + 1, plank);
    grid_at(world, 0.0f, -1.0f, 6, 1,
            (const uint8_t[]){K, K + 1, AUK_TILE_FULL, K, AUK_TILE_ONE_WAY_HIGH, AUK_TILE_FULL});
    AukBodyId box = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(0.5f, 0.5f), 0.75f, 0.5f);
    int contacts_seen = 0;
    for (float x = 0.75f; x < 5.25f; x += 0.0625f) {
        auk_body_set_position(world, box, auk_vec(x, 0.5f));
        auk_world_step(world, 0.0f);
        auk_body_set_position(world, box, auk_vec(x, 0.48f)); // a game that pulls it down and pushes it out
        auk_world_step(world, 0.0f);
        AukContacts contacts = auk_world_contacts(world);
        contacts_seen += contacts.count > 0;
        for (int i = 0; i < contacts.count; i++) {
            cr_assert_eq(fabsf(contacts.items[i].manifold.normal.y), 1.0f, "at %g", (double)x);
        }
    }
    cr_assert_eq(contacts_seen, 72);
    auk_world_destroy(world);
}

// ---- one-way floors -------------------------------------------------------------------------------------------------

static AukBodyId crate(AukWorld *world, float x, float y, float speed)
{
    return scene_bullet(world, auk_shape_box(0.25f, 0.25f), auk_vec(x, y), auk_vec(0.0f, speed), AUK_RESPONSE_SLIDE);
}

Test(tile_kind_ground, lets_bodies_up_through_a_one_way_kind_and_holds_them_from_above)
{
    const AukTileKind kinds[3] = {plank, thin_slope, thick_slope};
    for (int k = 0; k < 3; k++) {
        AukWorld *world = scene_world();
        make_kind(world, K, kinds[k]);
        grid_at(world, 0.0f, 0.0f, 1, 1, (const uint8_t[]){K});
        AukBodyId up = crate(world, 0.5f, -2.0f, 5.0f);
        auk_world_step(world, 1.0f);
        cr_assert_eq(auk_body_get_position(world, up).y, 3.0f);
        cr_assert_eq(auk_world_hits(world).count, 0);
        auk_body_set_velocity(world, up, auk_vec(0.0f, -9.0f));
        auk_world_step(world, 0.25f);
        AukVec2 p = auk_body_get_position(world, up);
        float surface = k == 0 ? 1.0f : p.x + 0.25f; // below its right corner
        cr_assert(p.y - 0.25f > surface - 1e-3f && auk_world_hits(world).count > 0, "%d: %g, %g", k, (double)p.x,
                  (double)p.y);
        auk_world_destroy(world);
    }
}

Test(tile_kind_ground, lets_a_body_drop_through_one_floor_and_holds_it_on_the_next)
{
    AukWorld *world = scene_world();
    make_kind(world, K, plank);
    grid_at(world, 0.0f, 0.0f, 3, 3, (const uint8_t[]){K, K, K, 0, 0, 0, K, K, K});
    AukBodyId body = crate(world, 1.5f, 5.0f, -9.0f);
    const float heights[3] = {3.25f, 1.25f, -4.0f};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 16; k++) {
            auk_body_set_velocity(world, body, auk_vec(0.0f, -4.0f));
            auk_world_step(world, 0.0625f);
        }
        float y = auk_body_get_position(world, body).y;
        cr_assert(i < 2 ? near(y, heights[i], 1e-3f) : y < 0.0f, "%d: %g", i, (double)y);
        cr_assert_eq(auk_body_drop_through(world, body), AUK_OK);
    }
    auk_world_destroy(world);
}

// A slope of one-way cells from (0, 0) up to (6, 6), then a level floor of the same height.
static void stairs_of(AukWorld *world, AukTileKind slope)
{
    uint8_t cells[12 * 7] = {0};
    for (int i = 0; i < 6; i++) {
        cells[i * 12 + i] = K;
        cells[5 * 12 + 6 + i] = K + 1;
    }
    make_kind(world, K, slope);
    make_kind(world, K + 1, plank);
    grid_at(world, 0.0f, 0.0f, 12, 7, cells);
    scene_wall(world, -5.0f, -1.0f, 5.0f, 1.0f);
}

Test(tile_kind_ground, carries_movers_up_and_down_a_one_way_slope)
{
    const AukTileKind slopes[2] = {thin_slope, thick_slope};
    const AukShape shapes[3] = {auk_shape_box(0.3f, 0.5f), auk_shape_circle(0.4f),
                                auk_shape_capsule(auk_vec(0.0f, -0.5f), auk_vec(0.0f, 0.5f), 0.5f)};
    for (int k = 0; k < 6; k++) {
        AukWorld *world = scene_world();
        stairs_of(world, slopes[k % 2]);
        AukMover mover = mover_of(shapes[k / 2], -1.0f, 1.2f);
        mover.slope_limit = 1.0f;
        mover.snap = 0.2f;
        stand(world, &mover);
        for (int i = 0; i < 64 * 4 && mover.pose.p.x < 9.0f; i++) {
            walk(world, &mover, 4.0f);
            cr_assert(mover.floor, "%d: in the air at %g, %g", k, (double)mover.pose.p.x, (double)mover.pose.p.y);
        }
        cr_assert(mover.pose.p.x >= 9.0f && mover.pose.p.y > 6.0f, "%d: %g, %g", k, (double)mover.pose.p.x,
                  (double)mover.pose.p.y);
        for (int i = 0; i < 64 * 5 && mover.pose.p.x > -1.0f; i++) {
            walk(world, &mover, -4.0f);
            cr_assert(mover.floor, "%d: in the air at %g, %g", k, (double)mover.pose.p.x, (double)mover.pose.p.y);
        }
        cr_assert(mover.pose.p.x <= -1.0f && mover.pose.p.y < 2.0f);
        auk_world_destroy(world);
    }
}

Test(tile_kind_ground, lets_movers_jump_up_through_a_slope_and_drop_through_it)
{
    AukWorld *world = scene_world();
    stairs_of(world, thin_slope);
    AukMover mover = penguin(3.2f, 0.0f);
    mover.slope_limit = 1.0f;
    mover.velocity.y = 16.0f;
    float top = -9.0f;
    for (int i = 0; i < 64 * 2; i++) {
        walk(world, &mover, 0.0f);
        top = fmaxf(top, mover.pose.p.y);
    }
    cr_assert(top > 5.0f && mover.floor && mover.pose.p.y > 4.0f, "%g, %g", (double)top, (double)mover.pose.p.y);
    mover.drop = true;
    for (int i = 0; i < 64; i++) {
        walk(world, &mover, 0.0f);
    }
    cr_assert_lt(mover.pose.p.y, -2.0f);
    auk_world_destroy(world);
}

Test(tile_kind_ground, lets_a_swept_body_slide_down_a_one_way_slope)
{
    const AukTileKind slopes[2] = {thin_slope, thick_slope};
    for (int k = 0; k < 2; k++) {
        AukWorld *world = scene_world();
        stairs_of(world, slopes[k]);
        AukBodyId ball =
            scene_bullet(world, auk_shape_circle(0.3f), auk_vec(5.0f, 6.5f), auk_vec(0.0f, 0.0f), AUK_RESPONSE_SLIDE);
        for (int i = 0; i < 64 * 4; i++) {
            AukVec2 p = auk_body_get_position(world, ball), v = auk_body_get_velocity(world, ball);
            cr_assert(p.x < 0.1f || p.y > p.x + 0.4f, "%d: fell through at %g, %g", k, (double)p.x, (double)p.y);
            auk_body_set_velocity(world, ball, auk_vec(v.x, v.y - 8.0f * DT));
            cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        }
        cr_assert_lt(auk_body_get_position(world, ball).x, 0.5f);
        auk_world_destroy(world);
    }
}

// A tilted box over a crest is in front of neither slope: one of its corners is below the line of the slope on the left
// and another below that of the slope on the right. It fell through both.
Test(tile_kind_ground, holds_what_falls_on_the_crest_of_one_way_slopes)
{
    const AukTileKind rises[2] = {thin_slope, {{{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}}, 3, .one_way = {0.0f, 1.0f}}};
    const AukTileKind falls[2] = {{{{0.0f, 1.0f}, {1.0f, 0.0f}}, 2, .one_way = {0.0f, 1.0f}},
                                  {{{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}}, 3, .one_way = {0.0f, 1.0f}}};
    for (int i = 0; i < 4; i++) {
        AukWorld *world = scene_world();
        make_kind(world, K, rises[i / 2]);
        make_kind(world, K + 1, falls[i / 2]);
        grid_at(world, -1.0f, 0.0f, 2, 1, (const uint8_t[]){K, K + 1});
        AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_box(0.6f, 0.2f), 0.0f, 1.25f);
        def.angle = i % 2 ? 0.4f : -0.4f;
        def.velocity = auk_vec(0.0f, -4.0f);
        def.response = AUK_RESPONSE_TOUCH;
        AukBodyId box = auk_body_create(world, &def);
        cr_assert_eq(auk_world_step(world, 0.25f), AUK_OK);
        cr_assert_gt(auk_body_get_position(world, box).y, 1.2f, "%d", i);
        cr_assert_gt(auk_world_contacts(world).count, 0, "%d", i);
        auk_world_destroy(world);
    }
}

// A floor leaves the side of its neighbour below it to the floor; what stands above the floor is a wall.
Test(tile_kind_ground, ends_at_the_wall_beside_a_one_way_floor)
{
    const uint8_t walls[2] = {AUK_TILE_FULL, AUK_TILE_HALF_HIGH};
    for (int i = 0; i < 2; i++) {
        float y = 0.5f * (float)i;
        AukTileKind floor = {.points = {{0.0f, y}, {1.0f, y}}, .count = 2, .one_way = {0.0f, 1.0f}};
        AukWorld *world = scene_world();
        make_kind(world, K, floor);
        grid_at(world, 0.0f, 0.0f, 5, 1, (const uint8_t[]){K, K, K, K, walls[i]});
        AukShape disc = auk_shape_circle(0.2f);
        for (int falls = 0; falls < 2; falls++) {
            AukVec2 way = auk_vec(10.0f, -0.01f * (float)falls);
            AukFound found;
            cr_assert(auk_world_cast_ray(world, auk_vec(0.5f, y + 0.3f), way, NULL, &found));
            cr_assert(near(found.fraction, 0.35f, 1e-6f) && found.normal.x == -1.0f, "%g, normal (%g, %g)",
                      (double)found.fraction, (double)found.normal.x, (double)found.normal.y);
            cr_assert(
                auk_world_cast_shape(world, &disc, auk_transform(auk_vec(0.5f, y + 0.3f), 0.0f), way, NULL, &found));
            cr_assert(near(found.fraction, 0.33f, 1e-6f) && found.normal.x == -1.0f);
        }
        cr_assert_eq(auk_world_overlap_point(world, auk_vec(4.05f, y + 0.25f), NULL, NULL, 0), 1);
        AukBodyId ball = scene_bullet(world, disc, auk_vec(0.5f, y + 0.25f), auk_vec(10.0f, -1.0f), AUK_RESPONSE_SLIDE);
        for (int k = 0; k < 64; k++) {
            cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        }
        AukVec2 p = auk_body_get_position(world, ball);
        cr_assert(near(p.x, 3.8f, 1e-4f) && near(p.y, y + 0.2f, 1e-4f), "%g, %g", (double)p.x, (double)p.y);
        auk_world_destroy(world);
    }
}

// ---- floors on floors -----------------------------------------------------------------------------------------------

// A block, another one, a plank, a floor without thickness, and two tiles of the library: those are solid from above.
enum { BLOCK = K, BLOCK_TOO, PLANK, THIN };
static const uint8_t on_floors[] = {BLOCK, BLOCK_TOO, PLANK, THIN, AUK_TILE_ONE_WAY_HIGH};

// Two floors, one on the other, of one grid or of two. The lower one may also be solid.
static AukWorld *world_of_floors(uint8_t top, uint8_t bottom, bool cut)
{
    const AukTileKind block = {.one_way = {0.0f, 1.0f}},
                      thin = {.points = {{1.0f, 1.0f}, {0.0f, 1.0f}}, .count = 2, .one_way = {0.0f, 1.0f}};
    AukWorld *world = scene_world();
    make_kind(world, BLOCK, block);
    make_kind(world, BLOCK_TOO, block);
    make_kind(world, PLANK, plank);
    make_kind(world, THIN, thin);
    const uint8_t cells[6] = {bottom, bottom, bottom, top, top, top};
    grid_at(world, 0.0f, 0.0f, 3, cut ? 1 : 2, cells);
    if (cut) {
        grid_at(world, 0.0f, 1.0f, 3, 1, cells + 3);
    }
    return world;
}

static float height_of_body(AukWorld *world, AukBodyId body, int steps)
{
    for (int i = 0; i < steps; i++) {
        auk_body_set_velocity(world, body, auk_vec(0.0f, -1.0f));
        cr_assert_eq(auk_world_step(world, 0.125f), AUK_OK);
    }
    return auk_body_get_position(world, body).y - 0.25f;
}

static float height_of_mover(AukWorld *world, AukMover *mover, int steps)
{
    for (int i = 0; i < steps; i++) {
        mover->velocity = auk_vec(0.0f, -1.0f);
        cr_assert_geq(auk_world_move(world, mover, 0.125f, NULL, 0), 0);
        mover->drop = false;
    }
    return mover->pose.p.y - 0.25f;
}

// The upper floor covers the front of the lower one, but not for what falls through it.
Test(tile_kind_ground, on_which_other_ground_lies_holds_what_drops_through_that)
{
    for (int i = 0; i < 2 * 5 * 6; i++) {
        uint8_t top = on_floors[i % 5], bottom = i / 10 < 5 ? on_floors[i / 10] : AUK_TILE_FULL;
        bool cut = i / 5 % 2 != 0;
        AukWorld *world = world_of_floors(top, bottom, cut);
        AukBodyId body = crate(world, 1.4f, 2.5f, 0.0f);
        cr_assert_float_eq(height_of_body(world, body, 8), 2.0f, 1e-3f, "%d on %d, cut %d", top, bottom, cut);
        cr_assert_eq(auk_body_drop_through(world, body), AUK_OK);
        cr_assert_float_eq(height_of_body(world, body, 16), 1.0f, 1e-3f, "%d on %d, cut %d", top, bottom, cut);
        AukContacts contacts = auk_world_contacts(world);
        cr_assert(contacts.count > 0);
        for (int k = 0; k < contacts.count; k++) {
            cr_assert_eq(fabsf(contacts.items[k].manifold.normal.y), 1.0f);
        }
        auk_body_destroy(world, body);
        AukMover mover = {.shape = auk_shape_box(0.25f, 0.25f), .pose = auk_transform(auk_vec(1.4f, 2.5f), 0.0f)};
        cr_assert_float_eq(height_of_mover(world, &mover, 8), 2.0f, 1e-2f, "%d on %d, cut %d", top, bottom, cut);
        mover.drop = true;
        cr_assert_float_eq(height_of_mover(world, &mover, 16), 1.0f, 1e-2f, "%d on %d, cut %d", top, bottom, cut);
        auk_world_destroy(world);
    }
}

// A low block on a floor: what comes from its side is in it, and stands on the floor.
Test(tile_kind_ground, in_which_a_body_comes_from_the_side_leaves_it_to_the_ground_below)
{
    for (int i = 0; i < 6; i++) {
        AukWorld *world = scene_world();
        make_kind(world, BLOCK, (AukTileKind){.one_way = {0.0f, 1.0f}});
        make_kind(world, PLANK, plank);
        make_kind(world, K + 4,
                  (AukTileKind){.points = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.5f}, {0.0f, 0.5f}},
                                .count = 4,
                                .one_way = {0.0f, 1.0f}});
        const uint8_t below[3] = {BLOCK, PLANK, AUK_TILE_ONE_WAY_HIGH};
        const uint8_t cells[6] = {0, below[i % 3], 0, 0, K + 4, 0};
        grid_at(world, 0.0f, 0.0f, 3, 2, cells);
        AukVec2 from = auk_vec(0.5f, 1.3f), velocity = auk_vec(1.0f, -0.25f);
        AukShape disc = auk_shape_circle(0.1f);
        if (i < 3) {
            scene_bullet(world, disc, from, velocity, AUK_RESPONSE_TOUCH);
            cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
            AukHits hits = auk_world_hits(world);
            cr_assert_eq(hits.count, 1);
            cr_assert(hits.items[0].normal.x == 0.0f && fabsf(hits.items[0].normal.y) == 1.0f);
            cr_assert_float_eq(hits.items[0].fraction, 0.8f, 1e-5f);
        } else {
            AukMover mover = {.shape = disc, .pose = auk_transform(from, 0.0f), .velocity = velocity};
            cr_assert_geq(auk_world_move(world, &mover, 1.0f, NULL, 0), 0);
            cr_assert(mover.floor && mover.pose.p.y > 1.09f, "%g", (double)mover.pose.p.y);
        }
        auk_world_destroy(world);
    }
}

// ---- conveyors ------------------------------------------------------------------------------------------------------

Test(tile_kind_ground, carries_movers_on_conveyors)
{
    AukWorld *world = scene_world();
    make_kind(world, K, (AukTileKind){.conveyor = {2.0f, 0.0f}});
    make_kind(world, K + 1, (AukTileKind){.conveyor = {-2.0f, 0.0f}});
    AukShapeId grid =
        grid_at(world, 0.0f, -1.0f, 8, 1, (const uint8_t[]){K, K, K, K, AUK_TILE_FULL, AUK_TILE_FULL, K + 1, K + 1});
    const float starts[3] = {1.5f, 5.0f, 7.5f}, ends[3] = {2.5f, 5.0f, 6.5f};
    for (int i = 0; i < 3; i++) {
        AukMover mover = mover_of(auk_shape_box(0.25f, 0.25f), starts[i], 0.3f);
        stand(world, &mover);
        mover.pose.p.x = starts[i];
        for (int k = 0; k < 32; k++) {
            walk(world, &mover, 0.0f);
        }
        cr_assert(near(mover.pose.p.x, ends[i], 1e-3f), "%d: %g", i, (double)mover.pose.p.x);
        cr_assert(near(mover.support_velocity.x, 2.0f * (ends[i] - starts[i]), 1e-3f));
    }
    cr_assert_eq(auk_world_shape_set_conveyor(world, grid, auk_vec(1.0f, 0.0f)), AUK_OK);
    AukMover mover = mover_of(auk_shape_box(0.25f, 0.25f), 4.75f, 0.3f);
    stand(world, &mover);
    walk(world, &mover, 0.0f);
    cr_assert(near(mover.support_velocity.x, 1.0f, 1e-4f), "the belt of the whole grid");
    auk_world_destroy(world);
}

// Of two joined grids on two bodies one is the support of a mover that stands on both: the one that was made first.
Test(tile_kind_ground, carries_movers_that_stand_on_a_belt_and_on_a_joined_grid_whichever_was_made_first)
{
    for (int i = 0; i < 8; i++) {
        bool belt_first = i & 1, by_shape = i & 2, apart = i & 4;
        const float starts[3] = {2.75f, 4.0f, 4.75f};
        const float ends[3] = {2.75f, apart && !belt_first ? 4.0f : 4.0625f, 4.8125f};
        AukWorld *world = scene_world();
        make_kind(world, K, (AukTileKind){.conveyor = {2.0f, 0.0f}});
        for (int k = 0; k < 2; k++) {
            bool belt = (k == 0) == belt_first;
            uint8_t cells[4];
            memset(cells, belt && !by_shape ? K : AUK_TILE_FULL, sizeof cells);
            AukShapeId grid = grid_at(world, belt ? 4.0f : 0.0f, -1.0f, 4, 1, cells);
            if (belt && by_shape) {
                cr_assert_eq(auk_world_shape_set_conveyor(world, grid, auk_vec(2.0f, 0.0f)), AUK_OK);
            }
            if (belt && apart) { // two maps, since they do not meet the same
                cr_assert_eq(auk_world_shape_set_filter(world, grid, (AukFilter){2, 0, 0}), AUK_OK);
            }
        }
        for (int k = 0; k < 3; k++) {
            AukMover mover = mover_of(auk_shape_box(0.5f, 0.25f), starts[k], 0.3f);
            stand(world, &mover);
            mover.pose.p.x = starts[k];
            mover.velocity = auk_vec(0.0f, 0.0f);
            auk_world_move(world, &mover, 1.0f / 32.0f, NULL, 0);
            cr_assert(near(mover.pose.p.x, ends[k], 1e-3f), "%d, %d: %g", i, k, (double)mover.pose.p.x);
            float speed = ends[k] > starts[k] ? 2.0f : 0.0f; // what carries it is its support's velocity
            cr_assert(near(mover.support_velocity.x, speed, 1e-3f), "%d, %d: %g", i, k,
                      (double)mover.support_velocity.x);
        }
        auk_world_destroy(world);
    }
}

// The cell that made its grid the support is removed under the mover: it stands on the belt alone.
Test(tile_kind_ground, carries_movers_at_once_where_the_cell_of_their_support_has_gone)
{
    AukWorld *world = scene_world();
    make_kind(world, K, (AukTileKind){.conveyor = {2.0f, 0.0f}});
    AukShapeId ground = grid_at(world, 0.0f, -1.0f, 2, 1, (const uint8_t[]){AUK_TILE_FULL, AUK_TILE_FULL});
    (void)grid_at(world, 2.0f, -1.0f, 2, 1, (const uint8_t[]){K, K});
    AukMover mover = mover_of(auk_shape_box(0.25f, 0.25f), 1.75f, 0.3f);
    stand(world, &mover);
    cr_assert(auk_body_id_equal(mover.support, auk_world_shape_get_body(world, ground)));
    mover.pose.p.x = 2.125f;
    cr_assert_eq(auk_world_shape_set_tile(world, ground, 1, 0, AUK_TILE_EMPTY), AUK_OK);
    mover.velocity = auk_vec(0.0f, 0.0f);
    auk_world_move(world, &mover, 1.0f / 32.0f, NULL, 0);
    cr_assert(near(mover.pose.p.x, 2.1875f, 1e-3f), "%g", (double)mover.pose.p.x);
    auk_world_destroy(world);
}

Test(tile_kind_ground, turns_conveyors_and_directions_with_the_grid)
{
    AukWorld *world = scene_world();
    make_kind(world, K, (AukTileKind){.conveyor = {2.0f, 0.0f}, .one_way = {0.0f, -1.0f}});
    AukBodyDef body = {.motion = AUK_MOTION_STATIC, .angle = 1.57079633f};
    AukTilesDef tiles = {4, 1, 1.0f, 0.0f, (const uint8_t[]){K, K, K, K}};
    AukShapeDef def = {.angle = 1.57079633f, .position = {0.0f, -2.0f}}; // upside down, from (2, 0) to (-2, -1)
    cr_assert(auk_body_add_tiles(world, auk_body_create(world, &body), &tiles, &def).generation);
    AukMover mover = mover_of(auk_shape_box(0.25f, 0.25f), 0.5f, 0.3f);
    stand(world, &mover);
    walk(world, &mover, 0.0f);
    cr_assert(near(mover.support_velocity.x, -2.0f, 1e-4f), "%g", (double)mover.support_velocity.x);
    mover = mover_of(auk_shape_box(0.25f, 0.25f), 0.5f, -2.0f);
    mover.velocity = auk_vec(0.0f, 8.0f);
    cr_assert(auk_world_move(world, &mover, 0.5f, NULL, 0) >= 0);
    cr_assert_eq(mover.pose.p.y, 2.0f, "from below it goes through");
    auk_world_destroy(world);
}
