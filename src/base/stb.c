// The implementation of stb_ds, and a checked growth of its arrays. It writes the same block layout as stbds_arrgrowf
// (a header, then the items), but reports a null from the allocator.
#define STB_DS_IMPLEMENTATION
#include "base/stb.h"

#include <stdint.h>
#include <string.h>

bool auk__array_reserve(void *array, size_t item_size, size_t count)
{
    void *items;
    memcpy(&items, array, sizeof items);
    size_t capacity = stbds_arrcap(items);
    if (count <= capacity) {
        return true;
    }
    size_t grown = capacity + capacity / 2 + 8;
    grown = grown > count ? grown : count;
    if (grown > (SIZE_MAX - sizeof(stbds_array_header)) / item_size) {
        return false;
    }
    stbds_array_header *old = items ? stbds_header(items) : NULL;
    stbds_array_header *header = auk__reallocate(old, sizeof *header + grown * item_size);
    if (!header) {
        return false;
    }
    if (!old) {
        memset(header, 0, sizeof *header);
    }
    header->capacity = grown;
    items = header + 1;
    memcpy(array, &items, sizeof items);
    return true;
}
