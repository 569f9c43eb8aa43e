// No step reads conveyors: without a solver there is no friction. Movers do, and games that move their bodies
// themselves. Invariant: each conveyor is the head of a living shape, and its velocity is not {0}.
#include "world/state/conveyors.h"
#include "auk/shapes.h"

#include "base/predicates.h"
#include "base/zero.h"
#include "world/state/bodies.h"
#include "world/state/call.h"
#include "world/state/part_list.h"
#include "world/state/parts.h"

// A surface is perpendicular to a conveyor's velocity if the sine of the angle that is missing is below this number.
#define CONVEYOR_ACROSS 0x1p-20

AukVec2 auk__conveyor(const AukConveyors *conveyors, uint32_t head)
{
    const AukConveyor *found = auk__part_list_find(&conveyors->list, sizeof *found, head);
    return found ? found->velocity : auk_vec(0.0f, 0.0f);
}

static bool has_grid(const AukWorld *world, uint32_t body)
{
    uint32_t part = *auk__first_part(&world->bodies, auk__body(&world->bodies, body));
    while (part != AUK_NO_INDEX && !auk__part_is_grid(&world->parts, part)) {
        part = auk__part_next(&world->parts, part);
    }
    return part != AUK_NO_INDEX;
}

// Of the parts of the body and the conveyors of the world the fewer are looked at: the ground may be a chain of very
// many edges. All parts are walked last, and only where a grid conveys: it may continue one of the body.
bool auk__conveyors_on(const AukWorld *world, uint32_t body)
{
    const AukConveyors *conveyors = &world->conveyors;
    const AukConveyor *items = conveyors->list.items;
    const int count = conveyors->list.count;
    uint32_t at = *auk__first_part(&world->bodies, auk__body(&world->bodies, body));
    for (int i = 0; i < count && at != AUK_NO_INDEX && !auk__part_is_grid(&world->parts, at); i++) {
        if (auk__is_not_zero(auk__conveyor(conveyors, at))) {
            return true;
        }
        at = auk__part_next(&world->parts, at);
    }
    if (at == AUK_NO_INDEX) {
        return false;
    }
    bool grids_convey = world->parts.kinds.conveying > 0;
    for (int i = 0; i < count; i++) {
        uint32_t part = items[i].shape.index;
        if (auk__part(&world->parts, part)->body == body) {
            return true;
        }
        grids_convey = grids_convey || auk__part_is_grid(&world->parts, part);
    }
    return grids_convey && has_grid(world, body);
}

AukDvec auk__conveyor_along(AukDvec velocity, AukDvec normal)
{
    AukDvec along = dvec(normal.y, -normal.x);
    double speed = dvec_length(velocity), part = dvec_dot(velocity, along);
    if (fabs(part) <= CONVEYOR_ACROSS * speed) {
        return dvec(0.0, 0.0);
    }
    return dvec_scale(part > 0.0 ? speed : -speed, along);
}

void auk__conveyor_set(AukConveyors *conveyors, AukShapeId shape, AukVec2 velocity)
{
    if (auk__is_not_zero(velocity)) {
        AukConveyor *conveyor = auk__part_list_add(&conveyors->list, sizeof *conveyor, shape.index);
        conveyor->shape = shape;
        conveyor->velocity = auk__one_zero_vec(velocity);
    } else {
        auk__part_list_remove(&conveyors->list, sizeof(AukConveyor), shape.index);
    }
}

bool auk__conveyors_reserve(AukConveyors *conveyors, int count)
{
    return auk__buffer_reserve(&conveyors->list, sizeof(AukConveyor), count);
}

void auk__conveyors_release(AukConveyors *conveyors)
{
    auk__buffer_free(&conveyors->list);
}

AukStatus auk_world_shape_set_conveyor(AukWorld *world, AukShapeId shape, AukVec2 velocity)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_CONVEYOR, &shape, &velocity);
    AukFault *fault = &world->fault;
    AukStatus status = auk__fault_shape(fault, auk__part_of(&world->parts, shape) != NULL, AUK_FIELD_SHAPE, shape);
    status = status ? status : auk__fault_vec(fault, velocity, AUK_FIELD_VELOCITY);
    if (!status && !auk__conveyors_reserve(&world->conveyors, world->conveyors.list.count + 1)) {
        status = AUK_ERROR_OUT_OF_MEMORY;
    }
    if (!status) {
        auk__conveyor_set(&world->conveyors, shape, velocity);
    }
    return auk__answer(world, status);
}

AukVec2 auk_world_shape_get_conveyor(const AukWorld *world, AukShapeId shape)
{
    bool exists = auk_world_shape_exists(world, shape);
    return exists ? auk__conveyor(&world->conveyors, shape.index) : auk_vec(0.0f, 0.0f);
}

AukVec2 auk_world_shape_get_conveyor_along(const AukWorld *world, AukShapeId shape, AukVec2 normal)
{
    AukVec2 velocity = auk_world_shape_get_conveyor(world, shape);
    double length = dvec_length(dvec_from(normal));
    if (!auk__is_not_zero(velocity) || !auk__is_finite_vec(normal) || length == 0.0) {
        return auk_vec(0.0f, 0.0f);
    }
    AukTransform pose = *auk__pose(&world->bodies, auk__part(&world->parts, shape.index)->body);
    AukDtransform transform = auk__dtransform(pose, pose.p);
    AukDvec turned = auk__dtransform_rotate(&transform, dvec_from(velocity));
    return dvec_to_float(auk__conveyor_along(turned, dvec_scale(1.0 / length, dvec_from(normal))));
}
