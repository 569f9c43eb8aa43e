// Arenas that turn: swept bodies that slide and bounce are thrown about in closed walls, which are a chain, boxes or
// capsules of one body. Gravity and each other press them into corners, where many reach the limit of responses. None
// may leave, or end in a wall.
#include "auk/terrain.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WALLS_MAX = 12, BALLS_MAX = 10, USUAL_ARENAS = 2000, ARENA_STEPS = 120 };

typedef enum ArenaWalls { ARENA_CHAIN, ARENA_BOXES, ARENA_CAPSULES, ARENA_COUNT } ArenaWalls;

typedef struct Arena {
    AukWorld *world;
    AukBodyId frame, balls[BALLS_MAX];
    AukVec2 corners[WALLS_MAX];
    int corner_count, ball_count;
    long limits;
    uint64_t hash; // of all steps
} Arena;

// By the number of edges to the right of the point, in the frame of the walls.
static bool is_inside(const Arena *arena, AukVec2 p)
{
    AukTransform frame = auk_body_get_pose(arena->world, arena->frame);
    AukVec2 at = auk_rot_apply_inverse(frame.q, auk_vec_sub(p, frame.p));
    bool inside = false;
    for (int i = 0; i < arena->corner_count; i++) {
        AukVec2 a = arena->corners[i], b = arena->corners[(i + 1) % arena->corner_count];
        if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

static void add_walls(Arena *arena, ArenaWalls walls, float thickness)
{
    if (walls == ARENA_CHAIN) {
        cr_assert(
            auk_body_add_chain(arena->world, arena->frame, arena->corners, arena->corner_count, true, NULL).generation);
        return;
    }
    for (int i = 0; i < arena->corner_count; i++) {
        AukVec2 a = arena->corners[i], b = arena->corners[(i + 1) % arena->corner_count];
        float half = 0.5f * auk_vec_length(auk_vec_sub(b, a));
        AukShapeDef def = {.position = auk_vec_scale(0.5f, auk_vec_add(a, b)), .angle = atan2f(b.y - a.y, b.x - a.x)};
        def.shape = walls == ARENA_BOXES ? auk_shape_box(half + thickness, thickness)
                                         : auk_shape_capsule(auk_vec(-half, 0.0f), auk_vec(half, 0.0f), thickness);
        cr_assert(auk_body_add_shape(arena->world, arena->frame, &def).generation);
    }
}

static AukShape ball_shape(Random *random)
{
    float size = random_float(random, 0.1f, 0.4f);
    switch (random_int(random, 0, 3)) {
    case 0: return auk_shape_box(size, size * random_float(random, 0.2f, 1.0f));
    case 1: return auk_shape_capsule(auk_vec(-size, 0.0f), auk_vec(size, 0.0f), 0.3f * size);
    case 2: return auk_shape_ellipse(size, size * random_float(random, 0.3f, 1.0f));
    default: return auk_shape_circle(size);
    }
}

static void add_balls(Arena *arena, Random *random, float radius)
{
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT};
    float speed = (float)random_log(random, 1.0, 100.0);
    def.bounce_loss = random_chance(random, 0.5) ? random_float(random, 0.0f, 1.0f) : 0.0f;
    arena->ball_count = random_chance(random, 0.4) ? 1 : random_int(random, 2, BALLS_MAX);
    for (int i = 0; i < arena->ball_count; i++) {
        def.shape = ball_shape(random);
        def.response = random_chance(random, 0.5) ? AUK_RESPONSE_BOUNCE : AUK_RESPONSE_SLIDE;
        def.position = auk_vec_scale(0.3f * radius * random_float(random, 0.0f, 1.0f), random_direction(random));
        def.position = auk_vec_add(def.position, auk_body_get_position(arena->world, arena->frame));
        def.angle = random_float(random, -3.0f, 3.0f);
        def.velocity = auk_vec_scale(speed, random_direction(random));
        arena->balls[i] = auk_body_create(arena->world, &def);
        cr_assert(auk_body_exists(arena->world, arena->balls[i]));
    }
}

// Balls that are in a wall or outside to begin with do not count.
static void remove_stuck(Arena *arena)
{
    cr_assert_eq(auk_world_step(arena->world, 0.0f), AUK_OK);
    AukContacts contacts = auk_world_contacts(arena->world);
    for (int i = 0; i < contacts.count; i++) {
        if (auk_body_id_equal(contacts.items[i].body_a, arena->frame)) {
            auk_body_destroy(arena->world, contacts.items[i].body_b);
        }
    }
    for (int i = 0; i < arena->ball_count; i++) {
        if (auk_body_exists(arena->world, arena->balls[i]) &&
            !is_inside(arena, auk_body_get_position(arena->world, arena->balls[i]))) {
            auk_body_destroy(arena->world, arena->balls[i]);
        }
    }
}

static Arena arena_of(Random *random, ArenaWalls walls, const AukWorldDef *def)
{
    Arena arena = {.world = auk_world_create(def, NULL), .corner_count = random_int(random, 3, WALLS_MAX)};
    AukBodyDef frame = {.motion = random_chance(random, 0.7) ? AUK_MOTION_MOVING : AUK_MOTION_SWEPT};
    float radius = random_float(random, 2.0f, 6.0f), first = random_float(random, 0.0f, 6.0f);
    frame.spin = (random_chance(random, 0.5) ? 1.0f : -1.0f) * (float)random_log(random, 0.2, 40.0);
    frame.velocity = random_chance(random, 0.3) ? random_vec(random, -3.0f, 3.0f) : auk_vec(0.0f, 0.0f);
    frame.position = random_chance(random, 0.3) ? random_vec(random, -200.0f, 200.0f) : auk_vec(0.0f, 0.0f);
    for (int i = 0; i < arena.corner_count; i++) {
        float part = ((float)i + random_float(random, -0.3f, 0.3f)) / (float)arena.corner_count;
        float at = radius * (random_chance(random, 0.5) ? 1.0f : random_float(random, 0.5f, 1.0f));
        arena.corners[i] = auk_rot_apply(auk_rot(first + 6.28318531f * part), auk_vec(at, 0.0f));
    }
    arena.frame = auk_body_create(arena.world, &frame);
    add_walls(&arena, walls, random_float(random, 0.05f, 0.4f));
    add_balls(&arena, random, radius);
    remove_stuck(&arena);
    return arena;
}

static void check_arena(Arena *arena, uint64_t seed, int round, int step)
{
    AukHits hits = auk_world_hits(arena->world);
    for (int i = 0; i < hits.count; i++) {
        arena->limits += hits.items[i].limit;
        cr_assert(i == 0 || hits.items[i - 1].fraction <= hits.items[i].fraction,
                  "AUK_SEED=%llu AUK_PROP_ONLY=%d: order", (unsigned long long)seed, round);
    }
    AukContacts contacts = auk_world_contacts(arena->world);
    for (int i = 0; i < contacts.count; i++) {
        const AukContact *contact = &contacts.items[i];
        bool of_wall = auk_body_id_equal(contact->body_a, arena->frame);
        cr_assert(!of_wall || contact->manifold.distance > -2e-3f,
                  "AUK_SEED=%llu AUK_PROP_ONLY=%d, step %d: body %u is %g deep", (unsigned long long)seed, round, step,
                  contact->body_b.index, -(double)contact->manifold.distance);
    }
    for (int i = 0; i < arena->ball_count; i++) {
        cr_assert(!auk_body_exists(arena->world, arena->balls[i]) ||
                      is_inside(arena, auk_body_get_position(arena->world, arena->balls[i])),
                  "AUK_SEED=%llu AUK_PROP_ONLY=%d, step %d: body %u is out", (unsigned long long)seed, round, step,
                  arena->balls[i].index);
    }
}

static void play(Arena *arena, Random *random, int round)
{
    const float dt = random_chance(random, 0.7) ? 1.0f / 60.0f : random_float(random, 0.004f, 0.08f);
    const AukVec2 gravity = auk_vec_scale(random_float(random, 0.0f, 40.0f), random_direction(random));
    for (int step = 0; step < ARENA_STEPS; step++) {
        for (int i = 0; i < arena->ball_count; i++) {
            AukVec2 v = auk_vec_add_scaled(auk_body_get_velocity(arena->world, arena->balls[i]), dt, gravity);
            float speed = auk_vec_length(v);
            (void)auk_body_set_velocity(arena->world, arena->balls[i],
                                        auk_vec_scale(speed > 200.0f ? 200.0f / speed : 1.0f, v));
        }
        cr_assert_eq(auk_world_step(arena->world, dt), AUK_OK);
        check_arena(arena, random->seed, round, step);
        arena->hash = 31 * arena->hash + auk_world_hash(arena->world);
    }
}

ParameterizedTestParameters(world_arena, nothing_leaves_walls_that_turn)
{
    static int kinds[ARENA_COUNT] = {ARENA_CHAIN, ARENA_BOXES, ARENA_CAPSULES};
    return cr_make_param_array(int, kinds, ARENA_COUNT);
}

// The same arena twice: with brute force and workers all bits are the same.
ParameterizedTest(const int *kind, world_arena, nothing_leaves_walls_that_turn)
{
    const AukWorldDef defs[2] = {{0}, {.broad = AUK_BROAD_BRUTE_FORCE, .worker_count = 3}};
    const char *only = getenv("AUK_PROP_ONLY");
    const int first = only ? atoi(only) : 0, end = only ? first + 1 : random_repeats(USUAL_ARENAS);
    long limits = 0;
    for (int i = first; i < end; i++) {
        uint64_t hashes[2];
        for (int k = 0; k < (i % 8 == 0 ? 2 : 1); k++) {
            Random random = random_start(random_seed(), 7100000u + (uint64_t)*kind * 100000u + (uint64_t)i);
            Arena arena = arena_of(&random, (ArenaWalls)*kind, &defs[k]);
            play(&arena, &random, i);
            limits += arena.limits;
            hashes[k] = arena.hash;
            auk_world_destroy(arena.world);
        }
        cr_assert(i % 8 != 0 || hashes[0] == hashes[1], "AUK_SEED=%llu AUK_PROP_ONLY=%d kind %d: other bits",
                  (unsigned long long)random_seed(), i, *kind);
    }
    printf("arenas of kind %d: seed %llu, %ld times at the limit\n", *kind, (unsigned long long)random_seed(), limits);
}
