// Decomposition on outlines whose right answer is known by hand; random ones are in prop/geom_decompose.c.
#include "auk/geom.h"

#include "support/check_pieces.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { MANY = 10000 };

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

static int indices[3 * MANY], hole_starts[MANY];
static AukPiece pieces[MANY];
static AukVec2 many[MANY];

// An answer whose counts and edges are marked, so that writing them shows.
static AukDecomposition room(void)
{
    AukDecomposition out = {indices, COUNT_OF(indices), pieces, COUNT_OF(pieces), -7, -7, -7, -7};
    return out;
}

static Rings rings_of(const AukVec2 *points, int count)
{
    Rings rings = {points, NULL, count, 0};
    return rings;
}

// Of an outline that is right as the brute force sees it; returns the number of pieces.
static int decompose(const AukVec2 *points, int count, const int *holes, int hole_count)
{
    Rings rings = {points, holes, count, hole_count};
    const char *wrong = check_pieces(&rings);
    cr_assert_null(wrong, "%s", wrong);
    AukDecomposition out = room();
    AukStatus status = auk_decompose(points, count, holes, hole_count, &out);
    cr_assert_eq(status, AUK_OK, "%s", auk_status_text(status));
    return out.piece_count;
}

static void assert_refused(const AukVec2 *points, int count, const int *holes, int hole_count, AukStatus expected)
{
    Rings rings = {points, holes, count, hole_count};
    const char *wrong = check_pieces(&rings);
    cr_assert_null(wrong, "%s", wrong);
    AukDecomposition out = room();
    AukStatus status = auk_decompose(points, count, holes, hole_count, &out);
    cr_assert_eq(status, expected, "%s instead of %s", auk_status_text(status), auk_status_text(expected));
}

// The two edges in any order.
static void assert_crossing(const AukVec2 *points, int count, int edge, int other)
{
    assert_refused(points, count, NULL, 0, AUK_ERROR_NOT_SIMPLE);
    AukDecomposition out = room();
    auk_decompose(points, count, NULL, 0, &out);
    bool named = (out.edge_a == edge && out.edge_b == other) || (out.edge_a == other && out.edge_b == edge);
    cr_assert(named, "edges %d and %d, expected %d and %d", out.edge_a, out.edge_b, edge, other);
}

static double area_of_pieces(const AukVec2 *points, const AukDecomposition *out)
{
    double area = 0.0;
    for (int k = 0; k < out->piece_count; k++) {
        const int *corners = out->indices + out->pieces[k].first;
        for (int i = 0; i < out->pieces[k].count; i++) {
            AukVec2 a = points[corners[i]], b = points[corners[(i + 1) % out->pieces[k].count]];
            area += 0.5 * ((double)a.x * (double)b.y - (double)a.y * (double)b.x);
        }
    }
    return area;
}

// ---- inputs that broke other libraries -------------------------------------------------------------------------

Test(decompose, collinear_points_are_a_clear_error)
{
    AukVec2 points[4] = {{0.0f, 0.0f}, {10.0f, 10.0f}, {5.0f, 5.0f}, {3.0f, 3.0f}};
    assert_refused(points, 4, NULL, 0, AUK_ERROR_ZERO_AREA);
}

Test(decompose, dyn4j_24_five_points_that_cross_end_with_a_clear_error)
{
    AukVec2 points[5] = {
        {48.0f, 1.0f}, {70.0f, -28.0f}, {51.0f, -58.0f}, {17.0f, -49.0f}, {78.69931639118523f, -52.394108883581644f}};
    assert_refused(points, 5, NULL, 0, AUK_ERROR_NOT_SIMPLE);
}

Test(decompose, five_points_with_a_crossing_corner_are_a_clear_error)
{
    AukVec2 points[5] = {{577.0f, 609.0f}, {625.0f, 593.0f}, {631.0f, 645.0f}, {604.0f, 602.0f}, {581.0f, 557.0f}};
    assert_refused(points, 5, NULL, 0, AUK_ERROR_NOT_SIMPLE);
}

Test(decompose, five_points_with_a_flat_notch_keep_their_area)
{
    AukVec2 points[5] = {{2.88f, 11.04f}, {3.84f, 10.56f}, {5.12f, 10.56f}, {5.12f, 10.88f}, {5.44f, 11.04f}};
    int count = decompose(points, 5, NULL, 0);
    cr_assert(count == 2 || count == 3, "%d pieces", count);
    AukDecomposition out = room();
    cr_assert_eq(auk_decompose(points, 5, NULL, 0, &out), AUK_OK);
    cr_assert_float_eq(area_of_pieces(points, &out), 0.8704, 1e-5);
}

// ---- simple outlines ------------------------------------------------------------------------------------------

static void reverse(AukVec2 *points, int count)
{
    for (int i = 0; i < count / 2; i++) {
        AukVec2 kept = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = kept;
    }
}

Test(decompose, a_square_of_either_winding_is_one_counter_clockwise_piece)
{
    AukVec2 points[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
    cr_assert_eq(decompose(points, 4, NULL, 0), 1);
    reverse(points, 4);
    cr_assert_eq(decompose(points, 4, NULL, 0), 1);
}

Test(decompose, a_triangle_is_itself_from_its_leftmost_corner)
{
    AukVec2 points[3] = {{5.0f, 1.0f}, {2.0f, 3.0f}, {-1.0f, -4.0f}};
    cr_assert_eq(decompose(points, 3, NULL, 0), 1);
    AukDecomposition out = room();
    cr_assert_eq(auk_decompose(points, 3, NULL, 0, &out), AUK_OK);
    cr_assert_eq(out.index_count, 3);
    cr_assert_eq(indices[0], 2);
    cr_assert_eq(indices[1], 0);
    cr_assert_eq(indices[2], 1);
}

Test(decompose, collinear_points_on_a_convex_outline_are_dropped)
{
    AukVec2 points[9] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}, {3.0f, 0.0f}, {3.0f, 2.0f},
                         {3.0f, 3.0f}, {1.0f, 3.0f}, {0.0f, 3.0f}, {0.0f, 1.0f}};
    cr_assert_eq(decompose(points, 9, NULL, 0), 1);
    AukDecomposition out = room();
    cr_assert_eq(auk_decompose(points, 9, NULL, 0, &out), AUK_OK);
    cr_assert_eq(out.index_count, 4);
}

Test(decompose, an_angle_is_two_pieces_and_a_cross_three)
{
    AukVec2 angle[6] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 1.0f}, {1.0f, 1.0f}, {1.0f, 2.0f}, {0.0f, 2.0f}};
    cr_assert_eq(decompose(angle, 6, NULL, 0), 2);
    AukVec2 cross[12] = {{1.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 1.0f}, {3.0f, 1.0f}, {3.0f, 2.0f}, {2.0f, 2.0f},
                         {2.0f, 3.0f}, {1.0f, 3.0f}, {1.0f, 2.0f}, {0.0f, 2.0f}, {0.0f, 1.0f}, {1.0f, 1.0f}};
    cr_assert_eq(decompose(cross, 12, NULL, 0), 3);
}

Test(decompose, a_corner_dented_by_one_unit_in_the_last_place_is_not_convex)
{
    AukVec2 points[5] = {{0.0f, 0.0f}, {1.0f, nextafterf(0.0f, 1.0f)}, {2.0f, 0.0f}, {2.0f, 2.0f}, {0.0f, 2.0f}};
    cr_assert_eq(decompose(points, 5, NULL, 0), 2);
    points[1].y = 0.0f;
    cr_assert_eq(decompose(points, 5, NULL, 0), 1);
    points[1].y = -nextafterf(0.0f, 1.0f);
    cr_assert_eq(decompose(points, 5, NULL, 0), 1);
}

Test(decompose, a_sliver_of_aspect_1e5_and_sizes_from_1e_minus_30_to_1e15)
{
    AukVec2 points[6] = {{-1.0f, 0.0f}, {0.0f, 1e-5f}, {1.0f, 0.0f}, {0.9f, 2e-5f}, {0.0f, 2e-5f}, {-0.9f, 2e-5f}};
    static const float sizes[] = {1e-30f, 1e-6f, 1.0f, 1e6f, 1e15f};
    for (int k = 0; k < COUNT_OF(sizes); k++) {
        AukVec2 sized[6];
        for (int i = 0; i < 6; i++) {
            sized[i] = auk_vec_scale(sizes[k], points[i]);
        }
        cr_assert_eq(decompose(sized, 6, NULL, 0), 2);
    }
}

Test(decompose, negative_zeros_are_zeros)
{
    AukVec2 points[5] = {{-0.0f, 0.0f}, {0.0f, -1.0f}, {1.0f, -0.0f}, {0.0f, 1.0f}, {-1.0f, 2.0f}};
    cr_assert_eq(decompose(points, 5, NULL, 0), 2);
    AukVec2 upright[6] = {{0.0f, 0.0f}, {1.0f, -0.0f}, {1.0f, 3.0f}, {-0.0f, 3.0f}, {0.0f, 2.0f}, {-0.0f, 1.0f}};
    cr_assert_eq(decompose(upright, 6, NULL, 0), 1);
    AukVec2 repeated[5] = {{-0.0f, 3.0f}, {-1.0f, 4.0f}, {-0.0f, 5.0f}, {1.0f, 4.0f}, {0.0f, 3.0f}};
    assert_crossing(repeated, 5, 0, 4);
}

// ---- outlines that are not simple -----------------------------------------------------------------------------

Test(decompose, a_bow_tie_names_its_two_crossing_edges)
{
    AukVec2 points[4] = {{0.0f, 0.0f}, {2.0f, 2.0f}, {2.0f, 0.0f}, {0.0f, 2.0f}};
    assert_crossing(points, 4, 0, 2);
    reverse(points, 4);
    assert_crossing(points, 4, 0, 2);
}

Test(decompose, a_corner_on_another_edge_is_named_with_it)
{
    AukVec2 points[5] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 4.0f}, {2.0f, 0.0f}, {0.0f, 4.0f}};
    assert_refused(points, 5, NULL, 0, AUK_ERROR_NOT_SIMPLE);
    AukDecomposition out = room();
    auk_decompose(points, 5, NULL, 0, &out);
    cr_assert(out.edge_a == 0 || out.edge_b == 0);
    points[3].y = nextafterf(0.0f, 1.0f);
    cr_assert_geq(decompose(points, 5, NULL, 0), 2);
}

Test(decompose, a_repeated_point_a_spike_and_a_touching_corner_are_not_simple)
{
    AukVec2 repeated[5] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
    assert_crossing(repeated, 5, 1, 2);
    AukVec2 closed[5] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}, {0.0f, 0.0f}};
    assert_crossing(closed, 5, 0, 4);
    AukVec2 outward[5] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {3.0f, 3.0f}, {0.5f, 0.5f}};
    assert_refused(outward, 5, NULL, 0, AUK_ERROR_NOT_SIMPLE);
    AukVec2 inward[5] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 4.0f}, {4.0f, 1.0f}, {0.0f, 1.0f}};
    assert_refused(inward, 5, NULL, 0, AUK_ERROR_NOT_SIMPLE);
    AukVec2 touching[7] = {{0.0f, 0.0f}, {2.0f, 2.0f}, {4.0f, 0.0f}, {4.0f, 4.0f},
                           {3.0f, 4.0f}, {2.0f, 2.0f}, {0.0f, 4.0f}};
    assert_refused(touching, 7, NULL, 0, AUK_ERROR_NOT_SIMPLE);
}

Test(decompose, edges_along_each_other_are_not_simple)
{
    AukVec2 points[7] = {{0.0f, 0.0f}, {6.0f, 0.0f}, {6.0f, 3.0f}, {4.0f, 3.0f},
                         {4.0f, 0.0f}, {2.0f, 0.0f}, {0.0f, 3.0f}};
    assert_refused(points, 7, NULL, 0, AUK_ERROR_NOT_SIMPLE);
}

Test(decompose, one_point_everywhere_has_no_area)
{
    AukVec2 points[5] = {{1.0f, 2.0f}, {1.0f, 2.0f}, {1.0f, 2.0f}, {1.0f, 2.0f}, {1.0f, 2.0f}};
    assert_refused(points, 5, NULL, 0, AUK_ERROR_ZERO_AREA);
    points[3].y = 3.0f;
    assert_refused(points, 5, NULL, 0, AUK_ERROR_ZERO_AREA);
}

Test(decompose, every_order_of_five_points_of_a_grid_of_nine_gets_the_right_verdict)
{
    for (int code = 0; code < 9 * 9 * 9 * 9 * 9; code++) {
        AukVec2 points[5];
        for (int i = 0, rest = code; i < 5; i++, rest /= 9) {
            points[i] = auk_vec((float)(rest % 3), (float)(rest / 3 % 3));
        }
        Rings rings = rings_of(points, 5);
        const char *wrong = check_pieces(&rings);
        cr_assert_null(wrong, "code %d: %s", code, wrong);
    }
}

// ---- holes ----------------------------------------------------------------------------------------------------

static void put_square(AukVec2 *points, float x, float y, float side, bool clockwise)
{
    points[0] = auk_vec(x, y);
    points[1] = auk_vec(x + side, y);
    points[2] = auk_vec(x + side, y + side);
    points[3] = auk_vec(x, y + side);
    if (clockwise) {
        reverse(points, 4);
    }
}

Test(decompose, a_square_with_a_square_hole_is_four_pieces_in_every_winding)
{
    AukVec2 points[8];
    const int starts[1] = {4};
    for (int k = 0; k < 4; k++) {
        put_square(points, 0.0f, 0.0f, 3.0f, k % 2 == 1);
        put_square(points + 4, 1.0f, 1.0f, 1.0f, k / 2 == 1);
        cr_assert_eq(decompose(points, 8, starts, 1), 4);
    }
}

Test(decompose, holes_must_lie_inside_and_apart)
{
    AukVec2 points[12];
    const int starts[2] = {4, 8};
    put_square(points, 0.0f, 0.0f, 10.0f, false);
    put_square(points + 4, 1.0f, 1.0f, 3.0f, false);
    put_square(points + 8, 5.0f, 1.0f, 3.0f, true);
    cr_assert_geq(decompose(points, 12, starts, 2), 4);
    static const AukVec2 bad[] = {
        {2.0f, 1.5f},   // crosses the first hole
        {4.0f, 1.0f},   // touches it along an edge
        {4.0f, 4.0f},   // touches it at a corner
        {0.0f, 5.0f},   // touches the outline
        {8.0f, 5.0f},   // crosses it
        {20.0f, 5.0f},  // right of it
        {-20.0f, 5.0f}, // left of it
        {5.0f, 20.0f},  // above it
        {5.0f, -20.0f}, // below it
    };
    for (int k = 0; k < COUNT_OF(bad); k++) {
        put_square(points + 8, bad[k].x, bad[k].y, 3.0f, k % 2 == 0);
        assert_refused(points, 12, starts, 2, AUK_ERROR_NOT_SIMPLE);
    }
}

Test(decompose, a_hole_in_a_hole_and_a_hole_around_the_outline_are_refused)
{
    AukVec2 points[12];
    const int starts[2] = {4, 8};
    for (int k = 0; k < 4; k++) {
        put_square(points, 0.0f, 0.0f, 10.0f, k % 2 == 1);
        put_square(points + 4, 1.0f, 1.0f, 8.0f, k / 2 == 1);
        put_square(points + 8, 2.0f, 2.0f, 1.0f, false);
        assert_refused(points, 12, starts, 2, AUK_ERROR_NOT_SIMPLE);
        put_square(points + 4, -1.0f, -1.0f, 20.0f, k / 2 == 1);
        assert_refused(points, 8, starts, 1, AUK_ERROR_NOT_SIMPLE);
    }
}

Test(decompose, a_hole_on_one_line_has_no_area)
{
    AukVec2 points[7] = {{0.0f, 0.0f}, {9.0f, 0.0f}, {9.0f, 9.0f}, {0.0f, 9.0f},
                         {1.0f, 1.0f}, {2.0f, 2.0f}, {3.0f, 3.0f}};
    const int starts[1] = {4};
    assert_refused(points, 7, starts, 1, AUK_ERROR_ZERO_AREA);
}

// ---- many points ----------------------------------------------------------------------------------------------

static void assert_cut(const Rings *rings, const char *name)
{
    const char *wrong = check_many_pieces(rings);
    cr_assert_null(wrong, "%s: %s", name, wrong);
}

static void make_comb(void)
{
    for (int i = 0; i < MANY - 2; i++) {
        many[i] = auk_vec((float)i, i % 2 ? 900000.0f : (float)(i * 7919 % 1000));
    }
    many[MANY - 2] = auk_vec((float)MANY, -10.0f);
    many[MANY - 1] = auk_vec(-1.0f, -10.0f);
}

Test(decompose, a_comb_of_ten_thousand_points_either_way_takes_less_than_a_second)
{
    make_comb();
    Rings rings = rings_of(many, MANY);
    assert_cut(&rings, "upright");
    for (int i = 0; i < MANY; i++) {
        many[i] = auk_vec(many[i].y, many[i].x);
    }
    assert_cut(&rings, "lying");
}

Test(decompose, a_spiral_of_ten_thousand_points_takes_less_than_a_second)
{
    for (int i = 0; i < MANY / 2; i++) {
        double angle = 0.05 * i, reach = 100.0 + 3.0 * i;
        many[i] = auk_vec((float)rint(reach * cos(angle)), (float)rint(reach * sin(angle)));
        reach += 100.0;
        many[MANY - 1 - i] = auk_vec((float)rint(reach * cos(angle)), (float)rint(reach * sin(angle)));
    }
    Rings rings = rings_of(many, MANY);
    assert_cut(&rings, "spiral");
}

Test(decompose, a_plate_with_two_thousand_holes_takes_less_than_a_second)
{
    enum { SIDE = 49 };
    put_square(many, -1.0f, -1.0f, 4.0f * SIDE + 1.0f, false);
    int count = 4, holes = 0;
    for (int i = 0; i < SIDE * SIDE; i++, count += 4) {
        hole_starts[holes++] = count;
        put_square(many + count, 4.0f * (float)(i % SIDE), 4.0f * (float)(i / SIDE), 2.0f, i % 3 == 0);
    }
    Rings rings = {many, hole_starts, count, holes};
    assert_cut(&rings, "plate");
}

Test(decompose, ten_thousand_random_points_are_refused_at_once)
{
    for (int i = 0; i < MANY; i++) {
        many[i] = auk_vec((float)(i * 7919 % 10007), (float)(i * 104729 % 10009));
    }
    AukDecomposition out = room();
    cr_assert_eq(auk_decompose(many, MANY, NULL, 0, &out), AUK_ERROR_NOT_SIMPLE);
    Rings rings = rings_of(many, MANY);
    cr_assert(rings_edges_meet(&rings, out.edge_a, out.edge_b));
}

// ---- bad input ------------------------------------------------------------------------------------------------

static const AukVec2 angle_points[6] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 1.0f},
                                        {1.0f, 1.0f}, {1.0f, 2.0f}, {0.0f, 2.0f}};

static void assert_untouched(const AukDecomposition *out)
{
    cr_assert_eq(out->piece_count, -7);
    cr_assert_eq(out->index_count, -7);
    cr_assert_eq(out->edge_a, -7);
    cr_assert_eq(out->edge_b, -7);
}

static void assert_answer(const AukVec2 *points, int count, const int *holes, int hole_count, AukStatus expected)
{
    AukDecomposition out = room();
    AukStatus status = auk_decompose(points, count, holes, hole_count, &out);
    cr_assert_eq(status, expected, "%s instead of %s", auk_status_text(status), auk_status_text(expected));
    assert_untouched(&out);
}

Test(decompose, null_pointers_are_answered)
{
    AukDecomposition out = room();
    cr_assert_eq(auk_decompose(angle_points, 6, NULL, 0, NULL), AUK_ERROR_NULL);
    out.indices = NULL;
    cr_assert_eq(auk_decompose(angle_points, 6, NULL, 0, &out), AUK_ERROR_NULL);
    out = room();
    out.pieces = NULL;
    cr_assert_eq(auk_decompose(angle_points, 6, NULL, 0, &out), AUK_ERROR_NULL);
    assert_untouched(&out);
    assert_answer(NULL, 6, NULL, 0, AUK_ERROR_NULL);
    assert_answer(angle_points, 6, NULL, 1, AUK_ERROR_NULL);
}

Test(decompose, bad_counts_are_answered)
{
    static const int counts[] = {2, 1, 0, -1, -2147483647 - 1, AUK_VERTEX_COUNT_MAX + 1, 2147483647};
    for (int k = 0; k < COUNT_OF(counts); k++) {
        assert_answer(angle_points, counts[k], NULL, 0, AUK_ERROR_COUNT);
    }
    static const int bad_starts[][2] = {{2, 6}, {-1, 6}, {3, 5}, {3, 7}, {6, 3}, {3, 3}, {3, 2147483647}, {9, 12}};
    AukVec2 points[9] = {{0.0f, 0.0f}, {9.0f, 0.0f}, {0.0f, 9.0f}, {1.0f, 1.0f}, {2.0f, 1.0f},
                         {1.0f, 2.0f}, {4.0f, 1.0f}, {4.0f, 2.0f}, {3.0f, 2.0f}};
    for (int k = 0; k < COUNT_OF(bad_starts); k++) {
        assert_answer(points, 9, bad_starts[k], 2, AUK_ERROR_COUNT);
    }
    static const int starts[] = {3, 6};
    static const int hole_counts[] = {-1, 3, 2147483647, -2147483647 - 1};
    for (int k = 0; k < COUNT_OF(hole_counts); k++) {
        assert_answer(points, 9, starts, hole_counts[k], AUK_ERROR_COUNT);
    }
    cr_assert_geq(decompose(points, 9, starts, 2), 3);
}

Test(decompose, bad_numbers_are_answered)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY, 2.0f * AUK_COORDINATE_MAX};
    for (int k = 0; k < 2 * COUNT_OF(bad); k++) {
        AukVec2 points[6];
        memcpy(points, angle_points, sizeof points);
        *(k % 2 ? &points[5].y : &points[2].x) = bad[k / 2];
        assert_answer(points, 6, NULL, 0, k / 2 < 3 ? AUK_ERROR_NOT_FINITE : AUK_ERROR_RANGE);
    }
}

Test(decompose, room_that_just_suffices_does_and_less_is_refused_unwritten)
{
    AukDecomposition needed = room();
    cr_assert_eq(auk_decompose(angle_points, 6, NULL, 0, &needed), AUK_OK);
    for (int less = 0; less <= 2; less++) {
        int index_room[16];
        AukPiece piece_room[4];
        memset(index_room, 0x55, sizeof index_room);
        memset(piece_room, 0x55, sizeof piece_room);
        AukDecomposition out = {
            index_room, needed.index_count - (less == 1), piece_room, needed.piece_count - (less == 2), -7, -7, -7, -7};
        AukStatus status = auk_decompose(angle_points, 6, NULL, 0, &out);
        cr_assert_eq(status, less ? AUK_ERROR_COUNT : AUK_OK);
        cr_assert_eq(index_room[less ? 0 : needed.index_count], 0x55555555);
        cr_assert_eq(piece_room[less ? 0 : needed.piece_count].count, 0x55555555);
        cr_assert_eq(out.edge_a, -7);
        cr_assert_eq(out.piece_count, less ? -7 : needed.piece_count);
    }
    AukDecomposition negative = room();
    negative.index_capacity = negative.piece_capacity = -1;
    cr_assert_eq(auk_decompose(angle_points, 6, NULL, 0, &negative), AUK_ERROR_COUNT);
}

// ---- memory ---------------------------------------------------------------------------------------------------

static FailingAllocator memory;
static int blocks;

// Counts blocks on top of the failing allocator.
static void *counting_reallocate(void *block, uint64_t size, void *context)
{
    void *grown = failing_reallocate(block, size, context);
    blocks += grown && !block;
    return grown;
}

static void counting_release(void *block, void *context)
{
    blocks -= block != NULL;
    failing_release(block, context);
}

static void install_counting(void)
{
    AukAllocator allocator = {counting_reallocate, counting_release, &memory};
    auk_set_allocator(&allocator);
}

static void restore_memory(void)
{
    auk_set_allocator(NULL);
}

static void assert_survives_every_failure(const AukVec2 *points, int count, AukStatus expected)
{
    memory.fail_at = -1;
    memory.calls = 0;
    AukDecomposition out = room();
    cr_assert_eq(auk_decompose(points, count, NULL, 0, &out), expected);
    cr_assert_eq(blocks, 0, "%d blocks are left", blocks);
    int calls = memory.calls;
    cr_assert_gt(calls, 1);
    for (int k = 0; k < calls; k++) {
        memory.fail_at = k;
        memory.calls = 0;
        out = room();
        cr_assert_eq(auk_decompose(points, count, NULL, 0, &out), AUK_ERROR_OUT_OF_MEMORY, "call %d", k);
        cr_assert_eq(blocks, 0, "%d blocks are left after call %d failed", blocks, k);
        assert_untouched(&out);
    }
}

Test(decompose, without_memory_it_says_so_and_leaks_nothing, .init = install_counting, .fini = restore_memory)
{
    static const AukVec2 bow_tie[4] = {{0.0f, 0.0f}, {2.0f, 2.0f}, {2.0f, 0.0f}, {0.0f, 2.0f}};
    assert_survives_every_failure(angle_points, 6, AUK_OK);
    assert_survives_every_failure(bow_tie, 4, AUK_ERROR_NOT_SIMPLE);
}
