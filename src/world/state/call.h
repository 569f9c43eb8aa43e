// Calls that change a world, by number, and the hook at the head of each of them. The recorder sets the hook, so that
// functions that change a world do not depend on the recorder.
#ifndef AUK_WORLD_STATE_CALL_H
#define AUK_WORLD_STATE_CALL_H

#include "auk/world.h"
#include "base/fault.h"

typedef enum AukCall {
#define AUK_CALL(name, function, kinds, keeps, arguments) AUK_CALL_##name,
#include "world/state/calls.x"
#undef AUK_CALL
    AUK_CALL_COUNT
} AukCall;

// All functions that may change a world, by number: the listed calls, and behind them those of calls_other.x.
typedef enum AukCallName {
    AUK_CALL_NAME_LISTED = AUK_CALL_COUNT - 1,
#define AUK_CALL_OTHER(name, function) AUK_CALL_NAME_##name,
#include "world/state/calls_other.x"
#undef AUK_CALL_OTHER
    AUK_CALL_NAME_COUNT
} AukCallName;

// Records a call before it is made. With AUK_CALL_COUNT it only writes the result of the call before.
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

// Begins a call, an AukCall or an AukCallName, of which no fault is known yet.
static inline void auk__fault_begin(AukFault *fault, int call)
{
    fault->call = (uint8_t)call;
    fault->kind = AUK_FAULT_NONE;
    fault->depth = 0;
}

// Stands at the head of every function that changes a world, after the test for a null world and before any other
// check. The arguments are the addresses of the function's arguments; for a pointer, the pointer itself.
#define AUK_RECORD(world, call, ...)                                                                                   \
    ((world)->save.structure_known = (world)->save.structure_known && auk__call_keeps_structure(call),                 \
     (world)->record ? (world)->record((world), (call), (const void *const[]){__VA_ARGS__}) : (void)0,                 \
     auk__fault_begin(&(world)->fault, (int)(call)))

// The same for functions of calls_other.x that may fail before they call a listed one, or call none. A failure is not
// recorded: the result of the call before is written while it can still be read.
#define AUK_UNRECORDED(world, call)                                                                                    \
    ((world)->record ? (world)->record((world), AUK_CALL_COUNT, NULL) : (void)0,                                       \
     auk__fault_begin(&(world)->fault, (int)(call)))

#endif
