// The narrow phase: every pair that counts, against last step's touches (both sorted by the same key, so one merge
// finds who touched before). Touching begins at tau and ends above 2 tau. GJK starts from where it ended last time.
#include "base/prefetch.h"
#include "geom/manifold.h"
#include "world/order.h"
#include "world/step.h"

#include <string.h>

// The same shapes of the same bodies, not later tenants of their slots.
static bool is_same_pair(const AukWorld *world, const AukPair *pair, const AukTouch *touch)
{
    return auk_body_id_equal(touch->body_a, auk__body_id(world, pair->body_a)) &&
           auk_body_id_equal(touch->body_b, auk__body_id(world, pair->body_b)) &&
           auk_shape_id_equal(touch->shape_a, auk__shape_id(world, pair->shape_a)) &&
           auk_shape_id_equal(touch->shape_b, auk__shape_id(world, pair->shape_b));
}

// Sets `previous` of the pairs of one sort (solid or sensor).
static void match_previous(AukWorld *world, const AukTouches *last, bool sensors)
{
    const AukTouch *touches = last->touches.items;
    AukPair *pairs = world->pairs.items;
    int touch = 0;
    for (int i = 0; i < world->pairs.count && touch < last->touches.count; i++) {
        if (pairs[i].sensor != sensors) {
            continue;
        }
        while (touch < last->touches.count && auk__pair_against_touch(&pairs[i], &touches[touch]) > 0) {
            touch++;
        }
        if (touch < last->touches.count && auk__pair_against_touch(&pairs[i], &touches[touch]) == 0 &&
            is_same_pair(world, &pairs[i], &touches[touch])) {
            pairs[i].previous = touch;
        }
    }
}

static void fill_touch(const AukWorld *world, const AukPair *pair, AukTouch *touch)
{
    memset(touch, 0, sizeof *touch);
    touch->body_a = auk__body_id(world, pair->body_a);
    touch->body_b = auk__body_id(world, pair->body_b);
    touch->shape_a = auk__shape_id(world, pair->shape_a);
    touch->shape_b = auk__shape_id(world, pair->shape_b);
    touch->child_a = pair->child_a;
    touch->child_b = pair->child_b;
    touch->sensor_is_b = pair->sensor && !auk__part(world, pair->shape_a)->sensor;
}

static AukStatus write_touch(AukWorld *world, const AukPair *pair, const AukGjkCache *cache,
                             const AukManifold *manifold)
{
    AukTouches *next = pair->sensor ? &world->next.sensors : &world->next.solids;
    AukTouch *touch = auk__buffer_push(&next->touches, sizeof *touch);
    if (!touch) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    fill_touch(world, pair, touch);
    touch->cache = *cache;
    if (pair->sensor) {
        return AUK_OK;
    }
    AukContact *contact = auk__buffer_push(&next->contacts, sizeof *contact);
    if (!contact) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    memset(contact, 0, sizeof *contact);
    contact->body_a = touch->body_a;
    contact->body_b = touch->body_b;
    contact->shape_a = touch->shape_a;
    contact->shape_b = touch->shape_b;
    contact->child_a = touch->child_a;
    contact->child_b = touch->child_b;
    contact->manifold = *manifold;
    return AUK_OK;
}

// Tests one pair at the final poses and, if it touches, writes it down.
static AukStatus collide_pair(AukWorld *world, AukPair *pair)
{
    const AukTouches *last = pair->sensor ? &world->output.sensors : &world->output.solids;
    const AukTouch *before = pair->previous >= 0 ? (const AukTouch *)last->touches.items + pair->previous : NULL;
    const AukPart *part_a = auk__part(world, pair->part_a), *part_b = auk__part(world, pair->part_b);
    AukTransform pose_a = auk__body(world, pair->body_a)->next, pose_b = auk__body(world, pair->body_b)->next;
    AukCore a, b;
    auk__part_core(part_a, pose_a, pose_a.p, &a);
    auk__part_core(part_b, pose_b, pose_a.p, &b);
    AukGjkCache cache;
    memset(&cache, 0, sizeof cache);
    if (before) {
        cache = before->cache;
    }
    double tau = auk__tau(auk__pair_size(&a, part_a->extent, &b, part_b->extent));
    double limit = before ? 2.0 * tau : tau;
    AukSeparation separation = auk__separation(&a, &b, limit, &cache);
    if (separation.distance > limit) {
        return AUK_OK;
    }
    pair->touching = true;
    AukManifold manifold;
    memset(&manifold, 0, sizeof manifold);
    if (!pair->sensor) {
        manifold = auk__manifold(&a, &b, &separation, pose_a.p, limit);
    }
    return write_touch(world, pair, &cache, &manifold);
}

static void prefetch_pair(const AukWorld *world, int index)
{
    if (index < world->pairs.count) {
        const AukPair *pair = (const AukPair *)world->pairs.items + index;
        auk__prefetch(auk__part(world, pair->part_a));
        auk__prefetch(auk__part(world, pair->part_b));
        auk__prefetch(auk__body(world, pair->body_a));
        auk__prefetch(auk__body(world, pair->body_b));
    }
}

AukStatus auk__contacts_compute(AukWorld *world)
{
    match_previous(world, &world->output.solids, false);
    match_previous(world, &world->output.sensors, true);
    world->next.solids.touches.count = world->next.solids.contacts.count = 0;
    world->next.sensors.touches.count = 0;
    world->next.candidate_count = 0;
    const AukBox *tight = world->tight.items;
    AukPair *pairs = world->pairs.items;
    for (int i = 0; i < world->pairs.count; i++) {
        prefetch_pair(world, i + AUK_PREFETCH_AHEAD);
        if (pairs[i].swept && !auk_box_overlap(tight[pairs[i].part_a], tight[pairs[i].part_b])) {
            continue; // a swept pair that met on the way only
        }
        world->next.candidate_count++;
        AukStatus status = collide_pair(world, &pairs[i]);
        if (status) {
            return status;
        }
    }
    return AUK_OK;
}
