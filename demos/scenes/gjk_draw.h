// What the parts of the drawing of the scene gjk share: colours, the two panes, and labels.
#ifndef DEMOS_SCENES_GJK_DRAW_H
#define DEMOS_SCENES_GJK_DRAW_H

#include "scenes/gjk.h"
#include "viewer/draw/view.h"

#define GJK_FIRST 0xff5fb4f0u
#define GJK_SECOND 0xffe0c050u
#define GJK_DIFFERENCE 0xffa78bf0u
#define GJK_SIMPLEX 0xff4fd69cu
#define GJK_SEARCH 0xffffffffu
#define GJK_NEAREST 0xfff0603au
#define GJK_VERTEX 0xfff58ad0u // the vertex nearest the origin, and where it comes from

enum { GJK_LABELS_MAX = 256, GJK_LABEL_LENGTH = 48 };

// A text beside a point. Labels are placed when all of them are known, so that they cover neither each other nor the
// points that are marked.
typedef struct GjkLabel {
    AukVec2 at;   // pixels
    AukVec2 away; // where it would rather stand, seen from `at`; any length
    bool must;    // it is drawn with a line to its point rather than left out
    CanvasColor color;
    char text[GJK_LABEL_LENGTH];
} GjkLabel;

typedef struct GjkLabels {
    int count, taken_count;
    GjkLabel labels[GJK_LABELS_MAX];
    AukBox taken[2 * GJK_LABELS_MAX]; // pixels
} GjkLabels;

// The right half, or a part of it: a polygon relative to an origin.
typedef struct GjkPane {
    View *view;
    AukVec2 origin; // of the polygon, in the view's world
    float scale;
    AukVec2 base; // the first figure's position, for points relative to it
    GjkLabels *labels;
} GjkPane;

static inline AukVec2 gjk_on_difference(const GjkPane *pane, AukVec2 v)
{
    return view_point(pane->view, auk_vec_add(pane->origin, auk_vec_scale(pane->scale, v)));
}

static inline AukVec2 gjk_on_figure(const GjkPane *pane, AukVec2 v)
{
    return view_point(pane->view, auk_vec_add(pane->base, v));
}

// In gjk_labels.c. Points are pixels.
void gjk_mark(const GjkPane *pane, AukVec2 at, float radius);
void gjk_label(const GjkPane *pane, AukVec2 at, AukVec2 away, bool must, CanvasColor color, const char *text);
void gjk_draw_labels(View *view, GjkLabels *labels);

// In gjk_rounds.c: the rounds up to `round`, all but the last one faint; the last one too if it is not `current`.
void gjk_draw_rounds(const GjkPane *pane, const GjkScene *scene, const GjkAnswer *answer, int round, bool current);

// In gjk_result.c.
void gjk_draw_result(const GjkPane *pane, const GjkScene *scene, const GjkAnswer *answer, const AukVec2 *hull,
                     int count);

#endif
