// Lists, brute force over all pairs of shapes, and sets: P (touching after the step before), C (touching now) and H
// (met on the way) give the expected events, which must be exactly those of the world.
#include "support/world_model.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// 4 units in the last place of a float.
#define TAU 0x1p-21

const char *model__say(const char *format, ...)
{
    static char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
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
    body->pose = body->previous = auk_transform(def->position, def->angle);
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
    return extent;
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
    shape->shape = def->shape;
    if (def->shape.kind == AUK_SHAPE_POLYGON) {
        size_t size = (size_t)def->shape.core.polygon.count * sizeof(AukVec2);
        shape->vertices = malloc(size);
        memcpy(shape->vertices, def->shape.core.polygon.vertices, size);
        shape->shape.core.polygon.vertices = shape->vertices;
    }
    shape->local = auk_transform(def->position, def->angle);
    shape->filter = def->filter;
    shape->user_data = def->user_data;
    shape->extent = extent_of(&shape->shape);
    static OracleShape placed;
    model__place(&placed, shape, auk_transform_identity(), auk_vec(0.0f, 0.0f));
    placed.center = oracle_vec(0.0, 0.0);
    shape->reach = oracle_reach(&placed);
    return NULL;
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

static AukTransform of_unit_length(AukTransform pose)
{
    double length = hypot((double)pose.q.c, (double)pose.q.s);
    pose.q.c = length > 0.0 ? (float)((double)pose.q.c / length) : 1.0f;
    pose.q.s = length > 0.0 ? (float)((double)pose.q.s / length) : 0.0f;
    return pose;
}

void model_set_pose(Model *model, AukBodyId id, AukTransform pose)
{
    ModelBody *body = model_body(model, id);
    body->pose = body->previous = of_unit_length(pose);
    body->has_target = false;
}

void model_set_motion(Model *model, AukBodyId id, AukMotion motion)
{
    ModelBody *body = model_body(model, id);
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

bool model__meets(const Model *model, const ModelShape *a, const ModelShape *b)
{
    const ModelBody *body_a = &model->bodies[a->body], *body_b = &model->bodies[b->body];
    bool rest = body_a->motion == AUK_MOTION_STATIC && body_b->motion == AUK_MOTION_STATIC;
    return a->alive && b->alive && body_a != body_b && body_a->enabled && body_b->enabled &&
           (model->static_pairs || !rest) && !one_possession(body_a, body_b) &&
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
    uint32_t keys[][2] = {{a->body_a.index, b->body_a.index},           {a->body_b.index, b->body_b.index},
                          {a->shape_a.index, b->shape_a.index},         {a->shape_b.index, b->shape_b.index},
                          {a->sensor, b->sensor},                       {a->body_a.generation, b->body_a.generation},
                          {a->body_b.generation, b->body_b.generation}, {a->shape_a.generation, b->shape_a.generation},
                          {a->shape_b.generation, b->shape_b.generation}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] < keys[i][1] ? -1 : 1;
        }
    }
    return 0;
}

int model__find(const ModelPairs *pairs, const ModelPair *pair)
{
    const ModelPair *found =
        bsearch(pair, pairs->items, (size_t)pairs->count, sizeof *pairs->items, model__compare);
    return found ? (int)(found - pairs->items) : -1;
}

static bool add_pair(ModelPairs *pairs, ModelPair pair)
{
    if (pairs->count == MODEL_PAIRS_MAX) {
        return false;
    }
    pairs->items[pairs->count++] = pair;
    return true;
}

static void sort_pairs(ModelPairs *pairs)
{
    qsort(pairs->items, (size_t)pairs->count, sizeof *pairs->items, model__compare);
}

// ---- touching -----------------------------------------------------------------------------------------------

void model__place(OracleShape *out, const ModelShape *shape, AukTransform body, AukVec2 origin)
{
    oracle_place(out, &shape->shape, shape->local, auk_vec(0.0f, 0.0f));
    OracleVec turn = oracle_of(auk_vec(body.q.c, body.q.s)), at = oracle_sub(oracle_of(body.p), oracle_of(origin));
    for (int i = -1; i < out->count; i++) {
        OracleVec *p = i < 0 ? &out->center : &out->points[i];
        *p = oracle_add(at, oracle_vec(turn.x * p->x - turn.y * p->y, turn.y * p->x + turn.x * p->y));
    }
}

static bool far_apart(const Model *model, const ModelShape *a, const ModelShape *b)
{
    OracleVec from = oracle_of(model->bodies[a->body].pose.p), to = oracle_of(model->bodies[b->body].pose.p);
    return oracle_length(oracle_sub(to, from)) > 1.001 * (a->reach + b->reach);
}

typedef enum Verdict { APART, EITHER, TOUCHING } Verdict;

// Hysteresis: what touched before goes on touching up to twice the distance.
static Verdict judge_touch(const Model *model, const ModelShape *a, const ModelShape *b, bool before)
{
    static OracleShape placed_a, placed_b;
    if (far_apart(model, a, b)) {
        return APART;
    }
    AukVec2 origin = model->bodies[a->body].pose.p;
    model__place(&placed_a, a, model->bodies[a->body].pose, origin);
    model__place(&placed_b, b, model->bodies[b->body].pose, origin);
    double distance = oracle_distance(&placed_a, &placed_b);
    double extent = fmax(a->extent, b->extent);
    double apart = oracle_length(oracle_sub(placed_b.center, placed_a.center));
    double least = TAU * extent, most = TAU * fmax(extent, apart);
    if (distance <= (before ? 1.9 : 0.9) * least) {
        return TOUCHING;
    }
    return distance > (before ? 2.1 : 1.1) * most ? APART : EITHER;
}

// An event's pair in the order of contacts.
static ModelPair pair_of_event(const AukEvent *event)
{
    bool swap = event->body_a.index > event->body_b.index;
    ModelPair pair;
    memset(&pair, 0, sizeof pair);
    pair.body_a = swap ? event->body_b : event->body_a;
    pair.body_b = swap ? event->body_a : event->body_b;
    pair.shape_a = swap ? event->shape_b : event->shape_a;
    pair.shape_b = swap ? event->shape_a : event->shape_b;
    pair.sensor = event->kind >= AUK_EVENT_ENTER;
    return pair;
}

static const AukEvent *event_of(const AukWorld *world, AukEventKind kind, const ModelPair *pair)
{
    AukEvents events = auk_world_events(world, kind);
    for (int i = 0; i < events.count; i++) {
        ModelPair other = pair_of_event(&events.items[i]);
        if (model__compare(pair, &other) == 0) {
            return &events.items[i];
        }
    }
    return NULL;
}

static bool world_says_touching(const AukWorld *world, const ModelPair *pair)
{
    AukEventKind begin = pair->sensor ? AUK_EVENT_ENTER : AUK_EVENT_BEGIN;
    AukEventKind stay = pair->sensor ? AUK_EVENT_STAY : AUK_EVENT_PERSIST;
    AukEventKind end = pair->sensor ? AUK_EVENT_LEAVE : AUK_EVENT_END;
    return event_of(world, stay, pair) || (event_of(world, begin, pair) && !event_of(world, end, pair));
}

// Fills `now`.
static const char *find_touching(Model *model, const AukWorld *world)
{
    model->now.count = 0;
    for (int i = 0; i < model->shape_end; i++) {
        for (int j = i + 1; j < model->shape_end; j++) {
            const ModelShape *a = &model->shapes[i], *b = &model->shapes[j];
            if (!a->alive || !b->alive || !model__meets(model, a, b)) {
                continue;
            }
            ModelPair pair = model__pair(model, a, b);
            Verdict verdict = judge_touch(model, a, b, model__find(&model->before, &pair) >= 0);
            if (verdict == EITHER) {
                model->undecided_touches++;
                verdict = world_says_touching(world, &pair) ? TOUCHING : APART;
            }
            if (verdict == TOUCHING && !add_pair(&model->now, pair)) {
                return "too many pairs for the model";
            }
        }
    }
    sort_pairs(&model->now);
    return NULL;
}

// ---- contacts -----------------------------------------------------------------------------------------------

static const char *check_manifold(Model *model, const AukContact *contact)
{
    static OracleShape placed_a, placed_b;
    const ModelShape *a = model_shape(model, contact->shape_a), *b = model_shape(model, contact->shape_b);
    AukVec2 origin = model->bodies[a->body].pose.p;
    model__place(&placed_a, a, model->bodies[a->body].pose, origin);
    model__place(&placed_b, b, model->bodies[b->body].pose, origin);
    const AukManifold *m = &contact->manifold;
    OracleVec normal = oracle_of(m->normal);
    double slack = 1e-5 * oracle_scale(&placed_a, &placed_b);
    double distance = oracle_distance(&placed_a, &placed_b), along = oracle_separation(&placed_a, &placed_b, normal);
    if (!(fabs((double)m->distance - distance) <= slack)) {
        return model__say("manifold distance %g, the oracle's %g", (double)m->distance, distance);
    }
    if (!(fabs(oracle_length(normal) - 1.0) <= 1e-6) || !(along >= distance - slack)) {
        return model__say("normal (%g, %g) separates by %g of %g", normal.x, normal.y, along, distance);
    }
    return m->count >= 1 && m->count <= 2 && contact->child == 0 ? NULL : "a contact without points";
}

static const char *check_contacts(Model *model, const AukWorld *world)
{
    AukContacts contacts = auk_world_contacts(world);
    int next = 0;
    for (int i = 0; i < model->now.count; i++) {
        const ModelPair *pair = &model->now.items[i];
        if (pair->sensor) {
            continue;
        }
        const AukContact *contact = next < contacts.count ? &contacts.items[next] : NULL;
        bool same = contact && auk_body_id_equal(contact->body_a, pair->body_a) &&
                    auk_body_id_equal(contact->body_b, pair->body_b) &&
                    auk_shape_id_equal(contact->shape_a, pair->shape_a) &&
                    auk_shape_id_equal(contact->shape_b, pair->shape_b);
        if (!same) {
            return model__say("contact %d of %d should be bodies %u %u shapes %u %u", next, contacts.count,
                              pair->body_a.index, pair->body_b.index, pair->shape_a.index, pair->shape_b.index);
        }
        const char *wrong = check_manifold(model, contact);
        if (wrong) {
            return wrong;
        }
        next++;
    }
    model->contacts += next;
    return next == contacts.count ? NULL : model__say("%d contacts, should be %d", contacts.count, next);
}

static const char *check_body_contacts(Model *model, const AukWorld *world)
{
    enum { ROOM = 4096 };
    int listed[ROOM];
    AukContacts contacts = auk_world_contacts(world);
    for (int b = 0; b < model->body_end; b++) {
        AukBodyId id = model->bodies[b].id;
        int count = auk_body_contacts(world, id, listed, ROOM), expected = 0;
        for (int i = 0; i < contacts.count; i++) {
            bool mine = auk_body_id_equal(contacts.items[i].body_a, id) || auk_body_id_equal(contacts.items[i].body_b, id);
            if (mine && (expected >= count || listed[expected] != i)) {
                return model__say("auk_body_contacts of body %d leaves out contact %d", b, i);
            }
            expected += mine;
        }
        if (count != expected || auk_body_contacts(world, id, NULL, 0) != expected) {
            return model__say("auk_body_contacts of body %d: %d instead of %d", b, count, expected);
        }
    }
    return NULL;
}

// ---- events -------------------------------------------------------------------------------------------------

static float hit_fraction(const AukWorld *world, const ModelPair *pair)
{
    AukHits hits = auk_world_hits(world);
    for (int i = 0; i < hits.count; i++) {
        const AukHit *hit = &hits.items[i];
        bool same = auk_shape_id_equal(hit->shape_a, pair->shape_a) && auk_shape_id_equal(hit->shape_b, pair->shape_b);
        bool swapped = auk_shape_id_equal(hit->shape_a, pair->shape_b) && auk_shape_id_equal(hit->shape_b, pair->shape_a);
        if (same || swapped) {
            return hit->fraction;
        }
    }
    return -1.0f;
}

static const char *check_user_data(const Model *model, const AukWorld *world, const AukEvent *event)
{
    uint64_t a = model->bodies[event->body_a.index].user_data, b = model->bodies[event->body_b.index].user_data;
    if (event->user_data_a != a || event->user_data_b != b) {
        return model__say("event kind %d of bodies %u %u has other user data", event->kind, event->body_a.index,
                          event->body_b.index);
    }
    bool readable = auk_body_get_user_data(world, event->body_a) == a && auk_body_get_user_data(world, event->body_b) == b;
    return readable ? NULL : "user data of a body that an event names is not readable";
}

// One expected event against the next one in the array.
static const char *check_event(Model *model, const AukWorld *world, AukEventKind kind, int *next, const ModelPair *pair,
                               float fraction)
{
    AukEvents events = auk_world_events(world, kind);
    const AukEvent *event = *next < events.count ? &events.items[*next] : NULL;
    ModelPair named;
    if (event) {
        named = pair_of_event(event);
    }
    if (!event || event->kind != kind || model__compare(&named, pair) != 0) {
        return model__say("event %d of kind %d should be bodies %u %u shapes %u %u", *next, kind, pair->body_a.index,
                          pair->body_b.index, pair->shape_a.index, pair->shape_b.index);
    }
    (*next)++;
    if (event->fraction != fraction || event->child != 0) {
        return model__say("event of kind %d has fraction %g instead of %g", kind, (double)event->fraction,
                          (double)fraction);
    }
    const ModelShape *a = model_shape(model, event->shape_a), *b = model_shape(model, event->shape_b);
    bool ends = kind == AUK_EVENT_LEAVE || kind == AUK_EVENT_END;
    if (!ends && a && b && kind >= AUK_EVENT_ENTER ? !a->sensor : event->body_a.index > event->body_b.index && !ends) {
        return "the first shape of a sensor event is not a sensor, or an event is not in order";
    }
    return check_user_data(model, world, event);
}

// When a sensor pair met during the step: what the world says, if the way of the two allows it.
static const char *sensor_fraction(Model *model, const AukWorld *world, const ModelPair *pair, bool was, bool is,
                                   float *fraction)
{
    const AukEvent *enter = event_of(world, AUK_EVENT_ENTER, pair);
    const ModelShape *a = model_shape(model, pair->shape_a), *b = model_shape(model, pair->shape_b);
    *fraction = -1.0f;
    if (was || !a || !b || (is && enter && enter->fraction == 1.0f)) {
        return NULL;
    }
    bool swept =
        model->bodies[a->body].motion == AUK_MOTION_SWEPT || model->bodies[b->body].motion == AUK_MOTION_SWEPT;
    if (!swept) {
        return NULL;
    }
    *fraction = enter ? enter->fraction : -1.0f;
    model->crossings += enter && !is;
    return model__judge_meeting(model, a, b, enter ? (double)enter->fraction : -1.0);
}

typedef struct Walk {
    int next[AUK_EVENT_KIND_COUNT];
} Walk;

// All events of one pair.
static const char *check_pair(Model *model, const AukWorld *world, const ModelPair *pair, bool was, bool is, Walk *walk)
{
    float fraction = hit_fraction(world, pair);
    const char *wrong = pair->sensor ? sensor_fraction(model, world, pair, was, is, &fraction) : NULL;
    bool met = fraction >= 0.0f;
    int shift = pair->sensor ? AUK_EVENT_ENTER : 0;
    if (!wrong && !was && (is || met)) {
        wrong = check_event(model, world, (AukEventKind)(AUK_EVENT_BEGIN + shift), &walk->next[AUK_EVENT_BEGIN + shift],
                            pair, met ? fraction : 1.0f);
    }
    if (!wrong && was && is) {
        wrong = check_event(model, world, (AukEventKind)(AUK_EVENT_PERSIST + shift),
                            &walk->next[AUK_EVENT_PERSIST + shift], pair, 1.0f);
    }
    if (!wrong && !is && (was || met)) {
        wrong = check_event(model, world, (AukEventKind)(AUK_EVENT_END + shift), &walk->next[AUK_EVENT_END + shift],
                            pair, 1.0f);
    }
    return wrong;
}

// Pairs that may have events: all that touched, touch, or can have met on the way.
static const char *gather_pairs(Model *model, ModelPairs *all)
{
    all->count = 0;
    for (int i = 0; i < model->before.count; i++) {
        add_pair(all, model->before.items[i]);
    }
    for (int i = 0; i < model->now.count; i++) {
        if (model__find(&model->before, &model->now.items[i]) < 0) {
            add_pair(all, model->now.items[i]);
        }
    }
    for (int i = 0; i < model->shape_end; i++) {
        for (int j = i + 1; j < model->shape_end; j++) {
            const ModelShape *a = &model->shapes[i], *b = &model->shapes[j];
            bool swept = model->bodies[a->body].motion == AUK_MOTION_SWEPT ||
                         model->bodies[b->body].motion == AUK_MOTION_SWEPT;
            if (!a->alive || !b->alive || !swept || !model__meets(model, a, b)) {
                continue;
            }
            ModelPair pair = model__pair(model, a, b);
            bool known = model__find(&model->before, &pair) >= 0 || model__find(&model->now, &pair) >= 0;
            if (!known && !add_pair(all, pair)) {
                return "too many pairs for the model";
            }
        }
    }
    sort_pairs(all);
    return NULL;
}

static const char *check_events(Model *model, const AukWorld *world)
{
    static ModelPairs all;
    Walk walk;
    memset(&walk, 0, sizeof walk);
    const char *wrong = gather_pairs(model, &all);
    for (int i = 0; i < all.count && !wrong; i++) {
        const ModelPair *pair = &all.items[i];
        wrong = check_pair(model, world, pair, model__find(&model->before, pair) >= 0,
                           model__find(&model->now, pair) >= 0, &walk);
    }
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT && !wrong; kind++) {
        if (auk_world_events(world, (AukEventKind)kind).count != walk.next[kind]) {
            wrong = model__say("%d events of kind %d, should be %d",
                               auk_world_events(world, (AukEventKind)kind).count, kind, walk.next[kind]);
        }
    }
    return wrong ? wrong : NULL;
}

// ---- first and last contacts of bodies ------------------------------------------------------------------------

static bool bodies_touch(const ModelPairs *pairs, const ModelPair *pair)
{
    for (int i = 0; i < pairs->count; i++) {
        const ModelPair *other = &pairs->items[i];
        if (other->sensor == pair->sensor && auk_body_id_equal(other->body_a, pair->body_a) &&
            auk_body_id_equal(other->body_b, pair->body_b)) {
            return true;
        }
    }
    return false;
}

// Of the begins (ends) of two bodies in a step exactly one is marked if they did not touch before (do not touch now).
static const char *check_marks(const AukWorld *world, AukEventKind kind, const ModelPairs *others)
{
    AukEvents events = auk_world_events(world, kind);
    for (int i = 0; i < events.count;) {
        ModelPair first = pair_of_event(&events.items[i]);
        int marks = 0;
        for (; i < events.count; i++) {
            ModelPair pair = pair_of_event(&events.items[i]);
            if (!auk_body_id_equal(pair.body_a, first.body_a) || !auk_body_id_equal(pair.body_b, first.body_b)) {
                break;
            }
            marks += events.items[i].bodies;
        }
        if (marks != !bodies_touch(others, &first)) {
            return model__say("%d events of kind %d of bodies %u %u are marked as first or last", marks, kind,
                              first.body_a.index, first.body_b.index);
        }
    }
    return NULL;
}

static const char *check_all_marks(const Model *model, const AukWorld *world)
{
    const char *wrong = check_marks(world, AUK_EVENT_BEGIN, &model->before);
    wrong = wrong ? wrong : check_marks(world, AUK_EVENT_ENTER, &model->before);
    wrong = wrong ? wrong : check_marks(world, AUK_EVENT_END, &model->now);
    return wrong ? wrong : check_marks(world, AUK_EVENT_LEAVE, &model->now);
}

// ---- the step -----------------------------------------------------------------------------------------------

static const char *check_stats(const Model *model, const AukWorld *world)
{
    AukWorldStats stats = auk_world_stats(world);
    int bodies = 0, shapes = 0, sensors = 0;
    for (int i = 0; i < model->body_end; i++) {
        bodies += model->bodies[i].alive;
    }
    for (int i = 0; i < model->shape_end; i++) {
        shapes += model->shapes[i].alive;
    }
    for (int i = 0; i < model->now.count; i++) {
        sensors += model->now.items[i].sensor;
    }
    bool right = stats.bodies == bodies && stats.shapes == shapes && stats.sensor_overlaps == sensors &&
                 stats.contacts == auk_world_contacts(world).count && stats.hits == auk_world_hits(world).count &&
                 stats.steps == model->steps && stats.candidates >= stats.contacts + stats.sensor_overlaps &&
                 auk_world_body_count(world) == bodies;
    return right ? NULL : "the counts of the step are wrong";
}

const char *model_check_step(Model *model, const AukWorld *world, float dt)
{
    model->steps++;
    const char *wrong = model__follow(model, world, dt);
    wrong = wrong ? wrong : find_touching(model, world);
    wrong = wrong ? wrong : check_contacts(model, world);
    wrong = wrong ? wrong : model__check_hits(model, world, dt);
    wrong = wrong ? wrong : check_events(model, world);
    wrong = wrong ? wrong : check_all_marks(model, world);
    wrong = wrong ? wrong : check_body_contacts(model, world);
    wrong = wrong ? wrong : check_stats(model, world);
    model->before = model->now;
    return wrong;
}
