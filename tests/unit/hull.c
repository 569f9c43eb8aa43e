// Hulls against gift wrapping with exact orientation: from each vertex, the next is the one that leaves all others on
// its left. It takes the farthest of collinear candidates, and does not care about order or repetition.
#include "auk/geom.h"

#include "support/oracle.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_MAX = 10000 };

static bool same_vec(AukVec2 a, AukVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static double square_of(AukVec2 a, AukVec2 b)
{
    OracleVec d = oracle_sub(oracle_of(b), oracle_of(a));
    return oracle_dot(d, d);
}

static int lowest_of(const AukVec2 *points, int count)
{
    int lowest = 0;
    for (int i = 1; i < count; i++) {
        AukVec2 p = points[i], q = points[lowest];
        lowest = p.x < q.x || (p.x == q.x && p.y < q.y) ? i : lowest;
    }
    return lowest;
}

// Indices of the hull's points (the first of repeated ones), or 0 if all lie on one line.
static int wrap(const AukVec2 *points, int count, int *indices)
{
    int found = 0;
    int current = lowest_of(points, count);
    do {
        indices[found++] = current;
        int next = -1;
        for (int i = 0; i < count; i++) {
            if (same_vec(points[i], points[current])) {
                continue;
            }
            int turn = next < 0 ? -1 : oracle_orientation(points[current], points[next], points[i]);
            bool farther =
                turn == 0 && square_of(points[current], points[i]) > square_of(points[current], points[next]);
            next = turn < 0 || farther ? i : next;
        }
        current = next;
    } while (current >= 0 && found <= count && !same_vec(points[current], points[indices[0]]));
    return found < 3 ? 0 : found;
}

static AukVec2 hull[COUNT_MAX];
static int indices[COUNT_MAX], expected[COUNT_MAX + 1];

static void assert_hull(const AukVec2 *points, int count)
{
    int wrapped = wrap(points, count, expected);
    int found = auk_hull(points, count, hull);
    int named = auk_hull_indices(points, count, indices);
    if (wrapped == 0) {
        cr_assert_eq(found, -AUK_ERROR_ZERO_AREA);
        cr_assert_eq(named, -AUK_ERROR_ZERO_AREA);
        return;
    }
    cr_assert_eq(found, wrapped, "%d vertices, expected %d", found, wrapped);
    cr_assert_eq(named, wrapped, "%d indices, expected %d", named, wrapped);
    for (int i = 0; i < wrapped; i++) {
        cr_assert(same_vec(hull[i], points[expected[i]]), "vertex %d", i);
        cr_assert_eq(indices[i], expected[i], "index %d is %d, expected %d", i, indices[i], expected[i]);
    }
    AukShape shape = auk_shape_polygon(hull, found, 0.0f);
    cr_assert_eq(shape.status, AUK_OK, "a hull is refused as polygon: %s", auk_status_text(shape.status));
}

// Every order of the points (Heap's algorithm without recursion).
static void assert_hull_in_every_order(const AukVec2 *points, int count)
{
    AukVec2 order[8];
    int counters[8] = {0};
    memcpy(order, points, (size_t)count * sizeof *points);
    assert_hull(order, count);
    for (int i = 0; i < count;) {
        if (counters[i] < i) {
            int other = i % 2 ? counters[i] : 0;
            AukVec2 held = order[other];
            order[other] = order[i];
            order[i] = held;
            assert_hull(order, count);
            counters[i]++;
            i = 0;
        } else {
            counters[i++] = 0;
        }
    }
}

Test(hull, a_square_with_its_centre_and_mid_points_in_every_order)
{
    AukVec2 points[7] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 2.0f}, {0.0f, 2.0f},
                         {1.0f, 1.0f}, {1.0f, 0.0f}, {2.0f, 1.0f}};
    assert_hull_in_every_order(points, 7);
}

Test(hull, repeated_points_in_every_order)
{
    AukVec2 points[7] = {{0.0f, 0.0f}, {0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 0.0f},
                         {0.0f, 2.0f}, {0.0f, 2.0f}, {0.0f, 0.0f}};
    assert_hull_in_every_order(points, 7);
}

Test(hull, collinear_points_have_no_area_in_every_order)
{
    AukVec2 points[4] = {{0.0f, 0.0f}, {10.0f, 10.0f}, {5.0f, 5.0f}, {3.0f, 3.0f}};
    assert_hull_in_every_order(points, 4);
    AukVec2 upright[5] = {{1.0f, 3.0f}, {1.0f, -3.0f}, {1.0f, 0.0f}, {1.0f, 7.0f}, {1.0f, 3.0f}};
    assert_hull_in_every_order(upright, 5);
    AukVec2 all_equal[5] = {{1.0f, 3.0f}, {1.0f, 3.0f}, {1.0f, 3.0f}, {1.0f, 3.0f}, {1.0f, 3.0f}};
    assert_hull_in_every_order(all_equal, 5);
}

Test(hull, negative_zeros_are_zeros_in_every_order)
{
    AukVec2 points[6] = {{-0.0f, 0.0f}, {0.0f, -0.0f}, {1.0f, -0.0f}, {1.0f, 0.0f}, {-0.0f, 1.0f}, {0.0f, 1.0f}};
    assert_hull_in_every_order(points, 6);
    AukVec2 line[4] = {{-0.0f, 0.0f}, {0.0f, -0.0f}, {-0.0f, -0.0f}, {0.0f, 1.0f}};
    assert_hull_in_every_order(line, 4);
}

Test(hull, points_one_unit_off_a_line_are_kept_in_every_order)
{
    AukVec2 points[5] = {{0.0f, 0.0f}, {0.5f, 0.5f}, {1.0f, 1.0f}, {0.25f, 0.25f}, {0.75f, 0.75f}};
    points[1].y = nextafterf(0.5f, 0.0f);
    points[4].y = nextafterf(0.75f, 1.0f);
    assert_hull_in_every_order(points, 5);
}

Test(hull, points_of_very_different_size_in_every_order)
{
    AukVec2 points[6] = {
        {1e15f, 1e15f}, {-1e15f, -1e15f}, {0.0f, 1e-30f}, {1e-30f, 0.0f}, {1.0f, nextafterf(1.0f, 2.0f)}, {0.0f, 0.0f}};
    assert_hull_in_every_order(points, 6);
}

Test(hull, random_points_of_a_small_grid)
{
    AukVec2 points[40];
    Random random = random_start(random_seed(), 1);
    for (int i = 0; i < 20000; i++) {
        int count = random_int(&random, 3, 40), most = random_int(&random, 1, 6);
        for (int k = 0; k < count; k++) {
            points[k].x = (float)random_int(&random, -most, most);
            points[k].y = (float)random_int(&random, -most, most);
        }
        assert_hull(points, count);
    }
}

Test(hull, random_points_far_from_the_origin)
{
    AukVec2 points[30];
    Random random = random_start(random_seed(), 2);
    for (int i = 0; i < 5000; i++) {
        int count = random_int(&random, 3, 30);
        AukVec2 centre = random_vec(&random, -1e6f, 1e6f);
        for (int k = 0; k < count; k++) {
            points[k] = auk_vec_add(centre, random_vec(&random, -0.5f, 0.5f));
        }
        assert_hull(points, count);
    }
}

static AukVec2 many[COUNT_MAX];

Test(hull, ten_thousand_random_points)
{
    Random random = random_start(random_seed(), 3);
    for (int i = 0; i < COUNT_MAX; i++) {
        many[i] = random_vec(&random, -100.0f, 100.0f);
    }
    assert_hull(many, COUNT_MAX);
}

Test(hull, ten_thousand_points_on_a_circle_each_twice)
{
    for (int i = 0; i < COUNT_MAX / 2; i++) {
        double angle = 6.283185307179586 * i / (COUNT_MAX / 2);
        many[i] = many[COUNT_MAX / 2 + i] = auk_vec((float)(1e4 * cos(angle)), (float)(1e4 * sin(angle)));
    }
    assert_hull(many, COUNT_MAX);
}

Test(hull, ten_thousand_points_on_the_sides_of_a_square)
{
    for (int i = 0; i < COUNT_MAX; i++) {
        float along = (float)(i / 4);
        many[i] = i % 2 ? auk_vec(i % 4 == 1 ? 0.0f : 2500.0f, along) : auk_vec(along, i % 4 == 0 ? 0.0f : 2500.0f);
    }
    assert_hull(many, COUNT_MAX);
}

Test(hull, a_parabola_of_ten_thousand_integer_points_is_its_own_hull)
{
    // x^2 stays below 2^24, so the points are exact; neighbours turn by the least that integers can
    enum { COUNT = 8001 };
    for (int i = 0; i < COUNT; i++) {
        int x = (int)((i * (int64_t)3607) % COUNT) - 4000; // in a shuffled order
        many[i] = auk_vec((float)x, (float)(x * x));
    }
    cr_assert_eq(auk_hull(many, COUNT, hull), COUNT);
    for (int i = 0; i + 1 < COUNT - 1; i++) {
        cr_assert_eq(hull[i].x + 1.0f, hull[i + 1].x);
    }
}

Test(hull, bad_input_is_answered_by_a_negative_status)
{
    AukVec2 points[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    cr_assert_eq(auk_hull(NULL, 3, hull), -AUK_ERROR_NULL);
    cr_assert_eq(auk_hull(points, 3, NULL), -AUK_ERROR_NULL);
    cr_assert_eq(auk_hull_indices(NULL, 3, indices), -AUK_ERROR_NULL);
    cr_assert_eq(auk_hull_indices(points, 3, NULL), -AUK_ERROR_NULL);
    static const int bad_counts[] = {2, 1, 0, -1, -2147483647 - 1, AUK_VERTEX_COUNT_MAX + 1, 2147483647};
    for (size_t i = 0; i < sizeof bad_counts / sizeof *bad_counts; i++) {
        cr_assert_eq(auk_hull(points, bad_counts[i], hull), -AUK_ERROR_COUNT, "count %d", bad_counts[i]);
        cr_assert_eq(auk_hull_indices(points, bad_counts[i], indices), -AUK_ERROR_COUNT, "count %d", bad_counts[i]);
    }
    points[1].y = NAN;
    cr_assert_eq(auk_hull(points, 3, hull), -AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_hull_indices(points, 3, indices), -AUK_ERROR_NOT_FINITE);
    points[1].y = -INFINITY;
    cr_assert_eq(auk_hull(points, 3, hull), -AUK_ERROR_NOT_FINITE);
    points[1].y = 2.0f * AUK_COORDINATE_MAX;
    cr_assert_eq(auk_hull(points, 3, hull), -AUK_ERROR_RANGE);
}

static void *refuse(void *block, uint64_t size, void *context)
{
    (void)block, (void)size, (void)context;
    return NULL;
}

static void release(void *block, void *context)
{
    (void)context;
    free(block);
}

static void restore_memory(void)
{
    auk_set_allocator(NULL);
}

Test(hull, without_memory_it_says_so_or_needs_none, .fini = restore_memory)
{
    for (int i = 0; i < COUNT_MAX; i++) {
        many[i] = auk_vec((float)(i % 100), (float)(i / 100));
    }
    AukAllocator none = {refuse, release, NULL};
    auk_set_allocator(&none);
    int found = auk_hull(many, COUNT_MAX, hull);
    cr_assert(found == 4 || found == -AUK_ERROR_OUT_OF_MEMORY);
    found = auk_hull_indices(many, COUNT_MAX, indices);
    cr_assert(found == 4 || found == -AUK_ERROR_OUT_OF_MEMORY);
}
