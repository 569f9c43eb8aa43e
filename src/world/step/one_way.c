// One-way shapes. A pair with one is kept if it touched after the last step, or if the other shape was wholly in front
// before this step. That is decided once per step, by the filter of pairs. A hit also has to close against the
// direction, or to meet a slope from its front. Pieces of outlines and edges of chains also block what is above their
// slopes. Sensors are not affected. One-way cells of a grid follow the same rule cell by cell, but a floor of such
// cells counts as one shape. A body that drops through a floor (state/drops.h) passes it. Noted here is also which
// cells beside the one of a pair the other piece passes or crosses: the sides that they cover are open to it.
#include "world/step/one_way.h"
#include "base/predicates.h"
#include "base/zero.h"
#include "geom/manifold.h"
#include "world/state/contact_links.h"
#include "world/state/drops.h"
#include "world/state/pieces.h"
#include "world/state/tile_seams.h"
#include "world/state/tile_shape.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"
#include "world/step/pair_order.h"
#include "world/step/response_rules.h"

// A half-plane lies wholly in front of something only if its surface faces against the direction.
static bool faces_against(const AukSupportShape *plane, AukDvec unit)
{
    AukDvec normal = auk__dtransform_rotate(&plane->transform, plane->half);
    return dvec_dot(normal, unit) < 0.0 && fabs(dvec_cross(normal, unit)) <= AUK_ONE_WAY_FACING;
}

bool auk__one_way_blocks(const AukSupportShape *one_way, AukDvec direction, const AukSupportShape *other, double tau)
{
    double length = dvec_length(direction);
    AukDvec unit = dvec_scale(1.0 / length, direction);
    if (auk__support_shape_is_half_plane(other) && !faces_against(other, unit)) {
        return false;
    }
    double top = dvec_dot(auk__support_shape_farthest(one_way, unit).point, unit) + one_way->radius;
    double bottom = dvec_dot(auk__support_shape_farthest(other, dvec_neg(unit)).point, unit) - other->radius;
    return bottom >= top - tau;
}

// True if a line along the direction (unit) meets both shapes, for more than rounding makes.
static bool shadows_meet(const AukSupportShape *a, const AukSupportShape *b, AukDvec unit, double tau)
{
    AukDvec across = dvec(unit.y, -unit.x), back = dvec_neg(across);
    double right = dvec_dot(
        dvec_sub(auk__support_shape_farthest(a, across).point, auk__support_shape_farthest(b, back).point), across);
    double left = dvec_dot(
        dvec_sub(auk__support_shape_farthest(b, across).point, auk__support_shape_farthest(a, back).point), across);
    return (right < left ? right : left) + a->radius + b->radius > tau;
}

bool auk__one_way_is_above(const AukPartPiece *piece, const AukSupportShape *core, AukDvec direction,
                           const AukSupportShape *other, double tau)
{
    AukSeparation separation = auk__piece_separation(piece, core, other, INFINITY);
    return separation.distance >= -tau && separation.distance < INFINITY &&
           dvec_dot(separation.normal, direction) > 0.0 &&
           shadows_meet(core, other, dvec_scale(1.0 / dvec_length(direction), direction), tau);
}

bool auk__one_way_is_ahead(const AukSupportShape *core, AukDvec direction, const AukSupportShape *other, double tau,
                           double depth)
{
    bool ahead = false;
    for (int i = 0; i < core->count && core->count > 2 && !ahead; i++) {
        AukDvec from = auk__support_shape_vertex(core, i);
        AukDvec along = dvec_sub(auk__support_shape_vertex(core, i + 1 < core->count ? i + 1 : 0), from);
        AukDvec out = dvec(along.y, -along.x);
        bool faces = dvec_dot(out, direction) > AUK_ONE_WAY_FACING * dvec_length(out) * dvec_length(direction);
        ahead = faces && auk__one_way_blocks(core, out, other, depth);
    }
    return ahead && auk__separation(core, other, 0.0, NULL).distance >= -tau;
}

bool auk__one_way_cell_blocks(const AukPartPiece *piece, const AukSupportShape *core, const AukSupportShape *other,
                              double depth)
{
    AukDvec up = auk__dtransform_rotate(&core->transform, dvec_from(auk__piece_one_way(piece)));
    const AukTileKindEntry *kind = auk__tile_kind(piece->parts, piece->grid->cells[piece->child]);
    bool blocks = auk__one_way_blocks(core, up, other, depth);
    for (int i = 0; i < core->count && !blocks && kind && kind->sloped; i++) {
        AukDvec from = auk__support_shape_vertex(core, i);
        AukDvec along = dvec_sub(auk__support_shape_vertex(core, i + 1 < core->count ? i + 1 : 0), from);
        AukDvec out = dvec(along.y, -along.x);
        blocks = dvec_dot(out, up) > 0.0 && auk__one_way_blocks(core, out, other, depth);
    }
    return blocks;
}

bool auk__one_way_is_above_slope(const AukPartPiece *piece, const AukSupportShape *core, AukDvec direction,
                                 const AukSupportShape *other, double tau)
{
    const AukTileKindEntry *kind = auk__tile_kind(piece->parts, piece->grid->cells[piece->child]);
    return kind && kind->sloped && auk__one_way_is_above(piece, core, direction, other, tau);
}

static AukDvec direction_of(const AukParts *parts, uint32_t part, const AukDtransform *body)
{
    return auk__dtransform_rotate(body, dvec_from(*auk__one_way(parts, part)));
}

static bool has_direction(const AukParts *parts, uint32_t part)
{
    return auk__is_not_zero(*auk__one_way(parts, part));
}

// A body that slides over a floor is up to half a unit in the last place of its position in it, which is more than tau
// of the pair a hundred units from the origin. At the joint of two floors it had not touched the second one, and fell.
static void one_way_look(const AukWorld *world, const AukPair *pair, bool from_a, AukOneWaySight *sight)
{
    AukPartPiece a = auk__piece_a(&world->parts, pair), b = auk__piece_b(&world->parts, pair);
    sight->piece = from_a ? a : b;
    sight->other = from_a ? b : a;
    AukTransform pose = *auk__start_pose(&world->bodies, sight->piece.part->body);
    auk__piece_support_shape(&sight->piece, pose, pose.p, &sight->core);
    AukDvec shift = auk__wrap_before(world, pair);
    auk__piece_support_shape_beside(&sight->other, *auk__start_pose(&world->bodies, sight->other.part->body), pose.p,
                                    from_a ? shift : dvec_neg(shift), &sight->core_other);
    sight->tau = auk__tau(auk__pair_size(&sight->core, auk__piece_extent(&sight->piece), &sight->core_other,
                                         auk__piece_extent(&sight->other))) +
                 auk__start_rounding(&world->bodies, sight->piece.part->body) +
                 auk__start_rounding(&world->bodies, sight->other.part->body);
}

// True if a piece of a one-way shape blocks the other piece of a pair. An edge of a chain does not block what is half
// through the chain beside it.
static bool shape_blocks(const AukWorld *world, const AukPair *pair, bool is_a, AukOutlineMemo *memo)
{
    uint32_t part = is_a ? pair->part_a : pair->part_b;
    AukOneWaySight sight;
    one_way_look(world, pair, is_a, &sight);
    AukDtransform body = auk__dtransform(*auk__start_pose(&world->bodies, sight.piece.part->body), auk_vec(0.0f, 0.0f));
    AukDvec direction = direction_of(&world->parts, part, &body);
    if (auk__one_way_piece_blocks(&sight.piece, &sight.core, direction, &sight.core_other, sight.tau)) {
        return sight.piece.part->form != AUK_FORM_EDGE ||
               !auk__one_way_is_half_through(&sight.piece, &sight.core, direction, &sight.core_other, sight.tau);
    }
    return auk__one_way_outline_blocks(world, &sight, direction, memo);
}

// ---- one-way cells ----

// The cosine of the angle up to which ground counts as level with a floor: of contacts, whose normals are floats.
#define LEVEL 0.99999

static AukTileLine line_of(const AukTileGrid *grid, int child, bool upright)
{
    AukTileLine line = {grid->part, upright ? child / grid->width : child % grid->width, upright};
    return line;
}

// True if a touched cell, of the same grid or of one that continues it, belongs to the same floor as the cell `child`.
static bool is_same_floor(const AukParts *parts, const AukTileGrid *grid, int child, const AukTileGrid *other,
                          int touched)
{
    if (touched >= other->width * other->height || grid->cells[child] != other->cells[touched]) {
        return false;
    }
    bool upright = auk__is_floor_row(dvec_from(auk__tile_one_way(parts, grid->cells[child])));
    AukTileLine line = line_of(grid, child, upright), line_touched = line_of(other, touched, upright);
    return grid == other ? line.line == line_touched.line : auk__seams_join_lines(parts, line, line_touched);
}

typedef struct Before {
    bool shape, floor; // touched after the last step: any pieces of the shapes; a cell of this floor
    bool level;        // a cell with a normal along the direction of the floor
} Before;

// A contact of the shapes of a pair, or of the other shape with a grid that continues the one of the floor.
static void note_contact(const AukContact *contact, bool cell_is_a, AukDvec up, Before *before)
{
    AukDvec normal = dvec_from(contact->manifold.normal);
    before->shape = true;
    before->level = before->level || dvec_dot(cell_is_a ? normal : dvec_neg(normal), up) >= LEVEL * dvec_length(up);
}

// The same for the grids that continue the grid of a piece. The other shape of the pair may have touched any of them.
static void touched_beside(const AukParts *parts, const AukOutput *output, const AukPair *pair, bool piece_is_a,
                           const AukPartPiece *piece, AukDvec up, Before *before)
{
    uint32_t own = piece_is_a ? pair->part_a : pair->part_b, shape = piece_is_a ? pair->shape_b : pair->shape_a;
    AukContactWalk walk = auk__contacts_of(output, piece_is_a ? pair->body_b : pair->body_a);
    for (int i = auk__contacts_next(&walk); i >= 0 && !before->floor; i = auk__contacts_next(&walk)) {
        const AukContact *touch = (const AukContact *)output->solids.contacts.items + i;
        bool first = touch->shape_a.index == shape;
        AukShapeId toucher = first ? touch->shape_a : touch->shape_b, met = first ? touch->shape_b : touch->shape_a;
        const AukPart *beside = auk__part_of(parts, met);
        if (auk_shape_id_equal(toucher, auk__shape_id(parts, shape)) && beside && beside->form == AUK_FORM_TILES &&
            auk__seams_join(parts, own, met.index)) {
            note_contact(touch, !first, up, before);
            before->floor = piece->grid && is_same_floor(parts, piece->grid, piece->child, auk__tiles(parts, met.index),
                                                         first ? touch->child_b : touch->child_a);
        }
    }
}

static bool has_seams(const AukParts *parts, uint32_t part)
{
    return auk__part_is_grid(parts, part) && auk__tiles(parts, part)->seam_count > 0;
}

// Floors are searched only for cells of a grid; `up` is their direction.
static Before touched_before(const AukParts *parts, const AukOutput *output, const AukPair *pair,
                             const AukPartPiece *piece, bool piece_is_a, AukDvec up)
{
    const AukContact *touches = output->solids.contacts.items;
    const AukTileGrid *grid = piece->grid;
    int count = output->solids.contacts.count;
    Before before = {false, false, false};
    for (int i = auk__touches_find(&output->solids, pair); i < count && !before.floor; i++) {
        if (auk__shapes_against_contact(pair, &touches[i]) != 0) {
            break;
        }
        bool alive = auk_shape_id_equal(touches[i].shape_a, auk__shape_id(parts, pair->shape_a)) &&
                     auk_shape_id_equal(touches[i].shape_b, auk__shape_id(parts, pair->shape_b));
        int touched = piece_is_a ? touches[i].child_a : touches[i].child_b;
        if (alive) {
            note_contact(&touches[i], piece_is_a, up, &before);
        }
        before.floor = grid && alive && is_same_floor(parts, grid, piece->child, grid, touched);
        if (before.shape && !grid) {
            return before;
        }
    }
    if (!before.floor && has_seams(parts, piece_is_a ? pair->part_a : pair->part_b)) {
        touched_beside(parts, output, pair, piece_is_a, piece, up, &before);
    }
    return before;
}

// A one-way cell blocks, for the whole step, a shape that was in front of its floor or touched it after the last step.
// A shape that touched any other cell of the grid then may be below the floor by up to AUK_FLOOR_DEPTH of a cell if it
// comes from beside, as at the top of a slope, or stands on level ground into which it has sunk. Any other one that
// overlaps the cell has come up through it, as under a low ceiling: held, it would slide into solid cells beside the
// floor, whose sides the floor covers. Cells and parts without a direction block everything.
static bool cell_blocks(const AukWorld *world, const AukPair *pair, bool is_a)
{
    const AukParts *parts = &world->parts;
    uint32_t part = is_a ? pair->part_a : pair->part_b;
    if (!auk__part_is_grid(parts, part)) {
        return true;
    }
    AukVec2 direction = auk__tile_one_way(parts, auk__tiles(parts, part)->cells[is_a ? pair->child_a : pair->child_b]);
    if (direction.x == 0.0f && direction.y == 0.0f) {
        return true;
    }
    AukPartPiece cell = is_a ? auk__piece_a(parts, pair) : auk__piece_b(parts, pair);
    AukOneWaySight sight;
    one_way_look(world, pair, is_a, &sight);
    AukDvec up = auk__dtransform_rotate(&sight.core.transform, dvec_from(direction));
    Before before = touched_before(parts, &world->output, pair, &cell, is_a, up);
    bool comes = before.level ||
                 (before.shape && auk__separation(&sight.core, &sight.core_other, 0.0, NULL).distance >= -sight.tau);
    double depth = comes ? auk__floor_depth(cell.grid, direction) : 0.0;
    return before.floor ||
           auk__one_way_cell_blocks(&cell, &sight.core, &sight.core_other, sight.tau > depth ? sight.tau : depth) ||
           auk__one_way_is_above_slope(&cell, &sight.core, up, &sight.core_other, sight.tau);
}

// ---- one-way cells beside a cell ----

// A pair with its pieces in the other order.
static AukPair swapped(const AukPair *pair)
{
    AukPair other = *pair;
    other.body_a = pair->body_b;
    other.body_b = pair->body_a;
    other.shape_a = pair->shape_b;
    other.shape_b = pair->shape_a;
    other.part_a = pair->part_b;
    other.part_b = pair->part_a;
    other.child_a = pair->child_b;
    other.child_b = pair->child_a;
    return other;
}

// The pair of a cell and the piece that meets a cell beside it in a pair. The list of pairs may not have it.
static AukPair pair_beside(const AukWorld *world, const AukPair *pair, bool is_a, AukTileCell cell, bool *now_a)
{
    const AukParts *parts = &world->parts;
    const AukPart *part = auk__part(parts, cell.part);
    *now_a = part->body < (is_a ? pair->body_b : pair->body_a);
    AukPair key = *now_a == is_a ? *pair : swapped(pair);
    *(*now_a ? &key.body_a : &key.body_b) = part->body;
    *(*now_a ? &key.shape_a : &key.shape_b) = auk__part_head(parts, cell.part);
    *(*now_a ? &key.part_a : &key.part_b) = cell.part;
    *(*now_a ? &key.child_a : &key.child_b) = cell.child;
    return key;
}

// True if a cell is one-way and lets the piece pass that meets a cell beside it in a pair. The pair of the two may be
// absent, so its decision is made here once more.
static bool lets_pass(const AukWorld *world, const AukPair *pair, bool is_a, AukTileCell cell)
{
    const AukParts *parts = &world->parts;
    if (cell.child < 0 ||
        !auk__is_not_zero(auk__tile_one_way(parts, auk__tiles(parts, cell.part)->cells[cell.child]))) {
        return false;
    }
    bool now_a;
    AukPair key = pair_beside(world, pair, is_a, cell, &now_a);
    return key.body_a != key.body_b && (!cell_blocks(world, &key, now_a) || auk__drops_find(world, &key) >= 0);
}

static bool is_filtered_by_cell(const AukParts *parts, const AukPair *pair)
{
    return auk__part(parts, pair->part_a)->filtered_by_cell || auk__part(parts, pair->part_b)->filtered_by_cell;
}

// True if a cell of a pair stops the other body, or turns it, and that body may cross cells beside it.
static bool is_among_crossed(const AukWorld *world, const AukPair *pair, bool is_a)
{
    return auk__part(&world->parts, is_a ? pair->part_a : pair->part_b)->filtered_by_cell &&
           !auk__pieces_cross(world, pair);
}

static bool is_crossed(const AukWorld *world, const AukPair *pair, bool is_a, AukTileCell cell)
{
    bool now_a;
    if (cell.child < 0 || auk__tiles(&world->parts, cell.part)->cells[cell.child] == AUK_TILE_EMPTY) {
        return false;
    }
    AukPair key = pair_beside(world, pair, is_a, cell, &now_a);
    return key.body_a != key.body_b && auk__pieces_cross(world, &key);
}

// False if no cell beside a cell of a grid is one-way: a quick test, which is enough for most pairs with cells.
static bool may_be_beside_floor(const AukTileGrid *grid, int child)
{
    const uint8_t *cell = &grid->cells[child];
    int width = grid->width, count = width * grid->height, all = 0;
    all |= child > 0 ? cell[-1] : 0;
    all |= child + 1 < count ? cell[1] : 0;
    all |= child >= width ? cell[-width] : 0;
    all |= child < count - width ? cell[width] : 0;
    if (all >= AUK_TILE_ONE_WAY_HIGH) {
        return true;
    }
    bool goes_on = grid->seam_count > 0 || grid->joins.x || grid->joins.y;
    return goes_on && (child < width || child >= count - width || child % width == 0 || child % width == width - 1);
}

bool auk__one_way_is_near_cell(const AukParts *parts, uint32_t part, int child)
{
    const AukTileGrid *grid = auk__part_is_grid(parts, part) ? auk__tiles(parts, part) : NULL;
    return grid && (grid->cells[child] >= AUK_TILE_ONE_WAY_HIGH || may_be_beside_floor(grid, child));
}

// The sides of a cell of a pair beyond which the other piece passes a cell, see AukTileView.passed: a one-way cell that
// does not block it, or one that it crosses. The cell may be one-way itself: what falls through one floor is held by
// the next one below, whose front the upper floor covers.
static uint8_t sides_passed(const AukWorld *world, const AukPair *pair, bool is_a)
{
    const AukParts *parts = &world->parts;
    uint32_t part = is_a ? pair->part_a : pair->part_b;
    bool floors = auk__one_way_is_near_cell(parts, part, is_a ? pair->child_a : pair->child_b);
    bool crossed = is_among_crossed(world, pair, is_a);
    if (!floors && !crossed) {
        return 0;
    }
    AukPartPiece cell = is_a ? auk__piece_a(parts, pair) : auk__piece_b(parts, pair);
    unsigned passed = 0;
    for (int i = 0; i < AUK_SIDES; i++) {
        AukTileCell beside = auk__piece_beside(&cell, i);
        bool passes =
            (floors && lets_pass(world, pair, is_a, beside)) || (crossed && is_crossed(world, pair, is_a, beside));
        passed |= (unsigned)passes << i;
    }
    return (uint8_t)passed;
}

void auk__one_way_note_sides(const AukWorld *world, AukPair *pair)
{
    if (!pair->sensor) {
        pair->passed = (uint8_t)(sides_passed(world, pair, true) | sides_passed(world, pair, false) << AUK_SIDES);
    }
}

// ---- both ----

// True if the list of the contacts of one of the bodies has the two shapes. A bisection of all contacts took more than
// twice the instructions.
static bool is_touch_listed(const AukParts *parts, const AukOutput *output, const AukPair *pair)
{
    bool a_is_surface = auk__part(parts, pair->part_a)->form != AUK_FORM_CONVEX;
    AukShapeId a = auk__shape_id(parts, pair->shape_a), b = auk__shape_id(parts, pair->shape_b);
    AukContactWalk walk = auk__contacts_of(output, a_is_surface ? pair->body_b : pair->body_a);
    for (int i = auk__contacts_next(&walk); i >= 0; i = auk__contacts_next(&walk)) {
        const AukContact *contact = (const AukContact *)output->solids.contacts.items + i;
        if (auk_shape_id_equal(contact->shape_a, a) && auk_shape_id_equal(contact->shape_b, b)) {
            return true;
        }
    }
    return false;
}

bool auk__shapes_touched(const AukParts *parts, const AukOutput *output, const AukPair *pair)
{
    if (auk__is_of_surface(parts, pair)) {
        bool listed = output->heads.count > 0; // not by a step of a few bodies
        if (listed && !has_seams(parts, pair->part_a) && !has_seams(parts, pair->part_b)) {
            return is_touch_listed(parts, output, pair);
        }
        AukPartPiece piece = auk__piece_a(parts, pair);
        piece.grid = NULL;
        AukDvec any = dvec(0.0, 0.0);
        return touched_before(parts, output, pair, &piece, true, any).shape ||
               (has_seams(parts, pair->part_b) && touched_before(parts, output, pair, &piece, false, any).shape);
    }
    const AukContact *touches = output->solids.contacts.items;
    int i = auk__touches_find(&output->solids, pair); // a contact of any pieces
    return i < output->solids.contacts.count && auk__shapes_against_contact(pair, &touches[i]) == 0 &&
           auk_shape_id_equal(touches[i].shape_a, auk__shape_id(parts, pair->shape_a)) &&
           auk_shape_id_equal(touches[i].shape_b, auk__shape_id(parts, pair->shape_b));
}

static bool shapes_let_meet(const AukWorld *world, const AukPair *pair, AukOutlineMemo *memo)
{
    bool a = has_direction(&world->parts, pair->part_a), b = has_direction(&world->parts, pair->part_b);
    return (!a && !b) || auk__shapes_touched(&world->parts, &world->output, pair) ||
           ((!a || shape_blocks(world, pair, true, memo)) && (!b || shape_blocks(world, pair, false, memo)));
}

// True if the direction of no piece keeps a pair from meeting.
static bool directions_let_meet(const AukWorld *world, const AukPair *pair, AukOutlineMemo *memo)
{
    if (pair->sensor) {
        return true;
    }
    return (world->parts.one_way_count == 0 || shapes_let_meet(world, pair, memo)) &&
           (!auk__is_of_surface(&world->parts, pair) ||
            (cell_blocks(world, pair, true) && cell_blocks(world, pair, false)));
}

bool auk__one_way_lets_meet(const AukWorld *world, const AukPair *pair)
{
    AukOutlineMemo memo = {.other = NULL};
    return directions_let_meet(world, pair, &memo) && auk__drops_find(world, pair) < 0;
}

// The direction of a piece of a pair, placed as `transform` places its body: that of the cell's kind or of its shape.
static AukDvec direction_of_piece(const AukParts *parts, uint32_t index, int child, const AukDtransform *transform)
{
    const AukPart *part = auk__part(parts, index);
    if (parts->kinds.one_way > 0 && part->form == AUK_FORM_TILES) {
        AukVec2 of_cell = auk__tile_kind_one_way(parts, auk__tiles(parts, index)->cells[child]);
        AukDtransform local = auk__dtransform(*auk__part_local(parts, index), auk_vec(0.0f, 0.0f));
        if (auk__is_not_zero(of_cell)) {
            return auk__dtransform_rotate(transform, auk__dtransform_rotate(&local, dvec_from(of_cell)));
        }
    }
    return direction_of(parts, index, transform);
}

// True if a normal that points out of a piece faces its direction and the piece has a side that faces it askew, or is
// round: where a normal of it is not level, it slopes. Such a floor is met from its outer side also by what moves
// level, or upward less steeply than the floor rises.
static bool is_slope_met(const AukSupportShape *core, AukDvec out, AukDvec normal)
{
    const double least = AUK_ONE_WAY_FACING * dvec_length(out);
    bool sloped = core->radius > 0.0 || auk__support_shape_is_curved(core);
    for (int i = 0; i < core->count && core->count > 1 && !sloped; i++) {
        AukDvec along = dvec_sub(auk__support_shape_vertex(core, i + 1 < core->count ? i + 1 : 0),
                                 auk__support_shape_vertex(core, i));
        const double size = least * dvec_length(along), rise = dvec_dot(along, out), facing = dvec_cross(out, along);
        sloped = fabs(rise) > size && (core->count == 2 ? fabs(facing) > size : facing > size);
    }
    return sloped && dvec_dot(normal, out) > least;
}

// True if a unit normal is that of a level floor: what closes along it closes against the direction. The velocity at
// the point of the hit need not: one end of a box that lies flat and begins to turn comes up while the other goes down,
// and a round shape that rolls closes at a point at rest.
static bool is_along(AukDvec normal, AukDvec out)
{
    return dvec_dot(normal, out) > 0.0 && fabs(dvec_cross(normal, out)) <= AUK_ONE_WAY_FACING * dvec_length(out);
}

// True if a piece without a direction is hit, or one with a direction from its front. `relative` is the velocity of the
// other shape, `normal` points to it.
static bool is_hit_from_front(const AukParts *parts, uint32_t index, int child, AukShapePath *path, double fraction,
                              AukDvec relative, AukDvec normal)
{
    AukDtransform transform = auk__path_dtransform(&path->start, path->delta, path->turn, fraction);
    AukDvec out = direction_of_piece(parts, index, child, &transform);
    if (dvec_size(out) == 0.0 || dvec_dot(relative, out) < 0.0 || is_along(normal, out)) {
        return true;
    }
    auk__shape_path_set(path, fraction);
    return is_slope_met(&path->core, out, normal);
}

bool auk__one_way_lets_hit(const AukParts *parts, const AukCcdWork *ccd, const AukPair *pair, AukShapePath *a,
                           AukShapePath *b, double fraction, AukDvec point, AukDvec normal)
{
    if ((parts->one_way_count == 0 && parts->kinds.one_way == 0) || pair->sensor) {
        return true;
    }
    AukDvec relative = dvec_sub(auk__point_speed(ccd, pair->body_b, b, fraction, point),
                                auk__point_speed(ccd, pair->body_a, a, fraction, point));
    return is_hit_from_front(parts, pair->part_a, pair->child_a, a, fraction, relative, normal) &&
           is_hit_from_front(parts, pair->part_b, pair->child_b, b, fraction, dvec_neg(relative), dvec_neg(normal));
}

bool auk__one_way_is_near(const AukParts *parts, const AukPair *pair)
{
    return auk__one_way_is_near_cell(parts, pair->part_a, pair->child_a) ||
           auk__one_way_is_near_cell(parts, pair->part_b, pair->child_b);
}

// Most pairs of most worlds are near no floor and have no direction: these are kept as they are. Whether two shapes
// touched is searched once for all their cells.
void auk__one_way_sift(AukWorld *world, bool grids)
{
    auk__drops_begin(&world->drops);
    const bool directions = world->parts.one_way_count > 0;
    if (!directions && !grids) {
        return;
    }
    AukPair *pairs = world->pairs.records.items;
    AukPair last = {.shape_a = AUK_NO_INDEX, .shape_b = AUK_NO_INDEX}; // the last one that was near a floor
    AukOutlineMemo memo = {.other = NULL};
    int kept = 0;
    for (int i = 0; i < world->pairs.records.count; i++) {
        AukPair *pair = &pairs[i];
        const bool near = grids && auk__one_way_is_near(&world->parts, pair);
        if (near) {
            pair->stands =
                auk__same_shapes(pair, &last) ? last.stands : auk__shapes_touched(&world->parts, &world->output, pair);
            last = *pair;
        }
        if ((near || directions) && !directions_let_meet(world, pair, &memo)) {
            continue;
        }
        int drop = world->drops.now.count > 0 ? auk__drops_find(world, pair) : -1;
        if (drop >= 0) {
            auk__drops_use(&world->drops, drop);
            continue;
        }
        if (near || (grids && is_filtered_by_cell(&world->parts, pair))) {
            auk__one_way_note_sides(world, pair);
        }
        if (kept < i) {
            pairs[kept] = *pair;
        }
        kept++;
    }
    world->pairs.records.count = kept;
}
