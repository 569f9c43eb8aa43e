// The gas scene reduced to its boxes: discs, squares and pentagons of circumradius 0.5 in a square of side 2
// sqrt(count), with speeds up to 5, turning, reflected at the walls. The same seed gives the same boxes.
#ifndef AUK_BENCH_GAS_BOXES_H
#define AUK_BENCH_GAS_BOXES_H

#include "auk/types.h"

typedef struct GasBody GasBody;

typedef struct GasBoxes {
    int count;
    float side;
    GasBody *bodies;
    AukBox *boxes;       // of each body, now
    AukVec2 *velocities; // of each body, now
} GasBoxes;

// Aborts the program if there is no memory.
GasBoxes gas_boxes_create(int count, uint64_t seed);
void gas_boxes_step(GasBoxes *gas, float dt);
void gas_boxes_destroy(GasBoxes *gas);

#endif
