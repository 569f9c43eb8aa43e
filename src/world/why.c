// Why two bodies touch or do not. What can be said of the bodies is looked at first, in a fixed order; then every pair
// of pieces, with the step's own filter, boxes, tolerance and narrow phase, so that the answer is what a step would
// find.
#include "geom/bounds.h"
#include "geom/manifold.h"
#include "world/order.h"
#include "world/pieces.h"
#include "world/step.h"

#include <float.h>
#include <string.h>

// How a pair of pieces stands, the more telling first.
typedef enum Rank { RANK_CONTACT, RANK_SENSOR, RANK_APART, RANK_FILTERED, RANK_NONE } Rank;

typedef struct Candidate {
    Rank rank;
    uint32_t part_a, part_b;
    int child_a, child_b;
    double distance, limit;
    AukBox box_a, box_b;
} Candidate;

// ---- bodies -----------------------------------------------------------------------------------------------------

static const AukBodyId *missing(const AukWorld *world, const AukBodyId *a, const AukBodyId *b)
{
    return !auk__body_of(world, *a) ? a : (!auk__body_of(world, *b) ? b : NULL);
}

static const AukBodyId *disabled(const AukWorld *world, const AukBodyId *a, const AukBodyId *b)
{
    return !auk__body(world, a->index)->enabled ? a : (!auk__body(world, b->index)->enabled ? b : NULL);
}

static const AukBodyId *without_shape(const AukWorld *world, const AukBodyId *a, const AukBodyId *b)
{
    bool none_a = auk__body(world, a->index)->shape_count == 0, none_b = auk__body(world, b->index)->shape_count == 0;
    return none_a ? a : (none_b ? b : NULL);
}

// Says what is wrong with one of the bodies. False if nothing is.
static bool blame(AukWhy *why, AukWhyReason reason, const AukBodyId *body)
{
    if (body) {
        why->reason = reason;
        why->body = *body;
    }
    return body != NULL;
}

// ---- pieces -----------------------------------------------------------------------------------------------------

// Whether the last step's arrays say that the pair touched, of the same shapes and not of later tenants of their slots.
static bool touched(const AukWorld *world, const AukTouches *last, const Candidate *pair)
{
    AukPair key;
    memset(&key, 0, sizeof key);
    key.body_a = auk__part(world, pair->part_a)->body;
    key.body_b = auk__part(world, pair->part_b)->body;
    key.shape_a = auk__part(world, pair->part_a)->head;
    key.shape_b = auk__part(world, pair->part_b)->head;
    key.child_a = pair->child_a;
    key.child_b = pair->child_b;
    const AukTouch *touches = last->touches.items;
    int low = 0, high = last->touches.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (auk__pair_against_touch(&key, &touches[middle]) > 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < last->touches.count && auk__pair_against_touch(&key, &touches[low]) == 0 &&
           auk_body_id_equal(touches[low].body_a, auk__body_id(world, key.body_a)) &&
           auk_body_id_equal(touches[low].body_b, auk__body_id(world, key.body_b)) &&
           auk_shape_id_equal(touches[low].shape_a, auk__shape_id(world, key.shape_a)) &&
           auk_shape_id_equal(touches[low].shape_b, auk__shape_id(world, key.shape_b));
}

static Rank rank_of(const AukWorld *world, const Candidate *pair, bool both_static)
{
    const AukPart *a = auk__part(world, pair->part_a), *b = auk__part(world, pair->part_b);
    if (both_static || !auk__parts_meet(world, a, b)) {
        return RANK_FILTERED;
    }
    return pair->distance > pair->limit ? RANK_APART : (a->sensor || b->sensor ? RANK_SENSOR : RANK_CONTACT);
}

// Both parts are looked through in the order of their bodies' lists, and the first of equals stays.
static bool precedes(const AukWorld *world, const Candidate *a, const Candidate *b)
{
    if (a->rank != b->rank) {
        return a->rank < b->rank;
    }
    if (a->distance != b->distance) {
        return a->distance < b->distance;
    }
    uint32_t keys[2][4] = {{auk__part(world, a->part_a)->head, auk__part(world, a->part_b)->head, (uint32_t)a->child_a,
                            (uint32_t)a->child_b},
                           {auk__part(world, b->part_a)->head, auk__part(world, b->part_b)->head, (uint32_t)b->child_a,
                            (uint32_t)b->child_b}};
    int i = 0;
    while (i < 3 && keys[0][i] == keys[1][i]) {
        i++;
    }
    return keys[0][i] < keys[1][i];
}

// Keeps the better of `best` and a pair of pieces.
static void look_at(const AukWorld *world, const AukPieceCursor *at_a, const AukPieceCursor *at_b, Candidate *pair,
                    bool both_static, Candidate *best)
{
    const AukPart *a = auk__part(world, pair->part_a), *b = auk__part(world, pair->part_b);
    AukTransform pose_a = auk__body(world, a->body)->pose, pose_b = auk__body(world, b->body)->pose;
    AukCore core_a, core_b;
    auk__piece_core(&at_a->piece, pose_a, pose_a.p, &core_a);
    auk__piece_core(&at_b->piece, pose_b, pose_a.p, &core_b);
    pair->child_a = at_a->piece.child;
    pair->child_b = at_b->piece.child;
    const AukTouches *last = a->sensor || b->sensor ? &world->output.sensors : &world->output.solids;
    double tau = auk__tau(auk__pair_size(&core_a, a->extent, &core_b, b->extent));
    pair->limit = touched(world, last, pair) ? 2.0 * tau : tau;
    pair->distance = auk__separation(&core_a, &core_b, INFINITY, NULL).distance;
    pair->rank = rank_of(world, pair, both_static);
    if (best->rank == RANK_NONE || precedes(world, pair, best)) {
        pair->box_a = auk__core_bounds(&core_a, pose_a.p);
        pair->box_b = auk__core_bounds(&core_b, pose_a.p);
        *best = *pair;
    }
}

// The pair of pieces that says most: of those that touch the deepest, else of those that may the nearest, else the
// nearest.
static Candidate find_best(const AukWorld *world, uint32_t body_a, uint32_t body_b, bool both_static)
{
    const AukBox everywhere = {{-FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX}};
    AukTransform pose_a = auk__body(world, body_a)->pose, pose_b = auk__body(world, body_b)->pose;
    Candidate best, pair;
    memset(&best, 0, sizeof best);
    best.rank = RANK_NONE;
    pair = best;
    pair.part_a = *auk__first_part(world, auk__body(world, body_a));
    for (; pair.part_a != AUK_NO_INDEX; pair.part_a = auk__part(world, pair.part_a)->next) {
        AukPieceCursor at_a = auk__pieces_in(world, pair.part_a, pose_a, everywhere);
        while (auk__pieces_next(&at_a)) {
            pair.part_b = *auk__first_part(world, auk__body(world, body_b));
            for (; pair.part_b != AUK_NO_INDEX; pair.part_b = auk__part(world, pair.part_b)->next) {
                AukPieceCursor at_b = auk__pieces_in(world, pair.part_b, pose_b, everywhere);
                while (auk__pieces_next(&at_b)) {
                    look_at(world, &at_a, &at_b, &pair, both_static, &best);
                }
            }
        }
    }
    return best;
}

// ---- the answer -------------------------------------------------------------------------------------------------

static double gap_between(AukBox a, AukBox b)
{
    double x = (double)(a.min.x > b.min.x ? a.min.x : b.min.x) - (double)(a.max.x < b.max.x ? a.max.x : b.max.x);
    double y = (double)(a.min.y > b.min.y ? a.min.y : b.min.y) - (double)(a.max.y < b.max.y ? a.max.y : b.max.y);
    x = x > 0.0 ? x : 0.0;
    y = y > 0.0 ? y : 0.0;
    return sqrt(x * x + y * y);
}

static AukWhyReason reason_of(const AukWorld *world, const Candidate *best, bool both_static)
{
    const AukPart *a = auk__part(world, best->part_a), *b = auk__part(world, best->part_b);
    switch (best->rank) {
    case RANK_CONTACT: return AUK_WHY_TOUCHING;
    case RANK_SENSOR: return AUK_WHY_SENSOR;
    case RANK_APART: return gap_between(best->box_a, best->box_b) > 0.0 ? AUK_WHY_BOXES_APART : AUK_WHY_SHAPES_APART;
    case RANK_FILTERED:
    case RANK_NONE: break;
    }
    if (both_static) {
        return AUK_WHY_STATIC;
    }
    if (auk__same_owner(world, a->body, b->body)) {
        return AUK_WHY_OWNER;
    }
    uint32_t group = auk__part_filter(world, a).group;
    return group != 0 && group == auk__part_filter(world, b).group ? AUK_WHY_GROUP : AUK_WHY_CATEGORY;
}

// For living, enabled bodies with shapes, a's index being the smaller one, as in the step.
static void explain(const AukWorld *world, uint32_t a, uint32_t b, AukWhy *why)
{
    bool both_static = !world->def.static_pairs && auk__body(world, a)->motion == AUK_MOTION_STATIC &&
                       auk__body(world, b)->motion == AUK_MOTION_STATIC;
    Candidate best = find_best(world, a, b, both_static);
    why->reason = reason_of(world, &best, both_static);
    why->shape_a = auk__shape_id(world, auk__part(world, best.part_a)->head);
    why->shape_b = auk__shape_id(world, auk__part(world, best.part_b)->head);
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
    if (blame(&why, AUK_WHY_STALE_ID, missing(world, &a, &b))) {
        return why;
    }
    if (a.index == b.index) {
        why.reason = AUK_WHY_SAME_BODY;
        return why;
    }
    if (blame(&why, AUK_WHY_DISABLED, disabled(world, &a, &b)) ||
        blame(&why, AUK_WHY_NO_SHAPE, without_shape(world, &a, &b))) {
        return why;
    }
    bool swap = a.index > b.index;
    explain(world, swap ? b.index : a.index, swap ? a.index : b.index, &why);
    if (swap) {
        swap_sides(&why);
    }
    return why;
}
