/// @file
/// Snapshots: save a world into a buffer, restore it later (rollback, saved games, other machines), and send only the
/// difference of two snapshots.
/// A snapshot holds all state that decides the world's future or can be read from it: bodies, shapes, ids and their
/// order of reuse, pending targets, user data, the past (AukWorldDef.history), and the arrays and counts of the last
/// step. The times of the phases are not in it.
/// After a restore the same calls give the same bits, whatever the world held before. The kind of broad phase, workers
/// and task hooks are not part of a snapshot and do not affect results. Equal worlds give equal buffers.
/// The game's own data, such as its movers (AukMover) and the ids it keeps, is not in the snapshot: copy it separately.
/// An id that was given after the snapshot belongs to a future that a restore undoes: forget it, since a body that is
/// created afterwards may get the same.
#ifndef AUK_SNAPSHOT_H
#define AUK_SNAPSHOT_H

#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The size in bytes of a snapshot of the world as it is now. 0 for null.
AUK_API uint64_t auk_world_snapshot_size(const AukWorld *world);

/// Writes a snapshot into the first auk_world_snapshot_size() bytes of a buffer; any address will do. The buffer can be
/// kept in a file and sent to other machines of the same byte order. Allocates nothing; many threads may call it
/// between steps.
/// Errors: AUK_ERROR_NULL; AUK_ERROR_COUNT if `size` is too small. The buffer is then unchanged.
AUK_API AukStatus auk_world_snapshot(const AukWorld *world, void *buffer, uint64_t size);

/// Restores the world from a snapshot; ids and result arrays are those of the time of the snapshot. State that is
/// already the same costs little. After a few restores of worlds as large nothing more is allocated, except for
/// polygons and grids of tiles: those that the world does not have at the time, or has in another place, are copied.
///
/// Custom shapes are identified by number. Before the call register, with the same box, all that were registered in the
/// world of the snapshot, used by a shape or not (else AUK_ERROR_NUMBER). Other custom shapes are forgotten and may be
/// registered again.
///
/// Errors, with the world unchanged: AUK_ERROR_NULL; AUK_ERROR_DAMAGED, also for a buffer forged on purpose;
/// AUK_ERROR_VERSION; AUK_ERROR_WORLD_DEF; AUK_ERROR_NUMBER; AUK_ERROR_OUT_OF_MEMORY.
///
/// @param size  size of the buffer; it may be larger than the snapshot
AUK_API AukStatus auk_world_restore(AukWorld *world, const void *buffer, uint64_t size);

// A delta holds what is needed to make one snapshot (the target) from another (the base) that the receiver has. Equal
// records cost nothing, other records the bytes that differ. Base and target must be from the same version of auk. They
// may differ in size, and even be of different worlds; the delta is then hardly smaller than the target.
// These functions need no world, allocate nothing, and may run on many threads.

/// A capacity that is enough for the delta of any base to a snapshot of `target_size` bytes. UINT64_MAX if it would not
/// fit into 64 bits.
AUK_API uint64_t auk_snapshot_delta_bound(uint64_t target_size);

/// Writes the delta that makes `target` from `base`, and its size to `written`. Both must be snapshots; the buffers may
/// be larger than these. No two of the buffers may overlap.
///
/// Errors: AUK_ERROR_NULL; AUK_ERROR_DAMAGED or AUK_ERROR_VERSION if base or target is not a snapshot of this version;
/// nothing is written. AUK_ERROR_COUNT if `capacity` is too small; the contents of `out` are then undefined.
AUK_API AukStatus auk_snapshot_delta(const void *base, uint64_t base_size, const void *target, uint64_t target_size,
                                     void *out, uint64_t capacity, uint64_t *written);

/// The size in bytes that auk_snapshot_apply() will write. 0 if the buffer does not begin like a delta.
AUK_API uint64_t auk_snapshot_delta_target_size(const void *delta, uint64_t delta_size);

/// Makes the target from the base and a delta, byte by byte as it was. The delta must have been made from this base,
/// which it identifies by checksum. Base and delta may hold any bytes: nothing outside the buffers is read or written.
///
/// Errors, with `out` unchanged: AUK_ERROR_NULL; AUK_ERROR_DAMAGED if base or delta was changed, or the delta is of
/// another base; AUK_ERROR_VERSION; AUK_ERROR_COUNT if `capacity` is too small. A forged delta with a valid checksum
/// gives AUK_ERROR_DAMAGED too, but the contents of `out` are then undefined.
AUK_API AukStatus auk_snapshot_apply(const void *base, uint64_t base_size, const void *delta, uint64_t delta_size,
                                     void *out, uint64_t capacity, uint64_t *written);

// Two games that should be equal and are not: the first difference of their snapshots says where to look.

/// The first difference of two snapshots.
typedef struct AukSnapshotDifference {
    const char *array; ///< what differs: "bodies", "motions", "shapes", "hits" ...; "world" for a number of the whole
                       ///< world; "" if the snapshots are equal
    const char *field; ///< the member that differs, such as "pose.p.x"; "count" if one array is longer
    uint32_t index;    ///< of the record in its array
    AukBodyId body;    ///< the body, as in the first snapshot, if the array has a record for each body; else {0}
    AukShapeId shape;  ///< the shape, or piece of a shape, if the array has a record for each; else {0}
    bool is_float;     ///< the values are the bits of floats
    bool is_signed;    ///< the values are int64_t
    uint64_t a, b;     ///< the two values; of signed numbers the sign is extended, of the origin the bits of doubles
} AukSnapshotDifference;

/// Finds the first difference: of the bodies their state, pose and velocity, then the rest of what they are, then
/// shapes, then everything else, results of the step last. Needs no world and allocates nothing.
///
/// @param a     a snapshot of this version of auk; the buffer may be larger
/// @param b     another one, as `a`
/// @param out   `array` is "" if there is no difference
/// @return AUK_OK, or AUK_ERROR_NULL, or AUK_ERROR_DAMAGED or AUK_ERROR_VERSION if a buffer is not a snapshot of this
///         version; nothing is written then
AUK_API AukStatus auk_snapshot_compare(const void *a, uint64_t size_a, const void *b, uint64_t size_b,
                                       AukSnapshotDifference *out);

/// Writes a difference as a sentence, such as "motions of body 7:1: pose.p.x is 1.5 (3fc00000), not 1.25 (3fa00000)",
/// cut to `capacity` bytes including the final zero. Returns the length of the whole sentence without the zero; a null
/// `out` measures, whatever the capacity. 0 for a null difference.
AUK_API int auk_snapshot_difference_text(const AukSnapshotDifference *difference, char *out, int capacity);

#ifdef __cplusplus
}
#endif

#endif
