// The search of the separating axis test: of all sides of two small polygons the one that the other is farthest beyond,
// or least deep below.
#ifndef AUK_GEOM_SAT_SIDES_H
#define AUK_GEOM_SAT_SIDES_H

#include "geom/sat.h"
#include "geom/xy.h"

enum { AUK_SAT_SIDES_HALVES = AUK_SAT_MAX / 2 };

// Of a polygon whose edges are all longer than this part of the pair's size, edges are taken from placed vertices.
#define AUK_SAT_SIDES_LONG_ENOUGH 1e-5

// In the frame and the units of the first shape, two vertices at once. Loops have a fixed length, so spare lanes repeat
// some of the polygon's vertices. Written and read in one width: a processor must wait before it can read as a whole
// what was written in parts.
typedef struct AukSatSides {
    _Alignas(32) AukF64x2 x[AUK_SAT_SIDES_HALVES];
    AukF64x2 y[AUK_SAT_SIDES_HALVES];
    AukF64x2 edge_x[AUK_SAT_SIDES_HALVES], edge_y[AUK_SAT_SIDES_HALVES];
    AukF64x2 square[AUK_SAT_SIDES_HALVES]; // of the edge's length
    int count;
    int skip; // lanes between the fourth vertex and the next one
} AukSatSides;

typedef struct AukSatBestSide {
    AukSatSides sides[2]; // a's, b's
    double size;          // largest coordinate
    bool of_b;
    int edge;             // of that polygon; the first of equals
    double signed_square; // of the distance: compares without roots
    int vertex;           // of the other: the one deepest below it, the first of equals
} AukSatBestSide;

// For cores of 3 to AUK_SAT_MAX vertices; `relative` is b seen from a, `max_distance` is in a's units. If a side of a
// is farther off than that, those of b are not looked at. False if an edge is next to nothing.
bool auk__sat_best_side(const AukSupportShape *a, const AukSupportShape *b, const AukDtransform *relative,
                        double max_distance, AukSatBestSide *best);

// The same with AVX2, for cores of at least four vertices; only where auk__f64x4_is_supported().
bool auk__sat_best_side_wide(const AukSupportShape *a, const AukSupportShape *b, const AukDtransform *relative,
                             double max_distance, AukSatBestSide *best);

// How far two cores of 4 to AUK_SAT_MAX vertices reach from their places, each along a direction in its own frame;
// only where auk__f64x4_is_supported().
typedef struct AukSatSpans {
    double a, b;
} AukSatSpans;

AukSatSpans auk__sat_spans_wide(const AukSupportShape *a, AukDvec along_a, const AukSupportShape *b, AukDvec along_b);

// Sides that are farther than this need not be compared.
static inline double auk__sat_sides_far(double max_distance, double size)
{
    return max_distance + AUK_SAT_TOUCHING * size;
}

#endif
