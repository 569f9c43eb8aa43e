// The older ways that the tests measure the library against are themselves measured, on answers known by hand.
#include "support/calipers.h"
#include "support/rfunction.h"

#include <criterion/criterion.h>
#include <math.h>

static const CalipersPoint square[4] = {{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};

static CalipersResult measure(const CalipersPoint *one, int count_one, const CalipersPoint *two, int count_two)
{
    CalipersPolygon first = {one, count_one}, second = {two, count_two};
    CalipersResult forth = calipers_measure(first, second), back = calipers_measure(second, first);
    cr_assert_float_eq(forth.distance, back.distance, 1e-15, "swapped");
    cr_assert_float_eq(hypot(forth.one.x - forth.two.x, forth.one.y - forth.two.y), fabs(forth.distance), 1e-15);
    cr_assert_leq(forth.turns, count_one + count_two);
    return forth;
}

Test(yardsticks, calipers_measure_the_triangles_of_the_articles)
{
    static const CalipersPoint one[3] = {{4.0, 11.0}, {4.0, 5.0}, {9.0, 9.0}};
    static const CalipersPoint two[4] = {{8.0, 6.0}, {10.0, 2.0}, {13.0, 1.0}, {15.0, 6.0}};
    CalipersResult found = measure(one, 3, two, 4);
    cr_assert_float_eq(found.distance, 11.0 / sqrt(41.0), 1e-15);
    cr_assert(found.two.x == 8.0 && found.two.y == 6.0);
    static const CalipersPoint up[3] = {{0.0, 1.0}, {-1.0, -1.0}, {1.0, -1.0}};
    static const CalipersPoint down[3] = {{0.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
    cr_assert_float_eq(measure(up, 3, down, 3).distance, -2.0 / sqrt(5.0), 1e-15);
}

Test(yardsticks, calipers_measure_squares_apart_touching_overlapping_and_alike)
{
    static const struct {
        double x, y, distance;
    } cases[] = {{2.0, 0.0, 1.0},    {2.0, 2.0, 1.4142135623730951},
                 {1.0, 0.5, 0.0},    {1.0, 1.0, 0.0},
                 {0.75, 0.5, -0.25}, {0.0, 0.0, -1.0},
                 {0.0, -3.0, 2.0},   {-0.5, 0.25, -0.5}};
    for (int i = 0; i < 8; i++) {
        CalipersPoint moved[4];
        for (int k = 0; k < 4; k++) {
            moved[k] = (CalipersPoint){square[k].x + cases[i].x, square[k].y + cases[i].y};
        }
        cr_assert_float_eq(measure(square, 4, moved, 4).distance, cases[i].distance, 1e-15, "case %d", i);
    }
}

Test(yardsticks, calipers_take_points_and_segments)
{
    static const CalipersPoint point[1] = {{3.0, 0.5}}, inner[1] = {{0.25, 0.5}}, ahead[2] = {{2.0, 0.0}, {5.0, 0.0}};
    static const CalipersPoint up[2] = {{3.0, -1.0}, {3.0, 4.0}}, on_line[2] = {{7.0, 0.0}, {9.0, 0.0}};
    cr_assert_eq(measure(point, 1, square, 4).distance, 2.0);
    cr_assert_eq(measure(inner, 1, square, 4).distance, -0.25);
    cr_assert_eq(measure(point, 1, inner, 1).distance, 2.75);
    cr_assert_eq(measure(point, 1, ahead, 2).distance, 0.5);
    cr_assert_eq(measure(ahead, 2, on_line, 2).distance, 2.0);
    cr_assert_eq(measure(ahead, 2, square, 4).distance, 1.0);
    cr_assert_eq(measure(ahead, 2, up, 2).distance, -1.0, "crossing segments part at an end");
}

static OracleShape polygon(const AukVec2 *vertices, int count, float x, float y)
{
    AukShape shape = auk_shape_polygon(vertices, count, 0.0f);
    OracleShape placed;
    oracle_place(&placed, &shape, auk_transform(auk_vec(x, y), 0.0f), auk_vec(0.0f, 0.0f));
    return placed;
}

Test(yardsticks, the_r_function_tells_whether_bodies_of_several_pieces_meet)
{
    static const AukVec2 bar[4] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 1.0f}, {0.0f, 1.0f}};
    static const AukVec2 leg[4] = {{0.0f, 1.0f}, {1.0f, 1.0f}, {1.0f, 5.0f}, {0.0f, 5.0f}};
    static OracleShape corner[2], stone[2];
    AukShape circle = auk_shape_circle(0.5f);
    corner[0] = polygon(bar, 4, 0.0f, 0.0f);
    corner[1] = polygon(leg, 4, 0.0f, 0.0f);
    static const struct {
        float x, y;
        bool meet;
    } cases[] = {
        {2.5f, 3.0f, false}, {2.5f, 1.25f, true}, {1.25f, 3.0f, true}, {0.5f, 0.5f, true}, {6.0f, 6.0f, false}};
    for (int i = 0; i < 5; i++) {
        AukTransform pose = auk_transform(auk_vec(cases[i].x, cases[i].y), 0.0f);
        oracle_place(&stone[0], &circle, pose, auk_vec(0.0f, 0.0f));
        RFunctionResult found = rfunction_meet(corner, 2, stone, 1), back = rfunction_meet(stone, 1, corner, 2);
        cr_assert(found.decided && found.meet == cases[i].meet, "case %d", i);
        cr_assert(back.decided && back.meet == cases[i].meet, "case %d, swapped", i);
        cr_assert_eq(found.value >= 0.0, found.meet);
    }
    stone[0] = polygon(bar, 4, 1.5f, 1.5f);
    stone[1] = polygon(leg, 4, 4.5f, 0.5f);
    RFunctionResult found = rfunction_meet(corner, 2, stone, 2);
    cr_assert(found.decided && !found.meet, "in the notch");
}

Test(yardsticks, the_top_of_the_r_function_of_two_squares_is_known)
{
    static const AukVec2 box[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
    static OracleShape a, b;
    a = polygon(box, 4, 0.0f, 0.0f);
    b = polygon(box, 4, 3.0f, 0.0f);
    RFunctionResult found = rfunction_meet(&a, 1, &b, 1);
    cr_assert(found.decided && !found.meet && found.value <= -1.0 + 1e-12, "halfway it is 1 from either: %g",
              found.value);
    b = polygon(box, 4, 1.0f, 0.5f);
    found = rfunction_meet(&a, 1, &b, 1);
    cr_assert(found.meet && found.value == 0.0, "touching: %g", found.value);
}
