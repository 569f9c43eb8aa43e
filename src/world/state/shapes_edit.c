// Shapes that change in place: their pose on the body, and whether they are enabled.
// Invariant: a call checks all pieces of a shape before it changes the first one.
#include "auk/shapes.h"
#include "base/predicates.h"
#include "world/state/call.h"
#include "world/state/parts.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

#include <string.h>

// Checks the width of a piece at another place on its body, in a world that wraps around.
static AukStatus check_local(const AukWorld *world, uint32_t index, AukTransform local)
{
    const AukPart *part = auk__part(&world->parts, index);
    AukTransform pose = *auk__pose(&world->bodies, part->body);
    AukShape shape = auk__part_shape(&world->parts, part);
    return part->form == AUK_FORM_TILES
               ? auk__wrap_check_tiles(&world->wrap, &shape, auk__cell_longest(auk__tiles(&world->parts, index)), local,
                                       pose)
               : auk__wrap_check_shape(&world->wrap, &shape, 0.0f, local, pose);
}

AukStatus auk_world_shape_set_local_pose(AukWorld *world, AukShapeId shape, AukTransform pose)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_LOCAL_POSE, &shape, &pose);
    AukFault *fault = &world->fault;
    AukStatus status = auk__fault_shape(fault, auk__part_of(&world->parts, shape) != NULL, AUK_FIELD_SHAPE, shape);
    status = status ? status : auk__fault_pose(fault, pose, AUK_FIELD_POSE);
    AukTransform local = auk__pose_kept(pose);
    for (uint32_t i = shape.index; world->wrap.on && !status && i != AUK_NO_INDEX;
         i = auk__part_next_piece(&world->parts, i)) {
        status = auk__fault_wide(fault, check_local(world, i, local), AUK_FIELD_POSE);
    }
    const AukPartNeeds needs = {.locals = !auk__is_centred(local)};
    status = status ? status : auk__parts_admit(world, &needs);
    for (uint32_t i = status ? AUK_NO_INDEX : shape.index; i != AUK_NO_INDEX;
         i = auk__part_next_piece(&world->parts, i)) {
        auk__part_set_local(world, i, local);
    }
    return auk__answer(world, status);
}

AukTransform auk_world_shape_get_local_pose(const AukWorld *world, AukShapeId shape)
{
    AukTransform none;
    memset(&none, 0, sizeof none);
    const AukPart *part = world ? auk__part_of(&world->parts, shape) : NULL;
    return part ? *auk__part_local(&world->parts, shape.index) : none;
}

// Checks the width of a shape that was disabled, at the pose of its body.
static AukStatus check_pieces(const AukWorld *world, AukShapeId shape)
{
    uint32_t body = auk__part(&world->parts, shape.index)->body;
    const bool enabled = auk__body(&world->bodies, body)->enabled;
    AukStatus status = AUK_OK;
    for (uint32_t i = shape.index; enabled && !status && i != AUK_NO_INDEX;
         i = auk__part_next_piece(&world->parts, i)) {
        status = auk__wrap_check_part(&world->parts, &world->wrap, i, 0.0f, *auk__pose(&world->bodies, body));
    }
    return status;
}

AukStatus auk_world_shape_set_enabled(AukWorld *world, AukShapeId shape, bool enabled)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_ENABLED, &shape, &enabled);
    const AukPart *part = auk__part_of(&world->parts, shape);
    AukStatus status = auk__fault_shape(&world->fault, part != NULL, AUK_FIELD_SHAPE, shape);
    bool changes = part && part->disabled == enabled;
    if (changes && enabled && world->wrap.on) {
        status = auk__fault_wide(&world->fault, check_pieces(world, shape), AUK_FIELD_SHAPE);
    }
    for (uint32_t i = changes && !status ? shape.index : AUK_NO_INDEX; i != AUK_NO_INDEX;
         i = auk__part_next_piece(&world->parts, i)) {
        auk__part_set_enabled(world, i, enabled);
    }
    return auk__answer(world, status);
}

bool auk_world_shape_is_enabled(const AukWorld *world, AukShapeId shape)
{
    const AukPart *part = world ? auk__part_of(&world->parts, shape) : NULL;
    return part && !part->disabled;
}
