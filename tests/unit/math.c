// The inline arithmetic of math2d.h: each function against its definition, in double.
#include "auk/math2d.h"

#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>

static bool near_vec(AukVec2 v, double x, double y, double bound)
{
    return fabs((double)v.x - x) <= bound && fabs((double)v.y - y) <= bound;
}

static bool same_vec(AukVec2 a, AukVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

Test(math, vectors_add_subtract_scale_and_negate)
{
    AukVec2 a = {1.0f, -2.0f}, b = {0.5f, 4.0f};
    cr_assert(same_vec(auk_vec_add(a, b), auk_vec(1.5f, 2.0f)));
    cr_assert(same_vec(auk_vec_sub(a, b), auk_vec(0.5f, -6.0f)));
    cr_assert(same_vec(auk_vec_scale(-3.0f, a), auk_vec(-3.0f, 6.0f)));
    cr_assert(same_vec(auk_vec_neg(a), auk_vec(-1.0f, 2.0f)));
}

Test(math, interpolation_starts_at_a_and_passes_the_middle)
{
    AukVec2 a = {1.0f, -2.0f}, b = {3.0f, 4.0f};
    cr_assert(same_vec(auk_vec_lerp(a, b, 0.0f), a));
    cr_assert(same_vec(auk_vec_lerp(a, b, 0.5f), auk_vec(2.0f, 1.0f)));
    cr_assert(same_vec(auk_vec_lerp(a, b, 1.0f), b));
}

Test(math, cross_is_positive_where_the_second_vector_is_counter_clockwise)
{
    AukVec2 x = {1.0f, 0.0f}, y = {0.0f, 1.0f};
    cr_assert_eq(auk_vec_cross(x, y), 1.0f);
    cr_assert_eq(auk_vec_cross(y, x), -1.0f);
    cr_assert_eq(auk_vec_dot(x, y), 0.0f);
    cr_assert(same_vec(auk_vec_perp(x), y));
}

Test(math, a_normalised_vector_has_length_one_and_a_zero_vector_stays_zero)
{
    cr_assert(same_vec(auk_vec_normalize(auk_vec(3.0f, -4.0f)), auk_vec(0.6f, -0.8f)));
    cr_assert(same_vec(auk_vec_normalize(auk_vec(0.0f, 0.0f)), auk_vec(0.0f, 0.0f)));
    cr_assert(same_vec(auk_vec_normalize(auk_vec(INFINITY, 1.0f)), auk_vec(0.0f, 0.0f)));
    cr_assert(same_vec(auk_vec_normalize(auk_vec(1.0f, NAN)), auk_vec(0.0f, 0.0f)));
    cr_assert_eq(auk_vec_length(auk_vec(-3.0f, 4.0f)), 5.0f);
}

// It was 0.944 long at 1e-22, and {0, 0} below 3e-23 and above 1.8e19.
Test(math, vectors_of_any_length_have_a_direction)
{
    const AukVec2 v = {1.2f, -0.7f}, unit = auk_vec_normalize(v);
    for (int i = -125; i <= 126; i++) {
        AukVec2 scaled = {ldexpf(v.x, i), ldexpf(v.y, i)};
        cr_assert(same_vec(auk_vec_normalize(scaled), unit), "2^%d", i);
        AukRot q = auk_rot_towards(scaled);
        cr_assert(q.c == unit.x && q.s == unit.y, "2^%d", i);
    }
    cr_assert(same_vec(auk_vec_normalize(auk_vec(0.0f, -1e-45f)), auk_vec(0.0f, -1.0f)));
    cr_assert(near_vec(auk_vec_normalize(auk_vec(3.4e38f, 3.4e38f)), sqrt(0.5), sqrt(0.5), 1e-7));
    Random random = random_start(random_seed(), 5);
    for (int i = 0; i < 10000; i++) {
        AukVec2 any = {random_finite(&random), random_finite(&random)}, along = auk_vec_normalize(any);
        double length = hypot((double)any.x, (double)any.y);
        cr_assert(length == 0.0 || near_vec(along, (double)any.x / length, (double)any.y / length, 1.5e-7),
                  "(%a, %a), AUK_SEED=%llu", (double)any.x, (double)any.y, (unsigned long long)random.seed);
    }
}

Test(math, rotations_turn_counter_clockwise)
{
    AukRot quarter = auk_rot(1.57079632679f);
    cr_assert(near_vec(auk_rot_apply(quarter, auk_vec(2.0f, 0.0f)), 0.0, 2.0, 1e-6));
    AukRot none = auk_rot_identity();
    cr_assert(same_vec(auk_rot_apply(none, auk_vec(2.0f, 3.0f)), auk_vec(2.0f, 3.0f)));
    cr_assert_eq(auk_rot_angle(none), 0.0f);
    AukRot zeroed = {0.0f, 0.0f};
    cr_assert_eq(auk_rot_angle(zeroed), 0.0f);
    const AukRot no_angles[] = {{NAN, 0.0f}, {1.0f, NAN}, {-NAN, NAN}, {INFINITY, -INFINITY}};
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(auk_rot_angle(no_angles[i]), 0.0f);
    }
}

Test(math, angles_survive_the_way_through_a_rotation)
{
    Random random = random_start(random_seed(), 1);
    for (int i = 0; i < 10000; i++) {
        float angle = random_float(&random, -3.14159f, 3.14159f);
        AukRot q = auk_rot(angle);
        cr_assert_float_eq((double)q.c, cos((double)angle), 1e-7);
        cr_assert_float_eq((double)q.s, sin((double)angle), 1e-7);
        cr_assert_float_eq((double)auk_rot_angle(q), (double)angle, 3e-7, "angle %a", (double)angle);
        AukRot vector = {ldexpf(q.c, i % 200 - 100), ldexpf(q.s, i % 200 - 100)};
        cr_assert_float_eq((double)auk_rot_angle(vector), (double)angle, 3e-7, "angle %a", (double)angle);
    }
}

// Beside the C library's arctangent.
Test(math, vectors_have_the_angle_and_the_rotation_of_their_direction)
{
    for (int i = 0; i < 1000; i++) {
        AukVec2 v = auk_vec((float)(i * 37 % 201 - 100) * 0.25f, (float)(i * 53 % 199 - 99));
        float angle = auk_vec_angle(v), exact = v.x == 0.0f && v.y == 0.0f ? 0.0f : atan2f(v.y, v.x);
        cr_assert_float_eq((double)angle, (double)exact, 1e-6);
        AukRot q = auk_rot_towards(v);
        AukVec2 along = auk_rot_apply(q, auk_vec(auk_vec_length(v), 0.0f));
        cr_assert_float_eq((double)along.x, (double)v.x, 1e-4);
        cr_assert_float_eq((double)along.y, (double)v.y, 1e-4);
    }
    AukRot none = auk_rot_towards(auk_vec(0.0f, 0.0f));
    cr_assert(none.c == 1.0f && none.s == 0.0f);
}

Test(math, a_transform_and_its_inverse_cancel)
{
    Random random = random_start(random_seed(), 2);
    for (int i = 0; i < 10000; i++) {
        AukTransform t = random_pose(&random, 10.0f);
        AukVec2 v = random_vec(&random, -10.0f, 10.0f);
        AukVec2 moved = auk_transform_apply(t, v);
        double x = (double)t.p.x + (double)t.q.c * (double)v.x - (double)t.q.s * (double)v.y;
        double y = (double)t.p.y + (double)t.q.s * (double)v.x + (double)t.q.c * (double)v.y;
        cr_assert(near_vec(moved, x, y, 5e-6));
        cr_assert(near_vec(auk_transform_apply_inverse(t, moved), (double)v.x, (double)v.y, 1e-5));
        cr_assert(near_vec(auk_rot_apply_inverse(t.q, auk_rot_apply(t.q, v)), (double)v.x, (double)v.y, 5e-6));
    }
    AukTransform pose = auk_transform(auk_vec(1.0f, 2.0f), 0.0f);
    cr_assert(same_vec(auk_transform_apply(pose, auk_vec(3.0f, 4.0f)), auk_vec(4.0f, 6.0f)));
    cr_assert(same_vec(auk_transform_apply(auk_transform_identity(), pose.p), pose.p));
}

Test(math, boxes_that_touch_overlap_and_contain_their_own_border)
{
    AukBox a = auk_box(auk_vec(0.0f, 0.0f), auk_vec(1.0f, 1.0f));
    AukBox touching = auk_box(auk_vec(1.0f, 1.0f), auk_vec(2.0f, 2.0f));
    AukBox apart = auk_box(auk_vec(0.0f, nextafterf(1.0f, 2.0f)), auk_vec(1.0f, 2.0f));
    cr_assert(auk_box_overlap(a, touching) && auk_box_overlap(touching, a));
    cr_assert(!auk_box_overlap(a, apart) && !auk_box_overlap(apart, a));
    cr_assert(auk_box_contains(a, a) && !auk_box_contains(a, touching));
    AukBox both = auk_box_union(a, touching);
    cr_assert(same_vec(both.min, a.min) && same_vec(both.max, touching.max));
    cr_assert(auk_box_contains(both, a) && auk_box_contains(both, touching));
}

Test(math, shapes_meet_unless_one_ignores_the_other_or_they_share_a_group)
{
    AukFilter plain = {0, 0, 0}, second = {2, 0, 0}, ignores_second = {0, 2, 0}, ignores_first = {4, 1, 0};
    cr_assert(auk_filter_meets(plain, plain));
    cr_assert(!auk_filter_meets(ignores_second, second) && !auk_filter_meets(second, ignores_second));
    cr_assert(!auk_filter_meets(plain, ignores_first), "category 0 is read as 1");
    AukFilter group = {0, 0, 7}, other_group = {0, 0, 8};
    cr_assert(!auk_filter_meets(group, group));
    cr_assert(auk_filter_meets(group, other_group) && auk_filter_meets(group, plain));
}

Test(math, a_mask_meets_the_categories_whose_bits_are_set)
{
    AukFilter mask = auk_filter_mask(2, 4), one = {1, 0, 0}, four = {4, 0, 0};
    cr_assert(!auk_filter_meets(mask, one));
    cr_assert(auk_filter_meets(mask, four));
    cr_assert(!auk_filter_meets(auk_filter_mask(2, 0), four), "an empty mask meets nobody");
}

Test(math, ids_are_equal_when_index_and_generation_are)
{
    AukBodyId a = {3, 1}, b = {3, 2}, c = {4, 1};
    cr_assert(auk_body_id_equal(a, a) && !auk_body_id_equal(a, b) && !auk_body_id_equal(a, c));
    AukShapeId d = {3, 1}, e = {3, 2};
    cr_assert(auk_shape_id_equal(d, d) && !auk_shape_id_equal(d, e));
}

Test(math, products_of_poses_apply_the_right_one_first_and_inverses_undo_them)
{
    Random random = random_start(random_seed(), 7);
    for (int i = 0; i < 1000; i++) {
        AukTransform a = auk_transform(random_vec(&random, -9.0f, 9.0f), random_float(&random, -9.0f, 9.0f));
        AukTransform b = auk_transform(random_vec(&random, -9.0f, 9.0f), random_float(&random, -9.0f, 9.0f));
        AukVec2 v = random_vec(&random, -9.0f, 9.0f), both = auk_transform_apply(a, auk_transform_apply(b, v));
        cr_assert(near_vec(auk_transform_apply(auk_transform_multiply(a, b), v), (double)both.x, (double)both.y, 2e-5));
        cr_assert(near_vec(auk_transform_apply(auk_transform_inverse(a), auk_transform_apply(a, v)), (double)v.x,
                           (double)v.y, 2e-5));
        AukRot none = auk_rot_multiply(auk_rot_inverse(a.q), a.q);
        cr_assert(fabs((double)none.c - 1.0) < 1e-6 && fabs((double)none.s) < 1e-6);
        cr_assert(near_vec(auk_rot_apply(auk_rot_multiply(a.q, b.q), v),
                           (double)auk_rot_apply(a.q, auk_rot_apply(b.q, v)).x,
                           (double)auk_rot_apply(a.q, auk_rot_apply(b.q, v)).y, 2e-5));
    }
}

Test(math, lengths_scaled_sums_points_in_boxes_and_null_ids)
{
    cr_assert_eq(auk_vec_length_squared(auk_vec(-3.0f, 4.0f)), 25.0f);
    cr_assert(same_vec(auk_vec_add_scaled(auk_vec(1.0f, 2.0f), 3.0f, auk_vec(10.0f, -1.0f)), auk_vec(31.0f, -1.0f)));
    AukBox box = {{0.0f, 0.0f}, {2.0f, 1.0f}};
    cr_assert(auk_box_contains_point(box, auk_vec(2.0f, 0.0f)) && auk_box_contains_point(box, auk_vec(1.0f, 0.5f)));
    cr_assert(!auk_box_contains_point(box, auk_vec(2.0f, 1.5f)) && !auk_box_contains_point(box, auk_vec(-0.1f, 0.0f)));
    cr_assert(!auk_box_contains_point(box, auk_vec(NAN, 0.5f)), "NaN is in no box");
    AukBodyId none = {0, 0}, some = {0, 1};
    AukShapeId no_shape = {0, 0}, first = {0, 1};
    cr_assert(auk_body_id_is_null(none) && !auk_body_id_is_null(some));
    cr_assert(auk_shape_id_is_null(no_shape) && !auk_shape_id_is_null(first));
}
