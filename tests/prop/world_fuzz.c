// Random worlds against the brute-force model and against a twin with the brute-force broad phase: every operation a
// game can do, in any order, crowded enough that contacts are many, stale ids and bad numbers thrown in.
// A run is cut into rounds, each a world of its own. AUK_FUZZ_OPS says how many operations there are in all,
// AUK_FUZZ_ROUND repeats one round of a place alone.
#include "auk/shapes.h"
#include "support/error_words.h"
#include "support/pair_curve.h"
#include "support/random.h"
#include "support/world_model.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPS_PER_ROUND = 1500, POINTS_MAX = 12, PLACES = 4 };

// Where the worlds are, and how large what is in them.
typedef struct Place {
    const char *name;
    float size;
    float away; // distance from the origin, in sizes
    int stream;
} Place;

typedef struct Fuzz {
    Random random;
    AukWorld *world, *twin;
    Model *model;
    float size, half_width;
    AukVec2 center;
    int target; // bodies
    double swept, sensors;
    PairCurve curve; // of the one custom shape
    AukCustomShape custom;
    bool lattice; // places at multiples of half a size: exact coincidences
} Fuzz;

typedef const char *(*Op)(Fuzz *fuzz);

static const char *same_status(AukStatus a, AukStatus b)
{
    return a == b ? (a == AUK_OK ? NULL : auk_status_text(a)) : "the twin answers another status";
}

// The same call in both worlds.
#define BOTH(function, ...) same_status(function(fuzz->world, __VA_ARGS__), function(fuzz->twin, __VA_ARGS__))

// ---- random things ------------------------------------------------------------------------------------------

static AukVec2 some_position(Fuzz *fuzz)
{
    AukVec2 p = random_vec(&fuzz->random, -fuzz->half_width, fuzz->half_width);
    if (fuzz->lattice) {
        float cell = 0.5f * fuzz->size;
        p = auk_vec(cell * roundf(p.x / cell), cell * roundf(p.y / cell));
    }
    return auk_vec_add(fuzz->center, p);
}

static float some_angle(Fuzz *fuzz)
{
    return fuzz->lattice || random_chance(&fuzz->random, 0.3) ? 0.0f : random_float(&fuzz->random, -7.0f, 7.0f);
}

static AukTransform some_pose(Fuzz *fuzz)
{
    AukVec2 p = some_position(fuzz);
    return auk_transform(p, some_angle(fuzz));
}

static AukShape some_polygon(Fuzz *fuzz, AukVec2 *vertices, float radius)
{
    int count = random_polygon(&fuzz->random, random_int(&fuzz->random, 3, 8), fuzz->size, 1.0f, vertices);
    return auk_shape_polygon(vertices, count, radius);
}

static AukShape some_shape(Fuzz *fuzz, AukVec2 *vertices)
{
    Random *random = &fuzz->random;
    float size = fuzz->size * (fuzz->lattice ? 1.0f : random_float(random, 0.3f, 1.0f));
    switch (random_int(random, 0, 10)) {
    case 0: return auk_shape_circle(0.5f * size);
    case 1: return auk_shape_circle(random_chance(random, 0.3) ? 0.0f : 0.05f * size);
    case 2: return auk_shape_capsule(auk_vec(-size, 0.0f), auk_vec(size, 0.0f), 0.25f * size);
    case 3: return auk_shape_segment(auk_vec(0.0f, -size), auk_vec(0.0f, size));
    case 4: return auk_shape_box(1.5f * size, 0.02f * size);
    case 5: return some_polygon(fuzz, vertices, 0.0f);
    case 6: return auk_shape_rounded(auk_shape_box(0.5f * size, 0.25f * size), 0.1f * size);
    case 7: return some_polygon(fuzz, vertices, 0.1f * size);
    case 8:
        return auk_shape_rounded(auk_shape_ellipse(0.7f * size, 0.3f * size),
                                 random_chance(random, 0.5) ? 0.0f : 0.1f * size);
    case 9: return auk_shape_custom(&fuzz->custom, random_chance(random, 0.5) ? 0.0f : 0.1f * size);
    default: return auk_shape_box(0.5f * size, 0.5f * size);
    }
}

// Some categories are known to the broad phase, others are not.
static uint64_t some_category(Fuzz *fuzz)
{
    static const int bits[3] = {0, 15, 40};
    return (uint64_t)1 << bits[random_int(&fuzz->random, 0, 2)];
}

static AukFilter some_filter(Fuzz *fuzz)
{
    AukFilter filter = {0, 0, 0};
    if (random_chance(&fuzz->random, 0.3)) {
        filter.category = some_category(fuzz);
        filter.ignore = random_chance(&fuzz->random, 0.4) ? some_category(fuzz) : 0;
        filter.group = random_chance(&fuzz->random, 0.2) ? 7 : 0;
    }
    return filter;
}

// A slot that lives, or the null id.
static AukBodyId some_body(Fuzz *fuzz)
{
    for (int i = 0; i < 50 && fuzz->model->body_end > 0; i++) {
        const ModelBody *body = &fuzz->model->bodies[random_int(&fuzz->random, 0, fuzz->model->body_end - 1)];
        if (body->alive) {
            return body->id;
        }
    }
    return (AukBodyId){0, 0};
}

static AukShapeId some_shape_id(Fuzz *fuzz)
{
    for (int i = 0; i < 50 && fuzz->model->shape_end > 0; i++) {
        const ModelShape *shape = &fuzz->model->shapes[random_int(&fuzz->random, 0, fuzz->model->shape_end - 1)];
        if (shape->alive) {
            return shape->id;
        }
    }
    return (AukShapeId){0, 0};
}

static AukVec2 some_velocity(Fuzz *fuzz, AukMotion motion)
{
    bool fast = motion == AUK_MOTION_SWEPT && random_chance(&fuzz->random, 0.7);
    float speed = fuzz->size * (fast ? 100.0f : 3.0f);
    if (random_chance(&fuzz->random, 0.2)) {
        return auk_vec(0.0f, 0.0f);
    }
    AukVec2 v = random_vec(&fuzz->random, -speed, speed);
    return fuzz->lattice ? auk_vec(random_chance(&fuzz->random, 0.5) ? v.x : 0.0f, 0.0f) : v;
}

static float some_spin(Fuzz *fuzz)
{
    if (fuzz->lattice || random_chance(&fuzz->random, 0.5)) {
        return 0.0f;
    }
    return random_float(&fuzz->random, -4.0f, 4.0f) * (random_chance(&fuzz->random, 0.2) ? 15.0f : 1.0f);
}

static AukResponse some_response(Fuzz *fuzz, AukMotion motion)
{
    bool touches = random_chance(&fuzz->random, 0.5);
    return touches && motion == AUK_MOTION_SWEPT ? AUK_RESPONSE_TOUCH : AUK_RESPONSE_CROSS;
}

static AukMotion some_motion(Fuzz *fuzz)
{
    double share = random_unit(&fuzz->random);
    return share < 0.3 ? AUK_MOTION_STATIC : (share < 0.3 + fuzz->swept ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING);
}

// ---- operations ---------------------------------------------------------------------------------------------

static const char *create_body(Fuzz *fuzz)
{
    AukVec2 vertices[POINTS_MAX];
    AukBodyDef def = {0};
    def.position = some_position(fuzz);
    def.angle = some_angle(fuzz);
    def.motion = some_motion(fuzz);
    if (def.motion != AUK_MOTION_STATIC) {
        def.velocity = some_velocity(fuzz, def.motion);
        def.spin = some_spin(fuzz);
    }
    if (!random_chance(&fuzz->random, 0.05)) {
        def.shape = some_shape(fuzz, vertices);
    }
    def.filter = some_filter(fuzz);
    def.sensor = random_chance(&fuzz->random, fuzz->sensors);
    def.disabled = random_chance(&fuzz->random, 0.03);
    def.owner = random_chance(&fuzz->random, 0.1) ? some_body(fuzz) : (AukBodyId){0, 0};
    def.response = some_response(fuzz, def.motion);
    def.user_data = random_bits(&fuzz->random);
    AukBodyId id = auk_body_create(fuzz->world, &def), other = auk_body_create(fuzz->twin, &def);
    if (id.generation == 0 || !auk_body_id_equal(id, other)) {
        return model__say("a body was refused, or differs in the twin: %s",
                          auk_status_text(auk_world_last_status(fuzz->world)));
    }
    return model_add_body(fuzz->model, fuzz->world, id, &def);
}

static const char *destroy_body(Fuzz *fuzz)
{
    AukBodyId id = some_body(fuzz);
    if (id.generation == 0) {
        return NULL;
    }
    model_remove_body(fuzz->model, id);
    return same_status(auk_body_destroy(fuzz->world, id), auk_body_destroy(fuzz->twin, id));
}

static const char *populate(Fuzz *fuzz)
{
    bool grow = auk_world_body_count(fuzz->world) < random_int(&fuzz->random, 0, 2 * fuzz->target);
    return grow ? create_body(fuzz) : destroy_body(fuzz);
}

static const char *set_pose(Fuzz *fuzz)
{
    AukBodyId id = some_body(fuzz);
    if (id.generation == 0) {
        return NULL;
    }
    AukTransform pose = some_pose(fuzz);
    model_set_pose(fuzz->model, id, pose);
    return same_status(auk_body_set_pose(fuzz->world, id, pose), auk_body_set_pose(fuzz->twin, id, pose));
}

static const char *move_to(Fuzz *fuzz)
{
    ModelBody *body = model_body(fuzz->model, some_body(fuzz));
    if (!body || body->motion == AUK_MOTION_STATIC) {
        return NULL;
    }
    body->target =
        auk_transform(auk_vec_add(body->pose.p, random_vec(&fuzz->random, -fuzz->size, fuzz->size)), some_angle(fuzz));
    body->has_target = true;
    return same_status(auk_body_move_to(fuzz->world, body->id, body->target),
                       auk_body_move_to(fuzz->twin, body->id, body->target));
}

static const char *set_velocity(Fuzz *fuzz)
{
    ModelBody *body = model_body(fuzz->model, some_body(fuzz));
    if (!body || body->motion == AUK_MOTION_STATIC) {
        return NULL;
    }
    body->velocity = some_velocity(fuzz, body->motion);
    body->spin = some_spin(fuzz);
    const char *wrong = same_status(auk_body_set_spin(fuzz->world, body->id, body->spin),
                                    auk_body_set_spin(fuzz->twin, body->id, body->spin));
    return wrong ? wrong
                 : same_status(auk_body_set_velocity(fuzz->world, body->id, body->velocity),
                               auk_body_set_velocity(fuzz->twin, body->id, body->velocity));
}

static const char *set_motion(Fuzz *fuzz)
{
    ModelBody *body = model_body(fuzz->model, some_body(fuzz));
    if (!body) {
        return NULL;
    }
    AukMotion motion = some_motion(fuzz);
    AukStatus expected = motion != AUK_MOTION_SWEPT && body->response ? AUK_ERROR_NOT_SWEPT : AUK_OK;
    if (auk_body_set_motion(fuzz->world, body->id, motion) != expected ||
        auk_body_set_motion(fuzz->twin, body->id, motion) != expected) {
        return model__say("motion %d for a body with response %d", (int)motion, (int)body->response);
    }
    if (expected == AUK_OK) {
        model_set_motion(fuzz->model, body->id, motion);
    }
    return NULL;
}

static const char *set_rest(Fuzz *fuzz)
{
    ModelBody *body = model_body(fuzz->model, some_body(fuzz));
    if (!body) {
        return NULL;
    }
    AukBodyId id = body->id;
    switch (random_int(&fuzz->random, 0, 4)) {
    case 0: body->filter = some_filter(fuzz); return BOTH(auk_body_set_filter, id, body->filter);
    case 1:
        body->owner = random_chance(&fuzz->random, 0.5) ? some_body(fuzz) : (AukBodyId){0, 0};
        return BOTH(auk_body_set_owner, id, body->owner);
    case 2: body->enabled = random_chance(&fuzz->random, 0.8); return BOTH(auk_body_set_enabled, id, body->enabled);
    case 3: body->response = some_response(fuzz, body->motion); return BOTH(auk_body_set_response, id, body->response);
    default: body->user_data = random_bits(&fuzz->random); return BOTH(auk_body_set_user_data, id, body->user_data);
    }
}

static const char *ignore_pair(Fuzz *fuzz)
{
    AukBodyId a = some_body(fuzz), b = some_body(fuzz);
    if (a.generation == 0 || a.index == b.index) {
        return NULL;
    }
    bool ignored = random_chance(&fuzz->random, 0.6);
    model_ignore(fuzz->model, a, b, ignored);
    return same_status(auk_world_ignore_pair(fuzz->world, a, b, ignored),
                       auk_world_ignore_pair(fuzz->twin, a, b, ignored));
}

static const char *add_shape(Fuzz *fuzz)
{
    AukVec2 vertices[POINTS_MAX], shuffled[POINTS_MAX];
    AukBodyId body = some_body(fuzz);
    if (body.generation == 0 || auk_body_get_shapes(fuzz->world, body, NULL, 0) >= 4) {
        return NULL;
    }
    AukShapeDef def = {0};
    def.position = random_vec(&fuzz->random, -fuzz->size, fuzz->size);
    def.angle = some_angle(fuzz);
    def.filter = some_filter(fuzz);
    def.sensor = random_chance(&fuzz->random, fuzz->sensors);
    def.user_data = random_bits(&fuzz->random);
    def.shape = some_shape(fuzz, vertices);
    AukShapeId id, other;
    if (def.shape.kind == AUK_SHAPE_POLYGON) {
        int count = def.shape.core.polygon.count;
        for (int i = 0; i < count; i++) {
            int j = random_int(&fuzz->random, 0, i);
            shuffled[i] = shuffled[j];
            shuffled[j] = vertices[i];
        }
        id = auk_body_add_polygon(fuzz->world, body, shuffled, count, &def);
        other = auk_body_add_polygon(fuzz->twin, body, shuffled, count, &def);
    } else {
        id = auk_body_add_shape(fuzz->world, body, &def);
        other = auk_body_add_shape(fuzz->twin, body, &def);
    }
    if (id.generation == 0 || !auk_shape_id_equal(id, other)) {
        return "a shape was refused, or differs in the twin";
    }
    return model_add_shape(fuzz->model, fuzz->world, body, id, &def);
}

static const char *change_shape(Fuzz *fuzz)
{
    ModelShape *shape = model_shape(fuzz->model, some_shape_id(fuzz));
    if (!shape) {
        return NULL;
    }
    AukShapeId id = shape->id;
    AukVec2 vertices[POINTS_MAX], place = random_vec(&fuzz->random, -fuzz->size, fuzz->size);
    AukShape other;
    AukTransform local =
        auk_transform(random_chance(&fuzz->random, 0.3) ? auk_vec(0.0f, 0.0f) : place, some_angle(fuzz));
    switch (random_int(&fuzz->random, 0, 5)) {
    case 5:
        shape->disabled = random_chance(&fuzz->random, 0.4);
        return BOTH(auk_world_shape_set_enabled, id, !shape->disabled);
    case 4: model_set_local_pose(fuzz->model, id, local); return BOTH(auk_world_shape_set_local_pose, id, local);
    case 3:
        other = some_shape(fuzz, vertices);
        model_set_shape(fuzz->model, id, &other);
        return BOTH(auk_world_shape_set, id, &other);
    case 0: shape->filter = some_filter(fuzz); return BOTH(auk_world_shape_set_filter, id, shape->filter);
    case 1:
        shape->sensor = random_chance(&fuzz->random, fuzz->sensors);
        return BOTH(auk_world_shape_set_sensor, id, shape->sensor);
    default: model_remove_shape(fuzz->model, id); return BOTH(auk_world_shape_remove, id);
    }
}

// Brings back what has left the field.
static const char *herd(Fuzz *fuzz)
{
    const char *wrong = NULL;
    for (int i = 0; i < fuzz->model->body_end && !wrong; i++) {
        const ModelBody *body = &fuzz->model->bodies[i];
        AukVec2 off = auk_vec_sub(body->pose.p, fuzz->center);
        if (body->alive && fmaxf(fabsf(off.x), fabsf(off.y)) > 2.0f * fuzz->half_width) {
            AukTransform pose = some_pose(fuzz);
            model_set_pose(fuzz->model, body->id, pose);
            wrong = same_status(auk_body_set_pose(fuzz->world, body->id, pose),
                                auk_body_set_pose(fuzz->twin, body->id, pose));
        }
    }
    return wrong;
}

static const char *step(Fuzz *fuzz)
{
    static const float steps[4] = {0.0f, 1.0f / 60.0f, 1.0f / 60.0f, 0.25f};
    float dt = steps[random_int(&fuzz->random, 0, 3)];
    const char *wrong = same_status(auk_world_step(fuzz->world, dt), auk_world_step(fuzz->twin, dt));
    wrong = wrong ? wrong : model_check_step(fuzz->model, fuzz->world, dt);
    if (!wrong && auk_world_hash(fuzz->world) != auk_world_hash(fuzz->twin)) {
        wrong = "the twin with the brute-force broad phase has another hash";
    }
    if (!wrong && auk_world_stats(fuzz->world).box_pairs != auk_world_stats(fuzz->twin).box_pairs) {
        wrong = "the twin with the brute-force broad phase has other pairs of boxes";
    }
    if (!wrong && random_chance(&fuzz->random, 0.1)) {
        wrong = model_check_state(fuzz->model, fuzz->world);
    }
    return wrong ? wrong : herd(fuzz);
}

static const char *query(Fuzz *fuzz)
{
    AukVec2 vertices[POINTS_MAX];
    AukQuery query = {0};
    query.filter = some_filter(fuzz);
    query.exclude = random_chance(&fuzz->random, 0.3) ? some_body(fuzz) : (AukBodyId){0, 0};
    query.sensors = random_chance(&fuzz->random, 0.5);
    query.skip_overlapping = random_chance(&fuzz->random, 0.5);
    const AukQuery *asked = random_chance(&fuzz->random, 0.2) ? NULL : &query;
    if (random_chance(&fuzz->random, 0.5)) {
        AukVec2 from = some_position(fuzz);
        AukVec2 delta = auk_vec_sub(some_position(fuzz), from);
        return model_check_ray(fuzz->model, fuzz->world, from,
                               random_chance(&fuzz->random, 0.1) ? auk_vec(0.0f, 0.0f) : delta, asked);
    }
    AukShape shape = some_shape(fuzz, vertices);
    return model_check_overlap(fuzz->model, fuzz->world, &shape, some_pose(fuzz), asked);
}

// One call that must be refused, in a world whose ids are what they are.
static AukStatus refused_call(AukWorld *world, int which, AukBodyId body, AukBodyId stale, AukShapeId stale_shape)
{
    AukTransform bad = {{NAN, 0.0f}, {1.0f, 0.0f}};
    AukBodyDef def = {0};
    AukShapeDef shape_def = {0};
    switch (which) {
    case 0: return auk_body_set_pose(world, body, bad);
    case 1: return auk_body_set_velocity(world, stale, auk_vec(1.0f, 0.0f));
    case 2: return auk_body_destroy(world, stale);
    case 3: return auk_world_shape_remove(world, stale_shape);
    case 4: return auk_world_shape_set_sensor(world, stale_shape, true);
    case 5: return auk_body_set_motion(world, body, AUK_MOTION_COUNT);
    case 6: return auk_body_set_bounce_loss(world, body, 1.5f);
    case 7: return auk_body_set_owner(world, body, stale);
    case 8: return auk_world_step(world, -1.0f);
    case 9: return auk_world_step(world, INFINITY);
    case 10:
        def.shape = auk_shape_circle(-1.0f);
        auk_body_create(world, &def);
        break;
    case 11:
        def.pierce = -1;
        auk_body_create(world, &def);
        break;
    case 12: auk_body_add_shape(world, body, &shape_def); break;
    default: auk_body_add_polygon(world, body, &def.position, 1, NULL); break;
    }
    return auk_world_last_status(world);
}

static const char *refuse(Fuzz *fuzz)
{
    AukBodyId body = some_body(fuzz);
    if (body.generation == 0) {
        return NULL;
    }
    AukBodyId stale = {body.index, body.generation - 1};
    AukShapeId shape = some_shape_id(fuzz), stale_shape = {shape.index, shape.generation + 1};
    stale = random_chance(&fuzz->random, 0.5) || stale.generation == 0 ? (AukBodyId){9999, 3} : stale;
    int which = random_int(&fuzz->random, 0, 13);
    uint64_t hash = auk_world_hash(fuzz->world);
    AukStatus status = refused_call(fuzz->world, which, body, stale, stale_shape);
    if (status == AUK_OK || auk_world_last_status(fuzz->world) != status) {
        return model__say("bad call %d is answered by status %d, last status %d", which, status,
                          auk_world_last_status(fuzz->world));
    }
    if (auk_world_hash(fuzz->world) != hash) {
        return model__say("bad call %d changes the world", which);
    }
    return error_words_wrong(fuzz->world);
}

static const char *change_many(Fuzz *fuzz)
{
    return model_change_many(fuzz->model, fuzz->world, fuzz->twin, &fuzz->random, fuzz->center, fuzz->half_width);
}

// ---- rounds -------------------------------------------------------------------------------------------------

static Op choose(Random *random)
{
    static const struct {
        Op op;
        int weight;
    } ops[] = {{populate, 10}, {set_pose, 4},    {move_to, 4},      {set_velocity, 6}, {set_motion, 2},
               {set_rest, 6},  {add_shape, 4},   {change_shape, 5}, {step, 12},        {query, 6},
               {refuse, 2},    {ignore_pair, 8}, {change_many, 4}};
    int total = 0;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        total += ops[i].weight;
    }
    int pick = random_int(random, 0, total - 1);
    size_t i = 0;
    for (; pick >= ops[i].weight; i++) {
        pick -= ops[i].weight;
    }
    return ops[i].op;
}

static void begin_round(Fuzz *fuzz, const Place *place, int round)
{
    memset(fuzz, 0, sizeof *fuzz);
    fuzz->random = random_start(random_seed(), ((uint64_t)place->stream << 32) + (uint64_t)round);
    fuzz->size = place->size;
    fuzz->lattice = round % 4 == 3;
    fuzz->target = random_int(&fuzz->random, 30, 150);
    fuzz->half_width = fuzz->size * sqrtf((float)fuzz->target) * random_float(&fuzz->random, 0.6f, 1.4f);
    float away = place->away * place->size;
    fuzz->center = auk_vec(away, -0.5f * away);
    fuzz->swept = random_chance(&fuzz->random, 0.2) ? 0.0 : 0.3 * random_unit(&fuzz->random);
    fuzz->sensors = 0.4 * random_unit(&fuzz->random);
    AukWorldDef def = {0};
    def.static_pairs = random_chance(&fuzz->random, 0.2);
    fuzz->world = auk_world_create(&def, NULL);
    def.broad = AUK_BROAD_BRUTE_FORCE;
    fuzz->twin = auk_world_create(&def, NULL);
    PairCurve drop = {CURVE_DROP, {0.3f * fuzz->size, 0.8f * fuzz->size}, 0.0f, {0.0f, -0.2f * fuzz->size}};
    fuzz->curve = drop;
    fuzz->custom = pair_curve_custom(&fuzz->curve);
    fuzz->custom.number = 1;
    cr_assert(auk_world_register_custom(fuzz->world, &fuzz->custom) == AUK_OK &&
              auk_world_register_custom(fuzz->twin, &fuzz->custom) == AUK_OK);
    fuzz->model = model_create();
    fuzz->model->static_pairs = def.static_pairs;
}

static void end_round(Fuzz *fuzz)
{
    auk_world_destroy(fuzz->world);
    auk_world_destroy(fuzz->twin);
    model_destroy(fuzz->model);
}

static const char *play_round(Fuzz *fuzz, int ops, int *op)
{
    const char *wrong = NULL;
    for (int i = 0; i < fuzz->target && !wrong; i++) {
        wrong = create_body(fuzz);
    }
    for (*op = 0; *op < ops && !wrong; (*op)++) {
        wrong = choose(&fuzz->random)(fuzz);
    }
    return wrong;
}

static const Place places[PLACES] = {{"near the origin", 1.0f, 0.0f, 1},
                                     {"far from the origin", 1.0f, 1e5f, 2},
                                     {"of size 1e-3", 1e-3f, 100.0f, 3},
                                     {"of size 1e3", 1e3f, 0.0f, 4}};

// By number: what parameters point to does not reach the process of the test.
ParameterizedTestParameters(world_fuzz, random_worlds_agree_with_the_model_and_with_brute_force)
{
    static int numbers[PLACES];
    for (int i = 0; i < PLACES; i++) {
        numbers[i] = i;
    }
    return cr_make_param_array(int, numbers, PLACES);
}

ParameterizedTest(int *number, world_fuzz, random_worlds_agree_with_the_model_and_with_brute_force, .timeout = 36000)
{
    const Place *place = &places[*number];
    const char *asked = getenv("AUK_FUZZ_OPS"), *only = getenv("AUK_FUZZ_ROUND");
    long ops = (asked ? atol(asked) : 70000) / PLACES;
    int round = only ? atoi(only) : 0, op = 0;
    long steps = 0, contacts = 0, hits = 0, crossings = 0, touches = 0, motions = 0;
    for (; ops > 0; ops -= OPS_PER_ROUND, round++) {
        Fuzz fuzz;
        begin_round(&fuzz, place, round);
        const char *wrong = play_round(&fuzz, ops < OPS_PER_ROUND ? (int)ops : OPS_PER_ROUND, &op);
        cr_assert_null(wrong, "worlds %s, round %d, operation %d, AUK_SEED=%llu AUK_FUZZ_ROUND=%d: %s", place->name,
                       round, op, (unsigned long long)random_seed(), round, wrong);
        steps += (long)fuzz.model->steps;
        contacts += fuzz.model->contacts;
        hits += fuzz.model->hits;
        crossings += fuzz.model->crossings;
        touches += fuzz.model->undecided_touches;
        motions += fuzz.model->undecided_motions;
        end_round(&fuzz);
        if (only) {
            break;
        }
    }
    fprintf(stderr,
            "worlds %s: seed %llu, %ld steps, %ld contacts, %ld hits, %ld sensors crossed; followed the world in %ld "
            "touches and %ld motions\n",
            place->name, (unsigned long long)random_seed(), steps, contacts, hits, crossings, touches, motions);
}
