/// @file
/// Shapes of bodies that change in place: they move on their body, are switched off and on, and get other pieces. For
/// another geometry of a shape of one piece see auk_world_shape_set() (auk/world.h), for chains and tiles
/// auk/terrain.h. Conveyors, whose surface carries characters, are here too.
///
/// The id stays. At the next step contacts and overlaps that still hold persist, and others begin and end; nothing is
/// swept on the way from the old place to the new one. Queries see a change at once, also those of the past
/// (auk/history.h): they take shapes as they are now, at earlier poses of bodies. Shapes of static bodies change as
/// well. A call that fails changes nothing. All setters return AUK_ERROR_STALE_ID for a stale id.
#ifndef AUK_SHAPES_H
#define AUK_SHAPES_H

#include "auk/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Moves and rotates a shape on its body, with all its pieces; also chains and grids of tiles. A one-way direction
/// stays as it was given, in the body's frame. AUK_ERROR_NOT_FINITE; AUK_ERROR_RANGE, also in a world that wraps around
/// if a piece would be too wide. O(pieces).
AUK_API AukStatus auk_world_shape_set_local_pose(AukWorld *world, AukShapeId shape, AukTransform pose);
/// The pose of a shape in the frame of its body; {0} for a stale id.
AUK_API AukTransform auk_world_shape_get_local_pose(const AukWorld *world, AukShapeId shape);

/// Disables a shape, or enables it again. A disabled shape meets nothing and no query finds it; it costs as little as a
/// shape of a disabled body. It keeps its id and all that was set, can be changed, and counts for
/// auk_body_get_bounds(). In a world that wraps around: AUK_ERROR_RANGE if its body has rotated since it was disabled,
/// and it is now too wide. O(pieces).
AUK_API AukStatus auk_world_shape_set_enabled(AukWorld *world, AukShapeId shape, bool enabled);
/// What was set for the shape itself, whether its body is enabled or not. False for a stale id.
AUK_API bool auk_world_shape_is_enabled(const AukWorld *world, AukShapeId shape);

/// Replaces all pieces of a shape of polygons, which auk_body_add_outline() or a polygon made, by those of another
/// outline; their number may change. The radius stays, and all that auk_world_shape_set() keeps. Arguments and errors
/// as in auk_body_add_outline(); AUK_ERROR_UNSUPPORTED for a chain, a grid of tiles and a shape that is not of
/// polygons.
AUK_API AukStatus auk_world_shape_set_outline(AukWorld *world, AukShapeId shape, const AukVec2 *points, int count,
                                              const int *hole_starts, int hole_count);

/// Writes the convex pieces of a shape, in the order of `child`: the pieces of an outline, the edges of a chain, and
/// one for most shapes. Each is as auk_world_shape_get() gives it. Returns the number written; a null `out` counts. 0
/// for a stale id and for a grid of tiles, see auk_world_shape_get_tiles(). O(pieces).
AUK_API int auk_world_shape_get_pieces(const AukWorld *world, AukShapeId shape, AukShape *out, int capacity);

/// Makes a shape a conveyor: its surface moves at `velocity`, length units per second in the frame of the body, and
/// turns with it. Everywhere the surface moves along itself, at the speed of `velocity` and as near to its direction as
/// the surface allows: a ramp is as fast as level ground. A side that is perpendicular to `velocity` within 2^-20
/// rests. {0} ends it.
///
/// A conveyor carries characters that stand on it (auk/mover.h). A step does not read it, since auk has no friction: a
/// game that moves its own bodies adds auk_world_shape_get_conveyor_along() for the shape and the normal of a contact
/// to their velocity. All pieces of a shape are one conveyor, as are all cells of a grid. A sensor carries nothing.
/// AUK_ERROR_STALE_ID, AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE, AUK_ERROR_OUT_OF_MEMORY.
AUK_API AukStatus auk_world_shape_set_conveyor(AukWorld *world, AukShapeId shape, AukVec2 velocity);
/// The velocity that was set, in the frame of the body; {0} if the shape is no conveyor.
AUK_API AukVec2 auk_world_shape_get_conveyor(const AukWorld *world, AukShapeId shape);
/// The velocity, in the world, of the surface of a conveyor where its normal is `normal`, of any length: relative to
/// the body, whose own velocity there is auk_body_get_velocity_at(). The sign of the normal does not matter. {0} if the
/// shape is no conveyor or the normal is zero or not finite.
AUK_API AukVec2 auk_world_shape_get_conveyor_along(const AukWorld *world, AukShapeId shape, AukVec2 normal);

#ifdef __cplusplus
}
#endif

#endif
