// Writing calls to a record and reading them back. Each call that changes a world has a row in state/calls.x, from
// which its tables and functions are generated, and AUK_RECORD() at its head. The result of a call is written when the
// next call begins, or when the record ends. Until then it can be read from the world, so a function needs no code
// where it returns.
//
// A record is a header, a snapshot, and frames: calls, results, and an end. A call without a result frame returned
// AUK_OK and changed no ids. All parts begin at multiples of eight bytes; padding is zero.
#ifndef AUK_WORLD_RECORD_RECORD_H
#define AUK_WORLD_RECORD_RECORD_H

#include "auk/record.h"
#include "world/save/file_mark.h"
#include "world/state/call.h"
#include "world/state/world_state.h"

enum { AUK_RECORD_FORMAT = 10, AUK_CALL_ARGUMENTS_MAX = 8 };

typedef struct AukCallKind {
    const char *name;      // of the function
    const char *arguments; // letters, see state/calls.x
} AukCallKind;

const AukCallKind *auk__call_kind(AukCall call);

// A member of a structure: its offset and its kind.
typedef struct AukRecordField {
    size_t offset;
    char kind; // 0 ends the list
} AukRecordField;

// The members of a structure that is recorded member by member; null for other kinds. The members of a tile definition
// are followed by the cells.
const AukRecordField *auk__record_fields(char kind);

// The size of a value in memory, and its least size in a record.
size_t auk__record_value_size(char kind);
size_t auk__record_least_size(char kind);

// True for the letter of a count.
static inline bool auk__record_is_count(char kind)
{
    return strchr("nmrhz", kind) != NULL;
}

// How many items of the next arrays a call with that count reads: none if it is refused for the count. `kind` is the
// letter of the count, `before` the number of items of the count before it.
int auk__record_count_read(char kind, int count, int64_t before);

// ---- the file -----------------------------------------------------------------------------------------------------

typedef struct AukRecordHeader {
    AukFileMark mark;
    uint64_t calls; // checksum of the table of calls: another table is another format
    int32_t broad, max_pairs;
    uint32_t static_pairs;
    int32_t history;
    AukBox wrap;
    AukVec2 up;
    uint64_t snapshot_size; // the snapshot follows; it has its own checksum
    uint64_t checksum;      // of this header, with this member zero
} AukRecordHeader;

_Static_assert(sizeof(AukRecordHeader) == 80, "no padding");

enum { AUK_FRAME_RESULT = 0, AUK_FRAME_END, AUK_FRAME_CALL }; // for a call, its number is added

// The kind and the size have a checksum of their own, so that a size that was damaged is told from a record that was
// cut within the bytes of a frame.
typedef struct AukRecordFrame {
    uint32_t kind;
    uint32_t size;     // of the bytes that follow, a multiple of eight
    uint32_t head;     // checksum of the number of the frame, its kind and size
    uint32_t checksum; // of the number of the frame, its kind, size and bytes
} AukRecordFrame;

_Static_assert(sizeof(AukRecordFrame) == 16, "no padding");

// The data about created ids that does not depend on the call that created them.
typedef struct AukRecordIds {
    uint32_t bodies, shapes;        // number of live bodies and shapes; pieces count as shapes
    uint32_t next_body, next_shape; // the slots that will be used next
    uint32_t body_life, shape_life; // the generations of these slots
} AukRecordIds;

// What follows a pointer of an argument.
typedef enum AukRecordPointer {
    AUK_RECORD_NULL,  // null
    AUK_RECORD_ITEMS, // the items behind it
    AUK_RECORD_UNREAD // nothing: it is not null, and the call does not read through it
} AukRecordPointer;

typedef struct AukRecordResult {
    int32_t status;
    uint32_t has_hash;
    AukRecordIds ids;
    uint64_t hash;
} AukRecordResult;

_Static_assert(sizeof(AukRecordResult) == 40, "no padding");

// A record header without the world's definition, size and checksum.
AukRecordHeader auk__record_header(void);

uint64_t auk__record_header_checksum(const AukRecordHeader *header);

// The two checksums of a frame; `place` is its number.
uint32_t auk__frame_head(uint64_t place, const AukRecordFrame *frame);
uint32_t auk__frame_checksum(uint64_t place, const AukRecordFrame *frame, const void *bytes);

AukRecordIds auk__record_ids(const AukBodies *all_bodies, const AukParts *parts);

// ---- writing ------------------------------------------------------------------------------------------------------

// Collects bytes. Once `failed` is true, nothing is added.
typedef struct AukRecordBytes {
    AukBuffer buffer; // unsigned char
    bool failed;      // out of memory
} AukRecordBytes;

void auk__record_put(AukRecordBytes *bytes, const void *data, uint64_t size);

// Adds the arguments of a call, from their addresses.
void auk__record_arguments(AukRecordBytes *bytes, const AukWorld *world, AukCall call, const void *const *arguments);

// ---- custom shapes ------------------------------------------------------------------------------------------------

enum { AUK_CUSTOM_UNKNOWN = 0, AUK_CUSTOM_SAME, AUK_CUSTOM_OTHER }; // the state of a custom shape number in the world

typedef struct AukRecordCustom {
    uint32_t number;
    uint16_t known, has_support;
    AukBox bounds;
} AukRecordCustom;

_Static_assert(sizeof(AukRecordCustom) == 24, "no padding");

#endif
