// A path is walked row by row. In each row it passes an interval of columns, whose entries follow each other in memory.
// They are read in blocks, without branches on their contents: a processor cannot predict what a bullet meets.
#include "broad/static_cells.h"

#include "base/assert.h"
#include "base/prefetch.h"

#include <math.h>
#include <string.h>

enum { CELL_BLOCK = 4 }; // entries are tested in blocks, so there is room for that many behind the last one

bool auk__static_cells_reserve(AukStaticCells *cells, AukWork *work, int count)
{
    return auk__buffer_reserve(&cells->starts, sizeof(int), count + 2) &&
           auk__buffer_reserve(&cells->bounds, sizeof(AukBounds), count + CELL_BLOCK) &&
           auk__buffer_reserve(&cells->slots, sizeof(uint32_t), count + CELL_BLOCK) &&
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
    size = auk__larger(size / count, sqrt(wide * high / count));
    size = auk__larger(size, auk__larger(wide, high) / count);
    int columns = size > 0.0 && wide / size >= 1.0 ? (int)(wide / size) : 1;
    int rows = size > 0.0 && high / size >= 1.0 ? (int)(high / size) : 1;
    cells->columns = auk__strips_cut(x, columns);
    cells->rows = auk__strips_cut(y, rows);
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
}

// Fills each cell from its end; `large` has the slots to leave out, in the order of `slots`.
static void cells_fill(AukStaticCells *cells, const AukBounds *bounds, const uint32_t *slots, int count)
{
    int *starts = cells->starts.items, cell_count = cells->starts.count - 1, large = cells->large.count;
    AukBounds *entries = cells->bounds.items;
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
        entries[at] = bounds[slots[i]];
        entry_slots[at] = slots[i];
    }
    memmove(starts, starts + 1, (size_t)cell_count * sizeof *starts); // each was moved to the beginning of its cell
    starts[cell_count] = end;
    for (int i = 0; i < CELL_BLOCK; i++) {
        entries[end + i] = auk__bounds_nowhere();
        entry_slots[end + i] = 0;
    }
}

AukStatus auk__static_cells_build(AukStaticCells *cells, AukWork *work, const AukBounds *bounds, const uint32_t *slots,
                                  int count)
{
    if (!auk__static_cells_reserve(cells, work, count)) {
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
    enum { SIDE = 1 << (AUK_CELL_TILE_BITS / 2) };
    int64_t column = auk__strip_of(&cells->columns, box->min_x), row = auk__strip_of(&cells->rows, box->min_y);
    return (uint32_t)(row * SIDE / cells->rows.count * SIDE + column * SIDE / cells->columns.count);
}

// The movers of a batch, and the intervals of entries beside their paths that have not been read yet. Finding
// intervals, reading them and testing what they hold are three loops: one mover after the other, each loop waited for
// the one before, and for the processor's wrong guesses of how long it would be.
enum { CELL_MOVERS = 32, CELL_RUNS = 128 };

typedef struct CellRun {
    int first, end; // entries
    int mover;      // of the batch
} CellRun;

typedef struct CellBatch {
    AukSweptBox swept[CELL_MOVERS];
    AukBounds around[CELL_MOVERS];
    CellRun runs[CELL_RUNS];
    int run_count, entry_count; // of all intervals
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
    CellRun run = {starts[first], starts[last + 1], 0};
    return run;
}

// Adds the entries of all intervals that touch the box around the path, as keys of movers of the batch and entries.
static AukStatus read_runs(const AukStaticCells *cells, CellBatch *batch, AukPairList *found)
{
    const AukBounds *entries = cells->bounds.items;
    AukStatus status = auk__found_room(found, batch->entry_count + CELL_BLOCK);
    if (status) {
        return status;
    }
    uint64_t *keys = found->keys.items;
    int count = found->keys.count;
    for (int i = 0; i < batch->run_count; i++) {
        CellRun run = batch->runs[i];
        AukF32x4 limits = auk__bounds_limits(&batch->around[run.mover]);
        for (int at = run.first; at < run.end; at += CELL_BLOCK) {
            for (int k = 0; k < CELL_BLOCK; k++) {
                unsigned mask = auk__bounds_mask(&entries[at + k], limits);
                keys[count] = auk__found_key((uint32_t)run.mover, (uint32_t)(at + k));
                count += (int)((mask + 1) >> 4) & (int)(at + k < run.end);
            }
        }
    }
    found->keys.count = count;
    batch->run_count = batch->entry_count = 0;
    return AUK_OK;
}

// Adds the intervals of a mover of the batch, and reads intervals when there are many.
static AukStatus add_runs(const AukStaticCells *cells, CellBatch *batch, int mover, AukPairList *found)
{
    const AukSweptBox *swept = &batch->swept[mover];
    const AukBounds *around = &batch->around[mover];
    CellWalk walk = walk_of(cells, swept);
    int row = auk__strip_of(&cells->rows, around->min_y - cells->highest);
    int last = auk__strip_of(&cells->rows, -around->neg_max_y);
    AukStatus status = AUK_OK;
    for (; row <= last && !status; row++) {
        CellRun *run = &batch->runs[batch->run_count++];
        *run = run_of(cells, swept, &walk, row);
        run->mover = mover;
        batch->entry_count += run->end - run->first;
        status = batch->run_count == CELL_RUNS ? read_runs(cells, batch, found) : AUK_OK;
    }
    return status;
}

// Keeps the keys from `first` on whose entries the paths meet, as keys of slots.
static void keep_met(const AukStaticCells *cells, const CellBatch *batch, const uint32_t *movers, AukPairList *found,
                     int first)
{
    const AukBounds *entries = cells->bounds.items;
    const uint32_t *slots = cells->slots.items;
    uint64_t *keys = found->keys.items;
    int kept = first;
    for (int i = first; i < found->keys.count; i++) {
        uint32_t mover = (uint32_t)(keys[i] >> 32), entry = (uint32_t)keys[i];
        keys[kept] = auk__found_key(movers[mover], slots[entry]);
        kept += auk__swept_box_meets(&batch->swept[mover], &entries[entry]);
    }
    found->keys.count = kept;
}

// The pairs of up to CELL_MOVERS movers with the boxes of the grid.
static AukStatus batch_pairs(const AukStaticCells *cells, const AukBroadPath *paths, const AukBounds *bounds,
                             const uint32_t *movers, int count, AukPairList *found)
{
    CellBatch batch;
    batch.run_count = batch.entry_count = 0;
    int first = found->keys.count;
    AukStatus status = AUK_OK;
    for (int i = 0; i < count && !status; i++) {
        batch.around[i] = bounds[movers[i]];
        batch.swept[i] = auk__swept_box(paths[movers[i]], &batch.around[i]);
        status = add_runs(cells, &batch, i, found);
    }
    status = status ? status : read_runs(cells, &batch, found);
    keep_met(cells, &batch, movers, found, first);
    return status;
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
    AukBuffer *buffers[] = {&cells->starts, &cells->bounds, &cells->slots, &cells->large};
    for (int i = 0; i < AUK_COUNT_OF(buffers); i++) {
        auk__buffer_free(buffers[i]);
    }
    auk__static_index_free(&cells->large_index);
}
