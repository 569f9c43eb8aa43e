// The cells of a grid that a box touches, at rest or on a straight path. Invariant: every cell that the box touches
// anywhere on its path is visited once, row by row.
#include "world/state/tile_walk.h"
#include "world/state/parts_boxes.h"

#include "auk/terrain.h"
#include "geom/local_box.h"

// The first and the last cell of a row of `count` cells that an interval touches. An interval that ends at a side of a
// cell touches the cells on both sides of it.
static int first_cell(double from, int count)
{
    if (!(from > 0.0)) {
        return 0;
    }
    int cell = from < (double)count ? (int)from : count;
    return cell - (from <= (double)count && (double)cell == from);
}

static int last_cell(double to, int count)
{
    if (!(to >= 0.0)) {
        return -1;
    }
    return to < (double)count ? (int)to : count - 1;
}

// Finds the columns that the box touches while it touches the row.
static void enter_row(AukTileWalk *walk)
{
    double from = 0.0, to = 1.0;
    if (walk->delta.y != 0.0) {
        double low = (walk->y - walk->max.y) / walk->delta.y, high = (walk->y + 1.0 - walk->min.y) / walk->delta.y;
        double enters = low < high ? low : high, leaves = low < high ? high : low;
        from = enters > 0.0 ? (enters < 1.0 ? enters : 1.0) : 0.0;
        to = leaves < 1.0 ? (leaves > 0.0 ? leaves : 0.0) : 1.0;
    }
    double slack = 0x1p-40 * (1.0 + fabs(walk->min.x) + fabs(walk->max.x) + fabs(walk->delta.x));
    double a = from * walk->delta.x, b = to * walk->delta.x;
    walk->first_x = walk->x = first_cell(walk->min.x + (a < b ? a : b) - slack, walk->grid->width);
    walk->last_x = last_cell(walk->max.x + (a < b ? b : a) + slack, walk->grid->width);
}

static AukDvec in_cells(AukDvec per_cell, AukDvec v)
{
    return dvec(per_cell.x * v.x, per_cell.y * v.y);
}

void auk__tiles_walk(const AukTileGrid *grid, AukDvec min, AukDvec max, AukDvec delta, AukTileWalk *walk)
{
    walk->grid = grid;
    walk->min = in_cells(grid->per_cell, min);
    walk->max = in_cells(grid->per_cell, max);
    walk->delta = in_cells(grid->per_cell, delta);
    double slack = 0x1p-40 * (1.0 + fabs(walk->min.y) + fabs(walk->max.y) + fabs(walk->delta.y));
    walk->min.y -= slack;
    walk->max.y += slack;
    double low = walk->min.y + (walk->delta.y < 0.0 ? walk->delta.y : 0.0);
    double high = walk->max.y + (walk->delta.y > 0.0 ? walk->delta.y : 0.0);
    walk->y = first_cell(low, grid->height);
    walk->last_y = last_cell(high, grid->height);
    walk->x = walk->first_x = 0;
    walk->last_x = -1;
    if (walk->y <= walk->last_y) {
        enter_row(walk);
    }
}

int auk__tiles_next(AukTileWalk *walk)
{
    while (walk->y <= walk->last_y) {
        int row = walk->y * walk->grid->width;
        for (; walk->x <= walk->last_x; walk->x++) {
            if (walk->grid->cells[row + walk->x] != AUK_TILE_EMPTY) {
                return row + walk->x++;
            }
        }
        walk->y++;
        walk->x = walk->first_x; // a box at rest touches the same columns of all rows
        if ((walk->delta.x != 0.0 || walk->delta.y != 0.0) && walk->y <= walk->last_y) {
            enter_row(walk);
        }
    }
    return -1;
}

AukDtransform auk__dtransform_seen_from(const AukDtransform *frame, const AukDtransform *transform)
{
    double shrink = auk__dtransform_shrink(frame);
    AukDvec p = auk__dtransform_unrotate(frame, dvec(transform->x - frame->x, transform->y - frame->y));
    AukDtransform seen = {p.x * shrink * shrink, p.y * shrink * shrink, 0.0, 0.0};
    AukDvec q = auk__dtransform_unrotate(frame, dvec(transform->c, transform->s));
    seen.c = q.x * shrink;
    seen.s = q.y * shrink;
    return seen;
}

void auk__tiles_along(const AukParts *parts, uint32_t part, AukTransform pose, AukBox box, AukDvec delta,
                      AukTileWalk *walk)
{
    const AukPart *grid = auk__part(parts, part);
    AukDtransform frame = auk__part_dtransform(grid, auk__part_local(parts, part), pose, pose.p);
    AukDvec min = dvec_sub(dvec_from(box.min), dvec_from(pose.p)),
            max = dvec_sub(dvec_from(box.max), dvec_from(pose.p));
    double extent = auk__part_extent(parts, grid), margin = (double)grid->radius;
    if (frame.c == 1.0 && frame.s == 0.0) { // most grids: the box is what the grid sees
        AukDvec place = dvec(frame.x, frame.y);
        min = dvec_sub(min, place);
        max = dvec_sub(max, place);
        margin += AUK_BOUND_MARGIN * (extent + dvec_size(dvec_sub(max, min)) + dvec_larger_size(min, max));
        auk__tiles_walk(auk__tiles(parts, part), dvec(min.x - margin, min.y - margin),
                        dvec(max.x + margin, max.y + margin), delta, walk);
        return;
    }
    AukDvec middle = dvec_scale(0.5, dvec_add(min, max)), half = dvec_scale(0.5, dvec_sub(max, min));
    AukDtransform seen_box = {middle.x, middle.y, 1.0, 0.0}, seen = auk__dtransform_seen_from(&frame, &seen_box);
    double c = fabs(seen.c), s = fabs(seen.s);
    margin += AUK_BOUND_MARGIN * (extent + dvec_size(half) + dvec_size(dvec(seen.x, seen.y)));
    AukDvec seen_delta = auk__dtransform_unrotate(&frame, delta);
    AukDvec room = dvec(c * half.x + s * half.y + margin, s * half.x + c * half.y + margin);
    AukDvec at = dvec(seen.x, seen.y);
    auk__tiles_walk(auk__tiles(parts, part), dvec_sub(at, room), dvec_add(at, room), seen_delta, walk);
}
