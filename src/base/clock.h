// Time for statistics. No result may depend on it, since it differs from run to run.
#ifndef AUK_BASE_CLOCK_H
#define AUK_BASE_CLOCK_H

// Seconds since an arbitrary moment; never decreases. Always 0 if the system has no clock.
double auk__clock_seconds(void);

#endif
