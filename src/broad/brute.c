// See the header.
#include "broad/brute.h"

AukStatus auk__brute_pairs(const AukBounds *bounds, const AukSlot *slots, int slot_count, bool static_pairs,
                           AukPairList *found)
{
    for (int a = 0; a < slot_count; a++) {
        if (slots[a].class == AUK_BROAD_NONE) {
            continue;
        }
        for (int b = a + 1; b < slot_count; b++) {
            bool meet = slots[b].class == AUK_BROAD_MOVING ||
                        (slots[b].class == AUK_BROAD_STATIC && (static_pairs || slots[a].class == AUK_BROAD_MOVING));
            if (meet && auk__bounds_touch(&bounds[a], &bounds[b])) {
                AukStatus status = auk__found_add(found, auk__found_key((uint32_t)a, (uint32_t)b));
                if (status) {
                    return status;
                }
            }
        }
    }
    return AUK_OK;
}
