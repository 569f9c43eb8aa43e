// See the header for the invariant. Sizes are computed in 64 bits, so a count that is too large fails and does not
// overflow.
#include "base/buffer.h"

#include "base/alloc.h"
#include "base/assert.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

// In bytes. VERY_LARGE buffers grow by an eighth, LARGE ones by a quarter, others by half: the room to grow that a
// buffer does not need is soon more than what all the smaller buffers hold.
enum { LARGE = 1 << 20, VERY_LARGE = 1 << 24 };

// The allocated block that holds the items. Its address is stored just before them.
static char *block_of(const void *items)
{
    char *block = NULL;
    if (items) {
        memcpy(&block, (const char *)items - sizeof block, sizeof block);
    }
    return block;
}

// The offset of the items in a block: the first cache line that leaves space for the address of the block.
static size_t offset_in(const char *block)
{
    size_t offset = AUK_BUFFER_PADDING - (uintptr_t)block % AUK_BUFFER_PADDING;
    return offset < sizeof block ? offset + AUK_BUFFER_PADDING : offset;
}

// Grows the items to `size` bytes and keeps the first `kept`. Uses the allocator's realloc, which can move large blocks
// by remapping pages: with a new block and a copy, filling a world took 1.6 times as long. Null if there is no memory;
// `items` are unchanged then.
static void *grow_lines(void *items, size_t kept, size_t size)
{
    char *block = block_of(items);
    size_t before = items ? (size_t)((char *)items - block) : 0;
    block = auk__reallocate(block, size + 3 * AUK_BUFFER_PADDING);
    if (!block) {
        return NULL;
    }
    size_t offset = offset_in(block);
    if (items && offset != before) { // the new block has another offset to its first cache line
        memmove(block + offset, block + before, kept);
    }
    memcpy(block + offset - sizeof block, &block, sizeof block);
    return block + offset;
}

bool auk__buffer_grow(AukBuffer *buffer, size_t item_size, int capacity)
{
    uint64_t size = (uint64_t)buffer->capacity * item_size;
    int divisor = size >= VERY_LARGE ? 8 : size >= LARGE ? 4 : 2;
    int64_t grown = (int64_t)buffer->capacity + buffer->capacity / divisor + 8;
    if (grown < capacity) {
        grown = capacity;
    }
    if (grown > INT_MAX) {
        grown = INT_MAX;
    }
    if ((uint64_t)grown > (SIZE_MAX - 3 * AUK_BUFFER_PADDING) / item_size) {
        return false;
    }
    void *items = grow_lines(buffer->items, (size_t)buffer->capacity * item_size, (size_t)grown * item_size);
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

void auk__buffer_free(AukBuffer *buffer)
{
    auk__release(block_of(buffer->items));
    buffer->items = NULL;
    buffer->count = 0;
    buffer->capacity = 0;
}

// How many items fit the memory of another buffer.
static int capacity_for(const AukBuffer *other, size_t other_size, size_t item_size)
{
    uint64_t capacity = (uint64_t)other->capacity * other_size / item_size;
    return capacity < INT_MAX ? (int)capacity : INT_MAX;
}

void auk__buffer_lend(AukBuffer *owner, size_t owner_size, AukBuffer *user, size_t user_size)
{
    AUK_ASSERT(!user->items);
    bool is_known = owner->capacity == capacity_for(user, user_size, owner_size); // of the last loan
    user->capacity = is_known ? user->capacity : capacity_for(owner, owner_size, user_size);
    user->items = owner->items;
    user->count = 0;
    owner->items = NULL;
    owner->count = 0;
}

// The owner keeps its capacity during the loan, and the user between loans: that of the other, in items of its own, may
// be one less by rounding, and a buffer with room for what is asked for must not grow.
void auk__buffer_return(AukBuffer *owner, size_t owner_size, AukBuffer *user, size_t user_size)
{
    bool grown = user->capacity != capacity_for(owner, owner_size, user_size);
    owner->items = user->items;
    owner->capacity = grown ? capacity_for(user, user_size, owner_size) : owner->capacity;
    user->items = NULL;
    user->count = 0;
}
