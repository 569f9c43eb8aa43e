// Grids of tiles: storage of their cells as bytes, and changes of cells.
#ifndef AUK_WORLD_STATE_TILE_MAP_H
#define AUK_WORLD_STATE_TILE_MAP_H

#include "auk/terrain.h"
#include "world/state/world_state.h"

// Removes the grid of a part.
void auk__tiles_drop(AukParts *parts, uint32_t part);

// Changes one cell.
void auk__tiles_write(AukTileGrid *grid, uint64_t place, uint8_t tile);

// Releases all grids.
void auk__tiles_free(AukParts *parts, AukSaveState *save);

// The arguments of auk_world_shape_set_tiles(), in the form that a record stores.
typedef struct AukTilesEdit {
    AukShapeId shape;
    int x, y, width, height;
    const uint8_t *cells;
} AukTilesEdit;

// True if the rectangle lies within a grid. The cells of the edit are read only if it does.
bool auk__tiles_edit_fits(const AukParts *parts, const AukTilesEdit *edit);

// The sum over all cells that the hash of the world includes.
uint64_t auk__tiles_sum(const AukTileGrid *grid);

// The width and height of the cells of a definition.
AukVec2 auk__tiles_cell(const AukTilesDef *def);

// The bounding rectangle of a grid, which is the shape of its part.
void auk__tiles_outline(int width, int height, AukVec2 cell, AukVec2 outline[4]);

// Checks the size of a grid and of its cells. AUK_OK, or the error.
AukStatus auk__tiles_check(int width, int height, AukVec2 cell, AukFault *fault);

// The values that cells may have.
typedef struct AukTileValues {
    bool kinds[AUK_TILE_KIND_LAST + 1]; // of those from AUK_TILE_KIND_FIRST on
} AukTileValues;

AukTileValues auk__tile_values(const AukParts *parts);

// AUK_ERROR_ENUM if some cell has another value.
AukStatus auk__tiles_check_cells(const AukTileValues *values, const uint8_t *cells, uint64_t count, AukFault *fault);

// Sets the size of the cells of a grid.
static inline void auk__tiles_set_cell(AukTileGrid *grid, AukVec2 cell)
{
    grid->cell = cell;
    grid->per_cell = dvec(1.0 / cell.x, 1.0 / cell.y);
}

#endif
