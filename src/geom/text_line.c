// No function of the C library formats or reads a number here: those depend on the locale.
// Invariant: after a fault a reader reads nothing more, and `fault` is where the word at fault begins.
#include "geom/text_line.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { EXPONENT_MAX = 200, DIGITS_MAX = 8, INTEGER_MAX = 1 << 24, MANTISSA_BITS = 23 };

// ---- words ------------------------------------------------------------------------------------------------------

void auk__line_refuse(AukLine *line, AukStatus status, int at)
{
    if (!line->status) {
        line->status = status;
        line->fault = at;
    }
}

// Writes a word, or the beginning of one.
static void line_put_word(AukLine *line, const char *word)
{
    if (line->out.length > 0) {
        auk__text_char(&line->out, ' ');
    }
    auk__text_put(&line->out, word);
}

static bool is_end_of_line(char c)
{
    return c == '\0' || c == '\n' || c == '\r';
}

static bool is_end_of_word(char c)
{
    return is_end_of_line(c) || c == ' ' || c == '\t';
}

// The length of the next word, which begins at line->at then; 0 at the end of the line, and after a fault.
int auk__line_next_word(AukLine *line)
{
    if (line->status) {
        return 0;
    }
    while (line->in[line->at] == ' ' || line->in[line->at] == '\t') {
        line->at++;
    }
    int length = 0;
    while (!is_end_of_word(line->in[line->at + length])) {
        length++;
    }
    return length;
}

// Where the next word of a reader begins.
int auk__line_here(AukLine *line)
{
    (void)(line->reads ? auk__line_next_word(line) : 0);
    return line->at;
}

static bool is_word(const char *text, int length, const char *word)
{
    return strlen(word) == (size_t)length && memcmp(text, word, (size_t)length) == 0;
}

void auk__line_word(AukLine *line, const char *word)
{
    if (!line->reads) {
        line_put_word(line, word);
        return;
    }
    int length = auk__line_next_word(line);
    if (!is_word(line->in + line->at, length, word)) {
        auk__line_refuse(line, AUK_ERROR_DAMAGED, line->at);
    }
    line->at += length;
}

// One of several words.
int auk__line_choice(AukLine *line, const char *const *words, int count, int chosen)
{
    if (!line->reads) {
        line_put_word(line, words[chosen]);
        return chosen;
    }
    int length = auk__line_next_word(line), at = line->at;
    line->at += length;
    for (int i = 0; i < count; i++) {
        if (is_word(line->in + at, length, words[i])) {
            return i;
        }
    }
    auk__line_refuse(line, AUK_ERROR_DAMAGED, at);
    return 0;
}

// ---- numbers ----------------------------------------------------------------------------------------------------

// 0x1.8p+1: the bits after the point as hexadecimal digits, without zeros at the end.
static void put_hexadecimal(AukText *out, uint32_t bits)
{
    uint32_t mantissa = bits & 0x7fffffu;
    int exponent = (int)(bits >> MANTISSA_BITS & 0xffu) - 127;
    if (exponent == -127) { // subnormal: shifted until the leading bit is before the point
        for (exponent = -126; mantissa < 0x800000u; exponent--) {
            mantissa <<= 1;
        }
        mantissa &= 0x7fffffu;
    }
    auk__text_put(out, mantissa > 0 ? "0x1." : "0x1");
    for (uint32_t rest = mantissa << 9; rest > 0; rest <<= 4) {
        auk__text_char(out, "0123456789abcdef"[rest >> 28]);
    }
    auk__text_put(out, exponent < 0 ? "p-" : "p+");
    auk__text_unsigned(out, (uint64_t)(exponent < 0 ? -exponent : exponent));
}

static void line_put_float(AukLine *line, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    float size = fabsf(value);
    if (!(size <= FLT_MAX)) {
        line_put_word(line, value != value ? "nan" : value < 0.0f ? "-inf" : "inf");
        return;
    }
    line_put_word(line, bits >> 31 ? "-" : "");
    if (size < (float)INTEGER_MAX && size == (float)(uint32_t)size) {
        auk__text_unsigned(&line->out, (uint64_t)size);
    } else {
        put_hexadecimal(&line->out, bits);
    }
}

static int digit_of(char c, int base)
{
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : base;
    return digit < base ? digit : -1;
}

// The digits at the front of a word as an integer, of at most `most` digits; their number.
static int digits_in(const char *text, int base, int most, uint64_t *number)
{
    int count = 0;
    *number = 0;
    for (; count < most && digit_of(text[count], base) >= 0; count++) {
        *number = *number * (uint64_t)base + (uint64_t)digit_of(text[count], base);
    }
    return count;
}

// A number behind its 0x. False if it is none, or no float.
static bool read_hexadecimal(const char *text, double *value)
{
    uint64_t whole, part = 0, exponent;
    int digits = digits_in(text, 16, 1, &whole), places = 0;
    text += digits;
    if (digits == 1 && *text == '.') {
        places = digits_in(text + 1, 16, DIGITS_MAX, &part);
        text += 1 + places;
    }
    bool down = text[0] == 'p' && text[1] == '-';
    if (digits != 1 || text[0] != 'p' || (text[1] != '-' && text[1] != '+')) {
        return false;
    }
    int size = digits_in(text + 2, 10, 3, &exponent);
    if (size == 0 || !is_end_of_word(text[2 + size]) || exponent > EXPONENT_MAX) {
        return false;
    }
    *value = (double)(whole << (4 * places) | part);
    int shift = (down ? -(int)exponent : (int)exponent) - 4 * places;
    for (; shift < 0; shift++) {
        *value *= 0.5;
    }
    for (; shift > 0; shift--) {
        *value *= 2.0;
    }
    return true;
}

static bool read_decimal(const char *text, double *value)
{
    uint64_t number;
    int digits = digits_in(text, 10, DIGITS_MAX, &number);
    *value = (double)number;
    return digits > 0 && is_end_of_word(text[digits]);
}

void auk__line_float(AukLine *line, float *value)
{
    if (!line->reads) {
        line_put_float(line, *value);
        return;
    }
    int length = auk__line_next_word(line), at = line->at;
    const char *word = line->in + at;
    bool negative = length > 0 && word[0] == '-';
    const char *number = word + negative;
    int digits = length - negative;
    double size = 0.0;
    line->at += length;
    if (is_word(number, digits, "inf") || is_word(word, length, "nan")) {
        *value = number[0] == 'i' ? (negative ? -INFINITY : INFINITY) : NAN;
        return;
    }
    bool hexadecimal = digits > 2 && number[0] == '0' && number[1] == 'x';
    bool read = digits > 0 && (hexadecimal ? read_hexadecimal(number + 2, &size) : read_decimal(number, &size));
    if (!read || size > (double)FLT_MAX || (double)(float)size != size) {
        auk__line_refuse(line, AUK_ERROR_DAMAGED, at);
        return;
    }
    *value = negative ? -(float)size : (float)size;
}

uint32_t auk__line_integer(AukLine *line, uint32_t value, uint32_t most)
{
    enum { DIGITS = 10 };
    if (!line->reads) {
        line_put_word(line, "");
        auk__text_unsigned(&line->out, value);
        return value;
    }
    uint64_t number;
    int length = auk__line_next_word(line), at = line->at;
    line->at += length;
    if (length == 0 || digits_in(line->in + at, 10, DIGITS, &number) != length || number > most) {
        auk__line_refuse(line, AUK_ERROR_DAMAGED, at);
        return 0;
    }
    return (uint32_t)number;
}

void auk__line_int(AukLine *line, int *value, int most)
{
    *value = (int)auk__line_integer(line, (uint32_t)*value, (uint32_t)most);
}

void auk__line_bool(AukLine *line, bool *value)
{
    *value = auk__line_integer(line, *value, 1) != 0;
}

void auk__line_vec(AukLine *line, AukVec2 *v)
{
    auk__line_float(line, &v->x);
    auk__line_float(line, &v->y);
}
