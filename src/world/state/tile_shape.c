// The geometry of tiles. A tile is a polygon, with corners in half cells from the cell's middle: whole numbers of them
// for built-in kinds, multiples of 2^-15 for kinds that the game makes. What lies where is decided in these units,
// exactly; directions are those of the cell's real width and height.
// Two further properties follow from the polygons of the tile and its neighbours: the faces that are covered, and the
// normals that remain at a corner after the neighbours there have removed theirs.
#include "world/state/tile_shape.h"
#include "auk/terrain.h"
#include "world/state/tile_kinds.h"
#include "world/state/tile_map.h"

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

// ---- the tile at a point, in half cells from the middle of the cell ----

static AukDvec corner(const AukTileOutline *tile, int index)
{
    int i = index < tile->count ? index : 0;
    return dvec(tile->x[i], tile->y[i]);
}

static bool is_between(AukDvec p, AukDvec from, AukDvec to)
{
    return dvec_cross(dvec_sub(to, from), dvec_sub(p, from)) == 0.0 &&
           dvec_dot(dvec_sub(p, from), dvec_sub(p, to)) <= 0.0;
}

// The direction of a vector in half cells, in units of half the width of a cell.
static AukDvec stretched(AukDvec v, double height)
{
    return dvec(v.x, height * v.y);
}

// The height of the cells of a grid in units of their width.
static double height_of(const AukTileGrid *grid)
{
    return (double)grid->cell.y / (double)grid->cell.x;
}

// Writes the directions that span a tile at a point of its outline, for cells of that height. Returns their number; 0
// if the point is not on the outline.
static int rays_at(const AukTileOutline *tile, double height, AukDvec p, AukDvec rays[3])
{
    for (int i = 0; i < tile->count; i++) {
        AukDvec here = corner(tile, i), next = corner(tile, i + 1);
        AukDvec before = corner(tile, i > 0 ? i - 1 : tile->count - 1);
        if (here.x == p.x && here.y == p.y) {
            rays[0] = stretched(dvec_sub(next, here), height);
            rays[1] = stretched(dvec_sub(before, here), height);
            return 2;
        }
        if (is_between(p, here, next) && (next.x != p.x || next.y != p.y)) {
            rays[0] = stretched(dvec_sub(next, here), height);
            rays[1] = dvec_neg(rays[0]);
            rays[2] = dvec(-rays[0].y, rays[0].x); // into the tile, or to the back of a one-way tile
            return tile->count > 2 ? 3 : 2;
        }
    }
    return 0;
}

// ---- arcs ----

static AukDvec unit(AukDvec v)
{
    return dvec_scale(1.0 / dvec_length(v), v);
}

// Reduces an arc to its directions that point away from a ray or are square to it. An arc of half a turn either has an
// end that points away from the ray, or is square to the ray at both ends; in the latter case all directions between
// the ends point away, or none does.
static void tile_shape_clip(AukArc *arc, AukDvec ray)
{
    double first = dvec_dot(arc->first, ray), last = dvec_dot(arc->last, ray);
    bool towards = first == 0.0 && last == 0.0 && dvec_cross(arc->first, ray) > 0.0;
    if (!arc->any || towards || (first > 0.0 && last > 0.0)) {
        arc->any = false;
    } else if (first > 0.0) {
        arc->first = unit(dvec(-ray.y, ray.x));
    } else if (last > 0.0) {
        arc->last = unit(dvec(ray.y, -ray.x));
    }
    // an arc that remains at a straight joint is the normal of a face: drop it
    if (arc->any && dvec_dot(arc->first, arc->last) > 0.0 && dvec_cross(arc->first, arc->last) < 1e-9) {
        arc->any = false;
    }
}

// ---- neighbours ----

// The value of a cell as `view->other` sees it.
static int seen(const AukTileView *view, int tile)
{
    bool empty = view->other && tile != AUK_TILE_EMPTY &&
                 !auk__tile_is_met(view->parts, view->part, tile, view->other, view->by_query);
    return empty ? AUK_TILE_EMPTY : tile;
}

// The cell at a place that may be outside the grid.
static AukTileCell cell_at(const AukTileView *view, int x, int y)
{
    const AukTileGrid *grid = view->grid;
    AukTileCell cell = {grid->part, -1};
    if (view->joins.x) {
        x += x < 0 ? grid->width : (x >= grid->width ? -grid->width : 0);
    }
    if (view->joins.y) {
        y += y < 0 ? grid->height : (y >= grid->height ? -grid->height : 0);
    }
    if (x >= 0 && y >= 0 && x < grid->width && y < grid->height) {
        cell.child = y * grid->width + x;
    } else if (grid->seam_count > 0 || view->past) {
        cell = auk__seams_cell(view->parts, grid, view->past, x, y);
    }
    return cell;
}

AukTileCell auk__cell_beside(const AukTileView *view, int child, AukTileSide side)
{
    return cell_at(view, child % view->grid->width + side.x, child / view->grid->width + side.y);
}

static int tile_at(const AukTileView *view, int x, int y)
{
    AukTileCell cell = cell_at(view, x, y);
    return cell.child < 0 ? AUK_TILE_EMPTY : seen(view, auk__tiles(view->parts, cell.part)->cells[cell.child]);
}

// The values of the 3 x 3 cells around a cell, by row and column. Faces and corners look at a cell's neighbours several
// times, so they are looked up once.
typedef struct TilesAround {
    const AukParts *parts;
    int rows[3][3];
    bool holds[3][3]; // one-way cells beside this one whose floors are under the other shape, see auk__cell_cover()
} TilesAround;

static TilesAround tiles_around(const AukTileView *view, int x, int y)
{
    TilesAround around = {.parts = view->parts};
    const AukTileGrid *grid = view->grid;
    if (x > 0 && y > 0 && x < grid->width - 1 && y < grid->height - 1 && !view->other) {
        const uint8_t *row = &grid->cells[(size_t)(y - 1) * (size_t)grid->width + (size_t)(x - 1)];
        for (int dy = 0; dy < 3; dy++, row += grid->width) {
            for (int dx = 0; dx < 3; dx++) {
                around.rows[dy][dx] = row[dx];
            }
        }
    } else {
        for (int dy = 0; dy < 3; dy++) {
            for (int dx = 0; dx < 3; dx++) {
                around.rows[dy][dx] = tile_at(view, x + dx - 1, y + dy - 1);
            }
        }
    }
    for (int i = 0; i < AUK_SIDES && view->passed; i++) {
        AukTileSide side = auk__tile_side(i);
        if (view->passed >> i & 1) {
            around.rows[1 + side.y][1 + side.x] = AUK_TILE_EMPTY;
        }
    }
    return around;
}

// True if the tile has a face that runs along this whole face and looks the other way.
static bool covers(const AukTileOutline *tile, AukDvec from, AukDvec to)
{
    for (int i = 0; i < tile->count; i++) {
        AukDvec here = corner(tile, i), next = corner(tile, i + 1);
        if (is_between(from, here, next) && is_between(to, here, next)) {
            return true;
        }
    }
    return false;
}

// The side of its cell on which a face lies; {0, 0} for a face that runs through the cell.
static void tile_shape_side_of(AukDvec from, AukDvec to, int *dx, int *dy)
{
    *dx = from.x == to.x && fabs(from.x) == 1.0 ? (int)from.x : 0;
    *dy = from.y == to.y && fabs(from.y) == 1.0 ? (int)from.y : 0;
}

// One-way tiles cover and block only one-way tiles of the same direction.
static bool may_block(const TilesAround *around, int other)
{
    return !auk__tile_is_one_way(around->parts, other) || auk__tile_continues(around->parts, other, around->rows[1][1]);
}

static bool is_covered(const TilesAround *around, AukDvec from, AukDvec to)
{
    int dx, dy;
    tile_shape_side_of(from, to, &dx, &dy);
    int other = around->rows[1 + dy][1 + dx];
    if (other == AUK_TILE_EMPTY || (dx == 0 && dy == 0) || !may_block(around, other)) {
        return false;
    }
    AukDvec shift = dvec(-2.0 * dx, -2.0 * dy);
    return covers(auk__tile_outline(around->parts, other), dvec_add(from, shift), dvec_add(to, shift));
}

// Removes from the arc at a corner the directions that the neighbours there block.
static void clip_by_neighbours(const TilesAround *around, double height, AukDvec p, AukArc *arc)
{
    int first_x = p.x == -1.0 ? -1 : 0, last_x = p.x == 1.0, first_y = p.y == -1.0 ? -1 : 0, last_y = p.y == 1.0;
    for (int dy = first_y; dy <= last_y; dy++) {
        for (int dx = first_x; dx <= last_x; dx++) {
            int other = around->rows[1 + dy][1 + dx];
            if (other == AUK_TILE_EMPTY || (dx == 0 && dy == 0) || !may_block(around, other)) {
                continue;
            }
            AukDvec rays[3];
            int count =
                rays_at(auk__tile_outline(around->parts, other), height, dvec(p.x - 2.0 * dx, p.y - 2.0 * dy), rays);
            for (int i = 0; i < count; i++) {
                tile_shape_clip(arc, rays[i]);
            }
        }
    }
}

// Sets what the neighbour at (dx, dy) is at corner `p` of a cell, with a normal towards `out`. False if it has no such
// face, or none along the side of the cell, which is in the direction `side`. A floor has its front alone; what stands
// on it does not meet the side below. A floor that is not under the other shape may let it pass, so no contact is left
// to it.
static bool beside_corner(const TilesAround *around, const AukTileGrid *grid, AukDvec p, int dx, int dy, AukDvec out,
                          AukDvec side, AukBeside *beside)
{
    AukDvec rays[3];
    double height = height_of(grid);
    int other = around->rows[1 + dy][1 + dx];
    bool solid = may_block(around, other);
    if (other == AUK_TILE_EMPTY || !(solid || around->holds[1 + dy][1 + dx]) ||
        rays_at(auk__tile_outline(around->parts, other), height, dvec(p.x - 2.0 * dx, p.y - 2.0 * dy), rays) != 2) {
        return false;
    }
    AukDvec after = unit(dvec(rays[0].y, -rays[0].x)), before = unit(dvec(-rays[1].y, rays[1].x));
    bool begins = dvec_cross(rays[0], side) == 0.0 && dvec_dot(rays[0], side) > 0.0;
    AukDvec along = begins ? rays[0] : rays[1];
    along = solid ? along : stretched(dvec_scale(2.0, side), height);
    beside->normal = dvec_dot(after, out) > dvec_dot(before, out) ? after : before;
    beside->far = dvec_to_float(dvec_scale(0.5 * (double)grid->cell.x, dvec_add(stretched(p, height), along)));
    return dvec_cross(along, side) == 0.0 && dvec_dot(along, side) > 0.0 && dvec_dot(beside->normal, out) > 0.0;
}

// True if the cell at (dx, dy) removes no normals of corner `p`, so that there is room at the corner.
static bool leaves_room(const TilesAround *around, double height, AukDvec p, int dx, int dy)
{
    AukDvec rays[3];
    int other = around->rows[1 + dy][1 + dx];
    return other == AUK_TILE_EMPTY || !may_block(around, other) ||
           rays_at(auk__tile_outline(around->parts, other), height, dvec(p.x - 2.0 * dx, p.y - 2.0 * dy), rays) == 0;
}

// True if there is room across corner `i` and the cells beside it have faces at that corner, which are then set.
static bool open_corner(const TilesAround *around, const AukTileGrid *grid, const AukTileOutline *tile, int i,
                        AukBeside beside[2])
{
    AukDvec p = corner(tile, i), up = dvec(0.0, p.y), ahead = dvec(p.x, 0.0);
    return fabs(p.x) == 1.0 && fabs(p.y) == 1.0 && leaves_room(around, height_of(grid), p, (int)p.x, (int)p.y) &&
           beside_corner(around, grid, p, (int)p.x, 0, up, dvec_neg(up), &beside[0]) &&
           beside_corner(around, grid, p, 0, (int)p.y, ahead, dvec_neg(ahead), &beside[1]);
}

// True if the cell is full and those around it are full or empty: most cells of most grids.
static bool are_squares(const TilesAround *around)
{
    const int *row = around->rows[0];
    int all = 0;
    for (int i = 0; i < 9; i++) {
        all |= row[i];
    }
    return around->rows[1][1] == AUK_TILE_FULL && (all | AUK_TILE_FULL) == AUK_TILE_FULL;
}

// The faces and corners of such a cell. Any full cell at a corner leaves it without normals.
static bool set_square_normals(const TilesAround *around, const AukTileGrid *grid, const AukTileOutline *tile,
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

static bool is_beside_full(const TilesAround *around)
{
    return around->rows[1][0] == AUK_TILE_FULL && around->rows[1][2] == AUK_TILE_FULL &&
           around->rows[0][1] == AUK_TILE_FULL && around->rows[2][1] == AUK_TILE_FULL;
}

static bool set_tile_normals(const AukTileView *view, const TilesAround *around, const AukTileOutline *tile,
                             AukGhostNormals *normals)
{
    double height = height_of(view->grid);
    bool front_only = tile->count == 2 && !view->all_sides, any = false;
    for (int i = 0; i < tile->count; i++) {
        bool back = tile->count == 2 && i == 1; // the back lies inside the cell, so no neighbour covers it
        normals->face[i] = back ? view->all_sides : !is_covered(around, corner(tile, i), corner(tile, i + 1));
        any = any || normals->face[i];
    }
    for (int i = 0; i < tile->count; i++) {
        AukArc *arc = &normals->corner[i];
        arc->any = true;
        arc->first = normals->normal[i > 0 ? i - 1 : tile->count - 1];
        arc->last = normals->normal[i];
        if (front_only) {
            tile_shape_clip(arc, normals->normal[1]); // no normals towards the back
        }
        clip_by_neighbours(around, height, corner(tile, i), arc);
        normals->open[i] = !arc->any && open_corner(around, view->grid, tile, i, normals->beside[i]);
        any = any || arc->any;
    }
    return any;
}

static bool set_normals(const AukTileView *view, const TilesAround *around, int child, AukGhostNormals *normals)
{
    const AukTileOutline *tile = auk__tile_outline(view->parts, view->grid->cells[child]);
    double height = height_of(view->grid);
    normals->count = tile->count;
    for (int i = 0; i < tile->count; i++) {
        AukDvec along = stretched(dvec_sub(corner(tile, i + 1), corner(tile, i)), height);
        normals->normal[i] = unit(dvec(along.y, -along.x));
    }
    return are_squares(around) ? set_square_normals(around, view->grid, tile, normals)
                               : set_tile_normals(view, around, tile, normals);
}

bool auk__cell_ghost_normals(const AukTileView *view, int child, AukGhostNormals *normals)
{
    TilesAround around = tiles_around(view, child % view->grid->width, child / view->grid->width);
    return set_normals(view, &around, child, normals);
}

bool auk__cell_is_buried(const AukTileView *view, int child)
{
    if (auk__square_is_bare(view->grid, child)) {
        return false;
    }
    TilesAround around = tiles_around(view, child % view->grid->width, child / view->grid->width);
    AukGhostNormals normals;
    return are_squares(&around) ? is_beside_full(&around) : !set_normals(view, &around, child, &normals);
}

static bool has_floor_beside(const TilesAround *around)
{
    const AukParts *parts = around->parts;
    return auk__tile_is_one_way(parts, around->rows[1][0]) || auk__tile_is_one_way(parts, around->rows[1][2]) ||
           auk__tile_is_one_way(parts, around->rows[0][1]) || auk__tile_is_one_way(parts, around->rows[2][1]);
}

bool auk__cell_gives(const AukTileView *view, int child, AukDvec normal)
{
    bool given;
    if (!view->other && !view->passed && auk__square_gives(view->grid, child, normal, &given)) {
        return given;
    }
    int x = child % view->grid->width, y = child / view->grid->width;
    const AukTileOutline *tile = auk__tile_outline(view->parts, view->grid->cells[child]);
    double height = height_of(view->grid);
    for (int i = 0; i < tile->count; i++) {
        AukDvec from = corner(tile, i), to = corner(tile, i + 1), along = stretched(dvec_sub(to, from), height);
        bool upright = fabs(dvec_dot(along, normal)) <= 1e-12 * dvec_size(along) && dvec_cross(normal, along) > 0.0;
        if (upright && tile->count == 2 && i == 1) {
            return view->all_sides;
        }
        if (upright) {
            TilesAround around = tiles_around(view, x, y);
            bool joined = !is_covered(&around, corner(tile, i > 0 ? i - 1 : tile->count - 1), from) ||
                          !is_covered(&around, to, corner(tile, i + 2 - (i + 1 < tile->count ? 0 : tile->count)));
            return !is_covered(&around, from, to) && !has_floor_beside(&around) && !joined;
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
        AukDvec here = corner(tile, i), next = corner(tile, i + 1);
        if (here.x == floor->joint.x && here.y == floor->joint.y) {
            tile_shape_clip(&normals->corner[i], floor->along);
        }
        bool before = dvec_dot(floor->normal, dvec_sub(here, floor->joint)) > 0.0 ||
                      dvec_dot(floor->normal, dvec_sub(next, floor->joint)) > 0.0;
        if (!before && dvec_dot(here, floor->side) == 1.0 && dvec_dot(next, floor->side) == 1.0) {
            normals->face[i] = false;
            tile_shape_clip(&normals->corner[i], floor->side);
            tile_shape_clip(&normals->corner[i + 1 < tile->count ? i + 1 : 0], floor->side);
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
        AukDvec ends[2] = {corner(tile, i), corner(tile, i + 1)};
        AukDvec along = stretched(dvec_sub(ends[1], ends[0]), height);
        floor->normal = unit(dvec(along.y, -along.x));
        bool at_border[2] = {dvec_dot(ends[0], floor->side) == -1.0, dvec_dot(ends[1], floor->side) == -1.0};
        if (at_border[0] != at_border[1] && dvec_dot(floor->normal, dvec_from(kind->kind.one_way)) > 0.0) {
            floor->joint = dvec_add(ends[at_border[1]], dvec_scale(2.0, floor->side));
            floor->along = at_border[0] ? unit(along) : dvec_neg(unit(along));
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
static void cover_by_kind(const AukTileView *view, TilesAround *around, const AukTileOutline *tile, AukTileSide side,
                          const AukSupportShape *cell, const AukSupportShape *other, AukDvec moved,
                          AukGhostNormals *normals)
{
    const AukTileKindEntry *kind = auk__tile_kind(view->parts, around->rows[1 + side.y][1 + side.x]);
    FloorBeside floor = {.side = dvec(side.x, side.y)};
    if (!kind || !auk__is_not_zero(kind->kind.one_way) || !floor_of_kind(kind, height_of(view->grid), &floor) ||
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
static void cover_by_floors(const AukTileView *view, TilesAround *around, const AukTileOutline *tile,
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
                           (normals->open[i] || open_corner(around, view->grid, tile, i, normals->beside[i]));
    }
}

// True if a neighbour goes on from corner `p`, the end in the direction `ahead` of a face with the normal `up`: level
// with that face, or above it by up to a sine of `steep`.
static bool is_joint(const TilesAround *around, double height, AukDvec p, AukDvec up, AukDvec ahead, double steep)
{
    bool joint = false;
    for (int i = 1; i < 4; i++) { // beside, above and across; the cell itself where `p` is on no such side
        int dx = i & 1 && fabs(p.x) == 1.0 ? (int)p.x : 0, dy = i & 2 && fabs(p.y) == 1.0 ? (int)p.y : 0;
        int other = around->rows[1 + dy][1 + dx], count = 0;
        AukDvec rays[3];
        bool solid = other != AUK_TILE_EMPTY && (may_block(around, other) || around->holds[1 + dy][1 + dx]);
        if ((dx != 0 || dy != 0) && solid) {
            AukDvec there = dvec(p.x - 2.0 * dx, p.y - 2.0 * dy);
            count = rays_at(auk__tile_outline(around->parts, other), height, there, rays);
        }
        for (int k = 0; k < count; k++) {
            double size = dvec_length(rays[k]), rise = dvec_dot(rays[k], up), on = dvec_dot(rays[k], ahead);
            joint = joint || (rise >= -1e-9 * size && rise <= steep * size && on > 1e-9 * size);
        }
    }
    return joint;
}

// Removes a face that ends at a joint where a neighbour goes on from the next face, for what is in front of the next
// face: by rounding alone that would meet this face, at its end. Level joints come first: a segment on level ground is
// also in front of a face that leads down from a joint, and the neighbour is above that one.
static void cover_by_joints(const TilesAround *around, const AukTileGrid *grid, const AukTileOutline *tile,
                            const AukSupportShape *cell, const AukSupportShape *other, AukDvec moved,
                            AukGhostNormals *normals)
{
    double height = height_of(grid), half = 0.5 * (double)grid->cell.x;
    int count = tile->count > 2 ? tile->count : 0;
    for (int i = 0; i < 4 * count; i++) {
        int face = i / 2 % count, last = count - 1, after = face < last ? face + 1 : 0;
        int joint = i % 2 ? after : face, next = i % 2 ? after : (face > 0 ? face - 1 : last);
        AukDvec p = corner(tile, joint), up = normals->normal[next];
        AukDvec ahead = i % 2 ? dvec(up.y, -up.x) : dvec(-up.y, up.x);
        if (normals->face[face] && normals->face[next] && !normals->corner[joint].any && !normals->open[joint] &&
            is_joint(around, height, p, up, ahead, i < 2 * count ? 1e-9 : 1.0) &&
            beyond(cell, other, moved, up, half * dvec_dot(up, stretched(p, height))) >=
                -front_tolerance(cell, other)) {
            normals->face[face] = false;
            tile_shape_clip(&normals->corner[face], normals->normal[face]);
            tile_shape_clip(&normals->corner[after], normals->normal[face]);
        }
    }
}

void auk__cell_cover(const AukTileView *view, int child, const AukSupportShape *cell, const AukSupportShape *other,
                     AukDvec moved, AukGhostNormals *normals)
{
    const AukTileOutline *tile = auk__tile_outline(view->parts, view->grid->cells[child]);
    TilesAround around = tiles_around(view, child % view->grid->width, child / view->grid->width);
    if (has_floor_beside(&around)) {
        cover_by_floors(view, &around, tile, cell, other, moved, normals);
    }
    if (!are_squares(&around)) {
        cover_by_joints(&around, view->grid, tile, cell, other, moved, normals);
    }
}
