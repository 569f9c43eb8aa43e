// The part of Criterion that the tests use, for sanitizers and for machines that Debian has no Criterion for. Tests run
// one after the other in one process; a failed assertion leaves its test by longjmp(). Time limits are not kept, for
// which tests may ask.
#ifndef AUK_PLAIN_CRITERION_H
#define AUK_PLAIN_CRITERION_H

#define PLAIN_WITHOUT_TIMEOUTS

#pragma GCC system_header // tests give assertions with and without a message, which ISO C has no macros for

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct PlainTest PlainTest;
typedef struct PlainSuite PlainSuite;

// The arguments of a parameterized test, one for each case.
struct criterion_test_params {
    size_t size; // of one, in bytes
    void *first;
    size_t length;
};

struct PlainTest {
    const char *suite, *name;
    void (*run)(void);
    void (*run_with)(void *argument); // instead of `run` where there are parameters
    struct criterion_test_params (*parameters)(void);
    void (*init)(void);
    void (*fini)(void);
    double timeout;
    int sentinel; // ends the arguments of Test(), since a macro of ISO C needs one more than it names
    PlainTest *next;
};

// What all tests of a suite begin and end with.
struct PlainSuite {
    const char *name;
    void (*init)(void);
    void (*fini)(void);
    PlainSuite *next;
};

void plain_add_test(PlainTest *test);
void plain_add_suite(PlainSuite *suite);
void plain_at_end(void (*hook)(void));
_Noreturn void plain_fail(const char *file, int line, const char *condition, const char *format, ...);
_Noreturn void plain_skip(const char *format, ...);

#define PLAIN_CONSTRUCTOR(name) __attribute__((constructor)) static void name(void)

#define Test(...) PLAIN_TEST(__VA_ARGS__, .sentinel = 0)
#define PLAIN_TEST(suite_of, name_of, ...)                                                                             \
    static void suite_of##_##name_of##_run(void);                                                                      \
    PLAIN_CONSTRUCTOR(suite_of##_##name_of##_add)                                                                      \
    {                                                                                                                  \
        static PlainTest test = {                                                                                      \
            .suite = #suite_of, .name = #name_of, .run = suite_of##_##name_of##_run, __VA_ARGS__};                     \
        plain_add_test(&test);                                                                                         \
    }                                                                                                                  \
    static void suite_of##_##name_of##_run(void)

#define TestSuite(name_of, ...)                                                                                        \
    PLAIN_CONSTRUCTOR(name_of##_suite_add)                                                                             \
    {                                                                                                                  \
        static PlainSuite suite = {.name = #name_of, __VA_ARGS__};                                                     \
        plain_add_suite(&suite);                                                                                       \
    }                                                                                                                  \
    struct PlainSuite

// The empty text is the format of an assertion without a message, and an argument too many of one with a message.
#define PLAIN_CHECK(condition, ...) ((condition) ? (void)0 : plain_fail(__FILE__, __LINE__, #condition, __VA_ARGS__))
#define PLAIN_COMPARE(sign, a, b, ...) PLAIN_CHECK((a)sign(b), __VA_ARGS__)
#define PLAIN_NEAR(a, b, most, ...) PLAIN_CHECK((a) - (b) <= (most) && (b) - (a) <= (most), __VA_ARGS__)
#define PLAIN_TEXT(sign, a, b, ...) PLAIN_CHECK(strcmp(a, b) sign 0, __VA_ARGS__)
#define PLAIN_BYTES(a, b, size, ...) PLAIN_CHECK(memcmp(a, b, size) == 0, __VA_ARGS__)
#define PLAIN_NOT(a, ...) PLAIN_CHECK(!(a), __VA_ARGS__)
#define PLAIN_NULL(sign, a, ...) PLAIN_CHECK((a)sign NULL, __VA_ARGS__)

#define cr_assert(...) PLAIN_CHECK(__VA_ARGS__, "")
#define cr_assert_not(...) PLAIN_NOT(__VA_ARGS__, "")
#define cr_assert_fail(...) plain_fail(__FILE__, __LINE__, "fail", __VA_ARGS__)
#define cr_assert_eq(...) PLAIN_COMPARE(==, __VA_ARGS__, "")
#define cr_assert_neq(...) PLAIN_COMPARE(!=, __VA_ARGS__, "")
#define cr_assert_gt(...) PLAIN_COMPARE(>, __VA_ARGS__, "")
#define cr_assert_geq(...) PLAIN_COMPARE(>=, __VA_ARGS__, "")
#define cr_assert_lt(...) PLAIN_COMPARE(<, __VA_ARGS__, "")
#define cr_assert_leq(...) PLAIN_COMPARE(<=, __VA_ARGS__, "")
#define cr_assert_float_eq(...) PLAIN_NEAR(__VA_ARGS__, "")
#define cr_assert_str_eq(...) PLAIN_TEXT(==, __VA_ARGS__, "")
#define cr_assert_str_neq(...) PLAIN_TEXT(!=, __VA_ARGS__, "")
#define cr_assert_arr_eq(...) PLAIN_BYTES(__VA_ARGS__, "")
#define cr_assert_null(...) PLAIN_NULL(==, __VA_ARGS__, "")
#define cr_assert_not_null(...) PLAIN_NULL(!=, __VA_ARGS__, "")
#define cr_expect cr_assert // the first failure ends the test
#define cr_expect_eq cr_assert_eq
#define cr_skip_test(...) plain_skip(__VA_ARGS__)
#define cr_log_info(...) (printf(__VA_ARGS__), (void)printf("\n"))

#endif
