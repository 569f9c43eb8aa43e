// The growable array of the hot paths (boxes, pairs, contacts, events): growth is checked, the storage is padded for
// vector loads, and a phase may clear and refill it each step without asking for memory.
// Storage begins with a cache line, so that items of a power of two lie in as few as they can.
// Invariant: `items` has room for `capacity` items plus AUK_BUFFER_PADDING bytes that may be read but mean nothing.
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

// Makes room for `capacity` items of `item_size` bytes; false, and nothing changed, if there is no memory.
// Grows to at least one and a half times the old capacity, so that pushing one by one is linear.
bool auk__buffer_reserve(AukBuffer *buffer, size_t item_size, int capacity);

// Sets the length; new items are uninitialised. False if there is no memory.
bool auk__buffer_resize(AukBuffer *buffer, size_t item_size, int count);

// Adds one uninitialised item at the end and returns it, or null if there is no memory.
// The pointer is good until the next growth.
static inline void *auk__buffer_push(AukBuffer *buffer, size_t item_size)
{
    bool room = buffer->count < buffer->capacity ||
                (buffer->count < INT_MAX && auk__buffer_reserve(buffer, item_size, buffer->count + 1));
    return room ? (char *)buffer->items + (size_t)buffer->count++ * item_size : NULL;
}

// Adds an index to a list that has been given the room for it.
static inline void auk__buffer_add_index(AukBuffer *buffer, uint32_t index)
{
    ((uint32_t *)buffer->items)[buffer->count++] = index;
}

void auk__buffer_free(AukBuffer *buffer);

#endif
