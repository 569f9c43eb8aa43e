// Gas: discs, boxes and pentagons fly through each other in a square. The scene reflects velocities at the border
// between two steps. There are no walls, so every pair is one of two moving bodies.
#include "scenes/scene.h"
#include "scenes/setups.h"

typedef struct Gas {
    Demo demo;
    Setup setup;
    AukBodyId *bodies;
} Gas;

static Demo *create(const DemoOptions *options)
{
    Gas *gas = demo_new(options, sizeof *gas, (size_t)options->bodies * sizeof *gas->bodies);
    if (gas == NULL) {
        return NULL;
    }
    gas->bodies = gas->demo.items;
    gas->setup = gas_setup(options->bodies);
    for (int i = 0; i < options->bodies; i++) {
        AukBodyDef def = gas_body(&gas->setup, &gas->demo.random, i);
        gas->bodies[i] = demo_add_body(&gas->demo, &def);
    }
    return &gas->demo;
}

static void prepare(Demo *demo)
{
    Gas *gas = (Gas *)demo;
    for (int i = 0; i < demo->options.bodies; i++) {
        demo_keep_inside(demo, gas->bodies[i], gas->setup.half);
    }
}

static AukVec2 extent(const Demo *demo)
{
    float half = ((const Gas *)demo)->setup.half + 1.0f;
    return auk_vec(half, half);
}

const DemoScene scene_gas = {
    .name = "gas",
    .title = "discs, boxes and pentagons that fly through each other",
    .bodies_text = "bodies",
    .defaults = {.seed = 1, .bodies = 10000, .dt = 1.0f / 60.0f},
    .frames = 300,
    .bodies_max = 2000000,
    .create = create,
    .prepare = prepare,
    .destroy = demo_destroy,
    .extent = extent,
};
