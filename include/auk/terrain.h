// Ground: chains of edges and grids of tiles. Each is one shape of many pieces under one id: contacts name the piece
// (`child`), events and hits are of the whole shape. Pieces know their neighbours, so what slides over the joints of a
// flat ground meets the ground's normal and no other: in contacts, in hits of swept bodies, in queries.
#ifndef AUK_TERRAIN_H
#define AUK_TERRAIN_H

#include "auk/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- chains ---------------------------------------------------------------------------------------------------------

/// Adds a chain: edges from point to point, and back to the first if it is closed. Edges are solid from both sides and
/// have no inside. A contact's `child` is the number of the edge, which begins at the point of that number.
///
/// An edge's normals are those of its two faces, and, at an end where the chain bends away from them or stops, those
/// between. Where a shape overlaps an edge and the shortest way out would be another, the normal, the distance and the
/// points of the contact are along the face that leads out soonest.
///
/// @param points  in the shape's frame; `count` is at least 2 and 3 if closed, at most AUK_VERTEX_COUNT_MAX
///                (AUK_ERROR_COUNT). Two points that follow each other must differ (AUK_ERROR_ZERO_AREA). The chain may
///                cross and touch itself.
/// @param def     its shape is ignored but for the radius, which thickens the edges (0: they are thin). Null is {0}.
/// @return {0} on failure, see auk_world_last_status(). Takes time and memory in proportion to `count`; thousands of
///         edges are ordinary, since each is in the broad phase by itself.
AUK_API AukShapeId auk_body_add_chain(AukWorld *world, AukBodyId body, const AukVec2 *points, int count, bool closed,
                                      const AukShapeDef *def);

#ifdef __cplusplus
}
#endif

#endif
