// Slots for objects that are created and destroyed. An id is an index into the caller's arrays plus a generation, so
// that the id of a destroyed object is recognised as stale after its slot is reused.
// Invariant: a slot is live, retired (its ids are stale, but it is not yet reusable), or free.
#ifndef AUK_BASE_SLOTS_H
#define AUK_BASE_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

// No slot; also the end of a list that is linked by index.
#define AUK_NO_INDEX UINT32_MAX

typedef struct AukSlots {
    uint32_t *generation; // stb_ds array: generation of each slot's present or next id, never 0
    bool *live;           // stb_ds array
    uint32_t *free;       // stb_ds array: used as a stack
    int count;            // slots ever used
    int live_count;
} AukSlots;

// Reserves memory for `count` slots in total, so that the calls below allocate nothing. False if there is no memory.
bool auk__slots_reserve(AukSlots *slots, int count);

// The value of `count` after `more` further calls of auk__slots_take(), which uses free slots first.
int64_t auk__slots_count_after(const AukSlots *slots, int more);

// The slot that auk__slots_take() will return next: the slot freed last, or the lowest slot never used.
uint32_t auk__slots_peek(const AukSlots *slots);

// Makes a slot live and returns it. Memory for `count` + 1 slots must be reserved.
uint32_t auk__slots_take(AukSlots *slots);

// Retires a live slot: makes its id stale.
void auk__slots_retire(AukSlots *slots, uint32_t index);

// Frees a retired slot for reuse.
void auk__slots_free(AukSlots *slots, uint32_t index);

// True if the id names a live slot.
bool auk__slots_alive(const AukSlots *slots, uint32_t index, uint32_t generation);

// As auk__slots_alive(), inline, for loops.
static inline bool auk__slots_has(const AukSlots *slots, uint32_t index, uint32_t generation)
{
    return index < (uint32_t)slots->count && slots->live[index] && slots->generation[index] == generation;
}

void auk__slots_release(AukSlots *slots);

#endif
