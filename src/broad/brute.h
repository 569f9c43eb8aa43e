// Tests every box against every other. The other algorithms are checked against this one.
#ifndef AUK_BROAD_BRUTE_H
#define AUK_BROAD_BRUTE_H

#include "broad/bounds.h"
#include "broad/box_slots.h"
#include "broad/found.h"

// Adds all pairs of touching boxes among the slots. Pairs of two static boxes are added only with `static_pairs`.
AukStatus auk__brute_pairs(const AukBounds *bounds, const AukSlot *slots, int slot_count, bool static_pairs,
                           AukPairList *found);

#endif
