// The part of Criterion that the unit tests use, for machines that Debian has no Criterion for. Tests run one after the
// other in one process; a failed assertion leaves its test by longjmp(). Time limits are not kept.
#ifndef AUK_CROSS_CRITERION_H
#define AUK_CROSS_CRITERION_H

#pragma GCC system_header // tests give assertions with and without a message, which ISO C has no macros for

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct ShimTest ShimTest;

struct ShimTest {
    const char *suite, *name;
    void (*run)(void);
    void (*init)(void);
    void (*fini)(void);
    double timeout;
    ShimTest *next;
};

void shim_register(ShimTest *test);
_Noreturn void shim_fail(const char *file, int line, const char *condition, const char *format, ...);
_Noreturn void shim_skip(const char *format, ...);

#define Test(suite_of, name_of, ...)                                                                                   \
    static void suite_of##_##name_of##_run(void);                                                                      \
    __attribute__((constructor)) static void suite_of##_##name_of##_register(void)                                     \
    {                                                                                                                  \
        static ShimTest test = {.suite = #suite_of, .name = #name_of, .run = suite_of##_##name_of##_run, __VA_ARGS__}; \
        shim_register(&test);                                                                                          \
    }                                                                                                                  \
    static void suite_of##_##name_of##_run(void)

// The empty text is the format of an assertion without a message, and an argument too many of one with a message.
#define SHIM_CHECK(condition, ...) ((condition) ? (void)0 : shim_fail(__FILE__, __LINE__, #condition, __VA_ARGS__))
#define SHIM_COMPARE(sign, a, b, ...) SHIM_CHECK((a)sign(b), __VA_ARGS__)
#define SHIM_NEAR(a, b, most, ...) SHIM_CHECK((a) - (b) <= (most) && (b) - (a) <= (most), __VA_ARGS__)
#define SHIM_TEXT(sign, a, b, ...) SHIM_CHECK(strcmp(a, b) sign 0, __VA_ARGS__)
#define SHIM_NOT(a, ...) SHIM_CHECK(!(a), __VA_ARGS__)
#define SHIM_NULL(sign, a, ...) SHIM_CHECK((a)sign NULL, __VA_ARGS__)

#define cr_assert(...) SHIM_CHECK(__VA_ARGS__, "")
#define cr_assert_not(...) SHIM_NOT(__VA_ARGS__, "")
#define cr_assert_eq(...) SHIM_COMPARE(==, __VA_ARGS__, "")
#define cr_assert_neq(...) SHIM_COMPARE(!=, __VA_ARGS__, "")
#define cr_assert_gt(...) SHIM_COMPARE(>, __VA_ARGS__, "")
#define cr_assert_geq(...) SHIM_COMPARE(>=, __VA_ARGS__, "")
#define cr_assert_lt(...) SHIM_COMPARE(<, __VA_ARGS__, "")
#define cr_assert_leq(...) SHIM_COMPARE(<=, __VA_ARGS__, "")
#define cr_assert_float_eq(...) SHIM_NEAR(__VA_ARGS__, "")
#define cr_assert_str_eq(...) SHIM_TEXT(==, __VA_ARGS__, "")
#define cr_assert_str_neq(...) SHIM_TEXT(!=, __VA_ARGS__, "")
#define cr_assert_null(...) SHIM_NULL(==, __VA_ARGS__, "")
#define cr_assert_not_null(...) SHIM_NULL(!=, __VA_ARGS__, "")
#define cr_expect cr_assert // the first failure ends the test
#define cr_expect_eq cr_assert_eq
#define cr_skip_test(...) shim_skip(__VA_ARGS__)

#endif
