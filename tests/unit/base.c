// The bottom layer: exact orientation, trigonometry, buffers, slots, memory hooks, status texts.
#include "base/alloc.h"
#include "base/bits.h"
#include "base/buffer.h"
#include "base/hash64.h"
#include "base/predicates.h"
#include "base/slots.h"
#include "base/trig.h"

#include "auk/auk.h"
#include "support/oracle.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- predicates ---------------------------------------------------------------------------------------------

static void assert_same_orientation(AukVec2 a, AukVec2 b, AukVec2 c, uint64_t seed)
{
    int found = auk__orientation(a, b, c), expected = oracle_orientation(a, b, c);
    cr_assert_eq(found, expected, "(%a, %a) (%a, %a) (%a, %a): %d, expected %d, AUK_SEED=%llu", (double)a.x,
                 (double)a.y, (double)b.x, (double)b.y, (double)c.x, (double)c.y, found, expected,
                 (unsigned long long)seed);
}

Test(predicates, orientation_is_exact_on_points_of_any_size)
{
    Random random = random_start(random_seed(), 1);
    for (int i = 0; i < 200000; i++) {
        float x[6];
        for (int k = 0; k < 6; k++) {
            x[k] = random_chance(&random, 0.1) ? 0.0f : random_finite(&random);
        }
        assert_same_orientation(auk_vec(x[0], x[1]), auk_vec(x[2], x[3]), auk_vec(x[4], x[5]), random.seed);
    }
}

Test(predicates, orientation_is_exact_on_points_that_are_nearly_on_a_line)
{
    Random random = random_start(random_seed(), 2);
    for (int i = 0; i < 200000; i++) {
        float size = (float)random_log(&random, 1e-6, 1e6);
        AukVec2 a = random_vec(&random, -size, size), b = random_vec(&random, -size, size);
        AukVec2 c = auk_vec_lerp(a, b, random_float(&random, -3.0f, 3.0f));
        assert_same_orientation(a, b, c, random.seed);
        assert_same_orientation(c, a, b, random.seed);
        c = auk_vec(nextafterf(a.x, 2.0f * size), nextafterf(a.y, -2.0f * size));
        assert_same_orientation(a, b, c, random.seed);
        assert_same_orientation(a, c, b, random.seed);
    }
}

Test(predicates, orientation_is_exact_where_large_terms_cancel_and_small_ones_remain)
{
    Random random = random_start(random_seed(), 3);
    for (int i = 0; i < 200000; i++) {
        int up = random_int(&random, 0, 120), down = random_int(&random, -140, 0);
        float big = ldexpf(random_float(&random, 1.0f, 2.0f), up);
        float small = ldexpf(random_float(&random, 1.0f, 2.0f), down);
        float values[5] = {big, -big, small, -small, 0.0f};
        float x[6];
        for (int k = 0; k < 6; k++) {
            x[k] = values[random_int(&random, 0, 4)];
        }
        assert_same_orientation(auk_vec(x[0], x[1]), auk_vec(x[2], x[3]), auk_vec(x[4], x[5]), random.seed);
    }
}

Test(predicates, orientation_of_repeated_points_is_zero_and_swapping_two_changes_its_sign)
{
    Random random = random_start(random_seed(), 4);
    for (int i = 0; i < 10000; i++) {
        AukVec2 a = random_vec(&random, -1.0f, 1.0f), b = random_vec(&random, -1.0f, 1.0f);
        AukVec2 c = random_vec(&random, -1.0f, 1.0f);
        cr_assert_eq(auk__orientation(a, a, b), 0);
        cr_assert_eq(auk__orientation(a, b, a), 0);
        cr_assert_eq(auk__orientation(b, a, a), 0);
        cr_assert_eq(auk__orientation(a, b, c), -auk__orientation(b, a, c));
        cr_assert_eq(auk__orientation(a, b, c), auk__orientation(b, c, a));
    }
}

Test(predicates, numbers_from_outside_are_told_apart)
{
    cr_assert(auk__is_finite(FLT_MAX) && auk__is_finite(-0.0f) && !auk__is_finite(NAN) && !auk__is_finite(INFINITY));
    cr_assert_eq(auk__check_number(-AUK_COORDINATE_MAX), AUK_OK);
    cr_assert_eq(auk__check_number(1.001f * AUK_COORDINATE_MAX), AUK_ERROR_RANGE);
    cr_assert_eq(auk__check_number(-INFINITY), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk__check_vec(auk_vec(0.0f, NAN)), AUK_ERROR_NOT_FINITE);
    AukTransform pose = {{1.0f, 2.0f}, {0.0f, INFINITY}};
    cr_assert_eq(auk__check_pose(pose), AUK_ERROR_NOT_FINITE);
}

// ---- trigonometry -------------------------------------------------------------------------------------------

static double ulps(double found, double expected, double least)
{
    double unit = fmax(nextafter(fabs(expected), (double)INFINITY) - fabs(expected), least);
    return fabs(found - expected) / unit;
}

Test(trig, sine_and_cosine_are_those_of_libm_within_two_ulp)
{
    Random random = random_start(random_seed(), 5);
    for (int i = 0; i < 300000; i++) {
        double reach = i % 3 == 0 ? 1e6 : (i % 3 == 1 ? 10.0 : 1e-3);
        double angle = (2.0 * random_unit(&random) - 1.0) * reach;
        AukCosSin found = auk__cos_sin(angle);
        // near a zero of large angles the reduction keeps an absolute error
        double least = reach > 10.0 ? 0x1p-70 : 0x1p-80;
        double off = fmax(ulps(found.c, cos(angle), least), ulps(found.s, sin(angle), least));
        cr_assert_leq(off, 2.0, "angle %a is off by %g ulp, AUK_SEED=%llu", angle, off,
                      (unsigned long long)random.seed);
    }
}

Test(trig, quarter_turns_and_huge_angles_give_unit_vectors)
{
    static const float angles[] = {0.0f, -0.0f, 1e-30f, 0.785398163f, 1.57079633f, 3.14159265f, 6.2831853f,
                                   1e6f, 1e8f,  1e15f,  -1e15f,       3e38f,       -3e38f};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        AukRot q = auk_rot(angles[i]);
        double length = hypot((double)q.c, (double)q.s);
        cr_assert_float_eq(length, 1.0, 1e-6, "angle %g", (double)angles[i]);
    }
    AukRot none = auk_rot(0.0f);
    cr_assert(none.c == 1.0f && none.s == 0.0f);
}

Test(trig, the_angle_of_a_direction_is_that_of_libm_within_six_ulp)
{
    Random random = random_start(random_seed(), 6);
    for (int i = 0; i < 300000; i++) {
        double c = 2.0 * random_unit(&random) - 1.0, s = 2.0 * random_unit(&random) - 1.0;
        s *= i % 2 ? random_log(&random, 1e-20, 1.0) : 1.0;
        double off = ulps(auk__angle_of(c, s), atan2(s, c), 0.0);
        cr_assert_leq(off, 6.0, "(%a, %a) is off by %g ulp, AUK_SEED=%llu", c, s, off, (unsigned long long)random.seed);
    }
    cr_assert_eq(auk__angle_of(0.0, 0.0), 0.0);
    cr_assert_float_eq(auk__angle_of(-1.0, 0.0), 3.14159265358979323846, 1e-15);
}

// ---- memory -------------------------------------------------------------------------------------------------

// Counts blocks and refuses from a given call on; `context` is a HookLog.
typedef struct HookLog {
    int allocations, releases, left;
    uint64_t size; // last asked for
} HookLog;

static void *hooked_reallocate(void *block, uint64_t size, void *context)
{
    HookLog *log = context;
    log->size = size;
    if (log->left == 0) {
        return NULL;
    }
    log->left--;
    log->allocations += block == NULL;
    return realloc(block, (size_t)size);
}

static void hooked_release(void *block, void *context)
{
    HookLog *log = context;
    log->releases += block != NULL;
    free(block);
}

static HookLog hook_log;

static void hook(int allowed)
{
    AukAllocator allocator = {hooked_reallocate, hooked_release, &hook_log};
    HookLog fresh = {0, 0, allowed, 0};
    hook_log = fresh;
    auk_set_allocator(&allocator);
}

static void unhook(void)
{
    auk_set_allocator(NULL);
}

Test(alloc, the_hooks_see_every_block_and_get_their_context, .fini = unhook)
{
    hook(100);
    void *block = auk__allocate_zeroed(10, 8);
    cr_assert_not_null(block);
    static const char zeros[80] = {0};
    cr_assert_eq(memcmp(block, zeros, sizeof zeros), 0);
    block = auk__reallocate(block, 1000);
    auk__release(block);
    auk__release(NULL);
    cr_assert_eq(hook_log.allocations, 1);
    cr_assert_eq(hook_log.releases, 1);
}

Test(alloc, a_refusal_and_an_overflowing_size_are_null, .fini = unhook)
{
    hook(1);
    cr_assert_null(auk__allocate_zeroed(SIZE_MAX / 2, 3));
    void *block = auk__reallocate(NULL, 16);
    cr_assert_not_null(block);
    cr_assert_null(auk__reallocate(block, 32));
    cr_assert_null(auk__allocate_zeroed(1, 1));
    auk__release(block);
}

Test(alloc, an_allocator_without_functions_stands_for_malloc)
{
    AukAllocator none = {0};
    auk_set_allocator(&none);
    void *block = auk__reallocate(NULL, 16);
    cr_assert_not_null(block);
    auk__release(block);
    auk_set_allocator(NULL);
}

Test(buffer, items_pushed_one_by_one_are_kept_in_order)
{
    AukBuffer buffer = {0};
    for (int i = 0; i < 10000; i++) {
        int *item = auk__buffer_push(&buffer, sizeof *item);
        cr_assert_not_null(item);
        *item = i;
    }
    cr_assert_eq(buffer.count, 10000);
    cr_assert_geq(buffer.capacity, 10000);
    for (int i = 0; i < 10000; i++) {
        cr_assert_eq(((int *)buffer.items)[i], i);
    }
    auk__buffer_free(&buffer);
    cr_assert(buffer.items == NULL && buffer.count == 0 && buffer.capacity == 0);
}

Test(buffer, growth_is_by_half_at_least_so_that_pushing_is_linear, .fini = unhook)
{
    hook(INT_MAX);
    AukBuffer buffer = {0};
    int growths = 0, capacity = 0;
    for (int i = 0; i < 100000; i++) {
        auk__buffer_push(&buffer, 1);
        growths += buffer.capacity != capacity;
        capacity = buffer.capacity;
    }
    cr_assert_leq(growths, 30);
    auk__buffer_free(&buffer);
    cr_assert_eq(hook_log.allocations, hook_log.releases);
}

Test(buffer, without_memory_nothing_changes, .fini = unhook)
{
    hook(1);
    AukBuffer buffer = {0};
    cr_assert(auk__buffer_resize(&buffer, sizeof(int), 5));
    ((int *)buffer.items)[4] = 7;
    AukBuffer before = buffer;
    cr_assert_not(auk__buffer_reserve(&buffer, sizeof(int), 100000));
    cr_assert_not(auk__buffer_resize(&buffer, sizeof(int), 100000));
    cr_assert(buffer.items == before.items && buffer.count == 5 && buffer.capacity == before.capacity);
    cr_assert_eq(((int *)buffer.items)[4], 7);
    auk__buffer_free(&buffer);
}

Test(buffer, absurd_sizes_are_asked_for_in_full_and_negative_ones_not_at_all, .fini = unhook)
{
    hook(0);
    AukBuffer buffer = {0};
    cr_assert_not(auk__buffer_reserve(&buffer, 1 << 20, INT_MAX));
    cr_assert_geq(hook_log.size, (uint64_t)INT_MAX << 20, "the size has wrapped");
    hook(0);
    cr_assert_not(auk__buffer_reserve(&buffer, 1, -1));
    cr_assert_not(auk__buffer_resize(&buffer, 1, -5));
    cr_assert(hook_log.size == 0 && buffer.count == 0 && buffer.items == NULL);
}

Test(buffer, lends_its_memory_again_and_again_without_a_growth_by_rounding)
{
    for (int asked = 1; asked < 200; asked++) {
        AukBuffer owner = {NULL, 0, 0}, user = {NULL, 0, 0};
        cr_assert(auk__buffer_reserve(&owner, 44, asked % 7));
        for (int loan = 0; loan < 4; loan++) {
            auk__buffer_lend(&owner, 44, &user, 8);
            cr_assert_null(owner.items);
            void *items = user.items;
            cr_assert(auk__buffer_reserve(&user, 8, asked));
            cr_assert(loan == 0 || user.items == items, "%d items have room after the first loan", asked);
            auk__buffer_return(&owner, 44, &user, 8);
            cr_assert_null(user.items);
            cr_assert_geq(owner.capacity, asked % 7);
            cr_assert_eq(owner.count, 0);
        }
        int capacity = owner.capacity + 1; // the owner grows between loans
        cr_assert(auk__buffer_reserve(&owner, 44, capacity));
        auk__buffer_lend(&owner, 44, &user, 8);
        cr_assert_geq(user.capacity, capacity * 44 / 8);
        auk__buffer_return(&owner, 44, &user, 8);
        auk__buffer_free(&owner);
    }
}

Test(buffer, the_padding_may_be_read)
{
    AukBuffer buffer = {0};
    cr_assert(auk__buffer_resize(&buffer, 1, 33));
    memset(buffer.items, 0, (size_t)buffer.capacity + AUK_BUFFER_PADDING);
    auk__buffer_free(&buffer);
}

// ---- texts --------------------------------------------------------------------------------------------------

Test(status, every_status_has_a_text_of_its_own)
{
    for (int i = 0; i < AUK_STATUS_COUNT; i++) {
        const char *text = auk_status_text((AukStatus)i);
        cr_assert(text && *text);
        cr_assert_str_neq(text, auk_status_text((AukStatus)99));
        for (int j = 0; j < i; j++) {
            cr_assert_str_neq(text, auk_status_text((AukStatus)j));
        }
    }
    cr_assert_not_null(auk_status_text((AukStatus)-1));
    cr_assert_not_null(auk_status_text(AUK_STATUS_COUNT));
    cr_assert_not_null(strstr(auk_status_text(AUK_ERROR_ENUM), "flags")); // as AukDrawOptions.show
    cr_assert_not_null(strstr(auk_status_text(AUK_ERROR_FILE), "sink"));
}

// ---- sums ---------------------------------------------------------------------------------------------------------

enum { SUMMED = 96 }; // words: six blocks

static uint64_t sum_of(const uint64_t words[SUMMED])
{
    return auk__hash_words(AUK_HASH_START, words, SUMMED * sizeof *words);
}

Test(base, a_sum_notices_one_flipped_bit_and_the_same_bit_flipped_in_any_two_words)
{
    uint64_t words[SUMMED], state = 1;
    for (int i = 0; i < SUMMED; i++) {
        words[i] = state = auk__hash_u64(state, (uint64_t)i);
    }
    uint64_t sum = sum_of(words);
    for (int bit = 0; bit < 64; bit++) {
        for (int i = 0; i < SUMMED; i++) {
            words[i] ^= UINT64_C(1) << bit;
            cr_assert_neq(sum_of(words), sum);
            for (int k = i + 1; k < SUMMED; k++) {
                words[k] ^= UINT64_C(1) << bit;
                cr_assert_neq(sum_of(words), sum, "bit %d of words %d and %d", bit, i, k);
                words[k] ^= UINT64_C(1) << bit;
            }
            words[i] ^= UINT64_C(1) << bit;
        }
    }
}

Test(base, a_sum_notices_words_that_changed_places_and_numbers_that_changed_their_signs)
{
    uint64_t words[SUMMED];
    for (int i = 0; i < SUMMED; i++) {
        words[i] = UINT64_C(0x3f80000040000000) + ((uint64_t)(i + 1) << (i % 2 ? 32 : 55));
    }
    uint64_t sum = sum_of(words);
    for (int i = 0; i < SUMMED; i++) {
        for (int k = i + 1; k < SUMMED; k++) {
            uint64_t word = words[i];
            words[i] = words[k];
            words[k] = word;
            cr_assert(words[i] == words[k] || sum_of(words) != sum, "words %d and %d", i, k);
            words[k] = words[i];
            words[i] = word;
        }
    }
    for (int signs = 1; signs < 4; signs++) { // of the low halves, of the high ones, of both
        uint64_t mask = (signs & 1 ? UINT64_C(0x80000000) : 0) | (signs & 2 ? UINT64_C(0x8000000000000000) : 0);
        for (int from = 0; from < SUMMED; from++) {
            uint64_t mirrored[SUMMED];
            memcpy(mirrored, words, sizeof mirrored);
            for (int i = from; i < SUMMED; i++) {
                mirrored[i] ^= mask;
                cr_assert_neq(sum_of(mirrored), sum, "signs of words %d to %d", from, i);
            }
        }
    }
}

// The sums with two flipped bits, in all pairs of a bit of the first word and one of the second.
static void expect_pairs_noticed(uint64_t words[SUMMED], int first, int second, uint64_t sum)
{
    for (int bit = 0; bit < 64; bit++) {
        words[first] ^= UINT64_C(1) << bit;
        for (int other = 0; other < 64; other++) {
            words[second] ^= UINT64_C(1) << other;
            cr_assert_neq(sum_of(words), sum, "bit %d of word %d and bit %d of word %d", bit, first, other, second);
            words[second] ^= UINT64_C(1) << other;
        }
        words[first] ^= UINT64_C(1) << bit;
    }
}

// Bit 63 of a word and bit 16 of the 15th word after it had cancelled each other.
Test(base, a_sum_notices_any_two_flipped_bits_at_any_distance)
{
    uint64_t zeros[SUMMED] = {0}, words[SUMMED], state = 3;
    for (int i = 0; i < SUMMED; i++) {
        words[i] = state = auk__hash_u64(state, (uint64_t)i);
    }
    uint64_t sums[2] = {sum_of(words), sum_of(zeros)};
    for (int first = 0; first < AUK_HASH_BLOCK_WORDS; first++) { // each lane, both words of a step
        for (int second = first + 1; second < SUMMED; second++) {
            expect_pairs_noticed(first % 2 ? words : zeros, first, second, sums[first % 2 ? 0 : 1]);
        }
    }
    for (int first = 0; first < SUMMED; first++) { // the ends of words, everywhere
        for (int second = first + 1; second < SUMMED; second++) {
            for (int bits = 0; bits < 16; bits++) {
                uint64_t bit = UINT64_C(1) << (bits % 4 * 21), other = UINT64_C(1) << (bits / 4 * 21);
                words[first] ^= bit;
                words[second] ^= other;
                cr_assert_neq(sum_of(words), sums[0], "%llx of word %d and %llx of word %d", (unsigned long long)bit,
                              first, (unsigned long long)other, second);
                words[first] ^= bit;
                words[second] ^= other;
            }
        }
    }
}

// Snapshots, deltas and records that were written before would be refused as damaged: their formats tell the version.
Test(base, a_sum_changes_only_with_the_formats_that_store_it)
{
    uint64_t words[SUMMED];
    for (int i = 0; i < SUMMED; i++) {
        words[i] = (uint64_t)i * 0x0123456789abcdefu;
    }
    uint64_t sum = auk__hash_words(AUK_HASH_START, words, sizeof words - 8);
    cr_assert_eq(sum, UINT64_C(0x9096a9b5d7b72b9a), "%llx", (unsigned long long)sum);
}

Test(base, products_of_words_in_parts_are_those_of_whole_words)
{
    static const uint64_t edges[] = {0, 1, 2, UINT32_MAX, UINT64_C(1) << 32, UINT64_C(1) << 63, UINT64_MAX};
    int count = (int)(sizeof edges / sizeof edges[0]);
    uint64_t a = 1, b = 2;
    for (int i = 0; i < count * count + 1000; i++) {
        a = i < count * count ? edges[i % count] : auk__hash_u64(a, b);
        b = i < count * count ? edges[i / count] : auk__hash_u64(b, a);
        cr_assert_eq(auk__hash_product_in_parts(a, b), auk__hash_product(a, b), "%llx %llx", (unsigned long long)a,
                     (unsigned long long)b);
    }
    cr_assert_eq(auk__hash_product(UINT64_MAX, UINT64_MAX), UINT64_MAX); // 2^64 - 2 and 1
    cr_assert_eq(auk__hash_product(UINT64_C(1) << 63, 6), 3);
}

// ---- bits ---------------------------------------------------------------------------------------------------

Test(bits, the_lowest_and_the_highest_bit_are_found_whatever_stands_between)
{
    Random random = random_start(random_seed(), 1);
    for (int high = 0; high < 64; high++) {
        for (int low = 0; low <= high; low++) {
            uint64_t ends = 1ull << high | 1ull << low, between = (1ull << high) - (1ull << low);
            uint64_t number = ends | (random_bits(&random) & between);
            cr_expect_eq(auk__highest_bit(number), high);
            cr_expect(low >= 32 || auk__lowest_bit((unsigned)number) == low);
        }
    }
}

// ---- slots --------------------------------------------------------------------------------------------------

// Against a plain stack of the slots that were freed.
Test(slots, the_next_two_are_known_before_they_are_taken)
{
    enum { SLOTS = 24, ROUNDS = 4000 };
    uint32_t links[SLOTS][2], stack[SLOTS], used[SLOTS];
    AukSlotRecords records = {(unsigned char *)links, sizeof links[0]};
    AukSlots slots = {0};
    uint64_t seed = random_seed();
    Random random = random_start(seed, 2);
    int freed = 0, count = 0;
    cr_assert(auk__slots_reserve(&slots, SLOTS));
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t next = freed > 0 ? stack[freed - 1] : (uint32_t)count;
        uint32_t second = freed > 1 ? stack[freed - 2] : AUK_NO_INDEX;
        cr_assert_eq(auk__slots_peek(&slots), next, "round %d, AUK_SEED=%llu", round, (unsigned long long)seed);
        cr_assert_eq(auk__slots_peek_second(&slots, records), second, "round %d, AUK_SEED=%llu", round,
                     (unsigned long long)seed);
        if (count == 0 || (count < SLOTS && random_bits(&random) % 2 == 0)) {
            used[count] = auk__slots_take(&slots, records);
            cr_assert_eq(used[count++], next);
            freed -= freed > 0;
        } else {
            int gone = (int)(random_bits(&random) % (uint64_t)count);
            auk__slots_retire(&slots, used[gone]);
            auk__slots_free(&slots, records, used[gone]);
            stack[freed++] = used[gone];
            used[gone] = used[--count];
        }
    }
    auk__slots_release(&slots);
}
