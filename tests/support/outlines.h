// Random polygons, with and without holes. Coordinates are whole numbers, so straight corners and points nearly on
// edges are frequent.
#ifndef AUK_TESTS_SUPPORT_OUTLINES_H
#define AUK_TESTS_SUPPORT_OUTLINES_H

#include "support/random.h"
#include "support/rings.h"

enum { OUTLINE_POINTS_MAX = 16384, OUTLINE_HOLES_MAX = 4096 };

typedef struct Outline {
    AukVec2 points[OUTLINE_POINTS_MAX];
    int hole_starts[OUTLINE_HOLES_MAX];
    int count, hole_count;
} Outline;

typedef enum OutlineFamily {
    OUTLINE_STAR,       // points around a centre, at any distance
    OUTLINE_UNTANGLED,  // random points, joined in a random order whose crossings are then undone
    OUTLINE_COMB,       // teeth of random lengths
    OUTLINE_SPIRAL,     // one corridor that turns inward
    OUTLINE_ORTHOGONAL, // the border of cells of a grid, a corner at every grid point; may have holes
    OUTLINE_ISLANDS,    // a star with small stars cut out
    OUTLINE_FAMILY_COUNT
} OutlineFamily;

const char *outline_family_name(OutlineFamily family);

// A simple polygon of about `count` points, of either winding, starting anywhere.
void outline_random(Random *random, OutlineFamily family, int count, Outline *out);

// A few points of a small grid in any order, with or without a hole: seldom simple.
void outline_scribble(Random *random, Outline *out);

// Moves a point, exchanges two, or repeats one: a simple polygon seldom stays simple.
void outline_spoil(Random *random, Outline *outline);

Rings outline_rings(const Outline *outline);

#endif
