// The table of all calls that change a world: which function it is, and what its arguments are.
#include "world/record/record.h"

#include "base/assert.h"

static const AukCallKind kinds[AUK_CALL_COUNT] = {
    [AUK_CALL_WORLD_STEP] = {"auk_world_step", "f"},
    [AUK_CALL_WORLD_RESERVE] = {"auk_world_reserve", "iii"},
    [AUK_CALL_WORLD_REGISTER_CUSTOM] = {"auk_world_register_custom", "?C"},
    [AUK_CALL_WORLD_RESTORE] = {"auk_world_restore", "z[c"},
    [AUK_CALL_BODY_CREATE_MANY] = {"auk_body_create_many", "n[B"},
    [AUK_CALL_BODY_DESTROY_MANY] = {"auk_body_destroy_many", "n[d"},
    [AUK_CALL_BODY_SET_POSE_MANY] = {"auk_body_set_pose_many", "n[d[x"},
    [AUK_CALL_BODY_MOVE_TO_MANY] = {"auk_body_move_to_many", "n[d[x"},
    [AUK_CALL_BODY_SET_VELOCITY_MANY] = {"auk_body_set_velocity_many", "n[d[v"},
    [AUK_CALL_BODY_SET_SPIN_MANY] = {"auk_body_set_spin_many", "n[d[f"},
    [AUK_CALL_BODY_SET_MOTION] = {"auk_body_set_motion", "di"},
    [AUK_CALL_BODY_SET_FILTER] = {"auk_body_set_filter", "dl"},
    [AUK_CALL_BODY_SET_OWNER] = {"auk_body_set_owner", "dd"},
    [AUK_CALL_BODY_SET_RESPONSE] = {"auk_body_set_response", "di"},
    [AUK_CALL_BODY_SET_ENABLED] = {"auk_body_set_enabled", "db"},
    [AUK_CALL_BODY_SET_USER_DATA] = {"auk_body_set_user_data", "dq"},
    [AUK_CALL_BODY_ADD_SHAPE] = {"auk_body_add_shape", "d?S"},
    [AUK_CALL_BODY_ADD_POLYGON] = {"auk_body_add_polygon", "dm[v?S"},
    [AUK_CALL_BODY_ADD_OUTLINE] = {"auk_body_add_outline", "dm[vh[i?S"},
    [AUK_CALL_BODY_REMOVE_SHAPE] = {"auk_body_remove_shape", "s"},
    [AUK_CALL_SHAPE_SET_FILTER] = {"auk_shape_set_filter", "sl"},
    [AUK_CALL_SHAPE_SET_SENSOR] = {"auk_shape_set_sensor", "sb"},
    [AUK_CALL_WORLD_IGNORE_PAIR] = {"auk_world_ignore_pair", "ddb"},
    [AUK_CALL_BODY_SET_SHAPE] = {"auk_body_set_shape", "s?A"},
    [AUK_CALL_BODY_SET_BOUNCE_LOSS] = {"auk_body_set_bounce_loss", "df"},
    [AUK_CALL_BODY_SET_PIERCE] = {"auk_body_set_pierce", "di"},
    [AUK_CALL_BODY_VELOCITY_TO] = {"auk_body_velocity_to", "dxf"},
    [AUK_CALL_SHAPE_SET_ONE_WAY] = {"auk_shape_set_one_way", "sv"},
    [AUK_CALL_WORLD_SET_RESPONSE_RULES] = {"auk_world_set_response_rules", "n[R"},
    [AUK_CALL_WORLD_SHIFT_ORIGIN] = {"auk_world_shift_origin", "gg"},
    [AUK_CALL_BODY_ADD_CHAIN] = {"auk_body_add_chain", "dm[vb?S"},
    [AUK_CALL_BODY_ADD_TILES] = {"auk_body_add_tiles", "d?T?S"},
    [AUK_CALL_SHAPE_SET_TILE] = {"auk_shape_set_tile", "siii"},
    [AUK_CALL_SHAPE_SET_TILES] = {"auk_shape_set_tiles", "E"},
    [AUK_CALL_SHAPE_SET_PROXIMITY] = {"auk_shape_set_proximity", "sf"},
    [AUK_CALL_BODY_SET_PIERCE_CATEGORIES] = {"auk_body_set_pierce_categories", "dq"},
    [AUK_CALL_BODY_SET_BOUNCES] = {"auk_body_set_bounces", "di"},
};

size_t auk__call_value_size(char kind)
{
    switch (kind) {
    case 'c':
    case 'b': return 1;
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
    default: AUK_ASSERT(false); return 0;
    }
}

const AukCallKind *auk__call_kind(AukCall call)
{
    return &kinds[call];
}
