// Half-planes without a world: constructor, distance, manifold, casts, times of impact, and what is refused.
#include "auk/auk.h"

#include <criterion/criterion.h>
#include <math.h>

#define PI_F 3.14159265f

static bool near(float a, float b, float slack)
{
    return fabsf(a - b) <= slack;
}

static bool near_vec(AukVec2 a, float x, float y)
{
    return near(a.x, x, 1e-5f) && near(a.y, y, 1e-5f);
}

static AukTransform at(float x, float y, float angle)
{
    return auk_transform(auk_vec(x, y), angle);
}

static const AukShape ground_shape = {.kind = AUK_SHAPE_HALF_PLANE, .core.half_plane = {{0.0f, 1.0f}, 0.0f}};

Test(half_plane, bad_normals_and_offsets_are_refused)
{
    cr_assert_eq(auk_shape_half_plane(auk_vec(0.0f, 0.0f), 0.0f).status, AUK_ERROR_ZERO_AREA);
    cr_assert_eq(auk_shape_half_plane(auk_vec(NAN, 1.0f), 0.0f).status, AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_shape_half_plane(auk_vec(0.0f, INFINITY), 0.0f).status, AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_shape_half_plane(auk_vec(0.0f, 1e20f), 0.0f).status, AUK_ERROR_RANGE);
    cr_assert_eq(auk_shape_half_plane(auk_vec(0.0f, 1.0f), NAN).status, AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_shape_half_plane(auk_vec(0.0f, 1.0f), 1e16f).status, AUK_ERROR_RANGE);
    cr_assert_eq(auk_shape_half_plane(auk_vec(0.0f, 1e-3f), 1e13f).status, AUK_ERROR_RANGE);
    cr_assert_eq(auk_shape_half_plane(auk_vec(0.0f, 1.1e15f), 0.0f).status, AUK_ERROR_RANGE);
    cr_assert_eq(auk_shape_half_plane(auk_vec(AUK_COORDINATE_MAX, -AUK_COORDINATE_MAX), 0.0f).status, AUK_OK);
    cr_assert_eq(auk_shape_half_plane(auk_vec(0.0f, 1e-38f), 0.0f).status, AUK_OK);
    cr_assert_eq(auk_shape_half_plane(auk_vec(0.0f, 1e-45f), 0.0f).status, AUK_OK);
    AukShape shape = auk_shape_half_plane(auk_vec(3.0f, 4.0f), 10.0f);
    cr_assert(shape.kind == AUK_SHAPE_HALF_PLANE && shape.status == AUK_OK);
    cr_assert_eq(auk_shape_rounded(shape, -1.0f).status, AUK_ERROR_NEGATIVE);
}

Test(half_plane, the_length_of_the_normal_scales_the_offset)
{
    AukShape plane = auk_shape_half_plane(auk_vec(3.0f, 4.0f), 10.0f); // the surface is 2 from the origin
    AukTransform none = at(0.0f, 0.0f, 0.0f);
    cr_assert(auk_contains(&plane, none, auk_vec(1.2f - 0.001f, 1.6f)));
    cr_assert(!auk_contains(&plane, none, auk_vec(1.2f + 0.001f, 1.6f)));
    AukProjection found = auk_project_point(&plane, none, auk_vec(3.0f, 4.0f));
    cr_assert(near(found.distance, 3.0f, 1e-6f) && near_vec(found.point, 1.2f, 1.6f));
    cr_assert(near_vec(found.normal, 0.6f, 0.8f) && found.status == AUK_OK);
    AukShape twice = auk_shape_scale(&plane, 2.0f, NULL);
    cr_assert(near(auk_project_point(&twice, none, auk_vec(3.0f, 4.0f)).distance, 1.0f, 1e-6f));
    AukShape mirrored = auk_shape_mirror(&plane, true, false, NULL);
    cr_assert(near(auk_project_point(&mirrored, none, auk_vec(-3.0f, 4.0f)).distance, 3.0f, 1e-6f));
}

Test(half_plane, its_box_is_open_on_three_sides_or_on_four)
{
    AukBox level = auk_shape_bounds(&ground_shape, at(5.0f, 2.0f, 0.0f));
    cr_assert(level.max.y == 2.0f && level.min.y == -INFINITY && level.min.x == -INFINITY && level.max.x == INFINITY);
    AukBox tilted = auk_shape_bounds(&ground_shape, at(5.0f, 2.0f, 0.5f));
    cr_assert(tilted.max.y == INFINITY && tilted.min.y == -INFINITY);
    cr_assert(near_vec(auk_support(&ground_shape, at(5.0f, 2.0f, 0.0f), auk_vec(1.0f, 1.0f)), 5.0f, 2.0f));
}

Test(half_plane, distance_and_depth_are_those_of_the_nearest_corner)
{
    AukShape box = auk_shape_box(1.0f, 1.0f), rounded = auk_shape_rounded(ground_shape, 0.25f);
    AukDistance apart = auk_distance(&ground_shape, at(100.0f, 0.0f, 0.0f), &box, at(-50.0f, 3.0f, PI_F / 4.0f));
    cr_assert(near(apart.distance, 3.0f - sqrtf(2.0f), 1e-5f) && near_vec(apart.normal, 0.0f, 1.0f));
    cr_assert(near_vec(apart.point_a, -50.0f, 0.0f) && apart.status == AUK_OK);
    AukDistance deep = auk_distance(&box, at(7.0f, -5.0f, 0.0f), &ground_shape, at(0.0f, 0.0f, 0.0f));
    cr_assert(near(deep.distance, -6.0f, 1e-6f) && near_vec(deep.normal, 0.0f, -1.0f));
    cr_assert(near(auk_distance(&rounded, at(0.0f, 0.0f, 0.0f), &box, at(0.0f, 3.0f, 0.0f)).distance, 1.75f, 1e-6f));
    cr_assert(auk_overlap(&ground_shape, at(0.0f, 0.0f, 0.0f), &box, at(9.0f, 1.0f, 0.0f)));
    cr_assert(!auk_overlap(&ground_shape, at(0.0f, 0.0f, 0.0f), &box, at(9.0f, 1.0001f, 0.0f)));
}

Test(half_plane, a_box_that_lies_flat_has_two_contacts_and_a_tilted_one_has_one)
{
    AukShape box = auk_shape_box(2.0f, 1.0f);
    AukManifold flat = auk_collide(&ground_shape, at(0.0f, 0.0f, 0.0f), &box, at(1e4f, 0.75f, 0.0f));
    cr_assert(flat.count == 2 && near_vec(flat.normal, 0.0f, 1.0f) && near(flat.distance, -0.25f, 1e-6f));
    cr_assert(near(fabsf(flat.points[0].point.x - flat.points[1].point.x), 4.0f, 1e-3f));
    cr_assert(near(flat.points[0].point.y, -0.125f, 1e-6f) && near(flat.points[0].distance, -0.25f, 1e-6f));
    cr_assert(flat.points[0].feature_a == AUK_FEATURE_EDGE && flat.points[0].feature_b < 4);
    AukManifold turned = auk_collide(&box, at(1e4f, 0.75f, 0.0f), &ground_shape, at(0.0f, 0.0f, 0.0f));
    cr_assert(turned.count == 2 && near_vec(turned.normal, 0.0f, -1.0f));
    cr_assert(turned.points[0].feature_b == AUK_FEATURE_EDGE && turned.points[0].feature_a < 4);
    AukManifold tilted = auk_collide(&ground_shape, at(0.0f, 0.0f, 0.0f), &box, at(0.0f, 1.0f, 0.3f));
    cr_assert(tilted.count == 1 && tilted.points[0].feature_b < 4);
    AukShape ball = auk_shape_circle(1.0f);
    cr_assert_eq(auk_collide(&ground_shape, at(0.0f, 0.0f, 0.0f), &ball, at(0.0f, 0.9f, 0.0f)).count, 1);
    cr_assert_eq(auk_collide(&ground_shape, at(0.0f, 0.0f, 0.0f), &ball, at(0.0f, 1.1f, 0.0f)).count, 0);
}

Test(half_plane, a_shape_far_along_the_surface_touches_at_the_same_distance_as_one_nearby)
{
    AukShape ball = auk_shape_circle(0.5f);
    for (float x = 0.0f; x < 1e7f; x = 10.0f * x + 1.0f) {
        cr_assert_eq(auk_collide(&ground_shape, at(0.0f, 0.0f, 0.0f), &ball, at(x, 0.50001f, 0.0f)).count, 0, "%g",
                     (double)x);
        cr_assert_eq(auk_collide(&ground_shape, at(0.0f, 0.0f, 0.0f), &ball, at(x, 0.5f, 0.0f)).count, 1, "%g",
                     (double)x);
    }
}

Test(half_plane, casts_and_rays_end_at_the_surface)
{
    AukShape box = auk_shape_box(1.0f, 1.0f);
    AukTransform none = at(0.0f, 0.0f, 0.0f);
    AukCast cast = auk_cast_shape(&box, at(0.0f, 5.0f, 0.0f), auk_vec(3.0f, -8.0f), &ground_shape, none, NULL);
    cr_assert(cast.hit && near(cast.fraction, 0.5f, 1e-6f) && near_vec(cast.normal, 0.0f, -1.0f));
    cr_assert(near(cast.point.y, 0.0f, 1e-6f));
    cast = auk_cast_shape(&ground_shape, none, auk_vec(0.0f, 8.0f), &box, at(0.0f, 5.0f, 0.0f), NULL);
    cr_assert(cast.hit && near(cast.fraction, 0.5f, 1e-6f) && near_vec(cast.normal, 0.0f, 1.0f));
    cr_assert(near(cast.point.y, 4.0f, 1e-6f));
    cr_assert(!auk_cast_shape(&box, at(0.0f, 5.0f, 0.0f), auk_vec(3.0f, 8.0f), &ground_shape, none, NULL).hit);
    cr_assert(!auk_cast_shape(&box, at(0.0f, 5.0f, 0.0f), auk_vec(0.0f, -3.9f), &ground_shape, none, NULL).hit);
    AukCastOptions options = {.distance = 1.0f};
    AukCast ray = auk_cast_ray(&ground_shape, none, auk_vec(2.0f, 4.0f), auk_vec(4.0f, -8.0f), &options);
    cr_assert(ray.hit && near(ray.fraction, 0.375f, 1e-6f) && near_vec(ray.normal, 0.0f, 1.0f));
    AukCast inside = auk_cast_ray(&ground_shape, none, auk_vec(0.0f, -1.0f), auk_vec(0.0f, 5.0f), NULL);
    cr_assert(inside.hit && inside.fraction == 0.0f && near_vec(inside.normal, 0.0f, 0.0f));
    options = (AukCastOptions){.skip_overlapping = true};
    cr_assert(!auk_cast_ray(&ground_shape, none, auk_vec(0.0f, -1.0f), auk_vec(0.0f, -5.0f), &options).hit);
}

Test(half_plane, a_turning_box_meets_the_surface_with_its_corner)
{
    AukShape box = auk_shape_box(1.0f, 1.0f);
    AukPath rests = {at(0.0f, 0.0f, 0.0f), {0.0f, 0.0f}, 0.0f}, turns = {at(0.0f, 1.2f, 0.0f), {0.0f, 0.0f}, 1.5f};
    AukCast cast = auk_time_of_impact(&ground_shape, &rests, &box, &turns, NULL);
    float angle = PI_F / 4.0f - acosf(1.2f / sqrtf(2.0f)); // sqrt 2 cos(45 degrees - angle) = 1.2
    cr_assert(cast.hit && near(cast.fraction, angle / 1.5f, 1e-5f) && near_vec(cast.normal, 0.0f, 1.0f));
    turns.start.p.y = 1.42f;
    cr_assert(!auk_time_of_impact(&ground_shape, &rests, &box, &turns, NULL).hit);
    AukPath plane_turns = {at(0.0f, 0.0f, 0.0f), {0.0f, 0.0f}, 1.0f};
    AukShape ball = auk_shape_circle(1.0f);
    AukPath ball_rests = {at(10.0f, 5.0f, 0.0f), {0.0f, 0.0f}, 0.0f};
    cast = auk_time_of_impact(&ground_shape, &plane_turns, &ball, &ball_rests, NULL);
    float place = atan2f(5.0f, 10.0f) - asinf(1.0f / hypotf(10.0f, 5.0f));
    cr_assert(cast.hit && cast.status == AUK_OK && near(cast.fraction, place, 1e-5f), "%g, not %g",
              (double)cast.fraction, (double)place);
}

Test(half_plane, two_half_planes_and_calls_that_need_bounded_shapes_are_refused)
{
    AukShape other = auk_shape_half_plane(auk_vec(0.0f, -1.0f), 1.0f), ball = auk_shape_circle(1.0f);
    AukTransform none = at(0.0f, 0.0f, 0.0f);
    AukPath rests = {none, {0.0f, 0.0f}, 0.0f};
    cr_assert_eq(auk_distance(&ground_shape, none, &other, none).status, AUK_ERROR_UNSUPPORTED);
    cr_assert_eq(auk_collide(&ground_shape, none, &other, none).status, AUK_ERROR_UNSUPPORTED);
    cr_assert(!auk_overlap(&ground_shape, none, &ground_shape, none));
    cr_assert_eq(auk_cast_shape(&ground_shape, none, auk_vec(0.0f, 1.0f), &other, none, NULL).status,
                 AUK_ERROR_UNSUPPORTED);
    cr_assert_eq(auk_time_of_impact(&ground_shape, &rests, &other, &rests, NULL).status, AUK_ERROR_UNSUPPORTED);
    cr_assert_eq(auk_gjk(&ground_shape, none, &ball, none, NULL, NULL).status, AUK_ERROR_UNSUPPORTED);
    cr_assert_eq(auk_epa(&ball, none, &ground_shape, none, NULL).status, AUK_ERROR_UNSUPPORTED);
    cr_assert_eq(auk_alternating_projection(&ball, none, &ground_shape, none, 0.0f, NULL).status,
                 AUK_ERROR_UNSUPPORTED);
    cr_assert_eq(auk_alternating_projection_union(&ground_shape, 1, none, &ball, 1, none, 0.0f, NULL, NULL).status,
                 AUK_ERROR_UNSUPPORTED);
    AukVec2 points[8];
    cr_assert_eq(auk_minkowski_difference(&ground_shape, none, &ball, none, points, 8), -(int)AUK_ERROR_UNSUPPORTED);
    cr_assert_eq(auk_shape_measure(&ground_shape).status, AUK_ERROR_UNSUPPORTED);
}
