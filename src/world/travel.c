// Where bodies go during a step, and the boxes that follow from it. All motion is even: position and angle change
// linearly from the pose before to the pose after, so whatever needs a pose in between computes it from `AukTravel`.
#include "base/predicates.h"
#include "base/trig.h"
#include "geom/bounds.h"
#include "geom/toi.h"
#include "world/parts.h"
#include "world/step.h"

#include <string.h>

// A path of the target: straight there, turning the shorter way round.
static void travel_to_target(const AukBody *body, AukTravel *travel)
{
    AukRot from = body->pose.q, to = body->target.q;
    double c = (double)from.c * to.c + (double)from.s * to.s;
    double s = (double)from.c * to.s - (double)from.s * to.c;
    travel->next = body->target;
    travel->way = dvec_sub(dvec_from(body->target.p), dvec_from(body->pose.p));
    travel->turn = auk__angle_of(c, s);
}

static void travel_by_velocity(const AukBody *body, float dt, AukTravel *travel)
{
    travel->way = dvec_scale(dt, dvec_from(body->velocity));
    travel->turn = (double)body->spin * dt;
    AukPlace start = auk__place(body->pose, auk_vec(0.0f, 0.0f));
    AukPlace end = auk__path_place(&start, travel->way, travel->turn, 1.0);
    travel->next.p = auk_vec((float)end.x, (float)end.y);
    if (travel->turn != 0.0) {
        double length = sqrt(end.c * end.c + end.s * end.s);
        travel->next.q.c = (float)(end.c / length);
        travel->next.q.s = (float)(end.s / length);
    }
}

AukStatus auk__bodies_advance(AukWorld *world, float dt)
{
    int count = world->bodies.count;
    if (!auk__buffer_resize(&world->travels, sizeof(AukTravel), count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    for (int i = 0; i < count; i++) {
        const AukBody *body = auk__body(world, (uint32_t)i);
        AukTravel *travel = auk__travel(world, (uint32_t)i);
        memset(travel, 0, sizeof *travel);
        travel->next = body->pose;
        travel->velocity = body->velocity;
        travel->spin = body->spin;
        travel->stop = AUK_NOT_STOPPED;
        if (!world->body_slots.live[i] || body->motion == AUK_MOTION_STATIC || dt == 0.0f) {
            continue;
        }
        if (body->has_target) {
            travel_to_target(body, travel);
        } else if (body->velocity.x != 0.0f || body->velocity.y != 0.0f || body->spin != 0.0f) {
            travel_by_velocity(body, dt, travel);
        }
        if (auk__check_vec(travel->next.p) || auk__check_vec(dvec_to_float(travel->way))) {
            return AUK_ERROR_RANGE;
        }
    }
    return AUK_OK;
}

void auk__tighten(AukWorld *world, uint32_t part, AukTransform pose)
{
    ((AukBox *)world->tight.items)[part] = auk__part_box(auk__part(world, part), pose);
}

// A box around everywhere the shape is during the step. Between its two ends a turning point leaves the straight line
// by at most reach * turn^2 / 8, and it is never farther than `reach` from the body's origin.
static AukBox box_of_motion(const AukPart *part, const AukBody *body, const AukTravel *travel, AukBox end)
{
    AukBox start = auk__part_box(part, body->pose);
    AukBox box = auk_box_union(start, end);
    double bulge = part->reach * travel->turn * travel->turn * 0.125;
    if (bulge == 0.0) {
        return box;
    }
    double around = part->reach * (1.0 + 0x1p-20) + part->shape.radius + part->extent * 0x1p-18;
    AukDvec p = dvec_from(body->pose.p), q = dvec_from(travel->next.p);
    double grow = bulge + part->reach * 0x1p-20; // the final rotation is rounded to floats
    AukBox bulged = {{auk__round_down((double)box.min.x - grow), auk__round_down((double)box.min.y - grow)},
                     {auk__round_up((double)box.max.x + grow), auk__round_up((double)box.max.y + grow)}};
    AukBox disc = {
        {auk__round_down((p.x < q.x ? p.x : q.x) - around), auk__round_down((p.y < q.y ? p.y : q.y) - around)},
        {auk__round_up((p.x > q.x ? p.x : q.x) + around), auk__round_up((p.y > q.y ? p.y : q.y) + around)}};
    // both contain the motion, so what they share does too
    box.min.x = bulged.min.x > disc.min.x ? bulged.min.x : disc.min.x;
    box.min.y = bulged.min.y > disc.min.y ? bulged.min.y : disc.min.y;
    box.max.x = bulged.max.x < disc.max.x ? bulged.max.x : disc.max.x;
    box.max.y = bulged.max.y < disc.max.y ? bulged.max.y : disc.max.y;
    return box;
}

static bool has_swept_bodies(const AukWorld *world)
{
    for (int i = 0; i < world->bodies.count; i++) {
        const AukBody *body = auk__body(world, (uint32_t)i);
        if (world->body_slots.live[i] && body->enabled && body->motion == AUK_MOTION_SWEPT &&
            body->first_part != AUK_NO_INDEX) {
            return true;
        }
    }
    return false;
}

void auk__bodies_bounds(AukWorld *world)
{
    // A swept body may meet a moving one anywhere on the way of both, so then all that moves shows its whole way; pairs
    // that are not swept are tested against the tight boxes afterwards.
    bool whole_way = has_swept_bodies(world);
    const AukBox *tight = world->tight.items;
    for (int i = 0; i < world->bodies.count; i++) {
        const AukBody *body = auk__body(world, (uint32_t)i);
        if (!world->body_slots.live[i] || !body->enabled || body->motion == AUK_MOTION_STATIC) {
            continue;
        }
        const AukTravel *travel = auk__travel(world, (uint32_t)i);
        for (uint32_t s = body->first_part; s != AUK_NO_INDEX; s = auk__part(world, s)->next) {
            auk__tighten(world, s, travel->next);
            AukBox box = whole_way ? box_of_motion(auk__part(world, s), body, travel, tight[s]) : tight[s];
            auk__broad_write(world->broad, s, box);
        }
    }
}
