// Work on many records, cut into ranges for the workers. A range writes what it finds at a place of its own, and the
// places are then closed up in order: so what is found, and its order, are the same for any number of workers, and for
// none, when all records are one range. Invariant: the ranges depend on the number of records and the grain alone.
#ifndef AUK_BASE_PARALLEL_H
#define AUK_BASE_PARALLEL_H

#include "base/pool.h"

#include <stddef.h>
#include <stdint.h>

enum {
    AUK_RANGES_MAX = 64,
    AUK_RANGE_COUNTS = 8 // numbers that a range reports
};

typedef struct AukParallel {
    AukPool *pool; // null: the caller works alone
    int grain;     // records in a range, at least; tests make it smaller
} AukParallel;

typedef struct AukRange {
    int number;                   // in the row of ranges
    int first, end;               // records; the work may move them
    int place;                    // where what it writes begins: at its first record, unless the work knows better
    int counts[AUK_RANGE_COUNTS]; // of what it wrote or saw, under names that the work gives them
    int64_t effort;               // of the work, in a unit of its own
    AukStatus status;
} AukRange;

typedef struct AukRanges {
    AukRange items[AUK_RANGES_MAX];
    int count;
} AukRanges;

typedef void AukRangeWork(void *context, AukRange *range);

// Runs `work` on the ranges of so many records and leaves their reports in `ranges`. The status of the first range that
// failed.
AukStatus auk__parallel_run(const AukParallel *parallel, int records, AukRangeWork *work, void *context,
                            AukRanges *ranges);

// Runs other work on the same ranges, with their reports.
AukStatus auk__parallel_again(const AukParallel *parallel, AukRangeWork *work, void *context, AukRanges *ranges);

// Closes up the items that each range wrote from its place on, as many as its count `which` says. Returns their number.
int auk__parallel_close_up(const AukParallel *parallel, const AukRanges *ranges, int which, void *items,
                           size_t item_size);

// The sum of a count over all ranges.
int auk__ranges_sum(const AukRanges *ranges, int which);

#endif
