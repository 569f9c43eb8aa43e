// What auk's speed is measured against, row by row.
#ifndef AUK_BENCH_TARGETS_H
#define AUK_BENCH_TARGETS_H

// Prints asked, reached and missed by, from the rows that were reported.
void targets_print(void);

#endif
