// The swept pairs of each body: those of the broad phase in one array, late pairs (which only a turned path brings) in
// linked lists. Late pairs are searched in the query index, along the new segment if that is long. As soon as a path
// has left the box that the broad phase had for it, they are also searched among the boxes of whole paths
// (ccd_path_boxes.c).
// Invariant: a pair is in the list once. A body whose path turns searches everything that its new segment may meet,
// including turned paths of other bodies; so no two bodies meet without a pair.
#include "base/assert.h"
#include "base/sort.h"
#include "geom/local_box.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/tile_map.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"
#include "world/step/local_step.h"
#include "world/step/one_way.h"
#include "world/step/pairs.h"
#include "world/step/tile_pairs.h"

#include <string.h>

enum { LATE_ENTRIES = 128 }; // of the smallest hash table of late pairs
enum { MANY_FOUND = 16 };    // parts that one search has found

void auk__ccd_pairs_begin(AukWorld *world)
{
    world->ccd.gathered = false;
    world->ccd.late_first = world->pairs.records.count;
    world->ccd.late_links.count = world->ccd.late_table.count = 0;
    auk__path_boxes_begin(&world->ccd);
}

// Makes the spans of all bodies empty. Only those of the last step that had spans are written: a ball that bounced
// among 640,000 boxes at rest took 0.28 ms a step for those of all bodies.
static AukStatus empty_spans(AukWorld *world)
{
    AukCcdWork *ccd = &world->ccd;
    const AukCcdSpan empty = auk__no_swept_pairs();
    const int old = ccd->spans.count, bodies = world->bodies.records.count;
    if (!auk__buffer_resize(&ccd->spans, sizeof(AukCcdSpan), bodies) ||
        !auk__buffer_resize(&ccd->neighbours, sizeof(int), 2 * world->next.swept_candidate_count) ||
        !auk__buffer_reserve(&ccd->spanned, sizeof(uint32_t), bodies)) {
        ccd->spans.count = old;
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    AukCcdSpan *spans = ccd->spans.items;
    const uint32_t *spanned = ccd->spanned.items;
    for (int i = 0; i < ccd->spanned.count; i++) {
        spans[spanned[i]] = empty;
    }
    for (int i = old; i < bodies; i++) {
        spans[i] = empty;
    }
    ccd->spanned.count = 0;
    return AUK_OK;
}

static inline void count_pair_of(AukCcdWork *ccd, uint32_t body)
{
    AukCcdSpan *span = (AukCcdSpan *)ccd->spans.items + body;
    if (span->end++ == 0) {
        auk__buffer_add_index(&ccd->spanned, body);
    }
}

// No late pair has been added yet: only a body that has gathered its pairs adds them.
AukStatus auk__ccd_pairs_gather(AukWorld *world)
{
    AukCcdWork *ccd = &world->ccd;
    AukStatus status = ccd->gathered ? AUK_OK : empty_spans(world);
    if (status || ccd->gathered) {
        return status;
    }
    AukCcdSpan *spans = ccd->spans.items;
    int *neighbours = ccd->neighbours.items;
    for (int i = 0; i < world->pairs.records.count; i++) {
        const AukPair *pair = auk__pair(&world->pairs, i);
        if (pair->swept) {
            count_pair_of(ccd, pair->body_a);
            count_pair_of(ccd, pair->body_b);
        }
    }
    for (int i = 0, sum = 0; i < ccd->spanned.count; i++) {
        AukCcdSpan *span = &spans[((const uint32_t *)ccd->spanned.items)[i]];
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
    ccd->gathered = true;
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
    AukCcdPairWalk walk = {body, span->first, span->end, span->late};
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

AukCcdPairWalk auk__ccd_pairs_of_both(const AukPairWork *pairs, const AukCcdWork *ccd, const AukPair *pair,
                                      bool only_late)
{
    AukCcdPairWalk a = auk__ccd_pairs_of(ccd, pair->body_a), b = auk__ccd_pairs_of(ccd, pair->body_b);
    a.at = only_late ? a.end : a.at;
    b.at = only_late ? b.end : b.at;
    int count_a = a.end - a.at, count_b = b.end - b.at;
    // the shorter list so far is counted on, so the longer one is never counted to its end
    for (int late_a = a.late, late_b = b.late; count_a <= count_b ? late_a >= 0 : late_b >= 0;) {
        if (count_a <= count_b) {
            late_a = next_late(pairs, ccd, late_a, a.body);
            count_a++;
        } else {
            late_b = next_late(pairs, ccd, late_b, b.body);
            count_b++;
        }
    }
    return count_a <= count_b ? a : b;
}

// ---- late pairs ----

static bool is_same_late(const AukPair *a, const AukPair *b)
{
    return a->part_a == b->part_a && a->part_b == b->part_b && a->child_a == b->child_a && a->child_b == b->child_b;
}

// The entry of a late pair in the hash table, which has an empty one: it, or where it belongs.
static int *late_entry(const AukPairWork *pairs, const AukCcdWork *ccd, const AukPair *pair)
{
    uint64_t hash = ((uint64_t)pair->part_a << 32 | pair->part_b) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= ((uint64_t)(uint32_t)pair->child_a << 32 | (uint32_t)pair->child_b) + (hash >> 29);
    hash *= UINT64_C(0xc2b2ae3d27d4eb4f);
    int *entries = ccd->late_table.items;
    uint32_t mask = (uint32_t)ccd->late_table.count - 1, at = (uint32_t)(hash >> 32) & mask;
    while (entries[at] >= 0 && !is_same_late(auk__pair(pairs, entries[at]), pair)) {
        at = (at + 1) & mask;
    }
    return &entries[at];
}

// The entries of the hash table for so many late pairs: more than twice as many. 0 if that is too large a number.
static int late_entries(int late)
{
    int entries = LATE_ENTRIES;
    while (entries > 0 && entries <= 2 * (int64_t)late) {
        entries = entries > INT32_MAX / 2 ? 0 : 2 * entries;
    }
    return entries;
}

// Puts all late pairs into a table. Two grids that meet have a late pair for each two of their cells: a search in the
// lists of their bodies took minutes.
static AukStatus make_late_table(const AukPairWork *pairs, AukCcdWork *ccd)
{
    int late = ccd->late_links.count, entries = late_entries(late);
    if (entries == 0 || !auk__buffer_resize(&ccd->late_table, sizeof(int), entries)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    memset(ccd->late_table.items, -1, (size_t)entries * sizeof(int));
    for (int i = 0; i < late; i++) {
        *late_entry(pairs, ccd, auk__pair(pairs, ccd->late_first + i)) = ccd->late_first + i;
    }
    return AUK_OK;
}

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
    return ccd->late_table.count > 0 && *late_entry(pairs, ccd, pair) >= 0;
}

// Marks the parts that have their pair with this one, for a search that has found many: without, 400 discs that slide
// past each other took a quarter longer. A grid is not marked, since each of its cells has a pair of its own.
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

// Makes a late pair the last one of a body, and returns the one before.
static int put_late(AukCcdWork *ccd, uint32_t body, int pair)
{
    AukCcdSpan *span = (AukCcdSpan *)ccd->spans.items + body;
    int before = span->late;
    if (before < 0 && span->end == 0) {
        auk__buffer_add_index(&ccd->spanned, body);
    }
    span->late = pair;
    return before;
}

static AukStatus add_late_pair(AukWorld *world, const AukPair *pair)
{
    int known = world->ccd.late_first > world->next.box_pair_count ? world->ccd.late_first : world->next.box_pair_count;
    if (known + world->ccd.late_links.count >= world->pair_limit) {
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
    (*link)[0] = put_late(&world->ccd, pair->body_a, index);
    (*link)[1] = put_late(&world->ccd, pair->body_b, index);
    world->next.swept_candidate_count++;
    world->pairs.sensor_count += pair->sensor;
    AukCcdWork *ccd = &world->ccd;
    if (ccd->late_table.count > 2 * (int64_t)ccd->late_links.count) {
        *late_entry(&world->pairs, ccd, pair) = index;
        return AUK_OK;
    }
    return make_late_table(&world->pairs, ccd);
}

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

static AukStatus add_unknown(AukWorld *world, AukPair pair)
{
    pair.stands =
        auk__one_way_is_near(&world->parts, &pair) && auk__shapes_touched(&world->parts, &world->output, &pair);
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
    const uint64_t *order = world->pairs.order.items;
    for (int i = 0; i < count; i++) {
        AUK_PREFETCH(auk__part(&world->parts, (uint32_t)order[i]));
    }
    auk__sort_u64(world->pairs.order.items, world->pairs.order_spare.items, count, 0, 32);
    for (int i = 0; i < count; i++) {
        uint32_t other = (uint32_t)order[i];
        auk__expect_motion(world, auk__part(&world->parts, other)->body, other);
    }
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
    AukBox wide = widened_by_rounding(box);
    AukBounds around = auk__bounds_of(wide);
    AukBroadPath path = {moved.x, moved.y}, none = {0.0f, 0.0f};
    AukSegmentBox segment = {wide, auk__path_is_long(path, &around) ? path : none};
    bool leaves = !is_within(box, auk__path_box_known(world, part));
    if (world->wrap.on) {
        auk__wrap_widen(&world->wrap, part, wide);
    }
    AukStatus status = auk__path_boxes_search(world, part, &segment, leaves);
    return status ? status : add_found(world, part, fraction);
}

// The box of a part that moves from one pose to the other, at a fraction and at the end of the step: straight, or on
// the arc of what carries it.
static AukBox box_between_poses(const AukWorld *world, uint32_t index, AukTransform from, AukTransform to,
                                double fraction)
{
    const AukPart *part = auk__part(&world->parts, index);
    const AukPathSegment *carried = auk__carried_segment(&world->ccd, part->body);
    AukBox box = auk_box_union(auk__box_at(&world->parts, index, from), auk__box_at(&world->parts, index, to));
    if (!carried) {
        return box;
    }
    double radius = auk__part_disc_radius(&world->parts, part, auk__turn_radius(&world->parts, index));
    return auk__box_grown(box, auk__carried_bulge(carried, radius, fraction));
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
                                widened_by_rounding(box_between_poses(world, i, from, to, fraction))))) {
        i = auk__part_next(&world->parts, i);
    }
    return i != AUK_NO_INDEX;
}

AukStatus auk__late_pairs_find(AukWorld *world, uint32_t index, double fraction)
{
    const AukBody *body = auk__body(&world->bodies, index);
    AukTransform from = pose_at(world, index, fraction), to = pose_at(world, index, 1.0);
    const bool straight = !auk__carried_segment(&world->ccd, index);
    AukVec2 moved = straight ? auk_vec_sub(to.p, from.p) : auk_vec(0.0f, 0.0f);
    for (uint32_t i = *auk__first_part(&world->bodies, body); i != AUK_NO_INDEX; i = auk__part_next(&world->parts, i)) {
        AukBox box = box_between_poses(world, i, from, to, fraction);
        AukStatus status =
            auk__part(&world->parts, i)->disabled ? AUK_OK : find_late_pairs_of(world, i, box, moved, fraction);
        if (status) {
            return status;
        }
    }
    return AUK_OK;
}

bool auk__ccd_pairs_reserve(AukCcdWork *ccd, int pairs)
{
    return auk__buffer_reserve(&ccd->neighbours, sizeof(int), 2 * pairs) &&
           auk__buffer_reserve(&ccd->histories, sizeof(AukPairHistory), pairs) &&
           auk__buffer_reserve(&ccd->late_links, 2 * sizeof(int), pairs) &&
           auk__buffer_reserve(&ccd->late_table, sizeof(int), late_entries(pairs));
}
