// A cached mover's fat box holds its box now and where each of its sides will be some updates later if it goes on as it
// did since its reference box was taken: bodies that fly straight get a long thin fat margin, which costs a third of
// the pairs that a fat margin of equal width on all sides would. Costs are counted in instructions (callgrind, gas of
// 1e4 and 1e5 boxes); their ratios hold within a factor of two elsewhere, and the least cost is flat.
#include "broad/fat_margin.h"

#include <math.h>

enum {
    MARGIN_SAMPLE_MAX = 256,
    MOVERS_PER_SAMPLE = 8,
    STEPS_MAX = 64,
    STRAY_PARTS = 64, // of the mean motion of a side while the list lasts
    STRAY_FIRST = 6,
    STRAY_MAX = 32,
    MOVING_PART = 32, // of the movers, at least so many must move for the list to expire
    LASTING = 4,      // a list that served so many updates was worth making
    CACHED = 1 << 17, // movers whose boxes a second-level cache holds
    REST_MAX = 63,
    MOVERS_MIN = 16,      // fewer are as well swept
    GROWTH_PARTNERS = 32, // needless partners in the list that cost as much as being uncached ...
    GROWTH_PER_TOUCH =
        4 // ... and so many more for each partner that touches: uncached, it is found and sorted each time
};

#define COST_SWEPT 400.0    // a mover in a layout that is built and swept
#define COST_SORTED 60.0    // a pair found and sorted
#define COST_WATCHED 8.0    // a mover that stays in its fat box
#define COST_LISTED 14.0    // a listed pair, in each update ...
#define COST_FETCHED 28.0   // ... and where one of its boxes is far away
#define COST_UNCACHED 800.0 // an uncached mover ...
#define COST_FOUND 100.0    // ... and each of its pairs
#define LISTED_SHARE 0.875  // of the longest list: what a foreseen one may fill
#define NEWCOMERS_MAX 0.05  // part of the movers; somewhat less than may be uncached

typedef struct Mover {
    double wide, high; // of the box
    double dx, dy;     // how far it goes per update, with the growth of the box
} Mover;

typedef struct MarginSample {
    Mover movers[MARGIN_SAMPLE_MAX];
    int count;
    double newcomers; // part of the movers that are new in each update: they will be uncached
} MarginSample;

static double cost_listed(int movers)
{
    return movers > CACHED ? COST_LISTED + COST_FETCHED : COST_LISTED;
}

static Mover mover_of(const AukBounds *reference, const AukBounds *box, double per_age)
{
    Mover mover = {-(double)box->neg_max_x - (double)box->min_x, -(double)box->neg_max_y - (double)box->min_y, 0, 0};
    if (auk__bounds_anywhere(reference)) {
        mover.dx = (auk__larger((double)reference->min_x - (double)box->min_x, 0.0) +
                    auk__larger((double)reference->neg_max_x - (double)box->neg_max_x, 0.0)) *
                   per_age;
        mover.dy = (auk__larger((double)reference->min_y - (double)box->min_y, 0.0) +
                    auk__larger((double)reference->neg_max_y - (double)box->neg_max_y, 0.0)) *
                   per_age;
    }
    return mover;
}

static void take_margin_sample(MarginSample *sample, AukFatMargin *fat_margin, const AukBounds *references,
                               const AukBounds *bounds, const AukBuffer *movers)
{
    const uint32_t *slots = movers->items;
    int most = movers->count / MOVERS_PER_SAMPLE + 1;
    sample->count = most < MARGIN_SAMPLE_MAX ? most : MARGIN_SAMPLE_MAX;
    fat_margin->wide = fat_margin->high = 0.0;
    sample->newcomers = 0.0;
    for (int i = 0; i < sample->count; i++) {
        uint32_t slot = slots[(int64_t)i * movers->count / sample->count];
        sample->movers[i] = mover_of(&references[slot], &bounds[slot], 1.0 / fat_margin->since);
        sample->newcomers += auk__bounds_anywhere(&references[slot]) ? 0.0 : 1.0 / sample->count / fat_margin->since;
        fat_margin->wide += sample->movers[i].wide / sample->count;
        fat_margin->high += sample->movers[i].high / sample->count;
    }
}

// Travel as far as it counts for the mean: what goes many times its size is uncached anyway.
static double travel_within(double travel, double size)
{
    return travel < 2.0 * size ? travel : 2.0 * size;
}

// By how much the area in which partners of a box may be exceeds that of its tight box.
static double area_growth(const AukFatMargin *fat_margin, const Mover *mover)
{
    double reach = 4.0 * (double)fat_margin->margin; // on both sides of both partners
    return (mover->wide + mover->dx * fat_margin->steps + fat_margin->far_wide + reach) *
               (mover->high + mover->dy * fat_margin->steps + fat_margin->far_high + reach) -
           (mover->wide + fat_margin->wide) * (mover->high + fat_margin->high);
}

// Sets all but the steps, which are chosen, and gives the cost per update; infinite if the list may get too long or too
// many will not be in it.
static double margin_cost(AukFatMargin *fat_margin, const MarginSample *sample, int movers, double pairs,
                          double listed_max)
{
    double dx = 0.0, dy = 0.0, area = 0.0;
    for (int i = 0; i < sample->count; i++) {
        const Mover *mover = &sample->movers[i];
        double wide = mover->wide + fat_margin->wide;
        double high = mover->high + fat_margin->high;
        dx += travel_within(mover->dx * fat_margin->steps, wide) / sample->count;
        dy += travel_within(mover->dy * fat_margin->steps, high) / sample->count;
        area += wide * high / sample->count;
    }
    fat_margin->margin = (float)((dx + dy) * fat_margin->stray / STRAY_PARTS);
    fat_margin->far_wide = fat_margin->wide + dx;
    fat_margin->far_high = fat_margin->high + dy;
    double per_area = area > 0.0 ? 2.0 * pairs / movers / area : 0.0; // partners
    fat_margin->growth_max = per_area > 0.0 ? GROWTH_PARTNERS / per_area : (double)INFINITY;
    double partners = 0.0, uncached = COST_UNCACHED * 0.5 * sample->newcomers * fat_margin->steps * sample->count;
    for (int i = 0; i < sample->count; i++) {
        const Mover *mover = &sample->movers[i];
        double growth = area_growth(fat_margin, mover);
        double touch = (mover->wide + fat_margin->wide) * (mover->high + fat_margin->high);
        if (growth > fat_margin->growth_max + GROWTH_PER_TOUCH * touch) {
            uncached += COST_UNCACHED + COST_FOUND * touch * per_area;
        } else {
            partners += growth * per_area;
        }
    }
    double listed = pairs + 0.5 * partners * movers / sample->count;
    if (listed > LISTED_SHARE * listed_max || sample->newcomers * fat_margin->steps > NEWCOMERS_MAX) {
        return (double)INFINITY;
    }
    return (COST_SWEPT * movers + COST_SORTED * listed) / fat_margin->steps + COST_WATCHED * movers +
           cost_listed(movers) * listed + uncached * movers / sample->count;
}

bool auk__fat_margin_choose(AukFatMargin *fat_margin, const AukBounds *references, const AukBounds *bounds,
                            const AukBuffer *movers, int published, int64_t listed_max)
{
    static const int choices[] = {2, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48, STEPS_MAX};
    int count = movers->count;
    if (count < MOVERS_MIN || fat_margin->since < 1) {
        return false;
    }
    fat_margin->stray = fat_margin->stray > 0 ? fat_margin->stray : STRAY_FIRST;
    MarginSample sample;
    take_margin_sample(&sample, fat_margin, references, bounds, movers);
    double pairs = auk__larger(published, count / 8); // a sparse crowd may become denser
    double bare = COST_SWEPT * count + COST_SORTED * published;
    double least = 0.875 * bare; // a list must save an eighth
    fat_margin->steps_most = fat_margin->steps_most < STEPS_MAX ? fat_margin->steps_most : 0;
    AukFatMargin best = *fat_margin;
    best.steps = 0;
    for (int i = 0; i < (int)(sizeof choices / sizeof choices[0]); i++) {
        if (fat_margin->steps_most > 0 && choices[i] > fat_margin->steps_most) {
            break;
        }
        fat_margin->steps = choices[i];
        double cost = margin_cost(fat_margin, &sample, count, pairs, (double)listed_max);
        if (cost < least) {
            least = cost;
            best = *fat_margin;
        }
    }
    best.steps_most = best.steps > 0 ? best.steps_most : 0;
    *fat_margin = best;
    int moving = 0;
    for (int i = 0; i < sample.count; i++) {
        moving += sample.movers[i].dx + sample.movers[i].dy > 0.0;
    }
    fat_margin->expires = moving * MOVING_PART > sample.count;
    return best.steps > 0;
}

AukFat auk__fat_margin_fat(const AukFatMargin *fat_margin)
{
    double reach = 4.0 * (double)fat_margin->margin;
    double most = 1e30;
    AukFat fat;
    fat.ahead = (float)fat_margin->steps / (float)fat_margin->since;
    fat.margin = fat_margin->margin;
    fat.wide = (float)fat_margin->wide;
    fat.high = (float)fat_margin->high;
    fat.far_wide = (float)(fat_margin->far_wide + reach);
    fat.far_high = (float)(fat_margin->far_high + reach);
    fat.growth_max = (float)(fat_margin->growth_max < most ? fat_margin->growth_max : most);
    fat.growth_per_touch = (float)GROWTH_PER_TOUCH;
    return fat;
}

void auk__fat_margin_back_off(AukFatMargin *fat_margin)
{
    fat_margin->last_rest = fat_margin->last_rest < REST_MAX ? 2 * fat_margin->last_rest + 1 : REST_MAX;
    fat_margin->rest = fat_margin->last_rest;
    fat_margin->known = false;
}

bool auk__fat_margin_ends_soon(const AukFatMargin *fat_margin)
{
    enum { STEPS_MIN = 3 * AUK_FAT_MARGIN_STAGES }; // a shorter list is not worth having twice for some time
    return fat_margin->steps >= STEPS_MIN &&
           ((fat_margin->expires && fat_margin->age + AUK_FAT_MARGIN_STAGES >= fat_margin->steps) ||
            fat_margin->debt > 0.75 * fat_margin->renewal);
}

void auk__fat_margin_end(AukFatMargin *fat_margin, bool strayed, bool held)
{
    if (fat_margin->age < 2) {
        auk__fat_margin_back_off(fat_margin);
    } else if (fat_margin->age >= LASTING) {
        fat_margin->last_rest = 0;
        fat_margin->steps_most *= 2; // the dense crowd may have been passing
    }
    // movers that fly straight need no margin, those that turn or sway need more
    if (fat_margin->age > fat_margin->steps || held) {
        int less = fat_margin->stray - (fat_margin->stray + 3) / 4;
        fat_margin->stray = less > 1 ? less : 1;
    } else if (strayed) {
        fat_margin->stray = 2 * fat_margin->stray < STRAY_MAX ? 2 * fat_margin->stray : STRAY_MAX;
    }
}

void auk__fat_margin_fail(AukFatMargin *fat_margin)
{
    fat_margin->steps_most = fat_margin->steps > 3 ? fat_margin->steps / 2 : 0;
    auk__fat_margin_back_off(fat_margin);
}

bool auk__fat_margin_begin(AukFatMargin *fat_margin, int movers, int uncached, int listed)
{
    fat_margin->baseline = uncached;
    fat_margin->debt = 0.0;
    fat_margin->renewal = COST_SWEPT * movers + COST_SORTED * listed;
    return COST_WATCHED * movers + cost_listed(movers) * listed + COST_UNCACHED * uncached < COST_SWEPT * movers;
}

void auk__fat_margin_charge(AukFatMargin *fat_margin, int uncached, int dropped)
{
    fat_margin->debt +=
        COST_LISTED * dropped + COST_UNCACHED * (uncached > fat_margin->baseline ? uncached - fat_margin->baseline : 0);
}
