// Lists the parts around a move once, so that its searches (where it begins, along its path, where it ends, up and down
// a step) do not ask the query index again. A search outside of the listed box asks the index.
// Invariant: the list holds every part in its box whose body may move in the coming step, and of the others every part
// in the smaller box from which nothing need come. So a search finds the same parts either way that can matter to it.
#include "broad/grid.h"
#include "world/mover/move.h"
#include "world/state/parts_boxes.h"
#include "world/state/query_index.h"
#include "world/step/integrate.h"

// A longer path is searched by stretches, with a box for each: in extents of the mover.
#define NEAR_PATH 4.0

// Room for gaps and for the look at what blocks a direction, in extents of the mover.
#define NEAR_MARGIN 0.125

// The bounds of the part that the query index has just given.
static const AukBounds *bounds_in_grid(const AukGrid *grid, const AukMoveCursor *cursor)
{
    const AukGridPackedBox *places = grid->packed.places.items;
    int32_t place = auk__grid_place(&cursor->grid);
    return place == AUK_GRID_NONE ? &auk__grid_node(grid, (int32_t)cursor->part)->bounds : &places[place].bounds;
}

// True if the body of a part may come to another pose in the coming step.
static bool may_come(const AukMove *move, uint32_t part)
{
    const AukWorld *world = move->world;
    return auk__body(&world->bodies, auk__part(&world->parts, part)->body)->motion == AUK_MOTION_MOVING;
}

void auk__move_expect(AukMove *move, uint32_t part)
{
    const AukWorld *world = move->world;
    uint32_t body = auk__part(&world->parts, part)->body;
    AukTransform now = *auk__pose(&world->bodies, body);
    AukTransform coming = auk__body_coming(&world->bodies, &world->wrap, body, move->coming);
    AukDvec back = auk__wrap_nearest(&world->wrap, dvec_sub(dvec_from(coming.p), dvec_from(now.p)));
    AukBox from = auk__box_at(&world->parts, part, now), to = auk__box_at(&world->parts, part, coming);
    AukDvec low = dvec_sub(dvec_add(dvec_from(to.min), back), dvec_from(from.min)),
            high = dvec_sub(dvec_add(dvec_from(to.max), back), dvec_from(from.max));
    double travelled = dvec_size(low) > dvec_size(high) ? dvec_size(low) : dvec_size(high);
    if (travelled > 0.0 && travelled + move->extent > move->arrivals) {
        move->arrivals = travelled + move->extent;
    }
}

bool auk__move_next_in_grid(const AukMove *move, AukMoveCursor *cursor)
{
    const AukGrid *grid = &move->world->index.grid;
    bool whole = move->world->wrap.on || auk__move_all_rest(move); // with images a search has no box of its own
    while (auk__grid_next(grid, &cursor->grid, &cursor->part)) {
        if (whole || may_come(move, cursor->part) || auk__bounds_touch(bounds_in_grid(grid, cursor), &cursor->still)) {
            return true;
        }
    }
    return false;
}

void auk__move_list_near(AukMove *move)
{
    const AukGrid *grid = &move->world->index.grid;
    AukMoveNear *near = &move->near;
    double path = dvec_length(move->velocity) * (double)move->dt * move->left;
    near->count = 0;
    near->box = near->still = auk__bounds_nowhere();
    if (move->world->wrap.on || path > NEAR_PATH * move->extent) {
        return;
    }
    double higher = move->step_height > move->snap ? move->step_height : move->snap;
    bool all_rest = auk__move_all_rest(move);
    AukMoveCursor cursor;
    auk__move_look(move, move->at, move->at, path + (higher + move->step_height) + NEAR_MARGIN * move->extent, &cursor);
    while (auk__move_next_in_grid(move, &cursor)) {
        if (near->count == AUK_MOVE_NEAR) {
            return; // too many
        }
        near->parts[near->count] = cursor.part;
        near->sides[near->count] = AUK_MOVE_SIDE_UNKNOWN;
        near->moving[near->count] = !all_rest && may_come(move, cursor.part);
        near->bounds[near->count++] = *bounds_in_grid(grid, &cursor);
    }
    near->box = cursor.grid.query;
    near->still = cursor.still;
}
