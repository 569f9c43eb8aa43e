// Crossings of random polylines with whole coordinates against fractions in 64 bits, and of polylines of any floats
// against the signs of exact orientations.
#include "auk/geom.h"

#include "support/oracle.h"
#include "support/print.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VERTICES_MAX = 24, CROSSINGS_MAX = 2 * VERTICES_MAX * VERTICES_MAX };

static AukVec2 vertices[2][VERTICES_MAX];
static AukPolyline lines[2];
static AukOutlineCrossing found[CROSSINGS_MAX], other[CROSSINGS_MAX];

// t = t_top / t_bottom, s alike; bottoms above 0.
typedef struct Expected {
    int edge_a, edge_b;
    int64_t t_top, t_bottom, s_top, s_bottom;
    bool seen;
} Expected;

static Expected expected[CROSSINGS_MAX];
static int expected_count;

typedef struct Edge {
    int64_t x, y, dx, dy;
    bool owns_end;
} Edge;

// ---- the oracle: fractions --------------------------------------------------------------------------------------

static int edges_of(const AukPolyline *line)
{
    return line->open ? line->count - 1 : line->count;
}

static Edge edge_at(const AukPolyline *line, int index)
{
    AukVec2 p = line->vertices[index], q = line->vertices[(index + 1) % line->count];
    Edge edge = {(int64_t)p.x, (int64_t)p.y, (int64_t)q.x - (int64_t)p.x, (int64_t)q.y - (int64_t)p.y, line->open};
    // all later vertices of an open polyline are the end of this edge
    for (int i = index + 1; i < line->count; i++) {
        edge.owns_end = edge.owns_end && line->vertices[i].x == q.x && line->vertices[i].y == q.y;
    }
    return edge;
}

static bool is_owned(const Edge *edge, int64_t top, int64_t bottom)
{
    return top >= 0 && (top < bottom || (top == bottom && edge->owns_end));
}

static void expect_crossing(int i, const Edge *a, int64_t t_top, int64_t t_bottom, int j, const Edge *b, int64_t s_top,
                            int64_t s_bottom)
{
    if (is_owned(a, t_top, t_bottom) && is_owned(b, s_top, s_bottom)) {
        expected[expected_count++] = (Expected){i, j, t_top, t_bottom, s_top, s_bottom, false};
    }
}

// Parameters along an edge are scalar products over the square of its length.
static void expect_along(int i, const Edge *a, int j, const Edge *b)
{
    int64_t length_a = a->dx * a->dx + a->dy * a->dy, length_b = b->dx * b->dx + b->dy * b->dy;
    int64_t x = b->x - a->x, y = b->y - a->y;
    int64_t start_b_on_a = x * a->dx + y * a->dy, end_b_on_a = start_b_on_a + b->dx * a->dx + b->dy * a->dy;
    int64_t start_a_on_b = -x * b->dx - y * b->dy, end_a_on_b = start_a_on_b + a->dx * b->dx + a->dy * b->dy;
    expect_crossing(i, a, 0, length_a, j, b, start_a_on_b, length_b);
    if (end_a_on_b != start_a_on_b) {
        expect_crossing(i, a, length_a, length_a, j, b, end_a_on_b, length_b);
    }
    if (start_b_on_a != 0 && start_b_on_a != length_a) {
        expect_crossing(i, a, start_b_on_a, length_a, j, b, 0, length_b);
    }
    if (end_b_on_a != 0 && end_b_on_a != length_a) {
        expect_crossing(i, a, end_b_on_a, length_a, j, b, length_b, length_b);
    }
}

static void expect_pair(int i, const Edge *a, int j, const Edge *b)
{
    int64_t cross = a->dx * b->dy - a->dy * b->dx, x = b->x - a->x, y = b->y - a->y;
    int64_t t = x * b->dy - y * b->dx, s = x * a->dy - y * a->dx;
    if ((a->dx == 0 && a->dy == 0) || (b->dx == 0 && b->dy == 0)) {
        return;
    }
    if (cross != 0) {
        int sign = cross > 0 ? 1 : -1;
        expect_crossing(i, a, sign * t, sign * cross, j, b, sign * s, sign * cross);
    } else if (s == 0 && t == 0) {
        expect_along(i, a, j, b);
    }
}

static void expect_all(void)
{
    expected_count = 0;
    for (int i = 0; i < edges_of(&lines[0]); i++) {
        for (int j = 0; j < edges_of(&lines[1]); j++) {
            Edge a = edge_at(&lines[0], i), b = edge_at(&lines[1], j);
            expect_pair(i, &a, j, &b);
        }
    }
}

// ---- random polylines -------------------------------------------------------------------------------------------

static void make_lines(Random *random, int most)
{
    for (int k = 0; k < 2; k++) {
        int count = random_int(random, 2, random_chance(random, 0.8) ? 6 : VERTICES_MAX);
        for (int i = 0; i < count; i++) {
            vertices[k][i] = auk_vec((float)random_int(random, -most, most), (float)random_int(random, -most, most));
            if (random_chance(random, 0.1)) {
                vertices[k][i] = k > 0 && random_chance(random, 0.5)
                                     ? vertices[0][random_int(random, 0, lines[0].count - 1)]
                                     : vertices[k][random_int(random, 0, i)];
            }
        }
        lines[k] = (AukPolyline){vertices[k], count, random_chance(random, 0.5)};
    }
}

static const char *complain(const Random *random, int run, const char *wrong)
{
    fprintf(stderr, "%s: AUK_SEED=%llu, run %d\n", wrong, (unsigned long long)random->seed, run);
    for (int k = 0; k < 2; k++) {
        print_points(stderr, lines[k].open ? "open" : "closed", lines[k].vertices, lines[k].count);
    }
    return wrong;
}

static bool is_sorted(const AukOutlineCrossing *c, const AukOutlineCrossing *d)
{
    if (c->edge_a != d->edge_a) {
        return c->edge_a < d->edge_a;
    }
    if (c->t != d->t) {
        return c->t < d->t;
    }
    return c->edge_b != d->edge_b ? c->edge_b < d->edge_b : c->s <= d->s;
}

static bool is_near(float parameter, int64_t top, int64_t bottom)
{
    double exact = (double)top / (double)bottom;
    bool at_end = (parameter == 0.0f) == (top == 0) && (parameter == 1.0f) == (top == bottom);
    return at_end && fabs((double)parameter - exact) <= 0x1p-24 * exact;
}

static bool matches(const AukOutlineCrossing *c, const Expected *e)
{
    const AukVec2 *p = &vertices[0][e->edge_a], *q = &vertices[0][(e->edge_a + 1) % lines[0].count];
    double t = (double)e->t_top / (double)e->t_bottom, size = 0.0;
    for (int k = 0; k < 2; k++) {
        const AukVec2 *v = k ? q : p;
        size = fmax(size, fmax(fabs((double)v->x), fabs((double)v->y)));
    }
    double x = (double)p->x + t * ((double)q->x - (double)p->x), y = (double)p->y + t * ((double)q->y - (double)p->y);
    return !e->seen && c->edge_a == e->edge_a && c->edge_b == e->edge_b && is_near(c->t, e->t_top, e->t_bottom) &&
           is_near(c->s, e->s_top, e->s_bottom) && fabs((double)c->point.x - x) <= 0x1p-23 * size &&
           fabs((double)c->point.y - y) <= 0x1p-23 * size;
}

static const char *compare_with_fractions(void)
{
    expect_all();
    int count = auk_outline_crossings(&lines[0], &lines[1], found, CROSSINGS_MAX);
    if (count != expected_count) {
        return "another number of crossings";
    }
    for (int i = 0; i < count; i++) {
        if (i > 0 && !is_sorted(&found[i - 1], &found[i])) {
            return "not sorted";
        }
        int k = 0;
        while (k < count && !matches(&found[i], &expected[k])) {
            k++;
        }
        if (k == count) {
            return "a crossing that is not there";
        }
        expected[k].seen = true;
    }
    return NULL;
}

static int by_second(const void *left, const void *right)
{
    const AukOutlineCrossing *c = left, *d = right;
    return is_sorted(c, d) ? (is_sorted(d, c) ? 0 : -1) : 1;
}

static const char *compare_swapped(void)
{
    int count = auk_outline_crossings(&lines[0], &lines[1], found, CROSSINGS_MAX);
    if (auk_outline_crossings(&lines[1], &lines[0], other, CROSSINGS_MAX) != count) {
        return "swapped: another number";
    }
    for (int i = 0; i < count; i++) {
        AukOutlineCrossing c = other[i];
        other[i].edge_a = c.edge_b;
        other[i].edge_b = c.edge_a;
        other[i].t = c.s;
        other[i].s = c.t;
    }
    qsort(other, (size_t)count, sizeof other[0], by_second);
    for (int i = 0; i < count; i++) {
        const AukOutlineCrossing *c = &found[i], *d = &other[i];
        if (c->edge_a != d->edge_a || c->edge_b != d->edge_b || c->t != d->t || c->s != d->s ||
            memcmp(&c->point, &d->point, sizeof c->point) != 0 || c->collinear != d->collinear) {
            return "swapped: other bits";
        }
    }
    return NULL;
}

// Mirrored, turned by a quarter and moved by whole numbers: all without rounding.
static const char *compare_moved(Random *random)
{
    int count = auk_outline_crossings(&lines[0], &lines[1], found, CROSSINGS_MAX);
    bool mirror = random_chance(random, 0.5), quarter = random_chance(random, 0.5);
    AukVec2 shift = {(float)random_int(random, -1000, 1000), (float)random_int(random, -1000, 1000)};
    for (int i = 0; i < 2 * VERTICES_MAX; i++) {
        AukVec2 *v = &vertices[i / VERTICES_MAX][i % VERTICES_MAX];
        *v = quarter ? auk_vec(-v->y, v->x) : *v;
        *v = auk_vec_add(mirror ? auk_vec(-v->x, v->y) : *v, shift);
    }
    if (auk_outline_crossings(&lines[0], &lines[1], other, CROSSINGS_MAX) != count) {
        return "moved: another number";
    }
    for (int i = 0; i < count; i++) {
        const AukOutlineCrossing *c = &found[i], *d = &other[i];
        if (c->edge_a != d->edge_a || c->edge_b != d->edge_b || c->t != d->t || c->s != d->s) {
            return "moved: other parameters";
        }
    }
    return NULL;
}

Test(geom_crossings, of_whole_coordinates_are_those_of_fractions)
{
    int crossings = 0, repeats = random_repeats(100000);
    for (int run = 0; run < repeats; run++) {
        Random random = random_start(random_seed(), (uint64_t)run);
        const int sizes[4] = {2, 4, 30, 1 << 14};
        make_lines(&random, sizes[run % 4]);
        const char *wrong = compare_with_fractions();
        wrong = wrong ? wrong : compare_swapped();
        wrong = wrong ? wrong : compare_moved(&random);
        cr_assert_null(wrong ? complain(&random, run, wrong) : NULL);
        crossings += expected_count;
    }
    cr_assert_gt(crossings, repeats);
}

// ---- any floats -------------------------------------------------------------------------------------------------

static float any_coordinate(Random *random)
{
    float x;
    do {
        x = random_finite(random);
    } while (fabsf(x) > AUK_COORDINATE_MAX);
    return x;
}

static bool same(AukVec2 a, AukVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

// Of two edges that are not on one line and have a length.
static int expected_of_open_edges(const AukVec2 *a, const AukVec2 *b)
{
    int c = oracle_orientation(a[0], a[1], b[0]), d = oracle_orientation(a[0], a[1], b[1]);
    int e = oracle_orientation(b[0], b[1], a[0]), f = oracle_orientation(b[0], b[1], a[1]);
    return c * d <= 0 && e * f <= 0;
}

Test(geom_crossings, of_any_floats_are_decided_exactly)
{
    int crossings = 0, repeats = random_repeats(200000);
    for (int run = 0; run < repeats; run++) {
        Random random = random_start(random_seed(), (uint64_t)1 << 40 | (uint64_t)run);
        float size = (float)random_log(&random, 1e-20, 1e15);
        bool wild = random_chance(&random, 0.3);
        for (int i = 0; i < 4; i++) {
            AukVec2 v = random_vec(&random, -size, size);
            vertices[i / 2][i % 2] = wild ? auk_vec(any_coordinate(&random), any_coordinate(&random)) : v;
        }
        // ends on the other edge but for rounding
        if (!wild && random_chance(&random, 0.5)) {
            vertices[1][0] = auk_vec_lerp(vertices[0][0], vertices[0][1], (float)random_unit(&random));
        }
        lines[0] = (AukPolyline){vertices[0], 2, true};
        lines[1] = (AukPolyline){vertices[1], 2, true};
        if (same(vertices[0][0], vertices[0][1]) || same(vertices[1][0], vertices[1][1]) ||
            (oracle_orientation(vertices[0][0], vertices[0][1], vertices[1][0]) == 0 &&
             oracle_orientation(vertices[0][0], vertices[0][1], vertices[1][1]) == 0)) {
            continue;
        }
        int count = auk_outline_crossings(&lines[0], &lines[1], found, CROSSINGS_MAX);
        const char *wrong = count != expected_of_open_edges(vertices[0], vertices[1]) ? "not as exactly" : NULL;
        wrong = wrong || count == 0 ||
                        (found[0].t >= 0.0f && found[0].t <= 1.0f && found[0].s >= 0.0f && found[0].s <= 1.0f &&
                         isfinite(found[0].point.x) && isfinite(found[0].point.y))
                    ? wrong
                    : "parameters out of range";
        wrong = wrong ? wrong : compare_swapped();
        cr_assert_null(wrong ? complain(&random, run, wrong) : NULL);
        crossings += count;
    }
    cr_assert_gt(crossings, repeats / 10);
}
