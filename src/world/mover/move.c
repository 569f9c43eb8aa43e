// Moves a mover: reads the caller's struct, carries the mover with its support, lets it slide, and writes the struct
// back. Invariant: the struct and the contacts are written only after everything that may be refused.
#include "auk/mover.h"

#include "base/predicates.h"
#include "base/trig.h"
#include "base/zero.h"
#include "world/mover/move.h"
#include "world/state/parts_boxes.h"
#include "world/step/integrate.h"

#include <stddef.h>
#include <string.h>

enum { CARRY_TURNS = 8 };

// In extents of the mover: how far a body that is not its support may travel in a step and still be seen at once.
#define ARRIVALS 4.0

#define SLOPE_LIMIT 0.8
#define HALF_PI 1.57079632679489661923

// Gap per length: the factor of tau. Support functions are less accurate, so custom shapes have a larger gap.
#define MOVE_FINENESS auk__tau(1.0)
#define CUSTOM_FINENESS (16.0 * auk__tau(1.0))

// In gaps: how far around its path a move looks at most for what it touches.
#define GAPS_AROUND 4.0

// The extent of a point, as a fraction of its displacement.
#define POINT 0.0625

// A slope that exceeds the limit by no more than rounding is a floor.
#define SLOPE_SLACK 1e-6

// As a fraction of the speed. A mover that rises faster jumps. A slower rise may be the rounding error of walking with
// an `up` that is not axis-aligned.
#define JUMP 0x1p-12

static AukStatus move_check_path(const AukMover *mover, float dt)
{
    double x = (double)mover->velocity.x * (double)dt, y = (double)mover->velocity.y * (double)dt;
    AukVec2 delta = {(float)x, (float)y}, goal = {(float)(x + mover->pose.p.x), (float)(y + mover->pose.p.y)};
    bool far = !auk__is_in_range(delta.x) || !auk__is_in_range(delta.y) || !auk__is_in_range(goal.x) ||
               !auk__is_in_range(goal.y);
    return far ? AUK_ERROR_RANGE : AUK_OK;
}

// The placement of the shape in a frame around the mover's position.
static AukDtransform transform_of(const AukMover *mover, AukTransform local)
{
    AukDtransform own = auk__dtransform(mover->pose, mover->pose.p), of_shape = auk__dtransform(local, auk_vec(0, 0));
    return auk__is_centred(local) ? own : auk__dtransform_compose(&own, &of_shape);
}

static double fineness_of(const AukSupportShape *core)
{
    return core->custom ? CUSTOM_FINENESS : MOVE_FINENESS;
}

// The size of which gaps are a fraction, nowhere less. In a world that wraps around, gaps are the same everywhere: a
// mover that comes in on the other side, where coordinates may be smaller, still touches the floor that it stood on.
static double least_size_of(const AukWrap *wrap, double extent)
{
    AukDvec max = dvec_add(wrap->min, wrap->period);
    double x = wrap->period.x > 0.0 ? fmax(fabs(wrap->min.x), fabs(max.x)) : 0.0,
           y = wrap->period.y > 0.0 ? fmax(fabs(wrap->min.y), fabs(max.y)) : 0.0;
    return fmax(extent, fmax(x, y));
}

// Checks that a displacement from a place, together with `around` and the search below, crosses no more images than a
// ray may. `size` is that of which gaps are a fraction at least.
static AukStatus check_images(const AukWrap *wrap, const AukSupportShape *core, AukVec2 place, AukDvec delta,
                              double size, double around)
{
    AukBox start = auk__support_shape_around(core, place), end = auk__box_shifted(start, delta);
    // the gap grows on the way along an axis that does not wrap, wherever the mover slides
    double gap = fineness_of(core) * fmax(size, dvec_size(dvec_from(place)) + dvec_length(delta));
    return auk__wrap_images_check(wrap, auk__box_grown(auk_box_union(start, end), around + GAPS_AROUND * gap));
}

// Notes what makes the path too long: the step or the snap, unless the path is too long without them.
static AukStatus check_path_images(const AukWrap *wrap, const AukMover *mover, AukTransform local, float dt,
                                   AukFault *fault)
{
    if (!wrap->on) {
        return AUK_OK;
    }
    AukSupportShape core;
    auk__support_shape_init(&core, &mover->shape, transform_of(mover, local));
    double size = least_size_of(wrap, auk__support_shape_extent(&core));
    AukDvec delta = dvec_scale(dt, dvec_from(mover->velocity));
    double around = (double)mover->step_height + (double)mover->snap;
    AukStatus status = check_images(wrap, &core, mover->pose.p, delta, size, around);
    if (status && !check_images(wrap, &core, mover->pose.p, delta, size, 0.0)) {
        bool steps = mover->step_height >= mover->snap;
        return auk__fault_path(fault, status, steps ? AUK_FIELD_STEP_HEIGHT : AUK_FIELD_SNAP, true);
    }
    return auk__fault_path(fault, status, AUK_FIELD_VELOCITY, true);
}

AukStatus auk__move_way_check(const AukMove *move, AukDvec delta)
{
    const AukWrap *wrap = &move->world->wrap;
    AukDvec way = dvec_mul_add(dvec_add(move->at, delta), (double)move->dt, move->velocity);
    double around = move->step_height + move->snap;
    return wrap->on ? check_images(wrap, &move->core, move->origin, way, move->least_size, around) : AUK_OK;
}

// Notes what is wrong with the query of a mover.
static AukStatus query_fault(AukStatus status, const AukQuery *query, AukFault *fault)
{
    if (status == AUK_ERROR_COUNT) {
        (void)auk__fault_count(fault, query->exclude_count, 0, INT32_MAX, AUK_FIELD_EXCLUDE_COUNT);
    } else {
        (void)auk__fault_note(fault, status, AUK_FIELD_EXCLUDES);
    }
    return auk__fault_in(fault, status, AUK_FIELD_QUERY);
}

// Checks the members of a mover.
static AukStatus check_mover(const AukWorld *world, const AukMover *mover, AukFault *fault)
{
    AukStatus status = query_fault(auk__query_check(&mover->query), &mover->query, fault);
    status = status ? status : auk__fault_note(fault, auk__bounded_shape_check(&mover->shape), AUK_FIELD_SHAPE);
    status = status ? status : auk__fault_pose(fault, mover->pose, AUK_FIELD_POSE);
    status = status ? status : auk__fault_vec(fault, mover->velocity, AUK_FIELD_VELOCITY);
    status = status ? status : auk__fault_vec(fault, mover->up, AUK_FIELD_UP);
    if (!status && !auk__is_finite(mover->slope_limit)) {
        return auk__fault_number(fault, mover->slope_limit, AUK_FIELD_SLOPE_LIMIT);
    }
    status = status ? status : auk__fault_size(fault, mover->step_height, AUK_FIELD_STEP_HEIGHT);
    status = status ? status : auk__fault_size(fault, mover->snap, AUK_FIELD_SNAP);
    if (!status && !(mover->slope_limit >= 0.0f && (double)mover->slope_limit < HALF_PI)) {
        status = auk__fault_write_bounds(fault, AUK_ERROR_RANGE, AUK_FIELD_SLOPE_LIMIT, (double)mover->slope_limit, 0.0,
                                         HALF_PI);
    }
    if (!status && auk__body_of(&world->bodies, mover->support)) {
        status = auk__fault_pose(fault, mover->support_pose, AUK_FIELD_SUPPORT_POSE);
    }
    return status;
}

AukStatus auk__move_check(const AukWorld *world, const AukMover *mover, AukTransform local, float dt, AukFault *fault)
{
    if (!auk__is_duration(dt)) {
        return auk__fault_value(fault, AUK_ERROR_TIME_STEP, AUK_FIELD_DT, (double)dt);
    }
    AukStatus status = check_mover(world, mover, fault);
    if (!status) {
        status = auk__wrap_check_shape(&world->wrap, &mover->shape, 0.0f, local, mover->pose);
        status = auk__fault_wide(fault, status, AUK_FIELD_SHAPE);
    }
    if (!status) {
        status = auk__fault_path(fault, move_check_path(mover, dt), AUK_FIELD_VELOCITY, false);
        status = status ? status : check_path_images(&world->wrap, mover, local, dt, fault);
    }
    return auk__fault_in(fault, status, AUK_FIELD_MOVER);
}

// Notes that a mover would be carried out of range.
static AukStatus move_is_far(const AukWrap *wrap, AukFault *fault, AukStatus status)
{
    return auk__fault_in(fault, auk__fault_path(fault, status, AUK_FIELD_POSE, wrap->on), AUK_FIELD_MOVER);
}

static void move_begin(AukMove *move, const AukWorld *world, const AukMover *mover, AukTransform local, float dt)
{
    memset(move, 0, offsetof(AukMove, met));
    move->near.box = auk__bounds_nowhere();
    move->world = world;
    (void)auk__wanted_init(&move->wanted, &mover->query); // it has been checked
    move->wanted.finds[false] = true;
    move->wanted.finds[true] = false; // movers never meet sensors
    move->dt = move->coming = dt;
    move->origin = auk__wrapped(&world->wrap, dvec_from(mover->pose.p));
    auk__support_shape_init(&move->core, &mover->shape, transform_of(mover, local));
    move->offset = dvec(move->core.transform.x, move->core.transform.y);
    move->local = auk__local_box_of_support(&move->core);
    move->radius = move->core.radius;
    move->extent = auk__support_shape_extent(&move->core);
    if (move->extent == 0.0) { // a point: its displacement is its only length
        move->extent = POINT * dvec_length(dvec_from(mover->velocity)) * (double)dt;
    }
    move->least_size = least_size_of(&world->wrap, move->extent);
    move->arrivals = ARRIVALS * move->extent;
    move->fineness = fineness_of(&move->core);
    AukDvec up = dvec_from(auk__is_not_zero(mover->up) ? mover->up : world->def.up);
    move->up = dvec_scale(1.0 / dvec_length(up), up);
    move->right = dvec(move->up.y, -move->up.x);
    double limit = mover->slope_limit > 0.0f ? (double)mover->slope_limit : SLOPE_LIMIT;
    move->floor_cos = auk__cos_sin(limit).c - SLOPE_SLACK;
    move->step_height = mover->floating ? 0.0 : (double)mover->step_height;
    move->snap = (double)mover->snap;
    move->floating = mover->floating;
    move->velocity = move->aim = dvec_from(mover->velocity);
    move->heading = dvec_dot(move->aim, move->right);
    move->rises = dvec_dot(move->velocity, move->up) > JUMP * dvec_length(move->velocity);
    move->left = 1.0;
    move->travel = dvec_length(move->velocity) * (double)dt;
    move->sink = move->rises ? 0.0 : move->travel; // a jump leads up through floors
    move->walk = move->rises ? 0.0 : fabs(move->heading) * (double)dt;
    move->passed_body = move->support = AUK_NO_INDEX;
}

// The shift to the image of a body at a pose that is nearest to a point, in the move's frame: that of the nearest of
// its parts, which may be many periods away from its position.
static AukDvec shift_to_support(const AukMove *move, uint32_t body, AukTransform pose, AukDvec point)
{
    const AukWorld *world = move->world;
    AukDvec best = {0.0, 0.0};
    double least = INFINITY;
    uint32_t part = world->wrap.on ? *auk__first_part(&world->bodies, auk__body(&world->bodies, body)) : AUK_NO_INDEX;
    for (; part != AUK_NO_INDEX; part = auk__part_next(&world->parts, part)) {
        AukBox box = auk__box_at(&world->parts, part, pose);
        AukDvec apart = dvec_sub(auk__box_middle(box), dvec_add(dvec_from(move->origin), point));
        AukDvec shift = auk__wrap_nearest(&world->wrap, apart);
        AukDvec off = dvec_add(apart, shift), half = dvec_scale(0.5, dvec_sub(dvec_from(box.max), dvec_from(box.min)));
        double gap = dvec_length(dvec(fmax(fabs(off.x) - half.x, 0.0), fmax(fabs(off.y) - half.y, 0.0)));
        if (gap < least) {
            least = gap;
            best = shift;
        }
    }
    return best;
}

// The place of a point that is fixed to a body, after the body has moved from one pose to another; in the move's frame.
static AukDvec carried(const AukMove *move, uint32_t body, AukDvec point, AukTransform before, AukTransform after)
{
    AukDtransform from = auk__dtransform(before, move->origin), to = auk__dtransform(after, move->origin);
    if (before.q.c != after.q.c || before.q.s != after.q.s) { // else all its images go the same way
        auk__dtransform_shift(&from, shift_to_support(move, body, before, point));
    }
    auk__dtransform_shift(&to, auk__wrap_nearest(&move->world->wrap, dvec(to.x - from.x, to.y - from.y)));
    AukDvec local = auk__dtransform_unrotate(&from, dvec_sub(point, dvec(from.x, from.y)));
    return auk__dtransform_apply(&to, local);
}

static bool is_same_pose(AukTransform a, AukTransform b)
{
    return a.p.x == b.p.x && a.p.y == b.p.y && a.q.c == b.q.c && a.q.s == b.q.s;
}

// True if a body still has a shape that may hold the mover. A platform that crumbles, and is put elsewhere in the same
// frame, took its rider along.
static bool may_hold(const AukMove *move, uint32_t body)
{
    const AukWorld *world = move->world;
    uint32_t i = *auk__first_part(&world->bodies, auk__body(&world->bodies, body));
    for (; i != AUK_NO_INDEX; i = auk__part_next(&world->parts, i)) {
        const AukPart *part = auk__part(&world->parts, i);
        if (auk__part_is_enabled(&world->bodies, part) &&
            auk__wanted_finds(&move->wanted, &world->bodies, &world->parts, part)) {
            return true;
        }
    }
    return false;
}

// The point of a mover that its support carries as if it were fixed to it, relative to the mover's position: the middle
// of the core's lower side. For a round mover that is the centre of its lower end, whose distance from the surface
// stays the same. The lowest point itself would make it roll over ground that turns, by the radius times the angle.
static AukDvec sole_of(AukMove *move)
{
    const AukSupportShape *core = auk__move_support_shape(move, dvec(0.0, 0.0), 0.0);
    double low = dvec_dot(auk__support_shape_farthest(core, dvec_neg(move->up)).point, move->up);
    double left = dvec_dot(auk__support_shape_farthest(core, dvec_neg(move->right)).point, move->right);
    double right = dvec_dot(auk__support_shape_farthest(core, move->right).point, move->right);
    return dvec_mul_add(dvec_scale(low, move->up), 0.5 * (left + right), move->right);
}

// Carries the mover with its support, as far as other bodies allow. AUK_ERROR_RANGE if that leads, along an axis that
// does not wrap, to where a gap reaches over too many images.
static AukStatus carry(AukMove *move, const AukMover *mover)
{
    const AukBody *support = auk__body_of(&move->world->bodies, mover->support);
    if (!support || !mover->floor || move->floating || !may_hold(move, mover->support.index)) {
        return AUK_OK;
    }
    move->support = mover->support.index;
    move->support_pose = mover->support_pose;
    AukTransform now = auk__body_coming(&move->world->bodies, &move->world->wrap, move->support, move->dt);
    if (is_same_pose(now, mover->support_pose)) {
        return AUK_OK;
    }
    move->sole = sole_of(move);
    AukDvec sole = dvec_add(move->at, move->sole);
    AukDvec delta = dvec_sub(carried(move, move->support, sole, mover->support_pose, now), sole);
    AukDvec goal = dvec_add(move->at, delta);
    if (auk__move_way_check(move, delta)) {
        return AUK_ERROR_RANGE;
    }
    move->passed_body = move->support;
    double travelled = dvec_length(delta) + 2.0 * move->extent; // so that it is found below however far it goes
    move->arrivals = travelled > move->arrivals ? travelled : move->arrivals;
    for (int i = 0; i < CARRY_TURNS && (delta.x != 0.0 || delta.y != 0.0); i++) {
        auk__move_touch(move);
        delta = auk__move_along(move, delta);
        AukMoveHit hit = auk__move_go(move, delta);
        delta = dvec_scale(1.0 - hit.fraction, delta);
    }
    move->lag = dvec_sub(goal, move->at);
    move->passed_body = AUK_NO_INDEX;
    return AUK_OK;
}

// The contact with a piece that was reported; null if there is none.
static AukMoverContact *reported(AukMove *move, AukShapeId shape, int child)
{
    for (int i = 0; i < move->contact_count; i++) {
        if (auk_shape_id_equal(move->contacts[i].shape, shape) && move->contacts[i].child == child) {
            return &move->contacts[i];
        }
    }
    return NULL;
}

static bool contact_precedes(const AukMoverContact *a, const AukMoverContact *b)
{
    if (a->fraction != b->fraction) {
        return a->fraction < b->fraction;
    }
    if (a->body.index != b->body.index) {
        return a->body.index < b->body.index;
    }
    return a->shape.index != b->shape.index ? a->shape.index < b->shape.index : a->child < b->child;
}

void auk__move_report(AukMove *move, const AukMovePlane *plane)
{
    const AukPart *part = auk__part(&move->world->parts, plane->part);
    auk__move_note_front(move, plane);
    AukMoverContact contact;
    memset(&contact, 0, sizeof contact);
    contact.body = auk__body_id(&move->world->bodies, part->body);
    contact.shape = auk__shape_id(&move->world->parts, auk__part_head(&move->world->parts, plane->part));
    contact.user_data = *auk__body_user_data(&move->world->bodies, part->body);
    contact.child = plane->child;
    contact.kind = plane->kind;
    contact.fraction = (float)auk__move_time(move);
    contact.point = dvec_to_float(dvec_add(dvec_from(move->origin), plane->point));
    contact.normal = dvec_to_float(plane->normal);
    if (reported(move, contact.shape, contact.child)) {
        return;
    }
    if (move->contact_count == AUK_MOVER_CONTACT_MAX) {
        move->limit = true;
        return;
    }
    int i = move->contact_count++;
    for (; i > 0 && contact_precedes(&contact, &move->contacts[i - 1]); i--) {
        move->contacts[i] = move->contacts[i - 1];
    }
    move->contacts[i] = contact;
}

void auk__move_report_again(AukMove *move, const AukMovePlane *plane)
{
    const AukParts *parts = &move->world->parts;
    AukMoverContact *known = reported(move, auk__shape_id(parts, auk__part_head(parts, plane->part)), plane->child);
    if (known) {
        known->kind = plane->kind;
    }
}

// The sides from which a slope holds the mover: 1 from the left, 2 from the right.
static int held_by(const AukMove *move, const AukMovePlane *plane)
{
    double ahead = dvec_dot(plane->normal, move->right);
    return dvec_dot(plane->normal, move->up) > 0x1p-20 ? (ahead > 0.0) + 2 * (ahead < 0.0) : 0;
}

// True if two slopes together hold the mover, although it would slide on each alone. At the end it may touch only one
// of them, where it has gone back and forth between both.
static bool is_held(const AukMove *move)
{
    int sides = 0, met = move->idle < move->met_count ? move->idle : move->met_count;
    for (int i = 0; i < move->plane_count; i++) {
        sides |= held_by(move, &move->planes[i]);
    }
    for (int i = 1; i <= met && i <= AUK_MOVE_MET; i++) {
        sides |= held_by(move, &move->met[(move->met_count - i) % AUK_MOVE_MET]);
    }
    return sides == 3 && !move->floating && !move->rises;
}

// The way of the support since the last move, over the time of this one. The velocity of its body if there is no such
// time, or so little that the quotient is out of range.
static AukVec2 support_velocity(const AukMove *move, const AukMover *before, uint32_t body, AukTransform pose,
                                AukDvec point)
{
    if (move->dt > 0.0f) {
        AukTransform from = body == move->support ? before->support_pose : *auk__pose(&move->world->bodies, body);
        AukDvec delta = dvec_sub(point, carried(move, body, point, pose, from));
        AukVec2 velocity = dvec_to_float(dvec_scale(1.0 / (double)move->dt, delta));
        if (!auk__check_vec(velocity)) {
            return velocity;
        }
    }
    const AukBody *support = auk__body(&move->world->bodies, body);
    AukDtransform transform = auk__dtransform(pose, move->origin);
    auk__dtransform_shift(&transform, shift_to_support(move, body, pose, point));
    AukDvec arm = dvec_sub(point, dvec(transform.x, transform.y));
    return dvec_to_float(dvec_mul_add(dvec_from(support->velocity), support->spin, dvec(-arm.y, arm.x)));
}

bool auk__move_may_press(const AukMove *move, uint32_t body)
{
    const AukBodies *bodies = &move->world->bodies;
    return auk__body(bodies, body)->motion != AUK_MOTION_STATIC ||
           (body == move->support && !is_same_pose(*auk__pose(bodies, body), move->support_pose));
}

static bool is_in_support(const AukMove *move)
{
    double gap = auk__move_gap(move, move->at);
    for (int i = 0; i < move->plane_count && move->support != AUK_NO_INDEX; i++) {
        if (move->planes[i].gap < -gap && auk__part(&move->world->parts, move->planes[i].part)->body == move->support) {
            return true;
        }
    }
    return false;
}

// The pose of a support less the displacement that the mover could not follow, for AukMover.support_pose: there the two
// only touch. From that pose the next move sees on which side of the support the mover was.
static AukTransform touching_pose(const AukMove *move, AukTransform now, AukDvec lag)
{
    now.p = auk__wrapped(&move->world->wrap, dvec_sub(dvec_from(now.p), lag));
    return now;
}

// A mover pressed between its support and another body stays on the support, however deep the support overlaps it.
static void keep_support(const AukMove *move, const AukMover *before, AukMover *mover)
{
    AukTransform now = auk__body_coming(&move->world->bodies, &move->world->wrap, move->support, move->dt);
    mover->floor = true;
    mover->support_pose = touching_pose(move, now, move->lag);
    mover->support_velocity = support_velocity(move, before, move->support, now, dvec_add(move->at, move->sole));
}

static void write_support(const AukMove *move, const AukMover *before, AukMover *mover)
{
    if (move->stuck && is_in_support(move) && auk__move_may_press(move, move->support)) {
        keep_support(move, before, mover);
        return;
    }
    const AukMovePlane *floor = move->floating ? NULL : auk__move_floor(move);
    bool held = !floor && is_held(move);
    mover->floor = (floor && !move->rises) || held;
    memset(&mover->support, 0, sizeof mover->support);
    memset(&mover->support_pose, 0, sizeof mover->support_pose);
    mover->floor_normal = mover->support_velocity = auk_vec(0.0f, 0.0f);
    if (held) {
        mover->floor_normal = dvec_to_float(move->up);
    } else if (mover->floor) {
        uint32_t body = auk__part(&move->world->parts, floor->part)->body;
        mover->floor_normal = dvec_to_float(floor->surface);
        mover->support = auk__body_id(&move->world->bodies, body);
        AukTransform now = auk__body_coming(&move->world->bodies, &move->world->wrap, body, move->dt);
        // a body that presses the mover from the first move on, so that it is no support yet, is shifted by the overlap
        bool presses = floor->gap < -auk__move_gap(move, move->at) && auk__move_may_press(move, body);
        double depth = presses ? -floor->gap : 0.0;
        mover->support_pose = touching_pose(move, now, dvec_scale(depth, floor->normal));
        AukVec2 velocity = support_velocity(move, before, body, now, floor->point);
        mover->support_velocity = auk_vec_add(velocity, dvec_to_float(auk__move_belt(move, body)));
    }
}

static void write_sides(const AukMove *move, AukMover *mover)
{
    mover->wall = mover->ceiling = false;
    mover->wall_normal = mover->ceiling_normal = auk_vec(0.0f, 0.0f);
    for (int i = 0; i < move->plane_count; i++) {
        const AukMovePlane *plane = &move->planes[i];
        if (plane->kind == AUK_MOVER_WALL && !mover->wall) {
            mover->wall = true;
            mover->wall_normal = dvec_to_float(plane->normal);
        } else if (plane->kind == AUK_MOVER_CEILING && !mover->ceiling) {
            mover->ceiling = true;
            mover->ceiling_normal = dvec_to_float(plane->normal);
        }
    }
    if (!mover->wall && dvec_size(move->wall) > 0.0) {
        mover->wall = true;
        mover->wall_normal = dvec_to_float(move->wall);
    }
}

void auk__move_push(const AukWorld *world, AukMover *mover, float coming)
{
    AukMove move;
    move_begin(&move, world, mover, auk_transform_identity(), 1.0f);
    move.coming = coming;
    auk__move_slide(&move);
    AukVec2 goal = auk__wrapped(&world->wrap, dvec_add(dvec_from(move.origin), move.at));
    mover->pose.p = auk__check_vec(goal) ? mover->pose.p : goal;
}

AukStatus auk__move_run(const AukWorld *world, AukMover *mover, AukTransform local, float dt, AukMove *move,
                        AukMoveTrail *trail, AukFault *fault)
{
    AukStatus status = auk__move_check(world, mover, local, dt, fault);
    if (status) {
        return status;
    }
    move_begin(move, world, mover, local, dt);
    if (trail) {
        auk__trail_start(move, trail);
    }
    status = carry(move, mover);
    status = status ? status : auk__move_convey(move);
    if (status) {
        return move_is_far(&world->wrap, fault, status);
    }
    if (mover->drop && !mover->floating) {
        auk__move_find_drops(move, mover->floor);
    }
    move->walks = mover->floor;
    auk__move_slide(move);
    AukMover after = *mover;
    after.pose.p = auk__wrapped(&world->wrap, dvec_add(dvec_from(move->origin), move->at));
    if (auk__check_vec(after.pose.p)) {
        return move_is_far(&world->wrap, fault, AUK_ERROR_RANGE);
    }
    write_support(move, mover, &after);
    write_sides(move, &after);
    after.velocity = dvec_to_float(move->velocity);
    after.moved = world->wrap.on ? dvec_to_float(move->at) : auk_vec_sub(after.pose.p, mover->pose.p);
    after.drop = move->drop_count > 0 && !after.floor;
    after.stuck = move->stuck;
    after.limit = move->limit;
    *mover = after;
    if (trail) {
        auk__trail_finish(move, after.pose.p);
    }
    return AUK_OK;
}

int auk_world_move(const AukWorld *world, AukMover *mover, float dt, AukMoverContact *out, int capacity)
{
    AukMove move;
    if (!world || !mover) {
        return -(int)AUK_ERROR_NULL;
    }
    if (capacity < 0) {
        return -(int)AUK_ERROR_COUNT;
    }
    AukStatus status = auk__move_run(world, mover, auk_transform_identity(), dt, &move, NULL, NULL);
    if (status) {
        return -(int)status;
    }
    int written = move.contact_count < capacity ? move.contact_count : capacity;
    if (!out) {
        return move.contact_count;
    }
    memcpy(out, move.contacts, (size_t)written * sizeof *out);
    return written;
}

AukStatus auk_world_move_report(const AukWorld *world, AukMover *mover, float dt, AukMoveReport *report)
{
    AukMove move;
    AukMoveTrail trail;
    if (!world || !mover) {
        return AUK_ERROR_NULL;
    }
    AukStatus status = auk__report_check(report, NULL);
    status = status ? status
                    : auk__move_run(world, mover, auk_transform_identity(), dt, &move, report ? &trail : NULL, NULL);
    if (!status) {
        auk__report_write(&move, report);
    }
    return status;
}
