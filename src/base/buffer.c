// See the header for the invariant. Sizes are computed in 64 bits, so an absurd count is refused, not wrapped.
#include "base/buffer.h"

#include "base/alloc.h"

#include <limits.h>
#include <stdint.h>

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
    if ((uint64_t)grown > (SIZE_MAX - AUK_BUFFER_PADDING) / item_size) {
        return false;
    }
    void *items = auk__reallocate(buffer->items, (size_t)grown * item_size + AUK_BUFFER_PADDING);
    if (!items) {
        return false;
    }
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

void *auk__buffer_push(AukBuffer *buffer, size_t item_size)
{
    if (buffer->count == INT_MAX || !auk__buffer_reserve(buffer, item_size, buffer->count + 1)) {
        return NULL;
    }
    return (char *)buffer->items + (size_t)buffer->count++ * item_size;
}

void auk__buffer_free(AukBuffer *buffer)
{
    auk__release(buffer->items);
    buffer->items = NULL;
    buffer->count = 0;
    buffer->capacity = 0;
}
