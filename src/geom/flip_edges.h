// Which cuts are good for a division into few convex pieces.
#ifndef AUK_GEOM_FLIP_EDGES_H
#define AUK_GEOM_FLIP_EDGES_H

#include "geom/triangulate.h"

enum { AUK_CUT_WORTH_BITS = 3 };

// What a cut between two vertices does for the inner angles above 180 degrees at its ends: 3 for each that it splits
// into two of at most 180, 1 for each that it splits otherwise.
int auk__cut_worth(const AukOutline *outline, int a, int b);

double auk__cut_length(const AukOutline *outline, int a, int b);

// Exchanges cuts for the other diagonals of the two triangles that they part, where those are worth more, or as much
// and shorter. O(n).
void auk__flip_edges(const AukOutline *outline, AukTriangulation *triangulation);

#endif
