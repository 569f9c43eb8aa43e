// A path is walked row by row. In each row it passes an interval of columns, whose entries follow each other in memory.
// They are read in blocks of four, without branches on their contents: a processor cannot predict what a bullet meets.
// A block is compared with the box around the path and with the strip that the path sweeps, in floats and a little too
// wide; what is left is tested by auk__swept_box_meets().
#include "broad/static_cells.h"

#include "base/assert.h"
#include "base/prefetch.h"
#include "base/square_root.h"

#include <math.h>
#include <string.h>

enum { CELL_BLOCK = 4 };

// The boxes of entries 4 i ... 4 i + 3, transposed: each is {min x, min y, -max x, -max y} as in AukBounds.
typedef struct CellBlock {
    float sides[4][CELL_BLOCK];
} CellBlock;

static inline int blocks_for(int count)
{
    return (count + CELL_BLOCK - 1) / CELL_BLOCK;
}

bool auk__static_cells_reserve(AukStaticCells *cells, AukWork *work, int count)
{
    return auk__buffer_reserve(&cells->starts, sizeof(int), count + 2) &&
           auk__buffer_reserve(&cells->blocks, sizeof(CellBlock), blocks_for(count)) &&
           auk__buffer_reserve(&cells->slots, sizeof(uint32_t), count) &&
           auk__buffer_reserve(&cells->large, sizeof(uint32_t), count) &&
           auk__static_index_reserve(&cells->large_index, work, count);
}

static inline float cell_wide(const AukBounds *box)
{
    return -box->neg_max_x - box->min_x;
}

static inline float cell_high(const AukBounds *box)
{
    return -box->neg_max_y - box->min_y;
}

// About one cell for each box, and none smaller than boxes are on average. Returns the size of a cell.
static double cells_cut(AukStaticCells *cells, const AukBounds *bounds, const uint32_t *slots, int count)
{
    AukStripRange x = auk__strip_range(bounds, slots, count, 0), y = auk__strip_range(bounds, slots, count, 1);
    double wide = x.high - x.low, high = y.high - y.low, size = 0.0;
    for (int i = 0; i < count; i++) {
        size += auk__larger((double)cell_wide(&bounds[slots[i]]), (double)cell_high(&bounds[slots[i]]));
    }
    size = auk__larger(size / count, auk__square_root(wide * high / count));
    size = auk__larger(size, auk__larger(wide, high) / count);
    int columns = size > 0.0 && wide / size >= 1.0 ? (int)(wide / size) : 1;
    int rows = size > 0.0 && high / size >= 1.0 ? (int)(high / size) : 1;
    cells->columns = auk__strips_cut(x, columns);
    cells->rows = auk__strips_cut(y, rows);
    cells->tile_shift = 0;
    while ((cells->columns.count | cells->rows.count) >> cells->tile_shift >= 1 << AUK_CELL_TILE_BITS / 2) {
        cells->tile_shift++;
    }
    cells->row_height = cells->rows.count > 1 ? 1.0 / (double)cells->rows.per_unit : 0.0;
    cells->starts.count = cells->columns.count * cells->rows.count + 1;
    AUK_ASSERT(cells->starts.count <= count + 2);
    return size;
}

static inline int static_cell_of(const AukStaticCells *cells, const AukBounds *box)
{
    return auk__strip_of(&cells->rows, box->min_y) * cells->columns.count + auk__strip_of(&cells->columns, box->min_x);
}

// Lists the boxes that are larger than a cell, and counts the entries of each cell into starts[1 ...].
static void cells_count(AukStaticCells *cells, double size, const AukBounds *bounds, const uint32_t *slots, int count)
{
    int *starts = cells->starts.items;
    memset(starts, 0, (size_t)cells->starts.count * sizeof *starts);
    cells->large.count = 0;
    cells->widest = cells->highest = 0.0f;
    for (int i = 0; i < count; i++) {
        const AukBounds *box = &bounds[slots[i]];
        float wide = cell_wide(box), high = cell_high(box);
        if ((double)wide > size || (double)high > size) {
            auk__buffer_add_index(&cells->large, slots[i]);
            continue;
        }
        cells->widest = wide > cells->widest ? wide : cells->widest;
        cells->highest = high > cells->highest ? high : cells->highest;
        starts[static_cell_of(cells, box) + 1]++;
    }
    cells->widest *= 1.0f + 0x1p-20f; // they were rounded
    cells->highest *= 1.0f + 0x1p-20f;
}

static inline void cell_block_write(CellBlock *blocks, int entry, const AukBounds *box)
{
    CellBlock *block = &blocks[entry / CELL_BLOCK];
    int lane = entry % CELL_BLOCK;
    block->sides[0][lane] = box->min_x;
    block->sides[1][lane] = box->min_y;
    block->sides[2][lane] = box->neg_max_x;
    block->sides[3][lane] = box->neg_max_y;
}

static inline AukBounds cell_block_read(const CellBlock *blocks, int entry)
{
    const CellBlock *block = &blocks[entry / CELL_BLOCK];
    int lane = entry % CELL_BLOCK;
    AukBounds box = {block->sides[0][lane], block->sides[1][lane], block->sides[2][lane], block->sides[3][lane]};
    return box;
}

// Fills each cell from its end; `large` has the slots to leave out, in the order of `slots`.
static void cells_fill(AukStaticCells *cells, const AukBounds *bounds, const uint32_t *slots, int count)
{
    int *starts = cells->starts.items, cell_count = cells->starts.count - 1, large = cells->large.count;
    CellBlock *blocks = cells->blocks.items;
    uint32_t *entry_slots = cells->slots.items;
    for (int cell = 0; cell < cell_count; cell++) {
        starts[cell + 1] += starts[cell];
    }
    int end = starts[cell_count];
    for (int i = count - 1; i >= 0; i--) {
        if (large > 0 && ((const uint32_t *)cells->large.items)[large - 1] == slots[i]) {
            large--;
            continue;
        }
        int at = --starts[static_cell_of(cells, &bounds[slots[i]]) + 1];
        cell_block_write(blocks, at, &bounds[slots[i]]);
        entry_slots[at] = slots[i];
    }
    memmove(starts, starts + 1, (size_t)cell_count * sizeof *starts); // each was moved to the beginning of its cell
    starts[cell_count] = end;
    for (int at = end; at % CELL_BLOCK != 0; at++) {
        AukBounds nowhere = auk__bounds_nowhere();
        cell_block_write(blocks, at, &nowhere);
    }
}

AukStatus auk__static_cells_build(AukStaticCells *cells, AukWork *work, const AukBounds *bounds, const uint32_t *slots,
                                  int count)
{
    // nothing is reserved for no boxes: a world without static bodies has no memory for them
    if (count > 0 && !auk__static_cells_reserve(cells, work, count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    cells->starts.count = 0;
    cells->large_index.count = 0;
    if (count == 0) {
        return AUK_OK;
    }
    double size = cells_cut(cells, bounds, slots, count);
    cells_count(cells, size, bounds, slots, count);
    cells_fill(cells, bounds, slots, count);
    if (cells->large.count > 0) {
        auk__static_index_build(&cells->large_index, work, bounds, cells->large.items, cells->large.count);
    }
    return AUK_OK;
}

// ---- the walk ----

uint32_t auk__static_cells_tile(const AukStaticCells *cells, const AukBounds *box)
{
    uint32_t column = (uint32_t)auk__strip_of(&cells->columns, box->min_x),
             row = (uint32_t)auk__strip_of(&cells->rows, box->min_y);
    return row >> cells->tile_shift << AUK_CELL_TILE_BITS / 2 | column >> cells->tile_shift;
}

// What a block is compared with.
typedef struct CellStrip {
    float limits[4];                                  // of the box around the path, see auk__bounds_limits()
    float weight_x, weight_y, most_below, most_above; // of the strip, see strip_make()
    int left, right;                                  // the sides of a box that count on its x axis
} CellStrip;

// The same in all lanes of a register.
typedef struct CellLanes {
    AukF32x4 max_x, max_y, neg_min_x, neg_min_y, weight_x, weight_y, most_below, most_above;
    int left, right;
} CellLanes;

// The movers of a batch, the intervals of entries beside their paths that have not been read yet, and the blocks with
// something near. Finding intervals, reading them and testing what they hold are three loops: one mover after the
// other, each loop waited for the one before, and for the processor's wrong guesses of how long it would be.
enum { CELL_MOVERS = 32, CELL_RUNS = 128, CELL_NEAR = 256, CELL_TESTS = 16, SHORT_WALK = 3, ALL_LANES = 15 };

typedef struct CellRun {
    unsigned first, end; // entries
    unsigned mover;      // of the batch
} CellRun;

typedef struct CellBatch {
    AukSweptBox swept[CELL_MOVERS];
    AukBounds around[CELL_MOVERS];
    CellStrip strips[CELL_MOVERS];
    CellRun runs[CELL_RUNS];
    uint64_t near[CELL_NEAR]; // mover << 32 | block << CELL_BLOCK | a bit for each lane
    const uint32_t *movers;   // their slots
    int run_count, near_count;
} CellBatch;

// A path in the terms of the grid.
typedef struct CellWalk {
    double enter, leave;      // the fractions at which it is beside row 0, not cut to the path
    double per_row;           // what a row adds to both
    double to_left, to_right; // from the middle of the moving box to the least corners of what it may meet
} CellWalk;

static inline double cut_to_path(double fraction)
{
    fraction = fraction > 0.0 ? fraction : 0.0;
    return fraction < 1.0 ? fraction : 1.0;
}

// Boxes whose least corners are in row 0 reach from its lower border to `highest` above its upper one. The path is
// beside them between two fractions. All is wider by 2^-20 of the numbers that it follows from, for their rounding.
static inline CellWalk walk_of(const AukStaticCells *cells, const AukSweptBox *swept)
{
    CellWalk walk;
    double margin = 0x1p-20 * (fabs((double)cells->rows.bottom) + fabs((double)cells->columns.bottom) +
                               fabs(swept->from_x) + fabs(swept->from_y) + fabs(swept->x) + fabs(swept->y));
    double room = swept->half_y + margin, low = (double)cells->rows.bottom - swept->from_y - room;
    double high = low + 2.0 * room + cells->row_height + (double)cells->highest;
    double per_y = 1.0 / swept->y, p = low * per_y, q = high * per_y;
    walk.enter = p < q ? p : q;
    walk.leave = p < q ? q : p;
    walk.per_row = cells->row_height * per_y;
    walk.to_right = swept->half_x + margin;
    walk.to_left = walk.to_right + (double)cells->widest;
    return walk;
}

// The entries that a path may meet in a row. The first and the last row have all that is below and above them.
static inline CellRun run_of(const AukStaticCells *cells, const AukSweptBox *swept, const CellWalk *walk, int row)
{
    const int *starts = (const int *)cells->starts.items + row * cells->columns.count;
    bool lowest = row == 0, highest = row + 1 == cells->rows.count, up = swept->y > 0.0;
    double enter = cut_to_path(walk->enter + row * walk->per_row),
           leave = cut_to_path(walk->leave + row * walk->per_row);
    if (lowest || highest) {
        enter = (up ? lowest : highest) ? 0.0 : enter;
        leave = (up ? highest : lowest) ? 1.0 : leave;
    }
    double p = swept->from_x + enter * swept->x, q = swept->from_x + leave * swept->x;
    int first = auk__strip_of(&cells->columns, (float)((p < q ? p : q) - walk->to_left));
    int last = auk__strip_of(&cells->columns, (float)((p < q ? q : p) + walk->to_right));
    CellRun run = {(unsigned)starts[first], (unsigned)starts[last + 1], 0};
    return run;
}

// The line through a box's middle along the path, turned so that it goes to the right, is f(p) = weight_x * p.y -
// weight_y * p.x for a path that rises, and with a plus for one that falls. A box meets the strip beside the line if
// the least f of its corners is not above the strip's most, and the largest not below its least. Which corners these
// are depends on the slope alone. The weights add up to 1, so that nothing overflows; the limits are wider by 2^-20 of
// all numbers that are compared with them, and by what denormal floats may be off.
static inline CellStrip strip_make(const AukStaticCells *cells, const AukSweptBox *swept, const AukBounds *around)
{
    AukF64x2 size = auk__f64x2_abs(auk__f64x2_load(&swept->x));
    AukF64x2 scale = auk__f64x2_both(1.0 / (auk__f64x2_first(size) + auk__f64x2_second(size)));
    AukF64x2 weights = auk__f64x2_mul(size, scale);
    AukF64x2 middles = auk__f64x2_mul(weights, auk__f64x2_swap(auk__f64x2_load(&swept->from_x)));
    AukF64x2 besides = auk__f64x2_mul(weights, auk__f64x2_swap(auk__f64x2_load(&swept->half_x)));
    AukF64x2 sides = auk__f64x2_add(auk__f64x2_abs(auk__f64x2_load_point(&around->min_x)),
                                    auk__f64x2_abs(auk__f64x2_load_point(&around->neg_max_x)));
    bool rises = (swept->x > 0.0) == (swept->y > 0.0);
    double by_y = auk__f64x2_second(middles), at = auk__f64x2_first(middles) - (rises - !rises) * by_y;
    double wide = auk__f64x2_first(sides) + auk__f64x2_second(sides) + (double)cells->widest + (double)cells->highest;
    double room = auk__f64x2_first(besides) + auk__f64x2_second(besides) + 0x1p-20 * wide + 0x1p-140;
    CellStrip strip;
    auk__f32x4_store(strip.limits, auk__bounds_limits(around));
    auk__f64x2_store_point(&strip.weight_x, weights);
    auk__f64x2_store_point(&strip.most_below, auk__f64x2_make(room + at, room - at));
    strip.left = rises ? 2 : 0;
    strip.right = rises ? 0 : 2;
    return strip;
}

static inline CellLanes lanes_of(const CellStrip *strip)
{
    CellLanes lanes = {auk__f32x4_all(strip->limits[0]),
                       auk__f32x4_all(strip->limits[1]),
                       auk__f32x4_all(strip->limits[2]),
                       auk__f32x4_all(strip->limits[3]),
                       auk__f32x4_all(strip->weight_x),
                       auk__f32x4_all(strip->weight_y),
                       auk__f32x4_all(strip->most_below),
                       auk__f32x4_all(strip->most_above),
                       strip->left,
                       strip->right};
    return lanes;
}

// The lanes of a block that touch the box around a path and the strip, or nearly.
static inline unsigned strip_meets(const CellLanes *strip, const CellBlock *block)
{
    AukF32x4 min_x = auk__f32x4_load(block->sides[0]), min_y = auk__f32x4_load(block->sides[1]),
             neg_max_x = auk__f32x4_load(block->sides[2]), neg_max_y = auk__f32x4_load(block->sides[3]);
    AukF32x4 left = auk__f32x4_mul(strip->weight_y, auk__f32x4_load(block->sides[strip->left])),
             right = auk__f32x4_mul(strip->weight_y, auk__f32x4_load(block->sides[strip->right]));
    AukF32x4 least = auk__f32x4_add(auk__f32x4_mul(strip->weight_x, min_y), left),
             neg_most = auk__f32x4_add(auk__f32x4_mul(strip->weight_x, neg_max_y), right);
    return auk__f32x4_mask_le_both(min_x, strip->max_x, min_y, strip->max_y) &
           auk__f32x4_mask_le_both(neg_max_x, strip->neg_min_x, neg_max_y, strip->neg_min_y) &
           auk__f32x4_mask_le_both(least, strip->most_below, neg_most, strip->most_above);
}

// Adds the pairs with some of what is near and met, as keys of slots. The list has room for all of them.
static void test_some(const AukStaticCells *cells, const CellBatch *batch, int first, int end, AukPairList *found)
{
    static const uint8_t lowest[1 << CELL_BLOCK] = {0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
    const uint32_t *slots = cells->slots.items;
    uint64_t *keys = found->keys.items;
    int count = found->keys.count;
    for (int i = first; i < end; i++) {
        uint32_t mover = (uint32_t)(batch->near[i] >> 32), near = (uint32_t)batch->near[i];
        for (uint32_t lanes = near & ALL_LANES; lanes != 0; lanes &= lanes - 1) {
            uint32_t entry = (near >> CELL_BLOCK) * CELL_BLOCK + lowest[lanes];
            AukBounds box = cell_block_read(cells->blocks.items, (int)entry);
            keys[count] = auk__found_key(batch->movers[mover], slots[entry]);
            count += auk__swept_box_meets(&batch->swept[mover], &box);
        }
    }
    found->keys.count = count;
}

// In pieces, so that the list needs little more room than its pairs take.
static AukStatus test_near(const AukStaticCells *cells, CellBatch *batch, AukPairList *found)
{
    AukStatus status = AUK_OK;
    for (int i = 0; i < batch->near_count && !status; i += CELL_TESTS) {
        int end = i + CELL_TESTS < batch->near_count ? i + CELL_TESTS : batch->near_count;
        status = auk__found_room(found, (end - i) * CELL_BLOCK);
        if (!status) {
            test_some(cells, batch, i, end, found);
        }
    }
    batch->near_count = 0;
    return status;
}

// Reads an interval of entries that is not empty. The first and the last block may have entries of other cells.
static inline AukStatus read_run(const AukStaticCells *cells, CellBatch *batch, CellRun run, AukPairList *found)
{
    const CellBlock *blocks = cells->blocks.items;
    const CellLanes strip = lanes_of(&batch->strips[run.mover]);
    uint32_t block = run.first / CELL_BLOCK, last = (run.end - 1) / CELL_BLOCK;
    uint32_t lanes = (uint32_t)ALL_LANES << run.first % CELL_BLOCK & ALL_LANES,
             last_lanes = (uint32_t)ALL_LANES >> (~(run.end - 1) % CELL_BLOCK);
    AukStatus status = AUK_OK;
    for (; block <= last && !status; block++) {
        lanes &= block == last ? last_lanes : ALL_LANES;
        uint32_t near = strip_meets(&strip, &blocks[block]) & lanes;
        batch->near[batch->near_count] = (uint64_t)run.mover << 32 | block << CELL_BLOCK | near;
        batch->near_count += near != 0;
        lanes = ALL_LANES;
        if (batch->near_count == CELL_NEAR) {
            status = test_near(cells, batch, found);
        }
    }
    return status;
}

static AukStatus read_runs(const AukStaticCells *cells, CellBatch *batch, AukPairList *found)
{
    AukStatus status = AUK_OK;
    for (int i = 0; i < batch->run_count && !status; i++) {
        if (batch->runs[i].first < batch->runs[i].end) {
            status = read_run(cells, batch, batch->runs[i], found);
        }
    }
    batch->run_count = 0;
    return status;
}

// The first and the last column and row of cells with boxes that may touch the box around a path; auk__strip_of() on
// both axes at once.
typedef struct CellRange {
    int left, bottom, right, top;
} CellRange;

// The strips of both axes, for the sides {min x, min y, max x, max y} of a box.
typedef struct CellAxes {
    float bottom[4], per_unit[4], neg_last[4];
    float overhang[4]; // how far boxes reach to the right and upwards from their least corners
} CellAxes;

static CellAxes axes_of(const AukStaticCells *cells)
{
    CellAxes axes;
    for (int side = 0; side < 4; side++) {
        const AukStrips *strips = side % 2 == 0 ? &cells->columns : &cells->rows;
        axes.bottom[side] = strips->bottom;
        axes.per_unit[side] = strips->per_unit;
        axes.neg_last[side] = 1.0f - (float)strips->count;
        axes.overhang[side] = 0.0f;
    }
    axes.overhang[0] = cells->widest;
    axes.overhang[1] = cells->highest;
    return axes;
}

static inline CellRange range_of(const CellAxes *axes, const AukBounds *around)
{
    AukF32x4 none = auk__f32x4_all(0.0f);
    AukF32x4 sides = auk__f32x4_sub(auk__f32x4_negate_high(auk__bounds_load(around)), auk__f32x4_load(axes->overhang));
    AukF32x4 at = auk__f32x4_mul(auk__f32x4_sub(sides, auk__f32x4_load(axes->bottom)), auk__f32x4_load(axes->per_unit));
    AukF32x4 neg = auk__f32x4_max(auk__f32x4_sub(none, auk__f32x4_max(at, none)), auk__f32x4_load(axes->neg_last));
    float cut[4];
    auk__f32x4_store(cut, neg);
    CellRange range = {(int)-cut[0], (int)-cut[1], (int)-cut[2], (int)-cut[3]};
    return range;
}

// Adds the intervals of a mover of the batch, and reads intervals when there are many. On a short path the intervals
// of all rows are as wide as the box around it.
static inline AukStatus add_runs(const AukStaticCells *cells, const CellAxes *axes, CellBatch *batch, int mover,
                                 AukPairList *found)
{
    const AukSweptBox *swept = &batch->swept[mover];
    CellRange range = range_of(axes, &batch->around[mover]);
    bool walks = range.top - range.bottom >= SHORT_WALK && range.right - range.left >= SHORT_WALK;
    CellWalk walk = {0.0, 0.0, 0.0, 0.0, 0.0};
    if (walks) {
        walk = walk_of(cells, swept);
    }
    AukStatus status = AUK_OK;
    for (int row = range.bottom; row <= range.top && !status; row++) {
        const int *starts = (const int *)cells->starts.items + row * cells->columns.count;
        CellRun run = {(unsigned)starts[range.left], (unsigned)starts[range.right + 1], (unsigned)mover};
        if (walks) {
            run = run_of(cells, swept, &walk, row);
            run.mover = (unsigned)mover;
        }
        AUK_PREFETCH((const CellBlock *)cells->blocks.items + run.first / CELL_BLOCK);
        batch->runs[batch->run_count++] = run;
        status = batch->run_count == CELL_RUNS ? read_runs(cells, batch, found) : AUK_OK;
    }
    return status;
}

// The pairs of up to CELL_MOVERS movers with the boxes of the grid.
static AukStatus batch_pairs(const AukStaticCells *cells, const AukBroadPath *paths, const AukBounds *bounds,
                             const uint32_t *movers, int count, AukPairList *found)
{
    const CellAxes axes = axes_of(cells);
    CellBatch batch;
    batch.run_count = batch.near_count = 0;
    batch.movers = movers;
    AukStatus status = AUK_OK;
    for (int i = 0; i < count && !status; i++) {
        batch.around[i] = bounds[movers[i]];
        batch.swept[i] = auk__swept_box(paths[movers[i]], &batch.around[i]);
        batch.strips[i] = strip_make(cells, &batch.swept[i], &batch.around[i]);
        status = add_runs(cells, &axes, &batch, i, found);
    }
    status = status ? status : read_runs(cells, &batch, found);
    return status ? status : test_near(cells, &batch, found);
}

AukStatus auk__static_cells_pairs(const AukStaticCells *cells, const AukBroadPath *paths, const AukBounds *bounds,
                                  const uint32_t *movers, int count, AukPairList *found)
{
    AukStatus status = AUK_OK;
    for (int i = 0; i < (cells->starts.count > 0 ? count : 0) && !status; i += CELL_MOVERS) {
        for (int k = i + CELL_MOVERS; k < i + 2 * CELL_MOVERS && k < count; k++) {
            AUK_PREFETCH(&bounds[movers[k]]);
            AUK_PREFETCH(&paths[movers[k]]);
        }
        status =
            batch_pairs(cells, paths, bounds, &movers[i], count - i < CELL_MOVERS ? count - i : CELL_MOVERS, found);
    }
    for (int i = 0; i < (cells->large_index.count > 0 ? count : 0) && !status; i++) {
        status = auk__static_index_lookup_box(&cells->large_index, &bounds[movers[i]], movers[i], NULL, found);
    }
    return status;
}

void auk__static_cells_free(AukStaticCells *cells)
{
    AukBuffer *buffers[] = {&cells->starts, &cells->blocks, &cells->slots, &cells->large};
    for (int i = 0; i < AUK_COUNT_OF(buffers); i++) {
        auk__buffer_free(buffers[i]);
    }
    auk__static_index_free(&cells->large_index);
}
