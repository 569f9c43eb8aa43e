// The sweep of one strip: the innermost loop of the broad phase, in a portable form and in one for processors with
// AVX2, which is chosen at run time.
// Invariant: both forms find the same keys in the same order and count the same comparisons.
#ifndef AUK_BROAD_SWEEP_STRIP_H
#define AUK_BROAD_SWEEP_STRIP_H

#include "broad/found.h"
#include "broad/strips.h"

enum { AUK_SWEEP_LANES = AUK_STRIP_BLOCK }; // both forms count comparisons in multiples of this

typedef struct AukSweepRun {
    const AukLayout *layout;
    AukPairList *found;
    AukStaged *spare;  // scratch memory of the wide form, one per entry; a strip uses the part of its own entries
    int64_t waste_max; // most comparisons without a pair; the sweep ends as crowded if there are more
    int64_t compared;  // comparisons so far
} AukSweepRun;

// Adds the pairs of a strip.
AukStatus auk__sweep_strip(AukSweepRun *run, int strip);

// The same with AVX2; only where auk__avx2_is_supported().
AukStatus auk__sweep_strip_wide(AukSweepRun *run, int strip);

enum { AUK_SWEEP_WASTE_PER_PAIR = 16 };

// Subtracts the comparisons of boxes that touch but whose masks do not meet, as if they were found: masks must not make
// a sweep crowded.
static inline void auk__sweep_discount(AukSweepRun *run, int masked)
{
    run->compared -= (int64_t)masked * AUK_SWEEP_WASTE_PER_PAIR;
}

static inline bool auk__sweep_is_crowded(const AukSweepRun *run, int64_t compared, int found)
{
    return compared - (int64_t)found * AUK_SWEEP_WASTE_PER_PAIR > run->waste_max;
}

#endif
