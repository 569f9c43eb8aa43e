// Asks the processor for a line of memory that will be needed soon. Arrays are walked in the order of one body of each
// pair; what the other one needs lies anywhere, and waiting for it was half the time of a step with many bodies.
#ifndef AUK_BASE_PREFETCH_H
#define AUK_BASE_PREFETCH_H

enum { AUK_PREFETCH_AHEAD = 16 }; // records; 4 to 32 differ by under a tenth

// The address need not be valid. This is a macro, to be used in the loop itself: gcc takes an empty function for one
// without effect and drops the call.
#if defined(__GNUC__) || defined(__clang__)
#    define AUK_PREFETCH(address) __builtin_prefetch(address)
#else
#    define AUK_PREFETCH(address) ((void)(address))
#endif

#endif
