// Records calls: bytes are collected in one buffer, which is passed to the sink when it is large, and before each step.
// Invariant: the last recorded call is the last non-const call of the world. So its status, ids and hash can still be
// read from the world when the next call begins.
#include "world/record/record.h"

#include "auk/world.h"
#include "base/alloc.h"
#include "base/hash64.h"
#include "world/save/snapshot.h"

#include <stdio.h>

enum { BYTES_AT_ONCE = 1 << 16, BYTES_FEW = 1 << 10 }; // BYTES_FEW: of a small call, such as a step

typedef struct AukRecorder {
    AukRecordSink sink;
    FILE *file; // of auk_world_record_file()
    AukRecordBytes bytes;
    AukStatus status; // the first error; nothing is recorded after it
    uint64_t frames;  // number of frames begun
    uint64_t steps;   // number of steps recorded
    AukRecordIds ids; // the ids as the record has them
    AukCall last;     // AUK_CALL_COUNT: no result is pending
} AukRecorder;

// ---- the file -----------------------------------------------------------------------------------------------------

AukRecordHeader auk__record_header(void)
{
    AukRecordHeader header;
    memset(&header, 0, sizeof header);
    header.mark = auk__file_mark("AUKRECD", AUK_RECORD_FORMAT);
    header.calls = AUK_HASH_START;
    for (int call = 0; call < AUK_CALL_COUNT; call++) {
        const AukCallKind *kind = auk__call_kind((AukCall)call);
        for (const char *at = kind->name; *at; at++) {
            header.calls = auk__hash_u64(header.calls, (unsigned char)*at);
        }
        for (const char *at = kind->arguments; *at; at++) {
            header.calls = auk__hash_u64(header.calls, (unsigned char)*at);
        }
    }
    return header;
}

uint64_t auk__record_header_checksum(const AukRecordHeader *header)
{
    AukRecordHeader unsummed = *header;
    unsummed.checksum = 0;
    return auk__hash_words(AUK_HASH_START, &unsummed, sizeof unsummed);
}

static uint64_t frame_hash(uint64_t place, const AukRecordFrame *frame)
{
    return auk__hash_u64(auk__hash_u64(AUK_HASH_START, place), (uint64_t)frame->size << 32 | frame->kind);
}

uint32_t auk__frame_head(uint64_t place, const AukRecordFrame *frame)
{
    uint64_t hash = frame_hash(place, frame);
    return (uint32_t)(hash ^ hash >> 32);
}

uint32_t auk__frame_checksum(uint64_t place, const AukRecordFrame *frame, const void *bytes)
{
    uint64_t hash = auk__hash_words(frame_hash(place, frame), bytes, frame->size);
    return (uint32_t)(hash ^ hash >> 32);
}

AukRecordIds auk__record_ids(const AukBodies *all_bodies, const AukParts *parts)
{
    const AukSlots *bodies = &all_bodies->slots, *shapes = &parts->slots;
    AukRecordIds ids;
    ids.bodies = (uint32_t)bodies->live_count;
    ids.shapes = (uint32_t)shapes->live_count;
    ids.next_body = auk__slots_peek(bodies);
    ids.next_shape = auk__slots_peek(shapes);
    ids.body_life = ids.next_body < (uint32_t)bodies->count ? bodies->generation[ids.next_body] : 1;
    ids.shape_life = ids.next_shape < (uint32_t)shapes->count ? shapes->generation[ids.next_shape] : 1;
    return ids;
}

// ---- frames -------------------------------------------------------------------------------------------------------

static void hand_on(AukRecorder *recorder)
{
    AukBuffer *buffer = &recorder->bytes.buffer;
    if (recorder->bytes.failed) {
        recorder->status = recorder->status ? recorder->status : AUK_ERROR_OUT_OF_MEMORY;
    }
    if (!recorder->status && buffer->count > 0 &&
        !recorder->sink.write(recorder->sink.user, buffer->items, (uint64_t)buffer->count)) {
        recorder->status = AUK_ERROR_FILE;
    }
    buffer->count = 0;
}

// Returns the offset of the frame, for end_frame(). The bytes of the frame follow.
static int begin_frame(AukRecorder *recorder)
{
    static const AukRecordFrame room;
    int at = recorder->bytes.buffer.count;
    auk__record_put(&recorder->bytes, &room, sizeof room);
    return at;
}

// Ends a frame. If memory for its bytes ran out, the frame is removed: the record ends with the previous frame.
static void end_frame(AukRecorder *recorder, int at, uint32_t kind)
{
    static const unsigned char zeros[8];
    AukBuffer *buffer = &recorder->bytes.buffer;
    auk__record_put(&recorder->bytes, zeros, (8 - (uint64_t)(buffer->count - at) % 8) % 8);
    if (recorder->bytes.failed) {
        recorder->bytes.failed = false;
        buffer->count = at;
        hand_on(recorder);
        recorder->status = recorder->status ? recorder->status : AUK_ERROR_OUT_OF_MEMORY;
        return;
    }
    unsigned char *begin = (unsigned char *)buffer->items + at;
    AukRecordFrame frame = {kind, (uint32_t)(buffer->count - at) - (uint32_t)sizeof frame, 0, 0};
    frame.head = auk__frame_head(recorder->frames, &frame);
    frame.checksum = auk__frame_checksum(recorder->frames++, &frame, begin + sizeof frame);
    memcpy(begin, &frame, sizeof frame);
}

// Adds the result of the last call. The most frequent result, AUK_OK without a change of the ids, is left out, except
// for steps.
static void add_result(AukWorld *world, AukRecorder *recorder)
{
    AukRecordResult result;
    memset(&result, 0, sizeof result);
    result.status = (int32_t)world->last_status;
    result.ids = auk__record_ids(&world->bodies, &world->parts);
    bool step = recorder->last == AUK_CALL_WORLD_STEP;
    bool same = result.status == AUK_OK && memcmp(&result.ids, &recorder->ids, sizeof result.ids) == 0;
    if (recorder->last == AUK_CALL_COUNT || recorder->status || (same && !step)) {
        return;
    }
    int every = recorder->sink.hash_every > 1 ? recorder->sink.hash_every : 1;
    result.has_hash = step && recorder->steps % (uint64_t)every == 0;
    result.hash = result.has_hash ? auk_world_hash(world) : 0;
    recorder->ids = result.ids;
    int at = begin_frame(recorder);
    auk__record_put(&recorder->bytes, &result, sizeof result);
    end_frame(recorder, at, AUK_FRAME_RESULT);
}

// Reserves memory for a call with a frame of `size` bytes after all that may have been collected before it: so a call
// allocates nothing once one as large has been recorded.
static bool reserve_call(AukBuffer *buffer, int size)
{
    enum { BEFORE = BYTES_AT_ONCE + (int)sizeof(AukRecordFrame) + (int)sizeof(AukRecordResult) };
    return size <= INT32_MAX - BEFORE && auk__buffer_reserve(buffer, 1, BEFORE + size);
}

static void record_call(AukWorld *world, AukCall call, const void *const *arguments)
{
    AukRecorder *recorder = world->recorder;
    add_result(world, recorder);
    recorder->last = AUK_CALL_COUNT;
    if (recorder->status || call == AUK_CALL_COUNT) {
        return;
    }
    int at = begin_frame(recorder);
    auk__record_arguments(&recorder->bytes, world, (AukCall)call, arguments);
    end_frame(recorder, at, AUK_FRAME_CALL + (uint32_t)call);
    (void)reserve_call(&recorder->bytes.buffer, recorder->bytes.buffer.count - at); // else the next such call tries
    recorder->last = (AukCall)call;
    recorder->steps += call == AUK_CALL_WORLD_STEP;
    if (call == AUK_CALL_WORLD_STEP || recorder->bytes.buffer.count > BYTES_AT_ONCE) {
        hand_on(recorder);
    }
}

// ---- start and end of a record ------------------------------------------------------------------------------------

static AukStatus add_beginning(AukWorld *world, AukRecorder *recorder)
{
    AukRecordHeader header = auk__record_header();
    header.broad = (int32_t)world->def.broad;
    header.max_pairs = world->def.max_pairs;
    header.static_pairs = world->def.static_pairs;
    header.history = world->def.history;
    header.wrap = world->def.wrap;
    header.up = world->def.up;
    header.snapshot_size = auk_world_snapshot_size(world);
    header.checksum = auk__record_header_checksum(&header);
    auk__record_put(&recorder->bytes, &header, sizeof header);
    AukBuffer *buffer = &recorder->bytes.buffer;
    if (recorder->bytes.failed || header.snapshot_size > (uint64_t)(INT32_MAX - buffer->count) ||
        !auk__buffer_reserve(buffer, 1, buffer->count + (int)header.snapshot_size) ||
        !reserve_call(buffer, BYTES_FEW)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    AukStatus status = auk_world_snapshot(world, (unsigned char *)buffer->items + buffer->count, header.snapshot_size);
    buffer->count += (int)header.snapshot_size;
    hand_on(recorder);
    return status ? status : recorder->status;
}

static void release(AukRecorder *recorder)
{
    auk__buffer_free(&recorder->bytes.buffer);
    auk__release(recorder);
}

static AukStatus record_begin(AukWorld *world, const AukRecordSink *sink, FILE *file)
{
    AukStatus status = auk__fault_count(&world->fault, sink->hash_every, 0, INT32_MAX, AUK_FIELD_HASH_EVERY);
    if (status) {
        return auk__fault_in(&world->fault, status, AUK_FIELD_SINK);
    }
    AukRecorder *recorder = auk__allocate_zeroed(1, sizeof *recorder);
    if (!recorder) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    recorder->sink = *sink;
    recorder->file = file;
    recorder->last = AUK_CALL_COUNT;
    recorder->ids = auk__record_ids(&world->bodies, &world->parts);
    status = add_beginning(world, recorder);
    if (status) {
        release(recorder);
        return status;
    }
    world->recorder = recorder;
    world->record = record_call;
    return AUK_OK;
}

AukStatus auk_world_record(AukWorld *world, const AukRecordSink *sink)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_UNRECORDED(world, AUK_CALL_NAME_WORLD_RECORD);
    if (world->recorder) {
        return auk__answer(world, AUK_ERROR_BUSY);
    }
    AukFault *fault = &world->fault;
    AukStatus status = auk__fault_pointer(fault, sink, AUK_FIELD_SINK);
    if (!status && !sink->write) {
        status = auk__fault_in(fault, auk__fault_note(fault, AUK_ERROR_NULL, AUK_FIELD_WRITE), AUK_FIELD_SINK);
    }
    status = status ? status : record_begin(world, sink, NULL);
    if (status == AUK_ERROR_FILE) {
        (void)auk__fault_in(fault, auk__fault_note(fault, status, AUK_FIELD_WRITE), AUK_FIELD_SINK);
    }
    return auk__answer(world, status);
}

static bool write_to_file(void *user, const void *bytes, uint64_t size)
{
    return size <= SIZE_MAX && fwrite(bytes, 1, (size_t)size, user) == (size_t)size;
}

AukStatus auk_world_record_file(AukWorld *world, const char *path)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_UNRECORDED(world, AUK_CALL_NAME_WORLD_RECORD_FILE);
    if (world->recorder) {
        return auk__answer(world, AUK_ERROR_BUSY);
    }
    FILE *file = path ? fopen(path, "wb") : NULL;
    if (!file) {
        return auk__answer(world,
                           auk__fault_note(&world->fault, path ? AUK_ERROR_FILE : AUK_ERROR_NULL, AUK_FIELD_PATH));
    }
    // unbuffered, so that all bytes passed on are in the file even if the program crashes
    (void)setvbuf(file, NULL, _IONBF, 0);
    AukRecordSink sink = {write_to_file, file, 0};
    AukStatus status = record_begin(world, &sink, file);
    if (status) {
        (void)fclose(file);
    }
    if (status == AUK_ERROR_FILE) {
        (void)auk__fault_note(&world->fault, status, AUK_FIELD_PATH);
    }
    return auk__answer(world, status);
}

AukStatus auk_world_record_stop(AukWorld *world)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_UNRECORDED(world, AUK_CALL_NAME_WORLD_RECORD_STOP);
    AukRecorder *recorder = world->recorder;
    if (!recorder) {
        return auk__answer(world, AUK_OK);
    }
    if (!recorder->status) {
        uint64_t hash = auk_world_hash(world);
        int at = begin_frame(recorder);
        auk__record_put(&recorder->bytes, &hash, sizeof hash);
        end_frame(recorder, at, AUK_FRAME_END);
        hand_on(recorder);
    }
    AukStatus status = recorder->status;
    if (recorder->file && fclose(recorder->file) != 0) {
        status = status ? status : AUK_ERROR_FILE;
    }
    release(recorder);
    world->recorder = NULL;
    world->record = NULL;
    return auk__answer(world, status);
}
