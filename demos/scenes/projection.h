// The scene projection: alternating projection of two bodies, one projection after the other.
#ifndef DEMOS_SCENES_PROJECTION_H
#define DEMOS_SCENES_PROJECTION_H

#include "scenes/projection_pairs.h"
#include "scenes/projection_planes.h"
#include "scenes/scene.h"

enum { PROJECTION_STEPS_MAX = 10000 };

typedef struct ProjectionCounts {
    int projections; // of auk_alternating_projection()
    int iterations;  // rounds of auk_gjk()
    float distance;
} ProjectionCounts;

typedef struct ProjectionScene {
    Demo demo;
    ProjectionPair pairs[PROJECTION_PAIR_COUNT];
    ProjectionCounts table[PROJECTION_PAIR_COUNT];
    int pair; // shown; from PROJECTION_PAIR_COUNT on a random one
    AukBodyId bodies[2];
    float scale; // of the bodies, to the pair's own lengths
    int stage;
} ProjectionScene;

// The answer for the present poses, in lengths of the world. Points of the steps are relative to the first body's
// position.
typedef struct ProjectionAnswer {
    AukShape shapes[2];
    AukTransform poses[2];
    AukProjectionResult result;
    AukGjkResult gjk;
    int count; // of steps
    AukProjectionStep steps[PROJECTION_STEPS_MAX];
} ProjectionAnswer;

void projection_answer(const ProjectionScene *scene, ProjectionAnswer *answer);

// The planes that step i of the answer used.
ProjectionPlanes projection_answer_planes(const ProjectionAnswer *answer, int i);

void projection_draw(Demo *demo, struct View *view);

#endif
