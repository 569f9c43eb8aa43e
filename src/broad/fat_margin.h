// How fat the boxes of cached movers are, and for how long a list of pairs is kept. All of it is chosen from counts and
// boxes, never from measured time, and nothing that is published depends on it.
#ifndef AUK_BROAD_FAT_MARGIN_H
#define AUK_BROAD_FAT_MARGIN_H

#include "base/buffer.h"
#include "broad/bounds.h"

enum { AUK_FAT_MARGIN_STAGES = 4 }; // updates over which a list that is foreseen is made

typedef struct AukFatMargin {
    int age;                   // updates since the fat boxes were made
    int since;                 // updates since reference boxes were taken
    bool known;                // whether they were
    int rest;                  // updates until the next attempt to keep a list
    int last_rest;             // the length of the last such break; doubles with each attempt that fails
    int steps;                 // the list is made to last so many updates
    int steps_most;            // since a list for more was too long; 0 is no such limit
    bool expires;              // so many movers move that the list will be of no use after that
    int stray;                 // the margin, in parts of the mean motion; learnt from how long lists last
    float margin;              // how far each side of a fat box may stray from its even motion
    double wide, high;         // mean size of a box
    double far_wide, far_high; // mean size of where a box is during the steps
    double growth_max;         // boxes whose area of partners grows by more, and by so many times, are left uncached
    double debt;               // what the list has cost so far beyond the least possible
    double renewal;            // what it costs to make a new one
    int baseline;              // uncached movers when the list was made
} AukFatMargin;

// Chooses steps, margin and the limits of growth for these movers. False if no list of up to `listed_max` pairs is
// worth its cost.
bool auk__fat_margin_choose(AukFatMargin *fat_margin, const AukBounds *references, const AukBounds *bounds,
                            const AukBuffer *movers, int published, int64_t listed_max);

// What was chosen, in the form that is quick to apply to each mover.
typedef struct AukFat {
    float ahead; // how much further than since its reference box a mover may go
    float margin;
    float wide, high, far_wide, far_high, growth_max, growth_per_touch;
} AukFat;

AukFat auk__fat_margin_fat(const AukFatMargin *fat_margin);

// The fat box of a mover; nowhere if it is better left uncached.
static inline AukBounds auk__fat_box(const AukFat *fat, const AukBounds *reference, const AukBounds *box)
{
    AukF32x4 now = auk__bounds_load(box);
    AukF32x4 then = auk__bounds_load(auk__bounds_anywhere(reference) ? reference : box);
    AukF32x4 out =
        auk__f32x4_mul(auk__f32x4_max(auk__f32x4_sub(then, now), auk__f32x4_all(0.0f)), auk__f32x4_all(fat->ahead));
    float size[4], spread[4]; // wide and high come first; what the others are does not matter
    auk__f32x4_store(size, auk__f32x4_sub(auk__f32x4_flip(now), now));
    auk__f32x4_store(spread, auk__f32x4_sub(out, auk__f32x4_flip(out)));
    float touch = (size[0] + fat->wide) * (size[1] + fat->high);
    float growth = (size[0] + spread[0] + fat->far_wide) * (size[1] + spread[1] + fat->far_high) - touch;
    AukBounds bounds;
    auk__f32x4_store(&bounds.min_x, auk__f32x4_sub(auk__f32x4_sub(now, out), auk__f32x4_all(fat->margin)));
    return growth <= fat->growth_max + fat->growth_per_touch * touch ? bounds : auk__bounds_nowhere();
}

// A list has come to its end. If `strayed`, since many movers have left their fat boxes; if `held`, though hardly any
// had. Decides what the next one will be like.
void auk__fat_margin_end(AukFatMargin *fat_margin, bool strayed, bool held);

// An attempt to keep a list has failed: no other for a while, each time longer.
void auk__fat_margin_back_off(AukFatMargin *fat_margin);

// A list could not be made: the next one will be for fewer updates.
void auk__fat_margin_fail(AukFatMargin *fat_margin);

// A list has been made. False if it is too long to pay.
bool auk__fat_margin_begin(AukFatMargin *fat_margin, int movers, int uncached, int listed);

// Accounts for an update with so many uncached movers and so many listed pairs that did not touch.
void auk__fat_margin_charge(AukFatMargin *fat_margin, int uncached, int dropped);

// Whether it is time to begin with the next list, so that it is there when this one ends.
bool auk__fat_margin_ends_soon(const AukFatMargin *fat_margin);

// Whether the old list has cost as much in needless work as a new one costs. If the cost per update grows, this is the
// cheapest moment for a new list.
static inline bool auk__fat_margin_worn(const AukFatMargin *fat_margin)
{
    return fat_margin->debt > fat_margin->renewal;
}

#endif
