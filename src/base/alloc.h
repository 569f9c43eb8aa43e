// Every block of auk comes from here, so a game can replace the allocator and tests can let it fail.
#ifndef AUK_BASE_ALLOC_H
#define AUK_BASE_ALLOC_H

#include <stddef.h>

// Grows, shrinks or creates a block like realloc; null when there is no memory, and then `block` is untouched.
void *auk__reallocate(void *block, size_t size);

// A zeroed block, or null. Also null if count * size overflows.
void *auk__allocate_zeroed(size_t count, size_t size);

// Takes null.
void auk__release(void *block);

#endif
