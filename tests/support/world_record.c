#include "support/world_record.h"

#include "support/world_crowd.h"

#include <stdlib.h>
#include <string.h>

bool tape_write(void *user, const void *bytes, uint64_t size)
{
    Tape *tape = user;
    if (tape->room > 0 && tape->size + size > tape->room) {
        return false;
    }
    tape->bytes = realloc(tape->bytes, (size_t)(tape->size + size));
    memcpy(tape->bytes + tape->size, bytes, (size_t)size);
    tape->size += size;
    return true;
}

AukStatus tape_start(Tape *tape, AukWorld *world, int hash_every)
{
    AukRecordSink sink = {tape_write, tape, hash_every};
    tape->bytes = NULL;
    tape->size = 0;
    return auk_world_record(world, &sink);
}

void tape_free(Tape *tape)
{
    free(tape->bytes);
    tape->bytes = NULL;
    tape->size = 0;
}

Tape tape_copy(const Tape *tape)
{
    Tape copy = {malloc(tape->size > 0 ? (size_t)tape->size : 1), tape->size, 0};
    memcpy(copy.bytes, tape->bytes, (size_t)tape->size);
    return copy;
}

static uint64_t next_frame(const Tape *tape, uint64_t at)
{
    AukRecordFrame frame;
    if (at + sizeof frame > tape->size) {
        return tape->size;
    }
    memcpy(&frame, tape->bytes + at, sizeof frame);
    return at + sizeof frame + frame.size;
}

static uint64_t first_frame(const Tape *tape)
{
    AukRecordHeader header;
    memcpy(&header, tape->bytes, sizeof header);
    return sizeof header + header.snapshot_size;
}

uint64_t tape_frame(const Tape *tape, uint64_t place)
{
    uint64_t at = first_frame(tape);
    for (uint64_t i = 0; i < place && at < tape->size; i++) {
        at = next_frame(tape, at);
    }
    return at;
}

int tape_frame_count(const Tape *tape)
{
    int count = 0;
    for (uint64_t at = first_frame(tape); at < tape->size; at = next_frame(tape, at)) {
        count++;
    }
    return count;
}

void tape_repair(Tape *tape, uint64_t place)
{
    AukRecordFrame frame;
    unsigned char *at = tape->bytes + tape_frame(tape, place);
    memcpy(&frame, at, sizeof frame);
    frame.head = auk__frame_head(place, &frame);
    frame.checksum = auk__frame_checksum(place, &frame, at + sizeof frame);
    memcpy(at, &frame, sizeof frame);
}

AukReplayReport tape_play(const Tape *tape, int workers)
{
    AukReplayDef def;
    AukReplayReport report;
    memset(&def, 0, sizeof def);
    memset(&report, 0, sizeof report);
    def.worker_count = workers;
    def.customs = crowd_customs(&def.custom_count);
    AukReplay *replay = auk_replay_open(tape->bytes, tape->size, &def, &report.status);
    if (replay) {
        (void)auk_replay_run(replay);
        report = auk_replay_report(replay);
        auk_replay_close(replay);
    }
    return report;
}
