// Work that waits until somebody needs what comes of it. Many threads may at once: one does it, the others wait. That
// all of it is done before anybody goes on rests on the number, which every thread reads first.
#ifndef AUK_BASE_LATE_H
#define AUK_BASE_LATE_H

#include "base/thread.h"

typedef struct AukLate {
    AukAtomic late;
    AukGate gate; // of who does it
} AukLate;

// False if the system has no room for it.
static inline bool auk__late_init(AukLate *work, bool late)
{
    auk__atomic_store(&work->late, late);
    return auk__gate_init(&work->gate);
}

static inline void auk__late_free(AukLate *work)
{
    auk__gate_free(&work->gate);
}

static inline bool auk__late_is(AukLate *work)
{
    return auk__atomic_load(&work->late) != 0;
}

// While nobody else asks.
static inline void auk__late_set(AukLate *work, bool late)
{
    auk__atomic_store(&work->late, late);
}

// True if the caller has to do the work, and to say so by auk__late_end().
static inline bool auk__late_begin(AukLate *work)
{
    if (!auk__late_is(work)) {
        return false;
    }
    auk__gate_lock(&work->gate);
    if (auk__late_is(work)) {
        return true;
    }
    auk__gate_unlock(&work->gate);
    return false;
}

static inline void auk__late_end(AukLate *work)
{
    auk__atomic_store(&work->late, false);
    auk__gate_unlock(&work->gate);
}

#endif
