// Questions about the world as it was. Candidates come from the grid of today in a box that is widened by how far
// bodies went since, and from the short lists of those that went farther; each is then tried where it was. Invariant: a
// body is tried by way of the grid or of one list, never twice.
#include "auk/world.h"
#include "base/predicates.h"
#include "world/history.h"
#include "world/parts.h"
#include "world/query.h"

#include <string.h>

// A long way is looked along in boxes, at most so many.
enum { BOXES = 64 };

typedef struct Ask {
    const AukWorld *world;
    uint64_t step; // whose frame; 0: the world of now
    double wide;   // how far what is not listed went since
    AukQuery wanted;
    AukVec2 origin; // of the frame in which `core` is set
    AukCore core;
    AukBox box; // around what is asked about, at the start
    AukDvec delta;

    // of casts: the best so far
    bool hit;
    uint32_t part;
    int child;
    float fraction; // of the impact, as it is answered: ties are those of the answers
    AukImpact impact;

    AukFoundList found; // of overlaps
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

static void try_part(Ask *ask, uint32_t index, AukBox box, Try try)
{
    const AukPart *part = auk__part(ask->world, index);
    AukTransform pose = pose_then(ask, part->body);
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
    AukGridCursor cursor = auk__grid_query_box(&ask->world->grid, widened(box, ask->wide));
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

// True if a piece comes before the best so far, having been met at the same fraction.
static bool precedes(const Ask *ask, uint32_t index, int child)
{
    const AukPart *part = auk__part(ask->world, index), *best = auk__part(ask->world, ask->part);
    if (part->body != best->body) {
        return part->body < best->body;
    }
    return part->head != best->head ? part->head < best->head : child < ask->child;
}

static void try_cast(Ask *ask, uint32_t index, AukTransform pose)
{
    AukPieceCursor cursor = auk__pieces_along(ask->world, index, pose, ask->box, ask->delta);
    while (auk__pieces_next(&cursor)) {
        AukCore core;
        auk__piece_core(&cursor.piece, pose, ask->origin, &core);
        AukImpact impact = auk__piece_cast(&cursor.piece, &core, &ask->core, ask->delta, ask->wanted.skip_overlapping);
        float fraction = (float)impact.fraction;
        bool wins = impact.hit && (!ask->hit || fraction < ask->fraction ||
                                   (fraction == ask->fraction && precedes(ask, index, cursor.piece.child)));
        if (wins) {
            ask->hit = true;
            ask->part = index;
            ask->fraction = fraction;
            ask->child = cursor.piece.child;
            ask->impact = impact;
        }
    }
}

// The box of what moves between two fractions of its way.
static AukBox box_between(const Ask *ask, double from, double to)
{
    AukDvec a = dvec_scale(from, ask->delta), b = dvec_scale(to, ask->delta);
    AukBox box = {{auk__round_down((double)ask->box.min.x + (a.x < b.x ? a.x : b.x)),
                   auk__round_down((double)ask->box.min.y + (a.y < b.y ? a.y : b.y))},
                  {auk__round_up((double)ask->box.max.x + (a.x > b.x ? a.x : b.x)),
                   auk__round_up((double)ask->box.max.y + (a.y > b.y ? a.y : b.y))}};
    return box;
}

static void cast(Ask *ask)
{
    AukDvec sides = dvec_sub(dvec_from(ask->box.max), dvec_from(ask->box.min));
    double side = 4.0 * (dvec_size(sides) + 2.0 * ask->wide), length = dvec_size(ask->delta);
    int boxes = length >= side * BOXES ? BOXES : (int)(length / side) + 1;
    boxes = length == 0.0 ? 1 : boxes;
    visit_listed(ask, box_between(ask, 0.0, 1.0), try_cast);
    for (int i = 0; i < boxes; i++) {
        double from = (double)i / boxes, to = i + 1 < boxes ? (double)(i + 1) / boxes : 1.0;
        visit_near(ask, box_between(ask, from, to), try_cast);
        if (ask->hit && ask->impact.fraction <= to) {
            break; // what is met before `to`, or there, touches a box that has been looked into
        }
    }
}

// The answer of a cast, or of one that is refused.
static bool answer(const Ask *ask, AukStatus status, bool ray, AukFound *found)
{
    if (found && status) {
        memset(found, 0, sizeof *found);
        found->status = status;
    } else if (found && ask->hit) {
        const AukImpact *impact = &ask->impact;
        AukDvec point = ray ? dvec_scale(impact->fraction, ask->delta) : impact->point;
        *found = auk__found_named(ask->world, ask->part, ask->child);
        found->fraction = ask->fraction;
        found->point = dvec_to_float(dvec_add(dvec_from(ask->origin), point));
        found->normal = dvec_to_float(impact->overlapping ? dvec(0.0, 0.0) : impact->normal);
        found->status = impact->status;
    }
    return !status && ask->hit;
}

bool auk_world_cast_ray_at(const AukWorld *world, int steps_ago, AukVec2 from, AukVec2 delta, const AukQuery *query,
                           AukFound *found)
{
    Ask ask;
    AukStatus status = begin(&ask, world, steps_ago, query);
    status = status ? status : auk__check_vec(from);
    status = status ? status : auk__check_vec(delta);
    if (!status) {
        ask.origin = from;
        ask.box = auk_box(from, from);
        ask.delta = dvec_from(delta);
        auk__core_init_point(&ask.core, dvec(0.0, 0.0));
        cast(&ask);
    }
    return answer(&ask, status, true, found);
}

// Sets a shape that is asked about into the frame around its pose.
static AukStatus set_shape(Ask *ask, const AukShape *shape, AukTransform pose)
{
    AukStatus status = auk__shape_check(shape);
    status = status ? status : auk__check_pose(pose);
    if (!status) {
        ask->origin = pose.p;
        auk__core_init(&ask->core, shape, auk__place(pose, pose.p));
        ask->box = auk__core_bounds(&ask->core, pose.p);
    }
    return status;
}

bool auk_world_cast_shape_at(const AukWorld *world, int steps_ago, const AukShape *shape, AukTransform pose,
                             AukVec2 delta, const AukQuery *query, AukFound *found)
{
    Ask ask;
    AukStatus status = begin(&ask, world, steps_ago, query);
    status = status ? status : auk__check_vec(delta);
    status = status ? status : set_shape(&ask, shape, pose);
    if (!status) {
        ask.delta = dvec_from(delta);
        cast(&ask);
    }
    return answer(&ask, status, false, found);
}

// ---- overlaps ----

static void try_overlap(Ask *ask, uint32_t index, AukTransform pose)
{
    AukPieceCursor cursor = auk__pieces_in(ask->world, index, pose, ask->box);
    while (auk__pieces_next(&cursor)) {
        AukCore core;
        auk__piece_core(&cursor.piece, pose, ask->origin, &core);
        AukSeparation separation = auk__piece_separation(&cursor.piece, &core, &ask->core, 0.0);
        if (separation.distance > 0.0) {
            continue;
        }
        AukFound found = auk__found_named(ask->world, index, cursor.piece.child);
        found.distance = (float)separation.distance;
        found.point = dvec_to_float(dvec_add(dvec_from(ask->origin), separation.point_a));
        found.normal = dvec_to_float(separation.normal);
        found.status = separation.status;
        ask->found.total++;
        auk__found_keep(&ask->found, &found);
    }
}

int auk_world_overlap_at(const AukWorld *world, int steps_ago, const AukShape *shape, AukTransform pose,
                         const AukQuery *query, AukFound *out, int capacity)
{
    Ask ask;
    AukStatus status = begin(&ask, world, steps_ago, query);
    status = status ? status : set_shape(&ask, shape, pose);
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    if (status) {
        return -(int)status;
    }
    ask.found = auk__found_list(out, capacity, AUK_FOUND_BY_IDS);
    visit_listed(&ask, ask.box, try_overlap);
    visit_near(&ask, ask.box, try_overlap);
    return auk__found_finish(&ask.found);
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
