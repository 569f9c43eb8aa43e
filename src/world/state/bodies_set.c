// The public setters of bodies. One that changes where or whether shapes collide updates the boxes of the body's shapes
// before it returns, so queries between steps see the change.
#include "auk/many.h"
#include "base/predicates.h"
#include "base/trig.h"
#include "base/zero.h"
#include "world/state/bodies.h"
#include "world/state/call.h"
#include "world/state/half_planes.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/query_index.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

static void refresh(AukWorld *world, const AukBody *body)
{
    for (uint32_t i = *auk__first_part(&world->bodies, body); i != AUK_NO_INDEX; i = auk__part_next(&world->parts, i)) {
        auk__part_refresh(world, i);
    }
}

// The body to change. Null, with the status of the world set, if there is no such body or `status` is an error.
static AukBody *change(AukWorld *world, AukBodyId id, AukStatus status)
{
    AukBody *body = auk__body_of(&world->bodies, id);
    auk__answer(world, body ? status : auk__fault_body(&world->fault, false, AUK_FIELD_BODY, id));
    return world->last_status ? NULL : body;
}

// Makes room for what a setter is about to set, if `status` is no error and there is such a body.
static AukStatus bodies_admit(AukWorld *world, AukBodyId id, AukStatus status, AukBodyNeeds needs)
{
    return status || !auk__body_of(&world->bodies, id) ? status : auk__bodies_admit(world, &needs);
}

// The traits of the body to change, as change(). `any`: they get a number that is not 0. Null also if no body has
// traits and none gets any.
static AukTraits *change_traits(AukWorld *world, AukBodyId id, AukStatus status, bool any)
{
    const AukBodyNeeds needs = {.traits = any};
    bool found = change(world, id, bodies_admit(world, id, status, needs)) != NULL;
    return found && auk__lazy_exists(&world->bodies.traits) ? auk__traits_changed(&world->bodies, id.index) : NULL;
}

void auk__body_put(AukWorld *world, AukBody *body, AukTransform pose)
{
    uint32_t index = auk__body_index(&world->bodies, body);
    auk__body_set_still(&world->bodies, index, auk__wrap_pose(&world->wrap, auk__pose_kept(pose)));
    body->has_target = false;
    auk__history_put(world, index);
    refresh(world, body);
}

void auk__body_send(AukBodies *bodies, AukWrap *wrap, uint32_t index, AukTransform pose)
{
    *auk__target(bodies, index) = auk__wrap_pose(wrap, auk__pose_kept(pose));
    auk__body(bodies, index)->has_target = true;
}

AukStatus auk_body_set_pose(AukWorld *world, AukBodyId body, AukTransform pose)
{
    return auk__answer_single(world, AUK_CALL_NAME_BODY_SET_POSE, auk_body_set_pose_many(world, &body, 1, &pose));
}

AukStatus auk_body_set_position(AukWorld *world, AukBodyId body, AukVec2 position)
{
    AukTransform pose = {position, auk_body_get_pose(world, body).q};
    AukStatus status = auk_body_set_pose_many(world, &body, 1, &pose);
    if (status == AUK_ERROR_NOT_FINITE || status == AUK_ERROR_RANGE) { // pose.p.x is position.x
        auk__fault_rename(&world->fault, AUK_FIELD_P, AUK_FIELD_POSITION);
    }
    return auk__answer_single(world, AUK_CALL_NAME_BODY_SET_POSITION, status);
}

AukStatus auk_body_set_angle(AukWorld *world, AukBodyId body, float angle)
{
    AukTransform pose = auk_transform(auk_body_get_position(world, body), angle);
    pose.q.c = auk__is_finite(angle) ? pose.q.c : angle; // for auk_rot() it is 0
    AukStatus status = auk_body_set_pose_many(world, &body, 1, &pose);
    if (status == AUK_ERROR_NOT_FINITE) { // noted of the cosine
        (void)auk__fault_number(&world->fault, angle, AUK_FIELD_ANGLE);
    } else if (status == AUK_ERROR_RANGE) { // in a world that wraps around
        auk__fault_rename(&world->fault, AUK_FIELD_POSES, AUK_FIELD_ANGLE);
    }
    return auk__answer_single(world, AUK_CALL_NAME_BODY_SET_ANGLE, status);
}

AukStatus auk_body_move_to(AukWorld *world, AukBodyId body, AukTransform pose)
{
    return auk__answer_single(world, AUK_CALL_NAME_BODY_MOVE_TO, auk_body_move_to_many(world, &body, 1, &pose));
}

AukStatus auk_body_set_velocity(AukWorld *world, AukBodyId body, AukVec2 velocity)
{
    AukStatus status = auk_body_set_velocity_many(world, &body, 1, &velocity);
    return auk__answer_single(world, AUK_CALL_NAME_BODY_SET_VELOCITY, status);
}

AukStatus auk_body_set_spin(AukWorld *world, AukBodyId body, float spin)
{
    return auk__answer_single(world, AUK_CALL_NAME_BODY_SET_SPIN, auk_body_set_spin_many(world, &body, 1, &spin));
}

static AukStatus check_new_motion(AukWorld *world, AukBodyId id, AukMotion motion)
{
    AukStatus status = auk__fault_enum(&world->fault, (int)motion, AUK_MOTION_COUNT, AUK_FIELD_MOTION);
    if (status) {
        return status;
    }
    status = auk__response_motion_check(auk_body_get_response(world, id), motion);
    if (!status && motion != AUK_MOTION_STATIC && auk__half_planes_has(world, id)) {
        status = AUK_ERROR_HALF_PLANE;
    }
    return auk__fault_value(&world->fault, status, AUK_FIELD_MOTION, (double)motion);
}

AukStatus auk_body_set_motion(AukWorld *world, AukBodyId id, AukMotion motion)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_MOTION, &id, &motion);
    AukStatus status = check_new_motion(world, id, motion);
    status = status || motion != AUK_MOTION_STATIC ? status : auk__statics_admit(world);
    status = status || motion != AUK_MOTION_SWEPT ? status : auk__swept_admit(&world->bodies, &world->parts);
    AukBody *body = change(world, id, status);
    if (body) {
        auk__body_set_motion(&world->bodies, id.index, motion);
        if (motion == AUK_MOTION_STATIC) {
            body->velocity = auk_vec(0.0f, 0.0f);
            body->spin = 0.0f;
            body->has_target = false;
            auk__body_set_still(&world->bodies, id.index, *auk__pose(&world->bodies, id.index));
        }
        refresh(world, body);
    }
    return world->last_status;
}

void auk__body_update_filters(AukWorld *world, uint32_t index)
{
    for (uint32_t i = *auk__first_part(&world->bodies, auk__body(&world->bodies, index)); i != AUK_NO_INDEX;
         i = auk__part_next(&world->parts, i)) {
        auk__part_update_filters(world, i);
    }
}

AukStatus auk_body_set_filter(AukWorld *world, AukBodyId id, AukFilter filter)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_FILTER, &id, &filter);
    const AukBodyNeeds needs = {.filters = auk__filter_is_given(filter)};
    if (change(world, id, bodies_admit(world, id, AUK_OK, needs)) && auk__lazy_exists(&world->bodies.filters)) {
        ((AukFilter *)world->bodies.filters.items)[id.index] = filter;
        auk__body_update_filters(world, id.index);
    }
    return world->last_status;
}

AukStatus auk_body_set_owner(AukWorld *world, AukBodyId id, AukBodyId owner)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_OWNER, &id, &owner);
    const AukBodyNeeds needs = {.owners = !auk_body_id_is_null(owner)};
    AukStatus status = bodies_admit(world, id, auk__owner_check(&world->bodies, owner, &world->fault), needs);
    if (change(world, id, status) && auk__lazy_exists(&world->bodies.owners)) {
        ((AukBodyId *)world->bodies.owners.items)[id.index] = auk__owner_kept(owner);
        auk__body_update_filters(world, id.index);
    }
    return world->last_status;
}

AukStatus auk_body_set_response(AukWorld *world, AukBodyId id, AukResponse response)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_RESPONSE, &id, &response);
    AukStatus status = auk__response_check(response, &world->fault);
    if (!status) {
        status = auk__fault_value(&world->fault, auk__response_motion_check(response, auk_body_get_motion(world, id)),
                                  AUK_FIELD_RESPONSE, (double)response);
    }
    AukBody *body = change(world, id, status);
    if (body) {
        body->response = (uint8_t)response;
    }
    return world->last_status;
}

AukStatus auk_body_set_bounce_loss(AukWorld *world, AukBodyId id, float bounce_loss)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_BOUNCE_LOSS, &id, &bounce_loss);
    AukTraits *traits =
        change_traits(world, id, auk__bounce_loss_check(bounce_loss, &world->fault), bounce_loss != 0.0f);
    if (traits) {
        traits->bounce_loss = auk__one_zero(bounce_loss);
    }
    return world->last_status;
}

AukStatus auk_body_set_pierce(AukWorld *world, AukBodyId id, int pierce)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_PIERCE, &id, &pierce);
    AukStatus status = auk__fault_count(&world->fault, pierce, 0, INT32_MAX, AUK_FIELD_PIERCE);
    AukTraits *traits = change_traits(world, id, status, pierce != 0);
    if (traits) {
        traits->pierce = pierce;
    }
    return world->last_status;
}

AukStatus auk_body_set_pierce_categories(AukWorld *world, AukBodyId id, uint64_t categories)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_PIERCE_CATEGORIES, &id, &categories);
    AukTraits *traits = change_traits(world, id, AUK_OK, categories != 0);
    if (traits) {
        traits->pierce_categories = categories;
    }
    return world->last_status;
}

AukStatus auk_body_set_bounces(AukWorld *world, AukBodyId id, int bounces)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_BOUNCES, &id, &bounces);
    AukStatus status = auk__fault_count(&world->fault, bounces, 0, INT32_MAX, AUK_FIELD_BOUNCES);
    AukTraits *traits = change_traits(world, id, status, bounces != 0);
    if (traits) {
        traits->bounces = bounces;
        traits->bounced = 0;
    }
    return world->last_status;
}

AukStatus auk_body_set_max_speed(AukWorld *world, AukBodyId id, float max_speed)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_MAX_SPEED, &id, &max_speed);
    AukTraits *traits = change_traits(world, id, auk__max_speed_check(max_speed, &world->fault), max_speed != 0.0f);
    if (traits) {
        traits->max_speed = auk__one_zero(max_speed);
    }
    return world->last_status;
}

// The velocity and the spin that move a body from its pose to another in so many seconds.
static AukStatus rates_to(AukWorld *world, AukTransform from, AukTransform pose, double seconds, AukVec2 *velocity,
                          float *spin)
{
    AukDvec delta = auk__wrap_displacement(&world->wrap, from.p, pose.p);
    AukDvec speed = dvec(delta.x / seconds, delta.y / seconds);
    double turn = auk__angle_between(from.q, pose.q) / seconds;
    *velocity = auk__one_zero_vec(auk_vec((float)speed.x, (float)speed.y));
    *spin = auk__one_zero((float)turn);
    AukStatus status = auk__fault_speed(&world->fault, speed.x, seconds, AUK_FIELD_X);
    status = status ? status : auk__fault_speed(&world->fault, speed.y, seconds, AUK_FIELD_Y);
    status = auk__fault_in(&world->fault, status, AUK_FIELD_P);
    status = status ? status : auk__fault_speed(&world->fault, turn, seconds, AUK_FIELD_Q);
    return auk__fault_in(&world->fault, status, AUK_FIELD_POSE);
}

AukStatus auk_body_velocity_to(AukWorld *world, AukBodyId id, AukTransform pose, float dt)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_VELOCITY_TO, &id, &pose, &dt);
    AukStatus status = auk__fault_pose(&world->fault, pose, AUK_FIELD_POSE);
    if (!status && !(auk__is_finite(dt) && dt > 0.0f)) {
        status = auk__fault_value(&world->fault, AUK_ERROR_TIME_STEP, AUK_FIELD_DT, (double)dt);
    }
    AukBody *body = change(world, id, status);
    if (!body) {
        return world->last_status;
    }
    AukVec2 velocity;
    float spin;
    if (body->motion == AUK_MOTION_STATIC) {
        status = auk__fault_write_id(&world->fault, AUK_ERROR_STATIC_BODY, AUK_FIELD_BODY, id.index, id.generation);
        return auk__answer(world, status);
    }
    status = rates_to(world, *auk__pose(&world->bodies, id.index), auk__pose_kept(pose), (double)dt, &velocity, &spin);
    if (!status) {
        body->velocity = velocity;
        body->spin = spin;
    }
    return auk__answer(world, status);
}

AukStatus auk_body_set_enabled(AukWorld *world, AukBodyId id, bool enabled)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_ENABLED, &id, &enabled);
    // a disabled body is not checked when it turns
    bool turned = enabled && auk_body_exists(world, id);
    AukStatus status = turned ? auk__wrap_check_body(world, id.index, *auk__pose(&world->bodies, id.index)) : AUK_OK;
    AukBody *body = change(world, id, auk__fault_wide(&world->fault, status, AUK_FIELD_BODY));
    if (body && body->enabled != enabled) {
        body->enabled = enabled;
        auk__body_update_plain(&world->bodies, &world->parts, id.index);
        refresh(world, body);
    }
    return world->last_status;
}

AukStatus auk_body_set_user_data(AukWorld *world, AukBodyId id, uint64_t user_data)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_USER_DATA, &id, &user_data);
    const AukBodyNeeds needs = {.user_data = user_data != 0};
    const AukBody *body = change(world, id, bodies_admit(world, id, AUK_OK, needs));
    if (body && auk__lazy_exists(&world->bodies.user_data)) {
        ((uint64_t *)world->bodies.user_data.items)[id.index] = user_data;
        auk__query_index_note_body(world, body);
    }
    return world->last_status;
}
