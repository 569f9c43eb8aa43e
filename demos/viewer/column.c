// Lines of words that never run out of their rectangle: what is too long is cut, what is too much is left out.
#include "viewer/column.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE_LENGTH_MAX = 200, LEGEND_COUNT = 6 };

typedef struct Legend {
    const char *word;
    CanvasColor color;
} Legend;

static const Legend legend[LEGEND_COUNT] = {
    {"static", COLOR_STATIC},     {"moving", COLOR_MOVING}, {"swept", COLOR_SWEPT},
    {"touching", COLOR_TOUCHING}, {"sensor", COLOR_SENSOR}, {"hit", COLOR_HIT},
};

int panel_letter_scale(int height)
{
    int scale = (height + 180) / 360;
    return scale < 1 ? 1 : scale;
}

static float caption_height(const View *view)
{
    return 1.5f * view->canvas.font->line;
}

void panel_set_camera_above_caption(View *view)
{
    view->camera.left = 0.0f;
    view->camera.top = 0.0f;
    view->camera.width = (float)view->canvas.width;
    view->camera.height = (float)view->canvas.height - caption_height(view);
}

void panel_look_at_start(View *view, const DemoScene *scene, const Demo *demo)
{
    AukVec2 half = scene->extent != NULL ? scene->extent(demo) : auk_vec(10.0f, 10.0f);
    view_look_at(view, auk_vec(0.0f, 0.0f), half.x, half.y);
}

static float legend_width(const Font *font)
{
    float width = 0.0f;
    for (int i = 0; i < LEGEND_COUNT; i++) {
        width += font_width(font, legend[i].word) + 2.0f * font->body;
    }
    return width;
}

static void draw_key(View *view, float x, float y, const Legend *entry)
{
    const Font *font = view->canvas.font;
    float side = 0.6f * font->body;
    canvas_rectangle(&view->canvas, x, y + 0.1f * font->body, side, side, entry->color);
    canvas_text(&view->canvas, auk_vec(x + 1.1f * font->body, y), COLOR_TEXT, "%s", entry->word);
}

void panel_draw_caption(View *view, const DemoScene *scene, const Demo *demo)
{
    const Font *font = view->canvas.font;
    float width = (float)view->canvas.width;
    float top = (float)view->canvas.height - caption_height(view);
    float y = top + 0.25f * font->line;
    canvas_rectangle(&view->canvas, 0.0f, top, width, caption_height(view), COLOR_PANEL);
    Column column = {view, 0.5f * font->line, y, width, width};
    float x = width - legend_width(font);
    bool room = x > 16.0f * font->glyphs[0].advance + column.left;
    column.width = room ? x - column.left : width;
    panel_line(&column, COLOR_TEXT, "%s, frame %lld", scene->name, (long long)demo->totals.frames);
    for (int i = 0; i < LEGEND_COUNT && room && !scene->draws_all; i++) {
        draw_key(view, x, y, &legend[i]);
        x += font_width(font, legend[i].word) + 2.0f * font->body;
    }
}

bool panel_has_room(const Column *column, int lines)
{
    return column->top + (float)lines * column->view->canvas.font->line <= column->bottom;
}

void panel_line(Column *column, CanvasColor color, const char *format, ...)
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
    if (panel_has_room(column, 1)) {
        canvas_text(&column->view->canvas, auk_vec(column->left, column->top), color, "%s", text);
    }
    column->top += font->line;
}

void panel_gap(Column *column)
{
    column->top += 0.5f * column->view->canvas.font->line;
}

void panel_legend(Column *column)
{
    for (int i = 0; i < LEGEND_COUNT && panel_has_room(column, 1); i++) {
        draw_key(column->view, column->left, column->top, &legend[i]);
        column->top += column->view->canvas.font->line;
    }
}
