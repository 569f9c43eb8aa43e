// The search of the separating axis test: the side of two small polygons along whose normal the other polygon has the
// largest separation, or the least depth.
#ifndef AUK_GEOM_SAT_SIDES_H
#define AUK_GEOM_SAT_SIDES_H

#include "geom/sat.h"
#include "geom/xy.h"

enum { AUK_SAT_SIDES_HALVES = AUK_SAT_MAX / 2 };

// If all edges of a polygon are longer than this fraction of the pair's size, edges are differences of transformed
// vertices.
#define AUK_SAT_SIDES_LONG_ENOUGH 1e-5

// A polygon in the frame and the units of the first shape, two vertices per register. Loops have a fixed length, so
// spare lanes repeat some of the polygon's vertices. All accesses have the same width: a wide read of numbers that were
// just written one by one stalls the processor.
typedef struct AukSatSides {
    _Alignas(32) AukF64x2 x[AUK_SAT_SIDES_HALVES];
    AukF64x2 y[AUK_SAT_SIDES_HALVES];
    AukF64x2 edge_x[AUK_SAT_SIDES_HALVES], edge_y[AUK_SAT_SIDES_HALVES];
    AukF64x2 square[AUK_SAT_SIDES_HALVES]; // square of the edge's length
    int count;
    int skip; // lanes between the fourth vertex and the next one
} AukSatSides;

typedef struct AukSatBestSide {
    AukSatSides sides[2]; // a's, b's
    double size;          // largest coordinate
    bool of_b;
    int edge;             // of that polygon; the first of equals
    double signed_square; // square of the distance, with its sign: compared without roots
    int vertex;           // of the other: the one with the least distance to the edge's line, the first of equals
} AukSatBestSide;

// For cores of 3 to AUK_SAT_MAX vertices; `relative` is the transform of b in the frame of a, `max_distance` is in a's
// units. If the separation along a side of a exceeds `max_distance`, the sides of b are not tested. False if an edge is
// too short.
bool auk__sat_best_side(const AukSupportShape *a, const AukSupportShape *b, const AukDtransform *relative,
                        double max_distance, AukSatBestSide *best);

// The same with AVX2, for cores of at least four vertices; only where auk__avx2_is_supported().
bool auk__sat_best_side_wide(const AukSupportShape *a, const AukSupportShape *b, const AukDtransform *relative,
                             double max_distance, AukSatBestSide *best);

// The largest extents of two cores of 4 to AUK_SAT_MAX vertices from their positions, each along a direction in its own
// frame. Must be called only if auk__avx2_is_supported().
typedef struct AukSatSpans {
    double a, b;
} AukSatSpans;

AukSatSpans auk__sat_spans_wide(const AukSupportShape *a, AukDvec along_a, const AukSupportShape *b, AukDvec along_b);

// The distance above which further sides are not tested.
static inline double auk__sat_sides_far(double max_distance, double size)
{
    return max_distance + AUK_SAT_TOUCHING * size;
}

#endif
