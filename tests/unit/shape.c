// Constructors and what they refuse, bounds, support points, containment and projection.
#include "auk/geom.h"

#include "support/check.h"
#include "support/oracle.h"
#include "support/pair.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static void assert_refused(AukShape shape, AukStatus status)
{
    cr_assert_eq(shape.kind, AUK_SHAPE_NONE);
    cr_assert_eq(shape.status, status, "%s, expected: %s", auk_status_text(shape.status), auk_status_text(status));
}

static const AukVec2 triangle[3] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {0.0f, 3.0f}};

Test(shape, constructors_keep_their_arguments)
{
    AukShape circle = auk_shape_circle(2.0f), box = auk_shape_box(1.0f, 3.0f);
    AukShape capsule = auk_shape_capsule(auk_vec(1.0f, 2.0f), auk_vec(3.0f, 4.0f), 0.5f);
    AukShape polygon = auk_shape_polygon(triangle, 3, 0.25f);
    cr_assert(circle.kind == AUK_SHAPE_CIRCLE && circle.radius == 2.0f && circle.status == AUK_OK);
    cr_assert(box.kind == AUK_SHAPE_BOX && box.core.half.x == 1.0f && box.core.half.y == 3.0f && box.radius == 0.0f);
    cr_assert(capsule.kind == AUK_SHAPE_CAPSULE && capsule.core.segment[1].x == 3.0f && capsule.radius == 0.5f);
    cr_assert(polygon.kind == AUK_SHAPE_POLYGON && polygon.core.polygon.vertices == triangle);
    cr_assert(polygon.core.polygon.count == 3 && polygon.radius == 0.25f);
    AukShape segment = auk_shape_segment(auk_vec(1.0f, 2.0f), auk_vec(1.0f, 2.0f));
    cr_assert(segment.kind == AUK_SHAPE_SEGMENT && segment.radius == 0.0f && segment.status == AUK_OK);
}

Test(shape, a_bad_radius_is_refused)
{
    assert_refused(auk_shape_circle(-1.0f), AUK_ERROR_NEGATIVE);
    assert_refused(auk_shape_circle(NAN), AUK_ERROR_NOT_FINITE);
    assert_refused(auk_shape_circle(INFINITY), AUK_ERROR_NOT_FINITE);
    assert_refused(auk_shape_circle(2.0f * AUK_COORDINATE_MAX), AUK_ERROR_RANGE);
    assert_refused(auk_shape_capsule(auk_vec(0.0f, 0.0f), auk_vec(1.0f, 0.0f), -0.1f), AUK_ERROR_NEGATIVE);
    assert_refused(auk_shape_polygon(triangle, 3, -0.1f), AUK_ERROR_NEGATIVE);
    assert_refused(auk_shape_polygon(triangle, 3, NAN), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_shape_circle(0.0f).kind, AUK_SHAPE_CIRCLE);
}

Test(shape, bad_coordinates_are_refused)
{
    AukVec2 bad = {0.0f, NAN}, far = {-2.0f * AUK_COORDINATE_MAX, 0.0f}, good = {0.0f, 0.0f};
    assert_refused(auk_shape_capsule(bad, good, 1.0f), AUK_ERROR_NOT_FINITE);
    assert_refused(auk_shape_capsule(good, far, 1.0f), AUK_ERROR_RANGE);
    assert_refused(auk_shape_segment(good, bad), AUK_ERROR_NOT_FINITE);
    assert_refused(auk_shape_segment(far, good), AUK_ERROR_RANGE);
    AukVec2 with_bad[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, INFINITY}};
    assert_refused(auk_shape_polygon(with_bad, 3, 0.0f), AUK_ERROR_NOT_FINITE);
}

Test(shape, a_box_without_area_is_refused)
{
    assert_refused(auk_shape_box(0.0f, 1.0f), AUK_ERROR_ZERO_AREA);
    assert_refused(auk_shape_box(1.0f, -0.0f), AUK_ERROR_ZERO_AREA);
    assert_refused(auk_shape_box(NAN, 1.0f), AUK_ERROR_NOT_FINITE);
    assert_refused(auk_shape_box(1.0f, INFINITY), AUK_ERROR_NOT_FINITE);
    assert_refused(auk_shape_box(1e16f, 1.0f), AUK_ERROR_RANGE);
    AukShape negative = auk_shape_box(-1.0f, 1.0f);
    cr_assert_eq(negative.kind, AUK_SHAPE_NONE);
    cr_assert(negative.status == AUK_ERROR_NEGATIVE || negative.status == AUK_ERROR_ZERO_AREA);
}

Test(shape, a_polygon_with_a_bad_count_is_refused)
{
    assert_refused(auk_shape_polygon(NULL, 3, 0.0f), AUK_ERROR_NULL);
    assert_refused(auk_shape_polygon(triangle, 2, 0.0f), AUK_ERROR_COUNT);
    assert_refused(auk_shape_polygon(triangle, 0, 0.0f), AUK_ERROR_COUNT);
    assert_refused(auk_shape_polygon(triangle, -7, 0.0f), AUK_ERROR_COUNT);
    assert_refused(auk_shape_polygon(triangle, AUK_VERTEX_COUNT_MAX + 1, 0.0f), AUK_ERROR_COUNT);
}

Test(shape, a_polygon_that_is_not_strictly_convex_and_counter_clockwise_is_refused)
{
    AukVec2 clockwise[3] = {{0.0f, 0.0f}, {0.0f, 3.0f}, {4.0f, 0.0f}};
    AukVec2 dented[4] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 4.0f}};
    AukVec2 straight[4] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {4.0f, 0.0f}, {0.0f, 4.0f}};
    AukVec2 repeated[4] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 0.0f}, {0.0f, 4.0f}};
    AukVec2 star[5] = {{1.0f, 0.0f}, {-0.8f, 0.6f}, {0.3f, -0.95f}, {0.3f, 0.95f}, {-0.8f, -0.6f}};
    AukVec2 twice[6] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {0.0f, 3.0f}, {0.0f, 0.0f}, {4.0f, 0.0f}, {0.0f, 3.0f}};
    assert_refused(auk_shape_polygon(clockwise, 3, 0.0f), AUK_ERROR_NOT_CONVEX);
    assert_refused(auk_shape_polygon(dented, 4, 0.0f), AUK_ERROR_NOT_CONVEX);
    assert_refused(auk_shape_polygon(straight, 4, 0.0f), AUK_ERROR_NOT_CONVEX);
    assert_refused(auk_shape_polygon(repeated, 4, 0.0f), AUK_ERROR_NOT_CONVEX);
    assert_refused(auk_shape_polygon(star, 5, 0.0f), AUK_ERROR_NOT_CONVEX);
    assert_refused(auk_shape_polygon(twice, 6, 0.0f), AUK_ERROR_NOT_CONVEX);
}

Test(shape, a_polygon_on_one_line_has_no_area)
{
    AukVec2 line[3] = {{0.0f, 0.0f}, {1.0f, 1.0f}, {3.0f, 3.0f}};
    AukVec2 point[3] = {{1.0f, 1.0f}, {1.0f, 1.0f}, {1.0f, 1.0f}};
    assert_refused(auk_shape_polygon(line, 3, 0.0f), AUK_ERROR_ZERO_AREA);
    assert_refused(auk_shape_polygon(point, 3, 1.0f), AUK_ERROR_ZERO_AREA);
}

Test(shape, the_check_of_convexity_is_exact)
{
    // the third vertex is one unit in the last place to the left of the line, on it, and to the right of it
    AukVec2 hair[4] = {{0.0f, 0.0f}, {0.5f, 0.5f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
    hair[1].y = nextafterf(0.5f, 0.0f);
    cr_assert_eq(auk_shape_polygon(hair, 4, 0.0f).kind, AUK_SHAPE_POLYGON);
    hair[1].y = 0.5f;
    assert_refused(auk_shape_polygon(hair, 4, 0.0f), AUK_ERROR_NOT_CONVEX);
    hair[1].y = nextafterf(0.5f, 1.0f);
    assert_refused(auk_shape_polygon(hair, 4, 0.0f), AUK_ERROR_NOT_CONVEX);
}

Test(shape, rounding_adds_to_the_radius)
{
    AukShape rounded = auk_shape_rounded(auk_shape_capsule(auk_vec(0.0f, 0.0f), auk_vec(1.0f, 0.0f), 0.5f), 0.25f);
    cr_assert(rounded.kind == AUK_SHAPE_CAPSULE && rounded.radius == 0.75f && rounded.status == AUK_OK);
    AukShape thick = auk_shape_rounded(auk_shape_segment(auk_vec(0.0f, 0.0f), auk_vec(1.0f, 0.0f)), 0.25f);
    cr_assert_eq(thick.radius, 0.25f);
    AukTransform at = auk_transform_identity();
    cr_assert_float_eq((double)auk_project_point(&thick, at, auk_vec(0.5f, 1.0f)).distance, 0.75, 1e-6);
    cr_assert_eq(auk_shape_rounded(auk_shape_box(1.0f, 1.0f), 0.0f).radius, 0.0f);
    assert_refused(auk_shape_rounded(auk_shape_box(1.0f, 1.0f), -0.5f), AUK_ERROR_NEGATIVE);
    assert_refused(auk_shape_rounded(auk_shape_box(1.0f, 1.0f), NAN), AUK_ERROR_NOT_FINITE);
    assert_refused(auk_shape_rounded(auk_shape_circle(0.9e15f), 0.9e15f), AUK_ERROR_RANGE);
}

Test(shape, rounding_a_refused_shape_passes_on_why)
{
    assert_refused(auk_shape_rounded(auk_shape_box(0.0f, 1.0f), 1.0f), AUK_ERROR_ZERO_AREA);
}

// ---- bounds -------------------------------------------------------------------------------------------------

Test(shape, bounds_of_simple_shapes)
{
    AukShape box = auk_shape_box(2.0f, 1.0f);
    AukBox bounds = auk_shape_bounds(&box, auk_transform(auk_vec(10.0f, 20.0f), 0.0f));
    cr_assert(bounds.min.x == 8.0f && bounds.min.y == 19.0f && bounds.max.x == 12.0f && bounds.max.y == 21.0f);
    AukTransform quarter = {{0.0f, 0.0f}, {0.0f, 1.0f}};
    bounds = auk_shape_bounds(&box, quarter);
    cr_assert(bounds.min.x == -1.0f && bounds.max.y == 2.0f);
    AukShape capsule = auk_shape_capsule(auk_vec(0.0f, 0.0f), auk_vec(4.0f, 0.0f), 0.5f);
    AukTransform zeroed = {{1.0f, 1.0f}, {0.0f, 0.0f}};
    bounds = auk_shape_bounds(&capsule, zeroed);
    cr_assert(bounds.min.x == 0.5f && bounds.min.y == 0.5f && bounds.max.x == 5.5f && bounds.max.y == 1.5f);
}

Test(shape, bounds_are_the_tightest_floats_that_lose_no_point)
{
    static PairSide side;
    static OracleShape placed;
    uint64_t seed = random_seed();
    for (int i = 0; i < 20000; i++) {
        Random random = random_start(seed, (uint64_t)i);
        PairKind kind = (PairKind)random_int(&random, 0, i % 50 ? PAIR_ROUNDED : PAIR_BIG);
        float size = (float)random_log(&random, 1e-5, 1e5);
        pair_random_shape(&random, kind, size, 1.0f, &side);
        AukTransform pose = random_pose(&random, random_chance(&random, 0.5) ? 10.0f : 1e6f);
        AukBox bounds = auk_shape_bounds(&side.shape, pose);
        oracle_place(&placed, &side.shape, pose, auk_vec(0.0f, 0.0f));
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int k = 0; k < placed.count; k++) {
            low = fmin(low, placed.points[k].x - placed.radius);
            high = fmax(high, placed.points[k].x + placed.radius);
        }
        double unit = 0x1p-52 * (fabs(low) + fabs(high)), ulp = 2.5e-7 * fmax(fabs(low), fabs(high));
        cr_assert((double)bounds.min.x <= low + unit && (double)bounds.max.x >= high - unit,
                  "[%.17g, %.17g] loses [%.17g, %.17g], AUK_SEED=%llu, shape %d", (double)bounds.min.x,
                  (double)bounds.max.x, low, high, (unsigned long long)seed, i);
        cr_assert((double)bounds.min.x >= low - ulp && (double)bounds.max.x <= high + ulp,
                  "[%.17g, %.17g] is wider than [%.17g, %.17g], AUK_SEED=%llu, shape %d", (double)bounds.min.x,
                  (double)bounds.max.x, low, high, (unsigned long long)seed, i);
    }
}

// ---- support ------------------------------------------------------------------------------------------------

Test(shape, support_points_are_the_farthest_and_belong_to_the_shape)
{
    static PairSide side;
    static OracleShape placed, single;
    uint64_t seed = random_seed();
    for (int i = 0; i < 20000; i++) {
        Random random = random_start(seed, (uint64_t)i);
        PairKind kind = (PairKind)random_int(&random, 0, i % 20 ? PAIR_ROUNDED : PAIR_BIG);
        pair_random_shape(&random, kind, 1.0f, random_chance(&random, 0.1) ? 1e-5f : 1.0f, &side);
        AukTransform pose = random_pose(&random, 1.0f);
        float length = (float)random_log(&random, 1e-20, 1e15);
        AukVec2 direction = auk_vec_scale(length, random_direction(&random));
        AukVec2 found = auk_support(&side.shape, pose, direction);
        oracle_place(&placed, &side.shape, pose, pose.p);
        oracle_place_point(&single, oracle_sub(oracle_of(found), oracle_of(pose.p)));
        OracleVec axis = oracle_scale_vec(1.0 / oracle_length(oracle_of(direction)), oracle_of(direction));
        double along = -oracle_separation(&placed, &single, axis);
        cr_assert(fabs(along) < 2e-6, "%g short, AUK_SEED=%llu, shape %d", along, (unsigned long long)seed, i);
        cr_assert_lt(oracle_distance(&placed, &single), 1e-6, "AUK_SEED=%llu, shape %d", (unsigned long long)seed, i);
    }
}

Test(shape, every_vertex_of_a_polygon_of_10000_is_its_own_support_point)
{
    enum { COUNT = 10000 };
    static AukVec2 circle[COUNT], vertices[COUNT];
    for (int i = 0; i < COUNT; i++) {
        double angle = 6.283185307179586 * i / COUNT;
        circle[i] = auk_vec((float)(1e6 * cos(angle)), (float)(1e6 * sin(angle)));
    }
    int count = auk_hull(circle, COUNT, vertices);
    cr_assert_gt(count, COUNT / 2);
    AukShape shape = auk_shape_polygon(vertices, count, 0.0f);
    for (int i = 0; i < count; i++) {
        AukVec2 found = auk_support(&shape, auk_transform_identity(), vertices[i]);
        double gain = oracle_dot(oracle_sub(oracle_of(found), oracle_of(vertices[i])), oracle_of(vertices[i]));
        cr_assert_geq(gain, 0.0, "vertex %d is farther along itself", i);
    }
}

Test(shape, support_along_no_direction_is_some_point_of_the_shape)
{
    AukShape box = auk_shape_rounded(auk_shape_box(1.0f, 1.0f), 0.5f);
    AukTransform pose = auk_transform(auk_vec(5.0f, 5.0f), 0.3f);
    AukVec2 found = auk_support(&box, pose, auk_vec(0.0f, 0.0f));
    cr_assert_lt(auk_project_point(&box, pose, found).distance, 1e-6f);
}

// ---- points -------------------------------------------------------------------------------------------------

Test(shape, the_boundary_is_inside)
{
    AukTransform at = auk_transform_identity();
    AukShape box = auk_shape_box(1.0f, 2.0f), circle = auk_shape_circle(5.0f), point = auk_shape_circle(0.0f);
    AukShape polygon = auk_shape_polygon(triangle, 3, 0.0f);
    AukShape segment = auk_shape_segment(auk_vec(0.0f, 0.0f), auk_vec(4.0f, 2.0f));
    cr_assert(auk_contains(&box, at, auk_vec(1.0f, 2.0f)) && auk_contains(&box, at, auk_vec(-1.0f, 0.0f)));
    cr_assert(!auk_contains(&box, at, auk_vec(nextafterf(1.0f, 2.0f), 0.0f)));
    cr_assert(auk_contains(&circle, at, auk_vec(3.0f, 4.0f)));
    cr_assert(!auk_contains(&circle, at, auk_vec(3.0f, nextafterf(4.0f, 5.0f))));
    cr_assert(auk_contains(&point, at, auk_vec(0.0f, 0.0f)) && !auk_contains(&point, at, auk_vec(1e-30f, 0.0f)));
    cr_assert(auk_contains(&polygon, at, auk_vec(2.0f, 1.5f)) && auk_contains(&polygon, at, auk_vec(0.0f, 3.0f)));
    cr_assert(auk_contains(&segment, at, auk_vec(2.0f, 1.0f)) && auk_contains(&segment, at, auk_vec(4.0f, 2.0f)));
    cr_assert(!auk_contains(&segment, at, auk_vec(2.0f, nextafterf(1.0f, 2.0f))));
}

Test(shape, points_project_to_the_nearest_place_of_the_surface)
{
    AukTransform at = auk_transform(auk_vec(10.0f, 0.0f), 0.0f);
    AukShape box = auk_shape_box(2.0f, 1.0f);
    AukProjection inside = auk_project_point(&box, at, auk_vec(10.5f, 0.75f));
    cr_assert(inside.point.x == 10.5f && inside.point.y == 1.0f && inside.normal.y == 1.0f);
    cr_assert_eq(inside.distance, -0.25f);
    AukProjection corner = auk_project_point(&box, at, auk_vec(15.0f, 5.0f));
    cr_assert(corner.point.x == 12.0f && corner.point.y == 1.0f && corner.distance == 5.0f);
    cr_assert_float_eq((double)corner.normal.x, 0.6, 1e-6);
}

Test(shape, a_point_at_the_centre_of_a_circle_projects_along_some_unit_normal)
{
    AukShape circle = auk_shape_circle(2.0f);
    AukTransform at = auk_transform(auk_vec(3.0f, 3.0f), 1.0f);
    AukProjection p = auk_project_point(&circle, at, auk_vec(3.0f, 3.0f));
    cr_assert_eq(p.status, AUK_OK);
    cr_assert_eq(p.distance, -2.0f);
    cr_assert_null(check_point(&circle, at, auk_vec(3.0f, 3.0f)));
}

Test(shape, rotations_that_are_not_of_unit_length_are_normalised)
{
    AukShape box = auk_shape_box(2.0f, 1.0f);
    static const AukRot rotations[] = {{3.0f, 4.0f}, {0.03f, 0.04f}, {3e10f, 4e10f}, {3e-30f, 4e-30f}};
    AukRot unit = {0.6f, 0.8f};
    AukTransform expected_pose = {{1.0f, 2.0f}, unit};
    AukProjection expected = auk_project_point(&box, expected_pose, auk_vec(5.0f, 7.0f));
    for (size_t i = 0; i < sizeof rotations / sizeof *rotations; i++) {
        AukTransform pose = {{1.0f, 2.0f}, rotations[i]};
        AukProjection found = auk_project_point(&box, pose, auk_vec(5.0f, 7.0f));
        cr_assert_float_eq((double)found.distance, (double)expected.distance, 1e-6, "rotation %zu", i);
        cr_assert_null(check_point(&box, pose, auk_vec(1.5f, 2.5f)), "rotation %zu", i);
        AukBox bounds = auk_shape_bounds(&box, pose);
        cr_assert_float_eq((double)bounds.max.x, 3.0, 1e-6, "rotation %zu", i);
    }
}

Test(shape, regular_polygons_are_convex_for_every_count_and_have_their_vertices_on_the_circle)
{
    AukVec2 *vertices = malloc(4096 * sizeof *vertices);
    for (int count = 3; count <= 4096; count++) {
        float radius = ldexpf(1.3f, count % 60 - 30);
        cr_assert_eq(auk_regular_polygon(count, radius, vertices), AUK_OK);
        cr_assert_eq(auk_shape_polygon(vertices, count, 0.0f).status, AUK_OK, "%d vertices", count);
        cr_assert(vertices[0].x == radius && vertices[0].y == 0.0f);
        for (int i = 0; i < count; i++) {
            double angle = 2.0 * acos(-1.0) * i / count, bound = 1e-7 * (double)radius;
            cr_assert(fabs((double)vertices[i].x - (double)radius * cos(angle)) <= bound);
            cr_assert(fabs((double)vertices[i].y - (double)radius * sin(angle)) <= bound);
        }
    }
    free(vertices);
}

Test(shape, a_regular_polygon_that_cannot_be_is_refused_and_nothing_is_written)
{
    AukVec2 out[4] = {{7.0f, 7.0f}};
    cr_assert_eq(auk_regular_polygon(2, 1.0f, out), AUK_ERROR_COUNT);
    cr_assert_eq(auk_regular_polygon(4097, 1.0f, out), AUK_ERROR_COUNT);
    cr_assert_eq(auk_regular_polygon(-5, 1.0f, out), AUK_ERROR_COUNT);
    cr_assert_eq(auk_regular_polygon(4, 1.0f, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_regular_polygon(4, 0.0f, out), AUK_ERROR_ZERO_AREA);
    cr_assert_eq(auk_regular_polygon(4, 1e-40f, out), AUK_ERROR_ZERO_AREA);
    cr_assert_eq(auk_regular_polygon(4, -1.0f, out), AUK_ERROR_NEGATIVE);
    cr_assert_eq(auk_regular_polygon(4, NAN, out), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_regular_polygon(4, 1e30f, out), AUK_ERROR_RANGE);
    cr_assert(out[0].x == 7.0f && out[0].y == 7.0f);
}
