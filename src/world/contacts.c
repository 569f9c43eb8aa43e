// The narrow phase: every pair that counts, against last step's touches (both sorted by the same key, so one merge
// finds who touched before). Touching begins at tau and ends above 2 tau. GJK starts from where it ended last time.
#include "base/prefetch.h"
#include "geom/manifold.h"
#include "world/chunks.h"
#include "world/order.h"
#include "world/pieces.h"
#include "world/step.h"
#include "world/wrap.h"

#include <string.h>

// The same shapes of the same bodies, not later tenants of their slots.
static bool is_same_pair(const AukWorld *world, const AukPair *pair, const AukTouch *touch)
{
    if (!world->has_new_tenants) {
        return true; // generations lie anywhere: a look at them costs more than all else here
    }
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

void auk__contacts_match(AukWorld *world)
{
    match_previous(world, &world->output.solids, false);
    match_previous(world, &world->output.sensors, true);
}

// Where a chunk writes: behind its first pair's place, in room for all its pairs.
typedef struct Writer {
    AukWorld *world;
    AukTouch *solids, *sensors;
    AukContact *contacts;
    int solid_count, sensor_count;
} Writer;

static AukTouch touch_of(const AukWorld *world, const AukPair *pair, const AukTouch *before, const AukGjkCache *cache)
{
    AukTouch touch;
    if (before) {
        touch = *before;
        touch.sensor_is_b = pair->sensor && !auk__part(world, pair->shape_a)->sensor;
        touch.cache = *cache;
        return touch;
    }
    memset(&touch, 0, sizeof touch);
    touch.body_a = auk__body_id(world, pair->body_a);
    touch.body_b = auk__body_id(world, pair->body_b);
    touch.shape_a = auk__shape_id(world, pair->shape_a);
    touch.shape_b = auk__shape_id(world, pair->shape_b);
    touch.child_a = pair->child_a;
    touch.child_b = pair->child_b;
    touch.sensor_is_b = pair->sensor && !auk__part(world, pair->shape_a)->sensor;
    touch.cache = *cache;
    return touch;
}

static void write_contact(Writer *writer, const AukTouch *touch, const AukManifold *manifold)
{
    AukContact *contact = &writer->contacts[writer->solid_count];
    auk__contact_name(contact, touch);
    contact->manifold = *manifold;
    writer->solids[writer->solid_count++] = *touch;
}

// True if any pieces of the two shapes touched after the last step. What leaves one piece of a surface for the next
// must not have to touch anew.
static bool shapes_touched(const AukWorld *world, const AukTouches *last, const AukPair *pair)
{
    const AukTouch *touches = last->touches.items;
    int count = last->touches.count, first = auk__touches_find(touches, count, pair);
    return first < count && auk__shapes_against_touch(pair, &touches[first]) == 0 &&
           is_same_pair(world, pair, &touches[first]);
}

static bool same_shapes(const AukPair *a, const AukPair *b)
{
    return a->shape_a == b->shape_a && a->shape_b == b->shape_b;
}

// True if the pair is a contact, at the final poses, of pieces that have normals of their own.
static bool touches_surface(const AukWorld *world, const AukPair *pair)
{
    AukPartPiece piece_a = auk__piece(world, pair->part_a, pair->child_a);
    AukPartPiece piece_b = auk__piece(world, pair->part_b, pair->child_b);
    if (auk__piece_is_buried(&piece_a) || auk__piece_is_buried(&piece_b)) {
        return false;
    }
    AukTransform pose_a = auk__body(world, pair->body_a)->next, pose_b = auk__body(world, pair->body_b)->next;
    AukCore a, b;
    auk__piece_core(&piece_a, pose_a, pose_a.p, &a);
    auk__piece_core(&piece_b, pose_b, pose_a.p, &b);
    auk__wrap_core_after(world, pair, &b);
    AukSeparation separation = auk__separation(&a, &b, 0.0, NULL);
    return separation.distance <= 0.0 && auk__pieces_own(&piece_a, &piece_b, &a, &b, AUK_FOREIGN_DROPPED, &separation);
}

// Cells in the midst of others count only for what lies among such cells alone: whatever reaches out of the ground is
// pushed out by the surface. The surface is mostly at one end of the pairs of two shapes, so both are looked at.
static bool reaches_out(const AukWorld *world, const AukPair *pair)
{
    const AukPair *first = pair, *last = pair, *pairs = world->pairs.items, *end = pairs + world->pairs.count;
    while (first > pairs && same_shapes(first - 1, pair)) {
        first--;
    }
    while (last + 1 < end && same_shapes(last + 1, pair)) {
        last++;
    }
    for (; first <= last; first++, last--) {
        if (touches_surface(world, first) || touches_surface(world, last)) {
            return true;
        }
    }
    return false;
}

// Tests one pair at the final poses and, if it touches, writes it down.
static void collide_pair(Writer *writer, AukPair *pair)
{
    const AukWorld *world = writer->world;
    const AukTouches *last = pair->sensor ? &world->output.sensors : &world->output.solids;
    const AukTouch *before = pair->previous >= 0 ? (const AukTouch *)last->touches.items + pair->previous : NULL;
    AukPartPiece piece_a = auk__piece(world, pair->part_a, pair->child_a);
    AukPartPiece piece_b = auk__piece(world, pair->part_b, pair->child_b);
    bool seams = piece_a.seam || piece_b.seam;
    AukTransform pose_a = auk__body(world, pair->body_a)->next, pose_b = auk__body(world, pair->body_b)->next;
    AukCore a, b;
    auk__piece_core(&piece_a, pose_a, pose_a.p, &a);
    auk__piece_core(&piece_b, pose_b, pose_a.p, &b);
    auk__wrap_core_after(world, pair, &b);
    AukGjkCache cache;
    memset(&cache, 0, sizeof cache);
    if (before) {
        cache = before->cache;
    }
    double tau = auk__tau(auk__pair_size(&a, auk__piece_extent(&piece_a), &b, auk__piece_extent(&piece_b)));
    double limit = before || (seams && shapes_touched(world, last, pair)) ? 2.0 * tau : tau;
    AukSeparation separation = auk__separation(&a, &b, limit, &cache);
    if (separation.distance > limit ||
        (seams && !auk__pieces_own(&piece_a, &piece_b, &a, &b, AUK_FOREIGN_DROPPED, &separation))) {
        return;
    }
    if (seams && (auk__piece_is_buried(&piece_a) || auk__piece_is_buried(&piece_b)) && reaches_out(world, pair)) {
        return;
    }
    pair->touching = true;
    AukTouch touch = touch_of(world, pair, before, &cache);
    if (pair->sensor) {
        writer->sensors[writer->sensor_count++] = touch;
    } else {
        AukManifold manifold = auk__manifold(&a, &b, &separation, pose_a.p, limit);
        write_contact(writer, &touch, &manifold);
    }
}

static void collide_chunk(AukChunk *chunk)
{
    AukWorld *world = chunk->world;
    Writer writer = {world, (AukTouch *)world->next.solids.touches.items + chunk->first,
                     NULL,  (AukContact *)world->next.solids.contacts.items + chunk->first,
                     0,     0};
    if (world->sensor_pairs > 0) {
        writer.sensors = (AukTouch *)world->next.sensors.touches.items + chunk->first;
    }
    AukPair *pairs = world->pairs.items;
    for (int i = chunk->first; i < chunk->end; i++) {
        if (i + AUK_PREFETCH_AHEAD < chunk->end) {
            const AukPair *ahead = &pairs[i + AUK_PREFETCH_AHEAD];
            AUK_PREFETCH(auk__part(world, ahead->part_a));
            AUK_PREFETCH(auk__part(world, ahead->part_b));
            AUK_PREFETCH(auk__body(world, ahead->body_a));
            AUK_PREFETCH(auk__body(world, ahead->body_b));
        }
        if (pairs[i].swept && !auk__tight_touch(world, pairs[i].part_a, pairs[i].part_b)) {
            continue; // a swept pair that met on the way only
        }
        chunk->candidates++;
        collide_pair(&writer, &pairs[i]);
    }
    chunk->count = writer.solid_count;
    chunk->sensors = writer.sensor_count;
}

static int solids_of(const AukChunk *chunk)
{
    return chunk->count;
}

static int sensors_of(const AukChunk *chunk)
{
    return chunk->sensors;
}

// Every pair may touch.
static AukStatus reserve_touches(AukWorld *world)
{
    int pairs = world->pairs.count;
    AukTouches *solids = &world->next.solids, *sensors = &world->next.sensors;
    bool room = auk__buffer_reserve(&solids->touches, sizeof(AukTouch), pairs) &&
                auk__buffer_reserve(&solids->contacts, sizeof(AukContact), pairs) &&
                (world->sensor_pairs == 0 || auk__buffer_reserve(&sensors->touches, sizeof(AukTouch), pairs));
    return room ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

AukStatus auk__contacts_compute(AukWorld *world)
{
    AukStatus status = reserve_touches(world);
    if (status) {
        return status;
    }
    auk__contacts_match(world);
    status = auk__chunks_run(world, world->pairs.count, 0.0f, collide_chunk);
    if (status) {
        return status;
    }
    AukTouches *solids = &world->next.solids, *sensors = &world->next.sensors;
    solids->touches.count = auk__chunks_close_up(world, solids->touches.items, sizeof(AukTouch), solids_of);
    solids->contacts.count = auk__chunks_close_up(world, solids->contacts.items, sizeof(AukContact), solids_of);
    sensors->touches.count = auk__chunks_close_up(world, sensors->touches.items, sizeof(AukTouch), sensors_of);
    world->next.candidate_count = 0;
    for (int i = 0; i < world->chunks.count; i++) {
        world->next.candidate_count += auk__chunks(world)[i].candidates;
    }
    return AUK_OK;
}
