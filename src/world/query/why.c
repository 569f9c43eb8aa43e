// Explains why two bodies touch or do not touch. The reasons that concern the bodies are tested first, in a fixed
// order; then every pair of pieces. The function that decides in a step whether a pair touches decides it here too
// (contacts.h).
#include "base/square_root.h"
#include "base/zero.h"
#include "geom/local_box.h"
#include "geom/manifold.h"
#include "world/state/half_planes.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/pieces.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"
#include "world/step/contacts.h"
#include "world/step/one_way.h"
#include "world/step/pair_frame.h"
#include "world/step/pair_order.h"
#include "world/step/pairs.h"

#include <string.h>

// The state of a pair of pieces; states that explain more come first. Cells surrounded by other cells come after cells
// with a free side, because a step may leave the surrounded cells out.
typedef enum Rank { RANK_CONTACT, RANK_BURIED, RANK_SENSOR, RANK_ONE_WAY, RANK_APART, RANK_FILTERED, RANK_NONE } Rank;

typedef struct Candidate {
    Rank rank;
    uint32_t part_a, part_b;
    int child_a, child_b;
    double distance, limit;
    AukBox box_a, box_b;
} Candidate;

// ---- bodies -----------------------------------------------------------------------------------------------------

// The first enabled part of a body's list from `index` on, or AUK_NO_INDEX.
static uint32_t enabled_from(const AukParts *parts, uint32_t index)
{
    while (index != AUK_NO_INDEX && auk__part(parts, index)->disabled) {
        index = auk__part_next(parts, index);
    }
    return index;
}

static uint32_t next_enabled(const AukParts *parts, uint32_t index)
{
    return enabled_from(parts, auk__part_next(parts, index));
}

static const AukBodyId *missing(const AukBodies *bodies, const AukBodyId *a, const AukBodyId *b)
{
    return !auk__body_of(bodies, *a) ? a : (!auk__body_of(bodies, *b) ? b : NULL);
}

static bool is_disabled(const AukBodies *bodies, const AukParts *parts, uint32_t index)
{
    const AukBody *body = auk__body(bodies, index);
    uint32_t first = *auk__first_part(bodies, body);
    return !body->enabled || (first != AUK_NO_INDEX && enabled_from(parts, first) == AUK_NO_INDEX);
}

static const AukBodyId *disabled(const AukWorld *world, const AukBodyId *a, const AukBodyId *b)
{
    return is_disabled(&world->bodies, &world->parts, a->index)
               ? a
               : (is_disabled(&world->bodies, &world->parts, b->index) ? b : NULL);
}

static const AukBodyId *without_shape(const AukBodies *bodies, const AukBodyId *a, const AukBodyId *b)
{
    bool none_a = auk__part_tally(bodies, a->index).shape_count == 0,
         none_b = auk__part_tally(bodies, b->index).shape_count == 0;
    return none_a ? a : (none_b ? b : NULL);
}

// Sets the reason if it concerns one body. False if there is no such reason.
static bool blame(AukWhy *why, AukWhyReason reason, const AukBodyId *body)
{
    if (body) {
        why->reason = reason;
        why->body = *body;
    }
    return body != NULL;
}

// ---- pieces -----------------------------------------------------------------------------------------------------

static AukPair candidate_key(const AukParts *parts, const Candidate *pair)
{
    AukPair key;
    memset(&key, 0, sizeof key);
    key.part_a = pair->part_a;
    key.part_b = pair->part_b;
    key.body_a = auk__part(parts, pair->part_a)->body;
    key.body_b = auk__part(parts, pair->part_b)->body;
    key.shape_a = auk__part_head(parts, pair->part_a);
    key.shape_b = auk__part_head(parts, pair->part_b);
    key.child_a = pair->child_a;
    key.child_b = pair->child_b;
    key.sensor = auk__part(parts, pair->part_a)->sensor || auk__part(parts, pair->part_b)->sensor;
    return key;
}

static bool why_is_one_way(const AukParts *parts, const AukPair *key)
{
    AukPartPiece a = auk__piece_a(parts, key), b = auk__piece_b(parts, key);
    return auk__is_not_zero(auk__piece_one_way(&a)) || auk__is_not_zero(auk__piece_one_way(&b)) || a.front_only ||
           b.front_only;
}

static bool why_is_buried(const AukParts *parts, const AukPair *key)
{
    AukPartPiece a = auk__piece_a(parts, key), b = auk__piece_b(parts, key);
    return auk__piece_is_buried(&a) || auk__piece_is_buried(&b);
}

static Rank rank_of(const AukWorld *world, const Candidate *pair, const AukPair *key, bool touches, bool both_static)
{
    const AukPart *a = auk__part(&world->parts, pair->part_a), *b = auk__part(&world->parts, pair->part_b);
    if (both_static || !auk__parts_meet(&world->bodies, &world->parts, &world->excluded, a, b) ||
        !auk__cells_let_meet(&world->parts, key)) {
        return RANK_FILTERED;
    }
    if (!touches) {
        return pair->distance <= pair->limit && why_is_one_way(&world->parts, key) ? RANK_ONE_WAY : RANK_APART;
    }
    if (key->sensor) {
        return RANK_SENSOR;
    }
    bool lets_meet = auk__one_way_lets_meet(world, key);
    return lets_meet ? (why_is_buried(&world->parts, key) ? RANK_BURIED : RANK_CONTACT) : RANK_ONE_WAY;
}

// The parts of both bodies are tested in the order of their lists; of equal candidates the first is kept.
static bool candidate_precedes(const AukParts *parts, const Candidate *a, const Candidate *b)
{
    if (a->rank != b->rank) {
        return a->rank < b->rank;
    }
    if (a->distance != b->distance) {
        return a->distance < b->distance;
    }
    uint32_t keys[2][4] = {{auk__part_head(parts, a->part_a), auk__part_head(parts, a->part_b), (uint32_t)a->child_a,
                            (uint32_t)a->child_b},
                           {auk__part_head(parts, b->part_a), auk__part_head(parts, b->part_b), (uint32_t)b->child_a,
                            (uint32_t)b->child_b}};
    int i = 0;
    while (i < 3 && keys[0][i] == keys[1][i]) {
        i++;
    }
    return keys[0][i] < keys[1][i];
}

// Places the second of two pieces that are apart anew, in a world that wraps around: contacts look at the image whose
// box is nearest, which need not be that of the nearest shape.
static void take_nearest_image(const AukWorld *world, const AukPartPiece *piece_b, const AukFrame *frame,
                               const AukSupportShape *core_a, AukSupportShape *core_b, AukSeparation *separation)
{
    const AukDvec period = world->wrap.period;
    const int most_x = period.x > 0.0, most_y = period.y > 0.0;
    AukDtransform nearest = frame->b;
    for (int x = -most_x; x <= most_x; x++) {
        for (int y = -most_y; y <= most_y; y++) {
            AukDtransform body = frame->b;
            auk__dtransform_shift(&body, dvec(x * period.x, y * period.y));
            auk__piece_init(piece_b, auk__part_dtransform_on(piece_b->part, piece_b->local, body), core_b);
            AukSeparation seen = auk__separation(core_a, core_b, INFINITY, NULL);
            if (seen.distance < separation->distance) {
                *separation = seen;
                nearest = body;
            }
        }
    }
    auk__piece_init(piece_b, auk__part_dtransform_on(piece_b->part, piece_b->local, nearest), core_b);
}

// Keeps the better of `best` and a pair of pieces.
static void compare_candidate(const AukWorld *world, Candidate *pair, bool both_static, Candidate *best)
{
    AukPair key = candidate_key(&world->parts, pair);
    key.stands = auk__is_of_surface(&world->parts, &key) && auk__shapes_touched(&world->parts, &world->output, &key);
    auk__one_way_note_sides(world, &key);
    AukFrame frame = auk__frame_of(world, &key);
    AukPartPiece piece_a = auk__piece_a(&world->parts, &key), piece_b = auk__piece_b(&world->parts, &key);
    AukSupportShape core_a, core_b;
    auk__piece_init(&piece_a, auk__part_dtransform_on(piece_a.part, piece_a.local, frame.a), &core_a);
    auk__piece_init(&piece_b, auk__part_dtransform_on(piece_b.part, piece_b.local, frame.b), &core_b);
    AukContactTest test = auk__contacts_test(world, &key);
    AukSeparation separation = auk__separation(&core_a, &core_b, INFINITY, NULL);
    if (world->wrap.on && separation.distance > test.limit) {
        take_nearest_image(world, &piece_b, &frame, &core_a, &core_b, &separation);
    }
    if (!key.sensor && auk__is_of_surface(&world->parts, &key) && separation.distance <= test.limit) {
        (void)auk__pieces_own(&piece_a, &piece_b, &core_a, &core_b, AUK_GHOST_DROPPED, &separation);
    }
    pair->limit = test.limit;
    pair->distance = separation.distance;
    pair->rank = rank_of(world, pair, &key, test.touches, both_static);
    if (best->rank == RANK_NONE || candidate_precedes(&world->parts, pair, best)) {
        pair->box_a = auk__support_shape_bounds(&core_a, frame.origin);
        pair->box_b = auk__support_shape_bounds(&core_b, frame.origin);
        *best = *pair;
    }
}

static double gap_between(AukBox a, AukBox b)
{
    double x = (double)(a.min.x > b.min.x ? a.min.x : b.min.x) - (double)(a.max.x < b.max.x ? a.max.x : b.max.x);
    double y = (double)(a.min.y > b.min.y ? a.min.y : b.min.y) - (double)(a.max.y < b.max.y ? a.max.y : b.max.y);
    x = x > 0.0 ? x : 0.0;
    y = y > 0.0 ? y : 0.0;
    return auk__square_root(x * x + y * y);
}

// The pieces of one body that are tested against a part of the other: in a grid of tiles the cells in a box.
typedef struct View {
    AukTransform pose_a, pose_b;
    bool both_static;
    AukBox box_a, box_b;
} View;

// Tests all pieces of two parts within the boxes. False if there were none.
static bool look_at_parts(const AukWorld *world, const View *view, Candidate *pair, Candidate *best)
{
    bool any = false;
    AukPieceCursor at_a = auk__pieces_in(&world->parts, &world->wrap, pair->part_a, view->pose_a, view->box_a);
    while (auk__pieces_next(&at_a)) {
        AukPieceCursor at_b = auk__pieces_in(&world->parts, &world->wrap, pair->part_b, view->pose_b, view->box_b);
        while (auk__pieces_next(&at_b)) {
            pair->child_a = at_a.piece.child;
            pair->child_b = at_b.piece.child;
            compare_candidate(world, pair, view->both_static, best);
            any = true;
        }
    }
    return any;
}

// In a grid of tiles only the cells around the other part are tested: the cells within the gap of the boxes plus some
// cells. The extra distance is doubled until there are cells that are not empty. Then the cells up to the distance of
// the nearest one are tested, because boxes are larger than their shapes.
static void look_around(const AukWorld *world, View *view, Candidate *pair, Candidate *best)
{
    AukBox box_a = auk__box_at(&world->parts, pair->part_a, view->pose_a);
    AukBox box_b = auk__box_at(&world->parts, pair->part_b, view->pose_b);
    AukBox all = auk_box_union(box_a, box_b);
    double gap = gap_between(box_a, box_b), most = (double)(all.max.x - all.min.x) + (double)(all.max.y - all.min.y);
    double cell_a = auk__part(&world->parts, pair->part_a)->form == AUK_FORM_TILES
                        ? (double)auk__cell_longest(auk__tiles(&world->parts, pair->part_a))
                        : 0;
    double cell_b = auk__part(&world->parts, pair->part_b)->form == AUK_FORM_TILES
                        ? (double)auk__cell_longest(auk__tiles(&world->parts, pair->part_b))
                        : 0;
    double more = 2.0 * (cell_a > cell_b ? cell_a : cell_b);
    Candidate nearest = *pair;
    nearest.rank = RANK_NONE;
    bool found = false, whole = false;
    for (; !found && !whole; more *= 2.0) {
        whole = world->wrap.on || !(gap + more < most); // the nearest piece may be in another image
        view->box_a = auk__box_grown(box_b, whole ? most : gap + more);
        view->box_b = auk__box_grown(box_a, whole ? most : gap + more);
        found = look_at_parts(world, view, pair, &nearest);
    }
    if (found && nearest.distance > gap && !world->wrap.on) {
        view->box_a = auk__box_grown(box_b, nearest.distance);
        view->box_b = auk__box_grown(box_a, nearest.distance);
        (void)look_at_parts(world, view, pair, &nearest);
    }
    if (found && (best->rank == RANK_NONE || candidate_precedes(&world->parts, &nearest, best))) {
        *best = nearest;
    }
}

static bool why_is_half_plane(const AukParts *parts, uint32_t part)
{
    return auk__part_is_half_plane(auk__part(parts, part));
}

// The box of a half-plane is infinite, so all cells of a grid are tested against it.
static void look_from_half_plane(const AukWorld *world, View *view, Candidate *pair, Candidate *best)
{
    bool a = why_is_half_plane(&world->parts, pair->part_a);
    uint32_t grid = a ? pair->part_b : pair->part_a;
    view->box_a = view->box_b = auk__box_at(&world->parts, grid, a ? view->pose_b : view->pose_a);
    (void)look_at_parts(world, view, pair, best);
}

// The pair of pieces that explains most: of touching pairs the deepest, else of pairs that may touch the nearest, else
// the nearest of all.
static Candidate find_best(const AukWorld *world, uint32_t body_a, uint32_t body_b, bool both_static)
{
    View view;
    memset(&view, 0, sizeof view);
    view.pose_a = *auk__pose(&world->bodies, body_a);
    view.pose_b = *auk__pose(&world->bodies, body_b);
    view.both_static = both_static;
    Candidate best, pair;
    memset(&best, 0, sizeof best);
    best.rank = RANK_NONE;
    pair = best;
    pair.part_a = enabled_from(&world->parts, *auk__first_part(&world->bodies, auk__body(&world->bodies, body_a)));
    for (; pair.part_a != AUK_NO_INDEX; pair.part_a = next_enabled(&world->parts, pair.part_a)) {
        pair.part_b = enabled_from(&world->parts, *auk__first_part(&world->bodies, auk__body(&world->bodies, body_b)));
        for (; pair.part_b != AUK_NO_INDEX; pair.part_b = next_enabled(&world->parts, pair.part_b)) {
            bool grid = auk__part(&world->parts, pair.part_a)->form == AUK_FORM_TILES ||
                        auk__part(&world->parts, pair.part_b)->form == AUK_FORM_TILES;
            bool planes[2] = {why_is_half_plane(&world->parts, pair.part_a),
                              why_is_half_plane(&world->parts, pair.part_b)};
            if (planes[0] && planes[1]) {
                continue;
            }
            if (grid && (planes[0] || planes[1])) {
                look_from_half_plane(world, &view, &pair, &best);
            } else if (grid) {
                look_around(world, &view, &pair, &best);
            } else {
                (void)look_at_parts(world, &view, &pair, &best);
            }
        }
    }
    return best;
}

// ---- the answer -------------------------------------------------------------------------------------------------

static AukWhyReason reason_of(const AukWorld *world, const Candidate *best, bool both_static)
{
    const AukPart *a = auk__part(&world->parts, best->part_a), *b = auk__part(&world->parts, best->part_b);
    switch (best->rank) {
    case RANK_CONTACT:
    case RANK_BURIED: return AUK_WHY_TOUCHING;
    case RANK_SENSOR: return AUK_WHY_SENSOR;
    case RANK_ONE_WAY: return AUK_WHY_ONE_WAY;
    case RANK_APART: return gap_between(best->box_a, best->box_b) > 0.0 ? AUK_WHY_BOXES_APART : AUK_WHY_SHAPES_APART;
    case RANK_FILTERED:
    case RANK_NONE: break;
    }
    if (both_static) {
        return AUK_WHY_STATIC;
    }
    if (auk__same_owner(&world->bodies, a->body, b->body)) {
        return AUK_WHY_OWNER;
    }
    if (auk__is_excluded(&world->excluded, a->body, b->body)) {
        return AUK_WHY_IGNORED;
    }
    uint32_t group_a = auk__piece_filter(&world->parts, a, best->child_a)->group;
    uint32_t group_b = auk__piece_filter(&world->parts, b, best->child_b)->group;
    return group_a != 0 && group_a == group_b ? AUK_WHY_GROUP : AUK_WHY_CATEGORY;
}

static bool has_no_shapes(const AukBodies *bodies, const AukParts *parts, uint32_t body)
{
    for (uint32_t i = enabled_from(parts, *auk__first_part(bodies, auk__body(bodies, body))); i != AUK_NO_INDEX;
         i = next_enabled(parts, i)) {
        if (auk__part(parts, i)->form != AUK_FORM_TILES || auk__tiles(parts, i)->sum != 0) {
            return false;
        }
    }
    return true;
}

static bool has_half_plane(const AukWorld *world, uint32_t body)
{
    return auk__half_planes_has(world, auk__body_id(&world->bodies, body));
}

// For live, enabled bodies with enabled shapes. The index of a is the smaller one, as in the step.
static void explain(const AukWorld *world, uint32_t a, uint32_t b, AukWhy *why)
{
    bool both_static = !world->def.static_pairs && auk__body(&world->bodies, a)->motion == AUK_MOTION_STATIC &&
                       auk__body(&world->bodies, b)->motion == AUK_MOTION_STATIC;
    Candidate best = find_best(world, a, b, both_static);
    if (best.rank == RANK_NONE && has_half_plane(world, a) && has_half_plane(world, b)) {
        why->reason = AUK_WHY_STATIC; // half-planes never meet each other, whatever `static_pairs` says
        return;
    }
    if (best.rank == RANK_NONE) {
        why->reason = AUK_WHY_NO_SHAPE; // all shapes are grids without tiles
        why->body = auk__body_id(&world->bodies, has_no_shapes(&world->bodies, &world->parts, a) ? a : b);
        return;
    }
    why->reason = reason_of(world, &best, both_static);
    why->shape_a = auk__shape_id(&world->parts, auk__part_head(&world->parts, best.part_a));
    why->shape_b = auk__shape_id(&world->parts, auk__part_head(&world->parts, best.part_b));
    why->child_a = best.child_a;
    why->child_b = best.child_b;
    why->distance = (float)best.distance;
    why->box_distance = (float)gap_between(best.box_a, best.box_b);
    why->tolerance = (float)best.limit;
}

static void swap_sides(AukWhy *why)
{
    AukShapeId shape = why->shape_a;
    int child = why->child_a;
    why->shape_a = why->shape_b;
    why->shape_b = shape;
    why->child_a = why->child_b;
    why->child_b = child;
}

AukWhy auk_world_why(const AukWorld *world, AukBodyId a, AukBodyId b)
{
    AukWhy why;
    memset(&why, 0, sizeof why);
    if (!world) {
        why.reason = AUK_WHY_STALE_ID;
        why.body = a;
        why.status = AUK_ERROR_NULL;
        return why;
    }
    if (blame(&why, AUK_WHY_STALE_ID, missing(&world->bodies, &a, &b))) {
        return why;
    }
    if (a.index == b.index) {
        why.reason = AUK_WHY_SAME_BODY;
        return why;
    }
    if (blame(&why, AUK_WHY_DISABLED, disabled(world, &a, &b)) ||
        blame(&why, AUK_WHY_NO_SHAPE, without_shape(&world->bodies, &a, &b))) {
        return why;
    }
    bool swap = a.index > b.index;
    explain(world, swap ? b.index : a.index, swap ? a.index : b.index, &why);
    if (swap) {
        swap_sides(&why);
    }
    return why;
}
