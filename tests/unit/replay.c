// Replaying: differences are found where they arise and said in words; records that were cut, changed or made to
// deceive are told from them, and do no harm.
#include "auk/auk.h"

#include "support/world_crowd.h"
#include "support/world_record.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

// Calls 1 to 3 make bodies, 4 and 5 change them, 6 is a step, 7 destroys, 8 is a step.
static Tape short_record(int hash_every)
{
    Tape tape = {NULL, 0, 0};
    AukWorld *world = scene_world();
    cr_assert_eq(tape_start(&tape, world, hash_every), AUK_OK);
    AukBodyId wall = scene_wall(world, 0.0f, 0.0f, 5.0f, 1.0f), ball = scene_ball(world, 0.0f, 3.0f, 1.0f);
    AukBodyId bullet =
        scene_bullet(world, auk_shape_circle(0.1f), auk_vec(-9.0f, 3.0f), auk_vec(90.0f, 0.0f), AUK_RESPONSE_TOUCH);
    (void)auk_body_set_velocity(world, ball, auk_vec(0.0f, -5.0f));
    (void)auk_body_set_velocity(world, wall, auk_vec(0.0f, -5.0f));
    (void)auk_world_step(world, 0.25f);
    (void)auk_body_destroy(world, bullet);
    (void)auk_world_step(world, 0.25f);
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    auk_world_destroy(world);
    return tape;
}

// The place of the frame of a call, from 1 on.
static uint64_t place_of_call(const Tape *tape, int call)
{
    for (uint64_t place = 0;; place++) {
        AukRecordFrame frame;
        memcpy(&frame, tape->bytes + tape_frame(tape, place), sizeof frame);
        call -= frame.kind >= AUK_FRAME_CALL;
        if (call == 0) {
            return place;
        }
    }
}

static unsigned char *arguments_of_call(Tape *tape, int call)
{
    return tape->bytes + tape_frame(tape, place_of_call(tape, call)) + sizeof(AukRecordFrame);
}

static void expect_difference(Tape *tape, AukReplayDifference difference, uint64_t call, const char *words)
{
    char text[200];
    AukReplay *replay = auk_replay_open(tape->bytes, tape->size, NULL, NULL);
    cr_assert_not(auk_replay_run(replay));
    AukReplayReport report = auk_replay_report(replay);
    cr_assert_eq(report.status, AUK_OK);
    cr_assert_eq(report.difference, difference);
    cr_assert_eq(report.call, call, "call %d", (int)report.call);
    cr_assert_neq(report.expected, report.found);
    cr_assert_geq(auk_replay_text(replay, text, sizeof text), (int)strlen(text));
    cr_assert_not_null(strstr(text, words), "%s", text);
    cr_assert_not(auk_replay_next(replay), "there is no way behind a difference");
    auk_replay_close(replay);
    tape_free(tape);
}

Test(replay, goes_call_by_call)
{
    static const char *const functions[8] = {
        "auk_body_create_many",       "auk_body_create_many", "auk_body_create_many",  "auk_body_set_velocity_many",
        "auk_body_set_velocity_many", "auk_world_step",       "auk_body_destroy_many", "auk_world_step"};
    char text[200];
    Tape tape = short_record(0);
    AukReplay *replay = auk_replay_open(tape.bytes, tape.size, NULL, NULL);
    for (int i = 0; i < 8; i++) {
        cr_assert(auk_replay_next(replay));
        cr_assert_str_eq(auk_replay_report(replay).function, functions[i]);
        cr_assert_eq(auk_replay_report(replay).call, (uint64_t)i + 1);
    }
    cr_assert_eq(auk_world_body_count(auk_replay_world(replay)), 2);
    cr_assert_not(auk_replay_report(replay).ended);
    cr_assert_not(auk_replay_next(replay));
    cr_assert(auk_replay_report(replay).ended && !auk_replay_report(replay).cut);
    cr_assert_eq(auk_replay_report(replay).hash, auk_world_hash(auk_replay_world(replay)));
    int length = auk_replay_text(replay, text, sizeof text);
    cr_assert_str_eq(text, "8 calls and 2 steps, all the same; the record ends");
    cr_assert_eq(auk_replay_text(replay, NULL, 0), length);
    cr_assert_eq(auk_replay_text(replay, text, 4), length);
    cr_assert_str_eq(text, "8 c");
    auk_replay_close(replay);
    tape_free(&tape);
}

Test(replay, another_velocity_is_found_at_the_next_step)
{
    Tape tape = short_record(0);
    arguments_of_call(&tape, 4)[23] ^= 0x40; // of the ball, along y
    tape_repair(&tape, place_of_call(&tape, 4));
    expect_difference(&tape, AUK_REPLAY_HASH, 6, "call 6, auk_world_step, step 1: recorded hash");
}

Test(replay, another_last_step_is_found_at_the_end)
{
    Tape tape = short_record(1000);
    arguments_of_call(&tape, 8)[2] ^= 0x10;
    tape_repair(&tape, place_of_call(&tape, 8));
    expect_difference(&tape, AUK_REPLAY_HASH, 8, "call 8, auk_world_step, step 2");
}

Test(replay, another_status_is_found_at_once)
{
    Tape tape = short_record(0);
    arguments_of_call(&tape, 5)[8] = 1; // the ball instead of the wall
    tape_repair(&tape, place_of_call(&tape, 5));
    expect_difference(&tape, AUK_REPLAY_STATUS, 5, "a static body cannot be given a velocity");
}

Test(replay, other_ids_are_found_at_once)
{
    Tape tape = short_record(0);
    arguments_of_call(&tape, 3)[36] = AUK_SHAPE_NONE; // instead of the bullet's circle
    tape_repair(&tape, place_of_call(&tape, 3));
    expect_difference(&tape, AUK_REPLAY_IDS, 3, "other ids were given out");
}

Test(replay, all_bytes_of_a_record_are_read_at_its_end)
{
    Tape tape = short_record(0);
    AukReplay *replay = auk_replay_open(tape.bytes, tape.size, NULL, NULL);
    cr_assert_eq(auk_replay_report(replay).read, tape_frame(&tape, 0));
    while (auk_replay_next(replay)) {
        cr_assert_lt(auk_replay_report(replay).read, tape.size);
    }
    cr_assert(auk_replay_report(replay).ended);
    cr_assert_eq(auk_replay_report(replay).read, tape.size);
    auk_replay_close(replay);
    tape.size -= 8; // within the end that was written last
    replay = auk_replay_open(tape.bytes, tape.size, NULL, NULL);
    cr_assert(auk_replay_run(replay) && auk_replay_report(replay).cut);
    cr_assert_eq(auk_replay_report(replay).read, tape_frame(&tape, (uint64_t)tape_frame_count(&tape) - 1));
    auk_replay_close(replay);
    tape_free(&tape);
}

// ---- damage -------------------------------------------------------------------------------------------------------

Test(replay, every_shorter_record_is_damaged_or_cut)
{
    Tape tape = short_record(0);
    uint64_t first = tape_frame(&tape, 0);
    for (uint64_t size = 0; size < tape.size; size++) {
        Tape cut = tape;
        cut.size = size;
        cut = tape_copy(&cut);
        AukReplayReport report = tape_play(&cut, 1);
        if (size < first) {
            cr_assert_eq(report.status, AUK_ERROR_DAMAGED);
        } else {
            cr_assert(report.ended && report.cut && !report.difference, "%d bytes", (int)size);
        }
        tape_free(&cut);
    }
    tape_free(&tape);
}

// A frame whose size had become too large was taken for the end of a record that was cut, so a replay called it good.
Test(replay, every_flipped_bit_is_damage_and_no_cut)
{
    Tape tape = short_record(0);
    for (uint64_t bit = 0; bit < 8 * tape.size; bit++) {
        tape.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        AukReplayReport report = tape_play(&tape, 1);
        bool seen = report.status == AUK_ERROR_DAMAGED || report.status == AUK_ERROR_VERSION;
        cr_assert(seen && !report.ended && !report.difference, "bit %d", (int)bit);
        tape.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    tape_free(&tape);
}

Test(replay, other_versions_are_told_from_damage)
{
    AukStatus status = AUK_OK;
    Tape tape = short_record(0);
    size_t places[] = {offsetof(AukRecordHeader, mark.byte_order), offsetof(AukRecordHeader, mark.format),
                       offsetof(AukRecordHeader, calls)};
    for (int i = 0; i < 3; i++) {
        tape.bytes[places[i]] ^= 1;
        cr_assert_null(auk_replay_open(tape.bytes, tape.size, NULL, &status));
        cr_assert_eq(status, AUK_ERROR_VERSION);
        tape.bytes[places[i]] ^= 1;
    }
    tape_free(&tape);
}

Test(replay, nulls_and_bad_definitions_are_answered)
{
    AukStatus status = AUK_OK;
    AukReplayDef def;
    Tape tape = short_record(0);
    memset(&def, 0, sizeof def);
    cr_assert_null(auk_replay_open(NULL, 100, NULL, &status));
    cr_assert_eq(status, AUK_ERROR_NULL);
    def.custom_count = 1;
    cr_assert_null(auk_replay_open(tape.bytes, tape.size, &def, &status));
    cr_assert_eq(status, AUK_ERROR_NULL);
    def.custom_count = -1;
    cr_assert_null(auk_replay_open(tape.bytes, tape.size, &def, &status));
    cr_assert_eq(status, AUK_ERROR_COUNT);
    def.custom_count = 0;
    def.worker_count = -1;
    cr_assert_null(auk_replay_open(tape.bytes, tape.size, &def, &status));
    cr_assert_eq(status, AUK_ERROR_COUNT);
    cr_assert_not(auk_replay_next(NULL));
    cr_assert_not(auk_replay_run(NULL));
    cr_assert_null(auk_replay_world(NULL));
    cr_assert_str_eq(auk_replay_report(NULL).function, "");
    auk_replay_close(NULL);
    tape_free(&tape);
}
