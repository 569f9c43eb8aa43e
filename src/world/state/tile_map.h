// Grids of tiles: what their cells are, and which of them are near something.
#ifndef AUK_WORLD_STATE_TILE_MAP_H
#define AUK_WORLD_STATE_TILE_MAP_H

#include "auk/terrain.h"
#include "geom/smooth.h"
#include "world/state/world_state.h"

struct AukSnapshotView;

// ---- cells ----

// The place of a cell's middle in the frame of its grid. Exact in doubles.
static inline AukPlace auk__cell_place(const AukTileGrid *grid, int child)
{
    AukPlace place = {(child % grid->width + 0.5) * grid->cell, (child / grid->width + 0.5) * grid->cell, 1.0, 0.0};
    return place;
}

// The core of a cell that is not empty, around its middle.
void auk__cell_core(const AukTileGrid *grid, int child, double radius, AukPlace place, AukCore *core);

// The normals of a cell that is not empty. False if it has none.
bool auk__cell_smooth(const AukTileGrid *grid, int child, AukSmooth *smooth);

// True if a normal, in the grid's frame, is just that of a face that is free, with no floor of a neighbour's at its
// cell: what most contacts give. Setting up all normals takes ten times as long as the contact.
bool auk__cell_gives(const AukTileGrid *grid, int child, AukDvec normal);

// Takes from a solid cell what the floors of one-way neighbours cover that go on from its surface, for `other`, which
// has moved by `moved`, if it is beyond these floors or has sunk into them by AUK_FLOOR_DEPTH of a cell at most.
void auk__cell_cover(const AukTileGrid *grid, int child, const AukCore *cell, const AukCore *other, AukDvec moved,
                     AukSmooth *smooth);

// How deep something may be in a one-way floor, in cells, and still count as on it where it comes from solid ground or
// goes there.
#define AUK_FLOOR_DEPTH 0.0625

// The only normal of a one-way tile; {0} for others.
AukVec2 auk__tile_one_way(AukTile tile);

// ---- cells near something ----

// Visits, in order, the cells that are not empty and that a box touches which moves by `way`, both in the frame of the
// grid.
typedef struct AukTileWalk {
    const AukTileGrid *grid;
    AukDvec min, max, way; // in cells
    int y, last_y, x, last_x;
} AukTileWalk;

AukTileWalk auk__tiles_walk(const AukTileGrid *grid, AukDvec min, AukDvec max, AukDvec way);

// The next cell, or -1.
int auk__tiles_next(AukTileWalk *walk);

// Replaces the pairs with grids in world->pairs by pairs with the cells that may meet, in order.
AukStatus auk__tiles_expand(AukWorld *world);

// Puts into world->pair_spare the pairs of pieces that may meet of a pair of parts (of the pair itself if none is a
// grid), their bodies being on the paths that they go from that fraction on.
AukStatus auk__tiles_expand_pair(AukWorld *world, const AukPair *pair, double fraction);

// ---- storage ----

// Forgets the grid of a part.
void auk__tiles_drop(AukWorld *world, uint32_t part);

// Changes one cell.
void auk__tiles_write(AukTileGrid *grid, uint64_t place, uint8_t tile);

// Makes, in world->tiles_draft, the grids of a buffer that has been found good, in the order of their parts; what is as
// large as the grid that the part has now shares its block. AUK_ERROR_OUT_OF_MEMORY: then there is no draft.
AukStatus auk__tiles_draft(AukWorld *world, const struct AukSnapshotView *view);

// Makes the draft the world's grids. Comes before the parts, and cannot fail.
void auk__tiles_adopt(AukWorld *world, const struct AukSnapshotView *view);

// Releases all grids.
void auk__tiles_free(AukWorld *world);

// The arguments of auk_shape_set_tiles(), as a record has them.
typedef struct AukTilesEdit {
    AukShapeId shape;
    int x, y, width, height;
    const uint8_t *cells;
} AukTilesEdit;

// True if the rectangle lies in a grid: only then its cells are read.
bool auk__tiles_edit_fits(const AukWorld *world, const AukTilesEdit *edit);

// The sum of all cells.
uint64_t auk__tiles_sum(const AukTileGrid *grid);

// The rectangle around a grid, as the shape of its part.
void auk__tiles_outline(int width, int height, float cell, AukVec2 outline[4]);

// AUK_OK, or what is wrong with these sizes.
AukStatus auk__tiles_check(int width, int height, float cell);

// AUK_ERROR_ENUM if a cell is no AukTile.
AukStatus auk__cells_check(const uint8_t *cells, uint64_t count);

#endif
