// What every fuzz target shares: how a broken promise ends the program. libFuzzer keeps the input of a program that
// aborts, and the replay driver names the file that it was replaying.
#ifndef AUK_TESTS_FUZZ_EXPECT_H
#define AUK_TESTS_FUZZ_EXPECT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__GNUC__)
#    define EXPECT_LIKE_PRINTF __attribute__((format(printf, 4, 5), noreturn))
#else
#    define EXPECT_LIKE_PRINTF
#endif

// EXPECT(condition, format, ...): what is printed says what was found instead.
#define EXPECT(condition, ...) ((condition) ? (void)0 : expect_failed(__FILE__, __LINE__, #condition, __VA_ARGS__))

// Prints the case as C that can be pasted into a test, see expect_case(), and aborts.
void expect_failed(const char *file, int line, const char *condition, const char *format, ...) EXPECT_LIKE_PRINTF;

// How to print the input that is being tried.
void expect_case(void (*print)(FILE *file));

// The target: each program has one. Returns 0.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
