// When does a moving shape first hit another? Worked out in double precision and in ways of its own, to check auk with.
// Shapes do not turn here, so the motion of one relative to the other is a straight line, and the signed distance is a
// convex function of time: it falls to zero at most once.
#ifndef DEMOS_SCENES_EXACT_SWEEP_H
#define DEMOS_SCENES_EXACT_SWEEP_H

#include "auk/types.h"

typedef struct ExactVec {
    double x, y;
} ExactVec;

enum { EXACT_VERTEX_COUNT_MAX = 8 };

// A convex counter-clockwise polygon in the world, with the box around it.
typedef struct ExactPolygon {
    int count;
    ExactVec vertices[EXACT_VERTEX_COUNT_MAX];
    ExactVec min, max;
} ExactPolygon;

typedef struct ExactBox {
    ExactVec centre;
    ExactVec axis; // unit vector along the width
    double half_width, half_height;
} ExactBox;

// What is true of the first hit. A shape that starts overlapping hits at 0 if it is closing along the shortest way out.
typedef struct ExactSweep {
    bool hit;        // the shapes as they are
    bool grazing;    // making them thinner or thicker by the slack changes the answer
    double fraction; // of the motion; 2 without a hit
    double earliest; // the fraction of the thicker shapes
    double latest;   // the fraction of the thinner shapes; 2 where they pass
} ExactSweep;

ExactPolygon exact_place(const AukVec2 *vertices, int count, AukTransform pose);
ExactBox exact_place_box(float half_width, float half_height, AukTransform pose);

// Swept separating axes: `a` moves by `motion` relative to `b`, which rests.
ExactSweep exact_sweep_polygons(const ExactPolygon *a, const ExactPolygon *b, ExactVec motion, double slack);

// A disc against a box that rests: its centre against the rounded box.
ExactSweep exact_sweep_disc(ExactVec centre, double radius, ExactVec motion, const ExactBox *box, double slack);

// The same shapes with `a` moved by `offset`: do they touch?
bool exact_polygons_touch(const ExactPolygon *a, const ExactPolygon *b, ExactVec offset);
bool exact_disc_touches(ExactVec centre, double radius, const ExactBox *box);

#endif
