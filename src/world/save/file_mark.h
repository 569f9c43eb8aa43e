// The first 16 bytes of each format that auk writes: a snapshot, a delta, a record.
#ifndef AUK_WORLD_SAVE_FILE_MARK_H
#define AUK_WORLD_SAVE_FILE_MARK_H

#include "auk/types.h"

#include <string.h>

#define AUK_FILE_BYTE_ORDER 0x01020304u

typedef struct AukFileMark {
    char magic[8];
    uint32_t byte_order; // AUK_FILE_BYTE_ORDER in the byte order of the machine
    uint32_t format;
} AukFileMark;

// `magic` has seven letters.
static inline AukFileMark auk__file_mark(const char *magic, uint32_t format)
{
    AukFileMark mark = {.byte_order = AUK_FILE_BYTE_ORDER, .format = format};
    memcpy(mark.magic, magic, sizeof mark.magic);
    return mark;
}

// Copies the header of `header_size` bytes that begins with a mark, and compares its mark. AUK_ERROR_DAMAGED: too few
// bytes, or another kind of file. AUK_ERROR_VERSION: another version, or another byte order.
static inline AukStatus auk__file_mark_read(const AukFileMark *expected, const void *bytes, uint64_t size, void *header,
                                            size_t header_size)
{
    AukFileMark mark;
    if (size < header_size || memcmp(bytes, expected->magic, sizeof expected->magic) != 0) {
        return AUK_ERROR_DAMAGED;
    }
    memcpy(header, bytes, header_size);
    memcpy(&mark, bytes, sizeof mark);
    return mark.byte_order == expected->byte_order && mark.format == expected->format ? AUK_OK : AUK_ERROR_VERSION;
}

#endif
