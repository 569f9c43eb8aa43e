// Polygons with holes, and the truth about them, slowly.
#ifndef AUK_TESTS_SUPPORT_RINGS_H
#define AUK_TESTS_SUPPORT_RINGS_H

#include "auk/geom.h"

// An outline, then its holes.
typedef struct Rings {
    const AukVec2 *points;
    const int *hole_starts;
    int count, hole_count;
} Rings;

// True if the two edges, named by their first vertices, have a point in common that they should not: of edges that
// follow each other, one has no length or they lie along each other.
bool rings_edges_meet(const Rings *rings, int a, int b);

// AUK_OK, AUK_ERROR_ZERO_AREA (all points of some ring on one line) or AUK_ERROR_NOT_SIMPLE, in O(count^2).
AukStatus rings_status(const Rings *rings);

// Vertices whose inner angle is above 180 degrees. The rings are simple.
int rings_reflex_count(const Rings *rings);

// The fewest convex pieces, cut from vertex to vertex, of an outline without holes; O(count^5), up to 16 points.
int rings_fewest_pieces(const Rings *rings);

// ---- for checks -----------------------------------------------------------------------------------------------

// The vertices of a ring, the outline being ring 0, are those from start up to end.
int rings_start(const Rings *rings, int ring);
int rings_end(const Rings *rings, int ring);
int rings_ring_of(const Rings *rings, int vertex);
int rings_after(const Rings *rings, int ring, int vertex);

// Sign of the turn at three vertices.
int rings_turn(const Rings *rings, int a, int b, int c);

// On the closed segment from a to b.
bool rings_on_segment(AukVec2 a, AukVec2 b, AukVec2 p);

bool rings_is_clockwise(const Rings *rings, int ring);

// The neighbours of a vertex such that the inside is on the left of the way through them.
void rings_neighbours(const Rings *rings, int ring, int vertex, bool clockwise, int *from, int *to);

bool rings_any_edges_meet(const Rings *rings);

// Not inside the outline, or inside another hole. No edges meet.
bool rings_hole_is_misplaced(const Rings *rings, int hole);

#endif
