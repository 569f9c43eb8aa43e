// Steps of bodies that fly about in a map of tiles, of which a third is solid. auk has the map as one grid, then as a
// box for each solid cell, as its peers have it.
#include "auk/terrain.h"
#include "memory.h"
#include "report.h"
#include "scenes/setups.h"
#include "world_run.h"

#include <math.h>
#include <string.h>

enum { WARM_UP = 20, MAP_MOVERS = 10000, MAP_MOVERS_QUICK = 1000, MAP_SOLID = 33, MAP_BORDER = 5 };

typedef struct Map {
    int side;
    uint8_t *cells;
    int solids;
} Map;

static Map map_make(int movers, uint64_t seed)
{
    DemoRandom random = {seed};
    Map map = {2 * (int)sqrt(movers) + 2 * MAP_BORDER, NULL, 0};
    size_t count = (size_t)map.side * (size_t)map.side;
    map.cells = bench_allocate(count, 1);
    for (size_t i = 0; i < count; i++) {
        map.cells[i] = demo_random_below(&random, 100) < MAP_SOLID ? AUK_TILE_FULL : AUK_TILE_EMPTY;
        map.solids += map.cells[i] == AUK_TILE_FULL;
    }
    return map;
}

static void fill_movers(WorldRun *run, const WorldEngine *engine, const Map *map)
{
    DemoRandom random = {run->seed + 1};
    Setup setup = {0};
    setup.half = run->half = 0.5f * (float)map->side - (float)MAP_BORDER;
    for (int i = 0; i < run->movers; i++) {
        AukBodyDef def = tiles_mover(&setup, &random, i);
        engine->add(run->bodies - run->movers + i, &def);
    }
}

// The grid belongs to a body that has no slot.
static void fill_grid(WorldRun *run, const WorldEngine *engine)
{
    const Map *map = run->state;
    AukBodyDef body = {.motion = AUK_MOTION_STATIC};
    AukTilesDef tiles = {.width = map->side, .height = map->side, .cell = 1.0f, .cells = map->cells};
    AukShapeDef place = {.position = {-0.5f * (float)map->side, -0.5f * (float)map->side}};
    AukWorld *world = world_auk_get();
    if (auk_shape_id_is_null(auk_body_add_tiles(world, auk_body_create(world, &body), &tiles, &place))) {
        bench_fail("%s", auk_status_text(auk_world_last_status(world)));
    }
    fill_movers(run, engine, map);
}

static void fill_boxes(WorldRun *run, const WorldEngine *engine)
{
    const Map *map = run->state;
    int slot = 0;
    for (int i = 0; i < map->side * map->side; i++) {
        AukBodyDef def = {.motion = AUK_MOTION_STATIC, .shape = auk_shape_box(0.5f, 0.5f)};
        def.position = auk_vec((float)(i % map->side) + 0.5f - 0.5f * (float)map->side,
                               (float)(i / map->side) + 0.5f - 0.5f * (float)map->side);
        if (map->cells[i] == AUK_TILE_FULL) {
            engine->add(slot++, &def);
        }
    }
    fill_movers(run, engine, map);
}

void bench_map(const BenchOptions *options)
{
    int movers = options->bodies > 0 ? options->bodies : (options->quick ? MAP_MOVERS_QUICK : MAP_MOVERS);
    Map map = map_make(movers, options->seed);
    report_scene("map",
                 "bodies fly about in a map of tiles, a third of which is solid: one grid, or a box for each tile");
    WorldRun run = {0};
    run.scene = "map";
    run.phase = "step, grid";
    run.bodies = run.movers = movers;
    run.workers = 1;
    run.warm_up = options->quick ? WARM_UP / 4 : WARM_UP;
    run.frames = bench_frames(options, movers);
    run.seed = options->seed;
    run.fill = fill_grid;
    run.state = &map;
    world_run(&run, &world_auk);
    run.phase = "step";
    run.bodies = map.solids + movers;
    run.fill = fill_boxes;
    world_run_all(&run);
    bench_release(map.cells);
}
