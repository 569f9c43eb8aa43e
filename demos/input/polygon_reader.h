// Reads cases of two polygons each:
//     N M          numbers of points, 3 to 10,000; "0 0" ends the input
//     x y          N lines of polygon one, then M lines of polygon two; points in any order
// Blank lines are skipped. Anything else is an error that names its line.
#ifndef DEMOS_INPUT_POLYGON_READER_H
#define DEMOS_INPUT_POLYGON_READER_H

#include <stdbool.h>
#include <stdio.h>

enum { POLYGON_COUNT_MIN = 3, POLYGON_COUNT_MAX = 10000, POLYGON_BUFFER_SIZE = 1 << 16 };

typedef struct PolygonPoint {
    double x, y;
} PolygonPoint;

// The hull of these points is meant; they may stand in any order.
typedef struct Polygon {
    int count;
    PolygonPoint points[POLYGON_COUNT_MAX];
} Polygon;

typedef struct PolygonReader {
    FILE *stream;
    int line; // number of the last line read
    char *at; // first byte of the buffer that is not read yet
    char *end;
    bool ended; // the end of the stream is in the buffer
    char buffer[POLYGON_BUFFER_SIZE + 1];
    char error[160];
} PolygonReader;

typedef enum PolygonRead { POLYGON_READ_CASE, POLYGON_READ_END, POLYGON_READ_ERROR } PolygonRead;

void polygon_reader_init(PolygonReader *reader, FILE *stream);

// After POLYGON_READ_ERROR `reader->error` says what is wrong with line `reader->line`.
PolygonRead polygon_read_case(PolygonReader *reader, Polygon *one, Polygon *two);

#endif
