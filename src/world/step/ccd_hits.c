// The list of hits: the data of each hit, and their order. Hits of pairs that do not respond are final as soon as they
// are predicted. They are written in the order of pairs, which reads bodies almost in their order; taken one by one in
// order of time, each hit waited for memory a dozen times.
#include "base/inline.h"
#include "base/prefetch.h"
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

// Velocity and spin of a body on the path from integration.
static inline AukVec2 velocity_on_path(const AukBodies *bodies, const AukCcdWork *ccd, uint32_t index, float dt)
{
    const AukBody *body = auk__body(bodies, index);
    if (!body->has_target || !(dt > 0.0f)) {
        return body->velocity;
    }
    AukDvec delta = auk__body_path(ccd, index)->delta;
    return auk_vec(auk__rate(delta.x, dt), auk__rate(delta.y, dt));
}

static inline float spin_on_path(const AukBodies *bodies, const AukCcdWork *ccd, uint32_t index, float dt)
{
    const AukBody *body = auk__body(bodies, index);
    return body->has_target && dt > 0.0f ? auk__rate(auk__body_path(ccd, index)->turn, dt) : body->spin;
}

// Velocity and spin of a body just before a fraction of the step: those of its path, or zero if it has stopped.
// `turned` is as in auk__hit_write().
static AukVec2 velocity_before(const AukBodies *bodies, const AukCcdWork *ccd, uint32_t index, double fraction,
                               bool turned, float dt)
{
    const AukPathSegment *segment = auk__path_segment(ccd, index);
    if (segment && turned) {
        return segment->before;
    }
    if (has_come_to_rest(ccd, index, fraction, turned)) {
        return auk_vec(0.0f, 0.0f);
    }
    if (!segment) {
        return velocity_on_path(bodies, ccd, index, dt);
    }
    if (segment->carried) {
        return auk__carried_velocity(bodies, segment, fraction, dt);
    }
    bool travels = auk__body(bodies, index)->has_target && dt > 0.0f;
    return travels ? auk_vec(auk__rate(segment->delta.x, dt), auk__rate(segment->delta.y, dt))
                   : auk__body_path(ccd, index)->velocity;
}

static float spin_before(const AukBodies *bodies, const AukCcdWork *ccd, uint32_t index, double fraction, bool turned,
                         float dt)
{
    const AukPathSegment *segment = auk__path_segment(ccd, index);
    if (segment && turned) {
        return segment->spin_before;
    }
    if (segment && segment->carried) {
        return auk__rate(segment->turn, dt);
    }
    return segment || has_come_to_rest(ccd, index, fraction, turned) ? 0.0f : spin_on_path(bodies, ccd, index, dt);
}

// True if the shapes of a pair were touching after the last step, and had been since a hit of theirs.
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

// Adds the hit of a prediction without velocities, spins and response. `swap` is set if b of the pair is a of the hit.
static inline AukHit *push_hit(AukWorld *world, const AukPrediction *prediction, bool *swap)
{
    const AukPair *pair = auk__pair(&world->pairs, prediction->pair);
    AukHit *hit = auk__buffer_push(&world->next.hits, sizeof *hit);
    if (!hit) {
        return NULL;
    }
    bool swaps = *swap = auk__body(&world->bodies, pair->body_a)->motion != AUK_MOTION_SWEPT;
    uint32_t body_a = swaps ? pair->body_b : pair->body_a, body_b = swaps ? pair->body_a : pair->body_b;
    AukVec2 normal = dvec_to_float(prediction->normal);
    AukDvec origin = dvec_from(auk__start_pose(&world->bodies, pair->body_a)->p);
    if (swaps) {
        origin = dvec_sub(origin, auk__wrap_before(world, pair)); // back to the image of b on its path
    }
    memset(hit, 0, sizeof *hit);
    hit->body_a = auk__body_id(&world->bodies, body_a);
    hit->body_b = auk__body_id(&world->bodies, body_b);
    hit->shape_a = auk__shape_id(&world->parts, swaps ? pair->shape_b : pair->shape_a);
    hit->shape_b = auk__shape_id(&world->parts, swaps ? pair->shape_a : pair->shape_b);
    hit->child_a = swaps ? pair->child_b : pair->child_a;
    hit->child_b = swaps ? pair->child_a : pair->child_b;
    hit->fraction = (float)prediction->fraction;
    hit->point = dvec_to_float(dvec_add(origin, prediction->point));
    hit->normal = swaps ? auk_vec_neg(normal) : normal;
    hit->limit = prediction->limit;
    hit->user_data_a = *auk__body_user_data(&world->bodies, body_a);
    hit->user_data_b = *auk__body_user_data(&world->bodies, body_b);
    return hit;
}

// True if a body of a hit is swept and crosses the other one.
static bool is_crossing(const AukWorld *world, const AukPair *pair, uint32_t body)
{
    return auk__body(&world->bodies, body)->motion == AUK_MOTION_SWEPT &&
           auk__reaction(world, pair, body).response == AUK_RESPONSE_CROSS;
}

AukHit *auk__hit_write(AukWorld *world, const AukPrediction *prediction, bool turned_a, bool turned_b,
                       const AukShapesMet *met, float dt)
{
    bool swap;
    const AukPair *pair = auk__pair(&world->pairs, prediction->pair);
    AukHit *hit = push_hit(world, prediction, &swap);
    if (!hit) {
        return NULL;
    }
    const AukBodies *bodies = &world->bodies;
    const AukCcdWork *ccd = &world->ccd;
    double fraction = prediction->fraction;
    bool of_a = swap ? turned_b : turned_a, of_b = swap ? turned_a : turned_b;
    hit->velocity_a = velocity_before(bodies, ccd, hit->body_a.index, fraction, of_a, dt);
    hit->velocity_b = velocity_before(bodies, ccd, hit->body_b.index, fraction, of_b, dt);
    hit->spin_a = spin_before(bodies, ccd, hit->body_a.index, fraction, of_a, dt);
    hit->spin_b = spin_before(bodies, ccd, hit->body_b.index, fraction, of_b, dt);
    hit->response = auk__reaction(world, pair, hit->body_a.index).response;
    // shapes that touched after the last step, or met in this one, may have parted since
    bool inside = met->touches && (met->last >= 0 || was_hit(world, pair));
    hit->first = !inside || !(hit->response == AUK_RESPONSE_CROSS || is_crossing(world, pair, hit->body_b.index));
    return hit;
}

bool auk__hits_equal(const AukHit *a, const AukHit *b)
{
    return a->fraction == b->fraction && auk_shape_id_equal(a->shape_a, b->shape_a) &&
           auk_shape_id_equal(a->shape_b, b->shape_b) && a->child_a == b->child_a && a->child_b == b->child_b &&
           a->velocity_a.x == b->velocity_a.x && a->velocity_a.y == b->velocity_a.y &&
           a->velocity_b.x == b->velocity_b.x && a->velocity_b.y == b->velocity_b.y && a->spin_a == b->spin_a &&
           a->spin_b == b->spin_b && a->normal.x == b->normal.x && a->normal.y == b->normal.y &&
           a->response == b->response && a->first == b->first;
}

// Of a body that is squeezed each push is a hit. What counts a hit as a blow would count one squeeze up to 16 times.
AukHit *auk__hit_merge(AukBuffer *hits)
{
    enum { LOOK_BACK = 32 }; // pairs whose bodies push each other take turns
    AukHit *all = hits->items;
    const int last = hits->count - 1;
    for (int i = last - 1; i >= 0 && last - i <= LOOK_BACK && all[i].fraction == all[last].fraction; i--) {
        if (auk__hits_equal(&all[i], &all[last])) {
            all[i].limit |= all[last].limit;
            hits->count--;
            return &all[i];
        }
    }
    return &all[last];
}

// ---- hits that change nothing ----

// True if no response can come before or after a hit of the pair, and if its two shapes are no other pair.
static inline bool is_final(const AukWorld *world, int index)
{
    const AukPair *pairs = world->pairs.records.items, *pair = &pairs[index];
    bool responds = auk__may_respond(&world->rules, auk__body(&world->bodies, pair->body_a)) ||
                    auk__may_respond(&world->rules, auk__body(&world->bodies, pair->body_b));
    bool after = index > 0 && auk__same_shapes(pair, &pair[-1]);
    bool before = index + 1 < world->pairs.records.count && auk__same_shapes(pair, &pair[1]);
    return !responds && !after && !before;
}

static bool write_final_hit(AukWorld *world, const AukPrediction *prediction, float dt)
{
    AukPair *pair = (AukPair *)world->pairs.records.items + prediction->pair;
    pair->hit = true;
    pair->hit_fraction = (float)prediction->fraction;
    if (pair->sensor) {
        return true;
    }
    bool swap;
    AukHit *hit = push_hit(world, prediction, &swap);
    if (!hit) {
        return false;
    }
    hit->velocity_a = velocity_on_path(&world->bodies, &world->ccd, hit->body_a.index, dt);
    hit->velocity_b = velocity_on_path(&world->bodies, &world->ccd, hit->body_b.index, dt);
    hit->spin_a = spin_on_path(&world->bodies, &world->ccd, hit->body_a.index, dt);
    hit->spin_b = spin_on_path(&world->bodies, &world->ccd, hit->body_b.index, dt);
    hit->response = AUK_RESPONSE_CROSS;
    hit->first = !auk__pair_history(&world->ccd, prediction->pair)->touches || !was_hit(world, pair);
    return true;
}

static AUK_ALWAYS_INLINE void fetch_hit(const AukWorld *world, const AukPrediction *prediction)
{
    const AukPair *pair = auk__pair(&world->pairs, prediction->pair);
    AUK_PREFETCH(auk__body(&world->bodies, pair->body_a));
    AUK_PREFETCH(auk__start_pose(&world->bodies, pair->body_a));
    AUK_PREFETCH(auk__body_user_data(&world->bodies, pair->body_a));
    AUK_PREFETCH(auk__body(&world->bodies, pair->body_b));
    AUK_PREFETCH(auk__body_user_data(&world->bodies, pair->body_b));
    AUK_PREFETCH(&world->bodies.slots.generation[pair->body_b]);
    AUK_PREFETCH(&world->parts.slots.generation[pair->shape_b]);
    auk__contacts_expect_end(&world->output, pair->body_b);
}

// Prefetches what the next hits will be written to: a step has as many hits as bullets, and waited for their memory.
static AUK_ALWAYS_INLINE void fetch_room(const AukBuffer *hits)
{
    enum { AHEAD = 4 };
    if (hits->count + AHEAD < hits->capacity) {
        const AukHit *room = (const AukHit *)hits->items + hits->count + AHEAD;
        AUK_PREFETCH(room);
        AUK_PREFETCH(&room->user_data_b);
    }
}

AukStatus auk__hits_write_final(AukWorld *world, AukPrediction *predictions, int *count, float dt)
{
    int kept = 0;
    for (int i = 0; i < *count; i++) {
        if (i + AUK_PREFETCH_AHEAD < *count) {
            fetch_hit(world, &predictions[i + AUK_PREFETCH_AHEAD]);
            fetch_room(&world->next.hits);
        }
        if (!is_final(world, predictions[i].pair)) {
            predictions[kept++] = predictions[i];
        } else if (!write_final_hit(world, &predictions[i], dt)) {
            return AUK_ERROR_OUT_OF_MEMORY;
        }
    }
    *count = kept;
    return AUK_OK;
}

// ---- their order ----

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

// Sorts the hits by the keys of key_of_hit() from `first_field` on, of which the last one counts most.
static AukStatus sort_by_keys(AukWorld *world, int first_field)
{
    int count = world->next.hits.count;
    if (!auk__order_start(&world->pairs, count) || !auk__buffer_resize(&world->ccd.hit_spare, sizeof(AukHit), count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    const AukHit *hits = world->next.hits.items;
    uint64_t *order = world->pairs.order.items;
    for (int field = first_field; field < HIT_KEYS; field++) {
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

// The published order is by the float fraction and then the ids, swept body first. Final hits were written in the order
// of pairs, the others taken in order of the double fraction and the key of the pair. Sorted by the fraction alone, or
// as they were taken, hits are mostly in order. All sorts are stable, so hits with equal keys, which are no final ones,
// keep the order in which they were taken.
AukStatus auk__hits_sort(AukWorld *world, bool timed)
{
    AukStatus status = timed ? AUK_OK : sort_by_keys(world, HIT_KEYS - 1);
    return status || insert_few(world->next.hits.items, world->next.hits.count) ? status : sort_by_keys(world, 0);
}
