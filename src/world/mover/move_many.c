// Many characters in one call. The threads of a pool take ranges of them. A move only reads the world, and writes its
// mover and its report, so nothing depends on the threads.
#include "base/parallel.h"
#include "base/predicates.h"
#include "world/mover/move.h"

enum { MOVERS_PER_RANGE = 8 }; // a move takes about as long as ten rays

typedef struct Movers {
    const AukWorld *world;
    AukMover *items;
    AukMoveReport *reports; // may be null
    AukStatus *statuses;    // may be null
    float dt;
} Movers;

static void range_move(void *context, AukRange *range)
{
    const Movers *movers = context;
    for (int i = range->first; i < range->end; i++) {
        AukMoveReport *report = movers->reports ? &movers->reports[i] : NULL;
        AukStatus status = auk_world_move_report(movers->world, &movers->items[i], movers->dt, report);
        if (movers->statuses) {
            movers->statuses[i] = status;
        }
        range->counts[0] += status == AUK_OK;
    }
}

int auk_world_move_many(const AukWorld *world, AukMover *movers, int count, float dt, AukMoveReport *reports,
                        AukStatus *statuses, AukPool *pool)
{
    if (!world || (!movers && count > 0)) {
        return -(int)AUK_ERROR_NULL;
    }
    if (count < 0) {
        return -(int)AUK_ERROR_COUNT;
    }
    if (!auk__is_duration(dt)) {
        return -(int)AUK_ERROR_TIME_STEP;
    }
    Movers all = {world, movers, reports, statuses, dt};
    AukParallel parallel = {pool, MOVERS_PER_RANGE};
    AukRanges ranges;
    (void)auk__parallel_run(&parallel, count, range_move, &all, &ranges); // a range has no status
    return auk__ranges_sum(&ranges, 0);
}
