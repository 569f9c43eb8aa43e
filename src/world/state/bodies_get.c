// The public getters of bodies. A stale id gives zeros.
#include "auk/many.h"
#include "base/predicates.h"
#include "world/state/bodies.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

static const AukBody *bodies_get(const AukWorld *world, AukBodyId id)
{
    static const AukBody none;
    const AukBody *body = world ? auk__body_of(&world->bodies, id) : NULL;
    return body ? body : &none;
}

static AukTransform body_pose(const AukWorld *world, AukBodyId id)
{
    static const AukTransform none;
    return auk_body_exists(world, id) ? *auk__pose(&world->bodies, id.index) : none;
}

static const AukTraits *traits_get(const AukWorld *world, AukBodyId id)
{
    return auk_body_exists(world, id) ? auk__traits(&world->bodies, id.index) : &auk__body_zeros.traits;
}

AukTransform auk_body_get_pose(const AukWorld *world, AukBodyId body)
{
    return body_pose(world, body);
}

AukVec2 auk_body_get_position(const AukWorld *world, AukBodyId body)
{
    return body_pose(world, body).p;
}

float auk_body_get_angle(const AukWorld *world, AukBodyId body)
{
    return auk_rot_angle(body_pose(world, body).q);
}

AukTransform auk_body_get_previous_pose(const AukWorld *world, AukBodyId body)
{
    static const AukTransform none;
    return auk_body_exists(world, body) ? *auk__previous_pose(&world->bodies, body.index) : none;
}

AukTransform auk_body_get_pose_between(const AukWorld *world, AukBodyId body, float alpha)
{
    AukTransform pose = body_pose(world, body);
    if (!auk_body_exists(world, body)) {
        return pose; // {0}; an interpolation between {0} and {0} would have a rotation
    }
    AukTransform previous = *auk__previous_pose(&world->bodies, body.index);
    AukTransform between = auk_transform_between(previous, pose, alpha);
    if (alpha > 0.0f && alpha < 1.0f) {
        AukDvec delta = auk__wrap_displacement(&world->wrap, previous.p, pose.p);
        between.p = auk__wrap_point(&world->wrap, dvec_mul_add(dvec_from(previous.p), (double)alpha, delta));
    }
    return between;
}

AukVec2 auk_body_get_velocity(const AukWorld *world, AukBodyId body)
{
    return bodies_get(world, body)->velocity;
}

float auk_body_get_spin(const AukWorld *world, AukBodyId body)
{
    return bodies_get(world, body)->spin;
}

AukVec2 auk_body_get_velocity_at(const AukWorld *world, AukBodyId id, AukVec2 point)
{
    const AukBody *body = world ? auk__body_of(&world->bodies, id) : NULL;
    if (!body || auk__check_vec(point)) {
        return auk_vec(0.0f, 0.0f);
    }
    AukDvec arm = dvec_sub(dvec_from(point), dvec_from(auk__pose(&world->bodies, id.index)->p));
    if (world->wrap.on) {
        arm = dvec_add(arm, auk__wrap_nearest(&world->wrap, arm));
    }
    return dvec_to_float(dvec_mul_add(dvec_from(body->velocity), (double)body->spin, dvec(-arm.y, arm.x)));
}

AukMotion auk_body_get_motion(const AukWorld *world, AukBodyId body)
{
    return bodies_get(world, body)->motion;
}

AukFilter auk_body_get_filter(const AukWorld *world, AukBodyId body)
{
    return auk_body_exists(world, body) ? *auk__body_filter(&world->bodies, body.index) : auk__body_zeros.filter;
}

AukBodyId auk_body_get_owner(const AukWorld *world, AukBodyId body)
{
    return auk_body_exists(world, body) ? auk__body_owner(&world->bodies, body.index) : auk__body_zeros.owner;
}

AukResponse auk_body_get_response(const AukWorld *world, AukBodyId body)
{
    return bodies_get(world, body)->response;
}

float auk_body_get_bounce_loss(const AukWorld *world, AukBodyId body)
{
    return traits_get(world, body)->bounce_loss;
}

int auk_body_get_pierce(const AukWorld *world, AukBodyId body)
{
    return traits_get(world, body)->pierce;
}

uint64_t auk_body_get_pierce_categories(const AukWorld *world, AukBodyId body)
{
    return traits_get(world, body)->pierce_categories;
}

int auk_body_get_bounces(const AukWorld *world, AukBodyId body)
{
    return traits_get(world, body)->bounces;
}

int auk_body_get_bounced(const AukWorld *world, AukBodyId body)
{
    return traits_get(world, body)->bounced;
}

float auk_body_get_max_speed(const AukWorld *world, AukBodyId body)
{
    return traits_get(world, body)->max_speed;
}

bool auk_body_is_enabled(const AukWorld *world, AukBodyId body)
{
    return bodies_get(world, body)->enabled;
}

uint64_t auk_body_get_user_data(const AukWorld *world, AukBodyId id)
{
    if (world && id.index < (uint32_t)world->bodies.slots.count && !world->bodies.slots.live[id.index]) {
        // a retired slot has the next generation already
        const AukBody *body = auk__body(&world->bodies, id.index);
        bool last = id.generation != 0 && world->bodies.slots.generation[id.index] == id.generation + 1;
        return body->quarantined && last ? *auk__body_user_data(&world->bodies, id.index) : 0;
    }
    return auk_body_exists(world, id) ? *auk__body_user_data(&world->bodies, id.index) : 0;
}

// Adds the boxes of a body's parts to `bounds`, which count if `any` is set; half-planes only if `all` is set.
static void add_bounds(const AukWorld *world, const AukBody *body, bool all, AukBox *bounds, bool *any)
{
    for (uint32_t i = *auk__first_part(&world->bodies, body); i != AUK_NO_INDEX; i = auk__part_next(&world->parts, i)) {
        const AukPart *part = auk__part(&world->parts, i);
        if (auk__part_is_half_plane(part) && !all) {
            continue;
        }
        AukBox box = auk__box_at(&world->parts, i, *auk__pose(&world->bodies, part->body));
        *bounds = *any ? auk_box_union(*bounds, box) : box;
        *any = true;
    }
}

AukBox auk_body_get_bounds(const AukWorld *world, AukBodyId id)
{
    AukBox bounds = {{0.0f, 0.0f}, {0.0f, 0.0f}};
    const AukBody *body = world ? auk__body_of(&world->bodies, id) : NULL;
    bool any = false;
    if (body) {
        add_bounds(world, body, true, &bounds, &any);
    }
    return bounds;
}

AukBox auk_world_get_bounds(const AukWorld *world)
{
    AukBox bounds = {{0.0f, 0.0f}, {0.0f, 0.0f}};
    bool any = false;
    for (int i = 0; world && i < world->bodies.records.count; i++) {
        if (world->bodies.slots.live[i]) {
            add_bounds(world, auk__body(&world->bodies, (uint32_t)i), false, &bounds, &any);
        }
    }
    return bounds;
}

// ---- of many bodies ----

static AukStatus check_getter(const AukWorld *world, const AukBodyId *bodies, int count, const void *out)
{
    if (!world || (count > 0 && (!bodies || !out))) {
        return AUK_ERROR_NULL;
    }
    return count < 0 ? AUK_ERROR_COUNT : AUK_OK;
}

int auk_body_get_pose_many(const AukWorld *world, const AukBodyId *bodies, int count, AukTransform *out)
{
    AukStatus status = check_getter(world, bodies, count, out);
    int living = 0;
    for (int i = 0; i < count && !status; i++) {
        living += auk__body_of(&world->bodies, bodies[i]) != NULL;
        out[i] = auk_body_get_pose(world, bodies[i]);
    }
    return status ? -(int)status : living;
}

int auk_body_get_pose_between_many(const AukWorld *world, const AukBodyId *bodies, int count, float alpha,
                                   AukTransform *out)
{
    AukStatus status = check_getter(world, bodies, count, out);
    int living = 0;
    for (int i = 0; i < count && !status; i++) {
        living += auk__body_of(&world->bodies, bodies[i]) != NULL;
        out[i] = auk_body_get_pose_between(world, bodies[i], alpha);
    }
    return status ? -(int)status : living;
}

int auk_body_get_velocity_many(const AukWorld *world, const AukBodyId *bodies, int count, AukVec2 *out)
{
    AukStatus status = check_getter(world, bodies, count, out);
    int living = 0;
    for (int i = 0; i < count && !status; i++) {
        living += auk__body_of(&world->bodies, bodies[i]) != NULL;
        out[i] = auk_body_get_velocity(world, bodies[i]);
    }
    return status ? -(int)status : living;
}

int auk_body_get_spin_many(const AukWorld *world, const AukBodyId *bodies, int count, float *out)
{
    AukStatus status = check_getter(world, bodies, count, out);
    int living = 0;
    for (int i = 0; i < count && !status; i++) {
        living += auk__body_of(&world->bodies, bodies[i]) != NULL;
        out[i] = auk_body_get_spin(world, bodies[i]);
    }
    return status ? -(int)status : living;
}
