// A world as it is drawn: the bodies in sight, what the scene adds to them, and the overlays.
#ifndef DEMOS_VIEWER_WORLD_VIEW_H
#define DEMOS_VIEWER_WORLD_VIEW_H

#include "scenes/scene.h"
#include "viewer/draw/view.h"

// The category that queries of the viewer have: no body of any scene ignores it.
#define WORLD_VIEW_CATEGORY ((uint64_t)1 << 63)

// Points the camera at the part of the world that the scene shows at first.
void world_view_show_start(View *view, const DemoScene *scene, const Demo *demo);

// Draws the bodies, what the scene adds, and the overlays.
void world_view_draw(View *view, const DemoScene *scene, Demo *demo);

// Draws a frame around a body; nothing if the body does not exist.
void world_view_frame_body(View *view, const AukWorld *world, AukBodyId body);

// ---- shared by world_view.c, world_view_pieces.c and world_view_overlays.c
// --------------------------------------------

// What the camera sees of a world; made anew for each drawing.
typedef struct WorldView {
    View *view;
    const AukWorld *world;
    AukFound *shapes;     // stb_ds array with room for more: the first `count` are in sight, in the order of bodies
    int count;            // at least one place after them is allocated
    unsigned char *marks; // stb_ds array, by index of body
} WorldView;

// True if shapes[i] is of a kind that has many pieces (outline, chain, tiles).
bool world_view_has_pieces(const WorldView *seen, int i);

// True if the bounding box of a body is finite: that of a half-plane is not.
bool world_view_has_box(const AukWorld *world, AukBodyId body);

// Draws the shapes of many pieces.
void world_view_draw_pieces(const WorldView *seen);

void world_view_draw_overlays(const WorldView *seen);

#endif
