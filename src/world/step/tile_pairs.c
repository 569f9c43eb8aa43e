// Finds the cells of a grid that a box meets, at rest or on a straight path, and makes the pairs with them.
// Invariant: every cell within the tolerance of contact of a shape, anywhere on its path, is visited. The margin is
// that of the boxes in the broad phase.
#include "world/step/tile_pairs.h"
#include "auk/terrain.h"
#include "geom/half_plane.h"
#include "geom/local_box.h"
#include "world/state/parts_boxes.h"
#include "world/state/pieces.h"
#include "world/state/tile_kinds.h"
#include "world/state/tile_map.h"
#include "world/state/tile_shape.h"
#include "world/state/tile_walk.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"
#include "world/step/one_way.h"
#include "world/step/response_rules.h"

// ---- a part in the frame of a grid ----

// The bound of a part that may meet cells: a box on a straight path, in the frame of the grid.
typedef struct Passer {
    AukDvec min, max, delta;
} Passer;

// A part, which may be a cell that stands for one.
typedef struct Placeable {
    const AukPart *part;
    const AukTransform *local;
    AukShape shape;
    double extent, turn_radius;
    bool centred;
} Placeable;

static Placeable placeable(const AukParts *parts, uint32_t index)
{
    const AukPart *part = auk__part(parts, index);
    Placeable found = {.part = part,
                       .local = auk__part_local(parts, index),
                       .shape = auk__part_shape(parts, part),
                       .extent = auk__part_extent(parts, part),
                       .turn_radius = auk__turn_radius(parts, index),
                       .centred = part->centred};
    return found;
}

static double margin_of(Placeable grid, Placeable part, const AukDtransform *seen)
{
    double size = grid.extent + part.extent + dvec_size(dvec(seen->x, seen->y));
    return (double)grid.shape.radius + AUK_BOUND_MARGIN * size;
}

static Passer around(AukDvec middle, double radius)
{
    Passer passer = {
        dvec(middle.x - radius, middle.y - radius), dvec(middle.x + radius, middle.y + radius), {0.0, 0.0}};
    return passer;
}

// The position and rotation of a part whose body is at `body`.
static AukDtransform tile_pairs_place_of(Placeable placed, AukDtransform body)
{
    AukDtransform local = auk__dtransform(*placed.local, auk_vec(0.0f, 0.0f));
    return placed.centred ? body : auk__dtransform_compose(&body, &local);
}

// The bound of a part in the frame of a grid, with both bodies placed in one frame.
static Passer passer_at(Placeable grid, AukDtransform grid_body, Placeable part, AukDtransform body)
{
    AukDtransform frame = tile_pairs_place_of(grid, grid_body), transform = tile_pairs_place_of(part, body);
    AukDtransform seen = auk__dtransform_seen_from(&frame, &transform);
    AukBox box = auk__widened_bounds(&part.shape, &seen, auk_vec(0.0f, 0.0f), margin_of(grid, part, &seen));
    Passer passer = {dvec_from(box.min), dvec_from(box.max), {0.0, 0.0}};
    return passer;
}

// The motion of a body from a fraction of the step on.
typedef struct GridPath {
    AukDtransform from;
    AukDvec delta;
    double turn;  // upper bound
    double bulge; // how far it leaves the straight line, on the way of what carries it
    bool turns, may_stop;
} GridPath;

static GridPath path_of(const AukWorld *world, uint32_t index, AukVec2 origin, double fraction)
{
    const AukBody *body = auk__body(&world->bodies, index);
    AukRot before = auk__start_pose(&world->bodies, index)->q, after = auk__next_pose(&world->bodies, index)->q;
    AukDtransform to = auk__ccd_dtransform(world, index, origin, 1.0);
    const AukPathSegment *carried = auk__carried_segment(&world->ccd, index);
    bool straight = !carried && (auk__path_segment(&world->ccd, index) || auk__has_stopped(&world->ccd, index));
    GridPath path;
    path.from = auk__ccd_dtransform(world, index, origin, fraction);
    path.delta = dvec(to.x - path.from.x, to.y - path.from.y);
    path.turn = straight ? 0.0 : (carried ? carried->turn : auk__body_path(&world->ccd, index)->turn);
    path.bulge = carried ? auk__carried_bulge(carried, 0.0, fraction) : 0.0;
    path.turns = !straight && (path.turn != 0.0 || after.c != before.c || after.s != before.s);
    path.may_stop = auk__may_respond(&world->rules, body);
    return path;
}

static void tile_pairs_widen(Passer *passer, AukDvec delta)
{
    *(delta.x < 0.0 ? &passer->min.x : &passer->max.x) += delta.x;
    *(delta.y < 0.0 ? &passer->min.y : &passer->max.y) += delta.y;
}

// Gives a bound its path relative to the grid. If both bodies move and one may stop, their relative path is not known,
// so the box is widened by both paths.
static Passer send(Passer passer, const AukDtransform *frame, const GridPath *grid, const GridPath *body)
{
    AukDvec own = auk__dtransform_unrotate(frame, body->delta), away = auk__dtransform_unrotate(frame, grid->delta);
    bool both = dvec_size(own) > 0.0 && dvec_size(away) > 0.0;
    if (both && (grid->may_stop || body->may_stop)) {
        tile_pairs_widen(&passer, own);
        tile_pairs_widen(&passer, dvec_neg(away));
    } else {
        passer.delta = dvec_sub(own, away);
    }
    return passer;
}

// The bound of a part over its path in a step. If the part turns, its bound is the disc around the origin of its body.
// If the grid turns, the bound is the disc of all positions relative to the grid: its radius grows by the lengths of
// both paths and by the rotation of the grid.
static Passer passer_on_way(const AukWorld *world, Placeable grid, Placeable part, double fraction, AukDvec shift)
{
    AukVec2 origin = auk__start_pose(&world->bodies, grid.part->body)->p;
    GridPath grid_path = path_of(world, grid.part->body, origin, fraction);
    GridPath path = path_of(world, part.part->body, origin, fraction);
    auk__dtransform_shift(&path.from, shift);
    AukDtransform frame = tile_pairs_place_of(grid, grid_path.from);
    if (!grid_path.turns && !path.turns) {
        return send(passer_at(grid, grid_path.from, part, path.from), &frame, &grid_path, &path);
    }
    AukDtransform seen = auk__dtransform_seen_from(&frame, &path.from);
    double radius = part.turn_radius * (1.0 + 0x1p-20) + (double)part.shape.radius + margin_of(grid, part, &seen);
    radius += path.bulge + grid_path.bulge;
    if (!grid_path.turns) {
        return send(around(dvec(seen.x, seen.y), radius), &frame, &grid_path, &path);
    }
    AukDvec apart = dvec(path.from.x - grid_path.from.x, path.from.y - grid_path.from.y);
    double lengths = dvec_length(path.delta) + dvec_length(grid_path.delta);
    radius += lengths + fabs(grid_path.turn) * (dvec_length(apart) + lengths) * (1.0 + 0x1p-20);
    return around(dvec(seen.x, seen.y), radius);
}

// ---- pairs ----

static bool has_room(const AukWorld *world)
{
    return world->pairs.spare.count < world->pair_limit;
}

static inline AukStatus tile_pairs_put(AukWorld *world, const AukPair *pair)
{
    if (!has_room(world)) {
        return AUK_ERROR_PAIR_LIMIT;
    }
    AukPair *out = auk__buffer_push(&world->pairs.spare, sizeof *out);
    if (!out) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    *out = *pair;
    return AUK_OK;
}

static void walk_over(const AukWorld *world, uint32_t grid, const Passer *passer, AukTileWalk *walk)
{
    auk__tiles_walk(auk__tiles(&world->parts, grid), passer->min, passer->max, passer->delta, walk);
}

// Adds the pairs of the cells of one grid, which is walked, with another part, unless filters of cells keep them apart.
static AukStatus tile_pairs_put_cells(AukWorld *world, const AukPair *pair, bool grid_is_a, AukTileWalk *walk)
{
    const AukParts *parts = &world->parts;
    const bool filtered =
        auk__part(parts, pair->part_a)->filtered_by_cell || auk__part(parts, pair->part_b)->filtered_by_cell;
    AukPair found = *pair;
    AukStatus status = AUK_OK;
    for (int child = auk__tiles_next(walk); child >= 0 && !status; child = auk__tiles_next(walk)) {
        *(grid_is_a ? &found.child_a : &found.child_b) = child;
        if (!filtered || auk__cells_let_meet(parts, &found)) {
            status = tile_pairs_put(world, &found);
        }
    }
    return status;
}

// The bound of the cells that may reach a half-plane, whose body rests: the box around that part of the rectangle which
// is in the half-plane. On its path the grid comes nearer to it by `nearer` at most.
static Passer passer_of_half_plane(const AukWorld *world, Placeable grid, AukDtransform grid_body, Placeable part,
                                   AukDtransform body, double nearer)
{
    const AukTileGrid *rectangle = auk__tiles(&world->parts, (uint32_t)(grid.part - auk__part(&world->parts, 0)));
    AukDvec size = dvec((double)rectangle->cell.x * rectangle->width, (double)rectangle->cell.y * rectangle->height);
    AukDtransform frame = tile_pairs_place_of(grid, grid_body), transform = tile_pairs_place_of(part, body);
    AukDtransform seen = auk__dtransform_seen_from(&frame, &transform);
    AukSupportShape plane;
    auk__support_shape_init(&plane, &part.shape, seen);
    AukSurface surface = auk__half_plane_surface(&plane);
    AukDvec n = surface.normal, least = dvec(n.x < 0.0 ? n.x * size.x : 0.0, n.y < 0.0 ? n.y * size.y : 0.0);
    double most = dvec_dot(n, surface.from) + surface.offset + plane.radius + margin_of(grid, part, &seen) + nearer;
    double x = n.x != 0.0 ? (most - least.y) / n.x : 0.0, y = n.y != 0.0 ? (most - least.x) / n.y : 0.0;
    Passer passer = {dvec(n.x < 0.0 ? x : 0.0, n.y < 0.0 ? y : 0.0),
                     dvec(n.x > 0.0 && x < size.x ? x : size.x, n.y > 0.0 && y < size.y ? y : size.y),
                     {0.0, 0.0}};
    return passer;
}

// How much nearer any point of a grid may come to something that rests, in the rest of a step.
static double way_of_grid(Placeable grid, const GridPath *path)
{
    return dvec_length(path->delta) + (path->turns ? 2.0 * grid.turn_radius : 0.0);
}

// The bound of a part, moved by `shift`, in the frame of the grid.
static Passer passer_of(const AukWorld *world, const AukPair *pair, Placeable grid, Placeable part, double fraction,
                        AukDvec shift)
{
    if (part.shape.kind == AUK_SHAPE_HALF_PLANE) {
        AukTransform pose = *auk__next_pose(&world->bodies, grid.part->body);
        AukTransform rest = *auk__start_pose(&world->bodies, part.part->body);
        GridPath path = {auk__dtransform(pose, pose.p), {0.0, 0.0}, 0.0, 0.0, false, false};
        if (pair->swept) {
            path = path_of(world, grid.part->body, pose.p, fraction);
        }
        return passer_of_half_plane(world, grid, path.from, part, auk__dtransform(rest, pose.p),
                                    pair->swept ? way_of_grid(grid, &path) : 0.0);
    }
    if (pair->swept) {
        return passer_on_way(world, grid, part, fraction, shift);
    }
    AukTransform pose = *auk__next_pose(&world->bodies, grid.part->body);
    AukDtransform transform = auk__dtransform(*auk__next_pose(&world->bodies, part.part->body), pose.p);
    auk__dtransform_shift(&transform, shift);
    return passer_at(grid, auk__dtransform(pose, pose.p), part, transform);
}

// True if the cells of a grid lie along the axes where its body arrives: then what is there is bounded by its tight
// box.
static bool is_upright(const AukWorld *world, uint32_t grid)
{
    AukRot q = auk__next_pose(&world->bodies, auk__part(&world->parts, grid)->body)->q;
    AukRot local = auk__part_local(&world->parts, grid)->q;
    return q.c == 1.0f && q.s == 0.0f && local.c == 1.0f && local.s == 0.0f;
}

// The bound of a cell of a in the frame of grid b: a box around all positions of the disc of the cell.
static Passer passer_of_cell(const AukWorld *world, const AukPair *pair, int child, double fraction, AukDvec shift)
{
    const AukTileGrid *grid = auk__tiles(&world->parts, pair->part_a);
    Placeable cell = placeable(&world->parts, pair->part_a);
    AukTransform local = *auk__part_local(&world->parts, pair->part_a);
    AukDtransform on_body = auk__dtransform(local, auk_vec(0.0f, 0.0f)), middle = auk__cell_dtransform(grid, child);
    AukDtransform transform = auk__dtransform_compose(&on_body, &middle);
    local.p = dvec_to_float(dvec(transform.x, transform.y));
    cell.centred = false;
    cell.shape.kind = AUK_SHAPE_BOX;
    cell.shape.core.half = auk_vec_scale(0.5f, grid->cell);
    cell.local = &local;
    cell.turn_radius = dvec_length(dvec(transform.x, transform.y)) + (double)auk__cell_longest(grid);
    return passer_of(world, pair, placeable(&world->parts, pair->part_b), cell, fraction, shift);
}

// Pairs of two grids: each cell of a that meets the rectangle of b, with the cells of b that it meets.
static AukStatus put_cells_of_both(AukWorld *world, const AukPair *pair, double fraction, AukDvec shift)
{
    Placeable a = placeable(&world->parts, pair->part_a), b = placeable(&world->parts, pair->part_b);
    Passer passer = passer_of(world, pair, a, b, fraction, shift);
    AukTileWalk walk, walk_b;
    walk_over(world, pair->part_a, &passer, &walk);
    AukStatus status = AUK_OK;
    for (int child = auk__tiles_next(&walk); child >= 0 && !status; child = auk__tiles_next(&walk)) {
        AukPair found = *pair;
        found.child_a = child;
        Passer one = passer_of_cell(world, pair, child, fraction, dvec_neg(shift));
        walk_over(world, pair->part_b, &one, &walk_b);
        status = tile_pairs_put_cells(world, &found, false, &walk_b);
    }
    return status;
}

// Adds the pairs of pieces of a pair with a grid. The part that is not the grid (of two grids, b) is moved by `shift`.
static AukStatus expand_at(AukWorld *world, const AukPair *pair, double fraction, AukDvec shift)
{
    bool a = auk__part_is_grid(&world->parts, pair->part_a), b = auk__part_is_grid(&world->parts, pair->part_b);
    if (a && b) {
        return put_cells_of_both(world, pair, fraction, shift);
    }
    uint32_t of_grid = a ? pair->part_a : pair->part_b, other = a ? pair->part_b : pair->part_a;
    bool plane = auk__part_is_half_plane(auk__part(&world->parts, other));
    AukTileWalk walk;
    if (!pair->swept && !plane && is_upright(world, of_grid)) {
        AukBox box = auk__box_shifted(auk__tight_box(&world->parts, other), shift);
        AukTransform pose = *auk__next_pose(&world->bodies, auk__part(&world->parts, of_grid)->body);
        auk__tiles_along(&world->parts, of_grid, pose, box, dvec(0.0, 0.0), &walk);
        return tile_pairs_put_cells(world, pair, a, &walk);
    }
    Placeable grid = placeable(&world->parts, of_grid), part = placeable(&world->parts, other);
    Passer passer = passer_of(world, pair, grid, part, fraction, shift);
    walk_over(world, of_grid, &passer, &walk);
    return tile_pairs_put_cells(world, pair, a, &walk);
}

// Adds the pairs of pieces of a pair of parts to world->pairs.spare; in a world that wraps around, for every image in
// which they may meet.
static AukStatus expand(AukWorld *world, const AukPair *pair, double fraction)
{
    AukDvec shift;
    bool a = auk__part_is_grid(&world->parts, pair->part_a), b = auk__part_is_grid(&world->parts, pair->part_b);
    if (!a && !b) {
        return tile_pairs_put(world, pair);
    }
    if (!world->wrap.on) {
        return expand_at(world, pair, fraction, dvec(0.0, 0.0));
    }
    AukWrapWalk walk = auk__wrap_walk_parts(&world->parts, &world->wrap, pair, a ? pair->part_a : pair->part_b,
                                            a ? pair->part_b : pair->part_a);
    AukStatus status = AUK_OK;
    while (!status && auk__wrap_next(&walk, &shift)) {
        status = expand_at(world, pair, fraction, shift);
    }
    return status;
}

AukStatus auk__tiles_expand_pair(AukWorld *world, const AukPair *pair, double fraction)
{
    world->pairs.spare.count = 0;
    return expand(world, pair, fraction);
}

AukStatus auk__tiles_expand(AukWorld *world)
{
    world->pairs.spare.count = 0;
    AukStatus status = AUK_OK;
    for (int i = 0; i < world->pairs.records.count && !status; i++) {
        status = expand(world, (const AukPair *)world->pairs.records.items + i, 0.0);
    }
    AukBuffer pairs = world->pairs.spare;
    world->pairs.spare = world->pairs.records;
    world->pairs.records = pairs;
    world->pairs.sensor_count = 0;
    for (int i = 0; i < world->pairs.records.count && !status; i++) {
        world->pairs.sensor_count += ((const AukPair *)world->pairs.records.items)[i].sensor;
    }
    return status;
}
