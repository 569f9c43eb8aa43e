// Predictions: steps of a view of the world (step/local_step.h), whose hits and changes of the path become legs.
// Invariant: legs are in order of time; every change of the path ends one, and the next begins where it ended.
#include "world/query/predict.h"
#include "base/alloc.h"
#include "base/fpmode.h"
#include "base/predicates.h"
#include "base/zero.h"
#include "world/state/bodies.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"

#include <string.h>

AukPredictWork *auk_predict_work_create(AukStatus *status)
{
    AukPredictWork *work = auk__allocate_zeroed(1, sizeof *work);
    if (status) {
        *status = work ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
    }
    return work;
}

void auk__predict_work_release(AukPredictWork *work)
{
    auk__local_step_release(&work->local);
    auk__buffer_free(&work->legs);
    auk__buffer_free(&work->hits);
}

void auk_predict_work_destroy(AukPredictWork *work)
{
    if (work) {
        auk__predict_work_release(work);
        auk__release(work);
    }
}

// ---- the question ----

static AukStatus check_numbers(const AukPredict *predict)
{
    if (!auk__is_duration(predict->dt)) {
        return AUK_ERROR_TIME_STEP;
    }
    if (predict->steps < 0 || predict->steps > AUK_PREDICT_STEPS_MAX || predict->max_responses < 0) {
        return AUK_ERROR_COUNT;
    }
    AukStatus status = auk__check_vec(predict->acceleration);
    if (predict->with_velocity) {
        status = status ? status : auk__check_vec(predict->velocity);
        status = status ? status : auk__check_number(predict->spin);
    }
    return status || !predict->with_pose ? status : auk__check_pose(predict->pose);
}

AukStatus auk__predict_check(const AukWorld *world, AukBodyId id, const AukPredict *predict, AukLocalStart *start)
{
    const AukBody *body = auk__body_of(&world->bodies, id);
    if (!body) {
        return AUK_ERROR_STALE_ID;
    }
    AukStatus status = body->motion == AUK_MOTION_STATIC ? AUK_ERROR_STATIC_BODY : check_numbers(predict);
    if (!status && predict->with_pose) {
        status = auk__wrap_check_body(world, id.index, predict->pose);
    }
    start->pose = predict->with_pose ? predict->pose : *auk__pose(&world->bodies, id.index);
    start->velocity = predict->with_velocity ? auk__one_zero_vec(predict->velocity) : body->velocity;
    start->spin = predict->with_velocity ? auk__one_zero(predict->spin) : body->spin;
    start->enabled = true;
    start->touched_is_hit = false;
    return status;
}

// ---- the answer ----

// The answer under way.
typedef struct PredictTrail {
    AukPredictWork *work;
    const AukPredict *predict;
    int step, responses;
    int step_hits;   // index of the first hit of the step
    AukLeg leg;      // begun
    bool pushed;     // the path of that leg is not that of its velocity, see AukPathChange
    bool was_pushed; // the same of the leg before it
    bool ended;      // by a response
    AukTransform end;
} PredictTrail;

static float predict_time(const PredictTrail *trail, double fraction)
{
    return (float)((double)trail->predict->dt * ((double)trail->step + fraction));
}

static bool is_of_body(const AukHit *hit, uint32_t body)
{
    return hit->body_a.index == body || hit->body_b.index == body;
}

// Adds the hits of the body in the step.
static AukStatus add_hits(PredictTrail *trail)
{
    AukPredictWork *work = trail->work;
    const AukBuffer *hits = &work->local.view.output.hits;
    trail->step_hits = work->hits.count;
    for (int i = 0; i < hits->count; i++) {
        const AukHit *hit = (const AukHit *)hits->items + i;
        if (!is_of_body(hit, work->local.subject)) {
            continue;
        }
        AukPredictHit *added = auk__buffer_push(&work->hits, sizeof *added);
        if (!added) {
            return AUK_ERROR_OUT_OF_MEMORY;
        }
        memset(added, 0, sizeof *added);
        added->hit = *hit;
        added->step = trail->step;
        added->time = predict_time(trail, (double)hit->fraction);
    }
    return AUK_OK;
}

// The index of the hit of a change in the sorted list of the step.
static int hit_of_change(const PredictTrail *trail, const AukPathChange *change)
{
    const AukPredictHit *hits = trail->work->hits.items;
    for (int i = trail->step_hits; i < trail->work->hits.count; i++) {
        if (auk__hits_equal(&hits[i].hit, &change->hit)) {
            return i;
        }
    }
    return -1;
}

static AukTransform rounded_pose(const AukDtransform *exact)
{
    AukTransform pose = {{(float)exact->x, (float)exact->y}, {(float)exact->c, (float)exact->s}};
    return pose;
}

static AukLeg *last_leg(const AukPredictWork *work)
{
    return (AukLeg *)work->legs.items + work->legs.count - 1;
}

static bool goes_on(const AukLeg *last, const AukLeg *leg)
{
    return last->hit < 0 && memcmp(&last->to, &leg->from, sizeof leg->from) == 0 &&
           memcmp(&last->velocity, &leg->velocity, sizeof leg->velocity) == 0 && last->spin == leg->spin;
}

// Ends the leg that was begun. A leg that only goes on with the last one, from the step before, makes it longer.
static AukStatus end_leg(PredictTrail *trail, AukTransform to, double fraction, int hit)
{
    AukPredictWork *work = trail->work;
    AukLeg *leg = &trail->leg, *last = work->legs.count > 0 ? last_leg(work) : NULL;
    leg->to = to;
    leg->end = predict_time(trail, fraction);
    leg->hit = hit;
    bool uneven = trail->pushed || trail->was_pushed;
    trail->was_pushed = trail->pushed;
    trail->pushed = false;
    if (last && !uneven && goes_on(last, leg)) {
        last->to = leg->to;
        last->end = leg->end;
        last->hit = leg->hit;
        return AUK_OK;
    }
    last = auk__buffer_push(&work->legs, sizeof *last);
    if (!last) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    *last = *leg;
    return AUK_OK;
}

static void begin_leg(PredictTrail *trail, AukTransform from, double fraction, AukVec2 velocity, float spin)
{
    memset(&trail->leg, 0, sizeof trail->leg);
    trail->leg.from = from;
    trail->leg.start = predict_time(trail, fraction);
    trail->leg.velocity = velocity;
    trail->leg.spin = spin;
}

// The pose after a step, where its path ends: outside of the rectangle of a world that wraps around, if it left it.
static AukTransform path_end(const AukWorld *view, uint32_t body)
{
    AukTransform to = *auk__pose(&view->bodies, body);
    if (view->wrap.on) {
        AukVec2 from = auk__previous_pose(&view->bodies, body)->p;
        to.p = dvec_to_float(dvec_add(dvec_from(from), auk__wrap_displacement(&view->wrap, from, to.p)));
    }
    return to;
}

// Ends the prediction at a response: what happens later in the step does not belong to it. A body that the response
// stops is there at the end of the step too, with the same bits.
static void end_at_response(PredictTrail *trail, const AukPathChange *change, bool stops, int hit)
{
    AukPredictWork *work = trail->work;
    const AukWorld *view = &work->local.view;
    trail->ended = true;
    trail->end = rounded_pose(&change->at);
    trail->end.p = auk__wrapped(&view->wrap, dvec(change->at.x, change->at.y));
    if (stops) {
        trail->end = *auk__pose(&view->bodies, work->local.subject);
        last_leg(work)->to = path_end(view, work->local.subject);
    }
    if (hit >= 0) {
        work->hits.count = hit + 1;
    }
}

// The leg to the end of the step. A body that was stopped has none: where it was stopped is rounded to its pose. At the
// limit of responses it stays there, but keeps its velocity.
static AukStatus add_last_leg(PredictTrail *trail)
{
    AukPredictWork *work = trail->work;
    const AukWorld *view = &work->local.view;
    const AukBody *body = auk__body(&view->bodies, work->local.subject);
    AukTransform to = path_end(view, work->local.subject);
    if (!auk__has_stopped(&view->ccd, work->local.subject)) {
        return end_leg(trail, to, 1.0, -1);
    }
    last_leg(work)->to = to;
    bool rests = body->velocity.x == 0.0f && body->velocity.y == 0.0f && body->spin == 0.0f;
    begin_leg(trail, to, auk__body_path(&view->ccd, work->local.subject)->stop, auk_vec(0.0f, 0.0f), 0.0f);
    return rests ? AUK_OK : end_leg(trail, to, 1.0, -1);
}

// Adds the legs of a step that has been made. The first one has begun.
static AukStatus add_legs(PredictTrail *trail)
{
    const AukBuffer *made = &trail->work->local.changes;
    const AukPathChange *changes = made->items;
    uint32_t subject = trail->work->local.subject;
    AukStatus status = AUK_OK;
    for (int i = 0; i < made->count && !status; i++) {
        const AukPathChange *change = &changes[i];
        int hit = hit_of_change(trail, change);
        status = end_leg(trail, rounded_pose(&change->at), change->fraction, hit);
        if (++trail->responses == trail->predict->max_responses) {
            bool stops = i + 1 == made->count && auk__has_stopped(&trail->work->local.view.ccd, subject);
            end_at_response(trail, change, stops, hit);
            return status;
        }
        begin_leg(trail, rounded_pose(&change->at), change->fraction, change->velocity, change->spin);
        trail->pushed = change->pushed;
    }
    return status ? status : add_last_leg(trail);
}

// One step. The body is given its acceleration first.
static AukStatus make_step(PredictTrail *trail)
{
    const AukPredict *predict = trail->predict;
    AukLocalStep *local = &trail->work->local;
    AukBody *body = auk__body(&local->view.bodies, local->subject);
    if (auk__is_not_zero(predict->acceleration)) {
        body->velocity = auk__one_zero_vec(auk_vec_add_scaled(body->velocity, predict->dt, predict->acceleration));
    }
    AukStatus status = auk__check_vec(body->velocity);
    begin_leg(trail, *auk__pose(&local->view.bodies, local->subject), 0.0, body->velocity, body->spin);
    status = status ? status : auk__local_step_run(local, predict->dt);
    status = status ? status : add_hits(trail);
    return status ? status : add_legs(trail);
}

static bool has_come_to_rest_at_end(const PredictTrail *trail)
{
    const AukLocalStep *local = &trail->work->local;
    const AukBody *body = auk__body(&local->view.bodies, local->subject);
    bool pulled = auk__is_not_zero(trail->predict->acceleration);
    return body->velocity.x == 0.0f && body->velocity.y == 0.0f && body->spin == 0.0f &&
           (!pulled || auk__has_stopped(&local->view.ccd, local->subject));
}

static float length_of(const AukBuffer *legs)
{
    double length = 0.0;
    for (int i = 0; i < legs->count; i++) {
        const AukLeg *leg = (const AukLeg *)legs->items + i;
        length += dvec_length(dvec_sub(dvec_from(leg->to.p), dvec_from(leg->from.p)));
    }
    return (float)length;
}

static void write_answer(const PredictTrail *trail, bool rests, AukPredicted *out)
{
    const AukPredictWork *work = trail->work;
    const AukBody *body = auk__body(&work->local.view.bodies, work->local.subject);
    const AukLeg *last = work->legs.count > 0 ? last_leg(work) : NULL;
    AukPredicted answer;
    memset(&answer, 0, sizeof answer);
    answer.legs.items = work->legs.items;
    answer.legs.count = work->legs.count;
    answer.hits.items = work->hits.items;
    answer.hits.count = work->hits.count;
    answer.pose = trail->ended ? trail->end : *auk__pose(&work->local.view.bodies, work->local.subject);
    answer.velocity = trail->ended ? trail->leg.velocity : body->velocity;
    answer.spin = trail->ended ? trail->leg.spin : body->spin;
    answer.length = length_of(&work->legs);
    answer.steps = trail->step;
    answer.time = last ? last->end : 0.0f;
    answer.end = trail->ended ? AUK_PREDICT_END_RESPONSES : (rests ? AUK_PREDICT_END_REST : AUK_PREDICT_END_TIME);
    *out = answer;
}

AukStatus auk__predict_run(AukPredictWork *work, const AukPredict *predict, AukPredicted *out)
{
    PredictTrail trail;
    memset(&trail, 0, sizeof trail);
    trail.work = work;
    trail.predict = predict;
    work->legs.count = work->hits.count = 0;
    int steps = predict->steps > 0 ? predict->steps : 1;
    bool rests = false;
    while (trail.step < steps && !trail.ended && !rests) {
        AukStatus status = make_step(&trail);
        if (status) {
            return status;
        }
        rests = !trail.ended && has_come_to_rest_at_end(&trail);
        trail.step++;
    }
    write_answer(&trail, rests, out);
    return AUK_OK;
}

AukStatus auk_world_predict(const AukWorld *world, AukPredictWork *work, AukBodyId body, const AukPredict *predict,
                            AukPredicted *out)
{
    AukPredict none;
    memset(&none, 0, sizeof none);
    if (!world || !work || !out) {
        return AUK_ERROR_NULL;
    }
    const AukPredict *asked = predict ? predict : &none;
    AukLocalStart start;
    AukStatus status = auk__predict_check(world, body, asked, &start);
    if (status) {
        return status;
    }
    AukFpMode mode = auk__fp_enter();
    status = auk__local_step_begin(&work->local, world, body.index, &start);
    if (!status) {
        status = auk__predict_run(work, asked, out);
        auk__local_step_end(&work->local);
    }
    auk__fp_leave(mode);
    return status;
}
