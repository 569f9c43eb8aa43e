// A slot that a result array still names is not given to another body or part. A marking finds such slots: it sets a
// bit for every body and part that a result array names. It reads and writes in random order, and only destruction
// needs it, so it is done on the first destruction after a step. With a bit for each slot what it writes fits a cache.
// Invariant: while world->quarantine.marked, the result arrays name a slot exactly if it existed at the marking and its
// bit is set. The bits of later slots are not known.
#include "world/state/slot_quarantine.h"

#include <string.h>

static inline bool slot_is_named(const AukSlotBits *named, int marked, uint32_t slot)
{
    return slot < (uint32_t)marked && auk__slot_bit(named, slot);
}

static void clear_names(AukSlotBits *named, int slots)
{
    if (named->capacity > 0) {
        memset(named->items, 0, (size_t)auk__slot_bits_words(slots) * sizeof(uint64_t));
    }
}

static inline void name_all(AukWorld *world, AukBodyId body_a, AukBodyId body_b, AukShapeId shape_a, AukShapeId shape_b)
{
    auk__slot_bit_set(&world->bodies.named, body_a.index, true);
    auk__slot_bit_set(&world->bodies.named, body_b.index, true);
    auk__slot_bit_set(&world->parts.named, shape_a.index, true);
    auk__slot_bit_set(&world->parts.named, shape_b.index, true);
}

static void mark_touched(AukWorld *world, const AukTouches *list)
{
    const AukContact *touches = list->contacts.items;
    for (int i = 0; i < list->contacts.count; i++) {
        name_all(world, touches[i].body_a, touches[i].body_b, touches[i].shape_a, touches[i].shape_b);
    }
}

// Overlaps have the names of touches. The shapes of a hit touch at the end of the step, or have an event.
static void mark_names(AukWorld *world)
{
    if (world->quarantine.marked) {
        return;
    }
    world->quarantine.marked = true;
    world->quarantine.bodies = world->bodies.slots.count;
    world->quarantine.parts = world->parts.slots.count;
    clear_names(&world->bodies.named, world->quarantine.bodies);
    clear_names(&world->parts.named, world->quarantine.parts);
    mark_touched(world, &world->output.solids);
    mark_touched(world, &world->output.sensors);
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        const AukEvent *events = world->output.events[kind].items;
        for (int i = 0; i < world->output.events[kind].count; i++) {
            name_all(world, events[i].body_a, events[i].body_b, events[i].shape_a, events[i].shape_b);
        }
    }
}

bool auk__quarantine_holds_body(AukWorld *world, uint32_t index)
{
    mark_names(world);
    return slot_is_named(&world->bodies.named, world->quarantine.bodies, index);
}

bool auk__quarantine_holds_part(AukWorld *world, uint32_t index)
{
    mark_names(world);
    return slot_is_named(&world->parts.named, world->quarantine.parts, index);
}

// Whether a slot in quarantine stays there, which its record says too.
static bool body_stays(AukWorld *world, uint32_t index)
{
    return auk__body(&world->bodies, index)->quarantined = auk__quarantine_holds_body(world, index);
}

static bool part_stays(AukWorld *world, uint32_t index)
{
    return auk__part(&world->parts, index)->quarantined = auk__quarantine_holds_part(world, index);
}

// Frees the slots that do not stay.
static void release_slots(AukWorld *world, bool (*stays)(AukWorld *, uint32_t), AukSlotList *quarantined,
                          AukSlotRecords records, AukSlots *slots)
{
    uint32_t index = quarantined->oldest, after;
    for (int left = quarantined->count; left > 0; left--, index = after) {
        after = auk__slot_list_after(records, index);
        if (!stays(world, index)) {
            auk__slot_list_remove(quarantined, records, index);
            auk__slots_free(slots, records, index);
        }
    }
}

void auk__quarantine_update(AukWorld *world)
{
    if (world->bodies.quarantined.count > 0 || world->parts.quarantined.count > 0) {
        mark_names(world);
        world->save.structure_known = false;
        release_slots(world, body_stays, &world->bodies.quarantined, auk__body_slot_records(&world->bodies),
                      &world->bodies.slots);
        release_slots(world, part_stays, &world->parts.quarantined, auk__part_slot_records(&world->parts),
                      &world->parts.slots);
    }
}
