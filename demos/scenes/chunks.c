// Chunks: a map of tiles whose chunks are attached where walkers come and detached behind them. Grids side by side are
// one surface: no walker meets a wall on these hills. The slopes, in thirds of a cell, are kinds that the scene makes,
// and the level ones are conveyors.
#include "scenes/scene.h"
#include "viewer/draw/view.h"

enum { PARTS = 3 }; // heights of the ground are in thirds of a cell
enum { CHUNK = 8, COLUMNS = 6, FLOORS = 2, WIDTH = CHUNK * COLUMNS, CHUNK_CELLS = CHUNK * CHUNK };

#define CELL_HEIGHT 0.75f
#define SPEED 5.0f
#define BELT 1.5f
#define GRAVITY 20.0f
#define RADIUS 0.4f

typedef struct Walker {
    AukBodyId body;
    AukMover mover;
    float way; // 1: to the right
} Walker;

typedef struct Chunks {
    Demo demo;
    Walker *walkers;
    AukBodyId columns[COLUMNS]; // null: detached
    int heights[WIDTH + 1];     // of the ground between two columns of cells, in parts
    int64_t attached, detached, walls;
} Chunks;

static void shape_hills(Chunks *chunks)
{
    int height = PARTS * CHUNK * 3 / 4;
    for (int x = 0; x <= WIDTH; x++) {
        int step = (int)demo_random_between(&chunks->demo.random, 0.0f, 3.0f) - 1;
        height += height + step < 4 || height + step > FLOORS * PARTS * CHUNK - 4 ? -step : step;
        chunks->heights[x] = height;
    }
}

// The kind of a cell whose ground rises from `left` to `right` parts above its low side.
static uint8_t kind_of(int left, int right)
{
    return (uint8_t)(AUK_TILE_KIND_FIRST + left * (PARTS + 1) + right);
}

// The four-sided kinds of all slopes; those that end at the low side are triangles.
static void make_kinds(Demo *demo)
{
    for (int left = 0; left <= PARTS; left++) {
        for (int right = 0; right <= PARTS && demo->status == AUK_OK; right++) {
            float third = 1.0f / (float)PARTS;
            AukTileKind kind = {.count = 4};
            kind.points[1] = auk_vec(1.0f, 0.0f);
            kind.points[2] = auk_vec(1.0f, third * (float)right);
            kind.points[3] = auk_vec(0.0f, third * (float)left);
            kind.conveyor = auk_vec(left == right ? BELT : 0.0f, 0.0f);
            if (left > 0 || right > 0) {
                demo->status = auk_world_set_tile_kind(demo->world, kind_of(left, right), &kind);
            }
        }
    }
}

// The ground in a cell rises from `left` to `right` parts above its low side.
static uint8_t tile_of(int left, int right)
{
    if (left >= PARTS && right >= PARTS) {
        return left > PARTS || right > PARTS ? AUK_TILE_FULL : kind_of(PARTS, PARTS);
    }
    return left <= 0 && right <= 0 ? AUK_TILE_EMPTY : kind_of(left > 0 ? left : 0, right > 0 ? right : 0);
}

static void attach(Chunks *chunks, int column)
{
    Demo *demo = &chunks->demo;
    AukBodyDef def = {.motion = AUK_MOTION_STATIC, .position = {(float)(CHUNK * column - WIDTH / 2), 0.0f}};
    chunks->columns[column] = demo_add_body(demo, &def);
    for (int floor = 0; floor < FLOORS && demo->status == AUK_OK; floor++) {
        uint8_t cells[CHUNK_CELLS];
        for (int i = 0; i < CHUNK_CELLS; i++) {
            int x = CHUNK * column + i % CHUNK, y = CHUNK * floor + i / CHUNK;
            cells[i] = tile_of(chunks->heights[x] - PARTS * y, chunks->heights[x + 1] - PARTS * y);
        }
        AukTilesDef tiles = {CHUNK, CHUNK, 1.0f, CELL_HEIGHT, cells};
        AukShapeDef shape = {.position = {0.0f, CELL_HEIGHT * (float)(CHUNK * (floor - 1))}};
        auk_body_add_tiles(demo->world, chunks->columns[column], &tiles, &shape);
        demo->status = auk_world_last_status(demo->world);
    }
    chunks->attached++;
}

static void detach(Chunks *chunks, int column)
{
    auk_body_destroy(chunks->demo.world, chunks->columns[column]);
    chunks->columns[column] = (AukBodyId){0, 0};
    chunks->detached++;
}

// Attaches the columns of chunks within half a chunk of a walker, and detaches the others.
static void stream(Chunks *chunks)
{
    for (int column = 0; column < COLUMNS; column++) {
        float left = (float)(CHUNK * column - WIDTH / 2), near = 0.5f * (float)CHUNK;
        bool wanted = false, there = !auk_body_id_is_null(chunks->columns[column]);
        for (int i = 0; i < chunks->demo.options.bodies; i++) {
            float x = chunks->walkers[i].mover.pose.p.x;
            wanted = wanted || (x >= left - near && x <= left + (float)CHUNK + near);
        }
        if (wanted && !there && chunks->demo.status == AUK_OK) {
            attach(chunks, column);
        } else if (!wanted && there) {
            detach(chunks, column);
        }
    }
}

static void add_walker(Chunks *chunks, int index)
{
    Walker *walker = &chunks->walkers[index];
    Demo *demo = &chunks->demo;
    int x = 2 + (int)demo_random_between(&demo->random, 0.0f, 8.0f);
    float ground = CELL_HEIGHT / (float)PARTS * (float)(chunks->heights[x] - PARTS * CHUNK);
    AukBodyDef def = {.shape = auk_shape_circle(RADIUS), .filter = {.group = 1}};
    def.position = auk_vec((float)(x - WIDTH / 2), ground + 2.0f * RADIUS);
    walker->body = demo_add_body(demo, &def);
    walker->mover =
        (AukMover){.pose = auk_transform(def.position, 0.0f), .shape = def.shape, .snap = RADIUS, .floor = true};
    walker->way = 1.0f;
}

static Demo *create(const DemoOptions *options)
{
    Chunks *chunks = demo_new(options, sizeof *chunks, (size_t)options->bodies * sizeof *chunks->walkers);
    if (chunks == NULL) {
        return NULL;
    }
    chunks->walkers = chunks->demo.items;
    shape_hills(chunks);
    make_kinds(&chunks->demo);
    for (int i = 0; i < options->bodies; i++) {
        add_walker(chunks, i);
    }
    stream(chunks);
    return &chunks->demo;
}

static void prepare(Demo *demo)
{
    Chunks *chunks = (Chunks *)demo;
    stream(chunks);
    for (int i = 0; i < demo->options.bodies && demo->status == AUK_OK; i++) {
        Walker *walker = &chunks->walkers[i];
        float x = auk_body_get_position(demo->world, walker->body).x;
        walker->way = x > 0.5f * (float)WIDTH - 2.0f ? -1.0f : (x < 2.0f - 0.5f * (float)WIDTH ? 1.0f : walker->way);
        float pace = SPEED * (1.0f + 0.02f * (float)(i % 8));
        walker->mover.velocity = auk_vec(walker->way * pace, walker->mover.velocity.y - GRAVITY * demo->options.dt);
        demo->status = auk_body_walk(demo->world, walker->body, &walker->mover, demo->options.dt, NULL);
        chunks->walls += walker->mover.wall || walker->mover.stuck;
    }
}

// A disc sunk into the ground under a walker is pushed out upwards, also where two grids meet. The slopes rise by
// a quarter of a cell in one: their normals have 0.24 sideways.
static void check(Demo *demo)
{
    Chunks *chunks = (Chunks *)demo;
    AukShape disc = auk_shape_circle(RADIUS);
    for (int i = 0; i < demo->options.bodies; i++) {
        AukFound found[16];
        AukTransform pose = chunks->walkers[i].mover.pose;
        AukQuery query = {.filter = {.group = 1}};
        pose.p.y -= 0.3f * RADIUS;
        int count = auk_world_overlap(demo->world, &disc, pose, &query, found, 16);
        for (int k = 0; k < count && chunks->walkers[i].mover.floor; k++) {
            chunks->walls += found[k].normal.x > 0.35f || found[k].normal.x < -0.35f;
        }
    }
    demo->checks.missed = chunks->walls;
}

static void report(const Demo *demo, FILE *stream_)
{
    const Chunks *chunks = (const Chunks *)demo;
    fprintf(stream_, " attached=%lld detached=%lld walls=%lld", (long long)chunks->attached,
            (long long)chunks->detached, (long long)chunks->walls);
}

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(0.5f * (float)WIDTH + 1.0f, CELL_HEIGHT * (float)CHUNK + 2.0f);
}

// The borders of the chunks that are attached.
static void draw(Demo *demo, View *view)
{
    const Chunks *chunks = (const Chunks *)demo;
    int count = 0;
    for (int column = 0; column < COLUMNS; column++) {
        AukVec2 left = auk_vec((float)(CHUNK * column - WIDTH / 2), 0.0f), high = {0.0f, CELL_HEIGHT * (float)CHUNK};
        for (int floor = 0; floor < FLOORS && !auk_body_id_is_null(chunks->columns[column]); floor++) {
            AukVec2 low = floor == 0 ? auk_vec_sub(left, high) : left, right = auk_vec_add(low, auk_vec(CHUNK, 0.0f));
            AukVec2 corners[4] = {low, right, auk_vec_add(right, high), auk_vec_add(low, high)};
            for (int i = 0; i < 4; i++) {
                corners[i] = view_point(view, corners[i]);
            }
            canvas_outline(&view->canvas, corners, 4, view->pixel, canvas_fade(COLOR_TEXT, 80));
            count++;
        }
    }
    view_note(view, COLOR_TEXT, "%d grids are attached; %lld walls met", count, (long long)chunks->walls);
}

const DemoScene scene_chunks = {
    .name = "chunks",
    .title = "chunks of a tile map, attached where walkers come",
    .bodies_text = "walkers",
    .defaults = {.seed = 1, .bodies = 12, .dt = 1.0f / 60.0f},
    .frames = 600,
    .bodies_max = 1000,
    .dt_max = 0.05f,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
    .draw = draw,
};
