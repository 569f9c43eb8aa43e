// Where the bits of a number are that are set.
#ifndef AUK_BASE_BITS_H
#define AUK_BASE_BITS_H

#include <stdint.h>

#if defined(_MSC_VER)
#    include <intrin.h>
#endif

// The index of the lowest set bit of a number that is not 0.
static inline int auk__lowest_bit(unsigned mask)
{
#if defined(__GNUC__)
    return __builtin_ctz(mask);
#elif defined(_MSC_VER)
    unsigned long bit;
    (void)_BitScanForward(&bit, mask);
    return (int)bit;
#else
    int bit = 0;
    while (!(mask >> bit & 1u)) {
        bit++;
    }
    return bit;
#endif
}

// The index of the highest set bit of a number that is not 0.
static inline int auk__highest_bit(uint64_t mask)
{
#if defined(__GNUC__)
    return 63 - __builtin_clzll(mask);
#elif defined(_MSC_VER) && defined(_M_X64)
    unsigned long bit;
    (void)_BitScanReverse64(&bit, mask);
    return (int)bit;
#else
    int bit = 0;
    for (int step = 32; step > 0; step /= 2) {
        if (mask >> step) {
            mask >>= step;
            bit += step;
        }
    }
    return bit;
#endif
}

#endif
