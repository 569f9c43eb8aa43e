// Often half of the pairs do not touch, so room for a touch of every pair would be twice what is needed; and a buffer
// that grows by its own rule has a tenth more than it needs. So the first step counts on as many touches for each pair
// as the first pairs had, and later steps on as many touches as the last step had.
#include "world/step/touch_room.h"

#include "world/step/contact_batch.h"

// The first pairs say little about the others: an estimate of LEAP_MAX times what is needed now, or more, is not
// trusted, and the room grows by LEAP.
enum {
    SPARE_PART = 64, // 1 / SPARE_PART of the expected touches may come besides
    LEAP = 4,
    LEAP_MAX = 8
};

static bool touches_fit(const AukTouches *list, int count)
{
    return list->touches.capacity >= count && list->contacts.capacity >= count && list->links.capacity >= count;
}

static int no_more_than(int64_t count, int most)
{
    return count < most ? (int)count : most;
}

bool auk__touch_room_first(AukTouches *next, const AukTouches *last, int pairs, const AukPool *pool)
{
    int64_t expected = (int64_t)last->touches.count + AUK_CONTACT_BATCH;
    if (pool || touches_fit(next, no_more_than(expected, pairs))) {
        return !pool || auk__touches_reserve(next, pairs);
    }
    return auk__touches_reserve(next, no_more_than(expected + expected / SPARE_PART, pairs));
}

bool auk__touch_room_ahead(AukTouches *list, int count, AukTouchProgress progress)
{
    int needed = count + progress.more;
    if (touches_fit(list, needed)) {
        return true;
    }
    int64_t likely = progress.done > 0 ? (int64_t)count * progress.pairs / progress.done : 0;
    likely += likely / SPARE_PART;
    likely = likely < LEAP_MAX * (int64_t)needed ? likely : LEAP * (int64_t)needed;
    return auk__touches_reserve(list, likely > needed ? no_more_than(likely, progress.pairs) : needed);
}
