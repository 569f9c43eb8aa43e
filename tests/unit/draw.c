// A world as lines: that the lines are the outlines, that only what is asked for comes, and always in the same order.
#include "auk/draw.h"
#include "auk/terrain.h"
#include "auk/world.h"

#include "support/random.h"
#include "support/world_crowd.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { ITEMS_MAX = 6000, SAMPLES = 9 };

static AukDrawItem items[ITEMS_MAX];

static int draw(const AukWorld *world, uint32_t show, float error)
{
    AukDrawOptions options;
    memset(&options, 0, sizeof options);
    options.show = show;
    options.error = error;
    int count = auk_world_draw(world, &options, items, ITEMS_MAX);
    cr_assert(count >= 0 && count < ITEMS_MAX);
    cr_assert_eq(auk_world_draw(world, &options, NULL, 0), count);
    return count;
}

static double length_of(const AukDrawItem *item)
{
    double x = (double)item->q.x - item->p.x, y = (double)item->q.y - item->p.y;
    return item->kind == AUK_DRAW_ARC ? (double)item->radius * item->turn : sqrt(x * x + y * y);
}

// A point of a segment or an arc.
static AukVec2 point_on(const AukDrawItem *item, double t)
{
    if (item->kind != AUK_DRAW_ARC) {
        return auk_vec((float)(item->p.x + t * ((double)item->q.x - item->p.x)),
                       (float)(item->p.y + t * ((double)item->q.y - item->p.y)));
    }
    double angle = item->angle + t * item->turn;
    return auk_vec((float)(item->center.x + item->radius * cos(angle)),
                   (float)(item->center.y + item->radius * sin(angle)));
}

// The lines join, lie on the outline, and are as long as it is.
static void expect_outline(int count, const AukShape *shape, AukTransform pose, float error, int round)
{
    double length = 0.0;
    float slack = 1e-5f * (fabsf(pose.p.x) + fabsf(pose.p.y) + 4.0f);
    for (int i = 0; i < count; i++) {
        const AukDrawItem *item = &items[i], *next = &items[(i + 1) % count];
        length += length_of(item);
        bool joined = count == 1 || (fabsf(item->q.x - next->p.x) <= slack && fabsf(item->q.y - next->p.y) <= slack);
        cr_assert(joined, "round %d, item %d", round, i);
        cr_assert(item->kind != AUK_DRAW_ARC || (item->turn > 0.0f && item->turn < 6.2832f));
        for (int k = 0; k < SAMPLES; k++) {
            float distance = auk_project_point(shape, pose, point_on(item, k / (SAMPLES - 1.0))).distance;
            cr_assert(distance <= slack && distance >= -error - slack, "round %d, item %d: %g", round, i,
                      (double)distance);
        }
    }
    AukMeasure measure = auk_shape_measure(shape);
    bool segment = measure.area == 0.0f; // there and back
    cr_assert_float_eq(length, (segment ? 0.5 : 1.0) * (double)measure.perimeter, 0.02 + (double)slack, "round %d",
                       round);
}

static AukShape some_shape(Random *random, int kind, AukVec2 *vertices)
{
    float radius = random_chance(random, 0.5) ? 0.0f : 0.25f;
    switch (kind) {
    case 0: return auk_shape_circle(random_float(random, 0.1f, 2.0f));
    case 1: return auk_shape_rounded(auk_shape_box(1.0f, 0.5f), radius);
    case 2: return auk_shape_capsule(auk_vec(-1.0f, 0.25f), auk_vec(1.0f, 0.5f), 0.125f + radius);
    case 3: return auk_shape_rounded(auk_shape_ellipse(1.5f, random_float(random, 0.1f, 1.5f)), radius);
    case 4: return auk_shape_segment(auk_vec(-1.0f, 0.0f), auk_vec(1.0f, 0.5f));
    default: return auk_shape_polygon(vertices, random_polygon(random, 12, 1.5f, 1.0f, vertices), radius);
    }
}

Test(draw, outlines_lie_on_the_surface_and_go_all_round)
{
    Random random = random_start(random_seed(), 75);
    for (int round = 0; round < 600; round++) {
        AukVec2 vertices[16];
        AukShape shape = some_shape(&random, round % 6, vertices);
        AukVec2 place = random_vec(&random, -100.0f, 100.0f);
        AukWorld *world = scene_world();
        AukBodyDef def = scene_def(AUK_MOTION_MOVING, shape, place.x, place.y);
        def.angle = random_float(&random, -4.0f, 4.0f);
        AukBodyId body = auk_body_create(world, &def);
        float error = random_chance(&random, 0.5) ? 0.0f : 0.01f;
        int count = draw(world, AUK_SHOW_SHAPES, error);
        cr_assert(count > 0 && items[0].category == AUK_DRAW_MOVING && items[0].body.generation == 1);
        expect_outline(count, &shape, auk_body_get_pose(world, body), error > 0.0f ? error : 2.0f / 512.0f, round);
        auk_world_destroy(world);
    }
}

Test(draw, each_thing_has_its_category)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    scene_ball(world, 0.0f, 1.5f, 1.0f);
    AukBodyId fly =
        scene_bullet(world, auk_shape_circle(0.0f), auk_vec(-9.0f, 0.0f), auk_vec(100.0f, 0.0f), AUK_RESPONSE_TOUCH);
    scene_sensor(world, AUK_MOTION_STATIC, auk_shape_circle(1.0f), 0.0f, 3.0f);
    auk_body_set_enabled(world, scene_ball(world, 20.0f, 0.0f, 1.0f), false);
    auk_world_step(world, 0.1f);
    int seen[AUK_DRAW_CATEGORY_COUNT] = {0}, count = draw(world, AUK_SHOW_ALL & ~AUK_SHOW_TOUCHING, 0.0f);
    for (int i = 0; i < count; i++) {
        seen[items[i].category]++;
    }
    static const int expected[AUK_DRAW_CATEGORY_COUNT] = {4, 1, 1, 0, 1, 1, 20, 0, 3, 2, 2, 2};
    for (int i = 0; i < AUK_DRAW_CATEGORY_COUNT; i++) {
        cr_assert_eq(seen[i], expected[i], "category %d: %d", i, seen[i]);
    }
    count = draw(world, AUK_SHOW_SHAPES | AUK_SHOW_TOUCHING, 0.0f);
    cr_assert(items[0].category == AUK_DRAW_TOUCHING && items[5].category == AUK_DRAW_TOUCHING);
    cr_assert(items[6].category == AUK_DRAW_SENSOR && items[7].category == AUK_DRAW_DISABLED && count == 8);
    cr_assert(items[5].kind == AUK_DRAW_POINT && auk_body_id_equal(items[5].body, fly));
    auk_body_set_velocity(world, fly, auk_vec(0.0f, 8.0f));
    AukDrawOptions ahead;
    memset(&ahead, 0, sizeof ahead);
    ahead.show = AUK_SHOW_VELOCITIES;
    ahead.seconds = 0.5f;
    cr_assert_eq(auk_world_draw(world, &ahead, items, ITEMS_MAX), 1);
    cr_assert_float_eq(items[0].q.y - items[0].p.y, 4.0f, 1e-6f);
    auk_world_destroy(world);
}

// The cell that an item names is the one in which its middle lies, a little inside; the edge is the one that it is on.
Test(draw, a_line_of_a_shape_of_several_pieces_names_its_piece)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef def = {.motion = AUK_MOTION_STATIC, .position = {0.5f, -2.0f}};
    AukBodyId body = auk_body_create(world, &def);
    const uint8_t cells[6] = {AUK_TILE_FULL,  AUK_TILE_EMPTY, AUK_TILE_FULL,
                              AUK_TILE_EMPTY, AUK_TILE_FULL,  AUK_TILE_EMPTY};
    AukTilesDef tiles = {.width = 3, .height = 2, .cell = 2.0f, .cells = cells};
    AukShapeId grid = auk_body_add_tiles(world, body, &tiles, NULL);
    const AukVec2 points[4] = {{20.0f, 0.0f}, {21.0f, 0.0f}, {22.0f, 1.0f}, {23.0f, 1.0f}};
    AukShapeId chain = auk_body_add_chain(world, body, points, 4, false, NULL);
    AukBodyId ball = scene_ball(world, 6.0f, 0.5f, 1.0f);
    auk_world_step(world, 0.0f);
    int seen[6] = {0}, edges = 0, count = draw(world, AUK_SHOW_SHAPES | AUK_SHOW_CONTACTS | AUK_SHOW_BOXES, 0.0f);
    for (int i = 0; i < count; i++) {
        const AukDrawItem *item = &items[i];
        if (item->category == AUK_DRAW_CONTACT) {
            cr_assert(auk_shape_id_equal(item->shape, grid) ? item->child == 2 : item->child == 0, "%d", item->child);
            cr_assert_eq(item->child, auk_world_contacts(world).items[0].child_a);
        } else if (item->category == AUK_DRAW_BOX) {
            cr_assert(auk_shape_id_equal(item->shape, chain) ? item->child < 3 : item->child == 0, "%d", item->child);
        } else if (item->category != AUK_DRAW_NORMAL && auk_shape_id_equal(item->shape, grid)) {
            AukVec2 middle = auk_vec_scale(0.5f, auk_vec_add(item->p, item->q)), along = auk_vec_sub(item->q, item->p);
            AukVec2 inside = auk_vec_add(middle, auk_vec_scale(0.1f, auk_vec(-along.y, along.x)));
            cr_assert_eq(item->child, auk_world_shape_get_cell_at(world, grid, inside), "%d", item->child);
            seen[item->child]++;
        } else if (item->category != AUK_DRAW_NORMAL && auk_shape_id_equal(item->shape, chain)) {
            AukVec2 from = auk_vec_add(points[item->child], def.position);
            cr_assert(item->p.x == from.x || item->q.x == from.x, "edge %d", item->child);
            edges |= 1 << item->child;
        } else if (auk_body_id_equal(item->body, ball)) {
            cr_assert_eq(item->child, 0);
        }
    }
    cr_assert(seen[0] == 4 && seen[2] == 4 && seen[4] == 4 && seen[1] + seen[3] + seen[5] == 0 && edges == 7);
    auk_world_destroy(world);
}

static AukBox box_of(const AukDrawItem *item)
{
    if (item->kind == AUK_DRAW_ARC) {
        AukVec2 r = auk_vec(item->radius, item->radius);
        return auk_box(auk_vec_sub(item->center, r), auk_vec_add(item->center, r));
    }
    return auk_box_union(auk_box(item->p, item->p), auk_box(item->q, item->q));
}

// What is drawn of a half-plane depends on the region.
static void remove_half_planes(AukWorld *world)
{
    AukBodyId bodies[256];
    int count = auk_world_get_bodies(world, bodies, 256);
    for (int i = 0; i < count; i++) {
        AukShapeId shapes[16];
        int shape_count = auk_body_get_shapes(world, bodies[i], shapes, 16);
        for (int k = 0; k < shape_count; k++) {
            if (auk_world_shape_get(world, shapes[k]).kind == AUK_SHAPE_HALF_PLANE) {
                auk_world_shape_remove(world, shapes[k]);
            }
        }
    }
}

Test(draw, a_region_gives_what_touches_it_in_the_same_order)
{
    static AukDrawItem some[ITEMS_MAX];
    Random random = random_start(random_seed(), 76);
    AukWorld *world = scene_world();
    crowd_register(world);
    crowd_fill(world, &random, CROWD_TUXES, 120);
    for (int i = 0; i < 10; i++) {
        crowd_step(world, &random, CROWD_TUXES);
    }
    remove_half_planes(world);
    int all = draw(world, AUK_SHOW_ALL, 0.0f);
    cr_assert_gt(all, 1000);
    for (int round = 0; round < 30; round++) {
        AukVec2 corner = random_vec(&random, -12.0f, 10.0f);
        AukDrawOptions options;
        memset(&options, 0, sizeof options);
        options.show = AUK_SHOW_ALL;
        options.region = auk_box(corner, auk_vec_add(corner, random_vec(&random, 0.1f, 6.0f)));
        int count = auk_world_draw(world, &options, some, ITEMS_MAX), at = 0;
        for (int i = 0; i < all; i++) {
            if (auk_box_overlap(box_of(&items[i]), options.region)) {
                cr_assert(at < count && memcmp(&some[at], &items[i], sizeof *items) == 0, "round %d item %d", round, i);
                at++;
            }
        }
        cr_assert_eq(at, count);
        int capacity = random_int(&random, 0, count);
        cr_assert_eq(auk_world_draw(world, &options, some, capacity), capacity);
    }
    auk_world_destroy(world);
}

Test(draw, a_restored_world_is_drawn_the_same)
{
    static AukDrawItem again[ITEMS_MAX];
    Random random = random_start(random_seed(), 77);
    AukWorld *world = scene_world(), *other = scene_world();
    crowd_register(world);
    crowd_register(other);
    crowd_fill(world, &random, CROWD_TUXES, 120);
    for (int i = 0; i < 20; i++) {
        crowd_step(world, &random, CROWD_TUXES);
        crowd_change(world, &random, CROWD_TUXES);
    }
    uint64_t size = auk_world_snapshot_size(world);
    void *buffer = malloc((size_t)size);
    auk_world_snapshot(world, buffer, size);
    cr_assert_eq(auk_world_restore(other, buffer, size), AUK_OK);
    int count = draw(world, AUK_SHOW_ALL, 0.0f);
    memcpy(again, items, sizeof items);
    cr_assert(draw(other, AUK_SHOW_ALL, 0.0f) == count && memcmp(again, items, (size_t)count * sizeof *items) == 0);
    free(buffer);
    auk_world_destroy(world);
    auk_world_destroy(other);
}

Test(draw, strips_cut_the_world_from_side_to_side)
{
    for (int brute = 0; brute < 2; brute++) {
        AukWorldDef def = {.broad = brute ? AUK_BROAD_BRUTE_FORCE : AUK_BROAD_SWEEP};
        AukWorld *world = auk_world_create(&def, NULL);
        cr_assert_eq(draw(world, AUK_SHOW_STRIPS, 0.0f), 0);
        for (int i = 0; i < 900; i++) {
            scene_ball(world, 3.0f * (float)(i % 30), 3.0f * (float)(i / 30), 1.0f);
        }
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
        int count = draw(world, AUK_SHOW_STRIPS, 0.0f);
        cr_assert(brute ? count == 0 : count > 2);
        for (int i = 0; i < count; i++) {
            const AukDrawItem *item = &items[i];
            cr_assert(item->kind == AUK_DRAW_SEGMENT && item->category == AUK_DRAW_STRIP && item->body.generation == 0);
            cr_assert(item->p.y == item->q.y && item->p.y > -1.0f && item->p.y < 88.0f);
            cr_assert(fabsf(item->p.x + 1.0f) < 0.01f && fabsf(item->q.x - 88.0f) < 0.01f);
            cr_assert(i == 0 || item->p.y > items[i - 1].p.y);
        }
        AukDrawOptions options = {.show = AUK_SHOW_STRIPS, .region = {{10.0f, 20.0f}, {30.0f, 60.0f}}};
        int seen = auk_world_draw(world, &options, items, ITEMS_MAX);
        cr_assert(brute ? seen == 0 : seen > 0 && seen < count && items[0].p.x == 10.0f && items[0].q.x == 30.0f);
        auk_world_destroy(world);
    }
}

// A slot that is free is taken by the next piece that is made, whichever shape it is of: here by the third edge of a
// chain whose other edges have slots behind it.
Test(draw, outlines_come_in_the_order_of_the_slots_of_pieces)
{
    AukWorld *world = scene_world();
    AukBodyId first = scene_ball(world, 50.0f, 0.0f, 1.0f), ground = scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    const AukVec2 points[] = {{0.0f, 5.0f}, {1.0f, 5.0f}, {2.0f, 6.0f}, {3.0f, 5.0f}};
    AukShapeId chain = auk_body_add_chain(world, ground, points, 3, false, NULL);
    cr_assert_eq(auk_body_destroy(world, first), AUK_OK);
    cr_assert_eq(auk_world_shape_set_chain(world, chain, points, 4, false), AUK_OK);
    int count = draw(world, AUK_SHOW_SHAPES, 0.0f);
    AukShapeId box = auk_body_get_shape(world, ground);
    cr_assert_eq(count, 7); // an edge, the four sides of the wall, two edges
    for (int i = 0; i < count; i++) {
        cr_assert(auk_shape_id_equal(items[i].shape, i >= 1 && i < 5 ? box : chain));
    }
    cr_assert(items[0].p.x == 2.0f && items[5].p.x == 0.0f && items[6].p.x == 1.0f);
    auk_world_destroy(world);
}

Test(draw, bad_options_are_refused)
{
    AukWorld *world = scene_world();
    scene_ball(world, 0.0f, 0.0f, 1.0f);
    AukDrawOptions options;
    memset(&options, 0, sizeof options);
    cr_assert_eq(auk_world_draw(NULL, &options, NULL, 0), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_draw(world, NULL, items, -1), -(int)AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_draw(world, NULL, items, 9), 1);
    options.show = 1024;
    cr_assert_eq(auk_world_draw(world, &options, NULL, 0), -(int)AUK_ERROR_ENUM);
    options.show = 0;
    options.error = NAN;
    cr_assert_eq(auk_world_draw(world, &options, NULL, 0), -(int)AUK_ERROR_NOT_FINITE);
    options.error = 0.0f;
    options.seconds = -1.0f;
    cr_assert_eq(auk_world_draw(world, &options, NULL, 0), -(int)AUK_ERROR_NEGATIVE);
    options.seconds = 0.0f;
    options.region = auk_box(auk_vec(1.0f, 0.0f), auk_vec(0.0f, 0.0f));
    cr_assert_eq(auk_world_draw(world, &options, NULL, 0), -(int)AUK_ERROR_NEGATIVE);
    options.region.min.x = INFINITY;
    cr_assert_eq(auk_world_draw(world, &options, NULL, 0), -(int)AUK_ERROR_NOT_FINITE);
    auk_world_destroy(world);
}
