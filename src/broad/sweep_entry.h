// One entry of a strip against those after it: the innermost loop, in a form for every machine and one for processors
// with AVX2, which is chosen when the program runs. Invariant: both find the same keys in the same order.
#ifndef AUK_BROAD_SWEEP_ENTRY_H
#define AUK_BROAD_SWEEP_ENTRY_H

#include "broad/bounds.h"
#include "broad/found.h"

enum { AUK_SWEEP_LANES = 4 }; // boxes that are compared at a time

typedef struct AukSweepRun {
    const AukBounds *bounds;
    const uint32_t *slots;
    uint64_t *keys;
    int count; // of keys
    int64_t compared;
} AukSweepRun;

// Room for the keys of one comparison.
static inline AukStatus auk__sweep_room(AukSweepRun *run, AukPairList *found)
{
    if (run->count <= found->keys.capacity - AUK_SWEEP_LANES) {
        return AUK_OK;
    }
    AukStatus status = auk__found_grow(found, run->count, AUK_SWEEP_LANES);
    run->keys = found->keys.items;
    return status;
}

// Finds the pairs of entry i with those after it.
AukStatus auk__sweep_entry(AukSweepRun *run, AukPairList *found, int i);

// The same with AVX2; only where auk__sweep_is_wide().
AukStatus auk__sweep_entry_wide(AukSweepRun *run, AukPairList *found, int i);

// Whether this processor, and the system under it, have AVX2.
bool auk__sweep_is_wide(void);

#endif
