// Questions about one shape: points, support points, bounds, measures.
#include "prop/numbers.h"
#include "support/check.h"
#include "support/check_text.h"
#include "support/prop.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>

static float reach_of(const AukShape *shape)
{
    static OracleShape placed;
    oracle_place(&placed, shape, auk_transform_identity(), auk_vec(0.0f, 0.0f));
    return (float)oracle_reach(&placed);
}

// Near the shape, its position, on the surface, and where the other shape is.
static AukVec2 random_point(Random *random, const Pair *pair)
{
    const PairSide *a = &pair->a;
    float reach = 1.5f * reach_of(&a->shape);
    switch (random_int(random, 0, 5)) {
    case 0: return a->pose.p;
    case 1: return auk_support(&a->shape, a->pose, random_direction(random));
    case 2: return pair->b.pose.p;
    default: return auk_vec_add(a->pose.p, random_vec(random, -reach, reach));
    }
}

static const char *point_agrees(Random *random, const Pair *pair)
{
    AukVec2 point = random_point(random, pair);
    const char *wrong = check_point(&pair->a.shape, pair->a.pose, point);
    return wrong ? check__say("point (%a, %a): %s", (double)point.x, (double)point.y, wrong) : NULL;
}

ParameterizedTestParameters(geom_shape, points_are_projected_and_contained_as_the_oracle_says)
{
    return numbers_below(PAIR_KIND_COUNT);
}

ParameterizedTest(int *kind, geom_shape, points_are_projected_and_contained_as_the_oracle_says)
{
    cr_assert(prop_holds_of_one(PROP_POINT, (PairKind)*kind, point_agrees));
}

static const char *support_agrees(Random *random, const Pair *pair)
{
    AukVec2 direction = auk_vec_scale((float)random_log(random, 1e-20, 1e15), random_direction(random));
    if (random_chance(random, 0.2)) { // along an axis of the shape
        direction = auk_vec(pair->a.pose.q.c, pair->a.pose.q.s);
        direction = random_chance(random, 0.5) ? auk_vec_perp(direction) : direction;
    }
    if (direction.x == 0.0f && direction.y == 0.0f) {
        return NULL;
    }
    const char *wrong = check_support(&pair->a.shape, pair->a.pose, direction);
    return wrong ? check__say("direction (%a, %a): %s", (double)direction.x, (double)direction.y, wrong) : NULL;
}

ParameterizedTestParameters(geom_shape, support_points_are_the_farthest_and_belong_to_the_shape)
{
    return numbers_below(PAIR_KIND_COUNT);
}

ParameterizedTest(int *kind, geom_shape, support_points_are_the_farthest_and_belong_to_the_shape)
{
    cr_assert(prop_holds_of_one(PROP_SUPPORT, (PairKind)*kind, support_agrees));
}

static const char *bounds_agree(Random *random, const Pair *pair)
{
    (void)random;
    return check_bounds(&pair->a.shape, pair->a.pose);
}

ParameterizedTestParameters(geom_shape, bounds_lose_no_point_and_are_tight)
{
    return numbers_below(PAIR_KIND_COUNT);
}

ParameterizedTest(int *kind, geom_shape, bounds_lose_no_point_and_are_tight)
{
    cr_assert(prop_holds_of_one(PROP_BOUNDS, (PairKind)*kind, bounds_agree));
}

static const char *measure_agrees(Random *random, const Pair *pair)
{
    (void)random;
    return check_measure(&pair->a.shape);
}

ParameterizedTestParameters(geom_shape, area_perimeter_and_centroid_agree_with_an_integral_along_the_outline)
{
    return numbers_below(PAIR_KIND_COUNT);
}

ParameterizedTest(int *kind, geom_shape, area_perimeter_and_centroid_agree_with_an_integral_along_the_outline)
{
    cr_assert(prop_holds_of_one(PROP_MEASURE, (PairKind)*kind, measure_agrees));
}

// ---- scaling ----------------------------------------------------------------------------------------------------

static const char *points_scale(const PairSide *side, const PairSide *scaled, float k, AukVec2 point)
{
    AukVec2 there = auk_vec_scale(k, point);
    AukProjection before = auk_project_point(&side->shape, side->pose, point);
    AukProjection after = auk_project_point(&scaled->shape, scaled->pose, there);
    if (!check_scales_vec(before.point, after.point, k) || !check_scales_vec(before.normal, after.normal, 1.0f) ||
        !check_scales(before.distance, after.distance, k)) {
        return "the projection of a point";
    }
    return auk_contains(&side->shape, side->pose, point) == auk_contains(&scaled->shape, scaled->pose, there)
               ? NULL
               : "containing a point";
}

static const char *answers_scale(Random *random, const PairSide *side, const PairSide *scaled, float k, AukVec2 point)
{
    AukVec2 direction = random_direction(random);
    AukBox before = auk_shape_bounds(&side->shape, side->pose), after = auk_shape_bounds(&scaled->shape, scaled->pose);
    if (!check_scales_vec(before.min, after.min, k) || !check_scales_vec(before.max, after.max, k)) {
        return "the bounds";
    }
    if (!check_scales_vec(auk_support(&side->shape, side->pose, direction),
                          auk_support(&scaled->shape, scaled->pose, direction), k)) {
        return "the support point";
    }
    AukVec2 delta = auk_vec_scale(random_float(random, 0.0f, 2.0f), auk_vec_sub(side->pose.p, point));
    AukCast ray = auk_cast_ray(&side->shape, side->pose, point, delta, NULL);
    AukCast longer = auk_cast_ray(&scaled->shape, scaled->pose, auk_vec_scale(k, point), auk_vec_scale(k, delta), NULL);
    bool same_ray = ray.hit == longer.hit && ray.fraction == longer.fraction &&
                    check_scales_vec(ray.point, longer.point, k) && check_scales_vec(ray.normal, longer.normal, 1.0f);
    return same_ray ? points_scale(side, scaled, k, point) : "the ray";
}

static const char *scales_exactly(Random *random, const Pair *pair)
{
    static PairSide scaled;
    float k = ldexpf(1.0f, random_int(random, -10, 10));
    AukVec2 point = random_point(random, pair);
    pair_side_scaled(&pair->a, k, &scaled);
    const char *wrong = answers_scale(random, &pair->a, &scaled, k, point);
    if (!wrong && random_chance(random, 0.01)) {
        AukMeasure before = auk_shape_measure(&pair->a.shape), after = auk_shape_measure(&scaled.shape);
        bool scales = after.area == k * k * before.area && after.perimeter == k * before.perimeter &&
                      check_scales_vec(before.centroid, after.centroid, k);
        wrong = scales ? NULL : "the measure";
    }
    return wrong ? check__say("%g times the size, point (%a, %a): %s is another", (double)k, (double)point.x,
                              (double)point.y, wrong)
                 : NULL;
}

ParameterizedTestParameters(geom_shape, powers_of_two_scale_every_bit_of_the_answers)
{
    return numbers_below(PAIR_KIND_COUNT);
}

ParameterizedTest(int *kind, geom_shape, powers_of_two_scale_every_bit_of_the_answers)
{
    cr_assert(prop_holds_of_one(PROP_SHAPE_SCALING, (PairKind)*kind, scales_exactly));
}
