// Rays, shape casts and times of impact of random pairs, against the oracle.
#include "support/check.h"
#include "support/check_text.h"
#include "support/oracle.h"
#include "support/prop.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <string.h>

enum { USUAL = 5000 };

static struct criterion_test_params all_kinds(void)
{
    static int kinds[PROP_KIND_PAIRS];
    for (int i = 0; i < PROP_KIND_PAIRS; i++) {
        kinds[i] = i;
    }
    return cr_make_param_array(int, kinds, PROP_KIND_PAIRS);
}

static double reach_of(const AukShape *shape)
{
    static OracleShape placed;
    oracle_place(&placed, shape, auk_transform_identity(), auk_vec(0.0f, 0.0f));
    return oracle_reach(&placed);
}

// Mostly toward the other shape, near enough to meet or to miss by little; sometimes anywhere, nowhere or very far.
static AukVec2 random_delta(Random *random, const Pair *pair)
{
    float reach = (float)(reach_of(&pair->a.shape) + reach_of(&pair->b.shape));
    AukVec2 toward = auk_vec_sub(pair->b.pose.p, pair->a.pose.p);
    AukVec2 aside = random_vec(random, -reach, reach);
    switch (random_int(random, 0, 9)) {
    case 0: return auk_vec(0.0f, 0.0f);
    case 1: return aside;
    case 2: return auk_vec_scale(random_chance(random, 0.5) ? 1e4f : 1e-4f, aside);
    case 3: return auk_vec(random_chance(random, 0.5) ? reach : -reach, 0.0f);
    default: return auk_vec_scale(random_float(random, 0.5f, 3.0f), auk_vec_add(toward, auk_vec_scale(0.5f, aside)));
    }
}

// Pulls b back along the motion, so that fewer pairs overlap at the start.
static AukTransform set_back(Random *random, AukTransform pose, AukVec2 delta)
{
    pose.p = auk_vec_add(pose.p, auk_vec_scale(random_float(random, 0.0f, 0.9f), delta));
    return pose;
}

static const char *ray_agrees(Random *random, const Pair *pair)
{
    AukVec2 delta = random_delta(random, pair);
    AukTransform pose = set_back(random, pair->b.pose, delta);
    AukCastOptions options = {random_chance(random, 0.3)};
    const char *wrong = check_cast_ray(&pair->b.shape, pose, pair->a.pose.p, delta, &options);
    return wrong ? check__say("ray by (%a, %a), b at (%a, %a): %s", (double)delta.x, (double)delta.y, (double)pose.p.x,
                              (double)pose.p.y, wrong)
                 : NULL;
}

ParameterizedTestParameters(geom_cast, rays_hit_exactly_what_the_oracle_hits)
{
    return all_kinds();
}

ParameterizedTest(int *kinds, geom_cast, rays_hit_exactly_what_the_oracle_hits)
{
    cr_assert(prop_holds("ray", *kinds, USUAL, ray_agrees));
}

static const char *cast_agrees(Random *random, const Pair *pair)
{
    AukVec2 delta = random_delta(random, pair);
    AukTransform pose = set_back(random, pair->b.pose, delta);
    AukCastOptions options = {random_chance(random, 0.3)};
    const char *wrong = check_cast_shape(&pair->a.shape, pair->a.pose, delta, &pair->b.shape, pose,
                                         options.skip_overlapping ? &options : NULL);
    return wrong ? check__say("cast by (%a, %a), b at (%a, %a): %s", (double)delta.x, (double)delta.y, (double)pose.p.x,
                              (double)pose.p.y, wrong)
                 : NULL;
}

ParameterizedTestParameters(geom_cast, shape_casts_end_at_the_first_contact)
{
    return all_kinds();
}

ParameterizedTest(int *kinds, geom_cast, shape_casts_end_at_the_first_contact)
{
    cr_assert(prop_holds("cast", *kinds, USUAL, cast_agrees));
}

static const char *cast_scales_exactly(Random *random, const Pair *pair)
{
    static Pair scaled;
    float k = ldexpf(1.0f, random_int(random, -10, 10));
    AukVec2 delta = random_delta(random, pair);
    pair_side_scaled(&pair->a, k, &scaled.a);
    pair_side_scaled(&pair->b, k, &scaled.b);
    AukCast before = auk_cast_shape(&pair->a.shape, pair->a.pose, delta, &pair->b.shape, pair->b.pose, NULL);
    AukCast after =
        auk_cast_shape(&scaled.a.shape, scaled.a.pose, auk_vec_scale(k, delta), &scaled.b.shape, scaled.b.pose, NULL);
    AukVec2 point = auk_vec_scale(k, before.point);
    bool same = before.hit == after.hit && before.fraction == after.fraction && before.normal.x == after.normal.x &&
                before.normal.y == after.normal.y && point.x == after.point.x && point.y == after.point.y;
    return same ? NULL
                : check__say("%g times the size: fraction %a instead of %a", (double)k, (double)after.fraction,
                             (double)before.fraction);
}

ParameterizedTestParameters(geom_cast, powers_of_two_change_no_fraction)
{
    return all_kinds();
}

ParameterizedTest(int *kinds, geom_cast, powers_of_two_change_no_fraction)
{
    cr_assert(prop_holds("cast scaling", *kinds, USUAL, cast_scales_exactly));
}

static int undecided;

static float random_turn(Random *random)
{
    switch (random_int(random, 0, 3)) {
    case 0: return 0.0f;
    case 1: return random_float(random, -0.1f, 0.1f);
    case 2: return random_float(random, -3.0f, 3.0f);
    default: return random_float(random, -30.0f, 30.0f);
    }
}

static const char *impact_agrees(Random *random, const Pair *pair)
{
    AukVec2 delta = random_delta(random, pair), half = auk_vec_scale(0.5f, delta);
    AukPath path_a = {pair->a.pose, half, 0.0f}, path_b = {pair->b.pose, auk_vec_neg(half), 0.0f};
    path_a.turn = random_turn(random);
    path_b.turn = random_turn(random);
    path_b.start = set_back(random, pair->b.pose, delta);
    AukCastOptions options = {random_chance(random, 0.1)};
    const char *wrong = check_time_of_impact(&pair->a.shape, &path_a, &pair->b.shape, &path_b, &options, &undecided);
    return wrong ? check__say("by (%a, %a) turn %a, b from (%a, %a) turn %a: %s", (double)half.x, (double)half.y,
                              (double)path_a.turn, (double)path_b.start.p.x, (double)path_b.start.p.y,
                              (double)path_b.turn, wrong)
                 : NULL;
}

ParameterizedTestParameters(geom_cast, times_of_impact_are_contacts_and_nothing_touches_before)
{
    return all_kinds();
}

ParameterizedTest(int *kinds, geom_cast, times_of_impact_are_contacts_and_nothing_touches_before)
{
    undecided = 0;
    cr_assert(prop_holds("time of impact", *kinds, USUAL, impact_agrees));
    cr_assert_lt(undecided, 1 + random_repeats(USUAL) / 50, "%d motions were given up", undecided);
}
