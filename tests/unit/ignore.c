// Pairs of bodies that were told not to meet.
#include "auk/world.h"

#include "support/random.h"
#include "support/world_scene.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { CROWD = 40 };

static int events(const AukWorld *world, AukEventKind kind)
{
    return auk_world_events(world, kind).count;
}

Test(ignore, an_ignored_pair_parts_with_an_end_and_meets_again_with_a_begin)
{
    AukWorld *world = scene_world();
    AukBodyId a = scene_ball(world, 0.0f, 0.0f, 1.0f), b = scene_ball(world, 1.0f, 0.0f, 1.0f);
    AukBodyId c = scene_ball(world, 0.5f, 1.0f, 1.0f);
    auk_world_step(world, 0.1f);
    cr_assert_eq(events(world, AUK_EVENT_BEGIN), 3);
    cr_assert_eq(auk_world_ignore_pair(world, b, a, true), AUK_OK);
    cr_assert(auk_world_is_pair_ignored(world, a, b) && auk_world_is_pair_ignored(world, b, a));
    cr_assert(!auk_world_is_pair_ignored(world, a, c));
    cr_assert_eq(auk_world_contacts(world).count, 3, "the last step's contacts stay until the next");
    auk_world_step(world, 0.1f);
    cr_assert(events(world, AUK_EVENT_END) == 1 && scene_persists(world) == 2);
    cr_assert_eq(auk_world_events(world, AUK_EVENT_END).items[0].body_b.index, b.index);
    auk_world_step(world, 0.1f);
    cr_assert_eq(events(world, AUK_EVENT_END), 0);
    cr_assert_eq(auk_world_ignore_pair(world, a, b, false), AUK_OK);
    auk_world_step(world, 0.1f);
    cr_assert(events(world, AUK_EVENT_BEGIN) == 1 && auk_world_contacts(world).count == 3);
    auk_world_destroy(world);
}

Test(ignore, bullets_and_sensors_respect_it_and_queries_do_not)
{
    AukWorld *world = scene_world();
    AukBodyId near = scene_wall(world, 5.0f, 0.0f, 0.5f, 2.0f), far = scene_wall(world, 9.0f, 0.0f, 0.5f, 2.0f);
    AukBodyId sensor = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_circle(0.5f), 3.0f, 0.0f);
    AukBodyId bullet =
        scene_bullet(world, auk_shape_circle(0.25f), auk_vec(0.0f, 0.0f), auk_vec(100.0f, 0.0f), AUK_RESPONSE_TOUCH);
    auk_world_ignore_pair(world, near, bullet, true);
    auk_world_ignore_pair(world, bullet, sensor, true);
    AukFound found;
    cr_assert(auk_world_cast_ray(world, auk_vec(0.5f, 0.0f), auk_vec(20.0f, 0.0f), NULL, &found));
    cr_assert_eq(found.body.index, near.index);
    auk_world_step(world, 0.1f);
    cr_assert(auk_world_hits(world).count == 1 && auk_world_hits(world).items[0].body_b.index == far.index);
    cr_assert_eq(events(world, AUK_EVENT_ENTER), 0);
    cr_assert_float_eq(auk_body_get_pose(world, bullet).p.x, 8.25f, 1e-5f);
    auk_world_destroy(world);
}

Test(ignore, the_next_tenant_of_a_slot_meets_everybody)
{
    AukWorld *world = scene_world();
    AukBodyId a = scene_ball(world, 0.0f, 0.0f, 1.0f), b = scene_ball(world, 1.0f, 0.0f, 1.0f);
    auk_world_ignore_pair(world, a, b, true);
    auk_body_destroy(world, b);
    cr_assert_eq(auk_world_ignored_pairs(world, NULL, 0), 0);
    AukBodyId next = scene_ball(world, 1.0f, 0.0f, 1.0f);
    cr_assert(next.index == b.index && !auk_world_is_pair_ignored(world, a, next));
    cr_assert(!auk_world_is_pair_ignored(world, a, b));
    auk_world_step(world, 0.1f);
    cr_assert_eq(auk_world_contacts(world).count, 1);
    auk_world_destroy(world);
}

Test(ignore, a_shape_added_later_is_ignored_too)
{
    AukWorld *world = scene_world();
    AukBodyId a = scene_ball(world, 0.0f, 0.0f, 1.0f), b = scene_ball(world, 3.0f, 0.0f, 1.0f);
    auk_world_ignore_pair(world, a, b, true);
    AukShapeDef def;
    memset(&def, 0, sizeof def);
    def.shape = auk_shape_circle(5.0f);
    auk_body_add_shape(world, b, &def);
    auk_world_step(world, 0.1f);
    cr_assert_eq(auk_world_contacts(world).count, 0);
    auk_world_destroy(world);
}

Test(ignore, what_is_refused_changes_nothing)
{
    AukWorld *world = scene_world();
    AukBodyId a = scene_ball(world, 0.0f, 0.0f, 1.0f), gone = scene_ball(world, 1.0f, 0.0f, 1.0f), none = {0, 0};
    auk_body_destroy(world, gone);
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_world_ignore_pair(NULL, a, a, true), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_ignore_pair(world, a, gone, true), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_world_ignore_pair(world, none, a, true), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_world_ignore_pair(world, a, a, true), AUK_ERROR_SAME_BODY);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_SAME_BODY);
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert(!auk_world_is_pair_ignored(NULL, a, a) && !auk_world_is_pair_ignored(world, a, a));
    cr_assert_eq(auk_world_ignored_pairs(NULL, NULL, 0), 0);
    auk_world_destroy(world);
}

// ---- the set against a table of all pairs ----

typedef struct Table {
    AukBodyId ids[CROWD];
    bool ignored[CROWD][CROWD];
} Table;

static void change(AukWorld *world, Table *table, Random *random)
{
    int i = random_int(random, 0, CROWD - 1), k = random_int(random, 0, CROWD - 1);
    if (random_chance(random, 0.02)) {
        auk_body_destroy(world, table->ids[i]);
        table->ids[i] = scene_ball(world, 0.0f, 0.0f, 1.0f);
        cr_assert_eq(table->ids[i].index, (uint32_t)i);
        for (int other = 0; other < CROWD; other++) {
            table->ignored[i][other] = table->ignored[other][i] = false;
        }
    } else if (i != k) {
        bool ignored = random_chance(random, 0.6);
        cr_assert_eq(auk_world_ignore_pair(world, table->ids[i], table->ids[k], ignored), AUK_OK);
        table->ignored[i][k] = table->ignored[k][i] = ignored;
    }
}

static void expect_table(const AukWorld *world, const Table *table)
{
    static AukBodyPair pairs[CROWD * CROWD];
    int count = auk_world_ignored_pairs(world, pairs, CROWD * CROWD), at = 0;
    cr_assert_eq(count, auk_world_ignored_pairs(world, NULL, 0));
    for (int i = 0; i < CROWD; i++) {
        for (int k = i + 1; k < CROWD; k++) {
            cr_assert_eq(auk_world_is_pair_ignored(world, table->ids[k], table->ids[i]), table->ignored[i][k]);
            if (table->ignored[i][k]) {
                cr_assert(at < count && auk_body_id_equal(pairs[at].a, table->ids[i]) &&
                          auk_body_id_equal(pairs[at].b, table->ids[k]));
                at++;
            }
        }
    }
    cr_assert_eq(at, count);
}

// All pairs of the table told to another world, in another order, and pairs besides that are taken back.
static void expect_same_hash(const AukWorld *world, const Table *table)
{
    AukWorld *other = scene_world();
    AukBodyId ids[CROWD];
    for (int i = 0; i < CROWD; i++) {
        ids[i] = scene_ball(other, 0.0f, 0.0f, 1.0f);
    }
    uint64_t empty = auk_world_hash(other);
    for (int i = CROWD - 1; i >= 0; i--) {
        for (int k = 0; k < i; k++) {
            auk_world_ignore_pair(other, ids[i], ids[k], true);
        }
    }
    for (int i = 0; i < CROWD; i++) {
        for (int k = 0; k < i; k++) {
            auk_world_ignore_pair(other, ids[k], ids[i], table->ignored[i][k]);
        }
    }
    cr_assert_neq(auk_world_hash(other), empty);
    cr_assert_eq(auk_world_hash(other), auk_world_hash(world));
    auk_world_destroy(other);
}

Test(ignore, the_list_is_what_was_said_last_and_nothing_else_shows)
{
    Random random = random_start(random_seed(), 71);
    AukWorld *world = scene_world();
    Table *table = calloc(1, sizeof *table);
    for (int i = 0; i < CROWD; i++) {
        table->ids[i] = scene_ball(world, 0.0f, 0.0f, 1.0f);
    }
    for (int round = 0; round < 4000; round++) {
        change(world, table, &random);
        if (round % 100 == 0) {
            expect_table(world, table);
        }
    }
    expect_table(world, table);
    // generations differ unless every slot has its first tenant
    for (int i = 0; i < CROWD; i++) {
        auk_body_destroy(world, table->ids[i]);
    }
    cr_assert_eq(auk_world_ignored_pairs(world, NULL, 0), 0);
    auk_world_destroy(world);
    world = scene_world();
    memset(table, 0, sizeof *table);
    for (int i = 0; i < CROWD; i++) {
        table->ids[i] = scene_ball(world, 0.0f, 0.0f, 1.0f);
    }
    for (int i = 0; i < 300; i++) {
        int a = random_int(&random, 0, CROWD - 1), b = random_int(&random, 0, CROWD - 1);
        if (a != b) {
            auk_world_ignore_pair(world, table->ids[a], table->ids[b], true);
            table->ignored[a][b] = table->ignored[b][a] = true;
        }
    }
    expect_same_hash(world, table);
    free(table);
    auk_world_destroy(world);
}

Test(ignore, a_snapshot_holds_the_list)
{
    AukWorld *world = scene_world(), *other = scene_world();
    AukBodyId ids[3];
    for (int i = 0; i < 3; i++) {
        ids[i] = scene_ball(world, 0.5f * (float)i, 0.0f, 1.0f);
    }
    auk_world_ignore_pair(world, ids[2], ids[0], true);
    auk_world_step(world, 0.1f);
    uint64_t size = auk_world_snapshot_size(world), hash = auk_world_hash(world);
    void *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    auk_world_ignore_pair(world, ids[0], ids[1], true);
    auk_world_ignore_pair(world, ids[2], ids[0], false);
    cr_assert_neq(auk_world_hash(world), hash);
    cr_assert(auk_world_restore(world, buffer, size) == AUK_OK && auk_world_restore(other, buffer, size) == AUK_OK);
    cr_assert(auk_world_hash(world) == hash && auk_world_hash(other) == hash);
    cr_assert(auk_world_is_pair_ignored(other, ids[0], ids[2]) && !auk_world_is_pair_ignored(world, ids[0], ids[1]));
    auk_world_step(other, 0.1f);
    cr_assert_eq(auk_world_contacts(other).count, 2);
    free(buffer);
    auk_world_destroy(world);
    auk_world_destroy(other);
}

Test(ignore, running_out_of_memory_changes_nothing)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    AukWorld *world = scene_world();
    AukBodyId ids[20];
    for (int i = 0; i < 20; i++) {
        ids[i] = scene_ball(world, 0.0f, 0.0f, 1.0f);
    }
    int refused = 0;
    for (int pair = 0; pair < 190; pair++) {
        AukBodyId a = ids[pair % 19], b = ids[19];
        b = pair < 19 ? b : ids[(pair % 19 + pair / 19) % 19];
        uint64_t hash = auk_world_hash(world);
        for (int fail_at = 0;; fail_at++) {
            memory.calls = 0;
            memory.fail_at = fail_at;
            AukStatus status = auk_world_ignore_pair(world, a, b, true);
            memory.fail_at = -1;
            if (status == AUK_OK) {
                break;
            }
            refused++;
            cr_assert(status == AUK_ERROR_OUT_OF_MEMORY && auk_world_hash(world) == hash);
        }
    }
    cr_assert_gt(refused, 5);
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}
