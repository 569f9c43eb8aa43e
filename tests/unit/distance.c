// Distance, depth and GJK on inputs whose answers are known by hand, and what both do with bad input.
#include "geom/distance.h"
#include "auk/geom.h"
#include "base/f64x4.h"
#include "geom/early_out.h"
#include "geom/sat_sides.h"

#include "support/check.h"
#include "support/oracle.h"
#include "support/pair.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static AukTransform at(float x, float y)
{
    return auk_transform(auk_vec(x, y), 0.0f);
}

static void assert_checked(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    const char *wrong = check_distance(a, pose_a, b, pose_b);
    cr_assert_null(wrong, "%s", wrong);
    wrong = check_distance(b, pose_b, a, pose_a);
    cr_assert_null(wrong, "swapped: %s", wrong);
    wrong = check_gjk(a, pose_a, b, pose_b, NULL);
    cr_assert_null(wrong, "gjk: %s", wrong);
}

Test(distance, circles_apart_touching_and_overlapping)
{
    AukShape a = auk_shape_circle(1.0f), b = auk_shape_circle(2.0f);
    AukDistance d = auk_distance(&a, at(0.0f, 0.0f), &b, at(3.0f, 4.0f));
    cr_assert_eq(d.distance, 2.0f);
    cr_assert_float_eq((double)d.normal.x, 0.6, 1e-7);
    cr_assert_float_eq((double)d.point_a.y, 0.8, 1e-6);
    cr_assert_eq(auk_distance(&a, at(0.0f, 0.0f), &b, at(0.0f, 3.0f)).distance, 0.0f);
    cr_assert_eq(auk_distance(&a, at(0.0f, 0.0f), &b, at(0.0f, 2.5f)).distance, -0.5f);
    cr_assert(auk_overlap(&a, at(0.0f, 0.0f), &b, at(0.0f, 3.0f)));
    cr_assert_not(auk_overlap(&a, at(0.0f, 0.0f), &b, at(0.0f, nextafterf(3.0f, 4.0f))));
}

Test(distance, boxes_face_to_face_touch_at_exactly_zero)
{
    AukShape box = auk_shape_box(0.5f, 0.5f);
    AukDistance d = auk_distance(&box, at(0.5f, 0.5f), &box, at(1.5f, 0.5f));
    cr_assert(d.distance == 0.0f && d.normal.x == 1.0f && d.normal.y == 0.0f);
    cr_assert_eq(d.point_a.x, 1.0f);
    cr_assert(auk_overlap(&box, at(0.5f, 0.5f), &box, at(1.5f, 1.5f)), "corners touch");
    d = auk_distance(&box, at(0.5f, 0.5f), &box, at(2.5f, 0.5f));
    cr_assert(d.distance == 1.0f && d.normal.x == 1.0f && d.normal.y == 0.0f);
}

Test(distance, the_depth_of_nested_boxes_leads_out_the_short_way)
{
    AukShape big = auk_shape_box(10.0f, 4.0f), small = auk_shape_box(1.0f, 1.0f);
    AukDistance d = auk_distance(&big, at(0.0f, 0.0f), &small, at(2.0f, -1.0f));
    cr_assert(d.distance == -4.0f && d.normal.x == 0.0f && d.normal.y == -1.0f);
    assert_checked(&big, at(0.0f, 0.0f), &small, at(2.0f, -1.0f));
}

Test(distance, points_and_segments_have_no_depth_of_their_own)
{
    AukShape point = auk_shape_circle(0.0f), segment = auk_shape_segment(auk_vec(-1.0f, 0.0f), auk_vec(1.0f, 0.0f));
    AukDistance d = auk_distance(&point, at(0.0f, 0.0f), &point, at(0.0f, 0.0f));
    cr_assert(d.status == AUK_OK && d.distance == 0.0f);
    cr_assert_float_eq((double)auk_vec_length(d.normal), 1.0, 1e-6);
    d = auk_distance(&point, at(0.25f, 0.0f), &segment, at(0.0f, 0.0f));
    cr_assert(d.status == AUK_OK && d.distance == 0.0f);
    d = auk_distance(&segment, at(0.0f, 0.0f), &segment, at(1.5f, 0.0f));
    cr_assert(d.status == AUK_OK && d.distance == 0.0f);
    assert_checked(&segment, at(0.0f, 0.0f), &segment, at(1.5f, 0.0f));
    assert_checked(&point, at(0.0f, 0.0f), &point, at(0.0f, 0.0f));
    assert_checked(&point, at(0.25f, 0.0f), &segment, at(0.0f, 0.0f));
}

// The two answers must be one another's mirror image, separate along their own normal, and have points that belong
// together.
static void assert_consistent(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                              double depth)
{
    for (int swap = 0; swap < 2; swap++) {
        AukDistance d = swap ? auk_distance(b, pose_b, a, pose_a) : auk_distance(a, pose_a, b, pose_b);
        AukVec2 back = auk_vec(-d.normal.x, -d.normal.y);
        AukVec2 on_a = swap ? auk_support(b, pose_b, d.normal) : auk_support(a, pose_a, d.normal);
        AukVec2 on_b = swap ? auk_support(a, pose_a, back) : auk_support(b, pose_b, back);
        double nx = (double)d.normal.x, ny = (double)d.normal.y;
        double along = ((double)on_b.x - on_a.x) * nx + ((double)on_b.y - on_a.y) * ny;
        cr_assert_eq(d.status, AUK_OK);
        cr_assert_float_eq((double)d.distance, -depth, 1e-5 * depth + 1e-6);
        cr_assert_float_eq((double)d.distance, along, 1e-5 * depth + 1e-6);
        cr_assert_float_eq((double)d.point_b.x - d.point_a.x, (double)d.distance * nx, 1e-5 * depth + 1e-6);
        cr_assert_float_eq((double)d.point_b.y - d.point_a.y, (double)d.distance * ny, 1e-5 * depth + 1e-6);
    }
}

// An ellipse of points pressed to next to nothing.
static AukShape flat_polygon(AukVec2 *hull, int count, double half_width, double half_height)
{
    AukVec2 points[34];
    for (int i = 0; i < count; i++) {
        double angle = 6.283185307179586 * i / count;
        points[i] = auk_vec((float)(half_width * cos(angle)), (float)(half_height * sin(angle)));
    }
    return auk_shape_polygon(hull, auk_hull(points, count, hull), 0.0f);
}

static const AukTransform across = {{0.0f, 0.0f}, {-1.0f, -1.0f}}; // turned, so that thin shapes lose their sides

Test(distance, an_edge_shorter_than_rounding_spoils_no_depth)
{
    const AukVec2 large[5] = {{0.0f, 0.0f},
                              {0x1.d4e8p+4f, -0x1.3b6e22p-117f},
                              {0x1.d4e8p+4f, -0x1.3a6762p-117f},
                              {0.25f, 5.25f},
                              {0x1.79ca1p-67f, 5.25f}};
    AukVec2 small[5];
    for (int i = 0; i < 5; i++) {
        small[i] = auk_vec(0.5f * large[i].x, 0.5f * large[i].y);
    }
    AukShape a = auk_shape_polygon(large, 5, 0.0f), b = auk_shape_polygon(small, 5, 0.0f);
    // out over the slanted side of a: the corner of b lies 2.6054 below it
    assert_consistent(&a, across, &b, across, 2.6054);
}

Test(distance, polygons_thinner_than_rounding_overlap_as_segments_do)
{
    AukVec2 vertices[34], more[34];
    AukShape bar = auk_shape_capsule(auk_vec(0.0f, 0.0f), auk_vec(0.0f, 40.0f), 0.0f);
    AukShape flat_box = auk_shape_box(0x1.4ffffp+5f, 0x1p-147f);
    AukTransform pose = {{0.0f, 7.0f}, {0x1.a41236p-5f, -0x1.ff539p-1f}};
    assert_consistent(&bar, pose, &flat_box, across, 4.94975);
    AukShape flat = flat_polygon(vertices, 21, 58.0, 1e-44), thin = flat_polygon(more, 10, 1e-44, 7.6);
    const AukVec2 corners[3] = {{0.0f, -74.0f}, {36.0f, 31.0f}, {0.0f, 0.0f}};
    const AukVec2 others[3] = {{-60.0f, 1.0f}, {0.0f, 0.0f}, {-0x1.48p-68f, 93.0f}};
    AukShape triangle = auk_shape_polygon(corners, 3, 0.0f), wedge = auk_shape_polygon(others, 3, 0.0f);
    AukTransform near = {{31.5f, 0.06f}, {-1.0f, -1.0f}}, far = {{-1.0f, -1.0f}, {-1.0f, 99.0f}};
    assert_consistent(&flat, near, &triangle, across, 6.43816);
    assert_consistent(&thin, far, &wedge, across, 3.74814);
    assert_consistent(&flat, across, &flat, across, 0.0);
}

Test(distance, two_polygons_of_10000_vertices)
{
    enum { COUNT = 2000 };
    static AukVec2 points[COUNT], vertices[COUNT];
    for (int i = 0; i < COUNT; i++) {
        double angle = 6.283185307179586 * i / COUNT;
        points[i] = auk_vec((float)(100.0 * cos(angle)), (float)(50.0 * sin(angle)));
    }
    int count = auk_hull(points, COUNT, vertices);
    AukShape ellipse = auk_shape_polygon(vertices, count, 0.0f);
    cr_assert_eq(ellipse.status, AUK_OK);
    AukTransform turned = auk_transform(auk_vec(170.0f, 30.0f), 1.0f),
                 deep = auk_transform(auk_vec(20.0f, 30.0f), 1.0f);
    assert_checked(&ellipse, at(0.0f, 0.0f), &ellipse, turned);
    assert_checked(&ellipse, at(0.0f, 0.0f), &ellipse, deep);
    assert_checked(&ellipse, at(0.0f, 0.0f), &ellipse, at(0.0f, 0.0f));
    AukGjkResult g = auk_gjk(&ellipse, at(0.0f, 0.0f), &ellipse, turned, NULL, NULL);
    cr_assert_leq(g.iterations, 40);
}

Test(distance, tiny_shapes_far_from_the_origin_are_told_apart)
{
    AukShape a = auk_shape_circle(1.0f / 64.0f);
    AukTransform left = at(100000.0f, -100000.0f), right = at(100000.0f + 1.0f / 16.0f, -100000.0f);
    AukDistance d = auk_distance(&a, left, &a, right);
    cr_assert(d.distance == 1.0f / 32.0f && d.normal.x == 1.0f && d.normal.y == 0.0f);
}

Test(distance, coordinates_at_the_limit_are_still_answered)
{
    AukShape box = auk_shape_box(1e14f, 1e14f), dot = auk_shape_circle(1e-6f);
    AukTransform far = at(AUK_COORDINATE_MAX, -AUK_COORDINATE_MAX);
    assert_checked(&box, at(-AUK_COORDINATE_MAX, AUK_COORDINATE_MAX), &box, far);
    assert_checked(&box, far, &dot, at(0.9e15f, -AUK_COORDINATE_MAX));
    AukShape speck = auk_shape_box(1e-30f, 1e-30f);
    assert_checked(&speck, at(0.0f, 0.0f), &speck, at(3e-30f, 0.0f));
    assert_checked(&speck, at(0.0f, 0.0f), &speck, at(1e-30f, 0.0f));
    assert_checked(&speck, at(0.0f, 0.0f), &box, at(0.0f, 0.0f));
}

Test(distance, rotations_that_are_not_of_unit_length_are_normalised)
{
    AukShape box = auk_shape_box(2.0f, 1.0f),
             capsule = auk_shape_capsule(auk_vec(0.0f, -1.0f), auk_vec(0.0f, 1.0f), 0.2f);
    static const AukRot rotations[] = {{3.0f, 4.0f}, {-300.0f, 400.0f}, {0.0f, 0.0f}, {0.0f, -7.0f}, {1e-20f, 1e-20f}};
    for (size_t i = 0; i < sizeof rotations / sizeof *rotations; i++) {
        AukTransform pose_a = {{0.0f, 0.0f}, rotations[i]}, pose_b = {{2.0f, 2.5f}, rotations[(i + 1) % 5]};
        assert_checked(&box, pose_a, &capsule, pose_b);
    }
}

// ---- distance with a maximum ----------------------------------------------------------------------------------

Test(distance, up_to_more_than_the_distance_it_is_the_distance)
{
    AukShape a = auk_shape_box(1.0f, 1.0f), b = auk_shape_circle(0.5f);
    AukDistance d = auk_distance(&a, at(0.0f, 0.0f), &b, at(4.0f, 3.0f));
    AukDistance e = auk_distance_up_to(&a, at(0.0f, 0.0f), &b, at(4.0f, 3.0f), 100.0f);
    cr_assert(d.distance == e.distance && d.normal.x == e.normal.x && d.point_a.x == e.point_a.x);
    e = auk_distance_up_to(&a, at(0.0f, 0.0f), &b, at(1.2f, 0.0f), 0.0f);
    cr_assert_float_eq((double)e.distance, -0.3, 1e-6, "an overlap has its depth whatever the maximum");
    e = auk_distance_up_to(&a, at(0.0f, 0.0f), &b, at(1.2f, 0.0f), -5.0f);
    cr_assert_float_eq((double)e.distance, -0.3, 1e-6, "a negative maximum is 0");
}

Test(distance, beyond_the_maximum_it_is_a_lower_bound_with_its_axis)
{
    AukShape a = auk_shape_box(1.0f, 1.0f), b = auk_shape_ellipse(2.0f, 1.0f);
    AukTransform there = auk_transform(auk_vec(40.0f, 30.0f), 0.5f);
    AukDistance e = auk_distance_up_to(&a, at(0.0f, 0.0f), &b, there, 1.0f);
    cr_assert(e.status == AUK_OK && e.distance > 1.0f);
    const char *wrong = check_distance_up_to(&a, at(0.0f, 0.0f), &b, there, 1.0f);
    cr_assert_null(wrong, "%s", wrong);
    AukDistance d = auk_distance(&a, at(0.0f, 0.0f), &b, there);
    cr_assert_leq(e.iterations, d.iterations);
    cr_assert_leq(e.distance, d.distance);
}

Test(distance, up_to_a_bad_maximum_or_of_bad_shapes)
{
    AukShape box = auk_shape_box(1.0f, 1.0f), none = {0};
    cr_assert_eq(auk_distance_up_to(&box, at(0.0f, 0.0f), &none, at(0.0f, 0.0f), 1.0f).status, AUK_ERROR_NO_SHAPE);
    cr_assert_eq(auk_distance_up_to(NULL, at(0.0f, 0.0f), &box, at(0.0f, 0.0f), 1.0f).status, AUK_ERROR_NULL);
    cr_assert_eq(auk_distance_up_to(&box, at(NAN, 0.0f), &box, at(0.0f, 0.0f), 1.0f).status, AUK_ERROR_NOT_FINITE);
    AukDistance d = auk_distance_up_to(&box, at(0.0f, 0.0f), &box, at(5.0f, 0.0f), NAN);
    cr_assert(d.status == AUK_ERROR_NOT_FINITE && isfinite(d.distance) && isfinite(d.normal.x));
    d = auk_distance_up_to(&box, at(0.0f, 0.0f), &box, at(5.0f, 0.0f), INFINITY);
    cr_assert(d.status == AUK_ERROR_NOT_FINITE || d.distance == 3.0f, "no maximum, or none that is a number");
}

// ---- GJK ----------------------------------------------------------------------------------------------------

Test(gjk, radii_are_ignored)
{
    AukShape a = auk_shape_circle(1.0f), b = auk_shape_rounded(auk_shape_box(1.0f, 1.0f), 0.5f);
    AukGjkResult g = auk_gjk(&a, at(-4.0f, 0.0f), &b, at(0.0f, 0.0f), NULL, NULL);
    cr_assert(g.status == AUK_OK && !g.overlap && g.distance == 3.0f && g.normal.x == 1.0f);
    cr_assert(g.point_a.x == -4.0f && g.point_b.x == -1.0f);
}

Test(gjk, overlapping_cores_have_neither_distance_nor_normal)
{
    AukShape box = auk_shape_box(1.0f, 1.0f);
    AukGjkResult g = auk_gjk(&box, at(0.0f, 0.0f), &box, at(0.5f, 0.5f), NULL, NULL);
    cr_assert(g.status == AUK_OK && g.overlap && g.distance == 0.0f && g.normal.x == 0.0f && g.normal.y == 0.0f);
    cr_assert(g.point_a.x == 0.0f && g.point_b.x == 0.0f);
}

Test(gjk, a_seeded_search_needs_fewer_rounds)
{
    static AukVec2 points[1000], vertices[1000];
    for (int i = 0; i < 1000; i++) {
        points[i] = auk_vec((float)(10.0 * cos(0.00628318531 * i)), (float)(10.0 * sin(0.00628318531 * i)));
    }
    AukShape disc = auk_shape_polygon(vertices, auk_hull(points, 1000, vertices), 0.0f);
    AukGjkCache cache = {0};
    AukGjkResult cold = auk_gjk(&disc, at(0.0f, 0.0f), &disc, at(13.0f, 17.0f), &cache, NULL);
    cr_assert(cache.count >= 1 && cache.count <= 3);
    AukGjkResult warm = auk_gjk(&disc, at(0.0f, 0.0f), &disc, at(13.0f, 17.0f), &cache, NULL);
    cr_assert_lt(warm.iterations, cold.iterations);
    cr_assert_float_eq((double)warm.distance, (double)cold.distance, 1e-5);
}

Test(gjk, the_trace_shows_every_round_and_counts_those_that_do_not_fit)
{
    AukShape a = auk_shape_box(1.0f, 1.0f), b = auk_shape_box(2.0f, 1.0f);
    AukTransform pose_a = auk_transform(auk_vec(1.0f, 2.0f), 0.4f), pose_b = auk_transform(auk_vec(6.0f, 5.0f), 2.0f);
    AukGjkStep steps[32];
    AukGjkTrace trace = {.steps = steps, .capacity = 32};
    AukGjkResult g = auk_gjk(&a, pose_a, &b, pose_b, NULL, &trace);
    cr_assert(trace.count >= 1 && trace.count == trace.total && trace.total == g.iterations);
    double last = HUGE_VAL;
    for (int i = 0; i < trace.count; i++) {
        const AukGjkStep *step = &steps[i];
        cr_assert(step->count >= 1 && step->count <= 3);
        for (int k = 0; k < step->count; k++) {
            AukVec2 difference = auk_vec_sub(step->simplex_a[k], step->simplex_b[k]);
            cr_assert_float_eq((double)difference.x, (double)step->simplex[k].x, 1e-5);
            cr_assert_float_eq((double)difference.y, (double)step->simplex[k].y, 1e-5);
        }
        double distance = (double)auk_vec_length(step->closest);
        cr_assert_leq(distance, last + 1e-5, "round %d goes away from the origin", i);
        last = distance;
    }
    cr_assert_float_eq(last, (double)g.distance, 1e-5);
    cr_assert(steps[trace.count - 1].direction.x == 0.0f && steps[trace.count - 1].direction.y == 0.0f);
    AukGjkTrace full = {.steps = steps, .capacity = 1};
    auk_gjk(&a, pose_a, &b, pose_b, NULL, &full);
    cr_assert(full.count == 1 && full.total == trace.total);
    AukGjkTrace none = {.steps = NULL, .capacity = 0};
    auk_gjk(&a, pose_a, &b, pose_b, NULL, &none);
    cr_assert(none.count == 0 && none.total == trace.total);
}

Test(gjk, the_start_direction_of_the_trace_decides_the_first_vertex_and_not_the_answer)
{
    AukShape shapes[] = {auk_shape_box(1.0f, 2.0f), auk_shape_ellipse(2.0f, 1.0f), auk_shape_circle(1.0f)};
    AukTransform pose_a = auk_transform(auk_vec(1.0f, 2.0f), 0.4f), pose_b = auk_transform(auk_vec(6.0f, 5.0f), 2.0f);
    for (int pair = 0; pair < 9; pair++) {
        AukShape a = shapes[pair / 3], b = shapes[pair % 3];
        AukShape core_a = a, core_b = b;
        core_a.radius = core_b.radius = 0.0f;
        AukGjkResult plain = auk_gjk(&a, pose_a, &b, pose_b, NULL, NULL);
        for (int turn = 0; turn < 8; turn++) {
            AukRot q = auk_rot(0.1f + 0.785f * (float)turn);
            AukGjkStep steps[64];
            AukGjkTrace trace = {.steps = steps, .capacity = 64, .start = auk_vec(30.0f * q.c, 30.0f * q.s)};
            AukGjkResult g = auk_gjk(&a, pose_a, &b, pose_b, NULL, &trace);
            AukVec2 on_a = auk_vec_sub(auk_support(&core_a, pose_a, trace.start), pose_a.p);
            AukVec2 on_b = auk_vec_sub(auk_support(&core_b, pose_b, auk_vec_neg(trace.start)), pose_a.p);
            cr_assert_float_eq((double)steps[0].simplex_a[0].x, (double)on_a.x, 1e-5, "pair %d, turn %d", pair, turn);
            cr_assert_float_eq((double)steps[0].simplex_a[0].y, (double)on_a.y, 1e-5, "pair %d, turn %d", pair, turn);
            cr_assert_float_eq((double)steps[0].simplex_b[0].x, (double)on_b.x, 1e-5, "pair %d, turn %d", pair, turn);
            cr_assert_float_eq((double)steps[0].simplex_b[0].y, (double)on_b.y, 1e-5, "pair %d, turn %d", pair, turn);
            cr_assert_float_eq((double)g.distance, (double)plain.distance, 1e-5, "pair %d, turn %d", pair, turn);
            cr_assert_eq(g.status, AUK_OK);
        }
    }
}

Test(gjk, a_start_direction_that_is_not_finite_is_refused)
{
    AukShape box = auk_shape_box(1.0f, 1.0f);
    AukVec2 bad[] = {{NAN, 0.0f}, {0.0f, NAN}, {INFINITY, 0.0f}, {1.0f, -INFINITY}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        AukGjkTrace trace = {.start = bad[i]};
        AukGjkResult g = auk_gjk(&box, at(0.0f, 0.0f), &box, at(3.0f, 0.0f), NULL, &trace);
        cr_assert(g.status == AUK_ERROR_NOT_FINITE && g.distance == 0.0f && g.iterations == 0 && trace.count == 0);
    }
}

Test(gjk, a_cache_with_absurd_contents_does_no_harm)
{
    AukShape box = auk_shape_box(1.0f, 1.0f), circle = auk_shape_circle(0.5f);
    AukGjkCache absurd[] = {{4, {0, 1, 2}, {0, 1, 2}},
                            {0xffffffffu, {0, 0, 0}, {0, 0, 0}},
                            {3, {0xffffffffu, 0x7fffffffu, 4}, {9, 8, 7}},
                            {3, {0, 0, 0}, {0, 0, 0}},
                            {2, {3, 3, 3}, {0, 0, 0}}};
    for (size_t i = 0; i < sizeof absurd / sizeof *absurd; i++) {
        AukGjkResult g = auk_gjk(&box, at(0.0f, 0.0f), &circle, at(3.0f, 0.5f), &absurd[i], NULL);
        cr_assert(g.status == AUK_OK && g.distance == 2.0f, "cache %zu", i);
        cr_assert(absurd[i].count >= 1 && absurd[i].count <= 3, "cache %zu", i);
    }
}

// What a world asks, from caches of any contents. Where the rest is left to GJK its last bits follow the cache.
static void assert_not_swayed(const AukSupportShape *a, const AukSupportShape *b, double max, AukGjkCache *cache,
                              double size)
{
    AukSeparation cold = auk__separation(a, b, max, NULL), warm = auk__separation(a, b, max, cache);
    cr_assert_eq(cold.distance <= max, warm.distance <= max, "%a and %a, up to %a", cold.distance, warm.distance, max);
    if (cold.distance <= max) {
        bool same = cold.distance == warm.distance && cold.normal.x == warm.normal.x && cold.normal.y == warm.normal.y;
        cr_assert_eq(cold.support_a, warm.support_a);
        cr_assert(same || (cold.support_a < 0 && fabs(cold.distance - warm.distance) <= 1e-12 * size));
    }
}

Test(distance, what_a_cache_holds_sways_no_separation)
{
    static Pair pair;
    Random random = random_start(random_seed(), 5);
    for (int i = 0; i < 20000; i++) {
        PairKind kind_a = (PairKind)random_int(&random, PAIR_CIRCLE, PAIR_ROUNDED);
        PairKind kind_b = (PairKind)random_int(&random, PAIR_CIRCLE, PAIR_ROUNDED);
        pair_random(&random, kind_a, kind_b, (PairFamily)random_int(&random, PAIR_RANDOM, PAIR_INTEGERS), 1.0f, &pair);
        AukSupportShape a, b;
        auk__support_shape_init(&a, &pair.a.shape, auk__dtransform(pair.a.pose, pair.a.pose.p));
        auk__support_shape_init(&b, &pair.b.shape, auk__dtransform(pair.b.pose, pair.a.pose.p));
        double apart = dvec_size(dvec(b.transform.x, b.transform.y));
        double size = apart + auk__support_shape_extent(&a) + auk__support_shape_extent(&b), max = auk__tau(size);
        AukGjkCache cache;
        cache.count = (uint32_t)random_int(&random, 0, 4);
        for (int k = 0; k < 3; k++) {
            cache.index_a[k] = (uint32_t)random_int(&random, -1, 9);
            cache.index_b[k] = (uint32_t)random_int(&random, -1, 9);
        }
        assert_not_swayed(&a, &b, random_chance(&random, 0.5) ? max : INFINITY, &cache, size);
        assert_not_swayed(&a, &b, max, &cache, size);
    }
}

// The gap is a large or a small part of the size, or next to nothing.
Test(distance, what_is_clearly_apart_is_apart)
{
    static Pair pair;
    Random random = random_start(random_seed(), 6);
    int said[PAIR_POLYGON][PAIR_POLYGON] = {{0}};
    for (int i = 0; i < 40000; i++) {
        PairKind kind_a = (PairKind)random_int(&random, PAIR_CIRCLE, PAIR_ROUNDED);
        PairKind kind_b = (PairKind)random_int(&random, PAIR_CIRCLE, PAIR_ROUNDED);
        pair_random(&random, kind_a, kind_b, (PairFamily)random_int(&random, PAIR_RANDOM, PAIR_FAR), 1.0f, &pair);
        AukTransform pose_b = pair.b.pose;
        float off = 1.0f + random_float(&random, -4e-7f, 4e-7f); // as far as a rotation may be from unit length
        pose_b.q.c *= off;
        pose_b.q.s *= off;
        AukSupportShape a, b;
        auk__support_shape_init(&a, &pair.a.shape, auk__dtransform(pair.a.pose, pair.a.pose.p));
        auk__support_shape_init(&b, &pair.b.shape, auk__dtransform(pose_b, pair.a.pose.p));
        double distance = auk__separation(&a, &b, INFINITY, NULL).distance;
        double limits[] = {0.0, distance, distance * (1.0 + random_log(&random, 1e-9, 1e-1)),
                           distance * (1.0 - random_log(&random, 1e-9, 1e-1)), 1e-6};
        for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
            if (limits[k] >= 0.0 && auk__early_out(&a, &b, limits[k], NULL)) {
                cr_assert_gt(distance, limits[k], "%s and %s: %a is not above %a", pair_kind_name(kind_a),
                             pair_kind_name(kind_b), distance, limits[k]);
                if (kind_a < PAIR_POLYGON && kind_b < PAIR_POLYGON) {
                    said[kind_a][kind_b]++;
                }
            }
        }
    }
    for (int i = 0; i < PAIR_POLYGON * PAIR_POLYGON; i++) {
        cr_assert_gt(said[i / PAIR_POLYGON][i % PAIR_POLYGON], 20, "kinds %d", i);
    }
}

static AukDvec corner_of(const AukSatSides *sides, int index)
{
    int lane = index > 3 ? index + sides->skip : index;
    return dvec(auk__f64x2_lane(&sides->x[lane / 2], lane & 1), auk__f64x2_lane(&sides->y[lane / 2], lane & 1));
}

Test(distance, two_and_four_sides_at_once_find_the_same_best_side)
{
    static Pair pair;
    if (!auk__avx2_is_supported()) {
        cr_skip_test("this processor has no AVX2");
    }
    Random random = random_start(random_seed(), 7);
    int compared = 0;
    for (int i = 0; i < 40000; i++) {
        PairKind kinds[] = {PAIR_BOX, PAIR_POLYGON, PAIR_ROUNDED};
        PairKind kind_a = kinds[random_int(&random, 0, 2)], kind_b = kinds[random_int(&random, 0, 2)];
        pair_random(&random, kind_a, kind_b, (PairFamily)random_int(&random, PAIR_RANDOM, PAIR_FAR), 1.0f, &pair);
        AukSupportShape a, b;
        auk__support_shape_init(&a, &pair.a.shape, auk__dtransform(pair.a.pose, pair.a.pose.p));
        auk__support_shape_init(&b, &pair.b.shape, auk__dtransform(pair.b.pose, pair.a.pose.p));
        if (a.count < 4 || b.count < 4 || a.count > AUK_SAT_MAX || b.count > AUK_SAT_MAX) {
            continue;
        }
        compared++;
        double reach = random_chance(&random, 0.5) ? 1e-6 : INFINITY;
        AukSatBestSide two, four;
        bool told = auk__sat_best_side(&a, &b, &b.transform, reach, &two);
        cr_assert_eq(told, auk__sat_best_side_wide(&a, &b, &b.transform, reach, &four));
        cr_assert_eq(two.size, four.size);
        if (told) {
            cr_assert(two.of_b == four.of_b && two.edge == four.edge && two.vertex == four.vertex);
            cr_assert_eq(two.signed_square, four.signed_square);
        }
        for (int k = 0; k < a.count + b.count; k++) {
            bool of_b = k >= a.count;
            int index = of_b ? k - a.count : k;
            AukDvec p = corner_of(&two.sides[of_b], index), q = corner_of(&four.sides[of_b], index);
            cr_assert(memcmp(&p, &q, sizeof p) == 0);
        }
    }
    cr_assert_gt(compared, 10000);
}
