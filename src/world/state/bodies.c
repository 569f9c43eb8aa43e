// Bodies: checks of what they are made of, creation and destruction.
#include "world/state/bodies.h"
#include "auk/many.h"
#include "base/predicates.h"
#include "base/zero.h"
#include "world/state/call.h"
#include "world/state/parts.h"
#include "world/state/slot_quarantine.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

#include <string.h>

AukTransform auk__pose_kept(AukTransform pose)
{
    AukVec2 q = auk__one_zero_vec(dvec_to_float(auk__rot_read(pose.q)));
    AukTransform kept = {auk__one_zero_vec(pose.p), {q.x, q.y}};
    return kept;
}

AukStatus auk__response_check(AukResponse response, AukFault *fault)
{
    return auk__fault_enum(fault, (int)response, AUK_RESPONSE_COUNT, AUK_FIELD_RESPONSE);
}

AukStatus auk__bounce_loss_check(float bounce_loss, AukFault *fault)
{
    bool inside = bounce_loss >= 0.0f && bounce_loss <= 1.0f;
    return inside || !auk__is_finite(bounce_loss)
               ? auk__fault_number(fault, bounce_loss, AUK_FIELD_BOUNCE_LOSS)
               : auk__fault_write_bounds(fault, AUK_ERROR_RANGE, AUK_FIELD_BOUNCE_LOSS, (double)bounce_loss, 0.0, 1.0);
}

AukStatus auk__max_speed_check(float max_speed, AukFault *fault)
{
    return auk__fault_size(fault, max_speed, AUK_FIELD_MAX_SPEED);
}

AukBodyId auk__owner_kept(AukBodyId owner)
{
    return auk_body_id_is_null(owner) ? (AukBodyId){0, 0} : owner;
}

AukStatus auk__owner_check(const AukBodies *bodies, AukBodyId owner, AukFault *fault)
{
    bool good = auk_body_id_is_null(owner) || auk__body_of(bodies, owner);
    return auk__fault_body(fault, good, AUK_FIELD_OWNER, owner);
}

// What the motion of a body allows.
static AukStatus body_check_motion(const AukBodyDef *def, AukFault *fault)
{
    bool moves = def->velocity.x != 0.0f || def->velocity.y != 0.0f;
    if (def->motion == AUK_MOTION_STATIC && (moves || def->spin != 0.0f)) {
        return auk__fault_note(fault, AUK_ERROR_STATIC_BODY, moves ? AUK_FIELD_VELOCITY : AUK_FIELD_SPIN);
    }
    return auk__fault_value(fault, auk__response_motion_check(def->response, def->motion), AUK_FIELD_RESPONSE,
                            (double)def->response);
}

AukStatus auk__body_check(const AukBodies *bodies, const AukBodyDef *def, AukFault *fault)
{
    AukStatus status = auk__fault_vec(fault, def->position, AUK_FIELD_POSITION);
    status = status ? status : auk__fault_number(fault, def->angle, AUK_FIELD_ANGLE);
    status = status ? status : auk__fault_vec(fault, def->velocity, AUK_FIELD_VELOCITY);
    status = status ? status : auk__fault_number(fault, def->spin, AUK_FIELD_SPIN);
    status = status ? status : auk__response_check(def->response, fault);
    status = status ? status : auk__bounce_loss_check(def->bounce_loss, fault);
    status = status ? status : auk__max_speed_check(def->max_speed, fault);
    status = status ? status : auk__owner_check(bodies, def->owner, fault);
    status = status ? status : auk__fault_enum(fault, (int)def->motion, AUK_MOTION_COUNT, AUK_FIELD_MOTION);
    status = status ? status : auk__fault_count(fault, def->pierce, 0, INT32_MAX, AUK_FIELD_PIERCE);
    status = status ? status : auk__fault_count(fault, def->bounces, 0, INT32_MAX, AUK_FIELD_BOUNCES);
    return status ? status : body_check_motion(def, fault);
}

AukStatus auk__bodies_reserve(AukBodies *bodies, AukHistory *history, int count)
{
    bool room = auk__slots_reserve(&bodies->slots, count) &&
                auk__buffer_reserve(&bodies->records, sizeof(AukBody), count) &&
                auk__buffer_reserve(&bodies->posed, sizeof(AukPosed), count) &&
                auk__buffer_reserve(&bodies->previous, sizeof(AukTransform), count) &&
                auk__buffer_reserve(&bodies->starts, sizeof(AukTransform), count) &&
                auk__buffer_reserve(&bodies->places, sizeof(int), count) &&
                auk__buffer_reserve(&bodies->first_parts, sizeof(uint32_t), count) &&
                auk__lazy_reserve(&bodies->tallies, sizeof(AukPartTally), count) &&
                auk__lazy_reserve(&bodies->filters, sizeof(AukFilter), count) &&
                auk__lazy_reserve(&bodies->owners, sizeof(AukBodyId), count) &&
                auk__lazy_reserve(&bodies->user_data, sizeof(uint64_t), count) &&
                auk__lazy_reserve(&bodies->targets, sizeof(AukTransform), count) &&
                auk__lazy_reserve(&bodies->traits, sizeof(AukTraits), count) &&
                auk__buffer_reserve(&bodies->movers, sizeof(uint32_t), count) &&
                auk__slot_bits_reserve(&bodies->named, count) && auk__slot_bits_reserve(&bodies->direct, count) &&
                auk__history_reserve(history, count);
    return room ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

AukStatus auk__targets_admit(AukBodies *bodies)
{
    bool admitted = auk__lazy_admit(&bodies->targets, sizeof(AukTransform), &bodies->records);
    return admitted ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

AukStatus auk__tallies_admit(AukBodies *bodies)
{
    AukBuffer tallies = {0};
    if (auk__lazy_exists(&bodies->tallies)) {
        return AUK_OK;
    }
    if (!auk__lazy_admit(&tallies, sizeof(AukPartTally), &bodies->records)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < (uint32_t)bodies->records.count; i++) {
        ((AukPartTally *)tallies.items)[i] = auk__part_tally(bodies, i);
    }
    bodies->tallies = tallies;
    return AUK_OK;
}

const AukBodyZeros auk__body_zeros;

AukStatus auk__bodies_admit(AukWorld *world, const AukBodyNeeds *needs)
{
    AukBodies *bodies = &world->bodies;
    const AukBuffer *records = &bodies->records;
    bool room = (!needs->filters || auk__lazy_admit(&bodies->filters, sizeof(AukFilter), records)) &&
                (!needs->owners || auk__lazy_admit(&bodies->owners, sizeof(AukBodyId), records)) &&
                (!needs->user_data || auk__lazy_admit(&bodies->user_data, sizeof(uint64_t), records)) &&
                (!needs->traits || auk__lazy_admit(&bodies->traits, sizeof(AukTraits), records));
    AukStatus status = room ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
    return status || !needs->filters ? status : auk__broad_admit_masks(world->broad);
}

// Sets what a new body has in the lazy buffers that exist.
static void fill_lazy(AukBodies *bodies, uint32_t index, const AukBodyDef *def)
{
    if (auk__lazy_exists(&bodies->filters)) {
        ((AukFilter *)bodies->filters.items)[index] = def->filter;
    }
    if (auk__lazy_exists(&bodies->owners)) {
        ((AukBodyId *)bodies->owners.items)[index] = auk__owner_kept(def->owner);
    }
    if (auk__lazy_exists(&bodies->user_data)) {
        ((uint64_t *)bodies->user_data.items)[index] = def->user_data;
    }
    if (auk__lazy_exists(&bodies->traits)) {
        AukTraits traits = {.pierce_categories = def->pierce_categories,
                            .bounce_loss = auk__one_zero(def->bounce_loss),
                            .pierce = def->pierce,
                            .bounces = def->bounces,
                            .max_speed = auk__one_zero(def->max_speed)};
        *auk__traits_changed(bodies, index) = traits;
    }
}

void auk__body_set_still(AukBodies *bodies, uint32_t index, AukTransform pose)
{
    *auk__pose(bodies, index) = *auk__previous_pose(bodies, index) = *auk__kept_start(bodies, index) = pose;
    auk__posed(bodies, index)->moves = false;
}

static void fill_body(AukBodies *bodies, AukWrap *wrap, AukBody *body, const AukBodyDef *def)
{
    uint32_t index = auk__body_index(bodies, body);
    memset(body, 0, sizeof *body);
    memset(auk__posed(bodies, index), 0, sizeof(AukPosed));
    auk__slot_bit_set(&bodies->direct, index, false);
    auk__body_set_still(bodies, index, auk__wrap_pose(wrap, auk__pose_kept(auk_transform(def->position, def->angle))));
    body->velocity = auk__one_zero_vec(def->velocity);
    body->spin = auk__one_zero(def->spin);
    body->enabled = !def->disabled;
    body->motion = (uint8_t)def->motion;
    body->response = (uint8_t)def->response;
    *auk__first_part(bodies, body) = AUK_NO_INDEX;
    auk__part_tally_set(bodies, index, AUK_NO_INDEX, 0);
    *auk__mover_place(bodies, index) = -1;
    fill_lazy(bodies, index, def);
}

// Adds a body to the list of movers, or removes it. There is room for all bodies. A new mover gets the index of its own
// number if the list is that long; the mover there goes to the end of the list, where it probably was before. So the
// list stays almost sorted while bodies are created and destroyed, and steps read memory in ascending order.
static void list_mover(AukBodies *bodies, uint32_t index, bool moves)
{
    int *place = auk__mover_place(bodies, index);
    uint32_t *movers = bodies->movers.items;
    if (moves && *place < 0) {
        int last = bodies->movers.count++;
        if (index < (uint32_t)last) {
            movers[last] = movers[index];
            *auk__mover_place(bodies, movers[last]) = last;
            last = (int)index;
        }
        *place = last;
        movers[last] = index;
    } else if (!moves && *place >= 0) {
        uint32_t last = movers[--bodies->movers.count];
        movers[*place] = last;
        *auk__mover_place(bodies, last) = *place;
        *place = -1;
    }
}

void auk__body_set_motion(AukBodies *bodies, uint32_t index, AukMotion motion)
{
    AukBody *body = auk__body(bodies, index);
    bodies->swept_count += (motion == AUK_MOTION_SWEPT) - (body->motion == AUK_MOTION_SWEPT);
    body->motion = (uint8_t)motion;
    list_mover(bodies, index, motion != AUK_MOTION_STATIC);
}

AukBodyId auk__body_place(AukWorld *world, const AukBodyDef *def, uint32_t vertex_block)
{
    uint32_t index = auk__slots_take(&world->bodies.slots, auk__body_slot_records(&world->bodies));
    if (index == (uint32_t)world->bodies.records.count) {
        world->bodies.records.count++;
    }
    fill_body(&world->bodies, &world->wrap, auk__body(&world->bodies, index), def);
    auk__history_born(world, index);
    world->bodies.swept_count += def->motion == AUK_MOTION_SWEPT;
    list_mover(&world->bodies, index, def->motion != AUK_MOTION_STATIC);
    if (def->shape.kind != AUK_SHAPE_NONE) {
        AukShapeDef shape;
        memset(&shape, 0, sizeof shape);
        shape.shape = def->shape;
        shape.sensor = def->sensor;
        shape.proximity = def->proximity;
        shape.one_way = def->one_way;
        (void)auk__part_place(world, index, &shape, vertex_block);
    }
    return auk__body_id(&world->bodies, index);
}

void auk__body_forget(AukWorld *world, uint32_t index)
{
    AukBody *body = auk__body(&world->bodies, index);
    auk__parts_remove_all(world, index);
    auk__body_meet_all(world, index);
    auk__body_set_motion(&world->bodies, index, AUK_MOTION_STATIC);
    if (auk__lazy_exists(&world->bodies.traits)) { // the traits of all slots are saved
        *auk__traits_changed(&world->bodies, index) = auk__body_zeros.traits;
    }
    auk__slots_retire(&world->bodies.slots, index);
    AukSlotRecords records = auk__body_slot_records(&world->bodies);
    body->quarantined = auk__quarantine_holds_body(world, index);
    if (body->quarantined) {
        auk__slot_list_add(&world->bodies.quarantined, records, index);
    } else {
        auk__slots_free(&world->bodies.slots, records, index);
    }
}

AukBodyId auk_body_create(AukWorld *world, const AukBodyDef *def)
{
    AukBodyId id = {0, 0};
    (void)auk__answer_single(world, AUK_CALL_NAME_BODY_CREATE, auk_body_create_many(world, def, 1, &id));
    return id;
}

AukStatus auk_body_destroy(AukWorld *world, AukBodyId body)
{
    return auk__answer_single(world, AUK_CALL_NAME_BODY_DESTROY, auk_body_destroy_many(world, &body, 1));
}

bool auk_body_exists(const AukWorld *world, AukBodyId body)
{
    return world && auk__body_of(&world->bodies, body);
}

int auk_world_body_count(const AukWorld *world)
{
    return world ? world->bodies.slots.live_count : 0;
}

int auk_world_get_bodies(const AukWorld *world, AukBodyId *out, int capacity)
{
    if (!world || !out) {
        return auk_world_body_count(world);
    }
    int count = 0;
    for (uint32_t i = 0; i < (uint32_t)world->bodies.records.count && count < capacity; i++) {
        if (world->bodies.slots.live[i]) {
            out[count++] = auk__body_id(&world->bodies, i);
        }
    }
    return count;
}

void auk__bodies_release(AukBodies *bodies)
{
    AukBuffer *buffers[] = {&bodies->records, &bodies->posed,     &bodies->previous,    &bodies->starts,
                            &bodies->places,  &bodies->tallies,   &bodies->first_parts, &bodies->filters,
                            &bodies->owners,  &bodies->user_data, &bodies->targets,     &bodies->traits,
                            &bodies->movers,  &bodies->named,     &bodies->direct};
    for (int i = 0; i < AUK_COUNT_OF(buffers); i++) {
        auk__buffer_free(buffers[i]);
    }
    auk__slots_release(&bodies->slots);
}
