// Numbers for things that come and go: an index into the caller's arrays plus a generation, so that an old id is
// recognised when its slot has been given to somebody else.
// Invariant: a slot is live, retired (its id is stale, but the number is not given out yet), or free.
#ifndef AUK_BASE_SLOTS_H
#define AUK_BASE_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

// No slot: the end of a list that is linked by index.
#define AUK_NO_INDEX UINT32_MAX

typedef struct AukSlots {
    uint32_t *generation; // stb_ds array: of the slot's present or next id, never 0
    bool *live;           // stb_ds array
    uint32_t *free;       // stb_ds array: used as a stack
    int count;            // slots ever given out
    int live_count;
} AukSlots;

// Room for `count` slots in all, so that the calls below need no memory. False if there is none.
bool auk__slots_reserve(AukSlots *slots, int count);

// How many slots will ever have been given out after `more` calls of auk__slots_take(): free ones are used first.
int64_t auk__slots_count_after(const AukSlots *slots, int more);

// The slot that auk__slots_take() will give out next. Fresh slots come in order 0, 1, 2 ...; the last freed one first.
uint32_t auk__slots_peek(const AukSlots *slots);

// Needs auk__slots_reserve() for one more than `count`.
uint32_t auk__slots_take(AukSlots *slots);

// Makes the ids of a live slot stale.
void auk__slots_retire(AukSlots *slots, uint32_t index);

// Lets a retired slot be given out again.
void auk__slots_free(AukSlots *slots, uint32_t index);

// True if the id names a live slot.
bool auk__slots_alive(const AukSlots *slots, uint32_t index, uint32_t generation);

// The same where it is asked thousands of times.
static inline bool auk__slots_has(const AukSlots *slots, uint32_t index, uint32_t generation)
{
    return index < (uint32_t)slots->count && slots->live[index] && slots->generation[index] == generation;
}

void auk__slots_release(AukSlots *slots);

#endif
