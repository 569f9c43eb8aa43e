// Worlds that wrap around. Every position lies in the rectangle, and bodies are stored once; only the broad phase has
// boxes of images (wrap_broad.c). A function that compares two positions asks for the shift, by whole periods, that
// brings the second one beside the first, and adds it to the positions in doubles. So nothing is rounded, and a pair at
// a side of the rectangle is as exact as a pair in the middle.
// Invariant: the box of a piece, including its path where bodies are swept, is narrower than half a period. So two
// pieces meet in at most one image, in which the middles of their boxes are nearest: a shift is a function of boxes and
// need not be stored.
//
// A body's path begins at its start pose and may leave the rectangle; its final pose is in the rectangle again. Paths,
// segments and hits are in the frame of the start. Tight boxes and contacts are in the frame of the final pose.
// auk__wrap_home() is the shift from the frame of the final pose to the frame of the start.
#ifndef AUK_WORLD_STATE_WRAP_H
#define AUK_WORLD_STATE_WRAP_H

#include "auk/wrap.h"
#include "broad/box_slots.h"
#include "broad/broad.h"
#include "geom/local_box.h"
#include "world/state/parts_boxes.h"
#include "world/state/pieces.h"
#include "world/state/world_state.h"

// ---- arithmetic ----

double auk__wrap_multiple(double d, double period);

// The shift to add to a distance to make it the shortest one; 0 on axes that do not wrap.
static inline AukDvec auk__wrap_nearest(const AukWrap *wrap, AukDvec d)
{
    AukDvec period = wrap->period, shift = {0.0, 0.0};
    if (period.x > 0.0 && fabs(d.x) > 0.5 * period.x) {
        shift.x = auk__wrap_multiple(d.x, period.x);
    }
    if (period.y > 0.0 && fabs(d.y) > 0.5 * period.y) {
        shift.y = auk__wrap_multiple(d.y, period.y);
    }
    return shift;
}

// True if a displacement is half a period or longer.
static inline bool auk__wrap_is_far(const AukWrap *wrap, AukDvec delta)
{
    AukDvec period = wrap->period;
    return (period.x > 0.0 && fabs(delta.x) >= 0.5 * period.x) || (period.y > 0.0 && fabs(delta.y) >= 0.5 * period.y);
}

// How many times a displacement goes around the world, summed over both axes.
static inline double auk__wrap_turns(const AukWrap *wrap, AukDvec delta)
{
    AukDvec period = wrap->period;
    return (period.x > 0.0 ? fabs(delta.x) / period.x : 0.0) + (period.y > 0.0 ? fabs(delta.y) / period.y : 0.0);
}

// True if a coordinate lies between the sides of the rectangle on an axis, or if the axis does not wrap.
static inline bool auk__wrap_holds(double x, double min, double period)
{
    return period == 0.0 || (x >= min && x < min + period);
}

// True if boxes of these bounds have one image alone, which is in the query index too.
static inline bool auk__wrap_is_inside(const AukWrapInside *inside, AukF32x4 bounds)
{
    AukF32x4 sizes = auk__f32x4_sub(auk__f32x4_flip(bounds), bounds); // width and height, twice
    return auk__f32x4_mask_le_both(auk__bounds_load(&inside->bounds), bounds, sizes,
                                   auk__f32x4_load(inside->quarter)) == AUK_TOUCH_ALL;
}

// True if a body that moves to a place, by a displacement, is not moved to another image. `ends`: the place and the
// displacement.
static inline bool auk__wrap_stays_inside(const AukWrapInside *inside, AukF32x4 ends)
{
    const AukBounds *bounds = &inside->bounds;
    AukF32x4 low = auk__f32x4_make(bounds->min_x, bounds->min_y, -inside->quarter[0], -inside->quarter[1]);
    AukF32x4 high = auk__f32x4_make(-bounds->neg_max_x, -bounds->neg_max_y, inside->quarter[0], inside->quarter[1]);
    return auk__f32x4_mask_le_both(low, ends, ends, high) == AUK_TOUCH_ALL;
}

// The image of a point in the rectangle: in doubles, and rounded once to floats.
AukDvec auk__wrap_exact(const AukWrap *wrap, AukDvec p);
AukVec2 auk__wrap_point(const AukWrap *wrap, AukDvec p);

// What is rounded to -0 is 0.
static inline AukVec2 auk__wrapped(const AukWrap *wrap, AukDvec p)
{
    return auk__one_zero_vec(wrap->on ? auk__wrap_point(wrap, p) : dvec_to_float(p));
}

// The image of a pose in the rectangle.
static inline AukTransform auk__wrap_pose(const AukWrap *wrap, AukTransform pose)
{
    pose.p = auk__wrapped(wrap, dvec_from(pose.p));
    return pose;
}

// The shortest displacement from one position to another.
static inline AukDvec auk__wrap_displacement(const AukWrap *wrap, AukVec2 from, AukVec2 to)
{
    AukDvec delta = dvec_sub(dvec_from(to), dvec_from(from));
    return wrap->on ? dvec_add(delta, auk__wrap_nearest(wrap, delta)) : delta;
}

// The displacement of a body from its start pose to its final pose.
static inline AukDvec auk__body_displacement(const AukWrap *wrap, const AukBodies *bodies, uint32_t index)
{
    return auk__wrap_displacement(wrap, auk__start_pose(bodies, index)->p, auk__next_pose(bodies, index)->p);
}

// The shift to add to positions near a body's final pose, so that they continue the body's path from its start.
static inline AukDvec auk__wrap_home(const AukWrap *wrap, const AukBodies *bodies, uint32_t index)
{
    AukDvec none = {0.0, 0.0};
    if (!wrap->on) {
        return none;
    }
    AukDvec to = dvec_from(auk__next_pose(bodies, index)->p), from = dvec_from(auk__start_pose(bodies, index)->p);
    return auk__wrap_nearest(wrap, dvec_sub(to, from));
}

// Moves a placement. A shift of zero keeps even the sign of a zero coordinate.
static inline void auk__dtransform_shift(AukDtransform *transform, AukDvec shift)
{
    transform->x = shift.x != 0.0 ? transform->x + shift.x : transform->x;
    transform->y = shift.y != 0.0 ? transform->y + shift.y : transform->y;
}

static inline void auk__support_shape_shift(AukSupportShape *core, AukDvec shift)
{
    auk__dtransform_shift(&core->transform, shift);
}

static inline AukDvec auk__box_middle(AukBox box)
{
    return dvec_scale(0.5, dvec_add(dvec_from(box.min), dvec_from(box.max)));
}

// The box moved, rounded outwards.
AukBox auk__box_moved(AukBox box, AukDvec shift);

static inline AukBox auk__box_shifted(AukBox box, AukDvec shift)
{
    return shift.x == 0.0 && shift.y == 0.0 ? box : auk__box_moved(box, shift);
}

// ---- pairs ----

// The shift to add to b of a pair to bring it beside a. "After": both bodies at their final poses. "Before": both on
// their paths, which begin at their start poses. auk__wrap_changing(), below: both at their final poses, while these
// are still being changed.
AukDvec auk__wrap_after_of(const AukWorld *world, const AukPair *pair);
AukDvec auk__wrap_before_of(const AukWorld *world, const AukPair *pair);

// True if the tight boxes of two parts are narrow and touch without a shift. Then no pair of their pieces has a shift,
// cells of grids included.
static inline bool auk__wrap_is_beside(const AukParts *parts, const AukWrap *wrap, uint32_t part_a, uint32_t part_b)
{
    const AukBounds *tight = auk__tight_bounds(parts);
    AukF32x4 a = auk__bounds_load(&tight[part_a]), b = auk__bounds_load(&tight[part_b]), far_a = auk__f32x4_flip(a);
    AukF32x4 sizes = auk__f32x4_max(auk__f32x4_sub(far_a, a), auk__f32x4_sub(auk__f32x4_flip(b), b));
    return auk__f32x4_mask_le_both(b, far_a, sizes, auk__f32x4_load(wrap->inside.quarter)) == AUK_TOUCH_ALL;
}

static inline AukDvec auk__wrap_after(const AukWorld *world, const AukPair *pair)
{
    AukDvec none = {0.0, 0.0};
    return world->wrap.on && !auk__wrap_is_beside(&world->parts, &world->wrap, pair->part_a, pair->part_b)
               ? auk__wrap_after_of(world, pair)
               : none;
}

static inline AukDvec auk__wrap_before(const AukWorld *world, const AukPair *pair)
{
    AukDvec none = {0.0, 0.0};
    return world->wrap.on ? auk__wrap_before_of(world, pair) : none;
}

AukDvec auk__wrap_changing(const AukWorld *world, const AukPair *pair);

// auk__wrap_before() for parts that are not grids.
AukDvec auk__wrap_before_parts(const AukWrap *wrap, uint32_t part_a, uint32_t part_b);

// The support shape of b of a pair, beside a, in a frame around `origin`. The shift is added before the piece is placed
// on its body: otherwise the sum would be rounded to the precision of a whole period.
static inline void auk__piece_support_shape_beside(const AukPartPiece *piece, AukTransform pose, AukVec2 origin,
                                                   AukDvec shift, AukSupportShape *core)
{
    AukDtransform body = auk__dtransform(pose, origin);
    auk__dtransform_shift(&body, shift);
    auk__piece_init(piece, auk__part_dtransform_on(piece->part, piece->local, body), core);
}

// True if the tight boxes of two parts touch, in a world that wraps around.
bool auk__wrap_touch(const AukParts *parts, const AukWrap *wrap, uint32_t part_a, uint32_t part_b);

// True if the tight boxes of two parts touch, or if one of the parts has none.
static inline bool auk__tight_touch(const AukParts *parts, const AukWrap *wrap, uint32_t part_a, uint32_t part_b)
{
    const AukBounds *tight = auk__tight_bounds(parts);
    // one comparison: of most swept pairs it is unpredictable on which side the boxes are apart
    const bool touch = auk__bounds_touch(&tight[part_a], &tight[part_b]);
    return touch || (wrap->on && auk__wrap_touch(parts, wrap, part_a, part_b)) ||
           !auk__bounds_anywhere(&tight[part_a]) || !auk__bounds_anywhere(&tight[part_b]);
}

// Walks the shifts by which box b has to be moved to touch box a. There is more than one shift only if b or a is wide.
// Along an axis that does not wrap the shift is 0, whether the boxes touch along it or not.
typedef struct AukWrapWalk {
    AukDvec period;
    double first_x, last_x, last_y, x, y; // in units of periods
} AukWrapWalk;

AukWrapWalk auk__wrap_walk(const AukWrap *wrap, AukBox a, AukBox b);

static inline bool auk__wrap_next(AukWrapWalk *walk, AukDvec *shift)
{
    if (walk->x > walk->last_x) {
        walk->x = walk->first_x;
        walk->y += 1.0;
    }
    if (walk->x > walk->last_x || walk->y > walk->last_y) {
        return false;
    }
    shift->x = walk->x * walk->period.x;
    shift->y = walk->y * walk->period.y;
    walk->x += 1.0;
    return true;
}

// An allowed query box touches at most this many images of a part that is not too wide.
#define AUK_WRAP_SPAN_MAX (8.0 * AUK_WRAP_IMAGES_MAX)

// The walk of a world that does not wrap: one image, with a shift of zero.
static inline AukWrapWalk auk__wrap_one(void)
{
    AukWrapWalk walk = {{0.0, 0.0}, 0.0, 0.0, 0.0, 0.0, 0.0};
    return walk;
}

// The number of shifts that a walk has left.
static inline double auk__wrap_count(const AukWrapWalk *walk)
{
    double x = walk->last_x - walk->first_x + 1.0, y = walk->last_y - walk->y + 1.0;
    return x > 0.0 && y > 0.0 ? x * y : 0.0;
}

// Compares two images by their shifts: negative if the first comes first, 0 if they differ only by rounding.
int auk__wrap_order(const AukWrap *wrap, AukDvec a, AukDvec b);

// auk__wrap_walk() for the boxes of a pair's parts: of whole paths, or tight ones. One shift in a world that does not
// wrap.
AukWrapWalk auk__wrap_walk_parts(const AukParts *parts, const AukWrap *wrap, const AukPair *pair, uint32_t grid,
                                 uint32_t part);

// Whether opposite sides of a grid of tiles are adjacent across a side of the world, for a pose of its body. False for
// other parts.
AukTileJoins auk__wrap_joins(const AukParts *parts, const AukWrap *wrap, uint32_t part, AukTransform pose);

// Stores auk__wrap_joins() in the grid, for the step and for queries of the present. Does nothing for other parts.
void auk__wrap_join(AukParts *parts, AukWrap *wrap, uint32_t part, AukTransform pose);

// ---- limits ----

AukStatus auk__wrap_check_def(const AukBox *wrap, AukFault *fault);

// True if floats are fine enough for the rectangle seen from another origin.
bool auk__wrap_may_move(const AukWorld *world, AukOrigin origin);

// Computes the position of the rectangle from the origin.
void auk__wrap_place(AukWorld *world);

// Sets the origin. If the rectangle has moved, inserts all parts into the broad phase again.
void auk__wrap_move(AukWorld *world, AukOrigin origin);

// AUK_ERROR_RANGE if a shape would be too wide. `local` places the shape on a body in that pose.
AukStatus auk__wrap_check_shape(const AukWrap *wrap, const AukShape *shape, float more_radius, AukTransform local,
                                AukTransform pose);

// The same for a part's present shape, with its radius increased by `more_radius`.
AukStatus auk__wrap_check_part(const AukParts *parts, const AukWrap *wrap, uint32_t part, float more_radius,
                               AukTransform pose);

// The same for all enabled parts of a body; the rotation may have any length.
AukStatus auk__wrap_check_parts(const AukWorld *world, uint32_t body, AukTransform pose);

static inline AukStatus auk__wrap_check_body(const AukWorld *world, uint32_t body, AukTransform pose)
{
    return world->wrap.on ? auk__wrap_check_parts(world, body, pose) : AUK_OK;
}

// The same for a new grid of tiles, placed by `local`.
AukStatus auk__wrap_check_tiles(const AukWrap *wrap, const AukShape *outline, float cell, AukTransform local,
                                AukTransform pose);

// Checks on restored data, given its origin: whether a point may be the position of a body, and whether a part may have
// its pose. `cell` is 0 unless the part is a grid.
bool auk__wrap_admits_place(const AukWorld *world, AukOrigin origin, AukVec2 p);
bool auk__wrap_admits_part(const AukWrap *wrap, const AukShape *shape, float cell, AukTransform local,
                           AukTransform pose);

// ---- the broad phase ----

// Reserves memory for `parts` parts. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__wrap_reserve(AukWorld *world, int parts);

// The slots of a part.
enum { AUK_BROAD_IMAGES = 4 };

// The most parts, and so bodies, that the broad phase can hold.
static inline int auk__wrap_parts_most(const AukWrap *wrap)
{
    return AUK_BROAD_SLOTS_MAX / (wrap->on ? AUK_BROAD_IMAGES : 1);
}

// The bits of `ghosts` that say which further slots are in the broad phase.
#define AUK_GHOSTS_SHOWN 15u

// The images of a box: the one whose lower left corner is in the rectangle, and a bit for each further one that reaches
// into the rectangle.
typedef struct AukBroadImages {
    AukBox box;
    unsigned ghosts;
} AukBroadImages;

AukBroadImages auk__wrap_broad_images(const AukWrap *wrap, AukBox box);

// Image `k` of AUK_BROAD_IMAGES; image 0 is the first.
AukBox auk__wrap_broad_image(const AukWrap *wrap, const AukBroadImages *images, unsigned k);

// Sets the box of a part that rests at its pose, in the broad phase as auk__broad_set() does, and in `whole`.
void auk__wrap_set(AukWorld *world, uint32_t part, AukBox box, AukBroadClass class);

static inline void auk__broad_place(AukWorld *world, uint32_t part, AukBox box, AukBroadClass class)
{
    if (world->wrap.on) {
        auk__wrap_set(world, part, box, class);
    } else {
        auk__broad_set(world->broad, part, box, class);
    }
}

// Gives the broad phase the filter of a part, for all of its images. True if the broad phase then knows every category
// that the part ignores. The mask depends on the filter alone, so the number of pairs does not depend on earlier steps.
bool auk__broad_filter(AukWorld *world, uint32_t part, AukFilter filter);

// What the broad phase knows of that filter: parts whose masks do not meet never do.
static inline AukFilterMask auk__broad_filter_mask(const AukWorld *world, uint32_t part)
{
    return auk__broad_mask_of(world->broad, part * (world->wrap.on ? AUK_BROAD_IMAGES : 1));
}

// Writes the boxes of a part during a step: `tight` at its final pose, and `box` of its whole path in the frame of its
// start. Several threads may call it for different parts. AUK_ERROR_RANGE if the part is too wide.
AukStatus auk__wrap_bound(AukWorld *world, uint32_t part, AukBox tight, AukBox box);

// The same without the broad phase.
AukStatus auk__wrap_bound_path(AukWorld *world, uint32_t part, AukBox tight, AukBox box);

static inline AukStatus auk__broad_bound(AukWorld *world, uint32_t part, AukBox tight, AukBox box)
{
    if (world->wrap.on) {
        return auk__wrap_bound(world, part, tight, box);
    }
    auk__broad_write(world->broad, part, box);
    return AUK_OK;
}

void auk__wrap_write(AukWorld *world, uint32_t part);

// Inserts new images into the broad phase and removes obsolete ones, after all boxes have been written. Does nothing in
// a world that does not wrap.
void auk__wrap_ghosts(AukWorld *world);

// The most pairs that the broad phase finds of that many, duplicates included: each four times in a world that wraps.
int auk__wrap_found_of(const AukWrap *wrap, int pairs);

// The maximum number of pairs that the broad phase may find, duplicates included.
int auk__wrap_pair_limit(const AukWorld *world);

// The candidates of the broad phase as pairs of parts, without duplicates, sorted. AUK_ERROR_OUT_OF_MEMORY,
// AUK_ERROR_PAIR_LIMIT.
AukStatus auk__wrap_pairs(AukWorld *world);

// After a step: resets the boxes of whole paths, since no body is on a path any more.
void auk__wrap_publish(AukWorld *world);

// After a step that failed: the part is at the pose of its body again, with its tight box.
void auk__wrap_undo(AukParts *parts, AukWrap *wrap, uint32_t part, AukTransform pose);

// Widens the box of a path that has turned; and whether the result would be narrow enough.
void auk__wrap_widen(AukWrap *wrap, uint32_t part, AukBox box);
bool auk__wrap_may_widen(const AukParts *parts, const AukWrap *wrap, uint32_t part, AukBox box);

// The displacement, shortened to the maximum that a response may ask for in a step.
AukDvec auk__wrap_slowed(const AukWrap *wrap, AukDvec delta);

// ---- the query index ----

// The query index holds each part once, with the middle of its box in the rectangle. The position of the part's body
// may be any number of periods away. So a box exceeds the rectangle by at most half of its width. A query is asked once
// for each image of the rectangle, widened by that amount, that the query box touches.
// Invariant: no answer and no refusal depends on the amount of widening.

// A margin that reaches over a whole period of an axis reaches all images there: it need not be wider.
static inline AukDvec auk__wrap_at_most_period(const AukWrap *wrap, double by)
{
    AukDvec period = wrap->period, margins = {period.x > 0.0 && by > period.x ? period.x : by,
                                              period.y > 0.0 && by > period.y ? period.y : by};
    return margins;
}

// The shift to add to a box to bring its middle into the rectangle.
AukDvec auk__wrap_inward_of(const AukWrap *wrap, AukBox box);

static inline AukDvec auk__wrap_inward(const AukWrap *wrap, AukBox box)
{
    AukDvec none = {0.0, 0.0};
    return wrap->on ? auk__wrap_inward_of(wrap, box) : none;
}

// The shift from the position of a part between two steps to its position in the query index.
static inline AukDvec auk__part_inward(const AukParts *parts, const AukWrap *wrap, uint32_t part)
{
    return auk__wrap_inward(wrap, auk__tight_box(parts, part));
}

// The box of a part as the query index holds it.
static inline AukBox auk__part_index_box(const AukParts *parts, const AukWrap *wrap, uint32_t part)
{
    AukBox box = auk__tight_box(parts, part);
    return auk__box_shifted(box, auk__wrap_inward(wrap, box));
}

// A box around all that has its middle in the rectangle and exceeds it by at most that much; infinite on an axis that
// does not wrap.
AukBox auk__wrap_around(const AukWrap *wrap, AukDvec by);

// The same around all boxes of an index whose middles are in the rectangle.
AukBox auk__wrap_covered(const AukWrap *wrap, const AukGrid *grid);

// The shifts by which a box has to be moved to touch the boxes in such an index. In a world that does not wrap there is
// one shift, zero.
static inline AukWrapWalk auk__wrap_images(const AukWrap *wrap, const AukGrid *grid, AukBox box)
{
    return wrap->on ? auk__wrap_walk(wrap, auk__wrap_covered(wrap, grid), box) : auk__wrap_one();
}

// AUK_ERROR_RANGE if a box covers more than AUK_WRAP_IMAGES_MAX images of the rectangle, or is too many periods away.
AukStatus auk__wrap_images_check_of(const AukWrap *wrap, AukBox box);

static inline AukStatus auk__wrap_images_check(const AukWrap *wrap, AukBox box)
{
    return wrap->on ? auk__wrap_images_check_of(wrap, box) : AUK_OK;
}

// Reserves memory for so many candidates; does nothing in a world that does not wrap. False if there is no memory.
bool auk__wrap_reserve_pairs(AukWrap *wrap, int pairs);

// Releases the memory of the rectangle's arrays.
void auk__wrap_release(AukWrap *wrap);

#endif
