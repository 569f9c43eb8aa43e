// A map of tiles, whole or in several grids, with crates on it; comparison of two such worlds, with names mapped.
#ifndef AUK_TESTS_PROP_TILE_STAGE_H
#define AUK_TESTS_PROP_TILE_STAGE_H

#include "auk/auk.h"
#include "support/random.h"

enum { TILE_MAP_WIDTH = 10, TILE_MAP_HEIGHT = 8, TILE_MAP_CELLS = TILE_MAP_WIDTH * TILE_MAP_HEIGHT };
enum { TILE_STAGE_CRATES = 14 };

// The same map, whole or in rectangles.
typedef struct TileMap {
    uint8_t cells[TILE_MAP_CELLS];
    AukTransform pose;
    float cell, tall, radius;              // width of a cell, its height in widths
    int cut_x[6], columns, cut_y[6], rows; // cuts between rectangles, from 0 to the whole size
    bool one_body;
    AukMotion motion;
    AukVec2 velocity;
} TileMap;

// A world with a map, and what its rectangles are called.
typedef struct TileStage {
    AukWorld *world;
    AukShapeId shapes[25];
    AukBodyId crates[TILE_STAGE_CRATES];
    bool polygons[TILE_STAGE_CRATES];
    int x[25], y[25], widths[25], count;
} TileStage;

AukShape tile_stage_shape(Random *random, float size, AukVec2 *vertices);

// Crates meet only the map: among each other the order of hits would depend on names.
void tile_stage_add_crates(TileStage *stage, Random random, const TileMap *map, bool swept);

bool tile_stage_is_close(AukVec2 a, AukVec2 b, float tolerance);

// Both fail the test, and say where, if the two worlds differ by more than rounding.
void tile_stage_compare_contacts(const TileStage *whole, const TileStage *parts, const TileMap *map, const char *where);
void tile_stage_compare_queries(const TileStage *whole, const TileStage *parts, const TileMap *map, Random *random,
                                const char *where);

#endif
