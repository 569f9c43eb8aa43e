// The first contact of a swept pair on the current segments of its bodies, and the heap of predictions.
// Invariant: the heap is ordered by (fraction, ids), so the order of equal times does not depend on when a pair was
// found.
#include "geom/manifold.h"
#include "world/state/pieces.h"
#include "world/state/tile_shape.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"
#include "world/step/one_way.h"
#include "world/step/pairs.h"

// After a response has changed a path, two velocities may be equal but for rounding, and the direction of their
// difference is arbitrary. A difference below this fraction of the sum of both speeds counts as rest.
#define AT_REST 1e-9

// In the time that contact_is_closing() looks ahead, the fastest point moves this many tau: 1e-4 of the size.
#define MOMENT 200.0

// ---- the heap ----

bool auk__prediction_precedes(const AukPairWork *pairs, const AukPrediction *a, const AukPrediction *b)
{
    if (a->fraction != b->fraction || a->pair == b->pair) {
        return a->fraction < b->fraction;
    }
    return auk__pair_precedes(auk__pair(pairs, a->pair), auk__pair(pairs, b->pair));
}

// Sifting moves a hole and fills it last: half the copies of swapping.
AukStatus auk__prediction_push(AukPairWork *pairs, AukCcdWork *ccd, const AukPrediction *prediction)
{
    AukPrediction *last = auk__buffer_push(&ccd->predictions, sizeof *prediction);
    if (!last) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    AukPrediction *heap = ccd->predictions.items;
    int i = ccd->predictions.count - 1;
    for (; i > 0 && auk__prediction_precedes(pairs, prediction, &heap[(i - 1) / 2]); i = (i - 1) / 2) {
        heap[i] = heap[(i - 1) / 2];
    }
    heap[i] = *prediction;
    return AUK_OK;
}

AukPrediction auk__prediction_pop(AukPairWork *pairs, AukCcdWork *ccd)
{
    AukPrediction *heap = ccd->predictions.items;
    AukPrediction first = heap[0];
    int count = --ccd->predictions.count, i = 0;
    const AukPrediction *last = &heap[count];
    for (int child = 1; child < count; child = 2 * i + 1) {
        child += child + 1 < count && auk__prediction_precedes(pairs, &heap[child + 1], &heap[child]);
        if (!auk__prediction_precedes(pairs, &heap[child], last)) {
            break;
        }
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = *last;
    return first;
}

// ---- segments ----

// Sets the current segment of a body, moved by `shift`. Position minus origin is exact in doubles, and the shift is
// added to that before anything is rounded.
static void set_segment(const AukWorld *world, uint32_t index, AukVec2 origin, AukDvec shift, AukShapePath *path)
{
    const AukPathSegment *segment = auk__path_segment(&world->ccd, index);
    path->turn = 0.0;
    if (auk__has_stopped(&world->ccd, index)) {
        path->start = auk__dtransform(*auk__next_pose(&world->bodies, index), origin);
        auk__dtransform_shift(&path->start, dvec_add(auk__wrap_home(&world->wrap, &world->bodies, index), shift));
        path->delta = dvec(0.0, 0.0);
    } else if (segment) {
        AukVec2 start = auk__start_pose(&world->bodies, index)->p;
        AukDtransform from = {(double)start.x - origin.x, (double)start.y - origin.y, 1.0, 0.0};
        auk__dtransform_shift(&from, shift);
        path->start = segment->start;
        path->start.x += from.x;
        path->start.y += from.y;
        path->delta = segment->delta;
        path->turn = segment->turn;
    } else {
        path->start = auk__dtransform(*auk__start_pose(&world->bodies, index), origin);
        auk__dtransform_shift(&path->start, shift);
        path->delta = auk__body_displacement(&world->wrap, &world->bodies, index);
        path->turn = auk__body_path(&world->ccd, index)->turn;
    }
}

// The place of a carried body as seen from its carrier, whose motion the path has; null for others.
static const AukDtransform *arm_of(const AukCcdWork *ccd, uint32_t body)
{
    const AukPathSegment *carried = auk__carried_segment(ccd, body);
    return carried ? &carried->arm : NULL;
}

AukDtransform auk__ccd_dtransform(const AukWorld *world, uint32_t body, AukVec2 origin, double fraction)
{
    AukShapePath path;
    set_segment(world, body, origin, dvec(0.0, 0.0), &path);
    AukDtransform at = auk__path_dtransform(&path.start, path.delta, path.turn, fraction);
    const AukDtransform *arm = arm_of(&world->ccd, body);
    return arm ? auk__dtransform_compose(&at, arm) : at;
}

// Sets the motions of the two bodies of a pair, relative to the position of body a before the step.
static void set_body_paths(const AukWorld *world, const AukPair *pair, AukShapePath *a, AukShapePath *b)
{
    AukVec2 origin = auk__start_pose(&world->bodies, pair->body_a)->p;
    set_segment(world, pair->body_a, origin, dvec(0.0, 0.0), a);
    set_segment(world, pair->body_b, origin, auk__wrap_before(world, pair), b);
}

// Sets a piece on the path of its body. `arm` is that of a carried body.
static void set_path_piece(const AukPartPiece *piece, double turn_radius, const AukDtransform *arm, AukShapePath *path)
{
    path->local = auk__dtransform(*piece->local, auk_vec(0.0f, 0.0f));
    path->turn_radius = turn_radius;
    if (piece->grid) {
        AukDtransform middle = auk__cell_dtransform(piece->grid, piece->child);
        path->local = auk__dtransform_compose(&path->local, &middle);
        path->turn_radius = dvec_length(dvec(path->local.x, path->local.y)) + (double)auk__cell_longest(piece->grid);
    }
    if (arm) {
        path->local = auk__dtransform_compose(arm, &path->local);
        path->turn_radius += dvec_length(dvec(arm->x, arm->y));
    }
    auk__piece_init(piece, path->start, &path->core);
}

static void set_path_pieces(const AukWorld *world, const AukPair *pair, AukShapePath *a, AukShapePath *b)
{
    AukPartPiece piece_a = auk__piece_a(&world->parts, pair), piece_b = auk__piece_b(&world->parts, pair);
    set_path_piece(&piece_a, auk__turn_radius(&world->parts, pair->part_a), arm_of(&world->ccd, pair->body_a), a);
    set_path_piece(&piece_b, auk__turn_radius(&world->parts, pair->part_b), arm_of(&world->ccd, pair->body_b), b);
}

void auk__shape_paths_set(const AukWorld *world, const AukPair *pair, AukShapePath *a, AukShapePath *b)
{
    set_body_paths(world, pair, a, b);
    set_path_pieces(world, pair, a, b);
}

// The velocity is that of the body, not the difference of two rounded positions. On a short path that difference has a
// wrong direction: a body that slid along a slope far from the origin appeared to move into it.
AukDvec auk__point_speed(const AukCcdWork *ccd, uint32_t body, const AukShapePath *path, double fraction, AukDvec point)
{
    const AukPathSegment *segment = auk__path_segment(ccd, body);
    AukDvec told = segment ? segment->delta : auk__body_path(ccd, body)->delta;
    AukDvec delta = auk__has_stopped(ccd, body) ? dvec(0.0, 0.0) : told;
    AukDvec arm = dvec_sub(point, dvec_mul_add(dvec(path->start.x, path->start.y), fraction, path->delta));
    return dvec(delta.x - path->turn * arm.y, delta.y + path->turn * arm.x);
}

// ---- contact ----

// Closing speed at a point, or 0 if the shapes do not close there. `error` is that of the point.
static double closing_speed(const AukCcdWork *ccd, const AukPair *pair, const AukShapePath *a, const AukShapePath *b,
                            double fraction, AukDvec point, AukDvec normal, double error)
{
    AukDvec of_a = auk__point_speed(ccd, pair->body_a, a, fraction, point);
    AukDvec of_b = auk__point_speed(ccd, pair->body_b, b, fraction, point);
    AukDvec relative = dvec_sub(of_b, of_a);
    double closing = -dvec_dot(normal, relative);
    double rounding = AT_REST * (dvec_length(of_a) + dvec_length(of_b)) + error * (fabs(a->turn) + fabs(b->turn));
    if ((auk__path_segment(ccd, pair->body_a) || auk__path_segment(ccd, pair->body_b)) && closing <= rounding) {
        return 0.0;
    }
    return closing > AUK_CLOSING * dvec_length(relative) ? closing : 0.0;
}

static bool is_closing(const AukCcdWork *ccd, const AukPair *pair, const AukShapePath *a, const AukShapePath *b,
                       double fraction, AukDvec point, AukDvec normal)
{
    return closing_speed(ccd, pair, a, b, fraction, point, normal, 0.0) > 0.0;
}

// The fraction of the step in which the fastest point moves by `distance`.
static double moment_of(const AukShapePath *a, const AukShapePath *b, double distance)
{
    double speed = auk__shape_path_speed(a, b);
    return speed > distance ? distance / speed : 1.0;
}

// True if touching shapes close at one of their deepest contact points. All points count: when a box that lies flat
// begins to turn, one end of the contact opens while the other closes.
// If the shapes overlap by more than tau, points that will be as deep as the deepest one soon (within MOMENT) count
// too. auk__time_of_impact() does not find a closing of such shapes that begins later, so without these points boxes
// whose faces are nearly parallel turn deeper into each other without a hit.
// Contact points are known up to tau or the depth. A response to the velocity of a turning body at one such point may
// leave a closing at another, as slow as these are close. Counted as a closing, it was a hit whose response changed
// nothing; such a pair does not hit again, so the body turned into the other later in the step.
static bool contact_is_closing(const AukCcdWork *ccd, const AukPair *pair, const AukShapePath *a, const AukShapePath *b,
                               double fraction, const AukSeparation *separation, double tau)
{
    AukManifold manifold = auk__manifold(&a->core, &b->core, separation, auk_vec(0.0f, 0.0f), tau);
    double moment = separation->distance < -tau ? moment_of(a, b, MOMENT * tau) : 0.0;
    double error = fmax(tau, -separation->distance);
    for (int i = 0; i < manifold.count; i++) {
        AukDvec point = dvec_from(manifold.points[i].point);
        double closing = closing_speed(ccd, pair, a, b, fraction, point, separation->normal, error);
        if (closing > 0.0 && (double)manifold.points[i].distance <= separation->distance + tau + moment * closing) {
            return true;
        }
    }
    return false;
}

static bool is_moving(const AukShapePath *path)
{
    return path->delta.x != 0.0 || path->delta.y != 0.0 || path->turn != 0.0;
}

// The length of the motion does not enter tau. The times of impact are exact without it, and a bullet that flies a
// million units a step would touch a shape half a unit beside its path.
double auk__ccd_tau(const AukParts *parts, const AukPair *pair, const AukShapePath *a, const AukShapePath *b)
{
    AukPartPiece piece_a = auk__piece_a(parts, pair), piece_b = auk__piece_b(parts, pair);
    return auk__tau(auk__pair_size(&a->core, auk__piece_extent(&piece_a), &b->core, auk__piece_extent(&piece_b)));
}

// Two pieces in motion.
typedef struct Meeting {
    const AukPair *pair;
    AukShapePath a, b;
    double tau;
    bool of_surface; // one of the pieces belongs to a surface, and the pair is of solids, which have normals
    bool turning;
} Meeting;

static void place_at(Meeting *meeting, double fraction)
{
    auk__shape_path_set(&meeting->a, fraction);
    auk__shape_path_set(&meeting->b, fraction);
}

// Sets the rest of a meeting of which the pair and the paths of the bodies are set.
static void set_meeting(const AukWorld *world, double fraction, Meeting *meeting)
{
    set_path_pieces(world, meeting->pair, &meeting->a, &meeting->b);
    place_at(meeting, fraction);
    meeting->tau = auk__ccd_tau(&world->parts, meeting->pair, &meeting->a, &meeting->b);
    meeting->of_surface = !meeting->pair->sensor && auk__is_of_surface(&world->parts, meeting->pair);
    meeting->turning = auk__shape_path_turns(&meeting->a) || auk__shape_path_turns(&meeting->b);
}

// True if the circles of two convex parts around the origins of their bodies stay apart from a fraction of the step on,
// by more than tau and rounding could need: the bodies pass by. Where hundreds of bodies hit each other in one step,
// nearly all pairs do, each time one of their paths turns.
static bool passes_by(const AukParts *parts, const Meeting *meeting, double fraction)
{
    const AukShapePath *a = &meeting->a, *b = &meeting->b;
    uint32_t part_a = meeting->pair->part_a, part_b = meeting->pair->part_b;
    if (auk__part_is_grid(parts, part_a) || auk__part_is_grid(parts, part_b)) {
        return false; // the circle of a cell is not that of its grid
    }
    AukDvec from = dvec_mul_add(dvec(a->start.x, a->start.y), fraction, a->delta);
    AukDvec apart = dvec_sub(dvec_mul_add(dvec(b->start.x, b->start.y), fraction, b->delta), from);
    AukDvec moved = dvec_sub(b->delta, a->delta);
    double along = -dvec_dot(apart, moved), square = dvec_dot(moved, moved), rest = 1.0 - fraction;
    double nearest = along <= 0.0 ? 0.0 : (along < rest * square ? along / square : rest);
    AukDvec least = dvec_mul_add(apart, nearest, moved);
    double circles =
        auk__part_circle(parts, auk__part(parts, part_a)) + auk__part_circle(parts, auk__part(parts, part_b));
    double room =
        circles * (1.0 + 0x1p-16) + 0x1p-18 * dvec_size(apart) + 0x1p-40 * (dvec_size(from) + dvec_size(moved));
    return dvec_dot(least, least) > room * room;
}

// True if the discs around the body origins that contain the shapes in any rotation are apart, by more than rounding
// could need. Most pairs are, at the beginning of a step.
static bool is_far_apart(const Meeting *meeting, double fraction)
{
    const AukShapePath *a = &meeting->a, *b = &meeting->b;
    AukDvec from = dvec_mul_add(dvec(a->start.x, a->start.y), fraction, a->delta);
    AukDvec apart = dvec_sub(dvec_mul_add(dvec(b->start.x, b->start.y), fraction, b->delta), from);
    double radius = a->turn_radius + a->core.radius + b->turn_radius + b->core.radius + meeting->tau;
    double room = radius * (1.0 + 0x1p-16) + 0x1p-40 * (dvec_size(from) + dvec_size(apart));
    return dvec_dot(apart, apart) > room * room;
}

static double made_depth(const AukWorld *world, const Meeting *meeting)
{
    return auk__made_depth(&world->bodies, &world->ccd, meeting->pair, meeting->tau);
}

// The separation at the fraction from which the pair is predicted. Records the sides of shapes without an inside in the
// history of the pair, and whether it was apart.
// For shapes far apart the distance is infinite and the rest unset.
static AukSeparation first_separation(const AukWorld *world, int index, const Meeting *meeting, double fraction)
{
    AukPairHistory *history = auk__pair_history(&world->ccd, index);
    if (is_far_apart(meeting, fraction)) {
        AukSeparation far = {INFINITY, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, -1, -1, 0, AUK_OK};
        history->touches = false;
        history->apart = true;
        return far;
    }
    AukSeparation separation = auk__separation(&meeting->a.core, &meeting->b.core, meeting->tau, NULL);
    separation.normal = auk__sided(history, separation, meeting->tau).normal;
    history->touches = separation.distance <= meeting->tau;
    history->normal = separation.normal;
    history->apart =
        history->apart || separation.distance >= -meeting->tau || separation.distance >= -made_depth(world, meeting);
    return separation;
}

// True if the pieces, placed at a fraction with this separation, touch and close, along a normal of the pieces.
// `separation` is given that normal.
static bool closes_at(const AukParts *parts, const AukCcdWork *ccd, const Meeting *meeting, double fraction,
                      AukSeparation *separation)
{
    const AukPair *pair = meeting->pair;
    const AukShapePath *a = &meeting->a, *b = &meeting->b;
    bool own = separation->distance <= meeting->tau &&
               (!meeting->of_surface || auk__pair_owns(parts, pair, &a->core, &b->core, separation));
    return own && (pair->sensor || contact_is_closing(ccd, pair, a, b, fraction, separation, meeting->tau));
}

static bool predict_touch(const AukParts *parts, const AukCcdWork *ccd, Meeting *meeting, double fraction,
                          const AukSeparation *separation, AukPrediction *prediction)
{
    prediction->fraction = fraction;
    prediction->point = auk__common_point(&meeting->a.core, &meeting->b.core);
    prediction->normal = separation->normal;
    return auk__one_way_lets_hit(parts, ccd, meeting->pair, &meeting->a, &meeting->b, fraction, prediction->point,
                                 prediction->normal);
}

enum { LATER_LOOKS = 32, LATER_HALVINGS = 24 };

// Where pieces that close at `high`, with that separation, but not at `low`, do so with an overlap of tau at most; or
// nearly where they begin to close, if they overlap deeper there. Places them there.
static double closes_from(const AukParts *parts, const AukCcdWork *ccd, Meeting *meeting, double low, double high,
                          AukSeparation *separation)
{
    for (int i = 0; i < LATER_HALVINGS && separation->distance < -meeting->tau; i++) {
        double middle = 0.5 * (low + high);
        place_at(meeting, middle);
        AukSeparation found = auk__separation(&meeting->a.core, &meeting->b.core, meeting->tau, NULL);
        bool closes = closes_at(parts, ccd, meeting, middle, &found);
        *separation = closes ? found : *separation;
        high = closes ? middle : high;
        low = closes ? low : middle;
    }
    place_at(meeting, high);
    return high;
}

// A piece of a surface may be met at the side of its neighbour, without closing. If a body turns, the pair is tested
// again at fractions of the remaining segment, since turning may bring it against a side of the piece itself. Taken as
// they were, these fractions left an overlap of up to 1e-3 when a chain that turned pressed a body along a wall.
static bool predict_later(const AukParts *parts, const AukCcdWork *ccd, Meeting *meeting, double from,
                          AukPrediction *prediction)
{
    for (int i = 1; i <= LATER_LOOKS; i++) {
        double fraction = from + (1.0 - from) * i / LATER_LOOKS;
        place_at(meeting, fraction);
        AukSeparation separation = auk__separation(&meeting->a.core, &meeting->b.core, meeting->tau, NULL);
        if (closes_at(parts, ccd, meeting, fraction, &separation)) {
            fraction =
                closes_from(parts, ccd, meeting, from + (1.0 - from) * (i - 1) / LATER_LOOKS, fraction, &separation);
            return predict_touch(parts, ccd, meeting, fraction, &separation, prediction);
        }
    }
    return false;
}

// Below this squared sine of the angle between them, two normals are equal but for rounding.
#define SAME_NORMAL 1e-8

// Replaces the normal of an impact by one of the pieces. False if there is none, or if it is a different normal and the
// shapes do not close along it.
static bool has_own_impact(const AukParts *parts, const AukCcdWork *ccd, Meeting *meeting, AukImpact *impact)
{
    // Shapes that meet may be tau apart. With a distance of 0 a corner of the surface that bends inward would seem
    // nearer than the faces beside it, which then would not own what is met in it.
    AukSeparation met = {meeting->tau, impact->point, impact->point, impact->normal, -1, -1, 0, AUK_OK};
    place_at(meeting, impact->fraction);
    if (!auk__pair_owns(parts, meeting->pair, &meeting->a.core, &meeting->b.core, &met)) {
        return false;
    }
    double sine = dvec_cross(met.normal, impact->normal);
    bool same = dvec_dot(met.normal, impact->normal) > 0.0 && sine * sine < SAME_NORMAL;
    impact->normal = met.normal;
    return same ||
           is_closing(ccd, meeting->pair, &meeting->a, &meeting->b, impact->fraction, impact->point, impact->normal);
}

// True unless one of the pieces is solid from its front alone and the other comes from behind: then they pass each
// other, however they turn while they overlap.
static bool come_from_front(const AukParts *parts, const Meeting *meeting)
{
    const AukSupportShape *a = &meeting->a.core, *b = &meeting->b.core;
    AukPartPiece piece_a = auk__piece_a(parts, meeting->pair), piece_b = auk__piece_b(parts, meeting->pair);
    return auk__piece_faces(&piece_a, a, b, dvec(0.0, 0.0)) && auk__piece_faces(&piece_b, b, a, dvec(0.0, 0.0));
}

// The rule for shapes that touch at that distance and do not close. Far from the origin a body in an arena that turned
// lay a little deeper than tau in a wall, moved along it, and went through as the wall turned. So did a small box that
// was pushed along a long wall, whose tau is large, by a corner that turned.
static AukOverlapRule rule_of_touching(const AukWorld *world, const Meeting *meeting, double distance)
{
    bool rounded = distance < -meeting->tau && distance >= -made_depth(world, meeting);
    return rounded ? AUK_OVERLAP_OPENS_DEEP : AUK_OVERLAP_OPENS;
}

// The first contact, from fraction `from` on, of shapes that do not close at `from`; `side` is their normal if they
// touch.
static bool predict_impact(const AukParts *parts, const AukCcdWork *ccd, Meeting *meeting, double from,
                           AukOverlapRule rule, AukDvec side, AukPrediction *prediction)
{
    const AukPair *pair = meeting->pair;
    AukShapePath *a = &meeting->a, *b = &meeting->b;
    AukImpact impact = auk__time_of_impact(a, b, from, rule, meeting->tau, side);
    if (impact.hit && meeting->of_surface && !has_own_impact(parts, ccd, meeting, &impact)) {
        return meeting->turning && come_from_front(parts, meeting) &&
               predict_later(parts, ccd, meeting, impact.fraction, prediction);
    }
    prediction->fraction = impact.fraction;
    prediction->point = impact.point;
    prediction->normal = impact.normal;
    prediction->limit = impact.status != AUK_OK;
    bool grazes = !meeting->turning && !pair->sensor && impact.hit &&
                  !is_closing(ccd, pair, a, b, impact.fraction, impact.point, impact.normal);
    bool lets =
        impact.hit && auk__one_way_lets_hit(parts, ccd, pair, a, b, impact.fraction, impact.point, impact.normal);
    return lets && !grazes; // a straight path that grazes enters the surface only by rounding of its end points
}

bool auk__predict(const AukWorld *world, int index, double from, bool parted, AukPrediction *prediction)
{
    Meeting meeting;
    const AukPair *pair = auk__pair(&world->pairs, index);
    meeting.pair = pair;
    set_body_paths(world, pair, &meeting.a, &meeting.b);
    if ((!is_moving(&meeting.a) && !is_moving(&meeting.b)) ||
        auk__move_as_one(&world->ccd, pair->body_a, pair->body_b)) {
        return false;
    }
    bool carried = arm_of(&world->ccd, pair->body_a) || arm_of(&world->ccd, pair->body_b);
    if (!carried && passes_by(&world->parts, &meeting, from)) {
        auk__pair_history(&world->ccd, index)->touches = false;
        return false;
    }
    set_meeting(world, from, &meeting);
    prediction->pair = index;
    prediction->version_a = auk__body_path(&world->ccd, pair->body_a)->version;
    prediction->version_b = auk__body_path(&world->ccd, pair->body_b)->version;
    prediction->limit = false;
    AukSeparation separation = first_separation(world, index, &meeting, from);
    AukDvec side = separation.normal;
    const double distance = separation.distance;
    bool touching = distance <= meeting.tau;
    bool closes = closes_at(&world->parts, &world->ccd, &meeting, from, &separation);
    if (touching && parted) {
        return false;
    }
    if (closes) {
        return predict_touch(&world->parts, &world->ccd, &meeting, from, &separation, prediction);
    }
    if (touching && !meeting.turning) {
        return false; // on straight paths, convex shapes that touch and do not close never meet again
    }
    AukOverlapRule rule = touching ? rule_of_touching(world, &meeting, distance) : AUK_OVERLAP_HITS;
    return predict_impact(&world->parts, &world->ccd, &meeting, from, rule, side, prediction);
}

AukStatus auk__predict_and_push(AukWorld *world, int index, double from, bool parted)
{
    AukPrediction prediction;
    return auk__predict(world, index, from, parted, &prediction)
               ? auk__prediction_push(&world->pairs, &world->ccd, &prediction)
               : AUK_OK;
}
