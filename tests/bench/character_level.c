// Everything is drawn from left to right, one unit of x after the other.
#include "character_level.h"

#include "bench.h"
#include "memory.h"
#include "scenes/random.h"

#include <math.h>

enum { MARGIN = (int)LEVEL_MARGIN, TILE_ROWS = 24, PLATFORM_WIDTH = 3, PLATFORM_ABOVE = 3 };

#define SLOPE_MAX 0.8f // of the hills: less than 39 degrees, which characters climb
#define BOX_AREA 25.0f // for each box
#define BOXES_TOP 20.0f

static void create_chain(Level *level, DemoRandom *random)
{
    int count = level->height_count + 1;
    float y = 0.0f;
    level->points = bench_allocate((size_t)count, sizeof *level->points);
    level->point_count = count;
    for (int i = 0; i < count; i++) {
        level->points[count - 1 - i] = auk_vec((float)(i - count / 2), y);
        float next = y + demo_random_between(random, -SLOPE_MAX, SLOPE_MAX) - 0.02f * y;
        if (i < level->height_count) {
            level->heights[i] = y < next ? y : next;
        }
        level->top = y > level->top ? y : level->top;
        y = next;
    }
}

static void fill_column(Level *level, int column, int from, int to)
{
    for (int row = from; row < to; row++) {
        level->cells[row * level->columns + column] = 1;
    }
}

// Steps of one cell, and platforms here and there.
static void create_tiles(Level *level, DemoRandom *random)
{
    int ground = TILE_ROWS / 3, platform = 0, platform_row = 0;
    level->columns = level->height_count;
    level->rows = TILE_ROWS;
    level->cells = bench_allocate((size_t)level->columns * TILE_ROWS, 1);
    for (int column = 0; column < level->columns; column++) {
        int change = demo_random_below(random, 6);
        ground += change == 0 && ground > 2 ? -1 : (change == 1 && ground < TILE_ROWS / 2 ? 1 : 0);
        if (platform == 0 && demo_random_below(random, 8) == 0) {
            platform = PLATFORM_WIDTH;
            platform_row = ground + PLATFORM_ABOVE;
        }
        fill_column(level, column, 0, ground);
        if (platform > 0) {
            fill_column(level, column, platform_row, platform_row + 1);
            platform--;
        }
        level->heights[column] = (float)ground;
    }
    level->top = (float)TILE_ROWS;
}

static void create_boxes(Level *level, DemoRandom *random)
{
    float half = level->half + LEVEL_MARGIN;
    level->box_count = 1 + (int)(2.0f * half * BOXES_TOP / BOX_AREA);
    level->boxes = bench_allocate((size_t)level->box_count, sizeof *level->boxes);
    level->boxes[0] = (LevelBox){.half = {half, 0.5f}, .position = {0.0f, -0.5f}};
    for (int i = 1; i < level->box_count; i++) {
        LevelBox *box = &level->boxes[i];
        box->half = auk_vec(0.5f, 0.5f);
        box->position.x = demo_random_between(random, -half, half);
        box->position.y = demo_random_between(random, 0.0f, BOXES_TOP);
        box->angle = demo_random_angle(random);
    }
    level->top = BOXES_TOP + 1.0f;
}

Level level_create(LevelKind kind, int half, uint64_t seed)
{
    DemoRandom random = {seed};
    Level level = {.kind = kind, .half = (float)half, .height_count = 2 * (half + MARGIN)};
    level.heights = bench_allocate((size_t)level.height_count, sizeof *level.heights);
    switch (kind) {
    case LEVEL_CHAIN: create_chain(&level, &random); break;
    case LEVEL_TILES: create_tiles(&level, &random); break;
    case LEVEL_BOXES: create_boxes(&level, &random); break;
    case LEVEL_KINDS: bench_fail("no kind of level"); break;
    }
    return level;
}

void level_destroy(Level *level)
{
    bench_release(level->points);
    bench_release(level->cells);
    bench_release(level->boxes);
    bench_release(level->heights);
}

float level_ground(const Level *level, float x)
{
    int interval = (int)floorf(x) + level->height_count / 2;
    if (interval < 0 || interval >= level->height_count) {
        return INFINITY; // it left the level
    }
    return level->heights[interval];
}
