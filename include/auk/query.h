/// @file
/// Queries on a world between two steps: ray casts, shape casts, overlaps, nearest shapes, and why two bodies touch or
/// not. They see every change made before the call and write only to the caller's arrays. They allocate nothing, except
/// that AukSpanWork grows, and many threads may query at once. No query scans all bodies, except as auk_world_nearest()
/// says.
///
/// Results that are lists go to `out`, which has room for `capacity` items. The first ones in order are written, and
/// the return value is their number: if it is `capacity`, there may be more, of overlaps those with larger ids, however
/// near. With out = null all results are counted, whatever the capacity. A negative return value is minus an AukStatus;
/// nothing is written then. Numbers are checked as in auk/geom.h: AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE. An invalid
/// shape gives its own status. A half-plane can be found, but not be the shape of a query: AUK_ERROR_UNSUPPORTED. A
/// negative capacity gives AUK_ERROR_COUNT, also with out = null.
///
/// Queries meet one-way shapes and cells from all sides; casts meet the edges of one-sided chains from the front alone,
/// unless the chain is a sensor. They find bodies regardless of auk_world_ignore_pair().
///
/// Orders and ties are decided by the returned floats; ids are compared by index.
#ifndef AUK_QUERY_H
#define AUK_QUERY_H

#include "auk/geom.h"
#include "auk/pool.h"
#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a query may find. A null query is {0}: every enabled solid, whatever categories its filter ignores.
typedef struct AukQuery {
    /// The filter of the query; `ignore` and `group` work as for shapes. With `category` 0 the query has no category,
    /// so no shape ignores it, also if `ignore` is set. Else shapes may ignore its categories.
    AukFilter filter;
    AukBodyId exclude; ///< a body that is not found, usually the one that asks; {0} is none
    /// More bodies that are not found, `exclude_count` of them; null and stale ids name none. The array is only read
    /// during the call. Each candidate is compared with each id: meant for a few bodies, for many use the filter.
    const AukBodyId *excludes;
    int exclude_count; ///< AUK_ERROR_COUNT if it is negative, AUK_ERROR_NULL if it is above 0 without an array
    /// Only bodies whose user data matches are found: (user_data & user_data_mask) == user_data_value. {0, 0} matches
    /// all. The user data is that of the body, as in AukFound, not that of the shape.
    uint64_t user_data_mask, user_data_value;
    bool respect_owners;   ///< do not find the owner of `exclude`, bodies that it owns, and bodies with the same owner,
                           ///< also if that is gone; no effect if `exclude` is null or stale
    bool sensors;          ///< find sensors too
    bool skip_overlapping; ///< casts ignore what they overlap at the start, and nearest ignores what overlaps; decided
                           ///< for each piece of a shape. Chains and grids stay one surface to casts: a piece is not
                           ///< found where it would be met at its joint with one that is ignored, or with one behind
                           ///< that, unless the path leads into a free side of the piece there. To nearest, and to
                           ///< casts that turn, all pieces that are not ignored count, also at such a joint
    bool only_sensors;     ///< find sensors and no solids
    /// For batches (auk_world_..._many()) and auk_crowd_separate(): threads that share the work, see auk/pool.h. Null:
    /// the calling thread alone. Single queries do not use it.
    AukPool *pool;
} AukQuery;

/// One result of a query.
typedef struct AukFound {
    AukBodyId body;     ///< {0}: nothing was found
    AukShapeId shape;   ///< of that body
    uint64_t user_data; ///< of the body
    int child;          ///< index of the piece of the shape, as in AukContact
    float fraction;     ///< for casts: fraction of `delta` at the first contact, in [0, 1]
    float distance;     ///< for overlaps and nearest: signed distance, negative if the shapes overlap
    AukVec2 point;    ///< for casts the point of contact; for overlaps the deepest and for nearest the nearest point of
                      ///< the shape found
    AukVec2 normal;   ///< unit vector out of the shape found, or zero where a cast starts inside
    AukStatus status; ///< why the query was refused; AUK_OK otherwise
} AukFound;

// ---- casts ------------------------------------------------------------------------------------------------------

// A cast that starts inside a shape, or overlapping it, finds it at fraction 0 with a zero normal. A cast with invalid
// arguments returns false, and `found` is {0} except for its status. A cast without a hit returns false and does not
// write to `found`. `found` may be null.

/// Casts a ray and reports the first shape it enters.
///
/// @param from   start point, world space
/// @param delta  ray vector; its length is the reach. Zero length is a point test.
/// @param query  what may be hit; null means every solid
/// @param found  ties go to the smaller (body, shape, child)
AUK_API bool auk_world_cast_ray(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query,
                                AukFound *found);

/// True if a ray hits anything. Faster than auk_world_cast_ray(). False for invalid arguments, so it says that the way
/// is free for those alone that are known to be valid; of others auk_world_cast_ray() says what is wrong.
AUK_API bool auk_world_cast_ray_any(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query);

/// Writes every shape that a ray enters, each once, with the piece hit first; sorted by (fraction, body, shape).
AUK_API int auk_world_cast_ray_all(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query,
                                   AukFound *out, int capacity);

/// Moves a shape from `pose` by `delta` without rotation and reports the first shape it hits. A circle of radius 0 is a
/// ray. The time depends on the shapes along the path, not on those in the box around the path.
AUK_API bool auk_world_cast_shape(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                                  const AukQuery *query, AukFound *found);

/// True if the moving shape hits anything. False for invalid arguments, as auk_world_cast_ray_any().
AUK_API bool auk_world_cast_shape_any(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                                      const AukQuery *query);

/// Writes every shape that the moving shape hits, as auk_world_cast_ray_all().
AUK_API int auk_world_cast_shape_all(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                                     const AukQuery *query, AukFound *out, int capacity);

/// Moves a shape from `pose` by `delta` while it rotates evenly by `turn` radians about the origin of `pose`, and
/// reports the first shape it hits: the time of impact of auk_time_of_impact() with each shape near the path, none of
/// which moves. With `turn` 0 the result is that of auk_world_cast_shape(). `skip_overlapping` works as in
/// AukCastOptions: a piece that the shape overlaps at the start may be hit once the two have separated. Pieces of
/// chains and grids are then hit at their joints too.
///
/// The shapes near the path are those that touch a box around the shape in all rotations, moved along the path. Any
/// number of turns is allowed. Many turns very near a shape are slow, see auk_time_of_impact().
///
/// @param turn   counter-clockwise; finite and within AUK_COORDINATE_MAX
/// @param found  `status` is AUK_ERROR_ITERATION_LIMIT if the search for the contact with the shape found was stopped;
///               nothing is touched before `fraction`
AUK_API bool auk_world_cast_shape_turning(const AukWorld *world, const AukShape *shape, AukTransform pose,
                                          AukVec2 delta, float turn, const AukQuery *query, AukFound *found);

/// Casts a ray against one shape; the piece hit first is reported. Filters are not applied: the shape may be a sensor,
/// or belong to a disabled body. Null options are {0}; `skip_overlapping` works as in AukQuery. AUK_ERROR_STALE_ID if
/// the shape does not exist. O(pieces): each takes some 3 ns if its box is not near the path; auk_world_cast_ray()
/// finds the pieces in its index.
AUK_API bool auk_world_shape_cast_ray(const AukWorld *world, AukShapeId shape, AukVec2 from, AukVec2 delta,
                                      const AukCastOptions *options, AukFound *found);

/// Moves `mover` from `pose` by `delta` against one shape; as auk_world_shape_cast_ray().
AUK_API bool auk_world_shape_cast_shape(const AukWorld *world, AukShapeId shape, const AukShape *mover,
                                        AukTransform pose, AukVec2 delta, const AukCastOptions *options,
                                        AukFound *found);

// ---- rays through shapes ------------------------------------------------------------------------------------------

/// Working memory for auk_world_cast_ray_spans(), so that later calls allocate nothing. It holds no state: one object
/// may serve any world, but only one call at a time.
typedef struct AukSpanWork AukSpanWork;

/// Creates working memory. Returns null on failure and writes the reason to `status`, which may be null.
AUK_API AukSpanWork *auk_span_work_create(AukStatus *status);

/// Releases the working memory; null is allowed.
AUK_API void auk_span_work_destroy(AukSpanWork *work);

/// An interval of a ray inside one shape.
typedef struct AukRaySpan {
    AukBodyId body;                    ///< that the ray crosses
    AukShapeId shape;                  ///< of that body
    uint64_t user_data;                ///< of the body
    int enter_child, exit_child;       ///< indices of the pieces at both ends
    float enter, exit;                 ///< fractions of `delta`, enter <= exit
    float thickness;                   ///< length of the interval, computed before the fractions are rounded
    bool starts_inside;                ///< the ray starts inside: `enter` is 0 and `enter_normal` zero
    bool ends_inside;                  ///< the ray ends inside: `exit` is 1 and `exit_normal` zero
    AukVec2 enter_point, exit_point;   ///< on the ray, world space
    AukVec2 enter_normal, exit_normal; ///< unit vectors out of the shape
    AukStatus status;                  ///< AUK_ERROR_ITERATION_LIMIT if an end is an estimate; AUK_OK otherwise
} AukRaySpan;

/// Writes every interval of a ray inside a shape, sorted by (enter, body, shape, exit): where it enters and leaves, and
/// how much of the shape it crosses. A concave shape may be crossed several times.
///
/// The pieces of a shape are one solid: intervals of its pieces that overlap, or touch within tau of the piece, are one
/// interval. So are those of the cells of a grid. Different shapes are not united. A border belongs to the shape, so a
/// ray that starts or ends on one starts or ends inside. Shapes without an inside (segments, edges of chains, one-way
/// cells and points, all without a radius) are entered and left at the same place, except by a ray along them.
///
/// @param work   AUK_ERROR_NULL if null; AUK_ERROR_OUT_OF_MEMORY if it cannot grow
/// @param delta  ray vector. With zero length every interval is that of a point inside: `enter` 0, `exit` 1, both flags
/// @param query  what may be hit; null means every solid. With `skip_overlapping` intervals that start inside are left
///               out
/// @param out    null counts
AUK_API int auk_world_cast_ray_spans(const AukWorld *world, AukSpanWork *work, AukVec2 from, AukVec2 delta,
                                     const AukQuery *query, AukRaySpan *out, int capacity);

/// The spans of `count` rays. The results of ray i begin at out[i * capacity]; arrays as in auk_world_overlap_many().
AUK_API int auk_world_cast_ray_spans_many(const AukWorld *world, AukSpanWork *work, const AukVec2 *from,
                                          const AukVec2 *delta, int count, const AukQuery *query,
                                          const AukBodyId *exclude, AukRaySpan *out, int capacity, int *counts);

// ---- overlaps and neighbours --------------------------------------------------------------------------------------

/// Writes every piece of a shape that overlaps or touches the given shape, sorted by (body, shape, child). Distances
/// are 0 or negative. A piece of a chain or of a grid of tiles has no normal, {0}, if the way out of the surface leads
/// through its neighbours.
AUK_API int auk_world_overlap(const AukWorld *world, const AukShape *shape, AukTransform pose, const AukQuery *query,
                              AukFound *out, int capacity);

/// As auk_world_overlap() for an axis-aligned box, which may have zero width or height. AUK_ERROR_NEGATIVE if min >
/// max.
AUK_API int auk_world_overlap_box(const AukWorld *world, AukBox box, const AukQuery *query, AukFound *out,
                                  int capacity);

/// As auk_world_overlap() for a point; a point on a border is inside.
AUK_API int auk_world_overlap_point(const AukWorld *world, AukVec2 point, const AukQuery *query, AukFound *out,
                                    int capacity);

/// Writes every piece of a shape whose bounding box touches the given box, sorted by (body, shape, child): everything
/// that auk_world_overlap_box() finds, and what comes near, in about half the time. For what a camera shows, or to
/// choose what to look at closely. The results have `body`, `shape`, `child` and `user_data` alone, all else is 0. The
/// pieces of a grid are its cells; a half-plane, which has no bounding box, is found if it touches the box. A bounding
/// box may be some units in the last place larger than auk_shape_bounds() says.
AUK_API int auk_world_overlap_bounds(const AukWorld *world, AukBox box, const AukQuery *query, AukFound *out,
                                     int capacity);

/// Writes the `capacity` nearest shapes, each once, with its nearest piece; sorted by (distance, body, shape). Shapes
/// that overlap come first, the deepest one at the front. With out = null: the number of shapes within `max_distance`.
/// The time depends on the shapes nearby and on the logarithm of their distance. In a world of clusters within clusters
/// all shapes may be searched.
///
/// @param shape         null is the point `pose.p`
/// @param max_distance  between the surfaces, 0 or more (AUK_ERROR_NEGATIVE); may be INFINITY
/// @param out           `point` is the nearest point of the shape found, `distance` is that of auk_distance(); for a
///                      chain or a grid that overlaps it is the depth along the way out of the ground, negated
AUK_API int auk_world_nearest(const AukWorld *world, const AukShape *shape, AukTransform pose, float max_distance,
                              const AukQuery *query, AukFound *out, int capacity);

// ---- many at once -------------------------------------------------------------------------------------------------

// `count` queries in one call, with arrays of `count` items. `exclude` may be null; otherwise exclude[i] replaces
// `query->exclude` in query i, for example with the body that asks. The results are those of the single calls. An
// invalid query has its status as its result and does not affect the others. A missing array (AUK_ERROR_NULL), a
// negative count (AUK_ERROR_COUNT), an invalid shape or an invalid AukQuery refuses the whole call: the answer is minus
// that status. With `query->pool` several threads share the queries.

/// Writes the first hit of each ray; without a hit the body is null and the fraction 1. Returns the number of hits.
AUK_API int auk_world_cast_ray_many(const AukWorld *world, const AukVec2 *from, const AukVec2 *delta, int count,
                                    const AukQuery *query, const AukBodyId *exclude, AukFound *out);

/// Writes for each ray whether it hits anything; false for an invalid ray. Returns the number of hits.
AUK_API int auk_world_cast_ray_any_many(const AukWorld *world, const AukVec2 *from, const AukVec2 *delta, int count,
                                        const AukQuery *query, const AukBodyId *exclude, bool *out);

/// As auk_world_cast_ray_many() for one shape, which moves from each pose by each delta.
AUK_API int auk_world_cast_shape_many(const AukWorld *world, const AukShape *shape, const AukTransform *poses,
                                      const AukVec2 *delta, int count, const AukQuery *query, const AukBodyId *exclude,
                                      AukFound *out);

/// The overlaps of one shape in each of `count` poses. The results of query i begin at out[i * capacity]; counts[i] is
/// their number, or minus a status. `counts` is required. With out = null overlaps are only counted. Returns the sum of
/// the counts without refused queries, at most INT_MAX.
AUK_API int auk_world_overlap_many(const AukWorld *world, const AukShape *shape, const AukTransform *poses, int count,
                                   const AukQuery *query, const AukBodyId *exclude, AukFound *out, int capacity,
                                   int *counts);

/// The shapes nearest to one shape, or to a point (null), in each of `count` poses. Arrays as in
/// auk_world_overlap_many().
AUK_API int auk_world_nearest_many(const AukWorld *world, const AukShape *shape, const AukTransform *poses, int count,
                                   float max_distance, const AukQuery *query, const AukBodyId *exclude, AukFound *out,
                                   int capacity, int *counts);

// ---- why --------------------------------------------------------------------------------------------------------

/// Why two bodies touch or do not. The reasons from STALE_ID to CATEGORY are tested first, in this order, and then
/// TOUCHING, SENSOR and the others.
typedef enum AukWhyReason {
    AUK_WHY_TOUCHING = 0, ///< two solids touch: there is a contact
    AUK_WHY_SENSOR,       ///< no two solids touch, but a sensor detects a shape: an overlap, no contact
    AUK_WHY_STALE_ID,     ///< one of the ids is null, or its body is gone
    AUK_WHY_SAME_BODY,    ///< both ids name the same body; its shapes never collide with each other
    AUK_WHY_DISABLED,     ///< one of the bodies, or each of its shapes, is disabled
    AUK_WHY_NO_SHAPE,     ///< one of the bodies has no shape, or only grids whose cells are all empty
    AUK_WHY_STATIC,       ///< both are static, and AukWorldDef.static_pairs is not set, or all their shapes are
                          ///< half-planes
    AUK_WHY_OWNER,        ///< one body owns the other, or both have the same owner
    AUK_WHY_IGNORED,      ///< auk_world_ignore_pair() was called for the two bodies
    AUK_WHY_GROUP,        ///< the filters of all shapes exclude each other; those of the nearest pair by their group
    AUK_WHY_CATEGORY,     ///< the same; in the nearest pair one shape ignores the other's category
    AUK_WHY_ONE_WAY,      ///< they overlap, but a one-way shape or cell, or a one-sided edge, lets the other pass
    AUK_WHY_BOXES_APART,  ///< the bounding boxes of the nearest shapes do not touch
    AUK_WHY_SHAPES_APART, ///< the bounding boxes touch, the shapes do not, or only where a neighbour has the contact
    AUK_WHY_REASON_COUNT  ///< the number of reasons; no reason itself
} AukWhyReason;

/// The answer; a and b are in the order of the arguments. From AUK_WHY_STATIC on, and if the bodies touch, it names a
/// pair of shapes: the nearest (or deepest) pair to which the reason applies; none if all shapes are half-planes. Ties
/// go to the smaller (shape a, shape b, child a, child b).
typedef struct AukWhy {
    AukWhyReason reason;         ///< the first that applies
    AukBodyId body;              ///< with STALE_ID, DISABLED and NO_SHAPE the body concerned; else {0}
    AukShapeId shape_a, shape_b; ///< the pair that the reason names; else {0}
    int child_a, child_b;        ///< indices of the pieces, as in AukContact
    float distance;              ///< signed distance of these shapes
    float box_distance;          ///< distance of their boxes; 0 if they touch
    float tolerance;  ///< largest distance at which this pair counts as touching: tau, or 2 tau if it touched in the
                      ///< last step
    AukStatus status; ///< AUK_ERROR_NULL if the world is null
} AukWhy;

/// Why two bodies touch or do not: what a step with dt = 0 would find now, decided by the same code. For debugging: it
/// tests all pairs of pieces of the two bodies, and nothing else.
AUK_API AukWhy auk_world_why(const AukWorld *world, AukBodyId a, AukBodyId b);

/// A short name for a reason ("touching", "same body", ...); "?" for other numbers.
AUK_API const char *auk_why_name(AukWhyReason reason);

/// Writes a sentence with the numbers in it, cut to `capacity` bytes including the final zero. The bytes are the same
/// on every machine; 200 are enough for any AukWhy. Returns the length of the whole sentence without the zero; (NULL,
/// 0) measures. Or minus an AukStatus: AUK_ERROR_NULL if `why` is null, or `text` is null with a capacity above 0;
/// AUK_ERROR_COUNT for a negative capacity.
AUK_API int auk_why_text(const AukWhy *why, char *text, int capacity);

#ifdef __cplusplus
}
#endif

#endif
