// Rays and shape casts. The query index returns parts along the path, roughly from near to far. The narrow phase
// computes the fraction of the hit. Parts beyond the largest fraction still needed are not tested. Of two hits with the
// same fraction, as a float, the one with the smaller ids comes first.
//
// In a world that wraps around, the path is searched once for each shift by whole periods that brings it to the
// contents of the query index, clipped to the interval that lies there. In other worlds it is searched once, without a
// shift.
//
// Invariant: a shape is reported in the image that is hit first; if several images are hit at the same fraction, in the
// first of them.
#include "world/query/query_cast.h"
#include "world/state/wrap.h"

#include "base/predicates.h"
#include "base/prefetch.h"

#include <string.h>

AukStatus auk__cast_path_of_ray(const AukWorld *world, AukVec2 from, AukVec2 delta, AukCastPath *path)
{
    AukStatus status = world ? auk__check_vec(from) : AUK_ERROR_NULL;
    status = status ? status : auk__check_vec(delta);
    if (status) {
        return status;
    }
    path->origin = path->box.min = path->box.max = from;
    path->delta = delta;
    path->ray = true;
    auk__support_shape_init_point(&path->core, dvec(0.0, 0.0));
    return AUK_OK;
}

AukStatus auk__cast_path_of_shape(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                                  AukCastPath *path)
{
    AukStatus status = auk__query_check_shape(world, shape, pose);
    status = status ? status : auk__check_vec(delta);
    if (status) {
        return status;
    }
    path->origin = pose.p;
    path->delta = delta;
    path->ray = false;
    auk__support_shape_init(&path->core, shape, auk__dtransform(pose, pose.p));
    path->box = auk__support_shape_bounds(&path->core, pose.p);
    return AUK_OK;
}

// A box around the path up to a fraction, grown by more than any rounding error.
static inline AukBox box_of_path(const AukCastPath *path, float max_fraction)
{
    AukDvec delta = dvec_scale((double)max_fraction, dvec_from(path->delta)), none = dvec(0.0, 0.0);
    AukDvec min = dvec_from(path->box.min), max = dvec_from(path->box.max);
    double far_x = fabs(min.x) + fabs(max.x) + fabs(delta.x), far_y = fabs(min.y) + fabs(max.y) + fabs(delta.y);
    double room = 0x1p-22 * (far_x > far_y ? far_x : far_y);
    return auk__box_outward(dvec_sub(dvec_add(min, dvec_min(delta, none)), dvec(room, room)),
                            dvec_add(dvec_add(max, dvec_max(delta, none)), dvec(room, room)));
}

// The pieces that the path may meet up to a fraction. In a grid of tiles these are the cells along the path, not all
// cells in the box around it.
static inline AukPieceCursor pieces_of(const AukParts *parts, const AukWrap *wrap, const AukCastPath *path,
                                       uint32_t index, AukTransform pose, float max_fraction)
{
    if (auk__part(parts, index)->form != AUK_FORM_TILES) {
        return auk__query_pieces(parts, wrap, index, pose, path->box, dvec(0.0, 0.0));
    }
    AukBox start = box_of_path(path, 0.0f);
    return auk__query_pieces(parts, wrap, index, pose, start, dvec_scale((double)max_fraction, dvec_from(path->delta)));
}

static inline bool path_meets(const AukParts *parts, const AukWrap *wrap, const AukCastPath *path, uint32_t index,
                              AukTransform pose, bool skip_overlapping, float max_fraction, AukMet *met)
{
    AukPieceCursor cursor = pieces_of(parts, wrap, path, index, pose, max_fraction);
    bool hit = false;
    while (auk__pieces_next(&cursor)) {
        AukSupportShape core;
        auk__piece_support_shape(&cursor.piece, pose, path->origin, &core);
        AukImpact impact = auk__piece_cast(&cursor.piece, &core, &path->core, dvec_from(path->delta), skip_overlapping);
        float fraction = (float)impact.fraction;
        bool first = !hit || fraction < met->fraction || (fraction == met->fraction && cursor.piece.child < met->child);
        if (impact.hit && fraction <= max_fraction && first) {
            hit = true;
            met->fraction = fraction;
            met->child = cursor.piece.child;
            met->impact = impact;
        }
    }
    return hit;
}

bool auk__cast_path_meets(const AukParts *parts, const AukWrap *wrap, const AukCastPath *path, uint32_t index,
                          AukTransform pose, bool skip_overlapping, float max_fraction, AukDvec shift, AukMet *met)
{
    met->shift = shift;
    return path_meets(parts, wrap, path, index, pose, skip_overlapping, max_fraction, met);
}

static inline AukFound path_found(const AukBodies *bodies, const AukParts *parts, const AukCastPath *path,
                                  uint32_t index, const AukMet *met)
{
    const AukImpact *impact = &met->impact;
    AukFound found = auk__found_named(bodies, parts, index, met->child);
    AukDvec origin = dvec_from(path->origin);
    found.fraction = met->fraction;
    found.point = dvec_to_float(path->ray ? dvec_mul_add(origin, impact->fraction, dvec_from(path->delta))
                                          : dvec_add(origin, dvec_sub(impact->point, met->shift)));
    found.normal = dvec_to_float(impact->overlapping ? dvec(0.0, 0.0) : impact->normal);
    found.status = impact->status;
    return found;
}

AukFound auk__cast_path_found(const AukBodies *bodies, const AukParts *parts, const AukCastPath *path, uint32_t index,
                              const AukMet *met)
{
    return path_found(bodies, parts, path, index, met);
}

const AukCastPath *auk__cast_path_shifted(const AukCastPath *path, AukDvec shift, AukCastPath *moved)
{
    if (shift.x == 0.0 && shift.y == 0.0) {
        return path;
    }
    *moved = *path;
    moved->core.vertices = path->core.vertices == path->core.own ? moved->core.own : path->core.vertices;
    auk__support_shape_shift(&moved->core, shift);
    moved->box = auk__box_shifted(path->box, shift);
    return moved;
}

AukBox auk__cast_path_box(const AukCastPath *path)
{
    return auk__box_grown(box_of_path(path, 1.0f),
                          path->core.radius); // the radius may be larger than the one in the box
}

// ---- clipping of a path ----

// Clips an interval of the path to two sides on one axis.
static void query_cast_clip(AukStretch *stretch, double min, double max, double delta, double low, double high)
{
    if (delta == 0.0) {
        stretch->to = max < low || min > high ? -1.0 : stretch->to;
        return;
    }
    double enters = ((delta > 0.0 ? low - max : high - min)) / delta,
           leaves = (delta > 0.0 ? high - min : low - max) / delta;
    stretch->from = enters > stretch->from ? enters : stretch->from;
    stretch->to = leaves < stretch->to ? leaves : stretch->to;
}

AukStretch auk__cast_path_stretch(const AukCastPath *path, AukBox box)
{
    AukStretch stretch = {0.0, 1.0};
    query_cast_clip(&stretch, (double)path->box.min.x, (double)path->box.max.x, (double)path->delta.x,
                    (double)box.min.x, (double)box.max.x);
    query_cast_clip(&stretch, (double)path->box.min.y, (double)path->box.max.y, (double)path->delta.y,
                    (double)box.min.y, (double)box.max.y);
    return stretch;
}

// ---- the search ----

// The state of a search along a path.
typedef struct Search {
    const AukWorld *world;
    const AukCastPath *asked;
    AukWrapWalk images;      // still to be searched
    AukBox covered;          // around the contents of the query index
    AukDvec shift;           // of the present image
    const AukCastPath *path; // the path in that image: the caller's path or `moved`
    AukCastPath moved;
    AukStretch stretch; // the interval of the path that the ray covers
    AukGridRay ray;
    bool live; // false when no image is left
    int count, at;
    float max_fraction;     // hits beyond this fraction are not needed
    float ray_max_fraction; // `max_fraction` as a fraction of the ray
    AukGridCandidate met[AUK_GRID_GATHER];
} Search;

// Converts a fraction of the path to a fraction of the ray, rounded up to the next float.
static inline float on_ray(const AukStretch *stretch, float fraction)
{
    double length = stretch->to - stretch->from;
    if (length == 1.0) {
        return fraction;
    }
    double part = length > 0.0 ? ((double)fraction - stretch->from) / length : 1.0;
    return part < 1.0 ? auk__round_up(part) : 1.0f;
}

static inline void start_ray(Search *search)
{
    // prefetch what is read of a part that is hit: waiting for it took a third of the time. In most worlds a body and
    // its only shape have the same index; if not, this prefetch is wasted
    const AukWorld *world = search->world;
    AukGridPrefetch ahead[AUK_GRID_PREFETCHES] = {{world->parts.records.items, sizeof(AukPart)},
                                                  {world->bodies.records.items, sizeof(AukBody)}};
    const AukCastPath *path = search->path;
    double from = search->stretch.from, to = search->stretch.to;
    if (to - from == 1.0) {
        auk__grid_ray_start(&world->index.grid, path->box, path->delta, ahead, &search->ray);
        return;
    }
    AukDvec delta = dvec_scale(to - from, dvec_from(path->delta)), start = dvec_scale(from, dvec_from(path->delta));
    AukBox box = auk__box_shifted(path->box, start);
    double room = 0x1p-21 * (dvec_size(dvec_from(path->delta)) + dvec_size(dvec_from(box.min)));
    auk__grid_ray_start(&world->index.grid, auk__box_grown(box, room), dvec_to_float(delta), ahead, &search->ray);
}

// Goes on to the next image that the path crosses. False at the end.
static bool query_cast_next_image(Search *search)
{
    while (auk__wrap_next(&search->images, &search->shift)) {
        search->path = auk__cast_path_shifted(search->asked, search->shift, &search->moved);
        search->stretch = auk__cast_path_stretch(search->path, search->covered);
        if (search->stretch.from <= search->stretch.to && search->stretch.from <= (double)search->max_fraction) {
            search->count = search->at = 0;
            search->ray_max_fraction = on_ray(&search->stretch, search->max_fraction);
            start_ray(search);
            return true;
        }
    }
    return false;
}

// Returns AUK_ERROR_RANGE if the path crosses too many images.
static AukStatus start_images(Search *search)
{
    const AukWrap *wrap = &search->world->wrap;
    AukBox box = auk__cast_path_box(search->asked);
    AukStatus status = auk__wrap_images_check(wrap, box);
    search->covered = auk__wrap_covered(wrap, &search->world->index.grid);
    search->images = auk__wrap_walk(wrap, search->covered, box);
    search->live = !status && query_cast_next_image(search);
    return status;
}

// In a world that does not wrap, the only image is started at once: that saves 3 % of a short ray.
static inline AukStatus search_start(Search *search, const AukWorld *world, const AukCastPath *path)
{
    search->world = world;
    search->asked = search->path = path;
    search->count = search->at = 0;
    search->max_fraction = search->ray_max_fraction = 1.0f;
    if (world->wrap.on) {
        return start_images(search);
    }
    search->shift = dvec(0.0, 0.0);
    search->stretch.from = 0.0;
    search->stretch.to = 1.0;
    search->live = true;
    start_ray(search);
    return AUK_OK;
}

// Reads the next batch of parts. False at the end.
static inline bool search_on(Search *search)
{
    if (!search->live) {
        return false;
    }
    search->count = auk__grid_ray_next(&search->world->index.grid, &search->ray, search->ray_max_fraction, search->met);
    search->at = 0;
    return search->count > 0 || (search->world->wrap.on && query_cast_next_image(search));
}

// The next part whose box is hit up to there. False at the end.
static inline bool search_next(Search *search, uint32_t *index)
{
    while (search->at == search->count || search->met[search->at].enters > (double)search->ray_max_fraction) {
        if (!search_on(search)) {
            return false;
        }
    }
    *index = search->met[search->at++].slot;
    return true;
}

// Lowers the maximum fraction: only hits whose fraction may round to `fraction` or less are still needed.
static inline void search_cut(Search *search, float fraction)
{
    float after = auk__float_after(fraction);
    if (after < search->max_fraction) {
        search->max_fraction = after;
        search->ray_max_fraction = on_ray(&search->stretch, after);
    }
}

// Finds where a part is hit up to the maximum fraction. `met->shift` is the shift of the path for that hit.
static inline bool search_meets(const Search *search, uint32_t index, bool skip_overlapping, AukMet *met)
{
    const AukWorld *world = search->world;
    AukTransform pose = auk__body(&world->bodies, auk__part(&world->parts, index)->body)->pose;
    AukDvec inward = auk__part_inward(&world->parts, &world->wrap, index);
    const AukCastPath *path = search->path;
    AukCastPath beside;
    met->shift = search->shift;
    if (inward.x != 0.0 || inward.y != 0.0) {
        met->shift = dvec_sub(search->shift, inward);
        path = auk__cast_path_shifted(search->asked, met->shift, &beside);
    }
    return path_meets(&world->parts, &world->wrap, path, index, pose, skip_overlapping, search->max_fraction, met);
}

// ---- first hit ----

static bool cast_closest(const AukWorld *world, const AukCastPath *path, const AukQuery *query, AukFound *found)
{
    AukQuery wanted = auk__query_or_default(query);
    Search search;
    AukStatus status = search_start(&search, world, path);
    if (status) {
        return auk__cast_path_refused(status, found);
    }
    uint32_t index, best_index = AUK_NO_INDEX;
    AukMet slots[2], *met = &slots[0], *best = NULL;
    while (search_next(&search, &index)) {
        if (auk__query_finds(&world->bodies, &wanted, auk__part(&world->parts, index)) &&
            search_meets(&search, index, wanted.skip_overlapping, met) &&
            (!best || auk__met_precedes(&world->parts, index, met, best_index, best))) {
            best_index = index;
            best = met;
            met = best == &slots[0] ? &slots[1] : &slots[0];
            search_cut(&search, best->fraction);
        }
    }
    if (best && found) {
        *found = path_found(&world->bodies, &world->parts, path, best_index, best);
    }
    return best != NULL;
}

static bool cast_any(const AukWorld *world, const AukCastPath *path, const AukQuery *query)
{
    AukQuery wanted = auk__query_or_default(query);
    Search search;
    if (search_start(&search, world, path)) {
        return false;
    }
    uint32_t index;
    AukMet met;
    while (search_next(&search, &index)) {
        if (auk__query_finds(&world->bodies, &wanted, auk__part(&world->parts, index)) &&
            search_meets(&search, index, wanted.skip_overlapping, &met)) {
            return true;
        }
    }
    return false;
}

// ---- all hits ----

// True if another part of the same shape, or the same part in another image, is hit earlier.
static bool is_met_before(const Search *search, uint32_t other, const AukMet *met, uint32_t index, bool skip)
{
    const AukWorld *world = search->world;
    AukTransform pose = auk__body(&world->bodies, auk__part(&world->parts, other)->body)->pose;
    AukDvec inward = auk__part_inward(&world->parts, &world->wrap, other), image;
    AukBox box = box_of_path(search->asked, met->fraction);
    AukWrapWalk walk = auk__part_images(&world->index, &world->wrap, other, box);
    while (auk__wrap_next(&walk, &image)) {
        AukDvec shift = dvec_sub(image, inward);
        int order = other == index ? auk__wrap_order(&world->wrap, shift, met->shift) : 1;
        AukStretch near = auk__cast_path_stretch(search->asked, auk__part_seen(&world->index, other, image));
        AukCastPath moved;
        AukMet rival;
        if ((other != index || order != 0) && near.from <= near.to && near.from <= (double)met->fraction &&
            path_meets(&world->parts, &world->wrap, auk__cast_path_shifted(search->asked, shift, &moved), other, pose,
                       skip, met->fraction, &rival) &&
            (rival.fraction < met->fraction || rival.child < met->child || (order < 0 && rival.child == met->child))) {
            return true;
        }
    }
    return false;
}

// True if no other part of the same shape is hit before this part.
static bool query_cast_is_first_of_shape(const Search *search, uint32_t index, bool skip, const AukMet *met)
{
    uint32_t other = auk__part_after(&search->world->parts, index);
    if (other == index && !search->world->wrap.on) {
        return true;
    }
    for (; other != index; other = auk__part_after(&search->world->parts, other)) {
        if (is_met_before(search, other, met, index, skip)) {
            return false;
        }
    }
    return !is_met_before(search, index, met, index, skip);
}

static int cast_all(const AukWorld *world, const AukCastPath *path, const AukQuery *query, AukFound *out, int capacity)
{
    AukQuery wanted = auk__query_or_default(query);
    AukFoundList list = auk__found_list(out, capacity, AUK_FOUND_BY_FRACTION);
    Search search;
    AukStatus status = search_start(&search, world, path);
    if (status) {
        return -(int)status;
    }
    uint32_t index;
    AukMet met;
    while (!(out && capacity == 0) && search_next(&search, &index)) {
        if (!auk__query_finds(&world->bodies, &wanted, auk__part(&world->parts, index)) ||
            !search_meets(&search, index, wanted.skip_overlapping, &met) ||
            !query_cast_is_first_of_shape(&search, index, wanted.skip_overlapping, &met)) {
            continue;
        }
        list.total++;
        if (out) {
            AukFound found = path_found(&world->bodies, &world->parts, path, index, &met);
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
    AukCastPath path;
    AukStatus status = auk__cast_path_of_ray(world, from, delta, &path);
    return status ? auk__cast_path_refused(status, found) : cast_closest(world, &path, query, found);
}

bool auk_world_cast_ray_any(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query)
{
    AukCastPath path;
    return auk__cast_path_of_ray(world, from, delta, &path) == AUK_OK && cast_any(world, &path, query);
}

int auk_world_cast_ray_all(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query, AukFound *out,
                           int capacity)
{
    AukCastPath path;
    AukStatus status = auk__cast_path_of_ray(world, from, delta, &path);
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    return status ? -(int)status : cast_all(world, &path, query, out, capacity);
}

bool auk_world_cast_shape(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                          const AukQuery *query, AukFound *found)
{
    AukCastPath path;
    AukStatus status = auk__cast_path_of_shape(world, shape, pose, delta, &path);
    return status ? auk__cast_path_refused(status, found) : cast_closest(world, &path, query, found);
}

bool auk_world_cast_shape_any(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                              const AukQuery *query)
{
    AukCastPath path;
    return auk__cast_path_of_shape(world, shape, pose, delta, &path) == AUK_OK && cast_any(world, &path, query);
}

int auk_world_cast_shape_all(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                             const AukQuery *query, AukFound *out, int capacity)
{
    AukCastPath path;
    AukStatus status = auk__cast_path_of_shape(world, shape, pose, delta, &path);
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    return status ? -(int)status : cast_all(world, &path, query, out, capacity);
}
