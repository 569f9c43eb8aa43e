// Invariant: records ascend by the indices of their parts, each at most once.
#include "world/state/part_list.h"

#include <string.h>

static unsigned char *record_at(const AukBuffer *list, size_t size, int index)
{
    return (unsigned char *)list->items + (size_t)index * size;
}

static uint32_t part_at(const AukBuffer *list, size_t size, int index)
{
    uint32_t part;
    memcpy(&part, record_at(list, size, index), sizeof part);
    return part;
}

// The index of the first record that does not come before that of a part.
static int part_list_place_of(const AukBuffer *list, size_t size, uint32_t part)
{
    int low = 0, high = list->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        bool before = part_at(list, size, middle) < part;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

static bool part_list_has(const AukBuffer *list, size_t size, int index, uint32_t part)
{
    return index < list->count && part_at(list, size, index) == part;
}

void *auk__part_list_find(const AukBuffer *list, size_t size, uint32_t part)
{
    int at = part_list_place_of(list, size, part);
    return part_list_has(list, size, at, part) ? record_at(list, size, at) : NULL;
}

void *auk__part_list_add(AukBuffer *list, size_t size, uint32_t part)
{
    int at = part_list_place_of(list, size, part);
    unsigned char *record = record_at(list, size, at);
    if (!part_list_has(list, size, at, part)) {
        memmove(record + size, record, (size_t)(list->count - at) * size);
        memset(record, 0, size);
        memcpy(record, &part, sizeof part);
        list->count++;
    }
    return record;
}

void auk__part_list_remove(AukBuffer *list, size_t size, uint32_t part)
{
    int at = part_list_place_of(list, size, part);
    if (part_list_has(list, size, at, part)) {
        unsigned char *record = record_at(list, size, at);
        memmove(record, record + size, (size_t)(list->count - at - 1) * size);
        list->count--;
    }
}
