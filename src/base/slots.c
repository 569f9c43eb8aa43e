// See the header. Retiring a slot increments its generation, so its next id differs from all earlier ones, until the
// generation wraps after 2^32 - 1 uses of one slot. Generation 0 is skipped, since it is the null id's.
#include "base/slots.h"

#include "base/assert.h"
#include "base/stb.h"

bool auk__slots_reserve(AukSlots *slots, int count)
{
    size_t wanted = (size_t)(count > 0 ? count : 0);
    return auk__array_reserve(&slots->generation, sizeof *slots->generation, wanted) &&
           auk__array_reserve(&slots->live, sizeof *slots->live, wanted) &&
           auk__array_reserve(&slots->free, sizeof *slots->free, wanted);
}

int64_t auk__slots_count_after(const AukSlots *slots, int more)
{
    int64_t fresh = (int64_t)more - (int64_t)stbds_arrlen(slots->free);
    return fresh > 0 ? slots->count + fresh : slots->count;
}

uint32_t auk__slots_peek(const AukSlots *slots)
{
    return stbds_arrlen(slots->free) > 0 ? stbds_arrlast(slots->free) : (uint32_t)slots->count;
}

uint32_t auk__slots_take(AukSlots *slots)
{
    uint32_t index = auk__slots_peek(slots);
    if (index == (uint32_t)slots->count) {
        stbds_arrput(slots->generation, 1u);
        stbds_arrput(slots->live, true);
        slots->count++;
    } else {
        (void)stbds_arrpop(slots->free);
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

void auk__slots_free(AukSlots *slots, uint32_t index)
{
    AUK_ASSERT(!slots->live[index]);
    stbds_arrput(slots->free, index);
}

bool auk__slots_alive(const AukSlots *slots, uint32_t index, uint32_t generation)
{
    return auk__slots_has(slots, index, generation);
}

void auk__slots_release(AukSlots *slots)
{
    stbds_arrfree(slots->generation);
    stbds_arrfree(slots->live);
    stbds_arrfree(slots->free);
    slots->count = 0;
    slots->live_count = 0;
}
