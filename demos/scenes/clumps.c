// Clumps: bodies from 0.1 to 50 across fly through each other in clusters, so a broad phase with one cell size suits
// few of them. As in gas, the scene reflects velocities at the border.
#include "scenes/scene.h"
#include "scenes/setups.h"

#include <stdlib.h>

typedef struct Clumps {
    Demo demo;
    ClumpsSetup setup;
    AukBodyId *bodies;
} Clumps;

static void destroy(Demo *demo)
{
    Clumps *clumps = (Clumps *)demo;
    auk_world_destroy(demo->world);
    clumps_setup_release(&clumps->setup);
    free(clumps->bodies);
    free(clumps);
}

static Demo *create(const DemoOptions *options)
{
    Clumps *clumps = calloc(1, sizeof *clumps);
    if (clumps == NULL) {
        return NULL;
    }
    demo_init(&clumps->demo, options);
    clumps->bodies = calloc((size_t)options->bodies, sizeof *clumps->bodies);
    if (clumps->bodies == NULL || !clumps_setup(&clumps->setup, &clumps->demo.random, options->bodies)) {
        destroy(&clumps->demo);
        return NULL;
    }
    for (int i = 0; i < options->bodies; i++) {
        AukBodyDef def = clumps_body(&clumps->setup, &clumps->demo.random, i);
        clumps->bodies[i] = demo_add_body(&clumps->demo, &def);
    }
    return &clumps->demo;
}

static void prepare(Demo *demo)
{
    Clumps *clumps = (Clumps *)demo;
    for (int i = 0; i < demo->options.bodies; i++) {
        demo_keep_inside(demo, clumps->bodies[i], clumps->setup.common.half);
    }
}

static AukVec2 extent(const Demo *demo)
{
    float half = ((const Clumps *)demo)->setup.common.half + 5.0f;
    return auk_vec(half, half);
}

const DemoScene scene_clumps = {
    .name = "clumps",
    .title = "bodies from 0.1 to 50 across in clusters",
    .bodies_text = "bodies",
    .defaults = {.seed = 1, .bodies = 10000, .dt = 1.0f / 60.0f},
    .frames = 120,
    .bodies_max = 1000000,
    .create = create,
    .prepare = prepare,
    .destroy = destroy,
    .extent = extent,
};
