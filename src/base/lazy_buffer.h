// An array with one item per record that takes no memory until a record has something that is not zero: a filter, user
// data, a limit of bounces. Until then all records have zeros there, which readers take from a constant.
// Invariant: a lazy buffer that exists has room for as many items as the records have. Its count is not used.
#ifndef AUK_BASE_LAZY_BUFFER_H
#define AUK_BASE_LAZY_BUFFER_H

#include "base/buffer.h"

static inline bool auk__lazy_exists(const AukBuffer *lazy)
{
    return lazy->capacity > 0;
}

// Makes the buffer exist, with zeros for all records. False if there is no memory.
bool auk__lazy_admit(AukBuffer *lazy, size_t item_size, const AukBuffer *records);

// Makes room for as many items, as the records grow; nothing if the buffer does not exist. False if there is no memory.
static inline bool auk__lazy_reserve(AukBuffer *lazy, size_t item_size, int capacity)
{
    return !auk__lazy_exists(lazy) || auk__buffer_reserve(lazy, item_size, capacity);
}

#endif
