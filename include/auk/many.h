/// @file
/// Many bodies in one call.
#ifndef AUK_MANY_H
#define AUK_MANY_H

#include "auk/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// These calls take arrays of `count` items, one for each body. They do the same as the single calls in the order of the
// arrays, and are faster.
//
// A call that changes the world does so for all items or for none. Errors: AUK_ERROR_COUNT for a negative count,
// AUK_ERROR_NULL for a missing array unless the count is 0, or an error of the single call for any item.

/// Creates bodies. Reserves memory once, so use this call to fill a world. `out` receives the ids, on success only; it
/// may be null. An owner must exist before the call.
AUK_API AukStatus auk_body_create_many(AukWorld *world, const AukBodyDef *defs, int count, AukBodyId *out);

/// Creates copies of one definition, each at its own position and, unless `angles` is null, its own angle. Otherwise
/// the same as auk_body_create_many() of as many definitions.
AUK_API AukStatus auk_body_create_copies(AukWorld *world, const AukBodyDef *def, const AukVec2 *positions,
                                         const float *angles, int count, AukBodyId *out);

/// Destroys bodies. AUK_ERROR_STALE_ID also if an id occurs twice.
AUK_API AukStatus auk_body_destroy_many(AukWorld *world, const AukBodyId *bodies, int count);

/// auk_body_set_pose() for each body. If an id occurs twice, its last item is used; so too in the calls below.
AUK_API AukStatus auk_body_set_pose_many(AukWorld *world, const AukBodyId *bodies, int count,
                                         const AukTransform *poses);
/// auk_body_move_to() for each body.
AUK_API AukStatus auk_body_move_to_many(AukWorld *world, const AukBodyId *bodies, int count, const AukTransform *poses);
/// auk_body_set_velocity() for each body, length units per second.
AUK_API AukStatus auk_body_set_velocity_many(AukWorld *world, const AukBodyId *bodies, int count,
                                             const AukVec2 *velocities);
/// auk_body_set_spin() for each body, radians per second.
AUK_API AukStatus auk_body_set_spin_many(AukWorld *world, const AukBodyId *bodies, int count, const float *spins);

// The calls with `_living` are for lists in which bodies may have been destroyed since: a stale id is skipped with its
// item. They return the number of ids skipped, or minus an AukStatus, with nothing changed, for any other error.

/// auk_body_destroy_many() of those that exist. An id that occurs twice is skipped the second time.
AUK_API int auk_body_destroy_living(AukWorld *world, const AukBodyId *bodies, int count);
/// auk_body_set_pose_many() of those that exist.
AUK_API int auk_body_set_pose_living(AukWorld *world, const AukBodyId *bodies, int count, const AukTransform *poses);
/// auk_body_move_to_many() of those that exist.
AUK_API int auk_body_move_to_living(AukWorld *world, const AukBodyId *bodies, int count, const AukTransform *poses);
/// auk_body_set_velocity_many() of those that exist.
AUK_API int auk_body_set_velocity_living(AukWorld *world, const AukBodyId *bodies, int count,
                                         const AukVec2 *velocities);
/// auk_body_set_spin_many() of those that exist.
AUK_API int auk_body_set_spin_living(AukWorld *world, const AukBodyId *bodies, int count, const float *spins);

/// Writes the pose of each body, {0} for a stale id. Returns the number of ids that are not stale, or minus an
/// AukStatus, with nothing written, for a negative count or a missing array. So too in the calls below.
AUK_API int auk_body_get_pose_many(const AukWorld *world, const AukBodyId *bodies, int count, AukTransform *out);
/// auk_body_get_pose_between() of each body, with one `alpha`.
AUK_API int auk_body_get_pose_between_many(const AukWorld *world, const AukBodyId *bodies, int count, float alpha,
                                           AukTransform *out);
/// Writes the velocity of each body, length units per second.
AUK_API int auk_body_get_velocity_many(const AukWorld *world, const AukBodyId *bodies, int count, AukVec2 *out);
/// Writes the spin of each body, radians per second.
AUK_API int auk_body_get_spin_many(const AukWorld *world, const AukBodyId *bodies, int count, float *out);

#ifdef __cplusplus
}
#endif

#endif
