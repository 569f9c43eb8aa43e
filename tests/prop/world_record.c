// Records of random worlds: they are replayed to the same hashes on one thread and on two, and whatever is done to
// their bytes, sums put right again, a replay comes to an end and harms nothing.
#include "support/world_record.h"
#include "support/world_crowd.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { USUAL_WORLDS = 40, USUAL_DAMAGES = 10000, DAMAGES_OF_ONE = 250 };

static Tape record_crowd(Random *random, int bodies_max, int steps)
{
    Tape tape = {NULL, 0, 0};
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.static_pairs = random_chance(random, 0.3);
    def.broad = random_chance(random, 0.2) ? AUK_BROAD_BRUTE_FORCE : AUK_BROAD_SWEEP;
    CrowdKind kind = random_chance(random, 0.5) ? CROWD_TUXES : (CrowdKind)random_int(random, 0, CROWD_KIND_COUNT - 1);
    AukWorld *world = auk_world_create(&def, NULL);
    bool early = random_chance(random, 0.5); // else the bodies come with the snapshot
    if (early) {
        cr_assert_eq(tape_start(&tape, world, random_int(random, 0, 3)), AUK_OK);
    }
    crowd_register(world);
    crowd_fill(world, random, kind, random_int(random, 1, bodies_max));
    if (!early) {
        cr_assert_eq(tape_start(&tape, world, random_int(random, 0, 3)), AUK_OK);
    }
    for (int i = 0; i < steps; i++) {
        (void)crowd_step(world, random, kind);
    }
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    auk_world_destroy(world);
    return tape;
}

Test(world_record, random_worlds_are_replayed_to_the_same_hashes, .timeout = 3600)
{
    int count = random_repeats(USUAL_WORLDS);
    for (int i = 0; i < count; i++) {
        Random random = random_start(random_seed(), ((uint64_t)1 << 35) + (uint64_t)i);
        Tape tape = record_crowd(&random, 120, 60);
        for (int workers = 1; workers <= 2; workers++) {
            AukReplayReport report = tape_play(&tape, workers);
            cr_assert(report.ended && !report.cut, "world %d, call %d, %s, AUK_SEED=%llu", i, (int)report.call,
                      report.function, (unsigned long long)random_seed());
            cr_assert_eq(report.steps, 60);
        }
        tape_free(&tape);
    }
}

static void damage_frame(Random *random, Tape *tape, uint64_t place)
{
    uint64_t at = tape_frame(tape, place), words;
    AukRecordFrame frame;
    uint32_t word;
    static const uint32_t likely[] = {0,          1,          2,          3,          0xffffffff, 0x7fffffff,
                                      0x80000000, 0x7f800000, 0x7fc00000, 0x00ffffff, 0x01000000, 0x3f800000};
    memcpy(&frame, tape->bytes + at, sizeof frame);
    words = frame.size / 4;
    if (words == 0 || random_chance(random, 0.05)) {
        frame.kind = (uint32_t)random_int(random, 0, AUK_FRAME_CALL + AUK_CALL_COUNT);
        memcpy(tape->bytes + at, &frame, sizeof frame);
    } else {
        // the beginning is where counts are
        uint64_t offset =
            random_chance(random, 0.3) ? random_bits(random) % (words < 4 ? words : 4) : random_bits(random) % words;
        unsigned char *here = tape->bytes + at + sizeof frame + 4 * offset;
        memcpy(&word, here, sizeof word);
        word = random_chance(random, 0.5) ? likely[random_int(random, 0, AUK_COUNT_OF(likely) - 1)]
                                          : word + (uint32_t)random_int(random, -2, 2);
        memcpy(here, &word, sizeof word);
    }
    tape_repair(tape, place);
}

Test(world_record, damaged_records_are_replayed_refused_or_found_to_differ, .timeout = 3600)
{
    int count = random_repeats(USUAL_DAMAGES), refused = 0, differ = 0;
    for (int first = 0; first < count; first += DAMAGES_OF_ONE) {
        Random random = random_start(random_seed(), ((uint64_t)1 << 36) + (uint64_t)first);
        Tape good = record_crowd(&random, 12, 4);
        int frames = tape_frame_count(&good);
        for (int i = first; i < first + DAMAGES_OF_ONE && i < count; i++) {
            Tape bad = tape_copy(&good);
            for (int k = random_int(&random, 1, 3); k > 0; k--) {
                damage_frame(&random, &bad, (uint64_t)random_int(&random, 0, frames - 1));
            }
            AukReplayReport report = tape_play(&bad, 1);
            cr_assert(report.ended || report.status || report.difference);
            refused += report.status != AUK_OK;
            differ += report.difference != AUK_REPLAY_SAME;
            tape_free(&bad);
        }
        tape_free(&good);
    }
    fprintf(stderr, "seed %llu: of %d damaged records %d were refused and %d differed\n",
            (unsigned long long)random_seed(), count, refused, differ);
    cr_assert(refused > 0 && differ > 0 && refused + differ <= count);
}
