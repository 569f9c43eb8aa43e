// Tests that run once for each of several arguments.
#ifndef AUK_PLAIN_PARAMETERIZED_H
#define AUK_PLAIN_PARAMETERIZED_H

#include "criterion/criterion.h"

#define cr_make_param_array(type, items, count) ((struct criterion_test_params){sizeof(type), items, count})

#define ParameterizedTestParameters(suite_of, name_of)                                                                 \
    static struct criterion_test_params suite_of##_##name_of##_parameters(void)

#define ParameterizedTest(...) PLAIN_PARAMETERIZED(__VA_ARGS__, .sentinel = 0)
#define PLAIN_PARAMETERIZED(argument, suite_of, name_of, ...)                                                          \
    static void suite_of##_##name_of##_run(argument);                                                                  \
    static void suite_of##_##name_of##_run_with(void *given)                                                           \
    {                                                                                                                  \
        suite_of##_##name_of##_run(given);                                                                             \
    }                                                                                                                  \
    PLAIN_CONSTRUCTOR(suite_of##_##name_of##_add)                                                                      \
    {                                                                                                                  \
        static PlainTest test = {.suite = #suite_of,                                                                   \
                                 .name = #name_of,                                                                     \
                                 .run_with = suite_of##_##name_of##_run_with,                                          \
                                 .parameters = suite_of##_##name_of##_parameters,                                      \
                                 __VA_ARGS__};                                                                         \
        plain_add_test(&test);                                                                                         \
    }                                                                                                                  \
    static void suite_of##_##name_of##_run(argument)

#endif
