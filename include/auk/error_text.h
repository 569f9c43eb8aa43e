/// @file
/// What was wrong with a call that failed: which argument, which member of it, which value.
///
///     auk_world_shape_set_tile: x is 12, outside 0..9
///     auk_body_create: def.velocity.x is nan
///     auk_body_set_pose_many: bodies[3] is {index 7, generation 2}, which does not exist, or no longer
///
/// The calls that take a world which they may change note it, with numbers alone: a call that succeeds does nothing
/// more for it, and one that fails takes no memory. The text is made when somebody asks for it. Queries and other calls
/// that take a const world note nothing, since several threads may make them at once: there is their AukStatus alone.
/// The note is no part of the state: hashes, snapshots, records and comparisons do not have it.
///
/// auk_world_create() that fails leaves no world to ask: auk_world_create_error_text() makes the text of its arguments.
#ifndef AUK_ERROR_TEXT_H
#define AUK_ERROR_TEXT_H

#include "auk/types.h"
#include "auk/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Room for the longest text of the calls below, with its final zero.
#define AUK_ERROR_TEXT_SIZE 320

/// Writes one line about the last non-const call on this world: the function, and what was wrong. The text and
/// auk_world_last_status() are always of the same call: after a call that succeeded, and in a new world, the text is
/// empty. Read it before the next call on the world.
///
/// Names are those of the headers: a path begins with the argument, as in "def.shape.core.half.x", and has the index of
/// the item at fault in an array. Of several faults the text names the one that the status is about. An error that no
/// argument has, such as AUK_ERROR_OUT_OF_MEMORY, is described by auk_status_text(). Numbers do not depend on the
/// locale; programs should decide by the status, since words may change between versions.
///
/// @param text  cut to `capacity` bytes including the final zero; (NULL, 0) measures
/// @return the length of the whole text without the zero, below AUK_ERROR_TEXT_SIZE; or minus an AukStatus:
///         AUK_ERROR_NULL for a null world, and for a null text with a capacity above 0; AUK_ERROR_COUNT for a negative
///         capacity. Nothing is written then, and no status of the world changes.
AUK_API int auk_world_last_error_text(const AukWorld *world, char *text, int capacity);

/// The same line about a world that auk_world_create() did not create:
///
///     auk_world_create: def.worker_count is -1, outside 0..64
///     auk_world_create: the system has no more threads to give
///
/// @param def     what auk_world_create() was given; null is {0}
/// @param status  what it wrote to its own `status`. A member is named if `def` has this error; the text for AUK_OK is
///                empty
/// @param text    as above, and so is the result
AUK_API int auk_world_create_error_text(const AukWorldDef *def, AukStatus status, char *text, int capacity);

#ifdef __cplusplus
}
#endif

#endif
