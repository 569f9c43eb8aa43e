// Boxes are first distributed to the strips, then each strip is sorted by itself, since a strip fits the first-level
// cache. Tried: one global sort, then a distribution, which reads every box from a random address; a little faster up
// to 10,000 boxes, half as fast at a million. The height of the strips is chosen from a sample of the boxes. Then the
// entries are counted exactly, and the number of strips is reduced until entries and padding fit in the memory for 21
// entries per 16 boxes. So huge boxes reduce the number of strips but need no more memory. Most scenes need 18 to 20.
// Workers count and distribute parts of the boxes side by side. Each part has its own place in every strip, after those
// of the parts before it, so the entries are in the same order for any number of parts.
#include "broad/strips.h"

#include "base/assert.h"
#include "base/prefetch.h"
#include "base/sort.h"
#include "base/square_root.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum {
    STRIP_SAMPLE_MAX = 256,
    BOXES_PER_SAMPLE = 8, // boxes per sampled one, up to STRIP_SAMPLE_MAX; a larger sample slows down small scenes
    BOXES_PER_STRIP = 16, // least average
    ENTRIES_SPARE = 256,  // so that few boxes may have more entries, and one strip always fits
    PADDING_PER_STRIP = 2 * AUK_STRIP_BLOCK - 1,
    COLUMN_BITS = 16,    // the x range is cut into 2^COLUMN_BITS columns of the finest kind
    COLUMNS_MAX = 2048,  // a strip is first sorted by columns, about as many as its entries and at most these
    MOVES_PER_ENTRY = 8, // limit for the insertion sort that follows
    PARTS_MAX = 16,      // of the boxes, for workers; enough to wake them
    REFILL_AHEAD = 64    // entries between the prefetch of a box and its copy, which takes two nanoseconds
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

int64_t auk__layout_entries_max(int count)
{
    return (int64_t)count + count / 4 + count / 16 + ENTRIES_SPARE;
}

bool auk__layout_reserve(AukLayout *layout, AukWork *work, int count)
{
    int64_t entries = auk__layout_entries_max(count),
            words = entries * (int64_t)sizeof(AukStaged) / (int64_t)sizeof(uint64_t) + 1;
    return words < INT_MAX && auk__buffer_reserve(&work->scratch, sizeof(uint64_t), (int)words) &&
           auk__buffer_reserve(&work->cursors, sizeof(int),
                               strips_max(count) * (work->parallel.pool ? PARTS_MAX : 1)) &&
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
    return auk__square_root(height * ENTRY_COST / crowding + height * height);
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

// The context of the ranges of boxes and of strips.
typedef struct Build {
    AukLayout *layout;
    AukWork *work;
    const AukBounds *bounds;
    const uint32_t *slots;
    int count;
    AukRanges parts; // of the boxes
    AukStrips columns;
} Build;

// For each strip the number of entries of a part of the boxes; later the position of its next one.
static int *cursors_of(const Build *build, int part)
{
    return (int *)build->work->cursors.items + (ptrdiff_t)part * build->layout->strips.count;
}

// Reports in `effort` the sum of the entries, or a number above the limit as soon as it is passed.
static void part_count(void *context, AukRange *range)
{
    const Build *build = context;
    const AukStrips *strips = &build->layout->strips;
    const AukBounds *bounds = build->bounds;
    const uint32_t *slots = build->slots;
    int *counts = cursors_of(build, range->number);
    const int64_t most = auk__layout_entries_max(build->count);
    int64_t total = 0;
    memset(counts, 0, (size_t)strips->count * sizeof *counts);
    for (int i = range->first; i < range->end && total <= most; i++) {
        const AukBounds *box = &bounds[slots[i]];
        int first = auk__strip_of(strips, box->min_y);
        int last = auk__strip_of(strips, -box->neg_max_y);
        AUK_ASSERT(first <= last); // no box is nowhere
        counts[first]++;
        counts[last] += last > first;
        for (int s = first + 1; s < last; s++) {
            counts[s]++;
        }
        total += last - first + 1;
    }
    range->effort = total;
}

// Divides the boxes into parts and counts their entries. Returns their sum with the most padding, or a number above the
// limit.
static int64_t entries_count(Build *build)
{
    const AukParallel *parallel = &build->work->parallel;
    int least = (build->count - 1) / PARTS_MAX + 1;
    AukParallel by_parts = {parallel->pool, parallel->grain > least ? parallel->grain : least};
    (void)auk__parallel_run(&by_parts, build->count, part_count, build, &build->parts);
    int64_t total = (int64_t)build->layout->strips.count * PADDING_PER_STRIP;
    for (int i = 0; i < build->parts.count; i++) {
        total += build->parts.items[i].effort;
    }
    return total;
}

// Chooses the strips and counts their entries. Sets the columns.
static void strips_choose(Build *build)
{
    const int count = build->count;
    StripSample sample = take_strip_sample(build->bounds, build->slots, count);
    AukStripRange x = sample_range(&sample, 0), y = sample_range(&sample, 1);
    int wanted = strips_wanted(y.high - y.low, height_choose(&sample, x, y, count), count);
    do {
        build->layout->strips = auk__strips_cut(y, wanted);
        wanted = wanted * 3 / 4;
    } while (entries_count(build) > auk__layout_entries_max(count));
    build->columns = auk__strips_cut(x, 1 << COLUMN_BITS);
}

// The end of a strip of so many entries: it is padded to whole blocks, by at least AUK_STRIP_BLOCK empty entries.
static int padded_end(int start, int entries)
{
    return start + (entries + PADDING_PER_STRIP) / AUK_STRIP_BLOCK * AUK_STRIP_BLOCK;
}

// Turns counts into positions.
static void starts_place(const Build *build)
{
    AukLayout *layout = build->layout;
    int *starts = layout->starts.items;
    starts[0] = 0;
    for (int s = 0; s < layout->strips.count; s++) {
        int position = starts[s];
        for (int part = 0; part < build->parts.count; part++) {
            int *cursor = &cursors_of(build, part)[s], entries = *cursor;
            *cursor = position;
            position += entries;
        }
        starts[s + 1] = padded_end(starts[s], position - starts[s]);
    }
    layout->starts.count = layout->strips.count + 1;
    layout->bounds.count = layout->slots.count = starts[layout->strips.count];
    AUK_ASSERT(layout->bounds.count <= layout->bounds.capacity && layout->slots.count <= layout->slots.capacity);
}

// Copies the boxes of a part to their strips, in the order of `slots`.
static void part_deal(void *context, AukRange *range)
{
    const Build *build = context;
    const AukStrips *strips = &build->layout->strips;
    const AukBounds *bounds = build->bounds;
    const uint32_t *slots = build->slots;
    AukStaged *staged = auk__work_staged(build->work);
    int *cursors = cursors_of(build, range->number);
    for (int i = range->first; i < range->end; i++) {
        AukStaged entry = {bounds[slots[i]], slots[i] | AUK_ENTRY_FIRST};
        int first = auk__strip_of(strips, entry.bounds.min_y);
        int last = auk__strip_of(strips, -entry.bounds.neg_max_y);
        staged[cursors[first]++] = entry;
        // Branch-free, since a processor cannot predict whether a box touches a second strip: a box that lies in one
        // strip is written twice to the same place.
        uint32_t only = first == last;
        entry.slot = slots[i] | only * AUK_ENTRY_FIRST;
        staged[cursors[last] - (int)only] = entry;
        cursors[last] += last > first;
        entry.slot = slots[i];
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
static inline bool strip_finish(AukBounds *entries, uint32_t *slots, int count)
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

static void bounds_pad(AukLayout *layout, int from, int end)
{
    const AukBounds nothing = auk__bounds_nowhere();
    for (int at = from; at < end; at++) {
        ((AukBounds *)layout->bounds.items)[at] = nothing;
    }
}

static void strip_pad(AukLayout *layout, int from, int end)
{
    bounds_pad(layout, from, end);
    for (int at = from; at < end; at++) {
        ((uint32_t *)layout->slots.items)[at] = AUK_ENTRY_PADDING;
    }
}

// Sorts the strips of a range and fills up their blocks.
static void strips_sort(void *context, AukRange *range)
{
    const Build *build = context;
    AukLayout *layout = build->layout;
    const int *starts = layout->starts.items;
    const int *ends = cursors_of(build, build->parts.count - 1);
    for (int s = range->first; s < range->end; s++) {
        int start = starts[s], count = ends[s] - start;
        AukBounds *entries = (AukBounds *)layout->bounds.items + start;
        uint32_t *slots = (uint32_t *)layout->slots.items + start;
        const AukStaged *staged = auk__work_staged(build->work) + start;
        columns_sort(&build->columns, staged, count, entries, slots);
        if (!strip_finish(entries, slots, count)) { // too many entries per column
            strip_sort_exactly(staged, count, entries, slots);
        }
        strip_pad(layout, ends[s], starts[s + 1]);
    }
}

AukParallel auk__layout_parallel(const AukLayout *layout, const AukParallel *parallel)
{
    int per_strip = layout->slots.count / layout->strips.count + 1;
    AukParallel by_strips = {parallel->pool, (parallel->grain - 1) / per_strip + 1};
    return by_strips;
}

// Up to BOXES_PER_STRIP boxes have one strip, and insertion sort needs fewer moves than it may use. A list of pairs has
// such a layout of its few uncached movers in each update: all that is chosen for many boxes costs ten times as much.
static void single_strip_build(AukLayout *layout, const AukBounds *bounds, const uint32_t *slots, int count)
{
    AukBounds *entries = layout->bounds.items;
    uint32_t *entry_slots = layout->slots.items;
    int *starts = layout->starts.items;
    layout->strips = auk__strips_cut((AukStripRange){0.0, 0.0}, 1);
    for (int i = 0; i < count; i++) {
        entries[i] = bounds[slots[i]];
        entry_slots[i] = slots[i] | AUK_ENTRY_FIRST;
    }
    bool sorted = strip_finish(entries, entry_slots, count);
    AUK_ASSERT(sorted);
    (void)sorted;
    starts[0] = 0;
    starts[1] = padded_end(0, count);
    strip_pad(layout, count, starts[1]);
    layout->starts.count = 2;
    layout->bounds.count = layout->slots.count = starts[1];
}

void auk__layout_build(AukLayout *layout, AukWork *work, const AukBounds *bounds, const uint32_t *slots, int count)
{
    if (count <= BOXES_PER_STRIP) {
        single_strip_build(layout, bounds, slots, count);
        return;
    }
    Build build;
    build.layout = layout;
    build.work = work;
    build.bounds = bounds;
    build.slots = slots;
    build.count = count;
    strips_choose(&build);
    starts_place(&build);
    (void)auk__parallel_again(&work->parallel, part_deal, &build, &build.parts);
    AukRanges ranges;
    AukParallel parallel = auk__layout_parallel(layout, &work->parallel);
    (void)auk__parallel_run(&parallel, layout->strips.count, strips_sort, &build, &ranges);
}

typedef struct Refill {
    AukLayout *layout;
    const AukBounds *bounds;
} Refill;

// A box that is nowhere by now keeps its place: it begins where the one before it does, so that the strip stays sorted
// and does not end there.
static void strips_refill(void *context, AukRange *range)
{
    const Refill *refill = context;
    const int *starts = refill->layout->starts.items;
    const uint32_t *slots = refill->layout->slots.items;
    const AukBounds *bounds = refill->bounds;
    AukBounds *entries = refill->layout->bounds.items;
    const int fetched = starts[range->end] - REFILL_AHEAD;
    for (int s = range->first; s < range->end; s++) {
        int at = starts[s];
        for (; slots[at] != AUK_ENTRY_PADDING; at++) {
            AUK_PREFETCH_ITEM(bounds, slots[at < fetched ? at + REFILL_AHEAD : at] & AUK_ENTRY_SLOT);
            const AukBounds *box = &bounds[slots[at] & AUK_ENTRY_SLOT];
            auk__f32x4_store(&entries[at].min_x, auk__bounds_load(box));
            if (!auk__bounds_anywhere(box)) {
                entries[at] = auk__bounds_nowhere();
                entries[at].min_x = at > starts[s] ? entries[at - 1].min_x : -INFINITY;
            }
        }
        bounds_pad(refill->layout, at, starts[s + 1]);
    }
}

bool auk__layout_refill(AukLayout *layout, const AukParallel *parallel, const AukBounds *bounds)
{
    if (!auk__buffer_resize(&layout->bounds, sizeof(AukBounds), layout->slots.count)) {
        return false;
    }
    Refill refill = {layout, bounds};
    AukRanges ranges;
    AukParallel by_strips = auk__layout_parallel(layout, parallel);
    (void)auk__parallel_run(&by_strips, layout->strips.count, strips_refill, &refill, &ranges);
    return true;
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
