// Snapshots: the same future after a restore into any world, equal bytes for equal worlds, and what is refused.
#include "auk/world.h"

#include "support/forged.h"
#include "support/saved.h"
#include "support/world_crowd.h"
#include "support/world_scene.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 150, PAST = 30, FUTURE = 60 };

static AukWorld *world_of(AukBroadKind broad, int workers, bool static_pairs)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.broad = broad;
    def.worker_count = workers;
    def.static_pairs = static_pairs;
    def.history = static_pairs ? 0 : 4;
    AukWorld *world = auk_world_create(&def, NULL);
    crowd_register(world);
    return world;
}

// A crowd that has lived, with changes that no step has seen yet.
static AukWorld *crowd(CrowdKind kind, Random *random, int steps)
{
    AukWorld *world = world_of(AUK_BROAD_SWEEP, 1, kind == CROWD_GAS);
    crowd_fill(world, random, kind, BODIES);
    for (int i = 0; i < steps; i++) {
        cr_assert_eq(crowd_step(world, random, kind), AUK_OK);
    }
    for (int i = 0; i < 10; i++) {
        crowd_change(world, random, kind);
    }
    return world;
}

static void live(AukWorld *world, CrowdKind kind, Random random, uint64_t *answers)
{
    for (int i = 0; i < FUTURE; i++) {
        cr_assert_eq(crowd_step(world, &random, kind), AUK_OK);
        answers[i] = crowd_answers(world, random);
    }
}

static void expect_future(AukWorld *world, const Saved *snapshot, CrowdKind kind, Random random, uint64_t now,
                          const uint64_t *answers)
{
    cr_assert_eq(auk_world_restore(world, snapshot->bytes, snapshot->size), AUK_OK);
    cr_assert_eq(crowd_answers(world, random), now, "right after the restore");
    Saved again = take_snapshot(world);
    cr_assert(same_bytes(snapshot, &again), "the restored world makes another buffer");
    free(again.bytes);
    for (int i = 0; i < FUTURE; i++) {
        cr_assert_eq(crowd_step(world, &random, kind), AUK_OK);
        cr_assert_eq(crowd_answers(world, random), answers[i], "step %d", i);
    }
}

static void check_futures(CrowdKind kind)
{
    uint64_t answers[FUTURE];
    Random random = random_start(random_seed(), 71 + (uint64_t)kind), other = random_start(random_seed(), 77);
    AukWorld *world = crowd(kind, &random, PAST);
    Saved snapshot = take_snapshot(world);
    uint64_t now = crowd_answers(world, random);
    live(world, kind, random, answers);
    expect_future(world, &snapshot, kind, random, now, answers);
    expect_future(world, &snapshot, kind, random, now, answers);
    AukWorld *worlds[] = {world_of(AUK_BROAD_SWEEP, 1, kind == CROWD_GAS),
                          world_of(AUK_BROAD_BRUTE_FORCE, 3, kind == CROWD_GAS),
                          world_of(AUK_BROAD_SWEEP, 2, kind == CROWD_GAS)};
    crowd_fill(worlds[2], &other, CROWD_TUXES, 2 * BODIES);
    for (int i = 0; i < PAST; i++) {
        crowd_step(worlds[2], &other, CROWD_TUXES);
    }
    for (int i = 0; i < 3; i++) {
        expect_future(worlds[i], &snapshot, kind, random, now, answers);
        auk_world_destroy(worlds[i]);
    }
    cr_assert_gt(auk_world_contacts(world).count, 10);
    auk_world_destroy(world);
    free(snapshot.bytes);
}

Test(snapshot, a_gas_has_the_same_future_again_in_any_world)
{
    check_futures(CROWD_GAS);
}

Test(snapshot, tuxes_have_the_same_future_again_in_any_world)
{
    check_futures(CROWD_TUXES);
}

// Changes after which bodies and shapes are the same as before.
static void stir(AukWorld *world, Random *random)
{
    for (uint32_t i = 0; i < 2 * BODIES; i++) {
        AukBodyId body = {i, 1};
        AukTransform pose = random_pose(random, 10.0f);
        switch (random_int(random, 0, 6)) {
        case 0: (void)auk_body_set_pose(world, body, pose); break;
        case 1: (void)auk_body_move_to(world, body, pose); break;
        case 2: (void)auk_body_set_velocity(world, body, random_vec(random, -9.0f, 9.0f)); break;
        case 3: (void)auk_body_set_spin(world, body, random_float(random, -9.0f, 9.0f)); break;
        case 4: (void)auk_body_set_user_data(world, body, random_bits(random)); break;
        case 5: (void)auk_body_set_response(world, body, (AukResponse)random_int(random, 0, 1)); break;
        default: break;
        }
    }
    cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
}

Test(snapshot, the_same_bodies_elsewhere_come_back_as_into_another_world)
{
    for (int round = 0; round < 6; round++) {
        Random random = random_start(random_seed(), 79 + 10 * (uint64_t)round), past;
        AukWorld *world = crowd(round % 2 == 0 ? CROWD_GAS : CROWD_TUXES, &random, PAST);
        AukWorld *other = world_of(AUK_BROAD_SWEEP, 1, round % 2 == 0);
        cr_assert_eq(auk_world_step(world, 0.01f), AUK_OK);
        Saved snapshot = take_snapshot(world);
        for (int i = 0; i < 5; i++) {
            stir(world, &random);
        }
        cr_assert_eq(auk_world_restore(world, snapshot.bytes, snapshot.size), AUK_OK);
        cr_assert_eq(auk_world_restore(other, snapshot.bytes, snapshot.size), AUK_OK);
        past = random;
        for (int i = 0; i < FUTURE; i++) {
            cr_assert_eq(crowd_answers(world, random), crowd_answers(other, past), "round %d, step %d", round, i);
            cr_assert_eq(crowd_step(world, &random, CROWD_TUXES), crowd_step(other, &past, CROWD_TUXES));
        }
        auk_world_destroy(world);
        auk_world_destroy(other);
        free(snapshot.bytes);
    }
}

Test(snapshot, tiles_have_the_same_future_again_in_any_world)
{
    check_futures(CROWD_TILES);
}

enum { BOUNCES, TARGET, ONE_WAY, FILTER, OWNER, USER_DATA, SHAPE_FILTER, SHAPE_USER_DATA, KINDS };

// The other world has no memory yet for what only these bodies have.
Test(snapshot, what_few_bodies_have_comes_back_where_nobody_had_it)
{
    for (int changes = 0; changes < KINDS; changes++) {
        AukWorld *world = auk_world_create(NULL, NULL), *other = auk_world_create(NULL, NULL);
        AukBodyDef def = {.shape = auk_shape_circle(1.0f)};
        AukBodyId body = auk_body_create(world, &def);
        def.position.x = 8.0f;
        AukBodyId target = auk_body_create(world, &def);
        Saved plain = take_snapshot(world);
        cr_assert_eq(auk_world_restore(other, plain.bytes, plain.size), AUK_OK);
        cr_assert_eq(auk_body_set_bounces(world, body, changes == BOUNCES ? 3 : 0), AUK_OK);
        const AukFilter none = {0, 0, 0}, filter = {4, 2, 7};
        const AukBodyId nobody = {0, 0};
        cr_assert_eq(auk_body_set_filter(world, body, changes == FILTER ? filter : none), AUK_OK);
        cr_assert_eq(auk_body_set_owner(world, body, changes == OWNER ? target : nobody), AUK_OK);
        cr_assert_eq(auk_body_set_user_data(world, target, changes == USER_DATA ? 77 : 0), AUK_OK);
        if (changes == TARGET) {
            cr_assert_eq(auk_body_move_to(world, target, auk_transform(auk_vec(9.0f, 1.0f), 0.5f)), AUK_OK);
        }
        AukShapeId shape;
        cr_assert_eq(auk_body_get_shapes(world, body, &shape, 1), 1);
        cr_assert_eq(auk_world_shape_set_one_way(world, shape, auk_vec(0.0f, changes == ONE_WAY ? 1.0f : 0.0f)),
                     AUK_OK);
        cr_assert_eq(auk_world_shape_set_filter(world, shape, changes == SHAPE_FILTER ? filter : none), AUK_OK);
        cr_assert_eq(auk_world_shape_set_user_data(world, shape, changes == SHAPE_USER_DATA ? 78 : 0), AUK_OK);
        Saved changed = take_snapshot(world);
        cr_assert_eq(auk_world_restore(other, changed.bytes, changed.size), AUK_OK);
        for (int step = 0; step < 2; step++) {
            cr_assert_eq(auk_world_hash(other), auk_world_hash(world), "change %d", changes);
            cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
            cr_assert_eq(auk_world_step(other, 0.1f), AUK_OK);
        }
        cr_assert_eq(auk_body_get_bounces(other, body), changes == BOUNCES ? 3 : 0);
        cr_assert_eq(auk_world_shape_get_one_way(other, shape).y, changes == ONE_WAY ? 1.0f : 0.0f);
        cr_assert_eq(auk_body_get_position(other, target).x, changes == TARGET ? 9.0f : 8.0f);
        cr_assert_eq(auk_body_get_filter(other, body).group, changes == FILTER ? 7 : 0);
        cr_assert_eq(auk_body_get_owner(other, body).generation, changes == OWNER ? target.generation : 0);
        cr_assert_eq(auk_body_get_user_data(other, target), changes == USER_DATA ? 77 : 0);
        cr_assert_eq(auk_world_shape_get_filter(other, shape).ignore, changes == SHAPE_FILTER ? 2 : 0);
        cr_assert_eq(auk_world_shape_get_user_data(other, shape), changes == SHAPE_USER_DATA ? 78 : 0);
        cr_assert_eq(auk_world_restore(other, plain.bytes, plain.size), AUK_OK); // and away again
        cr_assert_eq(auk_body_get_bounces(other, body), 0);
        cr_assert_eq(auk_world_shape_get_one_way(other, shape).y, 0.0f);
        cr_assert(auk_body_get_user_data(other, target) == 0 && auk_world_shape_get_user_data(other, shape) == 0);
        cr_assert(auk_body_get_filter(other, body).group == 0 && auk_body_get_owner(other, body).generation == 0);
        free(plain.bytes);
        free(changed.bytes);
        auk_world_destroy(world);
        auk_world_destroy(other);
    }
}

Test(snapshot, an_empty_world_can_be_restored_into_a_full_one)
{
    Random random = random_start(random_seed(), 72);
    AukWorld *empty = world_of(AUK_BROAD_SWEEP, 1, false), *full = crowd(CROWD_TUXES, &random, 3);
    Saved snapshot = take_snapshot(empty);
    cr_assert_eq(auk_world_restore(full, snapshot.bytes, snapshot.size), AUK_OK);
    cr_assert_eq(auk_world_hash(full), auk_world_hash(empty));
    cr_assert_eq(auk_world_body_count(full), 0);
    cr_assert_eq(scene_ball(full, 0.0f, 0.0f, 1.0f).index, 0);
    cr_assert_eq(auk_world_overlap_box(full, auk_box(auk_vec(-99.0f, -99.0f), auk_vec(99.0f, 99.0f)), NULL, NULL, 0),
                 1);
    auk_world_destroy(empty);
    auk_world_destroy(full);
    free(snapshot.bytes);
}

Test(snapshot, equal_worlds_make_equal_buffers)
{
    Random one = random_start(random_seed(), 73), two = one;
    AukWorld *a = crowd(CROWD_TUXES, &one, PAST), *b = crowd(CROWD_TUXES, &two, PAST);
    Saved first = take_snapshot(a), second = take_snapshot(b);
    cr_assert(same_bytes(&first, &second));
    scene_ball(b, 0.0f, 0.0f, 1.0f);
    free(second.bytes);
    second = take_snapshot(b);
    cr_assert_not(same_bytes(&first, &second));
    auk_world_destroy(a);
    auk_world_destroy(b);
    free(first.bytes);
    free(second.bytes);
}

Test(snapshot, a_buffer_may_lie_at_any_address_and_be_too_large)
{
    Random random = random_start(random_seed(), 74);
    AukWorld *world = crowd(CROWD_TUXES, &random, PAST);
    uint64_t size = auk_world_snapshot_size(world), hash = auk_world_hash(world);
    unsigned char *bytes = malloc((size_t)size + 100);
    for (int at = 0; at < 8; at++) {
        bytes[size + (uint64_t)at] = 99;
        cr_assert_eq(auk_world_snapshot(world, bytes + at, size + 50), AUK_OK);
        cr_assert_eq(bytes[size + (uint64_t)at], 99, "written behind its end");
        AukWorld *other = world_of(AUK_BROAD_SWEEP, 1, false);
        cr_assert_eq(auk_world_restore(other, bytes + at, size + 50), AUK_OK);
        cr_assert_eq(auk_world_hash(other), hash);
        auk_world_destroy(other);
    }
    auk_world_destroy(world);
    free(bytes);
}

Test(snapshot, user_data_and_ids_come_back)
{
    AukWorld *world = scene_world();
    AukBodyId a = scene_ball(world, 0.0f, 0.0f, 1.0f), b = scene_ball(world, 1.0f, 0.0f, 1.0f);
    auk_body_set_user_data(world, a, 11);
    auk_body_set_user_data(world, b, 22);
    auk_world_step(world, 0.1f);
    auk_body_destroy(world, b);
    Saved snapshot = take_snapshot(world);
    AukBodyId next = scene_ball(world, 5.0f, 0.0f, 1.0f);
    auk_world_step(world, 0.1f);
    auk_world_step(world, 0.1f);
    auk_body_set_user_data(world, a, 33);
    AukBodyId in_slot_of_b = scene_ball(world, 9.0f, 0.0f, 1.0f);
    cr_assert_eq(in_slot_of_b.index, b.index);
    cr_assert_eq(auk_world_restore(world, snapshot.bytes, snapshot.size), AUK_OK);
    cr_assert_eq(auk_body_get_user_data(world, a), 11);
    cr_assert_eq(auk_body_get_user_data(world, b), 22, "it is destroyed, but an event names it");
    cr_assert_eq(auk_world_contacts(world).count, 1);
    cr_assert(auk_body_id_equal(scene_ball(world, 5.0f, 0.0f, 1.0f), next));
    auk_world_step(world, 0.1f);
    auk_world_step(world, 0.1f);
    cr_assert(auk_body_id_equal(scene_ball(world, 9.0f, 0.0f, 1.0f), in_slot_of_b));
    auk_world_destroy(world);
    free(snapshot.bytes);
}

Test(snapshot, a_future_that_was_taken_back_leaves_no_trace)
{
    AukWorld *world = scene_world();
    AukBodyId a = scene_ball(world, 0.0f, 0.0f, 1.0f), b = scene_ball(world, 9.0f, 0.0f, 1.0f);
    AukBodyId c = scene_ball(world, 0.0f, 9.0f, 1.0f);
    auk_world_step(world, 0.1f);
    Saved snapshot = take_snapshot(world);
    scene_put(world, b, 1.0f, 0.0f);
    auk_world_step(world, 0.1f);
    auk_body_destroy(world, c); // asks which bodies the events of step 2 name: a and b
    cr_assert_eq(auk_world_restore(world, snapshot.bytes, snapshot.size), AUK_OK);
    auk_world_step(world, 0.1f);
    auk_body_destroy(world, a); // in this step 2 nothing names it
    cr_assert_eq(scene_ball(world, 0.0f, 0.0f, 1.0f).index, a.index, "its slot should be free at once");
    auk_world_destroy(world);
    free(snapshot.bytes);
}

// ---- refusals ---------------------------------------------------------------------------------------------------

static void expect_refusal(AukWorld *world, const void *bytes, uint64_t size, AukStatus expected)
{
    uint64_t hash = auk_world_hash(world);
    AukStatus status = auk_world_restore(world, bytes, size);
    cr_assert_eq(status, expected, "%s instead of %s", auk_status_text(status), auk_status_text(expected));
    cr_assert_eq(auk_world_last_status(world), expected);
    cr_assert_eq(auk_world_hash(world), hash, "the refusal of '%s' changed the world", auk_status_text(expected));
}

Test(snapshot, nulls_and_small_buffers_are_refused)
{
    AukWorld *world = scene_world();
    scene_ball(world, 0.0f, 0.0f, 1.0f);
    Saved snapshot = take_snapshot(world);
    memset(snapshot.bytes, 7, (size_t)snapshot.size);
    cr_assert_eq(auk_world_snapshot_size(NULL), 0);
    cr_assert_eq(auk_world_snapshot(NULL, snapshot.bytes, snapshot.size), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_snapshot(world, NULL, snapshot.size), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_snapshot(world, snapshot.bytes, snapshot.size - 1), AUK_ERROR_COUNT);
    cr_assert_eq(((unsigned char *)snapshot.bytes)[0], 7);
    cr_assert_eq(auk_world_restore(NULL, snapshot.bytes, snapshot.size), AUK_ERROR_NULL);
    expect_refusal(world, NULL, snapshot.size, AUK_ERROR_NULL);
    expect_refusal(world, snapshot.bytes, snapshot.size, AUK_ERROR_DAMAGED);
    auk_world_destroy(world);
    free(snapshot.bytes);
}

Test(snapshot, every_shorter_buffer_is_refused)
{
    AukWorld *world = scene_world();
    scene_ball(world, 0.0f, 0.0f, 1.0f);
    scene_wall(world, 1.0f, 0.0f, 1.0f, 1.0f);
    auk_world_step(world, 0.1f);
    Saved snapshot = take_snapshot(world);
    for (uint64_t size = 0; size < snapshot.size; size++) {
        void *cut = malloc((size_t)size + 1); // of its own, so that a sanitizer sees a look behind its end
        memcpy(cut, snapshot.bytes, (size_t)size);
        cut = realloc(cut, size > 0 ? (size_t)size : 1);
        expect_refusal(world, cut, size, AUK_ERROR_DAMAGED);
        free(cut);
    }
    auk_world_destroy(world);
    free(snapshot.bytes);
}

Test(snapshot, every_flipped_bit_is_noticed)
{
    AukWorld *world = scene_world();
    scene_ball(world, 0.0f, 0.0f, 1.0f);
    scene_wall(world, 1.0f, 0.0f, 1.0f, 1.0f);
    auk_world_step(world, 0.1f);
    Saved snapshot = take_snapshot(world);
    unsigned char *bytes = snapshot.bytes;
    for (uint64_t bit = 0; bit < 8 * snapshot.size; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        uint64_t hash = auk_world_hash(world);
        AukStatus status = auk_world_restore(world, bytes, snapshot.size);
        cr_assert(status == AUK_ERROR_DAMAGED || status == AUK_ERROR_VERSION, "bit %d: %s", (int)bit,
                  auk_status_text(status));
        cr_assert_eq(auk_world_hash(world), hash);
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    cr_assert_eq(auk_world_restore(world, bytes, snapshot.size), AUK_OK);
    auk_world_destroy(world);
    free(snapshot.bytes);
}

Test(snapshot, a_forged_number_of_steps_that_could_not_be_counted_on_is_refused)
{
    AukWorld *world = scene_world();
    scene_ball(world, 0.0f, 0.0f, 1.0f);
    scene_ball(world, 1.0f, 0.0f, 1.0f);
    cr_assert_eq(auk_world_step(world, 0.01f), AUK_OK);
    Saved saved = take_snapshot(world);
    AukSnapshotHeader header;
    memcpy(&header, saved.bytes, sizeof header);
    header.steps = UINT64_MAX;
    memcpy(saved.bytes, &header, sizeof header);
    sum_up(saved.bytes);
    cr_assert_eq(auk_world_restore(world, saved.bytes, saved.size), AUK_ERROR_DAMAGED);
    free(saved.bytes);
    auk_world_destroy(world);
}

Test(snapshot, another_version_is_told_from_damage)
{
    AukWorld *world = scene_world();
    Saved snapshot = take_snapshot(world);
    unsigned char *bytes = snapshot.bytes;
    bytes[12] ^= 0x40; // the format
    expect_refusal(world, bytes, snapshot.size, AUK_ERROR_VERSION);
    bytes[12] ^= 0x40;
    bytes[16] ^= 1; // the library
    expect_refusal(world, bytes, snapshot.size, AUK_ERROR_VERSION);
    bytes[16] ^= 1;
    unsigned char first = bytes[8]; // the order of bytes
    bytes[8] = bytes[11];
    bytes[11] = first;
    expect_refusal(world, bytes, snapshot.size, AUK_ERROR_VERSION);
    auk_world_destroy(world);
    free(snapshot.bytes);
}

Test(snapshot, a_world_with_other_rules_refuses)
{
    AukWorld *world = scene_world();
    Saved snapshot = take_snapshot(world);
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.static_pairs = true;
    AukWorld *pairs = auk_world_create(&def, NULL);
    def.static_pairs = false;
    def.max_pairs = 7;
    AukWorld *limit = auk_world_create(&def, NULL);
    def.max_pairs = 0;
    def.history = 1;
    AukWorld *past = auk_world_create(&def, NULL);
    expect_refusal(past, snapshot.bytes, snapshot.size, AUK_ERROR_WORLD_DEF);
    auk_world_destroy(past);
    expect_refusal(pairs, snapshot.bytes, snapshot.size, AUK_ERROR_WORLD_DEF);
    expect_refusal(limit, snapshot.bytes, snapshot.size, AUK_ERROR_WORLD_DEF);
    auk_world_destroy(world);
    auk_world_destroy(pairs);
    auk_world_destroy(limit);
    free(snapshot.bytes);
}

static void no_support(const double direction[2], double point[2], const void *context)
{
    (void)direction;
    (void)context;
    point[0] = point[1] = 0.0;
}

Test(snapshot, custom_shapes_must_be_known_and_others_are_forgotten)
{
    AukCustomShape dot, twin;
    memset(&dot, 0, sizeof dot);
    dot.support = no_support;
    dot.number = 3;
    twin = dot;
    twin.number = 4;
    AukWorld *world = scene_world(), *other = scene_world();
    auk_world_register_custom(world, &dot);
    scene_body(world, AUK_MOTION_MOVING, auk_shape_custom(&dot, 1.0f), 0.0f, 0.0f);
    Saved snapshot = take_snapshot(world);
    expect_refusal(other, snapshot.bytes, snapshot.size, AUK_ERROR_NUMBER);
    auk_world_register_custom(other, &twin);
    expect_refusal(other, snapshot.bytes, snapshot.size, AUK_ERROR_NUMBER);
    auk_world_register_custom(other, &dot);
    cr_assert_neq(scene_body(other, AUK_MOTION_MOVING, auk_shape_custom(&twin, 1.0f), 0.0f, 0.0f).generation, 0);
    cr_assert_eq(auk_world_restore(other, snapshot.bytes, snapshot.size), AUK_OK);
    cr_assert_eq(auk_world_hash(other), auk_world_hash(world));
    cr_assert_eq(scene_body(other, AUK_MOTION_MOVING, auk_shape_custom(&twin, 1.0f), 0.0f, 0.0f).generation, 0);
    cr_assert_eq(auk_world_last_status(other), AUK_ERROR_NUMBER);
    AukWorld *boxed = scene_world();
    dot.bounds.max.x = 1.0f;
    auk_world_register_custom(boxed, &dot);
    expect_refusal(boxed, snapshot.bytes, snapshot.size, AUK_ERROR_NUMBER);
    auk_world_destroy(world);
    auk_world_destroy(other);
    auk_world_destroy(boxed);
    free(snapshot.bytes);
}

// ---- memory -----------------------------------------------------------------------------------------------------

Test(snapshot, running_out_of_memory_leaves_the_world_as_it_was)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    Random random = random_start(random_seed(), 75), other = random_start(random_seed(), 76);
    AukWorld *world = crowd(CROWD_TUXES, &random, 10);
    Saved snapshot = take_snapshot(world);
    int refused = 0;
    for (AukStatus status = AUK_ERROR_OUT_OF_MEMORY; status; refused++) {
        AukWorld *target = world_of(AUK_BROAD_SWEEP, 1, false);
        Random past = other;
        crowd_fill(target, &past, CROWD_TUXES, 20);
        auk_world_step(target, 0.1f);
        uint64_t answers = crowd_answers(target, past);
        memory.calls = 0;
        memory.fail_at = refused;
        status = auk_world_restore(target, snapshot.bytes, snapshot.size);
        memory.fail_at = -1;
        cr_assert(status == AUK_OK || status == AUK_ERROR_OUT_OF_MEMORY);
        cr_assert_eq(crowd_answers(target, past), status ? answers : crowd_answers(world, past), "call %d", refused);
        cr_assert_eq(auk_world_step(target, 0.1f), AUK_OK);
        auk_world_destroy(target);
    }
    cr_assert_gt(refused, 20);
    auk_world_destroy(world);
    free(snapshot.bytes);
    auk_set_allocator(NULL);
}

Test(snapshot, rolling_back_comes_to_need_no_memory)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    Random random = random_start(random_seed(), 78);
    AukWorld *world = crowd(CROWD_GAS, &random, PAST);
    for (int i = 0; i < 2; i++) { // results of these steps name no slot that the crowd has destroyed
        auk_world_step(world, 0.01f);
    }
    Saved snapshot = take_snapshot(world);
    for (int round = 0; round < 100; round++) {
        memory.calls = 0;
        cr_assert_eq(auk_world_restore(world, snapshot.bytes, snapshot.size), AUK_OK);
        cr_assert_eq(auk_world_snapshot(world, snapshot.bytes, snapshot.size), AUK_OK);
        for (int i = 0; i < 5; i++) {
            auk_world_step(world, 0.01f);
        }
        cr_assert(round < 60 || // arrays of unlike lengths change places, and the broad phase adapts for a while
                      memory.calls == 0,
                  "%d calls in round %d", memory.calls, round);
    }
    auk_world_destroy(world);
    free(snapshot.bytes);
    auk_set_allocator(NULL);
}

// ---- what a world remembers of its structure ------------------------------------------------------------------------

enum { CHANGES = 14 };

// One call after which the structure is no longer what it was.
static AukStatus change_structure(AukWorld *world, int which, AukBodyId body, AukBodyId other, AukShapeId shape)
{
    AukFilter filter = {2, 4, 0};
    AukShapeDef more = {0};
    AukBodyDef def = {0};
    AukShape ball = auk_shape_circle(0.25f);
    more.shape = def.shape = ball;
    switch (which) {
    case 0: return auk_body_set_filter(world, body, filter);
    case 1: return auk_body_set_owner(world, body, other);
    case 2: return auk_body_set_response(world, body, AUK_RESPONSE_SLIDE);
    case 3: return auk_body_set_enabled(world, body, false);
    case 4: return auk_body_set_user_data(world, body, 77);
    case 5: return auk_body_set_motion(world, body, AUK_MOTION_STATIC);
    case 6: return auk_world_ignore_pair(world, body, other, true);
    case 7: return auk_world_shape_set_filter(world, shape, filter);
    case 8: return auk_world_shape_set_one_way(world, shape, auk_vec(0.0f, 1.0f));
    case 9: return auk_world_shape_set(world, shape, &ball);
    case 10: return auk_world_shape_remove(world, shape);
    case 11: return auk_body_destroy(world, body);
    case 12: auk_body_create(world, &def); return auk_world_last_status(world);
    default: auk_body_add_shape(world, body, &more); return auk_world_last_status(world);
    }
}

Test(snapshot, whatever_changes_between_two_restores_is_taken_back)
{
    for (int which = 0; which < CHANGES; which++) {
        AukWorld *world = auk_world_create(NULL, NULL);
        AukBodyDef def = {0};
        def.motion = AUK_MOTION_SWEPT;
        def.shape = auk_shape_circle(1.0f);
        def.velocity.x = 1.0f;
        AukBodyId body = auk_body_create(world, &def);
        def.position.x = 1.5f;
        AukBodyId other = auk_body_create(world, &def);
        AukShapeId shape;
        cr_assert_eq(auk_body_get_shapes(world, body, &shape, 1), 1);
        auk_world_step(world, 0.1f);
        uint64_t size = auk_world_snapshot_size(world);
        unsigned char *kept = malloc((size_t)size), *again = malloc((size_t)size);
        cr_assert_eq(auk_world_snapshot(world, kept, size), AUK_OK);
        cr_assert_eq(auk_world_restore(world, kept, size), AUK_OK); // from here on the sum is known
        for (int steps = 0; steps < 3; steps++) {
            cr_assert_eq(change_structure(world, which, body, other, shape), AUK_OK, "change %d", which);
            for (int i = 0; i < steps; i++) {
                auk_world_step(world, 0.1f);
            }
            cr_assert_eq(auk_world_restore(world, kept, size), AUK_OK);
            cr_assert_eq(auk_world_snapshot_size(world), size, "change %d, %d steps", which, steps);
            cr_assert_eq(auk_world_snapshot(world, again, size), AUK_OK);
            cr_assert_eq(memcmp(again, kept, (size_t)size), 0, "change %d, %d steps", which, steps);
        }
        free(again);
        free(kept);
        auk_world_destroy(world);
    }
}
