// The one place where a target stops. Standard error, since libFuzzer and Meson both show it.
#include "fuzz/expect.h"

#include <stdarg.h>
#include <stdlib.h>

static void (*print_case)(FILE *file);

void expect_case(void (*print)(FILE *file))
{
    print_case = print;
}

void expect_failed(const char *file, int line, const char *condition, const char *format, ...)
{
    fprintf(stderr, "%s:%d: not true: %s\n    ", file, line, condition);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\n");
    if (print_case) {
        print_case(stderr);
    }
    abort();
}
