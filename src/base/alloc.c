// The allocator hooks: the only global state of the library. They must be set before any object is created, since they
// are read without a lock.
#include "base/alloc.h"

#include "auk/types.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *default_reallocate(void *block, uint64_t size, void *context)
{
    (void)context;
    return size > SIZE_MAX ? NULL : realloc(block, (size_t)size);
}

static void default_release(void *block, void *context)
{
    (void)context;
    free(block);
}

static AukAllocator allocator_hooks = {default_reallocate, default_release, NULL};

void auk_set_allocator(const AukAllocator *allocator)
{
    bool given = allocator && allocator->reallocate && allocator->release;
    allocator_hooks.reallocate = given ? allocator->reallocate : default_reallocate;
    allocator_hooks.release = given ? allocator->release : default_release;
    allocator_hooks.context = given ? allocator->context : NULL;
}

void *auk__reallocate(void *block, size_t size)
{
    return allocator_hooks.reallocate(block, size, allocator_hooks.context);
}

void *auk__allocate_zeroed(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        return NULL;
    }
    void *block = auk__reallocate(NULL, count * size);
    if (block) {
        memset(block, 0, count * size);
    }
    return block;
}

void auk__release(void *block)
{
    if (block) {
        allocator_hooks.release(block, allocator_hooks.context);
    }
}
