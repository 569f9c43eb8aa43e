// The order of a step's pairs against a plain sort: sorted already but for some pairs, or in any order.
#include "world/step/pairs.h"

#include "support/random.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    return (int)auk__pair_precedes(b, a) - (int)auk__pair_precedes(a, b);
}

// Different pairs, as in a step. The index of the touch is another name for each, by which a lost one is found.
static void make_pairs(AukPair *pairs, int count, Random *random)
{
    for (int i = 0; i < count; i++) {
        AukPair pair;
        memset(&pair, 0, sizeof pair);
        pair.body_a = (uint32_t)random_int(random, 0, count / 3);
        pair.body_b = pair.body_a + 1 + (uint32_t)random_int(random, 0, 3);
        pair.shape_a = pair.part_a = (uint32_t)random_int(random, 0, 2);
        pair.child_b = i; // no two are equal
        pairs[i] = pair;
    }
    qsort(pairs, (size_t)count, sizeof *pairs, compare);
    for (int i = 0; i < count; i++) {
        pairs[i].previous = i;
    }
}

static void move_pair(AukPair *pairs, int from, int to)
{
    AukPair moved = pairs[from];
    int step = from < to ? 1 : -1;
    for (int i = from; i != to; i += step) {
        pairs[i] = pairs[i + step];
    }
    pairs[to] = moved;
}

static void expect_order(AukPairWork *work, int count, const char *what, uint64_t seed)
{
    cr_assert_eq(auk__pairs_sort(work), AUK_OK);
    const AukPair *pairs = work->records.items;
    cr_assert_eq(work->records.count, count);
    for (int i = 0; i < count; i++) {
        cr_assert_eq(pairs[i].previous, i, "%s: pair %d of %d, AUK_SEED=%llu", what, i, count,
                     (unsigned long long)seed);
    }
}

Test(pair_sort, some_pairs_or_all_of_them_come_to_their_places)
{
    Random random = random_start(random_seed(), 1);
    for (int round = 0; round < 600; round++) {
        int count = random_int(&random, 1, round % 10 == 0 ? 3000 : 80);
        AukPairWork work = {.records = {0}};
        cr_assert(auk__buffer_resize(&work.records, sizeof(AukPair), count));
        AukPair *pairs = work.records.items;
        make_pairs(pairs, count, &random);
        int moves = random_int(&random, 0, count / 6 + 1);
        for (int i = 0; i < moves; i++) { // forwards, backwards, by one place, to an end
            int from = random_int(&random, 0, count - 1), to = random_int(&random, 0, count - 1);
            to = random_chance(&random, 0.2) ? (from + 1 < count ? from + 1 : from) : to;
            move_pair(pairs, from, random_chance(&random, 0.2) ? count - 1 : to);
        }
        expect_order(&work, count, "few", random.seed);
        for (int i = 0; i < count; i++) {
            move_pair(work.records.items, i, random_int(&random, 0, count - 1));
        }
        expect_order(&work, count, "all", random.seed);
        auk__pairs_release(&work);
    }
}

Test(pair_sort, without_memory_no_pair_is_lost)
{
    for (int at = 0; at < 6; at++) {
        Random random = random_start(random_seed(), 2);
        enum { COUNT = 300 };
        FailingAllocator memory;
        failing_allocator_install(&memory);
        AukPairWork work = {.records = {0}};
        cr_assert(auk__buffer_resize(&work.records, sizeof(AukPair), COUNT));
        make_pairs(work.records.items, COUNT, &random);
        for (int i = 0; i < 10; i++) {
            move_pair(work.records.items, random_int(&random, 0, COUNT - 1), random_int(&random, 0, COUNT - 1));
        }
        memory.fail_at = memory.calls + at;
        AukStatus status = auk__pairs_sort(&work);
        cr_assert(status == AUK_OK || status == AUK_ERROR_OUT_OF_MEMORY);
        memory.fail_at = -1;
        expect_order(&work, COUNT, "after a failure", random.seed);
        auk__pairs_release(&work);
        auk_set_allocator(NULL);
    }
}
