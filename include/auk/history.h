/// @file
/// Queries about past steps, for lag compensation in network games: the server asks what a player's shot would hit in
/// the state the player saw. `steps_ago` is 0 for the current state, 1 for the state after the step before the last,
/// and so on. Poses are those at the end of that step, before later calls changed anything; with 0 they are those that
/// calls have given since. Everything else is current: shapes, filters, sensors, enabled flags. Bodies created later or
/// destroyed since are not found. Bodies are not all scanned; only those that moved much farther than the others since
/// then, and those that were teleported after the last step, are tested one by one; setting the pose that a body has is
/// no teleport. AUK_ERROR_COUNT if `steps_ago` is negative or more than auk_world_history().
#ifndef AUK_HISTORY_H
#define AUK_HISTORY_H

#include "auk/query.h"
#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How many steps back can be queried now: at most AukWorldDef.history, and not before the world's first step. Steps of
/// 0 seconds count too. A snapshot includes the history.
AUK_API int auk_world_history(const AukWorld *world);

/// As auk_world_cast_ray(). A null query finds every enabled solid; so too in the next two calls.
AUK_API bool auk_world_cast_ray_at(const AukWorld *world, int steps_ago, AukVec2 from, AukVec2 delta,
                                   const AukQuery *query, AukFound *found);

/// As auk_world_cast_shape().
AUK_API bool auk_world_cast_shape_at(const AukWorld *world, int steps_ago, const AukShape *shape, AukTransform pose,
                                     AukVec2 delta, const AukQuery *query, AukFound *found);

/// As auk_world_overlap().
AUK_API int auk_world_overlap_at(const AukWorld *world, int steps_ago, const AukShape *shape, AukTransform pose,
                                 const AukQuery *query, AukFound *out, int capacity);

/// The past pose of a body; {0} for a stale id, if the body did not exist then, and for steps that cannot be queried.
AUK_API AukTransform auk_body_get_pose_at(const AukWorld *world, AukBodyId body, int steps_ago);

#ifdef __cplusplus
}
#endif

#endif
