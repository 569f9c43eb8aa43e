// The check of the scene bullets: sweeps every bullet against the walls near it in double precision. auk must report
// exactly these hits, each once and at the right time. A grid of the check's own finds the walls near a bullet.
#include "scenes/bullets.h"

#include <math.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

// Hits within this distance are grazing: 1e-5 of the length of a path.
#define SLACK (1e-5 * (double)BULLETS_PATH)
#define FRACTION_SLACK 1e-4

#define CELL_SIZE ((double)BULLETS_PATH)

typedef struct CellRange {
    int x0, y0, x1, y1;
} CellRange;

// The cell of a coordinate. Outside the grid it is the nearest cell, for walls and paths alike.
static int cell_of(const BulletsScene *scene, double coordinate)
{
    double cell = floor((coordinate + (double)scene->half) / CELL_SIZE);
    return (int)fmin(fmax(cell, 0.0), (double)(scene->cells_across - 1));
}

static CellRange cells_of(const BulletsScene *scene, ExactVec min, ExactVec max)
{
    CellRange range = {cell_of(scene, min.x), cell_of(scene, min.y), cell_of(scene, max.x), cell_of(scene, max.y)};
    return range;
}

static void set_bounds(BulletsWall *wall)
{
    const ExactBox *box = &wall->box;
    double x = fabs(box->axis.x) * box->half_width + fabs(box->axis.y) * box->half_height + SLACK;
    double y = fabs(box->axis.y) * box->half_width + fabs(box->axis.x) * box->half_height + SLACK;
    wall->min = (ExactVec){box->centre.x - x, box->centre.y - y};
    wall->max = (ExactVec){box->centre.x + x, box->centre.y + y};
}

static void count_wall(BulletsScene *scene, CellRange range)
{
    for (int y = range.y0; y <= range.y1; y++) {
        for (int x = range.x0; x <= range.x1; x++) {
            scene->cell_start[y * scene->cells_across + x + 2]++;
        }
    }
}

static void add_wall(BulletsScene *scene, CellRange range, int wall)
{
    for (int y = range.y0; y <= range.y1; y++) {
        for (int x = range.x0; x <= range.x1; x++) {
            int slot = scene->cell_start[y * scene->cells_across + x + 1]++;
            scene->cell_walls[slot] = wall;
        }
    }
}

// A counting sort. Walls of cell i are counted in cell_start[i + 2]; the sums then give the start of cell i in
// cell_start[i + 1], and adding a wall advances it, so that the start of cell i + 1 ends up in cell_start[i + 1].
void bullets_check_prepare(BulletsScene *scene)
{
    int across = (int)(2.0 * (double)scene->half / CELL_SIZE) + 1;
    int count = across * across + 2;
    scene->cells_across = across;
    arrsetlen(scene->cell_start, (size_t)count);
    memset(scene->cell_start, 0, (size_t)count * sizeof *scene->cell_start);
    for (int i = 0; i < scene->demo.options.bodies; i++) {
        BulletsWall *wall = &scene->walls[i];
        set_bounds(wall);
        count_wall(scene, cells_of(scene, wall->min, wall->max));
    }
    for (int i = 1; i < count; i++) {
        scene->cell_start[i] += scene->cell_start[i - 1];
    }
    arrsetlen(scene->cell_walls, (size_t)scene->cell_start[count - 1]);
    for (int i = 0; i < scene->demo.options.bodies; i++) {
        const BulletsWall *wall = &scene->walls[i];
        add_wall(scene, cells_of(scene, wall->min, wall->max), i);
    }
}

void bullets_check_release(BulletsScene *scene)
{
    arrfree(scene->cell_start);
    arrfree(scene->cell_walls);
    arrfree(scene->expected);
    arrfree(scene->reported);
}

static void expect_hit(BulletsScene *scene, int bullet, int wall)
{
    const BulletsFlight *flight = &scene->flights[bullet];
    const ExactBox *box = &scene->walls[wall].box;
    BulletsHit hit = {0};
    hit.key = (uint64_t)bullet << 32 | (uint64_t)wall;
    hit.sweep = exact_sweep_disc(flight->start, (double)BULLETS_RADIUS, flight->path, box, SLACK);
    if (!hit.sweep.hit && !hit.sweep.grazing) {
        return;
    }
    arrput(scene->expected, hit);
    ExactVec end = {flight->start.x + flight->path.x, flight->start.y + flight->path.y};
    if (hit.sweep.hit && !exact_disc_touches(end, (double)BULLETS_RADIUS, box)) {
        scene->demo.checks.missed_discrete++;
    }
}

static void search_cell(BulletsScene *scene, int bullet, ExactVec min, ExactVec max, int x, int y)
{
    CellRange near = cells_of(scene, min, max);
    int cell = y * scene->cells_across + x;
    for (int i = scene->cell_start[cell]; i < scene->cell_start[cell + 1]; i++) {
        const BulletsWall *wall = &scene->walls[scene->cell_walls[i]];
        bool apart = wall->min.x > max.x || min.x > wall->max.x || wall->min.y > max.y || min.y > wall->max.y;
        // A wall that shares several cells with the path is tested in the first of them only.
        CellRange own = cells_of(scene, wall->min, wall->max);
        bool seen = x > (own.x0 > near.x0 ? own.x0 : near.x0) || y > (own.y0 > near.y0 ? own.y0 : near.y0);
        if (!apart && !seen) {
            expect_hit(scene, bullet, scene->cell_walls[i]);
        }
    }
}

static void expect_hits(BulletsScene *scene, int bullet)
{
    const BulletsFlight *flight = &scene->flights[bullet];
    ExactVec end = {flight->start.x + flight->path.x, flight->start.y + flight->path.y};
    double margin = (double)BULLETS_RADIUS + SLACK;
    ExactVec min = {fmin(flight->start.x, end.x) - margin, fmin(flight->start.y, end.y) - margin};
    ExactVec max = {fmax(flight->start.x, end.x) + margin, fmax(flight->start.y, end.y) + margin};
    CellRange near = cells_of(scene, min, max);
    for (int y = near.y0; y <= near.y1; y++) {
        for (int x = near.x0; x <= near.x1; x++) {
            search_cell(scene, bullet, min, max, x, y);
        }
    }
}

static void collect_reported(BulletsScene *scene)
{
    const AukWorld *world = scene->demo.world;
    AukHits hits = auk_world_hits(world);
    arrsetlen(scene->reported, 0);
    for (int i = 0; i < hits.count; i++) {
        const AukHit *found = &hits.items[i];
        BulletsHit hit = {0};
        hit.key = auk_body_get_user_data(world, found->body_a) << 32 | auk_body_get_user_data(world, found->body_b);
        hit.fraction = (double)found->fraction;
        arrput(scene->reported, hit);
    }
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t key_a = ((const BulletsHit *)a)->key;
    uint64_t key_b = ((const BulletsHit *)b)->key;
    return (key_a > key_b) - (key_a < key_b);
}

// Both lists are sorted by key: a hit in only one of them is missed or false.
static void compare_lists(BulletsScene *scene)
{
    DemoChecks *checks = &scene->demo.checks;
    const BulletsHit *expected = scene->expected;
    const BulletsHit *expected_end = expected + arrlen(scene->expected);
    const BulletsHit *reported = scene->reported;
    const BulletsHit *reported_end = reported + arrlen(scene->reported);
    while (expected < expected_end || reported < reported_end) {
        if (expected == expected_end || (reported < reported_end && reported->key < expected->key)) {
            checks->false_hits++;
            reported++;
            continue;
        }
        checks->grazing += expected->sweep.grazing;
        if (reported == reported_end || expected->key < reported->key) {
            checks->missed += !expected->sweep.grazing;
        } else {
            bool in_time = reported->fraction >= expected->sweep.earliest - FRACTION_SLACK &&
                           reported->fraction <= expected->sweep.latest + FRACTION_SLACK;
            checks->false_hits += !in_time && !expected->sweep.grazing;
            reported++;
        }
        expected++;
    }
}

void bullets_check(Demo *demo)
{
    BulletsScene *scene = (BulletsScene *)demo;
    arrsetlen(scene->expected, 0);
    for (int i = 0; i < demo->options.bodies; i++) {
        expect_hits(scene, i);
    }
    collect_reported(scene);
    qsort(scene->expected, (size_t)arrlen(scene->expected), sizeof *scene->expected, compare_keys);
    qsort(scene->reported, (size_t)arrlen(scene->reported), sizeof *scene->reported, compare_keys);
    compare_lists(scene);
}
