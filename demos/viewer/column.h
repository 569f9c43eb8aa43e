// Lines of text in a rectangle, from the top down.
#ifndef DEMOS_VIEWER_COLUMN_H
#define DEMOS_VIEWER_COLUMN_H

#include "viewer/draw/view.h"

typedef struct Column {
    View *view;
    float left, top, width, bottom; // pixels; `top` is where the next line goes
} Column;

// Writes one line. Too wide a line is cut at its end; below the rectangle nothing is written.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void column_line(Column *column, CanvasColor color, const char *format, ...);

// Leaves half a line free.
void column_gap(Column *column);

bool column_has_room(const Column *column, int lines);

#endif
