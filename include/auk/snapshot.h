// A snapshot holds everything that decides a world's future or can be read of it: bodies, shapes, ids and the order in
// which they are given out again, pending targets, user data, and the arrays and counts of the last step; not the times
// of its phases. After a restore the same calls give the same bits, whatever the world was before: its broad phase,
// workers and task hooks are its own and do not matter. Equal worlds make equal buffers.
#ifndef AUK_SNAPSHOT_H
#define AUK_SNAPSHOT_H

#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How many bytes a snapshot takes as the world is now. 0 for null.
AUK_API uint64_t auk_world_snapshot_size(const AukWorld *world);

/// Writes a snapshot into the first auk_world_snapshot_size() bytes of a buffer that may lie at any address. Allocates
/// nothing, and may run on many threads between steps. The buffer can be kept in a file and sent to other machines.
/// AUK_ERROR_COUNT if `size` is too small; the buffer is then untouched.
AUK_API AukStatus auk_world_snapshot(const AukWorld *world, void *buffer, uint64_t size);

/// Makes the world what it was when the snapshot was written; ids and result arrays are again those of then. From the
/// third restore on nothing is allocated where the world has been as large before. What is the same as in the snapshot
/// costs little.
///
/// Custom shapes are named by number: those of the snapshot must be registered with the same box (else
/// AUK_ERROR_NUMBER), and others are forgotten and may be registered again.
///
/// Refused, and the world unchanged: AUK_ERROR_DAMAGED, also for a buffer that was made to deceive; AUK_ERROR_VERSION;
/// AUK_ERROR_WORLD_DEF; AUK_ERROR_OUT_OF_MEMORY.
///
/// @param size  of the buffer; it may be larger than the snapshot
AUK_API AukStatus auk_world_restore(AukWorld *world, const void *buffer, uint64_t size);

#ifdef __cplusplus
}
#endif

#endif
