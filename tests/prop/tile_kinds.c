// Grids of kinds of tiles that the game makes, against the same cells as separate shapes: what touches, what queries
// find, where rays meet, what movers and swept bodies pass.
#include "support/random.h"

#include "auk/auk.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDE = 7, HIGH = 5, PLACES = WIDE * HIGH, KINDS = 6, FIRST = AUK_TILE_KIND_FIRST + 17 };

// A grid in one world, and its cells as shapes of their own in another.
typedef struct Maps {
    AukWorld *grid, *loose;
    AukBodyId crates[2]; // in either world
    AukShapeId tiles;
    AukShapeId shapes[PLACES];
    uint8_t cells[PLACES];
    AukTileKind kinds[KINDS];
    AukVec2 cell;
    float radius;
    AukTransform pose;
} Maps;

static AukFilter random_filter(Random *random)
{
    AukFilter filter = {0, 0, 0};
    filter.category = (uint64_t)random_int(random, 0, 3);
    filter.ignore = random_chance(random, 0.5) ? (uint64_t)random_int(random, 0, 7) : 0;
    filter.group = random_chance(random, 0.2) ? (uint32_t)random_int(random, 1, 2) : 0;
    return filter;
}

// Coordinates are often on the border of the cell, so that sides coincide.
static float random_coordinate(Random *random)
{
    return random_chance(random, 0.6)  ? (float)random_int(random, 0, 2) * 0.5f
           : random_unit(random) > 0.5 ? random_float(random, 0.0f, 1.0f)
                                       : 1.0f / 3.0f;
}

static void make_kinds(Maps *maps, Random *random)
{
    for (int k = 0; k < KINDS; k++) {
        AukStatus status = AUK_ERROR_ZERO_AREA;
        for (int attempt = 0; status && attempt < 100; attempt++) {
            AukTileKind kind = {.count = random_chance(random, 0.2) ? 0 : random_int(random, 3, AUK_TILE_POINTS_MAX)};
            for (int i = 0; i < kind.count; i++) {
                kind.points[i] = auk_vec(random_coordinate(random), random_coordinate(random));
            }
            kind.filter = random_chance(random, 0.4) ? random_filter(random) : kind.filter;
            kind.user_data = (uint64_t)k + 1;
            status = auk_world_set_tile_kind(maps->grid, FIRST + k, &kind);
        }
        cr_assert_eq(status, AUK_OK);
        cr_assert(auk_world_get_tile_kind(maps->grid, FIRST + k, &maps->kinds[k]));
    }
}

// The polygon of a cell in the frame of the grid's body; where corners are nearly straight, rounding may drop one.
static int polygon_of(const Maps *maps, int place, AukVec2 *polygon)
{
    static const AukTileKind full = {.points = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}}, .count = 4};
    const AukTileKind *kind = maps->cells[place] == AUK_TILE_FULL ? &full : &maps->kinds[maps->cells[place] - FIRST];
    AukVec2 points[AUK_TILE_POINTS_MAX];
    for (int i = 0; i < kind->count; i++) {
        points[i].x = ((float)(place % WIDE) + kind->points[i].x) * maps->cell.x;
        points[i].y = ((float)(place / WIDE) + kind->points[i].y) * maps->cell.y;
    }
    return auk_hull(points, kind->count, polygon);
}

static void add_maps(Maps *maps, Random *random, AukFilter filter)
{
    AukBodyDef def = {.motion = AUK_MOTION_STATIC, .filter = filter};
    for (int i = 0; i < PLACES; i++) {
        int kind = random_int(random, 0, KINDS + 2);
        maps->cells[i] = (uint8_t)(kind < KINDS ? FIRST + kind : (kind == KINDS ? AUK_TILE_FULL : AUK_TILE_EMPTY));
    }
    AukTilesDef tiles = {WIDE, HIGH, maps->cell.x, maps->cell.y, maps->cells};
    AukShapeDef shape = {.shape = auk_shape_circle(maps->radius)};
    AukBodyId body = auk_body_create(maps->grid, &def);
    auk_body_set_pose(maps->grid, body, maps->pose);
    maps->tiles = auk_body_add_tiles(maps->grid, body, &tiles, &shape);
    cr_assert(maps->tiles.generation);
    body = auk_body_create(maps->loose, &def);
    auk_body_set_pose(maps->loose, body, maps->pose);
    memset(maps->shapes, 0, sizeof maps->shapes);
    for (int i = 0; i < PLACES; i++) {
        if (maps->cells[i] != AUK_TILE_EMPTY) {
            AukVec2 polygon[AUK_TILE_POINTS_MAX];
            int count = polygon_of(maps, i, polygon);
            AukShapeDef cell = {.shape = auk_shape_polygon(polygon, count, maps->radius)};
            cell.filter = maps->cells[i] == AUK_TILE_FULL ? cell.filter : maps->kinds[maps->cells[i] - FIRST].filter;
            maps->shapes[i] = auk_body_add_shape(maps->loose, body, &cell);
            cr_assert(maps->shapes[i].generation, "%s", auk_status_text(auk_world_last_status(maps->loose)));
        }
    }
}

static int place_of(const Maps *maps, AukShapeId shape)
{
    int place = 0;
    while (place < PLACES && !auk_shape_id_equal(maps->shapes[place], shape)) {
        place++;
    }
    return place;
}

static AukShape random_crate(Random *random, float size, AukVec2 *vertices)
{
    AukVec2 half = auk_vec(size * random_float(random, 0.05f, 1.0f), size * random_float(random, 0.05f, 1.0f));
    switch (random_int(random, 0, 3)) {
    case 0: return auk_shape_box(half.x, half.y);
    case 1: return auk_shape_circle(half.x);
    case 2: return auk_shape_capsule(auk_vec(-half.x, 0.0f), half, 0.3f * half.y);
    default: return auk_shape_polygon(vertices, random_polygon(random, 9, size, 0.5f, vertices), 0.0f);
    }
}

// The least distance of the crate from the cells that it meets, by a plain loop.
static float least_distance(const Maps *maps, AukFilter ground, AukFilter crate, const AukShape *shape, AukTransform at)
{
    float least = INFINITY;
    for (int i = 0; i < PLACES; i++) {
        if (maps->cells[i] == AUK_TILE_EMPTY) {
            continue;
        }
        AukVec2 polygon[AUK_TILE_POINTS_MAX];
        AukShape cell = auk_shape_polygon(polygon, polygon_of(maps, i, polygon), maps->radius);
        AukFilter own = maps->cells[i] == AUK_TILE_FULL ? ground : maps->kinds[maps->cells[i] - FIRST].filter;
        own = own.category || own.ignore || own.group ? own : ground;
        if (auk_filter_meets(own, crate)) {
            float distance = auk_distance(&cell, maps->pose, shape, at).distance;
            least = distance < least ? distance : least;
        }
    }
    return least;
}

// What overlaps: the same cells, but for those that touch by a hair.
static void compare_overlaps(const Maps *maps, const AukShape *shape, AukTransform at, const AukQuery *query,
                             float hair, const char *where)
{
    AukFound found[2][PLACES + 1];
    int counts[2] = {auk_world_overlap(maps->grid, shape, at, query, found[0], PLACES + 1),
                     auk_world_overlap(maps->loose, shape, at, query, found[1], PLACES + 1)};
    float depths[2][PLACES];
    memset(depths, 0, sizeof depths);
    for (int side = 0; side < 2; side++) {
        cr_assert(counts[side] >= 0);
        for (int i = 0; i < counts[side]; i++) {
            bool tile = side == 0 && auk_shape_id_equal(found[0][i].shape, maps->tiles);
            int place = side == 0 ? (tile ? found[0][i].child : PLACES) : place_of(maps, found[1][i].shape);
            if (place < PLACES) {
                depths[side][place] = found[side][i].distance - hair;
            }
        }
    }
    // a cell of a grid is found by the way out of the whole surface: it may be left out where a neighbour owns that way
    for (int i = 0; i < PLACES; i++) {
        cr_assert(depths[0][i] == 0.0f || depths[1][i] < 0.0f, "%s: cell %d is found, not the shape", where, i);
    }
    bool any[2] = {false, false};
    for (int i = 0; i < PLACES; i++) {
        any[0] = any[0] || depths[0][i] < 0.0f;
        any[1] = any[1] || depths[1][i] < -2.0f * hair;
    }
    cr_assert(any[0] || !any[1], "%s: no cell is found, but a shape is", where);
}

static void compare_ray(const Maps *maps, AukVec2 from, AukVec2 delta, const AukQuery *query, float hair,
                        const char *where)
{
    AukFound found[2];
    bool hits[2] = {auk_world_cast_ray(maps->grid, from, delta, query, &found[0]),
                    auk_world_cast_ray(maps->loose, from, delta, query, &found[1])};
    float at[2] = {hits[0] ? found[0].fraction : 1.0f, hits[1] ? found[1].fraction : 1.0f};
    if (fabsf(at[0] - at[1]) < 1e-4f) {
        return;
    }
    // a ray along a side, or past a corner, meets it or does not: then it is near something at the smaller fraction,
    // and has gone through nothing deeper than a hair
    AukShape point = auk_shape_circle(hair);
    float first = at[0] < at[1] ? at[0] : at[1];
    AukVec2 there = auk_vec_add(from, auk_vec_scale(first, delta));
    AukShape way =
        auk_shape_segment(auk_vec(0.0f, 0.0f), auk_vec_scale((at[0] > at[1] ? at[0] : at[1]) - 1e-4f, delta));
    AukFound near[PLACES];
    int count = auk_world_overlap(maps->loose, &way, auk_transform(from, 0.0f), query, near, PLACES);
    bool deep = false;
    for (int i = 0; i < count; i++) {
        deep = deep || near[i].distance < -hair;
    }
    cr_assert(!deep && auk_world_overlap(maps->loose, &point, auk_transform(there, 0.0f), query, near, PLACES) > 0,
              "%s: the ray is met at %g, not at %g", where, (double)at[0], (double)at[1]);
}

static void check_maps(uint64_t seed, int round)
{
    Random random = random_start(seed, (uint64_t)round);
    Maps maps;
    float size = (float)random_log(&random, 1e-3, 1e3);
    maps.cell = auk_vec(size, size * (random_chance(&random, 0.6) ? 1.0f : random_float(&random, 0.4f, 2.5f)));
    maps.radius = random_chance(&random, 0.85) ? 0.0f : 0.1f * size;
    maps.pose = random_pose(&random, 10.0f * size);
    maps.pose.q = random_chance(&random, 0.5) ? auk_rot(0.0f) : maps.pose.q;
    maps.grid = auk_world_create(NULL, NULL);
    maps.loose = auk_world_create(NULL, NULL);
    make_kinds(&maps, &random);
    AukFilter filter = random_chance(&random, 0.5) ? random_filter(&random) : (AukFilter){0, 0, 0};
    add_maps(&maps, &random, filter);
    AukVec2 vertices[16];
    AukBodyDef crate = {.shape = random_crate(&random, size * random_float(&random, 0.1f, 2.0f), vertices)};
    crate.filter = random_filter(&random);
    maps.crates[0] = auk_body_create(maps.grid, &crate);
    maps.crates[1] = auk_body_create(maps.loose, &crate);
    for (int i = 0; i < 12; i++) {
        char where[80];
        (void)snprintf(where, sizeof where, "seed %llu round %d place %d", (unsigned long long)seed, round, i);
        AukTransform at = random_pose(&random, 4.0f * size);
        at.q = random_chance(&random, 0.3) ? maps.pose.q : at.q;
        at.p = auk_vec_add(auk_transform_apply(maps.pose, auk_vec(3.0f * size, 2.0f * size)), at.p);
        auk_body_set_pose(maps.grid, maps.crates[0], at);
        at = auk_body_get_pose(maps.grid, maps.crates[0]);
        cr_assert_eq(auk_world_step(maps.grid, 0.0f), AUK_OK);
        float least = least_distance(&maps, filter, crate.filter, &crate.shape, at);
        bool touches = auk_world_contacts(maps.grid).count > 0;
        cr_assert(touches ? least < 1e-4f * size : least > -1e-4f * size, "%s: %s at distance %g of size %g", where,
                  touches ? "touches" : "is lost", (double)least, (double)size);
        AukContacts contacts = auk_world_contacts(maps.grid);
        for (int k = 0; k < contacts.count; k++) {
            int value = maps.cells[contacts.items[k].child_a];
            uint64_t data = value >= FIRST ? (uint64_t)(value - FIRST) + 1 : 0;
            cr_assert_eq(auk_world_shape_get_tile_user_data(maps.grid, maps.tiles, contacts.items[k].child_a), data);
        }
        AukQuery query = {.filter = random_filter(&random), .exclude = maps.crates[0]};
        compare_overlaps(&maps, &crate.shape, at, &query, 1e-5f * size, where);
        AukVec2 to = auk_transform_apply(maps.pose, random_vec(&random, -1.0f * size, 7.0f * size));
        query.exclude = maps.crates[0];
        compare_ray(&maps, at.p, auk_vec_sub(to, at.p), &query, 1e-4f * size, where);
    }
    auk_world_destroy(maps.grid);
    auk_world_destroy(maps.loose);
}

Test(tile_kinds, hold_what_the_same_cells_as_shapes_hold, .timeout = 600)
{
    uint64_t seed = random_seed();
    int rounds = random_repeats(3000);
    for (int round = 0; round < rounds; round++) {
        check_maps(seed, round);
    }
}
