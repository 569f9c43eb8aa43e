// Final poses of bodies whose paths turned. In doubles, a body ends right in front of the surfaces that it slides
// along; rounded to floats it may be behind them. Nearby surfaces are taken as half-planes. Of the floats around the
// exact position, the one of least cost is chosen: that lies least behind any of them and, if the body slides, still
// touches the surface it slides along. Tried: one surface after the other; in a sharp corner one pushed the body into
// the other.
#include "base/predicates.h"
#include "geom/local_box.h"
#include "geom/manifold.h"
#include "world/state/parts_boxes.h"
#include "world/state/pieces.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"
#include "world/step/response_rules.h"

enum {
    FLOAT_STEPS = 3, // candidates: floats on either side of the nearest one
    CANDIDATES = 2 * FLOAT_STEPS + 1,
    CCD_ROUND_ROUNDS = 2, // passes over the surfaces, since the half-planes of curves turn
    SURFACES = 8,         // nearby surfaces considered
};

// A surface near a body: the gap to it, its outward normal, the wanted gap (negative for none), and tau of the pair.
typedef struct Surface {
    double gap, wanted;
    AukDvec out;
    double tau;
} Surface;

static AukSeparation separate(const AukWorld *world, const AukPair *pair, double *tau)
{
    AukPartPiece piece_a = auk__piece_a(&world->parts, pair), piece_b = auk__piece_b(&world->parts, pair);
    AukTransform pose_a = *auk__next_pose(&world->bodies, pair->body_a),
                 pose_b = *auk__next_pose(&world->bodies, pair->body_b);
    AukSupportShape a, b;
    auk__piece_support_shape(&piece_a, pose_a, pose_a.p, &a);
    auk__piece_support_shape_beside(&piece_b, pose_b, pose_a.p, auk__wrap_changing(world, pair), &b);
    *tau = auk__tau(auk__pair_size(&a, auk__piece_extent(&piece_a), &b, auk__piece_extent(&piece_b)));
    AukSeparation separation = auk__separation(&a, &b, INFINITY, NULL);
    bool surface = piece_a.adjacency || piece_b.adjacency;
    bool buried = surface && (auk__piece_is_buried(&piece_a) || auk__piece_is_buried(&piece_b));
    if (surface && (buried || !auk__pieces_own(&piece_a, &piece_b, &a, &b, AUK_GHOST_TURNED, &separation))) {
        separation.distance = INFINITY; // a neighbouring cell or edge owns this contact
    }
    return separation;
}

// The float that is that many floats away; past a side of the rectangle, counting goes on at the opposite side.
static float stepped(float x, int steps, double min, double period)
{
    for (; steps != 0; steps -= steps > 0 ? 1 : -1) {
        x = auk__step_float(x, steps < 0, true);
        if (!auk__wrap_holds((double)x, min, period)) {
            x = steps < 0 ? auk__step_float(auk__round_up(min + period), true, true) : auk__round_up(min);
        }
    }
    return x;
}

static AukDvec way_out(const AukPair *pair, uint32_t body, const AukSeparation *separation)
{
    return pair->body_a == body ? dvec_neg(separation->normal) : separation->normal;
}

static bool boxes_near(const AukWorld *world, const AukPair *pair, double rounding)
{
    AukBox a = auk__tight_box(&world->parts, pair->part_a);
    AukBox b = auk__box_shifted(auk__tight_box(&world->parts, pair->part_b), auk__wrap_changing(world, pair));
    return (double)a.min.x - b.max.x <= 4.0 * rounding && (double)b.min.x - a.max.x <= 4.0 * rounding &&
           (double)a.min.y - b.max.y <= 4.0 * rounding && (double)b.min.y - a.max.y <= 4.0 * rounding;
}

static bool blocks(const AukWorld *world, const AukPair *pair, uint32_t body)
{
    return !pair->sensor && !auk__is_pierced(world, pair, body) &&
           (pair->hit || !auk__reaction(world, pair, body).crosses || auk__has_stopped(&world->ccd, body) ||
            auk__is_held(&world->ccd, body));
}

static bool is_thin(const AukPart *part)
{
    return part->radius == 0.0f && (part->kind == AUK_SHAPE_CIRCLE || part->kind == AUK_SHAPE_SEGMENT);
}

// True for shapes without an inside, whose side is undefined when they are exactly at each other.
static bool lacks_inside(const AukParts *parts, const AukPair *pair)
{
    return is_thin(auk__part(parts, pair->part_a)) && is_thin(auk__part(parts, pair->part_b));
}

// Finds the surfaces whose gap rounding may have turned into an overlap, or the reverse. Surfaces that overlap deeper
// did so before. Returns their number.
static int find_surfaces(const AukWorld *world, const AukPathSegment *segment, Surface surfaces[SURFACES])
{
    // two ulps of a coordinate: the poses of both bodies are rounded, and the two are near each other
    const double rounding = 0x1p-22 * dvec_size(dvec_from(auk__next_pose(&world->bodies, segment->body)->p));
    AukCcdPairWalk walk = auk__ccd_pairs_of(&world->ccd, segment->body);
    int count = 0, i;
    while (count < SURFACES && auk__ccd_pairs_next(&world->pairs, &world->ccd, &walk, &i)) {
        const AukPair *pair = auk__pair(&world->pairs, i);
        bool slid = i == segment->slid_pair;
        if (!blocks(world, pair, segment->body) || (!slid && !boxes_near(world, pair, rounding))) {
            continue;
        }
        double tau;
        AukSeparation separation = separate(world, pair, &tau);
        AukSeparation sided = auk__sided(auk__pair_history(&world->ccd, i), separation, 4.0 * (tau + rounding));
        if (fabs(separation.distance) <= 4.0 * (tau + rounding)) {
            Surface surface = {sided.distance, slid || lacks_inside(&world->parts, pair) ? 0.5 * tau : -1.0,
                               way_out(pair, segment->body, &sided), tau};
            surfaces[count++] = surface;
        }
    }
    return count;
}

// The cost of moving the body by `moved` from the pose at which the gaps were measured: its depth behind surfaces, the
// differences from wanted gaps, and the length of the move.
// The weight of the depth: a move by d out of the deepest surface lessens the depth by d and changes each wanted gap by
// at most d. So any weight above the number of wanted gaps, which is mostly one, keeps bodies from staying behind a
// surface for the sake of a wanted gap. But floats are s apart. With weight w, a body at depth d behind the surface
// that it slides along costs (w + 1) d, and one float farther out s - d. So it stays where d is below s / (w + 2), a
// sixth, and still touches; with a larger weight it would leave the surface more often, with 2 it sinks in by a
// quarter. The weight of the move decides between floats that are otherwise equal: 3 floats on each axis count less
// than a two-hundredth of one. Tried: with 0.1 a ball sinks into a long slope; 0 to 0.01 pass the tests.
static double cost_of(const Surface *surfaces, int count, AukDvec moved)
{
    double deepest = 0.0, off = 0.0;
    for (int i = 0; i < count; i++) {
        double gap = surfaces[i].gap + dvec_dot(moved, surfaces[i].out);
        deepest = gap < -deepest ? -gap : deepest;
        off += surfaces[i].wanted >= 0.0 ? fabs(gap - surfaces[i].wanted) : 0.0;
    }
    return 4.0 * deepest + off + 1e-3 * dvec_length(moved);
}

// Below this part of tau a coordinate has lost nothing by rounding, and its neighbours are not tried: those of 0 are
// the smallest numbers there are, of which one was chosen for nothing.
#define FINE 0x1p-10

static bool is_coarse(float x, double tau)
{
    float size = fabsf(x);
    return (double)auk__step_float(size, false, true) - (double)size > FINE * tau;
}

static AukVec2 best_place(const AukWrap *wrap, const Surface *surfaces, int count, AukVec2 from)
{
    AukVec2 best = from;
    double least = cost_of(surfaces, count, dvec(0.0, 0.0)), tau = INFINITY;
    if (!(least > 0.0)) {
        return from; // with no surface near nothing costs less
    }
    for (int i = 0; i < count; i++) {
        tau = surfaces[i].tau < tau ? surfaces[i].tau : tau;
    }
    // beside a side of the rectangle at 0 are the coarse floats of the opposite one
    const bool coarse_x = wrap->period.x > 0.0 || is_coarse(from.x, tau);
    const bool coarse_y = wrap->period.y > 0.0 || is_coarse(from.y, tau);
    float xs[CANDIDATES], ys[CANDIDATES];
    for (int i = 0; i < CANDIDATES; i++) {
        xs[i] = stepped(from.x, coarse_x ? i - FLOAT_STEPS : 0, wrap->min.x, wrap->period.x);
        ys[i] = stepped(from.y, coarse_y ? i - FLOAT_STEPS : 0, wrap->min.y, wrap->period.y);
    }
    for (int i = 0; i < CANDIDATES && least > 0.0; i++) {
        for (int k = 0; k < CANDIDATES; k++) {
            AukVec2 p = {xs[i], ys[k]};
            double cost = cost_of(surfaces, count, auk__wrap_displacement(wrap, from, p));
            if (cost < least && auk__is_in_range_vec(p)) {
                least = cost;
                best = p;
            }
        }
    }
    return best;
}

static void move_in_front(AukWorld *world, const AukPathSegment *segment)
{
    AukTransform *next = auk__next_pose(&world->bodies, segment->body);
    for (int round = 0; round < CCD_ROUND_ROUNDS; round++) {
        Surface surfaces[SURFACES];
        int count = find_surfaces(world, segment, surfaces);
        AukVec2 place = best_place(&world->wrap, surfaces, count, next->p);
        if (place.x == next->p.x && place.y == next->p.y) {
            return;
        }
        next->p = place;
        if (world->wrap.on) {
            auk__body_tighten(&world->bodies, &world->parts, segment->body); // the pose may have wrapped
        }
    }
}

static AukStatus round_pose(AukWorld *world, const AukPathSegment *segment)
{
    AukTransform *next = auk__next_pose(&world->bodies, segment->body);
    if (!auk__has_stopped(&world->ccd, segment->body)) {
        AukDtransform transform = auk__ccd_dtransform(world, segment->body, auk_vec(0.0f, 0.0f), 1.0);
        next->p = auk__wrapped(&world->wrap, dvec(transform.x, transform.y));
        next->q.c = (float)transform.c;
        next->q.s = (float)transform.s;
        next->q = segment->carried ? auk__carried_rotation(&transform) : next->q;
        auk__body_tighten(&world->bodies, &world->parts, segment->body);
    }
    return auk__is_in_range_vec(next->p) ? AUK_OK : AUK_ERROR_RANGE;
}

AukStatus auk__ccd_round_poses(AukWorld *world)
{
    const AukPathSegment *segments = world->ccd.segments.items;
    for (int i = 0; i < world->ccd.segments.count; i++) {
        AukStatus status = round_pose(world, &segments[i]);
        if (status) {
            return status;
        }
    }
    for (int i = 0; i < world->ccd.segments.count; i++) {
        move_in_front(world, &segments[i]);
        auk__body_tighten(&world->bodies, &world->parts, segments[i].body);
    }
    return AUK_OK;
}

// True if a body with a straight path touches another body that would turn its path by a response. Sensors turn none.
static bool grazes(const AukWorld *world, uint32_t body)
{
    AukCcdPairWalk walk = auk__ccd_pairs_of(&world->ccd, body);
    int i;
    while (auk__ccd_pairs_next(&world->pairs, &world->ccd, &walk, &i)) {
        const AukPair *pair = auk__pair(&world->pairs, i);
        AukReaction reaction = auk__reaction(world, pair, body);
        if (!pair->sensor && auk__pair_history(&world->ccd, i)->touches && !reaction.crosses &&
            reaction.response != AUK_RESPONSE_TOUCH) {
            return true;
        }
    }
    return false;
}

// Velocities and positions are rounded in each step, mostly to the same side. Without this, a ball that slid down a
// long slope sank in, and a small ball came out below.
AukStatus auk__ccd_round_grazing(AukWorld *world)
{
    const uint32_t *movers = world->bodies.movers.items;
    AukStatus status = AUK_OK;
    for (int i = 0; i < world->bodies.movers.count && !status; i++) {
        const AukBody *body = auk__body(&world->bodies, movers[i]);
        bool only_stops = body->response == AUK_RESPONSE_TOUCH && world->rules.count == 0;
        if (!auk__may_respond(&world->rules, body) || only_stops || body->has_target ||
            auk__path_segment(&world->ccd, movers[i])) {
            continue;
        }
        status = auk__ccd_pairs_gather(world);
        if (!status && grazes(world, movers[i])) {
            AukPathSegment straight = {.body = movers[i], .slid_pair = -1};
            move_in_front(world, &straight);
            auk__body_tighten(&world->bodies, &world->parts, movers[i]);
        }
    }
    return status;
}
