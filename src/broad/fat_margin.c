// A calm mover's fat box holds its box now and where each of its sides will be some updates later if it goes on as it
// did since its anchor was taken: bodies that fly straight get a long thin skin, which costs a third of the pairs that
// a skin of equal width on all sides would. Costs are counted in instructions (callgrind, gas of 1e4 and 1e5 boxes);
// their ratios hold within a factor of two elsewhere, and the least cost is flat.
#include "broad/fat_margin.h"

#include <math.h>

enum {
    SAMPLE_MAX = 256,
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
    GROWTH_PARTNERS = 32, // needless partners in the list that cost as much as being loose ...
    GROWTH_PER_TOUCH = 4  // ... and so many more for each partner that touches: loose, it is found and sorted each time
};

#define COST_SWEPT 400.0   // a mover in a layout that is built and swept
#define COST_SORTED 60.0   // a pair found and sorted
#define COST_WATCHED 8.0   // a mover that stays in its fat box
#define COST_LISTED 14.0   // a listed pair, in each update ...
#define COST_FETCHED 28.0  // ... and where one of its boxes is far away
#define COST_LOOSE 800.0   // a loose mover ...
#define COST_FOUND 100.0   // ... and each of its pairs
#define LISTED_SHARE 0.875 // of the longest list: what a foreseen one may fill
#define NEWCOMERS_MAX 0.05 // part of the movers; somewhat less than may be loose

typedef struct Mover {
    double wide, high; // of the box
    double dx, dy;     // how far it goes per update, with the growth of the box
} Mover;

typedef struct Sample {
    Mover movers[SAMPLE_MAX];
    int count;
    double newcomers; // part of the movers that are new in each update: they will be loose
} Sample;

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double cost_listed(int movers)
{
    return movers > CACHED ? COST_LISTED + COST_FETCHED : COST_LISTED;
}

static Mover mover_of(const AukBounds *anchor, const AukBounds *box, double per_age)
{
    Mover mover = {-(double)box->neg_max_x - (double)box->min_x, -(double)box->neg_max_y - (double)box->min_y, 0, 0};
    if (auk__bounds_anywhere(anchor)) {
        mover.dx = (larger((double)anchor->min_x - (double)box->min_x, 0.0) +
                    larger((double)anchor->neg_max_x - (double)box->neg_max_x, 0.0)) *
                   per_age;
        mover.dy = (larger((double)anchor->min_y - (double)box->min_y, 0.0) +
                    larger((double)anchor->neg_max_y - (double)box->neg_max_y, 0.0)) *
                   per_age;
    }
    return mover;
}

static void sample_take(Sample *sample, AukSkin *skin, const AukBounds *anchors, const AukBounds *bounds,
                        const AukBuffer *movers)
{
    const uint32_t *slots = movers->items;
    int most = movers->count / MOVERS_PER_SAMPLE + 1;
    sample->count = most < SAMPLE_MAX ? most : SAMPLE_MAX;
    skin->wide = skin->high = 0.0;
    sample->newcomers = 0.0;
    for (int i = 0; i < sample->count; i++) {
        uint32_t slot = slots[(int64_t)i * movers->count / sample->count];
        sample->movers[i] = mover_of(&anchors[slot], &bounds[slot], 1.0 / skin->since);
        sample->newcomers += auk__bounds_anywhere(&anchors[slot]) ? 0.0 : 1.0 / sample->count / skin->since;
        skin->wide += sample->movers[i].wide / sample->count;
        skin->high += sample->movers[i].high / sample->count;
    }
}

// Travel as far as it counts for the mean: what goes many times its size is loose anyway.
static double travel_within(double travel, double size)
{
    return travel < 2.0 * size ? travel : 2.0 * size;
}

// By how much the area in which partners of a box may be exceeds that of its tight box.
static double area_growth(const AukSkin *skin, const Mover *mover)
{
    double reach = 4.0 * (double)skin->margin; // on both sides of both partners
    return (mover->wide + mover->dx * skin->steps + skin->far_wide + reach) *
               (mover->high + mover->dy * skin->steps + skin->far_high + reach) -
           (mover->wide + skin->wide) * (mover->high + skin->high);
}

// Sets all but the steps, which are chosen, and gives the cost per update; infinite if the list may get too long or too
// many will not be in it.
static double skin_cost(AukSkin *skin, const Sample *sample, int movers, double pairs, double listed_max)
{
    double dx = 0.0, dy = 0.0, area = 0.0;
    for (int i = 0; i < sample->count; i++) {
        const Mover *mover = &sample->movers[i];
        double wide = mover->wide + skin->wide;
        double high = mover->high + skin->high;
        dx += travel_within(mover->dx * skin->steps, wide) / sample->count;
        dy += travel_within(mover->dy * skin->steps, high) / sample->count;
        area += wide * high / sample->count;
    }
    skin->margin = (float)((dx + dy) * skin->stray / STRAY_PARTS);
    skin->far_wide = skin->wide + dx;
    skin->far_high = skin->high + dy;
    double per_area = area > 0.0 ? 2.0 * pairs / movers / area : 0.0; // partners
    skin->growth_max = per_area > 0.0 ? GROWTH_PARTNERS / per_area : (double)INFINITY;
    double partners = 0.0, loose = COST_LOOSE * 0.5 * sample->newcomers * skin->steps * sample->count;
    for (int i = 0; i < sample->count; i++) {
        const Mover *mover = &sample->movers[i];
        double growth = area_growth(skin, mover);
        double touch = (mover->wide + skin->wide) * (mover->high + skin->high);
        if (growth > skin->growth_max + GROWTH_PER_TOUCH * touch) {
            loose += COST_LOOSE + COST_FOUND * touch * per_area;
        } else {
            partners += growth * per_area;
        }
    }
    double listed = pairs + 0.5 * partners * movers / sample->count;
    if (listed > LISTED_SHARE * listed_max || sample->newcomers * skin->steps > NEWCOMERS_MAX) {
        return (double)INFINITY;
    }
    return (COST_SWEPT * movers + COST_SORTED * listed) / skin->steps + COST_WATCHED * movers +
           cost_listed(movers) * listed + loose * movers / sample->count;
}

bool auk__skin_choose(AukSkin *skin, const AukBounds *anchors, const AukBounds *bounds, const AukBuffer *movers,
                      int published, int64_t listed_max)
{
    static const int choices[] = {2, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48, STEPS_MAX};
    int count = movers->count;
    if (count < MOVERS_MIN || skin->since < 1) {
        return false;
    }
    skin->stray = skin->stray > 0 ? skin->stray : STRAY_FIRST;
    Sample sample;
    sample_take(&sample, skin, anchors, bounds, movers);
    double pairs = larger(published, count / 8); // what is thin now may thicken
    double bare = COST_SWEPT * count + COST_SORTED * published;
    double least = 0.875 * bare; // what is gained must be worth the trouble
    skin->steps_most = skin->steps_most < STEPS_MAX ? skin->steps_most : 0;
    AukSkin best = *skin;
    best.steps = 0;
    for (int i = 0; i < (int)(sizeof choices / sizeof choices[0]); i++) {
        if (skin->steps_most > 0 && choices[i] > skin->steps_most) {
            break;
        }
        skin->steps = choices[i];
        double cost = skin_cost(skin, &sample, count, pairs, (double)listed_max);
        if (cost < least) {
            least = cost;
            best = *skin;
        }
    }
    best.steps_most = best.steps > 0 ? best.steps_most : 0;
    *skin = best;
    int moving = 0;
    for (int i = 0; i < sample.count; i++) {
        moving += sample.movers[i].dx + sample.movers[i].dy > 0.0;
    }
    skin->expires = moving * MOVING_PART > sample.count;
    return best.steps > 0;
}

AukFat auk__skin_fat(const AukSkin *skin)
{
    double reach = 4.0 * (double)skin->margin;
    double most = 1e30;
    AukFat fat;
    fat.ahead = (float)skin->steps / (float)skin->since;
    fat.margin = skin->margin;
    fat.wide = (float)skin->wide;
    fat.high = (float)skin->high;
    fat.far_wide = (float)(skin->far_wide + reach);
    fat.far_high = (float)(skin->far_high + reach);
    fat.growth_max = (float)(skin->growth_max < most ? skin->growth_max : most);
    fat.growth_per_touch = (float)GROWTH_PER_TOUCH;
    return fat;
}

void auk__skin_back_off(AukSkin *skin)
{
    skin->last_rest = skin->last_rest < REST_MAX ? 2 * skin->last_rest + 1 : REST_MAX;
    skin->rest = skin->last_rest;
    skin->known = false;
}

bool auk__skin_ends_soon(const AukSkin *skin)
{
    enum { STEPS_MIN = 3 * AUK_SKIN_STAGES }; // a shorter list is not worth having twice for some time
    return skin->steps >= STEPS_MIN &&
           ((skin->expires && skin->age + AUK_SKIN_STAGES >= skin->steps) || skin->debt > 0.75 * skin->renewal);
}

void auk__skin_end(AukSkin *skin, bool strayed, bool held)
{
    if (skin->age < 2) {
        auk__skin_back_off(skin);
    } else if (skin->age >= LASTING) {
        skin->last_rest = 0;
        skin->steps_most *= 2; // perhaps it was but for a while
    }
    // what flies straight and evenly needs no margin, what turns or sways needs more
    if (skin->age > skin->steps || held) {
        int less = skin->stray - (skin->stray + 3) / 4;
        skin->stray = less > 1 ? less : 1;
    } else if (strayed) {
        skin->stray = 2 * skin->stray < STRAY_MAX ? 2 * skin->stray : STRAY_MAX;
    }
}

void auk__skin_fail(AukSkin *skin)
{
    skin->steps_most = skin->steps > 3 ? skin->steps / 2 : 0;
    auk__skin_back_off(skin);
}

bool auk__skin_begin(AukSkin *skin, int movers, int loose, int listed)
{
    skin->baseline = loose;
    skin->debt = 0.0;
    skin->renewal = COST_SWEPT * movers + COST_SORTED * listed;
    return COST_WATCHED * movers + cost_listed(movers) * listed + COST_LOOSE * loose < COST_SWEPT * movers;
}

void auk__skin_charge(AukSkin *skin, int loose, int dropped)
{
    skin->debt += COST_LISTED * dropped + COST_LOOSE * (loose > skin->baseline ? loose - skin->baseline : 0);
}
