// Getters of the results of the last step.
#include "world/state/results.h"

#include "world/state/contact_links.h"

bool auk__output_reserve(AukOutput *output, int bodies, int pairs, int hits)
{
    bool room = auk__buffer_reserve(&output->solids.touches, sizeof(AukTouch), pairs) &&
                auk__buffer_reserve(&output->solids.contacts, sizeof(AukContact), pairs) &&
                auk__buffer_reserve(&output->sensors.touches, sizeof(AukTouch), pairs) &&
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
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        auk__buffer_free(&output->events[kind]);
    }
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

AukHits auk_world_hits(const AukWorld *world)
{
    AukHits hits = {NULL, 0};
    if (world) {
        hits.items = world->output.hits.items;
        hits.count = world->output.hits.count;
    }
    return hits;
}
