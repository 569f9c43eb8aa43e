// The rows of the report: printed as they come, written as CSV, and kept for the last table.
#ifndef AUK_BENCH_REPORT_H
#define AUK_BENCH_REPORT_H

#include "samples.h"

#include <stdbool.h>
#include <stdint.h>

enum { ROW_NAME_MAX = 64 };

typedef struct ReportRow {
    char scene[ROW_NAME_MAX], engine[ROW_NAME_MAX], phase[ROW_NAME_MAX];
    int bodies, workers;
    Summary time;          // of one frame, or of one batch of calls
    int64_t pairs;         // found in the last frame: candidates, hits ..., as the phase has it
    int calls;             // in a batch; 0 for frames
    double worst_per_pair; // nanoseconds of the worst frame for each pair it found; 0 where it is not looked at
} ReportRow;

// `csv` is a file name or null. Ends the program if it cannot be written.
void report_open(const char *csv);
void report_close(void);

// A heading with the names of the columns.
void report_scene(const char *scene, const char *text);

// Prints and keeps a row, beside its ratio to the first row of the same bodies and phase, which is auk's.
void report_row(const ReportRow *row);

// A line in place of a row.
void report_note(const char *format, ...);

int report_count(void);
const ReportRow *report_get(int index);

// Null if there is none. `bodies` 0: the last size that was run.
const ReportRow *report_find(const char *scene, int bodies, const char *engine, const char *phase, int workers);

// The peer with the smallest mean among the rows of the engines whose names begin so; null if there is none.
const ReportRow *report_best(const char *scene, int bodies, const char *engines, const char *phase);

#endif
