// Conveyors: before a mover moves by its own velocity, it walks along the conveyor that it stands on, as fast as that
// goes, over slopes and steps and up to what blocks it. Invariant: a mover that stands on no conveyor is not changed.
#include "base/zero.h"
#include "world/mover/move.h"
#include "world/state/conveyors.h"
#include "world/state/tile_kinds.h"
#include "world/state/tile_seams.h"
#include "world/step/integrate.h"

// The velocity of the conveyor of the plane's piece, along the plane; {0} if it is none.
static AukDvec belt_of(const AukMove *move, const AukMovePlane *plane)
{
    const AukWorld *world = move->world;
    const AukPart *part = auk__part(&world->parts, plane->part);
    AukDvec velocity = auk__piece_conveyor(world, plane->part, plane->child);
    AukTransform pose = auk__body_coming(&world->bodies, &world->wrap, part->body, move->coming);
    AukDtransform transform = auk__dtransform(pose, pose.p);
    return auk__conveyor_along(auk__dtransform_rotate(&transform, velocity), plane->surface);
}

// By shapes, then by pieces.
static bool belt_precedes(const AukParts *parts, const AukMovePlane *a, const AukMovePlane *b)
{
    uint32_t head_a = auk__part_head(parts, a->part), head_b = auk__part_head(parts, b->part);
    return head_a != head_b ? head_a < head_b : a->child < b->child;
}

static bool is_floor_of(const AukMove *move, const AukMovePlane *plane, uint32_t body)
{
    return plane->kind == AUK_MOVER_FLOOR && auk__part(&move->world->parts, plane->part)->body == body;
}

// True if the mover stands on the plane, and it is one of the support's or of a grid that is joined to one of these:
// which of two joined grids is the support must not matter, nor that a cell of the support has just gone.
static bool carries_with_support(const AukMove *move, const AukMovePlane *plane, uint32_t support)
{
    const AukWorld *world = move->world;
    bool carries = is_floor_of(move, plane, support);
    bool is_grid = plane->kind == AUK_MOVER_FLOOR && auk__part_is_grid(&world->parts, plane->part);
    uint32_t own = *auk__first_part(&world->bodies, auk__body(&world->bodies, support));
    for (; is_grid && !carries && own != AUK_NO_INDEX; own = auk__part_next(&world->parts, own)) {
        carries = auk__part_is_grid(&world->parts, own) && auk__seams_join(&world->parts, own, plane->part);
    }
    return carries;
}

// The floor that moves the mover, of several that with the smallest number: gaps to floors side by side differ by
// rounding only. Null if the mover stands on no conveyor.
static const AukMovePlane *conveying_floor(const AukMove *move, uint32_t support)
{
    const AukParts *parts = &move->world->parts;
    const AukMovePlane *best = NULL;
    for (int i = 0; i < move->plane_count; i++) {
        const AukMovePlane *plane = &move->planes[i];
        bool moves = carries_with_support(move, plane, support) &&
                     dvec_size(auk__piece_conveyor(move->world, plane->part, plane->child)) > 0.0;
        if (moves && (!best || belt_precedes(parts, plane, best))) {
            best = plane;
        }
    }
    return best;
}

AukDvec auk__move_belt(const AukMove *move, uint32_t support)
{
    const AukMovePlane *floor = auk__conveyors_on(move->world, support) ? conveying_floor(move, support) : NULL;
    return floor ? belt_of(move, floor) : dvec(0.0, 0.0);
}

// Walks at a speed along the ground, to the right if it is above 0, and then forgets that it did.
static void walk_along(AukMove *move, double speed)
{
    AukDvec velocity = move->velocity, aim = move->aim;
    double heading = move->heading;
    bool rises = move->rises;
    move->velocity = move->aim = dvec_scale(speed, move->right);
    move->heading = speed;
    move->rises = false;
    move->walks = move->conveyed = true;
    auk__move_slide(move);
    move->velocity = velocity;
    move->aim = aim;
    move->heading = heading;
    move->rises = rises;
    move->walks = move->conveyed = false;
    move->left = 1.0;
    move->fall = 0.0;
    move->met_count = 0;
}

AukStatus auk__move_convey(AukMove *move)
{
    if (move->support == AUK_NO_INDEX || !(move->dt > 0.0f) || !auk__conveyors_on(move->world, move->support)) {
        return AUK_OK;
    }
    auk__move_depenetrate(move);
    AukDvec along = auk__move_stand(move) ? auk__move_belt(move, move->support) : dvec(0.0, 0.0);
    double speed = dvec_length(along), forward = dvec_dot(along, move->right);
    if (speed * (double)move->dt > (double)AUK_COORDINATE_MAX ||
        auk__move_way_check(move, dvec_scale((double)move->dt, along))) {
        return AUK_ERROR_RANGE;
    }
    if (speed > 0.0) {
        move->travel += speed * (double)move->dt;
        walk_along(move, forward < 0.0 ? -speed : speed);
    }
    return AUK_OK;
}
