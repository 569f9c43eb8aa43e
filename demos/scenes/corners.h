// The scene corners: the test of the article on the game Tuxes, which follows the corners of a bullet, beside an exact
// sweep.
#ifndef DEMOS_SCENES_CORNERS_H
#define DEMOS_SCENES_CORNERS_H

#include "scenes/exact_sweep.h"
#include "scenes/scene.h"

enum { CORNERS_QUAD = 4, CORNERS_TARGET_COUNT_MAX = 8 };

typedef enum CornersNumbers {
    CORNERS_NUMBERS_BOTH, // s right and as printed
    CORNERS_NUMBERS_RIGHT,
    CORNERS_NUMBERS_NONE,
    CORNERS_NUMBERS_COUNT
} CornersNumbers;

typedef struct CornersFigure {
    AukBodyId body;
    AukVec2 corners[CORNERS_QUAD]; // in the body's frame
} CornersFigure;

// What each method found in the whole run.
typedef struct CornersTotals {
    int64_t targets;           // pairs of a bullet's path and a target
    int64_t swept;             // targets hit by auk_cast_shape()
    int64_t by_corners;        // by auk_sweep_corners()
    int64_t by_printed;        // by corner paths with s as printed
    int64_t printed_false;     // of these, those that the bullet does not hit
    int64_t at_end;            // targets that the bullet touches at the end of its path
    int64_t crossings;         // of a corner's path and an edge
    int64_t crossings_printed; // of these, those that the printed formula finds
    int64_t crossings_false;   // crossings that only the printed formula finds
} CornersTotals;

typedef struct CornersScene {
    Demo demo;
    CornersFigure before;                            // the bullet at the start of its path
    CornersFigure after;                             // and at the end
    CornersFigure targets[CORNERS_TARGET_COUNT_MAX]; // players; every second is a thin target
    CornersTotals totals;
    CornersNumbers numbers;
    float shown_at; // fraction of the path at which the bullet is shown too; 0: nowhere
} CornersScene;

// The path A + t u of a corner and the edge C + s v.
typedef struct CornersCrossing {
    bool parallel; // then nothing else is valid
    double t, s;
    double printed; // s as the article prints it
    bool hit;       // t and s are in [0, 1]
    bool printed_hit;
} CornersCrossing;

// One target: what each method says.
typedef struct CornersAnswer {
    AukVec2 before[CORNERS_QUAD], after[CORNERS_QUAD], target[CORNERS_QUAD];
    CornersCrossing crossings[CORNERS_QUAD][CORNERS_QUAD]; // of each corner's path with each edge
    AukEdgeHit corners;
    AukCast swept;
    bool printed;
    bool at_end;
} CornersAnswer;

CornersCrossing corners_cross(AukVec2 a, AukVec2 b, AukVec2 c, AukVec2 d);
CornersAnswer corners_answer(const CornersScene *scene, int target);

void corners_draw(Demo *demo, struct View *view);

#endif
