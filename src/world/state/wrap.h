// Worlds that wrap around. There is one place for everything, in the rectangle, and no images are kept: who compares
// two places asks for the shift, by whole periods, that brings the second one beside the first, and adds it to what he
// computes in doubles. So nothing is rounded, and a pair at a side is as exact as one in the middle.
// Invariant: the box of a piece, with its way where bodies are swept, is narrower than half a period. So two pieces
// meet in one image at most, and that is the one in which the middles of their boxes are nearest: a shift is a function
// of boxes and need not be stored.
//
// A body's way begins at its pose and may lead out of the rectangle; its final pose is in the rectangle again. What
// belongs to the way (courses, legs, hits) is in the frame of the pose, what belongs to the final pose in another one,
// and auk__wrap_home() leads from the latter to the former.
#ifndef AUK_WORLD_STATE_WRAP_H
#define AUK_WORLD_STATE_WRAP_H

#include "broad/broad.h"
#include "geom/local_box.h"
#include "world/state/pieces.h"
#include "world/state/world_state.h"

// ---- arithmetic ----

double auk__wrap_multiple(double d, double period);

// What has to be added to a distance to make it the shortest one; 0 on axes that do not wrap.
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

// True if a way is half a period or more.
static inline bool auk__wrap_is_far(const AukWrap *wrap, AukDvec way)
{
    AukDvec period = wrap->period;
    return (period.x > 0.0 && fabs(way.x) >= 0.5 * period.x) || (period.y > 0.0 && fabs(way.y) >= 0.5 * period.y);
}

// How often a way goes around the world.
static inline double auk__wrap_turns(const AukWrap *wrap, AukDvec way)
{
    AukDvec period = wrap->period;
    return (period.x > 0.0 ? fabs(way.x) / period.x : 0.0) + (period.y > 0.0 ? fabs(way.y) / period.y : 0.0);
}

// A point in the rectangle, and the same rounded once.
AukDvec auk__wrap_exact(const AukWrap *wrap_, AukDvec p);
AukVec2 auk__wrap_point(const AukWrap *wrap_, AukDvec p);

static inline AukVec2 auk__wrapped(const AukWrap *wrap, AukDvec p)
{
    return wrap->on ? auk__wrap_point(wrap, p) : dvec_to_float(p);
}

// The same for a pose.
static inline AukTransform auk__wrap_pose(const AukWrap *wrap, AukTransform pose)
{
    pose.p = auk__wrapped(wrap, dvec_from(pose.p));
    return pose;
}

// The shortest way from one place to another.
static inline AukDvec auk__cast_path_between(const AukWrap *wrap, AukVec2 from, AukVec2 to)
{
    AukDvec way = dvec_sub(dvec_from(to), dvec_from(from));
    return wrap->on ? dvec_add(way, auk__wrap_nearest(wrap, way)) : way;
}

// What has to be added to places near a body's final pose to continue its way from its pose.
static inline AukDvec auk__wrap_home(const AukWrap *wrap, const AukBody *body)
{
    AukDvec none = {0.0, 0.0};
    return wrap->on ? auk__wrap_nearest(wrap, dvec_sub(dvec_from(body->next.p), dvec_from(body->pose.p))) : none;
}

// Adding nothing leaves even the sign of a zero as it is.
static inline void auk__place_shift(AukDtransform *place, AukDvec shift)
{
    place->x = shift.x != 0.0 ? place->x + shift.x : place->x;
    place->y = shift.y != 0.0 ? place->y + shift.y : place->y;
}

static inline void auk__core_shift(AukSupportShape *core, AukDvec shift)
{
    auk__place_shift(&core->place, shift);
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

static inline AukBox auk__box_grown(AukBox box, double by)
{
    AukBox grown = {{auk__round_down((double)box.min.x - by), auk__round_down((double)box.min.y - by)},
                    {auk__round_up((double)box.max.x + by), auk__round_up((double)box.max.y + by)}};
    return grown;
}

// ---- pairs ----

// What has to be added to b of a pair to have it beside a: with both where they end; on their ways, as they begin at
// the poses; and with both where they end, while final poses are still being changed.
AukDvec auk__wrap_after_of(const AukWorld *world, const AukPair *pair);
AukDvec auk__wrap_before_of(const AukWorld *world, const AukPair *pair);

static inline AukDvec auk__wrap_after(const AukWorld *world, const AukPair *pair)
{
    AukDvec none = {0.0, 0.0};
    return world->wrap.on ? auk__wrap_after_of(world, pair) : none;
}

static inline AukDvec auk__wrap_before(const AukWorld *world, const AukPair *pair)
{
    AukDvec none = {0.0, 0.0};
    return world->wrap.on ? auk__wrap_before_of(world, pair) : none;
}

AukDvec auk__wrap_changing(const AukWorld *world, const AukPair *pair);

// The same for parts that are no grids.
AukDvec auk__wrap_before_parts(const AukWrap *wrap, uint32_t part_a, uint32_t part_b);

// The core of b of a pair set beside a, around `origin`. The shift is added before the piece is placed on its body:
// afterwards the sum would be rounded to the doubles of a whole period.
static inline void auk__piece_core_beside(const AukPartPiece *piece, AukTransform pose, AukVec2 origin, AukDvec shift,
                                          AukSupportShape *core)
{
    AukDtransform body = auk__dtransform(pose, origin);
    auk__place_shift(&body, shift);
    auk__piece_init(piece, auk__part_place_on(piece->part, body), core);
}

// Sets the core of b beside a.
static inline void auk__wrap_core_after(const AukWorld *world, const AukPair *pair, AukSupportShape *b)
{
    auk__core_shift(b, auk__wrap_after(world, pair));
}

// True if the tight boxes of two parts touch.
bool auk__wrap_touch(const AukParts *parts, const AukWrap *wrap, uint32_t part_a, uint32_t part_b);

static inline bool auk__tight_touch(const AukParts *parts, const AukWrap *wrap, uint32_t part_a, uint32_t part_b)
{
    const AukBox *tight = parts->tight.items;
    return wrap->on ? auk__wrap_touch(parts, wrap, part_a, part_b) : auk_box_overlap(tight[part_a], tight[part_b]);
}

// Walks the shifts by which box b has to be moved to touch box a; more than one only if b or a is wide.
typedef struct AukWrapWalk {
    AukDvec period;
    double first_x, last_x, last_y, x, y; // in periods
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

// No box that may be asked about touches more images of a part that is not too wide.
#define AUK_WRAP_SPAN_MAX (8.0 * AUK_WRAP_IMAGES_MAX)

// Where nothing wraps there is one image.
static inline AukWrapWalk auk__wrap_one(void)
{
    AukWrapWalk walk = {{0.0, 0.0}, 0.0, 0.0, 0.0, 0.0, 0.0};
    return walk;
}

// Shifts left to walk.
static inline double auk__wrap_count(const AukWrapWalk *walk)
{
    double x = walk->last_x - walk->first_x + 1.0, y = walk->last_y - walk->y + 1.0;
    return x > 0.0 && y > 0.0 ? x * y : 0.0;
}

// The order of images: below 0 if the first shift comes first, 0 if both are the same but for rounding.
int auk__wrap_order(const AukWrap *wrap, AukDvec a, AukDvec b);

// The same for the boxes of a pair's parts, whole ways or tight; one where nothing wraps.
AukWrapWalk auk__wrap_walk_parts(const AukParts *parts, const AukWrap *wrap, const AukPair *pair, uint32_t grid,
                                 uint32_t part);

// Whether the sides of a grid of tiles meet at the back of the world, its body being in that pose. False of other
// parts.
AukTileJoins auk__wrap_joins(const AukParts *parts, const AukWrap *wrap, uint32_t part, AukTransform pose);

// Notes that for the step and for questions about now. Nothing for other parts.
void auk__wrap_join(AukParts *parts, AukWrap *wrap, uint32_t part, AukTransform pose);

// ---- limits ----

AukStatus auk__wrap_check_def(const AukBox *wrap);

// Sets where the rectangle is, by the origin.
void auk__wrap_place(AukWorld *world);

// Sets the origin, and puts all parts into the broad phase anew if the rectangle has moved.
void auk__wrap_move(AukWorld *world, AukOrigin origin);

// AUK_ERROR_RANGE if a shape would be too wide: in the frame `local` of a body in that pose.
AukStatus auk__wrap_check_shape(const AukWrap *wrap, const AukShape *shape, float more_radius, AukTransform local,
                                AukTransform pose);

// The same for a part's present shape, wider by some radius.
AukStatus auk__wrap_check_part(const AukParts *parts, const AukWrap *wrap, uint32_t part, float more_radius,
                               AukTransform pose);

// The same for all parts of a body; the rotation may have any length.
AukStatus auk__wrap_check_parts(const AukWorld *world, uint32_t body, AukTransform pose);

static inline AukStatus auk__wrap_check_body(const AukWorld *world, uint32_t body, AukTransform pose)
{
    return world->wrap.on ? auk__wrap_check_parts(world, body, pose) : AUK_OK;
}

// The same for a new grid of tiles in that frame.
AukStatus auk__wrap_check_tiles(const AukWrap *wrap, const AukShape *outline, float cell, AukTransform local,
                                AukTransform pose);

// Whether a point of a snapshot may be a place of a body, with that origin; and a part be where it is, `cell` being 0
// unless it is a grid.
bool auk__wrap_admits_place(const AukWorld *world, AukOrigin origin, AukVec2 p);
bool auk__wrap_admits_part(const AukWrap *wrap, const AukShape *shape, float cell, AukTransform local,
                           AukTransform pose);

// ---- the broad phase ----

// Room for `parts` parts. False if there is no memory.
AukStatus auk__wrap_reserve(AukWorld *world, int parts);

// Sets the box of a part that rests at its pose; as auk__broad_set(), and `whole` too.
void auk__wrap_set(AukWorld *world, uint32_t part, AukBox box, AukBroadClass class);

static inline void auk__broad_place(AukWorld *world, uint32_t part, AukBox box, AukBroadClass class)
{
    if (world->wrap.on) {
        auk__wrap_set(world, part, box, class);
    } else {
        auk__broad_set(world->broad, part, box, class);
    }
}

// Tells the broad phase whom a part does not meet by its filter, for all of its images. True if that is all whom it
// ignores. It depends on the filter alone, so the pairs that are counted do not depend on the past.
bool auk__broad_filter(AukWorld *world, uint32_t part, AukFilter filter);

// Writes the box of a part during a step: `tight` where it ends, and `box` of its whole way, in the frame of its pose.
// May run on many threads. AUK_ERROR_RANGE if it is too wide.
AukStatus auk__wrap_bound(AukWorld *world, uint32_t part, AukBox tight, AukBox box);

static inline AukStatus auk__broad_bound(AukWorld *world, uint32_t part, AukBox tight, AukBox box)
{
    if (world->wrap.on) {
        return auk__wrap_bound(world, part, tight, box);
    }
    auk__broad_write(world->broad, part, box);
    return AUK_OK;
}

void auk__wrap_write(AukWorld *world, uint32_t part);

// Puts images that were not there before into the broad phase, and takes others out, after all boxes have been written.
// Nothing where nothing wraps.
void auk__wrap_ghosts(AukWorld *world);

// The most pairs that the broad phase may find, of which some are the same.
int auk__wrap_pair_limit(const AukWorld *world);

// The candidates of the broad phase as pairs of parts, each once, sorted. AUK_ERROR_OUT_OF_MEMORY,
// AUK_ERROR_PAIR_LIMIT.
AukStatus auk__wrap_pairs(AukWorld *world);

// After a step: nobody is on a way any more.
void auk__wrap_publish(AukWorld *world);

// Makes final poses and boxes those of the poses again, after a step that failed.
void auk__wrap_undo(AukWorld *world);

// Widens the box of a way that has turned; and whether there is room for that.
void auk__wrap_widen(AukWrap *wrap, uint32_t part, AukBox box);
bool auk__wrap_may_widen(const AukParts *parts, const AukWrap *wrap, uint32_t part, AukBox box);

// The way of a step that a response may ask for at most.
AukDvec auk__wrap_slowed(const AukWrap *wrap, AukDvec way);

// ---- the query index ----

// The query index holds each part once, with the middle of its box in the rectangle; its body may be any number of
// periods away. So boxes stick out by half of their width at most, and a question is asked once for each image of the
// rectangle, widened by that, which it touches.
// Invariant: no answer, nor a refusal, depends on how much the rectangle is widened.

// What has to be added to a box to have its middle in the rectangle.
AukDvec auk__wrap_inward_of(const AukWrap *wrap_, AukBox box);

static inline AukDvec auk__wrap_inward(const AukWrap *wrap, AukBox box)
{
    AukDvec none = {0.0, 0.0};
    return wrap->on ? auk__wrap_inward_of(wrap, box) : none;
}

// From where a part is with its body, between two steps, to where the index has it.
static inline AukDvec auk__part_inward(const AukParts *parts, const AukWrap *wrap, uint32_t part)
{
    return auk__wrap_inward(wrap, ((const AukBox *)parts->tight.items)[part]);
}

// The box of a part as the index has it.
static inline AukBox auk__part_index_box(const AukParts *parts, const AukWrap *wrap, uint32_t part)
{
    AukBox box = ((const AukBox *)parts->tight.items)[part];
    return auk__box_shifted(box, auk__wrap_inward(wrap, box));
}

// Around all boxes of a grid whose middles are in the rectangle; without end on an axis that does not wrap.
AukBox auk__wrap_covered(const AukWrap *wrap_, const AukGrid *grid);

// The shifts by which a box has to be moved to touch what is in such a grid. One, by nothing, where nothing wraps.
static inline AukWrapWalk auk__wrap_images(const AukWrap *wrap, const AukGrid *grid, AukBox box)
{
    return wrap->on ? auk__wrap_walk(wrap, auk__wrap_covered(wrap, grid), box) : auk__wrap_one();
}

// AUK_ERROR_RANGE if a box reaches over more than AUK_WRAP_IMAGES_MAX images of the rectangle.
AukStatus auk__wrap_images_check_of(const AukWrap *wrap, AukBox box);

static inline AukStatus auk__wrap_images_check(const AukWrap *wrap, AukBox box)
{
    return wrap->on ? auk__wrap_images_check_of(wrap, box) : AUK_OK;
}

// Room for so many candidates; none is needed where nothing wraps. False if there is no memory.
bool auk__wrap_reserve_pairs(AukWrap *wrap, int pairs);

// Releases its memory.
void auk__wrap_release(AukWrap *wrap);

#endif
