// One strip swept by itself: the innermost loops, in a form for every machine and one for processors with AVX2, which
// is chosen when the program runs. Invariant: both find the same keys in the same order, and count alike.
#ifndef AUK_BROAD_SWEEP_STRIP_H
#define AUK_BROAD_SWEEP_STRIP_H

#include "broad/found.h"
#include "broad/strips.h"

enum { AUK_SWEEP_LANES = AUK_STRIP_BLOCK }; // boxes that count as compared at a time

typedef struct AukSweepRun {
    const AukLayout *layout;
    AukPairList *found;
    AukStaged *spare;  // as many as entries: memory for the wide form, which uses the strip's own part
    int64_t waste_max; // comparisons without a find: if there are more, the sweep is crowded and ends
    int64_t compared;
} AukSweepRun;

// Adds the pairs of a strip.
AukStatus auk__sweep_strip(AukSweepRun *run, int strip);

// The same with AVX2; only where auk__f64x4_is_supported().
AukStatus auk__sweep_strip_wide(AukSweepRun *run, int strip);

enum { AUK_SWEEP_WASTE_PER_PAIR = 16 };

// Comparisons of boxes that touch but have masks that do not meet count as useful: strips suit boxes whatever their
// masks are.
static inline void auk__sweep_excuse(AukSweepRun *run, int masked)
{
    run->compared -= (int64_t)masked * AUK_SWEEP_WASTE_PER_PAIR;
}

static inline bool auk__sweep_is_crowded(const AukSweepRun *run, int64_t compared, int found)
{
    return compared - (int64_t)found * AUK_SWEEP_WASTE_PER_PAIR > run->waste_max;
}

#endif
