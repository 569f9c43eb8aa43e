// The kinds of tiles that a game makes: their polygons, filters, directions and conveyors. All grids of a world share
// them.
#ifndef AUK_WORLD_STATE_TILE_KINDS_H
#define AUK_WORLD_STATE_TILE_KINDS_H

#include "auk/terrain.h"
#include "base/zero.h"
#include "geom/dvec.h"
#include "world/state/world_state.h"

// The polygon of a tile, counter-clockwise, in half cells from the middle of the cell: sides of the cell are at -1 and
// 1. Corners are multiples of 2^-15, so that products of differences are exact in doubles. A polygon of two corners is
// a thin floor, whose front is the face from the first.
typedef struct AukTileOutline {
    int count;
    float x[AUK_TILE_POINTS_MAX], y[AUK_TILE_POINTS_MAX];
} AukTileOutline;

typedef struct AukTileKindEntry {
    AukTileKind kind; // as it is kept; a count of 0: there is no such kind
    AukTileOutline outline;
    bool sloped; // it has a direction, and its floor is not level across it
} AukTileKindEntry;

static inline bool auk__is_tile_kind(int tile)
{
    return tile >= AUK_TILE_KIND_FIRST && tile <= AUK_TILE_KIND_LAST;
}

// The entry of a value from AUK_TILE_KIND_FIRST on, once the table is there. Its kind has no points if it was not made.
static inline const AukTileKindEntry *auk__tile_kind_entry(const AukTileKinds *kinds, int tile)
{
    return (const AukTileKindEntry *)kinds->items.items + (tile - AUK_TILE_KIND_FIRST);
}

// The kind of a cell with that value; null for built-in kinds.
static inline const AukTileKindEntry *auk__tile_kind(const AukParts *parts, int tile)
{
    return auk__is_tile_kind(tile) ? auk__tile_kind_entry(&parts->kinds, tile) : NULL;
}

extern const AukTileOutline auk__built_in_tiles[AUK_TILE_COUNT];

// The polygon of a cell with that value.
static inline const AukTileOutline *auk__tile_outline(const AukParts *parts, int tile)
{
    const AukTileKindEntry *kind = auk__tile_kind(parts, tile);
    return kind ? &kind->outline : &auk__built_in_tiles[tile];
}

// True for the values that cells may have.
static inline bool auk__tile_exists(const AukParts *parts, int tile)
{
    return (tile >= 0 && tile < AUK_TILE_COUNT) ||
           (auk__is_tile_kind(tile) && parts->kinds.items.count > 0 && auk__tile_kind(parts, tile)->kind.count > 0);
}

// The direction of a kind with that value; {0} for built-in kinds.
static inline AukVec2 auk__tile_kind_one_way(const AukParts *parts, int tile)
{
    const AukTileKindEntry *kind = auk__tile_kind(parts, tile);
    return kind ? kind->kind.one_way : auk_vec(0.0f, 0.0f);
}

// The direction of a one-way tile; {0} for others. It is the only normal of a built-in one.
static inline AukVec2 auk__tile_one_way(const AukParts *parts, int tile)
{
    if (auk__is_tile_kind(tile)) {
        return auk__tile_kind_one_way(parts, tile);
    }
    const AukTileOutline *it = &auk__built_in_tiles[tile];
    return it->count == 2 ? auk_vec(0.5f * (it->y[1] - it->y[0]), 0.5f * (it->x[0] - it->x[1])) : auk_vec(0.0f, 0.0f);
}

static inline bool auk__tile_is_one_way(const AukParts *parts, int tile)
{
    return auk__is_tile_kind(tile) ? auk__is_not_zero(auk__tile_kind_one_way(parts, tile))
                                   : auk__built_in_tiles[tile].count == 2;
}

// True if a one-way tile and another tile have the same direction.
static inline bool auk__tile_continues(const AukParts *parts, int one_way, int other)
{
    if (one_way == other || !auk__tile_is_one_way(parts, other)) {
        return one_way == other;
    }
    AukDvec a = dvec_from(auk__tile_one_way(parts, one_way)), b = dvec_from(auk__tile_one_way(parts, other));
    return dvec_cross(a, b) == 0.0 && dvec_dot(a, b) > 0.0;
}

// Checks a kind and makes its entry.
AukStatus auk__tile_kind_make(const AukTileKind *given, AukTileKindEntry *entry, AukFault *fault);

// Reserves memory for all kinds, and for the mask of a grid whose cells have filters. False if there is no memory.
bool auk__tile_kinds_reserve(AukWorld *world);

// Sets a kind, or removes it if `entry` is null; the memory is reserved. The filters of the world's grids are not
// updated.
void auk__tile_kinds_put(AukTileKinds *kinds, int tile, const AukTileKindEntry *entry);

// Removes all kinds.
void auk__tile_kinds_clear(AukTileKinds *kinds);

void auk__tile_kinds_release(AukTileKinds *kinds);

// The filter of a cell of that value in a grid: that of its kind, of the grid or of the grid's body.
const AukFilter *auk__tile_filter(const AukParts *parts, const AukPart *grid, int tile);

// The filter of a piece of a part.
static inline const AukFilter *auk__piece_filter(const AukParts *parts, const AukPart *part, int child)
{
    return part->filtered_by_cell
               ? auk__tile_filter(parts, part, auk__tiles(parts, auk__part_index(parts, part))->cells[child])
               : auk__part_filter_at(parts->kinds.bodies, parts, part);
}

// True if something with the filter `other` meets a cell of that value in a grid. `by_query`: it is the filter of a
// query, which has no category unless one was given.
bool auk__tile_is_met(const AukParts *parts, const AukPart *grid, int tile, const AukFilter *other, bool by_query);

// True unless the filters of cells keep the pieces of a pair apart.
static inline bool auk__cells_let_meet(const AukParts *parts, const AukPair *pair)
{
    const AukPart *a = auk__part(parts, pair->part_a), *b = auk__part(parts, pair->part_b);
    return !(a->filtered_by_cell || b->filtered_by_cell) ||
           auk_filter_meets(*auk__piece_filter(parts, a, pair->child_a), *auk__piece_filter(parts, b, pair->child_b));
}

// The velocity of the conveyor of a piece, in the frame of its body: that of the cell's kind, or of its shape.
AukDvec auk__piece_conveyor(const AukWorld *world, uint32_t part, int child);

#endif
