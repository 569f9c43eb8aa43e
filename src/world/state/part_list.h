// Sorted arrays of records that only a few parts have, so that the others pay nothing for them. A record begins with
// the index of its part.
#ifndef AUK_WORLD_STATE_PART_LIST_H
#define AUK_WORLD_STATE_PART_LIST_H

#include "base/buffer.h"

// The record of a part, or null.
void *auk__part_list_find(const AukBuffer *list, size_t size, uint32_t part);

// The record of a part. A new one is zero but for the index. The memory must be reserved.
void *auk__part_list_add(AukBuffer *list, size_t size, uint32_t part);

// Removes the record of a part, if there is one.
void auk__part_list_remove(AukBuffer *list, size_t size, uint32_t part);

#endif
