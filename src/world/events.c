// Events by comparing two steps: P, what touched after the last step; H, what met during this step's motion; C, what
// touches now. Both lists are sorted by the same key, so one merge per sort (solids, sensors) visits every pair of
// shapes once, group by group of equal bodies.
//     begin: not P, and (C or H)     end: not C, and (P or H)     persist: P and C
// Hence every begin has exactly one end: a pair that is not in C leaves no touch behind to be ended later.
#include "base/prefetch.h"
#include "world/order.h"
#include "world/step.h"

#include <string.h>

// Which two shapes; a has the smaller body.
typedef struct Names {
    AukBodyId body_a, body_b;
    AukShapeId shape_a, shape_b;
    bool sensor_is_b;
} Names;

// What is known of two pieces, or, added up, of two shapes.
typedef struct Entry {
    Names names;
    bool was, is, met; // P, C, H
    float fraction;    // of the earliest meeting; 1 without one
} Entry;

typedef struct Merge {
    AukWorld *world;
    const AukTouches *last;
    bool sensors;
    int touch, pair; // where the two lists are
} Merge;

static const AukPair *next_pair(Merge *merge)
{
    const AukPair *pairs = merge->world->pairs.items;
    for (; merge->pair < merge->world->pairs.count; merge->pair++) {
        const AukPair *pair = &pairs[merge->pair];
        if (merge->pair + AUK_PREFETCH_AHEAD < merge->world->pairs.count) {
            const AukPair *ahead = pair + AUK_PREFETCH_AHEAD;
            AUK_PREFETCH(&auk__body(merge->world, ahead->body_a)->user_data);
            AUK_PREFETCH(&auk__body(merge->world, ahead->body_b)->user_data);
        }
        if (pair->sensor == merge->sensors && (pair->previous >= 0 || pair->touching || pair->hit)) {
            return pair;
        }
    }
    return NULL;
}

static Names names_of_touch(const AukTouch *touch)
{
    Names names = {touch->body_a, touch->body_b, touch->shape_a, touch->shape_b, touch->sensor_is_b};
    return names;
}

static Names names_of_pair(const AukWorld *world, const AukPair *pair)
{
    Names names = {auk__body_id(world, pair->body_a), auk__body_id(world, pair->body_b),
                   auk__shape_id(world, pair->shape_a), auk__shape_id(world, pair->shape_b),
                   pair->sensor && !auk__part(world, pair->shape_a)->sensor};
    return names;
}

static bool next_piece(Merge *merge, Entry *entry)
{
    const AukTouch *touches = merge->last->touches.items;
    const AukTouch *touch = merge->touch < merge->last->touches.count ? &touches[merge->touch] : NULL;
    const AukPair *pair = next_pair(merge);
    if (!touch && !pair) {
        return false;
    }
    memset(entry, 0, sizeof *entry);
    entry->fraction = 1.0f;
    bool same = touch && pair && pair->previous == merge->touch;
    // of equal keys with other generations, the old one ends first
    if (same || (touch && (!pair || auk__pair_against_touch(pair, touch) >= 0))) {
        entry->names = names_of_touch(touch);
        entry->was = true;
        merge->touch++;
    }
    if (same || !entry->was) {
        if (!same) {
            entry->names = names_of_pair(merge->world, pair);
        } else if (pair->sensor) {
            entry->names.sensor_is_b = !auk__part(merge->world, pair->shape_a)->sensor; // it may be the other one now
        }
        entry->is = pair->touching;
        entry->met = pair->hit;
        entry->fraction = pair->hit ? pair->hit_fraction : 1.0f;
        merge->pair++;
    }
    return true;
}

static bool same_shapes(const Names *a, const Names *b)
{
    return auk_body_id_equal(a->body_a, b->body_a) && auk_body_id_equal(a->body_b, b->body_b) &&
           auk_shape_id_equal(a->shape_a, b->shape_a) && auk_shape_id_equal(a->shape_b, b->shape_b);
}

// In events of sensors a is the sensor. The user data of a destroyed body is still in its slot, which is not given out
// while the last step's arrays name it.
static AukStatus write_event(AukWorld *world, const Entry *entry, bool sensors, AukEventKind kind)
{
    AukEventKind shown = sensors ? (AukEventKind)(kind + AUK_EVENT_ENTER) : kind;
    AukEvent *event = auk__buffer_push(&world->next.events[shown], sizeof *event);
    if (!event) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    memset(event, 0, sizeof *event);
    const Names *names = &entry->names;
    bool swap = names->sensor_is_b;
    event->kind = shown;
    event->fraction = kind == AUK_EVENT_BEGIN ? entry->fraction : 1.0f;
    event->body_a = swap ? names->body_b : names->body_a;
    event->body_b = swap ? names->body_a : names->body_b;
    event->shape_a = swap ? names->shape_b : names->shape_a;
    event->shape_b = swap ? names->shape_a : names->shape_b;
    event->user_data_a = auk__body(world, event->body_a.index)->user_data;
    event->user_data_b = auk__body(world, event->body_b.index)->user_data;
    return AUK_OK;
}

static AukStatus write_events(AukWorld *world, const Entry *entry, bool sensors)
{
    AukStatus status = AUK_OK;
    if (!entry->was && (entry->is || entry->met)) {
        status = write_event(world, entry, sensors, AUK_EVENT_BEGIN);
    }
    if (!status && entry->was && entry->is) {
        status = write_event(world, entry, sensors, AUK_EVENT_PERSIST);
    }
    if (!status && !entry->is && (entry->was || entry->met)) {
        status = write_event(world, entry, sensors, AUK_EVENT_END);
    }
    return status;
}

// What is known of two bodies while their shapes go by.
typedef struct Group {
    AukBodyId a, b;
    bool was, is;
    int first_begin; // count of begin events before the group
    int ends;        // count of end events before the group
} Group;

static Group open_group(const AukWorld *world, AukBodyId a, AukBodyId b, bool sensors)
{
    Group group = {a, b, false, false, 0, 0};
    group.first_begin = world->next.events[sensors ? AUK_EVENT_ENTER : AUK_EVENT_BEGIN].count;
    group.ends = world->next.events[sensors ? AUK_EVENT_LEAVE : AUK_EVENT_END].count;
    return group;
}

// Marks the body-level begin (the first of the group, if nothing touched before) and end (the last, if nothing does
// now).
static void close_group(AukWorld *world, const Group *group, bool sensors)
{
    AukBuffer *begins = &world->next.events[sensors ? AUK_EVENT_ENTER : AUK_EVENT_BEGIN];
    AukBuffer *ends = &world->next.events[sensors ? AUK_EVENT_LEAVE : AUK_EVENT_END];
    if (!group->was && begins->count > group->first_begin) {
        ((AukEvent *)begins->items)[group->first_begin].bodies = true;
    }
    if (!group->is && ends->count > group->ends) {
        ((AukEvent *)ends->items)[ends->count - 1].bodies = true;
    }
}

// Adds up the pieces of the next two shapes. `ahead` holds the piece that was read too far, if `has_ahead`.
static bool next_shapes(Merge *merge, Entry *ahead, bool *has_ahead, Entry *sum)
{
    if (!*has_ahead && !next_piece(merge, ahead)) {
        return false;
    }
    *sum = *ahead;
    while ((*has_ahead = next_piece(merge, ahead)) && same_shapes(&ahead->names, &sum->names)) {
        sum->was = sum->was || ahead->was;
        sum->is = sum->is || ahead->is;
        sum->met = sum->met || ahead->met;
        sum->fraction = ahead->fraction < sum->fraction ? ahead->fraction : sum->fraction;
    }
    return true;
}

static AukStatus derive(AukWorld *world, const AukTouches *last, bool sensors)
{
    Merge merge = {world, last, sensors, 0, 0};
    AukBodyId none = {0, 0};
    Group group = open_group(world, none, none, sensors);
    Entry entry, ahead;
    bool has_ahead = false;
    while (next_shapes(&merge, &ahead, &has_ahead, &entry)) {
        if (!auk_body_id_equal(entry.names.body_a, group.a) || !auk_body_id_equal(entry.names.body_b, group.b)) {
            close_group(world, &group, sensors);
            group = open_group(world, entry.names.body_a, entry.names.body_b, sensors);
        }
        group.was = group.was || entry.was;
        group.is = group.is || entry.is;
        AukStatus status = write_events(world, &entry, sensors);
        if (status) {
            return status;
        }
    }
    close_group(world, &group, sensors);
    return AUK_OK;
}

AukStatus auk__events_derive(AukWorld *world)
{
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        world->next.events[kind].count = 0;
    }
    AukStatus status = derive(world, &world->output.solids, false);
    bool sensors = world->sensor_pairs > 0 || world->output.sensors.touches.count > 0;
    return status || !sensors ? status : derive(world, &world->output.sensors, true);
}
