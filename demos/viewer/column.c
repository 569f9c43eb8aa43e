#include "viewer/column.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE_LENGTH_MAX = 200 };

bool column_has_room(const Column *column, int lines)
{
    return column->top + (float)lines * column->view->canvas.font->line <= column->bottom;
}

void column_line(Column *column, CanvasColor color, const char *format, ...)
{
    char text[LINE_LENGTH_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const Font *font = column->view->canvas.font;
    size_t length = strlen(text);
    while (length > 0 && font_width(font, text) > column->width) {
        text[--length] = '\0';
    }
    if (column_has_room(column, 1)) {
        canvas_text(&column->view->canvas, auk_vec(column->left, column->top), color, "%s", text);
    }
    column->top += font->line;
}

void column_gap(Column *column)
{
    column->top += 0.5f * column->view->canvas.font->line;
}
