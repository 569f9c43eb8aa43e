// Events by comparing two steps: P, what touched after the last step; H, what met during this step's motion; C, what
// touches now.
//     begin: not P, and (C or H)     end: not C, and (P or H)
// Hence every begin has exactly one end: a pair that is not in C leaves no touch behind to be ended later.
// Touches and pairs are sorted by the same key, so a merge of both lists, one for each sort (solids, sensors), finds
// the events in order, group by group of equal bodies. Most pairs go on as they were and make no events. So the merge
// visits only the groups around the changes that contacts.c has listed.
// Invariant: a touch of the last step without a pair, which has ended, stands between two groups with pairs that
// touched, of which the second is listed; or it is in the group of one of them, or the last ones of a range.
// A worker takes whole groups. It writes where there is room for the most events that its range can have, which is how
// many it has unless shapes have several pieces.
#include "world/step/events.h"
#include "base/assert.h"
#include "base/inline.h"
#include "base/prefetch.h"
#include "world/step/contacts.h"
#include "world/step/pair_order.h"

#include <string.h>

// The ids of two shapes and their bodies; a has the body with the smaller index.
typedef struct Names {
    AukBodyId body_a, body_b;
    AukShapeId shape_a, shape_b;
    bool sensor_is_b;
} Names;

// The state of two pieces, or the sum of all pieces of two shapes.
typedef struct Entry {
    Names names;
    bool was, is, met; // P, C, H
    bool was_hit;      // of the previous touch
    float fraction;    // of the earliest hit; 1 without one
    int contact;       // of solids: index of the first touch of this step, or -1
    int contacts;      // their number
} Entry;

enum {
    KINDS = AUK_EVENT_ENTER, // event kinds of solids; those of sensors follow in the same order
    AHEAD = 6                // changes between the prefetch of one and its events
};

// The ranges of the two lists to merge, and the events they make.
typedef struct Merge {
    AukWorld *world;
    const AukTouches *last;               // what touched after the last step
    const AukContact *touches, *contacts; // of the last step, of this step
    AukPair *pairs;
    int touch, touch_end, pair, pair_end;
    const AukPairChange *changes;
    int change_count;
    int first_contact, contact_end; // of solids: the touches of this step
    int contact;                    // the index of the next one
    bool sensors;
    AukBuffer events[KINDS]; // the output: a part of the lists
} Merge;

// ---- writing ----

// In events of sensors, a is the sensor.
static inline void name_event(const Names *names, AukEvent *event)
{
    bool swap = names->sensor_is_b;
    event->body_a = swap ? names->body_b : names->body_a;
    event->body_b = swap ? names->body_a : names->body_b;
    event->shape_a = swap ? names->shape_b : names->shape_a;
    event->shape_b = swap ? names->shape_a : names->shape_b;
}

// Sets the user data of events, which lies at random places, in a loop that asks for it ahead. The user data of a
// destroyed body is still in its slot, which is not reused while the result arrays of the last step name it.
static void fill_events(const AukBodies *bodies, const AukBuffer *list)
{
    AukEvent *events = list->items;
    for (int i = 0, count = list->count; i < count; i++) {
        const AukEvent *ahead = &events[i + AUK_PREFETCH_AHEAD < count ? i + AUK_PREFETCH_AHEAD : i];
        AUK_PREFETCH(auk__body_user_data(bodies, ahead->body_a.index));
        AUK_PREFETCH(auk__body_user_data(bodies, ahead->body_b.index));
        events[i].user_data_a = *auk__body_user_data(bodies, events[i].body_a.index);
        events[i].user_data_b = *auk__body_user_data(bodies, events[i].body_b.index);
    }
}

static void write_event(Merge *merge, const Entry *entry, AukEventKind kind, bool bodies)
{
    AukBuffer *events = &merge->events[kind];
    AUK_ASSERT(events->count < events->capacity); // see place_ranges()
    AukEvent *event = (AukEvent *)events->items + events->count++;
    memset(event, 0, sizeof *event);
    event->kind = merge->sensors ? (AukEventKind)(kind + AUK_EVENT_ENTER) : kind;
    event->fraction = kind == AUK_EVENT_BEGIN ? entry->fraction : 1.0f;
    event->contact = kind == AUK_EVENT_BEGIN ? entry->contact : -1;
    event->bodies = bodies;
    name_event(&entry->names, event);
}

// `bodies`: the bodies have no other pieces that touch, or touched.
static void write_events(Merge *merge, const Entry *entry, bool bodies)
{
    if (!entry->was && (entry->is || entry->met)) {
        write_event(merge, entry, AUK_EVENT_BEGIN, bodies);
    }
    if (!entry->is && (entry->was || entry->met)) {
        write_event(merge, entry, AUK_EVENT_END, bodies);
    }
}

// ---- reading ----

static inline bool matters(const Merge *merge, const AukPair *pair)
{
    return pair->sensor == merge->sensors && (pair->previous >= 0 || pair->touching || pair->hit);
}

// True if b of a pair with a sensor is the sensor; `shape_a` is the shape of a.
static inline bool sensor_is_b(const Merge *merge, uint32_t shape_a)
{
    return merge->sensors && !auk__part(&merge->world->parts, shape_a)->sensor;
}

static inline Names names_of_contact(const AukContact *contact, bool sensor_is_b)
{
    Names names = {contact->body_a, contact->body_b, contact->shape_a, contact->shape_b, sensor_is_b};
    return names;
}

// The ids of a pair that touches are those of its contact; the ids of a pair that only met are looked up.
static Names names_of_pair(const Merge *merge, const AukPair *pair)
{
    const AukWorld *world = merge->world;
    if (pair->touching && !merge->sensors) {
        return names_of_contact((const AukContact *)world->next.solids.contacts.items + merge->contact, false);
    }
    Names names = {auk__body_id(&world->bodies, pair->body_a), auk__body_id(&world->bodies, pair->body_b),
                   auk__shape_id(&world->parts, pair->shape_a), auk__shape_id(&world->parts, pair->shape_b),
                   sensor_is_b(merge, pair->shape_a)};
    return names;
}

// True if b of a touch without a pair is the sensor, as far as its shapes still exist: one may have become a sensor or
// a solid since.
static bool sensor_was_b(const Merge *merge, const AukContact *touch, bool before)
{
    const AukParts *parts = &merge->world->parts;
    bool exist = auk__slots_has(&parts->slots, touch->shape_a.index, touch->shape_a.generation) &&
                 auk__slots_has(&parts->slots, touch->shape_b.index, touch->shape_b.generation);
    bool a = exist && auk__part(parts, touch->shape_a.index)->sensor;
    bool b = exist && auk__part(parts, touch->shape_b.index)->sensor;
    return !a && (b || before);
}

// Either `touch` or `pair` may be null. If both are given, the touch is the previous one of the pair; the shape that is
// the sensor may have changed since.
static inline Entry events_entry_of(Merge *merge, const AukContact *touch, const AukPair *pair)
{
    Entry entry;
    const AukTouch *before = touch ? (const AukTouch *)merge->last->touches.items + merge->touch : NULL;
    entry.names = touch ? names_of_contact(touch, before->sensor_is_b) : names_of_pair(merge, pair);
    if (touch && merge->sensors) {
        entry.names.sensor_is_b =
            pair ? sensor_is_b(merge, pair->shape_a) : sensor_was_b(merge, touch, before->sensor_is_b);
    }
    entry.was = touch != NULL;
    entry.is = pair && pair->touching;
    entry.met = pair && pair->hit;
    entry.was_hit = before && before->was_hit;
    entry.contacts = entry.is && !merge->sensors;
    entry.contact = entry.contacts ? merge->contact : -1;
    merge->contact += entry.contacts;
    entry.fraction = entry.met ? pair->hit_fraction : 1.0f;
    return entry;
}

// ---- two bodies with several pairs of pieces or shapes ----

static bool events_next_piece(Merge *merge, Entry *entry)
{
    while (merge->pair < merge->pair_end && !matters(merge, &merge->pairs[merge->pair])) {
        merge->pair++;
    }
    const AukContact *touch = merge->touch < merge->touch_end ? &merge->touches[merge->touch] : NULL;
    const AukPair *pair = merge->pair < merge->pair_end ? &merge->pairs[merge->pair] : NULL;
    if (!touch && !pair) {
        return false;
    }
    bool same = touch && pair && pair->previous == merge->touch;
    // if the keys are equal but the generations differ, the old touch ends first
    bool touch_first = touch && (!pair || auk__pair_against_contact(pair, touch) >= 0);
    touch = same || touch_first ? touch : NULL;
    pair = same || !touch_first ? pair : NULL;
    *entry = events_entry_of(merge, touch, pair);
    merge->touch += touch != NULL;
    merge->pair += pair != NULL;
    return true;
}

static bool events_same_shapes(const Names *a, const Names *b)
{
    return auk_body_id_equal(a->body_a, b->body_a) && auk_body_id_equal(a->body_b, b->body_b) &&
           auk_shape_id_equal(a->shape_a, b->shape_a) && auk_shape_id_equal(a->shape_b, b->shape_b);
}

// Gives all touches of two shapes what holds for the shapes.
static void mark_touches(const Merge *merge, const Entry *sum)
{
    AukTouch *touches = merge->world->next.solids.touches.items;
    AukContact *contacts = merge->world->next.solids.contacts.items;
    for (int i = sum->contact; i < sum->contact + sum->contacts; i++) {
        contacts[i].began = !sum->was;
        touches[i].was_hit = sum->was_hit || sum->met;
    }
}

// Sums the pieces of the next two shapes. `ahead` holds the piece that was read beyond them, if `has_ahead`.
static bool next_shapes(Merge *merge, Entry *ahead, bool *has_ahead, Entry *sum)
{
    if (!*has_ahead && !events_next_piece(merge, ahead)) {
        return false;
    }
    *sum = *ahead;
    int pieces = 1;
    while ((*has_ahead = events_next_piece(merge, ahead)) && events_same_shapes(&ahead->names, &sum->names)) {
        sum->was = sum->was || ahead->was;
        sum->is = sum->is || ahead->is;
        sum->met = sum->met || ahead->met;
        sum->was_hit = sum->was_hit || ahead->was_hit;
        sum->fraction = ahead->fraction < sum->fraction ? ahead->fraction : sum->fraction;
        sum->contact = sum->contact >= 0 ? sum->contact : ahead->contact;
        sum->contacts += ahead->contacts;
        pieces++;
    }
    if (pieces > 1) {
        mark_touches(merge, sum);
    }
    return true;
}

// The state of two bodies while their pairs of shapes are merged.
typedef struct Group {
    AukBodyId a, b;
    bool was, is;
    int first_begin; // count of begin events before the group
    int ends;        // count of end events before the group
} Group;

static Group open_group(const Merge *merge, const Names *names)
{
    Group group = {names->body_a, names->body_b, false, false, 0, 0};
    group.first_begin = merge->events[AUK_EVENT_BEGIN].count;
    group.ends = merge->events[AUK_EVENT_END].count;
    return group;
}

// Marks the begin and the end of contact between the bodies: the first begin event of the group if nothing touched
// before, and its last end event if nothing touches now.
static void close_group(Merge *merge, const Group *group)
{
    AukBuffer *begins = &merge->events[AUK_EVENT_BEGIN], *ends = &merge->events[AUK_EVENT_END];
    if (!group->was && begins->count > group->first_begin) {
        ((AukEvent *)begins->items)[group->first_begin].bodies = true;
    }
    if (!group->is && ends->count > group->ends) {
        ((AukEvent *)ends->items)[ends->count - 1].bodies = true;
    }
}

// Merges the touches and pairs of two body indices, whose slots may have held different bodies in the two steps.
static void merge_bodies(Merge *merge)
{
    static const Names none = {{0, 0}, {0, 0}, {0, 0}, {0, 0}, false};
    Group group = open_group(merge, &none);
    Entry entry, ahead;
    bool has_ahead = false;
    while (next_shapes(merge, &ahead, &has_ahead, &entry)) {
        if (!auk_body_id_equal(entry.names.body_a, group.a) || !auk_body_id_equal(entry.names.body_b, group.b)) {
            close_group(merge, &group);
            group = open_group(merge, &entry.names);
        }
        group.was = group.was || entry.was;
        group.is = group.is || entry.is;
        write_events(merge, &entry, false); // see close_group()
    }
    close_group(merge, &group);
}

// ---- the merge ----

static inline uint64_t touch_bodies(const Merge *merge, int index)
{
    return index < merge->touch_end ? auk__contact_bodies(&merge->touches[index]) : UINT64_MAX;
}

static inline uint64_t pair_bodies(const Merge *merge, int index)
{
    return index < merge->pair_end ? auk__pair_bodies(&merge->pairs[index]) : UINT64_MAX;
}

// Merges the next group in both lists: all touches and pairs of two body indices.
static void merge_next(Merge *merge)
{
    uint64_t next_touch = touch_bodies(merge, merge->touch), next_pair = pair_bodies(merge, merge->pair);
    uint64_t bodies = next_touch < next_pair ? next_touch : next_pair;
    Merge group = *merge;
    while (touch_bodies(merge, merge->touch) == bodies) {
        merge->touch++;
    }
    while (pair_bodies(merge, merge->pair) == bodies) {
        merge->pair++;
    }
    group.touch_end = merge->touch;
    group.pair_end = merge->pair;
    merge_bodies(&group);
    memcpy(merge->events, group.events, sizeof group.events);
    merge->contact = group.contact;
}

// Merges all groups up to that of `pair`. Pairs that touched in neither step are passed over here, since a group takes
// longer.
static void merge_up_to(Merge *merge, int pair)
{
    while (merge->pair <= pair && (merge->pair < merge->pair_end || merge->touch < merge->touch_end)) {
        if (merge->pair < merge->pair_end && !matters(merge, &merge->pairs[merge->pair])) {
            merge->pair++;
        } else {
            merge_next(merge);
        }
    }
}

static inline bool went_on(const Merge *merge, const AukPair *pair)
{
    return pair->sensor == merge->sensors && pair->previous >= 0;
}

// Passes over what goes on as it was before a change: all up to the last pair that touched, as every touch up to that
// has its pair. The group of that pair is merged once more, which changes nothing, since more touches and pairs of the
// same bodies may follow.
static void merge_skip(Merge *merge, const AukPairChange *change)
{
    const AukPair *pairs = merge->pairs;
    int at = change->pair, touch = change->continued, contact = merge->first_contact + change->touch;
    while (at > merge->pair && !went_on(merge, &pairs[at - 1])) {
        at--;
    }
    if (at == merge->pair) {
        return;
    }
    uint64_t bodies = auk__pair_bodies(&pairs[at - 1]);
    while (at > merge->pair && auk__pair_bodies(&pairs[at - 1]) == bodies) {
        at--;
    }
    while (touch > merge->touch && touch_bodies(merge, touch - 1) == bodies) {
        touch--;
    }
    for (int i = at; i < change->pair; i++) {
        contact -= pairs[i].sensor == merge->sensors && pairs[i].touching;
    }
    merge->pair = at;
    merge->touch = touch;
    merge->contact = contact;
}

// Of two pieces that touch, and of two that touched, the names are in a contact.
static inline const AukContact *contact_of_single(const Merge *merge, const AukPairChange *change)
{
    return change->kind == AUK_CHANGE_END ? &merge->touches[change->continued]
                                          : &merge->contacts[merge->first_contact + change->touch];
}

// The events of a single pair that met.
static void merge_met(Merge *merge, const AukPairChange *change)
{
    merge->touch = change->continued;
    merge->contact = merge->first_contact + change->touch;
    merge->pair = change->pair + 1;
    Entry entry = events_entry_of(merge, NULL, &merge->pairs[change->pair]);
    write_events(merge, &entry, true);
}

// The event of a single begin or end.
static void merge_single(Merge *merge, const AukPairChange *change)
{
    const bool ends = change->kind == AUK_CHANGE_END;
    const int contact = merge->first_contact + change->touch;
    const AukContact *named = contact_of_single(merge, change);
    Entry entry = {.names = names_of_contact(named, sensor_is_b(merge, named->shape_a.index)),
                   .was = ends,
                   .is = !ends,
                   .fraction = 1.0f,
                   .contact = ends || merge->sensors ? -1 : contact};
    merge->pair = change->pair + 1;
    merge->touch = change->continued + ends;
    merge->contact = contact + !(ends || merge->sensors);
    write_event(merge, &entry, ends ? AUK_EVENT_END : AUK_EVENT_BEGIN, true);
}

// What follows the last pair, as a change.
static AukPairChange change_at_end(const Merge *merge)
{
    int at = merge->pair_end;
    while (at > merge->pair && !went_on(merge, &merge->pairs[at - 1])) {
        at--;
    }
    AukPairChange change = {merge->pair_end, merge->contact_end - merge->first_contact,
                            at > merge->pair ? merge->pairs[at - 1].previous + 1 : merge->touch, AUK_CHANGE_ANY};
    return change;
}

// An address for a prefetch; `contacts` may be null.
static inline const AukContact *contact_near(const AukContact *contacts, int index)
{
    return contacts && index > 0 ? &contacts[index] : contacts;
}

// Asks for what the events of a change will read: changes are far from each other in memory.
static AUK_ALWAYS_INLINE void fetch_change(const Merge *merge, const AukPairChange *change)
{
    if (change->kind == AUK_CHANGE_MET) {
        AUK_PREFETCH(&merge->pairs[change->pair]);
        return;
    }
    if (change->kind != AUK_CHANGE_ANY) {
        const AukContact *named = contact_of_single(merge, change);
        AUK_PREFETCH(&named->body_a);
        AUK_PREFETCH(&named->shape_b);
        return;
    }
    AUK_PREFETCH(&merge->pairs[change->pair]);
    for (int k = -1; k <= 1; k++) {
        AUK_PREFETCH(contact_near(merge->touches, change->continued + k));
    }
    AUK_PREFETCH(contact_near(merge->contacts, merge->first_contact + change->touch));
    AUK_PREFETCH_ITEM((const AukTouch *)merge->last->touches.items, change->continued);
}

static void merge_lists(Merge *merge)
{
    for (int i = 0; i < merge->change_count; i++) {
        const AukPairChange *change = &merge->changes[i];
        fetch_change(merge, &merge->changes[i + AHEAD < merge->change_count ? i + AHEAD : i]);
        if (change->pair < merge->pair) {
            continue;
        }
        if (change->kind == AUK_CHANGE_MET) {
            merge_met(merge, change);
        } else if (change->kind != AUK_CHANGE_ANY) {
            merge_single(merge, change);
        } else {
            merge_skip(merge, change);
            merge_up_to(merge, change->pair);
        }
    }
    AukPairChange end = change_at_end(merge);
    if (end.continued < merge->touch_end) { // touches without pairs
        merge_skip(merge, &end);
        merge_up_to(merge, merge->pair_end);
    }
}

// ---- ranges of the lists ----

static const AukTouches *last_touches(const AukOutput *output, bool sensors)
{
    return sensors ? &output->sensors : &output->solids;
}

// Of a range that contacts.c has left.
static Merge merge_of(AukWorld *world, const AukRange *range, bool sensors)
{
    const AukPairWork *pairs = &world->pairs;
    const AukTouches *last = last_touches(&world->output, sensors), *next = last_touches(&world->next, sensors);
    int pair = range->first, pair_end = range->end;
    Merge merge = {.world = world,
                   .last = last,
                   .touches = last->contacts.items,
                   .contacts = next->contacts.items,
                   .pairs = pairs->records.items,
                   .touch = pair > 0 ? auk__touches_before(pairs, last, pair) : 0,
                   .touch_end = auk__touches_before(pairs, last, pair_end),
                   .pair = pair,
                   .pair_end = pair_end,
                   .change_count = range->counts[AUK_COUNT_CHANGES + sensors],
                   .first_contact = pair > 0 ? auk__touches_before(pairs, next, pair) : 0,
                   .contact_end = auk__touches_before(pairs, next, pair_end),
                   .sensors = sensors};
    merge.changes = merge.change_count > 0 ? (const AukPairChange *)pairs->changes[sensors].items + range->place : NULL;
    merge.contact = merge.first_contact;
    return merge;
}

// ---- the phase ----

// The events of one sort. A range has its room in each list, and there may be more room than events.
typedef struct Derivation {
    AukWorld *world;
    AukBuffer *lists; // by kind
    bool sensors;
    int places[AUK_RANGES_MAX + 1][KINDS]; // of the room of a range; then that of all
    int counts[AUK_RANGES_MAX][KINDS];     // events that a range has written
} Derivation;

// Sets the room of each range. A begin takes a pair that did not touch, and touches or met. An end takes such a pair,
// or a touch of the last step, that does not touch now.
static void place_ranges(Derivation *derivation, const AukRanges *ranges)
{
    memset(derivation->places[0], 0, sizeof derivation->places[0]);
    for (int i = 0; i < ranges->count; i++) {
        const AukRange *range = &ranges->items[i];
        Merge merge = merge_of(derivation->world, range, derivation->sensors);
        int begins = range->counts[AUK_COUNT_BEGINS + derivation->sensors];
        int touched = merge.touch_end - merge.touch;
        int touching = range->counts[derivation->sensors ? AUK_COUNT_SENSORS : AUK_COUNT_SOLIDS];
        derivation->places[i + 1][AUK_EVENT_BEGIN] = derivation->places[i][AUK_EVENT_BEGIN] + begins;
        derivation->places[i + 1][AUK_EVENT_END] = derivation->places[i][AUK_EVENT_END] + touched + begins - touching;
    }
}

static void derive_range(void *context, AukRange *range)
{
    Derivation *derivation = context;
    const int *places = derivation->places[range->number], *ends = derivation->places[range->number + 1];
    Merge merge = merge_of(derivation->world, range, derivation->sensors);
    for (int kind = 0; kind < KINDS; kind++) {
        merge.events[kind].items = auk__buffer_at(&derivation->lists[kind], sizeof(AukEvent), places[kind]);
        merge.events[kind].capacity = ends[kind] - places[kind];
    }
    merge_lists(&merge);
    for (int kind = 0; kind < KINDS; kind++) {
        fill_events(&derivation->world->bodies, &merge.events[kind]);
        derivation->counts[range->number][kind] = merge.events[kind].count;
    }
}

// Moves the events of the ranges together, where a range had more room than events.
static void join_events(const Derivation *derivation, int ranges, AukEventKind kind)
{
    AukBuffer *list = &derivation->lists[kind];
    AukEvent *events = list->items;
    list->count = 0;
    for (int i = 0; i < ranges; i++) {
        int place = derivation->places[i][kind], count = derivation->counts[i][kind];
        if (place > list->count && count > 0) {
            memmove(events + list->count, events + place, (size_t)count * sizeof *events);
        }
        list->count += count;
    }
}

static AukStatus derive(AukWorld *world, bool sensors)
{
    static const AukRange no_pairs = {.number = 0}; // but touches may end
    AukRanges *ranges = &world->ranges;
    if (ranges->count == 0) {
        ranges->items[ranges->count++] = no_pairs;
    }
    Derivation derivation;
    derivation.world = world;
    derivation.lists = &world->next.events[sensors ? AUK_EVENT_ENTER : AUK_EVENT_BEGIN];
    derivation.sensors = sensors;
    place_ranges(&derivation, ranges);
    for (int kind = 0; kind < KINDS; kind++) {
        int room = derivation.places[ranges->count][kind];
        if (!auk__buffer_reserve(&derivation.lists[kind], sizeof(AukEvent), room)) {
            return AUK_ERROR_OUT_OF_MEMORY;
        }
    }
    (void)auk__parallel_again(&world->parallel, derive_range, &derivation, ranges); // cannot fail: there is room
    for (int kind = 0; kind < KINDS; kind++) {
        join_events(&derivation, ranges->count, (AukEventKind)kind);
    }
    return AUK_OK;
}

AukStatus auk__events_derive(AukWorld *world)
{
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        world->next.events[kind].count = 0;
    }
    bool sensors = world->pairs.sensor_count > 0 || world->output.sensors.touches.count > 0;
    AukStatus status = derive(world, false);
    if (!status && sensors) {
        status = derive(world, true);
    }
    world->next.overlaps.count = 0;
    return status || world->next.sensors.touches.count == 0 ? status : auk__events_overlaps(world);
}
