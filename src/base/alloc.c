// The allocator hooks: the only global state of the library. They must be set before any object is created, since they
// are read without a lock.
#if defined(__linux__) && !defined(_DEFAULT_SOURCE)
#    define _DEFAULT_SOURCE // for madvise(), which strict C hides
#endif

#include "base/alloc.h"

#include "auk/types.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#    include <sys/mman.h>
#endif

#ifdef MADV_HUGEPAGE

enum { HUGE_PAGE = 1 << 21, SMALL_PAGE = 1 << 12 };

// Asks for huge pages under the large blocks of the C library. A step reads the records of both bodies of each pair,
// and the records of a million bodies lie on more small pages than a processor remembers: with huge pages their step
// takes a twentieth less. The system may refuse. The advice is for whole mappings: realloc cannot grow one in place of
// which a part was advised, and copies it, which doubled the time of filling a world.
static void ask_for_huge_pages(char *block, size_t size)
{
    size_t before = (uintptr_t)block % SMALL_PAGE; // what the C library keeps there
    if (size >= HUGE_PAGE) {
        (void)madvise(block - before, size + before, MADV_HUGEPAGE);
    }
}

#else

static void ask_for_huge_pages(char *block, size_t size)
{
    (void)block;
    (void)size;
}

#endif

static void *default_reallocate(void *block, uint64_t size, void *context)
{
    (void)context;
    void *moved = size > SIZE_MAX ? NULL : realloc(block, (size_t)size);
    if (moved) {
        ask_for_huge_pages(moved, (size_t)size);
    }
    return moved;
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
