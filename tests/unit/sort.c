// The radix sort against a plain stable one, the keys of floats, and the two forms of the four-float operations.
#include "base/sort.h"
#include "base/f32x4.h"
#include "base/f64x2_lanes.h"

#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int from, to; // the bits that expect_order() compares

static uint64_t key_of(uint64_t item)
{
    uint64_t mask = to - from == 64 ? UINT64_MAX : (UINT64_C(1) << (to - from)) - 1;
    return to == from ? 0 : item >> from & mask;
}

// The place in the input is beside the item, so that equal keys have one right order.
typedef struct Placed {
    uint64_t item;
    int place;
} Placed;

static int expect_order(const void *left, const void *right)
{
    const Placed *a = left;
    const Placed *b = right;
    if (key_of(a->item) != key_of(b->item)) {
        return key_of(a->item) < key_of(b->item) ? -1 : 1;
    }
    return a->place - b->place;
}

static void assert_sorts(Random *random, int count, uint64_t varying)
{
    uint64_t *items = malloc(((size_t)count + 1) * sizeof *items);
    uint64_t *scratch = malloc(((size_t)count + 1) * sizeof *scratch);
    Placed *expected = malloc(((size_t)count + 1) * sizeof *expected);
    for (int i = 0; i < count; i++) {
        items[i] = random_bits(random) & varying;
        expected[i].item = items[i];
        expected[i].place = i;
    }
    items[count] = scratch[count] = 0x0123456789abcdefu;
    qsort(expected, (size_t)count, sizeof *expected, expect_order);
    auk__sort_u64(items, scratch, count, from, to);
    for (int i = 0; i < count; i++) {
        cr_assert_eq(items[i], expected[i].item, "item %d of %d by bits %d to %d, AUK_SEED=%llu", i, count, from, to,
                     (unsigned long long)random->seed);
    }
    cr_assert_eq(items[count], 0x0123456789abcdefu);
    cr_assert_eq(scratch[count], 0x0123456789abcdefu);
    free(items);
    free(scratch);
    free(expected);
}

Test(sort, any_count_and_any_range_of_bits_is_sorted_and_stable)
{
    Random random = random_start(random_seed(), 11);
    for (int i = 0; i < 600; i++) {
        from = random_int(&random, 0, 64);
        to = random_int(&random, from, 64);
        int count = i < 60 ? i : (int)random_log(&random, 2.0, 9000.0);
        assert_sorts(&random, count, UINT64_MAX);
    }
}

Test(sort, digits_that_do_not_vary_do_not_matter)
{
    Random random = random_start(random_seed(), 12);
    for (int i = 0; i < 200; i++) {
        from = 0;
        to = 64;
        uint64_t varying = random_bits(&random) & random_bits(&random) & random_bits(&random) & random_bits(&random);
        assert_sorts(&random, i < 100 ? 500 : 5000, i % 10 == 0 ? 0 : varying);
    }
}

Test(sort, keys_of_floats_order_as_the_floats_do)
{
    Random random = random_start(random_seed(), 13);
    for (int i = 0; i < 100000; i++) {
        float a = random_finite(&random);
        float b = random_chance(&random, 0.5) ? random_finite(&random) : nextafterf(a, INFINITY);
        cr_assert_eq(auk__float_key(a) < auk__float_key(b), a < b, "%a %a AUK_SEED=%llu", (double)a, (double)b,
                     (unsigned long long)random.seed);
        cr_assert_eq(auk__float_key(a) > auk__float_key(b), a > b);
    }
    cr_assert_lt(auk__float_key(-0.0f), auk__float_key(0.0f));
    cr_assert_lt(auk__float_key(-INFINITY), auk__float_key(-3e38f));
    cr_assert_gt(auk__float_key(INFINITY), auk__float_key(3e38f));
}

static float any_number(Random *random)
{
    static const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, 1e-45f, NAN};
    return random_chance(random, 0.5) ? special[random_int(random, 0, 7)] : random_finite(random);
}

static void expect_same_lanes(AukF32x4 v, AukF32x4Plain p)
{
    float out[4];
    auk__f32x4_store(out, v);
    cr_assert_eq(memcmp(out, p.lane, sizeof out), 0);
}

static void expect_same_words(Random *random, AukF32x4 va, AukF32x4 vb, AukF32x4Plain pa, AukF32x4Plain pb)
{
    uint32_t words[4], bits = UINT32_C(1) << random_int(random, 0, 31);
    for (int k = 0; k < 4; k++) {
        words[k] = random_chance(random, 0.5) ? bits : (uint32_t)random_int(random, -2, 2);
    }
    cr_assert_eq(auk__f32x4_mask_any(words, bits), auk__f32x4_plain_mask_any(words, bits));
    uint32_t first = (uint32_t)random_int(random, 0, 12);
    expect_same_lanes(auk__f32x4_number(va, first), auk__f32x4_plain_number(pa, first));
    expect_same_lanes(auk__f32x4_min(va, vb), auk__f32x4_plain_min(pa, pb));
    AukF32x4 v[4] = {va, vb, auk__f32x4_turn(va), auk__f32x4_flip(vb)};
    AukF32x4Plain p[4] = {pa, pb, auk__f32x4_plain_turn(pa), auk__f32x4_plain_flip(pb)};
    auk__f32x4_transpose(v);
    auk__f32x4_plain_transpose(p);
    for (int k = 0; k < 4; k++) {
        expect_same_lanes(v[k], p[k]);
    }
}

// The least of sixteen numbers, and which of them are at most a limit.
static void expect_least(Random *random)
{
    float all[16], least = INFINITY, limit = random_float(random, 0.0f, 1.0f);
    AukF32x4 four[4];
    unsigned within = 0;
    for (int k = 0; k < 16; k++) {
        all[k] = random_float(random, 0.0f, 1.0f);
        least = all[k] < least ? all[k] : least;
        within |= (unsigned)(all[k] <= limit) << k;
    }
    for (int k = 0; k < 4; k++) {
        four[k] = auk__f32x4_load(&all[4 * k]);
    }
    uint32_t bits = auk__f32x16_least_bits(four);
    cr_assert_eq(memcmp(&bits, &least, sizeof least), 0);
    cr_assert_eq(auk__f32x16_mask_le(four, auk__f32x4_all(limit)), within);
}

Test(simd, the_plain_and_the_vector_form_agree)
{
    Random random = random_start(random_seed(), 14);
    for (int i = 0; i < 100000; i++) {
        float a[4], b[4];
        for (int k = 0; k < 4; k++) {
            a[k] = any_number(&random);
            b[k] = random_chance(&random, 0.3) ? a[k] : any_number(&random);
        }
        AukF32x4 va = auk__f32x4_load(a), vb = auk__f32x4_load(b);
        AukF32x4Plain pa = auk__f32x4_plain_load(a), pb = auk__f32x4_plain_load(b);
        cr_assert_eq(auk__f32x4_mask_le(va, vb), auk__f32x4_plain_mask_le(pa, pb));
        cr_assert_eq(auk__f32x4_mask_le(auk__f32x4_flip(va), vb),
                     auk__f32x4_plain_mask_le(auk__f32x4_plain_flip(pa), pb));
        cr_assert_eq(auk__f32x4_mask_le(vb, auk__f32x4_flip(va)),
                     auk__f32x4_plain_mask_le(pb, auk__f32x4_plain_flip(pa)));
        AukF32x4 v = auk__f32x4_mul(auk__f32x4_max(va, vb), auk__f32x4_sub(va, auk__f32x4_all(b[0])));
        AukF32x4Plain p =
            auk__f32x4_plain_mul(auk__f32x4_plain_max(pa, pb), auk__f32x4_plain_sub(pa, auk__f32x4_plain_all(b[0])));
        float out[4];
        auk__f32x4_store(out, v);
        for (int k = 0; k < 4; k++) {
            cr_assert(isnan(p.lane[k]) ? isnan(out[k]) : memcmp(&out[k], &p.lane[k], sizeof out[k]) == 0);
        }
        cr_assert_eq(auk__f32x4_mask_le(vb, auk__f32x4_negate_high(va)),
                     auk__f32x4_plain_mask_le(pb, auk__f32x4_plain_negate_high(pa)));
        expect_same_words(&random, va, vb, pa, pb);
        expect_least(&random);
    }
}

Test(simd, the_plain_and_the_vector_form_of_masks_agree)
{
    Random random = random_start(random_seed(), 15);
    unsigned seen = 0; // bit per answer
    for (int i = 0; i < 100000; i++) {
        AukMask4 masks[4];
        AukMask4Plain plain[4];
        for (int m = 0; m < 4; m++) {
            float four[4][4];
            for (int k = 0; k < 4; k++) {
                four[0][k] = any_number(&random);
                four[1][k] = random_chance(&random, 0.9) ? four[0][k] : any_number(&random);
                four[2][k] = random_finite(&random);
                four[3][k] = random_chance(&random, 0.9) ? INFINITY : any_number(&random);
            }
            AukF32x4 v[4];
            AukF32x4Plain p[4];
            for (int n = 0; n < 4; n++) {
                v[n] = auk__f32x4_make(four[n][0], four[n][1], four[n][2], four[n][3]);
                p[n] = auk__f32x4_plain_make(four[n][0], four[n][1], four[n][2], four[n][3]);
            }
            masks[m] = auk__mask4_le_both(v[0], v[1], v[2], v[3]);
            plain[m] = auk__mask4_plain_le_both(p[0], p[1], p[2], p[3]);
        }
        cr_assert_eq(auk__mask4_all(masks), auk__mask4_plain_all(plain));
        seen |= 1u << auk__mask4_plain_all(plain);
    }
    cr_assert_eq(seen, 0xffffu);
}

Test(simd, the_plain_and_the_vector_form_of_doubles_agree)
{
    Random random = random_start(random_seed(), 15);
    for (int i = 0; i < 100000; i++) {
        float four[4];
        double a[2], b[2];
        for (int k = 0; k < 4; k++) {
            four[k] = any_number(&random);
        }
        for (int k = 0; k < 2; k++) {
            a[k] = (double)any_number(&random);
            b[k] = random_chance(&random, 0.3) ? a[k] : (double)any_number(&random);
        }
        cr_assert_eq(auk__f32x4_all_within(four, 1.0f), auk__f32x4_plain_all_within(four, 1.0f));
        AukF64x2 va = auk__f64x2_load(a), vb = auk__f64x2_load(b), x, y;
        AukF64x2Plain pa = auk__f64x2_plain_load(a), pb = auk__f64x2_plain_load(b), px, py;
        auk__f64x2_load_points(four, &x, &y);
        auk__f64x2_plain_load_points(four, &px, &py);
        AukF64x2 v[] = {auk__f64x2_sub(va, vb),
                        auk__f64x2_div(va, vb),
                        auk__f64x2_abs(va),
                        auk__f64x2_slide(va, vb),
                        auk__f64x2_min(va, vb),
                        auk__f64x2_max(va, vb),
                        auk__f64x2_make(b[1], a[0]),
                        x,
                        y};
        AukF64x2Plain p[] = {auk__f64x2_plain_sub(pa, pb),
                             auk__f64x2_plain_div(pa, pb),
                             auk__f64x2_plain_abs(pa),
                             auk__f64x2_plain_slide(pa, pb),
                             auk__f64x2_plain_min(pa, pb),
                             auk__f64x2_plain_max(pa, pb),
                             auk__f64x2_plain_make(b[1], a[0]),
                             px,
                             py};
        for (size_t k = 0; k < sizeof v / sizeof *v; k++) {
            for (int lane = 0; lane < 2; lane++) {
                double one = auk__f64x2_lane(&v[k], lane), other = auk__f64x2_plain_lane(&p[k], lane);
                cr_assert(memcmp(&one, &other, sizeof one) == 0 || (isnan(one) && isnan(other)), "form %zu", k);
            }
        }
        cr_assert_eq(auk__f64x2_mask_equal(va, vb), auk__f64x2_plain_mask_equal(pa, pb));
    }
}

Test(simd, the_plain_and_the_vector_form_of_choices_agree)
{
    Random random = random_start(random_seed(), 16);
    for (int i = 0; i < 100000; i++) {
        float points[2] = {any_number(&random), any_number(&random)}, written[2], plain[2];
        double a[2], b[2], stored[2];
        for (int k = 0; k < 2; k++) {
            a[k] = (double)any_number(&random);
            b[k] = random_chance(&random, 0.3) ? a[k] : (double)any_number(&random);
        }
        AukF64x2 va = auk__f64x2_load(a), vb = auk__f64x2_load(b);
        AukF64x2Plain pa = auk__f64x2_plain_load(a), pb = auk__f64x2_plain_load(b);
        AukPick2 less = auk__f64x2_less(va, vb), one = auk__f64x2_pick_if(a[0] < b[1]);
        AukPick2Plain plain_less = auk__f64x2_plain_less(pa, pb);
        AukPick2Plain plain_one = auk__f64x2_plain_pick_if(a[0] < b[1]);
        cr_assert_eq(auk__f64x2_pick_bits(less), auk__f64x2_plain_pick_bits(plain_less));
        AukF64x2 v[] = {auk__f64x2_load_point(points),
                        auk__f64x2_swap(va),
                        auk__f64x2_low(va, vb),
                        auk__f64x2_high(va, vb),
                        auk__f64x2_neg(va),
                        auk__f64x2_neg_first(va),
                        auk__f64x2_neg_second(va),
                        auk__f64x2_pick(less, va, vb),
                        auk__f64x2_pick(one, va, vb)};
        AukF64x2Plain p[] = {auk__f64x2_plain_load_point(points),
                             auk__f64x2_plain_swap(pa),
                             auk__f64x2_plain_low(pa, pb),
                             auk__f64x2_plain_high(pa, pb),
                             auk__f64x2_plain_neg(pa),
                             auk__f64x2_plain_neg_first(pa),
                             auk__f64x2_plain_neg_second(pa),
                             auk__f64x2_plain_pick(plain_less, pa, pb),
                             auk__f64x2_plain_pick(plain_one, pa, pb)};
        for (size_t k = 0; k < sizeof v / sizeof *v; k++) {
            for (int lane = 0; lane < 2; lane++) {
                double first = auk__f64x2_lane(&v[k], lane), other = auk__f64x2_plain_lane(&p[k], lane);
                cr_assert(memcmp(&first, &other, sizeof first) == 0 || (isnan(first) && isnan(other)), "form %zu", k);
            }
        }
        auk__f64x2_store(stored, va);
        auk__f64x2_store_point(written, va);
        auk__f64x2_plain_store_point(plain, pa);
        cr_assert(memcmp(stored, a, sizeof a) == 0 || isnan(a[0]) || isnan(a[1]));
        cr_assert(memcmp(written, plain, sizeof plain) == 0 || isnan(a[0]) || isnan(a[1]));
        cr_assert(auk__f64x2_first(va) == a[0] || isnan(a[0]));
        cr_assert(auk__f64x2_second(va) == a[1] || isnan(a[1]));
    }
}
