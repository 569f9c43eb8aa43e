// Words around a drawing: the caption of pictures, and what both panels of the window share.
#ifndef DEMOS_PANEL_H
#define DEMOS_PANEL_H

#include "viewer/draw/view.h"

// Pixels of one dot of the built-in letters in a picture of that height.
int panel_letter_scale(int height);

// Pictures: the scene above, one line of words below.
void panel_set_camera_above_caption(View *view);
void panel_draw_caption(View *view, const DemoScene *scene, const Demo *demo);

// What the scene wants to be seen first.
void panel_look_at_start(View *view, const DemoScene *scene, const Demo *demo);

// A column of lines in a rectangle. Lines beyond its end are left out.
typedef struct Column {
    View *view;
    float left, top, width, bottom;
} Column;

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void panel_line(Column *column, CanvasColor color, const char *format, ...);
void panel_gap(Column *column);
bool panel_has_room(const Column *column, int lines);

// What the colours mean, one line each, in `column`.
void panel_legend(Column *column);

#endif
