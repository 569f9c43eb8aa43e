// Deltas between snapshots: they make what they were made from, byte by byte, are small where little changed, and are
// refused where anything is not as it was written.
#include "auk/world.h"

#include "support/saved.h"
#include "support/world_crowd.h"
#include "support/world_scene.h"
#include "world/save/delta.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

// Of exactly the room that is needed, so that a sanitizer sees what is read or written behind.
static Saved delta_of(const Saved *base, const Saved *target)
{
    uint64_t bound = auk_snapshot_delta_bound(target->size), size = 0;
    unsigned char *room = malloc((size_t)bound);
    cr_assert_eq(auk_snapshot_delta(base->bytes, base->size, target->bytes, target->size, room, bound, &size), AUK_OK);
    cr_assert_leq(size, bound);
    return (Saved){realloc(room, (size_t)size), size};
}

static void expect_made(const Saved *base, const Saved *delta, const Saved *target)
{
    cr_assert_eq(auk_snapshot_delta_target_size(delta->bytes, delta->size), target->size);
    unsigned char *out = malloc((size_t)target->size);
    uint64_t written = 0;
    AukStatus status =
        auk_snapshot_apply(base->bytes, base->size, delta->bytes, delta->size, out, target->size, &written);
    cr_assert_eq(status, AUK_OK, "%s", auk_status_text(status));
    cr_assert_eq(written, target->size);
    cr_assert_eq(memcmp(out, target->bytes, (size_t)written), 0);
    free(out);
}

static AukWorld *crowd(CrowdKind kind, Random *random, int bodies, int steps)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    crowd_register(world);
    crowd_fill(world, random, kind, bodies);
    for (int i = 0; i < steps; i++) {
        (void)crowd_step(world, random, kind);
    }
    return world;
}

static void check_crowd(CrowdKind kind)
{
    Random random = random_start(random_seed(), 300 + (uint64_t)kind);
    AukWorld *world = crowd(kind, &random, 120, 20);
    Saved base = take_snapshot(world);
    for (int i = 0; i < 40; i++) {
        (void)crowd_step(world, &random, kind);
        Saved target = take_snapshot(world);
        Saved there = delta_of(&base, &target), back = delta_of(&target, &base);
        expect_made(&base, &there, &target);
        expect_made(&target, &back, &base);
        free(there.bytes);
        free(back.bytes);
        if (i % 8 == 7) {
            free(base.bytes);
            base = target;
        } else {
            free(target.bytes);
        }
    }
    free(base.bytes);
    auk_world_destroy(world);
}

Test(delta, a_gas_is_made_from_any_older_snapshot)
{
    check_crowd(CROWD_GAS);
}

Test(delta, tuxes_are_made_from_any_older_snapshot)
{
    check_crowd(CROWD_TUXES);
}

Test(delta, tiles_are_made_from_any_older_snapshot)
{
    check_crowd(CROWD_TILES);
}

Test(delta, worlds_of_other_sizes_and_empty_ones_are_made_from_each_other)
{
    Random random = random_start(random_seed(), 310);
    AukWorld *worlds[] = {auk_world_create(NULL, NULL), crowd(CROWD_TUXES, &random, 3, 2),
                          crowd(CROWD_TUXES, &random, 200, 9), crowd(CROWD_GAS, &random, 60, 5)};
    Saved snapshots[4];
    for (int i = 0; i < 4; i++) {
        snapshots[i] = take_snapshot(worlds[i]);
    }
    for (int i = 0; i < 16; i++) {
        Saved delta = delta_of(&snapshots[i / 4], &snapshots[i % 4]);
        expect_made(&snapshots[i / 4], &delta, &snapshots[i % 4]);
        cr_assert(i / 4 != i % 4 || delta.size < 400, "%d bytes for nothing", (int)delta.size);
        free(delta.bytes);
    }
    for (int i = 0; i < 4; i++) {
        auk_world_destroy(worlds[i]);
        free(snapshots[i].bytes);
    }
}

// A gas in which every `every`-th body moves.
static AukWorld *gas(int bodies, int every)
{
    Random random = random_start(random_seed(), 311);
    AukWorld *world = auk_world_create(NULL, NULL);
    float half = sqrtf((float)bodies);
    for (int i = 0; i < bodies; i++) {
        AukBodyId body =
            scene_ball(world, random_float(&random, -half, half), random_float(&random, -half, half), 0.5f);
        if (i % every == 0) {
            (void)auk_body_set_velocity(world, body, random_vec(&random, -5.0f, 5.0f));
        }
    }
    for (int i = 0; i < 30; i++) {
        cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
    }
    return world;
}

static double share_of_snapshot(int every, int steps)
{
    AukWorld *world = gas(1000, every);
    Saved base = take_snapshot(world);
    for (int i = 0; i < steps; i++) {
        cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
    }
    Saved target = take_snapshot(world), delta = delta_of(&base, &target);
    expect_made(&base, &delta, &target);
    fprintf(stderr, "1 of %d moves, %d steps: %llu of %llu bytes\n", every, steps, (unsigned long long)delta.size,
            (unsigned long long)target.size);
    double share = (double)delta.size / (double)target.size;
    free(base.bytes);
    free(target.bytes);
    free(delta.bytes);
    auk_world_destroy(world);
    return share;
}

Test(delta, it_is_small_where_little_changed)
{
    cr_assert_lt(share_of_snapshot(100, 1), 0.02);
    cr_assert_lt(share_of_snapshot(100, 8), 0.03);
    cr_assert_lt(share_of_snapshot(1, 1), 0.25);
    cr_assert_lt(share_of_snapshot(1, 8), 0.35);
}

// ---- refusals -----------------------------------------------------------------------------------------------------

typedef struct Three {
    Saved base, target, delta;
} Three;

static Three three(uint64_t seed)
{
    Random random = random_start(random_seed(), seed);
    AukWorld *world = crowd(CROWD_TUXES, &random, 25, 6);
    Three made;
    made.base = take_snapshot(world);
    (void)crowd_step(world, &random, CROWD_TUXES);
    made.target = take_snapshot(world);
    made.delta = delta_of(&made.base, &made.target);
    auk_world_destroy(world);
    return made;
}

static void three_free(Three *made)
{
    free(made->base.bytes);
    free(made->target.bytes);
    free(made->delta.bytes);
}

// What is refused leaves the room as it was.
static void expect_refusal(const Saved *base, const Saved *delta, uint64_t capacity, AukStatus expected)
{
    uint64_t written = 77;
    unsigned char *out = malloc((size_t)capacity + 1);
    memset(out, 0x5a, (size_t)capacity);
    cr_assert_eq(auk_snapshot_apply(base->bytes, base->size, delta->bytes, delta->size, out, capacity, &written),
                 expected);
    cr_assert_eq(written, 77);
    for (uint64_t i = 0; i < capacity; i++) {
        cr_assert_eq(out[i], 0x5a);
    }
    free(out);
}

Test(delta, nulls_and_small_buffers_are_refused)
{
    Three made = three(312);
    uint64_t written = 77, bound = auk_snapshot_delta_bound(made.target.size);
    unsigned char *room = malloc((size_t)bound);
    const Saved *base = &made.base, *target = &made.target;
    cr_assert_eq(auk_snapshot_delta(NULL, 9, target->bytes, target->size, room, bound, &written), AUK_ERROR_NULL);
    cr_assert_eq(auk_snapshot_delta(base->bytes, base->size, NULL, 9, room, bound, &written), AUK_ERROR_NULL);
    cr_assert_eq(auk_snapshot_delta(base->bytes, base->size, target->bytes, target->size, NULL, bound, &written),
                 AUK_ERROR_NULL);
    cr_assert_eq(auk_snapshot_delta(base->bytes, base->size, target->bytes, target->size, room, bound, NULL),
                 AUK_ERROR_NULL);
    for (uint64_t capacity = 0; capacity < made.delta.size; capacity++) {
        unsigned char *exact = malloc((size_t)capacity + 1);
        cr_assert_eq(
            auk_snapshot_delta(base->bytes, base->size, target->bytes, target->size, exact, capacity, &written),
            AUK_ERROR_COUNT);
        free(exact);
    }
    cr_assert_eq(written, 77);
    unsigned char *exact = malloc((size_t)made.delta.size);
    cr_assert_eq(
        auk_snapshot_delta(base->bytes, base->size, target->bytes, target->size, exact, made.delta.size, &written),
        AUK_OK, "a buffer of just the size of the delta is large enough");
    cr_assert(written == made.delta.size && memcmp(exact, made.delta.bytes, (size_t)written) == 0);
    free(exact);
    written = 77;
    expect_refusal(base, &made.delta, target->size - 1, AUK_ERROR_COUNT);
    expect_refusal(base, &made.delta, 0, AUK_ERROR_COUNT);
    cr_assert_eq(auk_snapshot_apply(NULL, 9, made.delta.bytes, 9, room, 9, &written), AUK_ERROR_NULL);
    cr_assert_eq(auk_snapshot_delta_target_size(NULL, 99), 0);
    cr_assert_eq(auk_snapshot_delta_target_size(base->bytes, base->size), 0);
    cr_assert_eq(auk_snapshot_delta_bound(UINT64_MAX), UINT64_MAX);
    free(room);
    three_free(&made);
}

Test(delta, another_base_is_refused)
{
    Three made = three(313);
    expect_refusal(&made.target, &made.delta, made.target.size, AUK_ERROR_DAMAGED);
    expect_refusal(&made.delta, &made.delta, made.target.size, AUK_ERROR_DAMAGED);
    three_free(&made);
}

Test(delta, every_shorter_delta_and_every_flipped_bit_is_noticed)
{
    Three made = three(314);
    for (uint64_t size = 0; size < made.delta.size; size++) {
        Saved shorter = {malloc((size_t)size + 1), size};
        memcpy(shorter.bytes, made.delta.bytes, (size_t)size);
        expect_refusal(&made.base, &shorter, made.target.size, AUK_ERROR_DAMAGED);
        free(shorter.bytes);
    }
    unsigned char *out = malloc((size_t)made.target.size);
    for (uint64_t bit = 0; bit < 8 * made.delta.size; bit++) {
        uint64_t written = 77;
        made.delta.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        AukStatus status = auk_snapshot_apply(made.base.bytes, made.base.size, made.delta.bytes, made.delta.size, out,
                                              made.target.size, &written);
        cr_assert(status == AUK_ERROR_DAMAGED || status == AUK_ERROR_VERSION, "bit %d", (int)bit);
        made.delta.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    free(out);
    three_free(&made);
}

// The sum of the delta is put right again, so that what it says is looked at.
Test(delta, a_delta_that_lies_is_refused_or_makes_the_target)
{
    Three made = three(315);
    Random random = random_start(random_seed(), 316);
    unsigned char *out = malloc((size_t)made.target.size), *bytes = malloc((size_t)made.delta.size);
    int made_again = 0;
    for (int i = 0; i < 10000; i++) {
        AukDeltaHeader header;
        uint64_t written = 0;
        memcpy(bytes, made.delta.bytes, (size_t)made.delta.size);
        for (int k = random_int(&random, 1, 4); k > 0; k--) {
            uint64_t at = sizeof header - 24 + random_bits(&random) % (made.delta.size - sizeof header + 24);
            bytes[at] = random_chance(&random, 0.5) ? (unsigned char)random_bits(&random)
                                                    : (unsigned char)(bytes[at] + random_int(&random, -1, 1));
        }
        memcpy(&header, bytes, sizeof header);
        header.checksum = auk__delta_checksum(&header, bytes);
        memcpy(bytes, &header, sizeof header);
        AukStatus status = auk_snapshot_apply(made.base.bytes, made.base.size, bytes, made.delta.size, out,
                                              made.target.size, &written);
        cr_assert(status == AUK_OK || status == AUK_ERROR_DAMAGED || status == AUK_ERROR_COUNT);
        cr_assert(status != AUK_OK || memcmp(out, made.target.bytes, (size_t)made.target.size) == 0);
        made_again += status == AUK_OK;
    }
    cr_assert_lt(made_again, 5000);
    free(out);
    free(bytes);
    three_free(&made);
}
