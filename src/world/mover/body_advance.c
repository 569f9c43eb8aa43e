// Moves one body at once: the prediction of one step, taken over into the world.
// Invariant: the world changes when nothing can fail any more.
#include "base/fpmode.h"
#include "world/query/predict.h"
#include "world/state/bodies.h"
#include "world/state/call.h"
#include "world/step/ccd.h"

#include <string.h>

// The velocity of a body that stood still in the view only changes if a response changed it.
static void take_body(AukWorld *world, const AukLocalStep *local, uint32_t index)
{
    const AukWorld *view = &local->view;
    const AukBody *moved = auk__body(&view->bodies, index);
    AukBody *body = auk__body(&world->bodies, index);
    bool has_target = index != local->subject && body->has_target;
    if (index == local->subject || auk__body_path(&view->ccd, index)->version > 0) {
        body->velocity = moved->velocity;
        body->spin = moved->spin;
    }
    const AukTransform *pose = auk__pose(&view->bodies, index);
    if (memcmp(auk__pose(&world->bodies, index), pose, sizeof *pose) != 0) {
        auk__body_put(world, body, *pose);
    } else if (index == local->subject) { // it has been put where it was
        auk__body_set_still(&world->bodies, index, *pose);
        auk__history_put(world, index);
    }
    body->has_target = has_target;
}

// Cannot fail: memory for the piercings has been reserved.
static void take_over(AukWorld *world, const AukLocalStep *local)
{
    const AukWorld *view = &local->view;
    const uint32_t *moving = local->moving.items, *movers = view->bodies.movers.items;
    for (int i = 0; i < local->moving.count; i++) {
        take_body(world, local, moving[i]);
    }
    const int traits = auk__lazy_exists(&world->bodies.traits) ? view->bodies.movers.count : 0;
    for (int i = 0; i < traits; i++) { // who crosses the body may have used up a piercing, and rests
        *auk__traits_changed(&world->bodies, movers[i]) = *auk__traits(&view->bodies, movers[i]);
    }
    auk__pierced_take(&world->piercing, local);
    world->drops.now.count = view->drops.now.count;
    if (view->drops.now.count > 0) {
        memcpy(world->drops.now.items, view->drops.now.items, (size_t)view->drops.now.count * sizeof(AukDrop));
    }
}

static AukStatus advance_in_view(AukWorld *world, AukBodyId body, const AukPredict *step, const AukLocalStart *start,
                                 AukPredicted *answer)
{
    AukLocalStep *local = &world->advance->local;
    AukStatus status = auk__local_step_begin(local, world, body.index, start);
    if (status) {
        return status;
    }
    status = auk__predict_run(world->advance, step, answer);
    int pierced = world->piercing.now.count + local->view.piercing.now.count;
    if (!status && !auk__buffer_reserve(&world->piercing.now, sizeof(AukPierced), pierced)) {
        status = AUK_ERROR_OUT_OF_MEMORY;
    }
    if (!status) {
        take_over(world, local);
    }
    auk__local_step_end(local);
    return status;
}

AukStatus auk_body_advance(AukWorld *world, AukBodyId body, float dt, AukPredicted *out)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_ADVANCE, &body, &dt);
    AukPredict step;
    AukLocalStart start;
    AukPredicted answer;
    memset(&step, 0, sizeof step);
    step.dt = dt;
    AukFault *fault = &world->fault;
    AukStatus status = auk__predict_check(world, body, &step, &start);
    if (status == AUK_ERROR_TIME_STEP) {
        (void)auk__fault_value(fault, status, AUK_FIELD_DT, (double)dt);
    } else if (status) {
        (void)auk__fault_write_id(fault, status, AUK_FIELD_BODY, body.index, body.generation);
    }
    world->advance = status || world->advance ? world->advance : auk_predict_work_create(&status);
    status = status ? status : auk__turn_radii_admit(&world->parts); // all bodies are as swept ones in the view
    if (status) {
        return auk__answer(world, status);
    }
    start.enabled = auk__body(&world->bodies, body.index)->enabled;
    start.touched_is_hit = true;
    AukFpMode mode = auk__fp_enter();
    status = advance_in_view(world, body, &step, &start, &answer);
    auk__fp_leave(mode);
    if (status == AUK_ERROR_PAIR_LIMIT) {
        (void)auk__fault_value(fault, status, AUK_FIELD_MAX_PAIRS, (double)world->pair_limit);
    } else if (status) { // AUK_ERROR_RANGE or memory
        (void)auk__fault_write_far(fault, status, body, world->wrap.on);
    }
    if (!status && out) {
        *out = answer;
    }
    return auk__answer(world, status);
}
