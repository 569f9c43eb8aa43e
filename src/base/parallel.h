// Parallel loops over records, which are divided into ranges. Each range writes its items to a separate part of an
// array; the parts are moved together in order. So the items and their order are the same for any number of
// workers, and without workers, when all records are one range.
// Invariant: with workers, the ranges depend only on the number of records and the grain.
#ifndef AUK_BASE_PARALLEL_H
#define AUK_BASE_PARALLEL_H

#include "base/pool.h"

#include <stddef.h>
#include <stdint.h>

enum {
    AUK_RANGES_MAX = 64,
    AUK_RANGE_COUNTS = 8 // counts that a range may report
};

typedef struct AukParallel {
    AukPool *pool; // null: the caller works alone
    int grain;     // least number of records in a range; tests make it smaller
} AukParallel;

typedef struct AukRange {
    int number;                   // index of the range
    int first, end;               // records; the work may change them
    int place;                    // first item of the range's part of an array; `first` unless the work changes it
    int counts[AUK_RANGE_COUNTS]; // reported by the work, which gives each index a meaning
    int64_t effort;               // reported by the work, in a unit that the work chooses
    AukStatus status;
} AukRange;

typedef struct AukRanges {
    AukRange items[AUK_RANGES_MAX];
    int count;
} AukRanges;

typedef void AukRangeWork(void *context, AukRange *range);

// The pool, or null if so few ranges are done sooner by the caller alone: fewer than it pays to wake a thread for.
AukPool *auk__parallel_pool(const AukParallel *parallel, int ranges);

// Divides `records` records into ranges, runs `work` on each and stores the ranges with their reports in `ranges`.
// Returns the status of the first range that failed.
AukStatus auk__parallel_run(const AukParallel *parallel, int records, AukRangeWork *work, void *context,
                            AukRanges *ranges);

// An array into which each range writes `counts[which]` items from its place on.
typedef struct AukGathered {
    void *items;
    size_t item_size;
    int which;
} AukGathered;

enum { AUK_GATHERED_MAX = 5 };

// As auk__parallel_run(), and moves the items of the ranges together in each array. The items of a range must end at or
// before the place of the next range. The number of items of an array is then auk__ranges_sum() of its `which`.
AukStatus auk__parallel_gather(const AukParallel *parallel, int records, AukRangeWork *work, void *context,
                               AukRanges *ranges, const AukGathered *arrays, int array_count);

// Runs `work` on existing ranges; it may read their earlier reports.
AukStatus auk__parallel_again(const AukParallel *parallel, AukRangeWork *work, void *context, AukRanges *ranges);

// The sum of `counts[which]` over all ranges.
int auk__ranges_sum(const AukRanges *ranges, int which);

#endif
