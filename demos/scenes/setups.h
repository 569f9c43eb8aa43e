// The bodies of some scenes, one at a time, so that the benchmarks can build the same bodies in other engines. The
// bodies depend on the caller's random numbers, hence on the order of the calls.
#ifndef DEMOS_SCENES_SETUPS_H
#define DEMOS_SCENES_SETUPS_H

#include "auk/world.h"
#include "scenes/random.h"

#define SETUP_SPEED_MAX 5.0f

// The square [-half, half] that holds the centres of moving bodies, and the pentagon to which body definitions point: a
// setup must outlive them.
typedef struct Setup {
    float half;
    AukVec2 pentagon[5];
} Setup;

// Gas: discs, boxes and pentagons of circumradius 0.5 in a square of side 2 sqrt(bodies).
Setup gas_setup(int bodies);
AukBodyDef gas_body(const Setup *setup, DemoRandom *random, int index);

// Clumps: the same kinds from 0.1 to 50 across, in clusters of about 1,000. The number of bodies above a size is
// proportional to 1 / size. At 100,000 bodies there are about six overlapping boxes per body.
typedef struct ClumpsSetup {
    Setup common;
    AukVec2 *centres; // of clusters
    int clusters;
} ClumpsSetup;

// False if memory ran out.
bool clumps_setup(ClumpsSetup *setup, DemoRandom *random, int bodies);
AukBodyDef clumps_body(ClumpsSetup *setup, DemoRandom *random, int index);
void clumps_setup_release(ClumpsSetup *setup);

// Tiles: rows of static boxes, and moving bodies in a square that they cover.
enum { TILES_ACROSS = 400, TILES_DOWN = 250, TILES_COUNT = TILES_ACROSS * TILES_DOWN };

Setup tiles_setup(void);
AukBodyDef tiles_tile(int index);
AukBodyDef tiles_mover(const Setup *setup, DemoRandom *random, int index);

// Bullets: thin walls, 100 units of area for each, and discs that cross them.
#define BULLETS_RADIUS 0.1f
#define BULLETS_PATH 20.0f // length of a bullet's path in one step
#define BULLETS_WALL_HALF_WIDTH 2.0f
#define BULLETS_WALL_HALF_HEIGHT 0.05f

Setup bullets_setup(int walls);
AukBodyDef bullets_wall(const Setup *setup, DemoRandom *random, int index);
// `hit_each_other`: bullets are not filtered from each other.
AukBodyDef bullets_bullet(int index, bool hit_each_other);

#endif
