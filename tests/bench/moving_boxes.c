// Bodies from the setups of the scenes, integrated as a world does; polygons keep their vertices here.
#include "moving_boxes.h"

#include "auk/geom.h"
#include "bench.h"
#include "memory.h"
#include "scenes/setups.h"

#include <string.h>

enum { VERTICES = 5 };

struct Mover {
    AukShape shape;
    AukVec2 vertices[VERTICES]; // of a polygon
    AukVec2 position;
    float angle, spin;
};

static void set_mover(MovingBoxes *moving, int index, const AukBodyDef *def)
{
    Mover *mover = &moving->movers[index];
    mover->shape = def->shape;
    mover->position = def->position;
    mover->angle = def->angle;
    mover->spin = def->spin;
    if (def->shape.kind == AUK_SHAPE_POLYGON) {
        memcpy(mover->vertices, def->shape.core.polygon.vertices, sizeof mover->vertices);
        mover->shape.core.polygon.vertices = mover->vertices;
    }
    moving->velocities[index] = def->velocity;
    moving->boxes[index] = auk_shape_bounds(&mover->shape, auk_transform(mover->position, mover->angle));
}

static void create_gas(MovingBoxes *moving, DemoRandom *random, int frames_to_middle)
{
    Setup setup = gas_setup(moving->count);
    moving->half = setup.half;
    for (int i = 0; i < moving->count; i++) {
        AukBodyDef def = gas_body(&setup, random, i);
        if (frames_to_middle > 0) {
            def.velocity = auk_vec_scale(-1.0f / ((float)frames_to_middle * BENCH_DT), def.position);
        }
        set_mover(moving, i, &def);
    }
}

static void create_clumps(MovingBoxes *moving, DemoRandom *random)
{
    ClumpsSetup setup = {0};
    if (!clumps_setup(&setup, random, moving->count)) {
        bench_fail("out of memory");
    }
    moving->half = setup.common.half;
    for (int i = 0; i < moving->count; i++) {
        AukBodyDef def = clumps_body(&setup, random, i);
        set_mover(moving, i, &def);
    }
    clumps_setup_release(&setup);
}

MovingBoxes moving_boxes_create(MovingKind kind, int count, int frames, uint64_t seed)
{
    DemoRandom random = {seed};
    MovingBoxes moving = {0};
    moving.count = count;
    moving.reflects = kind != MOVING_PILEUP;
    moving.movers = bench_allocate((size_t)count, sizeof *moving.movers);
    moving.boxes = bench_allocate((size_t)count, sizeof *moving.boxes);
    moving.velocities = bench_allocate((size_t)count, sizeof *moving.velocities);
    switch (kind) {
    case MOVING_GAS: create_gas(&moving, &random, 0); break;
    case MOVING_CLUMPS: create_clumps(&moving, &random); break;
    case MOVING_PILEUP: create_gas(&moving, &random, frames); break;
    }
    return moving;
}

static float reflected(float position, float half, float velocity)
{
    bool leaves = (position < -half && velocity < 0.0f) || (position > half && velocity > 0.0f);
    return leaves ? -velocity : velocity;
}

void moving_boxes_step(MovingBoxes *moving)
{
    for (int i = 0; i < moving->count; i++) {
        Mover *mover = &moving->movers[i];
        AukVec2 *velocity = &moving->velocities[i];
        if (moving->reflects) {
            velocity->x = reflected(mover->position.x, moving->half, velocity->x);
            velocity->y = reflected(mover->position.y, moving->half, velocity->y);
        }
        mover->position = auk_vec_add(mover->position, auk_vec_scale(BENCH_DT, *velocity));
        mover->angle += mover->spin * BENCH_DT;
        moving->boxes[i] = auk_shape_bounds(&mover->shape, auk_transform(mover->position, mover->angle));
    }
}

void moving_boxes_destroy(MovingBoxes *moving)
{
    bench_release(moving->movers);
    bench_release(moving->boxes);
    bench_release(moving->velocities);
}
