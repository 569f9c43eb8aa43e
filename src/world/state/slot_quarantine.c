// Every body and part has a note, `named`: the number of the last time at which a result array named it. Writing the
// notes reads memory in random order, and only destruction needs them, so they are written on the first call after a
// step. The numbers come from a counter of their own, not from the steps, since a step number repeats after a restore.
// Invariant: while world->quarantine.noted, the result arrays name a slot exactly if its note equals
// world->quarantine.notes.
#include "world/state/slot_quarantine.h"

static void note_touches(AukWorld *world, const AukTouches *list)
{
    const AukTouch *touches = list->touches.items;
    for (int i = 0; i < list->touches.count; i++) {
        auk__body(&world->bodies, touches[i].body_a.index)->named = world->quarantine.notes;
        auk__body(&world->bodies, touches[i].body_b.index)->named = world->quarantine.notes;
        auk__part(&world->parts, touches[i].shape_a.index)->named = world->quarantine.notes;
        auk__part(&world->parts, touches[i].shape_b.index)->named = world->quarantine.notes;
    }
}

// Contacts and overlaps have the names of touches. The shapes of a hit touch at the end of the step, or have an event.
static void note_names(AukWorld *world)
{
    if (world->quarantine.noted) {
        return;
    }
    world->quarantine.noted = true;
    world->quarantine.notes++;
    note_touches(world, &world->output.solids);
    note_touches(world, &world->output.sensors);
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        const AukEvent *events = world->output.events[kind].items;
        for (int i = 0; i < world->output.events[kind].count; i++) {
            auk__body(&world->bodies, events[i].body_a.index)->named = world->quarantine.notes;
            auk__body(&world->bodies, events[i].body_b.index)->named = world->quarantine.notes;
            auk__part(&world->parts, events[i].shape_a.index)->named = world->quarantine.notes;
            auk__part(&world->parts, events[i].shape_b.index)->named = world->quarantine.notes;
        }
    }
}

bool auk__quarantine_holds_body(AukWorld *world, uint32_t index)
{
    note_names(world);
    return auk__body(&world->bodies, index)->named == world->quarantine.notes;
}

bool auk__quarantine_holds_part(AukWorld *world, uint32_t index)
{
    note_names(world);
    return auk__part(&world->parts, index)->named == world->quarantine.notes;
}

void auk__quarantine_update(AukWorld *world)
{
    uint32_t *bodies = world->bodies.quarantined.items, *parts = world->parts.quarantined.items;
    int kept = 0;
    if (world->bodies.quarantined.count > 0 || world->parts.quarantined.count > 0) {
        note_names(world);
        world->save.structure_known = false;
    }
    for (int i = 0; i < world->bodies.quarantined.count; i++) {
        AukBody *body = auk__body(&world->bodies, bodies[i]);
        if (body->named == world->quarantine.notes) {
            bodies[kept++] = bodies[i];
        } else {
            body->quarantined = false;
            auk__slots_free(&world->bodies.slots, bodies[i]);
        }
    }
    world->bodies.quarantined.count = kept;
    kept = 0;
    for (int i = 0; i < world->parts.quarantined.count; i++) {
        AukPart *part = auk__part(&world->parts, parts[i]);
        if (part->named == world->quarantine.notes) {
            parts[kept++] = parts[i];
        } else {
            part->quarantined = false;
            auk__slots_free(&world->parts.slots, parts[i]);
        }
    }
    world->parts.quarantined.count = kept;
}
