// Radix sort, least significant digit first, so that equal keys keep their order. One pass counts all digits. A digit
// that is the same in every item is skipped.
// Invariant: after each digit, the items are sorted by the bits of the digits done.
// Tried: 11-bit digits also below WIDE_COUNT; clearing 2048 counters per digit then costs more than a pass saves.
#include "base/sort.h"

#include <stdbool.h>
#include <string.h>

enum {
    WIDE_BITS = 12, // 4096 counters, 16 KB, fit the first-level cache together with the items
    NARROW_BITS = 8,
    WIDE_COUNT = 3000, // items from which wide digits are faster
    TINY_COUNT = 24,   // items up to which insertion sort is faster
    COUNTERS = 4 << 12 // on the stack; keys of more than 48 bits have digits of 11 bits, to fit
};

typedef struct Digits {
    int count, bits, from_bit;
    uint64_t mask; // mask of the sorted bits, after a shift by from_bit
} Digits;

static void sort_tiny(uint64_t *items, int count, int from_bit, uint64_t mask)
{
    for (int i = 1; i < count; i++) {
        uint64_t item = items[i];
        uint64_t key = item >> from_bit & mask;
        int j = i;
        for (; j > 0 && (items[j - 1] >> from_bit & mask) > key; j--) {
            items[j] = items[j - 1];
        }
        items[j] = item;
    }
}

static Digits digits_choose(int count, int from_bit, int to_bit)
{
    int bits = to_bit - from_bit;
    int widest = count < WIDE_COUNT ? NARROW_BITS : (bits > 4 * WIDE_BITS ? WIDE_BITS - 1 : WIDE_BITS);
    Digits digits;
    digits.count = (bits + widest - 1) / widest;
    digits.bits = (bits + digits.count - 1) / digits.count; // equal digits, as narrow as possible
    digits.from_bit = from_bit;
    digits.mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    return digits;
}

static void digits_count(const Digits *digits, const uint64_t *items, int count, uint32_t *counters)
{
    uint64_t digit_mask = (UINT64_C(1) << digits->bits) - 1;
    memset(counters, 0, ((size_t)digits->count << digits->bits) * sizeof *counters);
    for (int i = 0; i < count; i++) {
        uint64_t key = items[i] >> digits->from_bit & digits->mask;
        uint32_t *row = counters;
        for (int d = 0; d < digits->count; d++) {
            row[key & digit_mask]++;
            key >>= digits->bits;
            row += (size_t)1 << digits->bits;
        }
    }
}

// Turns the counters of a digit into positions. False if all items have the same digit.
static bool digit_positions(uint32_t *row, int bits, uint32_t count)
{
    uint32_t position = 0;
    for (int v = 0; v < 1 << bits; v++) {
        uint32_t here = row[v];
        if (here == count) {
            return false;
        }
        row[v] = position;
        position += here;
    }
    return true;
}

void auk__sort_u64(uint64_t *items, uint64_t *scratch, int count, int from_bit, int to_bit)
{
    if (count < 2 || to_bit <= from_bit) {
        return;
    }
    Digits digits = digits_choose(count, from_bit, to_bit);
    if (count <= TINY_COUNT) {
        sort_tiny(items, count, from_bit, digits.mask);
        return;
    }
    uint32_t counters[COUNTERS];
    digits_count(&digits, items, count, counters);
    uint64_t *source = items;
    uint64_t *target = scratch;
    for (int d = 0; d < digits.count; d++) {
        uint32_t *row = counters + ((size_t)d << digits.bits);
        if (!digit_positions(row, digits.bits, (uint32_t)count)) {
            continue;
        }
        int shift = d * digits.bits;
        uint64_t mask = (digits.mask >> shift) & ((UINT64_C(1) << digits.bits) - 1);
        for (int i = 0; i < count; i++) {
            uint64_t item = source[i];
            target[row[item >> (from_bit + shift) & mask]++] = item;
        }
        uint64_t *swap = source;
        source = target;
        target = swap;
    }
    if (source != items) {
        memcpy(items, source, (size_t)count * sizeof *items);
    }
}
