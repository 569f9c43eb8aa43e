// Swept bodies, in order of time. Every swept pair predicts its first contact; predictions wait in a heap and are taken
// earliest first. A body that stops changes its path: its later predictions become stale (by version), and its pairs
// predict again from that moment, so that what still moves can meet it where it stands.
// Invariant: all hits before the one being taken are final. A pair hits at most once a step.
#include "geom/bounds.h"
#include "geom/cast.h"
#include "geom/manifold.h"
#include "geom/toi.h"
#include "world/chunks.h"
#include "world/order.h"
#include "world/parts.h"
#include "world/pieces.h"
#include "world/step.h"

#include <float.h>
#include <string.h>

// Approach slower than this part of the relative speed is sliding along, not moving into; it is what rounding can make
// of a motion parallel to the surface.
#define CLOSING 1e-6

typedef struct AukPrediction {
    double fraction;
    int pair;
    uint32_t version_a, version_b;
    bool limit;
    AukVec2 point, normal; // a to b in the pair's order
} AukPrediction;

static const AukPair *pair_at(const AukWorld *world, int index)
{
    return (const AukPair *)world->pairs.items + index;
}

// ---- the heap, ordered by (fraction, pair); pairs are sorted by ids ----

static bool is_earlier(const AukPrediction *a, const AukPrediction *b)
{
    return a->fraction < b->fraction || (a->fraction == b->fraction && a->pair < b->pair);
}

static void swap_predictions(AukPrediction *a, AukPrediction *b)
{
    AukPrediction kept = *a;
    *a = *b;
    *b = kept;
}

static AukStatus push_prediction(AukWorld *world, const AukPrediction *prediction)
{
    AukPrediction *last = auk__buffer_push(&world->predictions, sizeof *prediction);
    if (!last) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    *last = *prediction;
    AukPrediction *heap = world->predictions.items;
    for (int i = world->predictions.count - 1; i > 0 && is_earlier(&heap[i], &heap[(i - 1) / 2]); i = (i - 1) / 2) {
        swap_predictions(&heap[i], &heap[(i - 1) / 2]);
    }
    return AUK_OK;
}

static AukPrediction pop_prediction(AukWorld *world)
{
    AukPrediction *heap = world->predictions.items;
    AukPrediction first = heap[0];
    int count = --world->predictions.count;
    heap[0] = heap[count];
    for (int i = 0, child = 1; child < count; i = child, child = 2 * i + 1) {
        child += child + 1 < count && is_earlier(&heap[child + 1], &heap[child]);
        if (!is_earlier(&heap[child], &heap[i])) {
            break;
        }
        swap_predictions(&heap[child], &heap[i]);
    }
    return first;
}

// ---- prediction ----

// A shape on its way, relative to `origin`; a stopped body stays where it stopped.
static void set_mover(const AukWorld *world, const AukPartPiece *piece, AukVec2 origin, AukMover *mover)
{
    const AukPart *part = piece->part;
    const AukBody *body = auk__body(world, part->body);
    const AukTravel *travel = auk__travel(world, part->body);
    bool stopped = travel->stop <= 1.0;
    mover->start = auk__place(stopped ? body->next : body->pose, origin);
    mover->local = auk__place(part->local, auk_vec(0.0f, 0.0f));
    mover->reach = part->reach;
    if (piece->grid) {
        AukPlace middle = auk__cell_place(piece->grid, piece->child);
        mover->local = auk__place_compose(&mover->local, &middle);
        mover->reach = dvec_length(dvec(mover->local.x, mover->local.y)) + (double)piece->grid->cell;
    }
    mover->delta = stopped ? dvec(0.0, 0.0) : dvec_sub(dvec_from(body->next.p), dvec_from(body->pose.p));
    mover->turn = stopped ? 0.0 : travel->turn;
    auk__piece_init(piece, mover->start, &mover->core);
}

// Velocity, over the whole step, of the point of a body that is at `point` at that fraction. It is taken from what the
// body was told to do: the difference of two rounded positions has a direction of its own when the way is short, and a
// body that slid along a slope far from the origin came out as moving into it.
static AukDvec point_speed(const AukWorld *world, uint32_t body, const AukMover *mover, double fraction, AukDvec point)
{
    AukDvec way = auk__travel(world, body)->stop <= 1.0 ? dvec(0.0, 0.0) : auk__travel(world, body)->way;
    AukDvec arm = dvec_sub(point, dvec_mul_add(dvec(mover->start.x, mover->start.y), fraction, mover->delta));
    return dvec(way.x - mover->turn * arm.y, way.y + mover->turn * arm.x);
}

static bool is_closing(const AukWorld *world, const AukPair *pair, const AukMover *a, const AukMover *b,
                       double fraction, AukDvec point, AukDvec normal)
{
    AukDvec relative = dvec_sub(point_speed(world, pair->body_b, b, fraction, point),
                                point_speed(world, pair->body_a, a, fraction, point));
    return -dvec_dot(normal, relative) > CLOSING * dvec_length(relative);
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

// Two pieces on their ways.
typedef struct Meeting {
    const AukPair *pair;
    AukPartPiece piece_a, piece_b;
    AukMover a, b;
    bool seams; // one of them is a piece of a surface
    bool turning;
} Meeting;

// tau of the pair where it stands. Its motion does not enter: the times of impact are exact without it, and a bullet
// that flies a million units a step would touch what is half a unit off its way.
static double pair_tau(const Meeting *meeting)
{
    return auk__tau(auk__pair_size(&meeting->a.core, auk__piece_extent(&meeting->piece_a), &meeting->b.core,
                                   auk__piece_extent(&meeting->piece_b)));
}

static void place_at(Meeting *meeting, double fraction)
{
    auk__mover_place(&meeting->a, fraction);
    auk__mover_place(&meeting->b, fraction);
}

// Where they, placed at a fraction, touch there, along a normal of the pieces. False if they do not, or if they touch
// and do not close.
static bool closes_at(const AukWorld *world, Meeting *meeting, double fraction, double tau, bool *touching,
                      AukSeparation *separation)
{
    const AukPair *pair = meeting->pair;
    *separation = auk__separation(&meeting->a.core, &meeting->b.core, tau, NULL);
    *touching = separation->distance <= tau;
    bool own = *touching && (!meeting->seams || auk__pieces_own(&meeting->piece_a, &meeting->piece_b, &meeting->a.core,
                                                                &meeting->b.core, AUK_FOREIGN_TURNED, separation));
    return own &&
           (pair->sensor || contact_is_closing(world, pair, &meeting->a, &meeting->b, fraction, separation, tau));
}

static void predict_touch(const AukWorld *world, const Meeting *meeting, double fraction,
                          const AukSeparation *separation, AukPrediction *prediction)
{
    AukVec2 origin = auk__body(world, meeting->pair->body_a)->pose.p;
    prediction->fraction = fraction;
    AukDvec common = auk__common_point(&meeting->a.core, &meeting->b.core);
    prediction->point = dvec_to_float(dvec_add(dvec_from(origin), common));
    prediction->normal = dvec_to_float(separation->normal);
}

enum { LATER_LOOKS = 32 };

// A piece of a surface that was met at a neighbour's side, without closing, is looked at again on the rest of a turning
// way: turning may bring it against the piece's own side.
static bool predict_later(const AukWorld *world, Meeting *meeting, double from, double tau, AukPrediction *prediction)
{
    for (int i = 1; i <= LATER_LOOKS; i++) {
        double fraction = from + (1.0 - from) * i / LATER_LOOKS;
        AukSeparation separation;
        bool touching;
        place_at(meeting, fraction);
        if (closes_at(world, meeting, fraction, tau, &touching, &separation)) {
            predict_touch(world, meeting, fraction, &separation, prediction);
            return true;
        }
    }
    return false;
}

// Below this squared sine a normal has only been put right, not replaced.
#define SAME_NORMAL 1e-8

// Gives the impact a normal of the pieces. False if it is another than before, along which they do not close.
static bool own_impact(const AukWorld *world, Meeting *meeting, AukImpact *impact)
{
    AukSeparation met = {0.0, impact->point, impact->point, impact->normal, -1, -1, 0, AUK_OK};
    place_at(meeting, impact->fraction);
    if (!auk__pieces_own(&meeting->piece_a, &meeting->piece_b, &meeting->a.core, &meeting->b.core, AUK_FOREIGN_TURNED,
                         &met)) {
        return false;
    }
    double sine = dvec_cross(met.normal, impact->normal);
    bool same = dvec_dot(met.normal, impact->normal) > 0.0 && sine * sine < SAME_NORMAL;
    impact->normal = met.normal;
    return same || meeting->pair->sensor ||
           is_closing(world, meeting->pair, &meeting->a, &meeting->b, impact->fraction, impact->point, impact->normal);
}

static void set_meeting(const AukWorld *world, const AukPair *pair, Meeting *meeting)
{
    AukVec2 origin = auk__body(world, pair->body_a)->pose.p;
    meeting->pair = pair;
    meeting->piece_a = auk__piece(world, pair->part_a, pair->child_a);
    meeting->piece_b = auk__piece(world, pair->part_b, pair->child_b);
    set_mover(world, &meeting->piece_a, origin, &meeting->a);
    set_mover(world, &meeting->piece_b, origin, &meeting->b);
    meeting->seams = meeting->piece_a.seam || meeting->piece_b.seam;
    meeting->turning = meeting->a.turn * meeting->a.reach != 0.0 || meeting->b.turn * meeting->b.reach != 0.0;
}

// The first contact of a pair at or after fraction `from`. False if there is none.
static bool predict(const AukWorld *world, int index, double from, AukPrediction *prediction)
{
    const AukPair *pair = pair_at(world, index);
    AukVec2 origin = auk__body(world, pair->body_a)->pose.p;
    Meeting meeting;
    set_meeting(world, pair, &meeting);
    if (!is_moving(&meeting.a) && !is_moving(&meeting.b)) {
        return false;
    }
    place_at(&meeting, from);
    double tau = pair_tau(&meeting);
    prediction->pair = index;
    prediction->version_a = auk__travel(world, pair->body_a)->version;
    prediction->version_b = auk__travel(world, pair->body_b)->version;
    prediction->limit = false;
    AukSeparation separation;
    bool touching;
    if (closes_at(world, &meeting, from, tau, &touching, &separation)) {
        predict_touch(world, &meeting, from, &separation, prediction);
        return true;
    }
    if (touching && !meeting.turning) {
        return false; // on a straight way convex shapes that touch and do not close part for good
    }
    AukImpact impact =
        auk__time_of_impact(&meeting.a, &meeting.b, from, touching ? AUK_OVERLAP_OPENS : AUK_OVERLAP_HITS, tau);
    if (impact.hit && meeting.seams && !own_impact(world, &meeting, &impact)) {
        return meeting.turning && predict_later(world, &meeting, impact.fraction, tau, prediction);
    }
    prediction->fraction = impact.fraction;
    prediction->point = dvec_to_float(dvec_add(dvec_from(origin), impact.point));
    prediction->normal = dvec_to_float(impact.normal);
    prediction->limit = impact.status != AUK_OK;
    bool grazes = !meeting.turning && !pair->sensor && impact.hit &&
                  !is_closing(world, pair, &meeting.a, &meeting.b, impact.fraction, impact.point, impact.normal);
    return impact.hit && !grazes; // only the rounding of its end points bends such a way into the surface
}

static AukStatus predict_and_push(AukWorld *world, int index, double from)
{
    AukPrediction prediction;
    return predict(world, index, from, &prediction) ? push_prediction(world, &prediction) : AUK_OK;
}

// ---- the first predictions ----

static void predict_chunk(AukChunk *chunk)
{
    AukWorld *world = chunk->world;
    AukPrediction *out = (AukPrediction *)world->predicted.items + chunk->first;
    for (int i = chunk->first; i < chunk->end; i++) {
        if (pair_at(world, i)->swept && predict(world, i, 0.0, &out[chunk->count])) {
            chunk->count++;
        }
    }
}

// Every swept pair's first contact, before any body has stopped.
static AukStatus predict_all(AukWorld *world)
{
    if (!auk__buffer_reserve(&world->predicted, sizeof(AukPrediction), world->pairs.count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    AukStatus status = auk__chunks_run(world, world->pairs.count, 0.0f, predict_chunk);
    const AukPrediction *predicted = world->predicted.items;
    for (int i = 0; i < world->chunks.count && !status; i++) {
        const AukChunk *chunk = &auk__chunks(world)[i];
        for (int k = 0; k < chunk->count && !status; k++) {
            status = push_prediction(world, &predicted[chunk->first + k]);
        }
    }
    return status;
}

// ---- neighbours: the swept pairs of each body, in one array ----

static AukStatus gather_neighbours(AukWorld *world)
{
    int bodies = world->bodies.count;
    if (!auk__buffer_resize(&world->spans, sizeof(int), bodies + 1) ||
        !auk__buffer_resize(&world->neighbours, sizeof(int), 2 * world->next.swept_candidate_count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    int *spans = world->spans.items, *neighbours = world->neighbours.items;
    memset(spans, 0, ((size_t)bodies + 1) * sizeof *spans);
    for (int i = 0; i < world->pairs.count; i++) {
        const AukPair *pair = pair_at(world, i);
        spans[pair->body_a] += pair->swept;
        spans[pair->body_b] += pair->swept;
    }
    for (int i = 0, sum = 0; i <= bodies; i++) {
        sum += spans[i];
        spans[i] = sum; // the end of the body's span; filling it from behind makes it the beginning
    }
    for (int i = world->pairs.count - 1; i >= 0; i--) {
        const AukPair *pair = pair_at(world, i);
        if (pair->swept) {
            neighbours[--spans[pair->body_a]] = i;
            neighbours[--spans[pair->body_b]] = i;
        }
    }
    return AUK_OK;
}

// ---- taking hits ----

static bool is_stopped_by(const AukWorld *world, uint32_t body)
{
    const AukBody *it = auk__body(world, body);
    return it->motion == AUK_MOTION_SWEPT && it->response == AUK_RESPONSE_TOUCH && auk__travel(world, body)->stop > 1.0;
}

// A stopped pose is rounded to floats and may then be a hair away from what stopped it. Where that rests, the pose is
// nudged by the remaining gap, rounding towards it, so that the two still touch in the steps to come.
static void nudge(const AukWorld *world, const AukPair *pair, uint32_t body, AukVec2 normal)
{
    uint32_t other = body == pair->body_a ? pair->body_b : pair->body_a;
    AukTransform *pose = &auk__body(world, body)->next;
    const AukBody *resting = auk__body(world, other);
    AukTransform rest = resting->next;
    bool rests =
        resting->pose.p.x == rest.p.x && resting->pose.p.y == rest.p.y && auk__travel(world, other)->turn == 0.0;
    if (!rests && auk__travel(world, other)->stop > 1.0) {
        return;
    }
    AukVec2 towards = body == pair->body_a ? normal : auk_vec_neg(normal);
    AukPartPiece piece_a = auk__piece(world, pair->part_a, pair->child_a);
    AukPartPiece piece_b = auk__piece(world, pair->part_b, pair->child_b);
    for (int i = 0; i < 3; i++) {
        AukCore a, b;
        AukTransform pose_a = body == pair->body_a ? *pose : rest, pose_b = body == pair->body_a ? rest : *pose;
        auk__piece_core(&piece_a, pose_a, pose_a.p, &a);
        auk__piece_core(&piece_b, pose_b, pose_a.p, &b);
        double size = auk__pair_size(&a, auk__piece_extent(&piece_a), &b, auk__piece_extent(&piece_b));
        double gap = auk__separation(&a, &b, INFINITY, NULL).distance;
        if (gap <= 0.5 * auk__tau(size)) {
            return;
        }
        AukDvec exact = dvec_mul_add(dvec_from(pose->p), gap, dvec_from(towards));
        pose->p.x =
            towards.x > 0.0f ? auk__round_up(exact.x) : (towards.x < 0.0f ? auk__round_down(exact.x) : pose->p.x);
        pose->p.y =
            towards.y > 0.0f ? auk__round_up(exact.y) : (towards.y < 0.0f ? auk__round_down(exact.y) : pose->p.y);
    }
}

static void stop_body(AukWorld *world, const AukPair *pair, uint32_t index, const AukPrediction *hit)
{
    AukBody *body = auk__body(world, index);
    AukTravel *travel = auk__travel(world, index);
    AukPlace start = auk__place(body->pose, auk_vec(0.0f, 0.0f));
    AukDvec delta = dvec_sub(dvec_from(body->next.p), dvec_from(body->pose.p));
    AukPlace place = auk__path_place(&start, delta, travel->turn, hit->fraction);
    body->next.p = auk_vec((float)place.x, (float)place.y);
    if (travel->turn != 0.0) {
        body->next.q.c = (float)place.c;
        body->next.q.s = (float)place.s;
    }
    travel->velocity = auk_vec(0.0f, 0.0f);
    travel->spin = 0.0f;
    travel->stop = hit->fraction;
    travel->version++;
    nudge(world, pair, index, hit->normal);
    for (uint32_t i = *auk__first_part(world, body); i != AUK_NO_INDEX; i = auk__part(world, i)->next) {
        auk__tighten(world, i, body->next);
    }
}

// True if some piece of the two shapes has met some other already. Pieces of two shapes stand together in the list.
static bool shapes_have_met(const AukWorld *world, int index)
{
    const AukPair *pairs = world->pairs.items, *pair = &pairs[index];
    for (int step = -1; step <= 1; step += 2) {
        for (int i = index; i >= 0 && i < world->pairs.count; i += step) {
            if (pairs[i].shape_a != pair->shape_a || pairs[i].shape_b != pair->shape_b) {
                break;
            }
            if (pairs[i].hit) {
                return true;
            }
        }
    }
    return false;
}

// The pairs of a body that has just stopped look again from that moment on.
static AukStatus predict_again(AukWorld *world, uint32_t body, double fraction)
{
    const int *spans = world->spans.items, *neighbours = world->neighbours.items;
    for (int i = spans[body]; i < spans[body + 1]; i++) {
        if (shapes_have_met(world, neighbours[i])) {
            continue;
        }
        AukStatus status = predict_and_push(world, neighbours[i], fraction);
        if (status) {
            return status;
        }
    }
    return AUK_OK;
}

// A rate from what happens in a step, finite also where the step is shorter than any game's.
static float rate(double change, float dt)
{
    double per_second = change / (double)dt;
    return per_second > FLT_MAX ? FLT_MAX : (per_second < -FLT_MAX ? -FLT_MAX : (float)per_second);
}

// Velocity and spin of a body just before a fraction of the step: of its path, or none if it stopped earlier.
static AukVec2 velocity_before(const AukWorld *world, uint32_t index, double fraction, float dt)
{
    const AukBody *body = auk__body(world, index);
    const AukTravel *travel = auk__travel(world, index);
    if (travel->stop < fraction) {
        return auk_vec(0.0f, 0.0f);
    }
    bool travels = body->has_target && dt > 0.0f;
    return travels ? auk_vec(rate(travel->way.x, dt), rate(travel->way.y, dt)) : body->velocity;
}

static float spin_before(const AukWorld *world, uint32_t index, double fraction, float dt)
{
    const AukBody *body = auk__body(world, index);
    const AukTravel *travel = auk__travel(world, index);
    if (travel->stop < fraction) {
        return 0.0f;
    }
    return body->has_target && dt > 0.0f ? rate(travel->turn, dt) : body->spin;
}

static AukStatus write_hit(AukWorld *world, const AukPair *pair, const AukPrediction *prediction, float dt)
{
    AukHit *hit = auk__buffer_push(&world->next.hits, sizeof *hit);
    if (!hit) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    bool swap = auk__body(world, pair->body_a)->motion != AUK_MOTION_SWEPT;
    uint32_t body_a = swap ? pair->body_b : pair->body_a, body_b = swap ? pair->body_a : pair->body_b;
    memset(hit, 0, sizeof *hit);
    hit->body_a = auk__body_id(world, body_a);
    hit->body_b = auk__body_id(world, body_b);
    hit->shape_a = auk__shape_id(world, swap ? pair->shape_b : pair->shape_a);
    hit->shape_b = auk__shape_id(world, swap ? pair->shape_a : pair->shape_b);
    hit->child_a = swap ? pair->child_b : pair->child_a;
    hit->child_b = swap ? pair->child_a : pair->child_b;
    hit->fraction = (float)prediction->fraction;
    hit->point = prediction->point;
    hit->normal = swap ? auk_vec_neg(prediction->normal) : prediction->normal;
    hit->velocity_a = velocity_before(world, body_a, prediction->fraction, dt);
    hit->velocity_b = velocity_before(world, body_b, prediction->fraction, dt);
    hit->spin_a = spin_before(world, body_a, prediction->fraction, dt);
    hit->spin_b = spin_before(world, body_b, prediction->fraction, dt);
    hit->response = auk__body(world, body_a)->response;
    hit->limit = prediction->limit;
    return AUK_OK;
}

// A prediction holds for a body until the body's path changes at an earlier time.
static bool still_holds(const AukWorld *world, uint32_t body, uint32_t version, double fraction)
{
    const AukTravel *travel = auk__travel(world, body);
    return travel->version == version || fraction <= travel->stop;
}

static AukStatus take_hit(AukWorld *world, const AukPrediction *prediction, float dt)
{
    AukPair *pair = (AukPair *)world->pairs.items + prediction->pair;
    if (shapes_have_met(world, prediction->pair) ||
        !still_holds(world, pair->body_a, prediction->version_a, prediction->fraction) ||
        !still_holds(world, pair->body_b, prediction->version_b, prediction->fraction)) {
        return AUK_OK;
    }
    pair->hit = true;
    pair->hit_fraction = (float)prediction->fraction;
    if (pair->sensor) {
        return AUK_OK;
    }
    AukStatus status = write_hit(world, pair, prediction, dt);
    bool stop_a = is_stopped_by(world, pair->body_a), stop_b = is_stopped_by(world, pair->body_b);
    if (stop_a) {
        stop_body(world, pair, pair->body_a, prediction);
    }
    if (stop_b) {
        stop_body(world, pair, pair->body_b, prediction);
    }
    if (stop_a && !status) {
        status = predict_again(world, pair->body_a, prediction->fraction);
    }
    if (stop_b && !status) {
        status = predict_again(world, pair->body_b, prediction->fraction);
    }
    return status;
}

static uint32_t key_of(const AukHit *hit, int field)
{
    switch (field) {
    case 0: return hit->shape_b.index;
    case 1: return hit->shape_a.index;
    case 2: return hit->body_b.index;
    case 3: return hit->body_a.index;
    default: return auk__float_key(hit->fraction);
    }
}

// Hits were taken in order of the double fraction and the pair's key; what is promised is the order of the float
// fraction and the ids with the swept body first.
static AukStatus sort_hits(AukWorld *world)
{
    int count = world->next.hits.count;
    if (!auk__order_start(world, count) || !auk__buffer_resize(&world->hit_spare, sizeof(AukHit), count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    const AukHit *hits = world->next.hits.items;
    uint64_t *order = world->order.items;
    for (int field = 0; field < 5; field++) {
        for (int i = 0; i < count; i++) {
            auk__order_key(&order[i], key_of(&hits[(uint32_t)order[i]], field));
        }
        auk__order_pass(world, count);
    }
    AukHit *sorted = world->hit_spare.items;
    for (int i = 0; i < count; i++) {
        sorted[i] = hits[(uint32_t)order[i]];
    }
    AukBuffer unsorted = world->next.hits;
    world->next.hits = world->hit_spare;
    world->hit_spare = unsorted;
    return AUK_OK;
}

bool auk__motion_reserve(AukWorld *world, int bodies, int pairs)
{
    return auk__buffer_reserve(&world->predictions, sizeof(AukPrediction), pairs) &&
           auk__buffer_reserve(&world->predicted, sizeof(AukPrediction), pairs) &&
           auk__buffer_reserve(&world->neighbours, sizeof(int), 2 * pairs) &&
           auk__buffer_reserve(&world->spans, sizeof(int), bodies + 1);
}

AukStatus auk__motion_resolve(AukWorld *world, float dt)
{
    world->predictions.count = 0;
    world->next.hits.count = 0;
    world->next.swept_candidate_count = 0;
    for (int i = 0; i < world->pairs.count; i++) {
        world->next.swept_candidate_count += pair_at(world, i)->swept;
    }
    if (world->next.swept_candidate_count == 0) {
        return AUK_OK;
    }
    AukStatus status = gather_neighbours(world);
    status = status ? status : predict_all(world);
    while (world->predictions.count > 0 && !status) {
        AukPrediction prediction = pop_prediction(world);
        status = take_hit(world, &prediction, dt);
    }
    return status ? status : sort_hits(world);
}
