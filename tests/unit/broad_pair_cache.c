// The list of pairs that the broad phase keeps from update to update: when there is one, how long it lasts, memory.
// That the pairs are right is for prop/broad_pair_cache.c.
#include "broad/broad.h"

#include "auk/math2d.h"
#include "support/random.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1000 };

typedef struct Flock {
    AukBox boxes[COUNT];
    AukVec2 velocities[COUNT];
    AukBroad *sweep, *brute;
} Flock;

static void flock_place(Flock *flock, uint32_t slot, AukBox box)
{
    flock->boxes[slot] = box;
    auk__broad_write(flock->sweep, slot, box);
    auk__broad_write(flock->brute, slot, box);
}

static void flock_start(Flock *flock, uint64_t stream, float speed, int pairs_reserved)
{
    Random random = random_start(random_seed(), stream);
    AukBroadDef def = {AUK_BROAD_SWEEP, 0, false};
    flock->sweep = auk_broad_create(&def, NULL);
    def.kind = AUK_BROAD_BRUTE_FORCE;
    flock->brute = auk_broad_create(&def, NULL);
    cr_assert_eq(auk__broad_reserve(flock->brute, COUNT), AUK_OK);
    cr_assert_eq(auk__broad_reserve(flock->sweep, COUNT), AUK_OK);
    cr_assert_eq(auk__broad_admit_statics(flock->brute), AUK_OK);
    cr_assert_eq(auk__broad_admit_statics(flock->sweep), AUK_OK);
    if (pairs_reserved > 0) {
        cr_assert_eq(auk__broad_reserve_pairs(flock->sweep, pairs_reserved, false), AUK_OK);
        cr_assert_eq(auk__broad_reserve_statics(flock->sweep), AUK_OK);
    }
    for (uint32_t slot = 0; slot < COUNT; slot++) {
        AukVec2 min = random_vec(&random, 0.0f, 60.0f);
        AukBox box = {min, auk_vec_add(min, random_vec(&random, 0.5f, 2.0f))};
        flock->velocities[slot] = random_vec(&random, -speed, speed);
        flock->boxes[slot] = box;
        AukBroadClass class = slot % 5 == 0 ? AUK_BROAD_STATIC : AUK_BROAD_MOVING;
        auk__broad_set(flock->sweep, slot, box, class);
        auk__broad_set(flock->brute, slot, box, class);
    }
}

static void flock_move(Flock *flock)
{
    for (uint32_t slot = 0; slot < COUNT; slot++) {
        if (slot % 5 != 0) {
            AukBox box = flock->boxes[slot];
            box.min = auk_vec_add(box.min, flock->velocities[slot]);
            box.max = auk_vec_add(box.max, flock->velocities[slot]);
            flock_place(flock, slot, box);
        }
    }
}

static bool flock_agrees(const Flock *flock)
{
    cr_assert_eq(auk_broad_update(flock->brute), AUK_OK);
    AukBroadPairs a = auk_broad_pairs(flock->sweep), b = auk_broad_pairs(flock->brute);
    return a.count == b.count && (a.count == 0 || memcmp(a.items, b.items, (size_t)a.count * sizeof *a.items) == 0);
}

static void flock_end(Flock *flock)
{
    auk_broad_destroy(flock->sweep);
    auk_broad_destroy(flock->brute);
}

static void flock_run(Flock *flock, int updates)
{
    for (int update = 0; update < updates; update++) {
        flock_move(flock);
        cr_assert_eq(auk_broad_update(flock->sweep), AUK_OK);
        cr_assert(flock_agrees(flock), "update %d, AUK_SEED=%llu", update, (unsigned long long)random_seed());
    }
}

Test(broad_pair_cache, at_rest_one_list_lasts_for_ever_and_lists_nothing_in_vain)
{
    static Flock flock;
    flock_start(&flock, 1, 0.0f, 0);
    flock_run(&flock, 300);
    cr_assert(flock.sweep->pair_cache.valid);
    cr_assert_gt(flock.sweep->pair_cache.now.fat_margin.age, 290);
    cr_assert_eq(flock.sweep->pair_cache.list.keys.count, auk_broad_pairs(flock.sweep).count);
    flock_end(&flock);
}

Test(broad_pair_cache, a_few_fast_boxes_do_not_wear_out_the_list_of_the_others)
{
    static Flock flock;
    flock_start(&flock, 2, 0.0f, 0);
    for (uint32_t slot = 1; slot < COUNT; slot += 50) {
        flock.velocities[slot] = auk_vec(20.0f, 13.0f);
    }
    flock_run(&flock, 200);
    cr_assert(flock.sweep->pair_cache.valid);
    cr_assert_gt(flock.sweep->pair_cache.now.fat_margin.age, 150);
    cr_assert_eq(flock.sweep->pair_cache.members.count, COUNT / 50);
    flock_end(&flock);
}

Test(broad_pair_cache, where_all_boxes_are_fast_no_list_is_kept_until_they_rest)
{
    static Flock flock;
    flock_start(&flock, 3, 40.0f, 0);
    for (int update = 0; update < 200; update++) {
        flock_run(&flock, 1);
        cr_assert(!flock.sweep->pair_cache.valid);
    }
    memset(flock.velocities, 0, sizeof flock.velocities);
    flock_run(&flock, 70);
    cr_assert(flock.sweep->pair_cache.valid, "the longest break is over by then");
    flock_end(&flock);
}

Test(broad_pair_cache, where_all_boxes_move_evenly_the_next_list_is_made_before_the_last_one_ends)
{
    static Flock flock;
    flock_start(&flock, 7, 0.02f, 0);
    flock_run(&flock, 10);
    int made = 0;
    for (int update = 0; update < 200; update++) {
        flock_run(&flock, 1);
        cr_assert(flock.sweep->pair_cache.valid);
        cr_assert_gt(flock.sweep->pair_cache.now.fat_margin.age, 0, "none is made at once");
        made += flock.sweep->pair_cache.now.fat_margin.age == 1;
    }
    cr_assert_gt(made, 4);
    flock_end(&flock);
}

// Between the layout of a list and its sweep the boxes of the entries are not kept, and those of removed movers are
// gone.
Test(broad_pair_cache, movers_that_go_after_the_next_list_is_laid_out_hide_no_pairs_of_the_others)
{
    static Flock flock;
    flock_start(&flock, 7, 0.02f, 0);
    int tried = 0;
    for (int update = 0; update < 200; update++) {
        flock_run(&flock, 1);
        if (!auk__pair_cache_is_ahead(&flock.sweep->pair_cache)) {
            continue;
        }
        const AukLayout *layout = &flock.sweep->pair_cache.index.layout;
        uint32_t first = *(const uint32_t *)layout->slots.items & AUK_ENTRY_SLOT; // the leftmost of its strip
        for (uint32_t slot = first; slot < COUNT; slot += slot == first ? 5 : 100) {
            auk__broad_set(flock.sweep, slot, flock.boxes[slot], AUK_BROAD_NONE);
            auk__broad_set(flock.sweep, slot, flock.boxes[slot], AUK_BROAD_MOVING);
        }
        flock_run(&flock, 3);
        cr_assert(flock.sweep->pair_cache.valid);
        tried++;
    }
    cr_assert_gt(tried, 4);
    flock_end(&flock);
}

// Then so many are uncached that a list is not worth it, and there is no reserved memory to lay them out.
Test(broad_pair_cache, a_list_whose_movers_went_elsewhere_before_it_was_swept_is_given_up_and_takes_no_memory)
{
    enum { PAIRS = 1500 };
    static FailingAllocator memory;
    static Flock flock;
    failing_allocator_install(&memory);
    flock_start(&flock, 7, 0.02f, PAIRS);
    int tried = 0;
    for (int update = 0; update < 400; update++) {
        bool ahead = auk__pair_cache_is_ahead(&flock.sweep->pair_cache);
        flock_move(&flock);
        for (uint32_t slot = 1; slot < COUNT && ahead; slot += 5) {
            AukBox box = flock.boxes[slot];
            float shift = box.min.x < 30.0f ? 30.0f : -30.0f;
            box.min.x += shift;
            box.max.x += shift;
            flock_place(&flock, slot, box);
        }
        memory.calls = 0;
        cr_assert_eq(auk_broad_update(flock.sweep), AUK_OK);
        cr_assert_eq(memory.calls, 0);
        cr_assert(!ahead || !flock.sweep->pair_cache.valid);
        cr_assert(flock_agrees(&flock), "update %d, AUK_SEED=%llu", update, (unsigned long long)random_seed());
        cr_assert_leq(auk_broad_pairs(flock.sweep).count, PAIRS, "the test reserves too little");
        tried += ahead;
    }
    cr_assert_gt(tried, 4);
    flock_end(&flock);
}

// Lets every `part`-th mover be another one, somewhere else, in each update. Gives in how many there is a list.
static int flock_churn(Flock *flock, uint32_t part, int updates)
{
    Random random = random_start(random_seed(), 100);
    int listed = 0;
    for (int update = 0; update < updates; update++) {
        for (uint32_t slot = (uint32_t)update % part; slot < COUNT; slot += part) {
            if (slot % 5 != 0) {
                AukVec2 min = random_vec(&random, 0.0f, 60.0f);
                flock->boxes[slot] = auk_box(min, auk_vec_add(min, random_vec(&random, 0.5f, 2.0f)));
                auk__broad_set(flock->sweep, slot, flock->boxes[slot], AUK_BROAD_NONE);
                auk__broad_set(flock->sweep, slot, flock->boxes[slot], AUK_BROAD_MOVING);
                auk__broad_write(flock->brute, slot, flock->boxes[slot]);
            }
        }
        flock_run(flock, 1);
        listed += flock->sweep->pair_cache.valid;
    }
    return listed;
}

Test(broad_pair_cache, where_many_boxes_are_new_no_list_is_made)
{
    static Flock flock;
    flock_start(&flock, 8, 0.02f, 0);
    cr_assert_eq(flock_churn(&flock, 9, 100), 0);
    cr_assert_gt(flock_churn(&flock, 301, 200), 100, "few of them are no reason");
    flock_end(&flock);
}

Test(broad_pair_cache, lists_stay_nearly_in_order_where_slots_go_and_come_back)
{
    enum { GONE = 100 };
    static Flock flock;
    flock_start(&flock, 9, 0.0f, 0);
    for (uint32_t slot = 0; slot < COUNT; slot++) {
        auk__broad_set(flock.sweep, slot, flock.boxes[slot], AUK_BROAD_MOVING);
    }
    const uint32_t *movers = flock.sweep->movers.items;
    Random random = random_start(random_seed(), 101);
    int moved = 0;
    for (int round = 0; round < 50; round++) {
        uint32_t gone[GONE];
        for (int i = 0; i < GONE; i++) {
            gone[i] = (uint32_t)(i * (COUNT / GONE) + random_int(&random, 0, COUNT / GONE - 1));
            auk__broad_set(flock.sweep, gone[i], flock.boxes[gone[i]], AUK_BROAD_NONE);
        }
        for (int i = GONE; i > 0; i--) {
            auk__broad_set(flock.sweep, gone[i - 1], flock.boxes[gone[i - 1]], AUK_BROAD_MOVING);
        }
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        moved += movers[i] != i;
    }
    cr_assert_lt(moved, COUNT / 4, "%d are not in their places", moved);
    flock_end(&flock);
}

Test(broad_pair_cache, what_comes_to_rest_is_not_burdened_with_a_long_list_for_ever)
{
    static Flock flock;
    flock_start(&flock, 4, 0.1f, 0);
    flock_run(&flock, 10);
    cr_assert(flock.sweep->pair_cache.valid);
    cr_assert_gt(flock.sweep->pair_cache.list.keys.count, auk_broad_pairs(flock.sweep).count);
    memset(flock.velocities, 0, sizeof flock.velocities);
    flock_run(&flock, 500);
    cr_assert_eq(flock.sweep->pair_cache.list.keys.count, auk_broad_pairs(flock.sweep).count);
    flock_end(&flock);
}

Test(broad_pair_cache, a_list_of_a_length_that_grows_past_its_bound_is_given_up)
{
    static Flock flock;
    flock_start(&flock, 5, 0.01f, 0);
    flock_run(&flock, 5);
    cr_assert(flock.sweep->pair_cache.valid);
    // all in one spot at once: far more pairs than the last update had
    for (uint32_t slot = 0; slot < COUNT; slot++) {
        AukBox spot = {{0.0f, 0.0f}, {1.0f, 1.0f}};
        if (slot % 5 != 0) {
            flock_place(&flock, slot, spot);
        }
    }
    flock_run(&flock, 40);
    cr_assert_leq(flock.sweep->pair_cache.list.keys.count,
                  auk__pair_cache_list_max(COUNT, auk_broad_pairs(flock.sweep).count));
    flock_end(&flock);
}

Test(broad_pair_cache, running_out_of_memory_in_any_update_keeps_the_last_pairs)
{
    enum { PLAYED = 12 };
    static FailingAllocator memory;
    static Flock flock;
    failing_allocator_install(&memory);
    bool failed = true;
    int failures = 0;
    for (int fail_at = 0; failed; fail_at++) {
        flock_start(&flock, 6, 0.02f, 0);
        flock_run(&flock, 1);
        memory.calls = 0;
        failed = false;
        for (int update = 0; update < PLAYED; update++) {
            AukBroadPairs before = auk_broad_pairs(flock.sweep);
            size_t size = (size_t)before.count * sizeof *before.items;
            AukBroadPair *copy = malloc(size + 1);
            memcpy(copy, before.items, size);
            flock_move(&flock);
            memory.fail_at = failed ? -1 : fail_at;
            AukStatus status = auk_broad_update(flock.sweep);
            memory.fail_at = -1;
            if (status != AUK_OK) {
                AukBroadPairs after = auk_broad_pairs(flock.sweep);
                cr_assert_eq(status, AUK_ERROR_OUT_OF_MEMORY);
                cr_assert(after.count == before.count && memcmp(after.items, copy, size) == 0);
                failed = true;
            } else {
                int calls = memory.calls; // brute force asks for memory too
                cr_assert(flock_agrees(&flock), "allocation %d, AUK_SEED=%llu", fail_at,
                          (unsigned long long)random_seed());
                memory.calls = calls;
            }
            free(copy);
        }
        failures += failed;
        cr_assert(flock.sweep->pair_cache.valid);
        flock_end(&flock);
    }
    cr_assert_gt(failures, 8);
}

Test(broad_pair_cache, within_what_was_reserved_nothing_is_allocated_from_the_first_update_on)
{
    enum { PAIRS = 1500 };
    static FailingAllocator memory;
    static Flock flock;
    failing_allocator_install(&memory);
    for (uint64_t stream = 0; stream < 20; stream++) {
        Random random = random_start(random_seed(), 100 + stream);
        flock_start(&flock, stream, 0.02f, PAIRS);
        memory.calls = 0;
        int listed = 0;
        for (int update = 0; update < 100; update++) {
            flock_move(&flock);
            for (uint32_t slot = 1; slot < COUNT; slot += 5 * (uint32_t)stream + 7) {
                flock_place(&flock, slot, flock.boxes[(uint32_t)random_int(&random, 0, COUNT - 1)]);
            }
            cr_assert_eq(auk_broad_update(flock.sweep), AUK_OK);
            cr_assert_leq(auk_broad_pairs(flock.sweep).count, PAIRS, "the test reserves too little");
            listed += flock.sweep->pair_cache.valid;
        }
        cr_assert_eq(memory.calls, 0);
        cr_assert(stream < 10 || listed > 50, "%d", listed);
        flock_end(&flock);
    }
}
