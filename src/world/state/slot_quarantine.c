// A slot that a result array still names is not given to another body or part. A marking finds such slots: it writes
// its number to `named` of every body and part that a result array names. It reads memory in random order, and only
// destruction needs it, so it is done on the first destruction after a step. Markings are numbered by a counter of
// their own, not by steps, since a step number repeats after a restore.
// Invariant: while world->quarantine.marked, the result arrays name a slot exactly if its `named` equals
// world->quarantine.marking.
#include "world/state/slot_quarantine.h"

static void mark_touched(AukWorld *world, const AukTouches *list)
{
    const AukContact *touches = list->contacts.items;
    for (int i = 0; i < list->contacts.count; i++) {
        auk__body_details(&world->bodies, touches[i].body_a.index)->named = world->quarantine.marking;
        auk__body_details(&world->bodies, touches[i].body_b.index)->named = world->quarantine.marking;
        auk__part_details(&world->parts, touches[i].shape_a.index)->named = world->quarantine.marking;
        auk__part_details(&world->parts, touches[i].shape_b.index)->named = world->quarantine.marking;
    }
}

// Overlaps have the names of touches. The shapes of a hit touch at the end of the step, or have an event.
static void mark_names(AukWorld *world)
{
    if (world->quarantine.marked) {
        return;
    }
    world->quarantine.marked = true;
    world->quarantine.marking++;
    mark_touched(world, &world->output.solids);
    mark_touched(world, &world->output.sensors);
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        const AukEvent *events = world->output.events[kind].items;
        for (int i = 0; i < world->output.events[kind].count; i++) {
            auk__body_details(&world->bodies, events[i].body_a.index)->named = world->quarantine.marking;
            auk__body_details(&world->bodies, events[i].body_b.index)->named = world->quarantine.marking;
            auk__part_details(&world->parts, events[i].shape_a.index)->named = world->quarantine.marking;
            auk__part_details(&world->parts, events[i].shape_b.index)->named = world->quarantine.marking;
        }
    }
}

bool auk__quarantine_holds_body(AukWorld *world, uint32_t index)
{
    mark_names(world);
    return auk__body_details(&world->bodies, index)->named == world->quarantine.marking;
}

bool auk__quarantine_holds_part(AukWorld *world, uint32_t index)
{
    mark_names(world);
    return auk__part_details(&world->parts, index)->named == world->quarantine.marking;
}

void auk__quarantine_update(AukWorld *world)
{
    uint32_t *bodies = world->bodies.quarantined.items, *parts = world->parts.quarantined.items;
    int kept = 0;
    if (world->bodies.quarantined.count > 0 || world->parts.quarantined.count > 0) {
        mark_names(world);
        world->save.structure_known = false;
    }
    for (int i = 0; i < world->bodies.quarantined.count; i++) {
        if (auk__body_details(&world->bodies, bodies[i])->named == world->quarantine.marking) {
            bodies[kept++] = bodies[i];
        } else {
            auk__body(&world->bodies, bodies[i])->quarantined = false;
            auk__slots_free(&world->bodies.slots, bodies[i]);
        }
    }
    world->bodies.quarantined.count = kept;
    kept = 0;
    for (int i = 0; i < world->parts.quarantined.count; i++) {
        if (auk__part_details(&world->parts, parts[i])->named == world->quarantine.marking) {
            parts[kept++] = parts[i];
        } else {
            auk__part(&world->parts, parts[i])->quarantined = false;
            auk__slots_free(&world->parts.slots, parts[i]);
        }
    }
    world->parts.quarantined.count = kept;
}
