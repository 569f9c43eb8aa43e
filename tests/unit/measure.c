// Areas, outlines and centroids known by hand.
#include "auk/geom.h"

#include "support/check.h"
#include "support/pair.h"

#include <criterion/criterion.h>
#include <math.h>

static const double PI = 3.14159265358979323846;

static void assert_measure(AukShape shape, double area, double perimeter, double x, double y)
{
    AukMeasure m = auk_shape_measure(&shape);
    cr_assert_eq(m.status, AUK_OK);
    cr_assert(fabs((double)m.area - area) <= 1e-7 * area, "area %.9g, expected %.9g", (double)m.area, area);
    cr_assert(fabs((double)m.perimeter - perimeter) <= 1e-7 * perimeter, "perimeter %.9g, expected %.9g",
              (double)m.perimeter, perimeter);
    double reach = perimeter + fabs(x) + fabs(y);
    cr_assert(fabs((double)m.centroid.x - x) <= 2e-7 * reach && fabs((double)m.centroid.y - y) <= 2e-7 * reach,
              "centroid (%.9g, %.9g), expected (%.9g, %.9g)", (double)m.centroid.x, (double)m.centroid.y, x, y);
    const char *wrong = check_measure(&shape);
    cr_assert_null(wrong, "%s", wrong);
}

Test(measure, circles_and_points)
{
    assert_measure(auk_shape_circle(2.0f), 4.0 * PI, 4.0 * PI, 0.0, 0.0);
    assert_measure(auk_shape_circle(0.0f), 0.0, 0.0, 0.0, 0.0);
    assert_measure(auk_shape_rounded(auk_shape_circle(1.0f), 2.0f), 9.0 * PI, 6.0 * PI, 0.0, 0.0);
}

Test(measure, segments_go_there_and_back_and_capsules_go_around)
{
    AukVec2 p = {1.0f, 2.0f}, q = {4.0f, 6.0f};
    assert_measure(auk_shape_segment(p, q), 0.0, 10.0, 2.5, 4.0);
    assert_measure(auk_shape_segment(p, p), 0.0, 0.0, 1.0, 2.0);
    assert_measure(auk_shape_capsule(p, q, 0.5f), 5.0 + 0.25 * PI, 10.0 + PI, 2.5, 4.0);
    assert_measure(auk_shape_capsule(p, p, 0.5f), 0.25 * PI, PI, 1.0, 2.0);
}

Test(measure, boxes_with_and_without_a_radius)
{
    assert_measure(auk_shape_box(2.0f, 0.5f), 4.0, 10.0, 0.0, 0.0);
    assert_measure(auk_shape_rounded(auk_shape_box(2.0f, 0.5f), 1.0f), 4.0 + 10.0 + PI, 10.0 + 2.0 * PI, 0.0, 0.0);
}

Test(measure, a_triangle_and_its_rounded_kin)
{
    static const AukVec2 vertices[3] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {0.0f, 3.0f}};
    assert_measure(auk_shape_polygon(vertices, 3, 0.0f), 6.0, 12.0, 4.0 / 3.0, 1.0);
    // strips of width 1 along the sides 4, 5, 3 and sectors at the corners, whose centres are known
    double area = 6.0 + 12.0 + PI;
    AukShape rounded = auk_shape_polygon(vertices, 3, 1.0f);
    AukMeasure m = auk_shape_measure(&rounded);
    cr_assert_float_eq((double)m.area, area, 2e-6);
    cr_assert_float_eq((double)m.perimeter, 12.0 + 2.0 * PI, 2e-6);
    const char *wrong = check_measure(&rounded);
    cr_assert_null(wrong, "%s", wrong);
}

Test(measure, far_from_its_origin_a_polygon_keeps_its_digits)
{
    static const AukVec2 vertices[4] = {
        {100000.0f, -50000.0f}, {100001.0f, -50000.0f}, {100001.0f, -49998.0f}, {100000.0f, -49998.0f}};
    AukShape shape = auk_shape_polygon(vertices, 4, 0.0f);
    AukMeasure m = auk_shape_measure(&shape);
    cr_assert_float_eq((double)m.area, 2.0, 1e-6);
    cr_assert_float_eq((double)m.perimeter, 6.0, 1e-6);
    cr_assert(m.centroid.x == 100000.5f && m.centroid.y == -49999.0f);
}

// Half the outline by the midpoint rule, which is very exact for a periodic integrand.
static double outline_of_ellipse(double a, double b)
{
    enum { STEPS = 200000 };
    double sum = 0.0;
    for (int i = 0; i < STEPS; i++) {
        double angle = 2.0 * PI * (i + 0.5) / STEPS;
        sum += hypot(a * sin(angle), b * cos(angle));
    }
    return sum * 2.0 * PI / STEPS;
}

Test(measure, ellipses_of_any_flatness)
{
    static const float widths[] = {1.0f, 0.5f, 0.01f, 1e-4f, 1e-6f};
    for (int i = 0; i < 5; i++) {
        double b = (double)widths[i];
        assert_measure(auk_shape_ellipse(1.0f, widths[i]), PI * b, outline_of_ellipse(1.0, b), 0.0, 0.0);
        assert_measure(auk_shape_ellipse(widths[i], 1.0f), PI * b, outline_of_ellipse(1.0, b), 0.0, 0.0);
        double outline = outline_of_ellipse(1.0, b), r = 0.25;
        assert_measure(auk_shape_rounded(auk_shape_ellipse(1.0f, widths[i]), 0.25f), PI * b + outline * r + PI * r * r,
                       outline + 2.0 * PI * r, 0.0, 0.0);
    }
}

Test(measure, custom_shapes_by_their_support_points)
{
    static const struct {
        PairCurve curve;
        double area, x, y;
    } rows[] = {
        {{CURVE_SUPERELLIPSE, {3.0f, 1.0f}, 2.0f, {5.0f, -1.0f}}, 9.42477796076938, 5.0, -1.0},
        {{CURVE_HALF_ELLIPSE, {1.0f, 1.0f}, 0.0f, {0.0f, 0.0f}}, 1.5707963267948966, 0.0, 0.4244131815783876},
        // twice the segment of a disc of radius 2.5 at 1.5 from its centre
        {{CURVE_LENS, {1.0f, 2.0f}, 0.0f, {0.0f, 0.0f}}, 5.591190225020153, 0.0, 0.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        AukCustomShape custom = pair_curve_custom(&rows[i].curve);
        AukShape shape = auk_shape_custom(&custom, 0.0f), rounded = auk_shape_custom(&custom, 0.5f);
        AukMeasure m = auk_shape_measure(&shape);
        cr_assert_float_eq((double)m.area, rows[i].area, 2e-7 * rows[i].area, "row %zu", i);
        cr_assert_float_eq((double)m.centroid.x, rows[i].x, 1e-6, "row %zu", i);
        cr_assert_float_eq((double)m.centroid.y, rows[i].y, 1e-6, "row %zu", i);
        const char *wrong = check_measure(&rounded);
        cr_assert_null(wrong, "row %zu: %s", i, wrong);
    }
}

// An ellipse or a diamond with the half axes 1 and `width`, turned about the origin, with its middle at (5, -1).
typedef struct Thin {
    bool diamond;
    double width, turn;
} Thin;

static void thin_support(const double direction[2], double point[2], const void *context)
{
    const Thin *thin = context;
    double c = cos(thin->turn), s = sin(thin->turn);
    double u = c * direction[0] + s * direction[1], v = thin->width * (c * direction[1] - s * direction[0]);
    double length = hypot(u, v), x = u / length, y = thin->width * v / length;
    if (thin->diamond) {
        x = fabs(u) > fabs(v) ? copysign(1.0, u) : 0.0;
        y = fabs(u) > fabs(v) ? 0.0 : copysign(thin->width, v);
    }
    point[0] = 5.0 + (c * x - s * y);
    point[1] = -1.0 + (s * x + c * y);
}

// It was: of directions even after stretching the bounds to a square all support points were at the ends, and the area
// of an ellipse of 1 : 0.001 lacked a tenth.
Test(measure, a_custom_shape_may_be_thin_and_turned)
{
    static const double widths[] = {1.0, 0.1, 0.01, 0.003, 1e-3, 1e-4, 1e-6, 1e-8};
    for (int i = 0; i < 8 * 4; i++) {
        Thin thin = {i % 4 < 2, widths[i / 4], i % 2 ? 0.7 : 0.0};
        AukCustomShape custom = {thin_support, &thin, {{3.9f, -2.1f}, {6.1f, 0.1f}}, 0};
        AukShape shape = auk_shape_custom(&custom, 0.0f);
        AukMeasure m = auk_shape_measure(&shape);
        double area = (thin.diamond ? 2.0 : PI) * thin.width;
        double perimeter = thin.diamond ? 4.0 * hypot(1.0, thin.width) : outline_of_ellipse(1.0, thin.width);
        cr_assert(fabs((double)m.area / area - 1.0) <= 1e-6, "case %d: area %.9g, expected %.9g", i, (double)m.area,
                  area);
        cr_assert(fabs((double)m.perimeter / perimeter - 1.0) <= 1e-6, "case %d: perimeter %.9g, expected %.9g", i,
                  (double)m.perimeter, perimeter);
        cr_assert(fabs((double)m.centroid.x - 5.0) <= 1e-6 && fabs((double)m.centroid.y + 1.0) <= 1e-6, "case %d", i);
    }
}

typedef struct Strange {
    uint64_t state;
    int calls;
} Strange;

static void strange_support(const double direction[2], double point[2], const void *context)
{
    Strange *strange = (Strange *)(void *)context;
    strange->calls++;
    for (int i = 0; i < 2; i++) {
        strange->state = strange->state * 6364136223846793005u + 1442695040888963407u;
        point[i] = direction[i] + (double)(strange->state >> 33) / 2147483648.0;
    }
}

Test(measure, a_support_function_of_no_convex_shape_is_asked_some_thousand_times_at_most)
{
    Strange strange = {1, 0};
    AukCustomShape custom = {strange_support, &strange, {{-2.0f, -2.0f}, {2.0f, 2.0f}}, 0};
    AukShape shape = auk_shape_custom(&custom, 0.0f);
    AukMeasure m = auk_shape_measure(&shape);
    cr_assert(isfinite(m.area) && isfinite(m.perimeter) && isfinite(m.centroid.x) && isfinite(m.centroid.y));
    cr_assert(strange.calls <= 20000, "%d calls", strange.calls);
}

Test(measure, a_custom_shape_much_smaller_than_its_radius_is_nearly_a_disc)
{
    const PairCurve drop = {CURVE_DROP, {0.5f, 1e8f}, 0.0f, {0.0f, 0.0f}};
    AukCustomShape custom = pair_curve_custom(&drop);
    double r = 1e12;
    AukMeasure m = auk_shape_measure(&(AukShape){.kind = AUK_SHAPE_CUSTOM, .radius = 1e12f, .core.custom = &custom});
    cr_assert_eq(m.status, AUK_OK);
    cr_assert_float_eq((double)m.perimeter / (2.0 * PI * r + 2e8), 1.0, 1e-6);
    cr_assert_float_eq((double)m.area / (PI * r * r + 2e8 * r), 1.0, 1e-6);
    cr_assert_float_eq((double)m.centroid.y / 5e7, 1.0, 1e-3, "half way up: a segment with a radius");
}

Test(measure, no_shape_has_a_status_instead)
{
    AukShape none = {0}, refused = auk_shape_box(0.0f, 1.0f), strange = auk_shape_circle(1.0f);
    strange.kind = AUK_SHAPE_KIND_COUNT;
    cr_assert_eq(auk_shape_measure(NULL).status, AUK_ERROR_NULL);
    cr_assert_eq(auk_shape_measure(&none).status, AUK_ERROR_NO_SHAPE);
    cr_assert_eq(auk_shape_measure(&refused).status, AUK_ERROR_ZERO_AREA);
    cr_assert_neq(auk_shape_measure(&strange).status, AUK_OK);
    AukMeasure m = auk_shape_measure(&none);
    cr_assert(m.area == 0.0f && m.perimeter == 0.0f && m.centroid.x == 0.0f && m.centroid.y == 0.0f);
}

Test(measure, shapes_at_the_limits_have_finite_measures_or_say_that_they_are_out_of_range)
{
    AukShape shapes[] = {auk_shape_box(1e15f, 1e15f), auk_shape_circle(1e15f), auk_shape_ellipse(1e15f, 1e-30f),
                         auk_shape_circle(1e-44f), auk_shape_box(1e-30f, 1e15f)};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        AukMeasure m = auk_shape_measure(&shapes[i]);
        cr_assert(isfinite(m.area) && isfinite(m.perimeter), "shape %zu", i);
        cr_assert(isfinite(m.centroid.x) && isfinite(m.centroid.y), "shape %zu", i);
    }
}
