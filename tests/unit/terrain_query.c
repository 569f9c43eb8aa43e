// Questions about chains and grids of tiles: drawing, why, and queries against the cells one by one.
#include "auk/auk.h"

#include "support/random.h"
#include "support/terrain_scene.h"

#include <stdlib.h>

Test(terrain_query, a_region_is_drawn_with_its_cells_and_no_others)
{
    AukWorld *world = scene_world();
    uint8_t *cells = malloc(1000 * 1000);
    memset(cells, AUK_TILE_FULL, 1000 * 1000);
    grid_of(world, empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f), 1000, 1000, cells);
    free(cells);
    AukDrawOptions options;
    memset(&options, 0, sizeof options);
    options.show = AUK_SHOW_SHAPES;
    options.region = (AukBox){{100.25f, 200.25f}, {102.75f, 201.75f}};
    static AukDrawItem items[100];
    int count = auk_world_draw(world, &options, items, 100);
    cr_assert_eq(count, 14, "%d: of six cells the sides between them", count);
    for (int i = 0; i < count; i++) {
        cr_assert(items[i].p.x >= 100.0f && items[i].p.x <= 103.0f && items[i].p.y >= 200.0f && items[i].p.y <= 202.0f);
    }
    auk_world_destroy(world);
}

Test(terrain_query, why_knows_the_cell_among_millions)
{
    AukWorld *world = scene_world();
    uint8_t *cells = malloc(2000 * 2000);
    memset(cells, AUK_TILE_FULL, 1000 * 2000);
    memset(cells + 1000 * 2000, AUK_TILE_EMPTY, 1000 * 2000);
    AukBodyId level = empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f);
    grid_of(world, level, 2000, 2000, cells);
    free(cells);
    AukBodyId near_one = scene_ball(world, 700.5f, 1000.5f, 0.5f), far_one = scene_ball(world, 300.5f, 1900.0f, 0.5f);
    AukBodyId outside = scene_ball(world, -400.0f, 500.5f, 1.0f);
    AukWhy why = auk_world_why(world, level, near_one);
    cr_assert(why.reason == AUK_WHY_TOUCHING && why.child_a == 999 * 2000 + 700, "%d, %d", why.reason, why.child_a);
    why = auk_world_why(world, level, far_one);
    cr_assert(why.reason == AUK_WHY_BOXES_APART && why.child_a == 999 * 2000 + 300 &&
              near(why.distance, 899.5f, 1e-3f));
    why = auk_world_why(world, outside, level);
    cr_assert(why.reason == AUK_WHY_BOXES_APART && why.child_b == 500 * 2000 && near(why.distance, 399.0f, 1e-3f));
    cr_assert_eq(auk_world_ignore_pair(world, level, near_one, true), AUK_OK);
    cr_assert_eq(auk_world_why(world, level, near_one).reason, AUK_WHY_IGNORED);
    auk_world_destroy(world);
}

Test(terrain_query, why_names_one_way_shapes_and_cells_and_grids_without_tiles)
{
    AukWorld *world = scene_world();
    const uint8_t floor = AUK_TILE_ONE_WAY_HIGH;
    AukBodyId level = empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f), bare = empty_body(world, 0, 0.0f, 0.0f);
    grid_of(world, level, 1, 1, &floor);
    grid_of(world, bare, 5, 5, NULL);
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(1.0f, 1.0f), 10.0f, 0.0f);
    def.one_way = auk_vec(0.0f, 1.0f);
    AukBodyId platform = auk_body_create(world, &def);
    AukBodyId ball = scene_ball(world, 0.5f, 0.75f, 0.5f);
    AukWhy why = auk_world_why(world, ball, level);
    cr_assert_eq(why.reason, AUK_WHY_ONE_WAY, "%d at %g", why.reason, why.distance);
    cr_assert_eq(auk_world_why(world, ball, bare).reason, AUK_WHY_NO_SHAPE);
    scene_put(world, ball, 0.5f, 1.5f);
    cr_assert_eq(auk_world_why(world, ball, level).reason, AUK_WHY_TOUCHING);
    scene_put(world, ball, 10.0f, 1.0f);
    cr_assert_eq(auk_world_why(world, ball, platform).reason, AUK_WHY_ONE_WAY);
    auk_world_destroy(world);
}

Test(terrain_query, why_says_that_a_neighbour_has_the_contact)
{
    AukWorld *world = scene_world();
    const uint8_t cell = AUK_TILE_FULL;
    AukBodyId grids[2];
    for (int i = 0; i < 2; i++) {
        grids[i] = empty_body(world, AUK_MOTION_STATIC, (float)i, 0.0f);
        grid_of(world, grids[i], 1, 1, &cell);
    }
    AukBodyId ball = scene_ball(world, 0.95f, 1.125f, 0.15f);
    AukWhy why = auk_world_why(world, grids[1], ball);
    char text[200];
    cr_assert_gt(auk_why_text(&why, text, sizeof text), 0);
    cr_assert(why.reason == AUK_WHY_SHAPES_APART && why.distance < 0.0f && strstr(text, "neighbouring piece"), "%s",
              text);
    cr_assert_eq(auk_world_why(world, grids[0], ball).reason, AUK_WHY_TOUCHING);
    auk_world_destroy(world);
}

// ---- queries against pieces one by one ------------------------------------------------------------------------

enum { WIDTH = 16, HEIGHT = 12 };

// One grid of full cells, and a world in which each cell is a body of its own. Dense or not: no two next to each other,
// then a cell has all normals of its box.
typedef struct Twins {
    AukWorld *grid, *boxes;
    AukBodyId cells[WIDTH * HEIGHT];
} Twins;

static int cell_of(const Twins *twins, AukBodyId body)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        if (auk_body_id_equal(twins->cells[i], body)) {
            return i;
        }
    }
    return -1;
}

static Twins make_twins(Random *random, float angle, bool dense)
{
    Twins twins;
    uint8_t cells[WIDTH * HEIGHT];
    memset(&twins, 0, sizeof twins);
    twins.grid = scene_world();
    twins.boxes = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, (AukShape){0}, 3.0f, -2.0f);
    def.angle = angle;
    AukTransform pose = auk_transform(def.position, angle);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        bool apart = (i % WIDTH + i / WIDTH) % 2 == 0 && i / WIDTH % 2 == 0;
        bool full = (dense || apart) && random_int(random, 0, 2) == 0;
        cells[i] = full ? AUK_TILE_FULL : AUK_TILE_EMPTY;
        if (full) {
            AukVec2 middle = auk_vec((float)(i % WIDTH) + 0.5f, (float)(i / WIDTH) + 0.5f);
            AukBodyDef box = scene_def(AUK_MOTION_STATIC, auk_shape_box(0.5f, 0.5f), 0.0f, 0.0f);
            box.position = auk_transform_apply(pose, middle);
            box.angle = angle;
            twins.cells[i] = auk_body_create(twins.boxes, &box);
        }
    }
    grid_of(twins.grid, auk_body_create(twins.grid, &def), WIDTH, HEIGHT, cells);
    return twins;
}

static AukVec2 somewhere(Random *random)
{
    return auk_vec((float)random_int(random, -80, 240) / 8.0f + 0.03f,
                   (float)random_int(random, -80, 160) / 8.0f + 0.02f);
}

static void compare_casts(const Twins *twins, Random *random, int round)
{
    AukFound a, b;
    AukVec2 from = somewhere(random), delta = auk_vec_sub(somewhere(random), from);
    AukShape shape = auk_shape_box(0.3f, 0.2f);
    for (int k = 0; k < 2; k++) {
        AukTransform pose = auk_transform(from, 0.1f);
        bool hit_a = k ? auk_world_cast_shape(twins->grid, &shape, pose, delta, NULL, &a)
                       : auk_world_cast_ray(twins->grid, from, delta, NULL, &a);
        bool hit_b = k ? auk_world_cast_shape(twins->boxes, &shape, pose, delta, NULL, &b)
                       : auk_world_cast_ray(twins->boxes, from, delta, NULL, &b);
        cr_assert_eq(hit_a, hit_b, "round %d, kind %d", round, k);
        if (hit_a) {
            cr_assert(near(a.fraction, b.fraction, 1e-4f), "round %d, kind %d: %g and %g", round, k, a.fraction,
                      b.fraction);
        }
    }
}

static void compare_places(const Twins *twins, Random *random, int round, bool dense)
{
    static AukFound a[WIDTH * HEIGHT], b[WIDTH * HEIGHT];
    AukShape shape = auk_shape_circle((float)random_int(random, 1, 40) / 8.0f);
    AukTransform pose = auk_transform(somewhere(random), 0.0f);
    int count_a = auk_world_overlap(twins->grid, &shape, pose, NULL, a, WIDTH * HEIGHT);
    int count_b = auk_world_overlap(twins->boxes, &shape, pose, NULL, b, WIDTH * HEIGHT);
    // of dense cells some leave the shape to their neighbours
    cr_assert(dense ? (count_a > 0) == (count_b > 0) : count_a == count_b, "round %d", round);
    for (int i = 0; i < count_a && !dense; i++) {
        cr_assert_eq(a[i].child, cell_of(twins, b[i].body), "round %d", round);
        cr_assert(near(a[i].distance, b[i].distance, 1e-4f));
    }
    count_a = auk_world_nearest(twins->grid, NULL, pose, INFINITY, NULL, a, 1);
    count_b = auk_world_nearest(twins->boxes, NULL, pose, INFINITY, NULL, b, 1);
    bool inside = dense && b[0].distance <= 0.0f; // a grid tells the way out of the ground, not of the cell
    cr_assert(count_a == 1 && count_b == 1);
    cr_assert(inside ? a[0].distance <= 0.0f : near(a[0].distance, b[0].distance, 1e-4f), "round %d: %g, %g", round,
              a[0].distance, b[0].distance);
}

Test(terrain_query, queries_find_of_a_grid_what_they_find_of_its_cells_one_by_one)
{
    Random random = random_start(random_seed(), 702);
    for (int world = 0; world < 8; world++) {
        bool dense = world >= 4;
        Twins twins = make_twins(&random, world % 2 ? 0.25f * (float)world : 0.0f, dense);
        for (int round = 0; round < 200; round++) {
            compare_casts(&twins, &random, round);
            compare_places(&twins, &random, round, dense);
        }
        auk_world_destroy(twins.grid);
        auk_world_destroy(twins.boxes);
    }
}

// ---- one-way cells ----------------------------------------------------------------------------------------------

// A world with a one-way cell around the origin, 2 x 2, or with a one-way segment in the place of its side.
static AukWorld *one_way_world(AukTile tile, AukVec2 out, bool as_segment, AukShapeId *shape)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, (AukShape){0}, 0.0f, 0.0f);
    AukVec2 along = auk_vec(-out.y, out.x);
    if (as_segment) {
        def.shape = auk_shape_segment(auk_vec_sub(out, along), auk_vec_add(out, along));
        def.one_way = out;
        auk_body_get_shapes(world, auk_body_create(world, &def), shape, 1);
        return world;
    }
    const uint8_t cell = (uint8_t)tile;
    AukTilesDef tiles = {1, 1, 2.0f, 0.0f, &cell};
    AukShapeDef place = {.position = {-1.0f, -1.0f}};
    *shape = auk_body_add_tiles(world, auk_body_create(world, &def), &tiles, &place);
    return world;
}

static void expect_seen_from(const AukWorld *world, AukShapeId shape, AukVec2 out, float side)
{
    AukVec2 from = auk_vec_scale(1.0f + side, out), in = auk_vec_scale(-2.0f * side, out);
    AukTransform pose = auk_transform(from, 0.0f);
    AukShape ball = auk_shape_circle(0.25f), large = auk_shape_circle(1.25f);
    AukFound found;
    cr_assert(auk_world_cast_ray(world, from, in, NULL, &found) && auk_shape_id_equal(found.shape, shape));
    cr_assert(found.fraction == 0.5f && auk_vec_dot(found.normal, out) == side);
    cr_assert(auk_world_cast_ray_any(world, from, in, NULL));
    cr_assert_eq(auk_world_cast_ray_all(world, from, in, NULL, NULL, 0), 1);
    cr_assert(auk_world_shape_cast_ray(world, shape, from, in, NULL, &found) && found.fraction == 0.5f);
    cr_assert(auk_world_cast_shape(world, &ball, pose, in, NULL, &found) && near(found.fraction, 0.375f, 1e-6f));
    cr_assert_eq(auk_vec_dot(found.normal, out), side);
    cr_assert_eq(auk_world_overlap(world, &large, pose, NULL, &found, 1), 1);
    cr_assert(near(found.distance, -0.25f, 1e-6f) && auk_vec_dot(found.normal, out) == side);
    cr_assert_eq(auk_world_nearest(world, NULL, pose, 2.0f, NULL, &found, 1), 1);
    cr_assert(found.distance == 1.0f && auk_vec_dot(found.normal, out) == side);
}

// What a sensor sees that lies on one side, comes across it, and flies through it.
static int sensor_tallies(AukWorld *world, AukVec2 out, float side)
{
    AukVec2 at = auk_vec_scale(1.0f + side, out);
    AukBodyId rests = scene_sensor(world, AUK_MOTION_MOVING, auk_shape_circle(1.25f), at.x, at.y);
    int tally = scene_step(world, 0.1f);
    auk_body_destroy(world, rests);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.25f), at.x, at.y);
    def.sensor = true;
    def.velocity = auk_vec_scale(-20.0f * side, out);
    auk_body_create(world, &def);
    tally = 1000 * tally + scene_step(world, 0.1f);
    return 10 * tally + auk_world_hits(world).count;
}

Test(terrain_query, a_one_way_tile_is_met_from_behind_by_rays_casts_overlaps_nearest_and_sensors)
{
    static const AukVec2 outs[4] = {{0.0f, 1.0f}, {0.0f, -1.0f}, {1.0f, 0.0f}, {-1.0f, 0.0f}};
    for (int i = 0; i < 4; i++) {
        for (float side = -1.0f; side <= 1.0f; side += 2.0f) {
            int tallies[2];
            for (int as_segment = 0; as_segment < 2; as_segment++) {
                AukShapeId shape;
                AukTile tile = (AukTile)(AUK_TILE_ONE_WAY_HIGH + i);
                AukWorld *world = one_way_world(tile, outs[i], as_segment, &shape);
                expect_seen_from(world, shape, outs[i], side);
                tallies[as_segment] = sensor_tallies(world, outs[i], side);
                auk_world_destroy(world);
            }
            cr_assert(tallies[0] == tallies[1] && tallies[0] / 10000 == 100, "tile %d from %g: %d, %d", i, (double)side,
                      tallies[0], tallies[1]);
        }
    }
}

// ---- overlaps ---------------------------------------------------------------------------------------------------

// The surface owns the way out of an edge or a cell, but each piece that overlaps is listed, whatever shape asks.
Test(terrain_query, overlaps_list_every_cell_and_edge_that_touches_a_shape)
{
    enum { SIDE = 10 };
    AukWorld *world = scene_world();
    uint8_t cells[SIDE * SIDE];
    memset(cells, AUK_TILE_FULL, sizeof cells);
    grid_at(world, 0.0f, 0.0f, SIDE, SIDE, cells);
    grid_at(world, (float)SIDE, 0.0f, SIDE, SIDE, cells); // joined to the first
    static const AukVec2 points[] = {{0.0f, -5.0f}, {1.0f, -5.0f}, {2.0f, -5.0f}, {3.0f, -5.0f}, {9.0f, -5.0f}};
    auk_body_add_chain(world, empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f), points, 5, false, NULL);
    Random random = random_start(random_seed(), 7);
    AukShape box = auk_shape_box(0.5f, 0.5f);
    int most = 0;
    for (int i = 0; i < 300; i++) {
        float size = random_float(&random, 0.1f, 2.5f);
        AukShape asked =
            i % 2 ? auk_shape_circle(size) : auk_shape_capsule(auk_vec(-size, 0.0f), auk_vec(size, 0.5f), 0.25f);
        AukTransform pose =
            auk_transform(auk_vec(random_float(&random, -1.0f, 21.0f), random_float(&random, -7.0f, 11.0f)),
                          random_float(&random, -3.0f, 3.0f));
        int expected = 0;
        for (int cell = 0; cell < 2 * SIDE * SIDE; cell++) {
            AukVec2 middle = auk_vec((float)(cell % (2 * SIDE)) + 0.5f, (float)(cell / (2 * SIDE)) + 0.5f);
            expected += auk_overlap(&box, auk_transform(middle, 0.0f), &asked, pose);
        }
        for (int edge = 0; edge < 4; edge++) {
            AukShape line = auk_shape_segment(points[edge], points[edge + 1]);
            expected += auk_overlap(&line, auk_transform_identity(), &asked, pose);
        }
        cr_assert_eq(auk_world_overlap(world, &asked, pose, NULL, NULL, 0), expected, "%d", i);
        most = expected > most ? expected : most;
    }
    cr_assert_gt(most, 15);
    auk_world_destroy(world);
}

// What pushes a shape out of the ground by the normals of its overlaps is not pushed along it.
Test(terrain_query, overlaps_with_flat_ground_have_its_normal_or_none)
{
    AukWorld *world = scene_world();
    uint8_t cells[60];
    memset(cells, AUK_TILE_FULL, sizeof cells);
    grid_at(world, 0.0f, -3.0f, 10, 3, cells);
    grid_at(world, 10.0f, -3.0f, 10, 3, cells + 30);
    AukShape disc = auk_shape_circle(1.5f);
    for (float x = 2.0f; x < 18.0f; x += 0.0625f) {
        AukFound found[16];
        int count = auk_world_overlap(world, &disc, auk_transform(auk_vec(x, 0.25f), 0.0f), NULL, found, 16), ups = 0;
        for (int i = 0; i < count; i++) {
            cr_assert(found[i].normal.x == 0.0f, "at %g, cell %d: (%g, %g)", (double)x, found[i].child,
                      (double)found[i].normal.x, (double)found[i].normal.y);
            ups += found[i].normal.y == 1.0f;
        }
        cr_assert(count >= 4 && ups >= 1, "at %g: %d, %d", (double)x, count, ups);
    }
    auk_world_destroy(world);
}

// ---- nearest ----------------------------------------------------------------------------------------------------

Test(terrain_query, nearest_skips_the_edge_that_overlaps_and_measures_the_next_one_at_any_limit)
{
    static const AukVec2 points[] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {4.0f, 0.0f}};
    static const uint8_t cells[] = {AUK_TILE_FULL, AUK_TILE_FULL};
    for (int tiles = 0; tiles < 2; tiles++) {
        AukWorld *world = scene_world();
        AukBodyId ground = empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f);
        if (tiles) {
            AukTilesDef grid = {2, 1, 2.0f, 0.0f, cells};
            AukShapeDef place = {.position = {0.0f, -2.0f}};
            auk_body_add_tiles(world, ground, &grid, &place);
        } else {
            auk_body_add_chain(world, ground, points, 3, false, NULL);
        }
        AukShape ball = auk_shape_circle(0.5f);
        AukTransform pose = auk_transform(auk_vec(1.0f, 0.25f), 0.0f);
        AukQuery query = {.skip_overlapping = true};
        const float reaches[] = {INFINITY, 100.0f, 1.0f};
        for (int i = 0; i < 3; i++) {
            AukFound found;
            cr_assert_eq(auk_world_nearest(world, &ball, pose, reaches[i], &query, &found, 1), 1, "up to %g",
                         (double)reaches[i]);
            cr_assert(near(found.distance, sqrtf(1.0625f) - 0.5f, 1e-6f) && found.child == 1, "%g up to %g",
                      (double)found.distance, (double)reaches[i]);
        }
        cr_assert_eq(auk_world_nearest(world, &ball, pose, 0.5f, &query, NULL, 0), 0);
        auk_world_destroy(world);
    }
}

// Both edges are within rounding of the size of the box; the second one leads away from it below the first.
Test(terrain_query, nearest_lists_a_chain_once_whose_edges_nearly_touch_a_huge_box)
{
    static const AukVec2 points[] = {{1.0f, -1e-5f}, {0.0f, -1.1e-4f}, {1.0f, -1.0f}};
    AukWorld *world = scene_world();
    auk_body_add_chain(world, empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f), points, 3, false, NULL);
    AukShape box = auk_shape_box(1e5f, 1e5f);
    AukTransform pose = auk_transform(auk_vec(0.0f, 1e5f), 0.0f);
    const float reaches[] = {INFINITY, 1.0f};
    for (int i = 0; i < 2; i++) {
        AukFound found[4];
        cr_assert_eq(auk_world_nearest(world, &box, pose, reaches[i], NULL, found, 4), 1);
        cr_assert(near(found[0].distance, 1e-5f, 1e-8f) && found[0].child == 0, "%g", (double)found[0].distance);
    }
    auk_world_destroy(world);
}

// ---- shapes of many parts in lists ----------------------------------------------------------------------------------

enum { CHAINS = 40, CHAIN_EDGES = 30 };

// Chains that wind among each other, each on a body of its own; in the other world each edge is a shape.
static void wind_chains(AukWorld *chains, AukWorld *edges, Random *random)
{
    for (int i = 0; i < CHAINS; i++) {
        AukVec2 points[CHAIN_EDGES + 1];
        AukVec2 at = random_vec(random, -20.0f, 20.0f);
        int count = random_int(random, 1, CHAIN_EDGES);
        for (int k = 0; k <= count; k++) {
            points[k] = at;
            at = auk_vec_add(at, auk_vec_scale(random_float(random, 0.5f, 2.0f), random_direction(random)));
        }
        AukMotion motion = i % 2 ? AUK_MOTION_STATIC : AUK_MOTION_MOVING;
        AukBodyId chain = empty_body(chains, motion, 0.0f, 0.0f), body = empty_body(edges, motion, 0.0f, 0.0f);
        cr_assert_neq(auk_body_add_chain(chains, chain, points, count + 1, false, NULL).generation, 0);
        for (int k = 0; k < count; k++) {
            AukShapeDef def = {.shape = auk_shape_segment(points[k], points[k + 1])};
            cr_assert_neq(auk_body_add_shape(edges, body, &def).generation, 0);
        }
    }
}

// Keeps the first result of each body, which has one chain. Returns how many are left.
static int first_of_each_body(AukFound *found, int count)
{
    bool seen[CHAINS] = {false};
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (!seen[found[i].body.index]) {
            seen[found[i].body.index] = true;
            found[kept++] = found[i];
        }
    }
    return kept;
}

static void expect_same_firsts(const AukFound *found, int count, const AukFound *expected, int all, bool distances)
{
    for (int i = 0; i < count; i++) {
        float a = distances ? found[i].distance : found[i].fraction;
        float b = distances ? expected[i].distance : expected[i].fraction;
        bool tie =
            (i > 0 && fabsf(b - (distances ? expected[i - 1].distance : expected[i - 1].fraction)) < 1e-5f) ||
            (i + 1 < all && fabsf(b - (distances ? expected[i + 1].distance : expected[i + 1].fraction)) < 1e-5f);
        cr_assert_float_eq(a, b, 1e-5f, "seed %llu: result %d of %d is %g, not %g", (unsigned long long)random_seed(),
                           i, count, (double)a, (double)b);
        cr_assert(tie || auk_body_id_equal(found[i].body, expected[i].body), "seed %llu: result %d of %d",
                  (unsigned long long)random_seed(), i, count);
    }
}

// Lists with less and with more room than there are shapes, short ones and those that are heaps.
Test(terrain_query, lists_of_chains_have_the_nearest_or_first_edge_of_each)
{
    enum { ALL = CHAINS * CHAIN_EDGES };
    static AukFound of_edges[ALL], found[CHAINS];
    Random random = random_start(random_seed(), 97);
    for (int round = 0; round < 12; round++) {
        AukWorld *chains = scene_world(), *edges = scene_world();
        wind_chains(chains, edges, &random);
        for (int i = 0; i < 60; i++) {
            AukVec2 from = random_vec(&random, -25.0f, 25.0f), delta = random_vec(&random, -40.0f, 40.0f);
            AukTransform pose = auk_transform(from, 0.0f);
            AukQuery query = {.skip_overlapping = i % 2 != 0};
            AukShape disc = auk_shape_circle(0.3f);
            int room = random_int(&random, 1, CHAINS);
            float reach = i % 3 ? INFINITY : random_float(&random, 1.0f, 20.0f);
            int all = auk_world_nearest(edges, NULL, pose, reach, &query, of_edges, ALL);
            all = first_of_each_body(of_edges, all);
            int count = auk_world_nearest(chains, NULL, pose, reach, &query, found, room);
            cr_assert_eq(count, all < room ? all : room);
            cr_assert_eq(auk_world_nearest(chains, NULL, pose, reach, &query, NULL, 0), all);
            expect_same_firsts(found, count, of_edges, all, true);
            for (int cast = 0; cast < 2; cast++) {
                all = cast ? auk_world_cast_shape_all(edges, &disc, pose, delta, NULL, of_edges, ALL)
                           : auk_world_cast_ray_all(edges, from, delta, NULL, of_edges, ALL);
                all = first_of_each_body(of_edges, all);
                count = cast ? auk_world_cast_shape_all(chains, &disc, pose, delta, NULL, found, room)
                             : auk_world_cast_ray_all(chains, from, delta, NULL, found, room);
                cr_assert_eq(count, all < room ? all : room);
                expect_same_firsts(found, count, of_edges, all, false);
            }
        }
        auk_world_destroy(chains);
        auk_world_destroy(edges);
    }
}

// ---- casts that ignore what they overlap at the start -------------------------------------------------------------

// Ten columns of five full cells, in one grid or in two that join.
static AukShapeId add_rock(AukWorld *world, bool joined)
{
    uint8_t cells[50];
    memset(cells, AUK_TILE_FULL, sizeof cells);
    AukBodyId body = empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f);
    AukTilesDef grid = {joined ? 5 : 10, 5, 1.0f, 0.0f, cells};
    AukShapeDef place = {.position = {5.0f, 0.0f}};
    if (joined) {
        auk_body_add_tiles(world, body, &grid, &place);
    }
    return auk_body_add_tiles(world, body, &grid, NULL);
}

// Every cast that starts in the rock leaves it, however it goes through the cells: those without a free side, those
// with one on another side, and those of the grid beside. They were found at the side that their neighbour covers.
Test(terrain_query, a_cast_out_of_the_cell_that_it_ignores_finds_no_other_cell_of_the_rock)
{
    static const struct {
        AukVec2 from, delta;
    } casts[] = {
        {{5.5f, 4.9f}, {0.0f, -3.0f}},                                  // from the surface down
        {{5.5f, 4.9f}, {-3.0f, -0.01f}},                                // along the surface, slightly down
        {{4.5f, 2.5f}, {3.0f, 0.0f}},                                   // from cells with no free side
        {{5.5f, 2.5f}, {0.0f, 9.0f}},    {{0.2f, 4.9f}, {0.5f, -3.0f}}, // down the cells at the left side
        {{0.6f, 2.9f}, {0.9f, 3.0f}},                                   // and up to those at the surface
        {{8.9f, 3.9f}, {0.6f, 0.3f}},    {{5.64f, 1.47f}, {-29.0f, 2.1f}},
    };
    AukQuery query = {.skip_overlapping = true};
    AukCastOptions options = {.skip_overlapping = true};
    for (int i = 0; i < 4 * (int)(sizeof casts / sizeof casts[0]); i++) {
        AukWorld *world = scene_world();
        AukShapeId shape = add_rock(world, i % 2 != 0);
        AukVec2 from = casts[i / 4].from, delta = casts[i / 4].delta;
        AukShape disc = auk_shape_circle(0.15f);
        AukFound found = {.child = -1};
        bool hit = false;
        if (i % 4 < 2) {
            hit = auk_world_cast_ray(world, from, delta, &query, &found) ||
                  auk_world_cast_ray_any(world, from, delta, &query) ||
                  auk_world_cast_ray_all(world, from, delta, &query, NULL, 0) != 0 ||
                  auk_world_shape_cast_ray(world, shape, from, delta, &options, &found) ||
                  auk_world_cast_shape_turning(world, &disc, auk_transform(from, 0.0f), delta, 0.0f, &query, &found);
        } else {
            AukTransform pose = auk_transform(from, 0.0f);
            hit = auk_world_cast_shape(world, &disc, pose, delta, &query, &found) ||
                  auk_world_shape_cast_shape(world, shape, &disc, pose, delta, &options, &found);
        }
        cr_assert(!hit, "%d: child %d at %g, normal (%g, %g)", i, found.child, (double)found.fraction,
                  (double)found.normal.x, (double)found.normal.y);
        auk_world_destroy(world);
    }
}

// A disc sunk into the ground passes level joints, also of a chain, and is stopped by a wall and by a ramp, which it
// meets at their feet.
Test(terrain_query, a_cast_along_the_ground_that_it_ignores_finds_the_wall_that_stands_on_it)
{
    static const uint8_t wall[] = {1, 1, 1, 1, 1, 0, 0, 0, 0, AUK_TILE_FULL},
                         ramp[] = {1, 1, 1, 1, 1, 0, 0, 0, 0, AUK_TILE_SLOPE_RIGHT_LOW};
    static const AukVec2 points[] = {{0.0f, 1.0f}, {1.0f, 1.0f}, {2.0f, 1.0f}, {4.0f, 1.0f}, {4.0f, 3.0f}};
    AukQuery query = {.skip_overlapping = true};
    for (int i = 0; i < 3 * 2; i++) {
        AukWorld *world = scene_world();
        AukBodyId ground = empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f);
        if (i % 3 < 2) {
            grid_of(world, ground, 5, 2, i % 3 ? ramp : wall);
        } else {
            auk_body_add_chain(world, ground, points, 5, false, NULL);
        }
        AukShape disc = auk_shape_circle(0.1f);
        AukTransform pose = auk_transform(auk_vec(1.5f, i < 3 ? 1.05f : 0.95f), 0.0f);
        AukFound found;
        bool hit = auk_world_cast_shape(world, &disc, pose, auk_vec(3.0f, 0.0f), &query, &found);
        cr_assert(hit && found.fraction > 0.7f && found.normal.x < -0.7f, "%d: %d at %g, normal (%g, %g)", i, hit,
                  (double)found.fraction, (double)found.normal.x, (double)found.normal.y);
        auk_world_destroy(world);
    }
}

// What a ray finds of a grid without the cell in which it starts is where it next enters the grid.
Test(terrain_query, a_ray_that_ignores_its_first_cell_finds_where_it_enters_the_grid_again)
{
    enum { SIDE = 12 };
    Random random = random_start(random_seed(), 98);
    AukSpanWork *work = auk_span_work_create(NULL);
    AukQuery query = {.skip_overlapping = true};
    int hits = 0;
    for (int round = 0; round < 40; round++) {
        AukWorld *world = scene_world();
        uint8_t cells[SIDE * SIDE];
        for (int i = 0; i < SIDE * SIDE; i++) {
            cells[i] = random_chance(&random, 0.8) ? AUK_TILE_FULL : AUK_TILE_EMPTY;
        }
        grid_of(world, empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f), SIDE, SIDE, cells);
        for (int i = 0; i < 200; i++) {
            AukVec2 from = random_vec(&random, 0.0f, (float)SIDE), delta = random_vec(&random, -15.0f, 15.0f);
            AukRaySpan span;
            AukFound found;
            bool enters = auk_world_cast_ray_spans(world, work, from, delta, &query, &span, 1) > 0;
            bool hit = auk_world_cast_ray(world, from, delta, &query, &found);
            cr_assert_eq(hit, enters, "seed %llu: %d", (unsigned long long)random_seed(), i);
            cr_assert(!hit || (near(found.fraction, span.enter, 1e-5f) && found.child == span.enter_child &&
                               near(found.normal.x, span.enter_normal.x, 1e-5f) &&
                               near(found.normal.y, span.enter_normal.y, 1e-5f)),
                      "seed %llu: child %d at %g, not %d at %g", (unsigned long long)random_seed(), found.child,
                      (double)found.fraction, span.enter_child, (double)span.enter);
            hits += hit;
        }
        auk_world_destroy(world);
    }
    auk_span_work_destroy(work);
    cr_assert_gt(hits, 1000);
}
