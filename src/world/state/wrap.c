// The arithmetic of worlds that wrap around, and their limits; see wrap.h.
#include "world/state/wrap.h"

#include "base/predicates.h"
#include "geom/local_box.h"
#include "world/state/bodies.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/tile_shape.h"
#include "world/state/world_state.h"

#include <string.h>

// The smallest allowed period, as a fraction of the largest coordinate.
#define WRAP_FINENESS 0x1p-12

// Far above the smallest normal float, so that positions in the rectangle have all their digits.
#define LEAST_PERIOD 0x1p-120

// The maximum width of a grid of tiles, in periods.
#define GRID_PERIODS 2.0

// ---- arithmetic ----

// The largest whole number not above x.
static double whole_of(double x)
{
    if (!(fabs(x) < 0x1p52)) {
        return x;
    }
    double cut = (double)(int64_t)x;
    return cut > x ? cut - 1.0 : cut;
}

double auk__wrap_multiple(double d, double period)
{
    return -whole_of(d / period + 0.5) * period;
}

static double wrap_exactly(double x, double min, double period)
{
    return auk__wrap_holds(x, min, period) ? x : x - whole_of((x - min) / period) * period;
}

AukDvec auk__wrap_exact(const AukWrap *wrap, AukDvec p)
{
    return dvec(wrap_exactly(p.x, wrap->min.x, wrap->period.x), wrap_exactly(p.y, wrap->min.y, wrap->period.y));
}

static float wrap_number(double x, double min, double period)
{
    float f = (float)wrap_exactly(x, min, period);
    return auk__wrap_holds((double)f, min, period) ? f : auk__round_up(min);
}

AukVec2 auk__wrap_point(const AukWrap *wrap, AukDvec p)
{
    return auk_vec(wrap_number(p.x, wrap->min.x, wrap->period.x), wrap_number(p.y, wrap->min.y, wrap->period.y));
}

AukBox auk__box_moved(AukBox box, AukDvec shift)
{
    if (shift.x != 0.0) {
        box.min.x = auk__round_down((double)box.min.x + shift.x);
        box.max.x = auk__round_up((double)box.max.x + shift.x);
    }
    if (shift.y != 0.0) {
        box.min.y = auk__round_down((double)box.min.y + shift.y);
        box.max.y = auk__round_up((double)box.max.y + shift.y);
    }
    return box;
}

// ---- pairs ----

// The middle of the box of a part. For a grid: the middle of the cell, with its body in that pose, moved by half of
// `delta`.
static AukDvec middle_of(const AukParts *parts, AukBox box, uint32_t index, int child, AukTransform pose, AukDvec delta)
{
    const AukPart *part = auk__part(parts, index);
    if (part->form != AUK_FORM_TILES) {
        return auk__box_middle(box);
    }
    AukDtransform transform = auk__part_dtransform(part, auk__part_local(parts, index), pose, auk_vec(0.0f, 0.0f));
    AukDtransform cell = auk__cell_dtransform(auk__tiles(parts, index), child);
    transform = auk__dtransform_compose(&transform, &cell);
    return dvec_mul_add(dvec(transform.x, transform.y), 0.5, delta);
}

AukDvec auk__wrap_after_of(const AukWorld *world, const AukPair *pair)
{
    AukDvec none = {0.0, 0.0};
    AukTransform a = *auk__next_pose(&world->bodies, pair->body_a), b = *auk__next_pose(&world->bodies, pair->body_b);
    AukBox box_a = auk__tight_box(&world->parts, pair->part_a), box_b = auk__tight_box(&world->parts, pair->part_b);
    AukDvec from = middle_of(&world->parts, box_a, pair->part_a, pair->child_a, a, none);
    AukDvec to = middle_of(&world->parts, box_b, pair->part_b, pair->child_b, b, none);
    return auk__wrap_nearest(&world->wrap, dvec_sub(to, from));
}

AukDvec auk__wrap_before_of(const AukWorld *world, const AukPair *pair)
{
    AukTransform a = *auk__start_pose(&world->bodies, pair->body_a), b = *auk__start_pose(&world->bodies, pair->body_b);
    AukDvec delta_a = auk__body_displacement(&world->wrap, &world->bodies, pair->body_a),
            delta_b = auk__body_displacement(&world->wrap, &world->bodies, pair->body_b);
    const AukBox *whole = world->wrap.whole.items;
    AukDvec from = middle_of(&world->parts, whole[pair->part_a], pair->part_a, pair->child_a, a, delta_a);
    AukDvec to = middle_of(&world->parts, whole[pair->part_b], pair->part_b, pair->child_b, b, delta_b);
    return auk__wrap_nearest(&world->wrap, dvec_sub(to, from));
}

AukDvec auk__wrap_before_parts(const AukWrap *wrap, uint32_t part_a, uint32_t part_b)
{
    const AukBox *whole = wrap->whole.items;
    return auk__wrap_nearest(wrap, dvec_sub(auk__box_middle(whole[part_b]), auk__box_middle(whole[part_a])));
}

AukDvec auk__wrap_changing(const AukWorld *world, const AukPair *pair)
{
    AukDvec home_a = auk__wrap_home(&world->wrap, &world->bodies, pair->body_a);
    AukDvec home_b = auk__wrap_home(&world->wrap, &world->bodies, pair->body_b);
    return dvec_add(auk__wrap_before(world, pair), dvec_sub(home_b, home_a));
}

// True if two intervals touch, on an axis on which `shift` brings b's middle nearest to a's. Intervals that together
// are as wide as a period always touch.
static bool spans_touch(double min_a, double max_a, double min_b, double max_b, double shift, double period)
{
    return (period > 0.0 && (max_a - min_a) + (max_b - min_b) >= period) ||
           (min_b + shift <= max_a && max_b + shift >= min_a);
}

bool auk__wrap_touch(const AukParts *parts, const AukWrap *wrap, uint32_t part_a, uint32_t part_b)
{
    AukBox a = auk__tight_box(parts, part_a), b = auk__tight_box(parts, part_b);
    AukDvec shift = auk__wrap_nearest(wrap, dvec_sub(auk__box_middle(b), auk__box_middle(a)));
    AukDvec period = wrap->period;
    return spans_touch((double)a.min.x, (double)a.max.x, (double)b.min.x, (double)b.max.x, shift.x, period.x) &&
           spans_touch((double)a.min.y, (double)a.max.y, (double)b.min.y, (double)b.max.y, shift.y, period.y);
}

// ---- walks ----

static void wrap_set_axis(double min_a, double max_a, double min_b, double max_b, double period, double *first,
                          double *last)
{
    *first = period > 0.0 ? -whole_of((max_b - min_a) / period) : 0.0;
    *last = period > 0.0 ? whole_of((max_a - min_b) / period) : 0.0;
}

AukWrapWalk auk__wrap_walk(const AukWrap *wrap, AukBox a, AukBox b)
{
    AukWrapWalk walk;
    walk.period = wrap->period;
    wrap_set_axis((double)a.min.x, (double)a.max.x, (double)b.min.x, (double)b.max.x, walk.period.x, &walk.first_x,
                  &walk.last_x);
    wrap_set_axis((double)a.min.y, (double)a.max.y, (double)b.min.y, (double)b.max.y, walk.period.y, &walk.y,
                  &walk.last_y);
    walk.x = walk.first_x;
    return walk;
}

static int order_of(double a, double b, double period)
{
    return a + 0.5 * period < b ? -1 : (b + 0.5 * period < a ? 1 : 0);
}

int auk__wrap_order(const AukWrap *wrap, AukDvec a, AukDvec b)
{
    AukDvec period = wrap->period;
    int rows = order_of(a.y, b.y, period.y);
    return rows != 0 ? rows : order_of(a.x, b.x, period.x);
}

AukWrapWalk auk__wrap_walk_parts(const AukParts *parts, const AukWrap *wrap, const AukPair *pair, uint32_t grid,
                                 uint32_t part)
{
    const AukBox *whole = wrap->whole.items;
    return pair->swept && wrap->on ? auk__wrap_walk(wrap, whole[grid], whole[part])
                                   : auk__wrap_walk(wrap, auk__tight_box(parts, grid), auk__tight_box(parts, part));
}

// ---- the query index ----

static double inward(double x, double min, double period)
{
    return auk__wrap_holds(x, min, period) ? 0.0 : -whole_of((x - min) / period) * period;
}

AukDvec auk__wrap_inward_of(const AukWrap *wrap, AukBox box)
{
    AukDvec middle = auk__box_middle(box);
    return dvec(inward(middle.x, wrap->min.x, wrap->period.x), inward(middle.y, wrap->min.y, wrap->period.y));
}

static AukBox rectangle(const AukWrap *wrap, AukDvec wider)
{
    return auk__box_outward(dvec_sub(wrap->min, wider), dvec_add(dvec_add(wrap->min, wrap->period), wider));
}

// A moved box is rounded outwards, so its middle may be outside the rectangle by this fraction of the coordinates.
#define INDEX_SLACK 0x1p-20

static double with_slack(double by, double min, double period)
{
    return by * (1.0 + INDEX_SLACK) + INDEX_SLACK * (fabs(min) + period);
}

AukBox auk__wrap_around(const AukWrap *wrap, AukDvec by)
{
    AukBox box = rectangle(
        wrap, dvec(with_slack(by.x, wrap->min.x, wrap->period.x), with_slack(by.y, wrap->min.y, wrap->period.y)));
    if (wrap->period.x == 0.0) {
        box.min.x = -INFINITY;
        box.max.x = INFINITY;
    }
    if (wrap->period.y == 0.0) {
        box.min.y = -INFINITY;
        box.max.y = INFINITY;
    }
    return box;
}

// A box of an index exceeds the rectangle by half of its width: for a piece at most a quarter of a period, for a grid
// at most a whole period; on a path a quarter more.
AukBox auk__wrap_covered(const AukWrap *wrap, const AukGrid *grid)
{
    double by = 0.5 * auk__grid_widest(grid);
    return auk__wrap_around(wrap, dvec_min(dvec(by, by), dvec_scale(1.25, wrap->period)));
}

// From so many periods on floats are as far apart as images. Images farther than 2^53 could not be counted.
#define FARTHEST_IMAGE 0x1p24

static bool is_near_image(double first, double last)
{
    return first >= -FARTHEST_IMAGE && last <= FARTHEST_IMAGE;
}

AukStatus auk__wrap_images_check_of(const AukWrap *wrap, AukBox box)
{
    AukWrapWalk walk = auk__wrap_walk(wrap, rectangle(wrap, dvec(0.0, 0.0)), box);
    bool near = is_near_image(walk.first_x, walk.last_x) && is_near_image(walk.y, walk.last_y);
    return near && auk__wrap_count(&walk) <= AUK_WRAP_IMAGES_MAX ? AUK_OK : AUK_ERROR_RANGE;
}

// ---- limits ----

// The period is that of the rectangle as it was given: around a far origin both sides may round to one number.
static AukStatus check_axis(double min, double max, double origin)
{
    double period = max - min, far = fabs(min - origin);
    far = fabs(max - origin) > far ? fabs(max - origin) : far;
    if (period < 0.0) {
        return AUK_ERROR_NEGATIVE;
    }
    return period == 0.0 || (period >= WRAP_FINENESS * far && period >= LEAST_PERIOD) ? AUK_OK : AUK_ERROR_RANGE;
}

static AukStatus check_axes(const AukBox *wrap, AukOrigin origin)
{
    AukStatus status = check_axis((double)wrap->min.x, (double)wrap->max.x, origin.x);
    return status ? status : check_axis((double)wrap->min.y, (double)wrap->max.y, origin.y);
}

bool auk__wrap_may_move(const AukWorld *world, AukOrigin origin)
{
    return check_axes(&world->def.wrap, origin) == AUK_OK;
}

// Notes the least `max` that the rectangle may have on an axis beside no wrap at all.
static AukStatus check_def_axis(double min, double max, AukField axis, AukFault *fault)
{
    AukStatus status = check_axis(min, max, 0.0);
    double low = min;
    if (status == AUK_ERROR_RANGE) { // where the period is WRAP_FINENESS of the coordinate that is farther out
        low = fmax(min > 0.0 ? min / (1.0 - WRAP_FINENESS) : min - WRAP_FINENESS * min, min + LEAST_PERIOD);
    }
    return status ? auk__fault_write_bounds(fault, status, axis, max, low, (double)INFINITY) : AUK_OK;
}

AukStatus auk__wrap_check_def(const AukBox *wrap, AukFault *fault)
{
    AukStatus status = auk__fault_vec(fault, wrap->min, AUK_FIELD_MIN);
    status = status ? status : auk__fault_vec(fault, wrap->max, AUK_FIELD_MAX);
    if (!status) {
        status = check_def_axis((double)wrap->min.x, (double)wrap->max.x, AUK_FIELD_X, fault);
        status = status ? status : check_def_axis((double)wrap->min.y, (double)wrap->max.y, AUK_FIELD_Y, fault);
        status = auk__fault_in(fault, status, AUK_FIELD_MAX);
    }
    return status;
}

// The range of floats from the second one inside to the last but one. Rounding to a float keeps the order, so a number
// that is rounded to one of them is in the rectangle too.
static void place_inside(double min, double period, float *low, float *neg_high, float *quarter)
{
    const bool wraps = period > 0.0;
    *low = wraps ? auk__step_float(auk__round_up(min), false, true) : -INFINITY;
    *neg_high = wraps ? -auk__step_float(auk__round_down(min + period), true, true) : -INFINITY;
    *quarter = wraps ? (float)(0.25 * period) : INFINITY;
}

void auk__wrap_place(AukWorld *world)
{
    AukBox rectangle = world->def.wrap;
    AukWrap *wrap = &world->wrap;
    wrap->period = dvec_sub(dvec_from(rectangle.max), dvec_from(rectangle.min));
    wrap->on = wrap->period.x > 0.0 || wrap->period.y > 0.0;
    wrap->min = dvec_sub(dvec_from(rectangle.min), dvec(world->origin.x, world->origin.y));
    AukWrapInside *inside = &wrap->inside;
    place_inside(wrap->min.x, wrap->period.x, &inside->bounds.min_x, &inside->bounds.neg_max_x, &inside->quarter[0]);
    place_inside(wrap->min.y, wrap->period.y, &inside->bounds.min_y, &inside->bounds.neg_max_y, &inside->quarter[1]);
    inside->quarter[2] = inside->quarter[0];
    inside->quarter[3] = inside->quarter[1];
}

void auk__wrap_move(AukWorld *world, AukOrigin origin)
{
    bool moves = origin.x != world->origin.x || origin.y != world->origin.y;
    world->origin = origin;
    auk__wrap_place(world);
    for (uint32_t i = 0; i < (uint32_t)world->parts.records.count && world->wrap.on; i++) {
        if (world->parts.slots.live[i] && moves) {
            auk__part_refresh(world, i);
        } else if (world->parts.slots.live[i]) {
            auk__wrap_join(&world->parts, &world->wrap, i,
                           *auk__pose(&world->bodies, auk__part(&world->parts, i)->body)); // new grids
        }
    }
}

static AukDvec size_of(AukBox box)
{
    return dvec_sub(dvec_from(box.max), dvec_from(box.min));
}

// True if a size is at least that many periods, on some axis.
static bool is_wide(const AukWrap *wrap, AukDvec size, double periods)
{
    AukDvec period = wrap->period;
    return (period.x > 0.0 && size.x >= periods * period.x) || (period.y > 0.0 && size.y >= periods * period.y);
}

// Checks the width of a part of that shape and place on its body.
static AukStatus check_part(const AukWrap *wrap, AukShape shape, AukTransform local, AukTransform pose, double periods)
{
    double extent = auk__shape_measure(&shape, local).extent;
    pose.p = auk_vec(0.0f, 0.0f);
    AukBox box = auk__box_of_shape(&shape, extent, &local, pose);
    return is_wide(wrap, size_of(box), periods) ? AUK_ERROR_RANGE : AUK_OK;
}

AukStatus auk__wrap_check_shape(const AukWrap *wrap, const AukShape *shape, float more_radius, AukTransform local,
                                AukTransform pose)
{
    if (!wrap->on) {
        return AUK_OK;
    }
    AukShape wider = *shape;
    wider.radius += more_radius;
    return check_part(wrap, wider, local, pose, 0.5);
}

// An upper bound of the width of a cell, in any rotation.
static double cell_size(float cell, float radius)
{
    return 1.5 * (double)cell + 2.0 * (double)radius;
}

AukStatus auk__wrap_check_tiles(const AukWrap *wrap, const AukShape *outline, float cell, AukTransform local,
                                AukTransform pose)
{
    double size = cell_size(cell, outline->radius);
    bool wide = is_wide(wrap, dvec(size, size), 0.5);
    return wide ? AUK_ERROR_RANGE : check_part(wrap, *outline, local, pose, GRID_PERIODS);
}

AukStatus auk__wrap_check_part(const AukParts *parts, const AukWrap *wrap, uint32_t index, float more_radius,
                               AukTransform pose)
{
    if (!wrap->on) {
        return AUK_OK;
    }
    const AukPart *part = auk__part(parts, index);
    AukTransform local = *auk__part_local(parts, index);
    AukShape wider = auk__part_shape(parts, part);
    wider.radius += more_radius;
    return part->form == AUK_FORM_TILES
               ? auk__wrap_check_tiles(wrap, &wider, auk__cell_longest(auk__tiles(parts, index)), local, pose)
               : check_part(wrap, wider, local, pose, 0.5);
}

AukStatus auk__wrap_check_parts(const AukWorld *world, uint32_t body, AukTransform pose)
{
    AukStatus status = AUK_OK;
    AukTransform unit = auk__pose_kept(pose);
    uint32_t i = *auk__first_part(&world->bodies, auk__body(&world->bodies, body));
    for (; i != AUK_NO_INDEX && !status; i = auk__part_next(&world->parts, i)) {
        status = auk__part(&world->parts, i)->disabled
                     ? AUK_OK
                     : auk__wrap_check_part(&world->parts, &world->wrap, i, 0.0f, unit);
    }
    return status;
}

bool auk__wrap_admits_place(const AukWorld *world, AukOrigin origin, AukVec2 p)
{
    AukBox box = world->def.wrap;
    AukDvec min = dvec_sub(dvec_from(box.min), dvec(origin.x, origin.y)), period = world->wrap.period;
    return auk__wrap_holds((double)p.x, min.x, period.x) && auk__wrap_holds((double)p.y, min.y, period.y);
}

// The tolerance of widths in restored data. There sums are rounded differently, and a part that a call has accepted
// must not be refused.
#define ADMITTED (1.0 + 0x1p-10)

bool auk__wrap_admits_part(const AukWrap *wrap, const AukShape *shape, float cell, AukTransform local,
                           AukTransform pose)
{
    double size = cell > 0.0f ? cell_size(cell, shape->radius) : 0.0, most = cell > 0.0f ? GRID_PERIODS : 0.5;
    return !is_wide(wrap, dvec(size, size), 0.5 * ADMITTED) && !check_part(wrap, *shape, local, pose, most * ADMITTED);
}

// Checks the box of a path. The path of a grid is the path of each of its cells.
static AukStatus wrap_check_path(const AukParts *parts, const AukWrap *wrap, uint32_t index, AukBox tight, AukBox box)
{
    const AukPart *part = auk__part(parts, index);
    AukDvec size = size_of(box);
    if (part->form == AUK_FORM_TILES) {
        double cell = cell_size(auk__cell_longest(auk__tiles(parts, index)), part->radius);
        if (is_wide(wrap, size_of(tight), GRID_PERIODS)) {
            return AUK_ERROR_RANGE;
        }
        size = dvec_add(dvec_sub(size, size_of(tight)), dvec(cell, cell));
    }
    return is_wide(wrap, size, 0.5) ? AUK_ERROR_RANGE : AUK_OK;
}

// ---- grids ----

// Sizes of grids and rotations by quarter turns are rounded to floats: up to this fraction of a period.
#define JOIN_TOLERANCE 0x1p-20

static bool goes_around(double size, double period)
{
    return period > 0.0 && fabs(size - period) <= JOIN_TOLERANCE * period;
}

AukTileJoins auk__wrap_joins(const AukParts *parts, const AukWrap *wrap, uint32_t index, AukTransform pose)
{
    AukTileJoins joins = {false, false};
    if (auk__part(parts, index)->form != AUK_FORM_TILES) {
        return joins;
    }
    const AukTileGrid *grid = auk__tiles(parts, index);
    const AukRot q = auk_rot_multiply(pose.q, auk__part_local(parts, index)->q);
    const bool along = fabsf(q.s) <= (float)JOIN_TOLERANCE, across = fabsf(q.c) <= (float)JOIN_TOLERANCE;
    if (along || across) { // rows lie along x of the world, or along y
        joins.x = goes_around((double)grid->width * (double)grid->cell.x, along ? wrap->period.x : wrap->period.y);
        joins.y = goes_around((double)grid->height * (double)grid->cell.y, along ? wrap->period.y : wrap->period.x);
    }
    return joins;
}

void auk__wrap_join(AukParts *parts, AukWrap *wrap, uint32_t index, AukTransform pose)
{
    if (auk__part(parts, index)->form == AUK_FORM_TILES) {
        auk__tiles(parts, index)->joins = auk__wrap_joins(parts, wrap, index, pose);
    }
}

// ---- boxes of a step ----

// Sets the boxes only; wrap_broad.c writes to the broad phase.
AukStatus auk__wrap_bound_path(AukWorld *world, uint32_t part, AukBox tight, AukBox box)
{
    ((AukBox *)world->wrap.whole.items)[part] = box;
    auk__wrap_join(&world->parts, &world->wrap, part,
                   *auk__next_pose(&world->bodies, auk__part(&world->parts, part)->body));
    return wrap_check_path(&world->parts, &world->wrap, part, tight, box);
}

AukStatus auk__wrap_bound(AukWorld *world, uint32_t part, AukBox tight, AukBox box)
{
    AukStatus status = auk__wrap_bound_path(world, part, tight, box);
    if (!status) {
        auk__wrap_write(world, part);
    }
    return status;
}

void auk__wrap_widen(AukWrap *wrap, uint32_t part, AukBox box)
{
    AukBox *whole = (AukBox *)wrap->whole.items + part;
    *whole = auk_box_union(*whole, box);
}

bool auk__wrap_may_widen(const AukParts *parts, const AukWrap *wrap, uint32_t part, AukBox box)
{
    AukBox tight = auk__tight_box(parts, part);
    return wrap_check_path(parts, wrap, part, tight, auk_box_union(((const AukBox *)wrap->whole.items)[part], box)) ==
           AUK_OK;
}

// The limit is a quarter of a period, so that the new displacement and the one before it fit into half a period.
AukDvec auk__wrap_slowed(const AukWrap *wrap, AukDvec delta)
{
    AukDvec period = wrap->period;
    double x = period.x > 0.0 ? fabs(delta.x) / (0.25 * period.x) : 0.0;
    double y = period.y > 0.0 ? fabs(delta.y) / (0.25 * period.y) : 0.0, most = x > y ? x : y;
    return most > 1.0 ? dvec_scale(1.0 / most, delta) : delta;
}

void auk__wrap_publish(AukWorld *world)
{
    const uint32_t *movers = world->bodies.movers.items;
    for (int i = 0; i < world->bodies.movers.count; i++) {
        uint32_t s = *auk__first_part(&world->bodies, auk__body(&world->bodies, movers[i]));
        for (; s != AUK_NO_INDEX; s = auk__part_next(&world->parts, s)) {
            ((AukBox *)world->wrap.whole.items)[s] = auk__tight_box(&world->parts, s);
        }
    }
}

void auk__wrap_undo(AukParts *parts, AukWrap *wrap, uint32_t part, AukTransform pose)
{
    if (wrap->on) {
        ((AukBox *)wrap->whole.items)[part] = auk__tight_box(parts, part);
        auk__wrap_join(parts, wrap, part, pose);
    }
}

// ---- public functions ----

AukVec2 auk_world_difference(const AukWorld *world, AukVec2 from, AukVec2 to)
{
    if (!world || auk__check_vec(from) || auk__check_vec(to)) {
        return auk_vec(0.0f, 0.0f);
    }
    return dvec_to_float(auk__wrap_displacement(&world->wrap, from, to));
}

AukVec2 auk_world_wrap_position(const AukWorld *world, AukVec2 position)
{
    const bool valid = world && !auk__check_vec(position);
    return valid ? auk__wrap_point(&world->wrap, dvec_from(position)) : auk_vec(0.0f, 0.0f);
}
