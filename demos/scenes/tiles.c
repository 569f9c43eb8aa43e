// Tiles: a large level that rests and a few bodies that move through it. What rests should cost nothing, so a step
// should take as long as a thousand movers take, not a hundred thousand tiles.
#include "../scene.h"

#include <stdlib.h>

enum { TILES_ACROSS = 400, TILES_DOWN = 250 };

#define TILE_PITCH 1.5f
#define MOVER_RADIUS 0.4f
#define SPEED_MAX 5.0f

typedef struct Tiles {
    Demo demo;
    AukBodyId *movers;
} Tiles;

// The movers keep to a square that the tiles cover from edge to edge.
static float half_of_square(void)
{
    return 0.5f * TILE_PITCH * (float)TILES_DOWN;
}

static void add_tiles(Demo *demo)
{
    AukBodyDef def = {0};
    def.motion = AUK_MOTION_STATIC;
    def.shape = auk_shape_box(0.5f, 0.5f);
    for (int y = 0; y < TILES_DOWN; y++) {
        for (int x = 0; x < TILES_ACROSS; x++) {
            float across = (float)x - 0.5f * (float)(TILES_ACROSS - 1);
            float down = (float)y - 0.5f * (float)(TILES_DOWN - 1);
            def.position = auk_vec(TILE_PITCH * across, TILE_PITCH * down);
            demo_add_body(demo, &def);
        }
    }
}

static void add_movers(Tiles *tiles)
{
    DemoRandom *random = &tiles->demo.random;
    for (int i = 0; i < tiles->demo.options.bodies; i++) {
        AukBodyDef def = {0};
        def.shape = i % 2 == 0 ? auk_shape_circle(MOVER_RADIUS) : auk_shape_box(MOVER_RADIUS, 0.5f * MOVER_RADIUS);
        def.position = demo_random_in_square(random, half_of_square());
        def.angle = demo_random_angle(random);
        def.velocity = auk_vec_scale(SPEED_MAX, demo_random_in_disc(random));
        def.spin = i % 4 == 1 ? demo_random_between(random, -1.0f, 1.0f) : 0.0f;
        tiles->movers[i] = demo_add_body(&tiles->demo, &def);
    }
}

static Demo *create(const DemoOptions *options)
{
    Tiles *tiles = calloc(1, sizeof *tiles);
    AukBodyId *movers = calloc((size_t)options->bodies, sizeof *movers);
    if (tiles == NULL || movers == NULL) {
        free(tiles);
        free(movers);
        return NULL;
    }
    demo_init(&tiles->demo, options);
    tiles->movers = movers;
    add_tiles(&tiles->demo);
    add_movers(tiles);
    return &tiles->demo;
}

static void prepare(Demo *demo)
{
    Tiles *tiles = (Tiles *)demo;
    for (int i = 0; i < demo->options.bodies; i++) {
        demo_keep_inside(demo, tiles->movers[i], half_of_square());
    }
}

static void destroy(Demo *demo)
{
    Tiles *tiles = (Tiles *)demo;
    auk_world_destroy(demo->world);
    free(tiles->movers);
    free(tiles);
}

const DemoScene scene_tiles = {
    .name = "tiles",
    .title = "100,000 boxes that rest and a few bodies that move among them",
    .bodies_text = "movers",
    .defaults = {.seed = 1, .bodies = 1000, .dt = 1.0f / 60.0f},
    .frames = 300,
    .bodies_max = 1000000,
    .create = create,
    .prepare = prepare,
    .destroy = destroy,
};
