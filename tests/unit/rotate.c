// Rotations turned one by one, two and four at once, and the operations between doubles and floats in both forms.
#include "geom/rotate.h"
#include "base/f64x2_f32x4.h"
#include "base/f64x4.h"
#include "base/trig.h"

#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static float any_number(Random *random)
{
    static const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, 1e-45f, NAN};
    return random_chance(random, 0.3) ? special[random_int(random, 0, 7)] : random_finite(random);
}

static void assert_same_floats(const float *a, const float *b, int count, const char *what)
{
    for (int i = 0; i < count; i++) {
        cr_assert(memcmp(&a[i], &b[i], sizeof a[i]) == 0 || (isnan(a[i]) && isnan(b[i])), "%s: %a %a", what,
                  (double)a[i], (double)b[i]);
    }
}

static void assert_same_doubles(AukF64x2 v, AukF64x2Plain p, const char *what)
{
    for (int lane = 0; lane < 2; lane++) {
        double one = auk__f64x2_lane(&v, lane), other = auk__f64x2_plain_lane(&p, lane);
        cr_assert(memcmp(&one, &other, sizeof one) == 0 || (isnan(one) && isnan(other)), "%s: %a %a", what, one, other);
    }
}

static void assert_same_fours(AukF32x4 v, AukF32x4Plain p, const char *what)
{
    float a[4], b[4];
    auk__f32x4_store(a, v);
    auk__f32x4_plain_store(b, p);
    assert_same_floats(a, b, 4, what);
}

Test(simd, both_forms_of_what_is_between_doubles_and_floats_agree)
{
    Random random = random_start(random_seed(), 16);
    for (int i = 0; i < 100000; i++) {
        float a[4], b[4], one[4] = {0}, other[4] = {0};
        double x[2], y[2];
        for (int k = 0; k < 4; k++) {
            a[k] = any_number(&random);
            b[k] = any_number(&random);
        }
        for (int k = 0; k < 2; k++) { // so that rounding to float has something to do
            x[k] = (double)any_number(&random) * (1.0 + random_unit(&random));
            y[k] = (double)any_number(&random) * (1.0 + random_unit(&random));
        }
        AukF32x4 va = auk__f32x4_load(a), vb = auk__f32x4_load(b);
        AukF32x4Plain pa = auk__f32x4_plain_load(a), pb = auk__f32x4_plain_load(b);
        AukF64x2 vx = auk__f64x2_load(x), vy = auk__f64x2_load(y);
        AukF64x2Plain px = auk__f64x2_plain_load(x), py = auk__f64x2_plain_load(y);
        assert_same_doubles(auk__f64x2_load_point(a), auk__f64x2_plain_load_point(a), "of_floats");
        assert_same_doubles(auk__f64x2_of_low(va), auk__f64x2_plain_of_low(pa), "low");
        assert_same_doubles(auk__f64x2_swap(vx), auk__f64x2_plain_swap(px), "swap");
        assert_same_doubles(auk__f64x2_sqrt(vx), auk__f64x2_plain_sqrt(px), "sqrt");
        assert_same_fours(auk__f32x4_of_doubles(vx, vy), auk__f32x4_plain_of_doubles(px, py), "of_doubles");
        assert_same_fours(auk__f32x4_join(va, vb), auk__f32x4_plain_join(pa, pb), "join");
        assert_same_fours(auk__f32x4_negate_high(va), auk__f32x4_plain_negate_high(pa), "negate_high");
        assert_same_fours(auk__f32x4_add(va, vb), auk__f32x4_plain_add(pa, pb), "add");
        assert_same_fours(auk__f32x4_turn(va), auk__f32x4_plain_turn(pa), "turn");
        cr_assert_eq(auk__f32x4_mask_le_both(va, vb, auk__f32x4_turn(vb), va),
                     auk__f32x4_plain_mask_le_both(pa, pb, auk__f32x4_plain_turn(pb), pa));
        cr_assert_eq(auk__f32x4_within(va, 1.0f), auk__f32x4_plain_within(pa, 1.0f));
        int32_t integers[2] = {random_int(&random, INT32_MIN / 2, INT32_MAX / 2), random_int(&random, -1000, 1000)};
        assert_same_fours(auk__f32x4_of_integers(integers), auk__f32x4_plain_of_integers(integers), "of_integers");
        auk__f64x2_store_points(one, vx, vy);
        auk__f64x2_plain_store_points(other, px, py);
        assert_same_floats(one, other, 4, "store_points");
        memset(one, 0, sizeof one);
        memset(other, 0, sizeof other);
        auk__f32x4_store_low(one, va);
        auk__f32x4_plain_store_low(other, pa);
        assert_same_floats(one, other, 4, "store_low");
    }
}

// Term by term in one lane.
static AukCosSin plain_series(double x)
{
    double z = x * x, sine = AUK_TRIG_SINE_FIRST, cosine = 0.0;
    for (int i = 0; i < AUK_TRIG_TERMS; i++) {
        cosine = cosine * z + auk__trig_series[i][0];
        sine = sine * z + auk__trig_series[i][1];
    }
    AukCosSin result = {1.0 - 0.5 * z + z * z * cosine, x + x * z * sine};
    return result;
}

Test(rotate, sine_and_cosine_come_to_the_bits_of_their_series)
{
    Random random = random_start(random_seed(), 17);
    for (int i = 0; i < 100000; i++) {
        double angle = random_log(&random, 1e-9, AUK_TRIG_DIRECT) * (random_chance(&random, 0.5) ? 1.0 : -1.0);
        AukCosSin expected = plain_series(angle), got = auk__cos_sin(angle);
        cr_assert(got.c == expected.c && got.s == expected.s, "%a", angle);
    }
}

static double some_angle(Random *random)
{
    static const double special[] = {0.0, -0.0, AUK_TRIG_DIRECT, -AUK_TRIG_DIRECT, 0.7800000001, 1e30, -1e30, 5e-324};
    if (random_chance(random, 0.05)) {
        return special[random_int(random, 0, 7)];
    }
    double size = random_chance(random, 0.1) ? random_log(random, 0.5, 1e6) : random_log(random, 1e-9, 0.7);
    return random_chance(random, 0.5) ? size : -size;
}

static void assert_same_rotations(const AukRotations *expected, const AukRotations *got, const char *form,
                                  uint64_t seed)
{
    for (int i = 0; i < expected->count; i++) {
        cr_assert_eq(memcmp(&expected->rotations[i], &got->rotations[i], sizeof(AukRot)), 0,
                     "%s, angle %a, %d of %d, AUK_SEED=%llu", form, expected->angles[i], i, expected->count,
                     (unsigned long long)seed);
    }
}

Test(rotate, every_form_turns_to_the_same_bits)
{
    Random random = random_start(random_seed(), 18);
    for (int round = 0; round < 3000; round++) {
        AukRotations turns, forms[3];
        memset(&turns, 0, sizeof turns);
        turns.count = random_int(&random, 0, AUK_ROTATE_MAX);
        for (int i = 0; i < turns.count; i++) {
            turns.angles[i] = some_angle(&random);
            turns.rotations[i] = random_rot(&random);
        }
        forms[0] = forms[1] = forms[2] = turns;
        for (int i = 0; i < turns.count; i++) {
            auk__rotate_one(&turns, i);
            double length = hypot((double)turns.rotations[i].c, (double)turns.rotations[i].s);
            cr_assert_float_eq(length, 1.0, 1e-7);
        }
        auk__rotate_all(&forms[0]);
        auk__rotate_all_by_two(&forms[1]);
        assert_same_rotations(&turns, &forms[0], "chosen", random.seed);
        assert_same_rotations(&turns, &forms[1], "two", random.seed);
        if (auk__avx2_is_supported()) {
            auk__rotate_all_wide(&forms[2]);
            assert_same_rotations(&turns, &forms[2], "four", random.seed);
        }
    }
}
