// The structure for queries between steps: which boxes meet this ray or this box. Always up to date, O(1) per change,
// and const queries that allocate nothing, so they may run on many threads.
//
// A hierarchical loose grid in a hash. Each box lives in exactly one cell, that of its min corner, on a level whose
// cells are at least as large as the box; so a cell's members reach little further than the cell. No level is finer
// than the spacing of the boxes (an empty world of small things costs no more to cross than a crowded one) nor than the
// resolution of floats where the box is (so cell numbers fit 32 bits at any coordinate).
// Invariant: a slot is a member of one bucket list and of one level list, or of none.
#ifndef AUK_BROAD_GRID_H
#define AUK_BROAD_GRID_H

#include "auk/types.h"
#include "base/buffer.h"
#include "broad/bounds.h"

enum {
    AUK_GRID_LEVELS = 64, // cells of 2^-31 .. 2^31; the last level has no cells and takes what is larger
    AUK_GRID_WIDE = AUK_GRID_LEVELS - 1,
    AUK_GRID_NONE = -1 // no slot, no level
};

typedef struct AukGridNode {
    AukBounds bounds;
    int32_t x, y;       // cell
    int32_t next, prev; // slots in the same bucket
} AukGridNode;

typedef struct AukGridLink {
    int32_t next, prev; // slots on the same level
    int32_t level;      // AUK_GRID_NONE: not a member
} AukGridLink;

// The ranges cover all members; they may be larger than need be after removals.
typedef struct AukGridLevel {
    int32_t first; // member
    int32_t count;
    int32_t min_x, min_y, max_x, max_y; // cells
    double reach;                       // the largest side
} AukGridLevel;

// {0} is an empty grid with room for no slot.
typedef struct AukGrid {
    AukBuffer nodes;   // AukGridNode per slot
    AukBuffer links;   // AukGridLink per slot
    AukBuffer buckets; // int32_t: the first member
    int capacity;      // slots
    int high;          // no slot from here on was ever a member
    int count;         // members
    int base;          // the finest level in use
    int until_tune;    // changes of cell until the base is looked at again
    uint64_t occupied; // bit per level with members
    AukGridLevel levels[AUK_GRID_LEVELS];
} AukGrid;

// Walks the members whose boxes touch a box. Holds no memory; a change of the grid ends its use.
typedef struct AukGridCursor {
    AukBounds query;
    uint64_t levels; // not yet begun
    int level;
    bool by_cells; // else the level's members are walked one by one
    int32_t x, y;  // present cell
    int32_t min_x, max_x, max_y;
    int32_t slot; // the next one to look at
} AukGridCursor;

// Walks the members whose boxes a ray may touch. Axis 0 is the one on which the ray advances most.
typedef struct AukGridRay {
    double from[2], delta[2], inverse[2];
    double slack; // rounding: boxes are taken to be larger by this
    bool swapped; // axis 0 is y
    uint64_t levels;
    int level;
    bool by_cells;
    int32_t column, last_column; // cells on axis 0, in the direction of the ray
    int32_t row, last_row;       // cells on axis 1
    int32_t budget;              // cells that may still be visited before walking the members is cheaper
    int32_t slot;
} AukGridRay;

// Room for slots 0 .. slots - 1. The only function that allocates; on failure (false) nothing has changed.
bool auk__grid_reserve(AukGrid *grid, int slots);
void auk__grid_free(AukGrid *grid);

// Adds or moves the box of a slot below the reserved count. Finite coordinates, min <= max.
void auk__grid_set(AukGrid *grid, uint32_t slot, AukBox box);

// The same for a member that stays in its cell, and then only its own node is written: several threads may call it for
// different slots. False, and nothing changed, if it does not, or if it is not sure.
bool auk__grid_keep(AukGrid *grid, uint32_t slot, AukBox box);

// Forgets a slot; one that is empty already is left alone.
void auk__grid_remove(AukGrid *grid, uint32_t slot);

// Every slot whose box touches `box` (closed), each once, in no particular but reproducible order:
// AukGridCursor c = auk__grid_query_box(grid, box); while (auk__grid_next(grid, &c, &slot)) ...
AukGridCursor auk__grid_query_box(const AukGrid *grid, AukBox box);
bool auk__grid_next(const AukGrid *grid, AukGridCursor *cursor, uint32_t *slot);

// Every slot whose box the segment from `from` to `from + max_fraction * delta` touches, each once, and perhaps some
// that it misses by a few units in the last place; larger boxes first, then roughly near to far. `max_fraction` (1 at
// first) may shrink from call to call. A ray of zero length is a point.
AukGridRay auk__grid_query_ray(const AukGrid *grid, AukVec2 from, AukVec2 delta);
bool auk__grid_ray_next(const AukGrid *grid, AukGridRay *ray, float max_fraction, uint32_t *slot);

// ---- for grid.c and grid_query.c ------------------------------------------------------------------------------

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

static inline double auk__grid_size(int level)
{
    return auk__grid_scale(62 - level);
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

#endif
