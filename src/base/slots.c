// See the header. Retiring a slot increments its generation, so its next id differs from all earlier ones, until the
// generation wraps after 2^32 - 1 uses of one slot. Generation 0 is skipped, since it is the null id's.
#include "base/slots.h"

#include "base/assert.h"
#include "base/stb.h"

#include <string.h>

// The neighbours of a slot in its list, or AUK_NO_INDEX.
typedef struct SlotLinks {
    uint32_t older, newer;
} SlotLinks;

// By memcpy(), since the memory belongs to records of another type.
static SlotLinks links_of(AukSlotRecords records, uint32_t index)
{
    SlotLinks links;
    memcpy(&links, records.items + index * records.size, sizeof links);
    return links;
}

static void links_set(AukSlotRecords records, uint32_t index, SlotLinks links)
{
    memcpy(records.items + index * records.size, &links, sizeof links);
}

// Makes `newer` follow a slot; AUK_NO_INDEX: it becomes the oldest.
static void set_newer(AukSlotList *list, AukSlotRecords records, uint32_t index, uint32_t newer)
{
    if (index == AUK_NO_INDEX) {
        list->oldest = newer;
    } else {
        SlotLinks links = {links_of(records, index).older, newer};
        links_set(records, index, links);
    }
}

// Makes `older` precede a slot; AUK_NO_INDEX: it becomes the newest.
static void set_older(AukSlotList *list, AukSlotRecords records, uint32_t index, uint32_t older)
{
    if (index == AUK_NO_INDEX) {
        list->newest = older;
    } else {
        SlotLinks links = {older, links_of(records, index).newer};
        links_set(records, index, links);
    }
}

void auk__slot_list_add(AukSlotList *list, AukSlotRecords records, uint32_t index)
{
    SlotLinks links = {list->count > 0 ? list->newest : AUK_NO_INDEX, AUK_NO_INDEX};
    set_newer(list, records, links.older, index);
    links_set(records, index, links);
    list->newest = index;
    list->count++;
}

void auk__slot_list_remove(AukSlotList *list, AukSlotRecords records, uint32_t index)
{
    SlotLinks links = links_of(records, index);
    set_newer(list, records, links.older, links.newer);
    set_older(list, records, links.newer, links.older);
    list->count--;
}

uint32_t auk__slot_list_after(AukSlotRecords records, uint32_t index)
{
    return links_of(records, index).newer;
}

bool auk__slots_reserve(AukSlots *slots, int count)
{
    size_t wanted = (size_t)(count > 0 ? count : 0);
    return auk__array_reserve(&slots->generation, sizeof *slots->generation, wanted) &&
           auk__array_reserve(&slots->live, sizeof *slots->live, wanted);
}

int64_t auk__slots_count_after(const AukSlots *slots, int more)
{
    int64_t fresh = (int64_t)more - slots->free.count;
    return fresh > 0 ? slots->count + fresh : slots->count;
}

uint32_t auk__slots_peek(const AukSlots *slots)
{
    return slots->free.count > 0 ? slots->free.newest : (uint32_t)slots->count;
}

uint32_t auk__slots_peek_second(const AukSlots *slots, AukSlotRecords records)
{
    return slots->free.count > 1 ? links_of(records, slots->free.newest).older : AUK_NO_INDEX;
}

uint32_t auk__slots_take(AukSlots *slots, AukSlotRecords records)
{
    uint32_t index = auk__slots_peek(slots);
    if (index == (uint32_t)slots->count) {
        stbds_arrput(slots->generation, 1u);
        stbds_arrput(slots->live, true);
        slots->count++;
    } else {
        auk__slot_list_remove(&slots->free, records, index);
        slots->live[index] = true;
    }
    slots->live_count++;
    return index;
}

void auk__slots_retire(AukSlots *slots, uint32_t index)
{
    AUK_ASSERT(slots->live[index]);
    slots->live[index] = false;
    slots->live_count--;
    if (++slots->generation[index] == 0) {
        slots->generation[index] = 1;
    }
}

void auk__slots_free(AukSlots *slots, AukSlotRecords records, uint32_t index)
{
    AUK_ASSERT(!slots->live[index]);
    auk__slot_list_add(&slots->free, records, index);
}

bool auk__slots_alive(const AukSlots *slots, uint32_t index, uint32_t generation)
{
    return auk__slots_has(slots, index, generation);
}

void auk__slots_release(AukSlots *slots)
{
    stbds_arrfree(slots->generation);
    stbds_arrfree(slots->live);
    slots->free.count = 0;
    slots->count = 0;
    slots->live_count = 0;
}
