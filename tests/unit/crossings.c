// Crossings of two polylines: what is one crossing, in which order, and what bad input gets. Random ones are compared
// with exact arithmetic in tests/prop/geom_crossings.c.
#include "auk/geom.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { ROOM = 64 };

static AukOutlineCrossing found[ROOM];

static int cross(AukPolyline a, AukPolyline b)
{
    int count = auk_outline_crossings(&a, &b, found, ROOM);
    cr_assert_eq(auk_outline_crossings(&a, &b, NULL, 0), count);
    return count;
}

static void assert_crossing(int index, int edge_a, float t, int edge_b, float s)
{
    const AukOutlineCrossing *c = &found[index];
    cr_assert(c->edge_a == edge_a && c->t == t && c->edge_b == edge_b && c->s == s,
              "crossing %d: edge %d at %a, edge %d at %a", index, c->edge_a, (double)c->t, c->edge_b, (double)c->s);
}

static void assert_same(const AukOutlineCrossing *c, const AukOutlineCrossing *d)
{
    cr_assert(c->edge_a == d->edge_a && c->edge_b == d->edge_b && c->t == d->t && c->s == d->s &&
              c->point.x == d->point.x && c->point.y == d->point.y && c->collinear == d->collinear);
}

static const AukVec2 square_vertices[4] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 4.0f}, {0.0f, 4.0f}};
static const AukPolyline square = {square_vertices, 4, false};

Test(crossings, two_squares_cross_twice_in_the_order_of_the_first)
{
    const AukVec2 vertices[4] = {{2.0f, 1.0f}, {6.0f, 1.0f}, {6.0f, 5.0f}, {2.0f, 5.0f}};
    cr_assert_eq(cross(square, (AukPolyline){vertices, 4, false}), 2);
    assert_crossing(0, 1, 0.25f, 0, 0.5f);
    assert_crossing(1, 2, 0.5f, 3, 0.25f);
    cr_assert(found[0].point.x == 4.0f && found[0].point.y == 1.0f && !found[0].collinear);
    cr_assert(found[1].point.x == 2.0f && found[1].point.y == 4.0f);
}

Test(crossings, those_of_one_edge_come_in_the_order_of_its_parameter)
{
    const AukVec2 comb[7] = {{3.0f, -1.0f}, {3.0f, 1.0f}, {1.0f, 1.0f}, {1.0f, -1.0f},
                             {2.0f, -1.0f}, {2.0f, 1.0f}, {2.5f, -1.0f}};
    cr_assert_eq(cross((AukPolyline){square_vertices, 2, true}, (AukPolyline){comb, 7, true}), 4);
    assert_crossing(0, 0, 0.25f, 2, 0.5f);
    assert_crossing(1, 0, 0.5f, 4, 0.5f);
    assert_crossing(2, 0, 0.5625f, 5, 0.5f);
    assert_crossing(3, 0, 0.75f, 0, 0.5f);
}

Test(crossings, a_corner_on_an_edge_is_one_crossing_of_the_edge_that_starts_there)
{
    const AukVec2 vertices[3] = {{4.0f, 1.0f}, {8.0f, 0.0f}, {8.0f, 2.0f}};
    cr_assert_eq(cross(square, (AukPolyline){vertices, 3, false}), 1);
    assert_crossing(0, 1, 0.25f, 0, 0.0f);
    cr_assert_eq(cross((AukPolyline){vertices, 3, false}, square), 1);
    assert_crossing(0, 0, 0.0f, 1, 0.25f);
}

Test(crossings, a_corner_on_a_corner_is_one_crossing)
{
    const AukVec2 vertices[3] = {{8.0f, 4.0f}, {8.0f, 8.0f}, {4.0f, 4.0f}};
    cr_assert_eq(cross(square, (AukPolyline){vertices, 3, false}), 1);
    assert_crossing(0, 2, 0.0f, 2, 0.0f);
}

Test(crossings, only_an_open_polyline_ends_with_a_parameter_of_1)
{
    const AukVec2 vertices[3] = {{-2.0f, 2.0f}, {-1.0f, 2.0f}, {0.0f, 2.0f}};
    cr_assert_eq(cross((AukPolyline){vertices, 3, true}, square), 1);
    assert_crossing(0, 1, 1.0f, 3, 0.5f);
    cr_assert_eq(cross((AukPolyline){vertices, 3, false}, square), 1);
    assert_crossing(0, 2, 0.0f, 3, 0.5f);
}

Test(crossings, edges_along_each_other_cross_at_both_ends_of_the_common_part)
{
    const AukVec2 vertices[4] = {{1.0f, -3.0f}, {3.0f, -3.0f}, {3.0f, 0.0f}, {1.0f, 0.0f}};
    cr_assert_eq(cross(square, (AukPolyline){vertices, 4, false}), 2);
    assert_crossing(0, 0, 0.25f, 3, 0.0f);
    assert_crossing(1, 0, 0.75f, 2, 0.0f);
    cr_assert(found[1].collinear && !found[0].collinear && found[1].point.x == 3.0f && found[1].point.y == 0.0f);
}

Test(crossings, an_outline_crosses_itself_at_each_vertex_once)
{
    cr_assert_eq(cross(square, square), 4);
    for (int i = 0; i < 4; i++) {
        assert_crossing(i, i, 0.0f, i, 0.0f);
    }
    const AukVec2 back[4] = {{0.0f, 4.0f}, {4.0f, 4.0f}, {4.0f, 0.0f}, {0.0f, 0.0f}};
    cr_assert_eq(cross(square, (AukPolyline){back, 4, false}), 4);
    for (int i = 0; i < 4; i++) {
        assert_crossing(i, i, 0.0f, 3 - i, 0.0f);
    }
}

Test(crossings, edges_of_length_zero_are_left_out)
{
    const AukVec2 twice[6] = {{2.0f, 2.0f}, {2.0f, 2.0f}, {6.0f, 2.0f}, {6.0f, 2.0f}, {4.0f, 2.0f}, {4.0f, 2.0f}};
    cr_assert_eq(cross((AukPolyline){twice, 6, true}, square), 2);
    assert_crossing(0, 1, 0.5f, 1, 0.5f);
    assert_crossing(1, 3, 1.0f, 1, 0.5f);
    const AukVec2 point[2] = {{4.0f, 2.0f}, {4.0f, 2.0f}};
    cr_assert_eq(cross((AukPolyline){point, 2, true}, square), 0);
    cr_assert_eq(cross(square, (AukPolyline){point, 2, false}), 0);
}

Test(crossings, a_near_miss_is_no_crossing_and_a_near_hit_is_one)
{
    float below = nextafterf(4.0f, 0.0f), above = nextafterf(4.0f, 8.0f);
    const AukVec2 inside[2] = {{4.0f, 4.0f}, {below, 1.0f}}, outside[2] = {{above, 4.0f}, {above, 1.0f}};
    cr_assert_eq(cross((AukPolyline){inside, 2, true}, square), 1);
    assert_crossing(0, 0, 0.0f, 2, 0.0f);
    cr_assert_eq(cross((AukPolyline){outside, 2, true}, square), 0);
}

// Their directions differ by 2^-48. Computed in plain doubles t is 0.03125, wrong in the second digit; the expected
// numbers are quotients of whole numbers.
Test(crossings, nearly_parallel_edges_keep_all_digits_of_their_parameters)
{
    const float big = 0x1p24f, tiny = 0x1p-30f;
    const AukVec2 one[2] = {{0.0f, 3.0f * tiny}, {big, big - 1.0f}};
    const AukVec2 other[2] = {{0.0f, 5.0f * tiny}, {big - 1.0f, big - 2.0f}};
    cr_assert_eq(cross((AukPolyline){one, 2, true}, (AukPolyline){other, 2, true}), 1);
    assert_crossing(0, 0, 0x1.f07c1ep-6f, 0, 0x1.f07c1ep-6f);
}

Test(crossings, a_crossing_just_before_a_vertex_has_a_parameter_below_1)
{
    const AukVec2 long_edge[3] = {{-1e15f, 0.0f}, {1.0f, 0.0f}, {1.0f, 5.0f}}, wall[2] = {{0.5f, -1.0f}, {0.5f, 1.0f}};
    cr_assert_eq(cross((AukPolyline){long_edge, 3, true}, (AukPolyline){wall, 2, true}), 1);
    assert_crossing(0, 0, 0x1.fffffep-1f, 0, 0.5f);
    cr_assert(found[0].point.x == 0.5f && found[0].point.y == 0.0f);
}

Test(crossings, the_unit_of_length_does_not_matter)
{
    const AukVec2 zigzag[5] = {{-1.0f, 1.0f}, {7.0f, 2.0f}, {-3.0f, 3.0f}, {5.0f, 3.5f}, {1.5f, -6.0f}};
    int count = cross(square, (AukPolyline){zigzag, 5, false});
    AukOutlineCrossing plain[ROOM];
    memcpy(plain, found, sizeof plain);
    cr_assert_eq(count, 8);
    for (int power = -66; power <= 46; power += 8) {
        float scale = ldexpf(1.0f, power);
        AukVec2 a[4], b[5];
        for (int i = 0; i < 5; i++) {
            b[i] = auk_vec_scale(scale, zigzag[i]);
            a[i % 4] = auk_vec_scale(scale, square_vertices[i % 4]);
        }
        cr_assert_eq(cross((AukPolyline){a, 4, false}, (AukPolyline){b, 5, false}), count);
        for (int i = 0; i < count; i++) {
            assert_crossing(i, plain[i].edge_a, plain[i].t, plain[i].edge_b, plain[i].s);
            cr_assert(found[i].point.x == scale * plain[i].point.x && found[i].point.y == scale * plain[i].point.y);
        }
    }
}

Test(crossings, a_small_array_gets_the_first_ones_in_order)
{
    AukVec2 comb[50];
    for (int i = 0; i < 50; i++) {
        comb[i] = auk_vec((float)((i * 17) % 50), i % 2 ? 1.0f : -1.0f);
    }
    const AukVec2 line[3] = {{-1.0f, 0.0f}, {20.25f, 0.0f}, {51.0f, 0.0f}};
    AukPolyline a = {line, 3, true}, b = {comb, 50, true};
    cr_assert_eq(cross(a, b), 49);
    for (int room = 0; room < 60; room++) {
        AukOutlineCrossing some[ROOM];
        memset(some, 0x55, sizeof some);
        int count = auk_outline_crossings(&a, &b, some, room);
        cr_assert_eq(count, room < 49 ? room : 49);
        for (int i = 0; i < count; i++) {
            assert_same(&some[i], &found[i]);
        }
        cr_assert_eq(((unsigned char *)&some[count])[0], 0x55, "written past a room for %d", room);
    }
}

static AukVec2 on_circle(int i, int count, float x)
{
    AukRot q = auk_rot(6.28318531f * (float)i / (float)count);
    return auk_vec(q.c + x, q.s);
}

Test(crossings, outlines_of_ten_thousand_vertices_take_milliseconds)
{
    enum { COUNT = 10000 };
    static AukVec2 a[COUNT], b[COUNT];
    for (int i = 0; i < COUNT; i++) {
        a[i] = on_circle(i, COUNT, 0.0f);
        b[i] = on_circle(i, COUNT, 1.0f);
    }
    cr_assert_eq(cross((AukPolyline){a, COUNT, false}, (AukPolyline){b, COUNT, false}), 2);
    cr_assert(fabsf(found[0].point.x - 0.5f) < 1e-6f && fabsf(found[1].point.x - 0.5f) < 1e-6f);
}

Test(crossings, bad_input_is_answered_by_a_status)
{
    const AukVec2 bad[3] = {{0.0f, 0.0f}, {1.0f, NAN}, {1.0f, 1.0f}}, inf[2] = {{0.0f, 0.0f}, {-INFINITY, 0.0f}};
    const AukVec2 far[2] = {{0.0f, 0.0f}, {1e20f, 0.0f}};
    struct {
        AukPolyline line;
        AukStatus status;
    } cases[] = {
        {{NULL, 4, false}, AUK_ERROR_NULL},
        {{square_vertices, 1, false}, AUK_ERROR_COUNT},
        {{square_vertices, 0, true}, AUK_ERROR_COUNT},
        {{square_vertices, -4, true}, AUK_ERROR_COUNT},
        {{square_vertices, AUK_VERTEX_COUNT_MAX + 1, false}, AUK_ERROR_COUNT},
        {{bad, 3, false}, AUK_ERROR_NOT_FINITE},
        {{inf, 2, true}, AUK_ERROR_NOT_FINITE},
        {{far, 2, true}, AUK_ERROR_RANGE},
        {{0}, AUK_ERROR_NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cr_assert_eq(auk_outline_crossings(&cases[i].line, &square, found, ROOM), -(int)cases[i].status, "case %zu", i);
        cr_assert_eq(auk_outline_crossings(&square, &cases[i].line, NULL, 0), -(int)cases[i].status, "case %zu", i);
    }
    cr_assert_eq(auk_outline_crossings(NULL, &square, found, ROOM), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_outline_crossings(&square, NULL, found, ROOM), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_outline_crossings(&square, &square, NULL, 1), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_outline_crossings(&square, &square, found, -1), -(int)AUK_ERROR_COUNT);
}
