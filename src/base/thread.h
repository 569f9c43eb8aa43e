// Threads as the pool needs them, over pthreads or Win32; nothing else in the library knows about either. C11's own
// <threads.h> is not used: mingw lacks it and ThreadSanitizer crashes on it.
// WebAssembly without threads compiles too: there no thread ever starts, and gates are never waited at.
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
#    ifndef WIN32_LEAN_AND_MEAN
#        define WIN32_LEAN_AND_MEAN
#    endif
#    include <windows.h>
#elif AUK_THREADS_POSIX
#    include <pthread.h>
#endif
#if !AUK_THREADS_WIN32
#    include <stdatomic.h>
#endif

// ---- a number that threads share; every access is sequentially consistent --------------------------------------

typedef struct AukAtomic {
#if AUK_THREADS_WIN32
    volatile LONG value; // Interlocked functions, since Microsoft's <stdatomic.h> is young
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

// Adds and returns the sum.
static inline int auk__atomic_add(AukAtomic *number, int more)
{
#if AUK_THREADS_WIN32
    return (int)InterlockedExchangeAdd(&number->value, (LONG)more) + more;
#else
    return atomic_fetch_add(&number->value, more) + more;
#endif
}

// Stores `value` if the number is `expected`; false, and nothing stored, if it is not.
static inline bool auk__atomic_replace(AukAtomic *number, int expected, int value)
{
#if AUK_THREADS_WIN32
    return InterlockedCompareExchange(&number->value, (LONG)value, (LONG)expected) == (LONG)expected;
#else
    return atomic_compare_exchange_strong(&number->value, &expected, value);
#endif
}

// Tells the processor that this thread only waits for another one.
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

// ---- a gate: a lock, and the place where threads sleep until somebody wakes them all ---------------------------

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

// False if the system has no room for it.
bool auk__gate_init(AukGate *gate);
void auk__gate_free(AukGate *gate);

void auk__gate_lock(AukGate *gate);
void auk__gate_unlock(AukGate *gate);

// With the lock held: gives it up, sleeps, and holds it again on return. May return for no reason.
void auk__gate_wait(AukGate *gate);

// With the lock held.
void auk__gate_wake_all(AukGate *gate);

// ---- threads ----------------------------------------------------------------------------------------------------

// Stays where it is from start to join: the thread reads it.
typedef struct AukThread {
#if AUK_THREADS_WIN32
    HANDLE handle;
#elif AUK_THREADS_POSIX
    pthread_t handle;
#endif
    void (*main)(void *context);
    void *context;
} AukThread;

// Runs main(context) on a thread of its own, which takes no signals. False if there is none to be had.
bool auk__thread_start(AukThread *thread, void (*main)(void *context), void *context);

// Waits until it has ended.
void auk__thread_join(AukThread *thread);

#endif
