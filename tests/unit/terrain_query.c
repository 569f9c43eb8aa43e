// Questions about chains and grids of tiles: drawing, why, and queries against the cells one by one.
#include "auk/auk.h"

#include "support/random.h"
#include "support/terrain_scene.h"

Test(terrain_query, a_region_is_drawn_with_its_cells_and_no_others)
{
    AukWorld *world = scene_world();
    static uint8_t cells[1000 * 1000];
    memset(cells, AUK_TILE_FULL, sizeof cells);
    grid_of(world, empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f), 1000, 1000, cells);
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
    static uint8_t cells[2000 * 2000];
    memset(cells, AUK_TILE_FULL, sizeof cells / 2);
    AukBodyId level = empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f);
    grid_of(world, level, 2000, 2000, cells);
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
