// A shape's index is its slot in the broad phase and in the grid, so nothing is looked up. Everything that may fail for
// lack of memory happens before the first change.
#include "world/parts.h"

#include "base/alloc.h"
#include "base/predicates.h"
#include "geom/bounds.h"

#include <string.h>

// Touching ends above 2 tau = size * 2^-20, and the size of a pair that near is at most 2.83 times the larger extent
// (the extents being coordinates, a corner is sqrt 2 away): growing each box by this much of its own extent covers it.
#define CONTACT_MARGIN (3.0 * 0x1p-20)

AukBox auk__part_box(const AukPart *part, AukTransform pose)
{
    AukCore core;
    auk__part_core(part, pose, pose.p, &core);
    return auk__core_bounds(&core, pose.p, part->extent * CONTACT_MARGIN);
}

void auk__part_refresh(AukWorld *world, uint32_t index)
{
    const AukPart *part = auk__part(world, index);
    const AukBody *body = auk__body(world, part->body);
    AukBox box = auk__part_box(part, body->pose);
    ((AukBox *)world->tight.items)[index] = box;
    if (!body->enabled) {
        auk__broad_set(world->broad, index, box, AUK_BROAD_NONE);
        auk__grid_remove(&world->grid, index);
        return;
    }
    AukBroadClass class = body->motion == AUK_MOTION_STATIC ? AUK_BROAD_STATIC : AUK_BROAD_MOVING;
    auk__broad_set(world->broad, index, box, class);
    auk__grid_set(&world->grid, index, box);
}

AukStatus auk__parts_reserve(AukWorld *world, int count)
{
    bool room = auk__slots_reserve(&world->shape_slots, count) &&
                auk__buffer_reserve(&world->parts, sizeof(AukPart), count) &&
                auk__buffer_reserve(&world->resting_parts, sizeof(uint32_t), count) &&
                auk__buffer_reserve(&world->tight, sizeof(AukBox), count);
    if (!room) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    // these grow to exactly what is asked, so ask for what the arrays have grown to
    int capacity = world->parts.capacity;
    AukStatus status = auk__broad_reserve(world->broad, capacity);
    return status ? status : (auk__grid_reserve(&world->grid, capacity) ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY);
}

// Checks a shape as thoroughly as its constructor: it may have been put together by hand.
static AukStatus check_shape(const AukShape *shape)
{
    AukStatus status = auk__shape_check(shape);
    if (!status && shape->kind == AUK_SHAPE_POLYGON) {
        status = auk_shape_polygon(shape->core.polygon.vertices, shape->core.polygon.count, shape->radius).status;
    }
    return status;
}

static bool filter_is_given(AukFilter filter)
{
    return filter.category != 0 || filter.ignore != 0 || filter.group != 0;
}

static void append(AukWorld *world, uint32_t body_index, uint32_t index)
{
    AukBody *body = auk__body(world, body_index);
    if (body->last_shape == AUK_NO_INDEX) {
        body->first_shape = index;
    } else {
        auk__part(world, body->last_shape)->next = index;
    }
    body->last_shape = index;
    body->shape_count++;
}

AukStatus auk__part_add(AukWorld *world, uint32_t body, const AukShapeDef *def, AukShapeId *id)
{
    AukStatus status = check_shape(&def->shape);
    status = status ? status : auk__check_vec(def->position);
    status = status ? status : auk__check_number(def->angle);
    status = status ? status : auk__parts_reserve(world, world->shape_slots.count + 1);
    if (status) {
        return status;
    }
    uint32_t geometry = AUK_NO_INDEX;
    AukShape shape = def->shape;
    if (shape.kind == AUK_SHAPE_POLYGON) {
        if (!auk__geometry_acquire(&world->geometries, shape.core.polygon.vertices, shape.core.polygon.count,
                                   &geometry)) {
            return AUK_ERROR_OUT_OF_MEMORY;
        }
        shape.core.polygon.vertices = auk__geometry_vertices(&world->geometries, geometry);
    }
    uint32_t index = auk__slots_take(&world->shape_slots);
    if (index == (uint32_t)world->parts.count) {
        world->parts.count++;
        world->tight.count++;
    }
    AukPart *part = auk__part(world, index);
    memset(part, 0, sizeof *part);
    part->shape = shape;
    AukTransform local = auk_transform(def->position, def->angle);
    part->local = auk__place(local, auk_vec(0.0f, 0.0f));
    part->filter = def->filter;
    part->has_filter = filter_is_given(def->filter);
    part->sensor = def->sensor;
    part->body = body;
    part->next = AUK_NO_INDEX;
    part->geometry = geometry;
    part->user_data = def->user_data;
    AukCore core;
    AukPlace identity = {0.0, 0.0, 1.0, 0.0};
    auk__core_init(&core, &shape, identity);
    part->extent = auk__core_extent(&core);
    part->reach = auk__core_reach(&core, &part->local);
    append(world, body, index);
    auk__part_refresh(world, index);
    *id = auk__shape_id(world, index);
    return AUK_OK;
}

// Forgets a shape that is no longer in its body's list.
static void discard(AukWorld *world, uint32_t index)
{
    AukPart *part = auk__part(world, index);
    auk__broad_set(world->broad, index, ((AukBox *)world->tight.items)[index], AUK_BROAD_NONE);
    auk__grid_remove(&world->grid, index);
    if (part->geometry != AUK_NO_INDEX) {
        auk__geometry_drop(&world->geometries, part->geometry);
        part->geometry = AUK_NO_INDEX;
    }
    auk__slots_retire(&world->shape_slots, index);
    part->quarantined = part->named != 0 && part->named == world->steps;
    if (part->quarantined) {
        *(uint32_t *)auk__buffer_push(&world->resting_parts, sizeof(uint32_t)) = index;
    } else {
        auk__slots_free(&world->shape_slots, index);
    }
}

void auk__parts_remove_all(AukWorld *world, uint32_t body_index)
{
    AukBody *body = auk__body(world, body_index);
    for (uint32_t i = body->first_shape; i != AUK_NO_INDEX;) {
        uint32_t next = auk__part(world, i)->next;
        discard(world, i);
        i = next;
    }
    body->first_shape = body->last_shape = AUK_NO_INDEX;
    body->shape_count = 0;
}

AukShapeId auk_body_add_shape(AukWorld *world, AukBodyId body, const AukShapeDef *def)
{
    AukShapeId id = {0, 0};
    if (!world) {
        return id;
    }
    AukStatus status = auk__body_of(world, body) ? (def ? AUK_OK : AUK_ERROR_NULL) : AUK_ERROR_STALE_ID;
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
    if (!auk__body_of(world, body) || !points || count < 3 || count > AUK_VERTEX_COUNT_MAX) {
        auk__answer(world,
                    !auk__body_of(world, body) ? AUK_ERROR_STALE_ID : (!points ? AUK_ERROR_NULL : AUK_ERROR_COUNT));
        return id;
    }
    AukVec2 *hull = auk__reallocate(NULL, (size_t)count * sizeof *hull);
    if (!hull) {
        auk__answer(world, AUK_ERROR_OUT_OF_MEMORY);
        return id;
    }
    int hull_count = auk_hull(points, count, hull);
    AukStatus status = hull_count < 0 ? (AukStatus)-hull_count : AUK_OK;
    if (!status) {
        AukShapeDef polygon;
        memset(&polygon, 0, sizeof polygon);
        if (def) {
            polygon = *def;
        }
        polygon.shape = auk_shape_polygon(hull, hull_count, def ? def->shape.radius : 0.0f);
        status = auk__part_add(world, body.index, &polygon, &id);
    }
    auk__release(hull);
    auk__answer(world, status);
    return id;
}

AukStatus auk_body_remove_shape(AukWorld *world, AukShapeId shape)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AukPart *part = auk__part_of(world, shape);
    if (!part) {
        return auk__answer(world, AUK_ERROR_STALE_ID);
    }
    AukBody *body = auk__body(world, part->body);
    uint32_t previous = AUK_NO_INDEX;
    for (uint32_t i = body->first_shape; i != shape.index; i = auk__part(world, i)->next) {
        previous = i;
    }
    if (previous == AUK_NO_INDEX) {
        body->first_shape = part->next;
    } else {
        auk__part(world, previous)->next = part->next;
    }
    if (body->last_shape == shape.index) {
        body->last_shape = previous;
    }
    body->shape_count--;
    discard(world, shape.index);
    return auk__answer(world, AUK_OK);
}

int auk_body_get_shapes(const AukWorld *world, AukBodyId id, AukShapeId *out, int capacity)
{
    const AukBody *body = world ? auk__body_of(world, id) : NULL;
    if (!body) {
        return 0;
    }
    if (!out) {
        return body->shape_count;
    }
    int count = 0;
    for (uint32_t i = body->first_shape; i != AUK_NO_INDEX && count < capacity; i = auk__part(world, i)->next) {
        out[count++] = auk__shape_id(world, i);
    }
    return count;
}

bool auk_shape_exists(const AukWorld *world, AukShapeId shape)
{
    return world && auk__part_of(world, shape);
}

AukBodyId auk_shape_get_body(const AukWorld *world, AukShapeId shape)
{
    AukBodyId none = {0, 0};
    const AukPart *part = world ? auk__part_of(world, shape) : NULL;
    return part ? auk__body_id(world, part->body) : none;
}

AukShape auk_shape_get(const AukWorld *world, AukShapeId shape)
{
    AukShape none;
    memset(&none, 0, sizeof none);
    const AukPart *part = world ? auk__part_of(world, shape) : NULL;
    return part ? part->shape : none;
}

AukTransform auk_shape_get_pose(const AukWorld *world, AukShapeId shape)
{
    AukTransform pose;
    memset(&pose, 0, sizeof pose);
    const AukPart *part = world ? auk__part_of(world, shape) : NULL;
    if (part) {
        AukPlace body = auk__place(auk__body(world, part->body)->pose, auk_vec(0.0f, 0.0f));
        AukPlace place = auk__place_compose(&body, &part->local);
        pose.p = auk_vec((float)place.x, (float)place.y);
        pose.q.c = (float)place.c;
        pose.q.s = (float)place.s;
    }
    return pose;
}

bool auk_shape_is_sensor(const AukWorld *world, AukShapeId shape)
{
    const AukPart *part = world ? auk__part_of(world, shape) : NULL;
    return part && part->sensor;
}

uint64_t auk_shape_get_user_data(const AukWorld *world, AukShapeId shape)
{
    const AukPart *part = world ? auk__part_of(world, shape) : NULL;
    return part ? part->user_data : 0;
}

AukStatus auk_shape_set_filter(AukWorld *world, AukShapeId shape, AukFilter filter)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AukPart *part = auk__part_of(world, shape);
    if (part) {
        part->filter = filter;
        part->has_filter = filter_is_given(filter);
    }
    return auk__answer(world, part ? AUK_OK : AUK_ERROR_STALE_ID);
}

AukStatus auk_shape_set_sensor(AukWorld *world, AukShapeId shape, bool sensor)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AukPart *part = auk__part_of(world, shape);
    if (part) {
        part->sensor = sensor;
    }
    return auk__answer(world, part ? AUK_OK : AUK_ERROR_STALE_ID);
}
