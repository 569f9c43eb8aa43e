// auk_world_move(). A character keeps its AukMover from move to move.
#include "auk/mover.h"
#include "auk/terrain.h"
#include "bench.h"
#include "memory.h"
#include "mover_engines.h"

#define STEP_HEIGHT 0.3f
#define SNAP 0.3f

static AukWorld *world;
static AukMover *movers;

AukShape mover_auk_shape(void)
{
    return auk_shape_capsule(auk_vec(0.0f, -MOVER_CORE), auk_vec(0.0f, MOVER_CORE), MOVER_RADIUS);
}

static void add_chain(AukWorld *to, AukBodyId ground, const Level *level)
{
    AukShapeDef def = {.one_sided = true}; // as Box2D's are
    auk_body_add_chain(to, ground, level->points, level->point_count, false, &def);
}

static void add_tiles(AukWorld *to, AukBodyId ground, const Level *level)
{
    AukShapeDef def = {.position = {-0.5f * (float)level->columns, 0.0f}};
    AukTilesDef tiles = {.width = level->columns, .height = level->rows, .cell = 1.0f, .cells = level->cells};
    auk_body_add_tiles(to, ground, &tiles, &def);
}

static void add_boxes(AukWorld *to, const Level *level)
{
    for (int i = 0; i < level->box_count; i++) {
        const LevelBox *box = &level->boxes[i];
        AukBodyDef def = {.motion = AUK_MOTION_STATIC, .position = box->position, .angle = box->angle};
        def.shape = auk_shape_box(box->half.x, box->half.y);
        auk_body_create(to, &def);
    }
}

AukWorld *mover_auk_world(const Level *level)
{
    AukWorld *made = auk_world_create(NULL, NULL);
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    AukBodyId ground = auk_body_create(made, &def);
    switch (level->kind) {
    case LEVEL_CHAIN: add_chain(made, ground, level); break;
    case LEVEL_TILES: add_tiles(made, ground, level); break;
    case LEVEL_BOXES: add_boxes(made, level); break;
    case LEVEL_KINDS: break;
    }
    if (!made || auk_world_last_status(made) || auk_world_step(made, BENCH_DT)) {
        bench_fail("a level for characters: %s", auk_status_text(auk_world_last_status(made)));
    }
    return made;
}

static void begin(const Level *level, const Character *characters, int count)
{
    world = mover_auk_world(level);
    movers = bench_allocate((size_t)count, sizeof *movers);
    for (int i = 0; i < count; i++) {
        movers[i].shape = mover_auk_shape();
        movers[i].pose = auk_transform(characters[i].position, 0.0f);
    }
}

static void begin_steps(const Level *level, const Character *characters, int count)
{
    begin(level, characters, count);
    for (int i = 0; i < count; i++) {
        movers[i].step_height = STEP_HEIGHT;
        movers[i].snap = SNAP;
    }
}

static void move(Character *characters, int count)
{
    for (int i = 0; i < count; i++) {
        movers[i].velocity = characters[i].velocity;
        int status = auk_world_move(world, &movers[i], BENCH_DT, NULL, 0);
        if (status < 0 || movers[i].stuck) {
            bench_fail("character %d: %s", i, status < 0 ? auk_status_text((AukStatus)-status) : "stuck");
        }
        characters[i].position = movers[i].pose.p;
        characters[i].velocity = movers[i].velocity;
    }
}

static void end(void)
{
    auk_world_destroy(world);
    bench_release(movers);
}

// A chain's edges are thin: the depth of an overlap is that of rounding.
const MoverEngine mover_auk = {.name = "auk", .depth_max = 1e-4f, .begin = begin, .move = move, .end = end};

const MoverEngine mover_auk_steps = {
    .name = "auk steps and snap", .depth_max = 1e-4f, .begin = begin_steps, .move = move, .end = end};
