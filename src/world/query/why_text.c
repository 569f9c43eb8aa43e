// Sentences for AukWhy. Numbers are formatted here, because the C library's functions depend on the locale. Only the
// floats would need those functions.
#include "auk/query.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

// The header promises that 200 bytes are enough. Answers of a world are shorter. An AukWhy filled in by hand, with all
// numbers at their longest, is cut off there.
enum { LENGTH_MAX = 199 };

// The destination of a sentence; characters that do not fit are counted.
typedef struct SentenceWriter {
    char *text;
    int capacity;
    int length;
} SentenceWriter;

static void put_char(SentenceWriter *writer, char c)
{
    if (writer->length + 1 < writer->capacity) {
        writer->text[writer->length] = c;
    }
    writer->length += writer->length < LENGTH_MAX;
}

static void put_text(SentenceWriter *writer, const char *text)
{
    for (; *text; text++) {
        put_char(writer, *text);
    }
}

static void put_unsigned(SentenceWriter *writer, uint32_t number)
{
    char digits[10];
    int count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0) {
        put_char(writer, digits[--count]);
    }
}

enum { DIGITS = 6 };

// The digits of number * 10^-exponent, which is in [1, 10), without trailing zeros.
static int digits_of(double number, int *exponent, char digits[DIGITS])
{
    *exponent = 0;
    for (; number >= 10.0; ++*exponent) {
        number /= 10.0;
    }
    for (; number < 1.0; --*exponent) {
        number *= 10.0;
    }
    uint32_t scaled = (uint32_t)(number * 1e5 + 0.5);
    if (scaled == 1000000) {
        scaled = 100000;
        ++*exponent;
    }
    int count = DIGITS;
    for (int i = DIGITS - 1; i >= 0; i--) {
        digits[i] = (char)('0' + scaled % 10);
        scaled /= 10;
        count -= digits[i] == '0' && count == i + 1;
    }
    return count;
}

// At most six digits, as "-0.0125", "1200" or "3.5e-9".
static void put_number(SentenceWriter *writer, float value)
{
    char digits[DIGITS];
    int exponent;
    if (!(fabsf(value) > 0.0f) || fabsf(value) == INFINITY) {
        put_text(writer, value == 0.0f ? "0" : "unknown");
        return;
    }
    if (value < 0.0f) {
        put_char(writer, '-');
    }
    int count = digits_of(fabs((double)value), &exponent, digits);
    bool plain = exponent >= -4 && exponent < 9;
    int whole = plain ? exponent + 1 : 1; // digits before the decimal point
    if (whole <= 0) {
        put_char(writer, '0');
    }
    for (int i = whole < 0 ? whole : 0; i < count || i < whole; i++) {
        if (i == (whole > 0 ? whole : (whole < 0 ? whole : 0))) {
            put_char(writer, '.');
        }
        put_char(writer, i >= 0 && i < count ? digits[i] : '0');
    }
    if (!plain) {
        put_char(writer, 'e');
        if (exponent < 0) {
            put_char(writer, '-');
        }
        put_unsigned(writer, (uint32_t)(exponent < 0 ? -exponent : exponent));
    }
}

const char *auk_why_name(AukWhyReason reason)
{
    switch (reason) {
    case AUK_WHY_TOUCHING: return "touching";
    case AUK_WHY_SENSOR: return "sensor";
    case AUK_WHY_STALE_ID: return "stale id";
    case AUK_WHY_SAME_BODY: return "same body";
    case AUK_WHY_DISABLED: return "disabled";
    case AUK_WHY_NO_SHAPE: return "no shape";
    case AUK_WHY_STATIC: return "both static";
    case AUK_WHY_OWNER: return "owner";
    case AUK_WHY_IGNORED: return "ignored pair";
    case AUK_WHY_GROUP: return "group";
    case AUK_WHY_CATEGORY: return "category";
    case AUK_WHY_ONE_WAY: return "one-way";
    case AUK_WHY_BOXES_APART: return "boxes apart";
    case AUK_WHY_SHAPES_APART: return "shapes apart";
    case AUK_WHY_REASON_COUNT: break;
    }
    return "?";
}

static const char *sentence_of(AukWhyReason reason)
{
    switch (reason) {
    case AUK_WHY_TOUCHING: return "they touch";
    case AUK_WHY_SENSOR: return "they touch, but one of the shapes is a sensor";
    case AUK_WHY_STALE_ID: return "there is no body with this id";
    case AUK_WHY_SAME_BODY: return "both are the same body";
    case AUK_WHY_DISABLED: return "a body, or each of its shapes, is disabled";
    case AUK_WHY_NO_SHAPE: return "a body has no shape";
    case AUK_WHY_STATIC: return "both are static, and the world was made without static_pairs";
    case AUK_WHY_OWNER: return "one owns the other, or both have the same owner";
    case AUK_WHY_IGNORED: return "they were told to ignore each other";
    case AUK_WHY_GROUP: return "their shapes are in the same group";
    case AUK_WHY_CATEGORY: return "a shape ignores the category of the other";
    case AUK_WHY_ONE_WAY: return "one of the shapes is one-way and lets the other through";
    case AUK_WHY_BOXES_APART: return "their boxes are apart";
    case AUK_WHY_SHAPES_APART: return "their boxes touch, but the shapes are apart";
    case AUK_WHY_REASON_COUNT: break;
    }
    return "unknown reason";
}

static bool names_shapes(const AukWhy *why)
{
    return why->shape_a.generation != 0 && why->shape_b.generation != 0;
}

static void put_shape(SentenceWriter *writer, AukShapeId shape, int child)
{
    put_unsigned(writer, shape.index);
    if (child > 0) {
        put_char(writer, '.');
        put_unsigned(writer, (uint32_t)child);
    }
}

static void put_pair(SentenceWriter *writer, const AukWhy *why)
{
    put_text(writer, ": shapes ");
    put_shape(writer, why->shape_a, why->child_a);
    put_text(writer, " and ");
    put_shape(writer, why->shape_b, why->child_b);
    put_text(writer, why->distance > 0.0f ? " are apart by " : " overlap by ");
    put_number(writer, fabsf(why->distance));
    if (why->box_distance > 0.0f) {
        put_text(writer, ", their boxes by ");
        put_number(writer, why->box_distance);
    }
    put_text(writer, " (up to ");
    put_number(writer, why->tolerance);
    put_text(writer, " counts as touching)");
}

int auk_why_text(const AukWhy *why, char *text, int capacity)
{
    if (!why || (!text && capacity > 0)) {
        return -(int)AUK_ERROR_NULL;
    }
    if (capacity < 0) {
        return -(int)AUK_ERROR_COUNT;
    }
    SentenceWriter writer = {text, capacity, 0};
    put_text(&writer, sentence_of(why->reason));
    if (why->body.generation != 0 || why->reason == AUK_WHY_STALE_ID) {
        put_text(&writer, ": body ");
        put_unsigned(&writer, why->body.index);
    }
    if (names_shapes(why)) {
        put_pair(&writer, why);
    }
    if (capacity > 0) {
        text[writer.length < capacity ? writer.length : capacity - 1] = '\0';
    }
    return writer.length;
}
