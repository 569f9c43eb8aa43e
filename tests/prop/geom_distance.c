// Distance, depth, witness points and normals of random pairs, against the oracle and against symmetries.
#include "prop/numbers.h"
#include "support/check.h"
#include "support/check_text.h"
#include "support/oracle.h"
#include "support/prop.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <string.h>

static AukDistance distance_of(const Pair *pair)
{
    return auk_distance(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose);
}

static const char *agrees_with_the_oracle(Random *random, const Pair *pair)
{
    (void)random;
    return check_distance(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose);
}

ParameterizedTestParameters(geom_distance, distance_and_depth_agree_with_the_oracle)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_distance, distance_and_depth_agree_with_the_oracle)
{
    cr_assert(prop_holds(PROP_DISTANCE, *group, agrees_with_the_oracle));
}

static const char *agrees_up_to_a_distance(Random *random, const Pair *pair)
{
    float distance = distance_of(pair).distance;
    float levels[] = {random_chance(random, 0.5) ? distance : nextafterf(distance, -HUGE_VALF),
                      distance * random_float(random, 0.0f, 2.0f), random_chance(random, 0.5) ? 0.0f : -1.0f};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        const char *wrong = check_distance_up_to(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose, levels[i]);
        if (wrong) {
            return check__say("up to %a: %s", (double)levels[i], wrong);
        }
    }
    return NULL;
}

ParameterizedTestParameters(geom_distance, a_distance_up_to_a_level_is_the_distance_or_a_proof_that_it_is_more)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_distance, a_distance_up_to_a_level_is_the_distance_or_a_proof_that_it_is_more)
{
    cr_assert(prop_holds(PROP_UP_TO, *group, agrees_up_to_a_distance));
}

static const char *has_the_least_depth(Random *random, const Pair *pair)
{
    (void)random;
    return check_least(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose);
}

ParameterizedTestParameters(geom_distance, normals_and_points_of_overlaps_are_those_of_the_least_depth)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_distance, normals_and_points_of_overlaps_are_those_of_the_least_depth)
{
    cr_assert(prop_holds(PROP_LEAST, *group, has_the_least_depth));
}

static OracleShape placed_a, placed_b;

static double scale_of(const Pair *pair)
{
    oracle_place(&placed_a, &pair->a.shape, pair->a.pose, pair->a.pose.p);
    oracle_place(&placed_b, &pair->b.shape, pair->b.pose, pair->a.pose.p);
    return oracle_scale(&placed_a, &placed_b);
}

static const char *is_symmetric(Random *random, const Pair *pair)
{
    (void)random;
    AukDistance ab = distance_of(pair);
    AukDistance ba = auk_distance(&pair->b.shape, pair->b.pose, &pair->a.shape, pair->a.pose);
    double scale = scale_of(pair);
    double off = fabs((double)ab.distance - (double)ba.distance);
    if (!check__within(off, check__tolerance(&placed_a, &placed_b) * scale, scale)) {
        return check__say("distance %.9g, swapped %.9g", (double)ab.distance, (double)ba.distance);
    }
    off = oracle_length(oracle_add(oracle_of(ab.normal), oracle_of(ba.normal)));
    if (off > 1e-3 && oracle_measure(&placed_a, &placed_b).certainty > 1e-3 * scale) {
        return check__say("normals differ by %g when swapped", off);
    }
    return NULL;
}

ParameterizedTestParameters(geom_distance, swapped_arguments_give_the_same_distance_and_the_opposite_normal)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_distance, swapped_arguments_give_the_same_distance_and_the_opposite_normal)
{
    cr_assert(prop_holds(PROP_SWAP, *group, is_symmetric));
}

static const char *survives_a_rigid_motion(Random *random, const Pair *pair)
{
    double scale = scale_of(pair);
    AukTransform motion = random_pose(random, (float)scale);
    // far from the origin the motion would round away more than it keeps
    AukTransform pose_a = pair->a.pose, pose_b = pair->b.pose;
    pose_b.p = auk_vec_sub(pose_b.p, pose_a.p);
    pose_a.p = auk_vec(0.0f, 0.0f);
    AukDistance before = auk_distance(&pair->a.shape, pose_a, &pair->b.shape, pose_b);
    AukDistance after =
        auk_distance(&pair->a.shape, pair_moved(motion, pose_a), &pair->b.shape, pair_moved(motion, pose_b));
    double off = fabs((double)before.distance - (double)after.distance);
    double bound = 2.0 * check__tolerance(&placed_a, &placed_b) * scale;
    return check__within(off, bound, scale)
               ? NULL
               : check__say("moved by (%a, %a) (%a, %a) the distance changes by %g of the scale", (double)motion.p.x,
                            (double)motion.p.y, (double)motion.q.c, (double)motion.q.s, off / scale);
}

ParameterizedTestParameters(geom_distance, a_common_rigid_motion_changes_no_distance)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_distance, a_common_rigid_motion_changes_no_distance)
{
    cr_assert(prop_holds(PROP_RIGID, *group, survives_a_rigid_motion));
}

static bool same_vec(AukVec2 a, AukVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static const char *scales_exactly(Random *random, const Pair *pair)
{
    static Pair scaled;
    float k = ldexpf(1.0f, random_int(random, -10, 10));
    pair_side_scaled(&pair->a, k, &scaled.a);
    pair_side_scaled(&pair->b, k, &scaled.b);
    AukDistance before = distance_of(pair);
    AukDistance after = distance_of(&scaled);
    bool same = check_scales(before.distance, after.distance, k) && same_vec(after.normal, before.normal) &&
                check_scales_vec(before.point_a, after.point_a, k) &&
                check_scales_vec(before.point_b, after.point_b, k) && after.iterations == before.iterations;
    if (!same) {
        return check__say("%g times the size: distance %a instead of %a", (double)k, (double)after.distance,
                          (double)(k * before.distance));
    }
    float max = fabsf(before.distance) * random_float(random, 0.0f, 2.0f);
    before = auk_distance_up_to(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose, max);
    after = auk_distance_up_to(&scaled.a.shape, scaled.a.pose, &scaled.b.shape, scaled.b.pose, k * max);
    same = check_scales(before.distance, after.distance, k) && same_vec(after.normal, before.normal) &&
           check_scales_vec(before.point_a, after.point_a, k) && check_scales_vec(before.point_b, after.point_b, k);
    if (!same) {
        return check__say("%g times the size: distance up to %a", (double)k, (double)max);
    }
    AukGjkResult g = auk_gjk(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose, NULL, NULL);
    AukGjkResult h = auk_gjk(&scaled.a.shape, scaled.a.pose, &scaled.b.shape, scaled.b.pose, NULL, NULL);
    same = check_scales(g.distance, h.distance, k) && h.iterations == g.iterations && same_vec(h.normal, g.normal) &&
           check_scales_vec(g.point_a, h.point_a, k) && check_scales_vec(g.point_b, h.point_b, k);
    return same ? NULL : check__say("%g times the size: gjk", (double)k);
}

ParameterizedTestParameters(geom_distance, powers_of_two_scale_every_bit_of_the_answer)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_distance, powers_of_two_scale_every_bit_of_the_answer)
{
    cr_assert(prop_holds(PROP_SCALING, *group, scales_exactly));
}

// Rounded to multiples of the step, so that moving by 2^10 times more is exact.
static AukVec2 rounded(AukVec2 v, float step)
{
    return auk_vec(step * rintf(v.x / step), step * rintf(v.y / step));
}

static const char *does_not_depend_on_the_place(Random *random, const Pair *pair)
{
    double scale = scale_of(pair);
    if (scale == 0.0) { // two points in one place
        return NULL;
    }
    float step = ldexpf(1.0f, (int)floor(log2(scale)) - 8);
    AukTransform a = pair->a.pose, b = pair->b.pose;
    b.p = rounded(auk_vec_sub(b.p, a.p), step);
    a.p = rounded(random_vec(random, -256.0f * step, 256.0f * step), step);
    b.p = auk_vec_add(b.p, a.p);
    AukVec2 offset = rounded(random_vec(random, -2e6f * step, 2e6f * step), step);
    AukDistance near = auk_distance(&pair->a.shape, a, &pair->b.shape, b);
    a.p = auk_vec_add(a.p, offset);
    b.p = auk_vec_add(b.p, offset);
    AukDistance far = auk_distance(&pair->a.shape, a, &pair->b.shape, b);
    bool same = near.distance == far.distance && same_vec(near.normal, far.normal);
    return same ? NULL : check__say("distance %a, elsewhere %a", (double)near.distance, (double)far.distance);
}

ParameterizedTestParameters(geom_distance, the_place_in_the_world_changes_no_bit)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_distance, the_place_in_the_world_changes_no_bit)
{
    cr_assert(prop_holds(PROP_PLACE, *group, does_not_depend_on_the_place));
}

static const char *gjk_agrees(Random *random, const Pair *pair)
{
    const AukShape *a = &pair->a.shape, *b = &pair->b.shape;
    AukGjkCache cold = {0};
    const char *wrong = check_gjk(a, pair->a.pose, b, pair->b.pose, &cold);
    if (wrong || random_chance(random, 0.8)) {
        return wrong;
    }
    AukGjkCache warm = cold, garbage;
    wrong = check_gjk(a, pair->a.pose, b, pair->b.pose, &warm);
    if (wrong) {
        return check__say("seeded with its own answer: %s", wrong);
    }
    garbage.count = (uint32_t)(random_chance(random, 0.1) ? random_int(random, 4, 100000) : random_int(random, 0, 3));
    for (int i = 0; i < 3; i++) {
        int most = random_chance(random, 0.5) ? 3 : 2000000000;
        garbage.index_a[i] = (uint32_t)random_int(random, -2, most);
        garbage.index_b[i] = (uint32_t)random_int(random, -2, most);
    }
    wrong = check_gjk(a, pair->a.pose, b, pair->b.pose, &garbage);
    return wrong ? check__say("seeded with garbage: %s", wrong) : NULL;
}

ParameterizedTestParameters(geom_distance, gjk_finds_the_distance_of_the_cores_from_any_cache)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_distance, gjk_finds_the_distance_of_the_cores_from_any_cache)
{
    cr_assert(prop_holds(PROP_GJK, *group, gjk_agrees));
}
