// Calls that change many bodies; the calls for one body are these with a count of one.
// Invariant: all arguments are checked and all memory is reserved before the first body changes.
#include "auk/many.h"
#include "base/alloc.h"
#include "base/inline.h"
#include "base/predicates.h"
#include "base/prefetch.h"
#include "base/zero.h"
#include "broad/grid_expect.h"
#include "world/state/bodies.h"
#include "world/state/broad_memory.h"
#include "world/state/call.h"
#include "world/state/contact_links.h"
#include "world/state/half_planes.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/query_index.h"
#include "world/state/slot_quarantine.h"
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

static AukVec2 source_position(const BodySource *source, int index)
{
    return source->positions ? source->positions[index] : source->defs[index].position;
}

static bool has_shape(const AukBodyDef *def)
{
    return def->shape.kind != AUK_SHAPE_NONE || def->shape.status != AUK_OK;
}

// Checks the first shape of a body, and copies the vertices that it borrows. `planes` is the number of half-planes up
// to this one.
static AukStatus own_shape(AukWorld *world, const AukBodyDef *def, int planes, uint32_t *vertex_block)
{
    AukFault *fault = &world->fault;
    AukStatus status = auk__shape_extras_check(&def->shape, def->sensor, def->proximity, def->one_way, fault);
    if (status) {
        return status;
    }
    status = auk__part_own(&world->vertices, &world->customs, &def->shape, vertex_block, fault);
    status = auk__fault_in(fault, status, AUK_FIELD_SHAPE);
    if (!status) {
        status = auk__half_planes_admit(world, &def->shape, def->motion, planes);
        status = auk__fault_note(fault, status, AUK_FIELD_SHAPE);
    }
    if (!status && world->wrap.on) { // elsewhere the angle is not needed here
        status =
            auk__wrap_check_shape(&world->wrap, &def->shape, def->proximity, auk_transform(auk_vec(0.0f, 0.0f), 0.0f),
                                  auk_transform(auk_vec(0.0f, 0.0f), def->angle));
        status = auk__fault_wide(fault, status, AUK_FIELD_SHAPE);
    }
    return status;
}

// Puts the argument in front of a fault in definition `index`: an item of an array, or the template and what replaces
// its members.
static AukStatus in_source(AukWorld *world, const BodySource *source, AukStatus status, int index)
{
    AukFault *fault = &world->fault;
    if (!source->positions) {
        return auk__fault_in_item(fault, status, AUK_FIELD_DEFS, index);
    }
    if (auk__fault_is_of(fault, AUK_FIELD_POSITION)) {
        auk__fault_rename(fault, AUK_FIELD_POSITION, AUK_FIELD_POSITIONS);
        return auk__fault_at(fault, status, index);
    }
    if (source->angles && auk__fault_is_of(fault, AUK_FIELD_ANGLE)) {
        auk__fault_rename(fault, AUK_FIELD_ANGLE, AUK_FIELD_ANGLES);
        return auk__fault_at(fault, status, index);
    }
    return auk__fault_in(fault, status, AUK_FIELD_DEF);
}

// What the bodies of some definitions need memory for.
typedef struct Needs {
    int shapes;
    bool statics; // some are static
    bool swept;   // some are swept
    AukBodyNeeds bodies;
    AukPartNeeds parts;
} Needs;

// Checks the definitions, and copies the vertices that their shapes borrow, for all definitions or for none.
static AukStatus own_all(AukWorld *world, const BodySource *source, int count, uint32_t *vertex_blocks, Needs *needs)
{
    AukBodyDef copy;
    int planes = 0, entries = world->vertices.entries.count;
    for (int i = 0; i < count; i++) {
        const AukBodyDef *def = source_def(source, i, &copy);
        vertex_blocks[i] = AUK_NO_INDEX;
        AukStatus status = auk__body_check(&world->bodies, def, &world->fault);
        if (!status && has_shape(def)) {
            planes += def->shape.kind == AUK_SHAPE_HALF_PLANE;
            status = own_shape(world, def, planes, &vertex_blocks[i]);
            needs->shapes++;
            needs->parts.ends |= auk__kind_has_ends(def->shape.kind);
            needs->parts.extras |= def->proximity != 0.0f || auk__is_not_zero(def->one_way);
        }
        needs->statics |= !status && def->motion == AUK_MOTION_STATIC;
        needs->swept |= !status && def->motion == AUK_MOTION_SWEPT;
        needs->bodies.filters |= !status && auk__filter_is_given(def->filter);
        needs->bodies.owners |= !status && !auk_body_id_is_null(def->owner);
        needs->bodies.user_data |= !status && def->user_data != 0;
        needs->bodies.traits |= !status && auk__def_has_traits(def);
        if (status) {
            auk__vertex_store_undo(&world->vertices, entries, vertex_blocks, i + 1);
            return in_source(world, source, status, i);
        }
    }
    return AUK_OK;
}

// What steps have for each slot, in a world that was reserved so that they allocate nothing: slots in quarantine make
// more slots than bodies were asked for.
static AukStatus reserve_step_slots(AukWorld *world)
{
    const int bodies = world->bodies.records.capacity, parts = world->parts.records.capacity;
    const bool swept = world->ccd.paths.capacity > 0;
    bool room = auk__contact_links_reserve(&world->output, bodies) &&
                (!swept || auk__ccd_reserve_slots(&world->ccd, bodies, parts));
    AukStatus status = room ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
    if (!status && world->reserved_slots < world->broad->slot_capacity) {
        // with more slots contacts may no longer have room for the boxes that they lent their memory to
        int found = auk__wrap_found_of(&world->wrap, world->reserved_pairs);
        status = auk__broad_memory_reserve_pairs(world, found, swept);
        world->reserved_slots = status ? world->reserved_slots : world->broad->slot_capacity;
    }
    return status;
}

static AukStatus bodies_many_reserve(AukWorld *world, int more_bodies, const Needs *needs)
{
    int64_t bodies = auk__slots_count_after(&world->bodies.slots, more_bodies);
    int64_t shapes = auk__slots_count_after(&world->parts.slots, needs->shapes);
    if (bodies > INT32_MAX || shapes > INT32_MAX) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    AukStatus status = auk__bodies_reserve(&world->bodies, &world->history, (int)bodies);
    status = status ? status : auk__parts_reserve(world, (int)shapes);
    status = status ? status : auk__bodies_admit(world, &needs->bodies);
    status = status ? status : auk__parts_admit(world, &needs->parts);
    status = status || !needs->swept ? status : auk__swept_admit(&world->bodies, &world->parts);
    status = status || world->reserved_bodies == 0 ? status : reserve_step_slots(world);
    return status || !needs->statics ? status : auk__statics_admit(world);
}

// How many bodies before their turn something is prefetched: what is found by the number of a body, of its part, by
// what the part says.
enum { EXPECTED_AHEAD = 8, EXPECTED_PART_AHEAD = 4, EXPECTED_LISTS_AHEAD = 2 };

static AUK_ALWAYS_INLINE void expect_body(const AukBodies *bodies, uint32_t index)
{
    AUK_PREFETCH_TO_WRITE(auk__body(bodies, index));
    AUK_PREFETCH_TO_WRITE(auk__posed(bodies, index));
    AUK_PREFETCH_TO_WRITE(auk__previous_pose(bodies, index));
    AUK_PREFETCH_TO_WRITE(auk__kept_start(bodies, index));
    AUK_PREFETCH_TO_WRITE(auk__mover_place(bodies, index));
    AUK_PREFETCH_TO_WRITE((const uint32_t *)bodies->first_parts.items + index);
    AUK_PREFETCH_TO_WRITE(&bodies->slots.generation[index]);
    AUK_PREFETCH_TO_WRITE(&bodies->slots.live[index]);
}

static AUK_ALWAYS_INLINE void expect_part(const AukWorld *world, uint32_t index)
{
    AUK_PREFETCH_TO_WRITE(auk__part(&world->parts, index));
    AUK_PREFETCH_TO_WRITE(&world->parts.slots.generation[index]);
    AUK_PREFETCH_TO_WRITE(&world->parts.slots.live[index]);
    auk__broad_expect(world->broad, world->wrap.on ? index * AUK_BROAD_IMAGES : index);
    auk__grid_expect_slot(&world->index.grid, index);
}

// Prefetches the free slots that the body after the next one will take.
static AUK_ALWAYS_INLINE void expect_free_slots(const AukWorld *world)
{
    uint32_t body = auk__slots_peek_second(&world->bodies.slots, auk__body_slot_records(&world->bodies));
    uint32_t part = auk__slots_peek_second(&world->parts.slots, auk__part_slot_records(&world->parts));
    if (body != AUK_NO_INDEX) {
        expect_body(&world->bodies, body);
    }
    if (part != AUK_NO_INDEX) {
        expect_part(world, part);
    }
}

// `vertex_blocks` has room for `count` entries.
//
// Bodies are inserted one by one into the query index, whose cells and lists are then out of the cache, so they are
// prefetched. Tried: insertion row by row. It was slower (1050 ms instead of 700 for a million bodies in random order),
// since parts and boxes are then read in random order.
static AukStatus create_all(AukWorld *world, const BodySource *source, int count, uint32_t *vertex_blocks,
                            AukBodyId *out)
{
    AukBodyDef copy;
    Needs needs = {0, false, false, {false, false, false, false}, {false, false, false, false, false}};
    int entries = world->vertices.entries.count;
    AukStatus status = own_all(world, source, count, vertex_blocks, &needs);
    if (status) {
        return status;
    }
    status = bodies_many_reserve(world, count, &needs);
    if (status) {
        auk__vertex_store_undo(&world->vertices, entries, vertex_blocks, count);
        return status;
    }
    for (int i = 0; i < count; i++) {
        if (i + EXPECTED_AHEAD < count) {
            auk__grid_expect(&world->index.grid, source_position(source, i + EXPECTED_AHEAD));
        }
        expect_free_slots(world);
        AukBodyId id = auk__body_place(world, source_def(source, i, &copy), vertex_blocks[i]);
        if (out) {
            out[i] = id;
        }
    }
    return AUK_OK;
}

// `given` is the error of an array or a template that is missing.
static AukStatus create_bodies(AukWorld *world, const BodySource *source, AukStatus given, int count, AukBodyId *out)
{
    if (count <= 0 || given) {
        return auk__answer(world,
                           count > 0 ? given : auk__fault_count(&world->fault, count, 0, INT32_MAX, AUK_FIELD_COUNT));
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
    return create_bodies(world, &source, auk__fault_pointer(&world->fault, defs, AUK_FIELD_DEFS), count, out);
}

AukStatus auk_body_create_copies(AukWorld *world, const AukBodyDef *def, const AukVec2 *positions, const float *angles,
                                 int count, AukBodyId *out)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_CREATE_COPIES, def, &count, positions, angles);
    BodySource source = {def, positions, angles};
    AukStatus given = auk__fault_pointer(&world->fault, def, AUK_FIELD_DEF);
    given = given ? given : auk__fault_pointer(&world->fault, positions, AUK_FIELD_POSITIONS);
    return create_bodies(world, &source, given, count, out);
}

// Notes that a list of bodies or the other array, whose name is `field`, is missing, or that there is no such count.
static AukStatus refuse_arrays(AukFault *fault, const AukBodyId *bodies, int count, AukField field)
{
    AukStatus status = auk__fault_count(fault, count, 0, INT32_MAX, AUK_FIELD_COUNT);
    return status ? status : auk__fault_note(fault, AUK_ERROR_NULL, bodies ? field : AUK_FIELD_BODIES);
}

static AukStatus refuse_body(AukFault *fault, AukStatus status, const AukBodyId *bodies, int index)
{
    (void)auk__fault_write_id(fault, status, AUK_FIELD_BODIES, bodies[index].index, bodies[index].generation);
    return auk__fault_at(fault, status, index);
}

// Checks the count, the pointers and the ids of a call for many bodies; `values` is the other array, if there is one,
// and `field` its name. With `skipped` stale ids are no error; they are counted there.
static AukStatus check_ids(AukWorld *world, const AukBodyId *bodies, int count, const void *values, AukField field,
                           int *skipped)
{
    if (count < 0 || (count > 0 && (!bodies || !values))) {
        return refuse_arrays(&world->fault, bodies, count, field);
    }
    for (int i = 0; i < count; i++) {
        if (!auk__body_of(&world->bodies, bodies[i])) {
            if (!skipped) {
                return refuse_body(&world->fault, AUK_ERROR_STALE_ID, bodies, i);
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

// AUK_ERROR_STALE_ID if a list of ids of living bodies contains an id twice. A flag that is clear in every living body
// serves as the mark.
static AukStatus check_twice(AukBodies *all_bodies, const AukBodyId *bodies, int count, AukFault *fault)
{
    int marked = 0;
    while (marked < count && !auk__body(all_bodies, bodies[marked].index)->quarantined) {
        auk__body(all_bodies, bodies[marked++].index)->quarantined = true;
    }
    for (int i = 0; i < marked; i++) {
        auk__body(all_bodies, bodies[i].index)->quarantined = false;
    }
    if (marked == count) {
        return AUK_OK;
    }
    AukStatus status = refuse_body(fault, AUK_ERROR_STALE_ID, bodies, marked);
    fault->kind = AUK_FAULT_TWICE;
    return status;
}

// The first part of a body; AUK_NO_INDEX if it has none, and for ids that were never given out.
static AUK_ALWAYS_INLINE uint32_t first_part_of(const AukBodies *all_bodies, AukBodyId body)
{
    const uint32_t *first_parts = all_bodies->first_parts.items;
    return body.index < (uint32_t)all_bodies->records.count ? first_parts[body.index] : AUK_NO_INDEX;
}

// Prefetches what the destruction of bodies needs soon; bodies[0] is destroyed next. Ids may be stale.
static AUK_ALWAYS_INLINE void expect_removals(const AukWorld *world, const AukBodyId *bodies, int count)
{
    const AukBodies *all_bodies = &world->bodies;
    if (count > EXPECTED_AHEAD && bodies[EXPECTED_AHEAD].index < (uint32_t)all_bodies->records.count) {
        expect_body(all_bodies, bodies[EXPECTED_AHEAD].index);
    }
    uint32_t part = count > EXPECTED_PART_AHEAD ? first_part_of(all_bodies, bodies[EXPECTED_PART_AHEAD]) : AUK_NO_INDEX;
    if (part != AUK_NO_INDEX) {
        expect_part(world, part);
    }
    part = count > EXPECTED_LISTS_AHEAD ? first_part_of(all_bodies, bodies[EXPECTED_LISTS_AHEAD]) : AUK_NO_INDEX;
    if (part != AUK_NO_INDEX) {
        auk__grid_expect_removal(&world->index.grid, part);
    }
}

AukStatus auk_body_destroy_many(AukWorld *world, const AukBodyId *bodies, int count)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_DESTROY_MANY, &count, bodies);
    AukStatus status = check_ids(world, bodies, count, bodies, AUK_FIELD_BODIES, NULL);
    status = status ? status : check_twice(&world->bodies, bodies, count, &world->fault);
    for (int i = 0; i < count && !status; i++) {
        expect_removals(world, bodies + i, count - i);
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
    AukStatus status = check_ids(world, bodies, count, bodies, AUK_FIELD_BODIES, &stale);
    for (int i = 0; i < count && !status; i++) {
        expect_removals(world, bodies + i, count - i);
        if (auk__body_of(&world->bodies, bodies[i])) {
            auk__body_forget(world, bodies[i].index);
        } else {
            skipped++; // an id that occurs twice too
        }
    }
    return skipped_answer(auk__answer(world, status), skipped);
}

// ---- setters ----

// What a pair of setters has in common is forced inline: `skipped` is null in one of the two and decides branches in
// the loops. Otherwise a call for one body takes a third more instructions (182 to 239 for a velocity).

// Checks that none of these bodies is static.
static AukStatus check_moving(AukWorld *world, const AukBodyId *bodies, int count, const int *skipped)
{
    for (int i = 0; i < count; i++) {
        if (!is_skipped(&world->bodies, bodies[i], skipped) &&
            auk__body(&world->bodies, bodies[i].index)->motion == AUK_MOTION_STATIC) {
            return refuse_body(&world->fault, AUK_ERROR_STATIC_BODY, bodies, i);
        }
    }
    return AUK_OK;
}

static AukStatus check_poses(AukWorld *world, const AukBodyId *bodies, const AukTransform *poses, int count,
                             const int *skipped)
{
    AukFault *fault = &world->fault;
    AukStatus status = AUK_OK;
    for (int i = 0; i < count && !status; i++) {
        if (!is_skipped(&world->bodies, bodies[i], skipped)) {
            status = auk__fault_at(fault, auk__fault_pose(fault, poses[i], AUK_FIELD_POSES), i);
        }
    }
    return status;
}

static AUK_ALWAYS_INLINE AukStatus set_poses(AukWorld *world, const AukBodyId *bodies, int count,
                                             const AukTransform *poses, int *skipped)
{
    AukStatus status = check_ids(world, bodies, count, poses, AUK_FIELD_POSES, skipped);
    status = status ? status : check_poses(world, bodies, poses, count, skipped);
    for (int i = 0; i < count && !status; i++) {
        if (!is_skipped(&world->bodies, bodies[i], skipped)) {
            status = auk__wrap_check_body(world, bodies[i].index, poses[i]);
            status = auk__fault_at(&world->fault, auk__fault_wide(&world->fault, status, AUK_FIELD_POSES), i);
        }
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

static AUK_ALWAYS_INLINE AukStatus send_bodies(AukWorld *world, const AukBodyId *bodies, int count,
                                               const AukTransform *poses, int *skipped)
{
    AukStatus status = check_ids(world, bodies, count, poses, AUK_FIELD_POSES, skipped);
    status = status ? status : check_poses(world, bodies, poses, count, skipped);
    status = status ? status : check_moving(world, bodies, count, skipped);
    status = status || count == 0 ? status : auk__targets_admit(&world->bodies);
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

static AUK_ALWAYS_INLINE AukStatus set_velocities(AukWorld *world, const AukBodyId *bodies, int count,
                                                  const AukVec2 *velocities, int *skipped)
{
    AukStatus status = check_ids(world, bodies, count, velocities, AUK_FIELD_VELOCITIES, skipped);
    for (int i = 0; i < count && !status; i++) {
        if (!is_skipped(&world->bodies, bodies[i], skipped)) {
            status = auk__fault_vec(&world->fault, velocities[i], AUK_FIELD_VELOCITIES);
            status = auk__fault_at(&world->fault, status, i);
        }
    }
    status = status ? status : check_moving(world, bodies, count, skipped);
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

static AUK_ALWAYS_INLINE AukStatus set_spins(AukWorld *world, const AukBodyId *bodies, int count, const float *spins,
                                             int *skipped)
{
    AukStatus status = check_ids(world, bodies, count, spins, AUK_FIELD_SPINS, skipped);
    for (int i = 0; i < count && !status; i++) {
        if (!is_skipped(&world->bodies, bodies[i], skipped)) {
            status = auk__fault_number(&world->fault, spins[i], AUK_FIELD_SPINS);
            status = auk__fault_at(&world->fault, status, i);
        }
    }
    status = status ? status : check_moving(world, bodies, count, skipped);
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
