// Where the mover and the pieces were when a move began: what was in front of what decides what blocks, what lets pass
// and where a way out may lead. Invariant: nothing here depends on how far the move has come.
#include "world/mover/move.h"
#include "world/step/integrate.h"

#include <string.h>

AukTransform auk__move_pose_before(const AukMove *move, uint32_t body)
{
    return body == move->support ? move->support_pose : *auk__pose(&move->world->bodies, body);
}

AukDvec auk__move_shift_before(const AukMove *move, const AukMoveCursor *cursor, AukTransform before)
{
    AukDvec back = dvec_sub(dvec_from(before.p), dvec_from(cursor->pose.p));
    return dvec_add(cursor->shift, auk__wrap_nearest(&move->world->wrap, back));
}

void auk__move_piece_at(const AukMove *move, const AukMoveCursor *cursor, AukTransform pose, AukSupportShape *core)
{
    auk__piece_support_shape(&cursor->pieces.piece, pose, move->origin, core);
    auk__support_shape_shift(core, auk__move_shift_before(move, cursor, pose));
}

void auk__move_core_before(const AukMove *move, AukSupportShape *core)
{
    auk__support_shape_copy(&move->core, core);
    core->transform.x = move->offset.x;
    core->transform.y = move->offset.y;
    core->radius = move->radius;
}

// True if the last step has put a piece into the mover: its body has moved, rests in the coming step, and overlaps the
// mover. `before`: its pose before that step.
static bool is_put_in(const AukMove *move, const AukMoveCursor *cursor, AukTransform *before)
{
    const AukWorld *world = move->world;
    uint32_t body = cursor->pieces.piece.part->body;
    AukTransform pose = *auk__pose(&world->bodies, body);
    *before = *auk__previous_pose(&world->bodies, body);
    if (body == move->support || !(move->coming > 0.0f) || memcmp(before, &pose, sizeof pose) == 0) {
        return false; // most bodies
    }
    AukTransform coming = auk__body_coming(&world->bodies, &world->wrap, body, move->coming);
    if (memcmp(&coming, &pose, sizeof pose) != 0) {
        return false;
    }
    AukSupportShape core, own;
    auk__move_piece_at(move, cursor, pose, &core);
    auk__move_core_before(move, &own);
    return auk__separation(&core, &own, 0.0, NULL).distance < -auk__move_gap(move, dvec(0.0, 0.0));
}

bool auk__move_has_come(const AukMove *move, const AukMoveCursor *cursor, AukDvec direction, AukTransform *before)
{
    return !(dvec_dot(move->velocity, direction) > 0.0) && is_put_in(move, cursor, before);
}

static AukSeparation separation_before(AukMove *move, const AukMoveCursor *cursor, AukTransform pose, AukGhost ghost)
{
    AukSupportShape other;
    auk__move_piece_at(move, cursor, pose, &other);
    return auk__piece_separation_by(&cursor->pieces.piece, &other, auk__move_support_shape(move, dvec(0.0, 0.0), 0.0),
                                    INFINITY, ghost);
}

AukSeparation auk__move_before(AukMove *move, const AukMoveCursor *cursor, AukGhost ghost)
{
    uint32_t body = cursor->pieces.piece.part->body;
    return separation_before(move, cursor, auk__move_pose_before(move, body), ghost);
}

AukSeparation auk__move_before_push(AukMove *move, const AukMoveCursor *cursor)
{
    AukTransform pose;
    if (!is_put_in(move, cursor, &pose)) {
        pose = auk__move_pose_before(move, cursor->pieces.piece.part->body);
    }
    return separation_before(move, cursor, pose, AUK_GHOST_TURNED);
}

bool auk__move_was_in_front(const AukMove *move, AukSeparation before)
{
    return before.distance >= -auk__move_gap(move, dvec(0.0, 0.0)) && before.distance < INFINITY;
}
