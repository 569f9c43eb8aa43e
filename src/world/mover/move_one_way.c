// One-way shapes and cells: which of them the mover passes through in a move. That is decided by where both were when
// the move began, so it holds for the whole move. Floors that the mover drops through are found here too.
#include "base/zero.h"
#include "world/mover/move.h"
#include "world/state/tile_seams.h"
#include "world/state/tile_shape.h"
#include "world/step/integrate.h"
#include "world/step/one_way.h"

// In extents of the mover: how far a platform may have gone since the mover stood on it.
#define DROP_MARGIN 2.0

// In gaps: how far from a piece that it rests on a mover may be when a move begins. A floor is within two gaps at the
// end of a move, and then rounding to floats moves the mover by up to a fifth of a gap.
#define REST_BAND 2.25

static bool drops_through(const AukMove *move, AukFloor floor, AukDvec direction)
{
    for (int i = 0; i < move->drop_count; i++) {
        if (auk__floors_join(&move->world->parts, move->drops[i], floor, direction)) {
            return true;
        }
    }
    return false;
}

bool auk__move_stands_on(const AukMove *move, const AukPartPiece *piece)
{
    const AukWorld *world = move->world;
    if (piece->part->body == move->support || move->support == AUK_NO_INDEX || !piece->grid ||
        piece->grid->seam_count == 0) {
        return piece->part->body == move->support;
    }
    uint32_t i = *auk__first_part(&world->bodies, auk__body(&world->bodies, move->support));
    for (; i != AUK_NO_INDEX; i = auk__part_next(&world->parts, i)) {
        if (auk__part(&world->parts, i)->form == AUK_FORM_TILES &&
            auk__seams_join(&world->parts, i, piece->grid->part)) {
            return true;
        }
    }
    return false;
}

// True if the mover rests on the end of a one-way piece: a round or tilted side of it touches that end from above, and
// hangs down beside it, so it is not wholly in front. The end of a turned platform may be upright to `direction`, which
// is out of the solid side, and still bear a mover that climbs steps.
static bool rests_on_end(const AukMove *move, const AukSupportShape *core, const AukSupportShape *own,
                         AukDvec direction, double gap)
{
    const double band = REST_BAND * gap;
    AukSeparation at = auk__separation(core, own, band, NULL);
    return fabs(at.distance) <= band && dvec_dot(at.normal, direction) > -AUK_ACROSS_SINE * dvec_length(direction) &&
           dvec_dot(at.normal, move->up) > 0.0;
}

// True if the mover has touched the front of a shape in this move, or of a grid that continues the shape.
static bool has_touched_front(const AukMove *move, uint32_t head)
{
    const AukParts *parts = &move->world->parts;
    for (int i = 0; i < move->front_count; i++) {
        bool grids = auk__part_is_grid(parts, head) && auk__part_is_grid(parts, move->fronts[i]);
        if (move->fronts[i] == head || (grids && auk__seams_join(parts, move->fronts[i], head))) {
            return true;
        }
    }
    return false;
}

// True if a shape has a direction and is a grid or an outline. Of chains the edges themselves know what is on their
// outer side.
static bool is_one_way_ground(const AukParts *parts, uint32_t head)
{
    return auk__is_not_zero(*auk__one_way(parts, head)) &&
           (auk__part_is_grid(parts, head) ||
            (auk__part(parts, head)->form == AUK_FORM_CONVEX && auk__part_next_piece(parts, head) != AUK_NO_INDEX));
}

// The direction of a plane's piece, in the frame of its shape, if it leads up to others of which the mover may then be
// less in front; else {0}.
static AukVec2 direction_of_ground(const AukParts *parts, const AukMovePlane *plane)
{
    const AukPart *part = auk__part(parts, plane->part);
    uint32_t head = auk__part_head(parts, plane->part);
    if (parts->one_way_count > 0 && is_one_way_ground(parts, head)) {
        return *auk__one_way(parts, head);
    }
    const AukTileGrid *grid = part->form == AUK_FORM_TILES ? auk__tiles(parts, plane->part) : NULL;
    const AukTileKindEntry *kind = grid ? auk__tile_kind(parts, grid->cells[plane->child]) : NULL;
    return kind && kind->sloped ? kind->kind.one_way : auk_vec(0.0f, 0.0f);
}

void auk__move_note_front(AukMove *move, const AukMovePlane *plane)
{
    const AukParts *parts = &move->world->parts;
    const AukPart *part = auk__part(parts, plane->part);
    uint32_t head = auk__part_head(parts, plane->part);
    AukVec2 direction = direction_of_ground(parts, plane);
    if (!auk__is_not_zero(direction) || move->front_count == AUK_MOVE_FRONTS || has_touched_front(move, head)) {
        return;
    }
    AukTransform pose = auk__body_coming(&move->world->bodies, &move->world->wrap, part->body, move->coming);
    AukDtransform transform = auk__dtransform(pose, pose.p);
    if (dvec_dot(auk__dtransform_rotate(&transform, dvec_from(direction)), plane->normal) > 0.0) {
        move->fronts[move->front_count++] = head;
    }
}

// True if the mover was half in a piece of a shape, beside another piece of it.
static bool overlaps_beside(const AukMove *move, const AukMoveCursor *cursor, AukTransform pose,
                            const AukSupportShape *core, const AukSupportShape *own, double gap)
{
    const AukParts *parts = &move->world->parts;
    const AukPart *part = cursor->pieces.piece.part;
    AukDvec shift = auk__move_shift_before(move, cursor, pose);
    for (uint32_t i = auk__piece_head(&cursor->pieces.piece); i != AUK_NO_INDEX; i = auk__part_next_piece(parts, i)) {
        AukPartPiece piece = auk__piece(parts, i, auk__part_child(parts, i));
        AukSupportShape other;
        auk__piece_support_shape(&piece, pose, move->origin, &other);
        auk__support_shape_shift(&other, shift);
        if (piece.part != part && auk__separation(&other, own, 0.0, NULL).distance < -gap &&
            auk__separation(&other, core, gap, NULL).distance <= gap) {
            return true;
        }
    }
    return false;
}

// True if the mover was half through a chain or an outline, beside this piece of it: it drops through, or has jumped up
// through it. Then the piece does not hold it, though the mover was in front of the piece.
static bool is_half_through(const AukMove *move, const AukMoveCursor *cursor, AukTransform pose,
                            const AukSupportShape *core, AukDvec direction, const AukSupportShape *own, double gap)
{
    const AukPartPiece *piece = &cursor->pieces.piece;
    if (piece->part->form == AUK_FORM_EDGE) {
        return auk__one_way_is_half_through(piece, core, direction, own, gap);
    }
    return !piece->grid && is_one_way_ground(&move->world->parts, auk__piece_head(piece)) &&
           overlaps_beside(move, cursor, pose, core, own, gap);
}

// True if a piece of a one-way shape, of a body at `pose`, blocks the mover; `core` and `own` are placed so. The pieces
// of a grid or an outline are judged one by one. A mover that is not in front of a whole piece is held by it if it is
// above the piece, or in front of one face of it that faces the direction: thus it lands on slopes. A mover that has
// touched the front of the shape may be lower than that face by the way that it travels: it comes to no higher face in
// this move, and thus walks up to a crest and over it.
static bool is_held_by_shape(const AukMove *move, const AukMoveCursor *cursor, AukTransform pose,
                             const AukSupportShape *core, AukDvec direction, const AukSupportShape *own, double gap)
{
    const AukPartPiece *piece = &cursor->pieces.piece;
    if (auk__one_way_piece_blocks(piece, core, direction, own, gap)) {
        return auk__move_stands_on(move, piece) || !is_half_through(move, cursor, pose, core, direction, own, gap);
    }
    if (!is_one_way_ground(&move->world->parts, auk__piece_head(piece))) {
        return false;
    }
    double depth = has_touched_front(move, auk__piece_head(piece)) && move->travel > gap ? move->travel : gap;
    return (auk__one_way_is_above(piece, core, direction, own, gap) ||
            auk__one_way_is_ahead(core, direction, own, gap, depth)) &&
           (piece->grid || !overlaps_beside(move, cursor, pose, core, own, gap));
}

// True if the mover has landed on a slope of the grid in this move: where the slope leads up to a level floor, the
// mover was lower than that floor and walks up to it.
static bool comes_over_crest(const AukMove *move, const AukPartPiece *piece)
{
    return move->walk > 0.0 && has_touched_front(move, auk__piece_head(piece));
}

// How far below a floor of a grid the mover may be and is held by it. It has come to the floor from beside, as from the
// top of a slope; one that overlaps the cell has come up through it. The floor would hold such a one in solid cells
// beside the floor, whose sides the floor covers, where a ceiling leaves too little room to stand up.
static double depth_below_floor(const AukMove *move, const AukPartPiece *piece, AukVec2 of_cell,
                                const AukSupportShape *core, const AukSupportShape *own, double gap)
{
    double depth = 0.0;
    if (auk__move_stands_on(move, piece)) {
        depth = fmax(auk__floor_depth(piece->grid, of_cell), move->sink);
    } else if (comes_over_crest(move, piece)) {
        depth = move->walk;
    }
    return depth > gap && auk__separation(core, own, 0.0, NULL).distance >= -gap ? depth : gap;
}

// True if a one-way piece, of a body at that pose, lets the mover pass.
static bool passes_at(const AukMove *move, const AukMoveCursor *cursor, AukTransform pose, AukVec2 of_shape,
                      AukVec2 of_cell)
{
    const AukPartPiece *piece = &cursor->pieces.piece;
    const bool shape = auk__is_not_zero(of_shape), cell = auk__is_not_zero(of_cell);
    AukSupportShape core, own;
    AukDtransform transform = auk__dtransform(pose, move->origin);
    auk__move_piece_at(move, cursor, pose, &core);
    auk__move_core_before(move, &own);
    double gap = auk__move_gap(move, dvec(0.0, 0.0)), depth = gap;
    AukDvec direction = auk__dtransform_rotate(&transform, dvec_from(shape ? of_shape : of_cell));
    if (auk__move_stands_on(move, piece) && rests_on_end(move, &core, &own, direction, gap)) {
        return false;
    }
    if (cell && auk__is_floor(auk__dtransform_rotate(&transform, dvec_from(of_cell)), move->up)) {
        depth = depth_below_floor(move, piece, of_cell, &core, &own, gap);
    }
    return (shape && !is_held_by_shape(move, cursor, pose, &core, direction, &own, gap)) ||
           (cell && !auk__one_way_cell_blocks(piece, &core, &own, depth) &&
            !auk__one_way_is_above_slope(piece, &core, direction, &own, gap));
}

bool auk__move_passes_one_way(const AukMove *move, const AukMoveCursor *cursor, AukVec2 of_shape, AukVec2 of_cell)
{
    const AukPartPiece *piece = &cursor->pieces.piece;
    if (move->drop_count > 0) {
        AukDvec direction = auk__floor_direction(&move->world->parts, piece);
        if (drops_through(move, auk__floor_of(piece, direction), direction)) {
            return true;
        }
    }
    AukTransform pose = auk__move_pose_before(move, piece->part->body), before;
    if (!passes_at(move, cursor, pose, of_shape, of_cell)) {
        return false;
    }
    AukDtransform transform = auk__dtransform(pose, move->origin);
    AukVec2 local = auk__is_not_zero(of_shape) ? of_shape : of_cell;
    AukDvec direction = auk__dtransform_rotate(&transform, dvec_from(local));
    return !auk__move_has_come(move, cursor, direction, &before) || passes_at(move, cursor, before, of_shape, of_cell);
}

// The velocity along `up` at which the ground under a mover rises as it walks on over a floor with that normal.
static double climb_of(const AukMove *move, AukDvec normal)
{
    double upward = dvec_dot(normal, move->up);
    return upward >= move->floor_cos ? -move->heading * dvec_dot(normal, move->right) / upward : 0.0;
}

// Adds the floors under the mover that are not covered by another one, and finds the least velocity of their slopes.
static void find_uncovered_drops(AukMove *move, double *downward)
{
    double band = REST_BAND * auk__move_gap(move, dvec(0.0, 0.0));
    AukMoveCursor cursor;
    auk__move_look(move, dvec(0.0, 0.0), dvec(0.0, 0.0), DROP_MARGIN * move->extent, &cursor);
    while (auk__move_next(move, &cursor)) {
        const AukPartPiece *piece = &cursor.pieces.piece;
        AukDvec direction = auk__floor_direction(&move->world->parts, piece);
        if (direction.x == 0.0 && direction.y == 0.0) {
            continue;
        }
        AukDtransform transform = auk__part_dtransform(piece->part, piece->local,
                                                       auk__move_pose_before(move, piece->part->body), move->origin);
        AukSeparation before = auk__move_before(move, &cursor, AUK_GHOST_DROPPED);
        bool under = dvec_dot(before.normal, move->up) > 0.0 &&
                     dvec_dot(auk__dtransform_rotate(&transform, direction), move->up) > 0.0;
        AukFloor floor = auk__floor_of(piece, direction);
        if (before.distance <= band && under && move->drop_count < AUK_MOVE_DROPS &&
            !drops_through(move, floor, direction)) {
            move->drops[move->drop_count++] = floor;
            *downward = fmin(*downward, climb_of(move, before.normal));
        }
    }
}

// Adds the downward velocity of a floor to a mover that runs down it.
static void fall_along(AukMove *move, double downward)
{
    if (move->rises || move->drop_count == 0 || auk__check_vec(dvec_to_float(dvec_scale(downward, move->up)))) {
        return;
    }
    move->velocity = dvec_mul_add(move->velocity, downward, move->up);
    move->aim = move->velocity;
    move->travel = dvec_length(move->velocity) * (double)move->dt;
}

// A floor covers the end of one beside it: once it lets the mover pass, the mover stands on that end. A mover that has
// run down a slope keeps the downward part of that velocity, which its own does not have on a floor. Without it the
// slope would fall away faster than the mover, which would stay in front of it, and land on it again.
void auk__move_find_drops(AukMove *move, bool stood)
{
    double downward = 0.0;
    int count = -1;
    while (count < move->drop_count) {
        count = move->drop_count;
        find_uncovered_drops(move, &downward);
    }
    if (stood) {
        fall_along(move, downward);
    }
}
