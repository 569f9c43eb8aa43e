// Slots for objects that are created and destroyed. An id is an index into the caller's arrays plus a generation, so
// that the id of a destroyed object is recognised as stale after its slot is reused.
// Invariant: a slot is live, retired (its ids are stale, but it is not yet reusable), or free. A slot that is not live
// may be in one list, whose links are in the memory of its record.
#ifndef AUK_BASE_SLOTS_H
#define AUK_BASE_SLOTS_H

#include "base/buffer.h"

#include <stdbool.h>
#include <stdint.h>

// No slot; also the end of a list that is linked by index.
#define AUK_NO_INDEX UINT32_MAX

// The caller's records, one for each slot, of at least eight bytes. The first eight of a slot in a list are its links.
typedef struct AukSlotRecords {
    unsigned char *items;
    size_t size;
} AukSlotRecords;

// Slots that are not live, in the order in which they were added.
typedef struct AukSlotList {
    uint32_t oldest, newest; // without meaning if there are none
    int count;
} AukSlotList;

typedef struct AukSlots {
    uint32_t *generation; // stb_ds array: generation of each slot's present or next id, never 0
    bool *live;           // stb_ds array
    AukSlotList free;     // used as a stack
    int count;            // slots ever used
    int live_count;
} AukSlots;

static inline AukSlotRecords auk__slot_records(const AukBuffer *records, size_t size)
{
    AukSlotRecords all = {records->items, size};
    return all;
}

// Adds a slot that is not live and in no list.
void auk__slot_list_add(AukSlotList *list, AukSlotRecords records, uint32_t index);

void auk__slot_list_remove(AukSlotList *list, AukSlotRecords records, uint32_t index);

// The slot that was added after another one; AUK_NO_INDEX after the newest.
uint32_t auk__slot_list_after(AukSlotRecords records, uint32_t index);

// Reserves memory for `count` slots in total, so that the calls below allocate nothing. False if there is no memory.
bool auk__slots_reserve(AukSlots *slots, int count);

// The value of `count` after `more` further calls of auk__slots_take(), which uses free slots first.
int64_t auk__slots_count_after(const AukSlots *slots, int more);

// The slot that auk__slots_take() will return next: the slot freed last, or the lowest slot never used.
uint32_t auk__slots_peek(const AukSlots *slots);

// The slot that the call after the next of auk__slots_take() will return, if that is a free one; else AUK_NO_INDEX.
uint32_t auk__slots_peek_second(const AukSlots *slots, AukSlotRecords records);

// Makes a slot live and returns it. Memory for `count` + 1 slots must be reserved.
uint32_t auk__slots_take(AukSlots *slots, AukSlotRecords records);

// Retires a live slot: makes its id stale.
void auk__slots_retire(AukSlots *slots, uint32_t index);

// Frees a retired slot for reuse.
void auk__slots_free(AukSlots *slots, AukSlotRecords records, uint32_t index);

// True if the id names a live slot.
bool auk__slots_alive(const AukSlots *slots, uint32_t index, uint32_t generation);

// As auk__slots_alive(), inline, for loops.
static inline bool auk__slots_has(const AukSlots *slots, uint32_t index, uint32_t generation)
{
    return index < (uint32_t)slots->count && slots->live[index] && slots->generation[index] == generation;
}

void auk__slots_release(AukSlots *slots);

#endif
