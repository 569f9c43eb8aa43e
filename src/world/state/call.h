// Calls that change a world, by number, and the hook at the head of each of them. The recorder sets the hook, so that
// functions that change a world do not depend on the recorder.
#ifndef AUK_WORLD_STATE_CALL_H
#define AUK_WORLD_STATE_CALL_H

#include "auk/world.h"

typedef enum AukCall {
#define AUK_CALL(name, function, kinds, keeps, arguments) AUK_CALL_##name,
#include "world/state/calls.x"
#undef AUK_CALL
    AUK_CALL_COUNT
} AukCall;

// Records a call before it is made.
typedef void AukRecordHook(AukWorld *world, AukCall call, const void *const *arguments);

// True if a call does not change the structure of a world, see save/snapshot.h. A restore sets the structure itself.
static inline bool auk__call_keeps_structure(AukCall call)
{
    static const bool keeps[AUK_CALL_COUNT + 1] = {
#define AUK_CALL(name, function, kinds, keeps, arguments) keeps,
#include "world/state/calls.x"
#undef AUK_CALL
    };
    return keeps[call];
}

// Stands at the head of every function that changes a world, after the test for a null world and before any other
// check. The arguments are the addresses of the function's arguments; for a pointer, the pointer itself.
#define AUK_RECORD(world, call, ...)                                                                                   \
    ((world)->save.structure_known = (world)->save.structure_known && auk__call_keeps_structure(call),                 \
     (world)->record ? (world)->record((world), (call), (const void *const[]){__VA_ARGS__}) : (void)0)

#endif
