// A row is `row`, question, both kinds, family (all as numbers), largest error, answers with an iteration limit, and
// pairs. Tests run in processes of their own, several at once, so each writes its rows in one piece to the file's end.
#include "support/prop_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void prop_report_note(PropSeen *seen, PairFamily family, CheckSeen check)
{
    seen->families[family].error = fmax(seen->families[family].error, check.error);
    seen->families[family].limits += check.limits;
    seen->families[family].count++;
}

void prop_report_write(const PropSeen *seen)
{
    const char *path = getenv("AUK_PROP_REPORT");
    char text[PAIR_FAMILY_COUNT * 100];
    size_t length = 0;
    for (int i = 0; i < PAIR_FAMILY_COUNT; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "row %d %d %d %d %.3g %ld %ld\n",
                                   (int)seen->question, (int)seen->kind_a, (int)seen->kind_b, i,
                                   seen->families[i].error, seen->families[i].limits, seen->families[i].count);
    }
    FILE *file = path ? fopen(path, "a") : NULL;
    if (file) {
        setvbuf(file, NULL, _IOFBF, sizeof text);
        fwrite(text, 1, length, file);
        fclose(file);
    }
}

typedef struct Cell {
    double error;
    long limits, count;
    int kind_a, kind_b; // of the largest error
} Cell;

static Cell cells[PROP_QUESTION_COUNT][PAIR_FAMILY_COUNT];

static void read_rows(FILE *file)
{
    char line[200];
    while (fgets(line, sizeof line, file)) {
        int question, kind_a, kind_b, family;
        double error;
        long limits, count;
        int found =
            sscanf(line, "row %d %d %d %d %lg %ld %ld", &question, &kind_a, &kind_b, &family, &error, &limits, &count);
        if (found != 7 || question < 0 || question >= PROP_QUESTION_COUNT || family < 0 ||
            family >= PAIR_FAMILY_COUNT) {
            continue;
        }
        Cell *cell = &cells[question][family];
        if (error >= cell->error) {
            cell->error = error;
            cell->kind_a = kind_a;
            cell->kind_b = kind_b;
        }
        cell->limits += limits;
        cell->count += count;
    }
}

static void write_question(FILE *file, PropQuestion question)
{
    Cell worst = {0.0, 0, 0, 0, 0};
    fprintf(file, "%-22s", prop_question_name(question));
    for (int i = 0; i < PAIR_FAMILY_COUNT; i++) {
        Cell *cell = &cells[question][i];
        fprintf(file, " %8.1e", cell->error);
        worst.limits += cell->limits;
        worst.count += cell->count;
        if (cell->error >= worst.error) {
            worst.error = cell->error;
            worst.kind_a = cell->kind_a;
            worst.kind_b = cell->kind_b;
        }
    }
    fprintf(file, " %8.1e %s and %s; %ld pairs, %ld limits\n", worst.error, pair_kind_name((PairKind)worst.kind_a),
            pair_kind_name((PairKind)worst.kind_b), worst.count, worst.limits);
}

void prop_report_summarise(const char *path)
{
    memset(cells, 0, sizeof cells);
    FILE *file = fopen(path, "r");
    if (!file) {
        return;
    }
    read_rows(file);
    fclose(file);
    file = fopen(path, "a");
    if (!file) {
        return;
    }
    fprintf(file, "\nLargest error as a part of the scale\n%-22s", "");
    for (int i = 0; i < PAIR_FAMILY_COUNT; i++) {
        fprintf(file, " %8.8s", pair_family_name((PairFamily)i));
    }
    fprintf(file, " %8s\n", "worst");
    for (int i = 0; i < PROP_QUESTION_COUNT; i++) {
        if (cells[i][0].count > 0) {
            write_question(file, (PropQuestion)i);
        }
    }
    fclose(file);
}
