// Finds the pieces that touch the mover and the pieces that it would hit. The query index returns parts, and each part
// its pieces, so a mover does not depend on the kinds of shapes. Moving bodies are tested at their poses after the
// coming step, but the query index has their present boxes: hence the wider box of a search for them.
#include "base/assert.h"
#include "base/zero.h"
#include "broad/grid.h"
#include "geom/local_box.h"
#include "world/mover/move.h"
#include "world/query/query.h"
#include "world/state/half_planes.h"
#include "world/state/query_index.h"
#include "world/state/tile_shape.h"
#include "world/step/integrate.h"
#include "world/step/one_way.h"

#include <string.h>

// A cast ends closer than the gap, at this fraction of it. So a mover that slides over a floor does not hit a joint
// that is off by a unit or two.
#define KEPT_BY_CASTS 0.25

// As a fraction of what casts keep: much more than rounding.
#define CLEARLY_APART 0.25

// How far ahead a plane blocks, as a fraction of the mover's extent, with a minimum and a maximum in gaps. Joints that
// are off by less than a gap do not block, nor do tips that leave more room than that. In the sharpest wedge in which a
// mover comes to rest, it still touches both sides.
#define BLOCK_AHEAD 0x1p-11
#define BLOCK_AHEAD_MIN 16.0
#define BLOCK_AHEAD_MAX 4096.0

// A long path is divided into stretches of a few extents of the mover, so that boxes are small. There is a maximum
// number of stretches. In a world that wraps around, a stretch is at most half a period long.
enum { STRETCH_LIMIT = 64 };
#define STRETCH 4.0

double auk__move_gap(const AukMove *move, AukDvec at)
{
    double x = fabs((double)move->origin.x + at.x), y = fabs((double)move->origin.y + at.y);
    double size = x > y ? x : y;
    return move->fineness * (size > move->least_size ? size : move->least_size);
}

const AukSupportShape *auk__move_support_shape(AukMove *move, AukDvec at, double grown)
{
    move->core.transform.x = at.x + move->offset.x;
    move->core.transform.y = at.y + move->offset.y;
    move->core.radius = move->radius + grown;
    return &move->core;
}

static bool meets(const AukMove *move, const AukPart *part)
{
    return part->body != move->passed_body &&
           auk__wanted_finds(&move->wanted, &move->world->bodies, &move->world->parts, part);
}

// The box from which bodies come in the coming step; from at most a period away in a world that wraps around.
static AukBox box_of_arrivals(const AukMove *move, AukBox box)
{
    return auk__box_widened(box, auk__wrap_at_most_period(&move->world->wrap, move->arrivals));
}

// The box is made, stored and read as one register: read as a whole after its numbers were stored one by one, it had to
// wait for them, an eighth of the time of a move.
void auk__move_look(AukMove *move, AukDvec from, AukDvec to, double margin, AukMoveCursor *cursor)
{
    AukF64x2 place = auk__f64x2_make((double)move->origin.x + move->offset.x, (double)move->origin.y + move->offset.y);
    AukDvec min = dvec_min(from, to), max = dvec_max(from, to);
    AukLocalBox way = auk__local_box_grown(move->local, move->radius + margin);
    way.min = auk__f64x2_add(way.min, auk__f64x2_make(min.x, min.y));
    way.max = auk__f64x2_add(way.max, auk__f64x2_make(max.x, max.y));
    AukBox box;
    auk__f32x4_store(&box.min.x, auk__local_box_at(way, place));
    auk__move_look_in(move, &box, cursor);
}

// Goes on to the next image. False if there is none.
static bool next_cursor_image(const AukMove *move, AukMoveCursor *cursor)
{
    if (!auk__wrap_next(&cursor->images, &cursor->image)) {
        return false;
    }
    cursor->grid = auk__grid_query_box(&move->world->index.grid, auk__box_shifted(cursor->wide, cursor->image));
    return true;
}

void auk__move_look_in(const AukMove *move, const AukBox *box, AukMoveCursor *cursor)
{
    // member by member: clearing all of it, or returning a copy, took as long as a search in a list
    const AukF32x4 sides = auk__f32x4_load(&box->min.x);
    auk__f32x4_store(&cursor->box.min.x, sides);
    auk__f32x4_store(&cursor->asked.min.x, sides);
    cursor->image = cursor->shift = dvec(0.0, 0.0);
    cursor->next_near = cursor->planes = 0;
    cursor->side = NULL;
    cursor->listed = cursor->inside = false;
    bool all_rest = auk__move_all_rest(move);
    cursor->wide = all_rest ? *box : box_of_arrivals(move, *box);
    if (move->world->wrap.on) {
        cursor->images = auk__wrap_images(&move->world->wrap, &move->world->index.grid, cursor->wide);
        (void)next_cursor_image(move, cursor);
        return;
    }
    auk__f32x4_store(&cursor->still.min_x, auk__f32x4_negate_high(sides));
    auk__f32x4_store(&cursor->grid.query.min_x, auk__bounds_make(all_rest ? box : &cursor->wide));
    cursor->listed = auk__bounds_hold(&move->near.box, &cursor->grid.query) == AUK_TOUCH_ALL &&
                     (all_rest || auk__bounds_hold(&move->near.still, &cursor->still) == AUK_TOUCH_ALL);
    if (!cursor->listed) {
        cursor->grid = auk__grid_query_box(&move->world->index.grid, cursor->wide);
    }
}

void auk__move_piece(const AukMove *move, const AukMoveCursor *cursor, AukSupportShape *core)
{
    auk__piece_support_shape(&cursor->pieces.piece, cursor->pose, move->origin, core);
    auk__support_shape_shift(core, cursor->shift);
}

// Most pieces have no direction, so it is asked for here.
static bool goes_through(const AukMove *move, const AukMoveCursor *cursor)
{
    const AukParts *parts = &move->world->parts;
    const AukPartPiece *piece = &cursor->pieces.piece;
    const AukVec2 none = {0.0f, 0.0f};
    AukVec2 of_shape = parts->one_way_count > 0 ? *auk__one_way(parts, auk__piece_head(piece)) : none;
    AukVec2 of_cell = auk__piece_one_way(piece);
    return (auk__is_not_zero(of_shape) || auk__is_not_zero(of_cell)) && !piece->part->sensor &&
           auk__move_passes_one_way(move, cursor, of_shape, of_cell);
}

// True if a one-way cell beside the piece, a cell too, lets the mover pass. Cells of the piece's own floor do what it
// does.
static bool lets_through(const AukMove *move, const AukMoveCursor *cursor, AukTileCell cell)
{
    const AukWorld *world = move->world;
    const AukPartPiece *piece = &cursor->pieces.piece;
    AukMoveCursor beside;
    beside.pieces.piece = auk__piece(&world->parts, cell.part, cell.child);
    AukDvec direction = auk__floor_direction(&world->parts, &beside.pieces.piece);
    if (!auk__is_not_zero(auk__piece_one_way(&beside.pieces.piece)) ||
        auk__floors_join(&world->parts, auk__floor_of(piece, direction), auk__floor_of(&beside.pieces.piece, direction),
                         direction)) {
        return false;
    }
    beside.pieces.piece.up = &move->up;
    beside.pose = auk__body_coming(&world->bodies, &world->wrap, beside.pieces.piece.part->body, move->coming);
    beside.shift = cursor->shift;
    if (world->wrap.on) { // the image that is beside the piece
        AukSupportShape at, there;
        auk__move_piece(move, cursor, &at);
        auk__move_piece(move, &beside, &there);
        AukDvec apart = dvec(there.transform.x - at.transform.x, there.transform.y - at.transform.y);
        beside.shift = dvec_add(beside.shift, auk__wrap_nearest(&world->wrap, apart));
    }
    return goes_through(move, &beside);
}

// Notes of a cell beyond which sides a one-way cell lets the mover pass, see AukTileView.passed.
static void note_sides(const AukMove *move, AukMoveCursor *cursor)
{
    AukPartPiece *piece = &cursor->pieces.piece;
    unsigned passed = 0;
    piece->passed = 0;
    if (!auk__one_way_is_near_cell(&move->world->parts, cursor->part, piece->child)) {
        return;
    }
    for (int i = 0; i < AUK_SIDES; i++) {
        AukTileCell cell = auk__piece_beside(piece, i);
        passed |= (unsigned)(cell.child >= 0 && lets_through(move, cursor, cell)) << i;
    }
    piece->passed = (uint8_t)passed;
}

// Sets the shift from the coming pose of a part to its present pose, from there to its place in the query index, and
// back to the mover. In the coming step the body may leave the rectangle and be put on the other side.
static void set_cursor_shift(const AukMove *move, AukMoveCursor *cursor)
{
    uint32_t body = auk__part(&move->world->parts, cursor->part)->body;
    AukDvec delta = dvec_sub(dvec_from(cursor->pose.p), dvec_from(auk__pose(&move->world->bodies, body)->p));
    AukDvec inward = auk__part_inward(&move->world->parts, &move->world->wrap, cursor->part);
    cursor->shift = dvec_sub(dvec_add(auk__wrap_nearest(&move->world->wrap, delta), inward), cursor->image);
    cursor->box = auk__box_shifted(cursor->asked, dvec_neg(cursor->shift));
}

// Where the mover was, relative to a one-sided edge of a body at that pose, when the move began. If it overlapped the
// edge, it passes through for the whole move, as it cannot be known from which side it came; only its support holds it
// all the same.
static AukMoveSide edge_side_at(const AukMove *move, const AukMoveCursor *cursor, AukTransform pose)
{
    const AukPartPiece *piece = &cursor->pieces.piece;
    AukSupportShape core, own;
    auk__move_piece_at(move, cursor, pose, &core);
    auk__move_core_before(move, &own);
    bool in = piece->part->body != move->support &&
              auk__separation(&core, &own, 0.0, NULL).distance < -auk__move_gap(move, dvec(0.0, 0.0));
    bool front = auk__piece_faces(piece, &core, &own, dvec(0.0, 0.0));
    return in ? AUK_MOVE_SIDE_IN : (front ? AUK_MOVE_SIDE_FRONT : AUK_MOVE_SIDE_BEHIND);
}

static AukMoveSide side_before(const AukMove *move, const AukMoveCursor *cursor)
{
    const AukPartPiece *piece = &cursor->pieces.piece;
    AukTransform pose = auk__move_pose_before(move, piece->part->body), before;
    AukMoveSide side = edge_side_at(move, cursor, pose);
    const AukVec2 *ends = auk__edge_points(piece);
    AukDtransform transform = auk__part_dtransform(piece->part, piece->local, pose, move->origin);
    AukDvec right = dvec((double)ends[1].y - (double)ends[0].y, (double)ends[0].x - (double)ends[1].x);
    bool came = side == AUK_MOVE_SIDE_IN &&
                auk__move_has_come(move, cursor, auk__dtransform_rotate(&transform, right), &before);
    return came ? edge_side_at(move, cursor, before) : side;
}

// The same; a listed part is asked once.
static AukMoveSide known_side(const AukMove *move, const AukMoveCursor *cursor)
{
    if (!cursor->side) {
        return side_before(move, cursor);
    }
    if (*cursor->side == AUK_MOVE_SIDE_UNKNOWN) {
        *cursor->side = (uint8_t)side_before(move, cursor);
    }
    return (AukMoveSide)*cursor->side;
}

bool auk__move_passes(AukMove *move, const AukMoveCursor *cursor, double distance)
{
    return cursor->behind && distance < -auk__move_gap(move, move->at);
}

// Starts on the pieces of `cursor->part`.
static void enter_part(const AukMove *move, AukMoveCursor *cursor)
{
    const AukWorld *world = move->world;
    uint32_t body = auk__part(&world->parts, cursor->part)->body;
    cursor->pose = auk__body_coming(&world->bodies, &world->wrap, body, move->coming);
    if (world->wrap.on) { // without these three tests a move was 5 % slower in other worlds
        set_cursor_shift(move, cursor);
    }
    auk__pieces_enter(&world->parts, &world->wrap, cursor->part, cursor->pose, cursor->box, dvec(0.0, 0.0), false,
                      &cursor->pieces);
    auk__pieces_sift(&cursor->pieces, &move->wanted.query->filter);
    // Only a mover that stands on the grid is held by one-way cells that it has sunk into, and only by floors, see
    // move_one_way.c. Any other would pass through the cell, and through the side that the cell covers.
    cursor->pieces.piece.no_sinking = cursor->pieces.piece.grid && !auk__move_stands_on(move, &cursor->pieces.piece);
    cursor->pieces.piece.up = &move->up;
    cursor->inside = true;
}

// The next piece of the part. False at its end.
static bool next_piece(const AukMove *move, AukMoveCursor *cursor)
{
    while (cursor->inside && auk__pieces_next(&cursor->pieces)) {
        cursor->behind = false;
        if (goes_through(move, cursor)) {
            continue;
        }
        if (cursor->pieces.piece.grid) {
            note_sides(move, cursor);
        }
        AukMoveSide side = cursor->pieces.piece.front_only ? known_side(move, cursor) : AUK_MOVE_SIDE_FRONT;
        cursor->behind = side == AUK_MOVE_SIDE_BEHIND;
        if (side != AUK_MOVE_SIDE_IN) {
            return true;
        }
    }
    cursor->inside = false;
    return false;
}

// Goes on to the next part whose box touches that of the search. False at the end.
static bool next_part(AukMove *move, AukMoveCursor *cursor)
{
    if (!cursor->listed) {
        return auk__move_next_in_grid(move, cursor);
    }
    AukMoveNear *near = &move->near;
    AukF32x4 limits = auk__bounds_limits(&cursor->grid.query), still = auk__bounds_limits(&cursor->still);
    while (cursor->next_near < near->count) {
        int at = cursor->next_near++;
        if (auk__bounds_mask(&near->bounds[at], near->moving[at] ? limits : still) == AUK_TOUCH_ALL) {
            cursor->part = near->parts[at];
            cursor->side = &near->sides[at];
            return true;
        }
    }
    cursor->side = NULL; // half-planes follow
    return false;
}

bool auk__move_next(AukMove *move, AukMoveCursor *cursor)
{
    const AukWorld *world = move->world;
    while (!next_piece(move, cursor)) {
        if (cursor->planes > 0 || !next_part(move, cursor)) {
            if (world->wrap.on && next_cursor_image(move, cursor)) {
                continue;
            }
            if (world->half_planes.parts.count == 0 ||
                !auk__half_planes_next_in(world, &cursor->planes, cursor->asked, &cursor->part)) {
                return false; // half-planes come after the parts of the query index
            }
        }
        if (meets(move, auk__part(&world->parts, cursor->part))) {
            enter_part(move, cursor);
        }
    }
    return true;
}

static bool plane_precedes(const AukParts *parts, const AukMovePlane *a, const AukMovePlane *b)
{
    const AukPart *part_a = auk__part(parts, a->part), *part_b = auk__part(parts, b->part);
    if (part_a->body != part_b->body) {
        return part_a->body < part_b->body;
    }
    uint32_t head_a = auk__part_head(parts, a->part), head_b = auk__part_head(parts, b->part);
    return head_a != head_b ? head_a < head_b : a->child < b->child;
}

// Keeps the nearest planes, whatever the order of the calls.
static void keep(AukMove *move, const AukMovePlane *plane)
{
    int i = move->plane_count;
    if (i == AUK_MOVE_PLANES) {
        i--;
        const AukMovePlane *last = &move->planes[i];
        if (last->gap < plane->gap || (last->gap == plane->gap && plane_precedes(&move->world->parts, last, plane))) {
            return;
        }
    } else {
        move->plane_count++;
    }
    for (; i > 0; i--) {
        const AukMovePlane *before = &move->planes[i - 1];
        if (before->gap < plane->gap ||
            (before->gap == plane->gap && plane_precedes(&move->world->parts, before, plane))) {
            break;
        }
        move->planes[i] = *before;
    }
    move->planes[i] = *plane;
}

// The normal of a contact. If the piece overlaps so deep that its other side is nearer, the normal still points to the
// side where the mover was.
static AukDvec normal_out(AukMove *move, const AukMoveCursor *cursor, AukDvec normal)
{
    AukSeparation before = auk__move_before_push(move, cursor);
    bool flipped = auk__move_was_in_front(move, before) && dvec_dot(before.normal, normal) < 0.0;
    auk__move_support_shape(move, move->at, 0.0);
    return flipped ? before.normal : normal;
}

// True if the last cast went nowhere because of this piece. It blocks, though a neighbour in its surface covers the
// side that the mover touches: the two may be off by more than a gap where grids join.
static bool is_stopped_by(const AukMove *move, const AukMoveCursor *cursor)
{
    return move->stopped && move->stop.part == cursor->part && move->stop.child == cursor->pieces.piece.child;
}

void auk__move_touch(AukMove *move)
{
    double band = 2.0 * auk__move_gap(move, move->at);
    move->plane_count = 0;
    AukMoveCursor cursor;
    auk__move_look(move, move->at, move->at, band, &cursor);
    const AukSupportShape *core = auk__move_support_shape(move, move->at, 0.0);
    while (auk__move_next(move, &cursor)) {
        AukSupportShape other;
        auk__move_piece(move, &cursor, &other);
        AukSeparation found = auk__piece_separation(&cursor.pieces.piece, &other, core, band);
        if (found.distance > band && is_stopped_by(move, &cursor)) {
            found = auk__separation(&other, core, band, NULL);
            found.normal = move->stop.normal;
        }
        if (found.distance <= band && !auk__move_passes(move, &cursor, found.distance)) {
            AukDvec normal = found.distance < -band ? normal_out(move, &cursor, found.normal) : found.normal;
            AukMovePlane plane = {
                cursor.part, cursor.pieces.piece.child, found.distance, normal, found.point_a, AUK_MOVER_WALL, normal};
            keep(move, &plane);
        }
    }
    for (int i = 0; i < move->plane_count; i++) {
        auk__move_classify(move, &move->planes[i]);
    }
}

// Casts the mover, grown by the distance that casts keep, against one piece. A piece that is nearer at the start blocks
// a path that leads into its plane, at once. It blocks no other path, since a convex piece lies behind its plane; but
// normals are rounded, and the normal at a joint is not that of the piece, so the mover is cast again without `grown`.
// That is done too if the piece is not hit, unless it is clearly apart at the start: at a start exactly `grown` away,
// rounding may hide that the path leads into the piece.
static AukImpact cast_at(AukMove *move, const AukMoveCursor *cursor, AukDvec from, AukDvec delta, double grown)
{
    const AukPartPiece *piece = &cursor->pieces.piece;
    AukSupportShape other;
    auk__move_piece(move, cursor, &other);
    AukImpact impact = auk__piece_cast(piece, &other, auk__move_support_shape(move, from, grown), delta, false);
    if (impact.hit && !impact.overlapping) {
        return impact;
    }
    if (!impact.hit && impact.apart > CLEARLY_APART * grown) {
        return impact;
    }
    const AukSupportShape *core = auk__move_support_shape(move, from, 0.0);
    if (!impact.hit) {
        impact = auk__piece_cast(piece, &other, core, delta, true);
        impact.fraction = 0.0;
        return impact;
    }
    AukSeparation found = auk__piece_separation(piece, &other, core, 2.0 * grown);
    if (auk__move_passes(move, cursor, found.distance)) {
        impact.hit = false;
        return impact;
    }
    if (dvec_dot(found.normal, delta) >= -AUK_MOVE_LEAN * dvec_length(delta)) {
        return auk__piece_cast(piece, &other, core, delta, true);
    }
    impact.normal = found.normal;
    impact.point = found.point_a;
    if (found.distance == INFINITY) { // the piece has no such normal: it answers as where a cast ends at it
        impact.fraction = 0.0;
        impact.hit = auk__pieces_own_impact(piece, NULL, &other, core, delta, &impact);
    }
    return impact;
}

// True if a mover that walks has a way to go until it meets the piece, and then stands on it: beside the foot of a ramp
// the nearest point is its tip, so the contact is one with a wall, but what the mover walks into is the ramp.
static bool leads_on(const AukMove *move, const AukMovePlane *plane, AukImpact impact, double ahead, double gap)
{
    return move->walks && plane->kind == AUK_MOVER_WALL && !impact.overlapping && impact.fraction * ahead > gap &&
           auk__move_is_walkable(move, impact.normal);
}

bool auk__move_is_blocked_by(AukMove *move, const AukMovePlane *plane, AukDvec direction)
{
    double gap = auk__move_gap(move, move->at), grown = KEPT_BY_CASTS * gap;
    double ahead = BLOCK_AHEAD * move->extent;
    ahead = ahead < BLOCK_AHEAD_MIN * gap ? BLOCK_AHEAD_MIN * gap
                                          : (ahead > BLOCK_AHEAD_MAX * gap ? BLOCK_AHEAD_MAX * gap : ahead);
    if (plane->gap <= grown) {
        return true;
    }
    AukDvec delta = dvec_scale(ahead, direction);
    AukMoveCursor cursor;
    auk__move_look(move, move->at, dvec_add(move->at, delta), grown, &cursor);
    bool images = move->world->wrap.on;
    if (!images) {
        cursor.part = plane->part;
        enter_part(move, &cursor);
    }
    while (images ? auk__move_next(move, &cursor) : next_piece(move, &cursor)) {
        if (cursor.part != plane->part || cursor.pieces.piece.child != plane->child) {
            continue;
        }
        AukImpact impact = cast_at(move, &cursor, move->at, delta, grown);
        if (impact.hit && !leads_on(move, plane, impact, ahead, gap)) {
            return true;
        }
    }
    return false;
}

// Casts along one stretch of the path.
static void cast_stretch(AukMove *move, AukDvec from, AukDvec delta, double grown, AukMoveHit *best)
{
    AukMoveCursor cursor;
    auk__move_look(move, from, dvec_add(from, delta), grown, &cursor);
    while (auk__move_next(move, &cursor)) {
        AukImpact impact = cast_at(move, &cursor, from, delta, grown);
        AukMovePlane plane = {cursor.part,  cursor.pieces.piece.child, 0.0, impact.normal, impact.point, AUK_MOVER_WALL,
                              impact.normal};
        bool wins = impact.hit &&
                    (!best->hit || impact.fraction < best->fraction ||
                     (impact.fraction == best->fraction && plane_precedes(&move->world->parts, &plane, &best->plane)));
        if (wins) {
            best->hit = true;
            best->fraction = impact.fraction;
            best->plane = plane;
        }
    }
}

int auk__move_stretches(const AukMove *move, AukDvec delta)
{
    double stretches = dvec_length(delta) / (STRETCH * move->extent),
           most = 2.0 * auk__wrap_turns(&move->world->wrap, delta);
    most = most > STRETCH_LIMIT ? most : STRETCH_LIMIT;
    return stretches < most ? 1 + (int)stretches : (int)most;
}

// The gap grows with the distance from the origin of coordinates. Each stretch keeps the gap of its beginning: with the
// gap of its end, pieces that touch the mover at the beginning would block it.
AukMoveHit auk__move_cast(AukMove *move, AukDvec delta)
{
    AukMoveHit best;
    memset(&best, 0, sizeof best);
    int count = auk__move_stretches(move, delta);
    AukDvec stretch = dvec_scale(1.0 / count, delta);
    for (int i = 0; i < count && !best.hit; i++) {
        AukDvec from = dvec_mul_add(move->at, (double)i / count, delta);
        cast_stretch(move, from, stretch, KEPT_BY_CASTS * auk__move_gap(move, from), &best);
        best.fraction = best.hit ? ((double)i + best.fraction) / count : 1.0;
    }
    return best;
}

double auk__move_cast_max(const AukMove *move)
{
    double by_size = STRETCH_LIMIT * STRETCH * move->extent, by_place = auk__move_gap(move, move->at) / move->fineness;
    return by_size > by_place ? by_size : by_place;
}

AukMoveHit auk__move_go(AukMove *move, AukDvec delta)
{
    AukMoveHit hit = auk__move_cast(move, delta);
    if (hit.hit && !auk__move_all_rest(move)) {
        auk__move_expect(move, hit.plane.part);
    }
    auk__move_pass(move, dvec_mul_add(move->at, hit.fraction, delta));
    return hit;
}

void auk__move_pass(AukMove *move, AukDvec to)
{
    AukMoveTrail *trail = move->trail;
    move->at = to;
    if (trail) {
        AUK_ASSERT(trail->count < AUK_MOVE_TRAIL);
        trail->points[trail->count] = to;
        trail->times[trail->count++] = auk__move_time(move);
    }
}
