// A camera over a canvas, with which scenes draw: it turns points of the world into pixels.
#ifndef DEMOS_VIEWER_DRAW_VIEW_H
#define DEMOS_VIEWER_DRAW_VIEW_H

#include "auk/types.h"
#include "viewer/draw/canvas.h"
#include "viewer/draw/palette.h"

// A camera shows the world in a rectangle of the canvas; y of the world goes up.
typedef struct Camera {
    AukVec2 centre;                 // in the world
    float scale;                    // pixels per unit of length
    float left, top, width, height; // of the rectangle, in pixels
} Camera;

typedef enum Overlay {
    OVERLAY_BOXES,
    OVERLAY_PAIRS,
    OVERLAY_MANIFOLDS,
    OVERLAY_HITS,
    OVERLAY_TRACES,
    OVERLAY_IDS,
    OVERLAY_TIMES,
    OVERLAY_STRIPS,
    OVERLAY_COUNT
} Overlay;

extern const char *const overlay_names[OVERLAY_COUNT];

typedef struct View {
    Canvas canvas;
    Camera camera;
    unsigned overlays; // bits 1 << Overlay
    float pixel;       // unit of line widths: one pixel of a picture 720 high, at least one
    int notes;         // lines of notes in this drawing so far
} View;

void view_release(View *view);

// Starts a drawing with an empty canvas. `font` is borrowed until the drawing ends.
void view_begin(View *view, int width, int height, const Font *font);

// Fits the rectangle centre +- (half_width, half_height) into the camera.
void view_look_at(View *view, AukVec2 centre, float half_width, float half_height);

// From the world to pixels, and back.
AukVec2 view_point(const View *view, AukVec2 world);
AukVec2 view_world_point(const View *view, AukVec2 pixel);

// The part of the world that the camera sees.
AukBox view_region(const View *view);

// Draws a convex shape, filled and outlined.
void view_shape(View *view, const AukShape *shape, AukTransform pose, CanvasColor fill, CanvasColor outline);

// Writes a note in the upper left corner of the world, each below the last. Long notes are broken into lines.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void view_note(View *view, CanvasColor color, const char *format, ...);

// Writes text with its middle at a point of the canvas, on a dark background. At the camera's sides it is shifted so
// that it can be read.
void view_label(View *view, AukVec2 middle, const char *text);

bool view_shows(const View *view, Overlay overlay);

#endif
