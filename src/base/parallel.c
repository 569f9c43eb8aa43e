// See the header. A range has one grain of records, or more if there would be more than AUK_RANGES_MAX ranges.
// The items of a range are moved as soon as all ranges before it are done, mostly by the thread that has just written
// them and while they are in its caches. Moved after all ranges were done, the contacts of a million bodies took a
// twentieth of a step with two workers.
#include "base/parallel.h"

#include "base/assert.h"
#include "base/thread.h"

#include <string.h>

// A thread that sleeps is awake after 5 to 50 microseconds, most of which its caller waits too. A range of a step takes
// 3 to 30 microseconds.
enum { RANGES_TO_WAKE = 10 };

AukPool *auk__parallel_pool(const AukParallel *parallel, int ranges)
{
    bool pays = parallel->pool && (ranges >= RANGES_TO_WAKE || auk__pool_is_awake(parallel->pool));
    return pays ? parallel->pool : NULL;
}

typedef struct ParallelRun {
    AukRangeWork *work;
    void *context;
    AukRange *ranges;
} ParallelRun;

static void run_range(void *context, int index)
{
    const ParallelRun *run = context;
    run->work(run->context, &run->ranges[index]);
}

static AukStatus first_failure(const AukRanges *ranges)
{
    for (int i = 0; i < ranges->count; i++) {
        if (ranges->items[i].status) {
            return ranges->items[i].status;
        }
    }
    return AUK_OK;
}

// Without workers, each phase of a step is one range: it is called at once.
AukStatus auk__parallel_again(const AukParallel *parallel, AukRangeWork *work, void *context, AukRanges *ranges)
{
    if (ranges->count == 1) {
        work(context, &ranges->items[0]);
        return ranges->items[0].status;
    }
    ParallelRun run = {work, context, ranges->items};
    auk__pool_run(auk__parallel_pool(parallel, ranges->count), ranges->count, run_range, &run);
    return first_failure(ranges);
}

static void divide(const AukParallel *parallel, int records, AukRanges *ranges)
{
    int size = records;
    if (parallel->pool) {
        int least = records / AUK_RANGES_MAX + (records % AUK_RANGES_MAX != 0);
        size = parallel->grain > least ? parallel->grain : least;
    }
    int count = 0;
    for (int first = 0; first < records; count++) {
        int end = records - first > size ? first + size : records;
        AukRange range = {.number = count, .first = first, .end = end, .place = first};
        ranges->items[count] = range;
        first = end;
    }
    ranges->count = count;
}

AukStatus auk__parallel_run(const AukParallel *parallel, int records, AukRangeWork *work, void *context,
                            AukRanges *ranges)
{
    divide(parallel, records, ranges);
    return auk__parallel_again(parallel, work, context, ranges);
}

// ---- items that are moved together ----

typedef struct Gathering {
    ParallelRun run;
    int range_count;
    const AukGathered *arrays;
    int array_count;
    size_t totals[AUK_GATHERED_MAX]; // items of the ranges that are moved
    AukAtomic done[AUK_RANGES_MAX];  // 1 for a range that has written its items
    AukAtomic moved;                 // number of ranges whose items are moved: the first ones
    AukAtomic moving;                // 1 while a thread moves items
} Gathering;

// Its items end at or before those of later ranges, so it overwrites none.
static void move_items(Gathering *gathering, const AukRange *range)
{
    for (int i = 0; i < gathering->array_count; i++) {
        const AukGathered *array = &gathering->arrays[i];
        size_t place = (size_t)range->place, count = (size_t)range->counts[array->which], to = gathering->totals[i];
        if (to != place && count > 0) {
            memmove((char *)array->items + to * array->item_size, (const char *)array->items + place * array->item_size,
                    count * array->item_size);
        }
        gathering->totals[i] = to + count;
    }
}

static bool next_is_done(Gathering *gathering)
{
    int next = auk__atomic_load(&gathering->moved);
    return next < gathering->range_count && auk__atomic_load(&gathering->done[next]);
}

// No range is forgotten: a thread that finds another one moving has set `done` before, and the other one looks once
// more after it has set `moving` to 0.
static void gather_range(void *context, int index)
{
    Gathering *gathering = context;
    run_range(&gathering->run, index);
    auk__atomic_store(&gathering->done[index], 1);
    while (next_is_done(gathering) && auk__atomic_replace(&gathering->moving, 0, 1)) {
        while (next_is_done(gathering)) {
            move_items(gathering, &gathering->run.ranges[auk__atomic_load(&gathering->moved)]);
            auk__atomic_add(&gathering->moved, 1);
        }
        auk__atomic_store(&gathering->moving, 0);
    }
}

AukStatus auk__parallel_gather(const AukParallel *parallel, int records, AukRangeWork *work, void *context,
                               AukRanges *ranges, const AukGathered *arrays, int array_count)
{
    AUK_ASSERT(array_count <= AUK_GATHERED_MAX);
    divide(parallel, records, ranges);
    if (ranges->count <= 1) { // its items are where they belong
        return auk__parallel_again(parallel, work, context, ranges);
    }
    Gathering gathering = {.run = {work, context, ranges->items},
                           .range_count = ranges->count,
                           .arrays = arrays,
                           .array_count = array_count};
    auk__pool_run(auk__parallel_pool(parallel, ranges->count), ranges->count, gather_range, &gathering);
    return first_failure(ranges);
}

int auk__ranges_sum(const AukRanges *ranges, int which)
{
    int sum = 0;
    for (int i = 0; i < ranges->count; i++) {
        sum += ranges->items[i].counts[which];
    }
    return sum;
}
