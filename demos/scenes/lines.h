// The scene lines: a line A x + B y + C = 0, points, and the perpendiculars through them.
#ifndef DEMOS_SCENES_LINES_H
#define DEMOS_SCENES_LINES_H

#include "scenes/exact_sweep.h"
#include "scenes/scene.h"

enum { LINES_HANDLE_COUNT = 2, LINES_POINT_COUNT_MAX = 16 };

#define LINES_HANDLE_RADIUS 0.25f // of points too

typedef struct LinesScene {
    Demo demo;
    AukBodyId handles[LINES_HANDLE_COUNT]; // discs whose centres determine the line
    AukBodyId line;                        // a long segment along the line, to be dragged
    AukTransform line_pose;                // of that segment: at the first handle, its x axis towards the second
    AukBodyId points[LINES_POINT_COUNT_MAX];
    double worst; // largest error over the run
} LinesScene;

// The coefficients of A x + B y + C = 0.
typedef struct LinesEquation {
    double a, b, c;
} LinesEquation;

// The answers for one point: of the formulas in double precision, and of auk.
typedef struct LinesAnswer {
    bool defined; // false: the handles are at one point, and nothing else is valid
    LinesEquation line;
    LinesEquation perpendicular; // through the point
    ExactVec point;
    ExactVec foot; // where the two lines cross
    double distance;
    AukSegmentHit crossing;
    AukProjection nearest;
    double error; // the largest difference between auk and the formulas, as a part of the lengths in the problem
} LinesAnswer;

LinesAnswer lines_answer(const LinesScene *scene, int point);

void lines_draw(Demo *demo, struct View *view);

#endif
