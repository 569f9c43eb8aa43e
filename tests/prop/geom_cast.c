// Rays, shape casts and times of impact of random pairs, against the oracle.
#include "geom/cast.h"
#include "prop/numbers.h"
#include "support/check.h"
#include "support/check_text.h"
#include "support/oracle.h"
#include "support/prop.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <string.h>

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

// Past the other shape along its surface, and a hair towards it or away from it.
static AukVec2 grazing_delta(Random *random, const Pair *pair, float reach)
{
    AukVec2 normal = auk_distance(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose).normal;
    float closing = random_chance(random, 0.25) ? 0.0f : (float)random_log(random, 1e-9, 1e-4);
    AukVec2 along = auk_vec_scale(random_float(random, -4.0f, 4.0f) * reach, auk_vec_perp(normal));
    float into = (random_chance(random, 0.75) ? closing : -closing) * auk_vec_length(along);
    return auk_vec_add(along, auk_vec_scale(into, normal));
}

// Mostly toward the other shape, near enough to meet or to miss by little; sometimes past it along its surface, so that
// what touches or nearly touches is grazed on the way; sometimes anywhere, nowhere or very far.
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
    case 4:
    case 5: return grazing_delta(random, pair, reach);
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
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_cast, shape_casts_end_at_the_first_contact)
{
    cr_assert(prop_holds(PROP_CAST, *group, cast_agrees));
}

// The answer in doubles, before it is rounded to floats. A custom shape's answers are as good as its support function.
static const char *cast_is_exact(Random *random, const Pair *pair)
{
    static OracleShape moving, resting, swept;
    AukVec2 delta = random_delta(random, pair);
    AukVec2 back = auk_vec_neg(delta);
    AukTransform pose = set_back(random, pair->b.pose, delta), pose_a = pair->a.pose;
    AukSupportShape a, b;
    auk__support_shape_init(&a, &pair->a.shape, auk__dtransform(pose_a, pose_a.p));
    auk__support_shape_init(&b, &pair->b.shape, auk__dtransform(pose, pose_a.p));
    AukImpact impact = auk__cast(&a, &b, dvec_from(back), false);
    oracle_place(&moving, &pair->b.shape, pose, pose_a.p);
    oracle_place(&resting, &pair->a.shape, pose_a, pose_a.p);
    double scale = oracle_scale(&resting, &moving) + oracle_length(oracle_of(delta));
    double bound = (moving.custom || resting.custom ? 1e-9 : 1e-12) * scale;
    // up to a little before the contact
    double before = impact.hit ? impact.fraction * (1.0 - 1e-9) : 1.0;
    oracle_sweep(&swept, &moving, oracle_scale_vec(before, oracle_of(back)));
    double clearance = oracle_distance(&resting, &swept), start = oracle_distance(&resting, &moving);
    if (impact.status != AUK_OK || (!impact.overlapping && clearance < -bound)) {
        return check__say("hit %d at %.17g, but they overlap by %g of the scale before: %s", impact.hit,
                          impact.fraction, -clearance / scale, auk_status_text(impact.status));
    }
    oracle_move(&moving, oracle_scale_vec(impact.fraction, oracle_of(back)));
    double distance = oracle_distance(&resting, &moving);
    // what counts as touching at the start is a part of distance, radii and coordinates together, up to four scales
    if (impact.overlapping && start > 4.0 * bound) {
        return check__say("overlapping at the start, but %g of the scale apart", start / scale);
    }
    if (impact.hit && !impact.overlapping && !check__within(fabs(distance), bound, scale)) {
        return check__say("hit at %.17g, where the distance is %g of the scale", impact.fraction, distance / scale);
    }
    OracleVec normal = {impact.normal.x, impact.normal.y};
    double along = impact.hit && !impact.overlapping ? oracle_separation(&resting, &moving, normal) : 0.0;
    if (along < -bound) {
        return check__say("along the normal they overlap by %g of the scale", -along / scale);
    }
    OracleVec point = {impact.point.x, impact.point.y};
    double off = impact.hit ? fmax(check__above_surface(&resting, point), check__above_surface(&moving, point)) : 0.0;
    // the direction of a round corner that is met at a tangent is known to the root of that
    return off <= 1e4 * bound ? NULL
                              : check__say("the point of a hit (overlapping %d) is %g of the scale outside",
                                           impact.overlapping, off / scale);
}

ParameterizedTestParameters(geom_cast, casts_are_exact_in_double_precision)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_cast, casts_are_exact_in_double_precision)
{
    cr_assert(prop_holds(PROP_CAST_EXACT, *group, cast_is_exact));
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
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_cast, powers_of_two_change_no_fraction)
{
    cr_assert(prop_holds(PROP_CAST_SCALING, *group, cast_scales_exactly));
}

// ---- times of impact ------------------------------------------------------------------------------------------

static int undecided;

static float random_turn(Random *random)
{
    switch (random_int(random, 0, 5)) {
    case 0: return 0.0f;
    case 1: return random_float(random, -0.1f, 0.1f);
    case 4: return (random_chance(random, 0.5) ? 1.0f : -1.0f) * (float)random_log(random, 1e-7, 0.1);
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
    return numbers_below(PROP_KIND_PAIRS);
}

ParameterizedTest(int *kinds, geom_cast, times_of_impact_are_contacts_and_nothing_touches_before)
{
    undecided = 0;
    cr_assert(prop_holds_of_two(PROP_IMPACT, *kinds, impact_agrees));
    int most = 2 + prop_repeats() / 50;
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
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_cast, powers_of_two_change_no_time_of_impact)
{
    cr_assert(prop_holds(PROP_IMPACT_SCALING, *group, impact_scales_exactly));
}
