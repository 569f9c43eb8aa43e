// Runs the tests that criterion.h registered.
//     PROGRAM [--filter=PATTERN] [--part=I/N] [--tap=FILE]
// The pattern is of SUITE/NAME, and `*` stands for any text. Of what it matches part I of N is every Nth case, from the
// Ith on, so that N processes run everything. A case is named before it runs, so that the last name is the one that
// crashed. The last line is "N passed, N failed, N skipped".
#include "criterion/criterion.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

typedef enum Result { PASSED, FAILED, SKIPPED, RESULT_COUNT } Result;

static PlainTest *first_test, **last_test = &first_test;
static PlainSuite *suites;
static void (*hook_at_end)(void);
static jmp_buf way_out;

void plain_add_test(PlainTest *test)
{
    *last_test = test;
    last_test = &test->next;
}

void plain_add_suite(PlainSuite *suite)
{
    suite->next = suites;
    suites = suite;
}

void plain_at_end(void (*hook)(void))
{
    hook_at_end = hook;
}

void plain_fail(const char *file, int line, const char *condition, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    printf("%s:%d: not so: %s ", file, line, condition);
    vprintf(format, values);
    printf("\n");
    va_end(values);
    longjmp(way_out, FAILED);
}

void plain_skip(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vprintf(format, values);
    printf("\n");
    va_end(values);
    longjmp(way_out, SKIPPED);
}

static void call(void (*function)(void))
{
    if (function) {
        function();
    }
}

static const PlainSuite *suite_of(const PlainTest *test)
{
    static const PlainSuite none;
    const PlainSuite *suite = suites;
    while (suite && strcmp(suite->name, test->suite) != 0) {
        suite = suite->next;
    }
    return suite ? suite : &none;
}

static void begin_case(const PlainSuite *suite, const PlainTest *test, void *argument)
{
    call(suite->init);
    call(test->init);
    if (test->run_with) {
        test->run_with(argument);
    } else {
        test->run();
    }
}

// Apart from run_case(), whose variables a jump might change.
static Result try_case(const PlainSuite *suite, const PlainTest *test, void *argument)
{
    int result = setjmp(way_out);
    if (result == PASSED) {
        begin_case(suite, test, argument);
    }
    return (Result)result;
}

static Result run_case(const PlainTest *test, void *argument)
{
    const PlainSuite *suite = suite_of(test);
    Result result = try_case(suite, test, argument);
    call(test->fini);
    call(suite->fini);
    return result;
}

// A report in the Test Anything Protocol; without a file none.
static void report_case(FILE *tap, int number, const PlainTest *test, Result result)
{
    if (tap) {
        fprintf(tap, "%sok %d - %s::%s%s\n", result == FAILED ? "not " : "", number, test->suite, test->name,
                result == SKIPPED ? " # SKIP" : "");
        fflush(tap);
    }
}

static struct criterion_test_params cases_of(const PlainTest *test)
{
    const struct criterion_test_params once = {0, NULL, 1};
    return test->parameters ? test->parameters() : once;
}

static bool matches(const char *pattern, const char *text)
{
    while (*pattern && *pattern != '*' && *pattern == *text) {
        pattern++;
        text++;
    }
    if (*pattern != '*') {
        return *pattern == *text;
    }
    return matches(pattern + 1, text) || (*text && matches(pattern, text + 1));
}

// What the arguments ask for.
typedef struct Choice {
    const char *pattern;
    unsigned part, parts; // part < parts
} Choice;

static bool is_meant(const PlainTest *test, const Choice *choice)
{
    char name[512];
    snprintf(name, sizeof name, "%s/%s", test->suite, test->name);
    return matches(choice->pattern, name);
}

// Case `number` of those that the pattern matches.
static bool is_in_part(size_t number, const Choice *choice)
{
    return number % choice->parts == choice->part;
}

// The test's first case is case `number`. Numbers of results go on over all tests.
static void run_test(const PlainTest *test, size_t number, const Choice *choice, FILE *tap, int counts[RESULT_COUNT])
{
    struct criterion_test_params cases = cases_of(test);
    for (size_t i = 0; i < cases.length; i++) {
        if (!is_in_part(number + i, choice)) {
            continue;
        }
        printf("%s/%s", test->suite, test->name);
        if (test->parameters) {
            printf(" (%zu of %zu)", i + 1, cases.length);
        }
        printf("\n");
        Result result = run_case(test, cases.first ? (char *)cases.first + i * cases.size : NULL);
        counts[result]++;
        if (result == FAILED) {
            printf("FAILED: %s/%s\n", test->suite, test->name);
        }
        report_case(tap, counts[PASSED] + counts[FAILED] + counts[SKIPPED], test, result);
    }
}

static int count_cases(const Choice *choice)
{
    size_t number = 0, count = 0;
    for (const PlainTest *test = first_test; test; test = test->next) {
        size_t end = number + (is_meant(test, choice) ? cases_of(test).length : 0);
        for (; number < end; number++) {
            count += is_in_part(number, choice);
        }
    }
    return (int)count;
}

// The value of an option, in one argument or in two.
static const char *value_of(const char *option, char **argv, int *i)
{
    size_t length = strlen(option);
    if (strncmp(argv[*i], option, length) != 0) {
        return NULL;
    }
    if (argv[*i][length] == '=') {
        return argv[*i] + length + 1;
    }
    return argv[*i][length] == '\0' && argv[*i + 1] ? argv[++*i] : NULL;
}

static bool read_part(const char *text, Choice *choice)
{
    char more;
    bool is_read = sscanf(text, "%u/%u%c", &choice->part, &choice->parts, &more) == 2;
    return is_read && choice->part-- > 0 && choice->part < choice->parts;
}

// False if an argument is not understood.
static bool read_arguments(int argc, char **argv, Choice *choice, const char **path)
{
    for (int i = 1; i < argc; i++) {
        const char *value;
        if ((value = value_of("--filter", argv, &i))) {
            choice->pattern = value;
        } else if ((value = value_of("--tap", argv, &i))) {
            *path = value;
        } else if (!(value = value_of("--part", argv, &i)) || !read_part(value, choice)) {
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    Choice choice = {"*", 0, 1};
    const char *path = NULL;
    if (!read_arguments(argc, argv, &choice, &path)) {
        fprintf(stderr, "usage: %s [--filter=SUITE/NAME] [--part=I/N] [--tap=FILE]; * stands for any text\n", argv[0]);
        return 2;
    }
    FILE *tap = path ? fopen(path, "w") : NULL;
    if (path && !tap) {
        perror(path);
        return 2;
    }
    if (tap) {
        fprintf(tap, "TAP version 13\n1..%d\n", count_cases(&choice));
    }
    int counts[RESULT_COUNT] = {0};
    size_t number = 0;
    setvbuf(stdout, NULL, _IONBF, 0);
    for (const PlainTest *test = first_test; test; test = test->next) {
        if (is_meant(test, &choice)) {
            run_test(test, number, &choice, tap, counts);
            number += cases_of(test).length;
        }
    }
    call(hook_at_end);
    if (tap) {
        fclose(tap);
    }
    printf("%d passed, %d failed, %d skipped\n", counts[PASSED], counts[FAILED], counts[SKIPPED]);
    if (counts[FAILED] > 0) {
        _Exit(1); // a failed test leaves its memory behind: a list of leaks would only hide what failed
    }
    return counts[PASSED] == 0;
}
