// Casts: a shape, or a point, that moves in a straight line until it meets something.
#ifndef AUK_WORLD_QUERY_QUERY_CAST_H
#define AUK_WORLD_QUERY_QUERY_CAST_H

#include "world/query/query.h"

// What moves, and where to. A ray is the way of a point.
typedef struct AukCastPath {
    AukVec2 origin; // the frame's; where a ray begins
    AukVec2 delta;
    bool ray;
    AukBox box; // around what moves, at the start
    AukSupportShape core;
} AukCastPath;

typedef struct AukMet {
    float fraction;
    int child;
    AukImpact impact; // beside the way as it was moved ...
    AukDvec shift;    // ... by so much
} AukMet;

// Where a way, moved by `shift`, first meets a part whose body is in that pose. False if it does not, up to `reach`.
bool auk__cast_path_meets(const AukParts *parts, const AukWrap *wrap, const AukCastPath *way, uint32_t index,
                          AukTransform pose, bool skip_overlapping, float reach, AukDvec shift, AukMet *met);

// The order of answers: the smaller fraction, and of equal ones the smaller ids.
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
    return a->head != b->head ? a->head < b->head : met_a->child < met_b->child;
}

// A way moved by some periods: `way` itself where that is nothing, else `moved`.
const AukCastPath *auk__cast_path_shifted(const AukCastPath *way, AukDvec shift, AukCastPath *moved);

// The part of a way, in fractions, on which what moves touches a box; none if from > to.
typedef struct AukStretch {
    double from, to;
} AukStretch;

AukStretch auk__cast_path_stretch(const AukCastPath *way, AukBox box);

// Around the whole of a way.
AukBox auk__cast_path_box(const AukCastPath *way);

// What is answered: beside the way as it was asked.
AukFound auk__cast_path_found(const AukBodies *bodies, const AukParts *parts, const AukCastPath *way, uint32_t index,
                              const AukMet *met);

// AUK_OK, and then the way is set. `way` keeps no pointer to `shape`, but may to its vertices.
AukStatus auk__cast_path_of_ray(const AukWorld *world, AukVec2 from, AukVec2 delta, AukCastPath *way);
AukStatus auk__cast_path_of_shape(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                                  AukCastPath *way);

// Answers a refusal.
static inline bool auk__cast_path_refused(AukStatus status, AukFound *found)
{
    if (found) {
        memset(found, 0, sizeof *found);
        found->status = status;
    }
    return false;
}

#endif
