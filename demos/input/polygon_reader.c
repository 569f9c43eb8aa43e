// Reading takes most of the time of polygon-distance, so lines are parsed in place in a large buffer.
// Invariant: [at, end) are the bytes not read yet, and a line given to the parser ends with '\n' in the buffer.
#include "input/polygon_reader.h"

#include "auk/types.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void polygon_reader_init(PolygonReader *reader, FILE *stream)
{
    reader->stream = stream;
    reader->line = 0;
    reader->at = reader->buffer;
    reader->end = reader->buffer;
    reader->ended = false;
    reader->error[0] = '\0';
}

static bool fail(PolygonReader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->error, sizeof reader->error, format, arguments);
    va_end(arguments);
    return false;
}

// ---- lines ----------------------------------------------------------------------------------------------------

static void refill(PolygonReader *reader)
{
    size_t rest = (size_t)(reader->end - reader->at);
    memmove(reader->buffer, reader->at, rest);
    size_t got = fread(reader->buffer + rest, 1, POLYGON_BUFFER_SIZE - rest, reader->stream);
    reader->at = reader->buffer;
    reader->end = reader->buffer + rest + got;
    if (got < POLYGON_BUFFER_SIZE - rest) {
        reader->ended = true;
    }
}

// The next line, or null at the end of the input or on an error.
static char *next_line(PolygonReader *reader)
{
    char *newline = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    if (newline == NULL && !reader->ended) {
        refill(reader);
        newline = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    }
    reader->line++;
    if (newline == NULL && !reader->ended) {
        fail(reader, "the line is longer than %d characters", POLYGON_BUFFER_SIZE);
        return NULL;
    }
    if (newline == NULL && reader->at == reader->end) {
        fail(reader, ferror(reader->stream) ? "the input cannot be read" : "the input ends before its last line, 0 0");
        return NULL;
    }
    if (newline == NULL) {
        newline = reader->end; // the buffer has a byte to spare for it
        *newline = '\n';
        reader->end++;
    }
    char *line = reader->at;
    reader->at = newline + 1;
    return line;
}

static char *skip_blanks(char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\r') {
        at++;
    }
    return at;
}

// ---- numbers --------------------------------------------------------------------------------------------------

// A number as an integer times a power of ten.
typedef struct Decimal {
    uint64_t digits;
    int digit_count; // without leading zeros
    int exponent;
    bool valid; // there is a digit
} Decimal;

static const char *scan_digits(const char *at, Decimal *decimal, int exponent_step)
{
    while (*at >= '0' && *at <= '9') {
        decimal->digits = decimal->digits * 10 + (uint64_t)(*at - '0');
        decimal->digit_count += decimal->digit_count > 0 || *at != '0';
        decimal->exponent += exponent_step;
        decimal->valid = true;
        at++;
    }
    return at;
}

// Null if the exponent has no digits. Beyond 9999 further digits are ignored, since it is out of range anyway.
static const char *scan_exponent(const char *at, Decimal *decimal)
{
    int sign = *at == '-' ? -1 : 1;
    at += *at == '-' || *at == '+';
    if (*at < '0' || *at > '9') {
        return NULL;
    }
    int exponent = 0;
    while (*at >= '0' && *at <= '9') {
        exponent = exponent < 1000 ? exponent * 10 + (*at - '0') : exponent;
        at++;
    }
    decimal->exponent += sign * exponent;
    return at;
}

// Reads a decimal number and moves `at` behind it. False if there is none, or if no blank or line end follows.
// Integers of up to 15 digits and powers of ten up to 1e22 are exact doubles, so one operation rounds correctly.
// strtod() reads the others; it never sees "nan", "inf" or hexadecimal numbers.
static bool parse_number(char **at, double *out)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    Decimal decimal = {0};
    const char *text = *at;
    bool negative = *text == '-';
    text += *text == '-' || *text == '+';
    text = scan_digits(text, &decimal, 0);
    if (*text == '.') {
        text = scan_digits(text + 1, &decimal, -1);
    }
    if (decimal.valid && (*text == 'e' || *text == 'E')) {
        text = scan_exponent(text + 1, &decimal);
    }
    if (!decimal.valid || text == NULL || (*text != ' ' && *text != '\t' && *text != '\r' && *text != '\n')) {
        return false;
    }
    if (decimal.digit_count <= 15 && decimal.exponent >= -22 && decimal.exponent <= 22) {
        double digits = (double)decimal.digits;
        double value = decimal.exponent < 0 ? digits / powers[-decimal.exponent] : digits * powers[decimal.exponent];
        *out = negative ? -value : value;
    } else {
        *out = strtod(*at, NULL);
    }
    *at += text - *at;
    return true;
}

// Reads the two numbers of the next line that is not blank.
static bool read_pair(PolygonReader *reader, double *first, double *second)
{
    char *at;
    do {
        at = next_line(reader);
        if (at == NULL) {
            return false;
        }
        at = skip_blanks(at);
    } while (*at == '\n');
    if (!parse_number(&at, first)) {
        return fail(reader, "the first number is missing or malformed");
    }
    at = skip_blanks(at);
    if (!parse_number(&at, second)) {
        return fail(reader, "the second number is missing or malformed");
    }
    if (*skip_blanks(at) != '\n') {
        return fail(reader, "there is something after the second number");
    }
    return true;
}

// ---- polygons -------------------------------------------------------------------------------------------------

// True if all points lie on one line within the rounding of doubles: decimal fractions that lie on one line do not do
// so exactly as doubles.
static bool is_flat(const Polygon *polygon)
{
    PolygonPoint origin = polygon->points[0];
    PolygonPoint along = {0.0, 0.0};
    double longest = 0.0;
    double scale = 0.0;
    for (int i = 0; i < polygon->count; i++) {
        PolygonPoint p = polygon->points[i];
        PolygonPoint v = {p.x - origin.x, p.y - origin.y};
        double length = v.x * v.x + v.y * v.y;
        scale = fmax(scale, fmax(fabs(p.x), fabs(p.y)));
        if (length > longest) {
            longest = length;
            along = v;
        }
    }
    double bound = 4.0 * 2.220446049250313e-16 * scale * sqrt(longest);
    for (int i = 0; i < polygon->count; i++) {
        PolygonPoint p = polygon->points[i];
        if (fabs(along.x * (p.y - origin.y) - along.y * (p.x - origin.x)) > bound) {
            return false;
        }
    }
    return true;
}

static bool read_polygon(PolygonReader *reader, Polygon *polygon, int count, const char *name)
{
    polygon->count = count;
    for (int i = 0; i < count; i++) {
        PolygonPoint *p = &polygon->points[i];
        if (!read_pair(reader, &p->x, &p->y)) {
            return false;
        }
        if (!(fabs(p->x) <= (double)AUK_COORDINATE_MAX && fabs(p->y) <= (double)AUK_COORDINATE_MAX)) {
            return fail(reader, "a coordinate is beyond %g", (double)AUK_COORDINATE_MAX);
        }
    }
    if (is_flat(polygon)) {
        return fail(reader, "all %d points of polygon %s, which ends here, lie on one line", count, name);
    }
    return true;
}

static bool is_count(double value)
{
    return value >= POLYGON_COUNT_MIN && value <= POLYGON_COUNT_MAX && value == floor(value);
}

PolygonRead polygon_read_case(PolygonReader *reader, Polygon *one, Polygon *two)
{
    double count_one = 0.0;
    double count_two = 0.0;
    if (!read_pair(reader, &count_one, &count_two)) {
        return POLYGON_READ_ERROR;
    }
    if (count_one == 0.0 && count_two == 0.0) {
        return POLYGON_READ_END;
    }
    if (!is_count(count_one) || !is_count(count_two)) {
        fail(reader, "a case starts with two whole numbers of points from %d to %d (or ends with 0 0)",
             POLYGON_COUNT_MIN, POLYGON_COUNT_MAX);
        return POLYGON_READ_ERROR;
    }
    bool read = read_polygon(reader, one, (int)count_one, "one") && read_polygon(reader, two, (int)count_two, "two");
    return read ? POLYGON_READ_CASE : POLYGON_READ_ERROR;
}
