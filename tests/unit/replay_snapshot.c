// Snapshots of a replay: it goes back and forward in a record, and nothing that is not its snapshot is taken for one.
#include "auk/auk.h"
#include "base/hash64.h"

#include "support/world_crowd.h"
#include "support/world_record.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 60, STEPS = 30, PLACES_MAX = 100 * STEPS };

typedef struct Kept {
    unsigned char *bytes;
    uint64_t size;
} Kept;

static Kept keep(const AukReplay *replay)
{
    Kept kept = {NULL, auk_replay_snapshot_size(replay)};
    kept.bytes = malloc((size_t)kept.size);
    cr_assert_eq(auk_replay_snapshot(replay, kept.bytes, kept.size), AUK_OK);
    return kept;
}

static Tape crowd_tape(CrowdKind kind, int steps)
{
    Random random = random_start(random_seed(), 700 + (uint64_t)kind);
    AukWorld *world = auk_world_create(NULL, NULL);
    Tape tape = {NULL, 0, 0};
    crowd_register(world);
    crowd_fill(world, &random, kind, BODIES);
    cr_assert_eq(tape_start(&tape, world, 3), AUK_OK);
    for (int i = 0; i < steps; i++) {
        (void)crowd_step(world, &random, kind);
    }
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    auk_world_destroy(world);
    return tape;
}

static AukReplay *open_tape(const Tape *tape)
{
    AukReplayDef def = {0};
    AukStatus status = AUK_OK;
    def.customs = crowd_customs(&def.custom_count);
    AukReplay *replay = auk_replay_open(tape->bytes, tape->size, &def, &status);
    cr_assert_not_null(replay, "%s", auk_status_text(status));
    return replay;
}

// ---- going back and forward ---------------------------------------------------------------------------------------

static void expect_state(const AukReplay *replay, int place, const uint64_t *hashes)
{
    AukReplayReport report = auk_replay_report(replay);
    cr_assert_eq(report.call, (uint64_t)place, "call %d, not %d", (int)report.call, place);
    cr_assert_eq(auk_world_hash(auk_replay_world(replay)), hashes[place], "after call %d", place);
    cr_assert(!report.status && !report.difference);
}

// Goes to places in any order, and makes up to ten calls from there.
static void check_any_order(CrowdKind kind, int steps)
{
    static uint64_t hashes[PLACES_MAX];
    static Kept kept[PLACES_MAX];
    int count = 0;
    Random random = random_start(random_seed(), 710 + (uint64_t)kind);
    Tape tape = crowd_tape(kind, steps);
    AukReplay *replay = open_tape(&tape), *other = open_tape(&tape);
    do {
        cr_assert_lt(count, PLACES_MAX);
        hashes[count] = auk_world_hash(auk_replay_world(replay));
        kept[count++] = keep(replay);
    } while (auk_replay_next(replay));
    cr_assert(auk_replay_report(replay).ended);
    for (int i = 0; i < 60; i++) {
        AukReplay *used = i % 2 == 0 ? replay : other; // one of them has seen none of the later bodies
        int place = random_int(&random, 0, count - 1), calls = random_int(&random, 0, 9);
        cr_assert_eq(auk_replay_restore(used, kept[place].bytes, kept[place].size), AUK_OK);
        expect_state(used, place, hashes);
        for (; calls > 0 && auk_replay_next(used); calls--) {
            expect_state(used, ++place, hashes);
        }
    }
    cr_assert(auk_replay_run(replay) && auk_replay_report(replay).ended && !auk_replay_report(replay).cut);
    for (int i = 0; i < count; i++) {
        free(kept[i].bytes);
    }
    auk_replay_close(replay);
    auk_replay_close(other);
    tape_free(&tape);
}

Test(replay_snapshot, a_gas_in_any_order_is_as_in_a_straight_replay)
{
    check_any_order(CROWD_GAS, STEPS);
}

Test(replay_snapshot, tuxes_in_any_order_are_as_in_a_straight_replay)
{
    check_any_order(CROWD_TUXES, STEPS);
}

Test(replay_snapshot, tiles_in_any_order_are_as_in_a_straight_replay)
{
    check_any_order(CROWD_TILES, 4); // hundreds of calls a step
}

Test(replay_snapshot, the_report_goes_back_with_the_world)
{
    Tape tape = crowd_tape(CROWD_GAS, STEPS);
    AukReplay *replay = open_tape(&tape);
    Kept start = keep(replay);
    uint64_t first = auk_replay_report(replay).read;
    cr_assert(auk_replay_run(replay));
    AukReplayReport end = auk_replay_report(replay);
    cr_assert_eq(end.steps, STEPS);
    cr_assert(first < tape.size && end.read == tape.size, "%d of %d bytes", (int)end.read, (int)tape.size);
    Kept last = keep(replay);
    cr_assert_eq(auk_replay_restore(replay, start.bytes, start.size), AUK_OK);
    AukReplayReport report = auk_replay_report(replay);
    cr_assert(report.call == 0 && report.steps == 0 && !report.ended && report.read == first);
    cr_assert_str_eq(report.function, "");
    cr_assert_eq(auk_replay_restore(replay, last.bytes, last.size), AUK_OK);
    report = auk_replay_report(replay);
    cr_assert(report.call == end.call && report.steps == STEPS && report.ended && report.hash == end.hash);
    cr_assert_str_eq(report.function, end.function);
    cr_assert_not(auk_replay_next(replay));
    free(start.bytes);
    free(last.bytes);
    auk_replay_close(replay);
    tape_free(&tape);
}

Test(replay_snapshot, a_replay_that_stopped_at_a_difference_goes_back)
{
    Tape tape = crowd_tape(CROWD_GAS, STEPS);
    uint64_t place = (uint64_t)tape_frame_count(&tape) - 2; // the result of the last step
    tape.bytes[tape_frame(&tape, place) + sizeof(AukRecordFrame) + offsetof(AukRecordResult, hash)] ^= 1;
    tape_repair(&tape, place);
    AukReplay *replay = open_tape(&tape);
    Kept start = keep(replay);
    for (int i = 0; i < 2; i++) {
        cr_assert_not(auk_replay_run(replay));
        AukReplayReport report = auk_replay_report(replay);
        cr_assert(report.difference == AUK_REPLAY_HASH && report.steps == STEPS);
        Kept stopped = keep(replay);
        cr_assert_eq(auk_replay_restore(replay, start.bytes, start.size), AUK_OK);
        cr_assert_eq(auk_replay_report(replay).difference, AUK_REPLAY_SAME);
        cr_assert_eq(auk_replay_restore(replay, stopped.bytes, stopped.size), AUK_OK);
        cr_assert_not(auk_replay_next(replay), "a difference is restored too");
        cr_assert(auk_replay_report(replay).expected == report.expected && report.found != report.expected);
        cr_assert_eq(auk_replay_restore(replay, start.bytes, start.size), AUK_OK);
        free(stopped.bytes);
    }
    free(start.bytes);
    auk_replay_close(replay);
    tape_free(&tape);
}

Test(replay_snapshot, custom_shapes_that_are_registered_later_are_known_in_any_order)
{
    Tape tape = {NULL, 0, 0};
    AukWorld *world = scene_world();
    cr_assert_eq(tape_start(&tape, world, 0), AUK_OK);
    (void)auk_world_step(world, 0.25f);
    crowd_register(world);
    (void)auk_world_step(world, 0.25f);
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    auk_world_destroy(world);
    AukReplay *replay = open_tape(&tape);
    Kept start = keep(replay);
    cr_assert(auk_replay_run(replay));
    Kept end = keep(replay);
    AukReplayReport report = auk_replay_report(replay);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(auk_replay_restore(replay, start.bytes, start.size), AUK_OK);
        cr_assert_eq(auk_replay_restore(replay, end.bytes, end.size), AUK_OK);
        cr_assert_eq(auk_world_hash(auk_replay_world(replay)), report.hash);
        cr_assert_eq(auk_replay_restore(replay, start.bytes, start.size), AUK_OK);
        cr_assert(auk_replay_run(replay));
    }
    AukReplay *bare = auk_replay_open(tape.bytes, tape.size, NULL, NULL);
    cr_assert_eq(auk_replay_restore(bare, end.bytes, end.size), AUK_ERROR_NUMBER);
    cr_assert_eq(auk_replay_restore(bare, start.bytes, start.size), AUK_OK);
    auk_replay_close(bare);
    free(start.bytes);
    free(end.bytes);
    auk_replay_close(replay);
    tape_free(&tape);
}

// A restore within the record forgets the shape, and the game registers its number again with another box.
Test(replay_snapshot, custom_shapes_may_change_their_boxes_within_a_record)
{
    int count;
    AukCustomShape other = crowd_customs(&count)[0], first = other;
    Tape tape = {NULL, 0, 0};
    AukWorld *world = scene_world();
    uint64_t size = auk_world_snapshot_size(world);
    void *empty = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, empty, size), AUK_OK);
    cr_assert_eq(tape_start(&tape, world, 1), AUK_OK);
    for (int i = 0; i < 2; i++) {
        other.bounds.max.x += (float)i;
        cr_assert_eq(auk_world_register_custom(world, &other), AUK_OK);
        (void)scene_body(world, AUK_MOTION_MOVING, auk_shape_custom(i == 0 ? &first : &other, 0.0f), 0.0f, 0.0f);
        (void)auk_world_step(world, 0.25f);
        cr_assert_eq(i == 0 ? auk_world_restore(world, empty, size) : AUK_OK, AUK_OK);
    }
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    auk_world_destroy(world);
    AukReplay *replay = open_tape(&tape);
    Kept kept[20]; // register, create, step; restore; register, create, step
    int places = 0;
    uint64_t hashes[20];
    AukBox bounds[20]; // a hash has the number of a shape, not its box
    do {
        hashes[places] = auk_world_hash(auk_replay_world(replay));
        bounds[places] = auk_world_get_bounds(auk_replay_world(replay));
        kept[places++] = keep(replay);
    } while (auk_replay_next(replay));
    cr_assert(auk_replay_report(replay).ended && !auk_replay_report(replay).difference);
    cr_assert_gt(places, 7);
    for (int i = 0; i < places * places; i++) {
        int place = i % 2 ? i / places : i % places; // each place is reached from many others
        cr_assert_eq(auk_replay_restore(replay, kept[place].bytes, kept[place].size), AUK_OK, "place %d", place);
        cr_assert_eq(auk_world_hash(auk_replay_world(replay)), hashes[place]);
        AukBox box = auk_world_get_bounds(auk_replay_world(replay));
        cr_assert_eq(memcmp(&box, &bounds[place], sizeof box), 0, "place %d", place);
        if (i % 3 == 0) {
            cr_assert(auk_replay_run(replay));
        }
    }
    for (int i = 0; i < places; i++) {
        free(kept[i].bytes);
    }
    free(empty);
    auk_replay_close(replay);
    tape_free(&tape);
}

// ---- what is refused ----------------------------------------------------------------------------------------------

// Where the world's snapshot begins.
static uint64_t place_size(const AukReplay *replay)
{
    return auk_replay_snapshot_size(replay) - auk_world_snapshot_size(auk_replay_world(replay));
}

Test(replay_snapshot, damaged_snapshots_are_refused_and_change_nothing)
{
    Tape tape = crowd_tape(CROWD_GAS, 3);
    AukReplay *replay = open_tape(&tape);
    cr_assert(auk_replay_next(replay) && auk_replay_next(replay));
    Kept kept = keep(replay);
    cr_assert(auk_replay_next(replay));
    uint64_t hash = auk_world_hash(auk_replay_world(replay)), all = 8 * kept.size, place = place_size(replay);
    for (uint64_t size = 0; size < kept.size; size += size < place ? 1 : 97) {
        cr_assert_eq(auk_replay_restore(replay, kept.bytes, size), AUK_ERROR_DAMAGED, "%d bytes", (int)size);
    }
    for (uint64_t bit = 0; bit < all; bit += bit < 8 * place ? 1 : 1009) {
        kept.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        AukStatus status = auk_replay_restore(replay, kept.bytes, kept.size);
        cr_assert(status == AUK_ERROR_DAMAGED || status == AUK_ERROR_VERSION, "bit %d: %s", (int)bit,
                  auk_status_text(status));
        kept.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    cr_assert_eq(auk_replay_report(replay).call, 3);
    cr_assert_eq(auk_world_hash(auk_replay_world(replay)), hash);
    cr_assert_eq(auk_replay_restore(replay, kept.bytes, kept.size), AUK_OK);
    cr_assert(auk_replay_run(replay));
    free(kept.bytes);
    auk_replay_close(replay);
    tape_free(&tape);
}

// With a right checksum too: every word of the place in turn is one that leads elsewhere.
Test(replay_snapshot, forged_places_do_no_harm)
{
    static const uint64_t words[] = {0, 1, 8, 1000, UINT32_MAX, INT64_MAX, UINT64_MAX};
    Tape tape = crowd_tape(CROWD_GAS, 2);
    AukReplay *replay = open_tape(&tape);
    cr_assert(auk_replay_next(replay) && auk_replay_next(replay));
    Kept kept = keep(replay), forged = keep(replay);
    uint64_t size = place_size(replay), zero = 0;
    int refused = 0;
    for (uint64_t at = 16; at + 8 < size; at += 8) { // behind the mark, before the checksum
        for (int i = 0; i < (int)(sizeof words / sizeof words[0]); i++) {
            memcpy(forged.bytes, kept.bytes, (size_t)size);
            memcpy(forged.bytes + at, &words[i], 8);
            memcpy(forged.bytes + size - 8, &zero, 8);
            uint64_t checksum = auk__hash_words(AUK_HASH_START, forged.bytes, size);
            memcpy(forged.bytes + size - 8, &checksum, 8);
            refused += auk_replay_restore(replay, forged.bytes, forged.size) != AUK_OK;
            (void)auk_replay_run(replay);
            (void)auk_replay_text(replay, NULL, 0);
        }
    }
    cr_assert_gt(refused, 30);
    cr_assert_eq(auk_replay_restore(replay, kept.bytes, kept.size), AUK_OK);
    cr_assert(auk_replay_run(replay));
    free(kept.bytes);
    free(forged.bytes);
    auk_replay_close(replay);
    tape_free(&tape);
}

Test(replay_snapshot, the_snapshot_of_another_record_is_refused)
{
    Tape tape = crowd_tape(CROWD_GAS, 3), longer = crowd_tape(CROWD_GAS, 4);
    AukReplay *replay = open_tape(&tape), *other = open_tape(&longer);
    cr_assert(auk_replay_next(other));
    Kept kept = keep(other);
    cr_assert_eq(auk_replay_restore(replay, kept.bytes, kept.size), AUK_ERROR_DAMAGED);
    cr_assert(auk_replay_run(replay));
    free(kept.bytes);
    auk_replay_close(replay);
    auk_replay_close(other);
    tape_free(&tape);
    tape_free(&longer);
}

Test(replay_snapshot, nulls_and_small_buffers_are_refused)
{
    unsigned char byte = 7;
    Tape tape = crowd_tape(CROWD_GAS, 1);
    AukReplay *replay = open_tape(&tape);
    Kept kept = keep(replay);
    cr_assert_eq(auk_replay_snapshot_size(NULL), 0);
    cr_assert_eq(auk_replay_snapshot(NULL, &byte, 1), AUK_ERROR_NULL);
    cr_assert_eq(auk_replay_snapshot(replay, NULL, 1 << 20), AUK_ERROR_NULL);
    cr_assert_eq(auk_replay_snapshot(replay, &byte, 1), AUK_ERROR_COUNT);
    cr_assert_eq(auk_replay_snapshot(replay, kept.bytes, kept.size - 1), AUK_ERROR_COUNT);
    cr_assert_eq(byte, 7);
    cr_assert_eq(auk_replay_restore(NULL, kept.bytes, kept.size), AUK_ERROR_NULL);
    cr_assert_eq(auk_replay_restore(replay, NULL, kept.size), AUK_ERROR_NULL);
    cr_assert_eq(auk_replay_restore(replay, kept.bytes, kept.size), AUK_OK);
    free(kept.bytes);
    auk_replay_close(replay);
    tape_free(&tape);
}
