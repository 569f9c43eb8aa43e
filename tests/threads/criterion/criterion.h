// As much of Criterion as the files listed in meson.build use, since ThreadSanitizer does not run under Criterion:
// every test of the files runs in this process, and the first assertion that fails ends it.
#ifndef AUK_TESTS_THREADS_CRITERION_H
#define AUK_TESTS_THREADS_CRITERION_H

#include <stdio.h>
#include <stdlib.h>

typedef struct PlainTest {
    const char *name;
    void (*run)(void);
    struct PlainTest *next;
} PlainTest;

extern PlainTest *plain_tests;

#define Test(suite, title)                                                                                             \
    static void suite##_##title(void);                                                                                 \
    __attribute__((constructor)) static void register_##suite##_##title(void)                                          \
    {                                                                                                                  \
        static PlainTest test = {#suite "/" #title, suite##_##title, NULL};                                            \
        test.next = plain_tests;                                                                                       \
        plain_tests = &test;                                                                                           \
    }                                                                                                                  \
    static void suite##_##title(void)

#define PLAIN_FIRST(first, ...) (first)

#define plain_check(condition, text)                                                                                   \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, text);                                                  \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

#define cr_assert(...) plain_check(PLAIN_FIRST(__VA_ARGS__, 0), #__VA_ARGS__)
#define cr_assert_eq(a, ...) plain_check((a) == PLAIN_FIRST(__VA_ARGS__, 0), #a " == " #__VA_ARGS__)
#define cr_assert_neq(a, ...) plain_check((a) != PLAIN_FIRST(__VA_ARGS__, 0), #a " != " #__VA_ARGS__)
#define cr_assert_gt(a, ...) plain_check((a) > PLAIN_FIRST(__VA_ARGS__, 0), #a " > " #__VA_ARGS__)

#endif
