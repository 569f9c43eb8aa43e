/// @file
/// Worlds that wrap around: AukWorldDef.wrap (auk/world.h) is a rectangle that repeats.
///
/// In a world that wraps around, a body that leaves the rectangle `wrap` on one side enters on the other, and a shape
/// that crosses a side touches shapes at the opposite side. The world is a torus, or a tube if one axis wraps. The
/// period of an axis is max - min.
///
/// - Positions of bodies are in [min, max) of an axis that wraps. Positions in arguments (auk_body_set_pose() and so
///   on) are mapped there. Distances are between the nearest images, and a body moves to a target the shorter way.
/// - The box of each piece of a shape must be narrower than half the period; otherwise calls and steps fail with
///   AUK_ERROR_RANGE. While any body is swept, the same holds for the boxes of the whole paths of all bodies. So long
///   walls must be chains, or several pieces. A grid of tiles may be as large as the rectangle: its box must be
///   narrower than two periods, and 1.5 times its cell size plus twice its radius less than half a period.
/// - A response makes no body faster than a quarter of a period per step. A body whose new path would be too wide rests
///   for the remainder of the step, and `limit` of the hit is set.
/// - Contact points are given near the image of body a in the rectangle; at a side of the rectangle they may lie
///   outside it by the size of a shape. Hit points are near the path of body_a, which begins at its pose before the
///   step. Points from queries are near the query, so outside the rectangle if the query reaches over a side.
/// - Queries may be anywhere. A shape or piece that a query meets in several images is found once: at the first,
///   deepest or nearest image, with `skip_overlapping` of those that do not overlap. auk_world_cast_ray_spans() alone
///   lists the intervals in all images. A query, a ray or a mover's path over more than AUK_WRAP_IMAGES_MAX images, or
///   more than 2^24 periods away, where floats are as far apart as images, fails with AUK_ERROR_RANGE. Shapes may be
///   many periods away from their body, as far as floats can hold the position.
/// - auk_world_shift_origin() moves the rectangle too.
///
/// auk_world_create() refuses a rectangle with AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE (also if a period is less than
/// 2^-12 of the rectangle's largest coordinate, where floats are too coarse), or AUK_ERROR_NEGATIVE for max < min.
#ifndef AUK_WRAP_H
#define AUK_WRAP_H

#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most images of the rectangle that a query or a move may cover.
#define AUK_WRAP_IMAGES_MAX 1024

/// The vector from one position to another; in a world that wraps around the shortest one, to the nearest image of
/// `to`. For a turret that aims, or a missile that turns. Of two images that are equally near it is the one without a
/// shift; its components are rounded once. {0} for null, and unless all numbers are finite and within
/// AUK_COORDINATE_MAX.
AUK_API AukVec2 auk_world_difference(const AukWorld *world, AukVec2 from, AukVec2 to);

/// The same place in the rectangle of a world that wraps around: in [min, max) of each axis that wraps, rounded once;
/// elsewhere the position itself. For points of the game that belong to no body. {0} for null, and unless the numbers
/// are finite and within AUK_COORDINATE_MAX.
AUK_API AukVec2 auk_world_wrap_position(const AukWorld *world, AukVec2 position);

#ifdef __cplusplus
}
#endif

#endif
