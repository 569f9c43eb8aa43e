// Events by comparing two steps: P, what touched after the last step; H, what met during this step's motion; C, what
// touches now. Both lists are sorted by the same key, so one merge per sort (solids, sensors) visits every pair of
// shapes once, group by group of equal bodies.
//     begin: not P, and (C or H)     end: not C, and (P or H)     persist: P and C
// Hence every begin has exactly one end: a pair that is not in C leaves no touch behind to be ended later.
#include "world/step.h"

#include <string.h>

// One pair of shapes in the merge.
typedef struct Entry {
    const AukTouch *touch; // of the last step, or null
    const AukPair *pair;   // of this step, or null
    bool was, is, met;     // P, C, H
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
        if (pair->sensor == merge->sensors && (pair->previous >= 0 || pair->touching || pair->hit)) {
            return pair;
        }
    }
    return NULL;
}

static bool touch_is_first(const AukTouch *touch, const AukPair *pair)
{
    if (touch->body_a.index != pair->body_a) {
        return touch->body_a.index < pair->body_a;
    }
    if (touch->body_b.index != pair->body_b) {
        return touch->body_b.index < pair->body_b;
    }
    if (touch->shape_a.index != pair->shape_a) {
        return touch->shape_a.index < pair->shape_a;
    }
    return touch->shape_b.index <= pair->shape_b; // of equal keys with other generations, the old one ends first
}

static bool next_entry(Merge *merge, Entry *entry)
{
    const AukTouch *touches = merge->last->touches.items;
    const AukTouch *touch = merge->touch < merge->last->touches.count ? &touches[merge->touch] : NULL;
    const AukPair *pair = next_pair(merge);
    if (!touch && !pair) {
        return false;
    }
    memset(entry, 0, sizeof *entry);
    bool same = touch && pair && pair->previous == merge->touch;
    if (same || (touch && (!pair || touch_is_first(touch, pair)))) {
        entry->touch = touch;
        entry->was = true;
        merge->touch++;
    }
    if (same || !entry->was) {
        entry->pair = pair;
        entry->is = pair->touching;
        entry->met = pair->hit;
        merge->pair++;
    }
    return true;
}

// Fills the parts of an event that name the pair. In events of sensors a is the sensor. The user data of a destroyed
// body is still in its slot, which is not given out while the last step's arrays name it.
static void name_pair(const AukWorld *world, const Entry *entry, bool sensors, AukEvent *event)
{
    bool swap = false;
    if (entry->pair) {
        const AukPair *pair = entry->pair;
        event->body_a = auk__body_id(world, pair->body_a), event->body_b = auk__body_id(world, pair->body_b);
        event->shape_a = auk__shape_id(world, pair->shape_a), event->shape_b = auk__shape_id(world, pair->shape_b);
        swap = sensors && !auk__part(world, pair->shape_a)->sensor;
    } else {
        const AukTouch *touch = entry->touch;
        event->body_a = touch->body_a, event->body_b = touch->body_b;
        event->shape_a = touch->shape_a, event->shape_b = touch->shape_b;
        swap = touch->sensor_is_b;
    }
    if (swap) {
        AukBodyId body = event->body_a;
        AukShapeId shape = event->shape_a;
        event->body_a = event->body_b, event->body_b = body;
        event->shape_a = event->shape_b, event->shape_b = shape;
    }
    event->user_data_a = auk__body(world, event->body_a.index)->user_data;
    event->user_data_b = auk__body(world, event->body_b.index)->user_data;
}

static AukStatus write_event(AukWorld *world, const Entry *entry, bool sensors, AukEventKind kind)
{
    AukEventKind shown = sensors ? (AukEventKind)(kind + AUK_EVENT_ENTER) : kind;
    AukEvent *event = auk__buffer_push(&world->next.events[shown], sizeof *event);
    if (!event) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    memset(event, 0, sizeof *event);
    event->kind = shown;
    event->fraction = kind == AUK_EVENT_BEGIN && entry->met ? entry->pair->hit_fraction : 1.0f;
    name_pair(world, entry, sensors, event);
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

static AukStatus derive(AukWorld *world, const AukTouches *last, bool sensors)
{
    Merge merge = {world, last, sensors, 0, 0};
    Group group = open_group(world, (AukBodyId){0, 0}, (AukBodyId){0, 0}, sensors);
    Entry entry;
    while (next_entry(&merge, &entry)) {
        AukBodyId a = entry.touch ? entry.touch->body_a : auk__body_id(world, entry.pair->body_a);
        AukBodyId b = entry.touch ? entry.touch->body_b : auk__body_id(world, entry.pair->body_b);
        if (!auk_body_id_equal(a, group.a) || !auk_body_id_equal(b, group.b)) {
            close_group(world, &group, sensors);
            group = open_group(world, a, b, sensors);
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
    return status ? status : derive(world, &world->output.sensors, true);
}
