// What the text about a call that failed must be made of.
#ifndef AUK_TESTS_SUPPORT_ERROR_WORDS_H
#define AUK_TESTS_SUPPORT_ERROR_WORDS_H

#include "auk/auk.h"

// Names of all functions that may change a world, and of all arguments and members in the texts.
extern const char *const error_functions[];
extern const char *const error_fields[];
extern const int error_function_count, error_field_count;

// Null if the text about the last call begins with a function that may change a world, and goes on with a path of names
// of arguments and members, or with the sentence of a status that is about no argument; after a call that succeeded, if
// it is empty. Else the text.
const char *error_words_wrong(const AukWorld *world);

#endif
