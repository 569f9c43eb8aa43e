// What a cell of a grid is: its polygon, its normals, and what its neighbours take from it.
#ifndef AUK_WORLD_STATE_TILE_SHAPE_H
#define AUK_WORLD_STATE_TILE_SHAPE_H

#include "auk/terrain.h"
#include "geom/ghost_normals.h"
#include "world/state/world_state.h"

// The place of a cell's middle in the frame of its grid. Exact in doubles.
static inline AukDtransform auk__cell_place(const AukTileGrid *grid, int child)
{
    AukDtransform place = {(child % grid->width + 0.5) * grid->cell, (child / grid->width + 0.5) * grid->cell, 1.0,
                           0.0};
    return place;
}

// The core of a cell that is not empty, around its middle.
void auk__cell_core(const AukTileGrid *grid, int child, double radius, AukDtransform place, AukSupportShape *core);

// A grid as one question sees it.
typedef struct AukTileView {
    const AukTileGrid *grid;
    AukTileJoins joins; // of the pose that is asked about
    bool all_sides;     // one-way cells have normals on both sides: queries and sensors meet them from behind too
} AukTileView;

// The normals of a cell that is not empty. False if it has none.
bool auk__cell_smooth(const AukTileView *view, int child, AukGhostNormals *smooth);

// True if a normal, in the grid's frame, is just that of a face that is free, with no floor of a neighbour's at its
// cell: what most contacts give. Setting up all normals takes ten times as long as the contact.
bool auk__cell_gives(const AukTileView *view, int child, AukDvec normal);

// Takes from a solid cell what the floors of one-way neighbours cover that go on from its surface, for `other`, which
// has moved by `moved`, if it is beyond these floors or, unless these are met from all sides, has sunk into them by
// AUK_FLOOR_DEPTH of a cell at most.
void auk__cell_cover(const AukTileView *view, int child, const AukSupportShape *cell, const AukSupportShape *other,
                     AukDvec moved, AukGhostNormals *smooth);

// How deep something may be in a one-way floor, in cells, and still count as on it where it comes from solid ground or
// goes there.
#define AUK_FLOOR_DEPTH 0.0625

// The only normal of a one-way tile; {0} for others.
AukVec2 auk__tile_one_way(AukTile tile);

#endif
