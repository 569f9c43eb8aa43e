// Asks the processor for a line of memory that will be needed soon. Arrays are walked in the order of one body of each
// pair; what the other one needs lies anywhere, and waiting for it was half the time of a step with many bodies.
#ifndef AUK_BASE_PREFETCH_H
#define AUK_BASE_PREFETCH_H

enum { AUK_PREFETCH_AHEAD = 8 }; // records; 4 to 16 make no difference

// Any address will do, also one that is not there.
static inline void auk__prefetch(const void *address)
{
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

#endif
