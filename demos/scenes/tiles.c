// Tiles: 100,000 static boxes and few bodies that move among them. Static bodies should cost nothing, so the time of a
// step should depend on the moving bodies only.
#include "scenes/scene.h"
#include "scenes/setups.h"

typedef struct Tiles {
    Demo demo;
    Setup setup;
    AukBodyId *movers;
} Tiles;

static void add_tiles(Demo *demo)
{
    for (int i = 0; i < TILES_COUNT; i++) {
        AukBodyDef def = tiles_tile(i);
        demo_add_body(demo, &def);
    }
}

static void add_movers(Tiles *tiles)
{
    for (int i = 0; i < tiles->demo.options.bodies; i++) {
        AukBodyDef def = tiles_mover(&tiles->setup, &tiles->demo.random, i);
        tiles->movers[i] = demo_add_body(&tiles->demo, &def);
    }
}

static Demo *create(const DemoOptions *options)
{
    Tiles *tiles = demo_new(options, sizeof *tiles, (size_t)options->bodies * sizeof *tiles->movers);
    if (tiles == NULL) {
        return NULL;
    }
    tiles->movers = tiles->demo.items;
    tiles->setup = tiles_setup();
    add_tiles(&tiles->demo);
    add_movers(tiles);
    return &tiles->demo;
}

static void prepare(Demo *demo)
{
    Tiles *tiles = (Tiles *)demo;
    for (int i = 0; i < demo->options.bodies; i++) {
        demo_keep_inside(demo, tiles->movers[i], tiles->setup.half);
    }
}

// A part of the level, since boxes would be dots in all of it.
static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(24.0f, 18.0f);
}

const DemoScene scene_tiles = {
    .name = "tiles",
    .title = "100,000 static boxes and few bodies that move among them",
    .bodies_text = "moving bodies",
    .defaults = {.seed = 1, .bodies = 1000, .dt = 1.0f / 60.0f},
    .frames = 300,
    .bodies_max = 1000000,
    .create = create,
    .prepare = prepare,
    .destroy = demo_destroy,
    .extent = extent,
};
