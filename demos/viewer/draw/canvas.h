// A drawing as data: filled convex polygons, discs, lines and words in pixels, in the order in which they are laid over
// each other. What fills it does not know whether a window, a picture or an SVG file comes of it.
#ifndef DEMOS_VIEWER_DRAW_CANVAS_H
#define DEMOS_VIEWER_DRAW_CANVAS_H

#include "auk/math2d.h"
#include "viewer/draw/font.h"

// 0xAARRGGBB, alpha not multiplied in.
typedef uint32_t CanvasColor;

typedef enum CanvasKind { CANVAS_POLYGON, CANVAS_LINE, CANVAS_DISC, CANVAS_TEXT } CanvasKind;

typedef struct CanvasItem {
    CanvasKind kind;
    CanvasColor color;
    float size; // of a line its width, of a disc its radius
    int first;  // of its points
    int count;  // of its points: 2 of a line, 1 of a disc and of words (the left end of the upper edge)
    int text;   // offset into chars
} CanvasItem;

typedef struct Canvas {
    int width, height; // pixels; x goes right and y down
    CanvasColor background;
    const Font *font;  // measures words
    CanvasItem *items; // stb_ds array
    AukVec2 *points;   // stb_ds array
    char *chars;       // stb_ds array: words, each with its final zero
} Canvas;

// Most corners that a line or a disc is drawn with.
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

// The convex polygon that an item fills: its own corners, or up to CANVAS_CORNER_COUNT_MAX written to `room`. Null for
// words.
const AukVec2 *canvas_corners(const Canvas *canvas, const CanvasItem *item, AukVec2 *room, int *count);

// The same colour with another alpha.
static inline CanvasColor canvas_fade(CanvasColor color, unsigned alpha)
{
    return (color & 0xffffffu) | (alpha << 24);
}

#endif
