// The check of the bullets scene: sweeps every bullet against the walls near it in double precision and expects auk to
// report exactly these meetings, each once and at the right time. A grid of its own finds the walls near a bullet.
#include "scenes/bullets.h"

#include <math.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

// Too close to call: 1e-5 of the scale of a flight.
#define SLACK (1e-5 * (double)BULLETS_WAY)
#define FRACTION_SLACK 1e-4

#define CELL_SIZE ((double)BULLETS_WAY)

typedef struct CellRange {
    int x0, y0, x1, y1;
} CellRange;

// The cells of a box. What lies outside the grid counts as its border, for walls and flights alike.
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

static void file_wall(BulletsScene *scene, CellRange range, int wall)
{
    for (int y = range.y0; y <= range.y1; y++) {
        for (int x = range.x0; x <= range.x1; x++) {
            int slot = scene->cell_start[y * scene->cells_across + x + 1]++;
            scene->cell_walls[slot] = wall;
        }
    }
}

// A counting sort: cells are counted two slots too far, so that filing the walls moves each start into its place.
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
        file_wall(scene, cells_of(scene, wall->min, wall->max), i);
    }
}

void bullets_check_release(BulletsScene *scene)
{
    arrfree(scene->cell_start);
    arrfree(scene->cell_walls);
    arrfree(scene->expected);
    arrfree(scene->reported);
}

static void expect_meeting(BulletsScene *scene, int bullet, int wall)
{
    const BulletsFlight *flight = &scene->flights[bullet];
    const ExactBox *box = &scene->walls[wall].box;
    BulletsMeeting meeting = {0};
    meeting.key = (uint64_t)bullet << 32 | (uint64_t)wall;
    meeting.sweep = exact_sweep_disc(flight->start, (double)BULLETS_RADIUS, flight->way, box, SLACK);
    if (!meeting.sweep.hit && !meeting.sweep.grazing) {
        return;
    }
    arrput(scene->expected, meeting);
    ExactVec end = {flight->start.x + flight->way.x, flight->start.y + flight->way.y};
    if (meeting.sweep.hit && !exact_disc_touches(end, (double)BULLETS_RADIUS, box)) {
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
        // A wall in several cells of the flight is looked at in the first that both share.
        CellRange own = cells_of(scene, wall->min, wall->max);
        bool seen = x > (own.x0 > near.x0 ? own.x0 : near.x0) || y > (own.y0 > near.y0 ? own.y0 : near.y0);
        if (!apart && !seen) {
            expect_meeting(scene, bullet, scene->cell_walls[i]);
        }
    }
}

static void expect_meetings(BulletsScene *scene, int bullet)
{
    const BulletsFlight *flight = &scene->flights[bullet];
    ExactVec end = {flight->start.x + flight->way.x, flight->start.y + flight->way.y};
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
        const AukHit *hit = &hits.items[i];
        BulletsMeeting meeting = {0};
        meeting.key = auk_body_get_user_data(world, hit->body_a) << 32 | auk_body_get_user_data(world, hit->body_b);
        meeting.fraction = (double)hit->fraction;
        arrput(scene->reported, meeting);
    }
}

static int compare_meetings(const void *a, const void *b)
{
    uint64_t key_a = ((const BulletsMeeting *)a)->key;
    uint64_t key_b = ((const BulletsMeeting *)b)->key;
    return (key_a > key_b) - (key_a < key_b);
}

// Both lists are sorted: what is in one only was missed or invented.
static void compare_lists(BulletsScene *scene)
{
    DemoChecks *checks = &scene->demo.checks;
    const BulletsMeeting *expected = scene->expected;
    const BulletsMeeting *expected_end = expected + arrlen(scene->expected);
    const BulletsMeeting *reported = scene->reported;
    const BulletsMeeting *reported_end = reported + arrlen(scene->reported);
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
        expect_meetings(scene, i);
    }
    collect_reported(scene);
    qsort(scene->expected, (size_t)arrlen(scene->expected), sizeof *scene->expected, compare_meetings);
    qsort(scene->reported, (size_t)arrlen(scene->reported), sizeof *scene->reported, compare_meetings);
    compare_lists(scene);
}
