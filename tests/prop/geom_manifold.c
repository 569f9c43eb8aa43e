// Manifolds of random pairs: present exactly when the shapes touch, on both surfaces, with the shortest way out.
#include "support/check.h"
#include "support/check_text.h"
#include "support/prop.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>

enum { USUAL = 50000 };

static struct criterion_test_params all_kinds(void)
{
    static int kinds[PROP_KIND_PAIRS];
    for (int i = 0; i < PROP_KIND_PAIRS; i++) {
        kinds[i] = i;
    }
    return cr_make_param_array(int, kinds, PROP_KIND_PAIRS);
}

static const char *agrees_with_the_oracle(Random *random, const Pair *pair)
{
    (void)random;
    return check_manifold(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose);
}

ParameterizedTestParameters(geom_manifold, manifolds_lie_on_both_surfaces_and_name_the_shortest_way_out)
{
    return all_kinds();
}

ParameterizedTest(int *kinds, geom_manifold, manifolds_lie_on_both_surfaces_and_name_the_shortest_way_out)
{
    cr_assert(prop_holds("manifold", *kinds, USUAL, agrees_with_the_oracle));
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
    return all_kinds();
}

ParameterizedTest(int *kinds, geom_manifold, normal_and_distance_are_those_of_the_distance_function)
{
    cr_assert(prop_holds("manifold and distance", *kinds, USUAL / 2, agrees_with_distance));
}
