// The structure for queries between steps: which boxes meet this ray or this box, and which are near it. O(1) per
// change, and const queries that allocate nothing, so they may run on many threads.
//
// A hierarchical loose grid in a hash. Each box lives in exactly one cell, at first that of its min corner, on a level
// whose cells are at least as large as the box; so a cell's members reach little further than the cell. No level is
// finer than the spacing of the boxes (an empty world of small things costs no more to cross than a crowded one) nor
// than the resolution of floats where the box is (so cell numbers fit 32 bits at any coordinate).
// A member stays in its cell until its box begins before the cell or ends further behind it than the level's members
// reach: its home. So one comparison decides for most of what moves.
// Boxes that are not expected to move are packed after a while: copied, without lists, into arrays sorted by cells.
// Regions of 4 x 4 cells, of 4 x 4 such regions and so on are counted in a second hash, so that the way to what is near
// leads past emptiness of any size.
// Invariant: a slot is a member of one bucket list and of one level list, or is packed, or neither; every member that
// has a cell lies between the cell's beginning and its end plus the level's reach.
#ifndef AUK_BROAD_GRID_H
#define AUK_BROAD_GRID_H

#include "auk/types.h"
#include "base/buffer.h"
#include "base/f64x2_f32x4.h"
#include "broad/bounds.h"

enum {
    AUK_GRID_LEVELS = 64, // cells of 2^-31 .. 2^31; the last level has no cells and takes what is larger
    AUK_GRID_WIDE = AUK_GRID_LEVELS - 1,
    AUK_GRID_BLOCK = 16,  // buckets
    AUK_GRID_SAMPLE = 64, // members looked at to choose cells
    AUK_GRID_STAGES = 13, // of regions: all cells that there can be are within 3 x 3 of the last
    AUK_GRID_FOURS = 2,   // so many bits of a cell's number are one stage
    AUK_GRID_NONE = -1,   // no slot, no level
    AUK_GRID_PACKED = -2  // in place of a level
};

typedef struct AukGridNode {
    AukBounds bounds;
    int32_t x, y;       // cell
    int32_t next, prev; // slots in the same bucket; `next` of what is packed is its place
} AukGridNode;

typedef struct AukGridLink {
    int32_t next, prev; // slots on the same level; `next` of what is packed is its level
    int16_t level;      // or AUK_GRID_NONE or AUK_GRID_PACKED
    bool rests;         // a member that will be packed
} AukGridLink;

// The ranges cover all members; they may be larger than need be after removals.
typedef struct AukGridLevel {
    int32_t first; // member, or place of those that are packed
    int32_t count;
    int32_t min_x, min_y, max_x, max_y; // cells
    double reach;                       // the largest side; so far members may reach beyond their cells
    int32_t first_bucket;               // of packed levels, which have buckets of their own ...
    int32_t bucket_count;               // ... so many,
    int32_t stride;                     // in rows of so many, or 0: found by hashing
} AukGridLevel;

typedef struct AukGridPlace {
    AukBounds bounds; // of a member that has left: a box that nothing touches
    uint32_t slot;
} AukGridPlace;

// Members without lists: those of a level, of a bucket, are neighbours.
typedef struct AukGridPacked {
    AukBuffer places; // AukGridPlace
    AukBuffer starts; // int32_t per bucket: its first place; and one for the end
    int dead;         // places whose members have left
    int64_t debt;     // members not packed and dead places, added up over the calls since all were packed
    uint64_t occupied;
    AukGridLevel levels[AUK_GRID_LEVELS];
} AukGridPacked;

// {0} is an empty grid with room for no slot.
typedef struct AukGrid {
    AukBuffer nodes;   // AukGridNode per slot
    AukBuffer links;   // AukGridLink per slot
    AukBuffer homes;   // AukBounds per slot: while its box lies within, a member that does not rest stays in its cell
    AukBuffer buckets; // int32_t: the first member
    AukBuffer regions; // int32_t: members of all regions that share the entry, those that are packed included
    int capacity;      // slots
    int high;          // no slot from here on was ever a member
    int count;         // members of lists
    int waiting;       // of them those that will be packed
    int base;          // the finest level in use
    int regions_used;  // entries that are not 0
    int stages;        // of regions that are counted: each level's cells are within 4 x 4 of the last
    int until_tune;    // changes of cell until the base is looked at again
    int until_cover;   // and that so many times until the ranges of the levels are
    uint64_t occupied; // bit per level with members
    AukGridLevel levels[AUK_GRID_LEVELS];
    AukGridPacked packed;
} AukGrid;

// Walks the members whose boxes touch a box, first those that are packed. Holds no memory; a change of the grid ends
// its use.
typedef struct AukGridCursor {
    AukBounds query;
    uint64_t levels; // not yet begun
    int level;
    bool packed;   // the members of this level are
    bool by_cells; // else the level's members are walked one by one
    int32_t x, y;  // present cell
    int32_t min_x, max_x, max_y;
    int32_t slot;       // the next one to look at, in a list
    int32_t place, end; // the next ones to look at, of those that are packed
} AukGridCursor;

// Members among those that are packed: of a cell, or of a few in a row.
typedef struct AukGridRun {
    int32_t x, y; // the cell, where others may share its bucket
    int32_t place, end;
    float span[4]; // {max_x, max_y, -min_x, -min_y} of the ray where it may meet them
} AukGridRun;

enum {
    AUK_GRID_GATHER = 16 // members found at once
};

// An array of the caller with an item per slot. Its lines are prefetched as soon as a slot is found, so that the rest
// of the search covers the wait. {0}: none.
typedef struct AukGridAhead {
    const void *items;
    size_t item_size;
} AukGridAhead;

enum { AUK_GRID_AHEAD = 2 };

typedef struct AukGridMet {
    double enters; // fraction before which the ray does not touch the box
    uint32_t slot;
} AukGridMet;

// Walks the members whose boxes a ray, or a box that moves along it, may touch.
typedef struct AukGridRay {
    double from[2], delta[2], inverse[2];
    double slack[2]; // boxes are taken to be larger by this: half the moving box, and rounding
    double slope;    // x over y
    bool flat;       // there is no use in it
    AukGridAhead ahead[AUK_GRID_AHEAD];
    double weights[2]; // of the numbers in AukBounds: how far a box begins across the line of the ray ...
    int begins[2];     // ... which of them, and the other two say how far it ends
    double limits[2];  // at which that is on the line, from either side
    float span[4];     // {max_x, max_y, -min_x, -min_y} of the ray up to `max_fraction`
    float max_fraction;
    bool packed; // the members of this level are
    bool by_cells;
    bool ready;  // the run that comes next has been looked up
    bool shared; // buckets are, by several cells
    int level;
    const AukGridLevel *members;
    uint64_t levels;

    // on the level, with cells as the unit
    double unit;                       // their size
    double start[2], way[2];           // `from`, `delta`
    double room[2], reach;             // `slack`; how far members reach beyond their cell
    double left, right;                // of the ray up to `max_fraction`
    double row_left, row_right;        // of that where it may meet members of the row
    double min_x, max_x, min_y, max_y; // cells that have members
    int32_t y, rows_left;              // the row, in the direction of the ray
    int32_t x, x_left;                 // the last cell visited in it, and how many are left
    int32_t slot;                      // the next one to look at, in a list
    AukGridRun run, next_run;          // the next one is looked up early, so that its memory is not waited for
} AukGridRay;

// A cell, or a region of 4^stage x 4^stage of them, that may have members.
typedef struct AukGridRegion {
    double distance; // at least so far are all boxes in it
    int32_t x, y;    // in regions of its stage
} AukGridRegion;

// Some of what lies in one region, the nearest last.
typedef struct AukGridStage {
    int count, stage;
    AukGridRegion regions[16];
} AukGridStage;

// Walks the members that are near a box: level by level and region by region, each time the nearest first.
typedef struct AukGridNear {
    double min[2], max[2];
    uint64_t listed, packed_levels; // levels not yet begun
    bool packed;                    // the members of this level are
    bool by_cells;
    int level;
    int depth; // of stages
    AukGridStage stages[AUK_GRID_STAGES + 1];
    int32_t x, y;       // the cell
    int32_t slot;       // the next one to look at, in a list
    int32_t place, end; // the next ones to look at, of those that are packed
} AukGridNear;

// Room for slots 0 .. slots - 1. On failure (false) nothing has changed. Nothing but this and packing allocates.
bool auk__grid_reserve(AukGrid *grid, int slots);

// Room for so many boxes to pack without asking for memory.
bool auk__grid_reserve_packed(AukGrid *grid, int count);

void auk__grid_free(AukGrid *grid);

// Adds or moves the box of a slot below the reserved count. Finite coordinates, min <= max.
void auk__grid_set(AukGrid *grid, uint32_t slot, AukBox box);

// Adds or moves slots to boxes[slot], faster than as many calls would. The list is used up.
void auk__grid_set_many(AukGrid *grid, uint32_t *slots, int count, const AukBox *boxes);

// As auk__grid_set() for a box that is not expected to move soon. Now and then it packs all of them, if there is the
// memory.
void auk__grid_rest(AukGrid *grid, uint32_t slot, AukBox box);

// Packs the resting boxes if enough has changed since the last time to pay for it: a constant for each change, and no
// query answers differently. False if there is no memory; nothing has changed then.
bool auk__grid_pack_static(AukGrid *grid);

// Forgets a slot; one that is empty already is left alone.
void auk__grid_remove(AukGrid *grid, uint32_t slot);

// No box is wider or higher than this. It may be more than need be, by a cell at most, and then depends on the past.
double auk__grid_widest(const AukGrid *grid);

// Every slot whose box touches `box` (closed), each once, in no particular but reproducible order:
// AukGridCursor c = auk__grid_query_box(grid, box); while (auk__grid_next(grid, &c, &slot)) ...
AukGridCursor auk__grid_query_box(const AukGrid *grid, AukBox box);
bool auk__grid_next(const AukGrid *grid, AukGridCursor *cursor, uint32_t *slot);

// Every slot whose box is touched by `box` on its way by `max_fraction * delta`, each once, and perhaps some that it
// misses by a few units in the last place. A call gives some of them, sorted by where the box enters; what comes in
// later calls may be nearer, but of boxes of a size it is not by much. `max_fraction` (1 at first) may shrink from call
// to call. The moving box may be a point, and the way may be of zero length. Returns how many; 0 is the end.
// `ahead` may be null. The cells looked at are those along the way, not those of the box around it.
void auk__grid_ray_start(const AukGrid *grid, AukBox box, AukVec2 delta, const AukGridAhead *ahead, AukGridRay *ray);
int auk__grid_ray_next(const AukGrid *grid, AukGridRay *ray, float max_fraction, AukGridMet met[AUK_GRID_GATHER]);

static inline AukGridRay auk__grid_query_sweep(const AukGrid *grid, AukBox box, AukVec2 delta,
                                               const AukGridAhead *ahead)
{
    AukGridRay ray;
    auk__grid_ray_start(grid, box, delta, ahead, &ray);
    return ray;
}

// Every slot whose box is at most `max_distance` (INFINITY: any) from `box`, each once, and perhaps some that are
// farther by rounding. A call gives some of them, sorted by distance (in `enters`); what comes in later calls may be
// nearer, but usually is not. `max_distance` may shrink from call to call. Returns how many; 0 is the end. The time
// depends on what is near, and on the logarithm of how far away that is.
AukGridNear auk__grid_query_near(const AukGrid *grid, AukBox box);
int auk__grid_near_next(const AukGrid *grid, AukGridNear *near, double max_distance, AukGridMet met[AUK_GRID_GATHER]);

// ---- for the grid's own files ---------------------------------------------------------------------------------

static inline AukGridNode *auk__grid_node(const AukGrid *grid, int32_t slot)
{
    return (AukGridNode *)grid->nodes.items + slot;
}

static inline AukGridLink *auk__grid_link(const AukGrid *grid, int32_t slot)
{
    return (AukGridLink *)grid->links.items + slot;
}

static inline bool auk__grid_has(const AukGrid *grid, uint32_t slot)
{
    return auk__grid_link(grid, (int32_t)slot)->level != AUK_GRID_NONE;
}

static inline AukBounds *auk__grid_home(const AukGrid *grid, int32_t slot)
{
    return (AukBounds *)grid->homes.items + slot;
}

// The functions below, for callers that hold the arrays.
static inline bool auk__grid_keep_home(AukGridNode *node, const AukBounds *home, const AukBox *box)
{
    AukF32x4 bounds = auk__bounds_make(box);
    bool stays = auk__f32x4_mask_le(auk__bounds_load(home), bounds) == AUK_TOUCH_ALL;
    if (stays) {
        auk__f32x4_store(&node->bounds.min_x, bounds);
    }
    return stays;
}

// As auk__grid_set() for a member that stays in its cell, and then only its own node is written: several threads may
// call it for different slots. False, and nothing changed, if it does not, or if it is not sure.
static inline bool auk__grid_keep(AukGrid *grid, uint32_t slot, const AukBox *box)
{
    return auk__grid_keep_home(auk__grid_node(grid, (int32_t)slot), auk__grid_home(grid, (int32_t)slot), box);
}

// Cells of a level per unit of length: a power of two, so multiplying is exact.
static inline double auk__grid_scale(int level)
{
    union {
        uint64_t bits;
        double value;
    } power;
    power.bits = (uint64_t)(1023 + 31 - level) << 52;
    return power.value;
}

// How far members of a level reach beyond the cell of their min corner, in cells. The excess is more than all roundings
// of cell numbers below 2^26 in double precision, so no query looks at one cell too few.
static inline double auk__grid_reach(const AukGridLevel *members, double scale)
{
    return members->reach * scale + 0x1p-20;
}

// The number of the cell that holds a coordinate, where that is known to fit. The one rounding for members and queries.
static inline int32_t auk__grid_cell(double scaled)
{
    int32_t truncated = (int32_t)scaled;
    return truncated - ((double)truncated > scaled);
}

// Sixteen neighbouring cells share one block of buckets, a line of cache.
static inline uint32_t auk__grid_bucket(uint32_t block_mask, int level, int32_t x, int32_t y)
{
    uint32_t hash = ((uint32_t)x >> 2) * 0x9e3779b1u + ((uint32_t)y >> 2) * 0x85ebca77u + (uint32_t)level * 0xc2b2ae3du;
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6du;
    hash ^= hash >> 13;
    return (hash & block_mask) << 4 | ((uint32_t)y & 3) << 2 | ((uint32_t)x & 3);
}

// The entry of a region, on a level of the lists or of what is packed.
static inline int32_t *auk__grid_region(const AukGrid *grid, int level, bool packed, int stage, int32_t x, int32_t y)
{
    uint32_t kind = (uint32_t)((stage * AUK_GRID_LEVELS + level) * 2 + packed);
    uint32_t hash = (uint32_t)x * 0x9e3779b1u + (uint32_t)y * 0x85ebca77u + kind * 0xc2b2ae3du;
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6du;
    hash ^= hash >> 13;
    return (int32_t *)grid->regions.items + (hash & (uint32_t)(grid->regions.count - 1));
}

// The number of the region that holds a cell; the same rounding for negative numbers on every machine.
static inline int32_t auk__grid_region_of(int32_t cell, int stage)
{
    uint32_t shifted = ((uint32_t)cell ^ 0x80000000u) >> (AUK_GRID_FOURS * stage);
    return (int32_t)((int64_t)shifted - (int64_t)(0x80000000u >> (AUK_GRID_FOURS * stage)));
}

static inline void auk__grid_region_add(AukGrid *grid, int32_t *entry, int by)
{
    grid->regions_used += (*entry + by != 0) - (*entry != 0);
    *entry += by;
}

// Of a cell within the level's ranges.
static inline int32_t auk__grid_packed_bucket(const AukGridLevel *members, int32_t x, int32_t y)
{
    if (members->stride > 0) {
        return members->first_bucket + (y - members->min_y) * members->stride + (x - members->min_x);
    }
    uint32_t blocks = (uint32_t)(members->bucket_count / AUK_GRID_BLOCK);
    return members->first_bucket + (int32_t)auk__grid_bucket(blocks - 1, 0, x, y);
}

static inline int32_t auk__grid_first_of_bucket(const AukGrid *grid, int level, int32_t x, int32_t y)
{
    uint32_t block_mask = (uint32_t)(grid->buckets.count / AUK_GRID_BLOCK) - 1;
    return ((const int32_t *)grid->buckets.items)[auk__grid_bucket(block_mask, level, x, y)];
}

typedef struct AukGridCells {
    int32_t first, last;
} AukGridCells;

// The cells of a level whose members may reach [low, high], in cells, on an axis. Empty if first > last.
static inline AukGridCells auk__grid_cells(int32_t least, int32_t most, double reach, double low, double high)
{
    AukGridCells none = {1, 0};
    low -= reach;
    if (low >= (double)most + 1.0 || high < (double)least) {
        return none;
    }
    AukGridCells cells = {low > (double)least ? auk__grid_cell(low) : least,
                          high < (double)most ? auk__grid_cell(high) : most};
    return cells;
}

// Of a number that is not 0.
static inline int auk__grid_highest(uint64_t levels)
{
#if defined(__GNUC__)
    return 63 - __builtin_clzll(levels);
#else
    int at = 0;
    for (int step = 32; step > 0; step /= 2) {
        if (levels >> step) {
            levels >>= step;
            at += step;
        }
    }
    return at;
#endif
}

// The level on which a box belongs, if none below `base` is in use.
int auk__grid_level_for(const AukBounds *box, int base);

// Widens the ranges of a level that counts `members->count` members by one more.
void auk__grid_cover(AukGridLevel *members, const AukGridNode *node);

// The level of the average spacing of `total` boxes, of which `sample` are some. Where they are clustered a finer one
// is better, a coarser one never.
int auk__grid_level_of_spacing(const AukGrid *grid, const int32_t *sample, int count, int total);

// How far apart `total` members are, of which those in the sample are some.
double auk__grid_spacing(const AukGrid *grid, const int32_t *sample, int count, int total);

// Some members, those that are packed or the others, spread over all slots; at most AUK_GRID_SAMPLE.
int auk__grid_sample(const AukGrid *grid, bool packed, int32_t *sample);

// Counts a member in the regions around its cell, by 1 or -1.
void auk__grid_count(AukGrid *grid, int level, bool packed, int32_t x, int32_t y, int by);

// Counts all members again, in as many stages as their ranges of cells ask for.
void auk__grid_recount(AukGrid *grid);

// The same if a level has come to need more stages.
void auk__grid_recount_wide(AukGrid *grid, const AukGridLevel *members);

// Takes a member out of its lists.
void auk__grid_unlink(AukGrid *grid, int32_t slot);

// Looks at the base and the ranges of cells again.
void auk__grid_tune(AukGrid *grid);

// A member shares its cell with so many, itself included; a level up has at most four times as many. Queries on the gas
// scene cost a third less at 5 than at 2.
#define AUK_GRID_CROWD_LOW 1.5
#define AUK_GRID_CROWD_HIGH 8.0

#endif
