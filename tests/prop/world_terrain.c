// Ground of many pieces against oracles: what slides over flat ground meets its normal alone, at any speed and scale;
// what touches is what touches any piece by itself; nothing swept gets through. Of two grounds that meet, neither is
// preferred.
#include "support/random.h"
#include "support/tile_polygon.h"
#include "support/world_scene.h"

#include "auk/auk.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEAMS = 48, SLIDERS = 6 };

// ---- flat ground --------------------------------------------------------------------------------------------------

// A flat ground along its body's x axis, its surface at y = 0, from 0 to `length`.
typedef struct Ground {
    AukBodyId body;
    AukTransform pose;
    float length;
    float depth;  // what slides may have sunk in by
    bool one_way; // of some cells: only what has stood on them may have sunk in
} Ground;

static Ground add_flat_chain(AukWorld *world, Random *random, AukTransform pose, float size)
{
    AukVec2 points[SEAMS + 2];
    Ground ground = {{0, 0}, pose, 0.0f, INFINITY, false};
    bool backwards = random_chance(random, 0.5);
    for (int i = 0; i < SEAMS + 2; i++) {
        points[backwards ? SEAMS + 1 - i : i] = auk_vec(ground.length, 0.0f);
        ground.length += i <= SEAMS ? size * (float)random_log(random, 0.05, 4.0) : 0.0f;
    }
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    ground.body = auk_body_create(world, &def);
    auk_body_set_pose(world, ground.body, pose);
    auk_body_add_chain(world, ground.body, points, SEAMS + 2, false, NULL);
    return ground;
}

// The upper row is full, what lies below it is anything that leaves the row's underside alone or not.
static Ground add_flat_tiles(AukWorld *world, Random *random, AukTransform pose, float size)
{
    enum { ROWS = 3 };
    uint8_t cells[ROWS * SEAMS];
    bool one_way = random_chance(random, 0.3);
    double bridge = random_unit(random); // how much of the row
    for (int i = 0; i < ROWS * SEAMS; i++) {
        cells[i] =
            (uint8_t)(random_chance(random, 0.5) ? AUK_TILE_FULL : random_int(random, 0, AUK_TILE_GENTLE_HIGH_4));
        if (i >= (ROWS - 1) * SEAMS) {
            cells[i] = one_way && random_chance(random, bridge) ? AUK_TILE_ONE_WAY_HIGH : AUK_TILE_FULL;
        } else if (one_way) {
            cells[i] = AUK_TILE_EMPTY;
        }
    }
    float cell = size * (float)random_log(random, 0.2, 4.0);
    Ground ground = {{0, 0}, pose, cell * SEAMS, one_way ? 0.06f * cell : INFINITY, one_way};
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    ground.body = auk_body_create(world, &def);
    auk_body_set_pose(world, ground.body, pose);
    AukTilesDef tiles = {SEAMS, ROWS, cell, 0.0f, cells};
    AukShapeDef shape = {.position = {0.0f, -ROWS * cell}};
    cr_assert(auk_body_add_tiles(world, ground.body, &tiles, &shape).generation);
    return ground;
}

// A shape whose lowest point, or edge, is at y = 0 of its own frame.
static AukShape slider_shape(Random *random, int kind, float size, AukVec2 *vertices)
{
    AukVec2 corner = auk_vec(size * random_float(random, 0.2f, 1.0f), size * random_float(random, 0.2f, 1.0f));
    switch (kind % 5) {
    case 0: return auk_shape_box(corner.x, corner.y);
    case 1: return auk_shape_circle(corner.x);
    case 2: return auk_shape_capsule(auk_vec(0.0f, -corner.y), auk_vec(0.0f, corner.y), corner.x);
    case 3: return auk_shape_ellipse(corner.x, corner.y);
    default: return auk_shape_polygon(vertices, random_polygon(random, 8, size, 0.7f, vertices), 0.0f);
    }
}

static AukTransform on_ground(const Ground *ground, AukVec2 p, AukRot turned)
{
    AukTransform pose;
    pose.p = auk_transform_apply(ground->pose, p);
    pose.q.c = ground->pose.q.c * turned.c - ground->pose.q.s * turned.s;
    pose.q.s = ground->pose.q.s * turned.c + ground->pose.q.c * turned.s;
    return pose;
}

typedef struct Slider {
    AukBodyId body;
    AukTransform pose; // sunk into the ground by a little or by nothing
} Slider;

// Puts something on the ground that slides along it and stays on it.
static Slider add_slider(AukWorld *world, Random *random, const Ground *ground, float size, int steps)
{
    AukVec2 vertices[16];
    AukBodyDef def = {.shape = slider_shape(random, random_int(random, 0, 4), size, vertices)};
    AukRot turned = random_chance(random, 0.5) ? auk_rot(0.0f) : random_rot(random);
    AukTransform upright = {{0.0f, 0.0f}, turned};
    float height = -auk_shape_bounds(&def.shape, upright).min.y;
    float sunk = random_chance(random, 0.3) ? 0.0f : (float)random_log(random, 1e-6, 0.1) * height;
    sunk = sunk < ground->depth ? sunk : ground->depth;
    float room = ground->length - 6.0f * size;
    float from = random_float(random, 0.0f, room), to = random_float(random, 0.0f, room);
    to = random_chance(random, 0.5) ? from + (to - from) * (float)random_log(random, 1e-4, 1.0) : to;
    def.motion = random_chance(random, 0.7) ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
    def.response = scene_response(def.motion, random_chance(random, 0.5) ? AUK_RESPONSE_TOUCH : AUK_RESPONSE_CROSS);
    AukTransform above = on_ground(ground, auk_vec(3.0f * size + from, height), turned);
    def.velocity = auk_vec_scale((to - from) / (float)steps, auk_rot_apply(ground->pose.q, auk_vec(1.0f, 0.0f)));
    def.filter.group = 1; // sliders do not meet each other
    Slider slider = {auk_body_create(world, &def),
                     on_ground(ground, auk_vec(3.0f * size + from, height - sunk), turned)};
    auk_body_set_pose(world, slider.body, above);
    return slider;
}

// Lets sliders sink in. One that does not touch a ground with one-way cells, since its pose is rounded, is not blocked
// by them either, and is taken away.
static void sink(AukWorld *world, const Ground *ground, const Slider *sliders)
{
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    for (int i = 0; i < SLIDERS; i++) {
        if (ground->one_way && auk_body_contacts(world, sliders[i].body, NULL, 0) == 0) {
            auk_body_destroy(world, sliders[i].body);
        } else {
            auk_body_set_pose(world, sliders[i].body, sliders[i].pose);
        }
    }
}

// How far a normal is from the ground's, as the sine of the angle.
static float sideways(const Ground *ground, AukVec2 normal)
{
    return fabsf(auk_vec_dot(normal, auk_rot_apply(ground->pose.q, auk_vec(1.0f, 0.0f))));
}

typedef Ground AddGround(AukWorld *world, Random *random, AukTransform pose, float size);

// Returns the number of contacts and hits that were looked at.
static int slide(uint64_t seed, int round, AddGround *add_ground)
{
    Random random = random_start(seed, (uint64_t)round);
    float size = (float)random_log(&random, 1e-5, 1e5);
    AukTransform pose = random_pose(&random, size * 20.0f);
    if (random_chance(&random, 0.5)) {
        pose.q = auk_rot(0.0f);
    }
    AukWorld *world = auk_world_create(NULL, NULL);
    Ground ground = add_ground(world, &random, pose, size);
    int steps = random_int(&random, 1, 12), seen = 0;
    Slider sliders[SLIDERS];
    for (int i = 0; i < SLIDERS; i++) {
        sliders[i] = add_slider(world, &random, &ground, size, steps);
    }
    sink(world, &ground, sliders);
    for (int step = 0; step < steps; step++) {
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        AukContacts contacts = auk_world_contacts(world);
        for (int i = 0; i < contacts.count; i++) {
            float off = sideways(&ground, contacts.items[i].manifold.normal);
            cr_assert(off <= 2e-5f, "seed %llu round %d: contact of body %u with piece %d is %g sideways",
                      (unsigned long long)seed, round, contacts.items[i].body_b.index, contacts.items[i].child_a, off);
        }
        AukHits hits = auk_world_hits(world);
        for (int i = 0; i < hits.count; i++) {
            float off = sideways(&ground, hits.items[i].normal);
            cr_assert(off <= 2e-5f, "seed %llu round %d: hit of body %u with piece %d is %g sideways",
                      (unsigned long long)seed, round, hits.items[i].body_a.index, hits.items[i].child_b, off);
        }
        seen += contacts.count + hits.count;
    }
    auk_world_destroy(world);
    return seen;
}

Test(world_terrain, nothing_that_slides_over_a_flat_chain_meets_a_sideways_normal, .timeout = 600)
{
    uint64_t seed = random_seed();
    int rounds = random_repeats(50000), seen = 0;
    for (int round = 0; round < rounds; round++) {
        seen += slide(seed, round, add_flat_chain);
    }
    cr_assert_gt(seen, rounds);
}

Test(world_terrain, nothing_that_slides_over_flat_tiles_meets_a_sideways_normal, .timeout = 600)
{
    uint64_t seed = random_seed();
    int rounds = random_repeats(50000), seen = 0;
    for (int round = 0; round < rounds; round++) {
        seen += slide(seed, round, add_flat_tiles);
    }
    cr_assert_gt(seen, rounds);
}

// Puts a grid of full cells on the ground, or into it, that slides along it and stays on it.
static void add_cells(AukWorld *world, Random random, const Ground *ground)
{
    float cell = ground->length * random_float(&random, 0.005f, 0.03f);
    uint8_t cells[6];
    memset(cells, AUK_TILE_FULL, sizeof cells);
    AukTilesDef tiles = {random_int(&random, 1, 3), random_int(&random, 1, 2), cell, 0.0f, cells};
    AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_SWEPT});
    float sunk = random_chance(&random, 0.3) ? 0.0f : cell * (float)random_log(&random, 1e-4, 0.1);
    AukVec2 at = auk_vec(random_float(&random, 0.1f, 0.8f) * ground->length, -sunk);
    cr_assert(auk_body_add_tiles(world, body, &tiles, NULL).generation);
    auk_body_set_pose(world, body, on_ground(ground, at, auk_rot(0.0f)));
    float speed = random_float(&random, -0.05f, 0.05f) * ground->length;
    auk_body_set_velocity(world, body, auk_vec_scale(speed, auk_rot_apply(ground->pose.q, auk_vec(1.0f, 0.0f))));
}

// Returns the number of contacts; they are the same if the cells are made first.
static int slide_cells(uint64_t seed, int round, AddGround *add_ground)
{
    int seen[2] = {0, 0};
    AukTransform pose = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    for (int last = 0; last < 2; last++) {
        Random random = random_start(seed, (uint64_t)round), again = random,
               of_cells = random_start(seed + 1, (uint64_t)round);
        pose = random_chance(&of_cells, 0.5) ? random_pose(&of_cells, 20.0f) : pose;
        AukWorld *world = auk_world_create(NULL, NULL), *other = auk_world_create(NULL, NULL);
        Ground ground = add_ground(last ? world : other, &random, pose, 1.0f);
        add_cells(world, of_cells, &ground);
        (void)add_ground(last ? other : world, &again, pose, 1.0f);
        auk_world_destroy(other);
        for (int step = 0; step < 3 && !ground.one_way; step++) {
            cr_assert_eq(auk_world_step(world, step == 0 ? 0.0f : 1.0f), AUK_OK);
            AukContacts contacts = auk_world_contacts(world);
            for (int i = 0; i < contacts.count; i++) {
                float off = sideways(&ground, contacts.items[i].manifold.normal);
                cr_assert(off <= 2e-5f, "seed %llu round %d: a contact is %g sideways, cells made %s",
                          (unsigned long long)seed, round, off, last ? "last" : "first");
            }
            seen[last] += contacts.count;
        }
        auk_world_destroy(world);
    }
    cr_assert_eq(seen[0], seen[1], "seed %llu round %d: %d and %d contacts", (unsigned long long)seed, round, seen[0],
                 seen[1]);
    return seen[0];
}

Test(world_terrain, a_grid_of_cells_that_slides_over_flat_ground_meets_no_sideways_normal, .timeout = 600)
{
    uint64_t seed = random_seed();
    int rounds = random_repeats(10000), seen = 0;
    for (int round = 0; round < rounds; round++) {
        seen += slide_cells(seed, round, round % 2 == 0 ? add_flat_chain : add_flat_tiles);
    }
    cr_assert_gt(seen, rounds);
}

// ---- touching -----------------------------------------------------------------------------------------------------

enum { POINTS = 24 };

// The least distance of a shape from all edges, by themselves.
static float chain_distance(const AukVec2 *points, int edges, int count, AukTransform pose, float radius,
                            const AukShape *shape, AukTransform shape_pose)
{
    float least = INFINITY;
    for (int i = 0; i < edges; i++) {
        AukShape edge = auk_shape_capsule(points[i], points[(i + 1) % count], radius);
        float distance = auk_distance(&edge, pose, shape, shape_pose).distance;
        least = distance < least ? distance : least;
    }
    return least;
}

// Contacts that are there must be where some edge is, and as deep as they say.
static void check_touching(uint64_t seed, int round)
{
    Random random = random_start(seed, (uint64_t)round);
    float size = (float)random_log(&random, 1e-5, 1e5);
    AukVec2 points[POINTS], vertices[16];
    int count = random_int(&random, 3, POINTS);
    bool closed = random_chance(&random, 0.5);
    for (int i = 0; i < count; i++) {
        points[i] = random_vec(&random, -3.0f * size, 3.0f * size);
        if (random_chance(&random, 0.3) && i > 1) { // joints that are straight, or turn back
            points[i] = auk_vec_add(points[i - 1], auk_vec_scale(random_chance(&random, 0.8) ? 1.0f : -0.5f,
                                                                 auk_vec_sub(points[i - 1], points[i - 2])));
        }
    }
    // going on and back may have led to the first point
    closed = closed && (points[count - 1].x != points[0].x || points[count - 1].y != points[0].y);
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef ground = {.motion = AUK_MOTION_STATIC};
    AukBodyId body = auk_body_create(world, &ground);
    AukTransform pose = random_pose(&random, 10.0f * size);
    auk_body_set_pose(world, body, pose);
    AukShapeDef def = {.shape = auk_shape_circle(random_chance(&random, 0.5) ? 0.0f : 0.1f * size)};
    AukShapeId chain = auk_body_add_chain(world, body, points, count, closed, &def);
    cr_assert(chain.generation, "seed %llu round %d: %s", (unsigned long long)seed, round,
              auk_status_text(auk_world_last_status(world)));
    AukBodyDef other = {.shape = slider_shape(&random, round, size * (float)random_log(&random, 0.05, 3.0), vertices)};
    AukBodyId mover = auk_body_create(world, &other);
    for (int i = 0; i < 20; i++) {
        AukTransform at = random_pose(&random, 4.0f * size);
        at.p = auk_vec_add(at.p, pose.p);
        auk_body_set_pose(world, mover, at);
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
        AukTransform ground_pose = auk_body_get_pose(world, body);
        float least = chain_distance(points, closed ? count : count - 1, count, ground_pose, def.shape.radius,
                                     &other.shape, auk_body_get_pose(world, mover));
        bool touches = auk_world_contacts(world).count > 0;
        cr_assert(touches ? least < 1e-4f * size : least > -1e-4f * size,
                  "seed %llu round %d place %d: %s at distance %g of size %g", (unsigned long long)seed, round, i,
                  touches ? "touches" : "is lost", least, size);
    }
    auk_world_destroy(world);
}

Test(world_terrain, a_chain_is_touched_where_one_of_its_edges_is, .timeout = 600)
{
    uint64_t seed = random_seed();
    int rounds = random_repeats(50000);
    for (int round = 0; round < rounds; round++) {
        check_touching(seed, round);
    }
}

// ---- ground that meets ground -------------------------------------------------------------------------------------

enum { ROCK_PIECES = 6, ROCK_PAIRS = ROCK_PIECES * ROCK_PIECES };

// A chain, or a grid if it has a width.
typedef struct Rock {
    AukTransform pose;
    float size, radius;
    AukVec2 points[ROCK_PIECES + 1];
    int edges;
    bool closed;
    int width, height;
    uint8_t cells[ROCK_PIECES];
} Rock;

// `lone`: of one piece, which has no joints.
static Rock random_rock(Random *random, float size, bool lone)
{
    Rock rock = {.pose = random_pose(random, 1.5f * size), .size = size};
    rock.radius = random_chance(random, 0.3) ? size * random_float(random, 0.01f, 0.2f) : 0.0f;
    if (random_chance(random, 0.5)) {
        rock.width = lone ? 1 : random_int(random, 1, 3);
        rock.height = lone ? 1 : random_int(random, 1, ROCK_PIECES / 3);
        for (int i = 0; i < rock.width * rock.height && i < ROCK_PIECES; i++) {
            rock.cells[i] = (uint8_t)(random_chance(random, 0.5) ? AUK_TILE_FULL
                                                                 : random_int(random, lone, AUK_TILE_GENTLE_HIGH_4));
        }
        return rock;
    }
    rock.edges = lone ? 1 : random_int(random, 2, ROCK_PIECES);
    rock.closed = rock.edges > 2 && random_chance(random, 0.5);
    for (int i = 0; i <= rock.edges; i++) {
        rock.points[i] = i > 1 && random_chance(random, 0.3)
                             ? auk_vec_sub(auk_vec_scale(2.0f, rock.points[i - 1]), rock.points[i - 2])
                             : random_vec(random, -1.5f * size, 1.5f * size);
    }
    rock.points[rock.edges] = rock.closed ? rock.points[0] : rock.points[rock.edges];
    return rock;
}

static void add_rock(AukWorld *world, const Rock *rock)
{
    AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_MOVING});
    auk_body_set_pose(world, body, rock->pose);
    AukShapeDef def = {.shape = auk_shape_circle(rock->radius)};
    AukTilesDef tiles = {rock->width, rock->height, rock->size, 0.0f, rock->cells};
    int count = rock->edges + (rock->closed ? 0 : 1);
    AukShapeId id = rock->width > 0 ? auk_body_add_tiles(world, body, &tiles, &def)
                                    : auk_body_add_chain(world, body, rock->points, count, rock->closed, &def);
    cr_assert(id.generation, "%s", auk_status_text(auk_world_last_status(world)));
}

// A piece as a shape by itself, in the frame of its body.
static AukShape rock_piece(const Rock *rock, int child, AukVec2 vertices[8])
{
    if (rock->width == 0) {
        return auk_shape_capsule(rock->points[child], rock->points[child + 1], rock->radius);
    }
    int count = tile_polygon(rock->cells[child], vertices);
    AukVec2 corner = auk_vec((float)(child % rock->width), (float)(child / rock->width));
    for (int i = 0; i < count; i++) {
        vertices[i] = auk_vec_scale(rock->size, auk_vec_add(corner, vertices[i]));
    }
    return auk_shape_polygon(vertices, count, rock->radius);
}

// The contacts of two rocks in a world of their own, as seen from the first; `swapped` makes the second one before it.
static int rock_contacts(const Rock rocks[2], bool swapped, AukContact contacts[ROCK_PAIRS])
{
    AukWorld *world = auk_world_create(NULL, NULL);
    add_rock(world, &rocks[swapped]);
    add_rock(world, &rocks[!swapped]);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    AukContacts found = auk_world_contacts(world);
    cr_assert_leq(found.count, ROCK_PAIRS);
    for (int i = 0; i < found.count; i++) {
        contacts[i] = found.items[i];
        if (swapped) {
            contacts[i].child_a = found.items[i].child_b;
            contacts[i].child_b = found.items[i].child_a;
            contacts[i].manifold.normal = auk_vec_neg(found.items[i].manifold.normal);
        }
    }
    int count = found.count;
    auk_world_destroy(world);
    return count;
}

static const AukContact *contact_of(const AukContact *contacts, int count, const AukContact *like)
{
    for (int i = 0; i < count; i++) {
        if (contacts[i].child_a == like->child_a && contacts[i].child_b == like->child_b) {
            return &contacts[i];
        }
    }
    return NULL;
}

// Returns the number of contacts.
static int check_rocks(uint64_t seed, int round, bool lone)
{
    Random random = random_start(seed, (uint64_t)round);
    float size = (float)random_log(&random, 1e-5, 1e5);
    Rock rocks[2] = {random_rock(&random, size, lone), random_rock(&random, size, lone)};
    AukContact contacts[ROCK_PAIRS], swapped[ROCK_PAIRS];
    int count = rock_contacts(rocks, false, contacts), again = rock_contacts(rocks, true, swapped);
    cr_assert_eq(count, again, "seed %llu round %d: %d contacts, in the other order %d", (unsigned long long)seed,
                 round, count, again);
    AukVec2 vertices[2][8];
    if (lone && count == 0) {
        AukShape a = rock_piece(&rocks[0], 0, vertices[0]), b = rock_piece(&rocks[1], 0, vertices[1]);
        float plain = auk_distance(&a, rocks[0].pose, &b, rocks[1].pose).distance;
        cr_assert(plain > 0.0f, "seed %llu round %d: no contact at %g", (unsigned long long)seed, round, plain);
    }
    for (int i = 0; i < count; i++) {
        const AukManifold *one = &contacts[i].manifold;
        const AukContact *like = contact_of(swapped, count, &contacts[i]);
        cr_assert(like, "seed %llu round %d: pieces %d and %d touch in one order", (unsigned long long)seed, round,
                  contacts[i].child_a, contacts[i].child_b);
        const AukManifold *other = &like->manifold;
        float turned = auk_vec_length(auk_vec_sub(one->normal, other->normal));
        cr_assert(fabsf(one->distance - other->distance) <= 1e-5f * size && turned <= 1e-4f,
                  "seed %llu round %d: pieces %d and %d: %g along (%g, %g), in the other order %g along (%g, %g)",
                  (unsigned long long)seed, round, contacts[i].child_a, contacts[i].child_b, one->distance,
                  one->normal.x, one->normal.y, other->distance, other->normal.x, other->normal.y);
        AukShape a = rock_piece(&rocks[0], contacts[i].child_a, vertices[0]),
                 b = rock_piece(&rocks[1], contacts[i].child_b, vertices[1]);
        float plain = auk_collide(&a, rocks[0].pose, &b, rocks[1].pose).distance, less = plain - one->distance;
        cr_assert(less >= -1e-4f * size && (!lone || less <= 1e-4f * size),
                  "seed %llu round %d: pieces %d and %d at %g by themselves have the distance %g",
                  (unsigned long long)seed, round, contacts[i].child_a, contacts[i].child_b, plain, one->distance);
    }
    return count;
}

static void check_many_rocks(bool lone)
{
    uint64_t seed = random_seed();
    int rounds = random_repeats(50000), seen = 0;
    for (int round = 0; round < rounds; round++) {
        seen += check_rocks(seed, round, lone);
    }
    cr_assert_gt(seen, rounds / 10);
}

// Two in five contacts had another normal if the other rock was made first, along a way out up to 10^5 times as long.
Test(world_terrain, two_grounds_meet_along_the_same_normal_whichever_was_made_first, .timeout = 600)
{
    check_many_rocks(false);
}

Test(world_terrain, a_lone_edge_or_cell_meets_another_as_a_plain_shape_does, .timeout = 600)
{
    check_many_rocks(true);
}

// ---- nothing gets through -----------------------------------------------------------------------------------------

// A ring around the origin, star-shaped, with some straight joints.
static int make_ring(Random *random, float size, AukVec2 *points)
{
    int corners = random_int(random, 3, POINTS / 2), count = 0;
    for (int i = 0; i < corners; i++) {
        float angle = 6.2831853f * ((float)i + random_float(random, 0.0f, 0.4f)) / (float)corners;
        AukVec2 corner =
            auk_vec_scale(size * random_float(random, 0.6f, 1.6f), auk_rot_apply(auk_rot(angle), auk_vec(1.0f, 0.0f)));
        points[count++] = corner;
    }
    return count;
}

static bool is_inside(const AukVec2 *points, int count, AukVec2 p)
{
    bool inside = false;
    for (int i = 0; i < count; i++) {
        AukVec2 a = points[i], b = points[(i + 1) % count];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) {
            inside = !inside;
        }
    }
    return inside;
}

static void check_prison(uint64_t seed, int round)
{
    Random random = random_start(seed, (uint64_t)round);
    float size = (float)random_log(&random, 1e-5, 1e5);
    AukVec2 points[POINTS], vertices[16];
    int count = make_ring(&random, size, points);
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef ground = {.motion = AUK_MOTION_STATIC};
    cr_assert(auk_body_add_chain(world, auk_body_create(world, &ground), points, count, true, NULL).generation);
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_TOUCH};
    def.shape = slider_shape(&random, round, size * (float)random_log(&random, 1e-4, 0.1), vertices);
    AukBodyId bullet = auk_body_create(world, &def);
    AukVec2 middle = auk_shape_measure(&def.shape).centroid; // a polygon need not contain its body's origin
    for (int step = 0; step < 12; step++) {
        AukVec2 velocity = auk_vec_scale(size * (float)random_log(&random, 0.01, 1000.0), random_direction(&random));
        auk_body_set_velocity(world, bullet, velocity);
        auk_body_set_spin(world, bullet, random_chance(&random, 0.3) ? random_float(&random, -9.0f, 9.0f) : 0.0f);
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        AukVec2 p = auk_transform_apply(auk_body_get_pose(world, bullet), middle);
        cr_assert(is_inside(points, count, p), "seed %llu round %d step %d: got out to %g, %g of %g",
                  (unsigned long long)seed, round, step, p.x, p.y, size);
    }
    auk_world_destroy(world);
}

Test(world_terrain, no_bullet_gets_out_of_a_closed_chain, .timeout = 600)
{
    uint64_t seed = random_seed();
    int rounds = random_repeats(50000);
    for (int round = 0; round < rounds; round++) {
        check_prison(seed, round);
    }
}
