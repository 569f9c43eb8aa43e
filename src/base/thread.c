// See the header. The results of locking and waiting are not checked, since these calls cannot fail on a valid lock.
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#    define _POSIX_C_SOURCE 200809L // for signal sets, which strict C hides
#endif

#include "base/thread.h"

#if AUK_THREADS_WIN32

#    include <process.h>
#    include <stddef.h>
#    include <stdint.h>

bool auk__gate_init(AukGate *gate)
{
    InitializeSRWLock(&gate->lock);
    InitializeConditionVariable(&gate->changed);
    return true;
}

void auk__gate_free(AukGate *gate)
{
    (void)gate; // Win32 locks need no release
}

void auk__gate_lock(AukGate *gate)
{
    AcquireSRWLockExclusive(&gate->lock);
}

void auk__gate_unlock(AukGate *gate)
{
    ReleaseSRWLockExclusive(&gate->lock);
}

void auk__gate_wait(AukGate *gate)
{
    (void)SleepConditionVariableSRW(&gate->changed, &gate->lock, INFINITE, 0);
}

void auk__gate_wake_all(AukGate *gate)
{
    WakeAllConditionVariable(&gate->changed);
}

static unsigned __stdcall enter_thread(void *argument)
{
    AukThread *thread = argument;
    thread->main(thread->context);
    return 0;
}

bool auk__thread_start(AukThread *thread, void (*main)(void *context), void *context)
{
    thread->main = main;
    thread->context = context;
    // not CreateThread(), since the C runtime keeps data per thread
    uintptr_t handle = _beginthreadex(NULL, 0, enter_thread, thread, 0, NULL);
    thread->handle = (HANDLE)handle;
    return handle != 0;
}

void auk__thread_join(AukThread *thread)
{
    (void)WaitForSingleObject(thread->handle, INFINITE);
    (void)CloseHandle(thread->handle);
}

#elif AUK_THREADS_POSIX

#    include <signal.h>

bool auk__gate_init(AukGate *gate)
{
    if (pthread_mutex_init(&gate->lock, NULL) != 0) {
        return false;
    }
    if (pthread_cond_init(&gate->changed, NULL) != 0) {
        (void)pthread_mutex_destroy(&gate->lock);
        return false;
    }
    return true;
}

void auk__gate_free(AukGate *gate)
{
    (void)pthread_cond_destroy(&gate->changed);
    (void)pthread_mutex_destroy(&gate->lock);
}

void auk__gate_lock(AukGate *gate)
{
    (void)pthread_mutex_lock(&gate->lock);
}

void auk__gate_unlock(AukGate *gate)
{
    (void)pthread_mutex_unlock(&gate->lock);
}

void auk__gate_wait(AukGate *gate)
{
    (void)pthread_cond_wait(&gate->changed, &gate->lock);
}

void auk__gate_wake_all(AukGate *gate)
{
    (void)pthread_cond_broadcast(&gate->changed);
}

// A call takes up to 128 KB; the rest is for custom shapes and allocators of the game. Systems that give a thread less
// are asked for as much: musl gives 128 KB, which the contacts of ellipses use up, and Emscripten 64 KB.
enum { STACK_LEAST = 512 << 10 };

static void *enter_thread(void *argument)
{
    AukThread *thread = argument;
    thread->main(thread->context);
    return NULL;
}

static void ask_for_stack(pthread_attr_t *attributes)
{
    size_t size = 0;
    if (pthread_attr_getstacksize(attributes, &size) == 0 && size < STACK_LEAST) {
        (void)pthread_attr_setstacksize(attributes, STACK_LEAST);
    }
}

bool auk__thread_start(AukThread *thread, void (*main)(void *context), void *context)
{
    thread->main = main;
    thread->context = context;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) {
        return false;
    }
    ask_for_stack(&attributes);
    // A new thread inherits the signal mask of its creator. All signals are blocked meanwhile, so that a game's signal
    // handlers run on the game's threads only.
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&thread->handle, &attributes, enter_thread, thread);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)pthread_attr_destroy(&attributes);
    return error == 0;
}

void auk__thread_join(AukThread *thread)
{
    (void)pthread_join(thread->handle, NULL);
}

#else

bool auk__gate_init(AukGate *gate)
{
    gate->unused = 0;
    return true;
}

void auk__gate_free(AukGate *gate)
{
    (void)gate;
}

void auk__gate_lock(AukGate *gate)
{
    (void)gate;
}

void auk__gate_unlock(AukGate *gate)
{
    (void)gate;
}

void auk__gate_wait(AukGate *gate)
{
    (void)gate;
}

void auk__gate_wake_all(AukGate *gate)
{
    (void)gate;
}

bool auk__thread_start(AukThread *thread, void (*main)(void *context), void *context)
{
    (void)main;
    (void)context;
    thread->main = 0;
    return false;
}

void auk__thread_join(AukThread *thread)
{
    (void)thread;
}

#endif
