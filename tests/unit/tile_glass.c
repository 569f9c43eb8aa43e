// Shots that cross some pieces of a shape, as glass, and stop at the others: by a response rule, or by what they may
// pierce. The judge reads the row of pieces: a shot ends at the first solid one, however long the steps are.
#include "auk/terrain.h"
#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { LEVEL = 2, GLASS = 4, SHOT = 8, ROW = 12, SCENES = 400 };

#define RADIUS 0.125f

typedef enum Way { BY_RULE, BY_PIERCING, WAYS } Way;

typedef struct Row {
    uint8_t cells[ROW];
    float wall; // where the first solid cell begins
} Row;

static Row random_row(Random *random)
{
    Row row = {.wall = ROW - 1};
    for (int i = ROW - 1; i >= 0; i--) {
        float which = random_float(random, 0.0f, 1.0f);
        bool full = i == ROW - 1 || which < 0.2f;
        row.cells[i] = full ? AUK_TILE_FULL : (which < 0.6f ? AUK_TILE_KIND_FIRST : AUK_TILE_EMPTY);
        row.wall = full ? (float)i : row.wall;
    }
    return row;
}

static void add_cells(AukWorld *world, AukBodyId body, const Row *row)
{
    AukTileKind glass = {.filter = {.category = GLASS}};
    cr_assert_eq(auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &glass), AUK_OK);
    AukTilesDef tiles = {ROW, 1, 1.0f, 0.0f, row->cells};
    AukShapeDef place = {.position = {0.0f, -0.5f}};
    cr_assert_not(auk_shape_id_is_null(auk_body_add_tiles(world, body, &tiles, &place)));
}

// One edge across the row for each cell that is not empty.
static void add_edges(AukWorld *world, AukBodyId body, const Row *row)
{
    AukVec2 points[2 * ROW];
    uint8_t kinds[2 * ROW];
    int count = 0;
    for (int i = 0; i < ROW; i++) {
        for (int end = 0; end < 2 && row->cells[i] != AUK_TILE_EMPTY; end++) {
            kinds[count] = row->cells[i];
            points[count] = auk_vec((float)i, (count / 2 + end) % 2 ? 4.0f : -4.0f);
            count++;
        }
    }
    AukShapeId chain = auk_body_add_chain(world, body, points, count, false, NULL);
    cr_assert_not(auk_shape_id_is_null(chain));
    for (int i = 0; i + 1 < count; i += 2) {
        AukFilter filter = {.category = kinds[i] == AUK_TILE_FULL ? LEVEL : GLASS};
        cr_assert_eq(auk_world_shape_set_edge_filter(world, chain, i, filter), AUK_OK);
    }
}

static void add_boxes(AukWorld *world, AukBodyId body, const Row *row)
{
    for (int i = 0; i < ROW; i++) {
        AukShapeDef def = {.shape = auk_shape_box(0.5f, 1.0f), .position = {(float)i + 0.5f, 0.0f}};
        def.filter.category = row->cells[i] == AUK_TILE_FULL ? LEVEL : GLASS;
        if (row->cells[i] != AUK_TILE_EMPTY) {
            cr_assert_not(auk_shape_id_is_null(auk_body_add_shape(world, body, &def)));
        }
    }
}

typedef void AddRow(AukWorld *world, AukBodyId body, const Row *row);

// Shoots from the left along the row and returns where the shot is in the end, in the frame of the row.
static AukVec2 shoot(Random *random, const Row *row, AddRow *add, Way way, float speed)
{
    AukWorld *world = scene_world();
    AukResponseRule rule = {.category = SHOT, .other = GLASS, .response = AUK_RESPONSE_CROSS};
    if (way == BY_RULE) {
        cr_assert_eq(auk_world_set_response_rules(world, &rule, 1), AUK_OK);
    }
    AukBodyDef map = {.motion = AUK_MOTION_STATIC, .filter = {.category = LEVEL}};
    map.angle = random_chance(random, 0.5) ? 0.0f : random_float(random, -3.0f, 3.0f);
    AukBodyId ground = auk_body_create(world, &map);
    add(world, ground, row);
    AukTransform frame = auk_body_get_pose(world, ground);
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_TOUCH, .shape = auk_shape_circle(RADIUS)};
    def.filter = (AukFilter){.category = SHOT, .ignore = SHOT};
    def.position = auk_transform_apply(frame, auk_vec(random_float(random, -2.0f, -0.5f), 0.0f));
    def.velocity = auk_rot_apply(frame.q, auk_vec(speed, 0.0f));
    def.pierce = way == BY_PIERCING ? ROW : 0;
    def.pierce_categories = GLASS;
    AukBodyId shot = auk_body_create(world, &def);
    int stops = 0;
    for (float gone = 0.0f; gone < ROW + 3.0f; gone += speed / 60.0f) {
        cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
        AukHits hits = auk_world_hits(world);
        for (int i = 0; i < hits.count; i++) {
            stops += hits.items[i].response == AUK_RESPONSE_TOUCH;
        }
    }
    cr_assert_gt(stops, 0, "the shot was stopped by nothing");
    AukVec2 end = auk_rot_apply_inverse(frame.q, auk_body_get_position(world, shot));
    auk_world_destroy(world);
    return end;
}

static void shoot_many(AddRow *add, int stream)
{
    uint64_t seed = random_seed();
    Random random = random_start(seed, (uint64_t)stream);
    for (int i = 0; i < SCENES; i++) {
        Row row = random_row(&random);
        Way way = random_chance(&random, 0.5) ? BY_RULE : BY_PIERCING;
        float speed = (float)random_log(&random, 5.0, 5000.0);
        AukVec2 end = shoot(&random, &row, add, way, speed);
        cr_assert(fabsf(end.x - (row.wall - RADIUS)) < 1e-4f && fabsf(end.y) < 1e-4f,
                  "seed %llu scene %d, speed %g, %s: it ended at (%g, %g), the wall is at %g", (unsigned long long)seed,
                  i, (double)speed, way == BY_RULE ? "rule" : "piercing", (double)end.x, (double)end.y,
                  (double)row.wall);
    }
}

Test(tile_glass, a_shot_through_cells_of_glass_stops_at_the_first_wall)
{
    shoot_many(add_cells, 131);
}

Test(tile_glass, a_shot_through_windows_of_a_chain_stops_at_its_first_wall)
{
    shoot_many(add_edges, 132);
}

Test(tile_glass, a_shot_through_boxes_of_glass_stops_at_the_first_solid_box_of_the_body)
{
    shoot_many(add_boxes, 133);
}
