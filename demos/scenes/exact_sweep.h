// The time at which a moving shape first hits another, in double precision and by algorithms other than auk's, so that
// scenes can check auk's hits. Shapes do not rotate here: their relative motion is a straight line, and the signed
// distance is a convex function of time, which falls to zero at most once.
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

// The first hit. Shapes that overlap at the start hit at 0 if they move together along the direction of least depth.
typedef struct ExactSweep {
    bool hit;        // of the shapes as they are
    bool grazing;    // thinner or thicker by the slack, they give another answer
    double fraction; // of the motion; 2 without a hit
    double earliest; // `fraction` of the shapes made thicker by the slack
    double latest;   // `fraction` of the shapes made thinner by the slack; 2 without a hit
} ExactSweep;

ExactPolygon exact_place(const AukVec2 *vertices, int count, AukTransform pose);
ExactBox exact_place_box(float half_width, float half_height, AukTransform pose);

// `a` moves by `motion`, `b` rests. By separating axes over time.
ExactSweep exact_sweep_polygons(const ExactPolygon *a, const ExactPolygon *b, ExactVec motion, double slack);

// A disc moves by `motion`, the box rests. Casts the disc's centre at the box rounded by the radius.
ExactSweep exact_sweep_disc(ExactVec centre, double radius, ExactVec motion, const ExactBox *box, double slack);

// True if `a`, moved by `offset`, touches `b`.
bool exact_polygons_touch(const ExactPolygon *a, const ExactPolygon *b, ExactVec offset);
bool exact_disc_touches(ExactVec centre, double radius, const ExactBox *box);

#endif
