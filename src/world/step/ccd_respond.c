// The effect of a hit on its two bodies. Motions are computed in doubles, per whole step; only final poses and
// velocities become floats. A body that slides is put half a tau in front of the surface: close enough to touch, but
// far enough not to hit the next edge of a flat floor.
// Invariant: a body that is the only one of the two to respond does not close with the other one afterwards, its
// rotation left aside. Two bodies that both respond reach this together.
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"
#include "world/step/pair_order.h"
#include "world/step/response_rules.h"

#include <string.h>

// A motion that a response reduces below this fraction of its speed is a rounding error, and becomes zero.
#define REST 1e-12

// Speeds along a normal that differ by less than this fraction of the speeds are equal.
#define SPEED_ROUNDING 1e-12

// Above this cosine between normals, a body slides along two pieces of a surface as along one.
#define SAME_SURFACE (1.0 - 1e-8)

// The same where the surface turns while the body slides along it.
#define SAME_TURNING_SURFACE 0.99

// A body that stays ahead of a surface that turns is in contact with it up to so many tau: less is no bounce.
#define PARTED 256.0

// ---- turning a path ----

static float within_range(double velocity)
{
    double limit = (double)AUK_COORDINATE_MAX;
    return (float)(velocity > limit ? limit : (velocity < -limit ? -limit : velocity));
}

// The segment of a body, made from its body path if the path turns for the first time. Null if there is no memory.
static AukPathSegment *segment_of(AukBodies *bodies, AukCcdWork *ccd, uint32_t index, float dt)
{
    AukBodyPath *path = auk__body_path(ccd, index);
    if (path->segment > 0) {
        return auk__path_segment(ccd, index);
    }
    AukPathSegment *segment = auk__buffer_push(&ccd->segments, sizeof *segment);
    if (!segment) {
        return NULL;
    }
    const AukBody *body = auk__body(bodies, index);
    bool sent = body->has_target;
    memset(segment, 0, sizeof *segment);
    segment->body = index;
    segment->velocity = dvec_from(body->velocity);
    segment->instant = -1.0;
    segment->slid_pair = -1;
    segment->before = sent ? auk_vec(auk__rate(path->delta.x, dt), auk__rate(path->delta.y, dt)) : body->velocity;
    segment->spin_before = sent ? auk__rate(path->turn, dt) : body->spin;
    segment->delta = path->delta;
    return segment;
}

// The new path of a body.
typedef struct Turn {
    uint32_t body;
    AukDvec delta;
    AukDvec shift; // added to the position at once
    int slides;    // the pair with the surface that the body slides along, or -1
    AukDvec out;   // out of that surface
    bool bounces;
} Turn;

// Keeps the version and velocity of a path before its first turn at an instant.
static void keep_instant(AukPathSegment *segment, const AukBody *body, const AukBodyPath *path, double fraction,
                         float dt)
{
    if (fraction <= segment->instant + AUK_AT_ONCE) {
        return;
    }
    if (path->segment > 0) {
        segment->before = body->has_target ? auk_vec(auk__rate(segment->delta.x, dt), auk__rate(segment->delta.y, dt))
                                           : path->velocity;
        segment->spin_before = 0.0f;
    }
    segment->version = path->version;
}

// The distance that a body with a limit of speed may go in a step after a response; INFINITY without a limit.
static double most_of(const AukBodies *bodies, uint32_t index, float dt)
{
    float max_speed = auk__traits(bodies, index)->max_speed;
    return max_speed > 0.0f ? (double)max_speed * (double)dt : INFINITY;
}

// The velocity after a turn. The change is added, so that what does not change keeps its bits. A path that was or is
// longer than the limit of speed does not tell the velocity's size; the velocity then follows the path at the limit.
static AukDvec turned_velocity(const AukBodies *bodies, const AukPathSegment *segment, AukDvec delta, float dt)
{
    double most = most_of(bodies, segment->body, dt), length = dvec_length(delta);
    if (length <= most && dvec_length(segment->delta) <= most) {
        return dvec_mul_add(segment->velocity, 1.0 / (double)dt, dvec_sub(delta, segment->delta));
    }
    return dvec_scale((length > most ? most / length : 1.0) / (double)dt, delta);
}

static AukStatus turn_path(AukWorld *world, const Turn *turn, double fraction, float dt, bool *limit)
{
    AukBody *body = auk__body(&world->bodies, turn->body);
    AukBodyPath *path = auk__body_path(&world->ccd, turn->body);
    AukPathSegment *segment = segment_of(&world->bodies, &world->ccd, turn->body, dt);
    if (!segment) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    AukDtransform transform =
        auk__ccd_dtransform(world, turn->body, auk__start_pose(&world->bodies, turn->body)->p, fraction);
    keep_instant(segment, body, path, fraction, dt);
    AukDvec at = dvec_add(dvec(transform.x, transform.y), turn->shift);
    AukDvec velocity = turned_velocity(&world->bodies, segment, turn->delta, dt);
    AukDvec start = dvec_mul_add(at, -fraction, turn->delta);
    if (!(dvec_size(turn->delta) <= (double)AUK_COORDINATE_MAX) || !(dvec_size(at) <= (double)AUK_COORDINATE_MAX)) {
        return AUK_ERROR_RANGE;
    }
    AukDtransform from = {start.x, start.y, (double)(float)transform.c, (double)(float)transform.s};
    segment->start = from;
    segment->delta = turn->delta;
    segment->shifted += dvec_length(turn->shift);
    segment->instant = fraction;
    segment->slid_pair = turn->slides;
    segment->slid_normal = turn->out;
    segment->bounces += turn->bounces;
    path->segment = (int)(segment - (AukPathSegment *)world->ccd.segments.items) + 1;
    path->version++;
    path->spin = 0.0f;
    if (!body->has_target) {
        bool rests = turn->delta.x == 0.0 && turn->delta.y == 0.0;
        segment->velocity = rests ? turn->delta : velocity;
        path->velocity = auk_vec(within_range(segment->velocity.x), within_range(segment->velocity.y));
    }
    segment->held = ++segment->responses >= AUK_RESPONSES_MAX || auk__segment_is_too_wide(world, turn->body, fraction);
    *limit = *limit || segment->held;
    return AUK_OK;
}

// ---- the responses ----

// One body at a hit.
typedef struct RespondingSide {
    uint32_t body;
    AukReaction reaction;
    AukDvec out;      // out of the other body's surface
    AukDvec velocity; // per step: of the body without its rotation if it responds, else of the point that is hit
    AukDvec other_velocity;
    bool shares;  // the other body responds too, and shares the change
    bool crossed; // the shapes have overlapped since before the step
    AukDvec free; // direction in which a push out of the other's surface can move it
} RespondingSide;

static bool turns_path(const AukReaction *reaction)
{
    return !reaction->crosses && reaction->response != AUK_RESPONSE_TOUCH;
}

// The factor of the closing speed that the response removes.
static double push_of(const AukReaction *reaction)
{
    return reaction->response == AUK_RESPONSE_BOUNCE ? 2.0 - (double)reaction->bounce_loss : 1.0;
}

static bool slides(const AukReaction *reaction)
{
    return reaction->response == AUK_RESPONSE_SLIDE || reaction->bounce_loss >= 1.0f;
}

// The surface that a body slides along.
typedef struct Slid {
    AukDvec velocity; // of the surface at the contact
    AukDvec out;      // out of it
} Slid;

// True if a sliding body is in contact with the other body of the pair; of a surface, along the normal of the sliding.
// Beside a body that turns the normal turns too, and the body that was sped up to stay ahead is a little apart.
static bool slides_on(const AukWorld *world, const AukPathSegment *segment, int index, double fraction, Slid *slid)
{
    const AukPair *pair = auk__pair(&world->pairs, index);
    AukShapePath a, b;
    auk__shape_paths_set(world, pair, &a, &b);
    auk__shape_path_set(&a, fraction);
    auk__shape_path_set(&b, fraction);
    bool is_a = pair->body_a == segment->body, turns = auk__shape_path_turns(is_a ? &b : &a);
    double limit = (turns ? PARTED : 4.0) * auk__ccd_tau(&world->parts, pair, &a, &b);
    AukSeparation separation = auk__separation(&a.core, &b.core, limit, NULL);
    if (separation.distance > limit) {
        return false;
    }
    slid->velocity = auk__point_speed(&world->ccd, is_a ? pair->body_b : pair->body_a, is_a ? &b : &a, fraction,
                                      is_a ? separation.point_b : separation.point_a);
    bool surface = auk__is_of_surface(&world->parts, pair);
    bool own = !surface || (auk__pair_owns(&world->parts, pair, &a.core, &b.core, &separation) &&
                            fabs(separation.distance) <= limit);
    AukDvec out = is_a ? dvec_neg(separation.normal) : separation.normal;
    bool same = dvec_dot(out, segment->slid_normal) > (turns ? SAME_TURNING_SURFACE : SAME_SURFACE);
    slid->out = turns && same ? out : segment->slid_normal;
    return own && (same || !surface);
}

// True if a body is still in contact with the surface that it slides along; of a chain or a grid, with any piece.
static bool still_slides(const AukWorld *world, const AukPathSegment *segment, double fraction, Slid *slid)
{
    const AukPair *pair = auk__pair(&world->pairs, segment->slid_pair);
    if (slides_on(world, segment, segment->slid_pair, fraction, slid)) {
        return true;
    }
    if (!auk__is_of_surface(&world->parts, pair)) {
        return false;
    }
    AukCcdPairWalk walk = auk__ccd_pairs_of(&world->ccd, segment->body);
    int index;
    while (auk__ccd_pairs_next(&world->pairs, &world->ccd, &walk, &index)) {
        if (auk__same_shapes(auk__pair(&world->pairs, index), pair) &&
            slides_on(world, segment, index, fraction, slid)) {
            return true;
        }
    }
    return false;
}

// True if the other body of the pair responds to the hit by changing its path.
static bool gives_way(const AukWorld *world, int index, uint32_t body)
{
    const AukPair *pair = auk__pair(&world->pairs, index);
    return !auk__reaction(world, pair, pair->body_a == body ? pair->body_b : pair->body_a).crosses;
}

// Between two surfaces that face each other at less than this sine, a body stops: it would be shot out faster than they
// are by the inverse of the sine.
#define SQUEEZED 0.1

// The velocity of the speed p along n and q along m.
static AukDvec corner_speed(AukDvec n, double p, AukDvec m, double q, double area)
{
    return dvec((p * m.y - q * n.y) / area, (q * n.x - p * m.x) / area);
}

// A body that slid along one surface and hits another one slides along the second, unless that leads into the first.
// Then it is in a corner: along each normal it takes the speed of that surface, so it stops if both rest or are nearly
// parallel. A surface that gives way makes no corner. Tried without that: between two such surfaces, nearly parallel, a
// body was shot out faster than all three had been.
// `ahead`: the velocity was made to stay ahead of the second surface, which turns. Then it stays ahead of the first one
// too, as it did before the hit. Tried with the speeds of the surfaces at the hit: each of the two hits took what the
// other had added, until the limit of responses, and a chain that turned passed over the body in its corner. If that
// makes the body faster than it was, and the shapes overlapped before the step or the surfaces face nearly the same
// way, it takes these speeds: lines that cross each other shot it out. Tried for all others: a narrow corner makes the
// body faster than it was with either speeds. With these it went on into what turned, and was hit until the limit of
// responses, or not again at all.
static AukDvec in_corner(const AukWorld *world, const RespondingSide *side, double fraction, AukDvec velocity, int pair,
                         bool ahead)
{
    const AukPathSegment *segment = auk__path_segment(&world->ccd, side->body);
    Slid slid;
    if (!segment || segment->slid_pair < 0 || segment->slid_pair == pair || !slides(&side->reaction) ||
        gives_way(world, segment->slid_pair, side->body) || side->shares ||
        !still_slides(world, segment, fraction, &slid)) {
        return velocity;
    }
    AukDvec n = slid.out, m = side->out, first = slid.velocity;
    double into = -dvec_dot(n, dvec_sub(velocity, first));
    if (into <= 1e-7 * (dvec_length(velocity) + dvec_length(first))) {
        return velocity;
    }
    double p = dvec_dot(n, first), q = dvec_dot(m, side->other_velocity), area = dvec_cross(n, m);
    if ((p == 0.0 && q == 0.0) || fabs(area) < (dvec_dot(n, m) < 0.0 ? SQUEEZED : 1e-3)) {
        return dvec(0.0, 0.0);
    }
    AukDvec least = corner_speed(n, p, m, q, area);
    if (!ahead) {
        return least;
    }
    bool may_shoot = side->crossed || fabs(area) < SQUEEZED;
    double fastest = may_shoot ? fmax(dvec_length(velocity), dvec_length(side->velocity)) : INFINITY;
    velocity = corner_speed(n, fmax(p, dvec_dot(n, side->velocity)), m, fmax(q, dvec_dot(m, velocity)), area);
    return dvec_length(velocity) <= fastest ? velocity : least;
}

// The distance by which a side is moved out of the surface at once; `gap` is the distance between the shapes. An
// overlap of up to `made` was made in this step, and is corrected.
static double shift_of(const RespondingSide *side, double gap, double tau, double made)
{
    if (gap < -made) {
        return 0.0; // they overlapped before this hit
    }
    double wanted = slides(&side->reaction) ? 0.5 * tau : 0.0;
    return slides(&side->reaction) || gap < wanted ? wanted - gap : 0.0;
}

// The gap of the pair after rotation has ended and rotations are rounded to floats.
static double gap_of(const AukParts *parts, const AukPair *pair, AukShapePath *a, AukShapePath *b,
                     const RespondingSide *side_a, const RespondingSide *side_b, double fraction)
{
    auk__shape_path_set(a, fraction);
    auk__shape_path_set(b, fraction);
    AukShapePath *paths[2] = {a, b};
    const RespondingSide *sides[2] = {side_a, side_b};
    for (int i = 0; i < 2; i++) {
        AukShapePath *path = paths[i];
        if (turns_path(&sides[i]->reaction) && path->turn != 0.0) {
            AukDtransform body = auk__path_dtransform(&path->start, path->delta, path->turn, fraction);
            body.c = (double)(float)body.c;
            body.s = (double)(float)body.s;
            path->core.transform = auk__dtransform_compose(&body, &path->local);
        }
    }
    AukSeparation separation = auk__separation(&a->core, &b->core, INFINITY, NULL);
    if (auk__is_of_surface(parts, pair)) {
        (void)auk__pair_owns(parts, pair, &a->core, &b->core, &separation);
    }
    return separation.distance;
}

// The shapes and the two sides of a hit. Where no path turns, only the hit and the bodies with their reactions are set.
typedef struct Scene {
    const AukPrediction *hit;
    AukShapePath a, b;
    RespondingSide sides[2];
    double closing; // speed along the normal
    double tau;
    double shift[2];
} Scene;

static AukDvec speed_of_side(const AukCcdWork *ccd, const RespondingSide *side, const AukShapePath *path,
                             const AukPrediction *hit)
{
    AukShapePath straight = *path;
    straight.turn = side->reaction.crosses ? path->turn : 0.0;
    return auk__point_speed(ccd, side->body, &straight, hit->fraction, hit->point);
}

// The direction in which a side can move when it is pushed out of the other body. A body that slides along a surface
// which does not give way moves only along that surface, by the component of the push along it. Without this, a body
// pushed against a wall went back and forth by halves until it reached the limit of responses.
static AukDvec freedom_of(const AukWorld *world, const RespondingSide *side, const AukPrediction *hit)
{
    const AukPathSegment *segment = auk__path_segment(&world->ccd, side->body);
    Slid slid;
    if (!segment || segment->slid_pair < 0 || segment->slid_pair == hit->pair || !slides(&side->reaction) ||
        gives_way(world, segment->slid_pair, side->body) || !still_slides(world, segment, hit->fraction, &slid)) {
        return side->out;
    }
    double into = dvec_dot(side->out, slid.out);
    return into >= 0.0 ? side->out : dvec_mul_add(side->out, -into, slid.out);
}

static void set_scene(const AukWorld *world, const AukPrediction *hit, const AukReaction *of_a, const AukReaction *of_b,
                      Scene *scene)
{
    const AukPair *pair = auk__pair(&world->pairs, hit->pair);
    RespondingSide *a = &scene->sides[0], *b = &scene->sides[1];
    scene->hit = hit;
    a->body = pair->body_a;
    b->body = pair->body_b;
    a->reaction = *of_a;
    b->reaction = *of_b;
    if (!turns_path(of_a) && !turns_path(of_b)) {
        return; // a body that stops needs no more
    }
    auk__shape_paths_set(world, pair, &scene->a, &scene->b);
    a->out = dvec_neg(hit->normal);
    b->out = hit->normal;
    a->velocity = b->other_velocity = speed_of_side(&world->ccd, a, &scene->a, hit);
    b->velocity = a->other_velocity = speed_of_side(&world->ccd, b, &scene->b, hit);
    a->shares = b->shares = !of_a->crosses && !of_b->crosses;
    a->crossed = b->crossed = !auk__pair_history(&world->ccd, hit->pair)->apart;
    a->free = turns_path(of_a) ? freedom_of(world, a, hit) : a->out;
    b->free = turns_path(of_b) ? freedom_of(world, b, hit) : b->out;
    scene->closing = dvec_dot(hit->normal, dvec_sub(a->velocity, b->velocity));
    double gap = gap_of(&world->parts, pair, &scene->a, &scene->b, a, b, hit->fraction);
    scene->tau = auk__ccd_tau(&world->parts, pair, &scene->a, &scene->b);
    double share = turns_path(&a->reaction) && turns_path(&b->reaction) ? 0.5 : 1.0;
    double made = auk__made_depth(&world->bodies, &world->ccd, pair, scene->tau);
    scene->shift[0] = share * shift_of(a, gap, scene->tau, made);
    scene->shift[1] = share * shift_of(b, gap, scene->tau, made);
}

// The change of velocity of one side. If both sides have responses of their own, they share the mean of both changes.
// If each took half of the change by its own response, a sliding body would make a bouncing one faster than both were.
static AukDvec change_of(const Scene *scene, int which)
{
    const RespondingSide *side = &scene->sides[which], *other = &scene->sides[1 - which];
    double closing = scene->closing > 0.0 ? scene->closing : 0.0, push = push_of(&side->reaction);
    if (!side->shares || !turns_path(&other->reaction)) {
        return dvec_scale(closing * push * (side->shares ? 0.5 : 1.0), side->out);
    }
    push = 0.5 * (push + push_of(&other->reaction));
    double freedom = dvec_dot(side->free, side->free), sum = freedom + dvec_dot(other->free, other->free);
    return sum < 1e-6 ? dvec_scale(0.5 * closing * push, side->out) : dvec_scale(closing * push / sum, side->free);
}

// The path of a side after its response, shortened to its limit of speed, but not so far that it closes with the other
// body again: a lift that is faster than the limit would hit the body until it reaches the limit of responses.
static AukDvec within_limit(const AukBodies *bodies, const Scene *scene, int which, AukDvec velocity, float dt)
{
    const RespondingSide *side = &scene->sides[which], *other = &scene->sides[1 - which];
    double most = most_of(bodies, side->body, dt), length = dvec_length(velocity);
    if (length <= most) {
        return velocity;
    }
    AukDvec pushing = side->other_velocity;
    if (side->shares && turns_path(&other->reaction)) {
        pushing = dvec_add(pushing, change_of(scene, 1 - which));
    }
    double out = dvec_dot(velocity, side->out), needed = dvec_dot(pushing, side->out), part = most / length;
    double rounding = SPEED_ROUNDING * (length + dvec_length(pushing)); // a slide leaves that much of `out`, not 0
    if (needed > part * out + rounding) {
        part = needed < out ? needed / out : 1.0;
    }
    return dvec_scale(part, velocity);
}

// True if the other side goes on turning after the hit.
static bool other_turns(const Scene *scene, int which)
{
    return scene->sides[1 - which].reaction.crosses && auk__shape_path_turns(which == 0 ? &scene->b : &scene->a);
}

// The looks at a body that turns: the first after this part of the remaining step, each next one after a time that is
// longer by a quarter, but not after a larger turn than this, and so many at most. They end when the shapes are
// parted.
#define FIRST_LOOK 0x1p-12
#define LOOK_RADIANS 0.125
enum { TURNING_LOOKS = 128 };

// No point of the other shape is faster than that.
static double fastest_of(const AukWorld *world, uint32_t part, const AukShapePath *path)
{
    const AukPart *of = auk__part(&world->parts, part);
    bool held = auk__is_held(&world->ccd, of->body); // it may turn around another body's origin
    double radius =
        auk__part_disc_radius(&world->parts, of, held ? path->turn_radius : auk__turn_radius(&world->parts, part));
    return dvec_length(path->delta) + fabs(path->turn) * radius;
}

// The velocity, made large enough to stay ahead of another body that goes on turning: its surface may get faster on the
// way, and then turns into what has taken the speed that the surface had at the hit. The rest of the step is looked at,
// until the shapes come apart; where they would be deeper than at the hit, the body is sped up along their normal.
// Looks begin close to each other, since something thin turns through the body soon. Tried: new hits as the surface
// closes. Each takes an overlap of one tau, so sixteen of them last a hundredth of a second; a ball on a spinning bar
// then sank in by a sixth of its radius. What is as fast as the fastest point of the other shape stays ahead of it.
// Without that limit a line was shot out of a line that it crossed: the faster it got, the deeper it was on its side.
static AukDvec ahead_of_turning(const AukWorld *world, const Scene *scene, int which, AukDvec velocity)
{
    const AukPair *pair = auk__pair(&world->pairs, scene->hit->pair);
    const double from = scene->hit->fraction, rest = 1.0 - from;
    AukShapePath paths[2] = {scene->a, scene->b}, *other = &paths[1 - which];
    AukSupportShape *own = &paths[which].core;
    const AukDvec start = dvec(own->transform.x, own->transform.y);
    const double longest = LOOK_RADIANS / fabs(other->turn);
    const double fastest = fastest_of(world, which == 0 ? pair->part_b : pair->part_a, other);
    double deepest = 0.0, passed = 0.0;
    AukDvec side = scene->hit->normal;
    for (int i = 0; i < TURNING_LOOKS && passed <= rest; i++) {
        AukDvec place = dvec_mul_add(start, passed, velocity);
        own->transform.x = place.x;
        own->transform.y = place.y;
        auk__shape_path_set(other, from + passed);
        AukSeparation found = auk__separation_from(&paths[0].core, &paths[1].core, PARTED * scene->tau, &side);
        if (found.distance > PARTED * scene->tau && i > 0) {
            break;
        }
        bool owned = !auk__is_of_surface(&world->parts, pair) ||
                     auk__pair_owns_on_way(&world->parts, pair, &paths[0].core, &paths[1].core, &found);
        if (i == 0) {
            deepest = owned && found.distance < 0.0 ? found.distance : 0.0;
        } else if (owned && found.distance < deepest) {
            AukDvec out = which == 0 ? dvec_neg(found.normal) : found.normal;
            double more = (deepest - found.distance) / passed, most = fastest - dvec_dot(velocity, out);
            velocity = dvec_mul_add(velocity, more < most ? more : (most > 0.0 ? most : 0.0), out);
        }
        double next = i == 0 ? FIRST_LOOK * rest : 1.25 * passed;
        next = next - passed < longest ? next : passed + longest;
        passed = next < rest || passed == rest ? next : rest;
    }
    return velocity;
}

// The velocity of one side after a slide or a bounce. `turned`: a rotation of its own ends at the hit.
static AukDvec velocity_after(const AukWorld *world, const Scene *scene, int which, bool turned, float dt)
{
    const RespondingSide *side = &scene->sides[which];
    const AukPrediction *hit = scene->hit;
    AukDvec velocity = dvec_add(side->velocity, change_of(scene, which));
    if (scene->closing > 0.0 || turned) {
        velocity = in_corner(world, side, hit->fraction, velocity, hit->pair, false);
    }
    velocity = within_limit(&world->bodies, scene, which, velocity, dt);
    if (other_turns(scene, which)) {
        velocity = ahead_of_turning(world, scene, which, velocity);
        velocity = in_corner(world, side, hit->fraction, velocity, hit->pair, true);
    }
    return velocity;
}

// Applies the response of one side. True if the path of its body changes.
static bool respond_side(AukWorld *world, const Scene *scene, int which, float dt, AukOutcome *outcome)
{
    const RespondingSide *side = &scene->sides[which];
    const AukPrediction *hit = scene->hit;
    if (side->reaction.crosses || outcome->status) {
        return false;
    }
    if (side->reaction.response == AUK_RESPONSE_TOUCH) {
        auk__stop_at_hit(world, auk__pair(&world->pairs, hit->pair), side->body, hit);
        return true;
    }
    bool spins = !auk__path_segment(&world->ccd, side->body) && auk__body_path(&world->ccd, side->body)->turn != 0.0;
    AukDvec velocity = velocity_after(world, scene, which, spins, dt);
    if (scene->closing <= 0.0 && !spins && velocity.x == side->velocity.x && velocity.y == side->velocity.y) {
        outcome->again = other_turns(scene, which);
        return false; // another hit at the same instant has removed the closing speed
    }
    // relative to the original motion too: in a corner each hit removes a part, and the rounding of that part remains
    double asked = dvec_length(auk__body_path(&world->ccd, side->body)->delta);
    bool rests =
        dvec_length(velocity) <= REST * (asked + dvec_length(side->velocity) + dvec_length(side->other_velocity));
    velocity = auk__wrap_slowed(&world->wrap, velocity);
    Turn turn = {side->body,
                 rests ? dvec(0.0, 0.0) : velocity,
                 dvec_scale(scene->shift[which], side->out),
                 slides(&side->reaction) ? hit->pair : -1,
                 side->out,
                 side->reaction.response == AUK_RESPONSE_BOUNCE};
    outcome->status = turn_path(world, &turn, hit->fraction, dt, &outcome->limit);
    return !outcome->status;
}

static AukStatus pierce(AukBodies *bodies, AukPiercing *piercing, const RespondingSide *side, uint32_t other)
{
    return side->reaction.pierces ? auk__pierce(bodies, piercing, side->body, other) : AUK_OK;
}

// Holds a side that this hit has made use up its responses.
static void hold_newly(AukWorld *world, const Scene *scene, int which, float dt)
{
    AukPathSegment *segment = auk__path_segment(&world->ccd, scene->sides[which].body);
    if (!segment || !segment->held || scene->sides[which].reaction.crosses) {
        return;
    }
    if (scene->sides[1 - which].reaction.crosses) {
        (void)auk__hold(world, scene->hit, segment, dt);
    } else {
        auk__hold_at_rest(world, segment, scene->hit->fraction);
    }
}

// The effect of a hit of two bodies of which none responds, at least one because it is held. Of two such bodies the one
// that rests gives way.
static void hold_on(AukWorld *world, const AukPrediction *hit, bool held_a, bool held_b, float dt, AukOutcome *outcome)
{
    const AukPair *pair = auk__pair(&world->pairs, hit->pair);
    bool is_a = held_a && !(held_b && auk__has_stopped(&world->ccd, pair->body_b));
    bool changed = auk__hold(world, hit, auk__path_segment(&world->ccd, is_a ? pair->body_a : pair->body_b), dt);
    outcome->changed_a = changed && is_a;
    outcome->changed_b = changed && !is_a;
}

AukOutcome auk__respond(AukWorld *world, const AukPrediction *hit, float dt)
{
    AukOutcome outcome = {false, false, false, false, AUK_OK};
    const AukPair *pair = auk__pair(&world->pairs, hit->pair);
    AukReaction a = auk__reaction(world, pair, pair->body_a), b = auk__reaction(world, pair, pair->body_b);
    if (a.crosses && b.crosses && !a.pierces && !b.pierces) {
        if (a.held || b.held) {
            hold_on(world, hit, a.held, b.held, dt, &outcome);
        }
        return outcome;
    }
    Scene scene;
    set_scene(world, hit, &a, &b, &scene);
    outcome.status = pierce(&world->bodies, &world->piercing, &scene.sides[0], scene.sides[1].body);
    outcome.status = outcome.status ? outcome.status
                                    : pierce(&world->bodies, &world->piercing, &scene.sides[1], scene.sides[0].body);
    outcome.changed_a = respond_side(world, &scene, 0, dt, &outcome);
    outcome.changed_b = respond_side(world, &scene, 1, dt, &outcome);
    if (outcome.limit) {
        hold_newly(world, &scene, 0, dt);
        hold_newly(world, &scene, 1, dt);
    }
    return outcome;
}
