// The list of hits: the data of each hit, and their order.
#include "world/state/contact_links.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"
#include "world/step/pair_order.h"
#include "world/step/response_rules.h"

#include <float.h>
#include <string.h>

float auk__rate(double change, float dt)
{
    double per_second = change / (double)dt;
    return per_second > FLT_MAX ? FLT_MAX : (per_second < -FLT_MAX ? -FLT_MAX : (float)per_second);
}

// True if a body has stopped before a fraction of the step. `turned` is as in auk__hit_write().
static bool has_come_to_rest(const AukCcdWork *ccd, uint32_t index, double fraction, bool turned)
{
    return turned ? auk__body_path(ccd, index)->stop < fraction : auk__has_stopped(ccd, index);
}

// Velocity and spin of a body just before a fraction of the step: those of its path, or zero if it has stopped.
// `turned` is as in auk__hit_write().
static AukVec2 velocity_before(const AukBodies *bodies, const AukCcdWork *ccd, uint32_t index, double fraction,
                               bool turned, float dt)
{
    const AukBody *body = auk__body(bodies, index);
    const AukBodyPath *path = auk__body_path(ccd, index);
    const AukPathSegment *segment = auk__path_segment(ccd, index);
    if (segment && turned) {
        return segment->before;
    }
    if (has_come_to_rest(ccd, index, fraction, turned)) {
        return auk_vec(0.0f, 0.0f);
    }
    bool travels = body->has_target && dt > 0.0f;
    AukDvec delta = segment ? segment->delta : path->delta;
    return travels ? auk_vec(auk__rate(delta.x, dt), auk__rate(delta.y, dt))
                   : (segment ? path->velocity : body->velocity);
}

static float spin_before(const AukBodies *bodies, const AukCcdWork *ccd, uint32_t index, double fraction, bool turned,
                         float dt)
{
    const AukBody *body = auk__body(bodies, index);
    const AukBodyPath *path = auk__body_path(ccd, index);
    const AukPathSegment *segment = auk__path_segment(ccd, index);
    if (segment && turned) {
        return segment->spin_before;
    }
    if (segment || has_come_to_rest(ccd, index, fraction, turned)) {
        return 0.0f;
    }
    return body->has_target && dt > 0.0f ? auk__rate(path->turn, dt) : body->spin;
}

// True if the shapes of a pair have been touching since an earlier hit of theirs.
static bool was_hit(const AukWorld *world, const AukPair *pair)
{
    if (auk__contacts_never_end_at(&world->output, pair->body_b)) {
        return false;
    }
    const AukTouches *last = &world->output.solids;
    const AukContact *contacts = last->contacts.items;
    int i = auk__touches_find(last, pair);
    return i < last->contacts.count && ((const AukTouch *)last->touches.items)[i].was_hit &&
           auk_shape_id_equal(contacts[i].shape_a, auk__shape_id(&world->parts, pair->shape_a)) &&
           auk_shape_id_equal(contacts[i].shape_b, auk__shape_id(&world->parts, pair->shape_b));
}

AukHit *auk__hit_write(AukWorld *world, const AukPrediction *prediction, bool turned_a, bool turned_b, float dt)
{
    const AukPair *pair = auk__pair(&world->pairs, prediction->pair);
    AukHit *hit = auk__buffer_push(&world->next.hits, sizeof *hit);
    if (!hit) {
        return NULL;
    }
    bool swap = auk__body(&world->bodies, pair->body_a)->motion != AUK_MOTION_SWEPT;
    uint32_t body_a = swap ? pair->body_b : pair->body_a, body_b = swap ? pair->body_a : pair->body_b;
    AukVec2 normal = dvec_to_float(prediction->normal);
    AukDvec origin = dvec_from(auk__body(&world->bodies, pair->body_a)->pose.p);
    if (swap) {
        origin = dvec_sub(origin, auk__wrap_before(world, pair)); // back to the image of b on its path
    }
    memset(hit, 0, sizeof *hit);
    hit->body_a = auk__body_id(&world->bodies, body_a);
    hit->body_b = auk__body_id(&world->bodies, body_b);
    hit->shape_a = auk__shape_id(&world->parts, swap ? pair->shape_b : pair->shape_a);
    hit->shape_b = auk__shape_id(&world->parts, swap ? pair->shape_a : pair->shape_b);
    hit->child_a = swap ? pair->child_b : pair->child_a;
    hit->child_b = swap ? pair->child_a : pair->child_b;
    hit->fraction = (float)prediction->fraction;
    hit->point = dvec_to_float(dvec_add(origin, prediction->point));
    hit->normal = swap ? auk_vec_neg(normal) : normal;
    hit->velocity_a =
        velocity_before(&world->bodies, &world->ccd, body_a, prediction->fraction, swap ? turned_b : turned_a, dt);
    hit->velocity_b =
        velocity_before(&world->bodies, &world->ccd, body_b, prediction->fraction, swap ? turned_a : turned_b, dt);
    hit->spin_a =
        spin_before(&world->bodies, &world->ccd, body_a, prediction->fraction, swap ? turned_b : turned_a, dt);
    hit->spin_b =
        spin_before(&world->bodies, &world->ccd, body_b, prediction->fraction, swap ? turned_a : turned_b, dt);
    hit->response = auk__reaction(world, pair, body_a).response;
    hit->first = hit->response != AUK_RESPONSE_CROSS || !was_hit(world, pair);
    hit->limit = prediction->limit;
    hit->user_data_a = auk__body_details(&world->bodies, body_a)->user_data;
    hit->user_data_b = auk__body_details(&world->bodies, body_b)->user_data;
    return hit;
}

enum { HIT_KEYS = 5 };

static inline uint32_t key_of_hit(const AukHit *hit, int field)
{
    switch (field) {
    case 0: return hit->shape_b.index;
    case 1: return hit->shape_a.index;
    case 2: return hit->body_b.index;
    case 3: return hit->body_a.index;
    default: return auk__float_key(hit->fraction);
    }
}

static bool hit_precedes(const AukHit *a, const AukHit *b)
{
    for (int field = HIT_KEYS - 1; field >= 0; field--) {
        uint32_t left = key_of_hit(a, field), right = key_of_hit(b, field);
        if (left != right) {
            return left < right;
        }
    }
    return false;
}

// Insertion sort for hits that are nearly in order. False if it would move too many.
static bool insert_few(AukHit *hits, int count)
{
    int moves = count / 2;
    for (int i = 1; i < count; i++) {
        if (!hit_precedes(&hits[i], &hits[i - 1])) {
            continue;
        }
        AukHit hit = hits[i];
        int at = i;
        for (; at > 0 && hit_precedes(&hit, &hits[at - 1]); at--, moves--) {
            hits[at] = hits[at - 1];
        }
        hits[at] = hit;
        if (moves < 0) {
            return false;
        }
    }
    return true;
}

// Hits were taken in order of the double fraction and the key of the pair. The published order is by the float fraction
// and then the ids, swept body first. The two orders are mostly the same. Both sorts are stable, so hits with equal
// keys keep the order in which they were taken.
AukStatus auk__hits_sort(AukWorld *world)
{
    int count = world->next.hits.count;
    if (insert_few(world->next.hits.items, count)) {
        return AUK_OK;
    }
    if (!auk__order_start(&world->pairs, count) || !auk__buffer_resize(&world->ccd.hit_spare, sizeof(AukHit), count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    const AukHit *hits = world->next.hits.items;
    uint64_t *order = world->pairs.order.items;
    for (int field = 0; field < HIT_KEYS; field++) {
        for (int i = 0; i < count; i++) {
            auk__order_key(&order[i], key_of_hit(&hits[(uint32_t)order[i]], field));
        }
        auk__order_pass(&world->pairs, count);
    }
    AukHit *sorted = world->ccd.hit_spare.items;
    for (int i = 0; i < count; i++) {
        sorted[i] = hits[(uint32_t)order[i]];
    }
    AukBuffer unsorted = world->next.hits;
    world->next.hits = world->ccd.hit_spare;
    world->ccd.hit_spare = unsorted;
    return AUK_OK;
}
