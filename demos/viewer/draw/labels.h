// Places labels so that they cover neither each other nor the lines that they explain.
#ifndef DEMOS_VIEWER_DRAW_LABELS_H
#define DEMOS_VIEWER_DRAW_LABELS_H

#include "viewer/draw/view.h"

enum { LABELS_BOX_MAX = 96, LABELS_LINE_MAX = 64 };

// All in pixels. Boxes and lines beyond these numbers are not avoided.
typedef struct Labels {
    View *view;
    AukBox boxes[LABELS_BOX_MAX]; // what labels must not cover: earlier labels, points
    int box_count;
    AukVec2 lines[LABELS_LINE_MAX][2];
    int line_count;
} Labels;

void labels_begin(Labels *labels, View *view);

void labels_avoid_line(Labels *labels, AukVec2 from, AukVec2 to);
void labels_avoid_disc(Labels *labels, AukVec2 centre, float radius);

// Writes text beside a point of the canvas, where it covers least. Notes that the view has by now are not covered.
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void labels_put(Labels *labels, AukVec2 at, CanvasColor color, const char *format, ...);

#endif
