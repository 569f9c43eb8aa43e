// The table of recorded calls: for each the function and its arguments.
#include "world/record/record.h"

#include "base/assert.h"
#include "world/state/tile_map.h"

#include <stddef.h>

static const AukCallKind call_kinds[AUK_CALL_COUNT] = {
#define AUK_CALL(name, function, kinds, keeps, arguments) {#function, kinds},
#include "world/state/calls.x"
#undef AUK_CALL
};

// Members of structures, in the order of their declarations.
static const AukRecordField filter_fields[] = {{offsetof(AukFilter, category), 'q'},
                                               {offsetof(AukFilter, ignore), 'q'},
                                               {offsetof(AukFilter, group), 'u'},
                                               {0, 0}};
static const AukRecordField body_fields[] = {
    {offsetof(AukBodyDef, position), 'v'},  {offsetof(AukBodyDef, angle), 'f'},
    {offsetof(AukBodyDef, velocity), 'v'},  {offsetof(AukBodyDef, spin), 'f'},
    {offsetof(AukBodyDef, motion), 'i'},    {offsetof(AukBodyDef, shape), 'A'},
    {offsetof(AukBodyDef, filter), 'l'},    {offsetof(AukBodyDef, sensor), 'b'},
    {offsetof(AukBodyDef, disabled), 'b'},  {offsetof(AukBodyDef, owner), 'd'},
    {offsetof(AukBodyDef, proximity), 'f'}, {offsetof(AukBodyDef, one_way), 'v'},
    {offsetof(AukBodyDef, response), 'i'},  {offsetof(AukBodyDef, bounce_loss), 'f'},
    {offsetof(AukBodyDef, pierce), 'i'},    {offsetof(AukBodyDef, pierce_categories), 'q'},
    {offsetof(AukBodyDef, bounces), 'i'},   {offsetof(AukBodyDef, max_speed), 'f'},
    {offsetof(AukBodyDef, user_data), 'q'}, {0, 0}};
static const AukRecordField shape_fields[] = {
    {offsetof(AukShapeDef, shape), 'A'},     {offsetof(AukShapeDef, position), 'v'},
    {offsetof(AukShapeDef, angle), 'f'},     {offsetof(AukShapeDef, filter), 'l'},
    {offsetof(AukShapeDef, sensor), 'b'},    {offsetof(AukShapeDef, disabled), 'b'},
    {offsetof(AukShapeDef, proximity), 'f'}, {offsetof(AukShapeDef, one_way), 'v'},
    {offsetof(AukShapeDef, conveyor), 'v'},  {offsetof(AukShapeDef, one_sided), 'b'},
    {offsetof(AukShapeDef, user_data), 'q'}, {0, 0}};
static const AukRecordField tiles_fields[] = {{offsetof(AukTilesDef, width), 'i'},
                                              {offsetof(AukTilesDef, height), 'i'},
                                              {offsetof(AukTilesDef, cell), 'f'},
                                              {offsetof(AukTilesDef, cell_height), 'f'},
                                              {0, 0}};
static const AukRecordField kind_fields[] = {
    {offsetof(AukTileKind, points[0]), 'v'}, {offsetof(AukTileKind, points[1]), 'v'},
    {offsetof(AukTileKind, points[2]), 'v'}, {offsetof(AukTileKind, points[3]), 'v'},
    {offsetof(AukTileKind, points[4]), 'v'}, {offsetof(AukTileKind, points[5]), 'v'},
    {offsetof(AukTileKind, points[6]), 'v'}, {offsetof(AukTileKind, points[7]), 'v'},
    {offsetof(AukTileKind, count), 'i'},     {offsetof(AukTileKind, filter), 'l'},
    {offsetof(AukTileKind, one_way), 'v'},   {offsetof(AukTileKind, conveyor), 'v'},
    {offsetof(AukTileKind, user_data), 'q'}, {0, 0}};
static const AukRecordField edit_fields[] = {
    {offsetof(AukTilesEdit, shape), 's'}, {offsetof(AukTilesEdit, x), 'i'},      {offsetof(AukTilesEdit, y), 'i'},
    {offsetof(AukTilesEdit, width), 'i'}, {offsetof(AukTilesEdit, height), 'i'}, {0, 0}};

const AukRecordField *auk__record_fields(char kind)
{
    switch (kind) {
    case 'l': return filter_fields;
    case 'B': return body_fields;
    case 'S': return shape_fields;
    case 'T': return tiles_fields;
    case 'E': return edit_fields;
    case 'K': return kind_fields;
    default: return NULL;
    }
}

size_t auk__record_value_size(char kind)
{
    switch (kind) {
    case 'c': return 1;
    case 'b': return sizeof(bool);
    case 'f':
    case 'i':
    case 'u': return 4;
    case 'g':
    case 'q':
    case 'v':
    case 'd':
    case 's': return 8;
    case 'x': return 16;
    case 'R': return sizeof(AukResponseRule);
    case 'l': return sizeof(AukFilter);
    case 'A': return sizeof(AukShape);
    case 'B': return sizeof(AukBodyDef);
    case 'S': return sizeof(AukShapeDef);
    case 'T': return sizeof(AukTilesDef);
    case 'E': return sizeof(AukTilesEdit);
    case 'K': return sizeof(AukTileKind);
    case 'C': return sizeof(AukCustomShape);
    default: AUK_ASSERT(false); return 0;
    }
}

size_t auk__record_least_size(char kind)
{
    const AukRecordField *field = auk__record_fields(kind);
    size_t size = kind == 'A' ? 3 * sizeof(uint32_t) : (field ? 0 : auk__record_value_size(kind));
    for (; field && field->kind; field++) {
        size += auk__record_least_size(field->kind);
    }
    return size;
}

const AukCallKind *auk__call_kind(AukCall call)
{
    return &call_kinds[call];
}

int auk__record_count_read(char kind, int count, int64_t before)
{
    int64_t most = INT32_MAX;
    switch (kind) {
    case 'm': most = AUK_VERTEX_COUNT_MAX; break;
    case 'r': most = AUK_RESPONSE_RULES_MAX; break;
    case 'h': most = before / 3; break;
    default: break;
    }
    return count <= most ? count : 0;
}
