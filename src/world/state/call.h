// The calls that change a world, and the hook by which a recorder sees each of them before it looks at anything.
#ifndef AUK_WORLD_STATE_CALL_H
#define AUK_WORLD_STATE_CALL_H

#include "auk/world.h"

// A function that only hands its arguments on to another one that is listed has no call of its own.
typedef enum AukCall {
    AUK_CALL_WORLD_STEP = 0,
    AUK_CALL_WORLD_RESERVE,
    AUK_CALL_WORLD_REGISTER_CUSTOM,
    AUK_CALL_WORLD_RESTORE,
    AUK_CALL_BODY_CREATE_MANY,
    AUK_CALL_BODY_DESTROY_MANY,
    AUK_CALL_BODY_SET_POSE_MANY,
    AUK_CALL_BODY_MOVE_TO_MANY,
    AUK_CALL_BODY_SET_VELOCITY_MANY,
    AUK_CALL_BODY_SET_SPIN_MANY,
    AUK_CALL_BODY_SET_MOTION,
    AUK_CALL_BODY_SET_FILTER,
    AUK_CALL_BODY_SET_OWNER,
    AUK_CALL_BODY_SET_RESPONSE,
    AUK_CALL_BODY_SET_ENABLED,
    AUK_CALL_BODY_SET_USER_DATA,
    AUK_CALL_BODY_ADD_SHAPE,
    AUK_CALL_BODY_ADD_POLYGON,
    AUK_CALL_BODY_ADD_OUTLINE,
    AUK_CALL_BODY_REMOVE_SHAPE,
    AUK_CALL_SHAPE_SET_FILTER,
    AUK_CALL_SHAPE_SET_SENSOR,
    AUK_CALL_WORLD_IGNORE_PAIR,
    AUK_CALL_BODY_SET_SHAPE,
    AUK_CALL_BODY_SET_BOUNCE_LOSS,
    AUK_CALL_BODY_SET_PIERCE,
    AUK_CALL_BODY_VELOCITY_TO,
    AUK_CALL_SHAPE_SET_ONE_WAY,
    AUK_CALL_WORLD_SET_RESPONSE_RULES,
    AUK_CALL_WORLD_SHIFT_ORIGIN,
    AUK_CALL_BODY_ADD_CHAIN,
    AUK_CALL_BODY_ADD_TILES,
    AUK_CALL_SHAPE_SET_TILE,
    AUK_CALL_SHAPE_SET_TILES,
    AUK_CALL_SHAPE_SET_PROXIMITY,
    AUK_CALL_BODY_SET_PIERCE_CATEGORIES,
    AUK_CALL_BODY_SET_BOUNCES,
    AUK_CALL_COUNT
} AukCall;

// Writes a call down; the arguments are described by the call's kind in record.h.
typedef void AukRecordHook(AukWorld *world, AukCall call, const void *const *arguments);

// Calls that leave the structure of a world alone, see snapshot.h; a restore says itself what it comes to be.
static inline bool auk__call_keeps_structure(AukCall call)
{
    return call == AUK_CALL_WORLD_STEP || call == AUK_CALL_WORLD_RESTORE || call == AUK_CALL_BODY_SET_POSE_MANY ||
           call == AUK_CALL_BODY_MOVE_TO_MANY || call == AUK_CALL_BODY_SET_VELOCITY_MANY ||
           call == AUK_CALL_BODY_SET_SPIN_MANY || call == AUK_CALL_BODY_VELOCITY_TO;
}

// The head of every function that changes a world, after the test for a null world.
#define AUK_RECORD(world, call, ...)                                                                                   \
    ((world)->structure_known = (world)->structure_known && auk__call_keeps_structure(call),                           \
     (world)->record ? (world)->record((world), (call), (const void *const[]){__VA_ARGS__}) : (void)0)

#endif
