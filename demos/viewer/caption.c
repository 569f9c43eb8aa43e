#include "viewer/caption.h"

#include "viewer/legend.h"

static float caption_height(const View *view)
{
    return 1.5f * view->canvas.font->line;
}

void caption_set_camera(View *view)
{
    view->camera.left = 0.0f;
    view->camera.top = 0.0f;
    view->camera.width = (float)view->canvas.width;
    view->camera.height = (float)view->canvas.height - caption_height(view);
}

void caption_draw(View *view, const DemoScene *scene, const Demo *demo)
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
    column_line(&column, COLOR_TEXT, "%s, frame %lld", scene->name, (long long)demo->totals.frames);
    if (room && !scene->draws_all) {
        legend_draw_row(view, x, y);
    }
}
