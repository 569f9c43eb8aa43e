#include "support/error_words.h"

#include <string.h>

const char *const error_functions[] = {
#define AUK_CALL(name, function, kinds, keeps, arguments) #function,
#include "world/state/calls.x"
#undef AUK_CALL
#define AUK_CALL_OTHER(name, function) #function,
#include "world/state/calls_other.x"
#undef AUK_CALL_OTHER
};
const int error_function_count = sizeof error_functions / sizeof error_functions[0];

const char *const error_fields[] = {
#define AUK_FIELD(name, text, single) #text,
#include "base/fault_fields.x"
#undef AUK_FIELD
};
const int error_field_count = sizeof error_fields / sizeof error_fields[0];

// The length of the one of the words with which the text begins, 0 for none. What follows it is one of `ends`.
static size_t begins_with_one(const char *text, const char *const *words, size_t count, const char *ends)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(words[i]);
        if (strncmp(text, words[i], length) == 0 && text[length] != '\0' && strchr(ends, text[length])) {
            return length;
        }
    }
    return 0;
}

static bool is_path(const char *at)
{
    for (;;) {
        size_t length = begins_with_one(at, error_fields, (size_t)error_field_count, " :[.");
        at += length;
        if (length == 0) {
            return false;
        }
        if (*at == '[') {
            at += strcspn(at, "]") + 1;
        }
        if (*at != '.') {
            return strncmp(at, " is ", 4) == 0 || strncmp(at, " was ", 5) == 0 || strncmp(at, ": ", 2) == 0;
        }
        at++;
    }
}

const char *error_words_wrong(const AukWorld *world)
{
    static char text[AUK_ERROR_TEXT_SIZE + 1];
    AukStatus status = auk_world_last_status(world);
    memset(text, '#', sizeof text);
    int length = auk_world_last_error_text(world, text, AUK_ERROR_TEXT_SIZE);
    if (length < 0 || length >= AUK_ERROR_TEXT_SIZE || strlen(text) != (size_t)length) {
        return "the text about an error has not the length that was answered";
    }
    if (status == AUK_OK) {
        return length == 0 ? NULL : text;
    }
    size_t name = begins_with_one(text, error_functions, (size_t)error_function_count, ":");
    if (name == 0 || text[name + 1] != ' ') {
        return length > 0 ? text : "there is no text about an error";
    }
    bool alone = status == AUK_ERROR_OUT_OF_MEMORY || status == AUK_ERROR_BUSY || status == AUK_ERROR_FILE;
    const char *rest = text + name + 2;
    return (alone && strcmp(rest, auk_status_text(status)) == 0) || is_path(rest) ? NULL : text;
}
