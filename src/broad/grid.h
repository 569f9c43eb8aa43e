// The spatial index for queries between steps: boxes that meet a ray or a box, and boxes near a box. A change takes
// O(1) time. Queries are const and allocate nothing, so many threads may query one grid.
//
// The index is a hierarchical loose grid stored in a hash table. A member is a slot with a box. Each member belongs to
// one cell, at first the cell of its min corner, on a level whose cells are at least as large as the box. So a member
// extends beyond its cell by about one cell at most. No level is finer than the average spacing of the boxes: a query
// in a world of few small boxes then visits few empty cells. No level is finer than the float resolution at the box:
// cell numbers then fit 32 bits at any coordinate. The loose bounds of a cell are the cell, extended to the right and
// upwards by the largest side of the level's members. A member stays in its cell while its box lies within the loose
// bounds. One comparison of four floats decides that for most moving boxes. Static boxes are packed after a while:
// copied from the lists to an array sorted by cell. A second hash table counts the members of regions of 4 x 4 cells,
// of 4 x 4 such regions and so on, so that the search for the nearest members skips empty regions of any size. With the
// count it keeps the classes of these members, so that a search for some classes skips regions that have none of them.
// Invariant: a slot with a box is either in one bucket list (unless its level has no cells) and in one level list, or
// packed. The box of a member that has a cell lies within the loose bounds of that cell.
#ifndef AUK_BROAD_GRID_H
#define AUK_BROAD_GRID_H

#include "auk/types.h"
#include "base/assert.h"
#include "base/buffer.h"
#include "base/f64x2_f32x4.h"
#include "base/inline.h"
#include "base/prefetch.h"
#include "broad/bounds.h"

enum {
    AUK_GRID_LEVELS = 64, // cells of 2^-31 .. 2^31; the last level has no cells and holds the larger boxes
    AUK_GRID_WIDE = AUK_GRID_LEVELS - 1,
    AUK_GRID_BLOCK = 16,     // buckets
    AUK_GRID_SAMPLE = 64,    // members in the sample from which the cell size is chosen
    AUK_GRID_CELL_BITS = 24, // cell numbers are at most 2^24: floats hold them, and no cell is smaller than floats
                             // resolve at its place
    AUK_GRID_STAGES = 13,    // stages of regions: 3 x 3 regions of the last stage hold every possible cell
    AUK_GRID_STAGE_BITS = 2, // bits of a cell number per stage
    // The search for the nearest members is by regions if fewer than 1 / AUK_GRID_SPARSE of the entries of `regions`
    // are not 0: then of 16 empty regions, fewer than one shares its entry with a region that has members. Otherwise
    // the number of visited regions would grow from stage to stage. In a world of nested clusters the search did not
    // end.
    AUK_GRID_SPARSE = 20,
    AUK_GRID_REGIONS_MOST = 16, // entries of `regions` per bucket; those of nested clusters might have no end
    AUK_GRID_NONE = -1,         // no slot, no level
    AUK_GRID_PACKED = -2        // in place of a level
};

// Classes of members, one bit each; what they mean is the caller's matter, but the last one is never left out of a
// search. They are kept in the high bits of the counts while the counts cannot reach these bits: a member is counted
// once per stage.
enum {
    AUK_GRID_OTHER_CLASS = 128,
    AUK_GRID_CLASS_SHIFT = 24,
    AUK_GRID_CLASSED_MAX = 1 << 20 // most slots of a grid with classes
};

typedef struct AukGridNode {
    AukBounds bounds;
    int32_t x, y;       // cell
    int32_t next, prev; // slots in the same bucket; `next` of a packed slot is its place
} AukGridNode;

typedef struct AukGridLink {
    int32_t next, prev; // slots on the same level; `next` of a packed slot is its level
} AukGridLink;

// What most searches and changes read of a slot besides its node.
typedef struct AukGridTag {
    int8_t level; // or AUK_GRID_NONE or AUK_GRID_PACKED
    bool to_pack; // in lists, to be packed later
    uint8_t classes;
} AukGridTag;

// The ranges cover all members; after removals they may be larger than necessary.
typedef struct AukGridLevel {
    int32_t first; // member of the lists; on a packed level the first place
    int32_t count;
    int32_t min_x, min_y, max_x, max_y; // range of cells
    double largest_side;                // of a member; members extend beyond their cells by at most this
    int32_t first_bucket;               // packed levels only: index in `starts`
    int32_t bucket_count;               // packed levels only
    int32_t stride;                     // packed levels only: cells per row; 0 if cells are hashed to buckets
} AukGridLevel;

enum {
    AUK_GRID_PACKED_ROOM = 3 // boxes that touch nothing behind the last place, so that four can be read at once
};

typedef struct AukGridPackedBox {
    AukBounds bounds; // a box that touches nothing once the member has left
    uint32_t slot;
} AukGridPackedBox;

// What the caller wants to know of a packed member without looking for it elsewhere: queries read it beside the bounds.
// It describes a plain box that is a whole shape; `body` is AUK_GRID_NO_NOTE for other members, and until the caller
// has written the note after a packing.
typedef struct AukGridNote {
    AukTransform pose;
    AukVec2 half;
    float radius;
    uint32_t body;
} AukGridNote;

#define AUK_GRID_NO_NOTE UINT32_MAX

// The rest of a note: what only a result needs.
typedef struct AukGridName {
    uint64_t user_data;
    uint32_t body_generation, slot_generation;
} AukGridName;

_Static_assert(sizeof(AukGridNote) == 32, "half a cache line");

// Members in an array instead of lists. The members of a level are contiguous, and so are those of a bucket.
typedef struct AukGridPacked {
    AukBuffer places;  // AukGridPackedBox
    AukBuffer notes;   // AukGridNote per place
    AukBuffer names;   // AukGridName per place
    AukBuffer starts;  // int32_t per bucket, its first place; then the end of the last bucket
    int dead;          // places whose members have left
    uint32_t packings; // number of packings so far
    int64_t list_cost; // sum of the slots to pack over the calls since the last packing
    uint64_t occupied; // bit per level with members
    AukGridLevel levels[AUK_GRID_LEVELS];
} AukGridPacked;

// {0} is an empty grid with a capacity of 0 slots.
typedef struct AukGrid {
    AukBuffer nodes;   // AukGridNode per slot
    AukBuffer links;   // AukGridLink per slot
    AukBuffer tags;    // AukGridTag per slot
    AukBuffer buckets; // int32_t: the first member
    AukBuffer regions; // uint32_t: count and classes of the members (packed ones too) of all regions that hash to the
                       // entry; members that have left may have left their classes until the count is 0
    int capacity;      // slots
    int high;          // no slot from here on was ever a member
    int count;         // members in lists
    int to_pack_count; // members in lists that will be packed
    int base;          // finest level in use
    int regions_used;  // entries that are not 0
    int stages;        // of regions that are counted: each level's cells lie in 4 x 4 regions of the last stage
    int until_tune;    // changes of cell until the base is chosen again
    int until_cover;   // choices of the base until the ranges of the levels are computed again
    uint64_t occupied; // bit per level with members in lists
    AukGridLevel levels[AUK_GRID_LEVELS];
    AukGridPacked packed;
} AukGrid;

// Walks the members whose boxes touch a box, packed ones first. Holds no memory. Any change of the grid invalidates it.
typedef struct AukGridCursor {
    AukBounds query;
    uint64_t levels; // bit per level not yet visited
    int level;
    bool packed;   // the present level is packed
    bool by_cells; // the level is walked cell by cell; otherwise member by member
    bool by_rows;  // cells of a row at once
    int32_t x, y;  // present cell
    int32_t min_x, max_x, max_y;
    int32_t bucket, stride, rows_left; // by rows: the first bucket of the row, to that of the next one, and rows left
    int32_t slot;                      // next member of the list
    int32_t place, end;                // next packed members
} AukGridCursor;

// Consecutive packed members, or the list of one cell.
typedef struct AukGridRun {
    int32_t x, y;       // the cell, if other cells may share its bucket
    int32_t place, end; // packed members
    int32_t slot;       // next member of the list
} AukGridRun;

// Packed members of neighbouring cells of a row.
typedef struct AukGridStretch {
    double enters; // fraction before which the ray meets none of them; INFINITY at the end of the level
    int32_t place, end;
} AukGridStretch;

enum {
    AUK_GRID_AHEAD = 3,  // stretches that are looked up before they are needed
    AUK_GRID_GATHER = 16 // most members that one call of a query returns
};

typedef struct AukGridCandidate {
    double enters; // ray: a fraction before which the box is not touched; nearest: a lower bound on the distance
    uint32_t slot;
    int32_t place; // of a packed member; otherwise AUK_GRID_NONE
} AukGridCandidate;

// A member that a query has found.
typedef struct AukGridMember {
    uint32_t slot;
    int32_t place; // of a packed member; otherwise AUK_GRID_NONE
} AukGridMember;

// Walks the members whose boxes may be touched by a ray, or by a box that moves along the ray.
typedef struct AukGridRay {
    double from[2], delta[2];
    double pace[2];    // 1 / |delta|; 0 on an axis without motion
    double entries[2]; // a ray enters a box on an axis at (bounds[faces] - entries) * pace
    int faces[2];
    double slack[2];  // half the size of the moving box plus rounding; boxes are enlarged by it on each side
    float weights[4]; // absolute components of the line's normal, x and y, twice
    float limits[4];  // a box meets the line if (weights * bounds)[k] + (weights * bounds)[k + 1] <= limits[k]
    float span[4];    // {max_x, max_y, -min_x, -min_y} of the ray up to `max_fraction`
    float max_fraction;
    bool flat;     // |delta y| is too small against |delta x| to divide by it
    bool packed;   // the present level is packed
    bool by_cells; // the level is walked cell by cell; otherwise member by member
    bool by_rows;  // the level is packed, and several cells of a row are visited at once
    bool shared;   // cells of the level, or of several levels, may share a bucket
    bool ready;    // `next_run` is valid
    int level;
    const AukGridLevel *members;
    uint64_t levels; // bit per level not yet visited

    // on the present level, in cells
    double start, travel;           // of the ray, on the x axis
    double reach_left, reach_right; // the ray may meet members of cells that are so far left and right of it
    double min_x, max_x;            // range of cells that have members
    double row;                     // present row, times -1 if the ray goes down
    double row_zero, row_pace;      // the ray enters the y range of a row's members at (row - row_zero) * row_pace
    double row_stay;                // and leaves it so much later, both in fractions
    double row_enters;              // the former, of the present row
    int32_t y, y_step;              // present row; 1 or -1
    int32_t bucket, bucket_step;    // of a packed level: bucket of cell 0 of the present row; what is added for a row
    int32_t rows_left;
    int32_t first_x, last_x; // cells of the present row not yet visited; none if first_x > last_x

    // What comes next is looked up early, so that its memory is prefetched.
    AukGridStretch ahead[AUK_GRID_AHEAD]; // on a level by rows
    AukGridRun run, next_run;             // `next_run` on other levels by cells
} AukGridRay;

// Up to sixteen lower bounds on squared distances, in cells. The lowest four bits of each are its index. What has been
// taken, or is not there, has a number above all squares.
typedef struct AukGridKeys {
    float keys[16];
} AukGridKeys;

// Those of 4 x 4 neighbouring regions of 4^stage x 4^stage cells that are not visited yet.
typedef struct AukGridStage {
    AukGridKeys regions;
    int32_t x, y; // number of the first region on its stage
    int stage;
} AukGridStage;

// Walks the members that are near a box: the nearest level first, and on each level the nearest region first.
typedef struct AukGridNear {
    AukBounds query;
    uint64_t listed, packed_levels; // bits per level not yet visited
    uint8_t without;                // members with any of these classes are left out
    uint32_t wanted; // bits of an entry of `regions`; if none is set, the regions have no member that is searched
    bool packed;     // the present level is packed
    bool by_cells;   // the level is walked cell by cell; otherwise member by member
    bool by_rows;    // neighbouring cells of a row at once
    bool shared;     // cells may share a bucket
    int level;
    double scale, overhang; // of the level: cells per unit of length; how far members extend beyond their cells
    double low[2], high[2]; // the query on the level, in cells
    float limit;            // on squared distances, in cells
    int depth;              // number of stages on the stack
    int32_t x, y;           // first of 4 x 4 cells
    unsigned cells;         // those that are still to be entered, bit 4 y + x for each
    int32_t cell_x, cell_y; // present cell
    int32_t slot;           // next member of the list
    int32_t place, end;     // next packed members
    AukGridKeys batch;      // members whose distances have been computed
    int32_t members[32];    // the next 16 of them, slots or places; behind these some that may be read
    AukGridStage stages[AUK_GRID_STAGES + 1];
} AukGridNear;

// Reserves memory for slots 0 .. slots - 1. On failure (false) nothing has changed. Only this function, packing and
// auk__grid_widen_regions() allocate memory.
bool auk__grid_reserve(AukGrid *grid, int slots);

// Reserves memory for packing `count` boxes.
bool auk__grid_reserve_packed(AukGrid *grid, int count);

void auk__grid_free(AukGrid *grid);

// Makes the table of regions larger if it has become too full for the search of near members, which is linear then.
// Boxes in many small groups that are far apart have more regions than evenly spread ones. Without memory the table
// stays as it is.
void auk__grid_widen_regions(AukGrid *grid);

// Makes it large enough for `count` packed boxes that are spread evenly. False if there is no memory.
bool auk__grid_reserve_packed_regions(AukGrid *grid, int count);

// Adds or moves the box of a slot below the reserved count. Finite coordinates, min <= max.
void auk__grid_set(AukGrid *grid, uint32_t slot, AukBox box);

// Sets the classes of a slot below the reserved count, a member or not; at least one. At first a slot is of the other
// class.
void auk__grid_set_classes(AukGrid *grid, uint32_t slot, uint8_t classes);

// Adds or moves slots to bounds[slot], faster than one call of auk__grid_set() per slot. Overwrites the list of slots.
void auk__grid_set_many(AukGrid *grid, uint32_t *slots, int count, const AukBounds *bounds);

// As auk__grid_set() for a static box, which will be packed. Once many boxes are unpacked, this function packs them
// itself if it can allocate the memory.
void auk__grid_set_static(AukGrid *grid, uint32_t slot, AukBox box);

// Packs the static boxes if enough has changed since the last packing. The amortized cost per change is constant.
// Packing changes no answer of a query. False if there is no memory; nothing has changed then.
bool auk__grid_pack_static(AukGrid *grid);

// Removes a slot. Does nothing if the slot has no box.
void auk__grid_remove(AukGrid *grid, uint32_t slot);

// An upper bound on the width and height of every box; INFINITY if a box is too large for cells. It may be about a cell
// above the largest side, and then depends on past changes.
double auk__grid_widest(const AukGrid *grid);

// Every slot whose box touches `box` (closed), each once, in a reproducible order:
// AukGridCursor c = auk__grid_query_box(grid, box); while (auk__grid_next(grid, &c, &slot)) ...
AukGridCursor auk__grid_query_box(const AukGrid *grid, AukBox box);
bool auk__grid_next(const AukGrid *grid, AukGridCursor *cursor, uint32_t *slot);

// The same slots, many at once, which is faster for packed members. Returns their number; fewer than AUK_GRID_GATHER at
// the end. A cursor serves one of both functions.
int auk__grid_next_many(const AukGrid *grid, AukGridCursor *cursor, AukGridMember members[AUK_GRID_GATHER]);

// Every slot whose box is touched while `box` moves by `max_fraction * delta`, each once, and possibly some boxes that
// it misses by a few units in the last place. Each call returns a few slots, sorted by the fraction at which their
// boxes are entered. Later calls may return smaller fractions; among boxes of similar size they are not much smaller.
// `max_fraction` (1 at first) may shrink from call to call. The moving box may be a point, and `delta` may be zero.
// Returns the number of slots; 0 at the end. Only cells near the ray are visited, not all cells of the ray's bounding
// box.
void auk__grid_ray_start(const AukGrid *grid, AukBox box, AukVec2 delta, AukGridRay *ray);
int auk__grid_ray_next(const AukGrid *grid, AukGridRay *ray, float max_fraction,
                       AukGridCandidate candidates[AUK_GRID_GATHER]);

// Every slot whose box is at most `max_distance` (INFINITY: any) from `box`, each once, and possibly some that are
// farther by rounding, mostly in order of distance. `enters` may be less than the distance by a fraction of 2^-18.
// `max_distance` may shrink from call to call. False at the end. Slots with any class of `without` are left out. The
// time depends on the number of other members near the box and on the logarithm of their distance.
AukGridNear auk__grid_query_near(const AukGrid *grid, AukBox box, uint8_t without);
bool auk__grid_near_next(const AukGrid *grid, AukGridNear *near, double max_distance, AukGridCandidate *candidate);

// ---- for the grid's own files ---------------------------------------------------------------------------------

static inline AukGridNode *auk__grid_node(const AukGrid *grid, int32_t slot)
{
    return (AukGridNode *)grid->nodes.items + slot;
}

static inline AukGridLink *auk__grid_link(const AukGrid *grid, int32_t slot)
{
    return (AukGridLink *)grid->links.items + slot;
}

static inline AukGridTag *auk__grid_tag(const AukGrid *grid, int32_t slot)
{
    return (AukGridTag *)grid->tags.items + slot;
}

// The note of a packed member; null for others.
static inline AukGridNote *auk__grid_note(const AukGrid *grid, uint32_t slot)
{
    bool packed = auk__grid_tag(grid, (int32_t)slot)->level == AUK_GRID_PACKED;
    return packed ? (AukGridNote *)grid->packed.notes.items + auk__grid_node(grid, (int32_t)slot)->next : NULL;
}

// The bounds of what a ray has found. Those of a packed member are read where the ray has just read them.
static inline const AukBounds *auk__grid_bounds_of(const AukGrid *grid, const AukGridCandidate *found)
{
    return found->place == AUK_GRID_NONE ? &auk__grid_node(grid, (int32_t)found->slot)->bounds
                                         : &((const AukGridPackedBox *)grid->packed.places.items)[found->place].bounds;
}

static inline AukGridName *auk__grid_name(const AukGrid *grid, const AukGridNote *note)
{
    return (AukGridName *)grid->packed.names.items + (note - (const AukGridNote *)grid->packed.notes.items);
}

// The place of the member that auk__grid_next() has returned last; AUK_GRID_NONE if it is not packed.
static inline int32_t auk__grid_place(const AukGridCursor *cursor)
{
    return cursor->packed ? cursor->place - 1 : AUK_GRID_NONE;
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

// The size of a level's cells: the inverse of their scale.
static inline double auk__grid_unit(int level)
{
    return auk__grid_scale(2 * 31 - level);
}

// How far members of a level extend beyond the cell of their min corner, in cells. The constant exceeds all rounding
// errors of cell numbers below 2^26 in double precision, so no query misses a cell.
static inline double auk__grid_overhang(const AukGridLevel *members, double scale)
{
    return members->largest_side * scale + 0x1p-20;
}

// The number of the cell that holds a coordinate, which must fit 32 bits. Members and queries both round by this
// function.
static inline int32_t auk__grid_cell(double scaled)
{
    int32_t truncated = (int32_t)scaled;
    return truncated - ((double)truncated > scaled);
}

// True if the min corner of a box lies in a cell. False for a packed member that has left: its corner is infinite and
// has no cell number.
static inline bool auk__grid_is_of_cell(const AukBounds *box, double scale, int32_t x, int32_t y)
{
    double column = (double)box->min_x * scale, row = (double)box->min_y * scale; // exact
    return column >= (double)x && column < (double)x + 1.0 && row >= (double)y && row < (double)y + 1.0;
}

// Sixteen neighbouring cells (4 x 4) share one block of buckets, which is one cache line.
static inline uint32_t auk__grid_bucket(uint32_t block_mask, int level, int32_t x, int32_t y)
{
    uint32_t hash = ((uint32_t)x >> 2) * 0x9e3779b1u + ((uint32_t)y >> 2) * 0x85ebca77u + (uint32_t)level * 0xc2b2ae3du;
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6du;
    hash ^= hash >> 13;
    return (hash & block_mask) << 4 | ((uint32_t)y & 3) << 2 | ((uint32_t)x & 3);
}

// The entry that counts a region. Listed and packed members of a level are counted apart. The entries of 4 x 4
// neighbours are one cache line, as those of buckets are.
static inline uint32_t *auk__grid_region(const AukGrid *grid, int level, bool packed, int stage, int32_t x, int32_t y)
{
    uint32_t kind = (uint32_t)((stage * AUK_GRID_LEVELS + level) * 2 + packed);
    uint32_t block_mask = (uint32_t)(grid->regions.count / AUK_GRID_BLOCK) - 1;
    return (uint32_t *)grid->regions.items + auk__grid_bucket(block_mask, (int)kind, x, y);
}

// The number of the region that holds a cell. Negative numbers are rounded down on every machine, since the shift is
// unsigned.
static inline int32_t auk__grid_region_of(int32_t cell, int stage)
{
    uint32_t shifted = ((uint32_t)cell ^ 0x80000000u) >> (AUK_GRID_STAGE_BITS * stage);
    return (int32_t)((int64_t)shifted - (int64_t)(0x80000000u >> (AUK_GRID_STAGE_BITS * stage)));
}

// The bits of an entry of `regions` that count.
static inline uint32_t auk__grid_count_bits(const AukGrid *grid)
{
    return grid->buckets.count <= AUK_GRID_CLASSED_MAX ? (UINT32_C(1) << AUK_GRID_CLASS_SHIFT) - 1 : UINT32_MAX;
}

static inline void auk__grid_region_add(AukGrid *grid, uint32_t *entry, int by, uint8_t classes)
{
    uint32_t old = *entry, counting = auk__grid_count_bits(grid), count = (old + (uint32_t)by) & counting;
    uint32_t all = (old | (uint32_t)classes << AUK_GRID_CLASS_SHIFT) & ~counting;
    *entry = count != 0 ? all | count : 0;
    grid->regions_used += (count != 0) - (old != 0);
}

static inline bool auk__grid_is_empty(const AukGrid *grid)
{
    return (grid->occupied | grid->packed.occupied) == 0;
}

static inline int auk__grid_packed_count(const AukGrid *grid)
{
    return grid->packed.places.count - grid->packed.dead;
}

static inline const AukGridLevel *auk__grid_members(const AukGrid *grid, int level, bool packed)
{
    return packed ? &grid->packed.levels[level] : &grid->levels[level];
}

// The bucket of a packed level that holds a cell within the level's ranges.
static inline int32_t auk__grid_packed_bucket(const AukGridLevel *members, int32_t x, int32_t y)
{
    if (members->stride > 0) {
        AUK_ASSERT(x >= members->min_x && x <= members->max_x && y >= members->min_y && y <= members->max_y);
        return members->first_bucket + (y - members->min_y) * members->stride + (x - members->min_x);
    }
    uint32_t blocks = (uint32_t)(members->bucket_count / AUK_GRID_BLOCK);
    return members->first_bucket + (int32_t)auk__grid_bucket(blocks - 1, 0, x, y);
}

// Prefetches what queries read of packed members from a place on.
static AUK_ALWAYS_INLINE void auk__grid_expect_packed(const AukGrid *grid, int32_t place)
{
    enum { LINES = 3, PLACES = 3, NOTES = 2 }; // cache lines, and what one holds
    for (int i = 0; i < LINES; i++) {
        AUK_PREFETCH((const AukGridPackedBox *)grid->packed.places.items + place + i * PLACES);
        AUK_PREFETCH((const AukGridNote *)grid->packed.notes.items + place + i * NOTES);
    }
}

static inline int32_t auk__grid_first_of_bucket(const AukGrid *grid, int level, int32_t x, int32_t y)
{
    uint32_t block_mask = (uint32_t)(grid->buckets.count / AUK_GRID_BLOCK) - 1;
    return ((const int32_t *)grid->buckets.items)[auk__grid_bucket(block_mask, level, x, y)];
}

typedef struct AukGridCells {
    int32_t first, last;
} AukGridCells;

// The cells from `least` to `most` whose members may meet the interval [low, high] on an axis. All are in cells. Empty
// if first > last.
static inline AukGridCells auk__grid_cells(int32_t least, int32_t most, double overhang, double low, double high)
{
    AukGridCells none = {1, 0};
    low -= overhang;
    if (low >= (double)most + 1.0 || high < (double)least) {
        return none;
    }
    AukGridCells cells = {low > (double)least ? auk__grid_cell(low) : least,
                          high < (double)most ? auk__grid_cell(high) : most};
    return cells;
}

// The level of a box if `base` is the finest level.
int auk__grid_level_for(const AukBounds *box, int base);

// Extends the ranges of a level by one more member. Call it before `members->count` is raised: a count of 0 resets the
// ranges.
void auk__grid_cover(AukGridLevel *members, const AukGridNode *node);

// The level of the average spacing of `total` boxes, estimated from `sample`. In clustered worlds a finer level is
// better; a coarser level never is.
int auk__grid_level_of_spacing(const AukGrid *grid, const int32_t *sample, int count, int total);

// The average spacing of `total` members, estimated from the sample.
double auk__grid_spacing(const AukGrid *grid, const int32_t *sample, int count, int total);

// Fills `sample` with up to AUK_GRID_SAMPLE members, either packed or listed ones, spread evenly. Returns their number.
int auk__grid_sample(const AukGrid *grid, bool packed, int32_t *sample);

// Adds 1, 0 or -1 to the counts of all regions that hold the cell of a member, and its classes.
void auk__grid_count(AukGrid *grid, int32_t slot, int level, bool packed, int by);

// Counts a listed member that moves from the cell of `from` to another one of its level.
void auk__grid_count_move(AukGrid *grid, const AukGridNode *from, int level, int32_t x, int32_t y, uint8_t classes);

// Counts all members again, after choosing the number of stages from the ranges of cells.
void auk__grid_recount(AukGrid *grid);

// The finest stage from `least` on at which 4 x 4 regions hold these cells.
int auk__grid_stage_of(AukGridCells x, AukGridCells y, int least);

// Counts all members again if this level now needs more stages.
void auk__grid_recount_wide(AukGrid *grid, const AukGridLevel *members);

// Takes a member out of its lists.
void auk__grid_unlink(AukGrid *grid, int32_t slot);

// The same, but leaves it in the counts of regions: all members are counted again afterwards.
void auk__grid_displace(AukGrid *grid, int32_t slot);

// Chooses the base again and shrinks the ranges of cells to the members.
void auk__grid_tune(AukGrid *grid);

// The same once there have been as many changes of cell as there are members.
void auk__grid_tune_when_due(AukGrid *grid);

// True if a box may stay on its level.
bool auk__grid_level_suits(const AukBounds *box, int level, int base);

// Moves a listed member to the cell of its bounds, which are new already, on the same level.
void auk__grid_shift(AukGrid *grid, int32_t slot, int level);

// Limits on the average number of members in the cell of a member, itself included. A level up multiplies it by at most
// four. Queries on the gas scene cost a third less at 5 members than at 2.
#define AUK_GRID_OCCUPANCY_LOW 1.5
#define AUK_GRID_OCCUPANCY_HIGH 8.0

#endif
