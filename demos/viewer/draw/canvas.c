// The list of items. Curves become polygons by one table of directions, computed with auk_rot(), so that a drawing has
// the same numbers on every machine.
#include "viewer/draw/canvas.h"

#include <stb/stb_ds.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TURN 6.28318531f

// Coordinates are clamped to this: far outside every screen, and the integers of raster.c hold it.
#define PIXEL_MAX 1e6f

enum { TEXT_LENGTH_MAX = 256 };

static float clamp_pixel(float x)
{
    return x > PIXEL_MAX ? PIXEL_MAX : (x > -PIXEL_MAX ? x : -PIXEL_MAX);
}

static void add_point(Canvas *canvas, AukVec2 point)
{
    AukVec2 kept = auk_vec(clamp_pixel(point.x), clamp_pixel(point.y));
    arrput(canvas->points, kept);
}

static void add_item(Canvas *canvas, CanvasKind kind, CanvasColor color, float size, int count)
{
    CanvasItem item = {kind, color, size, (int)arrlen(canvas->points) - count, count, 0};
    arrput(canvas->items, item);
}

void canvas_clear(Canvas *canvas, int width, int height)
{
    canvas->width = width;
    canvas->height = height;
    arrsetlen(canvas->items, 0);
    arrsetlen(canvas->points, 0);
    arrsetlen(canvas->chars, 0);
}

void canvas_release(Canvas *canvas)
{
    arrfree(canvas->items);
    arrfree(canvas->points);
    arrfree(canvas->chars);
}

void canvas_polygon(Canvas *canvas, const AukVec2 *corners, int count, CanvasColor color)
{
    for (int i = 0; i < count; i++) {
        add_point(canvas, corners[i]);
    }
    add_item(canvas, CANVAS_POLYGON, color, 0.0f, count);
}

void canvas_rectangle(Canvas *canvas, float x, float y, float width, float height, CanvasColor color)
{
    AukVec2 corners[4] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    canvas_polygon(canvas, corners, 4, color);
}

void canvas_disc(Canvas *canvas, AukVec2 centre, float radius, CanvasColor color)
{
    add_point(canvas, centre);
    add_item(canvas, CANVAS_DISC, color, radius, 1);
}

void canvas_line(Canvas *canvas, AukVec2 from, AukVec2 to, float width, CanvasColor color)
{
    add_point(canvas, from);
    add_point(canvas, to);
    add_item(canvas, CANVAS_LINE, color, width, 2);
}

void canvas_outline(Canvas *canvas, const AukVec2 *corners, int count, float width, CanvasColor color)
{
    for (int i = 0; i < count; i++) {
        canvas_line(canvas, corners[i], corners[i + 1 < count ? i + 1 : 0], width, color);
    }
}

static const AukVec2 *directions(void)
{
    static AukVec2 table[CANVAS_CORNER_COUNT_MAX];
    if (table[0].x == 0.0f) {
        for (int i = 0; i < CANVAS_CORNER_COUNT_MAX; i++) {
            AukRot q = auk_rot(TURN / (float)CANVAS_CORNER_COUNT_MAX * (float)i);
            table[i] = auk_vec(q.c, q.s);
        }
    }
    return table;
}

// The polygon is nowhere further than a sixth of a pixel from the circle.
static int corner_count(float radius)
{
    return radius < 2.0f ? 8 : (radius < 9.0f ? 16 : (radius < 35.0f ? 32 : CANVAS_CORNER_COUNT_MAX));
}

static int disc_corners(AukVec2 centre, float radius, AukVec2 *out)
{
    int count = corner_count(radius);
    int stride = CANVAS_CORNER_COUNT_MAX / count;
    const AukVec2 *table = directions();
    for (int i = 0; i < count; i++) {
        out[i] = auk_vec_add(centre, auk_vec_scale(radius, table[(ptrdiff_t)i * stride]));
    }
    return count;
}

void canvas_ring(Canvas *canvas, AukVec2 centre, float radius, float width, CanvasColor color)
{
    AukVec2 corners[CANVAS_CORNER_COUNT_MAX];
    canvas_outline(canvas, corners, disc_corners(centre, radius, corners), width, color);
}

void canvas_arrow(Canvas *canvas, AukVec2 from, AukVec2 to, float width, CanvasColor color)
{
    AukVec2 delta = auk_vec_sub(to, from);
    if (auk_vec_dot(delta, delta) < 1.0f) {
        return;
    }
    AukVec2 along = auk_vec_scale(3.5f * width, auk_vec_normalize(delta));
    AukVec2 side = auk_vec_scale(0.6f, auk_vec_perp(along));
    AukVec2 neck = auk_vec_sub(to, along);
    AukVec2 head[3] = {to, auk_vec_add(neck, side), auk_vec_sub(neck, side)};
    canvas_line(canvas, from, neck, width, color);
    canvas_polygon(canvas, head, 3, color);
}

void canvas_text(Canvas *canvas, AukVec2 at, CanvasColor color, const char *format, ...)
{
    char text[TEXT_LENGTH_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add_point(canvas, at);
    add_item(canvas, CANVAS_TEXT, color, 0.0f, 1);
    arrlast(canvas->items).text = (int)arrlen(canvas->chars);
    size_t length = strlen(text) + 1;
    memcpy(arraddnptr(canvas->chars, length), text, length);
}

static int line_corners(AukVec2 from, AukVec2 to, float width, AukVec2 *out)
{
    AukVec2 delta = auk_vec_sub(to, from);
    AukVec2 along = auk_vec_dot(delta, delta) > 0.0f ? auk_vec_normalize(delta) : auk_vec(1.0f, 0.0f);
    AukVec2 end = auk_vec_scale(0.25f * width, along);
    AukVec2 side = auk_vec_scale(0.5f * width, auk_vec_perp(along));
    AukVec2 first = auk_vec_sub(from, end);
    AukVec2 last = auk_vec_add(to, end);
    out[0] = auk_vec_sub(first, side);
    out[1] = auk_vec_sub(last, side);
    out[2] = auk_vec_add(last, side);
    out[3] = auk_vec_add(first, side);
    return 4;
}

const AukVec2 *canvas_corners(const Canvas *canvas, const CanvasItem *item, AukVec2 *buffer, int *count)
{
    const AukVec2 *points = canvas->points + item->first;
    switch (item->kind) {
    case CANVAS_POLYGON: *count = item->count; return points;
    case CANVAS_LINE: *count = line_corners(points[0], points[1], item->size, buffer); return buffer;
    case CANVAS_DISC: *count = disc_corners(points[0], item->size, buffer); return buffer;
    case CANVAS_TEXT: break;
    }
    *count = 0;
    return NULL;
}
