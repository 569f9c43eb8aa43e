// Getters of the results of the last step.
#include "world/state/results.h"

#include "world/state/contact_links.h"

bool auk__touches_reserve(AukTouches *touches, int pairs)
{
    return auk__buffer_reserve(&touches->touches, sizeof(AukTouch), pairs) &&
           auk__buffer_reserve(&touches->contacts, sizeof(AukContact), pairs) &&
           auk__buffer_reserve(&touches->links, sizeof(int), pairs);
}

// A buffer of an output, and what it needs for a world of some size.
typedef struct OutputBuffer {
    AukBuffer *buffer;
    size_t item_size;
    int capacity;
} OutputBuffer;

enum { SINGLE_BUFFERS = 8, OUTPUT_BUFFERS = SINGLE_BUFFERS + AUK_EVENT_KIND_COUNT };

static void list_buffers(AukOutput *output, int pairs, int hits, OutputBuffer list[OUTPUT_BUFFERS])
{
    const OutputBuffer buffers[SINGLE_BUFFERS] = {
        {&output->solids.touches, sizeof(AukTouch), pairs},
        {&output->solids.contacts, sizeof(AukContact), pairs},
        {&output->solids.links, sizeof(int), pairs},
        {&output->sensors.touches, sizeof(AukTouch), pairs},
        {&output->sensors.contacts, sizeof(AukContact), pairs},
        {&output->sensors.links, sizeof(int), pairs},
        {&output->overlaps, sizeof(AukOverlap), 2 * pairs}, // two sensors contain each other
        {&output->hits, sizeof(AukHit), hits}};
    memcpy(list, buffers, sizeof buffers);
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        OutputBuffer events = {&output->events[kind], sizeof(AukEvent), pairs};
        list[SINGLE_BUFFERS + kind] = events;
    }
}

bool auk__output_reserve(AukOutput *output, int pairs, int hits)
{
    OutputBuffer list[OUTPUT_BUFFERS];
    list_buffers(output, pairs, hits, list);
    bool room = true;
    for (int i = 0; i < OUTPUT_BUFFERS && room; i++) {
        room = auk__buffer_reserve(list[i].buffer, list[i].item_size, list[i].capacity);
    }
    return room;
}

// True if the output has room for a world of that size, or nothing in it that a caller may point to.
static bool may_grow(AukOutput *output, int pairs, int hits)
{
    OutputBuffer list[OUTPUT_BUFFERS];
    list_buffers(output, pairs, hits, list);
    bool room = true, empty = true;
    for (int i = 0; i < OUTPUT_BUFFERS; i++) {
        room = room && list[i].capacity <= list[i].buffer->capacity;
        empty = empty && list[i].buffer->count == 0;
    }
    return room || empty;
}

bool auk__output_reserve_later(AukOutput *output, AukOutput *larger, int pairs, int hits)
{
    return auk__output_reserve(may_grow(output, pairs, hits) ? output : larger, pairs, hits);
}

void auk__output_take_larger(AukOutput *output, AukOutput *larger)
{
    static const AukOutput none;
    OutputBuffer list[OUTPUT_BUFFERS];
    list_buffers(larger, 0, 0, list);
    bool any = false;
    for (int i = 0; i < OUTPUT_BUFFERS; i++) {
        any = any || list[i].buffer->capacity > 0;
    }
    if (any) {
        auk__output_release(output);
        *output = *larger;
        *larger = none;
    }
}

void auk__output_release(AukOutput *output)
{
    OutputBuffer list[OUTPUT_BUFFERS];
    list_buffers(output, 0, 0, list);
    for (int i = 0; i < OUTPUT_BUFFERS; i++) {
        auk__buffer_free(list[i].buffer);
    }
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
