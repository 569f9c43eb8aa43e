// The largest errors of every question, by family. AUK_PROP_REPORT names a file: each test appends one row per family
// to it, and at the end of the program the table over all of them follows.
#ifndef AUK_TESTS_SUPPORT_PROP_REPORT_H
#define AUK_TESTS_SUPPORT_PROP_REPORT_H

#include "support/check.h"
#include "support/prop.h"

typedef struct PropSeen {
    PropQuestion question;
    PairKind kind_a, kind_b;
    struct {
        double error;
        long limits, count;
    } families[PAIR_FAMILY_COUNT];
} PropSeen;

void prop_report_note(PropSeen *seen, PairFamily family, CheckSeen check);
void prop_report_write(const PropSeen *seen);

// Reads the rows of the file and appends the table: questions down, families across, then the worst pair of kinds.
void prop_report_summarise(const char *path);

#endif
