// After the last test: the table of largest errors, see prop_report.h.
#include "support/prop_report.h"

#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <stdlib.h>

ReportHook(POST_ALL)(struct criterion_global_stats *stats)
{
    (void)stats;
    const char *path = getenv("AUK_PROP_REPORT");
    if (path) {
        prop_report_summarise(path);
    }
}
