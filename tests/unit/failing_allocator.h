// Memory that runs out on request, for tests of what happens then. Install it before anything is created.
#ifndef AUK_TESTS_UNIT_FAILING_ALLOCATOR_H
#define AUK_TESTS_UNIT_FAILING_ALLOCATOR_H

#include "auk/types.h"

#include <stdlib.h>

typedef struct FailingAllocator {
    int calls;   // so far
    int fail_at; // this call and all later ones get nothing; below 0: never
} FailingAllocator;

static inline void *failing_reallocate(void *block, uint64_t size, void *context)
{
    FailingAllocator *state = context;
    state->calls++;
    return state->fail_at >= 0 && state->calls > state->fail_at ? NULL : realloc(block, (size_t)size);
}

static inline void failing_release(void *block, void *context)
{
    (void)context;
    free(block);
}

static inline void failing_allocator_install(FailingAllocator *state)
{
    AukAllocator allocator = {failing_reallocate, failing_release, state};
    state->calls = 0;
    state->fail_at = -1;
    auk_set_allocator(&allocator);
}

#endif
