// When does a moving shape first hit another? Worked out in double precision and in ways of its own, to check auk with.
// Shapes do not turn here, so the motion of one relative to the other is a straight line, and the signed distance is a
// convex function of time: it falls to zero at most once.
#ifndef DEMOS_ORACLE_H
#define DEMOS_ORACLE_H

#include "auk/types.h"

typedef struct OracleVec {
    double x, y;
} OracleVec;

enum { ORACLE_VERTEX_COUNT_MAX = 8 };

// A convex counter-clockwise polygon in the world, with the box around it.
typedef struct OraclePolygon {
    int count;
    OracleVec vertices[ORACLE_VERTEX_COUNT_MAX];
    OracleVec min, max;
} OraclePolygon;

typedef struct OracleBox {
    OracleVec centre;
    OracleVec axis; // unit vector along the width
    double half_width, half_height;
} OracleBox;

// What is true of the first hit. A shape that starts overlapping hits at 0 if it is closing along the shortest way out.
typedef struct OracleSweep {
    bool hit;        // the shapes as they are
    bool grazing;    // making them thinner or thicker by the slack changes the answer
    double fraction; // of the motion; 2 without a hit
    double earliest; // the fraction of the thicker shapes
    double latest;   // the fraction of the thinner shapes; 2 where they pass
} OracleSweep;

OraclePolygon oracle_place(const AukVec2 *vertices, int count, AukTransform pose);
OracleBox oracle_place_box(float half_width, float half_height, AukTransform pose);

// Swept separating axes: `a` moves by `motion` relative to `b`, which rests.
OracleSweep oracle_sweep_polygons(const OraclePolygon *a, const OraclePolygon *b, OracleVec motion, double slack);

// A disc against a box that rests: its centre against the rounded box.
OracleSweep oracle_sweep_disc(OracleVec centre, double radius, OracleVec motion, const OracleBox *box, double slack);

// The same shapes with `a` moved by `offset`: do they touch?
bool oracle_polygons_touch(const OraclePolygon *a, const OraclePolygon *b, OracleVec offset);
bool oracle_disc_touches(OracleVec centre, double radius, const OracleBox *box);

#endif
