// The choice of cuts for a division into few convex pieces.
#ifndef AUK_GEOM_FLIP_EDGES_H
#define AUK_GEOM_FLIP_EDGES_H

#include "geom/triangulate.h"

enum { AUK_CUT_WORTH_BITS = 3 };

// The worth of a cut between two vertices: for each end with an inner angle above 180 degrees, 3 if the cut splits it
// into two angles of at most 180, otherwise 1.
int auk__cut_worth(const AukOutline *outline, int a, int b);

double auk__cut_length(const AukOutline *outline, int a, int b);

// Replaces cuts by the other diagonal of their two triangles if that is worth more, or worth the same and shorter.
// O(n).
void auk__flip_edges(const AukOutline *outline, AukTriangulation *triangulation);

#endif
