// The parameters of tests that run once for each kind, each pair of kinds or each group of pairs, by its number.
#ifndef AUK_TESTS_PROP_NUMBERS_H
#define AUK_TESTS_PROP_NUMBERS_H

#include "support/prop.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

enum { NUMBERS_MAX = PAIR_KIND_COUNT * PAIR_KIND_COUNT };

// 0 .. count - 1, at most NUMBERS_MAX of them.
static inline struct criterion_test_params numbers_below(size_t count)
{
    static int numbers[NUMBERS_MAX];
    for (int i = 0; i < NUMBERS_MAX; i++) {
        numbers[i] = i;
    }
    return cr_make_param_array(int, numbers, count);
}

#endif
