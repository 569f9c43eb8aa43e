// A snapshot holds everything that decides a world's future or can be read of it: bodies, shapes, ids and the order in
// which they are given out again, pending targets, user data, and the arrays and counts of the last step; not the times
// of its phases. After a restore the same calls give the same bits, whatever the world was before: its broad phase,
// workers and task hooks are its own and do not matter. Equal worlds make equal buffers. What the game keeps, such as
// its AukMovers and the ids that it holds, is not in it: copy that beside.
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

// A delta is what has to be sent, or kept, to make one snapshot from another that the receiver has: records that are
// the same cost nothing, of those that differ the bytes that differ. Both must come from the same version of auk; they
// may be of different sizes and even of different worlds, though the delta is then hardly smaller than the snapshot.
// These functions need no world and no memory but the caller's, and may run on many threads.

/// A capacity that suffices for the delta of any base to a snapshot of `target_size` bytes. UINT64_MAX if it would not
/// fit into 64 bits.
AUK_API uint64_t auk_snapshot_delta_bound(uint64_t target_size);

/// Writes the delta that makes `target` from `base`, and its size. Both are snapshots; the buffers may be larger, and
/// none may overlap another.
///
/// Refused, and nothing written: AUK_ERROR_NULL; AUK_ERROR_DAMAGED and AUK_ERROR_VERSION for what is not a snapshot.
/// AUK_ERROR_COUNT if `capacity` is too small: `out` then holds rubbish.
AUK_API AukStatus auk_snapshot_delta(const void *base, uint64_t base_size, const void *target, uint64_t target_size,
                                     void *out, uint64_t capacity, uint64_t *written);

/// How many bytes auk_snapshot_apply() will write. 0 for what does not begin like a delta.
AUK_API uint64_t auk_snapshot_delta_target_size(const void *delta, uint64_t delta_size);

/// Makes the target from the base and a delta, byte by byte what it was. The delta must have come from this very base:
/// it names it by its sum. Whatever the bytes of base and delta are, nothing outside the buffers is read or written.
///
/// Refused, and `out` untouched: AUK_ERROR_NULL; AUK_ERROR_DAMAGED for a base or a delta that is not as it was written,
/// or a delta of another base; AUK_ERROR_VERSION; AUK_ERROR_COUNT if `capacity` is too small. A delta that was made to
/// deceive (its own sum is right) is AUK_ERROR_DAMAGED too, but `out` may then hold rubbish.
AUK_API AukStatus auk_snapshot_apply(const void *base, uint64_t base_size, const void *delta, uint64_t delta_size,
                                     void *out, uint64_t capacity, uint64_t *written);

#ifdef __cplusplus
}
#endif

#endif
