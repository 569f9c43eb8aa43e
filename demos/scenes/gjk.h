// The scene gjk: two shapes, and how an algorithm finds their distance, round by round.
#ifndef DEMOS_SCENES_GJK_H
#define DEMOS_SCENES_GJK_H

#include "scenes/scene.h"

enum { GJK_ROUNDS_MAX = 64, GJK_POINTS_MAX = 64, GJK_DIFFERENCE_MAX = 256 };

typedef enum GjkAlgorithm {
    GJK_ALGORITHM_GJK,
    GJK_ALGORITHM_EPA,
    GJK_ALGORITHM_PROJECTION,
    GJK_ALGORITHM_COUNT
} GjkAlgorithm;

typedef enum GjkKind {
    GJK_KIND_HULL,
    GJK_KIND_CIRCLE,
    GJK_KIND_CAPSULE,
    GJK_KIND_SEGMENT,
    GJK_KIND_BOX,
    GJK_KIND_ELLIPSE,
    GJK_KIND_ROUNDED,
    GJK_KIND_CUSTOM,
    GJK_KIND_COUNT
} GjkKind;

typedef struct GjkFigure {
    AukBodyId body;
    GjkKind kind;
    AukVec2 points[GJK_POINTS_MAX]; // a hull is the hull of these, in the body's frame
} GjkFigure;

typedef struct GjkScene {
    Demo demo;
    GjkFigure figures[2];
    GjkAlgorithm algorithm;
    bool result_only; // shows no rounds
    int stage;
    int64_t rounds;  // of GJK, over the whole run
    int most_rounds; // of GJK for one pair
} GjkScene;

// The answers of all algorithms for the present poses, with their rounds.
typedef struct GjkAnswer {
    AukShape shapes[2];
    AukTransform poses[2];
    AukDistance distance;
    AukGjkResult gjk;
    AukEpaResult epa;
    AukProjectionResult projection;
    AukGjkStep gjk_steps[GJK_ROUNDS_MAX];
    AukEpaStep epa_steps[GJK_ROUNDS_MAX];
    AukProjectionStep projection_steps[GJK_ROUNDS_MAX];
    int rounds; // recorded rounds of the algorithm that is shown
} GjkAnswer;

void gjk_answer(const GjkScene *scene, GjkAnswer *answer);
void gjk_draw(Demo *demo, struct View *view);

#endif
