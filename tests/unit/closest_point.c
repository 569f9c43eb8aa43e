// Nearest points of cores to points, against brute force and against each other.
#include "geom/closest_point.h"
#include "support/oracle.h"
#include "support/pair_curve.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>

static double off(AukDvec a, AukDvec b)
{
    return dvec_length(dvec_sub(a, b));
}

// The invariant of a foot: how far it is from leading back to the point.
static double fault(const AukClosestPoint *foot, AukDvec point)
{
    return off(dvec_mul_add(foot->point, foot->distance, foot->normal), point);
}

// ---- ellipses -------------------------------------------------------------------------------------------------

static double distance_at(AukDvec half, AukDvec point, double angle)
{
    return off(dvec(half.x * cos(angle), half.y * sin(angle)), point);
}

// The smallest distance over a fine grid of angles, then by thirds around the best one.
static double distance_on_grid(AukDvec half, AukDvec point, bool by_normals)
{
    enum { GRID = 2000 };
    const double turn = 6.283185307179586;
    double angles[GRID + 2];
    int best = 1;
    for (int i = 0; i < GRID + 2; i++) {
        double angle = turn * (i - 1) / GRID;
        angles[i] = by_normals ? atan2(half.y * sin(angle), half.x * cos(angle)) : angle;
        bool better = distance_at(half, point, angles[i]) < distance_at(half, point, angles[best]);
        best = i > 0 && i <= GRID && better ? i : best;
    }
    double low = angles[best - 1], high = angles[best + 1];
    low = low > angles[best] ? low - turn : low;
    high = high < angles[best] ? high + turn : high;
    for (int i = 0; i < 200; i++) {
        double third = (high - low) / 3.0;
        if (distance_at(half, point, low + third) < distance_at(half, point, high - third)) {
            high -= third;
        } else {
            low += third;
        }
    }
    return distance_at(half, point, 0.5 * (low + high));
}

// Even steps of the angle miss the ends of thin ellipses, even steps of the normal's direction miss their sides.
static double brute_distance(AukDvec half, AukDvec point)
{
    return fmin(distance_on_grid(half, point, false), distance_on_grid(half, point, true));
}

static void assert_foot_on_ellipse(AukDvec half, AukDvec point)
{
    AukClosestPoint foot = auk__closest_point_on_ellipse(half, point);
    double scale = fmax(dvec_size(half), dvec_size(point));
    double expected = brute_distance(half, point);
    double x = foot.point.x / half.x, y = foot.point.y / half.y;
    bool inside = hypot(point.x / half.x, point.y / half.y) < 1.0;
    cr_assert(fabs(x * x + y * y - 1.0) < 1e-14, "ellipse %a %a, point %a %a: the foot is off the outline", half.x,
              half.y, point.x, point.y);
    cr_assert(fabs(fabs(foot.distance) - expected) < 1e-14 * scale,
              "ellipse %a %a, point %a %a: distance %.17g not %.17g", half.x, half.y, point.x, point.y, foot.distance,
              expected);
    cr_assert(fault(&foot, point) < 1e-14 * scale, "the foot does not lead back");
    cr_assert(expected < 1e-14 * scale || (foot.distance < 0.0) == inside, "wrong side");
}

Test(closest_point, an_ellipse_has_the_foot_that_brute_force_finds)
{
    Random random = random_start(random_seed(), 1);
    for (int i = 0; i < 3000; i++) {
        AukDvec half = dvec(random_log(&random, 1e-3, 1e3), random_log(&random, 1e-3, 1e3));
        double reach = random_log(&random, 1e-3, 1e4);
        AukDvec point = dvec(reach * (2.0 * random_unit(&random) - 1.0), reach * (2.0 * random_unit(&random) - 1.0));
        assert_foot_on_ellipse(half, point);
        double angle = 6.283185307179586 * random_unit(&random);
        double near = 1.0 + (random_unit(&random) - 0.5) * random_log(&random, 1e-12, 1.0);
        assert_foot_on_ellipse(half, dvec(near * half.x * cos(angle), near * half.y * sin(angle)));
    }
}

Test(closest_point, ellipses_of_all_widths_and_points_in_special_places)
{
    static const double ratios[] = {1.0, 1.0 + 1e-15, 1.0 + 1e-7, 1.5, 10.0, 1e5, 1e9};
    for (int i = 0; i < 7; i++) {
        double a = ratios[i], cusp = (a * a - 1.0) / a; // where the centers of curvature of the ends are
        AukDvec points[] = {{0.0, 0.0},          {a, 0.0},          {0.0, 1.0},     {0.0, -1.0},   {-a, 0.0},
                            {2.0 * a, 0.0},      {0.0, 3.0},        {0.0, 0.5},     {cusp, 0.0},   {cusp, 1e-9},
                            {0.999 * cusp, 0.0}, {0.5 * cusp, 0.0}, {cusp, 1e-300}, {0.0, 1e-300}, {1e-300, 0.0},
                            {0.5 * a, 1e-20},    {-a, -1.0},        {1e-20, 0.5}};
        for (int k = 0; k < 18; k++) {
            assert_foot_on_ellipse(dvec(a, 1.0), points[k]);
            assert_foot_on_ellipse(dvec(1.0, a), dvec(points[k].y, points[k].x));
        }
    }
}

Test(closest_point, an_ellipse_scales_by_powers_of_two_bit_by_bit)
{
    Random random = random_start(random_seed(), 2);
    for (int i = 0; i < 1000; i++) {
        AukDvec half = dvec(random_log(&random, 0.01, 10.0), random_log(&random, 0.01, 10.0));
        AukDvec point = dvec(20.0 * random_unit(&random) - 10.0, 20.0 * random_unit(&random) - 10.0);
        double k = ldexp(1.0, random_int(&random, -40, 40));
        AukClosestPoint foot = auk__closest_point_on_ellipse(half, point);
        AukClosestPoint scaled = auk__closest_point_on_ellipse(dvec_scale(k, half), dvec_scale(k, point));
        cr_assert(scaled.distance == k * foot.distance && scaled.point.x == k * foot.point.x &&
                  scaled.point.y == k * foot.point.y);
    }
}

// ---- polygons -------------------------------------------------------------------------------------------------

static void check_all_hints(const AukSupportShape *core, AukDvec point, double expected, double scale)
{
    for (int hint = AUK_NO_EDGE; hint<core->count; hint += core->count> 100 ? core->count / 10 : 1) {
        int edge = hint;
        AukClosestPoint foot = auk__closest_point(core, point, &edge);
        cr_assert(fabs(foot.distance - expected) < 1e-14 * scale, "from edge %d: %.17g not %.17g", hint, foot.distance,
                  expected);
        cr_assert(fault(&foot, point) < 1e-14 * scale, "from edge %d", hint);
    }
}

Test(closest_point, a_polygon_has_the_same_foot_from_every_edge_that_the_search_starts_at)
{
    static AukVec2 vertices[2000];
    static OracleShape placed, single;
    Random random = random_start(random_seed(), 3);
    for (int i = 0; i < 600; i++) {
        int most = i % 20 == 0 ? 2000 : 12;
        int count = random_polygon(&random, most, 1.0f, i % 3 == 0 ? 1e-4f : 1.0f, vertices);
        AukShape shape = auk_shape_polygon(vertices, count, 0.0f);
        AukTransform pose = random_pose(&random, 1.0f);
        AukSupportShape core;
        auk__support_shape_init(&core, &shape, auk__dtransform(pose, pose.p));
        oracle_place(&placed, &shape, pose, pose.p);
        for (int k = 0; k < 20; k++) {
            double reach = random_log(&random, 1e-3, 100.0);
            AukDvec point =
                dvec(reach * (2.0 * random_unit(&random) - 1.0), reach * (2.0 * random_unit(&random) - 1.0));
            oracle_place_point(&single, oracle_vec(point.x, point.y));
            check_all_hints(&core, point, oracle_distance(&placed, &single), fmax(1.0, reach));
        }
    }
}

Test(closest_point, a_point_on_a_corner_of_a_fan_of_tiny_edges_is_at_distance_zero)
{
    // edges so short that their directions differ by less than rounding can show in a distance
    AukVec2 vertices[5] = {{-1.0f, 0.0f}, {0.0f, -1.0f}, {1e-7f, -1.0f}, {2e-7f, -0.99999994f}, {1.0f, 1.0f}};
    AukShape shape = auk_shape_polygon(vertices, 5, 0.0f);
    cr_assert_eq(shape.status, AUK_OK);
    AukSupportShape core;
    AukDtransform transform = {0.0, 0.0, 1.0, 0.0};
    auk__support_shape_init(&core, &shape, transform);
    for (int i = 0; i < 5; i++) {
        check_all_hints(&core, dvec_from(vertices[i]), 0.0, 1.0);
    }
}

Test(closest_point, points_and_segments_have_no_inside)
{
    AukDtransform transform = {0.0, 0.0, 1.0, 0.0};
    AukShape circle = auk_shape_circle(3.0f);
    AukShape segment = auk_shape_segment(auk_vec(-1.0f, 0.0f), auk_vec(1.0f, 0.0f));
    AukSupportShape point, line;
    auk__support_shape_init(&point, &circle, transform);
    auk__support_shape_init(&line, &segment, transform);
    int edge = AUK_NO_EDGE;
    cr_assert_eq(auk__closest_point(&point, dvec(3.0, 4.0), &edge).distance, 5.0, "the radius is not the core's");
    cr_assert_eq(auk__closest_point(&point, dvec(0.0, 0.0), &edge).distance, 0.0);
    cr_assert_eq(auk__closest_point(&line, dvec(0.5, 2.0), &edge).distance, 2.0);
    cr_assert_eq(auk__closest_point(&line, dvec(0.5, -2.0), &edge).distance, 2.0);
    cr_assert_eq(auk__closest_point(&line, dvec(4.0, 4.0), &edge).distance, 5.0);
    cr_assert_eq(auk__closest_point(&line, dvec(-2.0, 0.0), &edge).distance, 1.0);
    cr_assert_eq(auk__closest_point(&line, dvec(0.25, 0.0), &edge).distance, 0.0);
}

// ---- custom curves --------------------------------------------------------------------------------------------

static void support_of_ellipse(const double direction[2], double point[2], const void *context)
{
    const double *half = context;
    double x = half[0] * direction[0], y = half[1] * direction[1];
    double length = sqrt(x * x + y * y);
    point[0] = half[0] * x / length;
    point[1] = half[1] * y / length;
}

// The upper half of the unit disc: a curve, a straight side and two corners.
static void support_of_half_disc(const double direction[2], double point[2], const void *context)
{
    (void)context;
    double length = sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
    bool up = direction[1] > 0.0;
    point[0] = up ? direction[0] / length : (direction[0] < 0.0 ? -1.0 : 1.0);
    point[1] = up ? direction[1] / length : 0.0;
}

// Through a volatile: gcc 12 at -O2 works on both coordinates at once and leaves the rounding to float out.
static double rounded(double x)
{
    volatile float f = (float)x;
    return (double)f;
}

static void support_in_floats(const double direction[2], double point[2], const void *context)
{
    support_of_ellipse(direction, point, context);
    point[0] = rounded(point[0]);
    point[1] = rounded(point[1]);
}

static AukSupportShape core_of(const AukCustomShape *custom)
{
    AukShape shape = auk_shape_custom(custom, 0.0f);
    AukDtransform transform = {0.0, 0.0, 1.0, 0.0};
    AukSupportShape core;
    auk__support_shape_init(&core, &shape, transform);
    return core;
}

static double distance_to_half_disc(AukDvec p)
{
    if (p.y >= 0.0) {
        return fmax(0.0, dvec_length(p) - 1.0);
    }
    double x = fabs(p.x);
    return x <= 1.0 ? -p.y : dvec_length(dvec(x - 1.0, p.y));
}

// Distances of random points from a core: outside as expected, inside not above 0.
static void assert_feet(const AukSupportShape *core, AukDvec half, bool half_disc, double tolerance, int count,
                        uint64_t stream)
{
    Random random = random_start(random_seed(), stream);
    for (int i = 0; i < count; i++) {
        double reach = random_log(&random, 1e-3, 100.0);
        AukDvec point = dvec(reach * (2.0 * random_unit(&random) - 1.0), reach * (2.0 * random_unit(&random) - 1.0));
        int edge = AUK_NO_EDGE;
        AukClosestPoint foot = auk__closest_point(core, point, &edge);
        double expected =
            half_disc ? distance_to_half_disc(point) : auk__closest_point_on_ellipse(half, point).distance;
        double bound = tolerance * fmax(1.0, reach);
        cr_assert(fabs(foot.distance - fmax(expected, 0.0)) < bound, "point %a %a: %.17g not %.17g", point.x, point.y,
                  foot.distance, expected);
        double off_by = fault(&foot, point);
        cr_assert(off_by < fmax(bound, 1e-7 * fmax(1.0, reach)), "point %a %a: %g from leading back", point.x, point.y,
                  off_by);
    }
}

Test(closest_point, an_ellipse_given_by_its_support_function_has_the_feet_of_the_ellipse)
{
    static const double halves[3][2] = {{1.0, 1.0}, {2.0, 0.5}, {0.001, 1.0}};
    for (int i = 0; i < 3; i++) {
        AukDvec half = dvec(halves[i][0], halves[i][1]);
        AukCustomShape custom = {support_of_ellipse, halves[i], {{-2.0f, -2.0f}, {2.0f, 2.0f}}, 1};
        AukSupportShape core = core_of(&custom);
        assert_feet(&core, half, false, 1e-13, 5000, (uint64_t)(10 + i));
        custom.support = support_in_floats;
        assert_feet(&core, half, false, 1e-6, 100000, (uint64_t)(20 + i)); // one point in 50,000 was 5e-5 off
    }
}

Test(closest_point, a_support_function_with_corners_and_a_straight_side)
{
    AukCustomShape custom = {support_of_half_disc, NULL, {{-1.0f, 0.0f}, {1.0f, 1.0f}}, 2};
    AukSupportShape core = core_of(&custom);
    assert_feet(&core, dvec(1.0, 1.0), true, 1e-13, 5000, 30);
    static const double points[][2] = {{0.0, 0.0},  {0.3, -1e-9}, {1.0, 0.0},    {-1.0, 0.0},
                                       {1.0, -1.0}, {5.0, 0.0},   {0.0, 1.0},    {0.0, 1.0 + 1e-9},
                                       {0.6, 0.8},  {0.5, 0.0},   {-2.0, -1e-12}};
    for (int i = 0; i < 11; i++) {
        AukDvec point = dvec(points[i][0], points[i][1]);
        int edge = AUK_NO_EDGE;
        double distance = auk__closest_point(&core, point, &edge).distance;
        cr_assert(fabs(distance - distance_to_half_disc(point)) < 1e-14, "point %d: %.17g", i, distance);
    }
}

// A sliver's outline has a radius so large that its rounding is more than how far a point next to it lies outside: the
// tangents then contradict each other, and one of them may point away from the foot.
Test(closest_point, next_to_a_sliver_a_point_is_as_near_as_the_outline)
{
    Random random = random_start(random_seed(), 40);
    for (int i = 0; i < 200000; i++) {
        PairCurve curve = {(PairCurveForm)random_int(&random, 0, CURVE_FORM_COUNT - 1),
                           {(float)random_log(&random, 1e-7, 1e-4), 1.0f},
                           random_float(&random, 1.2f, 8.0f),
                           random_vec(&random, -1.0f, 1.0f)};
        AukCustomShape custom = pair_curve_custom(&curve);
        AukSupportShape core = core_of(&custom);
        double angle = 6.283185307179586 * random_unit(&random), beside = random_log(&random, 1e-13, 1e-7), point[2];
        double out[2] = {cos(angle), random_chance(&random, 0.5) ? sin(angle) : random_log(&random, 1e-8, 1e-3)};
        custom.support(out, point, custom.context);
        int edge = AUK_NO_EDGE;
        AukClosestPoint foot =
            auk__closest_point(&core, dvec(point[0] + beside * out[0], point[1] + beside * out[1]), &edge);
        cr_assert(foot.distance <= 1.01 * beside + 1e-8, "%s %a %a power %a at %a %a, point %d, AUK_SEED=%llu: %g away",
                  pair_curve_name(curve.form), (double)curve.half.x, (double)curve.half.y, (double)curve.power,
                  point[0], point[1], i, (unsigned long long)random.seed, foot.distance);
    }
}
