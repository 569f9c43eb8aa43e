// What the scenes are made of, one body at a time, shared by auk-demos and the benchmarks: the benchmarks build the
// same bodies in other engines too. A setup draws from the caller's random numbers: the order of calls is part of it.
#ifndef DEMOS_SCENES_SETUPS_H
#define DEMOS_SCENES_SETUPS_H

#include "auk/world.h"
#include "scenes/random.h"

#define SETUP_SPEED_MAX 5.0f

// The square [-half, half] in which a scene keeps the centres of its movers, and the pentagon its bodies borrow: a
// setup must outlive the definitions that it gives.
typedef struct Setup {
    float half;
    AukVec2 pentagon[5];
} Setup;

// Gas: discs, boxes and pentagons of circumradius 0.5 in a square of side 2 sqrt(bodies).
Setup gas_setup(int bodies);
AukBodyDef gas_body(const Setup *setup, DemoRandom *random, int index);

// Clumps: the same kinds in sizes from 0.1 to 50 across, the number of bodies above a size falling as one over the
// size, in clusters of about a thousand. At 100,000 bodies there are about six pairs of boxes for each.
typedef struct ClumpsSetup {
    Setup common;
    AukVec2 *centres; // of clusters
    int clusters;
} ClumpsSetup;

// False if memory ran out.
bool clumps_setup(ClumpsSetup *setup, DemoRandom *random, int bodies);
AukBodyDef clumps_body(ClumpsSetup *setup, DemoRandom *random, int index);
void clumps_setup_release(ClumpsSetup *setup);

// Tiles: a level of boxes in rows that rests, and movers in a square that the level covers.
enum { TILES_ACROSS = 400, TILES_DOWN = 250, TILES_COUNT = TILES_ACROSS * TILES_DOWN };

Setup tiles_setup(void);
AukBodyDef tiles_tile(int index);
AukBodyDef tiles_mover(const Setup *setup, DemoRandom *random, int index);

// Bullets: thin walls, a hundred units of area for each, and discs that cross them.
#define BULLETS_RADIUS 0.1f
#define BULLETS_WAY 20.0f
#define BULLETS_WALL_HALF_WIDTH 2.0f
#define BULLETS_WALL_HALF_HEIGHT 0.05f

Setup bullets_setup(int walls);
AukBodyDef bullets_wall(const Setup *setup, DemoRandom *random, int index);
// `meeting`: bullets meet each other too.
AukBodyDef bullets_bullet(int index, bool meeting);

#endif
