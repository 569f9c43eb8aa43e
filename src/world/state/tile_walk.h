// Walks over the cells of a grid that are near a box.
#ifndef AUK_WORLD_STATE_TILE_WALK_H
#define AUK_WORLD_STATE_TILE_WALK_H

#include "world/state/world_state.h"

// Visits, in order, the cells that are not empty and that a box touches while it moves by `delta`. The box and `delta`
// are in the frame of the grid.
typedef struct AukTileWalk {
    const AukTileGrid *grid;
    AukDvec min, max, delta; // in units of cells
    int y, last_y, x, last_x;
    int first_x; // of the present row
} AukTileWalk;

// Begins a walk. It is written where it stays: read as words of 16 bytes for a copy, its numbers, just stored, are
// waited for.
void auk__tiles_walk(const AukTileGrid *grid, AukDvec min, AukDvec max, AukDvec delta, AukTileWalk *walk);

// The next cell, or -1.
int auk__tiles_next(AukTileWalk *walk);

// Begins a walk over the cells near a box of the world that moves by `delta`; `pose` is the pose of the grid's body.
void auk__tiles_along(const AukParts *parts, uint32_t part, AukTransform pose, AukBox box, AukDvec delta,
                      AukTileWalk *walk);

// Applies the inverse of `frame` to `transform`. The rotation of `frame` is of unit length except for rounding.
AukDtransform auk__dtransform_seen_from(const AukDtransform *frame, const AukDtransform *transform);

#endif
