// A cell of a grid and the 3 x 3 cells around it, as polygons: which faces they cover, and which normals at a corner
// they leave. What lies where is decided in half cells from the middle of the cell, exactly; directions are those of
// the cell's real width and height.
#ifndef AUK_WORLD_STATE_TILE_AROUND_H
#define AUK_WORLD_STATE_TILE_AROUND_H

#include "world/state/tile_kinds.h"
#include "world/state/tile_shape.h"

static inline AukDvec auk__tile_corner(const AukTileOutline *tile, int index)
{
    int i = index < tile->count ? index : 0;
    return dvec(tile->x[i], tile->y[i]);
}

// The direction of a vector in half cells, in units of half the width of a cell.
static inline AukDvec auk__tile_stretched(AukDvec v, double height)
{
    return dvec(v.x, height * v.y);
}

// The height of the cells of a grid in units of their width.
static inline double auk__tile_height(const AukTileGrid *grid)
{
    return (double)grid->cell.y / (double)grid->cell.x;
}

static inline AukDvec auk__tile_unit(AukDvec v)
{
    return dvec_scale(1.0 / dvec_length(v), v);
}

// Reduces an arc to its directions that point away from a ray or are square to it. An arc of half a turn either has an
// end that points away from the ray, or is square to the ray at both ends; in the latter case all directions between
// the ends point away, or none does.
void auk__arc_clip(AukArc *arc, AukDvec ray);

// The cell beyond a side of a cell, which may be in a neighbour or across the side of the world. It may be empty; none
// where there is no grid.
AukTileCell auk__cell_beside(const AukTileView *view, int child, AukTileSide side);

// The values of the 3 x 3 cells around a cell, by row and column. Faces and corners look at a cell's neighbours several
// times, so they are looked up once.
typedef struct AukTilesAround {
    const AukParts *parts;
    int rows[3][3];
    bool holds[3][3]; // one-way cells beside this one whose floors are under the other shape, see auk__cell_cover()
} AukTilesAround;

AukTilesAround auk__tiles_around(const AukTileView *view, int x, int y);

// One-way tiles cover and block only one-way tiles of the same direction.
bool auk__tile_may_block(const AukTilesAround *around, int other);

bool auk__tile_is_covered(const AukTilesAround *around, AukDvec from, AukDvec to);

// Removes from the arc at a corner the directions that the neighbours there block.
void auk__arc_clip_by_neighbours(const AukTilesAround *around, double height, AukDvec p, AukArc *arc);

// True if there is room across corner `i` and the cells beside it have faces at that corner, which are then set.
bool auk__tile_open_corner(const AukTilesAround *around, const AukTileGrid *grid, const AukTileOutline *tile, int i,
                           AukBeside beside[2]);

// How a neighbour goes on from the end of a face.
typedef enum AukTileJoint { AUK_JOINT_NONE, AUK_JOINT_LEVEL, AUK_JOINT_STEEP } AukTileJoint;

// The joint at corner `p`, the end in the direction `ahead` of a face with the normal `up`: level with that face, or
// above it. `walls`: also where a wall begins at `p`, which nothing in front of the face can come over.
AukTileJoint auk__tile_joint_at(const AukTilesAround *around, double height, AukDvec p, AukDvec up, AukDvec ahead,
                                bool walls);

#endif
