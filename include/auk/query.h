// Questions to a world between two steps: rays and overlaps. They see every change made before them, write nothing but
// the caller's arrays, allocate nothing, and many threads may ask at once. No question takes time in proportion to the
// number of bodies.
#ifndef AUK_QUERY_H
#define AUK_QUERY_H

#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a query may find. A null query is {0}: every enabled solid that a {0} filter meets.
typedef struct AukQuery {
    AukFilter filter;      ///< as if the query were a shape with this filter
    AukBodyId exclude;     ///< one body to leave out; {0} is none
    bool sensors;          ///< find sensors too
    bool skip_overlapping; ///< casts ignore what they start in
} AukQuery;

typedef struct AukFound {
    AukBodyId body;
    AukShapeId shape;
    int child;      ///< piece of the shape
    float fraction; ///< of casts
    float distance; ///< of overlaps: signed distance, 0 or below
    AukVec2 point;
    AukVec2 normal; ///< leaves the shape that was found
    AukStatus status;
} AukFound;

/// Casts a ray and reports the first shape it enters. Not linear in the number of bodies.
///
/// @param from   start point, world space
/// @param delta  ray vector; its length is the reach. Zero length is a point test.
/// @param query  what may be hit; null means every solid
/// @param found  may be null. Ties go to the smaller (body, shape) index.
/// @return true on a hit. A ray that starts inside a shape reports it at fraction 0 with a zero normal. False for
///         numbers that are not finite: then `found->status` says so.
AUK_API bool auk_world_cast_ray(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query,
                                AukFound *found);

/// Finds what overlaps a shape, touching included, piece by piece, sorted by (body, shape, child). Not linear in the
/// number of bodies.
///
/// @return the number written, at most `capacity`; (NULL, 0) counts; minus an AukStatus for a bad shape or pose.
AUK_API int auk_world_overlap(const AukWorld *world, const AukShape *shape, AukTransform pose, const AukQuery *query,
                              AukFound *out, int capacity);

/// As auk_world_overlap() for an axis-aligned box, which may be flat or a point.
AUK_API int auk_world_overlap_box(const AukWorld *world, AukBox box, const AukQuery *query, AukFound *out,
                                  int capacity);

#ifdef __cplusplus
}
#endif

#endif
