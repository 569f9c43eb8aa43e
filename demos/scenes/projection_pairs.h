// The six pairs of bodies of the article on alternating projection (Vakhrushev, Gavrilov, Danilov), brought into the
// plane: balls are circles, cones are wedges, and a cylinder with a crossed axis is a rotated bar. The last pair, two
// slender cones with parallel axes, comes at three angles. The scene `projection` draws them, and
// tests/bench/projection_table.c prints a table of them.
#ifndef DEMOS_SCENES_PROJECTION_PAIRS_H
#define DEMOS_SCENES_PROJECTION_PAIRS_H

#include "auk/geom.h"

enum { PROJECTION_PAIR_COUNT = 8 };

typedef struct ProjectionBody {
    AukShape shape; // of a wedge: borrows `vertices`
    AukTransform pose;
    float angle; // of the pose
    AukVec2 vertices[3];
} ProjectionBody;

typedef struct ProjectionPair {
    const char *name;
    ProjectionBody a, b;
} ProjectionPair;

void projection_pairs_make(ProjectionPair pairs[PROJECTION_PAIR_COUNT]);

#endif
