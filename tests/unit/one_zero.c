// A world has one zero: what is given as -0 is what is given as 0, in every number of every struct that is kept.
#include "auk/terrain.h"
#include "auk/world.h"

#include "support/forged.h"
#include "support/saved.h"
#include "support/world_record.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static void disc(const double direction[2], double point[2], const void *context)
{
    (void)context;
    double length = sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
    point[0] = 0.5 * direction[0] / length;
    point[1] = 0.5 * direction[1] / length;
}

static AukCustomShape custom_of(float zero)
{
    AukCustomShape custom = {disc, NULL, {{-0.5f, -0.5f}, {0.5f, 0.5f}}, 7};
    (void)zero;
    return custom;
}

static AukShape shape_of(int kind, float z, const AukVec2 *triangle, const AukCustomShape *custom)
{
    switch (kind) {
    case 0: return auk_shape_capsule(auk_vec(z, z), auk_vec(1.0f, z), 0.25f);
    case 1: return auk_shape_segment(auk_vec(z, 1.0f), auk_vec(z, -1.0f));
    case 2: return auk_shape_rounded(auk_shape_box(1.0f, 0.5f), z);
    case 3: return auk_shape_polygon(triangle, 3, z);
    case 4: return auk_shape_rounded(auk_shape_ellipse(0.5f, 0.25f), z);
    case 5: return auk_shape_custom(custom, z);
    case 6: return auk_shape_capsule(auk_vec(z, z), auk_vec(z, z), 0.5f);
    default: return auk_shape_circle(z);
    }
}

static AukWorld *world_of(void)
{
    AukWorldDef def = {.history = 2};
    return auk_world_create(&def, NULL);
}

// Every call that takes a number, with `z` wherever zero is legal.
static void fill(AukWorld *world, float z)
{
    const AukVec2 triangle[3] = {{z, z}, {1.0f, z}, {z, 1.0f}};
    const AukVec2 line[4] = {{z, z}, {2.0f, z}, {2.0f, 2.0f}, {z, 2.0f}};
    const AukTransform origin = {{z, z}, {z, z}}, upright = {{z, z}, {1.0f, z}};
    AukCustomShape custom = custom_of(z);
    cr_assert_eq(auk_world_register_custom(world, &custom), AUK_OK);
    AukBodyId last = {0, 0};
    for (int kind = 0; kind < 8; kind++) {
        AukBodyDef def = {.position = {z, z}, .angle = z, .velocity = {z, z}, .spin = z, .bounce_loss = z};
        def.shape = shape_of(kind, z, triangle, &custom);
        def.motion = kind % 2 ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
        def.response = kind % 2 ? AUK_RESPONSE_BOUNCE : AUK_RESPONSE_CROSS;
        def.max_speed = z;
        def.pierce = 1;
        def.one_way = auk_vec(z, z);
        def.proximity = z;
        last = auk_body_create(world, &def);
        AukShapeDef more = {.shape = def.shape, .position = {z, z}, .angle = z, .proximity = z, .one_way = {z, z}};
        more.sensor = kind == 7;
        AukShapeId shape = auk_body_add_shape(world, last, &more);
        cr_assert(last.generation && shape.generation, "kind %d: %s", kind,
                  auk_status_text(auk_world_last_status(world)));
        cr_assert_eq(auk_world_shape_set_one_way(world, shape, auk_vec(z, z)), AUK_OK);
        cr_assert_eq(auk_world_shape_set_proximity(world, shape, z), AUK_OK);
        cr_assert_eq(auk_world_shape_set(world, shape, &more.shape), AUK_OK);
        cr_assert_eq(auk_body_set_pose(world, last, kind % 3 ? upright : origin), AUK_OK);
        cr_assert_eq(auk_body_set_velocity(world, last, auk_vec(z, z)), AUK_OK);
        cr_assert_eq(auk_body_set_spin(world, last, z), AUK_OK);
        cr_assert_eq(auk_body_set_bounce_loss(world, last, z), AUK_OK);
        cr_assert_eq(auk_body_velocity_to(world, last, origin, 1.0f), AUK_OK);
        cr_assert_eq(kind == 5 ? auk_body_move_to(world, last, upright) : AUK_OK, AUK_OK);
    }
    AukShapeDef ground = {.position = {z, z}, .angle = z, .one_way = {z, z}};
    ground.shape.radius = z;
    uint8_t cells[4] = {AUK_TILE_FULL, 0, 0, AUK_TILE_FULL};
    AukTilesDef tiles = {2, 2, 1.0f, 0.0f, cells};
    AukBodyDef still = {.motion = AUK_MOTION_STATIC, .position = {z, z}};
    AukBodyId body = auk_body_create(world, &still);
    cr_assert(auk_body_add_chain(world, body, line, 4, true, &ground).generation);
    cr_assert(auk_body_add_chain(world, body, line, 4, false, &ground).generation);
    cr_assert(auk_body_add_tiles(world, body, &tiles, &ground).generation);
    cr_assert(auk_body_add_polygon(world, body, line, 4, &ground).generation);
    cr_assert(auk_body_add_outline(world, body, line, 4, NULL, 0, &ground).generation);
    AukResponseRule rule = {1, 1, AUK_RESPONSE_BOUNCE, z};
    cr_assert_eq(auk_world_set_response_rules(world, &rule, 1), AUK_OK);
    cr_assert_eq(auk_world_shift_origin(world, (double)z, (double)z, NULL), AUK_OK);
}

Test(one_zero, a_world_given_minus_zeros_makes_the_snapshots_of_one_given_zeros)
{
    AukWorld *plus = world_of(), *minus = world_of();
    fill(plus, 0.0f);
    fill(minus, -0.0f);
    for (int step = 0; step < 5; step++) {
        Saved a = take_snapshot(plus), b = take_snapshot(minus);
        cr_assert(same_bytes(&a, &b), "step %d", step);
        cr_assert_eq(auk_world_hash(plus), auk_world_hash(minus));
        free(a.bytes);
        free(b.bytes);
        cr_assert_eq(auk_world_step(plus, 0.125f), AUK_OK);
        cr_assert_eq(auk_world_step(minus, 0.125f), AUK_OK);
    }
    auk_world_destroy(plus);
    auk_world_destroy(minus);
}

// A rotation so small that floats round it to -0.
Test(one_zero, a_spin_too_slow_to_turn_a_body_leaves_no_minus_zero)
{
    const float spins[] = {-1e-45f, -1e-40f, 1e-45f};
    const AukRot rotations[] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, -1.0f}, {-1.0f, 0.0f}};
    for (int i = 0; i < 24; i++) {
        AukWorld *world = world_of();
        AukBodyDef def = {.motion = i % 2 ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING,
                          .shape = auk_shape_box(1.0f, 0.5f),
                          .spin = spins[i / 2 % 3]};
        AukBodyId bodies[5]; // an odd number: one is rotated alone
        for (int k = 0; k < 5; k++) {
            bodies[k] = auk_body_create(world, &def);
            AukTransform pose = {{4.0f * (float)k, 0.0f}, rotations[i / 6]};
            cr_assert_eq(auk_body_set_pose(world, bodies[k], pose), AUK_OK);
        }
        cr_assert_eq(auk_world_step(world, 0.01f), AUK_OK);
        for (int k = 0; k < 5; k++) {
            AukRot q = auk_body_get_pose(world, bodies[k]).q;
            cr_assert(!(q.c == 0.0f && signbit(q.c)) && !(q.s == 0.0f && signbit(q.s)), "%d, %d", i, k);
        }
        auk_world_destroy(world);
    }
}

Test(one_zero, a_one_way_direction_of_minus_zero_is_not_lost_by_a_snapshot)
{
    AukWorld *world = world_of(), *copy = world_of();
    AukBodyId body = scene_ball(world, 0.0f, 0.0f, 1.0f), other = scene_ball(world, 3.0f, 0.0f, 1.0f);
    AukShapeId shapes[2];
    auk_body_get_shapes(world, body, &shapes[0], 1);
    auk_body_get_shapes(world, other, &shapes[1], 1);
    cr_assert_eq(auk_world_shape_set_one_way(world, shapes[0], auk_vec_neg(auk_vec(0.0f, 0.0f))), AUK_OK);
    Saved bytes = take_snapshot(world);
    cr_assert_eq(auk_world_restore(copy, bytes.bytes, bytes.size), AUK_OK);
    cr_assert_eq(auk_world_hash(world), auk_world_hash(copy));
    cr_assert_eq(auk_world_shape_set_one_way(world, shapes[1], auk_vec(0.0f, 1.0f)), AUK_OK);
    cr_assert_eq(auk_world_shape_set_one_way(copy, shapes[1], auk_vec(0.0f, 1.0f)), AUK_OK);
    cr_assert_eq(auk_world_hash(world), auk_world_hash(copy));
    free(bytes.bytes);
    auk_world_destroy(world);
    auk_world_destroy(copy);
}

Test(one_zero, a_world_given_minus_zeros_lives_on_as_its_restored_copy_does_and_replays)
{
    Tape tape = {NULL, 0, 0};
    AukWorld *world = world_of(), *copy = world_of();
    AukCustomShape custom = custom_of(0.0f);
    cr_assert_eq(auk_world_register_custom(copy, &custom), AUK_OK);
    fill(world, -0.0f);
    Saved bytes = take_snapshot(world);
    cr_assert_eq(auk_world_restore(copy, bytes.bytes, bytes.size), AUK_OK);
    cr_assert_eq(tape_start(&tape, world, 1), AUK_OK);
    fill(world, -0.0f);
    fill(copy, -0.0f);
    for (int step = 0; step < 5; step++) {
        cr_assert_eq(auk_world_step(world, 0.125f), AUK_OK);
        cr_assert_eq(auk_world_step(copy, 0.125f), AUK_OK);
        cr_assert_eq(auk_world_hash(world), auk_world_hash(copy), "step %d", step);
    }
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    AukStatus status;
    AukReplayDef def = {.customs = &custom, .custom_count = 1};
    AukReplay *replay = auk_replay_open(tape.bytes, tape.size, &def, &status);
    cr_assert_eq(status, AUK_OK);
    cr_assert(auk_replay_run(replay));
    auk_replay_close(replay);
    tape_free(&tape);
    free(bytes.bytes);
    auk_world_destroy(world);
    auk_world_destroy(copy);
}

// What a world that knows the custom shape says to the bytes with one word of them changed and the sums made right.
static AukStatus restore_forged(AukWorld *world, Saved *bytes, uint64_t at, uint32_t word)
{
    AukCustomShape custom = custom_of(0.0f);
    memcpy(bytes->bytes + at, &word, sizeof word);
    sum_up(bytes->bytes);
    (void)auk_world_register_custom(world, &custom);
    return auk_world_restore(world, bytes->bytes, bytes->size);
}

Test(one_zero, a_snapshot_forged_with_a_minus_zero_is_refused_or_is_written_again_as_it_is)
{
    AukWorld *world = world_of(), *copy = world_of();
    fill(world, 0.0f);
    cr_assert_eq(auk_world_step(world, 0.125f), AUK_OK);
    Saved bytes = take_snapshot(world);
    AukSnapshotHeader header;
    memcpy(&header, bytes.bytes, sizeof header);
    uint64_t parts = auk__snapshot_layout(header.counts).offsets[AUK_SECTION_PARTS];
    for (uint64_t at = sizeof header; at < bytes.size; at += sizeof(uint32_t)) {
        uint32_t word;
        memcpy(&word, bytes.bytes + at, sizeof word);
        size_t field = at < parts ? 0 : (size_t)(at - parts);
        bool number = field >= offsetof(AukPartRecord, radius) && field < offsetof(AukPartRecord, body);
        if (word == 0) {
            bool accepted = restore_forged(copy, &bytes, at, 0x80000000u) == AUK_OK;
            cr_assert(!(accepted && number), "field at %zu of the first part", field);
            Saved again = accepted ? take_snapshot(copy) : bytes;
            cr_assert(same_bytes(&bytes, &again), "word at %llu", (unsigned long long)at);
            free(accepted ? again.bytes : NULL);
            cr_assert_eq(restore_forged(copy, &bytes, at, word), AUK_OK);
        }
    }
    free(bytes.bytes);
    auk_world_destroy(world);
    auk_world_destroy(copy);
}

Test(one_zero, custom_shapes_and_rectangles_that_compare_equal_are_the_same_to_a_restore)
{
    AukCustomShape plus = {disc, NULL, {{-0.5f, 0.0f}, {0.5f, 0.5f}}, 7}, minus = plus;
    minus.bounds.min.y = -0.0f;
    AukWorldDef def_plus = {.wrap = {{0.0f, 0.0f}, {64.0f, 0.0f}}},
                def_minus = {.wrap = {{-0.0f, -0.0f}, {64.0f, -0.0f}}};
    AukWorld *world = auk_world_create(&def_plus, NULL), *copy = auk_world_create(&def_minus, NULL);
    cr_assert_eq(auk_world_register_custom(world, &plus), AUK_OK);
    cr_assert_eq(auk_world_register_custom(copy, &minus), AUK_OK);
    Saved bytes = take_snapshot(world);
    cr_assert_eq(auk_world_restore(copy, bytes.bytes, bytes.size), AUK_OK);
    free(bytes.bytes);
    auk_world_destroy(world);
    auk_world_destroy(copy);
}
