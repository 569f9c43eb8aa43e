// A layout of boxes in horizontal strips, each strip sorted by min x. Movers are swept in a layout, and boxes are
// looked up in one.
// Invariant: a box is an entry of every strip that it touches. Its first strip is the strip of its min y, by
// auk__strip_of(); the entry there is marked AUK_ENTRY_FIRST. Hence two boxes that touch share exactly one strip that
// is the first strip of at least one of them: the strip of the larger of their min y.
#ifndef AUK_BROAD_STRIPS_H
#define AUK_BROAD_STRIPS_H

#include "auk/types.h"
#include "base/buffer.h"
#include "base/parallel.h"
#include "broad/bounds.h"

// Bits in an entry's slot number.
#define AUK_ENTRY_FIRST 0x80000000u
#define AUK_ENTRY_PADDING 0x40000000u // the entry is of no slot
#define AUK_ENTRY_SLOT 0x3fffffffu    // all others

enum { AUK_STRIP_BLOCK = 8 }; // entries per block; strips are padded to whole blocks, by at least 8 empty entries

typedef struct AukStrips {
    float bottom;   // least y of strip 0
    float per_unit; // strips per unit of y
    int count;
} AukStrips;

// A range of min corners on an axis.
typedef struct AukStripRange {
    double low, high;
} AukStripRange;

typedef struct AukLayout {
    AukStrips strips;
    AukBuffer starts; // int per strip, its first entry; then the end of the last strip
    AukBuffer bounds; // AukBounds per entry; padding has an infinite min x
    AukBuffer slots;  // uint32_t per entry: the slot, with AUK_ENTRY_FIRST or without; or AUK_ENTRY_PADDING
} AukLayout;

// An entry that is assigned to a strip but not yet sorted.
typedef struct AukStaged {
    AukBounds bounds;
    uint32_t slot; // with AUK_ENTRY_FIRST or without
} AukStaged;

// The workers, and scratch memory that every build, sweep and sort overwrites.
typedef struct AukWork {
    AukParallel parallel;
    AukBuffer scratch; // uint64_t: the entries of a build, what a sweep turns around, keys while they are sorted
    AukBuffer cursors; // int per strip and part of the boxes: the position of the next entry
} AukWork;

// The scratch memory of a build and of the sweep that follows it.
static inline AukStaged *auk__work_staged(const AukWork *work)
{
    return work->scratch.items;
}

// The strip of a y. All code uses this function, so that rounding is the same. It is monotone; a y outside the range of
// the strips belongs to the first or the last strip.
static inline int auk__strip_of(const AukStrips *strips, float y)
{
    float at = (y - strips->bottom) * strips->per_unit;
    float last = (float)(strips->count - 1);
    at = at > 0.0f ? at : 0.0f;
    return (int)(at < last ? at : last);
}

// The range of the min corners of some boxes on axis 0 or 1, without outliers.
AukStripRange auk__strip_range(const AukBounds *bounds, const uint32_t *slots, int count, int axis);

// Cuts a range into so many strips, or into one if it is too small.
AukStrips auk__strips_cut(AukStripRange range, int count);

// The most entries of a layout of `count` boxes, padding included.
int64_t auk__layout_entries_max(int count);

// Reserves memory for layouts of `count` boxes. False if there is no memory; existing contents are kept.
bool auk__layout_reserve(AukLayout *layout, AukWork *work, int count);

// Lays out the boxes of `slots`, whose bounds are bounds[slot]. Cannot fail: the memory must be reserved.
void auk__layout_build(AukLayout *layout, AukWork *work, const AukBounds *bounds, const uint32_t *slots, int count);

// Brings the bounds of the entries back, where their memory has served something else since the layout was built: that
// of an entry is bounds[slot]. Boxes that are nowhere by now touch nothing. False if there is no memory.
bool auk__layout_refill(AukLayout *layout, const AukParallel *parallel, const AukBounds *bounds);

// The same workers, with a grain in strips: as many strips as hold `parallel->grain` entries on average.
AukParallel auk__layout_parallel(const AukLayout *layout, const AukParallel *parallel);

void auk__layout_free(AukLayout *layout);
void auk__work_free(AukWork *work);

#endif
