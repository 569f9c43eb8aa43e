// The geometry of a cell of a grid: its polygon, its normals, and the normals that its neighbours remove.
#ifndef AUK_WORLD_STATE_TILE_SHAPE_H
#define AUK_WORLD_STATE_TILE_SHAPE_H

#include "auk/terrain.h"
#include "geom/ghost_normals.h"
#include "world/state/tile_seams.h"
#include "world/state/world_state.h"

// The placement of a cell's middle in the frame of its grid. Exact in doubles.
static inline AukDtransform auk__cell_dtransform(const AukTileGrid *grid, int child)
{
    AukDtransform transform = {(child % grid->width + 0.5) * grid->cell.x, (child / grid->width + 0.5) * grid->cell.y,
                               1.0, 0.0};
    return transform;
}

// The largest coordinate of a cell in the frame of its grid, whose shape has that radius; `middle` is
// auk__cell_dtransform().
static inline double auk__cell_extent(const AukTileGrid *grid, const AukDtransform *middle, float radius)
{
    double right = middle->x + 0.5 * grid->cell.x, high = middle->y + 0.5 * grid->cell.y;
    return (right > high ? right : high) + (double)radius;
}

// Fills in the support shape of a cell that is not empty, but for its transform, which places the middle of the cell.
// The shape of the grid has that radius.
void auk__cell_support_shape(const AukParts *parts, const AukTileGrid *grid, int child, float radius,
                             AukSupportShape *core);

// The same, with the transform: the grid is at `transform`. Returns auk__cell_dtransform().
static inline AukDtransform auk__cell_place(const AukParts *parts, const AukTileGrid *grid, int child, float radius,
                                            const AukDtransform *transform, AukSupportShape *core)
{
    AukDtransform middle = auk__cell_dtransform(grid, child);
    core->transform = auk__dtransform_compose(transform, &middle);
    auk__cell_support_shape(parts, grid, child, radius, core);
    return middle;
}

// A grid, as seen by one query or one pair of the step.
typedef struct AukTileView {
    const AukTileGrid *grid;
    const AukPart *part;      // of the grid
    const AukParts *parts;    // its neighbours are among them
    const AukFilter *other;   // not null: cells that something with this filter does not meet are empty
    bool by_query;            // see auk__tile_is_met()
    const AukTilesPast *past; // null: the present
    AukTileJoins joins;       // for the pose in question
    bool all_sides;    // one-way cells have normals on both sides, since queries and sensors meet them from behind too
    bool no_sinking;   // a floor beside a cell covers it only for what is above the floor, see auk__cell_cover()
    const AukDvec *up; // not null: the same for one-way cells that are no floors, see auk__is_floor(); up, in the world
    uint8_t passed; // bit i: beyond side i, see auk__tile_side(), is a cell that the other shape passes in this step,
                    // a one-way cell or one that it crosses, and that is therefore empty to it
    bool alone;     // grids that are joined to this one are not there
} AukTileView;

// The direction of a side of a cell, from 0 to AUK_SIDES - 1, in cells.
typedef struct AukTileSide {
    int x, y;
} AukTileSide;

static inline AukTileSide auk__tile_side(int side)
{
    AukTileSide direction = {side == 0 ? -1 : side == 1, side == 2 ? -1 : side == 3};
    return direction;
}

// Computes the normals of a cell that is not empty. False if it has none.
bool auk__cell_ghost_normals(const AukTileView *view, int child, AukGhostNormals *normals);

// True if a cell that is not empty has no normals: solid cells are all around it.
bool auk__cell_is_buried(const AukTileView *view, int child);

// True if a normal, in the grid's frame, is the normal of an exposed face of the cell, if the faces before and after it
// are covered and no neighbour is a one-way floor. Most contacts pass this test. Setting up all normals takes ten times
// as long as the contact.
bool auk__cell_gives(const AukTileView *view, int child, AukDvec normal);

// True for a full cell, not at the border of its grid, that is not buried since a cell beside it is empty.
bool auk__square_is_bare(const AukTileGrid *grid, int child);

// auk__cell_gives() for a full cell, not at the border, among cells that are full or empty, where all of them are met
// and no one-way cell lets anything pass. False for all other cells: `gives` means nothing then.
bool auk__square_gives(const AukTileGrid *grid, int child, AukDvec normal, bool *gives);

// Removes the normals of a solid cell that are covered by the floors of one-way neighbours. A floor covers them only if
// it continues a surface of the cell, and only for an `other`, moved by `moved`, that is beyond the floor or has sunk
// into it by at most AUK_FLOOR_DEPTH of a cell. With `all_sides` or `no_sinking` it may not have sunk into any; with
// `up` it may not have sunk into one-way cells that are no floors. Then removes a face that ends at a joint where a
// neighbour goes on from the next face, for an `other` in front of the next face: it can only touch that end. `on_way`:
// for an impact, not for a contact.
void auk__cell_cover(const AukTileView *view, int child, const AukSupportShape *cell, const AukSupportShape *other,
                     AukDvec moved, bool on_way, AukGhostNormals *normals);

// The depth, in cells across the floor, to which a shape may be inside a one-way floor and still count as standing on
// it, if the floor continues solid ground.
#define AUK_FLOOR_DEPTH 0.0625

// The length of the cells of a grid along a direction.
static inline double auk__cell_along(const AukTileGrid *grid, AukVec2 direction)
{
    if (direction.x != 0.0f && direction.y != 0.0f) {
        AukDvec d = dvec_from(direction);
        return (fabs(d.x) * (double)grid->cell.x + fabs(d.y) * (double)grid->cell.y) / dvec_length(d);
    }
    return (double)(direction.x != 0.0f ? grid->cell.x : grid->cell.y);
}

// The sine up to which a direction is across another one: more than rounding makes.
#define AUK_ACROSS_SINE 1e-6

// True if a one-way cell whose solid side faces in that direction faces up to some degree. One that faces sideways is a
// door: a shape that is a little in it has come through from behind, and has not sunk.
static inline bool auk__is_floor(AukDvec direction, AukDvec up)
{
    return dvec_dot(direction, up) > AUK_ACROSS_SINE * dvec_length(direction);
}

// AUK_FLOOR_DEPTH as a length, for a floor with that direction.
static inline double auk__floor_depth(const AukTileGrid *grid, AukVec2 direction)
{
    return AUK_FLOOR_DEPTH * auk__cell_along(grid, direction);
}

#endif
