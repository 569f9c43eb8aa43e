// Questions to a world between two steps: what does a ray or a moving shape meet, what overlaps, what is nearest, and
// why two bodies touch or not. They see every change made before them, write nothing but the caller's arrays, allocate
// nothing, and many threads may ask at once. No question takes time in proportion to the number of bodies.
//
// Lists go to `out`, which has room for `capacity`: the first ones in order, and the answer is how many were written.
// With out = null and capacity = 0 they are only counted. Minus an AukStatus is a refusal, and nothing is written.
// Numbers as in auk/geom.h: AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE; a shape that cannot be used says why.
//
// One-way shapes and cells are met from all sides, and bodies that auk_world_ignore_pair() keeps apart are found alike.
//
// What is said of ties and order is said of the answers as they are, that is, of floats; ids are compared by index.
#ifndef AUK_QUERY_H
#define AUK_QUERY_H

#include "auk/geom.h"
#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a query may find. A null query is {0}: every enabled solid, whatever its filter ignores.
typedef struct AukQuery {
    AukFilter filter;  ///< of the query. `ignore` and `group` work as for shapes. `category` 0 is no category, so no
                       ///< shape ignores it, also where `ignore` is set; else shapes may ignore its categories
    AukBodyId exclude; ///< one body to leave out; {0} is none
    bool sensors;      ///< find sensors too
    bool skip_overlapping; ///< casts ignore what they start in, and nearest ignores what overlaps; piece by piece
    bool only_sensors;     ///< find sensors and no solids
} AukQuery;

typedef struct AukFound {
    AukBodyId body;
    AukShapeId shape;
    int child;      ///< piece of the shape
    float fraction; ///< of casts, in [0, 1]
    float distance; ///< of overlaps and nearest: signed distance
    AukVec2 point;  ///< on the shape that was found: where it is met, where it is deepest or nearest
    AukVec2 normal; ///< leaves the shape that was found
    AukStatus status;
} AukFound;

// ---- casts ------------------------------------------------------------------------------------------------------

// A cast that starts inside a shape, or overlapping it, finds it at fraction 0 with a zero normal. They answer false
// for numbers and shapes that are refused, and then `found->status` says so; else `found` is written with a hit only,
// and may be null.

/// Casts a ray and reports the first shape it enters.
///
/// @param from   start point, world space
/// @param delta  ray vector; its length is the reach. Zero length is a point test.
/// @param query  what may be hit; null means every solid
/// @param found  ties go to the smaller (body, shape, child)
AUK_API bool auk_world_cast_ray(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query,
                                AukFound *found);

/// Whether a ray meets anything: quicker than asking what. False for bad numbers.
AUK_API bool auk_world_cast_ray_any(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query);

/// Every shape that a ray enters, each once, with the piece that is met first; sorted by (fraction, body, shape).
AUK_API int auk_world_cast_ray_all(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query,
                                   AukFound *out, int capacity);

/// Moves a shape from `pose` by `delta`, without turning it, and reports the first shape it meets. `found->point` is
/// where they meet. A circle of radius 0 is a ray. The time depends on what lies along the way, not in the box around
/// it.
AUK_API bool auk_world_cast_shape(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                                  const AukQuery *query, AukFound *found);

/// Whether the moving shape meets anything.
AUK_API bool auk_world_cast_shape_any(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                                      const AukQuery *query);

/// Every shape that the moving shape meets, as auk_world_cast_ray_all().
AUK_API int auk_world_cast_shape_all(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                                     const AukQuery *query, AukFound *out, int capacity);

/// Casts a ray against one shape, whatever its filter, a sensor or a disabled body's too; of several pieces the one
/// that is met first. Null options are {0}. AUK_ERROR_STALE_ID if there is no such shape.
AUK_API bool auk_shape_cast_ray(const AukWorld *world, AukShapeId shape, AukVec2 from, AukVec2 delta,
                                const AukCastOptions *options, AukFound *found);

/// Moves `mover` from `pose` by `delta` against one shape; as auk_shape_cast_ray().
AUK_API bool auk_shape_cast_shape(const AukWorld *world, AukShapeId shape, const AukShape *mover, AukTransform pose,
                                  AukVec2 delta, const AukCastOptions *options, AukFound *found);

// ---- overlaps and neighbours --------------------------------------------------------------------------------------

/// Finds what overlaps a shape, touching included, piece by piece, sorted by (body, shape, child). Distances are 0 or
/// below.
AUK_API int auk_world_overlap(const AukWorld *world, const AukShape *shape, AukTransform pose, const AukQuery *query,
                              AukFound *out, int capacity);

/// As auk_world_overlap() for an axis-aligned box, which may be flat or a point. AUK_ERROR_NEGATIVE if it is inside
/// out.
AUK_API int auk_world_overlap_box(const AukWorld *world, AukBox box, const AukQuery *query, AukFound *out,
                                  int capacity);

/// As auk_world_overlap() for a point; borders are inside.
AUK_API int auk_world_overlap_point(const AukWorld *world, AukVec2 point, const AukQuery *query, AukFound *out,
                                    int capacity);

/// The `capacity` nearest shapes, each once, with its nearest piece; sorted by (distance, body, shape). What overlaps
/// is nearest of all, the deepest first. With out = null: how many shapes are that near. The time depends on what is
/// near and on the logarithm of how far away that is; but a world of clusters within clusters may be searched through.
///
/// @param shape         null is the point `pose.p`
/// @param max_distance  of surface from surface, 0 or more (AUK_ERROR_NEGATIVE), may be INFINITY
/// @param out           `point` is the nearest point of the shape that was found, `distance` is as of auk_distance();
///                      of a chain or a grid that overlaps it is the depth along the way out of the ground
AUK_API int auk_world_nearest(const AukWorld *world, const AukShape *shape, AukTransform pose, float max_distance,
                              const AukQuery *query, AukFound *out, int capacity);

// ---- many at once -------------------------------------------------------------------------------------------------

// `count` questions in one call, over plain arrays with an item for each. `exclude` may be null; else exclude[i] takes
// the place of `query->exclude` in question i: the bodies that ask. Answers go to the same places, and are those of the
// calls for one. A question that is refused has its status as its answer and does not disturb the others;
// AUK_ERROR_NULL and AUK_ERROR_COUNT for the arrays themselves refuse the call.

/// Writes the first hit of each ray; a miss has a null body and fraction 1. Returns how many hit.
AUK_API int auk_world_cast_ray_many(const AukWorld *world, const AukVec2 *from, const AukVec2 *delta, int count,
                                    const AukQuery *query, const AukBodyId *exclude, AukFound *out);

/// Writes whether each ray meets anything; false for one that is refused. Returns how many do.
AUK_API int auk_world_cast_ray_any_many(const AukWorld *world, const AukVec2 *from, const AukVec2 *delta, int count,
                                        const AukQuery *query, const AukBodyId *exclude, bool *out);

/// The same for one shape that moves on `count` ways.
AUK_API int auk_world_cast_shape_many(const AukWorld *world, const AukShape *shape, const AukTransform *poses,
                                      const AukVec2 *delta, int count, const AukQuery *query, const AukBodyId *exclude,
                                      AukFound *out);

/// What overlaps one shape in each of `count` poses. The answers to question i begin at out[i * capacity], and
/// counts[i] is how many they are, or minus a status. `counts` is required; with out = null the overlaps are only
/// counted. Returns the sum of all counts that are no refusals, at most INT_MAX.
AUK_API int auk_world_overlap_many(const AukWorld *world, const AukShape *shape, const AukTransform *poses, int count,
                                   const AukQuery *query, const AukBodyId *exclude, AukFound *out, int capacity,
                                   int *counts);

/// What is nearest to one shape, or to a point (null), in each of `count` poses. Arrays as in auk_world_overlap_many().
AUK_API int auk_world_nearest_many(const AukWorld *world, const AukShape *shape, const AukTransform *poses, int count,
                                   float max_distance, const AukQuery *query, const AukBodyId *exclude, AukFound *out,
                                   int capacity, int *counts);

// ---- why --------------------------------------------------------------------------------------------------------

/// Why two bodies touch or do not. The order is the one in which they are looked for, but for the first.
typedef enum AukWhyReason {
    AUK_WHY_TOUCHING = 0, ///< two solids touch: a contact
    AUK_WHY_SENSOR,       ///< no two solids do, but a sensor and something: ENTER and STAY instead of a contact
    AUK_WHY_STALE_ID,     ///< one of the ids is null, or its body is gone
    AUK_WHY_SAME_BODY,    ///< both ids name one body, whose shapes never meet
    AUK_WHY_DISABLED,     ///< one of the bodies is disabled
    AUK_WHY_NO_SHAPE,     ///< one of the bodies has no shape, or only grids without tiles
    AUK_WHY_STATIC,       ///< both are static, and AukWorldDef.static_pairs is not set
    AUK_WHY_OWNER,        ///< one owns the other, or both have one owner
    AUK_WHY_IGNORED,      ///< auk_world_ignore_pair() keeps the bodies apart
    AUK_WHY_GROUP,        ///< the filters of all their shapes keep them apart, those of the nearest by their group
    AUK_WHY_CATEGORY,     ///< the same, one of the nearest ignores the other's category
    AUK_WHY_ONE_WAY,      ///< they overlap, but a one-way shape or cell lets the other through
    AUK_WHY_BOXES_APART,  ///< even the boxes around the nearest shapes do not touch
    AUK_WHY_SHAPES_APART, ///< the boxes do, the shapes do not
    AUK_WHY_REASON_COUNT
} AukWhyReason;

/// The answer, in the order of the question. From AUK_WHY_STATIC on, and where they touch, a pair of shapes is named:
/// the nearest (the deepest) of those that are looked at; ties go to the smaller (shape a, shape b, child a, child b).
typedef struct AukWhy {
    AukWhyReason reason;
    AukBodyId body; ///< with STALE_ID, DISABLED and NO_SHAPE the one that it is said of; else {0}
    AukShapeId shape_a, shape_b;
    int child_a, child_b;
    float distance;     ///< of these shapes, signed
    float box_distance; ///< of their boxes; 0 if they touch
    float tolerance;    ///< at what distance this pair counts as touching: tau, or 2 tau if it touched before
    AukStatus status;   ///< AUK_ERROR_NULL without a world
} AukWhy;

/// Why two bodies touch or do not: what a step with dt = 0 would find now, decided by the same code. For finding
/// mistakes in a game: it looks at all pairs of pieces of the two bodies, and at nothing else.
AUK_API AukWhy auk_world_why(const AukWorld *world, AukBodyId a, AukBodyId b);

/// A word for each reason ("touching", "same body", ...); "?" for other numbers.
AUK_API const char *auk_why_name(AukWhyReason reason);

/// Writes a sentence with the numbers in it, cut off to fit, and a zero behind it; the same bytes on every machine.
/// 200 bytes are enough for all of them, made up ones included. Returns how many bytes the whole sentence has, without
/// the zero; minus AUK_ERROR_NULL or AUK_ERROR_COUNT (a negative capacity) if there is nothing to write or nowhere to
/// write it; (NULL, 0) measures.
AUK_API int auk_why_text(const AukWhy *why, char *text, int capacity);

#ifdef __cplusplus
}
#endif

#endif
