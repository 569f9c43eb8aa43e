// How calls get into a record and out again. Each call that changes a world has a row in state/calls.x, from which all
// that is known of it is made, and AUK_RECORD() at its head. What came of a call is written when the next one begins
// (or the record ends): until then it can still be read of the world, and so a function needs no line where it returns.
//
// A record is a header, a snapshot, and frames: calls, results, and an end. A call without a result was AUK_OK and gave
// out no ids. Everything lies at multiples of eight bytes; what fills them up is zero.
#ifndef AUK_WORLD_RECORD_RECORD_H
#define AUK_WORLD_RECORD_RECORD_H

#include "auk/record.h"
#include "world/state/call.h"
#include "world/state/world_state.h"

enum { AUK_RECORD_FORMAT = 3, AUK_CALL_ARGUMENTS_MAX = 8 };

typedef struct AukCallKind {
    const char *name;      // of the function
    const char *arguments; // letters, see state/calls.x
} AukCallKind;

const AukCallKind *auk__call_kind(AukCall call);

// A field of a structure: where it is, and of what kind.
typedef struct AukRecordField {
    size_t offset;
    char kind; // 0 ends the list
} AukRecordField;

// The fields of a structure that lies in a record field by field; null for other kinds. Those of tiles are followed by
// the cells.
const AukRecordField *auk__record_fields(char kind);

// Bytes of a value in memory, and the fewest that it takes in a record.
size_t auk__record_value_size(char kind);
size_t auk__record_least_size(char kind);

// ---- the file -----------------------------------------------------------------------------------------------------

typedef struct AukRecordHeader {
    char magic[8];
    uint32_t byte_order; // AUK_RECORD_BYTE_ORDER as the machine writes it
    uint32_t format;
    uint64_t calls; // sum of the table of calls: other calls, other format
    int32_t broad, max_pairs;
    uint32_t static_pairs;
    int32_t history;
    AukBox wrap;
    uint64_t snapshot_size; // what follows; it has a sum of its own
    uint64_t checksum;      // of this header, itself being zero
} AukRecordHeader;

_Static_assert(sizeof(AukRecordHeader) == 72, "no padding");

#define AUK_RECORD_BYTE_ORDER 0x01020304u

enum { AUK_FRAME_RESULT = 0, AUK_FRAME_END, AUK_FRAME_CALL }; // and the call added to it

typedef struct AukRecordFrame {
    uint32_t kind;
    uint32_t checksum; // of its place in the row of frames, kind, size and bytes
    uint64_t size;     // of what follows, a multiple of eight
} AukRecordFrame;

_Static_assert(sizeof(AukRecordFrame) == 16, "no padding");

// What can be told of the ids that were given out without knowing which call gave them.
typedef struct AukRecordIds {
    uint32_t bodies, shapes;        // that live, pieces being counted as shapes
    uint32_t next_body, next_shape; // slots that will be given out next
    uint32_t body_life, shape_life; // and their generations
} AukRecordIds;

typedef struct AukRecordResult {
    int32_t status;
    uint32_t has_hash;
    AukRecordIds ids;
    uint64_t hash;
} AukRecordResult;

_Static_assert(sizeof(AukRecordResult) == 40, "no padding");

// All but the world's definition, size and sum.
AukRecordHeader auk__record_header(void);

uint64_t auk__record_header_checksum(const AukRecordHeader *header);

uint32_t auk__frame_checksum(uint64_t place, const AukRecordFrame *frame, const void *bytes);

AukRecordIds auk__record_ids(const AukBodies *all_bodies, const AukParts *parts);

// ---- writing ------------------------------------------------------------------------------------------------------

// Bytes that are collected. Once `failed`, nothing is added.
typedef struct AukRecordBytes {
    AukBuffer buffer; // unsigned char
    bool failed;      // no memory
} AukRecordBytes;

void auk__record_put(AukRecordBytes *bytes, const void *data, uint64_t size);

// Arguments of a call, as they are found in memory.
void auk__record_arguments(AukRecordBytes *bytes, const AukWorld *world, AukCall call, const void *const *arguments);

// ---- custom shapes ------------------------------------------------------------------------------------------------

enum { AUK_CUSTOM_UNKNOWN = 0, AUK_CUSTOM_SAME, AUK_CUSTOM_OTHER }; // what the world has under the number

typedef struct AukRecordCustom {
    uint32_t number;
    uint16_t known, has_support;
    AukBox bounds;
} AukRecordCustom;

_Static_assert(sizeof(AukRecordCustom) == 24, "no padding");

#endif
