// Threads and atomic numbers for the pool and for parallel loops, over pthreads or Win32. No other file of the library
// uses these. C11's <threads.h> is not used, since mingw lacks it and ThreadSanitizer crashes on it. WebAssembly
// without threads compiles too; auk__thread_start() fails there, and no code waits at a gate.
#ifndef AUK_BASE_THREAD_H
#define AUK_BASE_THREAD_H

#include <stdbool.h>

#if defined(_WIN32)
#    define AUK_THREADS_WIN32 1
#    define AUK_THREADS_POSIX 0
#elif defined(__wasm__) && !defined(_REENTRANT)
#    define AUK_THREADS_WIN32 0
#    define AUK_THREADS_POSIX 0
#else
#    define AUK_THREADS_WIN32 0
#    define AUK_THREADS_POSIX 1
#endif

#if AUK_THREADS_WIN32
#    include "base/win32.h"
#elif AUK_THREADS_POSIX
#    include <pthread.h>
#    include <sched.h>
#endif
#if !AUK_THREADS_WIN32
#    include <stdatomic.h>
#endif

// ---- an atomic integer; every access is sequentially consistent ------------------------------------------------

typedef struct AukAtomic {
#if AUK_THREADS_WIN32
    volatile LONG value; // for Interlocked functions, since older Microsoft compilers lack <stdatomic.h>
#else
    atomic_int value;
#endif
} AukAtomic;

static inline int auk__atomic_load(AukAtomic *number)
{
#if AUK_THREADS_WIN32
    return (int)InterlockedCompareExchange(&number->value, 0, 0);
#else
    return atomic_load(&number->value);
#endif
}

static inline void auk__atomic_store(AukAtomic *number, int value)
{
#if AUK_THREADS_WIN32
    (void)InterlockedExchange(&number->value, (LONG)value);
#else
    atomic_store(&number->value, value);
#endif
}

// Adds `more` and returns the sum.
static inline int auk__atomic_add(AukAtomic *number, int more)
{
#if AUK_THREADS_WIN32
    return (int)InterlockedExchangeAdd(&number->value, (LONG)more) + more;
#else
    return atomic_fetch_add(&number->value, more) + more;
#endif
}

// Stores `value` if the number equals `expected`; otherwise stores nothing and returns false.
static inline bool auk__atomic_replace(AukAtomic *number, int expected, int value)
{
#if AUK_THREADS_WIN32
    return InterlockedCompareExchange(&number->value, (LONG)value, (LONG)expected) == (LONG)expected;
#else
    return atomic_compare_exchange_strong(&number->value, &expected, value);
#endif
}

// Tells the processor that this thread is in a loop that waits for another one.
static inline void auk__thread_pause(void)
{
#if AUK_THREADS_WIN32
    YieldProcessor();
#elif defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#elif defined(__GNUC__) && defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

// Lets other threads have this processor.
static inline void auk__thread_yield(void)
{
#if AUK_THREADS_WIN32
    (void)SwitchToThread();
#elif AUK_THREADS_POSIX
    (void)sched_yield();
#endif
}

// ---- a gate: a lock with a condition variable ------------------------------------------------------------------

typedef struct AukGate {
#if AUK_THREADS_WIN32
    SRWLOCK lock;
    CONDITION_VARIABLE changed;
#elif AUK_THREADS_POSIX
    pthread_mutex_t lock;
    pthread_cond_t changed;
#else
    char unused;
#endif
} AukGate;

// False if the system lacks the resources.
bool auk__gate_init(AukGate *gate);
void auk__gate_free(AukGate *gate);

void auk__gate_lock(AukGate *gate);
void auk__gate_unlock(AukGate *gate);

// Releases the lock, which the thread must hold, sleeps until woken, and takes the lock again. May also return without
// being woken.
void auk__gate_wait(AukGate *gate);

// Wakes all waiting threads. The thread must hold the lock.
void auk__gate_wake_all(AukGate *gate);

// ---- threads ----------------------------------------------------------------------------------------------------

// Must not move between start and join, since the thread reads it.
typedef struct AukThread {
#if AUK_THREADS_WIN32
    HANDLE handle;
#elif AUK_THREADS_POSIX
    pthread_t handle;
#endif
    void (*main)(void *context);
    void *context;
} AukThread;

// Runs main(context) on a new thread, which blocks all signals. False if no thread can be created.
bool auk__thread_start(AukThread *thread, void (*main)(void *context), void *context);

// Waits until the thread has ended.
void auk__thread_join(AukThread *thread);

#endif
