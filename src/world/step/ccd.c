// The motion of swept bodies, resolved in order of time. Every swept pair predicts its first contact. First predictions
// are sorted, later ones wait in a heap, and the earliest of both is taken next. A response changes the path of a body.
// The versions of the paths then mark its later predictions as stale, and its pairs predict again from that instant, so
// hits are found on the new path.
// Invariant: all hits before the one being taken are final. Two shapes hit once, unless one of them responds or its
// path has turned since.
#include "world/step/ccd.h"
#include "base/assert.h"
#include "base/prefetch.h"
#include "world/step/local_step.h"
#include "world/step/pair_order.h"
#include "world/step/pairs.h"
#include "world/step/response_rules.h"

#include <string.h>

// ---- the first predictions ----

static void predict_range(void *context, AukRange *range)
{
    enum { ROOM_AHEAD = 6 };
    AukWorld *world = context;
    int most = range->end - range->first;
    int *count = &range->counts[0];
    AukPrediction *out = (AukPrediction *)world->ccd.predicted.items + range->first;
    bool plain = false;
    for (int i = range->first; i < range->end; i++) {
        const AukPair *ahead =
            auk__pair(&world->pairs, i + AUK_PREFETCH_AHEAD < range->end ? i + AUK_PREFETCH_AHEAD : i);
        if (ahead->swept) {
            AUK_PREFETCH(auk__posed(&world->bodies, ahead->body_b));
            AUK_PREFETCH(auk__body(&world->bodies, ahead->body_b));
            AUK_PREFETCH(auk__start_pose(&world->bodies, ahead->body_b));
            AUK_PREFETCH(auk__body_path(&world->ccd, ahead->body_b));
            AUK_PREFETCH(&auk__body_path(&world->ccd, ahead->body_b)->segment);
            if (!plain) { // the last pair was not
                AUK_PREFETCH(auk__part(&world->parts, ahead->part_b));
                AUK_PREFETCH(auk__part_local(&world->parts, ahead->part_b));
            }
        }
        if (!auk__pair(&world->pairs, i)->swept) {
            continue;
        }
        AUK_PREFETCH(&out[*count + ROOM_AHEAD < most ? *count + ROOM_AHEAD : 0]); // to be written
        plain = auk__posed(&world->bodies, auk__pair(&world->pairs, i)->body_b)->plain != AUK_CLASS_OTHER;
        *count += auk__predict_first(world, i, &out[*count]);
    }
}

// A non-negative fraction as an integer that sorts in the same order.
static inline uint64_t key_of_fraction(double fraction)
{
    union {
        double fraction;
        uint64_t bits;
    } key;
    key.fraction = fraction + 0.0; // -0 is 0
    return key.bits;
}

// Sorts the first predictions by time into ccd->upcoming. Predictions come in the order of their ids, and equal times
// keep that order. Tried: a heap of all of them cost four times as much.
static AukStatus sort_first(AukPairWork *pairs, AukCcdWork *ccd, int count)
{
    if (!auk__order_start(pairs, count) || !auk__buffer_resize(&ccd->upcoming, sizeof(AukPrediction), count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    const AukPrediction *predicted = ccd->predicted.items;
    uint64_t *order = pairs->order.items;
    for (int shift = 0; shift <= 32; shift += 32) {
        for (int i = 0; i < count; i++) {
            auk__order_key(&order[i], (uint32_t)(key_of_fraction(predicted[(uint32_t)order[i]].fraction) >> shift));
        }
        auk__order_pass(pairs, count);
    }
    AukPrediction *sorted = ccd->upcoming.items;
    for (int i = 0; i < count; i++) {
        sorted[i] = predicted[(uint32_t)order[i]];
    }
    return AUK_OK;
}

// Predicts the first contact of every swept pair, before any path has changed. A local step notes hits one by one.
static AukStatus predict_all(AukWorld *world, float dt)
{
    if (!auk__buffer_reserve(&world->ccd.predicted, sizeof(AukPrediction), world->pairs.records.count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    AukGathered gathered = {world->ccd.predicted.items, sizeof(AukPrediction), 0};
    AukStatus status = auk__parallel_gather(&world->parallel, world->pairs.records.count, predict_range, world,
                                            &world->ranges, &gathered, 1);
    if (status) {
        return status;
    }
    int count = auk__ranges_sum(&world->ranges, 0);
    status = world->ccd.local ? AUK_OK : auk__hits_write_final(world, world->ccd.predicted.items, &count, dt);
    return status ? status : sort_first(&world->pairs, &world->ccd, count);
}

// The next prediction in order of time: from the sorted first predictions, of which `taken` are used up, or from the
// heap of those made when a path turned. False if there is none.
static bool take_prediction(AukWorld *world, int *taken, AukPrediction *prediction)
{
    const AukPrediction *first = world->ccd.upcoming.items, *later = world->ccd.predictions.items;
    bool any = *taken < world->ccd.upcoming.count;
    bool any_later = world->ccd.predictions.count > 0;
    if (any && !(any_later && auk__prediction_precedes(&world->pairs, later, &first[*taken]))) {
        int soon = *taken + AUK_PREFETCH_AHEAD, sooner = *taken + AUK_PREFETCH_AHEAD / 2;
        if (soon < world->ccd.upcoming.count) { // pairs in order of time are scattered in memory
            AUK_PREFETCH(auk__pair(&world->pairs, first[soon].pair));
            AUK_PREFETCH(auk__pair_history(&world->ccd, first[soon].pair));
            const AukPair *pair = auk__pair(&world->pairs, first[sooner].pair);
            auk__expect_motion(world, pair->body_a, pair->part_a);
            auk__expect_motion(world, pair->body_b, pair->part_b);
            AUK_PREFETCH(auk__body_user_data(&world->bodies, pair->body_a));
            AUK_PREFETCH(auk__body_user_data(&world->bodies, pair->body_b));
        }
        *prediction = first[(*taken)++];
        return true;
    }
    if (any_later) {
        *prediction = auk__prediction_pop(&world->pairs, &world->ccd);
    }
    return any_later;
}

// ---- repeated hits ----

static uint32_t versions_of(const AukCcdWork *ccd, const AukPair *pair)
{
    return auk__body_path(ccd, pair->body_a)->version + auk__body_path(ccd, pair->body_b)->version;
}

// True if both were hit last, but not with the same paths.
static bool are_tied(const AukPairHistory *a, const AukPairHistory *b)
{
    return a->at == b->at && a->versions != b->versions;
}

// What is known with pair `i`, which may be of other shapes.
static AukShapesMet also_met(const AukPairWork *pairs, const AukCcdWork *ccd, const AukPair *pair, AukShapesMet met,
                             int i)
{
    const AukPair *found = auk__pair(pairs, i);
    if (auk__same_shapes(found, pair)) {
        const AukPairHistory *history = auk__pair_history(ccd, i),
                             *last = met.last >= 0 ? auk__pair_history(ccd, met.last) : NULL;
        bool later = found->hit && (!last || history->at > last->at);
        met.tied = !later && (met.tied || (found->hit && are_tied(history, last)));
        met.last = later ? i : met.last;
        met.touches = met.touches || history->touches;
    }
    return met;
}

static bool is_of_one_pair(const AukParts *parts, uint32_t part)
{
    return auk__part_is_whole_shape(parts, part) && !auk__part_is_grid(parts, part);
}

// Pairs of the same shapes are adjacent in the list, but for late ones, which are at its end.
static AukShapesMet shapes_met(const AukWorld *world, int index)
{
    const AukPairWork *pairs = &world->pairs;
    const AukCcdWork *ccd = &world->ccd;
    const AukPair *pair = auk__pair(pairs, index);
    AukShapesMet none = {-1, false, false}, met = also_met(pairs, ccd, pair, none, index);
    if (!world->wrap.on && is_of_one_pair(&world->parts, pair->part_a) && is_of_one_pair(&world->parts, pair->part_b)) {
        return met; // no other pair has these shapes
    }
    for (int step = -1; step <= 1; step += 2) {
        for (int i = index + step; i >= 0 && i < ccd->late_first && index < ccd->late_first; i += step) {
            if (!auk__same_shapes(auk__pair(pairs, i), pair)) {
                break;
            }
            met = also_met(pairs, ccd, pair, met, i);
        }
    }
    if (ccd->late_links.count > 0) {
        bool only_late = index < ccd->late_first; // a late pair has no place among the others
        AukCcdPairWalk walk = auk__ccd_pairs_of_both(pairs, ccd, pair, only_late);
        for (int i; auk__ccd_pairs_next(pairs, ccd, &walk, &i);) {
            met = also_met(pairs, ccd, pair, met, i);
        }
    }
    return met;
}

typedef enum Again { AGAIN_ANY, AGAIN_PARTED, AGAIN_NEVER } Again;

// True if the bodies of a pair crossed another piece of the same shape when they hit, and do not cross this one.
static bool stands_behind(const AukWorld *world, const AukPair *pair, const AukPair *last)
{
    bool may_differ = world->rules.count > 0 || world->piercing.next.count > 0;
    return may_differ && !pair->sensor && auk__pieces_cross(world, last) && !auk__pieces_cross(world, pair);
}

// Whether the shapes of a pair may hit again. After a hit they may only once a path has changed; sensors never. If both
// bodies cross, a path must have turned and the shapes must be apart first. A piece that they cross, as a cell of
// glass, does not stand before one of the same shape that they do not.
static Again may_hit(const AukWorld *world, int index, const AukShapesMet *met)
{
    const AukPair *pair = auk__pair(&world->pairs, index);
    if (met->last < 0 || stands_behind(world, pair, auk__pair(&world->pairs, met->last))) {
        return AGAIN_ANY;
    }
    bool turned = auk__path_segment(&world->ccd, pair->body_a) || auk__path_segment(&world->ccd, pair->body_b);
    if (pair->sensor || auk__pair_history(&world->ccd, met->last)->versions == versions_of(&world->ccd, pair)) {
        return AGAIN_NEVER;
    }
    AukReaction a = auk__reaction(world, pair, pair->body_a);
    if (!a.crosses || a.held) {
        return AGAIN_ANY;
    }
    AukReaction b = auk__reaction(world, pair, pair->body_b);
    return b.crosses && !b.held ? (turned ? AGAIN_PARTED : AGAIN_NEVER) : AGAIN_ANY;
}

enum { EXPECTED_PAIRS = 32 }; // of a body: a map may have thousands

// Prefetches the pairs of a body or, with `bodies`, a constant, what these are of; some time later.
static AUK_ALWAYS_INLINE void expect_pairs(const AukWorld *world, uint32_t body, bool bodies)
{
    const AukCcdWork *ccd = &world->ccd;
    const int *neighbours = ccd->neighbours.items;
    AukCcdPairWalk walk = auk__ccd_pairs_of(ccd, body);
    for (int i = walk.at; i < walk.end && i < walk.at + EXPECTED_PAIRS; i++) {
        const AukPair *pair = auk__pair(&world->pairs, neighbours[i]);
        if (bodies) {
            bool is_a = pair->body_a == body;
            auk__expect_motion(world, is_a ? pair->body_b : pair->body_a, is_a ? pair->part_b : pair->part_a);
        } else {
            AUK_PREFETCH(pair);
            AUK_PREFETCH(auk__pair_history(ccd, neighbours[i]));
        }
    }
}

// Predicts the pairs of a body again, from the fraction at which its path has changed.
static AukStatus predict_again(AukWorld *world, uint32_t body, double fraction)
{
    AukCcdPairWalk walk = auk__ccd_pairs_of(&world->ccd, body);
    AukShapesMet met = {-1, false, false};
    int pair, asked = -1; // the pair that `met` was asked for
    while (auk__ccd_pairs_next(&world->pairs, &world->ccd, &walk, &pair)) {
        // asked for each pair of a chain of thousands of edges, the time grew with the square of their number
        if (asked < 0 || met.tied ||
            !auk__same_shapes(auk__pair(&world->pairs, asked), auk__pair(&world->pairs, pair))) {
            met = shapes_met(world, pair);
            asked = pair;
        }
        Again again = may_hit(world, pair, &met);
        AukStatus status =
            again == AGAIN_NEVER ? AUK_OK : auk__predict_and_push(world, pair, fraction, again == AGAIN_PARTED);
        if (status) {
            return status;
        }
    }
    return AUK_OK;
}

// ---- predictions that no longer hold ----

typedef enum Hold { HOLD_NOT, HOLD_NOW, HOLD_TURNED } Hold;

// A prediction holds for a body until its path changes at an earlier time. It is late if the path has changed at the
// same instant.
static Hold still_holds(const AukCcdWork *ccd, uint32_t body, uint32_t version, double fraction)
{
    const AukBodyPath *path = auk__body_path(ccd, body);
    const AukPathSegment *segment = auk__path_segment(ccd, body);
    if (path->version == version) {
        return HOLD_NOW;
    }
    if (!segment) {
        return fraction <= path->stop ? HOLD_TURNED : HOLD_NOT;
    }
    return version == segment->version && fraction <= segment->instant + AUK_AT_ONCE ? HOLD_TURNED : HOLD_NOT;
}

enum { FEW_PREDICTIONS = 64 }; // not worth a look

// Removes the predictions that will never hold again, once they may be more than those that do. A path that turns
// leaves one behind for each of its pairs: where hundreds of bodies slide along each other, they were nearly the whole
// heap, and taking the first took three quarters of the step.
static void drop_stale(AukPairWork *pairs, AukCcdWork *ccd)
{
    AukPrediction *heap = ccd->predictions.items;
    const int count = ccd->predictions.count;
    if (count <= FEW_PREDICTIONS || count / 2 <= pairs->records.count) {
        return;
    }
    ccd->predictions.count = 0;
    for (int i = 0; i < count; i++) {
        const AukPrediction prediction = heap[i]; // the heap that is made anew never reaches it
        const AukPair *pair = auk__pair(pairs, prediction.pair);
        if (still_holds(ccd, pair->body_a, prediction.version_a, prediction.fraction) != HOLD_NOT &&
            still_holds(ccd, pair->body_b, prediction.version_b, prediction.fraction) != HOLD_NOT) {
            (void)auk__prediction_push(pairs, ccd, &prediction); // there is room
        }
    }
}

static AukStatus follow_change(AukWorld *world, uint32_t body, double fraction)
{
    AukStatus status = auk__ccd_pairs_gather(world);
    if (status) {
        return status;
    }
    expect_pairs(world, body, false);
    if (auk__path_segment(&world->ccd, body)) {
        status = auk__late_pairs_find(world, body, fraction);
    }
    expect_pairs(world, body, true);
    status = status ? status : predict_again(world, body, fraction);
    drop_stale(&world->pairs, &world->ccd);
    return status;
}

// ---- taking hits ----

static bool hit_just_now(const AukPairWork *pairs, const AukCcdWork *ccd, const AukPrediction *prediction)
{
    return auk__pair(pairs, prediction->pair)->hit &&
           auk__pair_history(ccd, prediction->pair)->at >= prediction->fraction - AUK_AT_ONCE;
}

static void mark_hit(AukPairWork *pairs, AukCcdWork *ccd, const AukPrediction *prediction)
{
    AukPair *pair = (AukPair *)pairs->records.items + prediction->pair;
    AukPairHistory *history = auk__pair_history(ccd, prediction->pair);
    if (!pair->hit) {
        pair->hit = true;
        pair->hit_fraction = (float)prediction->fraction;
    }
    history->at = prediction->fraction;
    // versions of the prediction: a path may have turned at this instant, and may then meet other pieces of the shape
    history->versions = prediction->version_a + prediction->version_b;
    history->normal = prediction->normal;
    history->touches = true;
}

// After that part of a step a pair is looked at again whose hit has changed nothing.
#define AGAIN_AFTER (1.0 / 64.0)

// A hit that changed nothing beside a body that goes on turning is not the last one: the shapes grazed each other, and
// may meet again, as may the other pieces of both. Without this a ball that grazed one edge of a chain that turned went
// out through the next.
static AukStatus may_hit_later(AukWorld *world, int pair, double fraction)
{
    auk__pair_history(&world->ccd, pair)->versions--;
    double from = fraction + AGAIN_AFTER;
    return from < 1.0 ? auk__predict_and_push(world, pair, from, false) : AUK_OK;
}

static AukStatus take_hit(AukWorld *world, const AukPrediction *prediction, float dt)
{
    const AukPair *pair = auk__pair(&world->pairs, prediction->pair);
    Hold hold_a = still_holds(&world->ccd, pair->body_a, prediction->version_a, prediction->fraction);
    Hold hold_b = still_holds(&world->ccd, pair->body_b, prediction->version_b, prediction->fraction);
    bool late = hold_a == HOLD_TURNED || hold_b == HOLD_TURNED;
    if (hold_a == HOLD_NOT || hold_b == HOLD_NOT || (late && hit_just_now(&world->pairs, &world->ccd, prediction))) {
        return AUK_OK;
    }
    AukShapesMet met = shapes_met(world, prediction->pair);
    if (may_hit(world, prediction->pair, &met) == AGAIN_NEVER) {
        return AUK_OK;
    }
    const bool again = pair->hit; // in this step
    mark_hit(&world->pairs, &world->ccd, prediction);
    if (pair->sensor) {
        return AUK_OK;
    }
    AukHit *hit = auk__hit_write(world, prediction, hold_a == HOLD_TURNED, hold_b == HOLD_TURNED, &met, dt);
    if (!hit) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    hit = again ? auk__hit_merge(&world->next.hits) : hit;
    AukOutcome outcome = auk__respond(world, prediction, dt);
    hit->limit = hit->limit || outcome.limit;
    uint32_t body_a = pair->body_a, body_b = pair->body_b; // finding late pairs may reallocate the array of pairs
    AukStatus status = outcome.status;
    if (world->ccd.local && !status) {
        status = auk__local_step_note(world->ccd.local, prediction, hit, &outcome);
    }
    if (outcome.again && !outcome.changed_a && !outcome.changed_b && !status) {
        status = may_hit_later(world, prediction->pair, prediction->fraction);
    }
    if (outcome.changed_a && !status) {
        status = follow_change(world, body_a, prediction->fraction);
    }
    if (outcome.changed_b && !status) {
        status = follow_change(world, body_b, prediction->fraction);
    }
    return status;
}

// ---- the phase ----

static AukStatus ccd_begin(AukWorld *world)
{
    world->ccd.predictions.count = 0;
    if (!auk__buffer_resize(&world->ccd.histories, sizeof(AukPairHistory), world->pairs.records.count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    for (int i = 0; i < world->pairs.records.count; i++) {
        if (auk__pair(&world->pairs, i)->swept) { // no other pair has a history
            memset(auk__pair_history(&world->ccd, i), 0, sizeof(AukPairHistory));
        }
    }
    auk__ccd_pairs_begin(world);
    return AUK_OK;
}

static AukStatus ccd_end(AukWorld *world, bool timed)
{
    AukStatus status = auk__ccd_round_grazing(world);
    status = status || world->ccd.segments.count == 0 ? status : auk__ccd_round_poses(world);
    status = status ? status : auk__hits_sort(world, timed);
    return status || world->ccd.late_links.count == 0 ? status : auk__pairs_sort(&world->pairs);
}

// As many as drop_stale() leaves, and those of one more body.
static int most_predictions(int pairs)
{
    const int64_t most = 2 * (int64_t)pairs + FEW_PREDICTIONS + pairs;
    return most < INT32_MAX ? (int)most : INT32_MAX;
}

bool auk__ccd_reserve(AukCcdWork *ccd, int bodies, int parts, int pairs, int hits)
{
    return auk__ccd_reserve_slots(ccd, bodies, parts) &&
           auk__buffer_reserve(&ccd->segments, sizeof(AukPathSegment), bodies) &&
           auk__buffer_reserve(&ccd->hit_spare, sizeof(AukHit), hits) &&
           auk__buffer_reserve(&ccd->predictions, sizeof(AukPrediction), most_predictions(pairs)) &&
           auk__buffer_reserve(&ccd->predicted, sizeof(AukPrediction), pairs) &&
           auk__buffer_reserve(&ccd->upcoming, sizeof(AukPrediction), pairs) && auk__ccd_pairs_reserve(ccd, pairs);
}

AukStatus auk__ccd_resolve(AukWorld *world, float dt)
{
    world->next.hits.count = 0;
    world->next.swept_candidate_count = 0;
    world->ccd.segments.count = 0;
    int pairs = world->bodies.swept_count > 0 ? world->pairs.records.count : 0;
    for (int i = 0; i < pairs; i++) {
        world->next.swept_candidate_count += auk__pair(&world->pairs, i)->swept;
    }
    if (world->next.swept_candidate_count == 0) {
        return AUK_OK;
    }
    AukStatus status = ccd_begin(world);
    status = status ? status : predict_all(world, dt);
    bool timed = world->next.hits.count == 0;
    AukPrediction prediction;
    for (int taken = 0; !status && take_prediction(world, &taken, &prediction);) {
        status = take_hit(world, &prediction, dt);
    }
    return status ? status : ccd_end(world, timed);
}

void auk__ccd_release(AukCcdWork *ccd)
{
    AukBuffer *buffers[] = {&ccd->paths,   &ccd->predictions, &ccd->predicted, &ccd->upcoming,    &ccd->neighbours,
                            &ccd->spans,   &ccd->histories,   &ccd->segments,  &ccd->hit_spare,   &ccd->late_links,
                            &ccd->spanned, &ccd->late_table,  &ccd->known,     &ccd->path_movers, &ccd->path_parts};
    for (int i = 0; i < AUK_COUNT_OF(buffers); i++) {
        auk__buffer_free(buffers[i]);
    }
    auk__grid_free(&ccd->path_boxes);
}
