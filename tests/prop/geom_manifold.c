// Manifolds of random pairs: present exactly when the shapes touch, on both surfaces, with the shortest way out.
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
    return check_manifold(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose);
}

ParameterizedTestParameters(geom_manifold, manifolds_lie_on_both_surfaces_and_name_the_shortest_way_out)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_manifold, manifolds_lie_on_both_surfaces_and_name_the_shortest_way_out)
{
    cr_assert(prop_holds(PROP_MANIFOLD, *group, agrees_with_the_oracle));
}

static const char *agrees_with_distance(Random *random, const Pair *pair)
{
    (void)random;
    AukManifold m = auk_collide(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose);
    AukDistance d = auk_distance(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose);
    if (m.count > 0 && m.distance != d.distance) {
        return check__say("distance %a, that of auk_distance %a", (double)m.distance, (double)d.distance);
    }
    if (m.count > 0 && auk_vec_dot(m.normal, d.normal) < 0.999999f) {
        return check__say("normal (%g, %g), that of auk_distance (%g, %g)", (double)m.normal.x, (double)m.normal.y,
                          (double)d.normal.x, (double)d.normal.y);
    }
    return d.distance <= 0.0f && m.count == 0 ? "overlap without a point" : NULL;
}

ParameterizedTestParameters(geom_manifold, normal_and_distance_are_those_of_the_distance_function)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_manifold, normal_and_distance_are_those_of_the_distance_function)
{
    cr_assert(prop_holds(PROP_MANIFOLD_TWIN, *group, agrees_with_distance));
}

static bool same_manifold(const AukManifold *m, const AukManifold *other, float k)
{
    bool same = m->count == other->count && m->iterations == other->iterations &&
                check_scales(m->distance, other->distance, k) && m->normal.x == other->normal.x &&
                m->normal.y == other->normal.y;
    for (int i = 0; i < m->count && same; i++) {
        const AukManifoldPoint *p = &m->points[i], *q = &other->points[i];
        same = check_scales_vec(p->point, q->point, k) && check_scales(p->distance, q->distance, k) &&
               p->feature_a == q->feature_a && p->feature_b == q->feature_b;
    }
    return same;
}

static const char *scales_exactly(Random *random, const Pair *pair)
{
    static Pair scaled;
    float k = ldexpf(1.0f, random_int(random, -10, 10));
    pair_side_scaled(&pair->a, k, &scaled.a);
    pair_side_scaled(&pair->b, k, &scaled.b);
    AukManifold before = auk_collide(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose);
    AukManifold after = auk_collide(&scaled.a.shape, scaled.a.pose, &scaled.b.shape, scaled.b.pose);
    return same_manifold(&before, &after, k) ? NULL : check__say("%g times the size: another manifold", (double)k);
}

ParameterizedTestParameters(geom_manifold, powers_of_two_scale_every_bit_of_a_manifold)
{
    return numbers_below(PROP_GROUPS);
}

ParameterizedTest(int *group, geom_manifold, powers_of_two_scale_every_bit_of_a_manifold)
{
    cr_assert(prop_holds(PROP_MANIFOLD_SCALING, *group, scales_exactly));
}
