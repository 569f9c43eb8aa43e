// From a grid to its cells: which ones a box meets, at rest or on a straight way, and the pairs that come of it.
// Invariant: every cell within the tolerance of contact of a shape, anywhere on its way, is visited; the margin is that
// of the boxes in the broad phase.
#include "auk/terrain.h"
#include "geom/bounds.h"
#include "geom/manifold.h"
#include "world/order.h"
#include "world/parts.h"
#include "world/pieces.h"
#include "world/tiles.h"

// ---- the walk ----

// The first and the last cell of a row of `count` that an interval touches; one that ends at a side of a cell touches
// the cells on both sides of it.
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

// The columns that the box meets while it meets the row.
static void enter_row(AukTileWalk *walk)
{
    double from = 0.0, to = 1.0;
    if (walk->way.y != 0.0) {
        double low = (walk->y - walk->max.y) / walk->way.y, high = (walk->y + 1.0 - walk->min.y) / walk->way.y;
        double enters = low < high ? low : high, leaves = low < high ? high : low;
        from = enters > 0.0 ? (enters < 1.0 ? enters : 1.0) : 0.0;
        to = leaves < 1.0 ? (leaves > 0.0 ? leaves : 0.0) : 1.0;
    }
    double slack = 0x1p-40 * (1.0 + fabs(walk->min.x) + fabs(walk->max.x) + fabs(walk->way.x));
    double a = from * walk->way.x, b = to * walk->way.x;
    walk->x = first_cell(walk->min.x + (a < b ? a : b) - slack, walk->grid->width);
    walk->last_x = last_cell(walk->max.x + (a < b ? b : a) + slack, walk->grid->width);
}

AukTileWalk auk__tiles_walk(const AukTileGrid *grid, AukDvec min, AukDvec max, AukDvec way)
{
    double scale = 1.0 / grid->cell;
    AukTileWalk walk = {grid, dvec_scale(scale, min), dvec_scale(scale, max), dvec_scale(scale, way), 0, 0, 0, -1};
    double slack = 0x1p-40 * (1.0 + fabs(walk.min.y) + fabs(walk.max.y) + fabs(walk.way.y));
    walk.min.y -= slack;
    walk.max.y += slack;
    double low = walk.min.y + (walk.way.y < 0.0 ? walk.way.y : 0.0);
    double high = walk.max.y + (walk.way.y > 0.0 ? walk.way.y : 0.0);
    walk.y = first_cell(low, grid->height);
    walk.last_y = last_cell(high, grid->height);
    if (walk.y <= walk.last_y) {
        enter_row(&walk);
    }
    return walk;
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
        if (walk->y <= walk->last_y) {
            enter_row(walk);
        }
    }
    return -1;
}

// ---- a part as its grid sees it ----

// The inverse of a placement whose rotation is of unit length but for rounding, applied to another.
static AukPlace seen_from(const AukPlace *frame, const AukPlace *place)
{
    double shrink = auk__place_shrink(frame);
    AukDvec p = auk__place_unrotate(frame, dvec(place->x - frame->x, place->y - frame->y));
    AukPlace seen = {p.x * shrink * shrink, p.y * shrink * shrink, 0.0, 0.0};
    AukDvec q = auk__place_unrotate(frame, dvec(place->c, place->s));
    seen.c = q.x * shrink;
    seen.s = q.y * shrink;
    return seen;
}

// What may meet cells: a box on a straight way, in the frame of the grid.
typedef struct Passer {
    AukDvec min, max, way;
} Passer;

static double margin_of(const AukPart *grid, const AukPart *part, const AukPlace *seen)
{
    double size = grid->extent + part->extent + dvec_size(dvec(seen->x, seen->y));
    return (double)grid->shape.radius + 0x1p-18 * size;
}

static Passer around(AukDvec middle, double reach)
{
    Passer passer = {dvec(middle.x - reach, middle.y - reach), dvec(middle.x + reach, middle.y + reach), {0.0, 0.0}};
    return passer;
}

// A part, its body in one pose, for a grid in another.
static Passer passer_at(const AukPart *grid, AukTransform grid_pose, const AukPart *part, AukTransform pose)
{
    AukPlace frame = auk__part_place_at(grid, grid_pose, grid_pose.p);
    AukPlace place = auk__part_place_at(part, pose, grid_pose.p);
    AukPlace seen = seen_from(&frame, &place);
    AukBox box = auk__wide_bounds(&part->shape, &seen, auk_vec(0.0f, 0.0f), margin_of(grid, part, &seen));
    Passer passer = {dvec_from(box.min), dvec_from(box.max), {0.0, 0.0}};
    return passer;
}

static AukDvec way_of(const AukBody *body)
{
    return dvec_sub(dvec_from(body->next.p), dvec_from(body->pose.p));
}

static bool may_stop(const AukBody *body)
{
    return body->motion == AUK_MOTION_SWEPT && body->response != AUK_RESPONSE_CROSS;
}

static void widen(Passer *passer, AukDvec way)
{
    *(way.x < 0.0 ? &passer->min.x : &passer->max.x) += way.x;
    *(way.y < 0.0 ? &passer->min.y : &passer->max.y) += way.y;
}

// Gives a passer its way. Where both bodies move and one may stop, the way of one beside the other is not known, and
// the box takes in all of it.
static Passer send(Passer passer, const AukPlace *frame, const AukBody *grid, const AukBody *body)
{
    AukDvec own = auk__place_unrotate(frame, way_of(body)), away = auk__place_unrotate(frame, way_of(grid));
    bool both = dvec_size(own) > 0.0 && dvec_size(away) > 0.0;
    if (both && (may_stop(grid) || may_stop(body))) {
        widen(&passer, own);
        widen(&passer, dvec_neg(away));
    } else {
        passer.way = dvec_sub(own, away);
    }
    return passer;
}

static bool turns(const AukWorld *world, uint32_t body)
{
    const AukBody *it = auk__body(world, body);
    return auk__travel(world, body)->turn != 0.0 || it->next.q.c != it->pose.q.c || it->next.q.s != it->pose.q.s;
}

// A part on its way through a step. Where it turns it is taken for the disc around its body's origin; where the grid
// turns, for all that the disc may reach: seen from the grid it goes as fast as it does, and round as fast as the grid.
static Passer passer_on_way(const AukWorld *world, const AukPart *grid, const AukPart *part)
{
    const AukBody *grid_body = auk__body(world, grid->body), *body = auk__body(world, part->body);
    AukPlace frame = auk__part_place_at(grid, grid_body->pose, grid_body->pose.p);
    AukDvec relative = dvec_sub(way_of(body), way_of(grid_body));
    bool grid_turns = turns(world, grid->body);
    if (!grid_turns && !turns(world, part->body)) {
        Passer passer = passer_at(grid, grid_body->pose, part, body->pose);
        return send(passer, &frame, grid_body, body);
    }
    AukPlace place = auk__place(body->pose, grid_body->pose.p);
    AukPlace seen = seen_from(&frame, &place);
    double reach = part->reach * (1.0 + 0x1p-20) + (double)part->shape.radius + margin_of(grid, part, &seen);
    if (grid_turns) {
        double far = dvec_length(dvec(place.x, place.y)) + dvec_length(relative);
        reach += dvec_length(relative) + fabs(auk__travel(world, grid->body)->turn) * far * (1.0 + 0x1p-20);
        return around(dvec(seen.x, seen.y), reach);
    }
    return send(around(dvec(seen.x, seen.y), reach), &frame, grid_body, body);
}

void auk__cells_along(const AukWorld *world, uint32_t part, AukTransform pose, AukBox box, AukDvec way,
                      AukPieceCursor *cursor)
{
    const AukPart *grid = auk__part(world, part);
    AukPlace frame = auk__part_place_at(grid, pose, pose.p);
    AukDvec min = dvec_sub(dvec_from(box.min), dvec_from(pose.p)),
            max = dvec_sub(dvec_from(box.max), dvec_from(pose.p));
    AukDvec middle = dvec_scale(0.5, dvec_add(min, max)), half = dvec_scale(0.5, dvec_sub(max, min));
    AukPlace seen_box = {middle.x, middle.y, 1.0, 0.0}, seen = seen_from(&frame, &seen_box);
    double c = fabs(seen.c), s = fabs(seen.s), margin = (double)grid->shape.radius;
    margin += 0x1p-18 * (grid->extent + dvec_size(half) + dvec_size(dvec(seen.x, seen.y)));
    AukDvec seen_way = auk__place_unrotate(&frame, way);
    AukDvec reach = dvec(c * half.x + s * half.y + margin, s * half.x + c * half.y + margin);
    AukDvec at = dvec(seen.x, seen.y);
    cursor->walk = auk__tiles_walk(cursor->piece.grid, dvec_sub(at, reach), dvec_add(at, reach), seen_way);
}

// ---- one-way cells ----

// How far the other part was beyond the floor of the cell before the step, as a whole.
static double was_beyond(const AukWorld *world, const AukPartPiece *cell, AukVec2 direction, uint32_t other,
                         double *tau)
{
    const AukPart *part = auk__part(world, other);
    AukTransform pose = auk__body(world, cell->part->body)->pose, pose_other = auk__body(world, part->body)->pose;
    AukCore core, core_other;
    auk__piece_core(cell, pose, pose.p, &core);
    auk__part_core(part, pose_other, pose.p, &core_other);
    AukDvec up = dvec_scale(auk__place_shrink(&core.place), auk__place_rotate(&core.place, dvec_from(direction)));
    *tau = auk__tau(auk__pair_size(&core, auk__piece_extent(cell), &core_other, part->extent));
    double top = dvec_dot(auk__core_farthest(&core, up).point, up) + core.radius;
    return dvec_dot(auk__core_farthest(&core_other, dvec_neg(up)).point, up) - core_other.radius - top;
}

// True if the touch, of the same shapes, is with a cell of the same floor.
static bool is_same_floor(const AukTileGrid *grid, int child, int touched)
{
    bool upright = auk__tile_one_way((AukTile)grid->cells[child]).y != 0.0f;
    bool row = upright ? child / grid->width == touched / grid->width : child % grid->width == touched % grid->width;
    return row && grid->cells[child] == grid->cells[touched];
}

typedef struct Before {
    bool grid, floor; // what the shape touched after the last step: any cell, one of this floor
} Before;

static Before touched_before(const AukWorld *world, const AukPair *pair, const AukTileGrid *grid, int child,
                             bool cell_is_a)
{
    const AukTouch *touches = world->output.solids.touches.items;
    int count = world->output.solids.touches.count;
    Before before = {false, false};
    for (int i = auk__touches_find(touches, count, pair); i < count && !before.floor; i++) {
        if (auk__shapes_against_touch(pair, &touches[i]) != 0) {
            break;
        }
        bool alive = auk_shape_id_equal(touches[i].shape_a, auk__shape_id(world, pair->shape_a)) &&
                     auk_shape_id_equal(touches[i].shape_b, auk__shape_id(world, pair->shape_b));
        int touched = cell_is_a ? touches[i].child_a : touches[i].child_b;
        before.grid = before.grid || alive;
        before.floor = alive && touched < grid->width * grid->height && is_same_floor(grid, child, touched);
    }
    return before;
}

// A one-way cell stops, for the whole step, what was beyond its floor or on it before. What comes from solid ground may
// have sunk in a little.
static bool lets_meet(const AukWorld *world, const AukPair *pair, const AukPartPiece *cell, bool cell_is_a)
{
    AukVec2 direction = auk__tile_one_way((AukTile)cell->grid->cells[cell->child]);
    if ((direction.x == 0.0f && direction.y == 0.0f) || pair->sensor) {
        return true;
    }
    Before before = touched_before(world, pair, cell->grid, cell->child, cell_is_a);
    double tau, beyond = was_beyond(world, cell, direction, cell_is_a ? pair->part_b : pair->part_a, &tau);
    return before.floor || beyond >= -tau || (before.grid && beyond >= -AUK_FLOOR_DEPTH * (double)cell->grid->cell);
}

// ---- pairs ----

static bool has_room(const AukWorld *world)
{
    return world->def.max_pairs == 0 || world->pair_spare.count < world->def.max_pairs;
}

static AukStatus put(AukWorld *world, const AukPair *pair)
{
    if (!has_room(world)) {
        return AUK_ERROR_PAIR_LIMIT;
    }
    AukPair *out = auk__buffer_push(&world->pair_spare, sizeof *out);
    if (!out) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    *out = *pair;
    return AUK_OK;
}

// The pairs of the cells of one grid with another part.
static AukStatus put_cells(AukWorld *world, const AukPair *pair, bool grid_is_a, const Passer *passer)
{
    uint32_t part = grid_is_a ? pair->part_a : pair->part_b;
    AukTileWalk walk = auk__tiles_walk(auk__tiles(world, part), passer->min, passer->max, passer->way);
    for (int child = auk__tiles_next(&walk); child >= 0; child = auk__tiles_next(&walk)) {
        AukPair found = *pair;
        *(grid_is_a ? &found.child_a : &found.child_b) = child;
        AukPartPiece cell = auk__piece(world, part, child);
        AukStatus status = lets_meet(world, &found, &cell, grid_is_a) ? put(world, &found) : AUK_OK;
        if (status) {
            return status;
        }
    }
    return AUK_OK;
}

static Passer passer_of(const AukWorld *world, const AukPair *pair, uint32_t grid, uint32_t other)
{
    const AukPart *part = auk__part(world, grid), *it = auk__part(world, other);
    return pair->swept ? passer_on_way(world, part, it)
                       : passer_at(part, auk__body(world, part->body)->next, it, auk__body(world, it->body)->next);
}

// A cell of a on its way, as the grid b sees it: the box around all places of the cell's disc.
static Passer passer_of_cell(const AukWorld *world, const AukPair *pair, int child)
{
    const AukPart *a = auk__part(world, pair->part_a);
    const AukTileGrid *grid = auk__tiles(world, pair->part_a);
    AukPart cell = *a;
    AukPlace local = auk__place(a->local, auk_vec(0.0f, 0.0f)), middle = auk__cell_place(grid, child);
    AukPlace place = auk__place_compose(&local, &middle);
    cell.local.p = dvec_to_float(dvec(place.x, place.y));
    cell.centred = false;
    cell.shape.kind = AUK_SHAPE_BOX;
    cell.shape.core.half = auk_vec(0.5f * grid->cell, 0.5f * grid->cell);
    cell.reach = dvec_length(dvec(place.x, place.y)) + (double)grid->cell;
    const AukPart *b = auk__part(world, pair->part_b);
    return pair->swept ? passer_on_way(world, b, &cell)
                       : passer_at(b, auk__body(world, b->body)->next, &cell, auk__body(world, a->body)->next);
}

// Grid against grid: the cells of a that meet b's rectangle, each against the cells of b that it meets.
static AukStatus put_cells_of_both(AukWorld *world, const AukPair *pair)
{
    Passer passer = passer_of(world, pair, pair->part_a, pair->part_b);
    AukTileWalk walk = auk__tiles_walk(auk__tiles(world, pair->part_a), passer.min, passer.max, passer.way);
    AukStatus status = AUK_OK;
    for (int child = auk__tiles_next(&walk); child >= 0 && !status; child = auk__tiles_next(&walk)) {
        AukPair found = *pair;
        found.child_a = child;
        AukPartPiece cell = auk__piece(world, pair->part_a, child);
        if (lets_meet(world, &found, &cell, true)) {
            Passer one = passer_of_cell(world, pair, child);
            status = put_cells(world, &found, false, &one);
        }
    }
    return status;
}

static AukStatus expand(AukWorld *world, const AukPair *pair)
{
    bool a = auk__part(world, pair->part_a)->form == AUK_FORM_TILES;
    bool b = auk__part(world, pair->part_b)->form == AUK_FORM_TILES;
    if (!a && !b) {
        return put(world, pair);
    }
    if (a && b) {
        return put_cells_of_both(world, pair);
    }
    Passer passer = passer_of(world, pair, a ? pair->part_a : pair->part_b, a ? pair->part_b : pair->part_a);
    return put_cells(world, pair, a, &passer);
}

AukStatus auk__tiles_expand(AukWorld *world)
{
    world->pair_spare.count = 0;
    AukStatus status = AUK_OK;
    for (int i = 0; i < world->pairs.count && !status; i++) {
        status = expand(world, (const AukPair *)world->pairs.items + i);
    }
    AukBuffer pairs = world->pair_spare;
    world->pair_spare = world->pairs;
    world->pairs = pairs;
    world->sensor_pairs = 0;
    for (int i = 0; i < world->pairs.count && !status; i++) {
        world->sensor_pairs += ((const AukPair *)world->pairs.items)[i].sensor;
    }
    return status;
}
