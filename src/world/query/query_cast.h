// Casts: a shape or a point moves along a straight line until it meets a shape.
#ifndef AUK_WORLD_QUERY_QUERY_CAST_H
#define AUK_WORLD_QUERY_QUERY_CAST_H

#include "world/query/query.h"

// The moving shape and its displacement. A ray is the path of a point.
typedef struct AukCastPath {
    AukVec2 origin; // of the frame; the start of a ray
    AukVec2 delta;
    bool ray;
    AukBox box; // around the moving shape, at the start
    AukSupportShape core;
    const AukTilesPast *past; // null: the present
    const AukFilter *filter;  // of the query
    bool alone;               // each shape is met by itself: grids of tiles without those that they are joined to
} AukCastPath;

typedef struct AukMet {
    float fraction;
    int child;
    AukImpact impact; // relative to the shifted path
    AukDvec shift;    // the shift of the path
} AukMet;

// Finds where a path, moved by `shift`, first meets a part whose body is at `pose`. False if it meets none up to
// `max_fraction`.
bool auk__cast_path_meets(const AukParts *parts, const AukWrap *wrap, const AukCastPath *path, uint32_t index,
                          AukTransform pose, bool skip_overlapping, float max_fraction, AukDvec shift, AukMet *met);

// The order of results: by fraction, then by ids.
static inline bool auk__met_precedes(const AukParts *parts, uint32_t index_a, const AukMet *met_a, uint32_t index_b,
                                     const AukMet *met_b)
{
    if (met_a->fraction != met_b->fraction) {
        return met_a->fraction < met_b->fraction;
    }
    const AukPart *a = auk__part(parts, index_a), *b = auk__part(parts, index_b);
    if (a->body != b->body) {
        return a->body < b->body;
    }
    uint32_t head_a = auk__part_head(parts, index_a), head_b = auk__part_head(parts, index_b);
    return head_a != head_b ? head_a < head_b : met_a->child < met_b->child;
}

// A path moved by whole periods: `path` itself if the shift is zero, else `moved`.
const AukCastPath *auk__cast_path_shifted(const AukCastPath *path, AukDvec shift, AukCastPath *moved);

// The interval of fractions of a path in which the moving shape touches a box; empty if from > to.
typedef struct AukStretch {
    double from, to;
} AukStretch;

AukStretch auk__cast_path_stretch(const AukCastPath *path, AukBox box);

// A box around the path up to a fraction, grown by more than any rounding error.
static inline AukBox auk__cast_path_box_to(const AukCastPath *path, float max_fraction)
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
static inline AukPieceCursor auk__cast_path_pieces(const AukParts *parts, const AukWrap *wrap, const AukCastPath *path,
                                                   uint32_t index, AukTransform pose, float max_fraction)
{
    if (auk__part(parts, index)->form != AUK_FORM_TILES) {
        return auk__query_pieces(parts, wrap, index, pose, path->box, dvec(0.0, 0.0), path->filter);
    }
    AukBox start = auk__cast_path_box_to(path, 0.0f);
    AukDvec delta = dvec_scale((double)max_fraction, dvec_from(path->delta));
    AukPieceCursor cursor = auk__query_pieces(parts, wrap, index, pose, start, delta, path->filter);
    cursor.piece.past = path->past;
    cursor.piece.alone = path->alone;
    return cursor;
}

// A box around the whole path.
AukBox auk__cast_path_box(const AukCastPath *path);

// The result of a cast, relative to the path as the caller gave it.
AukFound auk__cast_path_found(const AukWorld *world, const AukCastPath *path, uint32_t index, const AukMet *met);

// Sets the path if it returns AUK_OK. `path` keeps no pointer to `shape`, but may keep one to its vertices
// and one to the query's filter.
AukStatus auk__cast_path_of_ray(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query,
                                AukCastPath *path);
AukStatus auk__cast_path_of_shape(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                                  const AukQuery *query, AukCastPath *path);

// Sets the result of a refused call.
static inline bool auk__cast_path_refused(AukStatus status, AukFound *found)
{
    if (found) {
        memset(found, 0, sizeof *found);
        found->status = status;
    }
    return false;
}

#endif
