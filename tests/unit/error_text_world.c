// The other half of error_text.c: calls for shapes, terrain and whole worlds that fail.
#include "unit/error_stage.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GONE_SHAPE " shape is {index 5, generation 1}, which does not exist, or no longer"
#define TOO_LONG " is longer than AUK_COORDINATE_MAX, or ends beyond it"
#define TOO_WIDE_PATH " is too long for a world that wraps around"
#define NO_AREA ": the shape has no area: its points are repeated or lie on one line, or a size or a normal is 0"
#define NO_FILE ": a file cannot be opened or written, or a record sink refused bytes"
#define TOO_LARGE " cells beside each other are larger than AUK_COORDINATE_MAX"
#define OTHER_KIND ": the call does not work on a shape of this kind"

static void expect_id(ErrorStage *stage, AukShapeId id, AukStatus wanted, const char *text)
{
    cr_assert_eq(id.generation, 0, "%s", text);
    error_expect(stage, auk_world_last_status(stage->world), wanted, text);
}

static void stale_shapes(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    AukShapeId gone = stage->gone_shape;
    AukFilter filter = {0, 0, 0};
    AukVec2 up = {0.0f, 1.0f};
    error_expect(stage, auk_world_shape_remove(world, gone), AUK_ERROR_STALE_ID, "auk_world_shape_remove:" GONE_SHAPE);
    error_expect(stage, auk_world_shape_set_filter(world, gone, filter), AUK_ERROR_STALE_ID,
                 "auk_world_shape_set_filter:" GONE_SHAPE);
    error_expect(stage, auk_world_shape_set_sensor(world, gone, true), AUK_ERROR_STALE_ID,
                 "auk_world_shape_set_sensor:" GONE_SHAPE);
    error_expect(stage, auk_world_shape_set_user_data(world, gone, 1), AUK_ERROR_STALE_ID,
                 "auk_world_shape_set_user_data:" GONE_SHAPE);
    error_expect(stage, auk_world_shape_set_proximity(world, gone, 1.0f), AUK_ERROR_STALE_ID,
                 "auk_world_shape_set_proximity:" GONE_SHAPE);
    error_expect(stage, auk_world_shape_set_one_way(world, gone, up), AUK_ERROR_STALE_ID,
                 "auk_world_shape_set_one_way:" GONE_SHAPE);
    error_expect(stage, auk_world_shape_set_enabled(world, gone, false), AUK_ERROR_STALE_ID,
                 "auk_world_shape_set_enabled:" GONE_SHAPE);
    error_expect(stage, auk_world_shape_set_conveyor(world, gone, up), AUK_ERROR_STALE_ID,
                 "auk_world_shape_set_conveyor:" GONE_SHAPE);
    error_expect(stage, auk_world_shape_set_edge_filter(world, gone, 0, filter), AUK_ERROR_STALE_ID,
                 "auk_world_shape_set_edge_filter:" GONE_SHAPE);
    error_expect(stage, auk_world_shape_set_tile(world, gone, 0, 0, AUK_TILE_FULL), AUK_ERROR_STALE_ID,
                 "auk_world_shape_set_tile:" GONE_SHAPE);
}

static void shape_values(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    AukVec2 bad = {0.0f, NAN};
    AukTransform pose = {{0.0f, INFINITY}, {1.0f, 0.0f}};
    AukShape circle = auk_shape_circle(-1.0f), flat = {.kind = AUK_SHAPE_ELLIPSE, .core.half = {1.0f, 0.0f}};
    error_expect(stage, auk_world_shape_set(world, stage->box, NULL), AUK_ERROR_NULL,
                 "auk_world_shape_set: to is null");
    error_expect(stage, auk_world_shape_set(world, stage->box, &circle), AUK_ERROR_NEGATIVE,
                 "auk_world_shape_set: to was refused when it was made: a number that must not be negative is "
                 "negative, or a box has min > max");
    error_expect(stage, auk_world_shape_set(world, stage->box, &flat), AUK_ERROR_ZERO_AREA,
                 "auk_world_shape_set: to.core.half.y is 0" NO_AREA);
    error_expect(stage, auk_world_shape_set(world, stage->chain, &flat), AUK_ERROR_UNSUPPORTED,
                 "auk_world_shape_set: shape is {index 6, generation 1}" OTHER_KIND);
    error_expect(stage, auk_world_shape_set_proximity(world, stage->box, 1.0f), AUK_ERROR_NOT_SENSOR,
                 "auk_world_shape_set_proximity: proximity is 1: only a sensor has a distance of proximity");
    error_expect(stage, auk_world_shape_set_proximity(world, stage->sensor, -1.0f), AUK_ERROR_NEGATIVE,
                 "auk_world_shape_set_proximity: proximity is -1, below 0");
    error_expect(stage, auk_world_shape_set_one_way(world, stage->box, bad), AUK_ERROR_NOT_FINITE,
                 "auk_world_shape_set_one_way: one_way.y is nan");
    error_expect(stage, auk_world_shape_set_conveyor(world, stage->box, bad), AUK_ERROR_NOT_FINITE,
                 "auk_world_shape_set_conveyor: velocity.y is nan");
    error_expect(stage, auk_world_shape_set_local_pose(world, stage->box, pose), AUK_ERROR_NOT_FINITE,
                 "auk_world_shape_set_local_pose: pose.p.y is inf");
    AukCustomShape custom = {error_disc, NULL, {{-1.0f, -1.0f}, {1.0f, 1.0f}}, 5};
    cr_assert_eq(auk_world_register_custom(world, &custom), AUK_OK);
    custom.context = &custom;
    error_expect(stage, auk_world_register_custom(world, &custom), AUK_ERROR_NUMBER,
                 "auk_world_register_custom: custom.number is 5: the custom shape's number is not registered in this "
                 "world, or means another one");
    custom.bounds.max.x = -2.0f;
    error_expect(stage, auk_world_register_custom(world, &custom), AUK_ERROR_NEGATIVE,
                 "auk_world_register_custom: custom.bounds.max.x is -2, below -1");
    custom.bounds.min.y = NAN;
    error_expect(stage, auk_world_register_custom(world, &custom), AUK_ERROR_NOT_FINITE,
                 "auk_world_register_custom: custom.bounds.min.y is nan");
    custom.support = NULL;
    error_expect(stage, auk_world_register_custom(world, &custom), AUK_ERROR_NULL,
                 "auk_world_register_custom: custom.support is null");
    error_expect(stage, auk_world_register_custom(world, NULL), AUK_ERROR_NULL,
                 "auk_world_register_custom: custom is null");
}

static void added_shapes(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    AukVec2 points[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}, {3.0f, NAN}};
    AukShapeDef def = {.shape = auk_shape_circle(1.0f), .angle = NAN};
    expect_id(stage, auk_body_add_shape(world, stage->wall, NULL), AUK_ERROR_NULL, "auk_body_add_shape: def is null");
    expect_id(stage, auk_body_add_shape(world, stage->gone, &def), AUK_ERROR_STALE_ID,
              "auk_body_add_shape: body is {index 3, generation 1}, which does not exist, or no longer");
    expect_id(stage, auk_body_add_shape(world, stage->wall, &def), AUK_ERROR_NOT_FINITE,
              "auk_body_add_shape: def.angle is nan");
    def = (AukShapeDef){.shape = auk_shape_circle(1.0f), .conveyor = {NAN, 0.0f}};
    expect_id(stage, auk_body_add_shape(world, stage->wall, &def), AUK_ERROR_NOT_FINITE,
              "auk_body_add_shape: def.conveyor.x is nan");
    def = (AukShapeDef){.shape = auk_shape_circle(1.0f), .one_sided = true};
    expect_id(stage, auk_body_add_shape(world, stage->wall, &def), AUK_ERROR_UNSUPPORTED,
              "auk_body_add_shape: def.one_sided" OTHER_KIND);
    def = (AukShapeDef){.angle = 0.0f};
    expect_id(stage, auk_body_add_shape(world, stage->wall, &def), AUK_ERROR_NO_SHAPE,
              "auk_body_add_shape: def.shape.kind is 0: a shape is needed and none was given");
    expect_id(stage, auk_body_add_polygon(world, stage->wall, points, 4, NULL), AUK_ERROR_NOT_FINITE,
              "auk_body_add_polygon: points[3].y is nan");
    expect_id(stage, auk_body_add_polygon(world, stage->wall, points, 3, NULL), AUK_ERROR_ZERO_AREA,
              "auk_body_add_polygon: points" NO_AREA);
    expect_id(stage, auk_body_add_polygon(world, stage->wall, points, INT32_MAX, NULL), AUK_ERROR_COUNT,
              "auk_body_add_polygon: count is 2147483647, outside 3..16777216");
    points[2].y = 1.0f;
    def.shape.radius = -2.0f;
    expect_id(stage, auk_body_add_polygon(world, stage->wall, points, 3, &def), AUK_ERROR_NEGATIVE,
              "auk_body_add_polygon: def.shape.radius is -2, below 0");
    expect_id(stage, auk_body_add_polygon(world, stage->wall, NULL, 3, NULL), AUK_ERROR_NULL,
              "auk_body_add_polygon: points is null");
}

static void outlines(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    AukVec2 points[8] = {{0.0f, 0.0f}, {8.0f, 0.0f}, {8.0f, 8.0f}, {0.0f, 8.0f},
                         {2.0f, 2.0f}, {2.0f, 4.0f}, {4.0f, 4.0f}, {4.0f, 2.0f}};
    const AukVec2 bow[4] = {{0.0f, 0.0f}, {1.0f, 1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    int starts[1] = {2};
    expect_id(stage, auk_body_add_outline(world, stage->wall, points, 8, starts, 1, NULL), AUK_ERROR_COUNT,
              "auk_body_add_outline: hole_starts[0] is 2, outside 3..5");
    expect_id(stage, auk_body_add_outline(world, stage->wall, points, 8, starts, 3, NULL), AUK_ERROR_COUNT,
              "auk_body_add_outline: hole_count is 3, outside 0..1");
    AukVec2 ten[10] = {{0.0f, 0.0f}};
    int short_last[2] = {5, 8}, backwards[2] = {3, 2};
    expect_id(stage, auk_body_add_outline(world, stage->wall, ten, 10, short_last, 2, NULL), AUK_ERROR_COUNT,
              "auk_body_add_outline: hole_starts[0] is 5, outside 3..4");
    expect_id(stage, auk_body_add_outline(world, stage->wall, ten, 10, backwards, 2, NULL), AUK_ERROR_COUNT,
              "auk_body_add_outline: hole_starts[1] is 2, outside 6..7");
    expect_id(stage, auk_body_add_outline(world, stage->wall, points, 8, NULL, 1, NULL), AUK_ERROR_NULL,
              "auk_body_add_outline: hole_starts is null");
    expect_id(stage, auk_body_add_outline(world, stage->wall, bow, 4, NULL, 0, NULL), AUK_ERROR_NOT_SIMPLE,
              "auk_body_add_outline: points: the outline crosses or touches itself or a hole, or a hole is not inside, "
              "at the edges from points 0 and 2");
    error_expect(stage, auk_world_shape_set_outline(world, stage->outline, bow, 4, NULL, 0), AUK_ERROR_NOT_SIMPLE,
                 "auk_world_shape_set_outline: points: the outline crosses or touches itself or a hole, or a hole is "
                 "not inside, at the edges from points 0 and 2");
    AukShapeDef def = {.shape = {.radius = -1.0f}};
    expect_id(stage, auk_body_add_outline(world, stage->wall, points, 4, NULL, 0, &def), AUK_ERROR_NEGATIVE,
              "auk_body_add_outline: def.shape.radius is -1, below 0");
    points[1].x = -INFINITY;
    error_expect(stage, auk_world_shape_set_outline(world, stage->outline, points, 4, NULL, 0), AUK_ERROR_NOT_FINITE,
                 "auk_world_shape_set_outline: points[1].x is -inf");
    error_expect(stage, auk_world_shape_set_outline(world, stage->grid, points, 4, NULL, 0), AUK_ERROR_UNSUPPORTED,
                 "auk_world_shape_set_outline: shape is {index 12, generation 1}" OTHER_KIND);
    error_expect(stage, auk_world_shape_set_outline(world, stage->gone_shape, points, 4, NULL, 0), AUK_ERROR_STALE_ID,
                 "auk_world_shape_set_outline:" GONE_SHAPE);
}

void error_shapes(ErrorStage *stage)
{
    stale_shapes(stage);
    shape_values(stage);
    added_shapes(stage);
    outlines(stage);
}

static void chains(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    AukFilter filter = {0, 0, 0};
    AukVec2 points[5] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}, {3.0f, NAN}};
    expect_id(stage, auk_body_add_chain(world, stage->wall, points, 4, false, NULL), AUK_ERROR_ZERO_AREA,
              "auk_body_add_chain: points[2]" NO_AREA);
    expect_id(stage, auk_body_add_chain(world, stage->wall, points, 1, false, NULL), AUK_ERROR_COUNT,
              "auk_body_add_chain: count is 1, outside 2..16777216");
    expect_id(stage, auk_body_add_chain(world, stage->wall, points, 2, true, NULL), AUK_ERROR_COUNT,
              "auk_body_add_chain: count is 2, outside 3..16777216");
    expect_id(stage, auk_body_add_chain(world, stage->gone, points, 2, true, NULL), AUK_ERROR_STALE_ID,
              "auk_body_add_chain: body is {index 3, generation 1}, which does not exist, or no longer");
    AukShapeDef def = {.shape = {.radius = NAN}};
    expect_id(stage, auk_body_add_chain(world, stage->wall, points, 2, false, &def), AUK_ERROR_NOT_FINITE,
              "auk_body_add_chain: def.shape.radius is nan");
    expect_id(stage, auk_body_add_chain_section(world, stage->wall, points, 3, NULL), AUK_ERROR_COUNT,
              "auk_body_add_chain_section: count is 3, outside 4..16777216");
    error_expect(stage, auk_world_shape_set_chain(world, stage->chain, points, 5, false), AUK_ERROR_NOT_FINITE,
                 "auk_world_shape_set_chain: points[4].y is nan");
    error_expect(stage, auk_world_shape_set_chain_section(world, stage->box, points, 5), AUK_ERROR_UNSUPPORTED,
                 "auk_world_shape_set_chain_section: shape is {index 3, generation 1}" OTHER_KIND);
    error_expect(stage, auk_world_shape_set_chain_points(world, stage->chain, 6, points, 1), AUK_ERROR_COUNT,
                 "auk_world_shape_set_chain_points: first is 6, outside 0..5");
    error_expect(stage, auk_world_shape_set_chain_points(world, stage->chain, 3, points, 3), AUK_ERROR_COUNT,
                 "auk_world_shape_set_chain_points: count is 3, outside 0..2");
    error_expect(stage, auk_world_shape_set_chain_points(world, stage->chain, 3, points + 3, 2), AUK_ERROR_NOT_FINITE,
                 "auk_world_shape_set_chain_points: points[1].y is nan");
    error_expect(stage, auk_world_shape_set_edge_filter(world, stage->chain, 4, filter), AUK_ERROR_COUNT,
                 "auk_world_shape_set_edge_filter: edge is 4, outside 0..3");
    error_expect(stage, auk_world_shape_set_edge_user_data(world, stage->chain, -1, 9), AUK_ERROR_COUNT,
                 "auk_world_shape_set_edge_user_data: edge is -1, outside 0..3");
    error_expect(stage, auk_world_shape_set_edge_user_data(world, stage->box, 0, 9), AUK_ERROR_UNSUPPORTED,
                 "auk_world_shape_set_edge_user_data: shape is {index 3, generation 1}" OTHER_KIND);
}

static void tiles(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    uint8_t cells[6] = {0, 1, 2, 200, 0, 201};
    AukTilesDef def = {.width = 3, .height = 2, .cell = 1.0f, .cells = cells};
    expect_id(stage, auk_body_add_tiles(world, stage->wall, NULL, NULL), AUK_ERROR_NULL,
              "auk_body_add_tiles: tiles is null");
    expect_id(stage, auk_body_add_tiles(world, stage->wall, &def, NULL), AUK_ERROR_ENUM,
              "auk_body_add_tiles: tiles.cells[3] is 200, which is neither an AukTile nor a kind of this world");
    def.cell = -1.0f;
    expect_id(stage, auk_body_add_tiles(world, stage->wall, &def, NULL), AUK_ERROR_NEGATIVE,
              "auk_body_add_tiles: tiles.cell is -1, below 0");
    def.cell = 1.0f;
    def.cell_height = NAN;
    expect_id(stage, auk_body_add_tiles(world, stage->wall, &def, NULL), AUK_ERROR_NOT_FINITE,
              "auk_body_add_tiles: tiles.cell_height is nan");
    def.cell_height = 6e14f;
    expect_id(stage, auk_body_add_tiles(world, stage->wall, &def, NULL), AUK_ERROR_RANGE,
              "auk_body_add_tiles: tiles.cell_height is 6e14, and 2" TOO_LARGE);
    def.cell_height = 0.0f;
    def.cell = 4e14f;
    expect_id(stage, auk_body_add_tiles(world, stage->wall, &def, NULL), AUK_ERROR_RANGE,
              "auk_body_add_tiles: tiles.cell is 4e14, and 3" TOO_LARGE);
    def.width = 1;
    def.height = 6;
    expect_id(stage, auk_body_add_tiles(world, stage->wall, &def, NULL), AUK_ERROR_RANGE,
              "auk_body_add_tiles: tiles.cell is 4e14, and 6" TOO_LARGE);
    def.width = 1 << 18;
    def.height = 1 << 18;
    expect_id(stage, auk_body_add_tiles(world, stage->wall, &def, NULL), AUK_ERROR_COUNT,
              "auk_body_add_tiles: tiles.height is 262144, outside 1..256");
    def.width = 0;
    expect_id(stage, auk_body_add_tiles(world, stage->wall, &def, NULL), AUK_ERROR_COUNT,
              "auk_body_add_tiles: tiles.width is 0, outside 1..262144");
    error_expect(stage, auk_world_shape_set_tile(world, stage->grid, 12, 0, AUK_TILE_FULL), AUK_ERROR_COUNT,
                 "auk_world_shape_set_tile: x is 12, outside 0..9");
    error_expect(stage, auk_world_shape_set_tile(world, stage->grid, 0, -1, AUK_TILE_FULL), AUK_ERROR_COUNT,
                 "auk_world_shape_set_tile: y is -1, outside 0..3");
    error_expect(stage, auk_world_shape_set_tile(world, stage->grid, 0, 0, (AukTile)99), AUK_ERROR_ENUM,
                 "auk_world_shape_set_tile: tile is 99, which is neither an AukTile nor a kind of this world");
    error_expect(stage, auk_world_shape_set_tile(world, stage->box, 0, 0, AUK_TILE_FULL), AUK_ERROR_NOT_TILES,
                 "auk_world_shape_set_tile: shape is {index 3, generation 1}: the shape is not a grid of tiles");
    error_expect(stage, auk_world_shape_set_tiles(world, stage->grid, 8, 0, 3, 1, NULL), AUK_ERROR_COUNT,
                 "auk_world_shape_set_tiles: width is 3, outside 0..2");
    error_expect(stage, auk_world_shape_set_tiles(world, stage->grid, 0, 0, 3, INT32_MAX, NULL), AUK_ERROR_COUNT,
                 "auk_world_shape_set_tiles: height is 2147483647, outside 0..4");
    error_expect(stage, auk_world_shape_set_tiles(world, stage->grid, 0, 0, 3, 2, cells), AUK_ERROR_ENUM,
                 "auk_world_shape_set_tiles: cells[3] is 200, which is neither an AukTile nor a kind of this world");
}

static void tile_kinds(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    AukTileKind kind;
    memset(&kind, 0, sizeof kind);
    error_expect(stage, auk_world_set_tile_kind(world, AUK_TILE_FULL, &kind), AUK_ERROR_ENUM,
                 "auk_world_set_tile_kind: tile is 1, outside 64..255");
    kind.count = 1;
    error_expect(stage, auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &kind), AUK_ERROR_COUNT,
                 "auk_world_set_tile_kind: kind.count is 1, outside 2..8");
    kind.count = 99;
    error_expect(stage, auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &kind), AUK_ERROR_COUNT,
                 "auk_world_set_tile_kind: kind.count is 99, outside 0..8");
    kind.count = 3;
    kind.points[1] = auk_vec(0.5f, 1.5f);
    error_expect(stage, auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &kind), AUK_ERROR_RANGE,
                 "auk_world_set_tile_kind: kind.points[1].y is 1.5, outside 0..1");
    kind.points[1] = auk_vec(NAN, 0.5f);
    error_expect(stage, auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &kind), AUK_ERROR_NOT_FINITE,
                 "auk_world_set_tile_kind: kind.points[1].x is nan");
    kind.points[1] = auk_vec(1.0f, 0.0f);
    error_expect(stage, auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &kind), AUK_ERROR_ZERO_AREA,
                 "auk_world_set_tile_kind: kind.points: the shape has no area: its points are repeated or lie on one "
                 "line, or a size or a normal is 0");
    kind.count = 2;
    error_expect(stage, auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &kind), AUK_ERROR_COUNT,
                 "auk_world_set_tile_kind: kind.count is 2, a thin floor, which needs a one_way direction");
    kind.one_way = auk_vec(1.0f, 0.0f);
    error_expect(stage, auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &kind), AUK_ERROR_ZERO_AREA,
                 "auk_world_set_tile_kind: kind.one_way: the direction leads along the thin floor, not across it");
    kind.points[1] = auk_vec(1e-6f, 0.0f); // the same point once it is rounded
    error_expect(stage, auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &kind), AUK_ERROR_ZERO_AREA,
                 "auk_world_set_tile_kind: kind.points" NO_AREA);
    kind.points[1] = auk_vec(1.0f, 0.0f);
    kind.one_way = auk_vec(0.0f, INFINITY);
    error_expect(stage, auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &kind), AUK_ERROR_NOT_FINITE,
                 "auk_world_set_tile_kind: kind.one_way.y is inf");
    kind.one_way = auk_vec(0.0f, 1.0f);
    kind.conveyor = auk_vec(2e15f, 0.0f);
    error_expect(stage, auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &kind), AUK_ERROR_RANGE,
                 "auk_world_set_tile_kind: kind.conveyor.x is 2e15, outside -1e15..1e15");
    kind.conveyor = auk_vec(1.0f, 0.0f);
    cr_assert_eq(auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &kind), AUK_OK);
    cr_assert_eq(auk_world_shape_set_tile(world, stage->grid, 0, 0, AUK_TILE_KIND_FIRST), AUK_OK);
    error_expect(stage, auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, NULL), AUK_ERROR_IN_USE,
                 "auk_world_set_tile_kind: tile is 64: the kind of tile is that of cells of a grid, so it cannot be "
                 "removed");
}

void error_terrain(ErrorStage *stage)
{
    chains(stage);
    tiles(stage);
    tile_kinds(stage);
}

// A sink that is full after so many bytes.
static bool take_some(void *user, const void *bytes, uint64_t size)
{
    uint64_t *left = user;
    (void)bytes;
    bool room = size <= *left;
    *left -= room ? size : 0;
    return room;
}

static void records(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    AukRecordSink sink = {NULL, NULL, -1};
    error_expect(stage, auk_world_record(world, NULL), AUK_ERROR_NULL, "auk_world_record: sink is null");
    error_expect(stage, auk_world_record(world, &sink), AUK_ERROR_NULL, "auk_world_record: sink.write is null");
    uint64_t left = auk_world_snapshot_size(world) + 1000;
    sink.write = take_some;
    sink.user = &left;
    error_expect(stage, auk_world_record(world, &sink), AUK_ERROR_COUNT,
                 "auk_world_record: sink.hash_every is -1, below 0");
    error_expect(stage, auk_world_record_file(world, NULL), AUK_ERROR_NULL, "auk_world_record_file: path is null");
    error_expect(stage, auk_world_record_file(world, "/no such folder/file"), AUK_ERROR_FILE,
                 "auk_world_record_file: path" NO_FILE);
    sink.hash_every = 0;
    uint64_t none = 0;
    sink.user = &none;
    error_expect(stage, auk_world_record(world, &sink), AUK_ERROR_FILE, "auk_world_record: sink.write" NO_FILE);
    sink.user = &left;
    cr_assert_eq(auk_world_record(world, &sink), AUK_OK);
    error_expect(stage, auk_world_record(world, &sink), AUK_ERROR_BUSY,
                 "auk_world_record: the world is being recorded already");
    AukMover mover = {.snap = -1.0f}; // a call that fails before it is recorded
    error_expect(stage, auk_body_walk(world, stage->disc, &mover, 0.1f, NULL), AUK_ERROR_NEGATIVE,
                 "auk_body_walk: mover.snap is -1, below 0");
    left = 0;
    error_expect(stage, auk_world_record_stop(world), AUK_ERROR_FILE, "auk_world_record_stop" NO_FILE);
}

static void restores(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    unsigned char zeros[64] = {0};
    error_expect(stage, auk_world_restore(world, NULL, 9), AUK_ERROR_NULL, "auk_world_restore: buffer is null");
    error_expect(stage, auk_world_restore(world, zeros, sizeof zeros), AUK_ERROR_DAMAGED,
                 "auk_world_restore: buffer: the buffer is not a snapshot, a delta or a record that fits this call, or "
                 "it was cut or changed");
    const AukWorldDef defs[5] = {{.max_pairs = 9},
                                 {.static_pairs = true},
                                 {.history = 3},
                                 {.wrap = {{0.0f, 0.0f}, {50.0f, 0.0f}}},
                                 {.up = {0.0f, -2.5f}}};
    static const char *const texts[5] = {
        "max_pairs is 9 in the snapshot and 0 in the world", "static_pairs is 1 in the snapshot and 0 in the world",
        "history is 3 in the snapshot and 0 in the world", "wrap.max.x is 50 in the snapshot and 0 in the world",
        "up.y is -2.5 in the snapshot and 1 in the world"};
    for (int i = 0; i < 5; i++) {
        AukWorld *other = auk_world_create(&defs[i], NULL);
        uint64_t size = auk_world_snapshot_size(other);
        unsigned char *snapshot = malloc((size_t)size);
        cr_assert_eq(auk_world_snapshot(other, snapshot, size), AUK_OK);
        char text[AUK_ERROR_TEXT_SIZE];
        (void)snprintf(text, sizeof text, "auk_world_restore: %s", texts[i]);
        error_expect(stage, auk_world_restore(world, snapshot, size), AUK_ERROR_WORLD_DEF, text);
        auk_world_destroy(other);
        free(snapshot);
    }
}

static void steps_that_fail(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    AukVec2 fast = {9e14f, 0.0f};
    error_expect(stage, auk_world_step(world, INFINITY), AUK_ERROR_TIME_STEP,
                 "auk_world_step: dt is inf: the time step is negative, NaN or infinite, or 0 where there must be one");
    cr_assert_eq(auk_body_set_velocity(world, stage->bullet, fast), AUK_OK);
    error_expect(stage, auk_world_step(world, 2.0f), AUK_ERROR_RANGE,
                 "auk_world_step: body is {index 2, generation 1}, whose path" TOO_LONG);
    error_expect(stage, auk_body_advance(world, stage->bullet, 2.0f, NULL), AUK_ERROR_RANGE,
                 "auk_body_advance: body is {index 2, generation 1}, whose path" TOO_LONG);
    error_expect(stage, auk_body_set_max_speed(world, stage->bullet, -1e16f), AUK_ERROR_NEGATIVE,
                 "auk_body_set_max_speed: max_speed is -1e16, below 0");
    error_expect(stage, auk_body_set_max_speed(world, stage->bullet, 1e16f), AUK_ERROR_RANGE,
                 "auk_body_set_max_speed: max_speed is 1e16, outside 0..1e15");
    cr_assert_eq(auk_body_set_velocity(world, stage->bullet, (AukVec2){0.0f, 0.0f}), AUK_OK);
    AukWorldDef def = {.max_pairs = 1};
    ErrorStage small = {.world = auk_world_create(&def, NULL)};
    AukBodyDef body = {.shape = auk_shape_circle(1.0f)};
    for (int i = 0; i < 4; i++) {
        cr_assert_neq(auk_body_create(small.world, &body).generation, 0);
    }
    error_expect(&small, auk_world_step(small.world, 0.1f), AUK_ERROR_PAIR_LIMIT,
                 "auk_world_step: max_pairs is 1: more pairs were found than max_pairs allows");
    auk_world_destroy(small.world);
}

static void expect_no_world(ErrorStage *stage, AukWorldDef def, AukStatus wanted, const char *rest)
{
    char text[AUK_ERROR_TEXT_SIZE], found[AUK_ERROR_TEXT_SIZE];
    (void)snprintf(text, sizeof text, "auk_world_create: %s", rest);
    AukStatus status = AUK_OK;
    cr_assert_null(auk_world_create(&def, &status), "%s", text);
    cr_assert_eq(status, wanted, "%s", text);
    cr_assert_eq(auk_world_create_error_text(&def, status, found, sizeof found), (int)strlen(text), "%s", found);
    cr_assert_str_eq(found, text);
    error_see_path(stage, rest);
}

static void worlds_that_are_not_created(ErrorStage *stage)
{
    expect_no_world(stage, (AukWorldDef){.broad = (AukBroadKind)7}, AUK_ERROR_ENUM, "def.broad is 7, outside 0..1");
    expect_no_world(stage, (AukWorldDef){.max_pairs = -1}, AUK_ERROR_COUNT, "def.max_pairs is -1, below 0");
    expect_no_world(stage, (AukWorldDef){.worker_count = -1}, AUK_ERROR_COUNT, "def.worker_count is -1, outside 0..64");
    expect_no_world(stage, (AukWorldDef){.worker_count = 65}, AUK_ERROR_COUNT, "def.worker_count is 65, outside 0..64");
    expect_no_world(stage, (AukWorldDef){.history = 1025}, AUK_ERROR_COUNT, "def.history is 1025, outside 0..1024");
    expect_no_world(stage, (AukWorldDef){.up = {0.0f, NAN}}, AUK_ERROR_NOT_FINITE, "def.up.y is nan");
    expect_no_world(stage, (AukWorldDef){.up = {2e15f, 0.0f}}, AUK_ERROR_RANGE,
                    "def.up.x is 2e15, outside -1e15..1e15");
    expect_no_world(stage, (AukWorldDef){.wrap = {{0.0f, -INFINITY}, {1.0f, 1.0f}}}, AUK_ERROR_NOT_FINITE,
                    "def.wrap.min.y is -inf");
    expect_no_world(stage, (AukWorldDef){.wrap = {{0.0f, 5.0f}, {1.0f, 3.0f}}}, AUK_ERROR_NEGATIVE,
                    "def.wrap.max.y is 3, below 5");
    expect_no_world(stage, (AukWorldDef){.wrap = {{-4096.0f, 0.0f}, {-4095.5f, 1.0f}}}, AUK_ERROR_RANGE,
                    "def.wrap.max.x is -4095.5, below -4095");
    expect_no_world(stage, (AukWorldDef){.wrap = {{4095.0f, 0.0f}, {4095.5f, 1.0f}}}, AUK_ERROR_RANGE,
                    "def.wrap.max.x is 4095.5, below 4096");
    expect_no_world(stage, (AukWorldDef){.wrap = {{0.0f, 0.0f}, {1.0f, 0x1p-121f}}}, AUK_ERROR_RANGE,
                    "def.wrap.max.y is 3.761582e-37, below 7.523164e-37");
}

Test(error_text, of_a_world_that_was_not_created_has_the_status_if_no_member_has_it)
{
    AukWorldDef fine = {.worker_count = 2}, wrong = {.history = -1};
    char text[AUK_ERROR_TEXT_SIZE] = "before";
    cr_assert_eq(auk_world_create_error_text(&wrong, AUK_OK, text, sizeof text), 0);
    cr_assert_str_eq(text, "");
    cr_assert_gt(auk_world_create_error_text(&fine, AUK_ERROR_THREAD, text, sizeof text), 0);
    cr_assert_str_eq(text, "auk_world_create: the system has no more threads to give");
    cr_assert_gt(auk_world_create_error_text(&wrong, AUK_ERROR_OUT_OF_MEMORY, text, sizeof text), 0);
    cr_assert_str_eq(text, "auk_world_create: out of memory");
    cr_assert_gt(auk_world_create_error_text(NULL, AUK_ERROR_COUNT, text, sizeof text), 0);
    cr_assert_str_eq(text, "auk_world_create: a count is negative, too small or too large");
    cr_assert_gt(auk_world_create_error_text(&wrong, (AukStatus)1000, text, sizeof text), 0);
    cr_assert_str_eq(text, "auk_world_create: unknown status");
}

Test(error_text, of_a_world_that_was_not_created_is_cut_and_refuses_as_that_of_a_world)
{
    AukWorldDef def = {.history = -1};
    char text[8] = "before";
    cr_assert_eq(auk_world_create_error_text(&def, AUK_ERROR_COUNT, NULL, 4), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_create_error_text(&def, AUK_ERROR_COUNT, text, -1), -(int)AUK_ERROR_COUNT);
    cr_assert_str_eq(text, "before");
    int length = auk_world_create_error_text(&def, AUK_ERROR_COUNT, NULL, 0);
    cr_assert_eq(length, (int)strlen("auk_world_create: def.history is -1, outside 0..1024"));
    cr_assert_eq(auk_world_create_error_text(&def, AUK_ERROR_COUNT, text, sizeof text), length);
    cr_assert_str_eq(text, "auk_wor");
}

static void expect_shift(ErrorStage *stage, double dx, double dy, const char *rest)
{
    char text[AUK_ERROR_TEXT_SIZE];
    (void)snprintf(text, sizeof text, "auk_world_shift_origin: %s", rest);
    error_expect(stage, auk_world_shift_origin(stage->world, dx, dy, NULL), AUK_ERROR_RANGE, text);
}

static void shifts(void)
{
    ErrorStage stage = {.world = auk_world_create(NULL, NULL)};
    AukBodyDef def = {.position = {1e15f, -1e15f}};
    (void)auk_body_create(stage.world, &def);
    expect_shift(&stage, -1e9, 0.0, "dx is -1000000000: a position of a body would be beyond AUK_COORDINATE_MAX");
    expect_shift(&stage, 1e9, 1e8, "dy is 100000000: a position of a body would be beyond AUK_COORDINATE_MAX");
    cr_assert_eq(auk_world_shift_origin(stage.world, 8e14, 0.0, NULL), AUK_OK);
    expect_shift(&stage, 8e14, 0.0, "dx is 8e14: the origin would be beyond AUK_COORDINATE_MAX");
    auk_world_destroy(stage.world);
    AukWorldDef wrap = {.wrap = {{0.0f, -1e12f}, {8.0f, 0.0f}}};
    stage.world = auk_world_create(&wrap, NULL);
    expect_shift(&stage, 0.0, 1e15, "dy is 1e15: the wrap rectangle would be beyond AUK_COORDINATE_MAX");
    expect_shift(&stage, 1e6, 1.0, "dx is 1000000: floats would be too coarse for the wrap rectangle");
    auk_world_destroy(stage.world);
}

void error_worlds(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    worlds_that_are_not_created(stage);
    steps_that_fail(stage);
    restores(stage);
    error_expect(stage, auk_world_reserve(world, -1, 0, 0), AUK_ERROR_COUNT,
                 "auk_world_reserve: bodies is -1, outside 0..268435456");
    error_expect(stage, auk_world_reserve(world, (1 << 28) + 1, 0, 0), AUK_ERROR_COUNT,
                 "auk_world_reserve: bodies is 268435457, outside 0..268435456");
    error_expect(stage, auk_world_reserve(world, 0, INT32_MAX, 0), AUK_ERROR_COUNT,
                 "auk_world_reserve: pairs is 2147483647, outside 0..1073741823");
    error_expect(stage, auk_world_reserve(world, 0, 0, -7), AUK_ERROR_COUNT, "auk_world_reserve: hits is -7, below 0");
    error_expect(stage, auk_world_shift_origin(world, 0.0, 1e300, NULL), AUK_ERROR_RANGE,
                 "auk_world_shift_origin: dy is 1e300, outside -1e15..1e15");
    error_expect(stage, auk_world_shift_origin(world, (double)NAN, 0.0, NULL), AUK_ERROR_NOT_FINITE,
                 "auk_world_shift_origin: dx is nan");
    shifts();
    records(stage);
}

static void paths_that_are_too_long(void)
{
    AukWorldDef world_def = {.wrap = {{0.0f, 0.0f}, {10.0f, 10.0f}}};
    ErrorStage torus = {.world = auk_world_create(&world_def, NULL)};
    AukBodyDef def = {.shape = auk_shape_circle(1.0f), .velocity = {1000.0f, 0.0f}, .motion = AUK_MOTION_SWEPT};
    AukBodyId body = auk_body_create(torus.world, &def);
    error_expect(&torus, auk_world_step(torus.world, 1.0f), AUK_ERROR_RANGE,
                 "auk_world_step: body is {index 0, generation 1}, whose path" TOO_WIDE_PATH);
    error_expect(&torus, auk_body_advance(torus.world, body, 1.0f, NULL), AUK_ERROR_RANGE,
                 "auk_body_advance: body is {index 0, generation 1}, whose path" TOO_WIDE_PATH);
    AukMover fast = {.velocity = {1e9f, 0.0f}, .snap = 0.5f}, snaps = {.snap = 1e6f, .step_height = 0.5f};
    AukMover steps = {.snap = 0.5f, .step_height = 1e6f};
    error_expect(&torus, auk_body_walk(torus.world, body, &fast, 1.0f, NULL), AUK_ERROR_RANGE,
                 "auk_body_walk: mover.velocity: the path" TOO_WIDE_PATH);
    error_expect(&torus, auk_body_walk(torus.world, body, &snaps, 1.0f, NULL), AUK_ERROR_RANGE,
                 "auk_body_walk: mover.snap: the path" TOO_WIDE_PATH);
    error_expect(&torus, auk_body_walk(torus.world, body, &steps, 1.0f, NULL), AUK_ERROR_RANGE,
                 "auk_body_walk: mover.step_height: the path" TOO_WIDE_PATH);
    auk_world_destroy(torus.world);
}

void error_wraps(ErrorStage *stage)
{
    (void)stage;
    paths_that_are_too_long();
    AukWorldDef world_def = {.wrap = {{0.0f, 0.0f}, {10.0f, 10.0f}}};
    ErrorStage torus = {.world = auk_world_create(&world_def, NULL)};
    AukWorld *world = torus.world;
    error_expect(&torus, auk_world_reserve(world, (1 << 26) + 1, 0, 0), AUK_ERROR_COUNT,
                 "auk_world_reserve: bodies is 67108865, outside 0..67108864");
    AukBodyDef def = {.shape = auk_shape_box(2.0f, 0.1f)};
    AukBodyId body = auk_body_create(world, &def);
    AukShapeDef shape = {.shape = auk_shape_circle(3.0f)};
    (void)auk_body_add_shape(world, body, &shape);
    error_expect(&torus, auk_world_last_status(world), AUK_ERROR_RANGE,
                 "auk_body_add_shape: def.shape: the shape is too wide for a world that wraps around");
    AukVec2 points[5] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}, {9.0f, 0.0f}, {9.0f, 1.0f}};
    (void)auk_body_add_chain(world, body, points, 5, false, NULL);
    error_expect(&torus, auk_world_last_status(world), AUK_ERROR_RANGE,
                 "auk_body_add_chain: points[2]: the shape is too wide for a world that wraps around");
    (void)auk_body_add_chain_section(world, body, points, 5, NULL);
    error_expect(&torus, auk_world_last_status(world), AUK_ERROR_RANGE,
                 "auk_body_add_chain_section: points[2]: the shape is too wide for a world that wraps around");
    const AukVec2 large[3] = {{0.0f, 0.0f}, {8.0f, 0.0f}, {0.0f, 8.0f}};
    for (int i = 0; i < 2; i++) {
        (void)auk_body_add_polygon(world, body, large, 3, i == 0 ? NULL : &shape);
        error_expect(&torus, auk_world_last_status(world), AUK_ERROR_RANGE,
                     "auk_body_add_polygon: points: the shape is too wide for a world that wraps around");
    }
    def.shape = auk_shape_circle(4.0f);
    (void)auk_body_create(world, &def);
    error_expect(&torus, auk_world_last_status(world), AUK_ERROR_RANGE,
                 "auk_body_create: def.shape: the shape is too wide for a world that wraps around");
    auk_world_destroy(world);
    world_def.wrap.max.y = 0.0f;
    ErrorStage tube = {.world = auk_world_create(&world_def, NULL)};
    def.shape = auk_shape_box(0.5f, 3.0f); // as long as it stands
    body = auk_body_create(tube.world, &def);
    error_expect(&tube, auk_body_set_angle(tube.world, body, 1.5f), AUK_ERROR_RANGE,
                 "auk_body_set_angle: angle: the shape is too wide for a world that wraps around");
    auk_world_destroy(tube.world);
}
