// Meetings on the way. Given where every body went, the signed distance of two shapes is a function of time that
// changes no faster than the fastest point moves, so it is followed without passing anything over. What must have been
// hit is decided only where it is certain: shapes that were apart and are then deeper in each other than the slack, or
// that touch at the start and clearly close. What the world reports must touch, and not be leaving.
#include "support/world_model.h"

#include <math.h>
#include <string.h>

#define NEVER 10.0

// ---- paths --------------------------------------------------------------------------------------------------

static double ulp_of(AukVec2 p)
{
    return 0x1p-23 * fmax(fabs((double)p.x), fabs((double)p.y));
}

static double body_reach(const Model *model, uint32_t body)
{
    double reach = 0.0;
    for (int i = 0; i < model->shape_end; i++) {
        bool mine = model->shapes[i].alive && model->shapes[i].body == body;
        reach = mine ? fmax(reach, model->shapes[i].reach) : reach;
    }
    return reach;
}

// The first hit at which the body was a swept one that stops.
static double stop_of(const ModelBody *body, const AukWorld *world)
{
    AukHits hits = auk_world_hits(world);
    for (int i = 0; i < hits.count && body->motion == AUK_MOTION_SWEPT && body->response == AUK_RESPONSE_TOUCH; i++) {
        if (auk_body_id_equal(hits.items[i].body_a, body->id) || auk_body_id_equal(hits.items[i].body_b, body->id)) {
            return (double)hits.items[i].fraction;
        }
    }
    return NEVER;
}

// Where the body goes if nothing stops it.
static ModelPath plan(const ModelBody *body, float dt)
{
    ModelPath path;
    memset(&path, 0, sizeof path);
    path.from = path.to = body->pose;
    path.stop = NEVER;
    if (body->motion == AUK_MOTION_STATIC || dt == 0.0f) {
        return path;
    }
    OracleVec start = oracle_of(body->pose.p);
    if (body->has_target) {
        OracleVec q = oracle_of(auk_vec(body->pose.q.c, body->pose.q.s));
        OracleVec r = oracle_of(auk_vec(body->target.q.c, body->target.q.s));
        path.to = body->target;
        path.turn = atan2(oracle_cross(q, r), oracle_dot(q, r));
        path.delta = oracle_sub(oracle_of(path.to.p), start);
        path.velocity = oracle_scale_vec(1.0 / (double)dt, path.delta);
        path.spin = path.turn / (double)dt;
        return path;
    }
    path.velocity = oracle_of(body->velocity);
    path.spin = (double)body->spin;
    path.turn = path.spin * (double)dt;
    OracleVec end = oracle_add(start, oracle_scale_vec((double)dt, path.velocity));
    path.to.p = auk_vec((float)end.x, (float)end.y);
    path.delta = oracle_sub(oracle_of(path.to.p), start);
    double c = (double)body->pose.q.c, s = (double)body->pose.q.s;
    path.to.q.c = (float)(c * cos(path.turn) - s * sin(path.turn));
    path.to.q.s = (float)(s * cos(path.turn) + c * sin(path.turn));
    return path;
}

static ModelPlace place_at(const ModelPath *path, double fraction, AukVec2 origin)
{
    if (fraction > path->stop) {
        return model__place_of(path->to, origin);
    }
    ModelPlace place = model__place_of(path->from, origin);
    double c = cos(fraction * path->turn), s = sin(fraction * path->turn);
    ModelPlace moved = {place.x + fraction * path->delta.x, place.y + fraction * path->delta.y,
                        place.c * c - place.s * s, place.s * c + place.c * s};
    return moved;
}

// True if the world's pose is the one expected, up to rounding.
static bool arrives(const Model *model, const ModelBody *body, const ModelPath *path, AukTransform pose)
{
    double along = fmin(path->stop, 1.0);
    ModelPlace expected = place_at(path, along, path->from.p);
    OracleVec found = oracle_sub(oracle_of(pose.p), oracle_of(path->from.p));
    double off = oracle_length(oracle_sub(found, oracle_vec(expected.x, expected.y)));
    double turned = hypot((double)pose.q.c - expected.c, (double)pose.q.s - expected.s);
    double allowed = 2.0 * fmax(ulp_of(path->from.p), ulp_of(path->to.p));
    double motion = oracle_length(path->delta) + fabs(path->turn) * body_reach(model, body->id.index);
    if (path->stop <= 1.0) {
        allowed = 3.0 * allowed + 1e-6 * motion + 2e-6 * body_reach(model, body->id.index);
    }
    return off <= allowed && turned <= 1e-6 + 1e-7 * fabs(path->turn) && ulp_of(pose.p) < (double)INFINITY;
}

static const char *follow_body(Model *model, const AukWorld *world, ModelBody *body, float dt)
{
    AukTransform pose = auk_body_get_pose(world, body->id), previous = auk_body_get_previous_pose(world, body->id);
    body->path = plan(body, dt);
    const ModelPath *path = &body->path;
    // far from the origin a velocity may be too small to move the body, but is lost with a hit
    bool moves = path->velocity.x != 0.0 || path->velocity.y != 0.0 || path->spin != 0.0;
    body->path.stop = moves ? stop_of(body, world) : NEVER; // what rests is not stopped by what hits it
    if (memcmp(&previous, &body->pose, sizeof previous) != 0) {
        return model__say("body %u: the previous pose is not where it was", body->id.index);
    }
    if (!arrives(model, body, &body->path, pose)) {
        return model__say("body %u is at (%.9g, %.9g), not (%.9g, %.9g), stop %g", body->id.index, (double)pose.p.x,
                          (double)pose.p.y, (double)body->path.to.p.x, (double)body->path.to.p.y, body->path.stop);
    }
    if (body->path.stop <= 1.0) {
        body->velocity = auk_vec(0.0f, 0.0f);
        body->spin = 0.0f;
    }
    AukVec2 velocity = auk_body_get_velocity(world, body->id);
    if (velocity.x != body->velocity.x || velocity.y != body->velocity.y ||
        auk_body_get_spin(world, body->id) != body->spin) {
        return model__say("body %u has another velocity or spin", body->id.index);
    }
    body->previous = body->pose;
    body->pose = body->path.to = pose;
    body->has_target = body->has_target && dt == 0.0f;
    return NULL;
}

const char *model__follow(Model *model, const AukWorld *world, float dt)
{
    const char *wrong = NULL;
    for (int i = 0; i < model->body_end && !wrong; i++) {
        wrong = model->bodies[i].alive ? follow_body(model, world, &model->bodies[i], dt) : NULL;
    }
    return wrong;
}

// ---- one pair -----------------------------------------------------------------------------------------------

typedef struct Meeting {
    const ModelShape *a, *b;
    ModelPath path_a, path_b;
    double slack; // how far off anything may be
    double speed; // bound on the change of distance over the whole step
    double size;
    double clear; // a rate of change that rounding of the way cannot turn round
} Meeting;

// The fastest that a point of the shape goes from that fraction on.
static double speed_of(const ModelPath *path, const ModelShape *shape, double from)
{
    return path->stop > from ? oracle_length(path->delta) + fabs(path->turn) * shape->reach : 0.0;
}

static Meeting meeting_of(const Model *model, const ModelShape *a, const ModelShape *b)
{
    Meeting m;
    m.a = a;
    m.b = b;
    m.path_a = model->bodies[a->body].path;
    m.path_b = model->bodies[b->body].path;
    m.size = fmax(a->extent, b->extent);
    m.speed = speed_of(&m.path_a, a, 0.0) + speed_of(&m.path_b, b, 0.0);
    double ulps = ulp_of(m.path_a.from.p) + ulp_of(m.path_a.to.p) + ulp_of(m.path_b.from.p) + ulp_of(m.path_b.to.p);
    m.clear = m.speed > 0.0 ? fmax(0.02, 4.0 * ulps / m.speed) : 0.0;
    m.slack = 1e-5 * m.size + 2e-6 * m.speed + 2.0 * ulps;
    return m;
}

static OracleDistance measure_at(const Meeting *m, double fraction)
{
    static OracleShape placed_a, placed_b;
    model__place(&placed_a, m->a, place_at(&m->path_a, fraction, m->path_a.from.p));
    model__place(&placed_b, m->b, place_at(&m->path_b, fraction, m->path_a.from.p));
    return oracle_measure(&placed_a, &placed_b);
}

static double gap_at(const Meeting *m, double fraction)
{
    return measure_at(m, fraction).distance;
}

static bool never_near(const Meeting *m)
{
    OracleVec apart = oracle_sub(oracle_of(m->path_b.from.p), oracle_of(m->path_a.from.p));
    double way = oracle_length(m->path_a.delta) + oracle_length(m->path_b.delta);
    return oracle_length(apart) > m->a->reach + m->b->reach + way + 2.0 * m->slack;
}

// Change of the distance over a short while, as a part of the largest possible.
static double rate(const Meeting *m, double from, double to)
{
    return m->speed > 0.0 ? (gap_at(m, to) - gap_at(m, from)) / (m->speed * (to - from)) : 0.0;
}

static double short_while(const Meeting *m)
{
    return m->speed > 0.0 ? 1e-4 * m->size / m->speed : 0.0;
}

// True if what touches at `from` is clearly on its way into each other. Both go evenly up to `until`.
static bool closes(const Meeting *m, double from, double until)
{
    OracleDistance at = measure_at(m, from);
    double h = short_while(m);
    bool certain = at.core > 0.0 || at.certainty > 0.01 * m->size;
    return certain && from + 2.0 * h < until && rate(m, from, from + h) < -m->clear &&
           rate(m, from + h, from + 2.0 * h) < -m->clear;
}

// What is known while following a pair through the step.
typedef struct March {
    bool apart;   // now
    double since; // when they came apart
    bool touched; // at the start
    int steps;
} March;

enum { STEPS_MAX = 6000 };

// Follows the pair over a part of the step in which both go evenly. The fraction at which it must have met, or NEVER.
static double march(const Meeting *m, March *state, double from, double to, bool *undecided)
{
    double t = from;
    for (;;) {
        double gap = gap_at(m, t);
        if (gap > m->slack && !state->apart) {
            state->apart = true;
            state->since = t;
        }
        if (state->touched && !state->apart && gap < -20.0 * m->slack - 0.02 * m->size) {
            return t; // what touched has gone in, however slowly it began
        }
        if (gap <= -m->slack && state->apart) {
            // the world may overlook a short while between two overlaps
            bool certain = state->since == 0.0 || t - state->since > 1.0 / 256.0;
            *undecided = *undecided || !certain;
            return certain ? t : NEVER;
        }
        if (t >= to) {
            return NEVER;
        }
        if (++state->steps > STEPS_MAX) {
            *undecided = true;
            return NEVER;
        }
        double step = (state->apart ? gap + m->slack : m->slack * 1.01 - gap) / m->speed;
        t = fmin(to, t + fmax(step, m->slack / m->speed));
    }
}

// The fraction at which the pair must have hit at the latest; NEVER if it need not have.
static double latest_meeting(const Meeting *whole, bool *undecided)
{
    Meeting m = *whole;
    double first = fmin(m.path_a.stop, m.path_b.stop), second = fmax(m.path_a.stop, m.path_b.stop);
    double kinks[4] = {0.0, fmin(first, 1.0), fmin(second, 1.0), 1.0};
    March state = {false, 0.0, false, 0};
    for (int i = 0; i < 3; i++) {
        m.speed = speed_of(&m.path_a, m.a, kinks[i]) + speed_of(&m.path_b, m.b, kinks[i]);
        if (m.speed == 0.0 || kinks[i] == kinks[i + 1]) {
            continue;
        }
        double gap = gap_at(&m, kinks[i]), after = kinks[i] + (i > 0 ? 1e-9 : 0.0);
        if (gap <= m.slack && closes(&m, after, kinks[i + 1])) {
            if (gap <= -m.slack) {
                return after;
            }
            state.apart = true;
            state.since = 0.0;
        }
        state.touched = gap >= -2e-7 * m.size;
        double must = march(&m, &state, kinks[i], kinks[i + 1], undecided);
        if (must < NEVER || *undecided) {
            return must;
        }
    }
    return NEVER;
}

// True if the pair comes apart at a hit, were the bodies not stopped there that `free_a` and `free_b` say.
static bool leaves(const Meeting *m, double fraction, bool free_a, bool free_b)
{
    Meeting free = *m;
    free.path_a.stop = free_a && m->path_a.stop >= fraction ? NEVER : m->path_a.stop;
    free.path_b.stop = free_b && m->path_b.stop >= fraction ? NEVER : m->path_b.stop;
    double h = short_while(m), after = fraction + 1e-12; // where a stopped pose has been rounded
    OracleDistance at = measure_at(&free, fraction);
    bool certain = at.core > 0.0 || at.certainty > 0.01 * m->size;
    return certain && rate(&free, fraction - h, fraction) > m->clear && rate(&free, after, after + h) > m->clear;
}

// A hit that is reported must touch, and must not be leaving. Of several hits at once any may have come first, so a
// body that stops there may have been moving still or resting already.
static const char *check_told(const Meeting *m, double fraction)
{
    double gap = gap_at(m, fraction);
    if (gap > m->slack) {
        return model__say("hit at %g, where they are %g apart", fraction, gap);
    }
    bool stops_a = m->path_a.stop == fraction, stops_b = m->path_b.stop == fraction;
    bool apart = leaves(m, fraction, true, true) && (!stops_a || leaves(m, fraction, false, true)) &&
                 (!stops_b || leaves(m, fraction, true, false));
    return apart ? model__say("hit at %g, where they come apart", fraction) : NULL;
}

const char *model__judge_meeting(Model *model, const ModelShape *a, const ModelShape *b, double fraction)
{
    Meeting m = meeting_of(model, a, b);
    if (never_near(&m)) {
        return fraction < 0.0 ? NULL : "a meeting of what was never near";
    }
    bool sensor = a->sensor || b->sensor, undecided = false;
    const char *wrong = NULL;
    if (fraction >= 0.0) {
        wrong = sensor ? (gap_at(&m, fraction) > m.slack ? "a sensor met what does not touch it" : NULL)
                       : check_told(&m, fraction);
    }
    if (wrong) {
        return model__say("bodies %u %u shapes %u %u: %s", a->body, b->body, a->id.index, b->id.index, wrong);
    }
    double must = sensor && gap_at(&m, 0.0) < -m.slack ? 0.0 : latest_meeting(&m, &undecided);
    model->undecided_motions += undecided;
    if (must < NEVER && (fraction < 0.0 || fraction > must + 1e-6)) {
        return model__say("bodies %u %u shapes %u %u met by %g, the world says %g (slack %g)", a->body, b->body,
                          a->id.index, b->id.index, must, fraction, m.slack);
    }
    return NULL;
}

// ---- the list of hits -----------------------------------------------------------------------------------------

static bool hits_in_order(const AukHit *a, const AukHit *b)
{
    if (a->fraction != b->fraction) {
        return a->fraction < b->fraction;
    }
    uint32_t left[4] = {a->body_a.index, a->body_b.index, a->shape_a.index, a->shape_b.index};
    uint32_t right[4] = {b->body_a.index, b->body_b.index, b->shape_a.index, b->shape_b.index};
    for (int i = 0; i < 4; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i];
        }
    }
    return false;
}

static bool is_about(const ModelPath *path, bool moving, AukVec2 velocity, float spin, float dt)
{
    OracleVec expected = moving ? path->velocity : oracle_vec(0.0, 0.0);
    double turning = moving ? path->spin : 0.0;
    double off = oracle_length(oracle_sub(oracle_of(velocity), expected));
    double allowed = 1e-6 * oracle_length(expected) + 2.0 * (ulp_of(path->from.p) + ulp_of(path->to.p)) / (double)dt;
    return off <= allowed && fabs((double)spin - turning) <= 1e-6 * fabs(turning) + 1e-6 / (double)dt;
}

// Velocity and spin of one side just before the hit. Of several hits at once another one may have stopped the body.
static bool carries_motion(const ModelBody *body, double fraction, AukVec2 velocity, float spin, float dt)
{
    const ModelPath *path = &body->path;
    return (fraction <= path->stop && is_about(path, true, velocity, spin, dt)) ||
           (fraction >= path->stop && is_about(path, false, velocity, spin, dt));
}

static const char *check_place(const Meeting *m, const AukHit *hit)
{
    static OracleShape placed_a, placed_b, point;
    double fraction = (double)hit->fraction;
    model__place(&placed_a, m->a, place_at(&m->path_a, fraction, m->path_a.from.p));
    model__place(&placed_b, m->b, place_at(&m->path_b, fraction, m->path_a.from.p));
    oracle_place_point(&point, oracle_sub(oracle_of(hit->point), oracle_of(m->path_a.from.p)));
    double gap = oracle_distance(&placed_a, &placed_b);
    double off_a = fabs(oracle_distance(&placed_a, &point)), off_b = fabs(oracle_distance(&placed_b, &point));
    if (!(fmax(off_a, off_b) <= 4.0 * m->slack + fabs(gap))) {
        return model__say("the point is %g and %g off the surfaces, depth %g", off_a, off_b, -gap);
    }
    OracleVec normal = oracle_of(hit->normal);
    double along = oracle_separation(&placed_a, &placed_b, normal);
    if (!(fabs(oracle_length(normal) - 1.0) <= 1e-6) || !(along >= gap - 4.0 * m->slack - 1e-4 * m->size)) {
        return model__say("the normal (%g, %g) separates by %g of %g", normal.x, normal.y, along, gap);
    }
    return NULL;
}

static const char *check_hit(Model *model, const AukHit *hit, float dt)
{
    const ModelShape *a = model_shape(model, hit->shape_a), *b = model_shape(model, hit->shape_b);
    const ModelBody *body_a = model_body(model, hit->body_a), *body_b = model_body(model, hit->body_b);
    if (!a || !b || !body_a || !body_b || a->body != hit->body_a.index || b->body != hit->body_b.index) {
        return "a hit of what does not exist";
    }
    bool first = body_b->motion != AUK_MOTION_SWEPT || hit->body_a.index < hit->body_b.index;
    if (a->sensor || b->sensor || !model__meets(model, a, b) || body_a->motion != AUK_MOTION_SWEPT || !first) {
        return "a hit of what does not meet, or in the wrong order";
    }
    if (!(hit->fraction >= 0.0f && hit->fraction <= 1.0f) || hit->child_a != 0 || hit->child_b != 0 ||
        hit->response != body_a->response) {
        return "fraction, child or response of a hit is wrong";
    }
    if (!carries_motion(body_a, (double)hit->fraction, hit->velocity_a, hit->spin_a, dt) ||
        !carries_motion(body_b, (double)hit->fraction, hit->velocity_b, hit->spin_b, dt)) {
        return "a hit does not carry the velocities before it";
    }
    Meeting m = meeting_of(model, a, b);
    const char *wrong = model__judge_meeting(model, a, b, (double)hit->fraction);
    return wrong ? wrong : check_place(&m, hit);
}

// No pair of solids of which one is swept met unreported.
static const char *find_missed(Model *model, const ModelPairs *reported)
{
    for (int i = 0; i < model->shape_end; i++) {
        for (int j = i + 1; j < model->shape_end; j++) {
            const ModelShape *a = &model->shapes[i], *b = &model->shapes[j];
            bool swept =
                model->bodies[a->body].motion == AUK_MOTION_SWEPT || model->bodies[b->body].motion == AUK_MOTION_SWEPT;
            if (!swept || !a->alive || !b->alive || a->sensor || b->sensor || !model__meets(model, a, b)) {
                continue;
            }
            ModelPair pair = model__pair(model, a, b);
            const char *wrong = model__find(reported, &pair) < 0 ? model__judge_meeting(model, a, b, -1.0) : NULL;
            if (wrong) {
                return wrong;
            }
        }
    }
    return NULL;
}

const char *model__check_hits(Model *model, const AukWorld *world, float dt)
{
    ModelPairs *reported = &model->reported;
    AukHits hits = auk_world_hits(world);
    reported->count = 0;
    for (int i = 0; i < hits.count; i++) {
        const char *wrong = check_hit(model, &hits.items[i], dt);
        if (wrong) {
            return wrong;
        }
        if (i > 0 && !hits_in_order(&hits.items[i - 1], &hits.items[i])) {
            return "the hits are not in order";
        }
        reported->items[reported->count++] =
            model__pair(model, model_shape(model, hits.items[i].shape_a), model_shape(model, hits.items[i].shape_b));
    }
    model->hits += hits.count;
    model__sort(reported);
    for (int i = 1; i < reported->count; i++) {
        if (model__compare(&reported->items[i - 1], &reported->items[i]) == 0) {
            return "a pair hits twice in a step";
        }
    }
    return find_missed(model, reported);
}
