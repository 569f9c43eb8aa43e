// Rays and shape casts. The query index returns parts along the path, roughly from near to far. The narrow phase
// computes the fraction of the hit. Parts beyond the largest fraction still needed are not tested. Of two hits with the
// same fraction, as a float, the one with the smaller ids comes first.
//
// Invariant: a shape is reported in the image that is hit first; if several images are hit at the same fraction, in the
// first of them.
#include "world/query/query_cast.h"
#include "world/query/path_search.h"
#include "world/state/wrap.h"

#include "base/assert.h"
#include "base/predicates.h"
#include "geom/cast_disc_box.h"

#include <string.h>

AukStatus auk__cast_path_of_ray(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query,
                                AukCastPath *path)
{
    AukStatus status = world ? auk__check_vec(from) : AUK_ERROR_NULL;
    status = status ? status : auk__check_vec(delta);
    if (status) {
        return status;
    }
    path->origin = path->box.min = path->box.max = from;
    path->delta = delta;
    path->ray = true;
    path->past = NULL;
    path->alone = false;
    path->filter = auk__query_filter(query);
    auk__support_shape_init_point(&path->core, dvec(0.0, 0.0));
    return AUK_OK;
}

AukStatus auk__cast_path_of_shape(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                                  const AukQuery *query, AukCastPath *path)
{
    AukStatus status = auk__query_check_shape(world, shape, pose);
    status = status ? status : auk__check_vec(delta);
    if (status) {
        return status;
    }
    path->origin = pose.p;
    path->delta = delta;
    path->ray = false;
    path->past = NULL;
    path->alone = false;
    path->filter = auk__query_filter(query);
    auk__support_shape_init(&path->core, shape, auk__dtransform(pose, pose.p));
    path->box = auk__support_shape_around(&path->core, pose.p);
    return AUK_OK;
}

// A ray or a disc against a convex box: the same answer as that of auk__piece_cast(), without support shapes. False if
// it is uncertain.
static inline bool path_meets_box(const AukCastPath *path, const AukDtransform *transform, AukVec2 half, float radius,
                                  AukMet *met)
{
    memset(&met->impact, 0, sizeof met->impact);
    met->impact.iterations = 1;
    bool certain = auk__disc_meets_box(transform, half, (double)radius, auk__support_shape_vertex(&path->core, 0),
                                       path->core.radius, dvec_from(path->delta), true, &met->impact);
    met->fraction = (float)met->impact.fraction;
    return certain;
}

static bool path_meets_pieces(const AukParts *parts, const AukWrap *wrap, const AukCastPath *path, uint32_t index,
                              AukTransform pose, bool skip_overlapping, float max_fraction, AukMet *met)
{
    AukPieceCursor cursor = auk__cast_path_pieces(parts, wrap, path, index, pose, max_fraction);
    cursor.piece.starts_inside = skip_overlapping;
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

static inline bool path_meets(const AukParts *parts, const AukWrap *wrap, const AukCastPath *path, uint32_t index,
                              AukTransform pose, bool skip_overlapping, float max_fraction, AukMet *met)
{
    const AukPart *part = auk__part(parts, index);
    if (path->core.count == 1 && part->form == AUK_FORM_CONVEX && part->kind == AUK_SHAPE_BOX) {
        AukDtransform transform = auk__part_dtransform(part, auk__part_local(parts, index), pose, path->origin);
        met->child = auk__part_child(parts, index);
        if (path_meets_box(path, &transform, part->core.half, part->radius, met)) {
            return met->impact.hit && met->fraction <= max_fraction;
        }
    }
    return path_meets_pieces(parts, wrap, path, index, pose, skip_overlapping, max_fraction, met);
}

bool auk__cast_path_meets(const AukParts *parts, const AukWrap *wrap, const AukCastPath *path, uint32_t index,
                          AukTransform pose, bool skip_overlapping, float max_fraction, AukDvec shift, AukMet *met)
{
    met->shift = shift;
    return path_meets(parts, wrap, path, index, pose, skip_overlapping, max_fraction, met);
}

// Sets the members of a result that do not name a shape.
static inline void set_met(const AukCastPath *path, const AukMet *met, AukFound *found)
{
    const AukImpact *impact = &met->impact;
    AukDvec origin = dvec_from(path->origin);
    found->fraction = met->fraction;
    found->point = dvec_to_float(path->ray ? dvec_mul_add(origin, impact->fraction, dvec_from(path->delta))
                                           : dvec_add(origin, dvec_sub(impact->point, met->shift)));
    found->normal = dvec_to_float(impact->overlapping ? dvec(0.0, 0.0) : impact->normal);
    found->status = impact->status;
}

// Sets the result of a part; the part has the given note, unless that is null.
static inline void path_found(const AukWorld *world, const AukCastPath *path, uint32_t index, const AukGridNote *note,
                              const AukMet *met, AukFound *found)
{
    if (note) {
        auk__found_note(&world->index.grid, note, index, found);
    } else {
        *found = auk__found_named(&world->bodies, &world->parts, index, met->child);
    }
    set_met(path, met, found);
}

AukFound auk__cast_path_found(const AukWorld *world, const AukCastPath *path, uint32_t index, const AukMet *met)
{
    AukFound found;
    path_found(world, path, index, NULL, met, &found);
    return found;
}

const AukCastPath *auk__cast_path_shifted(const AukCastPath *path, AukDvec shift, AukCastPath *moved)
{
    if (shift.x == 0.0 && shift.y == 0.0) {
        return path;
    }
    *moved = *path;
    auk__support_shape_copy(&path->core, &moved->core);
    auk__support_shape_shift(&moved->core, shift);
    moved->box = auk__box_shifted(path->box, shift);
    return moved;
}

AukBox auk__cast_path_box(const AukCastPath *path)
{
    return auk__box_grown(auk__cast_path_box_to(path, 1.0f),
                          path->core.radius); // the radius may be larger than the one in the box
}

// ---- clipping of a path ----

// Clips an interval of the path to two sides on one axis.
static void clip_to_slab(AukStretch *stretch, double min, double max, double delta, double low, double high)
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
    clip_to_slab(&stretch, (double)path->box.min.x, (double)path->box.max.x, (double)path->delta.x, (double)box.min.x,
                 (double)box.max.x);
    clip_to_slab(&stretch, (double)path->box.min.y, (double)path->box.max.y, (double)path->delta.y, (double)box.min.y,
                 (double)box.max.y);
    return stretch;
}

// ---- first hit ----

// Finds where a part is hit up to the maximum fraction. `met->shift` is the shift of the path for that hit.
static inline bool search_meets(const AukPathSearch *search, uint32_t index, bool skip_overlapping, AukMet *met)
{
    const AukWorld *world = search->world;
    AukTransform pose = *auk__pose(&world->bodies, auk__part(&world->parts, index)->body);
    AukCastPath beside;
    const AukCastPath *path = auk__path_search_beside(search, index, &beside, &met->shift);
    return path_meets(&world->parts, &world->wrap, path, index, pose, skip_overlapping, search->max_fraction, met);
}

// The same answer as that of auk__piece_cast() against a plain box at rest, by its note.
static void path_meets_note(const AukCastPath *path, const AukGridNote *note, bool skip_overlapping, AukMet *met)
{
    AukSupportShape core;
    auk__note_support_shape(note, path->origin, &core);
    met->impact = auk__cast(&core, &path->core, dvec_from(path->delta), skip_overlapping);
    met->fraction = (float)met->impact.fraction;
}

// Finds whether a part of the search is wanted, and where it is met. A part is not read if its note decides.
static inline bool search_finds(const AukPathSearch *search, const AukWanted *wanted, uint32_t index, AukMet *met)
{
    const AukGridNote *note = search->note;
    const AukCastPath *path = search->path;
    if (note && auk__wanted_finds_note(wanted, note)) {
        AukDtransform transform = auk__dtransform(note->pose, path->origin);
        met->child = 0;
        met->shift = search->shift;
        if (!(path->core.count == 1 && path_meets_box(path, &transform, note->half, note->radius, met))) {
            path_meets_note(path, note, wanted->query->skip_overlapping, met);
        }
        return met->impact.hit && met->fraction <= search->max_fraction;
    }
    const AukParts *parts = &search->world->parts;
    return auk__wanted_finds(wanted, &search->world->bodies, parts, auk__part(parts, index)) &&
           search_meets(search, index, wanted->query->skip_overlapping, met);
}

static bool cast_closest(const AukWorld *world, const AukCastPath *path, const AukQuery *query, AukFound *found)
{
    AukWanted wanted;
    AukPathSearch search;
    AukStatus status = auk__wanted_init(&wanted, query);
    status = status ? status : auk__path_search_start(&search, world, path);
    if (status) {
        return auk__cast_path_refused(status, found);
    }
    uint32_t index, best_index = AUK_NO_INDEX;
    const AukGridNote *best_note = NULL;
    AukMet slots[2], *met = &slots[0], *best = NULL;
    while (auk__path_search_next(&search, &index)) {
        if (search_finds(&search, &wanted, index, met) &&
            (!best || auk__met_precedes(&world->parts, index, met, best_index, best))) {
            best_index = index;
            best_note = search.note;
            best = met;
            met = best == &slots[0] ? &slots[1] : &slots[0];
            auk__path_search_cut(&search, best->fraction);
        }
    }
    if (best && found) {
        path_found(world, path, best_index, best_note, best, found);
    }
    return best != NULL;
}

static bool cast_any(const AukWorld *world, const AukCastPath *path, const AukQuery *query)
{
    AukWanted wanted;
    AukPathSearch search;
    if (auk__wanted_init(&wanted, query) || auk__path_search_start(&search, world, path)) {
        return false;
    }
    uint32_t index;
    AukMet met;
    while (auk__path_search_next(&search, &index)) {
        if (search_finds(&search, &wanted, index, &met)) {
            return true;
        }
    }
    return false;
}

// ---- all hits ----

// True if another part of the same shape, or the same part in another image, is hit earlier.
static bool is_met_before(const AukPathSearch *search, uint32_t other, const AukMet *met, uint32_t index, bool skip)
{
    const AukWorld *world = search->world;
    AukTransform pose = *auk__pose(&world->bodies, auk__part(&world->parts, other)->body);
    AukDvec inward = auk__part_inward(&world->parts, &world->wrap, other), image;
    AukBox box = auk__cast_path_box_to(search->asked, met->fraction);
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

// True if no other wanted part of the same shape is hit before this part. Edges of a chain may have filters of their
// own.
static bool is_first_hit_of_shape(const AukPathSearch *search, const AukWanted *wanted, uint32_t index,
                                  const AukMet *met)
{
    const AukWorld *world = search->world;
    bool skip = wanted->query->skip_overlapping;
    uint32_t other = auk__part_after(&world->parts, index);
    if (other == index && !world->wrap.on) {
        return true;
    }
    for (; other != index; other = auk__part_after(&world->parts, other)) {
        if (auk__wanted_finds(wanted, &world->bodies, &world->parts, auk__part(&world->parts, other)) &&
            is_met_before(search, other, met, index, skip)) {
            return false;
        }
    }
    return !is_met_before(search, index, met, index, skip);
}

// The earliest hits so far of a few shapes of several parts, where no list has them. A ray that crosses a chain of
// thousands of edges many times compares most hits with one that is earlier; without, it compared each with all edges.
typedef struct EarlyHits {
    struct {
        uint32_t head; // AUK_NO_INDEX: none yet
        float fraction;
    } hits[8];
} EarlyHits;

static EarlyHits no_early_hits(void)
{
    EarlyHits early;
    for (int i = 0; i < AUK_COUNT_OF(early.hits); i++) {
        early.hits[i].head = AUK_NO_INDEX;
    }
    return early;
}

// True if an earlier hit of the shape is known; else the hit is noted.
static bool is_met_later(EarlyHits *early, uint32_t head, float fraction)
{
    int at = (int)(head % AUK_COUNT_OF(early->hits));
    bool known = early->hits[at].head == head;
    if (known && early->hits[at].fraction < fraction) {
        return true;
    }
    early->hits[at].head = head;
    early->hits[at].fraction = fraction;
    return false;
}

// True if a hit is to be counted, or added to a list that does not have its shape.
static bool is_hit_of_its_own(const AukPathSearch *search, const AukWanted *wanted, EarlyHits *early, uint32_t index,
                              const AukMet *met)
{
    return search->note || (!is_met_later(early, auk__part_head(&search->world->parts, index), met->fraction) &&
                            is_first_hit_of_shape(search, wanted, index, met));
}

static int cast_all(const AukWorld *world, AukCastPath *path, const AukQuery *query, AukFound *out, int capacity)
{
    path->alone = !(query && query->skip_overlapping); // who skips what it is in leaves the whole surface
    AukFoundList list = auk__found_list(out, capacity, AUK_FOUND_BY_FRACTION);
    AukWanted wanted;
    AukPathSearch search;
    AukStatus status = auk__wanted_init(&wanted, query);
    status = status ? status : auk__path_search_start(&search, world, path);
    if (status) {
        return -(int)status;
    }
    uint32_t index;
    AukMet met;
    EarlyHits early = no_early_hits();
    const bool lists = out && !world->wrap.on; // the list has the first hit so far of each shape
    while (!(out && capacity == 0) && auk__path_search_next(&search, &index)) {
        if (!search_finds(&search, &wanted, index, &met) ||
            (!lists && !is_hit_of_its_own(&search, &wanted, &early, index, &met))) {
            continue;
        }
        if (!out) {
            list.total++;
            continue;
        }
        const bool several = lists && !search.note && !auk__part_is_whole_shape(&world->parts, index);
        int place = several ? auk__found_place(&list, auk__part_head(&world->parts, index)) : -1;
        const AukFound *known = place >= 0 ? &out[place] : NULL;
        if (known &&
            (met.fraction > known->fraction || (met.fraction == known->fraction && met.child > known->child))) {
            continue;
        }
        AukFound found;
        path_found(world, path, index, search.note, &met, &found);
        auk__found_put(&list, place, &found);
        if (auk__found_last(&list)) {
            auk__path_search_cut(&search, auk__found_last(&list)->fraction);
        }
    }
    return auk__found_finish(&list);
}

// ---- entry points ----

bool auk_world_cast_ray(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query, AukFound *found)
{
    AukCastPath path;
    AukStatus status = auk__cast_path_of_ray(world, from, delta, query, &path);
    return status ? auk__cast_path_refused(status, found) : cast_closest(world, &path, query, found);
}

bool auk_world_cast_ray_any(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query)
{
    AukCastPath path;
    return auk__cast_path_of_ray(world, from, delta, query, &path) == AUK_OK && cast_any(world, &path, query);
}

int auk_world_cast_ray_all(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query, AukFound *out,
                           int capacity)
{
    AukCastPath path;
    AukStatus status = auk__cast_path_of_ray(world, from, delta, query, &path);
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    return status ? -(int)status : cast_all(world, &path, query, out, capacity);
}

bool auk_world_cast_shape(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                          const AukQuery *query, AukFound *found)
{
    AukCastPath path;
    AukStatus status = auk__cast_path_of_shape(world, shape, pose, delta, query, &path);
    return status ? auk__cast_path_refused(status, found) : cast_closest(world, &path, query, found);
}

bool auk_world_cast_shape_any(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                              const AukQuery *query)
{
    AukCastPath path;
    return auk__cast_path_of_shape(world, shape, pose, delta, query, &path) == AUK_OK && cast_any(world, &path, query);
}

int auk_world_cast_shape_all(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                             const AukQuery *query, AukFound *out, int capacity)
{
    AukCastPath path;
    AukStatus status = auk__cast_path_of_shape(world, shape, pose, delta, query, &path);
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    return status ? -(int)status : cast_all(world, &path, query, out, capacity);
}
