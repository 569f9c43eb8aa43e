// Memory. All of auk allocates through these functions, so a game can replace the allocator and tests can make it fail.
#ifndef AUK_BASE_ALLOC_H
#define AUK_BASE_ALLOC_H

#include <stddef.h>

// Grows, shrinks or creates a block like realloc. Null if there is no memory; `block` is unchanged then.
void *auk__reallocate(void *block, size_t size);

// A zeroed block, or null. Also null if count * size overflows.
void *auk__allocate_zeroed(size_t count, size_t size);

// Frees a block; null is allowed.
void auk__release(void *block);

#endif
