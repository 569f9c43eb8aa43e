// What the tests of ground add to the scenes of characters: grids of tiles, and bodies to put them on.
#ifndef AUK_TESTS_SUPPORT_TERRAIN_SCENE_H
#define AUK_TESTS_SUPPORT_TERRAIN_SCENE_H

#include "auk/terrain.h"
#include "support/mover_scene.h"

static inline AukShapeId grid_of(AukWorld *world, AukBodyId body, int width, int height, const uint8_t *cells)
{
    AukTilesDef tiles = {width, height, 1.0f, 0.0f, cells};
    AukShapeId id = auk_body_add_tiles(world, body, &tiles, NULL);
    cr_assert_eq(auk_world_last_status(world), AUK_OK);
    return id;
}

// A static grid of square cells, its low left corner at (x, y).
static inline AukShapeId grid_at(AukWorld *world, float x, float y, int width, int height, const uint8_t *cells)
{
    AukBodyDef body = {.motion = AUK_MOTION_STATIC, .position = {x, y}};
    return grid_of(world, auk_body_create(world, &body), width, height, cells);
}

static inline AukBodyId empty_body(AukWorld *world, AukMotion motion, float x, float y)
{
    return scene_body(world, motion, (AukShape){0}, x, y);
}

#endif
