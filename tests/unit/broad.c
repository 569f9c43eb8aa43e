// The broad phase through its public header and by slots: contracts, limits, memory. Random worlds are in prop/.
#include "broad/broad.h"
#include "broad/sweep.h"

#include "auk/math2d.h"
#include "support/random.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const AukBroadKind kinds[] = {AUK_BROAD_SWEEP, AUK_BROAD_BRUTE_FORCE};

static AukBox box_of(float min_x, float min_y, float max_x, float max_y)
{
    AukBox box = {{min_x, min_y}, {max_x, max_y}};
    return box;
}

static AukBroad *create(AukBroadKind kind, int max_pairs, bool static_pairs)
{
    AukBroadDef def = {kind, max_pairs, static_pairs};
    AukBroad *broad = auk_broad_create(&def, NULL);
    cr_assert_not_null(broad);
    return broad;
}

static uint32_t add(AukBroad *broad, AukBox box, bool is_static)
{
    uint32_t proxy = 0;
    cr_assert_eq(auk_broad_add(broad, box, is_static, &proxy), AUK_OK);
    return proxy;
}

// The pairs after an update, as text: "0-1 0-2".
static const char *pairs_text(AukBroad *broad)
{
    static char text[4096];
    int length = 0;
    cr_assert_eq(auk_broad_update(broad), AUK_OK);
    AukBroadPairs pairs = auk_broad_pairs(broad);
    text[0] = '\0';
    for (int i = 0; i < pairs.count && length < 4000; i++) {
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%u-%u", i > 0 ? " " : "", pairs.items[i].a,
                           pairs.items[i].b);
    }
    return text;
}

Test(broad, moving_many_is_moving_each)
{
    for (int walls = 0; walls < 3; walls++) {
        AukBroad *broad = create(AUK_BROAD_SWEEP, 0, walls == 2);
        for (int i = 0; i < 3; i++) {
            add(broad, box_of((float)(10 * i), 0, (float)(10 * i + 1), 1), walls > 0 && i == 1);
        }
        cr_assert_str_eq(pairs_text(broad), "");
        const AukBox all[3] = {box_of(0, 0, 1, 1), box_of(1, 0, 2, 1), box_of(2, 0, 3, 1)};
        cr_assert_eq(auk_broad_move_many(broad, NULL, all, 3), AUK_OK);
        cr_assert_str_eq(pairs_text(broad), "0-1 1-2");
        const uint32_t named[3] = {1, 2, 1};
        const AukBox some[3] = {box_of(9, 9, 10, 10), box_of(-1, 0, 0, 1), box_of(5, 5, 6, 6)};
        cr_assert_eq(auk_broad_move_many(broad, named, some, 3), AUK_OK);
        cr_assert_str_eq(pairs_text(broad), "0-2");
        cr_assert_eq(auk_broad_remove(broad, 1), AUK_OK);
        cr_assert_eq(auk_broad_move_many(broad, NULL, all, 3), AUK_ERROR_STALE_ID);
        cr_assert_eq(auk_broad_move_many(broad, NULL, all, 1), AUK_OK);
        cr_assert_str_eq(pairs_text(broad), "0-2");
        auk_broad_destroy(broad);
    }
}

// ---- pairs ----------------------------------------------------------------------------------------------------

Test(broad, boxes_that_touch_at_an_edge_or_a_corner_are_a_pair)
{
    for (int k = 0; k < 2; k++) {
        AukBroad *broad = create(kinds[k], 0, false);
        add(broad, box_of(0, 0, 1, 1), false);
        add(broad, box_of(1, 0, 2, 1), false);
        add(broad, box_of(1, 1, 2, 2), false);
        add(broad, box_of(nextafterf(2, 3), 0, 3, 2), false);
        add(broad, box_of(0, nextafterf(1, 2), 1, 2), false);
        cr_assert_str_eq(pairs_text(broad), "0-1 0-2 1-2 2-4");
        auk_broad_destroy(broad);
    }
}

Test(broad, negative_zero_and_zero_are_the_same_place)
{
    for (int k = 0; k < 2; k++) {
        AukBroad *broad = create(kinds[k], 0, false);
        add(broad, box_of(-1, -1, -0.0f, -0.0f), false);
        add(broad, box_of(0.0f, 0.0f, 1, 1), false);
        add(broad, box_of(-0.0f, 0.0f, 0.0f, 0.0f), false);
        add(broad, box_of(0.0f, -1, 1, -0.0f), false);
        cr_assert_str_eq(pairs_text(broad), "0-1 0-2 0-3 1-2 1-3 2-3");
        auk_broad_destroy(broad);
    }
}

Test(broad, static_boxes_meet_each_other_only_when_asked)
{
    for (int k = 0; k < 2; k++) {
        for (int asked = 0; asked < 2; asked++) {
            AukBroad *broad = create(kinds[k], 0, asked == 1);
            add(broad, box_of(0, 0, 2, 2), true);
            add(broad, box_of(1, 1, 3, 3), true);
            add(broad, box_of(2, 2, 4, 4), false);
            cr_assert_str_eq(pairs_text(broad), asked ? "0-1 0-2 1-2" : "0-2 1-2");
            auk_broad_destroy(broad);
        }
    }
}

Test(broad, static_boxes_can_be_moved_and_removed_at_any_time)
{
    AukBroad *broad = create(AUK_BROAD_SWEEP, 0, false);
    uint32_t mover = add(broad, box_of(0, 0, 1, 1), false);
    uint32_t wall = add(broad, box_of(5, 0, 6, 1), true);
    // enough others for the static index to be worth keeping
    for (int i = 0; i < 300; i++) {
        add(broad, box_of((float)(10 + 2 * i), 0, (float)(11 + 2 * i), 1), true);
    }
    cr_assert_str_eq(pairs_text(broad), "");
    cr_assert_eq(auk_broad_move(broad, wall, box_of(1, 1, 2, 2)), AUK_OK);
    cr_assert_str_eq(pairs_text(broad), "0-1");
    cr_assert_eq(auk_broad_move(broad, mover, box_of(609, 0, 620, 2)), AUK_OK);
    cr_assert_str_eq(pairs_text(broad), "0-301");
    cr_assert_eq(auk_broad_remove(broad, 301), AUK_OK);
    cr_assert_str_eq(pairs_text(broad), "");
    cr_assert_eq(add(broad, box_of(615, 1, 616, 3), true), 301);
    cr_assert_str_eq(pairs_text(broad), "0-301");
    for (int i = 0; i < 2000; i++) {
        cr_assert_eq(auk_broad_move(broad, wall, box_of((float)i, 0, (float)i, 0)), AUK_OK);
        cr_assert_str_eq(pairs_text(broad), i >= 609 && i <= 620 ? "0-1 0-301" : "0-301");
    }
    auk_broad_destroy(broad);
}

Test(broad, a_wide_box_does_not_hide_the_static_boxes_before_and_after_it)
{
    AukBroad *broad = create(AUK_BROAD_SWEEP, 0, false);
    add(broad, box_of(500.25f, 0, 500.75f, 1), false);
    add(broad, box_of(-10, -1, 2000, 0), true);
    for (int i = 0; i < 1000; i++) {
        add(broad, box_of((float)i, 0, (float)i + 0.5f, 1), true);
    }
    cr_assert_str_eq(pairs_text(broad), "0-1 0-502");
    auk_broad_destroy(broad);
}

Test(broad, a_slot_may_turn_from_static_to_moving_and_back)
{
    AukBroad *broad = create(AUK_BROAD_SWEEP, 0, false);
    cr_assert_eq(auk__broad_reserve(broad, 10), AUK_OK);
    cr_assert_eq(auk__broad_admit_statics(broad), AUK_OK);
    auk__broad_set(broad, 3, box_of(0, 0, 1, 1), AUK_BROAD_STATIC);
    auk__broad_set(broad, 7, box_of(1, 1, 2, 2), AUK_BROAD_STATIC);
    cr_assert_str_eq(pairs_text(broad), "");
    auk__broad_set(broad, 7, box_of(1, 1, 2, 2), AUK_BROAD_MOVING);
    cr_assert_str_eq(pairs_text(broad), "3-7");
    auk__broad_write(broad, 7, box_of(3, 3, 4, 4));
    cr_assert_str_eq(pairs_text(broad), "");
    auk__broad_set(broad, 3, box_of(4, 4, 5, 5), AUK_BROAD_MOVING);
    cr_assert_str_eq(pairs_text(broad), "3-7");
    auk__broad_set(broad, 3, box_of(4, 4, 5, 5), AUK_BROAD_STATIC);
    auk__broad_set(broad, 7, box_of(4, 4, 5, 5), AUK_BROAD_STATIC);
    cr_assert_str_eq(pairs_text(broad), "");
    auk__broad_set(broad, 7, box_of(4, 4, 5, 5), AUK_BROAD_NONE);
    auk__broad_set(broad, 0, box_of(5, 5, 5, 5), AUK_BROAD_MOVING);
    cr_assert_str_eq(pairs_text(broad), "0-3");
    AukBox kept = auk__broad_box(broad, 3);
    cr_assert(kept.min.x == 4 && kept.min.y == 4 && kept.max.x == 5 && kept.max.y == 5);
    auk_broad_destroy(broad);
}

// Boxes for which strips fail: a column of flat ones, beside tall ones that keep the strips few.
static AukBox column_box(Random *random, int i)
{
    float y = floorf(random_float(random, 0.0f, 16000.0f)) / 16.0f;
    float x = (float)(2 * i + 2);
    return i % 10 == 0 ? box_of(x, 0, x + 1, 1000) : box_of(0, y, 1, y);
}

Test(broad, where_strips_fail_the_pairs_are_the_same)
{
    enum { COUNT = 20000 };
    Random random = random_start(random_seed(), 24);
    AukBroad *sweep = create(AUK_BROAD_SWEEP, 0, false);
    AukBroad *brute = create(AUK_BROAD_BRUTE_FORCE, 0, false);
    for (int i = 0; i < COUNT; i++) {
        AukBox box = column_box(&random, i);
        add(sweep, box, i % 3 == 0);
        add(brute, box, i % 3 == 0);
    }
    cr_assert_eq(auk_broad_update(sweep), AUK_OK);
    cr_assert_eq(auk_broad_update(brute), AUK_OK);
    AukBroadPairs found = auk_broad_pairs(sweep), expected = auk_broad_pairs(brute);
    cr_assert(found.count == expected.count && found.count > 1000);
    cr_assert_eq(memcmp(found.items, expected.items, (size_t)found.count * sizeof *found.items), 0);
    AukPairList keys = {0};
    AukLayout layout = {0};
    cr_assert(auk__layout_reserve(&layout, &sweep->work, sweep->movers.count));
    auk__layout_build(&layout, &sweep->work, sweep->bounds.items, sweep->movers.items, sweep->movers.count);
    cr_assert(auk__sweep_pairs(&layout, &sweep->work, sweep->movers.count, &keys).crowded);
    auk__layout_free(&layout);
    auk__found_free(&keys);
    auk_broad_destroy(sweep);
    auk_broad_destroy(brute);
}

Test(broad, static_boxes_settle_after_a_while)
{
    AukBroad *broad = create(AUK_BROAD_SWEEP, 0, false);
    add(broad, box_of(0, 0, 1, 1), false);
    for (int i = 0; i < 1000; i++) {
        add(broad, box_of((float)i, 0, (float)i, 0), true);
    }
    cr_assert_eq(auk_broad_update(broad), AUK_OK);
    cr_assert_eq(broad->statics.pending.count, 0, "many at once settle at once");
    add(broad, box_of(0, 0, 5, 5), true);
    cr_assert_eq(auk_broad_update(broad), AUK_OK);
    cr_assert_eq(broad->statics.pending.count, 1, "a single one waits");
    for (int i = 0; i < 5000; i++) {
        cr_assert_eq(auk_broad_update(broad), AUK_OK);
    }
    cr_assert_eq(broad->statics.pending.count, 0, "but not for ever");
    auk_broad_destroy(broad);
}

// ---- contracts ------------------------------------------------------------------------------------------------

Test(broad, proxies_are_handed_out_lowest_first)
{
    AukBroad *broad = create(AUK_BROAD_SWEEP, 0, false);
    for (uint32_t i = 0; i < 100; i++) {
        cr_assert_eq(add(broad, box_of(0, 0, 1, 1), i % 2 == 0), i);
    }
    static const uint32_t removed[] = {71, 3, 99, 42, 0, 8};
    for (int i = 0; i < 6; i++) {
        cr_assert_eq(auk_broad_remove(broad, removed[i]), AUK_OK);
        cr_assert_eq(auk_broad_remove(broad, removed[i]), AUK_ERROR_STALE_ID);
    }
    static const uint32_t expected[] = {0, 3, 8, 42, 71, 99, 100, 101};
    for (int i = 0; i < 8; i++) {
        cr_assert_eq(add(broad, box_of(0, 0, 1, 1), false), expected[i]);
    }
    auk_broad_destroy(broad);
}

Test(broad, bad_boxes_are_refused_and_change_nothing)
{
    static const struct {
        AukBox box;
        AukStatus status;
    } bad[] = {
        {{{NAN, 0}, {1, 1}}, AUK_ERROR_NOT_FINITE},       {{{0, 0}, {1, NAN}}, AUK_ERROR_NOT_FINITE},
        {{{0, -INFINITY}, {1, 1}}, AUK_ERROR_NOT_FINITE}, {{{0, 0}, {INFINITY, 1}}, AUK_ERROR_NOT_FINITE},
        {{{0, 0}, {2e15f, 1}}, AUK_ERROR_RANGE},          {{{0, -2e15f}, {1, 1}}, AUK_ERROR_RANGE},
        {{{1, 0}, {0, 1}}, AUK_ERROR_NEGATIVE},           {{{0, 1}, {1, 0}}, AUK_ERROR_NEGATIVE},
    };
    AukBroad *broad = create(AUK_BROAD_SWEEP, 0, false);
    add(broad, box_of(0, 0, 1, 1), false);
    add(broad, box_of(1, 1, 2, 2), true);
    for (int i = 0; i < (int)(sizeof bad / sizeof bad[0]); i++) {
        uint32_t proxy = 1234;
        cr_assert_eq(auk_broad_add(broad, bad[i].box, false, &proxy), bad[i].status, "case %d", i);
        cr_assert_eq(proxy, 1234);
        cr_assert_eq(auk_broad_move(broad, 0, bad[i].box), bad[i].status, "case %d", i);
        cr_assert_eq(auk_broad_move(broad, 1, bad[i].box), bad[i].status, "case %d", i);
        AukBox boxes[2] = {box_of(7, 7, 8, 8), bad[i].box};
        const uint32_t proxies[2] = {1, 0};
        cr_assert_eq(auk_broad_move_many(broad, NULL, boxes, 2), bad[i].status, "case %d", i);
        cr_assert_eq(auk_broad_move_many(broad, proxies, boxes, 2), bad[i].status, "case %d", i);
    }
    cr_assert_str_eq(pairs_text(broad), "0-1");
    cr_assert_eq(add(broad, box_of(5, 5, 5, 5), false), 2);
    auk_broad_destroy(broad);
}

Test(broad, null_pointers_stale_proxies_and_bad_definitions_are_answered)
{
    AukBroad *broad = create(AUK_BROAD_SWEEP, 0, false);
    uint32_t proxy = 7;
    AukBox box = box_of(0, 0, 1, 1);
    cr_assert_eq(auk_broad_add(NULL, box, false, &proxy), AUK_ERROR_NULL);
    cr_assert_eq(auk_broad_add(broad, box, false, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_broad_move(NULL, 0, box), AUK_ERROR_NULL);
    cr_assert_eq(auk_broad_move_many(NULL, NULL, &box, 1), AUK_ERROR_NULL);
    cr_assert_eq(auk_broad_move_many(broad, NULL, NULL, 1), AUK_ERROR_NULL);
    cr_assert_eq(auk_broad_move_many(broad, NULL, &box, -1), AUK_ERROR_COUNT);
    cr_assert_eq(auk_broad_move_many(broad, NULL, &box, 1), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_broad_move_many(broad, &proxy, &box, 1), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_broad_move_many(broad, NULL, NULL, 0), AUK_OK);
    cr_assert_eq(auk_broad_remove(NULL, 0), AUK_ERROR_NULL);
    cr_assert_eq(auk_broad_update(NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_broad_pairs(NULL).count, 0);
    cr_assert_eq(auk_broad_move(broad, 0, box), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_broad_remove(broad, UINT32_MAX), AUK_ERROR_STALE_ID);
    cr_assert_str_eq(pairs_text(broad), "");
    auk_broad_destroy(broad);
    auk_broad_destroy(NULL);

    AukBroadDef def = {AUK_BROAD_KIND_COUNT, 0, false};
    AukStatus status = AUK_OK;
    cr_assert_null(auk_broad_create(&def, &status));
    cr_assert_eq(status, AUK_ERROR_ENUM);
    def.kind = AUK_BROAD_SWEEP;
    def.max_pairs = -1;
    cr_assert_null(auk_broad_create(&def, &status));
    cr_assert_eq(status, AUK_ERROR_COUNT);
    cr_assert_null(auk_broad_create(&def, NULL));
    broad = auk_broad_create(NULL, &status);
    cr_assert(broad && status == AUK_OK);
    auk_broad_destroy(broad);
}

Test(broad, too_many_pairs_are_refused_and_the_last_ones_stay)
{
    for (int k = 0; k < 2; k++) {
        AukBroad *broad = create(kinds[k], 3, false);
        for (int i = 0; i < 3; i++) {
            add(broad, box_of(0, 0, 1, 1), false);
        }
        cr_assert_str_eq(pairs_text(broad), "0-1 0-2 1-2");
        for (int i = 3; i < 200; i++) {
            add(broad, box_of(1, 1, 2, 2), i % 3 == 0);
            cr_assert_eq(auk_broad_update(broad), AUK_ERROR_PAIR_LIMIT);
            cr_assert_eq(auk_broad_pairs(broad).count, 3);
            cr_assert_eq(auk_broad_pairs(broad).items[2].b, 2);
        }
        for (uint32_t i = 3; i < 200; i++) {
            cr_assert_eq(auk_broad_remove(broad, i), AUK_OK);
        }
        cr_assert_str_eq(pairs_text(broad), "0-1 0-2 1-2");
        auk_broad_destroy(broad);
    }
}

Test(broad, removed_static_boxes_do_not_count_towards_the_limit)
{
    AukBroad *broad = create(AUK_BROAD_SWEEP, 3, false);
    add(broad, box_of(0, 0, 1, 1), false);
    for (int i = 0; i < 1000; i++) {
        float x = i < 900 ? 10.0f + (float)i : 100.0f;
        float y = i < 900 ? 0.0f : 100.0f;
        add(broad, box_of(x, y, x, y), true);
    }
    cr_assert_str_eq(pairs_text(broad), "");
    for (uint32_t i = 903; i <= 1000; i++) {
        cr_assert_eq(auk_broad_remove(broad, i), AUK_OK);
    }
    cr_assert_eq(auk_broad_move(broad, 0, box_of(99, 99, 101, 101)), AUK_OK);
    cr_assert_str_eq(pairs_text(broad), "0-901 0-902");
    cr_assert_eq(broad->statics.dead, 98, "they are still on the index");
    auk_broad_destroy(broad);
}

// ---- memory ---------------------------------------------------------------------------------------------------

static AukBox crowd_box(Random *random, float side)
{
    AukVec2 min = random_vec(random, 0.0f, side);
    return box_of(min.x, min.y, min.x + random_float(random, 0.0f, 2.0f), min.y + random_float(random, 0.0f, 2.0f));
}

Test(broad, running_out_of_memory_anywhere_keeps_the_last_pairs)
{
    static FailingAllocator memory;
    for (int column = 0; column < 2; column++) {
        int failures = 0;
        for (int fail_at = 0; failures == fail_at; fail_at++) {
            Random random = random_start(random_seed(), 21);
            failing_allocator_install(&memory);
            AukBroad *broad = create(AUK_BROAD_SWEEP, 0, false);
            add(broad, box_of(0, 0, 1, 1), false);
            add(broad, box_of(1, 1, 2, 2), true);
            cr_assert_str_eq(pairs_text(broad), "0-1");
            int added = column ? 20000 : 700;
            for (int i = 0; i < added; i++) {
                add(broad, column ? column_box(&random, i) : crowd_box(&random, 30.0f), !column && i % 4 == 0);
            }
            memory.calls = 0;
            memory.fail_at = fail_at;
            AukStatus status = auk_broad_update(broad);
            if (status != AUK_OK) {
                cr_assert_eq(status, AUK_ERROR_OUT_OF_MEMORY);
                cr_assert_eq(auk_broad_pairs(broad).count, 1);
                cr_assert_eq(auk_broad_pairs(broad).items[0].b, 1);
                failures++;
            }
            memory.fail_at = -1;
            cr_assert_eq(auk_broad_update(broad), AUK_OK);
            cr_assert_gt(auk_broad_pairs(broad).count, 100);
            auk_broad_destroy(broad);
        }
        cr_assert_gt(failures, 8);
    }
}

Test(broad, running_out_of_memory_while_adding_adds_nothing)
{
    static FailingAllocator memory;
    failing_allocator_install(&memory);
    memory.fail_at = 0;
    AukStatus status = AUK_OK;
    cr_assert_null(auk_broad_create(NULL, &status));
    cr_assert_eq(status, AUK_ERROR_OUT_OF_MEMORY);
    for (int fail_at = 0; fail_at < 12; fail_at++) {
        memory.fail_at = -1;
        AukBroad *broad = create(AUK_BROAD_SWEEP, 0, false);
        uint32_t count = 0;
        memory.calls = 0;
        memory.fail_at = fail_at;
        uint32_t proxy = UINT32_MAX;
        while (auk_broad_add(broad, box_of(0, 0, 1, 1), true, &proxy) == AUK_OK) {
            cr_assert_eq(proxy, count++);
        }
        memory.fail_at = -1;
        cr_assert_eq(add(broad, box_of(1, 1, 2, 2), false), count);
        cr_assert_eq(auk_broad_update(broad), AUK_OK);
        cr_assert_eq(auk_broad_pairs(broad).count, (int)count);
        auk_broad_destroy(broad);
    }
}

Test(broad, updates_allocate_nothing_once_they_are_warm)
{
    static FailingAllocator memory;
    failing_allocator_install(&memory);
    Random random = random_start(random_seed(), 22);
    AukBroad *broad = create(AUK_BROAD_SWEEP, 0, false);
    enum { COUNT = 2000 };
    for (int i = 0; i < COUNT; i++) {
        add(broad, crowd_box(&random, 60.0f), i % 2 == 0);
    }
    for (int frame = 0; frame < 200; frame++) {
        if (frame == 100) {
            memory.calls = 0;
        }
        for (uint32_t i = 0; i < COUNT; i++) {
            bool moves = i % 2 == 1 || i % 200 == 0;
            cr_assert_eq(moves ? auk_broad_move(broad, i, crowd_box(&random, 60.0f)) : AUK_OK, AUK_OK);
        }
        cr_assert_eq(auk_broad_update(broad), AUK_OK);
    }
    cr_assert_eq(memory.calls, 0);
    auk_broad_destroy(broad);
}

Test(broad, updates_within_what_was_reserved_allocate_nothing)
{
    static FailingAllocator memory;
    failing_allocator_install(&memory);
    Random random = random_start(random_seed(), 23);
    enum { SLOTS = 1500, PAIRS = 4000 };
    for (int world = 0; world < 20; world++) {
        AukBroad *broad = create(AUK_BROAD_SWEEP, 0, false);
        cr_assert_eq(auk__broad_reserve(broad, SLOTS), AUK_OK);
        cr_assert_eq(auk__broad_admit_statics(broad), AUK_OK);
        cr_assert_eq(auk__broad_reserve_pairs(broad, PAIRS, false), AUK_OK);
        cr_assert_eq(auk__broad_reserve_statics(broad), AUK_OK);
        memory.calls = 0;
        double moving = random_unit(&random);
        for (int frame = 0; frame < 30; frame++) {
            for (uint32_t i = 0; i < SLOTS; i++) {
                AukBroadClass class = random_chance(&random, moving) ? AUK_BROAD_MOVING : AUK_BROAD_STATIC;
                if (random_chance(&random, 0.1)) {
                    auk__broad_set(broad, i, crowd_box(&random, 70.0f),
                                   random_chance(&random, 0.2) ? AUK_BROAD_NONE : class);
                }
            }
            cr_assert_eq(auk_broad_update(broad), AUK_OK);
            cr_assert_leq(auk_broad_pairs(broad).count, PAIRS);
        }
        cr_assert_eq(memory.calls, 0);
        auk_broad_destroy(broad);
    }
}

Test(broad, absurd_reservations_are_refused)
{
    AukBroad *broad = create(AUK_BROAD_SWEEP, 0, false);
    cr_assert_eq(auk__broad_reserve_pairs(broad, INT32_MAX, false), AUK_ERROR_OUT_OF_MEMORY);
    cr_assert_eq(auk__broad_reserve(broad, 10), AUK_OK);
    cr_assert_str_eq(pairs_text(broad), "");
    auk_broad_destroy(broad);
}
