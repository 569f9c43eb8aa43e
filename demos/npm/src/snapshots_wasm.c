// Snapshots, deltas of two of them, and records. See auk_wasm.c. Sizes have 32 bits, as all memory of a module.
#include "npm/src/auk_wasm.h"

#include <stdlib.h>
#include <string.h>

JS_CALL uint32_t js_snapshot_size(const AukWorld *world)
{
    uint64_t size = auk_world_snapshot_size(world);
    return size > UINT32_MAX ? 0 : (uint32_t)size;
}

JS_CALL int js_snapshot(const AukWorld *world, void *buffer, uint32_t size)
{
    return (int)auk_world_snapshot(world, buffer, size);
}

JS_CALL int js_restore(AukWorld *world, const void *buffer, uint32_t size)
{
    return (int)auk_world_restore(world, buffer, size);
}

// ---- two snapshots --------------------------------------------------------------------------------------------------

// Also the most that a delta may take; 0 if that is too much.
JS_CALL uint32_t js_delta_bound(uint32_t target_size)
{
    uint64_t bound = auk_snapshot_delta_bound(target_size);
    return bound > UINT32_MAX ? 0 : (uint32_t)bound;
}

// These write the size of what they have made to word 0.
JS_CALL int js_delta(const void *base, uint32_t base_size, const void *target, uint32_t target_size, void *out,
                     uint32_t capacity)
{
    uint64_t written = 0;
    AukStatus status = auk_snapshot_delta(base, base_size, target, target_size, out, capacity, &written);
    js_words[0] = (uint32_t)written;
    return (int)status;
}

JS_CALL uint32_t js_delta_target_size(const void *delta, uint32_t size)
{
    uint64_t target = auk_snapshot_delta_target_size(delta, size);
    return target > UINT32_MAX ? 0 : (uint32_t)target;
}

JS_CALL int js_apply(const void *base, uint32_t base_size, const void *delta, uint32_t delta_size, void *out,
                     uint32_t capacity)
{
    uint64_t written = 0;
    AukStatus status = auk_snapshot_apply(base, base_size, delta, delta_size, out, capacity, &written);
    js_words[0] = (uint32_t)written;
    return (int)status;
}

// Writes the first difference as a sentence, an empty one if there is none.
JS_CALL int js_compare(const void *a, uint32_t size_a, const void *b, uint32_t size_b, char *text, int capacity)
{
    AukSnapshotDifference difference = {.array = ""};
    AukStatus status = auk_snapshot_compare(a, size_a, b, size_b, &difference);
    text[0] = '\0';
    if (!status && difference.array[0] != '\0') {
        (void)auk_snapshot_difference_text(&difference, text, capacity);
    }
    return (int)status;
}

// ---- records --------------------------------------------------------------------------------------------------------

// A record grows in memory until it is taken.
typedef struct JsRecord {
    char *bytes;
    uint32_t size, capacity;
} JsRecord;

static bool js_record_write(void *user, const void *bytes, uint64_t size)
{
    JsRecord *record = user;
    uint64_t wanted = record->size + size;
    if (wanted > record->capacity) {
        uint64_t capacity = wanted + wanted / 2;
        char *grown = capacity <= UINT32_MAX ? realloc(record->bytes, (size_t)capacity) : NULL;
        if (!grown) {
            return false;
        }
        record->bytes = grown;
        record->capacity = (uint32_t)capacity;
    }
    memcpy(record->bytes + record->size, bytes, (size_t)size);
    record->size = (uint32_t)wanted;
    return true;
}

JS_CALL void js_record_release(JsRecord *record)
{
    if (record) {
        free(record->bytes);
        free(record);
    }
}

// Null on failure; word 0 has the status.
JS_CALL JsRecord *js_record_start(AukWorld *world)
{
    JsRecord *record = calloc(1, sizeof *record);
    AukRecordSink sink = {js_record_write, record, 0};
    AukStatus status = record ? auk_world_record(world, &sink) : AUK_ERROR_OUT_OF_MEMORY;
    if (status) {
        js_record_release(record);
        record = NULL;
    }
    js_words[0] = (uint32_t)status;
    return record;
}

// Ends the record. Writes the address and the size of its bytes, which are valid until it is released, to words 0 and
// 1.
JS_CALL int js_record_stop(AukWorld *world, const JsRecord *record)
{
    AukStatus status = auk_world_record_stop(world);
    js_words[0] = (uint32_t)(uintptr_t)record->bytes;
    js_words[1] = record->size;
    return (int)status;
}
