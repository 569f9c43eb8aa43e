// Predictions against steps: a prediction of one body gives, bit by bit, the poses, velocities and hits of as many
// steps of a restored copy of the world in which all other bodies are at rest.
#include "auk/auk.h"
#include "auk/terrain.h"
#include "support/random.h"
#include "support/tile_kinds.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM, TERRAIN, CROWD, WRAPPED, ROOMS, USUAL = 300, BODIES = 60, ASKED = 6, SIDE = 24 };

static const float FIELD = 12.0f;

typedef struct Place {
    AukWorld *world, *twin;
    AukBodyId bodies[BODIES];
    int count;
    AukVec2 vertices[8];
    AukVec2 center;
    int kind;
} Place;

// What the tests have seen, so that none of it is vacuous.
typedef struct Seen {
    long asked, hits, responses, pushed, limits, refused, different;
} Seen;

// ---- worlds ----

static AukShape some_solid(Place *place, Random *random)
{
    switch (random_int(random, 0, 4)) {
    case 0: return auk_shape_circle(random_float(random, 0.1f, 0.8f));
    case 1: return auk_shape_box(random_float(random, 0.1f, 1.0f), random_float(random, 0.1f, 1.0f));
    case 2: return auk_shape_capsule(auk_vec(-0.4f, 0.0f), auk_vec(0.4f, 0.1f), random_float(random, 0.0f, 0.3f));
    case 3: return auk_shape_segment(auk_vec(-0.7f, 0.0f), auk_vec(0.7f, 0.2f));
    default: return auk_shape_polygon(place->vertices, random_polygon(random, 8, 0.8f, 0.7f, place->vertices), 0.0f);
    }
}

static void add_body(Place *place, Random *random)
{
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    AukVec2 off = random_vec(random, -FIELD, FIELD);
    double crowd = place->kind == CROWD ? 0.8 : 0.3;
    def.position = auk_vec_add(place->center, off);
    def.angle = random_chance(random, 0.5) ? random_float(random, -3.0f, 3.0f) : 0.0f;
    def.shape = some_solid(place, random);
    def.motion = random_chance(random, crowd) ? AUK_MOTION_SWEPT : (AukMotion)random_int(random, 0, 1);
    def.velocity = random_vec(random, -9.0f, 9.0f);
    def.spin = random_chance(random, 0.4) ? random_float(random, -9.0f, 9.0f) : 0.0f;
    if (def.motion == AUK_MOTION_STATIC) {
        def.velocity = auk_vec(0.0f, 0.0f);
        def.spin = 0.0f;
    }
    def.response = scene_response(def.motion, (AukResponse)random_int(random, 0, 3));
    def.bounce_loss = random_chance(random, 0.5) ? random_float(random, 0.0f, 1.0f) : 0.0f;
    def.pierce = random_chance(random, 0.3) ? random_int(random, 1, 3) : 0;
    def.sensor = random_chance(random, 0.05);
    def.user_data = (uint64_t)place->count + 100;
    if (!def.sensor && random_chance(random, 0.1)) {
        def.one_way = random_direction(random);
    }
    if (random_chance(random, 0.1)) {
        def.filter.group = 3;
    }
    if (random_chance(random, 0.1)) {
        def.filter.category = 1u << 20; // above what the broad phase knows
        def.filter.ignore = 1u << 20;
    }
    if (place->count > 3 && random_chance(random, 0.1)) {
        def.owner = place->bodies[random_int(random, 0, place->count - 1)];
    }
    AukBodyId id = auk_body_create(place->world, &def);
    if (!auk_body_exists(place->world, id)) {
        return; // too wide for a small world
    }
    place->bodies[place->count++] = id;
    if (def.motion == AUK_MOTION_SWEPT && random_chance(random, 0.3)) {
        auk_body_set_bounces(place->world, id, random_int(random, 1, 3));
        auk_body_set_max_speed(place->world, id, random_float(random, 1.0f, 9.0f));
    }
    if (!def.sensor && random_chance(random, 0.2)) {
        AukShapeDef more;
        memset(&more, 0, sizeof more);
        more.shape = auk_shape_circle(0.3f);
        more.position = auk_vec(0.6f, 0.2f);
        auk_body_add_shape(place->world, id, &more);
    }
    if (!def.sensor && random_chance(random, 0.2)) {
        const AukVec2 hills[7] = {{-2.0f, 0.0f}, {2.0f, 0.0f},  {1.5f, 0.9f}, {0.7f, 0.3f},
                                  {0.0f, 1.2f},  {-0.8f, 0.4f}, {-1.4f, 0.8f}};
        AukShapeDef more = {.one_way = random_direction(random)};
        auk_body_add_outline(place->world, id, hills, 7, NULL, 0, &more);
    }
}

static void add_ground(Place *place, Random *random)
{
    static uint8_t cells[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        bool full = random_chance(random, 0.15);
        cells[i] = (uint8_t)(full ? random_int(random, 0, AUK_TILE_GENTLE_HIGH_4) : (int)AUK_TILE_EMPTY);
        cells[i] = full && random_chance(random, 0.3) ? random_tile_kind(random) : cells[i];
    }
    AukTilesDef tiles = {SIDE, SIDE, 1.0f, 0.0f, cells};
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    def.position = auk_vec_sub(place->center, auk_vec(FIELD, FIELD));
    def.angle = random_chance(random, 0.3) ? 0.2f : 0.0f;
    place->bodies[place->count] = auk_body_create(place->world, &def);
    cr_assert(!auk_shape_id_is_null(auk_body_add_tiles(place->world, place->bodies[place->count++], &tiles, NULL)));
    AukVec2 points[30];
    for (int i = 0; i < 30; i++) {
        points[i] = auk_vec(0.8f * (float)i - FIELD, random_float(random, -1.0f, 1.0f));
    }
    def.position = auk_vec_add(place->center, auk_vec(0.0f, random_float(random, -5.0f, 5.0f)));
    def.motion = random_chance(random, 0.3) ? AUK_MOTION_MOVING : AUK_MOTION_STATIC;
    place->bodies[place->count] = auk_body_create(place->world, &def);
    cr_assert(!auk_shape_id_is_null(
        auk_body_add_chain(place->world, place->bodies[place->count++], points, 30, false, NULL)));
}

static void enclose(Place *place)
{
    for (int i = 0; i < 4; i++) {
        AukVec2 off = auk_vec((float)(i % 2) * (float)(2 - i), (float)(1 - i % 2) * (float)(1 - i));
        AukVec2 p = auk_vec_add(place->center, auk_vec_scale(FIELD + 1.0f, off));
        AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(FIELD + 2.0f, 0.5f), p.x, p.y);
        def.angle = i % 2 ? 1.57079633f : 0.0f;
        place->bodies[place->count++] = auk_body_create(place->world, &def);
    }
}

static void open_place(Place *place, Random *random, int kind)
{
    memset(place, 0, sizeof *place);
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    place->kind = kind;
    place->center = random_chance(random, 0.3) ? auk_vec_scale(1000.0f, random_direction(random)) : auk_vec(0.0f, 0.0f);
    if (kind == WRAPPED) {
        AukVec2 half = auk_vec(FIELD, random_chance(random, 0.5) ? FIELD : 0.0f);
        def.wrap = auk_box(auk_vec_sub(place->center, half), auk_vec_add(place->center, half));
    }
    place->world = auk_world_create(&def, NULL);
    add_tile_kinds(place->world, *random, true, true);
    place->twin = auk_world_create(&def, NULL);
    if (kind == ROOM || kind == CROWD) {
        enclose(place);
    } else if (random_chance(random, 0.7)) {
        add_ground(place, random);
    }
    while (place->count < BODIES) {
        add_body(place, random);
    }
    AukResponseRule rules[2] = {{1u << 20, 1, AUK_RESPONSE_BOUNCE, 0.5f}, {1, 1u << 20, AUK_RESPONSE_TOUCH, 0.0f}};
    auk_world_set_response_rules(place->world, rules, random_chance(random, 0.3) ? 2 : 0);
    auk_world_ignore_pair(place->world, place->bodies[5], place->bodies[7], true);
    for (int i = random_int(random, 0, 4); i > 0; i--) {
        (void)auk_world_step(place->world, 0.05f); // may be refused in a world that wraps around
    }
}

// The copy in which all others rest.
static void restore_at_rest(Place *place, AukBodyId body, const AukPredict *predict)
{
    uint64_t size = auk_world_snapshot_size(place->world);
    void *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(place->world, buffer, size), AUK_OK);
    cr_assert_eq(auk_world_restore(place->twin, buffer, size), AUK_OK);
    free(buffer);
    for (int i = 0; i < place->count; i++) {
        AukBodyId id = place->bodies[i];
        if (!auk_body_id_equal(id, body) && auk_body_get_motion(place->twin, id) != AUK_MOTION_STATIC) {
            cr_assert_eq(auk_body_set_velocity(place->twin, id, auk_vec(0.0f, 0.0f)), AUK_OK);
            cr_assert_eq(auk_body_set_spin(place->twin, id, 0.0f), AUK_OK);
        }
    }
    if (predict->with_pose) {
        cr_assert_eq(auk_body_set_pose(place->twin, body, predict->pose), AUK_OK);
    }
    if (predict->with_velocity) {
        cr_assert_eq(auk_body_set_velocity(place->twin, body, predict->velocity), AUK_OK);
        cr_assert_eq(auk_body_set_spin(place->twin, body, predict->spin), AUK_OK);
    }
}

// ---- questions ----

static AukPredict some_question(const Place *place, Random *random)
{
    AukPredict predict;
    memset(&predict, 0, sizeof predict);
    predict.dt = random_chance(random, 0.5) ? 0.016f : random_float(random, 0.0f, 0.4f);
    predict.steps = random_int(random, 0, 12);
    predict.with_pose = random_chance(random, 0.3);
    predict.with_velocity = random_chance(random, 0.7);
    predict.pose =
        auk_transform(auk_vec_add(place->center, random_vec(random, -FIELD, FIELD)), random_float(random, -3.0f, 3.0f));
    predict.velocity = auk_vec_scale(random_float(random, 0.0f, 40.0f), random_direction(random));
    predict.spin = random_chance(random, 0.5) ? random_float(random, -20.0f, 20.0f) : 0.0f;
    predict.acceleration = random_chance(random, 0.4) ? random_vec(random, -20.0f, 20.0f) : auk_vec(0.0f, 0.0f);
    return predict;
}

static bool same_bits(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static bool same_vec(AukVec2 a, AukVec2 b)
{
    return same_bits(&a, &b, sizeof a);
}

static bool same_hit(const AukHit *a, const AukHit *b)
{
    return auk_body_id_equal(a->body_a, b->body_a) && auk_body_id_equal(a->body_b, b->body_b) &&
           auk_shape_id_equal(a->shape_a, b->shape_a) && auk_shape_id_equal(a->shape_b, b->shape_b) &&
           a->child_a == b->child_a && a->child_b == b->child_b && a->fraction == b->fraction &&
           same_vec(a->point, b->point) && same_vec(a->normal, b->normal) && same_vec(a->velocity_a, b->velocity_a) &&
           same_vec(a->velocity_b, b->velocity_b) && a->spin_a == b->spin_a && a->spin_b == b->spin_b &&
           a->response == b->response && a->first == b->first && a->limit == b->limit &&
           a->user_data_a == b->user_data_a && a->user_data_b == b->user_data_b;
}

static char complaint[300];

// Compares the hits of a body in the last step of the twin with those predicted, from number `next` on.
static const char *compare_hits(const AukWorld *twin, AukBodyId body, const AukPredicted *answer, int step, int *next)
{
    AukHits hits = auk_world_hits(twin);
    for (int i = 0; i < hits.count; i++) {
        const AukHit *hit = &hits.items[i];
        if (!auk_body_id_equal(hit->body_a, body) && !auk_body_id_equal(hit->body_b, body)) {
            continue;
        }
        if (*next >= answer->hits.count || answer->hits.items[*next].step != step) {
            snprintf(complaint, sizeof complaint, "step %d has a hit at %g of %u, %u that was not predicted", step,
                     (double)hit->fraction, hit->body_a.index, hit->body_b.index);
            return complaint;
        }
        const AukHit *predicted = &answer->hits.items[*next].hit;
        if (!same_hit(predicted, hit)) {
            snprintf(complaint, sizeof complaint,
                     "step %d: hit %d at %g of %u, %u (%d first %d) is predicted at %.9g of %u, %u (%d first %d)", step,
                     i, (double)hit->fraction, hit->body_a.index, hit->body_b.index, (int)hit->response, hit->first,
                     (double)predicted->fraction, predicted->body_a.index, predicted->body_b.index,
                     (int)predicted->response, predicted->first);
            return complaint;
        }
        (*next)++;
    }
    if (*next < answer->hits.count && answer->hits.items[*next].step == step) {
        snprintf(complaint, sizeof complaint, "step %d lacks a predicted hit", step);
        return complaint;
    }
    return NULL;
}

static const char *compare_end(const AukWorld *twin, AukBodyId body, const AukPredicted *answer)
{
    AukTransform pose = auk_body_get_pose(twin, body);
    AukVec2 velocity = auk_body_get_velocity(twin, body);
    if (!same_bits(&pose, &answer->pose, sizeof pose)) {
        snprintf(complaint, sizeof complaint, "the body is at (%.9g, %.9g), not (%.9g, %.9g)", (double)pose.p.x,
                 (double)pose.p.y, (double)answer->pose.p.x, (double)answer->pose.p.y);
        return complaint;
    }
    return same_vec(velocity, answer->velocity) && auk_body_get_spin(twin, body) == answer->spin
               ? NULL
               : "another velocity or spin";
}

// Legs follow each other in time and place, end at their hits, and sum up to the length.
static const char *check_legs(const AukPredict *predict, const AukPredicted *answer, bool wraps)
{
    double length = 0.0;
    for (int i = 0; i < answer->legs.count; i++) {
        const AukLeg *leg = &answer->legs.items[i];
        length += hypot((double)leg->to.p.x - (double)leg->from.p.x, (double)leg->to.p.y - (double)leg->from.p.y);
        if (leg->end < leg->start || leg->hit >= answer->hits.count) {
            return "a leg ends before it begins";
        }
        if (i > 0 && (leg->start != leg[-1].end || (!wraps && !same_vec(leg->from.p, leg[-1].to.p)))) {
            return "a leg does not begin where the one before ended";
        }
        if (leg->hit >= 0 && fabs((double)(answer->hits.items[leg->hit].time - leg->end)) > 1e-6) {
            return "a leg does not end at its hit";
        }
    }
    if (fabs(length - (double)answer->length) > 1e-4 * (1.0 + length)) {
        return "the length is not that of the legs";
    }
    if (answer->legs.count > 0 && answer->legs.items[answer->legs.count - 1].end != answer->time) {
        return "the last leg does not end at the end";
    }
    return answer->steps > (predict->steps > 0 ? predict->steps : 1) ? "too many steps" : NULL;
}

// True if a body was crushed in the last step, until it reached the limit of responses. Whether a stopped body is hit
// again by another piece of the same chain then depends on when the pair was found, which need not be the same.
static bool is_crushed(const AukWorld *twin)
{
    AukHits hits = auk_world_hits(twin);
    bool crushed = false;
    for (int i = 0; i < hits.count; i++) {
        crushed = crushed || hits.items[i].limit;
    }
    return crushed;
}

static const char *compare(Place *place, AukBodyId body, const AukPredict *predict, const AukPredicted *answer,
                           Seen *seen)
{
    const char *wrong = check_legs(predict, answer, place->kind == WRAPPED);
    int next = 0;
    for (int step = 0; step < answer->steps && !wrong; step++) {
        if (predict->acceleration.x != 0.0f || predict->acceleration.y != 0.0f) {
            AukVec2 velocity = auk_body_get_velocity(place->twin, body);
            auk_body_set_velocity(place->twin, body, auk_vec_add_scaled(velocity, predict->dt, predict->acceleration));
        }
        AukStatus status = auk_world_step(place->twin, predict->dt);
        if (!status && !wrong && is_crushed(place->twin)) {
            seen->limits++;
            return NULL;
        }
        wrong = status ? auk_status_text(status) : compare_hits(place->twin, body, answer, step, &next);
    }
    wrong = wrong ? wrong : compare_end(place->twin, body, answer);
    for (int i = 0; i < place->count; i++) {
        AukVec2 velocity = auk_body_get_velocity(place->twin, place->bodies[i]);
        seen->pushed += !auk_body_id_equal(place->bodies[i], body) && (velocity.x != 0.0f || velocity.y != 0.0f);
    }
    return wrong;
}

static const char *ask(Place *place, Random *random, AukPredictWork *work, Seen *seen)
{
    AukBodyId body = place->bodies[random_int(random, 0, place->count - 1)];
    AukPredict predict = some_question(place, random);
    AukPredicted answer;
    uint64_t hash = auk_world_hash(place->world);
    AukStatus status = auk_world_predict(place->world, work, body, &predict, &answer);
    cr_assert_eq(auk_world_hash(place->world), hash);
    if (auk_body_get_motion(place->world, body) == AUK_MOTION_STATIC) {
        return status == AUK_ERROR_STATIC_BODY ? NULL : "a static body has a future";
    }
    seen->asked++;
    if (status == AUK_ERROR_RANGE && place->kind == WRAPPED) {
        seen->refused++; // too fast for the world, or too wide in that pose
        return NULL;
    }
    if (status) {
        return auk_status_text(status);
    }
    for (int i = 0; i < answer.legs.count; i++) {
        seen->responses += answer.legs.items[i].hit >= 0;
    }
    seen->hits += answer.hits.count;
    restore_at_rest(place, body, &predict);
    return compare(place, body, &predict, &answer, seen);
}

// After auk_body_advance() all bodies are where a step of the copy puts them.
static const char *advance(Place *place, Random *random, Seen *seen)
{
    AukBodyId body = place->bodies[random_int(random, 0, place->count - 1)];
    float dt = random_float(random, 0.0f, 0.3f);
    AukPredict none;
    memset(&none, 0, sizeof none);
    restore_at_rest(place, body, &none);
    AukPredicted answer;
    AukStatus status = auk_body_advance(place->world, body, dt, &answer);
    if (auk_body_get_motion(place->world, body) == AUK_MOTION_STATIC) {
        return status == AUK_ERROR_STATIC_BODY ? NULL : "a static body advances";
    }
    AukStatus stepped = auk_world_step(place->twin, dt);
    if (status || stepped) {
        seen->refused++;
        return status == stepped ? NULL : auk_status_text(status ? status : stepped);
    }
    if (is_crushed(place->twin)) {
        seen->limits++;
        return NULL;
    }
    for (int i = 0; i < place->count; i++) {
        AukBodyId id = place->bodies[i];
        AukTransform a = auk_body_get_pose(place->world, id), b = auk_body_get_pose(place->twin, id);
        if (a.p.x != b.p.x || a.p.y != b.p.y || a.q.c != b.q.c || a.q.s != b.q.s) {
            snprintf(complaint, sizeof complaint, "after advancing %u, %u is at (%.9g, %.9g), not (%.9g, %.9g)",
                     body.index, id.index, (double)a.p.x, (double)a.p.y, (double)b.p.x, (double)b.p.y);
            return complaint;
        }
        AukVec2 had = auk_body_get_velocity(place->world, id), velocity = auk_body_get_velocity(place->twin, id);
        bool moves = auk_body_id_equal(id, body) || velocity.x != 0.0f || velocity.y != 0.0f;
        if ((moves && (had.x != velocity.x || had.y != velocity.y)) ||
            auk_body_get_pierce(place->world, id) != auk_body_get_pierce(place->twin, id)) {
            return "another velocity or number of piercings after advancing";
        }
    }
    status = auk_world_step(place->world, 0.0f);
    return status ? auk_status_text(status) : NULL;
}

ParameterizedTestParameters(world_predict, a_prediction_is_what_steps_of_a_resting_copy_do)
{
    static int kinds[ROOMS] = {ROOM, TERRAIN, CROWD, WRAPPED};
    return cr_make_param_array(int, kinds, ROOMS);
}

ParameterizedTest(const int *kind, world_predict, a_prediction_is_what_steps_of_a_resting_copy_do, .timeout = 1800)
{
    static Place place;
    Seen seen;
    memset(&seen, 0, sizeof seen);
    AukPredictWork *work = auk_predict_work_create(NULL);
    const char *only = getenv("AUK_PROP_ONLY");
    for (int i = only ? atoi(only) : 0; i < (only ? atoi(only) + 1 : random_repeats(USUAL)); i++) {
        Random random = random_start(random_seed(), 4700000u + (uint64_t)*kind * 100000u + (uint64_t)i);
        open_place(&place, &random, *kind);
        for (int k = 0; k < ASKED; k++) {
            const char *wrong = ask(&place, &random, work, &seen);
            if (wrong) {
                printf("AUK_SEED=%llu AUK_PROP_ONLY=%d kind %d, question %d: %s\n", (unsigned long long)random_seed(),
                       i, *kind, k, wrong);
                seen.different++;
            }
        }
        for (int k = 0; k < ASKED; k++) {
            const char *wrong = advance(&place, &random, &seen);
            cr_assert_null(wrong, "AUK_SEED=%llu AUK_PROP_ONLY=%d kind %d, advance %d: %s",
                           (unsigned long long)random_seed(), i, *kind, k, wrong);
        }
        auk_world_destroy(place.world);
        auk_world_destroy(place.twin);
    }
    auk_predict_work_destroy(work);
    printf("predictions of kind %d: %ld, %ld hits, %ld responses, %ld bodies pushed, %ld refused, %ld crushed\n", *kind,
           seen.asked, seen.hits, seen.responses, seen.pushed, seen.refused, seen.limits);
    cr_assert_eq(seen.different, 0, "%ld predictions are not what steps do", seen.different);
    cr_assert_gt(seen.asked, 2 * (seen.refused + seen.limits));
}
