// The sort of the library: stable, in linear time, of integer keys.
#ifndef AUK_BASE_SORT_H
#define AUK_BASE_SORT_H

#include <stdint.h>

// Sorts 64-bit items by the bits [from_bit, to_bit) of each, ascending; items with equal bits keep their order.
// `scratch` must have space for `count` items. The result is in `items`. Digits that are the same in all items cost no
// pass of their own. (LSD radix sort.)
void auk__sort_u64(uint64_t *items, uint64_t *scratch, int count, int from_bit, int to_bit);

// An integer key with the order of the floats (-0 before +0). NaN is not allowed.
static inline uint32_t auk__float_key(float value)
{
    union {
        float f;
        uint32_t u;
    } bits;
    bits.f = value;
    return bits.u ^ ((uint32_t)((int32_t)bits.u >> 31) | 0x80000000u);
}

#endif
