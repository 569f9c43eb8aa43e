#include "base/lazy_buffer.h"

#include <string.h>

bool auk__lazy_admit(AukBuffer *lazy, size_t item_size, const AukBuffer *records)
{
    if (auk__lazy_exists(lazy)) {
        return true;
    }
    int room = records->capacity > 0 ? records->capacity : 1;
    if (!auk__buffer_reserve(lazy, item_size, room)) {
        return false;
    }
    memset(lazy->items, 0, (size_t)records->count * item_size);
    return true;
}
