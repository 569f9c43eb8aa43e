#include "viewer/legend.h"

const LegendEntry legend_entries[LEGEND_COUNT] = {
    {"static", COLOR_STATIC},     {"moving", COLOR_MOVING}, {"swept", COLOR_SWEPT},
    {"touching", COLOR_TOUCHING}, {"sensor", COLOR_SENSOR}, {"hit", COLOR_HIT},
};

static float entry_width(const Font *font, const LegendEntry *entry)
{
    return font_width(font, entry->word) + 2.0f * font->body;
}

float legend_width(const Font *font)
{
    float width = 0.0f;
    for (int i = 0; i < LEGEND_COUNT; i++) {
        width += entry_width(font, &legend_entries[i]);
    }
    return width;
}

static void draw_entry(View *view, float x, float y, const LegendEntry *entry)
{
    const Font *font = view->canvas.font;
    float side = 0.6f * font->body;
    canvas_rectangle(&view->canvas, x, y + 0.1f * font->body, side, side, entry->color);
    canvas_text(&view->canvas, auk_vec(x + 1.1f * font->body, y), COLOR_TEXT, "%s", entry->word);
}

void legend_draw_row(View *view, float left, float top)
{
    for (int i = 0; i < LEGEND_COUNT; i++) {
        draw_entry(view, left, top, &legend_entries[i]);
        left += entry_width(view->canvas.font, &legend_entries[i]);
    }
}

void legend_draw_column(Column *column)
{
    for (int i = 0; i < LEGEND_COUNT && column_has_room(column, 1); i++) {
        draw_entry(column->view, column->left, column->top, &legend_entries[i]);
        column->top += column->view->canvas.font->line;
    }
}
