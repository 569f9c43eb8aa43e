// Runs the tests that criterion.h registered. An argument SUITE/NAME or SUITE/* runs only these. Each test is named
// before it runs, so that the last name is the one that crashed. The last line is "N passed, N failed, N skipped".
#include "criterion/criterion.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

enum { ENDED = 0, FAILED, SKIPPED, RESULTS };

static ShimTest *first, **last = &first;
static jmp_buf way_out;

void shim_register(ShimTest *test)
{
    *last = test;
    last = &test->next;
}

void shim_fail(const char *file, int line, const char *condition, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    printf("%s:%d: not so: %s ", file, line, condition);
    vprintf(format, values);
    printf("\n");
    va_end(values);
    longjmp(way_out, FAILED);
}

void shim_skip(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vprintf(format, values);
    printf("\n");
    va_end(values);
    longjmp(way_out, SKIPPED);
}

static int run(const ShimTest *test)
{
    int result = setjmp(way_out);
    if (result == ENDED) {
        if (test->init) {
            test->init();
        }
        test->run();
    }
    if (test->fini) {
        test->fini();
    }
    return result;
}

static bool is_meant(const ShimTest *test, const char *pattern)
{
    size_t length = strlen(test->suite);
    return strncmp(pattern, test->suite, length) == 0 && pattern[length] == '/' &&
           (strcmp(pattern + length + 1, "*") == 0 || strcmp(pattern + length + 1, test->name) == 0);
}

int main(int argc, char **argv)
{
    int counts[RESULTS] = {0};
    setvbuf(stdout, NULL, _IONBF, 0);
    for (const ShimTest *test = first; test; test = test->next) {
        if (argc > 1 && !is_meant(test, argv[1])) {
            continue;
        }
        printf("%s/%s\n", test->suite, test->name);
        int result = run(test);
        counts[result]++;
        if (result == FAILED) {
            printf("FAILED: %s/%s\n", test->suite, test->name);
        }
    }
    printf("%d passed, %d failed, %d skipped\n", counts[ENDED], counts[FAILED], counts[SKIPPED]);
    return counts[FAILED] > 0 || counts[ENDED] == 0;
}
