// The oracle is judged before it judges: against pencil and paper, and against a second formula.
#include "support/oracle.h"

#include "support/pair.h"

#include <criterion/criterion.h>
#include <math.h>

static OracleShape a, b;

static void place_pair(const Pair *pair)
{
    oracle_place(&a, &pair->a.shape, pair->a.pose, pair->a.pose.p);
    oracle_place(&b, &pair->b.shape, pair->b.pose, pair->a.pose.p);
}

Test(oracle, distance_of_boxes_side_by_side_and_corner_to_corner)
{
    AukShape box = auk_shape_box(1.0f, 2.0f);
    AukVec2 origin = {0.0f, 0.0f};
    oracle_place(&a, &box, auk_transform_identity(), origin);
    oracle_place(&b, &box, auk_transform(auk_vec(5.0f, 1.0f), 0.0f), origin);
    cr_assert_float_eq(oracle_distance(&a, &b), 3.0, 1e-12);
    oracle_place(&b, &box, auk_transform(auk_vec(5.0f, 8.0f), 0.0f), origin);
    cr_assert_float_eq(oracle_distance(&a, &b), 5.0, 1e-12);
    oracle_place(&b, &box, auk_transform(auk_vec(1.5f, 1.0f), 0.0f), origin);
    OracleDistance deep = oracle_measure(&a, &b);
    cr_assert_float_eq(deep.distance, -0.5, 1e-12);
    cr_assert_float_eq(deep.normal.x, 1.0, 1e-12);
    cr_assert_float_eq(deep.certainty, 2.5, 1e-12);
}

Test(oracle, two_formulas_for_the_signed_distance_agree)
{
    static Pair pair;
    uint64_t seed = random_seed();
    for (int i = 0; i < 20000; i++) {
        Random random = random_start(seed, (uint64_t)i);
        PairKind kind_a = (PairKind)random_int(&random, 0, PAIR_ROUNDED);
        PairKind kind_b = (PairKind)random_int(&random, 0, PAIR_ROUNDED);
        pair_random(&random, kind_a, kind_b, (PairFamily)(i % PAIR_FAMILY_COUNT), 1.0f, &pair);
        place_pair(&pair);
        double first = oracle_distance(&a, &b), second = oracle_minkowski_distance(&a, &b);
        cr_assert(fabs(first - second) < 1e-9, "%.17g and %.17g, AUK_SEED=%llu, pair %d", first, second,
                  (unsigned long long)seed, i);
    }
}

static bool is_near(double first, double second, double bound)
{
    return fabs(first - second) <= bound;
}

Test(oracle, turning_finds_what_vertices_and_edges_say)
{
    static Pair pair;
    uint64_t seed = random_seed();
    for (int i = 0; i < 20000; i++) {
        Random random = random_start(seed, (uint64_t)i);
        PairKind kind_a = (PairKind)random_int(&random, 0, i % 200 ? PAIR_ROUNDED : PAIR_BIG);
        PairKind kind_b = (PairKind)random_int(&random, 0, PAIR_BOX);
        pair_random(&random, kind_a, kind_b, (PairFamily)(i % PAIR_FAMILY_COUNT), 1.0f, &pair);
        place_pair(&pair);
        double bound = 1e-12 * oracle_scale(&a, &b), first = oracle_distance(&a, &b);
        OracleDistance second = oracle_turn(&a, oracle_vec(0.0, 0.0), &b);
        cr_assert(is_near(first, second.distance, bound), "%.17g and %.17g, AUK_SEED=%llu, pair %d", first,
                  second.distance, (unsigned long long)seed, i);
        double along = oracle_separation(&a, &b, second.normal);
        cr_assert(is_near(first, along, bound), "%.17g and along the normal %.17g, AUK_SEED=%llu, pair %d", first,
                  along, (unsigned long long)seed, i);
    }
}

Test(oracle, turning_finds_what_the_equation_of_an_ellipse_says)
{
    static PairSide side;
    AukShape point = auk_shape_circle(0.0f);
    AukTransform identity = auk_transform_identity();
    uint64_t seed = random_seed();
    for (int i = 0; i < 20000; i++) {
        Random random = random_start(seed, (uint64_t)i);
        pair_random_shape(&random, PAIR_ELLIPSE, 1.0f, i % 10 ? 1.0f : 1e-5f, &side);
        AukTransform at = random_pose(&random, i % 3 ? 1.0f : 0.1f);
        at.p.y = i % 7 ? at.p.y : 0.0f;
        at.p.x = i % 11 ? at.p.x : 0.0f;
        oracle_place(&a, &side.shape, identity, identity.p);
        oracle_place(&b, &point, at, identity.p);
        double turned = oracle_distance(&a, &b);
        double solved = oracle_point_to_ellipse(oracle_of(side.shape.core.half), oracle_of(at.p));
        cr_assert(is_near(turned, solved, 2e-7), "%.17g and %.17g, AUK_SEED=%llu, point %d", turned, solved,
                  (unsigned long long)seed, i);
    }
}

Test(oracle, the_least_reach_is_minus_the_distance_and_knows_when_it_is_not_isolated)
{
    static Pair pair;
    uint64_t seed = random_seed();
    for (int i = 0; i < 5000; i++) {
        Random random = random_start(seed, (uint64_t)i);
        PairKind kind_a = (PairKind)random_int(&random, 0, PAIR_KIND_COUNT - 1);
        PairKind kind_b = (PairKind)random_int(&random, 0, PAIR_KIND_COUNT - 1);
        pair_random(&random, kind_a, kind_b, (PairFamily)(i % PAIR_FAMILY_COUNT), 1.0f, &pair);
        place_pair(&pair);
        OracleLeast least = oracle_least(&a, &b);
        double core = oracle_measure(&a, &b).core;
        cr_assert(fabs(least.reach + core) < 2e-7, "%.17g and %.17g, AUK_SEED=%llu, pair %d", least.reach, -core,
                  (unsigned long long)seed, i);
    }
    AukShape box = auk_shape_box(1.0f, 2.0f), round = auk_shape_ellipse(1.0f, 1.0f);
    AukVec2 origin = {0.0f, 0.0f};
    oracle_place(&a, &box, auk_transform_identity(), origin);
    oracle_place(&b, &round, auk_transform(auk_vec(0.25f, 0.5f), 0.0f), origin);
    OracleLeast least = oracle_least(&a, &b);
    cr_assert(least.isolated && fabs(least.reach - 1.75) < 1e-12 && fabs(least.normal.x - 1.0) < 1e-12);
    cr_assert(fabs(least.a[0].y + 2.0) < 1e-9 && fabs(least.a[1].y - 2.0) < 1e-9 && fabs(least.b[0].y - 0.5) < 1e-5);
    oracle_place(&b, &round, auk_transform_identity(), origin);
    cr_assert(!oracle_least(&a, &b).isolated, "left and right are as near");
    oracle_place(&a, &round, auk_transform_identity(), origin);
    cr_assert(!oracle_least(&a, &b).isolated, "all directions are as near");
}

Test(oracle, two_circles_given_as_ellipses_are_circles)
{
    AukShape round = auk_shape_ellipse(2.0f, 2.0f), other = auk_shape_rounded(auk_shape_ellipse(1.0f, 1.0f), 0.5f);
    for (int i = 0; i <= 20; i++) {
        AukTransform at = auk_transform(auk_vec(0.3f * (float)i, 0.4f * (float)i), 0.7f);
        oracle_place(&a, &round, auk_transform_identity(), auk_vec(0.0f, 0.0f));
        oracle_place(&b, &other, at, auk_vec(0.0f, 0.0f));
        double expected = oracle_length(oracle_of(at.p)) - 3.5;
        cr_assert_float_eq(oracle_distance(&a, &b), expected, 1e-7, "%d", i);
    }
}

Test(oracle, the_custom_shapes_of_the_tests_are_what_they_say)
{
    uint64_t seed = random_seed();
    for (int i = 0; i < 20000; i++) {
        static PairSide side;
        Random random = random_start(seed, (uint64_t)i);
        pair_random_shape(&random, PAIR_CUSTOM, 1.0f, 1.0f, &side);
        AukVec2 direction = random_direction(&random);
        double n[2] = {(double)direction.x, (double)direction.y}, point[2], other[2];
        side.custom.support(n, point, side.custom.context);
        double off = pair_curve_side(&side.curve, point);
        cr_assert(fabs(off) < 1e-9, "%s: %g off its outline, AUK_SEED=%llu, shape %d", pair_curve_name(side.curve.form),
                  off, (unsigned long long)seed, i);
        direction = random_direction(&random);
        double m[2] = {(double)direction.x, (double)direction.y};
        side.custom.support(m, other, side.custom.context);
        double gain = (other[0] - point[0]) * n[0] + (other[1] - point[1]) * n[1];
        cr_assert(gain < 1e-12, "%s: another point is %g farther, AUK_SEED=%llu, shape %d",
                  pair_curve_name(side.curve.form), gain, (unsigned long long)seed, i);
        AukBox bounds = side.custom.bounds;
        cr_assert(point[0] >= (double)bounds.min.x && point[0] <= (double)bounds.max.x &&
                  point[1] >= (double)bounds.min.y && point[1] <= (double)bounds.max.y);
    }
}

Test(oracle, tangents_find_the_fraction_of_a_cast)
{
    static Pair pair;
    uint64_t seed = random_seed();
    int hits = 0;
    for (int i = 0; i < 20000; i++) {
        Random random = random_start(seed, (uint64_t)i);
        PairKind kind_a = (PairKind)random_int(&random, 0, PAIR_ROUNDED);
        PairKind kind_b = (PairKind)random_int(&random, 0, PAIR_ROUNDED);
        pair_random(&random, kind_a, kind_b, PAIR_RANDOM, 1.0f, &pair);
        place_pair(&pair);
        OracleVec delta = oracle_of(random_vec(&random, -4.0f, 4.0f));
        OracleCast cast = oracle_cast(&a, delta, &b);
        if (!cast.hit || cast.overlapping || cast.clearance > -1e-3) {
            continue;
        }
        hits++;
        double fraction = oracle_cast_by_tangents(&a, delta, &b);
        cr_assert(is_near(fraction, cast.fraction, 1e-9), "%.17g and %.17g, AUK_SEED=%llu, pair %d", fraction,
                  cast.fraction, (unsigned long long)seed, i);
    }
    cr_assert_gt(hits, 1000);
}

Test(oracle, curves_touch_at_the_fraction_of_a_cast_and_not_before)
{
    static Pair pair;
    uint64_t seed = random_seed();
    int hits = 0;
    for (int i = 0; i < 3000; i++) {
        Random random = random_start(seed, (uint64_t)i);
        PairKind kind_a = (PairKind)random_int(&random, PAIR_ELLIPSE, PAIR_CUSTOM);
        pair_random(&random, kind_a, (PairKind)random_int(&random, 0, PAIR_CUSTOM), PAIR_RANDOM, 1.0f, &pair);
        place_pair(&pair);
        OracleVec delta = oracle_of(random_vec(&random, -4.0f, 4.0f));
        OracleCast cast = oracle_cast(&a, delta, &b);
        if (!cast.hit || cast.overlapping || cast.clearance > -1e-3) {
            continue;
        }
        hits++;
        double low = 0.0, high = cast.fraction + 1e-6; // bisection
        for (int k = 0; k < 60; k++) {
            double middle = 0.5 * (low + high);
            double distance = oracle_turn(&a, oracle_scale_vec(middle, delta), &b).distance;
            low = distance > 0.0 ? middle : low;
            high = distance > 0.0 ? high : middle;
        }
        cr_assert(is_near(cast.fraction, high, 1e-9), "%.17g and %.17g, AUK_SEED=%llu, pair %d", cast.fraction, high,
                  (unsigned long long)seed, i);
    }
    cr_assert_gt(hits, 200);
}

Test(oracle, a_cast_touches_at_its_fraction_and_not_before)
{
    static Pair pair;
    static OracleShape swept;
    uint64_t seed = random_seed();
    for (int i = 0; i < 20000; i++) {
        Random random = random_start(seed, (uint64_t)i);
        PairKind kind_a = (PairKind)random_int(&random, 0, PAIR_ROUNDED);
        PairKind kind_b = (PairKind)random_int(&random, 0, PAIR_ROUNDED);
        pair_random(&random, kind_a, kind_b, PAIR_RANDOM, 1.0f, &pair);
        place_pair(&pair);
        OracleVec delta = oracle_of(random_vec(&random, -4.0f, 4.0f));
        OracleCast cast = oracle_cast(&a, delta, &b);
        double start = oracle_distance(&a, &b);
        cr_assert_eq(cast.overlapping, start <= 0.0);
        cr_assert(cast.hit == (cast.clearance <= 0.0) || fabs(cast.clearance) < 1e-9, "AUK_SEED=%llu, pair %d",
                  (unsigned long long)seed, i);
        if (cast.hit && !cast.overlapping) {
            OracleVec path = oracle_scale_vec(cast.fraction, delta);
            oracle_sweep(&swept, &a, path);
            double before = oracle_distance(&swept, &b);
            oracle_move(&a, path);
            double there = oracle_distance(&a, &b);
            cr_assert(fabs(before) < 1e-7 && fabs(there) < 1e-7, "%g before, %g there, AUK_SEED=%llu, pair %d", before,
                      there, (unsigned long long)seed, i);
        }
    }
}

Test(oracle, a_march_finds_when_a_turning_bar_meets_a_point)
{
    // the end of the bar, 2 from the pivot, comes down on the height 1 after turning by asin(1/2)
    AukShape bar = auk_shape_segment(auk_vec(0.0f, 0.0f), auk_vec(4.0f, 0.0f)), point = auk_shape_circle(0.0f);
    AukPath turning = {{{0.0f, 0.0f}, {1.0f, 0.0f}}, {0.0f, 0.0f}, 1.0f};
    AukPath resting = pair_resting(auk_transform(auk_vec(2.0f, 1.0f), 0.0f));
    OracleMarch march = oracle_march(&bar, &turning, &point, &resting, 0.0, 1e-9, 1.0);
    cr_assert_eq(march.end, ORACLE_REACHED);
    cr_assert_float_eq(march.fraction, atan2(1.0, 2.0), 1e-8);
    march = oracle_march(&bar, &turning, &point, &resting, 0.0, 1e-9, 0.4);
    cr_assert_eq(march.end, ORACLE_NEVER);
}

Test(oracle, orientation_of_integers_is_the_sign_of_the_determinant)
{
    Random random = random_start(random_seed(), 1);
    for (int i = 0; i < 100000; i++) {
        int most = i % 2 ? 5 : 1 << 24;
        int64_t x[6];
        for (int k = 0; k < 6; k++) {
            x[k] = random_int(&random, -most, most);
        }
        int64_t turn = (x[0] - x[4]) * (x[3] - x[5]) - (x[1] - x[5]) * (x[2] - x[4]);
        int found = oracle_orientation(auk_vec((float)x[0], (float)x[1]), auk_vec((float)x[2], (float)x[3]),
                                       auk_vec((float)x[4], (float)x[5]));
        cr_assert_eq(found, (turn > 0) - (turn < 0), "AUK_SEED=%llu, triple %d", (unsigned long long)random.seed, i);
    }
}

Test(oracle, orientation_is_exact_where_doubles_are_not)
{
    AukVec2 origin = {0.0f, 0.0f}, far = {0x1p100f, 0x1p100f};
    AukVec2 least = {0x1p-149f, 0.0f};
    cr_assert_eq(oracle_orientation(least, far, origin), 1);
    cr_assert_eq(oracle_orientation(auk_vec(0.0f, 0x1p-149f), far, auk_vec(-0x1p100f, -0x1p100f)), -1);
    cr_assert_eq(oracle_orientation(origin, far, auk_vec(-0x1p100f, -0x1p100f)), 0);
    cr_assert_eq(oracle_orientation(origin, least, auk_vec(0x1p-149f, 0x1p-149f)), 1);
}
