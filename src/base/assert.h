// Checks of the library's own invariants. Invalid arguments of a caller are answered by a status instead.
#ifndef AUK_BASE_ASSERT_H
#define AUK_BASE_ASSERT_H

#include <assert.h>

#define AUK_ASSERT(condition) assert(condition)
#define AUK_UNUSED(variable) ((void)(variable))
#define AUK_COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

#endif
