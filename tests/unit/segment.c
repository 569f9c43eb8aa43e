// Segments against segments and outlines: decided exactly for integers, whose oracle is arithmetic in 64 bits.
#include "auk/geom.h"

#include "support/oracle.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>

static void assert_near(float found, double expected)
{
    cr_assert_float_eq((double)found, expected, 1e-6 * (1.0 + fabs(expected)), "%.9g, expected %.9g", (double)found,
                       expected);
}

Test(segment, both_parameters_of_a_crossing_have_the_sign_that_the_article_gets_wrong)
{
    AukSegmentHit hit =
        auk_segment_intersect(auk_vec(0.0f, 0.0f), auk_vec(2.0f, 0.0f), auk_vec(1.0f, -1.0f), auk_vec(1.0f, 3.0f));
    cr_assert(hit.status == AUK_OK && hit.hit && !hit.parallel);
    cr_assert(hit.t == 0.5f && hit.s == 0.25f && hit.point.x == 1.0f && hit.point.y == 0.0f);
}

Test(segment, without_a_hit_the_parameters_are_those_of_the_lines)
{
    AukSegmentHit hit =
        auk_segment_intersect(auk_vec(0.0f, 0.0f), auk_vec(1.0f, 0.0f), auk_vec(4.0f, 2.0f), auk_vec(4.0f, 1.0f));
    cr_assert(!hit.hit && !hit.parallel && hit.t == 4.0f && hit.s == 2.0f);
}

Test(segment, ends_that_touch_are_hits)
{
    AukVec2 a = {0.0f, 0.0f}, b = {3.0f, 1.0f}, c = {5.0f, -7.0f};
    AukSegmentHit hit = auk_segment_intersect(a, b, b, c);
    cr_assert(hit.hit && hit.t == 1.0f && hit.s == 0.0f && hit.point.x == 3.0f && hit.point.y == 1.0f);
    hit = auk_segment_intersect(b, a, c, b);
    cr_assert(hit.hit && hit.t == 0.0f && hit.s == 1.0f);
}

Test(segment, collinear_segments_meet_at_their_first_common_point)
{
    AukVec2 a = {0.0f, 0.0f}, b = {4.0f, 8.0f}, c = {3.0f, 6.0f}, d = {1.0f, 2.0f}, e = {6.0f, 12.0f};
    AukSegmentHit hit = auk_segment_intersect(a, b, c, d);
    cr_assert(hit.hit && hit.parallel && hit.t == 0.25f && hit.s == 1.0f);
    hit = auk_segment_intersect(a, b, c, e);
    cr_assert(hit.hit && hit.parallel && hit.t == 0.75f && hit.s == 0.0f);
    hit = auk_segment_intersect(d, c, a, b);
    cr_assert(hit.hit && hit.t == 0.0f && hit.s == 0.25f);
    hit = auk_segment_intersect(a, d, c, b);
    cr_assert(!hit.hit && hit.parallel && hit.t == 0.0f);
}

Test(segment, parallel_segments_beside_each_other_miss)
{
    AukSegmentHit hit =
        auk_segment_intersect(auk_vec(0.0f, 0.0f), auk_vec(4.0f, 0.0f), auk_vec(0.0f, 1e-20f), auk_vec(4.0f, 1e-20f));
    cr_assert(hit.status == AUK_OK && !hit.hit && hit.parallel && hit.t == 0.0f);
}

Test(segment, a_segment_of_no_length_is_a_point)
{
    AukVec2 p = {1.0f, 1.0f}, a = {0.0f, 0.0f}, b = {2.0f, 2.0f}, off = {1.0f, 1.5f};
    AukSegmentHit hit = auk_segment_intersect(p, p, a, b);
    cr_assert(hit.hit && hit.parallel && hit.t == 0.0f && hit.s == 0.5f);
    hit = auk_segment_intersect(a, b, p, p);
    cr_assert(hit.hit && hit.parallel && hit.t == 0.5f);
    cr_assert(auk_segment_intersect(p, p, p, p).hit);
    cr_assert(!auk_segment_intersect(off, off, a, b).hit);
    cr_assert(!auk_segment_intersect(off, off, p, p).hit);
}

Test(segment, nearly_parallel_segments_have_exact_parameters)
{
    // an end in common, at an angle of 1e-12
    AukVec2 a = {-0x1.755f62p+9f, -0x1.89556ap+7f}, b = {0x1.8b3d7ep+9f, -0x1.28a3ecp-1f};
    AukVec2 c = {0x1.2abf66p+9f, -0x1.93248ep+4f};
    AukSegmentHit hit = auk_segment_intersect(a, b, c, b);
    cr_assert(hit.hit && !hit.parallel && hit.t == 1.0f && hit.s == 1.0f);
    hit = auk_segment_intersect(b, c, a, b);
    cr_assert(hit.hit && hit.t == 0.0f && hit.s == 1.0f);
    // parallel in doubles, but only the end of the first one is on the second
    AukVec2 d = {1.0f, 0x1p-149f}, e = {-1.0f, 1.0f}, f = {-0x1.3a474cp+1f, 0x1.ba474cp+0f};
    AukVec2 g = {0x1.a3d634p+0f, -0x1.47ac68p-2f};
    hit = auk_segment_intersect(d, e, f, g);
    cr_assert(hit.hit && !hit.parallel && hit.t == 1.0f && hit.point.x == -1.0f && hit.point.y == 1.0f);
}

static int64_t turn_of(const int *a, const int *b, const int *c)
{
    return (int64_t)(b[0] - a[0]) * (c[1] - a[1]) - (int64_t)(b[1] - a[1]) * (c[0] - a[0]);
}

static bool on_segment(const int *a, const int *b, const int *p)
{
    return turn_of(a, b, p) == 0 && (p[0] - a[0]) * (int64_t)(p[0] - b[0]) <= 0 &&
           (p[1] - a[1]) * (int64_t)(p[1] - b[1]) <= 0;
}

static int sign_of(int64_t x)
{
    return (x > 0) - (x < 0);
}

static bool segments_meet(int p[4][2])
{
    int abc = sign_of(turn_of(p[0], p[1], p[2])), abd = sign_of(turn_of(p[0], p[1], p[3]));
    int cda = sign_of(turn_of(p[2], p[3], p[0])), cdb = sign_of(turn_of(p[2], p[3], p[1]));
    return abc * abd < 0 && cda * cdb < 0 ? true
                                          : on_segment(p[0], p[1], p[2]) || on_segment(p[0], p[1], p[3]) ||
                                                on_segment(p[2], p[3], p[0]) || on_segment(p[2], p[3], p[1]);
}

static AukVec2 vec_of(const int *p)
{
    return auk_vec((float)p[0], (float)p[1]);
}

Test(segment, hits_of_integer_segments_are_decided_exactly)
{
    Random random = random_start(random_seed(), 1);
    int hits = 0;
    for (int i = 0; i < 200000; i++) {
        int p[4][2], most = i % 4 == 0 ? 1 << 20 : (i % 4 == 1 ? 3 : 10);
        for (int k = 0; k < 8; k++) {
            p[k / 2][k % 2] = random_int(&random, -most, most);
        }
        AukSegmentHit hit = auk_segment_intersect(vec_of(p[0]), vec_of(p[1]), vec_of(p[2]), vec_of(p[3]));
        bool expected = segments_meet(p);
        int64_t cross =
            (int64_t)(p[1][0] - p[0][0]) * (p[3][1] - p[2][1]) - (int64_t)(p[1][1] - p[0][1]) * (p[3][0] - p[2][0]);
        hits += expected;
        cr_assert(hit.hit == expected && hit.parallel == (cross == 0),
                  "(%d,%d)-(%d,%d) and (%d,%d)-(%d,%d): hit %d, expected %d, AUK_SEED=%llu", p[0][0], p[0][1], p[1][0],
                  p[1][1], p[2][0], p[2][1], p[3][0], p[3][1], hit.hit, expected, (unsigned long long)random.seed);
        if (expected) {
            cr_assert(hit.t >= 0.0f && hit.t <= 1.0f && hit.s >= 0.0f && hit.s <= 1.0f);
        }
        if (cross != 0) {
            assert_near(hit.t, (double)turn_of(p[2], p[3], p[0]) / (double)cross);
            assert_near(hit.s, (double)turn_of(p[0], p[1], p[2]) / -(double)cross);
        }
    }
    cr_assert_gt(hits, 1000);
}

Test(segment, a_crossing_far_away_is_as_exact_as_near)
{
    AukVec2 far = {1e6f, -2e6f};
    AukSegmentHit hit =
        auk_segment_intersect(far, auk_vec_add(far, auk_vec(2.0f, 0.0f)), auk_vec_add(far, auk_vec(1.0f, -1.0f)),
                              auk_vec_add(far, auk_vec(1.0f, 3.0f)));
    cr_assert(hit.hit && hit.t == 0.5f && hit.s == 0.25f && hit.point.x == 1e6f + 1.0f);
}

// ---- points and corners against outlines --------------------------------------------------------------------

static const AukVec2 square[4] = {{1.0f, -1.0f}, {3.0f, -1.0f}, {3.0f, 1.0f}, {1.0f, 1.0f}};

Test(segment, a_moving_point_meets_the_first_edge_on_its_way)
{
    AukEdgeHit hit = auk_sweep_point(auk_vec(0.0f, 0.0f), auk_vec(4.0f, 0.0f), square, 4);
    cr_assert(hit.hit && hit.fraction == 0.25f && hit.edge == 3 && hit.corner == 0);
    cr_assert(hit.point.x == 1.0f && hit.point.y == 0.0f);
    hit = auk_sweep_point(auk_vec(4.0f, 0.0f), auk_vec(0.0f, 0.0f), square, 4);
    cr_assert(hit.hit && hit.fraction == 0.25f && hit.edge == 1);
    AukVec2 clockwise[4] = {square[3], square[2], square[1], square[0]};
    hit = auk_sweep_point(auk_vec(0.0f, 0.0f), auk_vec(4.0f, 0.0f), clockwise, 4);
    cr_assert(hit.hit && hit.fraction == 0.25f && hit.edge == 3);
}

Test(segment, the_near_side_of_a_wall_is_first_though_both_fractions_are_one_float)
{
    const float thin = 0x1p-10f;
    const AukVec2 wall[4] = {{0.0f, -1.0f}, {thin, -1.0f}, {thin, 1.0f}, {0.0f, 1.0f}};
    const AukVec2 left[2] = {{-1e5f, 0.25f}, {thin - 1e5f, 0.5f}}, right[2] = {{1e5f, 0.25f}, {thin + 1e5f, 0.5f}};
    AukEdgeHit hit = auk_sweep_point(left[0], right[0], wall, 4);
    cr_assert(hit.hit && hit.fraction == 0.5f && hit.edge == 3 && hit.point.x == 0.0f);
    hit = auk_sweep_point(right[0], left[0], wall, 4);
    cr_assert(hit.hit && hit.fraction == 0.5f && hit.edge == 1 && hit.point.x == thin);
    hit = auk_sweep_corners(left, right, 2, wall, 4);
    cr_assert(hit.hit && hit.fraction == 0.5f && hit.edge == 3);
}

Test(segment, a_point_that_stays_inside_or_beside_crosses_nothing)
{
    cr_assert_not(auk_sweep_point(auk_vec(1.5f, 0.0f), auk_vec(2.5f, 0.5f), square, 4).hit);
    cr_assert_not(auk_sweep_point(auk_vec(0.0f, 2.0f), auk_vec(4.0f, 2.0f), square, 4).hit);
    cr_assert_not(auk_sweep_point(auk_vec(0.0f, 0.0f), auk_vec(0.5f, 0.0f), square, 4).hit);
    AukEdgeHit out = auk_sweep_point(auk_vec(2.0f, 0.0f), auk_vec(6.0f, 0.0f), square, 4);
    cr_assert(out.hit && out.fraction == 0.25f && out.edge == 1);
}

Test(segment, a_point_meets_outlines_that_are_not_convex_and_those_with_two_vertices)
{
    AukVec2 horseshoe[8] = {{0.0f, 0.0f}, {6.0f, 0.0f}, {6.0f, 4.0f}, {4.0f, 4.0f},
                            {4.0f, 2.0f}, {2.0f, 2.0f}, {2.0f, 4.0f}, {0.0f, 4.0f}};
    AukEdgeHit hit = auk_sweep_point(auk_vec(3.0f, 3.0f), auk_vec(7.0f, 3.0f), horseshoe, 8);
    cr_assert(hit.hit && hit.fraction == 0.25f && hit.edge == 3);
    hit = auk_sweep_point(auk_vec(3.0f, 8.0f), auk_vec(3.0f, 0.0f), horseshoe, 8);
    cr_assert(hit.hit && hit.fraction == 0.75f && hit.edge == 4);
}

static void random_outline(Random *random, AukVec2 *vertices, int count)
{
    for (int i = 0; i < count; i++) { // a star around the origin is simple
        double angle = 6.283185307179586 * i / count;
        double reach = 1.0 + 3.0 * random_unit(random);
        vertices[i] = auk_vec((float)(reach * cos(angle)), (float)(reach * sin(angle)));
    }
}

// Fraction of the first crossing of a-b with the outline, 2 if none; in double, edge by edge.
static double first_crossing(OracleVec a, OracleVec b, const AukVec2 *vertices, int count)
{
    double first = 2.0;
    for (int i = 0; i < count; i++) {
        OracleVec c = oracle_of(vertices[i]), d = oracle_of(vertices[(i + 1) % count]);
        OracleVec u = oracle_sub(b, a), v = oracle_sub(d, c), w = oracle_sub(c, a);
        double cross = oracle_cross(u, v);
        double t = oracle_cross(w, v) / cross, s = oracle_cross(w, u) / cross;
        if (cross != 0.0 && t >= 0.0 && t <= 1.0 && s >= 0.0 && s <= 1.0) {
            first = fmin(first, t);
        }
    }
    return first;
}

Test(segment, moving_points_agree_with_a_search_over_all_edges)
{
    AukVec2 vertices[12];
    Random random = random_start(random_seed(), 2);
    for (int i = 0; i < 50000; i++) {
        int count = random_int(&random, 3, 12);
        random_outline(&random, vertices, count);
        AukVec2 from = random_vec(&random, -6.0f, 6.0f), to = random_vec(&random, -6.0f, 6.0f);
        AukEdgeHit hit = auk_sweep_point(from, to, vertices, count);
        double first = first_crossing(oracle_of(from), oracle_of(to), vertices, count);
        cr_assert_eq(hit.status, AUK_OK);
        cr_assert_eq(hit.hit, first <= 1.0, "AUK_SEED=%llu, sweep %d", (unsigned long long)random.seed, i);
        if (hit.hit) {
            assert_near(hit.fraction, first);
            cr_assert(hit.edge >= 0 && hit.edge < count && hit.corner == 0);
        }
    }
}

Test(segment, corner_paths_miss_what_passes_between_them_and_the_casts_do_not)
{
    AukVec2 bullet[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 2.0f}, {0.0f, 2.0f}}, after[4];
    AukVec2 target[4] = {{5.0f, 0.9f}, {6.0f, 0.9f}, {6.0f, 1.1f}, {5.0f, 1.1f}};
    AukVec2 delta = {10.0f, 0.0f};
    for (int i = 0; i < 4; i++) {
        after[i] = auk_vec_add(bullet[i], delta);
    }
    AukEdgeHit hit = auk_sweep_corners(bullet, after, 4, target, 4);
    cr_assert(hit.status == AUK_OK && !hit.hit);
    AukShape a = auk_shape_polygon(bullet, 4, 0.0f), b = auk_shape_polygon(target, 4, 0.0f);
    AukTransform at = auk_transform_identity();
    AukPath path_a = {at, delta, 0.0f}, path_b = {at, {0.0f, 0.0f}, 0.0f};
    AukCast cast = auk_cast_shape(&a, at, delta, &b, at, NULL);
    cr_assert(cast.hit && cast.fraction == 0.4f && cast.normal.x == 1.0f && cast.normal.y == 0.0f);
    AukCast impact = auk_time_of_impact(&a, &path_a, &b, &path_b, NULL);
    cr_assert(impact.hit && impact.fraction == 0.4f);
}

Test(segment, corner_paths_find_the_first_corner_and_edge)
{
    AukVec2 bullet[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 2.0f}, {0.0f, 2.0f}}, after[4];
    AukVec2 target[4] = {{5.0f, -1.0f}, {7.0f, -1.0f}, {7.0f, 1.0f}, {5.0f, 1.0f}};
    for (int i = 0; i < 4; i++) {
        after[i] = auk_vec_add(bullet[i], auk_vec(10.0f, 0.0f));
    }
    AukEdgeHit hit = auk_sweep_corners(bullet, after, 4, target, 4);
    cr_assert(hit.hit && hit.fraction == 0.4f && hit.corner == 1 && hit.edge == 3);
    cr_assert(hit.point.x == 5.0f && hit.point.y == 0.0f);
}

Test(segment, corner_paths_agree_with_a_search_over_all_corners_and_edges)
{
    AukVec2 vertices[8], before[6], after[6];
    Random random = random_start(random_seed(), 3);
    for (int i = 0; i < 20000; i++) {
        int count = random_int(&random, 3, 6), target_count = random_int(&random, 3, 8);
        random_outline(&random, vertices, target_count);
        random_outline(&random, before, count);
        AukVec2 offset = random_vec(&random, -10.0f, 10.0f);
        AukTransform motion = random_pose(&random, 10.0f);
        double first = 2.0;
        for (int k = 0; k < count; k++) {
            before[k] = auk_vec_add(before[k], offset);
            after[k] = auk_transform_apply(motion, before[k]);
            first = fmin(first, first_crossing(oracle_of(before[k]), oracle_of(after[k]), vertices, target_count));
        }
        AukEdgeHit hit = auk_sweep_corners(before, after, count, vertices, target_count);
        cr_assert_eq(hit.hit, first <= 1.0, "AUK_SEED=%llu, sweep %d", (unsigned long long)random.seed, i);
        if (hit.hit) {
            assert_near(hit.fraction, first);
            cr_assert(hit.corner >= 0 && hit.corner < count && hit.edge >= 0 && hit.edge < target_count);
        }
    }
}

Test(segment, bad_input_is_answered_by_a_status)
{
    AukVec2 bad = {NAN, 0.0f}, far = {1e16f, 0.0f}, good = {0.0f, 0.0f}, inf = {0.0f, -INFINITY};
    cr_assert_eq(auk_segment_intersect(bad, good, good, good).status, AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_segment_intersect(good, good, good, inf).status, AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_segment_intersect(good, far, good, good).status, AUK_ERROR_RANGE);
    cr_assert_eq(auk_sweep_point(bad, good, square, 4).status, AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_sweep_point(good, far, square, 4).status, AUK_ERROR_RANGE);
    cr_assert_eq(auk_sweep_point(good, good, NULL, 4).status, AUK_ERROR_NULL);
    cr_assert_eq(auk_sweep_point(good, good, square, -1).status, AUK_ERROR_COUNT);
    cr_assert_eq(auk_sweep_point(good, good, square, 0).status, AUK_ERROR_COUNT);
    AukVec2 with_bad[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {NAN, 1.0f}};
    cr_assert_eq(auk_sweep_point(auk_vec(-1.0f, 0.5f), auk_vec(3.0f, 0.5f), with_bad, 3).status, AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_sweep_corners(NULL, square, 4, square, 4).status, AUK_ERROR_NULL);
    cr_assert_eq(auk_sweep_corners(square, NULL, 4, square, 4).status, AUK_ERROR_NULL);
    cr_assert_eq(auk_sweep_corners(square, square, 4, NULL, 4).status, AUK_ERROR_NULL);
    cr_assert_eq(auk_sweep_corners(square, square, -4, square, 4).status, AUK_ERROR_COUNT);
    cr_assert_eq(auk_sweep_corners(square, square, 4, square, 0).status, AUK_ERROR_COUNT);
    cr_assert_eq(auk_sweep_corners(with_bad, square, 3, square, 4).status, AUK_ERROR_NOT_FINITE);
    cr_assert_not(auk_sweep_corners(with_bad, square, 3, square, 4).hit);
}
