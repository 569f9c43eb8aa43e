// EPA by itself against the oracle and against its twin, the exact minimum over all edges; the Minkowski difference
// that both work on.
#include "prop/numbers.h"
#include "support/check.h"
#include "support/check_text.h"
#include "support/prop.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>

static const char *agrees_with_the_oracle(Random *random, const Pair *pair)
{
    (void)random;
    return check_epa(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose);
}

ParameterizedTestParameters(geom_epa, depths_and_every_round_agree_with_the_oracle)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_epa, depths_and_every_round_agree_with_the_oracle)
{
    cr_assert(prop_holds(PROP_EPA, *group, agrees_with_the_oracle));
}

static bool is_curved(const AukShape *shape)
{
    return shape->kind == AUK_SHAPE_ELLIPSE || shape->kind == AUK_SHAPE_CUSTOM;
}

static const char *agrees_with_the_minimum_over_edges(Random *random, const Pair *pair)
{
    (void)random;
    static OracleShape placed_a, placed_b;
    AukShape a = pair->a.shape, b = pair->b.shape;
    a.radius = b.radius = 0.0f;
    AukEpaResult e = auk_epa(&a, pair->a.pose, &b, pair->b.pose, NULL);
    AukGjkResult g = auk_gjk(&a, pair->a.pose, &b, pair->b.pose, NULL, NULL);
    AukDistance d = auk_distance(&a, pair->a.pose, &b, pair->b.pose);
    oracle_place(&placed_a, &a, pair->a.pose, pair->a.pose.p);
    oracle_place(&placed_b, &b, pair->b.pose, pair->a.pose.p);
    double scale = oracle_scale(&placed_a, &placed_b);
    double bound = is_curved(&a) || is_curved(&b) ? CHECK_TOLERANCE_CURVED * scale : 2.0 * CHECK_ULP * scale;
    double off = fabs(fmin((double)d.distance, 0.0) + (double)e.depth);
    if (!check__within(off, bound, scale)) {
        return check__say("depth %.9g, by the edges %.9g", (double)e.depth, -(double)d.distance);
    }
    bool touching = fabs((double)d.distance) <= 1e-9 * scale;
    return touching || (e.overlap == g.overlap && e.overlap == (d.distance < 0.0f))
               ? NULL
               : check__say("overlap: epa %d, gjk %d, at a distance of %g", e.overlap, g.overlap, (double)d.distance);
}

ParameterizedTestParameters(geom_epa, depth_is_that_of_the_minimum_over_edges)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_epa, depth_is_that_of_the_minimum_over_edges)
{
    cr_assert(prop_holds(PROP_TWINS, *group, agrees_with_the_minimum_over_edges));
}

static const char *scales_exactly(Random *random, const Pair *pair)
{
    static Pair scaled;
    float k = ldexpf(1.0f, random_int(random, -10, 10));
    pair_side_scaled(&pair->a, k, &scaled.a);
    pair_side_scaled(&pair->b, k, &scaled.b);
    AukEpaResult e = auk_epa(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose, NULL);
    AukEpaResult f = auk_epa(&scaled.a.shape, scaled.a.pose, &scaled.b.shape, scaled.b.pose, NULL);
    bool same = check_scales(e.depth, f.depth, k) && f.overlap == e.overlap && f.iterations == e.iterations &&
                f.normal.x == e.normal.x && f.normal.y == e.normal.y && check_scales_vec(e.point_a, f.point_a, k) &&
                check_scales_vec(e.point_b, f.point_b, k);
    return same ? NULL
                : check__say("%g times the size: depth %a instead of %a", (double)k, (double)f.depth,
                             (double)(k * e.depth));
}

ParameterizedTestParameters(geom_epa, powers_of_two_scale_every_bit_of_the_depth)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_epa, powers_of_two_scale_every_bit_of_the_depth)
{
    cr_assert(prop_holds(PROP_EPA_SCALING, *group, scales_exactly));
}

static const char *is_the_difference(Random *random, const Pair *pair)
{
    static Pair scaled;
    static AukVec2 before[2 * PAIR_VERTICES_MAX + 64], after[2 * PAIR_VERTICES_MAX + 64];
    const char *wrong = check_minkowski(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose);
    if (wrong) {
        return wrong;
    }
    float k = ldexpf(1.0f, random_int(random, -10, 10));
    pair_side_scaled(&pair->a, k, &scaled.a);
    pair_side_scaled(&pair->b, k, &scaled.b);
    int capacity = (int)(sizeof before / sizeof *before);
    int count = auk_minkowski_difference(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose, before, capacity);
    int again =
        auk_minkowski_difference(&scaled.a.shape, scaled.a.pose, &scaled.b.shape, scaled.b.pose, after, capacity);
    bool same = count == again;
    for (int i = 0; i < count && same; i++) {
        same = check_scales_vec(before[i], after[i], k);
    }
    return same ? NULL : check__say("%g times the size: another difference", (double)k);
}

ParameterizedTestParameters(geom_epa, the_minkowski_difference_is_that_of_the_oracle_and_scales_exactly)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_epa, the_minkowski_difference_is_that_of_the_oracle_and_scales_exactly)
{
    cr_assert(prop_holds(PROP_MINKOWSKI, *group, is_the_difference));
}
