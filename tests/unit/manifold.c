// Contact manifolds of pairs that games are made of, and the stability of their features.
#include "auk/geom.h"

#include "support/check.h"
#include "support/pair.h"

#include <criterion/criterion.h>
#include <math.h>

static AukTransform at(float x, float y)
{
    return auk_transform(auk_vec(x, y), 0.0f);
}

static AukManifold collide(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    const char *wrong = check_manifold(a, pose_a, b, pose_b);
    cr_assert_null(wrong, "%s", wrong);
    wrong = check_manifold(b, pose_b, a, pose_a);
    cr_assert_null(wrong, "swapped: %s", wrong);
    return auk_collide(a, pose_a, b, pose_b);
}

// The points' x, smaller first.
static void assert_points_at(const AukManifold *m, double low, double high, double y)
{
    cr_assert_eq(m->count, 2);
    double first = (double)m->points[0].point.x, second = (double)m->points[1].point.x;
    cr_assert_float_eq(fmin(first, second), low, 1e-5);
    cr_assert_float_eq(fmax(first, second), high, 1e-5);
    cr_assert_float_eq((double)m->points[0].point.y, y, 1e-5);
    cr_assert_float_eq((double)m->points[1].point.y, y, 1e-5);
}

Test(manifold, a_box_on_a_box_touches_at_two_points)
{
    AukShape floor = auk_shape_box(10.0f, 1.0f), crate = auk_shape_box(1.0f, 1.0f);
    AukManifold m = collide(&floor, at(0.0f, 0.0f), &crate, at(3.0f, 2.0f));
    cr_assert(m.normal.x == 0.0f && m.normal.y == 1.0f && m.distance == 0.0f);
    assert_points_at(&m, 2.0, 4.0, 1.0);
    m = collide(&floor, at(0.0f, 0.0f), &crate, at(3.0f, 1.75f));
    cr_assert_eq(m.distance, -0.25f);
    assert_points_at(&m, 2.0, 4.0, 0.875);
    cr_assert(m.points[0].distance == -0.25f && m.points[1].distance == -0.25f);
}

Test(manifold, a_box_that_hangs_over_the_edge_touches_where_they_face_each_other)
{
    AukShape floor = auk_shape_box(10.0f, 1.0f), crate = auk_shape_box(1.0f, 1.0f);
    AukManifold m = collide(&floor, at(0.0f, 0.0f), &crate, at(10.5f, 1.9f));
    assert_points_at(&m, 9.5, 10.0, 0.95);
}

Test(manifold, shapes_apart_by_more_than_tau_have_no_points)
{
    AukShape box = auk_shape_box(1.0f, 1.0f);
    AukManifold m = auk_collide(&box, at(0.0f, 0.0f), &box, at(2.001f, 0.0f));
    cr_assert(m.status == AUK_OK && m.count == 0);
    m = auk_collide(&box, at(0.0f, 0.0f), &box, at(nextafterf(2.0f, 3.0f), 0.0f));
    cr_assert_gt(m.count, 0);
}

Test(manifold, a_corner_on_a_face_touches_at_one_point)
{
    AukShape floor = auk_shape_box(10.0f, 1.0f), crate = auk_shape_box(1.0f, 1.0f);
    AukTransform tipped = auk_transform(auk_vec(3.0f, 1.0f + 1.41f), 0.785398163f);
    AukManifold m = collide(&floor, at(0.0f, 0.0f), &crate, tipped);
    cr_assert(m.count >= 1 && m.normal.y > 0.9999f);
    int deepest = m.count == 2 && m.points[1].distance < m.points[0].distance;
    cr_assert_float_eq((double)m.points[deepest].point.x, 3.0, 1e-5);
    cr_assert_float_eq((double)m.points[deepest].distance, 1.41 - sqrt(2.0), 1e-5);
}

Test(manifold, a_lying_capsule_on_a_box_touches_at_two_points_and_a_standing_one_at_one)
{
    AukShape floor = auk_shape_box(10.0f, 1.0f);
    AukShape capsule = auk_shape_capsule(auk_vec(-1.0f, 0.0f), auk_vec(1.0f, 0.0f), 0.5f);
    AukManifold m = collide(&floor, at(0.0f, 0.0f), &capsule, at(2.0f, 1.5f));
    assert_points_at(&m, 1.0, 3.0, 1.0);
    AukTransform standing = {{2.0f, 2.5f}, {0.0f, 1.0f}};
    m = collide(&floor, at(0.0f, 0.0f), &capsule, standing);
    cr_assert(m.count == 1 && m.distance == 0.0f && m.points[0].point.x == 2.0f);
}

Test(manifold, circles_touch_at_one_point)
{
    AukShape a = auk_shape_circle(1.0f), b = auk_shape_circle(2.0f), box = auk_shape_box(1.0f, 1.0f);
    AukManifold m = collide(&a, at(0.0f, 0.0f), &b, at(2.5f, 0.0f));
    cr_assert(m.count == 1 && m.distance == -0.5f && m.points[0].point.x == 0.75f && m.normal.x == 1.0f);
    m = collide(&a, at(0.0f, 1.5f), &box, at(0.0f, 0.0f));
    cr_assert(m.count == 1 && m.distance == -0.5f && m.normal.y == -1.0f);
    m = collide(&a, at(0.0f, 0.0f), &a, at(0.0f, 0.0f));
    cr_assert(m.count == 1 && m.distance == -2.0f);
}

Test(manifold, crossing_segments_touch_at_their_crossing)
{
    AukShape flat = auk_shape_segment(auk_vec(-2.0f, 0.0f), auk_vec(2.0f, 0.0f));
    AukShape upright = auk_shape_segment(auk_vec(0.0f, -1.0f), auk_vec(0.0f, 3.0f));
    AukManifold m = collide(&flat, at(0.0f, 0.0f), &upright, at(0.5f, 0.0f));
    cr_assert(m.count >= 1 && m.distance == -1.0f && fabsf(m.normal.y) == 1.0f);
    m = collide(&flat, at(0.0f, 0.0f), &upright, at(0.5f, 1.0f));
    cr_assert(m.count >= 1 && m.distance == 0.0f, "an end on a side");
}

Test(manifold, segments_on_one_line_touch_along_their_common_part)
{
    AukShape segment = auk_shape_segment(auk_vec(-2.0f, 0.0f), auk_vec(2.0f, 0.0f));
    AukManifold m = collide(&segment, at(0.0f, 0.0f), &segment, at(3.0f, 0.0f));
    cr_assert(m.distance == 0.0f && fabsf(m.normal.y) == 1.0f);
    assert_points_at(&m, 1.0, 2.0, 0.0);
    AukShape thick = auk_shape_rounded(segment, 0.5f);
    m = collide(&thick, at(0.0f, 0.0f), &thick, at(1.0f, 0.75f));
    cr_assert_eq(m.distance, -0.25f);
    assert_points_at(&m, -1.0, 2.0, 0.375);
}

Test(manifold, two_rounded_boxes_face_to_face_touch_along_their_edges)
{
    AukShape box = auk_shape_rounded(auk_shape_box(1.0f, 1.0f), 0.5f);
    AukManifold m = collide(&box, at(0.0f, 0.0f), &box, at(0.5f, 3.0f));
    cr_assert_eq(m.distance, 0.0f);
    assert_points_at(&m, -0.5, 1.0, 1.5);
}

static bool same_features(const AukManifold *m, const AukManifold *n)
{
    for (int i = 0; i < m->count; i++) {
        if (m->points[i].feature_a != n->points[i].feature_a || m->points[i].feature_b != n->points[i].feature_b) {
            return false;
        }
    }
    return m->count == n->count;
}

Test(manifold, features_stay_the_same_while_a_box_slides_and_rocks_on_another)
{
    AukShape floor = auk_shape_box(10.0f, 1.0f), crate = auk_shape_box(1.0f, 1.0f);
    AukManifold first = auk_collide(&floor, at(0.0f, 0.0f), &crate, at(0.0f, 1.9f));
    cr_assert_eq(first.count, 2);
    for (int i = -50; i <= 50; i++) {
        AukTransform pose = auk_transform(auk_vec(0.1f * (float)i, 1.9f + 0.001f * (float)(i % 7)), 1e-4f * (float)i);
        AukManifold m = collide(&floor, at(0.0f, 0.0f), &crate, pose);
        cr_assert(same_features(&first, &m), "step %d", i);
    }
}

Test(manifold, features_name_the_same_places_wherever_the_pair_is)
{
    AukVec2 house[5] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 0.5f}, {0.0f, 1.5f}, {-1.0f, 0.5f}};
    AukShape a = auk_shape_box(4.0f, 1.0f), b = auk_shape_polygon(house, 5, 0.0f);
    AukManifold first = collide(&a, at(0.0f, 0.0f), &b, at(1.0f, 1.875f));
    cr_assert_eq(first.count, 2);
    AukTransform motions[] = {
        {{100.0f, -50.0f}, {0.0f, 1.0f}}, {{0.5f, 0.25f}, {-1.0f, 0.0f}}, {{1e4f, 1e4f}, {0.0f, -1.0f}}};
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        AukManifold m =
            collide(&a, pair_moved(motions[i], at(0.0f, 0.0f)), &b, pair_moved(motions[i], at(1.0f, 1.875f)));
        cr_assert(same_features(&first, &m), "motion %zu", i);
        cr_assert_float_eq((double)m.distance, (double)first.distance, 1e-6);
    }
}

Test(manifold, the_vertices_of_a_polygon_are_named_by_their_index)
{
    AukVec2 house[5] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 0.5f}, {0.0f, 1.5f}, {-1.0f, 0.5f}};
    AukShape roof = auk_shape_polygon(house, 5, 0.0f), circle = auk_shape_circle(1.0f);
    AukManifold m = collide(&roof, at(0.0f, 0.0f), &circle, at(0.0f, 2.25f));
    cr_assert(m.count == 1 && m.points[0].feature_a == 3u && m.points[0].feature_b == 0u);
    m = collide(&roof, at(0.0f, 0.0f), &circle, at(1.75f, 0.0f));
    cr_assert(m.count == 1 && m.points[0].feature_a == (1u | AUK_FEATURE_EDGE) && m.points[0].feature_b == 0u);
}

Test(manifold, edges_that_are_nearly_parallel_keep_the_deepest_point)
{
    AukShape floor = auk_shape_box(100.0f, 1.0f), crate = auk_shape_box(50.0f, 1.0f);
    static const float tilts[] = {1e-7f, 1e-6f, 1e-5f, 1e-4f, 1e-3f, 1e-2f, -1e-5f, -1e-4f, -1e-3f};
    for (size_t i = 0; i < sizeof tilts / sizeof *tilts; i++) {
        AukTransform pose = auk_transform(auk_vec(0.0f, 2.0f), tilts[i]);
        AukManifold m = collide(&floor, at(0.0f, 0.0f), &crate, pose);
        cr_assert_geq(m.count, 1, "tilt %g", (double)tilts[i]);
    }
}
