// Recording: what is written when, what is refused, and that a world that is recorded goes on as any other.
#define _POSIX_C_SOURCE 200809L // mkstemp
#include "auk/auk.h"

#include "support/world_crowd.h"
#include "support/world_record.h"
#include "support/world_scene.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BODIES = 60, STEPS = 40 };

static AukWorld *crowd(CrowdKind kind, Random *random)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    crowd_register(world);
    crowd_fill(world, random, kind, BODIES);
    return world;
}

static void live(AukWorld *world, CrowdKind kind, Random *random, int steps)
{
    for (int i = 0; i < steps; i++) {
        (void)crowd_step(world, random, kind);
    }
}

static void expect_same(const AukReplayReport *report)
{
    cr_assert(report->ended && !report->status && !report->difference, "call %d (%s): %s, difference %d",
              (int)report->call, report->function, auk_status_text(report->status), (int)report->difference);
}

static void check_crowd(CrowdKind kind, int workers, int hash_every)
{
    Random random = random_start(random_seed(), 400 + (uint64_t)kind);
    AukWorld *world = crowd(kind, &random);
    Tape tape = {NULL, 0, 0};
    live(world, kind, &random, 5);
    cr_assert_eq(tape_start(&tape, world, hash_every), AUK_OK);
    live(world, kind, &random, STEPS);
    uint64_t hash = auk_world_hash(world);
    crowd_change(world, &random, kind);
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    AukReplayReport report = tape_play(&tape, workers);
    expect_same(&report);
    cr_assert(!report.cut);
    cr_assert_eq(report.steps, STEPS);
    cr_assert_geq(report.call, 2 * STEPS);
    cr_assert(STEPS % (hash_every > 1 ? hash_every : 1) != 0 || report.hash == hash);
    auk_world_destroy(world);
    tape_free(&tape);
}

Test(record, a_gas_is_replayed_to_the_same_hashes)
{
    check_crowd(CROWD_GAS, 1, 0);
    check_crowd(CROWD_GAS, 2, 1);
}

Test(record, tuxes_are_replayed_to_the_same_hashes)
{
    check_crowd(CROWD_TUXES, 1, 10);
    check_crowd(CROWD_TUXES, 2, 0);
}

Test(record, tiles_are_replayed_to_the_same_hashes)
{
    check_crowd(CROWD_TILES, 2, 0);
}

Test(record, a_recorded_world_is_no_other_world)
{
    Random one = random_start(random_seed(), 402), two = one;
    AukWorld *plain = crowd(CROWD_TUXES, &one), *recorded = crowd(CROWD_TUXES, &two);
    Tape tape = {NULL, 0, 0};
    cr_assert_eq(tape_start(&tape, recorded, 0), AUK_OK);
    for (int i = 0; i < STEPS; i++) {
        cr_assert_eq(crowd_step(plain, &one, CROWD_TUXES), crowd_step(recorded, &two, CROWD_TUXES));
        cr_assert_eq(crowd_answers(plain, one), crowd_answers(recorded, two));
    }
    auk_world_destroy(plain);
    auk_world_destroy(recorded);
    AukReplayReport report = tape_play(&tape, 1);
    expect_same(&report);
    cr_assert(!report.cut, "a world that is destroyed ends its record");
    tape_free(&tape);
}

// ---- calls that are refused, and restores -------------------------------------------------------------------------

static void make_bad_calls(AukWorld *world, AukBodyId body)
{
    static const AukVec2 line[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}};
    static const int holes[1] = {3};
    AukBodyId gone = {7, 7};
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(NAN), 0.0f, 0.0f);
    AukShapeDef shape;
    memset(&shape, 0, sizeof shape);
    (void)auk_body_create(world, &def);
    (void)auk_body_create(world, NULL);
    (void)auk_body_create_many(world, &def, -3, NULL);
    def.shape.kind = (AukShapeKind)77;
    (void)auk_body_create(world, &def);
    def.shape.kind = AUK_SHAPE_POLYGON;
    def.shape.status = AUK_OK;
    def.shape.core.polygon.vertices = line;
    for (int count = -1; count < 4; count++) {
        def.shape.core.polygon.count = count == 0 ? INT32_MAX : count;
        (void)auk_body_create(world, &def);
    }
    (void)auk_body_set_pose_many(world, NULL, 5, NULL);
    (void)auk_body_set_velocity_many(world, &gone, 1, NULL);
    (void)auk_body_set_velocity(world, gone, auk_vec(1.0f, NAN));
    (void)auk_body_set_velocity(world, body, auk_vec(1.0f, NAN));
    (void)auk_body_set_motion(world, body, (AukMotion)99);
    (void)auk_body_set_response(world, body, AUK_RESPONSE_BOUNCE);
    (void)auk_body_add_shape(world, body, NULL);
    (void)auk_body_add_shape(world, body, &shape);
    (void)auk_body_add_polygon(world, body, line, 3, NULL);
    (void)auk_body_add_polygon(world, body, line, INT32_MAX, NULL);
    (void)auk_body_add_polygon(world, body, NULL, 3, &shape);
    (void)auk_body_add_outline(world, body, line, 3, holes, 1000000, NULL);
    (void)auk_body_add_outline(world, body, line, -3, holes, 1, NULL);
    (void)auk_body_add_outline(world, body, line, INT32_MAX, holes, INT32_MAX / 3, NULL);
    (void)auk_body_add_outline(world, body, line, 3, NULL, 1, NULL);
    AukResponseRule rule = {0, 0, AUK_RESPONSE_SLIDE, 0.0f};
    (void)auk_world_set_response_rules(world, &rule, AUK_RESPONSE_RULES_MAX + 1); // reads none of them
    (void)auk_world_set_response_rules(world, &rule, INT32_MAX);
    (void)auk_world_register_custom(world, NULL);
    (void)auk_world_restore(world, NULL, 100);
    (void)auk_world_restore(world, "AUKSNAP", 8);
    (void)auk_world_reserve(world, -1, 2, 3);
    (void)auk_world_reserve(world, (1 << 28) + 1, 0, 0);
    (void)auk_world_step(world, -1.0f);
    (void)auk_world_step(world, INFINITY);
}

Test(record, refused_calls_are_refused_again)
{
    AukWorld *world = scene_world();
    AukBodyId body = scene_ball(world, 0.0f, 0.0f, 1.0f);
    Tape tape = {NULL, 0, 0};
    cr_assert_eq(tape_start(&tape, world, 0), AUK_OK);
    make_bad_calls(world, body);
    cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    AukReplayReport report = tape_play(&tape, 1);
    expect_same(&report);
    cr_assert_eq(report.call, 34, "%d", (int)report.call);
    auk_world_destroy(world);
    tape_free(&tape);
}

Test(record, restores_are_recorded_with_what_they_restore)
{
    Random random = random_start(random_seed(), 403);
    AukWorld *world = crowd(CROWD_TUXES, &random);
    Tape tape = {NULL, 0, 0};
    cr_assert_eq(tape_start(&tape, world, 0), AUK_OK);
    live(world, CROWD_TUXES, &random, 3);
    uint64_t size = auk_world_snapshot_size(world);
    unsigned char *snapshot = calloc((size_t)size + 100, 1);
    cr_assert_eq(auk_world_snapshot(world, snapshot, size), AUK_OK);
    live(world, CROWD_TUXES, &random, 3);
    cr_assert_eq(auk_world_restore(world, snapshot, size + 100), AUK_OK);
    live(world, CROWD_TUXES, &random, 3);
    snapshot[size / 2] ^= 1;
    cr_assert_eq(auk_world_restore(world, snapshot, size + 100), AUK_ERROR_DAMAGED);
    live(world, CROWD_TUXES, &random, 1);
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    AukReplayReport report = tape_play(&tape, 1);
    expect_same(&report);
    cr_assert_eq(report.steps, 10);
    auk_world_destroy(world);
    free(snapshot);
    tape_free(&tape);
}

static void some_support(const double direction[2], double point[2], const void *context)
{
    (void)context;
    point[0] = direction[0] > 0.0 ? 1.0 : -1.0;
    point[1] = direction[1] > 0.0 ? 1.0 : -1.0;
}

Test(record, custom_shapes_are_named_by_number_and_must_be_given_to_a_replay)
{
    AukCustomShape square = {some_support, NULL, {{-1.0f, -1.0f}, {1.0f, 1.0f}}, 5}, other = square;
    AukReplayDef def;
    AukWorld *world = scene_world();
    Tape tape = {NULL, 0, 0};
    memset(&def, 0, sizeof def);
    other.context = &def;
    cr_assert_eq(tape_start(&tape, world, 0), AUK_OK);
    cr_assert_eq(scene_body(world, AUK_MOTION_MOVING, auk_shape_custom(&square, 0.0f), 0.0f, 0.0f).generation, 0);
    cr_assert_eq(auk_world_register_custom(world, &square), AUK_OK);
    cr_assert_eq(auk_world_register_custom(world, &square), AUK_OK);
    cr_assert_eq(auk_world_register_custom(world, &other), AUK_ERROR_NUMBER);
    cr_assert_neq(scene_body(world, AUK_MOTION_MOVING, auk_shape_custom(&square, 0.5f), 0.0f, 0.0f).generation, 0);
    cr_assert_eq(scene_body(world, AUK_MOTION_MOVING, auk_shape_custom(&other, 0.0f), 0.0f, 0.0f).generation, 0);
    (void)scene_ball(world, 2.0f, 0.0f, 1.0f);
    cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
    cr_assert_eq(auk_world_contacts(world).count, 1);
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    AukReplay *replay = auk_replay_open(tape.bytes, tape.size, NULL, NULL);
    cr_assert_not(auk_replay_run(replay));
    cr_assert_eq(auk_replay_report(replay).status, AUK_ERROR_NUMBER);
    cr_assert_eq(auk_replay_report(replay).call, 2);
    auk_replay_close(replay);
    def.customs = &square;
    def.custom_count = 1;
    replay = auk_replay_open(tape.bytes, tape.size, &def, NULL);
    cr_assert(auk_replay_run(replay));
    cr_assert_eq(auk_world_contacts(auk_replay_world(replay)).count, 1);
    auk_replay_close(replay);
    auk_world_destroy(world);
    tape_free(&tape);
}

// ---- sinks --------------------------------------------------------------------------------------------------------

Test(record, a_sink_that_takes_no_more_is_reported_and_the_world_goes_on)
{
    Random one = random_start(random_seed(), 404), two = one;
    AukWorld *plain = crowd(CROWD_GAS, &one), *recorded = crowd(CROWD_GAS, &two);
    Tape tape = {NULL, 0, 40000 + auk_world_snapshot_size(recorded)};
    cr_assert_eq(tape_start(&tape, recorded, 0), AUK_OK);
    for (int i = 0; i < STEPS; i++) {
        cr_assert_eq(crowd_step(plain, &one, CROWD_GAS), crowd_step(recorded, &two, CROWD_GAS));
    }
    cr_assert_eq(auk_world_hash(plain), auk_world_hash(recorded));
    cr_assert_eq(auk_world_record_stop(recorded), AUK_ERROR_FILE);
    cr_assert_eq(auk_world_last_status(recorded), AUK_ERROR_FILE);
    AukReplayReport report = tape_play(&tape, 1);
    expect_same(&report);
    cr_assert(report.cut && report.steps > 0 && report.steps < STEPS, "%d steps", (int)report.steps);
    tape_free(&tape);
    tape.room = 1;
    cr_assert_eq(tape_start(&tape, recorded, 0), AUK_ERROR_FILE);
    cr_assert_eq(auk_world_record_stop(recorded), AUK_OK);
    auk_world_destroy(plain);
    auk_world_destroy(recorded);
    tape_free(&tape);
}

Test(record, bad_arguments_are_refused)
{
    AukWorld *world = scene_world();
    Tape tape = {NULL, 0, 0};
    AukRecordSink none = {NULL, NULL, 0};
    cr_assert_eq(auk_world_record(NULL, &none), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_record(world, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_record(world, &none), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_record_file(NULL, "x"), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_record_file(world, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_record_file(world, "/nowhere/at/all"), AUK_ERROR_FILE);
    cr_assert_eq(auk_world_record_stop(NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    cr_assert_eq(tape_start(&tape, world, -1), AUK_ERROR_COUNT);
    cr_assert_eq(tape_start(&tape, world, 0), AUK_OK);
    cr_assert_eq(auk_world_step(world, -1.0f), AUK_ERROR_TIME_STEP);
    AukRecordSink sink = {tape_write, &tape, 0};
    cr_assert_eq(auk_world_record(world, &sink), AUK_ERROR_BUSY);
    cr_assert_eq(auk_world_record_file(world, "x"), AUK_ERROR_BUSY);
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    AukReplayReport report = tape_play(&tape, 1);
    expect_same(&report);
    auk_world_destroy(world);
    tape_free(&tape);
}

Test(record, a_file_holds_what_a_sink_gets)
{
    char path[] = "/tmp/auk-record-XXXXXX";
    Random one = random_start(random_seed(), 405), two = one;
    AukWorld *a = crowd(CROWD_TUXES, &one), *b = crowd(CROWD_TUXES, &two);
    Tape tape = {NULL, 0, 0};
    int made = mkstemp(path);
    cr_assert_geq(made, 0);
    cr_assert_eq(close(made), 0);
    cr_assert_eq(tape_start(&tape, a, 0), AUK_OK);
    cr_assert_eq(auk_world_record_file(b, path), AUK_OK);
    live(a, CROWD_TUXES, &one, 5);
    live(b, CROWD_TUXES, &two, 5);
    cr_assert_eq(auk_world_record_stop(a), AUK_OK);
    cr_assert_eq(auk_world_record_stop(b), AUK_OK);
    unsigned char *bytes = malloc((size_t)tape.size + 1);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file);
    cr_assert_eq(fread(bytes, 1, (size_t)tape.size + 1, file), tape.size);
    cr_assert_eq(memcmp(bytes, tape.bytes, (size_t)tape.size), 0);
    fclose(file);
    remove(path);
    free(bytes);
    auk_world_destroy(a);
    auk_world_destroy(b);
    tape_free(&tape);
}

Test(record, running_out_of_memory_ends_the_record_and_not_the_world)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    for (int fail_at = 0; fail_at < 30; fail_at++) {
        AukWorld *world = scene_world();
        AukVec2 points[2000];
        for (int i = 0; i < 2000; i++) {
            points[i] = auk_vec((float)(i % 50), (float)(i / 50));
        }
        AukBodyId body = scene_ball(world, 0.0f, 0.0f, 1.0f);
        Tape tape = {NULL, 0, 0};
        memory.calls = 0;
        memory.fail_at = fail_at;
        AukStatus started = tape_start(&tape, world, 0);
        for (int i = 0; i < 8; i++) {
            (void)auk_body_add_polygon(world, body, points, 2000, NULL);
        }
        (void)auk_world_step(world, 0.1f);
        memory.fail_at = -1;
        cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
        AukStatus stopped = auk_world_record_stop(world);
        cr_assert(stopped == AUK_OK || stopped == AUK_ERROR_OUT_OF_MEMORY);
        if (started == AUK_OK) {
            AukReplayReport report = tape_play(&tape, 1);
            expect_same(&report);
            cr_assert_eq(report.cut, stopped != AUK_OK);
        }
        auk_world_destroy(world);
        tape_free(&tape);
    }
    auk_set_allocator(NULL);
}

// The bytes of many calls between two steps are collected before they are written; that had allocated, now and then.
Test(record, a_call_that_was_recorded_before_needs_no_memory)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    AukWorld *world = scene_world();
    AukBodyId body = scene_ball(world, 0.0f, 0.0f, 1.0f), bodies[2000];
    AukVec2 points[2000];
    Tape tape = {NULL, 0, 0};
    cr_assert_eq(tape_start(&tape, world, 0), AUK_OK);
    for (int i = 0; i < 2000; i++) {
        bodies[i] = body;
        points[i] = auk_vec(0.0f, 0.0f);
    }
    for (int i = 0; i < 5000; i++) { // large ones come with more or fewer bytes collected
        memory.calls = 0;
        if (i % 700 == 0) {
            (void)auk_body_set_velocity_many(world, bodies, 2000, points);
        } else {
            cr_assert_eq(auk_body_set_velocity(world, i % 3 ? body : (AukBodyId){7, 7}, auk_vec(1.0f, 1.0f)),
                         i % 3 ? AUK_OK : AUK_ERROR_STALE_ID);
        }
        cr_assert(i < 2 || memory.calls == 0, "call %d", i);
    }
    auk_world_destroy(world);
    tape_free(&tape);
    auk_set_allocator(NULL);
}

Test(record, a_step_comes_to_need_no_memory)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    Random random = random_start(random_seed(), 406);
    AukWorld *world = crowd(CROWD_GAS, &random);
    Tape tape = {NULL, 0, 0};
    for (int i = 0; i < 50; i++) {
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    }
    cr_assert_eq(tape_start(&tape, world, 0), AUK_OK);
    memory.calls = 0;
    for (int i = 0; i < 5; i++) {
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    }
    cr_assert_eq(memory.calls, 0, "%d", memory.calls);
    auk_world_destroy(world);
    tape_free(&tape);
    auk_set_allocator(NULL);
}
