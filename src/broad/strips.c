// Boxes are first distributed to the strips, then each strip is sorted by itself, since a strip fits the first-level
// cache. Tried: one global sort, then a distribution, which reads every box from a random address; a little faster up
// to 10,000 boxes, half as fast at a million. The height of the strips is chosen from a sample of the boxes. Then the
// entries are counted exactly, and the number of strips is reduced until entries and padding fit in the memory for 21
// entries per 16 boxes. So huge boxes reduce the number of strips but need no more memory. Most scenes need 18 to 20.
#include "broad/strips.h"

#include "base/assert.h"
#include "base/sort.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum {
    STRIP_SAMPLE_MAX = 256,
    BOXES_PER_SAMPLE = 8, // boxes per sampled one, up to STRIP_SAMPLE_MAX; a larger sample slows down small scenes
    BOXES_PER_STRIP = 16, // least average
    ENTRIES_SPARE = 256,  // so that few boxes may have more entries, and one strip always fits
    PADDING_PER_STRIP = 2 * AUK_STRIP_BLOCK - 1,
    COLUMN_BITS = 16,   // the x range is cut into 2^COLUMN_BITS columns of the finest kind
    COLUMNS_MAX = 2048, // a strip is first sorted by columns, about as many as its entries and at most these
    MOVES_PER_ENTRY = 8 // limit for the insertion sort that follows
};

// Cost of an entry besides its comparisons, in comparisons. On the gas scene values of 8 .. 32 differ by under 5 %.
#define ENTRY_COST 16.0

typedef struct StripSample {
    AukBounds boxes[STRIP_SAMPLE_MAX];
    int count;
} StripSample;

static int strips_max(int count)
{
    return count / BOXES_PER_STRIP + 1;
}

// The limit of entries, padding included.
static int64_t entries_max(int count)
{
    return (int64_t)count + count / 4 + count / 16 + ENTRIES_SPARE;
}

bool auk__layout_reserve(AukLayout *layout, AukWork *work, int count)
{
    int64_t entries = entries_max(count), words = entries * (int64_t)sizeof(AukStaged) / (int64_t)sizeof(uint64_t) + 1;
    return words < INT_MAX && auk__buffer_reserve(&work->scratch, sizeof(uint64_t), (int)words) &&
           auk__buffer_reserve(&work->cursors, sizeof(int), strips_max(count)) &&
           auk__buffer_reserve(&layout->starts, sizeof(int), strips_max(count) + 1) &&
           auk__buffer_reserve(&layout->bounds, sizeof(AukBounds), (int)entries) &&
           auk__buffer_reserve(&layout->slots, sizeof(uint32_t), (int)entries);
}

static StripSample take_strip_sample(const AukBounds *bounds, const uint32_t *slots, int count)
{
    StripSample sample;
    sample.count = count / BOXES_PER_SAMPLE < STRIP_SAMPLE_MAX ? count / BOXES_PER_SAMPLE + 1 : STRIP_SAMPLE_MAX;
    for (int i = 0; i < sample.count; i++) {
        sample.boxes[i] = bounds[slots[(int64_t)i * count / sample.count]];
    }
    return sample;
}

// The range of the min corners on one axis (0 or 1) without outliers: the lowest and the highest tenth of the sample
// may each extend the range of the others by a quarter.
static AukStripRange sample_range(const StripSample *sample, int axis)
{
    uint64_t keys[STRIP_SAMPLE_MAX];
    uint64_t scratch[STRIP_SAMPLE_MAX];
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
    AukStripRange range;
    range.low = at[0] > at[1] - stretch ? at[0] : at[1] - stretch;
    range.high = at[3] < at[2] + stretch ? at[3] : at[2] + stretch;
    return range;
}

AukStripRange auk__strip_range(const AukBounds *bounds, const uint32_t *slots, int count, int axis)
{
    StripSample sample = take_strip_sample(bounds, slots, count);
    return sample_range(&sample, axis);
}

// The height h of a strip at the least cost. A box of height H has 1 + H / h entries. Each entry costs ENTRY_COST and
// one comparison with each box of the strip that overlaps it in x; these are crowding * (h + H) boxes. The minimum over
// h is at h^2 = H * ENTRY_COST / crowding + H^2.
static double height_choose(const StripSample *sample, AukStripRange x, AukStripRange y, int count)
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
    // Boxes of equal x overlap however thin they are, so the overlap is at least 1 / STRIP_SAMPLE_MAX even if the boxes
    // of the sample have no width.
    double overlap = x.high > x.low ? width / (x.high - x.low) : 1.0;
    overlap = overlap > 1.0 / STRIP_SAMPLE_MAX ? overlap : 1.0 / STRIP_SAMPLE_MAX;
    double crowding = count * overlap / (y.high - y.low);
    return sqrt(height * ENTRY_COST / crowding + height * height);
}

AukStrips auk__strips_cut(AukStripRange y, int count)
{
    float per_unit = (float)(count / (y.high - y.low));
    // one strip if the range is too small or too large to divide by
    bool usable = count > 1 && per_unit > 0.0f && per_unit <= 1e30f;
    AukStrips strips = {(float)y.low, usable ? per_unit : 0.0f, usable ? count : 1};
    return strips;
}

static int strips_wanted(double range, double height, int count)
{
    double wanted = height > 0.0 ? range / height : strips_max(count);
    return wanted < strips_max(count) ? (int)wanted : strips_max(count);
}

// Counts the entries of each strip into starts[1 ...]. Returns their sum with the most padding, or a number above the
// limit as soon as the sum passes entries_max().
static int64_t entries_count(const AukStrips *strips, const AukBounds *bounds, const uint32_t *slots, int count,
                             int *starts)
{
    int64_t total = (int64_t)strips->count * PADDING_PER_STRIP;
    for (int s = 0; s <= strips->count; s++) {
        starts[s] = 0;
    }
    for (int i = 0; i < count; i++) {
        const AukBounds *box = &bounds[slots[i]];
        int first = auk__strip_of(strips, box->min_y);
        int last = auk__strip_of(strips, -box->neg_max_y);
        AUK_ASSERT(first <= last); // no box is nowhere
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

// Chooses the strips and counts their entries. The result cuts x into columns.
static AukStrips strips_choose(AukLayout *layout, const AukBounds *bounds, const uint32_t *slots, int count)
{
    AukStripRange x = {0.0, 0.0};
    AukStripRange y = {0.0, 0.0};
    int wanted = 1;
    if (count > BOXES_PER_STRIP) {
        StripSample sample = take_strip_sample(bounds, slots, count);
        x = sample_range(&sample, 0);
        y = sample_range(&sample, 1);
        wanted = strips_wanted(y.high - y.low, height_choose(&sample, x, y, count), count);
    }
    do {
        layout->strips = auk__strips_cut(y, wanted);
        wanted = wanted * 3 / 4;
    } while (entries_count(&layout->strips, bounds, slots, count, layout->starts.items) > entries_max(count));
    return auk__strips_cut(x, 1 << COLUMN_BITS);
}

// Turns counts into positions. Each strip is padded to whole blocks, by at least AUK_STRIP_BLOCK empty entries.
static void starts_place(AukLayout *layout, int *cursors)
{
    int *starts = layout->starts.items;
    int position = 0;
    starts[0] = 0;
    for (int s = 0; s < layout->strips.count; s++) {
        cursors[s] = position;
        position += (starts[s + 1] + PADDING_PER_STRIP) / AUK_STRIP_BLOCK * AUK_STRIP_BLOCK;
        starts[s + 1] = position;
    }
    layout->starts.count = layout->strips.count + 1;
    layout->bounds.count = position;
    layout->slots.count = position;
    AUK_ASSERT(position <= layout->bounds.capacity && position <= layout->slots.capacity);
}

// Copies the boxes to their strips, in the order of `slots`.
static void entries_deal(const AukStrips *strips, AukStaged *staged, const AukBounds *bounds, const uint32_t *slots,
                         int count, int *cursors)
{
    for (int i = 0; i < count; i++) {
        AukStaged entry = {bounds[slots[i]], slots[i] | AUK_ENTRY_FIRST};
        int first = auk__strip_of(strips, entry.bounds.min_y);
        int last = auk__strip_of(strips, -entry.bounds.neg_max_y);
        staged[cursors[first]++] = entry;
        entry.slot = slots[i];
        // Branch-free, since a processor cannot predict whether a box touches a second strip: the entry is always
        // written, and overwritten by the next one if the box lies in one strip.
        staged[cursors[last]] = entry;
        cursors[last] += last > first;
        for (int s = first + 1; s < last; s++) {
            staged[cursors[s]++] = entry;
        }
    }
}

// Sorts the entries by column; entries of one column keep their order.
static void columns_sort(const AukStrips *columns, const AukStaged *staged, int count, AukBounds *entries,
                         uint32_t *slots)
{
    uint32_t ends[COLUMNS_MAX + 1];
    int shift = COLUMN_BITS, used = 1;
    for (; used < count && used < COLUMNS_MAX; used *= 2) {
        shift--;
    }
    memset(ends, 0, (size_t)(used + 1) * sizeof *ends);
    for (int i = 0; i < count; i++) {
        ends[(auk__strip_of(columns, staged[i].bounds.min_x) >> shift) + 1]++;
    }
    for (int c = 1; c < used; c++) {
        ends[c] += ends[c - 1];
    }
    for (int i = 0; i < count; i++) {
        uint32_t to = ends[auk__strip_of(columns, staged[i].bounds.min_x) >> shift]++;
        entries[to] = staged[i].bounds;
        slots[to] = staged[i].slot;
    }
}

// Sorts entries that are nearly sorted, by insertion. False if that takes too many moves; the entries are then not
// sorted.
static bool strip_finish(AukBounds *entries, uint32_t *slots, int count)
{
    int64_t moves = MOVES_PER_ENTRY * (int64_t)count;
    for (int i = 1; i < count && moves >= 0; i++) {
        AukBounds box = entries[i];
        uint32_t slot = slots[i];
        int j = i;
        for (; j > 0 && entries[j - 1].min_x > box.min_x; j--) {
            entries[j] = entries[j - 1];
            slots[j] = slots[j - 1];
        }
        entries[j] = box;
        slots[j] = slot;
        moves -= i - j;
    }
    return moves >= 0;
}

// Sorts the staged entries of a strip, in any order, by radix sort. The keys and the scratch memory of the sort are of
// 8 bytes each: together they take the place of the bounds, which are then written from the last one on, each over keys
// that have been read.
static void strip_sort_exactly(const AukStaged *staged, int count, AukBounds *entries, uint32_t *slots)
{
    uint64_t *order = (void *)entries;
    for (int i = 0; i < count; i++) {
        order[i] = (uint64_t)auk__float_key(staged[i].bounds.min_x) << 32 | (uint32_t)i;
    }
    auk__sort_u64(order, order + count, count, 32, 64);
    for (int i = count - 1; i >= 0; i--) {
        uint64_t key;
        memcpy(&key, &order[i], sizeof key); // no two types of pointers to one place
        entries[i] = staged[(uint32_t)key].bounds;
        slots[i] = staged[(uint32_t)key].slot;
    }
}

static void strip_pad(AukLayout *layout, int from, int end)
{
    const AukBounds nothing = auk__bounds_nowhere();
    for (int at = from; at < end; at++) {
        ((AukBounds *)layout->bounds.items)[at] = nothing;
        ((uint32_t *)layout->slots.items)[at] = 0;
    }
}

typedef struct Build {
    AukLayout *layout;
    AukWork *work;
    AukStrips columns;
} Build;

// Sorts the strips of a range and fills up their blocks.
static void strips_sort(void *context, AukRange *range)
{
    const Build *build = context;
    AukLayout *layout = build->layout;
    const int *starts = layout->starts.items;
    const int *cursors = build->work->cursors.items;
    for (int s = range->first; s < range->end; s++) {
        int start = starts[s], count = cursors[s] - start;
        AukBounds *entries = (AukBounds *)layout->bounds.items + start;
        uint32_t *slots = (uint32_t *)layout->slots.items + start;
        const AukStaged *staged = auk__work_staged(build->work) + start;
        columns_sort(&build->columns, staged, count, entries, slots);
        if (!strip_finish(entries, slots, count)) { // too many entries per column
            strip_sort_exactly(staged, count, entries, slots);
        }
        strip_pad(layout, cursors[s], starts[s + 1]);
    }
}

AukParallel auk__layout_parallel(const AukLayout *layout, const AukParallel *parallel)
{
    int per_strip = layout->bounds.count / layout->strips.count + 1;
    AukParallel by_strips = {parallel->pool, (parallel->grain - 1) / per_strip + 1};
    return by_strips;
}

void auk__layout_build(AukLayout *layout, AukWork *work, const AukBounds *bounds, const uint32_t *slots, int count)
{
    Build build = {layout, work, strips_choose(layout, bounds, slots, count)};
    int *cursors = work->cursors.items;
    starts_place(layout, cursors);
    entries_deal(&layout->strips, auk__work_staged(work), bounds, slots, count, cursors);
    AukRanges ranges;
    AukParallel parallel = auk__layout_parallel(layout, &work->parallel);
    (void)auk__parallel_run(&parallel, layout->strips.count, strips_sort, &build, &ranges);
}

void auk__layout_free(AukLayout *layout)
{
    auk__buffer_free(&layout->starts);
    auk__buffer_free(&layout->bounds);
    auk__buffer_free(&layout->slots);
}

void auk__work_free(AukWork *work)
{
    auk__buffer_free(&work->scratch);
    auk__buffer_free(&work->cursors);
}
