// Times of the frames of one run.
#ifndef AUK_BENCH_SAMPLES_H
#define AUK_BENCH_SAMPLES_H

typedef struct Samples {
    double *ms;
    int count, capacity;
} Samples;

typedef struct Summary {
    double median, mean, worst; // milliseconds
} Summary;

void samples_add(Samples *samples, double ms);
// Also sorts them.
Summary samples_summary(Samples *samples);
void samples_free(Samples *samples);

// Milliseconds: processor time of this program for one worker, so that other programs do not count; time on the wall
// for more, whose processor times add up.
double bench_clock(int workers);

#endif
