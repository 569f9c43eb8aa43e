// The bullets scene: its state, shared by the scene itself and its check.
#ifndef DEMOS_SCENES_BULLETS_H
#define DEMOS_SCENES_BULLETS_H

#include "scenes/exact_sweep.h"
#include "scenes/scene.h"
#include "scenes/setups.h"

typedef struct BulletsWall {
    ExactBox box;
    ExactVec min, max;
} BulletsWall;

typedef struct BulletsFlight {
    AukBodyId body;
    ExactVec start;
    ExactVec way;
} BulletsFlight;

// A bullet and a wall that met, as the oracle or as auk sees it.
typedef struct BulletsMeeting {
    uint64_t key; // bullet << 32 | wall
    double fraction;
    ExactSweep sweep; // of the oracle's meetings only
} BulletsMeeting;

typedef struct BulletsScene {
    Demo demo;
    float half; // of the square that holds the walls
    BulletsFlight *flights;
    BulletsWall *walls;
    int cells_across;         // of the oracle's grid over the walls
    int *cell_start;          // stb_ds array: walls of cell i are cell_walls[cell_start[i]] up to cell_start[i + 1]
    int *cell_walls;          // stb_ds array
    BulletsMeeting *expected; // stb_ds array
    BulletsMeeting *reported; // stb_ds array
} BulletsScene;

// Sorts the walls into the grid. Once, after they are placed.
void bullets_check_prepare(BulletsScene *scene);

// Compares the hits of the last step with the oracle's.
void bullets_check(Demo *demo);

void bullets_check_release(BulletsScene *scene);

#endif
