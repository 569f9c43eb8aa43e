// Rays and shape casts. The grid offers what lies along the way, roughly from near to far; the narrow phase says where
// it is met; what lies beyond what is still wanted is not looked at. Of two that are met at the same fraction, as a
// float, the one with the smaller ids comes first.
#include "world/query/query_cast.h"
#include "world/state/query_index.h"
#include "world/state/wrap.h"

#include "base/predicates.h"
#include "base/prefetch.h"

#include <string.h>

AukStatus auk__way_of_ray(const AukWorld *world, AukVec2 from, AukVec2 delta, AukWay *way)
{
    AukStatus status = world ? auk__check_vec(from) : AUK_ERROR_NULL;
    status = status ? status : auk__check_vec(delta);
    if (status) {
        return status;
    }
    way->origin = way->box.min = way->box.max = from;
    way->delta = delta;
    way->ray = true;
    auk__core_init_point(&way->core, dvec(0.0, 0.0));
    return AUK_OK;
}

AukStatus auk__way_of_shape(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta, AukWay *way)
{
    AukStatus status = auk__query_check_shape(world, shape, pose);
    status = status ? status : auk__check_vec(delta);
    if (status) {
        return status;
    }
    way->origin = pose.p;
    way->delta = delta;
    way->ray = false;
    auk__core_init(&way->core, shape, auk__place(pose, pose.p));
    way->box = auk__core_bounds(&way->core, pose.p);
    return AUK_OK;
}

// Around the way up to a fraction, with more room than rounding could ask for.
static inline AukBox box_of_way(const AukWay *way, float reach)
{
    double x = (double)way->delta.x * (double)reach, y = (double)way->delta.y * (double)reach;
    double far_x = fabs((double)way->box.min.x) + fabs((double)way->box.max.x) + fabs(x);
    double far_y = fabs((double)way->box.min.y) + fabs((double)way->box.max.y) + fabs(y);
    double room = 0x1p-22 * (far_x > far_y ? far_x : far_y);
    AukBox box;
    box.min.x = auk__round_down((double)way->box.min.x + (x < 0.0 ? x : 0.0) - room);
    box.min.y = auk__round_down((double)way->box.min.y + (y < 0.0 ? y : 0.0) - room);
    box.max.x = auk__round_up((double)way->box.max.x + (x > 0.0 ? x : 0.0) + room);
    box.max.y = auk__round_up((double)way->box.max.y + (y > 0.0 ? y : 0.0) + room);
    return box;
}

// The pieces that the way may meet up to a fraction; of a grid those along the way, not all of the box around it.
static inline AukPieceCursor pieces_of(const AukWorld *world, const AukWay *way, uint32_t index, AukTransform pose,
                                       float reach)
{
    if (auk__part(world, index)->form != AUK_FORM_TILES) {
        return auk__query_pieces(world, index, pose, way->box, dvec(0.0, 0.0));
    }
    AukBox start = box_of_way(way, 0.0f);
    return auk__query_pieces(world, index, pose, start, dvec_scale((double)reach, dvec_from(way->delta)));
}

static inline bool meets_in_pose(const AukWorld *world, const AukWay *way, uint32_t index, AukTransform pose,
                                 bool skip_overlapping, float reach, AukMet *met)
{
    AukPieceCursor cursor = pieces_of(world, way, index, pose, reach);
    bool hit = false;
    while (auk__pieces_next(&cursor)) {
        AukCore core;
        auk__piece_core(&cursor.piece, pose, way->origin, &core);
        AukImpact impact = auk__piece_cast(&cursor.piece, &core, &way->core, dvec_from(way->delta), skip_overlapping);
        float fraction = (float)impact.fraction;
        bool first = !hit || fraction < met->fraction || (fraction == met->fraction && cursor.piece.child < met->child);
        if (impact.hit && fraction <= reach && first) {
            hit = true;
            met->fraction = fraction;
            met->child = cursor.piece.child;
            met->impact = impact;
        }
    }
    return hit;
}

static inline bool way_meets(const AukWorld *world, const AukWay *way, uint32_t index, bool skip_overlapping,
                             float reach, AukMet *met)
{
    AukTransform pose = auk__body(world, auk__part(world, index)->body)->pose;
    return meets_in_pose(world, way, index, pose, skip_overlapping, reach, met);
}

bool auk__way_meets(const AukWorld *world, const AukWay *way, uint32_t index, AukTransform pose, bool skip_overlapping,
                    float reach, AukMet *met)
{
    return meets_in_pose(world, way, index, pose, skip_overlapping, reach, met);
}

AukFound auk__way_found(const AukWorld *world, const AukWay *way, uint32_t index, const AukMet *met)
{
    const AukImpact *impact = &met->impact;
    AukFound found = auk__found_named(world, index, met->child);
    AukDvec origin = dvec_from(way->origin);
    found.fraction = met->fraction;
    found.point = dvec_to_float(way->ray ? dvec_mul_add(origin, impact->fraction, dvec_from(way->delta))
                                         : dvec_add(origin, impact->point));
    found.normal = dvec_to_float(impact->overlapping ? dvec(0.0, 0.0) : impact->normal);
    found.status = impact->status;
    return found;
}

// ---- the first one ----

// What a search along a way has still to look at.
typedef struct Search {
    const AukWorld *world;
    AukGridRay ray;
    int count, at;
    float reach; // nothing beyond this fraction is wanted
    AukGridMet met[AUK_GRID_GATHER];
} Search;

static void search_start(Search *search, const AukWorld *world, const AukWay *way)
{
    // what will be read of a part that is met: waiting for it was a third of the time; in most worlds a body and its
    // only shape have the same number, and where they have not, that line is asked for in vain
    AukGridAhead ahead[AUK_GRID_AHEAD] = {{world->parts.items, sizeof(AukPart)},
                                          {world->bodies.items, sizeof(AukBody)}};
    search->world = world;
    auk__grid_ray_start(auk__cells(world), way->box, way->delta, ahead, &search->ray);
    search->count = search->at = 0;
    search->reach = 1.0f;
}

// The next part whose box is met within reach. False at the end.
static inline bool search_next(Search *search, uint32_t *index)
{
    while (search->at == search->count || search->met[search->at].enters > (double)search->reach) {
        search->count = auk__grid_ray_next(&search->world->grid, &search->ray, search->reach, search->met);
        search->at = 0;
        if (search->count == 0) {
            return false;
        }
    }
    *index = search->met[search->at++].slot;
    return true;
}

// Whatever rounds to `fraction` may still be met.
static inline void search_cut(Search *search, float fraction)
{
    float after = auk__float_after(fraction);
    search->reach = after < search->reach ? after : search->reach;
}

static bool cast_closest(const AukWorld *world, const AukWay *way, const AukQuery *query, AukFound *found)
{
    if (world->wrap.on) {
        AukFound first;
        int count = auk__wrap_cast(world, way, query, &first, 1, found == NULL);
        if (found && count > 0) {
            *found = first;
        }
        return count < 0 ? auk__way_refused((AukStatus)-count, found) : count > 0;
    }
    AukQuery wanted = auk__query_or_default(query);
    Search search;
    search_start(&search, world, way);
    uint32_t index, best_index = AUK_NO_INDEX;
    AukMet slots[2], *met = &slots[0], *best = NULL;
    while (search_next(&search, &index)) {
        if (auk__query_finds(world, &wanted, auk__part(world, index)) &&
            way_meets(world, way, index, wanted.skip_overlapping, search.reach, met) &&
            (!best || auk__met_precedes(world, index, met, best_index, best))) {
            best_index = index;
            best = met;
            met = best == &slots[0] ? &slots[1] : &slots[0];
            search_cut(&search, best->fraction);
        }
    }
    if (best && found) {
        *found = auk__way_found(world, way, best_index, best);
    }
    return best != NULL;
}

static bool cast_any(const AukWorld *world, const AukWay *way, const AukQuery *query)
{
    if (world->wrap.on) {
        return cast_closest(world, way, query, NULL);
    }
    AukQuery wanted = auk__query_or_default(query);
    Search search;
    search_start(&search, world, way);
    uint32_t index;
    AukMet met;
    while (search_next(&search, &index)) {
        if (auk__query_finds(world, &wanted, auk__part(world, index)) &&
            way_meets(world, way, index, wanted.skip_overlapping, 1.0f, &met)) {
            return true;
        }
    }
    return false;
}

// ---- all of them ----

// True if nothing else of the same shape is met before this part.
static bool is_first_of_shape(const AukWorld *world, const AukWay *way, uint32_t index, bool skip_overlapping,
                              const AukMet *met)
{
    uint32_t other = auk__part_after(world, index);
    if (other == index) {
        return true;
    }
    AukBox box = box_of_way(way, met->fraction);
    for (; other != index; other = auk__part_after(world, other)) {
        AukMet rival;
        if (auk__part_is_near(world, other, box) &&
            way_meets(world, way, other, skip_overlapping, met->fraction, &rival) &&
            (rival.fraction < met->fraction || rival.child < met->child)) {
            return false;
        }
    }
    return true;
}

static int cast_all(const AukWorld *world, const AukWay *way, const AukQuery *query, AukFound *out, int capacity)
{
    if (world->wrap.on) {
        return auk__wrap_cast(world, way, query, out, capacity, false);
    }
    AukQuery wanted = auk__query_or_default(query);
    AukFoundList list = auk__found_list(out, capacity, AUK_FOUND_BY_FRACTION);
    Search search;
    search_start(&search, world, way);
    uint32_t index;
    AukMet met;
    while (!(out && capacity == 0) && search_next(&search, &index)) {
        if (!auk__query_finds(world, &wanted, auk__part(world, index)) ||
            !way_meets(world, way, index, wanted.skip_overlapping, search.reach, &met) ||
            !is_first_of_shape(world, way, index, wanted.skip_overlapping, &met)) {
            continue;
        }
        list.total++;
        if (out) {
            AukFound found = auk__way_found(world, way, index, &met);
            auk__found_keep(&list, &found);
            if (auk__found_last(&list)) {
                search_cut(&search, auk__found_last(&list)->fraction);
            }
        }
    }
    return auk__found_finish(&list);
}

// ---- entry points ----

bool auk_world_cast_ray(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query, AukFound *found)
{
    AukWay way;
    AukStatus status = auk__way_of_ray(world, from, delta, &way);
    return status ? auk__way_refused(status, found) : cast_closest(world, &way, query, found);
}

bool auk_world_cast_ray_any(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query)
{
    AukWay way;
    return auk__way_of_ray(world, from, delta, &way) == AUK_OK && cast_any(world, &way, query);
}

int auk_world_cast_ray_all(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query, AukFound *out,
                           int capacity)
{
    AukWay way;
    AukStatus status = auk__way_of_ray(world, from, delta, &way);
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    return status ? -(int)status : cast_all(world, &way, query, out, capacity);
}

bool auk_world_cast_shape(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                          const AukQuery *query, AukFound *found)
{
    AukWay way;
    AukStatus status = auk__way_of_shape(world, shape, pose, delta, &way);
    return status ? auk__way_refused(status, found) : cast_closest(world, &way, query, found);
}

bool auk_world_cast_shape_any(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                              const AukQuery *query)
{
    AukWay way;
    return auk__way_of_shape(world, shape, pose, delta, &way) == AUK_OK && cast_any(world, &way, query);
}

int auk_world_cast_shape_all(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                             const AukQuery *query, AukFound *out, int capacity)
{
    AukWay way;
    AukStatus status = auk__way_of_shape(world, shape, pose, delta, &way);
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    return status ? -(int)status : cast_all(world, &way, query, out, capacity);
}
