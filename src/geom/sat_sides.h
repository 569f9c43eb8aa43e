// The search of the separating axis test: of all sides of two small polygons the one that the other is farthest beyond,
// or least deep below.
#ifndef AUK_GEOM_SAT_SIDES_H
#define AUK_GEOM_SAT_SIDES_H

#include "geom/sat.h"
#include "geom/xy.h"

enum { AUK_SIDES_HALVES = AUK_FACES_MAX / 2 };

// Of a polygon whose edges are all longer than this part of the pair's size, edges are taken from placed vertices.
#define AUK_SIDES_LONG_ENOUGH 1e-5

// In the frame and the units of the first shape, two vertices at once. Loops have one length, so lanes that nothing is
// left for hold some of the polygon's again. Written and read in one width: what was written in parts must wait before
// it can be read as a whole.
typedef struct AukSides {
    _Alignas(32) AukDouble2 x[AUK_SIDES_HALVES];
    AukDouble2 y[AUK_SIDES_HALVES];
    AukDouble2 edge_x[AUK_SIDES_HALVES], edge_y[AUK_SIDES_HALVES];
    AukDouble2 square[AUK_SIDES_HALVES]; // of the edge's length
    int count;
    int skip; // lanes between the fourth vertex and the next one
} AukSides;

typedef struct AukBestSide {
    AukSides sides[2]; // a's, b's
    double size;       // largest coordinate
    bool of_b;
    int edge;             // of that polygon; the first of equals
    double signed_square; // of the distance: compares without roots
    int vertex;           // of the other: the one deepest below it, the first of equals
} AukBestSide;

// For cores of 3 to AUK_FACES_MAX vertices; `relative` is b seen from a, `reach` is in a's units. If a side of a is
// farther off than that, those of b are not looked at. False if an edge is next to nothing.
bool auk__best_side(const AukCore *a, const AukCore *b, const AukPlace *relative, double reach, AukBestSide *best);

// The same with AVX2, for cores of at least four vertices; only where auk__sides_are_wide().
bool auk__best_side_wide(const AukCore *a, const AukCore *b, const AukPlace *relative, double reach, AukBestSide *best);

// How far two cores of 4 to AUK_FACES_MAX vertices reach from their places, each along a direction in its own frame;
// only where auk__sides_are_wide().
typedef struct AukSpans {
    double a, b;
} AukSpans;

AukSpans auk__spans_wide(const AukCore *a, AukDvec along_a, const AukCore *b, AukDvec along_b);

// Whether this processor, and the system under it, have AVX2.
bool auk__sides_are_wide(void);

// Farther than this nobody asks.
static inline double auk__sides_far(double reach, double size)
{
    return reach + AUK_FACES_TOUCHING * size;
}

#endif
