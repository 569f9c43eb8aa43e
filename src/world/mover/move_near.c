// Lists the parts around a move once, so that its searches (where it begins, along its path, where it ends, up and down
// a step) do not ask the query index again. A search outside of the listed box asks the index.
// Invariant: the list holds every part that the index has in its box, so a search finds the same parts either way.
#include "broad/grid.h"
#include "world/mover/move.h"
#include "world/state/query_index.h"

// A longer path is searched by stretches, with a box for each: in extents of the mover.
#define NEAR_PATH 4.0

// Room for gaps and for the look at what blocks a direction, in extents of the mover.
#define NEAR_MARGIN 0.125

void auk__move_list_near(AukMove *move)
{
    const AukGrid *grid = &move->world->index.grid;
    AukMoveNear *near = &move->near;
    double path = dvec_length(move->velocity) * (double)move->dt * move->left;
    near->count = 0;
    near->box = auk__bounds_nowhere();
    if (move->world->wrap.on || path > NEAR_PATH * move->extent) {
        return;
    }
    double higher = move->step_height > move->snap ? move->step_height : move->snap;
    AukMoveCursor cursor;
    auk__move_look(move, move->at, move->at, path + (higher + move->step_height) + NEAR_MARGIN * move->extent, &cursor);
    const AukGridPackedBox *places = grid->packed.places.items;
    while (auk__grid_next(grid, &cursor.grid, &cursor.part)) {
        if (near->count == AUK_MOVE_NEAR) {
            return; // too many
        }
        int32_t place = auk__grid_place(&cursor.grid);
        near->parts[near->count] = cursor.part;
        near->sides[near->count] = AUK_MOVE_SIDE_UNKNOWN;
        near->bounds[near->count++] =
            place == AUK_GRID_NONE ? auk__grid_node(grid, (int32_t)cursor.part)->bounds : places[place].bounds;
    }
    near->box = cursor.grid.query;
}
