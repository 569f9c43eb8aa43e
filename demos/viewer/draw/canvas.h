// A drawing as a list of items: filled convex polygons, discs, lines and text in pixels; later items cover earlier
// ones. raster.h turns it into pixels, mesh.h into triangles for SDL and the web, and picture.h into SVG.
#ifndef DEMOS_VIEWER_DRAW_CANVAS_H
#define DEMOS_VIEWER_DRAW_CANVAS_H

#include "auk/math2d.h"
#include "viewer/draw/font.h"

// 0xAARRGGBB; red, green and blue are not multiplied by alpha.
typedef uint32_t CanvasColor;

typedef enum CanvasKind { CANVAS_POLYGON, CANVAS_LINE, CANVAS_DISC, CANVAS_TEXT } CanvasKind;

typedef struct CanvasItem {
    CanvasKind kind;
    CanvasColor color;
    float size; // width of a line, radius of a disc
    int first;  // index of its first point
    int count;  // number of points: 2 of a line, 1 of a disc (centre) and of text (left end of its upper edge)
    int text;   // offset into chars
} CanvasItem;

typedef struct Canvas {
    int width, height; // pixels; x goes right and y down
    CanvasColor background;
    const Font *font;  // of all text
    CanvasItem *items; // stb_ds array
    AukVec2 *points;   // stb_ds array
    char *chars;       // stb_ds array: texts, each with its final zero
} Canvas;

// The most corners that a line or a disc is drawn with.
enum { CANVAS_CORNER_COUNT_MAX = 64 };

void canvas_clear(Canvas *canvas, int width, int height);
void canvas_release(Canvas *canvas);

void canvas_polygon(Canvas *canvas, const AukVec2 *corners, int count, CanvasColor color);
void canvas_rectangle(Canvas *canvas, float x, float y, float width, float height, CanvasColor color);
void canvas_disc(Canvas *canvas, AukVec2 centre, float radius, CanvasColor color);
void canvas_line(Canvas *canvas, AukVec2 from, AukVec2 to, float width, CanvasColor color);
void canvas_outline(Canvas *canvas, const AukVec2 *corners, int count, float width, CanvasColor color);
void canvas_ring(Canvas *canvas, AukVec2 centre, float radius, float width, CanvasColor color);
void canvas_arrow(Canvas *canvas, AukVec2 from, AukVec2 to, float width, CanvasColor color);

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void canvas_text(Canvas *canvas, AukVec2 at, CanvasColor color, const char *format, ...);

// The convex polygon that an item fills. The result points to the item's own corners or to `buffer`, which holds
// CANVAS_CORNER_COUNT_MAX points. Null for text.
const AukVec2 *canvas_corners(const Canvas *canvas, const CanvasItem *item, AukVec2 *buffer, int *count);

// The same colour with another alpha.
static inline CanvasColor canvas_fade(CanvasColor color, unsigned alpha)
{
    return (color & 0xffffffu) | (alpha << 24);
}

#endif
