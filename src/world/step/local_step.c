// See the header. A moving body searches the query index, where all is that has not moved yet, and the grid of the path
// boxes of known movers. Bodies that respond to it search too: a response puts them in front of all surfaces near them.
#include "world/step/local_step.h"
#include "base/assert.h"
#include "base/sort.h"
#include "world/state/drops.h"
#include "world/state/half_planes.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/tile_seams.h"
#include "world/state/wrap.h"
#include "world/step/contacts.h"
#include "world/step/integrate.h"
#include "world/step/pair_order.h"
#include "world/step/pairs.h"
#include "world/step/response_rules.h"

#include <string.h>

// ---- what is known ----

static void know_part(AukLocalStep *local, uint32_t part)
{
    uint32_t *mark = (uint32_t *)local->part_marks.items + part;
    if (*mark == 2 * local->call) {
        return;
    }
    *mark = 2 * local->call;
    AukWorld *view = &local->view;
    auk__tight_bounds(&view->parts)[part] = auk__tight_bounds(&local->world->parts)[part];
    if (view->wrap.on) {
        ((AukBox *)view->wrap.whole.items)[part] = ((const AukBox *)local->world->wrap.whole.items)[part];
    }
}

// Sets the path of a body at the beginning of a step, and the boxes of the path. Those of a body at rest stay as they
// are from the step on in which it became known, until it is pushed.
static AukStatus local_depart(AukLocalStep *local, uint32_t index)
{
    AukWorld *view = &local->view;
    AukBodyPath *path = auk__body_path(&view->ccd, index);
    memset(path, 0, sizeof *path);
    path->stop = AUK_NOT_STOPPED;
    if (*auk__mover_place(&view->bodies, index) < 0) {
        return AUK_OK;
    }
    AukStatus status = auk__body_depart(view, index, local->dt);
    uint32_t i = *auk__first_part(&view->bodies, auk__body(&view->bodies, index));
    for (; i != AUK_NO_INDEX && !status; i = auk__part_next(&view->parts, i)) {
        if (!auk__part_is_enabled(&view->bodies, auk__part(&view->parts, i))) {
            continue;
        }
        AukBox tight = auk__tighten(&view->bodies, &view->parts, i, *auk__next_pose(&view->bodies, index));
        AukBox box = auk__part_path_box(view, i, tight);
        status = view->wrap.on ? auk__wrap_bound_path(view, i, tight, box) : AUK_OK;
        auk__grid_set(&view->ccd.path_boxes, i, auk__box_shifted(box, auk__wrap_inward(&view->wrap, box)));
    }
    return status;
}

// Moves a mover down to its place among those before it.
static void mover_to_place(const AukBodies *bodies, uint32_t *movers, int at)
{
    const uint32_t index = movers[at];
    const int place = *auk__mover_place(bodies, index);
    for (; at > 0 && *auk__mover_place(bodies, movers[at - 1]) > place; at--) {
        movers[at] = movers[at - 1];
    }
    movers[at] = index;
}

// The list of movers has the order of the world's where phases read it. Before them bodies are gathered and sorted
// together: a body that touches tens of thousands put each in its place, which took most of a prediction.
static bool add_mover(AukLocalStep *local, uint32_t index)
{
    AukBuffer *movers = &local->view.bodies.movers;
    uint32_t *added = auk__buffer_push(movers, sizeof *added);
    if (!added) {
        return false;
    }
    *added = index;
    if (local->movers_sorted < 0) {
        mover_to_place(&local->view.bodies, movers->items, movers->count - 1);
    }
    return true;
}

// Copies a body into the view, at rest.
static AukStatus know_body(AukLocalStep *local, uint32_t index)
{
    AukWorld *view = &local->view;
    uint32_t *mark = (uint32_t *)local->body_marks.items + index;
    if (*mark / 2 == local->call) {
        return AUK_OK;
    }
    AukBody *body = auk__body(&view->bodies, index);
    *body = *auk__body(&local->world->bodies, index);
    *auk__posed(&view->bodies, index) = *auk__posed(&local->world->bodies, index);
    *auk__previous_pose(&view->bodies, index) = *auk__previous_pose(&local->world->bodies, index);
    auk__body_start(&view->bodies, index);
    body->velocity = auk_vec(0.0f, 0.0f);
    body->spin = 0.0f;
    body->has_target = false;
    if (auk__lazy_exists(&view->bodies.traits)) {
        *auk__traits_changed(&view->bodies, index) = *auk__traits(&local->world->bodies, index);
    }
    ((AukCcdSpan *)view->ccd.spans.items)[index] = auk__no_swept_pairs();
    bool moves = *auk__mover_place(&view->bodies, index) >= 0;
    if (moves && !add_mover(local, index)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    *mark = 2 * local->call;
    for (uint32_t i = *auk__first_part(&view->bodies, body); i != AUK_NO_INDEX && moves;
         i = auk__part_next(&view->parts, i)) {
        know_part(local, i);
    }
    bool meets = body->motion == AUK_MOTION_SWEPT || index == local->subject;
    AukStatus status = auk__pierced_know(local, index);
    status = status || !meets ? status : auk__local_step_know_touches(local, index);
    return status ? status : local_depart(local, index);
}

AukStatus auk__local_step_know(AukLocalStep *local, uint32_t part)
{
    know_part(local, part);
    return know_body(local, auk__part(&local->view.parts, part)->body);
}

// Half-planes are in no grid, so none is known by a search: all are known from the beginning.
static AukStatus know_half_planes(AukLocalStep *local)
{
    const AukHalfPlanes *planes = &local->world->half_planes;
    AukStatus status = AUK_OK;
    for (int i = 0; i < planes->parts.count && !status; i++) {
        status = auk__local_step_know(local, ((const uint32_t *)planes->parts.items)[i]);
    }
    return status;
}

static AukStatus set_moving(AukLocalStep *local, uint32_t index)
{
    uint32_t *moving = auk__buffer_push(&local->moving, sizeof *moving);
    if (!moving) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    *moving = index;
    ((uint32_t *)local->body_marks.items)[index] = 2 * local->call + 1;
    return AUK_OK;
}

// ---- candidates ----

// The box of a known part over the step, as the broad phase of a step has it.
static AukBox step_box(const AukWorld *view, uint32_t part)
{
    if (view->wrap.on) {
        return ((const AukBox *)view->wrap.whole.items)[part];
    }
    bool moves = *auk__mover_place(&view->bodies, auk__part(&view->parts, part)->body) >= 0;
    return moves ? auk__bounds_box(auk__grid_node(&view->ccd.path_boxes, (int32_t)part)->bounds)
                 : auk__tight_box(&view->parts, part);
}

static AukStatus push_found(AukLocalStep *local, uint32_t part)
{
    uint32_t *found = auk__buffer_push(&local->found, sizeof *found);
    if (!found) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    *found = part;
    return AUK_OK;
}

// Adds the half-planes that a box touches to `found`.
static AukStatus search_half_planes(AukLocalStep *local, AukBox box)
{
    AukStatus status = AUK_OK;
    uint32_t plane;
    for (int at = 0; !status && auk__half_planes_next_in(&local->view, &at, box, &plane);) {
        status = push_found(local, plane);
    }
    return status;
}

// Adds the parts that a grid finds in all images of a box to `found`.
static AukStatus search(AukLocalStep *local, const AukGrid *grid, AukBox box)
{
    AukDvec shift;
    AukWrapWalk walk = auk__wrap_images(&local->view.wrap, grid, box);
    while (auk__wrap_next(&walk, &shift)) {
        AukGridCursor cursor = auk__grid_query_box(grid, auk__box_shifted(box, shift));
        uint32_t slot;
        while (auk__grid_next(grid, &cursor, &slot)) {
            AukStatus status = push_found(local, slot);
            if (status) {
                return status;
            }
        }
    }
    return AUK_OK;
}

// True if the boxes of two parts over the step touch, in some image.
static bool boxes_meet(const AukWorld *view, uint32_t a, uint32_t b)
{
    AukBox box_a = step_box(view, a), box_b = step_box(view, b);
    bool planes[2] = {auk__part_is_half_plane(auk__part(&view->parts, a)),
                      auk__part_is_half_plane(auk__part(&view->parts, b))};
    if (planes[0] || planes[1]) {
        return !(planes[0] && planes[1]) &&
               auk__half_plane_meets_box(view, planes[0] ? a : b, planes[0] ? box_b : box_a);
    }
    if (!view->wrap.on) {
        return auk_box_overlap(box_a, box_b);
    }
    AukWrapWalk walk = auk__wrap_walk(&view->wrap, box_a, box_b);
    return auk__wrap_count(&walk) > 0.0;
}

// True if the pair of two known parts is a candidate. Sensors change no path and are left out.
static bool is_candidate(const AukWorld *view, uint32_t a, uint32_t b)
{
    const AukPart *part_a = auk__part(&view->parts, a), *part_b = auk__part(&view->parts, b);
    return !part_a->sensor && !part_b->sensor &&
           auk__parts_meet(&view->bodies, &view->parts, &view->excluded, part_a, part_b) && boxes_meet(view, a, b);
}

// The box of a swept body that responds is wider than its box in the index, by a margin in proportion to its size and
// its coordinates. The box of a search is widened to find such bodies of up to sixteen times the size of the searcher.
// All images are within a period.
static AukBox search_box(const AukWrap *wrap, AukBox box)
{
    AukDvec min = dvec_from(box.min), max = dvec_from(box.max), size = dvec_sub(max, min);
    double by = 0x1p-14 * (size.x + size.y) + 0x1p-19 * (dvec_size(min) + dvec_size(max));
    return auk__box_widened(box, auk__wrap_at_most_period(wrap, by));
}

// Adds the candidates of a part to the keys.
static AukStatus add_candidates(AukLocalStep *local, uint32_t part)
{
    AukWorld *view = &local->view;
    AukBox box = search_box(&view->wrap, step_box(view, part));
    local->found.count = 0;
    AukStatus status = search(local, &view->index.grid, box);
    status = status ? status : search(local, &view->ccd.path_boxes, box);
    status = status ? status : search_half_planes(local, box);
    for (int i = 0; i < local->found.count && !status; i++) {
        uint32_t other = ((const uint32_t *)local->found.items)[i];
        status = auk__local_step_know(local, other);
        if (status || !is_candidate(view, part, other)) {
            continue;
        }
        uint64_t *key = auk__buffer_push(&local->keys, sizeof *key);
        if (!key) {
            return AUK_ERROR_OUT_OF_MEMORY;
        }
        *key = (uint64_t)(part < other ? part : other) << 32 | (part < other ? other : part);
    }
    return status;
}

static AukStatus add_candidates_of_body(AukLocalStep *local, uint32_t index)
{
    const AukWorld *view = &local->view;
    AukStatus status = AUK_OK;
    ((uint32_t *)local->searches.items)[index] = local->run;
    uint32_t i = *auk__first_part(&view->bodies, auk__body(&view->bodies, index));
    while (i != AUK_NO_INDEX && !status) {
        const AukPart *part = auk__part(&view->parts, i);
        status = auk__part_is_enabled(&view->bodies, part) && !part->sensor ? add_candidates(local, i) : AUK_OK;
        i = auk__part_next(&view->parts, i);
    }
    return status;
}

// Sorts numbers and drops equal ones.
static AukStatus sort_numbers(AukLocalStep *local, AukBuffer *numbers)
{
    int count = numbers->count, kept = 0;
    if (!auk__buffer_resize(&local->keys_spare, sizeof(uint64_t), count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    uint64_t *items = numbers->items;
    auk__sort_u64(items, local->keys_spare.items, count, 0, 64);
    for (int i = 0; i < count; i++) {
        if (i == 0 || items[i] != items[i - 1]) {
            items[kept++] = items[i];
        }
    }
    numbers->count = kept;
    return AUK_OK;
}

// Puts the movers in the order of the world's. From now on those that become known are put in their place.
static AukStatus sort_movers(AukLocalStep *local)
{
    enum { FEW = 16 };
    AukBuffer *movers = &local->view.bodies.movers, *places = &local->keys;
    uint32_t *items = movers->items;
    AukStatus status = AUK_OK;
    if (movers->count - local->movers_sorted <= FEW) {
        for (int i = local->movers_sorted; i < movers->count; i++) {
            mover_to_place(&local->view.bodies, items, i);
        }
    } else if (auk__buffer_resize(places, sizeof(uint64_t), movers->count)) {
        uint64_t *place = places->items;
        for (int i = 0; i < movers->count; i++) {
            place[i] = (uint64_t)(uint32_t)*auk__mover_place(&local->view.bodies, items[i]) << 32 | items[i];
        }
        status = sort_numbers(local, places);
        for (int i = 0; i < movers->count && !status; i++) {
            items[i] = (uint32_t)place[i];
        }
    } else {
        status = AUK_ERROR_OUT_OF_MEMORY;
    }
    local->movers_sorted = -1;
    return status;
}

// Lists the bodies at rest that respond and are paired with a moving body.
static AukStatus list_paired(AukLocalStep *local)
{
    const AukWorld *view = &local->view;
    local->paired.count = 0;
    for (int i = 0; i < 2 * local->keys.count; i++) {
        uint64_t key = ((const uint64_t *)local->keys.items)[i / 2];
        uint32_t index = auk__part(&view->parts, (uint32_t)(i % 2 == 0 ? key >> 32 : key))->body;
        if (auk__local_step_moves(local, index) || !auk__may_respond(&view->rules, auk__body(&view->bodies, index))) {
            continue;
        }
        uint64_t *paired = auk__buffer_push(&local->paired, sizeof *paired);
        if (!paired) {
            return AUK_ERROR_OUT_OF_MEMORY;
        }
        *paired = index;
    }
    return sort_numbers(local, &local->paired);
}

// Pairs of parts that may meet in the step.
static AukStatus find_candidates(AukLocalStep *local)
{
    AukStatus status = AUK_OK;
    local->keys.count = 0;
    for (int i = 0; i < local->moving.count && !status; i++) {
        status = add_candidates_of_body(local, ((const uint32_t *)local->moving.items)[i]);
    }
    status = status ? status : list_paired(local);
    for (int i = 0; i < local->paired.count && !status; i++) {
        status = add_candidates_of_body(local, (uint32_t)((const uint64_t *)local->paired.items)[i]);
    }
    status = status ? status : sort_numbers(local, &local->keys);
    if (status || !auk__buffer_resize(&local->candidates, sizeof(AukBroadPair), local->keys.count)) {
        return status ? status : AUK_ERROR_OUT_OF_MEMORY;
    }
    AukBroadPair *pairs = local->candidates.items;
    for (int i = 0; i < local->keys.count; i++) {
        uint64_t key = ((const uint64_t *)local->keys.items)[i];
        AukBroadPair pair = {(uint32_t)(key >> 32), (uint32_t)key};
        pairs[i] = pair;
    }
    return sort_movers(local);
}

// ---- the step ----

// A path is that of a velocity if they differ by at most this part of it: more than rounding makes.
#define SAME_PATH 0x1p-20

// True if the new path of the subject is not that of its velocity. A body that is faster than the subject's limit
// pushes it so, and what carries it turns it away.
static bool is_pushed(const AukLocalStep *local)
{
    const AukPathSegment *segment = auk__path_segment(&local->view.ccd, local->subject);
    AukVec2 velocity = auk__body_path(&local->view.ccd, local->subject)->velocity;
    AukDvec delta = segment ? segment->delta : dvec(0.0, 0.0);
    AukDvec off = dvec_sub(delta, dvec_scale((double)local->dt, dvec_from(velocity)));
    return segment && (segment->carried || dvec_size(off) > SAME_PATH * dvec_size(delta));
}

AukStatus auk__local_step_note(AukLocalStep *local, const AukPrediction *prediction, const AukHit *hit,
                               const AukOutcome *outcome)
{
    const AukWorld *view = &local->view;
    const AukPair *pair = auk__pair(&view->pairs, prediction->pair);
    bool changed =
        pair->body_a == local->subject ? outcome->changed_a : pair->body_b == local->subject && outcome->changed_b;
    if (!changed) {
        return AUK_OK;
    }
    AukPathChange *change = auk__buffer_push(&local->changes, sizeof *change);
    if (!change) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    const AukBodyPath *path = auk__body_path(&view->ccd, local->subject);
    change->fraction = prediction->fraction;
    change->at = auk__ccd_dtransform(view, local->subject, auk_vec(0.0f, 0.0f), prediction->fraction);
    const AukPathSegment *carried = auk__carried_segment(&view->ccd, local->subject);
    change->velocity = auk__is_held(&view->ccd, local->subject) ? auk_vec(0.0f, 0.0f) : path->velocity;
    change->spin = path->spin;
    if (carried) {
        change->velocity = auk__carried_velocity(&view->bodies, carried, change->fraction, local->dt);
        change->spin = auk__rate(carried->turn, local->dt);
    }
    change->pushed = is_pushed(local);
    change->hit = *hit;
    return AUK_OK;
}

// Bodies whose paths a response has changed, or that were put in front of a surface, move from now on.
static AukStatus find_moving(AukLocalStep *local)
{
    const AukWorld *view = &local->view;
    AukStatus status = AUK_OK;
    for (int i = 0; i < view->bodies.movers.count && !status; i++) {
        uint32_t index = ((const uint32_t *)view->bodies.movers.items)[i];
        const AukTransform *pose = auk__start_pose(&view->bodies, index), *next = auk__next_pose(&view->bodies, index);
        bool moves = auk__body_path(&view->ccd, index)->version > 0 || memcmp(next, pose, sizeof *pose) != 0;
        status = moves && !auk__local_step_moves(local, index) ? set_moving(local, index) : AUK_OK;
    }
    return status;
}

// Like publish() in step.c. Resting floors that resting bodies drop through are kept.
static void local_publish(AukLocalStep *local)
{
    AukWorld *view = &local->view;
    AukOutput last = view->output;
    view->output = view->next;
    view->next = last;
    view->steps++;
    auk__pierced_publish(view);
    for (int i = 0; i < view->drops.now.count; i++) {
        const AukDrop *drop = (const AukDrop *)view->drops.now.items + i;
        const AukPart *floor = auk__part_of(&view->parts, drop->floor);
        if (!auk__local_step_moves(local, drop->body.index) && !(floor && auk__local_step_moves(local, floor->body))) {
            auk__drops_use(&view->drops, i);
        }
    }
    auk__drops_publish(&view->drops);
    auk__bounces_publish(&view->bodies, &view->ccd);
    for (int i = 0; i < view->bodies.movers.count; i++) {
        uint32_t index = ((const uint32_t *)view->bodies.movers.items)[i];
        AukBody *body = auk__body(&view->bodies, index);
        const AukBodyPath *path = auk__body_path(&view->ccd, index);
        *auk__previous_pose(&view->bodies, index) = *auk__start_pose(&view->bodies, index);
        auk__body_start(&view->bodies, index);
        body->velocity = path->velocity;
        body->spin = path->spin;
    }
    if (view->wrap.on) {
        auk__wrap_publish(view);
    }
}

AukStatus auk__local_step_run(AukLocalStep *local, float dt)
{
    AukWorld *view = &local->view;
    AukStatus status = AUK_OK;
    local->dt = dt;
    local->run++;
    local->changes.count = 0;
    local->movers_sorted = local->movers_sorted < 0 ? view->bodies.movers.count : 0; // 0: of the beginning
    for (int i = 0; i < local->moving.count && !status; i++) { // all others have departed as they became known
        status = local_depart(local, ((const uint32_t *)local->moving.items)[i]);
    }
    status = status ? status : find_candidates(local);
    AukBroadPairs found = {local->candidates.items, local->candidates.count};
    status = status ? status : auk__pairs_filter_found(view, found);
    status = status ? status : auk__ccd_resolve(view, dt);
    status = status ? status : find_moving(local);
    status = status ? status : auk__contacts_compute(view);
    status = status ? status : auk__local_step_keep_touches(local);
    if (!status) {
        local_publish(local);
    }
    return status;
}

AukStatus auk__local_step_begin(AukLocalStep *local, const AukWorld *world, uint32_t subject,
                                const AukLocalStart *start)
{
    AukWorld *view = &local->view;
    local->world = world;
    local->subject = subject;
    local->touched_is_hit = start->touched_is_hit;
    local->movers_sorted = 0;
    local->dt = 0.0f;
    bool enables = start->enabled && !auk__body(&world->bodies, subject)->enabled;
    if (!auk__local_step_open_view(local, enables)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    view->pair_limit = INT32_MAX; // the limit is one of steps of the whole world
    view->parallel.pool = NULL;
    view->record = NULL;
    view->ccd.local = local;
    view->bodies.swept_count = 1; // boxes and paths as in a step with swept bodies
    AukStatus status = know_half_planes(local);
    status = status ? status : know_body(local, subject);
    status = status ? status : set_moving(local, subject);
    if (status) {
        auk__local_step_end(local);
        return status;
    }
    AukBody *body = auk__body(&view->bodies, subject);
    auk__body_set_still(&view->bodies, subject, auk__wrap_pose(&world->wrap, auk__pose_kept(start->pose)));
    body->velocity = start->velocity;
    body->spin = start->spin;
    body->enabled = start->enabled;
    if (enables) {
        auk__seams_enable(view, subject);
    }
    return AUK_OK;
}

void auk__local_step_end(AukLocalStep *local)
{
    AukWorld *view = &local->view;
    for (int i = 0; i < view->bodies.movers.count; i++) {
        const AukBody *body = auk__body(&view->bodies, ((const uint32_t *)view->bodies.movers.items)[i]);
        for (uint32_t k = *auk__first_part(&view->bodies, body); k != AUK_NO_INDEX;
             k = auk__part_next(&view->parts, k)) {
            auk__grid_remove(&view->ccd.path_boxes, k);
        }
    }
    auk__local_step_close_view(local);
}
