// Time for statistics. Nothing may be decided by it: results would differ from run to run.
#ifndef AUK_BASE_CLOCK_H
#define AUK_BASE_CLOCK_H

// Seconds since some moment, never running backwards. 0 where there is no clock.
double auk__clock_seconds(void);

#endif
