// The geometry of tiles. A tile is a polygon, with corners in half cells from the cell's middle: whole numbers of them
// for built-in kinds, multiples of 2^-15 for kinds that the game makes. What lies where is decided in these units,
// exactly; directions are those of the cell's real width and height.
// Two further properties follow from the polygons of the tile and its neighbours: the faces that are covered, and the
// normals that remain at a corner after the neighbours there have removed theirs.
#include "world/state/tile_shape.h"
#include "auk/terrain.h"
#include "world/state/tile_around.h"

#include <string.h>

void auk__cell_support_shape(const AukParts *parts, const AukTileGrid *grid, int child, float radius,
                             AukSupportShape *core)
{
    const int tile = grid->cells[child];
    const AukTileOutline *outline = auk__tile_outline(parts, tile);
    AukVec2 half = auk_vec_scale(0.5f, grid->cell);
    core->vertices = core->own;
    core->count = outline->count;
    core->box = tile == AUK_TILE_FULL;
    core->custom = NULL;
    core->radius = (double)radius;
    for (int i = 0; i < outline->count; i++) {
        core->own[i] = auk_vec(outline->x[i] * half.x, outline->y[i] * half.y);
    }
}

// True if the cell is full and those around it are full or empty: most cells of most grids.
static bool are_squares(const AukTilesAround *around)
{
    const int *row = around->rows[0];
    int all = 0;
    for (int i = 0; i < 9; i++) {
        all |= row[i];
    }
    return around->rows[1][1] == AUK_TILE_FULL && (all | AUK_TILE_FULL) == AUK_TILE_FULL;
}

// The faces and corners of such a cell. Any full cell at a corner leaves it without normals.
static bool set_square_normals(const AukTilesAround *around, const AukTileGrid *grid, const AukTileOutline *tile,
                               AukGhostNormals *normals)
{
    bool any = false;
    AukVec2 half = auk_vec_scale(0.5f, grid->cell);
    for (int i = 0; i < 4; i++) {
        int before = i > 0 ? i - 1 : 3, next = i < 3 ? i + 1 : 0, x = (int)tile->x[i], y = (int)tile->y[i];
        int side_x = x == (int)tile->x[next] ? x : 0, side_y = y == (int)tile->y[next] ? y : 0;
        bool ahead = around->rows[1][1 + x] != AUK_TILE_EMPTY, up = around->rows[1 + y][1] != AUK_TILE_EMPTY;
        bool across = around->rows[1 + y][1 + x] != AUK_TILE_EMPTY;
        normals->face[i] = around->rows[1 + side_y][1 + side_x] == AUK_TILE_EMPTY;
        AukArc arc = {!ahead && !up && !across, normals->normal[before], normals->normal[i]};
        normals->corner[i] = arc;
        normals->open[i] = ahead && up && !across;
        if (normals->open[i]) {
            AukBeside first = {arc.last, auk_vec(tile->x[before] * half.x, tile->y[before] * half.y)},
                      second = {arc.first, auk_vec(tile->x[next] * half.x, tile->y[next] * half.y)};
            normals->beside[i][0] = first;
            normals->beside[i][1] = second;
        }
        any = any || normals->face[i];
    }
    return any;
}

static bool is_beside_full(const AukTilesAround *around)
{
    return around->rows[1][0] == AUK_TILE_FULL && around->rows[1][2] == AUK_TILE_FULL &&
           around->rows[0][1] == AUK_TILE_FULL && around->rows[2][1] == AUK_TILE_FULL;
}

static bool set_tile_normals(const AukTileView *view, const AukTilesAround *around, const AukTileOutline *tile,
                             AukGhostNormals *normals)
{
    double height = auk__tile_height(view->grid);
    bool front_only = tile->count == 2 && !view->all_sides, any = false;
    for (int i = 0; i < tile->count; i++) {
        bool back = tile->count == 2 && i == 1; // the back lies inside the cell, so no neighbour covers it
        normals->face[i] =
            back ? view->all_sides
                 : !auk__tile_is_covered(around, auk__tile_corner(tile, i), auk__tile_corner(tile, i + 1));
        any = any || normals->face[i];
    }
    for (int i = 0; i < tile->count; i++) {
        AukArc *arc = &normals->corner[i];
        arc->any = true;
        arc->first = normals->normal[i > 0 ? i - 1 : tile->count - 1];
        arc->last = normals->normal[i];
        if (front_only) {
            auk__arc_clip(arc, normals->normal[1]); // no normals towards the back
        }
        auk__arc_clip_by_neighbours(around, height, auk__tile_corner(tile, i), arc);
        normals->open[i] = !arc->any && auk__tile_open_corner(around, view->grid, tile, i, normals->beside[i]);
        any = any || arc->any;
    }
    return any;
}

static bool set_normals(const AukTileView *view, const AukTilesAround *around, int child, AukGhostNormals *normals)
{
    const AukTileOutline *tile = auk__tile_outline(view->parts, view->grid->cells[child]);
    double height = auk__tile_height(view->grid);
    normals->count = tile->count;
    for (int i = 0; i < tile->count; i++) {
        AukDvec along = auk__tile_stretched(dvec_sub(auk__tile_corner(tile, i + 1), auk__tile_corner(tile, i)), height);
        normals->normal[i] = auk__tile_unit(dvec(along.y, -along.x));
    }
    return are_squares(around) ? set_square_normals(around, view->grid, tile, normals)
                               : set_tile_normals(view, around, tile, normals);
}

bool auk__cell_ghost_normals(const AukTileView *view, int child, AukGhostNormals *normals)
{
    AukTilesAround around = auk__tiles_around(view, child % view->grid->width, child / view->grid->width);
    return set_normals(view, &around, child, normals);
}

bool auk__cell_is_buried(const AukTileView *view, int child)
{
    if (auk__square_is_bare(view->grid, child)) {
        return false;
    }
    AukTilesAround around = auk__tiles_around(view, child % view->grid->width, child / view->grid->width);
    if (are_squares(&around)) {
        return is_beside_full(&around);
    }
    const AukTileOutline *tile = auk__tile_outline(view->parts, view->grid->cells[child]);
    for (int i = 0; i < tile->count; i++) { // one face is enough
        if (tile->count > 2 &&
            !auk__tile_is_covered(&around, auk__tile_corner(tile, i), auk__tile_corner(tile, i + 1))) {
            return false;
        }
    }
    AukGhostNormals normals;
    return !set_normals(view, &around, child, &normals);
}

static bool has_floor_beside(const AukTilesAround *around)
{
    const AukParts *parts = around->parts;
    return auk__tile_is_one_way(parts, around->rows[1][0]) || auk__tile_is_one_way(parts, around->rows[1][2]) ||
           auk__tile_is_one_way(parts, around->rows[0][1]) || auk__tile_is_one_way(parts, around->rows[2][1]);
}

// True if the face between corner `p` and `far` is exposed and has a joint at `p`. `begins`: it begins there.
static bool is_joined(const AukTilesAround *around, double height, AukDvec p, AukDvec far, bool begins)
{
    AukDvec on = auk__tile_unit(auk__tile_stretched(dvec_sub(p, far), height)),
            up = begins ? dvec(-on.y, on.x) : dvec(on.y, -on.x);
    return !(begins ? auk__tile_is_covered(around, p, far) : auk__tile_is_covered(around, far, p)) &&
           auk__tile_joint_at(around, height, p, up, on, true) != AUK_JOINT_NONE;
}

bool auk__cell_gives(const AukTileView *view, int child, AukDvec normal)
{
    bool given;
    if (!view->other && !view->passed && auk__square_gives(view->grid, child, normal, &given)) {
        return given;
    }
    int x = child % view->grid->width, y = child / view->grid->width;
    const AukTileOutline *tile = auk__tile_outline(view->parts, view->grid->cells[child]);
    double height = auk__tile_height(view->grid);
    for (int i = 0; i < tile->count; i++) {
        AukDvec from = auk__tile_corner(tile, i), to = auk__tile_corner(tile, i + 1),
                along = auk__tile_stretched(dvec_sub(to, from), height);
        bool upright = fabs(dvec_dot(along, normal)) <= 1e-12 * dvec_size(along) && dvec_cross(normal, along) > 0.0;
        if (upright && tile->count == 2 && i == 1) {
            return view->all_sides;
        }
        if (upright) {
            AukTilesAround around = auk__tiles_around(view, x, y);
            return !auk__tile_is_covered(&around, from, to) && !has_floor_beside(&around) &&
                   !is_joined(&around, height, from, auk__tile_corner(tile, i > 0 ? i - 1 : tile->count - 1), false) &&
                   !is_joined(&around, height, to, auk__tile_corner(tile, i + 1 < tile->count ? i + 2 : 1), true);
        }
    }
    return false;
}

// The signed distance of `other` beyond a line through a cell, across `direction` (unit) and `offset` from its middle.
static double beyond(const AukSupportShape *cell, const AukSupportShape *other, AukDvec moved, AukDvec direction,
                     double offset)
{
    AukDvec up =
        dvec_scale(auk__dtransform_shrink(&cell->transform), auk__dtransform_rotate(&cell->transform, direction));
    AukDvec lowest = dvec_add(auk__support_shape_farthest(other, dvec_neg(up)).point, moved);
    AukDvec middle = dvec(cell->transform.x, cell->transform.y);
    return dvec_dot(up, dvec_sub(lowest, middle)) - offset - cell->radius - other->radius;
}

// A floor that continues a surface of a cell, beyond the side of the cell at `side`.
typedef struct FloorBeside {
    AukDvec side;
    AukDvec joint;  // where it meets the cell
    AukDvec along;  // its direction from there
    AukDvec normal; // of its front
} FloorBeside;

// Removes the face of a cell on the side beyond which a floor continues, and the normals of its corners that point to
// that side. A face before the front of the floor is a wall at its end, which stays.
static void cover_side(const AukTileOutline *tile, const FloorBeside *floor, AukGhostNormals *normals)
{
    for (int i = 0; i < tile->count; i++) {
        AukDvec here = auk__tile_corner(tile, i), next = auk__tile_corner(tile, i + 1);
        if (here.x == floor->joint.x && here.y == floor->joint.y) {
            auk__arc_clip(&normals->corner[i], floor->along);
        }
        bool before = dvec_dot(floor->normal, dvec_sub(here, floor->joint)) > 0.0 ||
                      dvec_dot(floor->normal, dvec_sub(next, floor->joint)) > 0.0;
        if (!before && dvec_dot(here, floor->side) == 1.0 && dvec_dot(next, floor->side) == 1.0) {
            normals->face[i] = false;
            auk__arc_clip(&normals->corner[i], floor->side);
            auk__arc_clip(&normals->corner[i + 1 < tile->count ? i + 1 : 0], floor->side);
        }
    }
}

static bool has_corner(const AukTileOutline *tile, AukDvec p)
{
    for (int i = 0; i < tile->count; i++) {
        if ((double)tile->x[i] == p.x && (double)tile->y[i] == p.y) {
            return true;
        }
    }
    return false;
}

// The face of a one-way kind that is a floor and ends at the border with a cell at -`side`: its end there, its
// direction away from it and its normal, in the frame of that cell. False if there is none.
static bool floor_of_kind(const AukTileKindEntry *kind, double height, FloorBeside *floor)
{
    const AukTileOutline *tile = &kind->outline;
    for (int i = 0; i < tile->count; i++) {
        AukDvec ends[2] = {auk__tile_corner(tile, i), auk__tile_corner(tile, i + 1)};
        AukDvec along = auk__tile_stretched(dvec_sub(ends[1], ends[0]), height);
        floor->normal = auk__tile_unit(dvec(along.y, -along.x));
        bool at_border[2] = {dvec_dot(ends[0], floor->side) == -1.0, dvec_dot(ends[1], floor->side) == -1.0};
        if (at_border[0] != at_border[1] && dvec_dot(floor->normal, dvec_from(kind->kind.one_way)) > 0.0) {
            floor->joint = dvec_add(ends[at_border[1]], dvec_scale(2.0, floor->side));
            floor->along = at_border[0] ? auk__tile_unit(along) : dvec_neg(auk__tile_unit(along));
            return true;
        }
    }
    return false;
}

// How far behind a surface of the cell rounding may put what is in front of it.
static double front_tolerance(const AukSupportShape *cell, const AukSupportShape *other)
{
    AukDvec apart = dvec(cell->transform.x - other->transform.x, cell->transform.y - other->transform.y);
    return auk__tau(auk__support_shape_extent(cell) + auk__support_shape_extent(other) + dvec_size(apart));
}

// How deep `other` may be behind a floor that covers a side. Without sinking that is the tolerance of what is in front.
static double depth_of_cover(const AukTileView *view, AukVec2 direction, const AukSupportShape *cell,
                             const AukSupportShape *other)
{
    if (!view->all_sides && !view->no_sinking &&
        (!view->up || auk__is_floor(auk__dtransform_rotate(&cell->transform, dvec_from(direction)), *view->up))) {
        return auk__floor_depth(view->grid, direction);
    }
    return front_tolerance(cell, other);
}

// Covers the side of a cell beyond which a floor of a kind with a direction continues.
static void cover_by_kind(const AukTileView *view, AukTilesAround *around, const AukTileOutline *tile, AukTileSide side,
                          const AukSupportShape *cell, const AukSupportShape *other, AukDvec moved,
                          AukGhostNormals *normals)
{
    const AukTileKindEntry *kind = auk__tile_kind(view->parts, around->rows[1 + side.y][1 + side.x]);
    FloorBeside floor = {.side = dvec(side.x, side.y)};
    if (!kind || !auk__is_not_zero(kind->kind.one_way) || !floor_of_kind(kind, auk__tile_height(view->grid), &floor) ||
        !has_corner(tile, floor.joint)) {
        return;
    }
    double depth = depth_of_cover(view, kind->kind.one_way, cell, other);
    AukDvec joint = dvec(0.5 * view->grid->cell.x * floor.joint.x, 0.5 * view->grid->cell.y * floor.joint.y);
    if (beyond(cell, other, moved, floor.normal, dvec_dot(floor.normal, joint)) >= -depth) {
        cover_side(tile, &floor, normals);
        around->holds[1 + side.y][1 + side.x] = true;
    }
}

// Covers the sides of a cell beyond which one-way floors continue.
static void cover_by_floors(const AukTileView *view, AukTilesAround *around, const AukTileOutline *tile,
                            const AukSupportShape *cell, const AukSupportShape *other, AukDvec moved,
                            AukGhostNormals *normals)
{
    for (int kind = AUK_TILE_ONE_WAY_HIGH; kind <= AUK_TILE_ONE_WAY_LEFT; kind++) {
        AukVec2 normal = auk__tile_one_way(view->parts, kind);
        double depth = depth_of_cover(view, normal, cell, other);
        for (int turn = -1; turn <= 1; turn += 2) {
            int dx = turn * (int)normal.y, dy = turn * (int)normal.x;
            AukDvec side = dvec(dx, dy), direction = dvec_from(normal);
            FloorBeside floor = {side, dvec_add(direction, side), side, direction};
            if (around->rows[1 + dy][1 + dx] == kind && has_corner(tile, floor.joint) &&
                beyond(cell, other, moved, direction, 0.5 * auk__cell_along(view->grid, normal)) >= -depth) {
                cover_side(tile, &floor, normals);
                around->holds[1 + dy][1 + dx] = true;
            }
        }
    }
    for (int i = 0; view->parts->kinds.one_way > 0 && i < AUK_SIDES; i++) {
        cover_by_kind(view, around, tile, auk__tile_side(i), cell, other, moved, normals);
    }
    for (int i = 0; i < tile->count; i++) {
        normals->open[i] = !normals->corner[i].any &&
                           (normals->open[i] || auk__tile_open_corner(around, view->grid, tile, i, normals->beside[i]));
    }
}

// Removes a face that ends at a joint where a neighbour goes on from the next face, for what is in front of the next
// face: by rounding alone that would meet this face, at its end. Level joints come first: a segment on level ground is
// also in front of a face that leads down from a joint, and the neighbour is above that one. `on_way`: what moves came
// over the neighbour, so it began in front of the next face, and that neighbour is no wall. At inner corners such
// joints took the face that a ray into the corner meets, and it passed.
static void cover_by_joints(const AukTilesAround *around, const AukTileGrid *grid, const AukTileOutline *tile,
                            const AukSupportShape *cell, const AukSupportShape *other, AukDvec moved, bool on_way,
                            AukGhostNormals *normals)
{
    const double height = auk__tile_height(grid), half = 0.5 * (double)grid->cell.x;
    double tolerance = -1.0;
    const int count = tile->count > 2 ? tile->count : 0, last = count - 1;
    int joints[2 * AUK_GHOST_NORMALS_MAX]; // of the ends of faces; -1: not known
    memset(joints, -1, sizeof joints);
    for (int i = 0; i < 4 * count; i++) {
        const int end = i % (2 * count), face = end / 2, after = face < last ? face + 1 : 0;
        const int at = end % 2 ? after : face, next = end % 2 ? after : (face > 0 ? face - 1 : last);
        if (!normals->face[face] || !normals->face[next] || normals->corner[at].any || normals->open[at]) {
            continue;
        }
        if (joints[end] < 0) {
            AukDvec p = auk__tile_corner(tile, at), up = normals->normal[next];
            joints[end] = (int)auk__tile_joint_at(around, height, p, up,
                                                  end % 2 ? dvec(up.y, -up.x) : dvec(-up.y, up.x), !on_way);
            if (joints[end] != AUK_JOINT_NONE) {
                tolerance = tolerance < 0.0 ? front_tolerance(cell, other) : tolerance;
                const double surface = half * dvec_dot(up, auk__tile_stretched(p, height));
                bool above = beyond(cell, other, moved, up, surface) >= -tolerance &&
                             (!on_way || beyond(cell, other, dvec(0.0, 0.0), up, surface) >= -tolerance);
                joints[end] = above ? joints[end] : AUK_JOINT_NONE;
            }
        }
        if (joints[end] == AUK_JOINT_LEVEL || (joints[end] == AUK_JOINT_STEEP && i >= 2 * count)) {
            normals->face[face] = false;
            auk__arc_clip(&normals->corner[face], normals->normal[face]);
            auk__arc_clip(&normals->corner[after], normals->normal[face]);
        }
    }
}

void auk__cell_cover(const AukTileView *view, int child, const AukSupportShape *cell, const AukSupportShape *other,
                     AukDvec moved, bool on_way, AukGhostNormals *normals)
{
    const AukTileOutline *tile = auk__tile_outline(view->parts, view->grid->cells[child]);
    AukTilesAround around = auk__tiles_around(view, child % view->grid->width, child / view->grid->width);
    if (has_floor_beside(&around)) {
        cover_by_floors(view, &around, tile, cell, other, moved, normals);
    }
    if (!are_squares(&around)) {
        cover_by_joints(&around, view->grid, tile, cell, other, moved, on_way, normals);
    }
}
