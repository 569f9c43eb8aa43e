// Alternating projection on inputs whose answers are known by hand, its record, unions, and what it does with bad
// input.
#include "auk/geom.h"

#include "support/check.h"
#include "support/oracle.h"
#include "support/pair.h"
#include "support/pair_curve.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { STEPS = 10000 };

static AukProjectionStep steps[STEPS];

static AukTransform at(float x, float y)
{
    return auk_transform(auk_vec(x, y), 0.0f);
}

static AukProjectionResult project(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    return auk_alternating_projection(a, pose_a, b, pose_b, 0.0f, NULL);
}

static void assert_zero(AukVec2 v)
{
    cr_assert(v.x == 0.0f && v.y == 0.0f);
}

static bool same(AukVec2 a, AukVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

// ---- known answers --------------------------------------------------------------------------------------------

Test(projection, two_circles_and_two_boxes_take_three_projections)
{
    AukShape one = auk_shape_circle(1.0f), two = auk_shape_circle(2.0f), box = auk_shape_box(1.0f, 0.5f);
    AukProjectionResult p = project(&one, at(0.0f, 0.0f), &two, at(3.0f, 4.0f));
    cr_assert(p.status == AUK_OK && !p.overlap && p.distance == 2.0f);
    cr_assert_eq(p.projections, 3);
    cr_assert_float_eq((double)p.normal.x, 0.6, 1e-7);
    cr_assert_float_eq((double)p.point_b.y, 2.4, 1e-6);
    p = project(&box, at(0.0f, 0.0f), &box, at(4.0f, 0.75f));
    cr_assert(p.status == AUK_OK && p.distance == 2.0f && p.normal.x == 1.0f && p.normal.y == 0.0f);
    cr_assert(p.projections == 3 && p.point_a.x == 1.0f && p.point_b.x == 3.0f);
}

Test(projection, the_tip_of_a_custom_shape_is_its_own_foot)
{
    const PairCurve drop = {CURVE_DROP, {93.0f, 1e5f}, 0.0f, {0.0f, -1e5f}};
    AukCustomShape custom = pair_curve_custom(&drop);
    AukShape shape = auk_shape_custom(&custom, 0.0f), dot = auk_shape_circle(0.0f);
    for (int i = 0; i < 64; i++) {
        AukTransform pose = auk_transform(auk_vec(0.0f, 0.0f), 0.1f * (float)i); // turns about the tip
        AukProjectionResult p = project(&shape, pose, &dot, at(0.0f, 0.0f));
        cr_assert(p.status == AUK_OK && p.distance < 1e-5f, "turn %d: %g away", i, (double)p.distance);
        AukVec2 out = auk_rot_apply(pose.q, auk_vec(0.0f, 2.0f));
        p = project(&shape, pose, &dot, at(out.x, out.y));
        cr_assert_float_eq((double)p.distance, 2.0, 1e-5, "turn %d: %g away", i, (double)p.distance);
    }
}

static void bar_support(const double direction[2], double point[2], const void *context)
{
    const double *end = context;
    bool far = direction[0] * end[0] + direction[1] * end[1] > 0.0;
    point[0] = far ? end[0] : 0.0;
    point[1] = far ? end[1] : 0.0;
}

Test(projection, a_custom_shape_without_thickness_has_an_outside_all_around)
{
    const double end[2] = {34.0, 42.0};
    AukCustomShape custom = {bar_support, end, {{0.0f, 0.0f}, {34.0f, 42.0f}}, 0};
    AukShape bar = auk_shape_custom(&custom, 0.0f), dot = auk_shape_circle(0.0f);
    for (int i = 0; i < 8; i++) {
        double angle = 0.785 * i;
        AukTransform middle = at((float)(17.0 + 3.0 * cos(angle)), (float)(21.0 + 3.0 * sin(angle)));
        AukProjectionResult p = project(&bar, at(0.0f, 0.0f), &dot, middle);
        double away = fabs(3.0 * (cos(angle) * 42.0 - sin(angle) * 34.0)) / hypot(34.0, 42.0);
        cr_assert_eq(p.status, AUK_OK);
        cr_assert_float_eq((double)p.distance, away, 1e-5, "%d: %g, not %g", i, (double)p.distance, away);
    }
}

Test(projection, the_triangles_of_the_article_on_distance)
{
    AukVec2 one[3] = {{4.0f, 11.0f}, {4.0f, 5.0f}, {9.0f, 9.0f}};
    AukVec2 two[4] = {{8.0f, 6.0f}, {10.0f, 2.0f}, {13.0f, 1.0f}, {15.0f, 6.0f}};
    AukShape a = auk_shape_polygon(one, 3, 0.0f), b = auk_shape_polygon(two, 4, 0.0f);
    AukProjectionResult p = project(&a, at(0.0f, 0.0f), &b, at(0.0f, 0.0f));
    cr_assert_eq(p.status, AUK_OK);
    cr_assert_float_eq((double)p.distance, 11.0 / sqrt(41.0), 1e-6);
    cr_assert(p.point_b.x == 8.0f && p.point_b.y == 6.0f, "the vertex (8, 6)");
    cr_assert_float_eq(oracle_cross(oracle_vec(5.0, 4.0), oracle_sub(oracle_of(p.point_a), oracle_vec(4.0, 5.0))), 0.0,
                       1e-5, "the edge (9, 9)-(4, 5)");
    AukVec2 up[3] = {{0.0f, 1.0f}, {-1.0f, -1.0f}, {1.0f, -1.0f}},
            down[3] = {{0.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
    a = auk_shape_polygon(up, 3, 0.0f);
    b = auk_shape_polygon(down, 3, 0.0f);
    cr_assert(project(&a, at(0.0f, 0.0f), &b, at(0.0f, 0.0f)).overlap);
}

Test(projection, overlap_is_found_at_the_start_where_the_boxes_share_it)
{
    AukShape box = auk_shape_box(1.0f, 1.0f), circle = auk_shape_circle(1.0f);
    AukProjectionResult p = project(&box, at(0.0f, 0.0f), &box, at(1.5f, 1.5f));
    cr_assert(p.overlap && p.status == AUK_OK && p.distance == 0.0f && p.projections == 2);
    assert_zero(p.normal);
    cr_assert(same(p.point_a, p.point_b) && auk_contains(&box, at(0.0f, 0.0f), p.point_a));
    p = project(&circle, at(5.0f, 5.0f), &circle, at(6.0f, 6.0f));
    cr_assert(p.overlap && p.projections == 2 && auk_contains(&circle, at(6.0f, 6.0f), p.point_a));
    p = project(&box, at(2.0f, 2.0f), &circle, at(2.0f, 2.0f));
    cr_assert(p.overlap && p.projections == 2, "concentric");
    AukShape small = auk_shape_box(0.1f, 0.1f);
    cr_assert(project(&box, at(0.0f, 0.0f), &small, at(0.5f, -0.5f)).overlap, "nested");
    cr_assert(project(&small, at(0.5f, -0.5f), &box, at(0.0f, 0.0f)).overlap, "nested, swapped");
}

Test(projection, touching_counts_as_overlap)
{
    AukShape box = auk_shape_box(0.5f, 0.5f), circle = auk_shape_circle(1.0f), point = auk_shape_circle(0.0f);
    AukShape segment = auk_shape_segment(auk_vec(-1.0f, 0.0f), auk_vec(1.0f, 0.0f));
    cr_assert(project(&box, at(0.0f, 0.0f), &box, at(1.0f, 0.25f)).overlap, "sides");
    cr_assert(project(&box, at(0.0f, 0.0f), &box, at(1.0f, 1.0f)).overlap, "corners");
    cr_assert(project(&circle, at(0.0f, 0.0f), &circle, at(2.0f, 0.0f)).overlap, "circles");
    cr_assert(project(&point, at(3.0f, 0.0f), &point, at(3.0f, 0.0f)).overlap, "a point on itself");
    cr_assert(project(&point, at(0.5f, 0.0f), &segment, at(0.0f, 0.0f)).overlap, "a point on a segment");
    cr_assert(project(&segment, at(0.0f, 0.0f), &segment, at(2.0f, 0.0f)).overlap, "segments end to end");
    cr_assert(project(&segment, at(0.0f, 0.0f), &segment, auk_transform(auk_vec(0.0f, 0.0f), 1.0f)).overlap,
              "crossing");
    cr_assert_not(project(&segment, at(0.0f, 0.0f), &segment, at(3.0f, 0.0f)).overlap, "on one line, apart");
    // a corner on a slope: the gap falls by the same part each time and is never 0
    AukShape turned = auk_shape_box(1.0f, 1.0f);
    AukProjectionResult p = project(&box, at(0.0f, 0.0f), &turned, auk_transform(auk_vec(0.5f + 1.27f, 0.3f), 0.3f));
    AukDistance d = auk_distance(&box, at(0.0f, 0.0f), &turned, auk_transform(auk_vec(0.5f + 1.27f, 0.3f), 0.3f));
    cr_assert_float_eq((double)p.distance, fmax((double)d.distance, 0.0), 1e-7);
}

Test(projection, circles_one_unit_in_the_last_place_apart_do_not_touch)
{
    AukShape a = auk_shape_circle(1.0f), b = auk_shape_circle(2.0f);
    AukProjectionResult p = project(&a, at(0.0f, 0.0f), &b, at(0.0f, nextafterf(3.0f, 4.0f)));
    cr_assert(!p.overlap && p.distance == nextafterf(3.0f, 4.0f) - 3.0f);
}

Test(projection, a_ball_near_a_floor_100000_times_its_size_does_not_touch_it)
{
    AukShape ball = auk_shape_circle(0.5f), floor = auk_shape_box(50000.0f, 1.0f);
    AukProjectionResult p = project(&floor, at(0.0f, -1.0f), &ball, at(40000.0f, 0.5009765625f));
    cr_assert(!p.overlap && p.distance == 0.0009765625f);
    AukShape crate = auk_shape_box(0.5f, 0.5f);
    p = project(&crate, at(40000.0f, 0.5009765625f), &floor, at(0.0f, -1.0f));
    cr_assert(!p.overlap && p.distance == 0.0009765625f);
}

Test(projection, ellipses_meet_where_their_normals_do)
{
    AukShape wide = auk_shape_ellipse(2.0f, 1.0f), tall = auk_shape_ellipse(1.0f, 3.0f);
    AukProjectionResult p = project(&wide, at(0.0f, 0.0f), &tall, at(4.0f, 0.0f));
    cr_assert(p.status == AUK_OK && p.distance == 1.0f && p.point_a.x == 2.0f && p.point_b.x == 3.0f);
    cr_assert(project(&wide, at(0.0f, 0.0f), &tall, at(2.5f, 0.5f)).overlap);
    AukTransform pose = auk_transform(auk_vec(3.0f, 2.5f), 0.7f);
    p = project(&wide, at(0.0f, 0.0f), &tall, pose);
    AukDistance d = auk_distance(&wide, at(0.0f, 0.0f), &tall, pose);
    cr_assert(p.status == AUK_OK && p.projections > 3);
    cr_assert_float_eq((double)p.distance, (double)d.distance, 1e-5);
    AukShape rounded = auk_shape_rounded(tall, 0.25f);
    cr_assert_float_eq((double)project(&wide, at(0.0f, 0.0f), &rounded, pose).distance, (double)p.distance - 0.25,
                       1e-6);
}

// Through a volatile: gcc 12 at -O2 works on both coordinates at once and leaves the rounding to float out.
static double rounded(double x)
{
    volatile float f = (float)x;
    return (double)f;
}

static void support_in_floats(const double direction[2], double point[2], const void *context)
{
    const AukVec2 *half = context;
    double x = (double)half->x * direction[0], y = (double)half->y * direction[1], length = sqrt(x * x + y * y);
    point[0] = rounded((double)half->x * x / length);
    point[1] = rounded((double)half->y * y / length);
}

Test(projection, support_functions_that_are_good_to_floats_only_come_to_an_end)
{
    AukVec2 half = {2.0f, 1.0f};
    AukCustomShape custom = {support_in_floats, &half, {{-2.0f, -1.0f}, {2.0f, 1.0f}}, 1};
    AukShape rough = auk_shape_custom(&custom, 0.0f), smooth = auk_shape_ellipse(2.0f, 1.0f);
    for (int i = 0; i < 50; i++) {
        AukTransform pose = auk_transform(auk_vec(3.0f + 0.01f * (float)i, 1.5f), 0.1f * (float)i);
        AukProjectionResult p = project(&rough, at(0.0f, 0.0f), &rough, pose);
        AukProjectionResult exact = project(&smooth, at(0.0f, 0.0f), &smooth, pose);
        cr_assert(p.status == AUK_OK && p.projections < 2000, "pose %d: %d projections", i, p.projections);
        cr_assert_float_eq((double)p.distance, (double)exact.distance, 1e-5, "pose %d", i);
    }
}

// ---- slow ones ------------------------------------------------------------------------------------------------

// Two bars of length 10 face each other; the upper one is turned by `angle` about the end nearer to the lower one.
static AukProjectionResult project_bars(float angle, float gap, float epsilon)
{
    AukShape bar = auk_shape_box(5.0f, 0.5f);
    AukRot q = auk_rot(angle);
    AukVec2 pivot = auk_vec(-5.0f, 0.5f + gap);
    AukTransform pose = {auk_vec_add(pivot, auk_rot_apply(q, auk_vec(5.0f, 0.5f))), q};
    return auk_alternating_projection(&bar, at(0.0f, 0.0f), &bar, pose, epsilon, NULL);
}

Test(projection, nearly_parallel_sides_are_slow_and_say_so)
{
    AukProjectionResult wide = project_bars(0.3f, 0.5f, 0.0f), narrow = project_bars(0.05f, 0.5f, 0.0f);
    cr_assert(wide.status == AUK_OK && narrow.status == AUK_OK);
    cr_assert_float_eq((double)wide.distance, 0.5, 1e-6);
    cr_assert_float_eq((double)narrow.distance, 0.5, 1e-6);
    cr_assert(narrow.projections > 5 * wide.projections, "%d and %d", wide.projections, narrow.projections);
    AukProjectionResult slow = project_bars(5e-4f, 0.5f, 0.0f);
    cr_assert_eq(slow.status, AUK_ERROR_ITERATION_LIMIT);
    cr_assert_eq(slow.projections, 10000);
    cr_assert(!slow.overlap && slow.distance > 0.5005f && slow.distance < 0.505f, "an upper bound: %g",
              (double)slow.distance);
}

Test(projection, parallel_sides_are_done_at_once)
{
    AukProjectionResult p = project_bars(0.0f, 0.5f, 0.0f);
    cr_assert(p.status == AUK_OK && p.projections == 3 && p.distance == 0.5f);
}

Test(projection, sides_that_are_parallel_but_for_rounding_do_not_end_early_where_they_are_near)
{
    // the gap shrinks by less than its own rounding with every projection, but it does shrink
    AukProjectionResult p = project_bars(1e-4f, 1e-6f, 0.0f);
    cr_assert(p.status == AUK_ERROR_ITERATION_LIMIT || (double)p.distance < 2e-6, "%g", (double)p.distance);
    cr_assert(p.distance > 0.9e-6f);
}

Test(projection, a_coarser_epsilon_takes_fewer_projections_and_errs_by_no_more_than_it_promises)
{
    int before = 10001;
    for (float epsilon = 1e-12f; epsilon < 0.1f; epsilon *= 10.0f) {
        AukProjectionResult p = project_bars(0.05f, 0.5f, epsilon);
        double error = (double)p.distance - 0.5;
        cr_assert(error < sqrt(2.0 * (double)epsilon) * 10.0 + 1e-6, "epsilon %g: off by %g", (double)epsilon, error);
        cr_assert(error > -1e-6 && p.projections <= before);
        before = p.projections;
    }
    cr_assert_lt(before, 10, "the coarsest takes %d", before);
    AukProjectionResult negative = project_bars(0.05f, 0.5f, -1.0f), zero = project_bars(0.05f, 0.5f, 0.0f);
    cr_assert(negative.projections == zero.projections && negative.distance == zero.distance);
}

// ---- the record -----------------------------------------------------------------------------------------------

static void assert_chain(const AukProjectionTrace *trace, const AukProjectionResult *p)
{
    cr_assert_eq(trace->total, p->projections);
    cr_assert_eq(trace->count, trace->total < trace->capacity ? trace->total : trace->capacity);
    for (int i = 0; i < trace->count; i++) {
        const AukProjectionStep *step = &trace->steps[i];
        cr_assert_eq(step->onto_b, i % 2 == 1);
        cr_assert(i == 0 || same(step->from, trace->steps[i - 1].to), "step %d starts elsewhere", i);
        cr_assert(i < 2 || step->distance <= trace->steps[i - 1].distance, "step %d: the gap grows", i);
    }
}

Test(projection, the_record_is_a_chain_of_projections_whose_gaps_never_grow)
{
    AukShape bar = auk_shape_capsule(auk_vec(-5.0f, 0.0f), auk_vec(5.0f, 0.0f), 0.5f), box = auk_shape_box(2.0f, 1.0f);
    AukTransform pose_a = at(100.0f, 50.0f), pose_b = auk_transform(auk_vec(103.0f, 53.0f), 0.1f);
    AukProjectionTrace trace = {steps, STEPS, 77, 77};
    AukProjectionResult p = auk_alternating_projection(&bar, pose_a, &box, pose_b, 0.0f, &trace);
    cr_assert(p.status == AUK_OK && !p.overlap && p.projections > 3);
    assert_chain(&trace, &p);
    const AukProjectionStep *last = &steps[trace.count - 1];
    cr_assert_eq(last->distance, p.distance);
    AukVec2 surface = auk_vec_sub(last->onto_b ? p.point_b : p.point_a, pose_a.p);
    float radius = last->onto_b ? 0.0f : 0.5f;
    cr_assert_float_eq((double)auk_vec_length(auk_vec_sub(surface, last->to)), (double)radius, 2e-5, "of the cores");
    AukProjectionTrace brief = {steps, 2, 0, 0}, none = {NULL, 5, 3, 3};
    AukProjectionResult again = auk_alternating_projection(&bar, pose_a, &box, pose_b, 0.0f, &brief);
    assert_chain(&brief, &again);
    cr_assert(brief.count == 2 && brief.total == p.projections && again.distance == p.distance);
    auk_alternating_projection(&bar, pose_a, &box, pose_b, 0.0f, &none);
    cr_assert(none.count == 0 && none.total == p.projections);
}

Test(projection, the_record_starts_in_the_middle_of_what_the_boxes_have_in_common)
{
    AukShape box = auk_shape_box(1.0f, 1.0f);
    AukProjectionTrace trace = {steps, STEPS, 0, 0};
    auk_alternating_projection(&box, at(10.0f, 10.0f), &box, at(11.5f, 10.5f), 0.0f, &trace);
    cr_assert(same(steps[0].from, auk_vec(0.75f, 0.25f)) && same(steps[0].to, steps[0].from), "inside it stays");
    cr_assert(trace.count == 2 && steps[0].distance == -0.25f && steps[1].distance == -0.25f);
    auk_alternating_projection(&box, at(10.0f, 10.0f), &box, at(14.0f, 10.5f), 0.0f, &trace);
    cr_assert(same(steps[0].from, auk_vec(2.0f, 0.25f)), "apart along x: the middle of the gap");
    cr_assert(same(steps[0].to, auk_vec(1.0f, 0.25f)) && same(steps[1].to, auk_vec(3.0f, 0.25f)));
}

// ---- unions ---------------------------------------------------------------------------------------------------

// An L of two boxes' outlines, lying in the body's frame.
static void make_corner(AukShape *shapes, AukVec2 (*vertices)[4])
{
    const AukVec2 foot[4] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 1.0f}, {0.0f, 1.0f}};
    const AukVec2 leg[4] = {{0.0f, 1.0f}, {1.0f, 1.0f}, {1.0f, 5.0f}, {0.0f, 5.0f}};
    memcpy(vertices[0], foot, sizeof foot);
    memcpy(vertices[1], leg, sizeof leg);
    shapes[0] = pair_checked(auk_shape_polygon(vertices[0], 4, 0.0f));
    shapes[1] = pair_checked(auk_shape_polygon(vertices[1], 4, 0.0f));
}

Test(projection, a_union_is_as_near_as_its_nearest_fragments)
{
    AukShape corner[2];
    AukVec2 vertices[2][4];
    make_corner(corner, vertices);
    AukShape circle = auk_shape_circle(0.5f);
    int a = -1, b = -1;
    AukProjectionResult p =
        auk_alternating_projection_union(corner, 2, at(0.0f, 0.0f), &circle, 1, at(2.5f, 3.0f), 0.0f, &a, &b);
    cr_assert(p.status == AUK_OK && !p.overlap && p.distance == 1.0f, "%g", (double)p.distance);
    cr_assert(a == 1 && b == 0 && p.normal.x == 1.0f && p.point_a.x == 1.0f && p.point_b.x == 2.0f);
    AukProjectionResult back =
        auk_alternating_projection_union(&circle, 1, at(2.5f, 3.0f), corner, 2, at(0.0f, 0.0f), 0.0f, &a, &b);
    cr_assert(back.distance == 1.0f && back.normal.x == -1.0f && a == 0 && b == 1);
    // its hull is hit, the body is not: the notch of one corner takes the other
    p = auk_alternating_projection_union(corner, 2, at(0.0f, 0.0f), corner, 2,
                                         auk_transform(auk_vec(3.6f, 6.5f), 3.14159265f), 0.0f, &a, &b);
    cr_assert(p.status == AUK_OK && !p.overlap);
    cr_assert_float_eq((double)p.distance, 0.5, 1e-5);
    p = auk_alternating_projection_union(corner, 2, at(0.0f, 0.0f), corner, 2, at(3.5f, 0.5f), 0.0f, &a, &b);
    cr_assert(p.overlap && p.distance == 0.0f && a == 0 && b == 0);
}

Test(projection, an_overlap_in_a_union_settles_it_whatever_another_pair_came_to)
{
    AukShape bars[2] = {auk_shape_box(5.0f, 0.5f), auk_shape_capsule(auk_vec(0.0f, 0.0f), auk_vec(0.0f, 4.0f), 0.1f)};
    AukShape bar = auk_shape_box(5.0f, 0.5f);
    AukTransform tilted = auk_transform(auk_vec(0.0f, 1.5f), 5e-4f);
    int a, b;
    AukProjectionResult p = auk_alternating_projection_union(bars, 1, at(0.0f, 0.0f), &bar, 1, tilted, 0.0f, &a, &b);
    cr_assert_eq(p.status, AUK_ERROR_ITERATION_LIMIT);
    p = auk_alternating_projection_union(bars, 2, at(0.0f, 0.0f), &bar, 1, tilted, 0.0f, &a, &b);
    cr_assert(p.overlap && p.status == AUK_OK && a == 1 && b == 0 && p.projections > 10000);
}

Test(projection, a_union_of_one_is_the_shape_and_needs_no_place_for_the_fragments)
{
    AukShape box = auk_shape_box(1.0f, 2.0f),
             capsule = auk_shape_capsule(auk_vec(0.0f, 0.0f), auk_vec(1.0f, 1.0f), 0.5f);
    AukTransform pose_a = auk_transform(auk_vec(1.0f, 2.0f), 0.3f), pose_b = at(4.0f, 4.5f);
    AukProjectionResult one = project(&box, pose_a, &capsule, pose_b);
    AukProjectionResult many = auk_alternating_projection_union(&box, 1, pose_a, &capsule, 1, pose_b, 0.0f, NULL, NULL);
    cr_assert(one.distance == many.distance && one.projections == many.projections && same(one.point_a, many.point_a) &&
              same(one.point_b, many.point_b) && same(one.normal, many.normal) && many.status == AUK_OK);
}

Test(projection, fragments_far_behind_the_nearest_are_not_projected)
{
    AukShape capsules[50], ball = auk_shape_circle(1.0f);
    for (int i = 0; i < 50; i++) {
        capsules[i] = auk_shape_capsule(auk_vec(5.0f * (float)i, 0.0f), auk_vec(5.0f * (float)i, 1.0f), 0.5f);
    }
    int a, b;
    AukProjectionResult p =
        auk_alternating_projection_union(capsules, 50, at(0.0f, 0.0f), &ball, 1, at(0.0f, 4.0f), 0.0f, &a, &b);
    cr_assert(p.distance == 1.5f && a == 0 && b == 0);
    cr_assert_leq(p.projections, 6);
}

// ---- bad input ------------------------------------------------------------------------------------------------

static void assert_refused(AukProjectionResult p, AukStatus status)
{
    cr_assert_eq(p.status, status, "%s", auk_status_text(p.status));
    cr_assert(!p.overlap && p.distance == 0.0f && p.projections == 0);
    assert_zero(p.normal);
}

Test(projection, bad_input_is_answered_by_a_status_and_an_empty_record)
{
    AukShape box = auk_shape_box(1.0f, 1.0f), none = {0}, refused = auk_shape_circle(-1.0f);
    AukTransform here = at(0.0f, 0.0f), nowhere = at(NAN, 0.0f), beyond = at(0.0f, 2e15f);
    AukProjectionTrace trace = {steps, STEPS, 9, 9};
    assert_refused(auk_alternating_projection(NULL, here, &box, here, 0.0f, &trace), AUK_ERROR_NULL);
    cr_assert(trace.count == 0 && trace.total == 0);
    assert_refused(project(&box, here, NULL, here), AUK_ERROR_NULL);
    assert_refused(project(&box, here, &none, here), AUK_ERROR_NO_SHAPE);
    assert_refused(project(&refused, here, &box, here), AUK_ERROR_NEGATIVE);
    assert_refused(project(&box, here, &box, nowhere), AUK_ERROR_NOT_FINITE);
    assert_refused(project(&box, beyond, &box, here), AUK_ERROR_RANGE);
    assert_refused(auk_alternating_projection(&box, here, &box, here, NAN, NULL), AUK_ERROR_NOT_FINITE);
    assert_refused(auk_alternating_projection(&box, here, &box, here, INFINITY, NULL), AUK_ERROR_NOT_FINITE);
}

Test(projection, a_bad_union_leaves_the_fragments_alone)
{
    AukShape boxes[2] = {auk_shape_box(1.0f, 1.0f), {0}};
    AukTransform here = at(0.0f, 0.0f), nowhere = at(INFINITY, 0.0f);
    int a = 5, b = 6;
    assert_refused(auk_alternating_projection_union(boxes, 0, here, boxes, 1, here, 0.0f, &a, &b), AUK_ERROR_COUNT);
    assert_refused(auk_alternating_projection_union(boxes, 1, here, boxes, -1, here, 0.0f, &a, &b), AUK_ERROR_COUNT);
    assert_refused(auk_alternating_projection_union(NULL, 1, here, boxes, 1, here, 0.0f, &a, &b), AUK_ERROR_NULL);
    assert_refused(auk_alternating_projection_union(boxes, 1, here, NULL, 1, here, 0.0f, &a, &b), AUK_ERROR_NULL);
    assert_refused(auk_alternating_projection_union(boxes, 1, here, boxes, 2, here, 0.0f, &a, &b), AUK_ERROR_NO_SHAPE);
    assert_refused(auk_alternating_projection_union(boxes, 1, nowhere, boxes, 1, here, 0.0f, &a, &b),
                   AUK_ERROR_NOT_FINITE);
    assert_refused(auk_alternating_projection_union(boxes, 1, here, boxes, 1, here, NAN, &a, &b), AUK_ERROR_NOT_FINITE);
    cr_assert(a == 5 && b == 6);
}
