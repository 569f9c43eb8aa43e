// Inputs that broke other libraries, and those of the articles that auk grew from, with their right answers.
// Each is tried as given and swapped, moved by several rigid motions, and at several powers of two of its size.
#include "auk/geom.h"

#include "support/check.h"
#include "support/pair.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static AukTransform at(float x, float y)
{
    return auk_transform(auk_vec(x, y), 0.0f);
}

static const AukTransform motions[] = {{{0.0f, 0.0f}, {1.0f, 0.0f}},
                                       {{0.0f, 0.0f}, {0.0f, 1.0f}},
                                       {{3.0f, -5.0f}, {-1.0f, 0.0f}},
                                       {{-20.0f, 7.0f}, {0.6f, 0.8f}},
                                       {{1.0f, 0.5f}, {0.540302306f, 0.841470985f}},
                                       {{100.0f, 30.0f}, {-0.28f, 0.96f}}};
static const float scales[] = {1.0f, 0x1p-12f, 0x1p12f};

static Pair pair;

static void side(PairSide *out, AukShape shape, AukTransform pose)
{
    out->shape = pair_checked(shape);
    out->pose = pose;
}

static void polygon_side(PairSide *out, const AukVec2 *points, int count, AukTransform pose)
{
    int found = auk_hull(points, count, out->vertices);
    cr_assert_gt(found, 2);
    side(out, auk_shape_polygon(out->vertices, found, 0.0f), pose);
}

static float extent_of(const Pair *p)
{
    AukBox a = auk_shape_bounds(&p->a.shape, p->a.pose), b = auk_shape_bounds(&p->b.shape, p->b.pose);
    AukBox both = auk_box_union(a, b);
    float x = fmaxf(fabsf(both.min.x), fabsf(both.max.x)), y = fmaxf(fabsf(both.min.y), fabsf(both.max.y));
    return fmaxf(x, y);
}

static void moved_and_scaled(AukTransform motion, float k, Pair *out)
{
    pair_side_scaled(&pair.a, k, &out->a);
    pair_side_scaled(&pair.b, k, &out->b);
    motion.p = auk_vec_scale(k, motion.p);
    out->a.pose = pair_moved(motion, out->a.pose);
    out->b.pose = pair_moved(motion, out->b.pose);
}

static void assert_distance(const PairSide *a, const PairSide *b, double expected, double tolerance)
{
    const char *wrong = check_distance(&a->shape, a->pose, &b->shape, b->pose);
    cr_assert_null(wrong, "%s", wrong);
    double found = (double)auk_distance(&a->shape, a->pose, &b->shape, b->pose).distance;
    cr_assert(fabs(found - expected) <= tolerance, "%.9g, expected %.9g", found, expected);
    if (fabs(expected) > tolerance) {
        cr_assert_eq(auk_overlap(&a->shape, a->pose, &b->shape, b->pose), expected < 0.0);
    }
    wrong = check_manifold(&a->shape, a->pose, &b->shape, b->pose);
    cr_assert_null(wrong, "manifold: %s", wrong);
}

// `pair` has that signed distance, up to half a unit of its last digit given as `tolerance`.
static void assert_pair(double expected, double tolerance)
{
    static Pair moved;
    for (size_t m = 0; m < sizeof motions / sizeof *motions; m++) {
        for (size_t s = 0; s < sizeof scales / sizeof *scales; s++) {
            double k = (double)scales[s];
            moved_and_scaled(motions[m], scales[s], &moved);
            double slack = k * tolerance + (m == 0 ? 0.0 : 1e-6 * (double)extent_of(&moved));
            assert_distance(&moved.a, &moved.b, k * expected, slack);
            assert_distance(&moved.b, &moved.a, k * expected, slack);
        }
    }
}

// a moves by `delta`; expects that fraction within the tolerance, or no hit for a fraction above 1.
static void assert_cast(AukVec2 delta, double expected, double tolerance)
{
    static Pair moved;
    for (size_t m = 0; m < sizeof motions / sizeof *motions; m++) {
        for (size_t s = 0; s < sizeof scales / sizeof *scales; s++) {
            moved_and_scaled(motions[m], scales[s], &moved);
            AukVec2 path = auk_rot_apply(motions[m].q, auk_vec_scale(scales[s], delta)), back = auk_vec_neg(path);
            PairSide *a = &moved.a, *b = &moved.b;
            const char *wrong = check_cast_shape(&a->shape, a->pose, path, &b->shape, b->pose, NULL);
            cr_assert_null(wrong, "motion %zu, scale %zu: %s", m, s, wrong);
            AukCast cast = auk_cast_shape(&a->shape, a->pose, path, &b->shape, b->pose, NULL);
            AukCast swapped = auk_cast_shape(&b->shape, b->pose, back, &a->shape, a->pose, NULL);
            double slack = tolerance + (m == 0 ? 1e-7 : 4e-6 * (double)(extent_of(&moved) / auk_vec_length(path)));
            cr_assert(cast.hit == (expected <= 1.0) && swapped.hit == cast.hit, "motion %zu, scale %zu", m, s);
            if (cast.hit) {
                cr_assert_float_eq((double)cast.fraction, expected, slack, "motion %zu: %.9g", m,
                                   (double)cast.fraction);
                cr_assert_float_eq((double)swapped.fraction, (double)cast.fraction, 2e-7, "motion %zu", m);
            }
        }
    }
}

// ---- the articles -------------------------------------------------------------------------------------------

static const AukVec2 unit_square[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};

Test(cases, two_unit_squares_one_apart)
{
    polygon_side(&pair.a, unit_square, 4, at(0.0f, 0.0f));
    polygon_side(&pair.b, unit_square, 4, at(2.0f, 0.0f));
    assert_pair(1.0, 0.0);
}

Test(cases, the_articles_triangle_and_quadrangle_are_eleven_over_the_root_of_41_apart)
{
    static const AukVec2 triangle[3] = {{4.0f, 11.0f}, {9.0f, 9.0f}, {4.0f, 5.0f}};
    static const AukVec2 quadrangle[4] = {{8.0f, 6.0f}, {10.0f, 2.0f}, {13.0f, 1.0f}, {15.0f, 6.0f}};
    polygon_side(&pair.a, triangle, 3, at(0.0f, 0.0f));
    polygon_side(&pair.b, quadrangle, 4, at(0.0f, 0.0f));
    assert_pair(11.0 / sqrt(41.0), 2e-7);
    AukDistance d = auk_distance(&pair.a.shape, pair.a.pose, &pair.b.shape, pair.b.pose);
    cr_assert(d.point_b.x == 8.0f && d.point_b.y == 6.0f, "the witness is the vertex (8, 6)");
    double along = ((double)d.point_a.x - 4.0) * 4.0 - ((double)d.point_a.y - 5.0) * 5.0;
    cr_assert_float_eq(along, 0.0, 1e-5, "the other is on the edge (9, 9) (4, 5)");
}

Test(cases, the_articles_two_triangles_intersect)
{
    static const AukVec2 up[3] = {{0.0f, 1.0f}, {1.0f, -1.0f}, {-1.0f, -1.0f}};
    static const AukVec2 down[3] = {{0.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
    polygon_side(&pair.a, up, 3, at(0.0f, 0.0f));
    polygon_side(&pair.b, down, 3, at(0.0f, 0.0f));
    // the sides of slope 2 are 1 / sqrt(5) from the origin, on either side of it
    assert_pair(-2.0 / sqrt(5.0), 5e-7);
    AukGjkStep steps[8];
    AukGjkTrace trace = {.steps = steps, .capacity = 8, .start = {0.0f, 1.0f}};
    AukGjkResult g = auk_gjk(&pair.a.shape, pair.a.pose, &pair.b.shape, pair.b.pose, NULL, &trace);
    cr_assert(g.overlap && g.status == AUK_OK);
    // the article prints (0, -3) for the second one; this search ends there, since the origin is on the segment
    cr_assert(steps[0].simplex[0].x == 0.0f && steps[0].simplex[0].y == 2.0f, "the first support point is (0, 2)");
    cr_assert(steps[0].direction.x == 0.0f && steps[0].direction.y == -1.0f, "the direction is flipped");
    cr_assert(steps[0].support.y == -2.0f && fabsf(steps[0].support.x) <= 2.0f, "the second one is on y = -2");
}

Test(cases, hulls_of_25_random_points_with_every_simplex_on_record)
{
    AukVec2 points[25];
    uint64_t seed = random_seed();
    for (int i = 0; i < 500; i++) {
        Random random = random_start(seed, (uint64_t)i);
        for (int k = 0; k < 25; k++) {
            points[k].x = random_float(&random, -160.0f, 50.0f);
            points[k].y = random_float(&random, -150.0f, 50.0f);
        }
        polygon_side(&pair.a, points, 25, at(0.0f, 0.0f));
        for (int k = 0; k < 25; k++) {
            points[k].x = random_float(&random, -40.0f, 160.0f);
            points[k].y = random_float(&random, -50.0f, 150.0f);
        }
        polygon_side(&pair.b, points, 25, at(0.0f, 0.0f));
        const char *wrong = check_distance(&pair.a.shape, pair.a.pose, &pair.b.shape, pair.b.pose);
        cr_assert_null(wrong, "%s, AUK_SEED=%llu, pair %d", wrong, (unsigned long long)seed, i);
        AukGjkStep steps[64];
        AukGjkTrace trace = {.steps = steps, .capacity = 64};
        AukGjkResult g = auk_gjk(&pair.a.shape, pair.a.pose, &pair.b.shape, pair.b.pose, NULL, &trace);
        cr_assert(g.iterations >= 1 && trace.count == g.iterations && g.iterations <= 25);
    }
}

Test(cases, a_thin_bullet_before_a_player_in_one_frame_and_behind_it_in_the_next)
{
    AukVec2 bullet[4] = {{0.0f, 0.0f}, {0.2f, 0.0f}, {0.2f, 0.01f}, {0.0f, 0.01f}}, after[4];
    AukVec2 player[4] = {{4.0f, -1.0f}, {4.5f, -1.0f}, {4.75f, 1.0f}, {4.0f, 1.0f}};
    AukVec2 delta = {10.0f, 0.0f};
    polygon_side(&pair.a, bullet, 4, at(0.0f, 0.0f));
    polygon_side(&pair.b, player, 4, at(0.0f, 0.0f));
    assert_cast(delta, 0.38, 1e-7);
    for (int i = 0; i < 4; i++) {
        after[i] = auk_vec_add(bullet[i], delta);
    }
    AukEdgeHit hit = auk_sweep_corners(bullet, after, 4, player, 4);
    cr_assert(hit.hit && hit.edge == 3 && (hit.corner == 1 || hit.corner == 2));
    cr_assert_float_eq((double)hit.fraction, 0.38, 1e-7);
}

Test(cases, the_foot_of_the_perpendicular_from_the_origin)
{
    // 2x + 5y + 20 = 0 runs through (-10, 0) along (5, -2)
    AukShape line = auk_shape_segment(auk_vec(-110.0f, 40.0f), auk_vec(90.0f, -40.0f));
    AukProjection p = auk_project_point(&line, at(0.0f, 0.0f), auk_vec(0.0f, 0.0f));
    cr_assert_eq(p.status, AUK_OK);
    cr_assert_float_eq((double)p.point.x, -40.0 / 29.0, 5e-7);
    cr_assert_float_eq((double)p.point.y, -100.0 / 29.0, 5e-7);
    cr_assert_float_eq((double)p.distance, 20.0 / sqrt(29.0), 5e-7);
}

Test(cases, the_articles_segments_meet_at_a_quarter_of_the_second)
{
    AukSegmentHit hit =
        auk_segment_intersect(auk_vec(0.0f, 0.0f), auk_vec(2.0f, 0.0f), auk_vec(1.0f, -1.0f), auk_vec(1.0f, 3.0f));
    cr_assert(hit.hit && hit.t == 0.5f && hit.s == 0.25f);
}

// ---- distance and overlap -----------------------------------------------------------------------------------

Test(cases, a_tall_box_through_a_wide_one_overlaps_cute_headers_160)
{
    static const AukVec2 wide[4] = {{-568.0f, 928.0f}, {-568.0f, 1056.0f}, {-848.0f, 1056.0f}, {-848.0f, 928.0f}};
    static const AukVec2 tall[4] = {{-688.0f, 736.0f}, {-688.0f, 1184.0f}, {-912.0f, 1184.0f}, {-912.0f, 736.0f}};
    polygon_side(&pair.a, wide, 4, at(0.0f, 0.0f));
    polygon_side(&pair.b, tall, 4, at(0.0f, 0.0f));
    assert_pair(-160.0, 0.0);
}

Test(cases, nearly_identical_triangles_overlap_gjk_c_5)
{
    static const AukVec2 first[3] = {{4.000009f, 11.000008f}, {5.000006f, 4.999989f}, {9.000001f, 8.999997f}};
    static const AukVec2 second[3] = {{4.000003f, 11.000010f}, {4.999989f, 4.999999f}, {8.999997f, 8.999998f}};
    polygon_side(&pair.a, first, 3, at(0.0f, 0.0f));
    polygon_side(&pair.b, second, 3, at(0.0f, 0.0f));
    // the least height of the triangle (4, 11) (5, 5) (9, 9): twice the area 28 over the longest side sqrt(37)
    assert_pair(-28.0 / sqrt(37.0), 3e-5);
}

Test(cases, a_shallow_overlap_has_its_true_depth_opengjk_3)
{
    static const AukVec2 first[4] = {
        {.795121f, -.727851f}, {-.178424f, -.989183f}, {-.412644f, -.770664f}, {.566564f, .548772f}};
    static const AukVec2 second[3] = {{-.211223f, -.511346f}, {-.347973f, .45872f}, {.277308f, .969689f}};
    polygon_side(&pair.a, first, 4, at(0.0f, 0.0f));
    polygon_side(&pair.b, second, 3, at(0.0f, 0.0f));
    assert_pair(-.0072034, 5e-8);
}

Test(cases, a_circle_whose_centre_is_on_the_corner_of_a_box_touches_it_parry_34)
{
    side(&pair.a, auk_shape_circle(1.0f), at(1.0f, 1.0f));
    side(&pair.b, auk_shape_box(1.0f, 1.0f), at(0.0f, 0.0f));
    assert_pair(-1.0, 0.0);
}

Test(cases, crossing_capsules_have_depth_of_their_cores_and_radii)
{
    side(&pair.a, auk_shape_capsule(auk_vec(-1.0f, 0.0f), auk_vec(1.0f, 0.0f), .1f), at(0.0f, 0.0f));
    side(&pair.b, auk_shape_capsule(auk_vec(0.0f, -1.0f), auk_vec(0.0f, 1.0f), .1f), at(0.0f, 0.0f));
    assert_pair(-1.2, 1e-7);
}

Test(cases, a_capsule_of_no_length_is_a_circle_against_anything)
{
    AukVec2 p = {0.5f, -0.25f}, vertices[3] = {{-1.0f, -1.0f}, {2.0f, 0.0f}, {0.0f, 1.0f}};
    AukShape others[] = {auk_shape_circle(1.0f),    auk_shape_capsule(p, p, 0.5f),
                         auk_shape_box(1.0f, 2.0f), auk_shape_segment(auk_vec(-1.0f, 0.0f), auk_vec(1.0f, 0.0f)),
                         auk_shape_segment(p, p),   auk_shape_polygon(vertices, 3, 0.1f),
                         auk_shape_circle(0.0f)};
    AukShape capsule = auk_shape_capsule(p, p, 0.75f), circle = auk_shape_circle(0.75f);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        for (int k = 0; k <= 8; k++) {
            AukTransform pose = at(0.5f * (float)k, 0.25f * (float)k);
            double expected = (double)auk_distance(&circle, at(p.x, p.y), &others[i], pose).distance;
            side(&pair.a, capsule, at(0.0f, 0.0f));
            side(&pair.b, others[i], pose);
            assert_pair(expected, 1e-6);
        }
    }
}

Test(cases, identical_boxes_have_a_unit_normal_and_the_true_depth)
{
    side(&pair.a, auk_shape_box(3.0f, 2.0f), at(5.0f, 6.0f));
    side(&pair.b, auk_shape_box(3.0f, 2.0f), at(5.0f, 6.0f));
    assert_pair(-4.0, 0.0);
}

Test(cases, concentric_circles_have_a_unit_normal_and_the_true_depth)
{
    side(&pair.a, auk_shape_circle(1.5f), at(-7.0f, 2.0f));
    side(&pair.b, auk_shape_circle(0.25f), at(-7.0f, 2.0f));
    assert_pair(-1.75, 0.0);
}

Test(cases, segments_that_cross_at_their_centres_have_a_unit_normal_and_the_true_depth)
{
    side(&pair.a, auk_shape_segment(auk_vec(-2.0f, 0.0f), auk_vec(2.0f, 0.0f)), at(1.0f, 1.0f));
    side(&pair.b, auk_shape_segment(auk_vec(0.0f, -1.0f), auk_vec(0.0f, 1.0f)), at(1.0f, 1.0f));
    assert_pair(-1.0, 0.0);
}

Test(cases, capsule_resting_on_a_box_touches_parry_378)
{
    side(&pair.a, auk_shape_capsule(auk_vec(0.0f, -.25f), auk_vec(0.0f, .25f), .5f), at(6.0373735f, 2.75f));
    side(&pair.b, auk_shape_box(4.0f, .5f), at(4.0f, 1.5f));
    assert_pair(0.0, 0.0);
    AukDistance d = auk_distance(&pair.a.shape, pair.a.pose, &pair.b.shape, pair.b.pose);
    cr_assert(d.point_a.x == 6.0373735f && d.point_a.y == 2.0f);
    cr_assert(d.point_b.x == 6.0373735f && d.point_b.y == 2.0f);
    cr_assert(d.normal.x == 0.0f && d.normal.y == -1.0f);
}

Test(cases, a_box_turning_on_a_long_beam_keeps_the_smaller_separation_parry_181)
{
    static const float angles[] = {0.0f, 0.005f, 0.1f, 0.785398163f, 2.0f, 3.1415927f, 5.0f, 25.0f, 100.0f, 1000.0f};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        for (int k = -10; k <= 10; k++) {
            AukVec2 offset = {0.01f * (float)k, 0.007f * (float)(k * k % 11) - 0.05f};
            AukTransform pose = auk_transform(offset, angles[i]);
            side(&pair.a, auk_shape_box(10.0f, 10.0f), pose);
            side(&pair.b, auk_shape_box(300.0f, 1.5f), at(0.0f, 0.0f));
            double reach = 10.0 * (fabs((double)pose.q.c) + fabs((double)pose.q.s));
            double expected = -(1.5 + reach - fabs((double)offset.y));
            assert_pair(expected, 2e-6);
        }
    }
}

Test(cases, a_circle_far_from_a_turned_triangle_is_not_near_sat_js_44)
{
    static const AukVec2 triangle[3] = {{1.0f, -70.0f}, {-60.0f, 46.0f}, {60.0f, 46.0f}};
    side(&pair.a, auk_shape_circle(67.0f), at(444.0f, 571.0f));
    polygon_side(&pair.b, triangle, 3, auk_transform(auk_vec(750.0f, 294.0f), 2.7173982f));
    assert_pair(307.919, 5e-4);
}

// ---- casts and times of impact ------------------------------------------------------------------------------

Test(cases, a_circle_0_0032_deep_in_the_floor_is_held_at_fraction_0_parry_107)
{
    AukShape circle = auk_shape_circle(96.0f), floor = auk_shape_box(1280.0f, 96.0f);
    AukTransform pose = at(216.02324f, -1632.0032f), below = at(0.0f, -1824.0f);
    AukVec2 into = {-10.6066f, -10.6066f}, away = {10.6066f, 10.6066f};
    AukCast first = auk_cast_shape(&circle, pose, into, &floor, below, NULL);
    AukCast second = auk_cast_shape(&circle, pose, away, &floor, below, NULL);
    cr_assert(first.hit && first.fraction == 0.0f && first.normal.x == 0.0f && first.normal.y == 0.0f);
    cr_assert(second.hit && second.fraction == 0.0f && second.status == AUK_OK);
    cr_assert_float_eq((double)auk_distance(&circle, pose, &floor, below).distance, -0.0032, 5e-5);
    AukCastOptions skip = {true, 0.0f};
    cr_assert_not(auk_cast_shape(&circle, pose, away, &floor, below, &skip).hit);
}

Test(cases, a_box_stops_flush_with_a_taller_one_ncollide_214)
{
    side(&pair.a, auk_shape_box(1.0f, 1.0f), at(0.0f, 0.0f));
    side(&pair.b, auk_shape_box(1.0f, 1.5f), at(10.0f, 0.0f));
    assert_cast(auk_vec(10.0f, 0.0f), 0.8, 0.0);
    AukCast cast = auk_cast_shape(&pair.a.shape, pair.a.pose, auk_vec(10.0f, 0.0f), &pair.b.shape, pair.b.pose, NULL);
    cr_assert(cast.fraction == 0.8f && cast.normal.x == 1.0f && cast.normal.y == 0.0f);
}

Test(cases, a_ball_stops_on_the_floor_however_wide_it_is_parry_429)
{
    static const float widths[] = {5.0f, 50.0f, 500.0f, 50000.0f};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        AukShape ball = auk_shape_circle(.5166f), floor = auk_shape_box(widths[i], 5.0f);
        AukCast cast = auk_cast_shape(&ball, at(0.3f, 10.0f), auk_vec(0.0f, -20.0f), &floor, at(0.0f, -5.0f), NULL);
        cr_assert(cast.hit && cast.normal.x == 0.0f && cast.normal.y == -1.0f);
        cr_assert_float_eq((double)cast.fraction, (10.0 - .5166) / 20.0, 3e-8, "half width %g", (double)widths[i]);
        side(&pair.a, ball, at(0.3f, 10.0f));
        side(&pair.b, floor, at(0.0f, -5.0f));
        assert_cast(auk_vec(0.0f, -20.0f), (10.0 - .5166) / 20.0, 3e-8);
    }
}

Test(cases, a_falling_circle_meets_the_corner_beside_it_cute_headers_252)
{
    side(&pair.a, auk_shape_circle(.5f), at(2.34812546f, 40.4136238f));
    side(&pair.b, auk_shape_box(.5f, .5f), at(1.5f, 39.5f));
    double height = sqrt(.25 - (2.34812546 - 2.0) * (2.34812546 - 2.0));
    assert_cast(auk_vec(0.0f, -.106166691f), (40.4136238 - 40.0 - height) / .106166691, 5e-5);
    assert_cast(auk_vec(0.0f, -.106166691f), .5155, 5e-5);
}

Test(cases, a_fast_circle_does_not_pass_a_thin_wall_cute_headers_133)
{
    side(&pair.a, auk_shape_circle(50.0f), at(0.0f, 500.0f));
    side(&pair.b, auk_shape_box(10.0f, 360.0f), at(1270.0f, 360.0f));
    assert_cast(auk_vec(5000.0f, 0.0f), .242, 0.0);
}

Test(cases, shapes_that_overlap_at_the_start_of_a_cast_end_it_at_0_box2d_50)
{
    AukShape box = auk_shape_box(1.0f, 1.0f), circle = auk_shape_circle(1.0f);
    AukCast cast = auk_cast_shape(&box, at(0.0f, 0.0f), auk_vec(5.0f, 1.0f), &circle, at(1.0f, 1.0f), NULL);
    cr_assert(cast.hit && cast.fraction == 0.0f && cast.status == AUK_OK && cast.iterations < 100);
    AukPath moving = {at(0.0f, 0.0f), {5.0f, 1.0f}, 3.0f}, resting = {at(0.0f, 0.0f), {0.0f, 0.0f}, 0.0f};
    cast = auk_time_of_impact(&box, &moving, &box, &resting, NULL);
    cr_assert(cast.hit && cast.fraction == 0.0f && cast.status == AUK_OK && cast.iterations < 100);
}

Test(cases, a_circle_through_a_wall_at_two_time_steps_is_seen_box2d_867)
{
    AukShape circle = auk_shape_circle(.1f), wall = auk_shape_box(.5f, 4.0f);
    AukVec2 start = {7.39814f, 4.0f};
    AukCast slow =
        auk_cast_shape(&circle, at(start.x, start.y), auk_vec(-20.0f / 60.0f, 0.0f), &wall, at(1.5f, 4.0f), NULL);
    AukCast fast = auk_cast_shape(&circle, at(start.x, start.y), auk_vec(-20.0f, 0.0f), &wall, at(1.5f, 4.0f), NULL);
    cr_assert(!slow.hit && fast.hit);
    cr_assert_float_eq((double)fast.fraction, (7.39814 - 2.1) / 20.0, 5e-8);
}

Test(cases, a_ball_onto_a_chamfered_slab_hits_in_the_second_step)
{
    static const AukVec2 slab[5] = {
        {48.8525f, 68.1519f}, {49.1821f, 68.1152f}, {68.8477f, 68.1152f}, {68.8477f, 70.2393f}, {48.8525f, 70.2393f}};
    AukVec2 delta = {104.868881f / 60.0f, -281.073883f / 60.0f};
    side(&pair.a, auk_shape_circle(.3f), at(58.924305f, 77.540146f));
    polygon_side(&pair.b, slab, 5, at(0.0f, 0.0f));
    assert_cast(delta, 2.0, 0.0);
    pair.a.pose.p = auk_vec_add(pair.a.pose.p, delta);
    assert_cast(delta, .4944, 5e-5);
}

// ---- rays ---------------------------------------------------------------------------------------------------

static AukCast ray(AukShape shape, AukTransform pose, float x, float y, float to_x, float to_y)
{
    AukVec2 from = {x, y}, delta = {to_x - x, to_y - y};
    for (size_t m = 0; m < sizeof motions / sizeof *motions; m++) {
        AukTransform moved = pair_moved(motions[m], pose);
        AukVec2 start = auk_transform_apply(motions[m], from), path = auk_rot_apply(motions[m].q, delta);
        const char *wrong = check_cast_ray(&shape, moved, start, path, NULL);
        cr_assert_null(wrong, "motion %zu: %s", m, wrong);
    }
    return auk_cast_ray(&shape, pose, from, delta, NULL);
}

Test(cases, a_ray_from_inside_a_circle_starts_with_a_hit)
{
    AukCast c = ray(auk_shape_circle(1.0f), at(0.0f, 0.0f), 0.0f, 0.0f, 5.0f, 5.0f);
    cr_assert(c.hit && c.fraction == 0.0f && c.point.x == 0.0f && c.point.y == 0.0f);
    cr_assert(c.normal.x == 0.0f && c.normal.y == 0.0f);
}

Test(cases, a_ray_beside_a_diagonal_segment_misses_box2d_64)
{
    AukShape segment = auk_shape_segment(auk_vec(0.0f, 0.0f), auk_vec(10.0f, 10.0f));
    cr_assert_not(ray(segment, at(0.0f, 0.0f), 8.0f, 4.0f, 13.0f, 15.0f).hit);
}

Test(cases, a_ray_over_the_end_of_a_segment_misses_dyn4j_70)
{
    AukShape segment = auk_shape_segment(auk_vec(.5f, 0.0f), auk_vec(.5f, .5f));
    cr_assert_not(ray(segment, at(0.0f, 0.0f), 0.0f, .5f, .7f, 1.2f).hit);
    cr_assert_not(ray(segment, at(0.0f, 0.0f), 0.0f, .5f, 70.0f, 70.5f).hit);
}

Test(cases, a_ray_that_just_reaches_a_box_hits_cute_headers_378)
{
    AukCast c = ray(auk_shape_box(2.5f, 2.5f), at(.5f, 1.5f), -4.0f, 2.0f, -2.0f, 2.0f);
    cr_assert(c.hit && c.fraction == 1.0f && c.normal.x == -1.0f && c.point.x == -2.0f);
}

// ---- hulls and polygons -------------------------------------------------------------------------------------

Test(cases, collinear_points_are_an_error_for_a_hull_and_fine_for_a_segment)
{
    AukVec2 points[4] = {{0.0f, 0.0f}, {10.0f, 10.0f}, {5.0f, 5.0f}, {3.0f, 3.0f}}, hull[4];
    cr_assert_eq(auk_hull(points, 4, hull), -AUK_ERROR_ZERO_AREA);
    cr_assert_eq(auk_shape_polygon(points, 4, 0.0f).status, AUK_ERROR_ZERO_AREA);
    cr_assert_eq(auk_shape_segment(points[0], points[1]).status, AUK_OK);
}

Test(cases, polygons_that_cross_themselves_are_refused_dyn4j_24)
{
    static const AukVec2 first[5] = {
        {48.0f, 1.0f}, {70.0f, -28.0f}, {51.0f, -58.0f}, {17.0f, -49.0f}, {78.69931639118523f, -52.394108883581644f}};
    static const AukVec2 second[5] = {
        {577.0f, 609.0f}, {625.0f, 593.0f}, {631.0f, 645.0f}, {604.0f, 602.0f}, {581.0f, 557.0f}};
    cr_assert_eq(auk_shape_polygon(first, 5, 0.0f).status, AUK_ERROR_NOT_CONVEX);
    cr_assert_eq(auk_shape_polygon(second, 5, 0.0f).status, AUK_ERROR_NOT_CONVEX);
    AukVec2 hull[5];
    cr_assert_eq(auk_hull(first, 5, hull), 5);
    cr_assert_eq(auk_shape_polygon(hull, 5, 0.0f).status, AUK_OK);
}

Test(cases, a_dented_outline_is_refused_as_one_convex_polygon)
{
    static const AukVec2 dented[5] = {
        {2.88f, 11.04f}, {3.84f, 10.56f}, {5.12f, 10.56f}, {5.12f, 10.88f}, {5.44f, 11.04f}};
    cr_assert_eq(auk_shape_polygon(dented, 5, 0.0f).status, AUK_ERROR_NOT_CONVEX);
}
