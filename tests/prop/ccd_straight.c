// The short form of the first prediction of a step against the long one: both give the same bits, for all pairs of
// shapes, whatever moves, turns, touches at the start or never meets.
#include "world/step/ccd.h"
#include "world/step/integrate.h"
#include "world/step/pairs.h"

#include "auk/auk.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { USUAL_WORLDS = 400, BODIES = 40 };

// The shape of a triangle borrows `corners`.
static AukShape any_shape(Random *random, float unit, AukVec2 corners[3])
{
    AukVec2 p = random_vec(random, -unit, unit), q = random_vec(random, -unit, unit);
    corners[0] = auk_vec(-unit, -0.5f * unit);
    corners[1] = auk_vec(unit, -unit);
    corners[2] = auk_vec(0.0f, unit);
    switch (random_int(random, 0, 6)) {
    case 0: return auk_shape_box(random_float(random, 0.02f * unit, unit), random_float(random, 0.02f * unit, unit));
    case 1: return auk_shape_capsule(p, q, 0.1f * unit);
    case 2: return auk_shape_segment(p, q);
    case 3: return auk_shape_polygon(corners, 3, 0.0f);
    case 4: return auk_shape_ellipse(unit, 0.3f * unit);
    default: return auk_shape_circle(random_float(random, 0.0f, unit));
    }
}

// Boxes and discs in rows and columns, which pass each other at no distance.
static void level(AukBodyDef *def, Random *random, float unit)
{
    def->shape = random_chance(random, 0.5) ? auk_shape_box(unit, unit) : auk_shape_circle(unit);
    def->position.x = unit * floorf(def->position.x / unit);
    def->position.y = unit * floorf(def->position.y / unit);
    def->angle = 0.0f;
    *(random_chance(random, 0.5) ? &def->velocity.x : &def->velocity.y) = 0.0f;
}

static void add_body(AukWorld *world, Random *random, float unit, float side, bool is_level)
{
    AukVec2 corners[3];
    AukBodyDef def = {0};
    def.motion = (AukMotion)random_int(random, 0, AUK_MOTION_COUNT - 1);
    def.shape = any_shape(random, unit, corners);
    def.position = random_vec(random, 0.0f, side);
    def.angle = random_chance(random, 0.3) ? 0.0f : random_float(random, -3.0f, 3.0f);
    if (def.motion != AUK_MOTION_STATIC && random_chance(random, 0.9)) {
        float speed = (float)random_log(random, 1e-2, 1e2) * unit;
        def.velocity = random_vec(random, -speed, speed);
        def.spin = random_chance(random, 0.3) ? random_float(random, -3.0f, 3.0f) : 0.0f;
    }
    def.sensor = random_chance(random, 0.1);
    if (is_level) {
        level(&def, random, unit);
    }
    AukBodyId body = auk_body_create(world, &def);
    cr_assert_neq(body.generation, 0);
    if (random_chance(random, 0.2)) { // a shape beside the middle of its body
        AukShapeDef shape = {.shape = any_shape(random, unit, corners), .angle = random_float(random, -3.0f, 3.0f)};
        shape.position = random_vec(random, -unit, unit);
        (void)auk_body_add_shape(world, body, &shape);
    }
}

// Runs the phases of a step that come before the predictions.
static void begin_step(AukWorld *world)
{
    cr_assert_eq(auk__bodies_advance(world, 1.0f), AUK_OK);
    cr_assert_eq(auk_broad_update(world->broad), AUK_OK);
    cr_assert_eq(auk__pairs_filter(world), AUK_OK);
    cr_assert(auk__buffer_resize(&world->ccd.histories, sizeof(AukPairHistory), world->pairs.records.count));
}

static bool same_prediction(const AukPrediction *a, const AukPrediction *b)
{
    return a->fraction == b->fraction && a->pair == b->pair && a->version_a == b->version_a &&
           a->version_b == b->version_b && a->limit == b->limit && a->point.x == b->point.x &&
           a->point.y == b->point.y && a->normal.x == b->normal.x && a->normal.y == b->normal.y;
}

// Returns the number of contacts.
static int compare_pairs(AukWorld *world, uint64_t seed)
{
    int met = 0;
    for (int i = 0; i < world->pairs.records.count; i++) {
        if (!auk__pair(&world->pairs, i)->swept) {
            continue;
        }
        AukPairHistory *history = auk__pair_history(&world->ccd, i);
        AukPrediction first, usual;
        memset(history, 0, sizeof *history);
        bool hits = auk__predict_first(world, i, &first), touches = history->touches;
        memset(history, 0, sizeof *history);
        bool expected = auk__predict(world, i, 0.0, false, &usual);
        cr_assert_eq(hits, expected, "pair %d, AUK_SEED=%llu", i, (unsigned long long)seed);
        cr_assert(!hits || same_prediction(&first, &usual), "pair %d, AUK_SEED=%llu", i, (unsigned long long)seed);
        cr_assert_eq(touches, history->touches, "pair %d, AUK_SEED=%llu", i, (unsigned long long)seed);
        met += hits;
    }
    return met;
}

Test(ccd_straight, first_predictions_have_the_bits_of_all_others)
{
    static const float units[] = {1.0f, 1e-3f, 300.0f};
    int worlds = random_repeats(USUAL_WORLDS), met = 0;
    for (int i = 0; i < worlds; i++) {
        Random random = random_start(random_seed(), (uint64_t)i);
        float unit = units[random_int(&random, 0, 2)];
        AukWorldDef def = {0};
        float side = 20.0f * unit;
        if (random_chance(&random, 0.3)) {
            def.wrap.max = auk_vec(1000.0f * unit, 1000.0f * unit);
        }
        AukWorld *world = auk_world_create(&def, NULL);
        for (int k = 0; k < BODIES; k++) {
            add_body(world, &random, unit, side, i % 4 == 0);
        }
        begin_step(world);
        met += compare_pairs(world, random.seed);
        auk_world_destroy(world);
    }
    cr_assert_gt(met, worlds);
}
