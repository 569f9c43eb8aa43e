// Full cells that are not at the border of their grid: most cells of most grids. What tile_shape.c finds of them by
// their outlines and those of all cells around, the values of the four beside them say at once.
// Invariant: the same answers.
#include "auk/terrain.h"
#include "world/state/tile_shape.h"

// The values of the cells beside a full cell, by the numbers of its sides. False if the cell is not full or lies at the
// border.
static bool look_beside(const AukTileGrid *grid, int child, uint8_t sides[AUK_SIDES])
{
    int width = grid->width, y = child / width, x = child - y * width;
    const uint8_t *cell = &grid->cells[child];
    if (*cell != AUK_TILE_FULL || x == 0 || y == 0 || x == width - 1 || y == grid->height - 1) {
        return false;
    }
    sides[0] = cell[-1];
    sides[1] = cell[1];
    sides[2] = cell[-width];
    sides[3] = cell[width];
    return true;
}

bool auk__square_is_bare(const AukTileGrid *grid, int child)
{
    uint8_t sides[AUK_SIDES];
    return look_beside(grid, child, sides) && (sides[0] == AUK_TILE_EMPTY || sides[1] == AUK_TILE_EMPTY ||
                                               sides[2] == AUK_TILE_EMPTY || sides[3] == AUK_TILE_EMPTY);
}

bool auk__square_gives(const AukTileGrid *grid, int child, AukDvec normal, bool *gives)
{
    uint8_t sides[AUK_SIDES];
    if (!look_beside(grid, child, sides)) {
        return false;
    }
    bool sideways = fabs(normal.y) <= 1e-12 && normal.x != 0.0, upright = fabs(normal.x) <= 1e-12 && normal.y != 0.0;
    int side = sideways ? normal.x > 0.0 : 2 + (normal.y > 0.0);
    *gives = (sideways || upright) && sides[side] == AUK_TILE_EMPTY;
    return (sides[0] | sides[1] | sides[2] | sides[3]) <= AUK_TILE_FULL;
}
