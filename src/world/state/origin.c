// The world's origin, in doubles. A shift moves all coordinates, so that a game of any size computes near zero.
// Invariant: a shift changes absolute positions only. Touches, caches and events hold only pairs and relative
// positions, so they stay valid.
#include "base/fpmode.h"
#include "base/predicates.h"
#include "base/zero.h"
#include "world/state/call.h"
#include "world/state/parts.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

#include <math.h>

typedef struct OriginShift {
    double x, y;
    const AukWorld *wraps; // a world that wraps, once its rectangle has been moved; null before that and for others
} OriginShift;

// To the 24 bits of a float, by arithmetic (Veltkamp's splitting), since gcc 12 drops a conversion to float and back
// when it vectorises two of them.
static double rounded_to_float(double d)
{
    double large = d * (0x1p29 + 1.0);
    return large - (large - d);
}

// A double of 1e15 is a little above AUK_COORDINATE_MAX, and rounded it is that.
static AukStatus check_shift(double d, AukField field, AukFault *fault)
{
    if (!(d - d == 0.0)) {
        return auk__fault_value(fault, AUK_ERROR_NOT_FINITE, field, d);
    }
    double most = (double)AUK_COORDINATE_MAX;
    bool fits = fabs(d) <= 2.0 * most && fabs(rounded_to_float(d)) <= most; // no overflow: a game may trap it
    return fits ? AUK_OK : auk__fault_write_bounds(fault, AUK_ERROR_RANGE, field, d, -most, most);
}

// The part of a shift that can be added to the origin and subtracted from coordinates without rounding of the shift
// itself.
static double exact_shift(double origin, double d)
{
    double moved = origin + rounded_to_float(d);
    return moved - origin;
}

static AukVec2 shifted(AukVec2 p, const OriginShift *shift)
{
    AukDvec moved = dvec((double)p.x - shift->x, (double)p.y - shift->y);
    return auk__one_zero_vec(shift->wraps ? auk__wrap_point(&shift->wraps->wrap, moved) : dvec_to_float(moved));
}

static bool stays_in_range(AukVec2 p, const OriginShift *shift)
{
    AukVec2 moved = shifted(p, shift);
    return auk__is_in_range(moved.x) && auk__is_in_range(moved.y);
}

typedef void (*Visit)(AukVec2 *p, const OriginShift *shift, bool *good);

static void visit_check(AukVec2 *p, const OriginShift *shift, bool *good)
{
    *good = *good && stays_in_range(*p, shift);
}

static void visit_move(AukVec2 *p, const OriginShift *shift, bool *good)
{
    (void)good;
    *p = shifted(*p, shift);
}

// Visits every position that a body has.
static bool visit_body(AukWorld *world, uint32_t index, const OriginShift *shift, Visit visit)
{
    const AukBody *body = auk__body(&world->bodies, index);
    bool good = true;
    visit(&auk__pose(&world->bodies, index)->p, shift, &good);
    visit(&auk__previous_pose(&world->bodies, index)->p, shift, &good);
    if (body->has_target) {
        visit(&auk__target(&world->bodies, index)->p, shift, &good);
    }
    if (world->history.frames > 0) {
        uint64_t born = auk__history_note(&world->history, index)->born;
        for (uint64_t step = auk__history_first(&world->history, world->steps); step <= world->steps; step++) {
            if (born < step) {
                visit(&auk__history_pose(&world->history, index, step)->p, shift, &good);
            }
        }
    }
    return good;
}

static bool visit_bodies(AukWorld *world, const OriginShift *shift, Visit visit)
{
    bool good = true;
    for (uint32_t i = 0; i < (uint32_t)world->bodies.records.count; i++) {
        good = (!world->bodies.slots.live[i] || visit_body(world, i, shift, visit)) && good;
    }
    return good;
}

// Moves the points in the result arrays of the last step.
static void move_points(AukOutput *output, const OriginShift *shift)
{
    AukContact *contacts = output->solids.contacts.items;
    for (int i = 0; i < output->solids.contacts.count; i++) {
        AukManifold *manifold = &contacts[i].manifold;
        for (int k = 0; k < manifold->count; k++) {
            manifold->points[k].point = shifted(manifold->points[k].point, shift);
        }
    }
    AukHit *hits = output->hits.items;
    for (int i = 0; i < output->hits.count; i++) {
        hits[i].point = shifted(hits[i].point, shift);
    }
}

// The origin, the rectangle of a world that wraps around, and every position of a body have to stay in range. The
// rectangle of other worlds is empty. Returns what does not.
static AukShifted shifted_beyond(AukWorld *world, const OriginShift *shift)
{
    double most = (double)AUK_COORDINATE_MAX;
    AukBox wrap = world->def.wrap;
    AukOrigin moved = {world->origin.x + shift->x, world->origin.y + shift->y};
    if (fabs(moved.x) > most || fabs(moved.y) > most) {
        return AUK_SHIFTED_ORIGIN;
    }
    bool rectangle = fabs((double)wrap.min.x - moved.x) <= most && fabs((double)wrap.max.x - moved.x) <= most &&
                     fabs((double)wrap.min.y - moved.y) <= most && fabs((double)wrap.max.y - moved.y) <= most;
    if (!rectangle || !auk__wrap_may_move(world, moved)) {
        return rectangle ? AUK_SHIFTED_COARSE : AUK_SHIFTED_RECTANGLE;
    }
    return visit_bodies(world, shift, visit_check) ? AUK_SHIFTED_NOTHING : AUK_SHIFTED_BODY;
}

static AukStatus move_origin(AukWorld *world, OriginShift shift)
{
    AukShifted beyond = shifted_beyond(world, &shift);
    if (beyond) {
        const OriginShift by_x = {shift.x, 0.0, NULL};
        AukShifted of_x = shifted_beyond(world, &by_x);
        return auk__fault_write_beyond(&world->fault, of_x ? AUK_FIELD_DX : AUK_FIELD_DY, of_x ? shift.x : shift.y,
                                       of_x ? of_x : beyond);
    }
    world->origin.x += shift.x;
    world->origin.y += shift.y;
    auk__wrap_place(world);
    move_points(&world->output, &shift);
    shift.wraps = world;
    (void)visit_bodies(world, &shift, visit_move);
    for (uint32_t i = 0; i < (uint32_t)world->bodies.records.count; i++) {
        auk__body_start(&world->bodies, i);
    }
    for (uint32_t i = 0; i < (uint32_t)world->parts.records.count; i++) {
        if (world->parts.slots.live[i]) {
            auk__part_refresh(world, i);
        }
    }
    auk__history_measure(world); // the shift has rounded coordinates
    return AUK_OK;
}

AukStatus auk_world_shift_origin(AukWorld *world, double dx, double dy, AukOrigin *applied)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHIFT_ORIGIN, &dx, &dy);
    AukStatus status = check_shift(dx, AUK_FIELD_DX, &world->fault);
    status = status ? status : check_shift(dy, AUK_FIELD_DY, &world->fault);
    if (!status) {
        AukFpMode mode = auk__fp_enter();
        OriginShift shift = {exact_shift(world->origin.x, dx), exact_shift(world->origin.y, dy), NULL};
        status = move_origin(world, shift);
        auk__fp_leave(mode);
        if (!status && applied) {
            applied->x = shift.x;
            applied->y = shift.y;
        }
    }
    return auk__answer(world, status);
}

AukOrigin auk_world_get_origin(const AukWorld *world)
{
    AukOrigin none = {0.0, 0.0};
    return world ? world->origin : none;
}
