// Grids of tiles: their cells as bytes, and how they are changed.
#ifndef AUK_WORLD_STATE_TILE_MAP_H
#define AUK_WORLD_STATE_TILE_MAP_H

#include "auk/terrain.h"
#include "world/state/world_state.h"

// Forgets the grid of a part.
void auk__tiles_drop(AukParts *parts, uint32_t part);

// Changes one cell.
void auk__tiles_write(AukTileGrid *grid, uint64_t place, uint8_t tile);

// Releases all grids.
void auk__tiles_free(AukParts *parts, AukSaveState *save);

// The arguments of auk_shape_set_tiles(), as a record has them.
typedef struct AukTilesEdit {
    AukShapeId shape;
    int x, y, width, height;
    const uint8_t *cells;
} AukTilesEdit;

// True if the rectangle lies in a grid: only then its cells are read.
bool auk__tiles_edit_fits(const AukParts *parts, const AukTilesEdit *edit);

// The sum of all cells.
uint64_t auk__tiles_sum(const AukTileGrid *grid);

// The rectangle around a grid, as the shape of its part.
void auk__tiles_outline(int width, int height, float cell, AukVec2 outline[4]);

// AUK_OK, or what is wrong with these sizes.
AukStatus auk__tiles_check(int width, int height, float cell);

// AUK_ERROR_ENUM if a cell is no AukTile.
AukStatus auk__tiles_check_cells(const uint8_t *cells, uint64_t count);

#endif
