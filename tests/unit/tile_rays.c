// Rays, points and small discs that move into the corners of turned grids, where rounding decides which cell is met,
// and none may be missed; and grids that are joined, in lists that name each by itself.
#include "auk/auk.h"

#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { SIDE = 3, CORNERS = 6, KINDS = 3 };

typedef struct Point {
    double x, y;
} Point;

// The corners of the built-in solid tiles in a cell from 0 to 1, counter-clockwise, as auk/terrain.h describes them.
typedef struct Polygon {
    int count;
    Point points[CORNERS];
} Polygon;

static const Polygon polygons[AUK_TILE_ONE_WAY_HIGH] = {
    [AUK_TILE_FULL] = {4, {{0, 0}, {1, 0}, {1, 1}, {0, 1}}},
    [AUK_TILE_SLOPE_LEFT_LOW] = {3, {{0, 0}, {1, 0}, {0, 1}}},
    [AUK_TILE_SLOPE_RIGHT_LOW] = {3, {{0, 0}, {1, 0}, {1, 1}}},
    [AUK_TILE_SLOPE_RIGHT_HIGH] = {3, {{1, 0}, {1, 1}, {0, 1}}},
    [AUK_TILE_SLOPE_LEFT_HIGH] = {3, {{0, 0}, {1, 1}, {0, 1}}},
    [AUK_TILE_HALF_LOW] = {4, {{0, 0}, {1, 0}, {1, 0.5}, {0, 0.5}}},
    [AUK_TILE_HALF_HIGH] = {4, {{0, 0.5}, {1, 0.5}, {1, 1}, {0, 1}}},
    [AUK_TILE_HALF_LEFT] = {4, {{0, 0}, {0.5, 0}, {0.5, 1}, {0, 1}}},
    [AUK_TILE_HALF_RIGHT] = {4, {{0.5, 0}, {1, 0}, {1, 1}, {0.5, 1}}},
    [AUK_TILE_GENTLE_LOW_1] = {3, {{0, 0}, {1, 0}, {1, 0.5}}},
    [AUK_TILE_GENTLE_LOW_2] = {4, {{0, 0}, {1, 0}, {1, 1}, {0, 0.5}}},
    [AUK_TILE_GENTLE_LOW_3] = {4, {{0, 0}, {1, 0}, {1, 0.5}, {0, 1}}},
    [AUK_TILE_GENTLE_LOW_4] = {3, {{0, 0}, {1, 0}, {0, 0.5}}},
    [AUK_TILE_GENTLE_HIGH_1] = {3, {{1, 0.5}, {1, 1}, {0, 1}}},
    [AUK_TILE_GENTLE_HIGH_2] = {4, {{0, 0.5}, {1, 0}, {1, 1}, {0, 1}}},
    [AUK_TILE_GENTLE_HIGH_3] = {4, {{0, 0}, {1, 0.5}, {1, 1}, {0, 1}}},
    [AUK_TILE_GENTLE_HIGH_4] = {3, {{0, 0.5}, {1, 1}, {0, 1}}},
};

// Cuts the part [enter, leave] of a line from `from` by `delta` out that is inside a cell.
static void cut(const Polygon *polygon, int x, int y, Point from, Point delta, double *enter, double *leave)
{
    for (int i = 0; i < polygon->count; i++) {
        Point a = polygon->points[i], b = polygon->points[(i + 1) % polygon->count];
        double out_x = b.y - a.y, out_y = a.x - b.x;
        double height = out_x * (from.x - x - a.x) + out_y * (from.y - y - a.y);
        double speed = out_x * delta.x + out_y * delta.y;
        if (speed < 0.0) {
            *enter = fmax(*enter, -height / speed);
        } else if (speed > 0.0) {
            *leave = fmin(*leave, -height / speed);
        } else if (height > 0.0) {
            *leave = -1.0;
        }
    }
}

typedef struct Map {
    AukWorld *world;
    uint8_t cells[SIDE * SIDE];
    Polygon kinds[KINDS]; // that the game makes
    AukTransform pose;
} Map;

static const Polygon *polygon_of(const Map *map, int cell)
{
    const int tile = map->cells[cell];
    return tile < AUK_TILE_KIND_FIRST ? &polygons[tile] : &map->kinds[tile - AUK_TILE_KIND_FIRST];
}

static Point in_map(const Map *map, AukVec2 v, bool is_point)
{
    double c = (double)map->pose.q.c, s = (double)map->pose.q.s, size = c * c + s * s;
    double x = (double)v.x - (is_point ? (double)map->pose.p.x : 0.0);
    double y = (double)v.y - (is_point ? (double)map->pose.p.y : 0.0);
    return (Point){(c * x + s * y) / size, (c * y - s * x) / size};
}

// The fraction at which a way first is in a cell for longer than rounding makes; 2 if it never is.
static double enters_ground(const Map *map, AukVec2 from, AukVec2 delta)
{
    double first = 2.0;
    const Point a = in_map(map, from, true), d = in_map(map, delta, false);
    for (int i = 0; i < SIDE * SIDE; i++) {
        double enter = 0.0, leave = 1.0;
        cut(polygon_of(map, i), i % SIDE, i / SIDE, a, d, &enter, &leave);
        if (map->cells[i] != AUK_TILE_EMPTY && leave - enter > 1e-3 && enter < first) {
            first = enter;
        }
    }
    return first;
}

// Kinds of tiles of any points, many of them on the sides of the cell.
static void make_kinds(Map *map, Random *random)
{
    for (int i = 0; i < KINDS; i++) {
        AukTileKind kind;
        do {
            AukVec2 any[CORNERS];
            for (int k = 0; k < CORNERS; k++) {
                any[k] = auk_vec(0.25f * (float)random_int(random, 0, 4), 0.25f * (float)random_int(random, 0, 4));
            }
            memset(&kind, 0, sizeof kind);
            kind.count = auk_hull(any, CORNERS, kind.points);
        } while (kind.count < 3 || auk_world_set_tile_kind(map->world, AUK_TILE_KIND_FIRST + i, &kind) != AUK_OK);
        map->kinds[i].count = kind.count;
        for (int k = 0; k < kind.count; k++) {
            map->kinds[i].points[k] = (Point){(double)kind.points[k].x, (double)kind.points[k].y};
        }
    }
}

static Map make_map(Random *random)
{
    Map map = {.world = auk_world_create(NULL, NULL)};
    AukBodyDef def = {.motion = AUK_MOTION_STATIC, .angle = random_float(random, -3.0f, 3.0f)};
    def.position = random_vec(random, -2.0f, 2.0f);
    for (int i = 0; i < SIDE * SIDE; i++) {
        bool full = random_chance(random, 0.4f);
        int tile = random_int(random, 0, AUK_TILE_ONE_WAY_HIGH + KINDS - 1);
        tile = tile < AUK_TILE_ONE_WAY_HIGH ? tile : tile - AUK_TILE_ONE_WAY_HIGH + AUK_TILE_KIND_FIRST;
        map.cells[i] = (uint8_t)(full ? AUK_TILE_FULL : tile);
    }
    make_kinds(&map, random);
    map.cells[random_int(random, 0, SIDE * SIDE - 1)] = AUK_TILE_EMPTY;
    AukBodyId body = auk_body_create(map.world, &def);
    AukTilesDef grid = {.width = SIDE, .height = SIDE, .cell = 1.0f, .cells = map.cells};
    cr_assert_neq(auk_body_add_tiles(map.world, body, &grid, NULL).generation, 0);
    map.pose = auk_body_get_pose(map.world, body);
    return map;
}

// From an empty cell through a corner, or the middle of a side, as exactly as floats allow.
static bool aim(const Map *map, Random *random, AukVec2 *from, AukVec2 *delta)
{
    int cell = random_int(random, 0, SIDE * SIDE - 1);
    AukVec2 start = random_vec(random, 0.05f, 0.95f);
    AukVec2 to = auk_vec(0.5f * (float)random_int(random, 0, 2 * SIDE), 0.5f * (float)random_int(random, 0, 2 * SIDE));
    start = auk_vec_add(start, auk_vec((float)(cell % SIDE), (float)(cell / SIDE)));
    *from = auk_transform_apply(map->pose, start);
    *delta = auk_vec_scale(1.3f, auk_vec_sub(auk_transform_apply(map->pose, to), *from));
    return map->cells[cell] == AUK_TILE_EMPTY;
}

Test(tile_rays, what_moves_into_a_corner_of_the_ground_is_held_there)
{
    Random random = random_start(random_seed(), 2711);
    int met = 0;
    for (int k = 0; k < 3000; k++) {
        Map map = make_map(&random);
        for (int i = 0; i < 20; i++) {
            AukVec2 from, delta;
            if (!aim(&map, &random, &from, &delta)) {
                continue;
            }
            const double enters = enters_ground(&map, from, delta);
            const AukShape dot = auk_shape_circle(0.0f);
            AukFound ray = {.fraction = 2.0f}, cast = {.fraction = 2.0f};
            auk_world_cast_ray(map.world, from, delta, NULL, &ray);
            auk_world_cast_shape(map.world, &dot, auk_transform(from, 0.0f), delta, NULL, &cast);
            cr_assert_leq((double)ray.fraction, enters + 1e-5, "map %d, ray %d", k, i);
            cr_assert_leq((double)cast.fraction, enters + 1e-5, "map %d, cast %d", k, i);
            AukMover mover = {.shape = auk_shape_circle(0.01f), .pose = auk_transform(from, 0.0f)};
            mover.velocity = delta;
            mover.floating = true;
            AukFound in = {.distance = 0.0f};
            cr_assert_geq(auk_world_move(map.world, &mover, 1.0f, NULL, 0), 0);
            auk_world_overlap(map.world, &mover.shape, mover.pose, NULL, &in, 1);
            cr_assert_geq(in.distance, -1e-5f, "map %d, mover %d", k, i);
            met += enters < 1.0;
        }
        auk_world_destroy(map.world);
    }
    cr_assert_gt(met, 1000);
}

enum { CHUNKS = 3 };

// One world of grids that are joined, and for each of them a world in which it is alone.
typedef struct Chunks {
    AukWorld *joined, *apart[CHUNKS];
    AukShapeId shapes[CHUNKS];
    AukTransform pose;
} Chunks;

static Chunks make_chunks(Random *random)
{
    Chunks chunks = {.joined = auk_world_create(NULL, NULL)};
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    def.angle = random_chance(random, 0.5f) ? random_float(random, -3.0f, 3.0f) : 0.0f;
    AukBodyId body = auk_body_create(chunks.joined, &def);
    chunks.pose = auk_body_get_pose(chunks.joined, body);
    for (int i = 0; i < CHUNKS; i++) {
        uint8_t cells[SIDE * SIDE];
        for (int k = 0; k < SIDE * SIDE; k++) {
            bool full = random_chance(random, 0.5f);
            cells[k] = (uint8_t)(full ? AUK_TILE_FULL : random_int(random, 0, AUK_TILE_ONE_WAY_HIGH - 1));
        }
        AukTilesDef grid = {.width = SIDE, .height = SIDE, .cell = 1.0f, .cells = cells};
        AukShapeDef place = {.position = {(float)(SIDE * i), 0.0f}};
        chunks.apart[i] = auk_world_create(NULL, NULL);
        AukBodyId alone = auk_body_create(chunks.apart[i], &def);
        cr_assert_neq(auk_body_add_tiles(chunks.apart[i], alone, &grid, &place).generation, 0);
        chunks.shapes[i] = auk_body_add_tiles(chunks.joined, body, &grid, &place);
    }
    return chunks;
}

static void compare_found(const AukFound *a, const AukFound *b, int round)
{
    cr_assert(a->child == b->child && a->fraction == b->fraction, "round %d", round);
    cr_assert(a->normal.x == b->normal.x && a->normal.y == b->normal.y, "round %d", round);
}

// Lists of what is met, and casts against one shape: a grid that is joined to others is met as if it were alone.
static void compare_casts(const Chunks *chunks, Random *random, int round)
{
    AukVec2 ends[2];
    for (int i = 0; i < 2; i++) {
        ends[i] = auk_transform_apply(chunks->pose, auk_vec(random_float(random, -1.0f, 1.0f + SIDE * CHUNKS),
                                                            random_float(random, -1.0f, 1.0f + SIDE)));
    }
    AukVec2 delta = auk_vec_sub(ends[1], ends[0]);
    AukTransform start = auk_transform(ends[0], 0.0f);
    AukShape disc = auk_shape_circle(0.2f);
    for (int kind = 0; kind < 2; kind++) {
        AukFound all[CHUNKS + 1], alone;
        int count = kind ? auk_world_cast_shape_all(chunks->joined, &disc, start, delta, NULL, all, CHUNKS + 1)
                         : auk_world_cast_ray_all(chunks->joined, ends[0], delta, NULL, all, CHUNKS + 1);
        int counted = kind ? auk_world_cast_shape_all(chunks->joined, &disc, start, delta, NULL, NULL, 0)
                           : auk_world_cast_ray_all(chunks->joined, ends[0], delta, NULL, NULL, 0);
        int expected = 0;
        for (int i = 0; i < CHUNKS; i++) {
            AukShapeId shape = chunks->shapes[i];
            AukFound one = {0};
            bool hit = kind ? auk_world_cast_shape(chunks->apart[i], &disc, start, delta, NULL, &alone)
                            : auk_world_cast_ray(chunks->apart[i], ends[0], delta, NULL, &alone);
            bool single = kind ? auk_world_shape_cast_shape(chunks->joined, shape, &disc, start, delta, NULL, &one)
                               : auk_world_shape_cast_ray(chunks->joined, shape, ends[0], delta, NULL, &one);
            cr_assert_eq(hit, single, "round %d", round);
            if (hit) {
                compare_found(&one, &alone, round);
                int at = 0;
                while (at < count && !auk_shape_id_equal(all[at].shape, shape)) {
                    at++;
                }
                cr_assert_lt(at, count, "round %d", round);
                compare_found(&all[at], &alone, round);
                expected++;
            }
        }
        cr_assert(count == expected && counted == expected, "round %d: %d, %d, %d", round, count, counted, expected);
    }
}

Test(tile_rays, joined_grids_are_listed_one_by_one)
{
    Random random = random_start(random_seed(), 2712);
    for (int world = 0; world < 100; world++) {
        Chunks chunks = make_chunks(&random);
        for (int round = 0; round < 60; round++) {
            compare_casts(&chunks, &random, round);
        }
        auk_world_destroy(chunks.joined);
        for (int i = 0; i < CHUNKS; i++) {
            auk_world_destroy(chunks.apart[i]);
        }
    }
}
