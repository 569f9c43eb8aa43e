// Which cells of a grid are near something.
#ifndef AUK_WORLD_STATE_TILE_WALK_H
#define AUK_WORLD_STATE_TILE_WALK_H

#include "world/state/world_state.h"

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

// The cells near a box of the world that moves by `way`, the body of the grid being in that pose.
AukTileWalk auk__tiles_along(const AukParts *parts, uint32_t part, AukTransform pose, AukBox box, AukDvec way);

// The inverse of a placement whose rotation is of unit length but for rounding, applied to another.
AukDtransform auk__place_seen_from(const AukDtransform *frame, const AukDtransform *place);

#endif
