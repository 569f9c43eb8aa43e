// Rays, shape casts and times of impact of random pairs, against the oracle.
#include "support/check.h"
#include "support/check_text.h"
#include "support/oracle.h"
#include "support/prop.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <string.h>

static struct criterion_test_params all_kinds(void)
{
    static int kinds[PROP_KIND_PAIRS];
    for (int i = 0; i < PROP_KIND_PAIRS; i++) {
        kinds[i] = i;
    }
    return cr_make_param_array(int, kinds, PROP_KIND_PAIRS);
}

static struct criterion_test_params single_kinds(void)
{
    static int kinds[PAIR_KIND_COUNT];
    for (int i = 0; i < PAIR_KIND_COUNT; i++) {
        kinds[i] = i;
    }
    return cr_make_param_array(int, kinds, PAIR_KIND_COUNT);
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

static AukCastOptions random_options(Random *random, const Pair *pair, double skip)
{
    AukCastOptions options = {random_chance(random, skip), 0.0f};
    if (random_chance(random, 0.25)) {
        options.distance =
            (float)(reach_of(&pair->a.shape) + reach_of(&pair->b.shape)) * random_float(random, 0.0f, 1.0f);
    }
    return options;
}

static const char *ray_agrees(Random *random, const Pair *pair)
{
    AukVec2 delta = random_delta(random, pair);
    AukTransform pose = set_back(random, pair->b.pose, delta);
    AukCastOptions options = random_options(random, pair, 0.3);
    const char *wrong = check_cast_ray(&pair->b.shape, pose, pair->a.pose.p, delta, &options);
    return wrong ? check__say("ray by (%a, %a), b at (%a, %a), skip %d, distance %a: %s", (double)delta.x,
                              (double)delta.y, (double)pose.p.x, (double)pose.p.y, options.skip_overlapping,
                              (double)options.distance, wrong)
                 : NULL;
}

ParameterizedTestParameters(geom_cast, rays_hit_exactly_what_the_oracle_hits)
{
    return single_kinds();
}

ParameterizedTest(int *kind, geom_cast, rays_hit_exactly_what_the_oracle_hits)
{
    cr_assert(prop_holds_of_one(PROP_RAY, (PairKind)*kind, ray_agrees));
}

static const char *cast_agrees(Random *random, const Pair *pair)
{
    AukVec2 delta = random_delta(random, pair);
    AukTransform pose = set_back(random, pair->b.pose, delta);
    AukCastOptions options = random_options(random, pair, 0.3);
    const char *wrong = check_cast_shape(&pair->a.shape, pair->a.pose, delta, &pair->b.shape, pose, &options);
    return wrong ? check__say("cast by (%a, %a), b at (%a, %a), skip %d, distance %a: %s", (double)delta.x,
                              (double)delta.y, (double)pose.p.x, (double)pose.p.y, options.skip_overlapping,
                              (double)options.distance, wrong)
                 : NULL;
}

ParameterizedTestParameters(geom_cast, shape_casts_end_at_the_first_contact)
{
    return all_kinds();
}

ParameterizedTest(int *kinds, geom_cast, shape_casts_end_at_the_first_contact)
{
    cr_assert(prop_holds(PROP_CAST, *kinds, cast_agrees));
}

static bool same_cast(const AukCast *cast, const AukCast *other, float k)
{
    AukVec2 point = auk_vec_scale(k, cast->point);
    return cast->hit == other->hit && cast->fraction == other->fraction && cast->normal.x == other->normal.x &&
           cast->normal.y == other->normal.y && point.x == other->point.x && point.y == other->point.y &&
           cast->iterations == other->iterations && cast->status == other->status;
}

static const char *cast_scales_exactly(Random *random, const Pair *pair)
{
    static Pair scaled;
    float k = ldexpf(1.0f, random_int(random, -10, 10));
    AukVec2 delta = random_delta(random, pair);
    AukCastOptions options = random_options(random, pair, 0.3);
    AukCastOptions scaled_options = {options.skip_overlapping, k * options.distance};
    pair_side_scaled(&pair->a, k, &scaled.a);
    pair_side_scaled(&pair->b, k, &scaled.b);
    AukCast before = auk_cast_shape(&pair->a.shape, pair->a.pose, delta, &pair->b.shape, pair->b.pose, &options);
    AukCast after = auk_cast_shape(&scaled.a.shape, scaled.a.pose, auk_vec_scale(k, delta), &scaled.b.shape,
                                   scaled.b.pose, &scaled_options);
    return same_cast(&before, &after, k)
               ? NULL
               : check__say("%g times the size, by (%a, %a): fraction %a instead of %a", (double)k, (double)delta.x,
                            (double)delta.y, (double)after.fraction, (double)before.fraction);
}

ParameterizedTestParameters(geom_cast, powers_of_two_change_no_fraction)
{
    return all_kinds();
}

ParameterizedTest(int *kinds, geom_cast, powers_of_two_change_no_fraction)
{
    cr_assert(prop_holds(PROP_CAST_SCALING, *kinds, cast_scales_exactly));
}

// ---- times of impact ------------------------------------------------------------------------------------------

static int undecided;

static float random_turn(Random *random)
{
    switch (random_int(random, 0, 4)) {
    case 0: return 0.0f;
    case 1: return random_float(random, -0.1f, 0.1f);
    case 2: return random_float(random, -3.0f, 3.0f);
    case 3: return 6.28318531f * (float)random_int(random, -3, 3);
    default: return random_float(random, -50.0f, 50.0f);
    }
}

typedef struct Motion {
    AukPath a, b;
    AukCastOptions options;
} Motion;

static Motion random_motion(Random *random, const Pair *pair)
{
    AukVec2 delta = random_delta(random, pair), half = auk_vec_scale(0.5f, delta);
    Motion motion = {{pair->a.pose, half, 0.0f}, {pair->b.pose, auk_vec_neg(half), 0.0f}, {false, 0.0f}};
    motion.a.turn = random_turn(random);
    motion.b.turn = random_turn(random);
    motion.b.start = set_back(random, pair->b.pose, delta);
    motion.options = random_options(random, pair, 0.1);
    return motion;
}

static const char *impact_agrees(Random *random, const Pair *pair)
{
    Motion motion = random_motion(random, pair);
    const AukCastOptions *options = &motion.options;
    const char *wrong = check_time_of_impact(&pair->a.shape, &motion.a, &pair->b.shape, &motion.b, options, &undecided);
    return wrong ? check__say("a by (%a, %a) turn %a, b from (%a, %a) turn %a, skip %d, distance %a: %s",
                              (double)motion.a.delta.x, (double)motion.a.delta.y, (double)motion.a.turn,
                              (double)motion.b.start.p.x, (double)motion.b.start.p.y, (double)motion.b.turn,
                              options->skip_overlapping, (double)options->distance, wrong)
                 : NULL;
}

ParameterizedTestParameters(geom_cast, times_of_impact_are_contacts_and_nothing_touches_before)
{
    return all_kinds();
}

ParameterizedTest(int *kinds, geom_cast, times_of_impact_are_contacts_and_nothing_touches_before)
{
    undecided = 0;
    cr_assert(prop_holds(PROP_IMPACT, *kinds, impact_agrees));
    int most = 2 + prop_repeats(PROP_IMPACT, *kinds) / 50;
    cr_assert_leq(undecided, most, "%d motions were given up", undecided);
}

static AukPath scaled_path(const AukPath *path, AukTransform start, float k)
{
    AukPath scaled = {start, auk_vec_scale(k, path->delta), path->turn};
    scaled.start.p = auk_vec_scale(k, path->start.p);
    return scaled;
}

static const char *impact_scales_exactly(Random *random, const Pair *pair)
{
    static Pair scaled;
    float k = ldexpf(1.0f, random_int(random, -10, 10));
    Motion motion = random_motion(random, pair);
    AukCastOptions options = {motion.options.skip_overlapping, k * motion.options.distance};
    pair_side_scaled(&pair->a, k, &scaled.a);
    pair_side_scaled(&pair->b, k, &scaled.b);
    AukPath path_a = scaled_path(&motion.a, scaled.a.pose, k), path_b = scaled_path(&motion.b, scaled.b.pose, k);
    AukCast before = auk_time_of_impact(&pair->a.shape, &motion.a, &pair->b.shape, &motion.b, &motion.options);
    AukCast after = auk_time_of_impact(&scaled.a.shape, &path_a, &scaled.b.shape, &path_b, &options);
    return same_cast(&before, &after, k) ? NULL
                                         : check__say("%g times the size: fraction %a instead of %a", (double)k,
                                                      (double)after.fraction, (double)before.fraction);
}

ParameterizedTestParameters(geom_cast, powers_of_two_change_no_time_of_impact)
{
    return all_kinds();
}

ParameterizedTest(int *kinds, geom_cast, powers_of_two_change_no_time_of_impact)
{
    cr_assert(prop_holds(PROP_IMPACT_SCALING, *kinds, impact_scales_exactly));
}
