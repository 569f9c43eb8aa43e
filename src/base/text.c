// The C library is needed for no number here: digits are taken from a double that is scaled to [1, 10).
#include "base/text.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

enum { FEW_DIGITS = 6, FLOAT_DIGITS = 9, MOST_DIGITS = 14 };

// Scaling a double by up to 10^308 takes as many rounded steps, which leave 14 digits.
#define SCALING_ERROR 0x1p-44

void auk__text_char(AukText *writer, char c)
{
    if (writer->length + 1 < writer->capacity) {
        writer->text[writer->length] = c;
    }
    writer->length += writer->length < writer->most;
}

void auk__text_put(AukText *writer, const char *text)
{
    for (; *text; text++) {
        auk__text_char(writer, *text);
    }
}

void auk__text_unsigned(AukText *writer, uint64_t number)
{
    char digits[20];
    int count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0) {
        auk__text_char(writer, digits[--count]);
    }
}

// value = digits[0].digits[1]... * 10^exponent, without trailing zeros.
typedef struct TextDigits {
    char digits[MOST_DIGITS];
    int count, exponent;
} TextDigits;

// Rounds a positive number to so many digits.
static TextDigits digits_of(double number, int most)
{
    TextDigits result;
    result.exponent = 0;
    for (; number >= 10.0; result.exponent++) {
        number /= 10.0;
    }
    for (; number < 1.0; result.exponent--) {
        number *= 10.0;
    }
    uint64_t unit = 1;
    for (int i = 1; i < most; i++) {
        unit *= 10;
    }
    uint64_t scaled = (uint64_t)(number * (double)unit + 0.5);
    if (scaled >= 10 * unit) {
        scaled = unit;
        result.exponent++;
    }
    result.count = most;
    for (int i = most - 1; i >= 0; i--) {
        result.digits[i] = (char)('0' + scaled % 10);
        scaled /= 10;
        result.count -= result.digits[i] == '0' && result.count == i + 1;
    }
    return result;
}

static double number_of(const TextDigits *number)
{
    double value = 0.0;
    for (int i = 0; i < number->count; i++) {
        value = value * 10.0 + (number->digits[i] - '0');
    }
    int exponent = number->exponent - (number->count - 1);
    for (; exponent > 0; exponent--) {
        value *= 10.0;
    }
    for (; exponent < 0; exponent++) {
        value /= 10.0;
    }
    return value;
}

static void put_digits(AukText *writer, const TextDigits *number)
{
    int count = number->count, exponent = number->exponent;
    bool plain = exponent >= -4 && exponent < 9;
    int whole = plain ? exponent + 1 : 1; // digits before the decimal point
    if (whole <= 0) {
        auk__text_char(writer, '0');
    }
    for (int i = whole < 0 ? whole : 0; i < count || i < whole; i++) {
        if (i == (whole > 0 ? whole : (whole < 0 ? whole : 0))) {
            auk__text_char(writer, '.');
        }
        auk__text_char(writer, i >= 0 && i < count ? number->digits[i] : '0');
    }
    if (!plain) {
        auk__text_char(writer, 'e');
        if (exponent < 0) {
            auk__text_char(writer, '-');
        }
        auk__text_unsigned(writer, (uint64_t)(exponent < 0 ? -exponent : exponent));
    }
}

// Writes zeros and numbers that are not finite, and the sign of others. False if nothing is left to write.
static bool put_front(AukText *writer, double value)
{
    if (!(fabs(value) <= DBL_MAX)) {
        auk__text_put(writer, value != value ? "nan" : (value < 0.0 ? "-inf" : "inf"));
        return false;
    }
    if (value == 0.0) {
        auk__text_char(writer, '0');
        return false;
    }
    if (value < 0.0) {
        auk__text_char(writer, '-');
    }
    return true;
}

void auk__text_number(AukText *writer, double value)
{
    if (put_front(writer, value)) {
        TextDigits digits = digits_of(fabs(value), FEW_DIGITS);
        put_digits(writer, &digits);
    }
}

void auk__text_exact(AukText *writer, double value)
{
    if (!put_front(writer, value)) {
        return;
    }
    double size = fabs(value);
    if (size < 1e10 && size == (double)(uint64_t)size) {
        auk__text_unsigned(writer, (uint64_t)size);
        return;
    }
    bool single = size <= (double)FLT_MAX && (double)(float)size == size;
    TextDigits digits = digits_of(size, FEW_DIGITS);
    for (int count = FEW_DIGITS + 1; count <= (single ? FLOAT_DIGITS : MOST_DIGITS); count++) {
        double read = number_of(&digits);
        if (single ? read <= (double)FLT_MAX && (float)read == (float)size
                   : fabs(read - size) <= SCALING_ERROR * size) {
            break;
        }
        digits = digits_of(size, count);
    }
    put_digits(writer, &digits);
}

int auk__text_end(AukText *writer)
{
    if (writer->capacity > 0) {
        writer->text[writer->length < writer->capacity ? writer->length : writer->capacity - 1] = '\0';
    }
    return writer->length;
}
