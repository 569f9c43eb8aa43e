// The lists: what lives, how it was set, and who meets whom. See world_events.c for what touches, world_motion.c for
// what meets on the way, world_queries.c for getters, rays and overlaps. Invariant: a slot holds what was put there
// last, also when that is gone, as the world's arrays may still name it.
#include "support/world_model.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *model__say(const char *format, ...)
{
    static char texts[4][512]; // a text may become part of the next one
    static int last;
    char *text = texts[last = (last + 1) % 4];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof texts[0], format, arguments);
    va_end(arguments);
    return text;
}

Model *model_create(void)
{
    return calloc(1, sizeof(Model));
}

void model_destroy(Model *model)
{
    for (int i = 0; model && i < model->shape_end; i++) {
        free(model->shapes[i].vertices);
    }
    free(model);
}

ModelBody *model_body(Model *model, AukBodyId id)
{
    bool lives = id.index < (uint32_t)model->body_end && model->bodies[id.index].alive &&
                 auk_body_id_equal(model->bodies[id.index].id, id);
    return lives ? &model->bodies[id.index] : NULL;
}

ModelShape *model_shape(Model *model, AukShapeId id)
{
    bool lives = id.index < (uint32_t)model->shape_end && model->shapes[id.index].alive &&
                 auk_shape_id_equal(model->shapes[id.index].id, id);
    return lives ? &model->shapes[id.index] : NULL;
}

// ---- changes ------------------------------------------------------------------------------------------------

// True if a result array names this slot of a body, or of a shape.
static bool is_named(const AukWorld *world, uint32_t index, bool shape)
{
    AukContacts contacts = auk_world_contacts(world);
    for (int i = 0; i < contacts.count; i++) {
        const AukContact *c = &contacts.items[i];
        if (shape ? c->shape_a.index == index || c->shape_b.index == index
                  : c->body_a.index == index || c->body_b.index == index) {
            return true;
        }
    }
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        AukEvents events = auk_world_events(world, (AukEventKind)kind);
        for (int i = 0; i < events.count; i++) {
            const AukEvent *e = &events.items[i];
            if (shape ? e->shape_a.index == index || e->shape_b.index == index
                      : e->body_a.index == index || e->body_b.index == index) {
                return true;
            }
        }
    }
    return false;
}

// As a world keeps it: a rotation of about unit length, and -0 as 0.
static AukTransform kept(AukTransform pose)
{
    pose.p = auk_vec(pose.p.x + 0.0f, pose.p.y + 0.0f);
    pose.q.c += 0.0f;
    pose.q.s += 0.0f;
    double c = (double)pose.q.c, s = (double)pose.q.s, length = hypot(c, s);
    if (fabs(c * c + s * s - 1.0) <= 1e-6) {
        return pose;
    }
    pose.q.c = length > 0.0 ? (float)((double)pose.q.c / length) : 1.0f;
    pose.q.s = length > 0.0 ? (float)((double)pose.q.s / length) : 0.0f;
    return pose;
}

const char *model_add_body(Model *model, const AukWorld *world, AukBodyId id, const AukBodyDef *def)
{
    if (id.index >= MODEL_BODIES_MAX || id.index > (uint32_t)model->body_end) {
        return model__say("body slot %u, only %d used so far", id.index, model->body_end);
    }
    ModelBody *body = &model->bodies[id.index];
    if (body->alive || auk_body_id_equal(body->id, id) || is_named(world, id.index, false)) {
        return model__say("body slot %u given out while it lives or is named", id.index);
    }
    model->body_end += id.index == (uint32_t)model->body_end;
    memset(body, 0, sizeof *body);
    body->id = id;
    body->alive = true;
    body->enabled = !def->disabled;
    body->pose = body->previous = kept(auk_transform(def->position, def->angle));
    body->velocity = def->velocity;
    body->spin = def->spin;
    body->motion = def->motion;
    body->response = def->response;
    body->filter = def->filter;
    body->owner = def->owner;
    body->user_data = def->user_data;
    if (def->shape.kind == AUK_SHAPE_NONE) {
        return NULL;
    }
    AukShapeDef first;
    memset(&first, 0, sizeof first);
    first.shape = def->shape;
    first.sensor = def->sensor;
    AukShapeId shape;
    if (auk_body_get_shapes(world, id, &shape, 1) != 1) {
        return "a body with a shape has none";
    }
    return model_add_shape(model, world, id, shape, &first);
}

static double extent_of(const AukShape *shape)
{
    static OracleShape placed;
    oracle_place(&placed, shape, auk_transform_identity(), auk_vec(0.0f, 0.0f));
    double extent = 0.0;
    for (int i = 0; i < placed.count; i++) {
        extent = fmax(extent, fmax(fabs(placed.points[i].x), fabs(placed.points[i].y)) + placed.radius);
    }
    if (placed.count == 0) {
        OracleBox box = oracle_box(&placed);
        extent = fmax(fmax(-box.min.x, box.max.x), fmax(-box.min.y, box.max.y));
    }
    return extent;
}

// Gives an entry, whose place is known, a shape and what follows from it.
static void dress(ModelShape *shape, const AukShape *as)
{
    AukVec2 *old = shape->vertices;
    shape->vertices = NULL;
    shape->shape = *as;
    if (as->kind == AUK_SHAPE_POLYGON) {
        size_t size = (size_t)as->core.polygon.count * sizeof(AukVec2);
        shape->vertices = malloc(size);
        memcpy(shape->vertices, as->core.polygon.vertices, size);
        shape->shape.core.polygon.vertices = shape->vertices;
    }
    free(old);
    shape->extent = extent_of(&shape->shape);
    static OracleShape placed;
    model__place(&placed, shape, model__place_of(auk_transform_identity(), auk_vec(0.0f, 0.0f)));
    OracleVec center = placed.center;
    bool curved = placed.count == 0;
    placed.center = curved ? center : oracle_vec(0.0, 0.0); // a list of points is where it is
    shape->reach = oracle_reach(&placed) + (curved ? oracle_length(center) : 0.0);
}

const char *model_add_shape(Model *model, const AukWorld *world, AukBodyId body, AukShapeId id, const AukShapeDef *def)
{
    if (id.index >= MODEL_SHAPES_MAX || id.index > (uint32_t)model->shape_end) {
        return model__say("shape slot %u, only %d used so far", id.index, model->shape_end);
    }
    ModelShape *shape = &model->shapes[id.index];
    if (shape->alive || auk_shape_id_equal(shape->id, id) || is_named(world, id.index, true)) {
        return model__say("shape slot %u given out while it lives or is named", id.index);
    }
    model->shape_end += id.index == (uint32_t)model->shape_end;
    free(shape->vertices);
    memset(shape, 0, sizeof *shape);
    shape->id = id;
    shape->body = body.index;
    shape->alive = true;
    shape->sensor = def->sensor;
    shape->disabled = def->disabled;
    shape->local = auk_transform(def->position, def->angle);
    shape->filter = def->filter;
    shape->user_data = def->user_data;
    dress(shape, &def->shape);
    return NULL;
}

void model_set_shape(Model *model, AukShapeId id, const AukShape *shape)
{
    dress(&model->shapes[id.index], shape);
}

void model_set_local_pose(Model *model, AukShapeId id, AukTransform local)
{
    ModelShape *shape = &model->shapes[id.index];
    AukShape same = shape->shape;
    shape->local = kept(local);
    dress(shape, &same);
}

void model_remove_shape(Model *model, AukShapeId id)
{
    ModelShape *shape = model_shape(model, id);
    if (shape) {
        shape->alive = false;
    }
}

void model_remove_body(Model *model, AukBodyId id)
{
    ModelBody *body = model_body(model, id);
    for (int i = 0; body && i < model->shape_end; i++) {
        model->shapes[i].alive = model->shapes[i].alive && model->shapes[i].body != id.index;
    }
    if (body) {
        body->alive = false;
    }
}

void model_set_pose(Model *model, AukBodyId id, AukTransform pose)
{
    ModelBody *body = &model->bodies[id.index];
    body->pose = body->previous = kept(pose);
    body->has_target = false;
}

void model_set_motion(Model *model, AukBodyId id, AukMotion motion)
{
    ModelBody *body = &model->bodies[id.index];
    body->motion = motion;
    if (motion == AUK_MOTION_STATIC) {
        body->velocity = auk_vec(0.0f, 0.0f);
        body->spin = 0.0f;
        body->has_target = false;
        body->previous = body->pose;
    }
}

// ---- who meets whom -----------------------------------------------------------------------------------------

static AukFilter filter_of(const Model *model, const ModelShape *shape)
{
    bool given = shape->filter.category || shape->filter.ignore || shape->filter.group;
    return given ? shape->filter : model->bodies[shape->body].filter;
}

static bool filters_meet(AukFilter a, AukFilter b)
{
    uint64_t is_a = a.category == 0 ? 1 : a.category, is_b = b.category == 0 ? 1 : b.category;
    bool same_group = a.group == b.group && a.group != 0;
    return !same_group && (is_a & b.ignore) == 0 && (is_b & a.ignore) == 0;
}

static bool one_possession(const ModelBody *a, const ModelBody *b)
{
    bool owned_a = a->owner.generation != 0, owned_b = b->owner.generation != 0;
    return (owned_a && auk_body_id_equal(a->owner, b->id)) || (owned_b && auk_body_id_equal(b->owner, a->id)) ||
           (owned_a && owned_b && auk_body_id_equal(a->owner, b->owner));
}

// Where a pair is in the list, or where it ends.
static int find_ignored(const Model *model, AukBodyId a, AukBodyId b)
{
    int i = 0;
    while (i < model->ignored_count &&
           !(auk_body_id_equal(model->ignored[i].a, a) && auk_body_id_equal(model->ignored[i].b, b)) &&
           !(auk_body_id_equal(model->ignored[i].a, b) && auk_body_id_equal(model->ignored[i].b, a))) {
        i++;
    }
    return i;
}

void model_ignore(Model *model, AukBodyId a, AukBodyId b, bool ignored)
{
    int i = find_ignored(model, a, b);
    if (ignored && i == model->ignored_count && i < MODEL_IGNORED_MAX) {
        model->ignored[model->ignored_count++] = (AukBodyPair){a, b};
    } else if (!ignored && i < model->ignored_count) {
        model->ignored[i] = model->ignored[--model->ignored_count];
    }
}

bool model__meets(const Model *model, const ModelShape *a, const ModelShape *b)
{
    const ModelBody *body_a = &model->bodies[a->body], *body_b = &model->bodies[b->body];
    bool rest = body_a->motion == AUK_MOTION_STATIC && body_b->motion == AUK_MOTION_STATIC;
    return a->alive && b->alive && !a->disabled && !b->disabled && body_a != body_b && body_a->enabled &&
           body_b->enabled && (model->static_pairs || !rest) && !one_possession(body_a, body_b) &&
           find_ignored(model, body_a->id, body_b->id) == model->ignored_count &&
           filters_meet(filter_of(model, a), filter_of(model, b));
}

ModelPair model__pair(const Model *model, const ModelShape *a, const ModelShape *b)
{
    bool swap = a->body > b->body;
    const ModelShape *first = swap ? b : a, *second = swap ? a : b;
    ModelPair pair;
    memset(&pair, 0, sizeof pair);
    pair.body_a = model->bodies[first->body].id;
    pair.body_b = model->bodies[second->body].id;
    pair.shape_a = first->id;
    pair.shape_b = second->id;
    pair.sensor = a->sensor || b->sensor;
    return pair;
}

int model__compare(const void *left, const void *right)
{
    const ModelPair *a = left, *b = right;
    uint32_t keys[][2] = {{a->body_a.index, b->body_a.index},
                          {a->body_b.index, b->body_b.index},
                          {a->shape_a.index, b->shape_a.index},
                          {a->shape_b.index, b->shape_b.index},
                          {a->sensor, b->sensor},
                          {a->body_a.generation, b->body_a.generation},
                          {a->body_b.generation, b->body_b.generation},
                          {a->shape_a.generation, b->shape_a.generation},
                          {a->shape_b.generation, b->shape_b.generation}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] < keys[i][1] ? -1 : 1;
        }
    }
    return 0;
}

void model__sort(ModelPairs *pairs)
{
    qsort(pairs->items, (size_t)pairs->count, sizeof *pairs->items, model__compare);
}

int model__find(const ModelPairs *pairs, const ModelPair *pair)
{
    const ModelPair *found = bsearch(pair, pairs->items, (size_t)pairs->count, sizeof *pairs->items, model__compare);
    return found ? (int)(found - pairs->items) : -1;
}

void model__place(OracleShape *out, const ModelShape *shape, ModelPlace body)
{
    oracle_place(out, &shape->shape, shape->local, auk_vec(0.0f, 0.0f));
    for (int i = -1; i < out->count; i++) {
        OracleVec *p = i < 0 ? &out->center : &out->points[i];
        *p = oracle_vec(body.x + (body.c * p->x - body.s * p->y), body.y + (body.s * p->x + body.c * p->y));
    }
    OracleVec turn = out->turn;
    out->turn = oracle_vec(body.c * turn.x - body.s * turn.y, body.s * turn.x + body.c * turn.y);
}

ModelPlace model__place_of(AukTransform pose, AukVec2 origin)
{
    OracleVec at = oracle_sub(oracle_of(pose.p), oracle_of(origin));
    ModelPlace place = {at.x, at.y, (double)pose.q.c, (double)pose.q.s};
    return place;
}
