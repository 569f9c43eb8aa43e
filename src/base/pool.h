// Runs one task for many indices on several threads: our own, or those of the game's task system.
// Order and threads are unspecified, so whoever calls it writes results by index and joins them in order; then they are
// the same bits for any number of threads, and without a pool.
#ifndef AUK_BASE_POOL_H
#define AUK_BASE_POOL_H

#include "auk/types.h"

typedef struct AukPool AukPool;

// Makes what auk__pool_run() needs so that up to `threads` threads work, the calling one included. `hooks` may be null
// or without a function; otherwise they are used and no thread is started. Where only the caller would work, `out` is
// null, which the functions below accept. On AUK_ERROR_OUT_OF_MEMORY and AUK_ERROR_THREAD nothing is left behind and
// `out` is untouched.
AukStatus auk__pool_create(int threads, const AukTaskHooks *hooks, AukPool **out);

// Waits for its threads to end; null is allowed. Not while auk__pool_run() runs.
void auk__pool_destroy(AukPool *pool);

// Calls task(context, i) once for each i in [0, count) and returns when all are done. One caller at a time, but a task
// may call it again: its calls are then made by the thread that asks.
void auk__pool_run(AukPool *pool, int count, AukTask *task, void *context);

#endif
