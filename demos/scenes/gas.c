// Gas: discs, boxes and pentagons fly about in a square and pass through each other. The scene turns velocities round
// at the walls between two steps; there are no wall bodies, so every pair is a pair of movers.
#include "../scene.h"

#include <stdlib.h>

#define CIRCUMRADIUS 0.5f
#define SPEED_MAX 5.0f
#define SPIN_MAX 1.0f

typedef struct Gas {
    Demo demo;
    float half; // of the square in which centres stay
    AukBodyId *bodies;
} Gas;

static AukShape shape_of(int kind, const AukVec2 pentagon[5])
{
    switch (kind) {
    case 0: return auk_shape_circle(CIRCUMRADIUS);
    case 1: return auk_shape_box(CIRCUMRADIUS * 0.70710678f, CIRCUMRADIUS * 0.70710678f);
    default: return auk_shape_polygon(pentagon, 5, 0.0f);
    }
}

static void add_bodies(Gas *gas)
{
    DemoRandom *random = &gas->demo.random;
    AukVec2 pentagon[5];
    for (int i = 0; i < 5; i++) {
        pentagon[i] = auk_rot_apply(auk_rot(1.25663706f * (float)i), auk_vec(CIRCUMRADIUS, 0.0f));
    }
    for (int i = 0; i < gas->demo.options.bodies; i++) {
        AukBodyDef def = {0};
        def.shape = shape_of(i % 3, pentagon);
        def.position = demo_random_in_square(random, gas->half);
        def.angle = demo_random_angle(random);
        def.velocity = auk_vec_scale(SPEED_MAX, demo_random_in_disc(random));
        def.spin = i % 2 == 0 ? 0.0f : demo_random_between(random, -SPIN_MAX, SPIN_MAX);
        def.user_data = (uint64_t)i;
        gas->bodies[i] = demo_add_body(&gas->demo, &def);
    }
}

static Demo *create(const DemoOptions *options)
{
    Gas *gas = calloc(1, sizeof *gas);
    AukBodyId *bodies = calloc((size_t)options->bodies, sizeof *bodies);
    if (gas == NULL || bodies == NULL) {
        free(gas);
        free(bodies);
        return NULL;
    }
    demo_init(&gas->demo, options);
    gas->bodies = bodies;
    float inner = sqrtf((float)options->bodies) - CIRCUMRADIUS;
    gas->half = inner > CIRCUMRADIUS ? inner : CIRCUMRADIUS;
    add_bodies(gas);
    return &gas->demo;
}

static void prepare(Demo *demo)
{
    Gas *gas = (Gas *)demo;
    for (int i = 0; i < demo->options.bodies; i++) {
        demo_keep_inside(demo, gas->bodies[i], gas->half);
    }
}

static void destroy(Demo *demo)
{
    Gas *gas = (Gas *)demo;
    auk_world_destroy(demo->world);
    free(gas->bodies);
    free(gas);
}

const DemoScene scene_gas = {
    .name = "gas",
    .title = "discs, boxes and pentagons fly about in a square",
    .bodies_text = "bodies",
    .defaults = {.seed = 1, .bodies = 10000, .dt = 1.0f / 60.0f},
    .frames = 300,
    .bodies_max = 2000000,
    .create = create,
    .prepare = prepare,
    .destroy = destroy,
};
