// Replays of edited records: each call's arguments are believed no more than a stranger's. Whatever the bytes say, the
// replay comes to an end, with a report that names one; and a record that is whole plays without a difference.
#include "fuzz/buffers.h"
#include "fuzz/expect.h"
#include "support/world_crowd.h"
#include "support/world_record.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 8 };

static int kind;

static void print(FILE *file)
{
    fprintf(file, "    // a record of world %d\n", kind);
}

static const Tape *tape_of(int number)
{
    static Tape tapes[CROWD_KIND_COUNT];
    Tape *tape = &tapes[number];
    if (!tape->bytes) {
        Random random = random_start(11, (uint64_t)number);
        AukWorld *world = buffers_world(number, 1);
        EXPECT(tape_start(tape, world, 1) == AUK_OK, "world %d", number);
        for (int i = 0; i < STEPS; i++) {
            (void)crowd_step(world, &random, (CrowdKind)number);
        }
        auk_world_destroy(world);
    }
    return tape;
}

// Of the frames that can be found.
static void repair(const Bytes *bytes, uint64_t first)
{
    AukRecordFrame frame;
    uint64_t place = 0;
    for (uint64_t at = first; at <= bytes->size && bytes->size - at >= sizeof frame; place++) {
        memcpy(&frame, bytes->at + at, sizeof frame);
        frame.head = auk__frame_head(place, &frame);
        memcpy(bytes->at + at, &frame, sizeof frame);
        if (frame.size > bytes->size - at - sizeof frame) {
            return;
        }
        frame.checksum = auk__frame_checksum(place, &frame, bytes->at + at + sizeof frame);
        memcpy(bytes->at + at, &frame, sizeof frame);
        at += sizeof frame + frame.size;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input = input_start(data, size);
    expect_case(print);
    kind = input_int(&input, 0, CROWD_KIND_COUNT - 1);
    int way = input_int(&input, 0, 7); // mostly the calls, else the snapshot too
    const Tape *whole = tape_of(kind);
    uint64_t first = tape_frame(whole, 0);
    bool same = input.size == 0;
    Bytes tape = {whole->bytes, whole->size}, bytes = buffers_copy(&tape);
    buffers_edit(&input, &bytes, way > 0 ? first : 0);
    if (way > 1) {
        repair(&bytes, first);
    }
    Tape edited = {bytes.at, bytes.size, 0};
    AukReplayReport report = tape_play(&edited, 1);
    EXPECT((unsigned)report.status < AUK_STATUS_COUNT && (unsigned)report.difference < AUK_REPLAY_DIFFERENCE_COUNT,
           "status %d, difference %d", report.status, report.difference);
    EXPECT(!same || (report.status == AUK_OK && report.difference == AUK_REPLAY_SAME), "status %d, difference %d",
           report.status, report.difference);
    free(bytes.at);
    return 0;
}
