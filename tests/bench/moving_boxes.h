// The boxes of a scene's bodies, frame by frame, without a world: what broad phases are fed. The same seed gives the
// same boxes to every engine.
#ifndef AUK_BENCH_MOVING_BOXES_H
#define AUK_BENCH_MOVING_BOXES_H

#include "auk/types.h"

typedef enum MovingKind {
    MOVING_GAS,
    MOVING_CLUMPS,
    MOVING_PILEUP, // gas, whose bodies all arrive in the middle after `frames`
} MovingKind;

typedef struct Mover Mover;

typedef struct MovingBoxes {
    int count;
    float half;
    bool reflects;
    Mover *movers;
    AukBox *boxes;       // of each body, now
    AukVec2 *velocities; // of each body, now
} MovingBoxes;

// Ends the program if there is no memory.
MovingBoxes moving_boxes_create(MovingKind kind, int count, int frames, uint64_t seed);
void moving_boxes_step(MovingBoxes *moving);
void moving_boxes_destroy(MovingBoxes *moving);

#endif
