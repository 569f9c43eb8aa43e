// Grids that continue each other: side by side in one lattice of cells, they have no side at their common border.
#ifndef AUK_WORLD_STATE_TILE_SEAMS_H
#define AUK_WORLD_STATE_TILE_SEAMS_H

#include "world/state/world_state.h"

// An earlier step, for questions about the past: grids continue each other as their bodies were then.
typedef struct AukTilesPast {
    const AukHistory *history;
    uint64_t step;
} AukTilesPast;

// Updates the neighbours of a part after a change of its body's pose, motion, filter or owner, or of its own placement,
// radius or filter. Does nothing for parts that are not grids.
void auk__seams_update(AukWorld *world, uint32_t part);

// Joins the grids of a body that only a view of the world (step/local_step.h) has enabled. The body is not static, so
// its grids have no other neighbours. Nothing is marked as changed: the marks belong to the world.
void auk__seams_enable(AukWorld *view, uint32_t body);

// Takes a grid that is about to be removed from the lists of its neighbours.
void auk__seams_drop(AukWorld *world, uint32_t part);

// Forgets the site and the list of a grid: its next update makes both, and updates the lists of the others.
void auk__seams_forget(AukTileGrid *grid);

// Takes parts that are no longer grids from all lists, after a restore has replaced the parts.
void auk__seams_purge(AukParts *parts);

// Marks a grid as changed after an edit of a rectangle of its cells, and the neighbours that may look them up.
void auk__seams_edited(AukWorld *world, uint32_t part, int x, int y, int width, int height);

// A cell of one of several grids.
typedef struct AukTileCell {
    uint32_t part; // of its grid
    int child;     // -1: none
} AukTileCell;

// The cell at a place outside the grid, that of the neighbour there; none if it is empty. `past` is null for questions
// about the present.
AukTileCell auk__seams_cell(const AukParts *parts, const AukTileGrid *grid, const AukTilesPast *past, int x, int y);

// A line of cells of a grid: a row if `upright`, else a column.
typedef struct AukTileLine {
    uint32_t part;
    int line;
    bool upright;
} AukTileLine;

// True if two lines of different grids in one lattice are parts of one line.
bool auk__seams_join_lines(const AukParts *parts, AukTileLine a, AukTileLine b);

// True if two different grids are in one lattice.
bool auk__seams_join(const AukParts *parts, uint32_t part_a, uint32_t part_b);

#endif
