// Only floats with + - * / and sqrtf, in a fixed order, so that every machine builds the same bodies.
#include "scenes/setups.h"

#include <stdlib.h>

#define CIRCUMRADIUS 0.5f
#define SPIN_MAX 1.0f

// ---- gas ------------------------------------------------------------------------------------------------------------

static void set_pentagon(Setup *setup, float circumradius)
{
    for (int i = 0; i < 5; i++) {
        setup->pentagon[i] = auk_rot_apply(auk_rot(1.25663706f * (float)i), auk_vec(circumradius, 0.0f));
    }
}

Setup gas_setup(int bodies)
{
    Setup setup = {0};
    float inner = sqrtf((float)bodies) - CIRCUMRADIUS;
    setup.half = inner > CIRCUMRADIUS ? inner : CIRCUMRADIUS;
    set_pentagon(&setup, CIRCUMRADIUS);
    return setup;
}

static AukShape shape_of(int kind, float circumradius, const AukVec2 pentagon[5])
{
    switch (kind) {
    case 0: return auk_shape_circle(circumradius);
    case 1: return auk_shape_box(circumradius * 0.70710678f, circumradius * 0.70710678f);
    default: return auk_shape_polygon(pentagon, 5, 0.0f);
    }
}

static void set_motion(AukBodyDef *def, DemoRandom *random, int index)
{
    def->angle = demo_random_angle(random);
    def->velocity = auk_vec_scale(SETUP_SPEED_MAX, demo_random_in_disc(random));
    def->spin = index % 2 == 0 ? 0.0f : demo_random_between(random, -SPIN_MAX, SPIN_MAX);
    def->user_data = (uint64_t)index;
}

AukBodyDef gas_body(const Setup *setup, DemoRandom *random, int index)
{
    AukBodyDef def = {0};
    def.shape = shape_of(index % 3, CIRCUMRADIUS, setup->pentagon);
    def.position = demo_random_in_square(random, setup->half);
    set_motion(&def, random, index);
    return def;
}

// ---- clumps ---------------------------------------------------------------------------------------------------------

enum { CLUSTER_BODIES = 1000 };

#define CLUMPS_SIZE_MIN 0.1f
#define CLUMPS_SIZE_MAX 50.0f
#define CLUMPS_AREA 5.0f   // of the square for each body; chosen so that there are six pairs per body
#define CLUMPS_SPREAD 7.7f // standard deviation of a cluster

bool clumps_setup(ClumpsSetup *setup, DemoRandom *random, int bodies)
{
    setup->clusters = bodies / CLUSTER_BODIES + 1;
    setup->centres = malloc((size_t)setup->clusters * sizeof *setup->centres);
    if (setup->centres == NULL) {
        return false;
    }
    setup->common.half = 0.5f * sqrtf(CLUMPS_AREA * (float)bodies);
    for (int i = 0; i < setup->clusters; i++) {
        setup->centres[i] = demo_random_in_square(random, setup->common.half);
    }
    return true;
}

void clumps_setup_release(ClumpsSetup *setup)
{
    free(setup->centres);
    setup->centres = NULL;
}

// The sum of twelve numbers from [-1/2, 1/2] is nearly normal with deviation 1. Without a logarithm the bits are the
// same everywhere.
static float random_gaussian(DemoRandom *random)
{
    float sum = 0.0f;
    for (int i = 0; i < 12; i++) {
        sum += demo_random_unit(random) - 0.5f;
    }
    return sum;
}

static float clamp(float coordinate, float half)
{
    return coordinate < -half ? -half : (coordinate > half ? half : coordinate);
}

// The pentagon is overwritten by the next call: create the body first.
AukBodyDef clumps_body(ClumpsSetup *setup, DemoRandom *random, int index)
{
    AukBodyDef def = {0};
    float size = CLUMPS_SIZE_MIN / (1.0f - demo_random_unit(random) * (1.0f - CLUMPS_SIZE_MIN / CLUMPS_SIZE_MAX));
    set_pentagon(&setup->common, 0.5f * size);
    def.shape = shape_of(index % 3, 0.5f * size, setup->common.pentagon);
    AukVec2 centre = setup->centres[demo_random_below(random, setup->clusters)];
    float x = centre.x + CLUMPS_SPREAD * random_gaussian(random);
    float y = centre.y + CLUMPS_SPREAD * random_gaussian(random);
    def.position = auk_vec(clamp(x, setup->common.half), clamp(y, setup->common.half));
    set_motion(&def, random, index);
    return def;
}

// ---- tiles ----------------------------------------------------------------------------------------------------------

#define TILE_PITCH 1.5f
#define MOVER_RADIUS 0.4f

Setup tiles_setup(void)
{
    Setup setup = {0};
    setup.half = 0.5f * TILE_PITCH * (float)TILES_DOWN;
    return setup;
}

AukBodyDef tiles_tile(int index)
{
    AukBodyDef def = {0};
    float across = (float)(index % TILES_ACROSS) - 0.5f * (float)(TILES_ACROSS - 1);
    int row = index / TILES_ACROSS;
    float down = (float)row - 0.5f * (float)(TILES_DOWN - 1);
    def.motion = AUK_MOTION_STATIC;
    def.shape = auk_shape_box(0.5f, 0.5f);
    def.position = auk_vec(TILE_PITCH * across, TILE_PITCH * down);
    return def;
}

AukBodyDef tiles_mover(const Setup *setup, DemoRandom *random, int index)
{
    AukBodyDef def = {0};
    def.shape = index % 2 == 0 ? auk_shape_circle(MOVER_RADIUS) : auk_shape_box(MOVER_RADIUS, 0.5f * MOVER_RADIUS);
    def.position = demo_random_in_square(random, setup->half);
    def.angle = demo_random_angle(random);
    def.velocity = auk_vec_scale(SETUP_SPEED_MAX, demo_random_in_disc(random));
    def.spin = index % 4 == 1 ? demo_random_between(random, -1.0f, 1.0f) : 0.0f;
    return def;
}

// ---- bullets --------------------------------------------------------------------------------------------------------

enum { CATEGORY_WALL = 1, CATEGORY_BULLET = 2 };

// With 100 units of area for each wall about half of the bullets hit one.
Setup bullets_setup(int walls)
{
    Setup setup = {0};
    setup.half = 5.0f * sqrtf((float)walls);
    return setup;
}

AukBodyDef bullets_wall(const Setup *setup, DemoRandom *random, int index)
{
    AukBodyDef def = {0};
    def.motion = AUK_MOTION_STATIC;
    def.shape = auk_shape_box(BULLETS_WALL_HALF_WIDTH, BULLETS_WALL_HALF_HEIGHT);
    def.position = demo_random_in_square(random, setup->half);
    def.angle = demo_random_angle(random);
    def.filter.category = CATEGORY_WALL;
    def.user_data = (uint64_t)index;
    return def;
}

AukBodyDef bullets_bullet(int index, bool hit_each_other)
{
    AukBodyDef def = {0};
    def.motion = AUK_MOTION_SWEPT;
    def.response = AUK_RESPONSE_CROSS;
    def.shape = auk_shape_circle(BULLETS_RADIUS);
    def.filter.category = CATEGORY_BULLET;
    def.filter.ignore = hit_each_other ? 0 : CATEGORY_BULLET;
    def.user_data = (uint64_t)index;
    return def;
}
