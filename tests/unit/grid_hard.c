// Worlds that a grid could be slow on: a small query costs as many members as share its cells, however the boxes are
// spread, and no query walks empty cells for long.
#include "support/random.h"
#include "unit/grid_walk.h"

#include <criterion/criterion.h>
#include <math.h>

static AukBox hard_box(Random *random, int kind, int i)
{
    AukVec2 at = random_vec(random, 0.0f, 1000.0f);
    switch (kind) {
    case 0: break;                                                                          // points, fairly dense
    case 1: at = auk_vec_scale(1000.0f, at); break;                                         // points, far apart
    case 2: at = auk_vec_scale(1e-9f, at); break;                                           // points, close together
    case 3: at = auk_vec_add(at, auk_vec(i % 2 ? 1e6f : 0.0f, i % 2 ? 1e6f : 0.0f)); break; // two towns
    case 4: at.x = 0.0f; break;                                                             // a column
    default: at = i == 0 ? auk_vec(-1e15f, 1e15f) : at; break;                              // one far away
    }
    return box_of(at.x, at.y, at.x, at.y);
}

// How many members share a cell with a member, on average.
static double crowd(const AukGrid *grid, int count)
{
    enum { SAMPLE = 50 };
    const AukGridNode *nodes = grid->nodes.items;
    const AukGridTag *tags = grid->tags.items;
    int together = 0;
    for (int i = 0; i < SAMPLE; i++) {
        int slot = (int)((int64_t)i * count / SAMPLE);
        for (int other = 0; other < count; other++) {
            together += tags[slot].level == tags[other].level && nodes[slot].x == nodes[other].x &&
                        nodes[slot].y == nodes[other].y;
        }
    }
    return (double)together / SAMPLE;
}

static int count_box(const AukGrid *grid, AukBox box)
{
    int found = 0;
    uint32_t slot = 0;
    AukGridCursor cursor = auk__grid_query_box(grid, box);
    while (auk__grid_next(grid, &cursor, &slot)) {
        found++;
    }
    return found;
}

static int count_ray(const AukGrid *grid, AukVec2 from, AukVec2 delta)
{
    int found = 0;
    uint32_t slot = 0;
    RayWalk ray = walk_start(grid, from, delta);
    while (walk_next(grid, &ray, 1.0f, &slot)) {
        found++;
    }
    return found;
}

// The ten nearest of a place: how many members are looked at for them.
static int count_near(const AukGrid *grid, AukVec2 at)
{
    double nearest[10];
    int found = 0, looked_at = 0;
    AukGridNear near = auk__grid_query_near(grid, box_of(at.x, at.y, at.x, at.y), 0);
    AukGridCandidate met;
    while (auk__grid_near_next(grid, &near, found == 10 ? nearest[9] : INFINITY, &met)) {
        looked_at++;
        keep_nearest(nearest, &found, 10, met.enters);
    }
    return looked_at;
}

// A small query costs as many members as share its cells: few, however the boxes are spread. Queries from one end of
// the number range to the other end too, although they cross more cells than could ever be visited.
Test(grid, cells_stay_uncrowded_and_no_query_hangs_however_the_boxes_are_spread, .timeout = 200)
{
    enum { COUNT = 100000, SMALL = 4000, NEAR = 300, LARGE = 40 };
    Random random = random_start(random_seed(), 77);
    for (int world = 0; world < 12; world++) {
        int kind = world % 6;
        AukGrid grid = {0};
        cr_assert(auk__grid_reserve(&grid, COUNT));
        for (int i = 0; i < COUNT; i++) {
            AukBox box = hard_box(&random, kind, i);
            if (world < 6) {
                auk__grid_set(&grid, (uint32_t)i, box);
            } else {
                auk__grid_set_static(&grid, (uint32_t)i, box);
            }
            auk__grid_widen_regions(&grid);
        }
        cr_assert(auk__grid_pack_static(&grid));
        cr_assert_eq(grid.count, world < 6 ? COUNT : 0);
        cr_assert_lt(crowd(&grid, COUNT), 40.0, "world %d", world);
        static const float reaches[] = {1.0f, 1000.0f, 1e-9f, 1.0f, 0.02f, 1.0f};
        float reach = reaches[kind];
        const AukGridNode *nodes = grid.nodes.items;
        int found = 0;
        for (int i = 0; i < SMALL; i++) {
            const AukBounds *near = &nodes[random_int(&random, 1, COUNT - 1)].bounds;
            AukVec2 at = auk_vec(near->min_x, near->min_y);
            found += count_box(&grid, box_of(at.x - reach, at.y - reach, at.x + reach, at.y + reach));
            found += count_ray(&grid, at, auk_vec(reach, -reach));
        }
        cr_assert_geq(found, 2 * SMALL);
        int looked_at = 0;
        for (int i = 0; i < NEAR; i++) {
            // among them, in the middle between two towns, and from farther and farther away
            const AukBounds *near = &nodes[random_int(&random, 1, COUNT - 1)].bounds;
            float away = reach * (float)random_log(&random, 1.0, 1e8);
            AukVec2 middle = kind == 3 ? auk_vec(5e5f, 5.1e5f) : auk_vec(500.0f * reach, 510.0f * reach);
            AukVec2 places[] = {{near->min_x, near->min_y}, middle, auk_vec_scale(away, random_direction(&random))};
            looked_at += count_near(&grid, places[i % 3]);
        }
        cr_assert_lt(looked_at / NEAR, 400, "world %d: %d of %d for the ten nearest", world, looked_at / NEAR, COUNT);
        for (int i = 0; i < LARGE; i++) {
            AukVec2 far = auk_vec_scale(-1e15f, random_direction(&random));
            count_ray(&grid, far, auk_vec_scale(-2.0f, far));
            count_box(&grid, box_of(-1e15f, -1e-12f, 1e15f, 1e-12f));
        }
        auk__grid_free(&grid);
    }
}

static double gap_to(float at, float low, float high)
{
    return fmax(fmax((double)low - (double)at, (double)at - (double)high), 0.0);
}

static double distance_to(const AukBounds *box, AukVec2 at)
{
    double x = gap_to(at.x, box->min_x, -box->neg_max_x), y = gap_to(at.y, box->min_y, -box->neg_max_y);
    return sqrt(x * x + y * y);
}

static double nearest_by_loop(const AukGrid *grid, int count, AukVec2 at)
{
    double least = INFINITY;
    for (int i = 0; i < count; i++) {
        least = fmin(least, distance_to(&((const AukGridNode *)grid->nodes.items)[i].bounds, at));
    }
    return least;
}

// Goes on for some candidates before it looks for nearer ones alone, as a search for several does.
static double nearest_by_grid(const AukGrid *grid, AukVec2 at)
{
    enum { FIRST = 40 };
    double least = INFINITY;
    AukGridCandidate candidate;
    AukGridNear near = auk__grid_query_near(grid, box_of(at.x, at.y, at.x, at.y), 0);
    for (int i = 0; auk__grid_near_next(grid, &near, i < FIRST ? INFINITY : least, &candidate); i++) {
        least = fmin(least, distance_to(&((const AukGridNode *)grid->nodes.items)[candidate.slot].bounds, at));
    }
    return least;
}

// Few rows of boxes, as long levels have, have few cells to a row of regions, and regions far outside share entries
// with them: these were taken for rows of cells that hold members, and memory was read that is not the grid's.
Test(grid, the_nearest_of_long_thin_rows_are_found_and_nothing_beyond_their_ends_is_read)
{
    enum { MOST = 3000, QUERIES = 400 };
    Random random = random_start(random_seed(), 78);
    for (int world = 0; world < 60; world++) {
        int count = random_int(&random, 60, MOST), rows = random_int(&random, 1, 3);
        float gap = (float)random_log(&random, 1.0, 30.0), length = gap * (float)count;
        AukGrid grid = {0};
        cr_assert(auk__grid_reserve(&grid, count));
        for (int i = 0; i < count; i++) {
            float x = gap * (float)i, y = (float)(i % rows);
            auk__grid_set_static(&grid, (uint32_t)i, box_of(x, y, x + 0.9f, y + 0.9f));
        }
        cr_assert(auk__grid_pack_static(&grid));
        for (int i = 0; i < QUERIES; i++) {
            AukVec2 at = random_vec(&random, -0.5f * length, 1.5f * length);
            at.y = i % 2 ? at.y - 0.5f * length : 0.01f * at.y;
            cr_assert_float_eq(nearest_by_grid(&grid, at), nearest_by_loop(&grid, count, at), 1e-9 * (double)length,
                               "world %d: from (%g, %g)", world, (double)at.x, (double)at.y);
        }
        auk__grid_free(&grid);
    }
}
