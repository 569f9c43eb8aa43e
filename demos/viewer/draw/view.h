// A camera over a canvas: what a scene draws with. Places are in the world, and become pixels here.
#ifndef DEMOS_VIEWER_DRAW_VIEW_H
#define DEMOS_VIEWER_DRAW_VIEW_H

#include "auk/types.h"
#include "viewer/draw/canvas.h"
#include "viewer/draw/palette.h"

// Shows the world in a rectangle of the canvas; y of the world goes up.
typedef struct Camera {
    AukVec2 centre; // in the world
    float scale;    // pixels for a unit of length
    float left, top, width, height;
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
    unsigned overlays; // bit 1 << Overlay
    float dot;         // thickness of a line
    int notes;         // lines of words so far
} View;

void view_release(View *view);

// An empty canvas with the camera's rectangle. `font` stays the caller's.
void view_begin(View *view, int width, int height, const Font *font);

// The whole canvas shows this height at least, and the width beside it.
void view_look_at(View *view, AukVec2 centre, float half_width, float half_height);

AukVec2 view_point(const View *view, AukVec2 world);
AukVec2 view_world_point(const View *view, AukVec2 pixel);

AukBox view_region(const View *view); // what the camera sees of the world

// A convex shape, filled and outlined.
void view_shape(View *view, const AukShape *shape, AukTransform pose, CanvasColor fill, CanvasColor outline);

// A line of words in the upper left corner of the world, each below the last.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void view_note(View *view, CanvasColor color, const char *format, ...);

// Words around a point, on a ground of their own.
void view_label(View *view, AukVec2 middle, const char *text);

bool view_shows(const View *view, Overlay overlay);

#endif
