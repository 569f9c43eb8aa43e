// Moves a body as a character. Invariant: the world changes by one auk_body_move_to() at most, and that is made when
// nothing else can fail.
#include "auk/mover.h"

#include "auk/world.h"
#include "world/mover/move.h"
#include "world/state/call.h"

// The shape that walks: the oldest enabled solid. AUK_NO_INDEX if there is none.
static uint32_t walking_part(const AukWorld *world, const AukBody *body)
{
    for (uint32_t i = *auk__first_part(&world->bodies, body); i != AUK_NO_INDEX; i = auk__part_next(&world->parts, i)) {
        if (!auk__part(&world->parts, i)->sensor && !auk__part(&world->parts, i)->disabled) {
            return i;
        }
    }
    return AUK_NO_INDEX;
}

static bool is_one_piece(const AukParts *parts, uint32_t part)
{
    return auk__part(parts, part)->form == AUK_FORM_CONVEX && auk__part_is_whole_shape(parts, part);
}

// The body that may walk, and its shape.
typedef struct Walker {
    AukStatus status;
    const AukBody *body;
    uint32_t part;
} Walker;

static Walker walker_of(const AukWorld *world, AukBodyId id)
{
    Walker walker = {AUK_OK, auk__body_of(&world->bodies, id), AUK_NO_INDEX};
    if (!walker.body) {
        walker.status = AUK_ERROR_STALE_ID;
        return walker;
    }
    walker.part = walking_part(world, walker.body);
    if (walker.body->motion == AUK_MOTION_STATIC) {
        walker.status = AUK_ERROR_STATIC_BODY;
    } else if (walker.part == AUK_NO_INDEX) {
        walker.status = AUK_ERROR_NO_SHAPE;
    } else if (!is_one_piece(&world->parts, walker.part)) {
        walker.status = AUK_ERROR_UNSUPPORTED;
    }
    return walker;
}

// The filter of a query that finds what the shape collides with: a shape without a category has category 1.
static AukFilter walking_filter(const AukWorld *world, uint32_t part)
{
    AukFilter filter = auk__part_filter(&world->bodies, &world->parts, auk__part(&world->parts, part));
    filter.category = auk__filter_category(filter);
    return filter;
}

AukStatus auk_body_walk(AukWorld *world, AukBodyId body, AukMover *mover, float dt, AukMoveReport *report)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_UNRECORDED(world, AUK_CALL_NAME_BODY_WALK);
    AukFault *fault = &world->fault;
    AukStatus status = auk__fault_pointer(fault, mover, AUK_FIELD_MOVER);
    status = status ? status : auk__report_check(report, fault);
    if (status) {
        return auk__answer(world, status);
    }
    Walker walker = walker_of(world, body);
    if (walker.status) {
        (void)auk__fault_write_id(fault, walker.status, AUK_FIELD_BODY, body.index, body.generation);
        return auk__answer(world, walker.status);
    }
    AukMove move;
    AukMoveTrail trail;
    AukMover after = *mover;
    after.shape = auk__part_shape(&world->parts, auk__part(&world->parts, walker.part));
    after.pose = *auk__pose(&world->bodies, body.index);
    after.query.filter = walking_filter(world, walker.part);
    after.query.exclude = body;
    status = auk__move_run(world, &after, *auk__part_local(&world->parts, walker.part), dt, &move,
                           report ? &trail : NULL, fault);
    if (status) {
        return auk__answer(world, status);
    }
    status = auk__answer_single(world, AUK_CALL_NAME_BODY_WALK, auk_body_move_to(world, body, after.pose));
    if (!status) {
        after.shape = mover->shape;
        after.query = mover->query;
        *mover = after;
        auk__report_write(&move, report);
    }
    return status;
}
