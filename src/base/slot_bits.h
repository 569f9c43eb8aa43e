// A set of slots, with a bit for each: that of a million slots fits a cache where their records do not.
#ifndef AUK_BASE_SLOT_BITS_H
#define AUK_BASE_SLOT_BITS_H

#include "base/buffer.h"

// uint64_t for 64 slots. Its count is not used.
typedef AukBuffer AukSlotBits;

static inline int auk__slot_bits_words(int slots)
{
    return slots / 64 + 1;
}

// Makes room for the bits of so many slots; those of new ones are not known. False if there is no memory.
static inline bool auk__slot_bits_reserve(AukSlotBits *bits, int slots)
{
    return auk__buffer_reserve(bits, sizeof(uint64_t), auk__slot_bits_words(slots));
}

static inline bool auk__slot_bit(const AukSlotBits *bits, uint32_t slot)
{
    return (((const uint64_t *)bits->items)[slot / 64] >> (slot % 64) & 1) != 0;
}

static inline void auk__slot_bit_set(AukSlotBits *bits, uint32_t slot, bool value)
{
    uint64_t *word = (uint64_t *)bits->items + slot / 64;
    *word = (*word & ~(UINT64_C(1) << (slot % 64))) | (uint64_t)value << (slot % 64);
}

#endif
