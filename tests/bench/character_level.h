// Ground for characters: hills of a chain, a grid of tiles, boxes over a floor. The same random numbers give the same
// ground to every engine.
#ifndef AUK_BENCH_CHARACTER_LEVEL_H
#define AUK_BENCH_CHARACTER_LEVEL_H

#include "auk/types.h"

typedef enum LevelKind { LEVEL_CHAIN, LEVEL_TILES, LEVEL_BOXES, LEVEL_KINDS } LevelKind;

typedef struct LevelBox {
    AukVec2 half, position;
    float angle;
} LevelBox;

typedef struct Level {
    LevelKind kind;
    float half;      // characters stay between x = -half and x = half; the ground goes on for LEVEL_MARGIN
    float top;       // above all ground
    AukVec2 *points; // chain: from right to left, so that the upper side is the outer one, 1 apart in x
    int point_count;
    uint8_t *cells; // tiles: 1 for a full cell of side 1, row by row; the low left corner is at (-columns / 2, 0)
    int columns, rows;
    LevelBox *boxes; // the first one is the floor, up to y = 0
    int box_count;
    float *heights; // chain, tiles: of the ground in each interval of length 1 in x, the lower end of it
    int height_count;
} Level;

#define LEVEL_MARGIN 20.0f

Level level_create(LevelKind kind, int half, uint64_t seed);
void level_destroy(Level *level);

// No character belongs below this height. It may be a little lower than the ground.
float level_ground(const Level *level, float x);

#endif
