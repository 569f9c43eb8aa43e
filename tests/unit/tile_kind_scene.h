// Short forms for tests of kinds of tiles.
#ifndef AUK_TESTS_UNIT_TILE_KIND_SCENE_H
#define AUK_TESTS_UNIT_TILE_KIND_SCENE_H

#include "support/terrain_scene.h"

enum { K = AUK_TILE_KIND_FIRST };

// A floor in the upper quarter of a cell, solid from above only.
static const AukTileKind plank = {
    .points = {{0.0f, 0.75f}, {1.0f, 0.75f}, {1.0f, 1.0f}, {0.0f, 1.0f}}, .count = 4, .one_way = {0.0f, 1.0f}};

static inline void make_kind(AukWorld *world, int tile, AukTileKind kind)
{
    cr_assert_eq(auk_world_set_tile_kind(world, tile, &kind), AUK_OK);
}

#endif
