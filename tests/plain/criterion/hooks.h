// What runs after all tests: ReportHook(POST_ALL).
#ifndef AUK_PLAIN_HOOKS_H
#define AUK_PLAIN_HOOKS_H

#include "criterion/criterion.h"

struct criterion_global_stats; // nothing is known of it here

#define ReportHook(when)                                                                                               \
    static void plain_hook_##when(struct criterion_global_stats *stats);                                               \
    static void plain_run_##when(void)                                                                                 \
    {                                                                                                                  \
        plain_hook_##when(NULL);                                                                                       \
    }                                                                                                                  \
    PLAIN_CONSTRUCTOR(plain_add_##when)                                                                                \
    {                                                                                                                  \
        plain_at_end(plain_run_##when);                                                                                \
    }                                                                                                                  \
    static void plain_hook_##when

#endif
