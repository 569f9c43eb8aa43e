// See the header for the invariant. Sizes are computed in 64 bits, so an absurd count is refused, not wrapped.
#include "base/buffer.h"

#include "base/alloc.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

// A block that begins with a cache line. What the allocator gave is remembered before it.
static void *allocate_lines(size_t size)
{
    char *block = auk__reallocate(NULL, size + 3 * AUK_BUFFER_PADDING);
    if (!block) {
        return NULL;
    }
    size_t past = (uintptr_t)block % AUK_BUFFER_PADDING;
    char *items = block + (AUK_BUFFER_PADDING - past);
    items = (size_t)(items - block) < sizeof block ? items + AUK_BUFFER_PADDING : items;
    memcpy(items - sizeof block, &block, sizeof block);
    return items;
}

static void release_lines(void *items)
{
    if (items) {
        char *block;
        memcpy(&block, (char *)items - sizeof block, sizeof block);
        auk__release(block);
    }
}

bool auk__buffer_reserve(AukBuffer *buffer, size_t item_size, int capacity)
{
    if (capacity <= buffer->capacity) {
        return capacity >= 0;
    }
    int64_t grown = (int64_t)buffer->capacity + buffer->capacity / 2 + 8;
    if (grown < capacity) {
        grown = capacity;
    }
    if (grown > INT_MAX) {
        grown = INT_MAX;
    }
    if ((uint64_t)grown > (SIZE_MAX - 3 * AUK_BUFFER_PADDING) / item_size) {
        return false;
    }
    void *items = allocate_lines((size_t)grown * item_size);
    if (!items) {
        return false;
    }
    if (buffer->items) {
        memcpy(items, buffer->items, (size_t)buffer->capacity * item_size);
    }
    release_lines(buffer->items);
    buffer->items = items;
    buffer->capacity = (int)grown;
    return true;
}

bool auk__buffer_resize(AukBuffer *buffer, size_t item_size, int count)
{
    if (!auk__buffer_reserve(buffer, item_size, count)) {
        return false;
    }
    buffer->count = count;
    return true;
}

void auk__buffer_free(AukBuffer *buffer)
{
    release_lines(buffer->items);
    buffer->items = NULL;
    buffer->count = 0;
    buffer->capacity = 0;
}
