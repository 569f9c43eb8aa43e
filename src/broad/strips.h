// Boxes cut into horizontal strips, each strip sorted by min x: the layout that movers are swept in and that static
// boxes are looked up in.
// Invariant: a box is an entry of every strip it touches. The strip of its min y, by auk__strip_of(), holds the entry
// marked AUK_ENTRY_HOME. Hence two boxes that touch meet in exactly one strip in which at least one of them is at home:
// the strip of the larger of their min y.
#ifndef AUK_BROAD_STRIPS_H
#define AUK_BROAD_STRIPS_H

#include "auk/types.h"
#include "base/buffer.h"
#include "base/parallel.h"
#include "broad/bounds.h"

#define AUK_ENTRY_HOME 0x80000000u // in an entry's slot number

enum { AUK_STRIP_BLOCK = 8 }; // strips are padded to blocks of so many entries; as many behind the last box hold none

typedef struct AukStrips {
    float bottom;   // of strip 0
    float per_unit; // strips per unit of y
    int count;
} AukStrips;

typedef struct AukLayout {
    AukStrips strips;
    AukBuffer starts; // int, one more than strips: where the entries of each begin
    AukBuffer bounds; // AukBounds per entry; padding has an infinite min x
    AukBuffer slots;  // uint32_t per entry: the slot and AUK_ENTRY_HOME
} AukLayout;

// An entry on its way to its place.
typedef struct AukStaged {
    AukBounds bounds;
    uint32_t slot; // and AUK_ENTRY_HOME
} AukStaged;

// Memory that every build uses anew, and who helps.
typedef struct AukWork {
    AukParallel parallel;
    AukBuffer staged;  // AukStaged per entry
    AukBuffer order;   // uint64_t per box, for sorting
    AukBuffer scratch; // uint64_t per box, for sorting
    AukBuffer cursors; // int per strip: where its next entry goes
} AukWork;

// The one place that says which strip a y belongs to. Monotone, and total: what lies outside belongs to the outermost.
static inline int auk__strip_of(const AukStrips *strips, float y)
{
    float at = (y - strips->bottom) * strips->per_unit;
    float last = (float)(strips->count - 1);
    at = at > 0.0f ? at : 0.0f;
    return (int)(at < last ? at : last);
}

// Makes room for layouts of `count` boxes. False, and nothing lost, if there is no memory.
bool auk__layout_reserve(AukLayout *layout, AukWork *work, int count);

// Lays out the boxes of `slots`, whose bounds are bounds[slot]. There must be room: this cannot fail.
void auk__layout_build(AukLayout *layout, AukWork *work, const AukBounds *bounds, const uint32_t *slots, int count);

// The workers of a layout: the same, with as many strips in a range as hold a grain of boxes.
AukParallel auk__layout_parallel(const AukLayout *layout, const AukParallel *parallel);

void auk__layout_free(AukLayout *layout);
void auk__work_free(AukWork *work);

#endif
