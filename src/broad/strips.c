// One global sort by min x, then a stable distribution into strips, so that every strip is sorted by min x.
// The strips' height is chosen from a sample of the boxes; the entries are then counted exactly and the strips made
// fewer until boxes have less than ENTRIES_PER_BOX entries on average. So huge boxes cost strips, never memory.
#include "broad/strips.h"

#include "base/assert.h"
#include "base/sort.h"

#include <limits.h>
#include <math.h>

enum {
    SAMPLE_MAX = 256,
    BOXES_PER_SAMPLE = 8, // until there are SAMPLE_MAX; more would cost small scenes more than it gains
    BOXES_PER_STRIP = 16, // on average at least; also keeps the padding small
    ENTRIES_PER_BOX = 2,
    ENTRIES_SPARE = 256,
    PADDING_PER_STRIP = AUK_STRIP_BLOCK + 3
};

// What an entry costs beside its comparisons, in comparisons. Measured on the gas scene: 4 .. 16 differ by under 5%.
#define ENTRY_COST 8.0

typedef struct Range {
    double low, high;
} Range;

typedef struct Sample {
    AukBounds boxes[SAMPLE_MAX];
    int count;
} Sample;

static int strips_max(int count)
{
    return count / BOXES_PER_STRIP + 1;
}

static int64_t entries_max(int count)
{
    return (int64_t)count * ENTRIES_PER_BOX + ENTRIES_SPARE;
}

bool auk__layout_reserve(AukLayout *layout, AukWork *work, int count)
{
    int64_t entries = entries_max(count) + (int64_t)strips_max(count) * PADDING_PER_STRIP;
    return entries < INT_MAX && auk__buffer_reserve(&work->order, sizeof(uint64_t), count) &&
           auk__buffer_reserve(&work->scratch, sizeof(uint64_t), strips_max(count) > count ? 1 : count) &&
           auk__buffer_reserve(&layout->starts, sizeof(int), strips_max(count) + 1) &&
           auk__buffer_reserve(&layout->bounds, sizeof(AukBounds), (int)entries) &&
           auk__buffer_reserve(&layout->slots, sizeof(uint32_t), (int)entries);
}

static Sample sample_take(const AukBounds *bounds, const uint32_t *slots, int count)
{
    Sample sample;
    sample.count = count / BOXES_PER_SAMPLE < SAMPLE_MAX ? count / BOXES_PER_SAMPLE + 1 : SAMPLE_MAX;
    for (int i = 0; i < sample.count; i++) {
        sample.boxes[i] = bounds[slots[(int64_t)i * count / sample.count]];
    }
    return sample;
}

// Where the min corners lie on one axis (0 or 1), without the few that are far from the rest: a tenth of the sample
// at either end may stretch the range by a quarter of what the others span.
static Range sample_range(const Sample *sample, int axis)
{
    uint64_t keys[SAMPLE_MAX];
    uint64_t scratch[SAMPLE_MAX];
    int count = sample->count;
    for (int i = 0; i < count; i++) {
        float at = axis == 0 ? sample->boxes[i].min_x : sample->boxes[i].min_y;
        keys[i] = (uint64_t)auk__float_key(at) << 32 | (uint32_t)i;
    }
    auk__sort_u64(keys, scratch, count, 32, 64);
    double at[4];
    int ranks[4] = {0, count / 10, count - 1 - count / 10, count - 1};
    for (int i = 0; i < 4; i++) {
        const AukBounds *box = &sample->boxes[(uint32_t)keys[ranks[i]]];
        at[i] = (double)(axis == 0 ? box->min_x : box->min_y);
    }
    double stretch = (at[2] - at[1]) * 0.25;
    Range range;
    range.low = at[0] > at[1] - stretch ? at[0] : at[1] - stretch;
    range.high = at[3] < at[2] + stretch ? at[3] : at[2] + stretch;
    return range;
}

// The height h of a strip that costs least. A box of height H has 1 + H / h entries; each costs ENTRY_COST and is
// compared with the boxes that overlap it in x, crowding * (h + H) of them. The minimum over h is at
// h^2 = H * ENTRY_COST / crowding + H^2.
static double height_choose(const Sample *sample, Range x, Range y, int count)
{
    double width = 0.0;
    double height = 0.0;
    for (int i = 0; i < sample->count; i++) {
        const AukBounds *box = &sample->boxes[i];
        double w = -(double)box->neg_max_x - (double)box->min_x;
        double h = -(double)box->neg_max_y - (double)box->min_y;
        width += w < x.high - x.low ? w : x.high - x.low;
        height += h < y.high - y.low ? h : y.high - y.low;
    }
    width /= sample->count;
    height /= sample->count;
    // Columns of equal x overlap however thin they are: never trust the sample to say that nothing overlaps.
    double overlap = x.high > x.low ? width / (x.high - x.low) : 1.0;
    overlap = overlap > 1.0 / SAMPLE_MAX ? overlap : 1.0 / SAMPLE_MAX;
    double crowding = count * overlap / (y.high - y.low);
    return sqrt(height * ENTRY_COST / crowding + height * height);
}

static AukStrips strips_cut(Range y, int count)
{
    float per_unit = (float)(count / (y.high - y.low));
    // a range too small or too large to divide by has no strips
    bool usable = count > 1 && per_unit > 0.0f && per_unit <= 1e30f;
    AukStrips strips = {(float)y.low, usable ? per_unit : 0.0f, usable ? count : 1};
    return strips;
}

static int strips_wanted(double range, double height, int count)
{
    double wanted = height > 0.0 ? range / height : strips_max(count);
    return wanted < strips_max(count) ? (int)wanted : strips_max(count);
}

// Counts the entries of each strip into starts[1 ...]; their sum is the result.
static int64_t entries_count(const AukStrips *strips, const AukBounds *bounds, const uint32_t *slots, int count,
                             int *starts)
{
    int64_t total = 0;
    for (int s = 0; s <= strips->count; s++) {
        starts[s] = 0;
    }
    for (int i = 0; i < count; i++) {
        const AukBounds *box = &bounds[slots[i]];
        int first = auk__strip_of(strips, box->min_y);
        int last = auk__strip_of(strips, -box->neg_max_y);
        starts[first + 1]++;
        starts[last + 1] += last > first;
        for (int s = first + 1; s < last; s++) {
            starts[s + 1]++;
        }
        total += last - first + 1;
        if (total > entries_max(count)) {
            break;
        }
    }
    return total;
}

static void strips_choose(AukLayout *layout, const AukBounds *bounds, const uint32_t *slots, int count)
{
    Range y = {0.0, 0.0};
    int wanted = 1;
    if (count > BOXES_PER_STRIP) {
        Sample sample = sample_take(bounds, slots, count);
        y = sample_range(&sample, 1);
        wanted = strips_wanted(y.high - y.low, height_choose(&sample, sample_range(&sample, 0), y, count), count);
    }
    do {
        layout->strips = strips_cut(y, wanted);
        wanted /= 2;
    } while (entries_count(&layout->strips, bounds, slots, count, layout->starts.items) > entries_max(count));
}

// Turns counts into positions, each strip padded to whole blocks with room for four sentinels.
static void starts_place(AukLayout *layout, int *cursors)
{
    int *starts = layout->starts.items;
    int position = 0;
    starts[0] = 0;
    for (int s = 0; s < layout->strips.count; s++) {
        cursors[s] = position;
        position += (starts[s + 1] + 4 + AUK_STRIP_BLOCK - 1) / AUK_STRIP_BLOCK * AUK_STRIP_BLOCK;
        starts[s + 1] = position;
    }
    layout->starts.count = layout->strips.count + 1;
    layout->bounds.count = position;
    layout->slots.count = position;
    AUK_ASSERT(position <= layout->bounds.capacity && position <= layout->slots.capacity);
}

static void entries_place(AukLayout *layout, const uint64_t *order, int count, const AukBounds *bounds, int *cursors)
{
    AukStrips strips = layout->strips;
    AukBounds *entries = layout->bounds.items;
    uint32_t *entry_slots = layout->slots.items;
    for (int i = 0; i < count; i++) {
        uint32_t slot = (uint32_t)order[i];
        AukBounds box = bounds[slot];
        int first = auk__strip_of(&strips, box.min_y);
        int last = auk__strip_of(&strips, -box.neg_max_y);
        int at = cursors[first]++;
        entries[at] = box;
        entry_slots[at] = slot | AUK_ENTRY_HOME;
        at = cursors[last];
        entries[at] = box;
        entry_slots[at] = slot;
        cursors[last] = at + (last > first);
        for (int s = first + 1; s < last; s++) {
            at = cursors[s]++;
            entries[at] = box;
            entry_slots[at] = slot;
        }
    }
}

static void padding_place(AukLayout *layout, const int *cursors)
{
    static const AukBounds nothing = {INFINITY, INFINITY, INFINITY, INFINITY};
    const int *starts = layout->starts.items;
    AukBounds *entries = layout->bounds.items;
    uint32_t *entry_slots = layout->slots.items;
    for (int s = 0; s < layout->strips.count; s++) {
        for (int at = cursors[s]; at < starts[s + 1]; at++) {
            entries[at] = nothing;
            entry_slots[at] = 0;
        }
    }
}

void auk__layout_build(AukLayout *layout, AukWork *work, const AukBounds *bounds, const uint32_t *slots, int count)
{
    strips_choose(layout, bounds, slots, count);
    uint64_t *order = work->order.items;
    for (int i = 0; i < count; i++) {
        order[i] = (uint64_t)auk__float_key(bounds[slots[i]].min_x) << 32 | slots[i];
    }
    work->order.count = count;
    auk__sort_u64(order, work->scratch.items, count, 32, 64);
    int *cursors = work->scratch.items; // the sort is done with it
    starts_place(layout, cursors);
    entries_place(layout, order, count, bounds, cursors);
    padding_place(layout, cursors);
}

void auk__layout_free(AukLayout *layout)
{
    auk__buffer_free(&layout->starts);
    auk__buffer_free(&layout->bounds);
    auk__buffer_free(&layout->slots);
}
