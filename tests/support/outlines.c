// Families that cannot be sure to be simple after rounding are checked by brute force and tried again.
#include "support/outlines.h"

#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *outline_family_name(OutlineFamily family)
{
    static const char *const names[] = {"star", "untangled", "comb", "spiral", "orthogonal", "islands"};
    return names[family];
}

Rings outline_rings(const Outline *outline)
{
    Rings rings = {outline->points, outline->hole_count > 0 ? outline->hole_starts : NULL, outline->count,
                   outline->hole_count};
    return rings;
}

static void add(Outline *out, double x, double y)
{
    out->points[out->count++] = auk_vec((float)rint(x), (float)rint(y));
}

static int compare_angles(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static void add_star(Random *random, int count, OracleVec centre, double reach, Outline *out)
{
    static double angles[OUTLINE_POINTS_MAX];
    double roughness = random_unit(random);
    for (int i = 0; i < count; i++) {
        angles[i] = 6.283185307179586 * random_unit(random);
    }
    qsort(angles, (size_t)count, sizeof *angles, compare_angles);
    for (int i = 0; i < count; i++) {
        double distance = reach * (1.0 - roughness * random_unit(random));
        add(out, centre.x + distance * cos(angles[i]), centre.y + distance * sin(angles[i]));
    }
}

static void reverse(AukVec2 *points, int first, int last)
{
    for (; first < last; first++, last--) {
        AukVec2 kept = points[first];
        points[first] = points[last];
        points[last] = kept;
    }
}

// Each exchange shortens the way, so it ends, unless collinear points go round in circles; then it gives up.
static void untangle(Outline *out)
{
    Rings rings = outline_rings(out);
    for (int round = 0; round < 1000; round++) {
        bool crosses = false;
        for (int a = 0; a < out->count; a++) {
            for (int b = a + 2; b < out->count; b++) {
                if ((b + 1) % out->count != a && rings_edges_meet(&rings, a, b)) {
                    reverse(out->points, a + 1, b);
                    crosses = true;
                }
            }
        }
        if (!crosses) {
            return;
        }
    }
}

static void add_tangle(Random *random, int count, float reach, Outline *out)
{
    for (int i = 0; i < count; i++) {
        AukVec2 p = random_vec(random, -reach, reach);
        add(out, (double)p.x, (double)p.y);
    }
    untangle(out);
}

static void add_comb(Random *random, int count, Outline *out)
{
    int teeth = count / 2 < 2 ? 2 : count / 2;
    bool level = random_chance(random, 0.5); // tips in one line
    int slant = random_int(random, -3, 3);
    for (int i = 0; i < teeth; i++) {
        int tip = level ? 1000 : random_int(random, 2, 2000);
        add(out, 4.0 * i, random_chance(random, 0.5) ? 0.0 : random_int(random, -5, 1));
        add(out, 4.0 * i + 2.0 + slant, tip);
    }
    add(out, 4.0 * teeth, 0.0);
    add(out, 4.0 * teeth, -10.0);
    add(out, -10.0, -10.0);
}

// The outer wall inward, the inner wall back.
static void add_spiral(Random *random, int count, Outline *out)
{
    int half = count / 2 < 3 ? 3 : count / 2;
    double step = random_unit(random) * 1.3 + 0.2, width = 0.2 + 0.6 * random_unit(random);
    double pitch = 200.0 * step / 6.283185307179586;
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < half; k++) {
            int i = side == 0 ? half - 1 - k : k;
            double distance = 300.0 + pitch * i + (side == 0 ? 200.0 * width : 0.0);
            add(out, distance * cos(step * i), distance * sin(step * i));
        }
    }
}

// ---- cells of a grid ------------------------------------------------------------------------------------------

enum { GRID_MAX = 128 };

typedef struct Grid {
    int size;
    bool full[GRID_MAX][GRID_MAX];
    bool done[GRID_MAX][GRID_MAX]; // the side above the cell's lower border has been walked
} Grid;

static bool full(const Grid *grid, int x, int y)
{
    return x >= 0 && y >= 0 && x < grid->size && y < grid->size && grid->full[y][x];
}

// Two cells that meet at a corner only would make the outline touch itself there.
static bool touches_itself(const Grid *grid, int x, int y)
{
    for (int dy = 0; dy <= 1; dy++) {
        for (int dx = 0; dx <= 1; dx++) {
            bool a = full(grid, x + dx - 1, y + dy - 1), b = full(grid, x + dx, y + dy);
            bool c = full(grid, x + dx, y + dy - 1), d = full(grid, x + dx - 1, y + dy);
            if (a == b && c == d && a != c) {
                return true;
            }
        }
    }
    return false;
}

// Cells that hang together, grown one by one.
static void grid_grow(Random *random, Grid *grid, int cells)
{
    memset(grid->full, 0, sizeof grid->full);
    memset(grid->done, 0, sizeof grid->done);
    int middle = grid->size / 2;
    grid->full[middle][middle] = true;
    for (int tries = 0, count = 1; tries < 200 * cells && count < cells; tries++) {
        int x = random_int(random, 0, grid->size - 1), y = random_int(random, 0, grid->size - 1);
        bool joined = full(grid, x - 1, y) || full(grid, x + 1, y) || full(grid, x, y - 1) || full(grid, x, y + 1);
        if (grid->full[y][x] || !joined) {
            continue;
        }
        grid->full[y][x] = true;
        if (touches_itself(grid, x, y)) {
            grid->full[y][x] = false;
        } else {
            count++;
        }
    }
}

// Walks with full cells on the left, from the lower left corner of a cell with nothing below it.
static void grid_walk(Grid *grid, int x, int y, bool all_points, Outline *out)
{
    static const int step[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    static const int ahead[4][2][2] = {// cell ahead on the left and on the right, from the corner reached
                                       {{0, 0}, {0, -1}},
                                       {{-1, 0}, {0, 0}},
                                       {{-1, -1}, {-1, 0}},
                                       {{0, -1}, {-1, -1}}};
    int start_x = x, start_y = y, direction = 0;
    do {
        if (direction == 0) {
            grid->done[y][x] = true;
        }
        x += step[direction][0];
        y += step[direction][1];
        bool left = full(grid, x + ahead[direction][0][0], y + ahead[direction][0][1]);
        bool right = full(grid, x + ahead[direction][1][0], y + ahead[direction][1][1]);
        int turn = right ? 3 : (left ? 0 : 1);
        if (turn != 0 || all_points) {
            add(out, 2.0 * x, 2.0 * y);
        }
        direction = (direction + turn) % 4;
    } while (x != start_x || y != start_y || direction != 0);
}

static void add_cells(Random *random, int count, Outline *out)
{
    static Grid grid;
    int cells = count / 2 < 1 ? 1 : count / 2;
    int size = (int)(1.5 * sqrt((double)cells)) + 1;
    grid.size = size < GRID_MAX ? size : GRID_MAX;
    grid_grow(random, &grid, cells);
    bool all_points = random_chance(random, 0.5);
    for (int y = 0; y < grid.size; y++) {
        for (int x = 0; x < grid.size; x++) {
            if (full(&grid, x, y) && !full(&grid, x, y - 1) && !grid.done[y][x]) {
                if (out->count > 0) { // the lowest border is the outline's
                    out->hole_starts[out->hole_count++] = out->count;
                }
                grid_walk(&grid, x, y, all_points, out);
            }
        }
    }
}

// ---- all together ---------------------------------------------------------------------------------------------

static void add_islands(Random *random, int count, Outline *out)
{
    static Outline tried_storage;
    Outline *tried = &tried_storage;
    Rings shore;
    do {
        out->count = 0;
        add_star(random, count / 2 < 3 ? 3 : count / 2, oracle_vec(0.0, 0.0), 4000.0, out);
        shore = outline_rings(out);
    } while (rings_status(&shore) != AUK_OK);
    for (int tries = 0; tries < count && out->count < count; tries++) {
        memcpy(tried, out, sizeof *tried);
        tried->hole_starts[tried->hole_count++] = tried->count;
        AukVec2 p = random_vec(random, -3000.0f, 3000.0f);
        add_star(random, random_int(random, 3, 8), oracle_of(p), random_log(random, 10.0, 2000.0), tried);
        Rings rings = outline_rings(tried);
        if (rings_status(&rings) == AUK_OK) {
            memcpy(out, tried, sizeof *out);
        }
    }
}

static void add_family(Random *random, OutlineFamily family, int count, Outline *out)
{
    float reach = (float)random_log(random, 5.0, 1e6);
    switch (family) {
    case OUTLINE_STAR: add_star(random, count, oracle_vec(0.0, 0.0), (double)reach, out); break;
    case OUTLINE_UNTANGLED: add_tangle(random, count, reach, out); break;
    case OUTLINE_COMB: add_comb(random, count, out); break;
    case OUTLINE_SPIRAL: add_spiral(random, count, out); break;
    case OUTLINE_ORTHOGONAL: add_cells(random, count, out); break;
    case OUTLINE_ISLANDS: add_islands(random, count, out); break;
    case OUTLINE_FAMILY_COUNT: break;
    }
}

static void rotate_start(AukVec2 *points, int count, int by)
{
    reverse(points, 0, by - 1);
    reverse(points, by, count - 1);
    reverse(points, 0, count - 1);
}

// Another winding and another first point for each ring.
static void shuffle_rings(Random *random, Outline *out)
{
    for (int ring = 0; ring <= out->hole_count; ring++) {
        int start = ring > 0 ? out->hole_starts[ring - 1] : 0;
        int end = ring < out->hole_count ? out->hole_starts[ring] : out->count;
        rotate_start(out->points + start, end - start, random_int(random, 0, end - start - 1));
        if (random_chance(random, 0.5)) {
            reverse(out->points, start, end - 1);
        }
    }
}

static void exchange_axes(Outline *out)
{
    for (int i = 0; i < out->count; i++) {
        out->points[i] = auk_vec(out->points[i].y, out->points[i].x);
    }
}

void outline_random(Random *random, OutlineFamily family, int count, Outline *out)
{
    Rings rings;
    do {
        out->count = 0;
        out->hole_count = 0;
        add_family(random, family, count, out);
        rings = outline_rings(out);
    } while (rings_status(&rings) != AUK_OK);
    shuffle_rings(random, out);
    if (random_chance(random, 0.5)) {
        exchange_axes(out);
    }
}

void outline_scribble(Random *random, Outline *out)
{
    int reach = random_int(random, 1, 12);
    out->count = random_int(random, 3, 9);
    out->hole_count = 0;
    if (random_chance(random, 0.3)) {
        out->hole_starts[out->hole_count++] = out->count;
        out->count += random_int(random, 3, 4);
    }
    for (int i = 0; i < out->count; i++) {
        int x = random_int(random, -reach, reach);
        out->points[i] = auk_vec((float)x, (float)random_int(random, -reach, reach));
    }
}

void outline_spoil(Random *random, Outline *outline)
{
    int i = random_int(random, 0, outline->count - 1), k = random_int(random, 0, outline->count - 1);
    AukVec2 p = outline->points[i], q = outline->points[k], r = outline->points[(k + 1) % outline->count];
    switch (random_int(random, 0, 3)) {
    case 0: // somewhere near
        outline->points[i] =
            auk_vec(p.x + (float)random_int(random, -20, 20), p.y + (float)random_int(random, -20, 20));
        break;
    case 1:
        outline->points[i] = q;
        outline->points[k] = p;
        break;
    case 2: outline->points[i] = q; break;
    default: // on another edge, or next to it
        outline->points[i] = auk_vec_lerp(q, r, 0.5f);
        break;
    }
}
