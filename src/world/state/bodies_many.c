// Calls for many bodies; the calls for one body are these with a count of one.
// Invariant: all arguments are checked and all memory is reserved before the first body changes.
#include "auk/many.h"
#include "base/alloc.h"
#include "base/predicates.h"
#include "base/zero.h"
#include "world/state/bodies.h"
#include "world/state/call.h"
#include "world/state/half_planes.h"
#include "world/state/parts.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

// ---- creation and destruction -----------------------------------------------------------------------------------

// The definitions of new bodies: an array, or one template with positions and, if not null, angles.
typedef struct BodySource {
    const AukBodyDef *defs;
    const AukVec2 *positions; // null for an array of definitions
    const float *angles;
} BodySource;

static const AukBodyDef *source_def(const BodySource *source, int index, AukBodyDef *copy)
{
    if (!source->positions) {
        return &source->defs[index];
    }
    *copy = *source->defs;
    copy->position = source->positions[index];
    copy->angle = source->angles ? source->angles[index] : copy->angle;
    return copy;
}

static bool has_shape(const AukBodyDef *def)
{
    return def->shape.kind != AUK_SHAPE_NONE || def->shape.status != AUK_OK;
}

// Checks the definitions, and copies the vertices that their shapes borrow, for all definitions or for none. Counts the
// shapes.
static AukStatus own_all(AukWorld *world, const BodySource *source, int count, uint32_t *vertex_blocks,
                         int *shape_count)
{
    AukBodyDef copy;
    int shapes = 0, planes = 0, entries = world->vertices.entries.count;
    for (int i = 0; i < count; i++) {
        const AukBodyDef *def = source_def(source, i, &copy);
        vertex_blocks[i] = AUK_NO_INDEX;
        AukStatus status = auk__body_check(&world->bodies, def);
        if (!status && has_shape(def)) {
            status = auk__shape_extras_check(&def->shape, def->sensor, def->proximity, def->one_way);
            status = status ? status : auk__part_own(&world->vertices, &world->customs, &def->shape, &vertex_blocks[i]);
            planes += def->shape.kind == AUK_SHAPE_HALF_PLANE;
            status = status ? status : auk__half_planes_admit(world, &def->shape, def->motion, planes);
            if (!status) {
                status = auk__wrap_check_shape(&world->wrap, &def->shape, def->proximity,
                                               auk_transform(auk_vec(0.0f, 0.0f), 0.0f),
                                               auk_transform(auk_vec(0.0f, 0.0f), def->angle));
            }
            shapes++;
        }
        if (status) {
            auk__vertex_store_undo(&world->vertices, entries, vertex_blocks, i + 1);
            return status;
        }
    }
    *shape_count = shapes;
    return AUK_OK;
}

static AukStatus bodies_many_reserve(AukWorld *world, int more_bodies, int more_shapes)
{
    int64_t bodies = auk__slots_count_after(&world->bodies.slots, more_bodies);
    int64_t shapes = auk__slots_count_after(&world->parts.slots, more_shapes);
    if (bodies > INT32_MAX || shapes > INT32_MAX) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    AukStatus status = auk__bodies_reserve(&world->bodies, &world->history, (int)bodies);
    return status ? status : auk__parts_reserve(world, (int)shapes);
}

// `vertex_blocks` has room for `count` entries.
//
// Bodies are inserted one by one into the query index, whose cells and lists are then out of the cache: for a million
// bodies in random order this takes a third of the call. Tried: insertion row by row. It was slower (1050 ms instead of
// 700), since parts and boxes are then read in random order.
static AukStatus create_all(AukWorld *world, const BodySource *source, int count, uint32_t *vertex_blocks,
                            AukBodyId *out)
{
    AukBodyDef copy;
    int shape_count = 0, entries = world->vertices.entries.count;
    AukStatus status = own_all(world, source, count, vertex_blocks, &shape_count);
    if (status) {
        return status;
    }
    status = bodies_many_reserve(world, count, shape_count);
    if (status) {
        auk__vertex_store_undo(&world->vertices, entries, vertex_blocks, count);
        return status;
    }
    for (int i = 0; i < count; i++) {
        AukBodyId id = auk__body_place(world, source_def(source, i, &copy), vertex_blocks[i]);
        if (out) {
            out[i] = id;
        }
    }
    return AUK_OK;
}

// `given` is false if an array or a template is missing.
static AukStatus create_bodies(AukWorld *world, const BodySource *source, bool given, int count, AukBodyId *out)
{
    if (count <= 0 || !given) {
        return auk__answer(world, count < 0 ? AUK_ERROR_COUNT : (count > 0 ? AUK_ERROR_NULL : AUK_OK));
    }
    uint32_t one;
    uint32_t *vertex_blocks = count == 1 ? &one : auk__reallocate(NULL, (size_t)count * sizeof *vertex_blocks);
    AukStatus status = vertex_blocks ? create_all(world, source, count, vertex_blocks, out) : AUK_ERROR_OUT_OF_MEMORY;
    if (vertex_blocks != &one) {
        auk__release(vertex_blocks);
    }
    return auk__answer(world, status);
}

AukStatus auk_body_create_many(AukWorld *world, const AukBodyDef *defs, int count, AukBodyId *out)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_CREATE_MANY, &count, defs);
    BodySource source = {defs, NULL, NULL};
    return create_bodies(world, &source, defs != NULL, count, out);
}

AukStatus auk_body_create_copies(AukWorld *world, const AukBodyDef *def, const AukVec2 *positions, const float *angles,
                                 int count, AukBodyId *out)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_CREATE_COPIES, def, &count, positions, angles);
    BodySource source = {def, positions, angles};
    return create_bodies(world, &source, def && positions, count, out);
}

// Checks the count, the pointers and the ids of a call for many bodies; `values` is the other array, if there is one.
// With `skipped` stale ids are no error; they are counted there.
static AukStatus check_ids(const AukBodies *all_bodies, const AukBodyId *bodies, int count, const void *values,
                           int *skipped)
{
    if (count < 0) {
        return AUK_ERROR_COUNT;
    }
    if (count > 0 && (!bodies || !values)) {
        return AUK_ERROR_NULL;
    }
    for (int i = 0; i < count; i++) {
        if (!auk__body_of(all_bodies, bodies[i])) {
            if (!skipped) {
                return AUK_ERROR_STALE_ID;
            }
            (*skipped)++;
        }
    }
    return AUK_OK;
}

// True for a stale id in a call that skips these.
static bool is_skipped(const AukBodies *all_bodies, AukBodyId body, const int *skipped)
{
    return skipped && !auk__body_of(all_bodies, body);
}

// The answer of a call that skips stale ids.
static int skipped_answer(AukStatus status, int skipped)
{
    return status ? -(int)status : skipped;
}

// True if a list of ids of living bodies contains an id twice. A flag that is clear in every living body serves as the
// mark.
static bool names_twice(AukBodies *all_bodies, const AukBodyId *bodies, int count)
{
    int marked = 0;
    while (marked < count && !auk__body(all_bodies, bodies[marked].index)->quarantined) {
        auk__body(all_bodies, bodies[marked++].index)->quarantined = true;
    }
    for (int i = 0; i < marked; i++) {
        auk__body(all_bodies, bodies[i].index)->quarantined = false;
    }
    return marked < count;
}

AukStatus auk_body_destroy_many(AukWorld *world, const AukBodyId *bodies, int count)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_DESTROY_MANY, &count, bodies);
    AukStatus status = check_ids(&world->bodies, bodies, count, bodies, NULL);
    if (!status && names_twice(&world->bodies, bodies, count)) {
        status = AUK_ERROR_STALE_ID;
    }
    for (int i = 0; i < count && !status; i++) {
        auk__body_forget(world, bodies[i].index);
    }
    return auk__answer(world, status);
}

int auk_body_destroy_living(AukWorld *world, const AukBodyId *bodies, int count)
{
    if (!world) {
        return -(int)AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_DESTROY_LIVING, &count, bodies);
    int stale = 0, skipped = 0;
    AukStatus status = check_ids(&world->bodies, bodies, count, bodies, &stale);
    for (int i = 0; i < count && !status; i++) {
        if (auk__body_of(&world->bodies, bodies[i])) {
            auk__body_forget(world, bodies[i].index);
        } else {
            skipped++; // an id that occurs twice too
        }
    }
    return skipped_answer(auk__answer(world, status), skipped);
}

// ---- setters ----

// Checks that none of these bodies is static.
static AukStatus check_moving(const AukBodies *all_bodies, const AukBodyId *bodies, int count, const int *skipped)
{
    for (int i = 0; i < count; i++) {
        if (!is_skipped(all_bodies, bodies[i], skipped) &&
            auk__body(all_bodies, bodies[i].index)->motion == AUK_MOTION_STATIC) {
            return AUK_ERROR_STATIC_BODY;
        }
    }
    return AUK_OK;
}

static AukStatus check_poses(const AukTransform *poses, int count)
{
    for (int i = 0; i < count; i++) {
        AukStatus status = auk__check_pose(poses[i]);
        if (status) {
            return status;
        }
    }
    return AUK_OK;
}

static AukStatus set_poses(AukWorld *world, const AukBodyId *bodies, int count, const AukTransform *poses, int *skipped)
{
    AukStatus status = check_ids(&world->bodies, bodies, count, poses, skipped);
    status = status ? status : check_poses(poses, count);
    for (int i = 0; i < count && !status; i++) {
        status = is_skipped(&world->bodies, bodies[i], skipped)
                     ? AUK_OK
                     : auk__wrap_check_body(world, bodies[i].index, poses[i]);
    }
    for (int i = 0; i < count && !status; i++) {
        if (!is_skipped(&world->bodies, bodies[i], skipped)) {
            auk__body_put(world, auk__body(&world->bodies, bodies[i].index), poses[i]);
        }
    }
    return auk__answer(world, status);
}

AukStatus auk_body_set_pose_many(AukWorld *world, const AukBodyId *bodies, int count, const AukTransform *poses)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_POSE_MANY, &count, bodies, poses);
    return set_poses(world, bodies, count, poses, NULL);
}

int auk_body_set_pose_living(AukWorld *world, const AukBodyId *bodies, int count, const AukTransform *poses)
{
    if (!world) {
        return -(int)AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_POSE_LIVING, &count, bodies, poses);
    int skipped = 0;
    AukStatus status = set_poses(world, bodies, count, poses, &skipped);
    return skipped_answer(status, skipped);
}

static AukStatus send_bodies(AukWorld *world, const AukBodyId *bodies, int count, const AukTransform *poses,
                             int *skipped)
{
    AukStatus status = check_ids(&world->bodies, bodies, count, poses, skipped);
    status = status ? status : check_poses(poses, count);
    status = status ? status : check_moving(&world->bodies, bodies, count, skipped);
    for (int i = 0; i < count && !status; i++) {
        if (!is_skipped(&world->bodies, bodies[i], skipped)) {
            auk__body_send(&world->bodies, &world->wrap, bodies[i].index, poses[i]);
        }
    }
    return auk__answer(world, status);
}

AukStatus auk_body_move_to_many(AukWorld *world, const AukBodyId *bodies, int count, const AukTransform *poses)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_MOVE_TO_MANY, &count, bodies, poses);
    return send_bodies(world, bodies, count, poses, NULL);
}

int auk_body_move_to_living(AukWorld *world, const AukBodyId *bodies, int count, const AukTransform *poses)
{
    if (!world) {
        return -(int)AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_MOVE_TO_LIVING, &count, bodies, poses);
    int skipped = 0;
    AukStatus status = send_bodies(world, bodies, count, poses, &skipped);
    return skipped_answer(status, skipped);
}

static AukStatus set_velocities(AukWorld *world, const AukBodyId *bodies, int count, const AukVec2 *velocities,
                                int *skipped)
{
    AukStatus status = check_ids(&world->bodies, bodies, count, velocities, skipped);
    for (int i = 0; i < count && !status; i++) {
        status = auk__check_vec(velocities[i]);
    }
    status = status ? status : check_moving(&world->bodies, bodies, count, skipped);
    for (int i = 0; i < count && !status; i++) {
        if (!is_skipped(&world->bodies, bodies[i], skipped)) {
            auk__body(&world->bodies, bodies[i].index)->velocity = auk__one_zero_vec(velocities[i]);
        }
    }
    return auk__answer(world, status);
}

AukStatus auk_body_set_velocity_many(AukWorld *world, const AukBodyId *bodies, int count, const AukVec2 *velocities)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_VELOCITY_MANY, &count, bodies, velocities);
    return set_velocities(world, bodies, count, velocities, NULL);
}

int auk_body_set_velocity_living(AukWorld *world, const AukBodyId *bodies, int count, const AukVec2 *velocities)
{
    if (!world) {
        return -(int)AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_VELOCITY_LIVING, &count, bodies, velocities);
    int skipped = 0;
    AukStatus status = set_velocities(world, bodies, count, velocities, &skipped);
    return skipped_answer(status, skipped);
}

static AukStatus set_spins(AukWorld *world, const AukBodyId *bodies, int count, const float *spins, int *skipped)
{
    AukStatus status = check_ids(&world->bodies, bodies, count, spins, skipped);
    for (int i = 0; i < count && !status; i++) {
        status = auk__check_number(spins[i]);
    }
    status = status ? status : check_moving(&world->bodies, bodies, count, skipped);
    for (int i = 0; i < count && !status; i++) {
        if (!is_skipped(&world->bodies, bodies[i], skipped)) {
            auk__body(&world->bodies, bodies[i].index)->spin = auk__one_zero(spins[i]);
        }
    }
    return auk__answer(world, status);
}

AukStatus auk_body_set_spin_many(AukWorld *world, const AukBodyId *bodies, int count, const float *spins)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_SPIN_MANY, &count, bodies, spins);
    return set_spins(world, bodies, count, spins, NULL);
}

int auk_body_set_spin_living(AukWorld *world, const AukBodyId *bodies, int count, const float *spins)
{
    if (!world) {
        return -(int)AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_SET_SPIN_LIVING, &count, bodies, spins);
    int skipped = 0;
    AukStatus status = set_spins(world, bodies, count, spins, &skipped);
    return skipped_answer(status, skipped);
}

// ---- getters ----

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
