// The growable array of the hot paths (boxes, pairs, contacts, events). Growth reports a lack of memory, the storage is
// padded for vector loads, and a phase may clear and refill an array each step without allocation.
// Items start at a cache line, so that items whose size is a power of two span as few cache lines as possible.
// Invariant: `items` has memory for `capacity` items plus AUK_BUFFER_PADDING bytes of padding, which may be read.
#ifndef AUK_BASE_BUFFER_H
#define AUK_BASE_BUFFER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AUK_BUFFER_PADDING = 64 };

typedef struct AukBuffer {
    void *items;
    int count;
    int capacity;
} AukBuffer;

// As auk__buffer_reserve(), for a capacity above the present one.
bool auk__buffer_grow(AukBuffer *buffer, size_t item_size, int capacity);

// Reserves memory for `capacity` items of `item_size` bytes. False, and nothing changed, if there is no memory. Grows
// to at least one and a half times the old capacity, large buffers to one and a quarter, very large ones to one and an
// eighth, so that n pushes take O(n) time.
static inline bool auk__buffer_reserve(AukBuffer *buffer, size_t item_size, int capacity)
{
    return capacity <= buffer->capacity ? capacity >= 0 : auk__buffer_grow(buffer, item_size, capacity);
}

// Sets the length; new items are uninitialised. False if there is no memory.
bool auk__buffer_resize(AukBuffer *buffer, size_t item_size, int count);

// Adds one uninitialised item at the end and returns it, or null if there is no memory.
// The pointer is valid until the next growth.
static inline void *auk__buffer_push(AukBuffer *buffer, size_t item_size)
{
    bool room = buffer->count < buffer->capacity ||
                (buffer->count < INT_MAX && auk__buffer_reserve(buffer, item_size, buffer->count + 1));
    return room ? (char *)buffer->items + (size_t)buffer->count++ * item_size : NULL;
}

// The address of an item. Without memory only that of item 0, which is null: C adds nothing to a null pointer, not even
// 0.
static inline void *auk__buffer_at(const AukBuffer *buffer, size_t item_size, int index)
{
    return index != 0 ? (char *)buffer->items + (size_t)index * item_size : buffer->items;
}

// Adds an index to a list. The memory must be reserved.
static inline void auk__buffer_add_index(AukBuffer *buffer, uint32_t index)
{
    ((uint32_t *)buffer->items)[buffer->count++] = index;
}

void auk__buffer_free(AukBuffer *buffer);

// Lends the memory of `owner` to `user`, which has none, for items of another type. The owner must not be used until
// auk__buffer_return() has given the memory back: at least as much, and the owner is empty then.
void auk__buffer_lend(AukBuffer *owner, size_t owner_size, AukBuffer *user, size_t user_size);
void auk__buffer_return(AukBuffer *owner, size_t owner_size, AukBuffer *user, size_t user_size);

#endif
