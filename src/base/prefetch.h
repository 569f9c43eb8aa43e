// Prefetches a cache line that will be needed soon. Loops over pairs read the first body of each pair in order, but the
// data of the second body are at random addresses. Waiting for them took half the time of a step with many bodies.
#ifndef AUK_BASE_PREFETCH_H
#define AUK_BASE_PREFETCH_H

#include "base/simd.h"

#include <stdint.h>

enum { AUK_PREFETCH_AHEAD = 16 }; // records between prefetch and use; 4 to 32 differ by under a tenth in time

// The address need not be valid. This is a macro, and functions that only prefetch are AUK_ALWAYS_INLINE, since gcc
// regards them as without effect and drops their calls. The second one asks for a line that will be written, which no
// other core may have then.
#if defined(_MSC_VER) && AUK_SIMD_SSE2
#    define AUK_PREFETCH(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
#    define AUK_PREFETCH_TO_WRITE(address) AUK_PREFETCH(address)
#elif defined(__GNUC__) || defined(__clang__)
#    define AUK_PREFETCH(address) __builtin_prefetch(address)
#    define AUK_PREFETCH_TO_WRITE(address) __builtin_prefetch(address, 1)
#else
#    define AUK_PREFETCH(address) ((void)(address))
#    define AUK_PREFETCH_TO_WRITE(address) ((void)(address))
#endif

// The same for an item of an array, which may have fewer items or no memory.
#define AUK_PREFETCH_ITEM(array, index)                                                                                \
    AUK_PREFETCH((const void *)((uintptr_t)(array) + (uintptr_t)(index) * sizeof *(array)))

#endif
