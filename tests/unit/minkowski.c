// Minkowski differences known by hand, and their agreement with overlap and distance.
#include "auk/geom.h"

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

static bool has_vertex(const AukVec2 *vertices, int count, float x, float y)
{
    for (int i = 0; i < count; i++) {
        if (vertices[i].x == x && vertices[i].y == y) {
            return true;
        }
    }
    return false;
}

Test(minkowski, two_boxes_differ_by_a_box)
{
    AukShape a = auk_shape_box(2.0f, 1.0f), b = auk_shape_box(1.0f, 3.0f);
    AukVec2 out[8];
    cr_assert_eq(auk_minkowski_difference(&a, at(10.0f, 20.0f), &b, at(15.0f, 21.0f), out, 8), 4);
    cr_assert(has_vertex(out, 4, -8.0f, -5.0f) && has_vertex(out, 4, -2.0f, -5.0f));
    cr_assert(has_vertex(out, 4, -2.0f, 3.0f) && has_vertex(out, 4, -8.0f, 3.0f));
}

Test(minkowski, a_triangle_minus_itself_is_a_hexagon_around_the_origin)
{
    static const AukVec2 vertices[3] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {0.0f, 3.0f}};
    AukShape triangle = auk_shape_polygon(vertices, 3, 0.0f);
    AukVec2 out[6];
    cr_assert_eq(auk_minkowski_difference(&triangle, at(7.0f, 7.0f), &triangle, at(7.0f, 7.0f), out, 6), 6);
    for (int i = 0; i < 3; i++) {
        AukVec2 side = auk_vec_sub(vertices[(i + 1) % 3], vertices[i]);
        cr_assert(has_vertex(out, 6, side.x, side.y) && has_vertex(out, 6, -side.x, -side.y));
    }
}

Test(minkowski, circles_and_segments_count_as_points_and_lines)
{
    AukShape circle = auk_shape_circle(5.0f), segment = auk_shape_segment(auk_vec(-1.0f, 0.0f), auk_vec(1.0f, 0.0f));
    AukShape upright = auk_shape_capsule(auk_vec(0.0f, -2.0f), auk_vec(0.0f, 2.0f), 1.0f);
    AukVec2 out[4];
    cr_assert_eq(auk_minkowski_difference(&circle, at(1.0f, 2.0f), &circle, at(4.0f, 6.0f), out, 2), 1);
    cr_assert(out[0].x == -3.0f && out[0].y == -4.0f);
    cr_assert_eq(auk_minkowski_difference(&circle, at(0.0f, 0.0f), &segment, at(0.0f, 3.0f), out, 3), 2);
    cr_assert(has_vertex(out, 2, -1.0f, -3.0f) && has_vertex(out, 2, 1.0f, -3.0f));
    cr_assert_eq(auk_minkowski_difference(&segment, at(0.0f, 0.0f), &upright, at(0.0f, 0.0f), out, 4), 4);
    cr_assert(has_vertex(out, 4, -1.0f, -2.0f) && has_vertex(out, 4, 1.0f, 2.0f));
    cr_assert_eq(auk_minkowski_difference(&segment, at(0.0f, 0.0f), &segment, at(5.0f, 0.0f), out, 4), 2,
                 "parallel segments make one segment");
}

Test(minkowski, it_contains_the_origin_exactly_where_the_cores_overlap)
{
    static Pair pair;
    uint64_t seed = random_seed();
    int overlaps = 0;
    for (int i = 0; i < 20000; i++) {
        Random random = random_start(seed, (uint64_t)i);
        PairKind kind_a = (PairKind)random_int(&random, 0, PAIR_ROUNDED);
        PairKind kind_b = (PairKind)random_int(&random, 0, PAIR_ROUNDED);
        pair_random(&random, kind_a, kind_b, PAIR_RANDOM, 1.0f, &pair);
        pair.a.shape.radius = pair.b.shape.radius = 0.0f;
        AukVec2 out[32];
        int count = auk_minkowski_difference(&pair.a.shape, pair.a.pose, &pair.b.shape, pair.b.pose, out, 32);
        cr_assert_gt(count, 0);
        double distance = (double)auk_distance(&pair.a.shape, pair.a.pose, &pair.b.shape, pair.b.pose).distance;
        if (count < 3 || fabs(distance) < 1e-5) {
            continue;
        }
        AukShape hull = auk_shape_polygon(out, count, 0.0f);
        if (hull.kind == AUK_SHAPE_NONE) { // rounding bent two nearly parallel sides
            count = auk_hull(out, count, out + 16);
            hull = auk_shape_polygon(out + 16, count, 0.0f);
        }
        bool inside = auk_contains(&hull, at(0.0f, 0.0f), auk_vec(0.0f, 0.0f));
        cr_assert_eq(inside, auk_overlap(&pair.a.shape, pair.a.pose, &pair.b.shape, pair.b.pose),
                     "AUK_SEED=%llu, pair %d", (unsigned long long)seed, i);
        double gap = (double)auk_project_point(&hull, at(0.0f, 0.0f), auk_vec(0.0f, 0.0f)).distance;
        cr_assert_float_eq(gap, distance, 2e-6, "AUK_SEED=%llu, pair %d", (unsigned long long)seed, i);
        overlaps += inside;
    }
    cr_assert_gt(overlaps, 100);
}

Test(minkowski, curved_cores_are_drawn_with_enough_vertices)
{
    AukShape e = auk_shape_ellipse(2.0f, 1.0f), box = auk_shape_box(1.0f, 0.5f), dot = auk_shape_circle(1.0f);
    AukVec2 out[72];
    int count = auk_minkowski_difference(&e, at(0.0f, 0.0f), &dot, at(3.0f, 0.0f), out, 65);
    cr_assert(count >= 16 && count <= 64, "%d", count);
    for (int i = 0; i < count; i++) {
        double x = ((double)out[i].x + 3.0) / 2.0, y = (double)out[i].y;
        cr_assert_float_eq(x * x + y * y, 1.0, 2e-6, "vertex %d is not on the ellipse", i);
    }
    const char *wrong = check_minkowski(&e, auk_transform(auk_vec(1.0f, 0.0f), 0.5f), &box, at(2.0f, 1.0f));
    cr_assert_null(wrong, "%s", wrong);
    wrong = check_minkowski(&e, at(0.0f, 0.0f), &e, at(2.0f, 1.0f));
    cr_assert_null(wrong, "%s", wrong);
}

static void strict_support(const double direction[2], double point[2], const void *context)
{
    (void)context;
    cr_assert(direction[0] != 0.0 || direction[1] != 0.0, "asked for no direction");
    double length = hypot(direction[0], direction[1]);
    point[0] = direction[0] / length;
    point[1] = direction[1] / length;
}

// A direction that differs from an edge's normal by rounding alone has another point on a side as flat as this one.
Test(minkowski, a_flat_curve_level_with_a_box_leaves_no_dent)
{
    PairCurve curve = {CURVE_SUPERELLIPSE, {1.25f, 0.6875f}, 6.5f, {0.0f, 0.0f}};
    AukCustomShape custom = pair_curve_custom(&curve);
    AukShape flat = auk_shape_custom(&custom, 0.0f), box = auk_shape_box(3.0f, 7.0f);
    AukTransform here = auk_transform_identity(), there = {{0.0f, 5.0f}, {1.0f, 0.0f}};
    const char *wrong = check_minkowski(&flat, here, &box, there);
    cr_assert_null(wrong, "%s", wrong);
    wrong = check_minkowski(&box, there, &flat, here);
    cr_assert_null(wrong, "swapped: %s", wrong);
}

Test(minkowski, a_custom_core_is_asked_for_directions_of_any_length_but_zero)
{
    AukCustomShape disc = {strict_support, NULL, {{-1.0f, -1.0f}, {1.0f, 1.0f}}, 0};
    AukShape a = auk_shape_custom(&disc, 0.0f), b = auk_shape_box(0x1p-146f, 0x1p-147f);
    AukVec2 out[73];
    cr_assert_gt(auk_minkowski_difference(&a, at(0.0f, 16.0f), &b, at(0.0f, 0.0f), out, 73), 60);
    cr_assert_gt(auk_minkowski_difference(&b, at(0.0f, 0.0f), &a, at(0.0f, 16.0f), out, 73), 60);
}

Test(minkowski, too_little_room_is_an_error_and_the_stated_room_is_enough)
{
    static const AukVec2 vertices[3] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {0.0f, 3.0f}};
    AukShape triangle = auk_shape_polygon(vertices, 3, 0.0f);
    AukTransform pose = at(0.0f, 0.0f);
    AukVec2 out[7];
    for (int i = 0; i < 7; i++) {
        out[i] = auk_vec(99.0f, 99.0f);
    }
    for (int capacity = 0; capacity <= 5; capacity++) {
        cr_assert_eq(auk_minkowski_difference(&triangle, pose, &triangle, pose, out, capacity), -AUK_ERROR_COUNT);
        cr_assert(out[0].x == 99.0f, "writes what has no room");
    }
    cr_assert_eq(auk_minkowski_difference(&triangle, pose, &triangle, pose, out, -1), -AUK_ERROR_COUNT);
    cr_assert_eq(auk_minkowski_difference(&triangle, pose, &triangle, pose, out, 6), 6);
    cr_assert(out[6].x == 99.0f, "writes beyond the capacity");
}

Test(minkowski, too_little_room_for_a_curve_is_an_error_that_writes_nothing)
{
    static const AukVec2 vertices[3] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {0.0f, 3.0f}};
    AukShape triangle = auk_shape_polygon(vertices, 3, 0.0f), ellipse = auk_shape_ellipse(3.0f, 1.0f);
    AukTransform pose = at(0.0f, 0.0f);
    AukVec2 whole[71], out[71];
    int count = auk_minkowski_difference(&triangle, pose, &ellipse, pose, whole, 71);
    cr_assert(count > 60 && count <= 71, "%d", count);
    for (int capacity = -1; capacity <= 71; capacity++) {
        memset(out, 0xff, sizeof out);
        int answer = auk_minkowski_difference(&triangle, pose, &ellipse, pose, out, capacity);
        cr_assert_eq(answer, capacity < count ? -(int)AUK_ERROR_COUNT : count, "%d: %d", capacity, answer);
        cr_assert(answer > 0 ? memcmp(out, whole, (size_t)count * sizeof *out) == 0 : isnan(out[0].x), "%d", capacity);
    }
}

Test(minkowski, bad_input_is_minus_its_status)
{
    AukShape box = auk_shape_box(1.0f, 1.0f), none = {0}, refused = auk_shape_box(0.0f, 1.0f);
    AukTransform good = at(0.0f, 0.0f), bad = at(NAN, 0.0f), far = at(1e16f, 0.0f);
    AukVec2 out[8];
    cr_assert_eq(auk_minkowski_difference(NULL, good, &box, good, out, 8), -AUK_ERROR_NULL);
    cr_assert_eq(auk_minkowski_difference(&box, good, NULL, good, out, 8), -AUK_ERROR_NULL);
    cr_assert_eq(auk_minkowski_difference(&box, good, &box, good, NULL, 8), -AUK_ERROR_NULL);
    cr_assert_eq(auk_minkowski_difference(&none, good, &box, good, out, 8), -AUK_ERROR_NO_SHAPE);
    cr_assert_eq(auk_minkowski_difference(&box, good, &refused, good, out, 8), -AUK_ERROR_ZERO_AREA);
    cr_assert_eq(auk_minkowski_difference(&box, bad, &box, good, out, 8), -AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_minkowski_difference(&box, good, &box, far, out, 8), -AUK_ERROR_RANGE);
}

// Which corner supports a direction is then a matter of rounding, and may be the one before again.
Test(minkowski, corners_nearer_than_rounding_are_walked_past_once)
{
    Random random = random_start(random_seed(), 171);
    for (int i = 0; i < 2000; i++) {
        float d = (float)random_log(&random, 1e-44, 1e-5);
        AukVec2 corners[3] = {{-random_float(&random, 0.5f, 2.0f), 0.0f}, {-d, -d}, {-0.875f * d, -d}};
        AukShape triangle = auk_shape_polygon(corners, 3, 0.0f);
        AukShape disc = auk_shape_ellipse(random_float(&random, 1.0f, 50.0f), random_float(&random, 1.0f, 50.0f));
        // turned so that faces lie along directions that are looked in, but for rounding
        AukTransform pose_a = random_pose(&random, 90.0f), pose_b = random_pose(&random, 90.0f);
        pose_a.q = auk_rot(0.785398163f * (float)random_int(&random, 0, 7));
        pose_b.q = auk_rot(0.785398163f * (float)random_int(&random, 0, 7));
        bool swap = random_chance(&random, 0.5);
        const AukShape *a = swap ? &triangle : &disc, *b = swap ? &disc : &triangle;
        AukVec2 out[65 + 2 * 3];
        int count = triangle.status ? 0 : auk_minkowski_difference(a, pose_a, b, pose_b, out, 65 + 2 * 3);
        cr_assert(count > 2 || triangle.status, "%d, round %d, AUK_SEED=%llu", count, i,
                  (unsigned long long)random.seed);
        double area = 0.0;
        for (int k = 0; k < count; k++) {
            AukVec2 p = auk_vec_sub(out[k], out[0]), q = auk_vec_sub(out[(k + 1) % count], out[0]);
            area += (double)auk_vec_cross(p, q);
            cr_assert(auk_vec_cross(p, q) >= -1e-2f, "not convex in round %d, AUK_SEED=%llu", i,
                      (unsigned long long)random.seed);
        }
        cr_assert(count == 0 || area > 0.0);
    }
}
