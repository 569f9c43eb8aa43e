// Characters walk to and fro, fall, and jump once a second, over hills of a chain, over tiles, and among boxes. Every
// engine's characters want the same; where they get to is their own affair, but not into the ground.
#include "auk/query.h"
#include "bench.h"
#include "memory.h"
#include "mover_engines.h"
#include "report.h"
#include "scenes/random.h"

#include <math.h>
#include <stdio.h>

#define SPEED 5.0f
#define GRAVITY 20.0f
#define JUMP 8.0f // 1.6 high

enum { WARM_UP = 120, JUMPS_EVERY = 60, TURNS_EVERY = 180 };

static const MoverEngine *const engines[] = {
    &mover_auk,
#ifdef BENCH_BOX2D3
    &mover_box2d,
#endif
    &mover_auk_steps,
};

enum { ENGINES = (int)(sizeof engines / sizeof engines[0]) };

static const char *const phases[LEVEL_KINDS] = {
    [LEVEL_CHAIN] = "chains", [LEVEL_TILES] = "tiles", [LEVEL_BOXES] = "boxes"};

typedef struct Walk {
    const Level *level;
    AukWorld *judge; // the ground, in auk's world
    Character *characters;
    float *directions; // in which each one walks: -1 or 1
    float *starts;     // x of each one before a move
    int count;
    double walked; // along x, by all of them together
} Walk;

static void place(Walk *walk, uint64_t seed)
{
    DemoRandom random = {seed};
    for (int i = 0; i < walk->count; i++) {
        float half = walk->level->half;
        walk->characters[i] = (Character){0};
        walk->characters[i].position.x = demo_random_between(&random, -half, half);
        walk->characters[i].position.y = walk->level->top + 1.0f;
        walk->directions[i] = i % 2 == 0 ? 1.0f : -1.0f;
    }
}

// They do not all jump and turn in the same frame.
static void steer(Walk *walk, int frame)
{
    for (int i = 0; i < walk->count; i++) {
        Character *character = &walk->characters[i];
        int beat = frame + 37 * i;
        float *direction = &walk->directions[i];
        if (fabsf(character->position.x) > walk->level->half) {
            *direction = character->position.x > 0.0f ? -1.0f : 1.0f;
        } else if (beat % TURNS_EVERY == 0) {
            *direction = -*direction;
        }
        character->velocity.x = SPEED * *direction;
        bool falls = character->velocity.y < -SPEED; // faster than anyone walks downhill
        bool jumps = beat % JUMPS_EVERY == 0 && !falls;
        character->velocity.y = jumps ? JUMP : character->velocity.y - GRAVITY * BENCH_DT;
    }
}

// Off the clock: nobody is below the ground, nor inside it by more than the engine allows itself.
static float check(const Walk *walk, const MoverEngine *engine, int frame)
{
    AukShape shape = mover_auk_shape();
    float deepest = 0.0f;
    for (int i = 0; i < walk->count; i++) {
        AukFound found[16];
        AukVec2 at = walk->characters[i].position;
        AukTransform pose = auk_transform(at, 0.0f);
        if (!(at.y >= level_ground(walk->level, at.x))) {
            bench_fail("%s, %s: character %d fell through the ground to %g, %g in frame %d", engine->name,
                       phases[walk->level->kind], i, (double)at.x, (double)at.y, frame);
        }
        int count = auk_world_overlap(walk->judge, &shape, pose, NULL, found, 16);
        for (int k = 0; k < count; k++) {
            deepest = -found[k].distance > deepest ? -found[k].distance : deepest;
        }
    }
    if (deepest > engine->depth_max) {
        bench_fail("%s, %s: a character is %g deep in the ground in frame %d", engine->name, phases[walk->level->kind],
                   (double)deepest, frame);
    }
    return deepest;
}

static double timed_move(Walk *walk, const MoverEngine *engine)
{
    for (int i = 0; i < walk->count; i++) {
        walk->starts[i] = walk->characters[i].position.x;
    }
    double begun = bench_clock(1);
    engine->move(walk->characters, walk->count);
    double taken = bench_clock(1) - begun;
    for (int i = 0; i < walk->count; i++) {
        walk->walked += (double)fabsf(walk->characters[i].position.x - walk->starts[i]);
    }
    return taken;
}

static void report(const Walk *walk, const MoverEngine *engine, Samples *samples, float deepest)
{
    ReportRow row = {0};
    snprintf(row.scene, sizeof row.scene, "characters");
    snprintf(row.engine, sizeof row.engine, "%s", engine->name);
    snprintf(row.phase, sizeof row.phase, "%s", phases[walk->level->kind]);
    row.bodies = row.calls = walk->count;
    row.workers = 1;
    row.time = samples_summary(samples);
    report_row(&row);
    double moves = (double)walk->count * samples->count;
    report_note("%s: %.2f million moves a second; a character walks %.3f in a move; at most %.1g deep in the ground",
                engine->name, walk->count / row.time.mean * 1e-3, walk->walked / moves, (double)deepest);
}

static void run(const BenchOptions *options, Walk *walk, const MoverEngine *engine)
{
    int frames = options->frames > 0 ? options->frames : (options->quick ? 30 : 300);
    Samples samples = {0};
    float deepest = 0.0f;
    place(walk, options->seed);
    engine->begin(walk->level, walk->characters, walk->count);
    for (int frame = -WARM_UP; frame < frames; frame++) {
        walk->walked = frame == 0 ? 0.0 : walk->walked;
        steer(walk, frame + WARM_UP);
        double taken = timed_move(walk, engine);
        float depth = check(walk, engine, frame);
        deepest = depth > deepest ? depth : deepest;
        if (frame >= 0) {
            samples_add(&samples, taken);
        }
    }
    report(walk, engine, &samples, deepest);
    engine->end();
    samples_free(&samples);
}

void bench_characters(const BenchOptions *options)
{
    static const BenchSizes sizes = {{100}, {1000}, {0}};
    int counts[2 * BENCH_SIZES_MAX];
    bench_sizes(options, &sizes, counts);
    report_scene("characters", "capsules walk, fall and jump; a frame moves each of them once");
    for (int i = 0; counts[i] > 0; i++) {
        Walk walk = {.count = counts[i]};
        walk.characters = bench_allocate((size_t)walk.count, sizeof *walk.characters);
        walk.directions = bench_allocate((size_t)walk.count, sizeof *walk.directions);
        walk.starts = bench_allocate((size_t)walk.count, sizeof *walk.starts);
        for (LevelKind kind = LEVEL_CHAIN; kind < LEVEL_KINDS; kind++) {
            Level level = level_create(kind, walk.count, options->seed);
            walk.level = &level;
            walk.judge = mover_auk_world(&level);
            for (int e = 0; e < ENGINES; e++) {
                run(options, &walk, engines[e]);
            }
            auk_world_destroy(walk.judge);
            level_destroy(&level);
        }
        bench_release(walk.characters);
        bench_release(walk.directions);
        bench_release(walk.starts);
    }
}
