// Reads the arguments of a call from the bytes of a record. The bytes are not trusted: each read is checked against the
// bytes that are left, and an array is allocated only if that many items can still follow. So a record never takes much
// more memory than its own size. Arguments that the call itself refuses, such as invalid enumerators and numbers, are
// passed on to the call.
#include "base/alloc.h"
#include "world/record/replay.h"
#include "world/state/parts.h"
#include "world/state/tile_map.h"
#include "world/state/world_state.h"

// ---- memory -------------------------------------------------------------------------------------------------------

struct AukArenaBlock {
    AukArenaBlock *next;
    size_t used, capacity; // of the bytes that follow
};

enum { ARENA_BLOCK = 1 << 14, ARENA_ALIGNMENT = 16 };

static size_t aligned(size_t size)
{
    return (size + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
}

static void *arena_take(AukArena *arena, size_t size)
{
    const size_t head = aligned(sizeof(AukArenaBlock));
    AukArenaBlock *block = arena->blocks;
    if (size > SIZE_MAX / 2) {
        return NULL;
    }
    size = aligned(size);
    if (!block || size > block->capacity - block->used) {
        size_t capacity = size > ARENA_BLOCK ? size : ARENA_BLOCK;
        block = auk__reallocate(NULL, head + capacity);
        if (!block) {
            return NULL;
        }
        block->next = arena->blocks;
        block->used = 0;
        block->capacity = capacity;
        arena->blocks = block;
    }
    void *taken = (unsigned char *)block + head + block->used;
    block->used += size;
    return taken;
}

void auk__arena_free(AukArena *arena)
{
    while (arena->blocks) {
        AukArenaBlock *next = arena->blocks->next;
        auk__release(arena->blocks);
        arena->blocks = next;
    }
}

void auk__arena_reset(AukArena *arena)
{
    if (arena->blocks && !arena->blocks->next && arena->blocks->capacity == ARENA_BLOCK) {
        arena->blocks->used = 0;
    } else {
        auk__arena_free(arena);
    }
}

// ---- values -------------------------------------------------------------------------------------------------------

static void fail(AukRecordReader *reader, AukStatus status)
{
    reader->status = reader->status ? reader->status : status;
}

static void replay_read_get(AukRecordReader *reader, void *out, size_t size)
{
    if (reader->status || size > (size_t)(reader->end - reader->at)) {
        fail(reader, AUK_ERROR_DAMAGED);
        memset(out, 0, size);
        return;
    }
    memcpy(out, reader->at, size);
    reader->at += size;
}

static uint32_t get_u32(AukRecordReader *reader)
{
    uint32_t number;
    replay_read_get(reader, &number, sizeof number);
    return number;
}

static void *take(AukRecordReader *reader, size_t size)
{
    void *taken = reader->status ? NULL : arena_take(reader->arena, size);
    if (!taken) {
        fail(reader, AUK_ERROR_OUT_OF_MEMORY);
    }
    return taken;
}

// ---- custom shapes ------------------------------------------------------------------------------------------------

// The support function of a shape whose number no world knows.
static void no_support(const double direction[2], double point[2], const void *context)
{
    (void)direction, (void)context;
    point[0] = point[1] = 0.0;
}

static AukCustomShape get_custom(AukRecordReader *reader, AukRecordCustom *record)
{
    AukCustomShape custom;
    memset(&custom, 0, sizeof custom);
    replay_read_get(reader, record, sizeof *record);
    custom.number = record->number;
    custom.bounds = record->bounds;
    custom.support = record->has_support ? no_support : NULL;
    return custom;
}

// A custom shape as an argument: the world's shape with that number, or a shape that the call refuses.
static const AukCustomShape *custom_argument(AukRecordReader *reader)
{
    AukRecordCustom record;
    AukCustomShape custom = get_custom(reader, &record), *copy;
    const AukCustomShape *known = auk__custom(&reader->world->customs, custom.number);
    if (record.known == AUK_CUSTOM_SAME && known) {
        return known;
    }
    copy = take(reader, sizeof *copy);
    if (copy) {
        *copy = custom;
    }
    return copy;
}

const AukCustomShape *auk__replay_custom(const AukReplayDef *def, uint32_t number)
{
    for (int i = 0; i < def->custom_count; i++) {
        if (def->customs[i].number == number) {
            return &def->customs[i];
        }
    }
    return NULL;
}

// A custom shape to register: this program's shape with that number.
static AukCustomShape custom_to_register(AukRecordReader *reader)
{
    AukRecordCustom record;
    AukCustomShape custom = get_custom(reader, &record);
    const AukCustomShape *known = auk__custom(&reader->world->customs, custom.number);
    if (record.known == AUK_CUSTOM_SAME && known) {
        return *known;
    }
    if (record.known == AUK_CUSTOM_OTHER || !record.has_support) {
        return custom;
    }
    const AukCustomShape *given = auk__replay_custom(reader->def, custom.number);
    if (given) {
        custom.support = given->support;
        custom.context = given->context;
    } else {
        fail(reader, AUK_ERROR_NUMBER);
    }
    return custom;
}

// ---- structures ---------------------------------------------------------------------------------------------------

// A pointer that is not null, for a call that refuses its arguments before it reads through the pointer.
static const void *unread(void)
{
    static const AukTransform nothing;
    return &nothing;
}

static const AukVec2 *get_vertices(AukRecordReader *reader, int count)
{
    uint32_t pointer = get_u32(reader);
    if (pointer != AUK_RECORD_ITEMS) {
        return pointer == AUK_RECORD_NULL ? NULL : unread();
    }
    size_t size = count > 0 ? (size_t)count * sizeof(AukVec2) : 0;
    if (reader->status || count <= 0 || size > (size_t)(reader->end - reader->at)) {
        fail(reader, AUK_ERROR_DAMAGED);
        return NULL;
    }
    AukVec2 *vertices = take(reader, size);
    if (vertices) {
        replay_read_get(reader, vertices, size);
    }
    return vertices;
}

// If the items were not recorded, the count must be one that the call refuses.
static bool count_is_refused(const void *pointer, int count)
{
    return pointer != unread() || count <= 0 || count > AUK_VERTEX_COUNT_MAX;
}

static AukShape get_shape(AukRecordReader *reader)
{
    AukShape shape;
    memset(&shape, 0, sizeof shape);
    shape.kind = (AukShapeKind)get_u32(reader);
    shape.status = (AukStatus)get_u32(reader);
    replay_read_get(reader, &shape.radius, sizeof shape.radius);
    switch (shape.kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT: replay_read_get(reader, shape.core.segment, sizeof shape.core.segment); break;
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: replay_read_get(reader, &shape.core.half, sizeof shape.core.half); break;
    case AUK_SHAPE_POLYGON:
        shape.core.polygon.count = (int)get_u32(reader);
        shape.core.polygon.vertices = get_vertices(reader, shape.core.polygon.count);
        if (!count_is_refused(shape.core.polygon.vertices, shape.core.polygon.count)) {
            fail(reader, AUK_ERROR_DAMAGED);
        }
        break;
    case AUK_SHAPE_CUSTOM: shape.core.custom = get_u32(reader) ? custom_argument(reader) : NULL; break;
    case AUK_SHAPE_HALF_PLANE: replay_read_get(reader, &shape.core.half_plane, sizeof shape.core.half_plane); break;
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
    return shape;
}

// Cells, in place. `read` is true if the call will read them.
static const uint8_t *get_cells(AukRecordReader *reader, bool read, int width, int height)
{
    uint32_t pointer = get_u32(reader);
    if (reader->status || pointer == AUK_RECORD_NULL) {
        return NULL;
    }
    uint64_t count = read ? (uint64_t)width * (uint64_t)height : 0;
    if (read != (pointer == AUK_RECORD_ITEMS) || count > (uint64_t)(reader->end - reader->at)) {
        fail(reader, AUK_ERROR_DAMAGED);
        return NULL;
    }
    const uint8_t *cells = read ? reader->at : unread();
    reader->at += count;
    return cells;
}

// ---- arguments ----------------------------------------------------------------------------------------------------

static void get_tiles(AukRecordReader *reader, char kind, void *value)
{
    if (kind == 'T') {
        AukTilesDef *def = value;
        bool read = !auk__tiles_check(def->width, def->height, auk__tiles_cell(def), NULL);
        def->cells = get_cells(reader, read, def->width, def->height);
    } else if (kind == 'E') {
        AukTilesEdit *edit = value;
        edit->cells = get_cells(reader, auk__tiles_edit_fits(&reader->world->parts, edit), edit->width, edit->height);
    }
}

// Reads a value into memory that is zero and has room for its kind.
static void get_value(AukRecordReader *reader, char kind, void *value)
{
    const AukRecordField *field = auk__record_fields(kind);
    for (const AukRecordField *at = field; at && at->kind; at++) {
        get_value(reader, at->kind, (unsigned char *)value + at->offset);
    }
    if (kind == 'b') {
        unsigned char byte;
        replay_read_get(reader, &byte, sizeof byte);
        *(bool *)value = byte != 0;
    } else if (kind == 'A') {
        *(AukShape *)value = get_shape(reader);
    } else if (kind == 'C') {
        *(AukCustomShape *)value = custom_to_register(reader);
    } else if (!field) {
        replay_read_get(reader, value, auk__record_value_size(kind));
    }
    get_tiles(reader, kind, value);
}

static void *get_values(AukRecordReader *reader, char kind, uint64_t count)
{
    size_t size = auk__record_value_size(kind);
    unsigned char *values = take(reader, (size_t)count * size);
    if (values) {
        memset(values, 0, (size_t)count * size);
    }
    for (uint64_t i = 0; values && i < count && !reader->status; i++) {
        get_value(reader, kind, values + i * size);
    }
    return values;
}

static const void *get_array(AukRecordReader *reader, char kind)
{
    uint32_t pointer = get_u32(reader);
    if (reader->status || pointer == AUK_RECORD_NULL) {
        return NULL;
    }
    if (pointer != AUK_RECORD_ITEMS) {
        // items that were not recorded must be refused by the call
        if (reader->count > 0) {
            fail(reader, AUK_ERROR_DAMAGED);
        }
        return unread();
    }
    uint64_t count = reader->count > 0 ? (uint64_t)reader->count : 0;
    if (count == 0 || count > (uint64_t)(reader->end - reader->at) / auk__record_least_size(kind)) {
        fail(reader, AUK_ERROR_DAMAGED);
        return NULL;
    }
    if (kind == 'c') {
        const void *bytes = reader->at;
        reader->at += count;
        return bytes;
    }
    return get_values(reader, kind, count);
}

static const void *get_count(AukRecordReader *reader, char kind)
{
    const void *at = get_values(reader, kind == 'z' ? 'q' : 'i', 1);
    int64_t before = reader->count;
    reader->count = 0;
    if (reader->status) {
        return at;
    }
    if (kind == 'z') {
        uint64_t size = *(const uint64_t *)at;
        reader->count = size <= INT32_MAX ? (int64_t)size : INT32_MAX;
        return at;
    }
    reader->count = auk__record_count_read(kind, *(const int *)at, before);
    return at;
}

AukStatus auk__record_read(AukRecordReader *reader, AukCall call, const void *arguments[AUK_CALL_ARGUMENTS_MAX])
{
    int place = 0;
    for (const char *kind = auk__call_kind(call)->arguments; *kind && !reader->status; kind++) {
        const void **argument = &arguments[place++];
        if (*kind == '[') {
            *argument = get_array(reader, *++kind);
        } else if (*kind == '?') {
            kind++;
            *argument = get_u32(reader) ? get_values(reader, *kind, 1) : NULL;
        } else if (auk__record_is_count(*kind)) {
            *argument = get_count(reader, *kind);
        } else {
            *argument = get_values(reader, *kind, 1);
        }
    }
    // the rest is padding of the frame
    for (; !reader->status && reader->at < reader->end; reader->at++) {
        if (*reader->at != 0) {
            fail(reader, AUK_ERROR_DAMAGED);
        }
    }
    return reader->status;
}
