// Queries between steps. They read the grid, which every setter keeps up to date, and decide with the narrow phase;
// they allocate nothing and write nothing but the caller's memory, so many threads may ask at once. Answers do not
// depend on the order in which the grid offers candidates: the best, or the sorted, wins.
#include "base/predicates.h"
#include "base/prefetch.h"
#include "geom/bounds.h"
#include "geom/cast.h"
#include "world/pieces.h"
#include "world/state.h"

#include <string.h>

static bool passes(const AukWorld *world, const AukQuery *query, const AukPart *part)
{
    if (part->sensor && !query->sensors) {
        return false;
    }
    if (part->plain && query->filter.ignore == 0 && query->filter.group == 0 &&
        (query->exclude.generation == 0 || query->exclude.index != part->body)) {
        return true; // what most are found by: one cache line has been read
    }
    if (query->exclude.generation != 0 && auk_body_id_equal(query->exclude, auk__body_id(world, part->body))) {
        return false;
    }
    return auk_filter_meets(query->filter, auk__part_filter(world, part));
}

static AukFound make_found(const AukWorld *world, uint32_t part, int child)
{
    AukFound found;
    memset(&found, 0, sizeof found);
    found.body = auk__body_id(world, auk__part(world, part)->body);
    found.shape = auk__shape_id(world, auk__part(world, part)->head);
    found.child = child;
    return found;
}

static bool found_precedes(const AukFound *a, const AukFound *b)
{
    if (a->body.index != b->body.index) {
        return a->body.index < b->body.index;
    }
    return a->shape.index != b->shape.index ? a->shape.index < b->shape.index : a->child < b->child;
}

static AukQuery query_or_default(const AukQuery *query)
{
    AukQuery all;
    memset(&all, 0, sizeof all);
    return query ? *query : all;
}

// ---- rays ----

typedef struct RayBest {
    bool hit;
    uint32_t part;
    int child;
    AukImpact impact;
} RayBest;

static bool part_precedes(const AukPart *a, const AukPart *b)
{
    if (a->body != b->body) {
        return a->body < b->body;
    }
    return a->head != b->head ? a->head < b->head : a->child < b->child;
}

static void try_piece(const AukWorld *world, const AukPartPiece *piece, uint32_t index, AukVec2 from, AukVec2 delta,
                      bool skip, RayBest *best)
{
    AukCore core, point;
    auk__piece_core(piece, auk__body(world, piece->part->body)->pose, from, &core);
    auk__core_init_point(&point, dvec(0.0, 0.0));
    AukImpact impact = auk__piece_cast(piece, &core, &point, dvec_from(delta), skip);
    // cells of one grid come in order
    bool wins =
        impact.hit &&
        (!best->hit || impact.fraction < best->impact.fraction ||
         (impact.fraction == best->impact.fraction && part_precedes(piece->part, auk__part(world, best->part))));
    if (wins) {
        best->hit = true;
        best->part = index;
        best->child = piece->child;
        best->impact = impact;
    }
}

static void try_ray(const AukWorld *world, uint32_t index, AukVec2 from, AukVec2 delta, bool skip, RayBest *best)
{
    AukBox start = {from, from};
    AukTransform pose = auk__body(world, auk__part(world, index)->body)->pose;
    AukPieceCursor cursor = auk__pieces_along(world, index, pose, start, dvec_from(delta));
    while (auk__pieces_next(&cursor)) {
        try_piece(world, &cursor.piece, index, from, delta, skip, best);
    }
}

static AukFound found_by_ray(const AukWorld *world, AukVec2 from, AukVec2 delta, const RayBest *best)
{
    const AukImpact *impact = &best->impact;
    AukFound found = make_found(world, best->part, best->child);
    found.fraction = (float)impact->fraction;
    found.point = dvec_to_float(dvec_mul_add(dvec_from(from), impact->fraction, dvec_from(delta)));
    found.normal = dvec_to_float(impact->overlapping ? dvec(0.0, 0.0) : impact->normal);
    found.status = impact->status;
    return found;
}

bool auk_world_cast_ray(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query, AukFound *found)
{
    AukStatus status = world ? auk__check_vec(from) : AUK_ERROR_NULL;
    status = status ? status : auk__check_vec(delta);
    if (status) {
        if (found) {
            memset(found, 0, sizeof *found);
            found->status = status;
        }
        return false;
    }
    AukQuery wanted = query_or_default(query);
    RayBest best;
    memset(&best, 0, sizeof best);
    // what will be read of a part that is met: waiting for it was a third of the time; in most worlds a body and its
    // only shape have the same number, and where they have not, that line is asked for in vain
    AukGridAhead ahead[AUK_GRID_AHEAD] = {{world->parts.items, sizeof(AukPart)},
                                          {world->bodies.items, sizeof(AukBody)},
                                          {world->shape_slots.generation, sizeof *world->shape_slots.generation},
                                          {world->body_slots.generation, sizeof *world->body_slots.generation}};
    AukGridRay ray = auk__grid_query_ray(&world->grid, from, delta, ahead);
    AukGridMet met[AUK_GRID_GATHER];
    float reach = 1.0f;
    for (int count = 1; count > 0;) {
        count = auk__grid_ray_next(&world->grid, &ray, reach, met);
        for (int i = 0; i < count && met[i].enters <= (double)reach; i++) {
            if (passes(world, &wanted, auk__part(world, met[i].slot))) {
                try_ray(world, met[i].slot, from, delta, wanted.skip_overlapping, &best);
                reach = best.hit ? auk__round_up(best.impact.fraction) : reach;
            }
        }
    }
    if (best.hit && found) {
        *found = found_by_ray(world, from, delta, &best);
    }
    return best.hit;
}

// ---- overlaps ----

// The first `capacity` of all that is found, as a heap with the last of them on top, so that the work is n log n and
// the caller's array is all the memory needed.
typedef struct Sorted {
    AukFound *items;
    int count, capacity;
} Sorted;

static void sift_down(AukFound *items, int count, int root)
{
    for (int child = 2 * root + 1; child < count; child = 2 * root + 1) {
        child += child + 1 < count && found_precedes(&items[child], &items[child + 1]);
        if (!found_precedes(&items[root], &items[child])) {
            return;
        }
        AukFound kept = items[root];
        items[root] = items[child];
        items[child] = kept;
        root = child;
    }
}

static void keep(Sorted *sorted, const AukFound *found)
{
    if (sorted->count < sorted->capacity) {
        int i = sorted->count++;
        for (; i > 0 && found_precedes(&sorted->items[(i - 1) / 2], found); i = (i - 1) / 2) {
            sorted->items[i] = sorted->items[(i - 1) / 2];
        }
        sorted->items[i] = *found;
    } else if (sorted->capacity > 0 && found_precedes(found, &sorted->items[0])) {
        sorted->items[0] = *found;
        sift_down(sorted->items, sorted->count, 0);
    }
}

static void finish_sorting(Sorted *sorted)
{
    for (int end = sorted->count - 1; end > 0; end--) {
        AukFound last = sorted->items[0];
        sorted->items[0] = sorted->items[end];
        sorted->items[end] = last;
        sift_down(sorted->items, end, 0);
    }
}

// What is asked for: everything that overlaps `core`, which is set into a frame around `origin`.
typedef struct Overlaps {
    const AukCore *core;
    AukVec2 origin;
    AukBox box;
    AukQuery wanted;
    int total;
    bool lists; // not only counts
    Sorted sorted;
} Overlaps;

static void try_piece_overlap(const AukWorld *world, const AukPartPiece *piece, uint32_t index, Overlaps *overlaps)
{
    AukCore other;
    auk__piece_core(piece, auk__body(world, piece->part->body)->pose, overlaps->origin, &other);
    AukSeparation separation = auk__piece_separation(piece, &other, overlaps->core, 0.0);
    if (separation.distance > 0.0) {
        return;
    }
    overlaps->total++;
    if (overlaps->lists) {
        AukFound found = make_found(world, index, piece->child);
        found.distance = (float)separation.distance;
        found.point = dvec_to_float(dvec_add(dvec_from(overlaps->origin), separation.point_a));
        found.normal = dvec_to_float(separation.normal);
        found.status = separation.status;
        keep(&overlaps->sorted, &found);
    }
}

static void try_overlap(const AukWorld *world, uint32_t index, Overlaps *overlaps)
{
    const AukPart *part = auk__part(world, index);
    if (!passes(world, &overlaps->wanted, part)) {
        return;
    }
    AukPieceCursor cursor = auk__pieces_in(world, index, auk__body(world, part->body)->pose, overlaps->box);
    while (auk__pieces_next(&cursor)) {
        try_piece_overlap(world, &cursor.piece, index, overlaps);
    }
}

// The next parts whose boxes touch the cursor's, at most OVERLAP_BATCH. They are collected first so that their lines
// come while others are looked for.
enum { OVERLAP_BATCH = 16 };

static int next_parts(const AukWorld *world, AukGridCursor *cursor, uint32_t *parts)
{
    int count = 0;
    while (count < OVERLAP_BATCH && auk__grid_next(&world->grid, cursor, &parts[count])) {
        AUK_PREFETCH(auk__part(world, parts[count]));
        if (parts[count] < (uint32_t)world->bodies.count) {
            AUK_PREFETCH(auk__body(world, parts[count])); // the same number in most worlds
        }
        count++;
    }
    return count;
}

// `core` lies in `box`.
static int find_overlaps(const AukWorld *world, const AukCore *core, AukVec2 origin, AukBox box, const AukQuery *query,
                         AukFound *out, int capacity)
{
    Overlaps overlaps = {core, origin, box, query_or_default(query), 0, out != NULL, {out, 0, capacity}};
    AukGridCursor cursor = auk__grid_query_box(&world->grid, box);
    uint32_t parts[OVERLAP_BATCH];
    int count;
    do {
        count = next_parts(world, &cursor, parts);
        for (int i = 0; i < count; i++) {
            try_overlap(world, parts[i], &overlaps);
        }
    } while (count == OVERLAP_BATCH);
    finish_sorting(&overlaps.sorted);
    return out ? overlaps.sorted.count : overlaps.total;
}

int auk_world_overlap(const AukWorld *world, const AukShape *shape, AukTransform pose, const AukQuery *query,
                      AukFound *out, int capacity)
{
    AukStatus status = world ? auk__shape_check(shape) : AUK_ERROR_NULL;
    status = status ? status : auk__check_pose(pose);
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    if (status) {
        return -(int)status;
    }
    AukCore core;
    auk__core_init(&core, shape, auk__place(pose, pose.p));
    return find_overlaps(world, &core, pose.p, auk__core_bounds(&core, pose.p), query, out, capacity);
}

int auk_world_overlap_box(const AukWorld *world, AukBox box, const AukQuery *query, AukFound *out, int capacity)
{
    AukStatus status = world ? auk__check_vec(box.min) : AUK_ERROR_NULL;
    status = status ? status : auk__check_vec(box.max);
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    if (!status && (box.min.x > box.max.x || box.min.y > box.max.y)) {
        status = AUK_ERROR_NEGATIVE;
    }
    if (status) {
        return -(int)status;
    }
    // the corners themselves, not a centre and half extents, which would round; a flat box is a segment or a point
    AukCore core;
    auk__core_init_point(&core, dvec(-(double)box.min.x, -(double)box.min.y));
    core.own[0] = box.min;
    core.own[1] = auk_vec(box.max.x, box.min.y);
    core.own[2] = box.max;
    core.own[3] = auk_vec(box.min.x, box.max.y);
    bool wide = box.min.x < box.max.x, high = box.min.y < box.max.y;
    if (!wide || !high) {
        core.own[1] = box.max;
    }
    core.count = wide && high ? 4 : (wide || high ? 2 : 1);
    return find_overlaps(world, &core, box.min, box, query, out, capacity);
}
