// The narrow phase: tests every filtered pair against last step's touches. Both are sorted by the same key, so one
// merge finds the pairs that touched before. Touching begins at tau and ends above 2 tau. GJK starts from the simplex
// of the last step.
// The result of a pair depends on both poses, both shapes, whether it touched, and the start of GJK. A touch is
// reusable if the pair touched in the step before too, neither body moved and neither shape changed since, and GJK
// ended with the simplex it was started from. While this lasts, the next step would compute the same contact, so it is
// copied. The contact of a cell also depends on the one-way cells beside it: where one of them lets the other shape
// pass, nothing is copied.
#include "world/step/contacts.h"
#include "base/inline.h"
#include "base/prefetch.h"
#include "geom/early_out.h"
#include "geom/manifold.h"
#include "world/state/wrap.h"
#include "world/step/buried_cells.h"
#include "world/step/contact_batch.h"
#include "world/step/pair_order.h"
#include "world/step/placed_pieces.h"
#include "world/step/touch_room.h"
#include "world/step/touch_walk.h"

#include <string.h>

// What touched after the last step, and what touches now, of solids or of sensors.
typedef struct Stream {
    AukTouchWalk last;
    const AukTouch *last_touches;
    const AukContact *last_contacts;
    AukTouch *touch;       // the next to be written
    AukContact *contact;   // the same
    int *link;             // the same
    const AukTouch *first; // the first that the range has written
    AukPairChange *change; // the next to be written
    int continued;         // the last step's touches before this one have been told to the events if they have no pair
    int merged;            // the events merge those before this one with the changes so far
    int begins;            // pairs that did not touch, and touch or met
} Stream;

// The input and output of a range. It writes from the place of its first pair on, where there is room for its next
// batch of pairs.
typedef struct ContactsWriter {
    const AukWorld *world;
    AukSortedPairs all; // of the step
    Stream streams[2];  // of solids, of sensors
} ContactsWriter;

// A branch, which takes fewer instructions than an index: sensors are rare.
static inline Stream *stream_of(ContactsWriter *writer, const AukPair *pair)
{
    return pair->sensor ? &writer->streams[1] : &writer->streams[0];
}

// Everything of a contact but its manifold. `before`: that of the last step, or null. events.c overwrites `began` where
// two shapes touch in several pieces.
static inline void name_contact(const AukBodies *bodies, const AukParts *parts, const AukPair *pair,
                                const AukContact *before, AukContact *contact)
{
    if (before) {
        memcpy(contact, before, offsetof(AukContact, manifold));
    } else {
        contact->body_a = auk__body_id(bodies, pair->body_a);
        contact->body_b = auk__body_id(bodies, pair->body_b);
        contact->shape_a = auk__shape_id(parts, pair->shape_a);
        contact->shape_b = auk__shape_id(parts, pair->shape_b);
        contact->child_a = pair->child_a;
        contact->child_b = pair->child_b;
    }
    contact->began = !before;
}

// ---- writing ----

static inline const AukTouch *touch_before(ContactsWriter *writer, const AukPair *pair)
{
    return pair->previous >= 0 ? &stream_of(writer, pair)->last_touches[pair->previous] : NULL;
}

static inline AukGjkCache cache_before(const AukTouch *before)
{
    static const AukTouch nothing = {{0, 0, 0}, {0, 0, 0}, 0, false, false, false};
    return auk__touch_cache(before ? before : &nothing);
}

// The place of the next touch, which its owner fills in, and the contact that names it.
typedef struct NextTouch {
    AukTouch *touch;
    AukManifold *manifold; // null for a sensor
} NextTouch;

// Asks for the memory of a contact that will be written soon, which has two cache lines or three.
static inline void ask_for_room(const AukContact *contact)
{
    const uintptr_t soon = (uintptr_t)contact + AUK_CONTACTS_AHEAD * sizeof *contact;
    AUK_PREFETCH_TO_WRITE((const void *)soon);
    AUK_PREFETCH_TO_WRITE((const void *)(soon + 64));
}

// Makes the next touch and names its contact; the caller sets where GJK ended, and the manifold.
static inline NextTouch next_touch(ContactsWriter *writer, AukPair *pair, const AukTouch *before)
{
    Stream *stream = stream_of(writer, pair);
    AukTouch *touch = stream->touch++;
    AukContact *contact = stream->contact++;
    *stream->link++ = (int)pair->body_b;
    ask_for_room(contact);
    pair->touching = true;
    name_contact(&writer->world->bodies, &writer->world->parts, pair,
                 before ? &stream->last_contacts[pair->previous] : NULL, contact);
    touch->reusable = false;
    touch->was_hit = pair->hit || (before && before->was_hit);
    touch->sensor_is_b = pair->sensor && !auk__part(&writer->world->parts, pair->shape_a)->sensor;
    NextTouch next = {touch, pair->sensor ? NULL : &contact->manifold};
    return next;
}

// The same, with where GJK ended. `rests`: there is a previous touch with the same poses and shapes.
static inline AukManifold *keep_touch(ContactsWriter *writer, AukPair *pair, const AukTouch *before,
                                      const AukGjkCache *cache, bool rests)
{
    NextTouch next = next_touch(writer, pair, before);
    auk__touch_keep(next.touch, cache);
    next.touch->reusable = rests && auk__touch_starts_alike(next.touch, before);
    return next.manifold;
}

static inline bool has_moved(const AukBodies *bodies, uint32_t body)
{
    return memcmp(auk__start_pose(bodies, body), auk__next_pose(bodies, body), sizeof(AukTransform)) != 0;
}

// True if poses and shapes are those after the last step. (A restored touch is never reusable, because the step that
// made it is unknown.)
static inline bool is_at_rest(const AukWorld *world, const AukPair *pair)
{
    uint8_t now = (uint8_t)world->steps;
    return !has_moved(&world->bodies, pair->body_a) && !has_moved(&world->bodies, pair->body_b) &&
           auk__part(&world->parts, pair->part_a)->changed != now &&
           auk__part(&world->parts, pair->part_b)->changed != now;
}

// Copies a reusable touch.
static void repeat_touch(ContactsWriter *writer, AukPair *pair, const AukTouch *before)
{
    AukGjkCache cache = auk__touch_cache(before);
    AukManifold *manifold = keep_touch(writer, pair, before, &cache, true);
    if (manifold) {
        *manifold = writer->streams[0].last_contacts[pair->previous].manifold;
    }
}

// auk__touching_limit() of two cores, one of which may be a half-plane.
static double touching_limit_of(const AukSupportShape *a, double extent_a, const AukSupportShape *b, double extent_b,
                                bool before)
{
    return (before ? 2.0 : 1.0) * auk__tau(auk__pair_size(a, extent_a, b, extent_b));
}

static double placed_limit(const AukPlacedPieces *pieces, bool before)
{
    return touching_limit_of(&pieces->a, pieces->extent_a, &pieces->b, pieces->extent_b, before);
}

static double contacts_limit_of(const AukWorld *world, const AukPair *pair, const AukPlacedPieces *pieces)
{
    const AukTouches *last = pair->sensor ? &world->output.sensors : &world->output.solids;
    bool before =
        pair->previous >= 0 || (auk__is_of_surface(&world->parts, pair) && auk__has_touch_beside(world, last, pair));
    return placed_limit(pieces, before);
}

// Tests one pair with a piece of a surface at the final poses and, if it touches, writes its touch and contact.
static void collide_surfaces(ContactsWriter *writer, AukPair *pair, const AukTouch *before, bool rests)
{
    const AukWorld *world = writer->world;
    AukGjkCache cache = cache_before(before);
    AukPlacedPieces pieces;
    auk__pieces_place(world, pair, &pieces);
    double limit = placed_limit(&pieces, true);
    AukSeparation separation;
    auk__separate(&pieces.a, &pieces.b, limit, &cache, &separation);
    if (separation.distance > limit) {
        return; // most pairs that did not touch, without a search of what touched
    }
    limit = before ? limit : contacts_limit_of(world, pair, &pieces);
    if (separation.distance > limit) {
        return;
    }
    // a sensor has no normals: it contains all pieces that touch it
    const AukOwner owner = pair->sensor ? AUK_OWNER_PIECES : auk__placed_own(world, pair, &pieces, &separation);
    const bool buried = owner == AUK_OWNER_BURIED;
    if (owner == AUK_OWNER_NEIGHBOUR || (buried && auk__buried_reaches_out(&writer->all, pair))) {
        return;
    }
    // the result of a buried cell depends on other pairs, so it is never reusable
    AukManifold *manifold = keep_touch(writer, pair, before, &cache, rests && !buried);
    if (manifold) {
        auk__manifold_write(&pieces.a, &pieces.b, &separation, pieces.origin, limit, manifold);
    }
}

// The same for two parts that do not belong to a surface: most pairs of most worlds.
static inline void collide_parts(ContactsWriter *writer, AukPair *pair, const AukTouch *before, bool rests)
{
    const AukParts *parts = &writer->world->parts;
    const AukPart *part_a = auk__part(parts, pair->part_a), *part_b = auk__part(parts, pair->part_b);
    AukFrame frame = auk__frame_of(writer->world, pair);
    AukGjkCache cache = cache_before(before);
    AukSupportShape a, b;
    auk__part_support_shape(parts, part_a,
                            auk__part_dtransform_on(part_a, auk__part_local(parts, pair->part_a), frame.a), &a);
    auk__part_support_shape(parts, part_b,
                            auk__part_dtransform_on(part_b, auk__part_local(parts, pair->part_b), frame.b), &b);
    double extent_a = auk__part_extent(parts, part_a), extent_b = auk__part_extent(parts, part_b);
    double limit = auk__touching_limit(a.transform, extent_a, b.transform, extent_b, before);
    if (!before && auk__early_out(&a, &b, limit, &cache)) {
        return;
    }
    // a pair that touched last step rarely separates on one axis: the early-out is skipped
    AukSeparation separation;
    auk__separate_near(&a, &b, limit, &cache, &separation);
    if (separation.distance > limit) {
        return;
    }
    if (auk__has_half_plane(&a, &b)) { // tau is smaller: tested here, so that pairs which do not touch do not ask
        limit = touching_limit_of(&a, extent_a, &b, extent_b, before);
        if (separation.distance > limit) {
            return;
        }
    }
    AukManifold *manifold = keep_touch(writer, pair, before, &cache, rests);
    if (manifold) {
        auk__manifold_write(&a, &b, &separation, frame.origin, limit, manifold);
    }
}

static inline void collide_pair(ContactsWriter *writer, AukPair *pair)
{
    const AukTouch *before = touch_before(writer, pair);
    bool rests = before && pair->passed == 0 && is_at_rest(writer->world, pair);
    if (rests && before->reusable) {
        repeat_touch(writer, pair, before);
    } else if (auk__is_of_surface(&writer->world->parts, pair)) {
        collide_surfaces(writer, pair, before, rests);
    } else {
        collide_parts(writer, pair, before, rests);
    }
}

// True if the circles around two bodies of convex parts are far apart. Rejects more than half of the candidates that do
// not touch.
static inline bool bodies_far_apart(const AukWorld *world, const AukPair *pair, bool plain)
{
    AukFrame frame = auk__frame_of(world, pair);
    AukDvec apart = dvec(frame.b.x, frame.b.y);
    if (plain) {
        return auk__circles_far_apart(auk__plain_circle(auk__posed(&world->bodies, pair->body_a)),
                                      auk__plain_circle(auk__posed(&world->bodies, pair->body_b)), apart);
    }
    const AukParts *parts = &world->parts;
    return auk__circles_far_apart(auk__part_circle(parts, auk__part(parts, pair->part_a)),
                                  auk__part_circle(parts, auk__part(parts, pair->part_b)), apart);
}

// Rejects a pair that is far apart by the early-out, or lists it for the routines of four pairs if `quick` and its kind
// allow it.
static AUK_ALWAYS_INLINE AukVerdict early_verdict(const AukWorld *world, AukContactBatch *batch, bool quick, int place,
                                                  const AukPair *pair)
{
    const AukPosed *a = auk__posed(&world->bodies, pair->body_a), *b = auk__posed(&world->bodies, pair->body_b);
    const bool touched = pair->previous >= 0, plain = a->plain && b->plain; // then no other record is read
    AukPairs4Kind kind;
    int list;
    if (plain) {
        const bool beside =
            !world->wrap.on || auk__wrap_is_beside(&world->parts, &world->wrap, pair->part_a, pair->part_b);
        kind = auk__pairs4_kind((AukPairs4Class)a->plain, (AukPairs4Class)b->plain);
        list = (int)kind + (beside ? AUK_PAIRS4_KIND_COUNT : 0);
    } else {
        const AukPart *part_a = auk__part(&world->parts, pair->part_a),
                      *part_b = auk__part(&world->parts, pair->part_b);
        if (part_a->form != AUK_FORM_CONVEX || part_b->form != AUK_FORM_CONVEX) {
            return AUK_VERDICT_NONE;
        }
        kind = auk__pairs4_kind((AukPairs4Class)part_a->pairs4_class, (AukPairs4Class)part_b->pairs4_class);
        list = (int)kind;
    }
    if (touched && !a->moves && !b->moves && is_at_rest(world, pair)) {
        return AUK_VERDICT_NONE;
    }
    const bool far = !touched && bodies_far_apart(world, pair, plain); // unpredictable: without a branch from here on
    auk__contact_batch_list(batch, place, list, quick & !far);
    if (kind == AUK_PAIRS4_NONE || kind >= AUK_PAIRS4_SEGMENT_CIRCLE) { // their parts will be read
        AUK_PREFETCH(auk__part(&world->parts, pair->part_a));
        AUK_PREFETCH(auk__part(&world->parts, pair->part_b));
    }
    if (!touched) { // its ids will be read if it touches
        AUK_PREFETCH(&world->bodies.slots.generation[pair->body_a]);
        AUK_PREFETCH(&world->parts.slots.generation[pair->shape_a]);
        AUK_PREFETCH(&world->bodies.slots.generation[pair->body_b]);
        AUK_PREFETCH(&world->parts.slots.generation[pair->shape_b]);
    }
    return (AukVerdict)((int)far * AUK_VERDICT_APART);
}

// `answer`: of a pair that is not known to be apart.
static inline void take_answer(ContactsWriter *writer, AukPair *pair, const AukPairs4Answer *answer)
{
    if (answer->verdict == AUK_VERDICT_NONE) {
        collide_pair(writer, pair);
    } else {
        const AukTouch *before = touch_before(writer, pair);
        NextTouch next = next_touch(writer, pair, before);
        auk__touch_keep_simplex(next.touch, &answer->simplex);
        if (next.manifold) {
            *next.manifold = answer->manifold;
        }
    }
}

static Stream stream_from(const AukTouches *last, AukTouchWalk walk, AukTouch *touch, AukContact *contact, int *link,
                          AukPairChange *change)
{
    Stream stream = {.last = walk,
                     .last_touches = last->touches.items,
                     .last_contacts = last->contacts.items,
                     .touch = touch,
                     .contact = contact,
                     .link = link,
                     .first = touch,
                     .change = change};
    return stream;
}

// A stream that writes from the place of a pair on.
static Stream stream_of_range(AukWorld *world, int first_pair, bool sensors)
{
    const AukTouches *last = sensors ? &world->output.sensors : &world->output.solids;
    const AukTouches *next = sensors ? &world->next.sensors : &world->next.solids;
    const AukPair *pair = (const AukPair *)world->pairs.records.items + first_pair;
    Stream stream = stream_from(last, first_pair > 0 ? auk__touch_walk_from(last, pair) : auk__touch_walk_of_all(last),
                                auk__buffer_at(&next->touches, sizeof(AukTouch), first_pair),
                                auk__buffer_at(&next->contacts, sizeof(AukContact), first_pair),
                                auk__buffer_at(&next->links, sizeof(int), first_pair),
                                auk__buffer_at(&world->pairs.changes[sensors], sizeof(AukPairChange), first_pair));
    stream.continued = first_pair > 0 ? auk__touches_before(&world->pairs, last, first_pair) : 0;
    return stream;
}

// Where there are no sensors, no room was made for them.
static ContactsWriter writer_of(AukWorld *world, int first_pair)
{
    static const Stream nothing = {.touch = NULL};
    const AukPair *pairs = world->pairs.records.items;
    ContactsWriter writer;
    writer.world = world;
    writer.all = (AukSortedPairs){world, pairs, pairs + world->pairs.records.count, NULL, false};
    writer.streams[0] = stream_of_range(world, first_pair, false);
    writer.streams[1] = world->pairs.sensor_count > 0 ? stream_of_range(world, first_pair, true) : nothing;
    return writer;
}

// Lists the pairs of a batch of which the events have to know. Most pairs go on as they were: so the events do not look
// at all pairs and touches again. Branch-free, since changes are unpredictable. `touch`: the number of touches that the
// range wrote before the batch.
static void note_changes(Stream *stream, const AukPair *pairs, int first, int count, int touch, bool sensors)
{
    AukPairChange *change = stream->change;
    int continued = stream->continued, begins = 0;
    for (int i = first; i < first + count; i++) {
        const AukPair *pair = &pairs[i];
        if (pair->sensor != sensors) {
            continue;
        }
        const int previous = pair->previous, touching = pair->touching, was = previous >= 0;
        begins += (was ^ 1) & (touching | pair->hit);
        change->pair = i;
        change->touch = touch;
        change->continued = continued;
        change += (was ^ touching) | pair->hit | (was & (previous != continued));
        continued = was ? previous + 1 : continued;
        touch += touching;
    }
    stream->change = change;
    stream->continued = continued;
    stream->begins += begins;
}

// Says of the changes that a batch has added which are single begins or ends: then the events need neither the pairs
// nor the touches around, which are in the caches now and will not be then. With another change the events merge all
// touches up to those of its bodies: where bodies come and go many touches have no pair, and all changes after the
// first of them would be of that sort.
static void judge_changes(Stream *stream, const AukTouches *last, const AukSortedPairs *all, AukPairChange *added)
{
    const AukContact *contacts = stream->last_contacts;
    const int touches = last->contacts.count;
    for (AukPairChange *change = added; change < stream->change; change++) {
        const AukPair *pair = all->first + change->pair;
        change->continued = change->continued > stream->merged ? change->continued : stream->merged;
        const int before = change->continued, was = pair->previous >= 0, after = before + was;
        const uint64_t bodies = auk__pair_bodies(pair);
        bool single = !(was && (pair->touching || pair->hit || pair->previous != before)) &&
                      (pair == all->first || auk__pair_bodies(pair - 1) < bodies) &&
                      (pair + 1 == all->end || auk__pair_bodies(pair + 1) > bodies) &&
                      (before == 0 || auk__contact_bodies(&contacts[before - 1]) < bodies) &&
                      (after == touches || auk__contact_bodies(&contacts[after]) > bodies);
        change->kind = pair->hit ? AUK_CHANGE_MET : (was ? AUK_CHANGE_END : AUK_CHANGE_BEGIN);
        if (!single) {
            change->kind = AUK_CHANGE_ANY;
            int *merged = &stream->merged;
            for (*merged = before; *merged < touches && auk__contact_bodies(&contacts[*merged]) <= bodies; ++*merged) {
            }
        }
    }
}

enum { PAIRS_AHEAD = 32 }; // between the prefetch of bodies and the test of their pair

static AUK_ALWAYS_INLINE void ask_ahead(const AukWorld *world, const AukPair *pair)
{
    AUK_PREFETCH(auk__posed(&world->bodies, pair->body_a));
    AUK_PREFETCH(auk__posed(&world->bodies, pair->body_b));
    if (pair->swept) {
        AUK_PREFETCH(&auk__tight_bounds(&world->parts)[pair->part_a]);
        AUK_PREFETCH(&auk__tight_bounds(&world->parts)[pair->part_b]);
    }
}

// Tests the first `count` pairs, at most AUK_CONTACT_BATCH; `ahead` pairs may be prefetched. Returns the number of
// candidates.
static int collide_batch(ContactsWriter *writer, AukPair *pairs, int count, int ahead)
{
    const AukWorld *world = writer->world;
    bool quick = auk__pairs4_is_supported();
    int candidates = 0;
    AukContactBatch batch;
    auk__contact_batch_clear(&batch);
    for (int i = 0; i < count; i++) {
        if (i + PAIRS_AHEAD < ahead) {
            ask_ahead(world, &pairs[i + PAIRS_AHEAD]);
        }
        AukPair *pair = &pairs[i];
        AukVerdict *verdict = &batch.answers[i].verdict;
        pair->previous = auk__touch_walk_to(&stream_of(writer, pair)->last, world, pair);
        if (pair->swept && !auk__tight_touch(&world->parts, &world->wrap, pair->part_a, pair->part_b)) {
            *verdict = AUK_VERDICT_APART; // a swept pair that is apart at the end of the step
            continue;
        }
        candidates++;
        *verdict = early_verdict(world, &batch, quick, i, pair);
    }
    auk__contact_batch_answer(&batch, world, pairs);
    uint8_t kept[AUK_CONTACT_BATCH]; // without a branch: which pairs are apart is unpredictable
    int kept_count = 0;
    for (int i = 0; i < count; i++) {
        kept[kept_count] = (uint8_t)i;
        kept_count += batch.answers[i].verdict != AUK_VERDICT_APART;
    }
    for (int i = 0; i < kept_count; i++) {
        take_answer(writer, &pairs[kept[i]], &batch.answers[kept[i]]);
    }
    return candidates;
}

static Stream stream_of_pair(const AukTouches *last, const AukPair *pair, AukTouch *touch, AukContact *contact,
                             int *link)
{
    return stream_from(last, auk__touch_walk_from(last, pair), touch, contact, link, NULL);
}

AukContactTest auk__contacts_test(const AukWorld *world, const AukPair *pair)
{
    AukPair tested = *pair;
    AukTouch touch;
    AukContact contact;
    int link;
    ContactsWriter writer = {world,
                             {world, &tested, &tested + 1, NULL, false},
                             {stream_of_pair(&world->output.solids, pair, &touch, &contact, &link),
                              stream_of_pair(&world->output.sensors, pair, &touch, &contact, &link)}};
    tested.swept = true; // test the tight boxes too, as for a swept pair
    tested.touching = false;
    (void)collide_batch(&writer, &tested, 1, 1);
    AukPlacedPieces pieces;
    auk__pieces_place(world, &tested, &pieces);
    AukContactTest test = {tested.touching, contacts_limit_of(world, &tested, &pieces)};
    return test;
}

// Makes room for the touches and the changes of the next pairs. False if there is no memory.
static bool make_room(AukTouches *list, AukBuffer *changes, Stream *stream, AukTouchProgress progress)
{
    int count = (int)(stream->touch - stream->first), more = progress.more;
    int changed = (int)(stream->change - (const AukPairChange *)changes->items);
    if (!auk__touch_room_ahead(list, count, progress) ||
        !auk__buffer_reserve(changes, sizeof(AukPairChange), changed + more)) {
        return false;
    }
    stream->first = list->touches.items;
    stream->touch = (AukTouch *)list->touches.items + count;
    stream->contact = (AukContact *)list->contacts.items + count;
    stream->link = (int *)list->links.items + count;
    stream->change = (AukPairChange *)changes->items + changed;
    return true;
}

static void report_stream(const AukWorld *world, const Stream *stream, AukRange *range, bool sensors)
{
    const AukPairChange *changes = world->pairs.changes[sensors].items;
    range->counts[sensors ? AUK_COUNT_SENSORS : AUK_COUNT_SOLIDS] = (int)(stream->touch - stream->first);
    range->counts[AUK_COUNT_CHANGES + sensors] = (int)(stream->change - (changes + range->place));
    range->counts[AUK_COUNT_BEGINS + sensors] = stream->begins;
}

static void collide_range(void *context, AukRange *range)
{
    AukWorld *world = context;
    // a range begins with new bodies, as events need it
    range->first = range->place = auk__pairs_from(&world->pairs, range->first);
    range->end = auk__pairs_from(&world->pairs, range->end);
    if (range->first == range->end) {
        return;
    }
    ContactsWriter writer = writer_of(world, range->first);
    Stream *solids = &writer.streams[0], *sensors = &writer.streams[1];
    AukPair *pairs = world->pairs.records.items;
    const bool alone = !world->parallel.pool, any_sensors = world->pairs.sensor_count > 0;
    int *candidates = &range->counts[AUK_COUNT_CANDIDATES];
    for (int i = range->first; i < range->end; i += AUK_CONTACT_BATCH) {
        int left = range->end - i, count = left < AUK_CONTACT_BATCH ? left : AUK_CONTACT_BATCH;
        AukTouchProgress progress = {range->end - range->first, i - range->first, count};
        bool room =
            !alone || (make_room(&world->next.solids, &world->pairs.changes[0], solids, progress) &&
                       (!any_sensors || make_room(&world->next.sensors, &world->pairs.changes[1], sensors, progress)));
        if (!room) {
            range->status = AUK_ERROR_OUT_OF_MEMORY;
            return;
        }
        AukPairChange *changes[2] = {solids->change, sensors->change};
        int touches[2] = {(int)(solids->touch - solids->first), (int)(sensors->touch - sensors->first)};
        *candidates += collide_batch(&writer, &pairs[i], count, left);
        note_changes(solids, pairs, i, count, touches[0], false);
        judge_changes(solids, &world->output.solids, &writer.all, changes[0]);
        if (any_sensors) {
            note_changes(sensors, pairs, i, count, touches[1], true);
            judge_changes(sensors, &world->output.sensors, &writer.all, changes[1]);
        }
    }
    report_stream(world, solids, range, false);
    if (any_sensors) {
        report_stream(world, sensors, range, true);
    }
}

// Room for the touches and the changes of one sort.
static bool reserve_sort(AukWorld *world, const AukTouches *last, AukTouches *next, AukBuffer *changes)
{
    int pairs = world->pairs.records.count, first = pairs < AUK_CONTACT_BATCH ? pairs : AUK_CONTACT_BATCH;
    return auk__touch_room_first(next, last, pairs, world->parallel.pool) &&
           auk__buffer_reserve(changes, sizeof(AukPairChange), world->parallel.pool ? pairs : first);
}

static AukStatus reserve_touches(AukWorld *world)
{
    AukBuffer *changes = world->pairs.changes;
    bool room = reserve_sort(world, &world->output.solids, &world->next.solids, &changes[0]) &&
                (world->pairs.sensor_count == 0 ||
                 reserve_sort(world, &world->output.sensors, &world->next.sensors, &changes[1]));
    return room ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

AukStatus auk__contacts_compute(AukWorld *world)
{
    AukStatus status = reserve_touches(world);
    if (status) {
        return status;
    }
    AukTouches *solids = &world->next.solids, *sensors = &world->next.sensors;
    AukGathered gathered[] = {{solids->touches.items, sizeof(AukTouch), AUK_COUNT_SOLIDS},
                              {solids->contacts.items, sizeof(AukContact), AUK_COUNT_SOLIDS},
                              {solids->links.items, sizeof(int), AUK_COUNT_SOLIDS},
                              {sensors->touches.items, sizeof(AukTouch), AUK_COUNT_SENSORS},
                              {sensors->contacts.items, sizeof(AukContact), AUK_COUNT_SENSORS}};
    AukRanges *ranges = &world->ranges;
    status = auk__parallel_gather(&world->parallel, world->pairs.records.count, collide_range, world, ranges, gathered,
                                  AUK_COUNT_OF(gathered));
    if (status) {
        return status;
    }
    solids->touches.count = solids->contacts.count = auk__ranges_sum(ranges, AUK_COUNT_SOLIDS);
    sensors->touches.count = sensors->contacts.count = auk__ranges_sum(ranges, AUK_COUNT_SENSORS);
    world->pairs.changes[0].count = auk__ranges_sum(ranges, AUK_COUNT_CHANGES);
    world->pairs.changes[1].count = auk__ranges_sum(ranges, AUK_COUNT_CHANGES + 1);
    world->next.candidate_count = auk__ranges_sum(ranges, AUK_COUNT_CANDIDATES);
    return AUK_OK;
}
