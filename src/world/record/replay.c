// Replays a record: frame by frame, a call and its result, if it has one. A frame with a correct checksum is still
// validated, because a checksum can be forged.
#include "world/record/replay.h"
#include "base/alloc.h"
#include "geom/support_shape.h"

#include <stdio.h>

// ---- frames -------------------------------------------------------------------------------------------------------

static const unsigned char *payload(const AukReplay *replay)
{
    return replay->bytes + replay->at + sizeof(AukRecordFrame);
}

typedef enum FrameState { FRAME_WHOLE, FRAME_CUT, FRAME_DAMAGED } FrameState;

// Reads the header of the next frame, and checks the frame. One that is incomplete is the end of the record, as if
// there were no more bytes, because a program that crashes may leave one.
static FrameState peek(const AukReplay *replay, AukRecordFrame *frame)
{
    uint64_t left = replay->size - replay->at;
    if (left < sizeof *frame) {
        return FRAME_CUT;
    }
    memcpy(frame, replay->bytes + replay->at, sizeof *frame);
    if (auk__frame_head(replay->frames, frame) != frame->head || frame->size % 8 != 0 ||
        frame->kind >= AUK_FRAME_CALL + AUK_CALL_COUNT) {
        return FRAME_DAMAGED;
    }
    if (frame->size > left - sizeof *frame) {
        return FRAME_CUT;
    }
    bool good = auk__frame_checksum(replay->frames, frame, payload(replay)) == frame->checksum;
    return good ? FRAME_WHOLE : FRAME_DAMAGED;
}

static void skip(AukReplay *replay, const AukRecordFrame *frame)
{
    replay->last = replay->at;
    replay->at += sizeof *frame + frame->size;
    replay->frames++;
}

static bool stop(AukReplay *replay, AukStatus status)
{
    replay->report.status = status;
    return false;
}

static bool differ(AukReplay *replay, AukReplayDifference difference, uint64_t expected, uint64_t found)
{
    replay->report.difference = difference;
    replay->report.expected = expected;
    replay->report.found = found;
    return false;
}

// ---- calls --------------------------------------------------------------------------------------------------------

// Compares the ids with the recorded ones, and reports the first number that differs.
static bool compare_ids(AukReplay *replay, const AukRecordIds *expected)
{
    AukRecordIds ids = auk__record_ids(&replay->world->bodies, &replay->world->parts);
    uint32_t left[sizeof ids / sizeof(uint32_t)], right[sizeof ids / sizeof(uint32_t)];
    memcpy(left, expected, sizeof left);
    memcpy(right, &ids, sizeof right);
    for (int i = 0; i < AUK_COUNT_OF(left); i++) {
        if (left[i] != right[i]) {
            return differ(replay, AUK_REPLAY_IDS, left[i], right[i]);
        }
    }
    replay->ids = ids;
    return true;
}

static bool replay_compare(AukReplay *replay, const AukRecordResult *result)
{
    AukStatus found = auk_world_last_status(replay->world);
    if (result->status != (int32_t)found) {
        return differ(replay, AUK_REPLAY_STATUS, (uint64_t)(uint32_t)result->status, (uint64_t)found);
    }
    if (result->has_hash) {
        uint64_t hash = auk_world_hash(replay->world);
        replay->report.hash = hash;
        if (hash != result->hash) {
            return differ(replay, AUK_REPLAY_HASH, result->hash, hash);
        }
    }
    return compare_ids(replay, &result->ids);
}

// Reads the recorded result of the present call. `known` is false if the record ends with the call, so that there is no
// result to compare.
static bool read_result(AukReplay *replay, AukRecordResult *result, bool *known)
{
    AukRecordFrame frame;
    memset(result, 0, sizeof *result);
    result->status = AUK_OK;
    result->ids = replay->ids;
    FrameState state = peek(replay, &frame);
    *known = state == FRAME_WHOLE;
    if (state == FRAME_DAMAGED) {
        return stop(replay, AUK_ERROR_DAMAGED);
    }
    if (*known && frame.kind == AUK_FRAME_RESULT) {
        if (frame.size != sizeof *result) {
            return stop(replay, AUK_ERROR_DAMAGED);
        }
        memcpy(result, payload(replay), sizeof *result);
        skip(replay, &frame);
    }
    return true;
}

static bool cannot_be_had_again(int32_t status)
{
    return status == AUK_ERROR_OUT_OF_MEMORY || status == AUK_ERROR_THREAD;
}

static bool play(AukReplay *replay, const AukRecordFrame *frame)
{
    const void *arguments[AUK_CALL_ARGUMENTS_MAX] = {NULL};
    AukCall call = (AukCall)(frame->kind - AUK_FRAME_CALL);
    AukRecordReader reader = {
        payload(replay), payload(replay) + frame->size, &replay->arena, replay->world, &replay->def, AUK_OK, 0};
    replay->function = (int32_t)call;
    replay->report.call++;
    replay->report.steps += call == AUK_CALL_WORLD_STEP;
    AukStatus status = auk__record_read(&reader, call, arguments);
    AukRecordResult result;
    bool known;
    skip(replay, frame);
    if (status || !read_result(replay, &result, &known)) {
        return stop(replay, status ? status : replay->report.status);
    }
    if (!cannot_be_had_again(result.status)) {
        auk__call_replay(replay->world, call, arguments);
    }
    auk__arena_reset(&replay->arena);
    if (!known || cannot_be_had_again(result.status)) {
        return true;
    }
    if (cannot_be_had_again((int32_t)auk_world_last_status(replay->world))) {
        return stop(replay, auk_world_last_status(replay->world));
    }
    return replay_compare(replay, &result);
}

static bool replay_end(AukReplay *replay, const AukRecordFrame *frame)
{
    uint64_t expected, found = auk_world_hash(replay->world);
    if (frame->size != sizeof expected) {
        return stop(replay, AUK_ERROR_DAMAGED);
    }
    memcpy(&expected, payload(replay), sizeof expected);
    skip(replay, frame);
    if (expected != found) {
        return differ(replay, AUK_REPLAY_HASH, expected, found);
    }
    replay->report.ended = true;
    return false;
}

bool auk_replay_next(AukReplay *replay)
{
    AukRecordFrame frame;
    if (!replay || replay->report.status || replay->report.difference || replay->report.ended) {
        return false;
    }
    FrameState state = peek(replay, &frame);
    if (state == FRAME_CUT) {
        replay->report.ended = replay->report.cut = true;
        return false;
    }
    if (state == FRAME_DAMAGED || frame.kind == AUK_FRAME_RESULT) {
        return stop(replay, AUK_ERROR_DAMAGED);
    }
    return frame.kind == AUK_FRAME_END ? replay_end(replay, &frame) : play(replay, &frame);
}

bool auk_replay_run(AukReplay *replay)
{
    while (auk_replay_next(replay)) {
    }
    return replay && replay->report.ended;
}

// ---- start and end of a replay ------------------------------------------------------------------------------------

static AukStatus read_header(const void *record, uint64_t size, AukRecordHeader *header)
{
    AukRecordHeader expected = auk__record_header();
    AukStatus status = auk__file_mark_read(&expected.mark, record, size, header, sizeof *header);
    if (status || header->calls != expected.calls) {
        return status ? status : AUK_ERROR_VERSION;
    }
    bool good = auk__record_header_checksum(header) == header->checksum &&
                header->snapshot_size <= size - sizeof *header && header->snapshot_size % 8 == 0 &&
                header->static_pairs <= 1;
    return good ? AUK_OK : AUK_ERROR_DAMAGED;
}

static AukStatus make_world(AukReplay *replay, const AukRecordHeader *header)
{
    AukWorldDef def;
    AukStatus status = AUK_OK;
    memset(&def, 0, sizeof def);
    def.broad = (AukBroadKind)header->broad;
    def.max_pairs = header->max_pairs;
    def.static_pairs = header->static_pairs != 0;
    def.history = header->history;
    def.wrap = header->wrap;
    def.up = header->up;
    def.worker_count = replay->def.worker_count;
    def.tasks = replay->def.tasks;
    replay->world = auk_world_create(&def, &status);
    const unsigned char *snapshot = replay->bytes + sizeof *header;
    status = status ? status : auk__replay_restore_world(replay, snapshot, header->snapshot_size);
    replay->first = replay->at = sizeof *header + header->snapshot_size;
    return status;
}

static AukStatus replay_check_def(const AukReplayDef *def)
{
    if (def->custom_count < 0) {
        return AUK_ERROR_COUNT;
    }
    AukFault fault = {0};
    AukStatus status = def->custom_count > 0 && !def->customs ? AUK_ERROR_NULL : AUK_OK;
    for (int i = 0; i < def->custom_count && !status; i++) {
        status = auk__custom_find_fault(&def->customs[i], &fault);
    }
    return status;
}

static AukStatus open(AukReplay **out, const void *record, uint64_t size, const AukReplayDef *def)
{
    AukRecordHeader header;
    AukStatus status = read_header(record, size, &header);
    status = status ? status : replay_check_def(def);
    if (status) {
        return status;
    }
    AukReplay *replay = auk__allocate_zeroed(1, sizeof *replay);
    if (!replay) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    replay->def = *def;
    replay->bytes = record;
    replay->size = size;
    replay->header_checksum = header.checksum;
    replay->function = -1;
    status = make_world(replay, &header);
    if (status) {
        auk_replay_close(replay);
        return status;
    }
    replay->ids = auk__record_ids(&replay->world->bodies, &replay->world->parts);
    *out = replay;
    return AUK_OK;
}

AukReplay *auk_replay_open(const void *record, uint64_t size, const AukReplayDef *def, AukStatus *status)
{
    AukReplayDef defaults;
    memset(&defaults, 0, sizeof defaults);
    AukReplay *replay = NULL;
    AukStatus answer = record ? open(&replay, record, size, def ? def : &defaults) : AUK_ERROR_NULL;
    if (status) {
        *status = answer;
    }
    return replay;
}

void auk_replay_close(AukReplay *replay)
{
    if (replay) {
        auk__arena_free(&replay->arena);
        auk_world_destroy(replay->world);
        auk__release(replay);
    }
}

const AukWorld *auk_replay_world(const AukReplay *replay)
{
    return replay ? replay->world : NULL;
}

AukReplayReport auk_replay_report(const AukReplay *replay)
{
    AukReplayReport report;
    memset(&report, 0, sizeof report);
    if (replay) {
        report = replay->report;
        report.read = replay->at;
    }
    report.function = replay && replay->function >= 0 ? auk__call_kind((AukCall)replay->function)->name : "";
    return report;
}

// ---- text ---------------------------------------------------------------------------------------------------------

static const char *status_text(uint64_t status)
{
    return auk_status_text(status < AUK_STATUS_COUNT ? (AukStatus)status : AUK_STATUS_COUNT);
}

int auk_replay_text(const AukReplay *replay, char *out, int capacity)
{
    AukReplayReport report = auk_replay_report(replay);
    size_t room = out && capacity > 0 ? (size_t)capacity : 0;
    unsigned long long call = report.call, steps = report.steps, expected = report.expected, found = report.found;
    const char *function = report.function;
    if (report.status) {
        return snprintf(out, room, "after call %llu (%s, step %llu): %s", call, function, steps,
                        auk_status_text(report.status));
    }
    switch (report.difference) {
    case AUK_REPLAY_STATUS:
        return snprintf(out, room, "call %llu, %s, step %llu: recorded \"%s\", here \"%s\"", call, function, steps,
                        status_text(report.expected), status_text(report.found));
    case AUK_REPLAY_IDS:
        return snprintf(out, room, "call %llu, %s, step %llu: other ids were given out: recorded %llu, here %llu", call,
                        function, steps, expected, found);
    case AUK_REPLAY_HASH:
        return snprintf(out, room, "call %llu, %s, step %llu: recorded hash %016llx, here %016llx", call, function,
                        steps, expected, found);
    case AUK_REPLAY_SAME:
    case AUK_REPLAY_DIFFERENCE_COUNT: break;
    }
    const char *end_text = report.cut ? "; the record was cut short" : (report.ended ? "; the record ends" : "");
    return snprintf(out, room, "%llu calls and %llu steps, all the same%s", call, steps, end_text);
}
