// The query for boxes near a box. Each level is an implicit tree: a region's number follows from the numbers of its
// cells, and a hash table of counts tells which regions are empty. The search begins with the few regions that hold all
// that is near enough, visits the nearest region first and skips those beyond the caller's distance. So it visits a few
// regions per stage, however far away the nearest member is.
// Levels are visited in order of the distance of their ranges of cells.
// Invariant: a region's count is never less than its number of members. It may be more, since regions share entries.
#include "base/assert.h"
#include "broad/grid.h"

#include <math.h>
#include <string.h>

enum {
    FEW_MEMBERS = 24,    // all members of a level are tested if the level has no more than this,
    EMPTY_FOR_EACH = 20, // or if at least 1 / EMPTY_FOR_EACH of the entries of the table of regions are not 0
};

// ---- counts ---------------------------------------------------------------------------------------------------

void auk__grid_count(AukGrid *grid, int32_t slot, int level, bool packed, int by)
{
    if (level >= AUK_GRID_WIDE) {
        return;
    }
    const AukGridNode *node = auk__grid_node(grid, slot);
    uint8_t classes = auk__grid_link(grid, slot)->classes;
    for (int stage = 1; stage <= grid->stages; stage++) {
        int32_t x = auk__grid_region_of(node->x, stage), y = auk__grid_region_of(node->y, stage);
        auk__grid_region_add(grid, auk__grid_region(grid, level, packed, stage, x, y), by, classes);
    }
}

static bool is_within_four(AukGridCells x, AukGridCells y, int stage)
{
    return (int64_t)auk__grid_region_of(x.last, stage) - auk__grid_region_of(x.first, stage) < 4 &&
           (int64_t)auk__grid_region_of(y.last, stage) - auk__grid_region_of(y.first, stage) < 4;
}

// The finest stage from `least` on at which 4 x 4 regions hold these cells.
static int stage_of(AukGridCells x, AukGridCells y, int least)
{
    while (least < AUK_GRID_STAGES && !is_within_four(x, y, least)) {
        least++;
    }
    return least;
}

static int stages_of(const AukGridLevel *members, int least)
{
    AukGridCells x = {members->min_x, members->max_x}, y = {members->min_y, members->max_y};
    return members->count > 0 ? stage_of(x, y, least) : least;
}

void auk__grid_recount(AukGrid *grid)
{
    grid->stages = 0;
    for (int level = 0; level < AUK_GRID_WIDE; level++) {
        grid->stages = stages_of(&grid->levels[level], grid->stages);
        grid->stages = stages_of(&grid->packed.levels[level], grid->stages);
    }
    grid->regions_used = 0;
    memset(grid->regions.items, 0, (size_t)grid->regions.count * sizeof(uint32_t));
    for (int32_t slot = 0; slot < grid->high; slot++) {
        const AukGridLink *link = auk__grid_link(grid, slot);
        if (link->level != AUK_GRID_NONE) {
            bool packed = link->level == AUK_GRID_PACKED;
            auk__grid_count(grid, slot, packed ? link->next : link->level, packed, 1);
        }
    }
}

void auk__grid_recount_wide(AukGrid *grid, const AukGridLevel *members)
{
    if (stages_of(members, grid->stages) > grid->stages) {
        auk__grid_recount(grid);
    }
}

// ---- distances ------------------------------------------------------------------------------------------------

// The distance on an axis between the query and the interval from `low` to `high`.
static inline double gap(const AukGridNear *near, int axis, double low, double high)
{
    double before = low - near->max[axis], after = near->min[axis] - high;
    double larger = before > after ? before : after;
    return larger > 0.0 ? larger : 0.0;
}

static inline double axis_gap(double x, double y)
{
    return x == 0.0 ? y : (y == 0.0 ? x : sqrt(x * x + y * y));
}

static inline double distance_to(const AukGridNear *near, const AukBounds *box)
{
    return axis_gap(gap(near, 0, (double)box->min_x, -(double)box->neg_max_x),
                    gap(near, 1, (double)box->min_y, -(double)box->neg_max_y));
}

// The distance from the query to a rectangle of cells, extended by the overhang of their members.
static inline double distance_to_cells(const AukGridNear *near, const double min[2], const double end[2])
{
    double unit = near->unit, overhang = near->overhang;
    return axis_gap(gap(near, 0, min[0] * unit, (end[0] + overhang) * unit),
                    gap(near, 1, min[1] * unit, (end[1] + overhang) * unit));
}

// ---- levels and regions -----------------------------------------------------------------------------------------

// Makes a level the present one, as far as distances to its cells go.
static void set_near_level(const AukGrid *grid, AukGridNear *near, int level, bool packed)
{
    double scale = auk__grid_scale(level);
    near->level = level;
    near->packed = packed;
    near->unit = 1.0 / scale;
    near->overhang = auk__grid_overhang(auk__grid_members(grid, level, packed), scale);
}

static double distance_to_level(const AukGrid *grid, const AukGridNear *near)
{
    const AukGridLevel *members = auk__grid_members(grid, near->level, near->packed);
    if (near->level == AUK_GRID_WIDE) {
        return 0.0;
    }
    double min[2] = {members->min_x, members->min_y}, end[2] = {members->max_x + 1.0, members->max_y + 1.0};
    return distance_to_cells(near, min, end);
}

static inline bool may_have_members(const AukGrid *grid, const AukGridNear *near, int stage, int32_t x, int32_t y)
{
    if (stage > 0) {
        return (*auk__grid_region(grid, near->level, near->packed, stage, x, y) & near->wanted) != 0;
    }
    if (!near->packed) {
        return auk__grid_first_of_bucket(grid, near->level, x, y) != AUK_GRID_NONE;
    }
    const int32_t *starts = grid->packed.starts.items;
    int32_t bucket = auk__grid_packed_bucket(auk__grid_members(grid, near->level, near->packed), x, y);
    return starts[bucket] < starts[bucket + 1];
}

// The gaps on an axis to the regions of a stage from `first` to `last`, at most four.
static inline void gaps_of_regions(const AukGridNear *near, int axis, int stage, int32_t first, int32_t last,
                                   double gaps[4])
{
    double size = (double)(INT64_C(1) << (AUK_GRID_STAGE_BITS * stage));
    for (int32_t i = first; i <= last; i++) {
        gaps[i - first] = gap(near, axis, i * size * near->unit, ((i + 1.0) * size + near->overhang) * near->unit);
    }
}

// Pushes the regions of a stage within `range` ({min_x, min_y, max_x, max_y}, at most 4 x 4), sorted, the nearest last.
// The distance of each region follows from its gaps on both axes: computing all distances took half of a search.
static void push_stage(const AukGrid *grid, AukGridNear *near, int stage, const int32_t range[4], double max_distance)
{
    AukGridStage *top = &near->stages[near->depth++];
    double gaps_x[4], gaps_y[4];
    gaps_of_regions(near, 0, stage, range[0], range[2], gaps_x);
    gaps_of_regions(near, 1, stage, range[1], range[3], gaps_y);
    top->stage = stage;
    top->count = 0;
    for (int32_t y = range[1]; y <= range[3]; y++) {
        double gap_y = gaps_y[y - range[1]];
        for (int32_t x = range[0]; x <= range[2]; x++) {
            double gap_x = gaps_x[x - range[0]];
            if (gap_x > max_distance || gap_y > max_distance || !may_have_members(grid, near, stage, x, y)) {
                continue;
            }
            AukGridRegion region = {axis_gap(gap_x, gap_y), x, y};
            if (region.distance > max_distance) {
                continue;
            }
            int at = top->count++;
            for (; at > 0 && top->regions[at - 1].distance < region.distance; at--) {
                top->regions[at] = top->regions[at - 1];
            }
            top->regions[at] = region;
        }
    }
}

// Clips a range of regions of a stage to the regions that hold the level's cells.
static void clip_region(const AukGridLevel *members, int stage, int32_t range[4])
{
    int32_t least_x = auk__grid_region_of(members->min_x, stage), most_x = auk__grid_region_of(members->max_x, stage);
    int32_t least_y = auk__grid_region_of(members->min_y, stage), most_y = auk__grid_region_of(members->max_y, stage);
    range[0] = range[0] > least_x ? range[0] : least_x;
    range[1] = range[1] > least_y ? range[1] : least_y;
    range[2] = range[2] < most_x ? range[2] : most_x;
    range[3] = range[3] < most_y ? range[3] : most_y;
}

// The cells from `least` to `most` on an axis whose members may be within a distance, and some more: the margin is
// larger than what rounding adds to any distance.
static AukGridCells cells_near(const AukGridNear *near, int axis, double max_distance, int32_t least, int32_t most)
{
    double low = near->min[axis] - max_distance, high = near->max[axis] + max_distance;
    double margin = 0x1p-40 * (max_distance + fabs(near->min[axis]) + fabs(near->max[axis]));
    return auk__grid_cells(least, most, near->overhang, (low - margin) / near->unit, (high + margin) / near->unit);
}

// Starts on a level: at the finest stage at which 4 x 4 regions hold all cells that are near enough.
static void near_enter_level(const AukGrid *grid, AukGridNear *near, double max_distance)
{
    const AukGridLevel *members = auk__grid_members(grid, near->level, near->packed);
    near->depth = 0;
    // Of 16 empty regions, fewer than one may share its entry with a region that has members. Otherwise the number of
    // visited regions grows from stage to stage. In a world of nested clusters the search did not end.
    bool sparse = grid->regions_used < grid->regions.count / EMPTY_FOR_EACH;
    near->by_cells = near->level != AUK_GRID_WIDE && members->count > FEW_MEMBERS && sparse;
    near->shared = near->by_cells && !(near->packed && members->stride > 0);
    if (!near->by_cells) {
        near->slot = near->packed ? AUK_GRID_NONE : members->first;
        near->place = near->packed ? members->first : 0;
        near->end = near->packed ? members->first + members->count : 0;
        return;
    }
    AukGridCells x = cells_near(near, 0, max_distance, members->min_x, members->max_x);
    AukGridCells y = cells_near(near, 1, max_distance, members->min_y, members->max_y);
    if (x.first > x.last || y.first > y.last) {
        return;
    }
    int stage = stage_of(x, y, 0);
    int32_t range[4] = {auk__grid_region_of(x.first, stage), auk__grid_region_of(y.first, stage),
                        auk__grid_region_of(x.last, stage), auk__grid_region_of(y.last, stage)};
    push_stage(grid, near, stage, range, max_distance);
}

// Goes to the level whose cells are nearest. False if none is near enough.
static bool next_level(const AukGrid *grid, AukGridNear *near, double max_distance)
{
    double nearest = INFINITY;
    int best = AUK_GRID_NONE;
    for (int packed = 0; packed < 2; packed++) {
        for (uint64_t left = packed ? near->packed_levels : near->listed; left;) {
            set_near_level(grid, near, auk__grid_highest(left), packed);
            left &= ~(UINT64_C(1) << near->level);
            double distance = distance_to_level(grid, near);
            if (distance < nearest && distance <= max_distance) {
                nearest = distance;
                best = near->level + packed * AUK_GRID_LEVELS;
            }
        }
    }
    if (best == AUK_GRID_NONE) {
        return false;
    }
    set_near_level(grid, near, best % AUK_GRID_LEVELS, best >= AUK_GRID_LEVELS);
    *(near->packed ? &near->packed_levels : &near->listed) &= ~(UINT64_C(1) << near->level);
    near_enter_level(grid, near, max_distance);
    return true;
}

// The places where a packed cell starts and ends.
static const int32_t *packed_starts(const AukGrid *grid, const AukGridNear *near, const AukGridRegion *cell)
{
    int32_t bucket = auk__grid_packed_bucket(auk__grid_members(grid, near->level, true), cell->x, cell->y);
    return (const int32_t *)grid->packed.starts.items + bucket;
}

// Prefetches the members of a cell.
static void near_expect_cell(const AukGrid *grid, const AukGridNear *near, const AukGridRegion *cell)
{
    if (near->packed) {
        auk__grid_expect_packed(grid, *packed_starts(grid, near, cell));
    } else {
        int32_t slot = auk__grid_first_of_bucket(grid, near->level, cell->x, cell->y);
        AUK_PREFETCH(auk__grid_node(grid, slot == AUK_GRID_NONE ? 0 : slot));
    }
}

static void near_enter_cell(const AukGrid *grid, AukGridNear *near, const AukGridRegion *cell)
{
    near->x = cell->x;
    near->y = cell->y;
    if (near->packed) {
        const int32_t *starts = packed_starts(grid, near, cell);
        near->place = starts[0];
        near->end = starts[1];
        auk__grid_expect_packed(grid, near->place);
    } else {
        near->slot = auk__grid_first_of_bucket(grid, near->level, cell->x, cell->y);
    }
}

// Goes to the next cell, or to the next level that has no cells. False at the end.
static bool near_advance(const AukGrid *grid, AukGridNear *near, double max_distance)
{
    for (;;) {
        if (near->depth == 0) {
            if (!next_level(grid, near, max_distance)) {
                return false;
            }
            if (!near->by_cells) {
                return true;
            }
            continue;
        }
        AukGridStage *top = &near->stages[near->depth - 1];
        if (top->count == 0 || top->regions[top->count - 1].distance > max_distance) {
            near->depth--;
            continue;
        }
        AukGridRegion region = top->regions[--top->count];
        if (top->stage == 0) {
            near_enter_cell(grid, near, &region);
            if (top->count > 0) {
                near_expect_cell(grid, near, &top->regions[top->count - 1]);
            }
            return true;
        }
        int32_t range[4] = {region.x * 4, region.y * 4, region.x * 4 + 3, region.y * 4 + 3};
        clip_region(auk__grid_members(grid, near->level, near->packed), top->stage - 1, range);
        push_stage(grid, near, top->stage - 1, range, max_distance);
    }
}

// ---- members --------------------------------------------------------------------------------------------------

// Inserts a box into the first `count` entries, which are sorted, if it is near enough. Returns the new count.
static int near_insert(const AukGridNear *near, AukGridCandidate *candidates, int count, const AukBounds *box,
                       uint32_t slot, int32_t place, double max_distance)
{
    double distance = distance_to(near, box);
    if (distance > max_distance) {
        return count;
    }
    int at = count;
    for (; at > 0 && candidates[at - 1].enters > distance; at--) {
        candidates[at] = candidates[at - 1];
    }
    candidates[at].enters = distance;
    candidates[at].slot = slot;
    candidates[at].place = place;
    return count + 1;
}

static bool near_is_in_cell(const AukGridNear *near, const AukBounds *box)
{
    double scale = auk__grid_scale(near->level);
    return !near->shared || (auk__grid_cell((double)box->min_x * scale) == near->x &&
                             auk__grid_cell((double)box->min_y * scale) == near->y);
}

// True if the classes of a member leave it out. Reads nothing if the search leaves out none.
static inline bool near_is_without(const AukGrid *grid, const AukGridNear *near, int32_t slot)
{
    return near->without != 0 && (auk__grid_link(grid, slot)->classes & near->without) != 0;
}

static int near_gather(const AukGrid *grid, AukGridNear *near, double max_distance, AukGridCandidate *candidates)
{
    const AukGridPackedBox *places = grid->packed.places.items;
    int count = 0;
    for (; near->place < near->end && count < AUK_GRID_GATHER; near->place++) {
        const AukGridPackedBox *here = &places[near->place];
        if (auk__bounds_anywhere(&here->bounds) && near_is_in_cell(near, &here->bounds) &&
            !near_is_without(grid, near, (int32_t)here->slot)) {
            count = near_insert(near, candidates, count, &here->bounds, here->slot, near->place, max_distance);
        }
    }
    while (near->slot != AUK_GRID_NONE && count < AUK_GRID_GATHER) {
        int32_t here = near->slot;
        const AukGridNode *node = auk__grid_node(grid, here);
        near->slot = near->by_cells ? node->next : auk__grid_link(grid, here)->next;
        bool due = !near->by_cells ||
                   (node->x == near->x && node->y == near->y && auk__grid_link(grid, here)->level == near->level);
        if (due && !near_is_without(grid, near, here)) {
            count = near_insert(near, candidates, count, &node->bounds, (uint32_t)here, AUK_GRID_NONE, max_distance);
        }
    }
    return count;
}

AukGridNear auk__grid_query_near(const AukGrid *grid, AukBox box, uint8_t without)
{
    AUK_ASSERT((without & AUK_GRID_OTHER_CLASS) == 0);
    uint32_t counting = auk__grid_count_bits(grid);
    AukGridNear near; // the stack of stages is filled as the search goes
    near.min[0] = (double)box.min.x;
    near.min[1] = (double)box.min.y;
    near.max[0] = (double)box.max.x;
    near.max[1] = (double)box.max.y;
    near.listed = grid->occupied;
    near.packed_levels = grid->packed.occupied;
    near.without = without;
    near.wanted =
        without != 0 && counting != UINT32_MAX ? ~(counting | (uint32_t)without << AUK_GRID_CLASS_SHIFT) : UINT32_MAX;
    near.depth = 0;
    near.packed = near.by_cells = near.shared = false;
    near.level = 0;
    near.unit = near.overhang = 0.0;
    near.x = near.y = 0;
    near.slot = AUK_GRID_NONE;
    near.place = near.end = 0;
    return near;
}

int auk__grid_near_next(const AukGrid *grid, AukGridNear *near, double max_distance,
                        AukGridCandidate candidates[AUK_GRID_GATHER])
{
    // distances are rounded: without a tolerance of 2^-50 a box at exactly `max_distance` could be missed
    double limit = max_distance * (1.0 + 0x1p-50);
    do {
        int count = near_gather(grid, near, limit, candidates);
        if (count > 0) {
            return count;
        }
    } while (near_advance(grid, near, limit));
    return 0;
}
