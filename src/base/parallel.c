// See the header. A range has one grain of records, or more if there would be more than AUK_RANGES_MAX ranges.
#include "base/parallel.h"

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

AukStatus auk__parallel_again(const AukParallel *parallel, AukRangeWork *work, void *context, AukRanges *ranges)
{
    ParallelRun run = {work, context, ranges->items};
    auk__pool_run(auk__parallel_pool(parallel, ranges->count), ranges->count, run_range, &run);
    for (int i = 0; i < ranges->count; i++) {
        if (ranges->items[i].status) {
            return ranges->items[i].status;
        }
    }
    return AUK_OK;
}

AukStatus auk__parallel_run(const AukParallel *parallel, int records, AukRangeWork *work, void *context,
                            AukRanges *ranges)
{
    int least = records / AUK_RANGES_MAX + (records % AUK_RANGES_MAX != 0);
    int size = !parallel->pool ? records : (parallel->grain > least ? parallel->grain : least);
    ranges->count = records > 0 ? (records - 1) / size + 1 : 0;
    for (int i = 0; i < ranges->count; i++) {
        int first = i * size;
        AukRange range = {
            .number = i, .first = first, .end = records - first > size ? first + size : records, .place = first};
        ranges->items[i] = range;
    }
    return auk__parallel_again(parallel, work, context, ranges);
}

// A move of the items of a range to the end of the items of earlier ranges. Indices of items.
typedef struct ItemMove {
    size_t from, to, count;
} ItemMove;

typedef struct ItemMoves {
    char *items;
    size_t item_size;
    const ItemMove *moves;
} ItemMoves;

static void move_items(void *context, int index)
{
    const ItemMoves *run = context;
    ItemMove move = run->moves[index];
    if (move.from != move.to && move.count > 0) {
        memmove(run->items + move.to * run->item_size, run->items + move.from * run->item_size,
                move.count * run->item_size);
    }
}

enum { MOVES_AT_ONCE = 4 }; // fewer moves are faster on the caller's thread

// Consecutive moves run in parallel if their targets end at or before the source of the first of them; earlier moves
// must be complete. If ranges are partly empty, a round takes a constant part of the remaining moves, so n moves take
// O(log n) rounds.
int auk__parallel_close_up(const AukParallel *parallel, const AukRanges *ranges, int which, void *items,
                           size_t item_size)
{
    ItemMove moves[AUK_RANGES_MAX];
    size_t total = 0;
    int count = ranges->count;
    for (int i = 0; i < count; i++) {
        ItemMove move = {(size_t)ranges->items[i].place, total, (size_t)ranges->items[i].counts[which]};
        moves[i] = move;
        total += move.count;
    }
    for (int first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && moves[end].to + moves[end].count <= moves[first].from;) {
            end++;
        }
        ItemMoves run = {items, item_size, &moves[first]};
        AukPool *pool = end - first < MOVES_AT_ONCE ? NULL : auk__parallel_pool(parallel, end - first);
        auk__pool_run(pool, end - first, move_items, &run);
    }
    return (int)total;
}

int auk__ranges_sum(const AukRanges *ranges, int which)
{
    int sum = 0;
    for (int i = 0; i < ranges->count; i++) {
        sum += ranges->items[i].counts[which];
    }
    return sum;
}
