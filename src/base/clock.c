// The clock of three systems. POSIX declares its clock only if a feature macro is defined before the first include, so
// the clock has a file of its own.
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#    define _POSIX_C_SOURCE 199309L
#endif
#include "base/clock.h"

#if defined(_WIN32)
#    include "base/win32.h"

double auk__clock_seconds(void)
{
    LARGE_INTEGER ticks, per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&per_second);
    return (double)ticks.QuadPart / (double)per_second.QuadPart;
}

#else
#    include <time.h>

double auk__clock_seconds(void)
{
    struct timespec now;
    return clock_gettime(CLOCK_MONOTONIC, &now) == 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : 0.0;
}

#endif
