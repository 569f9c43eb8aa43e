// A cached mover's fat box holds its present box and the predicted box some updates later, if each side goes on moving
// as since the reference box, its box of an earlier update, was taken. Bodies that fly straight get a long thin fat
// box. It gives a third of the pairs that a margin of equal width on all sides would. The COST_ constants are
// instructions (callgrind, gas of 1e4 and 1e5 boxes). In other scenes and on other machines their ratios differ by less
// than a factor of two, which hardly changes the best choice.
#include "broad/fat_margin.h"

#include <math.h>

enum {
    MARGIN_SAMPLE_MAX = 256,
    MOVERS_PER_SAMPLE = 8,
    STEPS_MAX = 64,
    STRAY_PARTS = 64, // `stray` is in 1 / STRAY_PARTS of the mean motion while the list lasts
    STRAY_FIRST = 6,
    STRAY_MAX = 32,
    MOVING_PART = 32, // the list expires if more than 1 / MOVING_PART of the movers move
    LASTING = 4,      // a list that served at least this many updates saved time
    CACHED = 1 << 17, // movers whose boxes fit a second-level cache
    PAUSE_MAX = 63,
    MOVERS_MIN = 16, // with fewer movers, sweeping all of them is as fast
    // A mover stays cached while its fat box adds at most GROWTH_PARTNERS listed partners that do not touch it, and
    // GROWTH_PER_TOUCH more for each that does: those would be found and sorted in every update if it were uncached.
    GROWTH_PARTNERS = 32,
    GROWTH_PER_TOUCH = 4
};

#define COST_SWEPT 400.0    // per mover in a layout that is built and swept
#define COST_SORTED 60.0    // per pair that is found and sorted
#define COST_WATCHED 8.0    // per cached mover and update
#define COST_LISTED 14.0    // per listed pair and update
#define COST_FETCHED 28.0   // more per listed pair and update if the boxes do not fit the second-level cache
#define COST_UNCACHED 800.0 // per uncached mover and update
#define COST_FOUND 100.0    // per pair of an uncached mover
#define COST_RISEN 1.25     // cost / least cost of fewer steps, from which more steps are not tried
#define LISTED_SHARE 0.875  // predicted length of a list / longest list allowed, at most
#define NEWCOMERS_MAX 0.05  // new movers while the list lasts / movers, at most; somewhat below the limit of uncached

typedef struct Mover {
    double wide, high; // of the box
    double dx, dy;     // outward motion of its two sides on an axis per update, in units of length
} Mover;

typedef struct MarginSample {
    Mover movers[MARGIN_SAMPLE_MAX];
    int count;
    double newcomers; // new movers per update / movers; new movers are uncached
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

// Limits a mover's part in the mean motion, since a mover that moves by many times its size will be uncached.
static double travel_within(double travel, double size)
{
    return travel < 2.0 * size ? travel : 2.0 * size;
}

// The growth of a mover: the area of partners of its fat box minus that of its tight box. The area of partners is the
// area in which the centre of a touching box of mean size may lie.
static double area_growth(const AukFatMargin *fat_margin, const Mover *mover)
{
    double margins = 4.0 * (double)fat_margin->margin; // on both sides of both partners
    return (mover->wide + mover->dx * fat_margin->steps + fat_margin->far_wide + margins) *
               (mover->high + mover->dy * fat_margin->steps + fat_margin->far_high + margins) -
           (mover->wide + fat_margin->wide) * (mover->high + fat_margin->high);
}

// Sets everything but `steps`, which the caller has set, and returns the cost per update in instructions; infinite if
// the list may become too long or too many movers will be uncached.
static double margin_cost(AukFatMargin *fat_margin, const MarginSample *sample, int movers, double pairs,
                          double listed_max)
{
    double dx = 0.0, dy = 0.0, area = 0.0;
    for (int i = 0; i < sample->count; i++) {
        const Mover *mover = &sample->movers[i];
        double wide = mover->wide + fat_margin->wide;
        double high = mover->high + fat_margin->high;
        dx += travel_within(mover->dx * fat_margin->steps, wide);
        dy += travel_within(mover->dy * fat_margin->steps, high);
        area += wide * high;
    }
    dx /= sample->count;
    dy /= sample->count;
    area /= sample->count;
    fat_margin->margin = (float)((dx + dy) * fat_margin->stray / STRAY_PARTS);
    fat_margin->far_wide = fat_margin->wide + dx;
    fat_margin->far_high = fat_margin->high + dy;
    double per_area = area > 0.0 ? 2.0 * pairs / movers / area : 0.0; // partners per unit of area
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
    double pairs = auk__larger(published, count / 8); // movers with few pairs may come to have more
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
        } else if (best.steps > 0 && cost > COST_RISEN * least) {
            break;
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
    double margins = 4.0 * (double)fat_margin->margin;
    double most = 1e30;
    AukFat fat;
    fat.ahead = (float)fat_margin->steps / (float)fat_margin->since;
    fat.margin = fat_margin->margin;
    fat.wide = (float)fat_margin->wide;
    fat.high = (float)fat_margin->high;
    fat.far_wide = (float)(fat_margin->far_wide + margins);
    fat.far_high = (float)(fat_margin->far_high + margins);
    fat.growth_max = (float)(fat_margin->growth_max < most ? fat_margin->growth_max : most);
    fat.growth_per_touch = (float)GROWTH_PER_TOUCH;
    return fat;
}

void auk__fat_margin_back_off(AukFatMargin *fat_margin)
{
    fat_margin->last_pause = fat_margin->last_pause < PAUSE_MAX ? 2 * fat_margin->last_pause + 1 : PAUSE_MAX;
    fat_margin->pause = fat_margin->last_pause;
    fat_margin->has_references = false;
}

bool auk__fat_margin_ends_soon(const AukFatMargin *fat_margin)
{
    enum { STEPS_MIN = 12 }; // for shorter lists, the second list costs more than it saves
    return fat_margin->steps >= STEPS_MIN &&
           ((fat_margin->expires && fat_margin->age + AUK_FAT_MARGIN_UPDATES >= fat_margin->steps) ||
            fat_margin->excess_cost > 0.75 * fat_margin->rebuild_cost);
}

void auk__fat_margin_end(AukFatMargin *fat_margin, bool strayed, bool held)
{
    if (fat_margin->age < 2) {
        auk__fat_margin_back_off(fat_margin);
    } else if (fat_margin->age >= LASTING) {
        fat_margin->last_pause = 0;
        fat_margin->steps_most *= 2; // the high density behind the limit may be over
    }
    // movers that fly straight need no margin; movers that turn or oscillate need more
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
    fat_margin->excess_cost = 0.0;
    fat_margin->rebuild_cost = COST_SWEPT * movers + COST_SORTED * listed;
    return COST_WATCHED * movers + cost_listed(movers) * listed + COST_UNCACHED * uncached < COST_SWEPT * movers;
}

void auk__fat_margin_charge(AukFatMargin *fat_margin, int uncached, int dropped)
{
    fat_margin->excess_cost +=
        COST_LISTED * dropped + COST_UNCACHED * (uncached > fat_margin->baseline ? uncached - fat_margin->baseline : 0);
}
