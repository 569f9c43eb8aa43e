// See the header. Cells are looked up once, since faces and corners look at a cell's neighbours several times.
#include "world/state/tile_around.h"
#include "auk/terrain.h"
#include "world/state/tile_map.h"

// ---- the tile at a point, in half cells from the middle of the cell ----

static bool is_between(AukDvec p, AukDvec from, AukDvec to)
{
    return dvec_cross(dvec_sub(to, from), dvec_sub(p, from)) == 0.0 &&
           dvec_dot(dvec_sub(p, from), dvec_sub(p, to)) <= 0.0;
}

// Writes the directions that span a tile at a point of its outline, for cells of that height. Returns their number; 0
// if the point is not on the outline.
static int rays_at(const AukTileOutline *tile, double height, AukDvec p, AukDvec rays[3])
{
    for (int i = 0; i < tile->count; i++) {
        AukDvec here = auk__tile_corner(tile, i), next = auk__tile_corner(tile, i + 1);
        AukDvec before = auk__tile_corner(tile, i > 0 ? i - 1 : tile->count - 1);
        if (here.x == p.x && here.y == p.y) {
            rays[0] = auk__tile_stretched(dvec_sub(next, here), height);
            rays[1] = auk__tile_stretched(dvec_sub(before, here), height);
            return 2;
        }
        if (is_between(p, here, next) && (next.x != p.x || next.y != p.y)) {
            rays[0] = auk__tile_stretched(dvec_sub(next, here), height);
            rays[1] = dvec_neg(rays[0]);
            rays[2] = dvec(-rays[0].y, rays[0].x); // into the tile, or to the back of a one-way tile
            return tile->count > 2 ? 3 : 2;
        }
    }
    return 0;
}

// ---- arcs ----

void auk__arc_clip(AukArc *arc, AukDvec ray)
{
    double first = dvec_dot(arc->first, ray), last = dvec_dot(arc->last, ray);
    bool towards = first == 0.0 && last == 0.0 && dvec_cross(arc->first, ray) > 0.0;
    if (!arc->any || towards || (first > 0.0 && last > 0.0)) {
        arc->any = false;
    } else if (first > 0.0) {
        arc->first = auk__tile_unit(dvec(-ray.y, ray.x));
    } else if (last > 0.0) {
        arc->last = auk__tile_unit(dvec(ray.y, -ray.x));
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
    } else if (!view->alone && (grid->seam_count > 0 || view->past)) {
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

AukTilesAround auk__tiles_around(const AukTileView *view, int x, int y)
{
    AukTilesAround around = {.parts = view->parts};
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
        AukDvec here = auk__tile_corner(tile, i), next = auk__tile_corner(tile, i + 1);
        if (is_between(from, here, next) && is_between(to, here, next)) {
            return true;
        }
    }
    return false;
}

// The side of its cell on which a face lies; {0, 0} for a face that runs through the cell.
static void side_of_face(AukDvec from, AukDvec to, int *dx, int *dy)
{
    *dx = from.x == to.x && fabs(from.x) == 1.0 ? (int)from.x : 0;
    *dy = from.y == to.y && fabs(from.y) == 1.0 ? (int)from.y : 0;
}

bool auk__tile_may_block(const AukTilesAround *around, int other)
{
    return !auk__tile_is_one_way(around->parts, other) || auk__tile_continues(around->parts, other, around->rows[1][1]);
}

bool auk__tile_is_covered(const AukTilesAround *around, AukDvec from, AukDvec to)
{
    int dx, dy;
    side_of_face(from, to, &dx, &dy);
    int other = around->rows[1 + dy][1 + dx];
    if (other == AUK_TILE_EMPTY || (dx == 0 && dy == 0) || !auk__tile_may_block(around, other)) {
        return false;
    }
    AukDvec shift = dvec(-2.0 * dx, -2.0 * dy);
    return covers(auk__tile_outline(around->parts, other), dvec_add(from, shift), dvec_add(to, shift));
}

// The directions that span the cell at (dx, dy), which is not empty, at a point of the cell in the middle.
static int rays_beside(const AukTilesAround *around, double height, AukDvec p, int dx, int dy, AukDvec rays[3])
{
    const AukTileOutline *other = auk__tile_outline(around->parts, around->rows[1 + dy][1 + dx]);
    return rays_at(other, height, dvec(p.x - 2.0 * dx, p.y - 2.0 * dy), rays);
}

void auk__arc_clip_by_neighbours(const AukTilesAround *around, double height, AukDvec p, AukArc *arc)
{
    int first_x = p.x == -1.0 ? -1 : 0, last_x = p.x == 1.0, first_y = p.y == -1.0 ? -1 : 0, last_y = p.y == 1.0;
    for (int dy = first_y; dy <= last_y; dy++) {
        for (int dx = first_x; dx <= last_x; dx++) {
            int other = around->rows[1 + dy][1 + dx];
            if (other == AUK_TILE_EMPTY || (dx == 0 && dy == 0) || !auk__tile_may_block(around, other)) {
                continue;
            }
            AukDvec rays[3];
            int count = rays_beside(around, height, p, dx, dy, rays);
            for (int i = 0; i < count; i++) {
                auk__arc_clip(arc, rays[i]);
            }
        }
    }
}

// Sets what the neighbour at (dx, dy) is at corner `p` of a cell, with a normal towards `out`. False if it has no such
// face, or none along the side of the cell, which is in the direction `side`. A floor has its front alone; what stands
// on it does not meet the side below. A floor that is not under the other shape may let it pass, so no contact is left
// to it.
static bool beside_corner(const AukTilesAround *around, const AukTileGrid *grid, AukDvec p, int dx, int dy, AukDvec out,
                          AukDvec side, AukBeside *beside)
{
    AukDvec rays[3];
    double height = auk__tile_height(grid);
    int other = around->rows[1 + dy][1 + dx];
    bool solid = auk__tile_may_block(around, other);
    if (other == AUK_TILE_EMPTY || !(solid || around->holds[1 + dy][1 + dx]) ||
        rays_beside(around, height, p, dx, dy, rays) != 2) {
        return false;
    }
    AukDvec after = auk__tile_unit(dvec(rays[0].y, -rays[0].x)), before = auk__tile_unit(dvec(-rays[1].y, rays[1].x));
    bool begins = dvec_cross(rays[0], side) == 0.0 && dvec_dot(rays[0], side) > 0.0;
    AukDvec along = begins ? rays[0] : rays[1];
    along = solid ? along : auk__tile_stretched(dvec_scale(2.0, side), height);
    beside->normal = dvec_dot(after, out) > dvec_dot(before, out) ? after : before;
    beside->far =
        dvec_to_float(dvec_scale(0.5 * (double)grid->cell.x, dvec_add(auk__tile_stretched(p, height), along)));
    return dvec_cross(along, side) == 0.0 && dvec_dot(along, side) > 0.0 && dvec_dot(beside->normal, out) > 0.0;
}

// True if the cell at (dx, dy) removes no normals of corner `p`, so that there is room at the corner.
static bool leaves_room(const AukTilesAround *around, double height, AukDvec p, int dx, int dy)
{
    AukDvec rays[3];
    int other = around->rows[1 + dy][1 + dx];
    return other == AUK_TILE_EMPTY || !auk__tile_may_block(around, other) ||
           rays_beside(around, height, p, dx, dy, rays) == 0;
}

bool auk__tile_open_corner(const AukTilesAround *around, const AukTileGrid *grid, const AukTileOutline *tile, int i,
                           AukBeside beside[2])
{
    AukDvec p = auk__tile_corner(tile, i), up = dvec(0.0, p.y), ahead = dvec(p.x, 0.0);
    return fabs(p.x) == 1.0 && fabs(p.y) == 1.0 && leaves_room(around, auk__tile_height(grid), p, (int)p.x, (int)p.y) &&
           beside_corner(around, grid, p, (int)p.x, 0, up, dvec_neg(up), &beside[0]) &&
           beside_corner(around, grid, p, 0, (int)p.y, ahead, dvec_neg(ahead), &beside[1]);
}

// True if a tile that is spanned by these rays stands on a face with the normal `up`, upright or leaning back.
static bool is_wall(const AukDvec *rays, int count, AukDvec up, AukDvec ahead)
{
    for (int i = 0; i < count; i++) {
        double size = dvec_length(rays[i]);
        if (dvec_dot(rays[i], up) > 1e-9 * size && dvec_dot(rays[i], ahead) <= 1e-9 * size) {
            return true;
        }
    }
    return false;
}

AukTileJoint auk__tile_joint_at(const AukTilesAround *around, double height, AukDvec p, AukDvec up, AukDvec ahead,
                                bool walls)
{
    AukTileJoint joint = AUK_JOINT_NONE;
    const int x = fabs(p.x) == 1.0 ? (int)p.x : 0, y = fabs(p.y) == 1.0 ? (int)p.y : 0;
    for (int i = 1; i < 4; i++) { // beside, above and across; the cell itself where `p` is on no such side
        int dx = i & 1 ? x : 0, dy = i & 2 ? y : 0, other = around->rows[1 + dy][1 + dx];
        AukDvec rays[3];
        if ((dx == 0 && dy == 0) || other == AUK_TILE_EMPTY ||
            !(auk__tile_may_block(around, other) || around->holds[1 + dy][1 + dx])) {
            continue;
        }
        const int count = rays_beside(around, height, p, dx, dy, rays);
        if (!walls && is_wall(rays, count, up, ahead)) {
            continue;
        }
        for (int k = count - 1; k >= 0; k--) {
            double size = dvec_length(rays[k]), rise = dvec_dot(rays[k], up);
            bool on = rise >= -1e-9 * size && dvec_dot(rays[k], ahead) > 1e-9 * size, level = rise <= 1e-9 * size;
            joint = on ? (level || joint == AUK_JOINT_LEVEL ? AUK_JOINT_LEVEL : AUK_JOINT_STEEP) : joint;
        }
    }
    return joint;
}
