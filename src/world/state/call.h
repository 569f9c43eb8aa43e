// Calls that change a world, by number, and the hook that each of them has at its head. Who records sets the hook; so
// what changes a world does not know who listens.
#ifndef AUK_WORLD_STATE_CALL_H
#define AUK_WORLD_STATE_CALL_H

#include "auk/world.h"

typedef enum AukCall {
#define AUK_CALL(name, function, kinds, keeps, arguments) AUK_CALL_##name,
#include "world/state/calls.x"
#undef AUK_CALL
    AUK_CALL_COUNT
} AukCall;

// Takes a call down before it is made.
typedef void AukRecordHook(AukWorld *world, AukCall call, const void *const *arguments);

// Calls that leave the structure of a world alone, see save/snapshot.h; a restore says itself what it comes to be.
static inline bool auk__call_keeps_structure(AukCall call)
{
    static const bool keeps[AUK_CALL_COUNT + 1] = {
#define AUK_CALL(name, function, kinds, keeps, arguments) keeps,
#include "world/state/calls.x"
#undef AUK_CALL
    };
    return keeps[call];
}

// The head of every function that changes a world, after the test for a null world and before it looks at anything: the
// addresses of its arguments, of a pointer the pointer itself.
#define AUK_RECORD(world, call, ...)                                                                                   \
    ((world)->save.structure_known = (world)->save.structure_known && auk__call_keeps_structure(call),                 \
     (world)->record ? (world)->record((world), (call), (const void *const[]){__VA_ARGS__}) : (void)0)

#endif
