// The public calls for shapes of bodies. A shape is one or several convex pieces under one id.
#include "base/alloc.h"
#include "base/predicates.h"
#include "world/state/call.h"
#include "world/state/parts.h"
#include "world/state/query_index.h"
#include "world/state/tile_seams.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

#include <string.h>

AukShapeId auk_body_add_shape(AukWorld *world, AukBodyId body, const AukShapeDef *def)
{
    AukShapeId id = {0, 0};
    if (!world) {
        return id;
    }
    AUK_RECORD(world, AUK_CALL_BODY_ADD_SHAPE, &body, def);
    AukStatus status = auk__fault_body(&world->fault, auk__body_of(&world->bodies, body) != NULL, AUK_FIELD_BODY, body);
    status = status ? status : auk__fault_pointer(&world->fault, def, AUK_FIELD_DEF);
    auk__answer(world, status ? status : auk__part_add(world, body.index, def, &id));
    return id;
}

AukShapeId auk_body_add_polygon(AukWorld *world, AukBodyId body, const AukVec2 *points, int count,
                                const AukShapeDef *def)
{
    AukShapeId id = {0, 0};
    if (!world) {
        return id;
    }
    AUK_RECORD(world, AUK_CALL_BODY_ADD_POLYGON, &body, &count, points, def);
    AukFault *fault = &world->fault;
    AukStatus status = auk__fault_body(fault, auk__body_of(&world->bodies, body) != NULL, AUK_FIELD_BODY, body);
    status = status ? status : auk__fault_pointer(fault, points, AUK_FIELD_POINTS);
    status = status ? status : auk__fault_count(fault, count, 3, AUK_VERTEX_COUNT_MAX, AUK_FIELD_COUNT);
    if (status) {
        auk__answer(world, status);
        return id;
    }
    AukVec2 *hull = auk__reallocate(NULL, (size_t)count * sizeof *hull);
    if (!hull) {
        auk__answer(world, AUK_ERROR_OUT_OF_MEMORY);
        return id;
    }
    int hull_count = auk_hull(points, count, hull);
    status = auk__fault_points(fault, hull_count < 0 ? (AukStatus)-hull_count : AUK_OK, points, count);
    status = status || !def ? status : auk__def_radius_check(def, fault);
    if (!status) {
        AukShapeDef polygon;
        memset(&polygon, 0, sizeof polygon);
        if (def) {
            polygon = *def;
        }
        polygon.shape = auk_shape_polygon(hull, hull_count, def ? def->shape.radius : 0.0f);
        status = auk__part_add(world, body.index, &polygon, &id);
        status = fault->kind == AUK_FAULT_WIDE ? auk__fault_wide(fault, status, AUK_FIELD_POINTS) : status;
    }
    auk__release(hull);
    auk__answer(world, status);
    return id;
}

AukStatus auk_world_shape_remove(AukWorld *world, AukShapeId shape)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_REMOVE, &shape);
    if (!auk__part_of(&world->parts, shape)) {
        return auk__answer(world, auk__fault_shape(&world->fault, false, AUK_FIELD_SHAPE, shape));
    }
    auk__parts_remove(world, shape.index);
    return auk__answer(world, AUK_OK);
}

AukShapeId auk_body_get_shape(const AukWorld *world, AukBodyId body)
{
    AukShapeId first = {0, 0};
    (void)auk_body_get_shapes(world, body, &first, 1);
    return first;
}

int auk_body_get_shapes(const AukWorld *world, AukBodyId id, AukShapeId *out, int capacity)
{
    const AukBody *body = world ? auk__body_of(&world->bodies, id) : NULL;
    if (!body) {
        return 0;
    }
    if (!out) {
        return auk__part_tally(&world->bodies, id.index).shape_count;
    }
    int count = 0;
    for (uint32_t i = *auk__first_part(&world->bodies, body); i != AUK_NO_INDEX && count < capacity;
         i = auk__part_next(&world->parts, i)) {
        if (auk__part_head(&world->parts, i) == i) {
            out[count++] = auk__shape_id(&world->parts, i);
        }
    }
    return count;
}

bool auk_world_shape_exists(const AukWorld *world, AukShapeId shape)
{
    return world && auk__part_of(&world->parts, shape);
}

AukBodyId auk_world_shape_get_body(const AukWorld *world, AukShapeId shape)
{
    AukBodyId none = {0, 0};
    const AukPart *part = world ? auk__part_of(&world->parts, shape) : NULL;
    return part ? auk__body_id(&world->bodies, part->body) : none;
}

AukShape auk_world_shape_get(const AukWorld *world, AukShapeId shape)
{
    AukShape none;
    memset(&none, 0, sizeof none);
    const AukPart *part = world ? auk__part_of(&world->parts, shape) : NULL;
    return part ? auk__part_shape(&world->parts, part) : none;
}

AukTransform auk_world_shape_get_pose(const AukWorld *world, AukShapeId shape)
{
    AukTransform pose;
    memset(&pose, 0, sizeof pose);
    const AukPart *part = world ? auk__part_of(&world->parts, shape) : NULL;
    if (part) {
        AukDtransform body = auk__dtransform(*auk__pose(&world->bodies, part->body), auk_vec(0.0f, 0.0f));
        AukDtransform local = auk__dtransform(*auk__part_local(&world->parts, shape.index), auk_vec(0.0f, 0.0f));
        AukDtransform transform = auk__dtransform_compose(&body, &local);
        pose.p = auk_vec((float)transform.x, (float)transform.y);
        pose.q.c = (float)transform.c;
        pose.q.s = (float)transform.s;
    }
    return pose;
}

bool auk_world_shape_is_one_sided(const AukWorld *world, AukShapeId shape)
{
    const AukPart *part = world ? auk__part_of(&world->parts, shape) : NULL;
    return part && part->one_sided;
}

bool auk_world_shape_is_sensor(const AukWorld *world, AukShapeId shape)
{
    const AukPart *part = world ? auk__part_of(&world->parts, shape) : NULL;
    return part && part->sensor;
}

uint64_t auk_world_shape_get_user_data(const AukWorld *world, AukShapeId shape)
{
    const AukPart *part = world ? auk__part_of(&world->parts, shape) : NULL;
    return part ? auk__part_user_data(&world->parts, shape.index) : 0;
}

AukStatus auk_world_shape_set_user_data(AukWorld *world, AukShapeId shape, uint64_t user_data)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_USER_DATA, &shape, &user_data);
    const AukPartNeeds needs = {.user_data = user_data != 0};
    AukStatus status =
        auk__fault_shape(&world->fault, auk__part_of(&world->parts, shape) != NULL, AUK_FIELD_SHAPE, shape);
    status = status ? status : auk__parts_admit(world, &needs);
    if (!status) {
        auk__part_set_user_data(&world->parts, shape.index, user_data);
    }
    return auk__answer(world, status);
}

AukStatus auk_world_shape_set(AukWorld *world, AukShapeId shape, const AukShape *to)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET, &shape, to);
    AukStatus status =
        auk__fault_shape(&world->fault, auk__part_of(&world->parts, shape) != NULL, AUK_FIELD_SHAPE, shape);
    if (!status && (auk__part_next_piece(&world->parts, shape.index) != AUK_NO_INDEX ||
                    auk__part(&world->parts, shape.index)->form != AUK_FORM_CONVEX)) {
        status =
            auk__fault_write_id(&world->fault, AUK_ERROR_UNSUPPORTED, AUK_FIELD_SHAPE, shape.index, shape.generation);
    }
    return auk__answer(world, status ? status : auk__part_reshape(world, shape.index, to));
}

AukFilter auk_world_shape_get_filter(const AukWorld *world, AukShapeId shape)
{
    const AukFilter none = {0, 0, 0};
    const AukPart *part = world ? auk__part_of(&world->parts, shape) : NULL;
    return part ? *auk__part_own_filter(&world->parts, shape.index) : none;
}

AukStatus auk_world_shape_set_filter(AukWorld *world, AukShapeId shape, AukFilter filter)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_FILTER, &shape, &filter);
    const AukPartNeeds needs = {.filters = auk__filter_is_given(filter)};
    AukStatus status =
        auk__fault_shape(&world->fault, auk__part_of(&world->parts, shape) != NULL, AUK_FIELD_SHAPE, shape);
    status = status ? status : auk__parts_admit(world, &needs);
    for (uint32_t i = status ? AUK_NO_INDEX : shape.index; i != AUK_NO_INDEX;
         i = auk__part_next_piece(&world->parts, i)) {
        auk__part_set_own_filter(&world->parts, i, filter);
        auk__part_update_filters(world, i);
    }
    if (!status) {
        auk__part(&world->parts, shape.index)->mixed_filters = false;
    }
    return auk__answer(world, status);
}

AukStatus auk_world_shape_set_sensor(AukWorld *world, AukShapeId shape, bool sensor)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_SENSOR, &shape, &sensor);
    if (!auk__part_of(&world->parts, shape)) {
        return auk__answer(world, auk__fault_shape(&world->fault, false, AUK_FIELD_SHAPE, shape));
    }
    for (uint32_t i = shape.index; i != AUK_NO_INDEX; i = auk__part_next_piece(&world->parts, i)) {
        auk__part(&world->parts, i)->sensor = sensor;
        auk__part_update_direct(&world->bodies, &world->parts, i);
        if (!sensor) {
            auk__part_set_proximity(world, i, 0.0f);
        }
        auk__seams_update(world, i);
        auk__query_index_note(world, i);
    }
    return auk__answer(world, AUK_OK);
}

float auk_world_shape_get_proximity(const AukWorld *world, AukShapeId shape)
{
    return auk_world_shape_exists(world, shape) ? auk__sense(&world->parts, shape.index)->proximity : 0.0f;
}

AukStatus auk_world_shape_set_proximity(AukWorld *world, AukShapeId shape, float proximity)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_PROXIMITY, &shape, &proximity);
    const AukPart *part = auk__part_of(&world->parts, shape);
    if (!part) {
        return auk__answer(world, auk__fault_shape(&world->fault, false, AUK_FIELD_SHAPE, shape));
    }
    const AukSense *sense = auk__sense(&world->parts, shape.index);
    AukShape given = auk__part_shape(&world->parts, part);
    given.radius = auk__given_radius(&world->parts, shape.index);
    AukStatus status = auk__shape_extras_check(&given, part->sensor, proximity, auk_vec(0.0f, 0.0f), &world->fault);
    AukTransform pose = *auk__pose(&world->bodies, part->body);
    for (uint32_t i = shape.index; i != AUK_NO_INDEX && !status; i = auk__part_next_piece(&world->parts, i)) {
        status = auk__wrap_check_part(&world->parts, &world->wrap, i, proximity - sense->proximity, pose);
        status = auk__fault_wide(&world->fault, status, AUK_FIELD_PROXIMITY);
    }
    const AukPartNeeds needs = {.extras = proximity != 0.0f};
    status = status ? status : auk__parts_admit(world, &needs);
    for (uint32_t i = status ? AUK_NO_INDEX : shape.index; i != AUK_NO_INDEX;
         i = auk__part_next_piece(&world->parts, i)) {
        auk__part_set_proximity(world, i, proximity);
    }
    return auk__answer(world, status);
}

AukVec2 auk_world_shape_get_one_way(const AukWorld *world, AukShapeId shape)
{
    return auk_world_shape_exists(world, shape) ? *auk__one_way(&world->parts, shape.index) : auk_vec(0.0f, 0.0f);
}

AukStatus auk_world_shape_set_one_way(AukWorld *world, AukShapeId shape, AukVec2 one_way)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_ONE_WAY, &shape, &one_way);
    const AukPart *part = auk__part_of(&world->parts, shape);
    AukStatus status = auk__fault_shape(&world->fault, part != NULL, AUK_FIELD_SHAPE, shape);
    if (part) {
        AukShape given = auk__part_shape(&world->parts, part);
        status = auk__shape_extras_check(&given, true, 0.0f, one_way, &world->fault);
    }
    const AukPartNeeds needs = {.extras = auk__is_not_zero(one_way)};
    status = status ? status : auk__parts_admit(world, &needs);
    for (uint32_t i = status ? AUK_NO_INDEX : shape.index; i != AUK_NO_INDEX;
         i = auk__part_next_piece(&world->parts, i)) {
        auk__part_set_one_way(&world->parts, i, one_way);
        auk__seams_update(world, i);
    }
    return auk__answer(world, status);
}
