// The state of the scene bullets, shared by bullets.c and bullets_check.c.
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
    ExactVec path;
} BulletsFlight;

// A hit of a bullet and a wall, by the exact sweep or by auk.
typedef struct BulletsHit {
    uint64_t key; // bullet << 32 | wall
    double fraction;
    ExactSweep sweep; // of `expected` only
} BulletsHit;

typedef struct BulletsScene {
    Demo demo;
    float half; // of the square that holds the walls
    BulletsFlight *flights;
    BulletsWall *walls;
    int cells_across;     // of the check's grid over the walls
    int *cell_start;      // stb_ds array: walls of cell i are cell_walls[cell_start[i]] up to cell_start[i + 1]
    int *cell_walls;      // stb_ds array
    BulletsHit *expected; // stb_ds array: hits by the exact sweep, of the last frame
    BulletsHit *reported; // stb_ds array: hits by auk
} BulletsScene;

// Sorts the walls into the grid; once, after they are placed.
void bullets_check_prepare(BulletsScene *scene);

// Compares auk's hits of the last step with the exact ones.
void bullets_check(Demo *demo);

void bullets_check_release(BulletsScene *scene);

#endif
