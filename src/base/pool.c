// A run starts when `left`, the number of indices not yet taken, is set. A thread takes an index by lowering `left`. It
// may then read the task, because the run cannot end, and the next run cannot start, before that index is done. So a
// thread that wakes late finds no index left or takes one of the next run; it never calls an old task. The caller waits
// until all indices are done, not for threads that are still waking up. Threads spin before they sleep, since the
// phases of a step follow each other closely and waking a thread takes as long as a small phase. Invariant: `task`,
// `context` and `count` change only while `left` and `undone` are 0.
#include "base/pool.h"

#include "base/alloc.h"
#include "base/assert.h"
#include "base/clock.h"
#include "base/fpmode.h"
#include "base/thread.h"

// Longer than what a step of some ten thousand bodies does on one thread, between two phases that use all threads.
#define SPIN_SECONDS 2e-4

enum {
    SPINS = 50,            // of a round: about 1 microsecond
    SPIN_ROUNDS_MAX = 1000 // if the system has no clock
};

struct AukPool {
    AukTaskHooks hooks; // if set, of the members below only `busy` is used
    AukTask *task;
    void *context;
    int count;
    AukAtomic left;     // indices not yet taken
    AukAtomic undone;   // indices not yet done
    AukAtomic busy;     // 1 during a run
    AukAtomic sleepers; // number of threads that wait at the gate `work`
    AukAtomic waiting;  // 1 while the caller waits at the gate `done`
    AukAtomic stop;
    AukGate work, done;
    int thread_count; // without the caller's thread
    AukThread threads[AUK_WORKER_COUNT_MAX - 1];
};

// Takes and runs indices of the present run until none is left.
static void run_tasks(AukPool *pool)
{
    for (;;) {
        int left = auk__atomic_load(&pool->left);
        while (left > 0 && !auk__atomic_replace(&pool->left, left, left - 1)) {
            left = auk__atomic_load(&pool->left);
        }
        if (left <= 0) {
            return;
        }
        pool->task(pool->context, pool->count - left);
        if (auk__atomic_add(&pool->undone, -1) == 0 && auk__atomic_load(&pool->waiting)) {
            auk__gate_lock(&pool->done);
            auk__gate_wake_all(&pool->done);
            auk__gate_unlock(&pool->done);
        }
    }
}

static bool has_work(AukPool *pool)
{
    return auk__atomic_load(&pool->left) > 0 || auk__atomic_load(&pool->stop);
}

static bool has_ended(AukPool *pool)
{
    return auk__atomic_load(&pool->undone) == 0;
}

// Returns as soon as `ready` holds; false if it took too long.
static bool spin_until(AukPool *pool, bool (*ready)(AukPool *pool))
{
    double end = auk__clock_seconds() + SPIN_SECONDS;
    for (int round = 0; round < SPIN_ROUNDS_MAX; round++) {
        for (int i = 0; i < SPINS; i++) {
            if (ready(pool)) {
                return true;
            }
            auk__thread_pause();
        }
        if (auk__clock_seconds() > end) {
            break;
        }
        auk__thread_yield(); // there may be more threads than processors
    }
    return false;
}

// No wake-up is lost: a thread raises `sleepers` before it reads `left` for the last time, and auk__pool_run() sets
// `left` before it reads `sleepers`. So the thread sees the new run, or auk__pool_run() sees the sleeper.
static void wait_for_work(AukPool *pool)
{
    if (spin_until(pool, has_work)) {
        return;
    }
    auk__gate_lock(&pool->work);
    auk__atomic_add(&pool->sleepers, 1);
    while (!has_work(pool)) {
        auk__gate_wait(&pool->work);
    }
    auk__atomic_add(&pool->sleepers, -1);
    auk__gate_unlock(&pool->work);
}

static void worker_main(void *context)
{
    AukPool *pool = context;
    (void)auk__fp_enter(); // the mode that the thread inherited is not restored
    while (!auk__atomic_load(&pool->stop)) {
        run_tasks(pool);
        wait_for_work(pool);
    }
}

static void wake_workers(AukPool *pool)
{
    if (auk__atomic_load(&pool->sleepers) > 0) {
        auk__gate_lock(&pool->work);
        auk__gate_wake_all(&pool->work);
        auk__gate_unlock(&pool->work);
    }
}

static void wait_until_done(AukPool *pool)
{
    if (spin_until(pool, has_ended)) {
        return;
    }
    auk__gate_lock(&pool->done);
    auk__atomic_store(&pool->waiting, 1);
    while (!has_ended(pool)) {
        auk__gate_wait(&pool->done);
    }
    auk__atomic_store(&pool->waiting, 0);
    auk__gate_unlock(&pool->done);
}

// ---- hooks ----------------------------------------------------------------------------------------------------

typedef struct HookedRun {
    AukTask *task;
    void *context;
} HookedRun;

// Runs on a thread of the game, whose floating-point mode must be restored.
static void hooked_task(void *context, int index)
{
    const HookedRun *run = context;
    AukFpMode mode = auk__fp_enter();
    run->task(run->context, index);
    auk__fp_leave(mode);
}

// ---- entry points ---------------------------------------------------------------------------------------------

static void run_inline(int count, AukTask *task, void *context)
{
    for (int i = 0; i < count; i++) {
        task(context, i);
    }
}

void auk__pool_run(AukPool *pool, int count, AukTask *task, void *context)
{
    if (!pool || count <= 1 || !auk__atomic_replace(&pool->busy, 0, 1)) {
        run_inline(count, task, context);
        return;
    }
    if (pool->hooks.run) {
        HookedRun run = {task, context};
        pool->hooks.run(pool->hooks.user, count, hooked_task, &run);
    } else {
        pool->task = task;
        pool->context = context;
        pool->count = count;
        auk__atomic_store(&pool->undone, count);
        auk__atomic_store(&pool->left, count);
        wake_workers(pool);
        run_tasks(pool);
        wait_until_done(pool);
    }
    auk__atomic_store(&pool->busy, 0);
}

bool auk__pool_is_awake(AukPool *pool)
{
    return pool->hooks.run || auk__atomic_load(&pool->sleepers) < pool->thread_count;
}

static void stop_threads(AukPool *pool)
{
    auk__atomic_store(&pool->stop, 1);
    wake_workers(pool);
    for (int i = 0; i < pool->thread_count; i++) {
        auk__thread_join(&pool->threads[i]);
    }
    auk__gate_free(&pool->work);
    auk__gate_free(&pool->done);
}

// Starts `count` threads. If one cannot be started, stops the others, frees everything and returns false.
static bool start_threads(AukPool *pool, int count)
{
    if (!auk__gate_init(&pool->work)) {
        return false;
    }
    if (!auk__gate_init(&pool->done)) {
        auk__gate_free(&pool->work);
        return false;
    }
    while (pool->thread_count < count) {
        if (!auk__thread_start(&pool->threads[pool->thread_count], worker_main, pool)) {
            stop_threads(pool);
            return false;
        }
        pool->thread_count++;
    }
    return true;
}

static AukStatus pool_start(int threads, const AukTaskHooks *hooks, AukPool **out)
{
    AUK_ASSERT(threads <= AUK_WORKER_COUNT_MAX);
    AukPool *pool = auk__allocate_zeroed(1, sizeof *pool);
    if (!pool) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    if (hooks && hooks->run) {
        pool->hooks = *hooks;
    } else if (!start_threads(pool, threads - 1)) {
        auk__release(pool);
        return AUK_ERROR_THREAD;
    }
    *out = pool;
    return AUK_OK;
}

AukStatus auk__pool_create(int threads, const AukTaskHooks *hooks, AukPool **out)
{
    if (threads <= 1 && !(hooks && hooks->run)) {
        *out = NULL;
        return AUK_OK;
    }
    return pool_start(threads, hooks, out);
}

AukPool *auk_pool_create(int threads, const AukTaskHooks *hooks, AukStatus *status)
{
    AukPool *pool = NULL;
    bool counts = threads >= 0 && threads <= AUK_WORKER_COUNT_MAX;
    AukStatus created = counts ? pool_start(threads, hooks, &pool) : AUK_ERROR_COUNT;
    if (status) {
        *status = created;
    }
    return pool;
}

void auk_pool_destroy(AukPool *pool)
{
    if (!pool) {
        return;
    }
    if (!pool->hooks.run) {
        stop_threads(pool);
    }
    auk__release(pool);
}
