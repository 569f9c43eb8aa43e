// The first contact of a swept pair on the legs its bodies are on, and the heap in which predictions wait.
// Invariant: the heap is ordered by (fraction, ids), so equal times come in an order that does not depend on when a
// pair was found.
#include "geom/manifold.h"
#include "world/motion.h"
#include "world/step.h"

// Approach slower than this part of the relative speed is sliding along, not moving into; it is what rounding can make
// of a motion parallel to the surface.
#define CLOSING 1e-6

// Where a path has turned, two speeds may have become equal but for rounding, and what is left of their difference has
// any direction: slower than this part of both is at rest relative to each other.
#define AT_REST 1e-9

// ---- the heap ----

static bool is_earlier(const AukWorld *world, const AukPrediction *a, const AukPrediction *b)
{
    if (a->fraction != b->fraction || a->pair == b->pair) {
        return a->fraction < b->fraction;
    }
    return auk__pair_precedes(auk__pair(world, a->pair), auk__pair(world, b->pair));
}

static void swap_predictions(AukPrediction *a, AukPrediction *b)
{
    AukPrediction kept = *a;
    *a = *b;
    *b = kept;
}

AukStatus auk__prediction_push(AukWorld *world, const AukPrediction *prediction)
{
    AukPrediction *last = auk__buffer_push(&world->predictions, sizeof *prediction);
    if (!last) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    *last = *prediction;
    AukPrediction *heap = world->predictions.items;
    int i = world->predictions.count - 1;
    for (; i > 0 && is_earlier(world, &heap[i], &heap[(i - 1) / 2]); i = (i - 1) / 2) {
        swap_predictions(&heap[i], &heap[(i - 1) / 2]);
    }
    return AUK_OK;
}

AukPrediction auk__prediction_pop(AukWorld *world)
{
    AukPrediction *heap = world->predictions.items;
    AukPrediction first = heap[0];
    int count = --world->predictions.count;
    heap[0] = heap[count];
    for (int i = 0, child = 1; child < count; i = child, child = 2 * i + 1) {
        child += child + 1 < count && is_earlier(world, &heap[child + 1], &heap[child]);
        if (!is_earlier(world, &heap[child], &heap[i])) {
            break;
        }
        swap_predictions(&heap[child], &heap[i]);
    }
    return first;
}

// ---- legs ----

static void set_leg(const AukWorld *world, uint32_t index, AukVec2 origin, AukMover *mover)
{
    const AukBody *body = auk__body(world, index);
    const AukLeg *leg = auk__leg(world, index);
    mover->turn = 0.0;
    if (auk__has_stopped(world, index)) {
        mover->start = auk__place(body->next, origin);
        mover->delta = dvec(0.0, 0.0);
    } else if (leg) {
        mover->start = leg->start;
        mover->start.x += (double)body->pose.p.x - origin.x;
        mover->start.y += (double)body->pose.p.y - origin.y;
        mover->delta = leg->delta;
    } else {
        mover->start = auk__place(body->pose, origin);
        mover->delta = dvec_sub(dvec_from(body->next.p), dvec_from(body->pose.p));
        mover->turn = auk__travel(world, index)->turn;
    }
}

AukPlace auk__motion_place(const AukWorld *world, uint32_t body, AukVec2 origin, double fraction)
{
    AukMover mover;
    set_leg(world, body, origin, &mover);
    return auk__path_place(&mover.start, mover.delta, mover.turn, fraction);
}

static void set_mover(const AukWorld *world, uint32_t part_index, AukVec2 origin, AukMover *mover)
{
    const AukPart *part = auk__part(world, part_index);
    set_leg(world, part->body, origin, mover);
    mover->local = auk__place(part->local, auk_vec(0.0f, 0.0f));
    mover->reach = part->reach;
    auk__core_init(&mover->core, &part->shape, mover->start);
}

void auk__set_movers(const AukWorld *world, const AukPair *pair, AukMover *a, AukMover *b)
{
    AukVec2 origin = auk__body(world, pair->body_a)->pose.p;
    set_mover(world, pair->part_a, origin, a);
    set_mover(world, pair->part_b, origin, b);
}

// It is taken from what the body was told to do: the difference of two rounded positions has a direction of its own
// when the way is short, and a body that slid along a slope far from the origin came out as moving into it.
AukDvec auk__point_speed(const AukWorld *world, uint32_t body, const AukMover *mover, double fraction, AukDvec point)
{
    const AukLeg *leg = auk__leg(world, body);
    AukDvec told = leg ? leg->delta : auk__travel(world, body)->way;
    AukDvec way = auk__has_stopped(world, body) ? dvec(0.0, 0.0) : told;
    AukDvec arm = dvec_sub(point, dvec_mul_add(dvec(mover->start.x, mover->start.y), fraction, mover->delta));
    return dvec(way.x - mover->turn * arm.y, way.y + mover->turn * arm.x);
}

// ---- contact ----

static bool is_closing(const AukWorld *world, const AukPair *pair, const AukMover *a, const AukMover *b,
                       double fraction, AukDvec point, AukDvec normal)
{
    AukDvec of_a = auk__point_speed(world, pair->body_a, a, fraction, point);
    AukDvec of_b = auk__point_speed(world, pair->body_b, b, fraction, point);
    AukDvec relative = dvec_sub(of_b, of_a);
    double closing = -dvec_dot(normal, relative);
    if ((auk__leg(world, pair->body_a) || auk__leg(world, pair->body_b)) &&
        closing <= AT_REST * (dvec_length(of_a) + dvec_length(of_b))) {
        return false;
    }
    return closing > CLOSING * dvec_length(relative);
}

// Whether shapes that touch move into each other at any of their deepest contact points: when a box that lies flat
// begins to turn, one end of the contact opens while the other closes.
static bool contact_is_closing(const AukWorld *world, const AukPair *pair, const AukMover *a, const AukMover *b,
                               double fraction, const AukSeparation *separation, double tau)
{
    AukManifold manifold = auk__manifold(&a->core, &b->core, separation, auk_vec(0.0f, 0.0f), tau);
    for (int i = 0; i < manifold.count; i++) {
        bool deepest = (double)manifold.points[i].distance <= separation->distance + tau;
        if (deepest &&
            is_closing(world, pair, a, b, fraction, dvec_from(manifold.points[i].point), separation->normal)) {
            return true;
        }
    }
    return false;
}

static bool is_moving(const AukMover *mover)
{
    return mover->delta.x != 0.0 || mover->delta.y != 0.0 || mover->turn != 0.0;
}

// Its motion does not enter: the times of impact are exact without it, and a bullet that flies a million units a step
// would touch what is half a unit off its way.
double auk__motion_tau(const AukWorld *world, const AukPair *pair, const AukMover *a, const AukMover *b)
{
    double size = auk__pair_size(&a->core, auk__part(world, pair->part_a)->extent, &b->core,
                                 auk__part(world, pair->part_b)->extent);
    return auk__tau(size);
}

// The separation where the movers have been placed; tau is what counts as touching.
static AukSeparation look(const AukWorld *world, int index, const AukMover *a, const AukMover *b, double tau)
{
    AukMeet *meet = auk__meet(world, index);
    AukSeparation separation = auk__separation(&a->core, &b->core, tau, NULL);
    separation.normal = auk__sided(meet, separation, tau).normal;
    meet->touches = separation.distance <= tau;
    meet->normal = separation.normal;
    return separation;
}

bool auk__predict(const AukWorld *world, int index, double from, bool parted, AukPrediction *prediction)
{
    const AukPair *pair = auk__pair(world, index);
    AukMover a, b;
    auk__set_movers(world, pair, &a, &b);
    if (!is_moving(&a) && !is_moving(&b)) {
        return false;
    }
    auk__mover_place(&a, from);
    auk__mover_place(&b, from);
    double tau = auk__motion_tau(world, pair, &a, &b);
    AukSeparation separation = look(world, index, &a, &b, tau);
    prediction->pair = index;
    prediction->version_a = auk__travel(world, pair->body_a)->version;
    prediction->version_b = auk__travel(world, pair->body_b)->version;
    prediction->limit = false;
    bool touching = separation.distance <= tau;
    if (touching && parted) {
        return false;
    }
    if (touching && (pair->sensor || contact_is_closing(world, pair, &a, &b, from, &separation, tau))) {
        prediction->fraction = from;
        prediction->point = auk__common_point(&a.core, &b.core);
        prediction->normal = separation.normal;
        return auk__one_way_lets_hit(world, pair, &a, &b, from, prediction->point);
    }
    bool turning = a.turn * a.reach != 0.0 || b.turn * b.reach != 0.0;
    if (touching && !turning) {
        return false; // on a straight way convex shapes that touch and do not close part for good
    }
    AukImpact impact = auk__time_of_impact(&a, &b, from, touching ? AUK_OVERLAP_OPENS : AUK_OVERLAP_HITS, tau);
    prediction->fraction = impact.fraction;
    prediction->point = impact.point;
    prediction->normal = impact.normal;
    prediction->limit = impact.status != AUK_OK;
    bool grazes = !turning && !pair->sensor && impact.hit &&
                  !is_closing(world, pair, &a, &b, impact.fraction, impact.point, impact.normal);
    bool lets = impact.hit && auk__one_way_lets_hit(world, pair, &a, &b, impact.fraction, impact.point);
    return lets && !grazes; // only the rounding of its end points bends such a way into the surface
}

AukStatus auk__predict_and_push(AukWorld *world, int index, double from, bool parted)
{
    AukPrediction prediction;
    return auk__predict(world, index, from, parted, &prediction) ? auk__prediction_push(world, &prediction) : AUK_OK;
}
