// The motion of bodies during a step, and the resulting boxes. Position and angle change linearly from the pose before
// to the pose after; a pose in between is computed from AukBodyPath.
#include "world/step/integrate.h"
#include "base/predicates.h"
#include "base/prefetch.h"
#include "base/trig.h"
#include "geom/rotate.h"
#include "geom/toi.h"
#include "world/state/bodies.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"
#include "world/step/integrate_fast.h"
#include "world/step/response_rules.h"

#include <string.h>

// The motion of a body in a step, before positions are rounded.
typedef struct Motion {
    AukDvec delta;
    double turn;
} Motion;

// The path to a target: straight, with the shorter rotation.
static Motion move_to_target(const AukWrap *wrap, AukTransform pose, AukTransform target, AukTransform *next)
{
    Motion motion = {auk__wrap_displacement(wrap, pose.p, target.p), auk__angle_between(pose.q, target.q)};
    *next = target;
    return motion;
}

static Motion move_by_velocity(const AukWrap *wrap, const AukBody *body, AukTransform pose, float dt,
                               AukTransform *next)
{
    Motion motion = {dvec_scale(dt, dvec_from(body->velocity)), (double)body->spin * dt};
    next->p = auk__wrapped(wrap, dvec_add(dvec_from(pose.p), motion.delta));
    next->q = motion.turn != 0.0 ? auk__rotated(pose.q, motion.turn) : pose.q;
    return motion;
}

// The length of the path is checked too: from one side of the range to the other is too far for one step.
static bool integrate_is_in_range(AukTransform next, const Motion *motion)
{
    return auk__is_in_range_vec(next.p) && auk__is_in_range((float)motion->delta.x) &&
           auk__is_in_range((float)motion->delta.y);
}

static void rest_path(AukCcdWork *ccd, uint32_t index)
{
    const AukBodyPath rest = {.stop = AUK_NOT_STOPPED};
    *auk__body_path(ccd, index) = rest;
}

// The entries of movers are written in each step. All others are at rest, and they stay so while the movers are the
// same bodies: writing them in each step took as long as a quarter of this phase. When the movers have changed, those
// of the last step and new bodies get entries at rest: writing all took 1.5 ms for a bullet that was created among
// 640,000 boxes.
static AukStatus reserve_paths(AukBodies *bodies, AukCcdWork *ccd)
{
    const int count = bodies->records.count, known = ccd->paths.count < count ? ccd->paths.count : count;
    const AukBuffer *movers = &bodies->movers;
    size_t size = (size_t)movers->count * sizeof(uint32_t);
    if (ccd->paths.count == count && ccd->path_movers.count == movers->count &&
        (size == 0 || memcmp(ccd->path_movers.items, movers->items, size) == 0)) {
        return AUK_OK;
    }
    if (!auk__buffer_reserve(&ccd->path_movers, sizeof(uint32_t), movers->count) ||
        !auk__buffer_resize(&ccd->paths, sizeof(AukBodyPath), count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    uint32_t *moved = ccd->path_movers.items;
    for (int i = 0; i < ccd->path_movers.count; i++) {
        if (moved[i] < (uint32_t)known) {
            rest_path(ccd, moved[i]);
        }
    }
    for (int i = known; i < count; i++) {
        rest_path(ccd, (uint32_t)i);
    }
    if (size > 0) {
        memcpy(moved, movers->items, size);
    }
    ccd->path_movers.count = movers->count;
    return AUK_OK;
}

// Finds the next pose of a body and returns its motion.
static Motion find_next_pose(const AukBodies *bodies, const AukWrap *wrap, uint32_t index, float dt, AukTransform *next)
{
    const AukBody *body = auk__body(bodies, index);
    AukTransform pose = *auk__start_pose(bodies, index);
    Motion motion = {{0.0, 0.0}, 0.0};
    *next = pose;
    if (body->has_target && dt > 0.0f) {
        motion = move_to_target(wrap, pose, *auk__target(bodies, index), next);
    } else if (dt > 0.0f && (body->velocity.x != 0.0f || body->velocity.y != 0.0f || body->spin != 0.0f)) {
        motion = move_by_velocity(wrap, body, pose, dt, next);
    }
    return motion;
}

AukTransform auk__body_coming(const AukBodies *bodies, const AukWrap *wrap, uint32_t index, float dt)
{
    const AukBody *body = auk__body(bodies, index);
    if (body->motion != AUK_MOTION_MOVING) {
        return *auk__start_pose(bodies, index); // a swept body may be stopped on its path
    }
    AukTransform next;
    (void)find_next_pose(bodies, wrap, index, dt, &next);
    return next;
}

AukStatus auk__body_depart(AukWorld *world, uint32_t index, float dt)
{
    AukTransform *next = auk__next_pose(&world->bodies, index);
    auk__posed(&world->bodies, index)->moves = false;
    Motion motion = find_next_pose(&world->bodies, &world->wrap, index, dt, next);
    if (world->bodies.swept_count > 0) {
        auk__body_path_start(auk__body_path(&world->ccd, index), auk__body(&world->bodies, index),
                             auk__f64x2_load(&motion.delta.x), motion.turn);
        if (auk__wrap_is_far(&world->wrap, motion.delta)) {
            return AUK_ERROR_RANGE;
        }
    }
    return integrate_is_in_range(*next, &motion) ? AUK_OK : AUK_ERROR_RANGE;
}

// Widens the box of a path that a response may change: a responding body is put in front of surfaces and rounded, which
// may move it slightly out of the box even if its new path is within it.
static AukBox with_margin(const AukParts *parts, uint32_t part, double turn_radius, AukBox box)
{
    float x = -box.min.x > box.max.x ? -box.min.x : box.max.x, y = -box.min.y > box.max.y ? -box.min.y : box.max.y;
    double size = AUK_BOUND_MARGIN * (auk__part_extent(parts, auk__part(parts, part)) + turn_radius);
    return auk__box_widened(box, dvec(size + 0x1p-20 * (double)x, size + 0x1p-20 * (double)y));
}

// A box of the part over the whole step. Between the two ends, a point of a turning part leaves the straight line by at
// most turn_radius * turn^2 / 8, and it is never farther than `turn_radius` from the origin of the body.
static AukBox box_of_motion(const AukWorld *world, uint32_t index, AukBox start, AukBox end)
{
    const AukPart *part = auk__part(&world->parts, index);
    double turn_radius = auk__turn_radius(&world->parts, index);
    const AukBodyPath *path = auk__body_path(&world->ccd, part->body);
    AukDvec home = auk__wrap_home(&world->wrap, &world->bodies, part->body);
    AukBox box = auk_box_union(start, auk__box_shifted(end, home));
    if (auk__may_respond(&world->rules, auk__body(&world->bodies, part->body))) {
        box = with_margin(&world->parts, index, turn_radius, box);
    }
    double bulge = path->turn != 0.0 ? turn_radius * path->turn * path->turn * 0.125 : 0.0;
    if (bulge == 0.0) {
        return box;
    }
    double around = auk__part_disc_radius(&world->parts, part, turn_radius);
    AukDvec p = dvec_from(auk__start_pose(&world->bodies, part->body)->p),
            q = dvec_add(dvec_from(auk__next_pose(&world->bodies, part->body)->p), home);
    // the final rotation is rounded to floats
    AukBox bulged = auk__box_grown(box, bulge + turn_radius * 0x1p-20), disc = auk__box_of_points(p, q, around);
    // both boxes contain the motion, so their intersection does too
    box.min.x = bulged.min.x > disc.min.x ? bulged.min.x : disc.min.x;
    box.min.y = bulged.min.y > disc.min.y ? bulged.min.y : disc.min.y;
    box.max.x = bulged.max.x < disc.max.x ? bulged.max.x : disc.max.x;
    box.max.y = bulged.max.y < disc.max.y ? bulged.max.y : disc.max.y;
    return box;
}

AukBox auk__part_path_box(AukWorld *world, uint32_t index, AukBox tight)
{
    AukTransform start = *auk__start_pose(&world->bodies, auk__part(&world->parts, index)->body);
    return box_of_motion(world, index, auk__box_at(&world->parts, index, start), tight);
}

// The tight boxes of a part at both ends of a step. If its body does not rotate, both are its local box, placed.
typedef struct EndBoxes {
    AukBox start, end;
} EndBoxes;

static inline EndBoxes end_boxes(AukWorld *world, uint32_t index, const AukPart *part)
{
    EndBoxes boxes;
    AukTransform start = *auk__start_pose(&world->bodies, part->body);
    AukTransform next = *auk__next_pose(&world->bodies, part->body);
    if (part->centred && memcmp(&next.q, &start.q, sizeof next.q) == 0) {
        AukLocalBox local = auk__part_local_box(&world->parts, part, next.q);
        boxes.start = auk__local_box_placed(local, start.p);
        boxes.end = auk__local_box_placed(local, next.p);
        auk__tight_bounds(&world->parts)[index] = auk__bounds_of(boxes.end);
        auk__body_stir(auk__body(&world->bodies, part->body));
    } else {
        boxes.start = auk__box_at(&world->parts, index, start);
        boxes.end = auk__tighten(&world->bodies, &world->parts, index, next);
    }
    return boxes;
}

// Tells the broad phase the path of a part, unless the part turns: then its points are not on straight paths.
static void bound_path(AukWorld *world, uint32_t index)
{
    const AukPart *part = auk__part(&world->parts, index);
    EndBoxes ends = end_boxes(world, index, part);
    const AukBodyPath *path = auk__body_path(&world->ccd, part->body);
    AukVec2 from = auk__start_pose(&world->bodies, part->body)->p, to = auk__next_pose(&world->bodies, part->body)->p;
    AukBroadPath flight = {to.x - from.x, to.y - from.y}, none = {0.0f, 0.0f};
    bool straight = path->turn == 0.0 || auk__turn_radius(&world->parts, index) == 0.0;
    AukBox box = box_of_motion(world, index, ends.start, ends.end);
    auk__broad_write_path(world->broad, index, box, straight ? flight : none);
}

// A swept body may meet a moving one anywhere on the paths of both. If any body is swept, the broad phase therefore
// gets the boxes of whole paths. Pairs that are not swept are tested against the tight boxes afterwards.
static AukStatus bound_body(AukWorld *world, uint32_t index)
{
    const AukBody *body = auk__body(&world->bodies, index);
    uint32_t s = body->enabled ? *auk__first_part(&world->bodies, body) : AUK_NO_INDEX;
    AukStatus status = AUK_OK;
    for (; s != AUK_NO_INDEX && !status; s = auk__part_next(&world->parts, s)) {
        if (auk__part(&world->parts, s)->disabled) {
            continue;
        }
        if (world->bodies.swept_count > 0 && !world->wrap.on) {
            bound_path(world, s);
            continue;
        }
        AukBox tight = auk__tighten(&world->bodies, &world->parts, s, *auk__next_pose(&world->bodies, index));
        AukBox box = world->bodies.swept_count > 0
                         ? auk__part_path_box(world, s, tight)
                         : auk__box_shifted(tight, auk__wrap_home(&world->wrap, &world->bodies, index));
        status = auk__broad_bound(world, s, tight, box);
    }
    return status;
}

AukStatus auk__body_advance(AukWorld *world, uint32_t index, float dt)
{
    AukStatus status = auk__body_depart(world, index, dt);
    return status ? status : bound_body(world, index); // at once, while the body is in the cache
}

// True for a body of one centred part that flies straight by its velocity, or rests, in a world with swept bodies.
static inline bool flies_straight(const AukWorld *world, const AukBody *body, float dt)
{
    return world->bodies.swept_count > 0 && !world->wrap.on && body->fast_path != AUK_FAST_PATH_NONE &&
           !body->has_target && body->spin == 0.0f && dt > 0.0f;
}

// auk__body_advance() for such a body. Both ends of the path have one local box, so the second takes a few additions;
// with what the general form reads and decides, a bullet took three times as long here.
// Invariant: the same bits.
static inline AukStatus advance_flyer(AukWorld *world, uint32_t index, AukBody *body, float dt)
{
    const AukTransform *begun = auk__start_pose(&world->bodies, index);
    AukPosed *posed = auk__posed(&world->bodies, index);
    AukF32x4 pose = auk__f32x4_load(&begun->p.x);
    AukF64x2 from = auk__f64x2_of_low(pose);
    AukF64x2 delta = auk__f64x2_mul(auk__f64x2_both(dt), auk__f64x2_load_point(&body->velocity.x));
    AukF32x4 ends = auk__straight_end(from, delta);
    posed->moves = false;
    auk__f32x4_store(&posed->pose.p.x, auk__f32x4_join(ends, pose));
    auk__body_path_start(auk__body_path(&world->ccd, index), body, delta, 0.0);
    if (!auk__f32x4_within(ends, AUK_COORDINATE_MAX)) {
        return AUK_ERROR_RANGE;
    }
    auk__body_stir(body);
    uint32_t part = *auk__first_part(&world->bodies, body);
    AukLocalBox local =
        auk__lone_local_box(posed, (AukPairs4Class)posed->plain, &world->parts, part, world->vertices.entries.items);
    AukF32x4 end = auk__f32x4_negate_high(auk__local_box_at(local, auk__f64x2_of_low(ends)));
    AukF32x4 path = auk__f32x4_min(auk__f32x4_negate_high(auk__local_box_at(local, from)), end);
    auk__f32x4_store(&auk__tight_bounds(&world->parts)[part].min_x, end);
    AukBox box;
    auk__f32x4_store(&box.min.x, auk__f32x4_negate_high(path));
    if (auk__may_respond(&world->rules, body)) {
        box = with_margin(&world->parts, part, auk__turn_radius(&world->parts, part), box);
    }
    AukBroadPath flight = {posed->pose.p.x - begun->p.x, posed->pose.p.y - begun->p.y};
    auk__broad_write_path(world->broad, part, box, flight);
    return AUK_OK;
}

AukStatus auk__body_advance_swept(AukWorld *world, uint32_t index, float dt)
{
    AukBody *body = auk__body(&world->bodies, index);
    return flies_straight(world, body, dt) ? advance_flyer(world, index, body, dt)
                                           : auk__body_advance(world, index, dt);
}

static void advance_range(void *context, AukRange *range)
{
    const AukAdvance *advance = context;
    AukWorld *world = advance->world;
    const uint32_t *movers = world->bodies.movers.items;
    for (int i = range->first; i < range->end; i++) {
        auk__body_start(&world->bodies, movers[i]);
        if (range->status) {
            continue;
        }
        if (i + AUK_PREFETCH_AHEAD < range->end) {
            AUK_PREFETCH(auk__posed(&world->bodies, movers[i + AUK_PREFETCH_AHEAD]));
            AUK_PREFETCH(auk__part(&world->parts, movers[i + AUK_PREFETCH_AHEAD])); // mostly the same index
        }
        range->status = auk__body_advance_swept(world, movers[i], advance->dt);
    }
}

void auk__bodies_arrive(AukBodies *bodies)
{
    AukBuffer previous = bodies->starts;
    bodies->starts = bodies->previous;
    bodies->previous = previous;
    bodies->departed = false;
}

void auk__bodies_return(AukBodies *bodies, AukParts *parts, AukWrap *wrap)
{
    const uint32_t *movers = bodies->movers.items;
    for (int i = 0; i < bodies->movers.count && bodies->departed; i++) {
        const AukBody *body = auk__body(bodies, movers[i]);
        AukTransform start = *auk__next_pose(bodies, movers[i]) = *auk__start_pose(bodies, movers[i]);
        for (uint32_t s = *auk__first_part(bodies, body); s != AUK_NO_INDEX; s = auk__part_next(parts, s)) {
            (void)auk__tighten(bodies, parts, s, start);
            auk__wrap_undo(parts, wrap, s, start);
        }
    }
    bodies->departed = false;
}

AukStatus auk__bodies_advance(AukWorld *world, float dt)
{
    bool sweeps = world->bodies.swept_count > 0;
    bool fast_paths = dt > 0.0f && 2 * world->bodies.swept_count <= world->bodies.movers.count;
    AukStatus status = sweeps ? reserve_paths(&world->bodies, &world->ccd) : AUK_OK;
    status = status ? status : auk__broad_use_paths(world->broad, sweeps && !world->wrap.on);
    AukAdvance advance = {world, dt, sweeps, !sweeps || world->ccd.knows_rest};
    world->ccd.knows_rest = false;
    world->bodies.departed = !status;
    status = status
                 ? status
                 : auk__parallel_run(&world->parallel, world->bodies.movers.count,
                                     fast_paths ? auk__integrate_fast_range : advance_range, &advance, &world->ranges);
    if (!status) {
        world->ccd.knows_rest = sweeps;
        auk__wrap_ghosts(world);
    }
    return status;
}
