// Queries in an earlier state of the world. Candidates come from the present query index, in a box that is widened by
// the distance that bodies have moved since then. Bodies that moved farther are in short lists, and are candidates too.
// Each candidate is then tested at its earlier pose. Invariant: a body is tested either through the query index or
// through one list, never twice.
#include "auk/world.h"
#include "base/predicates.h"
#include "world/query/query_cast.h"
#include "world/state/half_planes.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/pose_history.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

#include <string.h>

// A long path is divided into boxes, at most this many.
enum { BOXES = 64 };

typedef struct Ask {
    const AukWorld *world;
    uint64_t step; // the step of the frame; 0: the present world
    AukTilesPast tiles;
    double wide; // an upper bound of the distance moved since then by bodies that are not listed
    AukStatus status;
    AukWanted wanted;
    AukCastPath path; // of the query shape; for overlaps its delta is zero
    AukBox covered;   // around the present and possible earlier places of all bodies

    // of casts: the first hit so far
    bool hit;
    uint32_t part;
    AukMet met;

    AukOverlapQuery overlaps;
} Ask;

// Tests a part whose body was at `pose`, with the query moved by `shift`.
typedef void (*Try)(Ask *ask, uint32_t part, AukTransform pose, AukDvec shift);

// ---- bodies at that time ----

int auk_world_history(const AukWorld *world)
{
    if (!world || world->history.frames == 0 || world->steps < 2) {
        return 0;
    }
    return (int)(world->steps - auk__history_first(&world->history, world->steps));
}

static AukStatus begin_ask(Ask *ask, const AukWorld *world, int steps_ago, const AukQuery *query)
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
    ask->tiles.history = &world->history;
    ask->tiles.step = ask->step;
    const double *bounds = world->history.bounds.items;
    for (uint64_t step = ask->step + 1; ask->step > 0 && step <= world->steps; step++) {
        ask->wide += bounds[step % (uint64_t)world->history.frames];
    }
    ask->wide *= 1.0 + 0x1p-30; // the sum is rounded
    return auk__wanted_init(&ask->wanted, query);
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
    return ask->step == 0 ? *auk__pose(&ask->world->bodies, body)
                          : *auk__history_pose(&ask->world->history, body, ask->step);
}

// How grids of tiles continued each other then; null for the present.
static const AukTilesPast *past_of(const Ask *ask)
{
    return ask->step == 0 ? NULL : &ask->tiles;
}

// ---- candidates ----

// The largest distance between the present and the earlier place of a body that is not listed. On an axis that wraps,
// the nearest image of its box is used: its middle is within half a period, and its half extent is at most a period.
static AukDvec wide_of(const Ask *ask)
{
    AukDvec period = ask->world->wrap.period;
    double most_x = 1.5 * period.x, most_y = 1.5 * period.y;
    return dvec(period.x > 0.0 && ask->wide > most_x ? most_x : ask->wide,
                period.y > 0.0 && ask->wide > most_y ? most_y : ask->wide);
}

// Tests a part that the query index returned in one image at its earlier pose, near its present place.
static void try_near(Ask *ask, uint32_t index, AukBox box, AukDvec image, Try try)
{
    const AukPart *part = auk__part(&ask->world->parts, index);
    AukTransform pose = pose_then(ask, part->body);
    AukBox then = auk__box_at(&ask->world->parts, index, pose);
    AukDvec offset = dvec_sub(auk__box_middle(then),
                              auk__box_middle(auk__part_index_box(&ask->world->parts, &ask->world->wrap, index)));
    AukDvec shift = dvec_sub(image, auk__wrap_nearest(&ask->world->wrap, offset));
    if (auk_box_overlap(then, auk__box_shifted(box, shift))) {
        try(ask, index, pose, shift);
    }
}

// Visits the parts that the query index has in a box, in one image.
static void visit_near(Ask *ask, AukBox box, AukDvec image, Try try)
{
    AukBox wide = auk__box_shifted(auk__box_widened(box, wide_of(ask)), image);
    AukGridCursor cursor = auk__grid_query_box(&ask->world->index.grid, wide);
    for (uint32_t index; auk__grid_next(&ask->world->index.grid, &cursor, &index);) {
        const AukPart *part = auk__part(&ask->world->parts, index);
        if (was_there(ask, part->body) && !was_fast(ask, part->body) && !was_put(ask, part->body) &&
            auk__wanted_finds(&ask->wanted, &ask->world->bodies, &ask->world->parts, part)) {
            try_near(ask, index, box, image, try);
        }
    }
}

// Tests all images of the parts of a body at their earlier poses.
static void try_listed(Ask *ask, uint32_t body, AukBox box, Try try)
{
    AukTransform pose = pose_then(ask, body);
    uint32_t index = *auk__first_part(&ask->world->bodies, auk__body(&ask->world->bodies, body));
    for (; index != AUK_NO_INDEX; index = auk__part_next(&ask->world->parts, index)) {
        const AukPart *part = auk__part(&ask->world->parts, index);
        if (part->disabled) {
            continue;
        }
        AukBox then = auk__box_at(&ask->world->parts, index, pose);
        AukWrapWalk walk = auk__wrap_walk(&ask->world->wrap, then, box);
        AukDvec shift;
        if (auk__wrap_count(&walk) > AUK_WRAP_SPAN_MAX) {
            ask->status = AUK_ERROR_RANGE; // it had turned while it was disabled
            return;
        }
        while (auk__wanted_finds(&ask->wanted, &ask->world->bodies, &ask->world->parts, part) &&
               auk__wrap_next(&walk, &shift)) {
            if (auk_box_overlap(then, auk__box_shifted(box, shift))) {
                try(ask, index, pose, shift);
            }
        }
    }
}

static void visit_list(Ask *ask, const AukBuffer *list, bool put, AukBox box, Try try)
{
    const uint32_t *bodies = list->items;
    for (int i = 0; ask->step > 0 && i < list->count; i++) {
        bool here = put ? was_put(ask, bodies[i]) && !was_fast(ask, bodies[i]) : was_fast(ask, bodies[i]);
        if (here && ask->world->bodies.slots.live[bodies[i]] && auk__body(&ask->world->bodies, bodies[i])->enabled &&
            was_there(ask, bodies[i])) {
            try_listed(ask, bodies[i], box, try);
        }
    }
}

static void visit_listed(Ask *ask, AukBox box, Try try)
{
    visit_list(ask, &ask->world->history.fast, false, box, try);
    visit_list(ask, &ask->world->history.put, true, box, try);
}

// Half-planes are not in the query index. Those that were put elsewhere are listed.
static void visit_half_planes(Ask *ask, Try try)
{
    uint32_t index;
    for (int at = 0; auk__half_planes_next(ask->world, &at, &index);) {
        const AukPart *part = auk__part(&ask->world->parts, index);
        if (was_there(ask, part->body) && !was_fast(ask, part->body) && !was_put(ask, part->body) &&
            auk__wanted_finds(&ask->wanted, &ask->world->bodies, &ask->world->parts, part)) {
            try(ask, index, pose_then(ask, part->body), dvec(0.0, 0.0));
        }
    }
}

// Starts the walk over the images in which the query index is searched. May return AUK_ERROR_RANGE.
static AukStatus begin_images(Ask *ask, AukBox box, AukWrapWalk *walk)
{
    const AukGrid *grid = &ask->world->index.grid;
    ask->covered = auk__box_widened(auk__wrap_covered(&ask->world->wrap, grid), wide_of(ask));
    *walk = auk__wrap_walk(&ask->world->wrap, ask->covered, box);
    return auk__wrap_images_check(&ask->world->wrap, box);
}

// ---- casts ----

static void try_cast(Ask *ask, uint32_t index, AukTransform pose, AukDvec shift)
{
    AukMet met;
    AukCastPath moved;
    float max_fraction = ask->hit ? ask->met.fraction : 1.0f;
    if (auk__cast_path_meets(&ask->world->parts, &ask->world->wrap, auk__cast_path_shifted(&ask->path, shift, &moved),
                             index, pose, ask->wanted.query->skip_overlapping, max_fraction, shift, &met) &&
        (!ask->hit || auk__met_precedes(&ask->world->parts, index, &met, ask->part, &ask->met))) {
        ask->hit = true;
        ask->part = index;
        ask->met = met;
    }
}

// The box of the moving shape between two fractions of its path.
static AukBox box_of_path(const Ask *ask, double from, double to)
{
    AukDvec delta = dvec_from(ask->path.delta), a = dvec_scale(from, delta), b = dvec_scale(to, delta);
    return auk__box_outward(dvec_add(dvec_from(ask->path.box.min), dvec_min(a, b)),
                            dvec_add(dvec_from(ask->path.box.max), dvec_max(a, b)));
}

static void cast_image(Ask *ask, AukDvec image)
{
    AukCastPath moved;
    AukStretch stretch = auk__cast_path_stretch(auk__cast_path_shifted(&ask->path, image, &moved), ask->covered);
    if (!(stretch.from <= stretch.to)) {
        return;
    }
    AukDvec sides = dvec_sub(dvec_from(ask->path.box.max), dvec_from(ask->path.box.min));
    double part = stretch.to - stretch.from;
    double side = 4.0 * (dvec_size(sides) + 2.0 * ask->wide), length = part * dvec_size(dvec_from(ask->path.delta));
    int boxes = length >= side * BOXES ? BOXES : (int)(length / side) + 1;
    boxes = length == 0.0 ? 1 : boxes;
    for (int i = 0; i < boxes; i++) {
        double from = stretch.from + part * ((double)i / boxes);
        double to = i + 1 < boxes ? stretch.from + part * ((double)(i + 1) / boxes) : stretch.to;
        if (ask->hit && ask->met.impact.fraction < from) {
            break; // a hit at or before `from` touches a box that has been searched
        }
        visit_near(ask, box_of_path(ask, from, to), image, try_cast);
    }
}

static AukStatus cast(Ask *ask)
{
    AukWrapWalk walk;
    AukDvec image;
    AukStatus status = begin_images(ask, auk__cast_path_box(&ask->path), &walk);
    if (!status) {
        visit_listed(ask, box_of_path(ask, 0.0, 1.0), try_cast);
        visit_half_planes(ask, try_cast);
    }
    while (!status && auk__wrap_next(&walk, &image)) {
        cast_image(ask, image);
    }
    return status ? status : ask->status;
}

// Sets the result of a cast, also of a refused one.
static bool answer_cast(Ask *ask, AukStatus status, AukFound *found)
{
    ask->path.past = past_of(ask);
    status = status ? status : cast(ask);
    if (status) {
        return auk__cast_path_refused(status, found);
    }
    if (ask->hit && found) {
        *found = auk__cast_path_found(ask->world, &ask->path, ask->part, &ask->met);
    }
    return ask->hit;
}

bool auk_world_cast_ray_at(const AukWorld *world, int steps_ago, AukVec2 from, AukVec2 delta, const AukQuery *query,
                           AukFound *found)
{
    Ask ask;
    AukStatus status = begin_ask(&ask, world, steps_ago, query);
    status = status ? status : auk__cast_path_of_ray(world, from, delta, query, &ask.path);
    return answer_cast(&ask, status, found);
}

bool auk_world_cast_shape_at(const AukWorld *world, int steps_ago, const AukShape *shape, AukTransform pose,
                             AukVec2 delta, const AukQuery *query, AukFound *found)
{
    Ask ask;
    AukStatus status = begin_ask(&ask, world, steps_ago, query);
    status = status ? status : auk__check_vec(delta);
    status = status ? status : auk__cast_path_of_shape(world, shape, pose, delta, query, &ask.path);
    return answer_cast(&ask, status, found);
}

// ---- overlaps ----

static void try_overlap(Ask *ask, uint32_t index, AukTransform pose, AukDvec shift)
{
    auk__overlaps_of_part(ask->world, index, pose, shift, &ask->overlaps);
}

static AukStatus overlap(Ask *ask)
{
    AukWrapWalk walk;
    AukDvec image;
    AukStatus status = begin_images(ask, ask->path.box, &walk);
    if (!status) {
        visit_listed(ask, ask->path.box, try_overlap);
        visit_half_planes(ask, try_overlap);
    }
    while (!status && auk__wrap_next(&walk, &image)) {
        visit_near(ask, ask->path.box, image, try_overlap);
    }
    return status ? status : ask->status;
}

int auk_world_overlap_at(const AukWorld *world, int steps_ago, const AukShape *shape, AukTransform pose,
                         const AukQuery *query, AukFound *out, int capacity)
{
    Ask ask;
    AukStatus status = begin_ask(&ask, world, steps_ago, query);
    status = status ? status : auk__cast_path_of_shape(world, shape, pose, auk_vec(0.0f, 0.0f), query, &ask.path);
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    if (status) {
        return -(int)status;
    }
    AukFoundList list = auk__found_list(out, capacity, AUK_FOUND_BY_IDS);
    AukOverlapQuery overlaps = {&ask.path.core, ask.path.origin, ask.path.box, list, past_of(&ask), ask.path.filter};
    ask.overlaps = overlaps;
    status = overlap(&ask);
    return status ? -(int)status : auk__found_finish(&ask.overlaps.found);
}

AukTransform auk_body_get_pose_at(const AukWorld *world, AukBodyId body, int steps_ago)
{
    Ask ask;
    AukTransform none;
    memset(&none, 0, sizeof none);
    bool known = begin_ask(&ask, world, steps_ago, NULL) == AUK_OK && auk__body_of(&world->bodies, body) &&
                 was_there(&ask, body.index);
    return known ? pose_then(&ask, body.index) : none;
}
