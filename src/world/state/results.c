// Getters of the results of the last step.
#include "world/state/results.h"

#include "world/state/contact_links.h"

bool auk__touches_reserve(AukTouches *touches, int pairs)
{
    return auk__buffer_reserve(&touches->touches, sizeof(AukTouch), pairs) &&
           auk__buffer_reserve(&touches->contacts, sizeof(AukContact), pairs);
}

bool auk__output_reserve(AukOutput *output, int bodies, int pairs, int hits)
{
    bool room = auk__touches_reserve(&output->solids, pairs) && auk__touches_reserve(&output->sensors, pairs) &&
                auk__buffer_reserve(&output->overlaps, sizeof(AukOverlap), pairs) &&
                auk__buffer_reserve(&output->links, sizeof(int), pairs) &&
                auk__buffer_reserve(&output->heads, sizeof(int), bodies) &&
                auk__buffer_reserve(&output->hits, sizeof(AukHit), hits);
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT && room; kind++) {
        room = auk__buffer_reserve(&output->events[kind], sizeof(AukEvent), pairs);
    }
    return room;
}

void auk__output_release(AukOutput *output)
{
    auk__buffer_free(&output->solids.touches);
    auk__buffer_free(&output->solids.contacts);
    auk__buffer_free(&output->sensors.touches);
    auk__buffer_free(&output->sensors.contacts);
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        auk__buffer_free(&output->events[kind]);
    }
    auk__buffer_free(&output->overlaps);
    auk__buffer_free(&output->hits);
    auk__buffer_free(&output->links);
    auk__buffer_free(&output->heads);
}

AukContacts auk_world_contacts(const AukWorld *world)
{
    AukContacts contacts = {NULL, 0};
    if (world) {
        contacts.items = world->output.solids.contacts.items;
        contacts.count = world->output.solids.contacts.count;
    }
    return contacts;
}

int auk_body_contacts(const AukWorld *world, AukBodyId body, int *out, int capacity)
{
    if (!world) {
        return 0;
    }
    const AukContact *contacts = world->output.solids.contacts.items;
    AukContactWalk walk = auk__contacts_of(&world->output, body.index);
    int count = 0;
    for (int i = auk__contacts_next(&walk); i >= 0; i = auk__contacts_next(&walk)) {
        bool is_a = contacts[i].body_a.index == body.index;
        if (!auk_body_id_equal(is_a ? contacts[i].body_a : contacts[i].body_b, body)) {
            return 0; // the id is of an earlier or later body in this slot
        }
        if (out && count >= capacity) {
            break;
        }
        if (out) {
            out[count] = i;
        }
        count++;
    }
    return count;
}

AukEvents auk_world_events(const AukWorld *world, AukEventKind kind)
{
    AukEvents events = {NULL, 0};
    if (world && (unsigned)kind < AUK_EVENT_KIND_COUNT) {
        events.items = world->output.events[kind].items;
        events.count = world->output.events[kind].count;
    }
    return events;
}

AukOverlaps auk_world_overlaps(const AukWorld *world)
{
    AukOverlaps overlaps = {NULL, 0};
    if (world) {
        overlaps.items = world->output.overlaps.items;
        overlaps.count = world->output.overlaps.count;
    }
    return overlaps;
}

// The number of overlaps whose sensor has a smaller index.
static int overlaps_before(const AukOverlaps *all, uint32_t sensor)
{
    int first = 0, end = all->count;
    while (first < end) {
        int middle = first + (end - first) / 2;
        bool before = all->items[middle].shape_a.index < sensor;
        first = before ? middle + 1 : first;
        end = before ? end : middle;
    }
    return first;
}

AukOverlaps auk_world_shape_overlaps(const AukWorld *world, AukShapeId sensor)
{
    AukOverlaps all = auk_world_overlaps(world), some = {NULL, 0};
    int first = overlaps_before(&all, sensor.index), end = first;
    while (end < all.count && auk_shape_id_equal(all.items[end].shape_a, sensor)) {
        end++;
    }
    if (end > first) {
        some.items = all.items + first;
        some.count = end - first;
    }
    return some;
}

AukHits auk_world_hits(const AukWorld *world)
{
    AukHits hits = {NULL, 0};
    if (world) {
        hits.items = world->output.hits.items;
        hits.count = world->output.hits.count;
    }
    return hits;
}
