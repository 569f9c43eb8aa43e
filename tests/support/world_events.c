// What touches, by brute force over all pairs of shapes, and the events that follow from three sets: P (touching after
// the step before), C (touching now) and H (met on the way). They must be exactly those of the world, in its order.
#include "support/world_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// 4 units in the last place of a float.
#define TAU 0x1p-21

static bool add_pair(ModelPairs *pairs, ModelPair pair)
{
    if (pairs->count == MODEL_PAIRS_MAX) {
        return false;
    }
    pairs->items[pairs->count++] = pair;
    return true;
}

// ---- touching -----------------------------------------------------------------------------------------------

static bool far_apart(const Model *model, const ModelShape *a, const ModelShape *b)
{
    OracleVec from = oracle_of(model->bodies[a->body].pose.p), to = oracle_of(model->bodies[b->body].pose.p);
    return oracle_length(oracle_sub(to, from)) > 1.001 * (a->reach + b->reach);
}

// Both where they are now, relative to a.
static void place_both(const Model *model, const ModelShape *a, const ModelShape *b, OracleShape *out_a,
                       OracleShape *out_b)
{
    AukTransform pose = model->bodies[a->body].pose;
    model__place(out_a, a, model__place_of(pose, pose.p));
    model__place(out_b, b, model__place_of(model->bodies[b->body].pose, pose.p));
}

typedef enum Verdict { APART, EITHER, TOUCHING } Verdict;

// Both as they are placed: they touch up to `least` times tau, and are apart beyond `most` times tau.
static Verdict judge_placed(const ModelShape *a, const ModelShape *b, const OracleShape *placed_a,
                            const OracleShape *placed_b, double least, double most)
{
    double distance = oracle_distance(placed_a, placed_b), extent = fmax(a->extent, b->extent);
    double apart = oracle_length(oracle_sub(placed_b->center, placed_a->center));
    if (distance <= least * TAU * extent) {
        return TOUCHING;
    }
    return distance > most * TAU * fmax(extent, apart) ? APART : EITHER;
}

// Hysteresis: what touched before goes on touching up to twice the distance.
static Verdict judge_touch(const Model *model, const ModelShape *a, const ModelShape *b, bool before)
{
    static OracleShape placed_a, placed_b;
    if (far_apart(model, a, b)) {
        return APART;
    }
    place_both(model, a, b, &placed_a, &placed_b);
    return judge_placed(a, b, &placed_a, &placed_b, before ? 1.9 : 0.9, before ? 2.1 : 1.1);
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

static bool are_shapes(const ModelPair *pair, AukShapeId a, AukShapeId b)
{
    return (auk_shape_id_equal(pair->shape_a, a) && auk_shape_id_equal(pair->shape_b, b)) ||
           (auk_shape_id_equal(pair->shape_a, b) && auk_shape_id_equal(pair->shape_b, a));
}

static bool world_says_touching(const AukWorld *world, const ModelPair *pair)
{
    AukOverlaps overlaps = auk_world_overlaps(world);
    for (int i = 0; i < overlaps.count && pair->sensor; i++) {
        if (are_shapes(pair, overlaps.items[i].shape_a, overlaps.items[i].shape_b)) {
            return true;
        }
    }
    AukContacts contacts = auk_world_contacts(world);
    for (int i = 0; i < contacts.count && !pair->sensor; i++) {
        if (are_shapes(pair, contacts.items[i].shape_a, contacts.items[i].shape_b)) {
            return true;
        }
    }
    return false;
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
    model__sort(&model->now);
    return NULL;
}

// ---- contacts -----------------------------------------------------------------------------------------------

static const char *check_manifold(Model *model, const AukContact *contact)
{
    static OracleShape placed_a, placed_b;
    const ModelShape *a = model_shape(model, contact->shape_a), *b = model_shape(model, contact->shape_b);
    place_both(model, a, b, &placed_a, &placed_b);
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
    return m->count >= 1 && m->count <= 2 && contact->child_a == 0 && contact->child_b == 0
               ? NULL
               : "a contact without points";
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
        if (contact->began == (model__find(&model->before, pair) >= 0)) {
            return model__say("contact %d says %d for having begun", next, contact->began);
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
            bool mine =
                auk_body_id_equal(contacts.items[i].body_a, id) || auk_body_id_equal(contacts.items[i].body_b, id);
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
        bool swapped =
            auk_shape_id_equal(hit->shape_a, pair->shape_b) && auk_shape_id_equal(hit->shape_b, pair->shape_a);
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
    bool readable =
        auk_body_get_user_data(world, event->body_a) == a && auk_body_get_user_data(world, event->body_b) == b;
    return readable ? NULL : "user data of a body that an event names is not readable";
}

// In what has gone, the sensor flag may have changed since.
static bool names_sensor_first(Model *model, const AukEvent *event)
{
    bool ordered = event->body_a.index < event->body_b.index;
    if (event->kind < AUK_EVENT_ENTER) {
        return ordered;
    }
    const ModelShape *a = model_shape(model, event->shape_a), *b = model_shape(model, event->shape_b);
    return event->kind == AUK_EVENT_LEAVE || !a || !b || (a->sensor && (ordered || !b->sensor));
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
    if (event->fraction != fraction) {
        return model__say("event of kind %d has fraction %g instead of %g", kind, (double)event->fraction,
                          (double)fraction);
    }
    return names_sensor_first(model, event) ? check_user_data(model, world, event)
                                            : "the bodies of an event are in the wrong order";
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
    bool swept = model->bodies[a->body].motion == AUK_MOTION_SWEPT || model->bodies[b->body].motion == AUK_MOTION_SWEPT;
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

// A BEGIN event names the first contact of its shapes, if they touch. Sensors have no contacts.
static const char *check_contact_of(const AukWorld *world, int next, const ModelPair *pair, bool is)
{
    AukEvents events = auk_world_events(world, AUK_EVENT_BEGIN);
    if (pair->sensor || next >= events.count) {
        return NULL;
    }
    int index = events.items[next].contact;
    AukContacts contacts = auk_world_contacts(world);
    if (!is || index < 0 || index >= contacts.count) {
        return !is && index == -1 ? NULL : "a BEGIN event names a contact that it does not have, or no contact";
    }
    const AukContact *contact = &contacts.items[index];
    bool first = index == 0 || !are_shapes(pair, contact[-1].shape_a, contact[-1].shape_b);
    return first && are_shapes(pair, contact->shape_a, contact->shape_b) ? NULL : "a BEGIN event names another contact";
}

// All events of one pair.
static const char *check_pair(Model *model, const AukWorld *world, const ModelPair *pair, bool was, bool is, Walk *walk)
{
    float fraction = hit_fraction(world, pair);
    const char *wrong = pair->sensor ? sensor_fraction(model, world, pair, was, is, &fraction) : NULL;
    bool met = fraction >= 0.0f;
    int shift = pair->sensor ? AUK_EVENT_ENTER : 0;
    if (!wrong && !was && (is || met)) {
        wrong = check_contact_of(world, walk->next[AUK_EVENT_BEGIN], pair, is);
        wrong = wrong ? wrong
                      : check_event(model, world, (AukEventKind)(AUK_EVENT_BEGIN + shift),
                                    &walk->next[AUK_EVENT_BEGIN + shift], pair, met ? fraction : 1.0f);
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
            bool swept =
                model->bodies[a->body].motion == AUK_MOTION_SWEPT || model->bodies[b->body].motion == AUK_MOTION_SWEPT;
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
    model__sort(all);
    return NULL;
}

static const char *check_events(Model *model, const AukWorld *world)
{
    ModelPairs *all = &model->all;
    Walk walk;
    memset(&walk, 0, sizeof walk);
    const char *wrong = gather_pairs(model, all);
    for (int i = 0; i < all->count && !wrong; i++) {
        const ModelPair *pair = &all->items[i];
        wrong = check_pair(model, world, pair, model__find(&model->before, pair) >= 0,
                           model__find(&model->now, pair) >= 0, &walk);
    }
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT && !wrong; kind++) {
        if (auk_world_events(world, (AukEventKind)kind).count != walk.next[kind]) {
            wrong = model__say("%d events of kind %d, should be %d", auk_world_events(world, (AukEventKind)kind).count,
                               kind, walk.next[kind]);
        }
    }
    return wrong;
}

// ---- overlaps and first hits ----------------------------------------------------------------------------------

static const char *check_overlaps(Model *model, const AukWorld *world)
{
    AukOverlaps overlaps = auk_world_overlaps(world);
    int expected = 0;
    for (int i = 0; i < model->now.count; i++) {
        const ModelPair *pair = &model->now.items[i];
        const ModelShape *a = model_shape(model, pair->shape_a), *b = model_shape(model, pair->shape_b);
        expected += pair->sensor ? a->sensor + b->sensor : 0;
    }
    for (int i = 0; i < overlaps.count; i++) {
        const AukOverlap *o = &overlaps.items[i];
        AukEvent event = {.kind = AUK_EVENT_ENTER,
                          .body_a = o->body_a,
                          .body_b = o->body_b,
                          .shape_a = o->shape_a,
                          .shape_b = o->shape_b};
        ModelPair pair = pair_of_event(&event);
        const AukOverlap *last = i > 0 ? o - 1 : NULL;
        bool ordered = !last || last->shape_a.index < o->shape_a.index ||
                       (last->shape_a.index == o->shape_a.index &&
                        (last->body_b.index < o->body_b.index ||
                         (last->body_b.index == o->body_b.index && last->shape_b.index < o->shape_b.index)));
        AukOverlaps own = auk_world_shape_overlaps(world, o->shape_a);
        bool listed = o >= own.items && o < own.items + own.count;
        if (!ordered || !listed || !model_shape(model, o->shape_a)->sensor || model__find(&model->now, &pair) < 0 ||
            o->user_data_a != model->bodies[o->body_a.index].user_data ||
            o->user_data_b != model->bodies[o->body_b.index].user_data) {
            return model__say("overlap %d of %d is wrong", i, overlaps.count);
        }
    }
    return overlaps.count == expected ? NULL : model__say("%d overlaps, should be %d", overlaps.count, expected);
}

// Of the shapes of a hit, where the step began.
static Verdict judge_start(Model *model, const AukWorld *world, const AukHit *hit)
{
    static OracleShape placed[2];
    const ModelShape *a = model_shape(model, hit->shape_a), *b = model_shape(model, hit->shape_b);
    AukTransform pose = auk_body_get_previous_pose(world, hit->body_a);
    model__place(&placed[0], a, model__place_of(pose, pose.p));
    model__place(&placed[1], b, model__place_of(auk_body_get_previous_pose(world, hit->body_b), pose.p));
    return judge_placed(a, b, &placed[0], &placed[1], 0.9, 2.1);
}

// Whether the two shapes of hit i have been touching since an earlier hit of theirs: judged by where the step began,
// unless one of the bodies had another hit since, which may have turned it.
static Verdict judge_repetition(Model *model, const AukWorld *world, const AukHits *hits, int i)
{
    const AukHit *hit = &hits->items[i];
    bool repeats = false, turned = false;
    for (int k = 0; k < model->was_hit.count; k++) {
        repeats = repeats || are_shapes(&model->was_hit.items[k], hit->shape_a, hit->shape_b);
    }
    for (int k = 0; k < i; k++) {
        const AukHit *earlier = &hits->items[k];
        ModelPair met = {.shape_a = earlier->shape_a, .shape_b = earlier->shape_b};
        repeats = repeats || are_shapes(&met, hit->shape_a, hit->shape_b);
        turned = turned || auk_body_id_equal(earlier->body_a, hit->body_a) ||
                 auk_body_id_equal(earlier->body_b, hit->body_a) || auk_body_id_equal(earlier->body_a, hit->body_b) ||
                 auk_body_id_equal(earlier->body_b, hit->body_b);
    }
    return !repeats ? APART : (turned ? EITHER : judge_start(model, world, hit));
}

// No body of the model pierces, and no rules change its response.
static bool is_of_crossing(const Model *model, const AukHit *hit)
{
    const ModelBody *b = &model->bodies[hit->body_b.index];
    return hit->response == AUK_RESPONSE_CROSS || (b->motion == AUK_MOTION_SWEPT && b->response == AUK_RESPONSE_CROSS);
}

// A hit is a repetition if a body crosses the other and the two shapes have been touching since a hit.
static const char *check_first_hits(Model *model, const AukWorld *world)
{
    AukHits hits = auk_world_hits(world);
    for (int i = 0; i < hits.count; i++) {
        const AukHit *hit = &hits.items[i];
        Verdict repetition = is_of_crossing(model, hit) ? judge_repetition(model, world, &hits, i) : APART;
        if ((repetition != EITHER && hit->first != (repetition == APART)) ||
            hit->user_data_a != model->bodies[hit->body_a.index].user_data ||
            hit->user_data_b != model->bodies[hit->body_b.index].user_data) {
            return model__say("hit %d of %d says %d for being the first, or has other user data", i, hits.count,
                              hit->first);
        }
    }
    ModelPairs *next = &model->next;
    next->count = 0;
    for (int i = 0; i < model->now.count; i++) {
        const ModelPair *pair = &model->now.items[i];
        if (!pair->sensor && (hit_fraction(world, pair) >= 0.0f || model__find(&model->was_hit, pair) >= 0)) {
            add_pair(next, *pair);
        }
    }
    memcpy(model->was_hit.items, next->items, (size_t)next->count * sizeof(ModelPair));
    model->was_hit.count = next->count;
    return NULL;
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
    bool right = stats.bodies == bodies && stats.shapes == shapes &&
                 stats.sensor_overlaps == auk_world_overlaps(world).count &&
                 stats.contacts == auk_world_contacts(world).count && stats.hits == auk_world_hits(world).count &&
                 stats.steps == model->steps && stats.candidates >= stats.contacts + sensors &&
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
    wrong = wrong ? wrong : check_overlaps(model, world);
    wrong = wrong ? wrong : check_first_hits(model, world);
    wrong = wrong ? wrong : check_all_marks(model, world);
    wrong = wrong ? wrong : check_body_contacts(model, world);
    wrong = wrong ? wrong : check_stats(model, world);
    memcpy(model->before.items, model->now.items, (size_t)model->now.count * sizeof(ModelPair));
    model->before.count = model->now.count;
    return wrong;
}
