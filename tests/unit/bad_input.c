// What every function of geom.h does with input that no game should give it: a status, finite numbers, no crash.
#include "auk/geom.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const AukTransform identity = {{0.0f, 0.0f}, {1.0f, 0.0f}};

static bool finite_vec(AukVec2 v)
{
    return isfinite(v.x) && isfinite(v.y);
}

// Calls each function that takes two shapes, either way round, and returns the status they agree on.
static AukStatus status_of_pair(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    AukDistance d = auk_distance(a, pose_a, b, pose_b), e = auk_distance(b, pose_b, a, pose_a);
    AukGjkCache cache = {3, {9, 9, 9}, {9, 9, 9}};
    AukGjkResult g = auk_gjk(a, pose_a, b, pose_b, &cache, NULL);
    AukManifold m = auk_collide(a, pose_a, b, pose_b);
    AukVec2 delta = {1.0f, 2.0f};
    AukCast cast = auk_cast_shape(a, pose_a, delta, b, pose_b, NULL);
    AukPath path_a = {pose_a, delta, 1.0f}, path_b = {pose_b, {0.0f, 0.0f}, 0.0f};
    AukCast impact = auk_time_of_impact(a, &path_a, b, &path_b, NULL);
    cr_assert(isfinite(d.distance) && finite_vec(d.point_a) && finite_vec(d.point_b) && finite_vec(d.normal));
    cr_assert(isfinite(g.distance) && finite_vec(g.point_a) && finite_vec(g.point_b) && finite_vec(g.normal));
    cr_assert(isfinite(cast.fraction) && finite_vec(cast.point) && finite_vec(cast.normal));
    cr_assert(isfinite(impact.fraction) && finite_vec(impact.point) && finite_vec(impact.normal));
    cr_assert(isfinite(m.distance) && finite_vec(m.normal));
    AukStatus all[5] = {e.status, g.status, m.status, cast.status, impact.status};
    for (int i = 0; i < 5; i++) {
        cr_assert_eq(all[i], d.status, "function %d: %s, auk_distance: %s", i, auk_status_text(all[i]),
                     auk_status_text(d.status));
    }
    if (d.status != AUK_OK) {
        cr_assert(!auk_overlap(a, pose_a, b, pose_b) && !auk_overlap(b, pose_b, a, pose_a));
        cr_assert(m.count == 0 && !cast.hit && !impact.hit && !g.overlap);
    }
    return d.status;
}

// The same for functions of one shape.
static AukStatus status_of_one(const AukShape *shape, AukTransform pose)
{
    AukVec2 point = {0.5f, 0.25f};
    AukProjection p = auk_project_point(shape, pose, point);
    AukCast cast = auk_cast_ray(shape, pose, point, auk_vec(3.0f, 4.0f), NULL);
    AukBox bounds = auk_shape_bounds(shape, pose);
    cr_assert(isfinite(p.distance) && finite_vec(p.point) && finite_vec(p.normal));
    cr_assert(isfinite(cast.fraction) && finite_vec(cast.point) && finite_vec(cast.normal));
    cr_assert(finite_vec(auk_support(shape, pose, point)));
    cr_assert_eq(cast.status, p.status);
    if (p.status != AUK_OK) {
        cr_assert(!auk_contains(shape, pose, point) && !cast.hit);
        AukBox zero = {{0.0f, 0.0f}, {0.0f, 0.0f}};
        cr_assert_eq(memcmp(&bounds, &zero, sizeof zero), 0, "bounds of bad input are not {0}");
    }
    return p.status;
}

Test(bad_input, null_shapes)
{
    AukShape box = auk_shape_box(1.0f, 1.0f);
    cr_assert_eq(status_of_pair(NULL, identity, &box, identity), AUK_ERROR_NULL);
    cr_assert_eq(status_of_pair(&box, identity, NULL, identity), AUK_ERROR_NULL);
    cr_assert_eq(status_of_pair(NULL, identity, NULL, identity), AUK_ERROR_NULL);
    cr_assert_eq(status_of_one(NULL, identity), AUK_ERROR_NULL);
}

Test(bad_input, null_paths)
{
    AukShape box = auk_shape_box(1.0f, 1.0f);
    AukPath path = {identity, {0.0f, 0.0f}, 0.0f};
    cr_assert_eq(auk_time_of_impact(&box, NULL, &box, &path, NULL).status, AUK_ERROR_NULL);
    cr_assert_eq(auk_time_of_impact(&box, &path, &box, NULL, NULL).status, AUK_ERROR_NULL);
}

Test(bad_input, no_shape_at_all)
{
    AukShape none = {0}, box = auk_shape_box(1.0f, 1.0f);
    cr_assert_eq(status_of_pair(&none, identity, &box, identity), AUK_ERROR_NO_SHAPE);
    cr_assert_eq(status_of_pair(&box, identity, &none, identity), AUK_ERROR_NO_SHAPE);
    cr_assert_eq(status_of_one(&none, identity), AUK_ERROR_NO_SHAPE);
}

Test(bad_input, a_refused_shape_passes_on_why_it_was_refused)
{
    AukShape refused = auk_shape_box(0.0f, 1.0f), box = auk_shape_box(1.0f, 1.0f);
    AukVec2 clockwise[3] = {{0.0f, 0.0f}, {0.0f, 3.0f}, {4.0f, 0.0f}};
    AukShape polygon = auk_shape_polygon(clockwise, 3, 0.0f), negative = auk_shape_circle(-1.0f);
    cr_assert_eq(status_of_pair(&refused, identity, &box, identity), AUK_ERROR_ZERO_AREA);
    cr_assert_eq(status_of_pair(&box, identity, &polygon, identity), AUK_ERROR_NOT_CONVEX);
    cr_assert_eq(status_of_one(&refused, identity), AUK_ERROR_ZERO_AREA);
    cr_assert_eq(status_of_one(&polygon, identity), AUK_ERROR_NOT_CONVEX);
    cr_assert_eq(status_of_one(&negative, identity), AUK_ERROR_NEGATIVE);
}

// Beyond the range they were out of range, and only nearer to 0 negative.
Test(bad_input, a_size_below_zero_is_negative_however_far)
{
    const float sizes[] = {-1e-45f, -1.0f, -1e16f, -3e38f, -INFINITY};
    const AukVec2 corners[3] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {0.0f, 3.0f}};
    const AukShape box = auk_shape_box(1.0f, 1.0f);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const float size = sizes[i];
        AukCastOptions options = {.distance = size};
        AukVec2 vertices[3];
        AukStatus answers[] = {
            auk_shape_circle(size).status,
            auk_shape_box(size, 1.0f).status,
            auk_shape_box(1.0f, size).status,
            auk_shape_ellipse(1.0f, size).status,
            auk_shape_capsule(corners[0], corners[1], size).status,
            auk_shape_polygon(corners, 3, size).status,
            auk_shape_rounded(box, size).status,
            auk_shape_scale(&box, size, NULL).status,
            auk_regular_polygon(3, size, vertices),
            auk_cast_ray(&box, identity, corners[1], corners[2], &options).status,
        };
        for (size_t k = 0; k < sizeof answers / sizeof *answers; k++) {
            cr_assert_eq(answers[k], isfinite(size) ? AUK_ERROR_NEGATIVE : AUK_ERROR_NOT_FINITE, "%g, call %zu: %s",
                         (double)size, k, auk_status_text(answers[k]));
        }
    }
    cr_assert_eq(auk_shape_circle(1e16f).status, AUK_ERROR_RANGE);
}

Test(bad_input, a_kind_that_does_not_exist)
{
    AukShape strange = auk_shape_circle(1.0f), box = auk_shape_box(1.0f, 1.0f);
    static const int kinds[] = {AUK_SHAPE_KIND_COUNT, 77, -1};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        strange.kind = (AukShapeKind)kinds[i];
        cr_assert_neq(status_of_pair(&strange, identity, &box, identity), AUK_OK, "kind %d", kinds[i]);
        cr_assert_neq(status_of_pair(&box, identity, &strange, identity), AUK_OK, "kind %d", kinds[i]);
        cr_assert_neq(status_of_one(&strange, identity), AUK_OK, "kind %d", kinds[i]);
    }
}

Test(bad_input, poses_that_are_not_finite_or_out_of_range)
{
    AukShape box = auk_shape_box(1.0f, 1.0f), circle = auk_shape_circle(1.0f);
    static const struct {
        AukTransform pose;
        AukStatus status;
    } rows[] = {
        {{{NAN, 0.0f}, {1.0f, 0.0f}}, AUK_ERROR_NOT_FINITE},
        {{{0.0f, INFINITY}, {1.0f, 0.0f}}, AUK_ERROR_NOT_FINITE},
        {{{0.0f, -INFINITY}, {1.0f, 0.0f}}, AUK_ERROR_NOT_FINITE},
        {{{0.0f, 0.0f}, {NAN, 0.0f}}, AUK_ERROR_NOT_FINITE},
        {{{0.0f, 0.0f}, {1.0f, INFINITY}}, AUK_ERROR_NOT_FINITE},
        {{{2e15f, 0.0f}, {1.0f, 0.0f}}, AUK_ERROR_RANGE},
        {{{0.0f, -3e38f}, {1.0f, 0.0f}}, AUK_ERROR_RANGE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_assert_eq(status_of_pair(&box, rows[i].pose, &circle, identity), rows[i].status, "row %zu", i);
        cr_assert_eq(status_of_pair(&box, identity, &circle, rows[i].pose), rows[i].status, "row %zu", i);
        cr_assert_eq(status_of_one(&box, rows[i].pose), rows[i].status, "row %zu", i);
        cr_assert_eq(status_of_one(&circle, rows[i].pose), rows[i].status, "row %zu", i);
    }
}

Test(bad_input, points_rays_and_motions_that_are_not_finite_or_out_of_range)
{
    AukShape box = auk_shape_box(1.0f, 1.0f);
    AukVec2 good = {0.0f, 0.0f};
    static const struct {
        AukVec2 v;
        AukStatus status;
    } rows[] = {{{NAN, 0.0f}, AUK_ERROR_NOT_FINITE},
                {{0.0f, INFINITY}, AUK_ERROR_NOT_FINITE},
                {{-INFINITY, 0.0f}, AUK_ERROR_NOT_FINITE},
                {{0.0f, 1e16f}, AUK_ERROR_RANGE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        AukVec2 bad = rows[i].v;
        AukPath path = {identity, bad, 0.0f}, resting = {identity, {0.0f, 0.0f}, 0.0f};
        AukProjection p = auk_project_point(&box, identity, bad);
        AukCast casts[] = {auk_cast_ray(&box, identity, bad, good, NULL), auk_cast_ray(&box, identity, good, bad, NULL),
                           auk_cast_shape(&box, identity, bad, &box, identity, NULL),
                           auk_time_of_impact(&box, &path, &box, &resting, NULL),
                           auk_time_of_impact(&box, &resting, &box, &path, NULL)};
        for (size_t k = 0; k < sizeof casts / sizeof *casts; k++) {
            cr_assert_eq(casts[k].status, rows[i].status, "row %zu, cast %zu", i, k);
            cr_assert(!casts[k].hit && isfinite(casts[k].fraction) && finite_vec(casts[k].point) &&
                      finite_vec(casts[k].normal));
        }
        cr_assert_eq(p.status, rows[i].status, "row %zu", i);
        cr_assert(isfinite(p.distance) && finite_vec(p.point) && finite_vec(p.normal));
        cr_assert_not(auk_contains(&box, identity, bad));
        cr_assert(finite_vec(auk_support(&box, identity, bad)), "row %zu", i);
    }
}

Test(bad_input, turns_that_are_not_finite)
{
    AukShape box = auk_shape_box(1.0f, 1.0f);
    AukTransform away = {{5.0f, 0.0f}, {1.0f, 0.0f}};
    static const float turns[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        AukPath path = {identity, {1.0f, 0.0f}, turns[i]}, resting = {away, {0.0f, 0.0f}, 0.0f};
        cr_assert_eq(auk_time_of_impact(&box, &path, &box, &resting, NULL).status, AUK_ERROR_NOT_FINITE);
        cr_assert_eq(auk_time_of_impact(&box, &resting, &box, &path, NULL).status, AUK_ERROR_NOT_FINITE);
    }
}

Test(bad_input, an_absurd_turn_ends_in_bounded_time)
{
    AukShape box = auk_shape_box(1.0f, 0.1f);
    AukTransform away = {{1.05f, 0.0f}, {1.0f, 0.0f}};
    AukPath path = {identity, {-1.0f, 0.0f}, 1e14f}, resting = {away, {0.0f, 0.0f}, -1e14f};
    AukCast cast = auk_time_of_impact(&box, &path, &box, &resting, NULL);
    cr_assert(cast.hit || cast.status != AUK_OK || cast.fraction >= 0.0f);
    cr_assert(isfinite(cast.fraction) && cast.fraction >= 0.0f && cast.fraction <= 1.0f);
}

Test(bad_input, shapes_at_every_limit_give_finite_answers)
{
    AukVec2 corners[3] = {{-1e15f, -1e15f}, {1e15f, -1e15f}, {0.0f, 1e15f}};
    AukVec2 specks[3] = {{0.0f, 0.0f}, {1e-38f, 0.0f}, {0.0f, 1e-38f}};
    AukShape shapes[] = {auk_shape_circle(1e15f),
                         auk_shape_circle(0.0f),
                         auk_shape_circle(1e-44f),
                         auk_shape_box(1e15f, 1e-44f),
                         auk_shape_polygon(corners, 3, 1e15f),
                         auk_shape_polygon(specks, 3, 0.0f),
                         auk_shape_segment(auk_vec(-1e15f, -1e15f), auk_vec(1e15f, 1e15f)),
                         auk_shape_capsule(auk_vec(1e-44f, 0.0f), auk_vec(0.0f, 0.0f), 1e-44f)};
    AukTransform poses[] = {identity,
                            {{1e15f, -1e15f}, {0.6f, 0.8f}},
                            {{-1e15f, 1e15f}, {0.0f, 0.0f}},
                            {{1e-44f, -1e-44f}, {1e-44f, 1e-44f}},
                            {{0.0f, 0.0f}, {1e15f, -1e15f}}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        cr_assert_eq(shapes[i].status, AUK_OK, "shape %zu", i);
        for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
            for (size_t p = 0; p < 25; p++) {
                AukDistance d = auk_distance(&shapes[i], poses[p / 5], &shapes[k], poses[p % 5]);
                cr_assert_eq(d.status, AUK_OK, "shapes %zu and %zu, poses %zu: %s", i, k, p, auk_status_text(d.status));
                cr_assert(isfinite(d.distance) && finite_vec(d.point_a) && finite_vec(d.point_b));
                cr_assert_float_eq(hypot((double)d.normal.x, (double)d.normal.y), 1.0, 1e-5);
                AukManifold m = auk_collide(&shapes[i], poses[p / 5], &shapes[k], poses[p % 5]);
                cr_assert(m.status == AUK_OK && m.count >= 0 && m.count <= 2 && isfinite(m.distance));
            }
        }
    }
}
