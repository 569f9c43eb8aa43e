// EPA by itself: depths known by hand, its record, and bad input.
#include "auk/geom.h"

#include "support/check.h"
#include "support/oracle.h"
#include "support/pair.h"

#include <criterion/criterion.h>
#include <math.h>

static AukTransform at(float x, float y)
{
    return auk_transform(auk_vec(x, y), 0.0f);
}

static void assert_checked(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    const char *wrong = check_epa(a, pose_a, b, pose_b);
    cr_assert_null(wrong, "%s", wrong);
    wrong = check_epa(b, pose_b, a, pose_a);
    cr_assert_null(wrong, "swapped: %s", wrong);
}

Test(epa, boxes_leave_each_other_the_short_way)
{
    AukShape big = auk_shape_box(10.0f, 4.0f), small = auk_shape_box(1.0f, 1.0f);
    AukEpaResult e = auk_epa(&big, at(0.0f, 0.0f), &small, at(2.0f, -1.0f), NULL);
    cr_assert(e.status == AUK_OK && e.overlap && e.depth == 4.0f && e.normal.x == 0.0f && e.normal.y == -1.0f);
    assert_checked(&big, at(0.0f, 0.0f), &small, at(2.0f, -1.0f));
}

Test(epa, radii_are_ignored)
{
    AukShape a = auk_shape_circle(5.0f), b = auk_shape_rounded(auk_shape_box(2.0f, 1.0f), 3.0f);
    AukEpaResult e = auk_epa(&a, at(0.5f, 0.0f), &b, at(0.0f, 0.0f), NULL);
    cr_assert(e.overlap && e.status == AUK_OK);
    cr_assert_float_eq((double)e.depth, 1.0, 1e-7);
    cr_assert_not(auk_epa(&a, at(3.0f, 0.0f), &b, at(0.0f, 0.0f), NULL).overlap);
}

Test(epa, cores_that_are_apart_have_no_depth)
{
    AukShape box = auk_shape_box(1.0f, 1.0f);
    AukEpaResult e = auk_epa(&box, at(0.0f, 0.0f), &box, at(3.0f, 0.0f), NULL);
    cr_assert(e.status == AUK_OK && !e.overlap && e.depth == 0.0f);
    cr_assert(e.normal.x == 0.0f && e.normal.y == 0.0f && e.point_a.x == 0.0f && e.point_b.x == 0.0f);
}

Test(epa, identical_shapes_of_every_kind_have_their_width_as_depth)
{
    static const AukVec2 vertices[3] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {0.0f, 3.0f}};
    PairCurve curve = {CURVE_LENS, {1.0f, 2.0f}, 0.0f, {0.0f, 0.0f}};
    AukCustomShape custom = pair_curve_custom(&curve);
    const struct {
        AukShape shape;
        double width;
    } rows[] = {{auk_shape_box(3.0f, 2.0f), 4.0},     {auk_shape_polygon(vertices, 3, 0.0f), 2.4},
                {auk_shape_ellipse(3.0f, 1.0f), 2.0}, {auk_shape_custom(&custom, 0.0f), 2.0},
                {auk_shape_circle(2.0f), 0.0},        {auk_shape_segment(vertices[0], vertices[1]), 0.0},
                {auk_shape_ellipse(0.25f, 8.0f), 0.5}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int k = 0; k < 8; k++) {
            AukTransform pose = auk_transform(auk_vec(5.0f, -3.0f), 0.8f * (float)k);
            AukEpaResult e = auk_epa(&rows[i].shape, pose, &rows[i].shape, pose, NULL);
            cr_assert(e.status == AUK_OK && e.overlap, "row %zu", i);
            cr_assert_float_eq((double)e.depth, rows[i].width, 2e-5, "row %zu: %.9g", i, (double)e.depth);
            assert_checked(&rows[i].shape, pose, &rows[i].shape, pose);
        }
    }
}

Test(epa, segments_that_cross_separate_along_the_shorter_remainder)
{
    AukShape flat = auk_shape_segment(auk_vec(-2.0f, 0.0f), auk_vec(2.0f, 0.0f));
    AukShape upright = auk_shape_segment(auk_vec(0.0f, -1.0f), auk_vec(0.0f, 1.0f));
    AukEpaResult e = auk_epa(&flat, at(0.0f, 0.0f), &upright, at(0.0f, 0.75f), NULL);
    cr_assert(e.overlap && e.depth == 0.25f && e.normal.x == 0.0f && e.normal.y == 1.0f);
    assert_checked(&flat, at(0.0f, 0.0f), &upright, at(0.0f, 0.75f));
}

Test(epa, the_record_counts_rounds_that_do_not_fit)
{
    AukShape e = auk_shape_ellipse(2.0f, 1.0f), f = auk_shape_ellipse(1.0f, 3.0f);
    AukEpaStep steps[1100];
    AukEpaTrace full = {steps, 1100, 0, 0}, one = {steps, 1, 7, 7}, none = {NULL, 0, 7, 7};
    AukTransform there = auk_transform(auk_vec(0.4f, 0.3f), 0.6f);
    AukEpaResult result = auk_epa(&e, at(0.0f, 0.0f), &f, there, &full);
    cr_assert(result.overlap && full.total == result.iterations && full.count == full.total && full.count > 1);
    for (int i = 1; i < full.count; i++) {
        cr_assert_geq(steps[i].distance, steps[i - 1].distance - 1e-6f, "round %d goes back", i);
    }
    AukEpaResult again = auk_epa(&e, at(0.0f, 0.0f), &f, there, &one);
    cr_assert(one.count == 1 && one.total == full.total && again.depth == result.depth);
    again = auk_epa(&e, at(0.0f, 0.0f), &f, there, &none);
    cr_assert(none.count == 0 && none.total == full.total && again.depth == result.depth);
    AukShape far = auk_shape_box(1.0f, 1.0f);
    AukEpaTrace apart = {steps, 1100, 7, 7};
    auk_epa(&e, at(0.0f, 0.0f), &far, at(9.0f, 0.0f), &apart);
    cr_assert_eq(apart.count, apart.total);
    cr_assert_leq(apart.count, 1, "nothing to expand where the cores are apart");
}

Test(epa, bad_input_is_a_status_and_all_else_is_zero)
{
    AukShape box = auk_shape_box(1.0f, 1.0f), none = {0}, refused = auk_shape_ellipse(0.0f, 1.0f);
    AukTransform good = at(0.0f, 0.0f), bad = at(0.0f, NAN), far = at(-1e16f, 0.0f);
    AukEpaResult rows[] = {auk_epa(NULL, good, &box, good, NULL),  auk_epa(&box, good, NULL, good, NULL),
                           auk_epa(&none, good, &box, good, NULL), auk_epa(&box, good, &refused, good, NULL),
                           auk_epa(&box, bad, &box, good, NULL),   auk_epa(&box, good, &box, far, NULL)};
    static const AukStatus statuses[] = {AUK_ERROR_NULL,      AUK_ERROR_NULL,       AUK_ERROR_NO_SHAPE,
                                         AUK_ERROR_ZERO_AREA, AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_assert_eq(rows[i].status, statuses[i], "row %zu: %s", i, auk_status_text(rows[i].status));
        cr_assert(!rows[i].overlap && rows[i].depth == 0.0f && rows[i].normal.x == 0.0f && rows[i].normal.y == 0.0f);
    }
}
