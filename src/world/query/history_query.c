// Questions about the world as it was. Candidates come from the grid of today in a box that is widened by how far
// bodies went since, and from the short lists of those that went farther; each is then tried where it was. Invariant: a
// body is tried by way of the grid or of one list, never twice.
#include "auk/world.h"
#include "base/predicates.h"
#include "world/query/query_cast.h"
#include "world/state/parts.h"
#include "world/state/pose_history.h"
#include "world/state/query_index.h"
#include "world/state/wrap.h"

#include <string.h>

// A long way is looked along in boxes, at most so many.
enum { BOXES = 64 };

typedef struct Ask {
    const AukWorld *world;
    uint64_t step; // whose frame; 0: the world of now
    double wide;   // how far what is not listed went since
    AukQuery wanted;
    AukWay way; // of what is asked about; for overlaps without a delta

    // where the world wraps around, `way` is moved from what was asked, by whole periods
    AukWay asked;
    AukDvec shift;
    bool near; // what is tried was found where it is now

    // of casts: the best so far
    bool hit;
    uint32_t part;
    AukMet met; // its point beside the way as it was asked

    AukOverlaps overlaps;
} Ask;

typedef void (*Try)(Ask *ask, uint32_t part, AukTransform pose);

// ---- who was there ----

int auk_world_history(const AukWorld *world)
{
    if (!world || world->history.frames == 0 || world->steps < 2) {
        return 0;
    }
    return (int)(world->steps - auk__history_first(&world->history, world->steps));
}

static AukStatus begin(Ask *ask, const AukWorld *world, int steps_ago, const AukQuery *query)
{
    memset(ask, 0, sizeof *ask);
    if (!world) {
        return AUK_ERROR_NULL;
    }
    if (steps_ago < 0 || steps_ago > auk_world_history(world)) {
        return AUK_ERROR_COUNT;
    }
    ask->world = world;
    ask->step = steps_ago > 0 ? world->steps - (uint64_t)steps_ago : 0;
    ask->wanted = auk__query_or_default(query);
    const double *bounds = world->history.bounds.items;
    for (uint64_t step = ask->step + 1; ask->step > 0 && step <= world->steps; step++) {
        ask->wide += bounds[step % (uint64_t)world->history.frames];
    }
    ask->wide *= 1.0 + 0x1p-30; // the sum is rounded
    return AUK_OK;
}

static bool was_there(const Ask *ask, uint32_t body)
{
    return ask->step == 0 || auk__history_note(&ask->world->history, body)->born < ask->step;
}

static bool was_fast(const Ask *ask, uint32_t body)
{
    return ask->step > 0 && auk__history_note(&ask->world->history, body)->fast > ask->step;
}

static bool was_put(const Ask *ask, uint32_t body)
{
    return ask->step > 0 && auk__history_note(&ask->world->history, body)->put == ask->world->steps + 1;
}

static AukTransform pose_then(const Ask *ask, uint32_t body)
{
    return ask->step == 0 ? auk__body(ask->world, body)->pose
                          : *auk__history_pose(&ask->world->history, body, ask->step);
}

// ---- candidates ----

// Moves the question to another image.
static void set_image(Ask *ask, AukDvec shift)
{
    auk__way_shift(&ask->asked, shift, &ask->way);
    ask->shift = ask->overlaps.shift = shift;
    ask->overlaps.core = &ask->way.core;
    ask->overlaps.box = ask->way.box;
}

// What was found where it is now, in some image, is tried where it was: in the image that is nearest to that.
static void try_image(Ask *ask, uint32_t index, AukTransform pose, AukBox box, Try try)
{
    AukDvec kept = ask->shift, away = {0.0, 0.0};
    const AukPart *part = auk__part(ask->world, index);
    if (ask->near) {
        AukVec2 now = auk__body(ask->world, part->body)->pose.p;
        away = auk__wrap_nearest(ask->world, dvec_sub(dvec_from(pose.p), dvec_from(now)));
    }
    if (auk_box_overlap(auk__part_box(part, pose), auk__box_shifted(box, dvec_neg(away)))) {
        set_image(ask, dvec_sub(kept, away));
        try(ask, index, pose);
        set_image(ask, kept);
    }
}

static void try_part(Ask *ask, uint32_t index, AukBox box, Try try)
{
    const AukPart *part = auk__part(ask->world, index);
    AukTransform pose = pose_then(ask, part->body);
    if (ask->world->wrap.on) {
        if (auk__query_finds(ask->world, &ask->wanted, part)) {
            try_image(ask, index, pose, box, try);
        }
        return;
    }
    if (auk__query_finds(ask->world, &ask->wanted, part) && auk_box_overlap(auk__part_box(part, pose), box)) {
        try(ask, index, pose);
    }
}

static AukBox widened(AukBox box, double by)
{
    AukBox wide = {{auk__round_down((double)box.min.x - by), auk__round_down((double)box.min.y - by)},
                   {auk__round_up((double)box.max.x + by), auk__round_up((double)box.max.y + by)}};
    return wide;
}

// Those that the grid finds.
static void visit_near(Ask *ask, AukBox box, Try try)
{
    AukGridCursor cursor = auk__grid_query_box(auk__cells(ask->world), widened(box, ask->wide));
    ask->near = true;
    for (uint32_t index; auk__grid_next(&ask->world->grid, &cursor, &index);) {
        uint32_t body = auk__part(ask->world, index)->body;
        if (was_there(ask, body) && !was_fast(ask, body) && !was_put(ask, body)) {
            try_part(ask, index, box, try);
        }
    }
}

static void visit_list(Ask *ask, const AukBuffer *list, bool put, AukBox box, Try try)
{
    const uint32_t *bodies = list->items;
    ask->near = false;
    for (int i = 0; ask->step > 0 && i < list->count; i++) {
        const AukBody *body = auk__body(ask->world, bodies[i]);
        bool here = put ? was_put(ask, bodies[i]) && !was_fast(ask, bodies[i]) : was_fast(ask, bodies[i]);
        if (!here || !ask->world->body_slots.live[bodies[i]] || !body->enabled || !was_there(ask, bodies[i])) {
            continue;
        }
        uint32_t part = *auk__first_part(ask->world, body);
        for (; part != AUK_NO_INDEX; part = auk__part(ask->world, part)->next) {
            try_part(ask, part, box, try);
        }
    }
}

static void visit_listed(Ask *ask, AukBox box, Try try)
{
    visit_list(ask, &ask->world->history.fast, false, box, try);
    visit_list(ask, &ask->world->history.put, true, box, try);
}

// ---- casts ----

static void try_cast(Ask *ask, uint32_t index, AukTransform pose)
{
    AukMet met;
    float reach = ask->hit ? ask->met.fraction : 1.0f;
    if (auk__way_meets(ask->world, &ask->way, index, pose, ask->wanted.skip_overlapping, reach, &met) &&
        (!ask->hit || auk__met_precedes(ask->world, index, &met, ask->part, &ask->met))) {
        ask->hit = true;
        ask->part = index;
        ask->met = met;
        ask->met.impact.point = dvec_sub(met.impact.point, ask->shift);
    }
}

// The box of what moves between two fractions of its way.
static AukBox box_between(const Ask *ask, double from, double to)
{
    AukDvec delta = dvec_from(ask->way.delta), a = dvec_scale(from, delta), b = dvec_scale(to, delta);
    AukBox box = {{auk__round_down((double)ask->way.box.min.x + (a.x < b.x ? a.x : b.x)),
                   auk__round_down((double)ask->way.box.min.y + (a.y < b.y ? a.y : b.y))},
                  {auk__round_up((double)ask->way.box.max.x + (a.x > b.x ? a.x : b.x)),
                   auk__round_up((double)ask->way.box.max.y + (a.y > b.y ? a.y : b.y))}};
    return box;
}

static void cast_here(Ask *ask)
{
    AukDvec sides = dvec_sub(dvec_from(ask->way.box.max), dvec_from(ask->way.box.min));
    double side = 4.0 * (dvec_size(sides) + 2.0 * ask->wide), length = dvec_size(dvec_from(ask->way.delta));
    int boxes = length >= side * BOXES ? BOXES : (int)(length / side) + 1;
    boxes = length == 0.0 ? 1 : boxes;
    visit_listed(ask, box_between(ask, 0.0, 1.0), try_cast);
    for (int i = 0; i < boxes; i++) {
        double from = (double)i / boxes, to = i + 1 < boxes ? (double)(i + 1) / boxes : 1.0;
        visit_near(ask, box_between(ask, from, to), try_cast);
        if (ask->hit && ask->met.impact.fraction <= to) {
            break; // what is met before `to`, or there, touches a box that has been looked into
        }
    }
}

// The images to be looked at: of everything where it was, or where it is now. AUK_ERROR_RANGE.
static AukStatus begin_images(Ask *ask, AukWrapWalk *walk)
{
    auk__way_shift(&ask->way, dvec(0.0, 0.0), &ask->asked);
    AukDvec period = ask->world->wrap.period;
    double most = 0.5 * dvec_size(period) + 2.0 * ask->world->wrap.over;
    if (period.x > 0.0 && period.y > 0.0 && ask->wide > most) {
        ask->wide = most; // nothing is farther away than that
    }
    *walk = auk__wrap_images(ask->world, auk__box_grown(auk__way_box(&ask->way), ask->wide));
    return auk__wrap_count(walk) <= AUK_WRAP_IMAGES_MAX ? AUK_OK : AUK_ERROR_RANGE;
}

static AukStatus cast(Ask *ask)
{
    AukWrapWalk walk;
    AukDvec shift;
    if (!ask->world->wrap.on) {
        cast_here(ask);
        return AUK_OK;
    }
    AukStatus status = begin_images(ask, &walk);
    while (!status && auk__wrap_next(&walk, &shift)) {
        set_image(ask, shift);
        cast_here(ask);
    }
    return status;
}

// The answer, of one that is refused too.
static bool answer_cast(Ask *ask, AukStatus status, AukFound *found)
{
    status = status ? status : cast(ask);
    if (status) {
        return auk__way_refused(status, found);
    }
    if (ask->hit && found) {
        *found = auk__way_found(ask->world, &ask->way, ask->part, &ask->met);
    }
    return ask->hit;
}

bool auk_world_cast_ray_at(const AukWorld *world, int steps_ago, AukVec2 from, AukVec2 delta, const AukQuery *query,
                           AukFound *found)
{
    Ask ask;
    AukStatus status = begin(&ask, world, steps_ago, query);
    status = status ? status : auk__way_of_ray(world, from, delta, &ask.way);
    return answer_cast(&ask, status, found);
}

bool auk_world_cast_shape_at(const AukWorld *world, int steps_ago, const AukShape *shape, AukTransform pose,
                             AukVec2 delta, const AukQuery *query, AukFound *found)
{
    Ask ask;
    AukStatus status = begin(&ask, world, steps_ago, query);
    status = status ? status : auk__check_vec(delta);
    status = status ? status : auk__way_of_shape(world, shape, pose, delta, &ask.way);
    return answer_cast(&ask, status, found);
}

// ---- overlaps ----

static void try_overlap(Ask *ask, uint32_t index, AukTransform pose)
{
    auk__overlaps_of_part(ask->world, index, pose, &ask->overlaps);
}

static void overlap_here(Ask *ask)
{
    visit_listed(ask, ask->way.box, try_overlap);
    visit_near(ask, ask->way.box, try_overlap);
}

static AukStatus overlap(Ask *ask)
{
    AukWrapWalk walk;
    AukDvec shift;
    if (!ask->world->wrap.on) {
        overlap_here(ask);
        return AUK_OK;
    }
    AukStatus status = begin_images(ask, &walk);
    while (!status && auk__wrap_next(&walk, &shift)) {
        set_image(ask, shift);
        overlap_here(ask);
    }
    return status;
}

int auk_world_overlap_at(const AukWorld *world, int steps_ago, const AukShape *shape, AukTransform pose,
                         const AukQuery *query, AukFound *out, int capacity)
{
    Ask ask;
    AukStatus status = begin(&ask, world, steps_ago, query);
    status = status ? status : auk__way_of_shape(world, shape, pose, auk_vec(0.0f, 0.0f), &ask.way);
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    if (status) {
        return -(int)status;
    }
    AukFoundList list = auk__found_list(out, capacity, AUK_FOUND_BY_IDS);
    AukOverlaps overlaps = {&ask.way.core, ask.way.origin, ask.way.box, list, ask.way.box, {0.0, 0.0}};
    ask.overlaps = overlaps;
    status = overlap(&ask);
    return status ? -(int)status : auk__found_finish(&ask.overlaps.found);
}

AukTransform auk_body_get_pose_at(const AukWorld *world, AukBodyId body, int steps_ago)
{
    Ask ask;
    AukTransform none;
    memset(&none, 0, sizeof none);
    bool known =
        begin(&ask, world, steps_ago, NULL) == AUK_OK && auk__body_of(world, body) && was_there(&ask, body.index);
    return known ? pose_then(&ask, body.index) : none;
}
