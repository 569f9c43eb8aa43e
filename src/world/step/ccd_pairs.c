// The swept pairs of each body: those of the broad phase in one array, late pairs (which only a turned path brings) in
// linked lists. Late pairs are searched in the query index, along the new segment if that is long. If a path leaves the
// box that the broad phase had for it, they are also searched in a grid of the boxes of whole paths, made when a step
// first needs it, of the movers that a turned path may meet.
// Invariant: a pair is in the list once. A body whose path turns searches everything that its new segment may meet,
// including turned paths of other bodies; so no two bodies meet without a pair.
#include "base/assert.h"
#include "base/sort.h"
#include "broad/paths.h"
#include "geom/local_box.h"
#include "world/state/half_planes.h"
#include "world/state/parts.h"
#include "world/state/tile_map.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"
#include "world/step/local_step.h"
#include "world/step/one_way.h"
#include "world/step/pairs.h"
#include "world/step/response_rules.h"
#include "world/step/tile_pairs.h"

#include <string.h>

enum { MANY_FOUND = 16 };   // parts that one search has found
enum { TURNING_MASKS = 4 }; // most games have few kinds of bodies that respond

void auk__ccd_pairs_begin(AukWorld *world)
{
    world->ccd.gathered = false;
    world->ccd.late_first = world->pairs.records.count;
    world->ccd.late_links.count = 0;
    world->ccd.path_boxes_made = world->ccd.local; // a local step has made them
}

// No late pair has been added yet: only a body that has gathered its pairs adds them.
AukStatus auk__ccd_pairs_gather(AukWorld *world)
{
    if (world->ccd.gathered) {
        return AUK_OK;
    }
    AukSteppedBodies bodies = auk__stepped_bodies(&world->bodies, &world->ccd);
    if (!auk__buffer_resize(&world->ccd.spans, sizeof(AukCcdSpan), world->bodies.records.count) ||
        !auk__buffer_resize(&world->ccd.neighbours, sizeof(int), 2 * world->next.swept_candidate_count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    AukCcdSpan *spans = world->ccd.spans.items, none = {0, 0};
    int *neighbours = world->ccd.neighbours.items;
    for (int i = 0; i < bodies.count; i++) {
        spans[auk__stepped_body(&bodies, i)] = none;
    }
    for (int i = 0; i < world->pairs.records.count; i++) {
        const AukPair *pair = auk__pair(&world->pairs, i);
        spans[pair->body_a].end += pair->swept;
        spans[pair->body_b].end += pair->swept;
    }
    for (int i = 0, sum = 0; i < bodies.count; i++) {
        AukCcdSpan *span = &spans[auk__stepped_body(&bodies, i)];
        sum += span->end;
        span->first = span->end = sum; // filling the span backwards makes `first` its beginning
    }
    for (int i = world->pairs.records.count - 1; i >= 0; i--) {
        const AukPair *pair = auk__pair(&world->pairs, i);
        if (pair->swept) {
            neighbours[--spans[pair->body_a].first] = i;
            neighbours[--spans[pair->body_b].first] = i;
        }
    }
    world->ccd.gathered = true;
    return AUK_OK;
}

// The late pair of a body after `pair`, or -1.
static int next_late(const AukPairWork *pairs, const AukCcdWork *ccd, int pair, uint32_t body)
{
    const int(*links)[2] = ccd->late_links.items;
    return links[pair - ccd->late_first][auk__pair(pairs, pair)->body_a == body ? 0 : 1];
}

AukCcdPairWalk auk__ccd_pairs_of(const AukCcdWork *ccd, uint32_t body)
{
    const AukCcdSpan *span = (const AukCcdSpan *)ccd->spans.items + body;
    bool late_pairs = ccd->late_links.count > 0;
    AukCcdPairWalk walk = {body, span->first, span->end, late_pairs ? ((const int *)ccd->late_heads.items)[body] : -1};
    return walk;
}

bool auk__ccd_pairs_next(const AukPairWork *pairs, const AukCcdWork *ccd, AukCcdPairWalk *walk, int *pair)
{
    if (walk->at < walk->end) {
        *pair = ((const int *)ccd->neighbours.items)[walk->at++];
        return true;
    }
    if (walk->late < 0) {
        return false;
    }
    *pair = walk->late;
    walk->late = next_late(pairs, ccd, *pair, walk->body);
    return true;
}

// ---- late pairs ----

// The span of a body has the order of the pairs, so a binary search in it takes half the steps of a search among all
// pairs.
static bool is_known(const AukPairWork *pairs, const AukCcdWork *ccd, const AukPair *pair)
{
    const int *neighbours = ccd->neighbours.items;
    const AukCcdSpan *span = (const AukCcdSpan *)ccd->spans.items + pair->body_a;
    int low = span->first, end = span->end;
    for (int high = end; low < high;) {
        int middle = low + (high - low) / 2;
        bool before = auk__pair_precedes(auk__pair(pairs, neighbours[middle]), pair);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    if (low < end && !auk__pair_precedes(pair, auk__pair(pairs, neighbours[low]))) {
        return true;
    }
    AukCcdPairWalk walk = auk__ccd_pairs_of(ccd, pair->body_a);
    for (int i = walk.late; i >= 0; i = next_late(pairs, ccd, i, pair->body_a)) {
        const AukPair *late = auk__pair(pairs, i);
        if (late->part_a == pair->part_a && late->part_b == pair->part_b && late->child_a == pair->child_a &&
            late->child_b == pair->child_b) {
            return true;
        }
    }
    return false;
}

// Marks the parts that have their pair with this one, for a search that has found many: is_known() walks all late pairs
// of the body for each of them. A grid is not marked, since each of its cells has a pair of its own.
static AukStatus mark_known(AukWorld *world, uint32_t part)
{
    AukCcdWork *ccd = &world->ccd;
    const int marked = ccd->known.count, parts = world->parts.records.count;
    if (!auk__buffer_resize(&ccd->known, sizeof(uint32_t), parts > marked ? parts : marked)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    uint32_t *marks = ccd->known.items;
    if (parts > marked) {
        memset(&marks[marked], 0, (size_t)(parts - marked) * sizeof *marks);
    }
    if (++ccd->known_mark == 0) { // the marks of four billion searches ago
        memset(marks, 0, (size_t)ccd->known.count * sizeof *marks);
        ccd->known_mark = 1;
    }
    AukCcdPairWalk walk = auk__ccd_pairs_of(ccd, auk__part(&world->parts, part)->body);
    for (int i; auk__ccd_pairs_next(&world->pairs, ccd, &walk, &i);) {
        const AukPair *pair = auk__pair(&world->pairs, i);
        uint32_t other = pair->part_a == part ? pair->part_b : pair->part_a;
        if ((pair->part_a == part || pair->part_b == part) && !auk__part_is_grid(&world->parts, other)) {
            marks[other] = ccd->known_mark;
        }
    }
    return AUK_OK;
}

static AukStatus begin_late_pairs(const AukBodies *bodies, AukCcdWork *ccd)
{
    if (ccd->late_links.count > 0) {
        return AUK_OK;
    }
    if (!auk__buffer_resize(&ccd->late_heads, sizeof(int), bodies->records.count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    int *heads = ccd->late_heads.items;
    AukSteppedBodies stepped = auk__stepped_bodies(bodies, ccd);
    for (int i = 0; i < stepped.count; i++) {
        heads[auk__stepped_body(&stepped, i)] = -1;
    }
    return AUK_OK;
}

static AukStatus add_late_pair(AukWorld *world, const AukPair *pair)
{
    AukStatus status = begin_late_pairs(&world->bodies, &world->ccd);
    if (status) {
        return status;
    }
    int known = world->ccd.late_first > world->next.box_pair_count ? world->ccd.late_first : world->next.box_pair_count;
    if (world->def.max_pairs > 0 && known + world->ccd.late_links.count >= world->def.max_pairs) {
        return AUK_ERROR_PAIR_LIMIT;
    }
    int index = world->pairs.records.count;
    AukPair *added = auk__buffer_push(&world->pairs.records, sizeof *added);
    int(*link)[2] = added ? auk__buffer_push(&world->ccd.late_links, sizeof *link) : NULL;
    AukPairHistory *history = link ? auk__buffer_push(&world->ccd.histories, sizeof *history) : NULL;
    if (!history) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    *added = *pair;
    memset(history, 0, sizeof *history);
    int *heads = world->ccd.late_heads.items;
    (*link)[0] = heads[pair->body_a];
    (*link)[1] = heads[pair->body_b];
    heads[pair->body_a] = heads[pair->body_b] = index;
    world->next.swept_candidate_count++;
    world->pairs.sensor_count += pair->sensor;
    return AUK_OK;
}

// ---- boxes of turned paths ----

// Widens a box of poses rounded to floats by 2^-22 of each coordinate, so that it contains the exact poses.
static AukBox widened_by_rounding(AukBox box)
{
    AukDvec min = dvec_from(box.min), max = dvec_from(box.max);
    return auk__box_outward(dvec_sub(min, dvec_scale(0x1p-22, dvec(fabs(min.x), fabs(min.y)))),
                            dvec_add(max, dvec_scale(0x1p-22, dvec(fabs(max.x), fabs(max.y)))));
}

static AukTransform pose_at(const AukWorld *world, uint32_t body, double fraction)
{
    AukDtransform transform = auk__ccd_dtransform(world, body, auk_vec(0.0f, 0.0f), fraction);
    AukTransform pose = {{(float)transform.x, (float)transform.y}, {(float)transform.c, (float)transform.s}};
    return pose;
}

static bool is_within(AukBox inner, AukBox outer)
{
    return inner.min.x >= outer.min.x && inner.min.y >= outer.min.y && inner.max.x <= outer.max.x &&
           inner.max.y <= outer.max.y;
}

// The box of the whole path as other bodies know it: the path at the beginning of the step and all changes since.
static AukBox known_box(const AukWorld *world, uint32_t part)
{
    if (world->wrap.on) {
        return ((const AukBox *)world->wrap.whole.items)[part];
    }
    return world->ccd.path_boxes_made ? auk__bounds_box(auk__grid_node(&world->ccd.path_boxes, (int32_t)part)->bounds)
                                      : auk__broad_box(world->broad, part);
}

// The masks of the parts of bodies that may respond, whose paths may turn.
typedef struct TurningMasks {
    AukFilterMask masks[TURNING_MASKS];
    int count; // above TURNING_MASKS if there are more
} TurningMasks;

static void turning_masks_add(TurningMasks *turning, AukFilterMask mask)
{
    for (int i = 0; i < turning->count && i < TURNING_MASKS; i++) {
        if (auk__masks_equal(turning->masks[i], mask)) {
            return;
        }
    }
    if (turning->count < TURNING_MASKS) {
        turning->masks[turning->count] = mask;
    }
    turning->count += turning->count <= TURNING_MASKS;
}

static TurningMasks turning_masks_of(const AukWorld *world)
{
    const uint32_t *movers = world->bodies.movers.items;
    TurningMasks turning;
    turning.count = 0;
    for (int i = 0; i < world->bodies.movers.count; i++) {
        const AukBody *body = auk__body(&world->bodies, movers[i]);
        uint32_t part = auk__may_respond(&world->rules, body) ? *auk__first_part(&world->bodies, body) : AUK_NO_INDEX;
        for (; part != AUK_NO_INDEX; part = auk__part(&world->parts, part)->next) {
            turning_masks_add(&turning, auk__broad_filter_mask(world, part));
        }
    }
    return turning;
}

// True if a turned path may meet a part of a mover: bullets that ignore each other need not be searched.
static bool meets_turned_path(const AukWorld *world, const TurningMasks *turning, uint32_t part)
{
    bool meets = turning->count > TURNING_MASKS;
    for (int i = 0; i < turning->count && !meets; i++) {
        meets = auk__masks_meet(turning->masks[i], auk__broad_filter_mask(world, part));
    }
    return meets && auk__part_is_enabled(&world->bodies, auk__part(&world->parts, part));
}

// The same for a part that was in the grid, which may be gone or at rest by now.
static bool still_meets_turned_path(const AukWorld *world, const TurningMasks *turning, uint32_t part)
{
    return part < (uint32_t)world->parts.records.count && world->parts.slots.live[part] &&
           auk__body_details(&world->bodies, auk__part(&world->parts, part)->body)->mover >= 0 &&
           meets_turned_path(world, turning, part);
}

static void path_boxes_set(AukWorld *world, uint32_t part, AukBox box)
{
    auk__grid_set(&world->ccd.path_boxes, part, auk__box_shifted(box, auk__wrap_inward(&world->wrap, box)));
}

// Room for all parts is reserved.
static void path_boxes_add(AukWorld *world, const TurningMasks *turning, uint32_t body)
{
    AukBuffer *listed = &world->ccd.path_parts;
    uint32_t part = *auk__first_part(&world->bodies, auk__body(&world->bodies, body));
    for (; part != AUK_NO_INDEX; part = auk__part(&world->parts, part)->next) {
        if (meets_turned_path(world, turning, part)) {
            auk__buffer_add_index(listed, part);
            path_boxes_set(world, part, known_box(world, part));
        }
    }
}

// Parts that stay in the grid are moved there, which is less than removing and adding them.
static AukStatus make_path_boxes(AukWorld *world)
{
    AukBuffer *listed = &world->ccd.path_parts, *movers = &world->bodies.movers;
    int parts = world->parts.records.capacity;
    if (!auk__grid_reserve(&world->ccd.path_boxes, parts) || !auk__buffer_reserve(listed, sizeof(uint32_t), parts)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    TurningMasks turning = turning_masks_of(world);
    for (int i = 0; i < listed->count; i++) {
        uint32_t part = ((const uint32_t *)listed->items)[i];
        if (!still_meets_turned_path(world, &turning, part)) {
            auk__grid_remove(&world->ccd.path_boxes, part);
        }
    }
    listed->count = 0;
    for (int i = 0; i < movers->count; i++) {
        path_boxes_add(world, &turning, ((const uint32_t *)movers->items)[i]);
    }
    world->ccd.path_boxes_made = true;
    return AUK_OK;
}

// Extends the box of the path of a part by that of its new segment, for others that turn later.
static void path_boxes_extend(AukWorld *world, uint32_t part, AukBox by)
{
    if (auk__grid_link(&world->ccd.path_boxes, (int32_t)part)->level != AUK_GRID_NONE) {
        path_boxes_set(world, part, auk_box_union(known_box(world, part), by));
    }
}

// ---- the search ----

// The box around a segment, and the displacement along it if it is long: its box is then mostly empty.
typedef struct SegmentBox {
    AukBox around;
    AukBroadPath path;
} SegmentBox;

static AukStatus collect_part(AukPairWork *pairs, uint32_t part)
{
    uint64_t *found = auk__buffer_push(&pairs->order, sizeof *found);
    if (!found) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    *found = part;
    return AUK_OK;
}

static AukStatus collect_touching(AukPairWork *pairs, const AukGrid *grid, AukBox box)
{
    AukGridCursor cursor = auk__grid_query_box(grid, box);
    AukStatus status = AUK_OK;
    uint32_t slot;
    while (!status && auk__grid_next(grid, &cursor, &slot)) {
        status = collect_part(pairs, slot);
    }
    return status;
}

// What a grid finds along a ray may also be a box that is missed by rounding, which depends on the cells of the grid.
// So the boxes are tested again, and what is found depends on them alone.
static AukStatus collect_along(AukPairWork *pairs, const AukGrid *grid, const SegmentBox *segment)
{
    AukBounds around = auk__bounds_of(segment->around);
    AukSweptBox swept = auk__swept_box(segment->path, &around);
    AukBox moving = auk__box_outward(dvec(swept.from_x - swept.half_x, swept.from_y - swept.half_y),
                                     dvec(swept.from_x + swept.half_x, swept.from_y + swept.half_y));
    AukGridCandidate candidates[AUK_GRID_GATHER];
    AukGridRay ray;
    AukStatus status = AUK_OK;
    auk__grid_ray_start(grid, moving, auk_vec(segment->path.x, segment->path.y), &ray);
    for (int count = 1; count > 0 && !status;) {
        count = auk__grid_ray_next(grid, &ray, 1.0f, candidates);
        for (int i = 0; i < count && !status; i++) {
            const AukBounds *box = &auk__grid_node(grid, (int32_t)candidates[i].slot)->bounds;
            bool touches = auk__bounds_mask(box, auk__bounds_limits(&around)) == AUK_TOUCH_ALL;
            status = touches && auk__swept_box_meets(&swept, box) ? collect_part(pairs, candidates[i].slot) : AUK_OK;
        }
    }
    return status;
}

// Adds the parts that a grid finds on a segment, and on all its images, to pairs->order.
static AukStatus collect(AukPairWork *pairs, AukWrap *wrap, const AukGrid *grid, const SegmentBox *segment)
{
    AukDvec shift;
    if (auk__grid_is_empty(grid)) {
        return AUK_OK;
    }
    AukWrapWalk walk = auk__wrap_images(wrap, grid, segment->around);
    AukStatus status = AUK_OK;
    while (!status && auk__wrap_next(&walk, &shift)) {
        SegmentBox image = {auk__box_shifted(segment->around, shift), segment->path};
        status = auk__path_is_given(image.path) ? collect_along(pairs, grid, &image)
                                                : collect_touching(pairs, grid, image.around);
    }
    return status;
}

// Adds the half-planes that the box touches.
static AukStatus collect_half_planes(AukWorld *world, AukBox box)
{
    uint32_t plane;
    AukStatus status = AUK_OK;
    for (int at = 0; !status && auk__half_planes_next_in(world, &at, box, &plane);) {
        status = collect_part(&world->pairs, plane);
    }
    return status;
}

static AukStatus add_unknown(AukWorld *world, AukPair pair)
{
    if (is_known(&world->pairs, &world->ccd, &pair) || !auk__one_way_lets_meet(world, &pair)) {
        return AUK_OK;
    }
    auk__one_way_note_sides(world, &pair);
    return add_late_pair(world, &pair);
}

// Adds the pairs of pieces of two parts.
static AukStatus add_pieces(AukWorld *world, uint32_t part, uint32_t other, double fraction)
{
    AukPair pair = auk__pair_make(&world->bodies, &world->parts, part, other);
    if (!auk__part_is_grid(&world->parts, part) && !auk__part_is_grid(&world->parts, other)) {
        return add_unknown(world, pair);
    }
    AukStatus status = auk__tiles_expand_pair(world, &pair, fraction);
    for (int i = 0; i < world->pairs.spare.count && !status; i++) {
        status = add_unknown(world, ((const AukPair *)world->pairs.spare.items)[i]);
    }
    return status;
}

// Adds the pairs in order of slots, since the order of a grid depends on past updates.
static AukStatus add_found(AukWorld *world, uint32_t part, double fraction)
{
    int count = world->pairs.order.count;
    if (!auk__buffer_resize(&world->pairs.order_spare, sizeof(uint64_t), count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    auk__sort_u64(world->pairs.order.items, world->pairs.order_spare.items, count, 0, 32);
    bool marked = count >= MANY_FOUND && !world->ccd.local && !auk__part_is_grid(&world->parts, part);
    AukStatus status = marked ? mark_known(world, part) : AUK_OK;
    for (int i = 0; i < count && !status; i++) {
        uint32_t other = (uint32_t)((const uint64_t *)world->pairs.order.items)[i];
        if (marked && ((const uint32_t *)world->ccd.known.items)[other] == world->ccd.known_mark) {
            continue;
        }
        status = world->ccd.local ? auk__local_step_know(world->ccd.local, other) : AUK_OK;
        if (!status && auk__parts_meet(&world->bodies, &world->parts, &world->excluded, auk__part(&world->parts, part),
                                       auk__part(&world->parts, other))) {
            status = add_pieces(world, part, other, fraction);
        }
    }
    return status;
}

// `box` is that of the segment, `moved` the displacement along it.
static AukStatus find_late_pairs_of(AukWorld *world, uint32_t part, AukBox box, AukVec2 moved, double fraction)
{
    world->pairs.order.count = 0;
    AukBox wide = widened_by_rounding(box);
    AukBounds around = auk__bounds_of(wide);
    AukBroadPath path = {moved.x, moved.y}, none = {0.0f, 0.0f};
    SegmentBox segment = {wide, auk__path_is_long(path, &around) ? path : none};
    bool leaves = !is_within(box, known_box(world, part));
    if (world->wrap.on) {
        auk__wrap_widen(&world->wrap, part, wide);
    }
    AukStatus status = collect(&world->pairs, &world->wrap, &world->index.grid, &segment);
    if (!status && (world->ccd.path_boxes_made || leaves)) {
        status = world->ccd.path_boxes_made ? AUK_OK : make_path_boxes(world);
        if (!status) {
            path_boxes_extend(world, part, wide);
            status = collect(&world->pairs, &world->wrap, &world->ccd.path_boxes, &segment);
        }
    }
    status = status ? status : collect_half_planes(world, wide);
    return status ? status : add_found(world, part, fraction);
}

// The box of a part that moves straight from one pose to the other.
static AukBox box_between_poses(const AukParts *parts, uint32_t part, AukTransform from, AukTransform to)
{
    return auk_box_union(auk__box_at(parts, part, from), auk__box_at(parts, part, to));
}

bool auk__segment_is_too_wide(const AukWorld *world, uint32_t index, double fraction)
{
    if (!world->wrap.on) {
        return false;
    }
    AukTransform from = pose_at(world, index, fraction), to = pose_at(world, index, 1.0);
    uint32_t i = *auk__first_part(&world->bodies, auk__body(&world->bodies, index));
    while (i != AUK_NO_INDEX &&
           (auk__part(&world->parts, i)->disabled ||
            auk__wrap_may_widen(&world->parts, &world->wrap, i,
                                widened_by_rounding(box_between_poses(&world->parts, i, from, to))))) {
        i = auk__part(&world->parts, i)->next;
    }
    return i != AUK_NO_INDEX;
}

AukStatus auk__late_pairs_find(AukWorld *world, uint32_t index, double fraction)
{
    const AukBody *body = auk__body(&world->bodies, index);
    AukTransform from = pose_at(world, index, fraction), to = pose_at(world, index, 1.0);
    AukVec2 moved = auk_vec_sub(to.p, from.p);
    for (uint32_t i = *auk__first_part(&world->bodies, body); i != AUK_NO_INDEX;
         i = auk__part(&world->parts, i)->next) {
        AukBox box = box_between_poses(&world->parts, i, from, to);
        AukStatus status =
            auk__part(&world->parts, i)->disabled ? AUK_OK : find_late_pairs_of(world, i, box, moved, fraction);
        if (status) {
            return status;
        }
    }
    return AUK_OK;
}

bool auk__ccd_pairs_reserve(AukCcdWork *ccd, int bodies, int parts, int pairs)
{
    return auk__buffer_reserve(&ccd->neighbours, sizeof(int), 2 * pairs) &&
           auk__buffer_reserve(&ccd->spans, sizeof(AukCcdSpan), bodies) &&
           auk__buffer_reserve(&ccd->histories, sizeof(AukPairHistory), pairs) &&
           auk__buffer_reserve(&ccd->late_links, 2 * sizeof(int), pairs) &&
           auk__buffer_reserve(&ccd->late_heads, sizeof(int), bodies) &&
           auk__buffer_reserve(&ccd->known, sizeof(uint32_t), parts) &&
           auk__buffer_reserve(&ccd->path_parts, sizeof(uint32_t), parts) && auk__grid_reserve(&ccd->path_boxes, parts);
}
