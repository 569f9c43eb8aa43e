// Writes the arguments of a call as bytes. The data behind a pointer is written out, because another program reads the
// record. Arguments are written before the call checks them, so they may be invalid: only memory is read that the call
// would read, or that the caller has guaranteed to exist.
#include "world/record/record.h"
#include "world/state/parts.h"
#include "world/state/tile_map.h"
#include "world/state/world_state.h"

void auk__record_put(AukRecordBytes *bytes, const void *data, uint64_t size)
{
    AukBuffer *buffer = &bytes->buffer;
    bytes->failed = bytes->failed || size > (uint64_t)(INT32_MAX - buffer->count) ||
                    !auk__buffer_reserve(buffer, 1, buffer->count + (int)size);
    if (!bytes->failed && size > 0) {
        memcpy((unsigned char *)buffer->items + buffer->count, data, (size_t)size);
        buffer->count += (int)size;
    }
}

typedef struct ArgumentWriter {
    AukRecordBytes *bytes;
    const AukWorld *world;
    int64_t count; // the last count written
} ArgumentWriter;

static void record_write_put(const ArgumentWriter *writer, const void *data, uint64_t size)
{
    auk__record_put(writer->bytes, data, size);
}

static void put_u32(const ArgumentWriter *writer, uint32_t number)
{
    record_write_put(writer, &number, sizeof number);
}

static AukRecordPointer pointer_of(const void *pointer, bool read)
{
    return pointer ? (read ? AUK_RECORD_ITEMS : AUK_RECORD_UNREAD) : AUK_RECORD_NULL;
}

static void put_custom(const ArgumentWriter *writer, const AukCustomShape *custom)
{
    const AukCustomShape *known = auk__custom(&writer->world->customs, custom->number);
    AukRecordCustom record;
    memset(&record, 0, sizeof record);
    record.number = custom->number;
    record.known = AUK_CUSTOM_UNKNOWN;
    if (known) {
        record.known = auk__same_custom(known, custom) ? AUK_CUSTOM_SAME : AUK_CUSTOM_OTHER;
    }
    record.has_support = custom->support != NULL;
    record.bounds = custom->bounds;
    record_write_put(writer, &record, sizeof record);
}

static void record_write_put_shape(const ArgumentWriter *writer, const AukShape *shape)
{
    put_u32(writer, (uint32_t)shape->kind);
    put_u32(writer, (uint32_t)shape->status);
    record_write_put(writer, &shape->radius, sizeof shape->radius);
    switch (shape->kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT: record_write_put(writer, shape->core.segment, sizeof shape->core.segment); break;
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: record_write_put(writer, &shape->core.half, sizeof shape->core.half); break;
    case AUK_SHAPE_POLYGON: {
        int count = shape->core.polygon.count;
        bool read = shape->core.polygon.vertices && count > 0 && count <= AUK_VERTEX_COUNT_MAX;
        put_u32(writer, (uint32_t)count);
        put_u32(writer, (uint32_t)pointer_of(shape->core.polygon.vertices, read));
        record_write_put(writer, shape->core.polygon.vertices, read ? (uint64_t)count * sizeof(AukVec2) : 0);
        break;
    }
    case AUK_SHAPE_CUSTOM:
        put_u32(writer, shape->core.custom != NULL);
        if (shape->core.custom) {
            put_custom(writer, shape->core.custom);
        }
        break;
    case AUK_SHAPE_HALF_PLANE: record_write_put(writer, &shape->core.half_plane, sizeof shape->core.half_plane); break;
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
}

// Writes the state of the pointer, and the cells if the call reads them. If it would read them but the grid or the
// rectangle has none, the pointer is written as null.
static void record_write_put_cells(const ArgumentWriter *writer, const uint8_t *cells, bool read, int width, int height)
{
    uint64_t count = read ? (uint64_t)width * (uint64_t)height : 1;
    AukRecordPointer pointer = pointer_of(count > 0 ? cells : NULL, read);
    put_u32(writer, (uint32_t)pointer);
    record_write_put(writer, cells, pointer == AUK_RECORD_ITEMS ? count : 0);
}

static void put_tiles(const ArgumentWriter *writer, char kind, const void *value)
{
    if (kind == 'T') {
        const AukTilesDef *def = value;
        record_write_put_cells(writer, def->cells,
                               !auk__tiles_check(def->width, def->height, auk__tiles_cell(def), NULL), def->width,
                               def->height);
    } else if (kind == 'E') {
        const AukTilesEdit *edit = value;
        record_write_put_cells(writer, edit->cells, auk__tiles_edit_fits(&writer->world->parts, edit), edit->width,
                               edit->height);
    }
}

static void put_value(const ArgumentWriter *writer, char kind, const void *value)
{
    const AukRecordField *field = auk__record_fields(kind);
    if (!field && kind != 'A' && kind != 'C') {
        record_write_put(writer, value, auk__record_value_size(kind));
    }
    for (; field && field->kind; field++) {
        put_value(writer, field->kind, (const unsigned char *)value + field->offset);
    }
    if (kind == 'A') {
        record_write_put_shape(writer, value);
    } else if (kind == 'C') {
        put_custom(writer, value);
    }
    put_tiles(writer, kind, value);
}

// Writes the state of the pointer, and as many items as the last count. No items are written if that count is 0 or the
// call refuses it.
static void put_array(const ArgumentWriter *writer, char kind, const void *items)
{
    AukRecordPointer pointer = pointer_of(items, writer->count > 0);
    put_u32(writer, (uint32_t)pointer);
    if (pointer != AUK_RECORD_ITEMS) {
        return;
    }
    if (kind == 'c') {
        record_write_put(writer, items, (uint64_t)writer->count);
        return;
    }
    size_t size = auk__record_value_size(kind);
    for (int64_t i = 0; i < writer->count && !writer->bytes->failed; i++) {
        put_value(writer, kind, (const unsigned char *)items + (size_t)i * size);
    }
}

static void put_count(ArgumentWriter *writer, char kind, const void *value)
{
    int64_t before = writer->count;
    if (kind == 'z') {
        uint64_t size;
        memcpy(&size, value, sizeof size);
        record_write_put(writer, &size, sizeof size);
        writer->count = size <= INT32_MAX ? (int64_t)size : INT32_MAX;
        return;
    }
    int count = *(const int *)value;
    put_u32(writer, (uint32_t)count);
    writer->count = auk__record_count_read(kind, count, before);
}

void auk__record_arguments(AukRecordBytes *bytes, const AukWorld *world, AukCall call, const void *const *arguments)
{
    ArgumentWriter writer = {bytes, world, 0};
    int place = 0;
    for (const char *kind = auk__call_kind(call)->arguments; *kind; kind++) {
        const void *argument = arguments[place++];
        if (*kind == '[') {
            put_array(&writer, *++kind, argument);
        } else if (*kind == '?') {
            kind++;
            put_u32(&writer, argument != NULL);
            if (argument) {
                put_value(&writer, *kind, argument);
            }
        } else if (auk__record_is_count(*kind)) {
            put_count(&writer, *kind, argument);
        } else {
            put_value(&writer, *kind, argument);
        }
    }
}
