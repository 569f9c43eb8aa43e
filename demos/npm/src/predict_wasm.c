// Where a body would go, and bodies that move at once. See auk_wasm.c.
#include "npm/src/auk_wasm.h"

#include <string.h>

static AukPredictWork *js_predict_work;

// Floats: pose (4), velocity (2), spin, time, length. Words: legs and hits as addresses and counts, steps, end.
static void js_write_predicted(const AukPredicted *predicted)
{
    const AukPredicted *p = predicted;
    const float floats[] = {p->pose.p.x,   p->pose.p.y, p->pose.q.c, p->pose.q.s, p->velocity.x,
                            p->velocity.y, p->spin,     p->time,     p->length};
    const uint32_t words[] = {(uint32_t)(uintptr_t)p->legs.items,
                              (uint32_t)p->legs.count,
                              (uint32_t)(uintptr_t)p->hits.items,
                              (uint32_t)p->hits.count,
                              (uint32_t)p->steps,
                              (uint32_t)p->end};
    memcpy(js_floats, floats, sizeof floats);
    memcpy(js_words, words, sizeof words);
}

// Floats: position (2), angle, velocity (2), spin, acceleration (2), dt. Words: steps, max_responses, and whether
// position, angle, velocity and spin are given: what is not is the body's own.
static AukPredict js_read_predict(const AukWorld *world, AukBodyId body)
{
    const float *f = js_floats;
    const uint32_t *w = js_words;
    AukPredict predict = {.dt = f[8], .steps = (int)w[0], .max_responses = (int)w[1]};
    predict.with_pose = w[2] != 0 || w[3] != 0;
    predict.with_velocity = w[4] != 0 || w[5] != 0;
    predict.pose = auk_body_get_pose(world, body);
    predict.pose.p = w[2] != 0 ? auk_vec(f[0], f[1]) : predict.pose.p;
    predict.pose.q = w[3] != 0 ? auk_rot(f[2]) : predict.pose.q;
    predict.velocity = w[4] != 0 ? auk_vec(f[3], f[4]) : auk_body_get_velocity(world, body);
    predict.spin = w[5] != 0 ? f[5] : auk_body_get_spin(world, body);
    predict.acceleration = auk_vec(f[6], f[7]);
    return predict;
}

JS_CALL int js_predict(const AukWorld *world, uint32_t index, uint32_t generation)
{
    AukStatus status = AUK_OK;
    if (!js_predict_work) {
        js_predict_work = auk_predict_work_create(&status);
    }
    AukPredict predict = js_read_predict(world, js_body(index, generation));
    AukPredicted predicted = {0};
    status =
        status ? status : auk_world_predict(world, js_predict_work, js_body(index, generation), &predict, &predicted);
    js_write_predicted(&predicted);
    return (int)status;
}

JS_CALL int js_body_advance(AukWorld *world, uint32_t index, uint32_t generation, float dt)
{
    AukPredicted predicted = {0};
    AukStatus status = auk_body_advance(world, js_body(index, generation), dt, &predicted);
    js_write_predicted(&predicted);
    return (int)status;
}
