// The keys are packed to the bits in use, sorted, and unpacked in place into the buffer that is then swapped with the
// published one: the old pairs are whole until everything that can fail has succeeded.
#include "broad/found.h"

#include "base/sort.h"

#include <limits.h>
#include <string.h>

AukStatus auk__found_grow(AukPairList *found, int count, int extra)
{
    if (found->limit > 0 && count > found->limit) {
        return AUK_ERROR_PAIR_LIMIT;
    }
    if (count > INT_MAX - extra || !auk__buffer_reserve(&found->keys, sizeof(uint64_t), count + extra)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    return AUK_OK;
}

static int bits_for(int slots)
{
    int bits = 1;
    while (bits < 31 && 1 << bits < slots) {
        bits++;
    }
    return bits;
}

static void keys_pack(uint64_t *keys, int count, int bits)
{
    for (int i = 0; i < count; i++) {
        uint32_t p = (uint32_t)(keys[i] >> 32) & 0x7fffffffu;
        uint32_t q = (uint32_t)keys[i] & 0x7fffffffu;
        keys[i] = (uint64_t)(p < q ? p : q) << bits | (p < q ? q : p);
    }
}

static void keys_unpack(void *items, int count, int bits)
{
    uint64_t *keys = items;
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    for (int i = 0; i < count; i++) {
        AukBroadPair pair = {(uint32_t)(keys[i] >> bits), (uint32_t)(keys[i] & mask)};
        memcpy(keys + i, &pair, sizeof pair);
    }
}

AukStatus auk__found_sort(AukBuffer *keys, AukBuffer *scratch, int slots)
{
    if (!auk__buffer_reserve(scratch, sizeof(uint64_t), keys->count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    int bits = bits_for(slots);
    keys_pack(keys->items, keys->count, bits);
    auk__sort_u64(keys->items, scratch->items, keys->count, 0, 2 * bits);
    keys_unpack(keys->items, keys->count, bits);
    return AUK_OK;
}

void auk__found_swap(AukPairList *found, AukBuffer *pairs)
{
    AukBuffer published = found->keys;
    found->keys = *pairs;
    found->keys.count = 0;
    *pairs = published;
}

AukStatus auk__found_publish(AukPairList *found, int slots, AukBuffer *pairs)
{
    if (found->limit > 0 && found->keys.count > found->limit) {
        return AUK_ERROR_PAIR_LIMIT;
    }
    AukStatus status = auk__found_sort(&found->keys, &found->scratch, slots);
    if (!status) {
        auk__found_swap(found, pairs);
    }
    return status;
}

void auk__found_free(AukPairList *found)
{
    auk__buffer_free(&found->keys);
    auk__buffer_free(&found->scratch);
}
