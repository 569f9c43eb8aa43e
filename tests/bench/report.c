// One list of rows, in the order in which they came; the first of a kind is auk's, which ratios are taken to.
#include "report.h"

#include "bench.h"
#include "memory.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

static FILE *csv_file;
static ReportRow *rows;
static int row_count, row_capacity;

void report_open(const char *csv)
{
    if (!csv) {
        return;
    }
    csv_file = fopen(csv, "w");
    if (!csv_file) {
        bench_fail("cannot write %s", csv);
    }
    fprintf(csv_file, "scene,bodies,engine,phase,workers,ms_median,ms_mean,pairs\n");
}

void report_close(void)
{
    if (csv_file && fclose(csv_file) != 0) {
        bench_fail("the CSV file could not be written");
    }
    csv_file = NULL;
    free(rows);
    rows = NULL;
    row_count = row_capacity = 0;
}

void report_scene(const char *scene, const char *text)
{
    printf("\n%s: %s\n", scene, text);
    printf("%8s  %-20s %-32s %2s %10s %10s %10s %9s %8s\n", "bodies", "engine", "phase", "w", "median", "mean", "worst",
           "pairs", "x auk");
    fflush(stdout);
}

void report_note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("          ");
    vprintf(format, arguments);
    printf("\n");
    fflush(stdout);
    va_end(arguments);
}

static const ReportRow *first_like(const ReportRow *row)
{
    for (int i = 0; i < row_count; i++) {
        const ReportRow *other = &rows[i];
        if (strcmp(other->scene, row->scene) == 0 && strcmp(other->phase, row->phase) == 0 &&
            other->bodies == row->bodies) {
            return other;
        }
    }
    return row;
}

static void print_row(const ReportRow *row)
{
    double ratio = row->time.mean / first_like(row)->time.mean;
    printf("%8d  %-20s %-32s %2d %10.4f %10.4f %10.4f %9" PRId64 " %8.2f", row->bodies, row->engine, row->phase,
           row->workers, row->time.median, row->time.mean, row->time.worst, row->pairs, ratio);
    if (row->calls > 0) {
        printf("  %.1f ns each", row->time.median * 1e6 / row->calls);
    }
    printf("\n");
    fflush(stdout);
}

void report_row(const ReportRow *row)
{
    if (row_count == row_capacity) {
        row_capacity = row_capacity * 2 + 64;
        rows = bench_reallocate(rows, (size_t)row_capacity * sizeof *rows);
    }
    rows[row_count++] = *row;
    print_row(row);
    if (csv_file) {
        fprintf(csv_file, "%s,%d,%s,\"%s\",%d,%.6f,%.6f,%" PRId64 "\n", row->scene, row->bodies, row->engine,
                row->phase, row->workers, row->time.median, row->time.mean, row->pairs);
        fflush(csv_file);
    }
}

int report_count(void)
{
    return row_count;
}

const ReportRow *report_get(int index)
{
    return &rows[index];
}

const ReportRow *report_find(const char *scene, int bodies, const char *engine, const char *phase, int workers)
{
    for (int i = row_count - 1; i >= 0; i--) {
        const ReportRow *row = &rows[i];
        if (strcmp(row->scene, scene) == 0 && strcmp(row->engine, engine) == 0 && strcmp(row->phase, phase) == 0 &&
            (row->bodies == bodies || bodies == 0) && row->workers == workers) {
            return row;
        }
    }
    return NULL;
}

const ReportRow *report_best(const char *scene, int bodies, const char *engines, const char *phase)
{
    const ReportRow *best = NULL;
    for (int i = 0; i < row_count; i++) {
        const ReportRow *row = &rows[i];
        bool asked = strcmp(row->scene, scene) == 0 && strcmp(row->phase, phase) == 0 && row->bodies == bodies &&
                     strncmp(row->engine, engines, strlen(engines)) == 0;
        if (asked && (!best || row->time.mean < best->time.mean)) {
            best = row;
        }
    }
    return best;
}
