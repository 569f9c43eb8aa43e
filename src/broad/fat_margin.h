// The size of the fat boxes of cached movers, and the number of updates for which a list of pairs is kept. Both are
// chosen from counts and boxes, never from measured time. They change no published pair.
#ifndef AUK_BROAD_FAT_MARGIN_H
#define AUK_BROAD_FAT_MARGIN_H

#include "base/buffer.h"
#include "broad/bounds.h"

enum { AUK_FAT_MARGIN_UPDATES = 1 }; // before a list ends, the next one is begun

typedef struct AukFatMargin {
    int age;                   // updates since the fat boxes were made
    int since;                 // updates since the reference boxes were taken
    bool has_references;       // reference boxes were taken
    int pause;                 // updates until the next attempt to keep a list
    int last_pause;            // length of the last such pause; doubles with each attempt that fails
    int steps;                 // updates for which the list is made
    int steps_most;            // limit of `steps`, set after a list was too long; 0: none
    bool expires;              // so many movers move that the list is useless after `steps` updates
    int stray;                 // margin / mean motion, in 64ths; adapted to the time that lists last
    float margin;              // distance that each side of a fat box may deviate from its predicted motion
    double wide, high;         // mean size of a box
    double far_wide, far_high; // mean size of the region that a box covers during the steps
    double growth_max;         // limit on the growth of the area of partners; movers above it are uncached
    double excess_cost;  // instructions spent on listed pairs that do not touch and on uncached movers above `baseline`
    double rebuild_cost; // instructions that a new list costs
    int baseline;        // uncached movers when the list was made
} AukFatMargin;

// Chooses the steps, the margin and the limit of growth for these movers. False if no list of up to `listed_max` pairs
// saves time.
bool auk__fat_margin_choose(AukFatMargin *fat_margin, const AukBounds *references, const AukBounds *bounds,
                            const AukBuffer *movers, int published, int64_t listed_max);

// The choice, in a form that is quick to apply to each mover. A mover is uncached if its growth exceeds growth_max +
// growth_per_touch * (area of partners of the tight box).
typedef struct AukFat {
    float ahead; // predicted motion / motion since the reference box
    float margin;
    float wide, high, far_wide, far_high, growth_max, growth_per_touch;
} AukFat;

AukFat auk__fat_margin_fat(const AukFatMargin *fat_margin);

// The fat box of a mover; nowhere if the mover is to be uncached.
static inline AukBounds auk__fat_box(const AukFat *fat, const AukBounds *reference, const AukBounds *box)
{
    AukF32x4 now = auk__bounds_load(box);
    AukF32x4 then = auk__bounds_load(auk__bounds_anywhere(reference) ? reference : box);
    AukF32x4 out =
        auk__f32x4_mul(auk__f32x4_max(auk__f32x4_sub(then, now), auk__f32x4_all(0.0f)), auk__f32x4_all(fat->ahead));
    float size[4], spread[4]; // width and height; the other two numbers are unused
    auk__f32x4_store(size, auk__f32x4_sub(auk__f32x4_flip(now), now));
    auk__f32x4_store(spread, auk__f32x4_sub(out, auk__f32x4_flip(out)));
    float touch = (size[0] + fat->wide) * (size[1] + fat->high);
    float growth = (size[0] + spread[0] + fat->far_wide) * (size[1] + spread[1] + fat->far_high) - touch;
    AukBounds bounds;
    auk__f32x4_store(&bounds.min_x, auk__f32x4_sub(auk__f32x4_sub(now, out), auk__f32x4_all(fat->margin)));
    return growth <= fat->growth_max + fat->growth_per_touch * touch ? bounds : auk__bounds_nowhere();
}

// Adapts the limits for the next list when a list ends. `strayed`: it ended since many movers have left their fat
// boxes. `held`: hardly any mover has.
void auk__fat_margin_end(AukFatMargin *fat_margin, bool strayed, bool held);

// After a failed attempt to keep a list: starts a pause, longer each time.
void auk__fat_margin_back_off(AukFatMargin *fat_margin);

// After a list that could not be made: halves the number of updates of the next list and starts a pause.
void auk__fat_margin_fail(AukFatMargin *fat_margin);

// Starts the accounting of a new list. False if the list costs more than it saves.
bool auk__fat_margin_begin(AukFatMargin *fat_margin, int movers, int uncached, int listed);

// Adds the excess cost of an update with `uncached` movers outside the list and `dropped` listed pairs that did not
// touch.
void auk__fat_margin_charge(AukFatMargin *fat_margin, int uncached, int dropped);

// True if the next list must be begun now to be ready when this one ends.
bool auk__fat_margin_ends_soon(const AukFatMargin *fat_margin);

// True if the excess cost of the list has passed the cost of a new one. If the excess cost per update grows, this is
// the cheapest moment for a new list.
static inline bool auk__fat_margin_due(const AukFatMargin *fat_margin)
{
    return fat_margin->excess_cost > fat_margin->rebuild_cost;
}

#endif
