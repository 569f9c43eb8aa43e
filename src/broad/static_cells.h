// A grid over static boxes for walks along paths: a walk reads the cells beside a path instead of the strips that the
// box around the path spans.
// Invariant: a box is an entry of the cell of its least corner, and no larger than a cell; larger boxes are in a static
// index of their own. So a walk that reads a cell's size more to the left and downwards misses none and reads none
// twice. Tried: entries in every cell that a box touches. Finding those that a walk had read before took as long as
// the reading.
#ifndef AUK_BROAD_STATIC_CELLS_H
#define AUK_BROAD_STATIC_CELLS_H

#include "broad/paths.h"
#include "broad/static_index.h"

enum { AUK_CELL_TILE_BITS = 10 };

typedef struct AukStaticCells {
    AukStrips columns, rows;
    int tile_shift; // a tile has 2^tile_shift columns and rows
    double row_height;
    float widest, highest; // of the boxes in the grid
    AukBuffer starts;      // int per cell, row by row: its first entry; then the end of the last cell
    AukBuffer blocks;      // the boxes of entries, by four
    AukBuffer slots;       // uint32_t per entry
    AukBuffer large;       // uint32_t: the slots of larger boxes
    AukStaticIndex large_index;
} AukStaticCells;

// Reserves memory for `count` boxes. False if there is no memory.
bool auk__static_cells_reserve(AukStaticCells *cells, AukWork *work, int count);

// Replaces the contents by the boxes of `slots`. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__static_cells_build(AukStaticCells *cells, AukWork *work, const AukBounds *bounds, const uint32_t *slots,
                                  int count);

// A number that is equal for boxes near each other, below 2^AUK_CELL_TILE_BITS.
uint32_t auk__static_cells_tile(const AukStaticCells *cells, const AukBounds *box);

// Adds the pairs of movers that fly along paths with the boxes that they meet, and with all large boxes that touch the
// boxes around their paths.
AukStatus auk__static_cells_pairs(const AukStaticCells *cells, const AukBroadPath *paths, const AukBounds *bounds,
                                  const uint32_t *movers, int count, AukPairList *found);

void auk__static_cells_free(AukStaticCells *cells);

#endif
