// Runs one task for many indices on several threads: the pool's own, or threads of the game's task system. The order of
// the indices and their threads are unspecified. A task must store its results by index, and the caller must combine
// them in order of the indices; the results then have the same bits for any number of threads, and without a pool.
#ifndef AUK_BASE_POOL_H
#define AUK_BASE_POOL_H

#include "auk/pool.h"

// As auk_pool_create(), with a valid count of threads. If only the calling thread would work, `out` is null, which the
// functions below accept. On AUK_ERROR_OUT_OF_MEMORY and AUK_ERROR_THREAD everything is freed and `out` is unchanged.
AukStatus auk__pool_create(int threads, const AukTaskHooks *hooks, AukPool **out);

// Calls task(context, i) once for each i in [0, count) and returns when all calls are done. While the pool is at work,
// further calls, also those of a task, run their indices on their own thread.
void auk__pool_run(AukPool *pool, int count, AukTask *task, void *context);

// True if a thread of the pool has not gone to sleep, so that a run starts at once. A game's task system counts as
// awake.
bool auk__pool_is_awake(AukPool *pool);

#endif
