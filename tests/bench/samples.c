// A growing array of times; everything is worked out from it when a run is over.
#include "samples.h"

#include "memory.h"

#include <time.h>

void samples_add(Samples *samples, double ms)
{
    if (samples->count == samples->capacity) {
        samples->capacity = samples->capacity * 2 + 64;
        samples->ms = bench_reallocate(samples->ms, (size_t)samples->capacity * sizeof *samples->ms);
    }
    samples->ms[samples->count++] = ms;
}

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

Summary samples_summary(Samples *samples)
{
    Summary summary = {0.0, 0.0, 0.0};
    if (samples->count == 0) {
        return summary;
    }
    for (int i = 0; i < samples->count; i++) {
        summary.mean += samples->ms[i] / samples->count;
    }
    qsort(samples->ms, (size_t)samples->count, sizeof *samples->ms, compare_doubles);
    summary.median = samples->ms[samples->count / 2];
    summary.worst = samples->ms[samples->count - 1];
    return summary;
}

void samples_free(Samples *samples)
{
    free(samples->ms);
    samples->ms = NULL;
    samples->count = samples->capacity = 0;
}

double bench_clock(int workers)
{
    struct timespec time;
    clock_gettime(workers > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}
