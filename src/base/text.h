// Writes texts for people. Numbers are formatted here, because the C library's functions depend on the locale.
#ifndef AUK_BASE_TEXT_H
#define AUK_BASE_TEXT_H

#include <stdint.h>

// The destination of a text. Characters that do not fit are counted, up to `most`.
typedef struct AukText {
    char *text; // may be null with a capacity of 0
    int capacity, most;
    int length;
} AukText;

void auk__text_char(AukText *writer, char c);
void auk__text_put(AukText *writer, const char *text);
void auk__text_unsigned(AukText *writer, uint64_t number);

// At most six digits, as "-0.0125", "1200" or "3.5e-9"; 0, "nan", "inf" and "-inf".
void auk__text_number(AukText *writer, double value);

// As many digits as it takes to tell the number from its neighbours: at most nine for a float, and 14 for other
// doubles. Integers below 10^10 have all their digits.
void auk__text_exact(AukText *writer, double value);

// Ends the text with a zero, cut to the capacity, and returns its whole length.
int auk__text_end(AukText *writer);

#endif
