/// @file
/// Threads that the caller owns, for calls that answer many questions at once: batches of queries (AukQuery.pool in
/// auk/query.h), many characters and crowds (auk/mover.h). Steps have threads of their own, see
/// AukWorldDef.worker_count.
#ifndef AUK_POOL_H
#define AUK_POOL_H

#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Threads that wait for work. One pool may serve any worlds and any threads of the game. It does one call at a time:
/// a call that finds the pool at work does its own work on the calling thread alone. Answers are the same bits with any
/// number of threads, and without a pool.
typedef struct AukPool AukPool;

/// Starts threads. Returns null on failure and writes the reason to `status`, which may be null.
///
/// @param threads  at most so many work on a call, the calling thread included; 0 or 1: only that one
/// @param hooks    the game's own task system; with it no threads are started. Null or {0}: none
/// @param status   AUK_ERROR_COUNT (negative, or above AUK_WORKER_COUNT_MAX), AUK_ERROR_OUT_OF_MEMORY,
///                 AUK_ERROR_THREAD (the system cannot start as many)
AUK_API AukPool *auk_pool_create(int threads, const AukTaskHooks *hooks, AukStatus *status);

/// Stops the threads and releases the pool; null is allowed. No call may be using it.
AUK_API void auk_pool_destroy(AukPool *pool);

#ifdef __cplusplus
}
#endif

#endif
