// Grids of tiles against the same tiles one by one: what touches and what is hit, when; and grids that were edited, or
// came out of a snapshot, against grids that were made so.
#include "support/random.h"
#include "support/tile_polygon.h"

#include "auk/auk.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 9, HEIGHT = 7, CELLS = WIDTH * HEIGHT };

static void random_cells(Random *random, double full, double empty, uint8_t *cells)
{
    for (int i = 0; i < CELLS; i++) {
        cells[i] = (uint8_t)random_int(random, AUK_TILE_FULL, AUK_TILE_GENTLE_HIGH_4);
        cells[i] = random_chance(random, full) ? (uint8_t)AUK_TILE_FULL : cells[i];
        cells[i] = random_chance(random, empty) ? (uint8_t)AUK_TILE_EMPTY : cells[i];
    }
}

static AukShape random_shape(Random *random, float size, AukVec2 *vertices)
{
    AukVec2 half = auk_vec(size * random_float(random, 0.05f, 1.0f), size * random_float(random, 0.05f, 1.0f));
    switch (random_int(random, 0, 5)) {
    case 0: return auk_shape_box(half.x, half.y);
    case 1: return auk_shape_circle(half.x);
    case 2: return auk_shape_capsule(auk_vec(-half.x, 0.0f), half, 0.3f * half.y);
    case 3: return auk_shape_ellipse(half.x, half.y);
    case 4: return auk_shape_segment(auk_vec_neg(half), half);
    default: return auk_shape_polygon(vertices, random_polygon(random, 9, size, 0.5f, vertices), 0.0f);
    }
}

static AukBodyId add_ground(AukWorld *world, AukTransform pose, const uint8_t *cells, AukVec2 cell, float radius,
                            AukShapeId *shape)
{
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    AukBodyId body = auk_body_create(world, &def);
    AukTilesDef tiles = {WIDTH, HEIGHT, cell.x, cell.y, cells};
    AukShapeDef shape_def = {.shape = auk_shape_circle(radius), .position = {-4.0f * cell.x, -3.0f * cell.y}};
    auk_body_set_pose(world, body, pose);
    *shape = auk_body_add_tiles(world, body, &tiles, &shape_def);
    cr_assert(shape->generation);
    return body;
}

// A tile by itself, in the frame of the grid's body; kind AUK_SHAPE_NONE for an empty one.
static AukShape tile_shape(const uint8_t *cells, int i, AukVec2 cell, float radius, AukVec2 *polygon)
{
    AukShape none = {0};
    int count = cells[i] == AUK_TILE_EMPTY ? 0 : tile_polygon(cells[i], polygon);
    for (int k = 0; k < count; k++) {
        polygon[k].x = (polygon[k].x + (float)(i % WIDTH) - 4.0f) * cell.x;
        polygon[k].y = (polygon[k].y + (float)(i / WIDTH) - 3.0f) * cell.y;
    }
    return count > 0 ? auk_shape_polygon(polygon, count, radius) : none;
}

static float least_distance(const uint8_t *cells, AukTransform pose, AukVec2 cell, float radius, const AukShape *shape,
                            AukTransform at)
{
    float least = INFINITY;
    for (int i = 0; i < CELLS; i++) {
        AukVec2 polygon[4];
        AukShape tile = tile_shape(cells, i, cell, radius, polygon);
        float distance = tile.kind ? auk_distance(&tile, pose, shape, at).distance : INFINITY;
        least = distance < least ? distance : least;
    }
    return least;
}

// The fraction at which a ray meets the first tile; 2 without one.
static float first_met(const uint8_t *cells, AukTransform pose, AukVec2 cell, float radius, AukVec2 from, AukVec2 delta)
{
    float first = 2.0f;
    for (int i = 0; i < CELLS; i++) {
        AukVec2 polygon[4];
        AukShape tile = tile_shape(cells, i, cell, radius, polygon);
        AukCast cast = {0};
        cast = tile.kind ? auk_cast_ray(&tile, pose, from, delta, NULL) : cast;
        first = cast.hit && cast.fraction < first ? cast.fraction : first;
    }
    return first;
}

// True if a ray that is met at a fraction touches there, or at its end, and has gone through nothing on the way but by
// a hair: then a rounded corner was met at a tangent, or was not.
static bool grazes(const uint8_t *cells, AukTransform pose, AukVec2 cell, float radius, AukVec2 from, AukVec2 delta,
                   float met)
{
    AukShape point = auk_shape_circle(0.0f);
    AukVec2 end = auk_vec_add(from, auk_vec_scale(met, delta)), before = auk_vec_scale(met - 1e-4f, delta);
    AukShape way = auk_shape_segment(auk_vec(0.0f, 0.0f), before);
    float there = least_distance(cells, pose, cell, radius, &point, auk_transform(end, 0.0f));
    return (met == 1.0f || there < 1e-4f * fminf(cell.x, cell.y)) &&
           least_distance(cells, pose, cell, radius, &way, auk_transform(from, 0.0f)) > -1e-4f * fminf(cell.x, cell.y);
}

static void check_touching(uint64_t seed, int round)
{
    Random random = random_start(seed, (uint64_t)round);
    float size = (float)random_log(&random, 1e-5, 1e5), radius = random_chance(&random, 0.8) ? 0.0f : 0.2f * size;
    AukVec2 cell = auk_vec(size, size * (random_chance(&random, 0.5) ? 1.0f : (float)random_log(&random, 0.2, 5.0)));
    uint8_t cells[CELLS];
    AukVec2 vertices[16];
    random_cells(&random, random_unit(&random), random_unit(&random), cells);
    AukWorld *world = auk_world_create(NULL, NULL);
    AukTransform pose = random_pose(&random, 10.0f * size);
    pose.q = random_chance(&random, 0.5) ? auk_rot(0.0f) : pose.q;
    AukShapeId ground;
    AukBodyId body = add_ground(world, pose, cells, cell, radius, &ground);
    AukBodyDef other = {.shape = random_shape(&random, size * (float)random_log(&random, 0.05, 4.0), vertices)};
    AukBodyId mover = auk_body_create(world, &other);
    for (int i = 0; i < 20; i++) {
        AukTransform at = random_pose(&random, 6.0f * size);
        at.q = random_chance(&random, 0.3) ? pose.q : at.q;
        at.p = random_chance(&random, 0.3) ? auk_vec(size * floorf(at.p.x / size), size * floorf(at.p.y / size)) : at.p;
        at.p = auk_vec_add(at.p, pose.p);
        auk_body_set_pose(world, mover, at);
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
        float least = least_distance(cells, auk_body_get_pose(world, body), cell, radius, &other.shape,
                                     auk_body_get_pose(world, mover));
        bool touches = auk_world_contacts(world).count > 0;
        cr_assert(touches ? least < 1e-4f * size : least > -1e-4f * size,
                  "seed %llu round %d place %d: %s at distance %g of size %g", (unsigned long long)seed, round, i,
                  touches ? "touches" : "is lost", least, size);
        AukVec2 to = auk_vec_add(pose.p, random_vec(&random, -6.0f * size, 6.0f * size));
        AukQuery query = {.exclude = mover};
        AukFound found;
        bool hit = auk_world_cast_ray(world, at.p, auk_vec_sub(to, at.p), &query, &found);
        float first = first_met(cells, auk_body_get_pose(world, body), cell, radius, at.p, auk_vec_sub(to, at.p));
        AukShape point = auk_shape_circle(0.0f);
        float clear = least_distance(cells, auk_body_get_pose(world, body), cell, radius, &point, at);
        bool starts_at_surface = fabsf(clear) < 1e-4f * size; // then rounding decides whether it starts inside
        // what it meets at its very end, or not by a hair, is the same
        float met = hit ? found.fraction : 1.0f, expected = fminf(first, 1.0f);
        cr_assert(starts_at_surface || fabsf(expected - met) < 1e-4f ||
                      grazes(cells, auk_body_get_pose(world, body), cell, radius, at.p, auk_vec_sub(to, at.p), met),
                  "seed %llu round %d place %d: the ray meets at %g, not at %g", (unsigned long long)seed, round, i,
                  hit ? found.fraction : 2.0f, first);
    }
    auk_world_destroy(world);
}

Test(world_tiles, a_grid_is_touched_where_one_of_its_tiles_is, .timeout = 600)
{
    uint64_t seed = random_seed();
    int rounds = random_repeats(50000);
    for (int round = 0; round < rounds; round++) {
        check_touching(seed, round);
    }
}

// ---- nothing gets through -------------------------------------------------------------------------------------------

static void check_prison(uint64_t seed, int round)
{
    Random random = random_start(seed, (uint64_t)round);
    float size = (float)random_log(&random, 1e-5, 1e5);
    uint8_t cells[CELLS];
    AukVec2 vertices[16];
    random_cells(&random, 0.1, 0.7, cells);
    for (int i = 0; i < CELLS; i++) {
        int x = i % WIDTH, y = i / WIDTH;
        bool wall = x == 0 || y == 0 || x == WIDTH - 1 || y == HEIGHT - 1;
        cells[i] = wall ? (uint8_t)AUK_TILE_FULL : cells[i];
        cells[i] = x == 4 && y == 3 ? (uint8_t)AUK_TILE_EMPTY : cells[i];
    }
    AukWorld *world = auk_world_create(NULL, NULL);
    AukTransform pose = random_pose(&random, 10.0f * size);
    pose.q = random_chance(&random, 0.5) ? auk_rot(0.0f) : pose.q;
    AukShapeId ground;
    AukBodyId body = add_ground(world, pose, cells, auk_vec(size, size), 0.0f, &ground);
    pose = auk_body_get_pose(world, body);
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_TOUCH};
    def.shape = random_shape(&random, size * (float)random_log(&random, 1e-3, 0.4), vertices);
    def.position = auk_transform_apply(pose, auk_vec(0.5f * size, 0.5f * size));
    AukBodyId bullet = auk_body_create(world, &def);
    AukVec2 middle = auk_shape_measure(&def.shape).centroid;
    for (int step = 0; step < 12; step++) {
        AukVec2 velocity = auk_vec_scale(size * (float)random_log(&random, 0.01, 1000.0), random_direction(&random));
        velocity.y = random_chance(&random, 0.2) ? 0.0f : velocity.y;
        auk_body_set_velocity(world, bullet, velocity);
        auk_body_set_spin(world, bullet, random_chance(&random, 0.3) ? random_float(&random, -9.0f, 9.0f) : 0.0f);
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        AukVec2 p = auk_transform_apply_inverse(pose, auk_transform_apply(auk_body_get_pose(world, bullet), middle));
        // a segment may lie along a wall: a float at 16 sizes decides which side its middle is on
        float far = 2e-6f * size;
        bool inside =
            p.x > -3.0f * size - far && p.x < 4.0f * size + far && p.y > -2.0f * size - far && p.y < 3.0f * size + far;
        cr_assert(inside, "seed %llu round %d step %d: got out to %g, %g cells", (unsigned long long)seed, round, step,
                  p.x / size, p.y / size);
    }
    auk_world_destroy(world);
}

Test(world_tiles, no_bullet_gets_out_of_a_room_of_tiles, .timeout = 600)
{
    uint64_t seed = random_seed();
    int rounds = random_repeats(50000);
    for (int round = 0; round < rounds; round++) {
        check_prison(seed, round);
    }
}

// ---- moving grids ---------------------------------------------------------------------------------------------------

// The earliest hit of the last step; 2 without one.
static float earliest(const AukWorld *world)
{
    AukHits hits = auk_world_hits(world);
    return hits.count > 0 ? hits.items[0].fraction : 2.0f;
}

// A grid of full tiles that moves and turns, and the same as boxes of one body, against one bullet that crosses both.
static void check_moving(uint64_t seed, int round)
{
    Random random = random_start(seed, (uint64_t)round);
    float size = (float)random_log(&random, 1e-3, 1e3);
    uint8_t cells[CELLS];
    AukVec2 vertices[16];
    double empty = random_unit(&random);
    for (int i = 0; i < CELLS; i++) {
        cells[i] = random_chance(&random, empty) ? (uint8_t)AUK_TILE_EMPTY : (uint8_t)AUK_TILE_FULL;
    }
    AukBodyDef ground = {.motion = random_chance(&random, 0.5) ? AUK_MOTION_MOVING : AUK_MOTION_SWEPT};
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT};
    ground.velocity = random_vec(&random, -9.0f * size, 9.0f * size);
    ground.spin = random_chance(&random, 0.5) ? random_float(&random, -3.0f, 3.0f) : 0.0f;
    ground.angle = random_float(&random, -3.0f, 3.0f);
    def.shape = random_shape(&random, size * (float)random_log(&random, 0.1, 2.0), vertices);
    def.position = auk_vec_scale(size * random_float(&random, 8.0f, 20.0f), random_direction(&random));
    def.velocity = auk_vec_sub(random_vec(&random, -6.0f * size, 6.0f * size), def.position);
    def.spin = random_chance(&random, 0.5) ? random_float(&random, -3.0f, 3.0f) : 0.0f;
    float fraction[2];
    for (int form = 0; form < 2; form++) {
        AukWorld *world = auk_world_create(NULL, NULL);
        AukBodyId body = auk_body_create(world, &ground);
        if (form == 0) {
            AukTilesDef tiles = {WIDTH, HEIGHT, size, 0.0f, cells};
            AukShapeDef shape = {.position = {-4.0f * size, -3.0f * size}};
            cr_assert(auk_body_add_tiles(world, body, &tiles, &shape).generation);
        }
        for (int i = 0; i < CELLS && form == 1; i++) {
            AukShapeDef shape = {.shape = auk_shape_box(0.5f * size, 0.5f * size)};
            shape.position = auk_vec(((float)(i % WIDTH) - 3.5f) * size, ((float)(i / WIDTH) - 2.5f) * size);
            cr_assert(cells[i] == AUK_TILE_EMPTY || auk_body_add_shape(world, body, &shape).generation);
        }
        auk_body_create(world, &def);
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        fraction[form] = earliest(world);
        auk_world_destroy(world);
    }
    bool grazes = fabsf(fraction[0] - fraction[1]) > 1e-4f && (fraction[0] > 1.0f || fraction[1] > 1.0f);
    cr_assert(grazes || fabsf(fraction[0] - fraction[1]) <= 1e-4f, "seed %llu round %d: at %g instead of %g",
              (unsigned long long)seed, round, fraction[0], fraction[1]);
    cr_assert(!grazes || fraction[0] <= 1.0f, "seed %llu round %d: lost a hit at %g", (unsigned long long)seed, round,
              fraction[1]);
}

Test(world_tiles, a_moving_grid_is_hit_when_its_boxes_would_be, .timeout = 600)
{
    uint64_t seed = random_seed();
    int rounds = random_repeats(50000);
    for (int round = 0; round < rounds; round++) {
        check_moving(seed, round);
    }
}

// ---- edits and snapshots --------------------------------------------------------------------------------------------

static void edit(Random *random, AukWorld *world, AukShapeId ground, uint8_t *cells)
{
    int x = random_int(random, 0, WIDTH - 1), y = random_int(random, 0, HEIGHT - 1);
    if (random_chance(random, 0.7)) {
        cells[y * WIDTH + x] = (uint8_t)random_int(random, 0, AUK_TILE_COUNT - 1);
        cr_assert_eq(auk_world_shape_set_tile(world, ground, x, y, (AukTile)cells[y * WIDTH + x]), AUK_OK);
        return;
    }
    int width = random_int(random, 0, WIDTH - x), height = random_int(random, 0, HEIGHT - y);
    uint8_t block[CELLS];
    bool clear = random_chance(random, 0.3);
    for (int i = 0; i < width * height; i++) {
        block[i] = clear ? (uint8_t)AUK_TILE_EMPTY : (uint8_t)random_int(random, 0, AUK_TILE_COUNT - 1);
        cells[(y + i / width) * WIDTH + x + i % width] = block[i];
    }
    cr_assert_eq(auk_world_shape_set_tiles(world, ground, x, y, width, height, clear ? NULL : block), AUK_OK);
}

static AukWorld *make_world(Random random, const uint8_t *cells, AukShapeId *ground)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukTransform pose = random_pose(&random, 3.0f);
    add_ground(world, pose, cells, auk_vec(1.0f, 1.5f), 0.0f, ground);
    for (int i = 0; i < 12; i++) {
        AukVec2 vertices[16];
        AukBodyDef def = {.shape = random_shape(&random, 1.0f, vertices)};
        def.position = random_vec(&random, -6.0f, 6.0f);
        def.velocity = random_vec(&random, -3.0f, 3.0f);
        def.motion = random_chance(&random, 0.3) ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
        auk_body_create(world, &def);
    }
    return world;
}

static void check_edits(uint64_t seed, int round)
{
    Random random = random_start(seed, (uint64_t)round), bodies = random_start(seed, (uint64_t)round + 1000000);
    uint8_t cells[CELLS];
    random_cells(&random, 0.3, 0.5, cells);
    AukShapeId ground, fresh;
    AukWorld *edited = make_world(bodies, cells, &ground);
    for (int i = 0; i < 30; i++) {
        edit(&random, edited, ground, cells);
    }
    AukWorld *made = make_world(bodies, cells, &fresh), *restored = auk_world_create(NULL, NULL);
    for (int step = 0; step < 6; step++) {
        cr_assert_eq(auk_world_hash(edited), auk_world_hash(made), "seed %llu round %d step %d",
                     (unsigned long long)seed, round, step);
        cr_assert_eq(auk_world_step(edited, 0.1f), AUK_OK);
        cr_assert_eq(auk_world_step(made, 0.1f), AUK_OK);
    }
    uint64_t size = auk_world_snapshot_size(made), hash = auk_world_hash(made);
    unsigned char *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(made, buffer, size), AUK_OK);
    for (int i = 0; i < 5; i++) { // away from the snapshot, and back
        edit(&random, made, fresh, cells);
        auk_world_step(made, 0.1f);
    }
    cr_assert_eq(auk_world_restore(made, buffer, size), AUK_OK);
    cr_assert_eq(auk_world_restore(restored, buffer, size), AUK_OK);
    cr_assert_eq(auk_world_hash(made), hash);
    for (int step = 0; step < 6; step++) {
        cr_assert_eq(auk_world_hash(restored), auk_world_hash(edited));
        cr_assert_eq(auk_world_hash(made), auk_world_hash(edited));
        auk_world_step(restored, 0.1f);
        auk_world_step(edited, 0.1f);
        auk_world_step(made, 0.1f);
    }
    hash = auk_world_hash(restored);
    for (int i = 0; i < 20; i++) {
        uint64_t at = random_bits(&random) % size;
        unsigned char was = buffer[at];
        buffer[at] ^= (unsigned char)(1 << random_int(&random, 0, 7));
        cr_assert_neq(auk_world_restore(restored, buffer, size), AUK_OK);
        cr_assert_eq(auk_world_hash(restored), hash);
        buffer[at] = was;
    }
    free(buffer);
    auk_world_destroy(restored);
    auk_world_destroy(made);
    auk_world_destroy(edited);
}

Test(world_tiles, edited_and_restored_grids_are_as_if_made_so, .timeout = 600)
{
    uint64_t seed = random_seed();
    int rounds = random_repeats(10000);
    for (int round = 0; round < rounds; round++) {
        check_edits(seed, round);
    }
}
