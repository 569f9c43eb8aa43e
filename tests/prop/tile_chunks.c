// Chunks of a map that are attached, changed and detached, against the same chunks in a world made afresh; and worlds
// that came out of a snapshot.
#include "prop/tile_stage.h"
#include "support/tile_kinds.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 4, SLOTS = SIDE * SIDE, CHUNK = 3 };

// A chunk of 3 x 3 cells at its place in a map of 4 x 4 chunks, or elsewhere.
typedef struct Chunk {
    bool there, own_body, away, filtered, disabled, sensor, moving;
    uint8_t cells[CHUNK * CHUNK];
} Chunk;

typedef struct Chunks {
    Chunk chunks[SLOTS];
    AukBodyId ground, bodies[SLOTS];
    TileStage stage;
} Chunks;

// Chunks meet crates, but not each other.
static const AukFilter usual = {2, 6, 0}, special = {4, 6, 0};

static AukVec2 place_of_chunk(int slot)
{
    return auk_vec((float)(CHUNK * (slot % SIDE) - 6), (float)(CHUNK * (slot / SIDE) - 6));
}

static void place_chunk(Chunks *all, int slot)
{
    AukVec2 at = place_of_chunk(slot);
    at.y += all->chunks[slot].away ? 0.375f : 0.0f;
    auk_body_set_position(all->stage.world, all->bodies[slot], at);
}

static void attach(Chunks *all, int slot)
{
    Chunk *chunk = &all->chunks[slot];
    AukWorld *world = all->stage.world;
    AukTilesDef tiles = {CHUNK, CHUNK, 1.0f, 0.0f, chunk->cells};
    AukBodyDef body = {.motion = chunk->moving ? AUK_MOTION_MOVING : AUK_MOTION_STATIC, .disabled = chunk->disabled};
    AukShapeDef def = {.sensor = chunk->sensor};
    if (chunk->own_body) {
        all->bodies[slot] = auk_body_create(world, &body);
        place_chunk(all, slot);
    } else {
        all->bodies[slot] = all->ground;
        def.position = place_of_chunk(slot);
    }
    def.filter = chunk->filtered ? special : usual;
    all->stage.shapes[slot] = auk_body_add_tiles(world, all->bodies[slot], &tiles, &def);
    cr_assert(all->stage.shapes[slot].generation);
    chunk->there = true;
}

static void detach(Chunks *all, int slot)
{
    Chunk *chunk = &all->chunks[slot];
    if (chunk->own_body) {
        auk_body_destroy(all->stage.world, all->bodies[slot]);
    } else {
        auk_world_shape_remove(all->stage.world, all->stage.shapes[slot]);
    }
    memset(chunk, 0, sizeof *chunk);
    memset(&all->stage.shapes[slot], 0, sizeof all->stage.shapes[slot]);
}

static void random_chunk(Random *random, Chunk *chunk)
{
    memset(chunk, 0, sizeof *chunk);
    chunk->own_body = random_chance(random, 0.6);
    chunk->filtered = random_chance(random, 0.1);
    chunk->disabled = chunk->own_body && random_chance(random, 0.05);
    chunk->sensor = random_chance(random, 0.05);
    for (int i = 0; i < CHUNK * CHUNK; i++) {
        bool full = random_chance(random, 0.7);
        chunk->cells[i] = full ? (uint8_t)AUK_TILE_FULL : (uint8_t)random_int(random, 0, AUK_TILE_GENTLE_HIGH_4);
        chunk->cells[i] = random_chance(random, 0.1) ? random_tile_kind(random) : chunk->cells[i];
    }
}

// One change of a chunk that is there.
static void change_chunk(Chunks *all, int slot, Random *random)
{
    Chunk *chunk = &all->chunks[slot];
    AukWorld *world = all->stage.world;
    AukShapeId shape = all->stage.shapes[slot];
    int x = random_int(random, 0, CHUNK - 1), y = random_int(random, 0, CHUNK - 1);
    switch (random_int(random, 0, 5)) {
    case 0:
        chunk->away = chunk->own_body && !chunk->away;
        if (chunk->own_body) {
            place_chunk(all, slot);
        }
        break;
    case 1:
        chunk->filtered = !chunk->filtered;
        auk_world_shape_set_filter(world, shape, chunk->filtered ? special : usual);
        break;
    case 2:
        chunk->disabled = chunk->own_body && !chunk->disabled;
        auk_body_set_enabled(world, all->bodies[slot], !chunk->disabled);
        break;
    case 3:
        chunk->sensor = !chunk->sensor;
        auk_world_shape_set_sensor(world, shape, chunk->sensor);
        break;
    case 4:
        chunk->moving = chunk->own_body && !chunk->moving;
        auk_body_set_motion(world, all->bodies[slot], chunk->moving ? AUK_MOTION_MOVING : AUK_MOTION_STATIC);
        break;
    default:
        chunk->cells[y * CHUNK + x] = (uint8_t)random_int(random, 0, AUK_TILE_GENTLE_HIGH_4);
        auk_world_shape_set_tile(world, shape, x, y, (AukTile)chunk->cells[y * CHUNK + x]);
        break;
    }
}

static void change(Chunks *all, Random *random)
{
    int slot = random_int(random, 0, SLOTS - 1);
    if (!all->chunks[slot].there) {
        random_chunk(random, &all->chunks[slot]);
        attach(all, slot);
    } else if (random_chance(random, 0.2)) {
        detach(all, slot);
    } else {
        change_chunk(all, slot, random);
    }
}

static void start_chunks(Chunks *all)
{
    memset(all, 0, sizeof *all);
    AukBodyDef ground = {.motion = AUK_MOTION_STATIC};
    all->stage.world = auk_world_create(NULL, NULL);
    add_tile_kinds(all->stage.world, random_start(random_seed(), 77), false);
    all->ground = auk_body_create(all->stage.world, &ground);
    all->stage.count = SLOTS;
    for (int i = 0; i < SLOTS; i++) {
        all->stage.x[i] = CHUNK * (i % SIDE);
        all->stage.y[i] = CHUNK * (i / SIDE);
        all->stage.widths[i] = CHUNK;
    }
}

// Puts the crates at the same places in both worlds. They come from afar, so that no earlier contact decides between
// two shortest ways out.
static void put_crates(const TileStage *from, const TileStage *to)
{
    AukTransform poses[TILE_STAGE_CRATES];
    for (int i = 0; i < TILE_STAGE_CRATES; i++) {
        poses[i] = auk_body_get_pose(from->world, from->crates[i]);
        auk_body_set_position(from->world, from->crates[i], auk_vec(1000.0f, 0.0f));
        auk_body_set_position(to->world, to->crates[i], auk_vec(1000.0f, 0.0f));
    }
    auk_world_step(from->world, 0.0f);
    auk_world_step(to->world, 0.0f);
    for (int i = 0; i < TILE_STAGE_CRATES; i++) {
        auk_body_set_pose(from->world, from->crates[i], poses[i]);
        auk_body_set_pose(to->world, to->crates[i], poses[i]);
    }
    auk_world_step(from->world, 0.0f);
    auk_world_step(to->world, 0.0f);
}

static void check_fresh(Chunks *living, Random crates, const TileMap *map, const char *where, Random *random)
{
    Chunks fresh;
    start_chunks(&fresh);
    tile_stage_add_crates(&fresh.stage, crates, map, false);
    memcpy(fresh.chunks, living->chunks, sizeof fresh.chunks);
    for (int slot = 0; slot < SLOTS; slot++) {
        if (fresh.chunks[slot].there) {
            attach(&fresh, slot);
        }
    }
    put_crates(&living->stage, &fresh.stage);
    tile_stage_compare_contacts(&fresh.stage, &living->stage, map, where);
    tile_stage_compare_queries(&fresh.stage, &living->stage, map, random, where);
    auk_world_destroy(fresh.stage.world);
}

static void check_snapshot(const Chunks *living, const char *where)
{
    AukWorld *world = living->stage.world, *restored = auk_world_create(NULL, NULL);
    uint64_t size = auk_world_snapshot_size(world);
    unsigned char *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    cr_assert_eq(auk_world_restore(restored, buffer, size), AUK_OK);
    for (int step = 0; step < 3; step++) {
        cr_assert_eq(auk_world_hash(world), auk_world_hash(restored), "%s: step %d", where, step);
        auk_world_step(world, 0.05f);
        auk_world_step(restored, 0.05f);
    }
    auk_world_destroy(restored);
    free(buffer);
}

// Returns to a snapshot of earlier chunks.
static void check_rollback(Chunks *living, Random *random, Random crates, const TileMap *map, const char *where)
{
    Chunks earlier = *living;
    uint64_t size = auk_world_snapshot_size(living->stage.world);
    unsigned char *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(living->stage.world, buffer, size), AUK_OK);
    for (int i = 0; i < 5; i++) {
        change(living, random);
        auk_world_step(living->stage.world, 0.05f);
    }
    cr_assert_eq(auk_world_restore(living->stage.world, buffer, size), AUK_OK);
    free(buffer);
    *living = earlier;
    check_fresh(living, crates, map, where, random);
}

static void check_streaming(uint64_t seed, int round)
{
    Random random = random_start(seed, (uint64_t)round), crates = random_start(seed, (uint64_t)round + 1000000);
    TileMap map = {.cell = 1.0f};
    Chunks living;
    start_chunks(&living);
    tile_stage_add_crates(&living.stage, crates, &map, false);
    for (int i = 0; i < 30; i++) {
        change(&living, &random);
        if (random_chance(&random, 0.3)) {
            auk_world_step(living.stage.world, 0.05f);
        }
    }
    char where[64];
    snprintf(where, sizeof where, "seed %llu round %d", (unsigned long long)seed, round);
    check_fresh(&living, crates, &map, where, &random);
    check_snapshot(&living, where);
    check_rollback(&living, &random, crates, &map, where);
    auk_world_destroy(living.stage.world);
}

Test(tile_chunks, grids_that_were_attached_and_detached_are_as_if_made_so, .timeout = 600)
{
    uint64_t seed = random_seed();
    int rounds = random_repeats(1500);
    for (int round = 0; round < rounds; round++) {
        check_streaming(seed, round);
    }
}
