// Ground of many pieces against oracles: what slides over flat ground meets its normal alone, at any speed and scale;
// what touches is what touches any piece by itself; nothing swept gets through.
#include "support/random.h"
#include "support/world_scene.h"

#include "auk/auk.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
