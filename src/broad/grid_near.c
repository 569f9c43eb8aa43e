// The query for boxes near a box. Each level is an implicit tree: a region's number follows from the numbers of its
// cells, and a hash table of counts tells which regions are empty. The search begins with the few regions that hold all
// that is near enough, visits the nearest region first and skips those beyond the caller's distance. So it visits a few
// regions per stage, however far away the nearest member is.
// Levels are visited in order of the distance of their ranges of cells.
// Distances are compared as squares of floats, in cells, for 4 x 4 neighbouring regions or four boxes at once. Rounding
// makes them larger by a fraction below 2^-21, which the limit allows for.
#include "base/assert.h"
#include "base/bits.h"
#include "base/square_root.h"
#include "broad/grid.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    NEAR_AT_ONCE = 16, // members whose distances are computed together: as many keys there are
    FEW_MEMBERS = 24,  // all members of a level are tested if the level has no more than this
};

// With the nearest cell those are entered that are farther by at most this, in cells: then distances are computed for
// several members at once. One cell at a time took a third longer, and a quarter or twice as much 4 to 8 % longer.
#define CELLS_AT_ONCE 0.5f

// ---- distances ------------------------------------------------------------------------------------------------

#define FAR_CELLS 0x1p62    // larger distances, in cells, count as this one, so that squares are finite
#define ANY_SQUARE 0x1p126f // the limit that no square exceeds
#define GONE 0x1p127f       // instead of the square of what has been taken, or is not there

// An upper bound on the squares of distances up to `max_distance`, as they are computed, on the present level. The
// smallest normal float covers the rounding of denormal squares.
static inline float square_limit(const AukGridNear *near, double max_distance)
{
    double cells = max_distance * near->scale * (1.0 + 0x1p-20);
    return cells < FAR_CELLS ? (float)(cells * cells) + FLT_MIN : ANY_SQUARE;
}

// A lower bound on a distance, from its square in cells.
static inline double distance_of_square(const AukGridNear *near, double square)
{
    return auk__square_root(square) * ((1.0 - 0x1p-20) * auk__grid_unit(near->level));
}

// The gaps on an axis, in cells, between the query and two intervals from `low` to `low + size`.
static inline AukF64x2 gaps_of_two(const AukGridNear *near, int axis, AukF64x2 low, double size)
{
    AukF64x2 before = auk__f64x2_sub(low, auk__f64x2_both(near->high[axis]));
    AukF64x2 after = auk__f64x2_sub(auk__f64x2_both(near->low[axis] - size), low);
    AukF64x2 gaps = auk__f64x2_max(auk__f64x2_max(before, after), auk__f64x2_both(0.0));
    return auk__f64x2_min(gaps, auk__f64x2_both(FAR_CELLS));
}

// The squared gaps on an axis between the query and four neighbouring regions of a stage.
static inline AukF32x4 square_gaps(const AukGridNear *near, int axis, double size, int32_t first)
{
    AukF64x2 low = auk__f64x2_add(auk__f64x2_both((double)first * size), auk__f64x2_make(0.0, size));
    AukF64x2 next = auk__f64x2_add(low, auk__f64x2_both(2.0 * size));
    double loose = size + near->overhang;
    AukF32x4 gaps = auk__f32x4_of_doubles(gaps_of_two(near, axis, low, loose), gaps_of_two(near, axis, next, loose));
    return auk__f32x4_mul(gaps, gaps);
}

// The squared distances of four boxes, in cells.
static inline AukF32x4 square_distances(const AukGridNear *near, const AukBounds *const boxes[4])
{
    AukF32x4 limits = auk__bounds_limits(&near->query), zero = auk__f32x4_all(0.0f);
    AukF32x4 scale = auk__f32x4_all((float)near->scale), far = auk__f32x4_all((float)FAR_CELLS), apart[4];
    for (int k = 0; k < 4; k++) {
        apart[k] = auk__f32x4_sub(auk__bounds_load(boxes[k]), limits);
    }
    auk__f32x4_transpose(apart);
    AukF32x4 x = auk__f32x4_max(auk__f32x4_max(apart[0], apart[2]), zero);
    AukF32x4 y = auk__f32x4_max(auk__f32x4_max(apart[1], apart[3]), zero);
    x = auk__f32x4_min(auk__f32x4_mul(x, scale), far);
    y = auk__f32x4_min(auk__f32x4_mul(y, scale), far);
    return auk__f32x4_add(auk__f32x4_mul(x, x), auk__f32x4_mul(y, y));
}

// ---- keys -------------------------------------------------------------------------------------------------------

// Four keys, of which those without a bit in `present` are gone.
static inline AukF32x4 present_keys(AukF32x4 keys, unsigned present)
{
    static const float gone[16][4] = {
        {GONE, GONE, GONE, GONE}, {0, GONE, GONE, GONE}, {GONE, 0, GONE, GONE}, {0, 0, GONE, GONE},
        {GONE, GONE, 0, GONE},    {0, GONE, 0, GONE},    {GONE, 0, 0, GONE},    {0, 0, 0, GONE},
        {GONE, GONE, GONE, 0},    {0, GONE, GONE, 0},    {GONE, 0, GONE, 0},    {0, 0, GONE, 0},
        {GONE, GONE, 0, 0},       {0, GONE, 0, 0},       {GONE, 0, 0, 0},       {0, 0, 0, 0}};
    return auk__f32x4_max(keys, auk__f32x4_load(gone[present]));
}

static inline void near_load_keys(const AukGridKeys *keys, AukF32x4 four[4])
{
    for (int k = 0; k < 4; k++) {
        four[k] = auk__f32x4_load(&keys->keys[4 * k]);
    }
}

static inline void near_put_keys(AukGridKeys *keys, int at, AukF32x4 squares, unsigned present)
{
    auk__f32x4_store(&keys->keys[at], auk__f32x4_number(present_keys(squares, present), (uint32_t)at));
}

// Whole registers are written, since single floats would delay the next load of the register.
static inline void near_take_key(AukGridKeys *keys, int at)
{
    float *four = &keys->keys[at & ~3];
    auk__f32x4_store(four, present_keys(auk__f32x4_load(four), 15u ^ 1u << (at & 3)));
}

static inline float square_of_key(uint32_t key)
{
    float square;
    key &= ~UINT32_C(15);
    memcpy(&square, &key, sizeof square);
    return square;
}

// ---- regions ----------------------------------------------------------------------------------------------------

static inline bool may_have_members(const AukGrid *grid, const AukGridNear *near, int stage, int32_t x, int32_t y)
{
    if (stage > 0) {
        return (*auk__grid_region(grid, near->level, near->packed, stage, x, y) & near->wanted) != 0;
    }
    if (!near->packed) {
        return auk__grid_first_of_bucket(grid, near->level, x, y) != AUK_GRID_NONE;
    }
    const int32_t *starts = grid->packed.starts.items;
    int32_t bucket = auk__grid_packed_bucket(auk__grid_members(grid, near->level, true), x, y);
    return starts[bucket] < starts[bucket + 1];
}

// The entries of 4 x 4 regions that lie in one line of the cache.
static inline const uint32_t *entries_at(const AukGrid *grid, const AukGridNear *near, const AukGridStage *at)
{
    if (at->stage > 0) {
        return auk__grid_region(grid, near->level, near->packed, at->stage, at->x, at->y);
    }
    uint32_t block_mask = (uint32_t)(grid->buckets.count / AUK_GRID_BLOCK) - 1;
    return (const uint32_t *)grid->buckets.items + auk__grid_bucket(block_mask, near->level, at->x, at->y);
}

// Which of some regions may have members, bit 4 y + x for each.
static unsigned occupied_regions(const AukGrid *grid, const AukGridNear *near, const AukGridStage *at, unsigned regions)
{
    if (at->stage == 0 && near->by_rows) {
        return regions;
    }
    if (((uint32_t)(at->x | at->y) & 3) == 0 && (at->stage > 0 || !near->packed)) {
        const uint32_t *entries = entries_at(grid, near, at);
        uint32_t bits = at->stage > 0 ? near->wanted : UINT32_C(1) << 31; // the sign of AUK_GRID_NONE
        unsigned any = 0;
        for (int row = 0; row < 16; row += 4) {
            any |= auk__f32x4_mask_any(entries + row, bits) << row;
        }
        return regions & (at->stage > 0 ? any : ~any);
    }
    for (unsigned left = regions; left != 0; left &= left - 1) {
        int k = auk__lowest_bit(left);
        if (!may_have_members(grid, near, at->stage, at->x + (k & 3), at->y + (k >> 2))) {
            regions &= ~(1u << k);
        }
    }
    return regions;
}

// Bits of those of four consecutive numbers that are within a range. They may be far outside, since a region without
// members may share its entry with one that has some.
static inline unsigned bits_within(int32_t first, int32_t least, int32_t most)
{
    int below = least > first ? least - first : 0, above = first + 3 > most ? first + 3 - most : 0;
    return (15u << (below < 4 ? below : 4)) & (15u >> (above < 4 ? above : 4));
}

// Those of 4 x 4 regions from (x, y) on that are within `range` ({min_x, min_y, max_x, max_y}).
static unsigned regions_within(int32_t x, int32_t y, const int32_t range[4])
{
    unsigned columns = 0x1111u * bits_within(x, range[0], range[2]), lines = bits_within(y, range[1], range[3]);
    return columns & 15u * ((lines & 1u) | (lines & 2u) << 3 | (lines & 4u) << 6 | (lines & 8u) << 9);
}

// Pushes those of 4 x 4 regions of a stage from (x, y) on that are near enough and not empty.
static void push_stage(const AukGrid *grid, AukGridNear *near, int stage, int32_t x, int32_t y, unsigned regions)
{
    AukGridStage *top = &near->stages[near->depth];
    double size = (double)(UINT32_C(1) << (AUK_GRID_STAGE_BITS * stage));
    AukF32x4 squares_x = square_gaps(near, 0, size, x), rows[4];
    float squares_y[4];
    auk__f32x4_store(squares_y, square_gaps(near, 1, size, y));
    for (int row = 0; row < 4; row++) {
        rows[row] = auk__f32x4_add(squares_x, auk__f32x4_all(squares_y[row]));
    }
    top->x = x;
    top->y = y;
    top->stage = stage;
    regions &= auk__f32x16_mask_le(rows, auk__f32x4_all(near->limit));
    regions = occupied_regions(grid, near, top, regions);
    for (int row = 0; row < 4; row++) {
        near_put_keys(&top->regions, 4 * row, rows[row], regions >> (4 * row) & 15u);
    }
    near->depth += regions != 0;
}

// Pushes the regions within one of the next stage. Regions without cells are found to be empty, except by rows.
static void push_within(const AukGrid *grid, AukGridNear *near, int stage, int32_t x, int32_t y)
{
    unsigned regions = 0xffffu;
    if (near->by_rows && stage == 0) {
        const AukGridLevel *members = auk__grid_members(grid, near->level, true);
        const int32_t range[4] = {members->min_x, members->min_y, members->max_x, members->max_y};
        regions = regions_within(4 * x, 4 * y, range);
    }
    push_stage(grid, near, stage, 4 * x, 4 * y, regions);
}

// ---- levels -----------------------------------------------------------------------------------------------------

// Makes a level the present one, as far as distances to its cells go.
static void set_near_level(const AukGrid *grid, AukGridNear *near, int level, bool packed)
{
    double scale = auk__grid_scale(level);
    near->level = level;
    near->packed = packed;
    near->scale = scale;
    near->overhang = auk__grid_overhang(auk__grid_members(grid, level, packed), scale);
    near->low[0] = (double)near->query.min_x * scale;
    near->low[1] = (double)near->query.min_y * scale;
    near->high[0] = -(double)near->query.neg_max_x * scale;
    near->high[1] = -(double)near->query.neg_max_y * scale;
}

// A lower bound on the squared distance of the cells of the present level, in cells.
static double square_of_level(const AukGrid *grid, const AukGridNear *near)
{
    const AukGridLevel *members = auk__grid_members(grid, near->level, near->packed);
    if (near->level == AUK_GRID_WIDE) {
        return 0.0;
    }
    double width = (double)members->max_x - members->min_x + 1.0,
           height = (double)members->max_y - members->min_y + 1.0;
    double x = auk__f64x2_first(gaps_of_two(near, 0, auk__f64x2_both(members->min_x), width + near->overhang));
    double y = auk__f64x2_first(gaps_of_two(near, 1, auk__f64x2_both(members->min_y), height + near->overhang));
    return x * x + y * y;
}

// The cells from `least` to `most` on an axis whose members may be within a distance, and some more: the margin is
// larger than what rounding adds to any distance.
static AukGridCells cells_near(const AukGridNear *near, int axis, double max_distance, int32_t least, int32_t most)
{
    double low = near->low[axis], high = near->high[axis], by = max_distance * near->scale;
    by += 0x1p-20 * by + 0x1p-40 * (fabs(low) + fabs(high));
    return auk__grid_cells(least, most, near->overhang, low - by, high + by);
}

// Starts on a level: at the finest stage at which 4 x 4 regions hold all cells that are near enough.
static void near_enter_level(const AukGrid *grid, AukGridNear *near, double max_distance)
{
    const AukGridLevel *members = auk__grid_members(grid, near->level, near->packed);
    near->depth = 0;
    near->limit = square_limit(near, max_distance);
    bool sparse = grid->regions_used < grid->regions.count / AUK_GRID_SPARSE;
    near->by_cells = near->level != AUK_GRID_WIDE && members->count > FEW_MEMBERS && sparse;
    near->by_rows = near->by_cells && near->packed && members->stride > 0;
    near->shared = near->by_cells && !near->by_rows;
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
    int stage = auk__grid_stage_of(x, y, 0);
    int32_t range[4] = {auk__grid_region_of(x.first, stage), auk__grid_region_of(y.first, stage),
                        auk__grid_region_of(x.last, stage), auk__grid_region_of(y.last, stage)};
    push_stage(grid, near, stage, range[0], range[1], regions_within(range[0], range[1], range));
}

// Goes to the level whose cells are nearest. False if none is near enough.
static bool next_level(const AukGrid *grid, AukGridNear *near, double max_distance)
{
    double nearest = INFINITY;
    int best = AUK_GRID_NONE;
    for (int packed = 0; packed < 2; packed++) {
        for (uint64_t left = packed ? near->packed_levels : near->listed; left;) {
            int level = auk__highest_bit(left);
            left &= ~(UINT64_C(1) << level);
            set_near_level(grid, near, level, packed);
            double square = square_of_level(grid, near), distance = distance_of_square(near, square);
            if (distance < nearest && square <= (double)square_limit(near, max_distance)) {
                nearest = distance;
                best = level + packed * AUK_GRID_LEVELS;
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

// Chooses the cells to be entered next, of the stage on top, of which `key` is the nearest one.
static void choose_cells(AukGridNear *near, AukGridStage *top, uint32_t key)
{
    AukF32x4 rows[4];
    float distance = sqrtf(square_of_key(key)) + CELLS_AT_ONCE, bound = distance * distance;
    near_load_keys(&top->regions, rows);
    near->x = top->x;
    near->y = top->y;
    near->cells =
        auk__f32x16_mask_le(rows, auk__f32x4_all(bound < near->limit ? bound : near->limit)) | 1u << (key & 15);
    for (int row = 0; row < 4; row++) {
        AukF32x4 left = present_keys(rows[row], ~near->cells >> (4 * row) & 15u);
        auk__f32x4_store(&top->regions.keys[4 * row], left);
    }
}

// Goes to the next cells, or to the next level that has no cells. False at the end.
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
        AukF32x4 rows[4];
        near_load_keys(&top->regions, rows);
        uint32_t key = auk__f32x16_least_bits(rows);
        if (!(square_of_key(key) <= near->limit)) {
            near->depth--;
            continue;
        }
        if (top->stage == 0) {
            choose_cells(near, top, key);
            return true;
        }
        int at = (int)(key & 15);
        near_take_key(&top->regions, at);
        push_within(grid, near, top->stage - 1, top->x + (at & 3), top->y + (at >> 2));
    }
}

// ---- members --------------------------------------------------------------------------------------------------

// Enters the next of the chosen cells; or, where the cells of a row do not share buckets, also those that follow it: by
// their bits, since no processor can predict how many they are.
static void near_enter_cell(const AukGrid *grid, AukGridNear *near)
{
    int first = auk__lowest_bit(near->cells), columns = 1;
    if (near->by_rows) {
        columns = auk__lowest_bit(~(near->cells >> first & 15u >> (first & 3)));
    }
    near->cells &= ~(((1u << columns) - 1) << first);
    near->cell_x = near->x + (first & 3);
    near->cell_y = near->y + (first >> 2);
    if (!near->packed) {
        near->slot = auk__grid_first_of_bucket(grid, near->level, near->cell_x, near->cell_y);
        return;
    }
    const int32_t *starts = grid->packed.starts.items;
    int32_t bucket = auk__grid_packed_bucket(auk__grid_members(grid, near->level, true), near->cell_x, near->cell_y);
    near->place = starts[bucket];
    near->end = starts[bucket + columns];
    auk__grid_expect_packed(grid, near->place);
}

// Each of the following lists the next members of the chosen cells, at most NEAR_AT_ONCE, and returns their number.
// Members are read by fours: what fills the last four up may be read, too.

// Packed members of cells that do not share buckets. All places that may be taken of a stretch are written, and the
// next stretch overwrites those behind its end: no processor can predict how long it is.
static int list_stretches(const AukGrid *grid, AukGridNear *near)
{
    int count = 0;
    for (;;) {
        int left = near->end - near->place, room = NEAR_AT_ONCE - count, taken = left < room ? left : room;
        for (int i = 0; i < NEAR_AT_ONCE; i++) {
            near->members[count + i] = near->place + i;
        }
        near->place += taken;
        count += taken;
        if (count == NEAR_AT_ONCE || near->cells == 0) {
            return count;
        }
        near_enter_cell(grid, near);
    }
}

static inline void repeat_last(int32_t *members, int count)
{
    for (int i = 0; count > 0 && i < 3; i++) {
        members[count + i] = members[count - 1];
    }
}

static int list_shared(const AukGrid *grid, AukGridNear *near)
{
    const AukGridPackedBox *places = grid->packed.places.items;
    int count = 0;
    for (;;) {
        for (; near->place < near->end && count < NEAR_AT_ONCE; near->place++) {
            near->members[count] = near->place;
            count += auk__grid_is_of_cell(&places[near->place].bounds, near->scale, near->cell_x, near->cell_y);
        }
        if (count == NEAR_AT_ONCE || near->cells == 0) {
            repeat_last(near->members, count);
            return count;
        }
        near_enter_cell(grid, near);
    }
}

static int list_listed(const AukGrid *grid, AukGridNear *near)
{
    int count = 0;
    for (;;) {
        while (near->slot != AUK_GRID_NONE && count < NEAR_AT_ONCE) {
            const AukGridNode *node = auk__grid_node(grid, near->slot);
            near->members[count] = near->slot;
            count += !near->by_cells || (node->x == near->cell_x && node->y == near->cell_y);
            near->slot = near->by_cells ? node->next : auk__grid_link(grid, near->slot)->next;
        }
        if (count == NEAR_AT_ONCE || near->cells == 0) {
            repeat_last(near->members, count);
            return count;
        }
        near_enter_cell(grid, near);
    }
}

// Computes the distances of the next members. False if there are none.
static bool fill_batch(const AukGrid *grid, AukGridNear *near)
{
    const char *boxes = near->packed ? grid->packed.places.items : grid->nodes.items;
    const size_t size = near->packed ? sizeof(AukGridPackedBox) : sizeof(AukGridNode);
    int count = !near->packed  ? list_listed(grid, near)
                : near->shared ? list_shared(grid, near)
                               : list_stretches(grid, near);
    for (int at = 0; at < NEAR_AT_ONCE; at += 4) {
        auk__f32x4_store(&near->batch.keys[at], auk__f32x4_all(GONE));
    }
    for (int at = 0; at < count; at += 4) {
        const AukBounds *four[4];
        for (int k = 0; k < 4; k++) {
            four[k] = (const AukBounds *)(boxes + (size_t)near->members[at + k] * size);
        }
        unsigned present = count - at < 4 ? 15u >> (4 - (count - at)) : 15u;
        near_put_keys(&near->batch, at, square_distances(near, four), present);
    }
    return count > 0;
}

// Writes a member of the batch. False if it has left, or is not searched.
static bool near_write(const AukGrid *grid, const AukGridNear *near, uint32_t key, AukGridCandidate *candidate)
{
    int32_t member = near->members[key & 15];
    bool due = true;
    candidate->place = AUK_GRID_NONE;
    candidate->slot = (uint32_t)member;
    candidate->enters = distance_of_square(near, (double)square_of_key(key));
    if (near->packed) {
        const AukGridPackedBox *here = (const AukGridPackedBox *)grid->packed.places.items + member;
        candidate->place = member;
        candidate->slot = here->slot;
        due = auk__bounds_anywhere(&here->bounds);
    } else if (near->shared) { // levels share buckets
        due = auk__grid_tag(grid, member)->level == near->level;
    }
    return due && (near->without == 0 || (auk__grid_tag(grid, (int32_t)candidate->slot)->classes & near->without) == 0);
}

AukGridNear auk__grid_query_near(const AukGrid *grid, AukBox box, uint8_t without)
{
    AUK_ASSERT((without & AUK_GRID_OTHER_CLASS) == 0);
    uint32_t counting = auk__grid_count_bits(grid);
    AukGridNear near; // the stack of stages is filled as the search goes
    near.query = auk__bounds_of(box);
    near.listed = grid->occupied;
    near.packed_levels = grid->packed.occupied;
    near.without = without;
    near.wanted =
        without != 0 && counting != UINT32_MAX ? ~(counting | (uint32_t)without << AUK_GRID_CLASS_SHIFT) : UINT32_MAX;
    near.depth = 0;
    near.packed = near.by_cells = near.by_rows = near.shared = false;
    near.level = 0;
    near.scale = near.overhang = near.low[0] = near.low[1] = near.high[0] = near.high[1] = 0.0;
    near.x = near.y = near.cell_x = near.cell_y = 0;
    near.cells = 0;
    near.limit = 0.0f;
    near.slot = AUK_GRID_NONE;
    near.place = near.end = 0;
    for (int k = 0; k < 16; k += 4) {
        auk__f32x4_store(&near.batch.keys[k], auk__f32x4_all(GONE));
    }
    return near;
}

bool auk__grid_near_next(const AukGrid *grid, AukGridNear *near, double max_distance, AukGridCandidate *candidate)
{
    near->limit = square_limit(near, max_distance);
    for (;;) {
        AukF32x4 keys[4];
        near_load_keys(&near->batch, keys);
        uint32_t key = auk__f32x16_least_bits(keys);
        if (square_of_key(key) <= near->limit) {
            near_take_key(&near->batch, (int)(key & 15));
            if (near_write(grid, near, key, candidate)) {
                return true;
            }
            continue;
        }
        while (!fill_batch(grid, near)) {
            if (!near_advance(grid, near, max_distance)) {
                return false;
            }
        }
    }
}
