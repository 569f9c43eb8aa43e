// auk_world_overlap_bounds(): the bounding boxes of pieces that touch a box, against a plain loop.
#include "auk/terrain.h"
#include "support/pair.h"
#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { BODIES = 40, EDGES = 60, COLUMNS = 12, ROWS = 9, PIECES_MAX = BODIES + EDGES + COLUMNS * ROWS, ASKED = 400 };

#define MARGIN 1e-3f // boxes that are nearer to touching than that may be found or not

// What the loop knows of a piece.
typedef struct Piece {
    AukShapeId shape;
    int child;
    AukBox box;
} Piece;

typedef struct Ground {
    AukWorld *world;
    Random random;
    Piece pieces[PIECES_MAX];
    int count;
} Ground;

static AukBox box_of_points(const AukVec2 *points, int count, AukTransform pose)
{
    AukBox box = auk_box(auk_transform_apply(pose, points[0]), auk_transform_apply(pose, points[0]));
    for (int i = 1; i < count; i++) {
        AukVec2 p = auk_transform_apply(pose, points[i]);
        box = auk_box_union(box, auk_box(p, p));
    }
    return box;
}

static void know(Ground *ground, AukShapeId shape, int child, AukBox box)
{
    Piece piece = {shape, child, box};
    ground->pieces[ground->count++] = piece;
}

static AukBodyId add_static(Ground *ground, AukTransform pose)
{
    AukBodyDef def = {.motion = AUK_MOTION_STATIC, .position = pose.p, .angle = auk_rot_angle(pose.q)};
    return auk_body_create(ground->world, &def);
}

static void add_chain(Ground *ground, AukTransform pose)
{
    AukVec2 points[EDGES + 1];
    for (int i = 0; i <= EDGES; i++) {
        points[i] = auk_vec((float)i - 30.0f, random_float(&ground->random, -2.0f, 2.0f));
    }
    AukShapeId chain = auk_body_add_chain(ground->world, add_static(ground, pose), points, EDGES + 1, false, NULL);
    cr_assert(auk_world_shape_exists(ground->world, chain));
    for (int i = 0; i < EDGES; i++) {
        know(ground, chain, i, box_of_points(points + i, 2, pose));
    }
}

static void add_grid(Ground *ground, AukTransform pose, float radius)
{
    uint8_t cells[COLUMNS * ROWS];
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        cells[i] = random_chance(&ground->random, 0.6) ? AUK_TILE_FULL : AUK_TILE_EMPTY;
    }
    AukTilesDef tiles = {COLUMNS, ROWS, 1.5f, 0.0f, cells};
    AukShapeDef rounded = {.shape = auk_shape_circle(radius)};
    AukShapeId grid = auk_body_add_tiles(ground->world, add_static(ground, pose), &tiles, &rounded);
    cr_assert(auk_world_shape_exists(ground->world, grid));
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        float x = 1.5f * (float)(i % COLUMNS), y = 1.5f * (float)(i / COLUMNS);
        AukVec2 corners[] = {{x, y}, {x + 1.5f, y}, {x + 1.5f, y + 1.5f}, {x, y + 1.5f}};
        if (cells[i] == AUK_TILE_FULL) {
            AukBox box = box_of_points(corners, 4, pose);
            AukVec2 grown = auk_vec(radius, radius);
            know(ground, grid, i, auk_box(auk_vec_sub(box.min, grown), auk_vec_add(box.max, grown)));
        }
    }
}

static void add_bodies(Ground *ground, AukBodyId *ids)
{
    for (int i = 0; i < BODIES; i++) {
        float x = random_float(&ground->random, -30.0f, 30.0f), y = random_float(&ground->random, -30.0f, 30.0f);
        AukBodyDef def = scene_def(i % 3 ? AUK_MOTION_MOVING : AUK_MOTION_STATIC,
                                   i % 2 ? auk_shape_circle(1.0f) : auk_shape_box(2.0f, 0.5f), x, y);
        def.angle = random_float(&ground->random, -3.0f, 3.0f);
        def.velocity = i % 3 ? random_vec(&ground->random, -9.0f, 9.0f) : auk_vec(0.0f, 0.0f);
        def.user_data = (uint64_t)i;
        ids[i] = auk_body_create(ground->world, &def);
    }
}

static void know_bodies(Ground *ground, const AukBodyId *ids)
{
    for (int i = 0; i < BODIES; i++) {
        AukShapeId shape;
        cr_assert_eq(auk_body_get_shapes(ground->world, ids[i], &shape, 1), 1);
        AukShape geometry = auk_world_shape_get(ground->world, shape);
        know(ground, shape, 0, auk_shape_bounds(&geometry, auk_body_get_pose(ground->world, ids[i])));
    }
}

static const Piece *piece_found(const Ground *ground, const AukFound *found)
{
    for (int i = 0; i < ground->count; i++) {
        if (auk_shape_id_equal(ground->pieces[i].shape, found->shape) && ground->pieces[i].child == found->child) {
            return &ground->pieces[i];
        }
    }
    return NULL;
}

static void expect_ids_alone(const Ground *ground, const AukFound *found)
{
    AukFound ids;
    memset(&ids, 0, sizeof ids);
    ids.body = auk_world_shape_get_body(ground->world, found->shape);
    ids.shape = found->shape;
    ids.user_data = auk_body_get_user_data(ground->world, ids.body);
    ids.child = found->child;
    cr_assert(auk_body_id_equal(ids.body, found->body) && ids.user_data == found->user_data);
    cr_assert(found->fraction == 0.0f && found->distance == 0.0f && found->status == AUK_OK);
    cr_assert(found->point.x == 0.0f && found->point.y == 0.0f && found->normal.x == 0.0f && found->normal.y == 0.0f);
}

static bool precedes(const AukFound *a, const AukFound *b)
{
    if (a->body.index != b->body.index) {
        return a->body.index < b->body.index;
    }
    return a->shape.index != b->shape.index ? a->shape.index < b->shape.index : a->child < b->child;
}

static void ask(Ground *ground, AukBox box)
{
    AukFound found[PIECES_MAX], few[3], exact[PIECES_MAX];
    unsigned long long seed = (unsigned long long)ground->random.seed;
    int count = auk_world_overlap_bounds(ground->world, box, NULL, found, PIECES_MAX), sure = 0, maybe = 0;
    for (int i = 0; i < ground->count; i++) {
        sure += pair_box_gap(ground->pieces[i].box, box) < -MARGIN;
        maybe += pair_box_gap(ground->pieces[i].box, box) <= MARGIN;
    }
    cr_assert(count >= sure && count <= maybe, "%d boxes, %d to %d, AUK_SEED=%llu", count, sure, maybe, seed);
    for (int i = 0; i < count; i++) {
        const Piece *piece = piece_found(ground, &found[i]);
        cr_assert(piece && pair_box_gap(piece->box, box) <= MARGIN, "AUK_SEED=%llu", seed);
        cr_assert(i == 0 || precedes(&found[i - 1], &found[i]), "AUK_SEED=%llu", seed);
        expect_ids_alone(ground, &found[i]);
    }
    cr_assert_eq(auk_world_overlap_bounds(ground->world, box, NULL, NULL, 0), count);
    int written = auk_world_overlap_bounds(ground->world, box, NULL, few, 3);
    cr_assert_eq(written, count < 3 ? count : 3);
    cr_assert(memcmp(few, found, (size_t)written * sizeof *few) == 0);
    int overlaps = auk_world_overlap_box(ground->world, box, NULL, exact, PIECES_MAX), at = 0;
    for (int i = 0; i < overlaps; i++) {
        while (at < count && precedes(&found[at], &exact[i])) {
            at++;
        }
        cr_assert(at < count && !precedes(&exact[i], &found[at]), "an overlap is not found, AUK_SEED=%llu", seed);
    }
}

// `wraps`: the world repeats itself along axis 0, 1 or both (3), far beyond all shapes.
static void ask_everywhere(int wraps, float radius)
{
    AukVec2 half = auk_vec(wraps & 1 ? 500.0f : 0.0f, wraps & 2 ? 500.0f : 0.0f);
    AukWorldDef def = {.wrap = auk_box(auk_vec_neg(half), half)};
    Ground ground = {.world = auk_world_create(&def, NULL), .random = random_start(random_seed(), 1)};
    AukBodyId ids[BODIES];
    add_chain(&ground, auk_transform(auk_vec(0.0f, -4.0f), 0.4f));
    add_grid(&ground, auk_transform(auk_vec(5.0f, 3.0f), 0.3f), radius);
    add_bodies(&ground, ids);
    int terrain = ground.count;
    for (int step = 0; step < 4; step++) {
        ground.count = terrain;
        know_bodies(&ground, ids);
        for (int i = 0; i < ASKED / 4; i++) {
            AukVec2 p = random_vec(&ground.random, -35.0f, 35.0f), q = random_vec(&ground.random, 0.0f, 12.0f);
            ask(&ground, auk_box(p, auk_vec_add(p, i % 9 ? q : auk_vec(0.0f, 0.0f))));
        }
        cr_assert_eq(auk_world_step(ground.world, 0.1f), AUK_OK);
    }
    ask(&ground, auk_box(auk_vec(-999.0f, -999.0f), auk_vec(999.0f, 999.0f)));
    auk_world_destroy(ground.world);
}

Test(query_bounds, what_a_loop_over_all_bounding_boxes_finds)
{
    for (int wraps = 0; wraps < 4; wraps++) {
        ask_everywhere(wraps, 0.0f);
        ask_everywhere(wraps, 5.0f); // the bounding box of a turned cell is far larger than the cell
    }
}

// A chain lends one body hundreds of results; the others have one each.
Test(query_bounds, long_lists_are_sorted_whatever_the_room)
{
    enum { MANY = 3000, ROOM = MANY + EDGES };
    Ground ground = {.world = scene_world(), .random = random_start(random_seed(), 2)};
    AukFound *all = calloc(ROOM, sizeof *all), *some = calloc(ROOM, sizeof *some);
    for (int i = 0; i < MANY; i++) {
        AukVec2 p = random_vec(&ground.random, -90.0f, 90.0f);
        scene_body(ground.world, i % 2 ? AUK_MOTION_STATIC : AUK_MOTION_MOVING, auk_shape_circle(0.5f), p.x, p.y);
        if (i == MANY / 3) {
            add_chain(&ground, auk_transform(auk_vec(0.0f, 0.0f), 0.5f));
        }
    }
    float halves[] = {2.0f, 7.0f, 8.0f, 20.0f, 99.0f};
    for (size_t k = 0; k < sizeof halves / sizeof *halves; k++) {
        AukBox box = auk_box(auk_vec(-halves[k], -halves[k]), auk_vec(halves[k], halves[k]));
        int count = auk_world_overlap_bounds(ground.world, box, NULL, all, ROOM);
        cr_assert(count == auk_world_overlap_bounds(ground.world, box, NULL, NULL, 0) &&
                  (k + 1 < sizeof halves / sizeof *halves || count == ROOM));
        for (int i = 1; i < count; i++) {
            cr_assert(precedes(&all[i - 1], &all[i]), "result %d of %d", i, count);
        }
        int rooms[] = {count / 3, count / 2 + 1, count - 1, count, count + 1};
        for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
            int room = rooms[i] < ROOM ? rooms[i] : ROOM, least = room < count ? room : count;
            cr_assert_eq(auk_world_overlap_bounds(ground.world, box, NULL, some, room), least);
            cr_assert(memcmp(some, all, (size_t)least * sizeof *some) == 0, "room for %d of %d", room, count);
        }
    }
    free(all);
    free(some);
    auk_world_destroy(ground.world);
}

Test(query_bounds, a_turned_box_is_found_by_its_corners_and_by_what_the_query_wants)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(1.0f, 1.0f), 0.0f, 0.0f);
    def.angle = 0.785398163f;
    def.user_data = 7;
    AukBodyId square = auk_body_create(world, &def);
    AukBox corner = auk_box(auk_vec(1.0f, 1.0f), auk_vec(2.0f, 2.0f)); // beside the square, in its bounding box
    AukFound found[2];
    AukQuery others = {.exclude = square};
    for (int packed = 0; packed < 2; packed++) {
        cr_assert_eq(auk_world_overlap_box(world, corner, NULL, NULL, 0), 0);
        cr_assert_eq(auk_world_overlap_bounds(world, corner, NULL, found, 2), 1);
        cr_assert(auk_body_id_equal(found[0].body, square) && found[0].user_data == 7);
        cr_assert_eq(auk_world_overlap_bounds(world, corner, &others, NULL, 0), 0);
        auk_world_step(world, 0.1f);
    }
    auk_body_set_enabled(world, square, false);
    cr_assert_eq(auk_world_overlap_bounds(world, corner, NULL, NULL, 0), 0);
    auk_world_destroy(world);
}

Test(query_bounds, in_a_world_that_wraps_around_each_piece_is_found_once)
{
    AukWorldDef wraps = {.wrap = auk_box(auk_vec(0.0f, 0.0f), auk_vec(64.0f, 32.0f))};
    AukWorld *world = auk_world_create(&wraps, NULL);
    AukBodyId ball = scene_ball(world, 63.0f, 16.0f, 2.0f);
    AukFound found[4];
    AukBox boxes[] = {{{0.5f, 10.0f}, {62.0f, 20.0f}}, // both ends are in the ball
                      {{0.0f, 17.5f}, {0.9f, 19.0f}},  // beside the ball, in its bounding box
                      {{64.5f, 15.0f}, {66.0f, 17.0f}},
                      {{1.5f, 10.0f}, {60.0f, 20.0f}},
                      {{0.5f, 18.5f}, {62.0f, 20.0f}}};
    int expected[] = {1, 1, 1, 0, 0};
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
        int count = auk_world_overlap_bounds(world, boxes[i], NULL, found, 4);
        cr_assert(count == expected[i] && (count == 0 || auk_body_id_equal(found[0].body, ball)), "box %zu", i);
    }
    AukBox wide = auk_box(auk_vec(0.0f, 0.0f), auk_vec(1e6f, 1.0f));
    cr_assert_eq(auk_world_overlap_bounds(world, wide, NULL, found, 4), -(int)AUK_ERROR_RANGE);
    auk_world_destroy(world);
}

Test(query_bounds, a_half_plane_is_found_where_it_is)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_half_plane(auk_vec(0.0f, 1.0f), 0.0f), 0.0f, 0.0f);
    AukBodyId floor = auk_body_create(world, &def);
    AukFound found[2];
    cr_assert_eq(auk_world_overlap_bounds(world, auk_box(auk_vec(1e6f, -2.0f), auk_vec(1e6f, -1.0f)), NULL, found, 2),
                 1);
    cr_assert(auk_body_id_equal(found[0].body, floor) && found[0].distance == 0.0f && found[0].normal.y == 0.0f);
    cr_assert_eq(auk_world_overlap_bounds(world, auk_box(auk_vec(-9.0f, 0.1f), auk_vec(9.0f, 1.0f)), NULL, NULL, 0), 0);
    auk_world_destroy(world);
}
