// How a world looks: a camera, and what it draws of bodies and of the results of a step. Any scene is drawn by this; a
// scene may add to it.
#ifndef DEMOS_VIEW_H
#define DEMOS_VIEW_H

#include "scenes/scene.h"
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
    unsigned overlays;     // bit 1 << Overlay
    AukBodyId picked;      // {0}: none
    float dot;             // thickness of a line
    int notes;             // lines of words so far
    AukFound *visible;     // stb_ds array: shapes in sight, by body
    int visible_count;     // of them
    unsigned char *marks;  // stb_ds array: by index of body
    AukBroad *broad;       // the view's own, for pairs of boxes
    AukBodyId *broad_body; // stb_ds array: of each proxy
} View;

void view_release(View *view);

// An empty canvas with the camera's rectangle. `font` stays the caller's.
void view_begin(View *view, int width, int height, const Font *font);

// The whole canvas shows this height at least, and the width beside it.
void view_look_at(View *view, AukVec2 centre, float half_width, float half_height);

// The bodies, what the scene adds, and the overlays. Nothing outside the camera's rectangle.
void view_draw(View *view, const DemoScene *scene, Demo *demo);
void view_draw_overlays(View *view, const Demo *demo); // part of view_draw()

AukVec2 view_point(const View *view, AukVec2 world);
AukVec2 view_world_point(const View *view, AukVec2 pixel);

AukBox view_region(const View *view); // what the camera sees of the world

// Shapes of several pieces are drawn by their lines. `i` is one of those in sight.
bool view_is_pieced(const View *view, const AukWorld *world, int i);
void view_draw_pieced(View *view, const AukWorld *world);

// A convex shape, filled and outlined.
void view_shape(View *view, const AukShape *shape, AukTransform pose, CanvasColor fill, CanvasColor outline);

// What a look asks with: a category that no scene ignores.
#define VIEW_CATEGORY ((uint64_t)1 << 63)

// Corners of the shape in the world, counter-clockwise; at most CANVAS_CORNER_COUNT_MAX.
int view_shape_corners(const AukShape *shape, AukTransform pose, AukVec2 *out);

// A line of words in the upper left corner of the world, each below the last.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void view_note(View *view, CanvasColor color, const char *format, ...);

// Words around a point, on a ground of their own.
void view_label(View *view, AukVec2 middle, const char *text);

bool view_shows(const View *view, Overlay overlay);

#endif
