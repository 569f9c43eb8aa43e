// A body that has used up its responses is held: it rests for the remainder of the step, or, where something that does
// not respond moves into it, is carried. It then keeps its place relative to that carrier, and turns with it. So walls
// that turn do not pass over what jams in their corners. Tried: to let it rest. Of the bodies in 3,000 arenas that
// turned, 761 came out within 240 steps; of those that are carried, 2.
// Invariant: a held body moves only as its carrier does, until something else that does not respond moves into it.
#include "base/zero.h"
#include "world/state/parts.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"
#include "world/step/response_rules.h"

// So many times at most a held body goes from one carrier to another: between two that close it goes to and fro. Then
// it stays with one that may be all around it, or with the last one, until it meets something at rest.
#define CARRIERS_MAX 8

bool auk__may_be_carried(const AukCcdWork *ccd, uint32_t body)
{
    const AukPathSegment *segment = auk__path_segment(ccd, body);
    return segment && segment->held && (segment->carried || segment->carriers < CARRIERS_MAX);
}

// The body whose motion a body has for the remainder of the step: its own, that of its carrier, or AUK_NO_INDEX.
static uint32_t moves_as(const AukCcdWork *ccd, uint32_t body)
{
    const AukPathSegment *segment = auk__path_segment(ccd, body);
    return segment && segment->held ? segment->carrier : body;
}

bool auk__move_as_one(const AukCcdWork *ccd, uint32_t a, uint32_t b)
{
    uint32_t of_a = moves_as(ccd, a);
    return of_a != AUK_NO_INDEX && of_a == moves_as(ccd, b);
}

// The rotation is a product of two, and the next step begins with it: its length must not drift.
AukRot auk__carried_rotation(const AukDtransform *transform)
{
    double shrink = auk__dtransform_shrink(transform);
    AukRot rotation = {auk__one_zero((float)(transform->c * shrink)), auk__one_zero((float)(transform->s * shrink))};
    return rotation;
}

AukVec2 auk__carried_velocity(const AukBodies *bodies, const AukPathSegment *segment, double fraction, float dt)
{
    AukDtransform origin = {0.0, 0.0, segment->start.c, segment->start.s};
    AukDtransform frame = auk__path_dtransform(&origin, dvec(0.0, 0.0), segment->turn, fraction);
    AukDvec arm = auk__dtransform_apply(&frame, dvec(segment->arm.x, segment->arm.y));
    AukDvec speed = dvec(segment->delta.x - segment->turn * arm.y, segment->delta.y + segment->turn * arm.x);
    double limit = (double)auk__traits(bodies, segment->body)->max_speed * (double)dt, length = dvec_length(speed);
    speed = limit > 0.0 && length > limit ? dvec_scale(limit / length, speed) : speed;
    return auk_vec(auk__rate(speed.x, dt), auk__rate(speed.y, dt));
}

double auk__carried_bulge(const AukPathSegment *segment, double radius, double fraction)
{
    double turn = segment->turn * (1.0 - fraction);
    return 0.125 * turn * turn * (dvec_length(dvec(segment->arm.x, segment->arm.y)) + radius) * (1.0 + 0x1p-20);
}

// ---- being carried ----

// Keeps the version and the motion of a held body before its first change at an instant.
static void keep_before_carry(const AukWorld *world, AukPathSegment *segment, double fraction, float dt)
{
    if (fraction <= segment->instant + AUK_AT_ONCE) {
        return;
    }
    const bool carried = segment->carried;
    segment->before = carried ? auk__carried_velocity(&world->bodies, segment, fraction, dt) : auk_vec(0.0f, 0.0f);
    segment->spin_before = carried ? auk__rate(segment->turn, dt) : 0.0f;
    segment->version = auk__body_path(&world->ccd, segment->body)->version;
    segment->instant = fraction;
}

// The placement of a body as seen from another one. The other rotation may be off unit length by rounding.
static AukDtransform seen_from(const AukDtransform *frame, const AukDtransform *body)
{
    double scale = 1.0 / (frame->c * frame->c + frame->s * frame->s);
    AukDvec p = dvec_scale(scale, auk__dtransform_unrotate(frame, dvec(body->x - frame->x, body->y - frame->y)));
    AukDtransform seen = {p.x, p.y, scale * (frame->c * body->c + frame->s * body->s),
                          scale * (frame->c * body->s - frame->s * body->c)};
    return seen;
}

void auk__hold_at_rest(AukWorld *world, AukPathSegment *segment, double fraction)
{
    auk__halt(world, segment->body, fraction);
    segment->carrier = AUK_NO_INDEX;
    segment->carried = false;
    auk__body_tighten(&world->bodies, &world->parts, segment->body);
}

// A hit of a held body, and what it hits.
typedef struct Push {
    const AukPrediction *hit;
    const AukPair *pair;
    AukShapePath own, by;
    uint32_t other;
    bool is_a; // the held body is a of the pair
} Push;

static Push push_at(const AukWorld *world, const AukPrediction *hit, uint32_t body)
{
    Push push;
    push.hit = hit;
    push.pair = auk__pair(&world->pairs, hit->pair);
    push.is_a = push.pair->body_a == body;
    push.other = push.is_a ? push.pair->body_b : push.pair->body_a;
    auk__shape_paths_set(world, push.pair, push.is_a ? &push.own : &push.by, push.is_a ? &push.by : &push.own);
    return push;
}

// True if the other body moves into the held one, as both move now.
static bool pushes_held(const AukWorld *world, const Push *push, const AukPathSegment *segment)
{
    const AukPrediction *hit = push->hit;
    AukDvec speed = auk__point_speed(&world->ccd, push->other, &push->by, hit->fraction, hit->point);
    if (segment->carried) {
        speed = dvec_sub(speed, auk__point_speed(&world->ccd, segment->body, &push->own, hit->fraction, hit->point));
    }
    AukDvec out = push->is_a ? dvec_neg(hit->normal) : hit->normal;
    return dvec_dot(out, speed) > AUK_CLOSING * dvec_length(speed);
}

// True for a body that may have others inside: its parts, or the cells of its grid, may be walls all around.
static bool may_enclose(const AukWorld *world, uint32_t body)
{
    uint32_t first = body != AUK_NO_INDEX ? *auk__first_part(&world->bodies, auk__body(&world->bodies, body)) : body;
    return first != AUK_NO_INDEX &&
           (auk__part_next(&world->parts, first) != AUK_NO_INDEX || auk__part_is_grid(&world->parts, first));
}

// Gives a held body the motion of the other one. The paths of a pair begin at the position of its body a.
static void carry_held(AukWorld *world, Push *push, AukPathSegment *segment)
{
    AukShapePath *by = &push->by;
    if (!push->is_a) {
        AukVec2 a = auk__start_pose(&world->bodies, push->pair->body_a)->p,
                b = auk__start_pose(&world->bodies, segment->body)->p;
        AukDvec shift = auk__wrap_before(world, push->pair);
        by->start.x -= ((double)b.x - a.x) + shift.x;
        by->start.y -= ((double)b.y - a.y) + shift.y;
    }
    AukVec2 origin = auk__start_pose(&world->bodies, segment->body)->p;
    AukDtransform at = auk__ccd_dtransform(world, segment->body, origin, push->hit->fraction);
    AukDtransform frame = auk__path_dtransform(&by->start, by->delta, by->turn, push->hit->fraction);
    const AukPathSegment *of_other = auk__path_segment(&world->ccd, push->other);
    bool held = of_other && of_other->held,
         turns = auk__may_respond(&world->rules, auk__body(&world->bodies, push->other));
    segment->carrier = held ? of_other->carrier : (turns ? AUK_NO_INDEX : push->other);
    segment->carried = true;
    segment->arm = seen_from(&frame, &at);
    segment->start = by->start;
    segment->delta = by->delta;
    segment->turn = by->turn;
    AukBodyPath *path = auk__body_path(&world->ccd, segment->body);
    path->stop = AUK_NOT_STOPPED;
    path->version++;
}

bool auk__hold(AukWorld *world, const AukPrediction *hit, AukPathSegment *segment, float dt)
{
    const double fraction = hit->fraction;
    Push push = push_at(world, hit, segment->body);
    if (auk__move_as_one(&world->ccd, segment->body, push.other) || !pushes_held(world, &push, segment)) {
        if (!segment->carried && !auk__has_stopped(&world->ccd, segment->body)) {
            auk__hold_at_rest(world, segment, fraction);
        }
        return false;
    }
    keep_before_carry(world, segment, fraction, dt);
    if (push.by.delta.x == 0.0 && push.by.delta.y == 0.0 && push.by.turn == 0.0) {
        auk__hold_at_rest(world, segment, fraction);
        return true;
    }
    segment->carriers += segment->carriers <= CARRIERS_MAX;
    bool last = segment->carriers == CARRIERS_MAX && !(segment->carried && may_enclose(world, segment->carrier));
    if (segment->carriers >= CARRIERS_MAX && !last) {
        return false;
    }
    carry_held(world, &push, segment);
    if (auk__segment_is_too_wide(world, segment->body, fraction)) {
        auk__hold_at_rest(world, segment, fraction);
    }
    return true;
}
